/* Options that choose from a table by names with commas between them: --tactics, --engine, --hypotheses, --find. */
#include "cli/cli.h"

static bool find_choice(choices_at *at, const char *word, size_t length, uint32_t *index)
{
	struct choice_line line;
	for (*index = 0; at(*index, &line); ++*index)
		if (strlen(line.name) == length && strncmp(line.name, word, length) == 0) return true;
	return false;
}

bool choices_read(struct cli *c, const char *option, const char *list, choices_at *at,
                  uint32_t *bits)
{
	*bits = 0;
	while (list) {
		size_t length = strcspn(list, ",");
		uint32_t index;
		if (!find_choice(at, list, length, &index)) {
			report_usage(c, "'--%s' does not know '%.*s'; '--%s help' lists what it knows", option,
			             (int)length, list, option);
			return false;
		}
		*bits |= 1u << index;
		list = list[length] ? list + length + 1 : NULL;
	}
	return true;
}

static void list_as_text(struct cli *c, choices_at *at)
{
	struct text out = {0};
	struct choice_line line;
	for (uint32_t i = 0; at(i, &line); i++) {
		text_format(&out, "%-13s %-15s ", line.name, line.concludes);
		if (line.share) text_format(&out, "%4u%%  ", line.share);
		text_format(&out, "%s\n", line.help);
	}
	report_text(c, &out);
	text_clear(&out);
}

static void list_as_json(struct cli *c, const char *option, choices_at *at)
{
	struct json j = {0};
	struct choice_line line;
	report_open(&j, c, NULL, NULL, NULL);
	json_begin(&j, option, '[');
	for (uint32_t i = 0; at(i, &line); i++) {
		json_begin(&j, NULL, '{');
		json_string(&j, "name", line.name);
		json_string(&j, "concludes", line.concludes);
		if (line.share) json_integer(&j, "share", line.share);
		json_string(&j, "help", line.help);
		json_end(&j, '}');
	}
	json_end(&j, ']');
	report_stats(&j);
	report_close(&j, c);
}

bool choices_help(struct cli *c, const char *option, const char *list, choices_at *at)
{
	if (!list || strcmp(list, "help") != 0) return false;
	if (c->options.json) list_as_json(c, option, at);
	else list_as_text(c, at);
	return true;
}
