/* Formulas in, verdicts out: the state graph grows, and from time to time each formula that has no answer yet is looked at
 * on the part that is there. What a part of the graph violates is violated; that a formula holds is said of the whole. */
#include "temporal/inside.h"

enum {
	FIRST_PART = 2000, /* states; then four times as many, and so on */
	PRODUCT_MOST = 200000000,
	STEPS_OF_EFFORT = 4, /* of a product, which are so much shorter than those of the evaluator */
	VISIT = 64,          /* states; then the effort is looked at */
};

struct temporal_session {
	struct temporal_question question;
	struct temporal_properties *properties;
	struct temporal_scope scope;
	struct state_graph space;
	struct explore_options explore;
	struct temporal_verdict *verdicts;
	const struct temporal **formulas; /* without quantifiers; NULL: it is answered */
	struct search_effort *efforts;    /* of the formulas */
};

/* ---- opening --------------------------------------------------------------------------------------------------- */

static void *allocate(size_t count, size_t size)
{
	void *p = calloc(count + 1, size);
	if (!p) diag_no_memory();
	return p;
}

/* The first error from this message on. */
static void keep_error(struct diag *d, uint32_t from, struct temporal_property *f)
{
	f->error = "see the errors before";
	f->error_pos = f->pos;
	for (uint32_t i = from; i < d->messages.count; i++) {
		if (d->messages.at[i].severity != DIAG_ERROR) continue;
		f->error = d->messages.at[i].text;
		f->error_pos = d->messages.at[i].pos;
		return;
	}
}

static void read_formula(struct temporal_session *s, struct temporal_property *f)
{
	struct diag *d = s->question.project->diag;
	uint32_t from = d->messages.count;
	if (f->error) {
		diag_at(d, f->error_pos, DIAG_ERROR, "%s", f->error);
		return;
	}
	f->formula = temporal_parse(s->question.project, &f->text, f->is_ctl);
	if (f->formula) f->formula = temporal_check(&s->scope, f->formula);
	if (!f->formula) keep_error(d, from, f);
}

struct temporal_session *temporal_open(const struct temporal_question *q)
{
	struct temporal_session *s = allocate(1, sizeof *s);
	s->question = *q;
	s->properties = q->properties;
	space_open(&s->space, &s->scope);
	s->explore = q->explore;
	s->explore.watcher = &s->space.watcher;
	s->explore.stop = q->interrupt;
	s->explore.order = EXPLORE_BREADTH;
	s->explore.symmetry = EXPLORE_PLAIN;
	s->scope.project = q->project;
	s->scope.explore = explore_open(q->project, q->values, q->universe, &s->explore);
	temporal_scope_open(&s->scope);
	s->verdicts = allocate(q->properties->count, sizeof *s->verdicts);
	s->formulas = allocate(q->properties->count, sizeof *s->formulas);
	s->efforts = allocate(q->properties->count, sizeof *s->efforts);
	for (uint32_t i = 0; i < q->properties->count; i++)
		s->efforts[i] = (struct search_effort){q->interrupt, 0,
		                                       q->effort * STEPS_OF_EFFORT / q->properties->count};
	for (uint32_t i = 0; i < q->properties->count; i++) read_formula(s, &q->properties->at[i]);
	return s;
}

void temporal_close(struct temporal_session *s)
{
	for (uint32_t i = 0; i < s->properties->count; i++) temporal_run_clear(&s->verdicts[i].run);
	space_close(&s->space);
	explore_close(s->scope.explore);
	free(s->verdicts);
	free(s->formulas);
	free(s->efforts);
	free(s);
}

const struct temporal_verdict *temporal_verdict(const struct temporal_session *s, uint32_t index)
{
	return &s->verdicts[index];
}

struct explore *temporal_explore(struct temporal_session *s) { return s->scope.explore; }

/* ---- verdicts ----------------------------------------------------------------------------------------------------- */

static bool is_stopped(const struct temporal_session *s)
{
	return s->question.interrupt && *s->question.interrupt;
}

