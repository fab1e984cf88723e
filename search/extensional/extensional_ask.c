/* The questions that are asked about single elements. The goal is mostly a conjunction that is to be false: each part
 * of it is asked alone, since few terms are enough for one. */
#include "search/extensional/extensional.h"
#include "search/portfolio.h"

enum { MOST_CASES = 16 };

/* One of the cases must be; all that is asked in a case holds together. */
struct extensional_cases {
	struct extensional x; /* makes formulas */
	bool has_functions, met_functions;
	VEC(struct extensional_question) list;
};

static void add_case(struct extensional_cases *c, struct extensional_question q,
                     const struct node *n, bool holds);

static void add_each(struct extensional_cases *c, struct extensional_question q,
                     const struct node *n, bool holds)
{
	for (uint32_t i = 0; i < n->count; i++) add_case(c, q, n->kid[i], holds);
}

static void add_asked(struct extensional_question *q, const struct node *n, bool holds)
{
	q->asked[q->count].is = n;
	q->asked[q->count++].holds = holds;
}

/* The first one is true (or not), and the second one is. */
static void add_two(struct extensional_cases *c, struct extensional_question q,
                    const struct node *n, bool first, bool second)
{
	add_asked(&q, n->kid[0], first);
	add_case(c, q, n->kid[1], second);
}

static void add_equivalence(struct extensional_cases *c, struct extensional_question q,
                            const struct node *n, bool holds)
{
	add_two(c, q, n, true, holds);
	add_two(c, q, n, false, !holds);
}

/* A = B is A <: B & B <: A. */
static void add_difference(struct extensional_cases *c, struct extensional_question q,
                           const struct node *n)
{
	const struct node *a = n->kid[0], *b = n->kid[1];
	add_case(c, q, build_join(c->x.copies.arena, OP_SUBSET, a, b), false);
	add_case(c, q, build_join(c->x.copies.arena, OP_SUBSET, b, a), false);
}

static bool are_sets(const struct node *n)
{
	const struct type *t = n->kid[0]->type;
	return t && t->kind == TYPE_POW;
}

/* t /: A --> B, as the negation of what makes t a function; NULL: as it is. */
static const struct node *expand_no_function(struct extensional_cases *c, const struct node *n,
                                             bool has_room)
{
	if (n->op != OP_MEMBER || !op_is(n->kid[1]->op, FACT_ARROWS)) return NULL;
	bool is_made = n->kid[0]->op != OP_ID && n->kid[0]->op != OP_APPLY;
	c->met_functions = true;
	if (!c->has_functions || !has_room || !is_made) return NULL;
	return extensional_expand_arrow(&c->x, n->kid[0], n->kid[1], false);
}

/* The cases of which it is made; false if it is none. */
static bool add_parts(struct extensional_cases *c, struct extensional_question q,
                      const struct node *n, bool holds)
{
	if (n->op == (holds ? OP_OR : OP_AND)) add_each(c, q, n, holds);
	else if (n->op == OP_IMPLIES && !holds) add_two(c, q, n, true, false);
	else if (n->op == OP_EQUIV) add_equivalence(c, q, n, holds);
	else if (n->op == OP_EQUAL && !holds && are_sets(n)) add_difference(c, q, n);
	else return false;
	return true;
}

static void add_case(struct extensional_cases *c, struct extensional_question q,
                     const struct node *n, bool holds)
{
	bool has_room = q.count + 1 < ELEMENTS_ASKED && c->list.count < MOST_CASES;
	if (n->op == OP_NOT) {
		add_case(c, q, n->kid[0], !holds);
		return;
	}
	const struct node *expanded = holds ? NULL : expand_no_function(c, n, has_room);
	if (expanded) add_case(c, q, expanded, false);
	else if (!has_room || !add_parts(c, q, n, holds)) {
		add_asked(&q, n, holds);
		VEC_PUSH(&c->list, q);
	}
}

/* ---- asking ------------------------------------------------------------------------------------------- */

/* Has the question no answer in single elements? What says nothing new is left to others, unless it is one case of
 * several. */
static bool has_none_in(struct arena *a, struct search *s, const struct extensional_question *q,
                        bool is_one_of_several, bool *met_functions)
{
	struct extensional x = {.copies = {.arena = a}, .search = s, .has_functions = q->has_functions};
	extensional_write(&x, q);
	bool is_new = is_one_of_several || x.universals.count + x.names.count > s->question.count;
	struct question asked = nested_question(s, x.out.at, x.out.count);
	asked.names = x.names.at;
	asked.count = x.names.count;
	bool is_none =
	    is_new && !x.copies.gives_up && relax_refutes(s, &asked, true, budget_left(&s->budget) / 3);
	*met_functions |= x.met_functions;
	extensional_clear(&x);
	return is_none;
}

/* The formulas are given back (some 100 MB for a machine with 1,000 obligations), unless a set that is not listed may be a
 * value now: the evaluator remembers values, and such a one is its formula. */
static bool has_none(struct search *s, const struct extensional_question *q, bool is_one_of_several,
                     bool *met_functions)
{
	struct arena copies;
	uint64_t before = values_lazies(s->values);
	eval_init_arena(s->eval, &copies);
	bool is_none = has_none_in(&copies, s, q, is_one_of_several, met_functions);
	if (values_lazies(s->values) != before) arena_take(&s->project->arena, &copies);
	arena_clear(&copies);
	return is_none;
}

static bool has_none_by_cases(struct search *s, const struct extensional_question *how,
                              bool *met_functions)
{
	struct extensional_cases c = {.x = {.copies = {.arena = &s->project->arena}, .search = s},
	                              .has_functions = how->has_functions};
	bool is_none = true;
	add_case(&c, *how, VEC_LAST(&s->conjuncts), true);
	for (uint32_t i = 0; i < c.list.count && is_none; i++)
		is_none = has_none(s, &c.list.at[i], c.list.count > 1, met_functions);
	*met_functions |= c.met_functions;
	VEC_CLEAR(&c.list);
	extensional_clear(&c.x);
	return is_none;
}

/* With few conjuncts, then with all; with functions as sets of pairs, if there are some, after that. */
bool extensional_refute(struct search *s)
{
	bool met = false;
	if (s->question.conjunct_count == 0) return false;
	for (uint32_t i = 0; i < 4; i++) {
		struct extensional_question q = {.is_short = i % 2 == 0, .has_functions = i >= 2};
		if (q.is_short && s->question.conjunct_count == 1) continue;
		if (q.has_functions && !met) return false;
		if (has_none_by_cases(s, &q, &met)) return true;
	}
	return false;
}

bool extensional_applies(const struct question *q, const struct facts *f)
{
	(void)f;
	return q->conjunct_count > 0;
}

enum search_answer extensional_run(struct search *s)
{
	if (!extensional_refute(s)) return SEARCH_OPEN;
	s->completeness.elsewhere = "by instances for single elements";
	return SEARCH_NONE;
}
