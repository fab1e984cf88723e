/* The answers so far, for the case that the process must end at once. What is written then needs no memory: all but the verdicts
 * is made before. */
#include "cli/check/temporal_report.h"

static const char *word_of(const struct temporal_last *l, uint32_t i)
{
	return temporal_is_answered(l->session, i)
	           ? temporal_report_word(temporal_verdict(l->session, i)->answer)
	           : "inconclusive";
}

static bool is_bad(void *data)
{
	const struct temporal_last *l = data;
	for (uint32_t i = 0; i < l->count; i++)
		if (temporal_is_answered(l->session, i) &&
		    temporal_verdict(l->session, i)->answer == TEMPORAL_VIOLATED)
			return true;
	return false;
}

static void write_json(void *data)
{
	const struct temporal_last *l = data;
	last_write(",\"formulas\":[");
	for (uint32_t i = 0; i < l->count; i++) {
		if (i) last_write(",");
		last_write(l->heads[i]);
		last_write(word_of(l, i));
		last_write("\"}");
	}
	last_write("],\"findings\":[]");
}

static void write_text(void *data)
{
	const struct temporal_last *l = data;
	for (uint32_t i = 0; i < l->count; i++) {
		last_write(l->heads[i]);
		last_write(word_of(l, i));
		last_write("\n");
	}
}

static const char *json_head(struct arena *a, const struct temporal_property *p)
{
	struct json j = {0};
	json_begin(&j, NULL, '{');
	json_string(&j, "name", p->name);
	json_string(&j, "formula", p->written);
	json_string(&j, "logic", p->is_ctl ? "CTL" : "LTL");
	const char *out = arena_format(a, "%s,\"verdict\":\"", text_get(&j.text));
	json_clear(&j);
	return out;
}

void temporal_last_begin(struct temporal_last *l, struct findings *f,
                         const struct temporal_session *s, const struct temporal_properties *list)
{
	struct arena *a = &f->model->project->arena;
	*l = (struct temporal_last){.session = s, .count = list->count};
	l->heads = ARENA_ARRAY(a, list->count + 1, const char *);
	for (uint32_t i = 0; i < list->count; i++)
		l->heads[i] =
		    f->cli->options.json
		        ? json_head(a, &list->at[i])
		        : arena_format(a,
		                       "%s: ", list->at[i].name ? list->at[i].name : list->at[i].written);
	l->part = (struct last_part){is_bad, write_json, write_text, l};
	last_set_part(&l->part);
}

void temporal_last_end(void) { last_set_part(NULL); }
