/* Trees: functions from paths to labels (value/algebra_tree.c). They are looked at node by node, for all nodes
 * that there may be. What is no tree has no defined result, so that any value will do. */
#include "encode/sym/sym.h"

struct twig { /* a node that there may be, and what may be below it */
	value path;
	struct sym *label;
	lit has; /* of a tree it implies that of the father, and of the son before it */
	struct twig **sons;
	uint32_t count, room;
};

static struct twig *twig_new(enc e, struct sym *label, lit has)
{
	struct twig *t = ARENA_NEW(&e->arena, struct twig);
	*t = (struct twig){.path = value_empty(e->s), .label = label, .has = has};
	return t;
}

static void twig_add(enc e, struct twig *t, struct twig *son)
{
	if (t->count == t->room) {
		struct twig **old = t->sons;
		t->room = t->room ? t->room * 2 : 4;
		t->sons = ARENA_ARRAY(&e->arena, t->room, struct twig *);
		if (t->count) memcpy(t->sons, old, t->count * sizeof *old);
	}
	t->sons[t->count++] = son;
}

/* ---- from a relation ----------------------------------------------------------------------------- */

struct tree_path {
	uint32_t *ranks, depth;
};

/* False if no tree with at most so many nodes has that path. */
static bool read_path(enc e, value path, uint32_t nodes, struct tree_path *out)
{
	uint64_t depth = value_count(e->s, path);
	if (depth >= nodes) return false;
	*out = (struct tree_path){ARENA_ARRAY(&e->arena, (uint32_t)depth, uint32_t), (uint32_t)depth};
	for (uint64_t i = 0; i < depth; i++) {
		value step = value_at(e->s, path, i);
		int64_t at = value_clamped(e->s, value_first(e->s, step));
		int64_t rank = value_clamped(e->s, value_second(e->s, step));
		if (at < 1 || at > (int64_t)depth || rank < 1 || rank >= nodes) return false;
		if (out->ranks[at - 1]) return false;
		out->ranks[at - 1] = (uint32_t)rank;
	}
	return true;
}

static struct twig *twig_at(enc e, struct twig *t, const struct tree_path *p)
{
	for (uint32_t i = 0; i < p->depth; i++) {
		while (t->count < p->ranks[i]) twig_add(e, t, twig_new(e, e->undefined, LIT_FALSE));
		t = t->sons[p->ranks[i] - 1];
	}
	return t;
}

/* Each node that is there has a father, and the sons before it. */
static void must_be_closed(enc e, const struct twig *t, struct lits *must)
{
	lit before = t->has;
	for (uint32_t i = 0; i < t->count; i++) {
		lits_push(e, must, circuit_implies(e->c, t->sons[i]->has, before));
		before = t->sons[i]->has;
		must_be_closed(e, t->sons[i], must);
	}
}

/* path |-> label, perhaps for several labels */
static void add_node(enc e, struct twig *root, uint32_t nodes, value path, struct sym *label,
                     lit has, struct lits *must)
{
	struct tree_path p;
	enc_tick(e, (struct pos){0});
	if (!read_path(e, path, nodes, &p)) {
		lits_push(e, must, -has);
		return;
	}
	struct twig *t = twig_at(e, root, &p);
	t->path = path;
	t->label = label;
	t->has = has;
}

static void add_rows(enc e, struct twig *root, struct sym *set, const struct type *t,
                     struct lits *must)
{
	const struct rows *rows = relation_rows(e, set);
	for (uint32_t i = 0; i < rows->count;) {
		struct cases c = {0};
		value path = rows->first[i];
		for (; i < rows->count && rows->first[i] == path; i++)
			cases_push(e, &c, rows->second[i], rows->is[i]);
		struct sym *label = sym_of_cases(e, t->a->b, &c);
		add_node(e, root, rows->count, path, label, circuit_any(e->c, c.is, c.count), must);
	}
}

