/* Loops by the rule of the B-Book (9.2: T9 and the proof obligations of WHILE), written as substitutions
 * that exist, so that paths, encoder and evaluator need not know about it:
 *
 *     WHILE P DO S INVARIANT I VARIANT V END
 *
 * asserts I, goes to any state in which I holds, and from there either ends (not P) or shows that one
 * round keeps I and decreases V; such a round leads nowhere. "Any state" is read from names that the
 * obligation is about, one for each variable that S may change: a counterexample gives them values. */
#include "prove/loop.h"

struct loops {
	struct prover *p;
	struct decls *names;
	uint32_t number;
	bool asks_possible; /* what leads nowhere is no reason to call the whole impossible */
};

/* ---- nodes ----------------------------------------------------------------------------------------- */

#define MAKE(l, op, pos, ...)                                                                      \
	build_node(&(l)->p->arena, op, pos, NULL,                                                      \
	           sizeof((const struct node *[]){__VA_ARGS__}) / sizeof(const struct node *),         \
	           (const struct node *[]){__VA_ARGS__})

static struct decl *new_name(struct loops *l, name text, struct type *type, struct pos pos)
{
	struct decl *d = build_local(&l->p->arena, text, type, pos);
	eval_set(l->p->eval, d, VALUE_NONE); /* which gives it a slot */
	return d;
}

/* ---- the rule -------------------------------------------------------------------------------------- */

/* Leads nowhere; or it goes wrong, which is not impossible. */
static const struct node *nowhere(struct loops *l, struct pos pos)
{
	enum op op = l->asks_possible ? OP_S_ASSERT : OP_S_SELECT;
	return MAKE(l, op, pos, build_truth(&l->p->arena, pos, false),
	            build_leaf(&l->p->arena, OP_S_SKIP, pos, NULL));
}

static bool is_among(const void *names, const struct decl *d)
{
	const struct decls *all = names;
	return decl_is_among(all->list.at, all->list.count, d);
}

/* The invariant, with those of other machines whose operations are called: these keep them. */
static const struct node *known_in(struct loops *l, const struct node *invariant,
                                   const struct decls *names)
{
	const struct node *all = invariant;
	const struct prover *p = l->p;
	for (uint32_t i = p->invariants.count; i > 0; i--) {
		const struct node *n = p->invariants.at[i - 1].node;
		if (!obligation_is_own(p, n) && mention_any(n, is_among, names))
			all = MAKE(l, OP_AND, invariant->pos, n, all);
	}
	return all;
}

/* All that the body changes gets the values of new names. */
static const struct node *jump(struct loops *l, const struct decls *names, struct pos pos)
{
	struct node *places = node_new(&l->p->arena, OP_LIST, pos, names->list.count);
	struct node *values = node_new(&l->p->arena, OP_LIST, pos, names->list.count);
	for (uint32_t i = 0; i < names->list.count; i++) {
		struct decl *d = names->list.at[i];
		name shown = arena_format(&l->p->arena, "%s (while%u)", d->full_name, l->number);
		struct decl *any = new_name(l, shown, d->type, pos);
		VEC_PUSH(&l->names->list, any);
		places->kid[i] = build_name(&l->p->arena, d, pos);
		values->kid[i] = build_name(&l->p->arena, any, pos);
	}
	return MAKE(l, OP_S_ASSIGN, pos, places, values);
}

static const struct node *compare(struct loops *l, enum op op, const struct node *a,
                                  const struct node *b)
{
	return MAKE(l, op, a->pos, a, b);
}

static const struct node *rewrite(struct loops *l, const struct node *n);

