/* Machines above a refinement: their variables, invariants and operations. A variable of the same name in
 * a machine and its abstraction has the same value in both; a concrete one that is not declared again is
 * the same variable. */
#include "check/refinement.h"

/* ---- machines -------------------------------------------------------------------------------------- */

static struct machine *above(const struct machine *m)
{
	for (uint32_t i = 0; i < m->references.count; i++)
		if (m->references.at[i].kind == REF_REFINES) return m->references.at[i].target;
	return NULL;
}

/* All that a machine consists of; machines that are only seen or used unless `known` has them. */
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

static bool is_among(struct decl *const *list, uint32_t count, const struct decl *d)
{
	for (uint32_t i = 0; i < count; i++)
		if (list[i] == d) return true;
	return false;
}

bool abstraction_hides(const struct prover *p, const struct decl *d)
{
	const struct abstraction *a = p->abstraction;
	return a && is_among(a->hidden.at, a->hidden.count, d);
}

bool abstraction_owns(const struct prover *p, const struct decl *d)
{
	const struct abstraction *a = p->abstraction;
	return a && is_among(a->owned.at, a->owned.count, d);
}

bool abstraction_is_in(const struct prover *p, const struct node *n)
{
	if ((n->op == OP_ID || n->op == OP_OLD) && n->decl && abstraction_hides(p, n->decl))
		return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (abstraction_is_in(p, n->kid[i])) return true;
	return false;
}

/* ---- variables ------------------------------------------------------------------------------------- */

struct variables {
	VEC(struct decl *) list;
};

static void add_variables(const struct machine *m, struct variables *to)
{
	for (uint32_t i = 0; i < m->decls.count; i++)
		if (m->decls.at[i]->kind == DECL_VARIABLE) VEC_PUSH(&to->list, m->decls.at[i]);
}

/* Concrete variables of its abstractions stay those of a machine that does not declare them. */
static void add_kept(const struct machine *m, struct variables *to)
{
	for (const struct machine *a = above(m); a; a = above(a))
		for (uint32_t i = 0; i < a->decls.count; i++) {
			struct decl *d = a->decls.at[i];
			bool is_hidden = d->kind != DECL_VARIABLE || !d->is_concrete;
			for (const struct machine *b = m; b != a && !is_hidden; b = above(b))
				for (uint32_t k = 0; k < b->decls.count; k++)
					is_hidden |=
					    b->decls.at[k]->kind == DECL_VARIABLE && b->decls.at[k]->name == d->name;
			if (!is_hidden) VEC_PUSH(&to->list, d);
		}
}

static void state_of(const struct project *p, const struct machine *m, const struct map *known,
                     struct variables *out)
{
	struct map marked = {0};
	mark(m, known, &marked);
	for (uint32_t i = 0; i < p->machines.count; i++)
		if (map_get(&marked, p->machines.at[i])) add_variables(p->machines.at[i], out);
	add_kept(m, out);
	map_clear(&marked);
}

static void find_variables(struct prover *p, const struct map *concrete)
{
	struct abstraction *a = p->abstraction;
	struct decl *const *all;
	uint32_t count = eval_variables(p->eval, &all);
	for (uint32_t i = 0; i < count; i++)
		if (!is_among(p->view.variables, p->view.variable_count, all[i]))
			VEC_PUSH(&a->hidden, all[i]);
	struct variables owned = {0};
	state_of(p->project, a->machine, concrete, &owned);
	for (uint32_t i = 0; i < owned.list.count; i++) VEC_PUSH(&a->owned, owned.list.at[i]);
	VEC_CLEAR(&owned.list);
}

/* ---- initialisation -------------------------------------------------------------------------------- */

static void find_initialisation(struct prover *p, const struct map *concrete)
{
	struct map marked = {0};
	struct abstraction *a = p->abstraction;
	VEC(struct node *) parts = {0};
	mark(a->machine, concrete, &marked);
	for (uint32_t i = 0; i < p->project->machines.count; i++) {
		struct machine *m = p->project->machines.at[i];
		if (map_get(&marked, m) && m->initialisation) VEC_PUSH(&parts, m->initialisation);
	}
	if (parts.count == 1) a->initialisation = parts.at[0];
	if (parts.count > 1) {
		a->initialisation = node_new(&p->arena, OP_S_SEQUENCE, parts.at[0]->pos, parts.count);
		for (uint32_t i = 0; i < parts.count; i++) a->initialisation->kid[i] = parts.at[i];
	}
	VEC_CLEAR(&parts);
	map_clear(&marked);
}

/* ---- invariants ------------------------------------------------------------------------------------ */

