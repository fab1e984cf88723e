/* The tables tests/eval/meaning.tsv and, with given sets and free types, tests/eval/meaning_machine.tsv on
 * the evaluator: each line is a test, and again under a negation. A number that is too long is
 * tested here, because it is no matter of B's meaning. */
#include "tests/greatest.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>

#include "eval/eval.h"

enum { SECONDS = 200 }; /* for one line, also under valgrind */

static const char empty_machine[] = "MACHINE m END";
static const char small_machine[] =
    "MACHINE m\n"
    "DEFINITIONS \"CHOOSE.def\"; \"LibraryBits.def\"; \"LibraryStrings.def\";\n"
    "\"SCCS.def\"; \"SORT.def\"; sq(x) == x * x; two == 1 + 1; small(x) == x < 10\n"
    "SETS S = {a, b, c}; U = {u}; D\n"
    "FREETYPES L = Nil, Cons(INTEGER * L), Leaf(INTEGER)\n"
    "END\n";

static struct names names;
static struct diag diag;
static struct project *project;
static struct universe universe;
static struct values *values;
static struct eval *eval;
static _Atomic int late; /* set when a line takes too long */

static jmp_buf fatal; /* where an internal error goes on */
static char fatal_text[200];

static void keep_fatal(const char *message)
{
	snprintf(fatal_text, sizeof fatal_text, "%s", message);
	longjmp(fatal, 1);
}

static void ring(int unused)
{
	(void)unused;
	late = 1;
}

static void open_all(const char *machine)
{
	names_init(&names);
	diag_init(&diag, &names);
	project = project_load_text(&names, &diag, "m.mch", machine, strlen(machine), NULL);
	universe_init(&universe, project, 2);
	universe.minint = -1;
	universe.maxint = 3;
	values = values_open(&names);
	eval = eval_open(project, values, &universe);
	eval_set_interrupt(eval, &late);
	signal(SIGALRM, ring);
	diag_fatal_hook = keep_fatal;
}

static void close_all(void)
{
	eval_close(eval);
	values_close(values);
	universe_clear(&universe);
	project_close(project);
	diag_clear(&diag);
	names_clear(&names);
}

static const char *failure_word(enum eval_failure_kind kind)
{
	switch (kind) {
	case EVAL_UNDEFINED: return "UNDEFINED";
	case EVAL_OVERFLOW: return "OVERFLOW";
	case EVAL_LIMIT: return "LIMIT";
	case EVAL_UNSUPPORTED: return "UNSUPPORTED";
	default: return "another failure";
	}
}

/* TRUE, FALSE, UNDEFINED, ...; `why` gets what there is to say about it. */
static const char *meaning_of(const char *predicate, struct text *why)
{
	uint32_t errors = diag.errors;

	if (setjmp(fatal)) {
		text_add(why, fatal_text);
		return "an internal error";
	}
	const struct node *n = project_formula(project, predicate, NULL);
	if (!n || diag.errors != errors) {
		if (diag.messages.count) text_add(why, VEC_LAST(&diag.messages).text);
		return "an error";
	}
	late = 0;
	eval_clear_cut(eval);
	setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_sec = SECONDS}, NULL);
	bool is_sure;
	enum truth t = eval_predicate_certain(eval, n, &is_sure);
	setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
	if (t != EVAL_FAILED && !is_sure) {
		text_add(why, t == EVAL_TRUE ? "TRUE" : "FALSE");
		return "an answer for MININT..MAXINT only";
	}
	if (t == EVAL_TRUE) return "TRUE";
	if (t == EVAL_FALSE) return "FALSE";
	const struct eval_failure *f = eval_failed(eval);
	if (!f) return "a failure without a reason";
	if (f->message) text_add(why, f->message);
	return failure_word(f->kind);
}

TEST means(const char *place, const char *expected, const char *predicate)
{
	static struct text message; /* shown after the test has ended */
	struct text why = {0};
	const char *got = meaning_of(predicate, &why);

	text_clear(&message);
	text_format(&message, "%s: expected %s, got %s", place, expected, got);
	if (why.count) text_format(&message, " (%s)", text_get(&why));
	text_format(&message, ": %s", predicate);
	text_clear(&why);
	ASSERTm(text_get(&message), strcmp(expected, got) == 0);
	text_clear(&message);
	PASS();
}

/* ---- the table ------------------------------------------------------------------------------- */

typedef void row_action(const char *place, const char *expected, const char *predicate);

