/* The engine `pdr`: for each formula the graph of the machine with the negated formula in it (monitor.c), and property directed
 * reachability on that (pdr/). A run is executed and confirmed before it counts, an invariant is checked by another solver. */
#include "temporal/proof.h"
#include "temporal/session.h"

enum {
	MOST_INSTANCES = 100, /* of operations that WEF and SEF are asked for */
	MOST_REACH = 2,       /* see widen */
	SHARE = 4,            /* of the effort that is given to the states */
};

enum phase { PROOF_NOT_OPEN, PROOF_SEARCHES, PROOF_ENDED };

struct proof_instance {
	struct temporal_atom *taken;
	bool is_strong;
};

struct proof_search { /* of a formula */
	enum phase phase;
	struct engine_gap gap;
	struct monitor monitor;
	struct transition transition;
	struct pdr_question question;
	struct pdr *pdr;
	uint64_t patience; /* effort that making the graph may take */
	uint32_t reach;    /* of integers that nothing bounds, see unrolling_open */
	VEC(struct proof_instance) instances;
};

struct proof_searches {
	struct arena arena;
	struct run *run;
	struct proof_search *of; /* by formula */
	uint32_t next;           /* formula that has the next turn */
	uint64_t spent;
};

/* ---- open and close ------------------------------------------------------------------------------------------------ */

static void close_graph(struct proof_search *p)
{
	pdr_close(p->pdr);
	p->pdr = NULL;
	if (p->transition.run) transition_close(&p->transition);
	monitor_close(&p->monitor);
	p->monitor = (struct monitor){0};
}

void proof_close(struct temporal_session *s)
{
	struct proof_searches *r = s->proofs;
	if (!r) return;
	for (uint32_t i = 0; i < s->properties->count; i++) {
		close_graph(&r->of[i]);
		VEC_CLEAR(&r->of[i].instances);
	}
	if (r->run) run_close(r->run);
	arena_clear(&r->arena);
	free(r->of);
	free(r);
	s->proofs = NULL;
}

static void open_proofs(struct temporal_session *s)
{
	const struct temporal_question *q = &s->question;
	struct proof_searches *r = s->proofs = memory_zeroed(1, sizeof *r);
	/* A step that fails is none, but its state may be no end either: nothing is proved where there is one. */
	struct run_options o = {.find = RUN_PRECONDITION | RUN_ASSERT | RUN_WHILE,
	                        .search = {.solver = SOLVER_CADICAL, .interrupt = q->interrupt},
	                        .knows_setups = true};
	arena_init_with(&r->arena, &q->project->arena);
	r->of = memory_zeroed(s->properties->count, sizeof *r->of);
	r->run = run_open(s->scope.explore, q->project, q->values, q->universe, &o);
}

const struct engine_gap *proof_gap(const struct temporal_session *s, uint32_t i)
{
	return s->proofs ? &s->proofs->of[i].gap : NULL;
}

static enum phase give_up(struct temporal_session *s, uint32_t i, const char *reason,
                          struct pos pos)
{
	struct proof_search *p = &s->proofs->of[i];
	struct arena *a = &s->question.project->arena;
	p->gap = (struct engine_gap){true, arena_format(a, "%s", reason), pos};
	close_graph(p);
	return p->phase = PROOF_ENDED;
}

static enum phase say_doubtful(struct temporal_session *s, uint32_t i, const char *reason)
{
	session_say(s, i, TEMPORAL_DOUBTFUL, reason, (struct pos){0});
	return give_up(s, i, reason, (struct pos){0});
}

static aig_lit bad_of(struct proof_search *p)
{
	const struct monitor *m = &p->monitor;
	struct transition *t = &p->transition;
	aig_lit all[] = {t->leaves, t->fault, m->has_no_value, m->dead_end, m->prefix, m->loop};
	aig_lit any = AIG_FALSE;
	for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) any = aig_or(t->aig, any, all[i]);
	return any;
}

