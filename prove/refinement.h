/* refinement.c, glue.c, simulate.c: what a refinement or implementation does, its abstraction can do as
 * well (B-Book chapter 11). private to prove/. */
#ifndef PROVE_REFINEMENT_H
#define PROVE_REFINEMENT_H

#include "explore/level.h"
#include "prove/context.h"

/* What is to hold between a state and one of the abstraction: a conjunct of the invariant, or that a
 * variable of both has the same value. */
struct glue {
	name name;
	const struct node *node;
	struct decl *shared; /* then there is no node */
};

struct abstraction {
	struct levels levels;      /* it and its abstractions */
	VEC(struct decl *) hidden; /* variables of abstractions that are no variables of the machine */
	VEC(struct hypothesis) invariants; /* of the abstractions */
	VEC(struct glue) glue;
};

/* What the abstraction must be able to do, for one obligation. */
struct simulation {
	const struct node *body; /* of the abstraction; NULL: skip */
	const struct operation *operation;
	const struct node *shown; /* what the obligation is about; NULL: all of it */
	const struct glue *glue;
	uint32_t glue_count;
	bool has_results; /* they are to be equal */
	bool is_guard;    /* it is enough that the abstraction can be executed */
	bool is_guarded;  /* that it can be is an obligation of its own */
};

/* ---- abstraction.c --------------------------------------------------------------------------------- */

/* Sets p->abstraction if the machine refines another one, and p->invariants to all conjuncts. */
void abstraction_open(struct prover *p);
void abstraction_close(struct prover *p);
bool abstraction_hides(const struct prover *p, const struct decl *d);
bool abstraction_owns(const struct prover *p, const struct decl *d);
/* Does a formula mention a variable that only abstractions have? */
bool abstraction_is_in(const struct prover *p, const struct node *n);
/* The operation that is refined: in the abstraction, or (is_far) only in one of its abstractions; NULL: a
 * new one, which refines skip. */
const struct operation *abstraction_operation(struct prover *p, const struct operation *o,
                                              name shown, bool *is_far);
/* The preconditions of the operation in all abstractions, about the parameters of o. */
void abstraction_preconditions(struct prover *p, const struct operation *o, name shown,
                               struct hypotheses *out);

/* ---- instance.c ------------------------------------------------------------------------------------ */

/* CONSTRAINTS of included machines, and VALUES. */
void instance_obligations(struct prover *p);

/* ---- refinement.c ---------------------------------------------------------------------------------- */

/* The obligations that the substitution of the context (o: the operation and its shown name, or NULL for
 * the initialisation) is simulated. */
void refinement_goals(struct sequent_context *s, const struct operation *o, name shown);

/* ---- simulate.c ------------------------------------------------------------------------------------ */

/* Confirms that from the values of the eval the refinement does what the abstraction cannot, and tells the
 * answer; otherwise why the evaluator cannot tell, or NULL. */
const char *simulate_refuted(struct prover *p, const struct obligation *o,
                             struct obligation_answer *a, struct pos *pos);

#endif
