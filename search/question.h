/* question: what a search is asked, and what it answers. */
#ifndef SEARCH_QUESTION_H
#define SEARCH_QUESTION_H

#include "bounds/bounds.h"
#include "eval/eval.h"

/* What a valuation that satisfies the conjuncts is to violate. */
struct violation {
	const struct node *undefined; /* false or undefined; NULL: nothing */
	/* Or the body runs, and one of the goals is false afterwards; */
	const struct node *body;
	const struct node *const *goals;
	uint32_t count;
	/* or it fails in this manner, at this place if it has one. */
	bool fails;
	enum eval_failure_kind kind;
	struct pos pos;
};

/* Where candidates for unknowns without bounds come from. */
enum question_reach {
	REACH_ANY,  /* as far as it takes */
	REACH_NEAR, /* integers from MININT..MAXINT only */
	REACH_FEW,  /* few candidates: only a solution counts, and who asks has it confirmed */
};

/* Values of the names (each has a type and a slot of the evaluator) for which all conjuncts are true and well-defined
 * and the violation happens. Names that have a value in the evaluator and are not in the list are known. */
struct question {
	struct decl *const *names;
	uint32_t count;
	const struct node *const *conjuncts; /* taken apart at & */
	uint32_t conjunct_count;
	const struct violation *violation; /* NULL: none is asked for */
	const struct universe *universe;
	enum question_reach reach;
};

/* The bounds that play a part: if none does, a complete "none" holds for all of them. */
struct bounds_use question_uses(const struct question *q);
/* Parts of the violation; NULL: none. */
const struct node *question_undefined(const struct question *q);
const struct violation *question_body(const struct question *q);

/* Names with values. */
struct valuation {
	struct decl *const *names;
	const value *values;
	uint32_t count;
};
value valuation_get(const struct valuation *v, const struct decl *d); /* VALUE_NONE: it has none */
void valuation_apply(const struct valuation *v, struct eval *e);      /* sets the evaluator */
/* In the arena, its list of names, too. */
struct valuation valuation_copy(struct arena *a, const struct valuation *v);

enum search_answer {
	SEARCH_FOUND,    /* the evaluator has confirmed the valuation */
	SEARCH_NONE,     /* no (further) solution within the bounds */
	SEARCH_OPEN,     /* a limit, an interrupt, an unsupported construct: see reason */
	SEARCH_DOUBTFUL, /* the evaluator does not confirm the solution: a bug of bounce */
};

/* See tactics.def. */
enum search_tactic_number {
#define TACTIC(name, concludes, when, needs, slice, most, help) TACTIC_##name,
#include "search/tactics.def"
#undef TACTIC
	SEARCH_TACTICS
};

struct verdict {
	enum search_answer answer;
	struct valuation valuation;   /* of SEARCH_FOUND; until the next answer */
	bool is_complete;             /* SEARCH_NONE holds for these set sizes whatever the integers */
	enum search_tactic_number by; /* that has decided; SEARCH_TACTICS: none */
	const char *reason;           /* of SEARCH_OPEN and SEARCH_DOUBTFUL; never NULL */
	struct pos pos;               /* its place (at 0: it has none) */
	bool is_cause; /* the direct encoding has failed for this reason, whatever stopped the others */
};

#endif
