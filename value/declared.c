/* What a machine says of its names, for printing: whether a function is meant as a sequence. */
#include "logic/logic.h"
#include "value/value.h"

static bool speaks_of_sequences(const struct node *n)
{
	bool does = op_is(n->op, FACT_SEQUENCES);
	for (uint32_t i = 0; i < n->count && !does; i++) does = speaks_of_sequences(n->kid[i]);
	return does;
}

static bool speaks_of_relations(const struct node *n)
{
	return op_is(n->op, FACT_ARROWS) || n->op == OP_PRODUCT ||
	       (op_is(n->op, FACT_POWERS) && speaks_of_relations(n->kid[0]));
}

/* The better the larger: x : seq(S), then x : S <-> T, then x = {a |-> b}. */
static int how_good(const struct node *said)
{
	bool is_membership = said->op == OP_MEMBER || said->op == OP_SUBSET;
	const struct node *set = said->kid[1];
	if (is_membership && speaks_of_sequences(set)) return 3;
	if (is_membership && speaks_of_relations(set)) return 2;
	return said->op == OP_EQUAL && set->op == OP_SET && set->count && set->kid[0]->op == OP_PAIR;
}

static void keep(struct map *to, const void *key, const struct node *said)
{
	const struct node *known = map_get(to, key);
	if (!known || how_good(known) < how_good(said)) map_put(to, key, (void *)said);
}

static void say_conjunct(struct universe *u, const struct node *n)
{
	if (n->count != 2 || n->kid[0]->op != OP_ID || !how_good(n)) return;
	const struct decl *d = n->kid[0]->decl;
	if (!d) return;
	keep(&u->declared, d, n);
	/* a refinement that has it again does not say it again */
	if (d->kind == DECL_VARIABLE || d->kind == DECL_CONSTANT) keep(&u->declared, d->name, n);
}

static void say_predicate(struct universe *u, const struct node *n)
{
	EACH_CONJUNCT(c, n) say_conjunct(u, c.now);
}

/* Of parameters and of the names of ANY, what guards say. */
static void say_substitution(struct universe *u, const struct node *n)
{
	enum op_class class = node_class(n);
	if (class == CLASS_PRED) say_predicate(u, n);
	for (uint32_t i = 0; i < n->count && class == CLASS_SUBST; i++) say_substitution(u, n->kid[i]);
}

void declared_collect(struct universe *u, const struct project *p)
{
	for (uint32_t i = 0; i < p->machines.count; i++) {
		const struct machine *m = p->machines.at[i];
		if (m->constraints) say_predicate(u, m->constraints);
		if (m->properties) say_predicate(u, m->properties);
		if (m->invariant) say_predicate(u, m->invariant);
		for (uint32_t k = 0; k < m->operations.count; k++)
			say_substitution(u, m->operations.at[k]->body);
	}
}

const struct node *declared_of(const struct universe *u, const struct decl *d)
{
	const struct node *said = map_get(&u->declared, d);
	bool is_global = d->kind == DECL_VARIABLE || d->kind == DECL_CONSTANT;
	return said || !is_global ? said : map_get(&u->declared, d->name);
}