static enum phase open_search(struct temporal_session *s, struct proof_search *p)
{
	struct transition *t = &p->transition;
	p->question = (struct pdr_question){.aig = t->aig,
	                                    .bad = bad_of(p),
	                                    .known = t->known,
	                                    .wanted = AIG_TRUE,
	                                    .solver = SOLVER_CADICAL,
	                                    .interrupt = s->question.interrupt};
	p->pdr = pdr_open(&p->question);
	return p->phase = PROOF_SEARCHES;
}

/* Once more, with integers from further out. */
static enum phase widen(struct temporal_session *s, uint32_t i, const char *reason)
{
	struct proof_search *p = &s->proofs->of[i];
	if (!p->transition.was_cut || p->reach == MOST_REACH)
		return give_up(s, i, reason, (struct pos){0});
	p->reach++;
	close_graph(p);
	return p->phase = PROOF_NOT_OPEN;
}

/* Makes the graph; if that takes too long, it is made anew in a later turn, with more patience. */
static enum phase open_graph(struct temporal_session *s, uint32_t i, uint64_t effort)
{
	struct proof_searches *r = s->proofs;
	struct proof_search *p = &r->of[i];
	struct transition *t = &p->transition;
	const struct temporal *f = s->formulas[i];
	if (s->properties->at[i].is_ctl) return give_up(s, i, "the solver does not know CTL", f->pos);
	if (session_has_all_fairness(f->op == TEMPORAL_FAIRLY ? f->kid[1] : f))
		return give_up(s, i, "WEF and SEF are supported at the top of a formula only", f->pos);
	if (!monitor_open(&p->monitor, &s->scope, &r->arena, f))
		return give_up(s, i, "the formula is too large for the solver", f->pos);
	for (uint32_t k = 0; k < p->instances.count; k++)
		fair_loop_add(&p->monitor.fair, &p->monitor.letters, p->instances.at[k].taken,
		              p->instances.at[k].is_strong);
	if (p->patience < effort) p->patience = effort;
	uint64_t end = schedule_after(eval_effort(s->scope.view.eval), p->patience);
	r->run->reach = p->reach;
	transition_open_with(t, r->run, &p->monitor.watch, end);
	if (t->reason && t->is_late) {
		p->patience = schedule_after(p->patience, p->patience);
		close_graph(p);
		return PROOF_NOT_OPEN;
	}
	if (t->reason) return give_up(s, i, t->reason, t->reason_pos);
	if (transition_has_state(t) == SOLVER_SATISFIABLE) return open_search(s, p);
	return widen(s, i, "there is no initial state within the bounds");
}

/* ---- what was found --------------------------------------------------------------------------------------------------- */

static enum phase proved(struct temporal_session *s, uint32_t i)
{
	struct proof_search *p = &s->proofs->of[i];
	uint32_t count;
	struct pdr_cube *const *cubes = pdr_clauses(p->pdr, &count);
	enum solver_answer a = pdr_check(&p->question, cubes, count, SOLVER_PICOSAT);
	if (a == SOLVER_UNKNOWN) return give_up(s, i, "the proof was not checked", (struct pos){0});
	if (a == SOLVER_SATISFIABLE)
		return say_doubtful(s, i, "the invariant that was found is none for another solver");
	s->verdicts[i].engine = "pdr";
	s->verdicts[i].proof =
	    arena_format(&s->question.project->arena,
	                 "no run violates it: an inductive invariant was found (%u clause%s)", count,
	                 count == 1 ? "" : "s");
	session_say(s, i, TEMPORAL_HOLDS, NULL, (struct pos){0});
	close_graph(p);
	return p->phase = PROOF_ENDED;
}

struct ending { /* of a run of the graph */
	bool is_loop, is_deadlock, is_prefix;
	bool leaves, has_no_value, fails; /* nothing is said of these */
	uint32_t start;                   /* position at which the loop begins */
};

