/* Tactic: extensionality. Two sets that differ get a witness that is in one of them only; equalities and inclusions are
 * instantiated for the elements that have names (B-Book, 2.1: extensionality and the axioms of membership; 3.3 to 3.5
 * for relations). The result is true wherever the conjuncts are: if its atoms contradict each other, the conjuncts have
 * no solution, whatever the types. Binders in which something may be undefined are not expanded: their conjuncts count
 * in any order. */
#include "search/extensional/extensional.h"

enum { MOST_TERMS = 24, MOST_INSTANCES = 64, MOST_WORK = 6000, MOST_ATOMS = 100, ROUNDS = 3 };

static const struct node *literal(struct extensional *x, const struct node *n, bool holds)
{
	extensional_atom(x, n);
	return holds ? n : build_not(x->copies.arena, n);
}

void extensional_atom(struct extensional *x, const struct node *n)
{
	if (x->atoms.count == MOST_ATOMS || defined_may_fail(n)) return;
	for (uint32_t i = 0; i < x->atoms.count; i++)
		if (alike_are(x->atoms.at[i], n)) return;
	VEC_PUSH(&x->atoms, n);
}

/* ---- terms ----------------------------------------------------------------------------------------- */

static bool is_same_type(const struct type *a, const struct type *b)
{
	if (a == b) return true;
	if (!a || !b || a->kind != b->kind) return false;
	switch (a->kind) {
	case TYPE_INTEGER:
	case TYPE_BOOL:
	case TYPE_STRING: return true;
	case TYPE_GIVEN: return a->decl == b->decl;
	case TYPE_POW: return is_same_type(a->a, b->a);
	case TYPE_PAIR: return is_same_type(a->a, b->a) && is_same_type(a->b, b->b);
	default: return false;
	}
}

void extensional_add_term(struct extensional *x, const struct node *t)
{
	if (t->op == OP_PAIR) {
		extensional_add_term(x, t->kid[0]);
		extensional_add_term(x, t->kid[1]);
		return;
	}
	if (defined_may_fail(t)) return; /* what is true of all need not be true of it */
	for (uint32_t i = 0; i < x->terms.count; i++)
		if (alike_are(x->terms.at[i], t)) return;
	if (x->terms.count < MOST_TERMS) VEC_PUSH(&x->terms, t);
}

const struct node *extensional_witness(struct extensional *x, struct type *type, struct pos pos)
{
	if (type->kind == TYPE_PAIR)
		return build_pair(x->copies.arena, extensional_witness(x, type->a, pos),
		                  extensional_witness(x, type->b, pos));
	struct node *n = build_fresh(x->copies.arena, "element", type, pos);
	eval_set(x->search->eval, n->decl, VALUE_NONE); /* which gives it a slot */
	VEC_PUSH(&x->names, n->decl);
	extensional_add_term(x, n);
	return n;
}

struct extensional_candidate {
	const struct node *is;
	bool is_new;
};

/* {} and {t}: of the sets that nothing names, the smallest ones. */
static uint32_t small_sets(struct extensional *x, const struct type *type, uint32_t known,
                           struct extensional_candidate *out, uint32_t most)
{
	uint32_t count = 0;
	if (type->kind != TYPE_POW || most == 0) return 0;
	struct node *none = node_new(x->copies.arena, OP_EMPTY_SET, (struct pos){0}, 0);
	none->type = (struct type *)(uintptr_t)type;
	out[count++] = (struct extensional_candidate){none, known == 0};
	for (uint32_t i = 0; i < x->looked_at && count < most; i++) {
		if (!is_same_type(x->terms.at[i]->type, type->a)) continue;
		struct node *one =
		    build_op(x->copies.arena, OP_SET, x->terms.at[i]->pos, x->terms.at[i], NULL);
		one->type = none->type;
		out[count++] = (struct extensional_candidate){one, i >= known};
	}
	return count;
}

