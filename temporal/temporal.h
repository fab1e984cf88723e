/* temporal: properties of runs, in LTL with past and operations, and in CTL, as ProB writes them.
 *
 *   text --scan, parse--> formula --check--> formula over typed atoms --answer--> verdict
 *
 * Semantics (docs/LANGUAGE.md): runs are the maximal paths from the initialised states; they are infinite, or end in a
 * state without a next one (a deadlock). There X p, [Op] and all that speaks of the next step are false; nothing
 * stutters. Y p is false in the first state. WF(a) is FG e(a) => GF [a], SF(a) is GF e(a) => GF [a].
 *
 * Nothing is printed. Errors go to the diag with places inside of the formula's text. */
#ifndef TEMPORAL_TEMPORAL_H
#define TEMPORAL_TEMPORAL_H

#include "bmc/bmc.h"

/* ---- formulas ------------------------------------------------------------------------------------------ */

enum temporal_op {
#define OPERATOR(tag, ...) TEMPORAL_##tag,
#include "temporal/operators.def"
	TEMPORAL_OPERATORS
};

enum temporal_kind { /* of atoms */
	                 ATOM_PREDICATE,
	                 ATOM_ACTION,  /* [Op(..)]: the next step is one of these */
	                 ATOM_ENABLED, /* e(Op(..)) */
	                 ATOM_DEADLOCK,
	                 ATOM_NONE_OF,       /* deadlock(Op, ..): none of them is enabled */
	                 ATOM_DETERMINISTIC, /* at most one of them is */
	                 ATOM_CONTROLLER,    /* exactly one */
	                 ATOM_SINK,          /* all steps lead back here */
	                 ATOM_GOAL,          /* the definition GOAL */
	                 ATOM_DET_OUTPUT,    /* results are functions of the parameters */
	                 ATOM_UNCHANGED,     /* the value of an expression, by the next step */
	                 ATOM_CHANGED,
	                 ATOM_INCREASING,
	                 ATOM_DECREASING,
	                 ATOM_BEFORE_AFTER, /* a predicate with x$0 for x before the next step */
};

struct temporal_pattern { /* Op, Op(e1, _) */
	name name;
	struct pos pos;
	uint32_t operation; /* in the coverage of the explore */
	bool has_arguments;
	uint32_t count;
	const struct node **arguments; /* NULL: any value will do */
};

struct temporal_atom {
	enum temporal_kind kind;
	struct pos pos;
	const struct node *node; /* the predicate or expression; or NULL */
	const char *text;        /* as written, for printing */
	struct temporal_pattern *patterns;
	uint32_t pattern_count;
	const struct node *step;    /* a predicate over the values before and after a step; or NULL */
	struct eval_bindings bound; /* names that quantifiers have given values */
	struct temporal_atom *enabled; /* of WEAK and STRONG: that the operation is */
	uint32_t index;                /* in the space */
	bool has_failed, is_unsure;    /* in some state it has no value, or only for MININT..MAXINT */
	const char *failure;
	struct pos failure_pos;
};

struct temporal {
	enum temporal_op op;
	struct pos pos;
	const struct temporal *kid[2];
	struct temporal_atom *atom; /* of ATOM, WEAK, STRONG; of EX_BY and AX_BY it is that of kid 0 */
	const struct node *names;   /* of quantifiers: IDS */
	/* A quantifier whose values were listed is the formula that it stands for, printed as it was written; the
	 * conjunctions or disjunctions on the way to all of its instances are no formulas of the user. */
	const struct temporal *quantified; /* or NULL */
	bool is_partial;
};

/* Where a formula stands: text[0 .. length-1], whose first byte is at this place. */
struct temporal_text {
	const char *text;
	size_t length;
	uint32_t at; /* of struct pos */
};

/* The tree of a formula; NULL with errors in the diag. */
const struct temporal *temporal_parse(struct project *p, const struct temporal_text *t,
                                      bool is_ctl);

/* What formulas speak of: the model of an explore. All zero but for the first two, before temporal_scope_open. */
struct temporal_scope {
	struct project *project;
	struct explore *explore;
	struct explore_view view;
	struct decl **before; /* for each variable a name of its value before a step */
};
void temporal_scope_open(struct temporal_scope *s);
/* The same formula with all names resolved and types checked; NULL with errors in the diag. */
const struct temporal *temporal_check(struct temporal_scope *s, const struct temporal *f);
/* With all its parentheses. */
void temporal_print(const struct temporal *f, struct text *out);

/* ---- what is asked ---------------------------------------------------------------------------------------- */

