/* Operations split by what they choose, for partial order reduction: o(p), which writes at p, is one operation for each value of p, and
 * o(p) often commutes with what others do at q, where o as a whole does not. Together they are the operation.
 *
 * A part has two bodies: that which is executed has p = v among its guards, so that labels are as always; the other one has v in
 * place of p, for reduce/ and its conjuncts of guards. Elements of deferred sets get a name for that, which nobody else knows. */
#include "explore/inside.h"

enum { MOST_VALUES = 12, MOST_PARTS = 96 };

struct splitter {
	struct explore *x;
	struct arena *arena;
	struct map names; /* of elements: set -> array of declarations */
	struct ample_parts *out;
};

/* ---- values -------------------------------------------------------------------------------------------- */

static const struct decl *set_of(const struct decl *chosen)
{
	const struct type *t = chosen->type;
	while (t && t->kind == TYPE_VAR && t->a) t = t->a;
	return t && t->kind == TYPE_GIVEN ? t->decl : NULL;
}

/* How many values has it? 0: it is not split. */
static uint32_t values_of(const struct splitter *p, const struct decl *chosen)
{
	const struct decl *set = set_of(chosen);
	if (!set || (set->kind != DECL_DEFERRED_SET && set->kind != DECL_ENUMERATED_SET)) return 0;
	if (!map_get(&p->x->universe->number, set)) return 0;
	uint32_t size = p->x->universe->sets.at[universe_number(p->x->universe, set)].size;
	return size > 1 && size <= MOST_VALUES ? size : 0;
}

static struct decl *new_element(struct splitter *p, const struct decl *set, uint32_t index)
{
	struct decl *d = decl_new(p->arena, &(struct decl){.kind = DECL_ELEMENT,
	                                                   .name = set->name,
	                                                   .full_name = set->name,
	                                                   .type = set->type->a,
	                                                   .of = (struct decl *)(uintptr_t)set,
	                                                   .index = index});
	eval_set(p->x->eval, d, value_element(universe_number(p->x->universe, set), index));
	return d;
}

static struct decl *element(struct splitter *p, const struct decl *set, uint32_t index)
{
	if (set->kind == DECL_ENUMERATED_SET)
		return index < set->element_count ? set->elements[index] : NULL;
	struct decl **all = map_get(&p->names, set);
	if (!all) {
		all = ARENA_ARRAY(p->arena, MOST_VALUES, struct decl *);
		for (uint32_t i = 0; i < MOST_VALUES; i++) all[i] = NULL;
		map_put(&p->names, set, (void *)all);
	}
	if (!all[index]) all[index] = new_element(p, set, index);
	return all[index];
}

/* ---- which name ------------------------------------------------------------------------------------------ */

/* The first one that names a place that is written, or NULL. */
static const struct decl *written_at(const struct operation *o)
{
	struct footprint f = {0};
	const struct decl *at = NULL;
	footprint_find(o, &f);
	for (uint32_t i = 0; i < f.touches.count && f.is_known && !at; i++) {
		const struct touch *t = &f.touches.at[i];
		bool is_name = t->writes && t->at && t->at->op == OP_ID;
		if (is_name && t->at->decl->kind != DECL_ELEMENT) at = t->at->decl;
	}
	footprint_clear(&f);
	return at;
}

/* ---- bodies ---------------------------------------------------------------------------------------------- */

struct chosen_value {
	struct splitter *p;
	struct decl *of;
	const struct node *is;
};

static const struct node *equation(struct chosen_value *c, struct pos pos)
{
	struct arena *a = c->p->arena;
	return build_op(a, OP_EQUAL, pos, build_name(a, c->of, pos), c->is);
}

static const struct node *both(struct chosen_value *c, const struct node *guard)
{
	const struct node *all[] = {equation(c, guard->pos), guard};
	return build_and(c->p->arena, guard->pos, 2, all);
}

/* With p = v among the outermost guards; NULL: p is bound by none of them. */
static const struct node *restricted(struct chosen_value *c, const struct node *n)
{
	if (n->op != OP_S_PRE && !eval_is_guard(n)) return NULL;
	struct node *copy = build_copy(c->p->arena, n);
	for (uint32_t i = 0; n->op == OP_S_ANY && i < n->kid[0]->count; i++) {
		if (n->kid[0]->kid[i]->decl != c->of) continue;
		copy->kid[1] = both(c, n->kid[1]);
		return copy;
	}
	uint32_t last = n->count - 1;
	copy->kid[last] = restricted(c, n->kid[last]);
	return copy->kid[last] ? copy : NULL;
}

