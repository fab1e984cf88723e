/* Goals of Event-B's sequents that follow by the way they are written: a hypothesis, the type of something, membership by what functions and
 * subsets are known. What follows holds whatever the sizes of sets. Formulas have a value: that is an obligation of its own. */
#include "prove/prover.h"

enum { MOST_DEPTH = 8, MOST_STEPS = 20000 };

struct derivation {
	VEC(const struct node *) facts;
	uint32_t given; /* the first of them are the hypotheses */
	uint32_t depth, steps;
};

static void assume(struct derivation *d, const struct node *n)
{
	EACH_CONJUNCT(c, n) VEC_PUSH(&d->facts, c.now);
}

static bool are_same(struct derivation *d, const struct node *a, const struct node *b)
{
	return a == b || (d->steps < MOST_STEPS && d->steps++ < MOST_STEPS && alike_are(a, b));
}

/* Is x op y a fact? */
static bool is_fact(struct derivation *d, enum op op, const struct node *x, const struct node *y)
{
	for (uint32_t i = 0; i < d->facts.count; i++) {
		const struct node *f = d->facts.at[i];
		if (f->op == op && are_same(d, f->kid[1], y) && are_same(d, f->kid[0], x)) return true;
	}
	return false;
}

static bool is_member(struct derivation *d, const struct node *x, const struct node *set);

/* ---- sets ------------------------------------------------------------------------------------------------------ */

static bool is_part(struct derivation *d, const struct node *a, const struct node *b)
{
	if (are_same(d, a, b) || a->op == OP_EMPTY_SET || conjunct_is_type(b)) return true;
	if (is_fact(d, OP_SUBSET, a, b)) return true;
	switch (a->op) {
	case OP_UNION: return is_part(d, a->kid[0], b) && is_part(d, a->kid[1], b);
	case OP_INTER: return is_part(d, a->kid[0], b) || is_part(d, a->kid[1], b);
	case OP_DIFFERENCE: return is_part(d, a->kid[0], b);
	case OP_SET:
		for (uint32_t i = 0; i < a->count; i++)
			if (!is_member(d, a->kid[i], b)) return false;
		return true;
	default: break;
	}
	for (uint32_t i = 0; i < d->facts.count; i++) { /* a ∈ ℙ(b) */
		const struct node *f = d->facts.at[i];
		bool is_one = f->op == OP_MEMBER && f->kid[1]->op == OP_POW;
		if (is_one && are_same(d, f->kid[1]->kid[0], b) && are_same(d, f->kid[0], a)) return true;
	}
	return false;
}

/* x ∈ dom(f), where f ∈ X → Y or dom(f) = X is a fact */
static bool is_in_domain(struct derivation *d, const struct node *x, const struct node *dom)
{
	for (uint32_t i = 0; i < d->facts.count; i++) {
		const struct node *f = d->facts.at[i], *whole = NULL;
		bool is_total = f->op == OP_MEMBER && op_is(f->kid[1]->op, FACT_ARROWS) &&
		                op_is(f->kid[1]->op, FACT_TOTAL);
		if (is_total && are_same(d, f->kid[0], dom->kid[0])) whole = f->kid[1]->kid[0];
		if (f->op == OP_EQUAL && are_same(d, f->kid[0], dom)) whole = f->kid[1];
		if (whole && is_member(d, x, whole)) return true;
	}
	return false;
}

/* f ∈ S ⇸ T or S ↔ T, of whole types: it is a function, or any relation */
static bool is_arrow(struct derivation *d, const struct node *f, const struct node *set)
{
	if (!conjunct_is_type(set->kid[0]) || !conjunct_is_type(set->kid[1])) return false;
	if (set->op == OP_RELATIONS) return true;
	for (uint32_t i = 0; set->op == OP_PARTIAL_FUNCTIONS && i < d->facts.count; i++) {
		const struct node *n = d->facts.at[i];
		bool is_function = n->op == OP_MEMBER && op_is(n->kid[1]->op, FACT_FUNCTIONS);
		if (is_function && are_same(d, n->kid[0], f)) return true;
	}
	return false;
}

