/* Relations from the text exclude nothing that happens: of small random machines all states are made, each operation is executed
 * by the evaluator, and whatever it does to operations, guard conjuncts and duties must be in the sets of reduce/. With
 * arguments FIRST COUNT it takes other seeds. */
#include "tests/greatest.h"

#include "tests/fixture.h"
#include "tests/relate/brute.h"
#include "tests/relate/small.h"

enum { MOST_PREDICATES = 64 };

static struct text message;
static struct {
	uint64_t machines, skipped, states, more, present[RELATION_COUNT], absent[RELATION_COUNT];
} sum;

struct comparison {
	const struct relation_table *r;
	struct brute *b;
	enum truth guards[2][MOST_PREDICATES], duties[2][MOST_PREDICATES]; /* before, after */
	bool enabled[2][BRUTE_MOST];
	bool good;
};

static void expect(struct comparison *c, enum relation kind, uint32_t of, uint32_t operation)
{
	static const char *const names[RELATION_COUNT] = {
	    "depends",     "together", "enables", "disables", "makes true",
	    "makes false", "breaks",   "repairs", "races",    "moves"};
	if (relations_has(c->r, kind, of, operation)) return;
	if (c->good)
		text_format(&message, "'%s' of %u: operation %u is left out\n", names[kind], of, operation);
	c->good = false;
}

/* ---- one state, one step --------------------------------------------------------------------------------- */

static void look(struct comparison *c, bool is_after)
{
	struct eval *e = c->b->view.eval;
	for (uint32_t i = 0; i < c->r->guard_count; i++)
		c->guards[is_after][i] = eval_predicate(e, c->r->guards[i].node);
	for (uint32_t i = 0; i < c->r->duty_count; i++)
		c->duties[is_after][i] = eval_predicate(e, c->r->duties[i]);
	for (uint32_t i = 0; i < c->r->operation_count; i++)
		c->enabled[is_after][i] = brute_is_enabled(c->b, i);
}

static bool guards_hold(const struct comparison *c, uint32_t operation, bool is_after)
{
	for (uint32_t g = c->r->guards_from[operation]; g < c->r->guards_from[operation + 1]; g++)
		if (c->guards[is_after][g] != EVAL_TRUE) return false;
	return true;
}

static void compare_state(struct comparison *c)
{
	for (uint32_t i = 0; i < c->r->operation_count; i++) {
		bool holds = guards_hold(c, i, false);
		bool good = holds ? c->enabled[0][i] || !c->r->is_sure[i] : !c->enabled[0][i];
		if (!good) text_format(&message, "operation %u: enabled, and guards, disagree\n", i);
		c->good &= good;
		for (uint32_t k = 0; k < c->r->operation_count; k++)
			if (c->enabled[0][i] && c->enabled[0][k]) expect(c, RELATION_TOGETHER, i, k);
	}
}

static void compare_step(struct comparison *c, uint32_t operation)
{
	for (uint32_t i = 0; i < c->r->guard_count; i++) {
		bool was = c->guards[0][i] == EVAL_TRUE, is = c->guards[1][i] == EVAL_TRUE;
		if (was != is) expect(c, is ? RELATION_MAKES_TRUE : RELATION_MAKES_FALSE, i, operation);
	}
	for (uint32_t i = 0; i < c->r->duty_count; i++) {
		enum truth was = c->duties[0][i], is = c->duties[1][i];
		if (was != is)
			expect(c, was == EVAL_TRUE ? RELATION_BREAKS : RELATION_REPAIRS, i, operation);
	}
	for (uint32_t i = 0; i < c->r->operation_count; i++) {
		bool was = c->enabled[0][i], is = c->enabled[1][i];
		if (was == is) continue;
		expect(c, is ? RELATION_ENABLES : RELATION_DISABLES, i, operation);
		if (guards_hold(c, i, false) && guards_hold(c, i, true))
			expect(c, RELATION_MOVES, i, operation);
	}
}

static void set_state(struct comparison *c, const value *variables)
{
	eval_set_all(c->b->view.eval, c->b->view.variables, c->b->view.variable_count, variables);
}

static void compare_steps(struct comparison *c, const value *kept)
{
	const value *variables = kept + c->b->view.unknown_count;
	eval_set_all(c->b->view.eval, c->b->view.unknowns, c->b->view.unknown_count, kept);
	set_state(c, variables);
	look(c, false);
	compare_state(c);
	for (uint32_t i = 0; i < c->r->operation_count && !c->b->is_over; i++) {
		struct brute_ends e = {.b = c->b};
		brute_go(c->b, variables, i, &e);
		for (uint32_t k = 0; k < e.count; k++) {
			set_state(c, e.at[k]);
			look(c, true);
			compare_step(c, i);
		}
		brute_clear_ends(&e);
	}
}

