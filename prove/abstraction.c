/* Machines above a refinement: their variables, invariants and operations. */
#include "prove/refinement.h"

bool abstraction_hides(const struct prover *p, const struct decl *d)
{
	const struct abstraction *a = p->abstraction;
	return a && decl_is_among(a->hidden.at, a->hidden.count, d);
}

bool abstraction_owns(const struct prover *p, const struct decl *d)
{
	const struct abstraction *a = p->abstraction;
	if (!a) return false;
	const struct level *l = &a->levels.list.at[0];
	return decl_is_among(l->owned.at, l->owned.count, d);
}

static bool is_hidden(const void *prover, const struct decl *d)
{
	return abstraction_hides(prover, d);
}

bool abstraction_is_in(const struct prover *p, const struct node *n)
{
	return mention_any(n, is_hidden, p);
}

/* ---- variables ------------------------------------------------------------------------------------- */

static void find_hidden(struct prover *p)
{
	struct decl *const *all;
	uint32_t count = eval_variables(p->eval, &all);
	for (uint32_t i = 0; i < count; i++)
		if (!decl_is_among(p->view.variables, p->view.variable_count, all[i]))
			VEC_PUSH(&p->abstraction->hidden, all[i]);
}

/* ---- invariants ------------------------------------------------------------------------------------ */

static void add_invariant(struct prover *p, struct hypotheses *to, const struct machine *m,
                          const struct node *n, uint32_t *number)
{
	bool has_label = n->name && op_info(n->op)->class == CLASS_PRED;
	const char *own = has_label ? n->name : arena_format(&p->arena, "inv%u", *number + 1);
	const char *prefix = m->prefix ? m->prefix : m->name;
	++*number;
	if (m != p->project->main) own = arena_format(&p->arena, "%s.%s", prefix, own);
	VEC_PUSH(&to->list, (struct hypothesis){n, own});
}

/* Those of abstractions, and all of the machine itself, also those about the abstraction. */
static void find_invariants(struct prover *p, const struct map *concrete)
{
	struct abstraction *a = p->abstraction;
	struct hypotheses all = {0};
	uint32_t kept = 0, number = 0;
	for (uint32_t i = 0; i < p->project->machines.count; i++) {
		const struct machine *m = p->project->machines.at[i];
		number = 0;
		if (!map_get(concrete, m))
			EACH_LABELLED(c, m->invariant) add_invariant(p, &all, m, c.now, &number);
	}
	for (uint32_t i = 0; i < all.list.count; i++) VEC_PUSH(&a->invariants, all.list.at[i]);
	all.list.count = number = 0;
	for (uint32_t i = 0; i < p->invariants.count; i++)
		if (!obligation_is_own(p, p->invariants.at[i].node))
			p->invariants.at[kept++] = p->invariants.at[i];
	p->invariants.count = kept;
	const struct machine *main = p->project->main;
	EACH_LABELLED(c, main->invariant) add_invariant(p, &all, main, c.now, &number);
	for (uint32_t i = 0; i < all.list.count; i++) VEC_PUSH(&p->invariants, all.list.at[i]);
	VEC_CLEAR(&all.list);
}

/* ---- glue ------------------------------------------------------------------------------------------ */

/* x = M.x for each x of both; of the machine itself these are glue. */
static void equate_names(struct prover *p, const struct level *l, bool is_main)
{
	struct abstraction *a = p->abstraction;
	for (uint32_t i = 0; i < l->same.count; i++) {
		const struct level_same *s = &l->same.at[i];
		if (is_main)
			VEC_PUSH(&a->glue, ((struct glue){s->label, s->node, s->node ? NULL : s->own}));
		if (s->node) VEC_PUSH(&a->invariants, ((struct hypothesis){s->node, s->label}));
	}
}

