/* Functions and sequences as sets of pairs (B-Book 2.5 and 3.7), and f(t) as the element that t leads to. */
#include "search/extensional/extensional.h"

static const struct node *in(struct extensional *x, const struct node *t, const struct node *set)
{
	return build_join(x->copies.arena, OP_MEMBER, t, set);
}

static const struct node *both(struct extensional *x, const struct node *a, const struct node *b)
{
	return build_join(x->copies.arena, OP_AND, a, b);
}

/* ---- sets of functions ------------------------------------------------------------------------------- */

static const struct node *of_set(struct extensional *x, enum op op, const struct node *r,
                                 struct type *type)
{
	struct node *n = build_op(x->copies.arena, op, r->pos, r, NULL);
	n->type = build_power_type(x->copies.arena, type);
	return n;
}

static const struct node *pairs(struct extensional *x, const struct node *t, const struct node *a,
                                const struct node *b)
{
	struct node *n = build_join(x->copies.arena, OP_PRODUCT, a, b);
	n->type = t->type;
	return n;
}

/* !(e, y, z).(e |-> y : r & e |-> z : r => y = z), or with the pairs turned */
static const struct node *one_each(struct extensional *x, const struct node *r, bool is_turned)
{
	struct type *from = r->type->a->a, *to = r->type->a->b;
	struct node *e = build_fresh(x->copies.arena, "element", is_turned ? to : from, r->pos);
	struct node *y = build_fresh(x->copies.arena, "element", is_turned ? from : to, r->pos);
	struct node *z = build_fresh(x->copies.arena, "element", is_turned ? from : to, r->pos);
	const struct node *ids =
	    build_ids(x->copies.arena, r->pos, 3, (const struct node *[]){e, y, z});
	const struct node *first =
	    is_turned ? build_pair(x->copies.arena, y, e) : build_pair(x->copies.arena, e, y);
	const struct node *second =
	    is_turned ? build_pair(x->copies.arena, z, e) : build_pair(x->copies.arena, e, z);
	const struct node *ties = both(x, in(x, first, r), in(x, second, r));
	struct node *equal = build_join(x->copies.arena, OP_EQUAL, y, z);
	return build_join(x->copies.arena, OP_FORALL, ids,
	                  build_join(x->copies.arena, OP_IMPLIES, ties, equal));
}

/* The first numbers of a set that is written as such, and its last one: a total function has them. */
static void add_ends(struct extensional *x, const struct node *set)
{
	struct names *names = x->search->project->names;
	if (set->op == OP_INTERVAL) {
		extensional_add_term(x, set->kid[0]);
		extensional_add_term(x, set->kid[1]);
	}
	bool is_natural = set->op == OP_NAT_SET || set->op == OP_NATURAL_SET;
	if (!is_natural && set->op != OP_NAT1_SET && set->op != OP_NATURAL1_SET) return;
	struct node *first = node_new(x->copies.arena, OP_NUMBER, set->pos, 0);
	first->type = set->type->a;
	extensional_add_term(x, build_number(x->copies.arena, names, first, is_natural ? 0 : 1));
}

/* That a name is a function is instantiated for the pairs that are met (extensional_pairs). */
const struct node *extensional_expand_arrow(struct extensional *x, const struct node *t,
                                            const struct node *set, bool holds)
{
	if (!op_is(set->op, FACT_ARROWS)) return NULL;
	const struct node *a = set->kid[0], *b = set->kid[1];
	bool is_met = holds && t->op == OP_ID;
	const struct node *all = build_join(x->copies.arena, OP_SUBSET, t, pairs(x, t, a, b));
	if (op_is(set->op, FACT_FUNCTIONS) && !is_met) all = both(x, all, one_each(x, t, false));
	if (op_is(set->op, FACT_INJECTIVE) && !is_met) all = both(x, all, one_each(x, t, true));
	if (op_is(set->op, FACT_TOTAL) && holds) add_ends(x, a);
	if (op_is(set->op, FACT_TOTAL))
		all = both(x, all,
		           build_join(x->copies.arena, OP_SUBSET, a, of_set(x, OP_DOM, t, t->type->a->a)));
	if (op_is(set->op, FACT_SURJECTIVE))
		all = both(x, all,
		           build_join(x->copies.arena, OP_SUBSET, b, of_set(x, OP_RAN, t, t->type->a->b)));
	return all;
}

