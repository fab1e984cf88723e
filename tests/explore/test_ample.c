/* Partial order reduction loses nothing: random machines of processes that share little, and the usual random ones, are explored with
 * and without it, in all orders, for deadlocks alone and for all faults, with and without symmetry. The same kinds of
 * faults at the same places are found, the same deadlocks are reached, traces are real runs. With arguments FIRST COUNT
 * it takes other seeds. */
#include "tests/greatest.h"

#include "explore/explore.h"
#include "relate/relate.h"
#include "tests/fixture.h"
#include "tests/machines.h"

#include <unistd.h>

enum { MOST_STATES = 3000, PROCESSES = 4 };

static struct text message;
static uint64_t explored, reduced, smaller, solved, deadlocks, faults, goals, seed_now;
static const struct node *goal_now;

/* ---- machines of processes ------------------------------------------------------------------------- */

static uint64_t random_state;

static uint32_t draw(uint32_t below)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (uint32_t)(random_state >> 20) % below;
}

/* Each has a place p, a number n and a set s of its own; g, h and f are shared. */
static void write_integer(struct text *t, uint32_t process, bool may_share)
{
	switch (draw(may_share ? 6 : 3)) {
	case 0: text_format(t, "p%u", process); break;
	case 1: text_format(t, "n%u", process); break;
	case 2: text_format(t, "%u", draw(4)); break;
	case 3: text_add(t, "g"); break;
	case 4: text_format(t, "f(%u)", draw(3)); break;
	default: text_add(t, draw(2) ? "h" : "card(s)"); break;
	}
}

static void write_conjunct(struct text *t, uint32_t process, bool may_share)
{
	static const char *const relations[] = {"=", "/=", "<", ">="};
	if (draw(6) == 0) {
		text_format(t, draw(2) ? "s = {}" : "n%u : {0, 2}", process);
		return;
	}
	write_integer(t, process, may_share);
	text_format(t, " %s ", relations[draw(4)]);
	if (draw(8) == 0) text_add(t, "6 / ");
	write_integer(t, process, draw(4) == 0);
}

static void write_target(struct text *t, uint32_t process)
{
	switch (draw(9)) {
	case 0: text_format(t, " || g := (g + %u) mod 3", 1 + draw(2)); break;
	case 1: text_format(t, " || n%u := %u", process, draw(3)); break;
	case 2: text_format(t, " || n%u := (n%u + 1) mod 4", process, process); break;
	case 3: text_format(t, " || f(%u) := p%u", draw(3), process); break;
	case 4: text_format(t, " || h := n%u", process); break;
	case 5: text_add(t, " || s := s \\/ {x}"); break;
	case 6: text_add(t, " || s := s - {x}"); break;
	case 7: text_format(t, " || n%u := 3 / (1 + h) + h / g", process); break;
	default: break;
	}
}

static void write_action(struct text *t, uint32_t process, uint32_t to)
{
	switch (draw(8)) {
	case 0:
		text_format(t, "CHOICE p%u := %u OR p%u := %u END", process, to, process, draw(4));
		break;
	case 1:
		text_format(t, "IF g = 1 THEN p%u := %u ELSE n%u := 1 END", process, to, process);
		break;
	case 2: text_format(t, "SELECT n%u < 2 THEN p%u := %u END", process, process, to); break;
	case 3: text_format(t, "p%u :: {y | y : 0..3 & y > n%u}", process, process); break;
	default: text_format(t, "p%u := %u", process, to); write_target(t, process);
	}
}

static void write_operation(struct text *t, uint32_t number)
{
	uint32_t process = draw(PROCESSES), from = draw(3);
	text_format(t, "%s o%u = ANY x WHERE x : S", number ? ";\n" : "", number);
	if (draw(4)) text_format(t, " & p%u = %u", process, from);
	for (uint32_t i = draw(3); i > 0; i--) {
		text_add(t, " & ");
		write_conjunct(t, process, draw(3) == 0);
	}
	if (draw(5) == 0) text_add(t, " & x /: s");
	text_add(t, " THEN ");
	write_action(t, process, draw(4) ? from + 1 : draw(4));
	text_add(t, " END");
}

