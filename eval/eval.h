/* eval: ground values, and what B's predicates, expressions and substitutions mean on them.
 *
 * This folder is the definition of B's meaning in bounce: whatever any other part finds is
 * confirmed here. It works state by state, without a solver. Nothing is printed and nothing ends
 * the process; what is undefined, unsupported or beyond a limit is a struct eval_failure with the
 * position of the subexpression. */
#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include "base/base.h"
#include "syntax/syntax.h"

/* ---- values -------------------------------------------------------------------------------------
 *
 * A value is a small number. Equal values are equal numbers (but see lazy sets). Booleans, integers
 * of 30 bits and elements of given sets are in the number itself, the rest is in the store:
 * other integers, strings, pairs, records, free type values, sets (sorted, without duplicates),
 * intervals (every set of three or more consecutive integers is one), and lazy sets. */

typedef uint32_t value;

enum { VALUE_NONE = 0 };

enum value_kind {
	VALUE_BOOL,
	VALUE_INTEGER,
	VALUE_ELEMENT, /* in the number */
	VALUE_STRING,
	VALUE_PAIR,
	VALUE_RECORD,
	VALUE_FREE,
	VALUE_SET,
	VALUE_INTERVAL,
	VALUE_LAZY, /* a set that is not listed: an expression and the values of its free names */
};

struct values; /* the store; grows only */

struct values *values_open(struct names *names);
void values_close(struct values *s);
size_t values_bytes(const struct values *s); /* memory in use */

struct names *values_names(const struct values *s); /* where its strings are kept */

enum value_kind value_kind_stored(const struct values *s, value v); /* v is not in its number */
static inline enum value_kind value_kind(const struct values *s, value v)
{
	static const enum value_kind in_number[] = {VALUE_SET, VALUE_INTEGER, VALUE_ELEMENT,
	                                            VALUE_BOOL}; /* by the two top bits */
	return v >> 30 ? in_number[v >> 30] : value_kind_stored(s, v);
}

#define VALUE_FALSE ((value)0xc0000000u)
#define VALUE_TRUE ((value)0xc0000001u)
static inline value value_bool(bool b) { return b ? VALUE_TRUE : VALUE_FALSE; }

value value_integer_stored(struct values *s, int64_t n); /* n is too large for the number */
static inline value value_integer(struct values *s, int64_t n)
{
	bool is_small = n >= -(1 << 29) && n < 1 << 29;
	return is_small ? 1u << 30 | (value)(n + (1 << 29)) : value_integer_stored(s, n);
}
int64_t value_to_integer_stored(const struct values *s, value v);
static inline int64_t value_to_integer(const struct values *s, value v)
{
	return v >> 30 == 1 ? (int64_t)(v & ~(3u << 30)) - (1 << 29) : value_to_integer_stored(s, v);
}

/* Elements of the given sets, which are numbered by the universe. */
value value_element(uint32_t set, uint32_t index);
static inline uint32_t value_element_set(value v) { return v >> 18 & 0xfff; }
static inline uint32_t value_element_index(value v) { return v & 0x3ffff; }

value value_string(struct values *s, name text);
name value_to_string(const struct values *s, value v);

value value_pair(struct values *s, value a, value b);
value value_first(const struct values *s, value pair);
value value_second(const struct values *s, value pair);

/* Fields in the order of the type, which is that of their names. */
value value_record(struct values *s, const struct type *type, const value *fields);
value value_field(const struct values *s, value record, uint32_t index);

value value_free(struct values *s, const struct decl *constructor, value argument_or_none);
const struct decl *value_constructor(const struct values *s, value v);
value value_argument(const struct values *s, value v); /* VALUE_NONE for a constant one */

/* A set of these elements, in any order, with duplicates; `items` is sorted in place. */
value value_set(struct values *s, value *items, uint32_t count);
value value_set_sorted(struct values *s, const value *items, uint32_t count); /* is in order */
value value_empty(struct values *s);
value value_interval(struct values *s, int64_t low, int64_t high); /* empty if high < low */
bool value_interval_bounds(const struct values *s, value v, int64_t *low, int64_t *high);

/* Listed sets and intervals: all that is asked of them. */
uint64_t value_count(const struct values *s, value set);                 /* at most UINT64_MAX */
value value_at(struct values *s, value set, uint64_t index);             /* in order */
bool value_in(const struct values *s, value set, value v);               /* v has no lazy part */
bool value_in_pair(const struct values *s, value set, value a, value b); /* a |-> b, not built */
/* The elements as an array in order. It stays valid; but intervals are listed into *buffer, which
 * the caller clears. */
struct value_list {
	VEC(value) list;
};
const value *value_items(struct values *s, value set, struct value_list *buffer);

/* The order of elements in sets: integers by size, pairs by first, then second component; else
 * by number. */
int value_compare(const struct values *s, value a, value b);

