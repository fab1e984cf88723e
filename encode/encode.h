/* encode, upper half: from B formulas to circuits, and from models back to values.
 *
 * The encoder is an evaluator whose values may contain literals: what is known is left to eval/, the
 * rest becomes gates. It never guesses: what it cannot encode within its limits is a failure with a
 * reason and a place. Circuits, clauses and integers are in circuit/circuit.h. */
#ifndef ENCODE_ENCODE_H
#define ENCODE_ENCODE_H

#include "base/base.h"
#include "bounds/bounds.h"
#include "circuit/circuit.h"
#include "eval/eval.h"
#include "symmetry/symmetry.h"
#include "syntax/syntax.h"

struct encoder;
struct sym;

struct encode_options {
	/* Where integers come from that nothing bounds; MININT..MAXINT if has_reach is not set. */
	bool has_reach;
	int64_t reach_low, reach_high;
	/* So far around that are the integers for which !x.(P) is said where nothing bounds x: that there are
	 * others is no cut (encode_was_partial). */
	int64_t margin;
	/* Predicates over names that were drawn from a part of their type only may be true or false
	 * as they like: what has no solution then has none at all, if encode_is_relaxed. */
	bool relaxes;
	bool is_abstract; /* with relaxes: no name has candidates, as if all were unbounded */
	/* Few candidates for sets of much, and just one value for names that no conjunct mentions: for a
	 * quick solution that is confirmed otherwise. */
	bool is_sparse;
	bool breaks_symmetry;         /* encode_symmetry will be called */
	const _Atomic int *interrupt; /* may be NULL */
	double deadline;              /* of eval_clock; 0: none */
	uint64_t effort_end;          /* of eval_effort, to which it adds its own; 0: none */
	size_t memory;                /* the most bytes in use, 0: no limit */
};

/* All arguments outlive the encoder. Names that have a value in the eval are known. */
struct encoder *encode_open(struct eval *e, struct values *s, struct project *p,
                            const struct universe *u, struct circuit *c,
                            const struct encode_options *o);
void encode_close(struct encoder *e);

struct encode_failure {
	enum eval_failure_kind kind; /* EVAL_LIMIT, EVAL_UNSUPPORTED or EVAL_OVERFLOW */
	struct pos pos;
	const char *message;
};
/* After a function below returned false. */
const struct encode_failure *encode_failed(const struct encoder *e);

/* Makes the names unknowns, with candidates that the conjuncts give: every solution of all of
 * them is within the candidates, unless encode_was_cut. ranges (may be NULL) are those of bounds/ for
 * these names. *out must hold in addition to the conjuncts. */
bool encode_names(struct encoder *e, struct decl *const *names, uint32_t count,
                  const struct node *const *conjuncts, uint32_t conjunct_count,
                  struct range *const *ranges, lit *out);
/* The same with ranges that it finds itself, which live in the arena. */
bool encode_candidates(struct encoder *e, struct arena *a, struct decl *const *names,
                       uint32_t count, const struct node *const *conjuncts, uint32_t conjunct_count,
                       lit *out);
/* Then *out says that all conjuncts hold, too. */
bool encode_unknowns(struct encoder *e, struct arena *a, struct decl *const *names, uint32_t count,
                     const struct node *const *conjuncts, uint32_t conjunct_count, lit *out);
/* True exactly if the predicate is true and well-defined. It may only be asserted or assumed, not
 * negated. */
bool encode_predicate(struct encoder *e, const struct node *n, lit *out);
/* The same, which may be negated: then it is false or undefined. */
bool encode_exactly(struct encoder *e, const struct node *n, lit *out);
/* The evaluator gets the values of the names of this encoder again: those that are known, and none for unknowns. Others use
 * it in between, to confirm a model, to explore, to encode something else. Each call that encodes begins with that. */
void encode_resume(struct encoder *e);
void encode_give(struct encoder *e, uint64_t effort_end); /* another one, from now on */
bool encode_is_relaxed(struct encoder *e);
/* Was an unknown drawn from a part of its type only (integers from MININT..MAXINT, ...)? */
bool encode_was_cut(const struct encoder *e);
void encode_forget_cut(struct encoder *e); /* whoever asks has taken it into account */
/* Was a bound name drawn from a part of its type where that only makes more solutions? Then "none" counts,
 * and a solution may turn out to be none. */
