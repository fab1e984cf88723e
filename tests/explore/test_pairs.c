/* Exploration of random refinements with their abstractions, against a simulation on tables. Machines, their
 * refinements and implementations of those are given by tables of their transitions, preconditions and gluing
 * relations, so that the simulation needs neither parser nor evaluator. With arguments FIRST COUNT it takes
 * other seeds. */
#include "tests/greatest.h"

#include "bmc/bmc.h"
#include "tests/fixture.h"

#include <unistd.h>

enum { N = 4, PARAMETERS = 2, RESULTS = 2, OPERATIONS = 2, LEVELS = 3, MOST = N * N * N };

struct table {                           /* of one machine */
	bool initial[N], linked[N][N];       /* [state above][own state] */
	bool pre[OPERATIONS][N][PARAMETERS]; /* allowed by its own precondition */
	bool steps[OPERATIONS][N][PARAMETERS][N][RESULTS];
	bool has_pre[OPERATIONS];
};

struct chain { /* the machine first */
	struct table at[LEVELS];
	uint32_t count;
	bool has_one_name; /* the variable has the same name everywhere: then nothing else links them */
	bool is_plain;     /* the abstractions have no choice: the solver knows them, too */
};

struct pair_verdict {
	uint32_t states, transitions;
	bool precondition[OPERATIONS], refinement[OPERATIONS + 1]; /* the last: INITIALISATION */
	bool invariant, deadlock, is_unfinished;
	uint32_t depth; /* of the first fault */
};

static struct text message;
static uint64_t right, wrong, chains, unfinished, solved, proved;

/* ---- random tables ------------------------------------------------------------------------------- */

static uint64_t next(uint64_t *random)
{
	*random ^= *random << 13;
	*random ^= *random >> 7;
	*random ^= *random << 17;
	return *random >> 11;
}

static bool is_so(uint64_t *random, uint32_t percent) { return next(random) % 100 < percent; }

static void fill_table(struct table *t, uint64_t *random, uint32_t dense, bool is_first)
{
	for (int i = 0; i < N; i++) t->initial[i] = is_so(random, 40);
	for (int a = 0; a < N; a++)
		for (int c = 0; c < N; c++) t->linked[a][c] = a == c || is_so(random, 30);
	for (int o = 0; o < OPERATIONS; o++) {
		t->has_pre[o] = is_first || is_so(random, 30);
		for (int s = 0; s < N; s++)
			for (int p = 0; p < PARAMETERS; p++) {
				t->pre[o][s][p] = is_so(random, is_first ? 60 : 90);
				for (int k = 0; k < N * RESULTS; k++)
					t->steps[o][s][p][k / RESULTS][k % RESULTS] = is_so(random, dense);
			}
	}
}

/* Mostly a part of what the one above does, so that there are right ones. */
static void weaken(struct table *t, const struct table *above, uint64_t *random)
{
	for (int i = 0; i < N; i++) t->initial[i] = above->initial[i] && is_so(random, 70);
	for (int a = 0; a < N; a++)
		for (int c = 0; c < N; c++) t->linked[a][c] = a == c || is_so(random, 4);
	for (int o = 0; o < OPERATIONS; o++)
		for (int s = 0; s < N; s++)
			for (int p = 0; p < PARAMETERS; p++) {
				t->pre[o][s][p] = above->pre[o][s][p] || is_so(random, 30);
				for (int k = 0; k < N * RESULTS; k++)
					t->steps[o][s][p][k / RESULTS][k % RESULTS] =
					    above->steps[o][s][p][k / RESULTS][k % RESULTS] ? is_so(random, 70)
					                                                    : is_so(random, 1);
			}
}

/* One outcome each. */
static void make_plain(struct table *t, uint64_t *random)
{
	int first = (int)(next(random) % N);
	for (int i = 0; i < N; i++) t->initial[i] = i == first;
	for (int o = 0; o < OPERATIONS; o++)
		for (int k = 0; k < N * PARAMETERS; k++) {
			int s = (int)(next(random) % N), r = (int)(next(random) % RESULTS);
			bool(*steps)[RESULTS] = t->steps[o][k / PARAMETERS][k % PARAMETERS];
			memset(steps, 0, N * sizeof *steps);
			steps[s][r] = true;
		}
}

