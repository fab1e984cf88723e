/* Sequences as arrays: what s(i) is for a sequence that is made of others (B-Book, 3.7), and where two of them differ (as in
 * the array property fragment: Bradley, Manna, Sipma, What's Decidable About Arrays?, VMCAI 2006). */
#include "search/laws/laws.h"

enum { MOST_DEPTH = 2, MOST_READINGS = 100, MOST_READS = 800 };

bool laws_may_be_sequence(const struct node *n)
{
	const struct type *t = n->type;
	return t && t->kind == TYPE_POW && t->a->kind == TYPE_PAIR && t->a->a->kind == TYPE_INTEGER;
}

static uint32_t part(struct laws *x, const struct node *n, uint32_t i)
{
	return laws_set(x, n->kid[i]);
}

/* s <+ {i |-> v} */
static const struct node *one_change(const struct node *n)
{
	const struct node *by = n->kid[1];
	bool is =
	    n->op == OP_OVERRIDE && by->op == OP_SET && by->count == 1 && by->kid[0]->op == OP_PAIR;
	return is ? by->kid[0] : NULL;
}

/* ---- which are sequences ----------------------------------------------------------------------------------- */

static lit cut_fits(struct laws *x, const struct node *n)
{
	struct laws_form none = form_number(0), by = laws_value(x, n->kid[1]);
	struct laws_form length = laws_length(x, part(x, n, 0));
	return circuit_and(x->circuit, laws_at_most(x, &none, &by), laws_at_most(x, &by, &length));
}

static lit has_elements(struct laws *x, uint32_t set)
{
	struct laws_form one = form_number(1), length = laws_length(x, set);
	return laws_at_most(x, &one, &length);
}

/* s <+ {i |-> v} is one if s is and i is in it. Else it may be one all the same. */
static lit changed(struct laws *x, const struct node *n, const struct node *change)
{
	uint32_t of = part(x, n, 0);
	struct laws_form i = laws_value(x, change->kid[0]), length = laws_length(x, of);
	lit is = circuit_input(x->circuit);
	laws_imply_both(x, laws_sequence(x, of), laws_in_range(x, &i, &length), is);
	return is;
}

/* 0: it is no more than a name here. */
static lit sequence_by_parts(struct laws *x, const struct node *n)
{
	struct circuit *c = x->circuit;
	switch (n->op) {
	case OP_EMPTY_SET:
	case OP_EMPTY_SEQ:
	case OP_SEQUENCE: return LIT_TRUE;
	case OP_REV: return laws_sequence(x, part(x, n, 0));
	case OP_CONCAT:
		return circuit_and(c, laws_sequence(x, part(x, n, 0)), laws_sequence(x, part(x, n, 1)));
	case OP_INSERT_TAIL: return laws_sequence(x, part(x, n, 0));
	case OP_INSERT_FRONT: return laws_sequence(x, part(x, n, 1));
	case OP_TAIL:
	case OP_FRONT:
		return circuit_and(c, laws_sequence(x, part(x, n, 0)), has_elements(x, part(x, n, 0)));
	case OP_RESTRICT_FRONT:
	case OP_RESTRICT_TAIL: return circuit_and(c, laws_sequence(x, part(x, n, 0)), cut_fits(x, n));
	default: return 0;
	}
}

lit laws_sequence(struct laws *x, uint32_t set)
{
	const struct node *n = laws_set_node(x, set);
	if (x->sets.at[set].sequence) return x->sets.at[set].sequence;
	lit is = x->gives_up ? LIT_TRUE : sequence_by_parts(x, n);
	const struct node *change = is ? NULL : one_change(n);
	if (change) is = changed(x, n, change);
	if (!is) is = circuit_input(x->circuit);
	x->sets.at[set].sequence = is;
	return is;
}

static bool is_base(const struct node *n)
{
	switch (n->op) {
	case OP_EMPTY_SET:
	case OP_EMPTY_SEQ:
	case OP_SEQUENCE:
	case OP_REV:
	case OP_CONCAT:
	case OP_INSERT_TAIL:
	case OP_INSERT_FRONT:
	case OP_TAIL:
	case OP_FRONT:
	case OP_RESTRICT_FRONT:
	case OP_RESTRICT_TAIL: return false;
	default: return true;
	}
}

