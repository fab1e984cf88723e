/* A second evaluator that takes docs/LANGUAGE.md by its word: binders try all values of the sets that their
 * names are said to be in, connectives go from left to right, and operators get values, never text. There are
 * no plans, no sets that are not listed, no operands that are left out. Where it cannot tell, it says so. */
#include "tests/differ/differ.h"

#include "logic/logic.h"

enum { MOST_STEPS = 3000, MOST_ELEMENTS = 64, MOST_NAMES = 4 };
/* For a set that a test asks for, whatever it takes. */
enum { MOST_STEPS_OF_SET = 400000 };

enum naive_truth { NAIVE_FALSE, NAIVE_TRUE, NAIVE_UNDEFINED, NAIVE_UNKNOWN };

struct naive {
	struct problem *p;
	uint32_t steps, most_steps;
	enum naive_truth why; /* there is no value: undefined or unknown */
};

static enum naive_truth predicate(struct naive *x, const struct node *n);
static value expression(struct naive *x, const struct node *n);

static value fail(struct naive *x, enum naive_truth why)
{
	x->why = why;
	return VALUE_NONE;
}

/* What the evaluator says of a tree without binders, with values for operands. */
static enum naive_truth failure_of(struct naive *x)
{
	bool is_undefined = eval_failed(x->p->eval)->kind == EVAL_UNDEFINED;
	return is_undefined ? NAIVE_UNDEFINED : NAIVE_UNKNOWN;
}

/* ---- operators ----------------------------------------------------------------------------------- */

static bool is_binder(const struct node *n) { return n->count && n->kid[0]->op == OP_IDS; }

/* A name that has the value of n; NULL if there is none. */
static const struct node *name_of_value(struct naive *x, const struct node *n)
{
	if (n->count == 0 || n->op == OP_LIST) return n;
	value v = expression(x, n);
	if (v == VALUE_NONE) return NULL;
	struct decl *d = decl_new(&x->p->project->arena,
	                          &(struct decl){.kind = DECL_LOCAL, .name = "v", .type = n->type});
	struct node *id = node_new(&x->p->project->arena, OP_ID, n->pos, 0);
	id->type = n->type;
	id->name = d->name;
	id->decl = d;
	eval_set(x->p->eval, d, v);
	return id;
}

/* The same operator on names of the values of its operands, from left to right. */
static const struct node *on_values(struct naive *x, const struct node *n)
{
	struct arena *arena = &x->p->project->arena;
	struct node *copy = build_copy(arena, n), *entry;
	for (uint32_t i = 0; i < n->count; i++) {
		bool is_entry = n->kid[i]->op == OP_ENTRY;
		const struct node *operand = name_of_value(x, is_entry ? n->kid[i]->kid[0] : n->kid[i]);
		if (!operand) return NULL;
		copy->kid[i] = operand;
		if (!is_entry) continue;
		copy->kid[i] = entry = build_copy(arena, n->kid[i]);
		entry->kid[0] = operand;
	}
	return copy;
}

static value listed_if_possible(struct naive *x, value v, struct pos pos)
{
	if (!value_has_lazy(x->p->values, v)) return v;
	value all = eval_list(x->p->eval, v, pos);
	if (all != VALUE_NONE) return all;
	return failure_of(x) == NAIVE_UNDEFINED ? fail(x, NAIVE_UNDEFINED) : v;
}

static value operator(struct naive *x, const struct node *n)
{
	const struct node *plain = n->count ? on_values(x, n) : n;
	if (!plain) return VALUE_NONE;
	if (++x->steps > x->most_steps) return fail(x, NAIVE_UNKNOWN);
	value v = eval_expression(x->p->eval, plain);
	if (v == VALUE_NONE) return fail(x, failure_of(x));
	return listed_if_possible(x, v, n->pos);
}

/* ---- names --------------------------------------------------------------------------------------- */

