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

/* Given sets, and behind them sorts of integers. */
static uint32_t set_count(const struct run *r)
{
	return r->model.universe->sets.count + (r->order.group ? r->order.group->sort_count : 0);
}

static bool is_sort(const struct run *r, uint32_t set)
{
	return set >= r->model.universe->sets.count;
}

static uint32_t set_size(const struct run *r, uint32_t set)
{
	return is_sort(r, set) ? symmetry_set_size(r->order.group, r->model.universe, set)
	                       : r->model.universe->sets.at[set].size;
}

static uint32_t *new_row(struct run *r, uint32_t set)
{
	if (r->order.next[set]) return r->order.next[set];
	uint32_t size = set_size(r, set);
	uint32_t *row = ARENA_ARRAY(&r->arena, size, uint32_t);
	for (uint32_t k = 0; k < size; k++) row[k] = UINT32_MAX;
	return r->order.next[set] = row;
}

static bool is_small(const struct run *r, uint32_t set)
{
	if (set_size(r, set) > MOST_ELEMENTS) return false;
	return is_sort(r, set) || r->model.universe->sets.at[set].decl->kind == DECL_ENUMERATED_SET;
}

/* Of enumerated sets, and of integers that are only names for things, those elements that the text does not name. (If it does, elements
 * change their places together with parts of the text, and what is looked for may be only one of these parts.) */
static void find_unnamed(struct run *r)
{
	const struct symmetry_group *group = r->order.group;
	struct symmetry_moves *moves = &r->order.moves;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < moves->count; i++) {
		struct symmetry_move m = moves->at[i];
		if (m.moves_text) continue;
		struct symmetry_atom a = group->atoms[m.atom], b = group->atoms[m.image[m.atom]];
		if (!symmetry_moves_integers(group, m.image)) moves->at[kept++] = m;
		if (!m.is_swap || !is_small(r, a.set)) continue;
		uint32_t *row = new_row(r, a.set);
		if (b.index < row[a.index]) row[a.index] = b.index;
	}
	moves->count = kept;
}

static void find_group(struct run *r)
{
	struct symmetry_question q = {.project = r->model.project,
	                              .universe = r->model.universe,
	                              .values = r->model.values,
	                              .goal = r->options.goal,
	                              .is_rigid = true,
	                              .without_factors = true,
	                              .finds_identifiers = true,
	                              .most_vertices = MOST_VERTICES,
	                              .stop = r->options.search.interrupt};
	r->order.group = symmetry_detect(&q);
	symmetry_choose_moves(r->order.group, MOST_SWAPS, &r->order.moves);
}

static bool has_integer(const struct node *ids)
{
	for (uint32_t i = 0; ids && i < ids->count; i++)
		if (ids->kid[i]->decl && type_known(ids->kid[i]->decl->type)->kind == TYPE_INTEGER)
			return true;
	return false;
}

/* Is there anything but elements of deferred sets that a step may choose? */
static bool may_have_group(const struct run *r)
{
	const struct universe *u = r->model.universe;
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (u->sets.at[i].decl->kind == DECL_ENUMERATED_SET && u->sets.at[i].size > 1) return true;
	for (uint32_t i = 0; i < r->model.operations.count; i++)
		if (has_integer(r->model.operations.at[i]->parameters)) return true;
	return false;
}

