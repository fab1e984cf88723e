/* Which operation can break which conjunct of the invariant: from states in which it holds, and from those in which all of
 * them hold. */
#include "relate/inside.h"

static struct goal *goal_of(const struct relate *r, struct goal *table, uint32_t row, uint32_t k)
{
	return &table[(size_t)row * r->invariant_count + k];
}

const char *relate_keep_name(enum relate_keep k)
{
	static const char *const names[] = {"unknown", "untouched", "kept alone", "kept", "broken"};
	return names[k];
}

static void fill_row(struct relate *r, uint32_t row)
{
	uint32_t count = 0;
	struct goal **goals = ARENA_ARRAY(&r->arena, r->invariant_count + 1, struct goal *);
	for (uint32_t k = 0; k < r->invariant_count; k++) {
		uint32_t atom = r->first_invariant + k;
		struct goal *g = goal_of(r, r->tables.alone, row, k);
		*g = (struct goal){{{atom, true, false}, {atom, false, true}}, .count = 2};
		if (row == r->count) g->count = 1;
		if (row < r->count && !model_meet(r, &r->rows[row].writes, &r->atoms.at[atom].reads))
			g->truth = RELATE_NO;
		goals[count++] = g;
	}
	fill_goals(r, row, NULL, goals, count);
	count = 0;
	for (uint32_t k = 0; k < r->invariant_count; k++) {
		struct goal *g = goal_of(r, r->tables.together, row, k), *alone = goals[k];
		*g = (struct goal){{{r->first_invariant + k, true, false}}, .count = 1};
		if (row == r->count) *g = *alone;
		else if (alone->truth == RELATE_NO) g->truth = RELATE_NO;
	}
	for (uint32_t k = 0; k < r->invariant_count; k++)
		goals[count++] = goal_of(r, r->tables.together, row, k);
	if (row < r->count) fill_goals(r, row, &r->invariant, goals, count);
}

void relate_invariants(struct relate *r)
{
	size_t count = (size_t)(r->count + 1) * r->invariant_count + 1;
	r->tables.alone = ARENA_ARRAY(&r->arena, count, struct goal);
	r->tables.together = ARENA_ARRAY(&r->arena, count, struct goal);
	for (uint32_t i = 0; i <= r->count && !fill_is_stopped(r); i++) fill_row(r, i);
}

enum relate_keep relate_keeps(const struct relate *r, uint32_t row, uint32_t invariant,
                              const struct relate_witness **witness)
{
	const struct goal *alone = goal_of(r, r->tables.alone, row, invariant);
	const struct goal *together = goal_of(r, r->tables.together, row, invariant);
	const struct atom *a = &r->atoms.at[r->first_invariant + invariant];
	if (witness) *witness = together->witness;
	if (row < r->count && !model_meet(r, &r->rows[row].writes, &a->reads)) return RELATE_UNTOUCHED;
	if (together->truth == RELATE_YES) return RELATE_BREAKS;
	if (row < r->count && alone->truth == RELATE_NO) return RELATE_KEEPS_ALONE;
	return together->truth == RELATE_NO ? RELATE_KEEPS : RELATE_KEEP_UNKNOWN;
}
