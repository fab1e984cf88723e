/* greatest: what the unit tests are written with.
 *
 * bounce's own implementation of the public names of greatest 1.5 by Scott Vokes
 * (github.com/silentbicycle/greatest), as far as our tests use them; a test source compiles with
 * either: make test GREATEST=DIRECTORY takes the original from that directory.
 *
 * A test returns by PASS, FAIL, SKIP or a failing ASSERT; a suite is a list of RUN_TESTs; main is
 *
 *     GREATEST_MAIN_DEFS();
 *     int main(int argc, char **argv)
 *     {
 *         GREATEST_MAIN_BEGIN();
 *         RUN_SUITE(lexer);
 *         GREATEST_MAIN_END();
 *     }
 *
 * Failures are shown as file:line: FAIL test: reason. The last line of output is
 * "N passed, N failed", with ", N skipped" added if there were some. */
#ifndef TESTS_GREATEST_H
#define TESTS_GREATEST_H

#ifdef GREATEST_REAL
#include <greatest.h>
#else

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum greatest_test_res { GREATEST_TEST_RES_PASS, GREATEST_TEST_RES_FAIL, GREATEST_TEST_RES_SKIP };

typedef void greatest_suite_cb(void);
typedef void greatest_setup_cb(void *data);
typedef void greatest_teardown_cb(void *data);

/* The one state of a test program, defined by GREATEST_MAIN_DEFS. */
struct greatest_state {
	unsigned passed, failed, skipped;
	const char *suite;                  /* the running one */
	const char *only_suite, *only_test; /* -s and -t: part of the name, or NULL */
	int verbose;                        /* -v */
	const char *file, *message;         /* set when a test ends, */
	int line;                           /* shown in the report */
	greatest_setup_cb *setup;           /* called before each test of the suite */
	greatest_teardown_cb *teardown;     /* called after each */
	void *setup_data, *teardown_data;
};
extern struct greatest_state greatest_info;

/* ---- ends of a test ------------------------------------------------------------------------- */

static inline enum greatest_test_res greatest_end(enum greatest_test_res result,
                                                  const char *message, const char *file, int line)
{
	greatest_info.message = message;
	greatest_info.file = file;
	greatest_info.line = line;
	return result;
}

