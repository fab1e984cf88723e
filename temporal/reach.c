/* Sets of locals, state by state. They are few, so that a state has the number of its set, and what an edge does to a set is
 * computed once. Forwards: what the sources say of it is added to the set of the target. Backwards (Emerson, Lei, LICS 1986):
 * what has no successor, or no way to what is to be met again and again, is taken out, until nothing changes. Strong
 * fairness takes out only where the operation is enabled. From what is left a run goes on for ever, and gets into a part
 * that it does not leave, where it meets everything. */
#include "temporal/inside.h"

enum {
	MOST_LOCALS = 256,
	WORDS = MOST_LOCALS / 64,
	BITS = 20,    /* of the number of a set, label or kind, in keys */
	PASSES = 200, /* over all edges */
	RECENT = 4096,
};

struct recent { /* what was computed last, by a mixture of the key */
	uint64_t key;
	uint32_t result;
};
struct table { /* results that are computed once */
	struct intern keys;
	VEC(uint32_t) results;
	struct recent recent[RECENT];
};
struct reach {
	struct product *p;
	struct intern sets; /* the first one is empty */
	struct table images, unions, meets, kept;
	VEC(uint64_t) follows; /* WORDS for each local: those that may come next */
	uint32_t *at;          /* by state: a set */
	uint32_t *leading;     /* of them those that lead to a goal */
	uint64_t *due;         /* by state: its edges are to be looked at */
	uint32_t passes;
	bool is_too_large;
};

/* ---- sets, and what is known of them ----------------------------------------------------------------------- */

static uint32_t set_of(struct reach *r, const uint64_t *bits)
{
	uint32_t set = intern_add(&r->sets, bits);
	if (r->sets.count >> BITS) r->is_too_large = true;
	return set;
}

static void copy_set(const struct reach *r, uint32_t set, uint64_t *bits)
{
	memcpy(bits, intern_at(&r->sets, set), WORDS * sizeof *bits);
}

static bool has(const uint64_t *bits, uint32_t local) { return bits_has(bits, local); }

static void add(struct reach *r, uint64_t *bits, uint32_t local)
{
	if (local >= MOST_LOCALS) r->is_too_large = true;
	else bits_add(bits, local);
}

static void table_clear(struct table *t)
{
	intern_clear(&t->keys);
	VEC_CLEAR(&t->results);
}

static struct recent *recent_of(struct table *t, uint64_t key)
{
	return &t->recent[(key * 0x9e3779b97f4a7c15u) >> 52];
}

static uint64_t key_of(uint32_t a, uint32_t b, uint32_t c)
{
	return ((uint64_t)a << BITS | b) << BITS | c;
}

/* NULL: it is to be computed, and added then. */
static const uint32_t *known_result(struct table *t, uint64_t key)
{
	struct recent *n = recent_of(t, key);
	if (n->key == key + 1) return &n->result;
	uint32_t number = intern_add(&t->keys, &key);
	if (number == t->results.count) return NULL;
	*n = (struct recent){key + 1, t->results.at[number]};
	return &n->result;
}

static uint32_t new_result(struct table *t, uint32_t result)
{
	VEC_PUSH(&t->results, result);
	return result;
}

/* ---- forwards --------------------------------------------------------------------------------------------------- */

/* The locals behind one of the set, by a step with this label to a state of this kind. */
static uint32_t image(struct reach *r, uint32_t set, uint32_t label, uint32_t kind)
{
	const struct state_graph *s = r->p->space;
	uint64_t key = key_of(set, label, kind), from[WORDS], to[WORDS] = {0};
	const uint32_t *known = known_result(&r->images, key);
	if (known) return *known;
	copy_set(r, set, from);
	for (uint32_t i = 0; i < r->p->known.count && i < MOST_LOCALS; i++) {
		if (!has(from, i) || local_label(r->p, i) != label) continue;
		for (uint32_t k = kind; k != NO_STEP;) {
			uint32_t out = space_next_label(s, &k);
			struct row_range row = product_row(r->p, i, s->kind_classes.at[kind], out);
			for (uint32_t n = row.from; n < row.to; n++) add(r, to, r->p->listed.at[n]);
		}
	}
	return new_result(&r->images, set_of(r, to));
}

