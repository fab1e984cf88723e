/* Sizes of given sets from predicates. Each conjunct of a known form gives a lower or an upper
 * bound. Numbers in it are evaluated where all names in them are known: constants through their
 * defining equation or VALUES, other given sets once their size is fixed; else the range of a number
 * has to do. So this goes in rounds, until nothing changes. */
#include "bounds/inside.h"

enum { MOST_ROUNDS = 20, MOST_STEPS = 100000 };

/* ---- sets ------------------------------------------------------------------------------------------ */

static int64_t place_of(const struct sizes *x, const struct decl *d)
{
	return (int64_t)(uintptr_t)map_get(&x->u->number, d) - 1;
}

int64_t sizes_set(const struct sizes *x, const struct node *n)
{
	return n->op == OP_ID && n->decl ? place_of(x, n->decl) : -1;
}

int64_t sizes_set_of_type(const struct sizes *x, const struct type *t)
{
	t = type_known(t);
	return t && t->kind == TYPE_GIVEN ? place_of(x, t->decl) : -1;
}

bool sizes_is_deferred(const struct sizes *x, int64_t set)
{
	return set >= 0 && x->u->sets.at[set].decl->kind != DECL_ENUMERATED_SET;
}

/* ---- bounds ---------------------------------------------------------------------------------------- */

/* Where it is known already, a contradiction is left for others to find. */
static bool is_open(const struct sizes *x, int64_t set)
{
	return sizes_is_deferred(x, set) && x->bounds[set].lower != x->bounds[set].upper;
}

void sizes_at_least(struct sizes *x, int64_t set, int64_t n, struct pos pos)
{
	if (!is_open(x, set) || n <= x->bounds[set].lower) return;
	x->bounds[set].lower = n;
	x->bounds[set].lower_at = pos;
	x->changed = true;
}

void sizes_at_most(struct sizes *x, int64_t set, int64_t n, struct pos pos)
{
	if (!is_open(x, set) || n >= x->bounds[set].upper) return;
	x->bounds[set].upper = n;
	x->bounds[set].upper_at = pos;
	x->changed = true;
}

/* ---- what is known ----------------------------------------------------------------------------------- */

static bool is_known(struct sizes *x, const struct node *n);
static bool is_settled_type(const struct sizes *x, const struct type *t);

/* VALUE_NONE if it is undefined, takes long, or was cut to MININT..MAXINT. */
static value evaluate(struct sizes *x, const struct node *n)
{
	eval_clear_cut(x->eval);
	eval_set_budget(x->eval, MOST_STEPS);
	value v = eval_expression(x->eval, n);
	return eval_was_cut(x->eval) ? VALUE_NONE : v;
}

static bool define_by(struct sizes *x, const struct decl *d, const struct node *e)
{
	if (!e || !is_known(x, e)) return false;
	value v = evaluate(x, e);
	if (v == VALUE_NONE) return false;
	eval_set(x->eval, d, v);
	return true;
}

static bool counts(const struct sizes *x, const struct node *n)
{
	struct bounds_use use = {0};
	if (x->without_range) bounds_use_of(x->u, n, &use);
	return !use.integers;
}

/* An implementation may declare the constant of its abstraction again. */
static bool define_by_values(struct sizes *x, const struct decl *d)
{
	for (uint32_t i = 0; i < x->project->machines.count; i++) {
		const struct machine *m = x->project->machines.at[i];
		for (uint32_t k = 0; k < m->values.count; k++) {
			const struct value_entry *v = &m->values.at[k];
			if (v->decl == d && counts(x, v->value) && define_by(x, d, v->value)) return true;
		}
	}
	return false;
}

/* Gives the constant the value of an equation d = E, or of VALUES, in which all is known. */
static bool define(struct sizes *x, const struct decl *d)
{
	if (map_get(&x->defined, d)) return eval_get(x->eval, d) != VALUE_NONE;
	map_put(&x->defined, d, x);
	for (uint32_t i = 0; i < x->conjuncts.count; i++)
		if (define_by(x, d, generator_equal(x->conjuncts.at[i], d))) return true;
	return define_by_values(x, d);
}

