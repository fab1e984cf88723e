/* The conjuncts that a plan is made of: taken apart where a part alone gives values or can be tested sooner, with what they
 * mention. */
#include "eval/plan/plan_make.h"

void plan_add_unknown(struct maker *m, struct decl *d)
{
	if (map_get(&m->place, d)) return;
	VEC_PUSH(&m->unknown, (struct unknown){.decl = d});
	map_put(&m->place, d, (void *)(uintptr_t)m->unknown.count);
	m->left++;
}

struct node *plan_synthetic(struct maker *m, enum op op, const struct node *like,
                            const struct node *a, const struct node *b)
{
	return build_like(&m->e->arena, op, like, a, b);
}

static bool can_be_split(const struct node *n)
{
	if (n->op == OP_SUBSET) return n->kid[0]->op == OP_SET;
	if (n->op != OP_MEMBER) return false;
	const struct node *x = n->kid[0], *set = n->kid[1];
	return (set->op == OP_PRODUCT && x->op == OP_PAIR) || set->op == OP_INTER ||
	       set->op == OP_DIFFERENCE;
}

/* Part i of x |-> y : A * B, which is x : A & y : B; likewise of intersections, differences and
 * {x, y} <: A. */
static const struct node *part_of(struct maker *m, const struct node *n, uint32_t i)
{
	const struct node *x = n->kid[0], *set = n->kid[1];
	if (n->op == OP_SUBSET) return plan_synthetic(m, OP_MEMBER, n, x->kid[i], set);
	enum op op = set->op == OP_DIFFERENCE && i == 1 ? OP_NOT_MEMBER : OP_MEMBER;
	return plan_synthetic(m, op, n, set->op == OP_PRODUCT ? x->kid[i] : x, set->kid[i]);
}

static uint32_t part_count(const struct node *n)
{
	return n->op == OP_SUBSET ? n->kid[0]->count : 2;
}

/* Where part i is defined, is all of it? */
static bool part_tells(const struct node *n, uint32_t i)
{
	const struct node *parts = n->op == OP_SUBSET ? n->kid[0] : n->kid[1];
	bool has_others = n->op == OP_MEMBER && parts->op == OP_PRODUCT;
	for (uint32_t k = 0; k < part_count(n); k++) {
		if (k == i) continue;
		if (defined_may_fail(parts->kid[k])) return false;
		if (has_others && defined_may_fail(n->kid[0]->kid[k])) return false;
	}
	return true;
}

static void split(struct maker *m, const struct node *n)
{
	for (uint32_t i = 0; i < part_count(n); i++) plan_add_conjunct(m, part_of(m, n, i));
}

static bool is_excluded(const struct maker *m, const struct node *n)
{
	for (uint32_t i = 0; m->fallback && i < m->fallback->excluded_count; i++)
		if (m->fallback->excluded[i] == n) return true;
	return false;
}

static void push_conjunct(struct maker *m, const struct node *n)
{
	VEC_PUSH(&m->conjuncts, (struct conjunct){.node = n,
	                                          .may_fail = plan_is_doubtful(m->e, n),
	                                          .is_hint = m->is_hint,
	                                          .is_inner = m->is_inner,
	                                          .is_excluded = is_excluded(m, n)});
}

/* All operands of a set must be defined: one part that is false does not decide, if another may be
 * undefined. Else it says where values could come from. */
static void push_with_hints(struct maker *m, const struct node *n)
{
	bool outer = m->is_hint;
	push_conjunct(m, n);
	if (is_excluded(m, n)) return;
	m->is_hint = true;
	for (uint32_t i = 0; i < part_count(n); i++)
		if (part_tells(n, i)) plan_add_conjunct(m, part_of(m, n, i));
	m->is_hint = outer;
}

/* card({a, b, c}) = 3 says that they all differ: tests that can be made early. */
static void add_differences(struct maker *m, const struct node *n)
{
	enum { MOST = 40 };
	for (int side = 0; side < 2; side++) {
		const struct node *card = n->kid[side], *number = n->kid[1 - side];
		if (card->op != OP_CARD || card->kid[0]->op != OP_SET || number->op != OP_NUMBER) continue;
		const struct node *set = card->kid[0];
		if (set->count > MOST || strtoul(number->name, NULL, 10) != set->count) continue;
		for (uint32_t i = 0; i < set->count; i++)
			for (uint32_t k = 0; k < i; k++)
				plan_add_conjunct(m, plan_synthetic(m, OP_NOT_EQUAL, n, set->kid[k], set->kid[i]));
	}
}

/* !y.(y : {A, B} => x : y) says that x : A and x : B, which give values of x. */
static void add_members(struct maker *m, const struct node *n)
{
	const struct node *ids = n->kid[0], *body = n->kid[1];
	if (ids->count != 1 || body->op != OP_IMPLIES) return;
	const struct node *from = body->kid[0], *to = body->kid[1];
	const struct decl *y = ids->kid[0]->decl;
	bool fits = from->op == OP_MEMBER && from->kid[0]->op == OP_ID && from->kid[0]->decl == y &&
	            from->kid[1]->op == OP_SET && to->op == OP_MEMBER && to->kid[1]->op == OP_ID &&
	            to->kid[1]->decl == y;
	if (!fits || node_mentions(from->kid[1], y) || node_mentions(to->kid[0], y)) return;
	for (uint32_t i = 0; i < from->kid[1]->count; i++)
		plan_add_conjunct(m, plan_synthetic(m, OP_MEMBER, to, to->kid[0], from->kid[1]->kid[i]));
}

