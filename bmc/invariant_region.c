/* Regions: from cubes, and as large as the invariant allows. */
#include "bmc/invariant.h"

/* ---- from cubes ------------------------------------------------------------------------------------------------------ */

static struct inv_part *part_of(struct invariant *v, struct inv_region *r, uint32_t feature)
{
	uint32_t i = 0;
	while (i < r->count && r->at[i].feature != feature) i++;
	if (i < r->count) return &r->at[i];
	const struct inv_feature *f = &v->features.at[feature];
	r->at[r->count++] = (struct inv_part){.feature = feature, .mask = mask_new(v, f)};
	for (uint32_t k = 0; k < f->count; k++) bits_add(r->at[i].mask, k);
	return &r->at[i];
}

static int by_feature(const void *a, const void *b)
{
	const struct inv_part *x = a, *y = b;
	return (x->feature > y->feature) - (x->feature < y->feature);
}

bool region_of_cube(struct invariant *v, const struct pdr_cube *c, struct inv_region *out)
{
	*out = (struct inv_region){.at = ARENA_ARRAY(v->arena, c->count + 1, struct inv_part)};
	for (uint32_t i = 0; i < c->count; i++) {
		uint32_t latch = (uint32_t)abs(c->at[i]) - 1;
		if (latch == 0 && c->at[i] > 0) continue; /* `started`: it is a state */
		if (latch == 0 || v->of_latch[latch] == FEATURE_NONE) return false;
		feature_allow(v, c->at[i], part_of(v, out, v->of_latch[latch])->mask);
	}
	qsort(out->at, out->count, sizeof *out->at, by_feature);
	return true;
}

/* ---- in the graph ---------------------------------------------------------------------------------------------------- */

static aig_lit part_literal(struct invariant *v, const struct inv_part *p)
{
	const struct inv_feature *f = &v->features.at[p->feature];
	aig_lit any = AIG_FALSE;
	for (uint32_t i = 0; i < f->count; i++)
		if (bits_has(p->mask, i)) any = aig_or(v->t->aig, any, f->is[i]);
	return any;
}

aig_lit region_literal(struct invariant *v, const struct inv_region *r)
{
	aig_lit all = v->t->started;
	for (uint32_t i = 0; i < r->count; i++)
		all = aig_and(v->t->aig, all, part_literal(v, &r->at[i]));
	return all;
}

bool invariant_excludes(struct invariant *v, aig_lit states)
{
	struct solver_stats t;
	solver_stats(v->solver, &t);
	if (t.effort >= v->effort) return false;
	struct solver_limits limits = {.effort = v->effort - t.effort};
	solver_assume(v->solver, aig_cnf_literal(&v->cnf, states));
	return solver_solve(v->solver, &limits) == SOLVER_UNSATISFIABLE;
}

bool region_is_excluded(struct invariant *v, const struct inv_region *r)
{
	return invariant_excludes(v, region_literal(v, r));
}

/* ---- as large as possible -------------------------------------------------------------------------------------------- */

static bool drop_part(struct invariant *v, struct inv_region *r, uint32_t place)
{
	struct inv_part dropped = r->at[place];
	r->count--;
	for (uint32_t i = place; i < r->count; i++) r->at[i] = r->at[i + 1];
	if (region_is_excluded(v, r)) return true;
	for (uint32_t i = r->count; i > place; i--) r->at[i] = r->at[i - 1];
	r->count++;
	r->at[place] = dropped;
	return false;
}

static void widen_part(struct invariant *v, struct inv_region *r, struct inv_part *p)
{
	const struct inv_feature *f = &v->features.at[p->feature];
	for (uint32_t i = 0; i < f->count; i++) {
		if (bits_has(p->mask, i)) continue;
		bits_add(p->mask, i);
		if (!region_is_excluded(v, r)) bits_drop(p->mask, i);
	}
}

void region_expand(struct invariant *v, struct inv_region *r)
{
	for (uint32_t i = 0; i < r->count;)
		if (!drop_part(v, r, i)) i++;
	for (uint32_t i = 0; i < r->count; i++) {
		struct inv_part *p = &r->at[i];
		widen_part(v, r, p);
		p->lists_others = !mask_is_short(p->mask, &v->features.at[p->feature]);
	}
}
