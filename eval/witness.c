/* Why a predicate is false: the way from it down to an atom, through the conjunct that is false and the
 * cases of quantifiers that decide; and what is wrong with the atom. */
#include "eval/inside.h"

enum { STEPS = 1000000, LONGEST = 100 };

struct witness_search {
	struct eval *e;
	struct eval_witness *out;
};

/* ---- words ------------------------------------------------------------------------------------- */

static void say_value(struct witness_search *w, value v)
{
	value_print_short(w->e->s, w->e->u, v, LONGEST, &w->out->why);
}

/* The text of an expression, on one line; cut if it is long. */
static void say_node(struct witness_search *w, const struct node *n)
{
	print_formula_short(w->e->project, n, LONGEST, &w->out->why);
}

/* "v is in A, not in B"; with "dom(" and ")" around one of them. */
struct witness_side {
	const char *before;
	const struct node *node;
	const char *behind;
};

static bool say_only_in(struct witness_search *w, value v, struct witness_side in,
                        struct witness_side not_in)
{
	say_value(w, v);
	text_format(&w->out->why, " is in %s", in.before);
	say_node(w, in.node);
	text_format(&w->out->why, "%s, not in %s", in.behind, not_in.before);
	say_node(w, not_in.node);
	text_add(&w->out->why, not_in.behind);
	return true;
}

/* ---- sets -------------------------------------------------------------------------------------- */

static value listed(struct witness_search *w, const struct node *n)
{
	value v = expr_eval(w->e, n);
	if (v != VALUE_NONE) v = lazy_list(w->e, v, n->pos);
	w->e->has_failure = false;
	return v;
}

/* An element of the listed set that is not in the other one, or VALUE_NONE. */
static value missing(struct witness_search *w, value set, value other, struct pos pos)
{
	uint64_t count = value_count(w->e->s, set);
	for (uint64_t i = 0; i < count && i < STEPS; i++) {
		value v = value_at(w->e->s, set, i);
		if (lazy_in(w->e, v, other, pos) == EVAL_FALSE) return v;
		w->e->has_failure = false;
	}
	return VALUE_NONE;
}

static bool why_not_subset(struct witness_search *w, const struct node *a, const struct node *b)
{
	value set = listed(w, a);
	value other = expr_eval(w->e, b);
	w->e->has_failure = false;
	if (set == VALUE_NONE || other == VALUE_NONE) return false;
	value v = missing(w, set, other, b->pos);
	return v != VALUE_NONE &&
	       say_only_in(w, v, (struct witness_side){"", a, ""}, (struct witness_side){"", b, ""});
}

/* ---- relations --------------------------------------------------------------------------------- */

struct sides { /* of a listed relation */
	value domain, range;
};

static struct sides sides_of(struct witness_search *w, value relation)
{
	struct algebra_failure failed = {0};
	struct values *s = w->e->s;
	return (struct sides){algebra_apply(s, OP_DOM, &relation, 1, w->e->limit, &failed),
	                      algebra_apply(s, OP_RAN, &relation, 1, w->e->limit, &failed)};
}

static bool is_outside(struct witness_search *w, const struct node *relation, const char *side,
                       value part, const struct node *set)
{
	value whole = expr_eval(w->e, set);
	w->e->has_failure = false;
	if (whole == VALUE_NONE || part == VALUE_NONE) return false;
	value v = missing(w, part, whole, set->pos);
	return v != VALUE_NONE && say_only_in(w, v, (struct witness_side){side, relation, ")"},
	                                      (struct witness_side){"", set, ""});
}

static bool is_left_out(struct witness_search *w, const struct node *relation, const char *side,
                        value part, const struct node *set)
{
	value whole = listed(w, set);
	if (whole == VALUE_NONE || part == VALUE_NONE) return false;
	value v = missing(w, whole, part, set->pos);
	return v != VALUE_NONE && say_only_in(w, v, (struct witness_side){"", set, ""},
	                                      (struct witness_side){side, relation, ")"});
}

