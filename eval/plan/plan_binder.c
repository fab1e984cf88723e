/* The plans of quantifiers, comprehensions and sums, one for each node; and their names as tuples. */
#include "eval/plan/plan_make.h"

bool plan_is_orderly(struct eval *e, const struct node *n)
{
	if (n->op != OP_AND) return true;
	for (uint32_t i = 0; i + 1 < n->count; i++)
		if (plan_is_doubtful(e, n->kid[i])) return false;
	return plan_is_orderly(e, n->kid[n->count - 1]);
}

/* Adds to `all` what holds wherever n is false: of Q => R that is Q, of P or (Q => R) likewise; not where `all`, or
 * what stands before in n, can be undefined where that is false. */
static const struct node *with_conditions(struct eval *e, const struct node *all,
                                          const struct node *n)
{
	if (all && plan_is_doubtful(e, all)) return all;
	if (n->op == OP_IMPLIES && plan_is_orderly(e, n->kid[0])) {
		all = all ? build_op(&e->arena, OP_AND, n->pos, all, n->kid[0]) : n->kid[0];
		return with_conditions(e, all, n->kid[1]);
	}
	for (uint32_t i = 0; n->op == OP_OR && i < n->count; i++) {
		all = with_conditions(e, all, n->kid[i]);
		if (plan_is_doubtful(e, n->kid[i])) break;
	}
	return all;
}

/* !x.(P => (Q => R)) is !x.(P & Q => R), as Rodin writes it. */
const struct node *plan_forall_condition(struct eval *e, const struct node *forall)
{
	const struct node *body = forall->kid[1];
	if (body->op != OP_IMPLIES) return with_conditions(e, NULL, body);
	return with_conditions(e, body->kid[0], body->kid[1]);
}

struct plan *plan_of(struct eval *e, const struct node *binder)
{
	struct note *note = prepare_note(e, binder);
	if (note->plan) return note->plan;
	const struct node *ids = binder->kid[0], *condition = binder->kid[1];
	if (binder->op == OP_FORALL) condition = plan_forall_condition(e, binder);
	struct decl **names = ARENA_ARRAY(&e->arena, ids->count, struct decl *);
	for (uint32_t i = 0; i < ids->count; i++) names[i] = ids->kid[i]->decl;
	bool once = binder->op == OP_SIGMA || binder->op == OP_PI;
	bool is_search = binder->op == OP_EXISTS || binder->op == OP_FORALL;
	note->plan = plan_make(e, names, ids->count, &condition, condition ? 1 : 0,
	                       (once ? 0 : PLAN_MERGE_EXISTS) | (is_search ? PLAN_SEARCH : 0));
	if (note->plan->inner_count && binder->op != OP_EXISTS) note->plan->whole = condition;
	return note->plan;
}

void plan_bind_ids(struct eval *e, const struct node *ids, value v)
{
	for (uint32_t i = ids->count; i > 1; i--) {
		e->slots[slot_of(e, ids->kid[i - 1]->decl)] = value_second(e->s, v);
		v = value_first(e->s, v);
	}
	e->slots[slot_of(e, ids->kid[0]->decl)] = v;
}

value plan_ids_value(struct eval *e, const struct node *ids)
{
	value v = e->slots[slot_of(e, ids->kid[0]->decl)];
	for (uint32_t i = 1; i < ids->count; i++)
		v = value_pair(e->s, v, e->slots[slot_of(e, ids->kid[i]->decl)]);
	return v;
}
