/* The search in several processes, which part once there are some states. They share values (value/share.c) and states
 * (crowd.c), and each visits what it has found. They are to count: as soon as one of them meets anything that would have to
 * be reported, or that the others would not understand, the first process goes on alone from where they parted. So what is
 * reported, and how, does not depend on them. */
#include "explore/team.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORKERS = 64, POLL_MILLISECONDS = 10 };

struct worker_report { /* in memory that is shared */
	uint64_t transitions, explored, spared, bytes;
	_Atomic bool has_ended;
	uint64_t *taken; /* transitions of each operation */
	bool *failed;
};

struct team {
	struct explore *x;
	uint32_t count, self;
	struct crew *crew;
	struct crowd *crowd;
	struct value_share *values;
	_Atomic int *stop;
	struct worker_report *reports;
	int ends[2]; /* a pipe: a byte of each that has ended */
	pid_t pids[MOST_WORKERS];
};

/* ---- a worker -------------------------------------------------------------------------------------- */

/* What is not listed is understood by one process alone. */
static bool can_be_told(const struct explore *x)
{
	for (uint32_t i = 1; i < x->states.width; i++)
		if (value_has_lazy(x->values, x->vector[i])) return false;
	return true;
}

uint32_t team_number(struct explore *x, uint32_t source, uint32_t operation, uint32_t hash,
                     bool *is_new)
{
	struct team *t = x->team;
	if (!can_be_told(x)) crew_give_up(t->crew);
	uint32_t id = crowd_add(t->crowd, t->self, x->vector, hash, source, operation, is_new);
	value_share_moved(x->values);
	return id;
}

struct mark { /* what changes if there is something to be reported */
	uint32_t findings, open;
	size_t notes;
	enum explore_end end;
	bool was_cut, has_lazy, is_full;
};

/* Duties that are not certainly true in some state: in those behind it they are not taken to be. */
static uint32_t open_duties(const struct explore *x)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < x->model.duties.count; i++) count += x->model.duties.at[i].is_open;
	return count;
}

static struct mark mark_of(const struct explore *x)
{
	return (struct mark){
	    x->result.findings.count, open_duties(x), x->result.notes.count, x->result.end,
	    x->result.was_cut,        x->has_lazy,    x->search.is_full};
}

static bool is_changed(const struct mark *a, const struct mark *b)
{
	return a->findings != b->findings || a->open != b->open || a->notes != b->notes ||
	       a->end != b->end || a->was_cut != b->was_cut || a->has_lazy != b->has_lazy ||
	       a->is_full != b->is_full;
}

static void let_move(struct team *t)
{
	crew_pause(t->crew);
	value_share_moved(t->x->values);
}

static void visit(struct team *t, const struct crowd_some *some)
{
	for (uint32_t i = 0; i < some->count && !step_stopped(t->x); i++) {
		search_visit(t->x, crowd_state(t->crowd, some, i));
		let_move(t);
	}
	crowd_visited(t->crowd, t->self, some->count);
}

/* Until nothing is left, or somebody has ended the search. */
static void visit_all(struct team *t)
{
	struct crowd_some some;
	struct mark before = mark_of(t->x), now;
	for (uint32_t turns = 0; !step_stopped(t->x);) {
		if (crowd_take(t->crowd, t->self, &some)) {
			visit(t, &some);
			now = mark_of(t->x);
			if (is_changed(&before, &now) && !step_stopped(t->x)) crew_give_up(t->crew);
			turns = 0;
		} else {
			if (crowd_is_done(t->crowd)) return;
			crew_wait(&turns);
			let_move(t);
		}
	}
}

static void report(struct team *t)
{
	const struct explore *x = t->x;
	struct worker_report *r = &t->reports[t->self];
	r->transitions = x->result.stats.transitions;
	r->explored = x->result.stats.explored;
	r->spared = predict_spared(x);
	r->bytes = predict_bytes(x);
	for (uint32_t i = 0; i < x->result.coverage.count; i++) {
		r->taken[i] = x->result.coverage.at[i].transitions;
		r->failed[i] = x->result.coverage.at[i].failed;
	}
	r->has_ended = true;
}

/* Returns whether it can tell the first process that it has ended. */
static bool work(struct team *t)
{
	struct explore *x = t->x;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	value_share_join(x->values, t->values);
	crowd_join(x, t->crowd);
	x->team = t;
	x->options.stop = t->stop;
	x->options.progress = NULL;
	eval_set_interrupt(x->eval, t->stop);
	visit_all(t);
	report(t);
	crew_rest(t->crew);
	return write(t->ends[1], "e", 1) == 1;
}

/* ---- the first process ------------------------------------------------------------------------------- */

