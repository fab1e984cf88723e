/* The search in several processes, which part once there are many states. Each explores the states that are its own by a
 * hash of their values; what it finds of others it tells them, round by round. They are to count: as soon as one of
 * them meets anything that would have to be reported, or cannot be told, the first process goes on alone from where
 * they parted. So what is reported, and how, does not depend on them. */
#include "explore/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	MOST_WORKERS = 64,
	ROUND = 4096, /* states that are visited between two exchanges */
	POLL_MILLISECONDS = 10,
};

struct worker_report { /* in memory that is shared */
	uint64_t states, transitions, explored, bytes, pending, sent;
	uint64_t memory; /* resident */
	bool is_odd;     /* it met something */
	uint64_t *taken; /* transitions of each operation */
	bool *failed;
};

struct team {
	struct explore *x;
	uint32_t count, self;
	_Atomic int *stop;
	struct worker_report *reports;
	int files[MOST_WORKERS][2]; /* what a worker says in odd and even rounds */
	int asks[MOST_WORKERS][2], tells[MOST_WORKERS][2]; /* pipes to and from each */
	pid_t pids[MOST_WORKERS];
	uint32_t parted, round;
	struct transfer transfer;
	struct states foreign; /* of this round */
	uint64_t *places;      /* shared: where in its file a worker's words for another one begin */
	VEC(uint32_t) words;
};

/* ---- whose is it? ---------------------------------------------------------------------------------- */

static uint32_t owner_of(struct team *t, const value *vector)
{
	uint64_t h = states_part(0, vector[0]); /* the setup: a number, but no value */
	for (uint32_t i = 1; i < t->x->states.width; i++)
		h += states_part(i, (value)transfer_hash(&t->transfer, vector[i]));
	return states_finish(h) % t->count;
}

uint32_t team_number(struct explore *x, uint32_t source, uint32_t operation, uint32_t hash,
                     bool *is_new)
{
	enum { ELSEWHERE = 1u << 31 };
	struct team *t = x->team;
	bool is_first;
	uint32_t id = states_find_hashed(&x->states, x->vector, hash);
	if (id != EXPLORE_NONE) return id;
	if (owner_of(t, x->vector) == t->self)
		return states_add_hashed(&x->states, x->vector, hash, source, operation, is_new);
	id = states_add_hashed(&t->foreign, x->vector, hash, 0, 0, &is_first);
	return id | (uint32_t)ELSEWHERE;
}

/* ---- a worker -------------------------------------------------------------------------------------- */

struct mark { /* what changes if there is something to be reported */
	uint32_t findings;
	size_t notes;
	enum explore_end end;
	bool was_cut, has_lazy, is_full;
};

static struct mark mark_of(const struct explore *x)
{
	return (struct mark){x->result.findings.count, x->result.notes.count, x->result.end,
	                     x->result.was_cut,        x->has_lazy,           x->search.is_full};
}

static bool is_changed(const struct mark *a, const struct mark *b)
{
	return a->findings != b->findings || a->notes != b->notes || a->end != b->end ||
	       a->was_cut != b->was_cut || a->has_lazy != b->has_lazy || a->is_full != b->is_full;
}

