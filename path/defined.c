/* Where a formula may be undefined, said by a formula that has a value everywhere (B-Book 2.3; docs/LANGUAGE.md,
 * definedness). It says too much where binders count their conjuncts in any order: there the formula has a
 * value more often. */
#include "path/path.h"

struct defining {
	struct substitute *copies;
	struct names *names;
	bool gives_up; /* an operator of which that is not known */
};

static const struct node *trouble(struct defining *d, const struct node *n);

static const struct node *never(struct defining *d, const struct node *n)
{
	return build_truth(d->copies->arena, n->pos, false);
}

static const struct node *either(struct defining *d, const struct node *a, const struct node *b)
{
	if (a->op == OP_FALSITY) return b;
	return b->op == OP_FALSITY ? a : build_join(d->copies->arena, OP_OR, a, b);
}

/* p has a value and is true, and then b. */
static const struct node *after(struct defining *d, const struct node *p, const struct node *b)
{
	return b->op == OP_FALSITY ? b : build_join(d->copies->arena, OP_AND, p, b);
}

/* From left to right: the next part counts where those before are true (of a disjunction: false). */
static const struct node *in_turn(struct defining *d, const struct node *n, bool is_or)
{
	const struct node *all = trouble(d, n->kid[n->count - 1]);
	for (uint32_t i = n->count - 1; i > 0; i--) {
		const struct node *p = n->kid[i - 1];
		const struct node *goes_on = is_or ? build_not(d->copies->arena, p) : p;
		all = either(d, trouble(d, p), after(d, goes_on, all));
	}
	return all;
}

static const struct node *of_operands(struct defining *d, const struct node *n)
{
	const struct node *all = never(d, n);
	for (uint32_t i = n->count; i > 0; i--) all = either(d, trouble(d, n->kid[i - 1]), all);
	return all;
}

static const struct node *is_infinite(struct defining *d, const struct node *set)
{
	return build_not(d->copies->arena, build_join(d->copies->arena, OP_FINITE, set, NULL));
}

/* {x | P} of SIGMA(x).(P | E) */
static const struct node *index_of(struct defining *d, const struct node *n)
{
	struct type *t = n->kid[0]->kid[0]->decl->type;
	for (uint32_t i = 1; i < n->kid[0]->count; i++) {
		t = build_pair_type(d->copies->arena, t, n->kid[0]->kid[i]->decl->type);
	}
	struct node *set = build_join(d->copies->arena, OP_COMPREHENSION, n->kid[0], n->kid[1]);
	set->type = build_power_type(d->copies->arena, t);
	return substitute_in(d->copies, set, NULL, NULL);
}

/* #x.(the condition is undefined, or it is true and the expression is undefined) */
static const struct node *of_binder(struct defining *d, const struct node *n)
{
	const struct node *inside =
	    n->count > 2 ? after(d, n->kid[1], trouble(d, n->kid[2])) : never(d, n);
	const struct node *any = either(d, trouble(d, n->kid[1]), inside);
	struct node *some = build_join(d->copies->arena, OP_EXISTS, n->kid[0], any);
	const struct node *all =
	    any->op == OP_FALSITY ? any : substitute_in(d->copies, some, NULL, NULL);
	bool is_sum = n->op == OP_SIGMA || n->op == OP_PI;
	if (is_sum && form_may_lack_value(n)) return either(d, all, is_infinite(d, index_of(d, n)));
	if (n->op != OP_QUANTIFIED_INTER) return all;
	const struct node *none =
	    build_not(d->copies->arena, build_join(d->copies->arena, OP_EXISTS, n->kid[0], n->kid[1]));
	return either(d, all, substitute_in(d->copies, none, NULL, NULL));
}

/* IF c THEN x ELSIF c' THEN x' ELSE y END; only expressions always have an ELSE. */
static const struct node *of_choice(struct defining *d, const struct node *n)
{
	if (n->count % 2 == 0) return d->gives_up = true, never(d, n);
	const struct node *all = trouble(d, n->kid[n->count - 1]);
	for (uint32_t i = n->count - 1; i > 0; i -= 2) {
		const struct node *c = n->kid[i - 2];
		const struct node *here = after(d, c, trouble(d, n->kid[i - 1]));
		const struct node *later = after(d, build_not(d->copies->arena, c), all);
		all = either(d, trouble(d, c), either(d, here, later));
	}
	return all;
}

