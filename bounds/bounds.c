#include "bounds/inside.h"

/* ---- settings --------------------------------------------------------------------------------------- */

static void cover(const struct node *n, struct universe *u)
{
	int64_t number = n->op == OP_NUMBER && strlen(n->name) < 10 ? strtoll(n->name, NULL, 10) : 0;
	if (number > u->maxint) u->maxint = number;
	if (n->op == OP_NEGATE && n->kid[0]->op == OP_NUMBER && strlen(n->kid[0]->name) < 10)
		number = -strtoll(n->kid[0]->name, NULL, 10);
	if (number < u->minint) u->minint = number;
	for (uint32_t i = 0; i < n->count; i++) cover(n->kid[i], u);
}

/* Values that an implementation gives are numbers of the computer it runs on. */
static void cover_numbers(const struct project *p, struct universe *u)
{
	for (uint32_t i = 0; i < p->machines.count; i++) {
		const struct machine *m = p->machines.at[i];
		const struct node *clauses[] = {m->constraints, m->properties, m->invariant,
		                                m->initialisation};
		for (size_t k = 0; k < sizeof clauses / sizeof *clauses; k++)
			if (clauses[k]) cover(clauses[k], u);
		for (uint32_t k = 0; k < m->values.count; k++) cover(m->values.at[k].value, u);
		for (uint32_t k = 0; k < m->operations.count; k++) cover(m->operations.at[k]->body, u);
	}
}

static bool set_range(struct project *p, const struct bounds_options *o, struct universe *u)
{
	u->minint = BOUNDS_MININT;
	u->maxint = BOUNDS_MAXINT;
	u->listed = o->listed;
	u->calls = o->calls;
	u->is_eventb = p->is_eventb;
	u->print = p->print;
	if (o->fit && o->fit->has_range) u->minint = o->fit->low, u->maxint = o->fit->high;
	if (p->main && p->main->kind == MACHINE_IMPLEMENTATION) cover_numbers(p, u);
	bool has_low = settings_integer(p, "SET_PREF_MININT", &u->minint);
	bool has_high = settings_integer(p, "SET_PREF_MAXINT", &u->maxint);
	u->is_near = o->is_near && !o->has_range;
	u->near_low = BOUNDS_MININT;
	u->near_high = BOUNDS_MAXINT;
	if (o->has_range) u->minint = o->low, u->maxint = o->high;
	u->is_range_own = !o->has_range && (has_low || has_high);
	u->is_range_free = !o->has_range && !u->is_range_own;
	if (u->minint <= u->maxint) return true;
	diag_at(p->diag, (struct pos){0}, DIAG_ERROR, "MININT is %lld, above MAXINT, which is %lld",
	        (long long)u->minint, (long long)u->maxint);
	return false;
}

void bounds_note_numbers(struct project *p, const struct universe *u, struct text *notes)
{
	struct universe all = *u;
	cover_numbers(p, &all);
	bool is_chosen = !u->is_range_free || u->is_near || p->is_eventb;
	bool are_covered = all.minint == u->minint && all.maxint == u->maxint;
	if (is_chosen || are_covered || !bounds_use_of_project(u, p).integers) return;
	text_format(notes,
	            "NAT, INT and MAXINT are those of MININT..MAXINT = %lld..%lld, and the machine has "
	            "larger numbers: "
	            "with --int %lld..%lld they are covered\n",
	            (long long)u->minint, (long long)u->maxint, (long long)all.minint,
	            (long long)all.maxint);
}

static uint32_t default_size(const struct project *p, const struct bounds_options *o)
{
	int64_t size;
	if (o->usual_size) return o->usual_size;
	if (!settings_integer(p, "SET_PREF_DEFAULT_SETSIZE", &size) || size < 1 ||
	    size > BOUNDS_LARGEST_SET)
		return BOUNDS_DEFAULT_SIZE;
	return (uint32_t)size;
}

/* ---- one set ------------------------------------------------------------------------------------------ */

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

/* In words, what the user said about the size. */
static const char *said(struct project *p, const struct bounds_card *card)
{
	return arena_format(&p->arena,
	                    card->pos.at ? "'%.*s: %u' of the bounds file" : "--card %.*s=%u",
	                    (int)card->length, card->set, card->size);
}

