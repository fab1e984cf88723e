/* The answers so far of 'bounce disprove', for the case that it must end at once: each is written down when it comes,
 * and whoever says the last words only reads what was written. */
#include "cli/disprove/disprove.h"

static const char *written(struct disproof *d, struct json *j)
{
	const char *text = j->text.count ? arena_text(&d->arena, j->text.at, j->text.count) : NULL;
	json_clear(j);
	return text;
}

void disprove_last_open(struct disproof *d)
{
	names_init(&d->of_several);
	if (d->cli->options.json)
		d->words = ARENA_ARRAY(&d->arena, d->stages.list.count + 1, struct last_words);
}

void disprove_last_close(struct disproof *d) { names_clear(&d->of_several); }

/* "{...}" as ",...}": it goes on after the name. */
static const char *shared(struct disproof *d, struct json *j)
{
	j->text.at[0] = ',';
	const char *text = names_add(&d->of_several, j->text.at, j->text.count);
	json_clear(j);
	return text;
}

void disprove_last_add(struct disproof *d, uint32_t index)
{
	struct json j = {0};
	const struct judged *x = &d->stages.list.at[index];
	if (!d->words) return;
	struct last_words *of = &d->words[index];
	if (x->answer && obligation_answer_is_plain(x->answer) && !x->has_induction) {
		disprove_json_proved(d, &j, index);
		of->of_several = shared(d, &j);
		of->said = of->found = NULL;
		return;
	}
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
		const char *text = d->words ? d->words[i].found : NULL;
		if (!text) continue;
		last_write(comma);
		last_write(text);
		comma = ",";
	}
}

static void write_one(const struct disproof *d, uint32_t index)
{
	struct obligation_label o = disproof_label(d, index);
	const char *text = d->words[index].said, *rest = d->words[index].of_several;
	if (text) {
		last_write(text);
		return;
	}
	last_write("{\"name\":");
	last_write_json(o.name);
	last_write(",\"kind\":");
	last_write_json(obligation_kind_name(o.kind));
	last_write(rest ? rest : ",\"status\":\"open\",\"reason\":\"not looked at\"}");
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