/* Processes that mostly go their own ways, wait for each other or disturb each other now and then, and must not be at two places at
 * once: what one fault of a reduction hides is not shown by something else. */
static void write_sparse_operation(struct text *t, uint32_t number)
{
	uint32_t i = draw(PROCESSES), k = draw(PROCESSES), from = draw(3);
	text_format(t, "%s o%u = SELECT p%u = %u", number ? ";\n" : "", number, i, from);
	if (draw(2)) text_format(t, " & p%u %s %u", k, draw(2) ? "=" : "/=", draw(3));
	text_add(t, " THEN ");
	if (draw(12) == 0)
		text_format(t, "IF p%u = %u THEN ASSERT p%u = 7 THEN p%u := 0 END ELSE p%u := %u END", k,
		            draw(4), i, i, i, from + 1);
	else text_format(t, "p%u := %u", i, draw(5) ? from + 1 : draw(4));
	if (draw(5) == 0 && i != k) text_format(t, " || p%u := %u", k, draw(3));
	text_add(t, " END");
}

static void write_sparse_machine(struct text *t)
{
	text_add(t, "MACHINE M VARIABLES p0, p1, p2, p3 INVARIANT p0 : INTEGER");
	for (uint32_t i = draw(3); i > 0; i--)
		text_format(t, " & not(p%u = %u & p%u = %u)", draw(2), draw(4), 2 + draw(2), draw(4));
	text_add(t, "\nINITIALISATION p0, p1, p2, p3 := 0, 0, 0, 0\nOPERATIONS\n");
	for (uint32_t i = 0, count = 4 + draw(5); i < count; i++) write_sparse_operation(t, i);
	text_add(t, "\nEND\n");
}

static void write_machine(struct text *t)
{
	text_add(t, "MACHINE M SETS S VARIABLES g, h, f, s");
	for (uint32_t i = 0; i < PROCESSES; i++) text_format(t, ", p%u, n%u", i, i);
	text_add(t, "\nINVARIANT s <: S & f : 0..2 --> 0..3");
	for (uint32_t i = draw(3); i > 0; i--) {
		text_add(t, " & not(");
		write_conjunct(t, draw(PROCESSES), true);
		text_add(t, " & ");
		write_conjunct(t, draw(PROCESSES), true);
		text_add(t, ")");
	}
	text_add(t, "\nINITIALISATION g, h, f, s := 0, 0, %i.(i : 0..2 | 0), {}");
	for (uint32_t i = 0; i < PROCESSES; i++) text_format(t, " || p%u, n%u := 0, %u", i, i, draw(2));
	text_add(t, "\nOPERATIONS\n");
	for (uint32_t i = 0, count = 4 + draw(6); i < count; i++) write_operation(t, i);
	text_add(t, "\nEND\n");
}

/* Operations that choose an element and write there, some of which look at others, too. */
static void write_member_conjunct(struct text *t, bool has_x, bool has_y)
{
	static const char *const of_x[] = {"f(x) = %u",    "f(x) < 1 + %u",
	                                   "x /: s",       "x : s",
	                                   "x : dom(k)",   "f(x) <= g + %u",
	                                   "k(x) = b",     "f(x) = %u",
	                                   "x |-> c /: k", "#z.(z : S & z /= x & f(z) = %u)"};
	static const char *const of_y[] = {"h(y) = %u", "h(y) /= h(a)", "y /= b", "y /: ran(k)"};
	static const char *const others[] = {"g = %u", "card(s) < 1 + %u", "h(b) = %u", "a : ran(k)"};
	text_add(t, " & ");
	if (has_x && draw(4)) text_format(t, of_x[draw(10)], draw(3));
	else if (has_y && draw(4)) text_format(t, of_y[draw(4)], draw(3));
	else text_format(t, others[draw(4)], draw(3));
}

