/* Names that range over candidates: the names are bound one after the other, each by the conjunct
 * that leaves least, and every combination is an instance with its condition. */
#include "encode/unknown/unknown.h"

void binder_names(enc e, const struct node *ids, struct decl ***names, uint32_t *count)
{
	*count = ids->count;
	*names = ARENA_ARRAY(&e->arena, ids->count, struct decl *);
	for (uint32_t i = 0; i < ids->count; i++) (*names)[i] = ids->kid[i]->decl;
}

/* ---- choice of the next name ------------------------------------------------------------------- */

struct binder_run {
	struct opening o;
	bool once;
	bool needs_one;  /* it is asked whether there is an instance */
	bool is_partial; /* some instances will do: that others are left out makes nothing bounded */
	struct pos pos;
	binder_found *found;
	void *data;
	lit guard;
};

/* Where bounds are undefined, there is no fallback: then others are better. As in eval/plan/plan_offer.c. */
enum { DOUBTFUL_BOUNDS = 4000 };

static bool has_doubtful_conjunct(enc e, const struct binder_run *r)
{
	for (uint32_t i = 0; i < r->o.conjunct_count; i++)
		if (r->o.conjuncts[i] && enc_info(e, r->o.conjuncts[i])->may_fail) return true;
	return false;
}

/* A few known values are better than a sum of unknowns. */
static double linear_effort(enc e, const struct offer *f)
{
	enum { OF_UNKNOWNS = 50 };
	const struct info *i = enc_info(e, f->conjunct);
	for (uint32_t k = 0; k < i->count; k++)
		if (i->free[k] != f->name && !enc_is_known(e, i->free[k])) return OF_UNKNOWNS;
	return 0;
}

static double cost_of(enc e, const struct binder_run *r, const struct offer *f)
{
	bool has_low, has_high;
	wide low, high;
	lit defined;
	switch (f->kind) {
	case OFFER_EQUAL: return 0;
	case OFFER_IN: return set_size_hint(e, f->set);
	case OFFER_LINEAR: return (f->set ? set_size_hint(e, f->set) : 1) + linear_effort(e, f);
	case OFFER_BOUNDS:
		offer_bounds(e, &r->o, f->name, &has_low, &low, &has_high, &high, &defined);
		if (!has_low || !has_high) return 1e12;
		return defined == LIT_TRUE ? (double)(high - low + 1) : DOUBTFUL_BOUNDS;
	case OFFER_FAMILY: return 1e10;
	case OFFER_SUBSET: return 1e11;
	default: return 1e15;
	}
}

static bool is_handy(enc e, const struct binder_run *r, const struct offer *f)
{
	return !r->o.excluded_count || binder_offer_is_handy(e, &r->o, f, r->pos);
}

/* The cheapest offer; in a fallback plan there may be none. */
static struct offer choose(enc e, const struct binder_run *r)
{
	struct offer best = {0};
	double least = 0;
	for (uint32_t k = 0; k < r->o.conjunct_count; k++) {
		const struct node *c = r->o.conjuncts[k];
		if (!c) continue;
		for (uint32_t i = 0; i < r->o.count; i++) {
			if (!r->o.names[i]) continue;
			struct offer f = offer_of(e, &r->o, c, r->o.names[i]);
			if (f.kind == OFFER_NONE) f = offer_linear(e, &r->o, c, r->o.names[i]);
			if (f.kind == OFFER_NONE) continue;
			bool is_only = r->o.left == 1 && best.kind == OFFER_NONE && !r->o.excluded_count;
			if (f.kind == OFFER_BOUNDS) is_only = is_only && !has_doubtful_conjunct(e, r);
			double cost = is_only ? 1 : cost_of(e, r, &f);
			if (best.kind != OFFER_NONE && cost >= least) continue;
			if (!is_handy(e, r, &f)) continue;
			best = f;
			least = cost;
			if (cost <= 1) return best;
		}
	}
	for (uint32_t i = 0; best.kind == OFFER_NONE && i < r->o.count; i++) {
		struct offer f = {.kind = OFFER_TYPE, .name = r->o.names[i]};
		if (f.name && is_handy(e, r, &f)) best = f;
	}
	return best;
}