/* From a state with I and P: V is natural, and after S it is smaller and I holds. */
static const struct node *round_once(struct loops *l, const struct node *loop,
                                     const struct node *body)
{
	const struct node *invariant = loop->kid[2], *variant = loop->kid[3];
	struct node *zero = node_new(&l->p->arena, OP_NUMBER, variant->pos, 0);
	zero->name = "0";
	zero->type = variant->type;
	struct decl *before = new_name(l, "variant", variant->type, variant->pos);
	const struct node *ids =
	    MAKE(l, OP_IDS, variant->pos, build_name(&l->p->arena, before, variant->pos));
	const struct node *smaller =
	    compare(l, OP_LESS, variant, build_name(&l->p->arena, before, variant->pos));
	const struct node *end = MAKE(l, OP_S_ASSERT, loop->pos, smaller, nowhere(l, loop->pos));
	end = MAKE(l, OP_S_ASSERT, loop->pos, invariant, end);
	const struct node *all = MAKE(l, OP_S_SEQUENCE, loop->pos, body, end);
	const struct node *is =
	    MAKE(l, OP_EQUAL, variant->pos, build_name(&l->p->arena, before, variant->pos), variant);
	all = MAKE(l, OP_S_LET, loop->pos, ids, is, all);
	return MAKE(l, OP_S_ASSERT, loop->pos, compare(l, OP_GREATER_EQUAL, variant, zero), all);
}

struct pos loop_entry(const struct node *loop) { return loop->pos; }

/* The rule says of a variable that it may have any value afterwards, not at which places it was written:
 * two parts that write the same one could not be put together. */
bool loop_is_executed(const struct node *n) { return n->op == OP_S_PARALLEL && written_twice(n); }

static const struct node *rewrite_loop(struct loops *l, const struct node *n)
{
	struct decls names = {0};
	written_by(n->kid[1], &names);
	l->number++;
	const struct node *anywhere = jump(l, &names, n->pos);
	const struct node *known = known_in(l, n->kid[2], &names);
	const struct node *body = rewrite(l, n->kid[1]);
	/* not not I: so that entry and rounds have places of their own */
	const struct node *entry = MAKE(l, OP_NOT, loop_entry(n), MAKE(l, OP_NOT, n->pos, n->kid[2]));
	const struct node *all = MAKE(l, OP_S_IF, n->pos, n->kid[0], round_once(l, n, body));
	all = MAKE(l, OP_S_IF, n->pos, known, all, nowhere(l, n->pos));
	if (names.list.count) all = MAKE(l, OP_S_SEQUENCE, n->pos, anywhere, all);
	VEC_CLEAR(&names.list);
	return MAKE(l, OP_S_ASSERT, n->pos, entry, all);
}

static const struct node *rewrite(struct loops *l, const struct node *n)
{
	struct node *copy = NULL;
	if (op_info(n->op)->class != CLASS_SUBST) return n;
	if (loop_is_executed(n)) return n;
	if (n->op == OP_S_WHILE) return rewrite_loop(l, n);
	for (uint32_t i = 0; i < n->count; i++) {
		const struct node *kid = rewrite(l, n->kid[i]);
		if (kid == n->kid[i]) continue;
		if (!copy) copy = build_copy(&l->p->arena, n);
		copy->kid[i] = kid;
	}
	return copy ? copy : n;
}

const struct node *loop_rewritten(struct prover *p, const struct node *body, struct decls *out)
{
	struct loops l = {.p = p, .names = out};
	return rewrite(&l, body);
}

const struct node *loop_for_possible(struct prover *p, const struct node *body, struct decls *out)
{
	struct loops l = {.p = p, .names = out, .asks_possible = true};
	return rewrite(&l, body);
}

/* *has_choice: one was made before. */
static bool comes_after_choice(const struct node *n, bool *has_choice)
{
	bool before = *has_choice, found = n->op == OP_S_WHILE && before;
	switch (n->op) {
	case OP_S_ANY:
	case OP_S_BECOMES_IN:
	case OP_S_BECOMES_SUCH:
	case OP_S_CHOICE:
	case OP_S_SELECT:
	case OP_S_CALL: *has_choice = true; break;
	default: break;
	}
	for (uint32_t i = 0; i < n->count && !found; i++)
		if (op_info(n->kid[i]->op)->class == CLASS_SUBST)
			found = comes_after_choice(n->kid[i], has_choice);
	if (n->op == OP_S_WHILE) *has_choice = before; /* the path on has none of its rounds */
	return found;
}

bool loop_follows_choice(const struct node *body)
{
	bool has_choice = false;
	return comes_after_choice(body, &has_choice);
}
