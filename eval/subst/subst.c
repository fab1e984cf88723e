/* Substitutions, executed on ground states. Every path through a substitution is followed: the rest
 * of the work is a list of continuations, called once for each outcome, and what was changed is
 * put back on the way out (B-Book chapters 4 to 6).
 *
 * e->slots holds the values before, e->run.out the new ones. Parts of a parallel substitution all read
 * the former and write the latter; ';' copies new to old in between. */
#include "eval/subst/subst.h"

/* This path has failed; others may not. False if the execution must end. */
bool subst_failed(struct execution *x)
{
	const struct eval_failure *f = &x->e->failure;
	if (x->e->run.path_failed) x->e->run.path_failed(x->e->run.path_failed_data, f->kind, f->pos);
	/* what is undefined on one path must not hide a fault on another */
	if (!x->failed || (x->failure.kind == EVAL_UNDEFINED && f->kind != EVAL_UNDEFINED))
		x->failure = *f;
	x->failed = true;
	bool end = eval_is_limit(f->kind);
	x->e->has_failure = false;
	return !end;
}

/* A guard that is undefined does not enable. False if it failed otherwise. */
bool subst_forgive_guard(struct eval *e)
{
	const struct eval_failure *f = &e->failure;
	bool is_told = e->has_failure && f->kind == EVAL_UNDEFINED && e->run.watches_guards;
	if (is_told && e->run.path_failed) e->run.path_failed(e->run.path_failed_data, f->kind, f->pos);
	return eval_forgive(e);
}

void subst_save(struct eval *e, struct cells *c, const value *from)
{
	bool many = e->cell_count > sizeof c->few / sizeof *c->few;
	c->at = many ? memory_raw(e->cell_count * sizeof *c->at) : c->few;
	memcpy(c->at, from, e->cell_count * sizeof *c->at);
}

void subst_drop(struct cells *c)
{
	if (c->at != c->few) free(c->at);
}

void subst_set(struct eval *e, value *to, const value *from)
{
	memcpy(to, from, e->cell_count * sizeof *to);
}

value *subst_room(uint32_t count, value *few)
{
	value *values = count <= FEW ? few : memory_raw(count * sizeof *values);
	return values;
}

/* ---- choices ----------------------------------------------------------------------------------- */

static bool choice(struct execution *x, const struct node *n, struct rest *k)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (!subst_run(x, n->kid[i], k)) return false;
	return true;
}

static bool if_then(struct execution *x, const struct node *n, struct rest *k)
{
	uint32_t i = 0;
	for (; i + 1 < n->count; i += 2) {
		enum truth t = subst_condition(x->e, n->kid[i]);
		if (t == EVAL_FAILED) return subst_failed(x);
		if (t == EVAL_TRUE) return subst_run(x, n->kid[i + 1], k);
	}
	return i < n->count ? subst_run(x, n->kid[i], k) : subst_go_on(x, k);
}

/* All branches whose guard holds; ELSE if all are false. An undefined guard does not hold, and where it is one of
 * those that ELSE denies, it cannot be told whether ELSE is taken. */
static bool select_when(struct execution *x, const struct node *n, struct rest *k)
{
	bool any = false, is_undefined = false;
	struct eval_failure failure = {0};
	uint32_t i = 0;
	for (; i + 1 < n->count; i += 2) {
		enum truth t = subst_condition(x->e, n->kid[i]);
		if (t == EVAL_FAILED && !is_undefined) failure = x->e->failure;
		if (t == EVAL_FAILED && !subst_forgive_guard(x->e)) return subst_failed(x);
		is_undefined |= t == EVAL_FAILED;
		if (t != EVAL_TRUE) continue;
		any = true;
		if (!subst_run(x, n->kid[i + 1], k)) return false;
	}
	if (any || i == n->count) return true;
	if (!is_undefined) return subst_run(x, n->kid[i], k);
	x->e->failure = failure;
	x->e->has_failure = true;
	return subst_failed(x);
}

static bool case_of(struct execution *x, const struct node *n, struct rest *k)
{
	struct eval *e = x->e;
	value v = subst_value(e, n->kid[0]);
	if (v == VALUE_NONE) return subst_failed(x);
	uint32_t i = 1;
	for (; i + 1 < n->count; i += 2) {
		for (uint32_t j = 0; j < n->kid[i]->count; j++) {
			value label = subst_value(e, n->kid[i]->kid[j]);
			enum truth t = label == VALUE_NONE ? EVAL_FAILED : lazy_equal(e, v, label, n->pos);
			if (t == EVAL_FAILED) return subst_failed(x);
			if (t == EVAL_TRUE) return subst_run(x, n->kid[i + 1], k);
		}
	}
	return i < n->count ? subst_run(x, n->kid[i], k) : subst_go_on(x, k);
}

