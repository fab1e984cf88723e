/* Images under relations that cannot be listed, found by enumeration: of {x, y | P} for a known x the y
 * are enumerated; of closure1(r) what is reached step by step. */
#include "eval/inside.h"

/* ---- {x, y | P} -------------------------------------------------------------------------------- */

struct images {
	const struct decl *last;
	struct value_list list;
};

static bool image_found(struct eval *e, void *data)
{
	struct images *i = data;
	VEC_PUSH(&i->list.list, e->slots[slot_of(e, i->last)]);
	return true;
}

/* The plan for the last name, where the others are known. */
static struct plan *plan_of_last(struct eval *e, const struct node *n)
{
	struct note *note = prepare_note(e, n);
	const struct node *ids = n->kid[0], *condition = n->kid[1];
	if (note->image_plan) return note->image_plan;
	struct decl **last = ARENA_ARRAY(&e->arena, 1, struct decl *);
	last[0] = ids->kid[ids->count - 1]->decl;
	note->image_plan = plan_make(e, last, 1, &condition, 1, PLAN_MERGE_EXISTS);
	return note->image_plan;
}

bool image_has_plan(struct eval *e, const struct node *n)
{
	return n->op == OP_COMPREHENSION && n->count == 2 && n->kid[0]->count > 1 &&
	       plan_is_finite(plan_of_last(e, n));
}

/* The slots are put back: the set may be in use further out. */
value image_of_comprehension(struct eval *e, const struct node *n, value x)
{
	const struct note *note = note_of(e, n);
	uint32_t count = note->slots_to - note->slots_from;
	const struct node *ids = n->kid[0];
	struct images i = {.last = ids->kid[ids->count - 1]->decl};
	if (eval_interrupted(e, n->pos) || call_is_too_deep(e, n->pos)) return VALUE_NONE;
	value *saved = memory_raw((count + 1) * sizeof *saved);
	memcpy(saved, e->slots + note->slots_from, count * sizeof *saved);
	plan_bind_ids(e, ids, value_pair(e->s, x, VALUE_FALSE));
	enum truth t = plan_run(e, plan_of_last(e, n), image_found, &i);
	memcpy(e->slots + note->slots_from, saved, count * sizeof *saved);
	free(saved);
	value v = t == EVAL_FAILED ? VALUE_NONE : value_set(e->s, i.list.list.at, i.list.list.count);
	VEC_CLEAR(&i.list.list);
	return v;
}

/* E of y = E, or of Q => y = E where Q is true; NULL if there is no such conjunct. */
static const struct node *equation_for(struct eval *e, const struct node *n, const struct decl *y)
{
	const struct node *is = NULL;
	for (uint32_t i = 0; n->op == OP_AND && i < n->count && !is; i++)
		is = equation_for(e, n->kid[i], y);
	if (n->op == OP_IMPLIES && !node_mentions(n->kid[0], y)) {
		bool holds = predicate_eval(e, n->kid[0]) == EVAL_TRUE;
		e->has_failure = false; /* the whole is asked again */
		return holds ? equation_for(e, n->kid[1], y) : NULL;
	}
	return is ? is : generator_equal(n, y);
}

/* With the first names bound. */
static value only_image(struct eval *e, const struct node *n, bool *is_known)
{
	const struct node *ids = n->kid[0];
	const struct decl *last = ids->kid[ids->count - 1]->decl;
	const struct node *is = equation_for(e, n->kid[1], last);
	*is_known = is != NULL;
	value y = is ? expr_eval(e, is) : VALUE_NONE;
	if (y == VALUE_NONE) return VALUE_NONE;
	e->slots[slot_of(e, last)] = y;
	enum truth t = predicate_condition(e, n->kid[1]);
	if (t == EVAL_FAILED) return VALUE_NONE;
	return t == EVAL_TRUE ? value_set(e->s, &y, 1) : value_empty(e->s);
}

value image_by_equation(struct eval *e, const struct node *n, value x, bool *is_known)
{
	const struct note *note = note_of(e, n);
	uint32_t count = note->slots_to - note->slots_from;
	*is_known = false;
	if (n->op != OP_COMPREHENSION || n->count != 2 || n->kid[0]->count < 2) return VALUE_NONE;
	if (eval_interrupted(e, n->pos) || call_is_too_deep(e, n->pos)) {
		*is_known = true;
		return VALUE_NONE;
	}
	value *saved = memory_raw((count + 1) * sizeof *saved);
	memcpy(saved, e->slots + note->slots_from, count * sizeof *saved);
	plan_bind_ids(e, n->kid[0], value_pair(e->s, x, VALUE_FALSE));
	value v = only_image(e, n, is_known);
	memcpy(e->slots + note->slots_from, saved, count * sizeof *saved);
	free(saved);
	return v;
}

/* ---- closure1(r) ------------------------------------------------------------------------------- */

/* What is reached from x, or what of it is found until `wanted` is there. */
static value reached_from(struct eval *e, const struct node *n, value x, value wanted)
{
	enum { MOST = 10000 };
	struct algebra_failure why = {0};
	value reached = value_empty(e->s), edge = image_of_node(e, n->kid[0], x);
	while (edge != VALUE_NONE && value_count(e->s, edge) > 0) {
		reached = algebra_apply(e->s, OP_UNION, (value[]){reached, edge}, 2, UINT64_MAX, &why);
		if (wanted != VALUE_NONE && value_in(e->s, edge, wanted)) return reached;
		if (value_count(e->s, reached) > MOST)
			return eval_fail(e, EVAL_LIMIT, n->pos, "the closure reaches more than %d elements",
			                 MOST);
		if (eval_interrupted(e, n->pos)) return VALUE_NONE;
		edge = image_of_all(e, n->kid[0], edge);
		if (edge != VALUE_NONE)
			edge =
			    algebra_apply(e->s, OP_DIFFERENCE, (value[]){edge, reached}, 2, UINT64_MAX, &why);
	}
	return edge == VALUE_NONE ? VALUE_NONE : reached;
}

value image_of_closure(struct eval *e, const struct node *n, value x)
{
	return reached_from(e, n, x, VALUE_NONE);
}

enum truth image_in_closure(struct eval *e, value pair, const struct node *n)
{
	value images = reached_from(e, n, value_first(e->s, pair), value_second(e->s, pair));
	return images == VALUE_NONE ? EVAL_FAILED : value_in(e->s, images, value_second(e->s, pair));
}