/* The terms of a type; those from `known` on are new. */
static uint32_t candidates(struct extensional *x, const struct type *type, uint32_t known,
                           struct extensional_candidate *out, uint32_t most)
{
	enum { FEW = 8 };
	uint32_t count = 0;
	if (type->kind != TYPE_PAIR) {
		for (uint32_t i = 0; i < x->looked_at && count < most; i++)
			if (is_same_type(x->terms.at[i]->type, type))
				out[count++] = (struct extensional_candidate){x->terms.at[i], i >= known};
		return count + small_sets(x, type, known, out + count, most - count);
	}
	struct extensional_candidate left[FEW], right[FEW];
	uint32_t lefts = candidates(x, type->a, known, left, FEW);
	uint32_t rights = candidates(x, type->b, known, right, FEW);
	for (uint32_t i = 0; i < lefts; i++)
		for (uint32_t k = 0; k < rights && count < most; k++)
			out[count++] =
			    (struct extensional_candidate){build_pair(x->copies.arena, left[i].is, right[k].is),
			                                   left[i].is_new || right[k].is_new};
	return count;
}

/* ---- quantifiers ----------------------------------------------------------------------------------- */

/* The body holds (or not) for some values of the names. */
static const struct node *for_some(struct extensional *x, const struct node *ids,
                                   const struct node *body, bool holds)
{
	const struct replacement *env = NULL;
	for (uint32_t i = 0; i < ids->count; i++)
		env = substitute_put(x->copies.arena, env, ids->kid[i]->decl,
		                     extensional_witness(x, ids->kid[i]->decl->type, ids->pos));
	return extensional_expand(x, substitute_in(&x->copies, body, env, NULL), holds);
}

/* For all values, of which those that have names are looked at, now or later. */
static const struct node *for_all(struct extensional *x, const struct node *ids,
                                  const struct node *body, bool holds)
{
	struct universal u = {
	    .ids = ids, .body = body, .holds = holds, .unfolded = x->unfolded, .round = x->round};
	u.all = node_new(x->copies.arena, OP_AND, body->pos, MOST_INSTANCES);
	for (uint32_t i = 0; i < u.all->count; i++)
		u.all->kid[i] = build_truth(x->copies.arena, body->pos, true);
	VEC_PUSH(&x->universals, u);
	return u.all;
}

static void instances(struct extensional *x, uint32_t which, uint32_t i,
                      const struct replacement *env, bool is_new)
{
	struct universal *u = &x->universals.at[which];
	if (u->used == MOST_INSTANCES || x->work > MOST_WORK) return;
	if (i == u->ids->count) {
		if (!is_new) return;
		const struct node *body = substitute_in(&x->copies, u->body, env, NULL);
		uint32_t at = u->used++;
		struct node *all = u->all; /* the list may move */
		x->unfolded = u->unfolded;
		all->kid[at] = extensional_expand(x, body, u->holds);
		x->unfolded = 0;
		return;
	}
	struct extensional_candidate found[MOST_INSTANCES];
	uint32_t known = u->known;
	struct decl *d = u->ids->kid[i]->decl;
	uint32_t count = candidates(x, d->type, known, found, MOST_INSTANCES);
	for (uint32_t k = 0; k < count; k++)
		instances(x, which, i + 1, substitute_put(x->copies.arena, env, d, found[k].is),
		          is_new || found[k].is_new);
}

/* In each round the older ones of all and of elements come together: what comes late is looked at with
 * the first elements before it is with others that come late. */
static void instantiate(struct extensional *x)
{
	uint32_t terms[ROUNDS];
	for (uint32_t round = 0; round < ROUNDS; round++) {
		uint32_t count = x->universals.count;
		terms[round] = x->terms.count;
		x->round = round + 1; /* of what is new */
		for (uint32_t i = 0; i < count; i++) {
			x->looked_at = terms[round - x->universals.at[i].round];
			instances(x, i, 0, NULL, false);
			x->universals.at[i].known = x->looked_at;
		}
	}
}

const struct node *extensional_some(struct extensional *x, struct type *type, const struct node *at,
                                    extensional_body *body, const void *data, bool holds)
{
	struct node *any = build_fresh(x->copies.arena, "element", type, at->pos);
	const struct node *ids = build_ids(x->copies.arena, at->pos, 1, (const struct node *[]){any});
	const struct node *is = body(x, any, data);
	return holds ? for_some(x, ids, is, true) : for_all(x, ids, is, false);
}

