/* Running plans. The conjuncts are tested in any order: a case is out as soon as one of them is false,
 * and undefined if none is false and some are undefined. So what is undefined does not end a case, but
 * a case that comes to its end then is undefined. */
#include "eval/plan/plan.h"

struct plan_running {
	struct eval *e;
	const struct plan *plan;
	const struct plan *first; /* of which `plan` is a fallback */
	plan_found *found;
	void *data;
	uint32_t suspects;          /* tests of this case that were undefined */
	struct eval_failure reason; /* of the first of them */
	bool is_undefined;          /* some case was undefined */
	struct eval_failure failure;
	bool is_leaving;  /* on the way back to the first suspect: the case is known to be undefined */
	bool is_stuck;    /* a failure that ends the search */
	bool starts_anew; /* without the names of inner #y */
};

static bool run_from(struct plan_running *r, uint32_t i);

/* After a failure: false if the search must end. */
static bool pass_over(struct plan_running *r)
{
	if (r->e->has_failure && r->e->failure.kind == EVAL_UNDEFINED) {
		if (!r->is_undefined) r->failure = r->e->failure;
		r->is_undefined = true;
		r->e->has_failure = false;
		return true;
	}
	r->is_stuck = true;
	return false;
}

/* #y was opened: where another y makes the condition true, this one does no harm. */
static enum truth whole_condition(struct plan_running *r)
{
	enum { FEW = 16 };
	const struct plan *p = r->first;
	value few[FEW], *saved = few;
	if (p->inner_count > FEW) saved = ARENA_ARRAY(&r->e->arena, p->inner_count, value);
	for (uint32_t i = 0; i < p->inner_count; i++) saved[i] = r->e->slots[p->inner[i]];
	enum truth t = predicate_condition(r->e, p->whole);
	for (uint32_t i = 0; i < p->inner_count; i++) r->e->slots[p->inner[i]] = saved[i];
	return t;
}

static bool at_end(struct plan_running *r)
{
	bool is_certain = r->suspects == 0 && !r->plan->is_vague;
	if (is_certain || r->plan->keeps_undefined) return r->found(r->e, r->data);
	if (r->first->whole && !r->plan->is_vague) {
		enum truth t = whole_condition(r);
		if (t != EVAL_FAILED) return true;
		if (!eval_forgive(r->e)) return pass_over(r);
	}
	if (!r->is_undefined) r->failure = r->reason;
	r->is_undefined = true;
	r->is_leaving = r->suspects > 0;
	return !r->is_leaving;
}

/* The rest of a case that can only be undefined or false. */
static bool run_suspect(struct plan_running *r, uint32_t i)
{
	if (r->is_undefined && !r->plan->keeps_undefined) return true;
	if (r->suspects++ == 0) r->reason = r->e->failure;
	bool go_on = run_from(r, i);
	if (--r->suspects > 0 || !r->is_leaving) return go_on;
	r->is_leaving = false;
	return true;
}

/* Were there no inner #y, this conjunct would give the values, and is undefined as a whole: as run_fallback. */
static bool lacks_source(struct plan_running *r, const struct plan_step *s)
{
	struct eval_failure reason = r->e->failure;
	if (!s->source || !r->first->unmerged) return false;
	bool lacks = expr_eval(r->e, s->source) == VALUE_NONE && eval_forgive(r->e);
	r->e->failure = reason;
	r->e->has_failure = false;
	return lacks;
}

static bool run_source(struct plan_running *r, uint32_t i, const struct plan_step *s)
{
	r->starts_anew = lacks_source(r, s);
	return r->starts_anew ? false : run_from(r, i + 1);
}

static bool run_test(struct plan_running *r, uint32_t i, const struct plan_step *s)
{
	enum truth t = predicate_eval(r->e, s->node);
	if (t == EVAL_TRUE) return run_from(r, i + 1);
	if (t == EVAL_FALSE) return true;
	if (eval_forgive(r->e)) {
		r->starts_anew = lacks_source(r, s);
		return r->starts_anew ? false : run_suspect(r, i + 1);
	}
	r->is_stuck = true;
	return false;
}

