/* The elements of a set one by one. Subsets, functions, injective sequences and the values of a
 * type are made as they are asked for, so that the first of very many can be had. */
#include "eval/inside.h"

static value listed(struct eval *e, const struct node *n)
{
	value v = expr_eval(e, n);
	return v == VALUE_NONE ? v : lazy_list(e, v, n->pos);
}

static enum truth stream_listed(struct eval *e, value set, stream_found *found, void *data)
{
	uint64_t count = value_count(e->s, set);
	for (uint64_t i = 0; i < count; i++)
		if (!found(e, value_at(e->s, set, i), data)) return EVAL_TRUE;
	return EVAL_FALSE;
}

/* ---- subsets ----------------------------------------------------------------------------------- */

enum { MOST_MEMBERS = 62 };

/* The least number from `mask` on with as many bits as is allowed, or one from `end` on: few of very many subsets are
 * found at once. */
static uint64_t next_of_size(uint64_t mask, uint64_t end, const struct subset_sizes *sizes)
{
	while (mask < end) {
		uint64_t size = (uint64_t)__builtin_popcountll(mask);
		if (size > sizes->most) mask += mask & -mask;
		else if (size < sizes->least) mask |= mask + 1;
		else break;
	}
	return mask;
}

/* The next of the choices of `size` places below `count`; false after the last one. */
static bool next_choice(uint32_t *places, uint64_t size, uint64_t count)
{
	uint64_t i = size;
	while (i > 0 && places[i - 1] == count - size + i - 1) i--;
	if (i == 0) return false;
	places[i - 1]++;
	for (; i < size; i++) places[i] = places[i - 1] + 1;
	return true;
}

/* Likewise of a large set, the smaller ones first: EVAL_FALSE after those of this size. */
static enum truth stream_choices(struct eval *e, value set, uint64_t size, stream_found *found,
                                 void *data)
{
	struct value_list chosen = {0};
	VEC(uint32_t) places = {0};
	uint64_t count = value_count(e->s, set);
	enum truth t = EVAL_FALSE;
	for (uint32_t i = 0; i < size; i++) VEC_PUSH(&places, i);
	do {
		if (eval_interrupted(e, (struct pos){0})) t = EVAL_FAILED;
		if (t == EVAL_FAILED) break;
		chosen.list.count = 0;
		for (uint32_t i = 0; i < size; i++)
			VEC_PUSH(&chosen.list, value_at(e->s, set, places.at[i]));
		value v = value_set_sorted(e->s, chosen.list.at, chosen.list.count);
		if (!found(e, v, data)) t = EVAL_TRUE;
	} while (t == EVAL_FALSE && next_choice(places.at, size, count));
	VEC_CLEAR(&chosen.list);
	VEC_CLEAR(&places);
	return t;
}

static enum truth stream_by_size(struct eval *e, value set, bool proper,
                                 const struct subset_sizes *sizes, stream_found *found, void *data)
{
	uint64_t count = value_count(e->s, set), last = count - proper;
	enum truth t = EVAL_FALSE;
	if (sizes->most < last) last = sizes->most;
	for (uint64_t size = sizes->least; size <= last && t == EVAL_FALSE; size++)
		t = stream_choices(e, set, size, found, data);
	return t;
}

enum truth stream_subsets(struct eval *e, value set, bool proper, const struct subset_sizes *sizes,
                          stream_found *found, void *data)
{
	uint64_t count = value_count(e->s, set);
	value items[MOST_MEMBERS], chosen[MOST_MEMBERS];
	if (count > MOST_MEMBERS && sizes &&
	    count_subsets(count, sizes->least, sizes->most) >> MOST_MEMBERS == 0)
		return stream_by_size(e, set, proper, sizes, found, data);
	if (count > MOST_MEMBERS)
		return eval_fail_truth(e, EVAL_LIMIT, (struct pos){0},
		                       "a set of %llu elements has too many subsets",
		                       (unsigned long long)count);
	for (uint64_t i = 0; i < count; i++) items[i] = value_at(e->s, set, i);
	uint64_t end = ((uint64_t)1 << count) - (proper ? 1 : 0);
	for (uint64_t mask = 0;; mask++) {
		uint32_t n = 0;
		if (sizes) mask = next_of_size(mask, end, sizes);
		if (mask >= end) return EVAL_FALSE;
		if (eval_interrupted(e, (struct pos){0})) return EVAL_FAILED;
		for (uint64_t rest = mask; rest; rest &= rest - 1)
			chosen[n++] = items[__builtin_ctzll(rest)];
		if (!found(e, value_set_sorted(e->s, chosen, n), data)) return EVAL_TRUE;
	}
}

struct non_empty {
	stream_found *found;
	void *data;
};

static bool pass_non_empty(struct eval *e, value v, void *data)
{
	struct non_empty *x = data;
	return v == value_empty(e->s) || x->found(e, v, x->data);
}

