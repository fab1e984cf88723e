/* What the files of explore/ share; not for other folders. */
#ifndef EXPLORE_INSIDE_H
#define EXPLORE_INSIDE_H

#include "explore/explore.h"
#include "explore/level.h"
#include "logic/logic.h"
#include "reduce/reduce.h"

/* ---- states.c: all states that were reached ---------------------------------------------------------- */

/* A state is a vector of `width` numbers: its setup, then the values of the variables. Behind them
 * are kept the parent and the operation that led here. Records lie in chunks that never move. */
struct states {
	uint32_t width, count;
	value **chunks;
	uint32_t chunk_count, chunk_room;
	uint64_t *table; /* open addressing: hash in the upper half, number + 1 in the lower */
	uint64_t room;   /* 0 or a power of two */
};

enum { STATES_CHUNK_BITS = 12 };

void states_init(struct states *t, uint32_t width);
void states_clear(struct states *t);
size_t states_bytes(const struct states *t);
/* The number of the state; if it is new, it is added with this parent and operation. */
uint32_t states_add(struct states *t, const value *vector, uint32_t parent, uint32_t operation,
                    bool *is_new);
uint32_t states_find(const struct states *t, const value *vector); /* or EXPLORE_NONE */
/* From now on this parent and operation lead to it. */
void states_lead(struct states *t, uint32_t id, uint32_t parent, uint32_t operation);
/* Likewise, with its hash: what states_finish makes of the sum of the parts. */
uint32_t states_add_hashed(struct states *t, const value *vector, uint32_t hash, uint32_t parent,
                           uint32_t operation, bool *is_new);
uint32_t states_find_hashed(const struct states *t, const value *vector, uint32_t hash);

/* The part of one number of the vector in its hash: where few change, few are to be computed. */
static inline uint64_t states_part(uint32_t place, value v)
{
	uint64_t h = (uint64_t)v + (uint64_t)(place + 1) * 0x9e3779b97f4a7c15u;
	h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
	return (h ^ h >> 32) * 0xd6e8feb86659fd93u;
}
static inline uint32_t states_finish(uint64_t sum)
{
	return (uint32_t)((sum ^ sum >> 29) * 0x9e3779b97f4a7c15u >> 32);
}
/* Sets of places as bits, of which each may stand for several. */
static inline uint64_t states_bit(uint32_t place) { return (uint64_t)1 << (place & 63); }

/* Of the state that is visited. */
struct mixed {
	uint64_t *parts; /* [0 .. width-1] */
	uint64_t sum;
};

static inline const value *states_at(const struct states *t, uint32_t id)
{
	uint32_t offset = id & ((1u << STATES_CHUNK_BITS) - 1);
	return t->chunks[id >> STATES_CHUNK_BITS] + (size_t)offset * (t->width + 2);
}
static inline uint32_t states_parent(const struct states *t, uint32_t id)
{
	return states_at(t, id)[t->width];
}
static inline uint32_t states_operation(const struct states *t, uint32_t id)
{
	return states_at(t, id)[t->width + 1];
}

/* ---- labels.c: which transitions of a state were seen --------------------------------------------------- */

/* A set of vectors of `width` numbers that is emptied often. */
struct labels {
	uint32_t width, count, room;
	value *items; /* [0 .. count-1] of width numbers each */
	size_t item_room;
	uint64_t *table; /* era in the upper half, number of the item + 1 in the lower */
	uint32_t era;
};

void labels_clear(struct labels *l); /* frees */
void labels_begin(struct labels *l, uint32_t width);
bool labels_add(struct labels *l, const value *vector); /* is it new? */

/* ---- the search -------------------------------------------------------------------------------------------- */

/* reading.c: which of the state's variables a formula or a substitution depends on. The places are those of the vector. */
struct reading {
	uint32_t *reads, *writes;
	uint32_t read_count, write_count;
	uint64_t mask; /* states_bit of what is read */
	bool is_open;  /* and on something else */
};
void reading_find(struct explore *x, const struct node *n, struct reading *out);

