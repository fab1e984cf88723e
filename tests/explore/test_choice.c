/* Choices that the solver makes in place of enumeration, from the first step on: random machines, and some that were made for it, have
 * the same states, transitions and faults with and without. With arguments FIRST COUNT it takes other seeds. */
#include "tests/greatest.h"

#include "search/finder.h"
#include "tests/fixture.h"
#include "tests/machines.h"
#include "tests/random/random_guarded.h"

#include <stdlib.h>

enum { MOST_STATES = 200 };

static uint64_t asked, compared;
static struct text message;

static enum explore_found ask(void *data, struct explore_wanted *w)
{
	asked++;
	return finder_find(data, w);
}

/* ---- what an exploration says, whatever the order of its states ------------------------------------ */

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_sorted(char **lines, uint32_t count, struct text *out)
{
	qsort(lines, count, sizeof *lines, by_text);
	for (uint32_t i = 0; i < count; i++) {
		text_format(out, "%s\n", lines[i]);
		free(lines[i]);
	}
}

static char *frozen(struct text *t)
{
	char *copy = strdup(text_get(t));
	text_clear(t);
	return copy;
}

static void add_states(struct fixture *f, struct explore *x, uint32_t count, struct text *out)
{
	struct explore_view v;
	char **lines = calloc(count + 1, sizeof *lines);
	explore_view(x, &v);
	for (uint32_t i = 0; i < count && explore_load(x, i); i++) {
		struct text t = {0};
		text_format(&t, "depth %u:", explore_state_depth(x, i));
		for (uint32_t k = 0; k < v.variable_count; k++) {
			text_add(&t, " ");
			value_print(f->values, &f->universe, eval_get(v.eval, v.variables[k]), &t);
		}
		lines[i] = frozen(&t);
	}
	add_sorted(lines, count, out);
	free(lines);
}

static void add_findings(const struct explore_result *r, struct text *out)
{
	char **lines = calloc(r->findings.count + 1, sizeof *lines);
	for (uint32_t i = 0; i < r->findings.count; i++) {
		const struct explore_finding *f = &r->findings.at[i];
		struct text t = {0};
		text_format(&t, "%s %d %s depth %u", explore_kind_name(f->kind), (int)f->severity,
		            f->name ? f->name : "", f->depth);
		lines[i] = frozen(&t);
	}
	add_sorted(lines, r->findings.count, out);
	free(lines);
}

/* False if it has not come to its end, or integers were drawn: then the solver may know more. */
static bool explored(struct fixture *f, const struct explore_options *o, struct text *out)
{
	struct explore *x = explore_open(f->project, f->values, &f->universe, o);
	const struct explore_result *r = explore_run(x);
	bool is_whole = r->end == EXPLORE_ALL && !r->was_cut;
	text_format(out, "states %lu transitions %lu\n", r->stats.states, r->stats.transitions);
	for (uint32_t i = 0; i < r->coverage.count; i++)
		text_format(out, "%s %lu %d\n", r->coverage.at[i].name, r->coverage.at[i].transitions,
		            r->coverage.at[i].failed);
	add_findings(r, out);
	add_states(f, x, (uint32_t)r->stats.states, out);
	explore_close(x);
	return is_whole;
}

static bool agree(struct fixture *f, bool is_strict)
{
	struct text texts[2] = {{0}, {0}};
	struct solution_finder a = {f->project, &f->universe, {.solver = SOLVER_PICOSAT}};
	struct explore_options o = {.max_states = MOST_STATES, .is_strict = is_strict};
	bool is_whole = explored(f, &o, &texts[0]);
	o.helper = (struct explore_helper){.chooser = ask, .data = &a, .patience = 1};
	if (is_whole) is_whole = explored(f, &o, &texts[1]);
	bool same = !is_whole || strcmp(text_get(&texts[0]), text_get(&texts[1])) == 0;
	compared += is_whole;
	if (!same)
		text_format(&message, "enumerated:\n%s\nsolved:\n%s\n", text_get(&texts[0]),
		            text_get(&texts[1]));
	text_clear(&texts[0]);
	text_clear(&texts[1]);
	return same;
}

