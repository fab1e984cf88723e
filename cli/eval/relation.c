/* --dot, --svg: the value of an expression that is a relation, as a graph: its elements are nodes, its pairs are edges. Of (a |-> b) |-> c
 * the label of the edge is c, as of transitions and distances. */
#include "cli/eval/session.h"

enum { MOST_EDGES = 2000, LONGEST = 100 };

/* The value as a text in quotes of Graphviz, where a backslash begins an escape. */
static void add_node(struct session *s, value v, struct text *out)
{
	struct text shown = {0};
	value_print_short(s->values, &s->universe, v, LONGEST, &shown);
	text_add_char(out, '"');
	for (const char *c = text_get(&shown); *c; c++) {
		if (*c == '"' || *c == '\\') text_add_char(out, '\\');
		text_add_char(out, *c);
	}
	text_add_char(out, '"');
	text_clear(&shown);
}

static void add_edge(struct session *s, value pair, struct text *out)
{
	value from = value_first(s->values, pair), to = value_second(s->values, pair), label;
	bool is_labelled = value_kind(s->values, from) == VALUE_PAIR;
	label = to;
	if (is_labelled) {
		to = value_second(s->values, from);
		from = value_first(s->values, from);
	}
	text_add_char(out, '\t');
	add_node(s, from, out);
	text_add(out, " -> ");
	add_node(s, to, out);
	if (is_labelled) {
		text_add(out, " [label=");
		add_node(s, label, out);
		text_add_char(out, ']');
	}
	text_add(out, ";\n");
}

static bool is_relation(const struct session *s, value v)
{
	return v != VALUE_NONE && value_kind(s->values, v) == VALUE_SET &&
	       (value_count(s->values, v) == 0 ||
	        value_kind(s->values, value_at(s->values, v, 0)) == VALUE_PAIR);
}

int relation_write(struct session *s, value v)
{
	struct text out = {0};
	if (!is_relation(s, v)) {
		report_error(s->cli, "bounce: error: no graph is written: the value is no relation that "
		                     "is listed\n");
		return EXIT_INPUT;
	}
	uint64_t count = value_count(s->values, v);
	if (count > MOST_EDGES) {
		report_error(s->cli,
		             "bounce: error: no graph is written: the relation has %llu pairs, and above "
		             "%d nobody can read it\n",
		             (unsigned long long)count, MOST_EDGES);
		return EXIT_INCONCLUSIVE;
	}
	text_add(&out, "digraph relation {\n\tnode [shape=box, style=rounded, fontname=monospace];\n");
	for (uint64_t i = 0; i < count; i++) add_edge(s, value_at(s->values, v, i), &out);
	text_add(&out, "}\n");
	int code = graphviz_write(s->cli, &out);
	text_clear(&out);
	return code;
}