/* ---- predicates ------------------------------------------------------------------------------------ */

static const struct node *member(struct extensional *x, const struct node *t,
                                 const struct node *set)
{
	return build_join(x->copies.arena, OP_MEMBER, t, set);
}

/* A comparison of numbers, or finite(S). */
static const struct node *of_size(struct extensional *x, const struct node *n, bool holds)
{
	const struct node *atom = literal(x, n, holds);
	const struct node *more =
	    n->op == OP_FINITE ? extensional_finite(x, n, holds) : extensional_sized(x, n, holds);
	return more ? build_join(x->copies.arena, OP_AND, atom, more) : atom;
}

struct two {
	const struct node *a, *b;
	enum op op;
};

/* A and B differ in this element (op is EQUIV), or it is not in B only (IMPLIES) */
static const struct node *differ(struct extensional *x, const struct node *element,
                                 const void *data)
{
	const struct two *t = data;
	const struct node *both =
	    build_join(x->copies.arena, t->op, member(x, element, t->a), member(x, element, t->b));
	return build_not(x->copies.arena, both);
}

/* {s, t} <: B: no element is needed but these. */
static const struct node *all_in(struct extensional *x, const struct node *listed,
                                 const struct node *b)
{
	const struct node *all = build_truth(x->copies.arena, listed->pos, true);
	for (uint32_t i = 0; i < listed->count; i++) {
		const struct node *in = member(x, listed->kid[i], b);
		all = i == 0 ? in : build_join(x->copies.arena, OP_AND, all, in);
	}
	return all;
}

static bool is_listed(const struct node *n) { return n->op == OP_SET || n->op == OP_EMPTY_SET; }

/* {s, t} = B, likewise. */
static const struct node *equals_listed(struct extensional *x, const struct node *a,
                                        const struct node *b)
{
	return build_join(x->copies.arena, OP_AND, all_in(x, a, b),
	                  build_join(x->copies.arena, OP_SUBSET, b, a));
}

static const struct node *compared(struct extensional *x, const struct node *atom, enum op op,
                                   const struct node *a, const struct node *b, bool holds)
{
	struct two t = {a, b, op};
	if (!a->type || a->type->kind != TYPE_POW) return of_size(x, atom, holds);
	const struct node *expanded = NULL, *of_elements;
	if (is_listed(a)) expanded = op == OP_IMPLIES ? all_in(x, a, b) : equals_listed(x, a, b);
	else if (is_listed(b) && op == OP_EQUIV) expanded = equals_listed(x, b, a);
	if (expanded) of_elements = extensional_expand(x, expanded, holds);
	else of_elements = extensional_some(x, a->type->a, a, differ, &t, !holds);
	return build_join(x->copies.arena, OP_AND, literal(x, atom, holds), of_elements);
}

static const struct node *strictly(struct extensional *x, const struct node *n, bool holds)
{
	struct node *part = build_join(x->copies.arena, OP_SUBSET, n->kid[0], n->kid[1]);
	struct node *equal = build_join(x->copies.arena, OP_EQUAL, n->kid[0], n->kid[1]);
	const struct node *is = extensional_expand(x, part, holds),
	                  *is_not = extensional_expand(x, equal, !holds);
	return build_join(x->copies.arena, holds ? OP_AND : OP_OR, is, is_not);
}

static const struct node *equal(struct extensional *x, const struct node *n, bool holds)
{
	const struct node *a = n->kid[0], *b = n->kid[1];
	if (a->op != OP_PAIR || b->op != OP_PAIR) return compared(x, n, OP_EQUIV, a, b, holds);
	const struct node *first =
	    extensional_expand(x, build_join(x->copies.arena, OP_EQUAL, a->kid[0], b->kid[0]), holds);
	const struct node *second =
	    extensional_expand(x, build_join(x->copies.arena, OP_EQUAL, a->kid[1], b->kid[1]), holds);
	return build_join(x->copies.arena, holds ? OP_AND : OP_OR, first, second);
}

static const struct node *connected(struct extensional *x, const struct node *n, enum op op,
                                    bool holds)
{
	struct node *out = node_new(x->copies.arena, op, n->pos, n->count);
	for (uint32_t i = 0; i < n->count; i++) out->kid[i] = extensional_expand(x, n->kid[i], holds);
	return out;
}

