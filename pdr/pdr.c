/* The search: states that lead to something bad are shown to be out of reach of ever more steps. */
#include "pdr/inside.h"

struct pdr *pdr_open(const struct pdr_question *q)
{
	struct pdr *p = memory_zeroed(1, sizeof *p);
	p->question = *q;
	p->latches = q->aig->latches.count;
	p->inputs = q->aig->inputs.count;
	p->state = memory_zeroed(p->latches + 1, sizeof *p->state);
	p->input = memory_zeroed(p->inputs + 1, sizeof *p->input);
	query_open(p);
	return p;
}

static void clear_obligations(struct pdr *p)
{
	for (uint32_t i = 0; i < p->obligations.count; i++) free(p->obligations.at[i].cube);
	p->obligations.count = p->heap.count = 0;
}

void pdr_close(struct pdr *p)
{
	if (!p) return;
	query_close(p);
	clear_obligations(p);
	for (uint32_t i = 0; i < p->frames.count; i++) {
		for (uint32_t k = 0; k < p->frames.at[i].cubes.count; k++)
			free(p->frames.at[i].cubes.at[k]);
		VEC_CLEAR(&p->frames.at[i].cubes);
	}
	for (uint32_t i = 0; i < p->run.count; i++) {
		free(p->run.at[i].latches);
		free(p->run.at[i].inputs);
	}
	pdr_cubes_clear(&p->invariant);
	VEC_CLEAR(&p->run);
	VEC_CLEAR(&p->frames);
	VEC_CLEAR(&p->obligations);
	VEC_CLEAR(&p->heap);
	VEC_CLEAR(&p->scratch);
	free(p->state);
	free(p->input);
	free(p);
}

/* ---- obligations: those of the lowest level first, of these the ones that are nearest to what is bad ----------------- */

static bool is_before(const struct pdr *p, uint32_t x, uint32_t y)
{
	const struct pdr_obligation *a = &p->obligations.at[x], *b = &p->obligations.at[y];
	if (a->level != b->level) return a->level < b->level;
	return a->depth != b->depth ? a->depth < b->depth : x < y;
}

static void swap(struct pdr *p, uint32_t i, uint32_t k)
{
	uint32_t x = p->heap.at[i];
	p->heap.at[i] = p->heap.at[k];
	p->heap.at[k] = x;
}

static void open_obligation(struct pdr *p, uint32_t o)
{
	VEC_PUSH(&p->heap, o);
	for (uint32_t i = p->heap.count - 1; i; i = (i - 1) / 2) {
		if (!is_before(p, p->heap.at[i], p->heap.at[(i - 1) / 2])) return;
		swap(p, i, (i - 1) / 2);
	}
}

static uint32_t close_first(struct pdr *p)
{
	uint32_t first = p->heap.at[0], i = 0;
	p->heap.at[0] = VEC_LAST(&p->heap);
	p->heap.count--;
	for (;;) {
		uint32_t least = i;
		for (uint32_t k = 2 * i + 1; k <= 2 * i + 2 && k < p->heap.count; k++)
			if (is_before(p, p->heap.at[k], p->heap.at[least])) least = k;
		if (least == i) return first;
		swap(p, i, least);
		i = least;
	}
}

static void add_obligation(struct pdr *p, struct pdr_cube *c, uint32_t level, uint32_t parent)
{
	uint32_t depth = parent == UINT32_MAX ? 0 : p->obligations.at[parent].depth + 1;
	p->all_obligations++;
	VEC_PUSH(&p->obligations, (struct pdr_obligation){c, level, depth, parent});
	open_obligation(p, p->obligations.count - 1);
}

/* ---- a run ------------------------------------------------------------------------------------------------------------- */

static bool add_step(struct pdr *p, bool *state, const struct pdr_cube *target)
{
	struct pdr_step s = {memory_raw(p->latches + 1), memory_raw(p->inputs + 1)};
	bool *next = memory_raw(p->latches + 1);
	memcpy(s.latches, state, p->latches);
	VEC_PUSH(&p->run, s);
	bool ok = query_follow(p, state, target, s.inputs, next) == SOLVER_SATISFIABLE;
	if (ok) memcpy(state, next, p->latches);
	free(next);
	return ok;
}

/* The states of obligations are sets: the steps are found once more, from the first state on. */
static enum pdr_answer find_run(struct pdr *p, uint32_t obligation)
{
	bool *state = memory_zeroed(p->latches + 1, sizeof *state);
	bool ok = true;
	for (; ok && obligation != UINT32_MAX; obligation = p->obligations.at[obligation].parent)
		ok = add_step(p, state, p->obligations.at[obligation].cube);
	ok = ok && add_step(p, state, NULL);
	free(state);
	bool is_late = p->question.interrupt && *p->question.interrupt;
	return ok ? PDR_FOUND : is_late ? PDR_GOES_ON : PDR_DOUBTFUL;
}

