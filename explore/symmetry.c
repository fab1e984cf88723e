/* Which setups are explored of those that differ only in the names of elements of deferred sets.
 *
 * Renaming the elements of a deferred set turns setups into setups and runs into runs, if nothing in
 * the model tells its elements apart. Of the setups that are the same up to such a renaming at least
 * one is kept, and only few more, by the rule that ProB's manual describes ("Static Symmetry
 * Reduction"), so that counts can be compared. For a set D = {D1, D2, ...}:
 *
 * - the constants that are elements of D are taken in a fixed order, those first that PROPERTIES say
 *   to be different; each is an element that an earlier one is, or the next element that none is
 *   (least number heuristic: Claessen and Sorensson 2003);
 * - if D has a partition into constants, the elements behind the first n, for n such constants, go to
 *   the blocks in order;
 * - a bijection f : C >->> D, for a D of which nothing of this is said, is C1 |-> D1, C2 |-> D2, ...; so is one from
 *   or to a set of which constants and deferred sets say nothing, like f : D >->> 1..n.
 *
 * Every setup can be renamed into one that is kept: the constants of D say how, for the elements that
 * they are; the rest may be sorted by blocks. D of a bijection follows C, which is renamed first; as
 * neither side of a bijection is the D of a later one, there is such an order of all sets. */
#include "explore/inside.h"

static bool is_interchangeable(const struct explore *x, const struct universe_set *s)
{
	if (s->decl->kind == DECL_ENUMERATED_SET || s->size < 2) return false;
	return !bounds_sees_elements(x->options.goal, s->decl) &&
	       !bounds_project_sees_elements(x->project, s->decl);
}

/* ---- constants that are elements ------------------------------------------------------------------- */

static bool is_unknown(const struct explore *x, const struct decl *d)
{
	for (uint32_t i = 0; i < x->model.unknowns.count; i++)
		if (x->model.unknowns.at[i] == d) return true;
	return false;
}

static bool is_element_of(const struct decl *d, const struct decl *set)
{
	return d->type->kind == TYPE_GIVEN && d->type->decl == set;
}

static bool are_different(const struct explore *x, const struct decl *a, const struct decl *b)
{
	for (uint32_t i = 0; i < x->model.conjuncts.count; i++) {
		const struct node *n = x->model.conjuncts.at[i];
		if (n->op != OP_NOT_EQUAL) continue;
		if (mention_is_name(n->kid[0], a) && mention_is_name(n->kid[1], b)) return true;
		if (mention_is_name(n->kid[0], b) && mention_is_name(n->kid[1], a)) return true;
	}
	return false;
}

static bool differs_from_all(const struct explore *x, const struct symmetry_set *s,
                             const struct decl *d)
{
	for (uint32_t i = 0; i < s->elements.count; i++)
		if (!are_different(x, s->elements.at[i], d)) return false;
	return true;
}

static bool is_taken(const struct symmetry_set *s, const struct decl *d)
{
	for (uint32_t i = 0; i < s->elements.count; i++)
		if (s->elements.at[i] == d) return true;
	return false;
}

static void fix(struct explore *x, struct decl *d, value v)
{
	VEC_PUSH(&x->symmetry.fixed, (struct explore_binding){d, v});
}

/* Those that differ from each other, which have their values thereby, then the others. */
static void find_elements(struct explore *x, struct symmetry_set *s)
{
	for (uint32_t i = 0; i < x->model.unknowns.count; i++) {
		struct decl *d = x->model.unknowns.at[i];
		if (is_element_of(d, s->decl) && differs_from_all(x, s, d)) VEC_PUSH(&s->elements, d);
	}
	for (uint32_t i = 0; i < s->elements.count && s->elements.count <= s->size; i++)
		fix(x, s->elements.at[i], value_element(s->number, i));
	for (uint32_t i = 0; i < x->model.unknowns.count; i++) {
		struct decl *d = x->model.unknowns.at[i];
		if (is_element_of(d, s->decl) && !is_taken(s, d)) VEC_PUSH(&s->elements, d);
	}
}

/* ---- partitions -------------------------------------------------------------------------------------- */

/* Adds the constants of which `n` is the union; the elements of the other parts are constants. False
 * if it is not of this form. */
static bool add_blocks(const struct explore *x, struct symmetry_set *s, const struct node *n)
{
	if (n->op == OP_UNION) return add_blocks(x, s, n->kid[0]) && add_blocks(x, s, n->kid[1]);
	if (n->op == OP_SET) {
		for (uint32_t i = 0; i < n->count; i++)
			if (n->kid[i]->op != OP_ID || !is_taken(s, n->kid[i]->decl)) return false;
		return true;
	}
	if (n->op != OP_ID || !is_unknown(x, n->decl)) return false;
	VEC_PUSH(&s->blocks, n->decl);
	return true;
}

