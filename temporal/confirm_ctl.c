/* A formula of CTL in a state, by the definition of its operators on paths: E p U q looks for a path through p to q, EG p for one that
 * goes round in p or ends there; all others are said with these. The states are executed once more, as far as a search comes;
 * fixpoints, and what the state graph knows of its states, are not used. */
#include "temporal/confirming.h"

enum ctl_truth { UNKNOWN, FALSE_HERE, TRUE_HERE, ON_PATH, LEFT };
enum ctl_part {
	ITSELF,
	ITS_PATHS,
	ITS_FAILURES
}; /* a formula, and what is searched for its sake */

struct ctl_values { /* enum ctl_truth, by state */
	const struct temporal *formula;
	enum ctl_part part;
	uint8_t *at;
};

struct ctl_confirming {
	struct confirming c;
	const _Atomic int *stop; /* or NULL */
	VEC(struct ctl_values) values;
};

static uint8_t *values_of(struct ctl_confirming *x, const struct temporal *f, enum ctl_part part)
{
	for (uint32_t i = 0; i < x->values.count; i++)
		if (x->values.at[i].formula == f && x->values.at[i].part == part) return x->values.at[i].at;
	struct ctl_values v = {f, part, memory_zeroed(x->c.count + 1, 1)};
	VEC_PUSH(&x->values, v);
	return v.at;
}

/* ---- steps ---------------------------------------------------------------------------------------------------------- */

static void add_step(void *data, uint32_t operation, const value *label, uint32_t target)
{
	struct confirming *c = data;
	const struct operation *o = explore_result(c->scope->explore)->coverage.at[operation].operation;
	uint32_t count = o->parameters->count + o->results->count;
	struct taken t = {.operation = operation, .target = target, .stays = target == c->here};
	t.label = ARENA_ARRAY(&c->arena, count + 1, value);
	memcpy(t.label, label, count * sizeof *label);
	VEC_PUSH(&c->positions[c->here].steps, t);
}

static const struct position *steps_of(struct ctl_confirming *x, uint32_t state)
{
	struct confirming *c = &x->c;
	struct position *at = &c->positions[state];
	if (at->is_listed) return at;
	struct explore_watcher w = {.transition = add_step, .data = c};
	at->is_listed = true;
	at->is_cut =
	    ARENA_ARRAY(&c->arena, explore_result(c->scope->explore)->coverage.count + 1, bool);
	memset(at->is_cut, 0, explore_result(c->scope->explore)->coverage.count);
	c->here = state;
	explore_transitions(c->scope->explore, state, &w);
	return at;
}

static bool is_by(struct ctl_confirming *x, const struct temporal_atom *a, uint32_t state,
                  const struct taken *t)
{
	explore_load(x->c.scope->explore, state);
	space_bind(x->c.eval, a);
	uint8_t fits = confirming_fits(&x->c, &a->patterns[0], t->operation, t->label);
	x->c.is_open |= fits == OPEN;
	return fits == 1;
}

/* ---- operators ---------------------------------------------------------------------------------------------------------- */

static bool holds(struct ctl_confirming *x, const struct temporal *f, uint32_t state);

/* What a search goes through, and what it looks for. */
struct ctl_search {
	const struct temporal *through, *to; /* NULL: any state; `to` NULL: a cycle, or an end */
	bool not_through, not_to;            /* their negations */
	bool not_both;                       /* `to` is a state in which neither is true: of A p U q */
};

static bool is_through(struct ctl_confirming *x, const struct ctl_search *s, uint32_t state)
{
	return !s->through || holds(x, s->through, state) != s->not_through;
}

static bool is_end(struct ctl_confirming *x, const struct ctl_search *s, uint32_t state)
{
	if (!s->to) return steps_of(x, state)->steps.count == 0 && is_through(x, s, state);
	if (s->not_both) return !holds(x, s->to, state) && !holds(x, s->through, state);
	return holds(x, s->to, state) != s->not_to;
}

struct ctl_path {
	uint32_t state, step;
};
struct ctl_walk { /* depth first */
	VEC(struct ctl_path) path;
	VEC(uint32_t) met;
};

static bool is_stopped(struct ctl_confirming *x)
{
	if (x->stop && *x->stop) x->c.is_open = true;
	return x->c.is_open;
}

/* The path goes on to the state, or is complete with it: true. */
static bool enter(struct ctl_confirming *x, const struct ctl_search *s, struct ctl_walk *w,
                  uint8_t *known, uint32_t state)
{
	if (known[state] == TRUE_HERE) return true;
	if (known[state] == ON_PATH) return !s->to;
	if (known[state] != UNKNOWN) return false;
	bool is_found = is_end(x, s, state), goes_on = is_found || is_through(x, s, state);
	known[state] = goes_on ? ON_PATH : FALSE_HERE;
	if (goes_on) VEC_PUSH(&w->path, ((struct ctl_path){state, 0}));
	if (goes_on) VEC_PUSH(&w->met, state);
	return is_found;
}

/* Is there such a path from the state? If there is none, there is none from the states that were met, either; if there is one, it
 * is there for the states on it. */