/* recall.c: what is known of something by the setup and the values of what it reads. */
#define RECALL_NONE UINT32_MAX

struct recall {
	struct reading reading;
	uint32_t width;
	value *table;
	uint64_t room, count;
	VEC(value) outcomes; /* of an operation: see replay.c */
	uint32_t begun;      /* where those begin that are being added */
	uint64_t asked, answered, rest;
	bool is_useless;
	bool is_asked; /* for the last state */
	uint32_t tag;  /* of it */
};

void recall_init(struct recall *m, const struct reading *f, uint32_t variables);
void recall_clear(struct recall *m);
size_t recall_bytes(const struct recall *m);
/* What is known, below RECALL_NONE. If nothing is, it may be put there, once there is room in so many bytes. */
uint32_t recall_find(struct recall *m, const value *state, const struct mixed *x);
bool recall_has_room(struct recall *m, size_t most);
void recall_put(struct recall *m, const value *state, uint32_t known);

enum duty_kind { DUTY_INVARIANT, DUTY_ASSERTION };

struct duty { /* a predicate that is to hold in all states */
	enum duty_kind kind;
	const struct node *node;
	name name;
	const struct machine
	    *of; /* included or imported: its operations alone change what this says; or NULL */
	bool has_variables; /* else looked at once per setup */
	bool is_glue;  /* between the state and that of the abstraction: true in all that are kept */
	bool is_found; /* a state was found in which it is false */
	bool is_open;  /* in some state it was not certainly true */
	struct recall recall;
};

struct symmetry_set { /* a deferred set whose elements nothing tells apart */
	const struct decl *decl;
	uint32_t number, size;       /* in the universe */
	VEC(struct decl *) elements; /* constants that are elements of it, in the order of the rule */
	VEC(struct decl *) blocks;   /* constants of a partition of it */
	bool is_related;             /* a side of a bijection that is fixed */
};

struct symmetry {
	VEC(struct symmetry_set) sets;
	VEC(struct explore_binding) fixed; /* constants that have one value in all setups kept */
};

/* collect.c: what of a project is explored. */
struct explore_model {
	VEC(struct machine *) machines; /* that are part of the state, dependencies first */
	VEC(struct decl *) unknowns;    /* what a setup gives values to */
	VEC(struct decl *) variables;   /* of the state: own_count of its own, then of abstractions */
	uint32_t own_count;
	struct levels levels;
	struct map axioms;                  /* conjuncts that a note is about */
	VEC(const struct node *) conjuncts; /* of all CONSTRAINTS and PROPERTIES, with equations */
	const struct node *initialisation;  /* all of them, in sequence; NULL if there is none */
	VEC(struct duty) duties;
	bool has_setup;
	bool judges_guards; /* those that may be undefined, which is a fault */
};

/* explore.c: how far the search has come. */
struct explore_search {
	VEC(uint32_t) frontier;    /* not with EXPLORE_BREADTH */
	uint32_t depth, level_end; /* of explore_visit: that of `next`, and where it ends */
	uint32_t whole_depth;      /* when the search is full: that of the first state not expanded */
	uint32_t next;             /* with EXPLORE_BREADTH: the next state to be explored */
	uint64_t random;
	uint64_t elsewhere, elsewhere_bytes; /* states of other processes: team.c */
	uint64_t elsewhere_spared;
	bool was_parted;
	uint32_t most_outcomes; /* of an operation in a state; 0: all */
	uint32_t thin; /* but the first, about one of so many outcomes is taken, at random; 0: all */
	bool is_full;
	uint64_t spent;      /* effort for the states that were visited */
	uint32_t considered; /* states when symmetry was not worth its while; 0: it was not asked */
	bool is_watched;     /* what is found now is to be told the watcher */
};

/* An operation of the coverage, or a part of one, which has a number behind those. */
struct explore_part {
	uint32_t origin;
	const struct operation *operation;
};

