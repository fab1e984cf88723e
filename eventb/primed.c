#include "eventb/inside.h"

struct primed {
	struct project *project;
	const struct node *places; /* LIST */
	VEC(struct eventb_name)
	renamed; /* bound names: .name was written, and the next one stands for it */
	uint32_t fresh;
};

static bool is_assigned(const struct primed *x, name n)
{
	for (uint32_t i = 0; i < x->places->count; i++)
		if (x->places->kid[i]->op == OP_ID && x->places->kid[i]->name == n) return true;
	return false;
}

/* The name without its prime, or NULL. */
static name unprimed(const struct primed *x, name n)
{
	size_t length = strlen(n);
	return length && n[length - 1] == '\'' ? names_add(x->project->names, n, length - 1) : NULL;
}

/* What a name that is bound here stands for, or NULL: it is free. */
static name bound_as(const struct primed *x, name n)
{
	for (uint32_t i = x->renamed.count; i > 0; i -= 2)
		if (x->renamed.at[i - 2].name == n) return x->renamed.at[i - 1].name;
	return NULL;
}

static struct node *copy_of(const struct primed *x, const struct node *n)
{
	struct node *copy = node_new(&x->project->arena, n->op, n->pos, n->count);
	copy->flags = n->flags;
	copy->name = n->name;
	for (uint32_t i = 0; i < n->count; i++) copy->kid[i] = n->kid[i];
	return copy;
}

static const struct node *identifier(struct primed *x, const struct node *n)
{
	name bound = bound_as(x, n->name), after = unprimed(x, n->name);
	bool is_before = !bound && is_assigned(x, n->name);
	bool is_after = !bound && after && is_assigned(x, after);
	if (!bound && !is_before && !is_after) return n;
	struct node *copy = copy_of(x, n);
	if (is_before) copy->op = OP_OLD;
	if (is_after) copy->name = after;
	if (bound) copy->name = bound;
	return copy;
}

/* A bound name that is one of the assigned variables would catch what x' becomes. */
static void bind(struct primed *x, name n)
{
	name to = n;
	if (is_assigned(x, n)) {
		const char *text = arena_format(&x->project->arena, "%s_bound%u", n, ++x->fresh);
		to = names_of(x->project->names, text);
	}
	VEC_PUSH(&x->renamed, (struct eventb_name){.name = n});
	VEC_PUSH(&x->renamed, (struct eventb_name){.name = to});
}

static const struct node *walk(struct primed *x, const struct node *n)
{
	if (n->op == OP_ID) return identifier(x, n);
	uint32_t outside = x->renamed.count;
	if (n->count && n->kid[0]->op == OP_IDS)
		for (uint32_t i = 0; i < n->kid[0]->count; i++) bind(x, n->kid[0]->kid[i]->name);
	struct node *copy = copy_of(x, n);
	for (uint32_t i = 0; i < n->count; i++) copy->kid[i] = walk(x, n->kid[i]);
	x->renamed.count = outside;
	return copy;
}

const struct node *primed_action(struct project *p, const struct node *action)
{
	if (action->op != OP_S_BECOMES_SUCH) return action;
	struct primed x = {.project = p, .places = action->kid[0]};
	struct node *copy = copy_of(&x, action);
	copy->kid[1] = walk(&x, action->kid[1]);
	VEC_CLEAR(&x.renamed);
	return copy;
}
