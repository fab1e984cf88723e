/* Random machines on explore and check, for as long as one likes:
 *
 *     machines_long [--seed N] [--count N] [--seconds N] [--show]
 *
 * The seed counts up; what differs is shown with its seed, shrunk. */
#include "tests/machines.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

static uint64_t current_seed;

static void crashed(int number)
{
	char line[80];
	int n =
	    snprintf(line, sizeof line, "\nsignal %d at --seed %lu --count 1\n", number, current_seed);
	if (write(STDERR_FILENO, line, (size_t)n) < 0) _exit(4);
	signal(number, SIG_DFL);
	raise(number);
}

static void show(uint64_t seed)
{
	struct random_machine m;
	struct text t = {0};
	machines_make(seed, &m);
	random_machine_print(&m, 0, 0, &t);
	printf("%s%s", text_get(&t), m.includes ? random_included : "");
	printf("%s", m.sees ? random_seen : "");
	text_clear(&t);
	random_machine_clear(&m);
}

int main(int argc, char **argv)
{
	uint64_t seed = 1, most = UINT64_MAX, failures = 0;
	double seconds = 0;
	bool shows = false;
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--show")) shows = true;
		else if (i + 1 == argc) return 2;
		else if (!strcmp(argv[i], "--seed")) seed = strtoull(argv[++i], NULL, 10);
		else if (!strcmp(argv[i], "--count")) most = strtoull(argv[++i], NULL, 10);
		else if (!strcmp(argv[i], "--seconds")) seconds = strtod(argv[++i], NULL);
		else return 2;
	}
	static const int crashes[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS};
	for (size_t i = 0; i < 4; i++) signal(crashes[i], crashed);
	struct machines_stats stats = {0};
	time_t start = time(NULL);
	for (uint64_t i = 0; i < most && (!seconds || difftime(time(NULL), start) < seconds); i++) {
		struct text why = {0};
		time_t begin = time(NULL);
		current_seed = seed + i;
		if (shows) show(current_seed);
		if (!machines_agree(current_seed, &stats, &why)) {
			failures++;
			printf("seed %lu: %s\n", current_seed, text_get(&why));
		}
		if (time(NULL) - begin > 3)
			printf("slow, %ld s: seed %lu\n", (long)(time(NULL) - begin), current_seed);
		fflush(stdout);
		text_clear(&why);
	}
	machines_print(&stats, stdout);
	printf("%lu disagreements\n", failures);
	return failures ? 1 : 0;
}
