/* Membership in sets that are better not made: power sets, sets of functions and sequences, NATURAL,
 * comprehensions; and application of functions that are described by an expression. */
#include "encode/formula/binder.h"

/* ---- described sets ---------------------------------------------------------------------------- */

struct sym *described_of(enc e, const struct node *n)
{
	const struct info *i = enc_info(e, n);
	struct sym *s = sym_new(e, SYM_LAZY, i->count);
	s->node = n;
	s->parts = ARENA_ARRAY(&e->arena, i->count, struct sym *);
	for (uint32_t k = 0; k < i->count; k++) s->parts[k] = enc_name(e, i->free[k], n->pos);
	return s;
}

bool described_is_function(enc e, struct sym *s)
{
	if (!sym_is_lazy(e, s)) return false;
	enum op op = s->kind == SYM_GROUND ? value_lazy_node(e->s, s->ground)->op : s->node->op;
	return op == OP_LAMBDA || op == OP_SUCC || op == OP_PRED;
}

/* The operands of a set that is not made must have values all the same. */
void described_defined(enc e, const struct node *n, lit *defined)
{
	for (uint32_t i = 0; i < n->count; i++) {
		const struct node *kid = n->kid[i]->op == OP_ENTRY ? n->kid[i]->kid[0] : n->kid[i];
		if (kid->type && enc_info(e, kid)->may_fail) expression(e, kid, defined);
	}
}

/* Is the set defined? As member_is_defined of eval/. */
void described_whole(enc e, const struct node *n, lit *defined)
{
	if (!enc_info(e, n)->may_fail) return;
	if (!defined_asks_operands(n)) {
		expression(e, n, defined);
		return;
	}
	for (uint32_t i = 0; i < n->count; i++) described_whole(e, n->kid[i], defined);
}

enum { MOST_DEPTH = 300 };

struct membership_frame {
	const struct info *info;
	struct sym **saved;
	const struct node *node;
};

/* Binds the free names of a described set. */
static void enter(enc e, struct sym *set, struct pos pos, struct membership_frame *f)
{
	bool is_ground = set->kind == SYM_GROUND;
	f->node = is_ground ? value_lazy_node(e->s, set->ground) : set->node;
	f->info = enc_info(e, f->node);
	f->saved = ARENA_ARRAY(&e->arena, f->info->count, struct sym *);
	if (++e->limits.depth > MOST_DEPTH)
		enc_stop(e, EVAL_LIMIT, pos, "a function calls itself too often for unknown arguments");
	for (uint32_t k = 0; k < f->info->count; k++) {
		struct decl *d = f->info->free[k];
		value v = is_ground ? eval_lazy_value(e->eval, set->ground, d) : VALUE_NONE;
		struct sym *s = v != VALUE_NONE ? sym_ground(e, v)
		                : is_ground     ? enc_name(e, d, pos)
		                                : set->parts[k];
		f->saved[k] = enc_bind(e, d, s);
	}
}

static void leave(enc e, const struct membership_frame *f)
{
	for (uint32_t k = f->info->count; k > 0; k--)
		enc_bind(e, f->info->free[k - 1], f->saved[k - 1]);
	e->limits.depth--;
}

lit described_has(enc e, struct sym *x, struct sym *set, const struct type *t, struct pos pos)
{
	struct membership_frame f;
	lit defined = LIT_TRUE;
	if (set->kind == SYM_GROUND && x->kind == SYM_GROUND) {
		enum truth in = eval_member(e->eval, x->ground, set->ground, pos);
		if (in != EVAL_FAILED) return in == EVAL_TRUE ? LIT_TRUE : LIT_FALSE;
		enc_stop(e, EVAL_LIMIT, pos, "%s", eval_failed(e->eval)->message);
	}
	bool is_taken = e->asking.is_taken;
	struct asking outer = enc_ask(e, is_taken);
	enter(e, set, pos, &f);
	lit in = membership_in(e, x, t, f.node, &defined);
	leave(e, &f);
	if (e->asking.defined != LIT_TRUE && !is_taken)
		enc_stop(e, EVAL_UNSUPPORTED, pos,
		         "an infinite set that may be undefined for some elements is not supported here");
	outer.defined = circuit_and(e->c, outer.defined, e->asking.defined);
	e->asking = outer;
	return circuit_and(e->c, in, defined);
}

