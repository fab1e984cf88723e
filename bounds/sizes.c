/* Sizes of given sets from predicates. Each conjunct of a known form gives a lower or an upper
 * bound. Numbers in it are evaluated where all names in them are known: constants through their
 * defining equation, other given sets once their size is fixed. So this goes in rounds, until no
 * further size gets fixed. */
#include "bounds/inside.h"

struct sizes {
	struct project *project;
	struct universe *u;
	struct size_bounds *out;
	VEC(const struct node *) conjuncts;
	bool *was_fixed; /* [0 .. sets.count-1], before this round */
	struct values *values;
	struct eval *eval;  /* of this round */
	struct map defined; /* constants that have their value in eval, or are being looked at */
};

/* ---- trees --------------------------------------------------------------------------------------- */

static const struct type *settled(const struct type *t)
{
	while (t && t->kind == TYPE_VAR && t->a) t = t->a;
	return t;
}

static void flatten(struct sizes *x, const struct node *n)
{
	if (!n) return;
	if (n->op != OP_AND) VEC_PUSH(&x->conjuncts, n);
	else
		for (uint32_t i = 0; i < n->count; i++) flatten(x, n->kid[i]);
}

/* The place in the universe of the set that n names, or -1. */
static int64_t set_of(const struct sizes *x, const struct node *n)
{
	if (n->op != OP_ID || !n->decl) return -1;
	return (int64_t)(uintptr_t)map_get(&x->u->number, n->decl) - 1;
}

/* The place of the given set whose elements have this type, or -1. */
static int64_t set_of_type(const struct sizes *x, const struct type *t)
{
	t = settled(t);
	if (!t || t->kind != TYPE_GIVEN) return -1;
	return (int64_t)(uintptr_t)map_get(&x->u->number, t->decl) - 1;
}

static bool is_deferred(const struct sizes *x, int64_t set)
{
	return set >= 0 && x->u->sets.at[set].decl->kind != DECL_ENUMERATED_SET;
}

/* ---- bounds ---------------------------------------------------------------------------------------- */

static void at_least(struct sizes *x, int64_t set, int64_t n, struct pos pos)
{
	if (!is_deferred(x, set) || n <= x->out[set].lower) return;
	x->out[set].lower = n;
	x->out[set].lower_at = pos;
}

static void at_most(struct sizes *x, int64_t set, int64_t n, struct pos pos)
{
	if (!is_deferred(x, set) || n >= x->out[set].upper) return;
	x->out[set].upper = n;
	x->out[set].upper_at = pos;
}

static void exactly(struct sizes *x, int64_t set, int64_t n, struct pos pos)
{
	at_least(x, set, n, pos);
	at_most(x, set, n, pos);
}

/* ---- known numbers ----------------------------------------------------------------------------------- */

static bool is_known(struct sizes *x, const struct node *n);

static const struct node *definition_in(const struct node *conjunct, const struct decl *d)
{
	if (conjunct->op != OP_EQUAL) return NULL;
	for (int i = 0; i < 2; i++)
		if (conjunct->kid[i]->op == OP_ID && conjunct->kid[i]->decl == d)
			return conjunct->kid[1 - i];
	return NULL;
}

/* Gives the constant the value of an equation d = E in which all is known. */
static bool define(struct sizes *x, const struct decl *d)
{
	if (map_get(&x->defined, d)) return eval_get(x->eval, d) != VALUE_NONE;
	map_put(&x->defined, d, x);
	for (uint32_t i = 0; i < x->conjuncts.count; i++) {
		const struct node *e = definition_in(x->conjuncts.at[i], d);
		if (!e || !is_known(x, e)) continue;
		value v = eval_expression(x->eval, e);
		if (v == VALUE_NONE) continue;
		eval_set(x->eval, d, v);
		return true;
	}
	return false;
}

static bool is_known_name(struct sizes *x, const struct node *n)
{
	switch (n->decl->kind) {
	case DECL_CONSTANT:
	case DECL_SCALAR_PARAMETER: return define(x, n->decl);
	case DECL_DEFERRED_SET:
	case DECL_SET_PARAMETER: {
		int64_t set = set_of(x, n);
		return set >= 0 && x->was_fixed[set];
	}
	case DECL_ENUMERATED_SET:
	case DECL_ELEMENT:
	case DECL_FREETYPE:
	case DECL_CONSTRUCTOR:
	case DECL_LOCAL: return true;
	default: return false;
	}
}

