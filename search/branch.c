/* Other ways to a solution, where encoding all conjuncts at once does not decide: one side of a
 * disjunction may be easy where the whole is not, and few candidates may do. What is found this way is
 * a solution if the evaluator says so of the whole. */
#include "search/tactics.h"

enum { MOST_BRANCHES = 64, MOST_DEPTH = 2 };

/* ---- the sides of a disjunction ------------------------------------------------------------------ */

static const struct node *negation(struct search *s, const struct node *n)
{
	struct node *not = node_new(&s->arena, OP_NOT, n->pos, 1);
	not ->kid[0] = n;
	return not ;
}

/* Of a disjunction as it is written, or of an implication or negated conjunction. If the whole is
 * true, so is one of them. */
static uint32_t branches_of(struct search *s, const struct node *n, const struct node **out,
                            uint32_t most, bool is_negated)
{
	while (n->op == OP_NOT || n->op == OP_LABEL) {
		is_negated ^= n->op == OP_NOT;
		n = n->kid[0];
	}
	bool splits = is_negated ? n->op == OP_AND : n->op == OP_OR || n->op == OP_IMPLIES;
	uint32_t count = 0;
	for (uint32_t i = 0; splits && i < n->count; i++) {
		bool flips = n->op == OP_IMPLIES && i == 0;
		count += branches_of(s, n->kid[i], out + count, most - count, is_negated ^ flips);
	}
	if (splits || count == most) return count;
	out[0] = is_negated ? negation(s, n) : n;
	return 1;
}

struct hints {
	VEC(const struct node *) list;
};

static uint32_t size_of(const struct node *n)
{
	uint32_t size = 1;
	for (uint32_t i = 0; i < n->count; i++) size += size_of(n->kid[i]);
	return size;
}

static void sort_by_size(const struct node **list, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
		for (uint32_t k = i; k > 0 && size_of(list[k]) < size_of(list[k - 1]); k--) {
			const struct node *n = list[k];
			list[k] = list[k - 1];
			list[k - 1] = n;
		}
}

/* Equations name = E somewhere in n, whose names the branch does not mention: with them the rest of the
 * disjunction is easy to evaluate. */
static void add_equations(struct search *s, const struct node *n, const struct node *branch,
                          struct hints *out)
{
	bool goes_on = n->op == OP_AND || n->op == OP_OR || n->op == OP_NOT || n->op == OP_IMPLIES ||
	               n->op == OP_LABEL;
	for (uint32_t i = 0; goes_on && i < n->count; i++) add_equations(s, n->kid[i], branch, out);
	if (n->op != OP_EQUAL || n->kid[0]->op != OP_ID) return;
	const struct decl *d = n->kid[0]->decl;
	for (uint32_t i = 0; i < out->list.count; i++) /* one is enough */
		if (out->list.at[i]->op == OP_EQUAL && out->list.at[i]->kid[0]->decl == d) return;
	for (uint32_t i = 0; i < s->question.count; i++)
		if (s->question.names[i] == d && !node_mentions(branch, d) && !node_mentions(n->kid[1], d))
			VEC_PUSH(&out->list, n);
}

/* A solution of these conjuncts that the evaluator confirms for the whole question. */
static enum search_answer try_conjuncts(struct search *s, const struct node *const *list,
                                        uint32_t count, uint64_t effort, bool is_sparse,
                                        bool *is_complete)
{
	struct question q = search_question(s, list, count);
	q.reach = is_sparse ? REACH_FEW : q.reach;
	struct search *t = search_start(s, &q, effort, s->depth + 1);
	struct verdict v = search_next(t);
	*is_complete = v.answer == SEARCH_NONE && v.is_complete;
	if (v.answer == SEARCH_FOUND) v.answer = search_confirm_values(s, &v.valuation);
	search_close(t);
	return v.answer;
}

