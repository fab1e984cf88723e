/* What was found out once about a predicate or an operation, by the values of the variables that it reads: it is the same
 * in all states that have these values. Only what is certain is kept: what failed, or was found with a part of
 * the integers only, is found out again each time.
 *
 * A recall does not grow beyond its share of the memory: then it begins anew. One that is asked in vain rests for a while. */
#include "explore/inside.h"

enum {
	FIRST_ROOM = 64,
	EARLY = 256,         /* questions until it is looked at whether any were answered */
	WINDOW = 2048,       /* and until it is looked at how many */
	LONGEST_REST = 1024, /* windows */
};

void recall_init(struct recall *m, const struct reading *f, uint32_t variables)
{
	memset(m, 0, sizeof *m);
	m->reading = *f;
	m->width = f->read_count + 1;
	/* each state is visited once */
	m->is_useless = f->is_open || f->read_count == variables;
	m->rest = 1;
}

static void forget(struct recall *m)
{
	free(m->table);
	VEC_CLEAR(&m->outcomes);
	m->table = NULL;
	m->room = m->count = 0;
}

void recall_clear(struct recall *m)
{
	forget(m);
	memset(m, 0, sizeof *m);
}

size_t recall_bytes(const struct recall *m)
{
	return m->room * (m->width + 2) * sizeof(value) + m->outcomes.room * sizeof(value);
}

/* An entry is a tag, what is known (0: the entry is free), the setup, and the values. */
static value *entry_of(const struct recall *m, uint64_t place)
{
	return m->table + place * (m->width + 2);
}

static bool is_of(const struct recall *m, const value *entry, const value *state)
{
	const uint32_t *reads = m->reading.reads;
	if (entry[2] != state[0]) return false;
	for (uint32_t i = 0; i < m->reading.read_count; i++)
		if (entry[i + 3] != state[reads[i]]) return false;
	return true;
}

static uint32_t tag_of(const struct recall *m, const struct mixed *x)
{
	uint64_t h = x->parts[0];
	for (uint32_t i = 0; i < m->reading.read_count; i++) h += x->parts[m->reading.reads[i]];
	return states_finish(h);
}

/* The entry of the state, or a free one. */
static value *place_of(const struct recall *m, const value *state, uint32_t tag)
{
	uint64_t i = tag & (m->room - 1);
	value *entry;
	for (; (entry = entry_of(m, i))[1]; i = (i + 1) & (m->room - 1))
		if (entry[0] == tag && is_of(m, entry, state)) break;
	return entry;
}

/* To execute takes some ten times as long as to look up and to keep. */
static bool is_tired(const struct recall *m)
{
	return (m->asked == EARLY && m->answered * 16 < EARLY) ||
	       (m->asked == WINDOW && m->answered * 8 < WINDOW);
}

/* False if it is not worth the while. */
static bool is_awake(struct recall *m)
{
	if (m->is_useless) return false;
	if (m->asked > WINDOW) { /* it rests */
		if (++m->asked < (uint64_t)WINDOW * m->rest) return false;
	} else if (is_tired(m)) {
		forget(m);
		m->rest = m->rest < LONGEST_REST ? m->rest * 4 : LONGEST_REST;
		m->asked = WINDOW + 1;
		return false;
	} else if (m->asked < WINDOW) {
		m->asked++;
		return true;
	}
	m->asked = 1;
	m->answered = 0;
	return true;
}

uint32_t recall_find(struct recall *m, const value *state, const struct mixed *x)
{
	m->is_asked = is_awake(m);
	if (!m->is_asked) return RECALL_NONE;
	m->tag = tag_of(m, x);
	if (!m->room) return RECALL_NONE;
	uint32_t known = place_of(m, state, m->tag)[1];
	m->answered += known != 0;
	return known - 1; /* RECALL_NONE, if there is none */
}

static void grow(struct recall *m)
{
	struct recall old = *m;
	size_t stride = m->width + 2;
	m->room = old.room ? old.room * 2 : FIRST_ROOM;
	m->table = memory_zeroed(m->room * stride, sizeof *m->table);
	for (uint64_t i = 0; i < old.room; i++) {
		const value *entry = entry_of(&old, i);
		if (!entry[1]) continue;
		uint64_t k = entry[0] & (m->room - 1);
		while (entry_of(m, k)[1]) k = (k + 1) & (m->room - 1);
		memcpy(entry_of(m, k), entry, stride * sizeof *entry);
	}
	free(old.table);
}

bool recall_has_room(struct recall *m, size_t most)
{
	if (!m->is_asked) return false;
	if (recall_bytes(m) > most) {
		forget(m);
		m->answered /= 2; /* if it has to begin anew all the time, it had better rest */
	}
	return true;
}

void recall_put(struct recall *m, const value *state, uint32_t known)
{
	if (m->count * 2 >= m->room) grow(m);
	value *entry = place_of(m, state, m->tag);
	m->count++;
	entry[0] = m->tag;
	entry[1] = known + 1;
	entry[2] = state[0];
	for (uint32_t i = 0; i < m->reading.read_count; i++) entry[i + 3] = state[m->reading.reads[i]];
}