/* x : {y | P}: P says the same of x, and gives the values. In a fallback plan that is there already. */
static bool add_opened(struct maker *m, const struct node *n)
{
	if (!(m->flags & (PLAN_OPEN_SETS | PLAN_OPENED_SETS))) return false;
	const struct node *body = eval_body(m->e, n);
	if (!body) return false;
	push_conjunct(m, n);
	m->conjuncts.at[m->conjuncts.count - 1].is_excluded = true;
	if (!m->fallback && m->flags & PLAN_OPEN_SETS) plan_add_conjunct(m, body);
	return true;
}

void plan_add_conjunct(struct maker *m, const struct node *n)
{
	if (n->op == OP_AND) {
		for (uint32_t i = 0; i < n->count; i++) plan_add_conjunct(m, n->kid[i]);
		return;
	}
	const struct node *plain = normalise_conjunct(&m->e->arena, n);
	if (plain != n) {
		plan_add_conjunct(m, plain);
		return;
	}
	if (n->op == OP_EXISTS && m->flags & PLAN_MERGE_EXISTS) {
		for (uint32_t i = 0; i < n->kid[0]->count; i++) {
			plan_add_unknown(m, n->kid[0]->kid[i]->decl);
			VEC_PUSH(&m->inner, slot_of(m->e, n->kid[0]->kid[i]->decl));
		}
		bool outer = m->is_inner;
		m->is_inner = true;
		plan_add_conjunct(m, n->kid[1]);
		m->is_inner = outer;
		return;
	}
	bool is_doubtful = plan_is_doubtful(m->e, n);
	if (can_be_split(n)) {
		if (is_doubtful) push_with_hints(m, n);
		else split(m, n);
		return;
	}
	if (n->op == OP_MEMBER && is_doubtful && add_opened(m, n)) return;
	push_conjunct(m, n);
	if (n->op == OP_EQUAL && !is_doubtful) add_differences(m, n);
	if (n->op == OP_FORALL && !is_doubtful) add_members(m, n);
}

/* ---- what conjuncts mention ---------------------------------------------------------------------- */

struct plan_finder {
	struct maker *m;
	VEC(uint32_t) found;
};

static void find_mentions(struct plan_finder *f, const struct node *n)
{
	if ((n->op == OP_ID) && n->decl) {
		uintptr_t place = (uintptr_t)map_get(&f->m->place, n->decl);
		bool seen = place == 0;
		for (uint32_t i = 0; i < f->found.count && !seen; i++) seen = f->found.at[i] == place - 1;
		if (!seen) VEC_PUSH(&f->found, (uint32_t)place - 1);
	}
	for (uint32_t i = 0; i < n->count; i++) find_mentions(f, n->kid[i]);
}

uint32_t *plan_mentions(struct maker *m, const struct node *n, uint32_t *count)
{
	struct plan_finder f = {.m = m};
	find_mentions(&f, n);
	*count = f.found.count;
	return VEC_FREEZE(&f.found, m->arena);
}

/* Does n mention a name that is not known yet? */
bool plan_is_open(const struct maker *m, const struct node *n)
{
	if (n->op == OP_ID && n->decl) {
		uintptr_t place = (uintptr_t)map_get(&m->place, n->decl);
		if (place && !m->unknown.at[place - 1].is_known) return true;
	}
	for (uint32_t i = 0; i < n->count; i++)
		if (plan_is_open(m, n->kid[i])) return true;
	return false;
}

/* The unknown that n is, or NULL. */
struct unknown *plan_unknown(struct maker *m, const struct node *n)
{
	uintptr_t place = n->op == OP_ID && n->decl ? (uintptr_t)map_get(&m->place, n->decl) : 0;
	return place && !m->unknown.at[place - 1].is_known ? &m->unknown.at[place - 1] : NULL;
}

void plan_make_known(struct maker *m, const struct decl *d)
{
	uint32_t place = (uint32_t)(uintptr_t)map_get(&m->place, d) - 1;
	if (m->unknown.at[place].is_known) return;
	m->unknown.at[place].is_known = true;
	m->left--;
	const struct unknown *u = &m->unknown.at[place];
	for (uint32_t i = 0; i < u->in_count; i++) m->conjuncts.at[u->in[i]].open--;
}

/* What each conjunct mentions, and the other way round. */
void plan_index_conjuncts(struct maker *m)
{
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		struct conjunct *c = &m->conjuncts.at[i];
		c->mentions = plan_mentions(m, c->node, &c->count);
		c->open = c->count;
		for (uint32_t k = 0; k < c->count; k++) m->unknown.at[c->mentions[k]].in_count++;
	}
	for (uint32_t i = 0; i < m->unknown.count; i++) {
		struct unknown *u = &m->unknown.at[i];
		u->in = ARENA_ARRAY(m->arena, u->in_count, uint32_t);
		u->in_count = 0;
	}
	for (uint32_t i = 0; i < m->conjuncts.count; i++)
		for (uint32_t k = 0; k < m->conjuncts.at[i].count; k++) {
			struct unknown *u = &m->unknown.at[m->conjuncts.at[i].mentions[k]];
			u->in[u->in_count++] = i;
		}
}