/* ---- running ----------------------------------------------------------------------------------- */

static void expand(enc e, struct binder_run *r);

/* Binds a name, or compares with what is known; *is gets the condition. */
static void match(enc e, struct binder_run *r, const struct node *pattern, struct sym *x, lit *is)
{
	if (pattern->op == OP_PAIR) {
		match(e, r, pattern->kid[0], sym_first(e, x), is);
		if (*is != LIT_FALSE) match(e, r, pattern->kid[1], sym_second(e, x), is);
		return;
	}
	for (uint32_t i = 0; pattern->op == OP_ID && i < r->o.count; i++) {
		if (r->o.names[i] != pattern->decl) continue;
		enc_bind(e, r->o.names[i], x);
		r->o.names[i] = NULL;
		r->o.left--;
		return;
	}
	lit ok = LIT_TRUE; /* see offer_defined */
	struct sym *y = expression(e, pattern, &ok);
	*is = circuit_and(e->c, *is, sym_equal(e, x, y, pattern->type));
}

/* One candidate: binds, goes on, and puts everything back. */
static void try(enc e, struct binder_run *r, const struct node *pattern, struct sym *x, lit is)
{
	struct decl **names = r->o.names;
	uint32_t left = r->o.left;
	lit guard = r->guard;
	if (is == LIT_FALSE) return;
	r->o.names = ARENA_ARRAY(&e->arena, r->o.count, struct decl *);
	memcpy(r->o.names, names, r->o.count * sizeof *names);
	match(e, r, pattern, x, &is);
	r->guard = circuit_and(e->c, guard, is);
	if (r->guard != LIT_FALSE) expand(e, r);
	r->guard = guard;
	for (uint32_t i = 0; i < r->o.count; i++)
		if (names[i] && !r->o.names[i]) enc_bind(e, names[i], NULL);
	r->o.names = names;
	r->o.left = left;
}

static void try_set(enc e, struct binder_run *r, const struct offer *f)
{
	struct parts p = {0};
	lit defined = LIT_TRUE;
	struct sym *set = expression(e, f->set, &defined);
	if (set->kind == SYM_UNDEFINED) return;
	if (r->once) set_elements_once(e, set, f->set->type, r->pos, &p);
	else set_elements(e, set, f->set->type, r->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		enc_tick(e, r->pos);
		try(e, r, f->pattern, p.at[i], p.is[i]);
	}
}

static void try_values(enc e, struct binder_run *r, struct decl *d, const struct cases *c)
{
	const struct node *pattern = build_name(&e->arena, d, r->pos);
	for (uint32_t i = 0; i < c->count; i++) {
		enc_tick(e, r->pos);
		try(e, r, pattern, sym_ground(e, c->values[i]), LIT_TRUE);
	}
}

struct binder_bounds {
	bool has_low, has_high;
	wide low, high;
	lit defined;
};

/* Bounds by way of other names, as in 0 < x & x < y & y < 10; false if nothing satisfies the
 * conjuncts. Those that may be undefined do not count. */
static bool distant_bounds(enc e, const struct binder_run *r, const struct decl *d,
                           struct binder_bounds *b)
{
	struct decl **names = ARENA_ARRAY(&e->arena, r->o.count, struct decl *);
	const struct node **list = ARENA_ARRAY(&e->arena, r->o.conjunct_count, const struct node *);
	struct range **ranges = ARENA_ARRAY(&e->arena, r->o.count, struct range *);
	uint32_t count = 0, conjunct_count = 0;
	for (uint32_t i = 0; i < r->o.count; i++)
		if (r->o.names[i]) names[count++] = r->o.names[i];
	for (uint32_t i = 0; i < r->o.conjunct_count; i++) {
		if (!r->o.conjuncts[i] || enc_info(e, r->o.conjuncts[i])->may_fail) continue;
		list[conjunct_count++] = r->o.conjuncts[i];
	}
	if (!bounds_ranges(e->eval, &e->arena, names, count, list, conjunct_count, ranges))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		if (names[i] != d || !ranges[i]) continue;
		if (!b->has_low && ranges[i]->has_low) b->has_low = true, b->low = ranges[i]->low;
		if (!b->has_high && ranges[i]->has_high) b->has_high = true, b->high = ranges[i]->high;
	}
	return true;
}

