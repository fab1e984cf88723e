/* When can an operation be executed? As predicates on the state before, one for each way through its
 * text, so that "no way" can be asked for: #choices.(guards), the feasibility of its substitution
 * (B-Book 6.3.2). What goes wrong otherwise than by being undefined counts as enabled, as in
 * explore/step.c. */
#include "bmc/inside.h"
#include "path/path.h"

/* #parameters.(P & guards), with names of their own. */
static const struct node *with_parameters(struct paths *w, const struct operation *o,
                                          const struct node *p)
{
	if (o->parameters->count == 0) return p;
	struct pos pos = o->parameters->pos;
	const struct node *e =
	    form_node(w, OP_EXISTS, pos, o->parameters, p ? p : node_new(w->arena, OP_TRUTH, pos, 0));
	return path_renamed(w, e, NULL, NULL);
}

/* The outermost PRE is a guard. */
bool enabled_find(struct arena *a, const struct operation *o, struct enabled *out)
{
	struct paths w = {.arena = a};
	const struct node *body = o->body;
	const struct node *pre = NULL;
	if (body->op == OP_S_PRE) {
		pre = body->kid[0];
		body = body->kid[1];
	}
	paths_find(&w, body, o->results);
	for (uint32_t i = 0; i < w.list.count && !w.gives_up; i++) {
		const struct node *p = paths_guard(&w, &w.list.at[i]);
		if (pre) p = p ? form_node(&w, OP_AND, pre->pos, pre, p) : pre;
		p = with_parameters(&w, o, p);
		if (!p) out->is_always = true;
		else VEC_PUSH(out, p);
	}
	VEC_CLEAR(&w.list);
	if (w.gives_up) VEC_CLEAR(out);
	return !w.gives_up;
}
