/* Findings: each kind of fault is reported once for each conjunct, operation or place. */
#include "explore/inside.h"

const char *explore_kind_name(enum explore_kind kind)
{
	switch (kind) {
	case EXPLORE_INVARIANT: return "invariant";
	case EXPLORE_DEADLOCK: return "deadlock";
	case EXPLORE_ASSERTION: return "assertion";
	case EXPLORE_GOAL: return "goal";
	case EXPLORE_WELLDEFINED: return "welldefined";
	case EXPLORE_PRECONDITION: return "precondition";
	case EXPLORE_ASSERT: return "assert";
	case EXPLORE_WHILE: return "while";
	case EXPLORE_NO_INITIAL_STATE: return "no_initial_state";
	case EXPLORE_INITIALISATION: return "initialisation";
	case EXPLORE_REFINEMENT: return "refinement";
	case EXPLORE_VARIANT: return "variant";
	case EXPLORE_COVERAGE: return "coverage";
	}
	return "?";
}

static bool is_reported(const struct explore *x, enum explore_kind kind, struct pos pos)
{
	for (uint32_t i = 0; i < x->result.findings.count; i++) {
		const struct explore_finding *f = &x->result.findings.at[i];
		if (f->kind == kind && f->pos.at == pos.at && f->pos.via == pos.via) return true;
	}
	return false;
}

/* That there is nothing to be looked at is always said. */
static void report(struct explore *x, struct explore_finding f)
{
	bool is_always = f.kind == EXPLORE_NO_INITIAL_STATE || f.kind == EXPLORE_INITIALISATION;
	if (!is_always && !search_wants(x, f.kind)) return;
	f.depth = f.state == EXPLORE_NONE ? 0 : explore_state_depth(x, f.state) + (f.beyond != NULL);
	VEC_PUSH(&x->result.findings, f);
}

/* ---- failures ---------------------------------------------------------------------------------------- */

bool judge_is_unfinished(const struct explore *x)
{
	return x->result.end == EXPLORE_UNFINISHED && !x->result.open_assertion;
}

/* An assertion (or NULL) leaves less open than anything else. */
static void leave_open(struct explore *x, const struct eval_failure *f, const char *assertion)
{
	bool is_known = assertion ? x->result.end == EXPLORE_UNFINISHED : judge_is_unfinished(x);
	if (step_stopped(x) || is_known) return;
	x->result.end = EXPLORE_UNFINISHED;
	x->result.open_assertion = assertion;
	x->result.failure = *f;
	x->result.failure.message = arena_text(&x->arena, f->message, strlen(f->message));
}

void judge_unfinished(struct explore *x, struct pos pos, const char *message)
{
	leave_open(x, &(struct eval_failure){EVAL_LIMIT, pos, message, VALUE_NONE}, NULL);
}

static bool kind_of_failure(enum eval_failure_kind kind, enum explore_kind *out)
{
	switch (kind) {
	case EVAL_UNDEFINED: *out = EXPLORE_WELLDEFINED; return true;
	case EVAL_PRECONDITION: *out = EXPLORE_PRECONDITION; return true;
	case EVAL_ASSERTION: *out = EXPLORE_ASSERT; return true;
	case EVAL_WHILE: *out = EXPLORE_WHILE; return true;
	case EVAL_OVERFLOW:
	case EVAL_LIMIT:
	case EVAL_UNSUPPORTED: break;
	}
	return false;
}

bool explore_is_reported(const struct explore *x, enum eval_failure_kind kind, struct pos pos)
{
	enum explore_kind found;
	return kind_of_failure(kind, &found) && is_reported(x, found, pos);
}

void judge_failure(struct explore *x, name where, uint32_t state, uint32_t setup)
{
	const struct eval_failure *f = eval_failed(x->eval);
	enum explore_kind kind;
	REQUIRE(f);
	if (!kind_of_failure(f->kind, &kind)) {
		leave_open(x, f, NULL);
		return;
	}
	if (is_reported(x, kind, f->pos)) return;
	bool is_warning = kind == EXPLORE_WELLDEFINED && !x->options.is_strict;
	report(x, (struct explore_finding){
	              .kind = kind,
	              .severity = is_warning ? DIAG_WARNING : DIAG_ERROR,
	              .name = where,
	              .message = arena_format(&x->arena, "%s: %s", where, f->message),
	              .pos = f->pos,
	              .state = state,
	              .setup = setup,
	          });
}

static void add_parameters(struct explore *x, const struct node *parameters,
                           struct explore_finding *out)
{
	struct eval_bindings *w = &out->witness;
	for (uint32_t i = 0; i < parameters->count; i++) /* a guard may fail before they have values */
		if (eval_get(x->eval, parameters->kid[i]->decl) == VALUE_NONE) return;
	w->count = w->room = parameters->count;
	w->at = ARENA_ARRAY(&x->arena, w->count + 1, struct eval_binding);
	for (uint32_t i = 0; i < w->count; i++) {
		const struct decl *d = parameters->kid[i]->decl;
		w->at[i] = (struct eval_binding){d, eval_get(x->eval, d)};
	}
}

