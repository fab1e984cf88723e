/* Making plans: how to find all values of some names that satisfy a conjunction.
 *
 * The conjuncts are taken as generators where they can be (x = E, x |-> y : r, x : S, x <: S,
 * a <= x & x < b), cheapest first; every other conjunct is tested as soon as all of its names are
 * known. Only where nothing else is left does a name range over its type. The choice depends on
 * estimates of sizes only, never the result. */
#include "eval/plan/plan_make.h"

#include <math.h>

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

static struct plan *make(struct maker *m, struct decl *const *names, uint32_t count,
                         const struct node *const *conjuncts, uint32_t conjunct_count)
{
	bool is_vague = false;
	for (uint32_t i = 0; i < count; i++) plan_add_unknown(m, names[i]);
	for (uint32_t i = 0; i < conjunct_count; i++) plan_add_conjunct(m, conjuncts[i]);
	plan_add_sequences(m);
	plan_add_intervals(m);
	plan_add_values(m);
	plan_add_functions(m);
	plan_index_conjuncts(m);
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
