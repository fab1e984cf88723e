/* help: what the tables command.def, options.def, examples.def and option_help.def say, for people, for man and for shells. */
#ifndef CLI_HELP_HELP_H
#define CLI_HELP_HELP_H

#include "cli/cli.h"

/* The text, broken between words into lines of at most `width` columns; every line but the first starts with `indent`
 * spaces. `column` is where the first one starts. */
void help_wrap(struct text *out, const char *text, size_t column, size_t indent, size_t width);

/* What an option does in this command (option_help.def), or in all that take it (options.def). */
const char *help_of_option(const struct option_info *o, const char *command);

/* An example of the command: what is typed behind "bounce ", and what it does. NULL behind the last one. */
struct help_example {
	const char *command, *line, *what;
};
const struct help_example *help_example_at(uint32_t index);

void manual_all(struct text *out);                          /* bounce.1, for man */
void manual_one(const struct command *c, struct text *out); /* bounce-COMMAND.1 */
void completion_bash(struct text *out);
void completion_zsh(struct text *out);
void grammar_textmate(struct text *out);

#endif