static uint32_t join(struct reach *r, uint32_t a, uint32_t b)
{
	if (a == b || b == 0) return a;
	if (a == 0) return b;
	const uint32_t *known = known_result(&r->unions, key_of(0, a, b));
	uint64_t x[WORDS], y[WORDS];
	if (known) return *known;
	copy_set(r, a, x);
	copy_set(r, b, y);
	for (uint32_t i = 0; i < WORDS; i++) x[i] |= y[i];
	return new_result(&r->unions, set_of(r, x));
}

static uint32_t meet(struct reach *r, uint32_t a, uint32_t b)
{
	if (a == b || a == 0 || b == 0) return a == b ? a : 0;
	const uint32_t *known = known_result(&r->meets, key_of(0, a, b));
	uint64_t x[WORDS], y[WORDS];
	if (known) return *known;
	copy_set(r, a, x);
	copy_set(r, b, y);
	for (uint32_t i = 0; i < WORDS; i++) x[i] &= y[i];
	return new_result(&r->meets, set_of(r, x));
}

static bool is_over(const struct reach *r)
{
	return r->is_too_large || r->p->is_full || effort_is_over(r->p->effort);
}

static void be_due(struct reach *r, uint32_t state) { bits_add(r->due, state); }

/* The edges of the state, of which it is not due any more; true if a state before it has become due. */
static bool go_forwards(struct reach *r, uint32_t state)
{
	struct edge_walk w = space_edges(r->p->space, state);
	uint32_t set = r->at[state];
	bool is_back = false;
	bits_drop(r->due, state);
	while (edge_next(&w) && !is_over(r)) {
		uint32_t to = w.target;
		r->p->effort->spent++;
		if (!product_is_explored(r->p, to)) continue;
		uint32_t now = join(r, r->at[to], image(r, set, w.label, r->p->space->kind_of.at[to]));
		if (now == r->at[to]) continue;
		r->at[to] = now;
		be_due(r, to);
		is_back |= to <= state;
	}
	return is_back;
}

static void find_all(struct reach *r)
{
	uint32_t count = space_explored(r->p->space);
	bool goes_on = true;
	while (goes_on && !is_over(r)) {
		goes_on = false;
		for (uint32_t i = 0; i < count; i++) {
			if (!r->due[i / 64]) i |= 63;
			else if (bits_has(r->due, i)) goes_on |= go_forwards(r, i);
		}
	}
}

static void add_start(void *data, uint32_t state, uint32_t local)
{
	struct reach *r = data;
	uint64_t bits[WORDS];
	copy_set(r, r->at[state], bits);
	add(r, bits, local);
	r->at[state] = set_of(r, bits);
	be_due(r, state);
}

/* ---- backwards -------------------------------------------------------------------------------------------------- */

/* What the rows behind a local have, whatever the states are. */
static void find_follows(struct reach *r)
{
	struct product *p = r->p;
	while (r->follows.count < p->known.count * WORDS) VEC_PUSH(&r->follows, 0);
	for (uint32_t i = 0; i < p->links.count; i++) {
		const uint64_t *link = intern_at(&p->links, i);
		struct row_range row = p->row_locals.at[link[LINK_ROW]];
		for (uint32_t k = row.from; k < row.to; k++)
			add(r, r->follows.at + link[LINK_LOCAL] * WORDS, p->listed.at[k]);
	}
}

/* The locals of the set that have one of the other set behind them, by a step with this label. */
static uint32_t kept(struct reach *r, uint32_t set, uint32_t label, uint32_t next)
{
	const uint32_t *known = known_result(&r->kept, key_of(set, label, next));
	uint64_t from[WORDS], behind[WORDS], to[WORDS] = {0};
	if (known) return *known;
	copy_set(r, set, from);
	copy_set(r, next, behind);
	for (uint32_t i = 0; i < r->p->known.count; i++) {
		bool has_next = false;
		if (!has(from, i) || local_label(r->p, i) != label) continue;
		for (uint32_t k = 0; k < WORDS; k++)
			has_next |= (r->follows.at[i * WORDS + k] & behind[k]) != 0;
		if (has_next) add(r, to, i);
	}
	return new_result(&r->kept, set_of(r, to));
}

