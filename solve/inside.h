/* What the files of solve/ share; not for other folders. */
#ifndef SOLVE_INSIDE_H
#define SOLVE_INSIDE_H

#include "solve/solve.h"

/* ---- watch.c: when to stop ------------------------------------------------------------------------ */

struct solver_watch {
	double deadline; /* INFINITY if there is none */
	const _Atomic int *interrupt;
};

double solver_watch_clock(void); /* seconds since some moment */
void solver_watch_start(struct solver_watch *w, const struct solver_limits *l,
                        const _Atomic int *interrupt);
bool solver_watch_is_over(const struct solver_watch *w);
bool solver_watch_can_end(const struct solver_watch *w); /* is there anything that may stop it? */
const char *solver_watch_reason(const struct solver_watch *w); /* "the time limit was reached" */

/* ---- solver.c --------------------------------------------------------------------------------------- */

struct cnf_file {
	VEC(int) literals; /* clause after clause, each with a final 0; empty if not kept */
	uint64_t clauses;  /* counted also if not kept */
	uint64_t literal_count;
	int variables;
};

struct solver_question { /* what a back end is asked */
	const struct cnf_file *cnf;
	const int *assumptions;
	uint32_t assumption_count;
	uint64_t conflicts; /* limit, 0 for none */
	uint64_t effort;    /* likewise */
	const struct solver_watch *watch;
	struct text *failure; /* to be filled if the back end breaks */
};

struct back_end {
	const char *name;
	int abilities;
	bool needs_clauses;                     /* those of the question */
	bool (*is_available)(struct text *why); /* NULL: always */
	void (*version)(struct text *out);      /* or which program it is; NULL: none of its own */
	void *(*open)(const struct solver_options *o); /* NULL if it is not available */
	void (*close)(void *state);
	void (*add)(void *state, const int *literals, uint32_t count); /* count > 0 */
	enum solver_answer (*solve)(void *state, const struct solver_question *q);
	bool (*value)(void *state, int variable);    /* false for one that it does not know */
	bool (*failed)(void *state, int assumption); /* NULL: cannot tell */
	void (*prefer)(void *state, int literal);    /* NULL: cannot */
	void (*stats)(void *state,
	              struct solver_stats *out); /* conflicts, decisions, propagations, effort */
	size_t (*bytes)(const void *state, const struct cnf_file *cnf);
};

extern const struct back_end picosat_back_end, cadical_back_end, kissat_back_end, turns_back_end;

struct solver {
	const struct back_end *back_end;
	void *state; /* of the back end */
	const _Atomic int *interrupt;
	double deadline;
	bool keeps_clauses;
	bool is_refuted; /* whatever is assumed */
	bool is_stopped; /* by the interrupt or the deadline, while clauses were added */
	struct cnf_file cnf;
	VEC(int) open;             /* clause of solver_add */
	VEC(int) pending;          /* assumptions for the next answer */
	VEC(int) answered;         /* those of the last one */
	bool is_sorted;            /* `answered` */
	enum solver_answer answer; /* SOLVER_UNKNOWN once a clause was added */
	struct text failure;
	uint64_t solves;
	double seconds;
};

/* ---- dimacs.c ----------------------------------------------------------------------------------------- */

/* Makes the text piece by piece: as a whole it may be larger than all the clauses. */
struct dimacs {
	struct text head; /* comments and header */
	size_t head_at;
	const int *literals, *units; /* what is left of them */
	uint32_t literal_count, unit_count;
};

void dimacs_start(struct dimacs *d, const struct cnf_file *c, const int *units, uint32_t count,
                  const char *comments);
size_t dimacs_fill(void *dimacs, char *out, size_t room); /* 0: that was all */
void dimacs_end(struct dimacs *d);
bool dimacs_write(struct dimacs *d, FILE *out);

/* ---- program.c: other people's programs ------------------------------------------------------------- */

struct program {
	const char *name;     /* also of its Debian package */
	const char *variable; /* of the environment: names another place */
};

/* Looks where the variable says, in build/deps of the project that bounce was built in or in lib/bounce where it
 * is installed, on PATH. */
bool program_find(const struct program *p, struct text *out_path, struct text *why);

struct program_run {
	const char *const *words;                             /* the path, arguments, NULL */
	size_t (*input)(void *state, char *out, size_t room); /* as dimacs_fill; NULL: no input */
	void *input_state;
	/* Files to pass on; then the program runs in /proc/self/fd, where their names are their numbers. */
	const int *files;
	uint32_t file_count;
	size_t output_limit;
	void (*on_output)(void *state, const struct text *output); /* when there is more; NULL: none */
	void *output_state;
	const struct solver_watch *watch;
};

enum program_end { PROGRAM_ENDED, PROGRAM_STOPPED, PROGRAM_FAILED };

/* Runs it to its end, or until the watch is over; nothing of it is left then. Output and errors go to
 * `output`. PROGRAM_FAILED: it could not be started or died, as `why` tells. SIGPIPE must be ignored
 * by the caller's process. */
enum program_end program_run(const struct program_run *r, struct text *output, int *out_code,
                             struct text *why);

/* Calls `found` for each line (without its end) until it returns false. */
void program_lines(const struct text *output,
                   bool (*found)(void *state, const char *line, size_t length), void *state);
/* Adds ": " and what the output says about an error, if it does. */
void program_add_error(const struct text *output, struct text *why);

/* ---- kissat.c ------------------------------------------------------------------------------------------ */

extern const struct program kissat_program;

/* For the head of a DIMACS text. Debian's kissat checks each step of its own unless told not to; other
 * builds do not know the option, and an embedded one is no error for them. */
#define KISSAT_COMMENT "--check=0"

enum { KISSAT_LONGEST_OPTION = 32 };
const char *kissat_option(char *out, const char *option, uint64_t value); /* "--option=value" */

/* SOLVER_UNKNOWN with a `why` if the output and exit code do not fit together. */
enum solver_answer kissat_verdict(const struct text *output, int code, struct text *why);

#endif
