/* The product by classes of states: a node is the class of its state and its local. This graph is so small that its
 * strongly connected parts cost nothing. Those of the product are inside of them, so that where an acceptance set is
 * missed here no fair run stays there. */
#include "temporal/inside.h"

enum { MOST = 1024, WORDS = MOST / 64 };

struct class_graph {
	uint64_t reach[MOST][WORDS]; /* by one step or more */
};

static bool reaches(const struct class_graph *q, uint32_t from, uint32_t to)
{
	return q->reach[from][to / 64] >> (to % 64) & 1;
}

/* A step of the product leads to a local of a row behind its node. False: there are too many. */
static bool find_steps(struct product *p, struct class_graph *q)
{
	for (uint32_t i = 0; i < p->links.count; i++) {
		const uint64_t *link = intern_at(&p->links, i);
		uint32_t from = (uint32_t)link[LINK_ENTRY], class = (uint32_t)link[LINK_CLASS];
		uint32_t row = (uint32_t)link[LINK_ROW];
		for (uint32_t k = p->row_at.at[row]; k < p->row_end.at[row]; k++) {
			uint32_t to = product_entry(p, class, p->listed.at[k]);
			if (to >= MOST || from >= MOST) return false;
			q->reach[from][to / 64] |= (uint64_t)1 << (to % 64);
		}
	}
	return p->known.count <= MOST;
}

/* Warshall (JACM 1962) */
static void close_steps(struct class_graph *q, uint32_t count)
{
	for (uint32_t k = 0; k < count; k++)
		for (uint32_t i = 0; i < count; i++)
			for (uint32_t w = 0; reaches(q, i, k) && w < WORDS; w++)
				q->reach[i][w] |= q->reach[k][w];
}

static bool meets_all(const struct product *p, const struct class_graph *q, uint32_t entry)
{
	uint64_t met = 0;
	for (uint32_t k = 0; k < p->known.count; k++)
		if (reaches(q, entry, k) && reaches(q, k, entry)) met |= p->known.at[k].accepted;
	return reaches(q, entry, entry) && met == product_acceptance(p);
}

void quotient_select(struct product *p, uint32_t *part)
{
	struct class_graph *q = calloc(1, sizeof *q);
	if (!q) diag_no_memory();
	bool is_small = find_steps(p, q), good[MOST] = {false};
	if (is_small) close_steps(q, p->known.count);
	p->effort->spent += (uint64_t)p->known.count * p->known.count / WORDS;
	for (uint32_t i = 0; is_small && i < p->known.count; i++) good[i] = meets_all(p, q, i);
	for (uint32_t i = 0; i < p->nodes.count; i++) {
		uint32_t class = p->space->class_of.at[product_state(p, i)];
		uint32_t entry = is_small ? product_entry(p, class, product_local(p, i)) : MOST;
		part[i] = entry >= MOST || good[entry];
	}
	free(q);
}
