/* When can an operation be executed? As predicates on the state before, one for each way through its
 * text, so that "no way" can be asked for: #choices.(guards), the feasibility of its substitution
 * (B-Book 6.3.2). Ways are followed as eval/subst.c follows them, on states whose values are
 * expressions in the state before. What goes wrong otherwise than by being undefined counts as
 * enabled, as in explore/step.c. */
#include "check/inside.h"

enum { MOST_WAYS = 200, MOST_NODES = 50000 };

/* ---- states ------------------------------------------------------------------------------------ */

/* The values that names have, the last ones first; others are as before. */
struct env {
	const struct decl *of;
	struct node *is; /* NULL: none; ways.opaque: not known as an expression */
	const struct env *next;
};

/* What is known on the way so far, the last one first: a condition, or names that are chosen. */
struct item {
	struct node *node;
	bool binds;
	const struct item *next;
};

struct state {
	const struct env *in, *out; /* what is read, what was written */
	const struct item *way;
};

struct rest {
	enum { REST_DONE, REST_SEQUENCE, REST_PARALLEL, REST_ISOLATED, REST_CALL } kind;
	const struct node *node;
	uint32_t next;
	const struct env *before, *merged; /* of parts that run in isolation */
	const struct rest *then;
};

struct ways {
	struct arena *arena;
	struct enabled *out;
	struct node *opaque;
	uint32_t nodes;
	bool has_none;  /* while renaming: a name without a value */
	bool is_opaque; /* while renaming: a value that is not known */
	bool gives_up;
};

static const struct env *env_find(const struct env *e, const struct decl *d)
{
	while (e && e->of != d) e = e->next;
	return e;
}

static bool env_same(const struct env *a, const struct env *b)
{
	return a && b ? a->is == b->is : a == b;
}

static const struct env *env_put(struct ways *w, const struct env *e, const struct decl *d,
                                 struct node *is)
{
	struct env *new = ARENA_NEW(w->arena, struct env);
	*new = (struct env){d, is, e};
	return new;
}

/* ---- formulas ---------------------------------------------------------------------------------- */

static struct node *make(struct ways *w, enum op op, struct pos pos, struct node *x, struct node *y)
{
	struct node *n = node_new(w->arena, op, pos, y ? 2 : 1);
	n->kid[0] = x;
	if (y) n->kid[1] = y;
	return n;
}

static struct node *make_name(struct ways *w, struct decl *d, struct pos pos)
{
	struct node *n = node_new(w->arena, OP_ID, pos, 0);
	n->name = d->name;
	n->decl = d;
	n->type = d->type;
	return n;
}

/* A name of its own for each choice, so that choices can be nested. */
static struct node *make_choice(struct ways *w, name text, struct type *type, struct pos pos)
{
	struct decl *d = ARENA_NEW(w->arena, struct decl);
	*d = (struct decl){
	    .kind = DECL_LOCAL, .name = text, .full_name = text, .pos = pos, .type = type};
	return make_name(w, d, pos);
}

static struct node *renamed(struct ways *w, const struct node *n, const struct env *env,
                            const struct env *old);

static struct node *renamed_name(struct ways *w, const struct node *n, const struct env *env)
{
	const struct env *e = env_find(env, n->decl);
	if (!e) return (struct node *)(uintptr_t)n;
	w->has_none |= !e->is;
	w->is_opaque |= e->is == w->opaque;
	return e->is ? e->is : (struct node *)(uintptr_t)n;
}

