/* bounce relate: what operations do to each other. */
#include "cli/relate/relate.h"
#include "cli/check/findings.h"

/* ---- options ----------------------------------------------------------------------------------------------- */

static bool read_word(struct cli *c, const char *option, const char *word, const char *const *words,
                      uint32_t count, int *out)
{
	if (!word) return true;
	for (uint32_t i = 0; i < count; i++)
		if (strcmp(word, words[i]) == 0) {
			*out = (int)i;
			return true;
		}
	struct text list = {0};
	for (uint32_t i = 0; i < count; i++) text_format(&list, "%s%s", i ? ", " : "", words[i]);
	report_usage(c, "--%s is one of %s, not '%s'", option, text_get(&list), word);
	text_clear(&list);
	return false;
}

static bool read_hypothesis(struct cli *c, enum relate_hypothesis *out)
{
	static const char *const words[] = {"types", "invariant", "reachable"};
	int is = RELATE_TYPES;
	bool ok = read_word(c, "assume", c->options.assume, words, 3, &is);
	*out = (enum relate_hypothesis)is;
	return ok;
}

static bool read_graph(struct cli *c, enum relate_graph *out)
{
	static const char *const words[] = {"enabling", "flow", "independence"};
	int is = RELATE_GRAPH_ENABLING;
	bool ok = read_word(c, "graph", c->options.graph, words, 3, &is);
	*out = (enum relate_graph)is;
	return ok;
}

/* ---- the work ------------------------------------------------------------------------------------------------ */

static void relate_all(struct relate_report *r)
{
	relate_induct(r->relate);
	relate_matrix(r->relate);
	relate_commute(r->relate);
	relate_invariants(r->relate);
	relate_find(r->relate);
	for (uint32_t i = 0; i <= relate_count(r->relate); i++)
		for (uint32_t k = 0; k < relate_count(r->relate); k++)
			r->has_unknown |= relate_class(r->relate, i, k) == RELATE_CLASS_UNKNOWN;
}

static int write_files(struct relate_report *r)
{
	struct text out = {0};
	enum relate_graph g;
	int code = EXIT_GOOD;
	if (r->cli->options.csv) {
		relate_csv(r, &out);
		code = report_file(r->cli, r->cli->options.csv, &out);
	}
	if (code == EXIT_GOOD && read_graph(r->cli, &g)) {
		text_clear(&out);
		relate_dot(r->relate, g, &out);
		code = graphviz_write(r->cli, &out);
	}
	text_clear(&out);
	return code;
}

static int answer(struct relate_report *r)
{
	struct pos pos;
	const char *limit = watch_limit(&r->watch),
	           *why = limit ? limit : relate_reason(r->relate, &pos);
	bool is_stuck = relate_is_stuck(r->relate);
	if (is_stuck || relate_is_doubtful(r->relate) || r->has_unknown)
		r->reason = why ? why : "the guards of some operations cannot be told from their texts";
	if (r->cli->options.json) relate_json(r);
	else relate_text(r);
	if (relate_is_doubtful(r->relate)) return EXIT_INTERNAL;
	int code = is_stuck ? EXIT_INCONCLUSIVE : write_files(r);
	return code == EXIT_GOOD && r->reason ? EXIT_INCONCLUSIVE : code;
}

static int relate(struct relate_report *r)
{
	struct cli *c = r->cli;
	watch_work(&r->watch, c, r->model->project, WATCH_ENDS);
	struct explore_options o = {.alone = true, .stop = &r->watch.flag};
	r->values = values_open(&r->model->names);
	r->explore = explore_open(r->model->project, r->values, &r->universe, &o);
	explore_view(r->explore, &r->view);
	struct relate_question q = {.project = r->model->project,
	                            .values = r->values,
	                            .universe = &r->universe,
	                            .explore = r->explore,
	                            .hypothesis = r->hypothesis,
	                            .solver = SOLVER_AUTO,
	                            .seed = c->options.seed,
	                            .conflicts = c->options.conflicts,
	                            .interrupt = &r->watch.flag};
	r->relate = relate_open(&q);
	int code = EXIT_INPUT;
	if (c->options.can) {
		code = relate_query_answer(r);
		watch_stop(&r->watch);
	} else {
		relate_all(r);
		watch_stop(&r->watch);
		code = answer(r);
	}
	relate_close(r->relate);
	explore_close(r->explore);
	values_close(r->values);
	return code;
}

static int relate_model(struct cli *c, struct model *m, const struct bounds_options *bounds)
{
	struct relate_report r = {.cli = c, .model = m};
	enum relate_graph g;
	if (!read_hypothesis(c, &r.hypothesis) || !read_graph(c, &g)) return EXIT_USAGE;
	if (!findings_has_machine(m)) return findings_input_error(c, m);
	bool good = !c->options.can || relate_query_read(&r, c->options.can);
	good = good && m->diag.errors == 0 && model_fit(c, m, bounds, &r.universe, &r.notes);
	int code = good ? relate(&r) : findings_input_error(c, m);
	universe_clear(&r.universe);
	text_clear(&r.notes);
	return code;
}

int relate_command(struct cli *c) { return model_ask(c, relate_model); }