lit described_ask(enc e, struct sym *x, struct sym *set, const struct type *t, lit condition,
                  struct pos pos, lit *defined)
{
	struct asking outer = enc_ask(e, true);
	lit in = set_has(e, x, set, t, pos);
	*defined = circuit_and(e->c, *defined, circuit_implies(e->c, condition, e->asking.defined));
	e->asking = outer;
	return in;
}

/* The condition of a binder for one element: that it has an answer. */
static void note_asked(enc e, struct truth_pair p, lit *defined)
{
	if (p.is_total) return;
	lit either = circuit_or(e->c, p.t, p.f);
	*defined = circuit_and(e->c, *defined, either);
	e->asking.defined = circuit_and(e->c, e->asking.defined, either);
}

/* ---- application ------------------------------------------------------------------------------- */

/* The names of a binder get the components of x. */
static void bind_parts(enc e, const struct node *ids, struct sym *x, struct sym **saved)
{
	for (uint32_t i = ids->count; i > 1; i--) {
		saved[i - 1] = enc_bind(e, ids->kid[i - 1]->decl, sym_second(e, x));
		x = sym_first(e, x);
	}
	saved[0] = enc_bind(e, ids->kid[0]->decl, x);
}

static void unbind(enc e, const struct node *ids, struct sym **saved)
{
	for (uint32_t i = 0; i < ids->count; i++) enc_bind(e, ids->kid[i]->decl, saved[i]);
}

static struct sym *beta(enc e, const struct node *n, struct sym *x, lit *defined)
{
	const struct node *ids = n->kid[0];
	struct sym **saved = ARENA_ARRAY(&e->arena, ids->count, struct sym *);
	bind_parts(e, ids, x, saved);
	struct truth_pair p = predicate_of_binder(e, n->kid[1], WANT_BOTH);
	*defined = circuit_and(e->c, *defined, p.t);
	struct sym *v = *defined == LIT_FALSE ? e->undefined : expression(e, n->kid[2], defined);
	unbind(e, ids, saved);
	return v;
}

/* Case by case, with the evaluator. */
static struct sym *apply_known(enc e, struct sym *f, const struct cases *c, const struct type *t,
                               struct pos pos, lit *defined)
{
	struct parts out = {0};
	struct lits ok = {0};
	for (uint32_t i = 0; i < c->count; i++) {
		value v = eval_apply(e->eval, f->ground, c->values[i], pos);
		const struct eval_failure *why = eval_failed(e->eval);
		if (v == VALUE_NONE && why->kind == EVAL_UNDEFINED) continue;
		if (v == VALUE_NONE) enc_stop(e, why->kind, why->pos, "%s", why->message);
		parts_push(e, &out, sym_ground(e, v), c->is[i]);
		lits_push(e, &ok, c->is[i]);
	}
	*defined = circuit_and(e->c, *defined, circuit_any(e->c, ok.at, ok.count));
	return sym_select(e, t, &out);
}

/* (f \/ g)(x): that of the one which has x; if both have, they must agree. */
static struct sym *apply_union(enc e, struct sym *f, struct sym *x, struct pos pos, lit *defined)
{
	struct membership_frame frame;
	struct sym *y[2];
	lit ok[2] = {LIT_TRUE, LIT_TRUE};
	enter(e, f, pos, &frame);
	const struct type *t = frame.node->type;
	for (uint32_t i = 0; i < 2; i++) {
		const struct node *side = frame.node->kid[i];
		struct sym *g = side->op == OP_LAMBDA && !binder_is_listed(e, side)
		                    ? described_of(e, side)
		                    : expression(e, side, &ok[i]);
		y[i] = relation_apply(e, g, x, t, pos, &ok[i]);
	}
	leave(e, &frame);
	lit both = circuit_and(e->c, ok[0], ok[1]);
	if (both != LIT_FALSE)
		*defined = circuit_and(e->c, *defined,
		                       circuit_implies(e->c, both, sym_equal(e, y[0], y[1], t->a->b)));
	*defined = circuit_and(e->c, *defined, circuit_or(e->c, ok[0], ok[1]));
	return *defined == LIT_FALSE ? e->undefined : sym_ite(e, t->a->b, ok[0], y[0], y[1]);
}

