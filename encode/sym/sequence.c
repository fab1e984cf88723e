/* Sequences: functions on 1..n. They are looked at place by place: whether there is an element,
 * and which. What is no sequence has no defined result (as in eval/), so that any value will do. */
#include "encode/sym/sym.h"

enum { MOST_PLACES = 4096 };

static int64_t last_place(enc e, const value *keys, uint32_t count, struct pos pos)
{
	int64_t last = 0;
	for (uint32_t i = 0; i < count; i++) {
		int64_t k = value_clamped(e->s, keys[i]);
		if (k > last) last = k;
	}
	if (last > MOST_PLACES)
		enc_stop(e, EVAL_LIMIT, pos, "a sequence with more than %d places", MOST_PLACES);
	return last;
}

static void places_new(enc e, struct places *p, uint32_t count)
{
	p->count = count;
	p->at = ARENA_ARRAY(&e->arena, count, struct sym *);
	p->has = ARENA_ARRAY(&e->arena, count, lit);
	for (uint32_t i = 0; i < count; i++) {
		p->at[i] = e->undefined;
		p->has[i] = LIT_FALSE;
	}
}

static void places_of_map(enc e, struct sym *s, struct pos pos, struct places *p)
{
	places_new(e, p, (uint32_t)last_place(e, s->values, s->count, pos));
	for (uint32_t i = 0; i < s->count; i++) {
		int64_t k = value_clamped(e->s, s->values[i]);
		if (k < 1) continue;
		p->at[k - 1] = s->parts[i];
		p->has[k - 1] = s->is[i];
	}
}

static void places_of_set(enc e, struct sym *s, const struct type *t, struct pos pos,
                          struct places *p)
{
	const struct rows *rows = relation_rows(e, s);
	places_new(e, p, (uint32_t)last_place(e, rows->first, rows->count, pos));
	for (uint32_t i = 0; i < rows->count;) {
		int64_t k = value_clamped(e->s, rows->first[i]);
		struct cases c = {0};
		uint32_t from = i;
		for (; i < rows->count && rows->first[i] == rows->first[from]; i++)
			cases_push(e, &c, rows->second[i], rows->is[i]);
		if (k < 1) continue;
		p->at[k - 1] = sym_of_cases(e, t->a->b, &c);
		p->has[k - 1] = circuit_any(e->c, c.is, c.count);
	}
}

void places_of(enc e, struct sym *s, const struct type *t, struct pos pos, struct places *p)
{
	struct sym *map = set_as_map(e, s);
	if (map) {
		places_of_map(e, map, pos, p);
		return;
	}
	struct sym *matrix = set_as_matrix(e, s, t);
	if (!matrix || matrix->kind != SYM_SET)
		enc_stop(e, EVAL_LIMIT, pos, "a sequence with too many possible elements");
	places_of_set(e, matrix, t, pos, p);
}

struct sym *places_sequence(enc e, const struct places *p, const struct type *t)
{
	struct parts out = {0};
	for (uint32_t i = 0; i < p->count; i++)
		parts_push(e, &out, sym_pair(e, sym_ground(e, value_integer(e->s, i + 1)), p->at[i]),
		           p->has[i]);
	return set_of_parts(e, &out, t);
}

lit sequence_is(enc e, struct sym *s, const struct type *t, struct pos pos)
{
	struct lits l = {0};
	struct parts keys = {0};
	struct places p;
	if (s->kind == SYM_UNDEFINED) return LIT_FALSE;
	if (s->kind == SYM_GROUND && s->ground == value_empty(e->s)) return LIT_TRUE;
	set_elements(e, s, t, pos, &keys);
	for (uint32_t i = 0; i < keys.count; i++) {
		struct number *k = sym_to_number(e, sym_first(e, keys.at[i]));
		lits_push(e, &l, circuit_implies(e->c, keys.is[i], number_at_least(&e->numbers, k, 1)));
	}
	lits_push(e, &l, relation_is_functional(e, s, t, pos));
	places_of(e, s, t, pos, &p);
	for (uint32_t i = 1; i < p.count; i++)
		lits_push(e, &l, circuit_implies(e->c, p.has[i], p.has[i - 1]));
	return circuit_all(e->c, l.at, l.count);
}

