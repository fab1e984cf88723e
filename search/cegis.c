/* Tactic: counterexample-guided instantiation (CEGIS; for quantified boolean formulas: Janota et al., 2012). A universal
 * !x.(P => Q) with too many instances is asserted for some of them. A solution of these either satisfies the universal,
 * which a nested question for a counterexample decides, or the counterexample becomes the next instance. */
#include "path/path.h"
#include "search/decide.h"
#include "search/portfolio.h"

#include <math.h>

enum { MOST_ROUNDS = 5000, MOST_NAMES = 16 };

struct cegis_universal {
	const struct node *conjunct;
	const struct node *binder; /* ! or, under a negation, # */
	bool is_negated;
};

struct cegis {
	struct search *s;
	struct substitute copies;
	VEC(struct cegis_universal) universals;
	VEC(const struct node *) instances; /* of universals, and the other conjuncts */
	struct search *t;                   /* for their solutions; NULL: not open */
	uint32_t asserted;                  /* so many of them are, in t */
};

/* ---- universals --------------------------------------------------------------------------------- */

static bool universal_of(const struct node *n, struct cegis_universal *out)
{
	*out = (struct cegis_universal){.conjunct = n};
	out->binder = n = conjunct_positive(n, &out->is_negated);
	return n->op == (out->is_negated ? OP_EXISTS : OP_FORALL) && n->kid[0]->count <= MOST_NAMES;
}

bool cegis_applies(const struct question *q, const struct facts *f)
{
	struct cegis_universal u;
	(void)f;
	for (uint32_t i = 0; i < q->conjunct_count; i++)
		if (universal_of(q->conjuncts[i], &u)) return true;
	return false;
}

/* Does it take no time to evaluate? Numbers, names, and sets that are made of them without a list. */
static bool is_plain(const struct search *s, const struct node *n)
{
	bool is_made = op_is(n->op, FACT_POWERS | FACT_ARROWS) || n->op == OP_INTERVAL ||
	               n->op == OP_ADD || n->op == OP_MINUS || n->op == OP_TIMES || n->op == OP_NEGATE;
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_made || !is_plain(s, n->kid[i])) return false;
	bool is_known =
	    n->op != OP_ID || !eval_slot(s->eval, n->decl) || eval_get(s->eval, n->decl) != VALUE_NONE;
	return is_known && (is_made || n->op == OP_ID || n->op == OP_NUMBER || n->op == OP_BOOL_SET);
}

static uint64_t many(const struct search *s)
{
	return s->options.many ? s->options.many : universe_listed(s->question.universe) / 4;
}

static double size_of(struct search *s, const struct node *set)
{
	value v = eval_expression(s->eval, set);
	if (v == VALUE_NONE) return INFINITY;
	if (value_kind(s->values, v) != VALUE_LAZY) return (double)value_count(s->values, v);
	return eval_has_more(s->eval, v, many(s)) ? (double)many(s) * 2 : INFINITY;
}

/* How many values a conjunct x : S or x <: S leaves to the name; INFINITY if that is not known. */
static double values_of(struct search *s, struct substitute *w, const struct decl *d,
                        const struct node *n)
{
	struct generator x = generator_reading(n, 0);
	bool is_about =
	    (x.kind == GENERATOR_IN || x.kind == GENERATOR_SUBSET) && mention_is_name(x.of, d);
	if (!is_about || !is_plain(s, x.from)) return INFINITY;
	if (x.kind == GENERATOR_IN) return size_of(s, x.from);
	struct node *power = build_op(w->arena, OP_POW, n->pos, x.from, NULL);
	power->type = build_power_type(w->arena, x.from->type);
	return size_of(s, power);
}

/* How many cases are there, as far as the condition says so of single names? */
static double cases_of(struct search *s, struct substitute *w, const struct node *ids,
                       const struct node *condition)
{
	double cases = 1;
	for (uint32_t i = 0; i < ids->count; i++) {
		double values = INFINITY;
		EACH_CONJUNCT(c, condition)
			values = fmin(values, values_of(s, w, ids->kid[i]->decl, c.now));
		if (!isinf(values)) cases *= values;
	}
	return cases;
}

