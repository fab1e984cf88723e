/* Making plans: how to find all values of some names that satisfy a conjunction.
 *
 * The conjuncts are taken as generators where they can be (x = E, x |-> y : r, x : S, x <: S,
 * a <= x & x < b), cheapest first; every other conjunct is tested as soon as all of its names are
 * known. Only where nothing else is left does a name range over its type. The choice depends on
 * estimates of sizes only, never the result. */
#include "eval/plan/plan_make.h"

#include <math.h>

/* ---- conjuncts --------------------------------------------------------------------------------- */

static void add_unknown(struct maker *m, struct decl *d)
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

static void add_conjunct(struct maker *m, const struct node *n);

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
	for (uint32_t i = 0; i < part_count(n); i++) add_conjunct(m, part_of(m, n, i));
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
		if (part_tells(n, i)) add_conjunct(m, part_of(m, n, i));
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
				add_conjunct(m, plan_synthetic(m, OP_NOT_EQUAL, n, set->kid[k], set->kid[i]));
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
		add_conjunct(m, plan_synthetic(m, OP_MEMBER, to, to->kid[0], from->kid[1]->kid[i]));
}

/* x : {y | P}: P says the same of x, and gives the values. In a fallback plan that is there already. */
static bool add_opened(struct maker *m, const struct node *n)
{
	if (!(m->flags & (PLAN_OPEN_SETS | PLAN_OPENED_SETS))) return false;
	const struct node *body = eval_body(m->e, n);
	if (!body) return false;
	push_conjunct(m, n);
	m->conjuncts.at[m->conjuncts.count - 1].is_excluded = true;
	if (!m->fallback && m->flags & PLAN_OPEN_SETS) add_conjunct(m, body);
	return true;
}

static void add_conjunct(struct maker *m, const struct node *n)
{
	if (n->op == OP_AND) {
		for (uint32_t i = 0; i < n->count; i++) add_conjunct(m, n->kid[i]);
		return;
	}
	const struct node *plain = normalise_conjunct(&m->e->arena, n);
	if (plain != n) {
		add_conjunct(m, plain);
		return;
	}
	if (n->op == OP_EXISTS && m->flags & PLAN_MERGE_EXISTS) {
		for (uint32_t i = 0; i < n->kid[0]->count; i++) {
			add_unknown(m, n->kid[0]->kid[i]->decl);
			VEC_PUSH(&m->inner, slot_of(m->e, n->kid[0]->kid[i]->decl));
		}
		bool outer = m->is_inner;
		m->is_inner = true;
		add_conjunct(m, n->kid[1]);
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

/* ---- patterns ---------------------------------------------------------------------------------- */

/* Are all names of n that are not known bound by the pattern before it? */
static bool is_open_only_in(struct maker *m, const struct node *n, const struct node *pattern)
{
	if (n->op == OP_ID && n->decl && plan_is_open(m, n))
		return mention_in_pattern(pattern, n->decl);
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_open_only_in(m, n->kid[i], pattern)) return false;
	return true;
}

/* Can n be matched with a value: unknown names, pairs of them, and known expressions? */
bool plan_is_pattern(struct maker *m, const struct node *n)
{
	if (plan_unknown(m, n)) return true;
	if (n->op == OP_PAIR && plan_is_pattern(m, n->kid[0]))
		return plan_is_pattern(m, n->kid[1]) ||
		       (is_open_only_in(m, n->kid[1], n->kid[0]) && !defined_may_fail(n->kid[1]));
	return !plan_is_open(m, n);
}

bool plan_has_known_first(struct maker *m, const struct node *n)
{
	return n->op == OP_PAIR && !plan_is_open(m, n->kid[0]);
}

/* Names become known from left to right. */
static struct pattern *pattern_of(struct maker *m, const struct node *n)
{
	struct pattern *p = ARENA_NEW(m->arena, struct pattern);
	const struct unknown *u = plan_unknown(m, n);
	if (u) {
		p->kind = PATTERN_BIND;
		p->slot = slot_of(m->e, u->decl);
		plan_make_known(m, u->decl);
	} else if (n->op == OP_PAIR && plan_is_open(m, n)) {
		p->kind = PATTERN_PAIR;
		p->a = pattern_of(m, n->kid[0]);
		p->b = pattern_of(m, n->kid[1]);
	} else {
		p->kind = PATTERN_TEST;
		p->node = n;
		p->is_doubtful = defined_may_fail(n);
	}
	return p;
}

/* ---- the greedy choice ------------------------------------------------------------------------- */

/* x : S, x <: S and x = E would give values to x, if those of an inner #y did not: S or E. */
static const struct node *source_of(const struct node *n)
{
	const struct node *from = NULL;
	EACH_GENERATOR(s, n) {
		bool is_bound =
		    s.kind == GENERATOR_LEAST || s.kind == GENERATOR_MOST || s.kind == GENERATOR_PART;
		bool is_single = s.kind != GENERATOR_EQUAL && s.of->op == OP_SET && s.of->count == 1;
		const struct node *x = is_single ? s.of->kid[0] : s.of;
		bool is_pair = s.number == 0 && x->op == OP_PAIR; /* E = x |-> y is not read */
		if (!is_bound && (x->op == OP_ID || is_pair)) from = s.from;
	}
	return from;
}

static void add_ready_tests(struct maker *m, bool with_binders)
{
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		struct conjunct *c = &m->conjuncts.at[i];
		if (c->is_done || c->is_hint || c->open > 0 || node_binds(c->node) != with_binders)
			continue;
		c->is_done = true;
		struct plan_step s = {.kind = STEP_TEST, .node = c->node, .pos = c->node->pos};
		if (m->inner.count && c->may_fail && !c->is_inner) s.source = source_of(c->node);
		VEC_PUSH(&m->steps, s);
	}
}

