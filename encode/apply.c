/* Function application, closure and iteration. */
#include "encode/sym.h"

/* ---- application ------------------------------------------------------------------------------- */

/* A known argument of a relation of known pairs. */
static struct sym *apply_row(enc e, struct sym *r, value x, const struct type *t, lit *defined)
{
	const struct rows *rows = relation_rows(e, r);
	struct cases c = {0};
	for (uint32_t i = relation_row(rows, x); i < rows->count && rows->first[i] == x; i++)
		cases_push(e, &c, rows->second[i], rows->is[i]);
	lit one = circuit_exactly_one(e->c, c.is, c.count);
	*defined = circuit_and(e->c, *defined, one);
	if (*defined == LIT_FALSE) return e->undefined;
	/* a choice of several at once would contradict itself, see circuit_select */
	for (uint32_t i = 0; i < c.count; i++) c.is[i] = circuit_and(e->c, c.is[i], one);
	return sym_of_cases(e, t->a->b, &c);
}

static struct sym *apply_known(enc e, struct sym *f, value x, const struct type *t, lit *defined)
{
	if (f->kind == SYM_SET) return apply_row(e, f, x, t, defined);
	if (f->kind == SYM_MAP) {
		uint32_t i = sym_find(f, x);
		if (i != UINT32_MAX) {
			*defined = circuit_and(e->c, *defined, f->is[i]);
			return f->parts[i];
		}
	} else {
		struct algebra_failure why = {0};
		value v = algebra_call(e->s, f->ground, x, &why);
		if (v != VALUE_NONE) return sym_ground(e, v);
	}
	*defined = LIT_FALSE;
	return e->undefined;
}

/* An argument of few cases. */
static struct sym *apply_cases(enc e, struct sym *f, const struct cases *c, const struct type *t,
                               lit *defined)
{
	struct parts images = {0};
	struct lits ok = {0};
	for (uint32_t i = 0; i < c->count; i++) {
		lit here = LIT_TRUE;
		struct sym *y = apply_known(e, f, c->values[i], t, &here);
		parts_push(e, &images, y, circuit_and(e->c, c->is[i], here));
		lits_push(e, &ok, images.is[i]);
	}
	*defined = circuit_and(e->c, *defined, circuit_any(e->c, ok.at, ok.count));
	return sym_select(e, t->a->b, &images);
}

/* Any argument, any relation: the pairs that fit; if several do, their images must be equal. */
static struct sym *apply_pairs(enc e, struct sym *f, struct sym *x, const struct type *t,
                               struct pos pos, lit *defined)
{
	struct parts p = {0}, fit = {0};
	struct lits conflicts = {0};
	bool is_function = f->kind == SYM_MAP || f->kind == SYM_GROUND;
	set_elements(e, f, t, pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		enc_tick(e, pos);
		lit here = sym_equal(e, sym_first(e, p.at[i]), x, t->a->a);
		lit both = circuit_and(e->c, p.is[i], here);
		if (both != LIT_FALSE) parts_push(e, &fit, sym_second(e, p.at[i]), both);
	}
	lit any = circuit_any(e->c, fit.is, fit.count), before = LIT_FALSE;
	if (f->kind == SYM_GROUND) is_function = set_as_map(e, f) != NULL;
	for (uint32_t i = 0; !is_function && i < fit.count; i++)
		for (uint32_t k = 0; k < i; k++) {
			lit all[3] = {fit.is[i], fit.is[k], -sym_equal(e, fit.at[i], fit.at[k], t->a->b)};
			lits_push(e, &conflicts, circuit_all(e->c, all, 3));
		}
	lit one = -circuit_any(e->c, conflicts.at, conflicts.count);
	*defined = circuit_and(e->c, *defined, circuit_and(e->c, any, one));
	for (uint32_t i = 0; !is_function && i < fit.count; i++) { /* the first one counts */
		lit is = fit.is[i];
		fit.is[i] = circuit_and(e->c, is, -before);
		before = circuit_or(e->c, before, is);
	}
	return sym_select(e, t->a->b, &fit);
}

