/* Outcomes of operations that are known, because another state had the same values of what the operation reads. An
 * outcome is its label and the values of the variables that the operation writes; the others stay as they are. */
#include "explore/inside.h"

void replay_open(struct explore *x)
{
	uint32_t count = x->result.coverage.count, variables = x->model.variables.count;
	x->recalls.operations = memory_zeroed(count + 1, sizeof *x->recalls.operations);
	x->recalls.mixed.parts = memory_zeroed(variables + 1, sizeof *x->recalls.mixed.parts);
	for (uint32_t i = 0; i < count; i++) {
		struct reading f;
		reading_find(x, x->result.coverage.at[i].operation->body, &f);
		recall_init(&x->recalls.operations[i], &f, variables);
		/* partners are looked for, too, and what must hold of a step reads more than it does */
		x->recalls.operations[i].is_useless |= x->pairs || obligations_of(x, i);
	}
	for (uint32_t i = 0; i < x->model.duties.count; i++) {
		struct reading f;
		reading_find(x, x->model.duties.at[i].node, &f);
		recall_init(&x->model.duties.at[i].recall, &f, variables);
	}
}

void replay_close(struct explore *x)
{
	for (uint32_t i = 0; i < x->result.coverage.count + x->recalls.parts.count; i++)
		recall_clear(&x->recalls.operations[i]);
	VEC_CLEAR(&x->recalls.parts);
	for (uint32_t i = 0; i < x->model.duties.count; i++)
		recall_clear(&x->model.duties.at[i].recall);
	free(x->recalls.operations);
	free(x->recalls.mixed.parts);
}

void replay_add_part(struct explore *x, const struct operation *o)
{
	struct reading f;
	uint32_t before = x->result.coverage.count + x->recalls.parts.count - 1;
	size_t size = (before + 2) * sizeof *x->recalls.operations;
	x->recalls.operations = memory_resized(x->recalls.operations, size);
	reading_find(x, o->body, &f);
	recall_init(&x->recalls.operations[before], &f, x->model.variables.count);
}

void replay_drop_parts(struct explore *x)
{
	uint32_t first = x->result.coverage.count;
	for (uint32_t i = 0; i < x->recalls.parts.count; i++)
		recall_clear(&x->recalls.operations[first + i]);
	x->recalls.parts.count = 0;
}

/* All together they are to be small beside the states. */
size_t replay_share(const struct explore *x)
{
	enum { LEAST = 16 * 1024, PART = 8 };
	uint32_t count = x->result.coverage.count + x->recalls.parts.count + x->model.duties.count;
	return LEAST + states_bytes(&x->states) / PART / (count + 1);
}

uint32_t replay_number(struct explore *x, uint32_t source, uint32_t operation, uint32_t hash,
                       bool *is_new)
{
	*is_new = false;
	if (x->team) return team_number(x, source, operation, hash, is_new);
	bool is_full = x->states.count == x->options.max_states;
	if (x->quotient && is_full) return quotient_find(x, x->vector);
	if (x->quotient) return quotient_add(x, x->vector, source, operation, is_new);
	if (is_full) return states_find_hashed(&x->states, x->vector, hash);
	return states_add_hashed(&x->states, x->vector, hash, source, operation, is_new);
}

/* ---- taking ------------------------------------------------------------------------------------ */

enum { HEAD = 2 }; /* how many outcomes, and whether it took long to find them */

static uint32_t label_width(const struct operation *o)
{
	return o->parameters->count + o->results->count;
}

/* Writes the values into x->vector, which has those of the source else. */
static uint32_t target_of(struct explore *x, uint32_t source, uint32_t number, const value *written,
                          bool *is_new)
{
	const struct reading *f = &x->recalls.operations[number].reading;
	uint64_t sum = x->recalls.mixed.sum;
	for (uint32_t i = 0; i < f->write_count; i++) {
		uint32_t place = f->writes[i];
		x->vector[place] = written[i];
		sum += states_part(place, written[i]) - x->recalls.mixed.parts[place];
	}
	*is_new = false;
	if (sum == x->recalls.mixed.sum) {
		const value *old = states_at(&x->states, source);
		if (memcmp(old, x->vector, x->states.width * sizeof *old) == 0) return source;
	}
	return replay_number(x, source, step_part(x, number).origin, states_finish(sum), is_new);
}