static bool is_known(struct sizes *x, const struct node *n)
{
	if (n->op == OP_EXTERNAL_CALL || n->op == OP_S_CALL) return false;
	if (n->op == OP_ID && (!n->decl || !is_known_name(x, n))) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_known(x, n->kid[i])) return false;
	return true;
}

static bool number(struct sizes *x, const struct node *n, int64_t *out)
{
	const struct type *t = settled(n->type);
	if (!t || t->kind != TYPE_INTEGER || !is_known(x, n)) return false;
	value v = eval_expression(x->eval, n);
	if (v == VALUE_NONE || value_kind(x->values, v) != VALUE_INTEGER) return false;
	*out = value_to_integer(x->values, v);
	return true;
}

/* The number of elements of an interval or of a set that is known otherwise. */
static bool set_size(struct sizes *x, const struct node *n, int64_t *out)
{
	int64_t low, high;
	if (n->op == OP_INTERVAL && number(x, n->kid[0], &low) && number(x, n->kid[1], &high)) {
		if (high < low) *out = 0;
		else if (__builtin_sub_overflow(high, low, out) || __builtin_add_overflow(*out, 1, out))
			return false;
		return true;
	}
	int64_t set = set_of(x, n);
	if (set < 0 || (is_deferred(x, set) && !x->was_fixed[set])) return false;
	*out = x->u->sets.at[set].size;
	return true;
}

/* ---- forms of conjuncts -------------------------------------------------------------------------------- */

static void bound_by(struct sizes *x, enum op op, int64_t set, int64_t n, struct pos pos)
{
	switch (op) {
	case OP_EQUAL: exactly(x, set, n, pos); break;
	case OP_GREATER: at_least(x, set, n < INT64_MAX ? n + 1 : n, pos); break;
	case OP_GREATER_EQUAL: at_least(x, set, n, pos); break;
	case OP_LESS: at_most(x, set, n > INT64_MIN ? n - 1 : n, pos); break;
	case OP_LESS_EQUAL: at_most(x, set, n, pos); break;
	default: break;
	}
}

/* card(S) op E, for the operator as seen from card(S); a subset of S gives lower bounds only. */
static void compare_card(struct sizes *x, enum op op, const struct node *card,
                         const struct node *other)
{
	if (card->op != OP_CARD) return;
	int64_t set = set_of(x, card->kid[0]), n;
	if (is_deferred(x, set)) {
		if (number(x, other, &n)) bound_by(x, op, set, n, card->pos);
		return;
	}
	const struct type *t = settled(card->kid[0]->type);
	set = t && t->kind == TYPE_POW ? set_of_type(x, t->a) : -1;
	bool is_lower = op == OP_EQUAL || op == OP_GREATER || op == OP_GREATER_EQUAL;
	if (is_lower && is_deferred(x, set) && number(x, other, &n))
		bound_by(x, op == OP_EQUAL ? OP_GREATER_EQUAL : op, set, n, card->pos);
}

static enum op turned(enum op op)
{
	switch (op) {
	case OP_GREATER: return OP_LESS;
	case OP_GREATER_EQUAL: return OP_LESS_EQUAL;
	case OP_LESS: return OP_GREATER;
	case OP_LESS_EQUAL: return OP_GREATER_EQUAL;
	default: return op;
	}
}

/* S = {a, b, c} */
static void extension(struct sizes *x, const struct node *id, const struct node *set)
{
	if (set->op == OP_SET) exactly(x, set_of(x, id), set->count, set->pos);
}

/* The number of elements of a part of a set: {a}, or A with card(A) = n or A = {a, b}. */
static bool part_size(struct sizes *x, const struct node *part, int64_t *out)
{
	if (part->op == OP_SET) {
		*out = part->count;
		return true;
	}
	if (part->op != OP_ID || !part->decl) return false;
	for (uint32_t i = 0; i < x->conjuncts.count; i++) {
		const struct node *n = x->conjuncts.at[i];
		if (n->op != OP_EQUAL) continue;
		const struct node *listed = definition_in(n, part->decl);
		if (listed && listed->op == OP_SET) {
			*out = listed->count;
			return true;
		}
		for (int k = 0; k < 2; k++)
			if (n->kid[k]->op == OP_CARD && n->kid[k]->kid[0]->op == OP_ID &&
			    n->kid[k]->kid[0]->decl == part->decl && number(x, n->kid[1 - k], out))
				return true;
	}
	return false;
}

