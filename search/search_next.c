/* After a solution: others, with more conjuncts or with other values; and what it all took. */
#include "search/tactics.h"

#include <math.h>

bool search_add(struct search *s, const struct node *n, uint64_t effort)
{
	lit l;
	bool is_direct = s->is_answered && s->by == TACTIC_direct;
	if (s->is_broken || s->is_contradictory || !is_direct || s->has_symmetry || !s->encoder)
		return false;
	s->effort_end = eval_effort(s->eval) + effort;
	search_give(s, effort);
	double before = eval_lend_time(s->eval, isinf(s->deadline) ? 0 : s->deadline);
	bool ok = encode_predicate(s->encoder, n, &l);
	eval_return_time(s->eval, before);
	if (!ok) return false;
	VEC_PUSH(&s->conjuncts, n);
	s->question.conjuncts = s->conjuncts.at;
	s->question.conjunct_count = s->conjuncts.count;
	VEC_PUSH(&s->asserted, l);
	cnf_assert(s->cnf, l);
	s->is_contradictory = l == LIT_FALSE;
	return true;
}

/* Not all of the names have these values. */
static void exclude(struct search *s, struct decl *const *shown, uint32_t count, const value *v)
{
	lit *differ = ARENA_ARRAY(&s->arena, count, lit);
	for (uint32_t i = 0; i < count; i++) {
		lit same;
		if (!encode_equals(s->encoder, shown[i], v[i], &same)) {
			search_encoder_failed(s);
			return;
		}
		differ[i] = -same;
	}
	cnf_assert_any(s->cnf, differ, count);
	if (count == 0) s->is_contradictory = true;
}

static bool has_deferred_sets(const struct universe *u)
{
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (u->sets.at[i].decl->kind != DECL_ENUMERATED_SET) return true;
	return false;
}

void search_exclude_last(struct search *s, struct decl *const *shown, uint32_t count,
                         bool up_to_symmetry)
{
	if (!s->solution) return;
	if (s->examples && up_to_symmetry && has_deferred_sets(s->question.universe)) {
		cegis_close(s);
		search_give_up(s, "solutions that came from examples are not merged up to symmetry",
		               (struct pos){0});
		return;
	}
	if (!shown) {
		shown = s->question.names;
		count = s->question.count;
	}
	value *v = ARENA_ARRAY(&s->arena, count, value);
	struct valuation last = search_valuation(s);
	for (uint32_t i = 0; i < count; i++) {
		v[i] = valuation_get(&last, shown[i]);
		if (v[i] == VALUE_NONE) v[i] = eval_get(s->eval, shown[i]); /* it was known before */
	}
	search_give(s, UINT64_MAX);
	bool is_slow = !s->examples && !s->is_encoded && !s->is_finished[TACTIC_direct];
	if (is_slow) search_encode(s, &s->how); /* another tactic was faster */
	if (s->is_broken && !s->examples) return;
	struct variants all = {0};
	if (up_to_symmetry)
		variant_all(s->encoder, s->values, s->question.universe, shown, v, count, &all);
	else variant_add(&all, v, count);
	for (uint32_t i = 0; i < all.count; i++) {
		const value *tuple = all.at + (size_t)i * count;
		if (s->examples) cegis_exclude(s, shown, count, tuple);
		else if (!s->is_broken) exclude(s, shown, count, tuple);
	}
	free(all.at);
	s->has_excluded = true;
}

void search_stats(const struct search *s, struct search_stats *out)
{
	struct solver_stats t = {0};
	*out = (struct search_stats){.encode_seconds = s->encode_seconds,
	                             .solve_seconds = s->solve_seconds,
	                             .confirm_seconds = s->confirm_seconds};
	if (s->solver) solver_stats(s->solver, &t);
	out->variables = t.variables;
	out->clauses = t.clauses;
	out->conflicts = t.conflicts;
	out->by = t.by;
	if (!s->circuit) return;
	out->gates = circuit_gate_count(s->circuit);
	out->bytes = circuit_bytes(s->circuit) + (s->solver ? solver_bytes(s->solver) : 0);
	for (uint32_t i = 0; s->encoder && i < s->question.count; i++)
		out->candidates += encode_size(s->encoder, s->question.names[i]);
}
