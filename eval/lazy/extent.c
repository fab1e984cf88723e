/* Intervals of integer expressions, and whether they have a value at all, read off the text. */
#include "eval/lazy/extent.h"

enum { DEEPEST = 200 };
static const wide LARGE = (wide)1 << 62;
static const struct open_span ALL = {-INFINITE, INFINITE}, NOTHING = {INFINITE, -INFINITE};

/* ---- names ---------------------------------------------------------------------------------------- */

void extent_whole(struct extent_name *to, const struct decl *d)
{
	*to = (struct extent_name){.decl = d, .is_integer = d->type->kind == TYPE_INTEGER, .count = 1};
	to->at[0] = ALL;
}

static void get_spans(const struct extent_name *from, struct spans *to)
{
	for (uint32_t i = 0; i < from->count; i++) VEC_PUSH(to, from->at[i]);
}

/* Exactly, if there are few; else all between the first and the last. */
static bool put_spans(struct extent_name *to, const struct spans *from)
{
	to->count = from->count <= EXTENT_SPANS ? from->count : 1;
	for (uint32_t i = 0; i < to->count; i++) to->at[i] = from->at[i];
	if (from->count > EXTENT_SPANS) to->at[0].high = from->at[from->count - 1].high;
	return from->count <= EXTENT_SPANS;
}

bool extent_is_within(const struct extent_name *a, const struct extent_name *b)
{
	struct spans x = {0}, y = {0};
	get_spans(a, &x);
	get_spans(b, &y);
	spans_complement(&y);
	spans_intersect(&x, &y);
	bool is_within = x.count == 0;
	VEC_CLEAR(&x);
	VEC_CLEAR(&y);
	return is_within;
}

uint32_t extent_only_name(const struct extent *x, const struct node *n)
{
	uint32_t only = x->count;
	for (uint32_t i = 0; i < x->count; i++) {
		if (!node_mentions(n, x->names[i].decl)) continue;
		if (only < x->count) return x->count;
		only = i;
	}
	return only;
}

static bool mentions_name(const struct extent *x, const struct node *n)
{
	for (uint32_t i = 0; i < x->count; i++)
		if (node_mentions(n, x->names[i].decl)) return true;
	return false;
}

static bool mentions_function(const struct extent *x, const struct node *n)
{
	for (uint32_t i = 0; i < x->function_count; i++)
		if (node_mentions(n, x->functions[i].decl)) return true;
	return false;
}

bool extent_is_empty(const struct extent *x)
{
	for (uint32_t i = 0; i < x->count; i++)
		if (x->names[i].is_integer && x->names[i].count == 0) return true;
	return false;
}

bool extent_narrow(struct extent *x, uint32_t at, const struct node *condition, bool holds)
{
	struct spans now = {0}, more = {0};
	bool was_cut = x->e->was_cut;
	x->e->was_cut = false;
	bool ok = x->names[at].is_integer && !mentions_function(x, condition) &&
	          spans_of_condition(x->e, condition, x->names[at].decl, &more) && !x->e->was_cut;
	x->e->has_failure = false;
	x->e->was_cut = was_cut;
	if (ok) {
		get_spans(&x->names[at], &now);
		if (!holds) spans_complement(&more);
		spans_intersect(&now, &more);
		ok = put_spans(&x->names[at], &now);
	}
	VEC_CLEAR(&now);
	VEC_CLEAR(&more);
	return ok;
}

/* x /= [] */
static bool says_not_empty(const struct node *n, bool holds)
{
	if (n->op != (holds ? OP_NOT_EQUAL : OP_EQUAL)) return false;
	bool is_left = n->kid[0]->op == OP_ID;
	const struct node *other = n->kid[is_left];
	return n->kid[!is_left]->op == OP_ID &&
	       (other->op == OP_EMPTY_SEQ || other->op == OP_EMPTY_SET);
}

