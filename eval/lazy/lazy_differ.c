/* Elements of sets that are not listed. To know that two sets differ, one element is enough that is in
 * one of them only; it is certain, although not all elements are looked at. */
#include "eval/inside.h"

enum { MOST_ELEMENTS = 300, MOST_STEPS = 20000 };

struct looking {
	value set, other; /* an element of the set that is not in the other one */
	const struct node *binder;
	struct pos pos;
	uint32_t looked_at;
	bool is_found;
	uint64_t more_than; /* with `counts`: are there more elements than that? */
	bool counts;
	struct value_list distinct;
	struct value_list integers, strings; /* that the texts of both mention */
	bool with_infinite;                  /* simple sets: NATURAL, too */
};

/* Values that are not listed may be equal although they are different numbers. */
static bool count_element(struct eval *e, value v, struct looking *l)
{
	if (value_has_lazy(e->s, v) || lazy_in(e, v, l->set, l->pos) != EVAL_TRUE) return false;
	for (uint32_t i = 0; i < l->distinct.list.count; i++)
		if (l->distinct.list.at[i] == v) return false;
	VEC_PUSH(&l->distinct.list, v);
	return l->distinct.list.count > l->more_than;
}

/* False to stop. That an element is in the set is asked once more: where it came from may be larger. */
static bool look_at(struct eval *e, value v, void *data)
{
	struct looking *l = data;
	l->is_found = l->counts ? count_element(e, v, l)
	                        : lazy_in(e, v, l->other, l->pos) == EVAL_FALSE &&
	                              lazy_in(e, v, l->set, l->pos) == EVAL_TRUE;
	e->has_failure = false;
	return !l->is_found && ++l->looked_at < MOST_ELEMENTS && !eval_interrupted(e, l->pos);
}

/* The element of {x | P}, {x . P | E} or %x.(P | E) for the names as they are bound now. */
static bool look_at_names(struct eval *e, void *data)
{
	struct looking *l = data;
	const struct node *n = l->binder;
	value v = n->count == 2 || n->op == OP_LAMBDA ? plan_ids_value(e, n->kid[0]) : VALUE_NONE;
	if (n->count > 2) {
		value body = expr_eval(e, n->kid[2]);
		e->has_failure = false;
		if (body == VALUE_NONE) return ++l->looked_at < MOST_ELEMENTS;
		v = n->op == OP_LAMBDA ? value_pair(e->s, v, body) : body;
	}
	return look_at(e, v, l);
}

/* ---- simple values of any type, which often are elements where the elements cannot be listed ------- */

enum { MOST_SIMPLE = 7, MOST_MENTIONED = 3 };

static void add_mentioned(struct eval *e, const struct node *n, struct looking *l)
{
	struct value_list *to = n->op == OP_NUMBER ? &l->integers : &l->strings;
	bool is_literal =
	    (n->op == OP_NUMBER && n->type && n->type->kind == TYPE_INTEGER) || n->op == OP_STRING;
	if (is_literal && to->list.count < MOST_MENTIONED) VEC_PUSH(&to->list, expr_eval(e, n));
	e->has_failure = false;
	for (uint32_t i = 0; i < n->count; i++) add_mentioned(e, n->kid[i], l);
}

static void add_list(const struct value_list *from, struct value_list *to)
{
	for (uint32_t i = 0; i < from->list.count; i++)
		if (from->list.at[i] != VALUE_NONE) VEC_PUSH(&to->list, from->list.at[i]);
}

static void add_pairs(struct eval *e, const struct looking *l, const struct type *t,
                      struct value_list *out);

static void add_naturals(struct eval *e, const struct type *t, struct value_list *out)
{
	struct type *own = (struct type *)(uintptr_t)t;
	const struct node *n = build_leaf(&e->arena, OP_NATURAL_SET, (struct pos){0}, own);
	VEC_PUSH(&out->list, expr_eval(e, n));
}

