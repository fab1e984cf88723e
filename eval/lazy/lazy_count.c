/* card(S), also of sets that are too large to be listed: powers, products, arrows, injective sequences and records by
 * the sizes of their operands, sets of integers by their spans. */
#include "eval/inside.h"

/* The number of elements, or VALUE_NONE, perhaps with a failure. */
static value size_of(struct eval *e, value set);

static value size_of_operand(struct eval *e, const struct node *n)
{
	value v = expr_eval(e, n);
	return v == VALUE_NONE ? v : size_of(e, v);
}

static value by_formula(struct eval *e, enum op op, value a, value b, struct pos pos)
{
	struct algebra_failure why = {0};
	if (a == VALUE_NONE || b == VALUE_NONE) return VALUE_NONE;
	value v = algebra_cardinal(e->s, op, a, b, &why);
	return v == VALUE_NONE ? eval_fail(e, EVAL_LIMIT, pos, "%s", why.why) : v;
}

static value size_of_records(struct eval *e, const struct node *n)
{
	value all = value_integer(e->s, 1);
	for (uint32_t i = 0; i < n->count && all != VALUE_NONE; i++)
		all = by_formula(e, OP_PRODUCT, all, size_of_operand(e, n->kid[i]->kid[0]), n->pos);
	return all;
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
static value size_of_comprehension(struct eval *e, const struct node *n)
{
	const struct node *condition = n->kid[1];
	if (n->count != 2 || !is_product(n->kid[0], condition)) return VALUE_NONE;
	value all = value_integer(e->s, 1);
	for (uint32_t i = 0; i < n->kid[0]->count && all != VALUE_NONE; i++) {
		const struct node *part = condition->op == OP_AND ? condition->kid[i] : condition;
		all = by_formula(e, OP_PRODUCT, all, size_of_operand(e, part->kid[1]), n->pos);
	}
	return all;
}

/* ---- {s | s <: A & card(s) = 3} ------------------------------------------------------------------ */

/* The set whose subsets are meant, and the conditions on their sizes. */
struct counted_subsets {
	const struct decl *name;
	const struct node *whole;
	struct subset_sizes sizes;
	value among; /* a set of sizes, or VALUE_NONE */
};

static bool is_size_of(const struct counted_subsets *s, const struct node *n)
{
	return n->op == OP_CARD && n->kid[0]->op == OP_ID && n->kid[0]->decl == s->name;
}

/* a <= size, size < b, ... */
static bool add_bound(struct eval *e, struct counted_subsets *s, const struct generator *g)
{
	struct subset_rule rules[2];
	struct subset_rules both = {rules, 0};
	int64_t number;
	if (!expr_integer(e, g->from, &number) || number == INT64_MAX || number == INT64_MIN)
		return false;
	if (g->kind != GENERATOR_MOST)
		rules[both.count++] = (struct subset_rule){SUBSET_LEAST, g->from, NULL, g->is_strict};
	if (g->kind != GENERATOR_LEAST)
		rules[both.count++] = (struct subset_rule){SUBSET_MOST, g->from, NULL, -g->is_strict};
	struct subset_sizes now = subset_sizes_of(e, &both);
	if (now.least > s->sizes.least) s->sizes.least = now.least;
	if (now.most < s->sizes.most) s->sizes.most = now.most;
	return true;
}

/* card(s) : sizes */
static bool add_sizes(struct eval *e, struct counted_subsets *s, const struct node *set)
{
	if (s->among != VALUE_NONE) return false;
	s->among = expr_eval(e, set);
	return s->among != VALUE_NONE && !value_has_lazy(e->s, s->among);
}

/* s <: A, s : POW(A), s : FIN1(A); once */
static bool add_whole(struct counted_subsets *s, const struct generator *g)
{
	const struct node *set = g->from;
	bool is_power = g->kind == GENERATOR_IN;
	if (s->whole || (is_power && !op_is(set->op, FACT_POWERS))) return false;
	s->whole = is_power ? set->kid[0] : set;
	bool is_not_empty = is_power && (set->op == OP_POW1 || set->op == OP_FIN1);
	if (is_not_empty && s->sizes.least == 0) s->sizes.least = 1;
	return true;
}

static bool add_condition(struct eval *e, struct counted_subsets *s, const struct node *n)
{
	EACH_GENERATOR(g, n) {
		bool is_size = is_size_of(s, g.of), is_name = mention_is_name(g.of, s->name);
		if ((!is_size && !is_name) || !g.from || node_mentions(g.from, s->name)) continue;
		bool is_whole = g.kind == GENERATOR_IN || g.kind == GENERATOR_SUBSET;
		if (is_name) return is_whole && add_whole(s, &g);
		return g.kind == GENERATOR_IN ? add_sizes(e, s, g.from) : add_bound(e, s, &g);
	}
	return false;
}

/* By sizes, one after the other, if only some of them count. */
static uint64_t number_of(struct eval *e, const struct counted_subsets *s, uint64_t elements)
{
	if (s->among == VALUE_NONE) return count_subsets(elements, s->sizes.least, s->sizes.most);
	uint64_t total = 0, count = value_count(e->s, s->among);
	for (uint64_t i = 0; i < count; i++) {
		int64_t k = value_clamped(e->s, value_at(e->s, s->among, i));
		bool fits = k >= 0 && (uint64_t)k >= s->sizes.least && (uint64_t)k <= s->sizes.most;
		if (fits) total = count_plus(total, count_choices(elements, (uint64_t)k));
	}
	return total;
}

/* Is that all that the condition says, and has each part a value? */
static bool count_described(struct eval *e, const struct node *n, uint64_t *out)
{
	enum { MOST_SIZES = 1000 };
	if (n->op != OP_COMPREHENSION || n->count != 2 || n->kid[0]->count != 1) return false;
	const struct node *p = n->kid[1];
	struct counted_subsets s = {n->kid[0]->kid[0]->decl, NULL, {0, UINT64_MAX}, VALUE_NONE};
	int64_t elements;
	if (s.name->type->kind != TYPE_POW || n->flags & NODE_SYMBOLIC) return false;
	bool ok = true;
	for (uint32_t i = 0; ok && i < (p->op == OP_AND ? p->count : 1); i++)
		ok = add_condition(e, &s, p->op == OP_AND ? p->kid[i] : p);
	ok = ok && s.whole && (s.among == VALUE_NONE || value_count(e->s, s.among) <= MOST_SIZES);
	value size = ok ? size_of_operand(e, s.whole) : VALUE_NONE;
	ok = size != VALUE_NONE && value_fits(e->s, size, &elements) && elements < UINT32_MAX;
	e->has_failure = false;
	if (ok) *out = number_of(e, &s, (uint64_t)elements);
	return ok;
}

static value size_of_node(struct eval *e, const struct node *n)
{
	value of[2] = {0, value_integer(e->s, 0)};
	bool has_formula = op_is(n->op, FACT_POWERS | FACT_ARROWS) || n->op == OP_PRODUCT ||
	                   n->op == OP_ISEQ || n->op == OP_ISEQ1 || n->op == OP_PERM;
	if (n->op == OP_STRUCT) return size_of_records(e, n);
	if (n->op == OP_COMPREHENSION) return size_of_comprehension(e, n);
	if (!has_formula) return VALUE_NONE;
	for (uint32_t i = 0; i < n->count; i++) {
		of[i] = size_of_operand(e, n->kid[i]);
		if (of[i] == VALUE_NONE) return VALUE_NONE;
	}
	return by_formula(e, n->op, of[0], of[1], n->pos);
}

static value size_of_listed(struct eval *e, value set)
{
	struct algebra_failure why = {0};
	if (value_has_lazy(e->s, set)) return VALUE_NONE; /* what looks different may be equal */
	return algebra_apply(e->s, OP_CARD, &set, 1, e->limit, &why);
}

static value size_of(struct eval *e, value set)
{
	if (value_kind(e->s, set) != VALUE_LAZY) return size_of_listed(e, set);
	struct lazy_frame f;
	lazy_enter(e, set, &f);
	value count = size_of_node(e, f.node);
	lazy_leave(e, &f);
	return count != VALUE_NONE || e->has_failure ? count : spans_count(e, set);
}

/* What was to be listed and is too large. */
static value count_unlisted(struct eval *e, value set)
{
	struct eval_failure failure = e->failure;
	bool has_failure = e->has_failure;
	e->has_failure = false;
	value count = size_of(e, set);
	if (e->has_failure) count = VALUE_NONE;
	e->failure = failure;
	e->has_failure = count == VALUE_NONE && has_failure;
	return count;
}

value count_value(struct eval *e, const struct node *n)
{
	uint64_t number;
	if (count_described(e, n->kid[0], &number) && number <= INT64_MAX)
		return value_integer(e->s, (int64_t)number);
	value set = expr_eval(e, n->kid[0]);
	if (set == VALUE_NONE) {
		bool is_limit = e->has_failure && e->failure.kind == EVAL_LIMIT;
		return is_limit ? count_unlisted(e, lazy_of(e, n->kid[0])) : VALUE_NONE;
	}
	if (lazy_is_infinite(e, set))
		return eval_fail(e, EVAL_UNDEFINED, n->pos, "an infinite set has no cardinality");
	if (value_has_lazy(e->s, set)) {
		value count = count_unlisted(e, set);
		if (count != VALUE_NONE || e->has_failure) return count;
		set = lazy_list(e, set, n->kid[0]->pos);
	}
	return set == VALUE_NONE ? VALUE_NONE : size_of_listed(e, set);
}