/* One branch in place of its disjunction; first with what makes the rest easy. */
static enum search_answer try_branch(struct search *s, uint32_t at, const struct node *branch,
                                     uint64_t effort, bool is_sparse, bool *is_complete)
{
	struct hints list = {0};
	enum search_answer a = SEARCH_OPEN;
	uint32_t count = s->question.conjunct_count;
	for (uint32_t i = 0; i < count; i++)
		VEC_PUSH(&list.list, i == at ? branch : s->question.conjuncts[i]);
	if (is_sparse) add_equations(s, s->question.conjuncts[at], branch, &list);
	*is_complete = false;
	if (list.list.count > count)
		a = try_conjuncts(s, list.list.at, list.list.count, effort / 2, true, is_complete);
	if (a != SEARCH_FOUND)
		a = try_conjuncts(s, list.list.at, count, effort, is_sparse, is_complete);
	VEC_CLEAR(&list.list);
	return a;
}

/* The conjunct with the fewest sides; UINT32_MAX if there is none with more than one. */
static uint32_t choose(struct search *s, const struct node **out, uint32_t *out_count)
{
	uint32_t best = UINT32_MAX;
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
		const struct node *branches[MOST_BRANCHES];
		uint32_t count = branches_of(s, s->question.conjuncts[i], branches, MOST_BRANCHES, false);
		if (count < 2 || count == MOST_BRANCHES) continue;
		if (best != UINT32_MAX && count >= *out_count) continue;
		best = i;
		*out_count = count;
		memcpy(out, branches, count * sizeof *branches);
	}
	return best;
}

static enum search_answer try_branches(struct search *s, bool is_sparse)
{
	const struct node *branches[MOST_BRANCHES];
	uint32_t count = 0, at = choose(s, branches, &count), excluded = 0;
	if (at == UINT32_MAX) return SEARCH_OPEN;
	sort_by_size(branches, count);
	for (uint32_t i = 0; i < count && !search_is_over(s); i++) {
		bool is_complete;
		uint64_t effort = search_left(s) / (is_sparse ? 4 * (count - i) : count - i + 1);
		enum search_answer a = try_branch(s, at, branches[i], effort, is_sparse, &is_complete);
		if (a == SEARCH_FOUND) return a;
		excluded += is_complete;
	}
	return excluded == count ? SEARCH_NONE : SEARCH_OPEN;
}

static enum search_answer try_few(struct search *s)
{
	bool is_complete;
	return try_conjuncts(s, s->question.conjuncts, s->question.conjunct_count, search_left(s) / 3,
	                     true, &is_complete);
}

/* Large sets stay as they are described, in the hope that few of their elements matter. */
static enum search_answer try_sparse(struct search *s)
{
	enum { LISTED = 3000 };
	eval_set_limit(s->eval, LISTED);
	enum search_answer a = try_branches(s, true);
	if (a != SEARCH_FOUND && !search_is_stopped(s)) a = try_few(s);
	eval_set_limit(s->eval, 0);
	return a == SEARCH_FOUND ? a : SEARCH_OPEN;
}

enum search_answer branch_search(struct search *s)
{
	if (s->depth >= MOST_DEPTH) return SEARCH_OPEN;
	enum search_answer a = try_sparse(s);
	return a == SEARCH_FOUND || search_is_stopped(s) ? a : try_branches(s, false);
}

/* ---- true for all integers? ---------------------------------------------------------------------- */

/* A counterexample to !x.(P => Q): its names, and what it satisfies. */
struct counterexample {
	VEC(struct decl *) names;
	VEC(const struct node *) conjuncts;
	const struct node *violated; /* false or undefined */
	bool is_false;               /* it must not be undefined */
	value *values;               /* those of the first names are kept here, if not NULL */
	uint32_t value_count;
};

