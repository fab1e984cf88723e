/* The general simplex method with bounds: Dutertre and de Moura, A Fast Linear-Arithmetic Solver for DPLL(T), CAV 2006; pivots by
 * Bland's rule. Numbers are exact fractions of 64 bits; where one does not fit, the answer is open. */
#include "search/laws/simplex.h"

typedef __int128 wide;

struct fraction {
	int64_t up, down; /* down > 0, without common factors */
};

struct simplex_bound {
	int64_t at;
	int tag; /* 0: there is no bound */
};

struct simplex_column { /* a variable */
	struct fraction value;
	struct simplex_bound low, high;
	int32_t row; /* it is basic; -1: it is not */
	bool is_sum;
};

struct simplex_row {
	uint32_t basic;
	VEC(struct fraction) factors; /* by column; missing ones are 0 */
};

struct simplex {
	VEC(struct simplex_column) columns;
	VEC(struct simplex_row) rows;
	VEC(int) conflict;
	bool is_too_large;
};

/* ---- fractions -------------------------------------------------------------------------------------- */

static wide common(wide a, wide b)
{
	if (a < 0) a = -a;
	while (b) {
		wide c = a % b;
		a = b;
		b = c;
	}
	return a;
}

static struct fraction reduced(struct simplex *s, wide up, wide down)
{
	if (up == 0) return (struct fraction){0, 1};
	wide by = common(up, down);
	up /= by;
	down /= by;
	if (up > INT64_MAX || up < -INT64_MAX || down > INT64_MAX) s->is_too_large = true;
	return (struct fraction){(int64_t)up, (int64_t)down};
}

static struct fraction whole(int64_t is) { return (struct fraction){is, 1}; }

static bool is_zero(struct fraction a) { return a.up == 0; }

static struct fraction times(struct simplex *s, struct fraction a, struct fraction b)
{
	return reduced(s, (wide)a.up * b.up, (wide)a.down * b.down);
}

/* a + b; each product is below 2^126, so that the sum fits. */
static struct fraction plus(struct simplex *s, struct fraction a, struct fraction b)
{
	return reduced(s, (wide)a.up * b.down + (wide)b.up * a.down, (wide)a.down * b.down);
}

static struct fraction negative(struct fraction a) { return (struct fraction){-a.up, a.down}; }

static struct fraction inverse(struct fraction a)
{
	return a.up < 0 ? (struct fraction){-a.down, -a.up} : (struct fraction){a.down, a.up};
}

static int compare(struct fraction a, int64_t b)
{
	wide left = a.up, right = (wide)b * a.down;
	return left < right ? -1 : left > right;
}

/* ---- the tableau --------------------------------------------------------------------------------------- */

struct simplex *simplex_open(struct arena *a)
{
	struct simplex *s = ARENA_ARRAY(a, 1, struct simplex);
	memset(s, 0, sizeof *s);
	return s;
}

void simplex_close(struct simplex *s)
{
	for (uint32_t i = 0; i < s->rows.count; i++) VEC_CLEAR(&s->rows.at[i].factors);
	VEC_CLEAR(&s->rows);
	VEC_CLEAR(&s->columns);
	VEC_CLEAR(&s->conflict);
}

uint32_t simplex_variable(struct simplex *s)
{
	struct simplex_column c = {.value = whole(0), .row = -1};
	VEC_PUSH(&s->columns, c);
	return s->columns.count - 1;
}

static struct fraction factor(const struct simplex_row *r, uint32_t column)
{
	return column < r->factors.count ? r->factors.at[column] : whole(0);
}

static void add_factor(struct simplex *s, struct simplex_row *r, uint32_t column,
                       struct fraction by)
{
	while (r->factors.count <= column) VEC_PUSH(&r->factors, whole(0));
	r->factors.at[column] = plus(s, r->factors.at[column], by);
}

