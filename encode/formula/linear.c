/* Integers without bounds, in relaxed encoding. Comparisons become linear constraints over leaves:
 * unbounded names, and terms that are not looked into, equal ones alike. A system A x <= b that has an
 * integer solution has one within (n+1) D, where D bounds the subdeterminants of [A b] (Schrijver,
 * Theory of Linear and Integer Programming, theorem 17.1). Rows that are differences of two leaves
 * form a network matrix, whose subdeterminants are 0, 1 and -1, so that only the others count, each
 * with the sum of its coefficients (as in Seshia and Bryant, LICS 2004). Leaves range over more than
 * that: what has no solution then has none at all. */
#include "encode/formula/relax.h"

static const wide REACH = LINEAR_REACH;                 /* of a leaf */
static const wide MOST_CONSTANT = LINEAR_MOST_CONSTANT; /* of coefficients and constants */

bool linear_add_leaf(struct linear_form *f, wide factor, struct number *leaf)
{
	uint32_t i = 0;
	while (i < f->count && f->terms[i].leaf != leaf) i++;
	if (i == LINEAR_TERMS) return false;
	if (i == f->count) f->terms[f->count++] = (struct linear_term){0, leaf};
	f->terms[i].factor += factor;
	wide sum = f->terms[i].factor;
	return sum <= MOST_CONSTANT && sum >= -MOST_CONSTANT;
}

/* ---- leaves -------------------------------------------------------------------------------------- */

struct number *linear_leaf(enc e, const struct node *n, wide low, wide high)
{
	struct leaf l = {n, number_fresh(&e->numbers, low, high, 0)};
	VEC_PUSH(&e->relaxed.leaves, l);
	return l.number;
}

static bool compare(enc e, const struct node *a, const struct node *b, wide plus, bool is_equal,
                    lit *out);

/* min({a, b}) is one of them, and none is below it. */
static void require_extreme(enc e, const struct node *n)
{
	const struct node *set = n->kid[0];
	struct lits one = {0};
	bool is_min = n->op == OP_MIN, ok = true;
	for (uint32_t i = 0; ok && i < set->count; i++) {
		lit same, fits;
		const struct node *x = set->kid[i];
		ok = compare(e, n, x, 0, true, &same) &&
		     compare(e, is_min ? n : x, is_min ? x : n, 0, false, &fits);
		if (!ok) return;
		circuit_require(e->c, fits);
		lits_push(e, &one, same);
	}
	circuit_require_any(e->c, one.at, one.count);
}

static struct number *leaf_of(enc e, const struct node *n)
{
	for (uint32_t i = 0; i < e->relaxed.leaves.count; i++)
		if (e->relaxed.leaves.at[i].node && alike_are(e->relaxed.leaves.at[i].node, n))
			return e->relaxed.leaves.at[i].number;
	if (n->op == OP_MOD || n->op == OP_DIVIDE) return linear_quotient(e, n);
	wide low = n->op == OP_CARD || n->op == OP_SIZE ? 0 : -REACH;
	struct number *x = linear_leaf(e, n, low, REACH);
	bool is_extreme = (n->op == OP_MIN || n->op == OP_MAX) && n->kid[0]->op == OP_SET;
	if (is_extreme) require_extreme(e, n);
	return x;
}

/* ---- forms ----------------------------------------------------------------------------------------- */

/* A number that does not depend on unbounded names. */
bool linear_constant(enc e, const struct node *n, wide *out)
{
	const struct info *info = enc_info(e, n);
	for (uint32_t i = 0; i < info->count; i++)
		if (map_get(&e->relaxed.cut_names, info->free[i])) return false;
	if (!enc_is_ground(e, n)) return false;
	value v = eval_expression(e->eval, n);
	if (v == VALUE_NONE || eval_was_cut(e->eval)) return false;
	return value_to_wide(e->s, v, out) && *out <= MOST_CONSTANT && *out >= -MOST_CONSTANT;
}

