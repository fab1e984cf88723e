/* The engine `reduced`: the state graph once more, of which parts are left out that the formulas cannot tell from others.
 *
 * Of states that symmetry turns into one another one is kept: by the symmetries of the machine that leave each atom as it is, so
 * that the quotient is bisimilar to the graph, with the truth of atoms and the labels of steps (Emerson, Sistla, FMSD 1996). Not
 * where an atom tells a state from its images (`sink`), compares the values before and after a step, or fairness
 * speaks of instances of operations: in the quotient the state behind a step may be an image of the real one.
 *
 * Of orders of operations that change no atom one is kept (explore/ample.c, with its proviso on cycles): only if the formula cannot
 * tell how often nothing changes, so not with X, Y, [Op] or fairness (Peled, FMSD 1996; Dobrikov 2018, Lemma 1.1). Runs
 * of the smaller graph are runs of the machine, or are made such (lift.c), and confirmed.
 *
 * It begins when the whole graph has become large. */
#include "temporal/session.h"

enum {
	REDUCED_FROM = 10000, /* states of the whole graph; smaller ones are soon looked at */
	SAMPLE = 2000,        /* states; then it has to have gained something */
	BY_SYMMETRY = TEMPORAL_BY_SYMMETRY,
	BY_ORDER = TEMPORAL_BY_ORDER,
};

struct reduced_part {
	struct temporal_session *child;  /* of the formulas that may be looked at; or NULL */
	struct temporal_properties list; /* its formulas, and */
	uint32_t *index;                 /* their numbers in the session */
	struct explore_options explore;
	VEC(const struct node *) observed;
	bool *operations;
	uint32_t kinds; /* BY_SYMMETRY, BY_ORDER */
	uint64_t spent; /* effort of the searches that are closed */
	bool was_sampled;
	struct engine_gap *gaps; /* by formula of the session */
};

/* ---- what a formula allows ------------------------------------------------------------------------------------- */

static bool has_arguments(const struct temporal_atom *a)
{
	bool has = false;
	for (uint32_t i = 0; i < a->pattern_count; i++)
		for (uint32_t k = 0; k < a->patterns[i].count; k++)
			has |= a->patterns[i].arguments[k] != NULL;
	return has;
}

static uint32_t atom_allows(const struct temporal_atom *a)
{
	uint32_t symmetry = BY_SYMMETRY, order = has_arguments(a) ? 0 : BY_ORDER;
	if (a->bound.count) return 0; /* a value of a quantified name stands in no text */
	switch (a->kind) {
	case ATOM_PREDICATE:
	case ATOM_GOAL:
	case ATOM_ENABLED:
	case ATOM_NONE_OF:
	case ATOM_DETERMINISTIC:
	case ATOM_CONTROLLER: return symmetry | order;
	case ATOM_ACTION:
	case ATOM_DEADLOCK:
	case ATOM_DET_OUTPUT: return symmetry;
	default: return 0;
	}
}

static uint32_t allows(const struct temporal *f)
{
	uint32_t all = BY_SYMMETRY | BY_ORDER;
	switch (f->op) {
	case TEMPORAL_ALL_WEAK:
	case TEMPORAL_ALL_STRONG: return 0;
	case TEMPORAL_NEXT:
	case TEMPORAL_YESTERDAY:
	case TEMPORAL_WEAK:
	case TEMPORAL_STRONG: all = BY_SYMMETRY; break;
	default: break;
	}
	if (f->atom) all &= atom_allows(f->atom);
	for (uint32_t i = 0; i < temporal_operands(f->op); i++) all &= allows(f->kid[i]);
	return all;
}

/* ---- formulas of its own ------------------------------------------------------------------------------------------ */

/* Atoms have a number in one space. */
static const struct temporal *copy_formula(struct arena *a, const struct temporal *f)
{
	struct temporal *out = ARENA_NEW(a, struct temporal);
	*out = *f;
	if (f->atom) {
		out->atom = ARENA_NEW(a, struct temporal_atom);
		*out->atom = *f->atom;
		out->atom->enabled = NULL;
		out->atom->has_failed = out->atom->is_unsure = false;
	}
	for (uint32_t i = 0; i < temporal_operands(f->op); i++)
		out->kid[i] = copy_formula(a, f->kid[i]);
	return out;
}

