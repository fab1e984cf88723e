/* Which variables of the state the value of a formula, or the outcomes of an operation, depend on, from the text:
 * whole variables, and rather too many than too few. */
#include "explore/inside.h"

enum { DEEPEST_CALL = 32 };

struct reading_walk {
	const struct explore *x;
	struct reading *out;
	bool *reads, *writes; /* of each variable */
	uint32_t depth;       /* of calls */
};

static void mark(const struct reading_walk *w, const struct node *n, bool *marks)
{
	for (uint32_t i = 0; i < w->x->model.variables.count; i++)
		if (w->x->model.variables.at[i] == n->decl) marks[i] = true;
}

static void walk(struct reading_walk *w, const struct node *n);

/* A variable as a whole is only written; one of its places is found by reading it. */
static void walk_places(struct reading_walk *w, const struct node *places)
{
	for (uint32_t i = 0; i < places->count; i++) {
		mark(w, node_root(places->kid[i]), w->writes);
		if (places->kid[i]->op != OP_ID) walk(w, places->kid[i]);
	}
}

static void walk_call(struct reading_walk *w, const struct node *n)
{
	const struct operation *o = n->decl ? n->decl->operation : NULL;
	if (!o || ++w->depth > DEEPEST_CALL) {
		w->out->is_open = true;
		return;
	}
	walk(w, o->body);
	w->depth--;
}

static void walk(struct reading_walk *w, const struct node *n)
{
	bool has_places = n->op == OP_S_ASSIGN || n->op == OP_S_BECOMES_IN ||
	                  n->op == OP_S_BECOMES_SUCH || n->op == OP_S_CALL;
	if ((n->op == OP_ID || n->op == OP_OLD) && n->decl) mark(w, n, w->reads);
	w->out->is_open |= n->op == OP_EXTERNAL_CALL; /* who knows what it looks at */
	if (n->op == OP_S_CALL) walk_call(w, n);
	if (has_places) walk_places(w, n->kid[0]);
	for (uint32_t i = has_places; i < n->count; i++) walk(w, n->kid[i]);
}

/* ---- written on all ways ----------------------------------------------------------------------- */

static bool is_written(const struct node *n, const struct decl *d);

static bool is_place(const struct node *places, const struct decl *d)
{
	for (uint32_t i = 0; i < places->count; i++)
		if (places->kid[i]->op == OP_ID && places->kid[i]->decl == d) return true;
	return false;
}

/* In all of the kids from, from + step, ... */
static bool in_all(const struct node *n, uint32_t from, uint32_t step, const struct decl *d)
{
	for (uint32_t i = from; i < n->count; i += step)
		if (!is_written(n->kid[i], d)) return false;
	return true;
}

static bool in_one(const struct node *n, const struct decl *d)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (is_written(n->kid[i], d)) return true;
	return false;
}

/* As a whole, on each way through the substitution. */
static bool is_written(const struct node *n, const struct decl *d)
{
	bool has_else = n->count % 2 == (n->op == OP_S_CASE ? 0 : 1);
	switch (n->op) {
	case OP_S_ASSIGN:
	case OP_S_BECOMES_IN:
	case OP_S_BECOMES_SUCH:
	case OP_S_CALL: return is_place(n->kid[0], d);
	case OP_S_PARALLEL:
	case OP_S_SEQUENCE: return in_one(n, d);
	case OP_S_PRE:
	case OP_S_ASSERT:
	case OP_S_VAR: return is_written(n->kid[1], d);
	case OP_S_ANY:
	case OP_S_LET: return is_written(n->kid[2], d);
	case OP_S_CHOICE: return in_all(n, 0, 1, d);
	case OP_S_SELECT:
		return in_all(n, 1, 2, d) && (!has_else || is_written(n->kid[n->count - 1], d));
	case OP_S_IF: return has_else && in_all(n, 1, 2, d) && is_written(n->kid[n->count - 1], d);
	case OP_S_CASE: return has_else && in_all(n, 2, 2, d) && is_written(n->kid[n->count - 1], d);
	default: return false;
	}
}

/* ---- all together ------------------------------------------------------------------------------ */

static uint32_t *listed(struct explore *x, const bool *marks, uint32_t *count)
{
	uint32_t *list = ARENA_ARRAY(&x->arena, x->model.variables.count + 1, uint32_t);
	*count = 0;
	for (uint32_t i = 0; i < x->model.variables.count; i++)
		if (marks[i]) list[(*count)++] = i + 1; /* behind the setup */
	return list;
}

void reading_find(struct explore *x, const struct node *n, struct reading *out)
{
	uint32_t count = x->model.variables.count;
	*out = (struct reading){0};
	struct reading_walk w = {.x = x,
	                         .out = out,
	                         .reads = ARENA_ARRAY(&x->arena, count + 1, bool),
	                         .writes = ARENA_ARRAY(&x->arena, count + 1, bool)};
	memset(w.reads, 0, count + 1);
	memset(w.writes, 0, count + 1);
	walk(&w, n);
	/* where it is not written, it keeps the value that it had */
	for (uint32_t i = 0; i < count; i++)
		w.reads[i] |= w.writes[i] && !is_written(n, x->model.variables.at[i]);
	out->reads = listed(x, w.reads, &out->read_count);
	out->writes = listed(x, w.writes, &out->write_count);
	out->mask = states_bit(0); /* the setup: an initial state has nothing in common with another */
	for (uint32_t i = 0; i < out->read_count; i++) out->mask |= states_bit(out->reads[i]);
}
