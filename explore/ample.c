/* Partial order reduction: which of the operations that are enabled in a state are taken. The sets are those of reduce/.
 *
 * What is looked for decides how much may be left out. A deadlock is found with any stubborn set. For a state in which something
 * is bad (an invariant is not true, the goal is, an operation fails) more is needed. Let w be a run from a state to such
 * a one. Either w has an operation of the set, which can be moved to its front; or each of the set can be put in front of w, and
 * then the end is bad if that operation does not make good what is bad: it is invisible. So a set that is not that of all enabled
 * operations has no visible one. That w is not put off for ever: a state of which a successor was expanded before is expanded
 * with all operations, so that there is one on every cycle, whatever the order of the search (Dobrikov 2018, A4'; its A3
 * asks for the other direction, too). Operations that occur at all occur then, for the same reason. Once all of them have occurred, and
 * nothing can become bad, deadlocks are all that is left to be found.
 *
 * Sets depend on names of operations and truth values of conjuncts only, which are the same in symmetric states: the
 * quotient by symmetry may be reduced in the same way (Emerson, Jha, Peled 1997). */
#include "explore/inside.h"

struct ample {
	struct ample_parts parts;         /* what can be taken */
	struct relation_table *relations; /* of these */
	struct stubborn *stubborn;
	struct recall *guards;      /* of each guard conjunct */
	uint64_t *enabled, *untrue; /* of the state */
	uint64_t *visible;          /* NULL: only deadlocks are looked for */
	bool is_harmless;           /* nothing can become bad behind the initial states */
	bool has_only_duties;       /* nothing else can */
	VEC(uint64_t) expanded;     /* states */
	bool met_expanded;          /* by one of the operations that were taken */
	uint32_t tried, gained;     /* of these states it reduced so many */
	bool rests;                 /* since it gains too little */
	struct stubborn
	    *unseen; /* in the first of them: what the sets were if no duty made anything visible; */
	uint32_t missed; /* it would have reduced so many others */
	bool was_asked;  /* the solver, for what the text does not tell */
};
/* What gains little in so many states gains little in most of those that follow. Where faults are looked for, one of this many has to be
 * reduced: CAN BUS, in which one of ten is, took 0.09 s instead of 0.05 s. */
enum { WINDOW = 500, WORTH = 4 };

static uint64_t *allocate(size_t bits) { return memory_zeroed(bits / 64 + 1, sizeof(uint64_t)); }

/* ---- what is visible ----------------------------------------------------------------------------------- */

static void show_all(struct ample *m, enum relation kind, uint32_t of)
{
	const uint64_t *set = relations_set(m->relations, kind, of);
	for (uint32_t i = 0; i < m->relations->words; i++) m->visible[i] |= set[i];
}

/* No operation breaks it: then it is false from the first state of a run on, where that is reported, or in none. Or it is true in all
 * states that can be reached, and so has a value. */
static bool is_kept(const struct ample *m, uint32_t duty)
{
	const uint64_t *breaks = relations_set(m->relations, RELATION_BREAKS, duty);
	if (relations_keeps(m->relations, duty)) return true;
	for (uint32_t i = 0; i < m->relations->words; i++)
		if (breaks[i]) return false;
	return !defined_may_fail(m->relations->duties[duty]);
}

/* Behind a conjunct that is false, what is undefined is not reported: so it counts what becomes of all of them. */
static void show_duties(struct explore *x, struct ample *m)
{
	bool may_fail = false;
	for (uint32_t i = 0; i < x->model.duties.count; i++)
		may_fail |= !is_kept(m, i) && defined_may_fail(x->model.duties.at[i].node);
	may_fail &= search_wants(x, EXPLORE_WELLDEFINED);
	for (uint32_t i = 0; i < x->model.duties.count; i++) {
		const struct duty *d = &x->model.duties.at[i];
		enum explore_kind kind = d->kind == DUTY_ASSERTION ? EXPLORE_ASSERTION : EXPLORE_INVARIANT;
		if (!d->has_variables || (!search_wants(x, kind) && !may_fail)) continue;
		if (is_kept(m, i)) continue;
		m->is_harmless = false;
		show_all(m, RELATION_REPAIRS, i);
		if (may_fail) show_all(m, RELATION_BREAKS, i);
	}
}

static bool wants_failures(const struct explore *x)
{
	return search_wants(x, EXPLORE_WELLDEFINED) || search_wants(x, EXPLORE_PRECONDITION) ||
	       search_wants(x, EXPLORE_ASSERT) || search_wants(x, EXPLORE_WHILE);
}

