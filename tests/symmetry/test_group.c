/* Groups of machines: orders that are known, and on random machines that a symmetry turns states into states of the same
 * depth. */
#include "tests/greatest.h"

#include "explore/explore.h"
#include "symmetry/symmetry.h"
#include "tests/fixture.h"
#include "tests/random/random_alike.h"

/* ---- a machine, explored, and its group --------------------------------------------------------------- */

struct subject {
	struct fixture fixture;
	struct explore *explore;
	struct explore_view view;
	struct symmetry_group *group;
	value *constants; /* of the first setup */
	bool is_whole;    /* all states are known */
};

static bool subject_open(struct subject *b, const char *text, const char *goal)
{
	*b = (struct subject){0};
	if (!fixture_open(&b->fixture, "M.mch", text)) return false;
	struct fixture *f = &b->fixture;
	struct explore_options o = {.all_setups = true, .max_states = 2500};
	b->explore = explore_open(f->project, f->values, &f->universe, &o);
	b->is_whole = explore_run(b->explore)->end == EXPLORE_ALL;
	explore_view(b->explore, &b->view);
	bool has_state = explore_load(b->explore, 0);
	b->constants = ARENA_ARRAY(&f->project->arena, b->view.unknown_count + 1, value);
	for (uint32_t i = 0; has_state && i < b->view.unknown_count; i++)
		b->constants[i] = eval_get(b->view.eval, b->view.unknowns[i]);
	struct symmetry_question q = {
	    .project = f->project,
	    .universe = &f->universe,
	    .values = f->values,
	    .constants = b->view.unknowns,
	    .known = b->constants,
	    .constant_count = has_state ? b->view.unknown_count : 0,
	    .goal = goal ? project_formula(f->project, goal, NULL) : NULL,
	    .finds_identifiers = true,
	};
	b->group = symmetry_detect(&q);
	return has_state;
}

static void subject_close(struct subject *b)
{
	symmetry_close(b->group);
	if (b->explore) explore_close(b->explore);
	fixture_close(&b->fixture);
}

/* ---- orders -------------------------------------------------------------------------------------------- */

#define CLIENTS(table)                                                                             \
	"MACHINE M SETS C = {c1,c2,c3,c4,c5,c6} CONSTANTS k PROPERTIES k = {" table                    \
	"} VARIABLES s INVARIANT s <: C INITIALISATION s := {} OPERATIONS go(c) = PRE c : C & c /: s " \
	"& !d.(d : C & d : s => k(d) <= k(c)) THEN s := s \\/ {c} END END"
#define GRAPH(edges)                                                                               \
	"MACHINE M SETS N = {n1,n2,n3,n4,n5,n6} CONSTANTS e PROPERTIES e = {" edges                    \
	"} VARIABLES x INVARIANT x : N INITIALISATION x :: N OPERATIONS go = ANY y WHERE x |-> y : e " \
	"THEN x := y END END"
#define PLAIN(init, operations)                                                                    \
	"MACHINE M SETS P = {a,b,c,d} VARIABLES x, f, n INVARIANT x : P & f : P --> 0..3 & n : 0..9 "  \
	"& n < 10 & !p.(p : P => f(p) < 4) "                                                           \
	"INITIALISATION x " init " || f := P * {0} || n := 0 OPERATIONS " operations " END"

#define NUMBERS(set, init, operation)                                                              \
	"MACHINE M VARIABLES x, f INVARIANT x : " set " & f : 1..4 --> 0..9 INITIALISATION x " init    \
	" || f := (1..4) * {0} OPERATIONS hold = f := f <+ {x |-> f(x) + 0}; " operation " END"

