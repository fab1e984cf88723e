/* The coloured graph: vertices, edges, and numbers for what colours are made of. */
#include "symmetry/inside.h"

static bool formulas_see(const struct symmetry_formulas *f, const struct decl *set)
{
	if (!f) return false;
	bool sees = bounds_sees_elements(f->undefined, set) || bounds_sees_elements(f->body, set);
	for (uint32_t i = 0; i < f->conjunct_count; i++)
		sees |= bounds_sees_elements(f->conjuncts[i], set);
	for (uint32_t i = 0; i < f->goal_count; i++) sees |= bounds_sees_elements(f->goals[i], set);
	return sees;
}

/* What a function from outside may see of an element tells it apart. */
static void add_atoms(struct graph *g, uint32_t set)
{
	const struct symmetry_question *q = g->question;
	const struct universe_set *s = &q->universe->sets.at[set];
	bool is_observed = false;
	for (uint32_t i = 0; i < q->observed_count; i++)
		is_observed |= bounds_sees_elements(q->observed[i], s->decl);
	bool is_seen = is_observed || bounds_project_sees_elements(q->project, s->decl) ||
	               bounds_sees_elements(q->goal, s->decl) || formulas_see(q->formulas, s->decl);
	for (uint32_t i = 0; i < s->size; i++)
		graph_vertex(g, (struct colour){COLOUR_ATOM, 0, set, is_seen ? i + 1 : 0});
}

void graph_open(struct graph *g, const struct symmetry_question *q, struct symmetry_group *group)
{
	*g = (struct graph){.question = q, .group = group};
	for (uint32_t i = 0; i < q->universe->sets.count; i++)
		if (group->first[i] != SYMMETRY_NONE) add_atoms(g, i);
	for (uint32_t i = 0; i < group->sort_count; i++)
		for (uint32_t k = 0; k < group->sorts[i].size; k++)
			graph_vertex(g, (struct colour){COLOUR_ATOM, 0, group->set_count + i, 0});
}

void graph_close(struct graph *g)
{
	VEC_CLEAR(&g->vertices);
	VEC_CLEAR(&g->edges);
	VEC_CLEAR(&g->mentions);
	map_clear(&g->of_decl);
	for (uint32_t i = 0; i < g->of_value.count; i++) map_clear(&g->of_value.at[i].vertex);
	VEC_CLEAR(&g->of_value);
	map_clear(&g->bound);
	map_clear(&g->word);
}

uint32_t graph_vertex(struct graph *g, struct colour c)
{
	uint32_t most = g->question->most_vertices;
	if (g->vertices.count >= (most ? most : SYMMETRY_MOST_VERTICES)) {
		g->is_too_large = true;
		return 0;
	}
	VEC_PUSH(&g->vertices, c);
	return g->vertices.count - 1;
}

void graph_edge(struct graph *g, uint32_t from, uint32_t to)
{
	if (!g->is_too_large) VEC_PUSH(&g->edges, (struct graph_edge){from, to});
}

static void mention(struct graph *g, uint32_t atom)
{
	if (!g->in_value) g->group->is_named[atom] = true;
	struct mention m = {g->edges.count - 1, atom, {.item = g->item}};
	if (g->item) VEC_PUSH(&g->mentions, m);
}

uint32_t graph_join(struct graph *g, struct colour c, const struct graph_part *parts,
                    uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t below = g->vertices.at[parts[i].vertex].height;
		if (c.height <= below) c.height = below + 1;
	}
	uint32_t v = graph_vertex(g, c);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t argument =
		    graph_vertex(g, (struct colour){COLOUR_ARGUMENT, c.height, parts[i].position, 0});
		graph_edge(g, argument, parts[i].vertex);
		if (parts[i].vertex < g->group->atom_count && !g->is_too_large) mention(g, parts[i].vertex);
		graph_edge(g, v, argument);
	}
	return v;
}

uint64_t graph_word(struct graph *g, name text)
{
	if (!text) return 0;
	void *known = map_get(&g->word, text);
	if (!known) map_put(&g->word, text, known = (void *)++g->words);
	return (uintptr_t)known;
}

uint64_t graph_type(struct graph *g, const struct type *t)
{
	struct text out = {0};
	if (!t) return 0;
	print_type(t, &out);
	uint64_t word = graph_word(g, names_of(g->question->project->names, text_get(&out)));
	text_clear(&out);
	return word;
}

uint32_t graph_atom(const struct graph *g, uint32_t set, uint32_t index)
{
	uint32_t first = g->group->first[set];
	return first == SYMMETRY_NONE ? SYMMETRY_NONE : first + index;
}