static bool is_known_name(struct sizes *x, const struct node *n)
{
	switch (n->decl->kind) {
	case DECL_CONSTANT:
	case DECL_SCALAR_PARAMETER: return define(x, n->decl);
	case DECL_DEFERRED_SET:
	case DECL_SET_PARAMETER: {
		int64_t set = sizes_set(x, n);
		return set >= 0 && x->is_fixed[set];
	}
	case DECL_ENUMERATED_SET:
	case DECL_ELEMENT:
	case DECL_FREETYPE:
	case DECL_CONSTRUCTOR: return true;
	case DECL_LOCAL: return is_settled_type(x, n->decl->type); /* {x | x = x} may be a whole set */
	default: return false;
	}
}

static bool is_known(struct sizes *x, const struct node *n)
{
	if (n->op == OP_EXTERNAL_CALL || n->op == OP_S_CALL) return false;
	if (n->op == OP_ID && (!n->decl || !is_known_name(x, n))) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_known(x, n->kid[i])) return false;
	return true;
}

static bool known_number(struct sizes *x, const struct node *n, int64_t *out)
{
	const struct type *t = type_known(n->type);
	if (!t || t->kind != TYPE_INTEGER || !is_known(x, n)) return false;
	value v = evaluate(x, n);
	return v != VALUE_NONE && value_fits(x->values, v, out);
}

static bool known_count(struct sizes *x, const struct node *n, struct span *out)
{
	if (!is_known(x, n)) return false;
	value v = evaluate(x, n);
	if (v == VALUE_NONE) return false;
	enum value_kind kind = value_kind(x->values, v);
	if (kind != VALUE_SET && kind != VALUE_INTERVAL) return false;
	uint64_t count = value_count(x->values, v);
	*out = count <= INT64_MAX ? span_one((int64_t)count) : span_from(0);
	return true;
}

/* ---- ranges of constants -------------------------------------------------------------------------------- */

static bool is_unsettled(const void *sizes, const struct type *t)
{
	const struct sizes *x = sizes;
	int64_t set = sizes_set_of_type(x, t);
	return sizes_is_deferred(x, set) && !x->is_fixed[set];
}

static bool is_settled_type(const struct sizes *x, const struct type *t)
{
	return !type_any(t, is_unsettled, x);
}

/* Does nothing in it depend on a set whose size is not known? */
static bool is_settled_node(const struct sizes *x, const struct node *n)
{
	if (!is_settled_type(x, n->type)) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_settled_node(x, n->kid[i])) return false;
	return true;
}

static void find_ranges(struct sizes *x)
{
	struct decl *const *constants;
	uint32_t count = eval_constants(x->eval, &constants), used = 0;
	struct range **out = ARENA_ARRAY(&x->arena, count, struct range *);
	const struct node **list = ARENA_ARRAY(&x->arena, x->conjuncts.count, const struct node *);
	for (uint32_t i = 0; i < x->conjuncts.count; i++)
		if (is_settled_node(x, x->conjuncts.at[i])) list[used++] = x->conjuncts.at[i];
	if (!bounds_ranges(x->eval, &x->arena, constants, count, list, used, out)) return;
	for (uint32_t i = 0; i < count; i++) map_put(&x->range_of, constants[i], out[i]);
}

/* They are not asked for in most machines. */
static struct span range_of_constant(struct sizes *x, const struct decl *d)
{
	if (!x->has_ranges) find_ranges(x);
	x->has_ranges = true;
	const struct range *r = map_get(&x->range_of, d);
	return r ? (struct span){r->has_low, r->has_high, r->low, r->high} : span_all();
}

/* ---- numbers -------------------------------------------------------------------------------------------- */

struct span sizes_number(struct sizes *x, const struct node *n)
{
	int64_t number;
	if (known_number(x, n, &number)) return span_one(number);
	switch (n->op) {
	case OP_ID: return n->decl ? range_of_constant(x, n->decl) : span_all();
	case OP_CARD: return sizes_count(x, n->kid[0]);
	case OP_ADD: return span_add(sizes_number(x, n->kid[0]), sizes_number(x, n->kid[1]));
	case OP_MINUS: return span_subtract(sizes_number(x, n->kid[0]), sizes_number(x, n->kid[1]));
	case OP_TIMES: return span_multiply(sizes_number(x, n->kid[0]), sizes_number(x, n->kid[1]));
	default: return span_all();
	}
}

