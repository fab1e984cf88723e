/* Symbolic values: making them, taking them apart, their cases. */
#include "encode/sym/sym.h"

struct sym *sym_new(enc e, enum sym_kind kind, uint32_t count)
{
	struct sym *s = ARENA_NEW(&e->arena, struct sym);
	s->kind = kind;
	s->count = count;
	return s;
}

/* The last ones are kept: elements of a set are asked for again and again. */
struct sym *sym_ground(enc e, value v)
{
	struct sym **kept = &e->cache.grounds[v % SYM_KEPT_GROUNDS];
	if (*kept && (*kept)->ground == v) return *kept;
	struct sym *s = sym_new(e, SYM_GROUND, 0);
	s->ground = v;
	return *kept = s;
}

struct sym *sym_bool(enc e, lit l)
{
	if (l == LIT_TRUE) return sym_ground(e, VALUE_TRUE);
	if (l == LIT_FALSE) return sym_ground(e, VALUE_FALSE);
	struct sym *s = sym_new(e, SYM_BOOL, 1);
	s->is = ARENA_NEW(&e->arena, lit);
	s->is[0] = l;
	return s;
}

struct sym *sym_number(enc e, struct number *n)
{
	if (e->numbers.is_too_large) {
		e->numbers.is_too_large = false;
		enc_stop(e, EVAL_OVERFLOW, (struct pos){0}, "an integer may need more than %d bits",
		         NUMBER_BITS);
	}
	if (number_is_constant(n)) return sym_ground(e, value_wide(e->s, n->low));
	struct sym *s = sym_new(e, SYM_INTEGER, 1);
	s->number = n;
	return s;
}

struct sym *sym_pair(enc e, struct sym *a, struct sym *b)
{
	if (a->kind == SYM_UNDEFINED || b->kind == SYM_UNDEFINED) return e->undefined;
	if (a->kind == SYM_GROUND && b->kind == SYM_GROUND)
		return sym_ground(e, value_pair(e->s, a->ground, b->ground));
	struct sym *s = sym_new(e, SYM_PAIR, 2);
	s->parts = ARENA_ARRAY(&e->arena, 2, struct sym *);
	s->parts[0] = a;
	s->parts[1] = b;
	return s;
}

struct sym *sym_record(enc e, const struct type *t, struct sym **fields)
{
	bool is_ground = true;
	for (uint32_t i = 0; i < t->count; i++) {
		if (fields[i]->kind == SYM_UNDEFINED) return e->undefined;
		is_ground &= fields[i]->kind == SYM_GROUND;
	}
	if (is_ground) {
		value *v = ARENA_ARRAY(&e->arena, t->count, value);
		for (uint32_t i = 0; i < t->count; i++) v[i] = fields[i]->ground;
		return sym_ground(e, value_record(e->s, t, v));
	}
	struct sym *s = sym_new(e, SYM_RECORD, t->count);
	s->parts = ARENA_ARRAY(&e->arena, t->count, struct sym *);
	memcpy(s->parts, fields, t->count * sizeof *fields);
	s->type = t;
	return s;
}

/* ---- taking apart ------------------------------------------------------------------------------ */

lit sym_truth(enc e, struct sym *s)
{
	(void)e;
	if (s->kind == SYM_GROUND) return s->ground == VALUE_TRUE ? LIT_TRUE : LIT_FALSE;
	if (s->kind == SYM_UNDEFINED) return LIT_FALSE;
	REQUIRE(s->kind == SYM_BOOL);
	return s->is[0];
}

wide enc_wide(enc e, value v)
{
	wide n;
	if (!value_to_wide(e->s, v, &n) || !number_fits(n, n))
		enc_stop(e, EVAL_OVERFLOW, (struct pos){0}, "an integer needs more than %d bits",
		         NUMBER_BITS);
	return n;
}

struct number *sym_to_number(enc e, struct sym *s)
{
	if (s->kind == SYM_UNDEFINED) return number_constant(&e->numbers, 0);
	if (s->kind == SYM_GROUND) return number_constant(&e->numbers, enc_wide(e, s->ground));
	REQUIRE(s->kind == SYM_INTEGER);
	return s->number;
}

