/* cli: the command line. Options, one file per command, reports as text and as JSON.
 *
 * main.c starts a thread with a large stack, finds the command in command.def, reads the options
 * of options.def and calls the command, which returns an exit code. Results go to standard output,
 * diagnostics to standard error. Nothing but main.c ends the process, and last.c when a limit must be kept by force. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "api/bounce.h"
#include "base/base.h"
#include "syntax/syntax.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#define CLI_VERSION BOUNCE_VERSION

enum exit_code {
	EXIT_GOOD = 0,     /* the good answer: holds, found, well formed */
	EXIT_INPUT = 1,    /* the input is wrong */
	EXIT_USAGE = 2,    /* the command line is wrong */
	EXIT_INTERNAL = 3, /* a bug of bounce */
	EXIT_INCONCLUSIVE =
	    5,         /* a limit was hit (time, memory, a full disk), or something is not supported */
	EXIT_BAD = 10, /* the bad answer: violated, none */
};

/* ---- options (options.def) ------------------------------------------------------------------- */

#define OPTION_TYPE_FLAG bool
#define OPTION_TYPE_COUNT uint32_t
#define OPTION_TYPE_SECONDS double
#define OPTION_TYPE_TEXT const char *
#define OPTION_TYPE_LIST struct strings

struct options {
#define OPTION(field, kind, ...) OPTION_TYPE_##kind field;
#include "cli/options.def"
#undef OPTION
	struct strings operands; /* what is neither an option nor the argument of one */
};

enum option_kind { OPTION_FLAG, OPTION_COUNT, OPTION_SECONDS, OPTION_TEXT, OPTION_LIST };

struct option_info {
	const char *name; /* without the dashes */
	char letter;      /* 0 for none */
	const char *argument, *commands, *help;
	enum option_kind kind;
	size_t offset; /* of the field in struct options */
};

struct command;

const struct option_info *options_at(uint32_t index); /* NULL behind the last one */
bool options_applies(const struct option_info *o, const char *command);
/* Reads the words behind the command, words[0 .. count-1], into an empty `out`, which keeps
 * pointers to them. False with a message in `error` if they are wrong; `out` is to be cleared in
 * any case. With --help the rest is not looked at. */
bool options_read(const struct command *command, char *const *words, uint32_t count,
                  struct options *out, struct text *error);
void options_clear(struct options *o);

/* ---- commands (command.def) ------------------------------------------------------------------ */

/* What a command is given. */
struct cli {
	const struct command *command;
	struct options options;
	FILE *out, *err;
	double started;     /* for "seconds" */
	bool wants_json;    /* --json is among the words, whatever else is wrong with them */
	int write_error;    /* errno of the first write to `out` that failed, or 0 */
	struct text object; /* the object of --json, if files are made from it */
	bool keeps_object;  /* what is reported goes there for now */
};

struct command {
	const char *name, *operands, *summary;
	int (*run)(struct cli *c); /* returns an exit code */
};

const struct command *command_at(uint32_t index);     /* NULL behind the last one */
const struct command *command_find(const char *word); /* NULL if there is none */
const char *command_nearest(const char *word);        /* NULL if none is close */
bool command_needs_model(const struct command *c);    /* its operand is a FILE */

int parse_command(struct cli *c);
int eval_command(struct cli *c);
int animate_command(struct cli *c);
int explore_command(struct cli *c);
int check_command(struct cli *c);
int ltl_command(struct cli *c);
int symmetry_command(struct cli *c);
int relate_command(struct cli *c);
int disprove_command(struct cli *c);
int solve_command(struct cli *c);
int constants_command(struct cli *c);
int run_command(struct cli *c);
int merge_command(struct cli *c);
int plan_command(struct cli *c);
int certify_command(struct cli *c);
int lsp_command(struct cli *c);
int help_command(struct cli *c);
void help_all(struct text *out);
void help_one(const struct command *command, struct text *out);

/* ---- choices.c: options that choose from a table, names with commas between them ---------------- */

