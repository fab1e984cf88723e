/* Processes that share memory: one of them is alone when it says so. */
#include "tests/greatest.h"

#include "base/base.h"

#include <sched.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 3, TURNS = 3000, EACH = 7 };

struct common {
	uint64_t first, second; /* moved together by one that is alone, read by the others */
	_Atomic uint32_t torn, alone;
};

static void move(struct crew *c, struct common *m)
{
	if (!crew_begin_alone(c)) return;
	m->first++;
	if (m->first % 16 == 0) sched_yield();
	m->second++;
	m->alone++;
	crew_end_alone(c);
}

static void work(struct crew *c, struct common *m, uint32_t self)
{
	for (uint32_t i = 0; i < TURNS; i++) {
		const volatile struct common *seen = m;
		if (seen->first != seen->second) m->torn++;
		if (i % EACH == self) move(c, m);
		crew_pause(c);
	}
	crew_rest(c);
}

TEST nobody_uses_what_is_moved(void)
{
	pid_t pids[PROCESSES];
	struct crew *c = crew_open(PROCESSES);
	ASSERT(c);
	struct common *m = crew_take(c, sizeof *m);
	for (uint32_t i = 0; i < PROCESSES; i++) {
		pids[i] = fork();
		if (pids[i] == 0) {
			work(c, m, i);
			_exit(0);
		}
	}
	for (uint32_t i = 0; i < PROCESSES; i++) {
		int status;
		ASSERT_EQ(pids[i], waitpid(pids[i], &status, 0));
		ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	}
	ASSERT_EQ(0u, m->torn);
	ASSERT(m->alone > TURNS / EACH);
	ASSERT_EQ(m->alone, m->first);
	ASSERT_EQ(m->alone, m->second);
	crew_close(c);
	PASS();
}

TEST memory_is_zero_and_apart(void)
{
	struct crew *c = crew_open(1);
	ASSERT(c);
	uint64_t before = crew_bytes(c);
	char *small = crew_take(c, 3), *large = crew_take(c, 100000), *most = crew_reserve(c, 1 << 30);
	for (uint32_t i = 0; i < 100000; i++) ASSERT_EQ(0, large[i]);
	memset(small, 1, 3);
	memset(large, 2, 100000);
	most[0] = most[(1 << 30) - 1] = 3;
	ASSERT(small[2] == 1 && large[0] == 2 && large[99999] == 2);
	ASSERT(crew_bytes(c) - before >= 100003 && crew_bytes(c) - before < 120000);
	crew_give(c, large, 100000);
	ASSERT(crew_bytes(c) - before < 20000);
	ASSERT_FALSE(crew_has_given_up(c));
	crew_close(c);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(memory_is_zero_and_apart);
	RUN_TEST(nobody_uses_what_is_moved);
	GREATEST_MAIN_END();
}
