/* The rules of simplify.c (B-Book, chapters 1 to 3, and tables of its appendix A). */
#include "search/simplify/simplify.h"

static const struct node *truth(struct simplifier *z, const struct node *like, bool is_true)
{
	return build_truth(z->copies.arena, like->pos, is_true);
}

static bool mentions_any(const struct node *n, const struct node *ids)
{
	for (uint32_t i = 0; i < ids->count; i++)
		if (node_mentions(n, ids->kid[i]->decl)) return true;
	return false;
}

/* ---- domains and ranges ----------------------------------------------------------------------------- */

/* dom(r) and ran(r) as op says; the type is that of like */
static const struct node *side(struct simplifier *z, enum op op, const struct node *like,
                               const struct node *r)
{
	return build_like(z->copies.arena, op, like, r, NULL);
}

/* {x | P} of %x.(P | E) */
static struct node *lambda_domain(struct simplifier *z, const struct node *like,
                                  const struct node *lambda)
{
	const struct node *copy = substitute_in(&z->copies, lambda, NULL, NULL);
	return build_like(z->copies.arena, OP_COMPREHENSION, like, copy->kid[0], copy->kid[1]);
}

/* {a, c} of {a |-> b, c |-> d} */
static const struct node *listed_side(struct simplifier *z, const struct node *n)
{
	const struct node *set = n->kid[0];
	for (uint32_t i = 0; i < set->count; i++)
		if (set->kid[i]->op != OP_PAIR) return NULL;
	struct node *out = node_new(z->copies.arena, OP_SET, n->pos, set->count);
	out->type = n->type;
	for (uint32_t i = 0; i < set->count; i++) out->kid[i] = set->kid[i]->kid[n->op == OP_RAN];
	return out;
}

static const struct node *domain_or_range(struct simplifier *z, const struct node *n)
{
	const struct node *r = n->kid[0];
	bool is_domain = n->op == OP_DOM;
	switch (r->op) {
	case OP_LAMBDA: return is_domain ? lambda_domain(z, n, r) : NULL;
	case OP_SET: return listed_side(z, n);
	case OP_INVERSE: return side(z, is_domain ? OP_RAN : OP_DOM, n, r->kid[0]);
	case OP_OVERRIDE:
		if (!is_domain) return NULL; /* fall through */
	case OP_UNION:
		return build_like(z->copies.arena, OP_UNION, n, side(z, n->op, n, r->kid[0]),
		                  side(z, n->op, n, r->kid[1]));
	case OP_DOMAIN_RESTRICT:
		return is_domain ? build_like(z->copies.arena, OP_INTER, n, side(z, OP_DOM, n, r->kid[1]),
		                              r->kid[0])
		                 : NULL;
	case OP_DOMAIN_SUBTRACT:
		return is_domain ? build_like(z->copies.arena, OP_DIFFERENCE, n,
		                              side(z, OP_DOM, n, r->kid[1]), r->kid[0])
		                 : NULL;
	case OP_RANGE_RESTRICT:
		return is_domain ? NULL
		                 : build_like(z->copies.arena, OP_INTER, n, side(z, OP_RAN, n, r->kid[0]),
		                              r->kid[1]);
	case OP_RANGE_SUBTRACT:
		return is_domain ? NULL
		                 : build_like(z->copies.arena, OP_DIFFERENCE, n,
		                              side(z, OP_RAN, n, r->kid[0]), r->kid[1]);
	default: return NULL;
	}
}

/* ---- sizes -------------------------------------------------------------------------------------------- */

static const struct node *number_one(struct simplifier *z, const struct node *like)
{
	return build_number(z->copies.arena, z->search->project->names, like, 1);
}

/* card(A - {x}) is card(A) - 1 if x : A, and card(A \/ {x}) is card(A) + 1 if not */
static const struct node *card_but_one(struct simplifier *z, const struct node *n, bool is_less)
{
	const struct node *set = n->kid[0], *whole = set->kid[0], *one = set->kid[1];
	if (one->op != OP_SET || one->count != 1) return NULL;
	struct node *in = build_op(z->copies.arena, OP_MEMBER, n->pos, one->kid[0], whole);
	struct node *card = build_like(z->copies.arena, OP_CARD, n, whole, NULL);
	const struct node *other =
	    build_like(z->copies.arena, is_less ? OP_MINUS : OP_ADD, n, card, number_one(z, n));
	return build_if(z->copies.arena, n, in, is_less ? other : card, is_less ? card : other);
}

