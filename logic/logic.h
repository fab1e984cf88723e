/* logic: what can be said of a formula by the way it is written.
 *
 * Between syntax/, which makes typed trees, and all that gives them meaning. Nothing here knows values, states or
 * solvers: evaluator, encoder and tactics share these rules, and differ in how they carry them out.
 *
 * A tree is not written to after it is made, so formulas share their parts freely. New ones go into the arena
 * that is passed and live as long as that. */
#ifndef LOGIC_LOGIC_H
#define LOGIC_LOGIC_H

#include "syntax/syntax.h"

/* ---- build.c: new formulas ---------------------------------------------------------------------------
 *
 * Each takes an arena first. Where no position is passed, it is that of the first operand, or of `like`. What
 * comes back as `struct node *` may be completed by whoever asked for it, before others see it. */

/* With these kids; `type` is NULL for predicates and substitutions. */
struct node *build_node(struct arena *a, enum op op, struct pos pos, struct type *type,
                        uint32_t count, const struct node *const *kids);
/* The same node, so that other kids can be put in. */
struct node *build_copy(struct arena *a, const struct node *n);
struct node *build_leaf(struct arena *a, enum op op, struct pos pos, struct type *type);
/* Of one operand, or of two: y may be NULL, here and below. */
struct node *build_op(struct arena *a, enum op op, struct pos pos, const struct node *x,
                      const struct node *y);
struct node *build_typed(struct arena *a, enum op op, struct pos pos, struct type *type,
                         const struct node *x, const struct node *y);
/* At the place of x. */
struct node *build_join(struct arena *a, enum op op, const struct node *x, const struct node *y);
/* With the place and the type of `like`. */
struct node *build_like(struct arena *a, enum op op, const struct node *like, const struct node *x,
                        const struct node *y);

struct node *build_not(struct arena *a, const struct node *n);
/* All of them: itself where there is one, truth where there is none. */
const struct node *build_and(struct arena *a, struct pos pos, uint32_t count,
                             const struct node *const *conjuncts);
struct node *build_truth(struct arena *a, struct pos pos, bool is_true);
struct node *build_if(struct arena *a, const struct node *like, const struct node *p,
                      const struct node *x, const struct node *y);
struct node *build_pair(struct arena *a, const struct node *x, const struct node *y);
/* x of f(x), x |-> y of f(x, y) */
const struct node *build_argument(struct arena *a, const struct node *apply);
struct node *build_empty(struct arena *a, struct pos pos, struct type *type);
/* Equal numbers have one name, as those of the texts have. */
struct node *build_number(struct arena *a, struct names *names, const struct node *like,
                          int64_t is);

struct node *build_name(struct arena *a, struct decl *d, struct pos pos); /* as an expression */
/* A name of its own, whatever others are called alike; and an expression that is one. */
struct decl *build_local(struct arena *a, name text, struct type *type, struct pos pos);
struct node *build_fresh(struct arena *a, name text, struct type *type, struct pos pos);
struct node *build_ids(struct arena *a, struct pos pos, uint32_t count,
                       const struct node *const *names);

/* All values of the type, as a set; NULL: there is no word for that (free types, types that are not known). */
struct node *build_whole(struct arena *a, struct type *of, struct pos pos);

struct type *build_power_type(struct arena *a, struct type *of);
struct type *build_pair_type(struct arena *a, struct type *x, struct type *y);

/* ---- substitute.c: formulas in place of names ------------------------------------------------------------
 *
 * [x := E] P, carried out. Names are the same if their declarations are; each binder of the copy gets names of its own, so
 * that nothing that is put in is captured, and the copy may stand beside the original. (Definitions are expanded by
 * syntax/, before names have declarations.) */

enum { SUBSTITUTE_MOST_NODES = 50000 };

/* What names become, the last ones first; others stay as they are. */
struct replacement {
	struct decl *of;
	const struct node
	    *is; /* NULL: it has no value; substitute.opaque: not known as an expression */
	const struct replacement *next;
};

struct substitute {
	struct arena *arena;
	const struct node *opaque;
	bool keeps_bound; /* binders keep their names: enough where names become names */
	bool keeps_old;   /* x$0 stays where `old` has none for it; else it is x */
	/* what was met, in all copies so far */
	uint32_t nodes;
	bool gives_up;  /* too many, or [x := E] P, which binds no name of its own */
	bool has_none;  /* a name without a value: it stays */
	bool is_opaque; /* the opaque value was put in */
};

