/* Follows the ways through a substitution. What goes wrong otherwise than by being undefined ends a way,
 * as in explore/step.c. */
#include "path/path.h"

struct state {
	const struct replacement *in, *out; /* what is read, what was written */
	const struct path_item *way;
};

struct path_rest {
	enum { REST_DONE, REST_SEQUENCE, REST_PARALLEL, REST_ISOLATED, REST_CALL } kind;
	const struct node *node;
	uint32_t next;
	const struct replacement *before, *merged; /* of parts that run in isolation */
	const struct path_rest *then;
};

/* A name gets a value that does not count as written. */
static void define(struct paths *w, struct state *s, struct decl *d, const struct node *is)
{
	bool is_one = s->in == s->out;
	s->in = substitute_put(w->copies.arena, s->in, d, is);
	s->out = is_one ? s->in : substitute_put(w->copies.arena, s->out, d, is);
}

/* ---- conditions and values --------------------------------------------------------------------- */

static void add_way(struct paths *w, struct path way)
{
	if (w->list.count == PATHS_MOST) w->copies.gives_up = true;
	if (!w->copies.gives_up) VEC_PUSH(&w->list, way);
}

/* The way may end here, as the formula is undefined. */
static void may_be_undefined(struct paths *w, const struct state *s, const struct node *defined,
                             struct pos pos)
{
	if (!w->wants_undefined) return;
	add_way(w, (struct path){.items = s->way,
	                         .fails = true,
	                         .kind = EVAL_UNDEFINED,
	                         .pos = pos,
	                         .undefined = defined});
}

/* What was renamed last cannot be evaluated: then there is no way on from here. */
static bool is_blocked(struct paths *w, const struct state *s, struct pos pos)
{
	bool blocked = w->copies.has_none;
	w->copies.has_none = false;
	if (blocked) may_be_undefined(w, s, NULL, pos);
	return blocked;
}

static void add(struct paths *w, struct state *s, const struct node *n, bool binds)
{
	if (n->op == OP_TRUTH) return;
	struct path_item *i = ARENA_NEW(w->copies.arena, struct path_item);
	*i = (struct path_item){.node = n, .binds = binds, .next = s->way};
	s->way = i;
}

static void add_strict(struct paths *w, struct state *s, const struct node *n)
{
	struct path_item *i = ARENA_NEW(w->copies.arena, struct path_item);
	*i = (struct path_item){.node = n, .is_strict = true, .next = s->way};
	s->way = i;
}

/* A condition that holds on this way, once it is renamed. */
static void add_condition(struct paths *w, struct state *s, const struct node *n,
                          const struct node *p, bool is_true, bool is_strict)
{
	struct node *not = build_op(w->copies.arena, OP_NOT, n->pos, p, NULL);
	bool may_fail = defined_may_fail(p);
	if (is_true && form_may_be_undefined(p))
		may_be_undefined(w, s, build_op(w->copies.arena, OP_OR, n->pos, p, not ), n->pos);
	if (is_strict && may_fail) add_strict(w, s, is_true ? p : not );
	else add(w, s, is_true ? p : not, false);
}

/* The condition holds on this way; false if there is no way on. An undefined one of a guard (which is not strict)
 * only disables. */
static bool demand(struct paths *w, struct state *s, const struct node *n, bool is_true,
                   bool is_strict)
{
	if (is_true && n->op == OP_FALSITY) return false;
	const struct node *p = substitute_in(&w->copies, n, s->in, NULL);
	if (is_blocked(w, s, n->pos)) return false;
	w->copies.gives_up |= w->copies.is_opaque;
	enum path_known known = w->copies.gives_up ? PATH_UNKNOWN : path_knows(s->way, p, is_true);
	if (known == PATH_UNKNOWN) add_condition(w, s, n, p, is_true, is_strict);
	return !w->copies.gives_up && known != PATH_FALSE;
}

/* The value of an expression; NULL if there is no way on. */
static const struct node *value_of(struct paths *w, struct state *s, const struct node *n)
{
	const struct node *v = substitute_in(&w->copies, n, s->in, NULL);
	if (is_blocked(w, s, n->pos)) return NULL;
	bool may_fail = defined_may_fail(n), is_opaque = w->copies.is_opaque;
	w->copies.is_opaque = false;
	if (is_opaque) {
		w->copies.gives_up |= may_fail || (w->wants_undefined && form_may_be_undefined(n));
		return w->copies.opaque;
	}
	struct node *defined = build_op(w->copies.arena, OP_EQUAL, n->pos, v, v);
	if (form_may_be_undefined(v)) may_be_undefined(w, s, defined, n->pos);
	if (may_fail) add_strict(w, s, defined);
	return v;
}

