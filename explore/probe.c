/* Probes: searches beside that of the explore, on tables of states of their own, that go far instead of everywhere. Every
 * state is judged when it is met, and a fault ends the probe; what it does not find says nothing. */
#include "explore/inside.h"

/* What a search has of its own. */
struct side {
	struct explore_result result;
	struct states states;
	struct explore_search search;
	struct map kept;
	struct quotient *quotient; /* NULL: probes look at all states */
	enum explore_order order;
	uint32_t max_states;
	bool deadlock_found, doubtful_deadlock_found, goal_found;
	bool *found; /* which duties were found to be false */
};

struct heap_entry {
	uint64_t rank; /* the least one comes first */
	uint32_t state;
};
struct heap {
	VEC(struct heap_entry) list;
};

enum { MOST_OBJECTIVES = 4, HEAPS = 2 * MOST_OBJECTIVES + 1 };
struct objective {
	const struct node *node;
	bool to;          /* true, or false */
	uint32_t nearest; /* the least graded distance so far */
};

struct explore_probe {
	struct explore *x;
	struct explore_aim aim;
	struct side side;
	VEC(uint32_t) depths;     /* of its states */
	VEC(bool) is_left;        /* was it expanded? */
	VEC(uint32_t) open;       /* but greedy: states that were not */
	uint32_t fresh;           /* of these: the first that the last visit led to */
	struct heap heaps[HEAPS]; /* greedy: two for each objective, and one for what is new */
	struct objective objectives[MOST_OBJECTIVES];
	uint32_t objective_count, turn;
	struct novelty novelty;
	uint64_t steps_nearer;
	uint32_t judged;  /* findings that were looked at */
	bool is_shuffled; /* it has begun again, and goes elsewhere */
	bool has_begun, has_ended, has_fault;
	bool is_reported; /* the trace of the fault belongs to the search */
	struct explore_finding fault;
};

/* ---- beside the other search ------------------------------------------------------------------------ */

#define EXCHANGE(a, b)                                                                             \
	do {                                                                                           \
		__typeof__(a) exchanged = (a);                                                             \
		(a) = (b);                                                                                 \
		(b) = exchanged;                                                                           \
	} while (0)

static void exchange(struct explore_probe *p)
{
	struct explore *x = p->x;
	struct side *s = &p->side;
	EXCHANGE(x->result, s->result);
	EXCHANGE(x->states, s->states);
	EXCHANGE(x->search, s->search);
	EXCHANGE(x->kept, s->kept);
	EXCHANGE(x->quotient, s->quotient);
	EXCHANGE(x->options.order, s->order);
	EXCHANGE(x->options.max_states, s->max_states);
	EXCHANGE(x->deadlock_found, s->deadlock_found);
	EXCHANGE(x->doubtful_deadlock_found, s->doubtful_deadlock_found);
	EXCHANGE(x->goal_found, s->goal_found);
	for (uint32_t i = 0; i < x->model.duties.count; i++)
		EXCHANGE(x->model.duties.at[i].is_found, s->found[i]);
}

static void add_objective(struct explore_probe *p, const struct node *n, bool to)
{
	if (p->objective_count == MOST_OBJECTIVES || !distance_is_graded(n)) return;
	p->objectives[p->objective_count++] = (struct objective){n, to, UINT32_MAX};
}

/* Types come first, so the last conjuncts say most. */
static void find_objectives(struct explore_probe *p)
{
	struct explore *x = p->x;
	if (x->options.goal) add_objective(p, x->options.goal, true);
	for (uint32_t i = x->model.duties.count; i-- > 0;)
		if (x->model.duties.at[i].has_variables && !x->model.duties.at[i].is_glue)
			add_objective(p, x->model.duties.at[i].node, false);
}