static const struct {
	const char *text, *goal, *order;
} known[] = {
    /* classes of priority */
    {CLIENTS("c1|->0,c2|->0,c3|->0,c4|->1,c5|->1,c6|->1"), NULL, "36"},
    {CLIENTS("c1|->0,c2|->1,c3|->0,c4|->1,c5|->0,c6|->0"), NULL, "48"},
    {CLIENTS("c1|->0,c2|->1,c3|->2,c4|->3,c5|->4,c6|->5"), NULL, "1"},
    {CLIENTS("c1|->0,c2|->0,c3|->0,c4|->0,c5|->0,c6|->0"), NULL, "720"},
    /* a goal that names an element leaves what fixes it */
    {CLIENTS("c1|->0,c2|->0,c3|->0,c4|->0,c5|->0,c6|->0"), "c3 : s", "120"},
    {CLIENTS("c1|->0,c2|->0,c3|->0,c4|->0,c5|->0,c6|->0"), "{c3, c4} <: s", "48"},
    {CLIENTS("c1|->0,c2|->0,c3|->0,c4|->0,c5|->0,c6|->0"), "card(s) = 3", "720"},
    /* rings, with and without a direction; two triangles; a path; a cube has 48, a prism 12 */
    {GRAPH("n1|->n2,n2|->n3,n3|->n4,n4|->n5,n5|->n6,n6|->n1"), NULL, "6"},
    {GRAPH("n1|->n2,n2|->n3,n3|->n4,n4|->n5,n5|->n6,n6|->n1,"
           "n2|->n1,n3|->n2,n4|->n3,n5|->n4,n6|->n5,n1|->n6"),
     NULL, "12"},
    {GRAPH("n1|->n2,n2|->n3,n3|->n1,n4|->n5,n5|->n6,n6|->n4"), NULL, "18"},
    {GRAPH("n1|->n2,n2|->n3,n3|->n4,n4|->n5,n5|->n6"), NULL, "1"},
    {GRAPH("n1|->n3,n2|->n3,n3|->n4,n4|->n5,n4|->n6"), NULL, "4"},
    /* what names elements */
    {PLAIN(":: P", "go(p) = PRE p : P & p /= x THEN x := p END"), NULL, "24"},
    {PLAIN(":= a", "go(p) = PRE p : P & p /= x THEN x := p END"), NULL, "6"},
    {PLAIN(":: {a,b}", "go(p) = PRE p : P & p /= x THEN x := p END"), NULL, "4"},
    {PLAIN(":: P", "go = SELECT x = a THEN x := b WHEN x = b THEN x := a END"), NULL, "4"},
    {PLAIN(":: P", "go = IF x = a THEN x := b ELSIF x = b THEN x := a END"), NULL, "2"},
    {PLAIN(":: P", "go = CASE x OF EITHER a THEN x := b OR b THEN x := a ELSE x := c END END"),
     NULL, "2"},
    {PLAIN(":: P", "go = CHOICE x := a OR x := b OR x := c OR x := d END"), NULL, "24"},
    {PLAIN(":: P", "go = CHOICE x := a OR x := b OR x := c END"), NULL, "6"},
    {PLAIN(":: P", "go = BEGIN f(a) := 1 || f(b) := 1 END"), NULL, "4"},
    {PLAIN(":: P", "go = BEGIN f(a) := 1 || f(b) := 2 END"), NULL, "2"},
    {PLAIN(":: P", "go = n := f(a) + f(b)"), NULL, "4"},
    {PLAIN(":: P", "go = n := max({0, f(a) - f(b)})"), NULL, "2"},
    {PLAIN(":: P", "go = SELECT f(a) = 0 & f(b) = 0 THEN n := 1 END"), NULL, "4"},
    /* from left to right, where a part may have no value */
    {PLAIN(":: P", "go = IF f(a) = 0 & f(b) = 0 THEN n := 1 END"), NULL, "2"},
    {PLAIN(":: P", "go = IF x = a or x = b THEN n := 1 END"), NULL, "4"},
    {PLAIN(":: P", "go = ANY p WHERE p : {a,b} & p /: {c,d} THEN x := p END"), NULL, "4"},
    /* elements of deferred sets are alike */
    {"MACHINE M SETS S; T = {u,v} VARIABLES x INVARIANT x : S <-> T INITIALISATION x := {} "
     "OPERATIONS go(s,t) = PRE s : S & t : T THEN x := x \\/ {s |-> t} END END",
     NULL, "4"},
    /* integers, too, where they are only names for things */
    {NUMBERS("1..4", ":: 1..4", "go(p) = PRE p : 1..4 & p /= x THEN x := p END"), NULL, "24"},
    {NUMBERS("{2,4,1,3}", ":: 1..4", "go(p) = PRE p : 1..4 & p /= x THEN x := p END"), NULL, "24"},
    {NUMBERS("0..4", ":= 0", "go(p) = PRE p : 1..4 & p /= x THEN x := p END"), NULL, "24"},
    {NUMBERS("1..4", ":: 1..4", "go(p) = PRE p : 1..3 & p /= x THEN x := p END"), NULL, "6"},
    {NUMBERS("1..4", ":: 1..4", "go(p) = PRE p : NAT & p : 1..4 & p /= x THEN x := p END"), NULL,
     "1"}, /* MAXINT is 3 */
    {NUMBERS("1..4", ":: NATURAL1 /\\ 1..4", "go(p) = PRE p : NATURAL & p : 1..4 THEN x := p END"),
     NULL, "24"},
    {NUMBERS("1..4", ":= 3", "go(p) = PRE p : 1..4 & p /= x THEN x := p END"), NULL, "6"},
    {NUMBERS("1..4", ":: 1..4", "go(p) = PRE p : 1..4 & p /= x THEN x := p END"), "x = 2", "6"},
    {NUMBERS("1..4", ":: 1..4", "go(p) = PRE p : 1..4 & p > x THEN x := p END"), NULL, "1"},
    {NUMBERS("1..4", ":: 1..4", "go = x := 5 - x"), NULL, "1"},
    {NUMBERS("1..4", ":: 1..4", "go = x := card(dom(f))"), NULL, "1"},
    {NUMBERS("1..4", ":: 1..4", "go = SELECT card(dom(f)) = 4 THEN f(x) := 0 END"), NULL, "24"},
    {NUMBERS("1..4", ":: 1..4", "go = ANY p, q WHERE p |-> q : f THEN x := q END"), NULL, "1"},
    {NUMBERS("1..4", ":: 1..4", "go = ANY q WHERE q : seq(1..4) & size(q) = 2 THEN x := q(1) END"),
     NULL, "24"},
    {NUMBERS("1..4", ":: 1..4", "go = x :: ran([3,1,4,2])"), NULL, "1"},
    {NUMBERS("1..4", ":: 1..4", "go = x :: ran([x])"), NULL, "24"},
    {NUMBERS("1..4", ":: 1..4", "go = f(x) := max(ran(f))"), NULL, "24"},
    {NUMBERS("1..4", ":: 1..4", "go = x := max(dom(f))"), NULL, "1"},
    {"MACHINE M SETS S CONSTANTS k PROPERTIES card(S) = 4 & k : S VARIABLES x INVARIANT x : S "
     "INITIALISATION x := k OPERATIONS go = x :: S END",
     NULL, "6"},
};