/* The nodes of a relation of type t; *is gets that it is a tree. */
static struct twig *twig_of(enc e, struct sym *s, const struct type *t, struct pos pos, lit *is)
{
	struct twig *root = twig_new(e, e->undefined, LIT_FALSE);
	struct lits must = {0};
	struct sym *map = s->kind == SYM_UNDEFINED ? NULL : set_as_map(e, s);
	struct sym *matrix = map || s->kind == SYM_UNDEFINED ? NULL : set_as_matrix(e, s, t);
	if (map) {
		for (uint32_t i = 0; i < map->count; i++)
			add_node(e, root, map->count, map->values[i], map->parts[i], map->is[i], &must);
	} else if (matrix && matrix->kind == SYM_SET) {
		add_rows(e, root, matrix, t, &must);
		lits_push(e, &must, relation_is_functional(e, matrix, t, pos));
	} else if (!matrix && s->kind != SYM_UNDEFINED) {
		enc_stop(e, EVAL_LIMIT, pos, "a tree with too many possible nodes");
	}
	lits_push(e, &must, root->has);
	must_be_closed(e, root, &must);
	*is = circuit_all(e->c, must.at, must.count);
	return root;
}

/* ---- shapes -------------------------------------------------------------------------------------- */

static lit has_son(const struct twig *t, uint32_t rank)
{
	return rank <= t->count ? t->sons[rank - 1]->has : LIT_FALSE;
}

static lit has_arity(enc e, const struct twig *t, uint32_t n)
{
	lit enough = n == 0 ? t->has : has_son(t, n);
	return circuit_and(e->c, enough, -has_son(t, n + 1));
}

/* Each node has no son or two. */
static void must_be_binary(enc e, const struct twig *t, struct lits *must)
{
	lits_push(e, must, circuit_implies(e->c, has_son(t, 1), has_son(t, 2)));
	lits_push(e, must, -has_son(t, 3));
	for (uint32_t i = 0; i < t->count && i < 2; i++) must_be_binary(e, t->sons[i], must);
}

static lit is_binary_tree(enc e, const struct twig *t)
{
	struct lits must = {0};
	must_be_binary(e, t, &must);
	return circuit_all(e->c, must.at, must.count);
}

lit tree_is(enc e, struct sym *s, const struct type *t, bool is_binary, struct pos pos)
{
	lit is;
	const struct twig *root = twig_of(e, s, t, pos, &is);
	return is_binary ? circuit_and(e->c, is, is_binary_tree(e, root)) : is;
}

/* ---- to a function ------------------------------------------------------------------------------- */

static void add_twigs(enc e, const struct twig *t, value path, uint32_t depth, struct parts *out)
{
	if (t->has == LIT_FALSE) return;
	parts_push(e, out, sym_pair(e, sym_ground(e, path), t->label), t->has);
	value at = value_integer(e->s, depth + 1);
	for (uint32_t i = 0; i < t->count; i++) {
		value son = algebra_update(e->s, path, at, value_integer(e->s, i + 1));
		add_twigs(e, t->sons[i], son, depth + 1, out);
	}
}

/* A tree of this type. */
static struct sym *function_of(enc e, const struct twig *t, const struct type *type)
{
	struct parts out = {0};
	add_twigs(e, t, value_empty(e->s), 0, &out);
	return out.count ? set_of_parts(e, &out, type) : e->undefined;
}

/* ---- other trees --------------------------------------------------------------------------------- */

/* It is there only if the condition holds. */
static struct twig *twig_where(enc e, const struct twig *t, lit condition)
{
	struct twig *out = twig_new(e, t->label, circuit_and(e->c, t->has, condition));
	for (uint32_t i = 0; i < t->count && out->has != LIT_FALSE; i++)
		twig_add(e, out, twig_where(e, t->sons[i], condition));
	return out;
}

/* Of these, at most one is there: that one. */
static struct twig *twig_select(enc e, struct twig *const *of, uint32_t count,
                                const struct type *label)
{
	struct parts labels = {0};
	uint32_t widest = 0;
	for (uint32_t i = 0; i < count; i++) {
		parts_push(e, &labels, of[i]->label, of[i]->has);
		if (of[i]->count > widest) widest = of[i]->count;
	}
	struct twig *out =
	    twig_new(e, sym_select(e, label, &labels), circuit_any(e->c, labels.is, labels.count));
	struct twig **sons = ARENA_ARRAY(&e->arena, count, struct twig *);
	for (uint32_t k = 0; k < widest; k++) {
		uint32_t left = 0;
		for (uint32_t i = 0; i < count; i++)
			if (k < of[i]->count) sons[left++] = of[i]->sons[k];
		twig_add(e, out, left == 1 ? sons[0] : twig_select(e, sons, left, label));
	}
	return out;
}

