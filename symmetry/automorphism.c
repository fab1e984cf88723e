/* Automorphisms of the graph, by nauty (McKay, Piperno: Practical graph isomorphism II, JSC 2014). */
#include "symmetry/inside.h"

#include <nauty/nausparse.h>
#include <nauty/schreier.h>

/* nauty calls back without a place for data of the caller. */
struct nauty_run {
	struct symmetry_group *to;
	VEC(uint32_t *) found;
	struct factors *order;
	const _Atomic int *stop;
};
static _Thread_local struct nauty_run *running;

static void add_generator(int count, int *image, int *orbits, int number, int fixed, int n)
{
	(void)count, (void)orbits, (void)number, (void)fixed, (void)n;
	struct symmetry_group *to = running->to;
	if (!to) return;
	uint32_t *generator = ARENA_ARRAY(&to->arena, to->atom_count + 1, uint32_t);
	bool moves = false;
	for (uint32_t i = 0; i < to->atom_count; i++) {
		generator[i] = (uint32_t)image[i];
		moves |= generator[i] != i;
	}
	if (moves) VEC_PUSH(&running->found, generator);
}

/* The group is as large as the product of the indices of all levels. */
static void add_level(int *lab, int *ptn, int level, int *orbits, statsblk *stats, int tv,
                      int index, int cell, int cells, int children, int n)
{
	(void)lab, (void)ptn, (void)level, (void)orbits, (void)stats, (void)tv, (void)cell, (void)cells,
	    (void)children, (void)n;
	if (running->order && index > 1) VEC_PUSH(&running->order->list, (uint32_t)index);
}

static void look_at_clock(graph *g, int *lab, int *ptn, int level, int cells, int cell, int code,
                          int m, int n)
{
	(void)g, (void)lab, (void)ptn, (void)level, (void)cells, (void)cell, (void)code, (void)m,
	    (void)n;
	if (running->stop && *running->stop) nauty_kill_request = 1;
}

/* ---- the graph as nauty wants it ------------------------------------------------------------------------ */

struct ranked {
	struct colour colour;
	uint32_t vertex;
};

static int compare_colours(const struct colour *a, const struct colour *b)
{
	if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
	if (a->height != b->height) return a->height < b->height ? -1 : 1;
	if (a->a != b->a) return a->a < b->a ? -1 : 1;
	return a->b == b->b ? 0 : a->b < b->b ? -1 : 1;
}

static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	int order = compare_colours(&x->colour, &y->colour);
	return order ? order : x->vertex < y->vertex ? -1 : 1;
}

/* Vertices by their colours in `lab`; `ptn` is 0 where a colour ends. */
static void rank(const struct graph *g, const bool *fixed, uint32_t count, int *lab, int *ptn)
{
	struct ranked *all = memory_raw(count * sizeof *all);
	for (uint32_t i = 0; i < count; i++) {
		struct colour any = {COLOUR_ANY, 0, 0, 0};
		all[i] = (struct ranked){i < g->vertices.count ? g->vertices.at[i] : any, i};
		if (i >= g->vertices.count) all[i].colour.a = i - g->vertices.count;
		if (fixed && i < g->group->atom_count && fixed[i]) all[i].colour.b = i + 1;
	}
	qsort(all, count, sizeof *all, compare_ranked);
	for (uint32_t i = 0; i < count; i++) {
		lab[i] = (int)all[i].vertex;
		ptn[i] = i + 1 < count && compare_colours(&all[i].colour, &all[i + 1].colour) == 0;
	}
	free(all);
}

/* Edges of mentions left out lead elsewhere: to any element of the atom's set, which is a vertex behind all others, one for
 * each set, or to any value, which is one behind these. */
static void redirect(const struct graph *g, const bool *without, struct graph_edge *edges)
{
	uint32_t any_value = g->vertices.count + g->group->set_count + g->group->sort_count;
	for (uint32_t i = 0; i < g->mentions.count; i++) {
		const struct mention *m = &g->mentions.at[i];
		if (!without[i]) continue;
		edges[m->edge].to =
		    m->atom == SYMMETRY_NONE ? any_value : g->vertices.count + g->group->atoms[m->atom].set;
	}
}

