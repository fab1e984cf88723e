/* What follows for names from a predicate that is true, or false. A conjunct that holds is also well
 * defined. Connectives are evaluated from left to right, so that the parts of a case in which one
 * of them decides are defined, too. */
#include "bounds/range.h"

enum { MOST_SPLITS = 10, INNER_ROUNDS = 3 };

static bool narrow_number(struct ranges *x, const struct node *n, struct span s)
{
	return range_narrow(x, n, range_number(&x->arena, s));
}

/* ---- comparisons ---------------------------------------------------------------------------------------- */

/* p + gap <= q */
static bool below(struct ranges *x, const struct node *p, const struct node *q, int64_t gap)
{
	struct span a = range_of_number(x, p), b = range_of_number(x, q), all = span_all();
	struct span least = a.has_low ? span_add(span_from(a.low), span_one(gap)) : all;
	struct span most = b.has_high ? span_subtract(span_to(b.high), span_one(gap)) : all;
	return narrow_number(x, p, most) && narrow_number(x, q, least);
}

static bool compare(struct ranges *x, enum op op, const struct node *p, const struct node *q)
{
	if (p->type->kind != TYPE_INTEGER) return true;
	switch (op) {
	case OP_LESS: return below(x, p, q, 1);
	case OP_LESS_EQUAL: return below(x, p, q, 0);
	case OP_GREATER: return below(x, q, p, 1);
	default: return below(x, q, p, 0);
	}
}

/* ---- equality ---------------------------------------------------------------------------------------------- */

static bool is_truth_value(const struct node *n) { return n->op == OP_TRUE || n->op == OP_FALSE; }

/* bool(P) = TRUE */
static bool equal_truth(struct ranges *x, const struct node *p, const struct node *q, bool equal)
{
	for (int i = 0; i < 2; i++) {
		if (p->op == OP_BOOL && is_truth_value(q))
			return range_assume(x, p->kid[0], (q->op == OP_TRUE) == equal);
		const struct node *other = p;
		p = q;
		q = other;
	}
	return !is_truth_value(p) || !is_truth_value(q) || (p->op == q->op) == equal;
}

static bool equal(struct ranges *x, const struct node *p, const struct node *q)
{
	if (p->type->kind == TYPE_BOOL) return equal_truth(x, p, q, true);
	return range_narrow(x, p, range_of(x, q)) && range_narrow(x, q, range_of(x, p));
}

/* The value of n is not in the hole. */
static bool exclude(struct ranges *x, const struct node *n, struct span hole)
{
	return narrow_number(x, n, span_without(range_of_number(x, n), hole));
}

static bool unequal(struct ranges *x, const struct node *p, const struct node *q)
{
	if (p->type->kind == TYPE_BOOL) return equal_truth(x, p, q, false);
	if (p->type->kind != TYPE_INTEGER) return true;
	struct span a = range_of_number(x, p), b = range_of_number(x, q);
	if (span_is_one(b) && !exclude(x, p, b)) return false;
	return !span_is_one(a) || exclude(x, q, a);
}

/* ---- membership and inclusion --------------------------------------------------------------------------------- */

/* f : A --> B also says that A is the domain of f. */
static bool in_arrow(struct ranges *x, const struct node *f, const struct node *arrow)
{
	const struct node *from = arrow->kid[0], *to = arrow->kid[1];
	struct range *r = range_of(x, f);
	struct range *domain = range_set(x, from->type->a, range_a(range_a(r)), range_most(r));
	struct range *image = range_set(x, to->type->a, range_b(range_a(r)), range_most(r));
	return (!op_is(arrow->op, FACT_TOTAL) || range_narrow(x, from, domain)) &&
	       (!op_is(arrow->op, FACT_SURJECTIVE) || range_narrow(x, to, image));
}

/* Its domain goes up to its size. */
static bool in_sequences(struct ranges *x, const struct node *n)
{
	struct range *r = range_of(x, n);
	struct span size = range_size(r);
	if (!size.has_high) return true;
	struct range *index = range_number(&x->arena, span_between(1, size.high));
	return range_narrow(
	    x, n, range_set(x, n->type->a, range_pair(&x->arena, index, NULL), (uint64_t)size.high));
}

static bool member(struct ranges *x, const struct node *p, const struct node *set)
{
	if (!range_narrow(x, p, range_a(range_of(x, set)))) return false;
	if (!range_narrow_member(x, range_of(x, p), set)) return false;
	if (op_is(set->op, FACT_ARROWS)) return in_arrow(x, p, set);
	if (op_is(set->op, FACT_SEQUENCES)) return in_sequences(x, p);
	return true;
}

