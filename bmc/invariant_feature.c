/* Places of the state with their values, from what the encoder says of latches. */
#include "bmc/invariant.h"

uint64_t *mask_new(struct invariant *v, const struct inv_feature *f)
{
	return ARENA_ARRAY(v->arena, f->count / 64 + 1, uint64_t);
}

bool mask_is_short(const uint64_t *mask, const struct inv_feature *f)
{
	uint32_t all = f->count - f->is_partial, count = 0;
	for (uint32_t i = 0; i < all; i++) count += bits_has(mask, i);
	if (count == 1 || count + 1 == all) return count == 1 && (all > 2 || bits_has(mask, 0));
	return 2 * count < all || (2 * count == all && bits_has(mask, 0));
}

const char *feature_text(struct invariant *v, const struct encode_place *place, value element)
{
	struct text t = {0};
	if (element) {
		value_print(v->t->run->model.values, &v->shown, element, &t);
		text_add(&t, " : ");
	}
	encode_print_place(v->t->run->model.values, &v->shown, place, &t);
	const char *result = names_of(v->t->run->model.project->names, text_get(&t));
	text_clear(&t);
	return result;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static const struct encode_word *word_at(const struct invariant *v, uint32_t latch)
{
	return v->t->latches.at[latch].word;
}

static aig_lit literal_at(const struct invariant *v, uint32_t latch)
{
	aig_lit l = v->t->aig->latches.at[latch];
	return v->t->latches.at[latch].is_negative ? aig_not(l) : l;
}

static struct inv_feature *add_feature(struct invariant *v, const struct encode_place *place,
                                       value element)
{
	struct inv_feature f = {.place = place, .element = element};
	f.text = feature_text(v, place, element);
	VEC_PUSH(&v->features, f);
	map_put(&v->by_text, f.text, (void *)(uintptr_t)v->features.count);
	return &VEC_LAST(&v->features);
}

static void make_room(struct invariant *v, struct inv_feature *f, uint32_t most)
{
	f->values = ARENA_ARRAY(v->arena, most + 1, value);
	f->is = ARENA_ARRAY(v->arena, most + 1, aig_lit);
}

static void add_value(struct inv_feature *f, value is, aig_lit when)
{
	f->values[f->count] = is;
	f->is[f->count++] = when;
}

/* Latches that speak of one place. */
struct latches {
	uint32_t *at;
	uint32_t count;
};

static void add_bits(struct invariant *v, struct inv_feature *f, const struct latches *of)
{
	const struct encode_word *w = word_at(v, of->at[0]);
	make_room(v, f, (uint32_t)(w->high - w->low) + 2);
	for (__int128 n = w->low; n <= w->high; n++) {
		aig_lit all = AIG_TRUE;
		for (uint32_t i = 0; i < of->count; i++) {
			bool has = (unsigned __int128)n >> word_at(v, of->at[i])->bit & 1;
			aig_lit l = literal_at(v, of->at[i]);
			all = aig_and(v->t->aig, all, has ? l : aig_not(l));
		}
		add_value(f, value_wide(v->t->run->model.values, n), all);
	}
}

static void sort_numbers(struct invariant *v, struct inv_feature *f)
{
	struct values *s = v->t->run->model.values;
	for (uint32_t i = 1; i < f->count && value_kind(s, f->values[0]) == VALUE_INTEGER; i++)
		for (uint32_t k = i; k > 0 && value_compare_numbers(s, f->values[k - 1], f->values[k]) > 0;
		     k--) {
			value x = f->values[k];
			aig_lit l = f->is[k];
			f->values[k] = f->values[k - 1];
			f->is[k] = f->is[k - 1];
			f->values[k - 1] = x;
			f->is[k - 1] = l;
		}
}

static void add_choices(struct invariant *v, struct inv_feature *f, const struct latches *of)
{
	make_room(v, f, of->count + 2);
	for (uint32_t i = 0; i < of->count; i++)
		add_value(f, word_at(v, of->at[i])->value, literal_at(v, of->at[i]));
	value other = f->values[0] == VALUE_TRUE ? VALUE_FALSE : v->t->latches.at[of->at[0]].otherwise;
	if (of->count == 1 && other) add_value(f, other, aig_not(f->is[0]));
	sort_numbers(v, f);
}

/* The latch that says that the key of the place is in the domain. */
static uint32_t domain_latch(const struct invariant *v, const struct encode_place *place)
{
	for (uint32_t i = 1; i < v->t->latches.count; i++) {
		const struct encode_word *w = word_at(v, i);
		if (w && w->says == ENCODE_HAS && w->place->into == ENCODE_DOM && w->value == place->key &&
		    w->place->of == place->of)
			return i;
	}
	return FEATURE_NONE;
}

/* Where the place is none, its latches may be anything: that is a value by itself. */
static bool make_partial(struct invariant *v, struct inv_feature *f)
{
	uint32_t latch = domain_latch(v, f->place);
	if (latch == FEATURE_NONE) return false;
	aig_lit has = literal_at(v, latch);
	for (uint32_t i = 0; i < f->count; i++) f->is[i] = aig_and(v->t->aig, has, f->is[i]);
	add_value(f, VALUE_NONE, aig_not(has));
	f->is_partial = true;
	v->of_latch[latch] = v->features.count - 1;
	return true;
}

static struct latches latches_about(struct invariant *v, const struct encode_place *place)
{
	struct latches all = {ARENA_ARRAY(v->arena, v->t->latches.count, uint32_t), 0};
	for (uint32_t i = 1; i < v->t->latches.count; i++) {
		const struct encode_word *w = word_at(v, i);
		if (w && w->place == place && w->says != ENCODE_HAS) all.at[all.count++] = i;
	}
	return all;
}

static void add_place(struct invariant *v, uint32_t latch)
{
	const struct encode_word *w = word_at(v, latch);
	if (!w || w->says == ENCODE_HAS || v->of_latch[latch] != FEATURE_NONE) return;
	bool is_partial = w->place->into == ENCODE_APPLY_PARTLY;
	bool is_wide = w->says == ENCODE_BIT && w->high - w->low >= INVARIANT_MOST_VALUES;
	if (is_wide || encode_place_may_fail(is_partial ? w->place->of : w->place)) return;
	struct latches of = latches_about(v, w->place);
	struct inv_feature *f = add_feature(v, w->place, VALUE_NONE);
	if (w->says == ENCODE_BIT) add_bits(v, f, &of);
	else add_choices(v, f, &of);
	if (is_partial && !make_partial(v, f)) {
		map_put(&v->by_text, f->text, NULL);
		v->features.count--;
		return;
	}
	for (uint32_t i = 0; i < of.count; i++) v->of_latch[of.at[i]] = v->features.count - 1;
}

static void add_member(struct invariant *v, uint32_t latch)
{
	const struct encode_word *w = word_at(v, latch);
	bool is_known = v->of_latch[latch] != FEATURE_NONE;
	if (!w || w->says != ENCODE_HAS || is_known || encode_place_may_fail(w->place)) return;
	struct inv_feature *f = add_feature(v, w->place, w->value);
	make_room(v, f, 2);
	add_value(f, VALUE_FALSE, aig_not(literal_at(v, latch)));
	add_value(f, VALUE_TRUE, literal_at(v, latch));
	v->of_latch[latch] = v->features.count - 1;
}

void feature_find_all(struct invariant *v)
{
	uint32_t count = v->t->latches.count;
	v->of_latch = ARENA_ARRAY(v->arena, count + 1, uint32_t);
	for (uint32_t i = 0; i < count; i++) v->of_latch[i] = FEATURE_NONE;
	for (uint32_t i = 1; i < count; i++) add_place(v, i);
	for (uint32_t i = 1; i < count; i++) add_member(v, i);
}

/* ---- from latches ------------------------------------------------------------------------------------------------- */

static bool goes_with(const struct invariant *v, const struct inv_feature *f, uint32_t latch,
                      uint32_t value_place, bool is)
{
	const struct encode_word *w = word_at(v, latch);
	struct values *s = v->t->run->model.values;
	bool is_none = f->is_partial && value_place + 1 == f->count;
	enum transition_absent absent = v->t->latches.at[latch].absent;
	if (is_none && w->says != ENCODE_HAS && absent != TRANSITION_MAY_BE)
		return is == ((absent == TRANSITION_IS) != v->t->latches.at[latch].is_negative);
	if (w->says == ENCODE_HAS) return f->is_partial ? is != is_none : is == (value_place == 1);
	if (w->says == ENCODE_IS) return is == (!is_none && f->values[value_place] == w->value);
	__int128 n = w->low;
	if (!is_none) value_to_wide(s, f->values[value_place], &n);
	return is == (bool)((unsigned __int128)n >> w->bit & 1);
}

void feature_allow(const struct invariant *v, int latch, uint64_t *mask)
{
	uint32_t at = (uint32_t)abs(latch) - 1;
	const struct inv_feature *f = &v->features.at[v->of_latch[at]];
	bool is = (latch > 0) != v->t->latches.at[at].is_negative;
	for (uint32_t i = 0; i < f->count; i++)
		if (!goes_with(v, f, at, i, is)) bits_drop(mask, i);
}
