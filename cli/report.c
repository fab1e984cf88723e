/* What all commands say in the same way: text on the two streams, and the frame of the object
 * that --json prints. */
#include "cli/cli.h"

#include "bounds/bounds.h"

#include <errno.h>
#include <unistd.h>

double report_clock(void) { return base_clock(); }

/* ---- text ------------------------------------------------------------------------------------ */

static void put(struct cli *c, const char *at, size_t count)
{
	if (c->keeps_object) text_add_bytes(&c->object, at, count);
	if (count == 0 || c->write_error || c->keeps_object) return;
	errno = 0;
	if (fwrite(at, 1, count, c->out) != count) c->write_error = errno ? errno : EIO;
}

void report_text(struct cli *c, const struct text *t)
{
	struct text shown = {0}, coloured = {0};
	if (c->options.quiet && !c->options.json && !c->keeps_object) return;
	text_add_shown(&shown, text_get(t));
	bool is_coloured = !c->keeps_object && !c->options.json && colour_wanted(c->out);
	if (is_coloured) colour_add(&coloured, text_get(&shown));
	const struct text *best = is_coloured ? &coloured : &shown;
	put(c, best->at, best->count);
	text_clear(&shown);
	text_clear(&coloured);
}

void report_much(struct cli *c, struct text *t)
{
	enum { MUCH = 1 << 17 };
	if (t->count < MUCH) return;
	last_forget();
	report_text(c, t);
	t->count = 0;
	t->at[0] = 0;
}

void report_source(struct cli *c, const struct text *t)
{
	if (isatty(fileno(c->out))) report_text(c, t);
	else put(c, t->at, t->count);
}

int report_not_written(struct cli *c, const char *path)
{
	int why = errno;
	bool is_full = why == ENOSPC || why == EDQUOT || why == EFBIG || why == EIO || why == ENOMEM;
	report_error(c, "bounce: error: cannot write '%s': %s\n", path, strerror(why));
	return is_full ? EXIT_INCONCLUSIVE : EXIT_INPUT;
}

int report_file(struct cli *c, const char *path, const struct text *t)
{
	FILE *file = fopen(path, "we");
	bool good = file && fwrite(t->at, 1, t->count, file) == t->count;
	int why = errno;
	if (file && fclose(file) != 0 && good) {
		good = false;
		why = errno;
	}
	errno = why;
	return good ? EXIT_GOOD : report_not_written(c, path);
}

