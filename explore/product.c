/* A refinement and its abstractions as one machine, for those that cannot execute one after the other: the
 * operations are sequences T; S; ASSERT that results are equal. That is the same as pairs if the abstractions
 * have no choice, can always be executed and cannot fail: then there is one partner, and it fits or not. */
#include "explore/pair.h"

struct product_maker {
	struct explore *x;
	struct arena *arena;
	bool is_good;
};

/* ---- what is plain enough ------------------------------------------------------------------------ */

static bool is_plain(const struct node *n)
{
	if (op_info(n->op)->class != CLASS_SUBST) return true;
	for (uint32_t i = 0; n->op == OP_S_ASSIGN && i < n->kid[0]->count; i++)
		if (n->kid[0]->kid[i]->op != OP_ID) return false;
	bool is =
	    n->op == OP_S_SKIP || n->op == OP_S_ASSIGN || n->op == OP_S_PARALLEL || n->op == OP_S_IF;
	for (uint32_t i = 0; is && i < n->count; i++) is = is_plain(n->kid[i]);
	return is;
}

static bool is_good(const struct node *n) { return is_plain(n) && !pin_may_fail(n); }

/* Does it get a value in any case? */
static bool assigns(const struct node *n, const struct decl *d)
{
	bool any = false, all = n->op == OP_S_IF && n->count % 2 == 1;
	for (uint32_t i = 0; n->op == OP_S_ASSIGN && i < n->kid[0]->count; i++)
		any |= n->kid[0]->kid[i]->decl == d;
	for (uint32_t i = 0; n->op == OP_S_PARALLEL && i < n->count; i++) any |= assigns(n->kid[i], d);
	for (uint32_t i = 0; all && i < n->count; i++)
		if (op_info(n->kid[i]->op)->class == CLASS_SUBST) all = assigns(n->kid[i], d);
	return any || all;
}

/* ---- texts --------------------------------------------------------------------------------------- */

static const struct node *equal(struct product_maker *p, const struct node *a, const struct node *b)
{
	return build_op(p->arena, OP_EQUAL, a->pos, build_name(p->arena, a->decl, a->pos),
	                build_name(p->arena, b->decl, a->pos));
}

/* What a level does, then `rest`; its results are equal to those below. */
static const struct node *level_step(struct product_maker *p, const struct operation *o,
                                     const struct operation *below, const struct operation *up,
                                     const struct node *rest)
{
	const struct node *body = up->body->op == OP_S_PRE ? up->body->kid[1] : up->body, *all = NULL;
	p->is_good &= is_good(body);
	body = inherit_renamed(p->x, body, up, o);
	for (uint32_t i = 0; i < up->results->count && i < below->results->count; i++) {
		const struct node *same = equal(p, below->results->kid[i], up->results->kid[i]);
		p->is_good &= assigns(body, up->results->kid[i]->decl);
		all = all ? build_op(p->arena, OP_AND, same->pos, all, same) : same;
	}
	if (!all) return build_op(p->arena, OP_S_SEQUENCE, up->pos, body, rest);
	rest = build_op(p->arena, OP_S_ASSERT, o->pos, all, rest);
	return build_op(p->arena, OP_S_VAR, up->pos, up->results,
	                build_op(p->arena, OP_S_SEQUENCE, up->pos, body, rest));
}

static const struct operation *operation(struct product_maker *p, uint32_t number)
{
	struct explore *x = p->x;
	const struct operation *o = x->result.coverage.at[number].operation;
	uint32_t count = x->model.levels.list.count;
	const struct operation *const *up = x->pairs->operations.at + number * count;
	const struct node *rest = build_leaf(p->arena, OP_S_SKIP, o->pos, NULL);
	bool is_refined = false;
	for (uint32_t i = count; i-- > 0;) {
		const struct operation *below = i ? up[i - 1] : o;
		if (!up[i] && is_refined) p->is_good = false; /* a gap */
		if (!up[i]) continue;
		is_refined = true;
		if (!below) p->is_good = false;
		else rest = level_step(p, o, below, up[i], rest);
	}
	if (!is_refined) return o;
	struct operation *copy = ARENA_NEW(p->arena, struct operation);
	bool has_pre = o->body->op == OP_S_PRE;
	*copy = *o;
	copy->body =
	    build_op(p->arena, OP_S_SEQUENCE, o->pos, has_pre ? o->body->kid[1] : o->body, rest);
	if (has_pre)
		copy->body = build_op(p->arena, OP_S_PRE, o->body->pos, o->body->kid[0], copy->body);
	return copy;
}

static const struct node *initialisation(struct product_maker *p)
{
	struct explore *x = p->x;
	const struct node *all = x->model.initialisation;
	for (uint32_t i = 0; i < x->model.levels.list.count; i++) {
		const struct node *n = x->model.levels.list.at[i].initialisation;
		bool is_list = n && n->op == OP_S_SEQUENCE && x->model.levels.list.at[i].joined.count > 1;
		if (!n) continue;
		for (uint32_t k = 0; is_list && k < n->count; k++) p->is_good &= is_good(n->kid[k]);
		if (!is_list) p->is_good &= is_good(n);
		all = all ? build_op(p->arena, OP_S_SEQUENCE, n->pos, all, n) : n;
	}
	return all;
}

/* A variable that is one in both would be changed twice. */
static bool has_shared(const struct explore *x)
{
	for (uint32_t i = 0; i < x->model.levels.list.count; i++)
		for (uint32_t k = 0; k < x->pairs->partners[i].place.count; k++)
			if (x->pairs->partners[i].place.at[k] < x->model.own_count) return true;
	return false;
}

static void find_invariants(struct explore *x, struct explore_product *out)
{
	VEC(const struct node *) list = {0};
	for (uint32_t i = 0; i < x->pairs->links.count; i++)
		if (x->pairs->links.at[i].duty == EXPLORE_NONE) VEC_PUSH(&list, x->pairs->links.at[i].node);
	for (uint32_t i = 0; i < x->model.levels.list.count; i++)
		for (uint32_t k = 0; k < x->model.levels.list.at[i].same.count; k++)
			if (x->model.levels.list.at[i].same.at[k].node)
				VEC_PUSH(&list, x->model.levels.list.at[i].same.at[k].node);
	out->invariant_count = list.count;
	out->invariants = VEC_FREEZE(&list, &x->arena);
}

const struct explore_product *explore_product(struct explore *x)
{
	struct product_maker p = {x, &x->project->arena, true};
	uint32_t count = x->result.coverage.count;
	if (!x->pairs || has_shared(x)) return NULL;
	struct explore_product *out = ARENA_NEW(&x->arena, struct explore_product);
	const struct operation **list = ARENA_ARRAY(&x->arena, count + 1, const struct operation *);
	out->initialisation = initialisation(&p);
	for (uint32_t i = 0; i < count && p.is_good; i++) list[i] = operation(&p, i);
	out->operations = list;
	find_invariants(x, out);
	return p.is_good ? out : NULL;
}
