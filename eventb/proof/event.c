/* An event with typed formulas: guards, witnesses, and what its actions do. */
#include "eventb/proof/proof.h"

static const struct node *plain_name(struct proof *g, name n, struct pos pos)
{
	struct node *id = node_new(g->arena, OP_ID, pos, 0);
	id->name = n;
	id->flags = NODE_PLAIN;
	return id;
}

static const struct node *primed(struct proof *g, name n, struct pos pos)
{
	return plain_name(g, names_of(g->project->names, arena_format(g->arena, "%s'", n)), pos);
}

/* ---- actions as predicates, not typed yet ------------------------------------------------------------------- */

/* x' = E; of f(x) ≔ E it is f' = f <+ {x ↦ E} */
static const struct node *equation(struct proof *g, const struct node *place, const struct node *is)
{
	while (place->op == OP_APPLY) {
		const struct node *pair = build_op(g->arena, OP_PAIR, is->pos, place->kid[1], is);
		const struct node *set = build_op(g->arena, OP_SET, is->pos, pair, NULL);
		place = place->kid[0];
		is = build_op(g->arena, OP_OVERRIDE, is->pos, place, set);
	}
	const struct node *after = primed(g, place->name, place->pos);
	return build_op(g->arena, OP_EQUAL, is->pos, after, is);
}

/* x' ∈ S; of several variables x' ↦ y' ∈ S */
static const struct node *membership(struct proof *g, const struct node *n)
{
	const struct node *all = NULL;
	for (uint32_t i = 0; i < n->kid[0]->count; i++) {
		const struct node *x = primed(g, n->kid[0]->kid[i]->name, n->kid[0]->kid[i]->pos);
		all = all ? build_op(g->arena, OP_PAIR, x->pos, all, x) : x;
	}
	return build_op(g->arena, OP_MEMBER, n->pos, all, n->kid[1]);
}

struct predicates { /* as a VEC */
	const struct node **at;
	uint32_t count, room;
};

static void add_predicates(struct proof *g, const struct node *n, struct predicates *to)
{
	if (n->op == OP_S_ASSIGN)
		for (uint32_t i = 0; i < n->kid[0]->count; i++)
			VEC_PUSH(to, equation(g, n->kid[0]->kid[i], n->kid[1]->kid[i]));
	else if (n->op == OP_S_BECOMES_IN) VEC_PUSH(to, membership(g, n));
	else if (n->op == OP_S_BECOMES_SUCH) VEC_PUSH(to, n->kid[1]);
}

/* ---- actions, typed ------------------------------------------------------------------------------------------- */

/* Its predicates are the next ones of the list. False with an error in the diag. */
static bool take_action(struct proof *g, const struct eventb_formula *f,
                        const struct node *const **next, struct proof_event *to)
{
	const struct node *n = f->node, *const *mine = *next;
	if (n->op == OP_S_SKIP) return true;
	struct proof_action a = {.label = f->label, .pos = f->pos, .count = n->kid[0]->count};
	a.of = ARENA_ARRAY(g->arena, a.count + 1, struct decl *);
	for (uint32_t i = 0; i < a.count; i++) {
		const struct node *place = n->kid[0]->kid[i];
		while (place->op == OP_APPLY) place = place->kid[0];
		a.of[i] = typing_find(g, place->name);
		if (a.of[i]) continue;
		diag_at(g->project->diag, place->pos, DIAG_ERROR, "'%s' is no variable", place->name);
		return false;
	}
	bool is_assignment = n->op == OP_S_ASSIGN;
	uint32_t count = is_assignment ? a.count : 1;
	*next += count;
	a.effect = build_and(g->arena, n->pos, count, mine);
	if (n->op == OP_S_BECOMES_IN) a.set = mine[0]->kid[1];
	if (is_assignment) a.values = ARENA_ARRAY(g->arena, count + 1, const struct node *);
	for (uint32_t i = 0; is_assignment && i < count; i++) a.values[i] = mine[i]->kid[1];
	VEC_PUSH(&to->actions, a);
	return true;
}

static bool read_effects(struct proof *g, const struct eventb_event *e, struct proof_event *to,
                         uint32_t witnesses)
{
	static const struct eventb_names none;
	struct predicates all = {0};
	for (uint32_t i = 0; i < witnesses; i++) VEC_PUSH(&all, e->witnesses.at[i].node);
	for (uint32_t i = 0; i < e->actions.count; i++) add_predicates(g, e->actions.at[i].node, &all);
	bool good = typing_check(g, &none, all.at, all.count);
	const struct node *const *next = all.at;
	for (uint32_t i = 0; good && i < witnesses; i++) {
		struct proof_formula f = {.label = e->witnesses.at[i].label, .pos = e->witnesses.at[i].pos};
		f.node = *next++;
		VEC_PUSH(&to->witnesses, f);
	}
	for (uint32_t i = 0; good && i < e->actions.count; i++)
		good = take_action(g, &e->actions.at[i], &next, to);
	VEC_CLEAR(&all);
	return good;
}

bool event_read(struct proof *g, const struct eventb_machine *m, const struct eventb_event *e,
                bool is_abstract, struct proof_event *out)
{
	out->of = e;
	bool good = typing_read(g, &e->parameters, &e->guards, &out->guards);
	uint32_t known = g->known.list.count;
	typing_add_after(g, &m->variables);
	if (m->abstraction) typing_add_after(g, &m->abstraction->variables);
	good = good && read_effects(g, e, out, is_abstract ? 0 : e->witnesses.count);
	g->known.list.count = known;
	return good;
}

void event_clear(struct proof_event *e)
{
	VEC_CLEAR(&e->guards);
	VEC_CLEAR(&e->witnesses);
	VEC_CLEAR(&e->actions);
}

/* ---- questions ---------------------------------------------------------------------------------------------- */

const struct proof_action *event_assigns(const struct proof_event *e, const struct decl *variable)
{
	for (uint32_t i = 0; i < e->actions.count; i++)
		for (uint32_t k = 0; k < e->actions.at[i].count; k++)
			if (e->actions.at[i].of[k] == variable) return &e->actions.at[i];
	return NULL;
}

bool event_same_action(const struct proof_action *a, const struct proof_action *b)
{
	if (a->count != b->count || !a->values != !b->values || !a->set != !b->set) return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (a->of[i] != b->of[i]) return false;
	return alike_are(a->effect, b->effect);
}

const struct node *event_witness_value(const struct proof_formula *w)
{
	const struct node *n = w->node, *left = n->op == OP_EQUAL ? n->kid[0] : NULL;
	if (!left || left->op != OP_ID || left->name != w->label) return NULL;
	return node_mentions(n->kid[1], left->decl) ? NULL : n->kid[1];
}
