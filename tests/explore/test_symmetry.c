/* Setups up to symmetry: on random PROPERTIES over deferred sets, those that are kept are setups, and
 * renaming elements leads from them to all setups. */
#include "tests/greatest.h"

#include "explore/inside.h"

/* ---- random PROPERTIES ----------------------------------------------------------------------------- */

enum { RUNS = 500, MOST_CONSTANTS = 5, MOST_SETUPS = 3000 };

static const char *const constants[][2] = {
    {"a", "A"},        {"b", "A"},        {"c", "A"},        {"d", "B"},
    {"e", "B"},        {"P", "POW(A)"},   {"Q", "POW(A)"},   {"R", "POW(A)"},
    {"U", "POW(B)"},   {"V", "POW(B)"},   {"f", "A >->> B"}, {"g", "A >->> B"},
    {"h", "B >->> C"}, {"i", "C >->> A"}, {"j", "A >->> A"}, {"r", "A <-> B"},
};
enum { CONSTANTS = sizeof constants / sizeof *constants };

/* The constants that a conjunct is about, and the conjunct. */
static const char *const conjuncts[][2] = {
    {"ab", "a /= b"},
    {"bc", "c /= b"},
    {"ac", "a /= c"},
    {"de", "d /= e"},
    {"aP", "a : P"},
    {"abPQ", "a : P & b : Q"},
    {"dfa", "f(a) = d"},
    {"dga", "g(a) /= d"},
    {"fg", "f /\\ g = {}"},
    {"fj", "f <: (j ; f)"},
    {"fPU", "f[P] = U"},
    {"ra", "r[{a}] /= {}"},
    {"rf", "r <: f"},
    {"P", "card(P) = 1"},
    {"PQ", "card(P) = card(Q)"},
    {"PQ", "P \\/ Q = A & P /\\ Q = {}"},
    {"PQ", "A = Q \\/ P & {} = P /\\ Q"},
    {"PQ", "partition(A, P, Q)"},
    {"aPQ", "partition(A, {a}, P, Q)"},
    {"aPQ", "P \\/ {a} \\/ Q = A & P /\\ Q = {}"},
    {"abPQ", "partition(A, {a, b}, P, Q)"},
    {"PQR", "P \\/ Q \\/ R = A & P /\\ Q = {} & P /\\ R = {} & Q /\\ R = {}"},
    {"PQ", "P \\/ Q = A"},
    {"UV", "U \\/ V = B & V /\\ U = {}"},
    {"dUV", "d : U & partition(B, U, V)"},
};
enum { CONJUNCTS = sizeof conjuncts / sizeof *conjuncts };

static uint32_t next(uint64_t *state, uint32_t below)
{
	*state = *state * 0x5851f42d4c957f2du + 0x14057b7ef767814fu;
	return (uint32_t)(*state >> 33) % below;
}

static bool are_chosen(const char *names, const bool *is_chosen)
{
	for (; *names; names++)
		for (uint32_t i = 0; i < CONSTANTS; i++)
			if (constants[i][0][0] == *names && !is_chosen[i]) return false;
	return true;
}

static void make_machine(uint64_t seed, struct text *out)
{
	uint64_t state = seed;
	bool is_chosen[CONSTANTS] = {false};
	uint32_t count = 1 + next(&state, MOST_CONSTANTS), size = 2 + next(&state, 3);
	for (uint32_t i = 0; i < count; i++) is_chosen[next(&state, CONSTANTS)] = true;
	text_add(out, "MACHINE M SETS A; B; C CONSTANTS ");
	const char *between = "";
	for (uint32_t i = 0; i < CONSTANTS; i++) {
		if (is_chosen[i]) text_format(out, "%s%s", between, constants[i][0]);
		if (is_chosen[i]) between = ", ";
	}
	text_format(out, " PROPERTIES card(A) = %u & card(B) = %u & card(C) = %u", size,
	            next(&state, 4) ? size : 2, size);
	for (uint32_t i = 0; i < CONSTANTS; i++)
		if (is_chosen[i]) text_format(out, " & %s : %s", constants[i][0], constants[i][1]);
	for (uint32_t i = 0; i < CONJUNCTS; i++)
		if (are_chosen(conjuncts[i][0], is_chosen) && next(&state, 2))
			text_format(out, " & %s", conjuncts[i][1]);
	text_add(out, " END");
}

/* ---- setups ------------------------------------------------------------------------------------------ */

struct setups {
	value *at; /* vectors of `width` numbers, sorted */
	uint32_t count, width;
	bool is_whole;
};

static uint32_t compared_width; /* of compare_setups, as qsort passes nothing on */

static int compare_setups(const void *a, const void *b)
{
	return memcmp(a, b, compared_width * sizeof(value));
}