/* ---- ways -------------------------------------------------------------------------------------- */

static void follow(struct paths *w, const struct node *n, struct state s,
                   const struct path_rest *k);

/* The new value of a variable when one of its places gets v; opaque if it cannot be written down. */
static const struct node *new_value(struct paths *w, struct state *s, const struct node *place,
                                    const struct replacement *was, const struct node *v)
{
	const struct node *x[16];
	if (place->op == OP_ID) return v;
	if (place->op != OP_APPLY) return w->copies.opaque;
	bool is_known = v != w->copies.opaque && place->count <= 17;
	for (uint32_t i = 1; i < place->count; i++) {
		const struct node *at = value_of(w, s, place->kid[i]);
		if (!at) return NULL;
		is_known &= at != w->copies.opaque;
		if (i <= 16) x[i - 1] = at;
	}
	if (place->kid[0]->op != OP_ID) w->copies.gives_up = true;
	const struct node *f = was ? was->is : place->kid[0];
	if (!f) w->copies.gives_up = true; /* it has no value yet */
	if (!f || f == w->copies.opaque || !is_known) return w->copies.opaque;
	const struct node *new = path_updated(w->copies.arena, place, f, x, v);
	return new ? new : w->copies.opaque;
}

/* A place gets a value; false if there is no way on. */
static bool assign(struct paths *w, struct state *s, const struct node *place, const struct node *v)
{
	const struct node *root = node_root(place);
	const struct replacement *was = substitute_find(s->in, root->decl),
	                         *is = substitute_find(s->out, root->decl);
	if (was != is) w->copies.gives_up = true; /* twice in parallel */
	const struct node *new = new_value(w, s, place, was, v);
	if (new) s->out = substitute_put(w->copies.arena, s->out, root->decl, new);
	return new != NULL;
}

static void go_on(struct paths *w, struct state s, const struct path_rest *k);

static void assign_all(struct paths *w, const struct node *n, struct state s,
                       const struct path_rest *k)
{
	const struct node *places = n->kid[0], *exprs = n->kid[1];
	const struct node **v = ARENA_ARRAY(w->copies.arena, places->count, const struct node *);
	for (uint32_t i = 0; i < places->count; i++)
		if (!(v[i] = value_of(w, &s, exprs->kid[i]))) return;
	for (uint32_t i = 0; i < places->count; i++)
		if (!assign(w, &s, places->kid[i], v[i])) return;
	go_on(w, s, k);
}

/* New names for these places, bound on the way. */
static const struct node *choose(struct paths *w, struct state *s, const struct node *names)
{
	struct node *ids = node_new(w->copies.arena, OP_IDS, names->pos, names->count);
	for (uint32_t i = 0; i < names->count; i++) {
		const struct node *n = names->kid[i];
		ids->kid[i] = build_fresh(w->copies.arena, n->name ? n->name : "value",
		                          n->type ? n->type : n->decl->type, n->pos);
	}
	if (names->count) add(w, s, ids, true);
	return ids;
}

static void becomes_in(struct paths *w, const struct node *n, struct state s,
                       const struct path_rest *k)
{
	const struct node *places = n->kid[0];
	const struct node *set = substitute_in(&w->copies, n->kid[1], s.in, NULL);
	if (is_blocked(w, &s, n->pos)) return;
	w->copies.gives_up |= w->copies.is_opaque || places->count > 2;
	struct node *defined = build_op(w->copies.arena, OP_EQUAL, n->pos, set, set);
	if (form_may_be_undefined(set)) may_be_undefined(w, &s, defined, n->pos);
	if (defined_may_fail(set)) add_strict(w, &s, defined);
	const struct node *ids = choose(w, &s, places), *x = ids->kid[0];
	if (places->count == 2) {
		struct node *pair = build_op(w->copies.arena, OP_PAIR, n->pos, ids->kid[0], ids->kid[1]);
		pair->type = n->kid[1]->type->a;
		x = pair;
	}
	add(w, &s, build_op(w->copies.arena, OP_MEMBER, n->pos, x, set), false);
	for (uint32_t i = 0; i < places->count; i++)
		if (!assign(w, &s, places->kid[i], ids->kid[i])) return;
	go_on(w, s, k);
}