/* It has exactly k elements. */
static lit has_size(enc e, const struct places *p, uint32_t k)
{
	if (k > p->count) return LIT_FALSE;
	lit enough = k == 0 ? LIT_TRUE : p->has[k - 1];
	return k == p->count ? enough : circuit_and(e->c, enough, -p->has[k]);
}

static struct number *size_of(enc e, const struct places *p)
{
	wide *v = ARENA_ARRAY(&e->arena, p->count + 1, wide);
	lit *is = ARENA_ARRAY(&e->arena, p->count + 1, lit);
	for (uint32_t k = 0; k <= p->count; k++) {
		v[k] = k;
		is[k] = has_size(e, p, k);
	}
	return number_choice(&e->numbers, v, is, p->count + 1);
}

static struct sym *last(enc e, const struct places *p, const struct type *t)
{
	struct parts out = {0};
	for (uint32_t k = 1; k <= p->count; k++) parts_push(e, &out, p->at[k - 1], has_size(e, p, k));
	return sym_select(e, t, &out);
}

/* Without the first `by` places. */
static struct places shifted(enc e, const struct places *p, uint32_t by)
{
	struct places out;
	places_new(e, &out, p->count > by ? p->count - by : 0);
	for (uint32_t i = 0; i < out.count; i++) {
		out.at[i] = p->at[i + by];
		out.has[i] = p->has[i + by];
	}
	return out;
}

static struct places front(enc e, const struct places *p)
{
	struct places out;
	places_new(e, &out, p->count ? p->count - 1 : 0);
	for (uint32_t i = 0; i < out.count; i++) {
		out.at[i] = p->at[i];
		out.has[i] = p->has[i + 1];
	}
	return out;
}

static struct places reversed(enc e, const struct places *p, const struct type *t)
{
	struct places out;
	places_new(e, &out, p->count);
	for (uint32_t i = 0; i < p->count; i++) {
		struct parts from = {0};
		for (uint32_t k = i + 1; k <= p->count; k++) /* of size k: place i+1 is k-i */
			parts_push(e, &from, p->at[k - 1 - i], has_size(e, p, k));
		out.at[i] = sym_select(e, t, &from);
		out.has[i] = p->has[i];
	}
	return out;
}

struct places places_concatenated(enc e, const struct places *a, const struct places *b,
                                  const struct type *t)
{
	struct places out;
	places_new(e, &out, a->count + b->count);
	for (uint32_t i = 0; i < out.count; i++) {
		struct parts from = {0};
		if (i < a->count) parts_push(e, &from, a->at[i], a->has[i]);
		for (uint32_t k = 0; k <= i && k <= a->count; k++) /* a has k elements */
			if (i - k < b->count)
				parts_push(e, &from, b->at[i - k],
				           circuit_and(e->c, has_size(e, a, k), b->has[i - k]));
		out.has[i] = circuit_any(e->c, from.is, from.count);
		out.at[i] = sym_select(e, t, &from);
	}
	return out;
}

struct places places_single(enc e, struct sym *x, lit has)
{
	struct places p;
	places_new(e, &p, 1);
	p.at[0] = x;
	p.has[0] = has;
	return p;
}

/* The first n elements, or all but those. */
static struct sym *cut(enc e, const struct node *n, const struct places *p, struct number *at,
                       lit *defined)
{
	lit fits = circuit_and(e->c, number_at_least(&e->numbers, at, 0),
	                       number_less_equal(&e->numbers, at, size_of(e, p)));
	struct parts out = {0};
	*defined = circuit_and(e->c, *defined, fits);
	if (n->op == OP_RESTRICT_TAIL) {
		for (uint32_t k = 0; k <= p->count; k++) {
			struct places rest = shifted(e, p, k);
			parts_push(e, &out, places_sequence(e, &rest, n->type), number_is(&e->numbers, at, k));
		}
		return sym_select(e, n->type, &out);
	}
	struct places first;
	places_new(e, &first, p->count);
	for (uint32_t i = 0; i < p->count; i++) {
		first.at[i] = p->at[i];
		first.has[i] = circuit_and(e->c, p->has[i], number_at_least(&e->numbers, at, i + 1));
	}
	return places_sequence(e, &first, n->type);
}