static void add_format(struct text *out, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	REQUIRE(length >= 0);
	char *text = memory_raw((size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, args);
	text_add_shown(out, text);
	free(text);
}

void report_format(struct cli *c, const char *format, ...)
{
	struct text shown = {0};
	va_list args;
	va_start(args, format);
	add_format(&shown, format, args);
	va_end(args);
	put(c, shown.at, shown.count);
	text_clear(&shown);
}

void report_error(struct cli *c, const char *format, ...)
{
	struct text shown = {0}, coloured = {0};
	va_list args;
	va_start(args, format);
	add_format(&shown, format, args);
	va_end(args);
	bool is_coloured = colour_wanted(c->err);
	if (is_coloured) colour_add(&coloured, text_get(&shown));
	fputs(text_get(is_coloured ? &coloured : &shown), c->err);
	text_clear(&shown);
	text_clear(&coloured);
}

void report_diagnostics(struct cli *c, struct diag *d)
{
	struct text t = {0};
	diag_print(d, &t);
	report_error(c, "%s", text_get(&t));
	text_clear(&t);
}

/* The object of --json that has nothing but an error. */
static void json_usage(struct cli *c, const char *message)
{
	struct json j = {0};
	json_begin(&j, NULL, '{');
	json_string(&j, "tool", "bounce");
	json_string(&j, "version", CLI_VERSION);
	json_string(&j, "command", c->command ? c->command->name : NULL);
	json_string(&j, "verdict", "error");
	json_begin(&j, "findings", '[');
	json_end(&j, ']');
	json_begin(&j, "errors", '[');
	json_begin(&j, NULL, '{');
	json_string(&j, "message", message);
	json_string(&j, "at", NULL);
	json_end(&j, '}');
	json_end(&j, ']');
	report_stats(&j);
	report_close(&j, c);
}

int report_usage(struct cli *c, const char *format, ...)
{
	va_list args;
	char message[2000];
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	if (c->wants_json) json_usage(c, message);
	report_error(c, "bounce: error: %s", message);
	bool is_help = !c->command || c->command->run == help_command;
	if (!is_help) fprintf(c->err, "\ntry 'bounce help %s'\n", c->command->name);
	else fputs("\ntry 'bounce help'\n", c->err);
	return EXIT_USAGE;
}

int report_unknown_command(struct cli *c, const char *word)
{
	const char *nearest = command_nearest(word);
	if (nearest) return report_usage(c, "unknown command '%s'; did you mean '%s'?", word, nearest);
	return report_usage(c, "unknown command '%s'", word);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

void report_open(struct json *j, const struct cli *c, const char *file, const char *machine,
                 const char *verdict)
{
	json_begin(j, NULL, '{');
	json_string(j, "tool", "bounce");
	json_string(j, "version", CLI_VERSION);
	json_string(j, "command", c->command->name);
	json_string(j, "file", file);
	json_string(j, "machine", machine);
	json_string(j, "verdict", verdict);
}

/* The message at `i` and the notes behind it; returns the index of the next message. */
static uint32_t write_message(struct json *j, struct diag *d, uint32_t i)
{
	const struct message *m = &d->messages.at[i++];
	json_string(j, "message", m->text);
	json_place(j, "at", d, m->pos);
	json_begin(j, "notes", '[');
	for (; i < d->messages.count && d->messages.at[i].severity == DIAG_NOTE; i++) {
		json_begin(j, NULL, '{');
		json_string(j, "message", d->messages.at[i].text);
		json_place(j, "at", d, d->messages.at[i].pos);
		json_end(j, '}');
	}
	json_end(j, ']');
	return i;
}

void report_warnings(struct json *j, struct diag *d)
{
	for (uint32_t i = 0; i < d->messages.count;) {
		if (d->messages.at[i].severity != DIAG_WARNING) {
			i++;
			continue;
		}
		json_begin(j, NULL, '{');
		json_string(j, "kind", "syntax");
		json_string(j, "severity", "warning");
		json_string(j, "name", NULL);
		i = write_message(j, d, i);
		json_end(j, '}');
	}
}

void report_errors(struct json *j, struct diag *d)
{
	json_begin(j, "errors", '[');
	for (uint32_t i = 0; i < d->messages.count;) {
		if (d->messages.at[i].severity != DIAG_ERROR) {
			i++;
			continue;
		}
		json_begin(j, NULL, '{');
		i = write_message(j, d, i);
		json_end(j, '}');
	}
	if (d->errors > DIAG_ERROR_LIMIT) {
		struct text more = {0};
		text_format(&more, "%u more errors are not shown", d->errors - DIAG_ERROR_LIMIT);
		json_begin(j, NULL, '{');
		json_string(j, "message", text_get(&more));
		json_string(j, "at", NULL);
		json_end(j, '}');
		text_clear(&more);
	}
	json_end(j, ']');
}

bool report_begin_object(struct cli *c)
{
	const struct options *o = &c->options;
	c->keeps_object = o->html || o->junit || o->sarif || o->require;
	return o->json || c->keeps_object;
}

void report_end_object(struct cli *c)
{
	bool is_kept = c->keeps_object;
	c->keeps_object = false;
	if (is_kept && c->options.json) put(c, c->object.at, c->object.count);
}

void report_stats(struct json *j) { json_begin(j, "stats", '{'); }

void report_work(struct json *j, const struct eval_work *w)
{
	json_begin(j, "work", '{');
	json_integer(j, "effort", (int64_t)w->effort);
	json_integer(j, "conflicts", (int64_t)w->conflicts);
	json_integer(j, "propagations", (int64_t)w->propagations);
	json_end(j, '}');
}

void report_close(struct json *j, struct cli *c)
{
	json_seconds(j, "seconds", report_clock() - c->started);
	json_end(j, '}');
	json_end(j, '}');
	text_add_char(&j->text, '\n');
	report_text(c, &j->text);
	json_clear(j);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static bool is_open(const struct universe_set *s) { return s->decl->kind != DECL_ENUMERATED_SET; }

bool report_sizes_given(const struct universe *u)
{
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (is_open(&u->sets.at[i]) && u->sets.at[i].is_default) return false;
	return true;
}

void report_bounds(struct json *j, const struct universe *u, bool complete)
{
	report_bounds_depth(j, u, complete, -1);
}

void report_bounds_depth(struct json *j, const struct universe *u, bool complete, int64_t depth)
{
	json_bool(j, "complete", complete);
	json_bool(j, "sizes_given", report_sizes_given(u));
	json_begin(j, "bounds", '{');
	json_begin(j, "sets", '{');
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (is_open(&u->sets.at[i])) json_integer(j, u->sets.at[i].decl->name, u->sets.at[i].size);
	json_end(j, '}');
	json_integer(j, "minint", u->minint);
	json_integer(j, "maxint", u->maxint);
	json_begin(j, "fitted", '{');
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (u->sets.at[i].why) json_string(j, u->sets.at[i].decl->name, u->sets.at[i].why);
	if (u->range_why) json_string(j, "MAXINT", u->range_why);
	json_end(j, '}');
	if (depth >= 0) json_integer(j, "depth", depth);
	json_end(j, '}');
}

void report_bounds_used_json(struct json *j, bool complete, struct bounds_use use)
{
	json_bool(j, "absolute", complete && !use.sizes && !use.integers);
	json_bool(j, "for_sizes", use.sizes);
	json_bool(j, "for_maxint", use.integers);
}

void report_conflict(struct text *out, const struct project *p, const struct node *const *conjuncts,
                     uint32_t count, bool is_minimal, bool is_near)
{
	const char *near = is_near ? " with integers from MININT..MAXINT" : "";
	if (count == 1) text_format(out, "this conjunct alone has no solution%s:\n", near);
	else
		text_format(out, "these conjuncts have no solution together%s, %s:\n", near,
		            is_minimal ? "but without any one of them there is one"
		                       : "perhaps fewer of them");
	for (uint32_t i = 0; i < count; i++) {
		struct place at = diag_place(p->diag, node_start(conjuncts[i]));
		text_add(out, "  ");
		if (at.source) text_format(out, "%s:%u:%u: ", at.source->file, at.line, at.column);
		print_formula(p, conjuncts[i], out);
		text_add_char(out, '\n');
	}
}
