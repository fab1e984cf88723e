/* Temporal formulas in a solver: what the files of the engine `bounded` share. Private to temporal/.
 *
 *   normal.c    the negation of a formula, with negations at its atoms only
 *   letter.c    atoms at a position, as literals
 *   unrolled.c   the formula on the chain: loops, deadlocks, prefixes
 *   loop_fair.c fairness of a loop
 *   bounded.c   one position more each time, for all formulas; what is found is executed and confirmed */
#ifndef TEMPORAL_BOUNDED_H
#define TEMPORAL_BOUNDED_H

#include "bmc/bmc.h"
#include "logic/logic.h"
#include "temporal/inside.h"

/* ---- normal.c ------------------------------------------------------------------------------------------------ */

enum normal_op {
	NORMAL_TRUE,
	NORMAL_FALSE,
	NORMAL_ATOM, /* or its negation */
	NORMAL_AND,
	NORMAL_OR,
	NORMAL_NEXT,      /* there is a next position, and it holds there */
	NORMAL_WEAK_NEXT, /* it holds there, if there is one */
	NORMAL_UNTIL,
	NORMAL_RELEASE,
	NORMAL_YESTERDAY,
	NORMAL_WEAK_YESTERDAY,
	NORMAL_SINCE,
	NORMAL_TRIGGER,
};
struct normal_node {
	enum normal_op op;
	uint32_t a, b; /* operands, which stand before it */
	struct temporal_atom *atom;
	bool is_negated; /* the atom */
	uint32_t past;   /* so many operators of the past are nested in it */
};
struct normal {
	VEC(struct normal_node) nodes;
	uint32_t root;
	uint32_t asked; /* subformulas that were looked at */
	bool is_too_large;
};
void normal_open(struct normal *n, const struct temporal *f, bool negated);
void normal_close(struct normal *n);

/* ---- letter.c -------------------------------------------------------------------------------------------------- */

/* An atom has two literals at a position: that it is true, and that it is false. Both may only be asserted; where it has no
 * value, neither holds. */
struct letter_truth {
	lit is[2]; /* true, false; 0: not asked for yet */
};
struct letter_pattern {
	struct operation operation; /* with the arguments in its precondition */
	struct enabled enabled;     /* when that can be executed */
	const struct node *fits;    /* parameters are the arguments; NULL: any are */
	const struct temporal_pattern *written;
};
struct letter {
	const struct temporal_atom *atom;
	const struct node *predicate; /* without the names of quantifiers */
	struct letter_pattern *patterns;
	uint32_t pattern_count;
	VEC(struct letter_truth) at; /* by position */
};
struct letter_place {                        /* a position, and the step from there */
	const struct encode_state *state, *next; /* next is NULL if there is no step */
	struct chain_step step;
};
struct letters {
	struct temporal_scope *scope;
	struct encoder *encoder;
	struct circuit *circuit;
	struct arena *arena;
	VEC(struct letter_place) places; /* by position */
	VEC(struct letter *) list;
	const char *reason; /* why something cannot be encoded; or NULL */
	struct pos pos;
};
void letters_close(struct letters *l);
static inline const struct operation *letter_operation(const struct letters *l, uint32_t operation)
{
	return explore_result(l->scope->explore)->coverage.at[operation].operation;
}
struct letter *letter_find(struct letters *l, const struct temporal_atom *a);
/* False: see the reason. */
bool letter_at(struct letters *l, struct letter *x, uint32_t position, bool is_false, lit *out);

/* ---- loop_fair.c ------------------------------------------------------------------------------------------------ */

struct fair_letter { /* WF or SF of an operation, of what was added to the chain so far */
	struct letter *taken, *enabled;
	bool is_strong;
	uint32_t count;           /* positions that are in the literals: of the loop */
	lit was_taken, was_never; /* once, it was taken, not enabled (WF); it never was enabled (SF) */
};
struct fair_loop {
	const struct temporal *formula; /* of fairness; NULL: there is none */
	VEC(struct fair_letter) list;   /* in the order of its leaves; then instances of WEF and SEF */
	uint32_t leaves;
};

/* ---- unrolled.c ---------------------------------------------------------------------------------------------------- */

/* A run of the chain as a lasso: its last step leads back to where the loop begins. Shared by all formulas. */
struct loop_start {
	lit is;     /* the loop begins at this position */
	lit is_in;  /* here or before */
	lit closes; /* the step from the position leads back to where it begins */
};
struct unrolled_position {
	lit *holds, *next;                            /* of each node and round */
	lit goes_on, is_loop, is_deadlock, is_prefix; /* how it is the last one, or not */
};
struct unrolled {
	struct normal normal;
	uint32_t *first;        /* of each node, the number of its first round; then the end */
	lit *at_start, *at_end; /* of each node and round: where the loop begins and ends */
	lit *met;               /* of each until: its promise was kept in the loop so far */
	VEC(struct unrolled_position) positions;
	struct fair_loop fair;
	bool has_steps; /* it speaks of the next step */
};

struct bounded {
	struct letters letters;
	struct arena arena;
	struct chain *chain;
	struct circuit *circuit;
	VEC(struct loop_start) loops; /* by position */
	struct encode_state *kept;    /* where the loop begins, if that is far away */
	lit deadlock;                 /* of the last state */
	bool has_deadlock;            /* it can be told */
};
void unrolled_open(struct unrolled *w, struct bounded *b, const struct temporal *f);
void unrolled_close(struct unrolled *w);
/* One position more, the last state of the chain. False: b->letters has the reason. */
bool unrolled_extend(struct unrolled *w, struct bounded *b);
/* A run of so many steps as the chain has, as a lasso, into a deadlock, or as a prefix that is enough: the three, to be assumed. */
struct unrolled_shapes {
	lit loop, deadlock, prefix;
};
bool unrolled_shapes(struct unrolled *w, struct bounded *b, struct unrolled_shapes *out);

void fair_loop_open(struct fair_loop *f, struct letters *l, const struct temporal *fairness);
void fair_loop_close(struct fair_loop *f);
/* From now on the loop must be fair to this instance, too. */
void fair_loop_add(struct fair_loop *f, struct letters *l, struct temporal_atom *taken,
                   bool is_strong);
/* The atom of an instance that a run was found to be unfair to. */
struct temporal_atom *fair_loop_instance(struct letters *l, const struct confirm_unfair *u);
/* The loop up to this position is fair: only to be asserted. */
bool fair_loop_at(struct fair_loop *f, struct bounded *b, uint32_t position, lit *out);

#endif