static void write_member_action(struct text *t, uint32_t of, bool has_x, bool has_y)
{
	static const char *const with_x[5][4] = {
	    {"f(x) := %u", "f(x) := (f(x) + 1) mod 4", "f := f <+ {x |-> %u}", "f(x) := 6 / f(x)"},
	    {"s := s \\/ {x}", "s := s - {x}", "s := s \\/ {x}", "s := {x}"},
	    {"k(x) := b", "k := {x} <<| k", "k := k <+ {x |-> a}", "k(x) := c"},
	    {"g := f(x)", "g := (g + f(x)) mod 4", "g := %u", "g := %u"},
	    {"h(a) := %u", "h(b) := f(x) mod 3", "h(c) := h(a)", "h(a) := %u"}};
	static const char *const with_y[5][2] = {{"f := S * {h(y)}", "skip"},
	                                         {"s := {}", "skip"},
	                                         {"k := k |>> {y}", "k := k - (S * {y})"},
	                                         {"g := h(y)", "g := %u"},
	                                         {"h(y) := %u", "h(y) := (h(y) + 1) mod 3"}};
	if (has_x && has_y && of == 2) text_add(t, "k(x) := y");
	else if (has_y && (!has_x || draw(2))) text_format(t, with_y[of][draw(2)], draw(3));
	else text_format(t, with_x[of][draw(4)], draw(3));
}

static void write_member_operation(struct text *t, uint32_t number)
{
	bool has_y = draw(3) == 0, has_x = !has_y || draw(3) == 0, has_parameters = draw(2);
	const char *ids = has_x ? has_y ? "x, y" : "x" : "y";
	if (has_parameters) text_format(t, "%s o%u(%s) = PRE ", number ? ";\n" : "", number, ids);
	else text_format(t, "%s o%u = ANY %s WHERE ", number ? ";\n" : "", number, ids);
	text_add(t, has_x ? has_y ? "x : S & y : D" : "x : S" : "y : D");
	for (uint32_t i = draw(4); i > 0; i--) write_member_conjunct(t, has_x, has_y);
	text_add(t, " THEN ");
	uint32_t first = draw(5), second = (first + 1 + draw(4)) % 5;
	bool has_if = draw(8) == 0, has_two = draw(3) == 0;
	if (has_if) text_add(t, "IF g = 0 THEN ");
	write_member_action(t, first, has_x, has_y);
	if (has_two) text_add(t, " || ");
	if (has_two) write_member_action(t, second, has_x, has_y);
	text_add(t, has_if ? " END END" : " END");
}

static void write_member_machine(struct text *t)
{
	text_add(t,
	         "MACHINE M SETS S; D = {a, b, c} VARIABLES f, s, k, g, h\n"
	         "INVARIANT f : S --> INTEGER & s <: S & k : S +-> D & g : INTEGER & h : D --> 0..2");
	if (draw(2)) text_format(t, " & not(g = %u & s = S)", draw(4));
	if (draw(2)) text_format(t, " & !x.(x : S & x : s => f(x) /= %u)", draw(4));
	text_add(t, "\nINITIALISATION f, s, k, g, h := S * {0}, {}, {}, 0, D * {0}\nOPERATIONS\n");
	for (uint32_t i = 0, count = 2 + draw(4); i < count; i++) write_member_operation(t, i);
	text_add(t, "\nEND\n");
}

/* ---- with and without --------------------------------------------------------------------------------- */

static bool note_one(void *data)
{
	*(bool *)data = true;
	return false;
}

static bool is_deadlock(struct explore *x, struct eval *e)
{
	const struct explore_result *r = explore_result(x);
	for (uint32_t i = 0; i < r->coverage.count; i++) {
		bool is_enabled = false;
		enum truth t = eval_operation(e, r->coverage.at[i].operation, note_one, &is_enabled);
		if (is_enabled || (t == EVAL_FAILED && eval_failed(e)->kind != EVAL_UNDEFINED))
			return false;
	}
	return true;
}

/* Every deadlock of the one is reached by the other, too. */
static bool has_deadlocks_of(struct explore *with, struct explore *without)
{
	struct explore_view v;
	value constants[64], variables[64];
	explore_view(without, &v);
	REQUIRE(v.unknown_count < 64 && v.variable_count < 64);
	for (uint32_t i = 0; explore_load(without, i); i++) {
		if (!is_deadlock(without, v.eval)) continue;
		for (uint32_t k = 0; k < v.unknown_count; k++)
			constants[k] = eval_get(v.eval, v.unknowns[k]);
		for (uint32_t k = 0; k < v.variable_count; k++)
			variables[k] = eval_get(v.eval, v.variables[k]);
		deadlocks++;
		if (explore_find(with, constants, variables) == EXPLORE_NONE) return false;
	}
	return true;
}