static bool shares_name(const struct fallback *a, const struct fallback *b)
{
	for (uint32_t i = 0; i < a->count; i++)
		for (uint32_t k = 0; k < b->count; k++)
			if (a->names[i] == b->names[k]) return true;
	return false;
}

static bool switch_to_fallback(struct plan_running *r, const struct plan_step *s)
{
	const struct plan *before = r->plan;
	r->plan = plan_of_fallback(r->e, s->fallback);
	bool go_on = run_from(r, 0);
	r->plan = before;
	return go_on;
}

/* What gives the values is undefined. Names of inner #y are none of the binder: whether they could give
 * values to its own must not matter. */
static bool run_fallback(struct plan_running *r, const struct plan_step *s)
{
	bool is_undefined = r->e->has_failure && r->e->failure.kind == EVAL_UNDEFINED;
	if (!s->fallback || !is_undefined || r->plan->keeps_undefined) return pass_over(r);
	if (r->first->unmerged && shares_name(r->first->unmerged, s->fallback)) {
		r->starts_anew = true;
		return r->e->has_failure = false;
	}
	if (r->is_undefined && r->suspects) return eval_forgive(r->e);
	struct eval_failure reason = r->reason;
	if (r->suspects == 0) r->reason = r->e->failure;
	r->e->has_failure = false;
	bool go_on = switch_to_fallback(r, s);
	r->reason = reason;
	return go_on;
}

/* ---- too many values in a fallback plan ------------------------------------------------------------------- */

static bool are_too_many(const struct plan_running *r, uint64_t count)
{
	return r->plan->is_fallback && count > PLAN_MOST_ON_FALLBACK;
}

static bool count_one(struct eval *e, value v, void *count)
{
	(void)e;
	(void)v;
	return ++*(uint64_t *)count <= PLAN_MOST_ON_FALLBACK;
}

/* Of a set whose elements are made one by one; where it has no value, that is found out later. */
static bool has_too_many(struct plan_running *r, const struct node *set)
{
	uint64_t count = 0;
	if (!r->plan->is_fallback) return false;
	if (stream_node(r->e, set, count_one, &count) == EVAL_FAILED) r->e->has_failure = false;
	return are_too_many(r, count);
}

/* ---- matching ---------------------------------------------------------------------------------- */

static enum truth match(struct eval *e, const struct pattern *p, value v)
{
	switch (p->kind) {
	case PATTERN_BIND: e->slots[p->slot] = v; return EVAL_TRUE;
	case PATTERN_TEST: {
		value known = expr_eval(e, p->node);
		return known == VALUE_NONE ? EVAL_FAILED : lazy_equal(e, known, v, p->node->pos);
	}
	default: {
		enum truth t = match(e, p->a, value_first(e->s, v));
		return t == EVAL_TRUE ? match(e, p->b, value_second(e->s, v)) : t;
	}
	}
}

/* Are the known parts of the pattern defined? */
static bool is_pattern_defined(struct eval *e, const struct pattern *p)
{
	if (!p || p->kind == PATTERN_BIND) return true;
	if (p->kind == PATTERN_PAIR) return is_pattern_defined(e, p->a) && is_pattern_defined(e, p->b);
	return !p->is_doubtful || expr_eval(e, p->node) != VALUE_NONE;
}

static bool with_value(struct plan_running *r, uint32_t i, const struct plan_step *s, value v)
{
	enum truth t = EVAL_TRUE;
	if (s->pattern) t = match(r->e, s->pattern, v);
	else r->e->slots[s->slot] = v;
	if (t == EVAL_TRUE) return run_from(r, i + 1);
	return t == EVAL_FALSE || pass_over(r);
}

static bool run_bind(struct plan_running *r, uint32_t i, const struct plan_step *s)
{
	value v = s->kind == STEP_LAZY ? lazy_of(r->e, s->node) : expr_eval(r->e, s->node);
	if (v == VALUE_NONE || !is_pattern_defined(r->e, s->pattern)) return run_fallback(r, s);
	return with_value(r, i, s, v);
}

