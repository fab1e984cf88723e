/* Bounds for which PROPERTIES have a solution. A vector of sizes that has none is left with the conjuncts to
 * blame: all vectors in which the sets of these conjuncts have the same sizes have none either, so that of
 * many sets only those grow that need to. */
#include "search/fit.h"

#include <math.h>

enum { MOST_VECTORS = 5000, MAXINT_OF_COMPUTERS = 2147483647 };
/* Effort for all of it, for one question, and for a guess; the clock is looked at only as a limit. What fits must not depend
 * on the load of the machine: the part of effort ends it on a machine that is not very busy. */
enum {
	EFFORT = 10 * EVAL_EFFORT_PER_SECOND,
	EFFORT_EACH = EVAL_EFFORT_PER_SECOND,
	EFFORT_TO_GUESS = EVAL_EFFORT_PER_SECOND / 20
};
static const double part_of_effort = 0.25, part_of_limit = 0.5, most_seconds = 60;

enum fit_answer { FITS, HAS_NONE, IS_UNKNOWN };

struct unfit { /* sizes without a solution */
	const uint32_t *sizes;
	uint64_t sets; /* those that are to blame */
};

struct fitting {
	struct project *project;
	struct bounds_options options;
	const struct fit_options *limits;
	double end;
	uint64_t spent, most_spent; /* effort */
	struct universe *u;
	struct bounds_fit fit;
	uint32_t *sizes, *base; /* [0 .. u->sets.count-1]: that are asked for, the defaults */
	uint32_t dimensions[BOUNDS_MOST_SETS], dimension_count; /* free sets in PROPERTIES */
	int64_t low, high;                                      /* the default of MININT..MAXINT */
	VEC(struct unfit) unfit;
	uint64_t blamed;     /* sets of all conflicts */
	bool blames_range;   /* MININT..MAXINT, too */
	bool is_proved;      /* that there is no solution, for all bounds that have none */
	bool is_complete;    /* all sizes up to the limit were tried */
	bool is_range_tried; /* far from the default */
	uint32_t vectors;
	VEC(int64_t) numbers; /* for MAXINT, in order */
};

static bool is_over(const struct fitting *x)
{
	const _Atomic int *interrupt = x->limits->interrupt;
	return (interrupt && *interrupt) || meter_clock(&x->project->meter) >= x->end ||
	       x->spent >= x->most_spent || x->vectors >= MOST_VECTORS;
}

/* ---- one question -------------------------------------------------------------------------------------- */

/* Errors belong to the bounds that are tried, not to the machine. */
static bool open_universe(struct fitting *x)
{
	struct diag *d = x->project->diag;
	uint32_t errors = d->errors, messages = d->messages.count;
	struct text notes = {0};
	universe_clear(x->u);
	x->options.fit = &x->fit;
	bool good = bounds_universe(x->project, &x->options, x->u, &notes);
	text_clear(&notes);
	if (good) return true;
	d->errors = errors;
	d->messages.count = messages;
	return false;
}

/* An evaluator with the bounds of the universe, and what is asked of it. */
struct fit_asked {
	struct values *values;
	struct explore *explore; /* NULL: it is not about a machine */
	struct eval *eval;
	struct question q;
};

static void open_asked(struct fitting *x, struct fit_asked *a)
{
	const struct fit_question *of = x->limits->of;
	*a = (struct fit_asked){.values = values_open(x->project->names)};
	if (of) {
		a->eval = eval_open(x->project, a->values, x->u);
		eval_set_interrupt(a->eval, x->limits->interrupt);
		for (uint32_t i = 0; i < of->count; i++)
			eval_set(a->eval, of->names[i], VALUE_NONE); /* gives a slot */
		a->q = (struct question){.names = of->names, .count = of->count};
		a->q.conjuncts = of->conjuncts;
		a->q.conjunct_count = of->conjunct_count;
	} else {
		struct explore_options o = {.stop = x->limits->interrupt};
		struct explore_view v;
		a->explore = explore_open(x->project, a->values, x->u, &o);
		explore_view(a->explore, &v);
		a->eval = v.eval;
		a->q = (struct question){.names = v.unknowns, .count = v.unknown_count};
		if (v.properties) {
			a->q.conjuncts = (const struct node *const *)v.properties->kid;
			a->q.conjunct_count = v.properties->count;
		}
	}
	a->q.universe = x->u;
}

