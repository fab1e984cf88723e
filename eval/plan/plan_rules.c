/* Conjuncts that speak of single values of functions: they are tested while these are chosen.
 * Functions of which such a conjunct speaks together are chosen together. */
#include "eval/plan/plan_make.h"

struct flat { /* a conjunct on its way to rules */
	struct maker *m;
	const struct function_rules *group;
	VEC(struct function_item) items; /* around the predicate that is looked at */
	VEC(uint32_t) slots;             /* of the names bound there */
	VEC(const struct node *) points;
	VEC(struct function_rule) rules;
	bool all_fit; /* every part of the conjunct became a rule */
};

static bool is_member(const struct flat *f, const struct node *n)
{
	if (n->op != OP_ID || !n->decl) return false;
	uint32_t slot = slot_of(f->m->e, n->decl);
	for (uint32_t i = 0; i < f->group->part_count; i++)
		if (f->group->parts[i].slot == slot) return true;
	return false;
}

static bool mentions(const struct flat *f, const struct node *n)
{
	if (is_member(f, n)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (mentions(f, n->kid[i])) return true;
	return false;
}

/* All uses of the functions must be applications to arguments that do not mention them, and that
 * are not inside of another binder. */
static bool add_points(struct flat *f, const struct node *n)
{
	if (n->op == OP_APPLY && is_member(f, n->kid[0])) {
		VEC_PUSH(&f->points, n);
		for (uint32_t i = 1; i < n->count; i++)
			if (mentions(f, n->kid[i])) return false;
		return true;
	}
	bool binder = n->count > 0 && n->kid[0]->op == OP_IDS;
	if (is_member(f, n) || (binder && mentions(f, n))) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!add_points(f, n->kid[i])) return false;
	return true;
}

static void add_rule(struct flat *f, const struct node *n)
{
	struct arena *a = &f->m->e->arena;
	bool fits = true;
	f->points.count = 0;
	for (uint32_t i = 0; i < f->items.count; i++)
		if (f->items.at[i].is_open) fits = fits && add_points(f, f->items.at[i].condition);
	fits = fits && add_points(f, n);
	if (!fits) f->all_fit = false;
	if (!fits || f->points.count == 0) return;
	struct function_rule r = {.node = n};
	r.item_count = f->items.count;
	r.items = ARENA_ARRAY(a, r.item_count, struct function_item);
	for (uint32_t i = 0; i < r.item_count; i++) r.items[i] = f->items.at[i];
	r.point_count = f->points.count;
	r.points = ARENA_ARRAY(a, r.point_count, const struct node *);
	for (uint32_t i = 0; i < r.point_count; i++) r.points[i] = f->points.at[i];
	r.slot_count = f->slots.count;
	r.slots = ARENA_ARRAY(a, r.slot_count, uint32_t);
	for (uint32_t i = 0; i < r.slot_count; i++) r.slots[i] = f->slots.at[i];
	VEC_PUSH(&f->rules, r);
}

static void flatten(struct flat *f, const struct node *n);

static void add_conditions(struct flat *f, const struct node *n, bool only_open)
{
	if (n->op == OP_AND) {
		for (uint32_t i = 0; i < n->count; i++) add_conditions(f, n->kid[i], only_open);
		return;
	}
	bool open = mentions(f, n);
	if (open || !only_open) VEC_PUSH(&f->items, (struct function_item){NULL, n, open});
}

struct nodes {
	VEC(const struct node *) list;
};

static void known_conjuncts(const struct flat *f, const struct node *n, struct nodes *out)
{
	if (n->op == OP_AND)
		for (uint32_t i = 0; i < n->count; i++) known_conjuncts(f, n->kid[i], out);
	else if (!mentions(f, n)) VEC_PUSH(&out->list, n);
}

