/* state: what a search knows, shared by its tactics; private to search/. */
#ifndef SEARCH_STATE_H
#define SEARCH_STATE_H

#include "encode/encode.h"
#include "search/budget.h"
#include "search/search.h"

/* Whose question is it? Nested ones have fewer tactics, so that nesting ends. */
enum nesting {
	NESTING_TOP,
	NESTING_LEMMA,   /* is to have no solution, by all tactics; asks for no lemmas */
	NESTING_PART,    /* a branch, simplified conjuncts, instances: of a part of tactics.def */
	NESTING_WITNESS, /* asks for no witnesses, ... */
	NESTING_COUNTEREXAMPLE, /* ... nor for counterexamples */
};

enum search_phase {
	PHASE_NEW,       /* nothing is encoded */
	PHASE_FAILED,    /* nor can it be: see reason */
	PHASE_READY,     /* encoded */
	PHASE_STUCK,     /* encoded, and open: see reason */
	PHASE_EXHAUSTED, /* encoded, and there is no (further) solution */
};

/* When symmetry is broken: after a try of the solver without. */
enum symmetry_when { SYMMETRY_DONE, SYMMETRY_SOON, SYMMETRY_LATER };

/* Circuit, clauses and solver of the conjuncts, see encoding.h. */
struct encoding {
	struct circuit *circuit;
	struct solver *solver;
	struct cnf *cnf;
	struct encoder *encoder;
	struct encode_options how;
	int64_t margin;              /* of encode_options */
	bool has_symmetry;           /* clauses were added that break symmetry */
	enum symmetry_when to_break; /* what was put off, */
	lit lifted;                  /* by this literal */
	bool needs_instances; /* a model was not confirmed where a universal was instantiated in part */
	VEC(lit) asserted;    /* for the names, then each conjunct, as far as it was encoded */
	VEC(lit) lex;         /* what breaks symmetry */
};

/* What "none" is worth. */
struct completeness {
	bool is_bounded; /* unknowns came from a part of their types */
	bool is_proved;  /* but there is no solution at all */
	const char
	    *elsewhere; /* by other clauses than those of the encoding: "of ..." or "by ..."; or NULL */
};

/* Of the portfolio. */
struct portfolio {
	uint32_t tactics; /* bits: that may be tried */
	bool is_finished[SEARCH_TACTICS];
	uint32_t vain
	    [SEARCH_TACTICS]; /* attempts with all effort that is left, which a limit inside has ended */
	bool is_bounded;      /* direct has ended with "none within bounds" */
	enum search_tactic_number by; /* that has decided; SEARCH_TACTICS: none */
	const struct node *large;     /* a universal of too many instances to encode them all */
	VEC(struct search_attempt) attempts;
};

struct conjunct_list {
	const struct node **at;
	uint32_t count, room;
};

struct simplified {
	struct conjunct_list list;
	bool was_tried, is_new; /* is_new: they are not the conjuncts themselves */
};

/* See core.c. */
struct core {
	struct conjunct_list conjuncts;
	bool is_near;
	uint64_t end; /* of eval_effort */
};

struct search {
	struct arena arena;
	struct eval *eval;
	struct values *values;
	struct project *project;
	struct question question;
	struct conjunct_list conjuncts; /* of the question */
	struct search_options options;
	enum nesting nesting;
	struct budget budget;
	enum search_phase phase;
	struct encoding encoding;
	struct completeness completeness;
	struct portfolio progress;
	struct simplified simplified;
	uint32_t failed_guesses;     /* bits, see enumerate.c */
	struct conjunct_list closed; /* conjuncts that have no unknowns and are true, see drop.c */
	struct core core;
	struct cegis *cegis;          /* that goes on, or has led to the last solution; NULL: neither */
	struct symmetry_group *group; /* see alike.h; NULL: not asked for */
	struct search *adopted;       /* whose encoding this one has now */
	const char *reason;
	struct pos reason_pos;
	value *solution; /* the last one; NULL: there was none */
	bool has_excluded;
	struct search_stats stats; /* seconds */
};

/* ---- search.c ---------------------------------------------------------------------------------------- */

static inline bool search_is_broken(const struct search *s)
{
	return s->phase == PHASE_FAILED || s->phase == PHASE_STUCK;
}

static inline bool search_is_encoded(const struct search *s) { return s->phase >= PHASE_READY; }

/* E of a conjunct d = E; NULL. */
const struct node *search_definition(const struct search *s, const struct decl *d);
struct search *search_new(struct eval *e, struct project *p, const struct question *q,
                          const struct search_options *o, enum nesting nesting);
/* It is open from now on. */
const char *
search_too_late(const struct search *s); /* a limit of the whole was reached, not an interrupt */
void search_give_up(struct search *s, const char *reason, struct pos pos);
void search_encoder_failed(struct search *s); /* for the reason of the encoder */
bool search_is_complete(const struct search *s);
void search_forget_values(struct search *s); /* of the names, in the evaluator */
/* The values that the names have now are a solution. */
void search_keep(struct search *s);
struct valuation search_valuation(const struct search *s); /* the last solution */

/* ---- nested.c: questions within questions --------------------------------------------------------------- */

/* The same question about other conjuncts, without a violation. */
struct question nested_question(const struct search *s, const struct node *const *conjuncts,
                                uint32_t count);
/* It ends within the slice of the one that opens it. */
struct search *nested_open(struct search *s, const struct question *q, uint64_t effort,
                           enum nesting nesting);
enum nesting nested_in(const struct search *s); /* one level deeper */
/* Of the same question, or a part of it, within its slice. */
struct search *nested_copy(struct search *s, const struct question *q);
/* Takes over what the copy has encoded, and closes it in the end. */
void nested_adopt(struct search *s, struct search *copy);
/* Another conjunct, after a solution was found; the next one is to be found with this effort. False if it must be
 * asked for anew. */
bool nested_add(struct search *s, const struct node *n, uint64_t effort);

#endif
