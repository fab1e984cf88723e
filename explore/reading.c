/* Which variables of the state the value of a formula, or the outcomes of an operation, depend on, from the text:
 * whole variables, and rather too many than too few. */
#include "explore/inside.h"

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

/* What is written at one place keeps the others. */
static void mark(const struct explore *x, const struct touch *t, bool *reads, bool *writes)
{
	for (uint32_t i = 0; i < x->model.variables.count; i++) {
		if (x->model.variables.at[i] != t->of) continue;
		reads[i] |= !t->writes || t->at;
		writes[i] |= t->writes;
	}
}

void reading_find(struct explore *x, const struct node *n, struct reading *out)
{
	uint32_t count = x->model.variables.count;
	*out = (struct reading){0};
	bool *reads = ARENA_ARRAY(&x->arena, count + 1, bool);
	bool *writes = ARENA_ARRAY(&x->arena, count + 1, bool);
	memset(reads, 0, count + 1);
	memset(writes, 0, count + 1);
	struct footprint f = {0};
	footprint_find_in(n, &f);
	out->is_open = !f.is_known;
	for (uint32_t i = 0; i < f.touches.count; i++) mark(x, &f.touches.at[i], reads, writes);
	footprint_clear(&f);
	/* where it is not written, it keeps the value that it had */
	for (uint32_t i = 0; i < count; i++)
		reads[i] |= writes[i] && !is_written(n, x->model.variables.at[i]);
	out->reads = listed(x, reads, &out->read_count);
	out->writes = listed(x, writes, &out->write_count);
	out->mask = states_bit(0); /* the setup: an initial state has nothing in common with another */
	for (uint32_t i = 0; i < out->read_count; i++) out->mask |= states_bit(out->reads[i]);
}
