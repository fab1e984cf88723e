/* Which variables of the state the value of a formula, or the outcomes of an operation, depend on, from the text:
 * whole variables, and rather too many than too few. */
#include "explore/inside.h"

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
		reads[i] |= writes[i] && !written_always(n, x->model.variables.at[i]);
	out->reads = listed(x, reads, &out->read_count);
	out->writes = listed(x, writes, &out->write_count);
	out->mask = states_bit(0); /* the setup: an initial state has nothing in common with another */
	for (uint32_t i = 0; i < out->read_count; i++) out->mask |= states_bit(out->reads[i]);
}