/* Functions that call themselves or each other, or that equations give: is there one? */
static bool run_exists(struct plan_running *r, uint32_t i, const struct plan_step *s)
{
	if (eval_function_exists(r->e, r->e->slots[s->slot])) return run_from(r, i + 1);
	eval_fail(r->e, EVAL_LIMIT, s->pos, "it is not known whether there is a function like that");
	r->is_stuck = true;
	return false;
}

/* ---- elements ---------------------------------------------------------------------------------- */

struct element {
	struct plan_running *r;
	const struct plan_step *s;
	uint32_t i;
	bool was_found; /* there was one */
};

static bool element_found(struct eval *e, value v, void *data)
{
	struct element *x = data;
	x->was_found = true;
	if (eval_interrupted(e, x->s->pos)) {
		x->r->is_stuck = true;
		return false;
	}
	return with_value(x->r, x->i, x->s, v);
}

/* The pairs of a listed relation whose first component is known: they stand together. */
static bool run_images(struct plan_running *r, uint32_t i, const struct plan_step *s,
                       value relation)
{
	struct eval *e = r->e;
	value x = expr_eval(e, s->pattern->a->node);
	if (x != VALUE_NONE) x = lazy_list(e, x, s->pos);
	if (x == VALUE_NONE) return run_fallback(r, s);
	uint64_t low = 0, count = value_count(e->s, relation), high = count;
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		value first = value_first(e->s, value_at(e->s, relation, middle));
		if (value_compare(e->s, first, x) < 0) low = middle + 1;
		else high = middle;
	}
	for (; low < count; low++) {
		value pair = value_at(e->s, relation, low);
		if (value_first(e->s, pair) != x) return true;
		enum truth t = match(e, s->pattern->b, value_second(e->s, pair));
		bool go_on = t == EVAL_TRUE ? run_from(r, i + 1) : t == EVAL_FALSE || pass_over(r);
		if (!go_on) return false;
	}
	return true;
}

static bool has_test_first(const struct plan_step *s)
{
	return s->pattern->kind == PATTERN_PAIR && s->pattern->a->kind == PATTERN_TEST;
}

static bool finish_stream(const struct element *x, enum truth t)
{
	if (t == EVAL_FAILED && !x->r->is_stuck)
		return x->was_found ? pass_over(x->r) : run_fallback(x->r, x->s);
	return t == EVAL_FALSE;
}

/* ---- integers beyond 64 bits ------------------------------------------------------------------- */

/* From bounds that do not both fit 64 bits. */
static bool run_far_range(struct plan_running *r, uint32_t i, const struct plan_step *s, value low,
                          value high)
{
	struct eval *e = r->e;
	struct element x = {r, s, i, false};
	if (value_compare(e->s, low, high) > 0) return true;
	value width = expr_number(e, OP_MINUS, high, low, s->pos);
	if (width == VALUE_NONE) return pass_over(r);
	if (are_too_many(r, (uint64_t)value_clamped(e->s, width))) return switch_to_fallback(r, s);
	for (value v = low;; v = plan_plus(e, v, 1)) {
		if (v == VALUE_NONE) return pass_over(r);
		if (!element_found(e, v, &x)) return false;
		if (v == high) return true;
	}
}

/* An interval that was not listed: its elements are tried one by one. */
static bool is_far_interval(struct eval *e, const struct plan_step *s, value set, value *low,
                            value *high)
{
	bool is_far = set != VALUE_NONE && s->node->op == OP_INTERVAL &&
	              value_kind(e->s, set) == VALUE_LAZY && !has_test_first(s);
	*low = is_far ? expr_eval(e, s->node->kid[0]) : VALUE_NONE;
	*high = is_far ? expr_eval(e, s->node->kid[1]) : VALUE_NONE;
	return *low != VALUE_NONE && *high != VALUE_NONE;
}

/* ---- elements ---------------------------------------------------------------------------------- */

static bool is_made_one_by_one(enum op op)
{
	return op_is(op, FACT_POWERS | FACT_ARROWS | FACT_TREES) || op == OP_SEQ || op == OP_SEQ1;
}