struct sym *described_apply(enc e, struct sym *f, struct sym *x, struct pos pos, lit *defined)
{
	struct cases c = {0};
	bool is_ground = f->kind == SYM_GROUND;
	const struct node *n = is_ground ? value_lazy_node(e->s, f->ground) : f->node;
	if (is_ground && sym_cases(e, x, SYM_MOST_CASES, &c))
		return apply_known(e, f, &c, n->type->a->b, pos, defined);
	if (n->op == OP_UNION) return apply_union(e, f, x, pos, defined);
	if (n->op != OP_LAMBDA)
		enc_stop(e, EVAL_UNSUPPORTED, pos, "this function cannot be applied to unknown arguments");
	struct membership_frame frame;
	enter(e, f, pos, &frame);
	struct sym *v = beta(e, n, x, defined);
	leave(e, &frame);
	return v;
}

/* ---- x : n ------------------------------------------------------------------------------------- */

bool membership_is_lazy(enc e, const struct node *n)
{
	switch (n->op) {
	case OP_INTEGER_SET:
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET:
	case OP_STRING_SET:
	case OP_STRUCT: return true;
	case OP_PRODUCT:
	case OP_UNION:
	case OP_INTER: return membership_is_lazy(e, n->kid[0]) || membership_is_lazy(e, n->kid[1]);
	case OP_DIFFERENCE: return membership_is_lazy(e, n->kid[0]);
	case OP_INTERVAL: return true;
	case OP_COMPREHENSION: return n->count == 2;
	case OP_LAMBDA: return !binder_is_listed(e, n);
	default: return op_is(n->op, FACT_FAMILIES);
	}
}

lit membership_all_in(enc e, struct sym *set, const struct type *t, const struct node *n,
                      lit *defined)
{
	bool must_be_made = (n->op == OP_COMPREHENSION || n->op == OP_LAMBDA) &&
	                    enc_info(e, n)->may_fail && binder_is_listed(e, n);
	if (!membership_is_lazy(e, n) || must_be_made || enc_is_ground(e, n)) {
		struct sym *whole = expression(e, n, defined);
		return set_subset(e, set, whole, t, n->pos);
	}
	struct parts p = {0};
	struct lits l = {0};
	if (n->op != OP_COMPREHENSION && n->op != OP_LAMBDA && enc_info(e, n)->may_fail)
		described_defined(e, n, defined);
	set_elements(e, set, t, n->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		enc_tick(e, n->pos);
		lit ok = LIT_TRUE;
		lit in = membership_in(e, p.at[i], t, n, &ok);
		lits_push(e, &l, circuit_implies(e->c, p.is[i], in));
		*defined = circuit_and(e->c, *defined, circuit_implies(e->c, p.is[i], ok));
	}
	return circuit_all(e->c, l.at, l.count);
}

static lit in_interval(enc e, struct sym *x, const struct node *n, lit *defined)
{
	struct number *low = sym_to_number(e, expression(e, n->kid[0], defined));
	struct number *high = sym_to_number(e, expression(e, n->kid[1], defined));
	struct number *v = sym_to_number(e, x);
	return circuit_and(e->c, number_less_equal(&e->numbers, low, v),
	                   number_less_equal(&e->numbers, v, high));
}

static lit in_power(enc e, struct sym *x, const struct type *t, const struct node *n, lit *defined)
{
	lit in = membership_all_in(e, x, t->a, n->kid[0], defined);
	if (n->op == OP_POW || n->op == OP_FIN) return in;
	return circuit_and(e->c, in, -set_is_empty(e, x, t->a, n->pos));
}

static struct sym *sides(enc e, const struct parts *p, const struct type *t, bool is_first)
{
	struct parts out = {0};
	for (uint32_t i = 0; i < p->count; i++)
		parts_push(e, &out, is_first ? sym_first(e, p->at[i]) : sym_second(e, p->at[i]), p->is[i]);
	return set_of_parts(e, &out, t);
}

static lit is_injective(enc e, const struct parts *p, const struct type *t, struct pos pos)
{
	struct parts out = {0};
	struct type pair = {.kind = TYPE_PAIR, .a = t->a->b, .b = t->a->a};
	struct type back = {.kind = TYPE_POW, .a = &pair};
	for (uint32_t i = 0; i < p->count; i++)
		parts_push(e, &out, sym_pair(e, sym_second(e, p->at[i]), sym_first(e, p->at[i])), p->is[i]);
	struct sym *inverse = set_of_parts(e, &out, &back);
	return relation_is_functional(e, inverse, &back, pos);
}

