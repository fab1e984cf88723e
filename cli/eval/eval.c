/* bounce eval: the value of a formula, or of many, line by line. */
#include "cli/animate/animate.h"
#include "cli/eval/session.h"

#include <unistd.h>

struct evaluator {
	struct cli *cli;
	struct session session;
	bool is_open; /* the session */
	struct strings words;
	int code;
	struct json results; /* of lines, with --json */
	const char *line;    /* that is being worked on */
	bool has_ended;
};

/* A limit weighs more than a wrong formula. */
static void note_code(struct evaluator *e, int code)
{
	if (code == EXIT_INCONCLUSIVE || e->code == EXIT_GOOD) e->code = code;
}

/* ---- one formula ------------------------------------------------------------------------------- */

static const char *verdict(const struct answer *a)
{
	return a->code == EXIT_GOOD ? "found" : a->code == EXIT_INPUT ? "error" : "inconclusive";
}

static void json_stats(struct evaluator *e, struct json *j)
{
	struct eval_work work = {.effort = e->session.universe.effort};
	report_stats(j);
	if (!e->session.eval) return;
	eval_work(e->session.eval, &work);
	report_work(j, &work);
}

static void answer_object(struct evaluator *e, const struct answer *a)
{
	struct session *s = &e->session;
	struct json j = {0};
	report_open(&j, e->cli, s->model.file, model_name(&s->model), verdict(a));
	if (s->eval) {
		answer_json(s, a, &j);
		report_bounds(&j, &s->universe, a->code == EXIT_GOOD && !a->is_cut);
	}
	json_begin(&j, "findings", '[');
	report_warnings(&j, session_diag(s));
	json_end(&j, ']');
	report_errors(&j, session_diag(s));
	json_stats(e, &j);
	report_close(&j, e->cli);
}

static void json_line(struct evaluator *e, const char *line, const struct answer *a)
{
	struct json *j = &e->results;
	json_begin(j, NULL, '{');
	json_string(j, "formula", line);
	json_string(j, "verdict", verdict(a));
	json_bool(j, "complete", a->code == EXIT_GOOD && !a->is_cut);
	answer_json(&e->session, a, j);
	report_errors(j, session_diag(&e->session));
	json_end(j, '}');
	session_forget_messages(&e->session);
}

/* Messages; with --json those of commands of the prompt are results, too. */
static void say(struct evaluator *e)
{
	bool is_wrong = session_diag(&e->session)->errors > 0;
	if (e->cli->options.json) {
		if (is_wrong) json_line(e, e->line, &(struct answer){.code = EXIT_INPUT});
		return;
	}
	fflush(e->cli->out);
	report_diagnostics(e->cli, session_diag(&e->session));
	session_forget_messages(&e->session);
}

/* What commands of the prompt print; with --json only values count. */
static void print(struct evaluator *e, const struct text *text)
{
	if (!e->cli->options.json) report_text(e->cli, text);
}

static void print_answer(struct evaluator *e, const struct answer *a)
{
	struct text out = {0};
	answer_text(&e->session, a, &out);
	say(e);
	report_text(e->cli, &out);
	text_clear(&out);
}

static int eval_operand(struct evaluator *e, const char *formula)
{
	struct answer a = {.code = EXIT_INPUT};
	if (e->session.eval && session_diag(&e->session)->errors == 0)
		answer_find(&e->session, formula, &a);
	if (e->cli->options.json) answer_object(e, &a);
	else print_answer(e, &a);
	int code = a.code;
	bool draws = e->cli->options.dot || e->cli->options.svg;
	if (draws && code == EXIT_GOOD) code = relation_write(&e->session, a.value);
	answer_clear(&a);
	return code;
}

/* ---- lines ------------------------------------------------------------------------------------- */

static void open_session(struct evaluator *e, const char *path)
{
	bool is_interactive = e->is_open && e->session.is_interactive;
	if (e->is_open) session_close(&e->session);
	e->is_open = session_open(&e->session, e->cli, path, false);
	if (!e->is_open) return;
	e->session.is_interactive = is_interactive;
	e->words.count = 0;
	session_words(&e->session, &e->words);
	static const char *const commands[] = {":type ",  ":help",  ":quit",  ":load ",
	                                       ":state ", ":unset", ":bounds"};
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		VEC_PUSH(&e->words, commands[i]);
}

/* One that cannot be read leaves no machine behind. */
static void load(struct evaluator *e, const char *path)
{
	open_session(e, path);
	if (e->is_open && e->session.eval) {
		struct text out = {0};
		text_format(&out, "machine %s\n", model_name(&e->session.model));
		print(e, &out);
		text_clear(&out);
		say(e);
		return;
	}
	note_code(e, EXIT_INPUT);
	if (e->is_open) say(e);
	open_session(e, NULL);
}

static void show_values(struct evaluator *e)
{
	struct session *s = &e->session;
	struct text out = {0};
	for (uint32_t i = 0; i < animate_size(s); i++) {
		const struct decl *d = animate_name(s, i);
		value v = eval_get(s->eval, d);
		if (v == VALUE_NONE) continue;
		text_format(&out, "%s = ", d->full_name ? d->full_name : d->name);
		value_print(s->values, &s->universe, v, &out);
		text_add_char(&out, '\n');
	}
	if (out.count == 0) text_add(&out, "nothing has a value\n");
	print(e, &out);
	text_clear(&out);
}

static void run_state(struct evaluator *e, const char *argument)
{
	if (!*argument) show_values(e);
	else if (!answer_state(&e->session, argument)) note_code(e, EXIT_INPUT);
	say(e);
}

