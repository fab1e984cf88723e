/* Which hypotheses does a proof need? One after the other is left out, and stays out if the rest
 * suffices. */
#include "prove/prover.h"

/* The same obligation with several sizes of the sets. */
struct proofs {
	struct prover *const *provers;
	const struct obligation **obligations; /* of each prover */
	uint32_t count;
};

enum sufficient { SUFFICES, FAILS, UNDECIDED };

static enum sufficient ask(const struct proofs *s, const bool *mask)
{
	enum sufficient answer = SUFFICES;
	for (uint32_t i = s->count; i > 0; i--) { /* the largest sets need most */
		struct prover *p = s->provers[i - 1];
		struct reply r = refute(p, s->obligations[i - 1], mask);
		if (r.answer == SEARCH_FOUND) return FAILS;
		if (r.answer != SEARCH_NONE || !r.is_complete) answer = UNDECIDED;
		else if (!r.use.sizes) return SUFFICES;
	}
	return answer;
}

static void find(const struct proofs *s, struct obligation_answer *a)
{
	struct prover *p = s->provers[0];
	uint32_t count = s->obligations[0]->hypothesis_count;
	bool *mask = ARENA_ARRAY(&p->arena, count + 1, bool);
	for (uint32_t i = 0; i < count; i++) mask[i] = true;
	a->is_minimal = true;
	for (uint32_t i = 0; i < count; i++) {
		if (prover_is_stopped(p)) {
			a->is_minimal = false;
			break;
		}
		mask[i] = false;
		enum sufficient rest = ask(s, mask);
		mask[i] = rest != SUFFICES;
		a->is_minimal &= rest != UNDECIDED;
	}
	a->has_core = true;
	a->core.count = 0;
	for (uint32_t i = 0; i < count; i++)
		if (mask[i]) VEC_PUSH(&a->core, i);
}

void prover_core(struct prover *const *provers, uint32_t count, uint32_t index,
                 struct obligation_answer *a)
{
	enum { EFFORT = 4 * EVAL_EFFORT_PER_SECOND };
	struct proofs s = {.provers = provers, .count = count};
	for (uint32_t i = 0; i < count; i++) prover_formulas(provers[i], index);
	s.obligations = ARENA_ARRAY(&provers[0]->arena, count, const struct obligation *);
	for (uint32_t i = 0; i < count; i++) {
		s.obligations[i] = prover_formulas(provers[i], index);
		prover_give_time(provers[i], provers[i]->options.search.seconds, EFFORT);
	}
	find(&s, a);
}

void core_find(struct prover *p, const struct obligation *o, struct obligation_answer *a)
{
	struct proofs s = {&p, &o, 1};
	find(&s, a);
}