static void fill_chain(struct chain *c, uint64_t seed)
{
	uint64_t random = seed * 0x9e3779b97f4a7c15u + 0x243f6a8885a308d3u;
	for (int i = 0; i < 5; i++) next(&random);
	c->count = is_so(&random, 30) ? 3 : 2;
	c->is_plain = is_so(&random, 30);
	for (uint32_t i = 0; i < c->count; i++) {
		fill_table(&c->at[i], &random, 25, i == 0);
		if (c->is_plain && i == 0) make_plain(&c->at[i], &random);
		if (i > 0 && !is_so(&random, 20)) weaken(&c->at[i], &c->at[i - 1], &random);
	}
	c->has_one_name = is_so(&random, 30);
	for (uint32_t i = 0; c->has_one_name && i < c->count; i++)
		for (int k = 0; k < N * N; k++) c->at[i].linked[k / N][k % N] = k / N == k % N;
	for (uint32_t i = 1; c->is_plain && i + 1 < c->count; i++) {
		bool is_other = is_so(&random, 20);
		if (is_other) make_plain(&c->at[i], &random);
		else c->at[i] = c->at[0];
		for (int s = 0; s < N; s++) c->at[i].linked[s][s] = true;
	}
	if (c->is_plain) return;
	c->at[0].initial[next(&random) % N] = true;
	for (uint32_t i = 1; i < c->count; i++)
		if (is_so(&random, 80))
			for (int s = 0; s < N; s++) c->at[i].initial[s] |= c->at[0].initial[s];
}

/* ---- their texts --------------------------------------------------------------------------------- */

static char variable(const struct chain *c, uint32_t level)
{
	return c->has_one_name ? 'a' : (char)('a' + level);
}

static void add_item(struct text *out, const char *before, const char *format, int a, int b)
{
	if (text_get(out)[out->count - 1] != '{') text_add(out, ",");
	text_add(out, before);
	text_format(out, format, a, b);
}

static void plain_text(const struct table *t, char v, int o, struct text *out)
{
	for (int k = 0; k < N * PARAMETERS * N * RESULTS; k++) {
		int r = k % RESULTS, to = k / RESULTS % N, p = k / RESULTS / N % PARAMETERS;
		int s = k / RESULTS / N / PARAMETERS;
		if (!t->steps[o][s][p][to][r]) continue;
		bool is_last = s == N - 1 && p == PARAMETERS - 1;
		if (is_last) text_add(out, "ELSE ");
		else text_format(out, "%s %c = %d & p = %d THEN ", s || p ? "ELSIF" : "IF", v, s, p);
		text_format(out, "%c := %d || r := %d ", v, to, r);
	}
	text_add(out, "END");
}

static void operation_text(const struct table *t, char v, int o, bool is_plain, struct text *out)
{
	char key[32];
	text_format(out, "  r <-- op%d(p) = ", o);
	if (t->has_pre[o]) {
		text_format(out, "PRE p : 0..%d & %c |-> p : {", PARAMETERS - 1, v);
		for (int s = 0; s < N; s++)
			for (int p = 0; p < PARAMETERS; p++)
				if (t->pre[o][s][p]) add_item(out, "", "%d |-> %d", s, p);
		text_add(out, "} THEN ");
	}
	if (is_plain) plain_text(t, v, o, out);
	if (is_plain && t->has_pre[o]) text_add(out, " END");
	if (is_plain) return;
	text_format(out, "ANY s, q WHERE %c |-> p |-> s |-> q : {", v);
	for (int s = 0; s < N; s++)
		for (int p = 0; p < PARAMETERS; p++)
			for (int k = 0; k < N * RESULTS; k++)
				if (t->steps[o][s][p][k / RESULTS][k % RESULTS]) {
					snprintf(key, sizeof key, "%d |-> %d |-> ", s, p);
					add_item(out, key, "%d |-> %d", k / RESULTS, k % RESULTS);
				}
	text_format(out, "} THEN %c := s || r := q END%s", v, t->has_pre[o] ? " END" : "");
}

