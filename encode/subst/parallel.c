/* Substitutions side by side. Parts that neither read what they have written nor can meet at a variable
 * are executed one after the other; else what they write is kept (write.c). */
#include "encode/subst/subst.h"

/* ---- parts in isolation ------------------------------------------------------------------------ */

/* With the value that is there at the end; where a later write took the place away, it does not count. */
static struct write at_the_end(enc e, const struct write *w, struct sym *variable)
{
	struct write now = *w;
	lit defined = LIT_TRUE;
	now.is = write_part(e, w, variable, &defined);
	now.when = circuit_and(e->c, w->when, defined);
	return now;
}

static void find_conflicts(enc e, const struct write *w, const struct write *earlier,
                           struct sym *so_far)
{
	for (; earlier; earlier = earlier->before) {
		if (earlier->of != w->of) continue;
		struct write other = at_the_end(e, earlier, so_far);
		trouble_add(e, write_conflict(e, w, &other), EVAL_UNDEFINED, w->place->pos);
	}
}

static bool is_written(const struct write *w, const struct decl *d)
{
	while (w && w->of != d) w = w->before;
	return w != NULL;
}

/* A variable that this part and an earlier one write; what they write meets where both come to their end. */
static struct sym *met(enc e, struct decl *d, const struct write *earlier, struct sym *so_far,
                       struct sym *now, lit ends)
{
	struct sym *merged = so_far;
	for (const struct write *i = e->writing.writes; i; i = i->before) {
		if (i->of != d) continue;
		struct write w = at_the_end(e, i, now);
		if (w.when == LIT_FALSE) continue;
		w.when = circuit_and(e->c, w.when, ends);
		find_conflicts(e, &w, earlier, so_far);
		lit defined = LIT_TRUE;
		struct sym *new = write_into(e, &w, merged, &defined);
		if (new->kind != SYM_UNDEFINED) merged = sym_ite(e, d->type, w.when, new, merged);
	}
	return merged;
}

static struct sym *merged_cell(enc e, struct decl *d, const struct write *earlier,
                               struct sym *so_far, struct sym *now, lit ends)
{
	if (!now || !is_written(e->writing.writes, d)) return so_far;
	return so_far && is_written(earlier, d) ? met(e, d, earlier, so_far, now, ends) : now;
}

/* All parts start from the same cells; then what they have written is put together. */
static lit isolated(enc e, const struct node *n, lit path)
{
	const struct write *earlier = NULL;
	struct sym **merged = cells_now(e);
	uint32_t merged_count = e->writing.written.count;
	lit guard = LIT_TRUE;
	for (uint32_t i = 0; i < n->count; i++) {
		for (uint32_t k = 0; k < e->writing.written.count; k++)
			cell_set(e, e->writing.written.at[k], enc_bound(e, e->writing.written.at[k]));
		e->writing.writes = NULL;
		guard = circuit_and(e->c, guard, execute(e, n->kid[i], circuit_and(e->c, path, guard)));
		struct sym **next = ARENA_ARRAY(&e->arena, e->writing.written.count, struct sym *);
		for (uint32_t k = 0; k < e->writing.written.count; k++) {
			struct decl *d = e->writing.written.at[k];
			struct sym *so_far = k < merged_count ? merged[k] : enc_bound(e, d);
			next[k] = merged_cell(e, d, earlier, so_far, cell_get(e, d), guard);
		}
		merged = next;
		merged_count = e->writing.written.count;
		write_add(e, earlier, NULL);
		earlier = e->writing.writes;
	}
	cells_back(e, merged, merged_count);
	return guard;
}

static lit one_after_the_other(enc e, const struct node *n, lit path)
{
	lit guard = LIT_TRUE;
	for (uint32_t i = 0; i < n->count; i++)
		guard = circuit_and(e->c, guard, execute(e, n->kid[i], circuit_and(e->c, path, guard)));
	return guard;
}

lit parallel_execute(enc e, const struct node *n, lit path)
{
	bool has_steps = eval_has_steps(n);
	if (e->writing.is_side_by_side || (!has_steps && !written_twice(n)))
		return one_after_the_other(e, n, path);
	struct write_scope s = write_scope_start(e, !has_steps);
	lit guard = has_steps ? isolated(e, n, path) : one_after_the_other(e, n, path);
	write_scope_end(e, s);
	return guard;
}