/* conc(s): the sequences of s one after the other */
static struct sym *conc(enc e, const struct node *n, const struct places *of, lit *defined)
{
	struct places all;
	places_new(e, &all, 0);
	for (uint32_t i = 0; i < of->count; i++) {
		struct places next;
		if (of->at[i]->kind == SYM_UNDEFINED) continue;
		lit ok = sequence_is(e, of->at[i], n->type, n->pos);
		*defined = circuit_and(e->c, *defined, circuit_implies(e->c, of->has[i], ok));
		places_of(e, of->at[i], n->type, n->pos, &next);
		for (uint32_t k = 0; k < next.count; k++)
			next.has[k] = circuit_and(e->c, next.has[k], of->has[i]);
		all = places_concatenated(e, &all, &next, n->type->a->b);
	}
	return places_sequence(e, &all, n->type);
}

void places_must_be(enc e, struct sym *s, const struct type *t, struct pos pos, lit *defined,
                    struct places *out)
{
	*defined = circuit_and(e->c, *defined, sequence_is(e, s, t, pos));
	if (s->kind == SYM_UNDEFINED) places_new(e, out, 0);
	else places_of(e, s, t, pos, out);
}

static void must_have_one(enc e, const struct places *p, lit *defined)
{
	*defined = circuit_and(e->c, *defined, p->count ? p->has[0] : LIT_FALSE);
}

struct sym *sequence_operator(enc e, const struct node *n, struct sym **a, lit *defined)
{
	struct places p, q;
	bool is_front = n->op == OP_INSERT_FRONT;
	places_must_be(e, a[is_front], n->kid[is_front]->type, n->pos, defined, &p);
	if (*defined == LIT_FALSE) return e->undefined;
	const struct type *t = n->kid[is_front]->type->a->b;
	switch (n->op) {
	case OP_SIZE: return sym_number(e, size_of(e, &p));
	case OP_FIRST: must_have_one(e, &p, defined); return p.count ? p.at[0] : e->undefined;
	case OP_LAST: must_have_one(e, &p, defined); return last(e, &p, t);
	case OP_FRONT:
		must_have_one(e, &p, defined);
		p = front(e, &p);
		return places_sequence(e, &p, n->type);
	case OP_TAIL:
		must_have_one(e, &p, defined);
		p = shifted(e, &p, 1);
		return places_sequence(e, &p, n->type);
	case OP_REV: p = reversed(e, &p, t); return places_sequence(e, &p, n->type);
	case OP_CONCAT:
		places_must_be(e, a[1], n->kid[1]->type, n->pos, defined, &q);
		p = places_concatenated(e, &p, &q, t);
		return places_sequence(e, &p, n->type);
	case OP_INSERT_FRONT:
		q = places_single(e, a[0], LIT_TRUE);
		p = places_concatenated(e, &q, &p, t);
		return places_sequence(e, &p, n->type);
	case OP_INSERT_TAIL:
		q = places_single(e, a[1], LIT_TRUE);
		p = places_concatenated(e, &p, &q, t);
		return places_sequence(e, &p, n->type);
	case OP_RESTRICT_FRONT:
	case OP_RESTRICT_TAIL: return cut(e, n, &p, sym_to_number(e, a[1]), defined);
	case OP_CONC: return conc(e, n, &p, defined);
	default:
		diag_fatal(__FILE__, __LINE__, "%s is not an operator on sequences", op_info(n->op)->tag);
	}
}
