/* Expressions that bind names: comprehensions, lambdas, sums, quantified unions; and the listing of
 * sets that were left unlisted. */
#include "eval/inside.h"

enum { FIRST_CHECK = 1 << 16 };

struct collect {
	const struct node *node;
	struct value_list list;
	struct algebra_total total;
	uint32_t next_check; /* when the list gets this long, duplicates are removed */
	bool failed;
};

static bool collect_found(struct eval *e, void *data)
{
	struct collect *c = data;
	const struct node *n = c->node;
	bool keep_ids = n->op == OP_LAMBDA || (n->op == OP_COMPREHENSION && n->count == 2);
	value v = keep_ids ? plan_ids_value(e, n->kid[0]) : VALUE_NONE;
	if (n->count > 2) {
		value body = expr_eval(e, n->kid[2]);
		if (body == VALUE_NONE) {
			c->failed = true;
			return false;
		}
		v = n->op == OP_LAMBDA ? value_pair(e->s, v, body) : body;
	}
	VEC_PUSH(&c->list.list, v);
	if (c->list.list.count < c->next_check) return true;
	/* the same element may have come often */
	value set = value_set(e->s, c->list.list.at, c->list.list.count);
	uint64_t count = value_count(e->s, set);
	for (uint64_t i = 0; i < count; i++) c->list.list.at[i] = value_at(e->s, set, i);
	c->list.list.count = (uint32_t)count;
	c->next_check = (uint32_t)count + FIRST_CHECK;
	if (count <= e->limit) return true;
	eval_fail(e, EVAL_LIMIT, n->pos, "this set has more than %llu elements" LIST_LIMIT,
	          (unsigned long long)e->limit);
	c->failed = true;
	return false;
}

/* {x | P}, {x . P | E}, %x.(P | E), listed */
static value list_comprehension(struct eval *e, const struct node *n)
{
	struct collect c = {.node = n, .next_check = FIRST_CHECK};
	enum truth t = plan_run(e, plan_of(e, n), collect_found, &c);
	bool ok = t != EVAL_FAILED && !c.failed;
	value v = ok ? value_set(e->s, c.list.list.at, c.list.list.count) : VALUE_NONE;
	VEC_CLEAR(&c.list.list);
	return v;
}

static void forgive_limit(struct eval *e)
{
	bool is_limit = e->has_failure && e->failure.kind == EVAL_LIMIT;
	bool is_stopped = e->limits.interrupt && *e->limits.interrupt;
	if (is_limit && !is_stopped) e->has_failure = false;
}

static bool is_unlisted(const void *eval, const struct decl *d)
{
	const struct eval *e = eval;
	uint32_t slot = slot_of(e, d);
	return slot && e->slots[slot] != VALUE_NONE && value_has_lazy(e->s, e->slots[slot]);
}

/* Listed if that takes few steps only; VALUE_NONE without a failure if it takes more, which is noted unless
 * only a part of them could be lent. */
static value try_to_list(struct eval *e, const struct node *n)
{
	enum { STEPS = 300000 };
	struct eval_steps steps;
	eval_lend_steps(e, STEPS, &steps);
	value v = list_comprehension(e, n);
	bool is_limit = v == VALUE_NONE && e->has_failure && e->failure.kind == EVAL_LIMIT;
	if (is_limit && steps.lent == STEPS && e->limits.budget == 0)
		prepare_note(e, n)->is_large = true;
	eval_return_steps(e, &steps);
	if (is_limit) forgive_limit(e);
	return v;
}

value bind_comprehension(struct eval *e, const struct node *n)
{
	/* logarithms of the cases; of a function, single values are wanted most of the time */
	const double much = n->op == OP_LAMBDA ? 9 : 15;
	struct plan *p = plan_of(e, n);
	struct note *note = prepare_note(e, n);
	if (n->flags & NODE_SYMBOLIC || !plan_is_finite(p) || note->is_large) return lazy_of(e, n);
	value v = plan_effort(p) < much ? list_comprehension(e, n) : try_to_list(e, n);
	/* the plan may be older than the value of a name, which is not listed now */
	if (v == VALUE_NONE && mention_any(n, is_unlisted, e)) {
		forgive_limit(e);
		note->plan = NULL; /* to be made anew */
	}
	return v != VALUE_NONE || e->has_failure ? v : lazy_of(e, n);
}

static value infinite(struct eval *e, const struct node *n)
{
	return eval_fail(e, EVAL_LIMIT, n->pos, "this set is infinite and cannot be listed");
}

static bool sum_found(struct eval *e, void *data)
{
	struct collect *c = data;
	value term = expr_eval(e, c->node->kid[2]);
	bool is_long = term != VALUE_NONE && !algebra_total_add(e->s, &c->total, term);
	if (is_long) eval_fail(e, EVAL_LIMIT, c->node->pos, "%s", algebra_too_long);
	c->failed = term == VALUE_NONE || is_long;
	return !c->failed;
}

static value infinite_sum(struct eval *e, const struct node *n)
{
	return eval_fail(e, EVAL_UNDEFINED, n->pos, "a %s of infinitely many numbers has no value",
	                 n->op == OP_PI ? "product" : "sum");
}