static const struct node *cardinality(struct simplifier *z, const struct node *n)
{
	const struct node *set = n->kid[0];
	switch (set->op) {
	case OP_LAMBDA: {
		struct node *domain = lambda_domain(z, set, set);
		domain->type = build_power_type(z->copies.arena, set->type->a->a);
		return build_like(z->copies.arena, OP_CARD, n, domain, NULL);
	}
	case OP_DIFFERENCE: return card_but_one(z, n, true);
	case OP_UNION: return card_but_one(z, n, false);
	default: return simplify_card(z, n);
	}
}

static const struct node *length(struct simplifier *z, const struct node *n)
{
	const struct node *s = n->kid[0];
	bool is_longer = s->op == OP_INSERT_TAIL || s->op == OP_INSERT_FRONT;
	bool is_shorter = s->op == OP_TAIL || s->op == OP_FRONT;
	if (s->op == OP_CONCAT)
		return build_like(z->copies.arena, OP_ADD, n,
		                  build_like(z->copies.arena, OP_SIZE, n, s->kid[0], NULL),
		                  build_like(z->copies.arena, OP_SIZE, n, s->kid[1], NULL));
	if (!is_longer && !is_shorter) return NULL;
	const struct node *rest = s->kid[s->op == OP_INSERT_FRONT ? 1 : 0];
	return build_like(z->copies.arena, is_longer ? OP_ADD : OP_MINUS, n,
	                  build_like(z->copies.arena, OP_SIZE, n, rest, NULL), number_one(z, n));
}

/* ---- comprehensions -------------------------------------------------------------------------------------- */

/* S in the conjunct x : S of P, if that is all it says of x, and S does not depend on the names. */
static const struct node *drawn_from(const struct node *p, const struct node *ids, uint32_t i)
{
	const struct node *n = ids->count == 1 ? p : p->kid[i];
	bool fits = n->op == OP_MEMBER && n->kid[0]->op == OP_ID &&
	            n->kid[0]->decl == ids->kid[i]->decl && !mentions_any(n->kid[1], ids);
	return fits ? n->kid[1] : NULL;
}

/* {x | x : S} is S, and {x, y | x : S & y : T} is S * T if both are defined */
static const struct node *comprehension(struct simplifier *z, const struct node *n)
{
	const struct node *ids = n->kid[0], *p = n->kid[1];
	if (n->count != 2 || (ids->count > 1 && (p->op != OP_AND || p->count != ids->count)))
		return NULL;
	if (ids->count > 1 && defined_may_fail(p)) return NULL;
	for (uint32_t i = 0; i < ids->count; i++)
		if (!drawn_from(p, ids, i)) return NULL;
	struct type *types[8], *t = n->type->a;
	if (ids->count > 8) return NULL;
	for (uint32_t i = ids->count; i > 1; i--, t = t->a) types[i - 1] = t;
	const struct node *all = drawn_from(p, ids, 0);
	for (uint32_t i = 1; i < ids->count; i++) {
		struct node *both = build_like(z->copies.arena, OP_PRODUCT, n, all, drawn_from(p, ids, i));
		both->type = build_power_type(z->copies.arena, types[i]);
		all = both;
	}
	return all;
}

const struct node *simplify_term(struct simplifier *z, const struct node *n)
{
	switch (n->op) {
	case OP_DOM:
	case OP_RAN: return domain_or_range(z, n);
	case OP_CARD: return cardinality(z, n);
	case OP_SIZE: return length(z, n);
	case OP_COMPREHENSION: return comprehension(z, n);
	case OP_APPLY: return simplify_apply(z, n);
	case OP_POWER: return simplify_power(z, n);
	case OP_TIMES: return simplify_product(z, n);
	default: return NULL;
	}
}

/* ---- membership ---------------------------------------------------------------------------------------- */