/* Two pairs with the same first component, which are neighbours. */
static bool has_two_images(struct witness_search *w, value relation)
{
	struct values *s = w->e->s;
	uint64_t count = value_count(s, relation);
	for (uint64_t i = 1; i < count; i++) {
		value a = value_at(s, relation, i - 1), b = value_at(s, relation, i);
		if (value_first(s, a) != value_first(s, b)) continue;
		say_value(w, value_first(s, a));
		text_add(&w->out->why, " has the images ");
		say_value(w, value_second(s, a));
		text_add(&w->out->why, " and ");
		say_value(w, value_second(s, b));
		return true;
	}
	return false;
}

/* Two arguments with the same image. */
static bool has_twins(struct witness_search *w, value relation)
{
	struct values *s = w->e->s;
	struct map first = {0}; /* image -> pair + 1 */
	uint64_t count = value_count(s, relation), i = 0;
	value twin = VALUE_NONE, pair = VALUE_NONE;
	for (; i < count && twin == VALUE_NONE; i++) {
		pair = value_at(s, relation, i);
		const void *key = (const void *)(uintptr_t)value_second(s, pair);
		twin = (value)(uintptr_t)map_get(&first, key);
		map_put(&first, key, (void *)(uintptr_t)value_first(s, pair));
	}
	map_clear(&first);
	if (twin == VALUE_NONE) return false;
	say_value(w, twin);
	text_add(&w->out->why, " and ");
	say_value(w, value_first(s, pair));
	text_add(&w->out->why, " have the image ");
	say_value(w, value_second(s, pair));
	return true;
}

/* r : A --> B and the like */
static bool why_not_in_arrow(struct witness_search *w, const struct node *relation,
                             const struct node *arrow)
{
	value r = listed(w, relation);
	if (r == VALUE_NONE) return false;
	unsigned is = op_info(arrow->op)->facts;
	struct sides sides = sides_of(w, r);
	const struct node *from = arrow->kid[0], *to = arrow->kid[1];
	return is_outside(w, relation, "dom(", sides.domain, from) ||
	       is_outside(w, relation, "ran(", sides.range, to) ||
	       (is & FACT_FUNCTIONS && has_two_images(w, r)) ||
	       (is & FACT_INJECTIVE && has_twins(w, r)) ||
	       (is & FACT_TOTAL && is_left_out(w, relation, "dom(", sides.domain, from)) ||
	       (is & FACT_SURJECTIVE && is_left_out(w, relation, "ran(", sides.range, to));
}

/* ---- other atoms ------------------------------------------------------------------------------- */

/* What an expression comes to, unless that is plain or long. */
static bool say_operand(struct witness_search *w, const struct node *n)
{
	if (!n->type || n->count == 0 || n->op == OP_SET || n->op == OP_INTERVAL) return false;
	struct text t = {0};
	value v = expr_eval(w->e, n);
	w->e->has_failure = false;
	bool is_plain = v != VALUE_NONE && !value_has_lazy(w->e->s, v);
	bool is_said = is_plain && !value_print_short(w->e->s, w->e->u, v, LONGEST, &t);
	if (is_said) {
		if (w->out->why.count > 0) text_add(&w->out->why, ", ");
		say_node(w, n);
		text_format(&w->out->why, " = %s", text_get(&t));
	}
	text_clear(&t);
	return is_said;
}

static bool say_operands(struct witness_search *w, const struct node *n)
{
	bool left = say_operand(w, n->kid[0]);
	return say_operand(w, n->kid[1]) || left;
}

static bool why_not_member(struct witness_search *w, const struct node *n)
{
	const struct node *set = n->kid[1];
	bool is_arrow = op_is(set->op, FACT_FUNCTIONS) || op_is(set->op, FACT_RELATIONS);
	if (is_arrow && why_not_in_arrow(w, n->kid[0], set)) return true;
	if (op_is(set->op, FACT_POWERS) && why_not_subset(w, n->kid[0], set->kid[0])) return true;
	return say_operand(w, n->kid[0]);
}

static bool why_not_equal(struct witness_search *w, const struct node *n)
{
	const struct node *a = n->kid[0], *b = n->kid[1];
	if (a->type->kind == TYPE_POW && (why_not_subset(w, a, b) || why_not_subset(w, b, a)))
		return true;
	return say_operands(w, n);
}

