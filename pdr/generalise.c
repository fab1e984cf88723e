/* Literals are dropped from a cube as long as no step leads into it. Where one does, its begin (a counterexample to
 * generalisation) may itself be out of reach: Hassan, Bradley, Somenzi, Better Generalization in IC3, FMCAD 2013. */
#include "pdr/inside.h"

enum { MOST_DEPTH = 1, MOST_OBSTACLES = 3, MOST_JOINS = 3 };

/* What both have in common; *c goes. */
static void join(struct pdr_cube **c, const bool *state)
{
	struct pdr_cube *d = *c;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < d->count; i++)
		if (state[abs(d->at[i]) - 1] == (d->at[i] > 0)) d->at[kept++] = d->at[i];
	d->count = kept;
}

/* The state in the way is blocked itself, as far as that goes. */
static bool block_obstacle(struct pdr *p, struct pdr_cube *s, uint32_t level, uint32_t depth)
{
	struct pdr_cube *core = NULL;
	bool is_later = level >= 1 && cube_is_later(s);
	if (!is_later || query_step(p, s, level, true, &core) != SOLVER_UNSATISFIABLE) return false;
	uint32_t far = level;
	struct pdr_cube *more = NULL;
	while (far + 1 < p->frames.count &&
	       query_step(p, core, far + 1, true, &more) == SOLVER_UNSATISFIABLE) {
		free(core);
		core = more;
		more = NULL;
		far++;
	}
	core = generalise(p, core, far, depth + 1);
	frame_block(p, core, far);
	return true;
}

/* Makes *c one into which no step leads; false if that is not possible. */
static bool down(struct pdr *p, struct pdr_cube **c, uint32_t level, uint32_t depth)
{
	uint32_t obstacles = 0, joins = 0;
	for (;;) {
		struct pdr_cube *core = NULL;
		if (!cube_is_later(*c)) return false;
		enum solver_answer a = query_step(p, *c, level, true, &core);
		if (a == SOLVER_UNSATISFIABLE) {
			free(*c);
			*c = core;
			return true;
		}
		if (a == SOLVER_UNKNOWN || depth > MOST_DEPTH) return false;
		bool *state = memory_raw(p->latches + 1);
		memcpy(state, p->state, p->latches);
		struct pdr_cube *s = query_lift(p, *c);
		bool is_blocked = obstacles < MOST_OBSTACLES && level > 1 && !p->is_stopped &&
		                  block_obstacle(p, s, level - 1, depth);
		free(s);
		if (is_blocked) {
			obstacles++;
		} else {
			obstacles = 0;
			if (++joins > MOST_JOINS) {
				free(state);
				return false;
			}
			join(c, state);
		}
		free(state);
	}
}

struct pdr_cube *generalise(struct pdr *p, struct pdr_cube *c, uint32_t level, uint32_t depth)
{
	for (uint32_t i = 0; i < c->count && !p->is_stopped;) {
		struct pdr_cube *less = cube_without(c, i);
		int tried = c->at[i];
		if (!down(p, &less, level, depth)) {
			free(less);
			i++;
			continue;
		}
		free(c);
		c = less;
		/* literals before the one that was tried stay where they are, or are gone */
		for (i = 0; i < c->count && abs(c->at[i]) < abs(tried);) i++;
	}
	return c;
}
