/* Numbers of elements: the sets of a type cut it into regions (of a Venn diagram), each with a number of elements besides those
 * that have names; the size of a set is the sum of its regions and of what is in it by name. This is complete for
 * sets without structure (BAPA: Kuncak, Nguyen, Rinard, Deciding Boolean Algebra with Presburger Arithmetic, 2006). */
#include "search/laws/laws.h"

enum { MOST_BASES = 5, REGIONS = 1 << MOST_BASES, MOST_NAMED = 10 };

struct regions {
	const struct type *type;
	uint32_t bases[MOST_BASES], count;
	struct laws_form size[REGIONS];
	lit finite[REGIONS];
	uint32_t named[MOST_NAMED], named_count;
	lit is_first[MOST_NAMED]; /* no earlier one is equal to it */
};

lit laws_finite(struct laws *x, uint32_t set)
{
	struct set_term *s = &x->sets.at[set];
	s->is_sized = true;
	if (!s->finite) s->finite = circuit_input(x->circuit);
	return s->finite;
}

struct laws_form laws_size(struct laws *x, uint32_t set)
{
	struct set_term *s = &x->sets.at[set];
	s->is_sized = true;
	if (!s->is_counted) {
		struct laws_form none = form_number(0);
		struct laws_form size = form_fresh(x);
		x->sets.at[set].size = size;
		x->sets.at[set].is_counted = true;
		circuit_require(x->circuit, laws_at_most(x, &none, &size));
	}
	return x->sets.at[set].size;
}

/* ---- which sets ------------------------------------------------------------------------------------------ */

static bool is_made_of_others(const struct node *n)
{
	return n->op == OP_UNION || n->op == OP_INTER || n->op == OP_DIFFERENCE;
}

static bool has_no_region(const struct node *n)
{
	return n->op == OP_SET || n->op == OP_EMPTY_SET || n->op == OP_EMPTY_SEQ ||
	       eval_is_whole_type(n);
}

/* Adds the sets that it is made of; false: there are too many. */
static bool add_bases(struct laws *x, struct regions *r, const struct node *n)
{
	if (has_no_region(n)) return true;
	if (is_made_of_others(n)) return add_bases(x, r, n->kid[0]) && add_bases(x, r, n->kid[1]);
	uint32_t set = laws_set(x, n);
	for (uint32_t i = 0; i < r->count; i++)
		if (r->bases[i] == set) return true;
	if (r->count == MOST_BASES) return false;
	r->bases[r->count++] = set;
	return true;
}

/* All or none of them. */
static bool add_all(struct laws *x, struct regions *r, const struct node *a, const struct node *b)
{
	uint32_t before = r->count;
	bool fits = add_bases(x, r, a) && (!b || add_bases(x, r, b));
	if (!fits) r->count = before;
	return fits;
}

static bool is_of_type(const struct laws *x, uint32_t set, const struct type *type)
{
	return type_same(x->sets.at[set].node->type->a, type);
}

static bool is_in(const struct laws *x, const struct regions *r, const struct node *n,
                  uint32_t region)
{
	switch (n->op) {
	case OP_UNION: return is_in(x, r, n->kid[0], region) || is_in(x, r, n->kid[1], region);
	case OP_INTER: return is_in(x, r, n->kid[0], region) && is_in(x, r, n->kid[1], region);
	case OP_DIFFERENCE: return is_in(x, r, n->kid[0], region) && !is_in(x, r, n->kid[1], region);
	default: break;
	}
	if (eval_is_whole_type(n)) return true;
	for (uint32_t i = 0; i < r->count; i++)
		if (laws_are_alike(x->sets.at[r->bases[i]].node, n)) return region >> i & 1;
	return false;
}

/* ---- what follows ------------------------------------------------------------------------------------------ */