static const struct node *domain_of(const struct cegis_universal *u)
{
	const struct node *body = u->binder->kid[1];
	return !u->is_negated && body->op == OP_IMPLIES ? body->kid[0] : body;
}

/* Numbers that equations give to names. */
static void set_numbers(struct search *s)
{
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
		EACH_GENERATOR(x, s->question.conjuncts[i]) {
			bool is_number = x.kind == GENERATOR_EQUAL && x.of->op == OP_ID &&
			                 x.of->type->kind == TYPE_INTEGER &&
			                 eval_get(s->eval, x.of->decl) == VALUE_NONE;
			if (is_number && is_plain(s, x.from))
				eval_set(s->eval, x.of->decl, eval_expression(s->eval, x.from));
		}
	}
}

static bool is_large(struct search *s, struct substitute *w, const struct cegis_universal *u)
{
	return cases_of(s, w, u->binder->kid[0], domain_of(u)) > (double)many(s);
}

const struct node *cegis_large(struct search *s)
{
	struct substitute w = {.arena = &s->arena};
	const struct node *large = NULL;
	search_forget_values(s);
	set_numbers(s);
	for (uint32_t i = 0; i < s->question.conjunct_count && !large; i++) {
		struct cegis_universal u;
		if (universal_of(s->question.conjuncts[i], &u) && is_large(s, &w, &u)) large = u.binder;
	}
	search_forget_values(s);
	return large;
}

/* Those over sets and functions, and over many integers. */
static void sort_out(struct cegis *x)
{
	struct search *s = x->s;
	search_forget_values(s);
	set_numbers(s);
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
		struct cegis_universal u;
		bool is_universal = universal_of(s->question.conjuncts[i], &u);
		bool is_hard = is_universal && is_large(s, &x->copies, &u);
		for (uint32_t k = 0; is_universal && k < u.binder->kid[0]->count; k++)
			is_hard |= u.binder->kid[0]->kid[k]->decl->type->kind == TYPE_POW;
		if (is_hard) VEC_PUSH(&x->universals, u);
		else VEC_PUSH(&x->instances, s->question.conjuncts[i]);
	}
	search_forget_values(s);
}

/* ---- instances ----------------------------------------------------------------------------------- */

/* A name of its own that has this value. */
static const struct node *with_value(struct cegis *x, const struct decl *like, value v)
{
	struct node *n = build_fresh(x->copies.arena, like->name, like->type, like->pos);
	eval_set(x->s->eval, n->decl, v);
	return n;
}

/* The universal with x = v for each of its names: the conjuncts of a binder count in any order, so that it is
 * about these values and nothing else. */
static const struct node *at_values(struct cegis *x, const struct cegis_universal *u,
                                    const value *v)
{
	const struct node *ids = u->binder->kid[0], *body = u->binder->kid[1];
	bool has_condition = !u->is_negated && body->op == OP_IMPLIES;
	struct node *all = node_new(x->copies.arena, OP_AND, body->pos, ids->count + 1);
	for (uint32_t i = 0; i < ids->count; i++) {
		struct decl *d = ids->kid[i]->decl;
		all->kid[i] =
		    build_op(x->copies.arena, OP_EQUAL, d->pos, ids->kid[i], with_value(x, d, v[i]));
	}
	const struct node *copy;
	if (u->is_negated || has_condition) all->kid[ids->count] = domain_of(u);
	else all->count--;
	if (u->is_negated) copy = build_op(x->copies.arena, OP_EXISTS, body->pos, ids, all);
	else {
		const struct node *goal = has_condition ? body->kid[1] : body;
		copy = build_op(x->copies.arena, OP_IMPLIES, body->pos, all, goal);
		copy = build_op(x->copies.arena, OP_FORALL, body->pos, ids, copy);
	}
	return u->is_negated ? build_not(x->copies.arena, copy) : copy;
}

static void close_search(struct cegis *x)
{
	if (x->t) search_close(x->t);
	x->t = NULL;
}