/* All tests whose names are known: those that go through many values last. */
static void add_tests(struct maker *m)
{
	add_ready_tests(m, false);
	add_ready_tests(m, true);
}

static bool is_open_now(const void *maker, const struct node *n)
{
	return plan_is_open((const struct maker *)maker, n);
}

/* Some names will have no values: what can be evaluated without them. */
static void add_weaker_tests(struct maker *m)
{
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		const struct conjunct *c = &m->conjuncts.at[i];
		if (c->is_done || c->is_hint) continue;
		const struct node *n = defined_weaker(&m->e->arena, c->node, is_open_now, m);
		if (n) VEC_PUSH(&m->steps, (struct plan_step){.kind = STEP_TEST, .node = n, .pos = n->pos});
	}
}

static void offer_source(struct maker *m, uint32_t i, const struct generator *s,
                         struct candidate *best)
{
	switch (s->kind) {
	case GENERATOR_EQUAL: plan_offer_equation(m, i, s->of, s->from, best); break;
	case GENERATOR_IN: {
		bool is_written =
		    s->conjunct->op == OP_MEMBER; /* {x} <: S is not split where S may be undefined */
		const struct node *n =
		    is_written ? s->conjunct : plan_synthetic(m, OP_MEMBER, s->conjunct, s->of, s->from);
		plan_offer_member(m, i, n, best);
		break;
	}
	case GENERATOR_SUBSET:
	case GENERATOR_PROPER_SUBSET: plan_offer_subset(m, i, s, best); break;
	default: break; /* bounds are asked for by name */
	}
}

/* What equations, memberships and the like offer. */
static void offer_conjuncts(struct maker *m, bool with_hints, struct candidate *best)
{
	for (uint32_t i = 0; i < m->conjuncts.count && best->cost > 0; i++) {
		const struct conjunct *c = &m->conjuncts.at[i];
		const struct node *n = c->node;
		if (c->is_done || c->is_excluded || (c->is_hint && !with_hints)) continue;
		EACH_GENERATOR(s, n) offer_source(m, i, &s, best);
		if (n->op == OP_EQUAL || n->op == OP_PARTITION) plan_offer_parts(m, n, best);
	}
}

static void offer_cases(struct maker *m, struct candidate *best)
{
	for (uint32_t i = 0; i < m->conjuncts.count && !m->fallback; i++) {
		const struct conjunct *c = &m->conjuncts.at[i];
		if (!c->is_done && !c->is_excluded && !c->is_hint) plan_offer_cases(m, i, c->node, best);
	}
}

/* In a fallback plan hints do not count: that the whole conjunct is undefined is the question there. Nor do cases:
 * the rule has no place for them. Each case is a plan of its own, which may have cases, too: these are made only
 * once, or nested cases take a time that doubles with each level. */
static struct candidate choose(struct maker *m)
{
	enum { TOO_DEAR = 1000000 };
	struct candidate best = {.cost = INFINITY};
	offer_conjuncts(m, false, &best);
	if (best.cost == 0) return best;
	plan_offer_unknowns(m, &best);
	offer_cases(m, &best);
	if (best.cost >= TOO_DEAR && !m->fallback) offer_conjuncts(m, true, &best);
	return best;
}

static void *with_one_more(struct arena *a, const void *list, uint32_t count, const void *one)
{
	const void **more = ARENA_ARRAY(a, count + 1, const void *);
	if (count) memcpy(more, list, count * sizeof *more);
	more[count] = one;
	return more;
}