static struct ending find_ending(const struct proof_search *p, const struct pdr_step *steps,
                                 uint32_t count)
{
	const struct transition *t = &p->transition;
	const struct monitor *m = &p->monitor;
	struct ending e = {.start = UINT32_MAX};
	uint32_t states = 0; /* before this step */
	for (uint32_t i = 0; i < count; i++) {
		bool *v = aig_simulate(t->aig, steps[i].latches, steps[i].inputs);
		if (aig_value(v, m->saved) && e.start == UINT32_MAX) e.start = states - 2;
		states += aig_value(v, aig_value(v, t->started) ? t->steps : t->begins);
		if (i + 1 == count) {
			e.is_loop = aig_value(v, m->loop);
			e.is_deadlock = !e.is_loop && aig_value(v, m->dead_end);
			e.is_prefix = !e.is_loop && !e.is_deadlock && aig_value(v, m->prefix);
			bool is_run = e.is_loop || e.is_deadlock || e.is_prefix;
			e.leaves = !is_run && aig_value(v, t->leaves);
			e.has_no_value = !is_run && aig_value(v, m->has_no_value);
			e.fails = !is_run && aig_value(v, t->fault);
		}
		free(v);
	}
	return e;
}

static bool build_run(struct temporal_session *s, struct proof_search *p, const struct ending *e,
                      struct temporal_run *out)
{
	uint32_t count;
	const struct pdr_step *steps = pdr_run(p->pdr, &count);
	bool with_last = e->is_prefix && p->monitor.has_steps;
	struct explore_path path;
	temporal_run_clear(out);
	if (!transition_decode(&p->transition, steps, count, with_last, &path)) return false;
	path.without_operations = true;
	out->is_loop = e->is_loop;
	out->is_deadlock = e->is_deadlock;
	out->is_prefix = e->is_prefix;
	out->positions = path.count - e->is_loop;
	out->loop_start = e->is_loop ? e->start : 0;
	out->first = explore_has_setup(s->scope.explore);
	return explore_retrace(s->scope.explore, &path, &out->trace);
}

/* The loop is unfair to an instance: the graph is made anew, with a constraint more. */
static enum phase add_instance(struct temporal_session *s, uint32_t i,
                               const struct confirm_unfair *u)
{
	struct proof_search *p = &s->proofs->of[i];
	if (p->instances.count == MOST_INSTANCES)
		return give_up(s, i, "there are too many instances to be fair to", (struct pos){0});
	struct proof_instance x = {fair_loop_instance(&p->monitor.letters, u), u->is_strong};
	VEC_PUSH(&p->instances, x);
	close_graph(p);
	return p->phase = PROOF_NOT_OPEN;
}

static enum phase found(struct temporal_session *s, uint32_t i)
{
	struct proof_search *p = &s->proofs->of[i];
	const struct transition *t = &p->transition;
	struct pos nowhere = {0};
	struct confirm_unfair unfair = {.operation = EXPLORE_NONE};
	uint32_t count;
	const struct pdr_step *steps = pdr_run(p->pdr, &count);
	struct ending e = find_ending(p, steps, count);
	bool is_exact =
	    !t->was_cut && !encode_was_partial(t->w.encoder) && p->monitor.is_deadlock_exact;
	if (e.leaves)
		return widen(s, i,
		             "values leave the candidates that MININT..MAXINT gives (--int LO..HI changes "
		             "it)");
	if (e.has_no_value) return give_up(s, i, "an atom has no value in some states", nowhere);
	if (e.fails) return give_up(s, i, "a step may fail", nowhere);
	bool is_run = build_run(s, p, &e, &s->verdicts[i].run);
	if (session_is_stopped(s)) return PROOF_SEARCHES;
	enum confirmed c = is_run ? session_confirm(s, i, "pdr", &unfair) : CONFIRM_NONE;
	if (c == CONFIRM_VIOLATION) {
		close_graph(p);
		return p->phase = PROOF_ENDED;
	}
	if (is_run && c == CONFIRM_NONE && unfair.operation != EXPLORE_NONE)
		return add_instance(s, i, &unfair);
	bool is_limit = explore_result(s->scope.explore)->end == EXPLORE_UNFINISHED;
	if (c == CONFIRM_OPEN || is_limit || !is_exact)
		return give_up(s, i, "a run that was found cannot be confirmed", nowhere);
	return say_doubtful(s, i, "the evaluator does not confirm a run that PDR found");
}

