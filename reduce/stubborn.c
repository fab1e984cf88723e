#include "reduce/reduce.h"

enum { FIRST_ROOM = 256, MOST_ENTRIES = 1 << 16 };

struct stubborn {
	const struct relation_table *r;
	uint32_t words, guard_words; /* of sets of operations and of guard conjuncts */
	uint32_t stride;             /* of an entry: whether it is taken, enabled, untrue, the answer */
	uint64_t *table;
	uint32_t room, count;
	uint64_t *set, *best, *to_do; /* scratch */
	const uint64_t *enabled, *untrue;
};

struct stubborn *stubborn_open(const struct relation_table *r)
{
	struct stubborn *s = memory_zeroed(1, sizeof *s);
	s->r = r;
	s->words = r->words;
	s->guard_words = r->guard_count / 64 + 1;
	s->stride = 1 + 2 * s->words + s->guard_words;
	s->set = memory_zeroed(s->words, sizeof(uint64_t));
	s->best = memory_zeroed(s->words, sizeof(uint64_t));
	s->to_do = memory_zeroed(s->words, sizeof(uint64_t));
	return s;
}

void stubborn_close(struct stubborn *s)
{
	if (!s) return;
	free(s->set);
	free(s->best);
	free(s->to_do);
	free(s->table);
	free(s);
}

size_t stubborn_bytes(const struct stubborn *s)
{
	return (size_t)s->room * s->stride * sizeof *s->table;
}

/* ---- one closed set ------------------------------------------------------------------------------------ */

static uint32_t count_of(const uint64_t *a, const uint64_t *b, const uint64_t *without,
                         uint32_t words)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < words; i++)
		count += (uint32_t)__builtin_popcountll(a[i] & b[i] & ~(without ? without[i] : 0));
	return count;
}

static void add_all(struct stubborn *s, const uint64_t *more, const uint64_t *among)
{
	for (uint32_t i = 0; i < s->words; i++) {
		uint64_t fresh = more[i] & ~s->set[i] & (among ? among[i] : UINT64_MAX);
		s->set[i] |= fresh;
		s->to_do[i] |= fresh;
	}
}

/* Who may enable it: a necessary enabling set, that adds the fewest enabled operations, then the fewest at all. */
static const uint64_t *enablers_of(const struct stubborn *s, uint32_t operation)
{
	const struct relation_table *r = s->r;
	const uint64_t *best = NULL;
	uint32_t least = UINT32_MAX;
	for (uint32_t g = r->guards_from[operation]; g < r->guards_from[operation + 1]; g++) {
		if (!bits_has(s->untrue, g)) continue;
		const uint64_t *set = relations_set(r, RELATION_MAKES_TRUE, g);
		uint32_t cost = count_of(set, s->enabled, s->set, s->words) * (r->operation_count + 1) +
		                count_of(set, set, s->set, s->words);
		if (cost >= least) continue;
		least = cost;
		best = set;
	}
	/* all conjuncts are true: something else is missing */
	return best ? best : relations_set(r, RELATION_MOVES, operation);
}

static bool take(struct stubborn *s, uint32_t *operation)
{
	for (uint32_t i = 0; i < s->words; i++) {
		if (!s->to_do[i]) continue;
		*operation = i * 64 + (uint32_t)__builtin_ctzll(s->to_do[i]);
		s->to_do[i] &= s->to_do[i] - 1;
		return true;
	}
	return false;
}

static void close_from(struct stubborn *s, uint32_t seed)
{
	uint32_t i;
	memset(s->set, 0, s->words * sizeof *s->set);
	memset(s->to_do, 0, s->words * sizeof *s->to_do);
	bits_add(s->set, seed);
	bits_add(s->to_do, seed);
	while (take(s, &i)) {
		if (bits_has(s->enabled, i))
			add_all(s, relations_set(s->r, RELATION_DEPENDS, i),
			        relations_set(s->r, RELATION_TOGETHER, i));
		else add_all(s, enablers_of(s, i), NULL);
	}
}

