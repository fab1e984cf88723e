/* Well-definedness as Rodin has it: the operator L of Abrial and Mussat (On Using Conditional Definitions in Formal Theories), from left to
 * right; then what is known already is left out. */
#include "eventb/proof/proof.h"

/* ---- building, with ⊤ left out --------------------------------------------------------------------------------- */

static const struct node *truth(struct proof *g, const struct node *like)
{
	return build_truth(g->arena, like->pos, true);
}

static bool is_truth(const struct node *n) { return n->op == OP_TRUTH; }

static const struct node *both(struct proof *g, const struct node *a, const struct node *b)
{
	if (is_truth(a)) return b;
	return is_truth(b) ? a : build_join(g->arena, OP_AND, a, b);
}

static const struct node *if_then(struct proof *g, const struct node *a, const struct node *b)
{
	return is_truth(a) || is_truth(b) ? b : build_join(g->arena, OP_IMPLIES, a, b);
}

static const struct node *either(struct proof *g, const struct node *a, const struct node *b)
{
	if (is_truth(a)) return a;
	return is_truth(b) ? b : build_join(g->arena, OP_OR, a, b);
}

static const struct node *for_all(struct proof *g, const struct node *ids, const struct node *p)
{
	return is_truth(p) ? p : build_op(g->arena, OP_FORALL, p->pos, ids, p);
}

static const struct node *type_set(struct proof *g, struct type *t, struct pos pos)
{
	const struct node *whole = build_whole(g->arena, t, pos);
	return whole ? whole : build_leaf(g->arena, OP_TYPE_SET, pos, build_power_type(g->arena, t));
}

static struct type *seen_through(struct type *t)
{
	while (t->kind == TYPE_VAR && t->a) t = t->a;
	return t;
}

/* x ∈ dom(f) ∧ f ∈ S ⇸ T */
static const struct node *applies(struct proof *g, const struct node *n)
{
	const struct node *f = n->kid[0];
	struct type *pair = seen_through(seen_through(f->type)->a);
	struct type *domain = build_power_type(g->arena, pair->a);
	const struct node *dom = build_typed(g->arena, OP_DOM, n->pos, domain, f, NULL);
	const struct node *functions =
	    build_typed(g->arena, OP_PARTIAL_FUNCTIONS, n->pos, build_power_type(g->arena, f->type),
	                type_set(g, pair->a, n->pos), type_set(g, pair->b, n->pos));
	return both(g, build_join(g->arena, OP_MEMBER, n->kid[1], dom),
	            build_join(g->arena, OP_MEMBER, f, functions));
}

static const struct node *zero(struct proof *g, const struct node *like)
{
	return build_number(g->arena, g->project->names, like, 0);
}

static const struct node *at_least_zero(struct proof *g, const struct node *n)
{
	return build_join(g->arena, OP_LESS_EQUAL, zero(g, n), n);
}

static const struct node *not_empty(struct proof *g, const struct node *set)
{
	return build_join(g->arena, OP_NOT_EQUAL, set, build_empty(g->arena, set->pos, set->type));
}

/* ∃b·∀x·x ∈ S ⇒ b ≤ x, or ≥ */
static const struct node *bounded(struct proof *g, const struct node *set, enum op op)
{
	struct type *integer = seen_through(set->type)->a;
	struct names *names = g->project->names;
	const struct node *b = build_fresh(g->arena, names_of(names, "b"), integer, set->pos);
	const struct node *x = build_fresh(g->arena, names_of(names, "x"), integer, set->pos);
	const struct node *inner =
	    build_join(g->arena, OP_IMPLIES, build_join(g->arena, OP_MEMBER, x, set),
	               build_join(g->arena, op, b, x));
	inner = build_op(g->arena, OP_FORALL, set->pos, build_ids(g->arena, set->pos, 1, &x), inner);
	return build_op(g->arena, OP_EXISTS, set->pos, build_ids(g->arena, set->pos, 1, &b), inner);
}

/* ---- operators ------------------------------------------------------------------------------------------------- */

