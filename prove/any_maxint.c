/* Obligations in which MAXINT and MININT are names like others, of which only MININT < 0 < MAXINT is known: what is proved of them holds
 * whatever the range of INT. They are written anew, with 0..maxint for NAT, also substitutions and the operations that these call. */
#include "prove/any_maxint.h"

struct any_maxint {
	struct prover *p;
	struct arena *arena;
	struct map nodes, lists, operations; /* what became of each */
	const struct node *most, *least;     /* MAXINT; -MININT */
	struct hypothesis_list *bounds;      /* of both */
};

/* ---- formulas ---------------------------------------------------------------------------------------------- */

static const struct node *minint(const struct any_maxint *x, const struct node *at)
{
	return build_like(x->arena, OP_NEGATE, x->least, build_name(x->arena, x->least->decl, at->pos),
	                  NULL);
}

static const struct node *number(const struct any_maxint *x, const struct node *at, int64_t is)
{
	struct node like = {.pos = at->pos, .type = x->most->type};
	return build_number(x->arena, x->p->project->names, &like, is);
}

/* What stands for it; NULL: it has nothing to do with the range. */
static const struct node *meant(const struct any_maxint *x, const struct node *n)
{
	const struct node *low = NULL;
	switch (n->op) {
	case OP_MAXINT: return build_name(x->arena, x->most->decl, n->pos);
	case OP_MININT: return minint(x, n);
	case OP_INT_SET: low = minint(x, n); break;
	case OP_NAT_SET: low = number(x, n, 0); break;
	case OP_NAT1_SET: low = number(x, n, 1); break;
	default: return NULL;
	}
	const struct node *high = build_name(x->arena, x->most->decl, n->pos);
	return build_like(x->arena, OP_INTERVAL, n, low, high);
}

static const struct node *rewritten(struct any_maxint *x, const struct node *n);

/* The operation that is called, if it is another one now. */
static struct decl *called(struct any_maxint *x, struct decl *d)
{
	struct decl *known = map_get(&x->operations, d);
	if (known) return known;
	const struct node *body = rewritten(x, d->operation->body);
	struct decl *other = d;
	if (body != d->operation->body) {
		struct operation *o = ARENA_NEW(x->arena, struct operation);
		other = ARENA_NEW(x->arena, struct decl);
		*o = *d->operation;
		*other = *d;
		o->body = body;
		o->decl = other;
		other->operation = o;
	}
	map_put(&x->operations, d, other);
	return other;
}

/* Its copy, if something inside is another one; else itself. */
static const struct node *with_kids(struct any_maxint *x, const struct node *n)
{
	struct node *copy = NULL;
	struct decl *d = n->op == OP_S_CALL ? called(x, n->decl) : n->decl;
	if (d != n->decl) {
		copy = build_copy(x->arena, n);
		copy->decl = d;
	}
	for (uint32_t i = 0; i < n->count; i++) {
		const struct node *kid = rewritten(x, n->kid[i]);
		if (kid == n->kid[i]) continue;
		if (!copy) copy = build_copy(x->arena, n);
		copy->kid[i] = kid;
	}
	return copy ? copy : n;
}

/* Formulas that several obligations share stay shared: answers are kept by them. */
static const struct node *rewritten(struct any_maxint *x, const struct node *n)
{
	const struct node *known = map_get(&x->nodes, n);
	if (known) return known;
	const struct node *is = meant(x, n);
	if (!is) is = with_kids(x, n);
	map_put(&x->nodes, n, (void *)(uintptr_t)is);
	return is;
}

/* ---- obligations ------------------------------------------------------------------------------------------- */

static const struct hypothesis_list *with_bounds(struct any_maxint *x,
                                                 const struct hypothesis_list *l)
{
	if (!l) return x->bounds;
	struct hypothesis_list *known = map_get(&x->lists, l);
	if (known) return known;
	uint32_t own = l->count - (l->before ? l->before->count : 0);
	struct hypothesis *at = ARENA_ARRAY(x->arena, own + 1, struct hypothesis);
	for (uint32_t i = 0; i < own; i++)
		at[i] = (struct hypothesis){rewritten(x, l->at[i].node), l->at[i].name};
	struct hypothesis_list *new = ARENA_NEW(x->arena, struct hypothesis_list);
	*new = (struct hypothesis_list){with_bounds(x, l->before), at, l->count + x->bounds->count,
	                                l->is_derived};
	map_put(&x->lists, l, new);
	return new;
}

static struct decl *const *with_both_names(const struct any_maxint *x, const struct obligation *o)
{
	struct decl **names = ARENA_ARRAY(x->arena, o->name_count + 2, struct decl *);
	names[0] = x->most->decl;
	names[1] = x->least->decl;
	for (uint32_t i = 0; i < o->name_count; i++) names[i + 2] = o->names[i];
	return names; /* those of loops stay the last ones */
}

static void rewrite_obligation(struct any_maxint *x, struct obligation *o)
{
	REQUIRE(!o->selected); /* nobody selects hypotheses of machines */
	o->names = with_both_names(x, o);
	o->name_count += 2;
	o->hypotheses = with_bounds(x, o->hypotheses);
	o->hypothesis_count += x->bounds->count;
	if (o->body) o->body = rewritten(x, o->body);
	if (o->goal) o->goal = rewritten(x, o->goal);
}

/* ---- the frame --------------------------------------------------------------------------------------------- */

/* An integer above 0. */
static const struct node *positive(struct any_maxint *x, const char *text, struct hypothesis *out)
{
	struct pos nowhere = {0};
	struct type *integer = ARENA_NEW(x->arena, struct type);
	*integer = (struct type){.kind = TYPE_INTEGER};
	struct type *set = build_power_type(x->arena, integer);
	struct node *id = build_fresh(x->arena, names_of(x->p->project->names, text), integer, nowhere);
	struct node *from = build_leaf(x->arena, OP_NATURAL1_SET, nowhere, set);
	*out = (struct hypothesis){build_op(x->arena, OP_MEMBER, nowhere, id, from), id->name};
	eval_set(x->p->eval, id->decl, VALUE_NONE); /* which gives it a slot */
	return id;
}

void any_maxint_apply(struct prover *p)
{
	struct any_maxint x = {.p = p, .arena = &p->arena};
	struct hypothesis *both = ARENA_ARRAY(x.arena, 2, struct hypothesis);
	x.most = positive(&x, "MAXINT", &both[0]);
	x.least = positive(&x, "-MININT", &both[1]);
	x.bounds = ARENA_NEW(x.arena, struct hypothesis_list);
	*x.bounds = (struct hypothesis_list){.at = both, .count = 2};
	for (uint32_t i = 0; i < p->list.count; i++) rewrite_obligation(&x, &p->list.at[i]);
	map_clear(&x.nodes);
	map_clear(&x.lists);
	map_clear(&x.operations);
}
