/* Nodes of the graph become nodes of the view. */
#include "view/space.h"

struct merged { /* an edge of the graph, as one of the view */
	uint32_t from, label, to, node;
};

static int compare(const void *a, const void *b)
{
	const struct merged *x = a, *y = b;
	const uint32_t l[] = {x->from, x->label, x->to, x->node},
	               r[] = {y->from, y->label, y->to, y->node};
	for (uint32_t i = 0; i < 4; i++)
		if (l[i] != r[i]) return l[i] < r[i] ? -1 : 1;
	return 0;
}

static bool is_same_edge(const struct merged *a, const struct merged *b)
{
	return a->from == b->from && a->label == b->label && a->to == b->to;
}

void view_merge(struct state_view *v, const uint32_t *class_of, uint32_t class_count)
{
	const struct view_space *g = &v->space;
	uint32_t *sizes = ARENA_ARRAY(&v->arena, class_count + 1, uint32_t);
	VEC(struct merged) all = {0};
	memset(sizes, 0, (class_count + 1) * sizeof *sizes);
	for (uint32_t i = 0; i < g->node_count; i++) {
		if (class_of[i] == SPACE_NONE) continue;
		struct view_node *n = &v->nodes.at[class_of[i]];
		sizes[class_of[i]]++;
		n->states += i >= g->state_from;
		n->is_faulty |= g->is_faulty[i];
	}
	for (uint32_t i = 0; i < g->edges.count; i++) {
		const struct space_edge *e = &g->edges.at[i];
		uint32_t from = class_of[e->from], to = class_of[e->to];
		if (from != SPACE_NONE && to != SPACE_NONE)
			VEC_PUSH(&all, ((struct merged){from, e->label, to, e->from}));
	}
	if (all.count) qsort(all.at, all.count, sizeof *all.at, compare);
	for (uint32_t i = 0, next; i < all.count; i = next) {
		uint32_t having = 0; /* nodes of the graph that have the edge */
		for (next = i; next < all.count && is_same_edge(&all.at[i], &all.at[next]); next++)
			having += next == i || all.at[next].node != all.at[next - 1].node;
		VEC_PUSH(&v->edges, ((struct view_edge){all.at[i].from, all.at[i].label, all.at[i].to,
		                                        having == sizes[all.at[i].from]}));
	}
	VEC_CLEAR(&all);
}
