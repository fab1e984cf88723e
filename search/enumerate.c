/* Tactic: the evaluator enumerates solutions: functions that call themselves, closures of infinite
 * relations and the like are nothing for the encoder, but easy once the values are there. */
#include "eval/eval.h"
#include "search/confirm.h"
#include "search/guess.h"
#include "search/portfolio.h"

struct enumeration {
	struct search *search;
	const struct node *conjunction;
	struct decl **names; /* to be enumerated; the others have a value */
	uint32_t name_count;
	value *values; /* of all names of the search, solution by solution */
	uint32_t count, most;
};

static bool keep(void *data)
{
	struct enumeration *x = data;
	struct search *s = x->search;
	value *at = x->values + (size_t)x->count * s->question.count;
	for (uint32_t i = 0; i < s->question.count; i++)
		at[i] = eval_get(s->eval, s->question.names[i]);
	return ++x->count < x->most;
}

/* It lives as long as the eval, which remembers it. */
static const struct node *conjunction(struct search *s)
{
	struct node *n =
	    node_new(&s->project->arena, OP_AND, (struct pos){0}, s->question.conjunct_count);
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) n->kid[i] = s->question.conjuncts[i];
	return n;
}

/* What the evaluator does next takes at most so many hundredths of what is left of the slice; returns what
 * eval_return_effort needs. */
static uint64_t limit(const struct enumeration *x, uint32_t part)
{
	struct search *s = x->search;
	return eval_lend_effort(s->eval, eval_effort(s->eval) + budget_left(&s->budget) / 100 * part);
}

/* Solutions until there are `most`, or all. True if there is none, whatever the integers. */
static bool enumerate(struct enumeration *x, uint32_t most, uint32_t part)
{
	struct search *s = x->search;
	x->values = ARENA_ARRAY(&s->arena, (size_t)s->question.count * most + 1, value);
	x->count = 0;
	x->most = most;
	for (uint32_t i = 0; i < x->name_count; i++) eval_set(s->eval, x->names[i], VALUE_NONE);
	eval_clear_cut(s->eval);
	uint64_t before = limit(x, part);
	enum truth t = eval_solve(s->eval, x->names, x->name_count, x->conjunction, true, keep, x);
	eval_return_effort(s->eval, before);
	return t == EVAL_FALSE && x->count == 0 && !eval_was_cut(s->eval);
}

static bool is_lazy(const struct search *s, uint32_t i)
{
	value v = eval_get(s->eval, s->question.names[i]);
	return v != VALUE_NONE && value_kind(s->values, v) == VALUE_LAZY;
}

/* Does function `from` call others that call function `to`? */
static bool leads_back(const struct search *s, uint32_t from, uint32_t to, bool *is_seen)
{
	const struct node *text =
	    value_lazy_node(s->values, eval_get(s->eval, s->question.names[from]));
	is_seen[from] = true;
	if (from != to && node_mentions(text, s->question.names[to])) return true;
	for (uint32_t k = 0; k < s->question.count; k++)
		if (!is_seen[k] && is_lazy(s, k) && node_mentions(text, s->question.names[k]) &&
		    leads_back(s, k, to, is_seen))
			return true;
	return false;
}

/* The evaluator does not ask whether functions that call themselves, or each other, exist. */
static bool has_function(struct search *s, uint32_t i)
{
	value v = eval_get(s->eval, s->question.names[i]);
	const struct node *text = value_lazy_node(s->values, v);
	if (eval_function_exists(s->eval, v)) return true;
	bool *is_seen = ARENA_ARRAY(&s->arena, s->question.count, bool);
	memset(is_seen, 0, s->question.count * sizeof *is_seen);
	return !leads_back(s, i, i, is_seen) &&
	       recursion_end_of(text, s->question.names[i]) == RECURSION_ENDS;
}

static bool has_functions(struct search *s)
{
	for (uint32_t i = 0; i < s->question.count; i++)
		if (is_lazy(s, i) && !has_function(s, i)) return false;
	return true;
}

static bool is_confirmed(struct enumeration *x)
{
	struct search *s = x->search;
	for (uint32_t k = 0; k < x->count && !budget_is_stopped(&s->budget); k++) {
		struct valuation v = {s->question.names, x->values + (size_t)k * s->question.count,
		                      s->question.count};
		valuation_apply(&v, s->eval);
		if (has_functions(s) && confirm_values(s) == SEARCH_FOUND) return true;
	}
	return false;
}

/* With the values that some names have now; the others are enumerated. */
static bool finds_others(struct enumeration *x)
{
	struct search *s = x->search;
	x->name_count = 0;
	for (uint32_t i = 0; i < s->question.count; i++)
		if (eval_get(s->eval, s->question.names[i]) == VALUE_NONE)
			x->names[x->name_count++] = s->question.names[i];
	enumerate(x, 1, 50);
	return is_confirmed(x);
}

/* With sets that are as small as they can be, see guess.c. */
static bool finds_least(struct enumeration *x, const struct guess_start *start)
{
	uint64_t before = limit(x, 50);
	bool is_new = guess_values(x->search, start);
	eval_return_effort(x->search->eval, before);
	return is_new && finds_others(x);
}

static bool finds_copies(struct enumeration *x)
{
	uint64_t before = limit(x, 50);
	bool is_new = guess_copies(x->search);
	eval_return_effort(x->search->eval, before);
	return is_new && finds_others(x);
}

/* Guesses for sets that no equation defines, by number: the least values, copies, then those of guess_large.c. */
enum { GUESS_LEAST, GUESS_COPIES, GUESS_START };

static bool finds_numbered(struct enumeration *x, const struct guess_starts *starts,
                           uint32_t number)
{
	if (number == GUESS_COPIES) return finds_copies(x);
	struct guess_start least = {.integers = VALUE_NONE};
	return finds_least(x, number == GUESS_LEAST ? &least : &starts->at[number - GUESS_START]);
}

/* What has come to its end without a solution is not tried again in a later round. */
static bool finds_guess(struct enumeration *x)
{
	struct search *s = x->search;
	struct guess_starts starts;
	guess_find_starts(s, &starts);
	for (uint32_t i = 0; i < GUESS_START + starts.count && !budget_is_over(&s->budget); i++) {
		if (s->failed_guesses >> i & 1) continue;
		bool outer = eval_ran_out(s->eval, false), is_found = finds_numbered(x, &starts, i);
		bool has_ended = !eval_ran_out(s->eval, outer);
		if (is_found) return true;
		if (has_ended && !budget_is_stopped(&s->budget)) s->failed_guesses |= 1u << i;
		else if (!has_ended) eval_ran_out(s->eval, true);
	}
	return false;
}

bool enumerate_applies(const struct question *q, const struct facts *f)
{
	(void)q;
	(void)f;
	return true;
}

enum search_answer enumerate_run(struct search *s)
{
	enum { MORE = 20 }; /* where the first cannot be confirmed, a neighbour may be */
	struct enumeration x = {.search = s};
	x.conjunction = conjunction(s);
	x.names = ARENA_ARRAY(&s->arena, s->question.count, struct decl *);
	bool is_found = finds_guess(&x);
	x.name_count = s->question.count;
	for (uint32_t i = 0; i < s->question.count; i++) x.names[i] = s->question.names[i];
	if (!is_found && enumerate(&x, 1, 70)) return SEARCH_NONE;
	is_found = is_found || is_confirmed(&x);
	if (x.count > 0 && !is_found && !budget_is_stopped(&s->budget)) {
		enumerate(&x, MORE, 100);
		is_found = is_confirmed(&x);
	}
	return is_found ? SEARCH_FOUND : SEARCH_OPEN;
}
