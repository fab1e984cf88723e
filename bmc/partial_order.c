/* Of runs that lead to the same state, or to states that differ in names only, one is enough.
 *
 * A run is a word: for each step the operation, then the values of the names that it chooses first. Two
 * steps that do not touch the same places can be exchanged, and so can elements of a deferred set, and others that the
 * machine does not name, in the whole run. Of all runs that arise from one another in these ways one has the least word (what
 * comes before the steps compared first); it is as long, and ends in the same state up to names. So
 * it is sound to ask for what every least word has:
 * - of two steps in a row that can be exchanged, the one with the smaller name comes first (Dobrikov
 *   2018, "peephole"; what enables a step is a place that it reads, so no enabling is overlooked);
 * - an element is not chosen before the one in front of it that is alike, where what comes before the steps does not
 *   tell them apart (value precedence, Law and Lee 2004).
 * The order of words is the same for both, so they go together. That no state is lost at any depth
 * needs no invisible operations: each depth is looked at, and runs are shortest ones. */
#include "bmc/run.h"

/* ---- independent operations -------------------------------------------------------------------- */

static void find_independent(struct run *r)
{
	uint32_t count = r->model.operations.count;
	if (!r->options.skips_orders) return;
	for (uint32_t i = 0; i < count; i++) {
		struct footprint f = {0};
		footprint_find(r->model.operations.at[i], &f);
		VEC_PUSH(&r->order.footprints, f);
	}
	r->order.relations = ARENA_ARRAY(&r->arena, (size_t)count * count, struct order_relation);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < count; k++) {
			struct order_relation *to = &r->order.relations[(size_t)i * count + k];
			*to = (struct order_relation){0};
			to->is_independent = footprint_apart(&r->order.footprints.at[i],
			                                     &r->order.footprints.at[k], &to->places);
		}
}

/* Operation j of the last step and i of this one can be exchanged, and must be: not both. */
static void forbid_order(struct run *r, struct unrolling *w, const struct run_step *now, uint32_t j,
                         uint32_t i)
{
	const struct order_relation *to =
	    &r->order.relations[(size_t)j * r->model.operations.count + i];
	const struct encode_choices *before = &w->step.chosen[j], *after = &now->chosen[i];
	if (!to->is_independent || w->step.is[j] == LIT_FALSE || now->is[i] == LIT_FALSE) return;
	VEC(lit) any = {0};
	VEC_PUSH(&any, -w->step.is[j]);
	VEC_PUSH(&any, -now->is[i]);
	lit l;
	bool ok = true;
	if (i == j) {
		ok = encode_less(w->encoder, after, before, &l);
		if (ok) VEC_PUSH(&any, -l);
	}
	for (uint32_t k = 0; k < to->places.count && ok; k++) {
		const struct apart_pair *p = &to->places.at[k];
		ok = encode_same_place(w->encoder, before, p->a, after, p->b, &l);
		if (ok) VEC_PUSH(&any, l);
	}
	if (ok) circuit_require_any(w->circuit, any.at, any.count);
	VEC_CLEAR(&any);
}

/* ---- elements that are alike ---------------------------------------------------------------------- */

enum {
	MOST_ELEMENTS = 64, /* of a set whose elements are exchanged */
	MOST_VERTICES = 200000,
	MOST_SWAPS = 2000
};

static bool is_element(const void *set, const struct decl *d)
{
	return d->kind == DECL_ELEMENT && d->of == set;
}

/* All elements of a deferred set. */
static bool is_exchangeable(const struct run *r, const struct universe_set *set)
{
	if (r->options.goal && mention_any(r->options.goal, is_element, set->decl)) return false;
	return set->decl->kind != DECL_ENUMERATED_SET && set->size > 1 && set->size <= MOST_ELEMENTS;
}

static uint32_t *new_row(struct run *r, uint32_t set)
{
	if (r->order.next[set]) return r->order.next[set];
	uint32_t size = r->model.universe->sets.at[set].size;
	uint32_t *row = ARENA_ARRAY(&r->arena, size, uint32_t);
	for (uint32_t k = 0; k < size; k++) row[k] = UINT32_MAX;
	return r->order.next[set] = row;
}

