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
	VEC(struct symmetry_cause) causes; /* of all mentions */
	bool *is_left_out, *is_mention_left_out;
	uint32_t set, size, orbits; /* as things are */
	name name;
	bool is_stopped;
};

static uint32_t cause_of(struct breaking *b, const struct symmetry_cause *c)
{
	for (uint32_t i = 0; i < b->causes.count; i++)
		if (b->causes.at[i].item == c->item && b->causes.at[i].constant == c->constant) return i;
	VEC_PUSH(&b->causes, *c);
	return b->causes.count - 1;
}

/* The orbits of the set without what the causes that are left out tell of elements. */
static uint32_t orbits_without(struct breaking *b)
{
	struct symmetry_group *group = b->graph.group;
	uint32_t **generators = group->generators, *orbit = group->orbit,
	         count = group->generator_count;
	const _Atomic int *stop = b->graph.question->stop;
	for (uint32_t i = 0; i < b->graph.mentions.count; i++)
		b->is_mention_left_out[i] = b->is_left_out[cause_of(b, &b->graph.mentions.at[i].cause)];
	struct automorphism_question q = {.without = b->is_mention_left_out, .to = group};
	b->is_stopped |= (stop && *stop) || !automorphism_find(&b->graph, &q);
	group_orbits(group);
	uint32_t orbits = b->is_stopped ? b->orbits : orbits_of(group, b->set, b->size);
	group->generators = generators;
	group->generator_count = count;
	group->orbit = orbit;
	return orbits;
}

/* Those that are left out are told. */
static void tell(struct breaking *b, uint32_t orbits)
{
	struct symmetry_cause *causes =
	    ARENA_ARRAY(&b->out->arena, b->causes.count, struct symmetry_cause);
	struct symmetry_breaker found = {
	    .name = b->name, .causes = causes, .is_only = orbits == 1, .orbits = orbits};
	for (uint32_t i = 0; i < b->causes.count; i++)
		if (b->is_left_out[i]) causes[found.cause_count++] = b->causes.at[i];
	VEC_PUSH(&b->out->list, found);
}

static void leave_out(struct breaking *b, uint32_t from, uint32_t to, bool is_left_out)
{
	for (uint32_t i = from; i < to; i++) b->is_left_out[i] = is_left_out;
}

/* Does the cause name an element of the set? A constant may tell them apart by elements of another set. */
static bool is_asked(const struct breaking *b, uint32_t cause)
{
	const struct symmetry_cause *c = &b->causes.at[cause];
	if (c->constant) return true;
	for (uint32_t i = 0; i < b->graph.mentions.count; i++) {
		const struct mention *m = &b->graph.mentions.at[i];
		if (m->cause.item == c->item && b->graph.group->atoms[m->atom].set == b->set) return true;
	}
	return false;
}

static bool find_single(struct breaking *b)
{
	enum { MOST = 500 };
	uint32_t before = b->out->list.count;
	for (uint32_t i = 0, asked = 0; i < b->causes.count && asked < MOST; i++) {
		if (b->is_stopped || !is_asked(b, i)) continue;
		asked++;
		b->is_left_out[i] = true;
		uint32_t orbits = orbits_without(b);
		if (orbits < b->orbits) tell(b, orbits);
		b->is_left_out[i] = false;
	}
	return b->out->list.count > before;
}

/* Puts back as many as can be without the elements being told apart: all of a part, or half by half. */
static void put_back(struct breaking *b, uint32_t from, uint32_t to, uint32_t orbits)
{
	leave_out(b, from, to, false);
	if (orbits_without(b) == orbits && !b->is_stopped) return;
	leave_out(b, from, to, true);
	if (to - from == 1 || b->is_stopped) return;
	uint32_t middle = from + (to - from) / 2;
	put_back(b, from, middle, orbits);
	put_back(b, middle, to, orbits);
}

static bool find_together(struct breaking *b)
{
	leave_out(b, 0, b->causes.count, true);
	uint32_t orbits = orbits_without(b);
	bool is_found = orbits < b->orbits;
	if (is_found) put_back(b, 0, b->causes.count, orbits);
	if (is_found && !b->is_stopped) tell(b, orbits);
	leave_out(b, 0, b->causes.count, false);
	return is_found && !b->is_stopped;
}

static bool is_seen_from_outside(const struct breaking *b)
{
	const struct symmetry_question *q = b->graph.question;
	const struct decl *set =
	    b->set < q->universe->sets.count ? q->universe->sets.at[b->set].decl : NULL;
	return set &&
	       (bounds_project_sees_elements(q->project, set) || bounds_sees_elements(q->goal, set));
}

static void find_breakers(struct breaking *b)
{
	struct symmetry_breaker other = {.name = b->name, .orbits = b->orbits};
	if (is_seen_from_outside(b)) {
		other.why = "a function from outside, or a template string, may tell them apart";
		VEC_PUSH(&b->out->list, other);
	} else if (!find_single(b) && !find_together(b)) {
		other.why = b->is_stopped ? "what tells them apart was not found in time"
		                          : "something else in the text tells them apart";
		VEC_PUSH(&b->out->list, other);
	}
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
		struct symmetry_cause *cause = ARENA_ARRAY(&out->arena, 1, struct symmetry_cause);
		cause->item = near->item;
		struct symmetry_breaker b = {.name = s->range,
		                             .causes = cause,
		                             .cause_count = 1,
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
	arena_init(&out->arena);
	if (!group->is_whole) {
		symmetry_close(group);
		return;
	}
	graph_open(&b.graph, q, group);
	text_draw(&b.graph);
	for (uint32_t i = 0; i < b.graph.mentions.count; i++)
		cause_of(&b, &b.graph.mentions.at[i].cause);
	b.is_left_out = ARENA_ARRAY(&out->arena, b.causes.count + 1, bool);
	b.is_mention_left_out = ARENA_ARRAY(&out->arena, b.graph.mentions.count + 1, bool);
	for (b.set = 0; b.set < group->set_count + group->sort_count; b.set++) {
		b.size = symmetry_set_size(group, q->universe, b.set);
		b.name = symmetry_set_name(group, q->universe, b.set);
		if (symmetry_first_atom(group, b.set) == SYMMETRY_NONE) continue;
		b.orbits = orbits_of(group, b.set, b.size);
		if (b.orbits > 1) find_breakers(&b);
	}
	graph_close(&b.graph);
	VEC_CLEAR(&b.causes);
	for (uint32_t i = 0; i < group->near_sort_count; i++) find_calculation(q, group, i, out);
	symmetry_close(group);
}

void symmetry_breakers_clear(struct symmetry_breakers *b)
{
	VEC_CLEAR(&b->list);
	arena_clear(&b->arena);
}