static bool are_disjoint(const struct explore *x, const struct decl *a, const struct decl *b)
{
	for (uint32_t i = 0; i < x->model.conjuncts.count; i++) {
		const struct node *n = x->model.conjuncts.at[i];
		if (n->op != OP_EQUAL) continue;
		for (uint32_t k = 0; k < 2; k++) {
			const struct node *both = n->kid[k];
			if (n->kid[1 - k]->op != OP_EMPTY_SET || both->op != OP_INTER) continue;
			if (mention_is_name(both->kid[0], a) && mention_is_name(both->kid[1], b)) return true;
			if (mention_is_name(both->kid[0], b) && mention_is_name(both->kid[1], a)) return true;
		}
	}
	return false;
}

static bool are_blocks_disjoint(const struct explore *x, const struct symmetry_set *s)
{
	for (uint32_t i = 0; i < s->blocks.count; i++)
		for (uint32_t k = i + 1; k < s->blocks.count; k++)
			if (!are_disjoint(x, s->blocks.at[i], s->blocks.at[k])) return false;
	return true;
}

static bool is_partition(const struct explore *x, struct symmetry_set *s, const struct node *n)
{
	if (n->op == OP_PARTITION && mention_is_name(n->kid[0], s->decl)) {
		for (uint32_t i = 1; i < n->count; i++)
			if (!add_blocks(x, s, n->kid[i])) return false;
		return true;
	}
	if (n->op != OP_EQUAL) return false;
	uint32_t side = mention_is_name(n->kid[1], s->decl) ? 0 : 1;
	return mention_is_name(n->kid[1 - side], s->decl) && add_blocks(x, s, n->kid[side]) &&
	       are_blocks_disjoint(x, s);
}

static void find_partition(struct explore *x, struct symmetry_set *s)
{
	for (uint32_t i = 0; i < x->model.conjuncts.count; i++) {
		s->blocks.count = 0;
		if (is_partition(x, s, x->model.conjuncts.at[i]) && s->blocks.count > 1) return;
	}
	s->blocks.count = 0;
}

/* ---- bijections ---------------------------------------------------------------------------------------- */

static struct symmetry_set *set_of(struct explore *x, const struct node *n)
{
	for (uint32_t i = 0; i < x->symmetry.sets.count; i++)
		if (mention_is_name(n, x->symmetry.sets.at[i].decl)) return &x->symmetry.sets.at[i];
	return NULL;
}

static bool is_free(const struct symmetry_set *s)
{
	return s->elements.count == 0 && s->blocks.count == 0 && !s->is_related;
}

static value in_order(struct explore *x, const struct symmetry_set *from,
                      const struct symmetry_set *to)
{
	value *pairs = ARENA_ARRAY(&x->arena, from->size, value);
	for (uint32_t i = 0; i < from->size; i++)
		pairs[i] =
		    value_pair(x->values, value_element(from->number, i), value_element(to->number, i));
	return value_set(x->values, pairs, from->size);
}

static void between_deferred(struct explore *x, struct decl *f, struct symmetry_set *from,
                             struct symmetry_set *to)
{
	if (from == to || from->size != to->size || (!is_free(from) && !is_free(to))) return;
	fix(x, f, in_order(x, from, to));
	from->is_related = to->is_related = true;
}

/* ---- bijections with a set that no renaming changes */

static bool is_unsettled(const void *data, const struct decl *d)
{
	(void)data;
	if (d->kind == DECL_DEFERRED_SET) return !type_is_own(d);
	return d->kind != DECL_ENUMERATED_SET && d->kind != DECL_ELEMENT && d->kind != DECL_LOCAL;
}

static bool is_of_deferred(const struct type *t)
{
	switch (t->kind) {
	case TYPE_INTEGER:
	case TYPE_BOOL:
	case TYPE_STRING: return false;
	case TYPE_GIVEN: return t->decl->kind != DECL_ENUMERATED_SET;
	case TYPE_POW: return is_of_deferred(t->a);
	case TYPE_PAIR: return is_of_deferred(t->a) || is_of_deferred(t->b);
	default: return true;
	}
}

/* Its elements, if there are `size` of them; VALUE_NONE otherwise, and where that takes long. */
static value settled_set(struct explore *x, const struct node *n, uint32_t size)
{
	enum { STEPS = 10000 };
	if (is_of_deferred(n->type) || mention_any(n, is_unsettled, NULL)) return VALUE_NONE;
	struct eval_steps before;
	eval_lend_steps(x->eval, STEPS, &before);
	value v = eval_expression(x->eval, n);
	eval_return_steps(x->eval, &before);
	if (v == VALUE_NONE || eval_was_cut(x->eval)) v = VALUE_NONE;
	eval_clear_cut(x->eval);
	if (v == VALUE_NONE) return v;
	enum value_kind kind = value_kind(x->values, v);
	bool is_listed = kind == VALUE_SET || kind == VALUE_INTERVAL;
	return is_listed && value_count(x->values, v) == size ? v : VALUE_NONE;
}

