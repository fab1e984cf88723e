/* The operators on listed values: which function does which, f(x), f(x) := y, and what the others
 * share. The pairs of a relation are sorted by their first components, so that what belongs to one
 * argument stands together and is found by binary search. */
#include "value/algebra.h"

value algebra_undefined(struct algebra *x, const char *why)
{
	if (x->out) *x->out = (struct algebra_failure){.why = why};
	return VALUE_NONE;
}

static value beyond_limit(struct algebra *x, const char *why)
{
	if (x->out) *x->out = (struct algebra_failure){.is_limit = true, .why = why};
	return VALUE_NONE;
}

value algebra_too_large(struct algebra *x)
{
	return beyond_limit(x, "the set has too many elements to list them" LIST_LIMIT);
}

static value infinite(struct algebra *x) { return beyond_limit(x, "the set is infinite"); }

bool algebra_view(struct algebra *x, value set, struct view *out)
{
	if (value_set_kind(x->s, set) == VALUE_SET) {
		out->at = value_elements(x->s, set, &out->count);
		return true;
	}
	uint64_t count = value_count(x->s, set);
	if (count > x->limit || count > UINT32_MAX / 2) {
		algebra_too_large(x);
		return false;
	}
	out->at = value_items(x->s, set, value_scratch(x->s));
	out->count = (uint32_t)count;
	return true;
}

void algebra_append(struct value_list *l, const value *items, uint32_t count)
{
	if (!count) return;
	value *to = value_list_room(l, (uint64_t)l->list.count + count) + l->list.count;
	memcpy(to, items, count * sizeof(value));
	l->list.count += count;
}

value algebra_set_of(struct algebra *x, struct value_list *l)
{
	l->list.count = value_sort(x->s, l->list.at, l->list.count);
	return algebra_sorted(x, l);
}

value algebra_sorted(struct algebra *x, const struct value_list *l)
{
	if (l->list.count > x->limit) return algebra_too_large(x);
	return value_set_sorted(x->s, l->list.at, l->list.count);
}

/* ---- pairs by their first component ----------------------------------------------------------------- */

/* The place in [from .. to], if the pair at `to` (unless it is the end) does not begin below v. */
static uint32_t bisect(const struct values *s, const value *at, uint32_t from, uint32_t to, value v)
{
	while (from < to) {
		uint32_t middle = from + (to - from) / 2;
		if (value_order(s, value_left(s, at[middle]), v) < 0) from = middle + 1;
		else to = middle;
	}
	return from;
}

/* By steps that double: cheap where the place is near. */
uint32_t algebra_seek(const struct values *s, struct view r, uint32_t from, value v)
{
	uint32_t step = 1, to = from;
	while (to < r.count && value_order(s, value_left(s, r.at[to]), v) < 0) {
		from = to + 1;
		to = r.count - to > step ? to + step : r.count;
		step *= 2;
	}
	return bisect(s, r.at, from, to, v);
}

/* Functions on intervals and on given sets have their arguments at the places one expects. */
static inline uint32_t find_run(const struct values *s, struct view r, value v)
{
	if (!r.count) return 0;
	if (!value_is_stored(v)) {
		uint32_t guess = v - value_left(s, r.at[0]);
		if (guess < r.count && value_left(s, r.at[guess]) == v &&
		    (!guess || value_left(s, r.at[guess - 1]) != v))
			return guess;
	}
	uint32_t place = bisect(s, r.at, 0, r.count, v);
	return place < r.count && value_left(s, r.at[place]) == v ? place : r.count;
}

struct view algebra_run(const struct values *s, struct view r, value v)
{
	uint32_t place = find_run(s, r, v);
	if (place == r.count) return (struct view){NULL, 0};
	return (struct view){r.at + place, algebra_run_end(s, r, place) - place};
}

value algebra_call(struct values *s, value f, value v, struct algebra_failure *out)
{
	struct algebra x = {s, UINT64_MAX, out};
	struct view r = algebra_listed(&x, f);
	uint32_t place = find_run(s, r, v);
	if (place == r.count)
		return algebra_undefined(&x, "the function is not defined for this argument");
	if (place + 1 < r.count && value_left(s, r.at[place + 1]) == v)
		return algebra_undefined(&x, "the relation has several images of this argument");
	return value_right(s, r.at[place]);
}

