/* Engines that answer one question take turns. Knows nothing of machines. For the
 * engines of bmc/ and temporal/. */
#ifndef BMC_SCHEDULE_H
#define BMC_SCHEDULE_H

#include "bmc/bmc.h"

/* What all engines share (compare prover.h of pono). A turn takes about so much effort, or less; what it finds is kept with
 * the data, confirmed. */
struct engine {
	struct engine_info info;
	void (*open)(
	    void *data); /* before its first turn; of those that are not FIRST: after these; or NULL */
	enum engine_answer (*turn)(void *data, uint64_t effort);
};

#define SCHEDULE_FOR_EVER UINT64_MAX
enum { SCHEDULE_MOST_ENGINES = 16 };

struct schedule {
	const struct engine *engines; /* [0 .. count-1] */
	uint32_t count;
	uint32_t selected; /* by their bits: those that take part */
	void *data;
	uint64_t (*effort)(
	    const void *data);          /* so far, by all of them: that of the evaluator and more, */
	struct eval *eval;              /* whose meter is told of it, and may have an end; or NULL */
	const _Atomic int *interrupt;   /* no turn begins after this is not 0 */
	uint64_t slice;                 /* of effort; grows by half after each pass */
	uint64_t closing;               /* that others have when there is a candidate */
	const struct engine *candidate; /* who has one; or NULL */
	bool are_open;                  /* all of them */
	struct engine_turns turns;      /* so far */
	const struct engine *by;        /* who has decided; or NULL */
	bool has_ended[SCHEDULE_MOST_ENGINES], is_late[SCHEDULE_MOST_ENGINES];
	bool has_reached; /* somebody has looked at all that was asked for */
};

/* Until one decides, nobody goes on, or the interrupt. */
void schedule_run(struct schedule *s);
/* Is it the only one that takes part? */
bool schedule_is_alone(const struct schedule *s, uint32_t engine);
uint64_t schedule_after(uint64_t now,
                        uint64_t more); /* the sum, but never past SCHEDULE_FOR_EVER */
void schedule_clear(struct schedule *s);

#endif
