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

bool obligation_answer_is_plain(const struct obligation_answer *a)
{
	bool is_good = a->status == OBLIGATION_PROVED || a->status == OBLIGATION_PROVED_FOR_SIZES ||
	               a->status == OBLIGATION_NONE;
	bool has_values = a->constants.list.count || a->before.list.count || a->parameters.list.count ||
	                  a->loops.list.count || a->after.list.count || a->results.list.count ||
	                  a->abstract.list.count || a->outcomes.count;
	return is_good && !has_values && !a->has_core && !a->reason && !a->pos.at && !a->is_late;
}

bool obligation_answer_is_same(const struct obligation_answer *a, const struct obligation_answer *b)
{
	return a->status == b->status && a->is_contradictory == b->is_contradictory &&
	       a->is_contradictory_for_maxint == b->is_contradictory_for_maxint &&
	       a->small_model == b->small_model && a->is_for_maxint == b->is_for_maxint &&
	       a->reach == b->reach && a->reach_depth == b->reach_depth &&
	       a->hypotheses == b->hypotheses && a->is_together == b->is_together &&
	       a->tactics == b->tactics;
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