static bool is_in_part(struct derivation *d, const struct node *x, const struct node *set)
{
	for (uint32_t i = 0; i < d->facts.count; i++) {
		const struct node *f = d->facts.at[i];
		bool is_one = f->op == OP_SUBSET && are_same(d, f->kid[1], set);
		if (is_one && is_member(d, x, f->kid[0])) return true;
	}
	return false;
}

static bool member_by_form(struct derivation *d, const struct node *x, const struct node *set)
{
	switch (set->op) {
	case OP_UNION: return is_member(d, x, set->kid[0]) || is_member(d, x, set->kid[1]);
	case OP_INTER: return is_member(d, x, set->kid[0]) && is_member(d, x, set->kid[1]);
	case OP_DIFFERENCE:
		return is_member(d, x, set->kid[0]) && is_fact(d, OP_NOT_MEMBER, x, set->kid[1]);
	case OP_SET:
		for (uint32_t i = 0; i < set->count; i++)
			if (are_same(d, x, set->kid[i])) return true;
		return false;
	case OP_DOM: return is_in_domain(d, x, set);
	case OP_POW: return is_part(d, x, set->kid[0]);
	case OP_RELATIONS:
	case OP_PARTIAL_FUNCTIONS: return is_arrow(d, x, set);
	default: return false;
	}
}

static bool is_member(struct derivation *d, const struct node *x, const struct node *set)
{
	if (conjunct_is_type(set) || is_fact(d, OP_MEMBER, x, set)) return true;
	if (d->depth >= MOST_DEPTH || d->steps >= MOST_STEPS) return false;
	d->depth++;
	bool is_in = member_by_form(d, x, set) || is_in_part(d, x, set);
	d->depth--;
	return is_in;
}

/* ---- goals ------------------------------------------------------------------------------------------------------ */

static bool follows(struct derivation *d, const struct node *n);

/* A fact up to bound names; its own binder has names that no fact has. */
static bool is_known(struct derivation *d, const struct node *n)
{
	for (uint32_t i = 0; i < d->facts.count; i++)
		if (d->facts.at[i]->op == n->op && are_same(d, d->facts.at[i], n)) return true;
	return false;
}

/* Of any values of its names: nothing may have been assumed of these. */
static bool follows_of_any(struct derivation *d, const struct node *n)
{
	for (uint32_t i = 0; i < n->kid[0]->count; i++)
		for (uint32_t k = d->given; k < d->facts.count; k++)
			if (node_mentions(d->facts.at[k], n->kid[0]->kid[i]->decl)) return false;
	return follows(d, n->kid[1]);
}

static bool all_follow(struct derivation *d, const struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (!follows(d, n->kid[i])) return false;
	return true;
}

static bool follows(struct derivation *d, const struct node *n)
{
	uint32_t before = d->facts.count;
	bool is_true = false;
	if (n->op == OP_TRUTH || is_known(d, n)) return true;
	switch (n->op) {
	case OP_AND: return all_follow(d, n);
	case OP_IMPLIES:
		assume(d, n->kid[0]);
		is_true = follows(d, n->kid[1]);
		d->facts.count = before;
		return is_true;
	case OP_FORALL: return follows_of_any(d, n);
	case OP_EQUAL: return are_same(d, n->kid[0], n->kid[1]);
	case OP_MEMBER: return is_member(d, n->kid[0], n->kid[1]);
	case OP_SUBSET: return is_part(d, n->kid[0], n->kid[1]);
	default: return false;
	}
}

bool derive_goal(const struct obligation *o)
{
	struct derivation d = {0};
	for (uint32_t i = 0; i < o->hypothesis_count; i++)
		assume(&d, obligation_hypothesis(o, i)->node);
	d.given = d.facts.count;
	bool is_true = follows(&d, o->goal);
	VEC_CLEAR(&d.facts);
	return is_true;
}