const struct node *extensional_arrow(struct extensional *x, const struct node *n, bool holds)
{
	if (!op_is(n->kid[1]->op, FACT_ARROWS)) return NULL;
	x->met_functions = true;
	const struct node *expanded =
	    x->has_functions ? extensional_expand_arrow(x, n->kid[0], n->kid[1], holds) : NULL;
	if (!expanded) return NULL;
	extensional_atom(x, n);
	const struct node *atom = holds ? n : build_not(x->copies.arena, n);
	return both(x, atom, extensional_expand(x, expanded, holds));
}

/* ---- pairs of functions that are met -------------------------------------------------------------------- */

static void add_tie(struct extensional *x, const struct node *function, const struct node *a,
                    const struct node *b, bool is_turned)
{
	const struct node *p = a->kid[0], *q = b->kid[0];
	uint32_t from = is_turned ? 1 : 0, to = 1 - from;
	if (alike_are(p->kid[to], q->kid[to])) return;
	struct node *same = build_join(x->copies.arena, OP_EQUAL, p->kid[from], q->kid[from]);
	const struct node *all = both(x, function, both(x, a, both(x, b, same)));
	struct node *equal = build_join(x->copies.arena, OP_EQUAL, p->kid[to], q->kid[to]);
	extensional_atom(x, same);
	extensional_atom(x, equal);
	VEC_PUSH(&x->out, build_join(x->copies.arena, OP_IMPLIES, all, equal));
}

static bool is_pair_of(const struct node *atom, const struct node *r)
{
	return atom->op == OP_MEMBER && atom->kid[0]->op == OP_PAIR && alike_are(atom->kid[1], r);
}

/* f : A +-> B & a |-> b : f & c |-> d : f & a = c => b = d, for all that are atoms. */
void extensional_pairs(struct extensional *x)
{
	enum { MOST_TIES = 400 };
	uint32_t count = x->atoms.count, ties = 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct node *f = x->atoms.at[i];
		if (f->op != OP_MEMBER || !op_is(f->kid[1]->op, FACT_FUNCTIONS)) continue;
		for (uint32_t k = 0; k < count && ties < MOST_TIES; k++)
			for (uint32_t m = k + 1; m < count && ties < MOST_TIES; m++) {
				const struct node *a = x->atoms.at[k], *b = x->atoms.at[m];
				if (!is_pair_of(a, f->kid[0]) || !is_pair_of(b, f->kid[0])) continue;
				add_tie(x, f, a, b, false);
				if (op_is(f->kid[1]->op, FACT_INJECTIVE)) add_tie(x, f, a, b, true);
				ties++;
			}
	}
}

/* ---- sequences ------------------------------------------------------------------------------------------- */

static const struct node *sequences(struct extensional *x, const struct node *set)
{
	return build_like(x->copies.arena, OP_SEQ, set, set->kid[0], NULL);
}

/* Of a sequence that is made of others (it has a value only if these are sequences); NULL: of no such one. */
static const struct node *made_sequence(struct extensional *x, const struct node *t,
                                        const struct node *set)
{
	bool is_any = set->op == OP_SEQ, is_plain = is_any || set->op == OP_SEQ1;
	const struct node *s = set->kid[0];
	const struct node *all;
	switch (t->op) {
	case OP_EMPTY_SET:
	case OP_EMPTY_SEQ:
		return is_plain || set->op == OP_ISEQ || set->op == OP_ISEQ1
		           ? build_truth(x->copies.arena, t->pos, is_any || set->op == OP_ISEQ)
		           : NULL;
	case OP_REV: return in(x, t->kid[0], set);
	case OP_INSERT_TAIL:
		return is_plain ? both(x, in(x, t->kid[0], sequences(x, set)), in(x, t->kid[1], s)) : NULL;
	case OP_INSERT_FRONT:
		return is_plain ? both(x, in(x, t->kid[0], s), in(x, t->kid[1], sequences(x, set))) : NULL;
	case OP_CONCAT: return is_any ? both(x, in(x, t->kid[0], set), in(x, t->kid[1], set)) : NULL;
	case OP_SEQUENCE:
		if (!is_plain || t->count == 0) return NULL;
		all = in(x, t->kid[0], s);
		for (uint32_t i = 1; i < t->count; i++) all = both(x, all, in(x, t->kid[i], s));
		return all;
	default: return NULL;
	}
}