struct choice_line {
	const char *name;
	const char *concludes; /* "" where that is no question */
	uint32_t share;        /* of the effort, in percent; 0: none is told */
	const char *help;
};
typedef bool choices_at(uint32_t index, struct choice_line *out); /* false behind the last one */

/* The lines that are chosen, by bits; none without a list. False after a usage error. */
bool choices_read(struct cli *c, const char *option, const char *list, choices_at *at,
                  uint32_t *bits);
/* If the list is "help", shows the table and returns true. */
bool choices_help(struct cli *c, const char *option, const char *list, choices_at *at);

/* ---- the model of a command ------------------------------------------------------------------ */

struct model {
	struct names names;
	struct diag diag;
	struct project *project;
	const char *file;      /* as shown to the user */
	struct text input;     /* standard input, if that is the file */
	struct strings search; /* the directories of -I, then NULL */
};

/* Reads the only operand, a file or "-" for standard input. False with a usage message printed if
 * there is not exactly one. Errors of the file are in m->diag. To be closed only after true. */
bool model_open(struct model *m, struct cli *c);
/* The same of this file; without a path there is no machine, only formulas. */
bool model_open_path(struct model *m, struct cli *c, const char *path);
/* A text that is shown as this file. */
void model_open_text(struct model *m, const char *file, const char *text);
void model_close(struct model *m);
/* --card and --int; false after a usage error. */
struct bounds_options;
bool model_bounds(struct cli *c, struct bounds_options *out);
/* Opens the machine that the command line names, with its options of bounds, asks, and closes both; an exit code. */
typedef int model_question(struct cli *c, struct model *m, const struct bounds_options *bounds);
int model_ask(struct cli *c, model_question *ask);
/* --symmetry; false after a usage error */
enum model_symmetry {
	MODEL_SYMMETRY_OFF,
	MODEL_SYMMETRY_SETS,      /* of deferred sets alone */
	MODEL_SYMMETRY_AUTO,      /* of all elements, where that is worth while */
	MODEL_SYMMETRY_CANONICAL, /* states by canonical forms, */
	MODEL_SYMMETRY_MARKERS,   /* by markers, */
	MODEL_SYMMETRY_FLOOD,     /* by all their images */
};
bool model_symmetry(struct cli *c, enum model_symmetry *out);
struct search_options;
void model_break_symmetry(enum model_symmetry how, struct search_options *out);
struct universe;
struct bounds_use;
struct eval_work;
/* Sizes of its sets and the range of integers (bounds_universe); where nobody has chosen them they are made to fit the
 * PROPERTIES (search/fit.h). Before anything else is done with the project. False with errors in the diag. */
bool model_fit(struct cli *c, struct model *m, const struct bounds_options *o, struct universe *out,
               struct text *notes);
const char *model_name(const struct model *m); /* name of the main machine, or NULL */

/* ---- limits ---------------------------------------------------------------------------------- */

enum watch_reason {
	WATCH_NONE,
	WATCH_INTERRUPT,
	WATCH_TIME,
	WATCH_MEMORY,
	WATCH_EFFORT, /* said by the meter of the project, not by this thread */
	WATCH_STUCK   /* a step of the work takes far too long */
};

/* Whoever does not look at the flag in time is ended by force, or not. */
enum watch_force { WATCH_ASKS, WATCH_ENDS };

/* A thread that looks at the clock and at the memory in use, and waits for SIGINT; `flag` becomes
 * the reason why work is to stop. A second SIGINT ends the process. With WATCH_ENDS it ends with its last words if
 * the work goes on although it was asked to stop, or if much more memory is used than is allowed. */
