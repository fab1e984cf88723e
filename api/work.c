/* A question is worked on by a thread with a stack as large as trees are deep; the caller waits for it, and looks at
 * the limits meanwhile. What would end the process of the command line (internal errors, no memory) ends the
 * thread: what it had allocated is lost. */
#include "api/api.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <time.h>
#include <unistd.h>

enum { POLL_NANOSECONDS = 10000000 };

/* Where a thread of ours leaves its work. */
struct leaving {
	jmp_buf at;
	enum work_end why;
	struct text *error;
};
static _Thread_local struct leaving *leaving;

static _Noreturn void leave(enum work_end why)
{
	leaving->why = why;
	longjmp(leaving->at, 1);
}

static void leave_broken(const char *message)
{
	if (!leaving) return; /* a thread of somebody else */
	text_add(leaving->error, message);
	leave(WORK_BROKEN);
}

static void leave_without_memory(void)
{
	if (leaving) leave(WORK_NO_MEMORY);
}

struct work_thread {
	struct work *work;
	enum work_end end;
};

static void *run(void *data)
{
	struct work_thread *w = data;
	struct leaving here = {.error = &w->work->error};
	leaving = &here;
	if (setjmp(here.at) == 0) {
		w->work->run(w->work);
		w->end = WORK_DONE;
	} else w->end = here.why;
	leaving = NULL;
	return NULL;
}

/* ---- limits ---------------------------------------------------------------------------------------- */

static double megabytes_in_use(void)
{
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "re");
	if (!f) return 0;
	if (fscanf(f, "%*u %lu", &pages) != 1) pages = 0;
	fclose(f);
	return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

static enum work_end look(const struct work *w, double began)
{
	if (w->interrupt && *w->interrupt) return WORK_INTERRUPTED;
	if (w->seconds > 0 && base_clock() - began >= w->seconds) return WORK_LATE;
	if (w->megabytes && megabytes_in_use() > (double)w->megabytes) return WORK_LARGE;
	return WORK_DONE;
}

/* Waits for the thread; what makes it stop comes back. */
static enum work_end wait_for(pthread_t thread, struct work *w)
{
	double began = base_clock();
	enum work_end end = WORK_DONE;
	for (;;) {
		struct timespec until;
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += POLL_NANOSECONDS;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (pthread_timedjoin_np(thread, NULL, &until) != ETIMEDOUT) return end;
		if (end == WORK_DONE) end = look(w, began);
		if (end == WORK_DONE) continue;
		w->stopped = (int)end;
		w->flags.stop = 1;
		w->flags.turn = 1;
	}
}

/* The stack is only reserved; where there is not so much (ulimit -v), less must do. */
static bool start(pthread_t *thread, struct work_thread *w)
{
	for (size_t size = (size_t)1 << 33; size >= (size_t)1 << 23; size /= 2) {
		pthread_attr_t attributes;
		if (pthread_attr_init(&attributes) != 0) return false;
		bool started = pthread_attr_setstacksize(&attributes, size) == 0 &&
		               pthread_create(thread, &attributes, run, w) == 0;
		pthread_attr_destroy(&attributes);
		if (started) return true;
	}
	return false;
}

/* nauty keeps its work space in static variables. */
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

enum work_end work_run(struct work *w)
{
	pthread_t thread;
	struct work_thread worker = {.work = w, .end = WORK_NO_MEMORY};
	pthread_mutex_lock(&one_at_a_time);
	diag_fatal_hook = leave_broken;
	diag_no_memory_hook = leave_without_memory;
	if (start(&thread, &worker)) {
		enum work_end stopped = wait_for(thread, w);
		if (worker.end == WORK_DONE) worker.end = stopped;
	}
	pthread_mutex_unlock(&one_at_a_time);
	return worker.end;
}

const char *work_reason(enum work_end end)
{
	switch (end) {
	case WORK_INTERRUPTED: return "interrupted";
	case WORK_LATE: return "the time limit was reached";
	case WORK_LARGE: return "the memory limit was reached";
	case WORK_BROKEN: return "internal error";
	case WORK_NO_MEMORY: return "there is not enough memory";
	case WORK_DONE: break;
	}
	return NULL;
}