static bool has_finding(const struct explore_result *r, const struct explore_finding *f)
{
	for (uint32_t i = 0; i < r->findings.count; i++) {
		const struct explore_finding *g = &r->findings.at[i];
		if (f->kind == g->kind && f->pos.at == g->pos.at && f->severity == g->severity) return true;
	}
	return false;
}

static bool finds_the_same(const struct explore_result *with, const struct explore_result *without,
                           bool has_coverage)
{
	for (uint32_t i = 0; i < without->findings.count; i++) {
		faults++;
		goals += without->findings.at[i].kind == EXPLORE_GOAL;
		if (!has_finding(with, &without->findings.at[i])) return false;
	}
	for (uint32_t i = 0; i < with->findings.count; i++)
		if (!has_finding(without, &with->findings.at[i])) return false;
	for (uint32_t i = 0; has_coverage && i < with->coverage.count; i++)
		if (!with->coverage.at[i].transitions != !without->coverage.at[i].transitions) return false;
	return true;
}

/* Executes what it says. */
static bool has_real_traces(struct explore *x)
{
	const struct explore_result *r = explore_result(x);
	for (uint32_t i = 0; i < r->findings.count; i++) {
		struct explore_trace t = {0};
		if (r->findings.at[i].state == EXPLORE_NONE) continue;
		explore_trace(x, &r->findings.at[i],
		              &t); /* it finds each step again, or ends the program */
		bool good = t.steps.count > 0;
		explore_trace_clear(&t);
		if (!good) return false;
	}
	return true;
}

static bool agrees(struct fixture *f, struct explore_options o, const char *how)
{
	o.partial_order = false;
	struct explore *without = explore_open(f->project, f->values, &f->universe, &o);
	const struct explore_result *a = explore_run(without);
	o.partial_order = true;
	struct explore *with = explore_open(f->project, f->values, &f->universe, &o);
	const struct explore_result *b = explore_run(with);
	bool good = true;
	if (a->end == EXPLORE_ALL) {
		explored++;
		reduced += b->stats.reduced > 0;
		smaller += b->stats.states < a->stats.states;
		good = b->end == EXPLORE_ALL && b->stats.states <= a->stats.states &&
		       finds_the_same(b, a, !o.find) && (o.symmetry || has_deadlocks_of(with, without)) &&
		       has_real_traces(with);
	}
	if (!good)
		text_format(&message, "%s: %lu states, with reduction %lu; findings %u and %u\n", how,
		            a->stats.states, b->stats.states, a->findings.count, b->findings.count);
	explore_close(without);
	explore_close(with);
	return good;
}

/* The same with relations from which a solver has taken out what it can, before the first state or later. */
static bool agrees_with_solver(struct fixture *f, struct explore_options o, const char *how)
{
	struct relate_question q = {.project = f->project,
	                            .values = f->values,
	                            .universe = &f->universe,
	                            .solver = SOLVER_AUTO};
	static uint32_t late;
	uint64_t before = smaller;
	o.relates_from = late++ % 3 ? 1 : 5;
	o.relate = relate_table;
	o.relate_data = &q;
	bool good = agrees(f, o, how);
	solved += smaller - before;
	return good;
}

static bool agrees_in_all_ways(struct fixture *f)
{
	struct explore_options o = {.max_states = MOST_STATES, .seed = seed_now, .goal = goal_now};
	static const enum explore_order orders[] = {EXPLORE_BREADTH, EXPLORE_DEPTH, EXPLORE_RANDOM};
	static const char *const names[] = {"breadth first", "depth first", "at random"};
	uint32_t invariants = explore_find_bit(EXPLORE_INVARIANT) | explore_find_bit(EXPLORE_DEADLOCK);
	bool good = true;
	for (uint32_t i = 0; i < 3 && good; i++) {
		o.order = orders[i];
		o.symmetry = seed_now % 3 == i ? EXPLORE_CANONICAL : EXPLORE_PLAIN;
		o.find = explore_find_bit(EXPLORE_DEADLOCK);
		good = agrees(f, o, names[i]);
		if (seed_now / 3 % 3 == i) good = good && agrees_with_solver(f, o, names[i]);
		o.find = (seed_now + i) % 2 ? invariants : 0;
		good = good && agrees(f, o, names[i]);
		if (seed_now / 3 % 3 == i) good = good && agrees_with_solver(f, o, names[i]);
	}
	return good;
}