static void close_asked(struct fitting *x, struct fit_asked *a)
{
	x->spent += eval_effort(a->eval);
	if (a->explore) explore_close(a->explore);
	else eval_close(a->eval);
	values_close(a->values);
}

/* For the next question; some is left, or is_over would have said so. */
static uint64_t effort_of(const struct fitting *x, const struct fit_asked *a, uint64_t most)
{
	uint64_t spent = x->spent + eval_effort(a->eval);
	uint64_t left = x->most_spent > spent ? x->most_spent - spent : 1;
	return left < most ? left : most;
}

static enum fit_answer search(struct fitting *x, const struct fit_asked *of, struct conflict *why)
{
	value *values = ARENA_ARRAY(&x->project->arena, of->q.count + 1, value);
	struct search_options o = {.solver = SOLVER_AUTO,
	                           .breaks_symmetry = true,
	                           .finds_symmetry = true,
	                           .seconds = fmax(0.01, x->end - meter_clock(&x->project->meter)),
	                           .effort = effort_of(x, of, EFFORT_TO_GUESS),
	                           .memory = x->limits->memory,
	                           .interrupt = x->limits->interrupt};
	if (search_guess(of->eval, x->project, &of->q, &o, values)) return FITS;
	o.seconds = fmax(0.01, x->end - meter_clock(&x->project->meter));
	o.effort = effort_of(x, of, EFFORT_EACH);
	struct search *s = search_open(of->eval, x->project, &of->q, &o);
	enum search_answer a = search_next(s).answer;
	if (a == SEARCH_NONE) conflict_of(s, x->project, x->u, why);
	search_close(s);
	return a == SEARCH_FOUND ? FITS : a == SEARCH_NONE ? HAS_NONE : IS_UNKNOWN;
}

/* Which bounds are there to be changed? Only what is asked about can matter. */
static bool find_dimensions(struct fitting *x, const struct question *q)
{
	struct bounds_use use = {0};
	uint64_t sets = 0;
	for (uint32_t i = 0; i < q->conjunct_count; i++) {
		sets |= bounds_sets_of(x->u, q->conjuncts[i]);
		bounds_use_of(x->u, q->conjuncts[i], &use);
	}
	for (uint32_t i = 0; i < x->u->sets.count && i < BOUNDS_MOST_SETS; i++)
		if (sets >> i & 1 && x->u->sets.at[i].is_free) x->dimensions[x->dimension_count++] = i;
	return x->dimension_count || (use.integers && x->u->is_range_free);
}

/* With the bounds of the universe. The first time nothing is asked where nothing could be changed. */
static enum fit_answer ask(struct fitting *x, bool is_first, struct conflict *why)
{
	struct fit_asked of;
	open_asked(x, &of);
	*why = (struct conflict){0};
	enum fit_answer a = IS_UNKNOWN;
	if (!is_first || find_dimensions(x, &of.q)) a = search(x, &of, why);
	close_asked(x, &of);
	x->is_proved &= a != IS_UNKNOWN && !why->is_near;
	return a;
}

/* ---- MININT..MAXINT -------------------------------------------------------------------------------------- */

static void add_number(struct fitting *x, int64_t n)
{
	if (n > x->high && n < MAXINT_OF_COMPUTERS) VEC_PUSH(&x->numbers, n);
}

static void add_written(struct fitting *x, const struct node *n)
{
	enum { MOST_DIGITS = 10 };
	if (n->op == OP_NUMBER && strlen(n->name) <= MOST_DIGITS) {
		add_number(x, strtoll(n->name, NULL, 10));
		add_number(x, strtoll(n->name, NULL, 10) + 1);
	}
	for (uint32_t i = 0; i < n->count; i++) add_written(x, n->kid[i]);
}

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