static void becomes_such(struct paths *w, const struct node *n, struct state s,
                         const struct path_rest *k)
{
	const struct node *places = n->kid[0];
	const struct replacement *in = s.in;
	const struct node *ids = choose(w, &s, places);
	for (uint32_t i = 0; i < places->count; i++) {
		if (places->kid[i]->op != OP_ID) {
			w->copies.gives_up = true;
			return;
		}
		in = substitute_put(w->copies.arena, in, places->kid[i]->decl, ids->kid[i]);
	}
	const struct node *p = substitute_in(&w->copies, n->kid[1], in, s.in);
	if (is_blocked(w, &s, n->pos)) return;
	w->copies.gives_up |= w->copies.is_opaque;
	add_condition(w, &s, n->kid[1], p, true, false);
	if (defined_may_fail(p))
		add_strict(w, &s,
		           build_op(w->copies.arena, OP_OR, n->pos, p,
		                    build_op(w->copies.arena, OP_NOT, n->pos, p, NULL)));
	for (uint32_t i = 0; i < places->count; i++)
		if (!assign(w, &s, places->kid[i], ids->kid[i])) return;
	go_on(w, s, k);
}

static void any(struct paths *w, const struct node *n, struct state s, const struct path_rest *k)
{
	const struct node *ids = choose(w, &s, n->kid[0]);
	for (uint32_t i = 0; i < ids->count; i++) define(w, &s, n->kid[0]->kid[i]->decl, ids->kid[i]);
	if (demand(w, &s, n->kid[1], true, n->op == OP_S_LET)) follow(w, n->kid[2], s, k);
}

/* ELSE counts where all guards are false, so that they are defined. */
static void branches(struct paths *w, const struct node *n, struct state s,
                     const struct path_rest *k)
{
	bool in_order = n->op == OP_S_IF, has_else = n->count % 2;
	uint32_t i = 0;
	struct state before = s;
	for (; i + 1 < n->count; i += 2) {
		struct state here = in_order ? before : s;
		if (demand(w, &here, n->kid[i], true, in_order)) follow(w, n->kid[i + 1], here, k);
		if ((in_order || has_else) && !demand(w, &before, n->kid[i], false, in_order)) return;
	}
	if (has_else) follow(w, n->kid[i], before, k);
	else if (in_order) go_on(w, before, k);
}

static void case_of(struct paths *w, const struct node *n, struct state s,
                    const struct path_rest *k)
{
	const struct node *v = value_of(w, &s, n->kid[0]);
	uint32_t i = 1;
	if (!v) return;
	w->copies.gives_up |= v == w->copies.opaque;
	for (; i + 1 < n->count && !w->copies.gives_up; i += 2) {
		const struct node *is = NULL;
		for (uint32_t j = 0; j < n->kid[i]->count; j++) {
			const struct node *label = value_of(w, &s, n->kid[i]->kid[j]);
			if (!label) return;
			w->copies.gives_up |= label == w->copies.opaque;
			struct node *equal = build_op(w->copies.arena, OP_EQUAL, n->pos, v, label);
			is = is ? build_op(w->copies.arena, OP_OR, n->pos, is, equal) : equal;
		}
		struct state here = s;
		add(w, &here, is, false);
		follow(w, n->kid[i + 1], here, k);
		add(w, &s, build_op(w->copies.arena, OP_NOT, n->pos, is, NULL), false);
	}
	if (i < n->count) follow(w, n->kid[i], s, k);
	else if (!written_all_cases(n)) go_on(w, s, k);
}

static void guarded(struct paths *w, const struct node *n, struct state s,
                    const struct path_rest *k)
{
	struct state wrong = s;
	if (demand(w, &wrong, n->kid[0], false, true))
		add_way(w, (struct path){.items = wrong.way,
		                         .fails = true,
		                         .kind = n->op == OP_S_PRE ? EVAL_PRECONDITION : EVAL_ASSERTION,
		                         .pos = node_start(n->kid[0])});
	if (demand(w, &s, n->kid[0], true, true)) follow(w, n->kid[1], s, k);
}

static void var(struct paths *w, const struct node *n, struct state s, const struct path_rest *k)
{
	for (uint32_t i = 0; i < n->kid[0]->count; i++) define(w, &s, n->kid[0]->kid[i]->decl, NULL);
	follow(w, n->kid[1], s, k);
}