/* The locals of the state that have one of these sets behind them. */
static uint32_t lead_to(struct reach *r, uint32_t state, const uint32_t *sets)
{
	struct edge_walk w = space_edges(r->p->space, state);
	uint32_t set = r->at[state], found = 0;
	while (found != set && edge_next(&w)) {
		r->p->effort->spent++;
		if (product_is_explored(r->p, w.target))
			found = join(r, found, kept(r, set, w.label, sets[w.target]));
	}
	return found;
}

static uint32_t state_count(const struct reach *r) { return space_explored(r->p->space); }

/* False: that was the last pass. */
static bool begin_pass(struct reach *r)
{
	if (++r->passes > PASSES) r->is_too_large = true;
	return !is_over(r);
}

/* Takes out what has no successor. */
static void take_out_ends(struct reach *r)
{
	bool goes_on = true;
	while (goes_on && begin_pass(r)) {
		goes_on = false;
		for (uint32_t i = state_count(r); i-- > 0 && !is_over(r);) {
			uint32_t set = r->at[i];
			if (set) r->at[i] = lead_to(r, i, r->at);
			goes_on |= r->at[i] != set;
		}
	}
}

/* What leads to the goal, by steps within what is left. */
static void find_leading(struct reach *r, uint32_t goal)
{
	bool goes_on = true;
	for (uint32_t i = 0; i < state_count(r); i++) r->leading[i] = meet(r, r->at[i], goal);
	while (goes_on && begin_pass(r)) {
		goes_on = false;
		for (uint32_t i = state_count(r); i-- > 0 && !is_over(r);) {
			uint32_t before = r->leading[i];
			if (before == r->at[i]) continue;
			r->leading[i] = join(r, before, lead_to(r, i, r->leading));
			goes_on |= r->leading[i] != before;
		}
	}
}

/* What is to be met again and again; if it is strong, only where `exempt` does not stay. As sets. */
struct condition {
	uint32_t goal, exempt;
};
struct conditions {
	VEC(struct condition) list;
};

static uint32_t set_of_locals(struct reach *r,
                              bool (*is_in)(const struct product *, uint32_t, const void *),
                              const void *data)
{
	uint64_t bits[WORDS] = {0};
	for (uint32_t i = 0; i < r->p->known.count; i++)
		if (is_in(r->p, i, data)) add(r, bits, i);
	return set_of(r, bits);
}

static bool is_accepted(const struct product *p, uint32_t local, const void *until)
{
	return p->known.at[local].accepted >> *(const uint32_t *)until & 1;
}

static bool is_disabled(const struct product *p, uint32_t local, const void *constraint)
{
	const struct fair_constraint *c = constraint;
	const uint64_t *letter =
	    intern_at(&p->letters, (uint32_t)intern_at(&p->locals, local)[LOCAL_LETTER]);
	return !bits_has(letter, c->enabled);
}

static bool is_taken(const struct product *p, uint32_t local, const void *constraint)
{
	const struct fair_constraint *c = constraint;
	uint32_t label = local_label(p, local);
	return label != PRODUCT_END && space_label_has(p->space, label, c->taken);
}

static void find_conditions(struct reach *r, const struct fairness *f, struct conditions *out)
{
	for (uint32_t i = 0; i < r->p->tableau.untils; i++)
		VEC_PUSH(&out->list, ((struct condition){set_of_locals(r, is_accepted, &i), 0}));
	for (uint32_t i = 0; r->p->sees_fairness && i < f->list.count; i++) {
		const struct fair_constraint *c = &f->list.at[i];
		uint32_t taken = set_of_locals(r, is_taken, c), disabled = set_of_locals(r, is_disabled, c);
		struct condition weak = {join(r, taken, disabled), 0}, strong = {taken, disabled};
		VEC_PUSH(&out->list, c->is_strong ? strong : weak);
	}
}

