/* Sets of integers as spans, some of which may be open: NATURAL - 0..3, {x | x >= 10}, unions, intersections and
 * differences of such. What they are is known exactly, although they are infinite. All that is evaluated for it
 * is defined; else there are no spans. */
#include "eval/lazy/spans.h"

enum { MOST_SPANS = 1000, DEEPEST = 40 };

static int by_low(const void *a, const void *b)
{
	const struct open_span *x = a, *y = b;
	return x->low < y->low ? -1 : x->low > y->low;
}

static void tidy(struct spans *s)
{
	uint32_t count = 0;
	if (s->count) qsort(s->at, s->count, sizeof *s->at, by_low);
	for (uint32_t i = 0; i < s->count; i++) {
		if (s->at[i].low > s->at[i].high) continue;
		if (count && s->at[i].low <= s->at[count - 1].high + 1) {
			if (s->at[i].high > s->at[count - 1].high) s->at[count - 1].high = s->at[i].high;
		} else {
			s->at[count++] = s->at[i];
		}
	}
	s->count = count;
}

void spans_one(struct spans *s, wide low, wide high)
{
	s->count = 0;
	VEC_PUSH(s, ((struct open_span){low, high}));
	tidy(s);
}

void spans_unite(struct spans *s, const struct spans *with)
{
	for (uint32_t i = 0; i < with->count; i++) VEC_PUSH(s, with->at[i]);
	tidy(s);
}

void spans_complement(struct spans *s)
{
	struct spans gaps = {.depth = s->depth};
	wide from = -INFINITE;
	for (uint32_t i = 0; i < s->count; i++) {
		VEC_PUSH(&gaps, ((struct open_span){from, s->at[i].low - 1}));
		from = s->at[i].high + 1;
	}
	VEC_PUSH(&gaps, ((struct open_span){from, INFINITE}));
	tidy(&gaps);
	VEC_CLEAR(s);
	*s = gaps;
}

void spans_intersect(struct spans *s, struct spans *with)
{
	spans_complement(s);
	spans_complement(with);
	spans_unite(s, with);
	spans_complement(s);
}

/* ---- of values ----------------------------------------------------------------------------------- */

/* Numbers that are further out than infinity have no spans. */
static bool of_number(struct eval *e, value v, wide *out)
{
	return v != VALUE_NONE && value_to_wide(e->s, v, out) && *out < INFINITE / 2 &&
	       *out > -INFINITE / 2;
}

static bool of_value(struct eval *e, value v, struct spans *out)
{
	int64_t low, high;
	if (value_kind(e->s, v) == VALUE_LAZY) {
		struct lazy_frame f;
		lazy_enter(e, v, &f);
		bool ok = spans_of_set(e, f.node, out);
		lazy_leave(e, &f);
		return ok;
	}
	if (value_interval_bounds(e->s, v, &low, &high)) {
		spans_one(out, low, high);
		return true;
	}
	uint64_t count = value_count(e->s, v);
	if (count > MOST_SPANS) return false;
	for (uint64_t i = 0; i < count; i++) {
		wide x;
		if (!of_number(e, value_at(e->s, v, i), &x)) return false;
		VEC_PUSH(out, ((struct open_span){x, x}));
	}
	tidy(out);
	return true;
}

/* ---- of conditions ------------------------------------------------------------------------------- */

static bool small_number(const struct node *n, int64_t *out)
{
	enum { MOST_DIGITS = 9 };
	if (n->op != OP_NUMBER || n->type->kind != TYPE_INTEGER || strlen(n->name) > MOST_DIGITS)
		return false;
	if (n->name[strspn(n->name, "0123456789")]) return false;
	*out = strtoll(n->name, NULL, 10);
	return true;
}