/* a is below the number */
static const struct node *below(struct defining *d, const struct node *a, int64_t number)
{
	return build_join(d->copies->arena, OP_LESS, a,
	                  build_number(d->copies->arena, d->names, a, number));
}

static const struct node *is_zero(struct defining *d, const struct node *a)
{
	return build_join(d->copies->arena, OP_EQUAL, a,
	                  build_number(d->copies->arena, d->names, a, 0));
}

static const struct node *is_empty(struct defining *d, const struct node *set)
{
	const struct node *none = build_empty(d->copies->arena, set->pos, set->type);
	return build_join(d->copies->arena, OP_EQUAL, set, none);
}

/* Not exactly one image: not(#y.(f[{x}] = {y})) */
static const struct node *has_not_one_image(struct defining *d, const struct node *f,
                                            const struct node *x)
{
	struct substitute *w = d->copies;
	struct node *one = build_join(w->arena, OP_SET, x, NULL), *y;
	one->type = build_power_type(w->arena, x->type);
	struct node *images = build_join(w->arena, OP_IMAGE, f, one);
	images->type = build_power_type(w->arena, f->type->a->b);
	struct node *ids = node_new(w->arena, OP_IDS, x->pos, 1);
	ids->kid[0] = y = build_fresh(w->arena, "image", f->type->a->b, x->pos);
	struct node *only = build_like(w->arena, OP_SET, images, y, NULL);
	return build_not(w->arena, build_join(w->arena, OP_EXISTS, ids,
	                                      build_join(w->arena, OP_EQUAL, images, only)));
}

static const struct node *is_not_in(struct defining *d, const struct node *x,
                                    const struct node *set)
{
	return build_not(d->copies->arena, build_join(d->copies->arena, OP_MEMBER, x, set));
}

/* Of %x.(P | E): x is not among those with P. That P and E have values there is another question. */
static const struct node *is_outside(struct defining *d, const struct node *lambda,
                                     const struct node *x)
{
	struct substitute *w = d->copies;
	const struct node *copy = substitute_in(w, lambda, NULL, NULL);
	struct node *domain = build_join(w->arena, OP_COMPREHENSION, copy->kid[0], copy->kid[1]);
	domain->type = build_power_type(w->arena, lambda->type->a->a);
	return is_not_in(d, x, domain);
}

/* Functions that are written out need no images. */
static const struct node *has_no_value(struct defining *d, const struct node *f,
                                       const struct node *x)
{
	struct arena *a = d->copies->arena;
	switch (f->op) {
	case OP_LAMBDA: return is_outside(d, f, x);
	case OP_IDENTITY: return is_not_in(d, x, f->kid[0]);
	case OP_PRODUCT:
		if (f->kid[1]->op != OP_SET || f->kid[1]->count != 1) break;
		return is_not_in(d, x, f->kid[0]);
	case OP_OVERRIDE: {
		struct node *domain = build_join(a, OP_DOM, f->kid[1], NULL);
		domain->type = build_power_type(a, f->type->a->a);
		const struct node *in = build_join(a, OP_MEMBER, x, domain);
		return either(d, after(d, in, has_no_value(d, f->kid[1], x)),
		              after(d, build_not(a, in), has_no_value(d, f->kid[0], x)));
	}
	default: break;
	}
	return has_not_one_image(d, f, x);
}

/* seq(T), T all values of their type, for a sequence of this type; at depth 2 seq(seq(T)). NULL: not known. */
static const struct node *all_sequences(struct defining *d, struct type *type, uint32_t depth,
                                        struct pos pos)
{
	struct arena *a = d->copies->arena;
	struct type *item = type->a->b;
	const struct node *of =
	    depth > 1 ? all_sequences(d, item, depth - 1, pos) : build_whole(a, item, pos);
	if (!of) return NULL;
	return build_typed(a, OP_SEQ, pos, build_power_type(a, type), of, NULL);
}