struct cases { /* the values of the names of a binder that are in */
	struct naive *x;
	const struct node *ids;
	const struct node *conjuncts[MOST_ELEMENTS];
	uint32_t count;
	bool is_known[MOST_NAMES];
	bool (*found)(struct cases *c); /* false: stop */
	const struct node *body;
	bool is_undefined, is_unknown, is_stopped;
	struct value_list values; /* found so far */
};

static void flatten(struct cases *c, const struct node *n)
{
	if (n->op == OP_AND) {
		for (uint32_t i = 0; i < n->count; i++) flatten(c, n->kid[i]);
	} else if (c->count == MOST_ELEMENTS) {
		c->is_unknown = true;
	} else {
		c->conjuncts[c->count++] = n;
	}
}

/* All conjuncts, in any order: one that is false decides. */
static enum naive_truth all_of(struct naive *x, const struct node *const *conjuncts, uint32_t count)
{
	enum naive_truth worst = NAIVE_TRUE;
	for (uint32_t i = 0; i < count; i++) {
		enum naive_truth v = predicate(x, conjuncts[i]);
		if (v == NAIVE_FALSE) return v;
		if (v > worst) worst = v;
	}
	return worst;
}

static enum naive_truth condition(struct naive *x, const struct node *n)
{
	struct cases c = {.x = x};
	flatten(&c, n);
	return c.is_unknown ? NAIVE_UNKNOWN : all_of(x, c.conjuncts, c.count);
}

static bool mentions_open(const struct cases *c, const struct node *n)
{
	for (uint32_t i = 0; i < c->ids->count; i++)
		if (!c->is_known[i] && n->op == OP_ID && n->decl == c->ids->kid[i]->decl) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (mentions_open(c, n->kid[i])) return true;
	return false;
}

/* A finite set that the name is said to be in; VALUE_NONE if there is none. */
static value set_of_name(struct cases *c, const struct decl *d)
{
	for (uint32_t i = 0; i < c->count; i++) {
		const struct node *n = c->conjuncts[i];
		bool fits = n->op == OP_MEMBER && n->kid[0]->op == OP_ID && n->kid[0]->decl == d;
		if (!fits || mentions_open(c, n->kid[1])) continue;
		value set = expression(c->x, n->kid[1]);
		if (set != VALUE_NONE && !value_has_lazy(c->x->p->values, set)) return set;
	}
	return VALUE_NONE;
}

static void try_cases(struct cases *c);

static void try_values(struct cases *c, uint32_t at, value set)
{
	struct values *s = c->x->p->values;
	const struct decl *d = c->ids->kid[at]->decl;
	value before = eval_get(c->x->p->eval, d);
	c->is_known[at] = true;
	uint64_t count = value_count(s, set);
	if (count > MOST_ELEMENTS) c->is_unknown = true;
	for (uint64_t i = 0; i < count && !c->is_unknown && !c->is_stopped; i++) {
		eval_set(c->x->p->eval, d, value_at(s, set, i));
		try_cases(c);
	}
	c->is_known[at] = false;
	eval_set(c->x->p->eval, d, before);
}

static void take_case(struct cases *c)
{
	enum naive_truth v = all_of(c->x, c->conjuncts, c->count);
	if (v == NAIVE_UNKNOWN) c->is_unknown = true;
	if (v == NAIVE_UNDEFINED) c->is_undefined = true;
	if (v == NAIVE_TRUE && !c->found(c)) c->is_stopped = true;
}

static void try_cases(struct cases *c)
{
	bool is_open = false;
	for (uint32_t i = 0; i < c->ids->count; i++) {
		if (c->is_known[i]) continue;
		is_open = true;
		value set = set_of_name(c, c->ids->kid[i]->decl);
		if (set == VALUE_NONE) continue;
		try_values(c, i, set);
		return;
	}
	if (is_open) c->is_unknown = true;
	else take_case(c);
}

static void run_cases(struct cases *c, const struct node *binder, const struct node *conditions)
{
	c->ids = binder->kid[0];
	if (c->ids->count > MOST_NAMES || !conditions) c->is_unknown = true;
	else flatten(c, conditions);
	if (!c->is_unknown) try_cases(c);
}

