/* `disprove` on random machines that are refined by themselves, with something changed now and then,
 * against exhaustive evaluation: from all states in which both have the same values, all outcomes of an
 * operation are among those of the abstract one. With arguments FIRST COUNT it takes other seeds. */
#include "tests/greatest.h"

#include "encode/encode.h"
#include "prove/prove.h"
#include "tests/fixture.h"
#include "tests/random/random_machine.h"

#include <unistd.h>

enum { MOST_STATES = 1500, MOST_STEPS = 3000000, MOST_OUTCOMES = 400, MOST_OPERATIONS = 16 };
enum { PRE, GUARD, SIMULATION, KINDS_OF_FAULT };

struct stats {
	uint64_t machines, partial, rejected, states, refuted, proved, open;
};
static struct stats stats;
static struct text message; /* shown after the test has ended */

/* ---- texts ----------------------------------------------------------------------------------------- */

static void write_file(const char *directory, const char *file, const char *text)
{
	char path[80];
	snprintf(path, sizeof path, "%s/%s", directory, file);
	FILE *f = fopen(path, "we");
	REQUIRE(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

static void remove_file(const char *directory, const char *file)
{
	char path[80];
	snprintf(path, sizeof path, "%s/%s", directory, file);
	unlink(path);
}

/* One word is exchanged for another one, at a random place if there is one. */
static void change(struct text *t, uint64_t random)
{
	static const char *const words[][2] = {
	    {"TRUE", "FALSE"}, {"FALSE", "TRUE"}, {" e1", " e2"},
	    {"e3", "e2"},      {" 1", " 0"},      {" 0", " 2"},
	    {" 2", " 1"},      {"= e", "/= e"},   {":= {", ":= {} \\/ {"},
	    {"{}", "E"},       {"S - S", "S"}};
	const char **word = (const char **)(uintptr_t)words[random % (sizeof words / sizeof *words)];
	const char *text = text_get(t), *at = text, *found = NULL;
	for (uint64_t left = random / 8 % 5; (at = strstr(at, word[0])); at++) {
		found = at;
		if (left-- == 0) break;
	}
	if (!found) return;
	struct text new = {0};
	text_format(&new, "%.*s%s%s", (int)(found - text), text, word[1], found + strlen(word[0]));
	text_clear(t);
	*t = new;
}

/* Afterwards one of the variables gets the value that it has at the start. */
static void add_reset(struct text *operation, const char *initialisation, uint64_t random)
{
	const char *text = text_get(operation), *at = strstr(text, " = "), *part = initialisation, *end;
	for (uint64_t left = random % 4; left && (end = strstr(part, " || ")); left--) part = end + 4;
	end = strstr(part, " || ");
	struct text new = {0};
	text_format(&new, "%.*s = BEGIN %s; %.*s END", (int)(at - text), text, at + 3,
	            (int)(end ? (size_t)(end - part) : strlen(part)), part);
	text_clear(operation);
	*operation = new;
}

static void refinement_text(struct random_machine *m, uint64_t seed, struct text *out)
{
	const char *variables = strstr(text_get(&m->head), "VARIABLES");
	uint64_t random = seed * 0x9e3779b97f4a7c15u >> 20;
	text_format(out, "REFINEMENT R REFINES M\n%s%s", m->includes ? "INCLUDES N\n" : "", variables);
	text_format(out, "INVARIANT %s\n", text_get(&m->bounded));
	if (random % 4 == 1) change(&m->initialisation, random / 4);
	text_format(out, "INITIALISATION %s\nOPERATIONS\n", text_get(&m->initialisation));
	for (uint32_t i = 0; i < m->operation_count; i++) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		for (uint32_t k = 0; random >> 40 & 1 && k < 6; k++)
			change(&m->operations[i], random >> (41 + k));
		if (random >> 50 & 1)
			add_reset(&m->operations[i], text_get(&m->initialisation), random >> 52);
		text_format(out, "%s%s", i ? ";\n" : "", text_get(&m->operations[i]));
	}
	text_add(out, "\nEND\n");
}

/* ---- what exhaustive evaluation says --------------------------------------------------------------- */

struct rows {
	struct eval *eval;
	struct decl **names;
	uint32_t width, count;
	value *at;
	bool is_full;
};

struct oracle {
	struct explore *explore;
	struct explore_view view;
	const struct machine *main, *abstract;
	struct rows own, other;            /* of the refinement and of the abstraction */
	const struct operation *o, *up;    /* looked at now */
	uint32_t row;                      /* 0: the initialisation */
	const struct node *abstract_start; /* its initialisation */
	bool is_wrong[MOST_OPERATIONS + 1][KINDS_OF_FAULT], is_left_out[MOST_OPERATIONS + 1];
	bool may_fail[MOST_OPERATIONS + 1];
	uint64_t states;
	bool gives_up;
};

static bool add_row(void *data)
{
	struct rows *r = data;
	r->is_full |= r->count == MOST_OUTCOMES;
	if (r->is_full) return false;
	for (uint32_t i = 0; i < r->width; i++)
		r->at[r->count * r->width + i] = eval_get(r->eval, r->names[i]);
	r->count++;
	return true;
}

static struct decl *same_in(const struct machine *m, struct decl *d, const struct machine *main)
{
	for (uint32_t i = 0; d->machine == main && i < m->decls.count; i++)
		if (m->decls.at[i]->kind == DECL_VARIABLE && m->decls.at[i]->name == d->name)
			return m->decls.at[i];
	return d;
}

static const struct node *body_of(const struct operation *o)
{
	return o->body->op == OP_S_PRE ? o->body->kid[1] : o->body;
}

/* Executes one side; false if some way fails. */
static bool execute(struct oracle *x, struct rows *r, const struct node *body,
                    const struct operation *o)
{
	uint32_t variables = x->view.variable_count;
	r->count = 0;
	r->width = variables + (o ? o->results->count : 0);
	for (uint32_t i = 0; o && i < o->results->count; i++) {
		r->names[variables + i] = o->results->kid[i]->decl;
		eval_set(x->view.eval, o->results->kid[i]->decl, VALUE_NONE);
	}
	enum truth t = eval_execute(x->view.eval, body, add_row, r);
	x->gives_up |= r->is_full;
	if (t == EVAL_FAILED) {
		enum eval_failure_kind k = eval_failed(x->view.eval)->kind;
		x->gives_up |= k == EVAL_LIMIT || k == EVAL_OVERFLOW || k == EVAL_UNSUPPORTED;
	}
	return t != EVAL_FAILED;
}

static void compare_outcomes(struct oracle *x)
{
	if (x->gives_up || x->own.count == 0) return;
	if (x->other.count == 0) x->is_wrong[x->row][GUARD] = true;
	for (uint32_t i = 0; x->other.count && i < x->own.count; i++) {
		bool is_there = false;
		const value *row = x->own.at + i * x->own.width;
		for (uint32_t k = 0; k < x->other.count; k++)
			is_there |= !memcmp(row, x->other.at + k * x->other.width, x->own.width * sizeof *row);
		if (!is_there) x->is_wrong[x->row][SIMULATION] = true;
	}
}

static bool each_parameter(void *data)
{
	struct oracle *x = data;
	struct eval *e = x->view.eval;
	for (uint32_t i = 0; i < x->o->parameters->count; i++)
		eval_set(e, x->o->parameters->kid[i]->decl, eval_get(e, x->up->parameters->kid[i]->decl));
	if (x->o->body->op == OP_S_PRE) {
		enum truth t = eval_predicate(e, x->o->body->kid[0]);
		if (t == EVAL_FALSE) x->is_wrong[x->row][PRE] = true;
		if (t != EVAL_TRUE) return true;
	}
	execute(x, &x->own, body_of(x->o), x->o);
	if (execute(x, &x->other, body_of(x->up), x->up)) compare_outcomes(x);
	return !x->gives_up;
}

static bool each_state(void *data)
{
	struct oracle *x = data;
	struct eval *e = x->view.eval;
	if (++x->states > MOST_STATES) x->gives_up = true;
	for (uint32_t i = 0; i < x->view.variable_count; i++)
		eval_set(e, x->view.variables[i], eval_get(e, x->other.names[i]));
	if (eval_predicate(e, x->main->invariant) != EVAL_TRUE) return true;
	for (uint32_t i = 0; i < x->main->interface.count && !x->gives_up; i++) {
		x->o = x->main->interface.at[i].decl->operation;
		x->up = x->abstract->interface.at[i].decl->operation;
		x->row = i + 1;
		struct decl *names[8];
		uint32_t count = x->up->parameters->count;
		for (uint32_t k = 0; k < count; k++) names[k] = x->up->parameters->kid[k]->decl;
		const struct node *pre = x->up->body->op == OP_S_PRE ? x->up->body->kid[0] : NULL;
		if (eval_solve(e, names, count, pre, true, each_parameter, x) == EVAL_FAILED)
			x->gives_up = true;
	}
	return !x->gives_up;
}

static bool each_setup(void *data)
{
	struct oracle *x = data;
	struct decl *const *all;
	uint32_t count = eval_variables(x->view.eval, &all);
	for (uint32_t i = 0; i < count; i++) eval_set(x->view.eval, all[i], VALUE_NONE);
	x->row = 0;
	execute(x, &x->own, x->view.initialisation, NULL);
	if (execute(x, &x->other, x->abstract_start, NULL)) compare_outcomes(x);
	return !x->gives_up;
}

static bool has(const struct node *n, bool (*is)(const struct node *))
{
	if (is(n)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (has(n->kid[i], is)) return true;
	return false;
}

static bool is_loop(const struct node *n) { return n->op == OP_S_WHILE; }

static bool is_partial(const struct node *n)
{
	bool is_formula = op_info(n->op)->class != CLASS_SUBST && n->op != OP_IDS && n->op != OP_LIST;
	return n->op == OP_S_CALL || n->op == OP_S_VAR || (is_formula && defined_may_fail(n));
}

static void look_at_texts(struct oracle *x)
{
	for (uint32_t i = 0; i <= x->main->interface.count; i++) {
		const struct node *own = x->main->initialisation, *up = x->abstract->initialisation;
		if (i) own = x->main->interface.at[i - 1].decl->operation->body;
		if (i) up = x->abstract->interface.at[i - 1].decl->operation->body;
		x->is_left_out[i] = has(own, is_loop) || has(up, is_loop);
		x->may_fail[i] = has(up, is_partial);
	}
}

static const struct node *conjunction(struct fixture *s, const struct node *a, const struct node *b)
{
	struct node *n = node_new(&s->arena, OP_AND, (struct pos){0}, 1 + (a != NULL));
	n->kid[0] = b;
	if (a) n->kid[1] = n->kid[0], n->kid[0] = a;
	return n;
}

static void open_oracle(struct fixture *s, struct oracle *x)
{
	struct explore_options o = {.alone = true};
	x->main = s->project->main;
	for (uint32_t i = 0; i < x->main->references.count; i++)
		if (x->main->references.at[i].kind == REF_REFINES)
			x->abstract = x->main->references.at[i].target;
	x->explore = explore_open(s->project, s->values, &s->universe, &o);
	explore_view(x->explore, &x->view);
	uint32_t count = x->view.variable_count;
	for (struct rows *r = &x->own;; r = &x->other) {
		r->eval = x->view.eval;
		r->names = ARENA_ARRAY(&s->arena, count + 8, struct decl *);
		r->at = ARENA_ARRAY(&s->arena, (count + 8) * MOST_OUTCOMES, value);
		for (uint32_t i = 0; i < count; i++)
			r->names[i] = r == &x->own ? x->view.variables[i]
			                           : same_in(x->abstract, x->view.variables[i], x->main);
		if (r == &x->other) break;
	}
	x->abstract_start = x->abstract->initialisation;
	for (uint32_t i = 0; i < x->abstract->references.count; i++) {
		struct machine *n = x->abstract->references.at[i].target;
		struct node *both = node_new(&s->arena, OP_S_SEQUENCE, x->abstract_start->pos, 2);
		both->kid[0] = n->initialisation;
		both->kid[1] = x->abstract_start;
		x->abstract_start = both;
	}
}

/* False if there is more than was seen. */
static bool evaluate_all(struct fixture *s, struct oracle *x)
{
	open_oracle(s, x);
	struct eval *e = x->view.eval;
	uint32_t constants = x->view.unknown_count, count = constants + x->view.variable_count;
	struct decl **names = ARENA_ARRAY(&s->arena, count + 1, struct decl *);
	for (uint32_t i = 0; i < constants; i++) names[i] = x->view.unknowns[i];
	for (uint32_t i = constants; i < count; i++) names[i] = x->other.names[i - constants];
	look_at_texts(x);
	const struct node *all = conjunction(s, x->view.properties, x->abstract->invariant);
	for (uint32_t i = 0; i < x->abstract->references.count; i++)
		all = conjunction(s, all, x->abstract->references.at[i].target->invariant);
	eval_set_budget(e, MOST_STEPS);
	REQUIRE(x->main->interface.count <= MOST_OPERATIONS);
	bool good =
	    eval_solve(e, names, constants, x->view.properties, true, each_setup, x) != EVAL_FAILED;
	for (uint32_t i = 0; i < count; i++) eval_set(e, names[i], VALUE_NONE);
	good = good && !x->gives_up &&
	       eval_solve(e, names, count, all, true, each_state, x) != EVAL_FAILED;
	stats.states += x->states;
	good &= !x->gives_up;
	explore_close(x->explore);
	return good;
}

/* ---- comparing ------------------------------------------------------------------------------------- */

struct comparison {
	struct prover *prover;
	const struct machine *main;
	struct text *why;
	bool is_refuted[MOST_OPERATIONS + 1][KINDS_OF_FAULT], is_open[MOST_OPERATIONS + 1];
	bool is_partial; /* the evaluator has not seen all states */
	bool is_bad;
};

static void tell(void *data, uint32_t index, struct obligation_answer *a)
{
	struct comparison *c = data;
	const struct obligation *o = prover_obligation(c->prover, index);
	const char *own = strrchr(o->name, '/') + 1;
	uint32_t row = 0;
	for (uint32_t i = 0; o->operation && i < c->main->interface.count; i++)
		if (c->main->interface.at[i].decl->operation == o->operation) row = i + 1;
	int kind = !strcmp(own, "pre") ? PRE : !strcmp(own, "guard") ? GUARD : SIMULATION;
	stats.open += a->status == OBLIGATION_OPEN;
	stats.refuted += a->status == OBLIGATION_REFUTED;
	stats.proved += a->status == OBLIGATION_PROVED || a->status == OBLIGATION_PROVED_FOR_SIZES;
	if (a->status == OBLIGATION_OPEN) c->is_open[row] = true;
	if (a->status == OBLIGATION_REFUTED) c->is_refuted[row][kind] = true;
	if (a->status == OBLIGATION_DOUBTFUL) {
		text_format(c->why, "%s: %s\n", o->name, a->reason);
		c->is_bad = true;
	}
	obligation_answer_clear(a);
}

static void compare(struct comparison *c, const struct oracle *x)
{
	static const char *const kinds[] = {"pre", "guard", "simulates"};
	for (uint32_t i = 0; i <= c->main->interface.count; i++)
		for (int k = 0; k < KINDS_OF_FAULT && !x->is_left_out[i]; k++) {
			bool expected = x->is_wrong[i][k], is = c->is_refuted[i][k];
			/* a guard of the abstraction without a truth value: it is wrong itself */
			if (expected == is || (is && c->is_partial)) continue;
			if (expected && (x->may_fail[i] || c->is_open[i])) continue;
			text_format(c->why, "row %u, %s: the evaluator says %s\n", i, kinds[k],
			            expected ? "refuted" : "holds");
			c->is_bad = true;
		}
}

static bool disprove(struct fixture *s, struct comparison *c, const struct oracle *x)
{
	struct prover_options o = {.search = {.solver = SOLVER_CADICAL,
	                                      .breaks_symmetry = true,
	                                      .finds_symmetry = true,
	                                      .seconds = 5,
	                                      .memory = 1000000000}};
	c->main = s->project->main;
	c->prover = prover_open(s->project, &s->universe, &s->arena, &o);
	uint32_t count = prover_count(c->prover);
	double *seconds = ARENA_ARRAY(&s->arena, count + 1, double);
	for (uint32_t i = 0; i < count; i++) {
		bool is_wanted = prover_obligation(c->prover, i)->kind == OBLIGATION_REFINEMENT;
		seconds[i] = is_wanted ? o.search.seconds : 0;
	}
	prover_run(c->prover, seconds, tell, c);
	compare(c, x);
	prover_close(c->prover);
	return !c->is_bad;
}

static bool compare_files(const char *directory, struct text *why)
{
	struct fixture a, b;
	char path[80];
	struct oracle x = {0};
	struct comparison c = {.why = why};
	snprintf(path, sizeof path, "%s/R.ref", directory);
	bool good = fixture_open(&a, path, NULL);
	stats.rejected += !good;
	if (good) c.is_partial = !evaluate_all(&a, &x);
	fixture_close(&a);
	if (!good) return true;
	stats.machines += !c.is_partial;
	stats.partial += c.is_partial;
	fixture_open(&b, path, NULL);
	bool agree = disprove(&b, &c, &x);
	fixture_close(&b);
	return agree;
}

TEST agree(uint64_t seed)
{
	struct random_machine m;
	struct text abstract = {0}, refinement = {0}, why = {0};
	char directory[] = "/tmp/bounce-refinement-XXXXXX";
	REQUIRE(mkdtemp(directory));
	random_machine(seed, &m);
	random_machine_print_bounded(&m, &abstract);
	refinement_text(&m, seed, &refinement);
	write_file(directory, "M.mch", text_get(&abstract));
	write_file(directory, "R.ref", text_get(&refinement));
	if (m.includes) write_file(directory, "N.mch", random_included);
	bool good = compare_files(directory, &why);
	remove_file(directory, "M.mch");
	remove_file(directory, "R.ref");
	remove_file(directory, "N.mch");
	rmdir(directory);
	text_clear(&message);
	text_format(&message, "seed %lu: %s%s%s", seed, text_get(&why), text_get(&abstract),
	            text_get(&refinement));
	text_clear(&why);
	text_clear(&abstract);
	text_clear(&refinement);
	random_machine_clear(&m);
	ASSERTm(text_get(&message), good);
	PASS();
}

/* Are they worth it? */
TEST are_balanced(uint64_t count)
{
	ASSERT_GT(stats.machines, count / 4);
	ASSERT_GT(stats.refuted, count / 10);
	ASSERT_GT(stats.proved, stats.refuted);
	PASS();
}

/* Seeds of refinements on which the two once differed. */
static const uint64_t once_wrong[] = {861300785, 862302414};

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 80;
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	for (uint64_t seed = first; seed < first + count; seed++) RUN_TESTp(agree, seed);
	RUN_TESTp(are_balanced, count);
	for (uint32_t i = 0; i < sizeof once_wrong / sizeof *once_wrong; i++)
		RUN_TESTp(agree, once_wrong[i]);
	printf("%lu refinements (and %lu in some of their states, %lu rejected), %lu states; %lu "
	       "refuted, %lu "
	       "proved, %lu open\n",
	       stats.machines, stats.partial, stats.rejected, stats.states, stats.refuted, stats.proved,
	       stats.open);
	text_clear(&message);
	GREATEST_MAIN_END();
}
