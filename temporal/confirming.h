/* What the files share that confirm what was found: nothing of it knows of graphs with classes, of tableaux or solvers. Private to
 * temporal/. */
#ifndef TEMPORAL_CONFIRMING_H
#define TEMPORAL_CONFIRMING_H

#include "temporal/inside.h"

enum { OPEN = TEMPORAL_OPEN };

struct taken { /* a step that is possible at a position */
	uint32_t operation;
	value *label;
	uint32_t target; /* a state; where there is no run */
	bool is_run;     /* it is the one of the run, and leads where that goes */
	bool stays;      /* it leads back to the state */
};
struct position {
	VEC(struct taken) steps;
	bool *is_cut; /* by operation: it may have more steps, with integers beyond MININT..MAXINT */
	bool has_cut;
	bool is_listed;                  /* the steps are there; where there is no run */
	const struct explore_step *next; /* of the run; NULL at its end */
	name fails;                      /* an operation that is enabled, and goes wrong; or NULL */
};

struct confirming {
	struct temporal_scope *scope;
	struct eval *eval;
	const struct temporal_run *run; /* NULL: positions are the states of the explore */
	struct arena arena;
	struct position *positions;
	uint32_t count, stem, length; /* positions; unrolled ones: length */
	bool is_wrong, is_open;
	struct confirm_unfair *unfair; /* or NULL */
	uint32_t here, operation;      /* while steps are listed */
	VEC(const struct temporal *) listed;
	VEC(uint8_t *) values;
};

/* Steps of the position are listed. 0, 1 or OPEN. */
uint8_t confirming_atom(struct confirming *c, const struct temporal_atom *a, uint32_t position);
/* The eval has the position. */
uint8_t confirming_fits(struct confirming *c, const struct temporal_pattern *p, uint32_t operation,
                        const value *label);

#endif