/* All values of a type? */
static bool is_whole_type(const struct node *set)
{
	const struct type *t = set->type->a;
	if (set->op == OP_ID) return t->kind == TYPE_GIVEN && t->decl == set->decl;
	return set->op == OP_INTEGER_SET || set->op == OP_BOOL_SET || set->op == OP_STRING_SET;
}

static bool not_member(struct ranges *x, const struct node *p, const struct node *set)
{
	if (is_whole_type(set)) return false;
	if (p->type->kind != TYPE_INTEGER) return true;
	struct span a, b;
	switch (set->op) {
	case OP_NATURAL_SET: return exclude(x, p, span_from(0));
	case OP_NATURAL1_SET: return exclude(x, p, span_from(1));
	case OP_NAT_SET: return exclude(x, p, span_between(0, x->maxint));
	case OP_NAT1_SET: return exclude(x, p, span_between(1, x->maxint));
	case OP_INT_SET: return exclude(x, p, span_between(x->minint, x->maxint));
	case OP_INTERVAL:
		/* what is in it for certain */
		a = range_of_number(x, set->kid[0]);
		b = range_of_number(x, set->kid[1]);
		return !a.has_high || !b.has_low || exclude(x, p, span_between(a.high, b.low));
	case OP_SET:
		for (uint32_t i = 0; i < set->count; i++) {
			a = range_of_number(x, set->kid[i]);
			if (span_is_one(a) && !exclude(x, p, a)) return false;
		}
		return true;
	default: return true;
	}
}

static bool subset(struct ranges *x, const struct node *p, const struct node *q, bool is_strict)
{
	struct range *all = range_of(x, q);
	uint64_t most = range_most(all);
	if (!range_narrow(x, p, all)) return false;
	if (!is_strict || most == COUNT_MANY) return true;
	return most > 0 && range_narrow(x, p, range_set(x, p->type->a, NULL, most - 1));
}

/* partition(S, A, B): S is the union of the others */
static bool partition(struct ranges *x, const struct node *n)
{
	const struct type *t = n->kid[0]->type;
	struct range *whole = range_of(x, n->kid[0]), *sum = range_empty_set(x, t->a);
	for (uint32_t i = 1; i < n->count; i++) {
		struct range *part = range_of(x, n->kid[i]);
		uint64_t most = count_plus(range_most(sum), range_most(part));
		if (range_is_empty_set(sum)) sum = part;
		else if (!range_is_empty_set(part))
			sum = range_set(x, t->a, range_hull(x, t->a, range_a(sum), range_a(part)), most);
		if (!range_narrow(x, n->kid[i], whole)) return false;
	}
	return range_narrow(x, n->kid[0], sum);
}

/* ---- connectives ------------------------------------------------------------------------------------------------- */

static bool all_of(struct ranges *x, const struct node *n, bool truth)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (!range_assume(x, n->kid[i], truth)) return false;
	return true;
}

static bool one_of(struct ranges *x, const struct node *n, bool truth)
{
	struct range_cases c;
	range_cases_open(x, &c);
	for (uint32_t i = 0; i < n->count && !c.is_open; i++) {
		range_cases_begin(x, &c);
		range_cases_end(x, &c, range_assume(x, n->kid[i], truth));
	}
	return range_cases_close(x, &c);
}

/* P is p1 and Q is q1, or P is p2 and Q is q2. */
static bool either(struct ranges *x, const struct node *n, bool p1, bool q1, bool p2, bool q2)
{
	const struct node *p = n->kid[0], *q = n->kid[1];
	struct range_cases c;
	range_cases_open(x, &c);
	range_cases_begin(x, &c);
	range_cases_end(x, &c, range_assume(x, p, p1) && range_assume(x, q, q1));
	if (!c.is_open) {
		range_cases_begin(x, &c);
		range_cases_end(x, &c, range_assume(x, p, p2) && range_assume(x, q, q2));
	}
	return range_cases_close(x, &c);
}

/* Q is true if P is. */
static bool implies(struct ranges *x, const struct node *n)
{
	struct range_cases c;
	range_cases_open(x, &c);
	range_cases_begin(x, &c);
	range_cases_end(x, &c, range_assume(x, n->kid[0], false));
	if (!c.is_open) {
		range_cases_begin(x, &c);
		range_cases_end(x, &c,
		                range_assume(x, n->kid[0], true) && range_assume(x, n->kid[1], true));
	}
	return range_cases_close(x, &c);
}

