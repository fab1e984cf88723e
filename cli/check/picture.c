/* The state space as a picture: which one is asked for, how large it is, and the files. */
#include "cli/check/findings.h"

static bool is_full(const char *word) { return !word || strcmp(word, "full") == 0; }

bool picture_read(struct findings *f, enum view_kind *kind, const struct node **property)
{
	const char *word = f->cli->options.view;
	*property = NULL;
	if (is_full(word)) return true;
	size_t count = strcspn(word, " ");
	const char *rest = word + count + strspn(word + count, " ");
	if (!view_find_kind(word, count, kind) || (*kind == VIEW_PROPERTY) != (*rest != 0)) {
		report_usage(f->cli, "'--view' is full, signature, dfa, error or 'property EXPR', not '%s'",
		             word);
		return false;
	}
	if (*rest) *property = project_formula(f->model->project, rest, NULL);
	return true;
}

void picture_make(struct findings *f, const struct node *property)
{
	struct view_question q = {
	    .explore = f->explore, .values = f->values, .universe = &f->universe, .property = property};
	struct text why = {0};
	const char *word = f->cli->options.view;
	if (is_full(word) || f->result->stats.states == 0) return;
	size_t count = strcspn(word, " ");
	view_find_kind(word, count, &q.kind);
	if (f->result->workers > 0)
		text_add(&why, "several processes have explored (without -j there is one)");
	else f->view = view_open(&q, &why);
	if (!f->view) text_format(&f->notes, "no view: %s\n", text_get(&why));
	text_clear(&why);
}

/* That of an automaton has one more node, where nothing is possible; it is not drawn. */
static uint32_t nodes_of(const struct findings *f)
{
	bool has_sink = strncmp(f->cli->options.view, "dfa", 3) == 0;
	return view_node_count(f->view) + has_sink;
}

void picture_text(const struct findings *f, struct text *out)
{
	if (!f->view) return;
	text_format(out, "view: %s: %u nodes%s, %u transitions\n", f->cli->options.view, nodes_of(f),
	            nodes_of(f) > view_node_count(f->view) ? " (one for what is not possible)" : "",
	            view_transitions(f->view));
}

void picture_json(const struct findings *f, struct json *j)
{
	if (!f->view) return;
	json_begin(j, "view", '{');
	json_string(j, "kind", f->cli->options.view);
	json_integer(j, "nodes", nodes_of(f));
	json_integer(j, "transitions", view_transitions(f->view));
	json_integer(j, "edges", view_edge_count(f->view));
	json_end(j, '}');
}

int picture_write(struct findings *f)
{
	struct text out = {0};
	const struct options *o = &f->cli->options;
	if (!o->dot && !o->svg) return EXIT_GOOD;
	if (!is_full(o->view) && !f->view) return EXIT_GOOD; /* a note says why */
	bool fits =
	    f->view ? view_node_count(f->view) <= EXPLORE_MAX_DOT : explore_dot(f->explore, &out);
	if (!fits)
		report_error(f->cli, "bounce: note: no graph is written: there are more than %d %s\n",
		             EXPLORE_MAX_DOT, f->view ? "nodes" : "states");
	if (fits && f->view) view_dot(f->view, &out);
	int code = fits ? graphviz_write(f->cli, &out) : EXIT_GOOD;
	text_clear(&out);
	return code;
}
