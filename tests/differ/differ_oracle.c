/* A predicate in the context of tests/differ/differential.mch, and its solutions as the evaluator sees them. */
#include "tests/differ/differ.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>

/* ---- solutions ----------------------------------------------------------------------------------- */

void solutions_add(struct solutions *s, const value *solution)
{
	for (uint32_t i = 0; i < s->width; i++) VEC_PUSH(&s->list, solution[i]);
	s->count++;
}

void solutions_clear(struct solutions *s)
{
	VEC_CLEAR(&s->list);
	s->count = 0;
}

static int compare(const void *a, const void *b, void *width)
{
	return memcmp(a, b, *(const uint32_t *)width * sizeof(value));
}

void solutions_sort(struct solutions *s)
{
	size_t size = s->width * sizeof(value);
	if (s->count < 2 || s->width == 0) {
		if (s->count > 1) s->count = 1;
		return;
	}
	qsort_r(s->list.at, s->count, size, compare, &s->width);
	uint32_t kept = 1;
	for (uint32_t i = 1; i < s->count; i++) {
		const value *next = s->list.at + i * s->width;
		if (memcmp(s->list.at + (kept - 1) * s->width, next, size) == 0) continue;
		memmove(s->list.at + kept++ * s->width, next, size);
	}
	s->count = kept;
	s->list.count = kept * s->width;
}

uint32_t solutions_find(const struct solutions *s, const value *solution)
{
	uint32_t low = 0, high = s->count;
	if (s->width == 0) return high ? 0 : UINT32_MAX;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		int c = memcmp(s->list.at + middle * s->width, solution, s->width * sizeof(value));
		if (c == 0) return middle;
		if (c < 0) low = middle + 1;
		else high = middle;
	}
	return UINT32_MAX;
}

/* ---- time ---------------------------------------------------------------------------------------- */

static _Atomic int is_late; /* how often it rang */
static void (*volatile on_hang)(void);
static double seconds_before, seconds_each;

static double processor_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Others may have had the processor: then it has more time, but not for ever. */
static bool had_its_time(void)
{
	enum { PATIENCE = 30 };
	return is_late > PATIENCE || processor_seconds() - seconds_before > 1.5 * seconds_each;
}

/* The first time it asks, later it insists. */
static void ring(int unused)
{
	(void)unused;
	if (is_late && on_hang && had_its_time()) on_hang();
	is_late++;
}

const _Atomic int *clock_start(double seconds, void (*hangs)(void))
{
	is_late = 0;
	on_hang = hangs;
	seconds_before = processor_seconds();
	seconds_each = seconds;
	struct sigaction on_ring = {.sa_handler = ring, .sa_flags = SA_RESTART | SA_NODEFER};
	sigaction(SIGALRM, &on_ring, NULL);
	struct timeval t = {(time_t)seconds, (suseconds_t)(1e6 * (seconds - (double)(time_t)seconds))};
	setitimer(ITIMER_REAL, &(struct itimerval){t, t}, NULL);
	return &is_late;
}

void clock_stop(void)
{
	setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
	is_late = 0;
}

/* ---- the predicate ------------------------------------------------------------------------------- */

static struct decl *find_name(const struct problem *p, const char *text)
{
	const struct machine *m = p->project->main;
	for (uint32_t i = 0; m && i < m->decls.count; i++)
		if (strcmp(m->decls.at[i]->name, text) == 0) return m->decls.at[i];
	return NULL;
}

static bool is_of_range(enum op op)
{
	return op == OP_MAXINT || op == OP_MININT || op == OP_INT_SET || op == OP_NAT_SET ||
	       op == OP_NAT1_SET;
}

static void look_at(struct problem *p, const struct node *n)
{
	p->of_op[n->op]++;
	if (is_of_range(n->op)) p->uses_range = true;
	if (n->op == OP_ID && n->decl && n->decl->kind == DECL_CONSTANT)
		*(n->decl->name[0] == 'k' ? &p->uses_k : &p->uses_h) = true;
	for (uint32_t i = 0; i < n->count; i++) look_at(p, n->kid[i]);
}

static void set_size(struct problem *p, const char *set, uint32_t size)
{
	const struct decl *d = find_name(p, set);
	REQUIRE(d);
	p->universe.sets.at[universe_number(&p->universe, d)].size = size;
}

/* k and h are the first elements of S and T, and have no value where they do not occur. */
static void set_constants(struct problem *p)
{
	const struct decl *s = find_name(p, "S"), *t = find_name(p, "T");
	value k = value_element(universe_number(&p->universe, s), 0);
	value h = value_element(universe_number(&p->universe, t), 0);
	if (p->uses_k) eval_set(p->eval, find_name(p, "k"), k);
	if (p->uses_h) eval_set(p->eval, find_name(p, "h"), h);
}