/* Is each side of the pairs within its set, and all of it where that is asked? */
static lit side_fits(enc e, const struct parts *p, const struct type *element,
                     const struct node *set, bool is_first, bool is_all, lit *defined)
{
	struct type t = {.kind = TYPE_POW, .a = (struct type *)(uintptr_t)element};
	struct sym *side = sides(e, p, &t, is_first);
	lit in = membership_all_in(e, side, &t, set, defined);
	if (!is_all || in == LIT_FALSE) return in;
	struct sym *whole = expression(e, set, defined);
	return circuit_and(e->c, in, set_subset(e, whole, side, &t, set->pos));
}

/* The number of elements of a set that is known; false if it is not, large, or not seen at once. */
static bool known_count(enc e, const struct node *set, uint64_t *count)
{
	enum { LARGE = 1000 };
	lit defined = LIT_TRUE;
	bool is_simple = set->op == OP_ID || set->op == OP_INTERVAL || set->op == OP_SET;
	if (!is_simple || !enc_is_ground(e, set)) return false;
	struct sym *s = enc_ground_value(e, set, &defined);
	if (defined != LIT_TRUE || s->kind != SYM_GROUND || sym_is_lazy(e, s)) return false;
	*count = value_count(e->s, s->ground);
	return *count <= LARGE;
}

/* Between sets of the same size a total injection is a surjection, and a total function that is a surjection an injection:
 * both are asserted, which leaves the solver less to find out (50 queens: 79 conflicts instead of 7199). */
static unsigned arrow_facts(enc e, const struct node *n)
{
	unsigned is = op_info(n->op)->facts, onto = is & (FACT_INJECTIVE | FACT_SURJECTIVE);
	uint64_t from, to;
	bool is_one = onto == FACT_INJECTIVE || onto == FACT_SURJECTIVE;
	if (!(is & FACT_TOTAL) || !(is & FACT_FUNCTIONS) || !is_one) return is;
	if (!known_count(e, n->kid[0], &from) || !known_count(e, n->kid[1], &to) || from != to)
		return is;
	return is | FACT_INJECTIVE | FACT_SURJECTIVE;
}

static lit in_arrow(enc e, struct sym *x, const struct type *t, const struct node *n, lit *defined)
{
	unsigned is = arrow_facts(e, n);
	struct parts p = {0};
	const struct type *relation = t->a;
	lit l[4];
	set_elements(e, x, relation, n->pos, &p);
	l[0] = side_fits(e, &p, relation->a->a, n->kid[0], true, is & FACT_TOTAL, defined);
	l[1] = side_fits(e, &p, relation->a->b, n->kid[1], false, is & FACT_SURJECTIVE, defined);
	l[2] = is & FACT_FUNCTIONS ? relation_is_functional(e, x, relation, n->pos) : LIT_TRUE;
	l[3] = is & FACT_INJECTIVE ? is_injective(e, &p, relation, n->pos) : LIT_TRUE;
	return circuit_all(e->c, l, 4);
}

/* seq(S), iseq1(S), perm(S), ... */
static lit in_sequences(enc e, struct sym *x, const struct type *t, const struct node *n,
                        lit *defined)
{
	struct parts p = {0};
	struct lits l = {0};
	const struct type *relation = t->a;
	set_elements(e, x, relation, n->pos, &p);
	lits_push(e, &l, sequence_is(e, x, relation, n->pos));
	lits_push(e, &l, side_fits(e, &p, relation->a->b, n->kid[0], false, n->op == OP_PERM, defined));
	if (n->op == OP_SEQ1 || n->op == OP_ISEQ1)
		lits_push(e, &l, -set_is_empty(e, x, relation, n->pos));
	if (n->op == OP_ISEQ || n->op == OP_ISEQ1 || n->op == OP_PERM)
		lits_push(e, &l, is_injective(e, &p, relation, n->pos));
	return circuit_all(e->c, l.at, l.count);
}

static lit in_trees(enc e, struct sym *x, const struct type *t, const struct node *n, lit *defined)
{
	struct parts p = {0};
	const struct type *relation = t->a;
	set_elements(e, x, relation, n->pos, &p);
	lit labels = side_fits(e, &p, relation->a->b, n->kid[0], false, false, defined);
	return circuit_and(e->c, labels, tree_is(e, x, relation, n->op == OP_BTREE, n->pos));
}

