/* From one region to all of its images: which elements does it speak of, and for which others is the same true? */
#include "bmc/invariant.h"

enum { MOST_INSTANCES = 3000 };

/* ---- the elements of a region ---------------------------------------------------------------------------------------- */

static void elements_of_value(struct invariant *v, value x, see_element *seen, void *data)
{
	struct values *s = v->t->run->model.values;
	if (x == VALUE_NONE) return;
	switch (value_kind(s, x)) {
	case VALUE_ELEMENT: seen(data, x); return;
	case VALUE_PAIR:
		elements_of_value(v, value_first(s, x), seen, data);
		elements_of_value(v, value_second(s, x), seen, data);
		return;
	case VALUE_SET:
		for (uint64_t i = 0; i < value_count(s, x); i++)
			elements_of_value(v, value_at(s, x, i), seen, data);
		return;
	default: return;
	}
}

void invariant_elements(struct invariant *v, const struct inv_feature *f, see_element *seen,
                        void *data)
{
	for (const struct encode_place *at = f->place; at; at = at->of)
		elements_of_value(v, at->key, seen, data);
	elements_of_value(v, f->element, seen, data);
}

static void elements_of_part(struct invariant *v, const struct inv_part *p, see_element *seen,
                             void *data)
{
	const struct inv_feature *f = &v->features.at[p->feature];
	invariant_elements(v, f, seen, data);
	for (uint32_t i = 0; !f->element && i < f->count; i++)
		if (bits_has(p->mask, i) != p->lists_others) elements_of_value(v, f->values[i], seen, data);
}

static void add_atom(void *data, value element)
{
	struct inv_statement *s = data;
	for (uint32_t i = 0; i < s->atoms.count; i++)
		if (s->atoms.at[i].element == element) return;
	VEC_PUSH(&s->atoms, (struct inv_atom){.element = element});
}

static void find_atoms(struct invariant *v, struct inv_statement *s)
{
	for (uint32_t i = 0; i < s->region.count; i++)
		elements_of_part(v, &s->region.at[i], add_atom, s);
	if (!s->relation.compares) return;
	invariant_elements(v, &v->features.at[s->relation.left], add_atom, s);
	invariant_elements(v, &v->features.at[s->relation.right], add_atom, s);
}

/* ---- the region for other elements ----------------------------------------------------------------------------------- */

static const char *value_name(struct invariant *v, value x)
{
	struct text t = {0};
	value_print(v->t->run->model.values, &v->shown, x, &t);
	const char *result = names_of(v->t->run->model.project->names, text_get(&t));
	text_clear(&t);
	return result;
}

/* Elements are shown as others: where they are found then is their image. */
struct inv_renaming {
	struct universe_alias *aliases;
	uint32_t count;
};

/* The value of g that is this one, renamed; g->count: none. */
static uint32_t moved_value(struct invariant *v, const struct inv_renaming *r, value x,
                            const struct inv_feature *g)
{
	uint32_t k = 0;
	v->shown.aliases = r->aliases;
	v->shown.alias_count = r->count;
	const char *word = value_name(v, x);
	v->shown.alias_count = 0;
	while (k < g->count && (g->values[k] == VALUE_NONE || value_name(v, g->values[k]) != word)) k++;
	return k;
}

/* Those that are named are moved, and with them all others. */
static bool move_mask(struct invariant *v, const struct inv_renaming *r,
                      const struct inv_part *from, struct inv_part *to)
{
	const struct inv_feature *f = &v->features.at[from->feature], *g = &v->features.at[to->feature];
	if (f->count != g->count || f->is_partial != g->is_partial) return false;
	uint32_t all = f->count - f->is_partial;
	bool is_named = f->element || !from->lists_others;
	for (uint32_t i = 0; i < all; i++)
		if (!is_named) bits_add(to->mask, i);
	for (uint32_t i = 0; i < all; i++) {
		if (bits_has(from->mask, i) != is_named) continue;
		uint32_t k = f->element ? i : moved_value(v, r, f->values[i], g);
		if (k == g->count) return false;
		if (is_named) bits_add(to->mask, k);
		else bits_drop(to->mask, k);
	}
	if (f->is_partial && bits_has(from->mask, all)) bits_add(to->mask, all);
	return true;
}

static void put_part(struct invariant *v, struct inv_region *r, const struct inv_part *p)
{
	const struct inv_feature *f = &v->features.at[p->feature];
	uint32_t i = 0;
	while (i < r->count && r->at[i].feature < p->feature) i++;
	if (i < r->count && r->at[i].feature == p->feature) {
		for (uint32_t k = 0; k <= f->count / 64; k++) r->at[i].mask[k] &= p->mask[k];
		return;
	}
	for (uint32_t k = r->count++; k > i; k--) r->at[k] = r->at[k - 1];
	r->at[i] = *p;
}