static enum truth stream_pow(struct eval *e, const struct node *n, stream_found *found, void *data)
{
	value set = listed(e, n->kid[0]);
	if (set == VALUE_NONE) return EVAL_FAILED;
	struct non_empty x = {found, data};
	bool one = n->op == OP_POW1 || n->op == OP_FIN1;
	return stream_subsets(e, set, false, NULL, one ? pass_non_empty : found,
	                      one ? (void *)&x : data);
}

/* ---- relations ------------------------------------------------------------------------------- */

struct relations {
	enum op op;
	value from, to;
	stream_found *found;
	void *data;
};

static bool pass_relation(struct eval *e, value r, void *data)
{
	struct relations *x = data;
	return !algebra_in_arrow(e->s, x->op, r, x->from, x->to) || x->found(e, r, x->data);
}

static enum truth stream_relations(struct eval *e, const struct node *n, stream_found *found,
                                   void *data)
{
	struct relations x = {.op = n->op, .found = found, .data = data};
	struct algebra_failure why = {0};
	x.from = listed(e, n->kid[0]);
	x.to = x.from == VALUE_NONE ? VALUE_NONE : listed(e, n->kid[1]);
	if (x.to == VALUE_NONE) return EVAL_FAILED;
	value product = algebra_apply(e->s, OP_PRODUCT, (value[]){x.from, x.to}, 2, e->limit, &why);
	if (product == VALUE_NONE) return eval_fail_truth(e, EVAL_LIMIT, n->pos, "%s", why.why);
	bool all = n->op == OP_RELATIONS;
	return stream_subsets(e, product, false, NULL, all ? found : pass_relation,
	                      all ? data : (void *)&x);
}

/* ---- types ------------------------------------------------------------------------------------- */

static value given_values(struct eval *e, const struct decl *d)
{
	if (d->kind != DECL_FREETYPE) return e->slots[slot_of(e, d)];
	struct value_list items = {0};
	for (uint32_t i = 0; i < d->element_count; i++)
		VEC_PUSH(&items.list, value_free(e->s, d->elements[i], VALUE_NONE));
	value v = value_set(e->s, items.list.at, items.list.count);
	VEC_CLEAR(&items.list);
	return v;
}

static value record_values(struct eval *e, const struct type *t, struct pos pos)
{
	value *sets = memory_zeroed(t->count, sizeof *sets);
	bool ok = true;
	for (uint32_t i = 0; i < t->count && ok; i++) {
		sets[i] = plan_type_values(e, t->fields[i].type, pos);
		ok = sets[i] != VALUE_NONE;
	}
	value v = ok ? bind_records(e, t, sets, pos) : VALUE_NONE;
	free(sets);
	return v;
}

value plan_type_values(struct eval *e, const struct type *t, struct pos pos)
{
	struct algebra_failure why = {0};
	double size = estimate_type(e, t);
	if (!(size <= (double)e->limit)) {
		struct text text = {0};
		print_type(t, &text);
		eval_fail(e, EVAL_LIMIT, pos, "the type %.100s has too many values to try them all%s",
		          text_get(&text), size < EVAL_MOST_LISTED ? LIST_LIMIT : "");
		text_clear(&text);
		return VALUE_NONE;
	}
	switch (t->kind) {
	case TYPE_BOOL: return value_set_sorted(e->s, (value[]){VALUE_FALSE, VALUE_TRUE}, 2);
	case TYPE_GIVEN: return given_values(e, t->decl);
	case TYPE_POW: {
		value set = plan_type_values(e, t->a, pos);
		return set == VALUE_NONE ? set : algebra_apply(e->s, OP_POW, &set, 1, e->limit, &why);
	}
	case TYPE_PAIR: {
		value a = plan_type_values(e, t->a, pos), b = plan_type_values(e, t->b, pos);
		if (a == VALUE_NONE || b == VALUE_NONE) return VALUE_NONE;
		return algebra_apply(e->s, OP_PRODUCT, (value[]){a, b}, 2, e->limit, &why);
	}
	case TYPE_RECORD: return record_values(e, t, pos);
	default: return VALUE_NONE;
	}
}

/* Integers without bounds come from MININT..MAXINT; that this was so is noted. */
enum truth stream_type(struct eval *e, const struct type *t, struct pos pos, stream_found *found,
                       void *data)
{
	if (t->kind == TYPE_INTEGER) {
		e->was_cut = true;
		return stream_listed(e, value_interval(e->s, eval_least(e), eval_most(e)), found, data);
	}
	if (t->kind == TYPE_POW && estimate_type(e, t) > (double)e->limit) {
		value set;
		if (t->a->kind == TYPE_INTEGER) {
			e->was_cut = true;
			set = value_interval(e->s, eval_least(e), eval_most(e));
		} else {
			set = plan_type_values(e, t->a, pos);
		}
		return set == VALUE_NONE ? EVAL_FAILED : stream_subsets(e, set, false, NULL, found, data);
	}
	value all = plan_type_values(e, t, pos);
	return all == VALUE_NONE ? EVAL_FAILED : stream_listed(e, all, found, data);
}

