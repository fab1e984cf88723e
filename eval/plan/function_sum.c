/* Sums of values of functions that are being chosen: SIGMA(i).(i : D | f(i)) = 4, f(1) + 2 * f(2) <= n. What the images
 * that are chosen leave for the others bounds these; where no choice of the others can make up for it, there is none.
 * A sum of which a part may have no value is left to the test of the whole. */
#include "eval/plan/function.h"

__extension__ typedef __int128 wide;

struct sum_ends {
	wide low, high;
	bool has_low, has_high;
};

/* ---- what is summed up ------------------------------------------------------------------------- */

struct summing {
	struct functions *f;
	int64_t *of_cells; /* coefficients */
	int64_t constant;
};

static bool is_summed(const void *functions, const struct decl *d)
{
	const struct functions *f = functions;
	for (uint32_t i = 0; i < f->part_count; i++)
		if (f->parts[i].text->slot == slot_of(f->e, d)) return true;
	return false;
}

static const struct part *part_of(const struct functions *f, const struct node *function)
{
	if (function->op != OP_ID || !function->decl) return NULL;
	for (uint32_t i = 0; i < f->part_count; i++)
		if (f->parts[i].text->slot == slot_of(f->e, function->decl)) return &f->parts[i];
	return NULL;
}

static bool add(struct summing *s, const struct node *n, int64_t times);

/* f(E), with an E that is in the domain for certain */
static bool add_point(struct summing *s, const struct node *n, int64_t times)
{
	const struct part *p = part_of(s->f, n->kid[0]);
	uint32_t cell;
	if (!p || !p->total) return false;
	for (uint32_t i = 1; i < n->count; i++)
		if (mention_any(n->kid[i], is_summed, s->f)) return false;
	value x = expr_arguments(s->f->e, n);
	if (x != VALUE_NONE) x = lazy_list(s->f->e, x, n->pos);
	if (x == VALUE_NONE || !function_cell(s->f, p, x, &cell)) return false;
	return !__builtin_add_overflow(s->of_cells[cell], times, &s->of_cells[cell]);
}

struct sum_terms {
	struct summing *s;
	const struct node *term;
	int64_t times;
	bool ok;
};

static bool add_term(struct eval *e, void *data)
{
	struct sum_terms *t = data;
	(void)e;
	t->ok = add(t->s, t->term, t->times);
	return t->ok;
}

/* SIGMA(i).(P | E), where P is known or i : dom(f) */
static bool add_sigma(struct summing *s, const struct node *n, int64_t times)
{
	struct eval *e = s->f->e;
	const struct node *ids = n->kid[0], *p = n->kid[1];
	struct sum_terms t = {s, n->kid[2], times, true};
	if (!mention_any(p, is_summed, s->f))
		return plan_run(e, plan_of(e, n), add_term, &t) != EVAL_FAILED && t.ok;
	bool is_domain = p->op == OP_MEMBER && ids->count == 1 && p->kid[0]->op == OP_ID &&
	                 p->kid[0]->decl == ids->kid[0]->decl && p->kid[1]->op == OP_DOM;
	const struct part *part = is_domain ? part_of(s->f, p->kid[1]->kid[0]) : NULL;
	if (!part || !part->total) return false;
	for (uint32_t i = 0; i < part->from_count && t.ok; i++) {
		e->slots[slot_of(e, ids->kid[0]->decl)] = part->from[i];
		t.ok = add(s, n->kid[2], times);
	}
	return t.ok;
}

static bool add_product(struct summing *s, const struct node *n, int64_t times)
{
	int side = mention_any(n->kid[0], is_summed, s->f) ? 1 : 0;
	int64_t factor;
	if (mention_any(n->kid[side], is_summed, s->f)) return false;
	return expr_integer(s->f->e, n->kid[side], &factor) &&
	       !__builtin_mul_overflow(times, factor, &times) && add(s, n->kid[1 - side], times);
}

/* Adds times * n; false if it is no sum, or a part has no value. */
static bool add(struct summing *s, const struct node *n, int64_t times)
{
	if (!mention_any(n, is_summed, s->f)) {
		int64_t v;
		return expr_integer(s->f->e, n, &v) && !__builtin_mul_overflow(v, times, &v) &&
		       !__builtin_add_overflow(s->constant, v, &s->constant);
	}
	if (times == INT64_MIN) return false;
	switch (n->op) {
	case OP_ADD: return add(s, n->kid[0], times) && add(s, n->kid[1], times);
	case OP_MINUS: return add(s, n->kid[0], times) && add(s, n->kid[1], -times);
	case OP_NEGATE: return add(s, n->kid[0], -times);
	case OP_TIMES: return add_product(s, n, times);
	case OP_APPLY: return add_point(s, n, times);
	case OP_SIGMA: return add_sigma(s, n, times);
	default: return false;
	}
}

