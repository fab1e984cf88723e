/* `explore` and `check` on one random machine: the same verdict, kind and shortest depth, with either
 * engine, with and without symmetry and peephole, --continue, --minimise and --find, and nothing found just below that depth; `explore`
 * finds the same in all setups as in those up to symmetry. */
#ifndef TESTS_MACHINES_H
#define TESTS_MACHINES_H

#include "tests/random/random_machine.h"

struct machines_stats {
	uint64_t machines, violated, holds;
	uint64_t rejected, skipped;      /* by the front end; explore did not finish */
	uint64_t inconclusive, left_out; /* of the solver */
	uint64_t guards; /* answers of the solver where guards that are undefined count */
	uint64_t by_kind[16], by_depth[16];
	uint64_t proved;       /* by the solver alone */
	uint64_t continued;    /* answers with --continue about all faults */
	uint64_t reduced;      /* fewer setups up to symmetry */
	uint64_t far;          /* faults that engines find which go far, */
	uint64_t proved_kinds; /* kinds of faults that are proved not to occur, while others are open */
	uint64_t longer;       /* and those in runs that are not shortest ones */
};

/* The machine of a seed; every third one has operations that can be exchanged. */
void machines_make(uint64_t seed, struct random_machine *out);
/* Of a seed; every fourth one is strict about undefined expressions. False with the reason and the
 * machine, shrunk, in `why`. */
bool machines_agree(uint64_t seed, struct machines_stats *stats, struct text *why);
/* The same of `check --engine pdr` alone: it proves or finds only what explore says, whatever is looked for. */
bool machines_agree_with_pdr(uint64_t seed, struct machines_stats *stats, struct text *why);
void machines_print(const struct machines_stats *s, FILE *out);

#endif
