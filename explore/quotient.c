/* States up to symmetry: of those that a permutation of elements turns into one another one is explored.
 *
 * Constants and variables are permuted together, so that what PROPERTIES say does not count, only what the machine does. The
 * state that was found first is kept as it is, so that runs are real ones; beside it lies its canonical form, by which others
 * are found to be the same. Symmetric states have the same depth, so that shortest runs stay shortest. */
#include "explore/inside.h"
#include "symmetry/symmetry.h"

struct quotient {
	enum explore_symmetry how;
	struct symmetry_group *group;
	struct symmetry_canon *canon;     /* of constants and variables */
	struct symmetry_canon *constants; /* of constants alone; NULL: nothing moves in them */
	struct states
	    keys; /* what finds states that are the same: canonical forms, markers, all images */
	VEC(uint32_t) owner; /* of each key the state that was found first */
	VEC(bool)
	is_image; /* of each state of the time when all were explored: another one stands for it */
	uint32_t images; /* that were not visited by then */
	uint64_t work;   /* of canonical forms, as far as it was spent */
	const struct type **types;
	value *vector, *key;
	VEC(double) weights;  /* of each setup, see weigh() */
	struct states setups; /* with all images: the constants of all setups */
	double states;        /* all that are meant */
};
enum { MARKER_WIDTH = 4 };

static struct symmetry_group *detect(struct explore *x)
{
	struct symmetry_question q = {
	    .project = x->project,
	    .universe = x->universe,
	    .values = x->values,
	    .without_properties = true,
	    .finds_identifiers = true,
	    .keeps_duties = true,
	    /* sets of operations depend on parts of guards, see ample.c */
	    .is_rigid = x->options.partial_order,
	    .goal = x->options.goal,
	    .observed = x->options.observed,
	    .observed_count = x->options.observed_count,
	    .stop = x->options.stop,
	};
	return symmetry_detect(&q);
}

static void take_types(struct explore *x, struct quotient *q)
{
	uint32_t unknowns = x->model.unknowns.count, count = unknowns + x->model.variables.count;
	q->types = ARENA_ARRAY(&x->arena, count + 1, const struct type *);
	for (uint32_t i = 0; i < count; i++) {
		const struct decl *d =
		    i < unknowns ? x->model.unknowns.at[i] : x->model.variables.at[i - unknowns];
		q->types[i] = symmetry_type(q->group, d);
	}
	q->vector = ARENA_ARRAY(&x->arena, count + 1, value);
	q->key = ARENA_ARRAY(&x->arena, count + MARKER_WIDTH, value);
}

static void clear(struct quotient *q)
{
	symmetry_canon_close(q->canon);
	symmetry_canon_close(q->constants);
	VEC_CLEAR(&q->weights);
	VEC_CLEAR(&q->owner);
	VEC_CLEAR(&q->is_image);
	symmetry_close(q->group);
	states_clear(&q->keys);
	states_clear(&q->setups);
}

/* NULL: nothing in the states moves. */
static struct quotient *make(struct explore *x, enum explore_symmetry how)
{
	uint32_t unknowns = x->model.unknowns.count, count = unknowns + x->model.variables.count;
	struct quotient *q = ARENA_NEW(&x->arena, struct quotient);
	*q = (struct quotient){.how = how, .group = detect(x)};
	take_types(x, q);
	q->canon = symmetry_canon_open(q->group, x->universe, x->values, q->types, count);
	q->constants = symmetry_canon_open(q->group, x->universe, x->values, q->types, unknowns);
	states_init(&q->setups, unknowns);
	states_init(&q->keys, q->how == EXPLORE_MARKERS ? MARKER_WIDTH : count);
	if (q->canon || (q->how == EXPLORE_FLOOD && q->group->generator_count)) return q;
	clear(q);
	return NULL;
}

static void use(struct explore *x, struct quotient *q)
{
	x->quotient = q;
	x->result.is_quotient = true;
	x->result.is_approximate = q->how == EXPLORE_MARKERS && !symmetry_canon_is_simple(q->canon);
}

void quotient_open(struct explore *x)
{
	struct quotient *q = make(x, x->options.symmetry);
	if (q) use(x, q);
}

void quotient_close(struct explore *x)
{
	if (x->quotient) clear(x->quotient);
}

/* ---- how many states are meant -------------------------------------------------------------------- */

