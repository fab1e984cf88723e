/* Prediction (Dobrikov 2018, partial guard evaluation): what need not be evaluated, because of what holds in the state before and
 * cannot be changed by the operation that led here.
 *
 * A fact of a state is that an operation is disabled, or that a conjunct of a guard is not true. The facts of the state before are
 * carried on if the operation on the way does not end them, by the relations of reduce/; then the operation is not executed. Nothing
 * that fails is overlooked by that: a guard that is undefined does not enable (where that is to be told nothing is predicted), and where an operation
 * was disabled by what is behind its guards, that is the same as long as nothing is written that it reads. A duty that has been certainly true in all states so far is true where the operation on the way cannot break it.
 *
 * The relations come from the text. Once duties have taken a while, a solver takes out more (for guards it hardly ever does: 495,717
 * instead of 494,941 executions are spared of lift_solution). What spares little is given up. */
#include "explore/inside.h"

enum {
	FROM = 1000,       /* states: shorter searches are not worth the relations */
	WINDOW = 4000,     /* states until it is looked at how much is spared */
	LEAST = 20,        /* of so many executions at least one must be, */
	MOST_FACTS = 4096, /* operations and conjuncts */
};

/* Facts of states whose successors are still to come. Their places are given out in the order in which chunks of states are visited, so that
 * those of another process take none, and used again once all successors of the state that had it should have been visited: until then the
 * table grows. What is lost is evaluated again. */
struct known_facts {
	VEC(uint32_t) chunk; /* of states: its place among those that were visited + 1 */
	uint32_t chunks;
	uint64_t *facts; /* [0 .. room-1], as many words each */
	uint32_t *of;    /* the state + 1 */
	uint32_t room;   /* 0 or a power of two */
};

struct predict {
	struct relation_table *relations;
	uint32_t words;   /* of a set of facts: operations, then conjuncts of guards */
	uint64_t *keeps;  /* of each operation: facts that hold behind it if they hold in front of it */
	uint64_t *blocks; /* of each operation: facts of which each disables it */
	uint64_t *now;    /* facts of the state that is visited */
	struct known_facts known; /* of states that were visited */
	uint64_t asked, spared;
	uint64_t wasted; /* effort for duties that are true */
	uint32_t visited;
	bool was_asked; /* the solver */
	bool rests;
};

static uint64_t *row(const struct predict *p, uint64_t *sets, uint32_t i)
{
	return sets + (size_t)i * p->words;
}

/* ---- which facts count, and which are kept ----------------------------------------------------------- */

static void add_blocks(struct predict *p, uint32_t i)
{
	const struct relation_table *r = p->relations;
	uint64_t *blocks = row(p, p->blocks, i);
	bits_add(blocks, i);
	for (uint32_t g = r->guards_from[i]; g < r->guards_from[i + 1]; g++)
		bits_add(blocks, r->operation_count + g);
}

/* The facts about operation i that hold behind `by` if they hold in front of it. */
static void add_kept(struct predict *p, uint32_t i, uint32_t by)
{
	const struct relation_table *r = p->relations;
	uint64_t *keeps = row(p, p->keeps, by);
	if (!relations_has(r, RELATION_ENABLES, i, by)) bits_add(keeps, i);
	for (uint32_t g = r->guards_from[i]; g < r->guards_from[i + 1]; g++)
		if (!relations_has(r, RELATION_MAKES_TRUE, g, by)) bits_add(keeps, r->operation_count + g);
}

static void fill(struct explore *x)
{
	struct predict *p = x->recalls.predict;
	const struct relation_table *r = p->relations;
	size_t size = (size_t)p->words * r->operation_count * sizeof *p->keeps;
	memset(p->blocks, 0, size);
	memset(p->keeps, 0, size);
	for (uint32_t i = 0; i < r->operation_count; i++) {
		add_blocks(p, i);
		for (uint32_t by = 0; by < r->operation_count; by++) add_kept(p, i, by);
	}
}

/* ---- opening and closing ----------------------------------------------------------------------------- */

static void *allocate(size_t count) { return memory_zeroed(count + 1, sizeof(uint64_t)); }