struct part_of_list {
	uint64_t from, to;
};

/* How many elements of a listed set of integers are less than v? */
static uint64_t count_below(struct eval *e, value set, int64_t v)
{
	uint64_t low = 0, high = value_count(e->s, set);
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		if (value_clamped(e->s, value_at(e->s, set, middle)) < v) low = middle + 1;
		else high = middle;
	}
	return low;
}

/* The elements that sums allow. */
static struct part_of_list narrowed(struct plan_running *r, const struct plan_step *s, value set)
{
	struct eval *e = r->e;
	struct narrowed n;
	struct part_of_list part = {0, 0};
	if (!narrow_range(e, s->narrowing, &n)) return part;
	if (n.has_low) part.from = count_below(e, set, n.low);
	part.to = n.has_high ? count_below(e, set, n.high + 1) : value_count(e->s, set);
	return part;
}

/* A set that is not listed, by the text of its value: its names have their values while the next element is made,
 * and not while the search goes on with it. */
struct from_lazy {
	struct element x;
	value set;
	struct lazy_frame frame;
};

static bool lazy_element_found(struct eval *e, value v, void *data)
{
	struct from_lazy *f = data;
	lazy_leave(e, &f->frame);
	bool go_on = element_found(e, v, &f->x);
	lazy_enter(e, f->set, &f->frame);
	return go_on;
}

static bool run_lazy(struct plan_running *r, uint32_t i, const struct plan_step *s, value set)
{
	struct from_lazy f = {.x = {r, s, i, false}, .set = set};
	lazy_enter(r->e, set, &f.frame);
	bool is_much = has_too_many(r, f.frame.node);
	enum truth t = is_much ? EVAL_FALSE : stream_node(r->e, f.frame.node, lazy_element_found, &f);
	lazy_leave(r->e, &f.frame);
	return is_much ? switch_to_fallback(r, s) : finish_stream(&f.x, t);
}

/* Of infinite sets only a part is made, which a set or a sum cannot do with. */
static bool is_streamed(const struct plan_running *r, value set)
{
	struct values *s = r->e->s;
	if (set == VALUE_NONE || value_kind(s, set) != VALUE_LAZY) return false;
	if (!r->first->is_search) return lazy_is_large(r->e, set);
	enum op op = value_lazy_node(s, set)->op;
	bool are_integers = op == OP_INTEGER_SET || op == OP_NATURAL_SET || op == OP_NATURAL1_SET;
	return are_integers || is_made_one_by_one(op);
}

static bool run_in(struct plan_running *r, uint32_t i, const struct plan_step *s)
{
	struct eval *e = r->e;
	struct element x = {r, s, i, false};
	if (!is_pattern_defined(e, s->pattern)) return run_fallback(r, s);
	bool is_made = is_made_one_by_one(s->node->op);
	if (is_made && has_too_many(r, s->node)) return switch_to_fallback(r, s);
	if (is_made) return finish_stream(&x, stream_node(e, s->node, element_found, &x));
	value set = expr_eval(e, s->node), low, high;
	if (is_far_interval(e, s, set, &low, &high)) return run_far_range(r, i, s, low, high);
	if (is_streamed(r, set)) return run_lazy(r, i, s, set);
	if (set != VALUE_NONE) set = lazy_list(e, set, s->pos);
	if (set == VALUE_NONE) return run_fallback(r, s);
	uint64_t count = value_count(e->s, set);
	if (are_too_many(r, count)) return switch_to_fallback(r, s);
	if (has_test_first(s)) return run_images(r, i, s, set);
	struct part_of_list part = {0, count};
	if (s->narrowing) part = narrowed(r, s, set);
	for (uint64_t k = part.from; k < part.to; k++)
		if (!element_found(e, value_at(e->s, set, k), &x)) return false;
	return true;
}

static bool run_function(struct plan_running *r, uint32_t i, const struct plan_step *s)
{
	struct element x = {r, s, i, false};
	if (has_too_many(r, s->node)) return switch_to_fallback(r, s);
	return finish_stream(&x, function_choose(r->e, &s->rules, element_found, &x));
}