/* The names bound to the parts of a value, left associative; with the values from before in `before`. */
static void bind(struct naive *x, const struct node *ids, value v, value *before)
{
	for (uint32_t i = ids->count; i-- > 0;) {
		const struct decl *d = ids->kid[i]->decl;
		before[i] = eval_get(x->p->eval, d);
		eval_set(x->p->eval, d, i ? value_second(x->p->values, v) : v);
		if (i) v = value_first(x->p->values, v);
	}
}

static void unbind(struct naive *x, const struct node *ids, const value *before)
{
	for (uint32_t i = 0; i < ids->count; i++) eval_set(x->p->eval, ids->kid[i]->decl, before[i]);
}

static value bound_value(struct cases *c)
{
	struct eval *e = c->x->p->eval;
	value v = eval_get(e, c->ids->kid[0]->decl);
	for (uint32_t i = 1; i < c->ids->count; i++)
		v = value_pair(c->x->p->values, v, eval_get(e, c->ids->kid[i]->decl));
	return v;
}

/* ---- quantifiers --------------------------------------------------------------------------------- */

static bool is_enough(struct cases *c)
{
	(void)c;
	return false;
}

static enum naive_truth exists(struct naive *x, const struct node *n)
{
	struct cases c = {.x = x, .found = is_enough};
	run_cases(&c, n, n->kid[1]);
	if (c.is_stopped) return NAIVE_TRUE;
	return c.is_unknown ? NAIVE_UNKNOWN : c.is_undefined ? NAIVE_UNDEFINED : NAIVE_FALSE;
}

static bool holds(struct cases *c)
{
	enum naive_truth v = predicate(c->x, c->body);
	if (v == NAIVE_UNKNOWN) c->is_unknown = true;
	if (v == NAIVE_UNDEFINED) c->is_undefined = true;
	return v != NAIVE_FALSE;
}

static enum naive_truth forall(struct naive *x, const struct node *n)
{
	const struct node *body = n->kid[1];
	if (body->op != OP_IMPLIES) return NAIVE_UNKNOWN;
	struct cases c = {.x = x, .found = holds, .body = body->kid[1]};
	run_cases(&c, n, body->kid[0]);
	if (c.is_stopped) return NAIVE_FALSE;
	return c.is_unknown ? NAIVE_UNKNOWN : c.is_undefined ? NAIVE_UNDEFINED : NAIVE_TRUE;
}

/* ---- sets, functions and sums -------------------------------------------------------------------- */

/* Notes what there is for this case: the names, the body, or a pair of both. */
static bool collect(struct cases *c)
{
	value names = bound_value(c), v = c->body ? expression(c->x, c->body) : names;
	if (v == VALUE_NONE) {
		*(c->x->why == NAIVE_UNDEFINED ? &c->is_undefined : &c->is_unknown) = true;
		return true;
	}
	/* sums want each case, also where the terms are the same: names tell them apart */
	VEC_PUSH(&c->values.list, c->body ? value_pair(c->x->p->values, names, v) : v);
	return true;
}

static value of_seconds(struct naive *x, struct cases *c)
{
	for (uint32_t i = 0; i < c->values.list.count; i++)
		c->values.list.at[i] = value_second(x->p->values, c->values.list.at[i]);
	return value_set(x->p->values, c->values.list.at, c->values.list.count);
}

static value sum(struct naive *x, const struct cases *c, bool is_product)
{
	int64_t total = is_product;
	for (uint32_t i = 0; i < c->values.list.count; i++) {
		value term = value_second(x->p->values, c->values.list.at[i]);
		int64_t t = value_to_integer(x->p->values, term);
		if (is_product ? __builtin_mul_overflow(total, t, &total)
		               : __builtin_add_overflow(total, t, &total))
			return fail(x, NAIVE_UNKNOWN);
	}
	return value_integer(x->p->values, total);
}