const struct replacement *substitute_find(const struct replacement *r, const struct decl *d);
bool substitute_has(const void *replacement, const struct decl *d); /* as a mention_test */
const struct replacement *substitute_put(struct arena *a, const struct replacement *r,
                                         struct decl *d, const struct node *is);
/* A copy in which names are replaced as `now` says, and x$0 as `old` says. */
const struct node *substitute_in(struct substitute *s, const struct node *n,
                                 const struct replacement *now, const struct replacement *old);

/* ---- conjunct.c: conjunctions taken apart -----------------------------------------------------------------
 *
 *     EACH_CONJUNCT (c, n) if (c.now->op == OP_MEMBER) ...
 *
 * c.now is one conjunct of n after the other, from left to right, however P & (Q & R) is nested; n itself if it is no
 * conjunction, and none if it is NULL. EACH_LABELLED keeps those together that the user has given one label. */
enum { CONJUNCT_FRAMES = 8 };
struct conjunct_walk {
	const struct node *now;  /* NULL: there are no more */
	const struct node *root; /* the rest is its own affair */
	uint32_t number, depth;
	bool keeps_labelled, is_deep;
	struct conjunct_frame {
		const struct node *of;
		uint32_t next;
	} frames[CONJUNCT_FRAMES];
};
#define EACH_CONJUNCT(c, n)                                                                        \
	for (struct conjunct_walk c = conjunct_first(n, false); c.now; conjunct_next(&c))
#define EACH_LABELLED(c, n)                                                                        \
	for (struct conjunct_walk c = conjunct_first(n, true); c.now; conjunct_next(&c))
struct conjunct_walk conjunct_first(const struct node *n, bool keeps_labelled);
void conjunct_next(struct conjunct_walk *w);
uint32_t conjunct_count(const struct node *n);
/* Without `not`: *is_negated is turned once for each. */
const struct node *conjunct_positive(const struct node *n, bool *is_negated);
/* Is the set all values of its type, as it is written: a given set, INTEGER, BOOL, or made of such by POW and *? */
bool conjunct_is_type(const struct node *set);
/* x : S and the like, which say where one of these names comes from. */
bool conjunct_types(const struct node *c, const struct node *ids);

/* ---- generator.c: what gives values to names ------------------------------------------------------------------
 *
 *     EACH_GENERATOR (s, conjunct) if (s.kind == GENERATOR_EQUAL && mention_is_name(s.of, x)) ...
 *
 * A conjunct can be read as a generator of values for a part of it, in one way or in several:
 *
 *     x = E                    GENERATOR_EQUAL, of x from E, and of E from x
 *     x : S, {x} <: S          GENERATOR_IN
 *     s <: S, s <<: S          GENERATOR_SUBSET, GENERATOR_PROPER_SUBSET
 *     a <= b, a < b            GENERATOR_MOST of a from b, GENERATOR_LEAST of b from a
 *     x : a..b, x : NAT, ...   also GENERATOR_LEAST and GENERATOR_MOST, where the set has such ends
 *     partition(S, A, B)       GENERATOR_PART of A from S, and of B
 *
 * `of` may be a name, a pattern of names such as x |-> y, or a term such as card(s). What has values already, what is
 * finite and what is cheap, is for those to say who run a generator: plans of the evaluator, unknowns of the encoder, ranges,
 * guesses. All of them read conjuncts here, and nowhere else. */
enum generator_kind {
	GENERATOR_NONE,
	GENERATOR_EQUAL,
	GENERATOR_IN,
	GENERATOR_SUBSET,
	GENERATOR_PROPER_SUBSET,
	GENERATOR_LEAST,
	GENERATOR_MOST,
	GENERATOR_PART
};
struct generator {
	enum generator_kind kind;
	uint32_t number; /* of the reading */
	bool is_strict;  /* of bounds: < and > */
	const struct node *conjunct, *of;
	const struct node *from; /* NULL: a bound that is not written, which `end` tells */
	enum { GENERATOR_ZERO, GENERATOR_ONE, GENERATOR_MININT, GENERATOR_MAXINT } end;
};
#define EACH_GENERATOR(g, n)                                                                       \
	for (struct generator g = generator_reading(n, 0); g.kind != GENERATOR_NONE;                   \
	     g = generator_reading(g.conjunct, g.number + 1))
