/* Sets with unknown elements: their elements, membership, comparison, choice. */
#include "encode/unknown/unknown.h"

/* ---- elements ---------------------------------------------------------------------------------- */

static void ground_elements(enc e, value set, struct pos pos, struct parts *out)
{
	value v = enc_list(e, set, pos);
	uint64_t count = value_count(e->s, v);
	if (count > e->limits.most_candidates)
		enc_stop(e, EVAL_LIMIT, pos,
		         "a set of %llu elements is too large to be written out" LIST_LIMIT,
		         (unsigned long long)count);
	for (uint64_t i = 0; i < count; i++)
		parts_push(e, out, sym_ground(e, value_at(e->s, v, i)), LIT_TRUE);
}

/* What may be in a set that is described. */
static bool lazy_candidates(enc e, struct sym *s, struct cases *out)
{
	const struct info *i = enc_info(e, s->node);
	struct sym **saved = ARENA_ARRAY(&e->arena, i->count, struct sym *);
	for (uint32_t k = 0; k < i->count; k++) saved[k] = enc_bind(e, i->free[k], s->parts[k]);
	bool ok = unknown_candidates(e, s->node, NULL, out);
	for (uint32_t k = i->count; k > 0; k--) enc_bind(e, i->free[k - 1], saved[k - 1]);
	return ok;
}

/* Candidates, each under the condition that it is in the set. */
static void lazy_elements(enc e, struct sym *s, const struct type *t, struct pos pos,
                          struct parts *out)
{
	struct cases c = {0};
	if (s->node->op == OP_INTERVAL) /* all of them count, not some candidates */
		enc_stop(e, EVAL_LIMIT, pos, "this interval may have more than %u elements" LIST_LIMIT,
		         e->limits.most_candidates);
	if (!lazy_candidates(e, s, &c))
		enc_stop(e, EVAL_LIMIT, pos, "this set is infinite or too large to be written out");
	for (uint32_t k = 0; k < c.count; k++) {
		struct sym *x = sym_ground(e, c.values[k]);
		parts_push(e, out, x, described_has(e, x, s, t, pos));
	}
}

void set_elements(enc e, struct sym *s, const struct type *t, struct pos pos, struct parts *out)
{
	switch (s->kind) {
	case SYM_GROUND: ground_elements(e, s->ground, pos, out); return;
	case SYM_SET:
		for (uint32_t i = 0; i < s->count; i++)
			parts_push(e, out, sym_ground(e, s->values[i]), s->is[i]);
		return;
	case SYM_MAP:
		for (uint32_t i = 0; i < s->count; i++)
			parts_push(e, out, sym_pair(e, sym_ground(e, s->values[i]), s->parts[i]), s->is[i]);
		return;
	case SYM_LIST:
		for (uint32_t i = 0; i < s->count; i++) parts_push(e, out, s->parts[i], s->is[i]);
		return;
	case SYM_LAZY: lazy_elements(e, s, t, pos, out); return;
	default: return;
	}
}

void set_elements_once(enc e, struct sym *s, const struct type *t, struct pos pos,
                       struct parts *out)
{
	set_elements(e, s, t, pos, out);
	if (s->kind != SYM_LIST) return;
	lit *first = ARENA_ARRAY(&e->arena, out->count, lit);
	for (uint32_t i = 0; i < out->count; i++) {
		struct lits before = {0};
		for (uint32_t k = 0; k < i; k++) {
			enc_tick(e, pos);
			lit same = sym_equal(e, out->at[i], out->at[k], t->a);
			lits_push(e, &before, circuit_and(e->c, out->is[k], same));
		}
		first[i] = circuit_and(e->c, out->is[i], -circuit_any(e->c, before.at, before.count));
	}
	out->is = first;
}

/* What is not listed is large. */
double set_size_hint(enc e, const struct node *set)
{
	lit defined = LIT_TRUE;
	struct sym *s = expression(e, set, &defined);
	if (s->kind == SYM_GROUND)
		return sym_is_lazy(e, s) ? 1e9 : (double)value_count(e->s, s->ground);
	return s->kind == SYM_LAZY ? 1e9 : s->count;
}

