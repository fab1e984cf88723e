/* The findings of 'bounce check' and 'bounce explore', written down before other work begins: whoever says the last words only
 * reads them. */
#include "cli/check/findings.h"

static void add_json(struct findings_last *l, struct findings *f)
{
	struct json j = {0};
	bool is_first = true;
	text_add(&l->json, ",\"findings\":[");
	for (uint32_t i = 0; i < f->result->findings.count; i++) {
		if (!findings_is_wanted(f, &f->result->findings.at[i])) continue;
		findings_json_one(f, &j, &f->result->findings.at[i]);
		if (!is_first) text_add_char(&l->json, ',');
		text_add_bytes(&l->json, j.text.at, j.text.count);
		is_first = false;
		json_clear(&j);
	}
	text_add_char(&l->json, ']');
}

static void add_text(struct findings_last *l, struct findings *f)
{
	for (uint32_t i = 0; i < f->result->findings.count; i++) {
		const struct explore_finding *found = &f->result->findings.at[i];
		if (!findings_is_wanted(f, found)) continue;
		text_format(&l->text, "%s: %s (after %u operation%s)\n", findings_severity(found->severity),
		            findings_place(f, found->pos, found->message), found->depth,
		            found->depth == 1 ? "" : "s");
	}
}

static bool is_bad(void *data) { return ((struct findings_last *)data)->is_bad; }
static void write_json(void *data) { last_write(text_get(&((struct findings_last *)data)->json)); }
static void write_text(void *data) { last_write(text_get(&((struct findings_last *)data)->text)); }

void findings_last_begin(struct findings_last *l, struct findings *f, bool bad)
{
	memset(l, 0, sizeof *l);
	l->is_bad = bad;
	f->longest = abbreviate_from(f->cli);
	if (f->cli->options.json) add_json(l, f);
	else add_text(l, f);
	l->part = (struct last_part){is_bad, write_json, write_text, l};
	last_set_part(&l->part);
}

void findings_last_end(struct findings_last *l)
{
	last_set_part(NULL);
	text_clear(&l->json);
	text_clear(&l->text);
}