static enum op arrow_of_sequences(enum op op)
{
	return op == OP_PERM                     ? OP_TOTAL_BIJECTIONS
	       : op == OP_ISEQ || op == OP_ISEQ1 ? OP_TOTAL_INJECTIONS
	                                         : OP_TOTAL_FUNCTIONS;
}

/* #n.(n >= 0 & t : 1..n --> S) */
static const struct node *numbered(struct extensional *x, const struct node *t,
                                   const struct node *set)
{
	struct names *names = x->search->project->names;
	struct type *integer = t->type->a->a;
	struct node *n = build_fresh(x->copies.arena, "size", integer, t->pos);
	const struct node *ids = build_ids(x->copies.arena, t->pos, 1, (const struct node *[]){n});
	bool is_some = set->op == OP_SEQ1 || set->op == OP_ISEQ1;
	const struct node *least = build_number(x->copies.arena, names, n, is_some ? 1 : 0);
	struct node *places =
	    build_join(x->copies.arena, OP_INTERVAL, build_number(x->copies.arena, names, n, 1), n);
	places->type = build_power_type(x->copies.arena, integer);
	struct node *arrow =
	    build_like(x->copies.arena, arrow_of_sequences(set->op), set, places, set->kid[0]);
	const struct node *body =
	    both(x, build_join(x->copies.arena, OP_LESS_EQUAL, least, n), in(x, t, arrow));
	return build_join(x->copies.arena, OP_EXISTS, ids, body);
}

const struct node *extensional_sequence(struct extensional *x, const struct node *n, bool holds)
{
	const struct node *t = n->kid[0], *set = n->kid[1];
	if (!op_is(set->op, FACT_SEQUENCES)) return NULL;
	x->met_functions = true;
	if (!x->has_functions) return NULL;
	const struct node *expanded = made_sequence(x, t, set);
	if (expanded) return extensional_expand(x, expanded, holds);
	extensional_atom(x, n);
	const struct node *atom = holds ? n : build_not(x->copies.arena, n);
	return both(x, atom, extensional_expand(x, numbered(x, t, set), holds));
}

/* Is each of these sequences also one of those, if its elements are? */
static bool is_kind_of(enum op these, enum op those)
{
	bool is_some = these == OP_SEQ1 || these == OP_ISEQ1;
	bool are_different = these == OP_ISEQ || these == OP_ISEQ1 || these == OP_PERM;
	switch (those) {
	case OP_SEQ: return true;
	case OP_SEQ1: return is_some;
	case OP_ISEQ: return are_different;
	case OP_ISEQ1: return these == OP_ISEQ1;
	default: return false;
	}
}

static bool is_of_sequences(const struct node *atom)
{
	return atom->op == OP_MEMBER && op_is(atom->kid[1]->op, FACT_SEQUENCES);
}

/* s : seq(A) & A <: B => s : seq(B), for all that are atoms. */
void extensional_sequences(struct extensional *x)
{
	uint32_t count = x->atoms.count;
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < count; k++) {
			const struct node *a = x->atoms.at[i], *b = x->atoms.at[k];
			if (i == k || !is_of_sequences(a) || !is_of_sequences(b)) continue;
			const struct node *from = a->kid[1], *to = b->kid[1];
			if (!is_kind_of(from->op, to->op) || !alike_are(a->kid[0], b->kid[0])) continue;
			const struct node *is = b;
			if (!eval_is_whole_type(to->kid[0])) {
				struct node *subset =
				    build_join(x->copies.arena, OP_SUBSET, from->kid[0], to->kid[0]);
				is = build_join(x->copies.arena, OP_OR, b, extensional_expand(x, subset, false));
			}
			VEC_PUSH(&x->out, build_join(x->copies.arena, OP_IMPLIES, a, is));
		}
}

/* ---- f(t) ------------------------------------------------------------------------------------------------ */

static bool is_application(const struct node *n)
{
	const struct type *f = n->op == OP_APPLY && n->count == 2 ? n->kid[0]->type : NULL;
	return f && f->kind == TYPE_POW && f->a->kind == TYPE_PAIR;
}

/* Are all its operands asked for a value, whatever they are? */
static bool is_strict(const struct node *n)
{
	bool is_plain = node_class(n) == CLASS_EXPR && n->op != OP_IF && n->op != OP_BOOL;
	return is_plain && (n->count == 0 || n->kid[0]->op != OP_IDS);
}