static const struct node *implied(struct extensional *x, const struct node *n, bool holds)
{
	const struct node *a = extensional_expand(x, n->kid[0], !holds),
	                  *b = extensional_expand(x, n->kid[1], holds);
	return build_join(x->copies.arena, holds ? OP_OR : OP_AND, a, b);
}

static const struct node *equivalent(struct extensional *x, const struct node *n, bool holds)
{
	const struct node *a = n->kid[0], *b = n->kid[1];
	const struct node *first = build_join(x->copies.arena, OP_AND, extensional_expand(x, a, true),
	                                      extensional_expand(x, b, holds));
	const struct node *second = build_join(x->copies.arena, OP_AND, extensional_expand(x, a, false),
	                                       extensional_expand(x, b, !holds));
	return build_join(x->copies.arena, OP_OR, first, second);
}

static const struct node *quantified(struct extensional *x, const struct node *n, bool holds)
{
	bool is_partial = defined_may_fail(n->kid[1]);
	if (is_partial && extensional_is_applied_only(n->kid[1])) {
		x->met_functions = true;
		is_partial = !x->has_functions;
	}
	if (is_partial) return literal(x, n, holds);
	bool is_some = (n->op == OP_EXISTS) == holds;
	return is_some ? for_some(x, n->kid[0], n->kid[1], holds)
	               : for_all(x, n->kid[0], n->kid[1], holds);
}

static const struct node *opposite(struct extensional *x, const struct node *n, enum op op,
                                   bool holds)
{
	return extensional_expand(x, build_join(x->copies.arena, op, n->kid[0], n->kid[1]), !holds);
}

/* Has it a set that is described, and may be undefined for single elements? An infinite one is asked for those elements
 * only that matter (docs/LANGUAGE.md, rule 5), so that a literal about it may be true where an instance has no value. */
static bool has_partial_set(const struct node *n)
{
	bool is_described = n->op == OP_COMPREHENSION || n->op == OP_LAMBDA ||
	                    n->op == OP_QUANTIFIED_UNION || n->op == OP_QUANTIFIED_INTER;
	for (uint32_t i = 0; i < n->count; i++)
		if ((is_described && i > 0 && defined_may_fail(n->kid[i])) || has_partial_set(n->kid[i]))
			return true;
	return false;
}

const struct node *extensional_expand(struct extensional *x, const struct node *n, bool holds)
{
	if (++x->work > MOST_WORK || x->copies.nodes > SUBSTITUTE_MOST_NODES / 4)
		return build_truth(x->copies.arena, n->pos, true);
	if (op_is(n->op, FACT_COMPARISON) && has_partial_set(n)) return literal(x, n, holds);
	if (op_is(n->op, FACT_COMPARISON) && extensional_has_call(x, n)) {
		const struct node *applied = extensional_applied(x, n, holds);
		if (applied) return applied;
	}
	switch (n->op) {
	case OP_NOT: return extensional_expand(x, n->kid[0], !holds);
	case OP_AND: return connected(x, n, holds ? OP_AND : OP_OR, holds);
	case OP_OR: return connected(x, n, holds ? OP_OR : OP_AND, holds);
	case OP_IMPLIES: return implied(x, n, holds);
	case OP_EQUIV: return equivalent(x, n, holds);
	case OP_FORALL:
	case OP_EXISTS: return quantified(x, n, holds);
	case OP_EQUAL: return equal(x, n, holds);
	case OP_SUBSET: return compared(x, n, OP_IMPLIES, n->kid[0], n->kid[1], holds);
	case OP_STRICT_SUBSET: return strictly(x, n, holds);
	case OP_NOT_EQUAL: return opposite(x, n, OP_EQUAL, holds);
	case OP_NOT_MEMBER: return opposite(x, n, OP_MEMBER, holds);
	case OP_NOT_SUBSET: return opposite(x, n, OP_SUBSET, holds);
	case OP_NOT_STRICT_SUBSET: return opposite(x, n, OP_STRICT_SUBSET, holds);
	case OP_MEMBER: extensional_add_term(x, n->kid[0]); return extensional_member(x, n, holds);
	case OP_FINITE:
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL: return of_size(x, n, holds);
	default: return literal(x, n, holds);
	}
}