/* ---- the least one ---------------------------------------------------------------------------------------- */

/* From this one, if it has fewer than those so far. */
static void try_from(struct stubborn *s, uint32_t seed, const uint64_t *visible, uint32_t *least)
{
	close_from(s, seed);
	uint32_t count = count_of(s->set, s->enabled, NULL, s->words);
	if (count >= *least || (visible && count_of(s->set, s->enabled, visible, s->words) < count))
		return;
	*least = count;
	for (uint32_t k = 0; k < s->words; k++) s->best[k] = s->set[k] & s->enabled[k];
}

/* What changes nothing comes first: if it is all that has to be taken, no deadlock can be reached. */
static void choose(struct stubborn *s, const uint64_t *visible)
{
	uint32_t least = count_of(s->enabled, s->enabled, NULL, s->words);
	memcpy(s->best, s->enabled, s->words * sizeof *s->best);
	for (uint32_t k = 0; k < 2; k++)
		for (uint32_t i = 0; i < s->r->operation_count && least > 1; i++)
			if (bits_has(s->enabled, i) && !(visible && bits_has(visible, i)) &&
			    s->r->is_idle[i] == (k == 0))
				try_from(s, i, visible, &least);
}

/* ---- the memo ------------------------------------------------------------------------------------------- */

static uint64_t hash_of(const struct stubborn *s, const uint64_t *enabled, const uint64_t *untrue)
{
	uint64_t h = 0x9e3779b97f4a7c15u;
	for (uint32_t i = 0; i < s->words; i++) h = (h ^ enabled[i]) * 0xd6e8feb86659fd93u ^ h >> 29;
	for (uint32_t i = 0; i < s->guard_words; i++)
		h = (h ^ untrue[i]) * 0xd6e8feb86659fd93u ^ h >> 29;
	return h ^ h >> 32;
}

static uint64_t *place_of(const struct stubborn *s, const uint64_t *enabled, const uint64_t *untrue)
{
	uint64_t i = hash_of(s, enabled, untrue) & (s->room - 1);
	for (;; i = (i + 1) & (s->room - 1)) {
		uint64_t *entry = s->table + i * s->stride;
		if (!entry[0]) return entry;
		if (memcmp(entry + 1, enabled, s->words * sizeof *enabled) == 0 &&
		    memcmp(entry + 1 + s->words, untrue, s->guard_words * sizeof *untrue) == 0)
			return entry;
	}
}

static void grow(struct stubborn *s)
{
	uint64_t *old = s->table;
	uint32_t room = s->room;
	s->room = room ? room * 2 : FIRST_ROOM;
	s->table = memory_zeroed((size_t)s->room * s->stride, sizeof(uint64_t));
	for (uint32_t i = 0; i < room; i++) {
		const uint64_t *entry = old + (size_t)i * s->stride;
		if (entry[0])
			memcpy(place_of(s, entry + 1, entry + 1 + s->words), entry, s->stride * sizeof *entry);
	}
	free(old);
}

const uint64_t *stubborn_find(struct stubborn *s, const uint64_t *enabled, const uint64_t *untrue,
                              const uint64_t *visible)
{
	if (s->count == MOST_ENTRIES) { /* begins anew */
		memset(s->table, 0, stubborn_bytes(s));
		s->count = 0;
	}
	if (s->count * 2 >= s->room) grow(s);
	uint64_t *entry = place_of(s, enabled, untrue), *answer = entry + 1 + s->words + s->guard_words;
	if (entry[0]) return answer;
	s->enabled = enabled;
	s->untrue = untrue;
	choose(s, visible);
	entry[0] = 1;
	memcpy(entry + 1, enabled, s->words * sizeof *enabled);
	memcpy(entry + 1 + s->words, untrue, s->guard_words * sizeof *untrue);
	memcpy(answer, s->best, s->words * sizeof *answer);
	s->count++;
	return answer;
}
