/* Comparisons of numbers: what several statements say number by number is said once, where the invariant implies it. */
#include "bmc/invariant.h"

enum { MOST_PAIRS_OF_VALUES = 4096, MOST_GUARD_VALUES = 16, LEAST_SAID = 2 };

static const char *const words[] = {[INV_EQUAL] = "=",
                                    [INV_LESS] = "<",
                                    [INV_LESS_EQUAL] = "<=",
                                    [INV_DIFFERENT] = "/=",
                                    [INV_GREATER_EQUAL] = ">="};

void relation_text(const struct inv_relation *r, const char *left, const char *right,
                   struct text *out)
{
	const char *word = words[r->compares];
	long long number = r->number;
	if (r->taken == INV_SUM) text_format(out, "%s + %s %s %lld", left, right, word, number);
	else if (r->taken == INV_ALONE) text_format(out, "%s %s %s", left, word, right);
	else
		text_format(out, "%s %s %s %c %lld", left, word, right, number < 0 ? '-' : '+',
		            number < 0 ? -number : number);
}

static bool is_true_of(enum inv_compare c, int order)
{
	switch (c) {
	case INV_EQUAL: return order == 0;
	case INV_LESS: return order < 0;
	case INV_LESS_EQUAL: return order <= 0;
	case INV_DIFFERENT: return order != 0;
	case INV_GREATER_EQUAL: return order >= 0;
	case INV_NOTHING: break;
	}
	return false;
}

static int64_t number_of(struct invariant *v, const struct inv_feature *f, uint32_t i)
{
	return value_to_integer(v->t->run->model.values, f->values[i]);
}

static int64_t take(enum inv_taken how, int64_t a, int64_t b)
{
	return how == INV_SUM ? a + b : a - b;
}

/* Of the values with these numbers in their features. */
static int order_of(struct invariant *v, const struct inv_relation *r, uint32_t i, uint32_t k)
{
	const struct inv_feature *f = &v->features.at[r->left], *g = &v->features.at[r->right];
	if (r->taken == INV_ALONE)
		return value_compare_numbers(v->t->run->model.values, f->values[i], g->values[k]);
	int64_t n = take(r->taken, number_of(v, f, i), number_of(v, g, k));
	return (n > r->number) - (n < r->number);
}

aig_lit relation_literal(struct invariant *v, const struct inv_relation *r)
{
	struct aig *a = v->t->aig;
	aig_lit any = AIG_FALSE;
	if (!r->compares) return any;
	const struct inv_feature *f = &v->features.at[r->left], *g = &v->features.at[r->right];
	for (uint32_t i = 0; i < f->count; i++)
		for (uint32_t k = 0; k < g->count; k++) {
			if (is_true_of(r->compares, order_of(v, r, i, k)))
				any = aig_or(a, any, aig_and(a, f->is[i], g->is[k]));
		}
	return any;
}

/* ---- what may be compared, and where ----------------------------------------------------------------------------------- */

struct comparing {
	struct invariant *v;
	struct inv_relation pair;
	VEC(struct inv_statement) found;
	struct map tried; /* pairs, by their numbers */
	VEC(value) elements;
};

static bool has_numbers(struct invariant *v, uint32_t feature)
{
	const struct inv_feature *f = &v->features.at[feature];
	return !f->is_partial && !f->element && f->count > 1 &&
	       value_kind(v->t->run->model.values, f->values[0]) == VALUE_INTEGER;
}

static void add_element(void *data, value element)
{
	struct comparing *c = data;
	VEC_PUSH(&c->elements, element);
}

/* Does it speak of no other elements than the pair does? */
static bool is_about_pair(struct comparing *c, uint32_t feature)
{
	struct invariant *v = c->v;
	c->elements.count = 0;
	invariant_elements(v, &v->features.at[c->pair.left], add_element, c);
	invariant_elements(v, &v->features.at[c->pair.right], add_element, c);
	uint32_t known = c->elements.count;
	invariant_elements(v, &v->features.at[feature], add_element, c);
	bool ok = true;
	for (uint32_t i = known; i < c->elements.count; i++) {
		bool is_there = false;
		for (uint32_t k = 0; k < known; k++) is_there |= c->elements.at[k] == c->elements.at[i];
		ok &= is_there;
	}
	return ok;
}