static void show_failures(struct ample *m)
{
	for (uint32_t i = 0; i < m->relations->operation_count; i++) {
		if (!m->relations->may_fail[i]) continue;
		m->is_harmless = m->has_only_duties = false;
		show_all(m, RELATION_MOVES, i);
		for (uint32_t g = m->relations->guards_from[i]; g < m->relations->guards_from[i + 1]; g++)
			show_all(m, RELATION_MAKES_FALSE, g);
	}
}

static bool wants_deadlocks_only(const struct explore *x)
{
	for (enum explore_kind k = 0; k <= EXPLORE_COVERAGE; k++)
		if (k != EXPLORE_DEADLOCK && search_wants(x, k) && k != EXPLORE_NO_INITIAL_STATE &&
		    k != EXPLORE_INITIALISATION && k != EXPLORE_REFINEMENT)
			return false;
	return true;
}

static bool observes(const struct explore *x)
{
	return x->options.observed_count || x->options.observed_operations;
}

/* Whatever changes the truth of what somebody looks at in all states, be it good or bad. */
static void show_observed(const struct explore *x, struct ample *m)
{
	const struct explore_options *o = &x->options;
	uint32_t first = x->model.duties.count + (o->goal != NULL);
	for (uint32_t i = 0; i < o->observed_count; i++) {
		show_all(m, RELATION_BREAKS, first + i);
		show_all(m, RELATION_REPAIRS, first + i);
	}
	for (uint32_t i = 0; o->observed_operations && i < m->relations->operation_count; i++) {
		if (!o->observed_operations[step_part(x, m->parts.number[i]).origin]) continue;
		show_all(m, RELATION_ENABLES, i);
		show_all(m, RELATION_DISABLES, i);
	}
	m->is_harmless = m->has_only_duties = false;
}

static void find_visible(struct explore *x, struct ample *m)
{
	if (wants_deadlocks_only(x) && !observes(x)) return;
	m->visible = allocate(m->relations->operation_count);
	m->is_harmless = m->has_only_duties = !x->options.goal;
	if (observes(x)) show_observed(x, m);
	show_duties(x, m);
	if (x->options.goal && search_wants(x, EXPLORE_GOAL))
		show_all(m, RELATION_BREAKS, x->model.duties.count);
	if (wants_failures(x)) show_failures(m);
	/* what changes nothing leads to a state that was expanded before, so that all are taken */
	for (uint32_t i = 0; i < m->relations->operation_count; i++)
		if (m->relations->is_idle[i]) bits_add(m->visible, i);
}

/* ---- opening and closing ----------------------------------------------------------------------------- */

struct relation_table *ample_relations(struct explore *x, const struct operation *const *operations,
                                       uint32_t count, const struct node *initialisation)
{
	const struct explore_options *o = &x->options;
	uint32_t duties = x->model.duties.count;
	const struct node **nodes =
	    ARENA_ARRAY(&x->arena, duties + 1 + o->observed_count, const struct node *);
	for (uint32_t i = 0; i < duties; i++) nodes[i] = x->model.duties.at[i].node;
	if (o->goal) nodes[duties++] = o->goal;
	for (uint32_t i = 0; i < o->observed_count; i++) nodes[duties++] = o->observed[i];
	return relations_open(&x->arena, operations, count, nodes, duties, initialisation);
}

static void open_parts(struct explore *x, struct ample *m, bool may_split)
{
	part_operations(x, may_split, &m->parts);
	m->relations = ample_relations(x, m->parts.text, m->parts.count, x->model.initialisation);
	m->stubborn = stubborn_open(m->relations);
	m->guards = memory_zeroed(m->relations->guard_count + 1, sizeof *m->guards);
	for (uint32_t i = 0; i < m->relations->guard_count; i++) {
		struct reading f;
		reading_find(x, m->relations->guards[i].node, &f);
		recall_init(&m->guards[i], &f, x->model.variables.count);
	}
	m->enabled = allocate(m->relations->operation_count);
	m->untrue = allocate(m->relations->guard_count);
}

static void close_parts(struct ample *m)
{
	for (uint32_t i = 0; i < m->relations->guard_count; i++) recall_clear(&m->guards[i]);
	stubborn_close(m->stubborn);
	stubborn_close(m->unseen);
	m->unseen = NULL;
	free(m->guards);
	free(m->enabled);
	free(m->untrue);
	free(m->visible);
	m->visible = NULL;
}

void ample_open(struct explore *x)
{
	if (!x->options.partial_order || x->result.coverage.count == 0) return;
	const char *why = x->pairs                 ? "the abstractions run along"
	                  : x->obligations         ? "there are variants"
	                  : x->model.judges_guards ? "guards may be undefined, which is looked for"
	                                           : NULL;
	if (why) {
		text_format(&x->result.notes, "no partial order reduction: %s\n", why);
		return;
	}
	struct ample *m = memory_zeroed(1, sizeof *m);
	x->ample = m;
	open_parts(x, m, true);
	find_visible(x, m);
	bool may_be_kept = m->visible && m->has_only_duties && !m->is_harmless && x->options.relate;
	if (may_be_kept) m->unseen = stubborn_open(m->relations);
	x->result.is_reduced = true;
}