/* A set that is not listed. `free` are the values of the node's free local names (see eval). */
value value_lazy(struct values *s, const struct node *node, const value *free, uint32_t count);
const struct node *value_lazy_node(const struct values *s, value v);
const value *value_lazy_free(const struct values *s, value v, uint32_t *count);
static inline bool value_has_lazy(const struct values *s, value v) /* is lazy, or has a lazy part */
{
	(void)s;
	return v >> 29 == 1;
}

/* B syntax; elements of deferred sets as S1, S2, ... (see universe); sets in a natural order. */
struct universe;
void value_print(struct values *s, const struct universe *u, value v, struct text *out);

/* ---- algebra.c: operators on listed values ------------------------------------------------------ */

/* Result of an operator of op.def on values without lazy parts (listed sets and intervals), or
 * VALUE_NONE with the reason: undefined ("the maximum of an empty set", ...), or a limit, when the
 * result would have more than `limit` elements. Predicates give VALUE_TRUE or VALUE_FALSE. */
struct algebra_failure {
	bool is_limit;
	const char *why; /* literal text */
};
value algebra_apply(struct values *s, enum op op, const value *args, uint32_t count, uint64_t limit,
                    struct algebra_failure *out);
/* f(x): VALUE_NONE with the reason if x is not in the domain or has several images. */
value algebra_call(struct values *s, value f, value x, struct algebra_failure *out);
/* f <+ {x |-> y}, as in f(x) := y */
value algebra_update(struct values *s, value f, value x, value y);
enum arrow_property {
	ARROW_TOTAL = 1,
	ARROW_SURJECTIVE = 2,
	ARROW_FUNCTION = 4,
	ARROW_INJECTIVE = 8
};
unsigned algebra_arrow(enum op arrow); /* properties of its relations */
/* How many elements POW(S), S * T, S --> T, iseq(S) and their like have, by the sizes of S and T (0 if there is
 * no T); UINT64_MAX: as many, or more. */
uint64_t algebra_count(enum op op, uint64_t a, uint64_t b);
/* Is the listed relation r in S op T, for an arrow or <-> and listed S and T? */
bool algebra_in_arrow(struct values *s, enum op arrow, value r, value from, value to);

/* ---- trees.c: tree(S) and btree(S), one by one ---------------------------------------------------- */

enum { TREES_MOST_NODES = 20 };
typedef bool trees_found(void *data, value tree); /* false stops */
/* All trees with so many nodes and labels from a listed set; of binary ones each node has two sons or none.
 * False if it was stopped. */
bool trees_list(struct values *s, value labels, bool is_binary, uint32_t nodes, trees_found *found,
                void *data);
double trees_count(uint64_t labels, bool is_binary, uint32_t nodes);
struct universe;
/* Where nothing bounds them: trees have up to MAXINT + 1 nodes, binary ones up to MAXINT with sons. */
uint32_t trees_usual_nodes(const struct universe *u, bool is_binary);

/* ---- universe: sizes of the given sets, integer range ----------------------------------------------- */

struct universe_set {
	const struct decl *decl; /* deferred or enumerated set, or set parameter */
	uint32_t size;
	bool is_default;      /* nothing in the machine or on the command line fixed the size */
	bool is_open;         /* what the machine says allows other sizes */
	bool is_free;         /* nobody has chosen the size: it may be made to fit, see bounds_fit */
	bool is_own;          /* DEFINITIONS of the machine have chosen it: scope_S, ... */
	uint32_t least, most; /* what the machine says, as far as that is known; most 0: no bound */
	const char *why;      /* in words, why it has this size if that was made to fit; or NULL */
	uint32_t underscores; /* S1, S2, ...; or S_1, S__1, ... if the project declares such names */
};

struct universe {
	VEC(struct universe_set) sets; /* the number of a set is its place here */
	struct map number;             /* decl -> place + 1 */
	int64_t minint, maxint;
	bool
	    is_near; /* integers without bounds come from near_low..near_high, not from MININT..MAXINT */
	int64_t near_low, near_high;
	bool is_range_free;    /* nobody has chosen them */
	bool is_range_own;     /* the machine has: SET_PREF_MAXINT, ... */
	const char *range_why; /* as that of a set */
	bool is_contradictory; /* PROPERTIES have no solution, whatever the sizes and MININT..MAXINT */
	const char *unfit;     /* in words, the bounds without a solution of PROPERTIES; or NULL */
	uint32_t listed; /* --list-limit, the most elements of sets that are listed; 0: EVAL_LISTED */
	uint64_t effort; /* that the search for these bounds took, of eval_effort */
};

enum { EVAL_LISTED = 1000000, EVAL_MOST_LISTED = 1000000000 };
/* Behind messages that a set is too large to be listed. */
#define LIST_LIMIT " (--list-limit raises it)"
uint64_t universe_listed(const struct universe *u);
/* From where integers without bounds are drawn. */
int64_t universe_least(const struct universe *u);
int64_t universe_most(const struct universe *u);