void problem_open(struct problem *p, const char *predicate, struct random_sizes sizes,
                  int64_t minint, int64_t maxint)
{
	memset(p, 0, sizeof *p);
	names_init(&p->names);
	diag_init(&p->diag, &p->names);
	p->project = project_load(&p->names, &p->diag, "tests/differ/differential.mch", NULL);
	if (p->diag.errors) return;
	universe_init(&p->universe, p->project, 2);
	p->universe.minint = minint;
	p->universe.maxint = maxint;
	set_size(p, "S", sizes.s);
	set_size(p, "T", sizes.t);
	p->values = values_open(&p->names);
	p->eval = eval_open(p->project, p->values, &p->universe);
	eval_set_limit(p->eval, 20000);
	const struct node *n = project_formula(p->project, predicate, &p->unknowns);
	if (!n || p->diag.errors || n->type) return;
	p->predicate = n;
	look_at(p, n);
	set_constants(p);
}

struct question problem_question(const struct problem *p)
{
	return (struct question){.names = p->unknowns.list.at,
	                         .count = p->unknowns.list.count,
	                         .conjuncts = &p->predicate,
	                         .conjunct_count = 1,
	                         .universe = &p->universe};
}

void problem_close(struct problem *p)
{
	if (p->eval) eval_close(p->eval);
	if (p->values) values_close(p->values);
	universe_clear(&p->universe);
	VEC_CLEAR(&p->unknowns.list);
	project_close(p->project);
	diag_clear(&p->diag);
	names_clear(&p->names);
}

bool problem_get(struct problem *p, value *out)
{
	for (uint32_t i = 0; i < p->unknowns.list.count; i++) {
		value v = eval_get(p->eval, p->unknowns.list.at[i]);
		if (v != VALUE_NONE && value_has_lazy(p->values, v))
			v = eval_list(p->eval, v, (struct pos){0});
		if (v == VALUE_NONE || value_has_lazy(p->values, v)) return false;
		out[i] = v;
	}
	return true;
}

void problem_print(struct problem *p, const value *solution, struct text *out)
{
	for (uint32_t i = 0; i < p->unknowns.list.count; i++) {
		text_format(out, "%s%s = ", i ? " & " : "", p->unknowns.list.at[i]->name);
		value_print(p->values, &p->universe, solution[i], out);
	}
}

/* ---- the oracle ---------------------------------------------------------------------------------- */

struct gathering {
	struct problem *p;
	struct oracle *o;
	value *solution;
	uint32_t most;
	bool is_odd; /* a value that cannot be listed */
};

static bool gather(void *data)
{
	struct gathering *g = data;
	if (!problem_get(g->p, g->solution)) return g->is_odd = true, false;
	solutions_add(&g->o->solutions, g->solution);
	return g->o->solutions.count < g->most;
}

void problem_set(struct problem *p, const value *solution)
{
	for (uint32_t i = 0; i < p->unknowns.list.count; i++)
		eval_set(p->eval, p->unknowns.list.at[i], solution ? solution[i] : VALUE_NONE);
}

static void give_up(struct oracle *o, const char *why)
{
	o->failure = why;
	o->is_exact = false;
}

static void contradict(struct problem *p, struct oracle *o, const value *solution)
{
	size_t size = o->solutions.width * sizeof *solution;
	o->contradiction = memcpy(arena_alloc(&p->project->arena, size + 1), solution, size);
}

/* ---- exhaustive evaluation ----------------------------------------------------------------------- */

static bool is_unknown(const struct problem *p, const struct node *n)
{
	for (uint32_t i = 0; i < p->unknowns.list.count; i++)
		if (n->op == OP_ID && n->decl == p->unknowns.list.at[i]) return true;
	return false;
}

static bool mentions_unknown(const struct problem *p, const struct node *n)
{
	bool found = is_unknown(p, n);
	for (uint32_t i = 0; i < n->count && !found; i++) found = mentions_unknown(p, n->kid[i]);
	return found;
}

/* x : A, x <: A, x < a, ... with ground A and a */
static bool is_box(const struct problem *p, const struct node *n)
{
	switch (n->op) {
	case OP_MEMBER:
	case OP_SUBSET:
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL:
		return (is_unknown(p, n->kid[0]) && !mentions_unknown(p, n->kid[1])) ||
		       (is_unknown(p, n->kid[1]) && !mentions_unknown(p, n->kid[0]));
	default: return false;
	}
}

const struct node *problem_box(struct problem *p)
{
	const struct node *n = p->predicate;
	if (n->op != OP_AND) return NULL;
	struct node *box = node_new(&p->project->arena, OP_AND, n->pos, n->count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < n->count; i++)
		if (is_box(p, n->kid[i])) box->kid[count++] = n->kid[i];
	box->count = count;
	return count == 1 ? box->kid[0] : count ? box : NULL;
}

/* Each valuation in the box, evaluated as the text stands: what eval_solve makes by plans must be the
 * same. */
