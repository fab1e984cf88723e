#include "eventb/proof/proof.h"

void axioms_predicate(struct proof *g, name event, const struct proof_formula *f)
{
	struct proof_goal goal = {.event = event, .part = f->label, .pos = f->pos};
	goal.kind = PROOF_WD;
	goal.node = wd_of(g, f->node);
	if (!emit_is_trivial(goal.node)) emit_goal(g, &goal);
	goal.kind = PROOF_THM;
	goal.node = f->node;
	if (f->is_theorem && !emit_is_trivial(f->node)) emit_goal(g, &goal);
}

bool axioms_add(struct proof *g, const struct eventb_context *c, bool is_asked)
{
	struct proof_formulas axioms = {0};
	bool good = typing_read(g, &c->constants, &c->axioms, &axioms);
	for (uint32_t i = 0; i < axioms.count; i++) {
		if (is_asked) axioms_predicate(g, NULL, &axioms.at[i]);
		emit_hypothesis(g, c->name, &axioms.at[i]);
	}
	VEC_CLEAR(&axioms);
	return good;
}