static struct verdict solve_anew(struct cegis *x)
{
	struct search *s = x->s;
	close_search(x);
	struct question q = nested_question(s, x->instances.at, x->instances.count);
	x->t = nested_open(s, &q, budget_left(&s->budget) / 2, nested_in(s));
	x->asserted = x->instances.count;
	return search_next(x->t);
}

/* Asserts the new instances in the open search, if it can go on. */
static struct verdict solve_instances(struct cegis *x)
{
	bool goes_on = x->t != NULL;
	while (goes_on && x->asserted < x->instances.count)
		goes_on = nested_add(x->t, x->instances.at[x->asserted++], budget_left(&x->s->budget) / 2);
	if (!goes_on) return solve_anew(x);
	struct verdict v = search_next(x->t);
	bool is_sure = v.answer == SEARCH_FOUND || (v.answer == SEARCH_NONE && v.is_complete);
	return is_sure || budget_is_stopped(&x->s->budget) ? v : solve_anew(x);
}

/* Are the universals true for the values that the names have? A counterexample becomes an instance of the universal. */
static enum decided check_universals(struct cegis *x)
{
	enum decided all = DECIDED_TRUE;
	for (uint32_t i = 0; i < x->universals.count; i++) {
		const struct cegis_universal *u = &x->universals.at[i];
		value v[MOST_NAMES];
		enum decided is = decide_universal(x->s, u->conjunct, u->binder->kid[0]->count, v);
		if (is == DECIDED_OPEN) return DECIDED_OPEN;
		if (is != DECIDED_FALSE) continue;
		const struct node *instance = at_values(x, u, v);
		if (eval_predicate(x->s->eval, instance) == EVAL_TRUE)
			return DECIDED_OPEN; /* no progress */
		VEC_PUSH(&x->instances, instance);
		all = DECIDED_FALSE;
	}
	return all;
}

static enum search_answer refine(struct cegis *x)
{
	for (uint32_t round = 0; round < MOST_ROUNDS && !budget_is_stopped(&x->s->budget); round++) {
		if (budget_left(&x->s->budget) == 0) eval_ran_out(x->s->eval, true);
		if (budget_left(&x->s->budget) == 0 || budget_is_over(&x->s->budget)) break;
		struct verdict v = solve_instances(x);
		if (v.answer == SEARCH_NONE && v.is_complete) return SEARCH_NONE;
		if (v.answer != SEARCH_FOUND) break;
		valuation_apply(&v.valuation, x->s->eval);
		enum decided all = check_universals(x);
		if (all == DECIDED_OPEN) break;
		if (all == DECIDED_TRUE) return SEARCH_FOUND;
	}
	return SEARCH_OPEN;
}

void cegis_close(struct search *s)
{
	if (!s->cegis) return;
	close_search(s->cegis);
	VEC_CLEAR(&s->cegis->universals);
	VEC_CLEAR(&s->cegis->instances);
	s->cegis = NULL;
}

enum search_answer cegis_run(struct search *s)
{
	if (!s->cegis) {
		s->cegis = ARENA_NEW(&s->arena, struct cegis);
		*s->cegis = (struct cegis){.s = s, .copies = {.arena = &s->arena}};
		sort_out(s->cegis);
	}
	bool is_empty = s->cegis->universals.count == 0;
	enum search_answer a = is_empty ? SEARCH_OPEN : refine(s->cegis);
	if (a == SEARCH_FOUND) search_keep(s);
	s->completeness.is_proved |= a == SEARCH_NONE;
	bool goes_on = !is_empty && eval_ran_out(s->eval, false);
	eval_ran_out(s->eval, goes_on);
	if (a != SEARCH_FOUND && !goes_on) cegis_close(s);
	return a;
}

void cegis_exclude(struct search *s, struct decl *const *names, uint32_t count, const value *v)
{
	struct cegis *x = s->cegis;
	struct pos pos = {0};
	struct node *all = node_new(x->copies.arena, OP_AND, pos, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct node *is = build_name(x->copies.arena, names[i], pos);
		all->kid[i] = build_op(x->copies.arena, OP_EQUAL, pos, is, with_value(x, names[i], v[i]));
	}
	VEC_PUSH(&x->instances,
	         count ? build_not(x->copies.arena, all) : build_truth(x->copies.arena, pos, false));
}