bool spans_shift(const struct node *n, const struct decl *d, int64_t *plus)
{
	int64_t by;
	if (n->op == OP_ID) {
		*plus = 0;
		return n->decl == d;
	}
	if ((n->op != OP_ADD && n->op != OP_MINUS) || n->type->kind != TYPE_INTEGER) return false;
	bool is_right = n->op == OP_ADD && small_number(n->kid[0], &by);
	if (!is_right && !small_number(n->kid[1], &by)) return false;
	if (!spans_shift(n->kid[is_right], d, plus)) return false;
	*plus += n->op == OP_ADD ? by : -by;
	return true;
}

/* Of x, if these are of x + plus. */
static void shift_back(struct spans *s, wide plus)
{
	for (uint32_t i = 0; i < s->count; i++) {
		if (s->at[i].low != -INFINITE) s->at[i].low -= plus;
		if (s->at[i].high != INFINITE) s->at[i].high -= plus;
	}
}

/* x op E, or E op x, where x may be x + 1 */
static bool of_comparison(struct eval *e, const struct node *n, const struct decl *d,
                          struct spans *out)
{
	int64_t plus;
	bool is_left = spans_shift(n->kid[0], d, &plus);
	const struct node *x = n->kid[!is_left], *other = n->kid[is_left];
	if (!spans_shift(x, d, &plus) || node_mentions(other, d)) return false;
	wide v;
	if (!of_number(e, expr_eval(e, other), &v)) return false;
	v -= plus;
	switch (n->op) {
	case OP_EQUAL:
	case OP_NOT_EQUAL: spans_one(out, v, v); break;
	case OP_LESS:
		is_left ? spans_one(out, -INFINITE, v - 1) : spans_one(out, v + 1, INFINITE);
		break;
	case OP_LESS_EQUAL: is_left ? spans_one(out, -INFINITE, v) : spans_one(out, v, INFINITE); break;
	case OP_GREATER:
		is_left ? spans_one(out, v + 1, INFINITE) : spans_one(out, -INFINITE, v - 1);
		break;
	default: is_left ? spans_one(out, v, INFINITE) : spans_one(out, -INFINITE, v); break;
	}
	if (n->op == OP_NOT_EQUAL) spans_complement(out);
	return true;
}

static bool of_conjunction(struct eval *e, const struct node *n, const struct decl *d,
                           struct spans *out)
{
	bool ok = true;
	spans_one(out, -INFINITE, INFINITE);
	for (uint32_t i = 0; i < n->count && ok; i++) {
		struct spans part = {.depth = out->depth};
		ok = spans_of_condition(e, n->kid[i], d, &part) && out->count <= MOST_SPANS;
		if (ok) spans_intersect(out, &part);
		VEC_CLEAR(&part);
	}
	return ok;
}

/* P or Q, and P => Q, which is not(P) or Q */
static bool of_alternatives(struct eval *e, const struct node *n, const struct decl *d,
                            struct spans *out)
{
	bool ok = true;
	for (uint32_t i = 0; i < n->count && ok; i++) {
		struct spans part = {.depth = out->depth};
		ok = spans_of_condition(e, n->kid[i], d, &part) && out->count <= MOST_SPANS;
		if (n->op == OP_IMPLIES && i + 1 < n->count) spans_complement(&part);
		if (ok) spans_unite(out, &part);
		VEC_CLEAR(&part);
	}
	return ok;
}

static bool of_membership(struct eval *e, const struct node *n, const struct decl *d,
                          struct spans *out)
{
	int64_t plus;
	if (!spans_shift(n->kid[0], d, &plus) || node_mentions(n->kid[1], d)) return false;
	if (!spans_of_set(e, n->kid[1], out)) return false;
	shift_back(out, plus);
	if (n->op == OP_NOT_MEMBER) spans_complement(out);
	return true;
}