/* ---- the search -------------------------------------------------------------------------------------------------------- */

/* No step leads into the cube: how far does that hold? */
static uint32_t block(struct pdr *p, struct pdr_cube *core, uint32_t level)
{
	core = generalise(p, core, level, 0);
	while (level + 1 < p->frames.count) {
		struct pdr_cube *more = NULL;
		if (query_step(p, core, level + 1, true, &more) != SOLVER_UNSATISFIABLE) break;
		free(core);
		core = more;
		level++;
	}
	frame_block(p, core, level);
	return level;
}

static bool is_first_state(const struct pdr *p)
{
	for (uint32_t i = 0; i < p->latches; i++)
		if (p->state[i]) return false;
	return true;
}

/* True if the obligation of the lowest level is reached from the first state. */
static bool work(struct pdr *p, uint32_t *reached)
{
	uint32_t o = p->heap.at[0], level = p->obligations.at[o].level;
	struct pdr_cube *core = NULL, *cube = p->obligations.at[o].cube;
	enum solver_answer a = SOLVER_UNSATISFIABLE;
	bool is_blocked = frame_is_blocked(p, cube, level);
	if (!is_blocked) a = query_step(p, cube, level, true, &core);
	if (a == SOLVER_UNKNOWN) return false;
	if (a == SOLVER_SATISFIABLE) {
		*reached = o;
		if (is_first_state(p)) return true; /* it is in all frames */
		struct pdr_cube *before = query_lift(p, cube);
		if (!p->is_stopped) add_obligation(p, before, level - 1, o);
		else free(before);
		return false;
	}
	close_first(p);
	if (!is_blocked) level = block(p, core, level);
	p->obligations.at[o].level = level + 1;
	if (level + 1 < p->frames.count) open_obligation(p, o);
	return false;
}

/* The frontier has no bad state any more. */
static bool advance(struct pdr *p)
{
	if (!p->is_pushing) {
		clear_obligations(p);
		frame_push(p);
		p->is_pushing = true;
	}
	bool is_proved = frame_propagate(p);
	if (!p->is_stopped) p->is_pushing = false;
	return is_proved;
}

/* A bad state of the frontier becomes an obligation, or there is none. */
static enum solver_answer find_bad(struct pdr *p)
{
	uint32_t last = p->frames.count - 1;
	enum solver_answer a = query_bad(p, last);
	if (a != SOLVER_SATISFIABLE || last == 0) return a;
	struct pdr_cube *c = query_lift(p, NULL);
	if (!p->is_stopped) add_obligation(p, c, last, UINT32_MAX);
	else free(c);
	return a;
}

static enum pdr_answer search(struct pdr *p)
{
	if (p->frames.count == 0) frame_push(p);
	while (!p->is_stopped) {
		uint32_t reached = UINT32_MAX;
		query_renew(p);
		if (p->heap.count) {
			if (work(p, &reached)) return find_run(p, reached);
			continue;
		}
		enum solver_answer a = p->is_pushing ? SOLVER_UNSATISFIABLE : find_bad(p);
		if (a == SOLVER_SATISFIABLE && p->frames.count == 1) return find_run(p, UINT32_MAX);
		if (a == SOLVER_UNSATISFIABLE && advance(p)) return PDR_PROVED;
	}
	return PDR_GOES_ON;
}

enum pdr_answer pdr_search(struct pdr *p, uint64_t effort)
{
	p->is_stopped = false;
	p->effort_end = effort ? pdr_effort(p) + effort : UINT64_MAX;
	return search(p);
}

const struct pdr_step *pdr_run(const struct pdr *p, uint32_t *count)
{
	*count = p->run.count;
	return p->run.at;
}

struct pdr_cube *const *pdr_clauses(const struct pdr *p, uint32_t *count)
{
	*count = p->invariant.count;
	return p->invariant.at;
}

void pdr_take_clauses(struct pdr *p, struct pdr_cubes *out)
{
	*out = p->invariant;
	p->invariant = (struct pdr_cubes){0};
}

void pdr_stats(const struct pdr *p, struct pdr_stats *out)
{
	*out = (struct pdr_stats){
	    .frames = p->frames.count, .queries = p->queries, .obligations = p->all_obligations};
	for (uint32_t i = 0; i < p->frames.count; i++) out->clauses += p->frames.at[i].cubes.count;
}