/* !x.(P => Q): the names come from what P says without the functions. */
static void flatten_forall(struct flat *f, const struct node *n)
{
	struct eval *e = f->m->e;
	const struct node *ids = n->kid[0], *body = n->kid[1];
	struct nodes known = {0};
	if (body->op != OP_IMPLIES) {
		f->all_fit = false;
		return;
	}
	known_conjuncts(f, body->kid[0], &known);
	struct decl **names = ARENA_ARRAY(&e->arena, ids->count, struct decl *);
	for (uint32_t i = 0; i < ids->count; i++) names[i] = ids->kid[i]->decl;
	struct plan *plan =
	    plan_make(e, names, ids->count, known.list.at, known.list.count, PLAN_MERGE_EXISTS);
	VEC_CLEAR(&known.list);
	if (!plan->is_finite) {
		f->all_fit = false;
		return;
	}
	uint32_t items = f->items.count, slots = f->slots.count;
	VEC_PUSH(&f->items, (struct function_item){plan, NULL, false});
	for (uint32_t i = 0; i < ids->count; i++) VEC_PUSH(&f->slots, slot_of(e, ids->kid[i]->decl));
	add_conditions(f, body->kid[0], true);
	flatten(f, body->kid[1]);
	f->items.count = items;
	f->slots.count = slots;
}

static void flatten(struct flat *f, const struct node *n)
{
	uint32_t items = f->items.count;
	if (!mentions(f, n) && items == 0) return;
	switch (n->op) {
	case OP_AND:
		for (uint32_t i = 0; i < n->count; i++) flatten(f, n->kid[i]);
		break;
	case OP_IMPLIES:
		add_conditions(f, n->kid[0], false);
		flatten(f, n->kid[1]);
		f->items.count = items;
		break;
	case OP_FORALL: flatten_forall(f, n); break;
	default: add_rule(f, n);
	}
}

static void flat_clear(struct flat *f)
{
	VEC_CLEAR(&f->items);
	VEC_CLEAR(&f->slots);
	VEC_CLEAR(&f->points);
	VEC_CLEAR(&f->rules);
}

/* ---- what is known of domains and ranges -------------------------------------------------------- */

/* dom(f) = E, E = ran(f), dom(f) <: E, ... */
static void add_side(struct flat *f, const struct node *n, struct function_part *p)
{
	EACH_GENERATOR(s, n) {
		const struct node *part = s.of;
		bool is_exact = s.kind == GENERATOR_EQUAL;
		bool fits = (is_exact || s.kind == GENERATOR_SUBSET) &&
		            (part->op == OP_DOM || part->op == OP_RAN) && part->kid[0]->op == OP_ID &&
		            slot_of(f->m->e, part->kid[0]->decl) == p->slot && !mentions(f, s.from) &&
		            !plan_is_infinite_set(f->m, s.from);
		if (!fits) continue;
		struct function_side *side = part->op == OP_DOM ? &p->domain : &p->range;
		if (!side->set || (!side->is_exact && is_exact))
			*side = (struct function_side){s.from, is_exact};
	}
}

/* ---- groups ------------------------------------------------------------------------------------ */

static struct function_part *part_of(const struct maker *m, const struct function_rules *g,
                                     const struct decl *d)
{
	uint32_t slot = slot_of(m->e, d);
	for (uint32_t i = 0; i < g->part_count; i++)
		if (g->parts[i].slot == slot) return &g->parts[i];
	return NULL;
}

static bool is_in(const struct maker *m, const struct function_rules *g, const struct unknown *u)
{
	return part_of(m, g, u->decl) != NULL;
}

/* v : A --> B with known A and B */
static bool gives_function(struct maker *m, const struct generator *s)
{
	return s->kind == GENERATOR_IN && op_is(s->from->op, FACT_FUNCTIONS) &&
	       !plan_is_open(m, s->from) && !plan_is_infinite_set(m, s->from->kid[0]) &&
	       !plan_is_infinite_set(m, s->from->kid[1]);
}

/* The conjunct v : A --> B, if the function can be chosen by it: no equation tells what it is. */
static struct conjunct *membership(struct maker *m, const struct unknown *v)
{
	struct conjunct *found = NULL;
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		struct conjunct *c = &m->conjuncts.at[i];
		if (c->is_done || c->is_hint || c->is_excluded) continue;
		EACH_GENERATOR(s, c->node) {
			if (plan_unknown(m, s.of) != v) continue;
			if (s.kind == GENERATOR_EQUAL) return NULL;
			if (!found && gives_function(m, &s)) found = c;
		}
	}
	return found;
}

