/* Man pages, from the tables: roff with the macros of man(7). */
#include "cli/help/help.h"

/* Text of a line: no request and no escape sequence comes of it. */
static void add_plain(struct text *out, const char *text)
{
	if (*text == '.' || *text == '\'') text_add(out, "\\&");
	for (; *text; text++) {
		if (*text == '\\') text_add(out, "\\e");
		else if (*text == '-') text_add(out, "\\-");
		else if (*text == '\n') text_add(out, "\n.br\n");
		else text_add_char(out, *text);
	}
}

static void add_header(struct text *out, const char *page, const char *command, const char *summary)
{
	text_format(out, ".TH %s 1 \"\" \"bounce " CLI_VERSION "\" \"User Commands\"\n.SH NAME\n",
	            page);
	text_add(out, command ? "bounce\\-" : "bounce");
	if (command) add_plain(out, command);
	text_add(out, " \\- ");
	add_plain(out, summary);
	text_add(out, "\n.SH SYNOPSIS\n.B bounce\n");
}

static void add_exit_codes(struct text *out)
{
	static const struct {
		enum exit_code code;
		const char *what;
	} codes[] = {
	    {EXIT_GOOD, "the good answer: well formed, found, no fault"},
	    {EXIT_BAD, "the bad answer: a fault, a refuted obligation, no solution"},
	    {EXIT_INCONCLUSIVE, "inconclusive: a limit was reached, or something is not supported"},
	    {EXIT_INPUT, "the input is wrong"},
	    {EXIT_USAGE, "the command line is wrong"},
	    {EXIT_INTERNAL, "an internal error"},
	};
	text_add(out, ".SH EXIT STATUS\n");
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		text_format(out, ".TP\n.B %d\n%s\n", codes[i].code, codes[i].what);
}

static void add_option(struct text *out, const struct option_info *o, const char *command)
{
	text_add(out, ".TP\n");
	if (o->letter) text_format(out, "\\fB\\-%c\\fR, ", o->letter);
	text_add(out, "\\fB\\-\\-");
	add_plain(out, o->name);
	text_add(out, "\\fR");
	if (o->argument) {
		text_add(out, " \\fI");
		add_plain(out, o->argument);
		text_add(out, "\\fR");
	}
	text_add_char(out, '\n');
	add_plain(out, help_of_option(o, command));
	text_add_char(out, '\n');
}

static void add_examples(struct text *out, const char *command)
{
	const struct help_example *e;
	bool is_first = true;
	for (uint32_t i = 0; (e = help_example_at(i)); i++) {
		if (strcmp(e->command, command) != 0) continue;
		if (is_first) text_add(out, ".SH EXAMPLES\n");
		is_first = false;
		text_add(out, ".TP\n.B bounce ");
		add_plain(out, e->line);
		text_add_char(out, '\n');
		add_plain(out, e->what);
		text_add_char(out, '\n');
	}
}

void manual_one(const struct command *c, struct text *out)
{
	struct text page = {0};
	text_format(&page, "BOUNCE\\-%s", c->name);
	add_header(out, text_get(&page), c->name, c->summary);
	text_clear(&page);
	text_format(out, ".B %s\n[\\fIOPTION\\fR]... ", c->name);
	add_plain(out, c->operands);
	text_add(out, "\n.SH OPTIONS\n");
	const struct option_info *o;
	for (uint32_t i = 0; (o = options_at(i)); i++)
		if (options_applies(o, c->name)) add_option(out, o, c->name);
	add_examples(out, c->name);
	add_exit_codes(out);
	text_add(out, ".SH SEE ALSO\n.BR bounce (1)\n");
}

void manual_all(struct text *out)
{
	add_header(out, "BOUNCE", NULL, "bounded counterexamples for B machines");
	text_add(out, "\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIOPERAND\\fR]...\n.SH DESCRIPTION\n"
	              "bounce reads machines of the B method and answers, within bounds that it always "
	              "states: is\n"
	              "there a run that breaks the invariant, is this proof obligation false, are "
	              "there constants\n"
	              "that satisfy the PROPERTIES? What it finds is confirmed by an evaluator before "
	              "it is shown.\n"
	              ".SH COMMANDS\n");
	const struct command *c;
	for (uint32_t i = 0; (c = command_at(i)); i++) {
		text_format(out, ".TP\n\\fB%s\\fR ", c->name);
		add_plain(out, c->operands);
		text_add_char(out, '\n');
		add_plain(out, c->summary);
		text_add_char(out, '\n');
	}
	text_add(out,
	         ".SH ENVIRONMENT\n.TP\n.B BOUNCE_KISSAT\nthe program kissat, where it is not in PATH\n"
	         ".TP\n.B BOUNCE_DRAT_TRIM\nthe program drat\\-trim, where it is not in PATH\n");
	add_exit_codes(out);
	text_add(out, ".SH SEE ALSO\n");
	for (uint32_t i = 0; (c = command_at(i)); i++)
		text_format(out, ".BR bounce\\-%s (1)%s\n", c->name, command_at(i + 1) ? "," : "");
}