TEST is_readable(const char *table, FILE *file)
{
	ASSERTm(table, file); /* the tests run at the root of the project */
	PASS();
}

TEST row_without_tab(const char *place) { FAILm(place); }

/* Calls the action for every row of a file; '#' begins a comment. */
static void each_row(const char *table, row_action *action)
{
	char *line = NULL;
	size_t room = 0;
	FILE *file = fopen(table, "r");

	RUN_TESTp(is_readable, table, file);
	if (!file) return;
	for (uint32_t number = 1; getline(&line, &room, file) >= 0; number++) {
		line[strcspn(line, "\n")] = 0;
		if (!*line || *line == '#') continue;
		char place[64];
		snprintf(place, sizeof place, "%s:%u", table, number);
		char *tab = strchr(line, '\t');
		if (!tab) {
			RUN_TESTp(row_without_tab, place);
			continue;
		}
		*tab = 0;
		action(place, line, tab + 1);
	}
	free(line);
	fclose(file);
}

static void as_it_stands(const char *place, const char *expected, const char *predicate)
{
	RUN_TESTp(means, place, expected, predicate);
}

static void under_not(const char *place, const char *expected, const char *predicate)
{
	struct text negation = {0};

	text_format(&negation, "not(%s)", predicate);
	if (strcmp(expected, "TRUE") == 0) expected = "FALSE";
	else if (strcmp(expected, "FALSE") == 0) expected = "TRUE";
	RUN_TESTp(means, place, expected, text_get(&negation));
	text_clear(&negation);
}

static void run_table(const char *table, const char *machine)
{
	open_all(machine);
	each_row(table, as_it_stands);
	each_row(table, under_not);
	close_all();
}

SUITE(without_machine) { run_table("tests/eval/meaning.tsv", empty_machine); }
SUITE(in_a_machine) { run_table("tests/eval/meaning_machine.tsv", small_machine); }

/* ---- numbers that are too long ----------------------------------------------------------------- */

static const char *const too_long[] = {
    "10 ** 1000000000 > 0",
    "(2 ** 2000000) ** 2 > 0",
    "SIGMA(x).(x : 1..3 | 10 ** (500000 * x)) > 0",
    "PI(x).(x : 1..3 | 10 ** 500000) > 0",
    "2.5 ** 10000000.0 > 0.0",
    "0.1 ** 10000000.0 > 0.0",
};

SUITE(length)
{
	open_all(empty_machine);
	for (size_t i = 0; i < sizeof too_long / sizeof *too_long; i++)
		RUN_TESTp(means, __FILE__, "LIMIT", too_long[i]);
	close_all();
	open_all(small_machine);
	RUN_TESTp(means, __FILE__, "TRUE", "STRING_TO_INT(\"-9223372036854775809\") = -(2**63) - 1");
	RUN_TESTp(means, __FILE__, "TRUE", "INT_TO_STRING(2**64) = \"18446744073709551616\"");
	RUN_TESTp(means, __FILE__, "TRUE",
	          "BAND(2**64 + 5, -1) = 2**64 + 5 & BNOT(2**64) = -(2**64) - 1");
	RUN_TESTp(means, __FILE__, "TRUE",
	          "STRING_TO_INT(\"9223372036854775807\") = 9223372036854775807");
	eval_set_limit(eval, 1000);
	RUN_TESTp(means, __FILE__, "LIMIT", "CLOSURE1({x, y | x : 1..99 & y = x + 1}) = {}");
	close_all();
}

static enum truth negated(struct arena *a, const char *text)
{
	struct node *root = node_new(a, OP_NOT, (struct pos){0}, 1);
	root->kid[0] = project_formula(project, text, NULL);
	enum truth t = eval_predicate(eval, root);
	arena_clear(a);
	return t;
}

/* A tree is gone, and another one begins at the same address: its names need slots of their own. */
TEST trees_come_and_go(void)
{
	struct arena a;
	eval_init_arena(eval, &a);
	ASSERT_EQ(EVAL_TRUE, negated(&a, "1 > 2"));
	ASSERT_EQ(EVAL_TRUE, negated(&a, "SIGMA(x).(x : 1..3 | SIGMA(y).(y : 1..2 | x)) /= 12"));
	PASS();
}

SUITE(trees)
{
	open_all(empty_machine);
	RUN_TEST(trees_come_and_go);
	close_all();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(without_machine);
	RUN_SUITE(in_a_machine);
	RUN_SUITE(length);
	RUN_SUITE(trees);
	GREATEST_MAIN_END();
}