static void try_box(struct problem *p, struct oracle *o)
{
	enum { MOST_TRIED = 1000 };
	struct oracle all = {.solutions.width = o->solutions.width};
	value *solution = ARENA_ARRAY(&p->project->arena, all.solutions.width + 1, value);
	struct gathering g = {p, &all, solution, MOST_TRIED, false};
	const struct node *box = problem_box(p);
	if (!box) return;
	eval_clear_cut(p->eval);
	enum truth t =
	    eval_solve(p->eval, p->unknowns.list.at, p->unknowns.list.count, box, false, gather, &g);
	bool is_whole = t == EVAL_FALSE && !eval_was_cut(p->eval);
	for (uint32_t i = 0; is_whole && i < all.solutions.count; i++) {
		const value *tried = all.solutions.list.at + i * all.solutions.width;
		if (solutions_find(&o->solutions, tried) != UINT32_MAX) continue;
		problem_set(p, tried);
		if (eval_predicate(p->eval, p->predicate) != EVAL_TRUE || eval_was_cut(p->eval)) continue;
		contradict(p, o, tried);
		solutions_add(&o->solutions, tried);
	}
	solutions_sort(&o->solutions);
	solutions_clear(&all.solutions);
}

void problem_valuations(struct problem *p, uint32_t most, struct solutions *out)
{
	uint32_t width = p->unknowns.list.count;
	struct oracle all = {.solutions.width = width};
	struct gathering g = {p, &all, ARENA_ARRAY(&p->project->arena, width + 1, value), most, false};
	const struct node *box = problem_box(p);
	if (width == 0) solutions_add(&all.solutions, g.solution);
	else if (box) eval_solve(p->eval, p->unknowns.list.at, width, box, false, gather, &g);
	*out = all.solutions;
}

bool problem_confirms(struct problem *p, const value *solution)
{
	problem_set(p, solution);
	eval_clear_cut(p->eval);
	bool is_true = eval_predicate(p->eval, p->predicate) == EVAL_TRUE && !eval_was_cut(p->eval);
	problem_set(p, NULL);
	return is_true;
}

/* Time, or a limit of size: that is no answer. */
static bool is_given_up(struct problem *p, enum truth t)
{
	return t == EVAL_FAILED && eval_failed(p->eval)->kind == EVAL_LIMIT;
}

/* A solution counts for itself, however it was found: only what is evaluated for it can be cut. */
static void recheck(struct problem *p, struct oracle *o)
{
	struct solutions kept = {.width = o->solutions.width};
	for (uint32_t i = 0; i < o->solutions.count; i++) {
		const value *solution = o->solutions.list.at + i * kept.width;
		problem_set(p, solution);
		eval_clear_cut(p->eval);
		enum truth t = eval_predicate(p->eval, p->predicate);
		if (t == EVAL_TRUE && !eval_was_cut(p->eval)) solutions_add(&kept, solution);
		else if (is_given_up(p, t)) give_up(o, eval_failed(p->eval)->message);
		else if (o->is_exact && !eval_was_cut(p->eval)) contradict(p, o, solution);
	}
	solutions_clear(&o->solutions);
	o->solutions = kept;
}

static bool go_on(void *unused)
{
	(void)unused;
	return true;
}

static bool meets_undefined(struct problem *p)
{
	struct decls *names = &p->unknowns;
	enum truth t =
	    eval_solve(p->eval, names->list.at, names->list.count, p->predicate, false, go_on, NULL);
	return t == EVAL_FAILED && eval_failed(p->eval)->kind == EVAL_UNDEFINED;
}

void oracle_run(struct problem *p, struct oracle *out, double seconds)
{
	enum { RECHECKED = 300 };
	uint32_t width = p->unknowns.list.count;
	memset(out, 0, sizeof *out);
	out->solutions.width = width;
	struct gathering g = {p, out, ARENA_ARRAY(&p->project->arena, width + 1, value),
	                      DIFFER_MOST_SOLUTIONS, false};
	eval_set_interrupt(p->eval, clock_start(seconds, NULL));
	eval_clear_cut(p->eval);
	enum truth t = eval_solve(p->eval, p->unknowns.list.at, width, p->predicate, true, gather, &g);
	out->was_cut = eval_was_cut(p->eval);
	out->is_exact = !out->was_cut;
	if (t == EVAL_FAILED) give_up(out, eval_failed(p->eval)->message);
	if (t == EVAL_TRUE) give_up(out, g.is_odd ? "a value that is not listed" : "many solutions");
	out->has_undefined = meets_undefined(p);
	solutions_sort(&out->solutions);
	if (!out->is_exact || out->solutions.count <= RECHECKED) recheck(p, out);
	if (out->is_exact) try_box(p, out);
	clock_stop();
	problem_set(p, NULL);
	eval_clear_cut(p->eval);
}

void oracle_clear(struct oracle *o) { solutions_clear(&o->solutions); }

bool oracle_has_solution(struct problem *p, const struct node *const *conjuncts, uint32_t count,
                         double seconds)
{
	const struct node *whole = p->predicate;
	struct node *all = node_new(&p->project->arena, OP_AND, whole->pos, count);
	struct oracle o;
	for (uint32_t i = 0; i < count; i++) all->kid[i] = conjuncts[i];
	if (count == 0) return true;
	p->predicate = count == 1 ? conjuncts[0] : all;
	oracle_run(p, &o, seconds);
	p->predicate = whole;
	bool found = o.solutions.count > 0;
	oracle_clear(&o);
	return found;
}