bool set_has_at_most(enc e, const struct node *set, uint64_t most)
{
	lit defined = LIT_TRUE;
	struct sym *s = expression(e, set, &defined);
	if (s->kind == SYM_GROUND) {
		value v = enc_try_list(e, s->ground, set->pos);
		return v != VALUE_NONE && value_count(e->s, v) <= most;
	}
	if (s->kind != SYM_LAZY) return s->count <= most;
	struct cases c = {0};
	bool was_cut = e->was_cut;
	e->was_cut = false;
	bool ok = lazy_candidates(e, s, &c) && !e->was_cut && c.count <= most;
	e->was_cut = was_cut;
	return ok;
}

/* ---- from elements ----------------------------------------------------------------------------- */

/* Keys that are not listed may be equal to others, however they are written. */
static bool keys_are_distinct(enc e, const struct parts *p)
{
	struct cases keys = {0};
	for (uint32_t i = 0; i < p->count; i++) {
		if (p->at[i]->kind != SYM_PAIR && p->at[i]->kind != SYM_GROUND) return false;
		struct sym *key = sym_first(e, p->at[i]);
		if (key->kind != SYM_GROUND || value_has_lazy(e->s, key->ground)) return false;
		cases_push(e, &keys, key->ground, LIT_TRUE);
	}
	struct sym *s = set_of_cases(e, &keys);
	return value_count(e->s, s->ground) == p->count;
}

struct set_row {
	value key;
	struct sym *image;
	lit is;
};

static int by_key(const void *a, const void *b)
{
	const struct set_row *x = a, *y = b;
	return x->key < y->key ? -1 : x->key > y->key;
}

static struct sym *map_of_parts(enc e, const struct parts *p)
{
	struct set_row *rows = ARENA_ARRAY(&e->arena, p->count, struct set_row);
	for (uint32_t i = 0; i < p->count; i++)
		rows[i] =
		    (struct set_row){sym_first(e, p->at[i])->ground, sym_second(e, p->at[i]), p->is[i]};
	qsort(rows, p->count, sizeof *rows, by_key);
	struct sym *s = sym_new(e, SYM_MAP, p->count);
	s->values = ARENA_ARRAY(&e->arena, p->count, value);
	s->is = ARENA_ARRAY(&e->arena, p->count, lit);
	s->parts = ARENA_ARRAY(&e->arena, p->count, struct sym *);
	for (uint32_t i = 0; i < p->count; i++) {
		s->values[i] = rows[i].key;
		s->is[i] = rows[i].is;
		s->parts[i] = rows[i].image;
	}
	return s;
}

/* Splits the elements into their cases; false if there are too many. */
static bool split(enc e, const struct parts *p, struct cases *out)
{
	for (uint32_t i = 0; i < p->count; i++) {
		struct cases c = {0};
		if (!sym_cases(e, p->at[i], SYM_MOST_CASES, &c)) return false;
		for (uint32_t k = 0; k < c.count; k++)
			cases_push(e, out, c.values[k], circuit_and(e->c, c.is[k], p->is[i]));
	}
	return true;
}

struct sym *set_of_parts(enc e, const struct parts *all, const struct type *t)
{
	struct parts p = {0};
	struct cases ground = {0};
	for (uint32_t i = 0; i < all->count; i++) {
		if (all->is[i] == LIT_FALSE || all->at[i]->kind == SYM_UNDEFINED) continue;
		parts_push(e, &p, all->at[i], all->is[i]);
		bool is_listed =
		    all->at[i]->kind == SYM_GROUND && !value_has_lazy(e->s, all->at[i]->ground);
		if (is_listed) cases_push(e, &ground, all->at[i]->ground, all->is[i]);
	}
	if (ground.count == p.count) return set_of_cases(e, &ground);
	if (t->a->kind == TYPE_PAIR && keys_are_distinct(e, &p)) return map_of_parts(e, &p);
	struct sym *rows = t->a->kind == TYPE_PAIR ? row_relation(e, &p, t) : NULL;
	if (rows) return rows;
	struct cases c = {0};
	if (split(e, &p, &c)) return set_of_cases(e, &c);
	struct sym *s = sym_new(e, SYM_LIST, p.count);
	s->parts = p.at;
	s->is = p.is;
	return s;
}

