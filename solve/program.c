/* Programs of other people: finding and running them. Nothing of a program outlives its run, also if
 * bounce is killed. */
#include "solve/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- finding --------------------------------------------------------------------------------------- */

/* Takes the path if there is a program. */
static bool accept_program(const char *path, struct text *out)
{
	struct stat s;
	if (stat(path, &s) != 0) return false;
	if (!S_ISREG(s.st_mode)) errno = EACCES;
	if (!S_ISREG(s.st_mode) || access(path, X_OK) != 0) return false;
	char absolute[PATH_MAX]; /* it may be run in another directory */
	if (!realpath(path, absolute)) return false;
	text_add(out, absolute);
	return true;
}

static bool accept_in(const char *directory, size_t length, const char *below, const char *title,
                      struct text *out)
{
	struct text path = {0};
	text_add_bytes(&path, directory, length);
	text_format(&path, "%s/%s", below, title);
	bool found = accept_program(text_get(&path), out);
	text_clear(&path);
	return found;
}

/* bounce lies at the top of its project, test programs somewhere in build/; an installed one has them in lib/bounce
 * beside bin/. */
static bool find_in_project(const char *title, struct text *out)
{
	static const char below[] = "/build/deps/usr/bin";
	char own[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
	if (length <= 0) return false;
	own[length] = 0;
	const char *top = strrchr(own, '/');
	if (top && (accept_in(own, (size_t)(top - own), below, title, out) ||
	            accept_in(own, (size_t)(top - own), "/../lib/bounce", title, out)))
		return true;
	for (const char *next = own; (next = strstr(next, "/build/")); next++) top = next;
	return top && accept_in(own, (size_t)(top - own), below, title, out);
}

static bool find_on_path(const char *title, struct text *out)
{
	const char *path = getenv("PATH");
	if (!path) path = "/usr/local/bin:/usr/bin:/bin";
	for (;;) {
		size_t length = strcspn(path, ":");
		if (length && accept_in(path, length, "", title, out)) return true;
		path += length;
		if (!*path++) return false;
	}
}

bool program_find(const struct program *p, struct text *out_path, struct text *why)
{
	const char *wish = getenv(p->variable);
	if (wish && *wish) {
		errno = ENOENT;
		if (strchr(wish, '/') ? accept_program(wish, out_path) : find_on_path(wish, out_path))
			return true;
		if (why)
			text_format(why, "%s is '%s', and that is not a program that can be run (%s)",
			            p->variable, wish, strerror(errno));
		return false;
	}
	if (find_in_project(p->name, out_path) || find_on_path(p->name, out_path)) return true;
	if (why)
		text_format(
		    why,
		    "%s is not installed: ./setup.sh fetches it, from Debian 13 on it is the package "
		    "'%s', and %s may name the program",
		    p->name, p->name, p->variable);
	return false;
}

/* ---- starting ------------------------------------------------------------------------------------------ */

enum { READ_END, WRITE_END };

struct program_child {
	pid_t pid;
	int in[2], out[2];    /* pipes; -1: closed */
	char buffer[1 << 16]; /* input that is still to be written: */
	size_t from, to;
};

static void close_end(int *end)
{
	if (*end >= 0) close(*end);
	*end = -1;
}

static void close_pipes(struct program_child *c)
{
	for (int i = 0; i < 2; i++) {
		close_end(&c->in[i]);
		close_end(&c->out[i]);
	}
}

/* Only its own end: the child has to have one that waits. */
static bool never_wait(int end) { return fcntl(end, F_SETFL, O_NONBLOCK) == 0; }

static bool open_pipes(struct program_child *c)
{
	c->in[0] = c->in[1] = c->out[0] = c->out[1] = -1;
	return pipe2(c->in, O_CLOEXEC) == 0 && pipe2(c->out, O_CLOEXEC) == 0 &&
	       never_wait(c->in[WRITE_END]) && never_wait(c->out[READ_END]);
}

/* As in a program that a shell has started. */
static void reset_signals(void)
{
	sigset_t none;
	sigemptyset(&none);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool pass_on_files(const struct program_run *r)
{
	for (uint32_t i = 0; i < r->file_count; i++)
		if (fcntl(r->files[i], F_SETFD, 0) != 0) return false;
	return r->file_count == 0 || chdir("/proc/self/fd") == 0;
}

static void say(const char *s)
{
	ssize_t written = write(STDERR_FILENO, s, strlen(s));
	(void)written; /* there is nobody left to tell */
}

/* Between fork and exec: only calls that are safe there. */
static _Noreturn void become(const struct program_child *c, const struct program_run *r,
                             pid_t parent)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	bool ready = getppid() == parent && dup2(c->in[READ_END], STDIN_FILENO) >= 0 &&
	             dup2(c->out[WRITE_END], STDOUT_FILENO) >= 0 &&
	             dup2(c->out[WRITE_END], STDERR_FILENO) >= 0 && pass_on_files(r);
	reset_signals();
	if (ready) execv(r->words[0], (char *const *)(uintptr_t)r->words);
	const char *reason = strerrordesc_np(errno); /* unlike strerror, safe */
	say("error: cannot be run: ");
	say(reason ? reason : "unknown error");
	say("\n");
	for (;;) kill(getpid(), SIGKILL);
}

static bool start(struct program_child *c, const struct program_run *r)
{
	pid_t parent = getpid();
	c->pid = open_pipes(c) ? fork() : -1;
	if (c->pid == 0) become(c, r, parent);
	if (c->pid < 0) {
		int reason = errno;
		close_pipes(c);
		errno = reason;
		return false;
	}
	setpgid(c->pid, c->pid); /* whoever comes first */
	close_end(&c->in[READ_END]);
	close_end(&c->out[WRITE_END]);
	return true;
}

/* ---- running ------------------------------------------------------------------------------------------- */

/* Writes what the pipe takes. A program that does not want all of its input is free to do so. */
static void feed(struct program_child *c, const struct program_run *r)
{
	if (c->from == c->to) {
		c->from = 0;
		c->to = r->input ? r->input(r->input_state, c->buffer, sizeof c->buffer) : 0;
	}
	ssize_t n = 0;
	if (c->to) n = write(c->in[WRITE_END], c->buffer + c->from, c->to - c->from);
	if (n > 0) c->from += (size_t)n;
	else if (n == 0 || (errno != EAGAIN && errno != EINTR)) close_end(&c->in[WRITE_END]);
}

/* Reads what is there. */
static void drain(struct program_child *c, const struct program_run *r, struct text *output)
{
	char chunk[1 << 16];
	while (output->count <= r->output_limit) {
		ssize_t n = read(c->out[READ_END], chunk, sizeof chunk);
		if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
		if (n <= 0) {
			close_end(&c->out[READ_END]);
			return;
		}
		text_add_bytes(output, chunk, (size_t)n);
	}
}

/* It stays a zombie, so that its process group is not yet somebody else's. */
static bool has_ended(const struct program_child *c)
{
	siginfo_t info = {0};
	return waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid;
}

static const double longest_wait = 0.02, shortest_wait = 0.0001;

/* Until there is something to write or to read, or it is time to look at the watch. */
static void exchange(struct program_child *c, const struct program_run *r, struct text *output,
                     double wait)
{
	struct pollfd ends[2] = {{c->in[WRITE_END], POLLOUT, 0}, {c->out[READ_END], POLLIN, 0}};
	struct timespec t = {0, (long)(wait * 1e9)};
	if (ppoll(ends, 2, &t, NULL) <= 0) return;
	if (ends[0].revents) feed(c, r);
	if (ends[1].revents) drain(c, r, output);
	if (ends[1].revents && r->on_output) r->on_output(r->output_state, output);
}

static double time_to_wait(const struct program_child *c, const struct solver_watch *w)
{
	/* Its output is closed: it is about to end. */
	if (c->out[READ_END] < 0) return shortest_wait;
	double left = w->deadline - solver_watch_clock();
	return left > longest_wait ? longest_wait : left > shortest_wait ? left : shortest_wait;
}

static enum program_end attend(struct program_child *c, const struct program_run *r,
                               struct text *output)
{
	for (;;) {
		bool ended = has_ended(c);
		exchange(c, r, output, ended ? 0 : time_to_wait(c, r->watch));
		if (output->count > r->output_limit) return PROGRAM_FAILED;
		if (ended) return PROGRAM_ENDED;
		if (solver_watch_is_over(r->watch)) return PROGRAM_STOPPED;
	}
}

/* Also what the program may have started. */
static int finish(struct program_child *c)
{
	int status = 0;
	kill(-c->pid, SIGKILL);
	kill(c->pid, SIGKILL);
	while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) continue;
	close_pipes(c);
	return status;
}

