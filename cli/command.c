#include "cli/cli.h"

const struct command *command_at(uint32_t index)
{
	static const struct command table[] = {
#define COMMAND(name, function, operands, summary) {#name, operands, summary, function},
#include "cli/command.def"
#undef COMMAND
	};
	return index < sizeof table / sizeof *table ? &table[index] : NULL;
}

const struct command *command_find(const char *word)
{
	const struct command *c;
	for (uint32_t i = 0; (c = command_at(i)); i++)
		if (strcmp(c->name, word) == 0) return c;
	return NULL;
}

bool command_needs_model(const struct command *c) { return strcmp(c->operands, "FILE") == 0; }

const char *command_nearest(const char *word)
{
	struct strings names = {0};
	const struct command *c;
	for (uint32_t i = 0; (c = command_at(i)); i++) VEC_PUSH(&names, c->name);
	const char *found = nearest_name(word, names.at, names.count);
	VEC_CLEAR(&names);
	return found;
}
