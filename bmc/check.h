/* What the engines of `check` share. Private to bmc/. */
#ifndef BMC_CHECK_H
#define BMC_CHECK_H

#include "bmc/schedule.h"

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
	struct {
		struct run *run;   /* or NULL */
		uint64_t patience; /* so much effort a turn may take while another engine waits */
		uint32_t deepest;  /* of runs that were given up for want of patience */
		bool was_cut;      /* integers were drawn from a part of them */
		bool has_begun;    /* the initial states were looked at once */
		bool has_ended;
		enum run_answer answer; /* the last one */
	} bmc;
	const char *unable; /* why nothing is looked at, or NULL */
	const char *proof;  /* by one of the inductions, or NULL */
	struct check_verdict verdict;
};

/* check.c */
bool check_is_wanted(const struct check *c, const struct explore_finding *f);
bool check_has_violation(const struct check *c);
uint32_t check_depth(const struct check *c); /* the longest runs that are looked at */
uint64_t check_effort(const void *check);    /* so far, by all engines */
bool check_is_interrupted(const struct check *c);
void check_tell_progress(struct check *c);

/* engine_states.c, engine_bmc.c, engine_induction.c: as struct engine has them; `check` is a struct check */
enum engine_answer states_turn(void *check, uint64_t effort);
void bmc_open(void *check);
enum engine_answer bmc_turn(void *check, uint64_t effort);
enum engine_answer induction_turn(void *check, uint64_t effort);
enum engine_answer k_induction_turn(void *check, uint64_t effort);

/* Has bmc looked at runs of all lengths within the depth? */
bool bmc_has_depth(const struct check *c);
/* Longer runs lead to no other states, for the integers that it was given. */
bool bmc_has_all(const struct check *c);

/* verdict.c */
void verdict_find(struct check *c);

#endif