/* What the feature is then; FEATURE_NONE: none. */
static uint32_t moved_feature(struct invariant *v, const struct inv_renaming *r, uint32_t feature)
{
	const struct inv_feature *f = &v->features.at[feature];
	v->shown.aliases = r->aliases;
	v->shown.alias_count = r->count;
	const char *text = feature_text(v, f->place, f->element);
	v->shown.alias_count = 0;
	uintptr_t found = (uintptr_t)map_get(&v->by_text, text);
	return found ? (uint32_t)found - 1 : FEATURE_NONE;
}

static bool move_relation(struct invariant *v, const struct inv_renaming *r,
                          const struct inv_relation *from, struct inv_relation *to)
{
	*to = *from;
	if (!from->compares) return true;
	to->left = moved_feature(v, r, from->left);
	to->right = moved_feature(v, r, from->right);
	return to->left != FEATURE_NONE && to->right != FEATURE_NONE;
}

static bool move_region(struct invariant *v, const struct inv_renaming *r,
                        const struct inv_region *from, struct inv_region *to)
{
	*to = (struct inv_region){.at = ARENA_ARRAY(v->arena, from->count + 1, struct inv_part)};
	for (uint32_t i = 0; i < from->count; i++) {
		uint32_t found = moved_feature(v, r, from->at[i].feature);
		if (found == FEATURE_NONE) return false;
		struct inv_part p = {.feature = found, .mask = mask_new(v, &v->features.at[found])};
		if (!move_mask(v, r, &from->at[i], &p)) return false;
		put_part(v, to, &p);
	}
	return true;
}

static const char *key_of(struct invariant *v, const struct inv_region *r,
                          const struct inv_relation *is)
{
	struct text t = {0};
	bool is_other_way = is->taken == INV_SUM && is->left > is->right;
	uint32_t left = is_other_way ? is->right : is->left,
	         right = is_other_way ? is->left : is->right;
	if (is->compares)
		text_format(&t, "%d:%u:%u:%d:%lld ", is->compares, left, right, is->taken,
		            (long long)is->number);
	for (uint32_t i = 0; i < r->count; i++) {
		text_format(&t, "%u:", r->at[i].feature);
		for (uint32_t k = 0; k <= v->features.at[r->at[i].feature].count / 64; k++)
			text_format(&t, "%lx ", (unsigned long)r->at[i].mask[k]);
	}
	const char *result = names_of(v->t->run->model.project->names, text_get(&t));
	text_clear(&t);
	return result;
}

/* ---- all instances --------------------------------------------------------------------------------------------------- */

struct instances {
	struct invariant *v;
	struct inv_statement *s;
	struct universe_alias *aliases; /* by atom */
	value *image;
	uint32_t count;
	bool keeps_apart, is_good;
};

static void take_instance(struct instances *x)
{
	struct invariant *v = x->v;
	struct inv_statement *s = x->s;
	struct inv_renaming r = {x->aliases, 0};
	struct inv_region image;
	struct inv_relation is;
	for (uint32_t i = 0; i < s->atoms.count; i++)
		r.aliases[r.count++] = (struct universe_alias){.element = s->atoms.at[i].element,
		                                               .name = value_name(v, x->image[i])};
	x->is_good = ++x->count <= MOST_INSTANCES && move_region(v, &r, &s->region, &image) &&
	             move_relation(v, &r, &s->relation, &is);
	if (!x->is_good) return;
	const char *key = key_of(v, &image, &is);
	if (!s->key || strcmp(key, s->key) < 0) s->key = key;
	aig_lit wrong =
	    aig_and(v->t->aig, region_literal(v, &image), aig_not(relation_literal(v, &is)));
	s->is = aig_and(v->t->aig, s->is, aig_not(wrong));
}

static bool is_taken(const struct instances *x, uint32_t atom, value element)
{
	for (uint32_t i = 0; i < atom; i++) {
		bool is_bound = x->s->atoms.at[i].name && x->s->atoms.at[atom].name && !x->keeps_apart;
		if (x->image[i] == element && !is_bound) return true;
	}
	return false;
}

/* Blocks are what is left, in any order. */
static value next_free(const struct instances *x, uint32_t atom)
{
	uint32_t set = value_element_set(x->s->atoms.at[atom].element);
	uint32_t size = x->v->shown.sets.at[set].size;
	for (uint32_t i = 0; i < size; i++)
		if (!is_taken(x, atom, value_element(set, i))) return value_element(set, i);
	return VALUE_NONE;
}