struct watch {
	_Atomic int flag;      /* enum watch_reason */
	_Atomic int turn_flag; /* the same, and WATCH_TIME at the end of a turn */
	double deadline;       /* of report_clock, or 0 */
	_Atomic double turn_end;
	_Atomic bool is_ending;
	uint64_t memory; /* bytes, or 0 */
	enum watch_force force;
	double asked, worked;  /* when the flag was raised, and the processor time of the worker then */
	clockid_t worker;      /* its processor time */
	int statm;             /* /proc/self/statm, or -1 */
	_Atomic bool is_total; /* the limit of time is --total-limit */
	_Atomic double each;   /* seconds for each step of the work, or 0 */
	_Atomic double told;   /* the processor time of the worker at the end of the last step */
	struct meter *meter;   /* that has flags of it, or NULL */
	pthread_t thread;
	sigset_t old; /* signal mask of the caller */
	bool is_running;
};

/* What is left of a limit of the whole process; 0 if there is none. */
double watch_seconds_left(const struct cli *c, double limit);
/* Seconds from now on and megabytes; 0 for no limit. */
void watch_start(struct watch *w, double seconds, uint64_t megabytes, enum watch_force force);
/* The limits that the options give for the work on this project: of what is left of the time, of memory, of effort. */
void watch_work(struct watch *w, struct cli *c, struct project *p, enum watch_force force);
/* From now on the work on the project has so much effort; 0: effort is what its limits are about, and others give it. */
void watch_effort(struct watch *w, struct project *p, uint64_t effort);
/* Seconds by the clock that limits go by, which is that of effort if that is limited; 0: no limit. */
double watch_seconds(const struct cli *c);
void watch_stop(struct watch *w); /* the flags stay as they are */
const char *
watch_limit(const struct watch *w); /* which one, and the option that raises it; or NULL */
_Noreturn void watch_say(const struct watch *w); /* ends the process: why it was stopped */
/* In between no thread of the watch runs, and SIGINT waits: for a fork, after which a lock that another thread held
 * (of the allocator, say) would stay locked in the new process for ever. */
void watch_pause(struct watch *w);
void watch_resume(struct watch *w);
/* The work is done in steps of about so many seconds; after each one it says so. Between two of them it may take three
 * times as much processor time, or it is ended by force. */
void watch_steps(struct watch *w, double seconds);
void watch_progress(struct watch *w);
/* A part of the work, for so many seconds (0: as long as it takes); others may end it, too. */
void watch_begin_turn(struct watch *w, double seconds);
void watch_end_turn(struct watch *w);

/* last.c: what is said when the process must end at once. */
void last_prepare(const struct cli *c); /* its options are read */
void last_forget(void);
/* What a command has to say then, from any thread: with last_write alone, and nothing that another thread may be
 * writing. */
struct last_part {
	bool (*is_bad)(void *data); /* the bad answer is among what was found */
	void (*json)(void *data);   /* ,"findings":[...] and more members */
	void (*text)(void *data);
	void *data;
};
void last_set_part(const struct last_part *part); /* NULL: none; it stays where it is */
void last_write(const char *text);
void last_write_json(const char *text);      /* in quotes; what is not ASCII byte by byte */
_Noreturn void last_say(const char *reason); /* in plain words, which need no quotes in JSON */
void last_no_memory(void);

/* ---- JSON ------------------------------------------------------------------------------------ */

/* A JSON text that is being written; commas are put where they belong. The key is NULL inside
 * arrays. All zero is the start. */
struct json {
	struct text text;
	bool needs_comma;
	struct cli *to; /* see json_stream */
};

/* From now on the text is written to standard output whenever there is much of it, see report_much. */
void json_stream(struct json *j, struct cli *c);

void json_begin(struct json *j, const char *key, char bracket);       /* '{' or '[' */
void json_end(struct json *j, char bracket);                          /* '}' or ']' */
void json_string(struct json *j, const char *key, const char *value); /* NULL gives null */
void json_integer(struct json *j, const char *key, int64_t value);
void json_seconds(struct json *j, const char *key, double value);
void json_bool(struct json *j, const char *key, bool value);
/* An array of these lines. */
void json_lines(struct json *j, const char *key, const char *lines);
/* A text that is JSON already. */
void json_raw(struct json *j, const char *key, const char *value);
void json_place(struct json *j, const char *key, struct diag *d, struct pos pos); /* or null */
void json_clear(struct json *j);

