/* What conjuncts say of the elements and the size of a set that is to be chosen. */
#include "eval/plan/plan_make.h"

#include <math.h>

struct collecting {
	struct maker *m;
	const struct decl *set;
	VEC(struct subset_rule) rules;
	bool is_function; /* that is chosen image by image */
};

static bool is_set(const struct collecting *c, const struct node *n)
{
	return n->op == OP_ID && n->decl == c->set;
}

static bool mentions(const struct collecting *c, const struct node *n)
{
	if (is_set(c, n)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (mentions(c, n->kid[i])) return true;
	return false;
}

/* A whole that is undefined leaves no element out. */
static void add(struct collecting *c, enum subset_rule_kind kind, const struct node *n, int plus)
{
	bool is_whole = kind == SUBSET_WITHIN || kind == SUBSET_DISJOINT;
	if (is_whole && plan_is_doubtful(c->m->e, n)) return;
	VEC_PUSH(&c->rules, (struct subset_rule){kind, n, NULL, plus});
}

/* ---- !x.(x : s & P => Q) ----------------------------------------------------------------------- */

static uint32_t count_names(const struct node *pattern)
{
	if (pattern->op == OP_ID) return 1;
	if (pattern->op != OP_PAIR) return UINT16_MAX;
	return count_names(pattern->kid[0]) + count_names(pattern->kid[1]);
}

/* Does the pattern have exactly these names? */
static bool is_pattern_of(const struct node *pattern, const struct node *ids)
{
	for (uint32_t i = 0; i < ids->count; i++)
		if (!mention_in_pattern(pattern, ids->kid[i]->decl)) return false;
	return count_names(pattern) == ids->count;
}

static const struct node *find_member(const struct collecting *c, const struct node *n,
                                      const struct node *ids)
{
	if (n->op == OP_MEMBER && is_set(c, n->kid[1]) && is_pattern_of(n->kid[0], ids)) return n;
	for (uint32_t i = 0; n->op == OP_AND && i < n->count; i++) {
		const struct node *found = find_member(c, n->kid[i], ids);
		if (found) return found;
	}
	return NULL;
}

static bool mentions_outside(const struct collecting *c, const struct node *n,
                             const struct node *without)
{
	if (n == without) return false;
	if (n->op != OP_AND) return mentions(c, n);
	for (uint32_t i = 0; i < n->count; i++)
		if (mentions_outside(c, n->kid[i], without)) return true;
	return false;
}

static void add_filter(struct collecting *c, const struct node *n)
{
	const struct node *body = n->kid[1];
	if (body->op != OP_IMPLIES || mentions(c, body->kid[1])) return;
	const struct node *member = find_member(c, body->kid[0], n->kid[0]);
	if (!member || mentions_outside(c, body->kid[0], member)) return;
	VEC_PUSH(&c->rules, (struct subset_rule){SUBSET_FILTER, n, member, 0});
}

/* ---- others ------------------------------------------------------------------------------------ */

/* Is it card(s)? Of a function also card(dom(s)). */
static bool is_size(const struct collecting *c, const struct node *n)
{
	if (n->op != OP_CARD) return false;
	const struct node *set = n->kid[0];
	return is_set(c, c->is_function && set->op == OP_DOM ? set->kid[0] : set);
}

/* card(s) : 1..3 */
static void add_sizes(struct collecting *c, const struct node *n)
{
	const struct node *set = n->kid[1];
	if (!is_size(c, n->kid[0]) || mentions(c, set) || plan_is_doubtful(c->m->e, set)) return;
	if (set->op == OP_NATURAL1_SET) add(c, SUBSET_LEAST, NULL, 1);
	else if (!plan_is_infinite_set(c->m, set)) add(c, SUBSET_SIZES, set, 0);
}

/* What says that s is not empty. */
static bool is_not_empty(const struct collecting *c, const struct node *n)
{
	if (n->op == OP_MEMBER)
		return is_set(c, n->kid[0]) && (n->kid[1]->op == OP_POW1 || n->kid[1]->op == OP_FIN1);
	return n->op == OP_NOT_EQUAL && ((is_set(c, n->kid[0]) && n->kid[1]->op == OP_EMPTY_SET) ||
	                                 (is_set(c, n->kid[1]) && n->kid[0]->op == OP_EMPTY_SET));
}

/* card(s) = n, card(s) < n and the like */
static void add_size(struct collecting *c, const struct node *n)
{
	EACH_GENERATOR(s, n) {
		if (!is_size(c, s.of) || mentions(c, s.from)) continue;
		if (s.kind != GENERATOR_MOST) add(c, SUBSET_LEAST, s.from, s.is_strict);
		if (s.kind != GENERATOR_LEAST) add(c, SUBSET_MOST, s.from, -s.is_strict);
	}
}

/* The union without s, which must be one of its operands; NULL if s is elsewhere. */
static const struct node *rest_of_union(const struct collecting *c, const struct node *n)
{
	if (is_set(c, n)) return build_empty(&c->m->e->arena, n->pos, n->type);
	if (n->op != OP_UNION) return NULL;
	bool left = mentions(c, n->kid[0]), right = mentions(c, n->kid[1]);
	if (left == right) return NULL;
	const struct node *rest = rest_of_union(c, n->kid[left ? 0 : 1]);
	return rest ? plan_synthetic(c->m, OP_UNION, n, rest, n->kid[left ? 1 : 0]) : NULL;
}

/* s \/ A = B, and s /\ A = {} */
static void add_equation(struct collecting *c, const struct node *left, const struct node *right)
{
	if (mentions(c, right)) return;
	if (left->op == OP_UNION) {
		const struct node *rest = rest_of_union(c, left);
		if (!rest) return;
		if (!plan_is_doubtful(c->m->e, rest)) add(c, SUBSET_WITHIN, right, 0);
		add(c, SUBSET_HAS_ALL, plan_synthetic(c->m, OP_DIFFERENCE, left, right, rest), 0);
	}
	if (left->op == OP_INTER && right->op == OP_EMPTY_SET)
		for (int side = 0; side < 2; side++)
			if (is_set(c, left->kid[side]) && !mentions(c, left->kid[1 - side]))
				add(c, SUBSET_DISJOINT, left->kid[1 - side], 0);
}

/* partition(T, A, s): s has what T has and the others lack */
static void add_partition(struct collecting *c, const struct node *n)
{
	uint32_t uses = 0;
	const struct node *rest = n->kid[0];
	if (mentions(c, rest)) return;
	for (uint32_t i = 1; i < n->count; i++) {
		if (is_set(c, n->kid[i])) uses++;
		else if (mentions(c, n->kid[i])) return;
		else rest = plan_synthetic(c->m, OP_DIFFERENCE, rest, rest, n->kid[i]);
	}
	if (uses != 1) return;
	add(c, SUBSET_WITHIN, rest, 0);
	add(c, SUBSET_HAS_ALL, rest, 0);
}

/* A condition on a set in terms of something else, which does not mention it. */
static void add_about(struct collecting *c, const struct node *set, enum subset_rule_kind kind,
                      const struct node *other)
{
	if (is_set(c, set) && !mentions(c, other)) add(c, kind, other, 0);
}

static void add_rule(struct collecting *c, const struct node *n)
{
	const struct node *a = n->count == 2 ? n->kid[0] : NULL, *b = a ? n->kid[1] : NULL;
	switch (n->op) {
	case OP_FORALL: add_filter(c, n); break;
	case OP_MEMBER:
		add_about(c, b, SUBSET_HAS, a);
		add_sizes(c, n);
		break;
	case OP_NOT_MEMBER: add_about(c, b, SUBSET_HAS_NONE, a); break;
	case OP_SUBSET:
	case OP_STRICT_SUBSET:
		add_about(c, b, SUBSET_HAS_ALL, a);
		add_about(c, a, SUBSET_WITHIN, b);
		break;
	case OP_EQUAL:
		add_equation(c, a, b);
		add_equation(c, b, a);
		add_size(c, n);
		break;
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL: add_size(c, n); break;
	case OP_PARTITION: add_partition(c, n); break;
	default: break;
	}
}

/* Conditions on the size of a function. */
void plan_take_sizes(struct maker *m, struct function_part *p, const struct decl *function,
                     const struct node *n)
{
	struct collecting c = {.m = m, .set = function, .is_function = true};
	if (n->op == OP_MEMBER) add_sizes(&c, n);
	else if (n->count == 2 && op_is(n->op, FACT_COMPARISON)) add_size(&c, n);
	if (c.rules.count == 0) return;
	for (uint32_t i = 0; i < p->sizes.count; i++) VEC_PUSH(&c.rules, p->sizes.list[i]);
	p->sizes.count = c.rules.count;
	p->sizes.list = VEC_FREEZE(&c.rules, &m->e->arena);
}

/* The conjuncts of which this set is the only name that is not known. That which gives the values may say that it is not
 * empty. */
void plan_take_subset(struct maker *m, struct plan_step *s, const struct unknown *u)
{
	struct collecting c = {.m = m, .set = u->decl};
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		const struct conjunct *x = &m->conjuncts.at[i];
		if (x->is_hint || x->open != 1 || plan_only_unknown(m, x->node) != u) continue;
		if (!x->is_done) add_rule(&c, x->node);
		if (is_not_empty(&c, x->node)) add(&c, SUBSET_LEAST, NULL, 1);
	}
	s->subset.count = c.rules.count;
	s->subset.list = VEC_FREEZE(&c.rules, &m->e->arena);
}