value bind_sum(struct eval *e, const struct node *n)
{
	struct collect c = {.node = n};
	if (!plan_is_finite(plan_of(e, n)) && infinite_has_index(e, n)) return infinite_sum(e, n);
	algebra_total_init(&c.total, n->op == OP_PI, n->type->kind == TYPE_REAL);
	enum truth t = plan_run(e, plan_of(e, n), sum_found, &c);
	value total = algebra_total_end(e->s, &c.total);
	if (t == EVAL_FAILED && e->has_failure && e->failure.kind == EVAL_LIMIT) {
		struct eval_failure failure = e->failure;
		e->has_failure = false;
		if (infinite_has_index(e, n)) return infinite_sum(e, n);
		e->failure = failure;
		e->has_failure = true;
	}
	return t == EVAL_FAILED || c.failed ? VALUE_NONE : total;
}

/* UNION(x).(P | E), INTER(x).(P | E), listed */
static value list_quantified(struct eval *e, const struct node *n)
{
	struct collect c = {.node = n, .next_check = FIRST_CHECK};
	struct algebra_failure why = {0};
	enum truth t = plan_run(e, plan_of(e, n), collect_found, &c);
	bool ok = t != EVAL_FAILED && !c.failed;
	for (uint32_t i = 0; ok && i < c.list.list.count; i++) {
		c.list.list.at[i] = lazy_list(e, c.list.list.at[i], n->kid[2]->pos);
		ok = c.list.list.at[i] != VALUE_NONE;
	}
	value sets = ok ? value_set(e->s, c.list.list.at, c.list.list.count) : VALUE_NONE,
	      v = VALUE_NONE;
	VEC_CLEAR(&c.list.list);
	if (!ok) return VALUE_NONE;
	enum op op = n->op == OP_QUANTIFIED_UNION ? OP_GENERAL_UNION : OP_GENERAL_INTER;
	v = algebra_apply(e->s, op, &sets, 1, e->limit, &why);
	if (v == VALUE_NONE)
		eval_fail(e, why.is_limit ? EVAL_LIMIT : EVAL_UNDEFINED, n->pos, "%s", why.why);
	return v;
}

value bind_quantified(struct eval *e, const struct node *n)
{
	if (n->flags & NODE_SYMBOLIC || !plan_is_finite(plan_of(e, n))) return lazy_of(e, n);
	return list_quantified(e, n);
}

/* ---- listing --------------------------------------------------------------------------------- */

/* Counts up in the mixed radix of the sizes of the sets. */
static void next_record(struct eval *e, const struct type *t, const value *sets, uint64_t *index)
{
	for (uint32_t i = 0; i < t->count && ++index[i] == value_count(e->s, sets[i]); i++)
		index[i] = 0;
}

value bind_records(struct eval *e, const struct type *t, const value *sets, struct pos pos)
{
	uint64_t count = 1;
	for (uint32_t i = 0; i < t->count; i++) count = count_times(count, value_count(e->s, sets[i]));
	if (count > e->limit)
		return eval_fail(e, EVAL_LIMIT, pos, "these are more than %llu records" LIST_LIMIT,
		                 (unsigned long long)e->limit);
	struct value_list list = {0};
	value *fields = memory_zeroed(t->count, sizeof *fields);
	uint64_t *index = memory_zeroed(t->count, sizeof *index);
	for (; count > 0; count--, next_record(e, t, sets, index)) {
		for (uint32_t i = 0; i < t->count; i++) fields[i] = value_at(e->s, sets[i], index[i]);
		VEC_PUSH(&list.list, value_record(e->s, t, fields));
	}
	value v = value_set(e->s, list.list.at, list.list.count);
	VEC_CLEAR(&list.list);
	free(fields);
	free(index);
	return v;
}

/* The set of values of a field, listed. */
static value list_field(struct eval *e, const struct node *n, const char *field)
{
	uint32_t k = 0;
	while (n->kid[k]->name != field) k++;
	value set = expr_eval(e, n->kid[k]->kid[0]);
	return set == VALUE_NONE ? VALUE_NONE : lazy_list(e, set, n->kid[k]->pos);
}

static value list_struct(struct eval *e, const struct node *n)
{
	const struct type *t = n->type->a;
	value *sets = memory_zeroed(t->count, sizeof *sets);
	bool ok = true;
	for (uint32_t i = 0; i < t->count && ok; i++) {
		sets[i] = list_field(e, n, t->fields[i].name);
		ok = sets[i] != VALUE_NONE;
	}
	value v = ok ? bind_records(e, t, sets, n->pos) : VALUE_NONE;
	free(sets);
	return v;
}

/* Names that range over infinite types come last: perhaps no case goes so far. */
static value list_perhaps_infinite(struct eval *e, const struct node *n)
{
	bool before = e->was_cut;
	e->was_cut = false;
	value v = try_to_list(e, n);
	bool is_cut = e->was_cut;
	e->was_cut = before;
	if (e->has_failure) return VALUE_NONE;
	return v == VALUE_NONE || is_cut ? infinite(e, n) : v;
}

value expr_list(struct eval *e, const struct node *n)
{
	switch (n->op) {
	case OP_COMPREHENSION:
	case OP_LAMBDA:
		return plan_is_finite(plan_of(e, n)) ? list_comprehension(e, n)
		                                     : list_perhaps_infinite(e, n);
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER:
		return plan_is_finite(plan_of(e, n)) ? list_quantified(e, n) : infinite(e, n);
	case OP_INTEGER_SET:
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET:
	case OP_STRING_SET:
	case OP_REAL_SET:
	case OP_FLOAT_SET:
	case OP_SUCC:
	case OP_PRED:
	case OP_TREE:
	case OP_BTREE: return infinite(e, n);
	case OP_STRUCT: return list_struct(e, n);
	case OP_ID: return plan_type_values(e, n->type->a, n->pos);
	default: return operator_list(e, n);
	}
}
