/* The functions of a set A --> B (or another arrow), image by image. Conditions that speak of single
 * values f(x) are tested as soon as these are chosen, and equations f(x) = E choose at once: this is
 * what finds a labelling or a placement among millions of functions. */
#include "eval/inside.h"

/* A rule for certain values of its bound names. */
struct instance {
	const struct function_rule *rule;
	value *bound;  /* of the binder's names */
	uint32_t last; /* the point that is chosen last */
};

struct functions {
	struct eval *e;
	const struct node *set;
	const struct function_rules *rules;
	value *from, *to, *pairs;
	uint32_t from_count, to_count, pair_count;
	bool is_open;   /* the range is infinite: images come from MININT..MAXINT unless fixed */
	value *fixed;   /* image that an equation asks for, or VALUE_NONE */
	uint32_t *used; /* how often each element of `to` is an image */
	uint32_t used_count;
	bool total, injective, surjective;
	VEC(struct instance) instances;
	uint32_t *first_of; /* instances are sorted: those with last = i start at first_of[i] */
	stream_found *found;
	void *data;
	bool failed, impossible;
};

static void properties_of(enum op op, struct functions *f)
{
	f->total = op == OP_TOTAL_FUNCTIONS || op == OP_TOTAL_INJECTIONS ||
	           op == OP_TOTAL_SURJECTIONS || op == OP_TOTAL_BIJECTIONS;
	f->injective = op == OP_PARTIAL_INJECTIONS || op == OP_TOTAL_INJECTIONS ||
	               op == OP_PARTIAL_BIJECTIONS || op == OP_TOTAL_BIJECTIONS;
	f->surjective = op == OP_PARTIAL_SURJECTIONS || op == OP_TOTAL_SURJECTIONS ||
	                op == OP_PARTIAL_BIJECTIONS || op == OP_TOTAL_BIJECTIONS;
}

/* ---- rules ------------------------------------------------------------------------------------- */

static bool place_of(struct functions *f, value x, uint32_t *out)
{
	uint32_t low = 0, high = f->from_count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (value_compare(f->e->s, f->from[middle], x) < 0) low = middle + 1;
		else high = middle;
	}
	*out = low;
	return low < f->from_count && f->from[low] == x;
}

static bool is_point(const struct function_rule *r, const struct node *n)
{
	for (uint32_t i = 0; i < r->count; i++)
		if (r->points[i] == n) return true;
	return false;
}

