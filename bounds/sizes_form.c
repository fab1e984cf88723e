/* Forms of conjuncts that bound the size of a given set. */
#include "bounds/inside.h"

enum { MOST_DEPTH = 8 }; /* of partitions in partitions */

static void wish(struct sizes *x, int64_t set, int64_t n)
{
	if (sizes_is_deferred(x, set) && n > x->bounds[set].wish) x->bounds[set].wish = n;
}

/* ---- comparisons of card(S) -------------------------------------------------------------------------- */

static void bound_by(struct sizes *x, enum op op, int64_t set, struct span s, struct pos pos)
{
	bool is_lower = op == OP_EQUAL || op == OP_GREATER || op == OP_GREATER_EQUAL;
	bool is_upper = op == OP_EQUAL || op == OP_LESS || op == OP_LESS_EQUAL;
	if (op == OP_GREATER) s = span_add(s, span_one(1));
	if (op == OP_LESS) s = span_subtract(s, span_one(1));
	if (is_lower && s.has_low) sizes_at_least(x, set, s.low, pos);
	if (is_upper && s.has_high) sizes_at_most(x, set, s.high, pos);
}

/* card(S) op E, for the operator as seen from card(S); a subset of S gives lower bounds only. */
static void compare_card(struct sizes *x, enum op op, const struct node *card,
                         const struct node *other)
{
	if (card->op != OP_CARD) return;
	const struct node *counted = card->kid[0];
	int64_t set = sizes_set(x, counted);
	if (sizes_is_deferred(x, set)) {
		bound_by(x, op, set, sizes_number(x, other), card->pos);
		return;
	}
	set = counted->type->kind == TYPE_POW ? sizes_set_of_type(x, counted->type->a) : -1;
	bool is_lower = op == OP_EQUAL || op == OP_GREATER || op == OP_GREATER_EQUAL;
	if (is_lower && sizes_is_deferred(x, set))
		bound_by(x, op == OP_EQUAL ? OP_GREATER_EQUAL : op, set, sizes_number(x, other), card->pos);
}

static void compare(struct sizes *x, enum op op, const struct node *n)
{
	compare_card(x, op, n->kid[0], n->kid[1]);
	compare_card(x, op_converse(op), n->kid[1], n->kid[0]);
}

/* card(S) : a..b, card(S) : {a, b} */
static void card_in(struct sizes *x, const struct node *card, const struct node *set)
{
	if (card->op != OP_CARD) return;
	if (set->op == OP_INTERVAL) {
		compare_card(x, OP_GREATER_EQUAL, card, set->kid[0]);
		compare_card(x, OP_LESS_EQUAL, card, set->kid[1]);
	}
	int64_t place = sizes_set(x, card->kid[0]);
	if (set->op != OP_SET || !sizes_is_deferred(x, place)) return;
	struct span all = span_none();
	for (uint32_t i = 0; i < set->count; i++) all = span_hull(all, sizes_number(x, set->kid[i]));
	bound_by(x, OP_EQUAL, place, all, card->pos);
	if (all.has_low) wish(x, place, all.low); /* between them may be gaps */
}

/* ---- sets written out ------------------------------------------------------------------------------------ */

/* S = {a, b, c}: at most as many as are listed. That they differ must be said (a /= b): ProB takes the default
 * size then, too, in which some of them are equal. */
static void extension(struct sizes *x, const struct node *id, const struct node *set)
{
	if (set->op == OP_EMPTY_SET) sizes_at_most(x, sizes_set(x, id), 0, set->pos);
	if (set->op != OP_SET) return;
	sizes_at_most(x, sizes_set(x, id), set->count, set->pos);
}

/* The other side of an equation card(A) = n, or NULL. */
static const struct node *card_equation(const struct node *conjunct, const struct decl *d)
{
	EACH_GENERATOR(s, conjunct)
		if (s.kind == GENERATOR_EQUAL && s.of->op == OP_CARD && mention_is_name(s.of->kid[0], d))
			return s.from;
	return NULL;
}

struct size_parts {
	VEC(const struct node *) list;
};

/* The partition of a name into parts, or NULL. */
static const struct node *partition_of(const struct sizes *x, const struct decl *d)
{
	for (uint32_t i = 0; i < x->conjuncts.count; i++) {
		const struct node *n = x->conjuncts.at[i];
		if (n->op == OP_PARTITION && mention_is_name(n->kid[0], d)) return n;
	}
	return NULL;
}