static void machine_text(const struct chain *c, uint32_t level, struct text *out)
{
	const struct table *t = &c->at[level];
	char v = variable(c, level);
	if (level == 0) text_add(out, "MACHINE M0\n");
	else text_format(out, "REFINEMENT M%u REFINES M%u\n", level, level - 1);
	text_format(out, "VARIABLES %c\nINVARIANT %c : 0..%d", v, v, N - 1);
	if (level > 0 && !c->has_one_name) {
		text_format(out, " & %c |-> %c : {", variable(c, level - 1), v);
		for (int i = 0; i < N; i++)
			for (int k = 0; k < N; k++)
				if (t->linked[i][k]) add_item(out, "", "%d |-> %d", i, k);
		text_add(out, "}");
	}
	bool is_plain = c->is_plain && level + 1 < c->count;
	text_format(out, "\nINITIALISATION %c :%s", v, is_plain ? "= " : ": {");
	for (int i = 0; i < N; i++) {
		if (t->initial[i] && is_plain) text_format(out, "%d", i);
		else if (t->initial[i]) add_item(out, "", "%d", i, 0);
	}
	text_format(out, "%s\nOPERATIONS\n", is_plain ? "" : "}");
	for (int o = 0; o < OPERATIONS; o++) {
		if (o) text_add(out, ";\n");
		operation_text(t, v, o, c->is_plain && level + 1 < c->count, out);
	}
	text_add(out, "\nEND\n");
}

/* ---- the simulation ------------------------------------------------------------------------------ */

/* A state is a number, of which the refinement is the last digit. */
struct simulation {
	const struct chain *c;
	struct pair_verdict *out;
	bool is_known[MOST];
	int queue[MOST], count;
	uint32_t depth[MOST], now; /* of the states; of faults */
};

static void fault(struct simulation *m)
{
	if (m->now < m->out->depth) m->out->depth = m->now;
}

static int own(const struct simulation *m, int tuple, uint32_t level)
{
	for (uint32_t i = m->c->count - 1; i > level; i--) tuple /= N;
	return tuple % N;
}

static void reach(struct simulation *m, int tuple)
{
	if (m->is_known[tuple]) return;
	m->is_known[tuple] = true;
	m->depth[tuple] = m->now;
	m->queue[m->count++] = tuple;
}

/* All ways to go along with `below`, the state and result of the level below. */
struct paths {
	int found[MOST], count;
	int outcomes, same, passed; /* of the direct abstraction; with the same result; linked */
};

static void climb(struct simulation *m, int from, int op, int p, uint32_t level, int tuple,
                  int weight, int below, int result, struct paths *w)
{
	const struct table *t = &m->c->at[level - 1];
	int s = op < 0 ? 0 : own(m, from, level - 1);
	for (int next_state = 0; next_state < N; next_state++)
		for (int r = 0; r < RESULTS; r++) {
			bool can =
			    op < 0 ? t->initial[next_state] && r == 0 : t->steps[op][s][p][next_state][r];
			bool is_direct = level == m->c->count - 1;
			if (!can) continue;
			if (is_direct) w->outcomes++;
			if (op >= 0 && r != result) continue;
			if (m->c->has_one_name && next_state != below) continue;
			if (is_direct) w->same++;
			if (!m->c->at[level].linked[next_state][below]) continue;
			if (is_direct) w->passed++;
			int now = tuple + next_state * weight;
			if (level > 1) climb(m, from, op, p, level - 1, now, weight * N, next_state, r, w);
			else w->found[w->count++] = now;
		}
}

static void follow(struct simulation *m, int from, int op, int p, int to, int result)
{
	struct paths w = {0};
	climb(m, from, op, p, m->c->count - 1, to, N, to, result, &w);
	int place = op < 0 ? OPERATIONS : op;
	bool is_new[MOST] = {0};
	for (int i = 0; i < w.count; i++) {
		if (!is_new[w.found[i]]) m->out->transitions++;
		is_new[w.found[i]] = true;
		reach(m, w.found[i]);
	}
	if (w.count) return;
	if (!w.passed) fault(m);
	if (w.passed) m->out->is_unfinished = true;
	else if (w.same == 1) m->out->invariant = true;
	else m->out->refinement[place] = true;
}