/* The set is finite if its regions are, and then its size is their sum. */
static void count_set(struct laws *x, const struct regions *r, uint32_t set)
{
	const struct node *n = laws_set_node(x, set);
	lit all = LIT_TRUE, is_finite = laws_finite(x, set);
	struct laws_form sum = form_number(0), one = form_number(1), none = form_number(0);
	for (uint32_t i = 0; i < 1u << r->count; i++)
		if (is_in(x, r, n, i)) all = circuit_and(x->circuit, all, r->finite[i]);
	laws_imply(x, is_finite, all);
	laws_imply(x, all, is_finite);
	if (!x->sets.at[set].is_counted) return;
	for (uint32_t i = 0; i < 1u << r->count; i++)
		if (is_in(x, r, n, i)) sum = form_plus(x, sum, 1, &r->size[i]);
	for (uint32_t i = 0; i < r->named_count; i++) {
		lit counts = circuit_and(x->circuit, r->is_first[i], laws_member(x, r->named[i], set));
		struct laws_form more = form_fresh(x);
		laws_imply(x, counts, laws_equal(x, &more, &one));
		laws_imply(x, -counts, laws_equal(x, &more, &none));
		sum = form_plus(x, sum, 1, &more);
	}
	laws_imply(x, is_finite, laws_equal(x, &x->sets.at[set].size, &sum));
}

static void include(struct laws *x, const struct regions *r, const struct inclusion *s)
{
	const struct node *a = laws_set_node(x, s->a), *b = laws_set_node(x, s->b);
	struct laws_form none = form_number(0);
	for (uint32_t i = 0; i < 1u << r->count; i++) {
		if (!is_in(x, r, a, i) || is_in(x, r, b, i)) continue;
		laws_imply(x, s->is, laws_at_most(x, &r->size[i], &none));
		laws_imply(x, s->is, r->finite[i]);
	}
}

static void name_elements(struct laws *x, struct regions *r)
{
	for (uint32_t i = 0; i < x->elements.count && r->named_count < MOST_NAMED; i++) {
		if (!type_same(x->elements.at[i].type, r->type)) continue;
		lit is_first = LIT_TRUE;
		for (uint32_t k = 0; k < r->named_count; k++) {
			lit same = laws_equal(x, &x->elements.at[i].is, &x->elements.at[r->named[k]].is);
			is_first = circuit_and(x->circuit, is_first, -same);
		}
		r->is_first[r->named_count] = is_first;
		r->named[r->named_count++] = i;
	}
}

static bool is_finite_type(const struct type *t)
{
	if (t->kind == TYPE_BOOL) return true;
	return t->kind == TYPE_GIVEN && t->decl->kind != DECL_FREETYPE && !t->decl->is_carrier;
}

static void make_regions(struct laws *x, struct regions *r)
{
	struct laws_form none = form_number(0);
	lit all = LIT_TRUE;
	name_elements(x, r);
	for (uint32_t i = 0; i < 1u << r->count; i++) {
		r->size[i] = form_fresh(x);
		r->finite[i] = circuit_input(x->circuit);
		all = circuit_and(x->circuit, all, r->finite[i]);
		circuit_require(x->circuit, laws_at_most(x, &none, &r->size[i]));
	}
	if (r->type->kind == TYPE_INTEGER || r->type->kind == TYPE_STRING)
		circuit_require(x->circuit, -all);
	if (is_finite_type(r->type)) circuit_require(x->circuit, all);
}

/* Are the regions those of this set, and has all that it lists a name? */
static bool is_covered(struct laws *x, const struct regions *r, const struct node *n)
{
	if (is_made_of_others(n)) return is_covered(x, r, n->kid[0]) && is_covered(x, r, n->kid[1]);
	if (n->op == OP_SET) {
		for (uint32_t i = 0; i < n->count; i++) {
			uint32_t e = laws_element(x, n->kid[i]), k = 0;
			while (k < r->named_count && r->named[k] != e) k++;
			if (k == r->named_count) return false;
		}
		return true;
	}
	struct regions same = *r;
	return add_bases(x, &same, n) && same.count == r->count;
}

static void count_type(struct laws *x, const struct type *type)
{
	struct regions r = {.type = type};
	for (uint32_t i = 0; i < x->sets.count; i++)
		if (x->sets.at[i].is_sized && is_of_type(x, i, type))
			add_all(x, &r, laws_set_node(x, i), NULL);
	for (uint32_t i = 0; i < x->inclusions.count; i++) {
		const struct inclusion *s = &x->inclusions.at[i];
		if (is_of_type(x, s->a, type))
			add_all(x, &r, laws_set_node(x, s->a), laws_set_node(x, s->b));
	}
	make_regions(x, &r);
	uint32_t count = x->sets.count;
	for (uint32_t i = 0; i < count; i++)
		if (x->sets.at[i].is_sized && is_of_type(x, i, type) &&
		    is_covered(x, &r, laws_set_node(x, i)))
			count_set(x, &r, i);
	for (uint32_t i = 0; i < x->inclusions.count; i++) {
		struct inclusion s = x->inclusions.at[i];
		if (is_of_type(x, s.a, type) && is_covered(x, &r, laws_set_node(x, s.a)) &&
		    is_covered(x, &r, laws_set_node(x, s.b)))
			include(x, &r, &s);
	}
}

