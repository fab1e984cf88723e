#include "cli/files/scenes.h"

enum {
	ALL = 100000000, /* effort for the truth of conjuncts in a report */
	EACH = 1000000,  /* of one in one state */
	LONGEST = 300,   /* of a formula */
};

bool scenes_wanted(const struct cli *c) { return c->options.html || c->options.pictures; }

void scenes_init(struct scenes *s, struct project *p, struct explore *x, const struct universe *u)
{
	struct explore_view view;
	explore_view(x, &view);
	explore_set_interrupt(
	    x, NULL); /* a limit may have been reached before: this has limits of its own */
	*s = (struct scenes){
	    .project = p, .explore = x, .eval = view.eval, .universe = u, .effort = ALL};
}

void scenes_clear(struct scenes *s)
{
	visb_close(s->visb);
	s->visb = NULL;
}

static bool is_setup(const struct explore_step *step)
{
	return strcmp(step->op, "SETUP_CONSTANTS") == 0;
}

/* A variable of an abstraction is not in the trace if it has the value of one of the same name. */
static void load_hidden(struct scenes *s, const struct explore_step *step)
{
	struct explore_view view;
	explore_view(s->explore, &view);
	for (uint32_t i = 0; i < view.variable_count; i++) {
		if (explore_shows(s->explore, view.variables[i])) continue;
		for (uint32_t k = 0; k < step->state.count; k++)
			if (step->state.at[k].decl->full_name == view.variables[i]->full_name)
				eval_set(s->eval, view.variables[i], step->state.at[k].value);
	}
}

static void load(struct scenes *s, const struct explore_step *step)
{
	for (uint32_t i = 0; i < step->state.count; i++)
		eval_set(s->eval, step->state.at[i].decl, step->state.at[i].value);
	if (!is_setup(step)) load_hidden(s, step);
}

static void json_truth(struct scenes *s, struct json *j, const struct node *n)
{
	uint64_t before = eval_effort(s->eval);
	uint64_t limit = eval_lend_effort(s->eval, before + EACH);
	enum truth t = s->effort ? eval_predicate(s->eval, n) : EVAL_FAILED;
	eval_return_effort(s->eval, limit);
	uint64_t spent = eval_effort(s->eval) - before;
	s->effort = spent < s->effort ? s->effort - spent : 0;
	if (t == EVAL_FAILED) json_string(j, NULL, NULL);
	else json_bool(j, NULL, t == EVAL_TRUE);
}

static void json_conjunct(struct scenes *s, struct json *j, const struct node *n, name own,
                          const struct explore_step *steps, uint32_t count)
{
	struct text formula = {0};
	print_node_short(n, LONGEST, &formula);
	json_begin(j, NULL, '{');
	json_string(j, "name", own);
	json_string(j, "formula", text_get(&formula));
	json_place(j, "at", s->project->diag, node_start(n));
	json_begin(j, "holds", '[');
	for (uint32_t i = 0; i < count; i++) {
		load(s, &steps[i]);
		if (is_setup(&steps[i])) json_string(j, NULL, NULL);
		else json_truth(s, j, n);
	}
	json_end(j, ']');
	json_end(j, '}');
	text_clear(&formula);
}

static void json_conjuncts(struct scenes *s, struct json *j, const struct explore_step *steps,
                           uint32_t count)
{
	const struct node *n;
	name own;
	json_begin(j, "conjuncts", '[');
	for (uint32_t i = 0; (n = explore_invariant(s->explore, i, &own)); i++)
		json_conjunct(s, j, n, own, steps, count);
	json_end(j, ']');
}

static void json_tree(struct json *j, const char *key, cJSON *tree)
{
	char *text = cJSON_PrintUnformatted(tree);
	if (!text) diag_no_memory();
	json_raw(j, key, text);
	cJSON_free(text);
	cJSON_Delete(tree);
}

static void json_pictures(struct scenes *s, struct json *j, const struct explore_step *steps,
                          uint32_t count)
{
	if (!s->visb) return;
	visb_restart(s->visb);
	json_begin(j, "pictures", '[');
	for (uint32_t i = 0; i < count; i++) {
		load(s, &steps[i]);
		if (is_setup(&steps[i])) json_raw(j, NULL, "{}");
		else json_tree(j, NULL, visb_state(s->visb));
	}
	json_end(j, ']');
}

void scenes_run(struct scenes *s, struct json *j, const struct explore_step *steps, uint32_t count)
{
	if (count == 0) return;
	json_conjuncts(s, j, steps, count);
	if (!s->is_open && !is_setup(&steps[count - 1])) {
		for (uint32_t i = 0; i < count && i < 2; i++) load(s, &steps[i]);
		s->visb = visb_open(s->project, s->eval, s->universe);
		s->is_open = true;
	}
	json_pictures(s, j, steps, count);
}

void scenes_frame(struct scenes *s, struct json *j)
{
	const struct machine *m = s->project->main;
	json_begin(j, "operations", '[');
	for (uint32_t i = 0; i < m->interface.count; i++) {
		json_begin(j, NULL, '{');
		json_string(j, "name", m->interface.at[i].name);
		json_place(j, "at", s->project->diag, m->interface.at[i].decl->operation->pos);
		json_end(j, '}');
	}
	json_end(j, ']');
	if (!s->visb) return;
	json_tree(j, "picture", visb_frame(s->visb));
	json_lines(j, "picture_notes", visb_notes(s->visb));
}