/* The row plus `by` times another one, without its basic variable. */
static void add_row(struct simplex *s, struct simplex_row *r, const struct simplex_row *other,
                    struct fraction by)
{
	for (uint32_t i = 0; i < other->factors.count; i++)
		if (!is_zero(other->factors.at[i])) add_factor(s, r, i, times(s, by, other->factors.at[i]));
}

uint32_t simplex_sum(struct simplex *s, const struct simplex_term *terms, uint32_t count)
{
	uint32_t sum = simplex_variable(s);
	struct simplex_row r = {.basic = sum};
	for (uint32_t i = 0; i < count; i++) {
		int32_t row = s->columns.at[terms[i].variable].row;
		if (row < 0) add_factor(s, &r, terms[i].variable, whole(terms[i].factor));
		else add_row(s, &r, &s->rows.at[row], whole(terms[i].factor));
	}
	struct fraction value = whole(0);
	for (uint32_t i = 0; i < r.factors.count; i++)
		value = plus(s, value, times(s, r.factors.at[i], s->columns.at[i].value));
	s->columns.at[sum].value = value;
	s->columns.at[sum].row = (int32_t)s->rows.count;
	s->columns.at[sum].is_sum = true;
	VEC_PUSH(&s->rows, r);
	return sum;
}

/* A variable that is not basic changes, and the basic ones with it. */
static void move(struct simplex *s, uint32_t column, struct fraction by)
{
	s->columns.at[column].value = plus(s, s->columns.at[column].value, by);
	for (uint32_t i = 0; i < s->rows.count; i++) {
		struct fraction f = factor(&s->rows.at[i], column);
		struct simplex_column *basic = &s->columns.at[s->rows.at[i].basic];
		if (!is_zero(f)) basic->value = plus(s, basic->value, times(s, f, by));
	}
}

/* The basic variable of the row and this one change places. */
static void pivot(struct simplex *s, uint32_t row, uint32_t column)
{
	struct simplex_row *r = &s->rows.at[row];
	struct fraction by = inverse(factor(r, column));
	uint32_t leaving = r->basic;
	r->factors.at[column] = whole(0);
	for (uint32_t i = 0; i < r->factors.count; i++)
		r->factors.at[i] = times(s, negative(by), r->factors.at[i]);
	add_factor(s, r, leaving, by);
	r->basic = column;
	s->columns.at[column].row = (int32_t)row;
	s->columns.at[leaving].row = -1;
	for (uint32_t i = 0; i < s->rows.count; i++) {
		struct simplex_row *other = &s->rows.at[i];
		struct fraction f = factor(other, column);
		if (i == row || is_zero(f)) continue;
		other->factors.at[column] = whole(0);
		add_row(s, other, r, f);
	}
}

/* ---- bounds -------------------------------------------------------------------------------------------- */

void simplex_forget_bounds(struct simplex *s)
{
	for (uint32_t i = 0; i < s->columns.count; i++)
		s->columns.at[i].low.tag = s->columns.at[i].high.tag = 0;
}

void simplex_at_most(struct simplex *s, uint32_t variable, int64_t bound, int tag)
{
	struct simplex_bound *b = &s->columns.at[variable].high;
	if (!b->tag || bound < b->at) *b = (struct simplex_bound){bound, tag};
}

void simplex_at_least(struct simplex *s, uint32_t variable, int64_t bound, int tag)
{
	struct simplex_bound *b = &s->columns.at[variable].low;
	if (!b->tag || bound > b->at) *b = (struct simplex_bound){bound, tag};
}

static bool is_below(const struct simplex_column *c)
{
	return c->low.tag && compare(c->value, c->low.at) < 0;
}

static bool is_above(const struct simplex_column *c)
{
	return c->high.tag && compare(c->value, c->high.at) > 0;
}

const int *simplex_conflict(const struct simplex *s, uint32_t *count)
{
	*count = s->conflict.count;
	return s->conflict.at;
}