TEST orders_are_known(void)
{
	for (uint32_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct subject b;
		subject_open(&b, known[i].text, known[i].goal);
		ASSERT(b.group);
		ASSERT_STR_EQ(known[i].order, b.group->order);
		subject_close(&b);
	}
	PASS();
}

TEST shapes_are_known(void)
{
	static const struct {
		const char *text;
		enum symmetry_shape shape;
	} rows[] = {
	    {CLIENTS("c1|->0,c2|->0,c3|->0,c4|->0,c5|->0,c6|->0"), SYMMETRY_FULL},
	    {GRAPH("n1|->n2,n2|->n3,n3|->n4,n4|->n5,n5|->n6,n6|->n1"), SYMMETRY_CYCLIC},
	    {GRAPH("n1|->n2,n2|->n3,n3|->n4,n4|->n5,n5|->n6,n6|->n1,n2|->n1,n3|->n2,n4|->n3,n5|->n4,"
	           "n6|->n5,n1|->n6"),
	     SYMMETRY_DIHEDRAL},
	    /* also twelve permutations, of a prism */
	    {GRAPH("n1|->n2,n2|->n3,n3|->n1,n2|->n1,n3|->n2,n1|->n3,n4|->n5,n5|->n6,n6|->n4,n5|->n4,"
	           "n6|->n5,n4|->n6,n1|->n4,n2|->n5,n3|->n6,n4|->n1,n5|->n2,n6|->n3"),
	     SYMMETRY_OTHER},
	    {GRAPH("n1|->n2,n2|->n1,n3|->n4,n4|->n3,n5|->n6,n6|->n5"), SYMMETRY_WREATH},
	};
	for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct subject b;
		ASSERT(subject_open(&b, rows[i].text, NULL));
		ASSERT_EQ(1, b.group->factor_count);
		ASSERT_EQ(rows[i].shape, b.group->factors[0].shape);
		subject_close(&b);
	}
	PASS();
}

