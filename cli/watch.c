/* Limits. Work runs on the thread that called watch_start; this thread only sets a flag. */
#include "cli/cli.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

enum { POLL_MILLISECONDS = 50, WAKE = SIGUSR1 };

static uint64_t memory_in_use(void)
{
	unsigned long long total, resident = 0;
	FILE *f = fopen("/proc/self/statm", "re");
	if (!f) return 0;
	if (fscanf(f, "%llu %llu", &total, &resident) != 2) resident = 0;
	fclose(f);
	return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void wait_set(sigset_t *out)
{
	sigemptyset(out);
	sigaddset(out, SIGINT);
	sigaddset(out, WAKE);
}

static double sooner(double a, double b) { return !a ? b : !b ? a : a < b ? a : b; }

/* Milliseconds until the limits must be looked at; -1: no need to. */
static int64_t next_look(const struct watch *w)
{
	if (w->flag) return -1;
	if (w->memory) return POLL_MILLISECONDS;
	double next = sooner(w->deadline, w->turn_flag ? 0 : w->turn_end);
	if (!next) return -1;
	double left = (next - report_clock()) * 1000;
	return left > 0 ? (int64_t)left + 1 : 0;
}

static void raise_flag(struct watch *w, enum watch_reason reason)
{
	w->flag = reason;
	w->turn_flag = reason;
}

static void look(struct watch *w)
{
	double now = report_clock();
	if (w->flag) return;
	if (w->deadline && now >= w->deadline) raise_flag(w, WATCH_TIME);
	else if (w->memory && memory_in_use() > w->memory) raise_flag(w, WATCH_MEMORY);
	else if (w->turn_end && now >= w->turn_end) w->turn_flag = WATCH_TIME;
}

static void end_process(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	signal(SIGINT, SIG_DFL);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	raise(SIGINT);
}

static void *watch(void *data)
{
	struct watch *w = data;
	sigset_t set;
	wait_set(&set);
	for (;;) {
		int64_t wait = next_look(w);
		struct timespec t = {wait / 1000, wait % 1000 * 1000000};
		int got = sigtimedwait(&set, NULL, wait < 0 ? NULL : &t);
		if (w->is_ending) return NULL;
		if (got != SIGINT) look(w);
		else if (w->flag == WATCH_INTERRUPT) end_process();
		else raise_flag(w, WATCH_INTERRUPT);
	}
}

void watch_start(struct watch *w, double seconds, uint64_t megabytes)
{
	sigset_t set;
	memset(w, 0, sizeof *w);
	w->deadline = seconds > 0 ? report_clock() + seconds : 0;
	w->memory = megabytes * 1000000;
	wait_set(&set);
	signal(WAKE, SIG_IGN); /* one from outside; who waits for it gets it all the same */
	pthread_sigmask(SIG_BLOCK, &set, &w->old);
	watch_resume(w);
	if (!w->is_running) pthread_sigmask(SIG_SETMASK, &w->old, NULL);
}

void watch_pause(struct watch *w)
{
	if (!w->is_running) return;
	w->is_ending = true;
	pthread_kill(w->thread, WAKE);
	pthread_join(w->thread, NULL);
	w->is_running = w->is_ending = false;
}

void watch_resume(struct watch *w)
{
	w->is_running = pthread_create(&w->thread, NULL, watch, w) == 0;
}

void watch_stop(struct watch *w)
{
	if (!w->is_running) return;
	watch_pause(w);
	pthread_sigmask(SIG_SETMASK, &w->old, NULL);
}

void watch_begin_turn(struct watch *w, double seconds)
{
	w->turn_end = report_clock() + seconds;
	w->turn_flag = w->flag;
	if (w->is_running) pthread_kill(w->thread, WAKE);
}

void watch_end_turn(struct watch *w)
{
	w->turn_end = 0;
	w->turn_flag = w->flag;
}
