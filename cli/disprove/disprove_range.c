/* What is said of MININT..MAXINT behind an answer. */
#include "cli/disprove/disprove.h"

static void add_usual(const struct disproof *d, struct text *out)
{
	const struct universe *u = &d->stages.first.universe;
	text_format(out, "%lld..%lld", (long long)u->minint, (long long)u->maxint);
}

static void add_large(struct text *out)
{
	text_format(out, "-%d..%d", BOUNDS_COMPUTER, BOUNDS_COMPUTER);
}

void disprove_range(const struct disproof *d, const struct judged *j, struct text *out)
{
	bool is_refuted = judged_status(j) == OBLIGATION_REFUTED;
	bool is_for_maxint = j->answer && j->answer->is_for_maxint;
	if (is_refuted && j->is_of_large) {
		text_add(out, " (with MININT..MAXINT = ");
		add_large(out);
		text_add(out, "; proved for ");
		add_usual(d, out);
		text_add(out, ")");
	} else if (is_refuted && j->large == LARGE_PROVED) {
		text_add(out, " (only with MININT..MAXINT = ");
		add_usual(d, out);
		text_add(out, "; proved for ");
		add_large(out);
		text_add(out, ")");
	} else if (is_refuted && j->large == LARGE_UNKNOWN) {
		text_add(out, " (with MININT..MAXINT = ");
		add_usual(d, out);
		text_add(out, "; not known for ");
		add_large(out);
		text_add(out, ")");
	} else if (is_for_maxint) {
		text_add(out, " (for these MININT..MAXINT");
		if (j->large == LARGE_PROVED) {
			text_add(out, ", and for ");
			add_large(out);
		}
		text_add(out, ")");
	}
}

void disprove_contradiction(const struct disproof *d, const struct judged *j, struct text *out)
{
	if (!j->answer || !j->answer->is_contradictory) return;
	text_add(out, ": the hypotheses contradict each other");
	bool is_said = j->answer->is_for_maxint && j->large != LARGE_PROVED;
	if (!j->answer->is_contradictory_for_maxint || is_said) return;
	text_add(out, " with MININT..MAXINT = ");
	add_usual(d, out);
}

void disprove_note_range(const struct disproof *d, const struct judged *j, struct text *out)
{
	if (j->is_of_large || j->large != LARGE_PROVED) return;
	text_format(out, "    %-9s only with MININT..MAXINT = ", "note");
	add_usual(d, out);
	text_add(out, ": with ");
	add_large(out);
	text_add(out, " this is proved\n");
}

void disprove_count_range(const struct disproof *d, struct text *out)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < d->stages.list.count; i++) {
		const struct judged *j = &d->stages.list.at[i];
		bool is_refuted = j->is_selected && judged_status(j) == OBLIGATION_REFUTED;
		count += is_refuted && !j->is_of_large && j->large == LARGE_PROVED;
	}
	if (count == 0) return;
	text_format(out, " (%u only with MININT..MAXINT = ", count);
	add_usual(d, out);
	text_add(out, ")");
}

void disprove_range_of_values(const struct judged *j, struct text *out)
{
	if (!j->is_of_large) return;
	text_format(out, "    %-9s MININT..MAXINT = ", "integers");
	add_large(out);
	text_add_char(out, '\n');
}

void disprove_json_range(struct json *j, const struct judged *x)
{
	static const char *const words[] = {
	    [LARGE_PROVED] = "proved", [LARGE_REFUTED] = "refuted", [LARGE_UNKNOWN] = "open"};
	json_bool(j, "for_maxint", x->answer && x->answer->is_for_maxint);
	if (x->any_maxint) json_bool(j, "any_maxint", true);
	if (x->large) json_string(j, "large_maxint", words[x->large]);
	if (x->is_of_large) json_bool(j, "only_large_maxint", true);
}
