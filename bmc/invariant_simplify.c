/* Statements that name fewer elements, and say no less. */
#include "bmc/invariant.h"

bool statements_imply(struct invariant *v, const aig_lit *all, uint32_t count, aig_lit said)
{
	struct solver_limits limits = {.conflicts = 10000};
	for (uint32_t i = 0; i < count; i++)
		solver_assume(v->without, aig_cnf_literal(&v->without_cnf, all[i]));
	solver_assume(v->without, -aig_cnf_literal(&v->without_cnf, said));
	return solver_solve(v->without, &limits) == SOLVER_UNSATISFIABLE;
}

/* ---- other lists of values -------------------------------------------------------------------------------------------- */

static bool is_element(struct invariant *v, value x)
{
	return x != VALUE_NONE && value_kind(v->t->run->model.values, x) == VALUE_ELEMENT &&
	       invariant_is_deferred(v, x);
}

/* Are its values elements of a deferred set? */
static bool has_elements(struct invariant *v, const struct inv_part *p)
{
	const struct inv_feature *f = &v->features.at[p->feature];
	return !f->element && is_element(v, f->values[0]);
}

static struct inv_region copy_of(struct invariant *v, const struct inv_region *r)
{
	struct inv_region copy = {ARENA_ARRAY(v->arena, r->count + 1, struct inv_part), r->count};
	for (uint32_t i = 0; i < r->count; i++) {
		const struct inv_feature *f = &v->features.at[r->at[i].feature];
		copy.at[i] = r->at[i];
		copy.at[i].mask = mask_new(v, f);
		memcpy(copy.at[i].mask, r->at[i].mask, (f->count / 64 + 1) * sizeof(uint64_t));
	}
	return copy;
}

/* Is the element named elsewhere? */
static bool is_named(struct invariant *v, const struct inv_region *r, uint32_t place, value element)
{
	for (uint32_t i = 0; i < r->count; i++)
		if (i == place ? invariant_asks_about(v, &r->at[i], element)
		               : invariant_mentions(v, &r->at[i], element))
			return true;
	return false;
}

static uint32_t value_count_of(const struct inv_feature *f, const uint64_t *mask)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < f->count - f->is_partial; i++) count += bits_has(mask, i);
	return count;
}

/* Only such values as have names. False: there are none, or that is no change. */
static bool keep_named(struct invariant *v, struct inv_region *r, uint32_t place)
{
	struct inv_part *p = &r->at[place];
	const struct inv_feature *f = &v->features.at[p->feature];
	uint64_t *named = mask_new(v, f);
	for (uint32_t i = 0; i < f->count; i++) {
		bool is_none = f->values[i] == VALUE_NONE;
		if (bits_has(p->mask, i) && (is_none || is_named(v, r, place, f->values[i])))
			bits_add(named, i);
	}
	uint32_t count = value_count_of(f, named);
	if (count == 0 || (!p->lists_others && count == value_count_of(f, p->mask))) return false;
	p->mask = named;
	p->lists_others = false;
	return true;
}

/* ---- no less is said ---------------------------------------------------------------------------------------------------- */

static uint32_t name_count(const struct inv_statement *s)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < s->atoms.count; i++) count += s->atoms.at[i].name != NULL;
	return count;
}

/* The region's statement takes the place of s, if it names no more (fewer, if is_less) and says the same. */
static bool take_region(struct invariant *v, struct inv_statement *s, const struct inv_region *r,
                        bool is_less)
{
	struct inv_statement other;
	statement_make(v, r, NULL, &other);
	uint32_t before = name_count(s), now = name_count(&other);
	bool is_better = now < before || (!is_less && now == before);
	if (!is_better || !statements_imply(v, &other.is, 1, s->is)) {
		VEC_CLEAR(&other.atoms);
		return false;
	}
	VEC_CLEAR(&s->atoms);
	*s = other;
	return true;
}

static void drop_values(struct invariant *v, struct inv_statement *s, uint32_t place)
{
	const struct inv_feature *f = &v->features.at[s->region.at[place].feature];
	for (uint32_t i = 0; i < f->count - f->is_partial; i++) {
		struct inv_region less = copy_of(v, &s->region);
		uint64_t *mask = less.at[place].mask;
		if (!bits_has(mask, i) || value_count_of(f, mask) == 1) continue;
		bits_drop(mask, i);
		take_region(v, s, &less, false);
	}
}

/* Of one part, or of all at once: only values that have names. */
static void name_less(struct invariant *v, struct inv_statement *s, uint32_t first, uint32_t end)
{
	struct inv_region less = copy_of(v, &s->region);
	bool is_other = false;
	for (uint32_t i = first; i < end; i++)
		if (has_elements(v, &less.at[i])) is_other |= keep_named(v, &less, i);
	if (is_other) take_region(v, s, &less, true);
}