value algebra_update(struct values *s, value f, value v, value image)
{
	struct algebra x = {s, UINT64_MAX, NULL};
	struct view r = algebra_listed(&x, f);
	value pair = value_pair(s, v, image);
	uint32_t place = find_run(s, r, v);
	uint32_t end = place < r.count ? algebra_run_end(s, r, place) : place;
	if (place == r.count) end = place = bisect(s, r.at, 0, r.count, v);
	else if (end == place + 1 && r.at[place] == pair) return f;
	uint32_t used = s->scratch_used, count = place + 1 + (r.count - end);
	value *to = value_list_room(value_scratch(s), count);
	if (place) memcpy(to, r.at, place * sizeof(value));
	to[place] = pair;
	if (end < r.count) memcpy(to + place + 1, r.at + end, (r.count - end) * sizeof(value));
	value result = value_set_sorted(s, to, count);
	s->scratch_used = used;
	return result;
}

/* ---- which function does which ----------------------------------------------------------------------- */

/* Each of these does its operators and hands the others on to the one before it. */

static value apply_tree(struct algebra *x, enum op op, const value *a, uint32_t count)
{
	switch (op) {
	case OP_TREE:
	case OP_BTREE: return a[0] == x->s->empty ? x->s->empty : infinite(x);
	case OP_CONST: return algebra_tree_of(x, a[0], a[1]);
	case OP_BIN: return algebra_tree_binary(x, a, count);
	case OP_TOP:
	case OP_SIZET:
	case OP_SONS:
	case OP_MIRROR:
	case OP_LEFT:
	case OP_RIGHT:
	case OP_PREFIX:
	case OP_POSTFIX:
	case OP_INFIX: return algebra_tree_whole(x, op, a[0]);
	case OP_RANK:
	case OP_FATHER:
	case OP_SON:
	case OP_SUBTREE:
	case OP_ARITY: return algebra_tree_node(x, op, a);
	default: diag_fatal(__FILE__, __LINE__, "%s is not an operator on values", op_info(op)->tag);
	}
}

static value apply_sequence(struct algebra *x, enum op op, const value *a, uint32_t count)
{
	switch (op) {
	case OP_SEQ: return a[0] == x->s->empty ? value_set_sorted(x->s, &x->s->empty, 1) : infinite(x);
	case OP_SEQ1: return a[0] == x->s->empty ? x->s->empty : infinite(x);
	case OP_ISEQ:
	case OP_ISEQ1:
	case OP_PERM: return algebra_injective_sequences(x, a[0], op);
	case OP_SEQUENCE: return algebra_sequence(x, a, count);
	case OP_SIZE: return algebra_size(x, a[0]);
	case OP_FIRST: return algebra_end(x, a[0], false);
	case OP_LAST: return algebra_end(x, a[0], true);
	case OP_TAIL: return algebra_without(x, a[0], false);
	case OP_FRONT: return algebra_without(x, a[0], true);
	case OP_REV: return algebra_reverse(x, a[0]);
	case OP_CONCAT: return algebra_concat(x, a[0], a[1]);
	case OP_INSERT_FRONT: return algebra_insert(x, a[1], a[0], false);
	case OP_INSERT_TAIL: return algebra_insert(x, a[0], a[1], true);
	case OP_RESTRICT_FRONT: return algebra_cut(x, a[0], a[1], false);
	case OP_RESTRICT_TAIL: return algebra_cut(x, a[0], a[1], true);
	case OP_CONC: return algebra_conc(x, a[0]);
	default: return apply_tree(x, op, a, count);
	}
}

static value apply_power(struct algebra *x, enum op op, const value *a, uint32_t count)
{
	if (op_is(op, FACT_ARROWS)) return algebra_arrows(x, op, a[0], a[1]);
	switch (op) {
	case OP_POW:
	case OP_FIN: return algebra_power(x, a[0], true);
	case OP_POW1:
	case OP_FIN1: return algebra_power(x, a[0], false);
	case OP_GENERAL_UNION: return algebra_general_union(x, a[0]);
	case OP_GENERAL_INTER: return algebra_general_inter(x, a[0]);
	default: return apply_sequence(x, op, a, count);
	}
}