bool encode_was_partial(const struct encoder *e);

/* The value of an unknown in the last model; VALUE_NONE, with encode_failed if a limit is the cause. */
value encode_value(struct encoder *e, struct cnf *f, const struct decl *d);
/* The name has this value: exact, may be negated. */
bool encode_equals(struct encoder *e, struct decl *d, value v, lit *out);
/* The literals that stand for the unknown, for preferences and statistics; `texts` (may be NULL) gets
 * a line "NUMBER name value" for each input that has a variable in f. */
uint32_t encode_size(struct encoder *e, const struct decl *d);
struct encode_lits {
	lit *at;
	uint32_t count, room;
};
/* Adds literals of what the name means now that are false if it is small: elements of sets, arguments of
 * functions, numbers far from 0, other elements than the first. */
bool encode_larger(struct encoder *e, const struct decl *d, struct encode_lits *out);
void encode_describe(struct encoder *e, struct cnf *f, const struct decl *d, struct text *out);

/* Does a value that was known from outside name this element of a deferred set? */
bool encode_is_fixed(const struct encoder *e, value element);
void encode_fix_set(struct encoder *e,
                    uint32_t set); /* all elements of a set of the universe are */
/* Clauses that keep at least one of each class of solutions that differ only by a renaming of
 * elements of deferred sets, and by these permutations (NULL: no others), which are symmetries of what is asserted; the
 * names are all that were made unknown, in a fixed order. Each of *out must hold. */
bool encode_symmetry(struct encoder *e, struct decl *const *names, uint32_t count,
                     const struct symmetry_moves *moves, lit **out, uint32_t *out_count);
/* May elements be known by themselves, so that no permutation counts? */
bool encode_fixes_all(const struct encoder *e);

/* If two elements of a set are exchanged in the values of these names, are these the same? LIT_FALSE if that cannot be told. */
bool encode_swap(struct encoder *e, const struct bounds_swap *s, struct decl *const *names,
                 uint32_t count, lit *same);

/* Are the values of these names that are known already the same with two integers of a sort of the group exchanged? */
bool encode_knows_alike(const struct encoder *e, const struct symmetry_group *g,
                        const struct bounds_swap *s, struct decl *const *names, uint32_t count);

/* For each literal of what these names are now the one that says the same where the permutation has moved all elements; false if
 * that cannot be told. A value that is no candidate any more is LIT_FALSE. */
bool encode_move(struct encoder *e, const struct symmetry_group *g, const uint32_t *image,
                 struct decl *const *names, uint32_t count, struct encode_lits *from,
                 struct encode_lits *to);

/* ---- substitutions ---------------------------------------------------------------------------------- */

/* What the variables of the project are at some point of a run. Lives as long as the encoder. */
struct encode_state;

/* Of what the variables mean now (after encode_names), or to make them mean that. */
struct encode_state *encode_save(struct encoder *e);
void encode_use(struct encoder *e, const struct encode_state *s);
/* The state whose condition holds, of which exactly one does. */
bool encode_choose(struct encoder *e, const lit *conditions, struct encode_state *const *of,
                   uint32_t count, struct encode_state **out);
/* What a variable is in a state. From now on a name means that, or a parameter of a step; NULL: nothing any more. */
struct sym *encode_state_at(struct encoder *e, const struct encode_state *s,
                            const struct decl *variable);
void encode_bind(struct encoder *e, struct decl *d, struct sym *s);
/* Both states are the same: exact, may be negated. */
bool encode_same(struct encoder *e, const struct encode_state *a, const struct encode_state *b,
                 lit *out);

/* image.c: a state is a word of literals, as its unknowns were made; what would they be for another one? For each literal of
 * `shape` the one that says the same of `of`: `x` has this element, f is defined here, the number is this. Whether both are the
 * same then is another question, since a value may have no such word: to be asked by encode_same. */