/* A component of each value of a CHOICE; the results may be of any type but integers and sets keep
 * their own forms. */
static struct sym *project(enc e, struct sym *s, const struct type *t,
                           value (*part)(enc e, value v, uint32_t index), uint32_t index)
{
	struct cases c = {0};
	for (uint32_t i = 0; i < s->count; i++)
		cases_push(e, &c, part(e, s->values[i], index), s->is[i]);
	return sym_of_cases(e, t, &c);
}

static value component(enc e, value v, uint32_t index)
{
	return index ? value_second(e->s, v) : value_first(e->s, v);
}

static value field(enc e, value v, uint32_t index) { return value_field(e->s, v, index); }

static struct sym *side(enc e, struct sym *pair, uint32_t index)
{
	switch (pair->kind) {
	case SYM_GROUND: return sym_ground(e, component(e, pair->ground, index));
	case SYM_PAIR: return pair->parts[index];
	case SYM_CHOICE: return project(e, pair, NULL, component, index);
	default: return e->undefined;
	}
}

struct sym *sym_first(enc e, struct sym *pair) { return side(e, pair, 0); }

struct sym *sym_second(enc e, struct sym *pair) { return side(e, pair, 1); }

struct sym *sym_field(enc e, struct sym *record, uint32_t index)
{
	switch (record->kind) {
	case SYM_GROUND: return sym_ground(e, value_field(e->s, record->ground, index));
	case SYM_RECORD: return record->parts[index];
	case SYM_CHOICE: return project(e, record, NULL, field, index);
	default: return e->undefined;
	}
}

bool sym_is_lazy(enc e, struct sym *s)
{
	return s->kind == SYM_LAZY ||
	       (s->kind == SYM_GROUND && value_kind(e->s, s->ground) == VALUE_LAZY);
}

uint32_t sym_place(const value *sorted, uint32_t count, value v)
{
	uint32_t from = 0, to = count;
	while (from < to) {
		uint32_t middle = from + (to - from) / 2;
		if (sorted[middle] < v) from = middle + 1;
		else to = middle;
	}
	return from;
}

uint32_t sym_find(const struct sym *s, value v)
{
	uint32_t i = sym_place(s->values, s->count, v);
	return i < s->count && s->values[i] == v ? i : UINT32_MAX;
}

/* ---- cases ------------------------------------------------------------------------------------- */

static bool number_cases(enc e, struct number *n, uint32_t most, struct cases *out)
{
	wide count = n->high - n->low + 1;
	if (count > most || count > NUMBER_LISTED) return false;
	const lit *is = number_one_hot(&e->numbers, n);
	if (!is) return false;
	for (wide i = 0; i < count; i++)
		if (is[i] != LIT_FALSE) cases_push(e, out, value_wide(e->s, n->low + i), is[i]);
	return true;
}

/* Every choice of one case of each part. */
struct sym_product {
	struct cases *of; /* [0 .. count-1] */
	uint32_t count;
	uint32_t *at;
};

static bool product_start(enc e, struct sym_product *p, struct sym *const *parts, uint32_t count,
                          uint32_t most)
{
	uint64_t total = 1;
	p->count = count;
	p->of = ARENA_ARRAY(&e->arena, count, struct cases);
	p->at = ARENA_ARRAY(&e->arena, count, uint32_t);
	for (uint32_t i = 0; i < count; i++) {
		if (!sym_cases(e, parts[i], most, &p->of[i])) return false;
		total *= p->of[i].count;
		if (total > most) return false;
	}
	return total > 0;
}

static bool product_next(struct sym_product *p)
{
	for (uint32_t i = 0; i < p->count; i++) {
		if (++p->at[i] < p->of[i].count) return true;
		p->at[i] = 0;
	}
	return false;
}