/* What is known from other states of the one that is visited. */
struct explore_recalls {
	struct mixed mixed;
	uint64_t
	    changed;    /* states_bit of what its parent has otherwise; all bits if that says nothing */
	bool is_loaded; /* eval has its values */
	bool is_known;  /* what is known of others may be used */
	struct recall *operations; /* of the coverage, then of these: */
	VEC(struct explore_part) parts;
	uint32_t replayed;       /* outcomes that were known, since effort was spent for such */
	bool is_following;       /* a run that is none of the search */
	struct predict *predict; /* NULL: nothing is predicted */
	bool predicts;           /* of the state that is visited */
};

struct explore {
	struct project *project;
	struct values *values;
	const struct universe *universe;
	struct eval *eval;
	struct explore_options options;
	struct arena arena;
	struct explore_result result;
	struct explore_model model;
	struct explore_search search;
	struct pairs *pairs; /* pair.c; NULL: there is no abstraction, or it does not run along */
	struct obligations *obligations; /* obligation.c; NULL: there are none */

	struct symmetry symmetry;
	struct ample *ample;       /* NULL: all operations are taken */
	struct quotient *quotient; /* NULL: all states are explored */
	VEC(value) setups;         /* unknowns.count numbers each */
	uint32_t setup_count;
	uint32_t current_setup; /* whose values eval has, unless somebody else has changed them: */
	uint64_t changes;       /* of the evaluator, when it was given them */
	struct states states;
	value *vector;    /* scratch: one state */
	value *label;     /* scratch: one label */
	struct map kept;  /* labels of steps that took long, by the state (+ 1) they led to first */
	uint64_t *counts; /* of transitions before a visit: all, then of each operation */
	struct labels labels;
	bool has_lazy, deadlock_found, doubtful_deadlock_found, goal_found;
	struct explore_recalls recalls;
	struct team *team; /* of which this process is one; else NULL */
};

/* collect.c: what of the project is explored */
void collect_project(struct explore *x);
/* inherit.c: an operation of the main machine, to be called where the preconditions of its abstractions hold.
 * Where these do not run along, only what the first of them says of the parameters counts; *leaves_out is
 * set if it says more, and the operation has no precondition of its own. */
const struct operation *inherit_precondition(struct explore *x, const struct operation *o,
                                             name shown, bool *leaves_out);
/* With the parameters of `to` in place of those of `from`. */
const struct node *inherit_renamed(struct explore *x, const struct node *n,
                                   const struct operation *from, const struct operation *to);
const struct node *collect_conjunction(struct explore *x,
                                       uint32_t without); /* EXPLORE_NONE: all; or NULL */

/* setup.c: constants and initial states */
void setup_find(struct explore *x);
void setup_initialise(struct explore *x);
/* Do the constants satisfy PROPERTIES, with all integers? If that is not known, the search is unfinished. */
bool setup_holds(struct explore *x);
struct pos setup_position(const struct explore *x); /* of what setups must satisfy */
void setup_load(struct explore *x, uint32_t setup);

/* choice.c: hard choices of operations are left to the chooser of the options, if there is one. */
void choice_prepare(struct explore *x);

/* symmetry.c: setups that need not be explored */
void symmetry_find(struct explore *x);
void symmetry_clear(struct symmetry *y);
bool symmetry_is_fixed(const struct explore *x, const struct decl *d);
bool symmetry_keeps(const struct explore *x); /* the setup that eval has */

/* quotient.c: states up to symmetry, if the options say so. The number of the state, or of one that it is symmetric to; if there
 * is none, EXPLORE_NONE, or it is added. */
struct quotient;
void quotient_open(struct explore *x);
/* Between two states: EXPLORE_AUTO may begin to look for symmetric ones. */
void quotient_consider(struct explore *x);
/* Was it found before that began, and another state stands for it? Then it need not be visited. */
bool quotient_skips(struct explore *x, uint32_t state);
void quotient_close(struct explore *x);
uint32_t quotient_find(struct explore *x, const value *state);
uint32_t quotient_add(struct explore *x, const value *state, uint32_t parent, uint32_t operation,
                      bool *is_new);
