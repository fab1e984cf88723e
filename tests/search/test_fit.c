/* Bounds that fit PROPERTIES: random ones, of which the test knows by arithmetic for which sizes of two sets they
 * have a solution, against all sizes. */
#include "tests/greatest.h"

#include "search/fit.h"
#include "tests/fixture.h"

enum { MOST = 6, USUAL = 2 };

/* What is said, with names of its own (%1$u) and a number (%2$u); true for sizes s and t of S and T? */
struct saying {
	const char *text;
	bool (*holds)(uint32_t s, uint32_t t, uint32_t k);
	uint32_t low, high; /* of the number */
};

static bool is_k(uint32_t s, uint32_t t, uint32_t k) { return (void)t, s == k; }
static bool is_power(uint32_t s, uint32_t t, uint32_t k)
{
	(void)t;
	return s < 32 && 1u << s == k * 4;
}
static bool is_product(uint32_t s, uint32_t t, uint32_t k) { return s * t == k; }
static bool is_sum(uint32_t s, uint32_t t, uint32_t k) { return s + t == k; }
static bool fits_into(uint32_t s, uint32_t t, uint32_t k) { return (void)k, s <= t; }
static bool covers(uint32_t s, uint32_t t, uint32_t k) { return (void)k, s >= t; }
static bool has_three(uint32_t s, uint32_t t, uint32_t k) { return (void)s, (void)k, t >= 3; }
static bool has_two(uint32_t s, uint32_t t, uint32_t k) { return (void)t, (void)k, s >= 2; }
static bool is_even(uint32_t s, uint32_t t, uint32_t k) { return (void)s, (void)k, t % 2 == 0; }
static bool is_rest(uint32_t s, uint32_t t, uint32_t k) { return (void)t, s % 3 == k % 3; }
static bool is_twice(uint32_t s, uint32_t t, uint32_t k) { return 2 * s == t + k; }
static bool is_one(uint32_t s, uint32_t t, uint32_t k) { return (void)s, (void)k, t == 1; }
static bool is_always(uint32_t s, uint32_t t, uint32_t k)
{
	return (void)s, (void)t, (void)k, true;
}
static bool is_never(uint32_t s, uint32_t t, uint32_t k)
{
	return (void)s, (void)t, (void)k, false;
}

static const struct saying sayings[] = {
    {"card(POW(S)) = 4 * %2$u & c%1$u = 1", is_power, 1, 8},
    {"card(S * T) = %2$u & c%1$u = 1", is_product, 1, 12},
    {"c%1$u : S >->> 1..%2$u", is_k, 1, 6},
    {"c%1$u : S >-> T", fits_into, 0, 0},
    {"c%1$u : S -->> T", covers, 0, 0},
    {"#(a, b, c).(a /= b & b /= c & a /= c & {a, b, c} <: T) & c%1$u = 1", has_three, 0, 0},
    {"c%1$u : S --> S & c%1$u /\\ id(S) = {}", has_two, 0, 0},
    {"c%1$u : T >->> T & c%1$u /\\ id(T) = {} & c%1$u = c%1$u~", is_even, 0, 0},
    {"c%1$u = card(S) & c%1$u mod 3 = %2$u mod 3", is_rest, 0, 2},
    {"card(S) + card(T) = %2$u & c%1$u = 1", is_sum, 2, 9},
    {"2 * card(S) = card(T) + %2$u & c%1$u = 1", is_twice, 0, 5},
    {"c%1$u : T & !x.(x : T => x = c%1$u)", is_one, 0, 0},
    {"c%1$u : NAT & c%1$u = %2$u", is_always, 0, 90},
    {"c%1$u : S >-> NAT1 & !x.(x : S => c%1$u(x) > %2$u)", is_always, 0, 9},
    {"c%1$u : INT & c%1$u < -%2$u", is_always, 0, 9},
    {"c%1$u : NATURAL & c%1$u > 5 & c%1$u < 3", is_never, 0, 0},
};
enum { SAYINGS = sizeof sayings / sizeof *sayings, MOST_SAID = 4 };

struct said {
	const struct saying *saying;
	uint32_t number;
};

static uint64_t next_random(uint64_t *state)
{
	uint64_t z = (*state += 0x9e3779b97f4a7c15u);
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static uint32_t choose(uint64_t seed, struct said *out)
{
	uint64_t state = seed;
	uint32_t count = 1 + (uint32_t)(next_random(&state) % MOST_SAID);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t which = (uint32_t)(next_random(&state) % (SAYINGS - 1));
		if (next_random(&state) % 16 == 0) which = SAYINGS - 1;
		const struct saying *s = &sayings[which];
		out[i] =
		    (struct said){s, s->low + (uint32_t)(next_random(&state) % (s->high - s->low + 1))};
	}
	return count;
}

