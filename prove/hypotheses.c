/* Premise selection: with many hypotheses a question is hopeless, and few mostly decide it. The choices of hypotheses.def
 * are tried one after the other, each with its share of the effort, until one of them answers. */
#include "prove/prover.h"

struct hypotheses_round { /* one round about an obligation */
	struct prover *p;
	const struct obligation *o;
	struct obligation_answer *a;
	bool is_answered;         /* a has an answer, which may be a bounded or an open one */
	struct reply reply;       /* the last one */
	const bool *fewer, *near; /* masks; NULL: these are all */
	bool has_masks;
};

enum result {
	RESULT_NOTHING, /* the answer is as before */
	RESULT_ANSWER,  /* one that another choice may better */
	RESULT_FINAL,
};

static enum result result_of(const struct reply *r)
{
	if (r->answer != SEARCH_NONE) return RESULT_NOTHING;
	return r->is_complete ? RESULT_FINAL : RESULT_ANSWER;
}

/* Are the hypotheses those of a goal, and not what is asked for? */
static bool has_goal(const struct hypotheses_round *t) { return t->o->what != GOAL_SATISFIABLE; }

static bool is_open(const struct hypotheses_round *t)
{
	bool is_open = !t->is_answered || t->a->status == OBLIGATION_OPEN;
	return is_open && !prover_is_stopped(t->p);
}

static void find_masks(struct hypotheses_round *t)
{
	if (t->has_masks) return;
	t->has_masks = true;
	if (!has_goal(t)) return;
	t->fewer = premises_without_assertions(t->p, t->o);
	t->near = premises_near(t->p, t->o);
}

/* ---- text --------------------------------------------------------------------------------------------------- */

static bool text_applies(struct hypotheses_round *t)
{
	const struct obligation *o = t->o;
	bool is_plain = o->kind == OBLIGATION_SEQUENT && o->what == GOAL_TRUE && !o->body && o->goal;
	return is_plain && t->p->project->is_eventb;
}

static bool text_is_wanted(const struct hypotheses_round *t) { return !t->is_answered; }

static enum result text_ask(struct hypotheses_round *t)
{
	if (!derive_goal(t->o)) return RESULT_NOTHING;
	t->reply = (struct reply){.answer = SEARCH_NONE, .is_complete = true};
	*t->a = (struct obligation_answer){.status = OBLIGATION_PROVED};
	return RESULT_FINAL;
}

/* ---- few ------------------------------------------------------------------------------------------------- */

/* The hypotheses that are not known to be true for the values found; returns how many are new. */
static uint32_t add_doubtful(struct prover *p, const struct obligation *o,
                             const struct valuation *found, bool *mask)
{
	uint32_t count = 0;
	prover_use(p, o, found);
	uint64_t before = eval_lend_effort(p->eval, p->stage_end);
	for (uint32_t i = 0; i < o->hypothesis_count; i++)
		if (!mask[i] && eval_predicate(p->eval, obligation_hypothesis(o, i)->node) != EVAL_TRUE)
			count += mask[i] = true;
	eval_return_effort(p->eval, before);
	return count;
}

/* `count` of them, and more only where a counterexample does not satisfy them. The answer may also be
 * that there is none within bounds. */
static enum result ask_few_of(struct hypotheses_round *t, bool *mask, uint32_t count)
{
	enum { ROUNDS = 12 };
	struct prover *p = t->p;
	const struct obligation *o = t->o;
	for (uint32_t round = 0; round < ROUNDS && count < o->hypothesis_count; round++) {
		struct reply r = t->reply = refute(p, o, mask);
		if (r.answer == SEARCH_NONE) settle_not_refuted(p, o, &r, t->a);
		if (r.answer != SEARCH_FOUND) return result_of(&r);
		uint32_t more = add_doubtful(p, o, &r.valuation, mask);
		count += more;
		if (more > 0) continue;
		confirm_refuted(p, o, &r, t->a);
		if (t->a->status == OBLIGATION_REFUTED) return RESULT_FINAL;
		obligation_answer_clear(t->a);
		*t->a = (struct obligation_answer){0};
		return RESULT_NOTHING;
	}
	return RESULT_NOTHING;
}

