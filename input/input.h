/* input: files that others have written, as the data that the library works on.
 *
 * Traces (of bounce, and ProB's .prob2trace) are steps with values as texts. Proof obligations of Atelier B (.pog) and
 * files of sequents (YAML) are sequents, which become obligations of a prover (prove/prove.h). What is wrong with
 * a file is an error in the diag, at its place; nothing is printed. Machines are read by syntax/, sizes by bounds/. */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include "prove/prove.h"

/* ---- trace.c: traces --------------------------------------------------------------------------------- */

struct trace_value {
	const char *name, *text; /* of a parameter, result, variable or constant, and its value in B */
};

struct trace_values {
	struct trace_value *at;
	uint32_t count, room;
};

enum trace_kind { TRACE_SETUP, TRACE_INITIALISATION, TRACE_OPERATION };

struct trace_step {
	enum trace_kind kind;
	const char *op;
	struct trace_values params, results, state; /* as far as given */
	struct trace_values same;                   /* variables that do not change; without texts */
};

struct trace {
	struct arena arena; /* of texts */
	VEC(struct trace_step) steps;
};

/* Reads a file: an array of steps, an object with one as "trace", what --json prints (the first
 * finding that has a trace), or a .prob2trace file. False with errors in the diag. To be cleared in
 * any case. */
bool trace_read(struct trace *t, struct diag *d, const char *path);
bool trace_read_source(struct trace *t, struct diag *d, const struct source *source);
void trace_clear(struct trace *t);

/* ---- sequents as texts --------------------------------------------------------------------------------- */

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
	const struct node
	    *node; /* where they are typed already, see struct sequents; NULL: it is not understood */
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

/* Hypotheses that are likely to be enough: the formulas from `last` back to `first`, which is not one of them, or one formula. */
struct selection {
	const struct formula_list *first, *last; /* last may be NULL: only */
	uint32_t only;
};

/* Has texts of its own, or refers to the formulas that all have in common. */
struct sequent {
	const char *name;
	const char *text; /* (H1) & (H2) => (G); NULL: those below */
	struct sequent_place place;
	const struct formula_list *common;
	const struct selection *selected; /* [0 .. selected_count-1] */
	uint32_t selected_count, common_goal;
	const struct obligation_step *step; /* that it is about; or NULL */
	const char *trouble;                /* why it cannot be asked; or NULL */
	bool has_hypotheses;
};

struct sequents { /* use with VEC_PUSH */
	struct sequent *at;
	uint32_t count, room;
	struct formulas common;
	struct sequent_reading *reading; /* of those with texts of their own, see sequent.c; or NULL */
	bool is_typed; /* formulas in common are trees: nothing is to be checked, goals have a value, */
	struct decls names; /* and these may be free in them */
};

void sequents_clear(struct sequents *s); /* before the project is closed, if it was added to one */
/* Of texts of its own. */
struct sequent sequent_of_texts(struct arena *a, const char *own, const struct strings *hypotheses,
                                const char *goal);
/* sequent_file.c, a YAML file: a list of mappings with the keys name, hyp (a list) and goal. False with errors in the
 * diag. Texts live in the arena. */
bool sequents_read(struct arena *arena, struct diag *diag, const char *path, struct sequents *out);

/* Those of the formulas that the project does not understand get their trouble. Takes time and memory as
 * their texts do. */
void sequents_check(struct sequents *s, struct arena *arena, struct project *p);
/* Of typed ones: the formulas that are hypotheses of all that can be asked, such as the axioms of contexts, with the names in them; in the
 * arena. None: there is nothing that all have. */
struct fit_question;
struct fit_question *sequents_shared(const struct sequents *s, struct arena *arena);
/* The place of a formula from a position in the text of all of them; without a file if it is none. */
struct sequent_place sequents_place(const struct sequents *s, struct diag *d, struct pos pos);

/* ---- tasks.c: projects of ProB2-UI ------------------------------------------------------------------------- */

struct task {         /* temporal formulas that are to be checked */
	const char *id;   /* or NULL */
	const char *code; /* the formula */
	bool is_ctl;
	const char *expected; /* "true", "false"; or NULL */
};
struct tasks {
	struct arena arena;
	VEC(struct task) list;
	uint32_t
	    left_out; /* tasks that begin in a state of their own, are switched off, or have no formula */
};
/* Those of a .prob2project file for the machine of this file. False with errors in the diag; to be cleared in any case. */
bool tasks_read(struct tasks *t, struct diag *d, const char *path, const char *machine_file);
void tasks_clear(struct tasks *t);

/* ---- pog.c: proof obligations of Atelier B -------------------------------------------------------------- */

/* The sequents of a .pog file, and the text of a machine with its SETS. What is not understood is the trouble
 * of those sequents that need it. False with errors in the diag. Takes time as the file is long. */
bool pog_read(struct arena *arena, struct diag *diag, const char *path, struct sequents *out,
              struct text *machine);

/* ---- sequent.c, sequent_common.c: as obligations --------------------------------------------------------- */

struct origins { /* use with VEC_CLEAR */
	uint32_t *at;
	uint32_t count, room;
};

/* Adds all sequents to the obligations of a prover, in the names of the project and with those that are free in them;
 * `origins` gets the number of the sequent for each obligation of the prover. Formulas in common are to be
 * checked before. Own texts are read anew when they are asked about (prover_read_from), so all of the arguments have to
 * stay. False with errors in the diag of the project. */
bool sequents_add(struct sequents *all, struct prover *prover, struct project *p,
                  struct origins *origins);

#endif
