/* Sums of names that have no values yet, and what bounds them: from these narrow.c tells where a name can be.
 *
 * What narrows says that all other values are out, whatever else is undefined. So a name of which x : S or x = E says where
 * it is, with an S or E that may be undefined, has no part in this (docs/LANGUAGE.md, definedness, rule 4). */
#include "eval/plan/plan_make.h"

struct gathering {
	struct maker *m;
	const struct unknown *names[NARROW_MOST_NAMES];
	uint32_t count;
	struct linear sums[NARROW_MOST_SUMS];
	bool is_doubtful[NARROW_MOST_SUMS];
	uint32_t sum_count;
	bool has_news; /* more than comparisons of the first name with known values */
};

/* ---- names ------------------------------------------------------------------------------------- */

/* Is x, or a pair with x, on this side, and may the other one be undefined? */
static bool is_doubtful_source(struct maker *m, const struct node *n, const struct unknown *u)
{
	bool has_source = n->op == OP_MEMBER || n->op == OP_SUBSET || n->op == OP_EQUAL;
	if (!has_source || !plan_is_doubtful(m->e, n)) return false;
	for (int side = 0; side < (n->op == OP_EQUAL ? 2 : 1); side++) {
		const struct node *x = n->kid[side];
		bool is_pattern = x->op == OP_PAIR || x->op == OP_SET || plan_unknown(m, x) == u;
		if (is_pattern && node_mentions(x, u->decl)) return true;
	}
	return n->op == OP_MEMBER && n->kid[0]->type->kind == TYPE_INTEGER &&
	       node_mentions(n->kid[0], u->decl);
}

static bool can_be_narrowed(struct maker *m, const struct unknown *u)
{
	if (u->decl->type->kind != TYPE_INTEGER) return false;
	for (uint32_t i = 0; i < u->in_count; i++) {
		const struct conjunct *c = &m->conjuncts.at[u->in[i]];
		if (!c->is_done && c->may_fail && is_doubtful_source(m, c->node, u)) return false;
	}
	return true;
}

static bool place_of(struct gathering *g, const struct unknown *u, uint32_t *out)
{
	for (*out = 0; *out < g->count; ++*out)
		if (g->names[*out] == u) return true;
	if (g->count == NARROW_MOST_NAMES || !can_be_narrowed(g->m, u)) return false;
	g->names[g->count++] = u;
	return true;
}

/* ---- sums -------------------------------------------------------------------------------------- */

/* Adds the sum, if it is linear in all names without values. */
static void add_sum(struct gathering *g, const struct conjunct *c, struct linear sum)
{
	static const struct node nothing = {.op = OP_NUMBER};
	const int64_t LARGEST = 1 << 30;
	const struct node *right = sum.right && !sum.is_member ? sum.right : &nothing;
	if (g->sum_count == NARROW_MOST_SUMS) return;
	uint32_t before = g->count;
	bool is_plain = plan_unknown(g->m, sum.left) || plan_unknown(g->m, right);
	sum.terms = ARENA_ARRAY(g->m->arena, c->count, struct linear_term);
	for (uint32_t i = 0; i < c->count; i++) {
		const struct unknown *u = &g->m->unknown.at[c->mentions[i]];
		if (u->is_known) continue;
		struct linear_term t = {0, generator_coefficient(sum.left, right, u->decl)};
		bool is_there = mention_now(sum.left, u->decl) || mention_now(right, u->decl);
		if (!is_there) continue;
		bool fits = t.times != 0 && -LARGEST <= t.times && t.times <= LARGEST;
		if (!fits || !place_of(g, u, &t.name)) {
			g->count = before;
			return;
		}
		sum.terms[sum.count++] = t;
	}
	if (sum.count == 0) return;
	if (sum.count > 1 || !is_plain) g->has_news = true;
	g->is_doubtful[g->sum_count] = c->may_fail;
	g->sums[g->sum_count++] = sum;
}

/* x : NATURAL, x : a..b, x : {1, 2, 5}, x : S */
static void add_membership(struct gathering *g, const struct conjunct *c)
{
	const struct node *x = c->node->kid[0], *set = c->node->kid[1];
	if (x->type->kind != TYPE_INTEGER || c->may_fail) return;
	switch (set->op) {
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET:
		add_sum(g, c,
		        (struct linear){
		            .left = x, .has_least = true, .least = set->op == OP_NATURAL1_SET ? 1 : 0});
		return;
	case OP_INTERVAL:
		add_sum(g, c, (struct linear){.left = x, .right = set->kid[0], .has_least = true});
		add_sum(g, c, (struct linear){.left = x, .right = set->kid[1], .has_most = true});
		return;
	case OP_NAT_SET:
	case OP_NAT1_SET:
	case OP_INT_SET:
	case OP_SET:
	case OP_ID:
		if (!plan_is_open(g->m, set))
			add_sum(g, c, (struct linear){.left = x, .right = set, .is_member = true});
		return;
	default: return;
	}
}

