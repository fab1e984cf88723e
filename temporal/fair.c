/* Where a fair run can stay: strongly connected parts, found as by Tarjan (SIAM J. Computing 1972) with one number for each
 * node (Pearce, IPL 2016). Acceptance sets and weak fairness must be met by some node of the part; where strong
 * fairness (a Streett pair) is not met, all nodes in which the operation is enabled go, and what is left is taken apart
 * again. */
#include "temporal/inside.h"

/* ---- the fairness of a formula ------------------------------------------------------------------------------------- */

enum { MOST_WAYS = 256 };

void fairnesses_clear(struct fairnesses *f)
{
	for (uint32_t i = 0; i < f->count; i++) VEC_CLEAR(&f->at[i].list);
	VEC_CLEAR(f);
}

static void copy_constraints(const struct fairness *from, struct fairness *to)
{
	for (uint32_t i = 0; i < from->list.count; i++) VEC_PUSH(&to->list, from->list.at[i]);
	to->all_weak |= from->all_weak;
	to->all_strong |= from->all_strong;
}

static bool join_ways(const struct temporal *f, struct fairnesses *out)
{
	struct fairnesses a = {0}, b = {0};
	bool good = fairness_of(f->kid[0], &a) && fairness_of(f->kid[1], &b) &&
	            (uint64_t)a.count * b.count <= MOST_WAYS;
	for (uint32_t i = 0; good && i < a.count; i++)
		for (uint32_t k = 0; k < b.count; k++) {
			struct fairness both = {0};
			copy_constraints(&a.at[i], &both);
			copy_constraints(&b.at[k], &both);
			VEC_PUSH(out, both);
		}
	fairnesses_clear(&a);
	fairnesses_clear(&b);
	return good;
}

bool fairness_of(const struct temporal *f, struct fairnesses *out)
{
	struct fairness one = {0};
	if (f && f->op == TEMPORAL_AND) return join_ways(f, out);
	if (f && f->op == TEMPORAL_OR)
		return fairness_of(f->kid[0], out) && fairness_of(f->kid[1], out) &&
		       out->count <= MOST_WAYS;
	if (f && f->op == TEMPORAL_ALL_WEAK) one.all_weak = true;
	else if (f && f->op == TEMPORAL_ALL_STRONG) one.all_strong = true;
	else if (f)
		VEC_PUSH(&one.list, ((struct fair_constraint){f->op == TEMPORAL_STRONG,
		                                              f->atom->enabled->index, f->atom->index}));
	VEC_PUSH(out, one);
	return true;
}

/* ---- strongly connected parts ------------------------------------------------------------------------------------------ */

struct parting {
	struct product *p;
	const struct fairness *fairness;
	uint32_t *part;  /* 0: left out, or taken apart; of the others their region */
	uint32_t *index; /* of the search; 0: not visited */
	VEC(struct product_walk) frames;
	VEC(uint32_t) stack;
	VEC(uint32_t) found; /* nodes of parts, one after the other */
	VEC(uint32_t) ends;
	uint32_t region; /* that is taken apart */
	uint32_t counter, component;
	uint32_t next_region, good;
	/* of instances: in how many nodes of the part each is enabled, and whether it is taken */
	uint32_t *enabled;
	bool *taken;
	uint32_t *seen; /* the last node in which it was met, + 1 */
};

static bool is_self_loop(struct parting *g, uint32_t node)
{
	struct product_walk w = {.node = node};
	uint32_t to;
	while (product_successor(g->p, &w, &to))
		if (to == node) return true;
	return false;
}

static void enter_node(struct parting *g, uint32_t node)
{
	g->index[node] = g->counter++;
	VEC_PUSH(&g->frames, (struct product_walk){.node = node});
}

/* The node is done: it is the root of a part if it has led to no node with a smaller index than its own. */
static void leave_node(struct parting *g, uint32_t node, uint32_t own)
{
	if (g->index[node] != own) {
		VEC_PUSH(&g->stack, node);
		return;
	}
	uint32_t size = 1;
	VEC_PUSH(&g->found, node);
	while (g->stack.count && g->index[VEC_LAST(&g->stack)] >= own) {
		uint32_t other = VEC_POP(&g->stack);
		g->index[other] = g->component;
		VEC_PUSH(&g->found, other);
		size++;
	}
	g->index[node] = g->component--;
	g->counter -= size;
	if (size == 1 && !is_self_loop(g, node)) {
		g->part[node] = 0;
		g->found.count--;
	} else {
		VEC_PUSH(&g->ends, g->found.count);
	}
}