/* ---- other forms of the same set --------------------------------------------------------------- */

struct sym *set_as_matrix(enc e, struct sym *s, const struct type *t)
{
	struct parts p = {0};
	struct cases c = {0};
	if (s->kind == SYM_SET || (s->kind == SYM_GROUND && !sym_is_lazy(e, s))) return s;
	if (s->kind != SYM_MAP && s->kind != SYM_LIST) return NULL;
	set_elements(e, s, t, (struct pos){0}, &p);
	return split(e, &p, &c) ? set_of_cases(e, &c) : NULL;
}

struct sym *set_as_map(enc e, struct sym *s)
{
	if (s->kind == SYM_MAP) return s;
	struct parts p = {0};
	if (s->kind == SYM_GROUND && !sym_is_lazy(e, s)) {
		uint64_t count = value_count(e->s, s->ground);
		if (count > e->limits.most_candidates) return NULL;
		for (uint64_t i = 0; i < count; i++)
			parts_push(e, &p, sym_ground(e, value_at(e->s, s->ground, i)), LIT_TRUE);
	} else if (s->kind == SYM_SET) {
		for (uint32_t i = 0; i < s->count; i++)
			parts_push(e, &p, sym_ground(e, s->values[i]), s->is[i]);
	} else {
		return NULL;
	}
	return keys_are_distinct(e, &p) ? map_of_parts(e, &p) : NULL;
}

/* ---- membership -------------------------------------------------------------------------------- */

/* key |-> image is in a function */
static lit map_has(enc e, struct sym *key, struct sym *image, struct sym *map, const struct type *t)
{
	const struct type *pair = t->a;
	if (key->kind == SYM_GROUND && !value_has_lazy(e->s, key->ground)) {
		uint32_t i = sym_find(map, key->ground);
		if (i == UINT32_MAX) return LIT_FALSE;
		return circuit_and(e->c, map->is[i], sym_equal(e, map->parts[i], image, pair->b));
	}
	struct lits l = {0};
	for (uint32_t i = 0; i < map->count; i++) {
		lit here = sym_equal(e, key, sym_ground(e, map->values[i]), pair->a);
		if (here == LIT_FALSE) continue;
		lit all[3] = {here, map->is[i], sym_equal(e, map->parts[i], image, pair->b)};
		lits_push(e, &l, circuit_all(e->c, all, 3));
	}
	return circuit_any(e->c, l.at, l.count);
}

static lit in_list(enc e, struct sym *x, struct sym *set, const struct type *t, struct pos pos)
{
	struct parts p = {0};
	struct lits l = {0};
	set_elements(e, set, t, pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		enc_tick(e, pos);
		lit same = sym_equal(e, x, p.at[i], t->a);
		lits_push(e, &l, circuit_and(e->c, p.is[i], same));
	}
	return circuit_any(e->c, l.at, l.count);
}

lit set_has_value(enc e, value x, struct sym *set, const struct type *t, struct pos pos)
{
	if (value_has_lazy(e->s, x)) return in_list(e, sym_ground(e, x), set, t, pos);
	switch (set->kind) {
	case SYM_GROUND:
		if (sym_is_lazy(e, set)) return described_has(e, sym_ground(e, x), set, t, pos);
		if (value_has_lazy(e->s, set->ground)) return in_list(e, sym_ground(e, x), set, t, pos);
		return value_in(e->s, set->ground, x) ? LIT_TRUE : LIT_FALSE;
	case SYM_SET: {
		uint32_t i = sym_find(set, x);
		return i == UINT32_MAX ? LIT_FALSE : set->is[i];
	}
	case SYM_MAP: {
		uint32_t i = sym_find(set, value_first(e->s, x));
		if (i == UINT32_MAX) return LIT_FALSE;
		struct sym *image = sym_ground(e, value_second(e->s, x));
		return circuit_and(e->c, set->is[i], sym_equal(e, set->parts[i], image, t->a->b));
	}
	case SYM_LIST: return in_list(e, sym_ground(e, x), set, t, pos);
	case SYM_LAZY: return described_has(e, sym_ground(e, x), set, t, pos);
	default: return LIT_FALSE;
	}
}

