/* eval: what B's predicates, expressions and substitutions mean on ground values.
 *
 * This folder is the definition of B's meaning in bounce: whatever any other part finds is
 * confirmed here. It works state by state, without a solver. Nothing is printed and nothing ends
 * the process; what is undefined, unsupported or beyond a limit is a struct eval_failure with the
 * position of the subexpression. */
#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include "base/base.h"
#include "logic/logic.h"
#include "syntax/syntax.h"
#include "value/value.h"

/* ---- evaluation ------------------------------------------------------------------------------------- */

enum eval_failure_kind {
	EVAL_UNDEFINED,    /* no value: f(x) outside of dom(f), 1/0, ... */
	EVAL_OVERFLOW,     /* an integer that does not fit 64 bits, where it must */
	EVAL_LIMIT,        /* a set too large to list, a time or size limit */
	EVAL_UNSUPPORTED,  /* an external function that is not known, ... */
	EVAL_PRECONDITION, /* the precondition of a called operation is false */
	EVAL_ASSERTION,    /* the predicate of an ASSERT is false */
	EVAL_WHILE,        /* invariant or variant of a loop */
};

/* Does the failure say nothing of B, but that it was too much for the evaluator? */
static inline bool eval_is_limit(enum eval_failure_kind kind)
{
	return kind == EVAL_LIMIT || kind == EVAL_UNSUPPORTED || kind == EVAL_OVERFLOW;
}

struct eval_failure {
	enum eval_failure_kind kind;
	struct pos pos;
	const char *message; /* in the arena of the eval */
	value subject;       /* of eval_failed: VALUE_NONE */
};

struct eval; /* a project, a universe, the values of its names, and caches */

/* Prepares a project: each declared name gets a slot. All arguments outlive the eval. */
struct eval *eval_open(struct project *p, struct values *s, const struct universe *u);
void eval_close(struct eval *e);
struct values *eval_values(const struct eval *e); /* as given to eval_open */
size_t eval_bytes(const struct eval *e);          /* of memory, without the values */
/* An empty arena: trees that are made there can be evaluated. Those of the project can, too; and what was evaluated may go at
 * any time, but for a tree that a lazy set is made of. */
void eval_init_arena(const struct eval *e, struct arena *a);

/* Values of declared names: sets, constants, variables (of all machines of the project), and the
 * unknowns of a formula. VALUE_NONE where there is none yet. */
value eval_get(const struct eval *e, const struct decl *d);
void eval_set(struct eval *e, const struct decl *d, value v);
/* Of all these; false if one has none. */
bool eval_get_all(const struct eval *e, struct decl *const *names, uint32_t count, value *out);
void eval_set_all(struct eval *e, struct decl *const *names, uint32_t count, const value *values);
/* Explorations, encoders and searches share an evaluator, and each relies on values that another may change. This number
 * changes with each eval_set and eval_solve: whoever finds another one than it left sets its values again. */
uint64_t eval_changes(const struct eval *e);
/* The place of a name among those that have got one: small numbers, for tables of others; 0 if it has none yet. */
uint32_t eval_slot(const struct eval *e, const struct decl *d);

/* The constants (with scalar parameters) and the variables of the whole project, in order. */
uint32_t eval_constants(const struct eval *e, struct decl *const **out);
uint32_t eval_variables(const struct eval *e, struct decl *const **out);

enum truth { EVAL_FALSE = 0, EVAL_TRUE = 1, EVAL_FAILED = -1 };

/* After a failure, eval_failure tells it; it is kept until the next call. */
enum truth eval_predicate(struct eval *e, const struct node *predicate);
value eval_expression(struct eval *e, const struct node *expression); /* VALUE_NONE on failure */
const struct eval_failure *eval_failed(const struct eval *e);

struct eval_binding {
	const struct decl *decl;
	value value;
};

struct eval_bindings {
	struct eval_binding *at;
	uint32_t count, room;
};

/* Why a predicate is false. */
struct eval_witness {
	struct eval_bindings names; /* values of quantified names for which it fails */
	struct text why;            /* in words: the element or the values concerned; may be empty */
};
/* Of a predicate that eval_predicate found false just now, as far as it is told soon. To be cleared. */
void eval_why_false(struct eval *e, const struct node *predicate, struct eval_witness *out);
void eval_witness_clear(struct eval_witness *w);

/* A lazy set listed, or VALUE_NONE with a failure. */
value eval_list(struct eval *e, value set, struct pos pos);
/* With the elements and components listed that can be: equal ones are then equal numbers. A set that is
 * not listed itself stays so. */
value eval_list_inside(struct eval *e, value v);

