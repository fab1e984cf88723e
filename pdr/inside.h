/* What the files of pdr/ share; not for other folders. */
#ifndef PDR_INSIDE_H
#define PDR_INSIDE_H

#include "pdr/pdr.h"

struct pdr_frame { /* cubes that are in this frame and not in the next one */
	VEC(struct pdr_cube *) cubes;
	int is_used; /* a literal of the solver: its clauses count */
};

/* The graph in a solver. */
struct pdr_solver {
	struct solver *solver;
	struct aig_cnf cnf;
	int *now, *next; /* of latches by place */
	int *inputs;     /* by place; 0: nothing depends on it */
	int bad;
	uint32_t dead; /* clauses that count no more */
};

/* A state to be shown out of reach in `level` steps: it leads to something bad. */
struct pdr_obligation {
	struct pdr_cube *cube;
	uint32_t level, depth; /* steps to what is bad */
	uint32_t parent;       /* what it leads to; UINT32_MAX: it is bad itself */
};

struct pdr {
	struct pdr_question question;
	uint32_t latches, inputs;
	struct pdr_solver frames_in, alone;     /* with the clauses of frames, and without */
	VEC(struct pdr_frame) frames;           /* the last one is the frontier */
	VEC(struct pdr_obligation) obligations; /* all that there ever were since the last frame */
	VEC(uint32_t) heap;                     /* of those that are open */
	uint64_t effort_before, effort_end;
	uint64_t queries, all_obligations;
	bool is_stopped; /* by effort or interrupt, in this turn */
	bool is_pushing; /* clauses are on their way to the next frame */
	VEC(struct pdr_step) run;
	struct pdr_cubes invariant;
	uint32_t orbits; /* so many were learnt */
	VEC(int) scratch;
	bool *state, *input; /* of the last model */
};

/* ---- cube.c ------------------------------------------------------------------------------------------------- */

struct pdr_cube *cube_new(const int *at, uint32_t count);
struct pdr_cube *cube_copy(const struct pdr_cube *c);
struct pdr_cube *cube_without(const struct pdr_cube *c, uint32_t place);
struct pdr_cube *cube_of_state(const bool *state, uint32_t count);
bool cube_is_part(const struct pdr_cube *c, const struct pdr_cube *of); /* of its literals */
/* Is the first state, in which all latches are 0, outside? */
bool cube_is_later(const struct pdr_cube *c);

bool cube_is_same(const struct pdr_cube *c, const struct pdr_cube *d);

/* ---- orbit.c ------------------------------------------------------------------------------------------------ */

enum { ORBIT_MOST = 1000 }; /* images that are made of a cube */
/* The cube, which is taken over, and its images; all have the number of its orbit. */
void orbit_of(const struct pdr_question *q, struct pdr_cube *c, struct pdr_cubes *out);

/* ---- query.c -------------------------------------------------------------------------------------------------- */

void query_open(struct pdr *p);
void query_close(struct pdr *p);
void query_renew(struct pdr *p); /* if too much in the solver is dead */
int query_new_frame(struct pdr *p);
void query_add(struct pdr *p, const struct pdr_cube *c, uint32_t level);
/* A step from F_{level-1}, outside of the cube if it is_relative, into it. Of a model p->state and p->input are known; if there is
 * none, *core (may be NULL) gets the part of the cube that matters, without the first state. */
enum solver_answer query_step(struct pdr *p, const struct pdr_cube *c, uint32_t level,
                              bool is_relative, struct pdr_cube **core);
enum solver_answer query_bad(struct pdr *p, uint32_t level); /* a bad state in the frame */
/* The part of p->state from which p->input leads into the cube (NULL: is bad), whatever the rest is. */
struct pdr_cube *query_lift(struct pdr *p, const struct pdr_cube *target);
/* A step from exactly this state into the cube (NULL: that is bad), with its inputs and next state. */
enum solver_answer query_follow(struct pdr *p, const bool *state, const struct pdr_cube *target,
                                bool *inputs, bool *next);

/* ---- generalise.c -------------------------------------------------------------------------------------------------- */

/* A larger cube that no step from F_{level-1} leads into either; c goes. */
struct pdr_cube *generalise(struct pdr *p, struct pdr_cube *c, uint32_t level, uint32_t depth);

/* ---- frame.c ------------------------------------------------------------------------------------------------------- */

void frame_push(struct pdr *p); /* a new frontier */
/* No state of frames 1 .. level is in the cube, which is taken over, nor in an image of it. */
void frame_block(struct pdr *p, struct pdr_cube *c, uint32_t level);
bool frame_is_blocked(const struct pdr *p, const struct pdr_cube *c, uint32_t level);
/* Clauses go on to the next frames as far as they hold there. True: two frames are the same, and p->invariant is known. */
bool frame_propagate(struct pdr *p);

#endif
