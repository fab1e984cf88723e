/* Relaxed encoding. A name that is unbounded was drawn from a part of its type, so that "none" says
 * little. Here every predicate that depends on such a name is left open, equal ones alike; if there
 * still is no solution, there is none whatever the name's value is. Real solutions are models of
 * the relaxed circuit: they give the open predicates their truth values. */
#include "encode/sym.h"

static bool is_connective(enum op op)
{
	return op == OP_AND || op == OP_OR || op == OP_IMPLIES || op == OP_EQUIV || op == OP_NOT ||
	       op == OP_LABEL || op == OP_IF;
}

/* All values of its type, as it is written. */
static bool is_whole(const struct node *n)
{
	switch (n->op) {
	case OP_INTEGER_SET:
	case OP_STRING_SET:
	case OP_BOOL_SET: return true;
	case OP_ID:
		return n->decl &&
		       (n->decl->kind == DECL_DEFERRED_SET || n->decl->kind == DECL_ENUMERATED_SET);
	case OP_POW: return is_whole(n->kid[0]);
	case OP_PRODUCT:
	case OP_RELATIONS: return is_whole(n->kid[0]) && is_whole(n->kid[1]);
	default: return false;
	}
}

/* x < y and y > x, x : S and not(x /: S) are the same atom: `swaps` operands, or `negated`. */
struct form {
	enum op op;
	bool swaps, is_negated;
};

static struct form form_of(enum op op)
{
	switch (op) {
	case OP_GREATER: return (struct form){OP_LESS, true, false};
	case OP_GREATER_EQUAL: return (struct form){OP_LESS, false, true};
	case OP_LESS_EQUAL: return (struct form){OP_LESS, true, true};
	case OP_NOT_EQUAL: return (struct form){OP_EQUAL, false, true};
	case OP_NOT_MEMBER: return (struct form){OP_MEMBER, false, true};
	case OP_NOT_SUBSET: return (struct form){OP_SUBSET, false, true};
	case OP_NOT_STRICT_SUBSET: return (struct form){OP_STRICT_SUBSET, false, true};
	default: return (struct form){op, false, false};
	}
}

/* The same formula over the same names; names that are bound inside are compared as written. */
static bool alike(const struct node *a, const struct node *b)
{
	if (a->op != b->op || a->count != b->count || a->name != b->name) return false;
	if (a->decl != b->decl &&
	    !(a->decl && b->decl && a->decl->kind == DECL_LOCAL && b->decl->kind == DECL_LOCAL))
		return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (!alike(a->kid[i], b->kid[i])) return false;
	return true;
}

static bool same(const struct node *a, const struct node *b)
{
	struct form x = form_of(a->op), y = form_of(b->op);
	if (x.op != y.op || a->count != b->count) return false;
	if (a->count != 2 || (a->op == b->op && !x.swaps)) return alike(a, b);
	for (uint32_t i = 0; i < 2; i++)
		if (!alike(a->kid[x.swaps ? 1 - i : i], b->kid[y.swaps ? 1 - i : i])) return false;
	return true;
}

static struct truth_pair open_pair(enc e, const struct node *n)
{
	bool is_negated = form_of(n->op).is_negated;
	uint32_t i = 0;
	while (i < e->opaque.count && !same(e->opaque.at[i].node, n)) i++;
	if (i == e->opaque.count) {
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
		VEC_PUSH(&e->opaque, o);
	}
	struct opaque *o = &e->opaque.at[i];
	struct truth_pair p = {o->t, o->f, o->t == -o->f};
	return is_negated ? (struct truth_pair){p.f, p.t, p.is_total} : p;
}

static bool mentions_cut(enc e, const struct node *n)
{
	const struct info *i = enc_info(e, n);
	for (uint32_t k = 0; k < i->count; k++)
		if (map_get(&e->cut_names, i->free[k])) return true;
	return i->has_old;
}

static bool is_local(enc e, const struct node *n)
{
	const struct info *i = enc_info(e, n);
	for (uint32_t k = 0; k < i->count; k++)
		if (i->free[k]->kind == DECL_LOCAL && !map_get(&e->top_names, i->free[k])) return true;
	return false;
}

bool relax_predicate(enc e, const struct node *n, int want, struct truth_pair *out)
{
	if (is_connective(n->op) || is_local(e, n)) return false;
	if (n->op == OP_MEMBER && is_whole(n->kid[1]) && !enc_info(e, n->kid[0])->may_fail) {
		*out = (struct truth_pair){LIT_TRUE, LIT_FALSE, true};
		return true;
	}
	bool was_cut = e->was_cut;
	if (!mentions_cut(e, n)) {
		e->was_cut = false;
		e->relaxes = false;
		eval_clear_cut(e->eval);
		*out = predicate(e, n, want);
		e->relaxes = true;
		bool is_exact = !e->was_cut && !eval_was_cut(e->eval);
		e->was_cut = was_cut;
		eval_clear_cut(e->eval);
		if (is_exact) return true;
	}
	*out = open_pair(e, n);
	return true;
}