#define GREATEST_END(result, message)                                                              \
	return greatest_end(GREATEST_TEST_RES_##result, (message), __FILE__, __LINE__)

#define PASSm(message) GREATEST_END(PASS, message)
#define FAILm(message) GREATEST_END(FAIL, message)
#define SKIPm(message) GREATEST_END(SKIP, message)
#define PASS() PASSm(NULL)
#define FAIL() FAILm(NULL)
#define SKIP() SKIPm(NULL)

/* Ends the caller too if a function that returns like a test did not pass. */
#define CHECK_CALL(call)                                                                           \
	do {                                                                                           \
		enum greatest_test_res greatest_called = (call);                                           \
		if (greatest_called != GREATEST_TEST_RES_PASS) return greatest_called;                     \
	} while (0)

/* ---- assertions: each argument is evaluated once ---------------------------------------------- */

#define ASSERTm(message, condition)                                                                \
	do {                                                                                           \
		if (!(condition)) FAILm(message);                                                          \
	} while (0)
#define ASSERT_FALSEm(message, condition) ASSERTm(message, !(condition))

#define ASSERT_EQm(message, expected, got) ASSERTm(message, (expected) == (got))
#define ASSERT_NEQm(message, expected, got) ASSERTm(message, (expected) != (got))
#define ASSERT_GTm(message, expected, got) ASSERTm(message, (expected) > (got))
#define ASSERT_GTEm(message, expected, got) ASSERTm(message, (expected) >= (got))
#define ASSERT_LTm(message, expected, got) ASSERTm(message, (expected) < (got))
#define ASSERT_LTEm(message, expected, got) ASSERTm(message, (expected) <= (got))

/* Both values are shown with the printf format. */
#define ASSERT_EQ_FMTm(message, expected, got, format)                                             \
	do {                                                                                           \
		__auto_type greatest_expected = (expected);                                                \
		__auto_type greatest_got = (got);                                                          \
		if (greatest_expected != greatest_got) {                                                   \
			printf("\nexpected: " format "\n     got: " format "\n", greatest_expected,            \
			       greatest_got);                                                                  \
			FAILm(message);                                                                        \
		}                                                                                          \
	} while (0)

#define ASSERT_IN_RANGEm(message, expected, got, tolerance)                                        \
	do {                                                                                           \
		double greatest_expected = (expected), greatest_got = (got);                               \
		double greatest_tolerance = (tolerance);                                                   \
		if (!(greatest_got >= greatest_expected - greatest_tolerance &&                            \
		      greatest_got <= greatest_expected + greatest_tolerance)) {                           \
			printf("\nexpected: %g +/- %g\n     got: %g\n", greatest_expected, greatest_tolerance, \
			       greatest_got);                                                                  \
			FAILm(message);                                                                        \
		}                                                                                          \
	} while (0)

#define ASSERT_STR_EQm(message, expected, got)                                                     \
	ASSERTm(message, greatest_same_text((expected), (got), NULL))
#define ASSERT_STRN_EQm(message, expected, got, size)                                              \
	ASSERTm(message, greatest_same_text((expected), (got), &(size_t){(size)}))
#define ASSERT_MEM_EQm(message, expected, got, size)                                               \
	ASSERTm(message, greatest_same_bytes((expected), (got), (size)))

#define ASSERT(condition) ASSERTm(#condition, condition)
#define ASSERT_FALSE(condition) ASSERT_FALSEm("not (" #condition ")", condition)
#define ASSERT_EQ(expected, got) ASSERT_EQm(#expected " == " #got, expected, got)
#define ASSERT_NEQ(expected, got) ASSERT_NEQm(#expected " != " #got, expected, got)
#define ASSERT_GT(expected, got) ASSERT_GTm(#expected " > " #got, expected, got)
#define ASSERT_GTE(expected, got) ASSERT_GTEm(#expected " >= " #got, expected, got)
#define ASSERT_LT(expected, got) ASSERT_LTm(#expected " < " #got, expected, got)
#define ASSERT_LTE(expected, got) ASSERT_LTEm(#expected " <= " #got, expected, got)
#define ASSERT_EQ_FMT(expected, got, format)                                                       \
	ASSERT_EQ_FMTm(#expected " == " #got, expected, got, format)
#define ASSERT_IN_RANGE(expected, got, tolerance)                                                  \
	ASSERT_IN_RANGEm(#got " in " #expected " +/- " #tolerance, expected, got, tolerance)
#define ASSERT_STR_EQ(expected, got) ASSERT_STR_EQm(#expected " equals " #got, expected, got)
#define ASSERT_STRN_EQ(expected, got, size)                                                        \
	ASSERT_STRN_EQm(#expected " equals " #got, expected, got, size)
#define ASSERT_MEM_EQ(expected, got, size)                                                         \
	ASSERT_MEM_EQm(#expected " equals " #got, expected, got, size)

/* At most *size characters count if size is given; two NULL pointers are equal texts. */
static inline int greatest_same_text(const char *expected, const char *got, const size_t *size)
{
	if (!expected || !got) {
		if (expected == got) return 1;
	} else if (!(size ? strncmp(expected, got, *size) : strcmp(expected, got))) {
		return 1;
	}
	printf("\nexpected: %s\n     got: %s\n", expected ? expected : "(null)", got ? got : "(null)");
	return 0;
}

static inline int greatest_same_bytes(const void *expected, const void *got, size_t size)
{
	const unsigned char *e = expected, *g = got;
	for (size_t i = 0; i < size; i++) {
		if (e[i] == g[i]) continue;
		printf("\nexpected: %02x at byte %zu of %zu\n     got: %02x\n", e[i], i, size, g[i]);
		return 0;
	}
	return 1;
}

/* ---- tests and suites ------------------------------------------------------------------------- */

#define TEST static enum greatest_test_res
#define SUITE(name)                                                                                \
	void name(void);                                                                               \
	void name(void)
#define SUITE_EXTERN(name) void name(void)

/* The callbacks hold until the next suite begins. */
#define GREATEST_SET_SETUP_CB(callback, data)                                                      \
	((void)(greatest_info.setup = (callback), greatest_info.setup_data = (data)))
#define GREATEST_SET_TEARDOWN_CB(callback, data)                                                   \
	((void)(greatest_info.teardown = (callback), greatest_info.teardown_data = (data)))

#define RUN_TEST(test) GREATEST_RUN(test, test())
#define RUN_TEST1(test, argument) GREATEST_RUN(test, test(argument))
#define RUN_TESTp(test, ...) GREATEST_RUN(test, test(__VA_ARGS__))
#define GREATEST_RUN(test, call)                                                                   \
	do {                                                                                           \
		if (greatest_begin_test(#test)) greatest_end_test(#test, (call));                          \
	} while (0)
#define RUN_SUITE(suite) greatest_run_suite(#suite, (suite))

static inline int greatest_begin_test(const char *test)
{
	if (greatest_info.only_test && !strstr(test, greatest_info.only_test)) return 0;
	/* Tests outside any suite are left out when a suite is asked for. */
	if (greatest_info.only_suite && !greatest_info.suite) return 0;
	greatest_end(GREATEST_TEST_RES_PASS, NULL, NULL, 0);
	if (greatest_info.setup) greatest_info.setup(greatest_info.setup_data);
	return 1;
}

static inline void greatest_end_test(const char *test, enum greatest_test_res result)
{
	static const char *const words[] = {"PASS", "FAIL", "SKIP"};
	const struct greatest_state *g = &greatest_info;

	if (g->teardown) g->teardown(g->teardown_data);
	if (result == GREATEST_TEST_RES_FAIL) greatest_info.failed++;
	else if (result == GREATEST_TEST_RES_SKIP) greatest_info.skipped++;
	else greatest_info.passed++;
	if (result == GREATEST_TEST_RES_PASS && !g->verbose) return;
	if (g->file) printf("%s:%d: ", g->file, g->line);
	printf("%s %s%s%s\n", words[result], test, g->message ? ": " : "",
	       g->message ? g->message : "");
	fflush(stdout);
}

static inline void greatest_run_suite(const char *name, greatest_suite_cb *suite)
{
	if (greatest_info.only_suite && !strstr(name, greatest_info.only_suite)) return;
	if (greatest_info.verbose) printf("\n* %s\n", name);
	greatest_info.suite = name;
	greatest_info.setup = NULL;
	greatest_info.teardown = NULL;
	suite();
	greatest_info.suite = NULL;
}

/* ---- the program ------------------------------------------------------------------------------ */

#define GREATEST_MAIN_DEFS() struct greatest_state greatest_info
#define GREATEST_MAIN_BEGIN() greatest_options(argc, argv)
#define GREATEST_PRINT_REPORT() greatest_report()
#define GREATEST_MAIN_END()                                                                        \
	do {                                                                                           \
		GREATEST_PRINT_REPORT();                                                                   \
		return greatest_info.failed ? EXIT_FAILURE : EXIT_SUCCESS;                                 \
	} while (0)

static inline void greatest_options(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "-v")) {
			greatest_info.verbose = 1;
		} else if (!strcmp(argv[i], "-t") && i + 1 < argc) {
			greatest_info.only_test = argv[++i];
		} else if (!strcmp(argv[i], "-s") && i + 1 < argc) {
			greatest_info.only_suite = argv[++i];
		} else {
			int is_help = !strcmp(argv[i], "-h");
			fprintf(is_help ? stdout : stderr,
			        "usage: %s [-v] [-s NAME] [-t NAME]\n"
			        "  -s NAME  only suites whose name contains NAME\n"
			        "  -t NAME  only tests whose name contains NAME\n"
			        "  -v       show the tests that pass, too\n",
			        argv[0]);
			exit(is_help ? EXIT_SUCCESS : EXIT_FAILURE);
		}
	}
}

static inline void greatest_report(void)
{
	printf("%u passed, %u failed", greatest_info.passed, greatest_info.failed);
	if (greatest_info.skipped) printf(", %u skipped", greatest_info.skipped);
	printf("\n");
}

#endif
#endif
