/* Conjuncts that tell where names are by cases: x = 1 & y = 2 or x = 3 & y = x, and implications whose premises are known,
 * (p => x = 1 & y = 2) & (q => x = 3 & y = x). Each case is a plan of its own for all names of the conjunct that have no
 * values yet, with all other conjuncts about nothing but them. */
#include "eval/plan/plan_make.h"

#include <math.h>

/* Planning must not take longer than the search: with thousands of conjuncts not all cases are looked at. */
enum { MOST_NAMES = 40, MOST_CASES = 200, MOST_LOOKED = 200000 };

/* The names of a conjunct that have no values yet, and where the cases come from. */
struct casing {
	struct maker *m;
	struct unknown *names[MOST_NAMES];
	uint32_t count;
	uint32_t conjunct;
	VEC(struct plan *) cases;
	VEC(struct case_checks) checks;
	VEC(const struct node *)
	premises;      /* of implications; the last case is that none of them holds */
	double effort; /* of the cases; for the dearest one of those with premises */
	bool is_finite, may_fail;
};

static bool is_one_of(const struct casing *c, const struct unknown *u)
{
	for (uint32_t i = 0; i < c->count; i++)
		if (c->names[i] == u) return true;
	return false;
}

/* Is it about these names, and no other without a value? */
static bool is_about(const struct casing *c, const struct conjunct *x)
{
	bool is_open = false;
	for (uint32_t i = 0; i < x->count; i++) {
		const struct unknown *u = &c->m->unknown.at[x->mentions[i]];
		if (u->is_known) continue;
		if (!is_one_of(c, u)) return false;
		is_open = true;
	}
	return is_open;
}

static bool has_names(struct casing *c)
{
	const struct conjunct *x = &c->m->conjuncts.at[c->conjunct];
	if (x->open == 0 || x->open > MOST_NAMES) return false;
	for (uint32_t i = 0; i < x->count; i++) {
		struct unknown *u = &c->m->unknown.at[x->mentions[i]];
		if (!u->is_known) c->names[c->count++] = u;
	}
	return true;
}

/* A plan for one case (NULL: none of them): the case itself, and all other conjuncts about its names alone. */
static struct plan *case_plan(struct casing *c, const struct node *one)
{
	struct maker *m = c->m;
	struct decl *names[MOST_NAMES];
	VEC(const struct node *) list = {0};
	if (one) VEC_PUSH(&list, one);
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		const struct conjunct *x = &m->conjuncts.at[i];
		bool has_cases = x->node->op == OP_OR || x->node->op == OP_IMPLIES || x->node->op == OP_IF;
		if (i != c->conjunct && !x->is_done && !x->is_hint && !has_cases && is_about(c, x))
			VEC_PUSH(&list, x->node);
	}
	for (uint32_t i = 0; i < c->count; i++) names[i] = c->names[i]->decl;
	bool is_opened = m->flags & PLAN_OPEN_SETS;
	int flags = is_opened ? (m->flags & ~PLAN_OPEN_SETS) | PLAN_OPENED_SETS : m->flags;
	struct plan *p = plan_make_in(m->e, m->arena, names, c->count, list.at, list.count, flags);
	p->keeps_undefined = true;
	VEC_CLEAR(&list);
	return p;
}

/* ---- what may be undefined --------------------------------------------------------------------- */

struct check_maker {
	struct maker *m;
	VEC(struct case_check) list;
};

/* The parts that may be undefined, if they are known, and undefined wherever the whole is. */
static bool add_known_parts(struct check_maker *k, const struct node *n)
{
	bool is_binder = n->count > 0 && n->kid[0]->op == OP_IDS;
	if (!plan_is_doubtful(k->m->e, n)) return true;
	if (!plan_is_open(k->m, n) && n->type) {
		VEC_PUSH(&k->list, (struct case_check){n, false});
		return true;
	}
	if (is_binder || defined_may_lack_value(n) || op_is(n->op, FACT_CONNECTIVE) || n->op == OP_IF ||
	    n->op == OP_BOOL || n->op == OP_LET || n->op == OP_LABEL)
		return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!add_known_parts(k, n->kid[i])) return false;
	return true;
}

