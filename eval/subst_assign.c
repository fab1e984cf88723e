/* Assignments: x := E, f(x) := E, r'f := E, x :: S and x :(P). */
#include "eval/subst.h"

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

static const struct node *root_of(const struct node *place)
{
	while (place->op != OP_ID) place = place->kid[0];
	return place;
}

static uint32_t field_index(const struct node *place)
{
	const struct type *t = place->kid[0]->type;
	uint32_t i = 0;
	while (t->fields[i].name != place->name) i++;
	return i;
}

static value with_field(struct eval *e, value record, const struct node *place, value v)
{
	const struct type *t = place->kid[0]->type;
	value fields[64];
	REQUIRE(t->count <= 64);
	for (uint32_t i = 0; i < t->count; i++) fields[i] = value_field(e->s, record, i);
	fields[field_index(place)] = v;
	return value_record(e->s, t, fields);
}

/* The present new value of a place: f(1) := a || f(2) := b changes f at both. */
static value present(struct eval *e, const struct node *place)
{
	if (place->op == OP_ID) return e->out[place->decl->slot];
	value base = present(e, place->kid[0]);
	if (base == VALUE_NONE) return base;
	if (place->op == OP_FIELD) return value_field(e->s, base, field_index(place));
	value x = expr_arguments(e, place);
	return x == VALUE_NONE ? x : member_apply_value(e, base, x, place->pos);
}

/* The new value of the root variable when the place gets v; VALUE_NONE on failure. */
static value replaced(struct eval *e, const struct node *place, value v)
{
	if (place->op == OP_ID) return v;
	value base = present(e, place->kid[0]);
	if (base == VALUE_NONE) {
		if (!e->has_failure)
			eval_fail(e, EVAL_UNDEFINED, place->pos, "'%s' has no value here",
			          root_of(place)->name);
		return VALUE_NONE;
	}
	if (place->op == OP_FIELD) return replaced(e, place->kid[0], with_field(e, base, place, v));
	value x = expr_arguments(e, place);
	if (x != VALUE_NONE) x = lazy_list(e, x, place->pos);
	base = x == VALUE_NONE ? VALUE_NONE : lazy_list(e, base, place->pos);
	if (base == VALUE_NONE) return VALUE_NONE;
	return replaced(e, place->kid[0], algebra_update(e->s, base, x, v));
}

/* The value of the place in f or in a record; VALUE_NONE if it has none. */
static value part_of(struct eval *e, const struct node *place, value whole)
{
	struct algebra_failure why = {0};
	if (place->op == OP_FIELD) return value_field(e->s, whole, field_index(place));
	value at = expr_arguments(e, place);
	if (at != VALUE_NONE) at = lazy_list(e, at, place->pos);
	return at == VALUE_NONE ? at : algebra_call(e->s, whole, at, &why);
}

/* The place got another value than v beside it */
static bool is_overwritten(struct eval *e, const struct node *place, value v)
{
	uint32_t slot = root_of(place)->decl->slot;
	value old = e->slots[slot], new = e->out[slot];
	if (place->op == OP_ID || place->kid[0]->op != OP_ID || old == new) return false;
	if (old == VALUE_NONE || value_has_lazy(e->s, old) || value_has_lazy(e->s, new)) return false;
	value now = part_of(e, place, new);
	return now != VALUE_NONE && now != v && now != part_of(e, place, old);
}

/* What was written in this step was written beside this (B-Book 7.3: not allowed), unless it is
 * another place of a function or record. `v` is for the place, `whole` for the variable. */
static bool is_conflict(struct eval *e, const struct node *place, value v, value whole)
{
	uint32_t slot = root_of(place)->decl->slot;
	bool again = e->written[slot] >> 1 == e->step;
	if (!again || e->out[slot] == whole) return false;
	return place->op == OP_ID || e->written[slot] & 1 || is_overwritten(e, place, v);
}

/* Places i, i + 1, ... of a list get values; then the rest. */
bool subst_assign_from(struct execution *x, const struct node *places, const value *values,
                       uint32_t i, struct rest *k)
{
	struct eval *e = x->e;
	if (i == places->count) return subst_go_on(x, k);
	const struct node *place = places->kid[i];
	value part = settle(e, values[i], place->pos);
	value v = part == VALUE_NONE ? part : replaced(e, place, part);
	if (v == VALUE_NONE) return subst_failed(x);
	uint32_t slot = root_of(place)->decl->slot;
	if (is_conflict(e, place, part, v)) {
		eval_fail(e, EVAL_UNDEFINED, place->pos, "'%s' gets two different values in parallel",
		          root_of(place)->name);
		return subst_failed(x);
	}
	value old = e->out[slot];
	uint64_t written = e->written[slot];
	e->out[slot] = v;
	bool was_whole = written >> 1 == e->step && written & 1;
	e->written[slot] = e->step << 1 | (place->op == OP_ID || was_whole);
	bool result = subst_assign_from(x, places, values, i + 1, k);
	e->out[slot] = old;
	e->written[slot] = written;
	return result;
}

bool subst_assign(struct execution *x, const struct node *n, struct rest *k)
{
	const struct node *places = n->kid[0], *exprs = n->kid[1];
	value few[FEW], *values = subst_room(places->count, few);
	bool result = true;
	uint32_t i = 0;
	for (; i < places->count; i++) {
		values[i] = expr_eval(x->e, exprs->kid[i]);
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

bool subst_becomes_in(struct execution *x, const struct node *n, struct rest *k)
{
	struct becoming b = {x, n, k, NULL};
	return subst_after_search(x, stream_node(x->e, n->kid[1], element_found, &b));
}

/* The names have their new values in the slots; x$0 is the old one. */
static bool such_found(struct eval *e, void *data)
{
	struct becoming *b = data;
	const struct node *places = b->node->kid[0];
	value few[FEW], *values = subst_room(places->count, few), *old = e->old;
	struct cells now;
	subst_save(e, &now, e->slots);
	for (uint32_t i = 0; i < places->count; i++) values[i] = e->slots[places->kid[i]->decl->slot];
	subst_set(e, e->slots, b->before);
	e->old = NULL;
	bool result = subst_assign_from(b->x, places, values, 0, b->k);
	subst_set(e, e->slots, now.at);
	e->old = old;
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
	for (uint32_t i = 0; i < places->count; i++) names[i] = root_of(places->kid[i])->decl;
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
	value *old = e->old;
	e->old = b.before;
	enum truth t = plan_run(e, such_plan(e, n), such_found, &b);
	e->old = old;
	subst_set(e, e->slots, b.before);
	subst_drop(&before);
	return subst_after_search(x, t);
}
