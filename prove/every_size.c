/* Machines that are right whatever the sizes of sets. Either that is plain from the proofs of their obligations, or these are asked with
 * all sizes up to some that are enough: a counterexample with larger sets would give one with sets of just that size (bounds/small_model.c). */
#include "prove/growth.h"
#include "prove/prover.h"

enum { MOST_SIZE = 7, MOST_SETS = 3, A_MOMENT = EVAL_EFFORT_PER_SECOND / 4 };

/* A universe whose open sets have other sizes. */
struct varied {
	struct universe universe;
	uint32_t open[MOST_SETS];
	uint32_t count;
};

static bool vary_open(struct varied *s, const struct universe *u)
{
	*s = (struct varied){.universe = *u};

	memset(&s->universe.sets, 0, sizeof s->universe.sets);
	for (uint32_t i = 0; i < u->sets.count; i++) {
		VEC_PUSH(&s->universe.sets, u->sets.at[i]);
		if (!u->sets.at[i].is_open) continue;
		if (s->count < MOST_SETS) s->open[s->count] = i;
		s->count++;
	}
	return s->count > 0 && s->count <= MOST_SETS;
}

static uint32_t *size_of(struct varied *s, uint32_t which)
{
	return &s->universe.sets.at[s->open[which]].size;
}

/* All sizes of which the largest is this one. */
static struct invariance with_size(struct varied *s, uint32_t size, struct project *p,
                                   const struct prover_options *o, _Atomic int *stop)
{
	struct invariance all = {.is_proved = true};
	uint32_t *sizes[MOST_SETS];
	for (uint32_t i = 0; i < s->count; i++) *(sizes[i] = size_of(s, i)) = 1;
	bool goes_on = size == 1 || growth_next_with(sizes, s->count, size);
	while (goes_on) {
		struct invariance i = prover_invariance(p, &s->universe, o, stop);
		all.is_proved &= i.is_proved && (i.is_deadlock_free || o->skips_deadlock) && !*stop;
		all.effort += i.effort;
		if (i.small_model > all.small_model) all.small_model = i.small_model;
		goes_on = all.is_proved && growth_next_with(sizes, s->count, size);
	}
	return all;
}

struct invariance prover_every_size(struct project *p, const struct universe *u,
                                    const struct prover_options *o, _Atomic int *stop)
{
	struct varied s;
	struct prover_options options = *o;
	struct invariance sum = {.is_proved = true, .is_for_sizes = true};
	uint64_t whole = o->whole_effort;
	options.wants_small_models = true;
	bool goes_on = vary_open(&s, u);
	for (uint32_t size = 1; goes_on && size <= MOST_SIZE; size++) {
		options.whole_effort = whole > sum.effort ? whole - sum.effort : whole > 0;
		struct invariance i = with_size(&s, size, p, &options, stop);
		sum.is_proved &= i.is_proved;
		sum.effort += i.effort;
		sum.small_model = size;
		sum.is_for_sizes = !sum.is_proved || i.small_model > size;
		goes_on = sum.is_proved && sum.is_for_sizes && (size == 1 || i.small_model <= MOST_SIZE);
	}
	VEC_CLEAR(&s.universe.sets);
	return sum;
}

struct check_proof prover_for_check(void *data, const struct check_obligations *asked)
{
	const struct prover_for_check *of = data;
	_Atomic int *stop = asked->stop;
	struct prover_options o = {.search = of->search,
	                           .effort = EVAL_EFFORT_PER_SECOND / 2,
	                           .whole_effort = asked->is_extra ? A_MOMENT : asked->effort,
	                           .more = asked->more,
	                           .more_count = asked->count,
	                           .skips_deadlock = asked->skips_deadlock};
	if (asked->is_extra) o.effort = A_MOMENT / 2;
	o.search.solver = SOLVER_AUTO;
	o.search.prefers_small = false;
	struct invariance i = prover_invariance(of->project, of->universe, &o, stop);
	struct check_proof proof = {
	    i.is_proved, i.is_deadlock_free, i.is_for_sizes, i.is_deadlock_free_for_sizes, 0, i.effort};
	if (!i.is_proved || !i.is_deadlock_free_for_sizes || *stop) return proof;
	struct invariance e = prover_every_size(of->project, of->universe, &o, stop);
	proof.effort += e.effort;
	if (!e.is_proved || e.is_for_sizes) return proof;
	proof.small_model = e.small_model;
	proof.is_for_sizes = proof.is_deadlock_free_for_sizes = false;
	return proof;
}
