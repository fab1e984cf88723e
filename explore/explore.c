/* The search: order of the states, and its ends. */
#include "explore/inside.h"

/* ---- opening and closing ----------------------------------------------------------------------------- */

struct explore *explore_open(struct project *p, struct values *s, const struct universe *u,
                             const struct explore_options *o)
{
	struct explore *x = memory_zeroed(1, sizeof *x);
	uint32_t widest = 0;
	x->project = p;
	x->values = s;
	x->universe = u;
	x->options = *o;
	if (x->options.max_states == 0) x->options.max_states = EXPLORE_MAX_STATES;
	x->search.random = o->seed * 0x9e3779b97f4a7c15u + 0x243f6a8885a308d3u;
	x->current_setup = EXPLORE_NONE;
	arena_init_with(&x->arena, &p->arena);
	x->eval = eval_open(p, s, u);
	eval_set_interrupt(x->eval, o->stop);
	choice_prepare(x);
	collect_project(x);
	obligations_open(x);
	replay_open(x);
	for (uint32_t i = 0; i < x->result.coverage.count; i++) {
		const struct operation *op = x->result.coverage.at[i].operation;
		uint32_t width = op->parameters->count + op->results->count;
		if (width > widest) widest = width;
	}
	states_init(&x->states, 1 + x->model.variables.count);
	if (o->symmetry != EXPLORE_PLAIN && o->symmetry != EXPLORE_AUTO) quotient_open(x);
	ample_open(x);
	x->vector = memory_zeroed(1 + x->model.variables.count, sizeof *x->vector);
	x->label = memory_zeroed(1 + widest, sizeof *x->label);
	x->counts = memory_zeroed(1 + x->result.coverage.count, sizeof *x->counts);
	return x;
}

void explore_close(struct explore *x)
{
	ample_close(x);
	predict_close(x);
	pairs_close(x);
	obligations_close(x);
	replay_close(x);
	levels_clear(&x->model.levels);
	VEC_CLEAR(&x->model.machines);
	VEC_CLEAR(&x->model.unknowns);
	VEC_CLEAR(&x->model.variables);
	VEC_CLEAR(&x->model.conjuncts);
	map_clear(&x->model.axioms);
	VEC_CLEAR(&x->model.duties);
	symmetry_clear(&x->symmetry);
	VEC_CLEAR(&x->setups);
	VEC_CLEAR(&x->search.frontier);
	for (uint32_t i = 0; i < x->result.findings.count; i++)
		if (x->result.findings.at[i].trace) explore_trace_clear(x->result.findings.at[i].trace);
	VEC_CLEAR(&x->result.findings);
	VEC_CLEAR(&x->result.coverage);
	text_clear(&x->result.notes);
	states_clear(&x->states);
	quotient_close(x);
	labels_clear(&x->labels);
	free(x->vector);
	free(x->label);
	map_clear(&x->kept);
	free(x->counts);
	eval_close(x->eval);
	arena_clear(&x->arena);
	free(x);
}

bool explore_has_setup(const struct explore *x) { return x->model.has_setup; }

/* ---- the order of the states --------------------------------------------------------------------------- */

uint64_t explore_random(struct explore *x)
{
	x->search.random ^= x->search.random << 13;
	x->search.random ^= x->search.random >> 7;
	x->search.random ^= x->search.random << 17;
	return x->search.random >> 11;
}

/* Takes a random state of frontier[from .. count-1], or of all if there is none. */
static uint32_t take_random(struct explore *x, uint32_t from)
{
	uint32_t count = x->search.frontier.count;
	if (from >= count) from = 0;
	uint32_t i = from + (uint32_t)(explore_random(x) % (count - from)),
	         id = x->search.frontier.at[i];
	x->search.frontier.at[i] = x->search.frontier.at[count - 1];
	x->search.frontier.count--;
	return id;
}