static bool run_part(struct plan_running *r, uint32_t i, const struct plan_step *s, value set)
{
	struct element x = {r, s, i, false};
	return finish_stream(&x, subset_stream(r->e, set, s->is_proper, &s->subset, element_found, &x));
}

static bool run_subsets(struct plan_running *r, uint32_t i, const struct plan_step *s)
{
	value set = expr_eval(r->e, s->node);
	if (set != VALUE_NONE) set = lazy_list(r->e, set, s->pos);
	if (set == VALUE_NONE) return run_fallback(r, s);
	if (are_too_many(r, count_power_of_two(value_count(r->e->s, set))))
		return switch_to_fallback(r, s);
	return run_part(r, i, s, set);
}

/* ---- cases ------------------------------------------------------------------------------------- */

static bool with_values(struct plan_running *r, uint32_t i, const struct plan_step *s, value v)
{
	if (eval_interrupted(r->e, s->pos)) {
		r->is_stuck = true;
		return false;
	}
	for (uint32_t k = s->slot_count; k-- > 1; v = value_first(r->e->s, v))
		r->e->slots[s->slots[k]] = value_second(r->e->s, v);
	r->e->slots[s->slots[0]] = v;
	return run_from(r, i + 1);
}

/* The solutions of all cases, each once. Where a case is undefined for a value, that is found out by
 * a test of the whole. Where one has no values, because it is undefined, and nothing else gives all values,
 * those of the others count. */
static bool run_cases(struct plan_running *r, uint32_t i, const struct plan_step *s)
{
	struct value_list found = {0};
	struct eval_failure why = {0};
	bool go_on = true, ok = plan_gather_cases(r->e, s, &found);
	bool is_undefined = !ok && r->e->failure.kind == EVAL_UNDEFINED;
	bool counts =
	    ok || (is_undefined && s->fallback && plan_of_fallback(r->e, s->fallback)->is_vague);
	value set = counts ? value_set(r->e->s, found.list.at, found.list.count) : VALUE_NONE;
	VEC_CLEAR(&found.list);
	if (!counts) return run_fallback(r, s);
	if (!ok) why = r->e->failure;
	r->e->has_failure = false;
	uint64_t count = value_count(r->e->s, set);
	for (uint64_t k = 0; k < count && go_on; k++)
		go_on = with_values(r, i, s, value_at(r->e->s, set, k));
	if (ok || !go_on) return go_on;
	r->e->failure = why;
	r->e->has_failure = true;
	return run_fallback(r, s);
}

/* ---- integers ---------------------------------------------------------------------------------- */

/* With 0 for the name, the sides differ by what its coefficient must make up for. */
static bool with_difference(struct plan_running *r, uint32_t i, const struct plan_step *s,
                            value left, value right)
{
	struct eval *e = r->e;
	int64_t a, b, difference;
	bool fits = value_fits(e->s, left, &a) && value_fits(e->s, right, &b) &&
	            !__builtin_sub_overflow(b, a, &difference) && difference != INT64_MIN;
	if (fits && difference % s->coefficient != 0) return true;
	if (fits) return with_value(r, i, s, value_integer(e->s, difference / s->coefficient));
	value by = value_integer(e->s, s->coefficient);
	value wanted = expr_number(e, OP_MINUS, right, left, s->pos);
	value x = wanted ? expr_number(e, OP_DIVIDE, wanted, by, s->pos) : VALUE_NONE;
	value again = x ? expr_number(e, OP_TIMES, x, by, s->pos) : VALUE_NONE;
	if (again == VALUE_NONE) return pass_over(r);
	return again == wanted ? with_value(r, i, s, x) : true;
}

static bool run_linear(struct plan_running *r, uint32_t i, const struct plan_step *s)
{
	r->e->slots[s->slot] = value_integer(r->e->s, 0);
	value left = expr_eval(r->e, s->node->kid[0]);
	if (left == VALUE_NONE) return run_fallback(r, s);
	value right = expr_eval(r->e, s->node->kid[1]);
	return right != VALUE_NONE ? with_difference(r, i, s, left, right) : run_fallback(r, s);
}

