/* What is taken comes one after the other from one piece of address space, which uses memory only where it is written to. */
#include "base/base.h"

#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

struct crew { /* it lies at the beginning of what it has */
	size_t room;
	uint32_t processes;
	_Atomic size_t taken;
	_Atomic size_t reserved; /* of that */
	_Atomic uint32_t waiting;
	_Atomic int is_asked; /* somebody wants to be alone */
	_Atomic int has_given_up;
};

enum { LINE = 64, PAGE = 4096 };

struct crew *crew_open(uint32_t processes)
{
	enum { LEAST_BITS = 32, MOST_BITS = 36 };
	for (int bits = MOST_BITS; bits >= LEAST_BITS; bits--) {
		size_t room = (size_t)1 << bits;
		struct crew *c = mmap(NULL, room, PROT_READ | PROT_WRITE,
		                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (c == MAP_FAILED) continue;
		c->room = room;
		c->processes = processes;
		c->taken = PAGE;
		return c;
	}
	return NULL;
}

void crew_close(struct crew *c) { munmap(c, c->room); }

uint64_t crew_bytes(const struct crew *c) { return c->taken - c->reserved; }

size_t crew_room(const struct crew *c) { return c->room; }

uint32_t crew_processes(const struct crew *c) { return c->processes; }

/* ---- memory -------------------------------------------------------------------------------------- */

static size_t rounded(size_t bytes)
{
	size_t unit = bytes < PAGE ? LINE : PAGE;
	return (bytes + unit - 1) & ~(unit - 1);
}

/* Fetching many pages at once takes a fraction of the time that they take one by one. */
void crew_expect(void *memory, size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
	char *from = (char *)(((uintptr_t)memory + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
	char *to = (char *)(((uintptr_t)memory + bytes) & ~(uintptr_t)(PAGE - 1));
	if (from < to) madvise(from, (size_t)(to - from), MADV_POPULATE_WRITE);
#else
	(void)memory, (void)bytes;
#endif
}

static void *take(struct crew *c, size_t bytes)
{
	size_t at = 0, size = rounded(bytes), unit = bytes < PAGE ? LINE : PAGE;
	size_t end = atomic_load(&c->taken);
	do {
		at = (end + unit - 1) & ~(unit - 1);
		if (size > c->room - at) crew_give_up(c);
	} while (!atomic_compare_exchange_weak(&c->taken, &end, at + size));
	return (char *)c + at;
}

void *crew_take(struct crew *c, size_t bytes)
{
	void *memory = take(c, bytes);
	crew_expect(memory, bytes);
	return memory;
}

void *crew_reserve(struct crew *c, size_t bytes)
{
	atomic_fetch_add(&c->reserved, rounded(bytes));
	return take(c, bytes);
}

void crew_give(struct crew *c, void *memory, size_t bytes)
{
	if (bytes < PAGE) return;
	madvise(memory, rounded(bytes), MADV_REMOVE);
	atomic_fetch_add(&c->reserved, rounded(bytes));
}

/* ---- being alone ----------------------------------------------------------------------------------- */

void crew_wait(uint32_t *turns)
{
	enum { SHORT = 64, NANOSECONDS = 50000 };
	if (++*turns < SHORT) sched_yield();
	else nanosleep(&(struct timespec){.tv_nsec = NANOSECONDS}, NULL);
}

void crew_rest(struct crew *c) { atomic_fetch_add(&c->waiting, 1); }

/* Whoever leaves looks again once it does not count as waiting any more: somebody may have relied on that. */
void crew_pause(struct crew *c)
{
	if (!atomic_load_explicit(&c->is_asked, memory_order_relaxed)) return;
	uint32_t turns = 0;
	do {
		atomic_fetch_add(&c->waiting, 1);
		while (atomic_load(&c->is_asked)) crew_wait(&turns);
		atomic_fetch_sub(&c->waiting, 1);
	} while (atomic_load(&c->is_asked));
}

bool crew_begin_alone(struct crew *c)
{
	int nobody = 0;
	uint32_t turns = 0;
	if (!atomic_compare_exchange_strong(&c->is_asked, &nobody, 1)) {
		crew_pause(c);
		return false;
	}
	while (atomic_load(&c->waiting) + 1 < c->processes) crew_wait(&turns);
	return true;
}

void crew_end_alone(struct crew *c) { atomic_store(&c->is_asked, 0); }

void crew_give_up(struct crew *c)
{
	uint32_t turns = 0;
	atomic_store(&c->has_given_up, 1);
	for (;;) crew_wait(&turns);
}

bool crew_has_given_up(const struct crew *c) { return c->has_given_up; }
