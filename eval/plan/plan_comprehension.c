/* P of x, where x : {y | P} must hold (generator_body), kept with the conjunct. */
#include "eval/inside.h"

/* Values may keep pointers to it: it lives as long as the project, and is made once. */
const struct node *eval_body(struct eval *e, const struct node *n)
{
	struct note *note = prepare_note(e, n);
	if (!note->has_body) {
		note->has_body = true;
		note->body = generator_body(&e->project->arena, n);
		if (note->body) prepare_tree(e, note->body);
	}
	return note->body;
}