TEST machine_is_the_same(const char *text, bool is_strict)
{
	struct fixture f;
	text_clear(&message);
	text_format(&message, "%s\n", text);
	ASSERTm(text_get(&message), fixture_open(&f, "M.mch", text));
	bool good = agree(&f, is_strict);
	fixture_close(&f);
	ASSERTm(text_get(&message), good);
	PASS();
}

TEST guarded_machine_is_the_same(uint64_t seed)
{
	struct text text = {0};
	random_guarded_machine(seed, &text);
	enum greatest_test_res result = machine_is_the_same(text_get(&text), seed % 3 == 0);
	text_clear(&text);
	return result;
}

static const char *const machines[] = {
    /* parameters, ANY, x : (P), one within the other, and with what was written before */
    "MACHINE M VARIABLES a, s INVARIANT a : 0..5 & s <: 0..5 INITIALISATION a := 0 || s := {}\n"
    "OPERATIONS o(x, y) = PRE x : 0..5 & y : 0..5 & x + y = a + 1 THEN a := y END;\n"
    "p = ANY x WHERE x : 0..5 & x * x = a + 3 THEN ANY y WHERE y : 0..x & y /: s THEN s := s \\/ "
    "{y} END "
    "END;\n"
    "q = BEGIN a : (a : 0..5 & a mod 2 = 1); ANY t WHERE t <: s & card(t) = a THEN s := t END "
    "END;\n"
    "r = a, s : (a : 0..1 & s <: 0..1 & card(s) = a);\n"
    "t = PRE s /= {} THEN ANY z WHERE z : s & !w.(w : s => w <= z) THEN a := z END || s := s - {0} "
    "END END",
    /* before and after: that is for the evaluator */
    "MACHINE M VARIABLES a INVARIANT a : 0..7 INITIALISATION a := 1\n"
    "OPERATIONS o = a : (a : 0..7 & a > a$0 & a < 2 * a$0 + 1) END",
    /* a fault behind a choice, a choice that cannot be made */
    "MACHINE M VARIABLES f INVARIANT f : 1..3 +-> 1..2 & card(f) < 3 INITIALISATION f := {}\n"
    "OPERATIONS o = ANY g WHERE g : 1..3 --> 1..2 & g(1) /= g(2) & g(2) /= g(3) THEN f := g END;\n"
    "p = ANY g WHERE g : 1..3 >-> 1..2 THEN f := g END END",
    /* undefined for some values */
    "MACHINE M VARIABLES f, a INVARIANT f : 0..3 +-> 0..3 & a : 0..9 INITIALISATION f := {0 |-> 2, "
    "2 |-> 3} || a := 3\n"
    "OPERATIONS o = ANY x WHERE x : 0..3 & 6 / x > 2 & 6 / f(x) > 0 THEN a := x END;\n"
    "p = BEGIN a : (a : 0..9 & f(a) > 1) END; q(x) = PRE x : 0..3 & max({y | y : dom(f) & y > x}) "
    "= 2 THEN a := x END END",
    /* results, and a called operation with a choice */
    "MACHINE M SETS S = {u, v, w} VARIABLES m INVARIANT m : S +-> S INITIALISATION m := {}\n"
    "OPERATIONS x <-- o = ANY e WHERE e : S & e /: dom(m) THEN x := e || m(e) := e END;\n"
    "p(n) = PRE n : S --> S & (n ; n) = id(S) THEN m := n END END",
};

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 150;
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	for (uint32_t i = 0; i < sizeof machines / sizeof *machines; i++)
		for (int is_strict = 0; is_strict < 2; is_strict++)
			RUN_TESTp(machine_is_the_same, machines[i], is_strict);
	for (uint64_t seed = first; seed < first + count; seed++)
		RUN_TEST1(guarded_machine_is_the_same, seed);
	printf("%lu choices asked for, %lu machines compared\n", asked, compared);
	text_clear(&message);
	GREATEST_MAIN_END();
}