/* Of enumerated sets, those elements that the text does not name. (If it does, elements change their places together with parts
 * of the text, and what is looked for may be only one of these parts.) */
static void find_unnamed(struct run *r)
{
	const struct universe *u = r->model.universe;
	struct symmetry_question q = {.project = r->model.project,
	                              .universe = u,
	                              .values = r->model.values,
	                              .goal = r->options.goal,
	                              .is_rigid = true,
	                              .without_factors = true,
	                              .most_vertices = MOST_VERTICES,
	                              .stop = r->options.search.interrupt};
	struct symmetry_group *group = r->order.group = symmetry_detect(&q);
	struct symmetry_moves *moves = &r->order.moves;
	uint32_t kept = 0;
	symmetry_choose_moves(group, MOST_SWAPS, moves);
	for (uint32_t i = 0; i < moves->count; i++)
		if (!moves->at[i].moves_text) moves->at[kept++] = moves->at[i];
	moves->count = kept;
	for (uint32_t i = 0; i < moves->count; i++) {
		const struct symmetry_move *m = &moves->at[i];
		struct symmetry_atom a = group->atoms[m->atom], b = group->atoms[m->image[m->atom]];
		const struct universe_set *set = &u->sets.at[a.set];
		bool is_enumerated = set->decl->kind == DECL_ENUMERATED_SET && set->size <= MOST_ELEMENTS;
		if (!m->is_swap || !is_enumerated) continue;
		uint32_t *row = new_row(r, a.set);
		if (b.index < row[a.index]) row[a.index] = b.index;
	}
}

static bool has_enumerated(const struct run *r)
{
	const struct universe *u = r->model.universe;
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (u->sets.at[i].decl->kind == DECL_ENUMERATED_SET && u->sets.at[i].size > 1) return true;
	return false;
}

static void find_alike(struct run *r)
{
	const struct universe *u = r->model.universe;
	if (!r->options.search.breaks_symmetry) return;
	r->order.next = ARENA_ARRAY(&r->arena, u->sets.count + 1, uint32_t *);
	for (uint32_t i = 0; i < u->sets.count; i++) {
		r->order.next[i] = NULL;
		if (!is_exchangeable(r, &u->sets.at[i])) continue;
		uint32_t *row = new_row(r, i);
		for (uint32_t k = 0; k + 1 < u->sets.at[i].size; k++) row[k] = k + 1;
	}
	if (r->options.search.finds_symmetry && has_enumerated(r)) find_unnamed(r);
}

/* What comes before the steps is the greatest of its images (Crawford, Ginsberg, Luks, Roy 1996). */
void partial_order_beginning(struct run *r, struct unrolling *w, struct decl *const *names,
                             uint32_t count)
{
	const struct universe *u = r->model.universe;
	const struct symmetry_moves *moves = r->order.moves.count ? &r->order.moves : NULL;
	lit *greatest;
	uint32_t clauses;
	if (!r->order.next) return;
	for (uint32_t i = 0; i < u->sets.count; i++) {
		bool is_deferred = u->sets.at[i].decl->kind != DECL_ENUMERATED_SET;
		if (is_deferred && !r->order.next[i]) encode_fix_set(w->encoder, i);
	}
	if (!encode_symmetry(w->encoder, names, count, moves, &greatest, &clauses)) return;
	for (uint32_t i = 0; i < clauses; i++) cnf_assert(w->cnf, greatest[i]);
}

void partial_order_begin(struct run *r, struct unrolling *w, struct decl *const *names,
                         uint32_t count)
{
	const struct universe *u = r->model.universe;
	if (!r->order.next) return;
	w->used = ARENA_ARRAY(&r->arena, u->sets.count, lit *);
	w->swaps = ARENA_ARRAY(&r->arena, u->sets.count, lit *);
	for (uint32_t i = 0; i < u->sets.count; i++) {
		const uint32_t *next = r->order.next[i];
		w->used[i] = w->swaps[i] = NULL;
		if (!next) continue;
		w->used[i] = ARENA_ARRAY(&r->arena, u->sets.at[i].size, lit);
		w->swaps[i] = ARENA_ARRAY(&r->arena, u->sets.at[i].size, lit);
		for (uint32_t k = 0; k < u->sets.at[i].size; k++) {
			struct bounds_swap s = {i, k, next[k]};
			w->used[i][k] = w->swaps[i][k] = LIT_FALSE;
			if (next[k] == UINT32_MAX || encode_is_fixed(w->encoder, value_element(i, k)) ||
			    encode_is_fixed(w->encoder, value_element(i, next[k])))
				continue;
			encode_swap(w->encoder, &s, names, count, &w->swaps[i][k]);
		}
	}
}