/* A name with candidates that are not cut keeps its own number. */
static struct number *known_number(enc e, const struct node *n)
{
	if (n->op != OP_ID || !n->decl || map_get(&e->relaxed.cut_names, n->decl)) return NULL;
	struct sym *s = enc_bound(e, n->decl);
	bool is_small = s && s->kind == SYM_INTEGER && s->number->low >= -MOST_CONSTANT &&
	                s->number->high <= MOST_CONSTANT;
	return is_small ? s->number : NULL;
}

static bool add_scaled(enc e, struct linear_form *f, const struct node *n, wide factor, bool *out)
{
	wide c;
	for (uint32_t i = 0; i < 2; i++) {
		if (!linear_constant(e, n->kid[i], &c)) continue;
		*out = (c * factor <= MOST_CONSTANT && c * factor >= -MOST_CONSTANT) &&
		       linear_add(e, f, n->kid[1 - i], c * factor);
		return true;
	}
	return false;
}

bool linear_add(enc e, struct linear_form *f, const struct node *n, wide factor)
{
	wide c;
	bool ok;
	if (linear_constant(e, n, &c)) {
		f->constant += factor * c;
		return f->constant <= MOST_CONSTANT && f->constant >= -MOST_CONSTANT;
	}
	switch (n->op) {
	case OP_ADD: return linear_add(e, f, n->kid[0], factor) && linear_add(e, f, n->kid[1], factor);
	case OP_MINUS:
		return linear_add(e, f, n->kid[0], factor) && linear_add(e, f, n->kid[1], -factor);
	case OP_NEGATE: return linear_add(e, f, n->kid[0], -factor);
	case OP_TIMES:
		if (add_scaled(e, f, n, factor, &ok)) return ok;
		if (linear_add_product(e, f, n, factor)) return true;
		break;
	case OP_POWER:
		if (linear_add_product(e, f, n, factor)) return true;
		break;
	default: break;
	}
	struct number *known = known_number(e, n);
	return linear_add_leaf(f, factor, known ? known : leaf_of(e, n));
}

/* ---- constraints ----------------------------------------------------------------------------------- */

/* What a constraint contributes to the bound: a factor if it is more than a difference of leaves, and
 * the size of its constant, with numbers that are not leaves. */
static void count_row(enc e, const struct linear_form *f)
{
	wide size = f->constant < 0 ? -f->constant : f->constant, weight = 0;
	uint32_t leaves = 0;
	bool is_plain = true, has_plus = false, has_minus = false;
	for (uint32_t i = 0; i < f->count; i++) {
		wide a = f->terms[i].factor, absolute = a < 0 ? -a : a;
		const struct number *x = f->terms[i].leaf;
		bool is_leaf = x->high >= REACH;
		if (!a) continue;
		if (!is_leaf) {
			wide low = x->low < 0 ? -x->low : x->low, high = x->high < 0 ? -x->high : x->high;
			size += absolute * (low > high ? low : high);
			continue;
		}
		leaves++;
		weight += absolute;
		is_plain &= absolute == 1;
		if (a > 0) has_plus = true;
		else has_minus = true;
	}
	bool is_difference = is_plain && (leaves < 2 || (leaves == 2 && has_plus && has_minus));
	if (!is_difference) e->relaxed.linear_weight *= (double)weight;
	if ((double)size > e->relaxed.linear_constant) e->relaxed.linear_constant = (double)size;
}

bool linear_is_bounded(enc e)
{
	double n = (double)e->relaxed.leaves.count + 2;
	return n * n * (e->relaxed.linear_constant + 2) * e->relaxed.linear_weight < (double)REACH;
}

static struct number *side(enc e, const struct linear_form *f, int sign)
{
	wide c = sign > 0 && f->constant > 0   ? f->constant
	         : sign < 0 && f->constant < 0 ? -f->constant
	                                       : 0;
	struct number *sum = number_constant(&e->numbers, c);
	for (uint32_t i = 0; i < f->count; i++) {
		wide a = f->terms[i].factor * sign;
		if (a <= 0) continue;
		struct number *x = f->terms[i].leaf;
		if (a > 1) x = number_multiply(&e->numbers, number_constant(&e->numbers, a), x);
		sum = number_add(&e->numbers, sum, x);
	}
	return sum;
}