/* False if a conjunct may be undefined for some values of the names, and others follow. */
static bool add_checks(struct check_maker *k, const struct node *n, bool is_last)
{
	if (n->op == OP_AND) {
		for (uint32_t i = 0; i < n->count; i++)
			if (!add_checks(k, n->kid[i], is_last && i + 1 == n->count)) return false;
		return true;
	}
	if (plan_is_open(k->m, n)) return is_last || add_known_parts(k, n);
	VEC_PUSH(&k->list, (struct case_check){n, true});
	return true;
}

static bool checks_of(struct casing *c, const struct node *one, struct case_checks *out)
{
	struct check_maker k = {.m = c->m};
	bool ok = plan_is_orderly(c->m->e, one) || add_checks(&k, one, true);
	out->count = k.list.count;
	out->list = VEC_FREEZE(&k.list, c->m->arena);
	return ok;
}

/* False if it cannot be a case. */
static bool add_case(struct casing *c, const struct node *one)
{
	struct case_checks checks = {0};
	if (!checks_of(c, one, &checks)) return false;
	struct plan *p = case_plan(c, one);
	VEC_PUSH(&c->cases, p);
	VEC_PUSH(&c->checks, checks);
	c->is_finite = c->is_finite && p->is_finite;
	c->effort += exp(p->effort);
	return true;
}

/* ---- disjunctions ------------------------------------------------------------------------------ */

/* x : A \/ B, where one of them is infinite */
static bool is_split(struct maker *m, const struct node *n)
{
	return n->op == OP_MEMBER && n->kid[1]->op == OP_UNION && plan_is_infinite_set(m, n->kid[1]);
}

static void add_disjuncts(struct casing *c, const struct node *n)
{
	uint32_t count = n->op == OP_OR ? n->count : 2;
	for (uint32_t k = 0; k < count && c->is_finite && count <= MOST_CASES; k++) {
		const struct node *set = n->op == OP_OR ? NULL : n->kid[1]->kid[k];
		const struct node *one =
		    set ? plan_synthetic(c->m, OP_MEMBER, n, n->kid[0], set) : n->kid[k];
		if (!add_case(c, one)) c->is_finite = false;
	}
}

/* ---- implications ------------------------------------------------------------------------------ */

static void add_choice(struct casing *c, const struct node *premise, const struct node *conclusion)
{
	struct case_checks checks = {0};
	if (c->cases.count == MOST_CASES || !checks_of(c, conclusion, &checks)) return;
	struct plan *p = case_plan(c, conclusion);
	if (!p->is_finite) return;
	VEC_PUSH(&c->cases, p);
	VEC_PUSH(&c->checks, checks);
	VEC_PUSH(&c->premises, premise);
	c->effort = fmax(c->effort, exp(p->effort));
}

static const struct node * and (struct casing * c, const struct node *a, const struct node *b)
{
	return a ? plan_synthetic(c->m, OP_AND, b, a, b) : b;
}

/* IF P THEN A ELSIF Q THEN B ELSE C END as P => A, not(P) & Q => B, not(P) & not(Q) => C */
static void add_branches(struct casing *c, const struct node *n)
{
	const struct node *before = NULL;
	for (uint32_t i = 0; i + 1 < n->count; i += 2) {
		const struct node *p = n->kid[i];
		add_choice(c, and(c, before, p), n->kid[i + 1]);
		before = and(c, before, build_op(&c->m->e->arena, OP_NOT, p->pos, p, NULL));
	}
	if (before && n->count % 2) add_choice(c, before, n->kid[n->count - 1]);
}

static bool has_known_premises(struct maker *m, const struct node *n)
{
	if (n->op == OP_IMPLIES) return !plan_is_open(m, n->kid[0]);
	for (uint32_t i = 0; i + 1 < n->count; i += 2)
		if (plan_is_open(m, n->kid[i])) return false;
	return n->op == OP_IF;
}