static void observe(struct reduced_part *r, struct arena *a, const struct temporal *f)
{
	if (f->atom && f->atom->node) VEC_PUSH(&r->observed, f->atom->node);
	for (uint32_t i = 0; f->atom && i < f->atom->pattern_count; i++) {
		const struct temporal_pattern *p = &f->atom->patterns[i];
		r->operations[p->operation] = true;
		for (uint32_t k = 0; k < p->count; k++)
			if (p->arguments[k])
				VEC_PUSH(&r->observed, build_op(a, OP_EQUAL, node_start(p->arguments[k]),
				                                p->arguments[k], p->arguments[k]));
	}
	for (uint32_t i = 0; i < temporal_operands(f->op); i++) observe(r, a, f->kid[i]);
}

/* ---- opening -------------------------------------------------------------------------------------------------------- */

static bool is_open(const struct temporal_session *s, uint32_t i)
{
	return s->formulas[i] && !s->reduced->gaps[i].is_out;
}

static void close_child(struct reduced_part *r)
{
	if (r->child) r->spent += session_effort(r->child);
	if (r->child) temporal_close(r->child);
	r->child = NULL;
	VEC_CLEAR(&r->list);
	VEC_CLEAR(&r->observed);
	free(r->index);
	free(r->operations);
	r->index = NULL;
	r->operations = NULL;
}

static uint32_t kinds_of(const struct temporal_session *s, uint32_t i)
{
	uint32_t branching = s->properties->at[i].is_ctl ? BY_SYMMETRY : BY_SYMMETRY | BY_ORDER;
	return is_open(s, i) ? allows(s->formulas[i]) & branching & s->question.reductions : 0;
}

/* The formulas that allow the most; false if none is left that allows anything. */
static bool choose(struct temporal_session *s, struct reduced_part *r)
{
	uint32_t count = s->properties->count;
	r->kinds = 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t kinds = kinds_of(s, i);
		bool is_more = kinds > r->kinds || (kinds == BY_SYMMETRY && r->kinds == 0);
		if (is_more) r->kinds = kinds;
		if (is_open(s, i) && !kinds)
			r->gaps[i] = (struct engine_gap){true, "nothing can be left out for this formula",
			                                 s->formulas[i]->pos};
	}
	return r->kinds != 0;
}

static void open_child(struct temporal_session *s, struct reduced_part *r)
{
	struct arena *a = &s->question.project->arena;
	uint32_t count = s->properties->count;
	struct temporal_question q = s->question;
	r->index = memory_zeroed(count, sizeof *r->index);
	r->operations =
	    memory_zeroed(explore_result(s->scope.explore)->coverage.count, sizeof *r->operations);
	for (uint32_t i = 0; i < count; i++) {
		if ((kinds_of(s, i) & r->kinds) != r->kinds) continue;
		r->index[r->list.count] = i;
		VEC_PUSH(&r->list, s->properties->at[i]);
		observe(r, a, s->formulas[i]);
	}
	q.properties = &r->list;
	q.explore.find = explore_find_bit(EXPLORE_NO_INITIAL_STATE);
	q.explore.symmetry = r->kinds & BY_SYMMETRY ? EXPLORE_CANONICAL : EXPLORE_PLAIN;
	q.explore.partial_order = r->kinds & BY_ORDER;
	q.explore.observed = r->observed.at;
	q.explore.observed_count = r->observed.count;
	q.explore.observed_operations = r->operations;
	r->child = session_new(&q, 1u << SESSION_states);
	r->child->finds_any = true;
	r->was_sampled = false;
	for (uint32_t i = 0; i < r->list.count; i++) {
		r->child->formulas[i] = copy_formula(a, s->formulas[r->index[i]]);
		space_collect(&r->child->space, r->child->formulas[i]);
	}
}

/* ---- what it has found ------------------------------------------------------------------------------------------------ */

static const char *what_was_left_out(struct temporal_session *s, const struct explore_result *e)
{
	return arena_format(&s->question.project->arena, "%u states: of %s%s%s one was looked at",
	                    space_explored(&s->reduced->child->space),
	                    e->is_quotient ? "states that are the same up to symmetry" : "",
	                    e->is_quotient && e->is_reduced ? ", and of " : "",
	                    e->is_reduced ? "orders of operations that the formula cannot tell apart"
	                                  : "");
}