/* The name of an operation that is taken if `is`: its value is not chosen before the one in front. */
static void require_precedence(struct run *r, struct unrolling *w, uint32_t set, lit is,
                               const struct sym *chosen, const lit *used)
{
	const uint32_t *next = r->order.next[set];
	for (uint32_t k = 0; k < r->model.universe->sets.at[set].size; k++) {
		if (next[k] == UINT32_MAX) continue;
		lit later = encode_is_element(w->encoder, chosen, value_element(set, next[k]));
		lit any[4] = {-is, -later, used[k], -w->swaps[set][k]};
		circuit_require_any(w->circuit, any, 4);
	}
}

static uint32_t given_set(const struct run *r, const struct unrolling *w, const struct type *t)
{
	if (t->kind != TYPE_GIVEN || t->decl->kind == DECL_FREETYPE) return UINT32_MAX;
	uint32_t set = universe_number(r->model.universe, t->decl);
	return set < r->model.universe->sets.count && w->used[set] ? set : UINT32_MAX;
}

static void precede(struct run *r, struct unrolling *w, const struct run_step *now, uint32_t set)
{
	uint32_t size = r->model.universe->sets.at[set].size;
	lit *before = ARENA_ARRAY(&r->arena, size, lit), *used = ARENA_ARRAY(&r->arena, size, lit);
	memcpy(before, w->used[set], size * sizeof *before);
	for (uint32_t k = 0; k < size; k++) /* by what was encoded since */
		if (encode_is_fixed(w->encoder, value_element(set, k))) return;
	for (uint32_t i = 0; i < r->model.operations.count; i++) {
		const struct encode_choices *c = &now->chosen[i];
		memcpy(used, before, size * sizeof *used);
		for (uint32_t n = 0; n < c->count && now->is[i] != LIT_FALSE; n++) {
			if (given_set(r, w, c->names[n]->type) != set || !c->values[n]) continue;
			require_precedence(r, w, set, now->is[i], c->values[n], used);
			for (uint32_t k = 0; k < size; k++) {
				lit is = encode_is_element(w->encoder, c->values[n], value_element(set, k));
				used[k] = circuit_or(w->circuit, used[k], is);
			}
		}
		for (uint32_t k = 0; k < size; k++) {
			lit is = circuit_and(w->circuit, now->is[i], used[k]);
			w->used[set][k] = circuit_or(w->circuit, w->used[set][k], is);
		}
	}
}

/* ---- open and close ------------------------------------------------------------------------------ */

void partial_order_open(struct run *r)
{
	find_independent(r);
	find_alike(r);
}

void partial_order_close(struct run *r)
{
	uint32_t count = r->model.operations.count;
	for (size_t i = 0; r->order.relations && i < (size_t)count * count; i++)
		VEC_CLEAR(&r->order.relations[i].places);
	for (uint32_t i = 0; i < r->order.footprints.count; i++)
		footprint_clear(&r->order.footprints.at[i]);
	VEC_CLEAR(&r->order.footprints);
	if (r->order.group) symmetry_close(r->order.group);
}

/* ---- a step ------------------------------------------------------------------------------------ */

void partial_order_step(struct run *r, struct unrolling *w, const struct run_step *now)
{
	uint32_t count = r->model.operations.count;
	for (uint32_t j = 0; r->order.relations && w->step.is && j < count; j++)
		for (uint32_t i = 0; i <= j; i++) forbid_order(r, w, now, j, i);
	for (uint32_t i = 0; w->used && i < r->model.universe->sets.count; i++)
		if (w->used[i]) precede(r, w, now, i);
	w->step = *now;
}
