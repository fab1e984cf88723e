/* Cut points of a run: a state that has grown by all the ways that lead to it is replaced by new
 * unknowns that equal it, with no more candidates than the invariants allow. They hold there, as no
 * violation was found; so a step does not get larger with depth. */
#include "bmc/run.h"

enum { LARGE = 64 }; /* literals of a state that is worth it */

static uint32_t size_of(const struct run *r, struct encoder *e)
{
	uint32_t size = 0;
	for (uint32_t i = 0; i < r->model.view.variable_count; i++)
		size += encode_size(e, r->model.view.variables[i]);
	return size;
}

/* Invariants that are known to be true where they were not found to be violated. */
static void find_lemmas(struct run *r)
{
	for (uint32_t i = 0; i < r->asked.invariants.count; i++)
		if (r->options.find & RUN_UNDEFINED || !defined_may_fail(r->asked.invariants.at[i]))
			VEC_PUSH(&r->cut.lemmas, r->asked.invariants.at[i]);
}

/* The size of a state by the invariants alone, or 0 if they do not bound it. */
static uint32_t free_size(struct run *r)
{
	struct unrolling w = {0};
	uint32_t size = 0;
	lit properties;
	if (!unrolling_open(r, &w)) return 0;
	if (unrolling_constants(r, &w, &properties) &&
	    unrolling_free_state(r, &w, r->cut.lemmas.at, r->cut.lemmas.count) &&
	    !encode_was_cut(w.encoder))
		size = size_of(r, w.encoder);
	unrolling_close(&w);
	return size;
}

struct encode_state *cut_points_state(struct run *r, struct encode_state *now)
{
	struct unrolling *w = &r->unrolling;
	lit same;
	if (!(r->options.find & RUN_INVARIANT) || r->gap.left_out || r->asked.has_violations)
		return now;
	encode_use(w->encoder, now);
	uint32_t size = size_of(r, w->encoder);
	if (size < LARGE) return now;
	if (!r->cut.knows_free_size) {
		r->cut.knows_free_size = true;
		find_lemmas(r);
		r->cut.free_size = free_size(r);
		encode_use(w->encoder, now);
	}
	if (!r->cut.free_size || size <= r->cut.free_size) return now;
	if (!unrolling_free_state(r, w, r->cut.lemmas.at, r->cut.lemmas.count)) return NULL;
	struct encode_state *fresh = encode_save(w->encoder);
	if (!encode_same(w->encoder, fresh, now, &same)) return NULL;
	cnf_assert(w->cnf, same);
	return fresh;
}
