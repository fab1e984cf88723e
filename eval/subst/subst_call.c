/* Local variables, calls of operations, and operations as a whole. */
#include "eval/subst/subst.h"

/* ---- local variables and calls ----------------------------------------------------------------- */

bool subst_var(struct execution *x, const struct node *n, struct rest *k)
{
	struct eval *e = x->e;
	struct rest leave = {.kind = REST_VAR, .node = n, .then = k};
	const struct node *ids = n->kid[0];
	value few[FEW], *old = subst_room(ids->count * 2, few);
	for (uint32_t i = 0; i < ids->count; i++) {
		uint32_t slot = slot_of(e, ids->kid[i]->decl);
		old[2 * i] = e->slots[slot];
		old[2 * i + 1] = e->run.out[slot];
		e->slots[slot] = e->run.out[slot] = VALUE_NONE;
	}
	bool result = subst_run(x, n->kid[1], &leave);
	for (uint32_t i = 0; i < ids->count; i++) {
		uint32_t slot = slot_of(e, ids->kid[i]->decl);
		e->slots[slot] = old[2 * i];
		e->run.out[slot] = old[2 * i + 1];
	}
	if (old != few) free(old);
	return result;
}

/* Local variables have no value outside. */
bool subst_leave_var(struct execution *x, struct rest *k)
{
	struct eval *e = x->e;
	const struct node *ids = k->node->kid[0];
	value few[FEW], *old = subst_room(ids->count, few);
	for (uint32_t i = 0; i < ids->count; i++) {
		old[i] = e->run.out[slot_of(e, ids->kid[i]->decl)];
		e->run.out[slot_of(e, ids->kid[i]->decl)] = VALUE_NONE;
	}
	bool result = subst_go_on(x, k->then);
	for (uint32_t i = 0; i < ids->count; i++) e->run.out[slot_of(e, ids->kid[i]->decl)] = old[i];
	if (old != few) free(old);
	return result;
}

bool subst_call(struct execution *x, const struct node *n, struct rest *k)
{
	struct eval *e = x->e;
	const struct operation *o = n->decl->operation;
	const struct node *arguments = n->kid[1], *results = o->results, *inputs = o->parameters;
	uint32_t count = inputs->count + 2 * results->count;
	value few[FEW], *old = subst_room(count, few), few_args[FEW],
	                *args = subst_room(inputs->count, few_args);
	bool result = true, ok = true;
	for (uint32_t i = 0; i < inputs->count && ok; i++) {
		args[i] = subst_value(e, arguments->kid[i]);
		ok = args[i] != VALUE_NONE;
	}
	for (uint32_t i = 0; i < inputs->count; i++)
		old[i] = e->slots[slot_of(e, inputs->kid[i]->decl)];
	for (uint32_t i = 0; i < results->count; i++) {
		uint32_t slot = slot_of(e, results->kid[i]->decl);
		old[inputs->count + 2 * i] = e->slots[slot];
		old[inputs->count + 2 * i + 1] = e->run.out[slot];
	}
	if (ok) {
		for (uint32_t i = 0; i < inputs->count; i++)
			e->slots[slot_of(e, inputs->kid[i]->decl)] = args[i];
		for (uint32_t i = 0; i < results->count; i++)
			e->slots[slot_of(e, results->kid[i]->decl)] =
			    e->run.out[slot_of(e, results->kid[i]->decl)] = VALUE_NONE;
		struct rest done = {.kind = REST_CALL, .node = n, .then = k, .operation = o};
		result = subst_run(x, o->body, &done);
	}
	for (uint32_t i = 0; i < inputs->count; i++)
		e->slots[slot_of(e, inputs->kid[i]->decl)] = old[i];
	for (uint32_t i = 0; i < results->count; i++) {
		uint32_t slot = slot_of(e, results->kid[i]->decl);
		e->slots[slot] = old[inputs->count + 2 * i];
		e->run.out[slot] = old[inputs->count + 2 * i + 1];
	}
	if (old != few) free(old);
	if (args != few_args) free(args);
	return ok ? result : subst_failed(x);
}

bool subst_call_done(struct execution *x, struct rest *k)
{
	struct eval *e = x->e;
	const struct node *places = k->node->kid[0], *results = k->operation->results;
	value few[FEW], *values = subst_room(places->count, few);
	bool result = true;
	uint32_t i = 0;
	for (; i < places->count; i++) {
		values[i] = e->run.out[slot_of(e, results->kid[i]->decl)];
		if (values[i] == VALUE_NONE) break;
	}
	for (uint32_t r = 0; r < i; r++) e->run.out[slot_of(e, results->kid[r]->decl)] = VALUE_NONE;
	if (i < places->count) {
		eval_fail(e, EVAL_UNDEFINED, k->node->pos, "the result '%s' of '%s' has no value",
		          results->kid[i]->name, k->operation->name);
		result = subst_failed(x);
	} else {
		result = subst_assign_from(x, places, values, 0, k->then);
	}
	for (uint32_t r = 0; r < i; r++) e->run.out[slot_of(e, results->kid[r]->decl)] = values[r];
	if (values != few) free(values);
	return result;
}