struct sym *relation_apply(enc e, struct sym *f, struct sym *x, const struct type *t,
                           struct pos pos, lit *defined)
{
	struct cases c = {0};
	if (f->kind == SYM_UNDEFINED || x->kind == SYM_UNDEFINED) {
		*defined = LIT_FALSE;
		return e->undefined;
	}
	if (sym_is_lazy(e, f)) return described_apply(e, f, x, pos, defined);
	if (f->kind == SYM_LIST) return apply_pairs(e, f, x, t, pos, defined);
	if (x->kind == SYM_GROUND && !value_has_lazy(e->s, x->ground))
		return apply_known(e, f, x->ground, t, defined);
	if (sym_cases(e, x, SYM_MOST_PRODUCT, &c)) return apply_cases(e, f, &c, t, defined);
	return apply_pairs(e, f, x, t, pos, defined);
}

lit relation_is_functional(enc e, struct sym *r, const struct type *t, struct pos pos)
{
	struct lits ok = {0};
	if (r->kind == SYM_MAP) return LIT_TRUE;
	if (r->kind == SYM_GROUND && !sym_is_lazy(e, r)) return set_as_map(e, r) ? LIT_TRUE : LIT_FALSE;
	if (r->kind == SYM_SET) {
		const struct rows *rows = relation_rows(e, r);
		for (uint32_t i = 0; i < rows->count;) {
			uint32_t from = i;
			while (i < rows->count && rows->first[i] == rows->first[from]) i++;
			lits_push(e, &ok, circuit_at_most_one(e->c, rows->is + from, i - from));
		}
		return circuit_all(e->c, ok.at, ok.count);
	}
	struct parts p = {0};
	set_elements(e, r, t, pos, &p);
	for (uint32_t i = 0; i < p.count; i++)
		for (uint32_t k = 0; k < i; k++) {
			enc_tick(e, pos);
			lit same = sym_equal(e, sym_first(e, p.at[i]), sym_first(e, p.at[k]), t->a->a);
			if (same == LIT_FALSE) continue;
			lit all[4] = {p.is[i], p.is[k], same,
			              -sym_equal(e, sym_second(e, p.at[i]), sym_second(e, p.at[k]), t->a->b)};
			lits_push(e, &ok, -circuit_all(e->c, all, 4));
		}
	return circuit_all(e->c, ok.at, ok.count);
}

/* ---- closure ----------------------------------------------------------------------------------- */

/* A square matrix over the elements that occur. */
struct square {
	value *nodes; /* sorted */
	uint32_t size;
	lit *at; /* row by row */
};

static uint32_t place(const struct square *m, value v)
{
	uint32_t from = 0, to = m->size;
	while (from < to) {
		uint32_t mid = from + (to - from) / 2;
		if (m->nodes[mid] < v) from = mid + 1;
		else to = mid;
	}
	return from;
}

static void square_of(enc e, const struct cases *pairs, struct square *m)
{
	struct cases nodes = {0};
	for (uint32_t i = 0; i < pairs->count; i++) {
		cases_push(e, &nodes, value_first(e->s, pairs->values[i]), LIT_TRUE);
		cases_push(e, &nodes, value_second(e->s, pairs->values[i]), LIT_TRUE);
	}
	cases_merge(e, &nodes);
	m->nodes = nodes.values;
	m->size = nodes.count;
	m->at = ARENA_ARRAY(&e->arena, (size_t)m->size * m->size, lit);
	for (size_t i = 0; i < (size_t)m->size * m->size; i++) m->at[i] = LIT_FALSE;
	for (uint32_t i = 0; i < pairs->count; i++) {
		uint32_t row = place(m, value_first(e->s, pairs->values[i]));
		uint32_t column = place(m, value_second(e->s, pairs->values[i]));
		m->at[(size_t)row * m->size + column] = pairs->is[i];
	}
}

/* Warshall's algorithm: with nodes 0..k as stops between. Fewer gates than iterated squaring. */
static void warshall(enc e, struct square *m, struct pos pos)
{
	size_t n = m->size;
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < n; i++) {
			lit ik = m->at[i * n + k];
			if (ik == LIT_FALSE || i == k) continue;
			enc_tick(e, pos);
			for (size_t j = 0; j < n; j++) {
				if (j == k) continue;
				lit step = circuit_and(e->c, ik, m->at[k * n + j]);
				m->at[i * n + j] = circuit_or(e->c, m->at[i * n + j], step);
			}
		}
}