static void share(struct team *t)
{
	uint32_t operations = t->x->result.coverage.count;
	t->stop = crew_take(t->crew, sizeof *t->stop);
	t->reports = crew_take(t->crew, t->count * sizeof *t->reports);
	for (uint32_t i = 0; i < t->count; i++) {
		t->reports[i].taken = crew_take(t->crew, (operations + 1) * sizeof(uint64_t));
		t->reports[i].failed = crew_take(t->crew, operations + 1);
	}
	t->values = value_share_open(t->x->values, t->crew);
	t->crowd = crowd_open(t->x, t->crew, t->count);
}

static bool part(struct team *t)
{
	if (pipe2(t->ends, O_CLOEXEC | O_NONBLOCK)) return false;
	for (uint32_t i = 0; i < t->count; i++) {
		t->self = i;
		t->pids[i] = fork();
		while (t->pids[i] == 0) t->x->options.end_worker(!work(t));
		if (t->pids[i] < 0) return false;
	}
	return true;
}

static void end_all(struct team *t)
{
	for (uint32_t i = 0; i < t->count; i++) {
		if (t->pids[i] <= 0) continue;
		kill(t->pids[i], SIGKILL);
		while (waitpid(t->pids[i], NULL, 0) < 0 && errno == EINTR) continue;
	}
	for (int k = 0; k < 2; k++)
		if (t->ends[k] > 0) close(t->ends[k]);
}

/* Returns whether all of them have ended well. */
static bool have_ended(struct team *t)
{
	for (uint32_t i = 0; i < t->count; i++)
		if (!t->reports[i].has_ended) return false;
	return true;
}

/* Has one of them gone in the midst of its work? */
static bool is_one_missing(struct team *t)
{
	for (uint32_t i = 0; i < t->count; i++) {
		if (t->pids[i] <= 0 || waitpid(t->pids[i], NULL, WNOHANG) != t->pids[i]) continue;
		t->pids[i] = 0;
		if (!t->reports[i].has_ended) return true;
	}
	return false;
}

static uint64_t memory_of(const struct team *t)
{
	return crew_bytes(t->crew) + value_share_bytes(t->values);
}

static bool is_odd(struct team *t)
{
	const struct explore_options *o = &t->x->options;
	if (crew_has_given_up(t->crew) || crowd_states(t->crowd) > o->max_states) return true;
	return o->memory && memory_of(t) > o->memory;
}

static void wait_for_end(struct team *t)
{
	char words[MOST_WORKERS];
	struct pollfd p = {t->ends[0], POLLIN, 0};
	if (poll(&p, 1, POLL_MILLISECONDS) > 0)
		while (read(t->ends[0], words, sizeof words) > 0) continue;
}

static void show_progress(struct team *t)
{
	struct explore *x = t->x;
	struct explore_stats now = x->result.stats;
	if (!x->options.progress) return;
	now.states = crowd_states(t->crowd);
	x->options.progress(x->options.progress_data, &now);
}

/* Returns whether what they have counted is to be believed: all that there is until they were stopped. */
static bool watch(struct team *t)
{
	struct explore *x = t->x;
	uint64_t visited = x->search.next;
	while (!have_ended(t)) {
		wait_for_end(t);
		if (step_stopped(x)) *t->stop = 1;
		if (is_odd(t) || is_one_missing(t)) return false;
		show_progress(t);
	}
	for (uint32_t i = 0; i < t->count; i++)
		visited += t->reports[i].explored - x->result.stats.explored;
	return !is_odd(t) && (step_stopped(x) || visited == crowd_states(t->crowd));
}

/* What they have counted since they parted. */
static void add_up(struct team *t)
{
	struct explore_result *result = &t->x->result;
	struct explore_stats before = result->stats;
	result->workers = t->count;
	t->x->search.elsewhere = crowd_states(t->crowd) - t->x->states.count;
	t->x->search.elsewhere_bytes = memory_of(t);
	t->x->search.elsewhere_spared = 0;
	for (uint32_t i = 0; i < t->count; i++) {
		const struct worker_report *r = &t->reports[i];
		result->stats.transitions += r->transitions - before.transitions;
		result->stats.explored += r->explored - before.explored;
		t->x->search.elsewhere_spared += r->spared - predict_spared(t->x);
		t->x->search.elsewhere_bytes += r->bytes;
	}
	for (uint32_t k = 0; k < result->coverage.count; k++) {
		uint64_t taken = result->coverage.at[k].transitions;
		for (uint32_t i = 0; i < t->count; i++) {
			result->coverage.at[k].transitions += t->reports[i].taken[k] - taken;
			result->coverage.at[k].failed |= t->reports[i].failed[k];
		}
	}
}

bool team_search(struct explore *x)
{
	struct team t = {.x = x, .count = x->options.workers};
	if (t.count > MOST_WORKERS) t.count = MOST_WORKERS;
	t.crew = crew_open(t.count);
	if (!t.crew) return false;
	share(&t);
	bool is_good = part(&t) && watch(&t);
	end_all(&t);
	if (is_good) add_up(&t);
	crew_close(t.crew);
	return is_good;
}