/* The rest without what this candidate offers. */
static struct fallback *fallback_of(struct maker *m, const struct candidate *c)
{
	static const struct fallback none;
	const struct fallback *before = m->fallback ? m->fallback : &none;
	struct arena *a = m->arena;
	struct fallback *d = ARENA_NEW(a, struct fallback);
	d->flags = m->flags;
	d->arena = a;
	d->names = ARENA_ARRAY(a, m->left, struct decl *);
	for (uint32_t k = 0; k < m->unknown.count; k++)
		if (!m->unknown.at[k].is_known) d->names[d->count++] = m->unknown.at[k].decl;
	d->conjuncts = ARENA_ARRAY(a, m->conjuncts.count, const struct node *);
	for (uint32_t k = 0; k < m->conjuncts.count; k++) {
		const struct conjunct *left = &m->conjuncts.at[k];
		if (!left->is_done && !left->is_hint) d->conjuncts[d->conjunct_count++] = left->node;
	}
	d->excluded = before->excluded;
	d->excluded_count = before->excluded_count;
	d->unbounded = before->unbounded;
	d->unbounded_count = before->unbounded_count;
	if (c->conjunct == UINT32_MAX)
		d->unbounded = with_one_more(a, d->unbounded, d->unbounded_count++, c->unknown->decl);
	else
		d->excluded =
		    with_one_more(a, d->excluded, d->excluded_count++, m->conjuncts.at[c->conjunct].node);
	return d;
}

static void take_range(struct maker *m, struct plan_step *s, const struct unknown *u)
{
	struct bounds b = plan_bounds(m, u);
	struct narrowed ends;
	s->narrowing = plan_narrowing(m, u, &ends);
	if (!(b.has_low || ends.has_low) || !(b.has_high || ends.has_high)) m->is_finite = false;
	s->bound_count = b.list.count;
	s->bounds = VEC_FREEZE(&b.list, m->arena);
}

/* An inner #y is about to give values: what else would give them must be defined, even if it leaves none. (But
 * {x | P} would be listed for that.) */
static void add_sources(struct maker *m)
{
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		struct conjunct *c = &m->conjuncts.at[i];
		if (c->is_done || c->is_hint || c->is_inner || c->is_looked_at || !c->may_fail) continue;
		const struct node *source = source_of(c->node);
		if (!source || plan_is_open(m, source) || node_binds(source)) continue;
		c->is_looked_at = true;
		VEC_PUSH(&m->steps, (struct plan_step){.kind = STEP_SOURCE, .source = source});
	}
}

/* What a step of this kind needs beyond its source. */
static void complete_step(struct maker *m, struct plan_step *s, const struct unknown *u)
{
	switch (s->kind) {
	case STEP_LINEAR:
	case STEP_SHIFTED:
		s->coefficient = generator_coefficient(s->node->kid[0], s->node->kid[1], u->decl);
		break;
	case STEP_RANGE: take_range(m, s, u); break;
	case STEP_SUBSETS:
	case STEP_TYPE: plan_take_subset(m, s, u); break;
	case STEP_FUNCTION: plan_take_rules(m, s, u); break;
	default: break;
	}
}

/* Of x : S, sums may leave a part. */
static void take_part(struct maker *m, struct plan_step *s, const struct node *pattern)
{
	struct narrowed ends;
	const struct unknown *u = s->kind == STEP_IN ? plan_unknown(m, pattern) : NULL;
	if (u) s->narrowing = plan_narrowing(m, u, &ends);
}

static bool has_end(struct maker *m, const struct plan_step *s)
{
	for (uint32_t i = 0; i < s->case_count; i++)
		if (!s->cases[i]->is_finite) return false;
	switch (s->kind) {
	case STEP_IN: return !finite_is_endless(s->node);
	case STEP_FUNCTION: return !plan_is_infinite_set(m, s->node->kid[1]);
	case STEP_TYPE: return !isinf(estimate_type(m->e, s->type));
	default: return true;
	}
}

static void take_cases(struct maker *m, struct plan_step *s, const struct case_list *c)
{
	s->cases = c->plans;
	s->checks = c->checks;
	s->case_count = c->count;
	s->premises = c->premises;
	s->slot_count = c->name_count;
	s->slots = ARENA_ARRAY(m->arena, c->name_count, uint32_t);
	for (uint32_t i = 0; i < c->name_count; i++) s->slots[i] = slot_of(m->e, c->names[i]->decl);
}