/* generator_body, made once for each conjunct, or NULL. */
const struct node *eval_body(struct eval *e, const struct node *n);
/* x : set and f(x), for sets of any kind. */
enum truth eval_member(struct eval *e, value x, value set, struct pos pos);
value eval_apply(struct eval *e, value f, value x, struct pos pos);
/* Is there exactly one function as this value, which may call itself and others, describes it? False if that is not known. */
bool eval_function_exists(struct eval *e, value f);
/* Is the value of this constant a function that calls itself with smaller and smaller sets? It is taken to exist, which is
 * known for finite sets only. */
bool eval_is_endless_if_infinite(const struct eval *e, const struct decl *constant);
enum truth eval_equal(struct eval *e, value a, value b, struct pos pos);
/* Is it infinite, by the way it is written? False if that is not known. */
bool eval_is_infinite(struct eval *e, value set);
/* All values of its type, as it is written? */
bool eval_is_whole_type(const struct node *n);
/* Has a set that is not listed more than so many elements? False if that is not known. */
bool eval_has_more(struct eval *e, value set, uint64_t count);
bool eval_has_outside(struct eval *e, value set,
                      value other); /* likewise: one that is not in other */
/* The value that a lazy set keeps for a name that is free in it, or VALUE_NONE. */
value eval_lazy_value(struct eval *e, value lazy, const struct decl *d);

/* Calls `found` for each valuation of the names that satisfies the predicate (NULL: true); the
 * values are then to be had with eval_get. Each valuation comes once. Stops when it returns false.
 * EVAL_FAILED if the search could not be completed. Where a conjunct is undefined, it counts as
 * false if `undefined_is_false`, else the search fails. */
typedef bool eval_found(void *data);
enum truth eval_solve(struct eval *e, struct decl *const *names, uint32_t count,
                      const struct node *predicate, bool undefined_is_false, eval_found *found,
                      void *data);
/* Was an integer without bounds drawn from MININT..MAXINT, since this was last cleared? */
bool eval_was_cut(const struct eval *e);
void eval_clear_cut(struct eval *e);
/* As eval_predicate; *is_sure if it has this truth value with all integers, too. Where it is not with those
 * from MININT..MAXINT, wider ranges are tried: a witness further out may decide. eval_was_cut is
 * set if it is not sure. */
enum truth eval_predicate_certain(struct eval *e, const struct node *predicate, bool *is_sure);
/* Is !x.(P => Q) false or undefined, by simple values of x, which may be infinite sets? False if none was found. */
bool eval_fails_for_some(struct eval *e, const struct node *forall);
/* Of a predicate that is true, but not for sure: could only further values of universally quantified names
 * make it false? */
bool eval_is_universal(struct eval *e, const struct node *predicate);

/* Executes a substitution from the current values of the variables: `found` is called for each
 * outcome, with the variables (and results of operations) set to the new values; afterwards the
 * old values are back. Outcomes may repeat. Returns EVAL_FALSE if there is none (the guard does
 * not hold), EVAL_FAILED if some path through it fails (found is still called for the others;
 * eval_failed tells the first failure). */
enum truth eval_execute(struct eval *e, const struct node *substitution, eval_found *found,
                        void *data);
/* Does a substitution contain anything that reads what it has written? */
bool eval_has_steps(const struct node *substitution);

/* Does a substitution begin with a guard: SELECT with one branch, ANY, or a LET that always has values? Its outermost
 * ones, behind an outermost PRE, are guards of an operation, which give values of its parameters: where one is
 * undefined, the operation is not enabled, and that is all. */
bool eval_is_guard(const struct node *substitution);

/* Runs an operation of the main machine's interface for all values of its parameters that its
 * outermost precondition or guard allows: found is called for each outcome; eval_get gives
 * parameters and results. A precondition that is undefined does not enable the operation. */
enum truth eval_operation(struct eval *e, const struct operation *o, eval_found *found, void *data);

/* Values of names for which all conjuncts hold, where all other names have their values: what ANY, x : (P) and the parameters of an
 * operation ask for. */
struct eval_choice {
	struct decl *const *names;
	const struct node *const *conjuncts;
	uint32_t count, conjunct_count;
};
enum eval_chosen {
	EVAL_CHOSEN_ALL,
	EVAL_CHOSEN_NEAR, /* all with integers from MININT..MAXINT, where they have no bounds */
	EVAL_CHOSEN_SOME, /* or none: it is not known whether there are more */
};
/* Somebody who solves what would take too long to enumerate: sets the values, calls `found` for each valuation (false: enough),
 * and leaves the names without values. */
