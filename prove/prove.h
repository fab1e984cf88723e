/* prove: proof obligations, each asked alone; prove/stages.h asks them with sets that grow.
 *
 * An obligation is a sequent: hypotheses on names, perhaps a substitution that is executed from there,
 * and a goal. A counterexample is a state in which the hypotheses are true and the goal is false
 * afterwards; the evaluator confirms it. Nothing is printed. */
#ifndef PROVE_PROVE_H
#define PROVE_PROVE_H

#include "bmc/bmc.h"
#include "explore/explore.h"

/* ---- obligations ----------------------------------------------------------------------------------- */

enum obligation_kind {
	OBLIGATION_SATISFIABLE,    /* PROPERTIES have a solution */
	OBLIGATION_INITIALISATION, /* establishes a conjunct of the invariant */
	OBLIGATION_PRESERVATION,   /* an operation preserves it */
	OBLIGATION_ASSERTION,      /* follows from what stands before it */
	OBLIGATION_FEASIBILITY,    /* a substitution can be executed */
	OBLIGATION_WELLDEFINED,    /* formulas have a value */
	OBLIGATION_PRECONDITION,   /* of a called operation */
	OBLIGATION_ASSERT,         /* the predicate of an ASSERT */
	OBLIGATION_LOOP,           /* invariant and variant of a WHILE */
	OBLIGATION_REFINEMENT,     /* what is done, the abstraction can do as well */
	OBLIGATION_CONSTRAINT,     /* arguments satisfy the CONSTRAINTS of a machine */
	OBLIGATION_VALUES,         /* VALUES satisfy the PROPERTIES */
	OBLIGATION_SEQUENT,        /* given as such */
	OBLIGATION_KINDS,
};
const char *obligation_kind_name(enum obligation_kind k); /* "preservation", ... */

struct hypothesis {
	const struct node *node;
	name name; /* "inv2", "prop1", "pre", ... */
};

/* Those of another list come first: several may go on from it. */
struct hypothesis_list {
	const struct hypothesis_list *before; /* or NULL */
	const struct hypothesis *at;
	uint32_t count;  /* with those before */
	bool is_derived; /* its own follow from those before: they are assertions */
};

enum obligation_goal {
	GOAL_TRUE,     /* the goal is not false at the end */
	GOAL_DEFINED,  /* the goal has a truth value */
	GOAL_POSSIBLE, /* the body can be executed */
	GOAL_FINE,     /* the body does not fail with `trouble` (at `trouble_pos`, if it has a place) */
	GOAL_SATISFIABLE, /* the hypotheses are true for some values */
};

/* An event of Event-B that a sequent is about: tells what its names stand for, for those who read a counterexample. */
struct obligation_step {
	const char *event;
	bool is_first;                 /* INITIALISATION: there is nothing before it */
	struct decl *const *variables; /* [0 .. variable_count-1] */
	uint32_t variable_count;
	const struct node *const *after; /* the value of each after it, or NULL */
	struct decl *const *parameters;  /* [0 .. parameter_count-1] */
	uint32_t parameter_count;
};

/* What an obligation is about, also while its formulas are not in memory. */
struct obligation_label {
	enum obligation_kind kind;
	enum obligation_goal what;
	name name;      /* "new/inv2": stable, unless the machine changes */
	struct pos pos; /* of the goal */
};

struct obligation {
	enum obligation_kind kind;
	name name;
	struct pos pos;
	struct decl *const *names;
	uint32_t name_count, hypothesis_count;
	uint32_t loop_count; /* the last of the names are states in which rounds of loops start */
	const struct hypothesis_list *hypotheses;
	const bool
	    *selected; /* [0 .. hypothesis_count-1], those that are likely to be enough; or NULL */
	const struct node *body;           /* executed first, or NULL */
	const struct operation *operation; /* whose body it is, or NULL */
	enum obligation_goal what;
	const struct node *goal;
	enum eval_failure_kind trouble;
	struct pos trouble_pos;
	const struct simulation *simulation; /* by the abstraction, see prove/refinement.h; or NULL */
	const struct obligation_step *step;  /* of a sequent; or NULL */
	const char *why_open;                /* it cannot be asked; or NULL */
	const char
	    *missing; /* a hypothesis that is not among them: nothing is refuted for sure; or NULL */
};
const struct hypothesis *obligation_hypothesis(const struct obligation *o, uint32_t index);
/* What it is about, as it stands in the text; or NULL. */
const struct node *obligation_shown(const struct obligation *o);

/* ---- answers --------------------------------------------------------------------------------------- */

enum obligation_status {
	OBLIGATION_REFUTED,
	OBLIGATION_REFUTED_PARTLY, /* by values for which not all hypotheses are known to be true */
	OBLIGATION_PROVED,
	OBLIGATION_PROVED_FOR_SIZES, /* of the deferred sets */
	OBLIGATION_NONE,             /* no counterexample within the bounds */
	OBLIGATION_OPEN,             /* a limit, or something that is not supported */
	OBLIGATION_DOUBTFUL,         /* the evaluator does not confirm it: a bug of bounce */
	OBLIGATION_STATUSES,
};
const char *obligation_status_name(enum obligation_status s);

