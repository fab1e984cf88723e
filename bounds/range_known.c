/* Expressions in which all names are known: they are evaluated where that is cheap, once. */
#include "bounds/range.h"

enum {
	MOST_NODES = 2000,     /* of an expression that is looked at */
	MOST_ELEMENTS = 10000, /* of all sets in one that is evaluated */
};

struct range_known {
	bool is_known;
	struct range *range;
};

void range_note_binders(struct ranges *x, const struct node *n)
{
	if (n->op == OP_IDS)
		for (uint32_t i = 0; i < n->count; i++) map_put(&x->bound, n->kid[i]->decl, x);
	for (uint32_t i = 0; i < n->count; i++) range_note_binders(x, n->kid[i]);
}

static bool is_known_name(const struct ranges *x, const struct decl *d)
{
	uint32_t place;
	if (!d || range_find(x, d, &place)) return false;
	if (map_get(&x->bound, d)) return true; /* by a binder inside of the expression */
	value v = range_value_of(x, d);
	return v != VALUE_NONE && !value_has_lazy(x->values, v);
}

struct range_walk {
	uint32_t nodes;
	bool has_binder;
};

static bool is_known(const struct ranges *x, const struct node *n, struct range_walk *w)
{
	if (++w->nodes > MOST_NODES) return false;
	w->has_binder |= n->op == OP_IDS;
	if (n->op == OP_ID) return is_known_name(x, n->decl);
	if (n->op == OP_OLD || n->op == OP_SUBSTITUTED || n->op == OP_EXTERNAL_CALL) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_known(x, n->kid[i], w)) return false;
	return true;
}

/* ---- what an evaluation costs --------------------------------------------------------------------------- */

/* Operators that must not be evaluated again and again. */
static bool is_dear(enum op op)
{
	if (op_is(op, FACT_POWERS | FACT_ARROWS)) return true;
	switch (op) {
	case OP_ITERATE:
	case OP_CLOSURE:
	case OP_CLOSURE1:
	case OP_ISEQ:
	case OP_ISEQ1:
	case OP_PERM: return true;
	default: return false;
	}
}

static uint64_t name_cost(const struct ranges *x, const struct node *n)
{
	if (map_get(&x->bound, n->decl) || n->type->kind != TYPE_POW) return 1;
	return value_count(x->values, range_value_of(x, n->decl));
}

/* Elements of sets that may have to be listed; enumeration by binders is limited by eval/. */
static uint64_t cost(struct ranges *x, const struct node *n, bool in_binder)
{
	if (n->op == OP_ID) return name_cost(x, n);
	if (in_binder && is_dear(n->op)) return COUNT_MANY;
	bool is_binder = n->count && n->kid[0]->op == OP_IDS;
	uint64_t sum = 1;
	for (uint32_t i = 0; i < n->count && sum <= MOST_ELEMENTS; i++)
		if (n->kid[i]->op != OP_IDS)
			sum = count_plus(sum, cost(x, n->kid[i], in_binder || is_binder));
	if (in_binder || !n->type || n->type->kind != TYPE_POW || sum > MOST_ELEMENTS) return sum;
	return count_plus(sum, range_most(range_of(x, n)));
}

static struct range *known_range(struct ranges *x, const struct node *n, bool has_binder)
{
	x->in_known = true;
	struct range *r = range_of(x, n);
	bool is_cheap = cost(x, n, false) <= MOST_ELEMENTS;
	x->in_known = false;
	value v = is_cheap ? range_evaluate(x, n, has_binder) : VALUE_NONE;
	bool is_listed = v != VALUE_NONE && !value_has_lazy(x->values, v);
	return is_listed ? range_of_value(x, n->type, v) : r;
}

bool range_known(struct ranges *x, const struct node *n, struct range **out)
{
	if (x->in_known || n->count == 0) return false;
	struct range_known *k = map_get(&x->known, n);
	if (!k) {
		struct range_walk w = {0};
		k = ARENA_NEW(&x->arena, struct range_known);
		k->is_known = is_known(x, n, &w);
		x->work -= x->work < w.nodes / 8 ? x->work : w.nodes / 8;
		map_put(&x->known, n, k);
		if (k->is_known) k->range = known_range(x, n, w.has_binder);
	}
	*out = k->range;
	return k->is_known;
}
