/* Formulas that rules make of others. */
#include "path/form.h"

struct node *form_join(struct paths *w, enum op op, const struct node *a, const struct node *b)
{
	return form_node(w, op, a->pos, a, b);
}

struct node *form_not(struct paths *w, const struct node *n)
{
	return form_join(w, OP_NOT, n, NULL);
}

struct node *form_like(struct paths *w, enum op op, const struct node *like, const struct node *a,
                       const struct node *b)
{
	struct node *n = form_node(w, op, like->pos, a, b);
	n->type = like->type;
	return n;
}

struct node *form_if(struct paths *w, const struct node *like, const struct node *p,
                     const struct node *a, const struct node *b)
{
	struct node *n = node_new(w->arena, OP_IF, like->pos, 3);
	n->type = like->type;
	n->kid[0] = p;
	n->kid[1] = a;
	n->kid[2] = b;
	return n;
}

struct node *form_pair(struct paths *w, const struct node *a, const struct node *b)
{
	struct node *n = form_join(w, OP_PAIR, a, b);
	n->type = ARENA_NEW(w->arena, struct type);
	*n->type = (struct type){.kind = TYPE_PAIR, .a = a->type, .b = b->type};
	return n;
}

struct node *form_truth(struct paths *w, struct pos pos, bool is_true)
{
	return node_new(w->arena, is_true ? OP_TRUTH : OP_FALSITY, pos, 0);
}

struct node *form_number(struct paths *w, struct names *names, const struct node *like, int64_t is)
{
	struct node *n = node_new(w->arena, OP_NUMBER, like->pos, 0);
	const char *text = arena_format(w->arena, "%lld", (long long)is);
	n->name = names_add(names, text, strlen(text));
	n->type = like->type;
	return n;
}

struct type *form_power(struct paths *w, struct type *of)
{
	struct type *t = ARENA_NEW(w->arena, struct type);
	*t = (struct type){.kind = TYPE_POW, .a = of};
	return t;
}