static bool card_contradicts(struct project *p, const struct decl *d,
                             const struct bounds_card *card, const struct size_bounds *b)
{
	bool too_small = card->size<b->lower, too_large = card->size> b->upper;
	int64_t bound = too_small ? b->lower : b->upper;
	if (!too_small && !too_large) return false;
	diag_at(p->diag, too_small ? b->lower_at : b->upper_at, DIAG_ERROR,
	        "%s contradicts this: '%s' has at %s %lld element%s", said(p, card), d->name,
	        too_small ? "least" : "most", (long long)bound, bound == 1 ? "" : "s");
	if (card->pos.at) diag_at(p->diag, card->pos, DIAG_NOTE, "it is given here");
	return true;
}

static int64_t within(int64_t size, const struct size_bounds *b)
{
	if (size < b->lower) size = b->lower;
	return size > b->upper ? b->upper : size;
}

/* What follows for this MAXINT is no reason not to try a size: MAXINT may grow, too. */
static int64_t within_all(uint32_t size, const struct universe_set *s)
{
	if (size < s->least) size = s->least;
	return s->most && size > s->most ? s->most : size;
}

static bool is_possible(struct project *p, const struct decl *d, int64_t size,
                        const struct size_bounds *b)
{
	if (b->upper < 1) {
		diag_at(p->diag, b->upper_at, DIAG_ERROR,
		        "here the given set '%s' would be empty, but given sets have elements", d->name);
		return false;
	}
	if (size <= BOUNDS_LARGEST_SET) return true;
	diag_at(p->diag, b->lower_at, DIAG_ERROR,
	        "the set '%s' would have %lld elements; from 1 to %d are possible", d->name,
	        (long long)size, BOUNDS_LARGEST_SET);
	return false;
}

/* ---- all sets -------------------------------------------------------------------------------------------- */

/* Why a set has its size: what is more certain is settled first, since it bounds the others. */
enum reason { BY_USER, BY_PROPERTIES, BY_LIST, BY_SCOPE, BY_DEFAULT, IS_DONE };

struct choices {
	struct project *project;
	const struct bounds_options *options;
	struct universe *u;
	struct sizes sizes;
	int64_t *scopes; /* [0 .. u->sets.count-1], 0 if there is none */
	bool *is_done;
	uint32_t usual;
	bool is_usual_given; /* by SET_PREF_DEFAULT_SETSIZE */
	bool some_default;   /* then what follows for other sets depends on it */
};

static enum reason reason_of(const struct choices *c, uint32_t i)
{
	const struct size_bounds *b = &c->sizes.bounds[i];
	if (c->is_done[i]) return IS_DONE;
	if (options_card(c->options, c->u->sets.at[i].decl)) return BY_USER;
	if (b->lower == b->upper) return BY_PROPERTIES;
	if (b->wish > 0) return BY_LIST;
	return c->scopes[i] ? BY_SCOPE : BY_DEFAULT;
}

static uint32_t fitted_size(const struct choices *c, uint32_t i)
{
	return c->options->fit && c->options->fit->sizes ? c->options->fit->sizes[i] : 0;
}

static uint32_t usual_size(const struct choices *c, uint32_t i)
{
	return c->options->usual_sizes ? c->options->usual_sizes[i] : c->usual;
}

static bool choose(struct choices *c, uint32_t i, enum reason reason)
{
	const struct size_bounds *b = &c->sizes.bounds[i];
	struct universe_set *s = &c->u->sets.at[i];
	const struct bounds_card *card = options_card(c->options, s->decl);
	int64_t size = reason == BY_LIST    ? b->wish
	               : reason == BY_SCOPE ? c->scopes[i]
	                                    : usual_size(c, i);
	s->is_free = reason == BY_LIST || (reason == BY_DEFAULT && !c->is_usual_given);
	s->is_own = reason == BY_SCOPE || (reason == BY_DEFAULT && c->is_usual_given);
	bool is_fitted = s->is_free && fitted_size(c, i);
	c->is_done[i] = true;
	if (reason == BY_USER) {
		if (card_contradicts(c->project, s->decl, card, b)) return false;
		size = card->size;
	}
	size = is_fitted ? within_all(fitted_size(c, i), s) : within(size, b);
	if (!is_possible(c->project, s->decl, size, b)) return false;
	c->some_default |= reason == BY_DEFAULT;
	s->is_default = c->some_default;
	s->size = (uint32_t)size;
	sizes_choose(&c->sizes, i, (uint32_t)size);
	return true;
}

static bool choose_all(struct choices *c)
{
	bool good = true;
	for (;;) {
		uint32_t best = 0;
		enum reason reason = IS_DONE;
		for (uint32_t i = 0; i < c->u->sets.count; i++) {
			if (reason_of(c, i) >= reason) continue;
			reason = reason_of(c, i);
			best = i;
		}
		if (reason == IS_DONE) return good;
		good &= choose(c, best, reason);
	}
}