struct let_binding {
	struct execution *x;
	const struct node *node;
	struct rest *k;
};

static bool any_found(struct eval *e, void *data)
{
	struct let_binding *b = data;
	bool more;
	(void)e;
	if (!subst_still_holds(b->x, b->node->kid[1], &more)) return more;
	return subst_run(b->x, b->node->kid[2], b->k);
}

static bool any(struct execution *x, const struct node *n, struct rest *k)
{
	struct let_binding b = {x, n, k};
	bool was_cut = x->e->was_cut;
	x->e->was_cut = false;
	enum truth t = subst_choose_such(x->e, plan_of(x->e, n), n, any_found, &b);
	x->e->was_cut |= was_cut;
	if (n->op == OP_S_ANY && t == EVAL_FAILED && !x->stopped && subst_forgive_guard(x->e))
		return true; /* undefined: not enabled */
	return subst_after_search(x, t);
}

static bool guarded(struct execution *x, const struct node *n, struct rest *k)
{
	enum truth t = subst_condition(x->e, n->kid[0]);
	if (t == EVAL_TRUE) return subst_run(x, n->kid[1], k);
	if (t == EVAL_FALSE) {
		bool pre = n->op == OP_S_PRE;
		eval_fail(x->e, pre ? EVAL_PRECONDITION : EVAL_ASSERTION, node_start(n->kid[0]),
		          pre ? "this precondition is false" : "this assertion is false");
	}
	return subst_failed(x);
}

/* ---- sequences and parallels ------------------------------------------------------------------- */

bool eval_has_steps(const struct node *n)
{
	if (n->op == OP_S_SEQUENCE || n->op == OP_S_WHILE || n->op == OP_S_CALL) return true;
	if (op_info(n->op)->class != CLASS_SUBST) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (eval_has_steps(n->kid[i])) return true;
	return false;
}

static bool parallel(struct execution *x, const struct node *n, struct rest *k)
{
	struct eval *e = x->e;
	struct rest next = {.kind = REST_PARALLEL, .node = n, .next = 1, .then = k};
	struct note *note = prepare_note(e, n);
	if (note->steps == STEPS_UNKNOWN) note->steps = eval_has_steps(n) ? STEPS_YES : STEPS_NO;
	if (note->steps == STEPS_NO) return subst_run(x, n->kid[0], &next);
	struct cells before, out;
	subst_save(e, &before, e->slots);
	subst_save(e, &out, e->run.out);
	next.kind = REST_ISOLATED;
	next.before = before.at;
	next.merged = out.at;
	next.parts = next.part = e->run.steps;
	subst_set(e, e->run.out, e->slots);
	uint64_t step = subst_new_step(e);
	bool result = subst_run(x, n->kid[0], &next);
	e->run.step = step;
	subst_set(e, e->run.out, out.at);
	subst_drop(&before);
	subst_drop(&out);
	return result;
}

/* One part is done, in isolation: its changes are merged, then the next part starts afresh. */
static bool isolated_part_done(struct execution *x, struct rest *k)
{
	struct eval *e = x->e;
	struct cells merged, out, slots;
	subst_save(e, &merged, k->merged);
	subst_save(e, &out, e->run.out);
	subst_save(e, &slots, e->slots);
	bool fits = subst_write_merge(e, k, merged.at);
	struct rest next = *k;
	next.merged = merged.at;
	next.next = k->next + 1;
	subst_set(e, e->slots, k->before);
	next.part = e->run.steps;
	uint64_t step = subst_new_step(e);
	bool result;
	if (!fits) {
		result = subst_failed(x);
	} else if (k->next < k->node->count) {
		subst_set(e, e->run.out, k->before);
		result = subst_run(x, k->node->kid[k->next], &next);
	} else {
		subst_set(e, e->run.out, merged.at);
		result = subst_go_on(x, k->then);
	}
	e->run.step = step;
	subst_set(e, e->slots, slots.at);
	subst_set(e, e->run.out, out.at);
	subst_drop(&merged);
	subst_drop(&out);
	subst_drop(&slots);
	return result;
}

/* From here on, what was written is what is read. */
static bool commit(struct execution *x, const struct node *n, struct rest *k)
{
	struct eval *e = x->e;
	struct cells slots;
	subst_save(e, &slots, e->slots);
	subst_set(e, e->slots, e->run.out);
	uint64_t step = subst_new_step(e);
	bool result = subst_run(x, n, k);
	e->run.step = step;
	subst_set(e, e->slots, slots.at);
	subst_drop(&slots);
	return result;
}