static struct binder_bounds integer_bounds(enc e, const struct binder_run *r, const struct decl *d,
                                           bool *is_empty)
{
	struct binder_bounds b;
	offer_bounds(e, &r->o, d, &b.has_low, &b.low, &b.has_high, &b.high, &b.defined);
	*is_empty = !(b.has_low && b.has_high) && !distant_bounds(e, r, d, &b);
	return b;
}

struct openness {
	enc e;
	const struct opening *o;
};

static bool is_open_now(const void *data, const struct node *n)
{
	const struct openness *x = data;
	return offer_is_open(x->e, x->o, n);
}

/* Some names have no values: the case is undefined unless a conjunct about the others is false. */
static void arrive_vaguely(enc e, struct binder_run *r)
{
	struct instance i = {.guard = r->guard, .is_vague = true};
	struct openness x = {e, &r->o};
	i.rest = ARENA_ARRAY(&e->arena, r->o.conjunct_count, const struct node *);
	for (uint32_t k = 0; k < r->o.conjunct_count; k++) {
		const struct node *c = r->o.conjuncts[k];
		if (c) c = defined_weaker(&e->arena, c, is_open_now, &x);
		if (c) i.rest[i.rest_count++] = c;
	}
	r->found(e, r->data, &i);
}

static void reach_around(enc e, bool is_partial, struct binder_bounds *b)
{
	wide least = universe_least(e->u), most = universe_most(e->u);
	if (is_partial && e->pool.margin) {
		least = (e->pool.reach_low < least ? e->pool.reach_low : least) - e->pool.margin;
		most = (e->pool.reach_high > most ? e->pool.reach_high : most) + e->pool.margin;
	}
	if (!b->has_low) b->low = b->has_high && b->high < least ? b->high : least;
	if (!b->has_high) b->high = b->low > most ? b->low : most;
}

/* Are there many values, of which one will do? */
static bool needs_test_point(enc e, const struct binder_run *r, const struct decl *d,
                             const struct binder_bounds *b)
{
	if (!r->needs_one || !b->has_low || b->defined != LIT_TRUE) return false;
	if (b->has_high && b->high - b->low < SYM_LISTED_INTEGERS) return false;
	return test_point_is_enough(e, &r->o, d);
}

static void try_integers(enc e, struct binder_run *r, struct decl *d)
{
	struct cases c = {0};
	bool is_empty;
	struct binder_bounds b = integer_bounds(e, r, d, &is_empty);
	if (is_empty) return;
	if (needs_test_point(e, r, d, &b)) {
		struct sym *x = test_point(e, &r->o, d, b.low);
		try(e, r, build_name(&e->arena, d, r->pos), x, LIT_TRUE);
		return;
	}
	bool is_cut = !b.has_low || !b.has_high;
	if (is_cut && r->is_partial) e->was_partial = true;
	else if (is_cut) e->was_cut = true;
	if (is_cut) reach_around(e, r->is_partial, &b);
	wide low = b.low, high = b.high;
	if (high - low > e->limits.most_candidates)
		enc_stop(e, EVAL_LIMIT, r->pos, "'%s' has more than %u candidates" LIST_LIMIT, d->name,
		         e->limits.most_candidates);
	for (wide v = low; v <= high; v++) cases_push(e, &c, value_wide(e->s, v), LIT_TRUE);
	lit guard = r->guard;
	r->guard = circuit_and(e->c, guard, -b.defined);
	if (r->guard != LIT_FALSE) arrive_vaguely(e, r);
	r->guard = circuit_and(e->c, guard, b.defined);
	if (r->guard != LIT_FALSE) try_values(e, r, d, &c);
	r->guard = guard;
}

static void try_type(enc e, struct binder_run *r, struct decl *d)
{
	struct cases c = {0};
	bool was_cut = e->was_cut;
	if (!unknown_type_values(e, d->type, NULL, e->limits.most_subsets, r->pos, &c))
		enc_stop(e, EVAL_LIMIT, r->pos, "'%s' ranges over a type that is too large" LIST_LIMIT,
		         d->name);
	if (r->is_partial) {
		e->was_partial |= e->was_cut;
		e->was_cut = was_cut;
	}
	try_values(e, r, d, &c);
}

