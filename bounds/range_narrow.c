/* What follows for the names in an expression from the range of its value. The expression is
 * evaluated for certain, and defined: this too says something about its parts. */
#include "bounds/range.h"

static bool narrow_number(struct ranges *x, const struct node *n, struct span s)
{
	return range_narrow(x, n, range_number(&x->arena, s));
}

static struct range *set_of(struct ranges *x, const struct node *set, struct range *element,
                            uint64_t most)
{
	return range_set(x, set->type->a, element, most);
}

static struct range *pairs_of(struct ranges *x, const struct node *relation, struct range *left,
                              struct range *right, uint64_t most)
{
	return set_of(x, relation, range_pair(&x->arena, left, right), most);
}

static struct range *left_of(const struct range *r) { return range_a(range_a(r)); }
static struct range *right_of(const struct range *r) { return range_b(range_a(r)); }

/* ---- integers ------------------------------------------------------------------------------------------ */

static bool arithmetic(struct ranges *x, const struct node *n, struct span s)
{
	const struct node *p = n->kid[0], *q = n->kid[1];
	struct span a = range_of_number(x, p), b = range_of_number(x, q);
	switch (n->op) {
	case OP_ADD:
		return narrow_number(x, p, span_subtract(s, b)) && narrow_number(x, q, span_subtract(s, a));
	case OP_MINUS:
		return narrow_number(x, p, span_add(s, b)) && narrow_number(x, q, span_subtract(a, s));
	case OP_TIMES: return range_narrow_product(x, n, s);
	case OP_DIVIDE:
		return narrow_number(x, p, span_dividend(s, b)) &&
		       narrow_number(x, q, span_without(b, span_one(0)));
	case OP_MOD: {
		/* x mod y, for x >= 0 and y > x mod y */
		struct span least = span_max(span_from(0), s);
		least.has_high = false;
		return narrow_number(x, p, least) && narrow_number(x, q, span_add(least, span_one(1)));
	}
	default: return range_narrow_power(x, n, s);
	}
}

/* max({x, 3}) >= 5 if one of them is: the only one that can be. */
static bool attained(struct ranges *x, const struct node *set, struct span end)
{
	const struct node *only = NULL;
	for (uint32_t i = 0; i < set->count; i++) {
		if (span_is_none(span_meet(range_of_number(x, set->kid[i]), end))) continue;
		if (only) return true;
		only = set->kid[i];
	}
	return only && narrow_number(x, only, end);
}

static bool extremum(struct ranges *x, const struct node *n, struct span s)
{
	struct span end = s;
	if (n->op == OP_MAX) s.has_low = end.has_high = false;
	else s.has_high = end.has_low = false;
	if (n->kid[0]->op == OP_SET && !attained(x, n->kid[0], end)) return false;
	return range_narrow(x, n->kid[0], set_of(x, n->kid[0], range_number(&x->arena, s), COUNT_MANY));
}

static bool cardinality(struct ranges *x, const struct node *set, struct span s)
{
	uint64_t most = s.has_high && s.high >= 0 ? (uint64_t)s.high : COUNT_MANY;
	return range_narrow(x, set, set_of(x, set, NULL, most));
}

/* Each term is at most what the others leave of the sum: SIGMA(i).(i : dom(f) | f(i)) = 4 bounds a function to
 * naturals. */
static bool sum(struct ranges *x, const struct node *n, struct span s)
{
	struct range_scope scope;
	struct span term = span_none();
	uint64_t count = 0;
	range_open(x, &scope);
	range_bind_ids(x, n->kid[0]);
	if (range_settle(x, n->kid[1])) {
		term = range_of_number(x, n->kid[2]);
		count = range_count_bound(x, &scope);
	}
	range_close(x, &scope);
	if (!s.has_high || !term.has_low || span_is_none(term)) return true;
	struct span others = span_sum(span_meet(term, span_to(0)), count);
	if (term.low >= 0) others = span_one(0);
	struct span most = span_subtract(span_one(s.high), others);
	if (!most.has_high || (term.has_high && term.high <= most.high)) return true;
	struct node *bound = build_leaf(&x->arena, OP_NUMBER, n->pos, n->type);
	bound->name = arena_format(&x->arena, "%lld", (long long)most.high);
	const struct node *fits = build_op(&x->arena, OP_LESS_EQUAL, n->pos, n->kid[2], bound);
	return most.high < 0 || range_assume_forall(x, n->kid[0], n->kid[1], fits, true);
}

/* ---- sequences -------------------------------------------------------------------------------------------- */

/* It is a sequence, of a size and with elements in these ranges. */
static bool sequence(struct ranges *x, const struct node *n, struct span size,
                     struct range *element)
{
	struct span known = span_meet(size, range_size(range_of(x, n)));
	struct span index = {.has_low = true, .has_high = known.has_high, .low = 1, .high = known.high};
	uint64_t most = known.has_high && known.high >= 0 ? (uint64_t)known.high : COUNT_MANY;
	return range_narrow(x, n, pairs_of(x, n, range_number(&x->arena, index), element, most));
}