/* All implications about these names: the first premise that holds tells where they are. */
static void add_implications(struct casing *c)
{
	struct maker *m = c->m;
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		const struct conjunct *x = &m->conjuncts.at[i];
		bool counts = !x->is_done && !x->is_hint && !x->is_excluded &&
		              has_known_premises(m, x->node) && is_about(c, x);
		if (!counts) continue;
		c->may_fail = c->may_fail || x->may_fail;
		if (x->node->op == OP_IF) add_branches(c, x->node);
		else add_choice(c, x->node->kid[0], x->node->kid[1]);
	}
}

/* ---- the offer --------------------------------------------------------------------------------- */

static void offer(struct casing *c, double cost, struct candidate *best)
{
	struct arena *a = c->m->arena;
	struct case_list *l = ARENA_NEW(a, struct case_list);
	l->name_count = c->count;
	l->names = ARENA_ARRAY(a, c->count, struct unknown *);
	for (uint32_t i = 0; i < c->count; i++) l->names[i] = c->names[i];
	l->count = c->cases.count;
	l->plans = VEC_FREEZE(&c->cases, a);
	l->checks = VEC_FREEZE(&c->checks, a);
	l->premises = c->premises.count ? VEC_FREEZE(&c->premises, a) : NULL;
	l->may_fail = c->may_fail;
	plan_offer(
	    best, (struct candidate){cost, c->conjunct, STEP_CASES, NULL, NULL, c->names[0], false, l});
}

/* One name: cases are taken where it has many values. Several: where they have many together. */
static void offer_if_good(struct casing *c, const struct plan *others, struct candidate *best)
{
	const double FEW = 300, UNLIKELY = 1e11;
	bool has_end = others->is_finite;
	if (c->count == 1) {
		/* without a premise that holds they are reached seldom */
		offer(c, c->premises.count && !has_end ? UNLIKELY : fmax(FEW, c->effort), best);
		return;
	}
	double cost = has_end ? exp(others->effort) : INFINITY;
	if (cost <= FEW || c->effort * 2 > cost) return;
	offer(c, fmin(fmax(4, c->effort), best->cost * 0.99), best);
}

/* x = a or x : S; x : A \/ B where one is infinite; P => x = a */
static bool is_worth_cases(const struct maker *m, const struct candidate *best)
{
	const double AT_ONCE = 2;
	return best->cost > AT_ONCE && m->looked <= MOST_LOOKED;
}

void plan_offer_cases(struct maker *m, uint32_t i, const struct node *n, struct candidate *best)
{
	const double FEW = 300;
	struct casing c = {.m = m, .conjunct = i, .is_finite = true};
	bool is_choice = (n->op == OP_IMPLIES || n->op == OP_IF) && has_known_premises(m, n);
	bool is_one = m->conjuncts.at[i].open == 1;
	if (is_one ? best->cost <= FEW : !is_worth_cases(m, best)) return;
	if (n->op != OP_OR && !is_choice && !(is_one && is_split(m, n))) return;
	if (!has_names(&c)) return;
	m->looked += m->conjuncts.count;
	c.may_fail = m->conjuncts.at[i].may_fail;
	if (is_choice) add_implications(&c);
	else add_disjuncts(&c, n);
	bool is_good = c.is_finite && c.cases.count > 0;
	struct plan *others = is_good && (is_choice || !is_one) ? case_plan(&c, NULL) : NULL;
	if (is_good && is_choice) {
		VEC_PUSH(&c.cases, others);
		VEC_PUSH(&c.checks, (struct case_checks){0});
	}
	if (is_good && others) offer_if_good(&c, others, best);
	else if (is_good) offer(&c, fmax(FEW, c.effort), best);
	VEC_CLEAR(&c.cases);
	VEC_CLEAR(&c.checks);
	VEC_CLEAR(&c.premises);
}
