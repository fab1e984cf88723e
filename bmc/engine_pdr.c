/* The engines `pdr` and `abc`: the machine as a graph with latches, and property directed reachability on that (pdr/). A run is confirmed by
 * the evaluator, an invariant by another solver. */
#include "bmc/check.h"
#include "bmc/invariant.h"

enum pdr_phase { PDR_NOT_OPEN, PDR_SEARCHES, PDR_ENDED };

struct unbounded {
	struct run *run;
	struct transition transition;
	struct pdr_question question;
	struct pdr *pdr;
	struct pdr_cubes invariant;
	struct inv_formulas formulas; /* the same in B, as far as it is told */
	struct pdr_steps run_of_abc;
	bool is_abc;    /* ABC is asked, in its only turn */
	aig_lit proved; /* the invariant, if there is a proof */
	bool is_proved;
	enum pdr_phase phase;
	uint64_t patience; /* effort that making the graph may take */
};

/* What is violated already, and goals that are only to be told, are no questions for a proof; runs longer than asked for neither. */
static bool is_wanted(const struct check *c)
{
	return !c->question.goes_on && !c->options.search.prefers_small && !c->candidate &&
	       !check_has_violation(c);
}

static void open_graph(struct check *c, struct unbounded *u)
{
	const struct check_question *q = &c->question;
	struct run_options o = c->options;
	if (!q->wants_goal) o.find &= ~RUN_GOAL;
	o.knows_setups = false;
	o.skips_orders = false;
	explore_set_interrupt(c->explore, q->interrupt);
	if (!u->run) u->run = run_open(c->explore, q->project, q->values, q->universe, &o);
	transition_open(&u->transition, u->run, schedule_after(eval_effort(c->eval), u->patience));
}

static enum engine_answer doubt(struct check *c, const char *reason)
{
	c->pdr_reason = reason;
	c->is_pdr_doubtful = true;
	return ENGINE_DOUBTFUL;
}

static enum engine_answer end(struct unbounded *u, const char *reason, struct pos pos,
                              struct check *c)
{
	u->phase = PDR_ENDED;
	c->pdr_reason = reason;
	c->pdr_pos = pos;
	return ENGINE_ENDED;
}

/* Candidates were too few: the graph is made anew, with integers from further out. */
static enum engine_answer widen(struct check *c, struct unbounded *u, const char *reason)
{
	enum { MOST_REACH = 2 };
	if (u->run->reach == MOST_REACH) return end(u, reason, (struct pos){0}, c);
	pdr_close(u->pdr);
	u->pdr = NULL;
	transition_close(&u->transition);
	u->run->reach++;
	u->phase = PDR_NOT_OPEN;
	return ENGINE_GOES_ON;
}

/* Makes the graph; if that takes too long, it is made anew in a later turn, with more patience. */
static enum engine_answer begin(struct check *c, struct unbounded *u, uint64_t effort)
{
	struct transition *t = &u->transition;
	enum solver_kind wanted = c->options.search.solver;
	if (u->patience < effort) u->patience = effort;
	open_graph(c, u);
	if (t->reason && t->is_late && !check_is_interrupted(c)) {
		transition_close(t);
		u->patience = schedule_after(u->patience, u->patience);
		return ENGINE_GOES_ON;
	}
	if (t->reason) return end(u, t->reason, t->reason_pos, c);
	bool has_state = transition_has_state(t) == SOLVER_SATISFIABLE;
	if (!has_state && t->was_cut)
		return widen(c, u,
		             "there is no initial state with the candidates that MININT..MAXINT gives "
		             "(--int LO..HI changes it)");
	if (!has_state)
		return end(u, "there is no initial state within the bounds", (struct pos){0}, c);
	transition_name_latches(t);
	transition_know_absent(t);
	transition_find_moves(t);
	u->question =
	    (struct pdr_question){.aig = t->aig,
	                          .bad = aig_or(t->aig, t->fault, t->leaves),
	                          .known = t->known,
	                          .wanted = AIG_TRUE,
	                          .moves = t->moves.at,
	                          .move_count = t->moves.count,
	                          .solver = wanted == SOLVER_PICOSAT ? wanted : SOLVER_CADICAL,
	                          .interrupt = c->question.interrupt};
	if (!u->is_abc) u->pdr = pdr_open(&u->question);
	u->phase = PDR_SEARCHES;
	return ENGINE_GOES_ON;
}

