/* Least values: sets that no equation gives a value have no more elements than those that must be in
 * them. What has an equation gets its value from there. This is a guess, which may well be a solution:
 * f : A --> S with a known f says that S has at least the range of f. */
#include "search/guess.h"

static const struct node *definition(const struct search *s, const struct decl *d)
{
	const struct node *e = NULL;
	for (uint32_t i = 0; i < s->question.conjunct_count && !e; i++)
		e = generator_equal(s->question.conjuncts[i], d);
	return e;
}

/* Has it only names with values? */
static bool is_open(const void *search, const struct decl *d)
{
	const struct search *s = search;
	for (uint32_t i = 0; i < s->question.count; i++)
		if (s->question.names[i] == d) return eval_get(s->eval, d) == VALUE_NONE;
	return false;
}

static bool is_known(const struct search *s, const struct node *n)
{
	return !mention_any(n, is_open, s);
}

/* All names whose equations can be evaluated. */
static void evaluate(struct search *s)
{
	bool goes_on = true;
	while (goes_on && !budget_is_stopped(&s->budget)) {
		goes_on = false;
		for (uint32_t i = 0; i < s->question.count; i++) {
			const struct node *e = definition(s, s->question.names[i]);
			if (!e || eval_get(s->eval, s->question.names[i]) != VALUE_NONE || !is_known(s, e))
				continue;
			eval_set(s->eval, s->question.names[i], eval_expression(s->eval, e));
			goes_on = eval_get(s->eval, s->question.names[i]) != VALUE_NONE;
			if (!goes_on) return;
		}
	}
}

/* ---- what must be in a set ------------------------------------------------------------------------- */

static value listed(struct search *s, value v, struct pos pos)
{
	return v == VALUE_NONE ? VALUE_NONE : eval_list(s->eval, v, pos);
}

static value apply(struct search *s, enum op op, value a, value b)
{
	struct algebra_failure why = {0};
	value args[] = {a, b};
	if (a == VALUE_NONE || b == VALUE_NONE) return VALUE_NONE;
	return algebra_apply(s->values, op, args, op == OP_UNION ? 2 : 1, EVAL_LISTED, &why);
}

/* The elements that a conjunct says are in d; VALUE_NONE: it says nothing about it. */
static value required(struct search *s, const struct node *n, const struct decl *d)
{
	struct generator r = generator_reading(n, 0);
	const struct node *x = r.of, *set = r.from;
	if ((r.kind != GENERATOR_IN && r.kind != GENERATOR_SUBSET) || !is_known(s, x))
		return VALUE_NONE;
	bool is_arrow = r.kind == GENERATOR_IN && op_is(set->op, FACT_ARROWS);
	value v = VALUE_NONE;
	if (mention_is_name(set, d)) {
		v = eval_expression(s->eval, x);
		if (r.kind == GENERATOR_SUBSET) return listed(s, v, x->pos);
		return v == VALUE_NONE ? v : value_set(s->values, &v, 1);
	}
	for (uint32_t k = 0; is_arrow && k < 2; k++)
		if (mention_is_name(set->kid[k], d)) {
			v = listed(s, eval_expression(s->eval, x), x->pos);
			return apply(s, k == 0 ? OP_DOM : OP_RAN, v, v);
		}
	return VALUE_NONE;
}

static bool grow(struct search *s, struct decl *d)
{
	value before = eval_get(s->eval, d), all = before;
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
		value more = required(s, s->question.conjuncts[i], d);
		value both = more == VALUE_NONE ? all : apply(s, OP_UNION, all, more);
		if (both != VALUE_NONE) all = both;
	}
	eval_set(s->eval, d, all);
	return all != before;
}

/* A constant of the free type of which d is; VALUE_NONE if there is none. */
static value constant_for(const struct search *s, const struct decl *d)
{
	const struct decl *type = d->type->kind == TYPE_GIVEN ? d->type->decl : NULL;
	for (uint32_t i = 0; type && type->kind == DECL_FREETYPE && i < type->element_count; i++)
		if (!type->elements[i]->argument)
			return value_free(s->values, type->elements[i], VALUE_NONE);
	return VALUE_NONE;
}

/* Is it an element of a set that an equation defines? There it is found. */
static bool is_drawn(const struct search *s, const struct decl *d)
{
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
		const struct node *n = s->question.conjuncts[i];
		bool draws = n->op == OP_MEMBER && n->kid[0]->op == OP_ID && n->kid[0]->decl == d &&
		             n->kid[1]->op == OP_ID;
		if (draws && definition(s, n->kid[1]->decl)) return true;
	}
	return false;
}

