/* Whatever goes wrong in a run has an obligation that is not proved: every kind of fault, at every place of a substitution where it
 * can stand, in an operation and in the initialisation. Each machine is explored first: the fault is there. */
#include "tests/greatest.h"

#include "prove/prove.h"
#include "tests/fixture.h"

/* All are entered in the first state; %s is the fault. */
static const char *const contexts[] = {
    "BEGIN %s END",
    "PRE x = 0 THEN %s END",
    "SELECT x = 0 THEN %s END",
    "SELECT x = 1 THEN skip WHEN x = 0 THEN %s END",
    "SELECT x = 1 THEN skip ELSE %s END",
    "IF x = 0 THEN %s END",
    "IF x = 1 THEN skip ELSIF x = 0 THEN %s END",
    "IF x = 1 THEN skip ELSE %s END",
    "CASE x OF EITHER 1 THEN skip OR 0 THEN %s END END",
    "CASE x OF EITHER 1 THEN skip ELSE %s END END",
    "ANY a WHERE a : 0..1 THEN %s END",
    "LET a BE a = x IN %s END",
    "VAR a IN a := 1; %s END",
    "BEGIN x := 0; %s END",
    "BEGIN %s; x := 0 END",
    "BEGIN %s || x := 0 END",
    "BEGIN x := 0 || %s END",
    "CHOICE %s OR skip END",
    "CHOICE skip OR %s END",
    "VAR i IN i := 0; WHILE i < 2 DO i := i + 1; %s INVARIANT i : 0..2 VARIANT 2 - i END END",
    "VAR i IN i := 0; WHILE i < 2 DO i := i + 1 INVARIANT i : 0..2 VARIANT 2 - i END; %s END",
    "ASSERT x = 0 THEN %s END",
    "SELECT x = 0 THEN PRE x < 1 THEN %s END END",
    "ANY a WHERE a : 0..1 & a = x THEN CHOICE skip OR IF a = 0 THEN %s END END END",
    "IF x < 5 THEN VAR t IN t := x; SELECT t = 0 THEN LET b BE b = t IN %s END END END END",
};

/* y is 0. */
static const char *const faults[] = {
    "y := 2",
    "ASSERT y = 1 THEN y := 0 END",
    "ASSERT 1 / y = 1 THEN skip END",
    "IF 1 = 1 THEN PRE y = 1 THEN y := 0 END END",
    "IF 1 = 1 THEN PRE 1 / y = 1 THEN skip END END",
    "VAR j IN j := 0; WHILE j < 2 DO j := j + 1 INVARIANT j : 0..1 VARIANT 2 - j END END",
    "VAR j IN j := 0; WHILE j < 2 DO j := j + 1 INVARIANT j : 1..2 VARIANT 2 - j END END",
    "VAR j IN j := 0; WHILE j < 2 DO j := j + 1 INVARIANT j : 0..2 VARIANT j + y END END",
    "VAR j IN j := 0; WHILE j < 2 DO j := j + 1 INVARIANT j : 0..2 VARIANT 0 - j END END",
    "VAR j IN j := 0; WHILE j < 2 / y DO j := j + 1 INVARIANT j : 0..2 VARIANT 2 - j END END",
    "VAR j IN j := 0; WHILE j < 2 DO j := j + 1 INVARIANT j : 0..2 & j / y >= 0 VARIANT 2 - j END "
    "END",
    "VAR j IN j := 0; WHILE j < 2 DO j := j + 1 INVARIANT j : 0..2 VARIANT (2 - j) / y END END",
    "y := 1 / y",
    "y :: {1 / y}",
    "IF 1 / y = 1 THEN y := 0 END",
    "IF y = 1 THEN skip ELSIF 1 / y = 1 THEN y := 0 END",
    "CASE 1 / y OF EITHER 1 THEN y := 0 END END",
    "CASE y OF EITHER 1, 1 / y THEN y := 0 END END",
    "CASE y OF EITHER 1 THEN y := 0 OR 3, 5 mod (0 - 1) THEN skip END END",
    "LET c BE c = 1 / y IN skip END",
    "SELECT 1 / y = 1 THEN skip ELSE y := 0 END",
    "f(1 / y) := 0",
    "f(0) := f(7)",
    "BEGIN f(0) := 0 || f(0) := 1 END",
    "r'a := 1 / y",
    "VAR u IN y := u END",
    "VAR u IN IF y = 1 THEN u := 0 END; y := u END",
    "ANY c WHERE c : 0..1 THEN y := c / y END",
    "y := max(f[{7}])",
    "y := first(q)",
    "y := (y - 1) mod 2",
    "y := 2 ** (y - 1)",
    "y := min(inter({{y}} - {{y}}))",
};