static bool check_enumerated(struct project *p, const struct bounds_options *o,
                             const struct universe_set *s)
{
	const struct bounds_card *card = options_card(o, s->decl);
	if (!card || card->size == s->size) return true;
	diag_at(p->diag, s->decl->pos, DIAG_ERROR, "%s: '%s' is listed here with %u element%s",
	        said(p, card), s->decl->name, s->size, s->size == 1 ? "" : "s");
	return false;
}

static bool check_sets(struct project *p, const struct bounds_options *o, const struct universe *u)
{
	bool good = true;
	for (uint32_t i = 0; i < o->cards.count; i++) {
		const struct bounds_card *card = &o->cards.at[i];
		uint32_t k = 0;
		while (k < u->sets.count && !options_is_named(card, u->sets.at[k].decl)) k++;
		if (k < u->sets.count) continue;
		diag_at(p->diag, card->pos, DIAG_ERROR, "%s'%.*s' is not a given set of '%s'",
		        card->pos.at ? "" : "--card: ", (int)card->length, card->set, p->main->name);
		good = false;
	}
	return good;
}

static void note_scope(const struct choices *c, uint32_t i, struct text *notes)
{
	const struct universe_set *s = &c->u->sets.at[i];
	if (c->scopes[i] && c->scopes[i] != s->size)
		text_format(notes, "scope_%s says %lld, but '%s' has %u element%s\n", s->decl->name,
		            (long long)c->scopes[i], s->decl->name, s->size, s->size == 1 ? "" : "s");
}

static uint32_t limited(int64_t size, uint32_t otherwise)
{
	return size <= BOUNDS_LARGEST_SET ? (uint32_t)size : otherwise;
}

/* What the machine says of sizes, whatever MININT..MAXINT. */
static void note_all_bounds(const struct sizes *sizes, struct universe *u)
{
	for (uint32_t i = 0; i < u->sets.count; i++) {
		struct universe_set *s = &u->sets.at[i];
		const struct size_bounds *b = &sizes->bounds[i];
		bool is_listed = s->decl->kind == DECL_ENUMERATED_SET;
		s->is_open = !is_listed && b->lower != b->upper;
		s->least = is_listed ? s->size : limited(b->lower, BOUNDS_LARGEST_SET);
		s->most = is_listed ? s->size : limited(b->upper, 0);
	}
}

static bool size_all(struct project *p, const struct bounds_options *o, struct universe *u,
                     struct text *notes)
{
	bool good = true;
	uint32_t count = u->sets.count;
	struct choices c = {.project = p,
	                    .options = o,
	                    .u = u,
	                    .usual = default_size(p, o),
	                    .is_usual_given =
	                        !o->usual_size && settings_is_given(p, "SET_PREF_DEFAULT_SETSIZE")};
	c.scopes = memory_zeroed(count + 1, sizeof *c.scopes);
	c.is_done = memory_zeroed(count + 1, sizeof *c.is_done);
	for (uint32_t i = 0; i < count; i++) {
		c.is_done[i] = u->sets.at[i].decl->kind == DECL_ENUMERATED_SET;
		if (c.is_done[i]) good &= check_enumerated(p, o, &u->sets.at[i]);
		else if (!scope_of(p, u->sets.at[i].decl, &c.scopes[i], notes)) c.scopes[i] = 0;
	}
	sizes_open(&c.sizes, p, o, u);
	note_all_bounds(&c.sizes, u);
	sizes_use_range(&c.sizes);
	good &= choose_all(&c);
	for (uint32_t i = 0; i < count && good; i++) note_scope(&c, i, notes);
	sizes_close(&c.sizes);
	free(c.scopes);
	free(c.is_done);
	return good;
}

/* No sets; what DEFINITIONS alone say of integers does not count. */
static bool without_machine(const struct bounds_options *o, struct universe *out)
{
	out->listed = o->listed;
	out->minint = o->has_range ? o->low : BOUNDS_MININT;
	out->maxint = o->has_range ? o->high : BOUNDS_MAXINT;
	return true;
}

bool bounds_universe(struct project *p, const struct bounds_options *o, struct universe *out,
                     struct text *notes)
{
	memset(out, 0, sizeof *out);
	if (!p->main || p->main->kind == MACHINE_DEFINITIONS) return without_machine(o, out);
	universe_init(out, p, default_size(p, o));
	ignored_note(p, notes);
	return set_range(p, o, out) && check_sets(p, o, out) && size_all(p, o, out, notes);
}