/* Those that are not basic are within their bounds; false: there is no room between two bounds. */
static bool settle(struct simplex *s)
{
	for (uint32_t i = 0; i < s->columns.count; i++) {
		struct simplex_column *c = &s->columns.at[i];
		if (c->low.tag && c->high.tag && c->low.at > c->high.at) {
			s->conflict.count = 0;
			VEC_PUSH(&s->conflict, c->low.tag);
			VEC_PUSH(&s->conflict, c->high.tag);
			return false;
		}
		if (c->row >= 0) continue;
		bool below = is_below(c);
		if (below || is_above(c))
			move(s, i, plus(s, whole(below ? c->low.at : c->high.at), negative(c->value)));
	}
	return true;
}

/* ---- the method ------------------------------------------------------------------------------------------ */

/* May it move so that a row with this factor of it grows (or falls)? */
static bool has_room(const struct simplex_column *c, struct fraction f, bool grows)
{
	bool up = (f.up > 0) == grows;
	if (up) return !c->high.tag || compare(c->value, c->high.at) < 0;
	return !c->low.tag || compare(c->value, c->low.at) > 0;
}

/* No variable of the row has room: its bounds, and that of the basic one, contradict each other (Farkas' lemma). */
static void explain(struct simplex *s, const struct simplex_row *r, bool grows)
{
	const struct simplex_column *basic = &s->columns.at[r->basic];
	s->conflict.count = 0;
	VEC_PUSH(&s->conflict, grows ? basic->low.tag : basic->high.tag);
	for (uint32_t i = 0; i < r->factors.count; i++) {
		struct fraction f = r->factors.at[i];
		const struct simplex_column *c = &s->columns.at[i];
		if (!is_zero(f)) VEC_PUSH(&s->conflict, (f.up > 0) == grows ? c->high.tag : c->low.tag);
	}
}

static bool is_wrong(const struct simplex_column *c)
{
	return c->row >= 0 && (is_below(c) || is_above(c));
}

/* One step for the first basic variable that is out of its bounds; POSSIBLE: it is within them now. */
static enum simplex_answer repair(struct simplex *s, uint32_t wrong)
{
	const struct simplex_column *c = &s->columns.at[wrong];
	bool grows = is_below(c);
	uint32_t row = (uint32_t)c->row;
	struct simplex_row *r = &s->rows.at[row];
	struct fraction aim = whole(grows ? c->low.at : c->high.at);
	uint32_t column = 0;
	while (column < r->factors.count &&
	       (is_zero(r->factors.at[column]) ||
	        !has_room(&s->columns.at[column], r->factors.at[column], grows)))
		column++;
	if (column == r->factors.count) {
		explain(s, r, grows);
		return SIMPLEX_CONFLICT;
	}
	struct fraction by = inverse(r->factors.at[column]);
	move(s, column, times(s, by, plus(s, aim, negative(c->value))));
	pivot(s, row, column);
	return SIMPLEX_POSSIBLE;
}

enum simplex_answer simplex_check(struct simplex *s, uint32_t *steps)
{
	if (!settle(s)) return SIMPLEX_CONFLICT;
	while (!s->is_too_large && *steps > 0) {
		uint32_t wrong = 0;
		while (wrong < s->columns.count && !is_wrong(&s->columns.at[wrong])) wrong++;
		if (wrong == s->columns.count) return SIMPLEX_POSSIBLE;
		--*steps;
		enum simplex_answer a = repair(s, wrong);
		if (a == SIMPLEX_CONFLICT) return s->is_too_large ? SIMPLEX_OPEN : a;
	}
	return SIMPLEX_OPEN;
}

bool simplex_fraction(const struct simplex *s, uint32_t *variable, int64_t *below)
{
	for (uint32_t i = 0; i < s->columns.count; i++) {
		struct fraction v = s->columns.at[i].value;
		if (v.down == 1 || s->columns.at[i].is_sum) continue;
		*variable = i;
		*below = v.up / v.down - (v.up < 0);
		return true;
	}
	return false;
}