static void add_comparison(struct gathering *g, const struct conjunct *c)
{
	const struct generator left = generator_reading(c->node, 0);
	struct linear sum = {.left = left.of, .right = left.from};
	if (left.of->type->kind != TYPE_INTEGER) return;
	sum.has_least = left.kind != GENERATOR_MOST;
	sum.has_most = left.kind != GENERATOR_LEAST;
	sum.least = left.is_strict ? 1 : 0;
	sum.most = left.is_strict ? -1 : 0;
	add_sum(g, c, sum);
}

static void add_conjunct(struct gathering *g, const struct conjunct *c)
{
	switch (c->node->op) {
	case OP_MEMBER: add_membership(g, c); break;
	case OP_EQUAL:
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL: add_comparison(g, c); break;
	default: break;
	}
}

/* What would give values to a name of the binder must be defined, whatever an inner #y says. */
static bool may_use_inner(const struct maker *m)
{
	for (uint32_t i = 0; i < m->conjuncts.count; i++)
		if (m->conjuncts.at[i].may_fail && !m->conjuncts.at[i].is_inner) return false;
	return true;
}

/* All sums of names that are connected with the first one. */
static void gather(struct gathering *g)
{
	const struct maker *m = g->m;
	bool with_inner = m->inner.count == 0 || may_use_inner(m);
	bool *is_seen = ARENA_ARRAY(m->arena, m->conjuncts.count, bool);
	for (uint32_t k = 0; k < g->count; k++) {
		const struct unknown *u = g->names[k];
		for (uint32_t i = 0; i < u->in_count; i++) {
			const struct conjunct *c = &m->conjuncts.at[u->in[i]];
			bool counts = !c->is_done && !c->is_hint && (with_inner || !c->is_inner);
			if (counts && !is_seen[u->in[i]]) add_conjunct(g, c);
			is_seen[u->in[i]] = true;
		}
	}
}

/* ---- are there bounds? ------------------------------------------------------------------------- */

static bool is_bounded(const struct linear_term *t, const struct narrowed *names, bool is_low)
{
	const struct narrowed *x = &names[t->name];
	return (t->times > 0) == is_low ? x->has_low : x->has_high;
}

/* As propagate() in narrow.c, with nothing but whether there is a bound. */
static bool spread(const struct linear *c, struct narrowed *names)
{
	bool has_changed = false;
	bool has_least = c->has_least || c->is_member, has_most = c->has_most || c->is_member;
	for (uint32_t i = 0; i < c->count; i++) {
		bool low = has_least, high = has_most;
		for (uint32_t k = 0; k < c->count; k++) {
			if (k == i) continue;
			low = low && is_bounded(&c->terms[k], names, false);
			high = high && is_bounded(&c->terms[k], names, true);
		}
		struct narrowed *x = &names[c->terms[i].name];
		if (c->terms[i].times < 0) {
			bool swapped = low;
			low = high;
			high = swapped;
		}
		has_changed |= (low && !x->has_low) || (high && !x->has_high);
		x->has_low |= low;
		x->has_high |= high;
	}
	return has_changed;
}

static struct narrowed sure_ends(const struct gathering *g)
{
	struct narrowed names[NARROW_MOST_NAMES] = {0};
	for (bool has_changed = true; has_changed;) {
		has_changed = false;
		for (uint32_t i = 0; i < g->sum_count; i++) {
			const struct linear *c = &g->sums[i];
			bool counts =
			    !g->is_doubtful[i] && !(c->is_member && plan_is_infinite_set(g->m, c->right));
			if (counts) has_changed |= spread(c, names);
		}
	}
	return names[0];
}

struct narrowing *plan_narrowing(struct maker *m, const struct unknown *u, struct narrowed *ends)
{
	struct gathering g = {.m = m};
	uint32_t first;
	*ends = (struct narrowed){0};
	if (m->fallback || u->in_count < 2 || !place_of(&g, u, &first)) return NULL;
	gather(&g);
	if (!g.has_news) return NULL;
	*ends = sure_ends(&g);
	struct narrowing *n = ARENA_NEW(m->arena, struct narrowing);
	n->count = g.count;
	n->slots = ARENA_ARRAY(m->arena, g.count, uint32_t);
	for (uint32_t i = 0; i < g.count; i++) n->slots[i] = slot_of(m->e, g.names[i]->decl);
	n->list_count = g.sum_count;
	n->list = ARENA_ARRAY(m->arena, g.sum_count, struct linear);
	for (uint32_t i = 0; i < g.sum_count; i++) n->list[i] = g.sums[i];
	return n;
}