/* ---- sets with structure ---------------------------------------------------------------------------------- */

static void same_size(struct laws *x, lit when, uint32_t a, uint32_t b)
{
	struct laws_form left = laws_size(x, a), right = laws_size(x, b);
	laws_imply(x, when, laws_equal(x, &left, &right));
}

/* dom(f) or ran(f) of a finite f is finite and has no more elements; as many, if f is a function (is injective). */
static void know_side(struct laws *x, uint32_t set, const struct node *f)
{
	uint32_t of = laws_set(x, f);
	lit small = laws_finite(x, set), finite = laws_finite(x, of);
	lit one_each =
	    laws_set_node(x, set)->op == OP_DOM ? laws_function(x, of) : laws_injective(x, of);
	struct laws_form here = laws_size(x, set), there = laws_size(x, of);
	laws_imply(x, finite, small);
	laws_imply(x, finite, laws_at_most(x, &here, &there));
	laws_imply_both(x, small, one_each, finite);
	same_size(x, circuit_and(x->circuit, finite, one_each), set, of);
}

static void know_interval(struct laws *x, uint32_t set, const struct node *n)
{
	struct laws_form a = laws_value(x, n->kid[0]), b = laws_value(x, n->kid[1]),
	                 none = form_number(0);
	struct laws_form size = laws_size(x, set), is = form_more(x, form_plus(x, b, -1, &a), 1);
	lit is_empty = laws_below(x, &b, &a);
	circuit_require(x->circuit, laws_finite(x, set));
	laws_imply(x, is_empty, laws_equal(x, &size, &none));
	laws_imply(x, -is_empty, laws_equal(x, &size, &is));
}

/* r[A] for a function r and a finite A */
static void know_image(struct laws *x, uint32_t set, const struct node *n)
{
	uint32_t r = laws_set(x, n->kid[0]), a = laws_set(x, n->kid[1]);
	lit small = laws_finite(x, set), finite = laws_finite(x, r), few = laws_finite(x, a);
	struct laws_form here = laws_size(x, set), of = laws_size(x, a), all = laws_size(x, r);
	laws_imply(x, finite, small);
	laws_imply(x, finite, laws_at_most(x, &here, &all));
	lit is_function = circuit_and(x->circuit, few, laws_function(x, r));
	laws_imply(x, is_function, small);
	laws_imply(x, is_function, laws_at_most(x, &here, &of));
}

static struct node *card_of(struct laws *x, const struct node *set)
{
	struct node *n = build_op(x->copies.arena, OP_CARD, set->pos, set, NULL);
	n->type = x->integer;
	return n;
}

static void know_product(struct laws *x, uint32_t set, const struct node *n)
{
	uint32_t a = laws_set(x, n->kid[0]), b = laws_set(x, n->kid[1]);
	lit both = circuit_and(x->circuit, laws_finite(x, a), laws_finite(x, b));
	laws_imply(x, both, laws_finite(x, set));
	struct node *times =
	    build_op(x->copies.arena, OP_TIMES, n->pos, card_of(x, n->kid[0]), card_of(x, n->kid[1]));
	times->type = times->kid[0]->type;
	struct laws_form size = laws_size(x, set), product = laws_value(x, times);
	laws_imply(x, both, laws_equal(x, &size, &product));
}

static void know_sequence(struct laws *x, uint32_t set)
{
	struct laws_form size = laws_size(x, set), length = laws_length(x, set);
	lit is = laws_sequence(x, set);
	laws_imply(x, is, laws_finite(x, set));
	laws_imply(x, is, laws_equal(x, &size, &length));
	laws_imply(x, is, laws_function(x, set));
}

