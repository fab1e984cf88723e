/* All trees of a size, one by one. In prefix order the depths of the nodes tell the shape: each is at least
 * 1, and at most one more than that of the node before. */
#include "value/value.h"

struct growing {
	struct values *s;
	value labels; /* a listed set */
	bool is_binary;
	uint32_t nodes;
	value paths[TREES_MOST_NODES], pairs[TREES_MOST_NODES];
	uint32_t depth[TREES_MOST_NODES], arity[TREES_MOST_NODES];
	uint32_t last[TREES_MOST_NODES]; /* [depth] the last node there */
	trees_found *found;
	void *data;
};

static bool label_from(struct growing *g, uint32_t i)
{
	if (i == g->nodes) {
		value nodes[TREES_MOST_NODES];
		memcpy(nodes, g->pairs, i * sizeof *nodes);
		return g->found(g->data, value_set(g->s, nodes, i));
	}
	uint64_t count = value_count(g->s, g->labels);
	for (uint64_t k = 0; k < count; k++) {
		g->pairs[i] = value_pair(g->s, g->paths[i], value_at(g->s, g->labels, k));
		if (!label_from(g, i + 1)) return false;
	}
	return true;
}

static bool has_fitting_arities(const struct growing *g)
{
	for (uint32_t i = 0; g->is_binary && i < g->nodes; i++)
		if (g->arity[i] == 1) return false;
	return true;
}

static bool grow_from(struct growing *g, uint32_t i)
{
	if (i == g->nodes) return !has_fitting_arities(g) || label_from(g, 0);
	for (uint32_t d = 1; d <= g->depth[i - 1] + 1; d++) {
		uint32_t father = g->last[d - 1], before = g->last[d];
		if (g->is_binary && g->arity[father] == 2) continue;
		g->depth[i] = d;
		g->arity[i] = 0;
		g->last[d] = i;
		value rank = value_integer(g->s, ++g->arity[father]);
		g->paths[i] = algebra_update(g->s, g->paths[father], value_integer(g->s, d), rank);
		bool goes_on = grow_from(g, i + 1);
		g->arity[father]--;
		g->last[d] = before;
		if (!goes_on) return false;
	}
	return true;
}

bool trees_list(struct values *s, value labels, bool is_binary, uint32_t nodes, trees_found *found,
                void *data)
{
	struct growing g = {.s = s, .labels = labels, .is_binary = is_binary, .nodes = nodes};
	REQUIRE(nodes > 0 && nodes <= TREES_MOST_NODES);
	g.found = found;
	g.data = data;
	g.paths[0] = value_empty(s);
	return grow_from(&g, 1);
}

/* Catalan numbers. */
double trees_count(uint64_t labels, bool is_binary, uint32_t nodes)
{
	if (is_binary && nodes % 2 == 0) return 0;
	uint32_t n = is_binary ? nodes / 2 : nodes - 1;
	double count = 1;
	for (uint32_t k = 0; k < n; k++) count = count * (4 * k + 2) / (k + 2);
	for (uint32_t i = 0; i < nodes; i++) count *= (double)labels;
	return count;
}

uint32_t trees_usual_nodes(const struct universe *u, bool is_binary)
{
	int64_t most = is_binary ? 7 : 16;
	int64_t usual = universe_most(u);
	uint32_t n = usual < 0 ? 0 : usual > most ? (uint32_t)most : (uint32_t)usual;
	return is_binary ? 2 * n + 1 : n + 1;
}