static bool has_application(const struct node *n)
{
	if (is_application(n)) return true;
	if (!is_strict(n)) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (has_application(n->kid[i])) return true;
	return false;
}

bool extensional_has_call(struct extensional *x, const struct node *literal)
{
	bool found = false;
	for (uint32_t i = 0; i < literal->count && !found; i++)
		found = has_application(literal->kid[i]);
	x->met_functions |= found;
	return found && x->has_functions;
}

static bool is_connective(enum op op)
{
	return op == OP_AND || op == OP_OR || op == OP_NOT || op == OP_IMPLIES || op == OP_EQUIV;
}

static bool is_total_but_for_applications(const struct node *n)
{
	if (is_application(n))
		return is_total_but_for_applications(n->kid[0]) && is_total_but_for_applications(n->kid[1]);
	if (!is_strict(n)) return !defined_may_fail(n);
	if (defined_may_lack_value(n)) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_total_but_for_applications(n->kid[i])) return false;
	return true;
}

bool extensional_is_applied_only(const struct node *n)
{
	if (n->op == OP_FORALL || n->op == OP_EXISTS) return extensional_is_applied_only(n->kid[1]);
	bool is_connected = is_connective(n->op);
	if (!is_connected && defined_may_lack_value(n)) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!(is_connected ? extensional_is_applied_only(n->kid[i])
		                   : is_total_but_for_applications(n->kid[i])))
			return false;
	return true;
}

/* The element that t leads to has one name wherever f(t) occurs. Where f(t) has no value, any will do. */
static const struct node *extensional_image(struct extensional *x, const struct node *apply)
{
	for (uint32_t i = 0; i < x->applied.count; i++)
		if (alike_are(x->applied.at[i].apply, apply)) return x->applied.at[i].image;
	const struct node *y = extensional_witness(x, apply->type, apply->pos);
	VEC_PUSH(&x->applied, ((struct applied){apply, y}));
	return y;
}

/* t |-> y : f, and no other than y. */
static const struct node *leads_to(struct extensional *x, const struct node *f,
                                   const struct node *t, const struct node *y)
{
	struct node *z = build_fresh(x->copies.arena, "element", f->type->a->b, t->pos);
	const struct node *ids = build_ids(x->copies.arena, t->pos, 1, (const struct node *[]){z});
	struct node *only =
	    build_join(x->copies.arena, OP_IMPLIES, in(x, build_pair(x->copies.arena, t, z), f),
	               build_join(x->copies.arena, OP_EQUAL, z, y));
	return both(x, in(x, build_pair(x->copies.arena, t, y), f),
	            build_join(x->copies.arena, OP_FORALL, ids, only));
}

/* The expression with names in place of f(t); what is known of these is added to the facts. */
static const struct node *named(struct extensional *x, const struct node *n,
                                const struct node **facts)
{
	if (!has_application(n)) return n;
	struct node *copy = node_new(x->copies.arena, n->op, n->pos, n->count);
	copy->type = n->type;
	copy->name = n->name;
	copy->decl = n->decl;
	copy->flags = n->flags;
	x->copies.nodes++;
	for (uint32_t i = 0; i < n->count; i++) copy->kid[i] = named(x, n->kid[i], facts);
	bool is_named =
	    is_application(copy) && !defined_may_fail(copy->kid[0]) && !defined_may_fail(copy->kid[1]);
	if (!is_named) return copy;
	const struct node *y = extensional_image(x, copy),
	                  *fact = leads_to(x, copy->kid[0], copy->kid[1], y);
	*facts = *facts ? both(x, *facts, fact) : fact;
	return y;
}

/* A literal that is true or false has a value, and so have the operands of what is strict. */
const struct node *extensional_applied(struct extensional *x, const struct node *literal,
                                       bool holds)
{
	const struct node *facts = NULL;
	struct node *copy = node_new(x->copies.arena, literal->op, literal->pos, literal->count);
	for (uint32_t i = 0; i < literal->count; i++) copy->kid[i] = named(x, literal->kid[i], &facts);
	if (!facts) return NULL;
	const struct node *known = extensional_expand(x, facts, true);
	return both(x, known, extensional_expand(x, copy, holds));
}
