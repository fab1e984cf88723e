/* The answers so far of 'bounce disprove', for the case that it must end at once: each is written down when it comes,
 * and whoever says the last words only reads what was written. */
#include "cli/disprove/disprove.h"

static const char *written(struct disproof *d, struct json *j)
{
	const char *text = j->text.count ? arena_text(&d->arena, j->text.at, j->text.count) : NULL;
	json_clear(j);
	return text;
}

void disprove_last_add(struct disproof *d, uint32_t index)
{
	struct json j = {0};
	struct last_words *of = &d->words[index];
	if (!d->cli->options.json) return;
	disprove_json_finding(d, &j, index);
	of->found = written(d, &j);
	disprove_json_one(d, &j, index);
	of->said = written(d, &j);
}

static bool is_bad(void *data) { return ((struct disproof *)data)->refuted > 0; }

static void write_findings(const struct disproof *d)
{
	const char *comma = "";
	for (uint32_t i = 0; i < d->stages.list.count; i++) {
		const char *text = d->words[i].found;
		if (!text) continue;
		last_write(comma);
		last_write(text);
		comma = ",";
	}
}

static void write_one(const struct disproof *d, uint32_t index)
{
	const char *text = d->words[index].said;
	if (text) {
		last_write(text);
		return;
	}
	last_write("{\"name\":");
	last_write_json(disproof_of(d, index)->name);
	last_write(",\"status\":\"open\",\"reason\":\"not looked at\"}");
}

static void write_json(void *data)
{
	const struct disproof *d = data;
	const char *comma = "";
	last_write(",\"findings\":[");
	write_findings(d);
	last_write("],\"obligations\":[");
	for (uint32_t i = 0; i < d->stages.list.count; i++) {
		if (!d->stages.list.at[i].is_selected) continue;
		last_write(comma);
		write_one(d, i);
		comma = ",";
	}
	last_write("]");
}

static void write_text(void *data)
{
	const struct disproof *d = data;
	char line[128];
	snprintf(line, sizeof line, "%u of %u obligations are answered, %u refuted\n", d->known,
	         d->selected, d->refuted);
	last_write(line);
}

void disprove_last_begin(struct disproof *d)
{
	d->last = (struct last_part){is_bad, write_json, write_text, d};
	last_set_part(&d->last);
}