struct encode_bit {
	lit shape, of;
	struct decl *variable;
};
struct encode_bits {
	struct encode_bit *at;
	uint32_t count, room;
};
bool encode_image(struct encoder *e, const struct encode_state *shape,
                  const struct encode_state *of, struct encode_bits *out);

/* word.c: what literals of the value say that a name has now: that a place in it, such as f(a), has a value. */
enum encode_step_into {
	ENCODE_NAME,
	ENCODE_APPLY,        /* of(key) */
	ENCODE_APPLY_PARTLY, /* likewise, if key is in the domain */
	ENCODE_DOM,          /* dom(of) */
	ENCODE_FIELD,        /* of'field */
};
struct encode_place {
	const struct encode_place *of; /* NULL: a name */
	enum encode_step_into into;
	struct decl *name; /* of the whole */
	value key;
	const char *field;
};
enum encode_says { ENCODE_IS, ENCODE_HAS, ENCODE_BIT }; /* the value, as an element, this bit */
struct encode_word {
	const struct encode_place *place; /* lives as long as the encoder; one for all words about it */
	enum encode_says says;
	value value;
	uint32_t bit, width; /* of the number, low..high, in two's complement */
	__int128 low, high;
};
typedef void encode_said(void *data, lit l, const struct encode_word *w);
void encode_words(struct encoder *e, struct decl *d, encode_said *said, void *data);
void encode_print_place(struct values *s, const struct universe *u, const struct encode_place *p,
                        struct text *out);
bool encode_place_may_fail(const struct encode_place *p); /* is a function partial? */
/* False: B has no short word for it. */
bool encode_print_word(struct values *s, const struct universe *u, const struct encode_word *w,
                       struct text *out);

/* A violation in a substitution. */
struct encode_trouble {
	lit when;                    /* it was executed that far, and then this happened */
	enum eval_failure_kind kind; /* EVAL_UNDEFINED, EVAL_PRECONDITION, EVAL_ASSERTION, EVAL_WHILE */
	struct pos pos;
};

/* Names that an operation chooses before all else, with their values. */
struct encode_choices {
	struct decl **names;
	struct sym **values;
	uint32_t count;
};

struct encode_step {
	lit guard;                 /* it can be executed, for the choices that its new unknowns make */
	lit is_fine;               /* and there is no violation */
	struct encode_state *next; /* then */
	struct encode_trouble *troubles;
	uint32_t trouble_count;
	struct sym **parameters, **results; /* of an operation */
	struct encode_choices chosen;       /* likewise: parameters, names of its outermost ANY */
};

/* Executes a substitution, or an operation of the interface with new unknowns as parameters, from what
 * the variables mean now. Its outermost PRE is a guard. */
bool encode_execute(struct encoder *e, const struct node *substitution, struct encode_step *out);
bool encode_operation(struct encoder *e, const struct operation *o, struct encode_step *out);
/* True where the predicate is false, or also where it is undefined; only to be asserted. */
bool encode_violation(struct encoder *e, const struct node *n, bool or_undefined, lit *out);
bool encode_undefined(struct encoder *e, const struct node *n,
                      lit *out); /* likewise: where it has no value */

/* ---- order.c: values of chosen names ----------------------------------------------------------------- */

/* The name is this element: exact. */
lit encode_is_element(struct encoder *e, const struct sym *s, value element);
/* The same of an integer; false if it cannot be told. */
bool encode_is_integer(struct encoder *e, const struct sym *s, int64_t n, lit *out);
/* The value of a chosen name, element or number in one step is that of another one in another step. */
bool encode_same_place(struct encoder *e, const struct encode_choices *a, const struct node *x,
                       const struct encode_choices *b, const struct node *y, lit *out);
/* In the first name that is an integer or an element, a is below b; false if there is none. Elements
 * are in the order of their numbers. */
bool encode_less(struct encoder *e, const struct encode_choices *a, const struct encode_choices *b,
                 lit *out);

/* Values in the last model: all variables are set in the eval; a parameter or result. */
bool encode_state_values(struct encoder *e, struct cnf *f, const struct encode_state *s);
value encode_sym_value(struct encoder *e, struct cnf *f, struct sym *s);

#endif
