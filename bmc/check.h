/* What the engines of `check` share. Private to bmc/. */
#ifndef BMC_CHECK_H
#define BMC_CHECK_H

#include "bmc/schedule.h"

enum { CHECK_PROBES = EXPLORE_PROBE_WALK + 1 };
#define CHECK_ANY_DEPTH UINT32_MAX

struct solver_runs {   /* of one unrolling; it may begin again */
	struct run *run;   /* or NULL */
	uint64_t patience; /* so much effort a turn may take while another engine waits */
	uint32_t deepest;  /* of runs that were given up for want of patience */
	bool was_cut;      /* integers were drawn from a part of them */
	bool has_begun;    /* the initial states were looked at once */
	bool has_ended;
	bool leaves_deadlock;   /* to the engine of that name */
	enum run_answer answer; /* the last one */
};

struct check {
	struct check_question question;
	struct arena arena;
	struct explore *explore;
	struct eval *eval; /* that of the explore */
	struct run_options options;
	struct schedule schedule;
	struct {
		bool has_begun; /* all setups and initial states are known */
		bool has_ended; /* nothing is left within the depth */
		bool is_done;   /* all states were visited */
		bool is_late;   /* there was no time to find all initial states */
		bool had_turn;
	} states;
	struct solver_runs bmc, deadlock;
	struct explore_probe *probes[CHECK_PROBES]; /* by enum explore_way; or NULL */
	struct explore_probe *candidate;            /* the one of them that has found a run, or NULL */
	struct unbounded *pdr, *abc;                /* see engine_pdr.c; or NULL */
	const char *pdr_reason;                     /* why it has ended without an answer, or NULL */
	struct pos pdr_pos;
	bool is_pdr_doubtful;
	struct strings invariant;       /* that it has found, in B, */
	uint32_t untold;                /* but for so many clauses, for which B has no words */
	bool is_told;                   /* what is said there was proved as it stands there */
	const char *unable;             /* why nothing is looked at, or NULL */
	const char *proof;              /* by one of the inductions, or NULL */
	bool is_for_all_sizes;          /* that proof is */
	bool tells_other_sizes;         /* it says something of sizes that were not looked at */
	const char *proof_but_deadlock; /* likewise, of all else than deadlocks */
	struct check_verdict verdict;
};

/* check.c */
bool check_is_wanted(const struct check *c, const struct explore_finding *f);
bool check_is_violation(const struct check *c, const struct explore_finding *f);
bool check_has_violation(const struct check *c);
bool check_misses_goal(const struct check *c);
/* What an engine says that has a proof: there may be a goal to be looked for a while. */
enum engine_answer check_proved(const struct check *c);
uint32_t check_depth(const struct check *c); /* the longest runs that are looked at */
uint64_t check_effort(const void *check);    /* so far, by all engines */
bool check_is_interrupted(const struct check *c);
/* The pause is set when the evaluator has taken so much effort from now on; FOR_EVER: no longer, and it is taken back. */
void check_pause_after(struct check *c, uint64_t effort);
void check_tell_progress(struct check *c);

/* engine_states.c, engine_bmc.c, engine_induction.c: as struct engine has them; `check` is a struct check */
enum engine_answer states_turn(void *check, uint64_t effort);
void bmc_open(void *check);
enum engine_answer bmc_turn(void *check, uint64_t effort);
enum engine_answer deadlock_turn(void *check, uint64_t effort);
enum engine_answer induction_turn(void *check, uint64_t effort);
enum engine_answer k_induction_turn(void *check, uint64_t effort);
enum engine_answer pdr_turn(void *check, uint64_t effort);
enum engine_answer abc_turn(void *check, uint64_t effort);
enum engine_answer obligations_turn(void *check, uint64_t effort);
/* There is a proof for these sizes of sets. Are all obligations of the machine proved whatever the sizes, with these conjuncts of the invariant
 * besides its own? Then the proof is for all. */
void obligations_lift(struct check *c, const struct node *const *more, uint32_t count,
                      uint64_t effort);
enum engine_answer greedy_turn(void *check, uint64_t effort);
enum engine_answer walk_turn(void *check, uint64_t effort);
enum engine_answer depth_first_turn(void *check, uint64_t effort);
void probes_close(struct check *c);
void pdr_end(struct check *c);

/* Finds the setups and initial states, for whoever needs them. */
void states_begin(struct check *c);

/* Has bmc looked at runs of all lengths within the depth? */
bool bmc_has_depth(const struct check *c, const struct solver_runs *b);
/* Longer runs lead to no other states, for the integers that it was given. */
bool bmc_has_all(const struct solver_runs *b);

/* verdict.c */
void verdict_find(struct check *c);

#endif