static void open(struct explore *x)
{
	struct predict *p = x->recalls.predict = memory_zeroed(1, sizeof *p);
	uint32_t count = x->result.coverage.count;
	const struct operation **operations =
	    ARENA_ARRAY(&x->arena, count + 1, const struct operation *);
	for (uint32_t i = 0; i < count; i++) operations[i] = x->result.coverage.at[i].operation;
	p->relations = ample_relations(x, operations, count, NULL);
	p->words = (count + p->relations->guard_count) / 64 + 1;
	p->rests = count + p->relations->guard_count > MOST_FACTS;
	if (p->rests) return;
	p->keeps = allocate((size_t)count * p->words);
	p->blocks = allocate((size_t)count * p->words);
	p->now = allocate(p->words);
	fill(x);
}

static void forget(struct known_facts *k)
{
	VEC_CLEAR(&k->chunk);
	free(k->facts);
	free(k->of);
	*k = (struct known_facts){0};
}

static void give_up(struct predict *p)
{
	p->rests = true;
	forget(&p->known);
}

void predict_close(struct explore *x)
{
	struct predict *p = x->recalls.predict;
	if (!p) return;
	forget(&p->known);
	free(p->keeps);
	free(p->blocks);
	free(p->now);
	free(p);
	x->recalls.predict = NULL;
}

size_t predict_bytes(const struct explore *x)
{
	const struct predict *p = x->recalls.predict;
	if (!p) return 0;
	size_t each = p->words * sizeof *p->known.facts + sizeof *p->known.of;
	return p->known.room * each + p->known.chunk.room * sizeof *p->known.chunk.at;
}

uint64_t predict_spared(const struct explore *x)
{
	return x->recalls.predict ? x->recalls.predict->spared : 0;
}

/* ---- what is known of other states ----------------------------------------------------------------------- */

enum { IN_CHUNK = 1 << STATES_CHUNK_BITS, FIRST_ROOM = 1024 };

/* False if none of its chunk was visited here. */
static bool place_of(const struct known_facts *k, uint32_t state, uint32_t *out)
{
	uint32_t chunk = state >> STATES_CHUNK_BITS;
	if (chunk >= k->chunk.count || !k->chunk.at[chunk]) return false;
	*out = (k->chunk.at[chunk] - 1) << STATES_CHUNK_BITS | (state & (IN_CHUNK - 1));
	return true;
}

static const uint64_t *facts_at(const struct predict *p, uint32_t state)
{
	const struct known_facts *k = &p->known;
	uint32_t place;
	if (!k->room || !place_of(k, state, &place)) return NULL;
	place &= k->room - 1;
	return k->of[place] == state + 1 ? k->facts + (size_t)place * p->words : NULL;
}

static void keep_in(struct predict *p, uint32_t state, const uint64_t *facts)
{
	struct known_facts *k = &p->known;
	uint32_t place = 0;
	place_of(k, state, &place);
	place &= k->room - 1;
	k->of[place] = state + 1;
	memcpy(k->facts + (size_t)place * p->words, facts, p->words * sizeof *facts);
}

static void grow(struct predict *p)
{
	struct known_facts old = p->known, *k = &p->known;
	k->room = old.room ? old.room * 2 : FIRST_ROOM;
	k->facts = allocate((size_t)k->room * p->words);
	k->of = memory_zeroed(k->room, sizeof *k->of);
	for (uint32_t i = 0; i < old.room; i++)
		if (old.of[i]) keep_in(p, old.of[i] - 1, old.facts + (size_t)i * p->words);
	free(old.facts);
	free(old.of);
}

/* There is room for twice as many as have come since its parent. */
static void make_room(struct predict *p, uint32_t state, uint32_t parent)
{
	struct known_facts *k = &p->known;
	uint32_t chunk = state >> STATES_CHUNK_BITS, place = 0, before = 0;
	while (k->chunk.count <= chunk) VEC_PUSH(&k->chunk, 0);
	if (!k->chunk.at[chunk]) k->chunk.at[chunk] = ++k->chunks;
	bool has_both =
	    parent != EXPLORE_NONE && place_of(k, parent, &before) && place_of(k, state, &place);
	uint32_t since = has_both && before < place ? place - before : 0;
	while (k->room <= 2 * (uint64_t)since && k->room < 1u << 31) grow(p);
}

/* ---- a state ----------------------------------------------------------------------------------------- */

static bool is_usable(const struct explore *x)
{
	bool is_wanted = x->options.predict != EXPLORE_PREDICT_OFF && x->recalls.is_known;
	return is_wanted && ample_rests(x) && !x->quotient && !x->pairs && !x->model.judges_guards &&
	       x->result.coverage.count > 0;
}