void ample_close(struct explore *x)
{
	struct ample *m = x->ample;
	if (!m) return;
	close_parts(m);
	VEC_CLEAR(&m->expanded);
	free(m);
}

size_t ample_bytes(const struct explore *x)
{
	const struct ample *m = x->ample;
	return m ? stubborn_bytes(m->stubborn) + m->expanded.room * sizeof *m->expanded.at : 0;
}

/* ---- what is enabled --------------------------------------------------------------------------------- */

/* Where that is not known for sure, the operation tells. */
static bool is_untrue(struct explore *x, uint32_t state, uint32_t guard)
{
	struct recall *m = &x->ample->guards[guard];
	const value *v = states_at(&x->states, state);
	bool may_recall = x->recalls.is_known, is_sure;
	uint32_t known = may_recall ? recall_find(m, v, &x->recalls.mixed) : RECALL_NONE;
	if (known != RECALL_NONE) return known == EVAL_FALSE;
	step_need(x, state);
	bool was_cut = eval_was_cut(x->eval);
	enum truth t =
	    eval_predicate_certain(x->eval, x->ample->relations->guards[guard].node, &is_sure);
	if (t == EVAL_FAILED) {
		is_sure = eval_failed(x->eval)->kind == EVAL_UNDEFINED;
		t = EVAL_FALSE;
	}
	if (!was_cut) eval_clear_cut(x->eval);
	if (is_sure && may_recall && !step_stopped(x) && recall_has_room(m, replay_share(x)))
		recall_put(m, v, (uint32_t)t);
	return is_sure && t == EVAL_FALSE;
}

struct ample_trial {
	bool has_outcome, goes_on;
};

static bool found_one(void *data)
{
	struct ample_trial *t = data;
	t->has_outcome = true;
	return t->goes_on;
}

/* Has it an outcome? *is_failing if it fails, which is reported. Where failures are looked for, all outcomes are. */
static bool has_outcome(struct explore *x, uint32_t state, uint32_t number, bool *is_failing)
{
	struct explore_part part = step_part(x, x->ample->parts.number[number]);
	struct explore_coverage *c = &x->result.coverage.at[part.origin];
	struct ample_trial trial = {false, x->ample->visible && x->ample->relations->may_fail[number]};
	step_need(x, state);
	struct failing f = {x, c->name, part.operation->parameters, state, x->current_setup};
	judge_each_failure(&f);
	enum truth t = eval_operation(x->eval, part.operation, found_one, &trial);
	c->failed |= t == EVAL_FAILED;
	*is_failing |= t == EVAL_FAILED && eval_failed(x->eval)->kind != EVAL_UNDEFINED;
	judge_no_more_failures(&f, t);
	return trial.has_outcome;
}

static bool is_enabled(struct explore *x, uint32_t state, uint32_t number, bool *is_failing)
{
	const struct relation_table *r = x->ample->relations;
	bool is_disabled = false;
	for (uint32_t g = r->guards_from[number]; g < r->guards_from[number + 1]; g++)
		if (is_untrue(x, state, g)) {
			bits_add(x->ample->untrue, g);
			is_disabled = true;
		}
	return !is_disabled && (r->is_sure[number] || has_outcome(x, state, number, is_failing));
}

/* ---- a state ------------------------------------------------------------------------------------------- */

void ample_meet(struct explore *x, uint32_t target)
{
	struct ample *m = x->ample;
	m->met_expanded |= target / 64 < m->expanded.count && bits_has(m->expanded.at, target);
}

static void note_expanded(struct ample *m, uint32_t state)
{
	while (m->expanded.count <= state / 64) VEC_PUSH(&m->expanded, 0);
	bits_add(m->expanded.at, state);
}

/* Takes those in the set, or those of the enabled ones that are not. */
static void take(struct explore *x, uint32_t state, const uint64_t *set, bool others)
{
	const struct ample_parts *parts = &x->ample->parts;
	for (uint32_t i = 0; i < parts->count; i++) {
		if (step_stopped(x) || x->search.is_full) return;
		if (bits_has(x->ample->enabled, i) && bits_has(set, i) != others)
			step_execute(x, state, parts->number[i]);
	}
}

/* A solver takes its time: it is asked once the search has taken some, the sooner the more it helps; and as soon as most states would be
 * reduced if it proved that the duties are kept (SetRelLaws: 262,144 states). (Before the first state of HardGraph,
 * which has one, it took 10 s.) States that were reduced before stay as they are: each set is good by itself. */