static void path_failed(void *data, enum eval_failure_kind kind, struct pos pos)
{
	struct failing *f = data;
	struct explore *x = f->x;
	uint32_t known = x->result.findings.count;
	if (explore_is_reported(x, kind, pos)) return;
	judge_failure(x, f->where, f->state, f->setup);
	if (f->parameters && x->result.findings.count > known)
		add_parameters(x, f->parameters, &x->result.findings.at[known]);
}

void judge_each_failure(struct failing *f)
{
	eval_watch_paths(f->x->eval, path_failed, f);
	eval_watch_guards(f->x->eval, f->x->options.is_strict);
}

void judge_no_more_failures(struct failing *f, enum truth t)
{
	eval_watch_paths(f->x->eval, NULL, NULL);
	eval_watch_guards(f->x->eval, false);
	if (t == EVAL_FAILED) judge_failure(f->x, f->where, f->state, f->setup); /* or no path began */
}

/* ---- predicates ------------------------------------------------------------------------------------------ */

static const char *text_of(struct explore *x, const struct node *n)
{
	enum { LONGEST = 160 };
	struct text t = {0};
	print_formula_short(x->project, n, LONGEST, &t);
	return text_freeze(&t, &x->arena);
}

/* Values for which the predicate that is false now is false, kept in the arena. */
static void add_witness(struct explore *x, const struct node *n, struct explore_finding *out)
{
	struct eval_witness w;
	eval_why_false(x->eval, n, &w);
	out->witness.count = out->witness.room = w.names.count;
	out->witness.at = ARENA_ARRAY(&x->arena, w.names.count + 1, struct eval_binding);
	for (uint32_t i = 0; i < w.names.count; i++) out->witness.at[i] = w.names.at[i];
	out->why = w.why.count ? arena_text(&x->arena, w.why.at, w.why.count) : NULL;
	eval_witness_clear(&w);
}

/* "inc/inv1/INV": of Event-B, the event that broke an invariant of the machine itself. Inherited ones are "M.inv1". */
static const char *obligation_of(struct explore *x, const struct duty *d, uint32_t state,
                                 const struct explore_step *beyond)
{
	bool is_own = d->kind == DUTY_INVARIANT && d->has_variables && !strchr(d->name, '.');
	if (!x->project->is_eventb || !is_own) return NULL;
	bool has_event = state != EXPLORE_NONE && states_parent(&x->states, state) != EXPLORE_NONE;
	const char *event = beyond ? beyond->op
	                    : has_event
	                        ? x->result.coverage.at[states_operation(&x->states, state)].name
	                        : "INITIALISATION";
	return arena_format(&x->arena, "%s/%s/INV", event, d->name);
}

static void report_duty(struct explore *x, struct duty *d, uint32_t state, uint32_t setup,
                        const struct explore_step *beyond)
{
	bool is_invariant = d->kind == DUTY_INVARIANT;
	const char *obligation = obligation_of(x, d, state, beyond);
	if (d->is_found) return;
	d->is_found = true;
	struct explore_finding f = {
	    .kind = is_invariant ? EXPLORE_INVARIANT : EXPLORE_ASSERTION,
	    .severity = DIAG_ERROR,
	    .name = d->name,
	    .obligation = obligation,
	    .message =
	        arena_format(&x->arena, "%s %s is false%s%s%s: %s",
	                     is_invariant ? "invariant" : "assertion", d->name, obligation ? " (" : "",
	                     obligation ? obligation : "", obligation ? ")" : "", text_of(x, d->node)),
	    .pos = node_start(d->node),
	    .state = state,
	    .setup = setup,
	    .beyond = beyond,
	};
	add_witness(x, d->node, &f);
	report(x, f);
	if (d->of)
		text_format(
		    &x->result.notes,
		    "what %s says is changed by '%s' alone: look there first ('bounce check' of it)\n",
		    d->name, d->of->name);
}

void judge_orphan(struct explore *x, struct duty *d, uint32_t state,
                  const struct explore_step *beyond)
{
	report_duty(x, d, state, x->current_setup, beyond);
}

bool judge_knows(const struct explore *x, enum explore_kind kind, struct pos pos)
{
	return is_reported(x, kind, pos);
}

void judge_false(struct explore *x, const struct node *n, struct explore_finding *out)
{
	out->message = arena_format(&x->arena, "%s is false: %s", out->name, text_of(x, n));
	out->pos = node_start(n);
	add_witness(x, n, out);
}

void judge_refinement(struct explore *x, struct explore_finding f) { report(x, f); }