static void take_from(struct instances *x, uint32_t atom)
{
	if (!x->is_good) return;
	if (atom == x->s->atoms.count) {
		take_instance(x);
		return;
	}
	const struct inv_atom *a = &x->s->atoms.at[atom];
	if (!a->name) {
		x->image[atom] = a->block ? next_free(x, atom) : a->element;
		x->is_good = x->image[atom] != VALUE_NONE;
		take_from(x, atom + 1);
		return;
	}
	uint32_t set = value_element_set(a->element), size = x->v->shown.sets.at[set].size;
	for (uint32_t i = 0; i < size && x->is_good; i++) {
		x->image[atom] = value_element(set, i);
		if (!is_taken(x, atom, x->image[atom])) take_from(x, atom + 1);
	}
}

/* The conjunction of what is said for all elements; false: there is no such thing for some of them. */
static bool take_all(struct invariant *v, struct inv_statement *s, bool keeps_apart)
{
	struct instances x = {.v = v, .s = s, .keeps_apart = keeps_apart, .is_good = true};
	x.aliases = ARENA_ARRAY(v->arena, s->atoms.count + 1, struct universe_alias);
	x.image = ARENA_ARRAY(v->arena, s->atoms.count + 1, value);
	s->is = AIG_TRUE;
	s->key = NULL;
	take_from(&x, 0);
	return x.is_good;
}

/* ---- blocks: elements of which the same is said, and which are all that are not named -------------------------------- */

static bool ends_with_atom(struct inv_statement *probe, value element)
{
	bool is_there = false;
	for (uint32_t i = 0; i < probe->atoms.count; i++)
		is_there |= probe->atoms.at[i].element == element;
	VEC_CLEAR(&probe->atoms);
	return is_there;
}

bool invariant_mentions(struct invariant *v, const struct inv_part *p, value element)
{
	struct inv_statement probe = {0};
	elements_of_part(v, p, add_atom, &probe);
	return ends_with_atom(&probe, element);
}

bool invariant_asks_about(struct invariant *v, const struct inv_part *p, value element)
{
	struct inv_statement probe = {0};
	invariant_elements(v, &v->features.at[p->feature], add_atom, &probe);
	return ends_with_atom(&probe, element);
}

/* What is said of the element, with a mark in its place. */
static const char *signature(struct invariant *v, const struct inv_statement *s, value element)
{
	struct text t = {0};
	struct universe_alias mark = {.element = element, .name = "?"};
	for (uint32_t i = 0; i < s->region.count; i++) {
		const struct inv_part *p = &s->region.at[i];
		const struct inv_feature *f = &v->features.at[p->feature];
		if (!invariant_mentions(v, p, element)) continue;
		v->shown.aliases = &mark;
		v->shown.alias_count = 1;
		text_format(&t, "%s=", feature_text(v, f->place, f->element));
		for (uint32_t k = 0; k < f->count; k++)
			if (bits_has(p->mask, k))
				text_format(&t, "%s,", f->values[k] ? value_name(v, f->values[k]) : "none");
		v->shown.alias_count = 0;
	}
	const char *result = names_of(v->t->run->model.project->names, text_get(&t));
	text_clear(&t);
	return result;
}

static uint32_t count_in_set(const struct inv_statement *s, uint32_t set)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < s->atoms.count; i++)
		count += value_element_set(s->atoms.at[i].element) == set;
	return count;
}

/* No part speaks of two of them. */
static bool are_apart(struct invariant *v, const struct inv_statement *s, const uint32_t *block,
                      uint32_t count)
{
	for (uint32_t i = 0; i < s->region.count; i++) {
		uint32_t seen = 0;
		for (uint32_t k = 0; k < count; k++)
			seen += invariant_mentions(v, &s->region.at[i], s->atoms.at[block[k]].element);
		if (seen > 1) return false;
	}
	return true;
}

/* If all elements of the set are there: the most of which the same is said. */
static void find_block(struct invariant *v, struct inv_statement *s, uint32_t set)
{
	uint32_t n = s->atoms.count, *best = ARENA_ARRAY(v->arena, n + 1, uint32_t), most = 1;
	uint32_t size = v->shown.sets.at[set].size;
	if (s->relation.compares || size < 3 || count_in_set(s, set) < size) return;
	for (uint32_t i = 0; i < n; i++) {
		if (value_element_set(s->atoms.at[i].element) != set) continue;
		uint32_t *alike = ARENA_ARRAY(v->arena, n + 1, uint32_t), count = 0;
		const char *said = signature(v, s, s->atoms.at[i].element);
		for (uint32_t k = 0; k < n; k++) {
			bool is_in = value_element_set(s->atoms.at[k].element) == set;
			if (is_in && signature(v, s, s->atoms.at[k].element) == said) alike[count++] = k;
		}
		if (count <= most || !are_apart(v, s, alike, count)) continue;
		most = count;
		best = alike;
	}
	for (uint32_t i = 0; most > 1 && i < most; i++) s->atoms.at[best[i]].block = set + 1;
}