/* A copy in which names have the values of `env`, and x$0 that of `old`. */
static struct node *renamed(struct ways *w, const struct node *n, const struct env *env,
                            const struct env *old)
{
	if (n->op == OP_ID) return renamed_name(w, n, env);
	if (n->op == OP_OLD) {
		if (!env_find(old, n->decl)) return make_name(w, n->decl, n->pos);
		return renamed_name(w, n, old);
	}
	if (n->count == 0) return (struct node *)(uintptr_t)n;
	struct node *copy = node_new(w->arena, n->op, n->pos, n->count);
	copy->flags = n->flags;
	copy->type = n->type;
	copy->name = n->name;
	copy->decl = n->decl;
	w->gives_up |= ++w->nodes > MOST_NODES;
	bool binds = n->kid[0]->op == OP_IDS;
	if (binds) {
		copy->kid[0] = node_new(w->arena, OP_IDS, n->pos, n->kid[0]->count);
		for (uint32_t i = 0; i < n->kid[0]->count; i++) {
			const struct node *id = n->kid[0]->kid[i];
			struct node *mine = make_choice(w, id->name, id->decl->type, id->pos);
			copy->kid[0]->kid[i] = mine;
			env = env_put(w, env, id->decl, mine);
			old = env_put(w, old, id->decl, mine);
		}
	}
	for (uint32_t i = binds; i < n->count; i++) copy->kid[i] = renamed(w, n->kid[i], env, old);
	return copy;
}

/* What was renamed last cannot be evaluated: then there is no way on from here. */
static bool is_blocked(struct ways *w)
{
	bool blocked = w->has_none;
	w->has_none = false;
	return blocked;
}

static void add(struct ways *w, struct state *s, struct node *n, bool binds)
{
	if (n->op == OP_TRUTH) return;
	struct item *i = ARENA_NEW(w->arena, struct item);
	*i = (struct item){n, binds, s->way};
	s->way = i;
}

/* The condition holds on this way; false if there is no way on. */
static bool demand(struct ways *w, struct state *s, const struct node *n, bool is_true)
{
	struct node *p = renamed(w, n, s->in, NULL);
	if (is_blocked(w)) return false;
	w->gives_up |= w->is_opaque;
	add(w, s, is_true ? p : make(w, OP_NOT, n->pos, p, NULL), false);
	return !w->gives_up;
}

/* The value of an expression; NULL if there is no way on. */
static struct node *value_of(struct ways *w, struct state *s, const struct node *n)
{
	struct node *v = renamed(w, n, s->in, NULL);
	if (is_blocked(w)) return NULL;
	bool may_fail = encode_may_fail(n), is_opaque = w->is_opaque;
	w->is_opaque = false;
	if (is_opaque) {
		w->gives_up |= may_fail;
		return w->opaque;
	}
	if (may_fail) add(w, s, make(w, OP_EQUAL, n->pos, v, v), false);
	return v;
}

/* ---- ways -------------------------------------------------------------------------------------- */

static void follow(struct ways *w, const struct node *n, struct state s, const struct rest *k);

static void finish(struct ways *w, const struct item *way)
{
	struct node *p = NULL;
	for (; way; way = way->next) {
		if (way->binds)
			p = make(w, OP_EXISTS, way->node->pos, way->node,
			         p ? p : node_new(w->arena, OP_TRUTH, way->node->pos, 0));
		else p = p ? make(w, OP_AND, way->node->pos, way->node, p) : way->node;
	}
	if (w->out->count == MOST_WAYS) w->gives_up = true;
	if (w->gives_up) return;
	if (!p) w->out->is_always = true;
	else VEC_PUSH(w->out, p);
}

/* A place gets a value; only of a whole variable is it kept. */
static void assign(struct ways *w, struct state *s, const struct node *place, struct node *v)
{
	const struct node *root = place;
	while (root->op != OP_ID) root = root->kid[0];
	const struct env *was = env_find(s->in, root->decl), *is = env_find(s->out, root->decl);
	if (!env_same(was, is)) w->gives_up = true; /* twice in parallel */
	if (place->op == OP_APPLY) {
		for (uint32_t i = 1; i < place->count; i++)
			if (!value_of(w, s, place->kid[i])) w->gives_up = true;
		if (place->kid[0]->op != OP_ID) w->gives_up = true;
	}
	s->out = env_put(w, s->out, root->decl, place->op == OP_ID ? v : w->opaque);
}

