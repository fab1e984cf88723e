/* One conjunct after the other, without memory of its own: where the frames do not suffice, it counts from the start. */
#include "logic/logic.h"

static bool is_split(const struct conjunct_walk *w, const struct node *n)
{
	return n->op == OP_AND && !(w->keeps_labelled && n->name);
}

/* The conjunct of this number, which is counted down; NULL if n has fewer. */
static const struct node *conjunct_at(const struct conjunct_walk *w, const struct node *n,
                                      uint32_t *number)
{
	const struct node *found = NULL;
	if (!is_split(w, n)) return (*number)-- == 0 ? n : NULL;
	for (uint32_t i = 0; i < n->count && !found; i++) found = conjunct_at(w, n->kid[i], number);
	return found;
}

static void enter(struct conjunct_walk *w, const struct node *n)
{
	w->is_deep = w->depth == CONJUNCT_FRAMES;
	if (w->is_deep) return;
	w->frames[w->depth].of = n;
	w->frames[w->depth++].next = 0;
}

/* The next node below the frames; one that is finished is left before, so that P & (Q & (R & ..)) needs no others. */
static const struct node *leave(struct conjunct_walk *w)
{
	struct conjunct_frame *top = &w->frames[w->depth - 1];
	const struct node *n = top->next < top->of->count ? top->of->kid[top->next++] : NULL;
	if (top->next >= top->of->count) w->depth--;
	return n;
}

static void advance(struct conjunct_walk *w)
{
	w->now = NULL;
	while (!w->now && w->depth > 0 && !w->is_deep) {
		const struct node *n = leave(w);
		if (n && is_split(w, n)) enter(w, n);
		else w->now = n;
	}
	uint32_t number = w->number;
	if (w->is_deep) w->now = conjunct_at(w, w->root, &number);
}

struct conjunct_walk conjunct_first(const struct node *n, bool keeps_labelled)
{
	struct conjunct_walk w;
	w.now = w.root = n;
	w.number = w.depth = 0;
	w.is_deep = false;
	w.keeps_labelled = keeps_labelled;
	if (!n || !is_split(&w, n)) return w;
	enter(&w, n);
	advance(&w);
	return w;
}

void conjunct_next(struct conjunct_walk *w)
{
	w->number++;
	advance(w);
}

uint32_t conjunct_count(const struct node *n)
{
	uint32_t count = 0;
	EACH_CONJUNCT(c, n) count++;
	return count;
}

const struct node *conjunct_positive(const struct node *n, bool *is_negated)
{
	for (; n->op == OP_NOT; n = n->kid[0]) *is_negated = !*is_negated;
	return n;
}

bool conjunct_types(const struct node *c, const struct node *ids)
{
	if (c->op != OP_MEMBER && c->op != OP_SUBSET && c->op != OP_EQUAL) return false;
	for (uint32_t i = 0; c->kid[0]->op == OP_ID && i < ids->count; i++)
		if (ids->kid[i]->decl == c->kid[0]->decl) return true;
	return false;
}

bool conjunct_is_type(const struct node *n)
{
	switch (n->op) {
	case OP_ID:
		return n->decl &&
		       (n->decl->kind == DECL_DEFERRED_SET || n->decl->kind == DECL_ENUMERATED_SET) &&
		       type_is_own(n->decl);
	case OP_INTEGER_SET:
	case OP_BOOL_SET: return true;
	case OP_POW: return conjunct_is_type(n->kid[0]);
	case OP_PRODUCT: return conjunct_is_type(n->kid[0]) && conjunct_is_type(n->kid[1]);
	default: return false;
	}
}
