/* What 'bounce eval' and 'bounce animate' share: a machine (or none) with an evaluator, formulas
 * typed by the user, the watch over long evaluations, and the prompt. Not for other folders, tests
 * apart. */
#ifndef CLI_EVAL_SESSION_H
#define CLI_EVAL_SESSION_H

#include "bounds/bounds.h"
#include "cli/cli.h"
#include "eval/eval.h"
#include "explore/explore.h"

/* ---- session.c: a machine with an evaluator ---------------------------------------------------- */

struct session {
	struct cli *cli;
	struct model model;
	struct bounds_options bounds;
	struct universe universe;
	struct values *values;
	struct explore *explore; /* whose evaluator it is, if there is a machine */
	struct eval *eval;       /* NULL if the machine has errors, which are in the diag */
	struct watch watch;
	bool is_interactive;                 /* Ctrl-C stops an evaluation, not the process */
	bool runs_along;                     /* a machine with its abstractions */
	struct decls constants, variables;   /* that make a state; by animate_model */
	const struct node *properties;       /* of the constants; NULL if there are none */
	const struct node *initialisation;   /* of all machines in sequence; NULL if there is none */
	bool has_setups;                     /* it begins with a choice of constants */
	VEC(const struct node *) invariants; /* their conjuncts */
	bool has_setup;                      /* the search for values of the constants was made */
};

/* Reads the machine at `path`, or none if that is NULL; its abstractions belong to its state if they
 * `run along`. False with a message printed if options are
 * wrong. Errors of the machine are in the diag. To be closed only after true. */
bool session_open(struct session *s, struct cli *c, const char *path, bool runs_along);
void session_close(struct session *s);
struct diag *session_diag(struct session *s);
void session_forget_messages(struct session *s); /* those of the line before */
/* All names that the formulas of this session may use, without those of elements. */
void session_words(const struct session *s, struct strings *out);

/* Evaluations are made between these two: they watch the time and Ctrl-C. */
void session_begin(struct session *s);
void session_end(struct session *s);
/* Did the user press Ctrl-C while there is no prompt to go back to? */
bool session_is_over(const struct session *s);
/* Puts the evaluator's failure into the diag: with this severity where there is no value, as a
 * warning where bounce has reached a limit. Returns EXIT_INPUT or EXIT_INCONCLUSIVE. */
int session_failed(struct session *s, enum severity severity);

/* A formula in the scope of the machine. Names that are not declared are collected in `unknown`;
 * those that name an element of a deferred set (S1, S2, ...) are given that value and are not.
 * NULL with errors in the diag. */
const struct node *session_formula(struct session *s, const char *text, struct decls *unknown);
/* The value of an expression of that type, as value_print or ProB wrote it. VALUE_NONE with
 * errors in the diag. */
value session_value(struct session *s, const char *text, const struct type *type);

/* ---- answer.c: what a formula amounts to ------------------------------------------------------- */

struct session_binding {
	const char *name;
	value value;
};

struct answer {
	int code;          /* EXIT_GOOD, EXIT_INPUT or EXIT_INCONCLUSIVE */
	bool is_predicate; /* then the value is a BOOL, and there may be a solution */
	bool is_cut;       /* integers without bounds were drawn from MININT..MAXINT only */
	value value;       /* VALUE_NONE if there is none */
	struct text type;  /* "predicate" or a type */
	VEC(struct session_binding) solution; /* values of free names that were found */
};

/* Evaluates a formula. A predicate is searched for values of its free names: undeclared ones, and
 * constants and variables without a value. Messages are in the diag. */
void answer_find(struct session *s, const char *text, struct answer *out);
void answer_clear(struct answer *a);
void answer_text(const struct session *s, const struct answer *a, struct text *out);
void answer_json(const struct session *s, const struct answer *a, struct json *j);
/* The same of type and class only. */
void answer_type(struct session *s, const char *text, struct answer *out);
/* Gives values to constants (if they have none) or variables, as an equation each:
 * "x = 1 & y = {2}". False with errors in the diag. */
bool answer_state(struct session *s, const char *text);
void answer_setup(struct session *s); /* constants; the first solution of the PROPERTIES */

/* ---- prompt.c: lines from a terminal, a file or standard input --------------------------------- */

struct prompt;

enum prompt_event { PROMPT_LINE, PROMPT_CANCELLED, PROMPT_END };

/* Reads from the file, or from standard input if that is NULL. NULL with a message printed if the
 * file cannot be opened. `words` are offered as completions. */
struct prompt *prompt_open(struct cli *c, const char *file, const struct strings *words);
void prompt_close(struct prompt *p);
bool prompt_is_interactive(const struct prompt *p); /* on a terminal */
/* The next line without its end, and further lines as long as brackets are open. `shown` is the
 * text before the line on a terminal. */
enum prompt_event prompt_read(struct prompt *p, const char *shown, struct text *out);
/* Are there open brackets in the text, outside of strings and comments? */
bool prompt_is_open(const char *text);

/* ---- relation.c: --dot and --svg; EXIT_GOOD, or why there is no graph ---------------------------- */
int relation_write(struct session *s, value v);

#endif