void quotient_stats(const struct explore *x, struct explore_stats *s);

/* step.c: values of a state into eval and back, execution of operations */
void step_load(struct explore *x, uint32_t state);
/* The state is visited from now on: eval need not have its values. */
void step_begin(struct explore *x, uint32_t state);
void step_need(struct explore *x, uint32_t state); /* eval is to have its values */
/* The values of the variables that eval has now as a vector; false if a variable has none. */
bool step_gather(struct explore *x, uint32_t setup, value *out);
/* Executes all operations; returns whether one is enabled. */
bool step_expand(struct explore *x, uint32_t state);
/* One of them; whether it is enabled. */
bool step_execute(struct explore *x, uint32_t state, uint32_t number);
/* Calls `found` for all outcomes of an operation of the coverage from the state that eval has; what fails is
 * not reported. */
void step_outcomes(struct explore *x, uint32_t number, eval_found *found, void *data);
bool step_stopped(const struct explore *x);
/* Of what has a number: an operation of the coverage, or a part of one. */
static inline struct explore_part step_part(const struct explore *x, uint32_t number)
{
	uint32_t count = x->result.coverage.count;
	if (number >= count) return x->recalls.parts.at[number - count];
	return (struct explore_part){number, x->result.coverage.at[number].operation};
}
uint64_t explore_random(struct explore *x);
/* Is one more outcome taken, of an operation of which so many are? */
bool step_takes(struct explore *x, uint32_t taken);
void step_tell(struct explore *x, uint32_t operation, const value *label, uint32_t target);
/* Values of parameters and results of an operation. */
void step_label(const struct explore *x, const struct operation *o, value *out);

/* explore.c: judges the state and executes its operations */
void search_visit(struct explore *x, uint32_t state);
bool search_wants(const struct explore *x, enum explore_kind kind); /* by the options */

uint32_t step_add_part(struct explore *x, uint32_t origin, const struct operation *o);

/* part.c: operations, split by what they choose. */
struct ample_parts {
	const struct operation **text; /* what each of them does */
	uint32_t *number;              /* for step_execute */
	uint32_t count;
};
void part_operations(struct explore *x, bool may_split, struct ample_parts *out);

/* ample.c: partial order reduction, if the options say so. */
struct ample;
void ample_open(struct explore *x);
void ample_close(struct explore *x);
size_t ample_bytes(const struct explore *x);
bool ample_rests(const struct explore *x);            /* all operations are taken in each state */
bool ample_expand(struct explore *x, uint32_t state); /* as step_expand */
void ample_meet(struct explore *x, uint32_t target);  /* an outcome of what is taken */
/* From the texts of these operations, of duties, and of the goal, which is the last duty if there is one. */
struct relation_table *ample_relations(struct explore *x, const struct operation *const *operations,
                                       uint32_t count, const struct node *initialisation);

/* predict.c: what need not be evaluated, if the options say so. */
struct predict;
void predict_close(struct explore *x);
size_t predict_bytes(const struct explore *x);
uint64_t predict_spared(const struct explore *x); /* operations that were not executed */
void predict_begin(struct explore *x,
                   uint32_t state); /* its operations are executed now, or left out: */
bool predict_is_disabled(struct explore *x, uint32_t operation); /* certainly, and nothing fails */
/* It was executed with this effort (0: that was known), and is disabled, and nothing failed. */
void predict_meet_disabled(struct explore *x, uint32_t state, uint32_t operation, uint64_t effort);
void predict_end(struct explore *x, uint32_t state);
/* The duty was certainly true in all states so far: so it is in this one. */
bool predict_is_kept(struct explore *x, uint32_t duty, uint32_t state);
void predict_waste(struct explore *x, uint64_t effort); /* that of a duty that is true */