struct obligation_binding { /* texts of the caller's arena */
	const char *name, *value;
	bool is_short; /* there is more of the value, see value_print_short */
	value is;      /* the same ones are equal, within an answer */
};
struct obligation_bindings {
	VEC(struct obligation_binding) list;
};

/* What the abstraction could do instead. */
struct obligation_outcome {
	struct obligation_bindings state, results;
	const char *fails; /* the conjunct or result that does not fit */
};

enum obligation_reach { /* of the state before a counterexample */
	                    REACH_NOT_ASKED,
	                    REACH_FOUND,      /* by reach_depth operations */
	                    REACH_NOT_WITHIN, /* by up to reach_depth operations */
	                    REACH_NEVER,      /* neither this state nor another that refutes the same */
	                    REACH_OTHER, /* it is not, but one that refutes the same is, likewise */
	                    REACH_BEFORE_LOOP, /* as found; but the state in a loop need not be */
	                    REACH_NEVER_THIS,  /* of others it is not known */
	                    REACH_NOT_FOUND,   /* in a part of the states */
};

struct obligation_answer {
	enum obligation_status status;
	bool is_contradictory;            /* proved: no values satisfy the hypotheses, */
	bool is_contradictory_for_maxint; /* in which INT, NAT or MAXINT occur */
	uint32_t
	    small_model; /* proved for sizes: and for larger ones if sets have so many elements; see bounds_small_model */
	bool is_for_maxint; /* proved, but INT, NAT or MAXINT play a part */
	const char *reason; /* OPEN, DOUBTFUL, REFUTED_PARTLY; or NULL */
	struct pos pos;     /* of the reason, or of what goes wrong; at 0: none */
	struct obligation_bindings constants, before, parameters, loops, after, results;
	struct obligation_bindings abstract;     /* before: variables of the abstraction */
	VEC(struct obligation_outcome) outcomes; /* some of those of the abstraction */
	uint32_t outcome_count;                  /* how many it has */
	VEC(uint32_t) core; /* hypotheses that suffice, by their numbers; if it was asked for */
	bool has_core, is_minimal;
	enum obligation_reach reach;
	uint32_t reach_depth;
	bool is_late;           /* open since its time was over */
	const char *hypotheses; /* the choice of hypotheses.def with which it was answered, or NULL */
	bool is_together;       /* with other goals about the same substitution */
	uint32_t tactics; /* that have decided its questions, by bits of enum search_tactic_number; */
	double seconds;   /* on the wall */
	double spent;     /* by the clock that limits go by */
};
enum { OBLIGATION_GUESS = SEARCH_TACTICS }; /* the bit of the evaluator, which had values at once */
/* "direct, extensional"; "" if nothing had to be asked. */
void obligation_tactics(const struct obligation_answer *a, struct text *out);
void obligation_answer_clear(struct obligation_answer *a);
/* It is kept, as one of many. */
void obligation_answer_trim(struct obligation_answer *a);
/* No counterexample, no core, no place: of such answers those that are the same need to be kept only once. */
bool obligation_answer_is_plain(const struct obligation_answer *a);
bool obligation_answer_is_same(const struct obligation_answer *a,
                               const struct obligation_answer *b);

/* ---- choices of hypotheses (hypotheses.def) --------------------------------------------------------- */

enum hypotheses_conclusion { HYPOTHESES_PROVE = 1, HYPOTHESES_REFUTE = 2 };
struct hypotheses_info { /* a line of hypotheses.def, which says what it means */
	const char *name;
	int concludes; /* enum hypotheses_conclusion */
	uint32_t share;
	const char *help;
};
const struct hypotheses_info *hypotheses_choice(uint32_t index); /* NULL behind the last one */

/* ---- the prover ------------------------------------------------------------------------------------ */

struct prover_options {
	struct search_options search; /* seconds: for each obligation */
	uint64_t effort;         /* of the last round about an obligation; 0: as the seconds allow */
	uint64_t whole_effort;   /* after which prover_invariance gives up; 0: never */
	bool is_bare;            /* without the obligations of the machine */
	uint32_t hypotheses;     /* choices of hypotheses.def, by bits; 0: all */
	uint32_t reach;          /* look for states before in runs of so many operations; 0: do not */
	bool skips_deadlock;     /* of prover_invariance */
	bool wants_small_models; /* more is tried to find out for which sizes of sets proofs hold */
	bool asks_alone;         /* also those about the same substitution */
	bool any_maxint; /* those of a machine, with any MININT < 0 < MAXINT: only proofs count */
	const struct node *const
	    *more; /* [0 .. more_count-1]: conjuncts of the invariant that the machine does not have */
	uint32_t more_count;
	size_t longest; /* of values in answers, as text; 0: as long as they are */
};

