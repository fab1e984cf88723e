/* Values that the formula writes out: [1, 2], {a |-> 3}. Where a type has too many values to try them all,
 * these are the ones that matter most. */
#include "encode/unknown/unknown.h"

enum { MOST_MENTIONED = 64 };

/* Are all parts written down, so that nothing has to be computed? */
static bool is_written_out(const struct node *n)
{
	switch (n->op) {
	case OP_NUMBER:
	case OP_STRING:
	case OP_TRUE:
	case OP_FALSE:
	case OP_EMPTY_SET:
	case OP_EMPTY_SEQ: return true;
	case OP_ID: return n->decl && n->decl->kind == DECL_ELEMENT;
	case OP_NEGATE:
	case OP_PAIR:
	case OP_SEQUENCE:
	case OP_SET:
		for (uint32_t i = 0; i < n->count; i++)
			if (!is_written_out(n->kid[i])) return false;
		return true;
	default: return false;
	}
}

void mention_collect(enc e, const struct node *n)
{
	if (e->pool.mentioned.count >= MOST_MENTIONED) return;
	bool is_set = n->type && n->type->kind == TYPE_POW;
	if (is_set && finite_type(n->type) != CARD_SOME && is_written_out(n)) {
		lit defined = LIT_TRUE;
		struct sym *x = enc_ground_value(e, n, &defined);
		if (defined == LIT_TRUE)
			VEC_PUSH(&e->pool.mentioned, ((struct mentioned){n->type, x->ground}));
	}
	for (uint32_t i = 0; i < n->count; i++) mention_collect(e, n->kid[i]);
}

void mention_add(enc e, const struct type *t, struct cases *out)
{
	for (uint32_t i = 0; i < e->pool.mentioned.count; i++)
		if (type_same(e->pool.mentioned.at[i].type, t))
			cases_push(e, out, e->pool.mentioned.at[i].value, LIT_TRUE);
}