bool spans_of_condition(struct eval *e, const struct node *n, const struct decl *d,
                        struct spans *out)
{
	switch (n->op) {
	case OP_AND: return of_conjunction(e, n, d, out);
	case OP_OR:
	case OP_IMPLIES: return of_alternatives(e, n, d, out);
	case OP_NOT:
		if (!spans_of_condition(e, n->kid[0], d, out)) return false;
		spans_complement(out);
		return true;
	case OP_MEMBER:
	case OP_NOT_MEMBER: return of_membership(e, n, d, out);
	case OP_EQUAL:
	case OP_NOT_EQUAL:
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL:
		return n->kid[0]->type->kind == TYPE_INTEGER && of_comparison(e, n, d, out);
	default: return false;
	}
}

/* ---- of sets ------------------------------------------------------------------------------------- */

static bool of_operands(struct eval *e, const struct node *n, struct spans *out)
{
	struct spans other = {.depth = out->depth};
	bool ok = spans_of_set(e, n->kid[0], out) && spans_of_set(e, n->kid[1], &other) &&
	          out->count + other.count <= MOST_SPANS;
	if (ok && n->op == OP_DIFFERENCE) spans_complement(&other);
	if (ok && n->op == OP_UNION) spans_unite(out, &other);
	else if (ok) spans_intersect(out, &other);
	VEC_CLEAR(&other);
	return ok;
}

static bool of_other(struct eval *e, const struct node *n, struct spans *out)
{
	value v = expr_eval(e, n);
	if (v == VALUE_NONE) return false;
	bool is_same = value_kind(e->s, v) == VALUE_LAZY && value_lazy_node(e->s, v) == n;
	return !is_same && of_value(e, v, out);
}

bool spans_of_set(struct eval *e, const struct node *n, struct spans *out)
{
	if (out->depth == DEEPEST || !n->type || n->type->kind != TYPE_POW ||
	    n->type->a->kind != TYPE_INTEGER)
		return false;
	out->depth++;
	switch (n->op) {
	case OP_INTEGER_SET: spans_one(out, -INFINITE, INFINITE); return true;
	case OP_NATURAL_SET: spans_one(out, 0, INFINITE); return true;
	case OP_NATURAL1_SET: spans_one(out, 1, INFINITE); return true;
	case OP_UNION:
	case OP_INTER:
	case OP_DIFFERENCE: return of_operands(e, n, out);
	case OP_INTERVAL: {
		wide low, high;
		if (!of_number(e, expr_eval(e, n->kid[0]), &low) ||
		    !of_number(e, expr_eval(e, n->kid[1]), &high))
			return false;
		spans_one(out, low, high);
		return true;
	}
	case OP_COMPREHENSION:
		return n->count == 2 && n->kid[0]->count == 1 &&
		       spans_of_condition(e, n->kid[1], n->kid[0]->kid[0]->decl, out);
	default: return of_other(e, n, out);
	}
}

/* ---- as others see them -------------------------------------------------------------------------- */

static bool is_of_integers(struct eval *e, value v)
{
	if (value_kind(e->s, v) != VALUE_LAZY) return true;
	const struct type *t = value_lazy_node(e->s, v)->type;
	return t && t->kind == TYPE_POW && t->a->kind == TYPE_INTEGER;
}

static bool both(struct eval *e, value a, value b, struct spans *x, struct spans *y)
{
	bool is_lazy = value_kind(e->s, a) == VALUE_LAZY || value_kind(e->s, b) == VALUE_LAZY;
	if (!is_lazy || !is_of_integers(e, a) || !is_of_integers(e, b) || e->has_failure) return false;
	bool ok = of_value(e, a, x) && of_value(e, b, y);
	e->has_failure = false; /* others may know more */
	return ok;
}

enum truth spans_equal(struct eval *e, value a, value b)
{
	struct spans x = {0}, y = {0};
	enum truth t = EVAL_FAILED;
	if (both(e, a, b, &x, &y))
		t = x.count == y.count && (!x.count || !memcmp(x.at, y.at, x.count * sizeof *x.at));
	VEC_CLEAR(&x);
	VEC_CLEAR(&y);
	return t;
}