static const struct node *is_sequence(struct defining *d, const struct node *s, uint32_t depth)
{
	const struct node *all = all_sequences(d, s->type, depth, s->pos);
	d->gives_up |= !all;
	return all ? build_join(d->copies->arena, OP_MEMBER, s, all)
	           : build_truth(d->copies->arena, s->pos, true);
}

static const struct node *is_no_sequence(struct defining *d, const struct node *s)
{
	return build_not(d->copies->arena, is_sequence(d, s, 1));
}

/* s /|\ n, s \|/ n: n is not from 0 to its size. */
static const struct node *cuts_outside(struct defining *d, const struct node *s,
                                       const struct node *n)
{
	const struct node *size = build_like(d->copies->arena, OP_SIZE, n, s, NULL);
	const struct node *beyond = build_join(d->copies->arena, OP_LESS, size, n);
	return either(d, below(d, n, 0), after(d, is_sequence(d, s, 1), beyond));
}

/* Of operators on sequences. */
static const struct node *of_sequences(struct defining *d, const struct node *n)
{
	const struct node *a = n->kid[0], *b = n->count > 1 ? n->kid[1] : NULL;
	switch (n->op) {
	case OP_SIZE:
	case OP_REV:
	case OP_INSERT_TAIL: return is_no_sequence(d, a);
	case OP_INSERT_FRONT: return is_no_sequence(d, b);
	case OP_FIRST:
	case OP_LAST:
	case OP_FRONT:
	case OP_TAIL: return either(d, is_no_sequence(d, a), is_empty(d, a));
	case OP_CONCAT: return either(d, is_no_sequence(d, a), is_no_sequence(d, b));
	case OP_RESTRICT_FRONT:
	case OP_RESTRICT_TAIL: return either(d, is_no_sequence(d, a), cuts_outside(d, a, b));
	case OP_CONC: return build_not(d->copies->arena, is_sequence(d, a, 2));
	default: d->gives_up = true; return never(d, n);
	}
}

/* Where the operands have values, and it has none. */
static const struct node *of_operator(struct defining *d, const struct node *n)
{
	const struct node *a = n->count > 0 ? n->kid[0] : NULL, *b = n->count > 1 ? n->kid[1] : NULL;
	if (!form_may_lack_value(n)) return never(d, n);
	switch (n->op) {
	case OP_DIVIDE: return is_zero(d, b);
	case OP_MOD: return either(d, below(d, a, 0), below(d, b, 1));
	case OP_POWER:
		if (n->type->kind != TYPE_REAL) return below(d, b, 0);
		return after(d, below(d, b, 0), is_zero(d, a));
	case OP_GENERAL_INTER: return is_empty(d, a);
	case OP_CARD: return is_infinite(d, a);
	case OP_MIN:
	case OP_MAX: return either(d, is_empty(d, a), is_infinite(d, a));
	case OP_ITERATE: return below(d, b, 0);
	case OP_APPLY: return has_no_value(d, a, build_argument(d->copies->arena, n));
	default: return of_sequences(d, n);
	}
}

static const struct node *trouble(struct defining *d, const struct node *n)
{
	if (!form_may_be_undefined(n)) return never(d, n);
	bool binds = n->count > 1 && n->kid[0]->op == OP_IDS && n->op != OP_LET;
	if (binds) return of_binder(d, n);
	switch (n->op) {
	case OP_AND: return in_turn(d, n, false);
	case OP_OR: return in_turn(d, n, true);
	case OP_IMPLIES: return in_turn(d, n, false);
	case OP_IF: return of_choice(d, n);
	default: return either(d, of_operands(d, n), of_operator(d, n));
	}
}

const struct node *form_undefined(struct substitute *w, struct names *names, const struct node *n)
{
	struct defining d = {.copies = w, .names = names};
	const struct node *all = trouble(&d, n);
	all = substitute_in(w, all, NULL, NULL); /* each occurrence of a binder gets names of its own */
	return d.gives_up || w->gives_up ? NULL : all;
}