/* f : D >->> E, or f : E >->> D if it is backwards. */
static void with_settled(struct explore *x, struct decl *f, struct symmetry_set *d,
                         const struct node *e, bool is_backwards)
{
	value set = is_free(d) ? settled_set(x, e, d->size) : VALUE_NONE;
	if (set == VALUE_NONE) return;
	value *pairs = ARENA_ARRAY(&x->arena, d->size, value);
	for (uint32_t i = 0; i < d->size; i++) {
		value a = value_element(d->number, i), b = value_at(x->values, set, i);
		pairs[i] = is_backwards ? value_pair(x->values, b, a) : value_pair(x->values, a, b);
	}
	fix(x, f, value_set(x->values, pairs, d->size));
	d->is_related = true;
}

static void find_bijection(struct explore *x, const struct node *n)
{
	if (n->op != OP_MEMBER || n->kid[1]->op != OP_TOTAL_BIJECTIONS) return;
	if (n->kid[0]->op != OP_ID || !is_unknown(x, n->kid[0]->decl)) return;
	struct decl *f = n->kid[0]->decl;
	if (symmetry_is_fixed(x, f)) return;
	const struct node *left = n->kid[1]->kid[0], *right = n->kid[1]->kid[1];
	struct symmetry_set *from = set_of(x, left), *to = set_of(x, right);
	if (from && to) between_deferred(x, f, from, to);
	else if (from) with_settled(x, f, from, right, false);
	else if (to) with_settled(x, f, to, left, true);
}

/* ---- the rule -------------------------------------------------------------------------------------------- */

void symmetry_find(struct explore *x)
{
	struct symmetry *y = &x->symmetry;
	if (x->options.all_setups || x->model.unknowns.count == 0) return;
	for (uint32_t i = 0; i < x->universe->sets.count; i++) {
		const struct universe_set *u = &x->universe->sets.at[i];
		if (!is_interchangeable(x, u)) continue;
		struct symmetry_set s = {.decl = u->decl, .number = i, .size = u->size};
		find_elements(x, &s);
		find_partition(x, &s);
		VEC_PUSH(&y->sets, s);
		x->result.up_to_symmetry |= !is_free(&s);
	}
	for (uint32_t i = 0; i < x->model.conjuncts.count; i++)
		find_bijection(x, x->model.conjuncts.at[i]);
	x->result.up_to_symmetry |= y->fixed.count > 0;
}

void symmetry_clear(struct symmetry *y)
{
	for (uint32_t i = 0; i < y->sets.count; i++) {
		VEC_CLEAR(&y->sets.at[i].elements);
		VEC_CLEAR(&y->sets.at[i].blocks);
	}
	VEC_CLEAR(&y->sets);
	VEC_CLEAR(&y->fixed);
}

bool symmetry_is_fixed(const struct explore *x, const struct decl *d)
{
	for (uint32_t i = 0; i < x->symmetry.fixed.count; i++)
		if (x->symmetry.fixed.at[i].decl == d) return true;
	return false;
}

static bool are_elements_least(const struct explore *x, const struct symmetry_set *s)
{
	uint32_t used = 0;
	for (uint32_t i = 0; i < s->elements.count; i++) {
		uint32_t index = value_element_index(eval_get(x->eval, s->elements.at[i]));
		if (index > used) return false;
		used += index == used;
	}
	return true;
}

/* The block that has it; of a set that is not listed nothing is known. */
static uint32_t block_of(const struct explore *x, const struct symmetry_set *s, value element,
                         uint32_t otherwise)
{
	for (uint32_t i = 0; i < s->blocks.count; i++) {
		value block = eval_get(x->eval, s->blocks.at[i]);
		if (!value_has_lazy(x->values, block) && value_in(x->values, block, element)) return i;
	}
	return otherwise;
}

static bool are_blocks_in_order(const struct explore *x, const struct symmetry_set *s)
{
	uint32_t last = 0;
	for (uint32_t i = s->elements.count; i < s->size && s->blocks.count > 0; i++) {
		uint32_t block = block_of(x, s, value_element(s->number, i), last);
		if (block < last) return false;
		last = block;
	}
	return true;
}

bool symmetry_keeps(const struct explore *x)
{
	for (uint32_t i = 0; i < x->symmetry.sets.count; i++) {
		const struct symmetry_set *s = &x->symmetry.sets.at[i];
		if (!are_elements_least(x, s) || !are_blocks_in_order(x, s)) return false;
	}
	return true;
}