struct generator generator_reading(const struct node *conjunct, uint32_t number);
/* recursive.c: says of free names of the formulas whether they call themselves (calls_itself) by the equations for them. */
void recursive_mark(const struct decls *names, const struct node *const *formulas, uint32_t count);
/* E of x = E or E = x, where E does not mention x; else NULL. */
const struct node *generator_equal(const struct node *conjunct, const struct decl *x);
/* POW(S), A --> B, seq(S), struct(...): sets of sets and records, which are not listed to be gone through. */
bool generator_is_family(enum op op);
/* The set of which the elements of POW(S) or A --> B are subsets: S or A * B; NULL of other sets. */
const struct node *generator_whole(struct arena *a, const struct node *family);
/* What x : {y | P}, or x : dom(%y.(P | E)), says of x where it must hold: P of x. Only x is asked for then, and P may tell where
 * it is, also where the set as a whole has no value. NULL where the set has one anyway, and of other conjuncts. */
const struct node *generator_body(struct arena *a, const struct node *conjunct);
/* The coefficient of x in left - right; 0 if it is not linear in x. */
int64_t generator_coefficient(const struct node *left, const struct node *right,
                              const struct decl *x);
bool generator_literal(const struct node *n, int64_t *out); /* a small number, also negative */

/* ---- mention.c: the names in a formula, free or bound; for a single one see node_mentions ------------------ */

typedef bool mention_test(const void *data, const struct decl *d);
/* Is one there, as x, x$0 or an operation that is called, for which the test is true? */
bool mention_any(const struct node *n, mention_test *test, const void *data);
/* Of x |-> y |-> z: is it one of the parts? */
bool mention_in_pattern(const struct node *pattern, const struct decl *d);
/* Is it this name, and nothing else? */
bool mention_is_name(const struct node *n, const struct decl *d);
/* Does it mean the value of now? x$0 is not x. */
bool mention_now(const struct node *n, const struct decl *d);

/* ---- defined.c: what may be undefined ---------------------------------------------------------------------
 *
 * By the way it is written: the rules of docs/LANGUAGE.md, definedness. */

/* May the operator have no value although its operands have? (card of an infinite set has none) */
bool defined_may_lack_value(const struct node *n);
bool defined_may_fail(const struct node *n); /* it, or a part of it */
/* x : n asks {y | P} only for x; but is one a part of n that may be undefined, it is asked for all. */
bool defined_asks_whole_set(const struct node *n);
/* Then it is defined if the operands of n are; or else if n is. */
bool defined_asks_operands(const struct node *n);
/* What is left of P & #y.(Q & R) without the conjuncts for which `is_open` holds, or NULL: where that is
 * false, so is the whole. */
const struct node *defined_weaker(struct arena *a, const struct node *n,
                                  bool (*is_open)(const void *data, const struct node *n),
                                  const void *data);

/* ---- normalise.c, alike.c: other words for the same ------------------------------------------------------- */

/* not(x /: S) as x : S, bool(P) = TRUE as P, and the like; n itself if there is no simpler form of it. */
const struct node *normalise_conjunct(struct arena *a, const struct node *n);
/* The same formula up to the names that are bound in it, as free names are declared? */
bool alike_are(const struct node *a, const struct node *b);

/* ---- finite.c: finite and infinite sets --------------------------------------------------------------------
 *
 * What a set may be, as bits. That it is finite is known if CARD_INFINITE is not among them, that it is infinite if nothing
 * else is. */
enum card {
	CARD_EMPTY = 1,
	CARD_SOME = 2, /* finitely many elements, at least one */
	CARD_INFINITE = 4,
	CARD_FINITE = CARD_EMPTY | CARD_SOME,
	CARD_UNKNOWN = CARD_EMPTY | CARD_SOME | CARD_INFINITE
};

/* What is known of sets besides the way they are written; all sets may be if nothing is: CARD_UNKNOWN. */
struct finite_view {
	unsigned (*card)(const void *data, const struct node *set);
	const void *data;
};

/* The values of a type, whatever the sizes of given sets. */
unsigned finite_type(const struct type *t);
/* A set as it is written; the view may be NULL. */
unsigned finite_card(const struct finite_view *v, const struct node *set);
bool finite_is_sure(const struct finite_view *v, const struct node *set);
bool finite_is_infinite(const struct node *set);
/* seq(S) and tree(S): infinite, however few elements S has. */
bool finite_is_endless(const struct node *set);
/* Of {x | P}, %x.(P | E), SIGMA(x).(P | E): are the values of x finitely many for sure? */
bool finite_index(const struct finite_view *v, const struct node *binder);
/* The result of an operator by what its operands may be. */
unsigned finite_rule(enum op op, unsigned a, unsigned b);

#endif
