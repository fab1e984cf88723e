/* The commands of the animator. */
#include "cli/animate/animate.h"

#include <ctype.h>
#include <errno.h>

struct command_info {
	const char *letter, *word, *argument, *help;
	void (*run)(struct animator *a, const char *argument);
};

static void wrong(struct animator *a, const char *format, const char *what)
{
	a->code = EXIT_INPUT;
	diag_at(session_diag(a->session), (struct pos){0}, DIAG_ERROR, format, what);
}

/* ---- steps ------------------------------------------------------------------------------------- */

/* Where the animator is now, compared with the step before. */
static void show_here(struct animator *a)
{
	const struct animate_step *last = animate_last(a);
	const struct animate_step *before = a->at > 1 ? a->path.at[a->at - 2] : NULL;
	if (last) {
		text_format(&a->out, "state %u:\n", a->at);
		show_state(a->session, last, before && before->kind != STEP_SETUP ? before : NULL, false,
		           &a->out);
		if (last->kind != STEP_SETUP) show_violations(a->session, &a->out);
	}
	show_next(a, false, &a->out);
}

static void take(struct animator *a, const struct animate_step *x)
{
	text_add(&a->out, "  ");
	show_step(a->session, x, &a->out);
	text_add_char(&a->out, '\n');
	animate_take(a, x);
	animate_settle(a);
	show_here(a);
}

static void run_number(struct animator *a, const char *argument)
{
	unsigned long number = strtoul(argument, NULL, 10);
	if (number == 0 || number > a->next.count) wrong(a, "there is no step '%s' here", argument);
	else take(a, a->next.at[number - 1]);
}

static void run_undo(struct animator *a, const char *argument)
{
	(void)argument;
	if (a->at == 0) {
		wrong(a, "there is nothing to undo%s", "");
		return;
	}
	animate_back(a, 1);
	show_here(a);
}

static void run_redo(struct animator *a, const char *argument)
{
	(void)argument;
	if (a->at == a->path.count) {
		wrong(a, "there is nothing to redo%s", "");
		return;
	}
	animate_back(a, -1);
	show_here(a);
}