/* ---- both orders ------------------------------------------------------------------------------------------- */

/* After each step of the one all guard conjuncts of the other are true. */
static bool keeps_guards(struct comparison *c, const value *kept, uint32_t i, uint32_t k)
{
	struct brute_ends e = {.b = c->b};
	bool good = true;
	brute_go(c->b, kept + c->b->view.unknown_count, i, &e);
	for (uint32_t n = 0; n < e.count && good; n++) {
		set_state(c, e.at[n]);
		look(c, true);
		good = guards_hold(c, k, true);
	}
	brute_clear_ends(&e);
	return good;
}

static bool is_in_both(const struct comparison *c, enum relation kind, uint32_t i, uint32_t k)
{
	return relations_has(c->r, kind, i, k) && relations_has(c->r, kind, k, i);
}

static void expect_both(struct comparison *c, enum relation kind, uint32_t i, uint32_t k)
{
	expect(c, kind, i, k);
	expect(c, kind, k, i);
}

static void compare_orders(struct comparison *c, const value *kept, uint32_t i, uint32_t k)
{
	bool may_be = is_in_both(c, RELATION_DEPENDS, i, k) && is_in_both(c, RELATION_RACES, i, k);
	if (may_be || brute_commute_in(c->b, kept, i, k)) return;
	expect_both(c, RELATION_DEPENDS, i, k);
	if (keeps_guards(c, kept, i, k) && keeps_guards(c, kept, k, i))
		expect_both(c, RELATION_RACES, i, k);
}

static void compare_all(struct comparison *c)
{
	struct brute *b = c->b;
	for (uint32_t s = 0; s < b->kept.count && c->good && !b->is_over; s++) {
		compare_steps(c, b->kept.at[s]);
		if (b->kept.count > BRUTE_FEW && s % 3) continue;
		for (uint32_t i = 0; i < c->r->operation_count && !b->is_over; i++)
			for (uint32_t k = 0; k < i; k++) compare_orders(c, b->kept.at[s], i, k);
	}
}

static void count_sets(const struct relation_table *r)
{
	for (uint32_t kind = 0; kind < RELATION_COUNT; kind++) {
		bool of_guards = kind == RELATION_MAKES_TRUE || kind == RELATION_MAKES_FALSE;
		bool of_duties = kind == RELATION_BREAKS || kind == RELATION_REPAIRS;
		uint32_t rows = of_guards ? r->guard_count : of_duties ? r->duty_count : r->operation_count;
		for (uint32_t i = 0; i < rows; i++)
			for (uint32_t k = 0; k < r->operation_count; k++)
				if (relations_has(r, (enum relation)kind, i, k)) sum.present[kind]++;
				else sum.absent[kind]++;
	}
}

/* ---- machines ------------------------------------------------------------------------------------------------ */

static struct relation_table *relations_of(struct arena *a, struct explore *x,
                                           const struct node *initialisation)
{
	const struct explore_result *result = explore_result(x);
	uint32_t count = result->coverage.count, duties = 0;
	bool is_assertion, has_variables;
	const struct operation **operations = ARENA_ARRAY(a, count + 1, const struct operation *);
	const struct node **nodes = ARENA_ARRAY(a, MOST_PREDICATES, const struct node *), *n;
	for (uint32_t i = 0; i < count; i++) operations[i] = result->coverage.at[i].operation;
	while (duties < MOST_PREDICATES && (n = explore_duty(x, duties, &is_assertion, &has_variables)))
		nodes[duties++] = n;
	return relations_open(a, operations, count, nodes, duties, initialisation);
}

/* States that are reached, instead of all. */
static void keep_reached(struct brute *b, struct explore *x)
{
	enum { MOST = 300 };
	brute_clear(b);
	explore_begin(x);
	explore_visit(x, MOST, UINT32_MAX, false);
	for (uint32_t i = 0; i < MOST && explore_load(x, i); i++) {
		value *s = calloc(b->view.unknown_count + b->view.variable_count + 1, sizeof *s);
		eval_get_all(b->view.eval, b->view.unknowns, b->view.unknown_count, s);
		eval_get_all(b->view.eval, b->view.variables, b->view.variable_count,
		             s + b->view.unknown_count);
		VEC_PUSH(&b->kept, s);
	}
}