/* ---- fewer parts ------------------------------------------------------------------------------------------------------- */

/* One of the values that have names, in place of all that the part has; false: that was the last one. */
static bool next_named(struct invariant *v, const struct inv_region *of, uint32_t place,
                       uint32_t *next, struct inv_part *out)
{
	const struct inv_part *p = &of->at[place];
	const struct inv_feature *f = &v->features.at[p->feature];
	*out = *p;
	if (!has_elements(v, p)) return (*next)++ == 0;
	while (*next < f->count - f->is_partial &&
	       !(bits_has(p->mask, *next) && is_named(v, of, place, f->values[*next])))
		++*next;
	if (*next >= f->count - f->is_partial) return false;
	out->mask = mask_new(v, f);
	out->lists_others = false;
	bits_add(out->mask, (*next)++);
	return true;
}

/* Two parts alone, with one named value each: where the invariant excludes that, and that excludes what the statement does. */
static bool take_two(struct invariant *v, struct inv_statement *s, uint32_t one, uint32_t other)
{
	struct inv_part a, b;
	for (uint32_t i = 0; next_named(v, &s->region, one, &i, &a);)
		for (uint32_t k = 0; next_named(v, &s->region, other, &k, &b);) {
			struct inv_region r = {ARENA_ARRAY(v->arena, 2, struct inv_part), 2};
			r.at[0] = a;
			r.at[1] = b;
			if (region_is_excluded(v, &r) && take_region(v, s, &r, true)) return true;
		}
	return false;
}

/* Of small sets, what is said of a few elements may be told by way of all others. */
static void take_fewer(struct invariant *v, struct inv_statement *s)
{
	enum { LEAST_NAMES = 3 };
	uint32_t count = s->region.count;
	for (uint32_t i = 0; i < count && name_count(s) >= LEAST_NAMES; i++)
		for (uint32_t k = i + 1; k < count; k++)
			if (take_two(v, s, i, k)) return;
}

void statement_simplify(struct invariant *v, struct inv_statement *s)
{
	take_fewer(v, s);
	name_less(v, s, 0, s->region.count);
	for (uint32_t i = 0; i < s->region.count; i++) name_less(v, s, i, i + 1);
	for (uint32_t i = 0; i < s->region.count; i++)
		if (has_elements(v, &s->region.at[i]) && !s->region.at[i].lists_others)
			drop_values(v, s, i);
}

/* ---- elements that need no name ------------------------------------------------------------------------------------------ */

/* The only value that the part lists, if that has a name. */
static struct inv_atom *atom_of(struct invariant *v, struct inv_statement *s,
                                const struct inv_part *p)
{
	const struct inv_feature *f = &v->features.at[p->feature];
	bool is_none = f->is_partial && bits_has(p->mask, f->count - 1);
	if (!has_elements(v, p) || p->lists_others || is_none || value_count_of(f, p->mask) != 1)
		return NULL;
	uint32_t i = 0;
	while (!bits_has(p->mask, i)) i++;
	for (uint32_t k = 0; k < s->atoms.count; k++) {
		struct inv_atom *a = &s->atoms.at[k];
		if (a->element == f->values[i]) return a->name && !a->is ? a : NULL;
	}
	return NULL;
}

/* A place stands for an element: neither does that occur in places that stand for others, nor do others in its own. */
static bool may_be_defined(struct invariant *v, const struct inv_statement *s,
                           const struct inv_part *p, const struct inv_atom *a)
{
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		const struct inv_atom *b = &s->atoms.at[i];
		if (b->is && invariant_asks_about(v, b->is, a->element)) return false;
		if ((b->is || b->block || b == a) && invariant_asks_about(v, p, b->element)) return false;
	}
	return true;
}

static void name_all(struct invariant *v, struct inv_statement *s)
{
	uint32_t used = 0;
	for (uint32_t i = 0; i < s->atoms.count; i++)
		if (s->atoms.at[i].name && !s->atoms.at[i].is)
			s->atoms.at[i].name = invariant_name(v, &used);
}

void statement_define(struct invariant *v, struct inv_statement *s)
{
	uint32_t left = s->region.count + (s->relation.compares != INV_NOTHING);
	for (uint32_t i = 0; i < s->region.count && left > 1; i++) {
		struct inv_atom *a = atom_of(v, s, &s->region.at[i]);
		if (!a || !may_be_defined(v, s, &s->region.at[i], a)) continue;
		a->is = &s->region.at[i];
		left--;
	}
	name_all(v, s);
}

void statement_undefine(struct invariant *v, struct inv_statement *s)
{
	for (uint32_t i = 0; i < s->atoms.count; i++) s->atoms.at[i].is = NULL;
	name_all(v, s);
}
