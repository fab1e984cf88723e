/* States up to symmetry: of those that a permutation of elements turns into one another one is explored.
 *
 * Constants and variables are permuted together, so that what PROPERTIES say does not count, only what the machine does. The
 * state that was found first is kept as it is, so that runs are real ones; beside it lies its canonical form, by which others
 * are found to be the same. Symmetric states have the same depth, so that shortest runs stay shortest. */
#include "explore/inside.h"
#include "symmetry/symmetry.h"

struct quotient {
	struct symmetry_group *group;
	struct symmetry_canon *canon;     /* of constants and variables */
	struct symmetry_canon *constants; /* of constants alone; NULL: nothing moves in them */
	struct states keys;               /* canonical forms, by the numbers of the states */
	value *vector, *key;
	VEC(double) weights; /* of each setup, see weigh() */
	double states;       /* all that are meant */
};

static struct symmetry_group *detect(struct explore *x)
{
	struct symmetry_question q = {
	    .project = x->project,
	    .universe = x->universe,
	    .values = x->values,
	    .without_properties = true,
	    .goal = x->options.goal,
	    .stop = x->options.stop,
	};
	return symmetry_detect(&q);
}

void quotient_open(struct explore *x)
{
	uint32_t unknowns = x->model.unknowns.count, count = unknowns + x->model.variables.count;
	const struct type **types = ARENA_ARRAY(&x->arena, count + 1, const struct type *);
	for (uint32_t i = 0; i < count; i++)
		types[i] =
		    (i < unknowns ? x->model.unknowns.at[i] : x->model.variables.at[i - unknowns])->type;
	struct symmetry_group *group = detect(x);
	struct symmetry_canon *canon = symmetry_canon_open(group, x->universe, x->values, types, count);
	if (!canon) {
		symmetry_close(group);
		return;
	}
	struct quotient *q = ARENA_NEW(&x->arena, struct quotient);
	*q = (struct quotient){.group = group, .canon = canon};
	q->constants = symmetry_canon_open(group, x->universe, x->values, types, unknowns);
	q->vector = ARENA_ARRAY(&x->arena, count + 1, value);
	q->key = ARENA_ARRAY(&x->arena, count + 1, value);
	states_init(&q->keys, count);
	x->quotient = q;
	x->result.is_quotient = true;
}

void quotient_close(struct explore *x)
{
	if (!x->quotient) return;
	symmetry_canon_close(x->quotient->canon);
	symmetry_canon_close(x->quotient->constants);
	VEC_CLEAR(&x->quotient->weights);
	symmetry_close(x->quotient->group);
	states_clear(&x->quotient->keys);
}

/* ---- how many states are meant -------------------------------------------------------------------- */

/* A state stands for its images. Those whose constants are those of another setup are counted there, if there is such a
 * setup, and not at all if there is none. So if m of the n images of the constants are setups, each image of the state
 * counts m / n. */
static void weigh(struct explore *x)
{
	struct quotient *q = x->quotient;
	struct states kinds;
	uint32_t unknowns = x->model.unknowns.count;
	VEC(uint32_t) kind_of = {0}, members = {0};
	states_init(&kinds, unknowns);
	for (uint32_t i = 0; i < x->setup_count; i++) {
		bool is_new;
		symmetry_canonical(q->constants, x->setups.at + (size_t)i * unknowns, q->key);
		uint32_t kind = states_add(&kinds, q->key, EXPLORE_NONE, EXPLORE_NONE, &is_new);
		if (is_new) VEC_PUSH(&members, 0);
		members.at[kind]++;
		VEC_PUSH(&kind_of, kind);
		VEC_PUSH(&q->weights, 1 / symmetry_canon_stats(q->constants)->last);
	}
	for (uint32_t i = 0; i < x->setup_count; i++) q->weights.at[i] *= members.at[kind_of.at[i]];
	states_clear(&kinds);
	VEC_CLEAR(&kind_of);
	VEC_CLEAR(&members);
}

static double weight_of(struct explore *x, uint32_t setup)
{
	struct quotient *q = x->quotient;
	if (!q->constants) return 1;
	if (q->weights.count == 0) weigh(x);
	return q->weights.at[setup];
}

/* ---- states ----------------------------------------------------------------------------------------- */

/* The canonical form of a state, into q->key. */
static void make_key(struct explore *x, const value *state)
{
	struct quotient *q = x->quotient;
	uint32_t unknowns = x->model.unknowns.count;
	const value *constants = x->setups.at + (size_t)state[0] * unknowns;
	if (unknowns) memcpy(q->vector, constants, unknowns * sizeof *constants);
	memcpy(q->vector + unknowns, state + 1, x->model.variables.count * sizeof *state);
	symmetry_canonical(q->canon, q->vector, q->key);
}

uint32_t quotient_find(struct explore *x, const value *state)
{
	if (!x->quotient) return states_find(&x->states, state);
	uint32_t id = states_find(&x->states, state);
	if (id != EXPLORE_NONE) return id;
	make_key(x, state);
	return states_find(&x->quotient->keys, x->quotient->key);
}

uint32_t quotient_add(struct explore *x, const value *state, uint32_t parent, uint32_t operation,
                      bool *is_new)
{
	if (!x->quotient) return states_add(&x->states, state, parent, operation, is_new);
	struct quotient *q = x->quotient;
	*is_new = false;
	uint32_t id = states_find(&x->states, state);
	if (id != EXPLORE_NONE) return id;
	make_key(x, state);
	id = states_add(&q->keys, q->key, EXPLORE_NONE, EXPLORE_NONE, is_new);
	if (!*is_new) return id;
	uint32_t kept = states_add(&x->states, state, parent, operation, is_new);
	REQUIRE(*is_new && kept == id);
	double images = symmetry_canon_stats(q->canon)->last;
	q->states += images * weight_of(x, state[0]);
	return id;
}

void quotient_stats(const struct explore *x, struct explore_stats *s)
{
	if (!x->quotient) return;
	s->bytes += states_bytes(&x->quotient->keys);
	s->all_states = x->quotient->states;
	s->is_inexact = symmetry_canon_stats(x->quotient->canon)->is_inexact;
}
