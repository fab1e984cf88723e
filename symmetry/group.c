/* A group by its generators: orbits, factors, orders, and what kind of group it is. */
#include "symmetry/inside.h"

/* ---- orbits and blocks ------------------------------------------------------------------------------------ */

uint32_t symmetry_leader(uint32_t *leader, uint32_t i)
{
	while (leader[i] != i) i = leader[i] = leader[leader[i]];
	return i;
}

/* The least one leads. */
static bool unite(uint32_t *leader, uint32_t a, uint32_t b)
{
	a = symmetry_leader(leader, a), b = symmetry_leader(leader, b);
	if (a == b) return false;
	leader[a > b ? a : b] = a > b ? b : a;
	return true;
}

static uint32_t *singletons(struct symmetry_group *group)
{
	uint32_t *leader = ARENA_ARRAY(&group->arena, group->atom_count + 1, uint32_t);
	for (uint32_t i = 0; i < group->atom_count; i++) leader[i] = i;
	return leader;
}

static void settle(uint32_t *leader, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) leader[i] = symmetry_leader(leader, i);
}

void group_orbits(struct symmetry_group *group)
{
	group->orbit = singletons(group);
	for (uint32_t k = 0; k < group->generator_count; k++)
		for (uint32_t i = 0; i < group->atom_count; i++)
			unite(group->orbit, i, group->generators[k][i]);
	settle(group->orbit, group->atom_count);
}

/* The smallest blocks of which one has both a and b. */
static uint32_t *blocks_with(struct symmetry_group *group, uint32_t a, uint32_t b)
{
	uint32_t *leader = singletons(group);
	unite(leader, a, b);
	for (bool goes_on = true; goes_on;) {
		goes_on = false;
		for (uint32_t k = 0; k < group->generator_count; k++) {
			const uint32_t *x = group->generators[k];
			for (uint32_t i = 0; i < group->atom_count; i++)
				goes_on |= unite(leader, x[i], x[symmetry_leader(leader, i)]);
		}
	}
	settle(leader, group->atom_count);
	return leader;
}

/* ---- orders: products of small numbers, exact --------------------------------------------------------------- */

static void add_primes(struct factors *to, uint32_t n)
{
	for (uint32_t p = 2; p <= n / p; p++)
		for (; n % p == 0; n /= p) VEC_PUSH(&to->list, p);
	if (n > 1) VEC_PUSH(&to->list, n);
}

/* The prime factors of a / b, in order; b divides a. */
static void quotient(const struct factors *a, const struct factors *b, struct factors *out)
{
	struct factors above = {0}, below = {0};
	for (uint32_t i = 0; i < a->list.count; i++) add_primes(&above, a->list.at[i]);
	for (uint32_t i = 0; i < b->list.count; i++) add_primes(&below, b->list.at[i]);
	if (above.list.count)
		qsort(above.list.at, above.list.count, sizeof *above.list.at, compare_numbers);
	if (below.list.count)
		qsort(below.list.at, below.list.count, sizeof *below.list.at, compare_numbers);
	for (uint32_t i = 0, k = 0; i < above.list.count; i++)
		if (k < below.list.count && below.list.at[k] == above.list.at[i]) k++;
		else VEC_PUSH(&out->list, above.list.at[i]);
	VEC_CLEAR(&above.list);
	VEC_CLEAR(&below.list);
}

const char *group_product(struct arena *arena, const struct factors *f)
{
	enum { BASE = 1000000000 };
	VEC(uint32_t) digits = {0};
	VEC_PUSH(&digits, 1);
	for (uint32_t i = 0; i < f->list.count; i++) {
		uint64_t carry = 0;
		for (uint32_t k = 0; k < digits.count; k++) {
			carry += (uint64_t)digits.at[k] * f->list.at[i];
			digits.at[k] = (uint32_t)(carry % BASE);
			carry /= BASE;
		}
		if (carry) VEC_PUSH(&digits, (uint32_t)carry);
	}
	struct text out = {0};
	text_format(&out, "%u", VEC_LAST(&digits));
	for (uint32_t k = digits.count - 1; k-- > 0;) text_format(&out, "%09u", digits.at[k]);
	const char *r = text_freeze(&out, arena);
	VEC_CLEAR(&digits);
	return r;
}

static void add_factorial(struct factors *to, uint32_t n)
{
	for (uint32_t i = 2; i <= n; i++) VEC_PUSH(&to->list, i);
}

static bool is_product(struct arena *arena, const struct factors *f, const char *order)
{
	return strcmp(group_product(arena, f), order) == 0;
}