/* team.c: the rest of the search in several processes. False if it has to go on in this one. */
bool team_search(struct explore *x);
uint32_t team_number(struct explore *x, uint32_t source, uint32_t operation, uint32_t hash,
                     bool *is_new); /* replay_number in one of them */

/* replay.c: outcomes that are known. */
void replay_open(struct explore *x);
void replay_add_part(struct explore *x,
                     const struct operation *o); /* the last of x->recalls.parts */
void replay_drop_parts(struct explore *x);       /* nobody executes them any more */
void replay_close(struct explore *x);
size_t replay_share(const struct explore *x); /* how many bytes a memo may have */
/* The number of the state with the values and the hash, or EXPLORE_NONE if it is new and there is no room. */
uint32_t replay_number(struct explore *x, uint32_t source, uint32_t operation, uint32_t hash,
                       bool *is_new);
/* Takes the transitions of the operation from the state, if they are known; returns whether they are. */
bool replay_take(struct explore *x, uint32_t state, uint32_t number, uint32_t *count);
/* Keeps them for others: begins, adds the outcome that x->vector and x->label + 1 have, ends. */
bool replay_begin(struct explore *x, uint32_t number);
void replay_add(struct explore *x, uint32_t number);
void replay_end(struct explore *x, uint32_t state, uint32_t number, bool is_good, bool is_slow);

/* pair.c: the abstractions run along. A state is a pair: that of the machine, and one of its abstractions
 * that the invariants link to it. Of an outcome each partner gives a pair; an outcome without one is an
 * orphan. */
struct pairs;
void pairs_open(struct explore *x);
void pairs_close(struct explore *x);
/* The next operation of the coverage; NULL: one that belongs to no refinement. */
void pairs_add_operation(struct explore *x, const struct operation *o, name shown);
void pairs_link(struct explore *x); /* when all duties are known */
/* Executes the operation of this number (EXPLORE_NONE: INITIALISATION) from the values that eval has, as
 * eval_operation and eval_execute do, but outcomes are only kept; then calls `found` for each pair that
 * they lead to, with its values in eval. If the step is to be judged, in this state (or EXPLORE_NONE),
 * orphans are reported. Returns whether there are outcomes. */
void pairs_prepare(struct explore *x, uint32_t number); /* first: no failures are watched yet */
enum truth pairs_begin(struct explore *x);
enum truth pairs_begin_call(struct explore *x, uint32_t number); /* its parameters have values */
extern const char pairs_stuck[];                                 /* of MISFIT_ABOVE, in words */
typedef void pairs_orphan(struct explore *x, void *data);
bool pairs_each(struct explore *x, eval_found *found, pairs_orphan *orphan, void *data);

enum misfit { /* why an outcome of the abstraction goes with none of the refinement */
	          MISFIT_NONE,
	          MISFIT_GUARD, /* there is none */
	          MISFIT_RESULT,
	          MISFIT_VARIABLE,  /* of both */
	          MISFIT_GLUE,      /* a duty */
	          MISFIT_UNDEFINED, /* perhaps one does */
	          MISFIT_ABOVE, /* one does, but not with what it refines itself: only the own state is sure */
};
struct orphan {
	enum misfit misfit; /* of the first outcome of the abstraction */
	uint32_t index;     /* of the result, variable or duty */
	uint32_t outcomes;  /* of the abstraction */
	bool has_more;      /* not all of them were listed */
	value other;        /* of the result or variable, in the abstraction */
};
/* While an orphan is reported: eval has its values, and those of the first outcome of the abstraction. */
const struct orphan *pairs_orphaned(const struct explore *x);
const struct machine *pairs_abstraction(const struct explore *x);
uint32_t pairs_number(const struct explore *x); /* of the operation */
const struct eval_failure *pairs_undefined(const struct explore *x);

/* orphan.c: what is wrong */
void orphan_report(struct explore *x, uint32_t state);
/* The step of this number to the values that eval has, with the variables of the abstraction or without. */
const struct explore_step *orphan_step(struct explore *x, uint32_t number, bool is_pair);
/* The values of all variables before the step. */
const value *pairs_before(const struct explore *x);