static bool if_from(struct ranges *x, const struct node *n, uint32_t i, bool truth)
{
	if (i + 1 == n->count) return range_assume(x, n->kid[i], truth);
	struct range_cases c;
	range_cases_open(x, &c);
	range_cases_begin(x, &c);
	range_cases_end(x, &c,
	                range_assume(x, n->kid[i], true) && range_assume(x, n->kid[i + 1], truth));
	if (!c.is_open) {
		range_cases_begin(x, &c);
		range_cases_end(x, &c, range_assume(x, n->kid[i], false) && if_from(x, n, i + 2, truth));
	}
	return range_cases_close(x, &c);
}

static bool cases(struct ranges *x, const struct node *n, bool truth)
{
	if (x->splits >= MOST_SPLITS) return true;
	x->splits++;
	bool possible = n->op == OP_IF        ? if_from(x, n, 0, truth)
	                : n->op == OP_EQUIV   ? either(x, n, true, truth, false, !truth)
	                : n->op == OP_IMPLIES ? implies(x, n)
	                                      : one_of(x, n, truth);
	x->splits--;
	return possible;
}

/* ---- quantifiers --------------------------------------------------------------------------------------------------- */

/* There are values of the names such that the condition and the body have these truth values. */
static bool exists(struct ranges *x, const struct node *ids, const struct node *condition,
                   const struct node *body, bool body_truth)
{
	struct range_scope s;
	bool possible = true;
	range_open(x, &s);
	range_bind_ids(x, ids);
	for (int i = 0; i < INNER_ROUNDS && possible; i++) {
		x->changed = false;
		possible = (!condition || range_assume(x, condition, true)) &&
		           (!body || range_assume(x, body, body_truth));
		if (!x->changed) break;
	}
	if (possible) range_leave(x, &s);
	else range_close(x, &s);
	return possible;
}

static bool quantified(struct ranges *x, const struct node *n, bool truth)
{
	const struct node *ids = n->kid[0], *body = n->kid[1];
	if (n->op == OP_EXISTS && truth) return exists(x, ids, body, NULL, true);
	if (n->op == OP_EXISTS) return range_assume_forall(x, ids, body, NULL, true);
	const struct node *condition = body->op == OP_IMPLIES ? body->kid[0] : NULL;
	if (condition) body = body->kid[1];
	if (truth) return !condition || range_assume_forall(x, ids, condition, body, true);
	return exists(x, ids, condition, body, false);
}

/* ---- all ------------------------------------------------------------------------------------------------------------ */

static bool atom(struct ranges *x, const struct node *n, bool truth)
{
	enum op op = truth ? n->op : op_opposite(n->op);
	const struct node *p = n->count ? n->kid[0] : NULL, *q = n->count > 1 ? n->kid[1] : NULL;
	x->stamp++; /* what is known by now counts */
	switch (op) {
	case OP_EQUAL: return equal(x, p, q);
	case OP_NOT_EQUAL: return unequal(x, p, q);
	case OP_MEMBER: return member(x, p, q);
	case OP_NOT_MEMBER: return not_member(x, p, q);
	case OP_SUBSET:
	case OP_STRICT_SUBSET: return subset(x, p, q, op == OP_STRICT_SUBSET);
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL: return compare(x, op, p, q);
	case OP_PARTITION: return partition(x, n);
	case OP_FALSITY: return false;
	default: return true;
	}
}

bool range_assume(struct ranges *x, const struct node *n, bool truth)
{
	if (x->work == 0) return true;
	x->work--;
	switch (n->op) {
	case OP_AND: return truth ? all_of(x, n, true) : cases(x, n, false);
	case OP_OR: return truth ? cases(x, n, true) : all_of(x, n, false);
	case OP_NOT: return range_assume(x, n->kid[0], !truth);
	case OP_IMPLIES:
		if (truth) return cases(x, n, true);
		return range_assume(x, n->kid[0], true) && range_assume(x, n->kid[1], false);
	case OP_EQUIV:
	case OP_IF: return cases(x, n, truth);
	case OP_LET: return exists(x, n->kid[0], n->kid[1], n->kid[2], truth);
	case OP_FORALL:
	case OP_EXISTS: return quantified(x, n, truth);
	default: return atom(x, n, truth);
	}
}

bool range_settle(struct ranges *x, const struct node *n)
{
	bool changed = x->changed, possible = true;
	for (int i = 0; i < INNER_ROUNDS && possible; i++) {
		x->changed = false;
		possible = range_assume(x, n, true);
		changed |= x->changed;
		if (!x->changed) break;
	}
	x->changed = changed;
	return possible;
}