enum { CONTEXTS = sizeof contexts / sizeof *contexts, FAULTS = sizeof faults / sizeof *faults };

static void write_machine(struct text *out, bool is_initial, const char *context, const char *fault)
{
	static const char first[] = "x := 0; y := 0; f := {0 |-> 0, 1 |-> 0}; q := []; r := rec(a : 0)";
	struct text body = {0};
	const char *at = strstr(context, "%s");
	text_format(&body, "%.*s%s%s", (int)(at - context), context, fault, at + 2);
	text_format(
	    out,
	    "MACHINE M VARIABLES x, y, f, q, r\n"
	    "INVARIANT x : 0..1 & y : 0..1 & f : 0..1 --> 0..1 & q : seq(0..1) & r : struct(a : 0..1)\n"
	    "INITIALISATION %s%s%s\n"
	    "OPERATIONS op = %s; live = skip END\n",
	    first, is_initial ? "; " : "", is_initial ? text_get(&body) : "",
	    is_initial ? "skip" : text_get(&body));
	text_clear(&body);
}

static bool has_fault(struct fixture *f)
{
	struct explore_options o = {.is_strict = true};
	struct explore *x = explore_open(f->project, f->values, &f->universe, &o);
	const struct explore_result *r = explore_run(x);
	bool has = false;
	for (uint32_t i = 0; i < r->findings.count; i++)
		has |= r->findings.at[i].severity == DIAG_ERROR &&
		       r->findings.at[i].kind != EXPLORE_NO_INITIAL_STATE;
	explore_close(x);
	return has;
}

static bool is_proved(struct fixture *f)
{
	struct prover_options o = {.search.solver = SOLVER_AUTO, .effort = EVAL_EFFORT_PER_SECOND / 2};
	_Atomic int stop = 0;
	return prover_invariance(f->project, &f->universe, &o, &stop).is_proved;
}

static bool is_right(const char *context, const char *fault, bool is_initial, bool is_good)
{
	struct fixture f;
	struct text text = {0};
	write_machine(&text, is_initial, context, fault);
	bool right = fixture_open(&f, "M.mch", text_get(&text)) && has_fault(&f) == !is_good &&
	             is_proved(&f) == is_good;
	if (!right) fprintf(stderr, "%s", text_get(&text));
	fixture_close(&f);
	text_clear(&text);
	return right;
}

TEST are_not_proved_away(void)
{
	for (uint32_t i = 0; i < CONTEXTS; i++)
		for (uint32_t k = 0; k < FAULTS; k++)
			for (int initial = 0; initial < 2; initial++)
				ASSERT(is_right(contexts[i], faults[k], initial, false));
	PASS();
}

/* Else nothing would be said by the other test. */
TEST where_there_is_none_that_is_proved(void)
{
	for (uint32_t i = 0; i < CONTEXTS; i++)
		ASSERT(is_right(contexts[i], "ASSERT 1 / (x + 1) >= 0 THEN skip END", i % 2, true));
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(are_not_proved_away);
	RUN_TEST(where_there_is_none_that_is_proved);
	GREATEST_MAIN_END();
}
