/* The sizes of deferred sets that are open: one element each, then all combinations of up to two, up to three, and
 * so on. Only sets that what is still asked speaks of grow. */
#include "prove/growth.h"

/* ---- sets that play a part -------------------------------------------------------------------------- */

struct occurrence {
	const struct universe *universe;
	struct map names; /* that the goal speaks of, or a hypothesis that has one of them */
	bool *grows;
	uint64_t visits; /* of nodes, that are left */
};

static bool add_set(const void *occurrence, const struct type *t)
{
	const struct occurrence *o = occurrence;
	if (t->kind == TYPE_GIVEN && t->decl->kind != DECL_FREETYPE)
		o->grows[universe_number(o->universe, t->decl)] = true;
	return false; /* go on */
}

static bool is_name(const struct node *n) { return n->op == OP_ID && n->decl; }

static void add_node(struct occurrence *o, const struct node *n)
{
	type_any(n->type, add_set, o);
	if (is_name(n)) map_put(&o->names, n->decl, o);
	for (uint32_t i = 0; i < n->count; i++) add_node(o, n->kid[i]);
}

/* Also true when there is no patience left: then it is taken to play a part. */
static bool has_name(struct occurrence *o, const struct node *n)
{
	if (o->visits == 0 || (is_name(n) && map_get(&o->names, n->decl))) return true;
	o->visits--;
	for (uint32_t i = 0; i < n->count; i++)
		if (has_name(o, n->kid[i])) return true;
	return false;
}

/* Hypotheses that are connected with the goal by names; the others say nothing of it. */
static void add_hypotheses(struct occurrence *o, const struct obligation *of)
{
	bool *is_in = memory_zeroed(of->hypothesis_count + 1, sizeof *is_in), is_new = true;
	while (is_new) {
		is_new = false;
		for (uint32_t i = 0; i < of->hypothesis_count; i++) {
			const struct node *n = obligation_hypothesis(of, i)->node;
			if (is_in[i] || !has_name(o, n)) continue;
			is_new = is_in[i] = true;
			add_node(o, n);
		}
	}
	free(is_in);
}

static void add_all(struct occurrence *o)
{
	for (uint32_t i = 0; i < o->universe->sets.count; i++) o->grows[i] = true;
}

/* What a substitution may touch is not looked for. */
static void add_obligation(struct occurrence *o, const struct obligation *of)
{
	if (of->body || !of->goal || of->what == GOAL_SATISFIABLE) {
		add_all(o);
		return;
	}
	map_clear(&o->names);
	o->names = (struct map){0};
	add_node(o, of->goal);
	add_hypotheses(o, of);
}

void growth_add(struct growth *g, const struct obligation *asked)
{
	struct occurrence o = {.universe = g->universe, .grows = g->grows, .visits = g->visits};
	if (g->visits > 0) add_obligation(&o, asked);
	if (o.visits == 0) add_all(&o);
	g->visits = o.visits;
	map_clear(&o.names);
}

/* ---- vectors of sizes ------------------------------------------------------------------------------- */

bool growth_is_open(const struct universe_set *s)
{
	return s->is_default && s->decl->kind != DECL_ENUMERATED_SET;
}

bool growth_are_many(uint32_t sets, uint32_t most)
{
	enum { MOST = 9 };
	uint64_t combinations = 1;
	for (; sets > 0 && combinations <= MOST; sets--) combinations *= most;
	return combinations > MOST;
}

void growth_open(struct growth *g, const struct universe *u, uint32_t stage)
{
	enum { MOST_VISITS = 5000000 };
	uint32_t width = u->sets.count;
	*g = (struct growth){.universe = u, .stage = stage, .visits = MOST_VISITS};
	g->grows = memory_zeroed(width + 1, sizeof *g->grows);
	g->sizes = memory_zeroed(width + 1, sizeof *g->sizes);
}

void growth_begin(struct growth *g, uint32_t most)
{
	for (uint32_t i = 0; i < g->universe->sets.count; i++) {
		g->grows[i] &= growth_is_open(&g->universe->sets.at[i]);
		g->count += g->grows[i];
	}
	g->is_together = g->count > 1 && growth_are_many(g->count, most);
}

void growth_close(struct growth *g)
{
	free(g->grows);
	free(g->sizes);
}

static void all_alike(struct growth *g, uint32_t size)
{
	for (uint32_t i = 0; i < g->universe->sets.count; i++) g->sizes[i] = g->grows[i] ? size : 1;
}

/* The next vector of sizes from 1 to those of the stage; false after the last one. */
static bool step(struct growth *g)
{
	for (uint32_t i = g->universe->sets.count; i > 0; i--) {
		if (!g->grows[i - 1]) continue;
		if (g->sizes[i - 1]++ < g->stage) return true;
		g->sizes[i - 1] = 1;
	}
	return false;
}

/* Is it one of this stage, that is, has one set as many elements as that; and this many in all? */
static bool is_wanted(const struct growth *g)
{
	uint32_t sum = 0, largest = 0;
	for (uint32_t i = 0; i < g->universe->sets.count; i++) {
		if (!g->grows[i]) continue;
		sum += g->sizes[i];
		if (g->sizes[i] > largest) largest = g->sizes[i];
	}
	return sum == g->sum && largest == g->stage;
}

static bool next_together(struct growth *g)
{
	if (g->sum) return false;
	all_alike(g, g->stage);
	g->sum = g->stage * g->count;
	return true;
}

bool growth_next_with(uint32_t *const *sizes, uint32_t count, uint32_t largest)
{
	bool has_largest;
	do {
		uint32_t i = 0;
		while (i < count && *sizes[i] == largest) *sizes[i++] = 1;
		if (i == count) return false;
		++*sizes[i];
		has_largest = false;
		for (i = 0; i < count; i++) has_largest |= *sizes[i] == largest;
	} while (!has_largest);
	return true;
}

bool growth_next(struct growth *g)
{
	if (g->is_together) return next_together(g);
	if (g->sum == 0) {
		all_alike(g, 1);
		g->sum = g->stage + g->count - 1;
	}
	do {
		while (step(g))
			if (is_wanted(g)) return true;
	} while (++g->sum <= g->stage * g->count);
	return false;
}