struct temporal_property {
	name name;           /* of its definition, or NULL */
	struct pos pos;      /* of its definition or text */
	const char *written; /* the formula, as it was written */
	bool is_ctl;
	struct temporal_text text;      /* where it stands */
	const struct temporal *formula; /* NULL: it has errors, */
	const char *error;              /* the first one */
	struct pos error_pos;
	const char *expected; /* "holds", "violated" if somebody has said so; or NULL */
};

struct temporal_properties {
	struct temporal_property *at;
	uint32_t count, room;
};

/* ASSERT_LTL*, ASSERT_CTL* of the main machine and its definition files. */
void temporal_definitions(struct project *p, struct temporal_properties *out);
/* A file with lines `[Name] formula`, and comments behind #. False with errors in the diag if it cannot be read. */
bool temporal_file(struct project *p, const char *path, struct temporal_properties *out);
/* One formula; the text is copied. The name may be NULL. */
void temporal_add(struct project *p, name own, const char *text, bool is_ctl,
                  struct temporal_properties *out);

/* ---- what is found ------------------------------------------------------------------------------------------ */

enum temporal_answer {
	TEMPORAL_HOLDS,
	TEMPORAL_VIOLATED,
	TEMPORAL_INCONCLUSIVE,
	TEMPORAL_ERROR,
	TEMPORAL_DOUBTFUL
};

/* A run that violates a formula: steps[0] is SETUP_CONSTANTS or INITIALISATION. */
enum { TEMPORAL_OPEN = 2 }; /* beside 0 and 1, as a truth value: it is not known */

struct temporal_run {
	struct explore_trace trace;
	uint32_t first; /* of the steps: that of INITIALISATION; positions of the run begin there */
	bool is_loop;   /* else the last state has no next one, or a prefix was enough */
	uint32_t loop_start; /* then: the position to which the last step of the trace leads back */
	bool is_deadlock;
	name fails; /* then: an operation that is enabled in the last state, and goes wrong; or NULL */
	bool
	    is_prefix; /* it goes on from the last state, and however it does it violates the formula */
	bool is_shortest; /* no run has a shorter stem and loop together */
	/* subformulas, and their truth: truth[i * positions + k] */
	const struct temporal **formulas;
	uint8_t *truth;
	uint32_t formula_count, positions;
};

struct temporal_verdict {
	bool is_answered;
	enum temporal_answer answer;
	const char *engine; /* that has answered: of engines.def */
	const char *reason; /* why it is inconclusive or an error */
	struct pos pos;
	/* If it is inconclusive, what the solver has looked at: */
	uint32_t lengths;        /* no run of fewer steps violates the formula, */
	bool was_cut;            /* as far as integers were tried */
	const char *not_bounded; /* why it went no further, or NULL */
	const char *not_proved;  /* why there is no proof in the solver, or NULL */
	const char *proof;       /* if it holds: how that is known, in words; or NULL */
	bool has_run;
	struct temporal_run run;
	uint32_t state; /* of CTL: the initial state that violates it */
	uint64_t nodes; /* of the product */
	double seconds;
};

void temporal_run_clear(struct temporal_run *r);

/* ---- answer.c: formulas in, verdicts out ---------------------------------------------------------------------- */

enum temporal_reduction {
	TEMPORAL_BY_SYMMETRY = 1, /* states that are the same up to symmetry */
	TEMPORAL_BY_ORDER = 2,    /* orders of operations that change no atom */
};

struct temporal_question {
	struct project *project;
	struct values *values;
	const struct universe *universe;
	struct explore_options explore; /* but for `watcher` and `stop` */
	struct temporal_properties *properties;
	/* Of the evaluator for the states, and as much of the search for all formulas, in equal shares: counted, so that the
	 * answer is the same on any machine. 0: no limit. */
	uint64_t effort;
	const _Atomic int *interrupt; /* not 0: the search ends soon; may be NULL */
	uint32_t engines;             /* of engines.def, by their bits; 0: all */
	uint32_t reductions;          /* bits: what the engine `reduced` may leave out */
	uint32_t depth;               /* the longest runs that the solver looks at, in steps; 0: any */
};

/* The engines, in turn; NULL behind the last one. */
const struct engine_info *temporal_engine(uint32_t index);

struct temporal_session;
/* Reads and checks the formulas: those with errors have one in their property. All arguments outlive it. */
struct temporal_session *temporal_open(const struct temporal_question *q);
void temporal_close(struct temporal_session *s);
void temporal_answer(struct temporal_session *s); /* once */
bool temporal_is_answered(const struct temporal_session *s,
                          uint32_t index); /* also before its end */
const struct temporal_verdict *temporal_verdict(const struct temporal_session *s, uint32_t index);
struct explore *temporal_explore(struct temporal_session *s);

#endif