/* splitmix64 */
static uint64_t next_random(struct animator *a)
{
	uint64_t z = (a->random += 0x9e3779b97f4a7c15u);
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static void run_random(struct animator *a, const char *argument)
{
	char *end;
	unsigned long count = *argument ? strtoul(argument, &end, 10) : 1;
	if (count == 0 || (*argument && *end)) {
		wrong(a, "'r' takes a number of steps, not '%s'", argument);
		return;
	}
	for (; count > 0 && a->next.count > 0 && a->session->watch.flag != WATCH_INTERRUPT; count--) {
		const struct animate_step *x = a->next.at[next_random(a) % a->next.count];
		text_add(&a->out, "  ");
		show_step(a->session, x, &a->out);
		text_add_char(&a->out, '\n');
		animate_take(a, x);
	}
	show_here(a);
}

/* ---- by name ----------------------------------------------------------------------------------- */

static const struct offered *find_offered(const struct animator *a, const char *op, size_t length)
{
	const struct machine *m = a->session->model.project->main;
	for (uint32_t i = 0; i < m->interface.count; i++) {
		const char *own = m->interface.at[i].name;
		if (strlen(own) == length && strncmp(own, op, length) == 0) return &m->interface.at[i];
	}
	return NULL;
}

/* "(1, 2)" is a value of this type. */
static struct type *params_type(struct animator *a, const struct node *ids)
{
	struct type *all = ids->kid[0]->decl->type;
	for (uint32_t i = 1; i < ids->count; i++) {
		struct type *pair = ARENA_NEW(&a->arena, struct type);
		*pair = (struct type){.kind = TYPE_PAIR, .a = all, .b = ids->kid[i]->decl->type};
		all = pair;
	}
	return all;
}

/* Where the argument that begins here ends: at a comma, or before the last ')', outside of brackets and strings. */
static size_t argument_length(const char *text)
{
	int depth = 0;
	bool is_string = false;
	size_t i = 0;
	for (; text[i]; i++) {
		if (text[i] == '"') is_string = !is_string;
		if (is_string) continue;
		if (strchr("([{", text[i])) depth++;
		if (strchr(")]}", text[i]) && --depth < 0) break;
		if (text[i] == ',' && depth == 0) break;
	}
	return i;
}

static uint32_t place_of(const struct node *ids, const char *word, size_t length)
{
	for (uint32_t i = 0; i < ids->count; i++)
		if (strlen(ids->kid[i]->name) == length && strncmp(ids->kid[i]->name, word, length) == 0)
			return i;
	return ids->count;
}

/* "m = MEMBER1", as a step is shown: the place of the parameter, and where its value begins; ids->count if it is not that. */
static uint32_t named_place(const struct node *ids, const char *text, const char **out)
{
	text += strspn(text, " \t");
	size_t length = strcspn(text, " \t=()[]{},\"");
	const char *sign = text + length + strspn(text + length, " \t");
	*out = sign + 1;
	return *sign == '=' && sign[1] != '>' ? place_of(ids, text, length) : ids->count;
}

/* "(m = MEMBER1, b = BOOK1)", all of them; 0: it is nothing of the kind, -1: a value is wrong. */
static int read_named(struct animator *a, const struct node *ids, const char *argument, value *out)
{
	const char *at = argument + 1;
	uint32_t found = 0;
	for (;; found++) {
		const char *text;
		size_t length = argument_length(at);
		uint32_t i = named_place(ids, at, &text);
		if (i == ids->count || out[i] != VALUE_NONE) return 0;
		text = arena_text(&a->arena, text, (size_t)(at + length - text));
		out[i] = session_value(a->session, text, ids->kid[i]->decl->type);
		if (out[i] == VALUE_NONE) return -1;
		at += length;
		if (*at != ',') break;
		at++;
	}
	return strcmp(at, ")") == 0 && found + 1 == ids->count;
}

static bool read_params(struct animator *a, const struct node *ids, const char *argument,
                        value *out)
{
	struct session *s = a->session;
	int named = read_named(a, ids, argument, out);
	if (named) return named > 0;
	value all = session_value(s, argument, params_type(a, ids));
	if (all == VALUE_NONE) return false;
	for (uint32_t i = ids->count; i-- > 1; all = value_first(s->values, all))
		out[i] = value_second(s->values, all);
	out[0] = all;
	return true;
}

/* Finds the steps of an operation with these parameters; NULL if they cannot be read. */
static const value *call(struct animator *a, const struct offered *offered, const char *argument)
{
	struct session *s = a->session;
	const struct node *ids = offered->decl->operation->parameters;
	value *params = ARENA_ARRAY(&a->arena, ids->count, value);
	if (!read_params(a, ids, argument, params)) return NULL;
	a->next.count = 0;
	session_begin(s);
	animate_call(s, animate_last(a), offered, params, animate_collect, a);
	session_end(s);
	return params;
}

/* Of what can be done, only this operation. */
static void select_offered(struct animator *a, const struct offered *offered)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < a->next.count; i++)
		if (a->next.at[i]->offered == offered) a->next.at[count++] = a->next.at[i];
	a->next.count = count;
}

/* The results that are shown behind a step say nothing new. */
static const char *without_results(struct animator *a, const char *line)
{
	const char *arrow = strstr(line, " --> ");
	return arrow && !strchr(arrow, '"') ? arena_text(&a->arena, line, (size_t)(arrow - line))
	                                    : line;
}

static void refuse_step(struct animator *a, const struct offered *offered, const value *params,
                        const char *line)
{
	struct text why = {0};
	text_format(&why, "'%s' is not enabled%s", line, params ? " with these parameters" : "");
	text_add_char(&why, '\n');
	disabled_explain(a->session, animate_last(a), offered, params, &why);
	why.at[--why.count] = 0; /* the end of its last line */
	wrong(a, "%s", text_get(&why));
	text_clear(&why);
}

/* A step exactly as it is listed; false if there is none, or several are the same. */
static bool run_listed(struct animator *a, const char *line)
{
	const struct animate_step *found = NULL;
	uint32_t count = 0;
	for (uint32_t i = 0; i < a->next.count; i++) {
		struct text shown = {0};
		show_step(a->session, a->next.at[i], &shown);
		if (strcmp(text_get(&shown), line) == 0 && ++count) found = a->next.at[i];
		text_clear(&shown);
	}
	if (count == 1) take(a, found);
	return count == 1;
}

