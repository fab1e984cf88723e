/* Completion for shells, from the tables: commands, the options of each, files and folders for everything else. */
#include "cli/help/help.h"

static void add_commands(struct text *out, const char *format)
{
	const struct command *c;
	for (uint32_t i = 0; (c = command_at(i)); i++) text_format(out, format, c->name);
}

static void add_options(struct text *out, const char *command)
{
	const struct option_info *o;
	for (uint32_t i = 0; (o = options_at(i)); i++)
		if (options_applies(o, command)) text_format(out, " --%s", o->name);
}

void completion_bash(struct text *out)
{
	text_add(
	    out,
	    "# bash completion for bounce, made by 'bounce help --format bash'\n"
	    "_bounce()\n{\n"
	    "\tlocal word=${COMP_WORDS[COMP_CWORD]} words=\n"
	    "\tCOMPREPLY=()\n"
	    "\tif [ \"$COMP_CWORD\" -eq 1 ] || [ \"${COMP_WORDS[1]} $COMP_CWORD\" = 'help 2' ]; then\n"
	    "\t\twords='");
	add_commands(out, "%s ");
	text_add(out,
	         "--help --version'\n\telif [[ $word == -* ]]; then\n\t\tcase ${COMP_WORDS[1]} in\n");
	const struct command *c;
	for (uint32_t i = 0; (c = command_at(i)); i++) {
		text_format(out, "\t\t%s) words='", c->name);
		add_options(out, c->name);
		text_add(out, "' ;;\n");
	}
	text_add(out, "\t\tesac\n\tfi\n"
	              "\tif [ -n \"$words\" ]; then mapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
	              "\"$word\")\n"
	              "\telse mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); fi\n"
	              "}\ncomplete -o filenames -F _bounce bounce\n");
}

/* In a pair of single quotes and a pair of brackets of _arguments. */
static void add_zsh(struct text *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'') text_add(out, "'\\''");
		else if (strchr("[]:\\", *text)) text_format(out, "\\%c", *text);
		else text_add_char(out, *text);
	}
}

static void add_zsh_option(struct text *out, const struct option_info *o, const char *command)
{
	text_format(out, "\t\t\t'%s--%s[", o->kind == OPTION_LIST ? "*" : "", o->name);
	add_zsh(out, help_of_option(o, command));
	text_add_char(out, ']');
	if (o->argument) {
		text_add(out, ":");
		add_zsh(out, o->argument);
		text_add(out, strcmp(o->argument, "DIR") == 0 ? ":_files -/" : ":_files");
	}
	text_add(out, "' \\\n");
}

void completion_zsh(struct text *out)
{
	text_add(out,
	         "#compdef bounce\n# zsh completion for bounce, made by 'bounce help --format zsh'\n"
	         "_bounce() {\n\tlocal -a commands\n\tcommands=(\n");
	const struct command *c;
	for (uint32_t i = 0; (c = command_at(i)); i++) {
		text_format(out, "\t\t'%s:", c->name);
		add_zsh(out, c->summary);
		text_add(out, "'\n");
	}
	text_add(
	    out,
	    "\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n\t\treturn\n\tfi\n"
	    "\tlocal command=$words[2]\n\tshift words\n\t(( CURRENT-- ))\n\tcase $command in\n");
	for (uint32_t i = 0; (c = command_at(i)); i++) {
		text_format(out, "\t%s)\n\t\t_arguments -s \\\n", c->name);
		const struct option_info *o;
		for (uint32_t k = 0; (o = options_at(k)); k++)
			if (options_applies(o, c->name)) add_zsh_option(out, o, c->name);
		text_add(out, strcmp(c->name, "help") == 0 ? "\t\t\t'*::command:("
		                                           : "\t\t\t'*:file:_files' ;;\n");
		if (strcmp(c->name, "help") != 0) continue;
		add_commands(out, "%s ");
		text_add(out, ")' ;;\n");
	}
	text_add(out, "\tesac\n}\n_bounce \"$@\"\n");
}