static void add_invariant(struct prover *p, struct hypotheses *to, const struct machine *m,
                          const struct node *n, uint32_t *number)
{
	bool is_split = n->op == OP_AND && !n->name;
	for (uint32_t i = 0; is_split && i < n->count; i++) add_invariant(p, to, m, n->kid[i], number);
	if (is_split) return;
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
		if (!map_get(concrete, m) && m->invariant) add_invariant(p, &all, m, m->invariant, &number);
	}
	for (uint32_t i = 0; i < all.list.count; i++) VEC_PUSH(&a->invariants, all.list.at[i]);
	all.list.count = number = 0;
	for (uint32_t i = 0; i < p->invariants.count; i++)
		if (!obligation_is_own(p, p->invariants.at[i].node))
			p->invariants.at[kept++] = p->invariants.at[i];
	p->invariants.count = kept;
	const struct machine *main = p->project->main;
	if (main->invariant) add_invariant(p, &all, main, main->invariant, &number);
	for (uint32_t i = 0; i < all.list.count; i++) VEC_PUSH(&p->invariants, all.list.at[i]);
	VEC_CLEAR(&all.list);
}

/* ---- glue ------------------------------------------------------------------------------------------ */

static struct decl *of_same_name(const struct variables *list, const struct decl *d)
{
	for (uint32_t i = 0; i < list->list.count; i++)
		if (list->list.at[i]->full_name == d->full_name) return list->list.at[i];
	return NULL;
}

/* x = M.x for each x of both; of the machine itself these are glue. */
static void equate_names(struct prover *p, const struct machine *m, const struct machine *up)
{
	struct abstraction *a = p->abstraction;
	struct variables own = {0}, abstract = {0};
	state_of(p->project, m, NULL, &own);
	state_of(p->project, up, NULL, &abstract);
	for (uint32_t i = 0; i < own.list.count; i++) {
		struct decl *d = own.list.at[i], *same = of_same_name(&abstract, d);
		name label = arena_format(&p->arena, "same_%s", d->name);
		bool is_main = m == p->project->main;
		if (same == d && is_main && abstraction_owns(p, d))
			VEC_PUSH(&a->glue, ((struct glue){label, NULL, d}));
		if (!same || same == d) continue;
		struct node *n = node_new(&p->arena, OP_EQUAL, d->pos, 2);
		n->kid[0] = way_name(&p->arena, d, d->pos);
		n->kid[1] = way_name(&p->arena, same, d->pos);
		n->kid[1]->name = arena_format(&p->arena, "%s.%s", up->name, d->name);
		if (is_main) VEC_PUSH(&a->glue, ((struct glue){label, n, NULL}));
		VEC_PUSH(&a->invariants, ((struct hypothesis){n, label}));
	}
	VEC_CLEAR(&own.list);
	VEC_CLEAR(&abstract.list);
}

void abstraction_open(struct prover *p)
{
	struct map concrete = {0};
	struct machine *main = p->project->main, *up = above(main);
	if (!up) return;
	struct abstraction *a = p->abstraction = ARENA_NEW(&p->arena, struct abstraction);
	*a = (struct abstraction){.machine = up};
	for (struct machine *m = up; m; m = above(m)) VEC_PUSH(&a->chain.list, m);
	mark(main, NULL, &concrete);
	find_variables(p, &concrete);
	find_initialisation(p, &concrete);
	find_invariants(p, &concrete);
	for (const struct machine *m = main; above(m); m = above(m)) equate_names(p, m, above(m));
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
	VEC_CLEAR(&a->chain.list);
	VEC_CLEAR(&a->hidden);
	VEC_CLEAR(&a->owned);
	VEC_CLEAR(&a->invariants);
	VEC_CLEAR(&a->glue);
}

/* ---- operations ------------------------------------------------------------------------------------ */

const struct operation *abstraction_operation(const struct prover *p, const struct operation *o,
                                              name shown, bool *is_far)
{
	const struct abstraction *a = p->abstraction;
	name n = o->refines ? o->refines : shown;
	*is_far = false;
	for (uint32_t i = 0; i < a->chain.list.count; i++) {
		const struct operation *found = machine_offers(a->chain.list.at[i], n);
		*is_far = i > 0;
		if (found) return found;
	}
	*is_far = false;
	return NULL;
}

void abstraction_preconditions(struct prover *p, const struct operation *o, name shown,
                               struct hypotheses *out)
{
	const struct abstraction *a = p->abstraction;
	struct ways w = {.arena = &p->arena};
	name n = o->refines ? o->refines : shown;
	for (uint32_t i = 0; i < a->chain.list.count; i++) {
		const struct operation *up = machine_offers(a->chain.list.at[i], n);
		const struct way_env *env = NULL;
		if (!up) continue;
		if (up->refines) n = up->refines;
		if (up->body->op != OP_S_PRE) continue;
		for (uint32_t k = 0; k < up->parameters->count && k < o->parameters->count; k++)
			env = way_put(&w, env, up->parameters->kid[k]->decl,
			              way_name(&p->arena, o->parameters->kid[k]->decl, o->pos));
		name stem = arena_format(&p->arena, "%s.pre", a->chain.list.at[i]->name);
		hypotheses_conjuncts(p, out, way_renamed(&w, up->body->kid[0], env, NULL), stem, false);
	}
}
