/* A shortest run in the product: a stem and a loop that meets all that is asked for, together as short as can be. The loops
 * through a node are looked at breadth first, with the set of what was met on the way; nodes in the order of their distance, as
 * long as they can be better than what was found. */
#include "temporal/inside.h"

enum goal_kind { GOAL_UNTIL, GOAL_WEAK, GOAL_STRONG, GOAL_WEAK_INSTANCE, GOAL_STRONG_INSTANCE };
struct loop_goal {
	enum goal_kind kind;
	uint32_t number;
};

struct loop_search {
	struct product *p;
	const struct fairness *fairness;
	const uint32_t *part;
	/* Nodes are numbered in the order of their distance, and who leads to one first is its parent: so for each node there is a 1
	 * for each of its children, then a 0. */
	VEC(uint64_t) born;
	uint64_t born_count;         /* bits */
	VEC(uint32_t) levels;        /* by distance its first node */
	VEC(struct loop_goal) goals; /* of this part: */
	uint32_t goals_part;
	uint64_t seen; /* pairs of node and set that were looked at, each for all goals */
	struct lasso *out;
	uint32_t best; /* steps of stem and loop */
};
enum { MOST_SEEN = 4000000, NO_BEST = UINT32_MAX }; /* pairs times goals */

/* ---- distances -------------------------------------------------------------------------------------------- */

static void add_birth(struct loop_search *l, bool is_child)
{
	if (l->born_count % 64 == 0) VEC_PUSH(&l->born, 0);
	l->born.at[l->born_count / 64] |= (uint64_t)is_child << (l->born_count % 64);
	l->born_count++;
}

/* PRODUCT_END of a first one. */
static uint32_t parent(const struct loop_search *l, uint32_t node)
{
	if (node < l->p->initial) return PRODUCT_END;
	uint64_t children = node - l->p->initial, at = 0; /* that come before it */
	uint64_t word = l->born.at[0];
	while ((uint64_t)__builtin_popcountll(word) <= children) {
		children -= (uint64_t)__builtin_popcountll(word);
		word = l->born.at[++at];
	}
	for (; children > 0; children--) word &= word - 1;
	uint64_t place = at * 64 + (uint64_t)__builtin_ctzll(word);
	return (uint32_t)(place - (node - l->p->initial));
}

static uint32_t distance(const struct loop_search *l, uint32_t node)
{
	uint32_t low = 0, high = l->levels.count;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (l->levels.at[middle] <= node) low = middle;
		else high = middle;
	}
	return low;
}

/* ---- what is to be met in a part ------------------------------------------------------------------------- */

static bool instance_is_enabled(const struct loop_search *l, uint32_t node, uint32_t instance)
{
	const struct state_graph *s = l->p->space;
	uint32_t state = product_state(l->p, node);
	struct edge_walk w = space_edges(s, state);
	while (edge_next(&w))
		if (space_instance(s, w.label) == instance) return true;
	return false;
}

static bool is_enabled(const struct loop_search *l, uint32_t node, const struct loop_goal *g)
{
	if (g->kind == GOAL_WEAK_INSTANCE || g->kind == GOAL_STRONG_INSTANCE)
		return instance_is_enabled(l, node, g->number);
	return space_state_has(l->p->space, product_state(l->p, node),
	                       l->fairness->list.at[g->number].enabled);
}

static bool is_taken(const struct loop_search *l, uint32_t node, const struct loop_goal *g)
{
	uint32_t label = product_label(l->p, node);
	if (label == PRODUCT_END) return false;
	if (g->kind == GOAL_WEAK_INSTANCE || g->kind == GOAL_STRONG_INSTANCE)
		return space_instance(l->p->space, label) == g->number;
	return space_label_has(l->p->space, label, l->fairness->list.at[g->number].taken);
}

static bool is_strong(const struct loop_goal *g)
{
	return g->kind == GOAL_STRONG || g->kind == GOAL_STRONG_INSTANCE;
}

static bool is_met(const struct loop_search *l, uint32_t node, const struct loop_goal *g)
{
	if (g->kind == GOAL_UNTIL) return product_truth(l->p, node)->accepted >> g->number & 1;
	return is_taken(l, node, g) || (!is_strong(g) && !is_enabled(l, node, g));
}

static bool is_enabled_in(const struct loop_search *l, uint32_t part, const struct loop_goal *g)
{
	for (uint32_t i = 0; i < l->p->nodes.count && !effort_is_over(l->p->effort); i++) {
		l->p->effort->spent++;
		if (l->part[i] == part && is_enabled(l, i, g)) return true;
	}
	return false;
}

