/* What keeps elements of a set from being alike: near misses (Donaldson, section 8.5: half of the models that people wrote
 * were asymmetric by accident). Each part of the text that names elements is looked at as if it named any. */
#include "symmetry/inside.h"

static uint32_t orbits_of(const struct symmetry_group *group, uint32_t set, uint32_t size)
{
	uint32_t count = 0, first = symmetry_first_atom(group, set);
	for (uint32_t i = 0; i < size; i++) count += group->orbit[first + i] == first + i;
	return count;
}

struct breaking {
	struct graph graph;
	struct symmetry_breakers *out;
	uint32_t set, size, orbits; /* as things are */
	name name;
};

static bool is_asked(const struct breaking *b, uint32_t mention)
{
	const struct mention *m = &b->graph.mentions.at[mention];
	if (b->graph.group->atoms[m->atom].set != b->set) return false;
	for (uint32_t i = 0; i < mention; i++) {
		const struct mention *before = &b->graph.mentions.at[i];
		if (before->item == m->item && b->graph.group->atoms[before->atom].set == b->set)
			return false;
	}
	return true;
}

/* The group without what the item tells of elements, in place of that of the graph. */
static uint32_t orbits_without(struct breaking *b, const struct node *item)
{
	struct symmetry_group *group = b->graph.group;
	uint32_t **generators = group->generators, *orbit = group->orbit,
	         count = group->generator_count;
	automorphism_find(&b->graph, &(struct automorphism_question){.without = item, .to = group});
	group_orbits(group);
	uint32_t orbits = orbits_of(group, b->set, b->size);
	group->generators = generators;
	group->generator_count = count;
	group->orbit = orbit;
	return orbits;
}

static void find_items(struct breaking *b)
{
	enum { MOST = 500 };
	const _Atomic int *stop = b->graph.question->stop;
	uint32_t before = b->out->list.count;
	for (uint32_t i = 0, asked = 0; i < b->graph.mentions.count && asked < MOST; i++) {
		if ((stop && *stop) || !is_asked(b, i)) continue;
		asked++;
		const struct node *item = b->graph.mentions.at[i].item;
		uint32_t orbits = orbits_without(b, item);
		if (orbits >= b->orbits) continue;
		struct symmetry_breaker found = {
		    .name = b->name, .item = item, .is_only = orbits == 1, .orbits = orbits};
		VEC_PUSH(&b->out->list, found);
	}
	struct symmetry_breaker several = {.name = b->name,
	                                   .orbits = b->orbits,
	                                   .is_plain = true,
	                                   .why = "several parts of the text together"};
	if (b->out->list.count == before) VEC_PUSH(&b->out->list, several);
}

static void find_breakers(struct breaking *b)
{
	const struct symmetry_question *q = b->graph.question;
	const struct decl *set =
	    b->set < q->universe->sets.count ? q->universe->sets.at[b->set].decl : NULL;
	if (!set) {
		find_items(b);
		return;
	}
	if (bounds_project_sees_elements(q->project, set) || bounds_sees_elements(q->goal, set)) {
		struct symmetry_breaker seen = {
		    .name = b->name,
		    .orbits = b->orbits,
		    .why = "a function from outside, or a template string, may tell them apart"};
		VEC_PUSH(&b->out->list, seen);
		return;
	}
	find_items(b);
}

/* Integers that would be names for things but for one item: would they be alike, too? */
static void find_calculation(const struct symmetry_question *q, const struct symmetry_group *group,
                             uint32_t number, struct symmetry_breakers *out)
{
	const struct symmetry_near_sort *near = &group->near_sorts[number];
	struct symmetry_question without = *q;
	without.without_numbers = near->item;
	struct symmetry_group *other = symmetry_detect(&without);
	for (uint32_t i = 0; other->is_whole && i < other->sort_count; i++) {
		const struct symmetry_sort *s = &other->sorts[i];
		if (s->low != near->low || s->size != near->high - near->low + 1) continue;
		uint32_t orbits = orbits_of(other, other->set_count + i, s->size);
		if (orbits == s->size) continue;
		struct symmetry_breaker b = {.name = s->range,
		                             .item = near->item,
		                             .calculates = true,
		                             .is_only = orbits == 1,
		                             .orbits = orbits};
		VEC_PUSH(&out->list, b);
		break;
	}
	symmetry_close(other);
}

void symmetry_find_breakers(const struct symmetry_question *q, struct symmetry_breakers *out)
{
	struct symmetry_group *group = symmetry_detect(q);
	struct breaking b = {.out = out};
	if (!group->is_whole) {
		symmetry_close(group);
		return;
	}
	graph_open(&b.graph, q, group);
	text_draw(&b.graph);
	for (b.set = 0; b.set < group->set_count + group->sort_count; b.set++) {
		b.size = symmetry_set_size(group, q->universe, b.set);
		b.name = symmetry_set_name(group, q->universe, b.set);
		if (symmetry_first_atom(group, b.set) == SYMMETRY_NONE) continue;
		b.orbits = orbits_of(group, b.set, b.size);
		if (b.orbits > 1) find_breakers(&b);
	}
	graph_close(&b.graph);
	for (uint32_t i = 0; i < group->near_sort_count; i++) find_calculation(q, group, i, out);
	symmetry_close(group);
}
