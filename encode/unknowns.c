/* Names that satisfy conjuncts, whatever these say of them. */
#include "encode/formula/binder.h"

bool encode_candidates(struct encoder *e, struct arena *a, struct decl *const *names,
                       uint32_t count, const struct node *const *conjuncts, uint32_t conjunct_count,
                       lit *out)
{
	struct range **ranges = ARENA_ARRAY(a, count + 1, struct range *);
	encode_resume(e);
	bool is_possible = bounds_ranges(e->eval, a, names, count, conjuncts, conjunct_count, ranges);
	if (!encode_names(e, names, count, conjuncts, conjunct_count, ranges, out)) return false;
	if (!is_possible) *out = LIT_FALSE;
	return true;
}

bool encode_unknowns(struct encoder *e, struct arena *a, struct decl *const *names, uint32_t count,
                     const struct node *const *conjuncts, uint32_t conjunct_count, lit *out)
{
	lit l, all;
	if (!encode_candidates(e, a, names, count, conjuncts, conjunct_count, &all)) return false;
	for (uint32_t i = 0; i < conjunct_count; i++) {
		if (!encode_predicate(e, conjuncts[i], &l)) return false;
		all = circuit_and(e->c, all, l);
	}
	*out = all;
	return true;
}