const struct node *simplify_instance(struct simplifier *z, const struct node *ids,
                                     const struct node *p, const struct node *v)
{
	const struct replacement *env = NULL;
	for (uint32_t i = ids->count; i > 1; i--, v = v->kid[0]) {
		if (v->op != OP_PAIR) return NULL;
		env = substitute_put(z->copies.arena, env, ids->kid[i - 1]->decl, v->kid[1]);
	}
	env = substitute_put(z->copies.arena, env, ids->kid[0]->decl, v);
	return substitute_in(&z->copies, p, env, NULL);
}

static uint32_t doubtful_count(const struct node *p)
{
	uint32_t count = 0;
	EACH_CONJUNCT(c, p) count += defined_may_fail(c.now);
	return count;
}

static void push_parts(struct node *out, const struct node *p, bool doubtful)
{
	EACH_CONJUNCT(c, p)
		if (defined_may_fail(c.now) == doubtful) out->kid[out->count++] = c.now;
}

/* The conjuncts of a binder count in any order, others from left to right: that is the same if the one
 * that may be undefined comes last. NULL if there are several. */
static const struct node *in_sequence(struct simplifier *z, const struct node *p)
{
	if (p->op != OP_AND || doubtful_count(p) == 0) return p;
	if (doubtful_count(p) > 1) return NULL;
	struct node *out = node_new(z->copies.arena, OP_AND, p->pos, conjunct_count(p));
	out->count = 0;
	push_parts(out, p, false);
	push_parts(out, p, true);
	return out;
}

/* bool(x : {y | P & Q}) = TRUE gives values to a bound x, but bool(P & Q) = TRUE does not, if a part may be
 * undefined (rule 4). */
static const struct node *in_comprehension(struct simplifier *z, const struct node *x,
                                           const struct node *set)
{
	bool may_need_values = x->op == OP_ID && x->decl && x->decl->kind == DECL_LOCAL;
	if (may_need_values && set->kid[1]->op == OP_AND && doubtful_count(set->kid[1]) > 0)
		return NULL;
	const struct node *p = set->count == 2 ? in_sequence(z, set->kid[1]) : NULL;
	return p ? simplify_instance(z, set->kid[0], p, x) : NULL;
}

static const struct node *all_in(struct simplifier *z, const struct node *copy,
                                 const struct node *to)
{
	struct node *in = build_op(z->copies.arena, OP_MEMBER, to->pos, copy->kid[2], to);
	struct node *body = build_op(z->copies.arena, OP_IMPLIES, to->pos, copy->kid[1], in);
	return build_op(z->copies.arena, OP_FORALL, to->pos, copy->kid[0], body);
}

/* %x.(P | E) : A --> B is {x | P} = A & !x.(P => E : B); for A +-> B it is {x | P} <: A */
static const struct node *lambda_in_arrow(struct simplifier *z, const struct node *lambda,
                                          const struct node *arrow)
{
	bool is_total = arrow->op == OP_TOTAL_FUNCTIONS;
	if (!is_total && arrow->op != OP_PARTIAL_FUNCTIONS && arrow->op != OP_RELATIONS) return NULL;
	struct node *domain = lambda_domain(z, arrow->kid[0], lambda);
	const struct node *fits = build_op(z->copies.arena, is_total ? OP_EQUAL : OP_SUBSET, arrow->pos,
	                                   domain, arrow->kid[0]);
	const struct node *copy = substitute_in(&z->copies, lambda, NULL, NULL);
	return build_op(z->copies.arena, OP_AND, arrow->pos, fits, all_in(z, copy, arrow->kid[1]));
}

static const struct node *both_in(struct simplifier *z, const struct node *set,
                                  const struct node *a, const struct node *in_a,
                                  const struct node *b, const struct node *in_b)
{
	struct node *first = build_op(z->copies.arena, OP_MEMBER, set->pos, a, in_a);
	struct node *second = build_op(z->copies.arena, OP_MEMBER, set->pos, b, in_b);
	return build_op(z->copies.arena, OP_AND, set->pos, first, second);
}