void abstraction_open(struct prover *p)
{
	struct map concrete = {0};
	if (!machine_refined(p->project->main)) return;
	struct abstraction *a = p->abstraction = ARENA_NEW(&p->arena, struct abstraction);
	levels_open(p->project, &a->levels);
	level_mark(p->project->main, &concrete);
	find_hidden(p);
	find_invariants(p, &concrete);
	for (uint32_t i = 0; i < a->levels.list.count; i++)
		equate_names(p, &a->levels.list.at[i], i == 0);
	for (uint32_t i = 0; i < p->invariants.count; i++) {
		const struct hypothesis *h = &p->invariants.at[i];
		if (abstraction_is_in(p, h->node))
			VEC_PUSH(&a->glue, ((struct glue){h->name, h->node, NULL}));
	}
	map_clear(&concrete);
}

void abstraction_close(struct prover *p)
{
	struct abstraction *a = p->abstraction;
	if (!a) return;
	levels_clear(&a->levels);
	VEC_CLEAR(&a->hidden);
	VEC_CLEAR(&a->invariants);
	VEC_CLEAR(&a->glue);
}

/* ---- operations ------------------------------------------------------------------------------------ */

static const struct operation **refined(struct prover *p, const struct operation *o, name shown,
                                        uint32_t *count)
{
	const struct levels *l = &p->abstraction->levels;
	const struct operation **list = ARENA_ARRAY(&p->arena, l->list.count, const struct operation *);
	*count = l->list.count;
	levels_operations(l, o, shown, list);
	return list;
}

const struct operation *abstraction_operation(struct prover *p, const struct operation *o,
                                              name shown, bool *is_far)
{
	uint32_t count, i = 0;
	const struct operation **list = refined(p, o, shown, &count);
	while (i < count && !list[i]) i++;
	*is_far = i > 0 && i < count;
	return i < count ? list[i] : NULL;
}

/* trm(S) (B-Book 6.3.1): where its ASSERTs or the preconditions of what it calls are false, anything refines
 * the abstraction. */
static void add_termination(struct prover *p, const struct operation *up,
                            const struct replacement *start, name stem, struct hypotheses *out)
{
	struct paths w = {.copies.arena = &p->arena, .needs_loop_failures = true};
	const struct node *body = up->body->op == OP_S_PRE ? up->body->kid[1] : up->body;
	for (uint32_t i = 0; i < up->results->count; i++)
		start = substitute_put(w.copies.arena, start, up->results->kid[i]->decl, NULL);
	bool is_known = paths_find_from(&w, body, start);
	for (uint32_t i = 0; is_known && i < w.list.count; i++) {
		const struct path *path = &w.list.at[i];
		const struct node *n = path->undefined;
		if (!path->fails || path->kind == EVAL_UNDEFINED) continue;
		n = paths_close(&w, path, n ? build_op(w.copies.arena, OP_NOT, path->pos, n, NULL) : NULL);
		n = n ? build_op(w.copies.arena, OP_NOT, path->pos, n, NULL)
		      : node_new(&p->arena, OP_FALSITY, path->pos, 0);
		hypotheses_conjuncts(p, out, substitute_in(&w.copies, n, NULL, NULL), stem, false);
	}
	VEC_CLEAR(&w.list);
}

void abstraction_preconditions(struct prover *p, const struct operation *o, name shown,
                               struct hypotheses *out)
{
	uint32_t count;
	struct paths w = {.copies.arena = &p->arena};
	const struct operation **list = refined(p, o, shown, &count);
	for (uint32_t i = 0; i < count; i++) {
		const struct operation *up = list[i];
		const struct replacement *env = NULL;
		if (!up) continue;
		for (uint32_t k = 0; k < up->parameters->count && k < o->parameters->count; k++)
			env = substitute_put(w.copies.arena, env, up->parameters->kid[k]->decl,
			                     build_name(&p->arena, o->parameters->kid[k]->decl, o->pos));
		name machine = p->abstraction->levels.list.at[i].machine->name;
		if (up->body->op == OP_S_PRE)
			hypotheses_conjuncts(p, out, substitute_in(&w.copies, up->body->kid[0], env, NULL),
			                     arena_format(&p->arena, "%s.pre", machine), false);
		add_termination(p, up, env, arena_format(&p->arena, "%s.trm", machine), out);
	}
}