/* ---- parts of known sets ----------------------------------------------------------------------- */

/* The unknown elements that a part lists are elements of the whole. */
static void offer_elements(struct maker *m, const struct node *part, const struct node *whole,
                           struct candidate *best)
{
	const double COST = 1e9;
	for (uint32_t i = 0; i < part->count; i++) {
		const struct node *x = part->kid[i];
		bool fits = plan_is_open(m, x) && plan_is_pattern(m, x);
		if (fits && isinf(estimate_type(m->e, x->type)))
			plan_offer(best,
			           (struct candidate){COST, UINT32_MAX, STEP_IN, x, whole, NULL, false, NULL});
	}
}

/* The unknown operands of a union are subsets of the whole. */
static void offer_operands(struct maker *m, const struct node *n, const struct node *whole,
                           struct candidate *best)
{
	const double COST = 1e10; /* there may be a better way; a type is not one */
	struct unknown *u = plan_unknown(m, n);
	if (n->op == OP_UNION) {
		offer_operands(m, n->kid[0], whole, best);
		offer_operands(m, n->kid[1], whole, best);
	} else if (n->op == OP_SET) {
		offer_elements(m, n, whole, best);
	} else if (u && isinf(estimate_type(m->e, u->decl->type))) {
		plan_offer(best,
		           (struct candidate){COST, UINT32_MAX, STEP_SUBSETS, n, whole, u, false, NULL});
	}
}

/* s \/ A = B, {x} \/ A = B, and partition(B, s, A); where A is undefined, it is for all s. In a fallback plan they do not count. */
void plan_offer_parts(struct maker *m, const struct node *n, struct candidate *best)
{
	if (m->fallback || plan_is_doubtful(m->e, n)) return;
	EACH_GENERATOR(s, n) {
		bool fits = s.kind == GENERATOR_PART || s.of->op == OP_UNION || s.of->op == OP_SET;
		if (fits && !plan_is_open(m, s.from) && !plan_is_infinite_set(m, s.from))
			offer_operands(m, s.of, s.from, best);
	}
}
