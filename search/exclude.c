/* Further solutions: they differ from the last one, up to symmetry if so wanted. */
#include "search/alike.h"
#include "search/portfolio.h"
#include "search/variant.h"

/* Not all of the names have these values. */
static void exclude(struct search *s, struct decl *const *shown, uint32_t count, const value *v)
{
	lit *differ = ARENA_ARRAY(&s->arena, count, lit);
	for (uint32_t i = 0; i < count; i++) {
		lit same;
		if (!encode_equals(s->encoding.encoder, shown[i], v[i], &same)) {
			search_encoder_failed(s);
			return;
		}
		differ[i] = -same;
	}
	cnf_assert_any(s->encoding.cnf, differ, count);
	if (count == 0) s->phase = PHASE_EXHAUSTED;
}

static bool has_deferred_sets(const struct universe *u)
{
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (u->sets.at[i].decl->kind != DECL_ENUMERATED_SET) return true;
	return false;
}

/* The values that the solution has, also of names that were known before. */
static value *last_values(struct search *s, struct decl *const *shown, uint32_t count)
{
	value *v = ARENA_ARRAY(&s->arena, count, value);
	struct valuation last = search_valuation(s);
	for (uint32_t i = 0; i < count; i++) {
		v[i] = valuation_get(&last, shown[i]);
		if (v[i] == VALUE_NONE) v[i] = eval_get(s->eval, shown[i]);
	}
	return v;
}

static bool moves_anything(const struct search *s, const struct symmetry_group *group)
{
	return has_deferred_sets(s->question.universe) || (group && group->generator_count);
}

static void exclude_all(struct search *s, struct decl *const *shown, uint32_t count,
                        const struct variants *all)
{
	for (uint32_t i = 0; i < all->count; i++) {
		const value *tuple = all->at + (size_t)i * count;
		if (s->cegis) cegis_exclude(s, shown, count, tuple);
		else if (!search_is_broken(s)) exclude(s, shown, count, tuple);
	}
}

void search_exclude_last(struct search *s, struct decl *const *shown, uint32_t count,
                         bool up_to_symmetry)
{
	if (!s->solution) return;
	search_forget_values(s); /* the group is that of the question */
	struct symmetry_group *group =
	    up_to_symmetry && s->options.finds_symmetry ? alike_group(s) : NULL;
	if (s->cegis && up_to_symmetry && moves_anything(s, group)) {
		cegis_close(s);
		search_give_up(s, "solutions that came from instances are not merged up to symmetry",
		               (struct pos){0});
		return;
	}
	if (!shown) {
		shown = s->question.names;
		count = s->question.count;
	}
	value *v = last_values(s, shown, count);
	search_give(s, UINT64_MAX);
	bool is_slow = !s->cegis && !search_is_encoded(s) && !s->progress.is_finished[TACTIC_direct];
	if (is_slow) encoding_make(s, &s->encoding.how); /* another tactic was faster */
	if (search_is_broken(s) && !s->cegis) return;
	struct variants all = {0};
	struct renamings how = {.encoder = s->encoding.encoder,
	                        .values = s->values,
	                        .universe = s->question.universe,
	                        .names = shown,
	                        .count = count};
	if (up_to_symmetry) {
		how.group = encode_fixes_all(s->encoding.encoder) ? NULL : group;
		variant_all(&how, v, &all);
	} else variant_add(&all, v, count);
	exclude_all(s, shown, count, &all);
	free(all.at);
	s->has_excluded = true;
}
