/* What 'bounce explore' found, as text and as JSON. Not for other folders. */
#ifndef CLI_CHECK_FINDINGS_H
#define CLI_CHECK_FINDINGS_H

#include "bmc/bmc.h"
#include "cli/cli.h"
#include "cli/files/scenes.h"
#include "cover/cover.h"
#include "view/view.h"

struct findings_cut { /* what was found holds */
	bool was_cut;     /* for integers from MININT..MAXINT, where they have no bounds */
	bool is_wide;     /* or from further out */
};

struct findings {
	struct cli *cli;
	struct model *model;
	struct universe universe;
	const struct node *goal; /* or NULL */
	struct values *values;
	struct explore *explore;
	const struct explore_result *result;
	const char *verdict; /* as in the JSON object */
	const char *reason;  /* why it is inconclusive, or NULL */
	const char
	    *open_assertion; /* why one is neither true nor false, with all states explored; or NULL */
	bool is_complete;
	bool unwanted[EXPLORE_COVERAGE + 1]; /* kinds of findings that are not shown */
	bool has_depth;                      /* of runs that were looked at: `check` */
	uint32_t depth;
	struct check_shortest shortest;
	const struct check_verdict *parts; /* has_parts, see there; or NULL */
	bool has_all_states;               /* every state that can be reached was looked at */
	bool has_all_runs;                 /* every run was: `check` */
	struct findings_cut cut;
	bool is_for_all_sizes; /* the proof */
	const char *proof;     /* in words, why there is no fault at all, or NULL */
	const struct check_verdict
	    *by; /* with the engine that answered, and the turns of all; NULL: not of `check` */
	struct text solver;             /* a line on the solver's work, or empty */
	struct text notes;              /* lines */
	struct state_view *view;        /* of --view, or NULL */
	struct cover *cover;            /* of --coverage, or NULL */
	size_t longest;                 /* of values, see value_print_short */
	struct scenes *scenes;          /* of the steps of traces, or NULL */
	const struct grown *grown;      /* sizes that were asked before, see grow.h; or NULL */
	struct temporal_part *temporal; /* formulas of the machine, checked besides; or NULL */
};

/* findings_common.c */
/* --find: what it leaves out becomes unwanted. False: the list is wrong, and that was said. */
bool findings_read_find(struct findings *f);
struct choice_line findings_engine_line(const struct engine_info *e); /* for choices.c */
bool findings_help_find(struct cli *c); /* --find help, if it is that */
const struct node *findings_goal(struct cli *c, struct model *m);
bool findings_has_machine(struct model *m);
int findings_input_error(struct cli *c, struct model *m);
uint32_t findings_errors(const struct findings *f);
/* In words, whether the goal is reached; NULL: there is none, or it is not looked for. */
const char *findings_goal_state(const struct findings *f);
struct bounds_use findings_uses(const struct findings *f); /* the bounds that play a part */
/* What is known of a kind, and is it to be told? If f->parts is not NULL. */
const struct check_part *findings_part(const struct findings *f, const char *kind);
bool findings_has_part(const struct findings *f, const struct check_kind *k);
bool findings_is_wanted(const struct findings *f, const struct explore_finding *found);
void findings_answer(struct findings *f);
const char *findings_nothing(struct findings *f); /* "no fault": what is said if there is none */
/* "file:line:col: message", in the arena of the project */
const char *findings_place(struct findings *f, struct pos pos, const char *message);

const char *findings_severity(enum severity s);  /* "error", "warning", "note" */
const char *findings_name(const struct decl *d); /* as it is shown */
/* Has the variable the value that it had in the step before (NULL: there is none)? */
bool findings_is_same(const struct explore_step *before, const struct explore_step *s, uint32_t i);

void findings_text(struct findings *f);
/* A step with its number (0: none), and what it has changed. */
void findings_text_step(struct findings *f, const struct explore_step *before,
                        const struct explore_step *s, uint32_t number, struct text *out);
void findings_print_notes(struct cli *c, const char *lines);

/* findings_json.c */
void findings_json(struct findings *f);
/* Between the two, traces have what scenes.h adds to them, if it is wanted. */
void findings_open_scenes(struct findings *f, struct scenes *s);
void findings_close_scenes(struct findings *f, struct json *j);
void findings_json_one(struct findings *f, struct json *j, const struct explore_finding *found);
void findings_json_trace(struct findings *f, struct json *j, const struct explore_trace *t);
/* {"x": "1", ...}; names of those that are abbreviated are added. */
void findings_json_values(struct findings *f, struct json *j, const char *key,
                          const struct eval_bindings *list, struct strings *abbreviated);

/* findings_last.c: what was found, for the case that the process must end at once while something else is looked at. */
struct findings_last {
	struct last_part part;
	struct text json, text;
	bool is_bad;
};
void findings_last_begin(struct findings_last *l, struct findings *f, bool is_bad);
void findings_last_end(struct findings_last *l);

/* There is no initial state, says the evaluator: see vacuous_why. Notes and the reason are those of f; the watch has
 * stopped. */
enum vacuous findings_vacuous(struct findings *f);
void findings_note_conflict(struct findings *f, const struct conflict *c);

/* For ProB, in one file. */
int findings_write_for_prob(struct findings *f, const char *about, const struct explore_trace *t,
                            const char *path);
/* picture.c: --view, --dot, --svg. False: --view is wrong, and that was said. */
bool picture_read(struct findings *f, enum view_kind *kind, const struct node **property);
void picture_make(struct findings *f, const struct node *property); /* f->view, or a note */
/* "a view ...": a line on f->view; nothing if there is none. */
void picture_text(const struct findings *f, struct text *out);
void picture_json(const struct findings *f, struct json *j);
int picture_write(struct findings *f); /* EXIT_GOOD, or as report_file */

/* coverage.c: --coverage */
void coverage_make(struct findings *f, const _Atomic int *stop); /* f->cover, or a note */
void coverage_text(struct findings *f, struct text *out);
void coverage_json(struct findings *f, struct json *j);

/* findings_out.c: --trace-out, if it is given. EXIT_GOOD, or as report_file. */
int findings_write(struct findings *f);

#endif
