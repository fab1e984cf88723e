/* Child processes. Output goes to memory files, not to pipes: nothing has to be
 * read while a child runs, and a child never waits for us. */
#include "cli/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* On a busy machine a child may get a small part of the processor. */
enum { NOISE_LIMIT = 64 * 1024 * 1024, PATIENCE = 20 };

/* Between fork and exec: only calls that are safe there. */
static _Noreturn void become(const struct child *c, const char *directory, char *const *words,
                             pid_t parent)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent) _exit(127);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	int input = open("/dev/null", O_RDONLY);
	if (chdir(directory) == 0 && dup2(input, 0) == 0 && dup2(c->out, 1) == 1 &&
	    dup2(c->err, 2) == 2)
		execv("/proc/self/exe", words);
	_exit(127);
}

bool child_start(struct child *c, const char *directory, char *const *words, double limit)
{
	memset(c, 0, sizeof *c);
	c->out = memfd_create("stdout", MFD_CLOEXEC);
	c->err = memfd_create("stderr", MFD_CLOEXEC);
	c->limit = limit;
	c->deadline = report_clock() + PATIENCE * limit;
	pid_t parent = getpid();
	c->pid = c->out < 0 || c->err < 0 ? -1 : fork();
	if (c->pid == 0) become(c, directory, words, parent);
	if (c->pid > 0) {
		setpgid(c->pid, c->pid); /* whoever comes first */
		return true;
	}
	int reason = errno;
	if (c->out >= 0) close(c->out);
	if (c->err >= 0) close(c->err);
	errno = reason;
	return false;
}

static void read_all(int file, struct text *out)
{
	char chunk[65536];
	ssize_t n;
	lseek(file, 0, SEEK_SET);
	while ((n = read(file, chunk, sizeof chunk)) > 0 && out->count <= NOISE_LIMIT)
		text_add_bytes(out, chunk, (size_t)n);
	close(file);
}

static bool is_noisy(int file)
{
	struct stat s;
	return fstat(file, &s) == 0 && s.st_size > NOISE_LIMIT;
}

static bool is_late(const struct child *c)
{
	clockid_t clock;
	struct timespec used;
	if (report_clock() >= c->deadline) return true;
	if (clock_getcpuclockid(c->pid, &clock) != 0 || clock_gettime(clock, &used) != 0) return false;
	return (double)used.tv_sec + (double)used.tv_nsec / 1e9 >= c->limit;
}

bool child_ended(struct child *c, struct child_outcome *out)
{
	int status;
	if (waitpid(c->pid, &status, WNOHANG) != c->pid) {
		c->is_late = c->is_late || is_late(c);
		c->is_noisy = c->is_noisy || is_noisy(c->out) || is_noisy(c->err);
		if (c->is_late || c->is_noisy) kill(-c->pid, SIGKILL);
		return false;
	}
	kill(-c->pid, SIGKILL); /* what it may have left behind */
	memset(out, 0, sizeof *out);
	out->status = status;
	out->is_late = c->is_late;
	out->is_noisy = c->is_noisy;
	read_all(c->out, &out->out);
	read_all(c->err, &out->err);
	return true;
}

void child_kill(struct child *c)
{
	kill(-c->pid, SIGKILL);
	kill(c->pid, SIGKILL);
	while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) continue;
	close(c->out);
	close(c->err);
}

void child_clear(struct child_outcome *o)
{
	text_clear(&o->out);
	text_clear(&o->err);
}
