#include "bounds/inside.h"

#include <errno.h>

/* ---- what the user says -------------------------------------------------------------------------- */

static bool read_integer(const char *text, const char *end, int64_t *out)
{
	const char *digits = *text == '-' || *text == '+' ? text + 1 : text;
	if (*digits < '0' || *digits > '9') return false;
	char *stop;
	errno = 0;
	long long number = strtoll(text, &stop, 10);
	*out = number;
	return errno == 0 && stop == end;
}

bool bounds_read_card(struct bounds_options *o, const char *text)
{
	const char *sign = strchr(text, '=');
	int64_t size;
	if (!sign || sign == text || sign - text > INT32_MAX) return false;
	if (!read_integer(sign + 1, strchr(text, 0), &size)) return false;
	if (size < 1 || size > BOUNDS_LARGEST_SET) return false;
	struct bounds_card card = {text, (uint32_t)(sign - text), (uint32_t)size};
	VEC_PUSH(&o->cards, card);
	return true;
}

bool bounds_read_range(struct bounds_options *o, const char *text)
{
	const char *dots = strstr(text, "..");
	if (!dots || !read_integer(text, dots, &o->low)) return false;
	if (!read_integer(dots + 2, strchr(text, 0), &o->high)) return false;
	o->has_range = o->low <= o->high;
	return o->has_range;
}

void bounds_clear(struct bounds_options *o)
{
	VEC_CLEAR(&o->cards);
	memset(o, 0, sizeof *o);
}

/* ---- settings --------------------------------------------------------------------------------------- */

