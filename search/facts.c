/* What follows from a conjunct being defined: x ^ y is defined for sequences only, so that x is one. */
#include "search/facts.h"

struct implied {
	struct arena *arena;
	struct decl *const *names;
	uint32_t count;
	const struct conjunct_list *known;
	struct conjunct_list more;
};

static bool says_sequence(const struct conjunct_list *list, const struct decl *d)
{
	for (uint32_t i = 0; i < list->count; i++) {
		const struct node *n = list->at[i];
		bool is_member = n->op == OP_MEMBER && n->kid[0]->op == OP_ID && n->kid[0]->decl == d;
		if (is_member && op_is(n->kid[1]->op, FACT_SEQUENCES)) return true;
	}
	return false;
}

static bool is_about(const struct implied *f, const struct decl *d)
{
	for (uint32_t i = 0; i < f->count; i++)
		if (f->names[i] == d) return true;
	return false;
}

/* x is a sequence */
static void state(struct implied *f, const struct node *x)
{
	struct arena *a = f->arena;
	if (x->op != OP_ID || !is_about(f, x->decl)) return;
	if (says_sequence(f->known, x->decl) || says_sequence(&f->more, x->decl)) return;
	const struct node *of = build_whole(a, x->type->a->b, x->pos);
	if (!of) return;
	struct node *all = build_op(a, OP_SEQ, x->pos, of, NULL);
	all->type = build_power_type(a, x->type);
	VEC_PUSH(&f->more, build_op(a, OP_MEMBER, x->pos, x, all));
}

/* Of a term that has a value. */
static void look_at_term(struct implied *f, const struct node *n)
{
	if (n->op == OP_IF || n->op == OP_BOOL || (n->count && n->kid[0]->op == OP_IDS)) return;
	switch (n->op) {
	case OP_CONCAT: state(f, n->kid[1]); /* fall through */
	case OP_SIZE:
	case OP_FIRST:
	case OP_LAST:
	case OP_REV:
	case OP_FRONT:
	case OP_TAIL:
	case OP_INSERT_TAIL:
	case OP_RESTRICT_FRONT:
	case OP_RESTRICT_TAIL: state(f, n->kid[0]); break;
	case OP_INSERT_FRONT: state(f, n->kid[1]); break;
	default: break;
	}
	for (uint32_t i = 0; i < n->count; i++) look_at_term(f, n->kid[i]);
}

/* Of a predicate that is true. */
static void look_at(struct implied *f, const struct node *n)
{
	EACH_CONJUNCT(c, n) {
		if (c.now->op == OP_EXISTS) look_at(f, c.now->kid[1]);
		if (!op_is(c.now->op, FACT_COMPARISON)) continue;
		for (uint32_t i = 0; i < c.now->count; i++) look_at_term(f, c.now->kid[i]);
	}
}

void facts_of(struct arena *a, struct decl *const *names, uint32_t count,
              const struct node *const *conjuncts, uint32_t conjunct_count,
              struct conjunct_list *out)
{
	struct implied f = {.arena = a, .names = names, .count = count, .known = out};
	for (uint32_t i = 0; i < conjunct_count; i++) look_at(&f, conjuncts[i]);
	for (uint32_t i = 0; i < f.more.count; i++)
		VEC_PUSH(out, f.more.at[i]); /* they may be the same list */
	VEC_CLEAR(&f.more);
}
