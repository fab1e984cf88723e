#include "cli/help/help.h"

enum { SUMMARY_COLUMN = 26, WIDTH = 79 };

static void pad(struct text *out, size_t start)
{
	if (out->count - start > SUMMARY_COLUMN - 2) {
		text_add_char(out, '\n');
		start = out->count;
	}
	while (out->count - start < SUMMARY_COLUMN) text_add_char(out, ' ');
}

void help_wrap(struct text *out, const char *text, size_t column, size_t indent, size_t width)
{
	bool is_first = true;
	while (*text) {
		size_t length = strcspn(text, " ");
		if (!is_first && column + 1 + length > width) {
			text_add_char(out, '\n');
			for (size_t i = 0; i < indent; i++) text_add_char(out, ' ');
			column = indent;
		} else if (!is_first) {
			text_add_char(out, ' ');
			column++;
		}
		text_format(out, "%.*s", (int)length, text);
		column += length;
		text += length + strspn(text + length, " ");
		is_first = false;
	}
	text_add_char(out, '\n');
}

const struct help_example *help_example_at(uint32_t index)
{
	static const struct help_example table[] = {
#define EXAMPLE(command, line, what) {command, line, what},
#include "cli/help/examples.def"
#undef EXAMPLE
	};
	return index < sizeof table / sizeof *table ? &table[index] : NULL;
}

const char *help_of_option(const struct option_info *o, const char *command)
{
	static const struct {
		const char *option, *command, *text;
	} table[] = {
#define HELP(option, command, text) {option, command, text},
#include "cli/help/option_help.def"
#undef HELP
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i].option, o->name) == 0 && strcmp(table[i].command, command) == 0)
			return table[i].text;
	return o->help;
}

/* The left column, from `start` on, is there already. */
static void add_entry(struct text *out, size_t start, const char *text)
{
	pad(out, start);
	help_wrap(out, text, SUMMARY_COLUMN, SUMMARY_COLUMN, WIDTH);
}

void help_all(struct text *out)
{
	text_add(out, "bounce " CLI_VERSION ": bounded counterexamples for B machines\n\n"
	              "usage: bounce COMMAND [OPTION]... [OPERAND]...\n\ncommands:\n");
	const struct command *c;
	for (uint32_t i = 0; (c = command_at(i)); i++) {
		size_t start = out->count;
		text_format(out, "  %s %s", c->name, c->operands);
		add_entry(out, start, c->summary);
	}
	text_add(out,
	         "\n'bounce help COMMAND' lists the options of a command, 'bounce --version' says\n"
	         "the version.\n\n"
	         "exit codes: 0 good answer, 10 bad answer, 5 inconclusive, 1 wrong input, 2 wrong\n"
	         "command line, 3 internal error\n");
}

static void add_examples(const struct command *command, struct text *out)
{
	const struct help_example *e;
	bool is_first = true;
	for (uint32_t i = 0; (e = help_example_at(i)); i++) {
		if (strcmp(e->command, command->name) != 0) continue;
		if (is_first) text_add(out, "\nexamples:\n");
		is_first = false;
		text_format(out, "  bounce %s\n      ", e->line);
		help_wrap(out, e->what, 6, 6, WIDTH);
	}
}

void help_one(const struct command *command, struct text *out)
{
	text_format(out, "usage: bounce %s [OPTION]... %s\n\n%s\n\noptions:\n", command->name,
	            command->operands, command->summary);
	const struct option_info *o;
	for (uint32_t i = 0; (o = options_at(i)); i++) {
		if (!options_applies(o, command->name)) continue;
		size_t start = out->count;
		if (o->letter) text_format(out, "  -%c, --%s", o->letter, o->name);
		else text_format(out, "      --%s", o->name);
		if (o->argument) text_format(out, " %s", o->argument);
		add_entry(out, start, help_of_option(o, command->name));
	}
	add_examples(command, out);
}

/* What `bounce help --format` writes; false if there is no such format. */
static bool write_format(const char *format, const struct command *command, struct text *out)
{
	if (strcmp(format, "text") == 0) {
		if (command) help_one(command, out);
		else help_all(out);
	} else if (strcmp(format, "man") == 0) {
		if (command) manual_one(command, out);
		else manual_all(out);
	} else if (strcmp(format, "bash") == 0) {
		completion_bash(out);
	} else if (strcmp(format, "zsh") == 0) {
		completion_zsh(out);
	} else if (strcmp(format, "textmate") == 0) {
		grammar_textmate(out);
	} else {
		return false;
	}
	return true;
}

int help_command(struct cli *c)
{
	const struct strings *operands = &c->options.operands;
	if (operands->count > 1) return report_usage(c, "'help' explains one command at a time");
	const struct command *command = NULL;
	if (operands->count && !(command = command_find(operands->at[0])))
		return report_unknown_command(c, operands->at[0]);
	struct text out = {0};
	const char *format = c->options.format ? c->options.format : "text";
	bool is_known = write_format(format, command, &out);
	if (is_known) report_text(c, &out);
	text_clear(&out);
	return is_known ? EXIT_GOOD : report_usage(c, "'--format' is text, man, bash, zsh or textmate");
}
