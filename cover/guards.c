/* Conjuncts of guards, and where one of them is the only one that is false. */
#include "cover/inside.h"

struct guard_parts {
	VEC(const struct node *) conjuncts;
	VEC(const struct node *) names; /* lists of parameters and names of ANY, from the outside */
};

static void add_conjuncts(struct guard_parts *p, const struct node *guard)
{
	EACH_CONJUNCT(c, guard) VEC_PUSH(&p->conjuncts, c.now);
}

/* As eval_operation takes it: what may give values of parameters. */
static void take_apart(const struct operation *o, struct guard_parts *p)
{
	const struct node *n = o->body;
	if (o->parameters->count > 0) VEC_PUSH(&p->names, o->parameters);
	if (n->op == OP_S_PRE) {
		add_conjuncts(p, n->kid[0]);
		n = n->kid[1];
	}
	for (; eval_is_guard(n); n = n->kid[n->count - 1]) {
		if (n->count > 2) VEC_PUSH(&p->names, n->kid[0]);
		add_conjuncts(p, n->kid[n->count - 2]);
	}
}

static bool reads_variable(const struct node *n)
{
	if (n->decl && n->decl->kind == DECL_VARIABLE) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (n->kid[i] && reads_variable(n->kid[i])) return true;
	return false;
}

static bool is_typing(const struct guard_parts *p, const struct node *conjunct)
{
	for (uint32_t i = 0; i < p->names.count; i++)
		if (conjunct_types(conjunct, p->names.at[i])) return !reads_variable(conjunct);
	return false;
}

/* #names.(not(own) & others) */
static const struct node *alone(struct cover *c, struct guard_parts *p, uint32_t own)
{
	const struct node *is = p->conjuncts.at[own];
	p->conjuncts.at[own] = build_not(&c->arena, is);
	const struct node *n = build_and(&c->arena, is->pos, p->conjuncts.count, p->conjuncts.at);
	p->conjuncts.at[own] = is;
	for (uint32_t i = p->names.count; i-- > 0;)
		n = build_op(&c->arena, OP_EXISTS, is->pos, p->names.at[i], n);
	return n;
}

void guards_collect(struct cover *c, const struct operation *o, uint32_t number)
{
	struct guard_parts p = {0};
	take_apart(o, &p);
	for (uint32_t i = 0; i < p.conjuncts.count; i++) {
		const struct node *own = p.conjuncts.at[i];
		if (is_typing(&p, own)) continue;
		VEC_PUSH(&c->guards, ((struct cover_guard){
		                         .operation = number, .node = own, .alone = alone(c, &p, i)}));
	}
	VEC_CLEAR(&p.conjuncts);
	VEC_CLEAR(&p.names);
}

void guards_look(const struct cover *c, struct eval *e, enum truth *out)
{
	for (uint32_t i = 0; i < c->guards.count; i++)
		out[i] = eval_predicate(e, c->guards.at[i].alone);
}
