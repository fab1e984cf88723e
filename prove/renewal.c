/* Formulas that questions are made of, values that were met, and what the evaluator knows of both stay as long as it does:
 * of a prover without a machine it is closed from time to time, and another one opened on the same project, so that memory
 * does not grow with the number of questions. With a machine there are as many questions as it has obligations, and
 * the exploration keeps its states. */
#include "prove/prover.h"

void renewal_open(struct prover *p)
{
	p->values = values_open(p->project->names);
	p->eval = eval_open(p->project, p->values, p->universe);
	eval_set_interrupt(p->eval, p->options.search.interrupt);
}

void renewal_close(struct prover *p)
{
	map_clear(&p->contradictory);
	map_clear(&p->solved);
	if (p->eval) {
		eval_work(p->eval, &p->work);
		eval_close(p->eval);
	}
	values_close(p->values);
	arena_clear(&p->arena);
}

void renewal_of_eval(struct prover *p)
{
	renewal_close(p);
	renewal_open(p);
}

void renewal_begin(struct prover *p, struct project_mark *out)
{
	project_set_mark(p->project, out);
}

void renewal_end(struct prover *p, const struct project_mark *m)
{
	renewal_close(p);
	project_go_back(p->project, m);
	renewal_open(p);
}

void renewal_go_on(struct prover *p, struct project_mark *m)
{
	enum { MUCH = 16 * 1000 * 1000 };
	size_t bytes = p->arena.total + p->project->arena.total + eval_bytes(p->eval);
	if (bytes + values_bytes(p->values) < MUCH) return;
	renewal_end(p, m);
	renewal_begin(p, m);
}