/* ---- what breaks it --------------------------------------------------------------------------------------- */

TEST breakers_are_found(void)
{
	struct fixture f;
	struct symmetry_breakers out = {0};
	ASSERT(fixture_open(&f, "M.mch", PLAIN(":= a", "go(p) = PRE p : P & p /= x THEN x := p END")));
	struct symmetry_question q = {
	    .project = f.project, .universe = &f.universe, .values = f.values};
	symmetry_find_breakers(&q, &out);
	ASSERT_EQ(1, out.list.count);
	ASSERT(out.list.at[0].is_only);
	ASSERT_EQ(OP_S_ASSIGN, out.list.at[0].causes[0].item->op);
	symmetry_breakers_clear(&out);
	fixture_close(&f);
	PASS();
}

/* ---- random machines ------------------------------------------------------------------------------------------ */

/* Of states of other setups nothing is said. */
static bool image_is_a_state(const struct subject *b, const uint32_t *permutation, uint32_t state)
{
	value image[8];
	struct values *s = b->fixture.values;
	explore_load(b->explore, state);
	for (uint32_t i = 0; i < b->view.unknown_count; i++)
		if (eval_get(b->view.eval, b->view.unknowns[i]) != b->constants[i]) return true;
	for (uint32_t i = 0; i < b->view.variable_count; i++) {
		const struct decl *d = b->view.variables[i];
		const struct type *t = symmetry_type(b->group, d);
		image[i] = symmetry_image(b->group, permutation, s, t, eval_get(b->view.eval, d));
	}
	uint32_t to = explore_find(b->explore, b->constants, image);
	return to != EXPLORE_NONE &&
	       explore_state_depth(b->explore, to) == explore_state_depth(b->explore, state);
}

static uint64_t first = 1, runs = 400;

TEST symmetries_keep_states(void)
{
	uint32_t moved = 0;
	for (uint64_t seed = first; seed < first + runs; seed++) {
		struct text text = {0};
		struct subject b;
		if (seed % 3 == 0) random_alike_numbers(seed, &text);
		else random_alike_machine(seed, &text);
		bool good = subject_open(&b, text_get(&text), NULL);
		uint64_t states = good && b.is_whole ? explore_result(b.explore)->stats.states : 0;
		for (uint32_t k = 0; k < (b.group ? b.group->generator_count : 0); k++)
			for (uint32_t i = 0; i < states; i++) {
				if (!image_is_a_state(&b, b.group->generators[k], i)) {
					fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, text_get(&text));
					FAILm("the image of a state is no state of the same depth");
				}
				moved++;
			}
		subject_close(&b);
		text_clear(&text);
	}
	ASSERT(moved > runs);
	PASS();
}

/* ---- states up to symmetry --------------------------------------------------------------------------------- */

/* Kind, conjunct and depth of the findings are the same, and the states that are kept stand for all of them. */
static bool is_found(const struct explore_result *in, const struct explore_finding *f)
{
	for (uint32_t i = 0; i < in->findings.count; i++) {
		const struct explore_finding *g = &in->findings.at[i];
		if (g->kind == f->kind && g->pos.at == f->pos.at && g->depth == f->depth) return true;
	}
	return false;
}

static const char *difference(const struct explore_result *all, const struct explore_result *some)
{
	if (all->end != EXPLORE_ALL) return NULL;
	if (some->end != EXPLORE_ALL) return "the search ends otherwise";
	for (uint32_t i = 0; i < all->findings.count; i++)
		if (!is_found(some, &all->findings.at[i])) return "a finding is missing";
	for (uint32_t i = 0; i < some->findings.count; i++)
		if (!is_found(all, &some->findings.at[i])) return "a finding is invented";
	if (!some->is_quotient) return all->stats.states == some->stats.states ? NULL : "states differ";
	bool is_sum = some->stats.all_states > (double)all->stats.states - 0.5 &&
	              some->stats.all_states < (double)all->stats.states + 0.5;
	return some->stats.is_inexact || is_sum ? NULL : "they stand for another number of states";
}

static struct explore *explored(struct fixture *f, enum explore_symmetry how, uint32_t from)
{
	struct explore_options o = {
	    .all_setups = true, .max_states = 2500, .symmetry = how, .auto_from = from};
	struct explore *x = explore_open(f->project, f->values, &f->universe, &o);
	explore_run(x);
	return x;
}

