/* Conjuncts that speak of single values of a function: they are tested while it is chosen. */
#include "eval/plan_make.h"

struct points {
	const struct decl *function;
	VEC(const struct node *) list;
	bool fits;
};

static bool mentions(const struct node *n, const struct decl *d)
{
	if (n->op == OP_ID && n->decl == d) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (mentions(n->kid[i], d)) return true;
	return false;
}

/* All uses of the function must be applications to arguments that do not mention it, and that are
 * not inside of another binder. */
static void find_points(struct points *p, const struct node *n)
{
	bool application =
	    n->op == OP_APPLY && n->kid[0]->op == OP_ID && n->kid[0]->decl == p->function;
	if (application) {
		VEC_PUSH(&p->list, n);
		for (uint32_t i = 1; i < n->count; i++)
			p->fits = p->fits && !mentions(n->kid[i], p->function);
		return;
	}
	bool binder = n->count > 0 && n->kid[0]->op == OP_IDS;
	if ((n->op == OP_ID && n->decl == p->function) || (binder && mentions(n, p->function)))
		p->fits = false;
	for (uint32_t i = 0; i < n->count && p->fits; i++) find_points(p, n->kid[i]);
}

static void add_rule(struct maker *m, struct points *found, const struct node *n,
                     const struct node *binder, struct function_rules *rules, uint32_t *room)
{
	found->list.count = 0;
	found->fits = true;
	find_points(found, n);
	if (!found->fits || found->list.count == 0) return;
	if (rules->count == *room) {
		uint32_t more = *room ? *room * 2 : 8;
		struct function_rule *list = ARENA_ARRAY(&m->e->arena, more, struct function_rule);
		if (rules->count) memcpy(list, rules->list, rules->count * sizeof *list);
		rules->list = list;
		*room = more;
	}
	struct function_rule *r = &rules->list[rules->count++];
	r->node = n;
	r->binder = binder;
	r->count = found->list.count;
	r->points = ARENA_ARRAY(&m->e->arena, r->count, const struct node *);
	memcpy(r->points, found->list.at, r->count * sizeof *r->points);
}

/* Q of !x.(P => Q), conjunct by conjunct; P does not speak of the function */
static void add_quantified(struct maker *m, struct points *found, const struct node *n,
                           struct function_rules *rules, uint32_t *room)
{
	const struct node *body = n->kid[1];
	if (body->op != OP_IMPLIES || mentions(body->kid[0], found->function)) return;
	const struct node *q = body->kid[1];
	if (!plan_of(m->e, n)->is_finite) return;
	for (uint32_t i = 0; i < (q->op == OP_AND ? q->count : 1); i++)
		add_rule(m, found, q->op == OP_AND ? q->kid[i] : q, n, rules, room);
}

/* dom(f) = E, E = ran(f), dom(f) <: E, ... */
static void add_side(struct maker *m, const struct node *n, const struct decl *f,
                     struct function_rules *rules)
{
	if (n->op != OP_EQUAL && n->op != OP_SUBSET) return;
	for (int side = 0; side < (n->op == OP_EQUAL ? 2 : 1); side++) {
		const struct node *part = n->kid[side], *set = n->kid[1 - side];
		bool fits = (part->op == OP_DOM || part->op == OP_RAN) && part->kid[0]->op == OP_ID &&
		            part->kid[0]->decl == f && !mentions(set, f) && !plan_is_infinite_set(m, set);
		if (!fits) continue;
		struct function_side *s = part->op == OP_DOM ? &rules->domain : &rules->range;
		if (!s->set || (!s->is_exact && n->op == OP_EQUAL))
			*s = (struct function_side){set, n->op == OP_EQUAL};
	}
}

/* The conjuncts of which this function is the only name that is not known. */
void plan_take_rules(struct maker *m, struct step *s, const struct unknown *u)
{
	struct points found = {.function = u->decl};
	uint32_t room = 0;
	s->rules.slot = u->decl->slot;
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		const struct conjunct *c = &m->conjuncts.at[i];
		if (c->is_done || c->open != 1 || plan_only_unknown(m, c->node) != u) continue;
		add_side(m, c->node, u->decl, &s->rules);
		if (c->node->op == OP_FORALL) add_quantified(m, &found, c->node, &s->rules, &room);
		else add_rule(m, &found, c->node, NULL, &s->rules, &room);
	}
	VEC_CLEAR(&found.list);
}