static bool is_allowed(const struct simulation *m, int tuple, int op, int p)
{
	for (uint32_t i = 0; i + 1 < m->c->count; i++) {
		const struct table *t = &m->c->at[i];
		if (t->has_pre[op] && !t->pre[op][own(m, tuple, i)][p]) return false;
	}
	return true;
}

static void visit(struct simulation *m, int tuple)
{
	const struct table *t = &m->c->at[m->c->count - 1];
	int s = own(m, tuple, m->c->count - 1);
	bool is_enabled = false;
	for (int op = 0; op < OPERATIONS; op++)
		for (int p = 0; p < PARAMETERS; p++) {
			if (!is_allowed(m, tuple, op, p)) continue;
			m->now = m->depth[tuple];
			if (t->has_pre[op] && !t->pre[op][s][p]) {
				m->out->precondition[op] = is_enabled = true;
				fault(m);
				continue;
			}
			m->now++;
			for (int k = 0; k < N * RESULTS; k++)
				if (t->steps[op][s][p][k / RESULTS][k % RESULTS]) {
					is_enabled = true;
					follow(m, tuple, op, p, k / RESULTS, k % RESULTS);
				}
		}
	if (is_enabled) return;
	m->now = m->depth[tuple];
	m->out->deadlock = true;
	fault(m);
}

static void simulate(const struct chain *c, struct pair_verdict *out)
{
	struct simulation m = {.c = c, .out = out};
	const struct table *t = &c->at[c->count - 1];
	out->depth = UINT32_MAX;
	for (int i = 0; i < N; i++)
		if (t->initial[i]) follow(&m, 0, -1, 0, i, 0);
	for (int i = 0; i < m.count; i++) visit(&m, m.queue[i]);
	out->states = (uint32_t)m.count;
}

/* ---- the exploration ----------------------------------------------------------------------------- */

static void take_finding(const struct explore_finding *f, struct pair_verdict *out)
{
	int op = f->name && strncmp(f->name, "op", 2) == 0 ? f->name[2] - '0' : OPERATIONS;
	if (f->kind == EXPLORE_INVARIANT) out->invariant = true;
	if (f->kind == EXPLORE_REFINEMENT) out->refinement[op] = true;
	if (f->kind == EXPLORE_PRECONDITION) out->precondition[op] = true;
	if (f->kind == EXPLORE_DEADLOCK) out->deadlock = true;
}

static bool explore(const char *path, struct pair_verdict *out)
{
	struct fixture s;
	struct explore_options o = {0};
	bool good = fixture_open(&s, path, NULL);
	if (good) {
		struct explore *x = explore_open(s.project, s.values, &s.universe, &o);
		const struct explore_result *r = explore_run(x);
		out->states = (uint32_t)r->stats.states;
		out->transitions = (uint32_t)r->stats.transitions;
		out->is_unfinished = r->end == EXPLORE_UNFINISHED;
		for (uint32_t i = 0; i < r->findings.count; i++) {
			struct explore_trace t; /* every trace can be made */
			explore_trace(x, &r->findings.at[i], &t);
			explore_trace_clear(&t);
			take_finding(&r->findings.at[i], out);
		}
		explore_close(x);
	}
	fixture_close(&s);
	return good;
}

/* ---- the solver ---------------------------------------------------------------------------------- */

static uint32_t first_fault(const struct explore_result *r)
{
	uint32_t depth = UINT32_MAX;
	for (uint32_t i = 0; i < r->findings.count; i++)
		if (r->findings.at[i].severity == DIAG_ERROR && r->findings.at[i].depth < depth)
			depth = r->findings.at[i].depth;
	return depth;
}

/* A result that differs is looked for with what goes wrong in the state before, which is a depth less. */
static bool is_first(const struct explore_result *r, uint32_t expected)
{
	uint32_t depth = first_fault(r);
	for (uint32_t i = 0; i < r->findings.count; i++)
		if (r->findings.at[i].kind == EXPLORE_REFINEMENT && depth == expected + 1) return true;
	return depth == expected;
}