struct own_index { /* of the frames */
	uint32_t *at;
	uint32_t count, room;
};

static void search_from(struct parting *g, uint32_t root)
{
	struct own_index own = {0};
	uint32_t to;
	VEC_PUSH(&own, g->counter);
	enter_node(g, root);
	while (g->frames.count) {
		struct product_walk *w = &VEC_LAST(&g->frames);
		uint32_t node = w->node;
		if (product_successor(g->p, w, &to)) {
			if (g->part[to] != g->region) continue;
			if (g->index[to] == 0) {
				VEC_PUSH(&own, g->counter);
				enter_node(g, to);
			} else if (g->index[to] < g->index[node]) {
				g->index[node] = g->index[to];
			}
			continue;
		}
		g->frames.count--;
		leave_node(g, node, VEC_POP(&own));
		if (!g->frames.count) break;
		uint32_t parent = VEC_LAST(&g->frames).node;
		if (g->index[node] < g->index[parent]) g->index[parent] = g->index[node];
	}
	VEC_CLEAR(&own);
}

/* ---- what a part meets ----------------------------------------------------------------------------------------------------- */

static bool is_enabled(const struct parting *g, uint32_t node, const struct fair_constraint *c)
{
	return space_state_has(g->p->space, product_state(g->p, node), c->enabled);
}

static bool is_taken(const struct parting *g, uint32_t node, const struct fair_constraint *c)
{
	uint32_t label = product_label(g->p, node);
	return label != PRODUCT_END && space_label_has(g->p->space, label, c->taken);
}

static bool meets_acceptance(struct parting *g, const uint32_t *nodes, uint32_t count)
{
	uint64_t all = product_acceptance(g->p), met = 0;
	for (uint32_t i = 0; i < count && met != all; i++)
		met |= product_truth(g->p, nodes[i])->accepted;
	return met == all;
}

/* Is there a step of it in the part? *everywhere, *somewhere: is it enabled? */
static bool meets(const struct parting *g, const struct fair_constraint *c, const uint32_t *nodes,
                  uint32_t count, bool *everywhere, bool *somewhere)
{
	bool taken = false;
	*everywhere = true;
	*somewhere = false;
	for (uint32_t i = 0; i < count; i++) {
		bool enabled = is_enabled(g, nodes[i], c);
		*everywhere &= enabled;
		*somewhere |= enabled;
		taken |= is_taken(g, nodes[i], c);
	}
	return taken;
}

static void count_instances(struct parting *g, const uint32_t *nodes, uint32_t count)
{
	const struct state_graph *s = g->p->space;
	memset(g->enabled, 0, s->instances.count * sizeof *g->enabled);
	memset(g->taken, 0, s->instances.count * sizeof *g->taken);
	memset(g->seen, 0, s->instances.count * sizeof *g->seen);
	for (uint32_t i = 0; i < count && !effort_is_over(g->p->effort); i++) {
		uint32_t state = product_state(g->p, nodes[i]);
		struct edge_walk w = space_edges(s, state);
		while (edge_next(&w)) {
			uint32_t instance = space_instance(s, w.label);
			bool is_new = g->seen[instance] != i + 1;
			g->seen[instance] = i + 1;
			g->enabled[instance] += is_new;
			g->p->effort->spent++;
		}
		uint32_t label = product_label(g->p, nodes[i]);
		if (label != PRODUCT_END) g->taken[space_instance(s, label)] = true;
	}
}

static bool is_unfair_instance(const struct parting *g, uint32_t state)
{
	const struct state_graph *s = g->p->space;
	struct edge_walk w = space_edges(s, state);
	while (edge_next(&w))
		if (!g->taken[space_instance(s, w.label)]) return true;
	return false;
}

static void drop(struct parting *g, uint32_t node, uint32_t *dropped)
{
	if (!g->part[node]) return;
	g->part[node] = 0;
	(*dropped)++;
}