struct parts {
	VEC(const struct node *) list;
};

/* S is the union of parts that have no element in common. */
static void disjoint_union(struct sizes *x, int64_t set, const struct parts *p, struct pos pos)
{
	int64_t sum = 0;
	bool all = true;
	for (uint32_t i = 0; i < p->list.count; i++) {
		int64_t n;
		bool is_known_part = part_size(x, p->list.at[i], &n) && n >= 0 && n <= INT32_MAX;
		all &= is_known_part;
		sum += is_known_part ? n : 0;
	}
	if (all) exactly(x, set, sum, pos);
	else at_least(x, set, sum, pos);
}

/* partition(S, {a}, {b, c}, A) */
static void partition(struct sizes *x, const struct node *n)
{
	struct parts p = {0};
	int64_t set = set_of(x, n->kid[0]);
	if (!is_deferred(x, set)) return;
	for (uint32_t i = 1; i < n->count; i++) VEC_PUSH(&p.list, n->kid[i]);
	disjoint_union(x, set, &p, n->pos);
	VEC_CLEAR(&p.list);
}

static void union_parts(const struct node *n, struct parts *out)
{
	if (n->op != OP_UNION) VEC_PUSH(&out->list, n);
	else
		for (uint32_t i = 0; i < n->count; i++) union_parts(n->kid[i], out);
}

/* Is there a conjunct a /\ b = {}? */
static bool are_disjoint(const struct sizes *x, const struct node *a, const struct node *b)
{
	for (uint32_t i = 0; i < x->conjuncts.count; i++) {
		const struct node *n = x->conjuncts.at[i];
		if (n->op != OP_EQUAL || n->kid[0]->op != OP_INTER || n->kid[1]->op != OP_EMPTY_SET)
			continue;
		const struct node *const *kid = (const struct node *const *)n->kid[0]->kid;
		if (node_same(kid[0], a) && node_same(kid[1], b)) return true;
		if (node_same(kid[0], b) && node_same(kid[1], a)) return true;
	}
	return false;
}

/* S = A \/ B \/ C */
static void union_of_parts(struct sizes *x, const struct node *id, const struct node *n)
{
	struct parts p = {0};
	int64_t set = set_of(x, id);
	if (n->op != OP_UNION || !is_deferred(x, set)) return;
	union_parts(n, &p);
	bool all_disjoint = true;
	for (uint32_t i = 0; i < p.list.count; i++)
		for (uint32_t k = 0; k < i && all_disjoint; k++)
			all_disjoint = are_disjoint(x, p.list.at[i], p.list.at[k]);
	if (all_disjoint) disjoint_union(x, set, &p, n->pos);
	VEC_CLEAR(&p.list);
}

/* f : S >->> 1..n */
static void bijection(struct sizes *x, const struct node *arrow)
{
	if (arrow->op != OP_TOTAL_BIJECTIONS) return;
	for (int i = 0; i < 2; i++) {
		int64_t set = set_of(x, arrow->kid[i]), n;
		if (is_deferred(x, set) && set_size(x, arrow->kid[1 - i], &n))
			exactly(x, set, n, arrow->pos);
	}
}

/* card(S) : a..b */
static void card_in_interval(struct sizes *x, const struct node *card, const struct node *range)
{
	if (card->op != OP_CARD || range->op != OP_INTERVAL) return;
	compare_card(x, OP_GREATER_EQUAL, card, range->kid[0]);
	compare_card(x, OP_LESS_EQUAL, card, range->kid[1]);
}

static void conjunct(struct sizes *x, const struct node *n)
{
	switch (n->op) {
	case OP_EQUAL:
		for (int i = 0; i < 2; i++) {
			extension(x, n->kid[i], n->kid[1 - i]);
			union_of_parts(x, n->kid[i], n->kid[1 - i]);
		}
		/* fallthrough */
	case OP_GREATER:
	case OP_GREATER_EQUAL:
	case OP_LESS:
	case OP_LESS_EQUAL:
		compare_card(x, n->op, n->kid[0], n->kid[1]);
		compare_card(x, turned(n->op), n->kid[1], n->kid[0]);
		break;
	case OP_PARTITION: partition(x, n); break;
	case OP_MEMBER:
		bijection(x, n->kid[1]);
		card_in_interval(x, n->kid[0], n->kid[1]);
		break;
	default: break;
	}
}

/* ---- constants that differ -------------------------------------------------------------------------------- */