void extent_restrict(struct extent *x, const struct node *n, bool holds)
{
	bool is_list = (n->op == OP_AND && holds) || (n->op == OP_OR && !holds);
	if (n->op == OP_NOT) {
		extent_restrict(x, n->kid[0], !holds);
		return;
	}
	for (uint32_t i = 0; is_list && i < n->count; i++) extent_restrict(x, n->kid[i], holds);
	if (is_list) return;
	uint32_t at = extent_only_name(x, n);
	if (at < x->count && !extent_narrow(x, at, n, holds) && says_not_empty(n, holds))
		x->names[at].has_elements = true;
}

/* ---- arithmetic ------------------------------------------------------------------------------------- */

/* What is too large counts as infinite where that leaves more room, never less. */
static struct open_span outwards(wide low, wide high)
{
	struct open_span s = {low, high};
	if (low < -LARGE) s.low = -INFINITE;
	if (low > LARGE) s.low = LARGE;
	if (high > LARGE) s.high = INFINITE;
	if (high < -LARGE) s.high = -LARGE;
	return s;
}

static bool is_nothing(struct open_span a) { return a.low > a.high; }

static struct open_span plus(struct open_span a, struct open_span b)
{
	return is_nothing(a) || is_nothing(b) ? NOTHING : outwards(a.low + b.low, a.high + b.high);
}

static struct open_span minus(struct open_span a)
{
	return is_nothing(a) ? a : (struct open_span){-a.high, -a.low};
}

static wide multiply(wide a, wide b)
{
	if (a == 0 || b == 0) return 0;
	bool is_large = a > LARGE || a < -LARGE || b > LARGE || b < -LARGE;
	return !is_large ? a * b : (a > 0) == (b > 0) ? INFINITE : -INFINITE;
}

