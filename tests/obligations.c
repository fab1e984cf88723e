/* See tests/obligations.h. The oracle is the evaluator alone: it lists all states, and executes each
 * operation from each of them. Where these are too many, what it has seen by then counts. */
#include "tests/obligations.h"

#include "prove/prove.h"
#include "tests/fixture.h"

#include <unistd.h>

enum { MOST_STATES = 2000, MOST_STEPS = 3000000 };

/* ---- what exhaustive evaluation says ---------------------------------------------------------------- */

enum { MOST_INVARIANTS = 40, MOST_OPERATIONS = 24 };

struct verdicts { /* row 0: the initialisation, then the operations of the interface */
	bool is_false[MOST_OPERATIONS + 1][MOST_INVARIANTS];
	bool fails[MOST_OPERATIONS + 1][EVAL_WHILE + 1];
};

struct oracle {
	struct explore *explore;
	struct explore_view view;
	const struct machine *main;
	struct verdicts *out;
	uint32_t row;
	uint64_t states;
	bool gives_up; /* there is more than it has seen */
};

static bool look_after(void *data)
{
	struct oracle *x = data;
	const struct node *n;
	name own;
	for (uint32_t i = 0; (n = explore_invariant(x->explore, i, &own)); i++)
		if (eval_predicate(x->view.eval, n) == EVAL_FALSE) x->out->is_false[x->row][i] = true;
	return true;
}

static void note_failure(struct oracle *x, enum truth t)
{
	if (t != EVAL_FAILED) return;
	enum eval_failure_kind k = eval_failed(x->view.eval)->kind;
	if (k == EVAL_LIMIT || k == EVAL_UNSUPPORTED || k == EVAL_OVERFLOW) x->gives_up = true;
	else x->out->fails[x->row][k] = true;
}

static bool each_state(void *data)
{
	struct oracle *x = data;
	if (++x->states > MOST_STATES) x->gives_up = true;
	for (uint32_t i = 0; i < x->main->interface.count && !x->gives_up; i++) {
		x->row = i + 1;
		note_failure(x, eval_operation(x->view.eval, x->main->interface.at[i].decl->operation,
		                               look_after, x));
	}
	return !x->gives_up;
}

static bool each_setup(void *data)
{
	struct oracle *x = data;
	x->row = 0;
	for (uint32_t i = 0; i < x->view.variable_count; i++)
		eval_set(x->view.eval, x->view.variables[i], VALUE_NONE);
	note_failure(x, eval_execute(x->view.eval, x->view.initialisation, look_after, x));
	return !x->gives_up;
}

static const struct node *hypotheses(struct fixture *s, struct oracle *x)
{
	const struct node *all[64];
	const struct node *n;
	uint32_t count = 0;
	name own;
	for (uint32_t i = 0; x->view.properties && i < x->view.properties->count; i++)
		all[count++] = x->view.properties->kid[i];
	for (uint32_t i = 0; (n = explore_invariant(x->explore, i, &own)) && count < 64; i++)
		all[count++] = n;
	struct node *and = node_new(&s->arena, OP_AND, (struct pos){0}, count);
	memcpy(and->kid, all, count * sizeof *all);
	return and;
}

/* False if there is more than was seen. */
static bool evaluate_all(struct fixture *s, struct verdicts *out, uint64_t *states)
{
	struct explore_options o = {0};
	struct oracle x = {.main = s->project->main, .out = out};
	memset(out, 0, sizeof *out);
	x.explore = explore_open(s->project, s->values, &s->universe, &o);
	explore_view(x.explore, &x.view);
	uint32_t constants = x.view.unknown_count, count = constants + x.view.variable_count;
	struct decl **names = ARENA_ARRAY(&s->arena, count + 1, struct decl *);
	for (uint32_t i = 0; i < constants; i++) names[i] = x.view.unknowns[i];
	for (uint32_t i = constants; i < count; i++) names[i] = x.view.variables[i - constants];
	eval_set_budget(x.view.eval, MOST_STEPS);
	REQUIRE(x.main->interface.count <= MOST_OPERATIONS);
	bool good = eval_solve(x.view.eval, names, constants, x.view.properties, true, each_setup,
	                       &x) != EVAL_FAILED;
	for (uint32_t i = 0; i < count; i++) eval_set(x.view.eval, names[i], VALUE_NONE);
	good = good && !x.gives_up &&
	       eval_solve(x.view.eval, names, count, hypotheses(s, &x), true, each_state, &x) !=
	           EVAL_FAILED;
	*states += x.states;
	good &= !x.gives_up;
	explore_close(x.explore);
	return good;
}