static void call(struct paths *w, const struct node *n, struct state s, const struct path_rest *k)
{
	const struct operation *o = n->decl->operation;
	const struct node **v = ARENA_ARRAY(w->copies.arena, o->parameters->count, const struct node *);
	for (uint32_t i = 0; i < o->parameters->count; i++)
		if (!(v[i] = value_of(w, &s, n->kid[1]->kid[i]))) return;
	for (uint32_t i = 0; i < o->parameters->count; i++)
		define(w, &s, o->parameters->kid[i]->decl, v[i]);
	for (uint32_t i = 0; i < o->results->count; i++) define(w, &s, o->results->kid[i]->decl, NULL);
	struct path_rest done = {.kind = REST_CALL, .node = n, .then = k};
	follow(w, o->body, s, &done);
}

static void call_done(struct paths *w, struct state s, const struct path_rest *k)
{
	const struct operation *o = k->node->decl->operation;
	for (uint32_t i = 0; i < o->results->count; i++) {
		const struct replacement *r = substitute_find(s.out, o->results->kid[i]->decl);
		if (!r || !r->is) {
			may_be_undefined(w, &s, NULL, k->node->pos);
			return;
		}
		if (!assign(w, &s, k->node->kid[0]->kid[i], r->is)) return;
	}
	go_on(w, s, k->then);
}

/* ---- side by side, loops ----------------------------------------------------------------------- */

/* What one part has written, on top of what others have; no name twice. */
static const struct replacement *merged(struct paths *w, const struct path_rest *k,
                                        const struct replacement *out)
{
	const struct replacement *all = k->merged;
	for (const struct replacement *e = out; e && e != k->before; e = e->next) {
		if (substitute_find(out, e->of) != e) continue; /* written over */
		if (substitute_find(k->merged, e->of) != substitute_find(k->before, e->of))
			w->copies.gives_up = true;
		all = substitute_put(w->copies.arena, all, e->of, e->is);
	}
	return all;
}

static void part_done(struct paths *w, struct state s, const struct path_rest *k)
{
	struct path_rest next = *k;
	next.merged = merged(w, k, s.out);
	next.next++;
	s.in = k->before;
	s.out = k->next < k->node->count ? k->before : next.merged;
	if (k->next < k->node->count) follow(w, k->node->kid[k->next], s, &next);
	else go_on(w, s, k->then);
}

/* Never gets stuck and is never undefined, whatever the state: then only what it assigns counts. */
static bool is_safe(struct paths *w, const struct node *n, struct state *s)
{
	if (op_info(n->op)->class != CLASS_SUBST) return !defined_may_fail(n);
	switch (n->op) {
	case OP_S_ASSIGN:
		if (written_twice(n)) return false;
		for (uint32_t i = 0; i < n->kid[0]->count; i++) {
			const struct node *root = n->kid[0]->kid[i];
			for (; root->op != OP_ID; root = root->kid[0])
				for (uint32_t j = 1; j < root->count; j++)
					if (defined_may_fail(root->kid[j])) return false;
			s->in = substitute_put(w->copies.arena, s->in, root->decl, w->copies.opaque);
			s->out = substitute_put(w->copies.arena, s->out, root->decl, w->copies.opaque);
		}
		for (uint32_t i = 0; i < n->kid[1]->count; i++)
			if (defined_may_fail(n->kid[1]->kid[i])) return false;
		return true;
	case OP_S_SKIP:
	case OP_S_IF:
	case OP_S_CHOICE:
	case OP_S_SEQUENCE:
	case OP_S_ASSERT:
	case OP_S_WHILE:
		for (uint32_t i = 0; i < n->count; i++)
			if (!is_safe(w, n->kid[i], s)) return false;
		return true;
	default: return false;
	}
}

static void while_do(struct paths *w, const struct node *n, struct state s,
                     const struct path_rest *k)
{
	/* what goes wrong inside, and the values at its end, cannot be told */
	bool wants_inside = w->wants_undefined || w->needs_loop_failures;
	if (wants_inside || !is_safe(w, n, &s)) w->copies.gives_up = true;
	else go_on(w, s, k);
}

/* ---- all together ------------------------------------------------------------------------------ */

static void go_on(struct paths *w, struct state s, const struct path_rest *k)
{
	struct path_rest next = *k;
	if (w->copies.gives_up) return;
	next.next++;
	switch (k->kind) {
	case REST_DONE: add_way(w, (struct path){.items = s.way, .after = s.out}); return;
	case REST_CALL: call_done(w, s, k); return;
	case REST_ISOLATED: part_done(w, s, k); return;
	case REST_SEQUENCE: s.in = s.out; break;
	case REST_PARALLEL: break;
	}
	if (k->next == k->node->count) go_on(w, s, k->then);
	else follow(w, k->node->kid[k->next], s, &next);
}