static bool may_guard(struct comparing *c, uint32_t feature)
{
	struct invariant *v = c->v;
	const struct inv_feature *f = &v->features.at[feature];
	if (feature == c->pair.left || feature == c->pair.right || f->is_partial) return false;
	if (f->count < 2 || f->count > MOST_GUARD_VALUES || has_numbers(v, feature)) return false;
	bool is_deferred = !f->element &&
	                   value_kind(v->t->run->model.values, f->values[0]) == VALUE_ELEMENT &&
	                   invariant_is_deferred(v, f->values[0]);
	return !is_deferred && is_about_pair(c, feature);
}

/* ---- candidates ---------------------------------------------------------------------------------------------------------- */

static void add_found(struct comparing *c, const struct inv_region *guard,
                      const struct inv_relation *is)
{
	struct inv_statement s;
	statement_make(c->v, guard, is, &s);
	bool is_there = !s.key;
	for (uint32_t i = 0; !is_there && i < c->found.count; i++)
		is_there = strcmp(c->found.at[i].key, s.key) == 0;
	if (is_there) VEC_CLEAR(&s.atoms);
	else VEC_PUSH(&c->found, s);
}

static bool is_true_everywhere(struct comparing *c, const struct inv_relation *r)
{
	aig_lit wrong = aig_and(c->v->t->aig, c->v->t->started, aig_not(relation_literal(c->v, r)));
	return invariant_excludes(c->v, wrong);
}

/* The least number that it is always at most, or the greatest that it is at least: between one with which that is trivial,
 * and one with which it would be false. */
static int64_t find_number(struct comparing *c, struct inv_relation *r, int64_t trivial,
                           int64_t wrong)
{
	while (trivial - wrong > 1 || wrong - trivial > 1) {
		r->number = trivial + (wrong - trivial) / 2;
		if (is_true_everywhere(c, r)) trivial = r->number;
		else wrong = r->number;
	}
	return r->number = trivial;
}

/* Of the sum of the pair, or the difference: between which numbers is it always? */
static void try_taken(struct comparing *c, enum inv_taken how)
{
	struct invariant *v = c->v;
	const struct inv_feature *f = &v->features.at[c->pair.left],
	                         *g = &v->features.at[c->pair.right];
	int64_t least = INT64_MAX, most = INT64_MIN;
	for (uint32_t i = 0; i < f->count; i++)
		for (uint32_t k = 0; k < g->count; k++) {
			int64_t n = take(how, number_of(v, f, i), number_of(v, g, k));
			if (n < least) least = n;
			if (n > most) most = n;
		}
	struct inv_region everywhere = {0};
	struct inv_relation at_most = c->pair, at_least = c->pair;
	at_most.compares = INV_LESS_EQUAL;
	at_least.compares = INV_GREATER_EQUAL;
	at_most.taken = at_least.taken = how;
	find_number(c, &at_most, most, least - 1);
	find_number(c, &at_least, least, most + 1);
	if (how == INV_DIFFERENCE && at_most.number == 0) at_most.number = most; /* as it stands */
	if (how == INV_DIFFERENCE && at_least.number == 0) at_least.number = least;
	if (at_most.number == at_least.number) at_most.compares = INV_EQUAL, at_least.number = least;
	if (at_most.number < most) add_found(c, &everywhere, &at_most);
	if (at_least.number > least) add_found(c, &everywhere, &at_least);
}

/* The strongest comparison that is true where this is; INV_NOTHING: none. */
static struct inv_relation strongest(struct comparing *c, aig_lit where)
{
	static const struct {
		enum inv_compare is;
		bool is_other_way;
	} order[] = {{INV_EQUAL, false},      {INV_LESS, false},      {INV_LESS, true},
	             {INV_LESS_EQUAL, false}, {INV_LESS_EQUAL, true}, {INV_DIFFERENT, false}};
	struct aig *a = c->v->t->aig;
	for (uint32_t i = 0; i < sizeof order / sizeof *order; i++) {
		struct inv_relation r = {
		    .compares = order[i].is, .left = c->pair.left, .right = c->pair.right};
		if (order[i].is_other_way) r.left = c->pair.right, r.right = c->pair.left;
		aig_lit wrong = aig_and(a, where, aig_not(relation_literal(c->v, &r)));
		if (invariant_excludes(c->v, wrong)) return r;
	}
	return (struct inv_relation){0};
}