static bool has_point(const struct function_rule *r, const struct node *n)
{
	if (is_point(r, n)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (has_point(r, n->kid[i])) return true;
	return false;
}

/* f(x) = E fixes the image of x. */
static void fix(struct functions *f, const struct function_rule *r, uint32_t place)
{
	const struct node *n = r->node;
	if (n->op != OP_EQUAL || r->count != 1) return;
	const struct node *other = is_point(r, n->kid[0]) ? n->kid[1] : n->kid[0];
	if (!is_point(r, n->kid[0]) && !is_point(r, n->kid[1])) return;
	if (has_point(r, other)) return;
	value v = expr_eval(f->e, other);
	if (v != VALUE_NONE) v = lazy_list(f->e, v, n->pos);
	if (v == VALUE_NONE) {
		eval_forgive(f->e);
		return;
	}
	if (f->fixed[place] != VALUE_NONE && f->fixed[place] != v) f->impossible = true;
	f->fixed[place] = v;
}

/* With the names of the binder bound: notes which points the rule needs. */
static void add_instance(struct functions *f, const struct function_rule *r)
{
	struct eval *e = f->e;
	struct instance x = {.rule = r};
	for (uint32_t i = 0; i < r->count; i++) {
		uint32_t place;
		value point = expr_arguments(e, r->points[i]);
		if (point != VALUE_NONE) point = lazy_list(e, point, r->node->pos);
		if (point == VALUE_NONE || !place_of(f, point, &place)) {
			eval_forgive(e);
			return; /* undefined: left to the test of the whole */
		}
		if (place > x.last) x.last = place;
		fix(f, r, place);
	}
	if (r->binder) {
		const struct node *ids = r->binder->kid[0];
		x.bound = ARENA_ARRAY(&e->arena, ids->count, value);
		for (uint32_t i = 0; i < ids->count; i++) x.bound[i] = e->slots[ids->kid[i]->decl->slot];
	}
	VEC_PUSH(&f->instances, x);
}

struct adding {
	struct functions *f;
	const struct function_rule *rule;
};

static bool binder_found(struct eval *e, void *data)
{
	enum { MOST_INSTANCES = 100000 };
	struct adding *a = data;
	(void)e;
	add_instance(a->f, a->rule);
	return a->f->instances.count < MOST_INSTANCES;
}

static int by_last(const void *x, const void *y)
{
	const struct instance *a = x, *b = y;
	return a->last < b->last ? -1 : a->last > b->last;
}

static void add_rules(struct functions *f)
{
	for (uint32_t i = 0; f->rules && i < f->rules->count; i++) {
		struct adding a = {f, &f->rules->list[i]};
		if (!a.rule->binder) add_instance(f, a.rule);
		else if (plan_run(f->e, plan_of(f->e, a.rule->binder), binder_found, &a) == EVAL_FAILED)
			eval_forgive(f->e);
	}
	if (f->instances.count)
		qsort(f->instances.at, f->instances.count, sizeof *f->instances.at, by_last);
	uint32_t k = 0;
	for (uint32_t i = 0; i <= f->from_count; i++) {
		while (k < f->instances.count && f->instances.at[k].last < i) k++;
		f->first_of[i] = k;
	}
}

/* Do the rules whose last point is i hold for what is chosen so far? What is undefined is left to
 * the test of the whole function. */
static bool rules_hold(struct functions *f, uint32_t i)
{
	struct eval *e = f->e;
	uint32_t from = f->first_of[i], to = f->first_of[i + 1];
	if (from == to) return true;
	e->slots[f->rules->slot] = value_set_sorted(e->s, f->pairs, f->pair_count);
	for (uint32_t k = from; k < to; k++) {
		const struct instance *x = &f->instances.at[k];
		const struct node *ids = x->rule->binder ? x->rule->binder->kid[0] : NULL;
		for (uint32_t n = 0; ids && n < ids->count; n++)
			e->slots[ids->kid[n]->decl->slot] = x->bound[n];
		enum truth t = predicate_eval(e, x->rule->node);
		if (t == EVAL_FALSE) return false;
		if (t == EVAL_FAILED && !eval_forgive(e)) f->failed = true;
	}
	return true;
}

/* ---- choosing ---------------------------------------------------------------------------------- */

static bool choose_image(struct functions *f, uint32_t i);

/* from[i] gets the image v, which is to[k] where k is a place there. */
static bool with_image(struct functions *f, uint32_t i, value v, uint32_t k)
{
	bool listed = k < f->to_count, go_on = true;
	if (listed && f->used[k]++ == 0) f->used_count++;
	f->pairs[f->pair_count++] = value_pair(f->e->s, f->from[i], v);
	if (rules_hold(f, i)) go_on = choose_image(f, i + 1);
	f->pair_count--;
	if (listed && --f->used[k] == 0) f->used_count--;
	return go_on && !f->failed;
}

static bool choose_fixed(struct functions *f, uint32_t i)
{
	value v = f->fixed[i];
	uint32_t k = f->to_count;
	if (f->is_open) {
		enum truth t = member_in(f->e, v, f->set->kid[1]);
		f->failed = t == EVAL_FAILED;
		return t == EVAL_TRUE ? with_image(f, i, v, k) : !f->failed;
	}
	for (k = 0; k < f->to_count && f->to[k] != v; k++) {
	}
	if (k == f->to_count || (f->injective && f->used[k])) return true;
	return with_image(f, i, v, k);
}

/* Chooses the image of from[i] and all after it; false when stopped. */
static bool choose_image(struct functions *f, uint32_t i)
{
	struct eval *e = f->e;
	if (f->surjective && f->to_count - f->used_count > f->from_count - i) return true;
	if (i == f->from_count)
		return f->found(e, value_set_sorted(e->s, f->pairs, f->pair_count), f->data);
	if (eval_interrupted(e, f->set->pos)) {
		f->failed = true;
		return false;
	}
	if (!f->total && !choose_image(f, i + 1)) return false;
	if (f->fixed[i] != VALUE_NONE) return choose_fixed(f, i);
	if (f->is_open) e->was_cut = true;
	for (uint32_t k = 0; k < f->to_count; k++) {
		if (f->injective && f->used[k]) continue;
		if (!with_image(f, i, f->to[k], k)) return false;
	}
	return true;
}

/* ---- setting up -------------------------------------------------------------------------------- */

static value *items_of(struct eval *e, value set, uint32_t *count)
{
	uint64_t n = value_count(e->s, set);
	*count = (uint32_t)n;
	value *items = malloc((n + 1) * sizeof *items);
	if (!items) diag_fatal(__FILE__, __LINE__, "out of memory");
	for (uint64_t i = 0; i < n; i++) items[i] = value_at(e->s, set, i);
	return items;
}

/* The range, or a part of it if it is an infinite set of integers. */
static value range_of(struct functions *f)
{
	struct eval *e = f->e;
	value to = expr_eval(e, f->set->kid[1]);
	if (to == VALUE_NONE) return to;
	if (lazy_is_infinite(e, to) && f->set->kid[1]->type->a->kind == TYPE_INTEGER) {
		enum op op = value_lazy_node(e->s, to)->op;
		int64_t low = op == OP_NATURAL_SET ? 0 : op == OP_NATURAL1_SET ? 1 : e->u->minint;
		f->is_open = true;
		return value_interval(e->s, low, e->u->maxint);
	}
	return lazy_list(e, to, f->set->pos);
}

/* The part of a side that a rule leaves; if it is exact, all of it must be used. */
static value narrowed(struct functions *f, value whole, const struct function_side *side,
                      bool *exact)
{
	struct eval *e = f->e;
	struct algebra_failure why = {0};
	if (!side->set) return whole;
	value part = expr_eval(e, side->set);
	if (part != VALUE_NONE) part = lazy_list(e, part, f->set->pos);
	if (part == VALUE_NONE) {
		eval_forgive(e); /* left to the test of the whole */
		return whole;
	}
	value both = algebra_apply(e->s, OP_INTER, (value[]){whole, part}, 2, e->limit, &why);
	if (both == VALUE_NONE) return whole;
	if (side->is_exact && both != part) f->impossible = true;
	if (side->is_exact) *exact = true;
	return both;
}

static bool set_up(struct functions *f)
{
	struct eval *e = f->e;
	value from = expr_eval(e, f->set->kid[0]);
	if (from != VALUE_NONE) from = lazy_list(e, from, f->set->pos);
	value to = from == VALUE_NONE ? from : range_of(f);
	if (to == VALUE_NONE) return false;
	properties_of(f->set->op, f);
	if (f->rules) {
		value all = from;
		from = narrowed(f, from, &f->rules->domain, &f->total);
		if (all != from && f->set->op != OP_PARTIAL_FUNCTIONS &&
		    f->set->op != OP_PARTIAL_INJECTIONS && f->set->op != OP_PARTIAL_SURJECTIONS &&
		    f->set->op != OP_PARTIAL_BIJECTIONS)
			f->impossible = true; /* total functions have the whole domain */
		value range = to;
		bool exact = false;
		if (!f->is_open) to = narrowed(f, to, &f->rules->range, &exact);
		if (range != to && f->surjective) f->impossible = true;
		f->surjective = f->surjective || exact;
	}
	if (value_count(e->s, from) > e->limit || value_count(e->s, to) > e->limit) {
		eval_fail(e, EVAL_LIMIT, f->set->pos, "these functions are over too large sets");
		return false;
	}
	f->from = items_of(e, from, &f->from_count);
	f->to = items_of(e, to, &f->to_count);
	f->pairs = malloc((f->from_count + 1) * sizeof *f->pairs);
	f->fixed = calloc(f->from_count + 1, sizeof *f->fixed);
	f->first_of = calloc(f->from_count + 2, sizeof *f->first_of);
	f->used = calloc(f->to_count + 1, sizeof *f->used);
	if (!f->pairs || !f->used || !f->fixed || !f->first_of)
		diag_fatal(__FILE__, __LINE__, "out of memory");
	add_rules(f);
	f->first_of[f->from_count + 1] = f->instances.count;
	return true;
}

enum truth function_stream(struct eval *e, const struct node *set,
                           const struct function_rules *rules, stream_found *found, void *data)
{
	struct functions f = {.e = e, .set = set, .rules = rules, .found = found, .data = data};
	bool ready = set_up(&f);
	bool ended = ready && (f.impossible || choose_image(&f, 0));
	free(f.from);
	free(f.to);
	free(f.pairs);
	free(f.fixed);
	free(f.used);
	free(f.first_of);
	VEC_CLEAR(&f.instances);
	return !ready || f.failed ? EVAL_FAILED : ended ? EVAL_FALSE : EVAL_TRUE;
}