static bool has_no_initial(const struct explore_result *r)
{
	for (uint32_t i = 0; i < r->findings.count; i++)
		if (r->findings.at[i].kind == EXPLORE_NO_INITIAL_STATE) return true;
	return false;
}

/* Does it find the first fault, and prove nothing where there is one? What it cannot follow is that of the
 * abstractions themselves. */
static bool solve(const char *path, const struct pair_verdict *expected, struct text *why)
{
	struct fixture s;
	struct explore_options o = {0};
	struct run_options ro = {.find = RUN_ALL & ~RUN_UNDEFINED, .search.solver = SOLVER_CADICAL};
	enum run_answer a = RUN_NONE;
	REQUIRE(fixture_open(&s, path, NULL));
	struct explore *x = explore_open(s.project, s.values, &s.universe, &o);
	bool is_known = explore_product(x) != NULL;
	struct run *r = run_open(x, s.project, s.values, &s.universe, &ro);
	bool is_proved = false;
	while (is_known && a == RUN_NONE && run_depth(r) <= MOST) {
		a = run_deepen(r);
		if (a == RUN_NONE && run_depth(r) == 1) is_proved = run_induct(r) == RUN_PROVED;
	}
	uint32_t found = first_fault(explore_result(x));
	bool is_vacuous = has_no_initial(explore_result(x)) || a == RUN_VACUOUS;
	bool good = is_known && a != RUN_DOUBTFUL &&
	            (a == RUN_INCONCLUSIVE ? expected->is_unfinished
	             : a == RUN_FOUND      ? is_first(explore_result(x), expected->depth)
	                                   : expected->depth == UINT32_MAX || is_vacuous);
	good &= !is_proved || expected->depth == UINT32_MAX;
	solved += good;
	proved += is_proved;
	text_format(why, "the solver: known %d, answer %d, depth %u, proved %d, expected %u\n",
	            is_known, a, found, is_proved, expected->depth);
	run_close(r);
	explore_close(x);
	fixture_close(&s);
	return good;
}

static void describe(const struct pair_verdict *v, struct text *out)
{
	text_format(out, "%u states, %u transitions", v->states, v->transitions);
	for (int i = 0; i < OPERATIONS; i++)
		if (v->precondition[i]) text_format(out, ", precondition %d", i);
	for (int i = 0; i <= OPERATIONS; i++)
		if (v->refinement[i]) text_format(out, ", refinement %d", i);
	text_format(out, "%s%s%s\n", v->invariant ? ", invariant" : "", v->deadlock ? ", deadlock" : "",
	            v->is_unfinished ? ", unfinished" : "");
}

static void write_chain(const struct chain *c, const char *directory, bool is_written)
{
	for (uint32_t i = 0; i < c->count; i++) {
		char path[80];
		struct text t = {0};
		snprintf(path, sizeof path, "%s/M%u.%s", directory, i, i ? "ref" : "mch");
		machine_text(c, i, &t);
		FILE *f = is_written ? fopen(path, "we") : NULL;
		if (is_written) REQUIRE(f && fputs(text_get(&t), f) >= 0 && fclose(f) == 0);
		else text_add(&message, text_get(&t));
		if (!is_written) unlink(path);
		text_clear(&t);
	}
}

static void count_kinds(const struct chain *c, const struct pair_verdict *v)
{
	bool is_wrong = v->invariant;
	for (int i = 0; i <= OPERATIONS; i++) is_wrong |= v->refinement[i];
	for (int i = 0; i < OPERATIONS; i++) is_wrong |= v->precondition[i];
	wrong += is_wrong;
	right += !is_wrong && !v->is_unfinished && v->states > 2;
	unfinished += v->is_unfinished;
	chains += c->count > 2;
}