static void say(struct temporal_session *s, uint32_t i, enum temporal_answer answer,
                const char *reason, struct pos pos)
{
	struct temporal_verdict *v = &s->verdicts[i];
	v->answer = answer;
	v->reason = reason;
	v->pos = pos;
	s->formulas[i] = NULL;
}

/* An atom that has no value somewhere, or none that is sure; or NULL. */
static const struct temporal_atom *doubtful_atom(const struct state_graph *s,
                                                 const struct temporal *f)
{
	const struct temporal_atom *a = f->atom ? s->atoms.at[f->atom->index] : NULL;
	if (a && (a->has_failed || a->is_unsure)) return a;
	for (uint32_t i = 0; i < temporal_operands(f->op); i++) {
		const struct temporal_atom *b = doubtful_atom(s, f->kid[i]);
		if (b) return b;
	}
	return NULL;
}

static const char *atom_reason(struct temporal_session *s, const struct temporal_atom *a)
{
	if (a->has_failed) return a->failure;
	return arena_format(&s->question.project->arena,
	                    "%s is known for integers from MININT..MAXINT only (--int LO..HI changes "
	                    "it)",
	                    a->text);
}

/* All states were explored, and no run violates the formula: may that be said of all runs? */
static void say_holds(struct temporal_session *s, uint32_t i)
{
	const struct explore_result *r = explore_result(s->scope.explore);
	const struct temporal_atom *a = doubtful_atom(&s->space, s->formulas[i]);
	if (a)
		say(s, i, TEMPORAL_INCONCLUSIVE, atom_reason(s, a),
		    a->has_failed ? a->failure_pos : a->pos);
	else if (r->was_cut)
		say(s, i, TEMPORAL_INCONCLUSIVE,
		    "integers without bounds were drawn from MININT..MAXINT, and no run with these "
		    "violates the formula (--int LO..HI changes it)",
		    (struct pos){0});
	else if (s->space.has_too_many)
		say(s, i, TEMPORAL_INCONCLUSIVE, "there are too many kinds of steps", (struct pos){0});
	else {
		say(s, i, TEMPORAL_HOLDS, NULL, (struct pos){0});
		s->verdicts[i].engine = "states";
	}
}

static void say_violated(struct temporal_session *s, uint32_t i)
{
	struct temporal_verdict *v = &s->verdicts[i];
	const struct temporal *f = s->formulas[i];
	enum confirmed c = CONFIRM_VIOLATION;
	if (!s->properties->at[i].is_ctl) c = confirm_run(&s->scope, f, &v->run);
	v->engine = "states";
	v->has_run = c == CONFIRM_VIOLATION;
	if (c == CONFIRM_VIOLATION) say(s, i, TEMPORAL_VIOLATED, NULL, (struct pos){0});
	else if (c == CONFIRM_OPEN)
		say(s, i, TEMPORAL_INCONCLUSIVE,
		    "a run that violates the formula rests on integers from MININT..MAXINT, or on what "
		    "cannot be evaluated (--int LO..HI changes it)",
		    (struct pos){0});
	else
		say(s, i, TEMPORAL_DOUBTFUL, "the evaluator does not confirm a run that was found",
		    (struct pos){0});
}

/* ---- LTL ------------------------------------------------------------------------------------------------------------ */

static void build_run(struct temporal_session *s, const struct product *p, const struct lasso *l,
                      struct temporal_run *out)
{
	uint32_t *states = allocate(l->path.count, sizeof *states);
	uint32_t *labels = allocate(l->path.count, sizeof *labels);
	for (uint32_t k = 0; k < l->path.count; k++) {
		states[k] = product_state(p, l->path.at[k]);
		labels[k] = product_label(p, l->path.at[k]);
	}
	struct run_shape shape = {states, labels, l->path.count, l->is_loop, l->loop_start};
	run_fold(&shape);
	run_build(&s->space, &shape, out);
	out->is_shortest = l->is_shortest && explore_is_whole(s->scope.explore);
	free(states);
	free(labels);
}