/* ---- equal terms ----------------------------------------------------------------------------------- */

/* Do they differ only in that one has p where the other one has q? */
static bool is_alike_but(const struct node *a, const struct node *b, const struct node *p,
                         const struct node *q)
{
	if (alike_are(a, b)) return true;
	if (alike_are(a, p) && alike_are(b, q)) return true;
	if (alike_are(a, q) && alike_are(b, p)) return true;
	if (a->op != b->op || a->count != b->count || a->count == 0 || a->name != b->name) return false;
	if (a->kid[0]->op == OP_IDS) return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (!is_alike_but(a->kid[i], b->kid[i], p, q)) return false;
	return true;
}

static bool is_term(const struct extensional *x, const struct node *n)
{
	for (uint32_t i = 0; i < x->terms.count; i++)
		if (alike_are(x->terms.at[i], n)) return true;
	return false;
}

static bool is_alike_or_turned(const struct node *a, const struct node *b, const struct node *p,
                               const struct node *q)
{
	if (is_alike_but(a, b, p, q)) return true;
	return a->op == OP_EQUAL && is_alike_but(a->kid[0], b->kid[1], p, q) &&
	       is_alike_but(a->kid[1], b->kid[0], p, q);
}

/* Equal elements are in the same sets, and equal to the same ones. */
static void add_congruence(struct extensional *x)
{
	for (uint32_t i = 0; i < x->atoms.count; i++) {
		const struct node *e = x->atoms.at[i];
		if (e->op != OP_EQUAL || !is_term(x, e->kid[0]) || !is_term(x, e->kid[1])) continue;
		for (uint32_t k = 0; k < x->atoms.count; k++)
			for (uint32_t m = k + 1; m < x->atoms.count; m++) {
				const struct node *a = x->atoms.at[k], *b = x->atoms.at[m];
				if ((a->op != OP_MEMBER && a->op != OP_EQUAL) || a->op != b->op) continue;
				if (!is_alike_or_turned(a, b, e->kid[0], e->kid[1])) continue;
				VEC_PUSH(&x->out, build_join(x->copies.arena, OP_IMPLIES, e,
				                             build_join(x->copies.arena, OP_EQUIV, a, b)));
			}
	}
}

/* ---- all of it ------------------------------------------------------------------------------------- */

/* Says it of which values a name may have? */
static bool is_typing(const struct node *n)
{
	bool is_bound = n->op == OP_MEMBER || n->op == OP_SUBSET;
	return is_bound && n->kid[0]->op == OP_ID;
}

void extensional_write(struct extensional *x, const struct extensional_question *q)
{
	const struct search *s = x->search;
	for (uint32_t i = 0; i < s->question.count; i++) VEC_PUSH(&x->names, s->question.names[i]);
	/* what is asked comes first: the number of terms is limited */
	for (uint32_t i = 0; i < q->count; i++)
		VEC_PUSH(&x->out, extensional_expand(x, q->asked[i].is, q->asked[i].holds));
	for (uint32_t i = 0; i + 1 < s->question.conjunct_count; i++)
		if (!q->is_short || is_typing(s->question.conjuncts[i]))
			VEC_PUSH(&x->out, extensional_expand(x, s->question.conjuncts[i], true));
	if (x->has_functions) extensional_sequences(x);
	instantiate(x);
	if (x->has_functions) extensional_pairs(x);
	add_congruence(x);
	for (uint32_t i = 0; i < x->universals.count; i++) {
		struct universal *u = &x->universals.at[i];
		u->all->count = u->used > 2 ? u->used : 2;
	}
	for (uint32_t i = 0; i < x->out.count; i++)
		x->out.at[i] = substitute_in(&x->copies, x->out.at[i], NULL, NULL);
}

void extensional_clear(struct extensional *x)
{
	VEC_CLEAR(&x->names);
	VEC_CLEAR(&x->terms);
	VEC_CLEAR(&x->universals);
	VEC_CLEAR(&x->atoms);
	VEC_CLEAR(&x->applied);
	VEC_CLEAR(&x->out);
}