/* prefix(t) and the like: a tree has a node for each label. */
static bool labels(struct ranges *x, const struct node *n, struct range *r)
{
	struct span size = range_size(r);
	uint64_t most = size.has_high && size.high >= 0 ? (uint64_t)size.high : COUNT_MANY;
	return range_narrow(x, n->kid[0], pairs_of(x, n->kid[0], NULL, right_of(r), most));
}

static bool of_sequences(struct ranges *x, const struct node *n, struct range *r)
{
	struct range *element = right_of(r);
	switch (n->op) {
	case OP_REV: return sequence(x, n->kid[0], range_size(r), element);
	case OP_CONCAT:
		return sequence(x, n->kid[0], range_size(r), element) &&
		       sequence(x, n->kid[1], range_size(r), element);
	case OP_INSERT_FRONT:
		return range_narrow(x, n->kid[0], element) &&
		       sequence(x, n->kid[1], span_subtract(range_size(r), span_one(1)), element);
	case OP_INSERT_TAIL:
		return sequence(x, n->kid[0], span_subtract(range_size(r), span_one(1)), element) &&
		       range_narrow(x, n->kid[1], element);
	case OP_FRONT:
	case OP_TAIL: return sequence(x, n->kid[0], span_add(range_size(r), span_one(1)), NULL);
	case OP_RESTRICT_FRONT:
	case OP_RESTRICT_TAIL: {
		struct span size = range_size(range_of(x, n->kid[0]));
		return sequence(x, n->kid[0], span_all(), NULL) && narrow_number(x, n->kid[1], size);
	}
	default: /* FIRST, LAST */ return sequence(x, n->kid[0], span_all(), NULL);
	}
}

static bool listed_sequence(struct ranges *x, const struct node *n, struct range *r)
{
	struct span size = range_size(r);
	if (size.has_high && size.high < n->count) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!range_narrow(x, n->kid[i], right_of(r))) return false;
	return true;
}

/* ---- sets and relations -------------------------------------------------------------------------------------- */

static bool listed_set(struct ranges *x, const struct node *n, struct range *r)
{
	if (range_is_empty_set(r)) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!range_narrow(x, n->kid[i], range_a(r))) return false;
	return true;
}

static bool interval(struct ranges *x, const struct node *n, struct range *r)
{
	const struct node *from = n->kid[0], *to = n->kid[1];
	struct span a = range_of_number(x, from), b = range_of_number(x, to);
	uint64_t most = range_most(r);
	/* Empty or not, b - a < most. */
	if (most < INT64_MAX) {
		struct span length = span_to((int64_t)most - 1);
		if (!narrow_number(x, to, span_add(a, length))) return false;
		if (!narrow_number(x, from, span_subtract(b, length))) return false;
	}
	if (!a.has_high || !b.has_low || a.high > b.low) return true; /* it may be empty */
	return narrow_number(x, from, range_span(range_a(r))) &&
	       narrow_number(x, to, range_span(range_a(r)));
}

static bool of_sets(struct ranges *x, const struct node *n, struct range *r)
{
	const struct node *p = n->kid[0];
	uint64_t none = range_is_empty_set(r) ? 0 : COUNT_MANY;
	switch (n->op) {
	case OP_UNION: return range_narrow(x, p, r) && range_narrow(x, n->kid[1], r);
	case OP_OVERRIDE: return range_narrow(x, n->kid[1], r);
	case OP_DOM: return range_narrow(x, p, pairs_of(x, p, range_a(r), NULL, none));
	case OP_RAN: return range_narrow(x, p, pairs_of(x, p, NULL, range_a(r), none));
	case OP_INVERSE:
		return range_narrow(x, p, pairs_of(x, p, right_of(r), left_of(r), range_most(r)));
	case OP_IDENTITY: {
		struct range *both = range_meet(x, p->type->a, left_of(r), right_of(r));
		return range_narrow(x, p, set_of(x, p, both, range_most(r)));
	}
	case OP_GENERAL_UNION: {
		struct range *set = range_set(x, n->type->a, range_a(r), range_most(r));
		return range_narrow(x, p, set_of(x, p, set, COUNT_MANY));
	}
	case OP_INTERVAL: return interval(x, n, r);
	case OP_SET: return listed_set(x, n, r);
	default: /* SEQUENCE */ return listed_sequence(x, n, r);
	}
}

/* ---- names, pairs, records, applications ------------------------------------------------------------------------ */

static bool pair(struct ranges *x, const struct node *n, struct range *r)
{
	return range_narrow(x, n->kid[0], range_a(r)) && range_narrow(x, n->kid[1], range_b(r));
}

