/* A machine with what was found to be invariant, in its own text. */
#include "cli/check/strengthened.h"

#include <ctype.h>

/* ---- the place ------------------------------------------------------------------------------------------------------ */

static bool is_word_at(const char *text, uint32_t at, const char *word)
{
	size_t n = strlen(word);
	bool begins = at == 0 || !(isalnum((unsigned char)text[at - 1]) || text[at - 1] == '_');
	return begins && strncmp(text + at, word, n) == 0 &&
	       !(isalnum((unsigned char)text[at + n]) || text[at + n] == '_');
}

/* Behind a comment or string that begins there, else the same place. */
static uint32_t skip(const char *text, uint32_t at)
{
	const char *end = NULL;
	if (strncmp(text + at, "/*", 2) == 0) end = strstr(text + at + 2, "*/");
	if (strncmp(text + at, "//", 2) == 0) end = strchr(text + at, '\n');
	if (text[at] == '"') end = strchr(text + at + 1, '"');
	return end ? (uint32_t)(end - text) + 1 : at;
}

/* The word END of the machine itself: the last one. */
static uint32_t last_end(const struct source *s, uint32_t from)
{
	uint32_t found = 0;
	for (uint32_t at = from; at < s->length;) {
		uint32_t behind = skip(s->text, at);
		if (behind == at && is_word_at(s->text, at, "END")) found = at;
		at = behind > at ? behind : at + 1;
	}
	return found;
}

/* The clause behind the invariant. */
static uint32_t end_of_invariant(const struct machine *m, uint32_t begin)
{
	uint32_t end = UINT32_MAX;
	for (int i = 0; i < CLAUSE_COUNT; i++) {
		uint32_t at = m->clause_at[i].at;
		if (at <= m->source->start + begin || at - m->source->start >= m->source->length) continue;
		if (at - m->source->start < end) end = at - m->source->start;
	}
	return end < UINT32_MAX ? end : last_end(m->source, begin);
}

/* Behind the last word of the invariant: spaces and comments that follow it stay behind the new conjuncts. */
static uint32_t last_word(const char *text, uint32_t from, uint32_t end)
{
	uint32_t last = from;
	for (uint32_t at = from; at < end;) {
		uint32_t behind = skip(text, at);
		bool is_comment = behind > at && text[at] == '/';
		at = behind > at ? behind : at + 1;
		if (!is_comment && !isspace((unsigned char)text[at - 1])) last = at;
	}
	return last;
}

/* ---- the text ------------------------------------------------------------------------------------------------------- */

static bool give_up(const char **out, const char *reason)
{
	*out = reason;
	return false;
}

bool strengthened_text(const struct project *p, const struct strings *conjuncts, struct text *out,
                       const char **reason)
{
	const struct machine *m = p->main && p->main->written ? p->main->written : p->main;
	if (p->is_eventb) return give_up(reason, "it is written in Event-B");
	if (!m->invariant || !m->clause_at[CLAUSE_INVARIANT].at)
		return give_up(reason, "the machine has no INVARIANT");
	const char *text = m->source->text;
	uint32_t begin = m->clause_at[CLAUSE_INVARIANT].at - m->source->start;
	begin += (uint32_t)strlen("INVARIANT");
	uint32_t end = end_of_invariant(m, begin);
	if (end <= begin) return give_up(reason, "the end of its INVARIANT was not found");
	uint32_t last = last_word(text, begin, end);
	bool is_open = m->invariant->op != OP_AND;
	text_add_bytes(out, text, begin);
	if (is_open) text_add(out, " (");
	text_add_bytes(out, text + begin, last - begin);
	if (is_open) text_add(out, ")");
	text_add(out, "\n  /* found by bounce: */");
	for (uint32_t i = 0; i < conjuncts->count; i++)
		text_format(out, "\n  & (%s)", conjuncts->at[i]);
	text_add_bytes(out, text + last, m->source->length - last);
	return true;
}

/* ---- --invariant-out --------------------------------------------------------------------------------------------------- */

static const char *why_none(const struct check_verdict *v)
{
	if (v->answer == CHECK_VIOLATED) return "there is a fault";
	if (!v->has_invariant) return "PDR has not proved the machine (--engine pdr)";
	return v->untold ? "a part of it has no words in B" : NULL;
}

int strengthened_write(struct findings *f, const struct check_verdict *v)
{
	struct cli *cli = f->cli;
	const char *path = cli->options.invariant_out, *reason = why_none(v);
	struct text text = {0};
	if (!reason) strengthened_text(f->model->project, &v->invariant, &text, &reason);
	if (reason) {
		report_error(cli, "bounce: note: no invariant is written to '%s': %s\n", path, reason);
		text_clear(&text);
		return EXIT_GOOD;
	}
	FILE *file = fopen(path, "we");
	bool good = file && fwrite(text.at, 1, text.count, file) == text.count;
	if (file && fclose(file) != 0) good = false;
	text_clear(&text);
	return good ? EXIT_GOOD : report_not_written(cli, path);
}