static void find_goals(struct loop_search *l, uint32_t part)
{
	const struct fairness *f = l->fairness;
	if (l->goals_part == part) return;
	l->goals_part = part;
	l->goals.count = 0;
	for (uint32_t i = 0; i < l->p->tableau.untils; i++)
		VEC_PUSH(&l->goals, ((struct loop_goal){GOAL_UNTIL, i}));
	for (uint32_t i = 0; i < f->list.count; i++) {
		struct loop_goal g = {f->list.at[i].is_strong ? GOAL_STRONG : GOAL_WEAK, i};
		if (is_enabled_in(l, part, &g)) VEC_PUSH(&l->goals, g);
	}
	for (uint32_t i = 0; i < l->p->space->instances.count; i++) {
		struct loop_goal weak = {GOAL_WEAK_INSTANCE, i}, strong = {GOAL_STRONG_INSTANCE, i};
		if (!f->all_weak && !f->all_strong) break;
		if (!is_enabled_in(l, part, &weak)) continue;
		if (f->all_weak) VEC_PUSH(&l->goals, weak);
		if (f->all_strong) VEC_PUSH(&l->goals, strong);
	}
}

static uint32_t bits_needed(const struct loop_search *l)
{
	uint32_t bits = 0;
	for (uint32_t i = 0; i < l->goals.count; i++) bits += is_strong(&l->goals.at[i]) ? 2 : 1;
	return bits;
}

/* One bit for each goal that is met; before those of strong ones stands another, that it is enabled. */
static uint64_t met_by(const struct loop_search *l, uint32_t node)
{
	uint64_t set = 0;
	for (uint32_t i = 0, bit = 0; i < l->goals.count; i++, bit++) {
		const struct loop_goal *g = &l->goals.at[i];
		if (is_strong(g)) set |= (uint64_t)is_enabled(l, node, g) << bit++;
		set |= (uint64_t)is_met(l, node, g) << bit;
	}
	return set;
}

static bool is_complete(const struct loop_search *l, uint64_t set)
{
	for (uint32_t i = 0, bit = 0; i < l->goals.count; i++, bit++) {
		bool needs = true;
		if (is_strong(&l->goals.at[i])) needs = set >> bit++ & 1;
		if (needs && !(set >> bit & 1)) return false;
	}
	return true;
}

/* ---- loops through a node ------------------------------------------------------------------------------------- */

static void keep_stem(struct loop_search *l, uint32_t node)
{
	struct lasso *o = l->out;
	o->path.count = 0;
	for (uint32_t n = node; n != PRODUCT_END; n = parent(l, n)) VEC_PUSH(&o->path, n);
	for (uint32_t i = 0, k = o->path.count - 1; i < k; i++, k--) {
		uint32_t n = o->path.at[i];
		o->path.at[i] = o->path.at[k];
		o->path.at[k] = n;
	}
}

struct pairs_seen {
	struct intern list; /* node, set */
	VEC(uint32_t) from; /* pair before it */
};

static void keep_loop(struct loop_search *l, uint32_t node, const struct pairs_seen *s,
                      uint32_t last)
{
	struct lasso *o = l->out;
	keep_stem(l, node);
	o->is_loop = true;
	o->loop_start = o->path.count - 1;
	uint32_t begin = o->path.count;
	for (uint32_t i = last; i != 0; i = s->from.at[i])
		VEC_PUSH(&o->path, (uint32_t)intern_at(&s->list, i)[0]);
	for (uint32_t i = begin, k = o->path.count - 1; i < k && k != UINT32_MAX; i++, k--) {
		uint32_t n = o->path.at[i];
		o->path.at[i] = o->path.at[k];
		o->path.at[k] = n;
	}
	l->best = o->path.count - 1 + 1;
}

static uint64_t work_of(const struct loop_search *l, const struct pairs_seen *s)
{
	return (uint64_t)s->list.count * (1 + l->goals.count);
}

/* A loop that makes stem and loop shorter than the best ones; false if too much was looked at. */
static bool search_loop(struct loop_search *l, uint32_t node)
{
	struct pairs_seen s = {0};
	bool is_found = false;
	intern_init(&s.list, 2);
	uint64_t start[2] = {node, met_by(l, node)};
	intern_add(&s.list, start);
	VEC_PUSH(&s.from, 0);
	uint32_t level_end = 1, length = 0;
	for (uint32_t i = 0; i < s.list.count && !is_found; i++) {
		if (i == level_end) {
			level_end = s.list.count;
			length++;
		}
		/* the next step may close the loop: stem + length + 1 */
		if (l->best != NO_BEST && distance(l, node) + length + 1 >= l->best) break;
		if (l->seen + work_of(l, &s) > MOST_SEEN) break;
		uint64_t set = intern_at(&s.list, i)[1];
		struct product_walk w = {.node = (uint32_t)intern_at(&s.list, i)[0]};
		uint32_t to;
		while (!is_found && product_successor(l->p, &w, &to)) {
			if (l->part[to] != l->part[node]) continue;
			is_found = to == node && is_complete(l, set);
			if (is_found) {
				keep_loop(l, node, &s, i);
				break;
			}
			uint64_t next[2] = {to, set | met_by(l, to)};
			if (intern_add(&s.list, next) == s.from.count) VEC_PUSH(&s.from, i);
		}
	}
	l->seen += work_of(l, &s);
	intern_clear(&s.list);
	VEC_CLEAR(&s.from);
	return l->seen <= MOST_SEEN && !effort_is_over(l->p->effort);
}

/* ---- one loop, perhaps not a shortest ---------------------------------------------------------------------------- */