static bool search(struct ctl_confirming *x, const struct ctl_search *s, uint8_t *known,
                   uint32_t from)
{
	struct ctl_walk w = {0};
	bool is_found = enter(x, s, &w, known, from);
	while (w.path.count && !is_found && !is_stopped(x)) {
		struct ctl_path *p = &VEC_LAST(&w.path);
		const struct position *at = steps_of(x, p->state);
		if (p->step < at->steps.count) {
			is_found = enter(x, s, &w, known, at->steps.at[p->step++].target);
			continue;
		}
		known[p->state] = LEFT;
		w.path.count--;
	}
	for (uint32_t i = 0; i < w.met.count; i++) {
		uint8_t *v = &known[w.met.at[i]];
		if (*v == LEFT) *v = is_found ? UNKNOWN : FALSE_HERE;
		else *v = is_found ? TRUE_HERE : UNKNOWN;
	}
	VEC_CLEAR(&w.path);
	VEC_CLEAR(&w.met);
	return is_found;
}

static bool some_next(struct ctl_confirming *x, const struct temporal *f, const struct temporal *by,
                      bool negated, uint32_t state)
{
	const struct position *at = steps_of(x, state);
	for (uint32_t i = 0; i < at->steps.count; i++)
		if (holds(x, f, at->steps.at[i].target) != negated &&
		    (!by || is_by(x, by->atom, state, &at->steps.at[i])))
			return true;
	return false;
}

static bool decide_paths(struct ctl_confirming *x, const struct temporal *f, uint32_t state)
{
	const struct temporal *p = f->kid[0], *q = f->kid[1];
	struct ctl_search s = {.to = p};
	uint8_t *known = values_of(x, f, ITS_PATHS);
	switch (f->op) {
	case TEMPORAL_EF: return search(x, &s, known, state);
	case TEMPORAL_AG: s.not_to = true; return !search(x, &s, known, state);
	case TEMPORAL_EG: s = (struct ctl_search){.through = p}; return search(x, &s, known, state);
	case TEMPORAL_AF:
		s = (struct ctl_search){.through = p, .not_through = true};
		return !search(x, &s, known, state);
	case TEMPORAL_EU:
		s = (struct ctl_search){.through = p, .to = q};
		return search(x, &s, known, state);
	default: break;
	}
	REQUIRE(f->op == TEMPORAL_AU);
	/* No path stays out of q for ever, and none leaves p before. */
	s = (struct ctl_search){.through = q, .not_through = true};
	if (search(x, &s, known, state)) return false;
	s = (struct ctl_search){.through = q, .not_through = true, .to = p, .not_both = true};
	return !search(x, &s, values_of(x, f, ITS_FAILURES), state);
}

static bool decide(struct ctl_confirming *x, const struct temporal *f, uint32_t state)
{
	const struct temporal *p = f->kid[0], *q = f->kid[1];
	switch (f->op) {
	case TEMPORAL_TRUE: return true;
	case TEMPORAL_FALSE: return false;
	case TEMPORAL_ATOM: {
		steps_of(x, state);
		uint8_t v = confirming_atom(&x->c, f->atom, state);
		x->c.is_open |= v == OPEN;
		return v == 1;
	}
	case TEMPORAL_NOT: return !holds(x, p, state);
	case TEMPORAL_AND: return holds(x, p, state) && holds(x, q, state);
	case TEMPORAL_OR: return holds(x, p, state) || holds(x, q, state);
	case TEMPORAL_IMPLIES: return !holds(x, p, state) || holds(x, q, state);
	case TEMPORAL_EQUIVALENT: return holds(x, p, state) == holds(x, q, state);
	case TEMPORAL_EX: return some_next(x, p, NULL, false, state);
	case TEMPORAL_AX: return !some_next(x, p, NULL, true, state);
	case TEMPORAL_EX_BY: return some_next(x, q, p, false, state);
	case TEMPORAL_AX_BY: return !some_next(x, q, p, true, state);
	default: return decide_paths(x, f, state);
	}
}

static bool holds(struct ctl_confirming *x, const struct temporal *f, uint32_t state)
{
	uint8_t *v = values_of(x, f, ITSELF);
	if (v[state] == UNKNOWN) v[state] = decide(x, f, state) ? TRUE_HERE : FALSE_HERE;
	return v[state] == TRUE_HERE;
}

enum confirmed confirm_ctl(struct temporal_scope *scope, const struct temporal *f, uint32_t state,
                           uint32_t count, const _Atomic int *stop)
{
	struct ctl_confirming x = {.c = {.scope = scope, .eval = scope->view.eval}, .stop = stop};
	x.c.count = count;
	x.c.positions = memory_zeroed(x.c.count + 1, sizeof *x.c.positions);
	arena_init(&x.c.arena);
	bool is_true = holds(&x, f, state);
	for (uint32_t i = 0; i < x.c.count; i++) VEC_CLEAR(&x.c.positions[i].steps);
	for (uint32_t i = 0; i < x.values.count; i++) free(x.values.at[i].at);
	VEC_CLEAR(&x.values);
	free(x.c.positions);
	arena_clear(&x.c.arena);
	if (x.c.is_open) return CONFIRM_OPEN;
	return is_true ? CONFIRM_NONE : CONFIRM_VIOLATION;
}