static value general(struct naive *x, enum op op, value sets)
{
	struct algebra_failure why = {0};
	if (value_has_lazy(x->p->values, sets)) return fail(x, NAIVE_UNKNOWN);
	value v = algebra_apply(x->p->values, op, &sets, 1, UINT64_MAX, &why);
	return v == VALUE_NONE ? fail(x, NAIVE_UNDEFINED) : v;
}

static value result_of(struct naive *x, const struct node *n, struct cases *c)
{
	struct value_list *l = &c->values;
	switch (n->op) {
	case OP_COMPREHENSION:
		return n->count > 2 ? of_seconds(x, c) : value_set(x->p->values, l->list.at, l->list.count);
	case OP_LAMBDA: return value_set(x->p->values, l->list.at, l->list.count);
	case OP_SIGMA:
	case OP_PI: return sum(x, c, n->op == OP_PI);
	case OP_QUANTIFIED_UNION: return general(x, OP_GENERAL_UNION, of_seconds(x, c));
	case OP_QUANTIFIED_INTER: return general(x, OP_GENERAL_INTER, of_seconds(x, c));
	default: return fail(x, NAIVE_UNKNOWN);
	}
}

static value collected(struct naive *x, const struct node *n)
{
	struct cases c = {.x = x, .found = collect, .body = n->count > 2 ? n->kid[2] : NULL};
	value v;
	run_cases(&c, n, n->kid[1]);
	if (c.is_unknown) v = fail(x, NAIVE_UNKNOWN);
	else if (c.is_undefined) v = fail(x, NAIVE_UNDEFINED);
	else v = result_of(x, n, &c);
	VEC_CLEAR(&c.values.list);
	return v;
}

/* ---- single elements (rule 5) -------------------------------------------------------------------- */

/* The value of %y.(P | E) for v, with *in whether it has one. */
static value lambda_at(struct naive *x, const struct node *n, value v, enum naive_truth *in)
{
	value before[MOST_NAMES], y = VALUE_NONE;
	*in = NAIVE_UNKNOWN;
	if (n->kid[0]->count > MOST_NAMES) return VALUE_NONE;
	bind(x, n->kid[0], v, before);
	*in = condition(x, n->kid[1]);
	if (*in == NAIVE_TRUE && n->op == OP_LAMBDA) y = expression(x, n->kid[2]);
	unbind(x, n->kid[0], before);
	return y;
}

static value applied(struct naive *x, const struct node *n)
{
	enum naive_truth in;
	if (n->count != 2) return fail(x, NAIVE_UNKNOWN);
	value v = expression(x, n->kid[1]);
	if (v == VALUE_NONE) return v;
	value y = lambda_at(x, n->kid[0], v, &in);
	if (in == NAIVE_TRUE) return y;
	return fail(x, in == NAIVE_UNKNOWN ? in : NAIVE_UNDEFINED);
}

static bool is_asked_for_one(const struct node *set)
{
	return (set->op == OP_COMPREHENSION && set->count == 2) || set->op == OP_LAMBDA ||
	       (set->op == OP_DOM && set->kid[0]->op == OP_LAMBDA);
}

static enum naive_truth member_of_binder(struct naive *x, const struct node *n)
{
	const struct node *set = n->kid[1]->op == OP_DOM ? n->kid[1]->kid[0] : n->kid[1];
	bool is_pair = n->kid[1]->op == OP_LAMBDA;
	enum naive_truth in;
	value v = expression(x, n->kid[0]);
	if (v == VALUE_NONE) return x->why;
	if (value_has_lazy(x->p->values, v)) return NAIVE_UNKNOWN;
	value y = lambda_at(x, set, is_pair ? value_first(x->p->values, v) : v, &in);
	if (in != NAIVE_TRUE || !is_pair) return in;
	if (y == VALUE_NONE) return x->why;
	if (value_has_lazy(x->p->values, y)) return NAIVE_UNKNOWN;
	return y == value_second(x->p->values, v) ? NAIVE_TRUE : NAIVE_FALSE;
}

/* ---- choices ------------------------------------------------------------------------------------- */

