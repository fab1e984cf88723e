/* Operators on sets: union, product, minimum, generalised union, ... */
#include "encode/formula/formula.h"

static struct sym *union_of(enc e, const struct node *n, struct sym **a)
{
	struct parts p = {0};
	for (uint32_t i = 0; i < 2; i++) set_elements(e, a[i], n->type, n->pos, &p);
	return set_of_parts(e, &p, n->type);
}

/* The elements of a that are (not) in b. */
static struct sym *filter(enc e, const struct node *n, struct sym *a, struct sym *b, bool keeps,
                          lit *defined)
{
	struct parts p = {0};
	set_elements(e, a, n->type, n->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		enc_tick(e, n->pos);
		lit in = described_ask(e, p.at[i], b, n->type, p.is[i], n->pos, defined);
		p.is[i] = circuit_and(e->c, p.is[i], keeps ? in : -in);
	}
	return set_of_parts(e, &p, n->type);
}

static uint64_t size_of(enc e, struct sym *s)
{
	if (sym_is_lazy(e, s)) return UINT64_MAX;
	return s->kind == SYM_GROUND ? value_count(e->s, s->ground) : s->count;
}

static struct sym *product(enc e, const struct node *n, struct sym **a)
{
	struct parts x = {0}, y = {0}, out = {0};
	set_elements(e, a[0], n->kid[0]->type, n->pos, &x);
	set_elements(e, a[1], n->kid[1]->type, n->pos, &y);
	for (uint32_t i = 0; i < x.count; i++)
		for (uint32_t k = 0; k < y.count; k++) {
			enc_tick(e, n->pos);
			parts_push(e, &out, sym_pair(e, x.at[i], y.at[k]), circuit_and(e->c, x.is[i], y.is[k]));
		}
	return set_of_parts(e, &out, n->type);
}

/* ---- minimum and maximum ----------------------------------------------------------------------- */

static struct number *extreme(enc e, struct number *a, struct number *b, bool is_max)
{
	return is_max ? number_maximum(&e->numbers, a, b) : number_minimum(&e->numbers, a, b);
}

/* Elements that are known: v if it is in the set, and none beyond it. */
static struct sym *extreme_of_set(enc e, struct sym *s, bool is_max)
{
	struct cases out = {0};
	lit beyond = LIT_FALSE;
	struct cases sorted = {0};
	for (uint32_t i = 0; i < s->count; i++) cases_push(e, &sorted, s->values[i], s->is[i]);
	for (uint32_t i = 1; i < sorted.count; i++) /* mostly in order already */
		for (uint32_t k = i;
		     k > 0 && value_compare(e->s, sorted.values[k], sorted.values[k - 1]) < 0; k--) {
			value v = sorted.values[k];
			lit is = sorted.is[k];
			sorted.values[k] = sorted.values[k - 1];
			sorted.is[k] = sorted.is[k - 1];
			sorted.values[k - 1] = v;
			sorted.is[k - 1] = is;
		}
	for (uint32_t i = 0; i < sorted.count; i++) {
		uint32_t at = is_max ? sorted.count - 1 - i : i;
		cases_push(e, &out, sorted.values[at], circuit_and(e->c, sorted.is[at], -beyond));
		beyond = circuit_or(e->c, beyond, sorted.is[at]);
	}
	return sym_of_cases(e, NULL, &out);
}

static struct sym *extreme_of_list(enc e, const struct parts *p, bool is_max)
{
	struct number *best = NULL;
	lit any = LIT_FALSE;
	for (uint32_t i = 0; i < p->count; i++) {
		struct number *x = sym_to_number(e, p->at[i]);
		if (!best) {
			best = x;
		} else {
			struct number *both = extreme(e, best, x, is_max);
			best = number_ite(&e->numbers, p->is[i], number_ite(&e->numbers, any, both, x), best);
		}
		any = circuit_or(e->c, any, p->is[i]);
	}
	return best ? sym_number(e, best) : e->undefined;
}