/* ---- lengths ------------------------------------------------------------------------------------------------ */

static struct laws_form length_by_parts(struct laws *x, const struct node *n)
{
	struct laws_form a, b;
	switch (n->op) {
	case OP_EMPTY_SET:
	case OP_EMPTY_SEQ: return form_number(0);
	case OP_SEQUENCE: return form_number(n->count);
	case OP_REV: return laws_length(x, part(x, n, 0));
	case OP_CONCAT:
		a = laws_length(x, part(x, n, 0));
		b = laws_length(x, part(x, n, 1));
		return form_plus(x, a, 1, &b);
	case OP_INSERT_TAIL: return form_more(x, laws_length(x, part(x, n, 0)), 1);
	case OP_INSERT_FRONT: return form_more(x, laws_length(x, part(x, n, 1)), 1);
	case OP_TAIL:
	case OP_FRONT: return form_more(x, laws_length(x, part(x, n, 0)), -1);
	case OP_RESTRICT_FRONT: return laws_value(x, n->kid[1]);
	case OP_RESTRICT_TAIL:
		a = laws_length(x, part(x, n, 0));
		b = laws_value(x, n->kid[1]);
		return form_plus(x, a, -1, &b);
	default: return form_fresh(x);
	}
}

/* Where s <+ {i |-> v} is known to be a sequence, it is as long as s. */
static void length_of_changed(struct laws *x, const struct node *n, const struct laws_form *length)
{
	uint32_t of = part(x, n, 0);
	struct laws_form i = laws_value(x, one_change(n)->kid[0]), old = laws_length(x, of);
	lit fits = circuit_and(x->circuit, laws_sequence(x, of), laws_in_range(x, &i, &old));
	laws_imply(x, fits, laws_equal(x, length, &old));
}