/* The conjunct gives values: is it a test, too? */
static void use_conjunct(struct maker *m, struct plan_step *s, const struct candidate *c)
{
	struct conjunct *done = &m->conjuncts.at[c->conjunct];
	bool may_fail = c->cases ? c->cases->may_fail : done->may_fail && !done->is_hint;
	if (may_fail && !s->fallback) s->fallback = fallback_of(m, c);
	done->is_done = !c->cases || !(may_fail || s->premises); /* cases may be undefined */
}

static void take(struct maker *m, const struct candidate *c)
{
	if (c->kind == STEP_LAZY) {
		plan_take_group(m, c);
		return;
	}
	if (c->conjunct != UINT32_MAX && m->conjuncts.at[c->conjunct].is_inner) add_sources(m);
	struct plan_step s = {.node = c->source, .is_proper = c->is_proper};
	if (c->cases) take_cases(m, &s, c->cases);
	s.kind = (enum step_kind)c->kind;
	if (c->unknown) {
		s.slot = slot_of(m->e, c->unknown->decl);
		s.type = c->unknown->decl->type;
		s.pos = c->unknown->decl->pos;
	}
	if (c->source) s.pos = c->source->pos;
	if (m->fallback) s.fallback = fallback_of(m, c);
	if (c->conjunct != UINT32_MAX) use_conjunct(m, &s, c);
	complete_step(m, &s, c->unknown);
	if (!c->unknown) take_part(m, &s, c->pattern);
	m->is_finite = m->is_finite && has_end(m, &s);
	for (uint32_t i = 0; c->cases && i < c->cases->name_count; i++)
		plan_make_known(m, c->cases->names[i]->decl);
	if (c->unknown) plan_make_known(m, c->unknown->decl);
	else s.pattern = pattern_of(m, c->pattern);
	VEC_PUSH(&m->steps, s);
}

static struct plan *finish(struct maker *m)
{
	struct plan *p = ARENA_NEW(m->arena, struct plan);
	p->is_finite = m->is_finite;
	p->effort = m->effort;
	p->inner_count = m->inner.count;
	p->inner = VEC_FREEZE(&m->inner, m->arena);
	p->count = m->steps.count;
	p->steps = VEC_FREEZE(&m->steps, m->arena);
	VEC_CLEAR(&m->conjuncts);
	VEC_CLEAR(&m->unknown);
	map_clear(&m->place);
	return p;
}

/* What each conjunct mentions, and the other way round. */
static void index_conjuncts(struct maker *m)
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

static struct plan *make(struct maker *m, struct decl *const *names, uint32_t count,
                         const struct node *const *conjuncts, uint32_t conjunct_count)
{
	bool is_vague = false;
	for (uint32_t i = 0; i < count; i++) add_unknown(m, names[i]);
	for (uint32_t i = 0; i < conjunct_count; i++) add_conjunct(m, conjuncts[i]);
	plan_add_sequences(m);
	plan_add_intervals(m);
	plan_add_values(m);
	plan_add_functions(m);
	index_conjuncts(m);
	add_tests(m);
	while (m->left > 0 && !is_vague) {
		struct candidate c = choose(m);
		is_vague = isinf(c.cost);
		if (is_vague) {
			add_weaker_tests(m);
			break;
		}
		m->effort += log(c.cost + 1);
		take(m, &c);
		add_tests(m);
	}
	struct plan *p = finish(m);
	p->is_vague = is_vague;
	p->is_fallback = m->fallback != NULL;
	return p;
}

static struct fallback *origin_of(struct arena *a, struct decl *const *names, uint32_t count,
                                  const struct node *const *conjuncts, uint32_t conjunct_count)
{
	struct fallback *d = ARENA_NEW(a, struct fallback);
	d->arena = a;
	d->names = ARENA_ARRAY(a, count + 1, struct decl *);
	d->conjuncts = ARENA_ARRAY(a, conjunct_count, const struct node *);
	for (uint32_t i = 0; i < count; i++) d->names[d->count++] = names[i];
	for (uint32_t i = 0; i < conjunct_count; i++) d->conjuncts[d->conjunct_count++] = conjuncts[i];
	return d;
}

struct plan *plan_make_in(struct eval *e, struct arena *a, struct decl *const *names,
                          uint32_t count, const struct node *const *conjuncts,
                          uint32_t conjunct_count, int flags)
{
	struct maker m = {.e = e, .arena = a, .flags = flags, .is_finite = true};
	struct plan *p = make(&m, names, count, conjuncts, conjunct_count);
	p->is_search = flags & PLAN_SEARCH;
	if (p->inner_count) {
		p->unmerged = origin_of(a, names, count, conjuncts, conjunct_count);
		p->unmerged->flags = flags & (PLAN_OPEN_SETS | PLAN_OPENED_SETS | PLAN_SEARCH);
	}
	return p;
}