static struct open_span hull(struct open_span a, struct open_span b)
{
	return (struct open_span){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static struct open_span times(struct open_span a, struct open_span b)
{
	if (is_nothing(a) || is_nothing(b)) return NOTHING;
	wide p = multiply(a.low, b.low), q = multiply(a.low, b.high);
	wide r = multiply(a.high, b.low), s = multiply(a.high, b.high);
	struct open_span all = hull((struct open_span){p < q ? p : q, p > q ? p : q},
	                            (struct open_span){r < s ? r : s, r > s ? r : s});
	return outwards(all.low, all.high);
}

/* Toward zero, by a positive number. */
static wide quotient(wide a, wide b)
{
	bool is_endless = a == INFINITE || a == -INFINITE;
	if (b == INFINITE) return is_endless ? a : 0;
	return is_endless ? a : a / b;
}

static bool divide(struct open_span a, struct open_span b, struct open_span *out)
{
	if (b.low < 1) return false;
	wide low = quotient(a.low, a.low < 0 ? b.low : b.high);
	wide high = quotient(a.high, a.high < 0 ? b.high : b.low);
	*out = outwards(low, high);
	return true;
}

static bool modulo(struct open_span a, struct open_span b, struct open_span *out)
{
	if (a.low < 0 || b.low < 1) return false;
	wide most = b.high == INFINITE ? INFINITE : b.high - 1;
	*out = outwards(0, a.high < most ? a.high : most);
	return true;
}

static bool power(struct open_span a, struct open_span b, struct open_span *out)
{
	if (b.low < 0) return false;
	*out = a.low >= 1   ? (struct open_span){1, INFINITE}
	       : a.low >= 0 ? (struct open_span){0, INFINITE}
	                    : ALL;
	return true;
}

/* ---- expressions -------------------------------------------------------------------------------------- */

static bool of_node(const struct extent *x, const struct node *n, struct open_span *out);

static bool of_arithmetic(const struct extent *x, const struct node *n, struct open_span *out)
{
	struct open_span a, b = ALL;
	if (!extent_of(x, n->kid[0], &a) || (n->count > 1 && !extent_of(x, n->kid[1], &b)))
		return false;
	if (is_nothing(a) || is_nothing(b)) {
		*out = NOTHING;
		return true;
	}
	switch (n->op) {
	case OP_ADD: *out = plus(a, b); return true;
	case OP_MINUS: *out = plus(a, minus(b)); return true;
	case OP_NEGATE: *out = minus(a); return true;
	case OP_TIMES:
		*out = times(a, b);
		if (node_same(n->kid[0], n->kid[1]) && out->low < 0) out->low = 0;
		return true;
	case OP_DIVIDE: return divide(a, b, out);
	case OP_MOD: return modulo(a, b, out);
	default: return power(a, b, out);
	}
}

/* Each branch where its condition holds, and those before do not. */
static bool of_if(const struct extent *x, const struct node *n, struct open_span *out)
{
	struct extent rest = *x;
	*out = NOTHING;
	for (uint32_t i = 0; i < n->count; i += 2) {
		bool is_last = i + 1 == n->count;
		struct extent here = rest;
		struct open_span s;
		if (!is_last && !extent_of(&rest, n->kid[i], &s)) return false;
		if (!is_last) extent_restrict(&here, n->kid[i], true);
		if (!extent_of(&here, n->kid[is_last ? i : i + 1], &s)) return false;
		if (!is_nothing(s)) *out = is_nothing(*out) ? s : hull(*out, s);
		if (!is_last) extent_restrict(&rest, n->kid[i], false);
	}
	return true;
}

/* Connectives go from left to right. */
static bool of_connective(const struct extent *x, const struct node *n)
{
	struct extent here = *x;
	struct open_span s;
	for (uint32_t i = 0; i < n->count; i++) {
		if (!extent_of(&here, n->kid[i], &s)) return false;
		extent_restrict(&here, n->kid[i], n->op != OP_OR);
	}
	return true;
}

/* max({a, b}) and min({a, b}) */
static bool of_extreme(const struct extent *x, const struct node *n, struct open_span *out)
{
	const struct node *set = n->kid[0];
	if (set->op != OP_SET) return false;
	for (uint32_t i = 0; i < set->count; i++) {
		struct open_span s;
		if (!extent_of(x, set->kid[i], &s)) return false;
		if (i == 0 || is_nothing(s)) *out = s;
		else if (n->op == OP_MAX)
			*out = (struct open_span){s.low > out->low ? s.low : out->low,
			                          s.high > out->high ? s.high : out->high};
		else
			*out = (struct open_span){s.low < out->low ? s.low : out->low,
			                          s.high < out->high ? s.high : out->high};
	}
	return true;
}

/* ---- calls ---------------------------------------------------------------------------------------------- */

/* Is it less than the name, by one at least, where it has a value at all? */
static bool goes_down(const struct extent *x, const struct node *n)
{
	const struct decl *d = x->names[x->descends].decl;
	struct open_span by, from;
	int64_t plus;
	if (n->count == 0) return false;
	const struct node *left = n->kid[0], *right = n->kid[n->count - 1];
	bool is_left = left->op == OP_ID && left->decl == d;
	bool is_right = right->op == OP_ID && right->decl == d;
	switch (n->op) {
	case OP_TAIL:
	case OP_FRONT: return is_left;
	case OP_ADD: return spans_shift(n, d, &plus) && plus < 0;
	case OP_MINUS:
		if (spans_shift(n, d, &plus)) return plus < 0;
		return is_left && extent_of(x, right, &by) && by.low >= 1;
	case OP_DIVIDE:
		return is_left && extent_of(x, right, &by) && by.low >= 2 && extent_of(x, left, &from) &&
		       from.low >= 1;
	case OP_MOD: return is_right;
	default: return false;
	}
}

/* An argument of that kind for sure: the name itself, or the rest of a sequence. */
static bool is_element(const struct extent *x, const struct node *n, const struct extent_name *of)
{
	if (!of->set) return true;
	bool is_rest = n->op == OP_TAIL || n->op == OP_FRONT;
	const struct node *of_what = is_rest ? n->kid[0] : n;
	if (is_rest && of->set->op != OP_SEQ) return false;
	for (uint32_t i = 0; i < x->count && of_what->op == OP_ID; i++)
		if (x->names[i].decl == of_what->decl)
			return x->names[i].set && node_same(x->names[i].set, of->set);
	return false;
}

static bool is_argument(const struct extent *x, const struct node *n, const struct extent_name *of)
{
	struct extent_name found = {.is_integer = true, .count = 1};
	if (!extent_of(x, n, &found.at[0])) return false;
	if (!of->is_integer) return is_element(x, n, of);
	if (is_nothing(found.at[0])) return true;
	return extent_is_within(&found, of);
}

static bool is_bounded_below(const struct extent_name *n)
{
	return !n->is_integer || (n->count > 0 && n->at[0].low > -INFINITE);
}

const struct node *extent_argument(const struct node *call, uint32_t i, uint32_t count)
{
	if (call->count == count + 1) return call->kid[1 + i];
	const struct node *n = call->kid[1];
	if (call->count != 2) return NULL;
	for (; count > 1 && n->op == OP_PAIR; count--) {
		if (i == count - 1) return n->kid[1];
		n = n->kid[0];
	}
	return count == 1 ? n : NULL;
}

static bool of_call(const struct extent *x, const struct node *n, const struct extent_function *f,
                    struct open_span *out)
{
	for (uint32_t i = 0; i < f->count; i++) {
		const struct node *a = extent_argument(n, i, f->count);
		if (!a || mentions_function(x, a) || !is_argument(x, a, &f->domain[i])) return false;
		bool has_end = is_bounded_below(&f->domain[i]) || is_bounded_below(&x->names[x->descends]);
		if (i == x->descends && !(has_end && goes_down(x, a))) return false;
	}
	*out = f->result;
	return x->descends < f->count && x->descends < x->count;
}

/* %y.(P | E) of arguments whose extent is known is E, where y is such an argument. */
static bool of_lambda(const struct extent *x, const struct node *call, const struct node *lambda,
                      struct open_span *out)
{
	const struct node *ids = lambda->kid[0];
	struct extent inner = {.e = x->e, .count = ids->count, .depth = x->depth + 1};
	if (lambda->op != OP_LAMBDA || ids->count > EXTENT_NAMES) return false;
	for (uint32_t i = 0; i < ids->count; i++) {
		const struct node *a = extent_argument(call, i, ids->count);
		struct extent_name *to = &inner.names[i];
		extent_whole(to, ids->kid[i]->decl);
		if (!a || !to->is_integer || !extent_of(x, a, &to->at[0])) return false;
		if (is_nothing(to->at[0])) to->count = 0;
	}
	struct extent outside = inner;
	extent_restrict(&outside, lambda->kid[1], false);
	bool is_inside = extent_only_name(&inner, lambda->kid[1]) < inner.count &&
	                 extent_of(&inner, lambda->kid[1], out) && extent_is_empty(&outside);
	return is_inside && extent_of(&inner, lambda->kid[2], out);
}

static bool of_apply(const struct extent *x, const struct node *n, struct open_span *out)
{
	const struct node *f = n->kid[0];
	if (f->op != OP_ID || !f->decl) return false;
	for (uint32_t i = 0; i < x->function_count; i++)
		if (x->functions[i].decl == f->decl) return of_call(x, n, &x->functions[i], out);
	value v = slot_of(x->e, f->decl) ? x->e->slots[slot_of(x->e, f->decl)] : VALUE_NONE;
	if (v == VALUE_NONE || value_kind(x->e->s, v) != VALUE_LAZY) return false;
	uint32_t given; /* names with values of their own would have to be bound */
	value_lazy_free(x->e->s, v, &given);
	return given == 0 && of_lambda(x, n, value_lazy_node(x->e->s, v), out);
}

/* ---- all of it -------------------------------------------------------------------------------------------- */

/* What mentions neither names nor functions is evaluated. */
static bool of_known(const struct extent *x, const struct node *n, struct open_span *out)
{
	struct eval *e = x->e;
	bool was_cut = e->was_cut, ok;
	e->was_cut = false;
	if (!n->type) {
		ok = predicate_eval(e, n) != EVAL_FAILED;
	} else if (n->type->kind == TYPE_INTEGER) {
		wide is;
		value v = expr_eval(e, n);
		ok = v != VALUE_NONE && value_to_wide(e->s, v, &is);
		if (ok) *out = outwards(is, is);
	} else {
		ok = expr_eval(e, n) != VALUE_NONE;
	}
	ok = ok && !e->was_cut;
	e->was_cut = was_cut;
	e->has_failure = false;
	return ok;
}

/* first(x), tail(x), size(x), ..., where x is a sequence */
static bool of_sequence(const struct extent *x, const struct node *n, struct open_span *out)
{
	for (uint32_t i = 0; i < x->count; i++) {
		const struct extent_name *is = &x->names[i];
		if (n->kid[0]->op != OP_ID || n->kid[0]->decl != is->decl || !is->set) continue;
		bool has_elements = is->has_elements || is->set->op == OP_SEQ1;
		if (is->set->op != OP_SEQ && is->set->op != OP_SEQ1) return false;
		if (n->op == OP_SIZE) *out = (struct open_span){has_elements, INFINITE};
		return has_elements || n->op == OP_SIZE;
	}
	return false;
}

static bool of_name(const struct extent *x, const struct node *n, struct open_span *out)
{
	for (uint32_t i = 0; i < x->count; i++) {
		const struct extent_name *is = &x->names[i];
		if (is->decl == n->decl && is->is_integer && is->count)
			*out = (struct open_span){is->at[0].low, is->at[is->count - 1].high};
	}
	return true;
}

static bool has_binder(const struct node *n) { return n->count && n->kid[0]->op == OP_IDS; }

/* Operators that have a value wherever their operands have one. */
static bool of_other(const struct extent *x, const struct node *n)
{
	struct open_span s;
	if (has_binder(n)) return !plan_is_doubtful(x->e, n) && !mentions_function(x, n);
	if (defined_may_lack_value(n) || n->op == OP_EXTERNAL_CALL) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!extent_of(x, n->kid[i], &s)) return false;
	return true;
}

static bool of_node(const struct extent *x, const struct node *n, struct open_span *out)
{
	switch (n->op) {
	case OP_ID: return of_name(x, n, out);
	case OP_MINUS:
	case OP_TIMES:
		if (n->type->kind != TYPE_INTEGER) return of_other(x, n);
		return of_arithmetic(x, n, out);
	case OP_ADD:
	case OP_NEGATE:
	case OP_DIVIDE:
	case OP_MOD:
	case OP_POWER: return n->type->kind == TYPE_INTEGER && of_arithmetic(x, n, out);
	case OP_MAX:
	case OP_MIN: return n->type->kind == TYPE_INTEGER && of_extreme(x, n, out);
	case OP_IF: return of_if(x, n, out);
	case OP_AND:
	case OP_OR:
	case OP_IMPLIES: return of_connective(x, n);
	case OP_FIRST:
	case OP_LAST:
	case OP_TAIL:
	case OP_FRONT:
	case OP_SIZE: return of_sequence(x, n, out);
	case OP_APPLY: return of_apply(x, n, out);
	default: return of_other(x, n);
	}
}

bool extent_of(const struct extent *x, const struct node *n, struct open_span *out)
{
	*out = ALL;
	if (extent_is_empty(x)) {
		*out = NOTHING;
		return true;
	}
	if (x->depth > DEEPEST || x->e->has_failure) return false;
	if (!mentions_name(x, n) && !mentions_function(x, n)) return of_known(x, n, out);
	struct extent inner = *x;
	inner.depth++;
	return of_node(&inner, n, out);
}
