/* Compares the texts that a child printed with what its case expects. A diagnostic is a line that
 * does not start with a space, and the indented lines behind it:
 *
 *     M.mch:3:5: error: expected THEN
 *         IF x = 1
 *             ^
 *
 * A case may give the first line only, and may leave out the file name. */
#include "cli/case/case.h"

/* ---- texts ----------------------------------------------------------------------------------- */

/* A copy without the directory of the model, so that files have bare names. */
static void strip(const struct text *printed, const struct testcase *t, struct text *out)
{
	const char *directory = cases_model(t), *slash = directory ? strrchr(directory, '/') : NULL;
	size_t length = slash ? (size_t)(slash - directory) + 1 : 0;
	const char *p = text_get(printed), *end = p + printed->count;
	while (p < end) {
		const char *found = length ? memmem(p, (size_t)(end - p), directory, length) : NULL;
		text_add_bytes(out, p, (size_t)((found ? found : end) - p));
		p = found ? found + length : end;
	}
}

static bool judge_stdout(const struct phrase *expected, const struct text *got, struct text *out)
{
	if (!expected->text) return true;
	if (got->count == expected->length && memcmp(text_get(got), expected->text, got->count) == 0)
		return true;
	text_add(out, "  stdout, expected (-) and printed (+):\n");
	diff_texts(expected->text, text_get(got), out);
	return false;
}

static bool judge_has(const char *key, const struct phrases *expected, const struct text *got,
                      struct text *out)
{
	bool good = true;
	for (uint32_t i = 0; i < expected->count; i++) {
		if (strstr(text_get(got), expected->at[i].text)) continue;
		if (good) text_format(out, "  %s, expected (-) and printed (+):\n", key);
		good = false;
		diff_lists(&(struct strings){&expected->at[i].text, 1, 1}, &(struct strings){0}, NULL, out);
	}
	if (!good) diff_texts("", text_get(got), out);
	return good;
}

/* ---- diagnostics ----------------------------------------------------------------------------- */

/* "M.mch:3:5: error: ..." from the 3 on; other lines as they are. */
static const char *without_file(const char *line)
{
	size_t length = strcspn(line, "\n");
	for (const char *p = line; p < line + length; p++) {
		if (*p != ':') continue;
		size_t row = strspn(p + 1, "0123456789");
		if (row == 0 || p[1 + row] != ':') continue;
		size_t column = strspn(p + 2 + row, "0123456789");
		if (column && strncmp(p + 2 + row + column, ": ", 2) == 0) return p + 1;
	}
	return line;
}

static bool same_until(const char *a, size_t length_a, const char *b, size_t length_b)
{
	return length_a == length_b && memcmp(a, b, length_a) == 0;
}

/* Does a printed diagnostic fit an expected one? Neither ends with a newline. */
static bool same_diagnostic(const char *expected, const char *printed)
{
	size_t first = strcspn(expected, "\n"), first_printed = strcspn(printed, "\n");
	const char *bare = without_file(printed);
	if (!same_until(expected, first, printed, first_printed) &&
	    !same_until(expected, first, bare, first_printed - (size_t)(bare - printed)))
		return false;
	return !expected[first] || strcmp(expected + first, printed + first_printed) == 0;
}

static void split_diagnostics(struct arena *arena, const char *text, struct strings *out)
{
	while (*text) {
		const char *end = text + strcspn(text, "\n");
		while (*end && end[1] == ' ') end += 1 + strcspn(end + 1, "\n");
		VEC_PUSH(out, arena_text(arena, text, (size_t)(end - text)));
		text = *end ? end + 1 : end;
	}
}

/* The printed ones are shown in the form in which the case has them, ready to be copied. */
static const char *in_form(struct arena *arena, const char *printed, bool only_first_line)
{
	const char *bare = without_file(printed);
	return only_first_line ? arena_text(arena, bare, strcspn(bare, "\n")) : bare;
}

static bool judge_diagnostics(const struct phrases *expected, const struct text *got,
                              struct text *out)
{
	if (!expected->is_given) return true;
	struct arena arena;
	struct strings wanted = {0}, printed = {0};
	arena_init(&arena);
	bool only_first_lines = true;
	for (uint32_t i = 0; i < expected->count; i++) {
		size_t length = expected->at[i].length;
		while (length && expected->at[i].text[length - 1] == '\n') length--;
		VEC_PUSH(&wanted, arena_text(&arena, expected->at[i].text, length));
		only_first_lines = only_first_lines && !strchr(VEC_LAST(&wanted), '\n');
	}
	split_diagnostics(&arena, text_get(got), &printed);
	bool good = wanted.count == printed.count;
	for (uint32_t i = 0; good && i < wanted.count; i++)
		good = same_diagnostic(wanted.at[i], printed.at[i]);
	if (!good) {
		text_add(out, "  diagnostics, expected (-) and printed (+):\n");
		for (uint32_t i = 0; i < printed.count; i++)
			printed.at[i] = in_form(&arena, printed.at[i], only_first_lines);
		diff_lists(&wanted, &printed, same_diagnostic, out);
	}
	VEC_CLEAR(&wanted);
	VEC_CLEAR(&printed);
	arena_clear(&arena);
	return good;
}

/* ---- all together ---------------------------------------------------------------------------- */

bool judge_needs_text(const struct testcase *t)
{
	const struct expectation *e = &t->expect;
	return e->stdout_text.text || e->diagnostics.is_given || e->stdout_has.is_given ||
	       e->stderr_has.is_given;
}

/* The run with --json has mostly said the same before. */
static bool judge_end_once(const struct testcase *t, const struct child_outcome *o,
                           struct text *out)
{
	struct text end = {0};
	bool good = judge_end(t, o, &end);
	if (!good && !strstr(text_get(out), text_get(&end)))
		text_format(out, "  without --json:\n%s", text_get(&end));
	text_clear(&end);
	return good;
}

bool judge_text(const struct testcase *t, const struct child_outcome *o, struct text *out)
{
	struct text printed = {0}, complaints = {0};
	strip(&o->out, t, &printed);
	strip(&o->err, t, &complaints);
	const struct expectation *e = &t->expect;
	bool good = judge_end_once(t, o, out);
	good = judge_stdout(&e->stdout_text, &printed, out) && good;
	good = judge_has("stdout_has", &e->stdout_has, &printed, out) && good;
	good = judge_diagnostics(&e->diagnostics, &complaints, out) && good;
	good = judge_has("stderr_has", &e->stderr_has, &complaints, out) && good;
	text_clear(&printed);
	text_clear(&complaints);
	return good;
}
