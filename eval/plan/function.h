/* Functions that are being chosen, shared by function.c and function_rules.c; not for others. */
#ifndef EVAL_PLAN_FUNCTION_H
#define EVAL_PLAN_FUNCTION_H

#include "eval/inside.h"

#define FUNCTION_NONE UINT32_MAX

/* A rule for certain values of its bound names. */
struct function_instance {
	const struct function_rule *rule;
	value *bound;    /* of the bound names */
	uint32_t *cells; /* of the rule's points */
	uint32_t last;   /* place in the order of the cell that is chosen last */
};

struct part {
	const struct function_part *text;
	const struct node *set;
	value *from, *to;
	uint32_t from_count, to_count;
	uint32_t first;      /* cell of from[0]; the others follow */
	uint32_t *used;      /* how often each element of `to` is an image */
	uint32_t used_count; /* different ones */
	uint32_t left;       /* cells that are not chosen yet */
	uint32_t size;       /* cells that have an image */
	struct subset_sizes sizes;
	bool total, injective, surjective;
	bool has_least; /* then: what is the least image? */
	int64_t least;
	bool is_open; /* the range is infinite: images come from MININT..MAXINT unless fixed */
};

struct cell { /* one argument of one function */
	uint32_t part;
	bool is_chosen;
	value image; /* VALUE_NONE: it is not in the domain */
};

/* least <= the sum of all images, each times its coefficient, <= most */
struct function_sum {
	int64_t *of_cells;
	int64_t least, most;
	bool has_least, has_most;
};

struct functions {
	struct eval *e;
	struct functions *outer; /* that are being chosen, too */
	const struct function_rules *rules;
	struct part *parts;
	struct cell *cells;
	uint32_t *order, *place; /* of cells, and the other way round */
	uint32_t part_count, cell_count;
	VEC(struct function_instance) instances; /* sorted by their last cell */
	VEC(struct function_sum) sums;
	uint32_t *first_of; /* instances with last = i start at first_of[i] */
	struct arena arena;
	value *pairs; /* scratch */
	stream_found *found;
	void *data;
	bool failed, impossible;
};

/* function_rules.c */
bool function_cell(const struct functions *f, const struct part *p, value x, uint32_t *out);
/* Instances, and the order of the cells; false with a failure if there is no time for it. */
bool function_add_rules(struct functions *f);
/* Do the rules whose last cell is at this place hold? What is undefined is left to the test of the
 * whole. */
bool function_rules_hold(struct functions *f, uint32_t at);
/* The image that an equation asks for at this place, or VALUE_NONE. */
value function_fixed(struct functions *f, uint32_t at);

/* function_sum.c */
void function_add_sums(struct functions *f);
bool function_sums_allow(const struct functions *f); /* can they still come out right? */
/* Where sums allow the image of a cell to be; false if that has no end. */
bool function_image_range(const struct functions *f, uint32_t cell, int64_t *low, int64_t *high);

#endif