/* Of k sons the first is the last but k-1. */
static struct twig *mirrored(enc e, const struct twig *t, const struct type *label)
{
	struct twig *out = twig_new(e, t->label, t->has);
	struct twig **sons = ARENA_ARRAY(&e->arena, t->count, struct twig *);
	struct twig **one = ARENA_ARRAY(&e->arena, t->count, struct twig *);
	enc_tick(e, (struct pos){0});
	for (uint32_t i = 0; i < t->count; i++) sons[i] = mirrored(e, t->sons[i], label);
	for (uint32_t i = 0; i < t->count; i++) {
		uint32_t count = 0;
		for (uint32_t k = i + 1; k <= t->count; k++)
			one[count++] = twig_where(e, sons[k - 1 - i], has_arity(e, t, k));
		twig_add(e, out, twig_select(e, one, count, label));
	}
	return out;
}

/* const(x, sons) */
static struct twig *planted(enc e, const struct node *n, struct sym **a, lit *defined)
{
	struct places sons;
	struct twig *root = twig_new(e, a[0], LIT_TRUE);
	places_must_be(e, a[1], n->kid[1]->type, n->pos, defined, &sons);
	for (uint32_t i = 0; i < sons.count; i++) {
		lit is;
		struct twig *son = twig_of(e, sons.at[i], n->type, n->pos, &is);
		*defined = circuit_and(e->c, *defined, circuit_implies(e->c, sons.has[i], is));
		twig_add(e, root, twig_where(e, son, sons.has[i]));
	}
	return root;
}

static struct twig *must_be(enc e, struct sym *s, const struct type *t, struct pos pos,
                            lit *defined)
{
	lit is;
	struct twig *root = twig_of(e, s, t, pos, &is);
	*defined = circuit_and(e->c, *defined, is);
	return root;
}

/* bin(x) and bin(left, x, right) */
static struct twig *planted_binary(enc e, const struct node *n, struct sym **a, lit *defined)
{
	if (n->count == 1) return twig_new(e, a[0], LIT_TRUE);
	struct twig *root = twig_new(e, a[1], LIT_TRUE);
	twig_add(e, root, must_be(e, a[0], n->type, n->pos, defined));
	twig_add(e, root, must_be(e, a[2], n->type, n->pos, defined));
	return root;
}

/* ---- of the whole tree --------------------------------------------------------------------------- */

/* The labels in the order of prefix, postfix or infix. */
static struct places labels_of(enc e, const struct twig *t, enum op order, const struct type *type)
{
	struct places own = places_single(e, t->label, t->has), all = {0};
	uint32_t before = order == OP_PREFIX ? 0 : order == OP_INFIX ? 1 : t->count;
	for (uint32_t i = 0; i <= t->count; i++) {
		if (i == before || (i == t->count && before > i))
			all = places_concatenated(e, &all, &own, type);
		if (i == t->count || t->sons[i]->has == LIT_FALSE) continue;
		struct places below = labels_of(e, t->sons[i], order, type);
		all = places_concatenated(e, &all, &below, type);
	}
	return all;
}

static struct sym *sons_of(enc e, const struct twig *t, const struct type *type)
{
	struct parts out = {0};
	for (uint32_t i = 0; i < t->count; i++) {
		if (t->sons[i]->has == LIT_FALSE) break;
		struct sym *son = function_of(e, t->sons[i], type->a->b);
		struct sym *at = sym_ground(e, value_integer(e->s, i + 1));
		parts_push(e, &out, sym_pair(e, at, son), t->sons[i]->has);
	}
	return set_of_parts(e, &out, type);
}

static struct sym *half(enc e, const struct twig *t, uint32_t rank, const struct type *type,
                        lit *defined)
{
	*defined = circuit_and(e->c, *defined, has_arity(e, t, 2));
	return *defined == LIT_FALSE ? e->undefined : function_of(e, t->sons[rank - 1], type);
}

