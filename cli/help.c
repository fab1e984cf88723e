#include "cli/cli.h"

enum { SUMMARY_COLUMN = 26 };

static void pad(struct text *out, size_t start)
{
	size_t width = out->count - start;
	do text_add_char(out, ' ');
	while (++width < SUMMARY_COLUMN);
}

void help_all(struct text *out)
{
	text_add(out, "bounce " CLI_VERSION ": bounded counterexamples for B machines\n\n"
	              "usage: bounce COMMAND [OPTION]... [OPERAND]...\n\ncommands:\n");
	const struct command *c;
	for (uint32_t i = 0; (c = command_at(i)); i++) {
		size_t start = out->count;
		text_format(out, "  %s %s", c->name, c->operands);
		pad(out, start);
		text_format(out, "%s\n", c->summary);
	}
	text_add(out,
	         "\n'bounce help COMMAND' lists the options of a command, 'bounce --version' says "
	         "the version.\n\n"
	         "exit codes: 0 good answer, 10 bad answer, 5 inconclusive, 1 wrong input, 2 wrong\n"
	         "command line, 3 internal error\n");
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
		pad(out, start);
		text_format(out, "%s\n", o->help);
	}
}

int help_command(struct cli *c)
{
	const struct strings *operands = &c->options.operands;
	if (operands->count > 1) return report_usage(c, "'help' explains one command at a time");
	struct text out = {0};
	const struct command *command = NULL;
	if (operands->count) {
		command = command_find(operands->at[0]);
		if (!command) return report_unknown_command(c, operands->at[0]);
		help_one(command, &out);
	} else {
		help_all(&out);
	}
	report_text(c, &out);
	text_clear(&out);
	return EXIT_GOOD;
}
