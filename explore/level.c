#include "explore/level.h"
#include "logic/logic.h"

/* ---- machines -------------------------------------------------------------------------------------- */

/* Without machines that are only seen or used and that `known` has. */
static void mark(const struct machine *m, const struct map *known, struct map *marked)
{
	if (map_get(marked, m)) return;
	map_put(marked, m, marked);
	for (uint32_t i = 0; i < m->references.count; i++) {
		const struct reference *r = &m->references.at[i];
		bool is_read = r->kind == REF_SEES || r->kind == REF_USES;
		if (r->kind == REF_REFINES || !r->target) continue;
		if (!is_read || !known || !map_get(known, r->target)) mark(r->target, known, marked);
	}
}

void level_mark(const struct machine *m, struct map *marked) { mark(m, NULL, marked); }

static void find_joined(const struct project *p, const struct map *known, struct level *l)
{
	struct map marked = {0};
	mark(l->machine, known, &marked);
	for (uint32_t i = 0; i < p->machines.count; i++)
		if (map_get(&marked, p->machines.at[i])) VEC_PUSH(&l->joined, p->machines.at[i]);
	map_clear(&marked);
}

/* ---- variables ------------------------------------------------------------------------------------- */

static void add_variables(const struct machine *m, struct decls *to)
{
	for (uint32_t i = 0; i < m->decls.count; i++)
		if (m->decls.at[i]->kind == DECL_VARIABLE) VEC_PUSH(&to->list, m->decls.at[i]);
}

/* Concrete variables of its abstractions stay those of a machine that does not declare them. */
static void add_kept(const struct machine *m, struct decls *to)
{
	for (const struct machine *a = machine_refined(m); a; a = machine_refined(a))
		for (uint32_t i = 0; i < a->decls.count; i++) {
			struct decl *d = a->decls.at[i];
			bool is_hidden = d->kind != DECL_VARIABLE || !d->is_concrete;
			for (const struct machine *b = m; b != a && !is_hidden; b = machine_refined(b))
				for (uint32_t k = 0; k < b->decls.count; k++)
					is_hidden |=
					    b->decls.at[k]->kind == DECL_VARIABLE && b->decls.at[k]->name == d->name;
			if (!is_hidden) VEC_PUSH(&to->list, d);
		}
}

static void state_of(const struct project *p, const struct machine *m, struct decls *out)
{
	struct map marked = {0};
	mark(m, NULL, &marked);
	for (uint32_t i = 0; i < p->machines.count; i++)
		if (map_get(&marked, p->machines.at[i])) add_variables(p->machines.at[i], out);
	add_kept(m, out);
	map_clear(&marked);
}

static void find_owned(struct level *l)
{
	struct decls owned = {0};
	for (uint32_t i = 0; i < l->joined.count; i++) add_variables(l->joined.at[i], &owned);
	add_kept(l->machine, &owned);
	for (uint32_t i = 0; i < owned.list.count; i++) VEC_PUSH(&l->owned, owned.list.at[i]);
	VEC_CLEAR(&owned.list);
}

static bool is_owned(const struct level *l, const struct decl *d)
{
	for (uint32_t i = 0; i < l->owned.count; i++)
		if (l->owned.at[i] == d) return true;
	return false;
}

static struct decl *of_same_name(const struct decls *list, const struct decl *d)
{
	for (uint32_t i = 0; i < list->list.count; i++)
		if (list->list.at[i]->full_name == d->full_name) return list->list.at[i];
	return NULL;
}

static const struct node *name_of(struct project *p, struct decl *d, name shown, struct pos pos)
{
	struct node *n = build_name(&p->arena, d, pos);
	n->name = shown;
	return n;
}

static const struct node *equation(struct project *p, const struct level *l, struct decl *d,
                                   struct decl *same)
{
	name above = arena_format(&p->arena, "%s.%s", l->machine->name, d->name);
	return build_join(&p->arena, OP_EQUAL, build_name(&p->arena, d, d->pos),
	                  name_of(p, same, above, d->pos));
}

static void find_same(struct project *p, const struct machine *below, struct level *l)
{
	struct decls own = {0}, abstract = {0};
	state_of(p, below, &own);
	state_of(p, l->machine, &abstract);
	for (uint32_t i = 0; i < own.list.count; i++) {
		struct decl *d = own.list.at[i], *same = of_same_name(&abstract, d);
		if (!same || (same == d && !is_owned(l, d))) continue;
		struct level_same s = {arena_format(&p->arena, "same_%s", d->name), d, same, NULL};
		if (same != d) s.node = equation(p, l, d, same);
		VEC_PUSH(&l->same, s);
	}
	VEC_CLEAR(&own.list);
	VEC_CLEAR(&abstract.list);
}

/* ---- initialisation -------------------------------------------------------------------------------- */

static void find_initialisation(struct project *p, struct level *l)
{
	VEC(const struct node *) parts = {0};
	for (uint32_t i = 0; i < l->joined.count; i++)
		if (l->joined.at[i]->initialisation) VEC_PUSH(&parts, l->joined.at[i]->initialisation);
	if (parts.count == 1) l->initialisation = parts.at[0];
	if (parts.count > 1) {
		struct pos pos = parts.at[0]->pos;
		l->initialisation = build_node(&p->arena, OP_S_SEQUENCE, pos, NULL, parts.count, parts.at);
	}
	VEC_CLEAR(&parts);
}

/* ---- all of them ----------------------------------------------------------------------------------- */

void levels_open(struct project *p, struct levels *out)
{
	struct map known = {0};
	const struct machine *below = p->main;
	level_mark(below, &known);
	for (struct machine *m = machine_refined(below); m; m = machine_refined(m)) {
		struct level l = {.machine = m};
		find_joined(p, &known, &l);
		find_owned(&l);
		find_same(p, below, &l);
		find_initialisation(p, &l);
		VEC_PUSH(&out->list, l);
		level_mark(m, &known);
		below = m;
	}
	map_clear(&known);
}

void levels_clear(struct levels *l)
{
	for (uint32_t i = 0; i < l->list.count; i++) {
		VEC_CLEAR(&l->list.at[i].owned);
		VEC_CLEAR(&l->list.at[i].same);
		VEC_CLEAR(&l->list.at[i].joined);
	}
	VEC_CLEAR(&l->list);
}

void levels_operations(const struct levels *l, const struct operation *o, name shown,
                       const struct operation **out)
{
	name n = o->refines ? o->refines : shown;
	for (uint32_t i = 0; i < l->list.count; i++) {
		out[i] = machine_offers(l->list.at[i].machine, n);
		if (out[i] && out[i]->refines) n = out[i]->refines;
	}
}