typedef enum eval_chosen eval_chooser(void *data, const struct eval_choice *c, eval_found *found,
                                      void *found_data);
/* Is asked from now on after so much effort, or where the evaluator does not know how to enumerate. NULL: no longer. */
void eval_ask_for_choices(struct eval *e, eval_chooser *chooser, void *data, uint64_t patience);

/* From now on `failed` is called for each path through a substitution that fails, not only for the first:
 * eval_failed tells more, and eval_get gives the parameters of the operation. NULL: no longer. */
typedef void eval_path_failed(void *data, enum eval_failure_kind kind, struct pos pos);
void eval_watch_paths(struct eval *e, eval_path_failed *failed, void *data);
/* For them a guard without a value is a failure, too; the path ends there in any case. */
void eval_watch_guards(struct eval *e, bool as_failures);

/* From now on, where a variable gets an element of a set, this value of it is tried first, if there is one: for
 * those who look for a certain outcome. Count 0: no longer. */
void eval_prefer(struct eval *e, struct decl *const *names, const value *values, uint32_t count);

/* Stops long work: eval checks *flag now and then and fails with EVAL_LIMIT when it is set. */
void eval_set_interrupt(struct eval *e, const _Atomic int *flag);
/* Fails with EVAL_LIMIT after so many steps of enumeration (0: no limit) from now on: for those who
 * have another way. */
void eval_set_budget(struct eval *e, uint64_t steps);
/* Likewise when base_clock is past that (0: no limit), if it is before the limit that there is already. Returns
 * that one, to be put back with eval_return_time. */
double eval_lend_time(struct eval *e, double until);
void eval_return_time(struct eval *e, double until);
/* For an attempt within it that may take so many steps only; those that it took count. */
struct eval_steps {
	uint64_t budget, lent;
	bool is_budgeted;
};
void eval_lend_steps(struct eval *e, uint64_t steps, struct eval_steps *before);
void eval_return_steps(struct eval *e, const struct eval_steps *before);
/* Effort: a step of the evaluator counts 1, and what others do in its name (encoder, solver) about as much as it
 * takes time. The same work takes the same effort, on every machine and under any load. */
enum { EVAL_EFFORT_PER_SECOND = METER_PER_SECOND }; /* more or less */
uint64_t eval_effort(const struct eval *e);         /* of all that was done so far */
void eval_spend(struct eval *e, uint64_t effort);
/* What another evaluator of the project has spent, in the name of this one; and what nobody has told an evaluator. */
void eval_adopt(struct eval *e, uint64_t effort);
void eval_charge(struct eval *e, uint64_t effort);
/* The clock that deadlines are of: that of the project's meter, which knows all that was spent. */
double eval_clock(struct eval *e);
bool eval_counts_effort(const struct eval *e); /* does it, in place of seconds? */
uint64_t eval_effort_in_all(struct eval *e);   /* what it says */
uint64_t eval_effort_left(struct eval *e);     /* until the end of that meter */
/* As if it had taken so many steps: an alarm goes off when they are enough. */
void eval_count_steps(struct eval *e, uint64_t steps);
/* The effort, and what of it solvers have done: for whoever compares two programs. */
struct eval_work {
	uint64_t effort, conflicts, propagations;
};
void eval_work(const struct eval *e, struct eval_work *sum); /* added to it */
/* A solver has done so much more, which is spent. */
void eval_spend_work(struct eval *e, const struct eval_work *more);
/* Fails with EVAL_LIMIT when eval_effort is past that, if it is before the limit that there is already. Returns that
 * one, to be put back with eval_return_effort. */
uint64_t eval_lend_effort(struct eval *e, uint64_t until);
void eval_return_effort(struct eval *e, uint64_t until);
/* Sets *flag to this, now and then looked at, when eval_effort is past that: for turns of somebody who can go on
 * later. NULL: no longer. */
void eval_set_alarm(struct eval *e, uint64_t at, _Atomic int *flag, int to);
/* Has a limit of effort stopped something since this was said to be false? Says what it is from now on. */
bool eval_ran_out(struct eval *e, bool from_now_on);
/* The most elements that a listed set may have; 0: as the universe says. */
void eval_set_limit(struct eval *e, uint64_t elements);

/* ---- lazy/recursion.c: functions that are equal to a text that calls them ----------------------- */

/* Is there a function that is equal to this text, which calls it? */
enum recursion_end {
	RECURSION_UNKNOWN,
	RECURSION_ENDS_IF_FINITE, /* for finite sets there is, with infinite ones it may never end */
	RECURSION_ENDS,
};

enum recursion_end recursion_end_of(const struct node *text, const struct decl *function);

#endif