/* The next state to be explored, or EXPLORE_NONE. The states from `fresh` on in the frontier were
 * added by the one before. */
static uint32_t take(struct explore *x, uint32_t fresh)
{
	if (x->options.order == EXPLORE_BREADTH)
		return x->search.next < x->states.count ? x->search.next++ : EXPLORE_NONE;
	if (x->search.frontier.count == 0) return EXPLORE_NONE;
	if (x->options.order == EXPLORE_DEPTH) return VEC_POP(&x->search.frontier);
	return take_random(x, fresh);
}

/* ---- the search ------------------------------------------------------------------------------------------ */

static void update_stats(struct explore *x)
{
	struct explore_stats *s = &x->result.stats;
	s->states = x->states.count + x->search.elsewhere;
	s->bytes = states_bytes(&x->states) + values_bytes(x->values) + x->setups.room * sizeof(value) +
	           x->search.frontier.room * sizeof(uint32_t) + x->search.elsewhere_bytes +
	           ample_bytes(x) + predict_bytes(x);
	s->spared = predict_spared(x) + x->search.elsewhere_spared;
	quotient_stats(x, s);
}

static void show_progress(struct explore *x)
{
	if ((x->result.stats.explored & 0xff) != 0 || !x->options.progress) return;
	update_stats(x);
	x->options.progress(x->options.progress_data, &x->result.stats);
}

/* Equal sets that are not listed may have different numbers. */
static void note_lazy(struct explore *x, uint32_t state)
{
	const value *v = states_at(&x->states, state);
	for (uint32_t i = 1; i < x->states.width && !x->has_lazy; i++) {
		if (!value_has_lazy(x->values, v[i])) continue;
		x->has_lazy = true;
		text_format(&x->result.notes,
		            "'%s' is a set that is not listed: states in which it is equal, but written in "
		            "another way, count as different\n",
		            x->model.variables.at[i - 1]->full_name);
	}
}

bool search_wants(const struct explore *x, enum explore_kind kind)
{
	return x->options.find == 0 || (x->options.find & explore_find_bit(kind));
}

/* A search that is full still looks at the states it has. */
void search_visit(struct explore *x, uint32_t state)
{
	if (!x->has_lazy) note_lazy(x, state);
	quotient_consider(x);
	if (quotient_skips(x, state)) return;
	uint64_t before = eval_effort(x->eval);
	step_begin(x, state);
	judge_state(x, state);
	if (x->search.is_full) return;
	eval_clear_cut(x->eval);
	x->search.is_watched = x->options.watcher != NULL;
	if (x->search.is_watched) {
		x->options.watcher->visit(x->options.watcher->data, state);
		x->recalls.is_loaded = false; /* it may have loaded another state */
	}
	bool is_enabled = x->ample ? ample_expand(x, state) : step_expand(x, state);
	bool was_cut = eval_was_cut(x->eval);
	x->search.is_watched = false;
	x->result.was_cut |= was_cut;
	if (!is_enabled) judge_deadlock(x, state, was_cut);
	x->result.stats.explored++;
	x->search.spent += eval_effort(x->eval) - before;
}

/* External functions may tell which value was stored first: CHOOSE of a set of sets. */
static bool calls_external(const struct explore *x)
{
	for (uint32_t i = 0; i < x->result.coverage.count; i++)
		if (x->recalls.operations[i].reading.is_open) return true;
	for (uint32_t i = 0; i < x->model.duties.count; i++)
		if (x->model.duties.at[i].recall.reading.is_open) return true;
	return false;
}

/* Partners and canonical forms are looked for by one alone. */
static bool is_for_team(const struct explore *x)
{
	uint32_t from = x->options.workers_from ? x->options.workers_from : EXPLORE_TOGETHER_FROM;
	return x->options.workers > 1 && x->options.end_worker && !x->options.watcher &&
	       x->states.count >= from && !x->search.was_parted &&
	       x->options.order == EXPLORE_BREADTH && !x->pairs && !x->quotient && !x->ample &&
	       !x->search.is_full && x->search.next < x->states.count && !calls_external(x);
}

