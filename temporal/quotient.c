/* The locals of the product, without the states. This graph is so small that its strongly connected parts cost nothing. Those of
 * the product are inside of them, so that where an acceptance set is missed here no fair run stays there. */
#include "temporal/inside.h"

enum { MOST = 1024, WORDS = MOST / 64 };

struct local_graph {
	uint64_t reach[MOST][WORDS]; /* by one step or more */
};

static bool reaches(const struct local_graph *q, uint32_t from, uint32_t to)
{
	return bits_has(q->reach[from], to);
}

/* A step of the product leads to a local of a row behind that of its node. */
static void find_steps(struct product *p, struct local_graph *q)
{
	for (uint32_t i = 0; i < p->links.count; i++) {
		const uint64_t *link = intern_at(&p->links, i);
		struct row_range row = p->row_locals.at[link[LINK_ROW]];
		for (uint32_t k = row.from; k < row.to; k++) {
			uint32_t to = p->listed.at[k];
			bits_add(q->reach[link[LINK_LOCAL]], to);
		}
	}
}

/* Warshall (JACM 1962) */
static void close_steps(struct local_graph *q, uint32_t count)
{
	for (uint32_t k = 0; k < count; k++)
		for (uint32_t i = 0; i < count; i++)
			for (uint32_t w = 0; reaches(q, i, k) && w < WORDS; w++)
				q->reach[i][w] |= q->reach[k][w];
}

static bool meets_all(const struct product *p, const struct local_graph *q, uint32_t local)
{
	uint64_t met = 0;
	for (uint32_t k = 0; k < p->known.count; k++)
		if (reaches(q, local, k) && reaches(q, k, local)) met |= p->known.at[k].accepted;
	return reaches(q, local, local) && met == product_acceptance(p);
}

bool *quotient_select(struct product *p)
{
	uint32_t count = p->known.count;
	struct local_graph *q = memory_zeroed(1, sizeof *q);
	bool *good = memory_zeroed((size_t)count + 1, sizeof *good);
	bool is_small = count <= MOST;
	if (is_small) find_steps(p, q);
	if (is_small) close_steps(q, count);
	p->effort->spent += (uint64_t)count * count / WORDS;
	for (uint32_t i = 0; i < count; i++) good[i] = !is_small || meets_all(p, q, i);
	free(q);
	return good;
}