/* s <- x : seq(S) */
static const struct node *in_sequences(struct simplifier *z, const struct node *x,
                                       const struct node *set)
{
	switch (x->op) {
	case OP_CONCAT: return both_in(z, set, x->kid[0], set, x->kid[1], set);
	case OP_INSERT_TAIL: return both_in(z, set, x->kid[0], set, x->kid[1], set->kid[0]);
	case OP_INSERT_FRONT: return both_in(z, set, x->kid[1], set, x->kid[0], set->kid[0]);
	default: return NULL;
	}
}

static const struct node *member(struct simplifier *z, const struct node *n)
{
	const struct node *x = n->kid[0], *set = n->kid[1];
	if (eval_is_whole_type(set)) return truth(z, n, true);
	switch (set->op) {
	case OP_COMPREHENSION: return in_comprehension(z, x, set);
	case OP_PRODUCT:
		if (x->op != OP_PAIR) return NULL;
		return both_in(z, set, x->kid[0], set->kid[0], x->kid[1], set->kid[1]);
	case OP_SEQ: return in_sequences(z, x, set);
	default: return x->op == OP_LAMBDA ? lambda_in_arrow(z, x, set) : NULL;
	}
}

static const struct node *equation(struct simplifier *z, const struct node *n)
{
	if (alike_are(n->kid[0], n->kid[1])) return truth(z, n, true);
	const struct node *simple = simplify_powers(z, n);
	if (!simple) simple = simplify_permutations(z, n);
	return simple ? simple : simplify_sizes(z, n);
}

static const struct node *inequality(struct simplifier *z, const struct node *n)
{
	const struct node *simple = simplify_powers(z, n);
	return simple ? simple : simplify_sizes(z, n);
}

/* IF c THEN x ELSE y END : S is IF c THEN x : S ELSE y : S END */
static const struct node *choice_outside(struct simplifier *z, const struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++) {
		const struct node *choice = n->kid[i];
		if (choice->op != OP_IF || choice->count != 3) continue;
		struct node *x = build_copy(z->copies.arena, n), *y = build_copy(z->copies.arena, n);
		x->kid[i] = choice->kid[1];
		y->kid[i] = choice->kid[2];
		return build_if(z->copies.arena, n, choice->kid[0], x, y);
	}
	return NULL;
}

const struct node *simplify_atom(struct simplifier *z, const struct node *n)
{
	const struct node *choice = op_is(n->op, FACT_COMPARISON) ? choice_outside(z, n) : NULL;
	if (choice) return choice;
	switch (n->op) {
	case OP_MEMBER: return member(z, n);
	case OP_SUBSET:
		if (eval_is_whole_type(n->kid[1]) || alike_are(n->kid[0], n->kid[1]))
			return truth(z, n, true);
		return NULL;
	case OP_EQUAL: return equation(z, n);
	case OP_FINITE: return simplify_is_finite(z, n->kid[0]) ? truth(z, n, true) : NULL;
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL: return inequality(z, n);
	case OP_NOT_MEMBER:
	case OP_NOT_SUBSET:
	case OP_NOT_EQUAL: {
		enum op op = n->op == OP_NOT_MEMBER  ? OP_MEMBER
		             : n->op == OP_NOT_EQUAL ? OP_EQUAL
		                                     : OP_SUBSET;
		struct node *positive = build_op(z->copies.arena, op, n->pos, n->kid[0], n->kid[1]);
		const struct node *simple = simplify_atom(z, positive);
		return simple ? build_op(z->copies.arena, OP_NOT, n->pos, simple, NULL) : NULL;
	}
	default: return NULL;
	}
}

/* ---- connectives ------------------------------------------------------------------------------------------ */

static bool is_among(const struct node *n, const struct node *conjunction)
{
	EACH_CONJUNCT(c, conjunction)
		if (alike_are(n, c.now)) return true;
	return false;
}

/* P & Q => P is true */
static bool is_implied(const struct node *n, const struct node *by)
{
	EACH_CONJUNCT(c, n)
		if (!is_among(c.now, by)) return false;
	return true;
}