static void search(struct explore *x)
{
	uint32_t state, fresh = 0;
	while (!step_stopped(x) && (state = take(x, fresh)) != EXPLORE_NONE) {
		fresh = x->search.frontier.count;
		uint64_t before = x->result.stats.transitions;
		search_visit(x, state);
		eval_charge(x->eval,
		            x->result.stats.transitions - before); /* as the schedule of check does */
		show_progress(x);
		if (!is_for_team(x)) continue;
		x->search.was_parted = true;
		if (team_search(x)) return;
	}
}

void explore_begin(struct explore *x)
{
	setup_find(x);
	setup_initialise(x);
	x->search.level_end = x->states.count;
}

static bool has_error(const struct explore *x, uint32_t from)
{
	for (uint32_t i = from; i < x->result.findings.count; i++)
		if (x->result.findings.at[i].severity == DIAG_ERROR) return true;
	return false;
}

static void save_counts(struct explore *x)
{
	x->counts[0] = x->result.stats.transitions;
	for (uint32_t i = 0; i < x->result.coverage.count; i++)
		x->counts[i + 1] = x->result.coverage.at[i].transitions;
}

/* The visit was stopped half-way: it begins again when the search goes on. */
static void visit_again(struct explore *x)
{
	x->search.next--;
	x->result.stats.explored--;
	x->result.stats.transitions = x->counts[0];
	for (uint32_t i = 0; i < x->result.coverage.count; i++)
		x->result.coverage.at[i].transitions = x->counts[i + 1];
}

bool explore_visit(struct explore *x, uint32_t most, uint32_t depth, bool ends_at_error)
{
	REQUIRE(x->options.order == EXPLORE_BREADTH);
	for (uint32_t i = 0; i < most && x->search.next < x->states.count && !step_stopped(x); i++) {
		if (x->search.next == x->search.level_end) {
			x->search.depth++;
			x->search.level_end = x->states.count;
		}
		if (x->search.depth > depth) return false;
		if (!x->search.is_full) x->search.whole_depth = x->search.depth;
		uint32_t findings = x->result.findings.count;
		uint64_t explored = x->result.stats.explored;
		save_counts(x);
		search_visit(x, x->search.next++);
		if (step_stopped(x) && x->result.stats.explored > explored) visit_again(x);
		show_progress(x);
		if (ends_at_error && has_error(x, findings)) break;
	}
	update_stats(x);
	return x->search.next < x->states.count;
}

uint32_t explore_depth(const struct explore *x)
{
	if (x->search.is_full) return x->search.whole_depth;
	return x->search.next == x->search.level_end && x->search.next < x->states.count
	           ? x->search.depth + 1
	           : x->search.depth;
}

static void end_search(struct explore *x)
{
	if (step_stopped(x)) x->result.end = EXPLORE_STOPPED;
	else if (x->search.is_full) x->result.end = EXPLORE_FULL;
	else if (x->result.is_approximate && x->result.end == EXPLORE_ALL)
		x->result.end = EXPLORE_APPROXIMATE;
}

const struct explore_result *explore_end_parts(struct explore *x)
{
	update_stats(x);
	end_search(x);
	if (x->result.end == EXPLORE_ALL && x->search.next == x->states.count) judge_coverage(x);
	return &x->result;
}

const struct explore_result *explore_run(struct explore *x)
{
	setup_find(x);
	setup_initialise(x);
	search(x);
	update_stats(x);
	end_search(x);
	x->result.was_cut |= eval_was_cut(x->eval);
	bool is_open = x->result.end == EXPLORE_UNFINISHED && x->result.open_assertion;
	if (x->result.end == EXPLORE_ALL || is_open) judge_coverage(x);
	return &x->result;
}
