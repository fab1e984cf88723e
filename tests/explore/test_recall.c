/* What is known of other states changes nothing, nor what is predicted from the state before, by the text or by a solver: random
 * machines, and some that were made for it, are explored with and without, and all that comes out is compared. With arguments FIRST COUNT it takes other seeds. */
#include "tests/greatest.h"

#include "explore/explore.h"
#include "relate/relate.h"
#include "tests/fixture.h"
#include "tests/machines.h"
#include "tests/random/random_guarded.h"

#include <signal.h>
#include <unistd.h>

enum { MOST_STATES = 400 };

static uint64_t explored, states, findings, together, spared;
static _Atomic int is_late; /* some machines of other seeds take for ever */

static void be_late(int number)
{
	(void)number;
	is_late = 1;
}

/* ---- all that an exploration says, as a text ------------------------------------------------------ */

static struct fixture *printed; /* whose values these are */

static void add_bindings(const struct eval_bindings *b, struct text *out)
{
	for (uint32_t i = 0; i < b->count; i++) {
		text_format(out, " %s=", b->at[i].decl->name);
		if (b->at[i].value != VALUE_NONE)
			value_print(printed->values, &printed->universe, b->at[i].value, out);
	}
}

static void add_trace(struct explore *x, const struct explore_finding *f, struct text *out)
{
	struct explore_trace t = {0};
	explore_trace(x, f, &t);
	for (uint32_t i = 0; i < t.steps.count; i++) {
		const struct explore_step *s = &t.steps.at[i];
		text_format(out, "  %s", s->op);
		add_bindings(&s->parameters, out);
		add_bindings(&s->results, out);
		add_bindings(&s->state, out);
		text_add(out, "\n");
	}
	explore_trace_clear(&t);
}

static void add_finding(struct explore *x, const struct explore_finding *f, struct text *out)
{
	text_format(out, "%s %d %s %s state %u setup %u depth %u why %s", explore_kind_name(f->kind),
	            (int)f->severity, f->name ? f->name : "", f->message, f->state, f->setup, f->depth,
	            f->why ? f->why : "");
	add_bindings(&f->witness, out);
	text_add(out, "\n");
	if (f->state != EXPLORE_NONE) add_trace(x, f, out);
}

static void add_states(struct explore *x, struct text *out)
{
	struct explore_view v;
	explore_view(x, &v);
	for (uint32_t i = 0; explore_load(x, i); i++) {
		text_format(out, "%u depth %u:", i, explore_state_depth(x, i));
		for (uint32_t k = 0; k < v.variable_count; k++)
			text_format(out, " %u", eval_get(v.eval, v.variables[k]));
		text_add(out, "\n");
	}
}

static void explored_text(struct fixture *f, const struct explore_options *o, struct text *out,
                          bool has_states)
{
	printed = f;
	struct explore *x = explore_open(f->project, f->values, &f->universe, o);
	const struct explore_result *r = explore_run(x);
	text_format(out, "end %d cut %d wide %d states %lu setups %lu transitions %lu explored %lu\n%s",
	            (int)r->end, r->was_cut, r->is_wide, r->stats.states, r->stats.setups,
	            r->stats.transitions, r->stats.explored, text_get(&r->notes));
	if (r->end == EXPLORE_UNFINISHED) text_format(out, "%s\n", r->failure.message);
	for (uint32_t i = 0; i < r->coverage.count; i++)
		text_format(out, "%s %lu %d\n", r->coverage.at[i].name, r->coverage.at[i].transitions,
		            r->coverage.at[i].failed);
	for (uint32_t i = 0; i < r->findings.count; i++) add_finding(x, &r->findings.at[i], out);
	states += r->stats.states;
	findings += r->findings.count;
	together += r->workers > 0;
	spared += r->stats.spared;
	if (has_states) add_states(x, out);
	explore_close(x);
}

/* ---- one machine ---------------------------------------------------------------------------------- */

static struct text message;

static const char *machine_path, *machine_text; /* of the machine */

/* From values of its own, so that there are new ones to be told. Several processes have no list of all states in the end. */
static bool agrees_with_team(struct explore_options o)
{
	struct text texts[2] = {{0}, {0}};
	for (uint32_t i = 0; i < 2; i++) {
		struct fixture f;
		REQUIRE(fixture_open(&f, machine_path, machine_text));
		o.workers = i ? 2 + o.seed % 2 : 0;
		o.workers_from = 5;
		o.end_worker = _exit;
		explored_text(&f, &o, &texts[i], false);
		fixture_close(&f);
	}
	bool same = is_late || strcmp(text_get(&texts[0]), text_get(&texts[1])) == 0;
	if (!same)
		text_format(&message, "alone:\n%s\ntogether:\n%s\n", text_get(&texts[0]),
		            text_get(&texts[1]));
	text_clear(&texts[0]);
	text_clear(&texts[1]);
	return same;
}

