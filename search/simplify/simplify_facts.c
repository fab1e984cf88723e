/* What follows from a conjunct being defined: x ^ y is defined for sequences only, so that x is one. */
#include "search/simplify/simplify.h"

static bool is_stated(const struct simplified *out, const struct decl *d)
{
	for (uint32_t i = 0; i < out->list.count; i++) {
		const struct node *n = out->list.at[i];
		bool is_member = n->op == OP_MEMBER && n->kid[0]->op == OP_ID && n->kid[0]->decl == d;
		if (is_member && op_is(n->kid[1]->op, FACT_SEQUENCES)) return true;
	}
	return false;
}

/* x is a sequence */
static void state(struct simplifier *z, const struct node *x, struct simplified *out)
{
	bool is_unknown = false;
	for (uint32_t i = 0; x->op == OP_ID && i < z->search->question.count; i++)
		is_unknown |= z->search->question.names[i] == x->decl;
	if (!is_unknown || is_stated(out, x->decl)) return;
	const struct node *of = build_whole(z->copies.arena, x->type->a->b, x->pos);
	if (!of) return;
	struct node *all = build_op(z->copies.arena, OP_SEQ, x->pos, of, NULL);
	all->type = build_power_type(z->copies.arena, x->type);
	VEC_PUSH(&out->list, build_op(z->copies.arena, OP_MEMBER, x->pos, x, all));
	z->changes++;
}

/* Of a term that has a value. */
static void look_at_term(struct simplifier *z, const struct node *n, struct simplified *out)
{
	if (n->op == OP_IF || n->op == OP_BOOL || (n->count && n->kid[0]->op == OP_IDS)) return;
	switch (n->op) {
	case OP_CONCAT: state(z, n->kid[1], out); /* fall through */
	case OP_SIZE:
	case OP_FIRST:
	case OP_LAST:
	case OP_REV:
	case OP_FRONT:
	case OP_TAIL:
	case OP_INSERT_TAIL:
	case OP_RESTRICT_FRONT:
	case OP_RESTRICT_TAIL: state(z, n->kid[0], out); break;
	case OP_INSERT_FRONT: state(z, n->kid[1], out); break;
	default: break;
	}
	for (uint32_t i = 0; i < n->count; i++) look_at_term(z, n->kid[i], out);
}

/* Of a predicate that is true. */
static void look_at(struct simplifier *z, const struct node *n, struct simplified *out)
{
	EACH_CONJUNCT(c, n) {
		if (c.now->op == OP_EXISTS) look_at(z, c.now->kid[1], out);
		if (!op_is(c.now->op, FACT_COMPARISON)) continue;
		for (uint32_t i = 0; i < c.now->count; i++) look_at_term(z, c.now->kid[i], out);
	}
}

void simplify_facts(struct simplifier *z, struct simplified *out)
{
	const struct search *s = z->search;
	for (uint32_t i = 0; i < s->question.conjunct_count; i++)
		look_at(z, s->question.conjuncts[i], out);
}