/* What conjuncts say of a name, but for those that take it apart. */
static struct span named_size(struct sizes *x, const struct decl *d)
{
	struct span s = span_from(0);
	for (uint32_t i = 0; i < x->conjuncts.count; i++) {
		const struct node *n = x->conjuncts.at[i], *listed = generator_equal(n, d);
		const struct node *count = card_equation(n, d);
		if (listed && listed->op == OP_SET) s = span_meet(s, span_between(1, listed->count));
		if (count) s = span_meet(s, sizes_number(x, count));
	}
	return s;
}

/* The number of elements of a part of a set: {a}, or A with card(A) = n, A = {a, b} or partition(A, {a}, {b}). */
static struct span part_size(struct sizes *x, const struct node *part, uint32_t depth)
{
	struct span s = sizes_count(x, part), sum = span_one(0);
	if (part->op != OP_ID || !part->decl) return s;
	s = span_meet(s, named_size(x, part->decl));
	const struct node *parts = depth > 0 ? partition_of(x, part->decl) : NULL;
	if (!parts) return s;
	for (uint32_t i = 1; i < parts->count; i++)
		sum = span_add(sum, part_size(x, parts->kid[i], depth - 1));
	return span_meet(s, sum);
}

/* So many elements are written out in it; negative: not all are. */
static int64_t listed_in(const struct sizes *x, const struct node *part, uint32_t depth)
{
	if (part->op == OP_SET) return part->count;
	const struct node *parts =
	    part->op == OP_ID && part->decl && depth > 0 ? partition_of(x, part->decl) : NULL;
	int64_t sum = parts ? 0 : -1;
	for (uint32_t i = 1; parts && i < parts->count && sum >= 0; i++) {
		int64_t n = listed_in(x, parts->kid[i], depth - 1);
		sum = n < 0 ? n : sum + n;
	}
	return sum;
}

/* S is made of these parts: if all are written out, their elements are taken to differ. */
static void made_of_parts(struct sizes *x, int64_t set, const struct size_parts *p,
                          bool are_all_disjoint, struct pos pos)
{
	struct span sum = span_one(0);
	int64_t listed = 0;
	for (uint32_t i = 0; i < p->list.count; i++) {
		sum = span_add(sum, part_size(x, p->list.at[i], MOST_DEPTH));
		int64_t n = listed >= 0 ? listed_in(x, p->list.at[i], MOST_DEPTH) : -1;
		listed = n < 0 ? n : listed + n;
	}
	if (sum.has_high) sizes_at_most(x, set, sum.high, pos);
	if (are_all_disjoint && sum.has_low) sizes_at_least(x, set, sum.low, pos);
	if (listed > 0) wish(x, set, listed);
}

/* partition(S, {a}, {b, c}, A) */
static void partition(struct sizes *x, const struct node *n)
{
	struct size_parts p = {0};
	int64_t set = sizes_set(x, n->kid[0]);
	if (!sizes_is_deferred(x, set)) return;
	for (uint32_t i = 1; i < n->count; i++) VEC_PUSH(&p.list, n->kid[i]);
	made_of_parts(x, set, &p, true, n->pos);
	VEC_CLEAR(&p.list);
}

static void union_parts(const struct node *n, struct size_parts *out)
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

/* S = A \/ B \/ C: as many as the parts have together, or fewer where they overlap. */
static void union_of_parts(struct sizes *x, const struct node *id, const struct node *n)
{
	struct size_parts p = {0};
	int64_t set = sizes_set(x, id);
	if (n->op != OP_UNION || !sizes_is_deferred(x, set)) return;
	union_parts(n, &p);
	bool all_disjoint = true;
	for (uint32_t i = 0; i < p.list.count; i++)
		for (uint32_t k = 0; k < i && all_disjoint; k++)
			all_disjoint = are_disjoint(x, p.list.at[i], p.list.at[k]);
	made_of_parts(x, set, &p, all_disjoint, n->pos);
	VEC_CLEAR(&p.list);
}

/* ---- functions ---------------------------------------------------------------------------------------------- */

/* The first set has at most as many elements as the second one. */
static void not_larger(struct sizes *x, const struct node *a, const struct node *b, struct pos pos)
{
	struct span p = sizes_count(x, a), q = sizes_count(x, b);
	if (q.has_high) sizes_at_most(x, sizes_set(x, a), q.high, pos);
	if (p.has_low) sizes_at_least(x, sizes_set(x, b), p.low, pos);
}

