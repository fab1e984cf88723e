/* `disprove` on one random machine, against exhaustive evaluation: an obligation is refuted exactly if some
 * state that satisfies PROPERTIES and INVARIANT refutes it. Where there are too many states, some of them are
 * evaluated, and what they refute must be refuted. */
#ifndef TESTS_OBLIGATIONS_H
#define TESTS_OBLIGATIONS_H

#include "tests/random/random_machine.h"

struct obligations_stats {
	uint64_t machines, partial, rejected; /* in all states, in some, by the front end */
	uint64_t states, obligations, refuted, proved, open;
};

/* Of a seed. False with the reason and the machine in `why`. */
bool obligations_agree(uint64_t seed, struct obligations_stats *stats, struct text *why);
void obligations_print(const struct obligations_stats *s, FILE *out);

#endif
