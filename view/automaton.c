/* The deterministic automaton: each of its nodes is the set of nodes that a sequence of operations may lead to. */
#include "view/space.h"

struct subset {
	uint32_t count;
	uint32_t *nodes; /* in order */
	uint32_t next;   /* with the same hash, + 1 */
};

struct automaton {
	struct state_view *v;
	VEC(struct subset) subsets;
	uint32_t *table; /* number + 1 by hash */
	uint32_t room;
	VEC(uint32_t) targets;
};

static uint32_t hash_of(const uint32_t *nodes, uint32_t count)
{
	uint64_t h = count;
	for (uint32_t i = 0; i < count; i++) h = (h ^ nodes[i]) * 0xd6e8feb86659fd93u ^ h >> 31;
	return (uint32_t)(h ^ h >> 32);
}

/* The number of the set, which is added if it is new. */
static uint32_t number_of(struct automaton *a, const uint32_t *nodes, uint32_t count)
{
	uint32_t *place = &a->table[hash_of(nodes, count) & (a->room - 1)];
	for (uint32_t i = *place; i; i = a->subsets.at[i - 1].next) {
		const struct subset *s = &a->subsets.at[i - 1];
		if (s->count == count && memcmp(s->nodes, nodes, count * sizeof *nodes) == 0) return i - 1;
	}
	struct subset s = {count, ARENA_ARRAY(&a->v->arena, count + 1, uint32_t), *place};
	memcpy(s.nodes, nodes, count * sizeof *nodes);
	VEC_PUSH(&a->subsets, s);
	*place = a->subsets.count;
	return a->subsets.count - 1;
}

static int compare(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

static void sort_targets(struct automaton *a)
{
	uint32_t kept = 0;
	qsort(a->targets.at, a->targets.count, sizeof *a->targets.at, compare);
	for (uint32_t i = 0; i < a->targets.count; i++)
		if (i == 0 || a->targets.at[i] != a->targets.at[kept - 1])
			a->targets.at[kept++] = a->targets.at[i];
	a->targets.count = kept;
}

/* Where the label leads from the set; is it possible in all of them? */
static bool follow(struct automaton *a, const struct subset *s, uint32_t label)
{
	const struct view_space *g = &a->v->space;
	bool in_all = true;
	a->targets.count = 0;
	for (uint32_t i = 0; i < s->count; i++) {
		uint32_t before = a->targets.count;
		for (uint32_t e = g->edges_from[s->nodes[i]]; e < g->edges_from[s->nodes[i] + 1]; e++)
			if (g->edges.at[e].label == label) VEC_PUSH(&a->targets, g->edges.at[e].to);
		in_all &= a->targets.count > before;
	}
	if (a->targets.count) sort_targets(a);
	return in_all;
}

static void add_node(struct automaton *a, const struct subset *s)
{
	struct state_view *v = a->v;
	struct view_node n = {0};
	uint64_t *set = ARENA_ARRAY(&v->arena, v->space.label_count / 64 + 1, uint64_t);
	memset(set, 0, (v->space.label_count / 64 + 1) * sizeof *set);
	for (uint32_t i = 0; i < s->count; i++) {
		n.states += s->nodes[i] >= v->space.state_from;
		n.is_faulty |= v->space.is_faulty[s->nodes[i]];
		for (uint32_t e = v->space.edges_from[s->nodes[i]];
		     e < v->space.edges_from[s->nodes[i] + 1]; e++)
			bits_add(set, v->space.edges.at[e].label);
	}
	n.label = view_signature(v, set);
	VEC_PUSH(&v->nodes, n);
}

bool view_automaton(struct state_view *v)
{
	struct automaton a = {.v = v, .room = 1 << 15};
	uint32_t root = 0;
	a.table = memory_zeroed(a.room, sizeof *a.table);
	number_of(&a, &root, 1);
	for (uint32_t i = 0; i < a.subsets.count && a.subsets.count <= VIEW_MAX_NODES; i++) {
		struct subset s = a.subsets.at[i];
		add_node(&a, &s);
		for (uint32_t label = 0; label < v->space.label_count; label++) {
			bool in_all = follow(&a, &s, label);
			if (a.targets.count == 0) continue;
			uint32_t to = number_of(&a, a.targets.at, a.targets.count);
			VEC_PUSH(&v->edges, ((struct view_edge){i, label, to, in_all}));
		}
	}
	bool good = a.subsets.count <= VIEW_MAX_NODES;
	VEC_CLEAR(&a.subsets);
	VEC_CLEAR(&a.targets);
	free(a.table);
	return good;
}