struct explore_probe *explore_probe_open(struct explore *x, const struct explore_aim *aim)
{
	struct explore_probe *p = memory_zeroed(1, sizeof *p);
	p->x = x;
	p->aim = *aim;
	p->side.search.random = aim->seed * 0x9e3779b97f4a7c15u + 0x243f6a8885a308d3u;
	p->side.order = EXPLORE_DEPTH;
	p->side.max_states = aim->max_states;
	p->side.search.most_outcomes = aim->most_outcomes;
	p->side.found = ARENA_ARRAY(&x->arena, x->model.duties.count + 1, bool);
	for (uint32_t i = 0; i < x->model.duties.count; i++) p->side.found[i] = false;
	for (uint32_t i = 0; i < x->result.coverage.count; i++)
		VEC_PUSH(&p->side.result.coverage, x->result.coverage.at[i]);
	states_init(&p->side.states, x->states.width);
	if (aim->way == EXPLORE_PROBE_GREEDY) find_objectives(p);
	return p;
}

static void forget_states(struct explore_probe *p, struct states *states, struct map *kept)
{
	uint32_t width = states->width;
	states_clear(states);
	states_init(states, width);
	map_clear(kept);
	VEC_CLEAR(&p->depths);
	VEC_CLEAR(&p->is_left);
	VEC_CLEAR(&p->open);
	for (uint32_t i = 0; i < HEAPS; i++) VEC_CLEAR(&p->heaps[i].list);
	novelty_clear(&p->novelty);
}

void explore_probe_close(struct explore_probe *p)
{
	forget_states(p, &p->side.states, &p->side.kept);
	if (p->fault.trace && !p->is_reported) explore_trace_clear(p->fault.trace);
	VEC_CLEAR(&p->side.result.findings);
	VEC_CLEAR(&p->side.result.coverage);
	text_clear(&p->side.result.notes);
	VEC_CLEAR(&p->side.search.frontier);
	free(p);
}

/* ---- the order --------------------------------------------------------------------------------------- */

static uint32_t next_random(struct explore_probe *p, uint32_t below)
{
	return (uint32_t)(explore_random(p->x) % below);
}

static void heap_push(struct heap *h, struct heap_entry r)
{
	VEC_PUSH(&h->list, r);
	uint32_t i = h->list.count - 1;
	for (; i > 0 && r.rank < h->list.at[(i - 1) / 2].rank; i = (i - 1) / 2)
		h->list.at[i] = h->list.at[(i - 1) / 2];
	h->list.at[i] = r;
}

static uint32_t heap_pop(struct heap *h)
{
	uint32_t first = h->list.at[0].state, count = h->list.count - 1, i = 0;
	struct heap_entry last = h->list.at[count];
	h->list.count = count;
	for (uint32_t k; (k = 2 * i + 1) < count; i = k) {
		if (k + 1 < count && h->list.at[k + 1].rank < h->list.at[k].rank) k++;
		if (last.rank <= h->list.at[k].rank) break;
		h->list.at[i] = h->list.at[k];
	}
	if (count > 0) h->list.at[i] = last;
	return first;
}

/* Of the same distance the newest one, of the same novelty the oldest. The evaluator has the state. */
static void rank(struct explore_probe *p, uint32_t state)
{
	struct explore *x = p->x;
	uint32_t newest = UINT32_MAX - state;
	for (uint32_t i = 0; i < p->objective_count; i++) {
		struct objective *o = &p->objectives[i];
		struct distance d = distance_to(x, o->node, o->to);
		p->steps_nearer += d.graded < o->nearest;
		if (d.graded < o->nearest) o->nearest = d.graded;
		uint64_t whole = distance_whole(d), graded = d.graded;
		heap_push(&p->heaps[2 * i], (struct heap_entry){whole << 32 | newest, state});
		heap_push(&p->heaps[2 * i + 1], (struct heap_entry){graded << 32 | newest, state});
	}
	uint64_t n = novelty_rank(&p->novelty, x, states_at(&x->states, state) + 1);
	heap_push(&p->heaps[2 * p->objective_count], (struct heap_entry){n << 32 | state, state});
}

