/* Processes that share a store find what another one has added: equal values are equal numbers for all of them. */
#include "tests/greatest.h"

#include "base/base.h"
#include "value/store.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 3, KNOWN = 300, COUNT = 12000, TOGETHER = 64 };

struct common {
	_Atomic uint32_t ready[COUNT / TOGETHER + 1];
	value numbers[PROCESSES][COUNT];
};

/* Integers, pairs, sets, intervals, sets of sets: each of another number is another value. */
static value make(struct values *s, uint32_t i)
{
	value number = value_integer(s, (int64_t)i + (1ll << 40));
	value items[3] = {number, value_integer(s, i), value_integer(s, -1)};
	switch (i % 5) {
	case 0: return number;
	case 1: return value_pair(s, items[1], number);
	case 2: return value_interval(s, 0, (int64_t)i + 3);
	case 3: return value_set(s, items, 3);
	default: items[0] = make(s, i - 1); return value_set(s, items, 1);
	}
}

/* All of them make the same values at the same time, some of them in another order. */
static void work(struct values *s, struct crew *c, struct value_share *share, struct common *m,
                 uint32_t self)
{
	value_share_join(s, share);
	for (uint32_t from = 0; from < COUNT; from += TOGETHER) {
		_Atomic uint32_t *ready = &m->ready[from / TOGETHER];
		uint32_t turns = 0;
		for (++*ready; *ready < PROCESSES; value_share_moved(s)) {
			crew_wait(&turns);
			crew_pause(c);
		}
		for (uint32_t k = 0; k < TOGETHER; k++) {
			uint32_t i = from + (self == 2 ? TOGETHER - 1 - k : k);
			if (i < COUNT) m->numbers[self][i] = make(s, i);
		}
	}
	crew_rest(c);
	_exit(0);
}

static const char *message;

static bool are_the_same(struct values *s, const struct common *m)
{
	bool *seen = calloc(UINT16_MAX * 16, sizeof *seen);
	bool good = true;
	for (uint32_t i = 0; i < COUNT && good; i++) {
		value v = m->numbers[0][i];
		for (uint32_t k = 1; k < PROCESSES; k++) good &= m->numbers[k][i] == v;
		if (!good) message = "one value has two numbers";
		else if (i < KNOWN && v != make(s, i))
			message = "a value that was known has another number";
		else if (v >= UINT16_MAX * 16 || seen[v]) message = "two values have one number";
		else seen[v] = true;
		good &= v < UINT16_MAX * 16 && seen[v];
	}
	free(seen);
	return good;
}

TEST equal_values_are_equal_numbers_for_all(void)
{
	struct names names;
	pid_t pids[PROCESSES];
	names_init(&names);
	struct values *s = values_open(&names);
	for (uint32_t i = 0; i < KNOWN; i++) make(s, i);
	struct crew *c = crew_open(PROCESSES);
	ASSERT(c);
	struct value_share *share = value_share_open(s, c);
	struct common *m = crew_take(c, sizeof *m);
	for (uint32_t i = 0; i < PROCESSES; i++)
		if ((pids[i] = fork()) == 0) work(s, c, share, m, i);
	for (uint32_t i = 0; i < PROCESSES; i++) {
		int status;
		ASSERT_EQ(pids[i], waitpid(pids[i], &status, 0));
		ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	}
	ASSERT_FALSE(crew_has_given_up(c));
	ASSERTm(message, are_the_same(s, m));
	ASSERT(value_share_bytes(share) > 0);
	crew_close(c);
	values_close(s);
	names_clear(&names);
	PASS();
}

/* As if another process had added it since it was looked for. */
TEST whoever_comes_second_finds_it(void)
{
	struct names names;
	names_init(&names);
	struct values *s = values_open(&names);
	struct crew *c = crew_open(1);
	value_share_join(s, value_share_open(s, c));
	struct value_cell e = {.kind = VALUE_PAIR, .is.bits = 5}, other = {.kind = VALUE_PAIR};
	value first = share_add(s, 77, &e, 0, false);
	ASSERT_EQ(first, share_add(s, 77, &e, 0, false));
	ASSERT(first != share_add(s, 77, &other, 0, false));
	value items[2] = {3, 4}, same[2] = {3, 4}, others[2] = {3, 5};
	struct value_cell set = {.kind = VALUE_SET, .count = 2};
	set.is.items = items;
	first = share_add(s, 77, &set, sizeof items, false);
	set.is.items = same;
	ASSERT_EQ(first, share_add(s, 77, &set, sizeof items, false));
	set.is.items = others;
	ASSERT(first != share_add(s, 77, &set, sizeof items, false));
	values_close(s);
	crew_close(c);
	names_clear(&names);
	PASS();
}

/* It lies in the memory of one process only. */
TEST whoever_names_something_new_gives_up(void)
{
	struct names names;
	names_init(&names);
	struct values *s = values_open(&names);
	value_string(s, names_of(&names, "known"));
	struct crew *c = crew_open(1);
	struct value_share *share = value_share_open(s, c);
	uint32_t *turns = crew_take(c, sizeof *turns);
	pid_t pid = fork();
	if (pid == 0) {
		value_share_join(s, share);
		value_string(s, names_of(&names, "known"));
		*turns = crew_has_given_up(c) ? 0 : 1;
		value_string(s, names_of(&names, "new"));
		_exit(1);
	}
	for (uint32_t waited = 0; !crew_has_given_up(c);) {
		ASSERT_EQ(0, waitpid(pid, NULL, WNOHANG));
		crew_wait(&waited);
	}
	ASSERT_EQ(1u, *turns);
	kill(pid, SIGKILL);
	ASSERT_EQ(pid, waitpid(pid, NULL, 0));
	crew_close(c);
	values_close(s);
	names_clear(&names);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(equal_values_are_equal_numbers_for_all);
	RUN_TEST(whoever_comes_second_finds_it);
	RUN_TEST(whoever_names_something_new_gives_up);
	GREATEST_MAIN_END();
}
