/* Enabling graph, control flow, independence: as graphs, and as pictures for Graphviz. */
#include "relate/inside.h"

/* Is there an edge? Where it is not known, there may be one. */
static bool may_enable(const struct relate *r, uint32_t row, uint32_t column)
{
	return relate_change(r, row, column, RELATE_FT, NULL) != RELATE_NO;
}

static bool may_follow(const struct relate *r, uint32_t row, uint32_t column)
{
	return may_enable(r, row, column) ||
	       relate_change(r, row, column, RELATE_TT, NULL) != RELATE_NO;
}

void relate_reachable(const struct relate *r, bool *is_reachable)
{
	for (uint32_t k = 0; k < r->count; k++) is_reachable[k] = may_enable(r, r->count, k);
	for (bool goes_on = true; goes_on;) {
		goes_on = false;
		for (uint32_t i = 0; i < r->count; i++)
			for (uint32_t k = 0; is_reachable[i] && k < r->count; k++) {
				if (is_reachable[k] || !may_enable(r, i, k)) continue;
				is_reachable[k] = goes_on = true;
			}
	}
}

static void node_text(const struct relate *r, uint32_t row, struct text *out)
{
	text_format(out, "\t\"%s\"", relate_row_name(r, row));
}

static void edge_text(const struct relate *r, uint32_t a, const char *arrow, uint32_t b,
                      const char *colour, const char *style, struct text *out)
{
	node_text(r, a, out);
	text_format(out, " %s \"%s\" [color=%s%s];\n", arrow, relate_row_name(r, b), colour, style);
}

/* Solid where it is so, dashed where it is not known. */
static void directed_edge(const struct relate *r, enum relate_graph g, uint32_t a, uint32_t b,
                          struct text *out)
{
	bool is_flow = g == RELATE_GRAPH_FLOW;
	bool is_there = is_flow ? may_follow(r, a, b) : may_enable(r, a, b);
	bool is_sure = relate_change(r, a, b, RELATE_FT, NULL) == RELATE_YES ||
	               (is_flow && relate_change(r, a, b, RELATE_TT, NULL) == RELATE_YES);
	if (!is_there) return;
	enum relate_class c = relate_class(r, a, b);
	const char *colour = c == RELATE_GUARANTEED ? "green4" : c == RELATE_KEEP ? "grey60" : "black";
	edge_text(r, a, "->", b, colour, !is_sure ? ", style=dashed" : "", out);
}

static void undirected_edge(const struct relate *r, uint32_t a, uint32_t b, struct text *out)
{
	switch (relate_independence(r, a, b)) {
	case RELATE_APART:
	case RELATE_INDEPENDENT: edge_text(r, a, "--", b, "black", "", out); break;
	case RELATE_BY_PARAMETERS:
		edge_text(r, a, "--", b, "black", ", style=dotted, label=\"p /= q\"", out);
		break;
	default: break;
	}
}

void relate_dot(const struct relate *r, enum relate_graph g, struct text *out)
{
	static const char *const titles[] = {"enabling", "flow", "independence"};
	bool is_undirected = g == RELATE_GRAPH_INDEPENDENCE;
	text_format(out, "%s %s {\n\tnode [shape=box, fontname=Helvetica];\n",
	            is_undirected ? "graph" : "digraph", titles[g]);
	for (uint32_t i = 0; i < r->count; i++) {
		node_text(r, i, out);
		text_add(out, relate_feasible(r, i) == RELATE_NO ? " [style=dotted];\n" : ";\n");
	}
	if (!is_undirected) text_add(out, "\t\"INITIALISATION\" [shape=ellipse];\n");
	for (uint32_t i = 0; i <= r->count; i++)
		for (uint32_t k = 0; k < r->count; k++) {
			if (!is_undirected) directed_edge(r, g, i, k, out);
			else if (i < r->count && k <= i) undirected_edge(r, i, k, out);
		}
	text_add(out, "}\n");
}
