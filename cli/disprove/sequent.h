/* Sequents as texts, and files of them. Not for other folders. */
#ifndef CLI_DISPROVE_SEQUENT_H
#define CLI_DISPROVE_SEQUENT_H

#include "cli/cli.h"

struct sequent_place {
	const char *file; /* NULL: none */
	uint32_t line, column;
};

/* A formula that several sequents have in common, with its names. */
struct formula {
	const char *name; /* as a hypothesis: "inv.3" */
	const char *text; /* in B; "" if it is not understood */
	const char
	    *typed; /* the same with types of empty sets, if these are not known otherwise; or NULL */
	struct sequent_place place;
	const char *trouble; /* why it is not understood; or NULL */
	bool is_typing;      /* it only says of which type a name is */
	size_t start;        /* in the text of all of them */
	uint32_t round;      /* in which it was read in vain */
};

struct formulas { /* use with VEC_PUSH */
	struct formula *at;
	uint32_t count, room;
};

/* Numbers of formulas; those of another list come first: several may go on from it. */
struct formula_list {
	const struct formula_list *before; /* or NULL */
	const uint32_t *at;
	uint32_t count; /* without those before */
};

/* Has texts of its own, or refers to the formulas that all have in common. */
struct sequent {
	const char *name;
	struct strings hypotheses;
	const char *goal; /* NULL: those below */
	struct sequent_place place;
	const struct formula_list *common;
	uint32_t common_goal;
	const char *trouble; /* why it cannot be asked; or NULL */
};

struct sequents { /* use with VEC_PUSH */
	struct sequent *at;
	uint32_t count, room;
	struct formulas common;
};

void sequents_clear(struct sequents *s);
/* A YAML file: a list of mappings with the keys name, hyp (a list) and goal. False with errors in the
 * diag. Texts live in the arena. */
bool sequents_read(struct arena *arena, struct diag *diag, const char *path, struct sequents *out);

/* ---- sequent_common.c ---------------------------------------------------------------------------------- */

/* Those of the formulas that the project does not understand get their trouble. Takes time and memory as
 * their texts do. */
void sequents_check(struct sequents *s, struct arena *arena, struct project *p);
/* The place of a formula from a position in the text of all of them; without a file if it is none. */
struct sequent_place sequents_place(const struct sequents *s, struct diag *d, struct pos pos);

#endif