/* "op", "op(1, 2)" or "op(x = 1, y = 2)"; false if the line is nothing of the kind. */
static bool run_named(struct animator *a, const char *line)
{
	line = without_results(a, line);
	size_t length = strcspn(line, "( \t");
	const char *argument = line + length + strspn(line + length, " \t");
	const value *params = NULL;
	const struct offered *offered = find_offered(a, line, length);
	const struct animate_step *last = animate_last(a);
	if (!offered || !last || last->kind == STEP_SETUP || (*argument && *argument != '('))
		return false;
	bool has_params = offered->decl->operation->parameters->count > 0;
	if (!*argument || !has_params) select_offered(a, offered);
	else if (!(params = call(a, offered, argument))) {
		a->code = EXIT_INPUT;
		return true;
	}
	uint32_t count = a->next.count;
	const struct animate_step *found = count ? a->next.at[0] : NULL;
	if (count > 1) show_next(a, false, &a->out);
	if (count == 1) take(a, found);
	else if (count == 0) {
		refuse_step(a, offered, params, line);
		animate_refresh(a);
	}
	return true;
}

/* ---- looking around ---------------------------------------------------------------------------- */

static void run_state(struct animator *a, const char *argument)
{
	(void)argument;
	show_state(a->session, animate_last(a), NULL, true, &a->out);
}

static void run_operations(struct animator *a, const char *argument)
{
	(void)argument;
	animate_refresh(a);
	show_next(a, true, &a->out);
}

static void run_trace(struct animator *a, const char *argument)
{
	(void)argument;
	show_trace(a, &a->out);
}

static void run_invariant(struct animator *a, const char *argument)
{
	(void)argument;
	const struct animate_step *last = animate_last(a);
	if (!last || last->kind == STEP_SETUP) wrong(a, "the machine is not initialised%s", "");
	else if (show_violations(a->session, &a->out) == 0) text_add(&a->out, "the invariant holds\n");
}

static void evaluate(struct animator *a, const char *text, bool is_goal)
{
	struct answer found;
	const struct animate_step *last = animate_last(a);
	answer_find(a->session, text, &found);
	if (is_goal && found.value != VALUE_NONE && !found.is_predicate)
		wrong(a, "'%s' is not a predicate", text);
	else answer_text(a->session, &found, &a->out);
	if (found.code == EXIT_INPUT) a->code = EXIT_INPUT;
	answer_clear(&found);
	animate_load(a->session, last ? last->state : NULL);
	a->session->has_setup = false;
}

static void run_eval(struct animator *a, const char *argument)
{
	if (*argument) evaluate(a, argument, false);
	else wrong(a, "which formula? 'e EXPR'%s", "");
}

static void run_goal(struct animator *a, const char *argument)
{
	struct project *p = a->session->model.project;
	name goal = names_find(p->names, "GOAL");
	const struct machine *written = p->main->written;
	if (*argument) evaluate(a, argument, true);
	else if (goal && written && map_get(&written->definition_of, goal)) evaluate(a, "GOAL", true);
	else wrong(a, "which goal? 'g PRED', or a definition GOAL%s", "");
}

/* ---- files ------------------------------------------------------------------------------------- */

static void cannot_write(struct animator *a, const char *file)
{
	a->code = EXIT_INPUT;
	diag_at(session_diag(a->session), (struct pos){0}, DIAG_ERROR, "cannot write '%s': %s", file,
	        strerror(errno));
}

static void run_write(struct animator *a, const char *argument)
{
	struct json j = {0};
	if (!*argument) {
		wrong(a, "into which file? 'w FILE'%s", "");
		return;
	}
	FILE *f = fopen(argument, "w");
	if (!f) {
		cannot_write(a, argument);
		return;
	}
	fputs("[\n", f);
	for (uint32_t i = 0; i < a->at; i++) {
		show_step_json(a->session, a->path.at[i], &j);
		fprintf(f, "%s%s\n", text_get(&j.text), i + 1 < a->at ? "," : "");
		json_clear(&j);
	}
	fputs("]\n", f);
	bool is_bad = fflush(f) != 0 || ferror(f);
	if (is_bad) cannot_write(a, argument);
	else text_format(&a->out, "%u step%s written to %s\n", a->at, a->at == 1 ? "" : "s", argument);
	fclose(f);
}