/* The values of this choice, and its condition. */
static lit product_values(enc e, const struct sym_product *p, value *out)
{
	lit is = LIT_TRUE;
	for (uint32_t i = 0; i < p->count; i++) {
		out[i] = p->of[i].values[p->at[i]];
		is = circuit_and(e->c, is, p->of[i].is[p->at[i]]);
	}
	return is;
}

static bool tuple_cases(enc e, struct sym *s, uint32_t most, struct cases *out)
{
	struct sym_product p;
	value *v = ARENA_ARRAY(&e->arena, s->count, value);
	if (!product_start(e, &p, s->parts, s->count, most)) return false;
	do {
		lit is = product_values(e, &p, v);
		if (is == LIT_FALSE) continue;
		cases_push(e, out,
		           s->kind == SYM_PAIR ? value_pair(e->s, v[0], v[1])
		                               : value_record(e->s, s->type, v),
		           is);
	} while (product_next(&p));
	return true;
}

/* All subsets of what it may have. */
static bool subset_cases(enc e, struct sym *s, uint32_t most, struct cases *out)
{
	struct cases sure = {0}, open = {0};
	for (uint32_t i = 0; i < s->count; i++)
		cases_push(e, s->is[i] == LIT_TRUE ? &sure : &open, s->values[i], s->is[i]);
	if (open.count > 16 || UINT32_C(1) << open.count > most) return false;
	value *items = ARENA_ARRAY(&e->arena, s->count, value);
	for (uint32_t mask = 0; mask < UINT32_C(1) << open.count; mask++) {
		lit is = LIT_TRUE;
		uint32_t count = 0;
		for (uint32_t i = 0; i < sure.count; i++) items[count++] = sure.values[i];
		for (uint32_t i = 0; i < open.count; i++) {
			bool in = mask >> i & 1;
			is = circuit_and(e->c, is, in ? open.is[i] : -open.is[i]);
			if (in) items[count++] = open.values[i];
		}
		if (is != LIT_FALSE) cases_push(e, out, value_set(e->s, items, count), is);
	}
	return true;
}

static bool choice_cases(enc e, struct sym *s, uint32_t most, struct cases *out)
{
	if (s->count > most) return false;
	for (uint32_t i = 0; i < s->count; i++) cases_push(e, out, s->values[i], s->is[i]);
	return true;
}

/* Functions: each key is absent or has one of its images. */
static bool map_cases(enc e, struct sym *s, uint32_t most, struct cases *out)
{
	struct cases now = {0};
	cases_push(e, &now, value_empty(e->s), LIT_TRUE);
	for (uint32_t i = 0; i < s->count; i++) {
		struct cases images = {0}, next = {0};
		if (!sym_cases(e, s->parts[i], most, &images)) return false;
		for (uint32_t k = 0; k < now.count; k++) {
			lit absent = circuit_and(e->c, now.is[k], -s->is[i]);
			if (absent != LIT_FALSE) cases_push(e, &next, now.values[k], absent);
			for (uint32_t j = 0; j < images.count; j++) {
				lit both[3] = {now.is[k], s->is[i], images.is[j]};
				lit is = circuit_all(e->c, both, 3);
				if (is == LIT_FALSE) continue;
				value f = algebra_update(e->s, now.values[k], s->values[i], images.values[j]);
				cases_push(e, &next, f, is);
			}
			if (next.count > most) return false;
		}
		now = next;
	}
	for (uint32_t k = 0; k < now.count; k++) cases_push(e, out, now.values[k], now.is[k]);
	return true;
}

bool sym_cases(enc e, struct sym *s, uint32_t most, struct cases *out)
{
	switch (s->kind) {
	case SYM_GROUND:
		if (value_has_lazy(e->s, s->ground)) return false;
		cases_push(e, out, s->ground, LIT_TRUE);
		return true;
	case SYM_BOOL:
		cases_push(e, out, VALUE_TRUE, s->is[0]);
		cases_push(e, out, VALUE_FALSE, -s->is[0]);
		return true;
	case SYM_INTEGER: return number_cases(e, s->number, most, out);
	case SYM_CHOICE: return choice_cases(e, s, most, out);
	case SYM_PAIR:
	case SYM_RECORD: return tuple_cases(e, s, most, out);
	case SYM_SET: return subset_cases(e, s, most, out);
	case SYM_MAP: return map_cases(e, s, most, out);
	default: return false;
	}
}