/* Without the parts that say nothing; `neutral` is what they are. */
static const struct node *without_neutral(struct simplifier *z, const struct node *n,
                                          enum op neutral)
{
	enum op absorbing = neutral == OP_TRUTH ? OP_FALSITY : OP_TRUTH;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < n->count; i++) {
		if (n->kid[i]->op == absorbing) return truth(z, n, absorbing == OP_TRUTH);
		kept += n->kid[i]->op != neutral;
	}
	if (kept == n->count) return NULL;
	if (kept == 0) return truth(z, n, neutral == OP_TRUTH);
	struct node *out = node_new(z->copies.arena, n->op, n->pos, kept);
	kept = 0;
	for (uint32_t i = 0; i < n->count; i++)
		if (n->kid[i]->op != neutral) out->kid[kept++] = n->kid[i];
	return kept == 1 ? out->kid[0] : out;
}

static bool is_one(const struct simplifier *z, const struct node *n)
{
	value v = n->op == OP_NUMBER ? eval_expression(z->search->eval, n) : VALUE_NONE;
	return v != VALUE_NONE && v == value_integer(z->search->values, 1);
}

/* #n.(n : NATURAL & s : 1..n --> S) is s : seq(S) (B-Book, 3.7.1) */
static const struct node *some_length(struct simplifier *z, const struct node *n)
{
	const struct node *p = n->kid[1];
	if (n->kid[0]->count != 1 || p->op != OP_AND || p->count != 2) return NULL;
	for (uint32_t i = 0; i < 2; i++) {
		const struct node *natural = p->kid[i], *in = p->kid[1 - i], *arrow = in->kid[1];
		const struct decl *d = n->kid[0]->kid[0]->decl;
		bool is_natural = natural->op == OP_MEMBER && mention_is_name(natural->kid[0], d) &&
		                  natural->kid[1]->op == OP_NATURAL_SET;
		bool is_function = in->op == OP_MEMBER && arrow->op == OP_TOTAL_FUNCTIONS &&
		                   arrow->kid[0]->op == OP_INTERVAL &&
		                   mention_is_name(arrow->kid[0]->kid[1], d) &&
		                   is_one(z, arrow->kid[0]->kid[0]);
		if (!is_natural || !is_function) continue;
		if (node_mentions(in->kid[0], d) || node_mentions(arrow->kid[1], d)) continue;
		const struct node *all = build_like(z->copies.arena, OP_SEQ, arrow, arrow->kid[1], NULL);
		return build_op(z->copies.arena, OP_MEMBER, n->pos, in->kid[0], all);
	}
	return NULL;
}

static const struct node *quantified(struct simplifier *z, const struct node *n)
{
	enum op op = n->kid[1]->op;
	if (op == (n->op == OP_FORALL ? OP_TRUTH : OP_FALSITY)) return truth(z, n, op == OP_TRUTH);
	return n->op == OP_EXISTS ? some_length(z, n) : NULL;
}

const struct node *simplify_connective(struct simplifier *z, const struct node *n)
{
	switch (n->op) {
	case OP_AND: return without_neutral(z, n, OP_TRUTH);
	case OP_OR: return without_neutral(z, n, OP_FALSITY);
	case OP_NOT:
		if (n->kid[0]->op == OP_TRUTH || n->kid[0]->op == OP_FALSITY)
			return truth(z, n, n->kid[0]->op == OP_FALSITY);
		return n->kid[0]->op == OP_NOT ? n->kid[0]->kid[0] : NULL;
	case OP_IMPLIES:
		if (n->kid[0]->op == OP_TRUTH) return n->kid[1];
		if (n->kid[0]->op == OP_FALSITY || n->kid[1]->op == OP_TRUTH) return truth(z, n, true);
		return is_implied(n->kid[1], n->kid[0]) ? truth(z, n, true) : NULL;
	case OP_FORALL:
	case OP_EXISTS: return quantified(z, n);
	case OP_COMPREHENSION:
	case OP_LAMBDA:
	case OP_QUANTIFIED_UNION: { /* nothing else would tell that {x | bfalse} is finite */
		if (n->kid[1]->op != OP_FALSITY) return NULL;
		struct node *none = node_new(z->copies.arena, OP_EMPTY_SET, n->pos, 0);
		none->type = n->type;
		return none;
	}
	default: return NULL;
	}
}