/* ---- colour.c: on terminals ---------------------------------------------------------------------- */
bool colour_wanted(FILE *to);
void colour_add(struct text *out, const char *text); /* the text, with some words in colour */

/* ---- reports --------------------------------------------------------------------------------- */

/* Writes to standard output, as it may be shown on a terminal; a failure is kept in c->write_error. */
void report_text(struct cli *c, const struct text *t);
/* The same, and empties it, if it is long: so not all of a long report is in memory. No limit is watched any more, and
 * once something is written there are no last words. */
void report_much(struct cli *c, struct text *t);
void report_format(struct cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, but to a file or a pipe each byte as it is. */
void report_source(struct cli *c, const struct text *t);
/* Writes to standard error, as it may be shown on a terminal. */
void report_error(struct cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes a file. EXIT_GOOD, or what report_not_written returns. */
int report_file(struct cli *c, const char *path, const struct text *t);
/* Says on standard error that the file could not be written, by errno: EXIT_INCONCLUSIVE where there is no room for it,
 * which is a limit, and EXIT_INPUT where there can be no such file. */
int report_not_written(struct cli *c, const char *path);
/* graphviz.c: the graph as a picture, drawn by the program dot: EXIT_GOOD, or EXIT_INCONCLUSIVE with a message; and to the files
 * of --dot and --svg, if they are given. */
int graphviz_svg(struct cli *c, const char *path, const struct text *graph);
int graphviz_write(struct cli *c, const struct text *graph);
/* Writes all messages of the diag to standard error. */
void report_diagnostics(struct cli *c, struct diag *d);
/* "bounce: error: ..." with a pointer to the help on standard error; returns EXIT_USAGE. */
int report_usage(struct cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
int report_unknown_command(struct cli *c, const char *word); /* the same, with the nearest name */

/* The object that --json prints, part by part in this order: report_open; report_warnings between
 * json_begin and json_end of "findings"; report_errors; report_stats, then the numbers of the
 * command, with report_work; report_close, which adds "seconds" and writes it all. */
void report_open(struct json *j, const struct cli *c, const char *file, const char *machine,
                 const char *verdict);
void report_warnings(struct json *j, struct diag *d);
void report_errors(struct json *j, struct diag *d);
void report_stats(struct json *j);
void report_work(struct json *j, const struct eval_work *w);
void report_close(struct json *j, struct cli *c);

/* Is the object to be made at all: for --json, or for the files of --html, --junit, --sarif and for --require? Then what is
 * reported until report_end_object is this object, which is printed with --json only. */
bool report_begin_object(struct cli *c);
void report_end_object(struct cli *c);

/* "complete", "sizes_given" and "bounds", behind report_open. */
void report_bounds(struct json *j, const struct universe *u, bool complete);
/* The same with the length of the runs that were looked at; -1: not bounded. */
void report_bounds_depth(struct json *j, const struct universe *u, bool complete, int64_t depth);
void report_bounds_used_json(struct json *j, bool complete, struct bounds_use use);
/* Which conjuncts have no solution together, one a line; with integers from MININT..MAXINT if `is_near`. */
void report_conflict(struct text *out, const struct project *p, const struct node *const *conjuncts,
                     uint32_t count, bool is_minimal, bool is_near);
bool report_sizes_given(const struct universe *u); /* no size is a default */

/* abbreviate.c: the bytes from which on a value is abbreviated (value_print_short); what is said behind one in a text;
 * and the member "abbreviated" of a JSON object, with the names of those in it, which are cleared. */
size_t abbreviate_from(const struct cli *c);
void abbreviate_text(bool is_short, struct text *out);
void abbreviate_add(struct strings *names, const char *own); /* if it is not there yet */
void abbreviate_json(struct json *j, struct strings *names);

double report_clock(void); /* seconds of a clock that only moves forward */

#endif