/* ---- turns --------------------------------------------------------------------------------------------------------------- */

static enum phase search(struct temporal_session *s, uint32_t i, uint64_t effort)
{
	struct proof_search *p = &s->proofs->of[i];
	if (p->phase == PROOF_NOT_OPEN && open_graph(s, i, effort) != PROOF_SEARCHES) return p->phase;
	uint64_t before = pdr_effort(p->pdr);
	enum pdr_answer a = pdr_search(p->pdr, effort < SCHEDULE_FOR_EVER ? effort : 0);
	eval_spend(s->scope.view.eval, pdr_effort(p->pdr) - before);
	switch (a) {
	case PDR_GOES_ON: return PROOF_SEARCHES;
	case PDR_PROVED: return proved(s, i);
	case PDR_FOUND: return found(s, i);
	case PDR_DOUBTFUL: break;
	}
	return say_doubtful(s, i, "a run that PDR found has no steps");
}

static bool is_asked(const struct temporal_session *s, uint32_t i)
{
	return s->formulas[i] && s->proofs->of[i].phase != PROOF_ENDED;
}

static uint32_t count_asked(const struct temporal_session *s)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < s->properties->count; i++) count += is_asked(s, i);
	return count;
}

static enum engine_answer end_all(struct temporal_session *s, const char *reason)
{
	for (uint32_t i = 0; i < s->properties->count; i++)
		if (is_asked(s, i)) give_up(s, i, reason, (struct pos){0});
	return ENGINE_ENDED;
}

/* A share for each formula, as far as the effort goes. */
static void take_turns(struct temporal_session *s, uint64_t effort)
{
	struct eval *e = s->scope.view.eval;
	uint32_t count = s->properties->count, left = count_asked(s);
	uint64_t end = schedule_after(eval_effort(e), effort);
	for (uint32_t k = 0; k < count && !session_is_stopped(s) && eval_effort(e) < end; k++) {
		uint32_t i = s->proofs->next;
		double begin = base_clock();
		s->proofs->next = (i + 1) % count;
		if (!is_asked(s, i)) continue;
		uint64_t part = effort == SCHEDULE_FOR_EVER ? effort : (end - eval_effort(e)) / left--;
		search(s, i, part ? part : 1);
		s->verdicts[i].seconds += base_clock() - begin;
	}
}

/* What it may spend in all, as `bounded`; when the states have ended, they have had their reasons. */
static uint64_t most_effort(const struct temporal_session *s)
{
	bool is_alone = schedule_is_alone(&s->schedule, SESSION_pdr);
	if (s->question.effort) return s->question.effort / SHARE + 1;
	if (!s->states.has_ended || is_alone) return SCHEDULE_FOR_EVER;
	return session_rest(s);
}

enum engine_answer pdr_seek(void *session, uint64_t effort)
{
	struct temporal_session *s = session;
	uint64_t begun = eval_effort(s->scope.view.eval);
	if (!s->proofs) open_proofs(s);
	if (explore_is_paired(s->scope.explore))
		return end_all(s, "the solver does not follow abstractions (--alone leaves them out)");
	uint64_t most = most_effort(s);
	if (s->proofs->spent >= most) return end_all(s, "the effort for proofs is spent");
	bool has_limit = most < SCHEDULE_FOR_EVER;
	if (has_limit && effort > most - s->proofs->spent) effort = most - s->proofs->spent;
	explore_set_interrupt(s->scope.explore, s->question.interrupt);
	take_turns(s, effort);
	s->proofs->spent += eval_effort(s->scope.view.eval) - begun;
	if (!session_has_open(s)) return ENGINE_COVERED;
	return count_asked(s) ? ENGINE_GOES_ON : ENGINE_ENDED;
}