static bool run_shifted(struct plan_running *r, uint32_t i, const struct plan_step *s)
{
	struct eval *e = r->e;
	e->slots[s->slot] = value_integer(e->s, 0);
	value left = expr_eval(e, s->node->kid[0]);
	value set = left != VALUE_NONE ? expr_eval(e, s->node->kid[1]) : VALUE_NONE;
	if (set != VALUE_NONE) set = lazy_list(e, set, s->pos);
	if (set == VALUE_NONE) return run_fallback(r, s);
	uint64_t count = value_count(e->s, set);
	if (are_too_many(r, count)) return switch_to_fallback(r, s);
	for (uint64_t k = 0; k < count; k++) {
		if (eval_interrupted(e, s->pos)) {
			r->is_stuck = true;
			return false;
		}
		if (!with_difference(r, i, s, left, value_at(e->s, set, k))) return false;
	}
	return true;
}

static bool run_range(struct plan_running *r, uint32_t i, const struct plan_step *s)
{
	int64_t low, high;
	value from, to;
	struct element x = {r, s, i, false};
	if (!plan_range(r->e, s, &from, &to)) return pass_over(r);
	if (!value_fits(r->e->s, from, &low) || !value_fits(r->e->s, to, &high))
		return run_far_range(r, i, s, from, to);
	if (low <= high && are_too_many(r, (uint64_t)high - (uint64_t)low))
		return switch_to_fallback(r, s);
	for (int64_t v = low; v <= high; v++) {
		if (!element_found(r->e, value_integer(r->e->s, v), &x)) return false;
		if (v == INT64_MAX) break;
	}
	return true;
}

static bool run_type(struct plan_running *r, uint32_t i, const struct plan_step *s)
{
	struct element x = {r, s, i, false};
	bool sets = s->subset.count > 0 && s->type->kind == TYPE_POW &&
	            estimate_type(r->e, s->type->a) <= (double)r->e->limit;
	if (!sets) return finish_stream(&x, stream_type(r->e, s->type, s->pos, element_found, &x));
	value all = plan_type_values(r->e, s->type->a, s->pos);
	return all == VALUE_NONE ? pass_over(r) : run_part(r, i, s, all);
}

/* ---- all together ------------------------------------------------------------------------------ */

/* False ends the whole search: found said so, or the run is stuck. */
static bool run_from(struct plan_running *r, uint32_t i)
{
	if (i == r->plan->count) return at_end(r);
	const struct plan_step *s = &r->plan->steps[i];
	switch (s->kind) {
	case STEP_TEST: return run_test(r, i, s);
	case STEP_SOURCE: return run_source(r, i, s);
	case STEP_BIND:
	case STEP_LAZY: return run_bind(r, i, s);
	case STEP_EXISTS: return run_exists(r, i, s);
	case STEP_IN: return run_in(r, i, s);
	case STEP_FUNCTION: return run_function(r, i, s);
	case STEP_SUBSETS: return run_subsets(r, i, s);
	case STEP_LINEAR: return run_linear(r, i, s);
	case STEP_SHIFTED: return run_shifted(r, i, s);
	case STEP_RANGE: return run_range(r, i, s);
	case STEP_CASES: return run_cases(r, i, s);
	default: return run_type(r, i, s);
	}
}

enum truth plan_run(struct eval *e, struct plan *p, plan_found *found, void *data)
{
	struct plan_running r = {.e = e, .plan = p, .first = p, .found = found, .data = data};
	bool is_done = run_from(&r, 0);
	if (r.starts_anew) return plan_run(e, plan_unmerged(e, p), found, data);
	if (!is_done) return r.is_stuck ? EVAL_FAILED : EVAL_TRUE;
	if (!r.is_undefined) return EVAL_FALSE;
	e->failure = r.failure;
	e->has_failure = true;
	return EVAL_FAILED;
}
