/* Function application. */
#include "encode/formula/formula.h"

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

/* The image of those that fit: if several do, their images must be equal, and the first one counts. */
static struct sym *apply_fit(enc e, struct parts *fit, bool is_function, const struct type *t,
                             lit *defined)
{
	struct lits conflicts = {0};
	lit any = circuit_any(e->c, fit->is, fit->count), before = LIT_FALSE;
	for (uint32_t i = 0; !is_function && i < fit->count; i++)
		for (uint32_t k = 0; k < i; k++) {
			lit both = circuit_and(e->c, fit->is[i], fit->is[k]);
			if (both == LIT_FALSE) continue;
			lit same = sym_equal(e, fit->at[i], fit->at[k], t->a->b);
			lits_push(e, &conflicts, circuit_and(e->c, both, -same));
		}
	lit one = -circuit_any(e->c, conflicts.at, conflicts.count);
	*defined = circuit_and(e->c, *defined, circuit_and(e->c, any, one));
	for (uint32_t i = 0; !is_function && i < fit->count; i++) {
		lit is = fit->is[i];
		fit->is[i] = circuit_and(e->c, is, -before);
		before = circuit_or(e->c, before, is);
	}
	return sym_select(e, t->a->b, fit);
}

/* A known argument of rows with known keys, see row.c. */
static struct sym *apply_list(enc e, struct sym *f, value x, const struct type *t, lit *defined)
{
	struct parts fit = {0};
	for (uint32_t i = 0; i < f->count; i++)
		if (sym_first(e, f->parts[i])->ground == x)
			parts_push(e, &fit, sym_second(e, f->parts[i]), f->is[i]);
	return apply_fit(e, &fit, false, t, defined);
}

static struct sym *apply_known(enc e, struct sym *f, value x, const struct type *t, lit *defined)
{
	if (f->kind == SYM_SET) return apply_row(e, f, x, t, defined);
	if (f->kind == SYM_LIST) return apply_list(e, f, x, t, defined);
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

/* Any argument, any relation: the pairs that fit. */
static struct sym *apply_pairs(enc e, struct sym *f, struct sym *x, const struct type *t,
                               struct pos pos, lit *defined)
{
	struct parts p = {0}, fit = {0};
	bool is_function = f->kind == SYM_MAP || (f->kind == SYM_GROUND && set_as_map(e, f) != NULL);
	set_elements(e, f, t, pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		enc_tick(e, pos);
		lit here = sym_equal(e, sym_first(e, p.at[i]), x, t->a->a);
		lit both = circuit_and(e->c, p.is[i], here);
		if (both != LIT_FALSE) parts_push(e, &fit, sym_second(e, p.at[i]), both);
	}
	return apply_fit(e, &fit, is_function, t, defined);
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
	if (f->kind == SYM_LIST && !row_is_list(e, f)) return apply_pairs(e, f, x, t, pos, defined);
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