static void take_apart(struct search *s, const struct node *n, bool is_negated,
                       struct counterexample *c)
{
	while (n->op == OP_NOT || n->op == OP_LABEL) {
		is_negated ^= n->op == OP_NOT;
		n = n->kid[0];
	}
	if (n->op == (is_negated ? OP_FORALL : OP_EXISTS)) {
		for (uint32_t i = 0; i < n->kid[0]->count; i++)
			VEC_PUSH(&c->names, n->kid[0]->kid[i]->decl);
		take_apart(s, n->kid[1], is_negated, c);
	} else if (n->op == OP_IMPLIES && is_negated &&
	           (c->is_false || !eval_may_be_undefined(n->kid[0]))) {
		take_apart(s, n->kid[0], false, c);
		take_apart(s, n->kid[1], true, c);
	} else if (!c->is_false && eval_may_be_undefined(n)) {
		c->violated = is_negated ? n : negation(s, n);
	} else if (n->op == OP_AND && !is_negated) {
		for (uint32_t i = 0; i < n->count; i++) take_apart(s, n->kid[i], false, c);
	} else {
		VEC_PUSH(&c->conjuncts, is_negated ? negation(s, n) : n);
	}
}

static bool mentions_unknown(const struct search *s, const struct node *n)
{
	for (uint32_t i = 0; i < s->question.count; i++)
		if (node_mentions(n, s->question.names[i])) return true;
	return false;
}

static enum search_answer ask(struct search *s, struct counterexample *c, uint64_t effort,
                              uint32_t depth, bool *is_complete)
{
	struct violation undefined = {.undefined = c->violated};
	struct question q = {.names = c->names.at,
	                     .count = c->names.count,
	                     .conjuncts = c->conjuncts.at,
	                     .conjunct_count = c->conjuncts.count,
	                     .violation = c->violated ? &undefined : NULL,
	                     .universe = s->question.universe};
	struct search *t = search_start(s, &q, effort, depth);
	struct verdict v = search_next(t);
	*is_complete = v.is_complete;
	for (uint32_t i = 0; v.answer == SEARCH_FOUND && i < c->value_count; i++)
		c->values[i] = v.valuation.values[i];
	search_close(t);
	VEC_CLEAR(&c->names);
	VEC_CLEAR(&c->conjuncts);
	return v.answer;
}

static enum closed by_counterexample(struct search *s, const struct node *n)
{
	struct counterexample c = {0};
	bool is_complete;
	if (s->depth > MOST_DEPTH) return CLOSED_OPEN;
	take_apart(s, n, true, &c);
	if (ask(s, &c, search_left(s) / 4, MOST_DEPTH + 1, &is_complete) != SEARCH_NONE)
		return CLOSED_OPEN;
	return is_complete ? CLOSED_TRUE : CLOSED_WITHIN_BOUNDS;
}

enum closed branch_counterexample(struct search *s, const struct node *n, uint32_t count,
                                  value *values)
{
	struct counterexample c = {.values = values, .value_count = count};
	bool is_complete;
	take_apart(s, n, true, &c);
	enum search_answer a = ask(s, &c, search_left(s) / 2, s->depth + 1, &is_complete);
	if (a == SEARCH_FOUND) return CLOSED_FALSE;
	return a == SEARCH_NONE && is_complete ? CLOSED_TRUE : CLOSED_OPEN;
}

static enum closed branch_truth(struct search *s, const struct node *n, bool is_negated);

/* By the evaluator, with a part of the effort; false if it does not know. */
static bool evaluates(struct search *s, const struct node *n, bool *is_true)
{
	bool is_sure;
	uint64_t before = eval_lend_effort(s->eval, eval_effort(s->eval) + search_left(s) / 8);
	enum truth t = eval_predicate_certain(s->eval, n, &is_sure);
	eval_return_effort(s->eval, before);
	*is_true = t == EVAL_TRUE;
	return is_sure && t != EVAL_FAILED;
}