/* -1: no fair run stays here; 0: some nodes are left out, and the rest is to be taken apart; 1: one does. */
static int judge_part(struct parting *g, const uint32_t *nodes, uint32_t count)
{
	const struct fairness *f = g->fairness;
	const struct state_graph *s = g->p->space;
	uint32_t dropped = 0;
	if (!meets_acceptance(g, nodes, count)) return -1;
	for (uint32_t i = 0; i < f->list.count; i++) {
		const struct fair_constraint *c = &f->list.at[i];
		bool everywhere, somewhere;
		if (meets(g, c, nodes, count, &everywhere, &somewhere)) continue;
		if (!c->is_strong && everywhere) return -1;
		for (uint32_t k = 0; c->is_strong && somewhere && k < count; k++)
			if (is_enabled(g, nodes[k], c)) drop(g, nodes[k], &dropped);
	}
	if (f->all_weak || f->all_strong) count_instances(g, nodes, count);
	for (uint32_t i = 0; f->all_weak && i < s->instances.count; i++)
		if (g->enabled[i] == count && !g->taken[i]) return -1;
	for (uint32_t k = 0; f->all_strong && k < count; k++)
		if (is_unfair_instance(g, product_state(g->p, nodes[k]))) drop(g, nodes[k], &dropped);
	return dropped == 0;
}

/* ---- all of it ------------------------------------------------------------------------------------------------------------- */

/* Takes the nodes of this region apart; the nodes of the parts are in g->found afterwards. */
static void take_apart(struct parting *g, uint32_t region, const uint32_t *nodes, uint32_t count)
{
	g->region = region;
	g->counter = 1;
	g->component = g->p->nodes.count + 1;
	g->found.count = g->ends.count = 0;
	for (uint32_t i = 0; i < count; i++) g->index[nodes ? nodes[i] : i] = 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t node = nodes ? nodes[i] : i;
		if (g->part[node] == region && g->index[node] == 0) search_from(g, node);
	}
}

struct worklist { /* regions with their nodes, one after the other */
	VEC(uint32_t) nodes, regions, sizes;
};

static void judge_parts(struct parting *g, struct worklist *work)
{
	uint32_t from = 0;
	for (uint32_t i = 0; i < g->ends.count; from = g->ends.at[i++]) {
		const uint32_t *nodes = g->found.at + from;
		uint32_t count = g->ends.at[i] - from;
		int how = judge_part(g, nodes, count);
		uint32_t region = how < 0 ? 0 : g->next_region++;
		if (how > 0) g->good++;
		for (uint32_t k = 0; k < count; k++)
			if (how != 0 || g->part[nodes[k]]) g->part[nodes[k]] = region;
		if (how != 0) continue;
		for (uint32_t k = 0; k < count; k++) VEC_PUSH(&work->nodes, nodes[k]);
		VEC_PUSH(&work->regions, region);
		VEC_PUSH(&work->sizes, count);
	}
}

uint32_t fair_parts(struct product *p, const struct fairness *f, uint32_t *part)
{
	struct parting g = {.p = p, .fairness = f, .part = part, .next_region = 2};
	struct worklist work = {0};
	if (p->met != product_acceptance(p)) { /* no part can meet what no node meets */
		memset(part, 0, p->nodes.count * sizeof *part);
		return 0;
	}
	g.index = memory_zeroed(p->nodes.count, sizeof *g.index);
	g.enabled = memory_zeroed(p->space->instances.count, sizeof *g.enabled);
	g.taken = memory_zeroed(p->space->instances.count, sizeof *g.taken);
	g.seen = memory_zeroed(p->space->instances.count, sizeof *g.seen);
	bool *good = quotient_select(p);
	for (uint32_t i = 0; i < p->nodes.count; i++) part[i] = good[product_local(p, i)];
	free(good);
	take_apart(&g, 1, NULL, p->nodes.count);
	judge_parts(&g, &work);
	VEC(uint32_t) nodes = {0};
	while (work.sizes.count && !effort_is_over(p->effort)) {
		uint32_t count = VEC_POP(&work.sizes), region = VEC_POP(&work.regions);
		nodes.count = 0;
		for (uint32_t i = 0; i < count; i++) VEC_PUSH(&nodes, VEC_POP(&work.nodes));
		take_apart(&g, region, nodes.at, nodes.count);
		judge_parts(&g, &work);
	}
	VEC_CLEAR(&nodes);
	VEC_CLEAR(&work.nodes);
	VEC_CLEAR(&work.regions);
	VEC_CLEAR(&work.sizes);
	VEC_CLEAR(&g.frames);
	VEC_CLEAR(&g.stack);
	VEC_CLEAR(&g.found);
	VEC_CLEAR(&g.ends);
	free(g.index);
	free(g.enabled);
	free(g.taken);
	free(g.seen);
	return g.good;
}