void universe_clear(struct universe *u);
/* Adds all given sets of a project with the sizes known from the text alone: enumerated sets, and
 * `default_size` for the others (to be changed by bounds/). */
void universe_init(struct universe *u, const struct project *p, uint32_t default_size);
uint32_t universe_number(const struct universe *u, const struct decl *set);
/* The name of an element of a set that lists none: S1, S2, ... It is not declared in the project. */
void universe_element_name(const struct universe *u, uint32_t set, uint32_t index,
                           struct text *out);
bool universe_names_element(const struct universe *u, uint32_t set, const char *word,
                            uint32_t *out_index);

/* ---- evaluation ------------------------------------------------------------------------------------- */

enum eval_failure_kind {
	EVAL_UNDEFINED,    /* no value: f(x) outside of dom(f), 1/0, ... */
	EVAL_OVERFLOW,     /* an integer that does not fit 64 bits */
	EVAL_LIMIT,        /* a set too large to list, a time or size limit */
	EVAL_UNSUPPORTED,  /* reals, an external function that is not known, ... */
	EVAL_PRECONDITION, /* the precondition of a called operation is false */
	EVAL_ASSERTION,    /* the predicate of an ASSERT is false */
	EVAL_WHILE,        /* invariant or variant of a loop */
};

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

/* Values of declared names: sets, constants, variables (of all machines of the project), and the
 * unknowns of a formula. VALUE_NONE where there is none yet. */
value eval_get(const struct eval *e, const struct decl *d);
void eval_set(struct eval *e, const struct decl *d, value v);
/* Explorations, encoders and searches share an evaluator, and each relies on values that another may change. This number
 * changes with each eval_set and eval_solve: whoever finds another one than it left sets its values again. */
uint64_t eval_changes(const struct eval *e);

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

/* May the operator have no value although its operands have? */
bool eval_is_partial(enum op op);
bool eval_may_lack_value(const struct node *n);   /* likewise; card of an infinite set has none */
bool eval_may_be_undefined(const struct node *n); /* it, or a part, by the way it is written */
/* Is it an operator that makes a set or relation wherever its operands are defined? */
bool eval_is_total_set(enum op op);
/* x : n asks {y | P} only for x; but is one a part of n that may be undefined, it is asked for all. */
bool eval_asks_whole_set(const struct node *n);
/* Then it is defined if the operands of n are; or else if n is. */
bool eval_asks_operands(const struct node *n);
/* What is left of P & #y.(Q & R) without the conjuncts for which `is_open` holds, or NULL: where that is
 * false, so is the whole. */
const struct node *eval_weaker(struct arena *a, const struct node *n,
                               bool (*is_open)(const void *data, const struct node *n),
                               const void *data);
/* Of x in 2 * x + a = b, or in 2 * x + a : S; 0 if it is not linear in x. */
int64_t eval_coefficient(const struct node *n, const struct decl *x);
/* P of x, if n is x : {y | P} or x : dom(%y.(P | E)) and P may be undefined; else NULL. */
const struct node *eval_body(struct eval *e, const struct node *n);
/* not(x /: S) as x : S, bool(P) = TRUE as P, and the like; n itself if there are no plainer words for it. */
const struct node *eval_plainer(struct arena *a, const struct node *n);
/* x : set and f(x), for sets of any kind. */
enum truth eval_member(struct eval *e, value x, value set, struct pos pos);
value eval_apply(struct eval *e, value f, value x, struct pos pos);
enum truth eval_equal(struct eval *e, value a, value b, struct pos pos);
/* Is it infinite, by the way it is written? False if that is not known. */
bool eval_is_infinite(struct eval *e, value set);
/* All values of its type, as it is written? */
bool eval_is_whole_type(const struct node *n);
bool eval_type_is_finite(const struct type *t); /* for all sizes of the sets */
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
enum truth eval_predicate_uncut(struct eval *e, const struct node *predicate, bool *is_sure);
/* Of a predicate that is true, but not for sure: could only further values of universally quantified names
 * make it false? */
bool eval_is_universal(struct eval *e, const struct node *predicate);

/* Executes a substitution from the current values of the variables: `found` is called for each
 * outcome, with the variables (and results of operations) set to the new values; afterwards the
 * old values are back. Outcomes may repeat. Returns EVAL_FALSE if there is none (the guard does
 * not hold), EVAL_FAILED if some way through it fails (found is still called for the others;
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

/* From now on `failed` is called for each path through a substitution that fails, not only for the first:
 * eval_failed tells more, and eval_get gives the parameters of the operation. NULL: no longer. */
typedef void eval_path_failed(void *data, enum eval_failure_kind kind, struct pos pos);
void eval_watch_paths(struct eval *e, eval_path_failed *failed, void *data);

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
enum { EVAL_EFFORT_PER_SECOND = 2000000 };  /* more or less */
uint64_t eval_effort(const struct eval *e); /* of all that was done so far */
void eval_spend(struct eval *e, uint64_t effort);
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

#endif