/* What stands below nothing any more tells nothing: values of constants that are left out. Returns how many edges are left. */
static uint32_t prune(const struct graph *g, struct graph_edge *edges)
{
	uint32_t kept = 0, any = g->group->set_count + g->group->sort_count + 1;
	bool *is_below = memory_zeroed(g->vertices.count + any, sizeof *is_below);
	for (uint32_t i = g->edges.count; i-- > 0;) {
		uint32_t from = edges[i].from;
		if (g->vertices.at[from].kind == COLOUR_ROLE || is_below[from])
			is_below[edges[i].to] = true;
		else edges[i].from = SYMMETRY_NONE;
	}
	for (uint32_t i = 0; i < g->edges.count; i++)
		if (edges[i].from != SYMMETRY_NONE) edges[kept++] = edges[i];
	free(is_below);
	return kept;
}

static void fill(sparsegraph *sg, const struct graph_edge *edges, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) sg->d[edges[i].from]++, sg->d[edges[i].to]++;
	size_t at = 0;
	for (int i = 0; i < sg->nv; i++) {
		sg->v[i] = at;
		at += (size_t)sg->d[i];
		sg->d[i] = 0;
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t a = edges[i].from, b = edges[i].to;
		sg->e[sg->v[a] + (size_t)sg->d[a]++] = (int)b;
		sg->e[sg->v[b] + (size_t)sg->d[b]++] = (int)a;
	}
	sg->nde = at;
}

/* nauty keeps what it has allocated for this thread, which may end. */
static void forget_scratch(void)
{
	nausparse_freedyn();
	nauty_freedyn();
	nautil_freedyn();
	naugraph_freedyn();
	schreier_freedyn();
}

static void search(const struct graph *g, const struct automorphism_question *q, statsblk *stats)
{
	DEFAULTOPTIONS_SPARSEGRAPH(options);
	uint32_t count = g->vertices.count + g->group->set_count + g->group->sort_count + 1;
	int *lab = memory_zeroed(count, sizeof *lab), *ptn = memory_zeroed(count, sizeof *ptn);
	int *orbits = memory_zeroed(count, sizeof *orbits);
	sparsegraph sg;
	SG_INIT(sg);
	SG_ALLOC(sg, count, 2 * (size_t)g->edges.count + 1, "symmetry");
	sg.nv = (int)count;
	memset(sg.d, 0, count * sizeof *sg.d);
	struct graph_edge *edges = memory_zeroed(g->edges.count + 1, sizeof *edges);
	if (g->edges.count) memcpy(edges, g->edges.at, g->edges.count * sizeof *edges);
	if (q->without) redirect(g, q->without, edges);
	fill(&sg, edges, q->without ? prune(g, edges) : g->edges.count);
	free(edges);
	rank(g, q->fixed, count, lab, ptn);
	options.defaultptn = FALSE;
	options.schreier = TRUE;
	options.usernodeproc = look_at_clock;
	options.userautomproc = add_generator;
	options.userlevelproc = add_level;
	nauty_kill_request = 0;
	sparsenauty(&sg, lab, ptn, orbits, &options, stats, NULL);
	SG_FREE(sg);
	forget_scratch();
	free(lab);
	free(ptn);
	free(orbits);
}

bool automorphism_find(const struct graph *g, const struct automorphism_question *q)
{
	struct nauty_run run = {.to = q->to, .order = q->order, .stop = g->question->stop};
	statsblk stats = {0};
	if (g->vertices.count == 0) return true;
	running = &run;
	search(g, q, &stats);
	running = NULL;
	if (q->to) {
		q->to->generator_count = run.found.count;
		q->to->generators = VEC_FREEZE(&run.found, &q->to->arena);
	}
	return stats.errstatus == 0;
}