/* Is there a run that is fair in one of the ways? */
static bool find_violation(struct temporal_session *s, struct product *p,
                           const struct fairnesses *ways, struct temporal_run *out)
{
	uint32_t *part = allocate(p->nodes.count, sizeof *part);
	struct lasso best = {0};
	bool is_found = false;
	for (uint32_t i = 0; i < ways->count; i++) {
		struct lasso l = {0};
		fair_parts(p, &ways->at[i], part);
		if (effort_is_over(p->effort)) break;
		bool is_here = lasso_find(p, &ways->at[i], part, &l);
		bool is_better =
		    is_here && (!is_found || l.path.count + l.is_loop < best.path.count + best.is_loop);
		if (is_better) {
			VEC_CLEAR(&best.path);
			best = l;
			is_found = true;
		} else {
			VEC_CLEAR(&l.path);
		}
	}
	if (is_found) build_run(s, p, &best, out);
	VEC_CLEAR(&best.path);
	free(part);
	return is_found;
}

static bool has_all_fairness(const struct temporal *f)
{
	if (f->op == TEMPORAL_ALL_WEAK || f->op == TEMPORAL_ALL_STRONG) return true;
	for (uint32_t i = 0; i < temporal_operands(f->op); i++)
		if (has_all_fairness(f->kid[i])) return true;
	return false;
}

static void check_ltl(struct temporal_session *s, uint32_t i, bool is_whole)
{
	const struct temporal *f = s->formulas[i];
	bool is_fair = f->op == TEMPORAL_FAIRLY;
	struct fairnesses ways = {0};
	struct search_effort *effort = &s->efforts[i];
	struct product p;
	if (has_all_fairness(is_fair ? f->kid[1] : f)) {
		say(s, i, TEMPORAL_INCONCLUSIVE, "WEF and SEF are supported at the top of a formula only",
		    f->pos);
		return;
	}
	if (!fairness_of(is_fair ? f->kid[0] : NULL, &ways)) {
		say(s, i, TEMPORAL_INCONCLUSIVE, "there are too many ways to be fair", f->pos);
		fairnesses_clear(&ways);
		return;
	}
	product_open(&p, &s->space, is_fair ? f->kid[1] : f, effort);
	p.most = PRODUCT_MOST;
	if (p.tableau.is_too_large)
		say(s, i, TEMPORAL_INCONCLUSIVE, "the formula has more than 60 temporal operators", f->pos);
	else if (!product_explore(&p)) {
		if (p.is_full)
			say(s, i, TEMPORAL_INCONCLUSIVE, "the product with the formula is too large", f->pos);
	} else {
		s->verdicts[i].nodes = p.nodes.count;
		if (find_violation(s, &p, &ways, &s->verdicts[i].run)) say_violated(s, i);
		else if (is_whole && !effort_is_over(effort)) say_holds(s, i);
	}
	if (s->formulas[i] && effort_is_over(effort) && !is_stopped(s))
		say(s, i, TEMPORAL_INCONCLUSIVE, "the formula takes more steps than it may take here",
		    f->pos);
	fairnesses_clear(&ways);
	product_close(&p);
}

/* ---- CTL ------------------------------------------------------------------------------------------------------------ */

/* A run to the state: its only position if there is nothing to be shown on the way. */
static void show_initial(struct temporal_session *s, uint32_t state, struct temporal_run *out)
{
	uint32_t label = 0;
	struct run_shape shape = {&state, &label, 1, false, 0};
	run_build(&s->space, &shape, out);
	out->is_deadlock = false;
}

static void check_ctl(struct temporal_session *s, uint32_t i, bool is_whole)
{
	if (!is_whole) return;
	const struct temporal_atom *a = doubtful_atom(&s->space, s->formulas[i]);
	if (a || explore_result(s->scope.explore)->was_cut) {
		say_holds(s, i);
		return;
	}
	uint8_t *v = ctl_evaluate(&s->space, s->formulas[i]);
	uint32_t state = 0;
	while (state < s->space.initial && v[state]) state++;
	if (state < s->space.initial) {
		show_initial(s, state, &s->verdicts[i].run);
		say_violated(s, i);
	} else say_holds(s, i);
	free(v);
}

/* ---- all of it --------------------------------------------------------------------------------------------------------- */

