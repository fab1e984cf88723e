/* What x : {y | P} says of x where it must hold: P of x. Only x is asked for then, and P may tell where it is, also where
 * the set as a whole has no value. */
#include "eval/inside.h"

/* [x := E] P and x$0 are about names as they are written. */
static bool can_be_renamed(const struct node *n)
{
	if (n->op == OP_SUBSTITUTED || n->op == OP_OLD) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!can_be_renamed(n->kid[i])) return false;
	return true;
}

static const struct node *body_of(struct arena *a, const struct node *n)
{
	if (n->op != OP_MEMBER || n->kid[0]->op != OP_ID) return NULL;
	const struct node *set = n->kid[1];
	if (set->op == OP_DOM && set->kid[0]->op == OP_LAMBDA) set = set->kid[0];
	else if (set->op != OP_COMPREHENSION || set->count != 2) return NULL;
	const struct node *ids = set->kid[0], *p = set->kid[1];
	if (ids->count != 1 || !defined_may_fail(p) || !can_be_renamed(p)) return NULL;
	struct substitute copies = {.arena = a};
	const struct replacement *now = substitute_put(a, NULL, ids->kid[0]->decl, n->kid[0]);
	const struct node *body = substitute_in(&copies, p, now, NULL);
	return copies.gives_up ? NULL : body;
}

/* Values may keep pointers to it: it lives as long as the project, and is made once. */
const struct node *eval_body(struct eval *e, const struct node *n)
{
	struct note *note = prepare_note(e, n);
	if (!note->has_body) {
		note->has_body = true;
		note->body = body_of(&e->project->arena, n);
		if (note->body) prepare_tree(e, note->body);
	}
	return note->body;
}