static lit number_in_interval(enc e, struct sym *x, int64_t low, int64_t high)
{
	struct number *n = sym_to_number(e, x);
	return circuit_and(e->c, number_at_least(&e->numbers, n, low),
	                   -number_at_least(&e->numbers, n, (wide)high + 1));
}

lit set_has(enc e, struct sym *x, struct sym *set, const struct type *t, struct pos pos)
{
	int64_t low, high;
	if (x->kind == SYM_UNDEFINED || set->kind == SYM_UNDEFINED) return LIT_FALSE;
	if (x->kind == SYM_GROUND) return set_has_value(e, x->ground, set, t, pos);
	if (sym_is_lazy(e, set)) return described_has(e, x, set, t, pos);
	if (set->kind == SYM_GROUND && t->a->kind == TYPE_INTEGER &&
	    value_interval_bounds(e->s, set->ground, &low, &high))
		return number_in_interval(e, x, low, high);
	if (set->kind == SYM_MAP) return map_has(e, sym_first(e, x), sym_second(e, x), set, t);
	struct cases c = {0};
	uint64_t size = set->kind == SYM_GROUND ? value_count(e->s, set->ground) : set->count;
	if (set->kind == SYM_LIST || size * 4 < SYM_MOST_CASES ||
	    !sym_cases(e, x, SYM_MOST_PRODUCT, &c))
		return in_list(e, x, set, t, pos);
	struct lits l = {0};
	for (uint32_t i = 0; i < c.count; i++)
		lits_push(e, &l, circuit_and(e->c, c.is[i], set_has_value(e, c.values[i], set, t, pos)));
	return circuit_any(e->c, l.at, l.count);
}

/* ---- comparison -------------------------------------------------------------------------------- */

/* The whole of a finite given type, so that no condition is needed. */
static bool is_whole(enc e, struct sym *s, const struct type *t)
{
	if (s->kind != SYM_GROUND || sym_is_lazy(e, s)) return false;
	if (t->a->kind == TYPE_BOOL) return value_count(e->s, s->ground) == 2;
	if (t->a->kind != TYPE_GIVEN || t->a->decl->kind == DECL_FREETYPE) return false;
	uint32_t number = universe_number(e->u, t->a->decl);
	return value_count(e->s, s->ground) == e->u->sets.at[number].size;
}

lit set_subset(enc e, struct sym *a, struct sym *b, const struct type *t, struct pos pos)
{
	struct parts p = {0};
	struct lits l = {0};
	if (a->kind == SYM_UNDEFINED || b->kind == SYM_UNDEFINED) return LIT_FALSE;
	if (a == b || is_whole(e, b, t)) return LIT_TRUE;
	set_elements(e, a, t, pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		enc_tick(e, pos);
		lit in = set_has(e, p.at[i], b, t, pos);
		lit ok = circuit_implies(e->c, p.is[i], in);
		if (ok == LIT_FALSE) return LIT_FALSE;
		lits_push(e, &l, ok);
	}
	return circuit_all(e->c, l.at, l.count);
}

static lit equal_sets(enc e, const struct sym *a, const struct sym *b)
{
	struct lits l = {0};
	uint32_t i = 0, k = 0;
	while (i < a->count || k < b->count) {
		if (k == b->count || (i < a->count && a->values[i] < b->values[k]))
			lits_push(e, &l, -a->is[i++]);
		else if (i == a->count || b->values[k] < a->values[i]) lits_push(e, &l, -b->is[k++]);
		else lits_push(e, &l, circuit_iff(e->c, a->is[i++], b->is[k++]));
	}
	return circuit_all(e->c, l.at, l.count);
}

