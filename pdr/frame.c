/* Frames: cubes that have no state within so many steps. Each cube is kept in the last frame in which it is known, and so are its
 * images. */
#include "pdr/inside.h"

void frame_push(struct pdr *p)
{
	VEC_PUSH(&p->frames, (struct pdr_frame){0});
	query_new_frame(p);
}

bool frame_is_blocked(const struct pdr *p, const struct pdr_cube *c, uint32_t level)
{
	for (uint32_t i = level; i < p->frames.count; i++)
		for (uint32_t k = 0; k < p->frames.at[i].cubes.count; k++)
			if (cube_is_part(p->frames.at[i].cubes.at[k], c)) return true;
	return false;
}

/* Cubes that lie in this one are known with it. */
static void drop_smaller(struct pdr *p, const struct pdr_cube *c, uint32_t level)
{
	for (uint32_t i = 1; i <= level; i++) {
		struct pdr_frame *f = &p->frames.at[i];
		uint32_t kept = 0;
		for (uint32_t k = 0; k < f->cubes.count; k++) {
			if (f->cubes.at[k] != c && cube_is_part(c, f->cubes.at[k])) free(f->cubes.at[k]);
			else f->cubes.at[kept++] = f->cubes.at[k];
		}
		f->cubes.count = kept;
	}
}

static void block_one(struct pdr *p, struct pdr_cube *c, uint32_t level)
{
	drop_smaller(p, c, level);
	VEC_PUSH(&p->frames.at[level].cubes, c);
	query_add(p, c, level);
}

void frame_block(struct pdr *p, struct pdr_cube *c, uint32_t level)
{
	struct pdr_cubes all = {0};
	c->orbit = ++p->orbits;
	orbit_of(&p->question, c, &all);
	block_one(p, c, level);
	for (uint32_t i = 1; i < all.count; i++) {
		if (frame_is_blocked(p, all.at[i], level)) free(all.at[i]);
		else block_one(p, all.at[i], level);
	}
	VEC_CLEAR(&all);
}

/* The first cube whose orbit was not tried yet. */
static struct pdr_cube *next_orbit(const struct pdr_frame *f, uint32_t tried)
{
	struct pdr_cube *next = NULL;
	for (uint32_t k = 0; k < f->cubes.count; k++) {
		struct pdr_cube *c = f->cubes.at[k];
		if (c->orbit > tried && (!next || c->orbit < next->orbit)) next = c;
	}
	return next;
}

/* Of frame `level`: those cubes go on that no step leads into, with their images. */
static void push_cubes(struct pdr *p, uint32_t level)
{
	struct pdr_cube *c, *core = NULL;
	for (uint32_t tried = 0; !p->is_stopped && (c = next_orbit(&p->frames.at[level], tried));) {
		tried = c->orbit;
		if (query_step(p, c, level + 1, false, &core) == SOLVER_UNSATISFIABLE)
			frame_block(p, core, level + 1);
	}
}

static void take_invariant(struct pdr *p, uint32_t level)
{
	for (uint32_t i = level + 1; i < p->frames.count; i++)
		for (uint32_t k = 0; k < p->frames.at[i].cubes.count; k++)
			VEC_PUSH(&p->invariant, cube_copy(p->frames.at[i].cubes.at[k]));
}

bool frame_propagate(struct pdr *p)
{
	for (uint32_t i = 1; i + 1 < p->frames.count && !p->is_stopped; i++) {
		push_cubes(p, i);
		if (p->frames.at[i].cubes.count || p->is_stopped) continue;
		take_invariant(p, i);
		return true;
	}
	return false;
}