/* f : S >->> 1..n */
static void arrow(struct sizes *x, const struct node *n)
{
	const struct node *from = n->kid[0], *to = n->kid[1];
	if (!op_is(n->op, FACT_FUNCTIONS)) return;
	if (op_is(n->op, FACT_SURJECTIVE)) not_larger(x, to, from, n->pos);
	if (op_is(n->op, FACT_TOTAL) && op_is(n->op, FACT_INJECTIVE)) not_larger(x, from, to, n->pos);
}

/* ---- all ------------------------------------------------------------------------------------------------------ */

void sizes_conjunct(struct sizes *x, const struct node *n)
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
	case OP_LESS_EQUAL: compare(x, n->op, n); break;
	case OP_NOT:
		if (op_is(n->kid[0]->op, FACT_ORDER)) compare(x, op_opposite(n->kid[0]->op), n->kid[0]);
		break;
	case OP_PARTITION: partition(x, n); break;
	case OP_MEMBER:
		arrow(x, n->kid[1]);
		card_in(x, n->kid[0], n->kid[1]);
		break;
	default: break;
	}
}

/* ---- constants that differ -------------------------------------------------------------------------------- */

struct unequal { /* a /= b between constants */
	struct decl *a, *b;
	const struct node *at;
};

struct size_pairs {
	VEC(struct unequal) list;
};

static bool are_unequal(const struct size_pairs *p, const struct decl *a, const struct decl *b)
{
	for (uint32_t i = 0; i < p->list.count; i++) {
		const struct unequal *u = &p->list.at[i];
		if ((u->a == a && u->b == b) || (u->a == b && u->b == a)) return true;
	}
	return false;
}

static void add_to_clique(const struct size_pairs *p, struct decls *clique, struct decl *d)
{
	for (uint32_t i = 0; i < clique->list.count; i++)
		if (!are_unequal(p, clique->list.at[i], d)) return;
	VEC_PUSH(&clique->list, d);
}

/* Greedily collects constants that all differ from each other, starting with those of a pair. */
static void clique_from(struct sizes *x, const struct size_pairs *p, const struct unequal *start,
                        int64_t set)
{
	struct decls clique = {0};
	VEC_PUSH(&clique.list, start->a);
	VEC_PUSH(&clique.list, start->b);
	for (uint32_t i = 0; i < p->list.count; i++) {
		add_to_clique(p, &clique, p->list.at[i].a);
		add_to_clique(p, &clique, p->list.at[i].b);
	}
	sizes_at_least(x, set, clique.list.count, start->at->pos);
	VEC_CLEAR(&clique.list);
}

static void add_pair(struct size_pairs *p, const struct node *a, const struct node *b,
                     const struct node *at)
{
	if (a->op == OP_ID && b->op == OP_ID && a->decl && b->decl && a->decl != b->decl)
		VEC_PUSH(&p->list, (struct unequal){a->decl, b->decl, at});
}

/* a /= b, not(a = b), a /: {b, c} */
static void add_pairs(struct size_pairs *p, const struct node *n)
{
	if (n->op == OP_NOT_EQUAL) add_pair(p, n->kid[0], n->kid[1], n);
	else if (n->op == OP_NOT && n->kid[0]->op == OP_EQUAL)
		add_pair(p, n->kid[0]->kid[0], n->kid[0]->kid[1], n->kid[0]);
	else if (n->op == OP_NOT_MEMBER && n->kid[1]->op == OP_SET)
		for (uint32_t i = 0; i < n->kid[1]->count; i++)
			add_pair(p, n->kid[0], n->kid[1]->kid[i], n);
}

enum { MOST_PAIRS = 200 }; /* beyond, cliques are not looked for: the work grows fast */

void sizes_unequal_constants(struct sizes *x)
{
	struct size_pairs p = {0};
	for (uint32_t i = 0; i < x->conjuncts.count; i++) add_pairs(&p, x->conjuncts.at[i]);
	for (uint32_t i = 0; i < p.list.count && p.list.count <= MOST_PAIRS; i++) {
		int64_t set = sizes_set_of_type(x, p.list.at[i].a->type);
		if (sizes_is_deferred(x, set)) clique_from(x, &p, &p.list.at[i], set);
	}
	VEC_CLEAR(&p.list);
}