static bool prepare(struct temporal_session *s)
{
	bool has_one = false;
	for (uint32_t i = 0; i < s->properties->count; i++) {
		const struct temporal_property *f = &s->properties->at[i];
		const char *reason;
		struct pos pos;
		if (!f->formula) {
			say(s, i, TEMPORAL_ERROR, f->error, f->error_pos);
			continue;
		}
		s->formulas[i] = quantifier_expand(&s->scope, f->formula, &reason, &pos);
		if (!s->formulas[i]) say(s, i, TEMPORAL_INCONCLUSIVE, reason, pos);
		else space_collect(&s->space, s->formulas[i]);
		has_one |= s->formulas[i] != NULL;
	}
	return has_one;
}

static bool has_open(const struct temporal_session *s)
{
	for (uint32_t i = 0; i < s->properties->count; i++)
		if (s->formulas[i]) return true;
	return false;
}

static void check_all(struct temporal_session *s, bool is_whole)
{
	for (uint32_t i = 0; i < s->properties->count && !is_stopped(s); i++) {
		double begin = base_clock();
		if (!s->formulas[i]) continue;
		if (s->properties->at[i].is_ctl) check_ctl(s, i, is_whole);
		else check_ltl(s, i, is_whole);
		s->verdicts[i].seconds += base_clock() - begin;
	}
}

/* The evaluator has done all that it may do for the state space. */
static bool is_spent(const struct temporal_session *s)
{
	return s->question.effort && eval_effort(s->scope.view.eval) > s->question.effort;
}

static void say_rest(struct temporal_session *s)
{
	const struct explore_result *r = explore_result(s->scope.explore);
	const char *reason = "the state space was not explored to its end";
	struct pos pos = {0};
	if (is_stopped(s)) reason = "the search was stopped by a limit (--time-limit, --memory-limit)";
	else if (explore_is_full(s->scope.explore))
		reason = "the limit of states was reached (--max-states raises it)";
	else if (is_spent(s)) reason = "the state space takes more steps than it may take here";
	else if (r->end == EXPLORE_UNFINISHED) reason = r->failure.message, pos = r->failure.pos;
	for (uint32_t i = 0; i < s->properties->count; i++)
		if (s->formulas[i]) say(s, i, TEMPORAL_INCONCLUSIVE, reason, pos);
}

/* Explores up to so many states; false if there are no more, or it was stopped. */
static bool explore_part(struct temporal_session *s, uint32_t most)
{
	uint32_t left = most - space_explored(&s->space);
	bool more = true;
	while (more && left > 0 && !is_stopped(s) && !is_spent(s)) {
		uint32_t part = left < VISIT ? left : VISIT;
		more = explore_visit(s->scope.explore, part, UINT32_MAX, false);
		left -= part;
	}
	bool is_cut = is_stopped(s) || explore_is_full(s->scope.explore);
	if (is_cut) s->space.current = EXPLORE_NONE;
	else space_finish(&s->space);
	return more && !is_cut && !is_spent(s);
}

void temporal_answer(struct temporal_session *s)
{
	explore_begin(s->scope.explore);
	if (!prepare(s)) return;
	space_begin(&s->space);
	if (s->space.initial == 0 && !is_stopped(s)) {
		const struct explore_result *r = explore_result(s->scope.explore);
		for (uint32_t i = 0; i < s->properties->count; i++)
			if (s->formulas[i])
				say(s, i, TEMPORAL_INCONCLUSIVE,
				    r->end == EXPLORE_UNFINISHED ? r->failure.message : "there is no initial state",
				    r->end == EXPLORE_UNFINISHED ? r->failure.pos : (struct pos){0});
	}
	uint32_t most = FIRST_PART;
	while (has_open(s) && !is_stopped(s)) {
		bool more = explore_part(s, most);
		check_all(s, !more && explore_is_whole(s->scope.explore));
		if (!more) break;
		most = most < UINT32_MAX / 4 ? most * 4 : UINT32_MAX;
	}
	explore_end_parts(s->scope.explore);
	say_rest(s);
}