/* ---- from cases -------------------------------------------------------------------------------- */

struct keyed {
	value v;
	lit is;
};

static int by_value(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;
	return x->v < y->v ? -1 : x->v > y->v;
}

bool cases_are_described(enc e, const struct cases *c)
{
	for (uint32_t i = 0; i < c->count; i++)
		if (value_has_lazy(e->s, c->values[i])) return true;
	return false;
}

static bool is_sorted(const struct cases *c)
{
	for (uint32_t i = 0; i < c->count; i++)
		if (c->is[i] == LIT_FALSE || (i > 0 && c->values[i - 1] >= c->values[i])) return false;
	return true;
}

void cases_merge(enc e, struct cases *c)
{
	if (is_sorted(c)) return;
	struct keyed *k = ARENA_ARRAY(&e->arena, c->count, struct keyed);
	lit *same = ARENA_ARRAY(&e->arena, c->count, lit);
	uint32_t count = 0;
	for (uint32_t i = 0; i < c->count; i++) k[i] = (struct keyed){c->values[i], c->is[i]};
	qsort(k, c->count, sizeof *k, by_value);
	for (uint32_t i = 0; i < c->count;) {
		uint32_t n = 0, from = i;
		for (; i < c->count && k[i].v == k[from].v; i++) same[n++] = k[i].is;
		lit is = n == 1 ? same[0] : circuit_any(e->c, same, n);
		if (is == LIT_FALSE) continue;
		c->values[count] = k[from].v;
		c->is[count++] = is;
	}
	c->count = count;
}

static struct sym *integer_of(enc e, const struct cases *c)
{
	wide *v = ARENA_ARRAY(&e->arena, c->count, wide);
	for (uint32_t i = 0; i < c->count; i++) v[i] = enc_wide(e, c->values[i]);
	return sym_number(e, number_choice(&e->numbers, v, c->is, c->count));
}

/* Sets become one set whose elements depend on the case. */
static struct sym *set_of(enc e, const struct cases *c)
{
	struct cases elements = {0};
	for (uint32_t i = 0; i < c->count; i++) {
		uint64_t count = value_count(e->s, c->values[i]);
		for (uint64_t k = 0; k < count; k++)
			cases_push(e, &elements, value_at(e->s, c->values[i], k), c->is[i]);
	}
	return set_of_cases(e, &elements);
}

struct sym *sym_of_cases(enc e, const struct type *t, const struct cases *from)
{
	(void)t;
	struct cases c = {0};
	for (uint32_t i = 0; i < from->count; i++)
		cases_push(e, &c, enc_list(e, from->values[i], (struct pos){0}), from->is[i]);
	cases_merge(e, &c);
	if (c.count == 0) return e->undefined;
	if (c.count == 1) return sym_ground(e, c.values[0]);
	switch (value_kind(e->s, c.values[0])) {
	case VALUE_BOOL: return sym_bool(e, c.values[0] == VALUE_TRUE ? c.is[0] : c.is[1]);
	case VALUE_INTEGER:
	case VALUE_HUGE: return integer_of(e, &c);
	case VALUE_SET:
	case VALUE_INTERVAL: return set_of(e, &c);
	default: break;
	}
	struct sym *s = sym_new(e, SYM_CHOICE, c.count);
	s->values = c.values;
	s->is = c.is;
	return s;
}

struct sym *set_of_cases(enc e, struct cases *c)
{
	cases_merge(e, c);
	bool is_ground = true;
	for (uint32_t i = 0; i < c->count; i++) is_ground &= c->is[i] == LIT_TRUE;
	if (is_ground) return sym_ground(e, value_set(e->s, c->values, c->count));
	struct sym *s = sym_new(e, SYM_SET, c->count);
	s->values = c->values;
	s->is = c->is;
	return s;
}

/* ---- operators on cases ------------------------------------------------------------------------ */
