/* Definitions that steer other tools, and say nothing to this one: nothing that a user wrote is left out silently. */
#include "bounds/inside.h"

struct kind {
	const char *start; /* of the name; with a final '*' what follows does not matter */
	const char *why;
};

/* The first one that fits counts; those without a reason have an effect, or are noted elsewhere. */
static const struct kind kinds[] = {
    {"SET_PREF_MININT", NULL},
    {"SET_PREF_MAXINT", NULL},
    {"SET_PREF_DEFAULT_SETSIZE", NULL},
    {"SET_PREF_ALLOW_LOCAL_OPERATION_CALLS", NULL},
    {"SCOPE", "states in which it is false are looked at like others"},
    {"MAX_OPERATIONS*", "all outcomes of operations are looked at"},
    {"MAX_INITIALISATIONS", "all initial states are looked at"},
    {"SET_PREF_MAX_OPERATIONS", "all outcomes of operations are looked at"},
    {"SET_PREF_MAX_INITIALISATIONS", "all initial states are looked at"},
    {"SET_PREF_TIME_OUT", "--time-limit is the limit of time here"},
    {"SET_PREF_*", "there is no such setting here"},
    {"HEURISTIC_FUNCTION", "the order of states does not depend on it"},
    {"FORCE_SYMMETRY*", "symmetry is found by itself (--symmetry)"},
    {"VISB_*", "pictures are drawn in the page of --html"},
    {"ANIMATION_*", "pictures are drawn in the page of --html"},
    {"CUSTOM_GRAPH*", "states are shown as text only"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool fits(const char *word, const char *start)
{
	size_t length = strcspn(start, "*");
	return strncmp(word, start, length) == 0 && (start[length] || !word[length]);
}

static const char *reason_of(const struct definition *d)
{
	bool is_wish = strcmp(d->name, "MAXIMIZE_EXPR") == 0 || strcmp(d->name, "MINIMIZE_EXPR") == 0;
	if (d->body && is_wish) return "any solution will do, not only the best one";
	if (!d->body || d->external) return NULL;
	for (uint32_t i = 0; i < KINDS; i++)
		if (fits(d->name, kinds[i].start)) return kinds[i].why;
	return NULL;
}

/* "ASSERT_LTL (line 5)", or with the file if that is another one. */
static void add_place(const struct project *p, const struct definition *d, struct text *out)
{
	struct place own = diag_place(p->diag, p->main->pos), at = diag_place(p->diag, d->pos);
	text_add(out, d->name);
	if (!at.source) return;
	if (at.source == own.source) text_format(out, " (line %u)", at.line);
	else text_format(out, " (%s, line %u)", at.source->file, at.line);
}

/* All definitions with the same reason in one line. */
static void note_reason(const struct project *p, const struct machine *m, uint32_t first,
                        const char *why, struct text *notes)
{
	text_add(notes, "not looked at: ");
	for (uint32_t i = first; i < m->known.count; i++) {
		const struct definition *d = m->known.at[i];
		const char *own = reason_of(d);
		if (!own || strcmp(own, why) != 0) continue;
		if (i > first) text_add(notes, ", ");
		add_place(p, d, notes);
	}
	text_format(notes, "; %s\n", why);
}

void ignored_note(const struct project *p, struct text *notes)
{
	const struct machine *m = p->main && p->main->written ? p->main->written : p->main;
	for (uint32_t i = 0; m && i < m->known.count; i++) {
		const char *why = reason_of(m->known.at[i]);
		bool is_noted = !why;
		for (uint32_t k = 0; k < i && !is_noted; k++) {
			const char *other = reason_of(m->known.at[k]);
			is_noted = other && strcmp(other, why) == 0;
		}
		if (!is_noted) note_reason(p, m, i, why, notes);
	}
}
