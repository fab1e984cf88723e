/* Assignments: x := E, f(x) := E, r'f := E, x :: S and x :(P). */
#include "eval/subst/subst.h"

/* A set that is not listed is listed if it can be, so that equal states are found to be equal. */
static value settle(struct eval *e, value v, struct pos pos)
{
	if (!value_has_lazy(e->s, v)) return v;
	value listed = lazy_list(e, v, pos);
	if (listed != VALUE_NONE) return listed;
	if (e->has_failure && e->failure.kind == EVAL_LIMIT) e->has_failure = false;
	return e->has_failure ? VALUE_NONE : v;
}

/* ---- assignment -------------------------------------------------------------------------------- */

/* Places i, i + 1, ... of a list get values; then the rest. */
bool subst_assign_from(struct execution *x, const struct node *places, const value *values,
                       uint32_t i, struct rest *k)
{
	struct eval *e = x->e;
	if (i == places->count) return subst_go_on(x, k);
	struct subst_write w;
	uint32_t slot = slot_of(e, node_root(places->kid[i])->decl);
	value part = settle(e, values[i], places->kid[i]->pos), old = e->run.out[slot], new = part;
	bool ok = part != VALUE_NONE && subst_write_start(e, &w, places->kid[i], part);
	if (ok && w.count) new = subst_write_into(e, &w, old);
	bool again = e->run.written[slot] && e->run.written[slot]->step == e->run.step && new != old;
	ok = ok && new != VALUE_NONE && (!again || subst_write_fits(e, &w, slot));
	bool result = true;
	if (ok) {
		w.before = e->run.written[slot];
		e->run.out[slot] = new;
		e->run.written[slot] = &w;
		result = subst_assign_from(x, places, values, i + 1, k);
		e->run.out[slot] = old;
		e->run.written[slot] = w.before;
	}
	if (part != VALUE_NONE) subst_write_drop(&w);
	return ok ? result : subst_failed(x);
}

bool subst_assign(struct execution *x, const struct node *n, struct rest *k)
{
	const struct node *places = n->kid[0], *exprs = n->kid[1];
	value few[FEW], *values = subst_room(places->count, few);
	bool result = true;
	uint32_t i = 0;
	for (; i < places->count; i++) {
		values[i] = subst_value(x->e, exprs->kid[i]);
		if (values[i] == VALUE_NONE) break;
	}
	result = i == places->count ? subst_assign_from(x, places, values, 0, k) : subst_failed(x);
	if (values != few) free(values);
	return result;
}

/* ---- nondeterministic assignment --------------------------------------------------------------- */

struct becoming {
	struct execution *x;
	const struct node *node;
	struct rest *k;
	value *before;
};

/* The parts of a value of n places, left associative pairs. */
static void split_value(struct eval *e, value v, value *parts, uint32_t count)
{
	for (uint32_t i = count; i > 1; i--) {
		parts[i - 1] = value_second(e->s, v);
		v = value_first(e->s, v);
	}
	parts[0] = v;
}

static bool element_found(struct eval *e, value v, void *data)
{
	struct becoming *b = data;
	const struct node *places = b->node->kid[0];
	if (e->was_cut && !eval_holds_elements(e, b->node->kid[1])) {
		subst_unsure(e, b->node->kid[1]);
		return subst_failed(b->x);
	}
	value few[FEW], *parts = subst_room(places->count, few);
	split_value(e, v, parts, places->count);
	bool result = subst_assign_from(b->x, places, parts, 0, b->k);
	if (parts != few) free(parts);
	return result;
}

bool subst_after_search(struct execution *x, enum truth t)
{
	if (t == EVAL_FAILED) return subst_failed(x);
	return t == EVAL_FALSE;
}

/* Is it known which element leads to the outcome that is looked for? */
static bool is_preferred(struct eval *e, const struct node *n, value *v)
{
	const struct node *places = n->kid[0];
	if (places->count > 1 || places->kid[0]->op != OP_ID) return false;
	uint32_t slot = slot_of(e, places->kid[0]->decl);
	*v = slot < e->run.preferred.count ? e->run.preferred.at[slot] : VALUE_NONE;
	if (*v == VALUE_NONE) return false;
	enum truth t = member_in(e, *v, n->kid[1]);
	if (t == EVAL_FAILED) e->has_failure = false; /* so will the elements, if they are to */
	return t == EVAL_TRUE;
}

bool subst_becomes_in(struct execution *x, const struct node *n, struct rest *k)
{
	struct becoming b = {x, n, k, NULL};
	bool was_cut = x->e->was_cut;
	value first;
	x->e->was_cut = false;
	if (is_preferred(x->e, n, &first) && !element_found(x->e, first, &b)) return false;
	enum truth t = stream_node(x->e, n->kid[1], element_found, &b);
	x->e->was_cut |= was_cut;
	return subst_after_search(x, t);
}

/* The names have their new values in the slots; x$0 is the old one. */
static bool such_found(struct eval *e, void *data)
{
	struct becoming *b = data;
	const struct node *places = b->node->kid[0];
	bool more;
	if (!subst_still_holds(b->x, b->node->kid[1], &more)) return more;
	value few[FEW], *values = subst_room(places->count, few), *old = e->run.old;
	struct cells now;
	subst_save(e, &now, e->slots);
	for (uint32_t i = 0; i < places->count; i++)
		values[i] = e->slots[slot_of(e, places->kid[i]->decl)];
	subst_set(e, e->slots, b->before);
	e->run.old = NULL;
	bool result = subst_assign_from(b->x, places, values, 0, b->k);
	subst_set(e, e->slots, now.at);
	e->run.old = old;
	if (values != few) free(values);
	subst_drop(&now);
	return result;
}

static struct plan *such_plan(struct eval *e, const struct node *n)
{
	struct note *note = prepare_note(e, n);
	if (note->plan) return note->plan;
	const struct node *places = n->kid[0], *such = n->kid[1];
	struct decl **names = ARENA_ARRAY(&e->arena, places->count, struct decl *);
	for (uint32_t i = 0; i < places->count; i++) names[i] = node_root(places->kid[i])->decl;
	note->plan = plan_make(e, names, places->count, &such, 1, PLAN_MERGE_EXISTS);
	return note->plan;
}

bool subst_becomes_such(struct execution *x, const struct node *n, struct rest *k)
{
	struct eval *e = x->e;
	for (uint32_t i = 0; i < n->kid[0]->count; i++)
		if (n->kid[0]->kid[i]->op != OP_ID) {
			eval_fail(e, EVAL_UNSUPPORTED, n->pos, "':(' is supported for variables only");
			return subst_failed(x);
		}
	struct cells before;
	subst_save(e, &before, e->slots);
	struct becoming b = {x, n, k, before.at};
	value *old = e->run.old;
	e->run.old = b.before;
	bool was_cut = e->was_cut;
	e->was_cut = false;
	enum truth t = subst_choose_such(e, such_plan(e, n), n, such_found, &b);
	e->was_cut |= was_cut;
	e->run.old = old;
	subst_set(e, e->slots, b.before);
	subst_drop(&before);
	if (t == EVAL_FAILED && !x->stopped && subst_forgive_guard(e)) return true; /* as with ANY */
	return subst_after_search(x, t);
}