enum shape { PLAIN, SPARSE, MEMBERS };

TEST processes_agree(uint64_t seed, enum shape shape)
{
	bool is_sparse = shape == SPARSE;
	struct text text = {0};
	struct fixture f;
	seed_now = seed;
	random_state = (seed + 1) * 0x9e3779b97f4a7c15u;
	if (is_sparse) write_sparse_machine(&text);
	else if (shape == MEMBERS) write_member_machine(&text);
	else write_machine(&text);
	text_clear(&message);
	text_format(&message, "seed %lu\n%s", seed, text_get(&text));
	ASSERTm(text_get(&message), fixture_open(&f, "M.mch", text_get(&text)));
	if (is_sparse && draw(3) == 0) {
		char goal[32];
		snprintf(goal, sizeof goal, "p%u = %u & p%u = %u", draw(2), draw(4), 2 + draw(2), draw(4));
		goal_now = project_formula(f.project, goal, NULL);
		text_format(&message, "goal %s\n", goal);
	}
	bool good = agrees_in_all_ways(&f);
	goal_now = NULL;
	fixture_close(&f);
	text_clear(&text);
	ASSERTm(text_get(&message), good);
	PASS();
}

/* ---- chosen ones ---------------------------------------------------------------------------------------- */

static const struct {
	const char *text;
	uint32_t errors; /* with reduction, whatever is looked for but the goal */
	const char *goal;
} chosen[] = {
    /* only repairing the invariant is visible, breaking it is not enough */
    {"VARIABLES x, y INVARIANT not(x = 1 & y = 0) INITIALISATION x, y := 0, 0 OPERATIONS\n"
     "e2 = SELECT y = 0 THEN y := 1 END; e1 = SELECT x = 0 THEN x := 1 END; stay = skip",
     1, NULL},
    {"VARIABLES x, y INVARIANT not(x = 1 & y = 0) INITIALISATION x, y := 0, 0 OPERATIONS\n"
     "e1 = SELECT x = 0 THEN x := 1 END; e2 = SELECT y = 0 THEN y := 1 END; stay = skip",
     1, NULL},
    /* a deadlock behind a state that breaks the invariant */
    {"VARIABLES x INVARIANT x /= 1 INITIALISATION x := 0 OPERATIONS\n"
     "a = SELECT x = 0 THEN x := 1 END; b = SELECT x = 1 THEN x := 3 END",
     2, NULL},
    /* one goes round for ever, the other must not be put off */
    {"VARIABLES x, y INVARIANT x < 2 INITIALISATION x, y := 0, 0 OPERATIONS\n"
     "turn = y := 1 - y; go = SELECT x < 2 THEN x := x + 1 END",
     1, NULL},
    /* an operation that fails where another one has not yet been */
    {"VARIABLES x, y, z INVARIANT z : INTEGER INITIALISATION x, y, z := 0, 0, 1 OPERATIONS\n"
     "a = SELECT x = 0 THEN x := 1 END; b = SELECT y = 0 THEN y := 1 END;\n"
     "c = SELECT x = 1 & y = 0 THEN ASSERT z = 0 THEN z := 0 END END; stay = skip",
     1, NULL},
    /* all operations have occurred before one of them fails */
    {"VARIABLES x, y INVARIANT x : INTEGER INITIALISATION x, y := 0, 0 OPERATIONS\n"
     "turn = y := 1 - y; go = SELECT x < 2 THEN x := x + 1 END;\n"
     "bad = IF x = 2 THEN ASSERT x = 0 THEN skip END END",
     1, NULL},
    /* a conjunct that nobody breaks has no value later */
    {"VARIABLES x, y INVARIANT x : 0..2 & y : 0..1 & 6 / x > 7 INITIALISATION x, y := 2, 0 "
     "OPERATIONS\n"
     "turn = y := 1 - y; go = SELECT x > 0 THEN x := x - 1 END",
     1, NULL},
    /* nothing can become bad, and the goal is far */
    {"VARIABLES x, y INVARIANT x : INTEGER INITIALISATION x, y := 0, 0 OPERATIONS\n"
     "turn = y := 1 - y; go = SELECT x < 2 THEN x := x + 1 END",
     0, "x = 2"},
};

