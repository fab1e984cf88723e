/* Proofs for other programs: the questions of an obligation are asked again, and what has no solution is told as clauses. */
#include "prove/prover.h"

void certify_question(const struct prover *p, struct search *s)
{
	struct text why = {0};
	if (!p->certifier) return;
	struct solver *clauses = search_refuted(s, &why);
	p->certifier->question(p->certifier->data, clauses, text_get(&why));
	text_clear(&why);
}

static void keep_status(void *data, uint32_t index, struct obligation_answer *a)
{
	enum obligation_status *status = data;
	(void)index;
	*status = a->status;
	obligation_answer_clear(a);
}

enum obligation_status prover_certify(struct prover *p, uint32_t index, double seconds,
                                      const struct prover_certifier *tell)
{
	enum obligation_status status = OBLIGATION_OPEN;
	p->certifier = tell;
	p->options.search.keeps_clauses = true;
	p->options.search.breaks_symmetry = p->options.search.finds_symmetry = false;
	prover_answer_alone(p, index, seconds, keep_status, &status);
	p->certifier = NULL;
	return status;
}