/* The form is at most 0, or is 0. */
static bool row(enc e, const struct linear_form *f, bool is_equal, lit *out)
{
	struct number *left = side(e, f, 1), *right = side(e, f, -1);
	if (e->numbers.is_too_large) {
		e->numbers.is_too_large = false;
		return false;
	}
	*out = is_equal ? number_equal(&e->numbers, left, right)
	                : number_less_equal(&e->numbers, left, right);
	return true;
}

bool linear_at_most_zero(enc e, const struct linear_form *f, lit *out)
{
	count_row(e, f);
	return row(e, f, false, out);
}

/* a <= b, or a = b */
static bool compare(enc e, const struct node *a, const struct node *b, wide plus, bool is_equal,
                    lit *out)
{
	struct linear_form f = {.constant = plus};
	if (!linear_add(e, &f, a, 1) || !linear_add(e, &f, b, -1)) return false;
	count_row(e, &f);
	return row(e, &f, is_equal, out);
}

/* bound <= a */
bool linear_at_least(enc e, const struct node *a, wide bound, lit *out)
{
	struct linear_form f = {.constant = -bound};
	if (!linear_add(e, &f, a, 1)) return false;
	count_row(e, &f);
	*out = number_less_equal(&e->numbers, side(e, &f, -1), side(e, &f, 1));
	return true;
}

static bool is_in(enc e, const struct node *x, const struct node *set, lit *out)
{
	lit low = LIT_TRUE, high = LIT_TRUE, above;
	switch (set->op) {
	case OP_NATURAL_SET: return linear_at_least(e, x, 0, out);
	case OP_NATURAL1_SET: return linear_at_least(e, x, 1, out);
	case OP_INTERVAL:
		if (!compare(e, set->kid[0], x, 0, false, &low)) return false;
		if (!compare(e, x, set->kid[1], 0, false, &high)) return false;
		break;
	case OP_INT_SET:
	case OP_NAT_SET:
	case OP_NAT1_SET:
		if (!linear_at_least(e, x, set->op == OP_INT_SET ? e->u->minint : set->op == OP_NAT1_SET,
		                     &low))
			return false;
		if (!linear_at_least(e, x, (wide)e->u->maxint + 1, &above)) return false;
		high = -above;
		break;
	default: return false;
	}
	*out = circuit_and(e->c, low, high);
	return true;
}

bool linear_atom(enc e, const struct node *n, struct truth_pair *out)
{
	lit l;
	bool ok, is_negated = n->op == OP_NOT_EQUAL || n->op == OP_NOT_MEMBER;
	if (n->count != 2 || !n->kid[0]->type || n->kid[0]->type->kind != TYPE_INTEGER) return false;
	switch (n->op) {
	case OP_EQUAL:
	case OP_NOT_EQUAL: ok = compare(e, n->kid[0], n->kid[1], 0, true, &l); break;
	case OP_LESS: ok = compare(e, n->kid[0], n->kid[1], 1, false, &l); break;
	case OP_LESS_EQUAL: ok = compare(e, n->kid[0], n->kid[1], 0, false, &l); break;
	case OP_GREATER: ok = compare(e, n->kid[1], n->kid[0], 1, false, &l); break;
	case OP_GREATER_EQUAL: ok = compare(e, n->kid[1], n->kid[0], 0, false, &l); break;
	case OP_MEMBER:
	case OP_NOT_MEMBER: ok = is_in(e, n->kid[0], n->kid[1], &l); break;
	default: return false;
	}
	if (!ok) return false;
	if (n->op == OP_EQUAL || n->op == OP_NOT_EQUAL) /* which says nothing where they differ */
		circuit_require_any(e->c, (lit[]){-l, residue_may_be_equal(e, n->kid[0], n->kid[1])}, 2);
	if (is_negated) l = -l;
	lit defined = enc_info(e, n)->may_fail ? circuit_input(e->c) : LIT_TRUE;
	*out = truth_of(e, l, defined);
	return true;
}