static uint32_t errors_of(const struct explore_result *r)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < r->findings.count; i++)
		count += r->findings.at[i].severity == DIAG_ERROR;
	return count;
}

TEST chosen_ones_agree(uint32_t index)
{
	struct text text = {0};
	struct fixture f;
	text_clear(&message);
	text_format(&text, "MACHINE M %s END", chosen[index].text);
	text_format(&message, "%s\n", text_get(&text));
	ASSERTm(text_get(&message), fixture_open(&f, "M.mch", text_get(&text)));
	if (chosen[index].goal) goal_now = project_formula(f.project, chosen[index].goal, NULL);
	bool good = agrees_in_all_ways(&f);
	goal_now = NULL;
	ASSERTm(text_get(&message), good);
	struct explore_options o = {.partial_order = true};
	struct explore *x = explore_open(f.project, f.values, &f.universe, &o);
	ASSERT_EQm(text_get(&message), chosen[index].errors, errors_of(explore_run(x)));
	explore_close(x);
	fixture_close(&f);
	text_clear(&text);
	PASS();
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "we");
	REQUIRE(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

TEST random_machines_agree(uint64_t seed)
{
	struct random_machine m;
	struct text text = {0};
	struct fixture f;
	char directory[] = "/tmp/ample.XXXXXX", path[3][64];
	REQUIRE(mkdtemp(directory));
	seed_now = seed;
	for (int i = 0; i < 3; i++) snprintf(path[i], sizeof *path, "%s/%c.mch", directory, "MNQ"[i]);
	machines_make(seed, &m);
	random_machine_print(&m, 0, 0, &text);
	write_file(path[0], text_get(&text));
	write_file(path[1], random_included);
	write_file(path[2], random_seen);
	text_clear(&message);
	text_format(&message, "seed %lu\n%s", seed, text_get(&text));
	struct explore_options o = {.max_states = 300, .seed = seed};
	bool good = true;
	if (fixture_open(&f, path[0], NULL)) {
		good = agrees(&f, o, "all faults");
		o.find = explore_find_bit(EXPLORE_DEADLOCK);
		good = good && agrees(&f, o, "deadlocks");
	}
	fixture_close(&f);
	for (int i = 0; i < 3; i++) unlink(path[i]);
	rmdir(directory);
	text_clear(&text);
	random_machine_clear(&m);
	ASSERTm(text_get(&message), good);
	PASS();
}

TEST something_was_tested(void)
{
	printf("%lu explorations, %lu reduced, %lu with fewer states (%lu by the solver), %lu "
	       "deadlocks, %lu faults\n",
	       explored, reduced, smaller, solved, deadlocks, faults);
	ASSERT(smaller * 5 > explored && deadlocks > 0 && faults > 0 && goals > 0);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 60;
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	for (uint32_t i = 0; i < sizeof chosen / sizeof *chosen; i++) RUN_TESTp(chosen_ones_agree, i);
	for (uint64_t i = first; i < first + count; i++) RUN_TESTp(processes_agree, i, PLAIN);
	for (uint64_t i = first; i < first + 5 * count; i++) RUN_TESTp(processes_agree, i, SPARSE);
	for (uint64_t i = first; i < first + 2 * count; i++) RUN_TESTp(processes_agree, i, MEMBERS);
	for (uint64_t i = first; i < first + count; i++) RUN_TESTp(random_machines_agree, i);
	RUN_TEST(something_was_tested);
	text_clear(&message);
	GREATEST_MAIN_END();
}