/* ---- linear equations ---------------------------------------------------------------------------- */

struct sym *binder_at_zero(enc e, struct decl *d, const struct node *side, lit *defined)
{
	enc_bind(e, d, sym_ground(e, value_integer(e->s, 0)));
	struct sym *x = expression(e, side, defined);
	enc_bind(e, d, NULL);
	return x;
}

static lit linear_defined(enc e, const struct offer *f)
{
	lit defined = LIT_TRUE;
	for (uint32_t i = 0; i < 2; i++) binder_at_zero(e, f->name, f->conjunct->kid[i], &defined);
	return defined;
}

/* The name, if this is its coefficient times it. */
static void try_quotient(enc e, struct binder_run *r, struct decl *d, struct number *product,
                         int64_t coefficient, lit is)
{
	struct number *by = number_constant(&e->numbers, coefficient);
	struct number *x = coefficient == 1    ? product
	                   : coefficient == -1 ? number_negate(&e->numbers, product)
	                                       : number_divide(&e->numbers, product, by);
	if (coefficient != 1 && coefficient != -1)
		is = circuit_and(e->c, is,
		                 number_equal(&e->numbers, number_multiply(&e->numbers, x, by), product));
	try(e, r, build_name(&e->arena, d, r->pos), sym_number(e, x), is);
}

static void try_linear(enc e, struct binder_run *r, const struct offer *f)
{
	struct parts p = {0};
	lit defined = LIT_TRUE;
	int64_t coefficient = generator_coefficient(f->conjunct->kid[0], f->conjunct->kid[1], f->name);
	struct sym *left = binder_at_zero(e, f->name, f->conjunct->kid[0], &defined);
	struct sym *right = binder_at_zero(e, f->name, f->conjunct->kid[1], &defined);
	if (left->kind == SYM_UNDEFINED || right->kind == SYM_UNDEFINED) return;
	if (!f->set) parts_push(e, &p, right, LIT_TRUE);
	else if (r->once) set_elements_once(e, right, f->set->type, r->pos, &p);
	else set_elements(e, right, f->set->type, r->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		enc_tick(e, r->pos);
		struct number *product =
		    number_subtract(&e->numbers, sym_to_number(e, p.at[i]), sym_to_number(e, left));
		try_quotient(e, r, f->name, product, coefficient, p.is[i]);
	}
}

/* ---- families -------------------------------------------------------------------------------------- */

struct binder_listing {
	enc e;
	struct decl *name;
	struct cases *out;
};

static bool list_value(void *data)
{
	struct binder_listing *l = data;
	value v = eval_get(l->e->eval, l->name);
	if (l->out->count == l->e->limits.most_subsets || value_has_lazy(l->e->s, v)) return false;
	cases_push(l->e, l->out, v, LIT_TRUE);
	return true;
}

/* The conjuncts about this name alone, in known terms; it lives as long as the eval, which remembers it. */
static const struct node *said_of(enc e, struct binder_run *r, const struct decl *d)
{
	struct node *all = node_new(&e->project->arena, OP_AND, r->pos, r->o.conjunct_count);
	all->count = 0;
	for (uint32_t i = 0; i < r->o.conjunct_count; i++) {
		const struct node *c = r->o.conjuncts[i];
		const struct info *info = c ? enc_info(e, c) : NULL;
		bool fits = info && !info->has_old;
		for (uint32_t k = 0; fits && k < info->count; k++)
			fits = info->free[k] == d || enc_is_known(e, info->free[k]);
		if (fits) all->kid[all->count++] = c;
	}
	return all;
}

/* The evaluator lists what satisfies all conjuncts about the name alone, without all candidates for it. */
static bool list_solutions(enc e, struct binder_run *r, struct decl *d, struct cases *out)
{
	struct binder_listing l = {e, d, out};
	out->count = 0;
	e->was_cut |= eval_was_cut(e->eval);
	eval_clear_cut(e->eval);
	enum truth t = eval_solve(e->eval, &d, 1, said_of(e, r, d), false, list_value, &l);
	bool is_whole = t == EVAL_FALSE && !eval_was_cut(e->eval);
	eval_clear_cut(e->eval);
	eval_set(e->eval, d, VALUE_NONE);
	return is_whole;
}

