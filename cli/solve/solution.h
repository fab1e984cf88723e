/* What 'bounce solve' and 'bounce constants' share: a machine (or none) with its bounds, the names
 * and conjuncts that are searched, and the answer as text and as JSON. Not for other folders, tests
 * apart. */
#ifndef CLI_SOLVE_SOLUTION_H
#define CLI_SOLVE_SOLUTION_H

#include "bounds/bounds.h"
#include "cli/cli.h"
#include "eval/eval.h"
#include "explore/explore.h"
#include "search/search.h"

/* ---- setting.c: what all predicates of a run have in common ------------------------------------ */

struct setting {
	struct cli *cli;
	struct model model; /* without a machine: an empty project */
	struct bounds_options bounds;
	struct universe universe;
	bool is_good;        /* else errors are in the diag */
	struct watch watch;  /* over what is done between setting_begin and setting_end */
	double begun;        /* when setting_begin was called */
	double seconds;      /* the time limit, 0 for none */
	const char *missing; /* why the solver cannot be used, or NULL */
	struct search_options search;
	uint32_t wanted;       /* how many solutions are looked for */
	const char *file;      /* of the predicate, or NULL */
	uint32_t lines_before; /* the predicate, in that file */
};

/* Reads the options and the machine at `path` (NULL: none). False with a message printed if options
 * are wrong. To be closed only after true. */
bool setting_open(struct setting *s, struct cli *c, const char *path);
void setting_close(struct setting *s);
bool setting_lists_tactics(struct cli *c); /* for '--tactics help'; false if that is not asked */
bool setting_has_machine(const struct setting *s);
void setting_begin(struct setting *s); /* watches time, memory and Ctrl-C */
void setting_end(struct setting *s);
/* "file:line:column: " for messages; nothing if there is no place. */
void setting_place(struct setting *s, struct pos pos, struct text *out);
/* Why the watch has stopped the work, with the option that changes it; NULL if it has not. */
const char *setting_limit(struct setting *s);

/* ---- problem.c: what is searched --------------------------------------------------------------- */

struct problem {
	struct setting *setting;
	struct values *values;
	struct explore *explore; /* whose evaluator it is, if PROPERTIES are part of it */
	struct eval *eval;
	struct decls names; /* in the order of their first use */
	struct decls shown; /* those of --show, or all names */
	VEC(const struct node *) conjuncts;
	bool has_ranges; /* of the bounds file: they are among the conjuncts */
};

/* The predicate with its free names: undeclared ones, constants and variables; with --properties
 * also the constants of the machine and what is said of them. False with errors in the diag; to be
 * closed in any case. */
bool problem_formula(struct problem *p, struct setting *s, const char *text);
/* The constants and parameters, CONSTRAINTS and PROPERTIES of all machines. Likewise. */
bool problem_constants(struct problem *p, struct setting *s);
void problem_close(struct problem *p);
/* Reads --show; false with a message printed if it names something else. */
bool problem_show(struct problem *p);
const char *problem_name(const struct decl *d); /* as it is shown */

/* ---- solution.c: what is found ----------------------------------------------------------------- */

struct solution {
	struct problem *problem;
	struct question question;
	struct search *search;  /* NULL if there was none */
	struct verdict verdict; /* the last one */
	uint32_t count;         /* solutions found */
	bool is_excluded;       /* the answer speaks of further solutions */
	const char *reason;     /* why it is inconclusive or doubtful, with the place; or NULL */
	double read_seconds;    /* until the search was begun */
	struct search_stats stats;
	struct json list;  /* of solutions, with --json and --html */
	bool is_certified; /* --certify was asked for, and there is an answer to it: */
	enum certificate certificate;
	struct text certificate_text;
	int written;                      /* --dimacs: EXIT_GOOD, or as report_file */
	const struct node *const *blamed; /* [0 .. blamed_count-1] */
	uint32_t blamed_count;
	bool is_minimal;
	bool is_unexplained;   /* it was not found out which conjuncts are to blame */
	struct bounds_use use; /* bounds that play a part in the answer */
	const char *unfit; /* PROPERTIES have no solution with all bounds that were tried; or NULL */
};

/* Searches, between setting_begin and setting_end. Solutions are printed as they are found, or kept
 * in the list with --json and --html. */
void solution_find(struct solution *x, struct problem *p);
/* After SEARCH_NONE: which conjuncts are to blame? */
void solution_blame(struct solution *x, uint64_t effort); /* UINT64_MAX: any */
void solution_close(struct solution *x);

/* Does the answer hold whatever the integers? Whatever the sizes of sets, too? */
bool solution_is_complete(const struct solution *x);
bool solution_is_absolute(const struct solution *x);
const char *solution_verdict(const struct solution *x);           /* as in the JSON object */
int solution_code(const struct solution *x);                      /* exit code */
void solution_phrase(const struct solution *x, struct text *out); /* the verdict in words */

/* The values of the shown names that the evaluator has now. */
void solution_values(const struct problem *p, struct json *j, const char *key);
void solution_stats(const struct solution *x, struct json *j); /* members of "stats" */

/* ---- solution_report.c ------------------------------------------------------------------------- */

/* Verdict, bounds, conflict and statistics; `x` is NULL if the input is wrong: then messages only.
 * `prefix` stands before the verdict. */
void solution_text(struct setting *s, const struct solution *x, const char *prefix);
void solution_json(struct setting *s, const struct solution *x);

/* ---- batch.c ----------------------------------------------------------------------------------- */

/* One predicate a line, one JSON object a line; returns the exit code. */
int batch_run(struct setting *s, const char *path);

#endif