static void find_numbers(struct fitting *x)
{
	if (x->numbers.count) return;
	for (uint32_t i = 0; i < x->project->machines.count; i++) {
		const struct machine *m = x->project->machines.at[i];
		if (m->constraints) add_written(x, m->constraints);
		if (m->properties) add_written(x, m->properties);
		for (uint32_t k = 0; k < m->values.count; k++) add_written(x, m->values.at[k].value);
	}
	for (int64_t power = 8; power < MAXINT_OF_COMPUTERS; power *= 2) add_number(x, power - 1);
	VEC_PUSH(&x->numbers, MAXINT_OF_COMPUTERS);
	qsort(x->numbers.at, x->numbers.count, sizeof *x->numbers.at, compare);
}

static void choose_range(struct fitting *x, int64_t high, bool has_negative)
{
	x->fit.has_range = true;
	x->fit.high = high;
	x->fit.low = !has_negative ? x->low : high == MAXINT_OF_COMPUTERS ? -high - 1 : -high;
	if (x->fit.low > x->low) x->fit.low = x->low;
}

static enum fit_answer ask_range(struct fitting *x, int64_t high, bool has_negative,
                                 struct conflict *why)
{
	choose_range(x, high, has_negative);
	if (open_universe(x)) return ask(x, false, why);
	x->is_proved = false;
	return IS_UNKNOWN;
}

/* The last of the numbers fits: so does an earlier one, perhaps. */
static void shrink_range(struct fitting *x, bool has_negative)
{
	uint32_t from = 0, to = x->numbers.count - 1;
	bool was_proved = x->is_proved;
	struct conflict why;
	while (from < to && !is_over(x)) {
		uint32_t middle = from + (to - from) / 2;
		if (ask_range(x, x->numbers.at[middle], has_negative, &why) == FITS) to = middle;
		else from = middle + 1;
	}
	x->is_proved = was_proved;
	choose_range(x, x->numbers.at[to], has_negative);
	open_universe(x);
}

/* With the sizes of the universe, which have no solution with the default of MININT..MAXINT. */
static bool fits_range(struct fitting *x, struct conflict *why)
{
	struct conflict further = {0};
	find_numbers(x);
	x->is_range_tried = true;
	for (int negative = 0; negative < 2 && !is_over(x); negative++) {
		enum fit_answer a = ask_range(x, MAXINT_OF_COMPUTERS, negative, &further);
		if (a == FITS) {
			shrink_range(x, negative);
			return true;
		}
		why->sets |= a == HAS_NONE && !further.is_near ? further.sets : UINT64_MAX;
	}
	x->fit.has_range = false;
	return false;
}

/* ---- sizes ------------------------------------------------------------------------------------------------ */

static bool is_same(const struct universe *u, const struct unfit *old, uint64_t sets)
{
	for (uint32_t i = 0; i < u->sets.count; i++) {
		bool counts = i >= BOUNDS_MOST_SETS || sets >> i & 1;
		if (counts && u->sets.at[i].size != old->sizes[i]) return false;
	}
	return true;
}

static bool is_known_unfit(const struct fitting *x)
{
	for (uint32_t i = 0; i < x->unfit.count; i++)
		if (is_same(x->u, &x->unfit.at[i], x->unfit.at[i].sets)) return true;
	return false;
}

static uint32_t *sizes_of(struct fitting *x)
{
	uint32_t *sizes = ARENA_ARRAY(&x->project->arena, x->u->sets.count + 1, uint32_t);
	for (uint32_t i = 0; i < x->u->sets.count; i++) sizes[i] = x->u->sets.at[i].size;
	return sizes;
}

/* There is no solution with the universe, or none is known. Is there one with another MAXINT? */
static bool fits_otherwise(struct fitting *x, enum fit_answer a, struct conflict *why)
{
	struct unfit now = {sizes_of(x), 0};
	if (a == HAS_NONE && why->use.integers && x->u->is_range_free && fits_range(x, why))
		return true;
	bool is_certain = a == HAS_NONE && !why->is_near;
	now.sets = is_certain ? why->sets : UINT64_MAX;
	x->blamed |= now.sets;
	x->blames_range |= why->use.integers;
	VEC_PUSH(&x->unfit, now);
	return false;
}

