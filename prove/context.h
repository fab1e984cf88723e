/* The context of sequents: what the obligations about one substitution share. For the files that list obligations;
 * private to prove/. */
#ifndef PROVE_CONTEXT_H
#define PROVE_CONTEXT_H

#include "prove/prover.h"

struct hypotheses {
	VEC(struct hypothesis) list;
};

/* The conjuncts of n, named by their labels, or by the stem (and a number). */
void hypotheses_conjuncts(struct prover *p, struct hypotheses *h, const struct node *n, name stem,
                          bool is_numbered);
void hypotheses_all(struct hypotheses *h, const struct hypothesis *from, uint32_t count);

/* What the obligations about one substitution have in common. */
struct sequent_context {
	struct prover *p;
	struct obligation of; /* names, hypotheses, body, operation */
	name stem;            /* "new" */
};

/* Constants, variables if `has_state`, and the names of an IDS node (or NULL). */
struct decl *const *context_names(struct prover *p, const struct node *more, bool has_state,
                                  uint32_t *count);
/* The hypotheses are those of the context from now on; the list is cleared. */
void context_keep(struct sequent_context *s, struct hypotheses *h);
/* One more obligation, of this name behind the stem. */
void context_add(struct sequent_context *s, enum obligation_kind kind, const char *own,
                 struct pos pos);
void context_true(struct sequent_context *s, enum obligation_kind kind,
                  const struct hypothesis *goal);

#endif