static void take_verdict(struct temporal_session *s, uint32_t k)
{
	struct reduced_part *r = s->reduced;
	struct temporal_session *child = r->child;
	uint32_t i = r->index[k];
	struct temporal_verdict *from = &child->verdicts[k], *to = &s->verdicts[i];
	if (!s->formulas[i] || child->formulas[k]) return;
	temporal_run_clear(&to->run);
	to->run = from->run;
	to->has_run = from->has_run;
	to->state = from->state;
	to->nodes = from->nodes;
	to->seconds += from->seconds;
	to->run.is_shortest = false;
	to->engine = "reduced";
	memset(&from->run, 0, sizeof from->run);
	session_say(s, i, from->answer, from->reason, from->pos);
	if (from->answer == TEMPORAL_HOLDS)
		to->proof = what_was_left_out(s, explore_result(child->scope.explore));
	if (from->answer == TEMPORAL_HOLDS && from->proof)
		to->proof = arena_format(&s->question.project->arena, "%s; %s", from->proof, to->proof);
}

/* Formulas that others have answered need not be looked at any more. */
static void tell_verdicts(struct temporal_session *s)
{
	struct reduced_part *r = s->reduced;
	for (uint32_t k = 0; k < r->list.count; k++)
		if (!s->formulas[r->index[k]]) r->child->formulas[k] = NULL;
}

static bool gains_something(const struct temporal_session *child)
{
	const struct explore_result *r = explore_result(child->scope.explore);
	double states = (double)space_explored(&child->space);
	bool by_symmetry = r->is_quotient && r->stats.all_states > 2 * states;
	return by_symmetry || (double)r->stats.reduced > states / 4;
}

static void give_up(struct temporal_session *s, const char *reason)
{
	struct reduced_part *r = s->reduced;
	for (uint32_t k = 0; k < r->list.count; k++) {
		struct engine_gap *own = &r->child->stuck[k];
		const char *why = own->is_out && own->reason ? own->reason : reason;
		r->gaps[r->index[k]] = (struct engine_gap){true, why, own->pos};
	}
	close_child(r);
}

/* ---- turns -------------------------------------------------------------------------------------------------------------- */

static bool has_left_out(const struct temporal_session *child)
{
	const struct explore_result *r = explore_result(child->scope.explore);
	return r->is_quotient || r->is_reduced;
}

static enum engine_answer go_on(struct temporal_session *s, uint64_t effort)
{
	struct reduced_part *r = s->reduced;
	bool is_alone = schedule_is_alone(&s->schedule, SESSION_reduced);
	tell_verdicts(s);
	enum engine_answer a = states_seek(r->child, effort);
	for (uint32_t k = 0; k < r->list.count; k++) take_verdict(s, k);
	if (!session_has_open(s)) return ENGINE_COVERED;
	if (a == ENGINE_LATE || session_is_stopped(s)) return ENGINE_GOES_ON;
	if (a != ENGINE_GOES_ON) give_up(s, "the state space was not explored to its end");
	else if (!r->was_sampled && space_explored(&r->child->space) > SAMPLE) {
		r->was_sampled = true;
		if (!is_alone && !gains_something(r->child)) give_up(s, "too little can be left out");
	}
	return ENGINE_GOES_ON;
}

enum engine_answer reduced_seek(void *session, uint64_t effort)
{
	struct temporal_session *s = session;
	bool awaits = s->schedule.selected & 1u << SESSION_states && !s->states.has_ended;
	if (awaits && space_explored(&s->space) < REDUCED_FROM) return ENGINE_WAITS;
	if (session_knows_all(s)) return ENGINE_ENDED;
	if (!s->reduced) {
		s->reduced = memory_zeroed(1, sizeof *s->reduced);
		s->reduced->gaps = memory_zeroed(s->properties->count, sizeof *s->reduced->gaps);
	}
	if (!s->reduced->child) {
		if (!choose(s, s->reduced)) return ENGINE_ENDED;
		open_child(s, s->reduced);
		if (!has_left_out(s->reduced->child)) {
			give_up(s,
			        "nothing can be left out: the machine has no symmetry that keeps the formula");
			return ENGINE_GOES_ON;
		}
	}
	return go_on(s, effort);
}

uint64_t reduced_effort(const struct temporal_session *s)
{
	if (!s->reduced) return 0;
	return s->reduced->spent + (s->reduced->child ? session_effort(s->reduced->child) : 0);
}

const struct engine_gap *reduced_gap(const struct temporal_session *s, uint32_t i)
{
	return s->reduced && s->reduced->gaps[i].is_out ? &s->reduced->gaps[i] : NULL;
}

void reduced_close(struct temporal_session *s)
{
	if (!s->reduced) return;
	close_child(s->reduced);
	free(s->reduced->gaps);
	free(s->reduced);
}