/* What the operator itself asks of its operands. */
static const struct node *own(struct proof *g, const struct node *n)
{
	switch (n->op) {
	case OP_APPLY: return applies(g, n);
	case OP_DIVIDE: return build_join(g->arena, OP_NOT_EQUAL, n->kid[1], zero(g, n->kid[1]));
	case OP_MOD:
		return both(g, at_least_zero(g, n->kid[0]),
		            build_join(g->arena, OP_LESS, zero(g, n->kid[1]), n->kid[1]));
	case OP_POWER: return both(g, at_least_zero(g, n->kid[0]), at_least_zero(g, n->kid[1]));
	case OP_CARD: return build_op(g->arena, OP_FINITE, n->pos, n->kid[0], NULL);
	case OP_MIN: return both(g, not_empty(g, n->kid[0]), bounded(g, n->kid[0], OP_LESS_EQUAL));
	case OP_MAX: return both(g, not_empty(g, n->kid[0]), bounded(g, n->kid[0], OP_GREATER_EQUAL));
	case OP_GENERAL_INTER: return not_empty(g, n->kid[0]);
	case OP_QUANTIFIED_INTER:
		return is_truth(n->kid[1]) ? n->kid[1]
		                           : build_op(g->arena, OP_EXISTS, n->pos, n->kid[0], n->kid[1]);
	default: return truth(g, n);
	}
}

static const struct node *demand(struct proof *g, const struct node *n);

/* P ∧ Q ∧ R, P ∨ Q ∨ R: from the last one on */
static const struct node *in_turn(struct proof *g, const struct node *n)
{
	const struct node *rest = truth(g, n);
	for (uint32_t i = n->count; i > 0; i--) {
		const struct node *p = n->kid[i - 1];
		rest = n->op == OP_AND ? if_then(g, p, rest) : either(g, p, rest);
		rest = both(g, demand(g, p), rest);
	}
	return rest;
}

/* names · P ∣ E; without E where there is none */
static const struct node *of_binder(struct proof *g, const struct node *n)
{
	const struct node *p = demand(g, n->kid[1]);
	if (n->count > 2) p = both(g, p, if_then(g, n->kid[1], demand(g, n->kid[2])));
	return both(g, for_all(g, n->kid[0], p), own(g, n));
}

static const struct node *demand(struct proof *g, const struct node *n)
{
	if (n->op == OP_AND || n->op == OP_OR) return in_turn(g, n);
	if (n->op == OP_IMPLIES)
		return both(g, demand(g, n->kid[0]), if_then(g, n->kid[0], demand(g, n->kid[1])));
	if (n->count > 1 && n->kid[0]->op == OP_IDS) return of_binder(g, n);
	const struct node *all = truth(g, n);
	uint32_t count = n->op == OP_OF_TYPE ? 1 : n->count;
	for (uint32_t i = 0; i < count; i++) all = both(g, all, demand(g, n->kid[i]));
	return both(g, all, own(g, n));
}

/* ---- what is known ------------------------------------------------------------------------------------------- */

struct improve {
	struct proof *proof;
	VEC(const struct node *) known;
};

static bool is_known(const struct improve *x, const struct node *n)
{
	for (uint32_t i = 0; i < x->known.count; i++)
		if (alike_are(x->known.at[i], n)) return true;
	return false;
}

static void know(struct improve *x, const struct node *n)
{
	EACH_CONJUNCT(c, n) VEC_PUSH(&x->known, c.now);
}

static const struct node *improve(struct improve *x, const struct node *n)
{
	struct proof *g = x->proof;
	uint32_t before = x->known.count;
	if (n->op == OP_AND) {
		const struct node *all = truth(g, n);
		EACH_CONJUNCT(c, n) {
			const struct node *p = improve(x, c.now);
			if (!is_truth(p)) know(x, p);
			all = both(g, all, p);
		}
		x->known.count = before;
		return all;
	}
	if (n->op == OP_IMPLIES) {
		know(x, n->kid[0]);
		const struct node *p = improve(x, n->kid[1]);
		x->known.count = before;
		return if_then(g, n->kid[0], p);
	}
	if (n->op == OP_FORALL) return for_all(g, n->kid[0], improve(x, n->kid[1]));
	return is_known(x, n) ? truth(g, n) : n;
}

const struct node *wd_of(struct proof *g, const struct node *n)
{
	struct improve x = {.proof = g};
	const struct node *better = improve(&x, demand(g, n));
	VEC_CLEAR(&x.known);
	return better;
}