/* A solver may know more of duties. */
static void ask(struct explore *x)
{
	struct predict *p = x->recalls.predict;
	bool is_time =
	    p->wasted > EVAL_EFFORT_PER_SECOND / 2 || x->options.predict == EXPLORE_PREDICT_ALWAYS;
	if (p->was_asked || !x->options.relate || !is_time || x->team) return;
	p->was_asked = true;
	x->options.relate(x->options.relate_data, x, p->relations);
	relations_close(p->relations);
	fill(x);
	p->visited = 0;
	p->asked = 0;
}

static void consider(struct explore *x)
{
	struct predict *p = x->recalls.predict;
	p->visited++;
	if (p->visited % 64 == 1) ask(x);
	if (p->visited != WINDOW || x->options.predict == EXPLORE_PREDICT_ALWAYS) return;
	if (p->spared * LEAST < p->asked) give_up(p);
}

void predict_begin(struct explore *x, uint32_t state)
{
	bool is_always = x->options.predict == EXPLORE_PREDICT_ALWAYS;
	x->recalls.predicts = false;
	if (!is_usable(x)) return;
	if (!x->recalls.predict && (is_always || x->result.stats.explored >= FROM)) open(x);
	struct predict *p = x->recalls.predict;
	if (!p || p->rests) return;
	consider(x);
	if (p->rests) return;
	x->recalls.predicts = true;
	uint32_t parent = states_parent(&x->states, state);
	const uint64_t *before = parent == EXPLORE_NONE ? NULL : facts_at(p, parent);
	memset(p->now, 0, p->words * sizeof *p->now);
	if (!before) return;
	const uint64_t *keeps = row(p, p->keeps, states_operation(&x->states, state));
	for (uint32_t i = 0; i < p->words; i++) p->now[i] = before[i] & keeps[i];
}

bool predict_is_disabled(struct explore *x, uint32_t operation)
{
	struct predict *p = x->recalls.predict;
	if (!x->recalls.predicts) return false;
	const uint64_t *blocks = row(p, p->blocks, operation);
	bool is_disabled = false;
	for (uint32_t i = 0; i < p->words; i++) is_disabled |= (p->now[i] & blocks[i]) != 0;
	p->asked++;
	p->spared += is_disabled;
	if (is_disabled) bits_add(p->now, operation);
	return is_disabled;
}

/* Which conjunct is it? */
static void find_conjunct(struct explore *x, uint32_t state, uint32_t operation)
{
	struct predict *p = x->recalls.predict;
	const struct relation_table *r = p->relations;
	const uint64_t *blocks = row(p, p->blocks, operation);
	for (uint32_t g = r->guards_from[operation]; g < r->guards_from[operation + 1]; g++) {
		bool is_sure;
		if (!bits_has(blocks, r->operation_count + g)) continue;
		step_need(x, state);
		enum truth t = eval_predicate_certain(x->eval, r->guards[g].node, &is_sure);
		if (t != EVAL_FALSE || !is_sure || step_stopped(x)) continue;
		bits_add(p->now, r->operation_count + g);
		return;
	}
}

void predict_meet_disabled(struct explore *x, uint32_t state, uint32_t operation, uint64_t effort)
{
	if (!x->recalls.predicts || step_stopped(x) || eval_was_cut(x->eval)) return;
	bits_add(x->recalls.predict->now, operation);
	if (effort == 0) return; /* it was known from others, or hardly any */
	find_conjunct(x, state, operation);
	eval_clear_cut(x->eval);
}

void predict_end(struct explore *x, uint32_t state)
{
	struct predict *p = x->recalls.predict;
	if (!x->recalls.predicts || step_stopped(x) || x->search.is_full) return;
	make_room(p, state, states_parent(&x->states, state));
	keep_in(p, state, p->now);
}

/* ---- duties ------------------------------------------------------------------------------------------ */

bool predict_is_kept(struct explore *x, uint32_t duty, uint32_t state)
{
	const struct predict *p = x->recalls.predict;
	if (!p || p->rests || !is_usable(x) || states_parent(&x->states, state) == EXPLORE_NONE)
		return false;
	return !relations_has(p->relations, RELATION_BREAKS, duty, states_operation(&x->states, state));
}

void predict_waste(struct explore *x, uint64_t effort)
{
	if (x->recalls.predict) x->recalls.predict->wasted += effort;
}