/* obligation.c: what must hold of each step (project->steps) */
struct obligations;
void obligations_open(struct explore *x);
void obligations_close(struct explore *x);
bool obligations_of(const struct explore *x, uint32_t number); /* has the operation such? */
/* Of a step from these values of the variables, in this state, to those that eval has. Returns whether one is false; it is reported
 * once. */
bool obligations_judge(struct explore *x, uint32_t number, const value *before, uint32_t state);
/* While an operation is executed, its outcomes are kept; they are judged at the end, or at once if they are pairs. */
void obligations_begin(struct explore *x);
void obligations_meet(struct explore *x, uint32_t number, uint32_t state);
void obligations_end(struct explore *x, uint32_t number, uint32_t state);

/* distance.c: of the state that eval has to one in which the predicate has this truth value, more or less; 0: it has */
struct distance {
	uint32_t graded;   /* differences of integers and sets */
	uint32_t ungraded; /* parts of which only the truth value is known */
};
uint64_t distance_whole(struct distance d); /* both, weighed */
struct distance distance_to(struct explore *x, const struct node *n, bool to);
bool distance_is_graded(const struct node *n); /* is there more than one distance? */

/* novelty.c: 0, one of the values or elements is new; 1, a pair of them; 2, nothing. All zero is the start. */
struct novelty {
	uint64_t *seen; /* open addressing: hashes */
	uint64_t count, room;
};
uint32_t novelty_rank(struct novelty *n, struct explore *x, const value *variables);
void novelty_clear(struct novelty *n);

/* trace.c: SETUP_CONSTANTS; the step to a state, by an operation with the label in x->label, or by
 * INITIALISATION (NULL) */
void trace_add_setup(struct explore *x, uint32_t setup, struct explore_trace *out);
void trace_add_step(struct explore *x, uint32_t state, const struct explore_coverage *c,
                    struct explore_trace *out);
bool trace_shows(const struct explore *x, uint32_t place); /* this of the variables */
void trace_copy(const struct explore_trace *from, struct explore_trace *out);

/* judge.c: findings */
void judge_setup(struct explore *x, uint32_t setup);
void judge_state(struct explore *x, uint32_t state);
/* was_cut: parameters without bounds were drawn from MININT..MAXINT, so it is not certain. */
void judge_deadlock(struct explore *x, uint32_t state, bool was_cut);
void judge_coverage(struct explore *x);
/* A failure of eval: a finding, or a reason why the search is not complete. `where` is an
 * operation, a conjunct, ... */
void judge_failure(struct explore *x, name where, uint32_t state, uint32_t setup);
/* Each path that fails, while this is executed: one may fail otherwise than another. */
struct failing {
	struct explore *x;
	name where;
	const struct node *parameters; /* of the operation, or NULL */
	uint32_t state, setup;
};
void judge_each_failure(struct failing *f);
void judge_no_more_failures(struct failing *f, enum truth t); /* it was executed with this answer */
void judge_no_initial_state(struct explore *x, struct pos pos, const char *message);
/* The same where integers without bounds were drawn from MININT..MAXINT: nothing is known. */
void judge_unfinished(struct explore *x, struct pos pos, const char *message);
bool judge_is_unfinished(const struct explore *x); /* not only for assertions */
/* The invariant is false for the values that eval has, to which the step leads from the state. */
void judge_orphan(struct explore *x, struct duty *d, uint32_t state,
                  const struct explore_step *beyond);
/* What is to be said of a predicate that is false for the values that eval has: message, position, witness. */
void judge_false(struct explore *x, const struct node *n, struct explore_finding *out);
/* Likewise for another reason. */
void judge_refinement(struct explore *x, struct explore_finding f);
bool judge_knows(const struct explore *x, enum explore_kind kind, struct pos pos); /* reported */
void judge_not_initialised(struct explore *x, const struct decl *d, uint32_t setup);

#endif