static void note_without_effect(const struct project *p, struct text *notes)
{
	static const char *const names[] = {"SET_PREF_MAX_OPERATIONS", "SET_PREF_MAX_INITIALISATIONS",
	                                    "MAX_OPERATIONS", "MAX_INITIALISATIONS"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (settings_is_given(p, names[i]))
			text_format(notes, "the definition '%s' has no effect here\n", names[i]);
}

static bool set_range(struct project *p, const struct bounds_options *o, struct universe *u)
{
	u->minint = BOUNDS_MININT;
	u->maxint = BOUNDS_MAXINT;
	settings_integer(p, "SET_PREF_MININT", &u->minint);
	settings_integer(p, "SET_PREF_MAXINT", &u->maxint);
	if (o->has_range) u->minint = o->low, u->maxint = o->high;
	if (u->minint <= u->maxint) return true;
	diag_at(p->diag, (struct pos){0}, DIAG_ERROR, "MININT is %lld, above MAXINT, which is %lld",
	        (long long)u->minint, (long long)u->maxint);
	return false;
}

static uint32_t default_size(const struct project *p)
{
	int64_t size;
	if (!settings_integer(p, "SET_PREF_DEFAULT_SETSIZE", &size) || size < 1 ||
	    size > BOUNDS_LARGEST_SET)
		return BOUNDS_DEFAULT_SIZE;
	return (uint32_t)size;
}

/* ---- one set ------------------------------------------------------------------------------------------ */

static bool is_named(const struct decl *d, const struct bounds_card *card)
{
	return strlen(d->name) == card->length && memcmp(d->name, card->set, card->length) == 0;
}

/* What --card says last, or 0 */
static uint32_t card_of(const struct bounds_options *o, const struct decl *d)
{
	uint32_t size = 0;
	for (uint32_t i = 0; i < o->cards.count; i++)
		if (is_named(d, &o->cards.at[i])) size = o->cards.at[i].size;
	return size;
}

/* scope_S of the main machine; definitions of other machines do not steer this run. */
static bool scope_of(struct project *p, const struct decl *d, int64_t *out, struct text *notes)
{
	struct text scope = {0};
	text_format(&scope, "scope_%s", d->name);
	bool given = settings_is_given(p, scope.at);
	bool good = given && settings_size(p, scope.at, out) && *out >= 1;
	if (given && !good)
		text_format(
		    notes,
		    "the definition '%s' is neither a number above 0 nor an interval: it has no effect\n",
		    scope.at);
	text_clear(&scope);
	return good;
}

static bool card_contradicts(struct project *p, const struct decl *d, uint32_t card,
                             const struct size_bounds *b)
{
	bool too_small = card<b->lower, too_large = card> b->upper;
	if (!too_small && !too_large) return false;
	diag_at(p->diag, too_small ? b->lower_at : b->upper_at, DIAG_ERROR,
	        "--card %s=%u contradicts this: '%s' has at %s %lld element%s", d->name, card, d->name,
	        too_small ? "least" : "most", (long long)(too_small ? b->lower : b->upper),
	        (too_small ? b->lower : b->upper) == 1 ? "" : "s");
	return true;
}

static int64_t within(int64_t size, const struct size_bounds *b)
{
	if (size < b->lower) size = b->lower;
	return size > b->upper && b->upper >= 1 ? b->upper : size;
}

static bool size_one(struct project *p, const struct bounds_options *o, struct universe_set *s,
                     const struct size_bounds *b, struct text *notes)
{
	int64_t size = s->size, scope;
	uint32_t card = card_of(o, s->decl);
	bool has_scope = scope_of(p, s->decl, &scope, notes);
	s->is_default = false;
	if (card) {
		if (card_contradicts(p, s->decl, card, b)) return false;
		size = card;
	} else if (b->lower == b->upper) {
		size = b->lower;
	} else {
		size = within(has_scope ? scope : size, b);
		s->is_default = !has_scope;
	}
	if (has_scope && scope != size)
		text_format(notes, "scope_%s says %lld, but '%s' has %lld element%s\n", s->decl->name,
		            (long long)scope, s->decl->name, (long long)size, size == 1 ? "" : "s");
	if (size < 1 || size > BOUNDS_LARGEST_SET) {
		diag_at(p->diag, size < 1 ? b->upper_at : b->lower_at, DIAG_ERROR,
		        "the set '%s' would have %lld elements; from 1 to %d are possible", s->decl->name,
		        (long long)size, BOUNDS_LARGEST_SET);
		return false;
	}
	s->size = (uint32_t)size;
	return true;
}

static bool check_enumerated(struct project *p, const struct bounds_options *o,
                             const struct universe_set *s)
{
	uint32_t card = card_of(o, s->decl);
	if (!card || card == s->size) return true;
	diag_at(p->diag, s->decl->pos, DIAG_ERROR,
	        "--card %s=%u: '%s' is listed here with %u element%s", s->decl->name, card,
	        s->decl->name, s->size, s->size == 1 ? "" : "s");
	return false;
}

/* ---- all sets -------------------------------------------------------------------------------------------- */

static bool check_names(struct project *p, const struct bounds_options *o, const struct universe *u)
{
	for (uint32_t i = 0; i < o->cards.count; i++) {
		uint32_t k = 0;
		while (k < u->sets.count && !is_named(u->sets.at[k].decl, &o->cards.at[i])) k++;
		if (k < u->sets.count) continue;
		diag_at(p->diag, (struct pos){0}, DIAG_ERROR, "--card: '%.*s' is not a given set of '%s'",
		        (int)o->cards.at[i].length, o->cards.at[i].set, p->main->name);
		return false;
	}
	return true;
}

static bool size_all(struct project *p, const struct bounds_options *o, struct universe *u,
                     struct text *notes)
{
	bool good = true;
	uint32_t count = u->sets.count, usual = default_size(p);
	struct size_bounds *b = calloc(count ? count : 1, sizeof *b);
	if (!b) diag_fatal(__FILE__, __LINE__, "out of memory");
	sizes_find(p, u, b);
	for (uint32_t i = 0; i < count; i++) {
		struct universe_set *s = &u->sets.at[i];
		if (s->decl->kind == DECL_ENUMERATED_SET) {
			good &= check_enumerated(p, o, s);
		} else {
			s->size = usual;
			good &= size_one(p, o, s, &b[i], notes);
		}
	}
	free(b);
	return good;
}

bool bounds_universe(struct project *p, const struct bounds_options *o, struct universe *out,
                     struct text *notes)
{
	memset(out, 0, sizeof *out);
	universe_init(out, p, default_size(p));
	note_without_effect(p, notes);
	return set_range(p, o, out) && check_names(p, o, out) && size_all(p, o, out, notes);
}