/* For each comparison the values of the feature with which it is true. */
static void try_guard(struct comparing *c, uint32_t feature)
{
	struct invariant *v = c->v;
	struct inv_feature *f = &v->features.at[feature];
	struct inv_relation of[MOST_GUARD_VALUES];
	for (uint32_t i = 0; i < f->count; i++)
		of[i] = strongest(c, aig_and(v->t->aig, v->t->started, f->is[i]));
	for (uint32_t i = 0; i < f->count; i++) {
		if (!of[i].compares) continue;
		struct inv_part p = {.feature = feature, .mask = mask_new(v, f)};
		struct inv_relation is = of[i];
		for (uint32_t k = i; k < f->count; k++) {
			bool is_same = of[k].compares == is.compares && of[k].left == is.left;
			if (is_same) bits_add(p.mask, k);
			if (is_same) of[k].compares = INV_NOTHING;
		}
		p.lists_others = !mask_is_short(p.mask, f);
		struct inv_region guard = {ARENA_ARRAY(v->arena, 1, struct inv_part), 1};
		guard.at[0] = p;
		add_found(c, &guard, &is);
	}
}

static void try_pair(struct comparing *c, uint32_t left, uint32_t right)
{
	struct invariant *v = c->v;
	char key[32];
	snprintf(key, sizeof key, "%u %u", left, right);
	const char *pair = names_of(v->t->run->model.project->names, key);
	bool is_large = v->features.at[left].count * v->features.at[right].count > MOST_PAIRS_OF_VALUES;
	if (is_large || map_get(&c->tried, pair)) return;
	map_put(&c->tried, pair, c);
	c->pair = (struct inv_relation){.left = left, .right = right};
	struct inv_relation always = strongest(c, v->t->started);
	struct inv_region everywhere = {0};
	if (always.compares) add_found(c, &everywhere, &always);
	if (always.compares != INV_EQUAL) {
		try_taken(c, INV_SUM);
		try_taken(c, INV_DIFFERENCE);
	}
	if (always.compares && always.compares != INV_LESS_EQUAL) return;
	for (uint32_t i = 0; i < v->features.count; i++)
		if (may_guard(c, i)) try_guard(c, i);
}

static void find_candidates(struct comparing *c)
{
	struct invariant *v = c->v;
	for (uint32_t i = 0; i < v->statements.count; i++) {
		const struct inv_region *r = &v->statements.at[i].region;
		for (uint32_t a = 0; a < r->count; a++)
			for (uint32_t b = a + 1; b < r->count; b++)
				if (has_numbers(v, r->at[a].feature) && has_numbers(v, r->at[b].feature))
					try_pair(c, r->at[a].feature, r->at[b].feature);
	}
}

/* ---- which of them say the most ------------------------------------------------------------------------------------------- */

/* The statements that follow from this one and are still told. */
static uint32_t count_said(struct comparing *c, const struct inv_statement *by, bool leaves_out)
{
	struct invariant *v = c->v;
	uint32_t count = 0;
	for (uint32_t i = 0; i < v->statements.count; i++) {
		struct inv_statement *s = &v->statements.at[i];
		if (s->is_out || s->relation.compares || !statements_imply(v, &by->is, 1, s->is)) continue;
		count++;
		s->is_out |= leaves_out;
	}
	return count;
}

static void take_best(struct comparing *c)
{
	for (;;) {
		uint32_t most = 0, best = 0;
		for (uint32_t i = 0; i < c->found.count; i++) {
			uint32_t count = count_said(c, &c->found.at[i], false);
			if (count > most) most = count, best = i;
		}
		if (most < LEAST_SAID) return;
		count_said(c, &c->found.at[best], true);
		VEC_PUSH(&c->v->statements, c->found.at[best]);
		c->found.at[best] = VEC_LAST(&c->found);
		c->found.count--;
	}
}

void relation_find(struct invariant *v)
{
	struct comparing c = {.v = v};
	find_candidates(&c);
	take_best(&c);
	for (uint32_t i = 0; i < c.found.count; i++) VEC_CLEAR(&c.found.at[i].atoms);
	VEC_CLEAR(&c.found);
	VEC_CLEAR(&c.elements);
	map_clear(&c.tried);
}