/* Conjuncts about the sets may give them other sizes, whose turn comes earlier or later. */
static bool has_sizes(const struct fitting *x)
{
	for (uint32_t i = 0; i < x->dimension_count; i++) {
		uint32_t set = x->dimensions[i];
		if (x->u->sets.at[set].size != x->sizes[set]) return false;
	}
	return true;
}

static bool try_sizes(struct fitting *x)
{
	struct conflict why;
	x->vectors++;
	x->fit = (struct bounds_fit){.sizes = x->sizes};
	if (!open_universe(x) || !has_sizes(x) || is_known_unfit(x)) return false;
	enum fit_answer a = ask(x, false, &why);
	return a == FITS || fits_otherwise(x, a, &why);
}

static uint32_t least_of(const struct fitting *x, uint32_t set)
{
	uint32_t least = x->u->sets.at[set].least;
	return least < x->base[set] ? (least ? least : 1) : x->base[set];
}

static uint32_t most_of(const struct fitting *x, uint32_t set)
{
	uint32_t limit = x->limits->most ? x->limits->most : FIT_MOST, most = x->u->sets.at[set].most;
	if (most && most < limit) limit = most;
	return limit > x->base[set] ? limit : x->base[set];
}

/* All sizes from this dimension on that are so far from the defaults together. */
static bool vary(struct fitting *x, uint32_t dimension, uint32_t far)
{
	if (dimension == x->dimension_count) return far == 0 && try_sizes(x);
	bool is_last = dimension + 1 == x->dimension_count;
	uint32_t set = x->dimensions[dimension], base = x->base[set];
	uint32_t least = least_of(x, set), most = most_of(x, set);
	for (uint32_t size = base > far + least ? base - far : least;
	     size <= most && size <= base + far; size++) {
		uint32_t own = size > base ? size - base : base - size;
		if (is_last && own != far) continue;
		if (is_over(x)) return false;
		x->sizes[set] = size;
		if (vary(x, dimension + 1, far - own)) return true;
	}
	x->sizes[set] = base;
	return false;
}

static bool fits_other_sizes(struct fitting *x)
{
	uint32_t furthest = 0;
	for (uint32_t i = 0; i < x->dimension_count; i++) {
		uint32_t set = x->dimensions[i], up = most_of(x, set) - x->base[set];
		uint32_t down = x->base[set] - least_of(x, set);
		furthest += up > down ? up : down;
	}
	for (uint32_t far = 1; far <= furthest; far++)
		if (vary(x, 0, far)) return true;
	x->is_complete = !is_over(x);
	return false;
}

/* ---- reports ------------------------------------------------------------------------------------------------ */

/* "1 and 2 have none" */
static void add_unfit_sizes(struct fitting *x, uint32_t set, struct text *out)
{
	uint32_t *sizes = ARENA_ARRAY(&x->project->arena, x->unfit.count + 1, uint32_t);
	uint32_t count = x->unfit.count;
	for (uint32_t i = 0; i < count; i++) sizes[i] = x->unfit.at[i].sizes[set];
	qsort(sizes, count, sizeof *sizes, compare_numbers);
	for (uint32_t i = 0; i < count; i++)
		text_format(out, "%s%u", i == 0 ? "" : i + 1 < count ? ", " : " and ", sizes[i]);
	text_add(out, count == 1 ? " has none" : " have none");
}

static const char *why_size(struct fitting *x, uint32_t set)
{
	struct text t = {0};
	bool is_smallest = x->u->sets.at[set].size > x->base[set];
	const char *asked = x->limits->of ? "the axioms" : "PROPERTIES";
	if (!x->is_proved)
		text_format(&t, "%s have a solution, and none was found with sizes nearer to %u", asked,
		            x->base[set]);
	else if (x->dimension_count > 1)
		text_format(&t, "sizes nearest to the default, %u, for which %s have a solution",
		            x->base[set], asked);
	else {
		text_format(&t, "%s for which %s have a solution; ",
		            is_smallest ? "the smallest size" : "a size", asked);
		add_unfit_sizes(x, set, &t);
	}
	return text_freeze(&t, &x->project->arena);
}