static const char *assertion_of(const struct duty *d)
{
	return d->kind == DUTY_ASSERTION ? d->name : NULL;
}

static void judge_unsure(struct explore *x, const struct duty *d, enum truth t)
{
	if (t == EVAL_FAILED) return;
	x->result.was_cut = true;
	const char *why = "this is false with integers from MININT..MAXINT, and perhaps true with all "
	                  "(--int LO..HI changes it)";
	if (t == EVAL_FALSE)
		leave_open(x, &(struct eval_failure){EVAL_LIMIT, node_start(d->node), why, VALUE_NONE},
		           assertion_of(d));
}

static void duty_failed(struct explore *x, const struct duty *d, uint32_t state, uint32_t setup)
{
	enum explore_kind kind;
	const struct eval_failure *f = eval_failed(x->eval);
	if (d->kind == DUTY_ASSERTION && !kind_of_failure(f->kind, &kind))
		leave_open(x, f, assertion_of(d));
	else judge_failure(x, d->name, state, setup);
}

/* Evaluates one duty. Behind a conjunct that is false the next ones may well be undefined: that is
 * not reported. Returns whether its truth value is certain. */
static bool judge_duty(struct explore *x, struct duty *d, uint32_t state, uint32_t setup,
                       bool *is_clean, enum truth *t)
{
	bool was_cut = eval_was_cut(x->eval);
	eval_clear_cut(x->eval);
	bool is_sure;
	*t = eval_predicate_certain(x->eval, d->node, &is_sure);
	if (!is_sure) judge_unsure(x, d, *t);
	x->result.was_cut |= was_cut;
	if (*t == EVAL_TRUE) return is_sure;
	if (*t == EVAL_FALSE && is_sure) report_duty(x, d, state, setup, NULL);
	if (*t == EVAL_FAILED && (*is_clean || eval_failed(x->eval)->kind != EVAL_UNDEFINED))
		duty_failed(x, d, state, setup);
	*is_clean = false;
	return is_sure && *t != EVAL_FAILED;
}

void judge_setup(struct explore *x, uint32_t setup)
{
	bool is_clean = true;
	enum truth t;
	for (uint32_t i = 0; i < x->model.duties.count; i++) {
		struct duty *d = &x->model.duties.at[i];
		if (d->kind != DUTY_ASSERTION || d->has_variables) continue;
		setup_load(x, setup);
		judge_duty(x, d, EXPLORE_NONE, setup, &is_clean, &t);
		is_clean = true;
	}
}

static void judge_goal(struct explore *x, uint32_t state)
{
	if (!x->options.goal || x->goal_found) return;
	step_need(x, state);
	bool is_sure;
	enum truth t = eval_predicate_certain(x->eval, x->options.goal, &is_sure);
	if (t == EVAL_FAILED) judge_failure(x, "GOAL", state, x->current_setup);
	else if (!is_sure) x->result.was_cut = true;
	if (t != EVAL_TRUE || !is_sure) return;
	x->goal_found = true;
	report(x, (struct explore_finding){
	              .kind = EXPLORE_GOAL,
	              .severity = DIAG_NOTE,
	              .name = "GOAL",
	              .message = arena_format(&x->arena, "the goal is reached: %s",
	                                      text_of(x, x->options.goal)),
	              .pos = node_start(x->options.goal),
	              .state = state,
	              .setup = x->current_setup,
	          });
}

/* In a state whose parent was judged, or another one with the same values of what the duty reads: its truth value, where
 * there is nothing to be reported about it; EVAL_FAILED if it is to be evaluated. */
static enum truth known_of(struct explore *x, struct duty *d, uint32_t state)
{
	uint32_t number = (uint32_t)(d - x->model.duties.at);
	if (!x->recalls.is_known) return EVAL_FAILED;
	if (!d->is_open && !(d->recall.reading.mask & x->recalls.changed) && !d->recall.reading.is_open)
		return EVAL_TRUE;
	if (!d->is_open && predict_is_kept(x, number, state)) return EVAL_TRUE;
	uint32_t known = recall_find(&d->recall, states_at(&x->states, state), &x->recalls.mixed);
	return known == RECALL_NONE || (!known && !d->is_found) ? EVAL_FAILED : (enum truth)known;
}

static void judge_duty_of(struct explore *x, struct duty *d, uint32_t state, bool *is_clean)
{
	enum truth t = known_of(x, d, state);
	if (t != EVAL_FAILED) {
		*is_clean &= t == EVAL_TRUE;
		return;
	}
	step_need(x, state);
	uint64_t before = eval_effort(x->eval);
	bool is_certain = judge_duty(x, d, state, x->current_setup, is_clean, &t);
	d->is_open |= !is_certain || t != EVAL_TRUE;
	if (!d->is_open) predict_waste(x, eval_effort(x->eval) - before);
	if (x->recalls.is_known && is_certain && !step_stopped(x) &&
	    recall_has_room(&d->recall, replay_share(x)))
		recall_put(&d->recall, states_at(&x->states, state), t == EVAL_TRUE);
}