struct laws_form laws_length(struct laws *x, uint32_t set)
{
	const struct node *n = laws_set_node(x, set);
	if (x->sets.at[set].has_length) return x->sets.at[set].length;
	if (x->gives_up) return form_number(0);
	struct laws_form length = length_by_parts(x, n), none = form_number(0);
	x->sets.at[set].length = length;
	x->sets.at[set].has_length = true;
	if (is_base(n)) circuit_require(x->circuit, laws_at_most(x, &none, &length));
	if (one_change(n)) length_of_changed(x, n, &length);
	return length;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

/* Where the condition holds, it is s(i). */
static void is_read(struct laws *x, lit when, const struct laws_form *is, uint32_t s,
                    struct laws_form i)
{
	if (when == LIT_FALSE) return;
	struct laws_form at = laws_read(x, s, &i);
	laws_imply(x, when, laws_equal(x, is, &at));
}

static void is_value(struct laws *x, lit when, const struct laws_form *is, const struct node *v)
{
	struct laws_form what = laws_value(x, v);
	laws_imply(x, when, laws_equal(x, is, &what));
}

static void read_listed(struct laws *x, const struct node *n, const struct laws_form *i,
                        const struct laws_form *is)
{
	for (uint32_t k = 0; k < n->count; k++) {
		struct laws_form place = form_number(k + 1);
		is_value(x, laws_equal(x, i, &place), is, n->kid[k]);
	}
}

static void read_joined(struct laws *x, const struct node *n, const struct laws_form *i,
                        const struct laws_form *is)
{
	struct laws_form length = laws_length(x, part(x, n, 0)), rest = form_plus(x, *i, -1, &length);
	lit is_left = laws_at_most(x, i, &length);
	is_read(x, is_left, is, part(x, n, 0), *i);
	is_read(x, -is_left, is, part(x, n, 1), rest);
}

static void read_inserted(struct laws *x, const struct node *n, const struct laws_form *i,
                          const struct laws_form *is)
{
	struct laws_form one = form_number(1), length = laws_length(x, laws_set(x, n));
	bool is_front = n->op == OP_INSERT_FRONT;
	lit is_new = laws_equal(x, i, is_front ? &one : &length);
	is_value(x, is_new, is, n->kid[is_front ? 0 : 1]);
	is_read(x, -is_new, is, part(x, n, is_front), form_more(x, *i, is_front ? -1 : 0));
}

/* Equal places have equal elements. */
static void read_base(struct laws *x, uint32_t set, const struct laws_form *i,
                      const struct laws_form *is)
{
	const struct node *n = laws_set_node(x, set);
	for (uint32_t k = 0; k < x->readings.count; k++) {
		const struct laws_reading *r = &x->readings.at[k];
		if (r->set != set) continue;
		lit same = laws_equal(x, &r->index, i);
		laws_imply(x, same, laws_equal(x, &r->is, is));
	}
	struct laws_reading r = {set, *i, *is, x->depth};
	VEC_PUSH(&x->readings, r);
	const struct node *change = one_change(n);
	if (!change) return;
	struct laws_form place = laws_value(x, change->kid[0]);
	lit is_new = laws_equal(x, i, &place);
	lit is_one = laws_sequence(x, part(x, n, 0));
	is_value(x, is_new, is, change->kid[1]);
	is_read(x, circuit_and(x->circuit, is_one, -is_new), is, part(x, n, 0), *i);
}

static void read_by_parts(struct laws *x, uint32_t set, const struct laws_form *i,
                          const struct laws_form *is)
{
	const struct node *n = laws_set_node(x, set);
	struct laws_form a;
	switch (n->op) {
	case OP_EMPTY_SET:
	case OP_EMPTY_SEQ: break;
	case OP_SEQUENCE: read_listed(x, n, i, is); break;
	case OP_REV:
		a = form_more(x, laws_length(x, part(x, n, 0)), 1);
		is_read(x, LIT_TRUE, is, part(x, n, 0), form_plus(x, a, -1, i));
		break;
	case OP_CONCAT: read_joined(x, n, i, is); break;
	case OP_INSERT_TAIL:
	case OP_INSERT_FRONT: read_inserted(x, n, i, is); break;
	case OP_TAIL: is_read(x, LIT_TRUE, is, part(x, n, 0), form_more(x, *i, 1)); break;
	case OP_FRONT:
	case OP_RESTRICT_FRONT: is_read(x, LIT_TRUE, is, part(x, n, 0), *i); break;
	case OP_RESTRICT_TAIL:
		a = laws_value(x, n->kid[1]);
		is_read(x, LIT_TRUE, is, part(x, n, 0), form_plus(x, *i, 1, &a));
		break;
	default: read_base(x, set, i, is);
	}
}

struct laws_form laws_read(struct laws *x, uint32_t set, const struct laws_form *i)
{
	for (uint32_t k = 0; k < x->reads.count; k++)
		if (x->reads.at[k].set == set && form_is(&x->reads.at[k].index, i))
			return x->reads.at[k].is;
	if (x->gives_up) return form_number(0);
	if (x->reads.count == MOST_READS || x->readings.count == MOST_READINGS) return form_fresh(x);
	struct read r = {set, *i, form_fresh(x)};
	VEC_PUSH(&x->reads, r);
	struct type *type = laws_set_node(x, set)->type->a->b;
	if (type->kind == TYPE_BOOL) { /* as all terms of this type */
		struct laws_form none = form_number(0), one = form_number(1);
		circuit_require(x->circuit, laws_at_most(x, &none, &r.is));
		circuit_require(x->circuit, laws_at_most(x, &r.is, &one));
	}
	read_by_parts(x, set, i, &r.is);
	return r.is;
}

/* ---- equal sequences --------------------------------------------------------------------------------------------- */

static lit in_range(struct laws *x, uint32_t set, const struct laws_form *i)
{
	struct laws_form length = laws_length(x, set);
	return laws_in_range(x, i, &length);
}

/* If they are no equal sequences, they differ in length, or at a place that gets a name. */
void laws_sequences_differ(struct laws *x, uint32_t a, uint32_t b, lit equal)
{
	for (uint32_t i = 0; i < x->equations.count; i++)
		if (x->equations.at[i].a == a && x->equations.at[i].b == b) return;
	struct set_equation q = {.a = a, .b = b, .is = equal};
	VEC_PUSH(&x->equations, q);
	lit both = circuit_and(x->circuit, laws_sequence(x, a), laws_sequence(x, b));
	struct laws_form left = laws_length(x, a), right = laws_length(x, b);
	struct type *integer = laws_set_node(x, a)->type->a->a;
	struct laws_form place = laws_number(x, laws_witness(x, integer, laws_set_node(x, a)->pos));
	lit same_length = laws_equal(x, &left, &right);
	laws_imply_both(x, both, equal, same_length);
	struct laws_form in_a = laws_read(x, a, &place), in_b = laws_read(x, b, &place);
	lit same = laws_equal(x, &in_a, &in_b);
	lit differ = circuit_and(x->circuit, in_range(x, a, &place), -same);
	laws_imply_both(x, both, same_length, circuit_or(x->circuit, equal, differ));
	laws_imply(x, equal, circuit_iff(x->circuit, laws_sequence(x, a), laws_sequence(x, b)));
}

/* ---- places ------------------------------------------------------------------------------------------------------- */

typedef bool at_place(struct laws *x, uint32_t set, const struct laws_form *i, const void *data);

/* The places of the sequence `of` at which it has what a reading has read from its part, each told to `tell`. */
static bool lifted(struct laws *x, uint32_t of, uint32_t set, const struct laws_form *i,
                   at_place *tell, uint32_t whole, struct laws_form shift, bool is_turned,
                   const void *data)
{
	/* index in `whole`: shift + j, or shift - j, for the place j in `of` */
	if (of == set) {
		struct laws_form at = form_plus(x, shift, is_turned ? -1 : 1, i);
		return tell(x, whole, &at, data);
	}
	const struct node *n = laws_set_node(x, of);
	int64_t way = is_turned ? -1 : 1;
	struct laws_form a;
	if (is_base(n) && !one_change(n)) return false;
	switch (n->op) {
	case OP_CONCAT:
		a = laws_length(x, part(x, n, 0));
		return (int)lifted(x, part(x, n, 0), set, i, tell, whole, shift, is_turned, data) |
		       (int)lifted(x, part(x, n, 1), set, i, tell, whole, form_plus(x, shift, way, &a),
		                   is_turned, data);
	case OP_REV:
		a = form_more(x, laws_length(x, part(x, n, 0)), 1);
		return lifted(x, part(x, n, 0), set, i, tell, whole, form_plus(x, shift, way, &a),
		              !is_turned, data);
	case OP_TAIL:
		return lifted(x, part(x, n, 0), set, i, tell, whole, form_more(x, shift, -way), is_turned,
		              data);
	case OP_RESTRICT_TAIL:
		a = laws_value(x, n->kid[1]);
		return lifted(x, part(x, n, 0), set, i, tell, whole, form_plus(x, shift, -way, &a),
		              is_turned, data);
	case OP_INSERT_FRONT:
		return lifted(x, part(x, n, 1), set, i, tell, whole, form_more(x, shift, way), is_turned,
		              data);
	case OP_INSERT_TAIL:
	case OP_FRONT:
	case OP_OVERRIDE:
	case OP_RESTRICT_FRONT:
		return lifted(x, part(x, n, 0), set, i, tell, whole, shift, is_turned, data);
	default: return false;
	}
}

static bool each_place(struct laws *x, uint32_t whole, uint32_t reading, at_place *tell,
                       const void *data)
{
	struct laws_reading r = x->readings.at[reading];
	return lifted(x, whole, r.set, &r.index, tell, whole, form_number(0), false, data);
}

/* Equal sequences have the same there. */
static bool same_at(struct laws *x, uint32_t set, const struct laws_form *i, const void *data)
{
	const struct set_equation *q = data;
	(void)set;
	lit both = circuit_and(x->circuit, laws_sequence(x, q->a), laws_sequence(x, q->b));
	lit when = circuit_and(x->circuit, circuit_and(x->circuit, both, q->is), in_range(x, q->a, i));
	struct laws_form a = laws_read(x, q->a, i), b = laws_read(x, q->b, i);
	laws_imply(x, when, laws_equal(x, &a, &b));
	return true;
}

/* ---- families -------------------------------------------------------------------------------------------------------- */

static lit differ_where_injective(struct laws *x, uint32_t set, const struct laws_form *i,
                                  const struct laws_form *k)
{
	struct laws_form a = laws_read(x, set, i), b = laws_read(x, set, k);
	lit both = circuit_and(x->circuit, in_range(x, set, i), in_range(x, set, k));
	lit same = circuit_and(x->circuit, laws_equal(x, &a, &b), -laws_equal(x, i, k));
	return -circuit_and(x->circuit, both, same);
}

/* The elements of s are in S: what the literal implies is said of the places that are known, what its negation does of one
 * that gets a name. */
static lit all_in(struct laws *x, uint32_t s, const struct node *of)
{
	if (eval_is_whole_type(of)) return LIT_TRUE;
	lit is = circuit_input(x->circuit);
	const struct node *n = laws_set_node(x, s);
	struct family f = {.set = s, .of = laws_set(x, of), .is = is};
	VEC_PUSH(&x->families, f);
	struct laws_form place = laws_number(x, laws_witness(x, n->type->a->a, n->pos));
	struct laws_form at = laws_read(x, s, &place);
	uint32_t e = laws_element_of(x, n->type->a->b, &at);
	laws_clause(x, is, in_range(x, s, &place), LIT_FALSE);
	laws_clause(x, is, -laws_member(x, e, f.of), LIT_FALSE);
	return is;
}

static lit no_repeats(struct laws *x, uint32_t s)
{
	lit is = laws_injective(x, s);
	const struct node *n = laws_set_node(x, s);
	struct family f = {.set = s, .of = UINT32_MAX, .is = is, .is_injective = true};
	VEC_PUSH(&x->families, f);
	struct laws_form i = laws_number(x, laws_witness(x, n->type->a->a, n->pos));
	struct laws_form k = laws_number(x, laws_witness(x, n->type->a->a, n->pos));
	laws_imply_both(x, laws_sequence(x, s), differ_where_injective(x, s, &i, &k), is);
	return is;
}

/* A function from A to B: what follows if it is one. */
static lit in_arrow(struct laws *x, uint32_t f, const struct node *n, const struct node *arrow)
{
	lit is = circuit_input(x->circuit);
	struct node *dom = laws_dom(x, n), *ran = laws_ran(x, n);
	const struct node *a = arrow->kid[0], *b = arrow->kid[1];
	bool is_total = op_is(arrow->op, FACT_TOTAL), is_onto = op_is(arrow->op, FACT_SURJECTIVE);
	laws_imply(x, is,
	           is_total ? laws_set_equal(x, dom, a, RAIL_TRUE) : laws_subset(x, dom, a, RAIL_TRUE));
	laws_imply(x, is,
	           is_onto ? laws_set_equal(x, ran, b, RAIL_TRUE) : laws_subset(x, ran, b, RAIL_TRUE));
	if (op_is(arrow->op, FACT_FUNCTIONS)) laws_imply(x, is, laws_function(x, f));
	if (op_is(arrow->op, FACT_INJECTIVE)) laws_imply(x, is, laws_injective(x, f));
	return is;
}

lit laws_in_family(struct laws *x, const struct node *n, const struct node *family)
{
	uint32_t s = laws_set(x, n);
	if (x->gives_up) return LIT_TRUE;
	if (op_is(family->op, FACT_ARROWS)) return in_arrow(x, s, n, family);
	lit all = circuit_and(x->circuit, laws_sequence(x, s), all_in(x, s, family->kid[0]));
	if (family->op == OP_SEQ1 || family->op == OP_ISEQ1)
		all = circuit_and(x->circuit, all, has_elements(x, s));
	if (family->op == OP_ISEQ || family->op == OP_ISEQ1 || family->op == OP_PERM)
		all = circuit_and(x->circuit, all, no_repeats(x, s));
	if (family->op != OP_PERM) return all;
	return circuit_and(x->circuit, all, circuit_input(x->circuit)); /* all of the set */
}

static bool member_at(struct laws *x, uint32_t set, const struct laws_form *i, const void *data)
{
	const struct family *f = data;
	struct laws_form at = laws_read(x, set, i);
	lit when = circuit_and(x->circuit, f->is, in_range(x, set, i));
	uint32_t e = laws_element_of(x, laws_set_node(x, set)->type->a->b, &at);
	laws_imply(x, when, laws_member(x, e, f->of));
	return true;
}

/* ---- what follows for new readings ------------------------------------------------------------------------------------ */

static bool read_equation(struct laws *x, uint32_t which, uint32_t count)
{
	bool is_new = false;
	struct set_equation q = x->equations.at[which];
	for (uint32_t k = q.seen; k < count && !x->gives_up; k++)
		is_new |= (int)each_place(x, q.a, k, same_at, &q) | (int)each_place(x, q.b, k, same_at, &q);
	x->equations.at[which].seen = count;
	return is_new;
}

static bool read_family(struct laws *x, uint32_t which, uint32_t count)
{
	bool is_new = false;
	struct family f = x->families.at[which];
	for (uint32_t k = f.seen; k < count && !x->gives_up; k++) {
		if (!f.is_injective) {
			is_new |= each_place(x, f.set, k, member_at, &f);
			continue;
		}
		if (x->readings.at[k].set != f.set) continue;
		for (uint32_t m = 0; m < k; m++) {
			if (x->readings.at[m].set != f.set) continue;
			struct laws_form i = x->readings.at[k].index, j = x->readings.at[m].index;
			lit both = circuit_and(x->circuit, f.is, laws_sequence(x, f.set));
			laws_imply(x, both, differ_where_injective(x, f.set, &i, &j));
			is_new = true;
		}
	}
	x->families.at[which].seen = count;
	return is_new;
}

/* What is read within it is in its range. */
static bool in_ran_at(struct laws *x, uint32_t set, const struct laws_form *i, const void *data)
{
	const struct ranged *r = data;
	struct laws_form at = laws_read(x, set, i), is = laws_number(x, r->element);
	lit when = circuit_and(x->circuit, laws_sequence(x, set), in_range(x, set, i));
	laws_imply_both(x, when, laws_equal(x, &at, &is), r->is);
	return true;
}

static bool read_range(struct laws *x, uint32_t which, uint32_t count)
{
	bool is_new = false;
	struct ranged r = x->ranged.at[which];
	for (uint32_t k = r.seen; k < count && !x->gives_up; k++)
		is_new |= each_place(x, r.sequence, k, in_ran_at, &r);
	x->ranged.at[which].seen = count;
	return is_new;
}

bool laws_read_more(struct laws *x)
{
	bool is_new = false;
	uint32_t count = x->readings.count;
	if (x->depth >= MOST_DEPTH) return false;
	x->depth++;
	for (uint32_t i = 0; i < x->equations.count; i++) is_new |= read_equation(x, i, count);
	for (uint32_t i = 0; i < x->families.count; i++) is_new |= read_family(x, i, count);
	for (uint32_t i = 0; i < x->ranged.count; i++) is_new |= read_range(x, i, count);
	return is_new;
}

/* ---- as sets ------------------------------------------------------------------------------------------------------------ */

/* The element e of s is at some place; i : dom(s) and i |-> e : s by the length. */
lit laws_member_of_sequence(struct laws *x, uint32_t e, uint32_t set, lit is)
{
	const struct node *n = laws_set_node(x, set), *r = n->count ? n->kid[0] : NULL;
	struct named_element el = x->elements.at[e];
	bool is_side = (n->op == OP_DOM || n->op == OP_RAN) && laws_may_be_sequence(r);
	if (is_side) {
		uint32_t s = laws_set(x, r);
		lit sequence = laws_sequence(x, s);
		if (n->op == OP_DOM) {
			lit fits = in_range(x, s, &el.is);
			laws_imply_both(x, sequence, is, fits);
			laws_imply_both(x, sequence, fits, is);
			return is;
		}
		struct laws_form place = form_fresh(x), at = laws_read(x, s, &place);
		lit when = circuit_and(x->circuit, sequence, is);
		laws_imply(x, when, in_range(x, s, &place));
		laws_imply(x, when, laws_equal(x, &at, &el.is));
		struct ranged in_ran = {.sequence = s, .element = e, .is = is};
		VEC_PUSH(&x->ranged, in_ran);
	} else if (laws_may_be_sequence(n) && el.first >= 0) {
		struct laws_form i = x->elements.at[el.first].is, v = x->elements.at[el.second].is;
		struct laws_form at = laws_read(x, set, &i);
		lit sequence = laws_sequence(x, set);
		lit has = circuit_and(x->circuit, in_range(x, set, &i), laws_equal(x, &at, &v));
		laws_imply_both(x, sequence, is, has);
		laws_imply_both(x, sequence, has, is);
	}
	return is;
}
