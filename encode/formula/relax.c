/* Relaxed encoding. A name that is unbounded was drawn from a part of its type, so that "none" says
 * little. Here every predicate that depends on such a name is left open, equal ones alike; if there
 * still is no solution, there is none whatever the name's value is. So is what cannot be encoded. Real
 * solutions are models of the relaxed circuit: they give the open predicates their truth values. */
#include "encode/formula/relax.h"

/* x < y and y > x, x : S and not(x /: S) are the same atom: `swaps` operands, or `negated`. */
struct relaxed_form {
	enum op op;
	bool swaps, is_negated;
};

static struct relaxed_form form_of(enum op op)
{
	struct relaxed_form f = {.op = op};
	f.is_negated = op_is(op, FACT_NEGATED) || op == OP_LESS_EQUAL || op == OP_GREATER_EQUAL;
	if (f.is_negated) f.op = op_opposite(op);
	f.swaps = f.op == OP_GREATER;
	if (f.swaps) f.op = op_converse(f.op);
	return f;
}

static bool have_alike_sides(const struct node *a, const struct node *b, bool swaps)
{
	return alike_are(a->kid[0], b->kid[swaps]) && alike_are(a->kid[1], b->kid[!swaps]);
}

static bool same(const struct node *a, const struct node *b)
{
	struct relaxed_form x = form_of(a->op), y = form_of(b->op);
	if (x.op != y.op || a->count != b->count) return false;
	if (a->count != 2 || (a->op == b->op && x.op != OP_EQUAL)) return alike_are(a, b);
	return have_alike_sides(a, b, x.swaps != y.swaps) ||
	       (x.op == OP_EQUAL && have_alike_sides(a, b, true));
}

static struct truth_pair open_pair(enc e, const struct node *n)
{
	bool is_negated = form_of(n->op).is_negated;
	uint32_t i = 0;
	while (i < e->relaxed.opaque.count && !same(e->relaxed.opaque.at[i].node, n)) i++;
	if (i == e->relaxed.opaque.count) {
		struct opaque o = {n, circuit_input(e->c), 0};
		o.f = -o.t;
		if (enc_info(e, n)->may_fail) {
			o.f = circuit_input(e->c);
			circuit_require_any(e->c, (lit[]){-o.t, -o.f}, 2);
		}
		bool first_negated = is_negated;
		if (first_negated) {
			lit t = o.t;
			o.t = o.f;
			o.f = t;
		}
		VEC_PUSH(&e->relaxed.opaque, o);
	}
	struct opaque *o = &e->relaxed.opaque.at[i];
	struct truth_pair p = {o->t, o->f, o->t == -o->f};
	return is_negated ? (struct truth_pair){p.f, p.t, p.is_total} : p;
}

bool relax_mentions_cut(enc e, const struct node *n)
{
	const struct info *i = enc_info(e, n);
	for (uint32_t k = 0; k < i->count; k++)
		if (map_get(&e->relaxed.cut_names, i->free[k])) return true;
	return false;
}

static bool mentions_cut(enc e, const struct node *n)
{
	return relax_mentions_cut(e, n) || enc_info(e, n)->has_old;
}

void relax_know(enc e, const struct node *n)
{
	const struct info *i = e->relaxed.relaxes ? enc_info(e, n) : NULL;
	for (uint32_t k = 0; i && k < i->count; k++) map_put(&e->symmetry.top_names, i->free[k], e);
}

static bool is_local(enc e, const struct node *n)
{
	const struct info *i = enc_info(e, n);
	for (uint32_t k = 0; k < i->count; k++)
		if (i->free[k]->kind == DECL_LOCAL && !map_get(&e->symmetry.top_names, i->free[k]))
			return true;
	return false;
}

/* False if it is too large or not supported; time and memory that are at an end stop the encoder all the
 * same. What was made of it so far are gates that nothing uses. */
static bool can_encode(enc e, const struct node *n, int want, struct truth_pair *out)
{
	struct enc_place before;
	if (setjmp(enc_begin_attempt(e, &before)->stop)) {
		enc_end_attempt(e, &before, false, n->pos);
		return false;
	}
	*out = predicate(e, n, want);
	enc_end_attempt(e, &before, true, n->pos);
	return true;
}

/* Encodes it as it is, if nothing in it is bounded and it can be done. */
static bool is_exact(enc e, const struct node *n, int want, struct truth_pair *out)
{
	if (mentions_cut(e, n)) return false;
	bool was_cut = e->was_cut;
	e->was_cut = false;
	e->relaxed.relaxes = false;
	eval_clear_cut(e->eval);
	bool is_done = can_encode(e, n, want, out);
	e->relaxed.relaxes = true;
	bool is_cut = e->was_cut || eval_was_cut(e->eval);
	e->was_cut = was_cut;
	eval_clear_cut(e->eval);
	return is_done && !is_cut;
}

/* Only one rail is wanted, and a witness will do: its names are unbounded ones. */
static bool has_witness(const struct node *n, int want)
{
	return (n->op == OP_EXISTS && want == WANT_TRUE) || (n->op == OP_FORALL && want == WANT_FALSE);
}

static struct truth_pair witnessed(enc e, const struct node *n, int want)
{
	struct truth_pair open = open_pair(e, n);
	for (uint32_t i = 0; i < n->kid[0]->count; i++) {
		struct decl *d = n->kid[0]->kid[i]->decl;
		map_put(&e->relaxed.cut_names, d, d);
		map_put(&e->symmetry.top_names, d, d);
	}
	struct truth_pair p = predicate(e, n->kid[1], want);
	return (struct truth_pair){circuit_and(e->c, open.t, p.t), circuit_and(e->c, open.f, p.f),
	                           false};
}

/* E = E and E <: E, where E has a value. */
static bool is_reflexive(enc e, const struct node *n, struct truth_pair *out)
{
	struct relaxed_form f = form_of(n->op);
	if ((f.op != OP_EQUAL && f.op != OP_SUBSET) || !alike_are(n->kid[0], n->kid[1])) return false;
	lit defined = enc_info(e, n)->may_fail ? circuit_input(e->c) : LIT_TRUE;
	*out = truth_of(e, f.is_negated ? LIT_FALSE : LIT_TRUE, defined);
	return true;
}

bool relax_predicate(enc e, const struct node *n, int want, struct truth_pair *out)
{
	if (op_is(n->op, FACT_CONNECTIVE) || is_local(e, n)) return false;
	if (n->op == OP_MEMBER && eval_is_whole_type(n->kid[1]) && !enc_info(e, n->kid[0])->may_fail) {
		*out = (struct truth_pair){LIT_TRUE, LIT_FALSE, true};
		return true;
	}
	if (is_exact(e, n, want, out) || is_reflexive(e, n, out)) return true;
	if (has_witness(n, want)) *out = witnessed(e, n, want);
	else if (!linear_atom(e, n, out)) *out = open_pair(e, n);
	return true;
}
