/* Execution of substitutions, shared by the subst files; not for other files. */
#ifndef EVAL_SUBST_SUBST_H
#define EVAL_SUBST_SUBST_H

#include "eval/inside.h"

struct rest { /* what is to be done after the current substitution */
	enum {
		REST_DONE,     /* tell the caller */
		REST_SEQUENCE, /* kids of node from `next` on, one after the other */
		REST_PARALLEL, /* likewise side by side */
		REST_ISOLATED, /* likewise, where parts contain sequences or loops */
		REST_LOOP,     /* the body of the WHILE node was executed */
		REST_ROUND,    /* likewise, where it has one outcome at most: `merged` gets it */
		REST_CALL,     /* the body of an operation was executed: hand over its results */
		REST_VAR,      /* leave the VAR node */
	} kind;
	const struct node *node;
	uint32_t next;
	struct rest *then;
	value *before;  /* REST_ISOLATED: cells at the start; REST_PARALLEL: unused */
	value *merged;  /* REST_ISOLATED: cells with the changes of the parts so far; REST_ROUND */
	uint64_t parts; /* REST_ISOLATED: the step before the first part */
	uint64_t part;  /* REST_ISOLATED: the step before the present part */
	value variant;  /* REST_LOOP */
	uint64_t rounds;
	const struct operation *operation; /* REST_CALL */
};

struct execution {
	struct eval *e;
	eval_found *found;
	void *data;
	bool any;     /* an outcome was found */
	bool stopped; /* found returned false */
	bool failed;
	struct eval_failure failure; /* the first one */
	uint32_t depth;              /* of calls of subst_run */
};

/* Each returns false if the whole execution must end. */
bool subst_run(struct execution *x, const struct node *n, struct rest *k);
bool subst_go_on(struct execution *x, struct rest *k);
bool subst_while(struct execution *x, const struct node *n, struct rest *k);
bool subst_next_round(struct execution *x, struct rest *k);
bool subst_round_done(struct execution *x, struct rest *k);
/* This path has failed; others may not. */
bool subst_failed(struct execution *x);
bool subst_forgive_guard(struct eval *e);
enum truth subst_finish(struct execution *x);

/* A copy of all cells; on the stack where they are few, as in most machines. */
struct cells {
	value *at;
	value few[48];
};

void subst_save(struct eval *e, struct cells *c, const value *from);
void subst_drop(struct cells *c);
/* A new step begins; returns the one before, for when it is over. */
static inline uint64_t subst_new_step(struct eval *e)
{
	uint64_t before = e->run.step;
	e->run.step = ++e->run.steps;
	return before;
}
void subst_set(struct eval *e, value *to, const value *from);

/* Room for some values, on the stack of the caller if they are few. */
enum { FEW = 16 };
value *subst_room(uint32_t count, value *few);

/* subst_write.c: a value that was written at a place of a variable. */
enum { FEW_KEYS = 3 };
struct subst_write {
	const struct node *place;
	uint32_t count; /* of the keys that lead to the place: 0 if it is the whole variable */
	value *keys, few[FEW_KEYS];
	value is;
	uint64_t step;
	struct subst_write *before; /* of the same variable */
};

/* The place as it is now; false with a failure. To be dropped in any case. */
bool subst_write_start(struct eval *e, struct subst_write *w, const struct node *place, value v);
void subst_write_drop(struct subst_write *w);
/* The variable with the new value at the place; VALUE_NONE with a failure. */
value subst_write_into(struct eval *e, const struct subst_write *w, value variable);
/* False, with a failure, if another part of this step writes something else there. */
bool subst_write_fits(struct eval *e, const struct subst_write *w, uint32_t slot);
/* Adds what the last of some isolated parts has written; false, with a failure, if another part has
 * written something else there. */
bool subst_write_merge(struct eval *e, const struct rest *k, value *merged);

/* subst_sure.c: fail with EVAL_LIMIT where all integers might give something else than those from
 * MININT..MAXINT. */
enum truth subst_condition(struct eval *e, const struct node *n);
value subst_value(struct eval *e, const struct node *n);
value subst_unsure(struct eval *e, const struct node *n); /* that failure */
/* For a condition that was true when integers were perhaps left out: false if this path ends here; *more
 * if other paths are to be followed. */
bool subst_still_holds(struct execution *x, const struct node *condition, bool *more);

/* subst_choose.c: runs the plan of a choice, or asks somebody else for what it would take too long to find. */
enum truth subst_choose(struct eval *e, struct plan *p, const struct eval_choice *c,
                        struct note *note, plan_found *found, void *data);
/* The choice of the names of ANY x WHERE P and x : (P). */
enum truth subst_choose_such(struct eval *e, struct plan *p, const struct node *n,
                             plan_found *found, void *data);

/* subst_assign.c */
bool subst_assign(struct execution *x, const struct node *n, struct rest *k);
bool subst_becomes_in(struct execution *x, const struct node *n, struct rest *k);
bool subst_becomes_such(struct execution *x, const struct node *n, struct rest *k);
/* Places i, i + 1, ... of a list get values; then the rest. */
bool subst_assign_from(struct execution *x, const struct node *places, const value *values,
                       uint32_t i, struct rest *k);
bool subst_after_search(struct execution *x, enum truth t);

/* subst_call.c */
bool subst_var(struct execution *x, const struct node *n, struct rest *k);
bool subst_leave_var(struct execution *x, struct rest *k);
bool subst_call(struct execution *x, const struct node *n, struct rest *k);
bool subst_call_done(struct execution *x, struct rest *k);

#endif