static void know_set(struct laws *x, uint32_t set)
{
	const struct node *n = laws_set_node(x, set), *a = n->count ? n->kid[0] : NULL;
	switch (n->op) {
	case OP_DOM:
	case OP_RAN: know_side(x, set, a); break;
	case OP_INTERVAL: know_interval(x, set, n); break;
	case OP_IMAGE: know_image(x, set, n); break;
	case OP_PRODUCT: know_product(x, set, n); break;
	case OP_INVERSE:
	case OP_IDENTITY: {
		uint32_t of = laws_set(x, a);
		lit here = laws_finite(x, set), there = laws_finite(x, of);
		laws_imply(x, here, there);
		laws_imply(x, there, here);
		same_size(x, here, set, of);
		break;
	}
	case OP_POW:
	case OP_FIN: {
		lit here = laws_finite(x, set), there = laws_finite(x, laws_set(x, a));
		laws_imply(x, here, there);
		laws_imply(x, there, here);
		break;
	}
	case OP_NAT_SET:
	case OP_NAT1_SET:
	case OP_INT_SET: circuit_require(x->circuit, laws_finite(x, set)); break;
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET: circuit_require(x->circuit, -laws_finite(x, set)); break;
	default:
		if (laws_may_be_sequence(n)) know_sequence(x, set);
	}
}

/* There are not more whole numbers between the least and the greatest one. */
static void know_extremes(struct laws *x)
{
	for (uint32_t i = 0; i < x->extremes.count; i++)
		for (uint32_t k = 0; k < x->extremes.count; k++) {
			struct extreme high = x->extremes.at[i], low = x->extremes.at[k];
			if (!high.is_max || low.is_max || high.set != low.set) continue;
			struct laws_form most = form_more(x, form_plus(x, high.is, -1, &low.is), 1);
			struct laws_form size = laws_size(x, low.set);
			lit both = circuit_and(x->circuit, high.defined, low.defined);
			laws_imply(x, both, laws_finite(x, low.set));
			laws_imply(x, both, laws_at_most(x, &size, &most));
		}
}

/* Of the parts of sets, too. */
static void size_parts(struct laws *x, const struct node *n)
{
	if (is_made_of_others(n)) {
		size_parts(x, n->kid[0]);
		size_parts(x, n->kid[1]);
	} else if (has_no_region(n)) {
		laws_set(x, n); /* what it lists has a name */
	} else {
		laws_finite(x, laws_set(x, n));
	}
}

static bool is_sized_type(const struct laws *x, const struct type *type)
{
	for (uint32_t i = 0; i < x->sets.count; i++)
		if (x->sets.at[i].is_sized && is_of_type(x, i, type)) return true;
	return false;
}

/* Sets that are compared with those that have sizes. */
static void size_compared(struct laws *x)
{
	for (uint32_t i = 0; i < x->inclusions.count && !x->gives_up; i++) {
		struct inclusion s = x->inclusions.at[i];
		if (!is_sized_type(x, laws_set_node(x, s.a)->type->a)) continue;
		size_parts(x, laws_set_node(x, s.a));
		size_parts(x, laws_set_node(x, s.b));
	}
}

static void know_all(struct laws *x)
{
	for (uint32_t i = 0; i < x->sets.count && !x->gives_up; i++) {
		if (!x->sets.at[i].is_sized || x->sets.at[i].is_known) continue;
		x->sets.at[i].is_known = true;
		size_parts(x, laws_set_node(x, i));
		if (!is_made_of_others(laws_set_node(x, i))) know_set(x, i);
		i = UINT32_MAX; /* from the first one again: others were asked for */
	}
}

void laws_count(struct laws *x)
{
	bool is_sized = false;
	know_extremes(x);
	for (uint32_t i = 0; i < x->sets.count; i++) is_sized |= x->sets.at[i].is_sized;
	if (!is_sized) return;
	know_all(x);
	size_compared(x);
	know_all(x);
	VEC(const struct type *) done = {0};
	for (uint32_t i = 0; i < x->sets.count && !x->gives_up; i++) {
		const struct type *type = x->sets.at[i].node->type->a;
		bool is_done = !x->sets.at[i].is_sized;
		for (uint32_t k = 0; k < done.count; k++) is_done |= type_same(done.at[k], type);
		if (is_done) continue;
		VEC_PUSH(&done, type);
		count_type(x, type);
	}
	VEC_CLEAR(&done);
}