static void add_simple(struct eval *e, const struct looking *l, const struct type *t,
                       struct value_list *out)
{
	struct value_list of = {0};
	switch (t->kind) {
	case TYPE_STRING:
		add_list(&l->strings, out);
		VEC_PUSH(&out->list, value_string(e->s, names_of(e->project->names, "")));
		break;
	case TYPE_BOOL:
		VEC_PUSH(&out->list, VALUE_FALSE);
		VEC_PUSH(&out->list, VALUE_TRUE);
		break;
	case TYPE_INTEGER:
		add_list(&l->integers, out);
		for (int64_t i = -1; i <= 2; i++) VEC_PUSH(&out->list, value_integer(e->s, i));
		break;
	case TYPE_POW:
		VEC_PUSH(&out->list, value_empty(e->s));
		if (l->with_infinite && t->a->kind == TYPE_INTEGER) add_naturals(e, t, out);
		add_simple(e, l, t->a, &of);
		for (uint32_t i = 0; i < of.list.count && i < MOST_SIMPLE; i++)
			VEC_PUSH(&out->list, value_set(e->s, &of.list.at[i], 1));
		break;
	case TYPE_PAIR: add_pairs(e, l, t, out); break;
	case TYPE_GIVEN:
		if (t->decl->kind == DECL_FREETYPE) break;
		for (uint32_t i = 0, n = universe_number(e->u, t->decl); i < 2 && i < e->u->sets.at[n].size;
		     i++)
			VEC_PUSH(&out->list, value_element(n, i));
		break;
	default: break;
	}
	VEC_CLEAR(&of.list);
}

static void add_pairs(struct eval *e, const struct looking *l, const struct type *t,
                      struct value_list *out)
{
	struct value_list a = {0}, b = {0};
	add_simple(e, l, t->a, &a);
	add_simple(e, l, t->b, &b);
	for (uint32_t i = 0; i < a.list.count && i < MOST_SIMPLE; i++)
		for (uint32_t k = 0; k < b.list.count && k < MOST_SIMPLE; k++)
			VEC_PUSH(&out->list, value_pair(e->s, a.list.at[i], b.list.at[k]));
	VEC_CLEAR(&a.list);
	VEC_CLEAR(&b.list);
}

static const struct type *type_of_ids(struct eval *e, const struct node *ids)
{
	const struct type *t = ids->kid[0]->type;
	for (uint32_t i = 1; i < ids->count; i++) {
		struct type *pair = ARENA_NEW(&e->arena, struct type);
		*pair = (struct type){.kind = TYPE_PAIR, .a = (struct type *)(uintptr_t)t};
		pair->b = ids->kid[i]->type;
		t = pair;
	}
	return t;
}

/* Names of a binder bound to simple values that satisfy its predicate. */
static void look_at_simple_names(struct eval *e, const struct node *n, struct looking *l)
{
	struct value_list simple = {0};
	add_simple(e, l, type_of_ids(e, n->kid[0]), &simple);
	for (uint32_t i = 0; i < simple.list.count; i++) {
		plan_bind_ids(e, n->kid[0], simple.list.at[i]);
		bool is_in = predicate_eval(e, n->kid[1]) == EVAL_TRUE;
		e->has_failure = false;
		if (is_in && !look_at_names(e, l)) break;
	}
	VEC_CLEAR(&simple.list);
}

static void look_at_simple(struct eval *e, const struct type *t, struct looking *l)
{
	struct value_list simple = {0};
	add_simple(e, l, t, &simple);
	for (uint32_t i = 0; i < simple.list.count; i++)
		if (!look_at(e, simple.list.at[i], l)) break;
	VEC_CLEAR(&simple.list);
}

/* Elements of n, or of a set that contains it. */
static void look_in(struct eval *e, const struct node *n, struct looking *l)
{
	switch (n->op) {
	case OP_UNION:
		look_in(e, n->kid[0], l);
		if (!l->is_found) look_in(e, n->kid[1], l);
		return;
	case OP_INTER:
	case OP_DIFFERENCE: look_in(e, n->kid[0], l); return;
	case OP_LAMBDA:
	case OP_COMPREHENSION:
		l->binder = n;
		look_at_simple_names(e, n, l);
		if (!l->is_found) plan_run(e, plan_of(e, n), look_at_names, l);
		break;
	case OP_INTEGER_SET:
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET:
	case OP_SEQ:
	case OP_SEQ1:
	case OP_TREE:
	case OP_BTREE: stream_node(e, n, look_at, l); break;
	default:
		if (n->type && n->type->kind == TYPE_POW) look_at_simple(e, n->type->a, l);
		if (!op_is(n->op, FACT_POWERS | FACT_ARROWS)) break;
		if (!l->is_found) stream_node(e, n, look_at, l);
		break;
	}
	e->has_failure = false;
}