/* Are all open names of the conjunct functions of the group? */
static bool is_about(struct maker *m, const struct conjunct *c, const struct function_rules *g)
{
	bool about = false;
	for (uint32_t i = 0; i < c->count; i++) {
		const struct unknown *u = &m->unknown.at[c->mentions[i]];
		if (u->is_known) continue;
		if (!is_in(m, g, u)) return false;
		about = true;
	}
	return about;
}

/* The group with all functions that conjunct c connects with it, if rules can be made of it. */
static bool connect(struct maker *m, const struct conjunct *c, struct function_rules *g)
{
	enum { MOST_PARTS = 16 };
	struct function_rules more = *g;
	bool touches = false;
	if (c->is_done || c->is_hint || c->count + g->part_count > MOST_PARTS) return false;
	more.parts = ARENA_ARRAY(&m->e->arena, MOST_PARTS, struct function_part);
	memcpy(more.parts, g->parts, g->part_count * sizeof *g->parts);
	for (uint32_t i = 0; i < c->count; i++) {
		const struct unknown *u = &m->unknown.at[c->mentions[i]];
		if (u->is_known) continue;
		const struct conjunct *set = is_in(m, g, u) ? NULL : membership(m, u);
		if (is_in(m, g, u)) touches = true;
		else if (!set) return false;
		else
			more.parts[more.part_count++] =
			    (struct function_part){.slot = slot_of(m->e, u->decl), .set = set->node->kid[1]};
	}
	if (!touches || more.part_count == g->part_count) return false;
	struct flat f = {.m = m, .group = &more, .all_fit = true};
	flatten(&f, c->node);
	bool fits = f.all_fit && f.rules.count > 0;
	flat_clear(&f);
	if (fits) *g = more;
	return fits;
}

static void grow(struct maker *m, struct function_rules *g)
{
	for (uint32_t i = 0; i < m->conjuncts.count; i++)
		if (connect(m, &m->conjuncts.at[i], g)) i = UINT32_MAX; /* from the beginning */
}

static bool is_sum(const struct node *n)
{
	bool is_comparison = n->op == OP_EQUAL || n->op == OP_LESS || n->op == OP_LESS_EQUAL ||
	                     n->op == OP_GREATER || n->op == OP_GREATER_EQUAL;
	return is_comparison && n->kid[0]->type->kind == TYPE_INTEGER;
}

/* The functions to be chosen with u, and the conjuncts that speak of nothing else unknown. */
void plan_take_rules(struct maker *m, struct plan_step *s, const struct unknown *u)
{
	struct function_rules *g = &s->rules;
	g->parts = ARENA_ARRAY(&m->e->arena, 1, struct function_part);
	g->parts[0] = (struct function_part){.slot = slot_of(m->e, u->decl), .set = s->node};
	g->part_count = 1;
	if (!plan_is_infinite_set(m, s->node->kid[1])) grow(m, g);
	struct flat f = {.m = m, .group = g, .all_fit = true};
	VEC(const struct node *) sums = {0};
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		const struct conjunct *c = &m->conjuncts.at[i];
		if (c->is_done || c->is_hint || !is_about(m, c, g)) continue;
		for (uint32_t k = 0; k < g->part_count; k++) add_side(&f, c->node, &g->parts[k]);
		for (uint32_t k = 0; k < m->unknown.count; k++) {
			const struct decl *d = m->unknown.at[k].decl;
			struct function_part *p = part_of(m, g, d);
			if (p) plan_take_sizes(m, p, d, c->node);
		}
		flatten(&f, c->node);
		if (is_sum(c->node)) VEC_PUSH(&sums, c->node);
	}
	g->sum_count = sums.count;
	g->sums = VEC_FREEZE(&sums, &m->e->arena);
	g->count = f.rules.count;
	g->list = VEC_FREEZE(&f.rules, &m->e->arena);
	flat_clear(&f);
	for (uint32_t i = 0; i < m->unknown.count; i++) {
		struct conjunct *set =
		    is_in(m, g, &m->unknown.at[i]) ? membership(m, &m->unknown.at[i]) : NULL;
		if (set && m->unknown.at[i].decl != u->decl) set->is_done = true;
	}
	for (uint32_t i = 0; i < m->unknown.count; i++)
		if (is_in(m, g, &m->unknown.at[i])) plan_make_known(m, m->unknown.at[i].decl);
}
