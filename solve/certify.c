/* Refutations that need not be believed: kissat writes a proof, another program checks it.
 * Wetzler, Heule, Hunt: DRAT-trim, Efficient Checking and Trimming Using Expressive Clausal Proofs,
 * SAT 2014. */
#include "solve/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct program drat_trim_program = {"drat-trim", "BOUNCE_DRAT_TRIM"};

struct certification {
	struct text kissat, drat_trim;     /* paths */
	int cnf, proof;                    /* files, -1: none */
	char cnf_name[16], proof_name[16]; /* for the programs: as numbers */
	const struct solver_files *kept;   /* NULL: files are temporary */
	struct text cnf_path;              /* kissat wants a real name for what it reads, */
	uint64_t conflicts;
	struct solver_watch watch;
	struct text why;
};

/* ---- files ----------------------------------------------------------------------------------------- */

/* A temporary file, and its name. */
static int open_file(struct text *path, struct text *why)
{
	const char *directory = getenv("TMPDIR");
	if (!directory || !*directory) directory = "/tmp";
	char absolute[PATH_MAX]; /* the programs run elsewhere */
	int file = -1;
	if (realpath(directory, absolute)) {
		text_format(path, "%s/bounce-XXXXXX", absolute);
		file = mkostemp(path->at, O_CLOEXEC);
	}
	if (file < 0) {
		text_format(why, "no temporary file can be made in '%s': %s", directory, strerror(errno));
		text_clear(path);
	}
	return file;
}

/* A file that stays, with its whole name. */
static int open_kept(struct text *path, const char *file, int flags, struct text *why)
{
	char absolute[PATH_MAX];
	int opened = open(file, flags | O_CLOEXEC, 0666);
	if (opened < 0) text_format(why, "'%s' cannot be opened: %s", file, strerror(errno));
	else if (realpath(file, absolute)) text_add(path, absolute);
	return opened;
}

/* The file itself goes when it is closed, at the latest when bounce ends in whatever way. */
static void remove_name(struct text *path)
{
	if (path->count) unlink(path->at);
	text_clear(path);
}

static bool open_files(struct certification *c, int flags)
{
	struct text proof_path = {0};
	if (c->kept) {
		c->proof = open_kept(&proof_path, c->kept->proof, flags, &c->why);
		text_clear(&proof_path);
		if (c->proof >= 0) c->cnf = open_kept(&c->cnf_path, c->kept->cnf, flags, &c->why);
	} else {
		c->proof = open_file(&proof_path, &c->why);
		remove_name(&proof_path);
		if (c->proof >= 0) c->cnf = open_file(&c->cnf_path, &c->why);
	}
	snprintf(c->cnf_name, sizeof c->cnf_name, "%d", c->cnf);
	snprintf(c->proof_name, sizeof c->proof_name, "%d", c->proof);
	return c->cnf >= 0 && c->proof >= 0;
}

static bool write_cnf(struct certification *c, const struct cnf_file *cnf, const int *assumptions,
                      uint32_t count)
{
	int copy = dup(c->cnf);
	FILE *out = copy >= 0 ? fdopen(copy, "w") : NULL;
	bool written = false;
	if (out) {
		struct dimacs d;
		dimacs_start(&d, cnf, assumptions, count, KISSAT_COMMENT);
		written = dimacs_write(&d, out);
		dimacs_end(&d);
	}
	int reason = errno;
	if (out) fclose(out);
	else if (copy >= 0) close(copy);
	if (!written) text_format(&c->why, "the clauses could not be written: %s", strerror(reason));
	return written;
}

/* ---- the two programs ---------------------------------------------------------------------------------- */

enum { MOST_OUTPUT = 64 << 20 };

/* but not for longer than it takes to open the file. */
static void on_output(void *state, const struct text *output)
{
	struct certification *c = state;
	if (!c->kept && c->cnf_path.count && strstr(text_get(output), "opened and reading"))
		remove_name(&c->cnf_path);
}

static bool run(struct certification *c, const char *const *words, const char *title,
                struct text *output, int *code)
{
	struct program_run r = {
	    .words = words,
	    .files = (const int[]){c->cnf, c->proof},
	    .file_count = 2,
	    .output_limit = MOST_OUTPUT,
	    .on_output = on_output,
	    .output_state = c,
	    .watch = &c->watch,
	};
	enum program_end end = program_run(&r, output, code, &c->why);
	if (end == PROGRAM_STOPPED)
		text_format(&c->why, "%s did not finish: %s", title, solver_watch_reason(&c->watch));
	return end == PROGRAM_ENDED;
}