static void go_on(struct ways *w, struct state s, const struct rest *k);

static void assign_all(struct ways *w, const struct node *n, struct state s, const struct rest *k)
{
	const struct node *places = n->kid[0], *exprs = n->kid[1];
	struct node **v = ARENA_ARRAY(w->arena, places->count, struct node *);
	for (uint32_t i = 0; i < places->count; i++)
		if (!(v[i] = value_of(w, &s, exprs->kid[i]))) return;
	for (uint32_t i = 0; i < places->count; i++) assign(w, &s, places->kid[i], v[i]);
	go_on(w, s, k);
}

/* New names for these places, bound on the way. */
static struct node *choose(struct ways *w, struct state *s, const struct node *names)
{
	struct node *ids = node_new(w->arena, OP_IDS, names->pos, names->count);
	for (uint32_t i = 0; i < names->count; i++) {
		const struct node *n = names->kid[i];
		ids->kid[i] =
		    make_choice(w, n->name ? n->name : "value", n->type ? n->type : n->decl->type, n->pos);
	}
	if (names->count) add(w, s, ids, true);
	return ids;
}

static void becomes_in(struct ways *w, const struct node *n, struct state s, const struct rest *k)
{
	const struct node *places = n->kid[0];
	struct node *ids = choose(w, &s, places), *x = ids->kid[0];
	struct node *set = renamed(w, n->kid[1], s.in, NULL);
	if (is_blocked(w)) return;
	w->gives_up |= w->is_opaque || places->count > 2;
	if (places->count == 2) {
		x = make(w, OP_PAIR, n->pos, ids->kid[0], ids->kid[1]);
		x->type = n->kid[1]->type->a;
	}
	add(w, &s, make(w, OP_MEMBER, n->pos, x, set), false);
	for (uint32_t i = 0; i < places->count; i++) assign(w, &s, places->kid[i], ids->kid[i]);
	go_on(w, s, k);
}

static void becomes_such(struct ways *w, const struct node *n, struct state s, const struct rest *k)
{
	const struct node *places = n->kid[0];
	const struct env *in = s.in;
	struct node *ids = choose(w, &s, places);
	for (uint32_t i = 0; i < places->count; i++) {
		if (places->kid[i]->op != OP_ID) {
			w->gives_up = true;
			return;
		}
		in = env_put(w, in, places->kid[i]->decl, ids->kid[i]);
	}
	struct node *p = renamed(w, n->kid[1], in, s.in);
	if (is_blocked(w)) return;
	w->gives_up |= w->is_opaque;
	add(w, &s, p, false);
	for (uint32_t i = 0; i < places->count; i++) assign(w, &s, places->kid[i], ids->kid[i]);
	go_on(w, s, k);
}

static void any(struct ways *w, const struct node *n, struct state s, const struct rest *k)
{
	struct node *ids = choose(w, &s, n->kid[0]);
	for (uint32_t i = 0; i < ids->count; i++) {
		s.in = env_put(w, s.in, n->kid[0]->kid[i]->decl, ids->kid[i]);
		s.out = env_put(w, s.out, n->kid[0]->kid[i]->decl, ids->kid[i]);
	}
	if (demand(w, &s, n->kid[1], true)) follow(w, n->kid[2], s, k);
}

/* ELSE counts where no guard is true: that can be said only of guards that are defined. */
static void branches(struct ways *w, const struct node *n, struct state s, const struct rest *k)
{
	bool in_order = n->op == OP_S_IF, has_else = n->count % 2;
	uint32_t i = 0;
	struct state before = s;
	for (; i + 1 < n->count; i += 2) {
		struct state here = in_order ? before : s;
		if (demand(w, &here, n->kid[i], true)) follow(w, n->kid[i + 1], here, k);
		if (has_else && !in_order) w->gives_up |= encode_may_fail(n->kid[i]);
		if ((in_order || has_else) && !demand(w, &before, n->kid[i], false)) return;
	}
	if (has_else) follow(w, n->kid[i], before, k);
	else if (in_order) go_on(w, before, k);
}