static lit in_struct(enc e, struct sym *x, const struct type *t, const struct node *n, lit *defined)
{
	struct lits l = {0};
	const struct type *record = t->a;
	for (uint32_t i = 0; i < record->count; i++)
		for (uint32_t k = 0; k < n->count; k++) {
			if (n->kid[k]->name != record->fields[i].name) continue;
			const struct node *set = n->kid[k]->kid[0];
			lits_push(e, &l, membership_in(e, sym_field(e, x, i), set->type, set, defined));
		}
	return circuit_all(e->c, l.at, l.count);
}

/* {y | P}, dom(%y.(P | E)): only this element is asked for, as in eval/ */
static lit in_comprehension(enc e, struct sym *x, const struct node *n, lit *defined)
{
	const struct node *ids = n->kid[0];
	struct sym **saved = ARENA_ARRAY(&e->arena, ids->count, struct sym *);
	bind_parts(e, ids, x, saved);
	struct truth_pair p = predicate_of_binder(e, n->kid[1], WANT_BOTH);
	unbind(e, ids, saved);
	note_asked(e, p, defined);
	return p.t;
}

/* x |-> y : %z.(P | E) says P and y = E for z = x. */
static lit in_lambda(enc e, struct sym *x, const struct node *n, lit *defined)
{
	const struct node *ids = n->kid[0];
	struct sym **saved = ARENA_ARRAY(&e->arena, ids->count, struct sym *);
	lit ok = LIT_TRUE, in = LIT_FALSE;
	bind_parts(e, ids, sym_first(e, x), saved);
	struct truth_pair p = predicate_of_binder(e, n->kid[1], WANT_BOTH);
	if (p.t != LIT_FALSE) {
		struct sym *y = expression(e, n->kid[2], &ok);
		in = circuit_and(e->c, p.t, sym_equal(e, sym_second(e, x), y, n->kid[2]->type));
	}
	unbind(e, ids, saved);
	note_asked(e, p, defined);
	lit has_image = circuit_implies(e->c, p.t, ok);
	*defined = circuit_and(e->c, *defined, has_image);
	e->asking.defined = circuit_and(e->c, e->asking.defined, has_image);
	return circuit_and(e->c, in, ok);
}

static lit in_product(enc e, struct sym *x, const struct node *n, lit *defined)
{
	lit a = membership_in(e, sym_first(e, x), n->kid[0]->type, n->kid[0], defined);
	lit b = membership_in(e, sym_second(e, x), n->kid[1]->type, n->kid[1], defined);
	return circuit_and(e->c, a, b);
}

/* Is x in the set, has that an answer, and has it with all elements that were asked for? */
struct asked {
	lit in, is_defined, has_all;
};

static struct asked ask(enc e, struct sym *x, const struct type *t, const struct node *n)
{
	struct asked a = {.is_defined = LIT_TRUE};
	struct asking outer = enc_ask(e, e->asking.is_taken);
	a.in = membership_in(e, x, t, n, &a.is_defined);
	a.has_all = e->asking.defined;
	e->asking = outer;
	return a;
}

/* Strong conjunction: both have an answer, or one of them says no. */
static lit has_answer(enc e, lit in_a, lit in_b, lit defined_a, lit defined_b)
{
	lit cases[] = {circuit_and(e->c, defined_a, defined_b), circuit_and(e->c, defined_a, -in_a),
	               circuit_and(e->c, defined_b, -in_b)};
	return circuit_any(e->c, cases, 3);
}

/* x : A /\ B and x : A \ B, as in_each of eval/ */
static lit in_each(enc e, struct sym *x, const struct type *t, const struct node *n, lit *defined)
{
	struct asked a = ask(e, x, t, n->kid[0]), b = ask(e, x, t, n->kid[1]);
	if (n->op == OP_DIFFERENCE) b.in = -b.in;
	lit is_defined = has_answer(e, a.in, b.in, a.is_defined, b.is_defined);
	lit has_all = has_answer(e, a.in, b.in, a.has_all, b.has_all);
	*defined = circuit_and(e->c, *defined, is_defined);
	e->asking.defined = circuit_and(e->c, e->asking.defined, has_all);
	return circuit_and(e->c, a.in, b.in);
}