static uint64_t memory_in_use(void)
{
	char line[128] = "";
	int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	ssize_t length = file < 0 ? 0 : read(file, line, sizeof line - 1);
	if (file >= 0) close(file);
	const char *resident = length > 0 ? strchr(line, ' ') : NULL;
	return resident ? strtoull(resident, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

static bool write_all(int file, const void *data, size_t bytes, off_t at)
{
	for (const char *p = data; bytes > 0;) {
		ssize_t n = pwrite(file, p, bytes, at);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return false;
		p += n;
		at += n;
		bytes -= (size_t)n;
	}
	return true;
}

static bool tell_state(struct team *t, const value *state)
{
	value *told = t->x->vector;
	memcpy(told, state, t->foreign.width * sizeof *told);
	told[0] = value_integer(t->x->values, state[0]); /* the setup */
	return transfer_send(&t->transfer, owner_of(t, state), told, t->foreign.width);
}

/* The words for each of the others, one after the other. */
static bool say(struct team *t)
{
	struct worker_report *r = &t->reports[t->self];
	int file = t->files[t->self][t->round & 1];
	uint64_t *places = t->places + ((t->round & 1) * t->count + t->self) * (t->count + 1);
	uint64_t at = 0;
	r->sent = t->foreign.count;
	for (uint32_t i = 0; i < t->foreign.count; i++)
		if (!tell_state(t, states_at(&t->foreign, i))) return false;
	bool ok = ftruncate(file, 0) == 0;
	for (uint32_t i = 0; i < t->count; i++) {
		struct transfer_to *to = &t->transfer.to[i];
		places[i] = at;
		ok = ok && write_all(file, to->out.at, to->out.count * sizeof *to->out.at,
		                     (off_t)(at * sizeof *to->out.at));
		at += to->out.count;
		to->out.count = 0;
	}
	places[t->count] = at;
	states_clear(&t->foreign);
	states_init(&t->foreign, t->x->states.width);
	return ok;
}

static bool read_words(struct team *t, uint32_t from, uint64_t at, uint64_t count)
{
	size_t done = 0, bytes = count * sizeof *t->words.at;
	t->words.count = 0;
	while (t->words.room < count)
		vec_reserve((void **)&t->words.at, &t->words.room, (uint32_t)count, sizeof *t->words.at);
	while (done < bytes) {
		ssize_t n = pread(t->files[from][t->round & 1], (char *)t->words.at + done, bytes - done,
		                  (off_t)(at * sizeof *t->words.at + done));
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return false;
		done += (size_t)n;
	}
	return true;
}

/* What the others have said. */
static bool listen(struct team *t)
{
	struct explore *x = t->x;
	for (uint32_t i = 0; i < t->count; i++) {
		const uint64_t *places = t->places + ((t->round & 1) * t->count + i) * (t->count + 1);
		uint64_t count = places[t->self + 1] - places[t->self];
		bool is_new;
		if (i == t->self || count == 0) continue;
		if (count > UINT32_MAX / 2 || !read_words(t, i, places[t->self], count)) return false;
		uint32_t next = 0;
		while ((next = transfer_receive(&t->transfer, i, t->words.at, (uint32_t)count, next,
		                                x->vector, x->states.width)) != UINT32_MAX) {
			x->vector[0] = (value)value_to_integer(x->values, x->vector[0]);
			t->reports[t->self].is_odd |= owner_of(t, x->vector) != t->self;
			states_add(&x->states, x->vector, EXPLORE_NONE, EXPLORE_NONE, &is_new);
		}
	}
	return true;
}

static bool is_own(struct team *t, uint32_t state)
{
	return state >= t->parted || owner_of(t, states_at(&t->x->states, state)) == t->self;
}

static void visit_some(struct team *t)
{
	struct explore *x = t->x;
	struct mark before = mark_of(x);
	for (uint32_t i = 0; i < ROUND && x->search.next < x->states.count && !step_stopped(x);) {
		uint32_t state = x->search.next++;
		if (!is_own(t, state)) continue;
		search_visit(x, state);
		i++;
	}
	struct mark after = mark_of(x);
	t->reports[t->self].is_odd |= is_changed(&before, &after);
}

static void report(struct team *t)
{
	const struct explore *x = t->x;
	struct worker_report *r = &t->reports[t->self];
	r->states = x->states.count - t->parted;
	r->transitions = x->result.stats.transitions;
	r->explored = x->result.stats.explored;
	r->bytes = states_bytes(&x->states) + values_bytes(x->values);
	r->pending = x->states.count - x->search.next;
	r->memory = memory_in_use();
	for (uint32_t i = 0; i < x->result.coverage.count; i++) {
		r->taken[i] = x->result.coverage.at[i].transitions;
		r->failed[i] = x->result.coverage.at[i].failed;
	}
}

/* Whether all went well until the first process has had enough. */
static bool work(struct team *t)
{
	char word = 'g';
	struct explore *x = t->x;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	x->team = t;
	x->options.stop = t->stop;
	x->options.progress = NULL;
	eval_set_interrupt(x->eval, t->stop);
	states_init(&t->foreign, x->states.width);
	for (;; t->round++) {
		visit_some(t);
		if (!say(t)) t->reports[t->self].is_odd = true;
		report(t);
		if (write(t->tells[t->self][1], "r", 1) != 1) return false;
		if (read(t->asks[t->self][0], &word, 1) != 1 || word != 'g') return true;
		if (!listen(t)) return false;
	}
}

/* ---- the first process ------------------------------------------------------------------------------- */

static void *shared(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return p == MAP_FAILED ? NULL : p;
}

/* One piece of memory for all that they share: first the flag, then the rest. Returns how much it is. */
static size_t share(struct team *t, char *memory)
{
	enum { FLAG = 64 };
	uint32_t operations = t->x->result.coverage.count;
	size_t reports = t->count * sizeof *t->reports;
	size_t places = sizeof *t->places * 2 * t->count * (t->count + 1);
	size_t taken = operations * sizeof(uint64_t), failed = (operations + 7) & ~(size_t)7;
	if (!memory) return FLAG + reports + places + t->count * (taken + failed);
	t->stop = (_Atomic int *)(void *)memory;
	t->reports = (struct worker_report *)(void *)(memory + FLAG);
	t->places = (uint64_t *)(void *)(memory + FLAG + reports);
	for (uint32_t i = 0; i < t->count; i++) {
		char *own = memory + FLAG + reports + places + i * (taken + failed);
		t->reports[i].taken = (uint64_t *)(void *)own;
		t->reports[i].failed = (bool *)(own + taken);
	}
	return 0;
}

static bool part(struct team *t)
{
	for (uint32_t i = 0; i < t->count; i++) {
		for (int k = 0; k < 2; k++) t->files[i][k] = memfd_create("bounce", MFD_CLOEXEC);
		if (t->files[i][0] < 0 || t->files[i][1] < 0 || pipe2(t->asks[i], O_CLOEXEC) ||
		    pipe2(t->tells[i], O_CLOEXEC))
			return false;
	}
	for (uint32_t i = 0; i < t->count; i++) {
		t->self = i;
		t->pids[i] = fork();
		while (t->pids[i] == 0) t->x->options.end_worker(!work(t));
		if (t->pids[i] < 0) return false;
	}
	return true;
}

static void close_all(struct team *t)
{
	for (uint32_t i = 0; i < t->count; i++) {
		if (t->pids[i] > 0) {
			kill(t->pids[i], SIGKILL);
			while (waitpid(t->pids[i], NULL, 0) < 0 && errno == EINTR) continue;
		}
		for (int k = 0; k < 2; k++) {
			if (t->files[i][k] > 0) close(t->files[i][k]);
			if (t->asks[i][k] > 0) close(t->asks[i][k]);
			if (t->tells[i][k] > 0) close(t->tells[i][k]);
		}
	}
}

/* Waits for the report of one; false if it is gone. */
static bool wait_for(struct team *t, uint32_t i)
{
	char word;
	struct pollfd p = {t->tells[i][0], POLLIN, 0};
	for (;;) {
		if (step_stopped(t->x)) *t->stop = 1;
		int n = poll(&p, 1, POLL_MILLISECONDS);
		if (n > 0 && p.revents & POLLIN) return read(t->tells[i][0], &word, 1) == 1;
		if (n > 0 || (n < 0 && errno != EINTR)) return false;
		if (n == 0 && waitpid(t->pids[i], NULL, WNOHANG) == t->pids[i]) {
			t->pids[i] = 0;
			return false;
		}
	}
}

enum round { ROUND_NEXT, ROUND_LAST, ROUND_ODD };

static enum round end_round(struct team *t)
{
	struct explore *x = t->x;
	uint64_t open = 0, states = t->parted, memory = 0, visited = x->search.next;
	bool is_odd = false;
	for (uint32_t i = 0; i < t->count; i++) {
		if (!wait_for(t, i)) return ROUND_ODD;
		const struct worker_report *r = &t->reports[i];
		open += r->pending + r->sent;
		states += r->states;
		visited += r->explored - x->result.stats.explored;
		memory += r->memory;
		is_odd |= r->is_odd;
	}
	x->search.elsewhere = states - t->parted;
	if (step_stopped(x)) return ROUND_LAST;
	if (is_odd || states > x->options.max_states) return ROUND_ODD;
	if (x->options.memory && memory > x->options.memory) return ROUND_ODD;
	if (open) return ROUND_NEXT;
	return visited == states ? ROUND_LAST : ROUND_ODD; /* each one once, or they are not believed */
}

/* What they have counted since they parted. */
static void add_up(struct team *t)
{
	struct explore_result *result = &t->x->result;
	struct explore_stats before = result->stats;
	result->workers = t->count;
	for (uint32_t i = 0; i < t->count; i++) {
		const struct worker_report *r = &t->reports[i];
		result->stats.transitions += r->transitions - before.transitions;
		result->stats.explored += r->explored - before.explored;
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

static enum round run_rounds(struct team *t)
{
	for (;;) {
		enum round r = end_round(t);
		if (r != ROUND_NEXT) return r;
		for (uint32_t i = 0; i < t->count; i++)
			if (write(t->asks[i][1], "g", 1) != 1) return ROUND_ODD;
		if (t->x->options.progress) {
			struct explore_stats now = t->x->result.stats;
			now.states = t->x->states.count + t->x->search.elsewhere;
			t->x->options.progress(t->x->options.progress_data, &now);
		}
	}
}

bool team_search(struct explore *x)
{
	struct team t = {.x = x, .count = x->options.workers, .parted = x->states.count};
	if (t.count > MOST_WORKERS) t.count = MOST_WORKERS;
	size_t bytes = share(&t, NULL);
	char *memory = shared(bytes);
	if (!memory) return false;
	share(&t, memory);
	transfer_open(&t.transfer, x->values, t.count);
	enum round r = part(&t) ? run_rounds(&t) : ROUND_ODD;
	close_all(&t);
	if (r == ROUND_LAST) add_up(&t);
	else x->search.elsewhere = 0;
	transfer_close(&t.transfer);
	munmap(memory, bytes);
	return r == ROUND_LAST;
}