static void try_family(enc e, struct binder_run *r, const struct offer *f)
{
	struct cases c = {0};
	if (!unknown_candidates(e, f->set, NULL, &c) && !list_solutions(e, r, f->name, &c))
		enc_stop(e, EVAL_LIMIT, r->pos, "'%s' has more than %u candidates" LIST_LIMIT,
		         f->name->name, e->limits.most_subsets);
	try_values(e, r, f->name, &c);
}

/* Are the parts of the pattern defined that are known already? */
static void pattern_defined(enc e, const struct binder_run *r, const struct node *pattern,
                            lit *defined)
{
	if (!offer_is_open(e, &r->o, pattern)) {
		expression(e, pattern, defined);
	} else if (pattern->op == OP_PAIR) {
		pattern_defined(e, r, pattern->kid[0], defined);
		pattern_defined(e, r, pattern->kid[1], defined);
	}
}

/* Where the conjunct that offers values is defined. */
static lit offer_defined(enc e, const struct binder_run *r, const struct offer *f)
{
	lit defined = LIT_TRUE;
	bool has_set = f->kind == OFFER_EQUAL || f->kind == OFFER_IN || f->kind == OFFER_FAMILY;
	bool is_linear = f->kind == OFFER_LINEAR;
	if ((!has_set && !is_linear) || !enc_info(e, f->conjunct)->may_fail) return LIT_TRUE;
	if (is_linear) return linear_defined(e, f);
	expression(e, f->set, &defined);
	pattern_defined(e, r, f->pattern, &defined);
	return defined;
}

static void use_offer(enc e, struct binder_run *r, const struct offer *f)
{
	switch (f->kind) {
	case OFFER_EQUAL: {
		lit defined = LIT_TRUE;
		struct sym *x = expression(e, f->set, &defined);
		if (x->kind != SYM_UNDEFINED) try(e, r, f->pattern, x, LIT_TRUE);
		return;
	}
	case OFFER_IN: try_set(e, r, f); return;
	case OFFER_BOUNDS: try_integers(e, r, f->name); return;
	case OFFER_LINEAR: try_linear(e, r, f); return;
	case OFFER_FAMILY: try_family(e, r, f); return;
	default:
		if (f->name->type->kind == TYPE_INTEGER) try_integers(e, r, f->name);
		else try_type(e, r, f->name);
		return;
	}
}

/* ---- sets without a value -------------------------------------------------------------------------- */

/* Is the offer good enough to tell whether the others leave anything? As PLAN_MOST_ON_FALLBACK. */
bool binder_offer_is_handy(enc e, const struct opening *o, const struct offer *f, struct pos pos)
{
	enum { MOST = 5000 };
	struct cases c = {0};
	bool was_cut = e->was_cut;
	if (f->kind == OFFER_EQUAL) return true;
	if (f->kind == OFFER_LINEAR && !f->set) return true;
	if (f->kind == OFFER_IN || f->kind == OFFER_LINEAR) return set_has_at_most(e, f->set, MOST);
	if (f->name->type->kind == TYPE_INTEGER) {
		struct binder_bounds b;
		offer_bounds(e, o, f->name, &b.has_low, &b.low, &b.has_high, &b.high, &b.defined);
		return b.has_low && b.has_high && b.high - b.low <= MOST;
	}
	bool ok = f->kind == OFFER_FAMILY
	              ? unknown_candidates(e, f->set, NULL, &c) && c.count <= MOST
	              : unknown_type_values(e, f->name->type, NULL, MOST, pos, &c) && !e->was_cut;
	e->was_cut = was_cut;
	return ok;
}

/* Where the conjunct that should offer values is undefined, the others do, and it is one of the rest.
 */