static bool is_time_to_ask(const struct explore *x)
{
	enum { LEAST = 32, SOON = EVAL_EFFORT_PER_SECOND / 50, LATE = 4 * EVAL_EFFORT_PER_SECOND };
	enum { PER_PAIR = 400, EASY = 20 }; /* states; effort for one */
	const struct ample *m = x->ample;
	if (m->was_asked || !x->options.relate) return false;
	if (x->options.relates_from) return m->tried + 1 >= x->options.relates_from;
	if (m->missed > WINDOW / 2) return true;
	uint64_t effort = eval_effort(x->eval), states = x->result.stats.explored;
	uint64_t pairs = (uint64_t)m->relations->operation_count * m->relations->operation_count;
	if (effort >= LATE || (!m->visible && states >= LEAST && effort >= SOON)) return true;
	return !m->visible && states >= PER_PAIR * pairs && effort <= EASY * states;
}

static void forget_sets(struct ample *m)
{
	stubborn_close(m->stubborn);
	stubborn_close(m->unseen);
	m->stubborn = stubborn_open(m->relations);
	m->unseen = NULL;
	free(m->visible);
	m->visible = NULL;
	m->tried = m->gained = m->missed = 0;
	m->rests = false;
}

static void sharpen(struct explore *x)
{
	struct ample *m = x->ample;
	m->was_asked = true;
	if (m->parts.count > x->result.coverage.count)
		return; /* a solver knows whole operations only */
	x->options.relate(x->options.relate_data, x, m->relations);
	relations_close(m->relations);
	forget_sets(m);
	find_visible(x, m);
}

static bool all_have_occurred(const struct explore *x)
{
	for (uint32_t i = 0; i < x->result.coverage.count; i++)
		if (x->result.coverage.at[i].transitions == 0) return false;
	return true;
}

/* From then on all operations are taken in each state: no set is left that has to be closed. */
bool ample_rests(const struct explore *x) { return !x->ample || x->ample->rests; }

static void consider(struct ample *m)
{
	if (m->tried++ < WINDOW) return;
	m->rests = m->visible ? m->gained * WORTH < m->tried : m->gained == 0;
	stubborn_close(m->unseen);
	m->unseen = NULL;
	m->tried = m->gained = 0;
}

static bool is_part(const struct ample *m, const uint64_t *set)
{
	return memcmp(set, m->enabled, m->relations->words * sizeof *set) != 0;
}

/* Parts that gain nothing in the first states are put together again: then a solver may know more. */
static void unite_parts(struct explore *x)
{
	enum { TRIAL = 32 };
	struct ample *m = x->ample;
	if (m->tried != TRIAL || m->gained > 0 || m->parts.count == x->result.coverage.count) return;
	bool has_unseen = m->unseen != NULL;
	close_parts(m);
	replay_drop_parts(x);
	open_parts(x, m, false);
	find_visible(x, m);
	if (has_unseen) m->unseen = stubborn_open(m->relations);
}

bool ample_expand(struct explore *x, uint32_t state)
{
	struct ample *m = x->ample;
	unite_parts(x);
	if (is_time_to_ask(x)) sharpen(x);
	if (m->visible && m->is_harmless && all_have_occurred(x)) forget_sets(m);
	if (!m->rests) consider(m);
	if (m->rests) return step_expand(x, state);
	uint32_t count = m->parts.count, enabled = 0;
	bool is_failing = false;
	memset(m->enabled, 0, (count / 64 + 1) * sizeof *m->enabled);
	memset(m->untrue, 0, (m->relations->guard_count / 64 + 1) * sizeof *m->untrue);
	for (uint32_t i = 0; i < count && !step_stopped(x); i++) {
		if (!is_enabled(x, state, i, &is_failing)) continue;
		bits_add(m->enabled, i);
		enabled++;
	}
	if (step_stopped(x)) return true;
	note_expanded(m, state);
	if (enabled == 0) return is_failing;
	/* who draws integers from a part of them only, does not know what is enabled */
	if (eval_was_cut(x->eval)) {
		take(x, state, m->enabled, false);
		return true;
	}
	m->met_expanded = false;
	const uint64_t *set = stubborn_find(m->stubborn, m->enabled, m->untrue, m->visible);
	bool is_less = is_part(m, set);
	take(x, state, set, false);
	if (is_less && m->visible && m->met_expanded) {
		take(x, state, set, true);
		is_less = false;
	}
	m->gained += is_less;
	x->result.stats.reduced += is_less;
	if (!is_less && m->unseen)
		m->missed += is_part(m, stubborn_find(m->unseen, m->enabled, m->untrue, NULL));
	return true;
}