struct pairs { /* a /= b between constants of a given set */
	VEC(const struct node *) list;
};

static bool are_unequal(const struct pairs *p, const struct decl *a, const struct decl *b)
{
	for (uint32_t i = 0; i < p->list.count; i++) {
		const struct node *n = p->list.at[i];
		if (n->kid[0]->decl == a && n->kid[1]->decl == b) return true;
		if (n->kid[0]->decl == b && n->kid[1]->decl == a) return true;
	}
	return false;
}

static bool add_to_clique(const struct pairs *p, struct decls *clique, struct decl *d)
{
	for (uint32_t i = 0; i < clique->list.count; i++)
		if (!are_unequal(p, clique->list.at[i], d)) return false;
	VEC_PUSH(&clique->list, d);
	return true;
}

/* Greedily collects constants that all differ from each other, starting with those of a pair. */
static void clique_from(struct sizes *x, const struct pairs *p, const struct node *start,
                        int64_t set)
{
	struct decls clique = {0};
	VEC_PUSH(&clique.list, start->kid[0]->decl);
	VEC_PUSH(&clique.list, start->kid[1]->decl);
	for (uint32_t i = 0; i < p->list.count; i++)
		for (int k = 0; k < 2; k++) add_to_clique(p, &clique, p->list.at[i]->kid[k]->decl);
	at_least(x, set, clique.list.count, start->pos);
	VEC_CLEAR(&clique.list);
}

enum { MOST_PAIRS = 200 }; /* beyond, cliques are not looked for: the work grows fast */

static void unequal_constants(struct sizes *x)
{
	struct pairs p = {0};
	for (uint32_t i = 0; i < x->conjuncts.count; i++) {
		const struct node *n = x->conjuncts.at[i];
		if (n->op != OP_NOT_EQUAL || n->kid[0]->op != OP_ID || n->kid[1]->op != OP_ID) continue;
		if (n->kid[0]->decl != n->kid[1]->decl) VEC_PUSH(&p.list, n);
	}
	for (uint32_t i = 0; i < p.list.count && p.list.count <= MOST_PAIRS; i++) {
		int64_t set = set_of_type(x, p.list.at[i]->kid[0]->type);
		if (is_deferred(x, set)) clique_from(x, &p, p.list.at[i], set);
	}
	VEC_CLEAR(&p.list);
}

/* ---- rounds -------------------------------------------------------------------------------------------------- */

/* Sets whose bounds met in this round; true if there is one. */
static bool fix_sizes(struct sizes *x)
{
	bool changed = false;
	for (uint32_t i = 0; i < x->u->sets.count; i++) {
		const struct size_bounds *b = &x->out[i];
		if (x->was_fixed[i] || b->lower != b->upper) continue;
		if (b->lower < 1 || b->lower > BOUNDS_LARGEST_SET) continue;
		x->u->sets.at[i].size = (uint32_t)b->lower;
		x->was_fixed[i] = changed = true;
	}
	return changed;
}

static void one_round(struct sizes *x)
{
	x->eval = eval_open(x->project, x->values, x->u);
	for (uint32_t i = 0; i < x->conjuncts.count; i++) conjunct(x, x->conjuncts.at[i]);
	eval_close(x->eval);
	map_clear(&x->defined);
}

static bool has_deferred(const struct sizes *x)
{
	for (uint32_t i = 0; i < x->u->sets.count; i++)
		if (is_deferred(x, i)) return true;
	return false;
}

void sizes_find(struct project *p, struct universe *u, struct size_bounds *out)
{
	struct sizes x = {.project = p, .u = u, .out = out};
	for (uint32_t i = 0; i < u->sets.count; i++)
		out[i] = (struct size_bounds){.lower = 1, .upper = INT64_MAX};
	if (!has_deferred(&x)) return;
	for (uint32_t i = 0; i < p->machines.count; i++) {
		flatten(&x, p->machines.at[i]->constraints);
		flatten(&x, p->machines.at[i]->properties);
	}
	x.was_fixed = calloc(u->sets.count, sizeof *x.was_fixed);
	if (!x.was_fixed) diag_fatal(__FILE__, __LINE__, "out of memory");
	if (x.conjuncts.count > 0) {
		x.values = values_open(p->names);
		unequal_constants(&x);
		do one_round(&x);
		while (fix_sizes(&x));
		values_close(x.values);
	}
	free(x.was_fixed);
	VEC_CLEAR(&x.conjuncts);
}