static void look(struct eval *e, struct looking *l)
{
	bool was_cut = e->was_cut;
	struct eval_steps steps;
	struct lazy_frame f;
	lazy_enter(e, l->set, &f);
	eval_lend_steps(e, MOST_STEPS, &steps);
	add_mentioned(e, f.node, l);
	if (!l->counts && value_kind(e->s, l->other) == VALUE_LAZY)
		add_mentioned(e, value_lazy_node(e->s, l->other), l);
	look_in(e, f.node, l);
	eval_return_steps(e, &steps);
	lazy_leave(e, &f);
	e->was_cut = was_cut;
	VEC_CLEAR(&l->integers.list);
	VEC_CLEAR(&l->strings.list);
}

static void look_at_listed(struct eval *e, struct looking *l)
{
	uint64_t count = value_count(e->s, l->set);
	for (uint64_t i = 0; i < count && look_at(e, value_at(e->s, l->set, i), l); i++) continue;
}

bool lazy_has_outside(struct eval *e, value set, value other, struct pos pos)
{
	struct looking l = {.set = set, .other = other, .pos = pos};
	if (value_kind(e->s, set) == VALUE_LAZY) look(e, &l);
	else if (value_kind(e->s, other) == VALUE_LAZY) look_at_listed(e, &l);
	return l.is_found;
}

bool eval_has_outside(struct eval *e, value set, value other)
{
	return lazy_has_outside(e, set, other, (struct pos){0});
}

bool eval_has_more(struct eval *e, value set, uint64_t count)
{
	struct looking l = {.set = set, .counts = true, .more_than = count};
	if (value_kind(e->s, set) == VALUE_LAZY && count < MOST_ELEMENTS) look(e, &l);
	VEC_CLEAR(&l.distinct.list);
	return l.is_found;
}

/* ---- instances of universals ---------------------------------------------------------------------- */

/* Is P => Q false or undefined for the names as they are bound now, and P true? Then !x.(P => Q) is not true. */
static bool fails_here(struct eval *e, const struct node *body)
{
	bool is_implication = body->op == OP_IMPLIES;
	e->was_cut = e->has_failure = false;
	bool holds = is_implication && predicate_condition(e, body->kid[0]) != EVAL_TRUE;
	if (holds || e->was_cut || e->has_failure) return false;
	enum truth t = predicate_eval(e, is_implication ? body->kid[1] : body);
	bool is_undefined = t == EVAL_FAILED && e->failure.kind == EVAL_UNDEFINED;
	return !e->was_cut && (t == EVAL_FALSE || is_undefined);
}

static bool fails_from(struct eval *e, const struct node *n, const struct value_list *simple,
                       uint32_t i)
{
	const struct node *ids = n->kid[0];
	if (i == ids->count) return fails_here(e, n->kid[1]);
	for (uint32_t k = 0; k < simple[i].list.count; k++) {
		e->slots[slot_of(e, ids->kid[i]->decl)] = simple[i].list.at[k];
		if (fails_from(e, n, simple, i + 1)) return true;
		if (eval_interrupted(e, n->pos)) return false;
	}
	return false;
}

bool eval_fails_for_some(struct eval *e, const struct node *n)
{
	enum { MOST_NAMES = 3 };
	struct value_list simple[MOST_NAMES] = {0};
	struct looking l = {.with_infinite = true};
	struct eval_steps steps;
	bool was_cut = e->was_cut, fails = false;
	if (n->op != OP_FORALL || n->kid[0]->count > MOST_NAMES || e->has_failure) return false;
	const struct node *ids = n->kid[0];
	prepare_tree(e, n);
	eval_lend_steps(e, MOST_STEPS, &steps);
	add_mentioned(e, n, &l);
	for (uint32_t i = 0; i < ids->count; i++) add_simple(e, &l, ids->kid[i]->type, &simple[i]);
	fails = fails_from(e, n, simple, 0);
	eval_return_steps(e, &steps);
	for (uint32_t i = 0; i < ids->count; i++) {
		e->slots[slot_of(e, ids->kid[i]->decl)] = VALUE_NONE;
		VEC_CLEAR(&simple[i].list);
	}
	VEC_CLEAR(&l.integers.list);
	VEC_CLEAR(&l.strings.list);
	e->was_cut = was_cut;
	e->has_failure = false;
	return fails;
}
