/* Obligations on several cores: a process for some of them at a time, which sends its answers through a pipe. One
 * that dies takes with it only what it was looking at: the others of its batch are tried again, one by one. */
#include "cli/disprove/disprove.h"

#include <errno.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BATCHES_EACH = 4, WAIT_MILLISECONDS = 100 };

struct batch {
	VEC(uint32_t) members; /* numbers of obligations */
};

struct worker {
	pid_t pid; /* 0: there is none */
	int from;
	struct batch batch;
	struct text answers;
};

struct workers {
	struct disproof *d;
	struct worker *list;
	struct pollfd *fds; /* of those that are busy, and whose they are */
	struct worker **whose;
	uint32_t count, busy;
	VEC(struct batch) waiting; /* the last one is next */
};

/* ---- batches ------------------------------------------------------------------------------------------ */

/* Those about one substitution are asked together. */
static bool belong_together(struct disproof *d, uint32_t a, uint32_t b)
{
	const struct prover *p = d->stages.first.prover;
	const struct obligation *x = prover_obligation(p, a), *y = prover_obligation(p, b);
	return x && x->body && x->body == y->body && x->hypotheses == y->hypotheses;
}

static void make_batches(struct workers *w)
{
	struct disproof *d = w->d;
	uint32_t all = 0, last = 0;
	VEC(struct batch) list = {0};
	for (uint32_t i = 0; i < d->stages.list.count; i++) all += d->stages.list.at[i].is_selected;
	uint32_t size = all / (w->count * BATCHES_EACH) + 1;
	for (uint32_t i = 0; i < d->stages.list.count; i++) {
		if (!d->stages.list.at[i].is_selected) continue;
		bool is_full = list.count && VEC_LAST(&list).members.count >= size;
		if (list.count == 0 || (is_full && !belong_together(d, last, i)))
			VEC_PUSH(&list, (struct batch){0});
		VEC_PUSH(&VEC_LAST(&list).members, i);
		last = i;
	}
	for (uint32_t i = list.count; i > 0; i--) VEC_PUSH(&w->waiting, list.at[i - 1]);
	VEC_CLEAR(&list);
}

/* ---- in the new process ---------------------------------------------------------------------------------- */

static bool send_all(int to, const struct text *t)
{
	for (size_t sent = 0; sent < t->count;) {
		ssize_t n = write(to, t->at + sent, t->count - sent);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return false;
		sent += (size_t)n;
	}
	return true;
}

/* All processes together keep the limit. */
static uint64_t memory_each(const struct disproof *d)
{
	uint64_t limit = d->cli->options.memory_limit;
	return limit ? limit / d->cli->options.jobs + 1 : 0;
}

_Noreturn static void work(struct disproof *d, const struct batch *b, int to)
{
	struct text out = {0};
	d->shows_progress = d->is_live = false;
	d->stages.stage = d->stages.tried.count =
	    0; /* what other processes have looked at is none of its business */
	for (uint32_t i = 0; i < d->stages.list.count; i++) d->stages.list.at[i].is_selected = false;
	for (uint32_t i = 0; i < b->members.count; i++)
		d->stages.list.at[b->members.at[i]].is_selected = true;
	last_forget(); /* the other process speaks */
	last_set_part(NULL);
	watch_start(&d->watch, 0, memory_each(d), WATCH_ENDS);
	disprove_watch_steps(d);
	stages_run(&d->stages);
	uint32_t head[] = {(uint32_t)d->watch.flag, d->stages.grow_together, d->stages.stage,
	                   d->stages.tried.count};
	text_add_bytes(&out, (const char *)head, sizeof head);
	text_add_bytes(&out, (const char *)d->stages.tried.at,
	               d->stages.tried.count * sizeof *d->stages.tried.at);
	for (uint32_t i = 0; i < b->members.count; i++)
		disprove_write(&d->stages.list.at[b->members.at[i]], &out);
	bool good = send_all(to, &out);
	_exit(good ? EXIT_GOOD : EXIT_INTERNAL);
}

/* ---- answers --------------------------------------------------------------------------------------------- */

/* What was looked at in all: all processes go through the same sizes, some of them further. */
static size_t read_head(struct disproof *d, const char *at, size_t size)
{
	uint32_t head[4];
	if (size < sizeof head) return 0;
	memcpy(head, at, sizeof head);
	size_t rows = (size_t)head[3] * sizeof *d->stages.tried.at;
	if (size - sizeof head < rows) return 0;
	if (head[0] == WATCH_MEMORY) d->watch.flag = WATCH_MEMORY;
	d->stages.grow_together |= head[1] != 0;
	if (head[2] > d->stages.stage) d->stages.stage = head[2];
	if (head[3] > d->stages.tried.count) {
		d->stages.tried.count = 0;
		for (uint32_t i = 0; i < head[3]; i++) VEC_PUSH(&d->stages.tried, 0);
		memcpy(d->stages.tried.at, at + sizeof head, rows);
	}
	return sizeof head + rows;
}

static void settle(struct disproof *d, uint32_t index)
{
	d->stages.list.at[index].is_settled = true;
	disprove_told(d, index);
}