static struct sym *listed(enc e, const struct twig *t, const struct node *n, lit *defined)
{
	if (n->op == OP_INFIX) *defined = circuit_and(e->c, *defined, is_binary_tree(e, t));
	if (*defined == LIT_FALSE) return e->undefined;
	struct places p = labels_of(e, t, n->op, n->type->a->b);
	return places_sequence(e, &p, n->type);
}

/* ---- of a node ----------------------------------------------------------------------------------- */

struct tree_visit {
	enc e;
	const struct node *n;
	struct sym *path, *rank; /* that are asked for */
	struct parts out;
};

static void add_arity(struct tree_visit *v, const struct twig *t, lit here)
{
	for (uint32_t k = 0; k <= t->count; k++)
		parts_push(v->e, &v->out, sym_ground(v->e, value_integer(v->e->s, k)),
		           circuit_and(v->e->c, here, has_arity(v->e, t, k)));
}

static void add_son(struct tree_visit *v, const struct twig *t, lit here)
{
	struct number *rank = sym_to_number(v->e, v->rank);
	for (uint32_t i = 0; i < t->count; i++) {
		lit is[3] = {here, t->sons[i]->has, number_is(&v->e->numbers, rank, i + 1)};
		lit all = circuit_all(v->e->c, is, 3);
		if (all != LIT_FALSE) parts_push(v->e, &v->out, sym_ground(v->e, t->sons[i]->path), all);
	}
}

/* The root has no father. */
static void add_result(struct tree_visit *v, const struct twig *t, const struct twig *father,
                       uint32_t rank, lit here)
{
	enc e = v->e;
	switch (v->n->op) {
	case OP_ARITY: add_arity(v, t, here); return;
	case OP_SON: add_son(v, t, here); return;
	case OP_SUBTREE: parts_push(e, &v->out, function_of(e, t, v->n->type), here); return;
	case OP_RANK:
		if (father) parts_push(e, &v->out, sym_ground(e, value_integer(e->s, rank)), here);
		return;
	default:
		if (father) parts_push(e, &v->out, sym_ground(e, father->path), here);
		return;
	}
}

static void visit_nodes(struct tree_visit *v, const struct twig *t, const struct twig *father,
                        uint32_t rank)
{
	enc e = v->e;
	enc_tick(e, v->n->pos);
	if (t->has == LIT_FALSE) return;
	lit same = sym_equal(e, v->path, sym_ground(e, t->path), v->n->kid[1]->type);
	lit here = circuit_and(e->c, t->has, same);
	if (here != LIT_FALSE) add_result(v, t, father, rank, here);
	for (uint32_t i = 0; i < t->count; i++) visit_nodes(v, t->sons[i], t, i + 1);
}

static struct sym *of_node(enc e, const struct twig *t, const struct node *n, struct sym **a,
                           lit *defined)
{
	struct tree_visit v = {.e = e, .n = n, .path = a[1], .rank = n->count > 2 ? a[2] : NULL};
	visit_nodes(&v, t, NULL, 0);
	*defined = circuit_and(e->c, *defined, circuit_any(e->c, v.out.is, v.out.count));
	return sym_select(e, n->type, &v.out);
}

struct sym *tree_operator(enc e, const struct node *n, struct sym **a, lit *defined)
{
	if (n->op == OP_CONST) return function_of(e, planted(e, n, a, defined), n->type);
	if (n->op == OP_BIN) return function_of(e, planted_binary(e, n, a, defined), n->type);
	const struct type *type = n->kid[0]->type;
	struct twig *t = must_be(e, a[0], type, n->pos, defined);
	if (*defined == LIT_FALSE) return e->undefined;
	switch (n->op) {
	case OP_TOP: return t->label;
	case OP_SIZET: return sym_number(e, set_card(e, a[0], type, n->pos));
	case OP_SONS: return sons_of(e, t, n->type);
	case OP_MIRROR: return function_of(e, mirrored(e, t, type->a->b), n->type);
	case OP_LEFT: return half(e, t, 1, n->type, defined);
	case OP_RIGHT: return half(e, t, 2, n->type, defined);
	case OP_PREFIX:
	case OP_POSTFIX:
	case OP_INFIX: return listed(e, t, n, defined);
	default: return of_node(e, t, n, a, defined);
	}
}
