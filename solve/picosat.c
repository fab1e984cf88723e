#include "solve/inside.h"

#include <limits.h>
#include <picosat/picosat.h>

struct pico {
	PicoSAT *picosat;
	size_t bytes;
	FILE *report; /* where PicoSAT prints its statistics: a memory file */
	char *report_text;
	size_t report_size;
	const struct solver_watch *watch;
	uint64_t last_conflict, effort_end; /* at which to stop */
	bool is_stopped;
};

/* ---- memory: counted, and a lack of it is told as everywhere --------------------------------------- */

static void *pico_resize(void *state, void *old, size_t old_size, size_t size)
{
	struct pico *p = state;
	void *new = realloc(old, size);
	if (!new &&size) diag_no_memory();
	p->bytes += size - old_size;
	return new;
}

static void *pico_new(void *state, size_t size) { return pico_resize(state, NULL, 0, size); }

static void pico_free(void *state, void *old, size_t size)
{
	struct pico *p = state;
	p->bytes -= size;
	free(old);
}

/* ---- life ---------------------------------------------------------------------------------------------- */

static int pico_is_over(void *state);

static void pico_version(struct text *out) { text_add(out, picosat_version()); }

static void *pico_open(const struct solver_options *o)
{
	struct pico *p = memory_zeroed(1, sizeof *p);
	p->report = open_memstream(&p->report_text, &p->report_size);
	if (!p->report) diag_no_memory();
	p->picosat = picosat_minit(p, pico_new, pico_resize, pico_free);
	picosat_set_output(p->picosat, p->report);
	if (o->seed) picosat_set_seed(p->picosat, o->seed);
	picosat_set_interrupt(p->picosat, p, pico_is_over);
	return p;
}

static void pico_close(void *state)
{
	struct pico *p = state;
	picosat_reset(p->picosat);
	fclose(p->report);
	free(p->report_text);
	free(p);
}

static void pico_add(void *state, const int *literals, uint32_t count)
{
	PicoSAT *ps = ((struct pico *)state)->picosat;
	for (uint32_t i = 0; i < count; i++) picosat_add(ps, literals[i]);
	picosat_add(ps, 0);
}

static void pico_prefer(void *state, int literal)
{
	picosat_set_default_phase_lit(((struct pico *)state)->picosat, literal, 1);
}

/* ---- answers -------------------------------------------------------------------------------------------- */

/* There is no function for this number, but it is printed as "c 123 conflicts". */
static uint64_t count_conflicts(struct pico *p)
{
	rewind(p->report);
	picosat_stats(p->picosat);
	fputc(0, p->report);
	if (fflush(p->report) != 0) return 0;
	const char *word = strstr(p->report_text, " conflicts");
	if (!word) return 0;
	while (word > p->report_text && word[-1] >= '0' && word[-1] <= '9') word--;
	return strtoull(word, NULL, 10);
}

static uint64_t effort_of(const struct pico *p)
{
	enum { VISITS = 18 }; /* of clauses, in half a microsecond */
	return picosat_visits(p->picosat) / VISITS;
}

static int pico_is_over(void *state)
{
	struct pico *p = state;
	p->is_stopped = p->is_stopped || solver_watch_is_over(p->watch) ||
	                effort_of(p) >= p->effort_end ||
	                (p->last_conflict < UINT64_MAX && count_conflicts(p) >= p->last_conflict);
	return p->is_stopped;
}

/* PicoSAT asks pico_is_over once in 1024 decisions. Then it may be far beyond a small limit of conflicts
 * (of which there are not more than decisions), and one decision may have a million consequences. So it
 * is also stopped after a number of decisions or propagations, and goes on if nothing speaks against
 * it: for PicoSAT that is a restart. A slice must be long enough to get through all variables. */
enum { ASKED_AFTER = 1024, SLICE = 1 << 20, SLICE_OF_VARIABLE = 8 };
enum { PROPAGATIONS = 8 }; /* of little effort */

struct slice {
	int decisions; /* limits; -1: none */
	unsigned long long propagations;
};

static int pico_run(struct pico *p, const struct solver_question *q, const struct slice *s)
{
	bool needs_end = q->conflicts || q->effort || solver_watch_can_end(q->watch);
	unsigned long long last = picosat_propagations(p->picosat) + s->propagations;
	picosat_set_propagation_limit(p->picosat, needs_end ? last : ULLONG_MAX);
	for (uint32_t i = 0; i < q->assumption_count; i++)
		picosat_assume(p->picosat, q->assumptions[i]);
	return picosat_sat(p->picosat, s->decisions);
}

static enum solver_answer pico_solve(void *state, const struct solver_question *q)
{
	struct pico *p = state;
	p->watch = q->watch;
	p->is_stopped = false;
	p->last_conflict = q->conflicts ? count_conflicts(p) + q->conflicts : UINT64_MAX;
	p->effort_end = q->effort ? effort_of(p) + q->effort : UINT64_MAX;
	struct slice s = {
	    .decisions = q->conflicts && q->conflicts < ASKED_AFTER ? (int)q->conflicts : -1,
	    .propagations = SLICE + (unsigned long long)q->cnf->variables * SLICE_OF_VARIABLE,
	};
	if (q->effort && q->effort * PROPAGATIONS < s.propagations)
		s.propagations = q->effort * PROPAGATIONS + ASKED_AFTER;
	int answer;
	while ((answer = pico_run(p, q, &s)) == PICOSAT_UNKNOWN && !pico_is_over(p)) {
		s.decisions = s.decisions > 0 && s.decisions < ASKED_AFTER ? s.decisions * 2 : -1;
		s.propagations += s.propagations / 4;
	}
	return answer == PICOSAT_SATISFIABLE     ? SOLVER_SATISFIABLE
	       : answer == PICOSAT_UNSATISFIABLE ? SOLVER_UNSATISFIABLE
	                                         : SOLVER_UNKNOWN;
}

static bool pico_value(void *state, int variable)
{
	return picosat_deref(((struct pico *)state)->picosat, variable) > 0;
}

static bool pico_failed(void *state, int assumption)
{
	return picosat_failed_assumption(((struct pico *)state)->picosat, assumption);
}

static void pico_stats(void *state, struct solver_stats *out)
{
	struct pico *p = state;
	out->conflicts = count_conflicts(p);
	out->effort = effort_of(p);
	out->decisions = picosat_decisions(p->picosat);
	out->propagations = picosat_propagations(p->picosat);
}

static size_t pico_bytes(const void *state, const struct cnf_file *cnf)
{
	(void)cnf;
	return ((const struct pico *)state)->bytes;
}

const struct back_end picosat_back_end = {
    .name = "picosat",
    .abilities = SOLVER_INCREMENTAL | SOLVER_CORES,
    .version = pico_version,
    .open = pico_open,
    .close = pico_close,
    .add = pico_add,
    .solve = pico_solve,
    .value = pico_value,
    .failed = pico_failed,
    .prefer = pico_prefer,
    .stats = pico_stats,
    .bytes = pico_bytes,
};
