/* Where an abstraction has a choice, only what fits its refinement is of interest: x :: E is x :: E /\ {y},
 * if x must have the value of y afterwards. That holds for substitutions without sequences and loops, in
 * which nothing else is written to x behind that. */
#include "explore/pair.h"

struct pinning {
	struct arena *arena; /* of the project */
	const struct level *level;
	const struct operation *up, *below;
	bool is_new;
};

/* ---- what is known ------------------------------------------------------------------------------- */

/* The name that has the value which d must get, or NULL. */
static struct decl *twin_of(const struct pinning *p, const struct decl *d)
{
	for (uint32_t i = 0; i < p->level->same.count; i++) {
		const struct level_same *s = &p->level->same.at[i];
		if (s->above == d && s->node) return s->own;
	}
	for (uint32_t i = 0; i < pair_results(p->up) && i < pair_results(p->below); i++)
		if (p->up->results->kid[i]->decl == d) return p->below->results->kid[i]->decl;
	return NULL;
}

/* a & value = what d must get; a itself if that is not known. */
static const struct node *and_equal(struct pinning *p, const struct node *a, const struct decl *d,
                                    const struct node *is)
{
	struct decl *twin = twin_of(p, d);
	if (!twin) return a;
	const struct node *equal =
	    build_typed(p->arena, OP_EQUAL, a->pos, NULL, is, build_name(p->arena, twin, a->pos));
	p->is_new = true;
	return build_typed(p->arena, OP_AND, a->pos, a->type, a, equal);
}

/* ---- substitutions ------------------------------------------------------------------------------- */

static const struct node *becomes_in(struct pinning *p, const struct node *n)
{
	const struct node *places = n->kid[0];
	bool is_name = places->count == 1 && places->kid[0]->op == OP_ID;
	struct decl *twin = is_name ? twin_of(p, places->kid[0]->decl) : NULL;
	if (!twin) return n;
	const struct node *set = n->kid[1];
	struct node *copy = build_copy(p->arena, n);
	const struct node *one = build_typed(p->arena, OP_SET, set->pos, set->type,
	                                     build_name(p->arena, twin, set->pos), NULL);
	copy->kid[1] = build_typed(p->arena, OP_INTER, set->pos, set->type, set, one);
	p->is_new = true;
	return copy;
}

static const struct node *becomes_such(struct pinning *p, const struct node *n)
{
	const struct node *all = n->kid[1];
	for (uint32_t i = 0; i < n->kid[0]->count; i++) {
		const struct node *place = n->kid[0]->kid[i];
		if (place->op == OP_ID) all = and_equal(p, all, place->decl, place);
	}
	if (all == n->kid[1]) return n;
	struct node *copy = build_copy(p->arena, n);
	copy->kid[1] = all;
	return copy;
}

/* What is assigned in any case by the body of ANY. */
static const struct node *any_such(struct pinning *p, const struct node *all,
                                   const struct node *body)
{
	for (uint32_t i = 0; body->op == OP_S_PARALLEL && i < body->count; i++)
		all = any_such(p, all, body->kid[i]);
	for (uint32_t i = 0; body->op == OP_S_ASSIGN && i < body->kid[0]->count; i++) {
		const struct node *place = body->kid[0]->kid[i];
		const struct node *is = i < body->kid[1]->count ? body->kid[1]->kid[i] : NULL;
		if (is && place->op == OP_ID && !defined_may_fail(is))
			all = and_equal(p, all, place->decl, is);
	}
	return all;
}

static const struct node *pinned(struct pinning *p, const struct node *n)
{
	if (n->op == OP_S_BECOMES_IN) return becomes_in(p, n);
	if (n->op == OP_S_BECOMES_SUCH) return becomes_such(p, n);
	struct node *copy = build_copy(p->arena, n);
	for (uint32_t i = 0; i < n->count; i++)
		if (op_info(n->kid[i]->op)->class == CLASS_SUBST) copy->kid[i] = pinned(p, n->kid[i]);
	if (n->op == OP_S_ANY) copy->kid[1] = any_such(p, n->kid[1], n->kid[2]);
	return copy;
}

/* The initialisations of several machines are a sequence, but of different variables. */
static bool has_steps(const struct level *l, const struct node *body)
{
	bool is_list = body == l->initialisation && l->joined.count > 1 && body->op == OP_S_SEQUENCE;
	if (!is_list) return eval_has_steps(body);
	for (uint32_t i = 0; i < body->count; i++)
		if (eval_has_steps(body->kid[i])) return true;
	return false;
}

const struct node *pin_values(struct explore *x, const struct level *l, const struct node *body,
                              const struct operation *up, const struct operation *below)
{
	struct pinning p = {&x->project->arena, l, up, below, false};
	if (has_steps(l, body)) return body;
	const struct node *n = pinned(&p, body);
	return p.is_new ? n : body;
}

bool pin_may_fail(const struct node *n)
{
	bool is_subst = op_info(n->op)->class == CLASS_SUBST;
	if (n->op == OP_S_PRE || n->op == OP_S_ASSERT || eval_has_steps(n)) return true;
	if (!is_subst && defined_may_fail(n)) return true;
	for (uint32_t i = 0; is_subst && i < n->count; i++)
		if (pin_may_fail(n->kid[i])) return true;
	return false;
}
