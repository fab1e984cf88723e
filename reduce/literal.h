/* What variables are known to be equal to, as literals of the text. Private to reduce/. */
#ifndef REDUCE_LITERAL_H
#define REDUCE_LITERAL_H

#include "reduce/reduce.h"

/* Variables that have one of finitely many values: here one, a number, an element or a truth value. */
struct literal {
	const struct decl *of;
	const struct node *is;
};
struct literals {
	struct literal *at;
	uint32_t count, room;
};

/* Where the conjunct is true. */
void literal_assume(struct literals *l, const struct node *conjunct);
/* After the substitution, from where these are known. */
void literal_execute(struct literals *l, const struct node *substitution);

enum literal_truth { LITERAL_FALSE, LITERAL_TRUE, LITERAL_OPEN };
enum literal_truth literal_judge(const struct literals *l, const struct node *predicate);

#endif