/* How many permutations of atoms there are that move none of the fixed ones: the automorphisms of the graph, by those
 * that move no atom at all (they exchange equal parts of the text). */
static const char *count_moving(const struct graph *g, struct symmetry_group *group,
                                const bool *fixed, const bool *all)
{
	struct factors whole = {0}, kernel = {0}, order = {0};
	automorphism_find(g, &(struct automorphism_question){.fixed = fixed, .order = &whole});
	automorphism_find(g, &(struct automorphism_question){.fixed = all, .order = &kernel});
	quotient(&whole, &kernel, &order);
	const char *r = group_product(&group->arena, &order);
	VEC_CLEAR(&whole.list);
	VEC_CLEAR(&kernel.list);
	VEC_CLEAR(&order.list);
	return r;
}

/* ---- shapes ---------------------------------------------------------------------------------------------------- */

static uint32_t orbit_size(const struct symmetry_group *group, uint32_t atom)
{
	uint32_t size = 0;
	for (uint32_t i = 0; i < group->atom_count; i++) size += group->orbit[i] == group->orbit[atom];
	return size;
}

/* All its orbits have this size, or it is 0. */
static uint32_t common_width(const struct symmetry_group *group, const struct symmetry_factor *f)
{
	uint32_t width = orbit_size(group, f->atoms[0]);
	for (uint32_t i = 1; i < f->degree; i++)
		if (orbit_size(group, f->atoms[i]) != width) return 0;
	return width;
}

static bool is_full(struct symmetry_group *group, const struct symmetry_factor *f, uint32_t width)
{
	struct factors n = {0};
	add_factorial(&n, width);
	bool is = is_product(&group->arena, &n, f->order);
	VEC_CLEAR(&n.list);
	return is;
}

static bool is_cycle(const uint32_t *image, uint32_t atom, uint32_t width)
{
	uint32_t length = 1;
	for (uint32_t i = image[atom]; i != atom; i = image[i]) length++;
	return length == width;
}

/* As many permutations as things, and one of them goes around all of them. */
static bool is_cyclic(struct symmetry_group *group, const struct symmetry_factor *f, uint32_t width)
{
	struct factors n = {0};
	VEC_PUSH(&n.list, width);
	bool is = false;
	for (uint32_t k = 0; k < group->generator_count && !is; k++)
		is = is_cycle(group->generators[k], f->atoms[0], width);
	is = is && is_product(&group->arena, &n, f->order);
	VEC_CLEAR(&n.list);
	return is;
}

/* Are these two reflections whose product is a rotation of so many things? */
static bool turns_around(const struct symmetry_group *group, const struct symmetry_factor *f,
                         const uint32_t *a, const uint32_t *b, uint32_t width)
{
	uint32_t length = 1;
	for (uint32_t i = b[a[f->atoms[0]]]; i != f->atoms[0]; i = b[a[i]]) length++;
	if (length != width) return false;
	for (uint32_t i = 0; i < group->atom_count; i++)
		if (a[a[i]] != i || b[b[i]] != i) return false;
	return true;
}

/* All that two such reflections generate: twice as many permutations as things. */
static bool is_dihedral(struct symmetry_group *group, const struct symmetry_factor *f,
                        uint32_t width)
{
	struct factors n = {0};
	VEC_PUSH(&n.list, 2);
	VEC_PUSH(&n.list, width);
	bool is = width > 2 && is_product(&group->arena, &n, f->order), is_found = false;
	for (uint32_t i = 0; is && i < group->generator_count; i++)
		for (uint32_t k = 0; k < i && !is_found; k++)
			is_found = turns_around(group, f, group->generators[i], group->generators[k], width);
	VEC_CLEAR(&n.list);
	return is_found;
}

/* Do only those of the factor that move nothing leave all of this orbit where it is? */
static bool is_faithful(const struct graph *g, struct symmetry_group *group,
                        const struct symmetry_factor *f, uint32_t orbit)
{
	bool *fixed = ARENA_ARRAY(&group->arena, group->atom_count + 1, bool);
	bool *all = ARENA_ARRAY(&group->arena, group->atom_count + 1, bool);
	for (uint32_t i = 0; i < group->atom_count; i++) fixed[i] = all[i] = true;
	for (uint32_t i = 0; i < f->degree; i++)
		fixed[f->atoms[i]] = group->orbit[f->atoms[i]] == orbit;
	return strcmp(count_moving(g, group, fixed, all), "1") == 0;
}