/* A state stands for its images. Those whose constants are those of another setup are counted there, if there is such a
 * setup, and not at all if there is none. So if m of the n images of the constants are setups, each image of the state
 * counts m / n. */
static void weigh(struct explore *x, struct quotient *q)
{
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

static double weight_of(struct explore *x, struct quotient *q, uint32_t setup)
{
	if (!q->constants) return 1;
	if (q->weights.count == 0) weigh(x, q);
	return q->weights.at[setup];
}

/* ---- states ----------------------------------------------------------------------------------------- */

/* It takes its time, which counts. */
enum { CANON_STEPS = 8 }; /* that take as long as one of the evaluator */

static void find_canonical(struct explore *x, struct quotient *q)
{
	symmetry_canonical(q->canon, q->vector, q->key);
	uint64_t work = symmetry_canon_stats(q->canon)->work / CANON_STEPS;
	eval_spend(x->eval, work - q->work);
	q->work = work;
}

/* What finds states that are the same as this one, into q->key; how many they are with canonical forms. */
static double make_key(struct explore *x, struct quotient *q, const value *state)
{
	uint32_t unknowns = x->model.unknowns.count, count = x->model.variables.count;
	const value *constants = x->setups.at + (size_t)state[0] * unknowns;
	if (unknowns) memcpy(q->vector, constants, unknowns * sizeof *constants);
	memcpy(q->vector + unknowns, state + 1, count * sizeof *state);
	if (q->how == EXPLORE_MARKERS) symmetry_marker(q->canon, q->vector, q->key);
	else if (q->how == EXPLORE_CANONICAL) find_canonical(x, q);
	else memcpy(q->key, q->vector, (unknowns + count) * sizeof *q->key);
	return q->how == EXPLORE_CANONICAL ? symmetry_canon_stats(q->canon)->last : 0;
}

static uint32_t owner_of(const struct quotient *q, uint32_t key)
{
	return key == EXPLORE_NONE ? EXPLORE_NONE : q->owner.at[key];
}

uint32_t quotient_find(struct explore *x, const value *state)
{
	uint32_t id = states_find(&x->states, state);
	if (!x->quotient || id != EXPLORE_NONE) return id;
	make_key(x, x->quotient, state);
	return owner_of(x->quotient, states_find(&x->quotient->keys, x->quotient->key));
}

static bool can_move(const struct explore *x, const struct quotient *q)
{
	for (uint32_t i = 0; i < q->keys.width; i++)
		if (value_has_lazy(x->values, q->key[i])) return false;
	return true;
}

/* Is the image that of a state of a setup? */
static bool has_setup(struct explore *x, struct quotient *q, const value *image)
{
	uint32_t unknowns = x->model.unknowns.count;
	bool is_new;
	if (unknowns == 0) return true;
	for (uint32_t i = q->setups.count; i < x->setup_count; i++)
		states_add(&q->setups, x->setups.at + (size_t)i * unknowns, EXPLORE_NONE, EXPLORE_NONE,
		           &is_new);
	return states_find(&q->setups, image) != EXPLORE_NONE;
}

/* All images of the last key belong to the same state. Returns how many of them are states. */
static double flood(struct explore *x, struct quotient *q, uint32_t id)
{
	uint32_t first = q->keys.count - 1, width = q->keys.width;
	bool is_new, moves = can_move(x, q);
	double count = 1;
	for (uint32_t at = first; moves && at < q->keys.count; at++)
		for (uint32_t k = 0; k < q->group->generator_count; k++) {
			for (uint32_t i = 0; i < width; i++)
				q->key[i] = symmetry_image(q->group, q->group->generators[k], x->values,
				                           q->types[i], states_at(&q->keys, at)[i]);
			if (q->keys.count >= x->options.max_states) {
				x->search.is_full = true;
				return 0;
			}
			states_add(&q->keys, q->key, EXPLORE_NONE, EXPLORE_NONE, &is_new);
			if (!is_new) continue;
			VEC_PUSH(&q->owner, id);
			count += has_setup(x, q, q->key);
		}
	return count;
}

uint32_t quotient_add(struct explore *x, const value *state, uint32_t parent, uint32_t operation,
                      bool *is_new)
{
	struct quotient *q = x->quotient;
	if (!q) return states_add(&x->states, state, parent, operation, is_new);
	*is_new = false;
	uint32_t id = states_find(&x->states, state);
	if (id != EXPLORE_NONE) return id;
	double images = make_key(x, q, state);
	uint32_t key = states_add(&q->keys, q->key, EXPLORE_NONE, EXPLORE_NONE, is_new);
	if (!*is_new) return owner_of(q, key);
	id = states_add(&x->states, state, parent, operation, is_new);
	VEC_PUSH(&q->owner, id);
	if (q->how == EXPLORE_FLOOD) q->states += flood(x, q, id);
	else if (images > 0) q->states += images * weight_of(x, q, state[0]);
	return id;
}

/* ---- from plain to canonical ---------------------------------------------------------------------------- */

enum { LEAST_GAIN = 3 };

/* How many images a state has, in the harmonic mean of a sample. Few canonical forms tell whether all are worth their time. */
static double images_of_sample(struct explore *x, struct quotient *q)
{
	enum { SAMPLE = 50 };
	uint32_t step = x->states.count / SAMPLE + 1, count = 0;
	double sum = 0;
	for (uint32_t i = 0; i < x->states.count; i += step, count++) {
		double images = make_key(x, q, states_at(&x->states, i));
		sum += images > 0 ? 1 / images : 1;
	}
	return count / sum;
}

/* All states so far get their keys, of which fewer are needed; false if that was interrupted. */
static bool take_states(struct explore *x, struct quotient *q)
{
	bool is_new;
	for (uint32_t i = 0; i < x->states.count; i++) {
		if (step_stopped(x)) return false;
		const value *state = states_at(&x->states, i);
		double images = make_key(x, q, state);
		states_add(&q->keys, q->key, EXPLORE_NONE, EXPLORE_NONE, &is_new);
		VEC_PUSH(&q->is_image, !is_new);
		if (!is_new) continue;
		VEC_PUSH(&q->owner, i);
		q->states += images * weight_of(x, q, state[0]);
	}
	return true;
}

/* Is a state visited as often as it has images in more time than the canonical forms of its successors take? Those of the states so
 * far are made at once, for which nobody should have to wait. */
static bool saves_effort(const struct explore *x, const struct quotient *q, double images)
{
	enum { SOON = EVAL_EFFORT_PER_SECOND / 4 };
	const struct symmetry_orbits *o = symmetry_canon_stats(q->canon);
	const struct explore_stats *s = &x->result.stats;
	if (x->options.auto_from) return true;
	double canonical = (double)o->work / CANON_STEPS / (double)o->calls;
	double spent = (double)x->search.spent, at_once = canonical * x->states.count;
	if (at_once > (spent > SOON ? spent : SOON)) return false;
	return s->explored == 0 || images * spent >= canonical * (double)s->transitions;
}

static uint32_t considered_from(const struct explore *x)
{
	enum { LATER = 4 };
	if (x->search.considered) return LATER * x->search.considered;
	return x->options.auto_from ? x->options.auto_from : EXPLORE_AUTO_FROM;
}

void quotient_consider(struct explore *x)
{
	if (x->options.symmetry != EXPLORE_AUTO || x->states.count < considered_from(x) || x->team)
		return;
	x->options.symmetry = EXPLORE_PLAIN; /* it is considered once, */
	if (x->options.workers > 1 || x->ample) return;
	struct quotient *q = make(x, EXPLORE_CANONICAL);
	if (!q) return;
	double images = images_of_sample(x, q);
	bool is_worth = images >= LEAST_GAIN;
	if (is_worth && !saves_effort(x, q, images)) {
		x->options.symmetry = EXPLORE_AUTO; /* but later states may have more images */
		x->search.considered = x->states.count;
		clear(q);
		return;
	}
	is_worth = is_worth && take_states(x, q);
	if (is_worth && q->states >= LEAST_GAIN * (double)q->keys.count) use(x, q);
	else clear(q);
}

bool quotient_skips(struct explore *x, uint32_t state)
{
	struct quotient *q = x->quotient;
	if (!q || state >= q->is_image.count || !q->is_image.at[state] || x->options.watcher)
		return false;
	q->images++;
	return true;
}

void quotient_stats(const struct explore *x, struct explore_stats *s)
{
	if (!x->quotient) return;
	s->bytes += states_bytes(&x->quotient->keys);
	s->states -= x->quotient->images;
	s->all_states = x->quotient->states;
	s->is_inexact = x->quotient->canon && symmetry_canon_stats(x->quotient->canon)->is_inexact;
}