/* Goes on from the end of the path to the nearest node of the part that meets one of the open goals, or to `back`. False
 * if the effort is over before. */
static bool go_on(struct loop_search *l, const bool *open, uint32_t back)
{
	struct lasso *o = l->out;
	struct pairs_seen s = {0};
	uint32_t from = VEC_LAST(&o->path), part = l->part[from], hit = UINT32_MAX;
	intern_init(&s.list, 1);
	uint64_t start = from;
	intern_add(&s.list, &start);
	VEC_PUSH(&s.from, 0);
	for (uint32_t i = 0; i < s.list.count && hit == UINT32_MAX; i++) {
		struct product_walk w = {.node = (uint32_t)intern_at(&s.list, i)[0]};
		uint32_t to;
		while (hit == UINT32_MAX && product_successor(l->p, &w, &to)) {
			if (l->part[to] != part) continue;
			bool is_wanted = back == to;
			for (uint32_t k = 0; k < l->goals.count && back == PRODUCT_END; k++)
				is_wanted |= open[k] && is_met(l, to, &l->goals.at[k]);
			uint64_t next = to;
			uint32_t number = intern_add(&s.list, &next);
			if (number == s.from.count) VEC_PUSH(&s.from, i);
			if (!is_wanted) continue;
			VEC(uint32_t) way = {0};
			for (uint32_t n = i; n != 0; n = s.from.at[n])
				VEC_PUSH(&way, (uint32_t)intern_at(&s.list, n)[0]);
			while (way.count) VEC_PUSH(&o->path, VEC_POP(&way));
			VEC_CLEAR(&way);
			if (back == PRODUCT_END) VEC_PUSH(&o->path, to);
			hit = to;
		}
	}
	REQUIRE(hit != UINT32_MAX || effort_is_over(l->p->effort));
	intern_clear(&s.list);
	VEC_CLEAR(&s.from);
	return hit != UINT32_MAX;
}

static void any_loop(struct loop_search *l, uint32_t node)
{
	struct lasso *o = l->out;
	bool *open = memory_zeroed(l->goals.count + 1, sizeof *open), is_open = true, good = true;
	for (uint32_t k = 0; k < l->goals.count; k++) open[k] = !is_met(l, node, &l->goals.at[k]);
	keep_stem(l, node);
	o->is_loop = true;
	o->loop_start = o->path.count - 1;
	while (good) {
		is_open = false;
		for (uint32_t k = 0; k < l->goals.count; k++) is_open |= open[k];
		if (!is_open) break;
		uint32_t before = o->path.count;
		good = go_on(l, open, PRODUCT_END);
		for (uint32_t i = before; i < o->path.count; i++)
			for (uint32_t k = 0; k < l->goals.count; k++)
				open[k] &= !is_met(l, o->path.at[i], &l->goals.at[k]);
	}
	good = good && go_on(l, open, node);
	free(open);
	if (good) l->best = o->path.count;
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

/* False if the effort was over before. */
static bool find_distances(struct loop_search *l)
{
	struct product *p = l->p;
	uint32_t next = p->initial, to, level_end = p->initial;
	VEC_PUSH(&l->levels, 0);
	for (uint32_t i = 0; i < p->nodes.count && next < p->nodes.count; i++) {
		struct product_walk w = {.node = i};
		if (i == level_end) {
			VEC_PUSH(&l->levels, level_end);
			level_end = next;
		}
		while (product_successor(p, &w, &to)) {
			if (to != next) continue;
			add_birth(l, true);
			next++;
		}
		add_birth(l, false);
	}
	VEC_PUSH(&l->levels, level_end);
	return next >= p->nodes.count;
}

static uint32_t first_end(const struct product *p)
{
	for (uint32_t i = 0; i < p->nodes.count; i++)
		if (product_label(p, i) == PRODUCT_END) return i;
	return PRODUCT_END;
}

bool lasso_find(struct product *p, const struct fairness *f, const uint32_t *part,
                struct lasso *out)
{
	struct loop_search l = {.p = p, .fairness = f, .part = part, .out = out, .best = NO_BEST};
	uint32_t end = first_end(p), first = 0;
	while (first < p->nodes.count && !part[first]) first++;
	if (end == PRODUCT_END && first == p->nodes.count) return false;
	bool is_near = find_distances(&l);
	out->is_shortest = p->tableau.past == 0;
	if (is_near && end != PRODUCT_END) {
		keep_stem(&l, end);
		out->is_loop = false;
		l.best = distance(&l, end);
	}
	for (uint32_t i = first; is_near && i < p->nodes.count; i++) {
		if (!part[i]) continue;
		if (l.best != NO_BEST && distance(&l, i) + 1 >= l.best) break;
		find_goals(&l, part[i]);
		if (bits_needed(&l) <= 64 && search_loop(&l, i)) continue;
		out->is_shortest = false;
		break;
	}
	if (is_near && l.best == NO_BEST) {
		find_goals(&l, part[first]);
		any_loop(&l, first);
	}
	VEC_CLEAR(&l.goals);
	VEC_CLEAR(&l.born);
	VEC_CLEAR(&l.levels);
	return l.best != NO_BEST;
}