enum truth spans_subset(struct eval *e, value a, value b)
{
	struct spans x = {0}, y = {0};
	enum truth t = EVAL_FAILED;
	if (both(e, a, b, &x, &y)) {
		spans_complement(&y);
		spans_intersect(&x, &y);
		t = x.count == 0;
	}
	VEC_CLEAR(&x);
	VEC_CLEAR(&y);
	return t;
}

static value listed(struct eval *e, const struct spans *s)
{
	struct value_list items = {0};
	uint64_t count = 0;
	for (uint32_t i = 0; i < s->count; i++) {
		if (s->at[i].low == -INFINITE || s->at[i].high == INFINITE) return VALUE_NONE;
		if (s->at[i].high - s->at[i].low >= (wide)e->limit) return VALUE_NONE;
		count += (uint64_t)(s->at[i].high - s->at[i].low) + 1;
	}
	bool is_near = s->count == 1 && s->at[0].low >= INT64_MIN && s->at[0].high <= INT64_MAX;
	if (is_near) return value_interval(e->s, (int64_t)s->at[0].low, (int64_t)s->at[0].high);
	if (count > e->limit) return VALUE_NONE;
	for (uint32_t i = 0; i < s->count; i++)
		for (wide v = s->at[i].low; v <= s->at[i].high; v++)
			VEC_PUSH(&items.list, value_wide(e->s, v));
	value v = value_set(e->s, items.list.at, items.list.count);
	VEC_CLEAR(&items.list);
	return v;
}

value spans_list(struct eval *e, value set)
{
	struct spans x = {0};
	value v = VALUE_NONE;
	struct eval_failure failure = e->failure;
	bool has_failure = e->has_failure;
	e->has_failure = false;
	if (is_of_integers(e, set) && of_value(e, set, &x)) v = listed(e, &x);
	e->failure = failure;
	e->has_failure = has_failure && v == VALUE_NONE;
	VEC_CLEAR(&x);
	return v;
}

static bool is_open(const struct spans *s)
{
	return s->count && (s->at[0].low == -INFINITE || s->at[s->count - 1].high == INFINITE);
}

struct spans_size spans_of_conditions(struct eval *e, const struct node *const *conditions,
                                      uint32_t count, const struct decl *d)
{
	struct spans all = {0};
	bool ok = true;
	spans_one(&all, -INFINITE, INFINITE);
	for (uint32_t i = 0; i < count && ok; i++) {
		struct spans one = {0};
		ok = spans_of_condition(e, conditions[i], d, &one);
		if (ok) spans_intersect(&all, &one);
		VEC_CLEAR(&one);
	}
	struct spans_size s = {ok && is_open(&all), !ok || !all.count};
	VEC_CLEAR(&all);
	return s;
}

bool spans_are_infinite(struct eval *e, value set)
{
	struct spans x = {0};
	bool has_failure = e->has_failure;
	bool is = !has_failure && is_of_integers(e, set) && of_value(e, set, &x) && is_open(&x);
	e->has_failure = has_failure;
	VEC_CLEAR(&x);
	return is;
}

bool spans_extreme(struct eval *e, value set, bool is_max, value *out, bool *is_none)
{
	struct spans x = {0};
	bool has_failure = e->has_failure;
	bool ok = !has_failure && is_of_integers(e, set) && of_value(e, set, &x) && x.count;
	wide end = !ok ? 0 : is_max ? x.at[x.count - 1].high : x.at[0].low;
	*is_none = end == INFINITE || end == -INFINITE;
	*out = *is_none ? VALUE_NONE : value_wide(e->s, end);
	e->has_failure = has_failure;
	VEC_CLEAR(&x);
	return ok;
}

value spans_count(struct eval *e, value set)
{
	struct spans x = {0};
	wide count = 0;
	bool ok = is_of_integers(e, set) && of_value(e, set, &x) && !is_open(&x);
	for (uint32_t i = 0; ok && i < x.count; i++) count += x.at[i].high - x.at[i].low + 1;
	VEC_CLEAR(&x);
	return ok ? value_wide(e->s, count) : VALUE_NONE;
}