static void explain(struct fitting *x)
{
	for (uint32_t i = 0; i < x->u->sets.count; i++)
		if (x->u->sets.at[i].size != x->base[i]) x->u->sets.at[i].why = why_size(x, i);
	if (x->fit.has_range)
		x->u->range_why = arena_format(&x->project->arena,
		                               "PROPERTIES have no solution with the default, %lld..%lld",
		                               (long long)x->low, (long long)x->high);
}

static bool is_dimension(const struct fitting *x, uint32_t set)
{
	for (uint32_t i = 0; i < x->dimension_count; i++)
		if (x->dimensions[i] == set) return true;
	return false;
}

static void add_sizes(const struct fitting *x, uint32_t set, struct text *out)
{
	uint32_t from = x->base[set], to = from;
	for (uint32_t i = 0; i < x->unfit.count; i++) {
		uint32_t size = x->unfit.at[i].sizes[set];
		if (size < from) from = size;
		if (size > to) to = size;
	}
	text_format(out, "%s%s = %u", out->count ? ", " : "", x->u->sets.at[set].decl->name, from);
	if (to > from) text_format(out, "..%u", to);
}

/* The bounds that play a part, with all values that were tried. */
static const char *unfit_text(struct fitting *x)
{
	struct text t = {0};
	for (uint32_t i = 0; i < x->u->sets.count; i++)
		if (x->u->sets.at[i].is_open && (i >= BOUNDS_MOST_SETS || x->blamed >> i & 1))
			add_sizes(x, i, &t);
	if (t.count && x->dimension_count > 1 && !x->is_complete) text_add(&t, " (not all of them)");
	if (x->blames_range && x->is_range_tried)
		text_format(&t, "%sMAXINT = %lld or %d", t.count ? ", " : "", (long long)x->high,
		            MAXINT_OF_COMPUTERS);
	else if (x->blames_range)
		text_format(&t, "%sMININT..MAXINT = %lld..%lld", t.count ? ", " : "", (long long)x->low,
		            (long long)x->high);
	return text_freeze(&t, &x->project->arena);
}

/* Were all bounds tried that there are? */
static bool is_exhausted(const struct fitting *x)
{
	if (x->blames_range || !x->is_complete) return false;
	for (uint32_t i = 0; i < x->u->sets.count; i++) {
		const struct universe_set *s = &x->u->sets.at[i];
		if (!s->is_open || (i < BOUNDS_MOST_SETS && !(x->blamed >> i & 1))) continue;
		if (!is_dimension(x, i) || !s->most || most_of(x, i) < s->most) return false;
	}
	return true;
}

/* ---- all of it ------------------------------------------------------------------------------------------------- */

static void give_up(struct fitting *x)
{
	x->fit = (struct bounds_fit){0};
	bool good = open_universe(x);
	REQUIRE(good); /* it was so before */
	x->u->is_contradictory = x->is_proved && is_exhausted(x);
	if (x->is_proved) x->u->unfit = unfit_text(x);
}

static void find_fit(struct fitting *x)
{
	struct conflict why;
	x->is_proved = true;
	if (ask(x, true, &why) != HAS_NONE) return;
	if (why.is_near || why.use.sizes || why.use.integers) {
		if (fits_otherwise(x, HAS_NONE, &why) || fits_other_sizes(x)) {
			explain(x);
			return;
		}
	} else x->is_complete = true;
	give_up(x);
}

bool fit_universe(struct project *p, const struct bounds_options *o, const struct fit_options *f,
                  struct universe *out, struct text *notes)
{
	if (!bounds_universe(p, o, out, notes)) return false;
	struct fitting x = {.project = p, .options = *o, .limits = f, .u = out};
	double whole = f->seconds > 0 ? f->seconds : INFINITY;
	x.end = meter_clock(&p->meter) + fmin(whole * part_of_limit, most_seconds);
	x.most_spent = (uint64_t)fmin(whole * part_of_effort * EVAL_EFFORT_PER_SECOND, EFFORT);
	x.base = sizes_of(&x);
	x.sizes = sizes_of(&x);
	x.low = out->minint;
	x.high = out->maxint;
	find_fit(&x);
	bounds_note_numbers(p, out, notes);
	out->effort = x.spent;
	VEC_CLEAR(&x.unfit);
	VEC_CLEAR(&x.numbers);
	return true;
}
