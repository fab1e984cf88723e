#include "view/space.h"

struct space_from {
	struct state_view *v;
	uint32_t from;
};

static void add_edge(struct view_space *g, uint32_t from, uint32_t label, uint32_t to)
{
	VEC_PUSH(&g->edges, ((struct space_edge){from, label, to}));
}

static void found_edge(void *data, uint32_t operation, uint32_t target, const value *label)
{
	struct space_from *c = data;
	(void)label;
	add_edge(&c->v->space, c->from, operation, c->v->space.state_from + target);
}

static int compare_edges(const void *a, const void *b)
{
	const struct space_edge *x = a, *y = b;
	if (x->from != y->from) return x->from < y->from ? -1 : 1;
	if (x->label != y->label) return x->label < y->label ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

/* In order, each once, whatever the parameters. */
static void sort_edges(struct state_view *v)
{
	struct view_space *g = &v->space;
	uint32_t kept = 0, at = 0;
	if (g->edges.count) qsort(g->edges.at, g->edges.count, sizeof *g->edges.at, compare_edges);
	for (uint32_t i = 0; i < g->edges.count; i++)
		if (i == 0 || compare_edges(&g->edges.at[i], &g->edges.at[kept - 1]) != 0)
			g->edges.at[kept++] = g->edges.at[i];
	g->edges.count = kept;
	g->edges_from = ARENA_ARRAY(&v->arena, g->node_count + 1, uint32_t);
	for (uint32_t i = 0; i <= g->node_count; i++) {
		while (at < kept && g->edges.at[at].from < i) at++;
		g->edges_from[i] = at;
	}
}

/* Behind the operations. */
static void add_beginnings(struct state_view *v, uint32_t states)
{
	struct view_space *g = &v->space;
	struct explore *x = v->question.explore;
	uint32_t operations = explore_result(x)->coverage.count, setups = explore_setup_count(x);
	bool is_initial;
	for (uint32_t i = 0; i < setups; i++) add_edge(g, 0, operations + 1, 1 + i);
	for (uint32_t i = 0; i < states; i++) {
		uint32_t setup = explore_state_setup(x, i, &is_initial);
		if (is_initial) add_edge(g, setups ? 1 + setup : 0, operations, g->state_from + i);
	}
}

/* ---- faults ---------------------------------------------------------------------------------------- */

static bool breaks_duty(struct state_view *v, uint32_t state)
{
	bool is_assertion, has_variables;
	const struct node *n;
	for (uint32_t i = 0; (n = explore_duty(v->question.explore, i, &is_assertion, &has_variables));
	     i++) {
		if (!has_variables) continue;
		explore_load(v->question.explore, state);
		if (eval_predicate(v->model.eval, n) == EVAL_FALSE) return true;
	}
	return false;
}

static void find_faults(struct state_view *v, uint32_t states)
{
	struct view_space *g = &v->space;
	const struct explore_result *r = explore_result(v->question.explore);
	bool has_deadlock = false;
	for (uint32_t i = 0; i < r->findings.count; i++) {
		const struct explore_finding *f = &r->findings.at[i];
		has_deadlock |= f->kind == EXPLORE_DEADLOCK;
		if (f->severity == DIAG_ERROR && f->state != EXPLORE_NONE)
			g->is_faulty[g->state_from + f->state] = true;
	}
	for (uint32_t i = 0; i < states; i++) {
		uint32_t node = g->state_from + i;
		bool is_end = g->edges_from[node] == g->edges_from[node + 1];
		g->is_faulty[node] |= (has_deadlock && is_end) || breaks_duty(v, i);
	}
}

void view_space_open(struct state_view *v)
{
	struct view_space *g = &v->space;
	struct explore *x = v->question.explore;
	uint32_t states = (uint32_t)explore_result(x)->stats.states;
	g->state_from = 1 + explore_setup_count(x);
	g->node_count = g->state_from + states;
	g->label_count = explore_result(x)->coverage.count + 2;
	add_beginnings(v, states);
	for (uint32_t i = 0; i < states; i++) {
		struct space_from c = {v, g->state_from + i};
		explore_edges(x, i, found_edge, &c);
	}
	sort_edges(v);
	g->is_faulty = ARENA_ARRAY(&v->arena, g->node_count + 1, bool);
	memset(g->is_faulty, 0, g->node_count + 1);
	find_faults(v, states);
}

void view_space_close(struct view_space *g) { VEC_CLEAR(&g->edges); }
