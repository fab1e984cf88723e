/* Where formulas come from: definitions of the machine, files, single texts. */
#include "temporal/parse.h"

static bool begins_with(const char *word, const char *start)
{
	return strncmp(word, start, strlen(start)) == 0;
}

/* The text of a string as it stands in its source, if there is nothing escaped in it; else its value as a text of its own. */
static struct temporal_text text_of(struct project *p, const struct definition *d)
{
	const char *own = d->body->name;
	size_t length = strlen(own);
	for (uint32_t i = 0; i < p->diag->sources.count; i++) {
		const struct source *s = p->diag->sources.at[i];
		uint32_t at = d->body->pos.at;
		if (at < s->start || at >= s->start + s->length) continue;
		for (uint32_t quotes = 1; quotes <= 3; quotes += 2) {
			size_t from = at - s->start + quotes;
			if (from + length < s->length && memcmp(s->text + from, own, length) == 0 &&
			    strchr("\"'", s->text[from + length]))
				return (struct temporal_text){s->text + from, length, at + quotes};
		}
	}
	const struct source *s = diag_source(p->diag, d->name, own, length, true);
	return (struct temporal_text){s ? s->text : "", s ? length : 0, s ? s->start : 0};
}

void temporal_definitions(struct project *p, struct temporal_properties *out)
{
	const struct machine *m = p->main && p->main->written ? p->main->written : p->main;
	for (uint32_t i = 0; m && i < m->known.count; i++) {
		const struct definition *d = m->known.at[i];
		bool is_ctl = begins_with(d->name, "ASSERT_CTL");
		if (!d->body || (!is_ctl && !begins_with(d->name, "ASSERT_LTL"))) continue;
		struct temporal_property f = {.name = d->name, .pos = d->pos, .is_ctl = is_ctl};
		if (d->body->op == OP_STRING) {
			f.text = text_of(p, d);
			f.written = arena_text(&p->arena, f.text.text, f.text.length);
		} else {
			f.written = "";
			f.error = "the definition is no string with a formula";
			f.error_pos = d->body->pos;
		}
		VEC_PUSH(out, f);
	}
}

static void add_text(struct project *p, name own, const struct temporal_text *t, bool is_ctl,
                     struct temporal_properties *out)
{
	struct temporal_property f = {.name = own,
	                              .pos = {t->at, 0},
	                              .is_ctl = is_ctl,
	                              .text = *t,
	                              .written = arena_text(&p->arena, t->text, t->length)};
	VEC_PUSH(out, f);
}

void temporal_add(struct project *p, name own, const char *text, bool is_ctl,
                  struct temporal_properties *out)
{
	const struct source *s =
	    diag_source(p->diag, own ? own : "(formula)", text, strlen(text), true);
	if (!s) return;
	struct temporal_text t = {s->text, s->length, s->start};
	add_text(p, own, &t, is_ctl, out);
}

/* [Name] formula; without a name the line is one itself, if that is no operation: its number is its name. */
static void add_line(struct project *p, const struct source *s, uint32_t from, uint32_t to,
                     struct temporal_properties *out)
{
	name own = NULL;
	while (from < to && strchr(" \t\r", s->text[from])) from++;
	while (to > from && strchr(" \t\r", s->text[to - 1])) to--;
	if (from == to || s->text[from] == '#') return;
	if (s->text[from] == '[') {
		uint32_t close = from;
		while (close < to && s->text[close] != ']') close++;
		if (close + 1 < to) {
			own = names_add(p->names, s->text + from + 1, close - from - 1);
			from = close + 1;
			while (from < to && strchr(" \t", s->text[from])) from++;
		}
	}
	if (!own) own = names_of(p->names, arena_format(&p->arena, "formula %u", out->count + 1));
	struct temporal_text t = {s->text + from, to - from, s->start + from};
	add_text(p, own, &t, false, out);
}

bool temporal_file(struct project *p, const char *path, struct temporal_properties *out)
{
	const struct source *s = diag_read(p->diag, path, (struct pos){0});
	uint32_t before = out->count;
	if (!s) return false;
	for (uint32_t from = 0; from < s->length;) {
		uint32_t to = from;
		while (to < s->length && s->text[to] != '\n') to++;
		add_line(p, s, from, to, out);
		from = to + 1;
	}
	if (out->count == before)
		diag_at(p->diag, (struct pos){s->start, 0}, DIAG_ERROR,
		        "there is no formula in this file: its lines are '[Name] formula', comments begin "
		        "with '#'");
	return out->count > before;
}