static void follow(struct paths *w, const struct node *n, struct state s, const struct path_rest *k)
{
	struct path_rest next = {.node = n, .next = 1, .then = k};
	if (w->copies.gives_up) return;
	switch (n->op) {
	case OP_S_SKIP:
	case OP_EXTERNAL_CALL: go_on(w, s, k); return;
	case OP_S_ASSIGN: assign_all(w, n, s, k); return;
	case OP_S_BECOMES_IN: becomes_in(w, n, s, k); return;
	case OP_S_BECOMES_SUCH: becomes_such(w, n, s, k); return;
	case OP_S_PRE:
	case OP_S_ASSERT: guarded(w, n, s, k); return;
	case OP_S_CHOICE:
		for (uint32_t i = 0; i < n->count; i++) follow(w, n->kid[i], s, k);
		return;
	case OP_S_IF:
	case OP_S_SELECT: branches(w, n, s, k); return;
	case OP_S_CASE: case_of(w, n, s, k); return;
	case OP_S_ANY:
	case OP_S_LET: any(w, n, s, k); return;
	case OP_S_VAR: var(w, n, s, k); return;
	case OP_S_CALL: call(w, n, s, k); return;
	case OP_S_WHILE: while_do(w, n, s, k); return;
	case OP_S_SEQUENCE: next.kind = REST_SEQUENCE; break;
	case OP_S_PARALLEL:
		next.kind = eval_has_steps(n) ? REST_ISOLATED : REST_PARALLEL;
		next.before = s.in;
		next.merged = s.out;
		if (next.kind == REST_ISOLATED) s.out = s.in;
		break;
	default: w->copies.gives_up = true; return;
	}
	follow(w, n->kid[0], s, &next);
}

bool paths_find_from(struct paths *w, const struct node *body, const struct replacement *start)
{
	struct path_rest end = {.kind = REST_DONE};
	struct state s = {.in = start, .out = start};
	w->copies.opaque = node_new(w->copies.arena, OP_TRUTH, body->pos, 0);
	follow(w, body, s, &end);
	return !w->copies.gives_up;
}

bool paths_find(struct paths *w, const struct node *body, const struct node *results)
{
	const struct replacement *start = NULL;
	for (uint32_t i = 0; results && i < results->count; i++)
		start = substitute_put(w->copies.arena, start, results->kid[i]->decl, NULL);
	return paths_find_from(w, body, start);
}

const struct node *paths_after(struct paths *w, const struct path *way, const struct node *n)
{
	w->copies.has_none = w->copies.is_opaque = false;
	const struct node *p = substitute_in(&w->copies, n, way->after, NULL);
	return w->copies.has_none || w->copies.is_opaque || w->copies.gives_up ? NULL : p;
}

/* The conjuncts of a binder count in any order, those of a disjunction from left to right (docs/LANGUAGE.md):
 * what executing stumbles over is undefined, also where it would come to nothing later. */
static const struct node *in_order(struct paths *w, const struct node *n)
{
	return build_op(w->copies.arena, OP_OR, n->pos, n,
	                node_new(w->copies.arena, OP_FALSITY, n->pos, 0));
}

static bool is_bound_before(const struct path_item *i)
{
	while (i && !i->binds) i = i->next;
	return i != NULL;
}

/* p comes after this condition. What LET says of its names is said once more in front: parts of a disjunction give
 * no values where they are undefined, but a conjunct z = E does. */
static const struct node *strictly(struct paths *w, const struct path_item *i, const struct node *p)
{
	struct pos pos = i->node->pos;
	const struct node *n = in_order(w, build_op(w->copies.arena, OP_AND, pos, i->node, p));
	return i->next->binds ? build_op(w->copies.arena, OP_AND, pos, i->node, n) : n;
}

const struct node *paths_close(struct paths *w, const struct path *way, const struct node *also)
{
	const struct node *p = also;
	for (const struct path_item *i = way->items; i; i = i->next) {
		struct pos pos = i->node->pos;
		if (i->is_strict && p && is_bound_before(i)) p = strictly(w, i, p);
		else if (i->binds)
			p = build_op(w->copies.arena, OP_EXISTS, pos, i->node,
			             p ? p : node_new(w->copies.arena, OP_TRUTH, pos, 0));
		else p = p ? build_op(w->copies.arena, OP_AND, pos, i->node, p) : i->node;
	}
	return p;
}

const struct node *paths_guard(struct paths *w, const struct path *way)
{
	return paths_close(w, way, NULL);
}