/* ---- all together ------------------------------------------------------------------------------ */

static bool run_node(struct execution *x, const struct node *n, struct rest *k)
{
	switch (n->op) {
	case OP_S_SKIP: return subst_go_on(x, k);
	case OP_S_ASSIGN: return subst_assign(x, n, k);
	case OP_S_BECOMES_IN: return subst_becomes_in(x, n, k);
	case OP_S_BECOMES_SUCH: return subst_becomes_such(x, n, k);
	case OP_S_CALL: return subst_call(x, n, k);
	case OP_S_PARALLEL: return parallel(x, n, k);
	case OP_S_SEQUENCE: {
		struct rest next = {.kind = REST_SEQUENCE, .node = n, .next = 1, .then = k};
		return subst_run(x, n->kid[0], &next);
	}
	case OP_S_PRE:
	case OP_S_ASSERT: return guarded(x, n, k);
	case OP_S_CHOICE: return choice(x, n, k);
	case OP_S_IF: return if_then(x, n, k);
	case OP_S_SELECT: return select_when(x, n, k);
	case OP_S_CASE: return case_of(x, n, k);
	case OP_S_ANY:
	case OP_S_LET: return any(x, n, k);
	case OP_S_VAR: return subst_var(x, n, k);
	case OP_S_WHILE: return subst_while(x, n, k);
	case OP_EXTERNAL_CALL: return subst_go_on(x, k); /* printing and the like changes no variable */
	default: diag_fatal(__FILE__, __LINE__, "%s is not a substitution", op_info(n->op)->tag);
	}
}

bool subst_run(struct execution *x, const struct node *n, struct rest *k)
{
	enum {
		DEEPEST = 200000
	}; /* steps one after the other, each of which takes some of the stack */
	if (eval_interrupted(x->e, n->pos)) return subst_failed(x);
	if (x->depth == DEEPEST) {
		eval_fail(x->e, EVAL_LIMIT, n->pos, "more than %d steps one after the other", DEEPEST);
		return subst_failed(x);
	}
	x->depth++;
	bool result = run_node(x, n, k);
	x->depth--;
	return result;
}

static bool done(struct execution *x)
{
	struct eval *e = x->e;
	struct cells slots;
	subst_save(e, &slots, e->slots);
	x->any = true;
	subst_set(e, e->slots, e->run.out);
	if (!x->found(x->data)) x->stopped = true;
	else e->has_failure = false; /* of what was asked there */
	subst_set(e, e->slots, slots.at);
	subst_drop(&slots);
	return !x->stopped;
}

bool subst_go_on(struct execution *x, struct rest *k)
{
	struct rest next;
	switch (k->kind) {
	case REST_SEQUENCE:
		if (k->next == k->node->count) return subst_go_on(x, k->then);
		next = *k;
		next.next++;
		return commit(x, k->node->kid[k->next], &next);
	case REST_PARALLEL:
		if (k->next == k->node->count) return subst_go_on(x, k->then);
		next = *k;
		next.next++;
		return subst_run(x, k->node->kid[k->next], &next);
	case REST_ISOLATED: return isolated_part_done(x, k);
	case REST_LOOP: return subst_next_round(x, k);
	case REST_ROUND: return subst_round_done(x, k);
	case REST_CALL: return subst_call_done(x, k);
	case REST_VAR: return subst_leave_var(x, k);
	default: return done(x);
	}
}

enum truth subst_finish(struct execution *x)
{
	struct eval *e = x->e;
	if (x->failed) {
		e->failure = x->failure;
		e->has_failure = true;
		return EVAL_FAILED;
	}
	return x->any ? EVAL_TRUE : EVAL_FALSE;
}

void eval_watch_paths(struct eval *e, eval_path_failed *failed, void *data)
{
	e->run.path_failed = failed;
	e->run.path_failed_data = data;
}

void eval_watch_guards(struct eval *e, bool as_failures) { e->run.watches_guards = as_failures; }

enum truth eval_execute(struct eval *e, const struct node *substitution, eval_found *found,
                        void *data)
{
	struct execution x = {.e = e, .found = found, .data = data};
	struct rest end = {.kind = REST_DONE};
	e->has_failure = false;
	subst_set(e, e->run.out, e->slots);
	uint64_t step = subst_new_step(e);
	subst_run(&x, substitution, &end);
	e->run.step = step;
	return subst_finish(&x);
}
