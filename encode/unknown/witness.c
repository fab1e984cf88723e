/* Unknowns that stand for what a predicate says to exist. Where it must hold as a whole, and not for one
 * instance of a quantifier only, swapping elements moves such an unknown like a name: symmetry is broken on
 * it first, since a single element can be chosen in few ways that differ (symmetry.c). */
#include "encode/unknown/unknown.h"

void witness_note(enc e, struct sym *s, const struct type *t)
{
	if (e->is_asserted && s) VEC_PUSH(&e->symmetry.witnesses, (struct witness){s, t});
}

/* ---- an element of a difference -------------------------------------------------------------------------- */

bool witness_is_wanted(enum op op, int want)
{
	if (op == OP_SUBSET || op == OP_EQUAL) return want == WANT_FALSE;
	return (op == OP_NOT_SUBSET || op == OP_NOT_EQUAL) && want == WANT_TRUE;
}

static bool has_interchangeable(const struct type *t)
{
	if (t->kind == TYPE_PAIR) return has_interchangeable(t->a) || has_interchangeable(t->b);
	return t->kind == TYPE_GIVEN &&
	       (t->decl->kind == DECL_DEFERRED_SET || t->decl->kind == DECL_SET_PARAMETER);
}

/* The elements of a that are not in b. */
static void differences(enc e, struct sym *a, struct sym *b, const struct type *t, struct pos pos,
                        struct cases *out)
{
	struct parts p = {0};
	set_elements(e, a, t, pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		lit is = circuit_and(e->c, p.is[i], -set_has(e, p.at[i], b, t, pos));
		if (is != LIT_FALSE) cases_push(e, out, p.at[i]->ground, is);
	}
}

/* One of them is chosen, and it is there. */
static lit chosen(enc e, const struct cases *c, const struct type *t)
{
	struct cases w = {0};
	struct lits all = {0};
	for (uint32_t i = 0; i < c->count; i++) {
		cases_push(e, &w, c->values[i], circuit_input(e->c));
		lits_push(e, &all, circuit_implies(e->c, w.is[i], c->is[i]));
	}
	circuit_require_exactly_one(e->c, w.is, w.count);
	VEC_PUSH(&e->symmetry.witnesses, (struct witness){sym_of_cases(e, t, &w), t});
	return circuit_all(e->c, all.at, all.count);
}

/* Of sets that are both unknown: for others, such as a set that is not empty, the choice costs more than it
 * saves. */
bool witness_of_difference(enc e, const struct node *n, lit *out)
{
	enum { FEWEST = 2, MOST = 400 };
	const struct type *t = n->kid[0]->type;
	struct cases c = {0};
	lit defined = LIT_TRUE;
	if (t->kind != TYPE_POW || !has_interchangeable(t->a) || membership_is_lazy(e, n->kid[1]))
		return false;
	struct sym *a = expression(e, n->kid[0], &defined), *b = expression(e, n->kid[1], &defined);
	if (defined == LIT_FALSE || a->kind != SYM_SET || b->kind != SYM_SET) return false;
	differences(e, a, b, t, n->pos, &c);
	if (n->op == OP_EQUAL || n->op == OP_NOT_EQUAL) differences(e, b, a, t, n->pos, &c);
	cases_merge(e, &c);
	if (c.count < FEWEST || c.count > MOST) return false;
	*out = circuit_and(e->c, defined, chosen(e, &c, t->a));
	return true;
}
