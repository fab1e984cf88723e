/* Obligations about the same substitution with the same hypotheses: most of them hold, so they are asked together; a
 * counterexample takes out those that it refutes, and the rest is asked again. What that does not decide is asked alone. */
#include "prove/prover.h"

/* Obligations about the same body with the same hypotheses. */
struct group {
	struct prover *p;
	uint32_t first, count;
	struct obligation_answer *answers;
	struct reply *replies;    /* so far, that nothing refutes them */
	bool *is_done, *is_alone; /* it is known; it is asked alone */
};

static void refuted_in_group(struct group *g, const struct node *const *goals,
                             const uint32_t *members, uint32_t count, bool has_goals,
                             const struct reply *found)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct obligation *o = &g->p->list.at[g->first + members[i]];
		struct obligation_answer a = {0};
		prover_use(g->p, o, &found->valuation);
		if (has_goals && eval_predicate(g->p->eval, goals[i]) != EVAL_FALSE) continue;
		confirm_refuted(g->p, o, found, &a);
		if (a.status != OBLIGATION_REFUTED) {
			obligation_answer_clear(&a);
			continue;
		}
		a.tactics = found->tactics;
		g->answers[members[i]] = a;
		g->is_done[members[i]] = true;
	}
}

/* One path (NULL: the whole body), and those goals that are total, until nothing refutes the rest. */
static bool ask_together(struct group *g, const struct path *path, struct action *action)
{
	struct prover *p = g->p;
	const struct node **goals = ARENA_ARRAY(&p->arena, g->count + 1, const struct node *);
	uint32_t *members = ARENA_ARRAY(&p->arena, g->count + 1, uint32_t);
	for (;;) {
		uint32_t count = 0, before = 0;
		for (uint32_t i = 0; i < g->count; i++) {
			const struct obligation *o = &p->list.at[g->first + i];
			if (g->is_done[i] || refute_is_idle(o, NULL, path)) continue;
			goals[count] = path ? paths_after(&action->paths, path, o->goal) : o->goal;
			if (!goals[count] || (path && defined_may_fail(goals[count]))) return false;
			members[count++] = i;
		}
		if (count == 0 || prover_is_stopped(p)) return count == 0;
		struct reply r =
		    refute_goals(p, &p->list.at[g->first + members[0]], NULL, path, goals, count);
		if (r.answer == SEARCH_NONE) {
			for (uint32_t i = 0; i < count; i++)
				g->replies[members[i]] = reply_and(g->replies[members[i]], r);
			return true;
		}
		if (r.answer != SEARCH_FOUND) return false;
		for (uint32_t i = 0; i < g->count; i++) before += g->is_done[i];
		refuted_in_group(g, goals, members, count, path != NULL, &r);
		for (uint32_t i = 0; i < g->count; i++) before -= g->is_done[i];
		if (before == 0) return false;
	}
}

static bool group_together(struct group *g)
{
	const struct obligation *o = &g->p->list.at[g->first];
	struct action *a = prover_action(g->p, o);
	if (!a->has_paths) return ask_together(g, NULL, a);
	for (uint32_t i = 0; i < a->paths.list.count; i++)
		if (!a->paths.list.at[i].fails && !ask_together(g, &a->paths.list.at[i], a)) return false;
	return true;
}

/* Each has its own time, which together they may take once, with limited effort: then each can still be asked alone. */
void together_answer(struct prover *p, uint32_t first, uint32_t count, const double *seconds,
                     prover_tell *tell, void *data)
{
	enum { EFFORT_TOGETHER = EVAL_EFFORT_PER_SECOND / 2 };
	struct group g = {.p = p, .first = first, .count = count};
	double start = base_clock(), begun = prover_clock(p), least = seconds[first];
	for (uint32_t i = 0; i < count; i++)
		if (seconds[first + i] < least) least = seconds[first + i];
	prover_give_time(p, count > 2 ? least : least * count / 2, EFFORT_TOGETHER);
	double before = prover_lend_time(p, least);
	g.answers = ARENA_ARRAY(&p->arena, count, struct obligation_answer);
	g.replies = ARENA_ARRAY(&p->arena, count, struct reply);
	g.is_done = ARENA_ARRAY(&p->arena, count, bool);
	g.is_alone = ARENA_ARRAY(&p->arena, count, bool);
	for (uint32_t i = 0; i < count; i++) {
		g.answers[i] = (struct obligation_answer){0};
		g.replies[i] = (struct reply){.answer = SEARCH_NONE, .is_complete = true};
		g.is_done[i] = false;
	}
	/* what is cut together is perhaps not cut alone */
	bool is_whole = group_together(&g);
	for (uint32_t i = 0; i < count; i++) {
		g.is_alone[i] = !g.is_done[i] && (!is_whole || !g.replies[i].is_complete);
		if (g.is_alone[i]) continue;
		if (!g.is_done[i]) {
			settle_answer(p, &p->list.at[first + i], &g.replies[i], &g.answers[i]);
			g.answers[i].tactics = g.replies[i].tactics;
		}
		g.answers[i].hypotheses = "all";
		g.answers[i].is_together = true;
		g.answers[i].seconds = (base_clock() - start) / count;
		g.answers[i].spent = (prover_clock(p) - begun) / count;
		tell(data, first + i, &g.answers[i]);
	}
	eval_return_time(p->eval, before);
	double share = (prover_clock(p) - begun) / count;
	for (uint32_t i = 0; i < count; i++)
		if (g.is_alone[i])
			prover_answer_alone(p, first + i, seconds[first + i] - share, tell, data);
}

bool together_are(const struct obligation *a, const struct obligation *b)
{
	return a->what == GOAL_TRUE && b->what == GOAL_TRUE && a->body && a->body == b->body &&
	       !a->why_open && !b->why_open && a->hypotheses == b->hypotheses;
}