static void find_alike(struct run *r)
{
	const struct universe *u = r->model.universe;
	if (!r->options.search.breaks_symmetry) return;
	if (r->options.search.finds_symmetry && may_have_group(r)) find_group(r);
	r->order.next = ARENA_ARRAY(&r->arena, set_count(r) + 1, uint32_t *);
	for (uint32_t i = 0; i < set_count(r); i++) r->order.next[i] = NULL;
	for (uint32_t i = 0; i < u->sets.count; i++) {
		if (!is_exchangeable(r, &u->sets.at[i])) continue;
		uint32_t *row = new_row(r, i);
		for (uint32_t k = 0; k + 1 < u->sets.at[i].size; k++) row[k] = k + 1;
	}
	if (r->order.group) find_unnamed(r);
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

/* Is the beginning the same with the two exchanged? Of beginnings that differ by integers all are left, so that this does not matter. */
static lit swap_literal(struct run *r, struct unrolling *w, const struct bounds_swap *s,
                        struct decl *const *names, uint32_t count)
{
	lit same = LIT_FALSE;
	if (is_sort(r, s->set)) {
		bool is_alike = encode_knows_alike(w->encoder, r->order.group, s, names, count);
		return is_alike ? LIT_TRUE : LIT_FALSE;
	}
	if (!encode_is_fixed(w->encoder, value_element(s->set, s->a)) &&
	    !encode_is_fixed(w->encoder, value_element(s->set, s->b)))
		encode_swap(w->encoder, s, names, count, &same);
	return same;
}

void partial_order_begin(struct run *r, struct unrolling *w, struct decl *const *names,
                         uint32_t count)
{
	if (!r->order.next) return;
	w->used = ARENA_ARRAY(&r->arena, set_count(r) + 1, lit *);
	w->swaps = ARENA_ARRAY(&r->arena, set_count(r) + 1, lit *);
	for (uint32_t i = 0; i < set_count(r); i++) {
		const uint32_t *next = r->order.next[i];
		w->used[i] = w->swaps[i] = NULL;
		if (!next) continue;
		w->used[i] = ARENA_ARRAY(&r->arena, set_size(r, i), lit);
		w->swaps[i] = ARENA_ARRAY(&r->arena, set_size(r, i), lit);
		for (uint32_t k = 0; k < set_size(r, i); k++) {
			struct bounds_swap s = {i, k, next[k]};
			w->used[i][k] = w->swaps[i][k] = LIT_FALSE;
			if (next[k] != UINT32_MAX) w->swaps[i][k] = swap_literal(r, w, &s, names, count);
		}
	}
}

/* One element or integer of the set, by its place; false if it cannot be told. */
static bool is_chosen(const struct run *r, struct unrolling *w, uint32_t set,
                      const struct sym *chosen, uint32_t k, lit *out)
{
	if (is_sort(r, set)) {
		const struct symmetry_sort *s = &r->order.group->sorts[set - r->order.group->set_count];
		return encode_is_integer(w->encoder, chosen, s->low + k, out);
	}
	*out = encode_is_element(w->encoder, chosen, value_element(set, k));
	return true;
}

/* The name of an operation that is taken if `is`: its value is not chosen before the one in front. */
static void require_precedence(struct run *r, struct unrolling *w, uint32_t set, lit is,
                               const lit *chosen, const lit *used)
{
	const uint32_t *next = r->order.next[set];
	for (uint32_t k = 0; k < set_size(r, set); k++) {
		if (next[k] == UINT32_MAX) continue;
		lit any[4] = {-is, -chosen[next[k]], used[k], -w->swaps[set][k]};
		circuit_require_any(w->circuit, any, 4);
	}
}

static uint32_t set_of(const struct run *r, const struct unrolling *w, const struct decl *d)
{
	const struct symmetry_group *g = r->order.group;
	const struct type *t = g ? symmetry_type(g, d) : d->type;
	const struct symmetry_sort *sort = g ? symmetry_sort_of(g, t) : NULL;
	if (t->kind != TYPE_GIVEN || t->decl->kind == DECL_FREETYPE) return UINT32_MAX;
	uint32_t set = sort ? g->set_count + (uint32_t)(sort - g->sorts)
	                    : universe_number(r->model.universe, t->decl);
	return set < set_count(r) && w->used[set] ? set : UINT32_MAX;
}

/* What each name that an operation chooses from the set may be: [name * size + k]; NULL if it cannot be told. */
static lit *chosen_of(struct run *r, struct unrolling *w, const struct encode_choices *c,
                      uint32_t set)
{
	uint32_t size = set_size(r, set);
	lit *chosen = ARENA_ARRAY(&r->arena, (size_t)c->count * size + 1, lit);
	for (uint32_t n = 0; n < c->count; n++) {
		if (set_of(r, w, c->names[n]) != set || !c->values[n]) continue;
		for (uint32_t k = 0; k < size; k++)
			if (!is_chosen(r, w, set, c->values[n], k, &chosen[n * size + k])) return NULL;
	}
	return chosen;
}

static void precede_operation(struct run *r, struct unrolling *w, const struct run_step *now,
                              uint32_t operation, uint32_t set, lit *const *chosen, lit *used)
{
	const struct encode_choices *c = &now->chosen[operation];
	uint32_t size = set_size(r, set);
	for (uint32_t n = 0; n < c->count && now->is[operation] != LIT_FALSE; n++) {
		if (set_of(r, w, c->names[n]) != set || !c->values[n]) continue;
		const lit *is = chosen[operation] + (size_t)n * size;
		require_precedence(r, w, set, now->is[operation], is, used);
		for (uint32_t k = 0; k < size; k++) used[k] = circuit_or(w->circuit, used[k], is[k]);
	}
}

static void precede(struct run *r, struct unrolling *w, const struct run_step *now, uint32_t set)
{
	uint32_t size = set_size(r, set), count = r->model.operations.count;
	lit *before = ARENA_ARRAY(&r->arena, size, lit), *used = ARENA_ARRAY(&r->arena, size, lit);
	lit **chosen = ARENA_ARRAY(&r->arena, count + 1, lit *);
	memcpy(before, w->used[set], size * sizeof *before);
	for (uint32_t k = 0; k < size && !is_sort(r, set); k++) /* by what was encoded since */
		if (encode_is_fixed(w->encoder, value_element(set, k))) return;
	for (uint32_t i = 0; i < count; i++) {
		chosen[i] = chosen_of(r, w, &now->chosen[i], set);
		if (chosen[i] || now->is[i] == LIT_FALSE) continue;
		w->used[set] = NULL; /* it is not known any more which ones were used */
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		memcpy(used, before, size * sizeof *used);
		precede_operation(r, w, now, i, set, chosen, used);
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
	for (uint32_t i = 0; w->used && i < set_count(r); i++)
		if (w->used[i]) precede(r, w, now, i);
	w->step = *now;
}
