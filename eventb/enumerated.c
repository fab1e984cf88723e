#include "eventb/inside.h"

struct finder {
	struct project *project;
	const struct eventb_contexts *contexts;
	struct map sets, constants; /* names -> not NULL */
	struct map distinct;        /* "a b": an axiom says that they differ */
	struct eventb_enumerations *out;
};

/* ---- what was found ---------------------------------------------------------------------------------- */

const struct eventb_enumeration *enumerated_set(const struct eventb_enumerations *e, name set)
{
	for (uint32_t i = 0; i < e->sets.count; i++)
		if (e->sets.at[i].set == set) return &e->sets.at[i];
	return NULL;
}

bool enumerated_by(const struct eventb_enumerations *e, const struct node *axiom)
{
	for (uint32_t i = 0; i < e->axioms.count; i++)
		if (e->axioms.at[i] == axiom) return true;
	return false;
}

bool enumerated_has(const struct eventb_enumerations *e, name element)
{
	for (uint32_t i = 0; i < e->sets.count; i++)
		for (uint32_t k = 0; k < e->sets.at[i].elements->count; k++)
			if (e->sets.at[i].elements->kid[k]->name == element) return true;
	return false;
}

void enumerated_clear(struct eventb_enumerations *e)
{
	VEC_CLEAR(&e->sets);
	VEC_CLEAR(&e->axioms);
}

/* ---- axioms ------------------------------------------------------------------------------------------ */

typedef void visit(struct finder *f, const struct node *n);

static void each_conjunct(struct finder *f, const struct node *n, visit *of)
{
	if (n->op != OP_AND) of(f, n);
	else
		for (uint32_t i = 0; i < n->count; i++) each_conjunct(f, n->kid[i], of);
}

static void each_axiom(struct finder *f, visit *of)
{
	for (uint32_t i = 0; i < f->contexts->count; i++) {
		const struct eventb_formulas *axioms = &f->contexts->at[i]->axioms;
		for (uint32_t k = 0; k < axioms->count; k++)
			if (!axioms->at[k].is_theorem) each_conjunct(f, axioms->at[k].node, of);
	}
}

static name pair_of(struct finder *f, name a, name b)
{
	bool turns = strcmp(a, b) > 0;
	struct text t = {0};
	text_format(&t, "%s %s", turns ? b : a, turns ? a : b);
	name both = names_of(f->project->names, text_get(&t));
	text_clear(&t);
	return both;
}

/* a ≠ b, or ¬(a = b): the two sides; NULL if it is none */
static const struct node *inequality(const struct node *n)
{
	if (n->op == OP_NOT && n->kid[0]->op == OP_EQUAL) n = n->kid[0];
	else if (n->op != OP_NOT_EQUAL) return NULL;
	return n->kid[0]->op == OP_ID && n->kid[1]->op == OP_ID ? n : NULL;
}

static void note_distinct(struct finder *f, const struct node *n)
{
	const struct node *sides = inequality(n);
	if (sides) map_put(&f->distinct, pair_of(f, sides->kid[0]->name, sides->kid[1]->name), f);
}

/* ---- enumerations -------------------------------------------------------------------------------------- */

static bool is_free_set(const struct finder *f, const struct node *n)
{
	return n->op == OP_ID && map_get(&f->sets, n->name) && !enumerated_set(f->out, n->name);
}

/* Constants that no set has yet, each once? */
static bool are_elements(struct finder *f, const struct node *const *elements, uint32_t count)
{
	struct map seen = {0};
	bool good = count > 0;
	for (uint32_t i = 0; i < count && good; i++) {
		const struct node *e = elements[i];
		good = e->op == OP_ID && map_get(&f->constants, e->name) && !map_get(&seen, e->name) &&
		       !enumerated_has(f->out, e->name);
		if (good) map_put(&seen, e->name, f);
	}
	map_clear(&seen);
	return good;
}

static bool are_distinct(struct finder *f, const struct node *const *elements, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = i + 1; k < count; k++)
			if (!map_get(&f->distinct, pair_of(f, elements[i]->name, elements[k]->name)))
				return false;
	return true;
}

static void add_set(struct finder *f, const struct node *axiom, name set,
                    const struct node *const *elements, uint32_t count)
{
	struct node *ids = node_new(&f->project->arena, OP_IDS, axiom->pos, count);
	for (uint32_t i = 0; i < count; i++) {
		struct node *id = node_new(&f->project->arena, OP_ID, elements[i]->pos, 0);
		id->name = elements[i]->name;
		ids->kid[i] = id;
	}
	VEC_PUSH(&f->out->sets, ((struct eventb_enumeration){set, ids}));
	VEC_PUSH(&f->out->axioms, axiom);
}

static void by_partition(struct finder *f, const struct node *n)
{
	if (n->op != OP_PARTITION || n->count < 2 || !is_free_set(f, n->kid[0])) return;
	uint32_t count = n->count - 1;
	const struct node **elements = ARENA_ARRAY(&f->project->arena, count, const struct node *);
	for (uint32_t i = 0; i < count; i++) {
		const struct node *part = n->kid[i + 1];
		if (part->op != OP_SET || part->count != 1) return;
		elements[i] = part->kid[0];
	}
	if (are_elements(f, elements, count)) add_set(f, n, n->kid[0]->name, elements, count);
}

static void by_equation(struct finder *f, const struct node *n)
{
	if (n->op != OP_EQUAL) return;
	bool turns = n->kid[0]->op == OP_SET;
	const struct node *set = n->kid[turns ? 1 : 0], *list = n->kid[turns ? 0 : 1];
	if (list->op != OP_SET || !is_free_set(f, set)) return;
	if (are_elements(f, list->kid, list->count) && are_distinct(f, list->kid, list->count))
		add_set(f, n, set->name, list->kid, list->count);
}

/* What follows: that elements differ, and that carrier sets are finite, as all sets of bounded sizes are. */
static void note_consequence(struct finder *f, const struct node *n)
{
	const struct node *sides = inequality(n);
	bool differ = sides && sides->kid[0]->name != sides->kid[1]->name &&
	              enumerated_has(f->out, sides->kid[0]->name) &&
	              enumerated_has(f->out, sides->kid[1]->name);
	bool is_finite =
	    n->op == OP_FINITE && n->kid[0]->op == OP_ID && map_get(&f->sets, n->kid[0]->name);
	if (differ || is_finite) VEC_PUSH(&f->out->axioms, n);
}

void enumerated_find(struct project *p, const struct eventb_contexts *contexts,
                     struct eventb_enumerations *out)
{
	struct finder f = {.project = p, .contexts = contexts, .out = out};
	for (uint32_t i = 0; i < contexts->count; i++) {
		const struct eventb_context *c = contexts->at[i];
		for (uint32_t k = 0; k < c->sets.count; k++) map_put(&f.sets, c->sets.at[k].name, &f);
		for (uint32_t k = 0; k < c->constants.count; k++)
			map_put(&f.constants, c->constants.at[k].name, &f);
	}
	each_axiom(&f, note_distinct);
	each_axiom(&f, by_partition);
	each_axiom(&f, by_equation);
	each_axiom(&f, note_consequence);
	map_clear(&f.sets);
	map_clear(&f.constants);
	map_clear(&f.distinct);
}