static void run_type(struct evaluator *e, const char *argument)
{
	struct answer a;
	answer_type(&e->session, argument, &a);
	say(e);
	if (a.type.count) text_add_char(&a.type, '\n');
	print(e, &a.type);
	note_code(e, a.code);
	answer_clear(&a);
}

static void run_unset(struct evaluator *e, const char *argument)
{
	(void)argument;
	animate_load(&e->session, NULL);
	e->session.has_setup = false;
}

static void run_bounds(struct evaluator *e, const char *argument)
{
	(void)argument;
	struct text out = {0};
	bounds_print(&out, &e->session.universe);
	text_add_char(&out, '\n');
	print(e, &out);
	text_clear(&out);
}

static void run_help(struct evaluator *e, const char *argument)
{
	(void)argument;
	struct text out = {0};
	text_add(&out,
	         "  FORMULA       its value; a predicate is searched for values of free names\n"
	         "  :type FORMULA its type\n"
	         "  :load FILE    evaluate in this machine\n"
	         "  :state PRED   give values: :state x = 1 & y = {2}\n"
	         "  :state        values that are known\n"
	         "  :unset        forget them\n"
	         "  :bounds       sizes of sets, range of integers\n"
	         "  :help         this list\n"
	         "  :quit         end (or Ctrl-D)\n"
	         "an open bracket continues the formula on the next line, an empty line ends it\n");
	print(e, &out);
	text_clear(&out);
}

static void run_quit(struct evaluator *e, const char *argument)
{
	(void)argument;
	e->has_ended = true;
}

/* ":word argument" */
static void run_command_word(struct evaluator *e, const char *line)
{
	static const struct {
		const char *word, *letter;
		void (*run)(struct evaluator *e, const char *argument);
	} table[] = {
	    {":type", ":t", run_type},   {":load", ":l", load},         {":state", ":s", run_state},
	    {":unset", ":u", run_unset}, {":bounds", ":b", run_bounds}, {":help", ":h", run_help},
	    {":quit", ":q", run_quit},
	};
	struct text word = {0};
	size_t length = strcspn(line, " \t\n"), i = 0, count = sizeof table / sizeof *table;
	text_add_bytes(&word, line, length);
	while (i < count && strcmp(word.at, table[i].word) != 0 &&
	       strcmp(word.at, table[i].letter) != 0)
		i++;
	if (i < count) {
		table[i].run(e, line + length + strspn(line + length, " \t\n"));
	} else {
		diag_at(session_diag(&e->session), (struct pos){0}, DIAG_ERROR,
		        "unknown command '%s'; ':help' lists them", word.at);
		say(e);
		note_code(e, EXIT_INPUT);
	}
	text_clear(&word);
}

static void eval_line(struct evaluator *e, const char *line)
{
	line += strspn(line, " \t\n");
	if (!*line || strncmp(line, "//", 2) == 0) return;
	e->line = line;
	if (*line == ':') {
		run_command_word(e, line);
		return;
	}
	struct answer a;
	answer_find(&e->session, line, &a);
	note_code(e, a.code);
	if (e->cli->options.json) json_line(e, line, &a);
	else print_answer(e, &a);
	answer_clear(&a);
}

static void lines_object(struct evaluator *e)
{
	struct json j = {0};
	report_open(&j, e->cli, e->session.model.file, model_name(&e->session.model),
	            e->code == EXIT_GOOD    ? "found"
	            : e->code == EXIT_INPUT ? "error"
	                                    : "inconclusive");
	json_end(&e->results, ']');
	json_raw(&j, "results", text_get(&e->results.text));
	report_errors(&j, session_diag(&e->session));
	json_stats(e, &j);
	report_close(&j, e->cli);
}

static void read_lines(struct evaluator *e)
{
	struct text line = {0};
	struct prompt *p = prompt_open(e->cli, e->cli->options.input, &e->words);
	if (!p) {
		e->code = EXIT_INPUT;
		return;
	}
	e->session.is_interactive = prompt_is_interactive(p);
	if (e->session.is_interactive)
		report_format(e->cli, "bounce %s, ':help' lists the commands\n", CLI_VERSION);
	enum prompt_event event = PROMPT_LINE;
	while (!e->has_ended && event != PROMPT_END && !session_is_over(&e->session)) {
		event = prompt_read(p, "> ", &line);
		if (event == PROMPT_LINE) eval_line(e, text_get(&line));
	}
	prompt_close(p);
	text_clear(&line);
	if (e->session.is_interactive) e->code = EXIT_GOOD;
}

static int eval_lines(struct evaluator *e)
{
	json_begin(&e->results, NULL, '[');
	if (e->session.eval && session_diag(&e->session)->errors == 0) read_lines(e);
	else e->code = EXIT_INPUT;
	if (e->cli->options.json) lines_object(e);
	else if (e->is_open) say(e);
	json_clear(&e->results);
	return e->code;
}

/* ---- the command ------------------------------------------------------------------------------- */

int eval_command(struct cli *c)
{
	const struct options *o = &c->options;
	struct evaluator e = {.cli = c};
	if (o->operands.count > 1)
		return report_usage(c, "one formula at a time, and here are %u; is it quoted?",
		                    o->operands.count);
	if (o->operands.count && o->card.count && !o->machine)
		return report_usage(c, "'--card' needs a machine, '-m FILE'");
	if (o->operands.count && o->input)
		return report_usage(c, "either a formula or '--file', not both");
	open_session(&e, o->machine);
	if (!e.is_open) return EXIT_USAGE;
	if (e.session.eval && o->state) answer_state(&e.session, o->state);
	int code = o->operands.count ? eval_operand(&e, o->operands.at[0]) : eval_lines(&e);
	VEC_CLEAR(&e.words);
	session_close(&e.session);
	return code;
}
