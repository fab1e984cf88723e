/* Operands are strict (docs/LANGUAGE.md, definedness, rule 1): a comparison or a membership is undefined
 * if one of its operands is, at any depth. So each operand in turn is replaced by one that has no value, and the
 * evaluator must say so, whatever the values of the names. */
#include "tests/differ/differ.h"

#include "logic/logic.h"

enum { DEEPEST = 12, MOST_PLACES = 40, MOST_PLANNED = 4 };

/* An operand: the places of the kids on the way from the predicate to it. */
struct operand {
	const struct node *atom; /* the comparison or membership */
	uint32_t way[DEEPEST], depth;
};

struct operands {
	struct operand list[MOST_PLACES];
	uint32_t count, seen;
	uint64_t state; /* for a choice that the seed decides */
};

/* ---- places -------------------------------------------------------------------------------------- */

/* Are all operands looked at, whatever their values are? */
static bool is_strict(const struct node *n)
{
	if (n->count == 0 || n->kid[0]->op == OP_IDS) return false;
	switch (n->op) {
	case OP_AND:
	case OP_OR:
	case OP_IMPLIES:
	case OP_IF:
	case OP_LABEL:
	case OP_SUBSTITUTED: return false;
	default: return true;
	}
}

/* Of more operands than there is room for, each is kept with the same probability. */
static void keep(struct operands *p, const struct operand *one)
{
	uint32_t at = p->seen++;
	p->state = p->state * 6364136223846793005u + 1442695040888963407u;
	if (p->count < MOST_PLACES) at = p->count++;
	else at = (uint32_t)((p->state >> 33) % p->seen);
	if (at < MOST_PLACES) p->list[at] = *one;
}

static void collect_operands(struct operands *p, struct operand *one, const struct node *n)
{
	if (!is_strict(n) || one->depth == DEEPEST) return;
	for (uint32_t i = 0; i < n->count; i++) {
		one->way[one->depth++] = i;
		if (n->kid[i]->type && n->kid[i]->op != OP_ENTRY) keep(p, one);
		collect_operands(p, one, n->kid[i]);
		one->depth--;
	}
}

/* Of all predicates that are about no bound names. */
static void collect(struct operands *p, const struct node *n)
{
	if (n->type || n->op == OP_SUBSTITUTED || (n->count && n->kid[0]->op == OP_IDS)) return;
	struct operand one = {.atom = n};
	if (n->op != OP_NOT && n->op != OP_EQUIV) collect_operands(p, &one, n);
	for (uint32_t i = 0; i < n->count; i++) collect(p, n->kid[i]);
}

/* ---- predicates with an operand without a value --------------------------------------------------- */

static struct type *new_type(struct arena *a, enum type_kind kind, struct type *of,
                             struct type *and)
{
	struct type *t = ARENA_NEW(a, struct type);
	t->kind = kind;
	t->a = of;
	t->b = and;
	return t;
}

/* {}(TRUE) */
static const struct node *without_value(struct arena *a, const struct node *like)
{
	struct node *n = node_new(a, OP_APPLY, like->pos, 2);
	struct type *bool_type = new_type(a, TYPE_BOOL, NULL, NULL);
	n->type = like->type;
	struct type *functions =
	    new_type(a, TYPE_POW, new_type(a, TYPE_PAIR, bool_type, n->type), NULL);
	n->kid[0] = build_node(a, OP_EMPTY_SET, like->pos, functions, 0, NULL);
	n->kid[1] = build_node(a, OP_TRUE, like->pos, bool_type, 0, NULL);
	return n;
}

/* A copy of the way to the operand, with the rest shared. */
static const struct node *replaced(struct arena *a, const struct node *n, const struct operand *p,
                                   uint32_t depth)
{
	if (depth == p->depth) return without_value(a, n);
	struct node *copy = node_new(a, n->op, n->pos, n->count);
	copy->flags = n->flags;
	copy->type = n->type;
	copy->name = n->name;
	copy->decl = n->decl;
	for (uint32_t i = 0; i < n->count; i++) copy->kid[i] = n->kid[i];
	copy->kid[p->way[depth]] = replaced(a, n->kid[p->way[depth]], p, depth + 1);
	return copy;
}

/* ---- evaluation ----------------------------------------------------------------------------------- */

/* Has it a value for one of the valuations? */
static bool has_value(struct problem *p, const struct node *n, const struct solutions *v)
{
	bool found = false;
	for (uint32_t i = 0; i < v->count && !found; i++) {
		problem_set(p, v->list.at + (size_t)i * v->width);
		found = eval_predicate(p->eval, n) != EVAL_FAILED;
	}
	problem_set(p, NULL);
	return found;
}

static bool stop(void *unused)
{
	(void)unused;
	return false;
}

/* As a conjunct, from which values may be generated: there is a valuation for which the others are true, and so
 * the whole is undefined. */
static bool is_passed_over(struct problem *p, const struct node *n, const struct solutions *v)
{
	const struct node *box = problem_box(p);
	if (!box || v->count == 0) return false;
	struct node *all = node_new(&p->project->arena, OP_AND, n->pos, 2);
	all->kid[0] = box;
	all->kid[1] = n;
	return eval_solve(p->eval, p->unknowns.list.at, p->unknowns.list.count, all, false, stop,
	                  NULL) != EVAL_FAILED;
}

static const struct node *negated(struct arena *a, const struct node *n)
{
	struct node *opposite = node_new(a, OP_NOT, n->pos, 1);
	opposite->kid[0] = n;
	return opposite;
}

const struct node *strict_fails(struct problem *p, const struct solutions *valuations,
                                uint64_t seed, double seconds)
{
	struct arena *a = &p->project->arena;
	struct operands operands = {.state = seed};
	const struct node *wrong = NULL;
	collect(&operands, p->predicate);
	eval_set_interrupt(p->eval, clock_start(seconds, NULL));
	uint64_t planned_every = operands.count / MOST_PLANNED + 1;
	for (uint32_t i = 0; i < operands.count && !wrong; i++) {
		const struct operand *one = &operands.list[i];
		const struct node *n = replaced(a, one->atom, one, 0), *opposite = negated(a, n);
		if (has_value(p, n, valuations)) wrong = n;
		if (wrong || i % planned_every != seed % planned_every) continue;
		if (is_passed_over(p, n, valuations)) wrong = n;
		else if (is_passed_over(p, opposite, valuations)) wrong = opposite;
	}
	clock_stop();
	problem_set(p, NULL);
	eval_clear_cut(p->eval);
	return wrong;
}