static bool read_answers(struct disproof *d, const struct worker *w)
{
	size_t used = read_head(d, w->answers.at, w->answers.count);
	if (used == 0) return false;
	for (uint32_t i = 0; i < w->batch.members.count; i++) {
		struct judged *j = &d->stages.list.at[w->batch.members.at[i]];
		size_t more = disprove_read(w->answers.at + used, w->answers.count - used, &d->arena, j);
		if (more == 0) return false;
		used += more;
	}
	for (uint32_t i = 0; i < w->batch.members.count; i++) settle(d, w->batch.members.at[i]);
	return true;
}

static void blame_process(struct disproof *d, uint32_t index, int status)
{
	struct judged *j = &d->stages.list.at[index];
	const char *how = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "an internal error";
	bool is_limit = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_INCONCLUSIVE;
	j->is_final = true;
	j->has_crashed = !is_limit;
	j->answer = ARENA_NEW(&d->arena, struct obligation_answer);
	j->answer->status = OBLIGATION_OPEN;
	j->answer->reason =
	    is_limit ? "out of memory, or it does not stop at its time limit"
	             : arena_format(&d->arena, "the process that looked at it has ended: %s", how);
	settle(d, index);
}

/* A process has died: one of its obligations is to blame, and the others are not. */
static void try_again(struct workers *w, const struct worker *of, int status)
{
	const struct batch *b = &of->batch;
	if (w->d->watch.flag) return;
	if (b->members.count == 1) {
		blame_process(w->d, b->members.at[0], status);
		return;
	}
	for (uint32_t i = b->members.count; i > 0; i--) {
		struct batch one = {0};
		VEC_PUSH(&one.members, b->members.at[i - 1]);
		VEC_PUSH(&w->waiting, one);
	}
}

/* ---- processes ------------------------------------------------------------------------------------------- */

static void start(struct workers *w, struct worker *on)
{
	int ends[2];
	on->batch = VEC_POP(&w->waiting);
	if (pipe(ends) != 0) diag_fatal(__FILE__, __LINE__, "no pipe: %s", strerror(errno));
	fflush(NULL); /* or it is printed twice */
	watch_pause(&w->d->watch);
	on->pid = fork();
	if (on->pid < 0) diag_fatal(__FILE__, __LINE__, "no process: %s", strerror(errno));
	if (on->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* it does not go on alone */
		close(ends[0]);
		work(w->d, &on->batch, ends[1]);
	}
	watch_resume(&w->d->watch);
	close(ends[1]);
	on->from = ends[0];
	w->busy++;
}

static void end(struct workers *w, struct worker *of)
{
	int status = 0;
	close(of->from);
	while (waitpid(of->pid, &status, 0) < 0 && errno == EINTR) continue;
	bool is_good = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_GOOD;
	if (!is_good || !read_answers(w->d, of)) try_again(w, of, status);
	of->pid = 0;
	VEC_CLEAR(&of->batch.members);
	text_clear(&of->answers);
	w->busy--;
}

static void listen(struct workers *w, struct worker *to)
{
	char chunk[65536];
	ssize_t n = read(to->from, chunk, sizeof chunk);
	if (n > 0) text_add_bytes(&to->answers, chunk, (size_t)n);
	else if (n == 0 || errno != EINTR) end(w, to);
}

/* Waits a moment; false if nobody has said anything. */
static bool hear_some(struct workers *w)
{
	nfds_t count = 0;
	for (uint32_t i = 0; i < w->count; i++) {
		if (!w->list[i].pid) continue;
		w->fds[count] = (struct pollfd){.fd = w->list[i].from, .events = POLLIN};
		w->whose[count++] = &w->list[i];
	}
	bool is_quiet = poll(w->fds, count, WAIT_MILLISECONDS) <= 0;
	for (nfds_t i = 0; !is_quiet && i < count; i++)
		if (w->fds[i].revents) listen(w, w->whose[i]);
	return !is_quiet;
}

static void wait_for_some(struct workers *w)
{
	while (w->busy && !w->d->watch.flag && !hear_some(w)) continue;
}

/* What they have found so far counts. Who does not end is ended by its own watch, or here. */
static void interrupt(struct workers *w)
{
	const double patience = 3;
	double end = report_clock() + patience;
	for (uint32_t i = 0; i < w->count; i++)
		if (w->list[i].pid) kill(w->list[i].pid, SIGINT);
	while (w->busy && report_clock() < end) hear_some(w);
	for (uint32_t i = 0; i < w->count; i++)
		if (w->list[i].pid) kill(w->list[i].pid, SIGKILL);
	while (w->busy) hear_some(w);
}

void disprove_with_workers(struct disproof *d, uint32_t count)
{
	struct workers w = {.d = d, .count = count};
	w.list = ARENA_ARRAY(&d->arena, count, struct worker);
	w.fds = ARENA_ARRAY(&d->arena, count, struct pollfd);
	w.whose = ARENA_ARRAY(&d->arena, count, struct worker *);
	make_batches(&w);
	while ((w.busy || w.waiting.count) && !d->watch.flag) {
		for (uint32_t i = 0; i < count && w.waiting.count; i++)
			if (!w.list[i].pid) start(&w, &w.list[i]);
		wait_for_some(&w);
	}
	interrupt(&w);
	for (uint32_t i = 0; i < w.waiting.count; i++) VEC_CLEAR(&w.waiting.at[i].members);
	VEC_CLEAR(&w.waiting);
}