/* Markers tell fewer states apart, and none fewer where they say so; what they find is real. */
static const char *marker_difference(const struct explore_result *all,
                                     const struct explore_result *some,
                                     const struct explore_result *marked)
{
	if (all->end != EXPLORE_ALL) return NULL;
	for (uint32_t i = 0; i < marked->findings.count; i++) {
		const struct explore_finding *g = &marked->findings.at[i];
		bool is_real = false;
		for (uint32_t k = 0; k < all->findings.count; k++)
			is_real |=
			    g->kind == all->findings.at[k].kind && g->pos.at == all->findings.at[k].pos.at;
		if (!is_real) return "markers invent a finding";
	}
	if (marked->stats.states > some->stats.states) return "markers tell more states apart";
	if (marked->is_approximate != (marked->end == EXPLORE_APPROXIMATE)) return "how it ends";
	if (marked->is_approximate) return NULL;
	return marked->stats.states == some->stats.states ? NULL : "markers that are exact are not";
}

/* By all images: the same states. */
static const char *flood_difference(const struct explore_result *all,
                                    const struct explore_result *some,
                                    const struct explore_result *flooded)
{
	const char *why = flooded->end == EXPLORE_FULL ? NULL : difference(all, flooded);
	if (why || flooded->end != EXPLORE_ALL) return why;
	return some->stats.is_inexact || flooded->stats.states == some->stats.states
	           ? NULL
	           : "canonical forms merge more or less";
}

static const char *quotients_differ(struct fixture *f, uint64_t seed, uint64_t *fewer)
{
	struct explore *all = explored(f, EXPLORE_PLAIN, 0), *some = explored(f, EXPLORE_CANONICAL, 0);
	const struct explore_result *a = explore_result(all), *b = explore_result(some);
	const char *why = difference(a, b);
	static const enum explore_symmetry other[] = {EXPLORE_AUTO, EXPLORE_MARKERS, EXPLORE_FLOOD};
	enum explore_symmetry how = other[seed % 3];
	struct explore *x = explored(f, how, (uint32_t)(seed / 3 % 40) + 1);
	const struct explore_result *c = explore_result(x);
	if (!why && how == EXPLORE_MARKERS) why = marker_difference(a, b, c);
	else if (!why && how == EXPLORE_FLOOD) why = flood_difference(a, b, c);
	else if (!why) why = difference(a, c);
	*fewer += b->stats.states < a->stats.states;
	explore_close(all);
	explore_close(some);
	explore_close(x);
	return why;
}

TEST quotients_agree(void)
{
	uint64_t fewer = 0;
	for (uint64_t seed = first; seed < first + runs; seed++) {
		struct text text = {0};
		struct fixture f;
		if (seed % 3 == 1) random_alike_numbers(seed, &text);
		else if (seed % 3 == 2) random_alike_pairs(seed, &text);
		else random_alike_machine(seed, &text);
		ASSERT(fixture_open(&f, "M.mch", text_get(&text)));
		const char *why = quotients_differ(&f, seed, &fewer);
		if (why) {
			fprintf(stderr, "seed %llu: %s: %s\n", (unsigned long long)seed, why, text_get(&text));
			FAILm("the quotient differs");
		}
		fixture_close(&f);
		text_clear(&text);
	}
	ASSERT(fewer * 8 > runs);
	PASS();
}

/* ---- states up to symmetry where they are worth it --------------------------------------------------------------- */

/* Canonical forms that take longer than all that was explored so far are left: each setup has 720 images. */
TEST auto_costs_little(void)
{
	static const char text[] =
	    "MACHINE M SETS A; B CONSTANTS f PROPERTIES card(A) = 6 & f : A >->> B VARIABLES r "
	    "INVARIANT r : A +-> B INITIALISATION r := {} OPERATIONS add(a) = PRE a : A - dom(r) THEN "
	    "r(a) := f(a) END; del(a) = PRE a : dom(r) THEN r := {a} <<| r END END";
	uint64_t effort[2];
	struct fixture f;
	ASSERT(fixture_open(&f, "M.mch", text));
	for (int is_auto = 0; is_auto < 2; is_auto++) {
		struct explore_options o = {.all_setups = true,
		                            .max_states = 20000,
		                            .symmetry = is_auto ? EXPLORE_AUTO : EXPLORE_PLAIN};
		struct explore *x = explore_open(f.project, f.values, &f.universe, &o);
		explore_run(x);
		struct explore_view view;
		explore_view(x, &view);
		effort[is_auto] = eval_effort(view.eval);
		explore_close(x);
	}
	ASSERT(effort[1] < effort[0] * 2);
	fixture_close(&f);
	PASS();
}

