/* Steps from a planted state (tests/planted.h) that break an invariant, by a substitution whose condition or
 * expression is a row: that the invariant is kept is not proved, whatever the operator and the substitution. */
#include "tests/greatest.h"

#include "prove/prove.h"
#include "tests/fixture.h"
#include "tests/planted.h"

/* m becomes 1 where P is true. */
static const char *const bodies[] = {
    "IF P THEN m := 1 END",
    "IF F THEN skip ELSIF P THEN m := 1 END",
    "IF not(P) THEN skip ELSE m := 1 END",
    "SELECT P THEN m := 1 END",
    "SELECT F THEN skip WHEN P THEN m := 1 END",
    "SELECT not(P) THEN skip ELSE m := 1 END",
    "ANY z WHERE z = 1 & P THEN m := z END",
    "LET z BE z = bool(P) IN IF z = TRUE THEN m := 1 END END",
    "CASE bool(P) OF EITHER TRUE THEN m := 1 ELSE skip END END",
    "VAR z IN z := bool(P) ; IF z = TRUE THEN m := 1 END END",
    "m :: {z | z : 0..1 & (P <=> z = 1)}",
    "m : (m : 0..1 & (P <=> m = 1))",
    "ASSERT P THEN m := 1 END",
    "CHOICE m := 0 OR IF P THEN m := 1 END END",
    "BEGIN m := 0 ; IF P THEN m := 1 END END",
    "BEGIN m := 1 ; IF not(P) THEN m := 0 END END",
    "m := card({z | z = 1 & P})",
    "m := IF P THEN 1 ELSE 0 END",
    "m := SIGMA(z).(z : 0..1 & P | z)",
    "m := {FALSE |-> 0, TRUE |-> 1}(bool(P))",
    "b := bool(P) || m := IF P THEN 1 ELSE 0 END",
};

enum { BODIES = sizeof bodies / sizeof *bodies };

static uint64_t refuted, undecided;
static char why[3000];

/* m and b are always there, other names if they are used. */
static bool is_used(const struct text *step, uint32_t i)
{
	return strcmp(planted[i].name, "b") == 0 || planted_mentions(text_get(step), planted[i].name);
}

static void write_machine(struct text *out, const char *body, const char *row, bool is_far)
{
	struct text step = {0};
	planted_write(&step, body, row);
	text_add(out, "MACHINE Planted\nDEFINITIONS \"LibraryStrings.def\"\nSETS D; E = {e1, e2}\n"
	              "FREETYPES F = leaf, node(INTEGER)\nVARIABLES m");
	for (uint32_t i = 0; i < NAMES; i++)
		if (is_used(&step, i)) text_format(out, ", %s", planted[i].name);
	text_add(out, "\nINVARIANT m = 0");
	for (uint32_t i = 0; i < NAMES; i++)
		if (is_used(&step, i)) text_format(out, " & %s", is_far ? planted[i].far : planted[i].near);
	text_add(out, "\nINITIALISATION m := 0");
	for (uint32_t i = 0; i < NAMES; i++)
		if (is_used(&step, i)) text_format(out, " || %s := %s", planted[i].name, planted[i].value);
	text_format(out, "\nOPERATIONS op = BEGIN %s END\nEND\n", text_get(&step));
	text_clear(&step);
}

struct answer {
	struct prover *prover;
	enum obligation_status status;
};

static void tell(void *data, uint32_t index, struct obligation_answer *a)
{
	(void)index;
	((struct answer *)data)->status = a->status;
	obligation_answer_clear(a);
}

/* Of op/inv1. */
static bool status_of(struct fixture *side, enum obligation_status *out)
{
	struct arena arena;
	struct prover_options o = {.search = {.solver = SOLVER_PICOSAT, .seconds = 0.3}};
	struct answer a = {0};
	arena_init(&arena);
	a.prover = prover_open(side->project, &side->universe, &arena, &o);
	uint32_t count = prover_count(a.prover), found = count;
	double *seconds = calloc(count + 1, sizeof *seconds);
	for (uint32_t i = 0; i < count; i++)
		if (strcmp(prover_obligation(a.prover, i)->name, "op/inv1") == 0) found = i;
	seconds[found] = o.search.seconds;
	if (found < count) prover_run(a.prover, seconds, tell, &a);
	*out = a.status;
	free(seconds);
	prover_close(a.prover);
	arena_clear(&arena);
	return found < count;
}

TEST never_proved(const char *body, const char *row, bool is_far)
{
	struct text machine_text = {0};
	struct fixture side;
	enum obligation_status status = OBLIGATION_OPEN;
	write_machine(&machine_text, body, row, is_far);
	bool is_read = fixture_open(&side, "planted.mch", text_get(&machine_text));
	bool is_there = is_read && status_of(&side, &status);
	snprintf(why, sizeof why, "%s, %s%s: %s", body, row, is_far ? ", far" : "",
	         is_there ? obligation_status_name(status) : "not read");
	fixture_close(&side);
	text_clear(&machine_text);
	ASSERTm(why, is_there);
	ASSERTm(why, status != OBLIGATION_PROVED && status != OBLIGATION_PROVED_FOR_SIZES &&
	                 status != OBLIGATION_DOUBTFUL);
	refuted += status == OBLIGATION_REFUTED;
	undecided += status != OBLIGATION_REFUTED;
	PASS();
}

GREATEST_MAIN_DEFS();

/* `test_planted_steps all` takes each body with each row. */
int main(int argc, char **argv)
{
	enum { EACH = 2 };
	bool is_all = argc == 2 && strcmp(argv[1], "all") == 0;
	if (is_all) argc = 1;
	GREATEST_MAIN_BEGIN();
	for (uint32_t i = 0; i < ROWS; i++)
		for (uint32_t k = 0; k < BODIES; k++)
			for (int far = 0; far < 2; far++)
				if (is_all || (i * 5 + k + (uint32_t)far * 4) % (BODIES / EACH) == 0)
					RUN_TESTp(never_proved, bodies[k], rows[i], far);
	printf("%llu refuted, %llu undecided\n", (unsigned long long)refuted,
	       (unsigned long long)undecided);
	GREATEST_MAIN_END();
}