/* Without the name among those that an ANY binds. */
static const struct node *unbound(struct chosen_value *c, const struct node *n)
{
	struct arena *a = c->p->arena;
	if (n->op != OP_S_PRE && !eval_is_guard(n)) return n;
	struct node *copy = build_copy(a, n);
	uint32_t last = n->count - 1;
	copy->kid[last] = unbound(c, n->kid[last]);
	if (n->op != OP_S_ANY) return copy;
	const struct node **rest = ARENA_ARRAY(a, n->kid[0]->count + 1, const struct node *);
	uint32_t count = 0;
	for (uint32_t i = 0; i < n->kid[0]->count; i++)
		if (n->kid[0]->kid[i]->decl != c->of) rest[count++] = n->kid[0]->kid[i];
	if (count == 0) return build_op(a, OP_S_SELECT, n->pos, n->kid[1], copy->kid[last]);
	copy->kid[0] = build_ids(a, n->kid[0]->pos, count, rest);
	return copy;
}

static bool is_parameter(const struct operation *o, const struct decl *d)
{
	for (uint32_t i = 0; i < o->parameters->count; i++)
		if (o->parameters->kid[i]->decl == d) return true;
	return false;
}

static const struct node *executed(struct chosen_value *c, const struct operation *o)
{
	const struct node *n = o->body;
	if (!is_parameter(o, c->of)) return restricted(c, n);
	if (n->op != OP_S_PRE) return build_op(c->p->arena, OP_S_PRE, n->pos, equation(c, n->pos), n);
	struct node *copy = build_copy(c->p->arena, n);
	copy->kid[0] = both(c, n->kid[0]);
	return copy;
}

static struct operation *with_body(struct chosen_value *c, const struct operation *o,
                                   const struct node *body)
{
	struct operation *copy = ARENA_NEW(c->p->arena, struct operation);
	*copy = *o;
	copy->body = body;
	return copy;
}

/* ---- all together ---------------------------------------------------------------------------------------- */

static void add(struct splitter *p, const struct operation *text, uint32_t number)
{
	struct ample_parts *out = p->out;
	out->text[out->count] = text;
	out->number[out->count++] = number;
}

static bool add_part(struct chosen_value *c, const struct operation *o, uint32_t origin)
{
	struct splitter *p = c->p;
	struct substitute s = {.arena = p->arena};
	const struct node *body = executed(c, o);
	const struct node *text =
	    substitute_in(&s, unbound(c, o->body), substitute_put(p->arena, NULL, c->of, c->is), NULL);
	if (!body || s.gives_up) return false;
	uint32_t number = step_add_part(p->x, origin, with_body(c, o, body));
	add(p, with_body(c, o, text), number);
	return true;
}

/* False, and nothing is added, if it stays whole. */
static bool split(struct splitter *p, uint32_t origin)
{
	const struct operation *o = p->x->result.coverage.at[origin].operation;
	const struct decl *chosen = written_at(o);
	uint32_t values = chosen ? values_of(p, chosen) : 0, before = p->out->count;
	if (!values || before + values > MOST_PARTS) return false;
	for (uint32_t i = 0; i < values; i++) {
		struct decl *d = element(p, set_of(chosen), i);
		struct chosen_value c = {p, (struct decl *)(uintptr_t)chosen, NULL};
		if (d) c.is = build_name(p->arena, d, o->pos);
		if (d && add_part(&c, o, origin)) continue;
		p->out->count = before; /* parts that were added are not taken */
		return false;
	}
	return true;
}

void part_operations(struct explore *x, bool may_split, struct ample_parts *out)
{
	uint32_t count = x->result.coverage.count;
	struct splitter p = {.x = x, .arena = &x->arena, .out = out};
	/* elements have names here */
	may_split &= x->options.symmetry == EXPLORE_PLAIN && !x->options.observed_count &&
	             !x->options.observed_operations;
	*out = (struct ample_parts){
	    ARENA_ARRAY(&x->arena, count + MOST_PARTS + 1, const struct operation *),
	    ARENA_ARRAY(&x->arena, count + MOST_PARTS + 1, uint32_t), 0};
	for (uint32_t i = 0; i < count; i++)
		if (!may_split || !split(&p, i)) add(&p, x->result.coverage.at[i].operation, i);
	map_clear(&p.names);
}