/* ---- names ------------------------------------------------------------------------------------------------------------- */

static bool is_declared(const struct project *p, const char *word)
{
	for (uint32_t m = 0; m < p->machines.count; m++) {
		const struct machine *machine = p->machines.at[m];
		for (uint32_t i = 0; i < machine->decls.count; i++)
			if (strcmp(machine->decls.at[i]->name, word) == 0) return true;
	}
	return false;
}

const char *invariant_name(struct invariant *v, uint32_t *used)
{
	static const char letters[][2] = {"p", "q", "r", "s", "u", "v", "w", "x", "y", "z",
	                                  "a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
	enum { LETTERS = sizeof letters / sizeof *letters };
	for (;;) {
		uint32_t n = (*used)++;
		const char *word = n < LETTERS ? letters[n] : arena_format(v->arena, "x%u", n - LETTERS);
		if (!is_declared(v->t->run->model.project, word)) return word;
	}
}

/* Elements of the set are quantified over, if they are few enough or all of them; others have the names they have. */
static void name_set(struct invariant *v, struct inv_statement *s, uint32_t set, uint32_t *used)
{
	uint32_t named = 0, n = s->atoms.count;
	find_block(v, s, set);
	for (uint32_t i = 0; i < n; i++) {
		struct inv_atom *a = &s->atoms.at[i];
		named += value_element_set(a->element) == set && !a->block;
	}
	for (uint32_t i = 0; named <= INVARIANT_MOST_NAMED && i < n; i++) {
		struct inv_atom *a = &s->atoms.at[i];
		if (value_element_set(a->element) == set && !a->block) a->name = invariant_name(v, used);
	}
}

/* Those of blocks come last: they are what is left. */
static void blocks_last(struct inv_statement *s)
{
	for (uint32_t i = 1; i < s->atoms.count; i++)
		for (uint32_t k = i; k > 0 && s->atoms.at[k - 1].block && !s->atoms.at[k].block; k--) {
			struct inv_atom a = s->atoms.at[k];
			s->atoms.at[k] = s->atoms.at[k - 1];
			s->atoms.at[k - 1] = a;
		}
}

static void forget_names(struct inv_statement *s, uint32_t set)
{
	for (uint32_t i = 0; i < s->atoms.count; i++)
		if (value_element_set(s->atoms.at[i].element) == set) {
			s->atoms.at[i].name = NULL;
			s->atoms.at[i].block = 0;
		}
}

/* Are the two elements that are named of one set, and does nothing stand for others? */
static bool are_two(const struct inv_statement *s)
{
	uint32_t named = 0, set = 0;
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		const struct inv_atom *a = &s->atoms.at[i];
		if (a->block || (a->name && named && value_element_set(a->element) != set)) return false;
		if (a->name) set = value_element_set(a->element), named++;
	}
	return named == 2;
}

static bool is_true_of_all(struct invariant *v, struct inv_statement *s)
{
	return take_all(v, s, true) && invariant_excludes(v, aig_not(s->is));
}

static bool set_is_deferred(const struct invariant *v, uint32_t set)
{
	return v->shown.sets.at[set].decl->kind != DECL_ENUMERATED_SET;
}

bool invariant_is_deferred(const struct invariant *v, value element)
{
	return set_is_deferred(v, value_element_set(element));
}

/* Elements of deferred sets are alike; those that are enumerated are named where what is said is not true of all of them. */
static void choose_names(struct invariant *v, struct inv_statement *s, uint32_t first_set)
{
	uint32_t used = 0, sets = v->shown.sets.count;
	for (uint32_t i = 0; i < s->atoms.count; i++)
		s->atoms.at[i] = (struct inv_atom){.element = s->atoms.at[i].element};
	for (uint32_t set = 0; set < sets; set++)
		if (set_is_deferred(v, set) || set >= first_set) name_set(v, s, set, &used);
	blocks_last(s);
}

void statement_make(struct invariant *v, const struct inv_region *r, const struct inv_relation *is,
                    struct inv_statement *out)
{
	uint32_t sets = v->shown.sets.count;
	*out = (struct inv_statement){.region = *r};
	if (is) out->relation = *is;
	find_atoms(v, out);
	bool is_good = false;
	for (uint32_t first = 0; first <= sets && !is_good; first++) {
		choose_names(v, out, first);
		is_good = is_true_of_all(v, out);
	}
	for (uint32_t set = 0; set < sets && !is_good; set++) {
		forget_names(out, set);
		is_good = is_true_of_all(v, out);
	}
	struct inv_statement closer = *out;
	if (!are_two(out) || !take_all(v, &closer, false) || !invariant_excludes(v, aig_not(closer.is)))
		return;
	*out = closer;
	out->may_coincide = true;
}
