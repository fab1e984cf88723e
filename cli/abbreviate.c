/* Values in reports that are very long as text: they are cut unless --full is given, and said to be. What is written
 * to be read again is never cut. */
#include "cli/cli.h"

size_t abbreviate_from(const struct cli *c)
{
	enum { LONGEST = 2000 };
	return c->options.full ? 0 : LONGEST;
}

void abbreviate_text(bool is_short, struct text *out)
{
	if (is_short) text_add(out, " (--full shows all)");
}

void abbreviate_add(struct strings *names, const char *own)
{
	for (uint32_t i = 0; i < names->count; i++)
		if (strcmp(names->at[i], own) == 0) return;
	VEC_PUSH(names, own);
}

void abbreviate_json(struct json *j, struct strings *names)
{
	if (names->count == 0) return;
	json_begin(j, "abbreviated", '[');
	for (uint32_t i = 0; i < names->count; i++) json_string(j, NULL, names->at[i]);
	json_end(j, ']');
	VEC_CLEAR(names);
}
