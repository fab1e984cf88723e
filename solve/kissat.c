/* kissat has no library in Debian: each answer is one run of the program. */
#include "solve/inside.h"

#include <limits.h>

const struct program kissat_program = {"kissat", "BOUNCE_KISSAT"};

struct kissat {
	struct text path;
	uint32_t seed;
	VEC(bool) model; /* [v]: value of the variable v */
	struct solver_stats totals;
};

static bool kissat_is_available(struct text *why)
{
	struct text path = {0};
	bool found = program_find(&kissat_program, &path, why);
	text_clear(&path);
	return found;
}

static void kissat_version(struct text *out)
{
	if (!program_find(&kissat_program, out, NULL)) text_add(out, "is not installed");
}

static void *kissat_open(const struct solver_options *o)
{
	struct text path = {0};
	if (!program_find(&kissat_program, &path, NULL)) return NULL;
	struct kissat *k = memory_zeroed(1, sizeof *k);
	k->path = path;
	k->seed = o->seed;
	return k;
}

static void kissat_close(void *state)
{
	struct kissat *k = state;
	text_clear(&k->path);
	VEC_CLEAR(&k->model);
	free(k);
}

static void kissat_add(void *state, const int *literals, uint32_t count)
{
	(void)state, (void)literals, (void)count; /* they come with the question */
}

/* ---- output ---------------------------------------------------------------------------------------- */

static bool has_prefix(const char *line, const char *prefix)
{
	return strncmp(line, prefix, strlen(prefix)) == 0;
}

static bool find_status(void *state, const char *line, size_t length)
{
	enum solver_answer *answer = state;
	(void)length;
	if (has_prefix(line, "s SATISFIABLE")) *answer = SOLVER_SATISFIABLE;
	if (has_prefix(line, "s UNSATISFIABLE")) *answer = SOLVER_UNSATISFIABLE;
	return *answer == SOLVER_UNKNOWN;
}

enum solver_answer kissat_verdict(const struct text *output, int code, struct text *why)
{
	static const int codes[] = {
	    [SOLVER_UNKNOWN] = 0, [SOLVER_SATISFIABLE] = 10, [SOLVER_UNSATISFIABLE] = 20};
	enum solver_answer answer = SOLVER_UNKNOWN;
	program_lines(output, find_status, &answer);
	if (code == codes[answer]) return answer;
	text_format(why, "kissat ended with exit code %d", code);
	program_add_error(output, why);
	return SOLVER_UNKNOWN;
}

static void read_count(const char *line, const char *word, uint64_t *total)
{
	if (has_prefix(line, word)) *total += strtoull(line + strlen(word), NULL, 10);
}

struct kissat_reading {
	struct kissat *kissat;
	bool is_complete; /* the final 0 was there */
};

static void read_values(struct kissat_reading *r, const char *at, const char *end)
{
	while (at < end && !r->is_complete) {
		char *next;
		long literal = strtol(at, &next, 10);
		if (next == at || next > end) return;
		at = next;
		if (literal == 0) r->is_complete = true;
		else if (labs(literal) < (long)r->kissat->model.count)
			r->kissat->model.at[labs(literal)] = literal > 0;
	}
}

static bool read_line(void *state, const char *line, size_t length)
{
	struct kissat_reading *r = state;
	struct solver_stats *totals = &r->kissat->totals;
	read_count(line, "c conflicts:", &totals->conflicts);
	read_count(line, "c decisions:", &totals->decisions);
	read_count(line, "c propagations:", &totals->propagations);
	if (has_prefix(line, "v ")) read_values(r, line + 1, line + length);
	return true;
}

static void reset_model(struct kissat *k, int variables)
{
	k->model.count = 0;
	for (int i = 0; i <= variables; i++) VEC_PUSH(&k->model, false);
}

enum { EFFORT_OF_CONFLICT = 100 };

/* It knows no other limits than conflicts. */
static uint64_t conflict_limit(const struct solver_question *q)
{
	uint64_t most = q->effort / EFFORT_OF_CONFLICT + 1;
	return q->effort && (!q->conflicts || most < q->conflicts) ? most : q->conflicts;
}

static enum solver_answer read_answer(struct kissat *k, const struct solver_question *q,
                                      const struct text *output, int code)
{
	enum solver_answer answer = kissat_verdict(output, code, q->failure);
	struct kissat_reading r = {k, false};
	reset_model(k, answer == SOLVER_SATISFIABLE ? q->cnf->variables : 0);
	program_lines(output, read_line, &r);
	if (answer == SOLVER_SATISFIABLE && !r.is_complete) {
		text_add(q->failure, "kissat said SATISFIABLE without a complete model");
		return SOLVER_UNKNOWN;
	}
	if (answer == SOLVER_UNKNOWN && q->failure->count == 0 && !conflict_limit(q))
		text_add(q->failure, "kissat gave up");
	return answer;
}

/* ---- answers ------------------------------------------------------------------------------------------- */

const char *kissat_option(char *out, const char *option, uint64_t value)
{
	snprintf(out, KISSAT_LONGEST_OPTION, "--%s=%d", option, value < INT_MAX ? (int)value : INT_MAX);
	return out;
}

enum { MESSAGES = 4 << 20, LONGEST_VALUE = 14 };

static enum solver_answer kissat_solve(void *state, const struct solver_question *q)
{
	struct kissat *k = state;
	char seed[KISSAT_LONGEST_OPTION], conflicts[KISSAT_LONGEST_OPTION];
	const char *words[4] = {text_get(&k->path)};
	int count = 1;
	if (k->seed) words[count++] = kissat_option(seed, "seed", k->seed);
	uint64_t most = conflict_limit(q);
	if (most) words[count++] = kissat_option(conflicts, "conflicts", most);
	struct dimacs d;
	dimacs_start(&d, q->cnf, q->assumptions, q->assumption_count, KISSAT_COMMENT);
	struct program_run run = {
	    .words = words,
	    .input = dimacs_fill,
	    .input_state = &d,
	    .output_limit = MESSAGES + (size_t)q->cnf->variables * LONGEST_VALUE,
	    .watch = q->watch,
	};
	struct text output = {0};
	int code = 0;
	enum program_end end = program_run(&run, &output, &code, q->failure);
	enum solver_answer answer =
	    end == PROGRAM_ENDED ? read_answer(k, q, &output, code) : SOLVER_UNKNOWN;
	text_clear(&output);
	dimacs_end(&d);
	return answer;
}

static bool kissat_value(void *state, int variable)
{
	struct kissat *k = state;
	return (uint32_t)variable < k->model.count && k->model.at[variable];
}

static void kissat_stats(void *state, struct solver_stats *out)
{
	*out = ((struct kissat *)state)->totals;
	out->effort = out->conflicts * EFFORT_OF_CONFLICT;
}

static size_t kissat_bytes(const void *state, const struct cnf_file *cnf)
{
	const struct kissat *k = state;
	(void)cnf;
	return sizeof *k + k->model.room;
}

const struct back_end kissat_back_end = {
    .name = "kissat",
    .abilities = SOLVER_PROOFS,
    .needs_clauses = true,
    .is_available = kissat_is_available,
    .version = kissat_version,
    .open = kissat_open,
    .close = kissat_close,
    .add = kissat_add,
    .solve = kissat_solve,
    .value = kissat_value,
    .stats = kissat_stats,
    .bytes = kissat_bytes,
};