static lit in_both(enc e, struct sym *x, const struct type *t, const struct node *n, lit *defined)
{
	if (n->op != OP_UNION && defined_asks_whole_set(n)) return in_each(e, x, t, n, defined);
	lit a = membership_in(e, x, t, n->kid[0], defined),
	    b = membership_in(e, x, t, n->kid[1], defined);
	if (n->op == OP_UNION) return circuit_or(e->c, a, b);
	return circuit_and(e->c, a, n->op == OP_INTER ? b : -b);
}

static lit in_neighbours(enc e, struct sym *x, int64_t step)
{
	struct number *first = sym_to_number(e, sym_first(e, x));
	struct number *second = sym_to_number(e, sym_second(e, x));
	struct number *next = number_add(&e->numbers, first, number_constant(&e->numbers, step));
	return number_equal(&e->numbers, next, second);
}

/* Is a binder asked for x alone, and not as a whole? */
static bool is_asked_alone(enc e, const struct node *binder)
{
	return enc_info(e, binder)->may_fail || !binder_is_listed(e, binder);
}

static bool has_sides(enum op op)
{
	return op == OP_UNION || op == OP_INTER || op == OP_DIFFERENCE;
}

/* Sets of which it depends on their operands whether they are made; false: they are. */
static bool in_described(enc e, struct sym *x, const struct type *t, const struct node *n,
                         lit *defined, lit *in)
{
	const struct node *kid = n->count ? n->kid[0] : NULL;
	if (n->op == OP_COMPREHENSION && n->count == 2 &&
	    (is_asked_alone(e, n) || !enc_is_ground(e, n)))
		*in = in_comprehension(e, x, n, defined);
	else if (n->op == OP_DOM && kid->op == OP_LAMBDA && enc_info(e, n)->may_fail)
		*in = in_comprehension(e, x, kid, defined);
	else if (n->op == OP_LAMBDA && is_asked_alone(e, n)) *in = in_lambda(e, x, n, defined);
	else if (has_sides(n->op) && (membership_is_lazy(e, kid) || membership_is_lazy(e, n->kid[1])))
		*in = in_both(e, x, t, n, defined);
	else return false;
	return true;
}

/* The set is made. A large one that is not listed would ask the same again. */
static lit in_made(enc e, struct sym *x, const struct type *t, const struct node *n, lit *defined)
{
	struct sym *set = expression(e, n, defined);
	if (set->kind == SYM_LAZY && set->node == n)
		enc_stop(e, EVAL_UNSUPPORTED, n->pos, "membership in this set is not supported");
	if (set->kind == SYM_GROUND && sym_is_lazy(e, set) && value_lazy_node(e->s, set->ground) == n) {
		if (has_sides(n->op) && enc_try_list(e, set->ground, n->pos) == VALUE_NONE)
			return in_both(e, x, t, n, defined);
		set = sym_ground(e, enc_list(e, set->ground, n->pos));
	}
	return set_has(e, x, set, t, n->pos);
}

lit membership_in(enc e, struct sym *x, const struct type *t, const struct node *n, lit *defined)
{
	lit in;
	if (x->kind == SYM_UNDEFINED) return LIT_FALSE;
	switch (n->op) {
	case OP_INTEGER_SET:
	case OP_STRING_SET: return LIT_TRUE;
	case OP_NATURAL_SET: return number_at_least(&e->numbers, sym_to_number(e, x), 0);
	case OP_NATURAL1_SET: return number_at_least(&e->numbers, sym_to_number(e, x), 1);
	case OP_SUCC: return in_neighbours(e, x, 1);
	case OP_PRED: return in_neighbours(e, x, -1);
	case OP_INTERVAL: return in_interval(e, x, n, defined);
	case OP_POW:
	case OP_POW1:
	case OP_FIN:
	case OP_FIN1: return in_power(e, x, t, n, defined);
	case OP_SEQ:
	case OP_SEQ1:
	case OP_ISEQ:
	case OP_ISEQ1:
	case OP_PERM: return in_sequences(e, x, t, n, defined);
	case OP_TREE:
	case OP_BTREE: return in_trees(e, x, t, n, defined);
	case OP_STRUCT: return in_struct(e, x, t, n, defined);
	case OP_PRODUCT: return in_product(e, x, n, defined);
	default: break;
	}
	if (op_is(n->op, FACT_ARROWS)) return in_arrow(e, x, t, n, defined);
	return in_described(e, x, t, n, defined, &in) ? in : in_made(e, x, t, n, defined);
}