static lit equal_maps(enc e, struct sym *a, struct sym *b, const struct type *t)
{
	struct lits l = {0};
	uint32_t i = 0, k = 0;
	while (i < a->count || k < b->count) {
		if (k == b->count || (i < a->count && a->values[i] < b->values[k])) {
			lits_push(e, &l, -a->is[i++]);
		} else if (i == a->count || b->values[k] < a->values[i]) {
			lits_push(e, &l, -b->is[k++]);
		} else {
			lit same = sym_equal(e, a->parts[i], b->parts[k], t->a->b);
			lits_push(e, &l, circuit_iff(e->c, a->is[i], b->is[k]));
			lits_push(e, &l, circuit_implies(e->c, a->is[i], same));
			i++, k++;
		}
	}
	return circuit_all(e->c, l.at, l.count);
}

static lit equal_known(enc e, value a, value b)
{
	enum truth t = eval_equal(e->eval, a, b, (struct pos){0});
	if (t == EVAL_FAILED)
		enc_stop(e, EVAL_LIMIT, (struct pos){0}, "%s", eval_failed(e->eval)->message);
	return t == EVAL_TRUE ? LIT_TRUE : LIT_FALSE;
}

/* Has a set that is not listed more elements than these, or others than the candidates? */
static bool exceeds(enc e, value lazy, const struct sym *s)
{
	if (s->kind != SYM_SET && s->kind != SYM_MAP && s->kind != SYM_LIST) return false;
	if (eval_has_more(e->eval, lazy, s->count)) return true;
	if (s->kind != SYM_SET) return false;
	value *all = ARENA_ARRAY(&e->arena, s->count, value);
	if (s->count) memcpy(all, s->values, s->count * sizeof *all);
	return eval_has_outside(e->eval, lazy, value_set(e->s, all, s->count));
}

/* A known set that is not listed can differ by its size alone. */
static bool differs_by_size(enc e, value lazy, struct sym *s)
{
	return (eval_is_infinite(e->eval, lazy) && !sym_is_lazy(e, s)) || exceeds(e, lazy, s);
}

static struct sym *listed(enc e, struct sym *s)
{
	if (s->kind != SYM_GROUND || !sym_is_lazy(e, s)) return s;
	return sym_ground(e, enc_list(e, s->ground, (struct pos){0}));
}

/* Functions are compared key by key; a listed relation that is no function equals none. */
static bool equal_as_maps(enc e, struct sym *a, struct sym *b, const struct type *t, lit *out)
{
	if (a->kind != SYM_MAP && b->kind != SYM_MAP) return false;
	struct sym *x = set_as_map(e, a), *y = set_as_map(e, b);
	bool is_none = (!x && a->kind == SYM_GROUND) || (!y && b->kind == SYM_GROUND);
	*out = x && y ? equal_maps(e, x, y, t) : LIT_FALSE;
	return (x && y) || is_none;
}

lit set_equal(enc e, struct sym *a, struct sym *b, const struct type *t)
{
	struct pos none = {0};
	lit equal;
	if (a->kind == SYM_SET && b->kind == SYM_SET) return equal_sets(e, a, b);
	if (sym_is_lazy(e, b) && !sym_is_lazy(e, a)) return set_equal(e, b, a, t);
	if (sym_is_lazy(e, a) && a->kind == SYM_GROUND) {
		if (b->kind == SYM_GROUND) return equal_known(e, a->ground, b->ground);
		if (differs_by_size(e, a->ground, b)) return LIT_FALSE;
	}
	a = listed(e, a);
	b = listed(e, b);
	if (equal_as_maps(e, a, b, t, &equal)) return equal;
	lit there = set_subset(e, a, b, t, none);
	if (there == LIT_FALSE) return LIT_FALSE;
	return circuit_and(e->c, there, set_subset(e, b, a, t, none));
}

lit set_is_empty(enc e, struct sym *s, const struct type *t, struct pos pos)
{
	struct parts p = {0};
	if (s->kind == SYM_GROUND && !sym_is_lazy(e, s))
		return s->ground == value_empty(e->s) ? LIT_TRUE : LIT_FALSE;
	if (s->kind == SYM_SET || s->kind == SYM_MAP || s->kind == SYM_LIST)
		return -circuit_any(e->c, s->is, s->count);
	set_elements(e, s, t, pos, &p);
	return -circuit_any(e->c, p.is, p.count);
}