struct prover;

/* Obligations without formulas, which are read when they are asked about: then only those of one are in memory, whatever the
 * number of obligations. Several provers may share it. */
struct obligation_source {
	/* The obligation with its formulas and names, until `moves` is another. */
	const struct obligation *(*read)(struct obligation_source *s, struct eval *e, uint32_t index);
	bool (*has)(const struct obligation_source *s, uint32_t index); /* would it not move? */
	uint32_t most;                                                  /* there are not more of them */
	uint64_t moves; /* so often formulas were given back, with all that was made of them */
};

/* With the obligations of the project, if it has a machine. Answers are kept in the arena. All
 * arguments outlive it. */
struct prover *prover_open(struct project *p, const struct universe *u, struct arena *answers,
                           const struct prover_options *o);
void prover_close(struct prover *p);

uint32_t prover_count(const struct prover *p);
struct obligation_label prover_label(const struct prover *p, uint32_t index);
/* One more, on names that are free in it. */
void prover_add(struct prover *p, const struct obligation *o);
void prover_share(struct prover *p, const struct prover *other); /* all that the other one has */
/* The formulas of all obligations come from there; of each, nothing but its label is added. */
void prover_read_from(struct prover *p, struct obligation_source *s);
void prover_add_label(struct prover *p, const struct obligation_label *l);
/* Its formulas, if they are always there; else NULL. */
const struct obligation *prover_obligation(const struct prover *p, uint32_t index);
/* The obligation with its formulas, until those of another one are asked for. */
const struct obligation *prover_formulas(struct prover *p, uint32_t index);
struct eval *prover_eval(struct prover *p);                      /* until the next prover_run */
void prover_work(const struct prover *p, struct eval_work *sum); /* added to it, see eval_work */
bool prover_may_fail(const struct node *formula); /* is it worth asking whether it has a value? */

/* Answers those that are wanted, in turn; `tell` gets each answer once and owns it. Several are answered
 * together where that is faster. `seconds` are those that are left for each; 0: it is not wanted. */
typedef void prover_tell(void *data, uint32_t index, struct obligation_answer *answer);
void prover_run(struct prover *p, const double *seconds, prover_tell *tell, void *data);
/* certify.c: asks about an obligation once more, without breaking symmetry; of each question that has no solution the clauses are told,
 * or NULL and on what it rests. What came of it: PROVED, PROVED_FOR_SIZES, or that there is no proof now. For a prover that is not asked anything
 * else afterwards. */
struct solver;
struct prover_certifier {
	void (*question)(void *data, struct solver *clauses, const char *why);
	void *data;
};
enum obligation_status prover_certify(struct prover *p, uint32_t index, double seconds,
                                      const struct prover_certifier *tell);
/* For an obligation with this answer, proved: a minimal set of hypotheses that suffice in all these
 * provers, which differ in the sizes of sets only. */
void prover_core(struct prover *const *provers, uint32_t count, uint32_t index,
                 struct obligation_answer *a);

/* Is the goal of a preservation obligation true in all runs by induction with up to `most` steps, if the other
 * conjuncts of the invariant are? *steps of them are needed. */
enum run_proof prover_induct(struct prover *p, const struct obligation *o, uint32_t most,
                             uint32_t *steps);

/* invariance.c: are all obligations of the machine proved, so that none of its runs goes wrong? Both are false
 * if that is not known; also where other machines play a part. *stop is 0, and set if there is no point in going on; whoever sets it
 * ends the work soon. */
struct invariance {
	bool is_proved; /* there is no fault in any run, deadlocks and undefined expressions apart */
	bool is_deadlock_free; /* then: in every state some operation is enabled */
	bool is_for_sizes;     /* of sets, those of the universe: the first; and both together */
	bool is_deadlock_free_for_sizes;
	uint32_t
	    small_model; /* that is because no larger sizes were asked about, but see bounds_small_model */
	uint64_t effort; /* that was taken */
};
struct invariance prover_invariance(struct project *p, const struct universe *u,
                                    const struct prover_options *o, _Atomic int *stop);
/* every_size.c: with sets of all sizes from one on, until they are so large that larger ones need not be looked at: small_model then. It is
 * proved with deadlocks, unless the options skip them; is_for_sizes: larger sets have to be looked at, too. */
struct invariance prover_every_size(struct project *p, const struct universe *u,
                                    const struct prover_options *o, _Atomic int *stop);
/* The same as the prover of a check_question (bmc/bmc.h), whose data is this. Each obligation is asked for a while. */
struct prover_for_check {
	struct project *project;
	const struct universe *universe;
	struct search_options search;
};
struct check_proof prover_for_check(void *data, const struct check_obligations *asked);

/* Was a deferred set given a size that nothing fixes? */
bool prover_has_default(const struct prover *p);

#endif