static void write_machine(const struct said *all, uint32_t count, struct text *out)
{
	text_add(out, "MACHINE M SETS S; T CONSTANTS ");
	for (uint32_t i = 0; i < count; i++) text_format(out, "%sc%u", i ? ", " : "", i);
	text_add(out, " PROPERTIES ");
	for (uint32_t i = 0; i < count; i++) {
		if (i) text_add(out, " & ");
		_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wformat-nonliteral\"");
		text_format(out, all[i].saying->text, i, all[i].number);
		_Pragma("GCC diagnostic pop");
	}
	text_add(out, " END");
}

static bool is_true(const struct said *all, uint32_t count, uint32_t s, uint32_t t)
{
	for (uint32_t i = 0; i < count; i++)
		if (!all[i].saying->holds(s, t, all[i].number)) return false;
	return true;
}

static uint32_t distance(uint32_t s, uint32_t t)
{
	return (s > USUAL ? s - USUAL : USUAL - s) + (t > USUAL ? t - USUAL : USUAL - t);
}

/* How near is the nearest vector of sizes with a solution? UINT32_MAX: there is none. */
static uint32_t nearest(const struct said *all, uint32_t count, uint32_t most)
{
	uint32_t best = UINT32_MAX;
	for (uint32_t s = 1; s <= most; s++)
		for (uint32_t t = 1; t <= most; t++)
			if (is_true(all, count, s, t) && distance(s, t) < best) best = distance(s, t);
	return best;
}

/* In words, what is wrong; or NULL. `was_late`: it took too long to tell. */
static const char *compare(const struct said *all, uint32_t count, const struct universe *u,
                           bool *was_late)
{
	uint32_t s = u->sets.at[0].size, t = u->sets.at[1].size;
	bool is_fitting = is_true(all, count, s, t), is_near = s <= MOST && t <= MOST;
	uint32_t best = nearest(all, count, MOST);
	*was_late = !is_fitting && !u->unfit && !u->is_contradictory && best != UINT32_MAX;
	if (u->is_contradictory && nearest(all, count, 64) != UINT32_MAX) return "not contradictory";
	if ((u->unfit || u->is_contradictory) && best != UINT32_MAX) return "there is a size that fits";
	if (is_fitting && is_near && distance(s, t) != best) return "another size is nearer";
	bool says = u->sets.at[0].why || u->sets.at[1].why;
	if (says && !is_fitting) return "it does not fit";
	return NULL;
}

static bool check(uint64_t seed, bool *was_late)
{
	struct said all[MOST_SAID];
	struct text machine = {0}, notes = {0};
	struct fixture side;
	struct bounds_options o = {0};
	struct fit_options f = {.most = MOST};
	uint32_t count = choose(seed, all);
	write_machine(all, count, &machine);
	fixture_open(&side, "M.mch", text_get(&machine));
	REQUIRE(side.diag.errors == 0 || side.universe.sets.count == 2);
	const char *wrong = NULL;
	if (side.diag.errors == 0) {
		universe_clear(&side.universe);
		bool good = fit_universe(side.project, &o, &f, &side.universe, &notes);
		wrong = !good ? "no universe" : compare(all, count, &side.universe, was_late);
	} else if (nearest(all, count, 64) != UINT32_MAX) wrong = "an error";
	if (wrong)
		printf("seed %llu: %s: %s; S = %u, T = %u\n", (unsigned long long)seed, wrong,
		       text_get(&machine), side.universe.sets.at[0].size, side.universe.sets.at[1].size);
	text_clear(&machine);
	text_clear(&notes);
	fixture_close(&side);
	return !wrong;
}

static uint64_t first_seed = 1, seed_count = 300;

TEST sizes_fit_or_none_does(void)
{
	uint32_t late = 0;
	bool good = true;
	for (uint64_t i = 0; i < seed_count; i++) {
		bool was_late = false;
		good &= check(first_seed + i, &was_late);
		late += was_late;
	}
	if (late) printf("%u took too long\n", late);
	ASSERT(good);
	PASS();
}

SUITE(fit) { RUN_TEST(sizes_fit_or_none_does); }

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	fixture_seeds(&argc, argv, &first_seed, &seed_count);
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(fit);
	GREATEST_MAIN_END();
}