struct span sizes_count(struct sizes *x, const struct node *set)
{
	int64_t place = sizes_set(x, set);
	struct span s;
	if (place >= 0 && !sizes_is_deferred(x, place)) return span_one(x->u->sets.at[place].size);
	if (place >= 0) {
		const struct size_bounds *b = &x->bounds[place];
		return b->upper == INT64_MAX ? span_from(b->lower) : span_between(b->lower, b->upper);
	}
	if (set->op == OP_INTERVAL) {
		s = span_subtract(sizes_number(x, set->kid[1]), sizes_number(x, set->kid[0]));
		return span_max(span_one(0), span_add(s, span_one(1)));
	}
	if (known_count(x, set, &s)) return s;
	return set->op == OP_SET ? span_between(1, set->count) : span_from(0);
}

/* ---- rounds -------------------------------------------------------------------------------------------------- */

/* Sets whose bounds met: from now on they are known. */
static bool fix_sizes(struct sizes *x)
{
	bool some = false;
	for (uint32_t i = 0; i < x->u->sets.count; i++) {
		const struct size_bounds *b = &x->bounds[i];
		if (x->is_fixed[i] || b->lower != b->upper) continue;
		if (b->lower < 1 || b->lower > BOUNDS_LARGEST_SET) continue;
		x->u->sets.at[i].size = (uint32_t)b->lower;
		x->is_fixed[i] = some = true;
	}
	return some;
}

static void forget(struct sizes *x)
{
	if (x->eval) eval_close(x->eval);
	x->eval = NULL;
	x->has_ranges = false;
	map_clear(&x->defined);
	map_clear(&x->range_of);
	arena_clear(&x->arena);
}

static void propagate(struct sizes *x)
{
	for (int round = 0; round < MOST_ROUNDS && x->conjuncts.count; round++) {
		if (fix_sizes(x)) forget(x);
		if (!x->eval) x->eval = eval_open(x->project, x->values, x->u);
		x->changed = false;
		for (uint32_t i = 0; i < x->conjuncts.count; i++) sizes_conjunct(x, x->conjuncts.at[i]);
		if (!x->changed) break;
	}
}

static void flatten(struct sizes *x, const struct node *n)
{
	EACH_CONJUNCT(c, n)
		if (counts(x, c.now)) VEC_PUSH(&x->conjuncts, c.now);
}

static bool has_deferred(const struct sizes *x)
{
	for (uint32_t i = 0; i < x->u->sets.count; i++)
		if (sizes_is_deferred(x, i)) return true;
	return false;
}

static void read_conjuncts(struct sizes *x)
{
	x->conjuncts.count = 0;
	for (uint32_t i = 0; i < x->project->machines.count; i++) {
		flatten(x, x->project->machines.at[i]->constraints);
		flatten(x, x->project->machines.at[i]->properties);
	}
	for (uint32_t i = 0; i < x->options->fact_count; i++) flatten(x, x->options->facts[i]);
	sizes_unequal_constants(x);
	propagate(x);
}

void sizes_use_range(struct sizes *x)
{
	x->without_range = false;
	forget(x);
	if (has_deferred(x)) read_conjuncts(x);
}

void sizes_open(struct sizes *x, struct project *p, const struct bounds_options *o,
                struct universe *u)
{
	uint32_t count = u->sets.count;
	*x = (struct sizes){.project = p, .options = o, .u = u, .without_range = true};
	x->bounds = memory_zeroed(count + 1, sizeof *x->bounds);
	x->is_fixed = memory_zeroed(count + 1, sizeof *x->is_fixed);
	for (uint32_t i = 0; i < count; i++)
		x->bounds[i] = (struct size_bounds){.lower = 1, .upper = INT64_MAX};
	x->values = values_open(p->names);
	if (has_deferred(x)) read_conjuncts(x);
}

void sizes_choose(struct sizes *x, uint32_t set, uint32_t size)
{
	x->bounds[set].lower = x->bounds[set].upper = size;
	propagate(x);
}

void sizes_close(struct sizes *x)
{
	forget(x);
	values_close(x->values);
	free(x->bounds);
	free(x->is_fixed);
	VEC_CLEAR(&x->conjuncts);
}