static enum closed by_witness(struct search *s, const struct node *n, bool is_negated)
{
	struct counterexample c = {.is_false = true};
	bool is_complete;
	if (s->depth >= MOST_DEPTH) return CLOSED_OPEN;
	take_apart(s, n, is_negated, &c);
	bool is_found = ask(s, &c, search_left(s) / 2, MOST_DEPTH, &is_complete) == SEARCH_FOUND;
	return is_found ? CLOSED_TRUE : CLOSED_OPEN;
}

static enum closed truth_of_parts(struct search *s, const struct node *n, bool is_negated, bool all)
{
	enum closed whole = all ? CLOSED_TRUE : CLOSED_OPEN;
	for (uint32_t i = 0; i < n->count && whole != (all ? CLOSED_OPEN : CLOSED_TRUE); i++) {
		bool flips = n->op == OP_IMPLIES && i == 0;
		enum closed part = branch_truth(s, n->kid[i], is_negated ^ flips);
		if (all ? part < whole : part > whole) whole = part;
	}
	return whole;
}

/* Of n, or of its negation. Each part is decided on its own: with Kleene's connectives, so that what is false this
 * way is not true from left to right. */
static enum closed branch_truth(struct search *s, const struct node *n, bool is_negated)
{
	bool is_true;
	while (n->op == OP_NOT || n->op == OP_LABEL) {
		is_negated ^= n->op == OP_NOT;
		n = n->kid[0];
	}
	if (search_is_stopped(s)) return CLOSED_OPEN;
	if (n->op == OP_AND || n->op == OP_OR || n->op == OP_IMPLIES)
		return truth_of_parts(s, n, is_negated, (n->op == OP_AND) != is_negated);
	if (evaluates(s, n, &is_true)) return is_true != is_negated ? CLOSED_TRUE : CLOSED_OPEN;
	if (n->op == (is_negated ? OP_FORALL : OP_EXISTS)) return by_witness(s, n, is_negated);
	bool is_universal = n->op == (is_negated ? OP_EXISTS : OP_FORALL);
	if (is_universal && by_witness(s, n, !is_negated) == CLOSED_TRUE) return CLOSED_OPEN;
	return by_counterexample(s, is_negated ? negation(s, n) : n);
}

bool branch_is_true(struct search *s, const struct node *conjunct)
{
	if (by_counterexample(s, conjunct) == CLOSED_TRUE) return true;
	return s->depth < MOST_DEPTH && branch_truth(s, conjunct, false) == CLOSED_TRUE;
}

bool branch_has_witness(struct search *s, const struct node *n)
{
	bool is_negated = false;
	while (n->op == OP_NOT || n->op == OP_LABEL) {
		is_negated ^= n->op == OP_NOT;
		n = n->kid[0];
	}
	return n->op == (is_negated ? OP_FORALL : OP_EXISTS) &&
	       by_witness(s, n, is_negated) == CLOSED_TRUE;
}

bool branch_drops_true(struct search *s)
{
	uint32_t left = 0, count = s->question.conjunct_count;
	for (uint32_t i = 0; i < count; i++) {
		const struct node *n = s->conjuncts.at[i];
		bool is_true = !mentions_unknown(s, n) && branch_has_witness(s, n);
		if (!is_true) s->conjuncts.at[left++] = n;
	}
	s->conjuncts.count = s->question.conjunct_count = left;
	return left < count;
}

enum closed branch_is_false(struct search *s, const struct node *conjunct)
{
	if (s->depth >= MOST_DEPTH || mentions_unknown(s, conjunct)) return CLOSED_OPEN;
	return branch_truth(s, conjunct, true);
}

bool branch_has_false(struct search *s)
{
	enum closed best = CLOSED_OPEN;
	for (uint32_t i = 0; i < s->question.conjunct_count && best != CLOSED_TRUE; i++) {
		enum closed is_false = branch_is_false(s, s->question.conjuncts[i]);
		if (is_false > best) best = is_false;
	}
	s->is_proved |= best == CLOSED_TRUE;
	s->is_cut |= best == CLOSED_WITHIN_BOUNDS;
	return best != CLOSED_OPEN;
}