static struct setups find_setups(struct project *p, struct values *s, const struct universe *u,
                                 bool all)
{
	struct explore_options o = {.all_setups = all, .max_states = MOST_SETUPS};
	struct explore *x = explore_open(p, s, u, &o);
	const struct explore_result *r = explore_run(x);
	struct setups out = {.count = x->setup_count, .width = x->model.unknowns.count};
	size_t bytes = (size_t)out.count * out.width * sizeof(value);
	out.is_whole = r->end == EXPLORE_ALL;
	out.at = malloc(bytes + 1);
	REQUIRE(out.at);
	if (bytes) memcpy(out.at, x->setups.at, bytes);
	compared_width = out.width;
	qsort(out.at, out.count, out.width * sizeof(value), compare_setups);
	explore_close(x);
	return out;
}

static int64_t place_of(const struct setups *all, const value *v)
{
	compared_width = all->width;
	const value *found =
	    bsearch(v, all->at, all->count, all->width * sizeof(value), compare_setups);
	return found ? (found - all->at) / (int64_t)all->width : -1;
}

/* ---- orbits -------------------------------------------------------------------------------------------- */

struct walk {
	const struct setups *all;
	struct values *values;
	const struct type **types; /* of the constants */
	bool *is_reached;
	uint32_t *queue, count;
};

static bool reach(struct walk *w, const value *v)
{
	int64_t place = place_of(w->all, v);
	if (place < 0) return false;
	if (!w->is_reached[place]) w->queue[w->count++] = (uint32_t)place;
	w->is_reached[place] = true;
	return true;
}

static bool reach_swapped(struct walk *w, const value *v, const struct bounds_swap *swap)
{
	value other[CONSTANTS];
	for (uint32_t i = 0; i < w->all->width; i++)
		other[i] = bounds_swapped(w->values, w->types[i], swap, v[i]);
	return reach(w, other);
}

/* False if a swap leads from a setup to something else: then the test is wrong. */
static bool walk(struct walk *w, const struct universe *u)
{
	for (uint32_t at = 0; at < w->count; at++) {
		value v[CONSTANTS];
		memcpy(v, w->all->at + (size_t)w->queue[at] * w->all->width, w->all->width * sizeof *v);
		for (uint32_t i = 0; i < u->sets.count; i++)
			for (uint32_t a = 0; a + 1 < u->sets.at[i].size; a++)
				if (!reach_swapped(w, v, &(struct bounds_swap){i, a, a + 1})) return false;
	}
	return true;
}

/* ---- one machine ------------------------------------------------------------------------------------------ */

static struct {
	uint32_t compared, reduced;
} stats;

static bool covers(struct project *p, struct values *s, const struct universe *u)
{
	struct setups all = find_setups(p, s, u, true), kept = find_setups(p, s, u, false);
	const struct type *types[CONSTANTS + 1] = {NULL};
	struct walk w = {
	    &all, s, types, calloc(all.count + 1, 1), calloc(all.count + 1, sizeof(uint32_t)), 0};
	REQUIRE(w.is_reached && w.queue);
	uint32_t count = 0;
	for (uint32_t i = 0; i < p->main->decls.count; i++)
		if (p->main->decls.at[i]->kind == DECL_CONSTANT)
			types[count++] = p->main->decls.at[i]->type;
	bool good = count == all.width;
	for (uint32_t i = 0; i < kept.count && all.is_whole; i++)
		good &= reach(&w, kept.at + (size_t)i * kept.width);
	good = !all.is_whole || (good && walk(&w, u) && w.count == all.count);
	stats.compared += all.is_whole;
	stats.reduced += all.is_whole && kept.count < all.count;
	free(w.is_reached);
	free(w.queue);
	free(all.at);
	free(kept.at);
	return good;
}

static char shown[2000];

TEST every_orbit_is_kept(uint64_t seed)
{
	struct names names;
	struct diag diag;
	struct universe u = {0};
	struct text text = {0}, notes = {0};
	names_init(&names);
	diag_init(&diag, &names);
	make_machine(seed, &text);
	snprintf(shown, sizeof shown, "%s", text_get(&text));
	struct project *p = project_load_text(&names, &diag, "M.mch", shown, strlen(shown), NULL);
	struct values *s = values_open(&names);
	bool good = diag.errors == 0;
	if (good && bounds_universe(p, &(struct bounds_options){0}, &u, &notes))
		good = covers(p, s, &u);
	values_close(s);
	universe_clear(&u);
	text_clear(&text);
	text_clear(&notes);
	project_close(p);
	diag_clear(&diag);
	names_clear(&names);
	ASSERTm(shown, good);
	PASS();
}

TEST are_worth_it(void)
{
	ASSERT_GT(stats.compared, RUNS * 70 / 100);
	ASSERT_GT(stats.reduced, RUNS * 30 / 100);
	PASS();
}

SUITE(symmetry)
{
	for (uint64_t seed = 1; seed <= RUNS; seed++) RUN_TESTp(every_orbit_is_kept, seed);
	RUN_TEST(are_worth_it);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(symmetry);
	printf("%u of %u compared, %u reduced\n", stats.compared, RUNS, stats.reduced);
	GREATEST_MAIN_END();
}