static void case_of(struct ways *w, const struct node *n, struct state s, const struct rest *k)
{
	struct node *v = value_of(w, &s, n->kid[0]);
	uint32_t i = 1;
	if (!v) return;
	w->gives_up |= v == w->opaque;
	for (; i + 1 < n->count && !w->gives_up; i += 2) {
		struct node *is = NULL;
		for (uint32_t j = 0; j < n->kid[i]->count; j++) {
			struct node *label = renamed(w, n->kid[i]->kid[j], s.in, NULL);
			w->gives_up |= is_blocked(w) || w->is_opaque;
			struct node *equal = make(w, OP_EQUAL, n->pos, v, label);
			is = is ? make(w, OP_OR, n->pos, is, equal) : equal;
		}
		struct state here = s;
		add(w, &here, is, false);
		follow(w, n->kid[i + 1], here, k);
		add(w, &s, make(w, OP_NOT, n->pos, is, NULL), false);
	}
	if (i < n->count) follow(w, n->kid[i], s, k);
	else go_on(w, s, k);
}

static void guarded(struct ways *w, const struct node *n, struct state s, const struct rest *k)
{
	struct state wrong = s;
	if (demand(w, &wrong, n->kid[0], false)) finish(w, wrong.way);
	if (demand(w, &s, n->kid[0], true)) follow(w, n->kid[1], s, k);
}

static void var(struct ways *w, const struct node *n, struct state s, const struct rest *k)
{
	for (uint32_t i = 0; i < n->kid[0]->count; i++) {
		s.in = env_put(w, s.in, n->kid[0]->kid[i]->decl, NULL);
		s.out = env_put(w, s.out, n->kid[0]->kid[i]->decl, NULL);
	}
	follow(w, n->kid[1], s, k);
}

static void call(struct ways *w, const struct node *n, struct state s, const struct rest *k)
{
	const struct operation *o = n->decl->operation;
	const struct env *in = s.in;
	for (uint32_t i = 0; i < o->parameters->count; i++) {
		struct node *v = value_of(w, &s, n->kid[1]->kid[i]);
		if (!v) return;
		in = env_put(w, in, o->parameters->kid[i]->decl, v);
		s.out = env_put(w, s.out, o->parameters->kid[i]->decl, v);
	}
	s.in = in;
	for (uint32_t i = 0; i < o->results->count; i++) {
		s.in = env_put(w, s.in, o->results->kid[i]->decl, NULL);
		s.out = env_put(w, s.out, o->results->kid[i]->decl, NULL);
	}
	struct rest done = {.kind = REST_CALL, .node = n, .then = k};
	follow(w, o->body, s, &done);
}

static void call_done(struct ways *w, struct state s, const struct rest *k)
{
	const struct operation *o = k->node->decl->operation;
	for (uint32_t i = 0; i < o->results->count; i++) {
		const struct env *r = env_find(s.out, o->results->kid[i]->decl);
		if (!r || !r->is) return;
		assign(w, &s, k->node->kid[0]->kid[i], r->is);
	}
	go_on(w, s, k->then);
}

/* ---- side by side, loops ----------------------------------------------------------------------- */

static bool has_steps(const struct node *n)
{
	if (n->op == OP_S_SEQUENCE || n->op == OP_S_WHILE || n->op == OP_S_CALL) return true;
	if (op_info(n->op)->class != CLASS_SUBST) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (has_steps(n->kid[i])) return true;
	return false;
}

/* What one part has written, on top of what others have; no name twice. */
static const struct env *merged(struct ways *w, const struct rest *k, const struct env *out)
{
	const struct env *all = k->merged;
	for (const struct env *e = out; e && e != k->before; e = e->next) {
		if (env_find(out, e->of) != e) continue; /* written over */
		if (!env_same(env_find(k->merged, e->of), env_find(k->before, e->of))) w->gives_up = true;
		all = env_put(w, all, e->of, e->is);
	}
	return all;
}

