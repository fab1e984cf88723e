#include "cli/cli.h"

void json_stream(struct json *j, struct cli *c) { j->to = c; }

static void start_value(struct json *j, const char *key)
{
	if (j->to) report_much(j->to, &j->text);
	if (j->needs_comma) text_add_char(&j->text, ',');
	j->needs_comma = true;
	if (!key) return;
	text_add_json(&j->text, key);
	text_add_char(&j->text, ':');
}

void json_begin(struct json *j, const char *key, char bracket)
{
	start_value(j, key);
	text_add_char(&j->text, bracket);
	j->needs_comma = false;
}

void json_end(struct json *j, char bracket)
{
	text_add_char(&j->text, bracket);
	j->needs_comma = true;
}

void json_string(struct json *j, const char *key, const char *value)
{
	start_value(j, key);
	if (value) text_add_json(&j->text, value);
	else text_add(&j->text, "null");
}

void json_integer(struct json *j, const char *key, int64_t value)
{
	start_value(j, key);
	text_format(&j->text, "%lld", (long long)value);
}

void json_seconds(struct json *j, const char *key, double value)
{
	start_value(j, key);
	text_format(&j->text, "%.6f", value);
}

void json_bool(struct json *j, const char *key, bool value)
{
	start_value(j, key);
	text_add(&j->text, value ? "true" : "false");
}

void json_raw(struct json *j, const char *key, const char *value)
{
	start_value(j, key);
	text_add(&j->text, value);
}

void json_lines(struct json *j, const char *key, const char *lines)
{
	json_begin(j, key, '[');
	while (*lines) {
		size_t length = strcspn(lines, "\n");
		struct text line = {0};
		text_add_bytes(&line, lines, length);
		json_string(j, NULL, text_get(&line));
		text_clear(&line);
		lines += length + (lines[length] != 0);
	}
	json_end(j, ']');
}

void json_place(struct json *j, const char *key, struct diag *d, struct pos pos)
{
	start_value(j, key);
	diag_json_place(d, pos, &j->text);
}

void json_clear(struct json *j)
{
	text_clear(&j->text);
	j->needs_comma = false;
}
