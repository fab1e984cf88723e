/* portfolio: the tactics, and the loop that gives them slices of effort; private to search/.
 *
 * Round after round each tactic that applies gets a slice, twice as much as before, until one of them decides, all have
 * ended, or the budget of the whole is spent: a long limit never makes an answer later (Luby, Sinclair and Zuckerman,
 * 1993), and neither limits nor the load of the machine decide who answers. */
#ifndef SEARCH_PORTFOLIO_H
#define SEARCH_PORTFOLIO_H

#include "search/encoding.h"

/* The first answer of a search. */
enum search_answer portfolio_run(struct search *s);
/* Bits of the tactics that a question at this nesting may use, out of those that are chosen (0: all). */
uint32_t portfolio_mask(const struct question *q, const struct search_options *o,
                        enum nesting nesting);

/* What is known so far, besides the question. */
struct facts {
	enum nesting nesting;
	bool is_bounded; /* direct has ended with "none within bounds" */
};

/* Each tactic, in a file of its name: is it worth an attempt? Then one attempt within the slice; SEARCH_OPEN: no answer,
 * or not yet (eval_ran_out). SEARCH_NONE of a tactic that does not conclude BOUNDED holds whatever the integers. */
#define TACTIC(name, concludes, when, needs, slice, most, help)                                    \
	bool name##_applies(const struct question *q, const struct facts *f);                          \
	enum search_answer name##_run(struct search *s);
#include "search/tactics.def"
#undef TACTIC

/* relax.c: is there no solution by a relaxed encoding of these, which every solution satisfies? */
bool relax_refutes(struct search *s, const struct question *q, bool is_abstract, uint64_t effort);
/* wider.c: another encoding of the same question; a solution there is one here. */
enum search_answer wider_encode(struct search *s, struct search *copy,
                                const struct encode_options *how);

/* cegis.c: a universal over so many values that it is instantiated before anything else is tried; or NULL. */
const struct node *cegis_large(struct search *s);
void cegis_exclude(struct search *s, struct decl *const *names, uint32_t count, const value *v);
void cegis_close(struct search *s);

#endif