/* ---- operations -------------------------------------------------------------------------------- */

/* The outermost guards of an operation bind its parameters: PRE P, then SELECT and ANY. */
struct call_guard {
	struct plan *plan;
	struct eval_choice choice;
	const struct node *body;
	const struct call_guard
	    *apart; /* where it matters that it is undefined; made when it is needed */
};

static bool may_be_undefined(const struct node *const *list, uint32_t count)
{
	bool may = false;
	for (uint32_t i = 0; i < count; i++) may |= defined_may_fail(list[i]);
	return may;
}

/* Apart: a guard behind one that may be undefined, and would not be if that is false, is none of the outermost. */
static struct call_guard *make_guard(struct eval *e, const struct operation *o, bool is_apart)
{
	struct call_guard *g = ARENA_NEW(&e->arena, struct call_guard);
	VEC(struct decl *) names = {0};
	VEC(const struct node *) conjuncts = {0};
	const struct node *n = o->body;
	for (uint32_t i = 0; i < o->parameters->count; i++)
		VEC_PUSH(&names, o->parameters->kid[i]->decl);
	if (n->op == OP_S_PRE) {
		VEC_PUSH(&conjuncts, n->kid[0]);
		n = n->kid[1];
	}
	while (eval_is_guard(n) && !(is_apart && may_be_undefined(conjuncts.at, conjuncts.count))) {
		bool binds = n->op != OP_S_SELECT;
		for (uint32_t i = 0; binds && i < n->kid[0]->count; i++)
			VEC_PUSH(&names, n->kid[0]->kid[i]->decl);
		VEC_PUSH(&conjuncts, n->kid[binds ? 1 : 0]);
		n = n->kid[n->count - 1];
	}
	g->plan = plan_make(e, names.at, names.count, conjuncts.at, conjuncts.count, PLAN_MERGE_EXISTS);
	g->body = n;
	struct decl **all = ARENA_ARRAY(&e->arena, names.count + 1, struct decl *);
	const struct node **such = ARENA_ARRAY(&e->arena, conjuncts.count + 1, const struct node *);
	for (uint32_t i = 0; i < names.count; i++) all[i] = names.at[i];
	for (uint32_t i = 0; i < conjuncts.count; i++) such[i] = conjuncts.at[i];
	g->choice = (struct eval_choice){all, such, names.count, conjuncts.count};
	VEC_CLEAR(&names);
	VEC_CLEAR(&conjuncts);
	return g;
}

static const struct call_guard *guard_of(struct eval *e, const struct operation *o)
{
	struct note *note = prepare_note(e, o->body); /* that of a parameter list may be shared */
	if (!note->free) note->free = (uint32_t *)(void *)make_guard(e, o, false);
	struct call_guard *g = (struct call_guard *)(void *)note->free;
	if (!e->run.watches_guards || g->choice.conjunct_count < 2) return g;
	if (!g->apart) g->apart = make_guard(e, o, true);
	return g->apart;
}

struct call_all {
	struct execution x;
	const struct call_guard *guard;
};

static bool parameters_found(struct eval *e, void *data)
{
	struct call_all *c = data;
	struct rest end = {.kind = REST_DONE};
	bool more = true, holds = true;
	(void)e;
	for (uint32_t i = 0; holds && i < c->guard->choice.conjunct_count; i++)
		holds = subst_still_holds(&c->x, c->guard->choice.conjuncts[i], &more);
	return holds ? subst_run(&c->x, c->guard->body, &end) : more;
}

bool eval_is_guard(const struct node *n)
{
	return (n->op == OP_S_SELECT && n->count == 2) || n->op == OP_S_ANY ||
	       (n->op == OP_S_LET && !defined_may_fail(n->kid[1]));
}

enum truth eval_operation(struct eval *e, const struct operation *o, eval_found *found, void *data)
{
	struct call_all c = {.x = {.e = e, .found = found, .data = data}};
	e->has_failure = false;
	for (uint32_t i = 0; i < o->results->count; i++)
		e->slots[slot_of(e, o->results->kid[i]->decl)] = VALUE_NONE;
	subst_set(e, e->run.out, e->slots);
	uint64_t step = subst_new_step(e);
	c.guard = guard_of(e, o);
	bool was_cut = e->was_cut;
	e->was_cut = false;
	enum truth t = subst_choose(e, c.guard->plan, &c.guard->choice, prepare_note(e, o->body),
	                            parameters_found, &c);
	e->was_cut |= was_cut;
	e->run.step = step;
	/* a guard that is undefined does not enable the operation */
	if (t == EVAL_FAILED && !c.x.failed && !subst_forgive_guard(e)) return EVAL_FAILED;
	e->has_failure = false;
	return subst_finish(&c.x);
}
