#include "eventb/inside.h"

static bool is_constant(const struct eventb_contexts *contexts, name n)
{
	for (uint32_t i = 0; i < contexts->count; i++)
		for (uint32_t k = 0; k < contexts->at[i]->constants.count; k++)
			if (contexts->at[i]->constants.at[k].name == n) return true;
	return false;
}

static bool is_carrier_set(const struct eventb_contexts *contexts, name n)
{
	for (uint32_t i = 0; i < contexts->count; i++)
		for (uint32_t k = 0; k < contexts->at[i]->sets.count; k++)
			if (contexts->at[i]->sets.at[k].name == n) return true;
	return false;
}

const struct enumeration *enumerated_set(const struct enumerations *e, name set)
{
	for (uint32_t i = 0; i < e->count; i++)
		if (e->at[i].set == set) return &e->at[i];
	return NULL;
}

bool enumerated_by(const struct enumerations *e, const struct node *axiom)
{
	for (uint32_t i = 0; i < e->count; i++)
		if (e->at[i].axiom == axiom) return true;
	return false;
}

bool enumerated_has(const struct enumerations *e, name element)
{
	for (uint32_t i = 0; i < e->count; i++)
		for (uint32_t k = 0; k < e->at[i].elements->count; k++)
			if (e->at[i].elements->kid[k]->name == element) return true;
	return false;
}

static void add_enumeration(struct project *p, const struct node *partition,
                            struct enumerations *out)
{
	struct node *ids = node_new(&p->arena, OP_IDS, partition->pos, partition->count - 1);
	for (uint32_t i = 1; i < partition->count; i++) {
		struct node *id = node_new(&p->arena, OP_ID, partition->kid[i]->kid[0]->pos, 0);
		id->name = partition->kid[i]->kid[0]->name;
		ids->kid[i - 1] = id;
	}
	VEC_PUSH(out, (struct enumeration){partition->kid[0]->name, ids, partition});
}

/* seen: the elements, so that none is there twice */
static bool is_enumeration(const struct eventb_contexts *contexts, const struct enumerations *known,
                           const struct node *n, struct map *seen)
{
	if (n->op != OP_PARTITION || n->count < 2 || n->kid[0]->op != OP_ID) return false;
	if (!is_carrier_set(contexts, n->kid[0]->name) || enumerated_set(known, n->kid[0]->name))
		return false;
	for (uint32_t i = 1; i < n->count; i++) {
		const struct node *part = n->kid[i];
		if (part->op != OP_SET || part->count != 1 || part->kid[0]->op != OP_ID) return false;
		name element = part->kid[0]->name;
		if (!is_constant(contexts, element) || enumerated_has(known, element)) return false;
		if (map_get(seen, element)) return false;
		map_put(seen, element, seen);
	}
	return true;
}

static void find_in(struct project *p, const struct eventb_contexts *contexts, const struct node *n,
                    struct enumerations *out)
{
	struct map seen = {0};
	if (n->op == OP_AND)
		for (uint32_t i = 0; i < n->count; i++) find_in(p, contexts, n->kid[i], out);
	else if (is_enumeration(contexts, out, n, &seen)) add_enumeration(p, n, out);
	map_clear(&seen);
}

void enumerated_find(struct project *p, const struct eventb_contexts *contexts,
                     struct enumerations *out)
{
	for (uint32_t i = 0; i < contexts->count; i++)
		for (uint32_t k = 0; k < contexts->at[i]->axioms.count; k++)
			if (!contexts->at[i]->axioms.at[k].is_theorem)
				find_in(p, contexts, contexts->at[i]->axioms.at[k].node, out);
}
