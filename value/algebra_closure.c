/* iterate, closure and closure1.
 *
 * The values that occur are numbered in order. Up to a few thousand of them, the closure is
 * Warshall's algorithm on rows of bits; beyond that, a search from each value, which takes no more
 * memory than the result. The carrier of the type is not known here: the identity of iterate(r, 0)
 * and of closure is that on dom(r) \/ ran(r). */
#include "value/algebra.h"

enum { MOST_ROWS = 4096 }; /* of bits */

struct relation_graph {
	struct view nodes;
	uint32_t *start;  /* [0 .. nodes.count] the successors of node i are in target */
	uint32_t *target; /* from start[i] to start[i + 1] - 1 */
};

static value field_of(struct algebra *x, value r)
{
	return algebra_union(x, algebra_domain(x, r), algebra_range(x, r));
}

/* False if there are too many nodes. */
static bool graph_init(struct algebra *x, value r, struct relation_graph *g)
{
	value field = field_of(x, r);
	if (!field || !algebra_view(x, field, &g->nodes)) return false;
	struct view v = algebra_listed(x, r);
	g->start = memory_zeroed((size_t)g->nodes.count + 1, sizeof *g->start);
	g->target = memory_raw(((size_t)v.count + 1) * sizeof *g->target);
	uint32_t node = 0;
	for (uint32_t i = 0; i < v.count; i++) {
		while (g->nodes.at[node] != value_left(x->s, v.at[i])) g->start[++node] = i;
		value to = value_right(x->s, v.at[i]);
		g->target[i] = value_place(x->s, g->nodes.at, g->nodes.count, to);
	}
	while (node < g->nodes.count) g->start[++node] = v.count;
	return true;
}

static void graph_clear(struct relation_graph *g)
{
	free(g->start);
	free(g->target);
}

/* ---- rows of bits ------------------------------------------------------------------------------------- */

static void warshall(uint64_t *rows, uint32_t count, uint32_t words)
{
	for (uint32_t k = 0; k < count; k++) {
		const uint64_t *through = rows + (size_t)k * words;
		for (uint32_t i = 0; i < count; i++) {
			uint64_t *row = rows + (size_t)i * words;
			if (i == k || !bits_has(row, k)) continue;
			for (uint32_t w = 0; w < words; w++) row[w] |= through[w];
		}
	}
}

static uint64_t count_bits(const uint64_t *rows, size_t words)
{
	uint64_t n = 0;
	for (size_t i = 0; i < words; i++) n += (uint64_t)__builtin_popcountll(rows[i]);
	return n;
}

static void list_rows(struct algebra *x, const struct relation_graph *g, const uint64_t *rows,
                      uint32_t words, struct value_list *out)
{
	for (uint32_t i = 0; i < g->nodes.count; i++) {
		for (uint32_t w = 0; w < words; w++) {
			for (uint64_t bits = rows[(size_t)i * words + w]; bits; bits &= bits - 1) {
				uint32_t k = w * 64 + (uint32_t)__builtin_ctzll(bits);
				VEC_PUSH(&out->list, value_pair(x->s, g->nodes.at[i], g->nodes.at[k]));
			}
		}
	}
}

static bool close_by_bits(struct algebra *x, const struct relation_graph *g, bool is_reflexive,
                          struct value_list *out)
{
	uint32_t count = g->nodes.count, words = (count + 63) / 64;
	uint64_t *rows = memory_zeroed((size_t)count * words + 1, sizeof *rows);
	for (uint32_t i = 0; i < count; i++) {
		uint64_t *row = rows + (size_t)i * words;
		for (uint32_t e = g->start[i]; e < g->start[i + 1]; e++) bits_add(row, g->target[e]);
		if (is_reflexive) bits_add(row, i);
	}
	warshall(rows, count, words);
	bool fits = count_bits(rows, (size_t)count * words) <= x->limit;
	if (fits) list_rows(x, g, rows, words, out);
	free(rows);
	return fits;
}

/* ---- search from each node ------------------------------------------------------------------------------ */

struct closure_search {
	uint32_t *seen;  /* [node] 1 + the last start that reached it */
	uint32_t *found; /* [0 .. count-1] the nodes reached from this start */
	uint32_t count;
};

static void reach(struct closure_search *h, uint32_t start, uint32_t node)
{
	if (h->seen[node] == start + 1) return;
	h->seen[node] = start + 1;
	h->found[h->count++] = node;
}

static void reach_next(const struct relation_graph *g, struct closure_search *h, uint32_t start,
                       uint32_t node)
{
	for (uint32_t e = g->start[node]; e < g->start[node + 1]; e++) reach(h, start, g->target[e]);
}

static int by_number(const void *a, const void *b)
{
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	return p < q ? -1 : p > q;
}

static void search_from(const struct relation_graph *g, struct closure_search *h, uint32_t start,
                        bool is_reflexive)
{
	h->count = 0;
	if (is_reflexive) reach(h, start, start);
	reach_next(g, h, start, start);
	for (uint32_t i = 0; i < h->count; i++) reach_next(g, h, start, h->found[i]);
	qsort(h->found, h->count, sizeof *h->found, by_number);
}

static bool close_by_search(struct algebra *x, const struct relation_graph *g, bool is_reflexive,
                            struct value_list *out)
{
	struct closure_search h = {0};
	h.seen = memory_zeroed((size_t)g->nodes.count + 1, sizeof *h.seen);
	h.found = memory_raw(((size_t)g->nodes.count + 1) * sizeof *h.found);
	bool fits = true;
	for (uint32_t i = 0; i < g->nodes.count && fits; i++) {
		search_from(g, &h, i, is_reflexive);
		fits = out->list.count + (uint64_t)h.count <= x->limit;
		for (uint32_t k = 0; k < h.count && fits; k++)
			VEC_PUSH(&out->list, value_pair(x->s, g->nodes.at[i], g->nodes.at[h.found[k]]));
	}
	free(h.seen);
	free(h.found);
	return fits;
}

value algebra_closure(struct algebra *x, value r, bool is_reflexive)
{
	struct relation_graph g;
	if (r == x->s->empty) return r;
	if (!graph_init(x, r, &g)) return VALUE_NONE;
	struct value_list *out = value_scratch(x->s);
	bool fits = g.nodes.count <= MOST_ROWS ? close_by_bits(x, &g, is_reflexive, out)
	                                       : close_by_search(x, &g, is_reflexive, out);
	graph_clear(&g);
	return fits ? algebra_sorted(x, out) : algebra_too_large(x);
}

/* ---- iterate ------------------------------------------------------------------------------------------ */

/* By squaring, from the highest bit of n on. */
value algebra_iterate(struct algebra *x, value r, value n)
{
	int64_t times;
	if (value_sign(x->s, n) < 0)
		return algebra_undefined(x, "a relation iterated a negative number of times");
	if (!value_fits(x->s, n, &times)) return algebra_too_large(x);
	if (!times) {
		value field = field_of(x, r);
		return field ? algebra_identity(x, field) : VALUE_NONE;
	}
	value result = r;
	uint32_t used = x->s->scratch_used;
	for (int bit = 62 - __builtin_clzll((uint64_t)times); bit >= 0 && result; bit--) {
		result = algebra_compose(x, result, result);
		if (result && times >> bit & 1) result = algebra_compose(x, result, r);
		x->s->scratch_used = used;
	}
	return result;
}
