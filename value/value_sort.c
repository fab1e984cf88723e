/* The order of values, and sorting by it.
 *
 * Most sets hold values whose order is that of a number of 64 bits: the value itself, or for a pair
 * of such its two components. These are sorted and merged by that number, the key, with one look
 * into the store for each element instead of one for each comparison. Large integers, reals and pairs of
 * pairs have no key; sets with one of these are sorted by comparison. */
#include "value/store.h"

enum {
	FEW = 40,   /* up to so many are sorted by insertion */
	WORDS = 16, /* of bits: values that are near each other */
};

int value_compare(const struct values *s, value a, value b) { return value_order(s, a, b); }

int value_compare_stored(const struct values *s, value a, value b)
{
	for (;;) {
		enum value_kind kind = value_kind(s, a), other = value_kind(s, b);
		if (value_is_number(kind) && value_is_number(other)) return value_compare_numbers(s, a, b);
		if (kind != VALUE_PAIR || other != VALUE_PAIR) return a < b ? -1 : 1;
		const struct value_cell *x = value_cell(s, a), *y = value_cell(s, b);
		uint64_t p = x->is.bits, q = y->is.bits;
		if (value_is_plain_pair(p) && value_is_plain_pair(q)) return p < q ? -1 : p > q;
		int c = value_order(s, (value)(p >> 32), (value)(q >> 32));
		if (c) return c;
		a = (value)p;
		b = (value)q;
		if (a == b) return 0;
	}
}

/* ---- keys ---------------------------------------------------------------------------------------- */

static inline bool is_key(const struct values *s, value v)
{
	if (!value_is_stored(v)) return true;
	return !value_is_ordered(value_cell(s, v)->kind);
}

bool value_keys(const struct values *s, const value *items, uint32_t count, uint64_t *out)
{
	for (uint32_t i = 0; i < count; i++) {
		value v = items[i];
		out[i] = v;
		if (!value_is_stored(v)) continue;
		const struct value_cell *e = value_cell(s, v);
		if (!value_is_ordered(e->kind)) continue;
		if (e->kind != VALUE_PAIR) return false;
		uint64_t bits = e->is.bits;
		if (!is_key(s, (value)(bits >> 32)) || !is_key(s, (value)bits)) return false;
		out[i] = bits;
	}
	return true;
}

/* ---- sorting ------------------------------------------------------------------------------------- */

static void insertion(uint64_t *keys, value *items, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++) {
		uint64_t key = keys[i];
		value v = items[i];
		uint32_t k = i;
		for (; k && keys[k - 1] > key; k--) {
			keys[k] = keys[k - 1];
			items[k] = items[k - 1];
		}
		keys[k] = key;
		items[k] = v;
	}
}

struct column {
	uint64_t *keys;
	value *items;
};

/* One round by the byte at `shift`. */
static void distribute(struct column from, struct column to, uint32_t count, int shift)
{
	uint32_t at[256] = {0};
	for (uint32_t i = 0; i < count; i++) at[from.keys[i] >> shift & 255]++;
	for (uint32_t sum = 0, i = 0; i < 256; i++) {
		uint32_t here = at[i];
		at[i] = sum;
		sum += here;
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t place = at[from.keys[i] >> shift & 255]++;
		to.keys[place] = from.keys[i];
		to.items[place] = from.items[i];
	}
}

/* Least byte first; bytes that are the same in all keys are left out, and most are. */
static void radix(struct column a, struct column b, uint32_t count)
{
	value *result = a.items;
	uint64_t varying = 0;
	for (uint32_t i = 1; i < count; i++) varying |= a.keys[i] ^ a.keys[0];
	for (int shift = 0; shift < 64; shift += 8) {
		if (!(varying >> shift & 255)) continue;
		distribute(a, b, count, shift);
		struct column swap = a;
		a = b;
		b = swap;
	}
	if (a.items != result) memcpy(result, a.items, count * sizeof(value));
}

/* Merges the sorted runs [0 .. half-1] and [half .. count-1]. */
static void merge_runs(const struct values *s, const value *from, uint32_t half, uint32_t count,
                       value *to)
{
	uint32_t i = 0, k = half;
	for (uint32_t n = 0; n < count; n++) {
		bool left = k == count || (i < half && value_order(s, from[i], from[k]) <= 0);
		to[n] = left ? from[i++] : from[k++];
	}
}

static void sort_by_comparison(const struct values *s, value *items, value *other, uint32_t count)
{
	value *result = items;
	for (uint32_t width = 1; width < count; width *= 2) {
		for (uint32_t i = 0; i < count; i += 2 * width) {
			uint32_t n = count - i < 2 * width ? count - i : 2 * width;
			merge_runs(s, items + i, n < width ? n : width, n, other + i);
		}
		value *swap = items;
		items = other;
		other = swap;
	}
	if (items != result) memcpy(result, items, count * sizeof(value));
}

static bool is_sorted(const struct values *s, const value *items, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
		if (value_order(s, items[i - 1], items[i]) >= 0) return false;
	return true;
}

static uint32_t without_duplicates(value *items, uint32_t count)
{
	uint32_t n = 1;
	for (uint32_t i = 1; i < count; i++)
		if (items[i] != items[n - 1]) items[n++] = items[i];
	return n;
}

/* Small numbers and elements of a given set: one bit for each value from the least one on, if the
 * values lie near enough to each other. Returns how many are different, or 0. */
static uint32_t sort_by_bits(value *items, uint32_t count)
{
	value least = UINT32_MAX, most = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (items[i] < least) least = items[i];
		if (items[i] > most) most = items[i];
	}
	uint32_t words = (most - least) / 64 + 1, n = 0;
	if (value_is_stored(least) || words > WORDS || words > count) return 0;
	uint64_t bits[WORDS];
	for (uint32_t w = 0; w < words; w++) bits[w] = 0;
	for (uint32_t i = 0; i < count; i++) bits_add(bits, items[i] - least);
	for (uint32_t w = 0; w < words; w++)
		for (uint64_t left = bits[w]; left; left &= left - 1)
			items[n++] = least + w * 64 + (uint32_t)__builtin_ctzll(left);
	return n;
}

uint32_t value_sort(struct values *s, value *items, uint32_t count)
{
	s->handled += count;
	if (count < 2 || is_sorted(s, items, count)) return count;
	uint32_t different = sort_by_bits(items, count);
	if (different) return different;
	uint64_t *keys = value_key_room(s, 2 * (uint64_t)count);
	bool has_keys = value_keys(s, items, count, keys);
	if (has_keys && count <= FEW) {
		insertion(keys, items, count);
	} else {
		uint32_t used = s->scratch_used;
		value *other = value_list_room(value_scratch(s), count);
		if (has_keys)
			radix((struct column){keys, items}, (struct column){keys + count, other}, count);
		else sort_by_comparison(s, items, other, count);
		s->scratch_used = used;
	}
	return without_duplicates(items, count);
}