static bool record(struct ranges *x, const struct node *n, struct range *r)
{
	for (uint32_t i = 0; i < n->type->count; i++) {
		const struct node *entry = node_entry(n, n->type->fields[i].name);
		if (entry && !range_narrow(x, entry, range_field(r, i))) return false;
	}
	return true;
}

static bool field(struct ranges *x, const struct node *n, struct range *r)
{
	const struct type *t = n->kid[0]->type;
	struct range **fields = ARENA_ARRAY(&x->arena, t->count, struct range *);
	fields[type_field_index(t, n->name)] = r;
	return range_narrow(x, n->kid[0], range_record(t, &x->arena, fields));
}

/* The argument lies in the domain; of the function, one image says nothing about the others. */
bool range_narrow_arguments(struct ranges *x, const struct node *n, struct range *domain)
{
	for (uint32_t i = n->count - 1; i > 1; i--) {
		if (!range_narrow(x, n->kid[i], range_b(domain))) return false;
		domain = range_a(domain);
	}
	return range_narrow(x, n->kid[1], domain);
}

static bool application(struct ranges *x, const struct node *n, struct range *r)
{
	const struct range_point *p = range_point_of(x, n);
	enum op op = n->kid[0]->op;
	if (p) return range_put(x, p->place, r);
	if (op == OP_SUCC || op == OP_PRED) {
		struct span step = span_one(op == OP_SUCC ? -1 : 1);
		return narrow_number(x, n->kid[1], span_add(range_span(r), step));
	}
	return range_narrow_arguments(x, n, left_of(range_of(x, n->kid[0])));
}

static bool narrow_name(struct ranges *x, const struct node *n, struct range *r)
{
	uint32_t place;
	return !n->decl || !range_find(x, n->decl, &place) || range_put(x, place, r);
}

static bool narrow_operator(struct ranges *x, const struct node *n, struct range *r)
{
	switch (n->op) {
	case OP_ID: return narrow_name(x, n, r);
	case OP_ADD:
	case OP_MINUS:
	case OP_TIMES:
	case OP_DIVIDE:
	case OP_MOD:
	case OP_POWER: return n->type->kind != TYPE_INTEGER || arithmetic(x, n, range_span(r));
	case OP_NEGATE: return narrow_number(x, n->kid[0], span_negate(range_span(r)));
	case OP_MAX:
	case OP_MIN: return extremum(x, n, range_span(r));
	case OP_SIGMA: return n->type->kind != TYPE_INTEGER || sum(x, n, range_span(r));
	case OP_CARD:
	case OP_SIZET: return cardinality(x, n->kid[0], range_span(r));
	case OP_PREFIX:
	case OP_POSTFIX:
	case OP_INFIX: return labels(x, n, r);
	case OP_SIZE: return sequence(x, n->kid[0], range_span(r), NULL);
	case OP_FIRST:
	case OP_LAST:
	case OP_REV:
	case OP_CONCAT:
	case OP_INSERT_FRONT:
	case OP_INSERT_TAIL:
	case OP_FRONT:
	case OP_TAIL:
	case OP_RESTRICT_FRONT:
	case OP_RESTRICT_TAIL: return of_sequences(x, n, r);
	case OP_UNION:
	case OP_OVERRIDE:
	case OP_DOM:
	case OP_RAN:
	case OP_INVERSE:
	case OP_IDENTITY:
	case OP_GENERAL_UNION:
	case OP_INTERVAL:
	case OP_SET:
	case OP_SEQUENCE: return of_sets(x, n, r);
	case OP_PAIR: return pair(x, n, r);
	case OP_REC: return record(x, n, r);
	case OP_FIELD: return field(x, n, r);
	case OP_APPLY: return application(x, n, r);
	default: return true;
	}
}

bool range_narrow(struct ranges *x, const struct node *n, struct range *r)
{
	if (!n->type || x->work == 0) return true;
	x->work--;
	r = range_meet(x, n->type, range_of(x, n), r);
	return !range_is_nothing(n->type, r) && narrow_operator(x, n, r);
}

/* ---- membership ------------------------------------------------------------------------------------------------ */

bool range_narrow_member(struct ranges *x, const struct range *r, const struct node *n)
{
	struct span s;
	switch (n->op) {
	case OP_INTERVAL:
		s = range_span(r);
		return narrow_number(x, n->kid[0], (struct span){.has_high = s.has_high, .high = s.high}) &&
		       narrow_number(x, n->kid[1], (struct span){.has_low = s.has_low, .low = s.low});
	case OP_PRODUCT:
		return range_narrow_member(x, range_a(r), n->kid[0]) &&
		       range_narrow_member(x, range_b(r), n->kid[1]);
	case OP_INTER:
		return range_narrow_member(x, r, n->kid[0]) && range_narrow_member(x, r, n->kid[1]);
	case OP_DIFFERENCE: return range_narrow_member(x, r, n->kid[0]);
	default: return !range_is_empty_set(range_of(x, n));
	}
}
