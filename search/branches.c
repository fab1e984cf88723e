/* Tactic: case split. One side of a disjunction may be easy where the whole is not, and few candidates may do; what is found
 * is a solution if the evaluator confirms the whole. If every side has none, neither has the whole. */
#include "search/confirm.h"
#include "search/decide.h"
#include "search/portfolio.h"

enum { MOST_BRANCHES = 64 };

bool branches_applies(const struct question *q, const struct facts *f)
{
	(void)f;
	return q->conjunct_count > 0;
}

/* ---- the sides of a disjunction ------------------------------------------------------------------ */

/* Of a disjunction as it is written, or of an implication or negated conjunction. If the whole is
 * true, so is one of them. */
static uint32_t branches_of(struct search *s, const struct node *n, const struct node **out,
                            uint32_t most, bool is_negated)
{
	n = conjunct_positive(n, &is_negated);
	bool splits = is_negated ? n->op == OP_AND : n->op == OP_OR || n->op == OP_IMPLIES;
	uint32_t count = 0;
	for (uint32_t i = 0; splits && i < n->count; i++) {
		bool flips = n->op == OP_IMPLIES && i == 0;
		count += branches_of(s, n->kid[i], out + count, most - count, is_negated ^ flips);
	}
	if (splits || count == most) return count;
	out[0] = is_negated ? build_not(&s->arena, n) : n;
	return 1;
}

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

/* Equations name = E and memberships name : S somewhere in n, whose names the branch does not mention: with them the rest
 * of the disjunction has a value, and is easy to evaluate. */
static void add_typing(struct search *s, const struct node *n, const struct node *branch,
                       struct conjunct_list *out)
{
	bool goes_on = n->op == OP_AND || n->op == OP_OR || n->op == OP_NOT || n->op == OP_IMPLIES;
	for (uint32_t i = 0; goes_on && i < n->count; i++) add_typing(s, n->kid[i], branch, out);
	if ((n->op != OP_EQUAL && n->op != OP_MEMBER) || n->kid[0]->op != OP_ID) return;
	const struct decl *d = n->kid[0]->decl;
	for (uint32_t i = 0; i < out->count; i++) /* one is enough */
		if (out->at[i]->op == n->op && out->at[i]->kid[0]->decl == d) return;
	for (uint32_t i = 0; i < s->question.count; i++)
		if (s->question.names[i] == d && !node_mentions(branch, d) && !node_mentions(n->kid[1], d))
			VEC_PUSH(out, n);
}

/* A solution of these conjuncts that the evaluator confirms for the whole question. */
static enum search_answer try_conjuncts(struct search *s, const struct node *const *list,
                                        uint32_t count, uint64_t effort, bool is_sparse,
                                        bool *is_complete)
{
	struct question q = nested_question(s, list, count);
	q.reach = is_sparse ? REACH_FEW : q.reach;
	q.violation = s->question.violation;
	struct search *t = nested_open(s, &q, effort, nested_in(s));
	struct verdict v = search_next(t);
	*is_complete = v.answer == SEARCH_NONE && v.is_complete;
	if (v.answer == SEARCH_FOUND) v.answer = confirm_valuation(s, &v.valuation);
	search_close(t);
	return v.answer;
}

/* One branch in place of its disjunction; first with what makes the rest easy. */
static enum search_answer try_branch(struct search *s, uint32_t at, const struct node *branch,
                                     uint64_t effort, bool is_sparse, bool *is_complete)
{
	struct conjunct_list list = {0};
	enum search_answer a = SEARCH_OPEN;
	uint32_t count = s->question.conjunct_count;
	for (uint32_t i = 0; i < count; i++)
		VEC_PUSH(&list, i == at ? branch : s->question.conjuncts[i]);
	if (is_sparse) add_typing(s, s->question.conjuncts[at], branch, &list);
	*is_complete = false;
	if (list.count > count)
		a = try_conjuncts(s, list.at, list.count, effort / 2, true, is_complete);
	if (a != SEARCH_FOUND) a = try_conjuncts(s, list.at, count, effort, is_sparse, is_complete);
	VEC_CLEAR(&list);
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
	for (uint32_t i = 0; i < count && !budget_is_over(&s->budget); i++) {
		bool is_complete;
		uint64_t effort = budget_left(&s->budget) / (is_sparse ? 4 * (count - i) : count - i + 1);
		enum search_answer a = try_branch(s, at, branches[i], effort, is_sparse, &is_complete);
		if (a == SEARCH_FOUND) return a;
		excluded += is_complete;
	}
	return excluded == count ? SEARCH_NONE : SEARCH_OPEN;
}

static enum search_answer try_few(struct search *s)
{
	bool is_complete;
	return try_conjuncts(s, s->question.conjuncts, s->question.conjunct_count,
	                     budget_left(&s->budget) / 3, true, &is_complete);
}

/* Large sets stay as they are described, in the hope that few of their elements matter. */
static enum search_answer try_sparse(struct search *s)
{
	enum { LISTED = 3000 };
	eval_set_limit(s->eval, LISTED);
	enum search_answer a = try_branches(s, true);
	if (a != SEARCH_FOUND && !budget_is_stopped(&s->budget)) a = try_few(s);
	eval_set_limit(s->eval, 0);
	return a == SEARCH_FOUND ? a : SEARCH_OPEN;
}

enum search_answer branches_run(struct search *s)
{
	enum search_answer a = try_sparse(s);
	return a == SEARCH_FOUND || budget_is_stopped(&s->budget) ? a : try_branches(s, false);
}
