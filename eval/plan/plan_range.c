/* Between which integers a name is looked for, by all of its bounds; they may have any size. */
#include "eval/plan/plan.h"

value plan_plus(struct eval *e, value v, int64_t n)
{
	int64_t x;
	if (v == VALUE_NONE || n == 0) return v;
	if (value_fits(e->s, v, &x) && !__builtin_add_overflow(x, n, &x)) return value_integer(e->s, x);
	return expr_number(e, OP_ADD, v, value_integer(e->s, n), (struct pos){0});
}

/* The sharpest lower or upper bound of a name. */
struct sharpest {
	value is;
	bool is_there, is_undefined; /* is_undefined: one of them has no value */
};

static void sharpen(const struct values *s, struct sharpest *b, bool is_low, value v)
{
	int order = b->is_there ? value_compare(s, v, b->is) : 0;
	if (!b->is_there || (is_low ? order > 0 : order < 0)) b->is = v;
	b->is_there = true;
}

static bool sharpen_all(struct eval *e, const struct plan_step *s, struct sharpest *low,
                        struct sharpest *high, struct eval_failure *why)
{
	for (uint32_t k = 0; k < s->bound_count; k++) {
		const struct bound *b = &s->bounds[k];
		struct sharpest *side = b->is_low ? low : high;
		value v = plan_plus(e, b->node ? expr_eval(e, b->node) : value_integer(e->s, 0), b->plus);
		if (v == VALUE_NONE) {
			*why = e->failure;
			if (!eval_forgive(e)) return false;
			side->is_undefined = true;
		} else sharpen(e->s, side, b->is_low, v);
	}
	return true;
}

/* A bound that is undefined leaves nothing out; if there is no other, false. */
bool plan_range(struct eval *e, const struct plan_step *s, value *low, value *high)
{
	struct values *values = e->s;
	struct sharpest l = {0}, h = {0};
	struct eval_failure why = {0};
	if (!sharpen_all(e, s, &l, &h, &why)) return false;
	if ((l.is_undefined && !l.is_there) || (h.is_undefined && !h.is_there)) {
		e->failure = why;
		e->has_failure = true;
		return false;
	}
	struct narrowed n = {0};
	if (s->narrowing && !narrow_range(e, s->narrowing, &n)) n = (struct narrowed){1, 0, true, true};
	if (n.has_low) sharpen(values, &l, true, value_integer(values, n.low));
	if (n.has_high) sharpen(values, &h, false, value_integer(values, n.high));
	if (!l.is_there || !h.is_there) e->was_cut = true;
	*low = l.is_there ? l.is : value_integer(values, eval_least(e));
	*high = h.is_there ? h.is : value_integer(values, eval_most(e));
	bool is_empty = value_compare(values, *low, *high) > 0;
	if (is_empty && !l.is_there) *low = *high; /* the nearest one beyond MININT..MAXINT */
	if (is_empty && !h.is_there) *high = *low;
	return true;
}
