/* bounce: finds the command, runs it on a thread with a large stack, and turns its answer into the
 * exit code. The only file that ends the process. */
#include "cli/cli.h"
#include "cli/files/files.h"
#include "solve/solve.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

struct main_start {
	char **words; /* of the command line, without the program's name */
	uint32_t count;
	struct cli cli;
	int code;
};

static bool has_json(char **words, uint32_t count)
{
	for (uint32_t i = 0; i < count && strcmp(words[i], "--") != 0; i++)
		if (strcmp(words[i], "--json") == 0) return true;
	return false;
}

static bool shard_is_good(struct cli *c)
{
	uint32_t index, count;
	if (shard_read(c->options.shard, &index, &count)) return true;
	report_usage(c, "'--shard' is I/N with I from 1 to N, as 2/8, not '%s'", c->options.shard);
	return false;
}

static int run_command_line(struct cli *c, char **words, uint32_t count)
{
	struct text error = {0};
	int code;
	if (!options_read(c->command, words, count, &c->options, &error)) {
		code = report_usage(c, "%s", text_get(&error));
	} else if (c->options.help) {
		struct text help = {0};
		help_one(c->command, &help);
		report_text(c, &help);
		text_clear(&help);
		code = EXIT_GOOD;
	} else if (c->options.shard && !shard_is_good(c)) {
		code = EXIT_USAGE;
	} else if (many_applies(c)) {
		code = many_run(c, words, count);
	} else {
		last_prepare(c);
		code = files_finish(c, c->command->run(c));
		last_forget();
	}
	text_clear(&error);
	options_clear(&c->options);
	return code;
}

static int show_help(struct cli *c)
{
	struct text help = {0};
	help_all(&help);
	report_text(c, &help);
	text_clear(&help);
	return EXIT_GOOD;
}

static int show_version(struct cli *c)
{
	struct text out = {0};
	text_add(&out, "bounce " CLI_VERSION "\n");
	solver_add_versions(&out);
	report_text(c, &out);
	text_clear(&out);
	return EXIT_GOOD;
}

static int run(struct cli *c, char **words, uint32_t count)
{
	if (count == 0) {
		struct text help = {0};
		help_all(&help);
		fputs(text_get(&help), c->err);
		text_clear(&help);
		return EXIT_USAGE;
	}
	const char *first = words[0];
	c->wants_json = has_json(words, count);
	if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) return show_help(c);
	if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0) return show_version(c);
	if (first[0] == '-') return report_usage(c, "the command comes before the option '%s'", first);
	c->command = command_find(first);
	if (!c->command) return report_unknown_command(c, first);
	return run_command_line(c, words + 1, count - 1);
}

/* ---- the process ----------------------------------------------------------------------------- */

/* Signals that end bounce go to the working thread, so that 'bounce run' can hold them back while
 * it cleans up; it also waits for SIGCHLD, which works only if no thread lets it through. */
static void ending_signals(sigset_t *out)
{
	sigemptyset(out);
	sigaddset(out, SIGINT);
	sigaddset(out, SIGTERM);
	sigaddset(out, SIGHUP);
}

static void *work(void *data)
{
	struct main_start *s = data;
	sigset_t ending;
	ending_signals(&ending);
	pthread_sigmask(SIG_UNBLOCK, &ending, NULL);
	s->code = run(&s->cli, s->words, s->count);
	return NULL;
}

/* The front end recurses over trees as deep as the user wrote them. The memory is only reserved;
 * where there is not so much (ulimit -v), less must do. */
static bool work_on_thread(struct main_start *s)
{
	for (size_t size = (size_t)1 << 33; size >= (size_t)1 << 23; size /= 2) {
		pthread_attr_t attributes;
		pthread_t thread = 0;
		if (pthread_attr_init(&attributes) != 0) return false;
		bool started = pthread_attr_setstacksize(&attributes, size) == 0 &&
		               pthread_create(&thread, &attributes, work, s) == 0;
		pthread_attr_destroy(&attributes);
		if (started) return pthread_join(thread, NULL) == 0;
	}
	return false;
}

/* A reader that has seen enough (bounce ... | head) is no error; a full disk is. */
static int finish(struct main_start *s)
{
	if (fflush(s->cli.out) != 0 && !s->cli.write_error) s->cli.write_error = errno;
	if (!s->cli.write_error || s->cli.write_error == EPIPE) return s->code;
	fprintf(s->cli.err, "bounce: error: cannot write the output: %s\n",
	        strerror(s->cli.write_error));
	return EXIT_INCONCLUSIVE;
}

/* CaDiCaL is C++: what it cannot allocate is no memory as everywhere else. The name is that of std::set_new_handler in
 * the ABI of all C++ compilers here. */
typedef void new_handler(void);
new_handler *set_new_handler(new_handler *h) __asm__("_ZSt15set_new_handlerPFvvE");

static void no_memory_for_new(void) { diag_no_memory(); }

/* A stream that was closed must fail, and not become whatever file is opened next. */
static void fill_streams(void)
{
	for (int i = 0; i < 3; i++)
		if (fcntl(i, F_GETFD) < 0 && open("/dev/null", i == 0 ? O_WRONLY : O_RDONLY) < 0) return;
}

/* A thread gets a heap of its own that grows page by page, with a system call each; one heap for all
 * that grows in large steps and is given back at the end costs a tenth of a short run. Large pages save
 * another tenth where the system has them: what lies before the first of them is enough for small runs. */
static void choose_heap(void)
{
	enum { STEP = 1 << 26, LARGE = 1 << 27, PAGE = 1 << 21 };
	mallopt(M_ARENA_MAX, 1);
	mallopt(M_TOP_PAD, STEP);
	mallopt(M_TRIM_THRESHOLD, LARGE);
	mallopt(M_MMAP_THRESHOLD, LARGE);
#ifdef MADV_HUGEPAGE
	uintptr_t before = (uintptr_t)sbrk(0);
	void *volatile large = malloc(1 << 18); /* more than there is: the heap grows */
	free(large);
	uintptr_t from = (before + PAGE - 1) / PAGE * PAGE, to = (uintptr_t)sbrk(0);
	if (from < to) madvise((void *)from, to - from, MADV_HUGEPAGE);
#endif
}

int main(int argc, char **argv)
{
	choose_heap();
	struct main_start s = {argv + 1, argc > 0 ? (uint32_t)argc - 1 : 0, {0}, EXIT_INTERNAL};
	fill_streams();
	s.cli.out = stdout;
	s.cli.err = stderr;
	s.cli.started = report_clock();
	signal(SIGPIPE, SIG_IGN);
	set_new_handler(no_memory_for_new);
	sigset_t blocked;
	ending_signals(&blocked);
	sigaddset(&blocked, SIGCHLD);
	pthread_sigmask(SIG_BLOCK, &blocked, NULL);
	if (!work_on_thread(&s)) work(&s);
	return finish(&s);
}
