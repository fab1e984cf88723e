/* bounce animate: runs a machine step by step, at a prompt or with commands from a file, or replays
 * a trace. */
#include "cli/animate/animate.h"
#include "cli/files/scenes.h"

#include <errno.h>
#include <time.h>

/* ---- where the animator is --------------------------------------------------------------------- */

const struct animate_step *animate_last(const struct animator *a)
{
	return a->at ? a->path.at[a->at - 1] : NULL;
}

bool animate_collect(void *data, const struct animate_step *x)
{
	struct animator *a = data;
	for (uint32_t i = a->next.count; i-- > 0;)
		if (animate_same(a->session, a->next.at[i], x)) return true;
	a->is_cut = a->next.count == ANIMATE_MOST;
	if (!a->is_cut) VEC_PUSH(&a->next, animate_copy(a->session, &a->arena, x));
	return !a->is_cut;
}

/* Steps of the same label stand together. */
static void sort_twins(struct animator *a)
{
	for (uint32_t i = 1; i < a->next.count; i++) {
		const struct animate_step *x = a->next.at[i];
		uint32_t k = i;
		for (uint32_t to = i; to-- > 0;) {
			struct animate_step copy = *a->next.at[to];
			copy.state = x->state;
			if (a->next.at[to]->kind != STEP_OPERATION || a->next.at[to]->offered != x->offered)
				break;
			if (animate_same(a->session, &copy, x)) {
				k = to + 1;
				break;
			}
		}
		for (uint32_t m = i; m > k; m--) a->next.at[m] = a->next.at[m - 1];
		a->next.at[k] = x;
	}
}

void animate_refresh(struct animator *a)
{
	struct session *s = a->session;
	const struct animate_step *last = animate_last(a);
	a->next.count = 0;
	a->is_cut = false;
	animate_load(s, last ? last->state : NULL);
	session_begin(s);
	a->found = animate_next(s, last, animate_collect, a);
	session_end(s);
	sort_twins(a);
	animate_load(s, last ? last->state : NULL);
}

void animate_take(struct animator *a, const struct animate_step *x)
{
	a->path.count = a->at;
	VEC_PUSH(&a->path, x);
	a->at++;
	animate_refresh(a);
}

void animate_back(struct animator *a, int by)
{
	if (by > 0) a->at--;
	else a->at++;
	animate_refresh(a);
}

void animate_settle(struct animator *a)
{
	const struct animate_step *last = animate_last(a);
	while ((!last || last->kind == STEP_SETUP) && a->next.count == 1 && !a->is_cut) {
		animate_take(a, a->next.at[0]);
		last = animate_last(a);
	}
}

/* ---- running ----------------------------------------------------------------------------------- */

/* Writes what is to be said, unless one JSON object is all that is wanted. */
static void flush(struct animator *a)
{
	struct session *s = a->session;
	struct cli *c = s->cli;
	if (!c->options.json) {
		report_text(c, &a->out);
		fflush(c->out);
		report_diagnostics(c, session_diag(s));
		session_forget_messages(s);
	}
	text_clear(&a->out);
}

static void greet(struct animator *a)
{
	text_format(&a->out, "machine %s, ", model_name(&a->session->model));
	bounds_print(&a->out, &a->session->universe);
	text_add_char(&a->out, '\n');
	animate_settle(a);
	for (uint32_t i = 0; i < a->at; i++) {
		text_format(&a->out, "%s:\n", animate_op(a->path.at[i]));
		show_state(a->session, a->path.at[i], NULL, false, &a->out);
	}
	if (a->at && animate_last(a)->kind != STEP_SETUP) show_violations(a->session, &a->out);
	show_next(a, false, &a->out);
}

static int run_commands(struct animator *a)
{
	struct cli *c = a->session->cli;
	struct strings words = {0};
	struct text line = {0};
	session_words(a->session, &words);
	struct prompt *p = prompt_open(c, c->options.input, &words);
	enum prompt_event e = p ? PROMPT_LINE : PROMPT_END;
	if (!p) a->code = EXIT_INPUT;
	a->session->is_interactive = p && prompt_is_interactive(p);
	if (p) {
		animate_refresh(a);
		greet(a);
		if (a->session->is_interactive) text_add(&a->out, "'h' lists the commands\n");
	}
	while (!a->has_ended && e != PROMPT_END && !session_is_over(a->session)) {
		flush(a);
		e = prompt_read(p, "> ", &line);
		if (e != PROMPT_LINE) continue;
		if (!a->session->is_interactive) text_format(&a->out, "> %s\n", text_get(&line));
		animate_command_line(a, text_get(&line));
	}
	flush(a);
	if (p) prompt_close(p);
	text_clear(&line);
	VEC_CLEAR(&words);
	return a->code;
}