/* Sets, and values of free types: there are too many for trying them all. */
bool guess_is_free(const struct search *s, const struct decl *d)
{
	bool fits = d->type->kind == TYPE_POW || constant_for(s, d) != VALUE_NONE;
	return fits && !definition(s, d) && !is_drawn(s, d);
}

static bool is_set_of_integers(const struct decl *d)
{
	return d->type->kind == TYPE_POW && d->type->a->kind == TYPE_INTEGER;
}

static value least_value(const struct search *s, const struct decl *d, value integers)
{
	if (d->type->kind != TYPE_POW) return constant_for(s, d);
	return is_set_of_integers(d) ? integers : value_empty(s->values);
}

static void forget_defined(struct search *s)
{
	for (uint32_t i = 0; i < s->question.count; i++)
		if (!guess_is_free(s, s->question.names[i]))
			eval_set(s->eval, s->question.names[i], VALUE_NONE);
}

bool guess_values(struct search *s, value integers, const struct guess_start *start)
{
	enum { MOST_ROUNDS = 5 };
	bool has_free = false, grows = true, is_empty = integers == value_empty(s->values);
	for (uint32_t i = 0; i < s->question.count; i++) {
		bool free = guess_is_free(s, s->question.names[i]);
		value first = free ? least_value(s, s->question.names[i], integers) : VALUE_NONE;
		if (start && start->name == s->question.names[i]) first = start->value;
		eval_set(s->eval, s->question.names[i], first);
		has_free |= free && (is_empty || is_set_of_integers(s->question.names[i]));
	}
	for (uint32_t round = 0; has_free && grows && round < MOST_ROUNDS; round++) {
		forget_defined(s);
		evaluate(s);
		grows = false;
		for (uint32_t i = 0; i < s->question.count; i++)
			if (s->question.names[i]->type->kind == TYPE_POW &&
			    guess_is_free(s, s->question.names[i]))
				grows |= grow(s, s->question.names[i]);
	}
	forget_defined(s);
	return has_free;
}

/* ---- copies ------------------------------------------------------------------------------------------ */

bool guess_have_one_type(const struct type *a, const struct type *b)
{
	if (!a || !b) return a == b;
	if (a->kind != b->kind || a->decl != b->decl || a->count != b->count) return false;
	for (uint32_t i = 0; a->kind == TYPE_RECORD && i < a->count; i++)
		if (!guess_have_one_type(a->fields[i].type, b->fields[i].type)) return false;
	return guess_have_one_type(a->a, b->a) && guess_have_one_type(a->b, b->b);
}

/* The value of a name of the same type that has one. */
static value model_of(const struct search *s, const struct decl *d)
{
	for (uint32_t i = 0; i < s->question.count; i++) {
		value v = eval_get(s->eval, s->question.names[i]);
		bool is_good = v != VALUE_NONE && !value_has_lazy(s->values, v) &&
		               !guess_is_free(s, s->question.names[i]);
		if (is_good && guess_have_one_type(s->question.names[i]->type, d->type)) return v;
	}
	return VALUE_NONE;
}

bool guess_copies(struct search *s)
{
	bool has_copy = false;
	search_forget_values(s);
	evaluate(s);
	for (uint32_t i = 0; i < s->question.count; i++) {
		if (!guess_is_free(s, s->question.names[i])) continue;
		value v = model_of(s, s->question.names[i]);
		if (v == VALUE_NONE) v = least_value(s, s->question.names[i], value_empty(s->values));
		else has_copy = true;
		eval_set(s->eval, s->question.names[i], v);
	}
	forget_defined(s);
	return has_copy;
}

/* ---- sizes ------------------------------------------------------------------------------------------ */

static void add_size(struct search *s, const struct node *n, struct guess_sizes *out)
{
	enum { MOST = 1000000 };
	if (out->count == GUESS_SIZES || !is_known(s, n)) return;
	value v = eval_expression(s->eval, n);
	int64_t size = v == VALUE_NONE ? 0 : value_clamped(s->values, v);
	for (uint32_t i = 0; i < out->count; i++)
		if (out->at[i] == size) return;
	if (size > 1 && size <= MOST) out->at[out->count++] = size;
}

static void find_sizes(struct search *s, const struct node *n, struct guess_sizes *out)
{
	EACH_GENERATOR(x, n)
		if (x.kind == GENERATOR_EQUAL && x.of->op == OP_CARD) add_size(s, x.from, out);
	for (uint32_t i = 0; op_is(n->op, FACT_CONNECTIVE) && i < n->count; i++)
		find_sizes(s, n->kid[i], out);
}

void guess_find_sizes(struct search *s, struct guess_sizes *out)
{
	out->count = 0;
	search_forget_values(s);
	for (uint32_t i = 0; i < s->question.conjunct_count; i++)
		find_sizes(s, s->question.conjuncts[i], out);
}