TEST agrees(uint64_t seed)
{
	struct chain c;
	struct pair_verdict expected, is;
	struct text a = {0}, b = {0};
	char directory[] = "/tmp/bounce-pairs-XXXXXX", path[80];
	memset(&c, 0, sizeof c);
	memset(&expected, 0, sizeof expected);
	memset(&is, 0, sizeof is);
	REQUIRE(mkdtemp(directory));
	fill_chain(&c, seed);
	write_chain(&c, directory, true);
	snprintf(path, sizeof path, "%s/M%u.ref", directory, c.count - 1);
	simulate(&c, &expected);
	bool is_read = explore(path, &is);
	describe(&expected, &a);
	describe(&is, &b);
	bool good = is_read && strcmp(text_get(&a), text_get(&b)) == 0;
	if (good && c.is_plain) good = solve(path, &expected, &b);
	text_clear(&message);
	text_format(&message, "seed %lu:\nexpected %sis       %s", seed, text_get(&a), text_get(&b));
	write_chain(&c, directory, false);
	rmdir(directory);
	text_clear(&a);
	text_clear(&b);
	count_kinds(&c, &expected);
	ASSERTm(text_get(&message), good);
	PASS();
}

/* Are they worth it? */
TEST are_balanced(uint64_t count)
{
	ASSERT_GT(right, count / 20);
	ASSERT_GT(wrong, count / 4);
	ASSERT_GT(chains, count / 5);
	ASSERT_GT(solved, count / 5);
	PASS();
}

/* ---- limits -------------------------------------------------------------------------------------- */

static void write_file(const char *directory, const char *file, const char *text)
{
	char path[80];
	snprintf(path, sizeof path, "%s/%s", directory, file);
	FILE *f = text ? fopen(path, "we") : NULL;
	if (text) REQUIRE(f && fputs(text, f) >= 0 && fclose(f) == 0);
	else unlink(path);
}

static uint64_t search_until(struct fixture *f, uint64_t effort)
{
	_Atomic int stop = 0;
	struct explore_options o = {.stop = &stop};
	struct explore *x = explore_open(f->project, f->values, &f->universe, &o);
	struct explore_view v;
	explore_view(x, &v);
	eval_set_alarm(v.eval, effort, &stop, 1);
	const struct explore_result *r = explore_run(x);
	uint64_t states = r->end == EXPLORE_ALL ? r->stats.states : 0;
	explore_close(x);
	return states;
}

/* The flag is looked at now and then only: what was stopped may come to its end when it is executed again. */
TEST calls_may_be_stopped_anywhere(void)
{
	enum { FIRST = 256, LAST = 30000, STEP = 64, STATES = 9 };
	char directory[] = "/tmp/bounce-pairs-XXXXXX", path[80];
	struct fixture f;
	REQUIRE(mkdtemp(directory));
	write_file(directory, "A.mch",
	           "MACHINE A VARIABLES x INVARIANT x : 0..8 INITIALISATION x := 0\n"
	           "OPERATIONS op = ASSERT x < 9 THEN x := x + 1 END END");
	write_file(
	    directory, "R.ref",
	    "REFINEMENT R REFINES A VARIABLES x INITIALISATION x := 0\n"
	    "OPERATIONS op = SELECT x < 8 & !y.(y : 1..100 => y * y >= y - x) THEN x := x + 1 END END");
	snprintf(path, sizeof path, "%s/R.ref", directory);
	ASSERT(fixture_open(&f, path, NULL));
	for (uint64_t effort = FIRST; effort < LAST; effort += STEP) {
		uint64_t states = search_until(&f, effort);
		ASSERT(states == 0 || states == STATES);
	}
	ASSERT_EQ(STATES, search_until(&f, UINT64_MAX));
	fixture_close(&f);
	write_file(directory, "A.mch", NULL);
	write_file(directory, "R.ref", NULL);
	rmdir(directory);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 400;
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	for (uint64_t seed = first; seed < first + count; seed++) RUN_TESTp(agrees, seed);
	RUN_TESTp(are_balanced, count);
	RUN_TEST(calls_may_be_stopped_anywhere);
	printf("%lu right, %lu wrong, %lu unfinished; %lu chains of three; %lu with the solver, %lu "
	       "proved\n",
	       right, wrong, unfinished, chains, solved, proved);
	text_clear(&message);
	GREATEST_MAIN_END();
}