static int run_replay(struct animator *a, struct text *why)
{
	struct session *s = a->session;
	struct trace t = {0};
	bool is_read = trace_read(&t, session_diag(s), s->cli->options.script);
	bool good = is_read && replay_trace(a, &t, why);
	bool is_wrong = session_diag(s)->errors > 0;
	if (good) {
		text_format(why, "the whole trace was replayed: %u step%s\n", t.steps.count,
		            t.steps.count == 1 ? "" : "s");
		if (a->at && animate_last(a)->kind != STEP_SETUP) show_violations(s, why);
	}
	if (is_read) show_trace(a, &a->out);
	text_add(&a->out, text_get(why));
	trace_clear(&t);
	if (good) return EXIT_GOOD;
	return is_wrong ? EXIT_INPUT : a->code ? a->code : EXIT_BAD;
}

/* ---- the command ------------------------------------------------------------------------------- */

static void json_finding(struct animator *a, struct json *j, const char *why)
{
	json_begin(j, NULL, '{');
	json_string(j, "kind", "replay");
	json_string(j, "severity", "error");
	json_string(j, "name", NULL);
	json_string(j, "message", why);
	json_string(j, "at", NULL);
	json_integer(j, "depth", a->at);
	show_trace_json(a, "trace", j);
	json_end(j, '}');
}

/* As a trace of the exploration has it. */
static void bind_step(const struct session *s, const struct animate_step *x,
                      struct explore_step *out)
{
	*out = (struct explore_step){.op = animate_op(x)};
	for (uint32_t i = 0; i < animate_size(s); i++)
		if (animate_is_constant(s, i) == (x->kind == STEP_SETUP))
			VEC_PUSH(&out->state, (struct eval_binding){animate_name(s, i), x->state[i]});
}

static void json_scenes(struct animator *a, struct json *j)
{
	struct session *s = a->session;
	struct scenes scenes;
	if (!scenes_wanted(s->cli) || !s->explore || a->at == 0) return;
	struct explore_trace t = {0};
	for (uint32_t i = 0; i < a->at; i++) {
		struct explore_step step;
		bind_step(s, a->path.at[i], &step);
		VEC_PUSH(&t.steps, step);
	}
	scenes_init(&scenes, s->model.project, s->explore, &s->universe);
	scenes_run(&scenes, j, t.steps.at, t.steps.count);
	scenes_frame(&scenes, j);
	scenes_clear(&scenes);
	explore_trace_clear(&t);
}

static void answer_object(struct animator *a, int code, const char *why)
{
	struct session *s = a->session;
	bool is_sure = s->cli->options.script && (code == EXIT_GOOD || code == EXIT_BAD);
	struct json j = {0};
	report_open(&j, s->cli, s->model.file, model_name(&s->model),
	            code == EXIT_GOOD           ? "holds"
	            : code == EXIT_BAD          ? "violated"
	            : code == EXIT_INCONCLUSIVE ? "inconclusive"
	                                        : "error");
	if (s->eval) report_bounds(&j, &s->universe, is_sure);
	json_begin(&j, "findings", '[');
	if (code == EXIT_BAD) json_finding(a, &j, why);
	report_warnings(&j, session_diag(s));
	json_end(&j, ']');
	report_errors(&j, session_diag(s));
	show_trace_json(a, "trace", &j);
	json_scenes(a, &j);
	report_stats(&j);
	json_integer(&j, "steps", a->at);
	report_close(&j, s->cli);
}

static int animate(struct animator *a, struct text *why)
{
	struct session *s = a->session;
	const struct machine *m = s->model.project ? s->model.project->main : NULL;
	if (s->eval && (!m || m->kind == MACHINE_DEFINITIONS))
		diag_at(session_diag(s), (struct pos){0}, DIAG_ERROR,
		        "'%s' is a definition file, not a machine", s->model.file);
	if (!s->eval || session_diag(s)->errors) {
		flush(a);
		return EXIT_INPUT;
	}
	flush(a);
	int code = s->cli->options.script ? run_replay(a, why) : run_commands(a);
	flush(a);
	return code;
}

int animate_command(struct cli *c)
{
	struct session s;
	struct text why = {0};
	if (c->options.operands.count != 1)
		return report_usage(c, "which machine? usage: bounce animate [OPTION]... FILE");
	if (!session_open(&s, c, c->options.operands.at[0], !c->options.alone)) return EXIT_USAGE;
	struct animator a = {.session = &s};
	a.random = c->options.seed ? c->options.seed : (uint64_t)time(NULL);
	arena_init(&a.arena);
	int code = animate(&a, &why);
	if (report_begin_object(c)) {
		answer_object(&a, code, text_get(&why));
		report_end_object(c);
	}
	text_clear(&why);
	text_clear(&a.out);
	VEC_CLEAR(&a.path);
	VEC_CLEAR(&a.next);
	arena_clear(&a.arena);
	session_close(&s);
	return code;
}