static bool why_atom(struct witness_search *w, const struct node *n, bool is_true)
{
	switch (n->op) {
	case OP_MEMBER: return !is_true && why_not_member(w, n);
	case OP_SUBSET:
	case OP_STRICT_SUBSET: return !is_true && why_not_subset(w, n->kid[0], n->kid[1]);
	case OP_EQUAL: return !is_true && why_not_equal(w, n);
	case OP_NOT_EQUAL: return !is_true && say_operand(w, n->kid[0]);
	case OP_NOT_MEMBER: return !is_true && say_operand(w, n->kid[0]);
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL: return !is_true && say_operands(w, n);
	default: return false;
	}
}

/* ---- the way to the atom ----------------------------------------------------------------------- */

/* Of a predicate that is true, or false. Returns whether something is told. */
static bool why(struct witness_search *w, const struct node *n, bool is_true);

static bool why_some_kid(struct witness_search *w, const struct node *n, bool is_true)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (why(w, n->kid[i], is_true)) return true;
	return false;
}

/* The first kid that has the truth value decides. */
static bool why_deciding_kid(struct witness_search *w, const struct node *n, bool is_true)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (predicate_eval(w->e, n->kid[i]) == (is_true ? EVAL_TRUE : EVAL_FALSE))
			return why(w, n->kid[i], is_true);
	return false;
}

struct witness_cases { /* of a quantifier */
	struct witness_search *w;
	const struct node *ids, *body; /* body NULL: never holds */
	bool wants_true, is_found;
};

static bool found_case(struct eval *e, void *data)
{
	struct witness_cases *c = data;
	enum truth t = c->body ? predicate_eval(e, c->body) : EVAL_FALSE;
	e->has_failure = false;
	if (t != (c->wants_true ? EVAL_TRUE : EVAL_FALSE)) return true;
	for (uint32_t i = 0; i < c->ids->count; i++) {
		const struct decl *d = c->ids->kid[i]->decl;
		VEC_PUSH(&c->w->out->names, (struct eval_binding){d, e->slots[slot_of(e, d)]});
	}
	if (c->body) why(c->w, c->body, c->wants_true);
	c->is_found = true;
	return false;
}

static bool why_forall(struct witness_search *w, const struct node *n)
{
	const struct node *body = n->kid[1];
	struct witness_cases c = {w, n->kid[0], body->op == OP_IMPLIES ? body->kid[1] : body, false,
	                          false};
	plan_run(w->e, plan_of(w->e, n), found_case, &c);
	return c.is_found;
}

static bool why_exists(struct witness_search *w, const struct node *n)
{
	struct witness_cases c = {w, n->kid[0], n->kid[1], true, false};
	plan_run(w->e, plan_of(w->e, n), found_case, &c);
	return c.is_found;
}

static bool why_implies(struct witness_search *w, const struct node *n, bool is_true)
{
	if (!is_true) return why(w, n->kid[1], false) || why(w, n->kid[0], true);
	if (predicate_eval(w->e, n->kid[0]) == EVAL_FALSE) return why(w, n->kid[0], false);
	return why(w, n->kid[1], true);
}

static bool why(struct witness_search *w, const struct node *n, bool is_true)
{
	w->e->has_failure = false;
	switch (n->op) {
	case OP_NOT: return why(w, n->kid[0], !is_true);
	case OP_AND: return is_true ? why_some_kid(w, n, true) : why_deciding_kid(w, n, false);
	case OP_OR: return is_true ? why_deciding_kid(w, n, true) : why_some_kid(w, n, false);
	case OP_IMPLIES: return why_implies(w, n, is_true);
	case OP_FORALL: return !is_true && why_forall(w, n);
	case OP_EXISTS: return is_true && why_exists(w, n);
	default: return why_atom(w, n, is_true);
	}
}

void eval_why_false(struct eval *e, const struct node *predicate, struct eval_witness *out)
{
	struct witness_search w = {e, out};
	bool was_cut = e->was_cut, is_budgeted = e->limits.is_budgeted;
	uint64_t budget = e->limits.budget;
	*out = (struct eval_witness){0};
	prepare_tree(e, predicate);
	eval_set_budget(e, STEPS);
	why(&w, predicate, false);
	e->limits.budget = budget;
	e->limits.is_budgeted = is_budgeted;
	e->was_cut = was_cut;
	e->has_failure = false;
}

void eval_witness_clear(struct eval_witness *w)
{
	VEC_CLEAR(&w->names);
	text_clear(&w->why);
}