/* The branch of an IF; NULL if a condition has no value. */
static const struct node *branch(struct naive *x, const struct node *n)
{
	uint32_t i = 0;
	for (; i + 1 < n->count; i += 2) {
		enum naive_truth v = predicate(x, n->kid[i]);
		if (v == NAIVE_TRUE) return n->kid[i + 1];
		if (v == NAIVE_FALSE) continue;
		x->why = v;
		return NULL;
	}
	return n->kid[i];
}

/* E where the name is defined as x = E; NULL if the equation has another form. */
static const struct node *definition_of(struct naive *x, const struct node *n, const struct decl *d)
{
	struct cases c = {.x = x, .ids = n->kid[0]};
	flatten(&c, n->kid[1]);
	for (uint32_t i = 0; i < c.count; i++) {
		const struct node *e = c.conjuncts[i];
		bool fits = e->op == OP_EQUAL && e->kid[0]->op == OP_ID && e->kid[0]->decl == d;
		if (fits && !mentions_open(&c, e->kid[1])) return e->kid[1];
	}
	return NULL;
}

/* LET x BE x = E IN body END: gives the names their values; false if one has none. */
static bool define(struct naive *x, const struct node *n, value *before)
{
	const struct node *ids = n->kid[0];
	value values[MOST_NAMES];
	x->why = NAIVE_UNKNOWN;
	if (ids->count > MOST_NAMES) return false;
	for (uint32_t i = 0; i < ids->count; i++) {
		const struct node *e = definition_of(x, n, ids->kid[i]->decl);
		x->why = NAIVE_UNKNOWN;
		values[i] = e ? expression(x, e) : VALUE_NONE;
		if (values[i] == VALUE_NONE) return false;
	}
	for (uint32_t i = 0; i < ids->count; i++) {
		before[i] = eval_get(x->p->eval, ids->kid[i]->decl);
		eval_set(x->p->eval, ids->kid[i]->decl, values[i]);
	}
	return true;
}

static value let_value(struct naive *x, const struct node *n)
{
	value before[MOST_NAMES];
	if (!define(x, n, before)) return VALUE_NONE;
	value v = expression(x, n->kid[2]);
	unbind(x, n->kid[0], before);
	return v;
}

static enum naive_truth let(struct naive *x, const struct node *n)
{
	value before[MOST_NAMES];
	if (!define(x, n, before)) return x->why;
	enum naive_truth v = predicate(x, n->kid[2]);
	unbind(x, n->kid[0], before);
	return v;
}

/* [x := E] P */
static enum naive_truth substituted(struct naive *x, const struct node *n)
{
	const struct node *places = n->kid[0];
	if (places->count != 1 || places->kid[0]->op != OP_ID) return NAIVE_UNKNOWN;
	value v = expression(x, n->kid[1]->kid[0]), before;
	if (v == VALUE_NONE) return x->why;
	bind(x, places, v, &before);
	enum naive_truth result = predicate(x, n->kid[2]);
	unbind(x, places, &before);
	return result;
}

static value expression(struct naive *x, const struct node *n)
{
	if (n->op == OP_LET) return let_value(x, n);
	if (is_binder(n)) return collected(x, n);
	if (n->op == OP_IF) {
		const struct node *chosen = branch(x, n);
		return chosen ? expression(x, chosen) : VALUE_NONE;
	}
	if (n->op == OP_BOOL) {
		enum naive_truth v = predicate(x, n->kid[0]);
		return v <= NAIVE_TRUE ? value_bool(v == NAIVE_TRUE) : fail(x, v);
	}
	if (n->op == OP_APPLY && n->kid[0]->op == OP_LAMBDA) return applied(x, n);
	return operator(x, n);
}

static enum naive_truth comparison(struct naive *x, const struct node *n)
{
	const struct node *plain = n->count ? on_values(x, n) : n;
	if (!plain) return x->why;
	if (++x->steps > x->most_steps) return NAIVE_UNKNOWN;
	enum truth t = eval_predicate(x->p->eval, plain);
	return t == EVAL_FAILED ? failure_of(x) : t == EVAL_TRUE ? NAIVE_TRUE : NAIVE_FALSE;
}