/* What the proof does not need is left out: so much effort at most, and not much more than finding it took. */
static void minimise(struct check *c, struct unbounded *u)
{
	enum { LEAST = 4000000, TIMES = 2 };
	uint64_t effort = LEAST + TIMES * (u->pdr ? pdr_effort(u->pdr) : LEAST);
	if (u->pdr) pdr_take_clauses(u->pdr, &u->invariant);
	if (pdr_implies(&u->question, &u->invariant, u->transition.wanted))
		u->question.wanted = u->transition.wanted;
	pdr_minimise(&u->question, &u->invariant, &effort);
	eval_spend(c->eval, effort);
}

/* In B, as a person would write it; or else clause by clause. */
static void tell(struct check *c, struct unbounded *u)
{
	const struct pdr_cubes *cubes = &u->invariant;
	c->is_told = invariant_tell(&u->transition, &u->question, cubes, &c->invariant, &u->formulas,
	                            &c->untold, &u->proved);
	if (c->is_told) return;
	u->proved = pdr_invariant(&u->question, cubes->at, cubes->count);
	c->invariant.count = c->untold = 0;
	for (uint32_t i = 0; i < cubes->count; i++) {
		const char *clause = transition_clause(&u->transition, cubes->at[i]);
		if (!clause) c->untold++;
		else if (*clause) VEC_PUSH(&c->invariant, clause);
	}
}

/* What was found for these sizes of sets is perhaps inductive for all. */
static void lift(struct check *c, const struct unbounded *u)
{
	enum { LEAST = 2 * EVAL_EFFORT_PER_SECOND };
	uint64_t effort = LEAST + (u->pdr ? pdr_effort(u->pdr) : 0);
	if (c->is_told && c->untold == 0)
		obligations_lift(c, u->formulas.list.at, u->formulas.list.count, effort);
}

static enum engine_answer proved(struct check *c, struct unbounded *u)
{
	bool is_picosat = u->question.solver == SOLVER_PICOSAT;
	minimise(c, u);
	struct pdr_cubes *cubes = &u->invariant;
	enum solver_answer a = pdr_check(&u->question, cubes->at, cubes->count,
	                                 is_picosat ? SOLVER_CADICAL : SOLVER_PICOSAT);
	if (a == SOLVER_UNKNOWN) return end(u, "the proof was not checked", (struct pos){0}, c);
	u->phase = PDR_ENDED;
	if (a == SOLVER_SATISFIABLE)
		return doubt(c, "the invariant that was found is none for another solver");
	tell(c, u);
	u->is_proved = true;
	c->proof = arena_format(&c->arena, "an inductive invariant was found (%u clause%s)",
	                        cubes->count, cubes->count == 1 ? "" : "s");
	lift(c, u);
	return check_proved(c);
}

static enum engine_answer found(struct check *c, struct unbounded *u, const struct pdr_step *steps,
                                uint32_t count)
{
	struct transition *t = &u->transition;
	struct pos nowhere = {0};
	enum run_answer a = transition_confirm(t, steps, count);
	u->phase = PDR_ENDED;
	if (a == RUN_FOUND && check_has_violation(c)) return ENGINE_FOUND;
	if (a == RUN_DOUBTFUL && !t->was_cut && !encode_was_partial(t->w.encoder))
		return doubt(c, "the evaluator does not confirm a run that PDR found");
	if (a == RUN_NONE && t->was_cut)
		return widen(
		    c, u,
		    "values leave the candidates that MININT..MAXINT gives (--int LO..HI changes it)");
	return end(u, "a fault that PDR found is none for the evaluator", nowhere, c);
}

bool check_write_aiger(struct check *c, FILE *out, const char **reason, struct pos *pos)
{
	struct unbounded u = {.patience = SCHEDULE_FOR_EVER};
	*reason = NULL;
	open_graph(c, &u);
	bool ok = !u.transition.reason;
	if (!ok) {
		*reason = arena_text(&c->arena, u.transition.reason, strlen(u.transition.reason));
		*pos = u.transition.reason_pos;
	}
	ok = ok && transition_write_aiger(&u.transition, out);
	transition_close(&u.transition);
	run_close(u.run);
	return ok;
}