static value apply_predicate(struct algebra *x, enum op op, const value *a, uint32_t count)
{
	switch (op) {
	case OP_EQUAL: return value_bool(a[0] == a[1]);
	case OP_NOT_EQUAL: return value_bool(a[0] != a[1]);
	case OP_MEMBER: return value_bool(value_in(x->s, a[1], a[0]));
	case OP_NOT_MEMBER: return value_bool(!value_in(x->s, a[1], a[0]));
	case OP_SUBSET: return value_bool(algebra_subset(x, a[0], a[1]));
	case OP_NOT_SUBSET: return value_bool(!algebra_subset(x, a[0], a[1]));
	case OP_STRICT_SUBSET: return value_bool(a[0] != a[1] && algebra_subset(x, a[0], a[1]));
	case OP_NOT_STRICT_SUBSET: return value_bool(a[0] == a[1] || !algebra_subset(x, a[0], a[1]));
	case OP_FINITE: return VALUE_TRUE;
	case OP_PARTITION: return algebra_partition(x, a, count);
	default: return apply_power(x, op, a, count);
	}
}

static value apply_relation(struct algebra *x, enum op op, const value *a, uint32_t count)
{
	switch (op) {
	case OP_DOM: return algebra_domain(x, a[0]);
	case OP_RAN: return algebra_range(x, a[0]);
	case OP_IDENTITY: return algebra_identity(x, a[0]);
	case OP_PRJ1: return algebra_projection(x, a[0], a[1], true);
	case OP_PRJ2: return algebra_projection(x, a[0], a[1], false);
	case OP_INVERSE: return algebra_inverse(x, a[0]);
	case OP_IMAGE: return algebra_image(x, a[0], a[1]);
	case OP_DOMAIN_RESTRICT: return algebra_domain_filter(x, a[0], a[1], true);
	case OP_DOMAIN_SUBTRACT: return algebra_domain_filter(x, a[0], a[1], false);
	case OP_RANGE_RESTRICT: return algebra_range_filter(x, a[0], a[1], true);
	case OP_RANGE_SUBTRACT: return algebra_range_filter(x, a[0], a[1], false);
	case OP_OVERRIDE: return algebra_override(x, a[0], a[1]);
	case OP_COMPOSE: return algebra_compose(x, a[0], a[1]);
	case OP_PARALLEL_PRODUCT: return algebra_parallel_product(x, a[0], a[1]);
	case OP_DIRECT_PRODUCT: return algebra_direct_product(x, a[0], a[1]);
	case OP_FNC: return algebra_function_of(x, a[0]);
	case OP_REL: return algebra_relation_of(x, a[0]);
	case OP_ITERATE: return algebra_iterate(x, a[0], a[1]);
	case OP_CLOSURE: return algebra_closure(x, a[0], true);
	case OP_CLOSURE1: return algebra_closure(x, a[0], false);
	case OP_SUCC:
	case OP_PRED: return infinite(x);
	default: return apply_predicate(x, op, a, count);
	}
}

static value apply_set(struct algebra *x, enum op op, const value *a, uint32_t count)
{
	switch (op) {
	case OP_UNION: return algebra_union(x, a[0], a[1]);
	case OP_INTER: return algebra_inter(x, a[0], a[1]);
	case OP_DIFFERENCE: return algebra_difference(x, a[0], a[1]);
	case OP_PRODUCT: return algebra_product(x, a[0], a[1]);
	case OP_PAIR: return value_pair(x->s, a[0], a[1]);
	case OP_CARD: return algebra_card(x, a[0]);
	case OP_MIN: return algebra_bound(x, a[0], false);
	case OP_MAX: return algebra_bound(x, a[0], true);
	case OP_INTERVAL: return algebra_interval(x, a[0], a[1]);
	case OP_ADD:
	case OP_MINUS:
	case OP_TIMES:
	case OP_DIVIDE:
	case OP_MOD:
	case OP_POWER:
	case OP_NEGATE:
	case OP_TO_REAL:
	case OP_FLOOR:
	case OP_CEILING: return algebra_number(x, op, a);
	default: return apply_relation(x, op, a, count);
	}
}

value algebra_apply(struct values *s, enum op op, const value *args, uint32_t count, uint64_t limit,
                    struct algebra_failure *out)
{
	struct algebra x = {s, limit, out};
	uint32_t used = s->scratch_used;
	value result = apply_set(&x, op, args, count);
	s->scratch_used = used;
	return result;
}
