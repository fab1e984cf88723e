/* solve: SAT solvers behind one interface, DIMACS files and checked proofs.
 *
 * Variables are 1, 2, ...; a literal is a variable or its negative; clauses end with 0, as in
 * DIMACS. PicoSAT and CaDiCaL are libraries and incremental; kissat is a program that is run once per
 * answer. Nothing is printed. Programs that run kissat must ignore SIGPIPE. */
#ifndef SOLVE_SOLVE_H
#define SOLVE_SOLVE_H

#include "base/base.h"

#include <stdio.h>

/* SOLVER_AUTO: CaDiCaL, and PicoSAT in turns with it if the answer takes long. */
enum solver_kind { SOLVER_PICOSAT, SOLVER_CADICAL, SOLVER_KISSAT, SOLVER_AUTO, SOLVER_KINDS };

const char *solver_name(enum solver_kind kind);            /* "picosat", ... */
bool solver_find(const char *name, enum solver_kind *out); /* the other way round */
/* Is it there? If not, `why` (may be NULL) says what is missing and how to get it. */
bool solver_is_available(enum solver_kind kind, struct text *why);
/* Adds a line "NAME VERSION" for each back end; of a program, where it is, or that it is missing. */
void solver_add_versions(struct text *out);

enum solver_ability {
	SOLVER_INCREMENTAL = 1, /* clauses may be added after an answer, without starting anew */
	SOLVER_CORES = 2,       /* tells failed assumptions */
	SOLVER_PROOFS = 4,      /* writes DRAT proofs */
};
int solver_abilities(enum solver_kind kind);

struct solver_options {
	enum solver_kind kind;
	uint32_t seed; /* 0: the solver's own */
	uint32_t
	    turn; /* SOLVER_AUTO: conflicts after which PicoSAT has its first turn; 0: a good number */
	uint32_t literals;            /* so many are known to come; 0: not known */
	bool keeps_clauses;           /* for solver_write_dimacs and solver_certify */
	const _Atomic int *interrupt; /* stops when *interrupt is not 0; may be NULL */
	double deadline;              /* as base_clock: from then on clauses are not taken; 0: none */
};

struct solver;

/* NULL if the solver is not available. */
struct solver *solver_open(const struct solver_options *o);
void solver_close(struct solver *s);

int solver_new_variable(struct solver *s);
void solver_add(struct solver *s, int literal); /* literals of a clause, then 0 */
void solver_clause(struct solver *s, const int *literals, uint32_t count);
void solver_assume(struct solver *s, int literal); /* for the next answer only */

enum solver_answer { SOLVER_UNKNOWN, SOLVER_SATISFIABLE, SOLVER_UNSATISFIABLE };

struct solver_limits {  /* 0: no limit */
	double seconds;     /* of the clock on the wall */
	uint64_t conflicts; /* more or less: PicoSAT is asked from time to time */
	uint64_t effort;    /* likewise; see solver_stats */
};
/* SOLVER_UNKNOWN: a limit, an interrupt, or a failure that solver_failure tells. */
enum solver_answer solver_solve(struct solver *s,
                                const struct solver_limits *limits); /* may be NULL */
bool solver_is_stopped(const struct solver *s);     /* clauses are not taken any more */
const char *solver_failure(const struct solver *s); /* NULL if there was none */

/* After SOLVER_SATISFIABLE, until a clause is added: is the literal true? A variable that the solver
 * has never seen is false. */
bool solver_value(struct solver *s, int literal);
/* After SOLVER_UNSATISFIABLE, until a clause is added: was this assumption used? A back end without
 * cores says true. False for what was not assumed. */
bool solver_failed(struct solver *s, int assumption);
/* Prefer this phase when deciding on the variable, where the back end can. */
void solver_prefer(struct solver *s, int literal);

struct solver_stats {
	uint64_t variables, clauses, literals, solves;
	uint64_t conflicts, decisions, propagations; /* of CaDiCaL only the conflicts are known */
	uint64_t
	    effort; /* half microseconds on a usual machine, counted, so that the same work takes the same effort */
	double seconds; /* inside of solver_solve */
	const char *by; /* who gave the last answer */
};
void solver_stats(struct solver *s, struct solver_stats *out);
size_t solver_bytes(const struct solver *s); /* memory in use, roughly */

/* ---- DIMACS and certificates: of solvers that keep their clauses ----------------------------------- */

/* Writes all clauses and the assumptions made since the last answer (as unit clauses); `comments`
 * are lines without "c ", may be NULL. False if writing failed. */
bool solver_write_dimacs(struct solver *s, FILE *out, const struct text *comments);

enum certificate { CERTIFIED, CERTIFICATE_FAILED, CERTIFICATE_IMPOSSIBLE };
/* Has kissat refute the clauses and `count` assumptions with a DRAT proof, and drat-trim check it.
 * CERTIFICATE_FAILED: there is a model, or the proof is wrong. CERTIFICATE_IMPOSSIBLE: a program is
 * missing or broken, or a limit was reached. `why` (may be NULL) tells what happened, not as a whole
 * sentence with capital and full stop. */
enum certificate solver_certify(struct solver *s, const int *assumptions, uint32_t count,
                                const struct solver_limits *limits, struct text *why);

/* The same with files that stay; NULL: temporary ones. */
struct solver_files {
	const char *cnf, *proof;
};
enum certificate solver_certify_in(struct solver *s, const int *assumptions, uint32_t count,
                                   const struct solver_limits *limits,
                                   const struct solver_files *files, struct text *why);
/* Has drat-trim check a proof that is there. */
enum certificate solver_recheck(const struct solver_files *files,
                                const struct solver_limits *limits, const _Atomic int *interrupt,
                                struct text *why);

/* ---- abc.c: another model checker, about a circuit in binary AIGER that has one property ----------------- */

enum abc_answer { ABC_OPEN, ABC_PROVED, ABC_FOUND };
/* ABC's pdr. After ABC_PROVED the file `invariant` has cubes of latches as a PLA, after ABC_FOUND `run` has bits: of the latches, and
 * of the inputs line by line. ABC_OPEN: `why` tells the reason. */
enum abc_answer abc_ask(const char *circuit, const char *invariant, const char *run,
                        const struct solver_limits *limits, const _Atomic int *interrupt,
                        struct text *why);

#endif