static uint32_t take_ranked(struct explore_probe *p)
{
	uint32_t count = 2 * p->objective_count + 1;
	for (uint32_t empty = 0; empty < count;) {
		struct heap *h = &p->heaps[p->turn++ % count];
		if (h->list.count == 0) {
			empty++;
			continue;
		}
		empty = 0;
		uint32_t state = heap_pop(h);
		if (!p->is_left.at[state]) return state;
		p->turn--; /* another one has had it */
	}
	return EXPLORE_NONE;
}

static bool is_alike(const struct explore_probe *p, uint32_t i, uint32_t k)
{
	const struct states *s = &p->x->states;
	return states_operation(s, p->open.at[i]) == states_operation(s, p->open.at[k]);
}

/* First an operation, then one of its outcomes: those of one with many parameters are not taken more often than others. The
 * outcomes of an operation come one after the other. */
static uint32_t choose_fresh(struct explore_probe *p)
{
	uint32_t count = p->open.count, operations = 1, first = p->fresh, end;
	for (uint32_t i = first + 1; i < count; i++) operations += !is_alike(p, i - 1, i);
	for (uint32_t skip = next_random(p, operations); skip > 0; first++)
		skip -= !is_alike(p, first, first + 1);
	for (end = first + 1; end < count && is_alike(p, first, end);) end++;
	return first + next_random(p, end - first);
}

/* A walk goes on from one of the states that are new; now and then, or where there is none, from any. The thinner it is the
 * further it goes. */
static uint32_t take_random(struct explore_probe *p)
{
	enum { STEPS = 200 }; /* more or less */
	uint32_t count = p->open.count, steps = STEPS * (1 + p->x->search.thin);
	bool is_anywhere = p->fresh >= count || next_random(p, steps) == 0;
	uint32_t i = is_anywhere ? next_random(p, count) : choose_fresh(p);
	uint32_t state = p->open.at[i];
	p->open.at[i] = p->open.at[count - 1];
	p->open.count--;
	return state;
}

static uint32_t take(struct explore_probe *p)
{
	if (p->aim.way == EXPLORE_PROBE_GREEDY) return take_ranked(p);
	if (p->open.count == 0) return EXPLORE_NONE;
	if (p->aim.way == EXPLORE_PROBE_WALK) return take_random(p);
	return VEC_POP(&p->open);
}

/* ---- states --------------------------------------------------------------------------------------------- */

static void look_for_fault(struct explore_probe *p)
{
	const struct explore_result *r = &p->x->result;
	for (; p->judged < r->findings.count && !p->has_fault; p->judged++) {
		const struct explore_finding *f = &r->findings.at[p->judged];
		if (f->depth > p->aim.depth || !p->aim.is_fault(p->aim.data, f)) continue;
		p->fault = *f;
		p->has_fault = true;
	}
}

static void meet(struct explore_probe *p, uint32_t state, uint32_t depth)
{
	struct explore *x = p->x;
	VEC_PUSH(&p->depths, depth);
	VEC_PUSH(&p->is_left, false);
	if (depth > p->aim.depth || p->has_fault) return;
	step_begin(x, state);
	judge_state(x, state);
	step_need(x, state); /* to be ranked */
	look_for_fault(p);
	if (p->aim.way == EXPLORE_PROBE_GREEDY) rank(p, state);
	else VEC_PUSH(&p->open, state);
}

/* Those of the search that is put aside, or some if they are very many. */
static void begin(struct explore_probe *p)
{
	enum { MOST = 5000 };
	const struct states *from = &p->side.states;
	uint32_t count = 0;
	bool is_new;
	while (count < from->count && states_parent(from, count) == EXPLORE_NONE) count++;
	uint32_t every = count / MOST + 1;
	for (uint32_t i = 0; i < count && !p->has_fault; i += every) {
		const value *v = states_at(from, i);
		uint32_t id = states_add(&p->x->states, v, EXPLORE_NONE, EXPLORE_NONE, &is_new);
		if (is_new) meet(p, id, 0);
	}
	p->has_begun = true;
}

