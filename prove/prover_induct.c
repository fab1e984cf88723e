/* A conjunct that one operation may break from some state with the invariant: is it nevertheless true in
 * all runs, by induction with more steps? */
#include "prove/prover.h"

#include <math.h>

static struct run *open_run(struct prover *p)
{
	struct run_options o = {.find = RUN_INVARIANT, .search = p->options.search};
	return run_open(p->explore, p->project, p->values, p->universe, &o);
}

/* Runs of up to so many operations have no fault. */
static bool deepen(struct prover *p, struct run *r, uint32_t depth)
{
	while (run_depth(r) < depth && !prover_is_stopped(p)) {
		enum run_answer a = run_deepen(r);
		if (a != RUN_NONE) return a == RUN_END;
	}
	return run_depth(r) >= depth;
}

enum run_proof prover_induct(struct prover *p, const struct obligation *o, uint32_t most,
                             uint32_t *steps)
{
	enum { LONGEST = 1000000 };
	enum run_proof proof = RUN_UNKNOWN;
	double seconds = fmin(p->options.search.seconds, LONGEST);
	uint64_t effort = (uint64_t)(seconds * EVAL_EFFORT_PER_SECOND);
	if (!p->explore || !o->goal || o->what != GOAL_TRUE) return RUN_UNKNOWN;
	prover_forget(p, o);
	struct run *r = open_run(p);
	if (deepen(p, r, most)) proof = run_induct_conjunct(r, o->goal, most, effort, steps);
	run_close(r);
	prover_forget(p, o);
	return proof;
}