/* ---- comparing --------------------------------------------------------------------------------------- */

struct comparison {
	struct prover *prover;
	const struct verdicts *verdicts;
	const struct machine *main;
	struct obligations_stats *stats;
	struct text *why;
	uint32_t hypotheses;                             /* only these choices, or 0 */
	bool is_partial;                                 /* the evaluator has not seen all states */
	bool fails[MOST_OPERATIONS + 1][EVAL_WHILE + 1]; /* says the prover */
	bool is_refuted[MOST_OPERATIONS + 1], is_missed[MOST_OPERATIONS + 1];
	bool is_open;
	bool is_bad;
};

static uint32_t row_of(const struct comparison *c, const struct obligation *o)
{
	for (uint32_t i = 0; o->operation && i < c->main->interface.count; i++)
		if (c->main->interface.at[i].decl->operation == o->operation) return i + 1;
	return 0;
}

static bool has_loop(const struct node *n)
{
	if (n->op == OP_S_WHILE) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (has_loop(n->kid[i])) return true;
	return false;
}

/* What is proved of loops is more than that executions are fine: only the other direction holds. */
static bool row_has_loop(const struct comparison *c, uint32_t row)
{
	if (row == 0) return has_loop(c->main->initialisation);
	return has_loop(c->main->interface.at[row - 1].decl->operation->body);
}

/* A counterexample on some hypotheses says nothing for sure. */
static bool is_left_open(const struct comparison *c, enum obligation_status s)
{
	return s == OBLIGATION_OPEN || (c->hypotheses && s == OBLIGATION_REFUTED_PARTLY);
}

static void compare_goal(struct comparison *c, const struct obligation *o, uint32_t row,
                         enum obligation_status s)
{
	const char *slash = strrchr(o->name, '/');
	uint32_t number = (uint32_t)strtoul(slash + 4, NULL, 10);
	if (o->what != GOAL_TRUE || strncmp(slash, "/inv", 4) != 0) return;
	/* the invariants of an included machine come first */
	bool expected = c->verdicts->is_false[row][number - 1 + c->main->references.count];
	bool is_refuted = s == OBLIGATION_REFUTED;
	if (is_left_open(c, s) || expected == is_refuted) return;
	if (c->is_partial && is_refuted) return;
	c->is_missed[row] |= expected;
	if (row_has_loop(c, row)) return;
	text_format(c->why, "%s: the evaluator says %s, disprove says %s\n", o->name,
	            expected ? "refuted" : "holds", obligation_status_name(s));
	c->is_bad = true;
}

static void tell(void *data, uint32_t index, struct obligation_answer *a)
{
	struct comparison *c = data;
	const struct obligation *o = prover_obligation(c->prover, index);
	uint32_t row = row_of(c, o);
	c->stats->obligations++;
	c->stats->refuted += a->status == OBLIGATION_REFUTED;
	c->stats->open += a->status == OBLIGATION_OPEN;
	c->stats->proved += a->status == OBLIGATION_PROVED || a->status == OBLIGATION_PROVED_FOR_SIZES;
	if (a->status == OBLIGATION_DOUBTFUL) {
		text_format(c->why, "%s: %s\n", o->name, a->reason);
		c->is_bad = true;
	}
	if (is_left_open(c, a->status)) c->is_open = true;
	c->is_refuted[row] |= a->status == OBLIGATION_REFUTED;
	if (o->kind == OBLIGATION_INITIALISATION || o->kind == OBLIGATION_PRESERVATION)
		compare_goal(c, o, row, a->status);
	if (o->what == GOAL_FINE && a->status == OBLIGATION_REFUTED) c->fails[row][o->trouble] = true;
	obligation_answer_clear(a);
}

/* What goes wrong for the evaluator is refuted; only guards are undefined without going wrong. The first
 * failure hides others, so the converse is asked only where there is none. */