static void add_sum(struct functions *f, const struct node *n)
{
	const int64_t LARGEST = 1 << 30;
	int64_t *of_cells = ARENA_ARRAY(&f->arena, f->cell_count + 1, int64_t);
	struct summing s = {.f = f, .of_cells = of_cells};
	bool ok = add(&s, n->kid[0], 1) && add(&s, n->kid[1], -1);
	f->e->has_failure = false;
	for (uint32_t c = 0; c < f->cell_count; c++)
		ok = ok && -LARGEST <= of_cells[c] && of_cells[c] <= LARGEST;
	if (!ok || s.constant < -INT64_MAX) return;
	const struct generator left = generator_reading(n, 0);
	const int64_t strict = left.is_strict;
	struct function_sum sum = {.of_cells = of_cells};
	sum.has_least = left.kind != GENERATOR_MOST;
	sum.has_most = left.kind != GENERATOR_LEAST;
	if (__builtin_sub_overflow(strict, s.constant, &sum.least)) return;
	if (__builtin_sub_overflow(-strict, s.constant, &sum.most)) return;
	VEC_PUSH(&f->sums, sum);
}

void function_add_sums(struct functions *f)
{
	for (uint32_t i = 0; f->rules && i < f->rules->sum_count; i++) add_sum(f, f->rules->sums[i]);
}

/* ---- what is left ------------------------------------------------------------------------------ */

/* Where the image of a cell is. */
static struct sum_ends image_ends(const struct functions *f, uint32_t cell)
{
	const struct cell *c = &f->cells[cell];
	const struct part *p = &f->parts[c->part];
	struct values *s = f->e->s;
	int64_t low = 0, high = 0; /* what does not fit 64 bits says nothing */
	if (c->is_chosen) {
		bool fits = value_fits(s, c->image, &low);
		return (struct sum_ends){low, low, fits, fits};
	}
	if (p->is_open) return (struct sum_ends){p->least, 0, p->has_least, false};
	if (p->to_count == 0) return (struct sum_ends){0, 0, true, true};
	bool has_low = value_fits(s, p->to[0], &low);
	bool has_high = value_fits(s, p->to[p->to_count - 1], &high);
	return (struct sum_ends){low, high, has_low, has_high};
}

/* The sum of all cells but this one. */
static struct sum_ends sum_of_others(const struct functions *f, const struct function_sum *sum,
                                     uint32_t without)
{
	struct sum_ends all = {.has_low = true, .has_high = true};
	for (uint32_t c = 0; c < f->cell_count; c++) {
		wide times = sum->of_cells[c];
		if (times == 0 || c == without) continue;
		struct sum_ends x = image_ends(f, c);
		bool has_low = times > 0 ? x.has_low : x.has_high;
		bool has_high = times > 0 ? x.has_high : x.has_low;
		all.has_low = all.has_low && has_low;
		all.has_high = all.has_high && has_high;
		if (has_low) all.low += times * (times > 0 ? x.low : x.high);
		if (has_high) all.high += times * (times > 0 ? x.high : x.low);
	}
	return all;
}

bool function_sums_allow(const struct functions *f)
{
	for (uint32_t i = 0; i < f->sums.count; i++) {
		const struct function_sum *sum = &f->sums.at[i];
		struct sum_ends all = sum_of_others(f, sum, FUNCTION_NONE);
		if (sum->has_least && all.has_high && all.high < sum->least) return false;
		if (sum->has_most && all.has_low && all.low > sum->most) return false;
	}
	return true;
}

static wide divide_down(wide a, wide b) /* b > 0 */ { return a >= 0 ? a / b : -((-a + b - 1) / b); }

static void meet_low(struct sum_ends *x, wide low)
{
	if (!x->has_low || low > x->low) x->low = low;
	x->has_low = true;
}

static void meet_high(struct sum_ends *x, wide high)
{
	if (!x->has_high || high < x->high) x->high = high;
	x->has_high = true;
}

bool function_image_range(const struct functions *f, uint32_t cell, int64_t *low, int64_t *high)
{
	const wide FAR = (wide)1 << 62;
	struct sum_ends x = image_ends(f, cell);
	for (uint32_t i = 0; i < f->sums.count; i++) {
		const struct function_sum *sum = &f->sums.at[i];
		wide times = sum->of_cells[cell];
		if (times == 0) continue;
		struct sum_ends others = sum_of_others(f, sum, cell);
		wide by = times > 0 ? times : -times;
		if (sum->has_least && others.has_high) { /* times * x >= least - others */
			wide least = sum->least - others.high;
			if (times > 0) meet_low(&x, -divide_down(-least, by));
			else meet_high(&x, divide_down(-least, by));
		}
		if (sum->has_most && others.has_low) {
			wide most = sum->most - others.low;
			if (times > 0) meet_high(&x, divide_down(most, by));
			else meet_low(&x, -divide_down(most, by));
		}
	}
	if (!x.has_low || !x.has_high || x.low < -FAR || x.high > FAR) return false;
	*low = x.low > FAR ? (int64_t)FAR : (int64_t)x.low;
	*high = x.high < -FAR ? (int64_t)-FAR - 1 : (int64_t)x.high;
	return true;
}
