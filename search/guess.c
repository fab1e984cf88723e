/* Least values: sets that no equation gives a value have no more elements than those that must be in
 * them. What has an equation gets its value from there. This is a guess, which may well be a solution:
 * f : A --> S with a known f says that S has at least the range of f. */
#include "search/guess.h"

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
			const struct node *e = search_definition(s, s->question.names[i]);
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
	if (value_kind(s->values, before) == VALUE_LAZY) return false; /* infinite from the start */
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
		if (draws && search_definition(s, n->kid[1]->decl)) return true;
	}
	return false;
}

/* Sets, and values of free types: there are too many for trying them all. */
bool guess_is_free(const struct search *s, const struct decl *d)
{
	bool fits = d->type->kind == TYPE_POW || constant_for(s, d) != VALUE_NONE;
	return fits && !search_definition(s, d) && !is_drawn(s, d);
}

static bool is_set_of_integers(const struct decl *d)
{
	return d->type->kind == TYPE_POW && d->type->a->kind == TYPE_INTEGER;
}

/* 0 or 1, FALSE or TRUE, {}; NULL. */
static struct node *simple_value(struct search *s, struct type *type, struct pos pos,
                                 int64_t number)
{
	struct arena *a = &s->project->arena;
	struct node like = {.pos = pos, .type = type};
	if (type->kind == TYPE_INTEGER) return build_number(a, s->project->names, &like, number);
	if (type->kind == TYPE_POW && number == 0) return build_empty(a, pos, type);
	if (type->kind != TYPE_BOOL) return NULL;
	struct node *n = node_new(a, number > 0 ? OP_TRUE : OP_FALSE, pos, 0);
	n->type = type;
	return n;
}

/* Of a set; of two of them the second one, if `is_other`. */
static const struct node *simple_element(struct search *s, const struct node *set, bool is_other)
{
	const struct node *best = NULL;
	value all = eval_expression(s->eval, set);
	for (int64_t i = 0; i < 2 && all != VALUE_NONE && (!best || is_other); i++) {
		const struct node *x = simple_value(s, set->type->a, set->pos, i);
		value v = x ? eval_expression(s->eval, x) : VALUE_NONE;
		if (v != VALUE_NONE && eval_member(s->eval, v, all, set->pos) == EVAL_TRUE) best = x;
	}
	return best;
}

static bool any_name(const void *data, const struct decl *d) { return !data && d != NULL; }

/* IF x = k THEN v ELSE b END for each conjunct d(k) = v without names. */
static const struct node *with_images(struct search *s, const struct decl *d, const struct node *x,
                                      const struct node *b)
{
	struct arena *a = &s->project->arena;
	for (uint32_t i = 0; i < s->question.conjunct_count; i++)
		EACH_GENERATOR(r, s->question.conjuncts[i]) {
			bool is_image = r.kind == GENERATOR_EQUAL && r.of->op == OP_APPLY &&
			                mention_is_name(r.of->kid[0], d);
			const struct node *key = is_image ? build_argument(a, r.of) : NULL;
			if (!key || mention_any(r.from, any_name, NULL)) continue;
			if (mention_any(key, any_name, NULL)) continue;
			b = build_if(a, b, build_op(a, OP_EQUAL, b->pos, x, key), r.from, b);
		}
	return b;
}

/* %x.(x : A | b) */
static value constant_on(struct search *s, const struct decl *d, const struct node *domain,
                         const struct node *b)
{
	struct arena *a = &s->project->arena;
	struct node *x = build_fresh(a, names_of(s->project->names, "x"), domain->type->a, b->pos);
	struct node *ids = node_new(a, OP_IDS, b->pos, 1), *f = node_new(a, OP_LAMBDA, b->pos, 3);
	ids->kid[0] = x;
	f->type = d->type;
	f->kid[0] = ids;
	f->kid[1] = build_op(a, OP_MEMBER, b->pos, x, domain);
	f->kid[2] = with_images(s, d, x, b);
	return eval_expression(s->eval, f);
}