/* What is said of them alone is more. */
static bool agrees_where_reached(struct fixture *f, struct explore *x, struct brute *b)
{
	const struct relation_table *all = relations_of(&f->arena, x, NULL);
	struct comparison c = {relations_of(&f->arena, x, b->view.initialisation), b, .good = true};
	keep_reached(b, x);
	for (uint32_t kind = 0; kind < RELATION_COUNT; kind++)
		for (uint32_t i = 0; kind < RELATION_MAKES_TRUE && i < c.r->operation_count; i++)
			sum.more += memcmp(relations_set(all, (enum relation)kind, i),
			                   relations_set(c.r, (enum relation)kind, i),
			                   c.r->words * sizeof(uint64_t)) != 0;
	compare_all(&c);
	return c.good;
}

static bool agrees(struct fixture *f)
{
	struct explore_options o = {.alone = true};
	struct explore *x = explore_open(f->project, f->values, &f->universe, &o);
	struct relate_question q = {.project = f->project,
	                            .values = f->values,
	                            .universe = &f->universe,
	                            .explore = x,
	                            .solver = SOLVER_AUTO};
	struct relate *lists = relate_open(&q);
	static struct brute b;
	struct comparison c = {relations_of(&f->arena, x, NULL), .b = &b, .good = true};
	bool is_small = c.r->guard_count <= MOST_PREDICATES && !relate_is_cut(lists);
	if (is_small && brute_run(&b, lists, x, false)) {
		compare_all(&c);
		count_sets(c.r);
		sum.machines++;
		sum.states += b.states;
		if (c.good) c.good = agrees_where_reached(f, x, &b);
	} else {
		sum.skipped++;
	}
	brute_clear(&b);
	relate_close(lists);
	explore_close(x);
	return c.good;
}

static uint32_t draw(uint64_t *state, uint32_t below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33) % below;
}

/* Operations that compare with numbers, and write places of a function: what the text says most of. */
static void places_machine(uint64_t seed, struct text *t)
{
	static const char *const terms[] = {"p", "q", "f(0)", "f(1)"};
	static const char *const relations[] = {"=", "/=", "<", ">="};
	static const char *const actions[] = {"p := %u",         "q := %u",    "f(0) := %u",
	                                      "f(1) := %u",      "f(x) := %u", "q := (p + %u) mod 3",
	                                      "p := f(%u mod 2)"};
	uint64_t s = seed * 0x9e3779b97f4a7c15u + 1;
	text_add(t, "MACHINE M VARIABLES p, q, f\nINVARIANT p : 0..2 & q : 0..2 & f : 0..1 --> 0..2");
	for (uint32_t i = draw(&s, 3); i > 0; i--)
		text_format(t, " & not(%s = %u & %s %s %u)", terms[draw(&s, 2)], draw(&s, 3),
		            terms[draw(&s, 4)], relations[draw(&s, 4)], draw(&s, 3));
	text_add(t, "\nINITIALISATION p, q, f := 0, 0, {0 |-> 0, 1 |-> 0}\nOPERATIONS\n");
	for (uint32_t i = 0, count = 3 + draw(&s, 3); i < count; i++) {
		text_format(t, "%so%u = ANY x WHERE x : 0..1", i ? ";\n" : "", i);
		for (uint32_t k = draw(&s, 3); k > 0; k--)
			text_format(t, " & %s %s %u", terms[draw(&s, 4)], relations[draw(&s, 4)], draw(&s, 3));
		if (draw(&s, 6) == 0) text_add(t, " & f(x) = p");
		text_add(t, " THEN ");
		text_format(t, actions[draw(&s, 7)], draw(&s, 3));
		text_add(t, " END");
	}
	text_add(t, "\nEND\n");
}