/* Those who come later are taken first: now and then they are met in another order. */
static void shuffle(struct explore_probe *p, uint32_t *at, uint32_t count)
{
	for (uint32_t i = count; i > 1; i--) {
		uint32_t k = next_random(p, i);
		EXCHANGE(at[i - 1], at[k]);
	}
}

static void expand(struct explore_probe *p, uint32_t state)
{
	struct explore *x = p->x;
	uint32_t depth = p->depths.at[state] + 1, first = p->depths.count, opened = p->open.count;
	if (depth - 1 > p->aim.depth) return;
	x->search.frontier.count = 0;
	p->is_left.at[state] = true;
	step_begin(x, state);
	eval_clear_cut(x->eval);
	bool is_enabled = step_expand(x, state);
	if (!is_enabled) judge_deadlock(x, state, eval_was_cut(x->eval));
	x->result.stats.explored++;
	look_for_fault(p);
	for (uint32_t id = first; id < x->states.count && !step_stopped(x); id++) meet(p, id, depth);
	if (p->is_shuffled && p->aim.way == EXPLORE_PROBE_DEPTH)
		shuffle(p, p->open.at + opened, p->open.count - opened);
	while (p->depths.count < x->states.count) { /* it was stopped: these are lost */
		VEC_PUSH(&p->depths, depth);
		VEC_PUSH(&p->is_left, true);
	}
}

/* Where there is no more room, it begins anew and goes elsewhere; of operations with many outcomes it takes fewer, so that the
 * room lasts for longer runs. */
static bool begin_again(struct explore_probe *p)
{
	enum { THINNER = 8, THINNEST = 512 };
	struct explore *x = p->x;
	bool was_thinnest = x->search.thin == THINNEST;
	if (was_thinnest && p->aim.way == EXPLORE_PROBE_GREEDY) return false;
	if (was_thinnest) x->search.thin = 0;
	else x->search.thin = x->search.thin ? x->search.thin * THINNER : THINNER;
	forget_states(p, &x->states, &x->kept);
	x->search.is_full = false;
	p->is_shuffled = true;
	for (uint32_t i = 0; i < p->objective_count; i++) p->objectives[i].nearest = UINT32_MAX;
	begin(p);
	return true;
}

/* ---- a fault ---------------------------------------------------------------------------------------------- */

struct shortcut {
	struct explore *x;
	struct map place;               /* state + 1 -> its place + 1 on the path */
	uint32_t *length, *from, *with; /* of each place: from which one it is reached, and how */
	uint32_t at, operation;
};

static bool found_shortcut(void *data)
{
	struct shortcut *s = data;
	struct explore *x = s->x;
	step_gather(x, x->current_setup, x->vector);
	uint32_t id = states_find(&x->states, x->vector);
	if (id == EXPLORE_NONE) return true;
	uintptr_t place = (uintptr_t)map_get(&s->place, (void *)((uintptr_t)id + 1));
	if (place <= s->at + 1 || s->length[place - 1] <= s->length[s->at] + 1) return true;
	s->length[place - 1] = s->length[s->at] + 1;
	s->from[place - 1] = s->at;
	s->with[place - 1] = s->operation;
	return true;
}

static void find_shortcuts(struct shortcut *s, const uint32_t *path, uint32_t count, uint64_t end)
{
	struct explore *x = s->x;
	for (uint32_t i = 0; i < count; i++) {
		if (i > 0 && s->length[i] > s->length[i - 1] + 1) {
			s->length[i] = s->length[i - 1] + 1;
			s->from[i] = i - 1;
			s->with[i] = states_operation(&x->states, path[i]);
		}
		s->at = i;
		for (uint32_t k = 0; k < x->result.coverage.count; k++) {
			if (eval_effort(x->eval) >= end || step_stopped(x)) break;
			step_load(x, path[i]);
			s->operation = k;
			step_outcomes(x, k, found_shortcut, s);
		}
	}
}

