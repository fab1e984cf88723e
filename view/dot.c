/* A view for Graphviz: edges between the same two nodes are drawn as one. */
#include "view/space.h"

static void add_quoted(const char *text, struct text *out)
{
	for (const char *s = text; *s; s++) {
		if (*s == '\n') text_add(out, "\\n");
		else if ((unsigned char)*s >= ' ') {
			if (*s == '"' || *s == '\\') text_add_char(out, '\\');
			text_add_char(out, *s);
		}
	}
}

static void draw_node(const struct state_view *v, uint32_t i, struct text *out)
{
	const struct view_node *n = &v->nodes.at[i];
	bool is_merged =
	    n->states > 1 || v->question.kind == VIEW_SIGNATURE || v->question.kind == VIEW_DFA;
	if (i == 0) {
		text_add(out, "  n0 [shape=point, width=0.15];\n");
		return;
	}
	text_format(out, "  n%u [label=\"", i);
	if (*n->label == 0 && n->states) text_add(out, "(no operation)");
	add_quoted(n->label, out);
	if (is_merged && n->states)
		text_format(out, "\\n%u state%s", n->states, n->states == 1 ? "" : "s");
	text_format(out, "\"%s%s];\n", n->states ? "" : ", shape=ellipse",
	            n->is_faulty ? ", color=red, penwidth=2" : "");
}

static int compare(const void *a, const void *b)
{
	const struct view_edge *x = a, *y = b;
	if (x->from != y->from) return x->from < y->from ? -1 : 1;
	if (x->to != y->to) return x->to < y->to ? -1 : 1;
	if (x->is_definite != y->is_definite) return x->is_definite ? -1 : 1;
	return x->operation < y->operation ? -1 : x->operation > y->operation;
}

void view_dot(const struct state_view *v, struct text *out)
{
	uint32_t count = v->edges.count;
	struct view_edge *e = memory_zeroed(count + 1, sizeof *e);
	if (count) memcpy(e, v->edges.at, count * sizeof *e);
	qsort(e, count, sizeof *e, compare);
	text_format(out,
	            "digraph \"%s\" {\n  node [shape=box, fontname=\"Helvetica\"];\n"
	            "  edge [fontname=\"Helvetica\", fontsize=10];\n",
	            view_kind_name(v->question.kind));
	for (uint32_t i = 0; i < v->nodes.count; i++) draw_node(v, i, out);
	for (uint32_t i = 0, next; i < count; i = next) {
		text_format(out, "  n%u -> n%u [label=\"", e[i].from, e[i].to);
		for (next = i; next < count && e[next].from == e[i].from && e[next].to == e[i].to &&
		               e[next].is_definite == e[i].is_definite;
		     next++) {
			if (next > i) text_add(out, "\\n");
			add_quoted(view_operation(v, e[next].operation), out);
		}
		text_format(out, "\"%s];\n", e[i].is_definite ? "" : ", style=dashed");
	}
	text_add(out, "}\n");
	free(e);
}
