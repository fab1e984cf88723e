/* Limits. Work runs on the thread that called watch_start; this thread sets a flag, and where that does not help it
 * ends the process. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Processor time, which a busy machine does not take away from the work, and time by the clock: so long may it take to
 * stop. */
#define GRACE 0.3
#define LONGEST_GRACE 4.0
#define STEP_GRACE 2.0   /* what comes before the first step of a part, for instance */
#define MOST_MEMORY 1.25 /* of the limit */

enum { POLL_MILLISECONDS = 10, ASKED_MILLISECONDS = 20, STEP_MILLISECONDS = 200, WAKE = SIGUSR1 };

/* Without the standard library: it may have to wait for the work. */
static uint64_t memory_in_use(const struct watch *w)
{
	char line[128];
	ssize_t length = pread(w->statm, line, sizeof line - 1, 0);
	if (length <= 0) return 0;
	line[length] = 0;
	const char *resident = strchr(line, ' ');
	return resident ? strtoull(resident, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

static double worker_time(const struct watch *w)
{
	struct timespec t = {0};
	clock_gettime(w->worker, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void wait_set(sigset_t *out)
{
	sigemptyset(out);
	sigaddset(out, SIGINT);
	sigaddset(out, WAKE);
}

static double sooner(double a, double b) { return !a ? b : !b ? a : a < b ? a : b; }

/* What stops at the end of its effort takes as long as it takes, within the other limits. */
static bool is_asked(const struct watch *w) { return w->flag && w->flag != WATCH_EFFORT; }

/* Milliseconds until the limits must be looked at; -1: no need to. */
static int64_t next_look(const struct watch *w)
{
	if (is_asked(w)) return w->force == WATCH_ENDS ? ASKED_MILLISECONDS : -1;
	int64_t poll = w->memory ? POLL_MILLISECONDS : w->each > 0 ? STEP_MILLISECONDS : -1;
	double next = sooner(w->deadline, w->turn_flag ? 0 : w->turn_end);
	if (!next) return poll;
	double left = (next - report_clock()) * 1000;
	int64_t until = left > 0 ? (int64_t)left + 1 : 0;
	return poll >= 0 && poll < until ? poll : until;
}

static void raise_flag(struct watch *w, enum watch_reason reason)
{
	w->asked = report_clock();
	w->worked = worker_time(w);
	w->flag = reason;
	w->turn_flag = reason;
}

double watch_seconds_left(const struct cli *c, double limit)
{
	const double least = 0.001;
	if (limit <= 0) return 0;
	double left = c->started + limit - report_clock();
	return left > least ? left : least;
}

const char *watch_limit(const struct watch *w)
{
	switch ((enum watch_reason)w->flag) {
	case WATCH_TIME:
		return w->is_total ? "the total limit was reached (--total-limit raises it)"
		                   : "the time limit was reached (--time-limit raises it)";
	case WATCH_MEMORY: return "the memory limit was reached (--memory-limit raises it)";
	case WATCH_EFFORT: return "the limit of effort was reached (--effort-limit raises it)";
	case WATCH_STUCK:
		return "the next one does not stop at its time limit (--time-limit raises it)";
	case WATCH_INTERRUPT: return "interrupted";
	case WATCH_NONE: break;
	}
	return NULL;
}

_Noreturn void watch_say(const struct watch *w)
{
	const char *limit = watch_limit(w);
	last_say(limit ? limit : "interrupted");
}

/* It was asked to stop, and goes on. */
static bool is_deaf(const struct watch *w)
{
	double waited = report_clock() - w->asked;
	return is_asked(w) && (waited > LONGEST_GRACE || worker_time(w) - w->worked > GRACE);
}

/* A step should have ended long ago. */
static bool is_stuck(const struct watch *w)
{
	return w->each > 0 && worker_time(w) - w->told > 3 * w->each + STEP_GRACE;
}

static void look(struct watch *w)
{
	double now = report_clock();
	uint64_t used = w->memory ? memory_in_use(w) : 0;
	bool is_far_beyond = w->memory && (double)used > (double)w->memory * MOST_MEMORY;
	if (is_asked(w)) {
		if (w->force == WATCH_ENDS && (is_far_beyond || is_deaf(w))) watch_say(w);
	} else if (w->deadline && now >= w->deadline) raise_flag(w, WATCH_TIME);
	else if (w->memory && used > w->memory) raise_flag(w, WATCH_MEMORY);
	else if (w->force == WATCH_ENDS && is_stuck(w)) raise_flag(w, WATCH_STUCK);
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

void watch_start(struct watch *w, double seconds, uint64_t megabytes, enum watch_force force)
{
	sigset_t set;
	memset(w, 0, sizeof *w);
	w->deadline = seconds > 0 ? report_clock() + seconds : 0;
	w->memory = megabytes * 1000000;
	w->force = force;
	w->statm = megabytes ? open("/proc/self/statm", O_RDONLY | O_CLOEXEC) : -1;
	if (pthread_getcpuclockid(pthread_self(), &w->worker) != 0) w->worker = CLOCK_MONOTONIC;
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
	w->is_running = false;
	w->is_ending = false;
}

void watch_resume(struct watch *w)
{
	w->is_running = pthread_create(&w->thread, NULL, watch, w) == 0;
}

double watch_seconds(const struct cli *c)
{
	uint64_t effort = c->options.effort_limit;
	return effort ? (double)effort / METER_PER_SECOND : c->options.time_limit;
}

void watch_effort(struct watch *w, struct project *p, uint64_t effort)
{
	struct meter *m = &p->meter;
	m->counts = true;
	m->end = effort ? m->spent + effort : 0;
	m->flags[0] = &w->flag;
	m->flags[1] = &w->turn_flag;
	m->reason = WATCH_EFFORT;
	w->meter = m;
}

void watch_work(struct watch *w, struct cli *c, struct project *p, enum watch_force force)
{
	uint64_t effort = c->options.effort_limit;
	watch_start(w, watch_seconds_left(c, c->options.time_limit), c->options.memory_limit, force);
	if (!effort) return;
	watch_effort(w, p, effort);
	p->meter.end = effort; /* of all that was done since it was read */
	meter_spend(&p->meter, 0);
}

void watch_stop(struct watch *w)
{
	if (w->meter) memset(w->meter->flags, 0, sizeof w->meter->flags);
	w->meter = NULL;
	if (!w->is_running) return;
	watch_pause(w);
	if (w->statm >= 0) close(w->statm);
	w->statm = -1;
	pthread_sigmask(SIG_SETMASK, &w->old, NULL);
}

void watch_begin_turn(struct watch *w, double seconds)
{
	w->turn_end = seconds > 0 ? report_clock() + seconds : 0;
	w->turn_flag = w->flag;
	if (w->is_running) pthread_kill(w->thread, WAKE);
}

void watch_end_turn(struct watch *w)
{
	w->turn_end = 0;
	w->turn_flag = w->flag;
}

void watch_steps(struct watch *w, double seconds)
{
	watch_progress(w);
	w->each = seconds;
	if (w->is_running) pthread_kill(w->thread, WAKE);
}

void watch_progress(struct watch *w) { w->told = worker_time(w); }
