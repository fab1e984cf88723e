/* Which hypotheses does a proof need? One after the other is left out, and stays out if the rest
 * suffices. */
#include "check/prover.h"

static bool suffices(struct prover *p, const struct obligation *o, const bool *mask)
{
	struct reply r = refute(p, o, mask);
	return r.answer == SEARCH_NONE && r.is_complete;
}

void core_find(struct prover *p, const struct obligation *o, struct obligation_answer *a)
{
	uint32_t count = o->hypothesis_count;
	bool *mask = ARENA_ARRAY(&p->arena, count + 1, bool);
	for (uint32_t i = 0; i < count; i++) mask[i] = true;
	a->is_minimal = true;
	for (uint32_t i = 0; i < count; i++) {
		if (prover_is_stopped(p)) {
			a->is_minimal = false;
			break;
		}
		mask[i] = false;
		if (!suffices(p, o, mask)) mask[i] = true;
	}
	a->has_core = true;
	for (uint32_t i = 0; i < count; i++)
		if (mask[i]) VEC_PUSH(&a->core, i);
}
