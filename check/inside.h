/* What the files of check/ share among themselves; not for other folders. */
#ifndef CHECK_INSIDE_H
#define CHECK_INSIDE_H

#include "check/check.h"
#include "encode/encode.h"

struct search {
	struct arena arena;
	struct eval *eval;
	struct values *values;
	struct project *project;
	const struct universe *universe;
	struct decl *const *names;
	uint32_t count;
	struct search_options options;
	VEC(const struct node *) conjuncts;
	struct circuit *circuit;
	struct solver *solver;
	struct cnf *cnf;
	struct encoder *encoder;
	bool is_broken;        /* inconclusive from now on */
	bool is_contradictory; /* no (further) solution */
	bool has_symmetry;     /* clauses were added that break symmetry */
	bool has_solution, has_excluded;
	bool is_branch;  /* of a disjunction */
	bool is_settled; /* looked further than MININT..MAXINT already */
	bool is_cut;     /* the first search drew names from a part of their types */
	bool is_proved;  /* but there is no solution at all */
	const char *reason;
	struct pos reason_pos;
	VEC(value) excluded;
	VEC(const struct node *) blamed;
	double encode_seconds, solve_seconds, confirm_seconds;
};

double check_clock(void);

/* ---- variant.c ------------------------------------------------------------------------------------ */

/* Tuples of values, one after the other. */
struct variants {
	value *at;
	uint32_t count, room;
};
void check_variant_add(struct variants *out, const value *v, uint32_t count);
/* All tuples that arise by renaming elements of deferred sets, each once. */
void check_variants(const struct encoder *e, struct values *s, const struct universe *u,
                    struct decl *const *names, const value *v, uint32_t count,
                    struct variants *out);

#endif
