/* Smaller predicates that fail in the same way: subformulas are replaced by simpler ones of the same
 * type as long as the failure stays. The candidates are made on the tree and checked as text, so that
 * nothing is assumed of them: what does not type fails in another way. */
#include "tests/differ/differ.h"

#include <time.h>

struct shrinking {
	const struct differ_task *task;
	enum differ_kind kind;
	time_t end;
	struct problem p;  /* of the best predicate so far */
	struct node *root; /* an AND of one kid: the predicate */
	struct text best;
	bool is_better; /* than the predicate of p */
};

static void collect_unknowns(const struct problem *p, struct text *out)
{
	for (uint32_t i = 0; i < p->unknowns.list.count; i++)
		text_format(out, " %s ", p->unknowns.list.at[i]->name);
}

/* Has the candidate only names of the predicate that it is made from? Else a bound name has become
 * free. */
static bool has_same_names(const struct shrinking *x, const char *text)
{
	struct problem p;
	struct text before = {0}, after = {0};
	problem_open(&p, text, x->task->sizes, BOUNDS_MININT, BOUNDS_MAXINT);
	bool same = p.predicate != NULL;
	collect_unknowns(&x->p, &before);
	for (uint32_t i = 0; same && i < p.unknowns.list.count; i++) {
		text_clear(&after);
		text_format(&after, " %s ", p.unknowns.list.at[i]->name);
		same = strstr(text_get(&before), text_get(&after)) != NULL;
	}
	text_clear(&before);
	text_clear(&after);
	problem_close(&p);
	return same;
}

enum { SHORT = 1 }; /* seconds for an answer */

/* The tree as it is now: does it fail, and is it shorter? */
static bool try_tree(struct shrinking *x)
{
	struct text t = {0};
	print_node(x->root->kid[0], &t);
	bool good = t.count < x->best.count && has_same_names(x, text_get(&t));
	if (good) {
		struct differ_task task = *x->task;
		task.predicate = text_get(&t);
		task.seconds = SHORT;
		good = differ_check(&task, NULL, NULL) == x->kind;
	}
	if (!good) {
		text_clear(&t);
		return false;
	}
	text_clear(&x->best);
	x->best = t;
	return x->is_better = true;
}

static bool try_replacing(struct shrinking *x, const struct node **place, const struct node *by)
{
	const struct node *before = *place;
	*place = by;
	bool good = try_tree(x);
	if (!good) *place = before;
	return good;
}

static bool same_sort(const struct node *a, const struct node *b)
{
	struct text x = {0}, y = {0};
	if (!a->type || !b->type) return !a->type && !b->type && node_class(a) == node_class(b);
	print_type(a->type, &x);
	print_type(b->type, &y);
	bool same = strcmp(text_get(&x), text_get(&y)) == 0;
	text_clear(&x);
	text_clear(&y);
	return same;
}

static bool is_formula(const struct node *n)
{
	return n->op != OP_IDS && n->op != OP_LIST && n->op != OP_ENTRY && n->op != OP_S_ASSIGN;
}

/* By a part of the same type, the deepest first. */
static bool try_parts(struct shrinking *x, const struct node **place, const struct node *in)
{
	for (uint32_t i = 0; i < in->count; i++) {
		const struct node *part = in->kid[i];
		if (in->count > 0 && part->op == OP_IDS) continue;
		if (try_parts(x, place, part)) return true;
		if (is_formula(part) && same_sort(*place, part) && try_replacing(x, place, part))
			return true;
	}
	return false;
}

static const struct node *constant(struct shrinking *x, enum op op, const char *text)
{
	struct node *n = node_new(&x->p.project->arena, op, (struct pos){0}, 0);
	if (text) n->name = names_of(&x->p.names, text);
	return n;
}

static bool try_constants(struct shrinking *x, const struct node **place)
{
	const struct type *t = (*place)->type;
	while (t && t->kind == TYPE_VAR) t = t->a;
	if (!t) {
		return try_replacing(x, place, constant(x, OP_TRUTH, NULL)) ||
		       try_replacing(x, place, constant(x, OP_FALSITY, NULL));
	}
	switch (t->kind) {
	case TYPE_INTEGER:
		return try_replacing(x, place, constant(x, OP_NUMBER, "0")) ||
		       try_replacing(x, place, constant(x, OP_NUMBER, "1"));
	case TYPE_BOOL: return try_replacing(x, place, constant(x, OP_TRUE, NULL));
	case TYPE_POW: return try_replacing(x, place, constant(x, OP_EMPTY_SET, NULL));
	default: return false;
	}
}

static bool can_drop(const struct node *n)
{
	return n->count > 1 &&
	       (n->op == OP_AND || n->op == OP_OR || n->op == OP_SET || n->op == OP_SEQUENCE);
}

static bool try_dropping(struct shrinking *x, const struct node **place)
{
	const struct node *n = *place;
	for (uint32_t drop = 0; can_drop(n) && drop < n->count; drop++) {
		struct node *less = node_new(&x->p.project->arena, n->op, n->pos, n->count - 1);
		less->type = n->type;
		for (uint32_t i = 0, k = 0; i < n->count; i++)
			if (i != drop) less->kid[k++] = n->kid[i];
		bool is_list = n->op == OP_SET || n->op == OP_SEQUENCE;
		if (try_replacing(x, place, less->count == 1 && !is_list ? less->kid[0] : less))
			return true;
	}
	return false;
}

/* True as soon as something was simplified: the tree is then read anew. */
static bool simplify(struct shrinking *x, const struct node **place)
{
	if (time(NULL) >= x->end) return false;
	if (is_formula(*place)) {
		if (try_dropping(x, place) || try_constants(x, place) || try_parts(x, place, *place))
			return true;
	}
	struct node *n = (struct node *)*place; /* it is only printed */
	for (uint32_t i = 0; i < n->count; i++)
		if (n->kid[i]->op != OP_IDS && simplify(x, &n->kid[i])) return true;
	return false;
}

void differ_shrink(const struct differ_task *t, enum differ_kind kind, double seconds,
                   struct text *out)
{
	struct shrinking x = {.task = t, .kind = kind, .end = time(NULL) + (time_t)seconds};
	text_add(&x.best, t->predicate);
	do {
		x.is_better = false;
		problem_open(&x.p, text_get(&x.best), t->sizes, BOUNDS_MININT, BOUNDS_MAXINT);
		if (x.p.predicate) {
			x.root = node_new(&x.p.project->arena, OP_AND, (struct pos){0}, 1);
			x.root->kid[0] = x.p.predicate;
			simplify(&x, &x.root->kid[0]);
		}
		problem_close(&x.p);
	} while (x.is_better);
	text_add(out, text_get(&x.best));
	text_clear(&x.best);
}