/* The three questions once more, each with a proof. */
bool check_certify(struct check *c, check_certified *told, void *data)
{
	static const char *const what[] = {
	    [PDR_INITIALLY] = "the invariant is true before the first step",
	    [PDR_INDUCTIVE] = "each step, INITIALISATION among them, leads from the invariant to it",
	    [PDR_SAFE] = "where the invariant is true, nothing that is looked for happens in a step"};
	static const char *const names[] = {
	    [PDR_INITIALLY] = "initially", [PDR_INDUCTIVE] = "inductive", [PDR_SAFE] = "safe"};
	struct unbounded *u = c->pdr && c->pdr->is_proved ? c->pdr : c->abc;
	if (!u || !u->is_proved) return false;
	for (int part = 0; part < PDR_CHECKS; part++) {
		struct solver_options o = {
		    .kind = SOLVER_PICOSAT, .keeps_clauses = true, .interrupt = c->question.interrupt};
		struct solver *s = solver_open(&o);
		if (!s) return false;
		pdr_check_clauses(&u->question, u->proved, (enum pdr_check)part, s);
		told(data, names[part], what[part], s);
		solver_close(s);
	}
	return true;
}

static struct unbounded *unbounded_new(bool is_abc)
{
	struct unbounded *u = memory_zeroed(1, sizeof *u);
	u->is_abc = is_abc;
	return u;
}

enum engine_answer pdr_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	if (!c->pdr) c->pdr = unbounded_new(false);
	struct unbounded *u = c->pdr;
	if (u->phase == PDR_ENDED || !is_wanted(c)) return ENGINE_ENDED;
	if (u->phase == PDR_NOT_OPEN) {
		enum engine_answer a = begin(c, u, effort);
		if (u->phase != PDR_SEARCHES) return a;
	}
	uint64_t before = pdr_effort(u->pdr);
	uint32_t count;
	enum pdr_answer a = pdr_search(u->pdr, effort < SCHEDULE_FOR_EVER ? effort : 0);
	eval_spend(c->eval, pdr_effort(u->pdr) - before);
	const struct pdr_step *steps = pdr_run(u->pdr, &count);
	switch (a) {
	case PDR_GOES_ON: return ENGINE_GOES_ON;
	case PDR_PROVED: return proved(c, u);
	case PDR_FOUND: return found(c, u, steps, count);
	case PDR_DOUBTFUL: break;
	}
	return doubt(c, "a run that PDR found has no steps");
}

enum engine_answer abc_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	if (!c->abc) c->abc = unbounded_new(true);
	struct unbounded *u = c->abc;
	struct text why = {0};
	if (u->phase == PDR_ENDED || !is_wanted(c)) return ENGINE_ENDED;
	enum engine_answer a = begin(c, u, SCHEDULE_FOR_EVER);
	if (u->phase != PDR_SEARCHES) return a;
	enum { SECONDS = 10 }; /* while others wait */
	bool is_alone = schedule_is_alone(&c->schedule, CHECK_ENGINE_abc);
	(void)effort;
	switch (
	    pdr_ask_abc(&u->question, is_alone ? 0 : SECONDS, &u->invariant, &u->run_of_abc, &why)) {
	case PDR_PROVED: a = proved(c, u); break;
	case PDR_FOUND: a = found(c, u, u->run_of_abc.at, u->run_of_abc.count); break;
	default: a = end(u, arena_text(&c->arena, text_get(&why), why.count), (struct pos){0}, c);
	}
	text_clear(&why);
	return a;
}

static void unbounded_close(struct unbounded *u)
{
	if (!u) return;
	pdr_close(u->pdr);
	pdr_cubes_clear(&u->invariant);
	VEC_CLEAR(&u->formulas.list);
	pdr_steps_clear(&u->run_of_abc);
	if (u->phase != PDR_NOT_OPEN || u->transition.aig) transition_close(&u->transition);
	if (u->run) run_close(u->run);
	free(u);
}

void pdr_end(struct check *c)
{
	VEC_CLEAR(&c->invariant);
	unbounded_close(c->pdr);
	unbounded_close(c->abc);
	c->pdr = c->abc = NULL;
}