static struct sym *bound(enc e, const struct node *n, struct sym *s, lit *defined)
{
	bool is_max = n->op == OP_MAX;
	const struct type *t = n->kid[0]->type;
	*defined = circuit_and(e->c, *defined, -set_is_empty(e, s, t, n->pos));
	if (*defined == LIT_FALSE) return e->undefined;
	if (s->kind == SYM_SET) return extreme_of_set(e, s, is_max);
	struct parts p = {0};
	set_elements(e, s, t, n->pos, &p);
	return extreme_of_list(e, &p, is_max);
}

/* ---- sets of sets ------------------------------------------------------------------------------ */

static struct sym *general_union(enc e, const struct node *n, struct sym *sets)
{
	struct parts p = {0}, out = {0};
	set_elements(e, sets, n->kid[0]->type, n->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		struct parts of = {0};
		set_elements(e, p.at[i], n->type, n->pos, &of);
		for (uint32_t k = 0; k < of.count; k++)
			parts_push(e, &out, of.at[k], circuit_and(e->c, p.is[i], of.is[k]));
	}
	return set_of_parts(e, &out, n->type);
}

static struct sym *general_inter(enc e, const struct node *n, struct sym *sets, lit *defined)
{
	struct parts p = {0};
	set_elements(e, sets, n->kid[0]->type, n->pos, &p);
	*defined = circuit_and(e->c, *defined, circuit_any(e->c, p.is, p.count));
	struct sym *all = general_union(e, n, sets);
	struct parts out = {0};
	set_elements(e, all, n->type, n->pos, &out);
	for (uint32_t k = 0; k < out.count; k++) {
		struct lits l = {0};
		enc_tick(e, n->pos);
		lits_push(e, &l, out.is[k]);
		for (uint32_t i = 0; i < p.count; i++) {
			lit in = set_has(e, out.at[k], p.at[i], n->type, n->pos);
			lits_push(e, &l, circuit_implies(e->c, p.is[i], in));
		}
		out.is[k] = circuit_all(e->c, l.at, l.count);
	}
	return set_of_parts(e, &out, n->type);
}

/* ---- intervals --------------------------------------------------------------------------------- */

static struct sym *interval(enc e, const struct node *n, struct sym **a)
{
	struct number *low = sym_to_number(e, a[0]), *high = sym_to_number(e, a[1]);
	struct cases out = {0};
	if (high->high - low->low > e->limits.most_candidates) return described_of(e, n);
	/* all of this is asked below: one after the other it would be a clause for each pair of numbers */
	number_order(&e->numbers, low);
	number_order(&e->numbers, high);
	for (wide v = low->low; v <= high->high; v++) {
		enc_tick(e, n->pos);
		cases_push(e, &out, value_wide(e->s, v),
		           circuit_and(e->c, -number_at_least(&e->numbers, low, v + 1),
		                       number_at_least(&e->numbers, high, v)));
	}
	return set_of_cases(e, &out);
}

struct sym *set_operator(enc e, const struct node *n, struct sym **a, lit *defined)
{
	switch (n->op) {
	case OP_UNION: return union_of(e, n, a);
	case OP_INTER:
		return size_of(e, a[1]) < size_of(e, a[0]) ? filter(e, n, a[1], a[0], true, defined)
		                                           : filter(e, n, a[0], a[1], true, defined);
	case OP_DIFFERENCE: return filter(e, n, a[0], a[1], false, defined);
	case OP_PRODUCT: return product(e, n, a);
	case OP_CARD: return sym_number(e, set_card(e, a[0], n->kid[0]->type, n->pos));
	case OP_MIN:
	case OP_MAX: return bound(e, n, a[0], defined);
	case OP_GENERAL_UNION: return general_union(e, n, a[0]);
	case OP_GENERAL_INTER: return general_inter(e, n, a[0], defined);
	case OP_INTERVAL: return interval(e, n, a);
	default: diag_fatal(__FILE__, __LINE__, "%s is not an operator on sets", op_info(n->op)->tag);
	}
}