static void expand_fallback(enc e, struct binder_run *r, const struct node *conjunct)
{
	const struct node **excluded = r->o.excluded;
	uint32_t count = r->o.excluded_count;
	r->o.excluded = ARENA_ARRAY(&e->arena, count + 1, const struct node *);
	for (uint32_t i = 0; i < count; i++) r->o.excluded[i] = excluded[i];
	r->o.excluded[count] = conjunct;
	r->o.excluded_count = count + 1;
	expand(e, r);
	r->o.excluded = excluded;
	r->o.excluded_count = count;
}

/* Do the values that it gives make the conjunct true? */
static bool uses_up(enum offer_kind k)
{
	return k == OFFER_EQUAL || k == OFFER_IN || k == OFFER_LINEAR;
}

static void take_offer(enc e, struct binder_run *r, const struct offer *f)
{
	lit guard = r->guard, defined = offer_defined(e, r, f);
	r->guard = circuit_and(e->c, guard, -defined);
	if (r->guard != LIT_FALSE) expand_fallback(e, r, f->conjunct);
	for (uint32_t i = 0; i < r->o.conjunct_count; i++)
		if (uses_up(f->kind) && r->o.conjuncts[i] == f->conjunct) r->o.conjuncts[i] = NULL;
	r->guard = circuit_and(e->c, guard, defined);
	if (r->guard != LIT_FALSE) use_offer(e, r, f);
	r->guard = guard;
}

/* Conjuncts that are known now: false ends this combination, true ones need no more attention. */
static bool settle(enc e, struct binder_run *r)
{
	for (uint32_t i = 0; i < r->o.conjunct_count; i++) {
		const struct node *c = r->o.conjuncts[i];
		if (!c || offer_is_open(e, &r->o, c) || !enc_is_ground(e, c)) continue;
		bool undefined;
		enum truth t = enc_ground_truth(e, c, &undefined);
		if (t == EVAL_FALSE) return false;
		if (t == EVAL_TRUE) r->o.conjuncts[i] = NULL;
	}
	return true;
}

static void arrived(enc e, struct binder_run *r)
{
	struct instance i = {.guard = r->guard};
	i.rest = ARENA_ARRAY(&e->arena, r->o.conjunct_count, const struct node *);
	for (uint32_t k = 0; k < r->o.conjunct_count; k++)
		if (r->o.conjuncts[k]) i.rest[i.rest_count++] = r->o.conjuncts[k];
	r->found(e, r->data, &i);
}

static void expand(enc e, struct binder_run *r)
{
	const struct node **conjuncts = r->o.conjuncts;
	r->o.conjuncts = ARENA_ARRAY(&e->arena, r->o.conjunct_count, const struct node *);
	memcpy(r->o.conjuncts, conjuncts, r->o.conjunct_count * sizeof *conjuncts);
	if (settle(e, r)) {
		if (r->o.left == 0) {
			arrived(e, r);
		} else {
			struct offer f = choose(e, r);
			if (f.kind == OFFER_NONE) arrive_vaguely(e, r);
			else take_offer(e, r, &f);
		}
	}
	r->o.conjuncts = conjuncts;
}

void binder_expand(enc e, struct decl *const *names, uint32_t count, const struct conjuncts *c,
                   int how, struct pos pos, binder_found *found, void *data)
{
	struct binder_run r = {.once = how == BINDER_ONCE,
	                       .needs_one = how == BINDER_ANY || how == BINDER_NONE,
	                       .is_partial = how == BINDER_SOME || how == BINDER_NONE,
	                       .pos = pos,
	                       .found = found,
	                       .data = data,
	                       .guard = LIT_TRUE};
	struct sym **old = ARENA_ARRAY(&e->arena, count, struct sym *);
	r.o.names = ARENA_ARRAY(&e->arena, count, struct decl *);
	r.o.count = r.o.left = count;
	r.o.is_strict = true;
	r.o.conjuncts = ARENA_ARRAY(&e->arena, c->count, const struct node *);
	r.o.conjunct_count = c->count;
	for (uint32_t i = 0; i < count; i++) {
		r.o.names[i] = names[i];
		old[i] = enc_bind(e, names[i], NULL);
	}
	for (uint32_t i = 0; i < c->count; i++) r.o.conjuncts[i] = c->at[i];
	expand(e, &r);
	for (uint32_t i = 0; i < count; i++) enc_bind(e, names[i], old[i]);
}