static enum certificate judge_refutation(struct certification *c, const struct text *output,
                                         int code)
{
	switch (kissat_verdict(output, code, &c->why)) {
	case SOLVER_UNSATISFIABLE: return CERTIFIED;
	case SOLVER_SATISFIABLE:
		text_add(&c->why, "kissat found the clauses to be satisfiable");
		return CERTIFICATE_FAILED;
	case SOLVER_UNKNOWN: break;
	}
	if (c->why.count == 0) text_add(&c->why, "kissat did not find a proof within its limit");
	return CERTIFICATE_IMPOSSIBLE;
}

static enum certificate certify_refute(struct certification *c)
{
	char conflicts[KISSAT_LONGEST_OPTION];
	const char *words[] = {text_get(&c->kissat), "-n", text_get(&c->cnf_path),
	                       c->proof_name,        NULL, NULL};
	if (c->conflicts) words[4] = kissat_option(conflicts, "conflicts", c->conflicts);
	struct text output = {0};
	int code = 0;
	enum certificate result = CERTIFICATE_IMPOSSIBLE;
	if (run(c, words, "kissat", &output, &code)) result = judge_refutation(c, &output, code);
	text_clear(&output);
	return result;
}

static bool find_verified(void *state, const char *line, size_t length)
{
	static const char verified[] = "s VERIFIED";
	bool *found = state;
	*found = length == sizeof verified - 1 && memcmp(line, verified, length) == 0;
	return !*found;
}

/* Its exit code is of no use: it is 1 for verified proofs of clauses that have an empty one. */
static enum certificate judge_check(struct certification *c, const struct text *output)
{
	bool verified = false;
	program_lines(output, find_verified, &verified);
	if (!verified) {
		text_add(&c->why, "drat-trim does not accept kissat's proof");
		program_add_error(output, &c->why);
		return CERTIFICATE_FAILED;
	}
	struct stat s;
	text_format(&c->why, "drat-trim verified kissat's proof of %lld bytes",
	            fstat(c->proof, &s) == 0 ? (long long)s.st_size : 0);
	return CERTIFIED;
}

static enum certificate check(struct certification *c)
{
	/* The time limit is ours; -i: it takes some short binary proofs for text. */
	const char *words[] = {
	    text_get(&c->drat_trim), c->cnf_name, c->proof_name, "-i", "-t", "1000000000", NULL};
	struct text output = {0};
	int code = 0;
	enum certificate result = CERTIFICATE_IMPOSSIBLE;
	if (run(c, words, "drat-trim", &output, &code)) result = judge_check(c, &output);
	text_clear(&output);
	return result;
}

static void clear(struct certification *c)
{
	text_clear(&c->kissat);
	text_clear(&c->drat_trim);
	text_clear(&c->why);
	if (c->kept) text_clear(&c->cnf_path);
	else remove_name(&c->cnf_path);
	if (c->cnf >= 0) close(c->cnf);
	if (c->proof >= 0) close(c->proof);
}

enum certificate solver_certify(struct solver *s, const int *assumptions, uint32_t count,
                                const struct solver_limits *limits, struct text *why)
{
	return solver_certify_in(s, assumptions, count, limits, NULL, why);
}

enum certificate solver_certify_in(struct solver *s, const int *assumptions, uint32_t count,
                                   const struct solver_limits *limits,
                                   const struct solver_files *files, struct text *why)
{
	REQUIRE(s->keeps_clauses && s->open.count == 0);
	struct certification c = {
	    .cnf = -1, .proof = -1, .kept = files, .conflicts = limits ? limits->conflicts : 0};
	solver_watch_start(&c.watch, limits, s->interrupt);
	enum certificate result = CERTIFICATE_IMPOSSIBLE;
	if (program_find(&kissat_program, &c.kissat, &c.why) &&
	    program_find(&drat_trim_program, &c.drat_trim, &c.why) &&
	    open_files(&c, O_RDWR | O_CREAT | O_TRUNC) && write_cnf(&c, &s->cnf, assumptions, count))
		result = certify_refute(&c);
	if (result == CERTIFIED) result = check(&c);
	if (why) text_add(why, text_get(&c.why));
	clear(&c);
	return result;
}

enum certificate solver_recheck(const struct solver_files *files,
                                const struct solver_limits *limits, const _Atomic int *interrupt,
                                struct text *why)
{
	struct certification c = {.cnf = -1, .proof = -1, .kept = files};
	solver_watch_start(&c.watch, limits, interrupt);
	enum certificate result = CERTIFICATE_IMPOSSIBLE;
	if (program_find(&drat_trim_program, &c.drat_trim, &c.why) && open_files(&c, O_RDONLY))
		result = check(&c);
	text_add(why, text_get(&c.why));
	clear(&c);
	return result;
}
