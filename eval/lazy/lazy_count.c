/* card(S), also of sets that are too large to be listed: powers, products, arrows, injective sequences and records by
 * the sizes of their operands, sets of integers by their spans. */
#include "eval/inside.h"

static bool size_of(struct eval *e, value set, uint64_t *out);

static bool size_of_operand(struct eval *e, const struct node *n, uint64_t *out)
{
	value v = expr_eval(e, n);
	return v != VALUE_NONE && size_of(e, v, out);
}

static bool size_of_records(struct eval *e, const struct node *n, uint64_t *out)
{
	uint64_t one;
	*out = 1;
	for (uint32_t i = 0; i < n->count; i++) {
		if (!size_of_operand(e, n->kid[i]->kid[0], &one)) return false;
		*out = algebra_count(OP_PRODUCT, *out, one);
	}
	return true;
}

/* Does the condition say x : S of each name, with an S that has none of them, and nothing else? */
static bool is_product(const struct node *names, const struct node *condition)
{
	uint32_t count = condition->op == OP_AND ? condition->count : 1;
	if (count != names->count) return false;
	for (uint32_t i = 0; i < count; i++) {
		const struct node *n = condition->op == OP_AND ? condition->kid[i] : condition;
		if (n->op != OP_MEMBER || n->kid[0]->op != OP_ID) return false;
		bool is_named = false;
		for (uint32_t k = 0; k < count; k++) {
			if (node_mentions(n->kid[1], names->kid[k]->decl)) return false;
			is_named |= n->kid[0]->decl == names->kid[k]->decl;
		}
		for (uint32_t k = 0; k < i; k++)
			is_named &= condition->kid[k]->kid[0]->decl != n->kid[0]->decl;
		if (!is_named) return false;
	}
	return true;
}

/* {x, y | x : S & y : T} */
static bool size_of_comprehension(struct eval *e, const struct node *n, uint64_t *out)
{
	const struct node *condition = n->kid[1];
	uint64_t one;
	*out = 1;
	if (n->count != 2 || !is_product(n->kid[0], condition)) return false;
	for (uint32_t i = 0; i < n->kid[0]->count; i++) {
		const struct node *part = condition->op == OP_AND ? condition->kid[i] : condition;
		if (!size_of_operand(e, part->kid[1], &one)) return false;
		*out = algebra_count(OP_PRODUCT, *out, one);
	}
	return true;
}

static bool size_of_node(struct eval *e, const struct node *n, uint64_t *out)
{
	uint64_t of[2] = {0};
	bool has_formula = op_is(n->op, FACT_POWERS | FACT_ARROWS) || n->op == OP_PRODUCT ||
	                   n->op == OP_ISEQ || n->op == OP_ISEQ1 || n->op == OP_PERM;
	if (n->op == OP_STRUCT) return size_of_records(e, n, out);
	if (n->op == OP_COMPREHENSION) return size_of_comprehension(e, n, out);
	if (!has_formula) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!size_of_operand(e, n->kid[i], &of[i])) return false;
	*out = algebra_count(n->op, of[0], of[1]);
	return true;
}

static bool size_of(struct eval *e, value set, uint64_t *out)
{
	if (value_kind(e->s, set) != VALUE_LAZY) {
		*out = value_has_lazy(e->s, set) ? 0 : value_count(e->s, set);
		return !value_has_lazy(e->s, set); /* elements that look different may be equal */
	}
	struct lazy_frame f;
	lazy_enter(e, set, &f);
	bool ok = size_of_node(e, f.node, out);
	lazy_leave(e, &f);
	return ok || spans_count(e, set, out);
}

/* What was to be listed and is too large. */
static value count_unlisted(struct eval *e, const struct node *n, value set)
{
	uint64_t count;
	struct eval_failure failure = e->failure;
	bool has_failure = e->has_failure;
	e->has_failure = false;
	bool ok = size_of(e, set, &count) && !e->has_failure;
	e->failure = failure;
	e->has_failure = !ok && has_failure;
	if (!ok) return VALUE_NONE;
	if (count <= INT64_MAX) return value_integer(e->s, (int64_t)count);
	return eval_fail(e, EVAL_OVERFLOW, n->pos, "the number of elements does not fit 64 bits");
}

value count_value(struct eval *e, const struct node *n)
{
	value set = expr_eval(e, n->kid[0]);
	if (set == VALUE_NONE) {
		bool is_limit = e->has_failure && e->failure.kind == EVAL_LIMIT;
		return is_limit ? count_unlisted(e, n, lazy_of(e, n->kid[0])) : VALUE_NONE;
	}
	if (lazy_is_infinite(e, set))
		return eval_fail(e, EVAL_UNDEFINED, n->pos, "an infinite set has no cardinality");
	if (value_has_lazy(e->s, set)) {
		value count = count_unlisted(e, n, set);
		if (count != VALUE_NONE || e->has_failure) return count;
		set = lazy_list(e, set, n->kid[0]->pos);
	}
	return set == VALUE_NONE ? VALUE_NONE : value_integer(e->s, (int64_t)value_count(e->s, set));
}