/* x :: NATURAL: integers without bounds come from MININT..MAXINT */
static enum truth stream_integers(struct eval *e, const struct node *n, stream_found *found,
                                  void *data)
{
	int64_t low = n->op == OP_INTEGER_SET ? eval_least(e) : n->op == OP_NATURAL_SET ? 0 : 1;
	e->was_cut = true;
	return stream_listed(e, value_interval(e->s, low, eval_most(e)), found, data);
}

struct sequences {
	struct eval *e;
	value items; /* of which they are made */
	value pairs[64];
	uint32_t length, longest;
	stream_found *found;
	void *data;
};

/* All sequences of the given length that begin with what is chosen. */
static bool extend(struct sequences *q, uint32_t chosen)
{
	struct eval *e = q->e;
	if (chosen == q->length) return q->found(e, value_set_sorted(e->s, q->pairs, chosen), q->data);
	uint64_t count = value_count(e->s, q->items);
	for (uint64_t i = 0; i < count; i++) {
		value x = value_at(e->s, q->items, i);
		q->pairs[chosen] = value_pair(e->s, value_integer(e->s, chosen + 1), x);
		if (!extend(q, chosen + 1)) return false;
	}
	return true;
}

/* seq(S): the shorter ones first, up to the length MAXINT */
static enum truth stream_sequences(struct eval *e, const struct node *n, stream_found *found,
                                   void *data)
{
	struct sequences q = {.e = e, .items = listed(e, n->kid[0]), .found = found, .data = data};
	if (q.items == VALUE_NONE) return EVAL_FAILED;
	int64_t most = universe_most(e->u);
	q.longest = most < 0 ? 0 : most > 64 ? 64 : (uint32_t)most;
	if (value_count(e->s, q.items) > 0) e->was_cut = true;
	for (q.length = n->op == OP_SEQ1; q.length <= q.longest; q.length++)
		if (!extend(&q, 0)) return EVAL_TRUE;
	return EVAL_FALSE;
}

struct trees {
	struct eval *e;
	stream_found *found;
	void *data;
};

static bool pass_tree(void *data, value tree)
{
	struct trees *x = data;
	return x->found(x->e, tree, x->data);
}

/* How many nodes they may have: as plan_sequence.c says, or MAXINT. */
static bool most_nodes(struct eval *e, const struct node *n, uint32_t *most)
{
	*most = trees_usual_nodes(e->u, n->op == OP_BTREE);
	if (n->count == 1) {
		e->was_cut = true;
		return true;
	}
	value v = expr_eval(e, n->kid[1]);
	if (v == VALUE_NONE) return false;
	int64_t bound = value_clamped(e->s, v);
	if (bound > TREES_MOST_NODES)
		eval_fail(e, EVAL_LIMIT, n->pos, "trees with more than %d nodes are not listed",
		          TREES_MOST_NODES);
	*most = bound < 0 ? 0 : (uint32_t)bound;
	return bound <= TREES_MOST_NODES;
}

/* tree(S) and btree(S): the smaller ones first */
static enum truth stream_trees(struct eval *e, const struct node *n, stream_found *found,
                               void *data)
{
	struct trees x = {e, found, data};
	bool is_binary = n->op == OP_BTREE;
	value labels = listed(e, n->kid[0]);
	if (labels == VALUE_NONE) return EVAL_FAILED;
	if (labels == value_empty(e->s)) return EVAL_FALSE;
	uint32_t most;
	if (!most_nodes(e, n, &most)) return EVAL_FAILED;
	for (uint32_t nodes = 1; nodes <= most; nodes++)
		if (!trees_list(e->s, labels, is_binary, nodes, pass_tree, &x)) return EVAL_TRUE;
	return EVAL_FALSE;
}

enum truth stream_node(struct eval *e, const struct node *set, stream_found *found, void *data)
{
	if (op_is(set->op, FACT_POWERS)) return stream_pow(e, set, found, data);
	if (op_is(set->op, FACT_FUNCTIONS)) return function_stream(e, set, found, data);
	if (op_is(set->op, FACT_RELATIONS)) return stream_relations(e, set, found, data);
	switch (set->op) {
	case OP_INTEGER_SET:
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET: return stream_integers(e, set, found, data);
	case OP_SEQ:
	case OP_SEQ1: return stream_sequences(e, set, found, data);
	case OP_TREE:
	case OP_BTREE: return stream_trees(e, set, found, data);
	default: {
		value v = listed(e, set);
		return v == VALUE_NONE ? EVAL_FAILED : stream_listed(e, v, found, data);
	}
	}
}