/* Counters that are counted up or down, sets and functions that grow or shrink, and what may be said of them. */
static void trends_machine(uint64_t seed, struct text *t)
{
	static const char *const numbers[] = {"p", "q", "card(s)", "q - p", "p + 1", "card(dom(g))",
	                                      "2"};
	static const char *const sets[] = {
	    "s",      "dom(g)", "0 .. p", "s \\/ dom(g)", "(s - (0 .. p))",
	    "p .. q", "{1}",    "g[s]",   "{}",           "s \\/ ran(g)"};
	static const char *const orders[] = {"=", "/=", "<", ">=", ">", "<="};
	static const char *const inclusions[] = {"=", "/=", "<:", "/<:"};
	static const char *const actions[] = {
	    "p := p + 1",           "p := p - 1",     "q := q + 2", "q := q - 1",
	    "s := s \\/ {x}",       "s := s - {x}",   "s := {x}",   "g(x) := %u",
	    "g := g <+ {%u |-> x}", "g := {x} <<| g", "p := %u",    "s := s /\\ (0 .. q)",
	    "g := g |>> {x}",       "q := p",         "skip"};
	uint64_t s = seed * 0x9e3779b97f4a7c15u + 3;
	text_add(t, "MACHINE M VARIABLES p, q, s, g\n"
	            "INVARIANT p : 0..2 & q : 0..2 & s <: 0..2 & g : 0..1 +-> 0..1\n"
	            "INITIALISATION p, q, s, g := 0, 0, {}, {}\nOPERATIONS\n");
	for (uint32_t i = 0, count = 3 + draw(&s, 3); i < count; i++) {
		text_format(t, "%so%u = ANY x WHERE x : 0..1", i ? ";\n" : "", i);
		for (uint32_t k = draw(&s, 4); k > 0; k--) {
			text_add(t, draw(&s, 5) ? " & (" : " & not(");
			if (draw(&s, 2))
				text_format(t, "%s %s %s", numbers[draw(&s, 7)], orders[draw(&s, 6)],
				            numbers[draw(&s, 7)]);
			else if (draw(&s, 2))
				text_format(t, "%u %s %s", draw(&s, 3),
				            draw(&s, 2) ? ":" : "/:", sets[draw(&s, 10)]);
			else
				text_format(t, "%s %s %s", sets[draw(&s, 10)], inclusions[draw(&s, 4)],
				            sets[draw(&s, 10)]);
			if (draw(&s, 6) == 0) text_format(t, " %s p > 0", draw(&s, 2) ? "or" : "=>");
			text_add(t, ")");
		}
		bool has_else = draw(&s, 4) == 0;
		text_add(t, has_else ? " THEN IF q > 0 THEN " : " THEN ");
		text_format(t, actions[draw(&s, 15)], draw(&s, 2));
		if (has_else) {
			text_add(t, " ELSE ");
			text_format(t, actions[draw(&s, 15)], draw(&s, 2));
			text_add(t, " END");
		}
		text_add(t, " END");
	}
	text_add(t, "\nEND\n");
}

/* What types say, and what substitutions do to that. */
static void typed_machine(uint64_t seed, struct text *t)
{
	static const char *const facts[] = {
	    "p : NATURAL",       "p : NATURAL1",      "p : INTEGER",          "p /: NATURAL",
	    "h : BOOL --> BOOL", "h : BOOL +-> BOOL", "h /: BOOL --> BOOL",   "h : BOOL --> {TRUE}",
	    "h : BOOL >-> BOOL", "h <: BOOL * BOOL",  "h : POW(BOOL * BOOL)", "h : {FALSE} +-> BOOL",
	    "dom(h) <: BOOL",    "h : BOOL <-> BOOL", "h : BOOL -->> BOOL"};
	static const char *const actions[] = {"p := p + 1",
	                                      "p := p - 1",
	                                      "p := 0",
	                                      "p := 1",
	                                      "p := 0 - 1",
	                                      "h(x) := FALSE",
	                                      "h(TRUE) := bool(p > 0)",
	                                      "h := h <+ {x |-> TRUE}",
	                                      "h := {x} <<| h",
	                                      "h := h \\/ {x |-> FALSE}",
	                                      "h := {}",
	                                      "h :: BOOL <-> BOOL",
	                                      "h := h |>> {x}",
	                                      "BEGIN h(x) := TRUE; h(TRUE) := FALSE END",
	                                      "IF p > 0 THEN h(x) := TRUE ELSE h := {} END",
	                                      "IF p > 0 THEN h(x) := TRUE ELSE h(TRUE) := x END",
	                                      "h(x) := TRUE || p := p + 2",
	                                      "h := {TRUE |-> x}"};
	enum { FACTS = sizeof facts / sizeof *facts, ACTIONS = sizeof actions / sizeof *actions };
	uint64_t s = seed * 0x9e3779b97f4a7c15u + 7;
	text_add(t, "MACHINE M VARIABLES p, h\nINVARIANT p : -1..2 & h : BOOL <-> BOOL");
	for (uint32_t i = 0; i < 4; i++) text_format(t, " & %s", facts[draw(&s, FACTS)]);
	text_add(t, "\nINITIALISATION p, h := 0, {}\nOPERATIONS\n");
	for (uint32_t i = 0, count = 3 + draw(&s, 3); i < count; i++) {
		text_format(t, "%so%u = ANY x WHERE x : BOOL", i ? ";\n" : "", i);
		for (uint32_t k = draw(&s, 3); k > 0; k--) text_format(t, " & %s", facts[draw(&s, FACTS)]);
		text_format(t, " THEN %s END", actions[draw(&s, ACTIONS)]);
	}
	text_add(t, "\nEND\n");
}

