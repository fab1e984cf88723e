/* From what a search replies to the answer about an obligation. */
#include "path/path.h"
#include "prove/prover.h"

/* Is there something of this kind where the hypotheses of the mask hold? */
static bool is_possible(struct prover *p, const struct obligation *o, enum obligation_goal what,
                        const struct node *goal, const bool *mask)
{
	struct obligation question = *o;
	question.what = what;
	question.body = NULL;
	question.goal = goal;
	return refute(p, &question, mask).answer == SEARCH_FOUND;
}

/* Nothing satisfies the hypotheses. Is that because one of them has no value where all the others hold that are
 * not undefined themselves? Then it is not false there, and nothing follows. NULL if there is none; the mask
 * is that of those others. */
static const struct hypothesis *undefined_hypothesis(struct prover *p, const struct obligation *o,
                                                     bool *mask)
{
	enum { MOST_DOUBTFUL = 20 };
	const struct hypothesis *first = NULL;
	uint32_t doubtful = 0;
	for (uint32_t i = 0; i < o->hypothesis_count; i++) {
		mask[i] = !form_may_be_undefined(obligation_hypothesis(o, i)->node);
		doubtful += !mask[i];
	}
	/* or else it is the body that cannot be executed */
	if (doubtful == 0 || doubtful > MOST_DOUBTFUL) return NULL;
	if (o->body && is_possible(p, o, GOAL_SATISFIABLE, NULL, NULL)) return NULL;
	for (uint32_t i = 0; i < o->hypothesis_count && !prover_is_late(p); i++) {
		const struct hypothesis *h = obligation_hypothesis(o, i);
		if (mask[i]) continue;
		mask[i] = true;
		if (is_possible(p, o, GOAL_SATISFIABLE, NULL, mask)) continue;
		mask[i] = false;
		if (!is_possible(p, o, GOAL_DEFINED, h->node, mask)) return NULL; /* it is false */
		if (!first) first = h;
	}
	bool is_sure = first && is_possible(p, o, GOAL_DEFINED, first->node, mask);
	return is_sure ? first : NULL;
}

/* On the hypotheses of the mask: a counterexample for which h is not true, or else it is open. */
static void without_hypothesis(struct prover *p, const struct obligation *o, const bool *mask,
                               const struct hypothesis *h, struct obligation_answer *a)
{
	struct reply r = refute(p, o, mask);
	*a = (struct obligation_answer){.status = OBLIGATION_OPEN};
	if (r.answer == SEARCH_FOUND) confirm_refuted(p, o, &r, a);
	bool is_refuted = a->status == OBLIGATION_REFUTED;
	if (!is_refuted) obligation_answer_clear(a);
	a->status = is_refuted ? OBLIGATION_REFUTED_PARTLY : OBLIGATION_OPEN;
	a->reason =
	    arena_format(p->answers, "hypothesis %s is undefined where the others hold", h->name);
	if (!is_refuted) a->pos = node_start(h->node);
}

void settle_not_refuted(struct prover *p, const struct obligation *o, const struct reply *r,
                        struct obligation_answer *a)
{
	a->status = !r->is_complete ? OBLIGATION_NONE
	            : r->use.sizes  ? OBLIGATION_PROVED_FOR_SIZES
	                            : OBLIGATION_PROVED;
	a->small_model = r->small_model;
	a->is_for_maxint = r->is_complete && r->use.integers;
	if (!r->is_complete || prover_is_stopped(p)) return;
	a->is_contradictory =
	    prover_is_contradictory(p, o, !r->use.sizes, &a->is_contradictory_for_maxint);
	if (!a->is_contradictory) return;
	bool *mask = ARENA_ARRAY(&p->arena, o->hypothesis_count + 1, bool);
	const struct hypothesis *h = undefined_hypothesis(p, o, mask);
	if (h) without_hypothesis(p, o, mask, h, a);
}

static void satisfiable(struct prover *p, const struct obligation *o, const struct reply *r,
                        struct obligation_answer *a)
{
	if (r->answer == SEARCH_FOUND) {
		a->status = OBLIGATION_PROVED;
	} else if (r->is_complete && !r->use.sizes && !r->use.integers) {
		a->status = OBLIGATION_REFUTED;
		a->reason = "no values satisfy them";
		core_find(p, o, a);
	} else {
		a->status = OBLIGATION_OPEN;
		a->reason =
		    r->is_complete && !r->use.sizes
		        ? "no values satisfy them for these MININT..MAXINT (--int LO..HI changes it)"
		        : "no values were found that satisfy them";
	}
}

static void undecided(const struct reply *r, struct obligation_answer *a)
{
	a->status = r->answer == SEARCH_DOUBTFUL ? OBLIGATION_DOUBTFUL : OBLIGATION_OPEN;
	a->reason = r->reason;
	a->pos = r->pos;
}

void settle_answer(struct prover *p, const struct obligation *o, const struct reply *r,
                   struct obligation_answer *a)
{
	bool is_decided = r->answer == SEARCH_FOUND || r->answer == SEARCH_NONE;
	if (!is_decided) undecided(r, a);
	else if (o->what == GOAL_SATISFIABLE) satisfiable(p, o, r, a);
	else if (r->answer == SEARCH_FOUND) confirm_refuted(p, o, r, a);
	else settle_not_refuted(p, o, r, a);
}