static void compare_failures(struct comparison *c)
{
	for (uint32_t row = 0; row <= c->main->interface.count && !c->is_open; row++) {
		bool any = false;
		if (row_has_loop(c, row)) {
			for (int k = 0; k <= EVAL_WHILE; k++) any |= c->verdicts->fails[row][k];
			if ((!any && !c->is_missed[row]) || c->is_refuted[row]) continue;
			text_format(c->why, "row %u: the evaluator finds a fault, nothing is refuted\n", row);
			c->is_bad = true;
			continue;
		}
		for (int k = 0; k <= EVAL_WHILE; k++) {
			any |= c->verdicts->fails[row][k];
			if (!c->verdicts->fails[row][k] || c->fails[row][k]) continue;
			text_format(c->why, "row %u: the evaluator fails (kind %d), nothing is refuted\n", row,
			            k);
			c->is_bad = true;
		}
		for (int k = EVAL_PRECONDITION; !any && !c->is_partial && k <= EVAL_WHILE; k++) {
			if (!c->fails[row][k]) continue;
			text_format(c->why, "row %u: refuted (kind %d), the evaluator never fails\n", row, k);
			c->is_bad = true;
		}
	}
}

static bool disprove(struct fixture *s, struct comparison *c)
{
	struct prover_options o = {.search = {.solver = SOLVER_CADICAL,
	                                      .breaks_symmetry = true,
	                                      .finds_symmetry = true,
	                                      .seconds = 5,
	                                      .memory = 1000000000}};
	o.hypotheses = c->hypotheses;
	c->main = s->project->main;
	c->prover = prover_open(s->project, &s->universe, &s->arena, &o);
	uint32_t count = prover_count(c->prover);
	double *seconds = ARENA_ARRAY(&s->arena, count + 1, double);
	for (uint32_t i = 0; i < count; i++) seconds[i] = o.search.seconds;
	prover_run(c->prover, seconds, tell, c);
	compare_failures(c);
	prover_close(c->prover);
	return !c->is_bad;
}

static void write_included(const char *directory)
{
	char path[64];
	snprintf(path, sizeof path, "%s/N.mch", directory);
	FILE *f = fopen(path, "we");
	REQUIRE(f && fputs(random_included, f) >= 0 && fclose(f) == 0);
}

static bool compare_text(const char *directory, const char *text, uint32_t hypotheses,
                         struct obligations_stats *stats, struct text *why)
{
	struct fixture a, b;
	char path[64];
	struct verdicts verdicts;
	struct comparison c = {
	    .verdicts = &verdicts, .stats = stats, .why = why, .hypotheses = hypotheses};
	snprintf(path, sizeof path, "%s/M.mch", directory);
	bool good = fixture_open(&a, path, text), agree = true;
	stats->rejected += !good;
	if (good) c.is_partial = !evaluate_all(&a, &verdicts, &stats->states);
	fixture_close(&a);
	if (!good) return true;
	stats->machines += !c.is_partial;
	stats->partial += c.is_partial;
	fixture_open(&b, path, text);
	agree = disprove(&b, &c);
	fixture_close(&b);
	if (!agree) text_add(why, text);
	return agree;
}

/* One choice of hypotheses.def after the other. */
static uint32_t choice_of(uint64_t seed)
{
	uint32_t count = 0;
	while (hypotheses_choice(count)) count++;
	return 1u << seed % count;
}

bool obligations_agree(uint64_t seed, struct obligations_stats *stats, struct text *why)
{
	struct random_machine m;
	struct text text = {0};
	char directory[] = "/tmp/bounce-obligations-XXXXXX", path[64];
	REQUIRE(mkdtemp(directory));
	snprintf(path, sizeof path, "%s/N.mch", directory);
	random_machine(seed, &m);
	random_machine_print_bounded(&m, &text);
	if (m.includes) write_included(directory);
	struct obligations_stats alone = {0};
	bool agree = compare_text(directory, text_get(&text), 0, stats, why) &&
	             compare_text(directory, text_get(&text), choice_of(seed), &alone, why);
	if (m.includes) unlink(path);
	rmdir(directory);
	text_clear(&text);
	random_machine_clear(&m);
	return agree;
}

void obligations_print(const struct obligations_stats *s, FILE *out)
{
	fprintf(out,
	        "%lu machines (and %lu in some of their states, %lu rejected), %lu states; %lu "
	        "obligations: "
	        "%lu refuted, %lu proved, %lu open\n",
	        s->machines, s->partial, s->rejected, s->states, s->obligations, s->refuted, s->proved,
	        s->open);
}
