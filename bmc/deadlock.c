/* A deadlock is a state in which no operation can be executed: for none of them there are parameters and choices with
 * which its guards hold, #choices.(guards), the feasibility of its substitution (B-Book 6.3.2). The outermost PRE is a
 * guard. What fails otherwise than by being undefined counts as enabled.
 *
 * For the solver these are predicates on the state before, one for each path through the text of an operation, so
 * that "no path" can be asked for; the evaluator has the same rule in explore/step.c, and says so in judge_deadlock
 * (explore/judge.c). */
#include "bmc/run.h"
#include "path/path.h"

/* #parameters.(P & guards), with names of their own. */
static const struct node *with_parameters(struct paths *w, const struct operation *o,
                                          const struct node *p)
{
	if (o->parameters->count == 0) return p;
	struct pos pos = o->parameters->pos;
	const struct node *e = build_op(w->copies.arena, OP_EXISTS, pos, o->parameters,
	                                p ? p : node_new(w->copies.arena, OP_TRUTH, pos, 0));
	return substitute_in(&w->copies, e, NULL, NULL);
}

bool deadlock_find_enabled(struct arena *a, const struct operation *o, struct enabled *out)
{
	struct paths w = {.copies.arena = a};
	const struct node *body = o->body;
	const struct node *pre = NULL;
	if (body->op == OP_S_PRE) {
		pre = body->kid[0];
		body = body->kid[1];
	}
	paths_find(&w, body, o->results);
	for (uint32_t i = 0; i < w.list.count && !w.copies.gives_up; i++) {
		const struct node *p = paths_guard(&w, &w.list.at[i]);
		if (pre) p = p ? build_op(w.copies.arena, OP_AND, pre->pos, pre, p) : pre;
		p = with_parameters(&w, o, p);
		if (!p) out->is_always = true;
		else VEC_PUSH(out, p);
	}
	VEC_CLEAR(&w.list);
	if (w.copies.gives_up) VEC_CLEAR(out);
	return !w.copies.gives_up;
}

bool deadlock_encode(struct run *r, struct unrolling *w, lit *out, bool *is_exact)
{
	VEC(lit) none = {0};
	bool ok = true, is_free = r->model.enabled.count > 0;
	*is_exact = true;
	for (uint32_t i = 0; i < r->model.enabled.count; i++) {
		const struct enabled *e = &r->model.enabled.at[i];
		if (e->is_always) is_free = false;
		if (!e->is_known) *is_exact = false;
	}
	for (uint32_t i = 0; is_free && ok && i < r->model.enabled.count; i++) {
		const struct enabled *e = &r->model.enabled.at[i];
		for (uint32_t k = 0; ok && e->is_known && k < e->count; k++) {
			lit l;
			ok = encode_violation(w->encoder, e->at[k], true, &l);
			if (ok) VEC_PUSH(&none, l);
		}
	}
	*out = is_free ? circuit_all(w->circuit, none.at, none.count) : LIT_FALSE;
	VEC_CLEAR(&none);
	return ok;
}

const struct node *deadlock_guards(struct arena *a, const struct operation *const *operations,
                                   uint32_t count)
{
	const struct node *any = NULL;
	bool is_known = count > 0, is_always = false;
	for (uint32_t i = 0; i < count && is_known; i++) {
		struct enabled e = {0};
		is_known = deadlock_find_enabled(a, operations[i], &e);
		is_always |= is_known && e.is_always;
		for (uint32_t k = 0; is_known && k < e.count; k++)
			any = any ? build_op(a, OP_OR, e.at[k]->pos, any, e.at[k]) : e.at[k];
		VEC_CLEAR(&e);
	}
	if (!is_known) return NULL;
	return is_always || !any ? build_truth(a, operations[0]->pos, is_always) : any;
}