static bool is_predicted(struct fixture *f, struct explore_options o, const struct text *known)
{
	struct relate_question q = {.project = f->project,
	                            .values = f->values,
	                            .universe = &f->universe,
	                            .solver = SOLVER_PICOSAT,
	                            .conflicts = RELATE_FEW_CONFLICTS,
	                            .interrupt = &is_late};
	bool same = true;
	o.predict = EXPLORE_PREDICT_ALWAYS;
	for (uint32_t by_solver = 0; by_solver < (o.seed % 4 ? 1 : 2) && same; by_solver++) {
		struct text predicted = {0};
		o.relate = by_solver ? relate_table : NULL;
		o.relate_data = &q;
		explored_text(f, &o, &predicted, true);
		same = is_late || strcmp(text_get(&predicted), text_get(known)) == 0;
		if (!same)
			text_format(&message, "not predicted:\n%s\npredicted%s:\n%s\n", text_get(known),
			            by_solver ? " by a solver" : "", text_get(&predicted));
		text_clear(&predicted);
	}
	return same;
}

/* The values are in one store, so that equal numbers are equal values. */
static bool agree(struct fixture *f, struct explore_options o)
{
	struct text with = {0}, without = {0};
	o.stop = &is_late;
	is_late = 0;
	alarm(10);
	o.without_memo = true;
	explored_text(f, &o, &without, true);
	o.without_memo = false;
	explored_text(f, &o, &with, true);
	bool same = is_late || strcmp(text_get(&with), text_get(&without)) == 0;
	same = same && is_predicted(f, o, &with);
	alarm(0);
	same = same && (o.order != EXPLORE_BREADTH || agrees_with_team(o));
	if (!same)
		text_format(&message, "without:\n%s\nwith:\n%s\n", text_get(&without), text_get(&with));
	text_clear(&with);
	text_clear(&without);
	explored++;
	return same;
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "we");
	REQUIRE(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

TEST random_machines_are_the_same(uint64_t seed)
{
	struct random_machine m;
	struct text text = {0};
	struct fixture f;
	char directory[] = "/tmp/recall.XXXXXX", path[3][64];
	REQUIRE(mkdtemp(directory));
	for (int i = 0; i < 3; i++) snprintf(path[i], sizeof *path, "%s/%c.mch", directory, "MNQ"[i]);
	machines_make(seed, &m);
	random_machine_print(&m, 0, 0, &text);
	write_file(path[0], text_get(&text));
	write_file(path[1], random_included);
	write_file(path[2], random_seen);
	struct explore_options o = {.max_states = MOST_STATES,
	                            .order = seed % 5 == 0   ? EXPLORE_DEPTH
	                                     : seed % 7 == 0 ? EXPLORE_RANDOM
	                                                     : EXPLORE_BREADTH,
	                            .is_strict = seed % 4 == 0,
	                            .seed = seed};
	text_clear(&message);
	text_format(&message, "seed %lu\n%s", seed, text_get(&text));
	machine_path = path[0];
	machine_text = NULL;
	bool good = !fixture_open(&f, path[0], NULL) || agree(&f, o);
	fixture_close(&f);
	for (int i = 0; i < 3; i++) unlink(path[i]);
	rmdir(directory);
	text_clear(&text);
	random_machine_clear(&m);
	ASSERTm(text_get(&message), good);
	PASS();
}

/* Each time with relations from which a solver has taken out what it can. */
TEST guarded_machines_are_the_same(uint64_t seed)
{
	struct text text = {0};
	struct fixture f;
	random_guarded_machine(seed, &text);
	text_clear(&message);
	text_format(&message, "guarded, seed %lu\n%s", seed, text_get(&text));
	machine_path = "M.mch";
	machine_text = text_get(&text);
	ASSERTm(text_get(&message), fixture_open(&f, "M.mch", text_get(&text)));
	struct explore_options o = {.order = seed % 8 == 0 ? EXPLORE_BREADTH
	                                                   : (enum explore_order)(1 + seed % 2),
	                            .is_strict = seed % 3 == 0};
	bool good = agree(&f, o);
	fixture_close(&f);
	text_clear(&text);
	ASSERTm(text_get(&message), good);
	PASS();
}

/* ---- machines that were made for it ------------------------------------------------------------------ */

static const char *const machines[] = {
    /* written on some ways only: b keeps what it had */
    "VARIABLES a, b, c INVARIANT a : 0..3 & b : 0..3 & c : 0..3 & b < 3\n"
    "INITIALISATION a := 0 || b :: 0..2 || c := 0\n"
    "OPERATIONS o = IF a = 2 THEN b := 1 END; p = BEGIN a := (a + 1) mod 4 END;\n"
    "q = SELECT a = 1 THEN b := 3 WHEN a = 2 THEN c := 3 - c END;\n"
    "r = CASE c OF EITHER 0 THEN b := 2 OR 3 THEN skip END END;\n"
    "s = CHOICE b := 0 OR skip END; t = ANY x WHERE x : 0..c THEN b := x END",
    /* undefined for some values */
    "VARIABLES f, n, m INVARIANT f : 0..2 +-> 0..2 & n : 0..3 & m : 0..3 & f(n) >= 0 & 6 / m > 0\n"
    "INITIALISATION f := {0 |-> 1} || n := 0 || m := 1\n"
    "OPERATIONS o = PRE n < 3 THEN n := n + 1 END; p(x) = PRE x : 0..2 & f(x) = 1 THEN f(x) := 2 "
    "END;\n"
    "q(x) = PRE x : 0..2 THEN f(x) := f(n) END; r = BEGIN m := (m + 1) mod 4 END;\n"
    "y <-- s = y := f(n); t = ASSERT m > 0 THEN n := 6 / m - 3 END",
    /* integers without bounds */
    "VARIABLES a, b INVARIANT a : 0..3 & b : 0..3 & #x.(x : INTEGER & x > a + 2) &\n"
    "  not(#x.(x * x = b + 7 * a & x > 4))\n"
    "INITIALISATION a := 0 || b := 0\n"
    "OPERATIONS o = ANY x WHERE x > a & x * x < 10 THEN a := x mod 4 END;\n"
    "p = PRE #x.(x > 5 & x * x = a + 33) THEN b := (b + 1) mod 4 END; q = b := 3 - b",
    /* assertions, a conjunct that is false and one behind it that is undefined then */
    "VARIABLES a, b, s INVARIANT a : 0..4 & b : 0..4 & s <: 0..2 & a : s & max(s - {a}) < 2\n"
    "ASSERTIONS a < 4; b < 4 or a < 2; card(s) < 3\n"
    "INITIALISATION a := 0 || b := 0 || s := {0, 1}\n"
    "OPERATIONS o = PRE a < 4 THEN a := a + 1 END; p = PRE b < 4 THEN b := b + 1 END;\n"
    "q(x) = PRE x : 0..2 THEN s := s \\/ {x} END; r(x) = PRE x : s THEN s := s - {x} END;\n"
    "t = BEGIN a := b ; b := a END; u = VAR h IN h := a ; a := b ; b := h END",
    /* sets of sets, records, strings, loops */
    "VARIABLES a, b, r, t INVARIANT a <: POW(0..1) & b : 0..2 & r : struct(x : 0..2, y : BOOL) &\n"
    "  t : {\"u\", \"v\"} & r'x <= 1\n"
    "INITIALISATION a := {} || b := 0 || r := rec(x : 0, y : TRUE) || t := \"u\"\n"
    "OPERATIONS o(x) = PRE x : POW(0..1) & x /: a THEN a := a \\/ {x} END;\n"
    "p = BEGIN r'x := b || t := \"v\" END; q = r := rec(x : 1, y : bool({} : a));\n"
    "w = WHILE b < 2 DO b := b + 1 INVARIANT b : 0..2 VARIANT 2 - b END;\n"
    "z = ANY x WHERE x : a THEN b := card(x) END",
    /* two states that differ in what does not matter: deadlocks that are not certain, what is enabled but fails */
    "VARIABLES a, b INVARIANT a : 0..1 & b : 0..1 INITIALISATION a := 0 || b :: 0..1\n"
    "OPERATIONS o = ANY x WHERE x > 20 & x * x = a + 3 THEN a := 1 END",
    "VARIABLES a, b INVARIANT a : 0..1 & b : 0..1 INITIALISATION a := 0 || b :: 0..1\n"
    "OPERATIONS o = ASSERT a > 0 THEN a := 0 END",
    /* the second conjunct is undefined where the first one is false again */
    "VARIABLES a, b INVARIANT a < 1 & 6 / b > 0 INITIALISATION a := 0 || b := 1\n"
    "OPERATIONS o = a := 1; p = PRE a = 1 THEN b := 0 END",
    /* a guard that is false, and then undefined, which no operation makes true */
    "VARIABLES a, b INVARIANT a : 0..1 & b : 0..3 INITIALISATION a := 0 || b := 1\n"
    "OPERATIONS o = SELECT 6 / b > 7 THEN a := 1 END; p = b := 0",
    /* the same in front of a conjunct that stays false */
    "VARIABLES a, b INVARIANT a : 0..1 & b : 0..3 INITIALISATION a := 0 || b := 1\n"
    "OPERATIONS o = PRE 6 / b > 0 & a = 1 THEN skip END; p = b := 0; q = ANY x WHERE x : 6 / b .. "
    "4 & a = 1 THEN skip END",
    /* what fails is enabled, so that this is no deadlock */
    "VARIABLES a, b INVARIANT a : 0..1 & b : 0..1 INITIALISATION a := 0 || b := 0\n"
    "OPERATIONS o = ASSERT a > 0 THEN a := 0 END; p = SELECT b = 0 THEN b := 1 END",
    /* a conjunct that is false for the integers at hand only, beside one that is false for sure */
    "VARIABLES a, b INVARIANT a : 0..1 & b : 0..1 INITIALISATION a := 0 || b := 0\n"
    "OPERATIONS o = SELECT #y.(y > 20 & y * y = a + 3) & b = 1 & card({z | z : 0..9 & z > b}) > 0 "
    "THEN a := 1 END;\n"
    "q(x) = PRE x : 0..1 & #y.(y > 20 & y * y = a + x + 3) & x > 1 - b THEN a := 1 END; p = b := 1",
    /* without faults: records, sets of sets and large integers go from one process to another */
    "VARIABLES b, r, s INVARIANT b <: seq(BOOL) & r : struct(x : INTEGER, y : POW(BOOL)) & s : "
    "seq(BOOL)\n"
    "INITIALISATION b := {} || r := rec(x : 0, y : {}) || s := []\n"
    "OPERATIONS o = PRE card(b) < 3 THEN b := b \\/ {s} END;\n"
    "p(x) = PRE x : BOOL & size(s) < 3 THEN s := s <- x || r'y := r'y \\/ {x} END;\n"
    "q = BEGIN s := [] || r'x := 3000000000 - r'x END; t = ANY x WHERE x : b THEN b := b - {x} END",
    /* many states: recalls rest, and begin anew */
    "VARIABLES a, b, c, d INVARIANT a : 0..19 & b : 0..19 & c : 0..7 & d : 0..1 & a + b + c < 44\n"
    "INITIALISATION a := 0 || b := 0 || c := 0 || d := 0\n"
    "OPERATIONS o = a := (a + 1) mod 20; p = b := (b + a) mod 20; q(x) = PRE x : 0..7 & x > c - 2 "
    "THEN c := x END;\n"
    "r = PRE a = b THEN d := 1 - d END; s = PRE a + b = c THEN a := b || b := a END",
};

TEST some_were_explored_together(void)
{
	ASSERT(together > 10);
	PASS();
}

TEST chosen_machines_are_the_same(uint32_t index)
{
	struct fixture f;
	struct text text = {0};
	text_format(&text, "MACHINE M\n%s\nEND", machines[index]);
	text_clear(&message);
	text_format(&message, "%s\n", text_get(&text));
	machine_path = "M.mch";
	machine_text = text_get(&text);
	ASSERTm(text_get(&message), fixture_open(&f, "M.mch", text_get(&text)));
	for (int order = EXPLORE_BREADTH; order <= EXPLORE_RANDOM; order++) {
		struct explore_options o = {.order = (enum explore_order)order};
		ASSERTm(text_get(&message), agree(&f, o));
		o.max_states = 37;
		ASSERTm(text_get(&message), agree(&f, o));
	}
	fixture_close(&f);
	text_clear(&text);
	PASS();
}

/* A state has the number of its setup in front of the values: it is none, and must not be told as one. */
TEST many_setups_are_explored_together(void)
{
	struct explore_options o = {.order = EXPLORE_BREADTH};
	uint64_t before = together;
	text_clear(&message);
	machine_path = "M.mch";
	machine_text =
	    "MACHINE M CONSTANTS c PROPERTIES c : 0..499 VARIABLES v\n"
	    "INVARIANT v <: {0, 2, 4, 6} INITIALISATION v := {}\n"
	    "OPERATIONS o(x) = PRE x : {0, 2, 4, 6} - v THEN v := v \\/ {x} END; r = v := {} END";
	is_late = 0;
	ASSERTm(text_get(&message), agrees_with_team(o));
	ASSERT_EQ(together, before + 1);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 100;
	fixture_seeds(&argc, argv, &first, &count);
	signal(SIGALRM, be_late);
	GREATEST_MAIN_BEGIN();
	for (uint32_t i = 0; i < sizeof machines / sizeof *machines; i++)
		RUN_TESTp(chosen_machines_are_the_same, i);
	RUN_TEST(many_setups_are_explored_together);
	for (uint64_t i = 0; i < count; i++) RUN_TESTp(random_machines_are_the_same, first + i);
	for (uint64_t i = 0; i < 2 * count; i++) RUN_TESTp(guarded_machines_are_the_same, first + i);
	if (count >= 100) RUN_TEST(some_were_explored_together);
	printf("%lu explorations, %lu together, %lu states, %lu findings, %lu executions spared\n",
	       explored, together, states, findings, spared);
	text_clear(&message);
	GREATEST_MAIN_END();
}
