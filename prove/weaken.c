/* Fewer hypotheses, of which is known how large sets their solutions need: where these have none either, no larger sets need to be
 * looked at. Of what cannot be kept a part is: of f : S --> T that f is a function, and has values for those elements of S that have names. */
#include "prove/prover.h"

struct weaker {
	struct prover *p;
	const struct question *of;
	struct question_parts parts; /* what is asked instead */
	struct question_parts taken; /* of the first question, with names for what is said to exist */
};

static bool is_small(const struct weaker *w, const struct node *n)
{
	return bounds_small_model(w->of->universe, w->taken.names.at, w->taken.names.count, &n, 1) <
	       BOUNDS_NO_SIZE;
}

static void keep(struct weaker *w, const struct node *n)
{
	if (is_small(w, n)) VEC_PUSH(&w->parts.conjuncts, n);
}

/* ---- names for what exists ---------------------------------------------------------------------------------------------- */

static const struct node *taken(struct weaker *w, const struct node *n, bool is);

static const struct node *as_it_is(struct weaker *w, const struct node *n, bool is)
{
	return is ? n : build_not(&w->p->project->arena, n);
}

static const struct node *taken_parts(struct weaker *w, const struct node *n, enum op op,
                                      bool first, bool rest)
{
	struct node *all = node_new(&w->p->project->arena, op, n->pos, n->count);
	for (uint32_t i = 0; i < n->count; i++) {
		bool is = i ? rest : first;
		bool is_last = i + 1 == n->count, stays = op == OP_OR && !is_last;
		bool is_whole = stays && defined_may_fail(n->kid[i]); /* and may decide nothing */
		all->kid[i] = is_whole ? as_it_is(w, n->kid[i], is) : taken(w, n->kid[i], is);
	}
	return all;
}

/* Each has a name of its own: copies of a binder may share theirs. */
static const struct node *taken_body(struct weaker *w, const struct node *n, bool is)
{
	struct arena *a = &w->p->project->arena;
	struct substitute copies = {.arena = a};
	const struct replacement *env = NULL;
	for (uint32_t i = 0; i < n->kid[0]->count; i++) {
		struct decl *d = n->kid[0]->kid[i]->decl;
		const struct node *own = build_fresh(a, d->name, d->type, n->pos);
		env = substitute_put(a, env, d, own);
		VEC_PUSH(&w->taken.names, own->decl);
		eval_set(w->p->eval, own->decl, VALUE_NONE);
	}
	const struct node *body = substitute_in(&copies, n->kid[1], env, NULL);
	return copies.gives_up ? as_it_is(w, n, is) : taken(w, body, is);
}

/* The formula (or that it is false), where what is said to exist has a name. */
static const struct node *taken(struct weaker *w, const struct node *n, bool is)
{
	switch (n->op) {
	case OP_LABEL: return taken(w, n->kid[0], is);
	case OP_NOT: return taken(w, n->kid[0], !is);
	case OP_AND: return taken_parts(w, n, is ? OP_AND : OP_OR, is, is);
	case OP_OR: return taken_parts(w, n, is ? OP_OR : OP_AND, is, is);
	case OP_IMPLIES: return taken_parts(w, n, is ? OP_OR : OP_AND, !is, is);
	case OP_EXISTS:
		if (is) return taken_body(w, n, true);
		break;
	case OP_FORALL:
		if (!is) return taken_body(w, n, false);
		break;
	default: break;
	}
	return as_it_is(w, n, is);
}

static void take_all(struct weaker *w)
{
	for (uint32_t i = 0; i < w->of->count; i++) {
		VEC_PUSH(&w->taken.names, w->of->names[i]);
		eval_set(w->p->eval, w->of->names[i], VALUE_NONE);
	}
	for (uint32_t i = 0; i < w->of->conjunct_count; i++)
		EACH_CONJUNCT(c, taken(w, w->of->conjuncts[i], true)) VEC_PUSH(&w->taken.conjuncts, c.now);
}

/* ---- functions between sets of open sizes ----------------------------------------------------------------------------------- */

static enum op partial(enum op arrows)
{
	if (!op_is(arrows, FACT_FUNCTIONS)) return OP_RELATIONS;
	return op_is(arrows, FACT_INJECTIVE) ? OP_PARTIAL_INJECTIONS : OP_PARTIAL_FUNCTIONS;
}

static bool is_element_of(const struct decl *d, const struct node *set)
{
	const struct type *t = set->type ? set->type->a : NULL;
	return d->type && t && d->type->kind == TYPE_GIVEN && t->kind == TYPE_GIVEN &&
	       d->type->decl == t->decl;
}

/* f(x) has a value where x is in S. */
static void keep_values(struct weaker *w, const struct node *f, const struct node *s,
                        struct type *type)
{
	struct arena *a = &w->p->project->arena;
	for (uint32_t i = 0; i < w->taken.names.count; i++) {
		struct decl *d = w->taken.names.at[i];
		if (!is_element_of(d, s)) continue;
		const struct node *x = build_name(a, d, f->pos);
		const struct node *result = build_typed(a, OP_APPLY, f->pos, type, f, x);
		const struct node *is_in = build_op(a, OP_MEMBER, f->pos, x, s);
		const struct node *has_value = build_op(a, OP_EQUAL, f->pos, result, result);
		keep(w, build_op(a, OP_IMPLIES, f->pos, is_in, has_value));
	}
}

static void keep_arrow(struct weaker *w, const struct node *n)
{
	struct arena *a = &w->p->project->arena;
	const struct node *f = n->kid[0], *arrows = n->kid[1], *s = arrows->kid[0], *t = arrows->kid[1];
	const struct node *less = build_like(a, partial(arrows->op), arrows, s, t);
	keep(w, build_op(a, OP_MEMBER, n->pos, f, less));
	if (op_is(arrows->op, FACT_TOTAL) && op_is(arrows->op, FACT_FUNCTIONS) && t->type)
		keep_values(w, f, s, t->type->a);
}

/* ---- the question ----------------------------------------------------------------------------------------------------------- */

static bool has_none(struct prover *p, const struct question *q, const struct search_options *how)
{
	struct search *s = search_open(p->eval, p->project, q, how);
	struct verdict v = search_next(s);
	search_close(s);
	return v.answer == SEARCH_NONE && v.is_complete;
}

uint32_t weaken_small_model(struct prover *p, const struct question *q,
                            const struct search_options *how)
{
	struct weaker w = {.p = p, .of = q};
	struct question less = *q;
	take_all(&w);
	for (uint32_t i = 0; i < w.taken.conjuncts.count; i++) {
		const struct node *n = w.taken.conjuncts.at[i];
		bool is_arrow = n->op == OP_MEMBER && op_is(n->kid[1]->op, FACT_FUNCTIONS | FACT_RELATIONS);
		if (is_arrow && !is_small(&w, n)) keep_arrow(&w, n);
		else keep(&w, n);
	}
	less.names = w.taken.names.at;
	less.count = w.taken.names.count;
	less.conjuncts = w.parts.conjuncts.at;
	less.conjunct_count = w.parts.conjuncts.count;
	uint32_t size = bounds_small_model(q->universe, less.names, less.count, less.conjuncts,
	                                   less.conjunct_count);
	if (size < BOUNDS_NO_SIZE && !has_none(p, &less, how)) size = BOUNDS_NO_SIZE;
	parts_clear(&w.parts);
	parts_clear(&w.taken);
	return size;
}