static void run_load(struct animator *a, const char *argument)
{
	struct trace t = {0};
	if (!*argument) wrong(a, "which file? 'l FILE'%s", "");
	else if (!trace_read(&t, session_diag(a->session), argument)) a->code = EXIT_INPUT;
	else {
		if (!replay_trace(a, &t, &a->out)) a->code = EXIT_INPUT;
		show_here(a);
	}
	trace_clear(&t);
}

static void run_quit(struct animator *a, const char *argument)
{
	(void)argument;
	a->has_ended = true;
}

/* ---- which command ----------------------------------------------------------------------------- */

static void run_help(struct animator *a, const char *argument);

static const struct command_info *command_at_letter(uint32_t index)
{
	static const struct command_info table[] = {
	    {"u", "undo", "", "take back the last step", run_undo},
	    {"y", "redo", "", "take a step again that was taken back", run_redo},
	    {"r", "random", "[N]", "take N random steps (default 1)", run_random},
	    {"s", "state", "", "show the state, constants too", run_state},
	    {"a", "all", "", "list all that can be done", run_operations},
	    {"e", "eval", "FORMULA", "evaluate in this state", run_eval},
	    {"g", "goal", "[PRED]", "is the goal reached (default: the definition GOAL)?", run_goal},
	    {"i", "invariant", "", "which parts of the invariant do not hold?", run_invariant},
	    {"t", "trace", "", "the steps that were taken", run_trace},
	    {"w", "write", "FILE", "write them as JSON", run_write},
	    {"l", "load", "FILE", "replay a trace (JSON, .prob2trace) from the beginning", run_load},
	    {"h", "help", "", "this list", run_help},
	    {"q", "quit", "", "end", run_quit},
	};
	return index < sizeof table / sizeof *table ? &table[index] : NULL;
}

static void run_help(struct animator *a, const char *argument)
{
	(void)argument;
	const struct command_info *c;
	text_add(&a->out, "  N                   take step N of the list\n"
	                  "  OP, OP(1, x),\n"
	                  "  OP(p = 1, q = x)    take the step with this operation\n");
	for (uint32_t i = 0; (c = command_at_letter(i)); i++) {
		struct text words = {0};
		text_format(&words, "%s, %s %s", c->letter, c->word, c->argument);
		text_format(&a->out, "  %-20s%s\n", text_get(&words), c->help);
		text_clear(&words);
	}
}

static const struct command_info *find_command(const char *word, size_t length)
{
	const struct command_info *c;
	for (uint32_t i = 0; (c = command_at_letter(i)); i++)
		if ((strlen(c->letter) == length && strncmp(c->letter, word, length) == 0) ||
		    (strlen(c->word) == length && strncmp(c->word, word, length) == 0))
			return c;
	return NULL;
}

static void run_line(struct animator *a, const char *line)
{
	size_t length = strcspn(line, " \t\n(");
	const struct command_info *c = find_command(line, length);
	const char *argument = line + length + strspn(line + length, " \t\n");
	if (line[strspn(line, "0123456789")] == 0) run_number(a, line);
	else if (c && line[length] != '(') c->run(a, argument);
	else if (!run_listed(a, line) && !run_named(a, line))
		wrong(a, "'%s' is no command and no enabled operation; 'h' helps", line);
}

void animate_command_line(struct animator *a, const char *line)
{
	struct text trimmed = {0};
	line += strspn(line, " \t\n");
	text_add(&trimmed, line);
	while (trimmed.count && isspace((unsigned char)trimmed.at[trimmed.count - 1]))
		trimmed.at[--trimmed.count] = 0;
	if (trimmed.count && strncmp(trimmed.at, "//", 2) != 0) run_line(a, trimmed.at);
	text_clear(&trimmed);
}
