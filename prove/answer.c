/* Obligations and answers as data: words, hypotheses by number, clearing. */
#include "prove/refinement.h"

static const char *const kind_names[OBLIGATION_KINDS] = {
    "satisfiable", "initialisation", "preservation", "assertion", "feasibility",
    "welldefined", "precondition",   "assert",       "loop",      "refinement",
    "constraint",  "values",         "sequent"};
static const char *const status_names[OBLIGATION_STATUSES] = {
    "refuted", "refuted_partly", "proved", "proved_for_sizes", "none_within_bounds",
    "open",    "doubtful"};

const char *obligation_kind_name(enum obligation_kind k) { return kind_names[k]; }
const char *obligation_status_name(enum obligation_status s) { return status_names[s]; }

const struct node *obligation_shown(const struct obligation *o)
{
	return o->simulation ? o->simulation->shown : o->goal;
}

const struct hypothesis *obligation_hypothesis(const struct obligation *o, uint32_t index)
{
	const struct hypothesis_list *l = o->hypotheses;
	while (l->before && index < l->before->count) l = l->before;
	return &l->at[index - (l->before ? l->before->count : 0)];
}

void obligation_answer_clear(struct obligation_answer *a)
{
	VEC_CLEAR(&a->constants.list);
	VEC_CLEAR(&a->before.list);
	VEC_CLEAR(&a->parameters.list);
	VEC_CLEAR(&a->loops.list);
	VEC_CLEAR(&a->after.list);
	VEC_CLEAR(&a->results.list);
	VEC_CLEAR(&a->core);
	VEC_CLEAR(&a->abstract.list);
	for (uint32_t i = 0; i < a->outcomes.count; i++) {
		VEC_CLEAR(&a->outcomes.at[i].state.list);
		VEC_CLEAR(&a->outcomes.at[i].results.list);
	}
	VEC_CLEAR(&a->outcomes);
}

void obligation_answer_trim(struct obligation_answer *a)
{
	VEC_TRIM(&a->constants.list);
	VEC_TRIM(&a->before.list);
	VEC_TRIM(&a->parameters.list);
	VEC_TRIM(&a->loops.list);
	VEC_TRIM(&a->after.list);
	VEC_TRIM(&a->results.list);
	VEC_TRIM(&a->core);
	VEC_TRIM(&a->abstract.list);
}

void obligation_tactics(const struct obligation_answer *a, struct text *out)
{
	bool has_one = false;
	for (uint32_t i = 0; i <= OBLIGATION_GUESS; i++) {
		if (!(a->tactics & 1u << i)) continue;
		text_format(out, "%s%s", has_one ? ", " : "",
		            i == OBLIGATION_GUESS ? "guess" : search_tactic(i)->name);
		has_one = true;
	}
}
