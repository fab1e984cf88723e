/* What the user says about bounds, on the command line or in a file. */
#include "bounds/inside.h"

#include <errno.h>

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

bool options_read_integer(const char *text, int64_t *out)
{
	return read_integer(text, strchr(text, 0), out);
}

bool options_read_interval(const char *text, int64_t *low, int64_t *high)
{
	const char *dots = strstr(text, "..");
	return dots && read_integer(text, dots, low) && read_integer(dots + 2, strchr(text, 0), high) &&
	       *low <= *high;
}

bool bounds_read_card(struct bounds_options *o, const char *text)
{
	const char *sign = strchr(text, '=');
	int64_t size;
	if (!sign || sign == text || sign - text > INT32_MAX) return false;
	if (!read_integer(sign + 1, strchr(text, 0), &size)) return false;
	if (size < 1 || size > BOUNDS_LARGEST_SET) return false;
	struct bounds_card card = {text, (uint32_t)(sign - text), (uint32_t)size, {0}};
	VEC_PUSH(&o->cards, card);
	return true;
}

bool bounds_read_range(struct bounds_options *o, const char *text)
{
	o->has_range = options_read_interval(text, &o->low, &o->high);
	return o->has_range;
}

void bounds_clear(struct bounds_options *o)
{
	VEC_CLEAR(&o->cards);
	VEC_CLEAR(&o->ranges);
	memset(o, 0, sizeof *o);
}

bool options_is_named(const struct bounds_card *card, const struct decl *set)
{
	return strlen(set->name) == card->length && memcmp(set->name, card->set, card->length) == 0;
}

const struct bounds_card *options_card(const struct bounds_options *o, const struct decl *set)
{
	const struct bounds_card *found = NULL;
	for (uint32_t i = 0; i < o->cards.count; i++) {
		const struct bounds_card *card = &o->cards.at[i];
		bool is_behind = found && !found->pos.at && card->pos.at; /* a file after --card */
		if (options_is_named(card, set) && !is_behind) found = card;
	}
	return found;
}

/* ---- ranges of identifiers ---------------------------------------------------------------------------- */

static bool is_of_name(const struct bounds_identifier *r, const struct decl *d)
{
	return strcmp(r->name, d->name) == 0 || (d->full_name && strcmp(r->name, d->full_name) == 0);
}

const struct bounds_identifier *bounds_identifier(const struct bounds_options *o,
                                                  const struct decl *d)
{
	for (uint32_t i = 0; i < o->ranges.count; i++)
		if (is_of_name(&o->ranges.at[i], d)) return &o->ranges.at[i];
	return NULL;
}

static bool is_integer(const void *unused, const struct type *t)
{
	(void)unused;
	return t->kind == TYPE_INTEGER;
}

static bool has_integers(const struct type *t) { return type_any(t, is_integer, NULL); }

static bool has_values(const struct decl *d)
{
	return d->kind == DECL_CONSTANT || d->kind == DECL_VARIABLE ||
	       d->kind == DECL_SCALAR_PARAMETER || d->kind == DECL_LOCAL;
}

/* A declaration of that name, best one with values; NULL if there is none. */
static const struct decl *find(const struct project *p, const struct bounds_identifier *r,
                               const struct decls *also)
{
	const struct decl *other = NULL;
	for (uint32_t i = 0; also && i < also->list.count; i++)
		if (is_of_name(r, also->list.at[i])) return also->list.at[i];
	for (uint32_t m = p->machines.count; m > 0; m--) {
		const struct machine *machine = p->machines.at[m - 1];
		for (uint32_t i = 0; i < machine->decls.count; i++) {
			const struct decl *d = machine->decls.at[i];
			if (!is_of_name(r, d)) continue;
			if (has_values(d)) return d;
			other = d;
		}
	}
	return other;
}

static bool check_identifier(struct project *p, const struct bounds_identifier *r,
                             const struct decls *also)
{
	const struct decl *d = find(p, r, also);
	if (!d)
		diag_at(p->diag, r->pos, DIAG_ERROR,
		        "'%s' is not a variable, constant or parameter of '%s'", r->name,
		        p->main ? p->main->name : "the formula");
	else if (!has_values(d))
		diag_at(p->diag, r->pos, DIAG_ERROR, "'%s' is not a name whose values can be bounded",
		        r->name);
	else if (!d->type || !has_integers(d->type))
		diag_at(p->diag, r->pos, DIAG_ERROR, "the values of '%s' have no integers inside", r->name);
	else return true;
	return false;
}

bool bounds_check_formula_names(struct project *p, const struct bounds_options *o,
                                const struct decls *unknown)
{
	bool good = true;
	for (uint32_t i = 0; i < o->ranges.count; i++)
		good &= check_identifier(p, &o->ranges.at[i], unknown);
	return good;
}

bool bounds_check_names(struct project *p, const struct bounds_options *o)
{
	return bounds_check_formula_names(p, o, NULL);
}
