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
	if (a->op == OP_NATURAL1_SET && b->op == OP_NATURAL_SET) return true;
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

/* ---- functions and relations ------------------------------------------------------------------------------------- */

/* A family of relations between two sets. */
struct arrow {
	enum op op;
	const struct node *from, *to;
};

static bool is_arrow(struct derivation *d, const struct node *f, struct arrow w);

/* Is each relation of the one kind, between the same sets, one of the other? Only of kinds that make no demand on the second set. */
static bool is_kind_of(enum op one, enum op other)
{
	bool is_function = op_is(one, FACT_FUNCTIONS), is_total = op_is(one, FACT_TOTAL);
	switch (other) {
	case OP_RELATIONS: return op_is(one, FACT_ARROWS);
	case OP_PARTIAL_FUNCTIONS: return is_function;
	case OP_TOTAL_FUNCTIONS: return is_function && is_total;
	case OP_PARTIAL_INJECTIONS: return is_function && op_is(one, FACT_INJECTIVE);
	case OP_TOTAL_INJECTIONS: return is_function && is_total && op_is(one, FACT_INJECTIVE);
	default: return false;
	}
}

/* Those of which every part is one, too. */
static bool keeps_parts(enum op op)
{
	return op == OP_RELATIONS || op == OP_PARTIAL_FUNCTIONS || op == OP_PARTIAL_INJECTIONS;
}

/* f ∈ A → B is a fact, with larger sets here */
static bool is_arrow_by_fact(struct derivation *d, const struct node *f, struct arrow w)
{
	for (uint32_t i = 0; i < d->facts.count; i++) {
		const struct node *n = d->facts.at[i];
		bool fits = n->op == OP_MEMBER && is_kind_of(n->kid[1]->op, w.op);
		if (!fits || !are_same(d, n->kid[0], f)) continue;
		const struct node *from = n->kid[1]->kid[0];
		bool is_from = keeps_parts(w.op) ? is_part(d, from, w.from) : are_same(d, from, w.from);
		if (is_from && is_part(d, n->kid[1]->kid[1], w.to)) return true;
	}
	return false;
}

/* {a ↦ b, ...} */
static bool is_listed_arrow(struct derivation *d, const struct node *f, struct arrow w)
{
	bool is_whole = !keeps_parts(w.op), is_one = f->count == 1;
	if (!is_one && w.op != OP_RELATIONS) return false;
	for (uint32_t i = 0; i < f->count; i++) {
		const struct node *pair = f->kid[i];
		if (pair->op != OP_PAIR || !is_member(d, pair->kid[1], w.to)) return false;
		if (!is_whole && !is_member(d, pair->kid[0], w.from)) return false;
		bool is_all = w.from->op == OP_SET && w.from->count == 1;
		if (is_whole && !(is_all && are_same(d, pair->kid[0], w.from->kid[0]))) return false;
	}
	return true;
}

/* f <+ g */
static bool is_overridden(struct derivation *d, const struct node *n, struct arrow w)
{
	const struct node *f = n->kid[0], *g = n->kid[1];
	if (w.op == OP_RELATIONS || w.op == OP_PARTIAL_FUNCTIONS)
		return is_arrow(d, f, w) && is_arrow(d, g, w);
	if (w.op != OP_TOTAL_FUNCTIONS) return false;
	struct arrow partial = {OP_PARTIAL_FUNCTIONS, w.from, w.to};
	if (is_arrow(d, f, w) && is_arrow(d, g, partial)) return true;
	if (w.from->op != OP_UNION) return false;
	struct arrow left = {w.op, w.from->kid[0], w.to}, right = {w.op, w.from->kid[1], w.to};
	return is_arrow(d, f, left) && is_arrow(d, g, right);
}

static bool is_arrow_by_form(struct derivation *d, const struct node *f, struct arrow w)
{
	bool is_part = keeps_parts(w.op);
	switch (f->op) {
	case OP_EMPTY_SET: return is_part;
	case OP_SET: return is_listed_arrow(d, f, w);
	case OP_OVERRIDE: return is_overridden(d, f, w);
	case OP_UNION:
		return w.op == OP_RELATIONS && is_arrow(d, f->kid[0], w) && is_arrow(d, f->kid[1], w);
	case OP_INTER: return is_part && (is_arrow(d, f->kid[0], w) || is_arrow(d, f->kid[1], w));
	case OP_DIFFERENCE:
	case OP_RANGE_RESTRICT:
	case OP_RANGE_SUBTRACT: return is_part && is_arrow(d, f->kid[0], w);
	case OP_DOMAIN_RESTRICT:
	case OP_DOMAIN_SUBTRACT: return is_part && is_arrow(d, f->kid[1], w);
	default: return false;
	}
}

static bool is_arrow(struct derivation *d, const struct node *f, struct arrow w)
{
	bool is_all = conjunct_is_type(w.from) && conjunct_is_type(w.to);
	if (w.op == OP_RELATIONS && is_all) return true;
	return is_arrow_by_fact(d, f, w) || is_arrow_by_form(d, f, w);
}

/* f(x), which has a value: f ∈ A ⇸ B is a fact, and B a part of the set */
static bool is_value_in(struct derivation *d, const struct node *x, const struct node *set)
{
	for (uint32_t i = 0; x->op == OP_APPLY && x->count == 2 && i < d->facts.count; i++) {
		const struct node *f = d->facts.at[i];
		bool fits = f->op == OP_MEMBER && op_is(f->kid[1]->op, FACT_FUNCTIONS);
		if (fits && are_same(d, f->kid[0], x->kid[0]) && is_part(d, f->kid[1]->kid[1], set))
			return true;
	}
	return false;
}

static bool is_natural(struct derivation *d, const struct node *x, const struct node *naturals)
{
	switch (x->op) {
	case OP_NUMBER: return x->name[0] != '-';
	case OP_CARD: return true;
	case OP_ADD: return is_member(d, x->kid[0], naturals) && is_member(d, x->kid[1], naturals);
	default: return false;
	}
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
	case OP_NATURAL_SET: return is_natural(d, x, set);
	case OP_RELATIONS:
	case OP_PARTIAL_FUNCTIONS:
	case OP_TOTAL_FUNCTIONS:
	case OP_PARTIAL_INJECTIONS:
	case OP_TOTAL_INJECTIONS:
		return is_arrow(d, x, (struct arrow){set->op, set->kid[0], set->kid[1]});
	default: return false;
	}
}

static bool is_member(struct derivation *d, const struct node *x, const struct node *set)
{
	if (conjunct_is_type(set) || is_fact(d, OP_MEMBER, x, set)) return true;
	if (d->depth >= MOST_DEPTH || d->steps >= MOST_STEPS) return false;
	d->depth++;
	bool is_in = member_by_form(d, x, set) || is_in_part(d, x, set) || is_value_in(d, x, set);
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