/* A run through some of the states on the way: all steps from one to a later one are known then. */
static void shorten(struct explore_probe *p, uint32_t last)
{
	enum { EFFORT = EVAL_EFFORT_PER_SECOND / 8 };
	struct explore *x = p->x;
	uint32_t count = explore_state_depth(x, last) + 1, i = count;
	uint32_t *path = ARENA_ARRAY(&x->arena, count, uint32_t);
	struct shortcut s = {.x = x};
	s.length = ARENA_ARRAY(&x->arena, count, uint32_t);
	s.from = ARENA_ARRAY(&x->arena, count, uint32_t);
	s.with = ARENA_ARRAY(&x->arena, count, uint32_t);
	for (uint32_t id = last; i-- > 0; id = states_parent(&x->states, id)) {
		path[i] = id;
		s.length[i] = i ? UINT32_MAX : 0;
		map_put(&s.place, (void *)((uintptr_t)id + 1), (void *)((uintptr_t)i + 1));
	}
	uint64_t end = eval_effort(x->eval) + EFFORT, before = eval_lend_effort(x->eval, end);
	find_shortcuts(&s, path, count, end);
	eval_return_effort(x->eval, before);
	for (i = count - 1; i > 0; i = s.from[i]) {
		if (s.from[i] == i - 1) continue;
		states_lead(&x->states, path[i], path[s.from[i]], s.with[i]);
		map_put(&x->kept, (void *)((uintptr_t)path[i] + 1), NULL);
	}
	map_clear(&s.place);
}

/* The run to it, for good. */
static void keep_fault(struct explore_probe *p)
{
	struct explore *x = p->x;
	struct explore_finding *f = &p->fault;
	const struct explore_step *beyond = f->beyond;
	struct explore_trace *t = ARENA_NEW(&x->arena, struct explore_trace);
	if (f->state != EXPLORE_NONE) shorten(p, f->state);
	if (f->state != EXPLORE_NONE) f->depth = explore_state_depth(x, f->state) + (beyond != NULL);
	f->beyond = NULL;
	explore_trace(x, f, t);
	f->trace = t;
	f->beyond = beyond;
}

/* ---- turns ------------------------------------------------------------------------------------------------- */

enum explore_probed explore_probe_visit(struct explore_probe *p, uint32_t most)
{
	struct explore *x = p->x;
	if (p->has_fault) return EXPLORE_PROBE_FOUND;
	exchange(p);
	uint64_t transitions = x->result.stats.transitions;
	if (!p->has_begun) begin(p);
	for (uint32_t i = 0; i < most && !p->has_fault && !p->has_ended && !step_stopped(x); i++) {
		uint32_t state = take(p);
		p->fresh = p->open.count;
		bool is_at_end = state == EXPLORE_NONE;
		if (!is_at_end) expand(p, state);
		if (is_at_end && x->search.thin == 0) p->has_ended = true;
		else if ((is_at_end || x->search.is_full) && !p->has_fault) p->has_ended = !begin_again(p);
	}
	if (p->has_fault) keep_fault(p);
	eval_spend(x->eval, x->result.stats.transitions - transitions);
	exchange(p);
	x->current_setup = EXPLORE_NONE;
	return p->has_fault   ? EXPLORE_PROBE_FOUND
	       : p->has_ended ? EXPLORE_PROBE_ENDED
	                      : EXPLORE_PROBE_GOES_ON;
}

const struct explore_finding *explore_probe_fault(const struct explore_probe *p)
{
	return p->has_fault ? &p->fault : NULL;
}

void explore_probe_limit(struct explore_probe *p, uint32_t depth) { p->aim.depth = depth; }

void explore_probe_report(struct explore_probe *p)
{
	VEC_PUSH(&p->x->result.findings, p->fault);
	p->is_reported = true;
}

uint64_t explore_probe_steps_nearer(const struct explore_probe *p) { return p->steps_nearer; }
