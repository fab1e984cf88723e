/* Values for sets that the conjuncts want to be large: card(X) = 65536, ran(%v.(v : X | 2 * v(2) + v(1))) = 0..3. Few
 * candidates near zero never are. These are guesses as well: so many elements, or all functions from 1..m to few values. */
#include "search/guess.h"

/* ---- values of a type, one after the other --------------------------------------------------------------- */

static bool has_many(const struct type *t) { return finite_type(t) == CARD_INFINITE; }

static value of_pair(struct search *s, const struct type *t, int64_t number, bool varies_second);

/* Number 0, 1, 2, ...; VALUE_NONE if the type has no simple ones. */
static value numbered(struct search *s, const struct type *t, int64_t number)
{
	value v;
	switch (t->kind) {
	case TYPE_BOOL: return VALUE_FALSE;
	case TYPE_INTEGER: return value_integer(s->values, number);
	case TYPE_PAIR: return of_pair(s, t, number, !has_many(t->a));
	case TYPE_GIVEN:
		if (t->decl->kind == DECL_FREETYPE) return VALUE_NONE;
		return value_element(universe_number(s->question.universe, t->decl), 0);
	case TYPE_POW:
		if (!has_many(t)) return value_empty(s->values);
		if (t->a->kind != TYPE_PAIR || t->a->a->kind != TYPE_INTEGER || !has_many(t->a->b))
			v = numbered(s, t->a, number);
		else v = of_pair(s, t->a, number, true); /* a sequence */
		return v == VALUE_NONE ? v : value_set(s->values, &v, 1);
	default: return VALUE_NONE;
	}
}

/* Of sequences the number is that of the element. */
static value of_pair(struct search *s, const struct type *t, int64_t number, bool varies_second)
{
	int64_t place = t->a->kind == TYPE_INTEGER && varies_second ? 1 : 0;
	value a = numbered(s, t->a, varies_second ? place : number);
	value b = numbered(s, t->b, varies_second ? number : 0);
	return a == VALUE_NONE || b == VALUE_NONE ? VALUE_NONE : value_pair(s->values, a, b);
}

static value so_many(struct search *s, const struct type *t, int64_t count)
{
	if (t->kind == TYPE_INTEGER) return value_interval(s->values, 0, count - 1);
	if (!has_many(t)) return VALUE_NONE;
	value *all = ARENA_ARRAY(&s->arena, (size_t)count, value);
	for (int64_t i = 0; i < count; i++) {
		all[i] = numbered(s, t, i);
		if (all[i] == VALUE_NONE || budget_is_stopped(&s->budget)) return VALUE_NONE;
	}
	return value_set(s->values, all, (uint32_t)count);
}

/* ---- all functions from 1..m --------------------------------------------------------------------------------- */

/* The greatest literal m in v(m), where v is a name of this type, and in size(v) = m. */
static int64_t longest(struct search *s, const struct node *n, const struct type *t)
{
	enum { MOST = 64 };
	int64_t most = 0;
	const struct node *at = NULL, *of = NULL;
	if (n->op == OP_APPLY && n->count == 2) of = n->kid[0], at = n->kid[1];
	EACH_GENERATOR(x, n)
		if (x.kind == GENERATOR_EQUAL && x.of->op == OP_SIZE) of = x.of->kid[0], at = x.from;
	bool fits = of && of->op == OP_ID && of->type && type_same(of->type, t);
	if (fits && at->op == OP_NUMBER) {
		value v = eval_expression(s->eval, at);
		int64_t m = v == VALUE_NONE ? 0 : value_clamped(s->values, v);
		if (m <= MOST) most = m;
	}
	for (uint32_t i = 0; i < n->count; i++) {
		int64_t inside = longest(s, n->kid[i], t);
		if (inside > most) most = inside;
	}
	return most;
}

static struct node *interval(struct search *s, int64_t low, int64_t high, struct pos pos)
{
	struct arena *a = &s->project->arena;
	static const struct type integer = {.kind = TYPE_INTEGER};
	struct node like = {.pos = pos, .type = (struct type *)&integer};
	const struct node *from = build_number(a, s->project->names, &like, low);
	const struct node *to = build_number(a, s->project->names, &like, high);
	return build_typed(a, OP_INTERVAL, pos, build_power_type(a, from->type), from, to);
}

/* 1..length --> 0..most, or to all values of a small type. */
static value functions(struct search *s, const struct decl *d, int64_t length, int64_t most)
{
	struct arena *a = &s->project->arena;
	struct type *image = d->type->a->a->b;
	const struct node *to = image->kind == TYPE_INTEGER       ? interval(s, 0, most, d->pos)
	                        : finite_type(image) == CARD_SOME ? build_whole(a, image, d->pos)
	                                                          : NULL;
	if (!to) return VALUE_NONE;
	return eval_expression(s->eval, build_typed(a, OP_TOTAL_FUNCTIONS, d->pos, d->type,
	                                            interval(s, 1, length, d->pos), to));
}

/* ---- what to begin with ---------------------------------------------------------------------------------------- */

static void push(struct guess_starts *out, struct guess_start start)
{
	if (out->count < GUESS_STARTS) out->at[out->count++] = start;
}

static void add(struct guess_starts *out, struct decl *d, value v)
{
	if (v != VALUE_NONE)
		push(out, (struct guess_start){.integers = VALUE_NONE, .name = d, .value = v});
}

static bool is_family_of_functions(const struct type *t)
{
	return t->kind == TYPE_POW && t->a->kind == TYPE_POW && t->a->a->kind == TYPE_PAIR &&
	       t->a->a->a->kind == TYPE_INTEGER;
}

static void add_functions(struct search *s, struct decl *d, struct guess_starts *out)
{
	enum { MOST_OF_TWO = 16, MOST_OF_THREE = 8 }; /* 65,536 and 6,561 functions */
	int64_t length = 0;
	if (!is_family_of_functions(d->type)) return;
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
		int64_t here = longest(s, s->question.conjuncts[i], d->type->a);
		if (here > length) length = here;
	}
	if (length > 0 && length <= MOST_OF_TWO) add(out, d, functions(s, d, length, 1));
	if (length > 0 && length <= MOST_OF_THREE && d->type->a->a->b->kind == TYPE_INTEGER)
		add(out, d, functions(s, d, length, 2));
}

void guess_find_starts(struct search *s, struct guess_starts *out)
{
	struct guess_sizes sizes;
	value zero = value_interval(s->values, 0, 0);
	out->count = 0;
	push(out, (struct guess_start){.integers = zero, .has_other_constant = true});
	push(out, (struct guess_start){zero, .has_other_constant = true, .has_functions = true});
	guess_find_sizes(s, &sizes);
	for (uint32_t i = 0; i < s->question.count && !budget_is_stopped(&s->budget); i++) {
		struct decl *d = s->question.names[i];
		if (!guess_is_free(s, d) || d->type->kind != TYPE_POW) continue;
		add_functions(s, d, out);
		for (uint32_t k = 0; k < sizes.count; k++) add(out, d, so_many(s, d->type->a, sizes.at[k]));
	}
	for (uint32_t k = 0; k < sizes.count; k++)
		push(out, (struct guess_start){.integers = value_interval(s->values, 0, sizes.at[k] - 1)});
}