/* ---- markers ------------------------------------------------------------------------------------------------ */

#define VALUES(sets, type)                                                                         \
	"MACHINE M SETS " sets " VARIABLES v INVARIANT v : " type " INITIALISATION v :: " type         \
	" OPERATIONS stay = skip END"
static const struct {
	const char *text;
	uint32_t kinds, markers; /* with a marker of their own */
	bool is_exact;           /* and that is known */
} marked[] = {
    /* (0..1+1: integers that are more than names) */
    /* Turner's example of relations, one round */
    {VALUES("D = {a,b}; R = {u,v2}", "D <-> R"), 7, 7, false},
    {VALUES("D = {a,b,c}; R = {u,v2,w}", "D <-> R"), 36, 36, false},
    {VALUES("D = {a,b,c,d}; R = {u,v2,w,z}", "D <-> R"), 317, 296, false},
    {VALUES("D = {a,b}", "D <-> D"), 10, 9, false},
    {VALUES("D = {a,b,c}", "D <-> D"), 104, 92, false},
    {VALUES("D = {a,b,c}", "POW(POW(D))"), 80, 80, false},
    {VALUES("D = {a,b,c,d}", "POW(D)"), 5, 5, true},
    {VALUES("D = {a,b,c,d}", "D --> 0..1+1"), 15, 15, true},
    {VALUES("D = {a,b,c,d}", "0..1+1 --> D"), 5, 5, true},
    {VALUES("D = {a,b,c}", "D * POW(D)"), 6, 6, true},
    {VALUES("D = {a,b,c}", "(D --> BOOL) * (D --> 0..0+1)"), 20, 20, true},
    {VALUES("D = {a,b,c}", "struct(p : POW(D), q : POW(D))"), 20, 20, true},
    {VALUES("D = {a,b}; R = {u,v2}", "POW(D) * POW(R)"), 9, 9, true},
    {VALUES("D = {a,b,c}", "BOOL --> POW(D)"), 20, 20, false},
};

TEST markers_are_known(void)
{
	for (uint32_t i = 0; i < sizeof marked / sizeof *marked; i++) {
		struct fixture f;
		ASSERT(fixture_open(&f, "M.mch", marked[i].text));
		struct explore_options o = {.symmetry = EXPLORE_CANONICAL};
		struct explore *x = explore_open(f.project, f.values, &f.universe, &o);
		ASSERT_EQ_FMT(marked[i].kinds, (uint32_t)explore_run(x)->stats.states, "%u");
		explore_close(x);
		o.symmetry = EXPLORE_MARKERS;
		x = explore_open(f.project, f.values, &f.universe, &o);
		ASSERT_EQ_FMT(marked[i].markers, (uint32_t)explore_run(x)->stats.states, "%u");
		ASSERT_EQ(marked[i].is_exact, explore_result(x)->end == EXPLORE_ALL);
		explore_close(x);
		fixture_close(&f);
	}
	PASS();
}

/* ---- groups that are not full ---------------------------------------------------------------------------------- */

/* Values up to the permutations that leave the relation as it is; counted by Burnside's lemma. */
#define UP_TO(sets, type, relation)                                                                \
	"MACHINE M SETS " sets " VARIABLES v INVARIANT v : " type " INITIALISATION v :: " type         \
	" OPERATIONS stay = SELECT {" relation "} /= {} THEN skip END END"