/* Modes with a clock and flags: what is never true together in states that are reached. */
static void modes_machine(uint64_t seed, struct text *t)
{
	static const char *const facts[] = {
	    "m = a", "m = b",     "t = 0", "t > 0", "w = TRUE", "w = FALSE", "n : {b, c}",
	    "n = a", "6 / t > 2", "t < 2", "m = n", "n /= m",   "m /= c",    "v = TRUE"};
	static const char *const actions[] = {"m := b",
	                                      "m := c",
	                                      "n := a || w := TRUE",
	                                      "n := b",
	                                      "t := 2",
	                                      "t := t - 1",
	                                      "w := FALSE",
	                                      "m := a || t := 1",
	                                      "n, v := c, w",
	                                      "t := 0",
	                                      "m := n",
	                                      "v := bool(t = 0)",
	                                      "m := c; t := 2",
	                                      "w, v := v, TRUE",
	                                      "m, t := n, (t + 1) mod 3",
	                                      "w, t := v, 2 - t",
	                                      "m, w := n, v",
	                                      "n, t := m, 2 - t",
	                                      "IF t = 0 THEN m := b ELSE w := TRUE END"};
	enum { FACTS = sizeof facts / sizeof *facts, ACTIONS = sizeof actions / sizeof *actions };
	uint64_t s = seed * 0x9e3779b97f4a7c15u + 5;
	text_add(t, "MACHINE M SETS S = {a, b, c} VARIABLES m, n, t, w, v\n"
	            "INVARIANT m : S & n : S & t : 0..2 & w : BOOL & v : BOOL\n");
	text_add(t, draw(&s, 2) ? "INITIALISATION m, n, t, w, v := a, b, 0, FALSE, FALSE\nOPERATIONS\n"
	                        : "INITIALISATION m, n, t := a, a, 0; w :: BOOL; v, n := w, b\n"
	                          "OPERATIONS\n");
	const char *few[4];                   /* of which all operations speak */
	for (uint32_t i = 0; i < 4; i += 2) { /* two pairs */
		uint32_t pair = draw(&s, FACTS / 2);
		few[i] = facts[2 * pair];
		few[i + 1] = facts[2 * pair + 1];
	}
	for (uint32_t i = 0, count = 3 + draw(&s, 4); i < count; i++) {
		text_format(t, "%so%u = SELECT t : 0..2", i ? ";\n" : "", i);
		for (uint32_t k = 1 + draw(&s, 3); k > 0; k--) text_format(t, " & %s", few[draw(&s, 4)]);
		text_format(t, " THEN %s END", actions[draw(&s, ACTIONS)]);
	}
	text_add(t, "\nEND\n");
}

static void (*const makers[])(uint64_t, struct text *) = {
    small_machine, places_machine, trends_machine, typed_machine, modes_machine};

TEST nothing_that_happens_is_left_out(uint64_t seed, uint32_t maker)
{
	struct text text = {0};
	struct fixture f;
	makers[maker](seed, &text);
	text_clear(&message);
	text_format(&message, "seed %lu\n%s", seed, text_get(&text));
	bool is_read = fixture_open(&f, "M.mch", text_get(&text));
	if (!is_read) diag_print(&f.diag, &message);
	ASSERTm(text_get(&message), is_read && agrees(&f));
	fixture_close(&f);
	text_clear(&text);
	PASS();
}

TEST something_was_excluded(void)
{
	for (uint32_t i = 0; i < RELATION_COUNT; i++) ASSERT(sum.present[i] > 0 && sum.absent[i] > 0);
	ASSERT(sum.more > 0);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 25;
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	for (uint64_t i = first; i < first + count; i++) {
		for (uint32_t k = 0; k < sizeof makers / sizeof *makers; k++)
			RUN_TESTp(nothing_that_happens_is_left_out, i, k);
	}
	RUN_TEST(something_was_excluded);
	printf("%lu machines, %lu skipped, %lu states; in sets and not:", sum.machines, sum.skipped,
	       sum.states);
	for (uint32_t i = 0; i < RELATION_COUNT; i++) printf(" %lu/%lu", sum.present[i], sum.absent[i]);
	printf("; %lu with less where reached\n", sum.more);
	text_clear(&message);
	GREATEST_MAIN_END();
}