static int by_literal(const void *a, const void *b)
{
	lit x = *(const lit *)a, y = *(const lit *)b;
	return x < y ? -1 : x > y;
}

/* How many hold. Conditions that occur often, as in the inverse of a large function, are counted with
 * their multiplicity. */
static struct number *counted(enc e, const lit *is, uint32_t count)
{
	lit *sorted = ARENA_ARRAY(&e->arena, count, lit);
	struct number **terms = ARENA_ARRAY(&e->arena, count, struct number *);
	struct number *zero = number_constant(&e->numbers, 0);
	uint32_t distinct = 0;
	if (count) memcpy(sorted, is, count * sizeof *is);
	qsort(sorted, count, sizeof *sorted, by_literal);
	for (uint32_t i = 0; i < count; i++) distinct += i == 0 || sorted[i] != sorted[i - 1];
	if (distinct * 2 > count) return number_count(&e->numbers, is, count);
	distinct = 0;
	for (uint32_t i = 0; i < count;) {
		uint32_t from = i;
		while (i < count && sorted[i] == sorted[from]) i++;
		struct number *weight = number_constant(&e->numbers, i - from);
		terms[distinct++] = number_ite(&e->numbers, sorted[from], weight, zero);
	}
	return distinct ? number_sum(&e->numbers, terms, distinct) : zero;
}

struct number *set_card(enc e, struct sym *s, const struct type *t, struct pos pos)
{
	struct parts p = {0};
	if (s->kind == SYM_GROUND) {
		value v = enc_list(e, s->ground, pos);
		return number_constant(&e->numbers, (wide)value_count(e->s, v));
	}
	if (s->kind == SYM_SET || s->kind == SYM_MAP) return counted(e, s->is, s->count);
	set_elements_once(e, s, t, pos, &p);
	return counted(e, p.is, p.count);
}

/* ---- choice ------------------------------------------------------------------------------------ */

static struct sym *select_sets(enc e, const struct parts *p, struct sym *const *sets)
{
	struct cases c = {0};
	for (uint32_t i = 0; i < p->count; i++) {
		if (sets[i]->kind == SYM_GROUND) {
			uint64_t count = value_count(e->s, sets[i]->ground);
			for (uint64_t k = 0; k < count; k++)
				cases_push(e, &c, value_at(e->s, sets[i]->ground, k), p->is[i]);
			continue;
		}
		for (uint32_t k = 0; k < sets[i]->count; k++)
			cases_push(e, &c, sets[i]->values[k], circuit_and(e->c, p->is[i], sets[i]->is[k]));
	}
	return set_of_cases(e, &c);
}

struct sym *set_select(enc e, const struct type *t, const struct parts *p)
{
	struct sym **forms = ARENA_ARRAY(&e->arena, p->count, struct sym *);
	bool has_map = false, has_rows = false, ok = true;
	for (uint32_t i = 0; i < p->count; i++) {
		has_map |= p->at[i]->kind == SYM_MAP;
		has_rows |= row_is_list(e, p->at[i]);
	}
	for (uint32_t i = 0; has_map && !has_rows && ok && i < p->count; i++)
		ok = set_as_map(e, p->at[i]) != NULL;
	struct sym *rows = (has_map || has_rows) && ok ? row_select(e, t, p) : NULL;
	if (rows) return rows;
	ok = true;
	for (uint32_t i = 0; ok && i < p->count; i++)
		ok = (forms[i] = set_as_matrix(e, p->at[i], t)) != NULL;
	if (ok) return select_sets(e, p, forms);
	struct parts all = {0};
	for (uint32_t i = 0; i < p->count; i++) {
		struct parts of = {0};
		set_elements(e, p->at[i], t, (struct pos){0}, &of);
		for (uint32_t k = 0; k < of.count; k++)
			parts_push(e, &all, of.at[k], circuit_and(e->c, p->is[i], of.is[k]));
	}
	return set_of_parts(e, &all, t);
}