static void keep_label(struct explore *x, uint32_t id, const value *from, uint32_t width)
{
	value *label = ARENA_ARRAY(&x->arena, width + 1, value);
	memcpy(label, from, width * sizeof *label);
	map_put(&x->kept, (void *)((uintptr_t)id + 1), label);
}

static uint32_t take_all(struct explore *x, uint32_t state, uint32_t number, const value *at)
{
	const struct reading *f = &x->recalls.operations[number].reading;
	uint32_t labels = label_width(step_part(x, number).operation), count = at[0];
	uint32_t most = x->search.most_outcomes ? x->search.most_outcomes : count, taken = 0;
	bool is_slow = at[1], is_new;
	at += HEAD;
	memcpy(x->vector, states_at(&x->states, state), x->states.width * sizeof *x->vector);
	for (uint32_t i = 0; i < count && taken < most; i++, at += labels + f->write_count) {
		if (step_stopped(x)) return taken;
		if (!step_takes(x, taken)) continue;
		uint32_t id = target_of(x, state, number, at + labels, &is_new);
		if (id == EXPLORE_NONE) {
			x->search.is_full = true;
			return taken;
		}
		taken++;
		step_tell(x, step_part(x, number).origin, at, id);
		if (x->ample) ample_meet(x, id);
		if (is_new && is_slow) keep_label(x, id, at, labels);
		if (is_new && x->options.order != EXPLORE_BREADTH) VEC_PUSH(&x->search.frontier, id);
	}
	return taken;
}

/* Up to symmetry, two outcomes may be one transition here and two elsewhere. */
static bool is_for_replay(const struct explore *x) { return x->recalls.is_known && !x->quotient; }

bool replay_take(struct explore *x, uint32_t state, uint32_t number, uint32_t *count)
{
	struct recall *m = &x->recalls.operations[number];
	if (!is_for_replay(x)) return false;
	uint32_t known = recall_find(m, states_at(&x->states, state), &x->recalls.mixed);
	if (known == RECALL_NONE) return false;
	const value *at = m->outcomes.at + known;
	*count = at[0] ? take_all(x, state, number, at) : 0;
	return true;
}

/* ---- keeping ----------------------------------------------------------------------------------- */

bool replay_begin(struct explore *x, uint32_t number)
{
	struct recall *m = &x->recalls.operations[number];
	if (!is_for_replay(x) || eval_was_cut(x->eval) || !recall_has_room(m, replay_share(x)))
		return false;
	m->begun = m->outcomes.count;
	for (uint32_t i = 0; i < HEAD; i++) VEC_PUSH(&m->outcomes, 0);
	return true;
}

void replay_add(struct explore *x, uint32_t number)
{
	struct recall *m = &x->recalls.operations[number];
	uint32_t labels = label_width(step_part(x, number).operation);
	for (uint32_t i = 0; i < labels; i++) VEC_PUSH(&m->outcomes, x->label[i + 1]);
	for (uint32_t i = 0; i < m->reading.write_count; i++)
		VEC_PUSH(&m->outcomes, x->vector[m->reading.writes[i]]);
	m->outcomes.at[m->begun]++;
}

void replay_end(struct explore *x, uint32_t state, uint32_t number, bool is_good, bool is_slow)
{
	struct recall *m = &x->recalls.operations[number];
	bool has_lazy = false;
	for (uint32_t i = m->begun + HEAD; i < m->outcomes.count; i++)
		has_lazy |= value_has_lazy(x->values, m->outcomes.at[i]);
	if (!is_good || has_lazy || eval_was_cut(x->eval) || step_stopped(x) || x->search.is_full) {
		m->outcomes.count = m->begun;
		return;
	}
	m->outcomes.at[m->begun + 1] = is_slow;
	recall_put(m, states_at(&x->states, state), m->begun);
}