static void part_done(struct ways *w, struct state s, const struct rest *k)
{
	struct rest next = *k;
	next.merged = merged(w, k, s.out);
	next.next++;
	s.in = k->before;
	s.out = k->next < k->node->count ? k->before : next.merged;
	if (k->next < k->node->count) follow(w, k->node->kid[k->next], s, &next);
	else go_on(w, s, k->then);
}

/* Never gets stuck and is never undefined, whatever the state: then only what it assigns counts. */
static bool is_safe(struct ways *w, const struct node *n, struct state *s)
{
	if (op_info(n->op)->class != CLASS_SUBST) return !encode_may_fail(n);
	switch (n->op) {
	case OP_S_ASSIGN:
		for (uint32_t i = 0; i < n->kid[0]->count; i++) {
			const struct node *root = n->kid[0]->kid[i];
			for (; root->op != OP_ID; root = root->kid[0])
				for (uint32_t j = 1; j < root->count; j++)
					if (encode_may_fail(root->kid[j])) return false;
			s->in = env_put(w, s->in, root->decl, w->opaque);
			s->out = env_put(w, s->out, root->decl, w->opaque);
		}
		for (uint32_t i = 0; i < n->kid[1]->count; i++)
			if (encode_may_fail(n->kid[1]->kid[i])) return false;
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

static void while_do(struct ways *w, const struct node *n, struct state s, const struct rest *k)
{
	if (!is_safe(w, n, &s)) w->gives_up = true;
	else go_on(w, s, k);
}

/* ---- all together ------------------------------------------------------------------------------ */

static void go_on(struct ways *w, struct state s, const struct rest *k)
{
	struct rest next = *k;
	if (w->gives_up) return;
	next.next++;
	switch (k->kind) {
	case REST_DONE: finish(w, s.way); return;
	case REST_CALL: call_done(w, s, k); return;
	case REST_ISOLATED: part_done(w, s, k); return;
	case REST_SEQUENCE: s.in = s.out; break;
	case REST_PARALLEL: break;
	}
	if (k->next == k->node->count) go_on(w, s, k->then);
	else follow(w, k->node->kid[k->next], s, &next);
}

static void follow(struct ways *w, const struct node *n, struct state s, const struct rest *k)
{
	struct rest next = {.node = n, .next = 1, .then = k};
	if (w->gives_up) return;
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
		next.kind = has_steps(n) ? REST_ISOLATED : REST_PARALLEL;
		next.before = s.in;
		next.merged = s.out;
		if (next.kind == REST_ISOLATED) s.out = s.in;
		break;
	default: w->gives_up = true; return;
	}
	follow(w, n->kid[0], s, &next);
}

/* The outermost PRE is a guard. */
bool enabled_find(struct arena *a, const struct operation *o, struct enabled *out)
{
	struct ways w = {.arena = a, .out = out, .opaque = node_new(a, OP_TRUTH, o->pos, 0)};
	struct rest end = {.kind = REST_DONE};
	struct state s = {0};
	const struct node *n = o->body;
	struct node *ids = choose(&w, &s, o->parameters);
	for (uint32_t i = 0; i < ids->count; i++)
		s.in = env_put(&w, s.in, o->parameters->kid[i]->decl, ids->kid[i]);
	for (uint32_t i = 0; i < o->results->count; i++)
		s.in = env_put(&w, s.in, o->results->kid[i]->decl, NULL);
	s.out = s.in;
	if (n->op == OP_S_PRE) {
		if (!demand(&w, &s, n->kid[0], true)) return !w.gives_up;
		n = n->kid[1];
	}
	follow(&w, n, s, &end);
	if (w.gives_up) VEC_CLEAR(out);
	return !w.gives_up;
}