/* Of d : A --> B with an infinite A: there is no least value. */
static value constant_function(struct search *s, const struct decl *d, bool is_other)
{
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
		struct generator r = generator_reading(s->question.conjuncts[i], 0);
		bool is_total = r.kind == GENERATOR_IN && mention_is_name(r.of, d) &&
		                r.from->op == OP_TOTAL_FUNCTIONS && is_known(s, r.from);
		value domain = is_total ? eval_expression(s->eval, r.from->kid[0]) : VALUE_NONE;
		if (domain == VALUE_NONE || !eval_is_infinite(s->eval, domain)) continue;
		const struct node *b = simple_element(s, r.from->kid[1], is_other);
		if (b) return constant_on(s, d, r.from->kid[0], b);
	}
	return VALUE_NONE;
}

static bool is_applied(const struct node *n, const struct decl *d)
{
	if (n->op == OP_APPLY && mention_is_name(n->kid[0], d)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (is_applied(n->kid[i], d)) return true;
	return false;
}

/* Of all values of its type, where it is applied to some and nothing says to which. */
static value function_everywhere(struct search *s, const struct decl *d)
{
	const struct type *t = d->type;
	if (t->kind != TYPE_POW || t->a->kind != TYPE_PAIR) return VALUE_NONE;
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
		if (!is_applied(s->question.conjuncts[i], d)) continue;
		struct node *all = build_whole(&s->project->arena, t->a->a, d->pos);
		const struct node *b = simple_value(s, t->a->b, d->pos, 1);
		if (!b) b = simple_value(s, t->a->b, d->pos, 0);
		return all && b ? constant_on(s, d, all, b) : VALUE_NONE;
	}
	return VALUE_NONE;
}

static value least_value(struct search *s, const struct decl *d, const struct guess_start *start)
{
	if (start->name == d) return start->value;
	if (d->type->kind != TYPE_POW) return constant_for(s, d);
	value f = constant_function(s, d, start->has_other_constant);
	if (f == VALUE_NONE && start->has_functions) f = function_everywhere(s, d);
	if (f != VALUE_NONE) return f;
	bool is_given = is_set_of_integers(d) && start->integers != VALUE_NONE;
	return is_given ? start->integers : value_empty(s->values);
}

static void forget_defined(struct search *s)
{
	for (uint32_t i = 0; i < s->question.count; i++)
		if (!guess_is_free(s, s->question.names[i]))
			eval_set(s->eval, s->question.names[i], VALUE_NONE);
}

/* Are there other values than with the least start? */
static bool differs(const struct search *s, const struct guess_start *start, const struct decl *d,
                    value v)
{
	bool is_least = start->integers == VALUE_NONE && !start->name && !start->has_other_constant;
	return is_least || start->name == d || value_kind(s->values, v) == VALUE_LAZY ||
	       (start->integers != VALUE_NONE && is_set_of_integers(d));
}

bool guess_values(struct search *s, const struct guess_start *start)
{
	enum { MOST_ROUNDS = 5 };
	bool has_free = false, grows = true;
	for (uint32_t i = 0; i < s->question.count; i++) {
		struct decl *d = s->question.names[i];
		value first = guess_is_free(s, d) ? least_value(s, d, start) : VALUE_NONE;
		eval_set(s->eval, d, first);
		has_free |= first != VALUE_NONE && differs(s, start, d, first);
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

/* The value of a name of the same type that has one. */
static value model_of(const struct search *s, const struct decl *d)
{
	for (uint32_t i = 0; i < s->question.count; i++) {
		value v = eval_get(s->eval, s->question.names[i]);
		bool is_good = v != VALUE_NONE && !value_has_lazy(s->values, v) &&
		               !guess_is_free(s, s->question.names[i]);
		if (is_good && type_same(s->question.names[i]->type, d->type)) return v;
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
		static const struct guess_start least = {.integers = VALUE_NONE};
		if (v == VALUE_NONE) v = least_value(s, s->question.names[i], &least);
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