/* True if something was taken out. */
static bool demand(struct reach *r, const struct condition *c)
{
	bool has_changed = false;
	find_leading(r, c->goal);
	for (uint32_t i = 0; i < state_count(r) && !is_over(r); i++) {
		uint32_t left = join(r, r->leading[i], meet(r, r->at[i], c->exempt));
		has_changed |= left != r->at[i];
		r->at[i] = left;
	}
	if (has_changed) take_out_ends(r);
	return has_changed;
}

static bool is_empty(const struct reach *r)
{
	for (uint32_t i = 0; i < state_count(r); i++)
		if (r->at[i]) return false;
	return true;
}

/* Is nothing left that is fair in this way? */
static bool excludes(struct reach *r, const struct fairness *f)
{
	struct conditions c = {0};
	uint32_t quiet = 0; /* conditions that took out nothing since something was */
	find_conditions(r, f, &c);
	take_out_ends(r);
	for (uint32_t i = 0; quiet < c.list.count && !is_over(r) && !is_empty(r); i++)
		quiet = demand(r, &c.list.at[i % c.list.count]) ? 0 : quiet + 1;
	VEC_CLEAR(&c.list);
	return !is_over(r) && is_empty(r);
}

/* Takes out what is on no loop of locals; false if the end of a run was reached. */
static bool keep_good(struct reach *r)
{
	bool *good = quotient_select(r->p), has_end = false;
	uint32_t count = r->sets.count, *which = memory_zeroed(count, sizeof *which);
	for (uint32_t i = 0; i < count; i++) {
		uint64_t bits[WORDS], left[WORDS] = {0};
		copy_set(r, i, bits);
		for (uint32_t k = 0; k < r->p->known.count; k++) {
			if (!has(bits, k)) continue;
			has_end |= local_label(r->p, k) == PRODUCT_END;
			if (good[k]) add(r, left, k);
		}
		which[i] = set_of(r, left);
	}
	for (uint32_t i = 0; i < state_count(r); i++) r->at[i] = which[r->at[i]];
	free(which);
	free(good);
	return !has_end;
}

/* One way after the other, each from what was reached. */
static bool excludes_all(struct reach *r, const struct fairnesses *ways)
{
	uint32_t count = state_count(r), *reached = NULL;
	bool good = keep_good(r);
	if (!good || is_empty(r)) return good && !is_over(r);
	find_follows(r);
	r->leading = memory_zeroed(count, sizeof *r->leading);
	if (ways->count > 1) {
		reached = memory_zeroed(count, sizeof *reached);
		memcpy(reached, r->at, count * sizeof *reached);
	}
	for (uint32_t i = 0; i < ways->count && good; i++) {
		if (i > 0) memcpy(r->at, reached, count * sizeof *reached);
		good = excludes(r, &ways->at[i]);
	}
	free(reached);
	return good;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

bool reach_excludes(struct product *p, const struct fairnesses *ways)
{
	const struct state_graph *s = p->space;
	uint32_t count = space_explored(s);
	uint64_t empty[WORDS] = {0};
	if (s->labels.count >> BITS || s->kinds.count >> BITS) return false;
	struct reach *r = memory_zeroed(1, sizeof *r);
	r->p = p;
	intern_init(&r->sets, WORDS);
	intern_init(&r->images.keys, 1);
	intern_init(&r->unions.keys, 1);
	intern_init(&r->meets.keys, 1);
	intern_init(&r->kept.keys, 1);
	set_of(r, empty);
	r->at = memory_zeroed(count, sizeof *r->at);
	r->due = memory_zeroed(count / 64 + 1, sizeof *r->due);
	for (uint32_t i = 0; i < s->initial && i < count; i++) product_starts(p, i, add_start, r);
	find_all(r);
	bool is_excluded = !is_over(r) && excludes_all(r, ways);
	intern_clear(&r->sets);
	table_clear(&r->images);
	table_clear(&r->unions);
	table_clear(&r->meets);
	table_clear(&r->kept);
	VEC_CLEAR(&r->follows);
	free(r->at);
	free(r->leading);
	free(r->due);
	free(r);
	return is_excluded;
}
