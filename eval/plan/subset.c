/* The subsets of a set that conditions on single elements and on the size allow: the
 * elements that cannot be in are left out first, those that must be in are put in. */
#include "eval/inside.h"

/* ---- elements ---------------------------------------------------------------------------------- */

/* Binds the names of x |-> y to the parts of v. */
static void bind(struct eval *e, const struct node *pattern, value v)
{
	if (pattern->op == OP_PAIR) {
		bind(e, pattern->kid[0], value_first(e->s, v));
		bind(e, pattern->kid[1], value_second(e->s, v));
	} else {
		e->slots[slot_of(e, pattern->decl)] = v;
	}
}

/* Do the conjuncts of n hold, but for this one? */
static bool others_hold(struct eval *e, const struct node *n, const struct node *without)
{
	if (n == without) return true;
	if (n->op != OP_AND) return predicate_eval(e, n) == EVAL_TRUE;
	for (uint32_t i = 0; i < n->count; i++)
		if (!others_hold(e, n->kid[i], without)) return false;
	return true;
}

static bool allows(struct eval *e, const struct subset_rule *r, value v)
{
	if (r->kind == SUBSET_WITHIN) return member_in(e, v, r->node) != EVAL_FALSE;
	if (r->kind == SUBSET_DISJOINT) return member_in(e, v, r->node) != EVAL_TRUE;
	if (r->kind == SUBSET_HAS_NONE) {
		value x = expr_eval(e, r->node);
		return x == VALUE_NONE || lazy_equal(e, x, v, r->node->pos) != EVAL_TRUE;
	}
	if (r->kind != SUBSET_FILTER) return true;
	const struct node *body = r->node->kid[1];
	bind(e, r->member->kid[0], v);
	if (!others_hold(e, body->kid[0], r->member)) return true;
	return predicate_eval(e, body->kid[1]) != EVAL_FALSE;
}

static value allowed(struct eval *e, value set, const struct subset_rules *rules)
{
	struct value_list list = {0};
	uint64_t count = value_count(e->s, set);
	for (uint64_t i = 0; i < count; i++) {
		value v = value_at(e->s, set, i);
		bool is_in = true;
		for (uint32_t k = 0; k < rules->count && is_in; k++) is_in = allows(e, &rules->list[k], v);
		e->has_failure = false;
		if (is_in) VEC_PUSH(&list.list, v);
	}
	value part = value_set(e->s, list.list.at, list.list.count);
	VEC_CLEAR(&list.list);
	return part;
}

/* The elements that every subset has. */
static value required(struct eval *e, const struct subset_rules *rules)
{
	struct algebra_failure why = {0};
	value all = value_empty(e->s);
	for (uint32_t k = 0; k < rules->count; k++) {
		const struct subset_rule *r = &rules->list[k];
		if (r->kind != SUBSET_HAS && r->kind != SUBSET_HAS_ALL) continue;
		value v = expr_eval(e, r->node);
		if (v != VALUE_NONE) v = lazy_list(e, v, r->node->pos);
		if (v != VALUE_NONE && r->kind == SUBSET_HAS) v = value_set(e->s, &v, 1);
		if (v != VALUE_NONE)
			v = algebra_apply(e->s, OP_UNION, (value[]){all, v}, 2, e->limit, &why);
		if (v != VALUE_NONE) all = v;
		e->has_failure = false;
	}
	return all;
}

/* card(s) : node; a set that is not listed says nothing. */
static void meet_listed(struct eval *e, const struct node *node, struct subset_sizes *sizes)
{
	value set = expr_eval(e, node);
	e->has_failure = false;
	if (set == VALUE_NONE || value_has_lazy(e->s, set)) return;
	uint64_t count = value_count(e->s, set);
	int64_t low = count ? value_clamped(e->s, value_at(e->s, set, 0)) : 1;
	int64_t high = count ? value_clamped(e->s, value_at(e->s, set, count - 1)) : 0;
	if (high < low || high < 0) *sizes = (struct subset_sizes){1, 0};
	else if ((uint64_t)high < sizes->most) sizes->most = (uint64_t)high;
	if (low > 0 && (uint64_t)low > sizes->least) sizes->least = (uint64_t)low;
}

struct subset_sizes subset_sizes_of(struct eval *e, const struct subset_rules *rules)
{
	struct subset_sizes sizes = {0, UINT64_MAX};
	for (uint32_t k = 0; k < rules->count; k++) {
		const struct subset_rule *r = &rules->list[k];
		if (r->kind == SUBSET_SIZES) meet_listed(e, r->node, &sizes);
		if (r->kind != SUBSET_LEAST && r->kind != SUBSET_MOST) continue;
		int64_t n = 0;
		bool ok = !r->node || expr_integer(e, r->node, &n);
		e->has_failure = false;
		if (!ok || __builtin_add_overflow(n, r->plus, &n)) continue;
		if (r->kind == SUBSET_LEAST && n > 0 && (uint64_t)n > sizes.least)
			sizes.least = (uint64_t)n;
		if (r->kind == SUBSET_MOST && n < 0) sizes = (struct subset_sizes){1, 0};
		if (r->kind == SUBSET_MOST && n >= 0 && (uint64_t)n < sizes.most) sizes.most = (uint64_t)n;
	}
	return sizes;
}

/* ---- subsets ----------------------------------------------------------------------------------- */

struct completing {
	value required;
	stream_found *found;
	void *data;
};

static bool complete(struct eval *e, value part, void *data)
{
	struct completing *c = data;
	struct algebra_failure why = {0};
	value both[] = {part, c->required};
	value whole = algebra_apply(e->s, OP_UNION, both, 2, UINT64_MAX, &why);
	return c->found(e, whole, c->data);
}

enum truth subset_stream(struct eval *e, value set, bool proper, const struct subset_rules *rules,
                         stream_found *found, void *data)
{
	struct algebra_failure why = {0};
	if (rules->count == 0) return stream_subsets(e, set, proper, NULL, found, data);
	if (value_count(e->s, set) > e->limit)
		return eval_fail_truth(e, EVAL_LIMIT, (struct pos){0},
		                       "these are subsets of too large a set" LIST_LIMIT);
	struct subset_sizes sizes = subset_sizes_of(e, rules);
	struct completing c = {required(e, rules), found, data};
	value part = allowed(e, set, rules);
	value both[] = {part, c.required};
	if (algebra_apply(e->s, OP_INTER, both, 2, UINT64_MAX, &why) != c.required) return EVAL_FALSE;
	uint64_t count = value_count(e->s, c.required);
	if (sizes.most < count) return EVAL_FALSE;
	sizes.least = sizes.least > count ? sizes.least - count : 0;
	sizes.most = sizes.most == UINT64_MAX ? sizes.most : sizes.most - count;
	value rest = algebra_apply(e->s, OP_DIFFERENCE, both, 2, UINT64_MAX, &why);
	return stream_subsets(e, rest, proper && part == set, &sizes, complete, &c);
}