static enum naive_truth negated(enum naive_truth v) { return v <= NAIVE_TRUE ? !v : v; }

static enum naive_truth in_order(struct naive *x, const struct node *n, enum naive_truth ends)
{
	for (uint32_t i = 0; i < n->count; i++) {
		enum naive_truth v = predicate(x, n->kid[i]);
		if (v == ends || v > NAIVE_TRUE) return v;
	}
	return negated(ends);
}

static enum naive_truth predicate(struct naive *x, const struct node *n)
{
	enum naive_truth v;
	const struct node *chosen;
	switch (n->op) {
	case OP_AND: return in_order(x, n, NAIVE_FALSE);
	case OP_OR: return in_order(x, n, NAIVE_TRUE);
	case OP_NOT: return negated(predicate(x, n->kid[0]));
	case OP_IMPLIES:
		v = predicate(x, n->kid[0]);
		return v == NAIVE_TRUE ? predicate(x, n->kid[1]) : negated(v);
	case OP_EQUIV: {
		v = predicate(x, n->kid[0]);
		enum naive_truth w = v > NAIVE_TRUE ? v : predicate(x, n->kid[1]);
		return w > NAIVE_TRUE ? w : v == w;
	}
	case OP_EXISTS: return exists(x, n);
	case OP_FORALL: return forall(x, n);
	case OP_IF: chosen = branch(x, n); return chosen ? predicate(x, chosen) : x->why;
	case OP_MEMBER: return is_asked_for_one(n->kid[1]) ? member_of_binder(x, n) : comparison(x, n);
	case OP_NOT_MEMBER:
		return is_asked_for_one(n->kid[1]) ? negated(member_of_binder(x, n)) : comparison(x, n);
	case OP_LET: return let(x, n);
	case OP_SUBSTITUTED: return substituted(x, n);
	case OP_LABEL: return NAIVE_UNKNOWN;
	default: return comparison(x, n);
	}
}

/* ---- the comparison ------------------------------------------------------------------------------ */

static const char *word(enum naive_truth v)
{
	static const char *const words[] = {"false", "true", "undefined", "unknown"};
	return words[v];
}

/* False if they do not agree; what is beyond a limit or cut for the evaluator does not count. */
static bool agrees(struct problem *p, struct naive_count *count, struct text *why)
{
	struct naive x = {.p = p, .most_steps = MOST_STEPS};
	enum naive_truth plain = predicate(&x, p->predicate), planned;
	eval_clear_cut(p->eval);
	enum truth t = eval_predicate(p->eval, p->predicate);
	planned = t == EVAL_FAILED ? failure_of(&x) : t == EVAL_TRUE ? NAIVE_TRUE : NAIVE_FALSE;
	if (eval_was_cut(p->eval)) planned = NAIVE_UNKNOWN;
	count->asked++;
	count->told += plain != NAIVE_UNKNOWN;
	if (plain == planned || plain == NAIVE_UNKNOWN || planned == NAIVE_UNKNOWN) return true;
	if (why) text_format(why, "%s, but %s by plain enumeration for ", word(planned), word(plain));
	return false;
}

bool naive_value(struct problem *p, const struct node *expr, value *out)
{
	struct naive x = {.p = p, .most_steps = MOST_STEPS_OF_SET};
	*out = expression(&x, expr);
	return *out != VALUE_NONE || x.why == NAIVE_UNDEFINED;
}

bool naive_agrees(struct problem *p, const struct solutions *valuations, double seconds,
                  struct naive_count *count, struct text *why)
{
	bool good = true;
	eval_set_interrupt(p->eval, clock_start(seconds, NULL));
	for (uint32_t i = 0; i < valuations->count && good; i++) {
		const value *one = valuations->list.at + (size_t)i * valuations->width;
		problem_set(p, one);
		good = agrees(p, count, why);
		if (!good && why) problem_print(p, one, why);
	}
	clock_stop();
	problem_set(p, NULL);
	eval_clear_cut(p->eval);
	return good;
}
