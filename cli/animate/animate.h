/* Steps of a machine, for 'bounce animate' and for whoever needs the values of its constants. Not
 * for other folders, tests apart. */
#ifndef CLI_ANIMATE_ANIMATE_H
#define CLI_ANIMATE_ANIMATE_H

#include "cli/eval/session.h"
#include "input/input.h"

/* ---- animate_model.c, animate_step.c: what can happen next ------------------------------------- */

enum step_kind {
	STEP_SETUP,          /* the constants get their values */
	STEP_INITIALISATION, /* so do the variables */
	STEP_OPERATION,
};

struct animate_step {
	enum step_kind kind;
	const struct offered *offered; /* of the operation; else NULL */
	const value *params, *results; /* [0 .. those of the operation) */
	const value *state; /* behind it, constants, then variables; VALUE_NONE where there is none */
};

struct steps {
	struct animate_step *at;
	uint32_t count, room;
};

/* Called for each step, possibly several times for the same; the step is gone afterwards. False
 * ends the search. */
typedef bool animate_found(void *data, const struct animate_step *step);

void animate_model(struct session *s); /* called by session_open */
/* All steps that lead on from a state: setups (or initial states, if there are no setups) from
 * NULL, initial states from a setup, else operations. Returns EXIT_GOOD, or EXIT_INCONCLUSIVE or
 * EXIT_INPUT with the failures of the evaluator in the diag. */
int animate_next(struct session *s, const struct animate_step *from, animate_found *found,
                 void *data);
/* The same for one operation and given parameters, also where they would not be tried. */
int animate_call(struct session *s, const struct animate_step *from, const struct offered *offered,
                 const value *params, animate_found *found, void *data);

uint32_t animate_size(const struct session *s);                     /* of a state */
struct decl *animate_name(const struct session *s, uint32_t index); /* of a part of a state */
bool animate_is_constant(const struct session *s, uint32_t index);
/* Makes it the state in which formulas are evaluated; NULL: no name has a value. */
void animate_load(struct session *s, const value *state);

/* Operation, and its parameters and results, each of which has a decl. */
const char *animate_op(const struct animate_step *x);
const struct node *
animate_params(const struct animate_step *x); /* IDS, or NULL if there are none */
const struct node *animate_results(const struct animate_step *x);
bool animate_same(const struct session *s, const struct animate_step *a,
                  const struct animate_step *b);
const struct animate_step *animate_copy(const struct session *s, struct arena *arena,
                                        const struct animate_step *x);

/* ---- animate.c, animate_command.c: the animator ------------------------------------------------ */

struct animator {
	struct session *session;
	struct arena arena;                    /* of steps */
	struct text out;                       /* what is to be printed */
	VEC(const struct animate_step *) path; /* from the beginning; behind `at` what was undone */
	uint32_t at;                           /* steps[0 .. at-1] were taken */
	VEC(const struct animate_step *) next; /* what can be done now */
	int found;                             /* EXIT_GOOD, or the code of a failure on the way */
	bool is_cut;                           /* there is more than that */
	uint64_t random;
	bool has_ended; /* by a command */
	int code;       /* EXIT_GOOD, or EXIT_INPUT if a command was wrong */
};

enum { ANIMATE_MOST = 1000 }; /* steps that are offered */

const struct animate_step *animate_last(const struct animator *a); /* NULL at the beginning */
/* Takes a step, which is in the arena of the animator, and finds what comes next. */
void animate_take(struct animator *a, const struct animate_step *x);
bool animate_collect(void *data,
                     const struct animate_step *x); /* adds to `next`, once; for the above */
void animate_refresh(struct animator *a);           /* finds what comes next */
void animate_back(struct animator *a, int by);      /* +1: one step back; -1: again */
/* Takes steps as long as there is no choice, up to the first initialised state. */
void animate_settle(struct animator *a);
/* One line of the user. */
void animate_command_line(struct animator *a, const char *line);

/* ---- animate_show.c: texts --------------------------------------------------------------------- */

/* "look(r = ROAD1) --> c = red" */
void show_step(const struct session *s, const struct animate_step *x, struct text *out);
/* A state, one name a line; what differs from `before` (may be NULL) is marked. */
void show_state(const struct session *s, const struct animate_step *x,
                const struct animate_step *before, bool is_whole, struct text *out);
void show_next(const struct animator *a, bool is_whole, struct text *out);
void show_trace(const struct animator *a, struct text *out);
/* Conjuncts of invariants that do not hold in the current state; returns how many. */
uint32_t show_violations(struct session *s, struct text *out);
/* {"op", "params", "results", "state"} */
void show_step_json(const struct session *s, const struct animate_step *x, struct json *j);
void show_trace_json(const struct animator *a, const char *key, struct json *j);

/* ---- animate_disabled.c ------------------------------------------------------------------------ */

/* Lines that say which conditions of an operation are false from here; `params` are its parameters, NULL: any. */
void disabled_explain(struct session *s, const struct animate_step *from,
                      const struct offered *offered, const value *params, struct text *out);

/* ---- animate_replay.c: traces ------------------------------------------------------------------ */

/* Replays the trace; the animator is then at its end, or before the step that does not fit. False
 * if one does not, with an explanation in `out`, or with errors in the diag. */
bool replay_trace(struct animator *a, const struct trace *t, struct text *out);

#endif
