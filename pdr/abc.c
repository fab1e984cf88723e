/* A question to ABC: the graph as a file, and back what it has found. */
#include "pdr/inside.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

struct abc_files {
	char folder[32];
	struct text circuit, invariant, run;
};

static bool open_files(struct abc_files *f)
{
	snprintf(f->folder, sizeof f->folder, "/tmp/bounce-abc-XXXXXX");
	if (!mkdtemp(f->folder)) return false;
	text_format(&f->circuit, "%s/circuit.aig", f->folder);
	text_format(&f->invariant, "%s/invariant.pla", f->folder);
	text_format(&f->run, "%s/run.cex", f->folder);
	return true;
}

static void close_files(struct abc_files *f)
{
	unlink(text_get(&f->circuit));
	unlink(text_get(&f->invariant));
	unlink(text_get(&f->run));
	rmdir(f->folder);
	text_clear(&f->circuit);
	text_clear(&f->invariant);
	text_clear(&f->run);
}

/* Latches are named by their places: ABC leaves those out that do not matter. */
struct place_names {
	char word[16];
};

static const char *latch_name(void *data, uint32_t place)
{
	struct place_names *n = data;
	snprintf(n->word, sizeof n->word, "l%u", place);
	return n->word;
}

static bool write_circuit(const struct pdr_question *q, const char *path)
{
	struct place_names n;
	struct aiger_names names = {.latch = latch_name, .data = &n};
	FILE *out = fopen(path, "we");
	if (!out) return false;
	bool ok = aiger_write(q->aig, &q->bad, 1, &names, NULL, out);
	return fclose(out) == 0 && ok;
}

/* ---- what it has found -------------------------------------------------------------------------------------------------- */

/* ".ilb l3 l0 ...": which latch each column is. */
static bool read_columns(char *line, const struct pdr_question *q, int *columns, uint32_t *count)
{
	*count = 0;
	for (char *rest = NULL, *word = strtok_r(line, " \n", &rest); word;
	     word = strtok_r(NULL, " \n", &rest)) {
		if (*word == '.') continue;
		long place = *word == 'l' ? strtol(word + 1, NULL, 10) : -1;
		if (place < 0 || place >= (long)q->aig->latches.count) return false;
		if (*count == q->aig->latches.count) return false;
		columns[(*count)++] = (int)place + 1;
	}
	return true;
}

static void read_cube(const char *line, const int *columns, uint32_t count, struct pdr_cubes *out)
{
	int *at = memory_zeroed(count + 1, sizeof *at);
	uint32_t used = 0;
	for (uint32_t i = 0; i < count && line[i]; i++)
		if (line[i] == '0' || line[i] == '1')
			at[used++] = line[i] == '1' ? columns[i] : -columns[i];
	qsort(at, used, sizeof *at, compare_literals);
	VEC_PUSH(out, cube_new(at, used));
	free(at);
}

static bool read_invariant(const struct pdr_question *q, const char *path, struct pdr_cubes *out)
{
	char *line = NULL;
	size_t room = 0;
	uint32_t count = 0;
	FILE *in = fopen(path, "re");
	int *columns = memory_zeroed(q->aig->latches.count + 1, sizeof *columns);
	bool ok = true;
	if (!in) { /* nothing is needed: the bad literal is never true */
		free(columns);
		return true;
	}
	while (ok && getline(&line, &room, in) > 0) {
		if (strncmp(line, ".ilb", 4) == 0) ok = read_columns(line, q, columns, &count);
		else if (strchr("01-", *line)) read_cube(line, columns, count, out);
	}
	free(line);
	free(columns);
	fclose(in);
	return ok;
}

static void add_step(const struct pdr_question *q, const bool *latches, const char *bits,
                     struct pdr_steps *out)
{
	uint32_t n = q->aig->latches.count, inputs = q->aig->inputs.count;
	struct pdr_step s = {memory_raw(n + 1), memory_zeroed(inputs + 1, sizeof(bool))};
	memcpy(s.latches, latches, n);
	for (uint32_t i = 0; i < inputs && (bits[i] == '0' || bits[i] == '1'); i++)
		s.inputs[i] = bits[i] == '1';
	VEC_PUSH(out, s);
}

/* The bits of the latches, which are 0, then a line of inputs for each step: the graph tells where they lead. */
static bool read_run(const struct pdr_question *q, const char *path, struct pdr_steps *out)
{
	struct aig *a = q->aig;
	char *line = NULL;
	size_t room = 0;
	bool is_bad = false, is_first = true;
	bool *latches = memory_zeroed(a->latches.count + 1, sizeof *latches);
	FILE *in = fopen(path, "re");
	while (in && !is_bad && getline(&line, &room, in) >= 0) {
		if (is_first || *line == '#') {
			is_first = false;
			continue;
		}
		add_step(q, latches, line, out);
		bool *v = aig_simulate(a, latches, VEC_LAST(out).inputs);
		is_bad = aig_value(v, q->bad);
		for (uint32_t i = 0; i < a->latches.count; i++)
			latches[i] = aig_value(v, aig_next(a, a->latches.at[i]));
		free(v);
	}
	if (in) fclose(in);
	free(line);
	free(latches);
	return is_bad;
}

void pdr_steps_clear(struct pdr_steps *s)
{
	for (uint32_t i = 0; i < s->count; i++) {
		free(s->at[i].latches);
		free(s->at[i].inputs);
	}
	VEC_CLEAR(s);
}

enum pdr_answer pdr_ask_abc(const struct pdr_question *q, double seconds, struct pdr_cubes *cubes,
                            struct pdr_steps *steps, struct text *why)
{
	struct abc_files f = {0};
	struct solver_limits limits = {.seconds = seconds};
	enum abc_answer a = ABC_OPEN;
	bool ok = open_files(&f) && write_circuit(q, text_get(&f.circuit));
	if (ok)
		a = abc_ask(text_get(&f.circuit), text_get(&f.invariant), text_get(&f.run), &limits,
		            q->interrupt, why);
	else text_add(why, "the circuit could not be written to /tmp");
	if (a == ABC_PROVED) ok = read_invariant(q, text_get(&f.invariant), cubes);
	if (a == ABC_FOUND) ok = read_run(q, text_get(&f.run), steps);
	close_files(&f);
	if (!ok && a != ABC_OPEN) text_add(why, "what ABC has written was not understood");
	return !ok || a == ABC_OPEN ? PDR_GOES_ON : a == ABC_PROVED ? PDR_PROVED : PDR_FOUND;
}