typedef uint32_t first_choice(const struct obligation *o, bool *mask);

static enum result ask_beginning_with(struct hypotheses_round *t, first_choice *choice)
{
	bool *mask = memory_zeroed(t->o->hypothesis_count + 1, sizeof *mask);
	enum result result = ask_few_of(t, mask, choice(t->o, mask));
	free(mask);
	return result;
}

static bool selected_applies(struct hypotheses_round *t)
{
	return has_goal(t) && premises_selected(t->o, NULL) < t->o->hypothesis_count;
}

static bool selected_is_wanted(const struct hypotheses_round *t)
{
	(void)t;
	return true;
}

static enum result selected_ask(struct hypotheses_round *t)
{
	return ask_beginning_with(t, premises_selected);
}

/* What the selected ones have said is kept unless these say more. */
static enum result few_ask(struct hypotheses_round *t)
{
	struct obligation_answer before = *t->a;
	if (!t->is_answered) return ask_beginning_with(t, premises_few);
	*t->a = (struct obligation_answer){0};
	enum result result = ask_beginning_with(t, premises_few);
	bool is_better = result != RESULT_NOTHING && t->a->status < before.status;
	obligation_answer_clear(is_better ? &before : t->a);
	if (!is_better) *t->a = before;
	return is_better ? result : RESULT_NOTHING;
}

static bool few_applies(struct hypotheses_round *t)
{
	enum { MANY = 8 };
	return has_goal(t) && t->o->hypothesis_count > MANY;
}

static bool few_is_wanted(const struct hypotheses_round *t)
{
	return !t->is_answered || t->a->status == OBLIGATION_NONE;
}

/* ---- all ------------------------------------------------------------------------------------------------- */

static bool all_briefly_applies(struct hypotheses_round *t) { return few_applies(t); }

static bool all_briefly_is_wanted(const struct hypotheses_round *t) { return t->is_answered; }

/* Whatever it says, what few have said is kept: no other choice is worth the effort. */
static enum result all_briefly_ask(struct hypotheses_round *t)
{
	struct reply r = refute(t->p, t->o, NULL);
	if (result_of(&r) != RESULT_FINAL) return RESULT_NOTHING;
	settle_not_refuted(t->p, t->o, &r, t->a);
	t->reply = r;
	return RESULT_FINAL;
}

static bool all_applies(struct hypotheses_round *t)
{
	(void)t;
	return true;
}

static bool all_is_wanted(const struct hypotheses_round *t) { return !t->is_answered; }

static enum result all_ask(struct hypotheses_round *t)
{
	t->reply = refute(t->p, t->o, NULL);
	settle_answer(t->p, t->o, &t->reply, t->a);
	return t->a->status == OBLIGATION_OPEN ? RESULT_ANSWER : RESULT_FINAL;
}

/* ---- all together are too much: what do some of them prove or refute? ------------------------------------- */

static bool no_assertions_applies(struct hypotheses_round *t)
{
	find_masks(t);
	return t->fewer;
}

static bool no_assertions_is_wanted(const struct hypotheses_round *t) { return is_open(t); }

static enum result no_assertions_ask(struct hypotheses_round *t)
{
	struct reply r = refute(t->p, t->o, t->fewer);
	if (r.answer != SEARCH_NONE) return RESULT_NOTHING;
	obligation_answer_clear(t->a);
	*t->a = (struct obligation_answer){0};
	settle_not_refuted(t->p, t->o, &r, t->a);
	t->reply = r;
	return t->a->status == OBLIGATION_OPEN ? RESULT_ANSWER : RESULT_FINAL;
}

static bool near_applies(struct hypotheses_round *t)
{
	find_masks(t);
	return t->near;
}