/* With these blocks it is a part of the wreath product, as it acts on the orbit; and it is all of it if it is as large. */
static bool is_wreath(struct symmetry_group *group, struct symmetry_factor *f, uint32_t orbit,
                      const uint32_t *block)
{
	struct factors n = {0};
	uint32_t inside = 0, blocks = 0, size = 0;
	for (uint32_t i = 0; i < f->degree; i++) {
		uint32_t atom = f->atoms[i];
		if (group->orbit[atom] != orbit) continue;
		inside += block[atom] == block[orbit];
		blocks += block[atom] == atom;
		size++;
	}
	if (inside == size || inside == 1) return false;
	for (uint32_t i = 0; i < blocks; i++) add_factorial(&n, inside);
	add_factorial(&n, blocks);
	bool is = is_product(&group->arena, &n, f->order);
	VEC_CLEAR(&n.list);
	if (is) f->width = inside, f->blocks = blocks;
	return is;
}

static bool find_wreath(const struct graph *g, struct symmetry_group *group,
                        struct symmetry_factor *f)
{
	uint32_t orbit = group->orbit[f->atoms[0]];
	for (uint32_t i = 1; i < f->degree; i++)
		if (orbit_size(group, f->atoms[i]) > orbit_size(group, orbit))
			orbit = group->orbit[f->atoms[i]];
	for (uint32_t i = 0; i < f->degree; i++) {
		if (group->orbit[f->atoms[i]] != orbit || f->atoms[i] == orbit) continue;
		if (is_wreath(group, f, orbit, blocks_with(group, orbit, f->atoms[i])))
			return is_faithful(g, group, f, orbit);
	}
	return false;
}

static void find_shape(const struct graph *g, struct symmetry_group *group,
                       struct symmetry_factor *f)
{
	enum { MOST = 200 };
	f->width = common_width(group, f);
	if (f->width && is_full(group, f, f->width)) f->shape = SYMMETRY_FULL;
	else if (f->width && is_cyclic(group, f, f->width)) f->shape = SYMMETRY_CYCLIC;
	else if (f->width && is_dihedral(group, f, f->width)) f->shape = SYMMETRY_DIHEDRAL;
	else if (f->degree <= MOST && find_wreath(g, group, f)) f->shape = SYMMETRY_WREATH;
}

/* ---- factors --------------------------------------------------------------------------------------------------- */

/* Generators that move a common atom, or atoms of one orbit, are of the same factor. */
static uint32_t *find_parts(struct symmetry_group *group)
{
	uint32_t *leader = singletons(group);
	for (uint32_t i = 0; i < group->atom_count; i++) unite(leader, i, group->orbit[i]);
	for (uint32_t k = 0; k < group->generator_count; k++) {
		const uint32_t *x = group->generators[k];
		uint32_t moved = SYMMETRY_NONE;
		for (uint32_t i = 0; i < group->atom_count; i++) {
			if (x[i] == i) continue;
			if (moved != SYMMETRY_NONE) unite(leader, moved, i);
			moved = i;
		}
	}
	settle(leader, group->atom_count);
	return leader;
}

static void add_factor(const struct graph *g, struct symmetry_group *group, const uint32_t *part,
                       uint32_t first, struct symmetry_factor *out)
{
	bool *others = ARENA_ARRAY(&group->arena, group->atom_count + 1, bool);
	bool *all = ARENA_ARRAY(&group->arena, group->atom_count + 1, bool);
	out->atoms = ARENA_ARRAY(&group->arena, group->atom_count + 1, uint32_t);
	for (uint32_t i = 0; i < group->atom_count; i++) {
		all[i] = true;
		others[i] = part[i] != first;
		if (!others[i]) out->atoms[out->degree++] = i;
	}
	out->order = count_moving(g, group, others, all);
	find_shape(g, group, out);
}

void group_finish(const struct graph *g, struct symmetry_group *group)
{
	group_orbits(group);
	const uint32_t *part = find_parts(group);
	bool *all = ARENA_ARRAY(&group->arena, group->atom_count + 1, bool);
	for (uint32_t i = 0; i < group->atom_count; i++) all[i] = true;
	VEC(struct symmetry_factor) factors = {0};
	for (uint32_t i = 0; i < group->atom_count; i++) {
		bool leads = part[i] == i, is_moved = false;
		for (uint32_t k = i + 1; k < group->atom_count && leads && !is_moved; k++)
			is_moved = part[k] == i;
		if (!is_moved) continue;
		struct symmetry_factor f = {0};
		add_factor(g, group, part, i, &f);
		VEC_PUSH(&factors, f);
	}
	group->factor_count = factors.count;
	group->factors = VEC_FREEZE(&factors, &group->arena);
	group->order = count_moving(g, group, NULL, all);
}