struct plan *plan_make(struct eval *e, struct decl *const *names, uint32_t count,
                       const struct node *const *conjuncts, uint32_t conjunct_count, int flags)
{
	return plan_make_in(e, &e->arena, names, count, conjuncts, conjunct_count, flags);
}

struct plan *plan_unmerged(struct eval *e, const struct plan *p)
{
	struct fallback *d = p->unmerged;
	if (!d->plan)
		d->plan = plan_make_in(e, d->arena, d->names, d->count, d->conjuncts, d->conjunct_count,
		                       d->flags);
	return d->plan;
}

struct plan *plan_of_fallback(struct eval *e, struct fallback *d)
{
	struct maker m = {
	    .e = e, .arena = d->arena, .flags = d->flags, .is_finite = true, .fallback = d};
	if (!d->plan) d->plan = make(&m, d->names, d->count, d->conjuncts, d->conjunct_count);
	return d->plan;
}

bool plan_is_finite(const struct plan *p) { return p->is_finite; }

double plan_effort(const struct plan *p) { return p->effort; }

/* ---- binders ----------------------------------------------------------------------------------- */

bool plan_is_orderly(struct eval *e, const struct node *n)
{
	if (n->op != OP_AND) return true;
	for (uint32_t i = 0; i + 1 < n->count; i++)
		if (plan_is_doubtful(e, n->kid[i])) return false;
	return plan_is_orderly(e, n->kid[n->count - 1]);
}

/* Adds to `all` what holds wherever n is false: of Q => R that is Q, of P or (Q => R) likewise; not where `all`, or
 * what stands before in n, can be undefined where that is false. */
static const struct node *with_conditions(struct eval *e, const struct node *all,
                                          const struct node *n)
{
	if (all && plan_is_doubtful(e, all)) return all;
	if (n->op == OP_IMPLIES && plan_is_orderly(e, n->kid[0])) {
		all = all ? build_op(&e->arena, OP_AND, n->pos, all, n->kid[0]) : n->kid[0];
		return with_conditions(e, all, n->kid[1]);
	}
	for (uint32_t i = 0; n->op == OP_OR && i < n->count; i++) {
		all = with_conditions(e, all, n->kid[i]);
		if (plan_is_doubtful(e, n->kid[i])) break;
	}
	return all;
}

/* !x.(P => (Q => R)) is !x.(P & Q => R), as Rodin writes it. */
const struct node *plan_forall_condition(struct eval *e, const struct node *forall)
{
	const struct node *body = forall->kid[1];
	if (body->op != OP_IMPLIES) return with_conditions(e, NULL, body);
	return with_conditions(e, body->kid[0], body->kid[1]);
}

struct plan *plan_of(struct eval *e, const struct node *binder)
{
	struct note *note = prepare_note(e, binder);
	if (note->plan) return note->plan;
	const struct node *ids = binder->kid[0], *condition = binder->kid[1];
	if (binder->op == OP_FORALL) condition = plan_forall_condition(e, binder);
	struct decl **names = ARENA_ARRAY(&e->arena, ids->count, struct decl *);
	for (uint32_t i = 0; i < ids->count; i++) names[i] = ids->kid[i]->decl;
	bool once = binder->op == OP_SIGMA || binder->op == OP_PI;
	bool is_search = binder->op == OP_EXISTS || binder->op == OP_FORALL;
	note->plan = plan_make(e, names, ids->count, &condition, condition ? 1 : 0,
	                       (once ? 0 : PLAN_MERGE_EXISTS) | (is_search ? PLAN_SEARCH : 0));
	if (note->plan->inner_count && binder->op != OP_EXISTS) note->plan->whole = condition;
	return note->plan;
}

void plan_bind_ids(struct eval *e, const struct node *ids, value v)
{
	for (uint32_t i = ids->count; i > 1; i--) {
		e->slots[slot_of(e, ids->kid[i - 1]->decl)] = value_second(e->s, v);
		v = value_first(e->s, v);
	}
	e->slots[slot_of(e, ids->kid[0]->decl)] = v;
}

value plan_ids_value(struct eval *e, const struct node *ids)
{
	value v = e->slots[slot_of(e, ids->kid[0]->decl)];
	for (uint32_t i = 1; i < ids->count; i++)
		v = value_pair(e->s, v, e->slots[slot_of(e, ids->kid[i]->decl)]);
	return v;
}