enum program_end program_run(const struct program_run *r, struct text *output, int *out_code,
                             struct text *why)
{
	struct program_child c;
	c.from = c.to = 0;
	const char *path = r->words[0];
	if (!start(&c, r)) {
		text_format(why, "'%s' could not be started: %s", path, strerror(errno));
		return PROGRAM_FAILED;
	}
	enum program_end end = attend(&c, r, output);
	int status = finish(&c);
	if (end == PROGRAM_FAILED) text_format(why, "'%s' wrote more than it should", path);
	if (end == PROGRAM_ENDED && WIFSIGNALED(status)) {
		end = PROGRAM_FAILED;
		text_format(why, "'%s' was ended by signal %d (%s)", path, WTERMSIG(status),
		            strsignal(WTERMSIG(status)));
		program_add_error(output, why);
	}
	*out_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	return end;
}

/* ---- output ---------------------------------------------------------------------------------------------- */

void program_lines(const struct text *output,
                   bool (*found)(void *state, const char *line, size_t length), void *state)
{
	const char *line = text_get(output);
	while (*line) {
		size_t length = strcspn(line, "\r\n");
		if (!found(state, line, length)) return;
		line += length + (line[length] != 0);
	}
}

static bool find_error(void *state, const char *line, size_t length)
{
	static const char word[] = "error:";
	size_t n = sizeof word - 1, at = 0;
	while (at + n <= length && strncasecmp(line + at, word, n) != 0) at++;
	if (at + n > length) return true;
	text_add(state, ": ");
	text_add_bytes(state, line, length);
	return false;
}

void program_add_error(const struct text *output, struct text *why)
{
	program_lines(output, find_error, why);
}