static bool near_is_wanted(const struct hypotheses_round *t) { return is_open(t); }

/* The first hypothesis that is not known to be true for the values found, or NULL. */
static const struct hypothesis *doubtful_hypothesis(struct prover *p, const struct obligation *o,
                                                    const struct valuation *found)
{
	prover_use(p, o, found);
	for (uint32_t i = 0; i < o->hypothesis_count; i++)
		if (eval_predicate(p->eval, obligation_hypothesis(o, i)->node) != EVAL_TRUE)
			return obligation_hypothesis(o, i);
	return NULL;
}

static bool has_all_values(const struct obligation *o, const struct valuation *v)
{
	for (uint32_t i = 0; i < o->name_count; i++)
		if (valuation_get(v, o->names[i]) == VALUE_NONE) return false;
	return true;
}

static enum result near_ask(struct hypotheses_round *t)
{
	struct prover *p = t->p;
	struct reply r = refute(p, t->o, t->near);
	if (r.answer != SEARCH_FOUND || !has_all_values(t->o, &r.valuation)) return RESULT_NOTHING;
	const struct hypothesis *h = doubtful_hypothesis(p, t->o, &r.valuation);
	struct obligation_answer found = {0};
	confirm_refuted(p, t->o, &r, &found);
	if (found.status != OBLIGATION_REFUTED) {
		obligation_answer_clear(&found);
		return RESULT_NOTHING;
	}
	obligation_answer_clear(t->a);
	*t->a = found;
	t->reply = r;
	if (!h) return RESULT_FINAL;
	t->a->status = OBLIGATION_REFUTED_PARTLY;
	t->a->reason = arena_format(p->answers, "the hypothesis '%s' is not known to be true", h->name);
	return RESULT_FINAL;
}

/* ---- the choices one after the other ---------------------------------------------------------------------- */

static const struct choice {
	struct hypotheses_info info;
	bool (*applies)(struct hypotheses_round *t);         /* to the obligation at all */
	bool (*is_wanted)(const struct hypotheses_round *t); /* after what was answered so far */
	enum result (*ask)(struct hypotheses_round *t);
} choices[] = {
#define HYPOTHESES(name, concludes, share, help)                                                   \
	{{#name, concludes, share, help}, name##_applies, name##_is_wanted, name##_ask},
#include "prove/hypotheses.def"
#undef HYPOTHESES
};
enum { CHOICES = sizeof choices / sizeof *choices };

const struct hypotheses_info *hypotheses_choice(uint32_t index)
{
	return index < CHOICES ? &choices[index].info : NULL;
}

static bool is_chosen(const struct prover *p, uint32_t index)
{
	return !p->options.hypotheses || p->options.hypotheses & 1u << index;
}

/* All of it is for the last one that applies. */
static uint32_t share_of(struct hypotheses_round *t, uint32_t index)
{
	enum { ALL = 100 };
	for (uint32_t i = index + 1; i < CHOICES; i++)
		if (is_chosen(t->p, i) && choices[i].applies(t)) return choices[index].info.share;
	return ALL;
}

void hypotheses_answer(struct prover *p, const struct obligation *o, struct obligation_answer *a)
{
	struct hypotheses_round t = {.p = p, .o = o, .a = a};
	enum result r = RESULT_NOTHING;
	for (uint32_t i = 0; i < CHOICES && r != RESULT_FINAL; i++) {
		const struct choice *c = &choices[i];
		if (!is_chosen(p, i) || !c->applies(&t) || !c->is_wanted(&t)) continue;
		prover_give_share(p, share_of(&t, i));
		r = c->ask(&t);
		if (r == RESULT_NOTHING) continue;
		t.is_answered = true;
		a->hypotheses = c->info.name;
		a->tactics = t.reply.tactics;
	}
	if (t.is_answered) return;
	a->status = OBLIGATION_OPEN;
	a->reason = "it is not decided with the hypotheses that were chosen";
}