#define SIX "P = {a,b,c,d,e,f}"
#define RING "a|->b, b|->c, c|->d, d|->e, e|->f, f|->a"
static const struct {
	const char *text;
	uint32_t kinds;
} structured[] = {
    {UP_TO(SIX, "POW(P)", RING), 14}, /* necklaces */
    {UP_TO(SIX, "P --> 0..1+1", RING), 130},
    {UP_TO(SIX, "POW(P)", RING ", b|->a, c|->b, d|->c, e|->d, f|->e, a|->f"), 13}, /* bracelets */
    {UP_TO(SIX, "P --> 0..1+1", RING ", b|->a, c|->b, d|->c, e|->d, f|->e, a|->f"), 92},
    {UP_TO(SIX, "POW(P)", "a|->b, b|->a, c|->d, d|->c, e|->f, f|->e"), 10}, /* pairs */
    {UP_TO(SIX, "POW(P)", "a|->b, b|->c, c|->a, d|->e, e|->f, f|->d"), 10}, /* two triangles */
    {UP_TO(SIX, "P", "a|->b, b|->c, c|->a, d|->e, e|->f, f|->d"), 1},
    {UP_TO(SIX, "POW(P)", "a|->d, b|->d, c|->d, d|->e, e|->f"), 32}, /* 3 twigs and 3 others */
    /* two sets that move together: pairs of a subset and a subset, by how many elements have which part in them */
    {UP_TO("P = {a,b,c}; Q = {u,w,z}", "POW(P) * POW(Q)", "a|->u, b|->w, c|->z"), 20},
    {UP_TO("P = {a,b,c}; Q = {u,w,z}", "P * Q", "a|->u, b|->w, c|->z"), 2},
    /* a cube: its corners in two colours, and a corner with a corner */
    {UP_TO("P = {a,b,c,d,e,f,g,h}", "POW(P)",
           "{a,b}, {b,c}, {c,d}, {d,a}, {e,f}, {f,g}, {g,h}, {h,e}, {a,e}, {b,f}, {c,g}, {d,h}"),
     22},
    {UP_TO("P = {a,b,c,d,e,f,g,h}", "P * P",
           "{a,b}, {b,c}, {c,d}, {d,a}, {e,f}, {f,g}, {g,h}, {h,e}, {a,e}, {b,f}, {c,g}, {d,h}"),
     4},
    /* all permutations of 4 elements that turn this into itself: those of 3, and no pair tells more */
    {UP_TO("P = {a,b,c,d}", "POW(P)", "a|->b|->c, b|->c|->a, c|->a|->b"), 8},
    /* where colours of elements alone tell little apart */
    {UP_TO(SIX, "P >->> P", RING), 136},
    {UP_TO(SIX, "P >->> P", RING ", b|->a, c|->b, d|->c, e|->d, f|->e, a|->f"), 84},
    {UP_TO(SIX, "P >->> P", "a|->b, b|->a, c|->d, d|->c, e|->f, f|->e"), 34},
    {UP_TO(SIX, "P >->> P", "a|->b, b|->c, c|->a, d|->e, e|->f, f|->d"), 58},
    /* seven points and seven lines: from each pair one can get to each other one, but not from each triple */
    {UP_TO("P = {a,b,c,d,e,f,g}", "POW(P)",
           "{a,b,c}, {a,d,e}, {a,f,g}, {b,d,f}, {b,e,g}, {c,d,g}, {c,e,f}"),
     10},
};

TEST structured_groups_merge_all(void)
{
	for (uint32_t i = 0; i < sizeof structured / sizeof *structured; i++) {
		struct fixture f;
		ASSERT(fixture_open(&f, "M.mch", structured[i].text));
		struct explore *all = explored(&f, EXPLORE_PLAIN, 0);
		for (uint32_t k = 0; k < 2; k++) {
			struct explore *x = explored(&f, k ? EXPLORE_FLOOD : EXPLORE_CANONICAL, 0);
			ASSERT_EQ_FMT(structured[i].kinds, (uint32_t)explore_result(x)->stats.states, "%u");
			ASSERT_EQ(NULL, difference(explore_result(all), explore_result(x)));
			explore_close(x);
		}
		explore_close(all);
		fixture_close(&f);
	}
	PASS();
}

SUITE(symmetry)
{
	RUN_TEST(structured_groups_merge_all);
	RUN_TEST(markers_are_known);
	RUN_TEST(quotients_agree);
	RUN_TEST(auto_costs_little);
	RUN_TEST(orders_are_known);
	RUN_TEST(shapes_are_known);
	RUN_TEST(breakers_are_found);
	RUN_TEST(symmetries_keep_states);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	fixture_seeds(&argc, argv, &first, &runs);
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(symmetry);
	GREATEST_MAIN_END();
}
