/* Random predicates on solver and evaluator, for as long as one likes:
 *
 *     differential [--seed N] [--count N] [--seconds N] [--shrink SECONDS]
 *                  [--predicate TEXT [--sizes S T]] [--only tactics]
 *
 * The seed counts up; what differs is shown with its seed, shrunk. With --only tactics each tactic is run alone, and
 * nothing else is compared; the last lines say how each of them did. */
#include "tests/differ/differ.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

struct command {
	uint64_t seed, count;
	double seconds, shrink;
	const char *predicate;
	struct random_sizes sizes;
	enum differ_tactics tactics;
};

enum { SLOW = 3, ANSWER = 5 }; /* seconds: what is slow, and when an answer is given up */

static volatile sig_atomic_t is_stopped;
static uint64_t current_seed; /* for the message of a crash */

static void stop(int unused)
{
	(void)unused;
	is_stopped = 1;
}

static void crashed(int number)
{
	char line[80];
	int n =
	    snprintf(line, sizeof line, "\nsignal %d at --seed %lu --count 1\n", number, current_seed);
	if (write(STDERR_FILENO, line, (size_t)n) < 0) _exit(4);
	signal(number, SIG_DFL);
	raise(number);
}

static void usage(void)
{
	fprintf(stderr, "usage: differential [--seed N] [--count N] [--seconds N] "
	                "[--shrink SECONDS] [--predicate TEXT] [--sizes S T] [--only tactics]\n");
	exit(2);
}

static struct command read_command(int argc, char **argv)
{
	struct command c = {.seed = 1,
	                    .count = UINT64_MAX,
	                    .shrink = 60,
	                    .sizes = {2, 2},
	                    .tactics = DIFFER_EACH_TACTIC};
	for (int i = 1; i < argc; i++) {
		const char *a = argv[i];
		if (i + 1 >= argc) usage();
		if (!strcmp(a, "--seed")) c.seed = strtoull(argv[++i], NULL, 10);
		else if (!strcmp(a, "--count")) c.count = strtoull(argv[++i], NULL, 10);
		else if (!strcmp(a, "--seconds")) c.seconds = strtod(argv[++i], NULL);
		else if (!strcmp(a, "--shrink")) c.shrink = strtod(argv[++i], NULL);
		else if (!strcmp(a, "--only") && !strcmp(argv[i + 1], "tactics"))
			c.tactics = DIFFER_ONLY_TACTICS, i++;
		else if (!strcmp(a, "--predicate")) c.predicate = argv[++i];
		else if (!strcmp(a, "--sizes") && i + 2 < argc) {
			c.sizes.s = (uint32_t)strtoul(argv[++i], NULL, 10);
			c.sizes.t = (uint32_t)strtoul(argv[++i], NULL, 10);
		} else usage();
	}
	return c;
}

static void show_shrunk(const struct differ_task *t, enum differ_kind kind, double seconds)
{
	struct text why = {0}, small = {0}, line = {0};
	struct differ_task shrunk = *t;
	differ_shrink(t, kind, seconds, &small);
	shrunk.predicate = text_get(&small);
	differ_command(&shrunk, &line);
	differ_check(&shrunk, NULL, &why);
	printf("shrunk: %s\n%s\n", text_get(&line), text_get(&why));
	text_clear(&why);
	text_clear(&small);
	text_clear(&line);
}

static bool check_one(const struct differ_task *t, struct differ_stats *stats, double shrink)
{
	struct text why = {0}, line = {0};
	time_t start = time(NULL);
	enum differ_kind kind = differ_check(t, stats, &why);
	if (time(NULL) - start > SLOW) {
		printf("\nslow, %ld s: seed %lu: %s\n", (long)(time(NULL) - start), t->seed, t->predicate);
		fflush(stdout);
	}
	if (kind) {
		differ_command(t, &line);
		printf("\nseed %lu: %s\n%s\n%s\n", t->seed, differ_word(kind), text_get(&why),
		       text_get(&line));
		fflush(stdout);
		if (kind != DIFFER_TEXT && shrink > 0) show_shrunk(t, kind, shrink);
		fflush(stdout);
	}
	text_clear(&why);
	text_clear(&line);
	return kind == DIFFER_AGREES;
}

static uint64_t run_all(const struct command *c, struct differ_stats *stats)
{
	uint64_t failures = 0;
	time_t end = time(NULL) + (time_t)c->seconds;
	for (uint64_t i = 0; i < c->count && !is_stopped && (!c->seconds || time(NULL) < end); i++) {
		struct text text = {0};
		current_seed = c->seed + i;
		struct random_sizes sizes = random_predicate(current_seed, &text);
		struct differ_task t = {text_get(&text), sizes,
		                        current_seed,    current_seed % DIFFER_KISSAT_EVERY == 0,
		                        ANSWER,          c->tactics};
		failures += !check_one(&t, stats, c->shrink);
		text_clear(&text);
	}
	return failures;
}

int main(int argc, char **argv)
{
	struct command c = read_command(argc, argv);
	struct differ_stats stats = {0};
	struct sigaction on_stop = {.sa_handler = stop};
	sigaction(SIGINT, &on_stop, NULL);
	sigaction(SIGTERM, &on_stop, NULL);
	static const int crashes[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS};
	for (size_t i = 0; i < 4; i++) signal(crashes[i], crashed);
	uint64_t failures = 0;
	if (c.predicate) {
		struct differ_task t = {c.predicate, c.sizes, c.seed, true, ANSWER, c.tactics};
		failures = !check_one(&t, &stats, c.shrink);
	} else {
		failures = run_all(&c, &stats);
	}
	if (c.tactics == DIFFER_ONLY_TACTICS) differ_tactics_print(&stats, stdout);
	else differ_stats_print(&stats, stdout);
	differ_stats_clear(&stats);
	printf("%lu predicates, %lu disagreements\n", stats.predicates, failures);
	return failures ? 1 : 0;
}