static bool wants_duty(const struct explore *x, const struct duty *d)
{
	bool is_wanted =
	    search_wants(x, d->kind == DUTY_ASSERTION ? EXPLORE_ASSERTION : EXPLORE_INVARIANT);
	return is_wanted || search_wants(x, EXPLORE_WELLDEFINED);
}

void judge_state(struct explore *x, uint32_t state)
{
	bool is_clean = true, is_initial = states_parent(&x->states, state) == EXPLORE_NONE;
	x->result.was_cut |= eval_was_cut(x->eval);
	for (uint32_t i = 0; i < x->model.duties.count; i++) {
		struct duty *d = &x->model.duties.at[i];
		if (!d->has_variables && (d->kind == DUTY_ASSERTION || !is_initial)) continue;
		if (!d->is_glue && wants_duty(x, d)) judge_duty_of(x, d, state, &is_clean);
	}
	judge_goal(x, state);
}

/* ---- the other kinds ---------------------------------------------------------------------------------------- */

void judge_deadlock(struct explore *x, uint32_t state, bool was_cut)
{
	bool *is_found = was_cut ? &x->doubtful_deadlock_found : &x->deadlock_found;
	if (*is_found || x->result.coverage.count == 0) return;
	*is_found = true;
	step_need(x, state);
	struct pos pos = x->project->main->clause_at[CLAUSE_OPERATIONS];
	report(x, (struct explore_finding){
	              .kind = EXPLORE_DEADLOCK,
	              .severity = was_cut ? DIAG_WARNING : DIAG_ERROR,
	              .message = was_cut ? "deadlock: no operation is enabled for integers from "
	                                   "MININT..MAXINT"
	                                 : "deadlock: no operation is enabled",
	              .pos = pos.at ? pos : x->project->main->pos,
	              .state = state,
	              .setup = x->current_setup,
	          });
}

/* What "never" is said of. */
static const char *bounds_of(struct explore *x)
{
	struct bounds_use use = bounds_use_of_project(x->universe, x->project);
	const char *integers = x->result.is_wide   ? "the integers that were tried"
	                       : x->result.was_cut ? "integers from MININT..MAXINT"
	                                           : NULL;
	const char *words = bounds_use_words(use);
	if (!integers) return *words ? arena_format(&x->arena, " %s", words) : "";
	return arena_format(&x->arena, " for %s%s", use.sizes ? "these set sizes and " : "", integers);
}

void judge_coverage(struct explore *x)
{
	if (x->states.count == 0) return;
	for (uint32_t i = 0; i < x->result.coverage.count; i++) {
		const struct explore_coverage *c = &x->result.coverage.at[i];
		if (c->transitions > 0 || c->failed) continue;
		report(x, (struct explore_finding){
		              .kind = EXPLORE_COVERAGE,
		              .severity = DIAG_WARNING,
		              .name = c->name,
		              .message = arena_format(&x->arena, "operation '%s' is never enabled%s",
		                                      c->name, bounds_of(x)),
		              .pos = c->operation->pos,
		              .state = EXPLORE_NONE,
		              .setup = EXPLORE_NONE,
		          });
	}
}

void judge_no_initial_state(struct explore *x, struct pos pos, const char *message)
{
	report(x, (struct explore_finding){
	              .kind = EXPLORE_NO_INITIAL_STATE,
	              .severity = DIAG_ERROR,
	              .message = arena_format(&x->arena, "no initial state: %s", message),
	              .pos = pos.at ? pos : x->project->main->pos,
	              .state = EXPLORE_NONE,
	              .setup = EXPLORE_NONE,
	          });
}

void judge_not_initialised(struct explore *x, const struct decl *d, uint32_t setup)
{
	if (is_reported(x, EXPLORE_INITIALISATION, d->pos)) return;
	report(x, (struct explore_finding){
	              .kind = EXPLORE_INITIALISATION,
	              .severity = DIAG_ERROR,
	              .name = d->full_name,
	              .message =
	                  arena_format(&x->arena, "INITIALISATION gives '%s' no value", d->full_name),
	              .pos = d->pos,
	              .state = EXPLORE_NONE,
	              .setup = setup,
	          });
}

void explore_report_vacuous(struct explore *x, const char *message)
{
	report(x, (struct explore_finding){
	              .kind = EXPLORE_NO_INITIAL_STATE,
	              .severity = DIAG_ERROR,
	              .message = arena_format(&x->arena, "%s", message),
	              .pos = setup_position(x),
	              .state = EXPLORE_NONE,
	              .setup = EXPLORE_NONE,
	          });
}