static struct sym *closure1(enc e, const struct node *n, struct sym *r)
{
	struct sym *matrix = set_as_matrix(e, r, n->type);
	struct cases pairs = {0}, out = {0};
	struct parts p = {0};
	if (!matrix)
		enc_stop(e, EVAL_LIMIT, n->pos, "the closure of a relation with too many possible pairs");
	set_elements(e, matrix, n->type, n->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) cases_push(e, &pairs, p.at[i]->ground, p.is[i]);
	struct square m;
	square_of(e, &pairs, &m);
	warshall(e, &m, n->pos);
	for (uint32_t i = 0; i < m.size; i++)
		for (uint32_t k = 0; k < m.size; k++)
			if (m.at[(size_t)i * m.size + k] != LIT_FALSE)
				cases_push(e, &out, value_pair(e->s, m.nodes[i], m.nodes[k]),
				           m.at[(size_t)i * m.size + k]);
	return set_of_cases(e, &out);
}

/* The identity on the type if that is finite, else on the elements of r (as in eval/). */
static struct sym *reflexive_part(enc e, const struct node *n, struct sym *r)
{
	const struct type *t = n->type->a->a;
	struct cases carrier = {0};
	struct parts p = {0}, out = {0};
	if (eval_type_is_finite(t)) {
		if (!fresh_type_values(e, t, NULL, 1 << 18, n->pos, &carrier))
			enc_stop(e, EVAL_LIMIT, n->pos, "the identity on a type with too many values");
		for (uint32_t i = 0; i < carrier.count; i++)
			parts_push(e, &out,
			           sym_ground(e, value_pair(e->s, carrier.values[i], carrier.values[i])),
			           LIT_TRUE);
		return set_of_parts(e, &out, n->type);
	}
	set_elements(e, r, n->type, n->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		struct sym *x = sym_first(e, p.at[i]), *y = sym_second(e, p.at[i]);
		parts_push(e, &out, sym_pair(e, x, x), p.is[i]);
		parts_push(e, &out, sym_pair(e, y, y), p.is[i]);
	}
	return set_of_parts(e, &out, n->type);
}

static struct sym *joined(enc e, const struct node *n, struct sym *a, struct sym *b)
{
	struct parts p = {0};
	set_elements(e, a, n->type, n->pos, &p);
	set_elements(e, b, n->type, n->pos, &p);
	return set_of_parts(e, &p, n->type);
}

struct sym *closure_operator(enc e, const struct node *n, struct sym *r)
{
	struct sym *s = closure1(e, n, r);
	return n->op == OP_CLOSURE1 ? s : joined(e, n, s, reflexive_part(e, n, r));
}

/* r ; r ; ... for a known number of times */
static struct sym *iterated(enc e, const struct node *n, struct sym *r, int64_t times)
{
	struct sym *power = NULL, *square = r;
	struct node *compose = node_new(&e->arena, OP_COMPOSE, n->pos, 2);
	compose->type = n->type;
	compose->kid[0] = compose->kid[1] = n->kid[0];
	for (; times > 0; times >>= 1) {
		if (times & 1) power = power ? relation_compose(e, power, square, compose) : square;
		if (times > 1) square = relation_compose(e, square, square, compose);
	}
	return power ? power : reflexive_part(e, n, r);
}

struct sym *iterate_operator(enc e, const struct node *n, struct sym **a, lit *defined)
{
	struct number *times = sym_to_number(e, a[1]);
	struct parts p = {0};
	enum { MOST_TIMES = 1000 };
	*defined = circuit_and(e->c, *defined, number_at_least(&e->numbers, times, 0));
	if (times->high - times->low > MOST_TIMES)
		enc_stop(e, EVAL_LIMIT, n->pos, "iterate with more than %d possible numbers of times",
		         MOST_TIMES);
	for (wide k = times->low < 0 ? 0 : times->low; k <= times->high; k++)
		parts_push(e, &p, iterated(e, n, a[0], (int64_t)k), number_is(&e->numbers, times, k));
	return sym_select(e, n->type, &p);
}
