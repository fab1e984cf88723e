/* tactics: the table of the ways to an answer, and the loop that gives them slices of effort. */
#ifndef SEARCH_TACTICS_H
#define SEARCH_TACTICS_H

#include "search/inside.h"

/* One answer of a search that has no solution yet. Round after round each tactic that applies gets a slice of effort,
 * twice as much as before, until one of them decides, all have come to their ends, or a limit of the whole is
 * reached. So neither the limits nor the load of the machine decide who answers. */
enum search_answer portfolio_run(struct search *s);

/* ---- what tactics are made of, search.c ---------------------------------------------------------------- */

/* From now on so much effort, but not more than the whole search has. */
void search_give(struct search *s, uint64_t effort);
uint64_t search_left(const struct search *s); /* of the slice */
/* Circuit and clauses of all conjuncts, then a solution of them. */
void search_encode(struct search *s, const struct encode_options *how);
enum search_answer search_solve(struct search *s);
enum solver_answer search_ask_solver(struct search *s, uint64_t most); /* effort */
bool search_was_cut(const struct search *s);
/* Of the same question, within the slice of the first. */
struct search *search_copy(struct search *s);
/* Takes over what the copy has encoded, and closes it in the end. */
void search_adopt(struct search *s, struct search *copy);

#endif
