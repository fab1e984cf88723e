/* Pairs of a state of a refinement and one of its abstractions. From a pair, the refinement is executed where
 * the preconditions of the abstractions hold; and for each of its outcomes the abstraction, whose outcomes
 * that fit give the next pairs (forward simulation, B-Book 11.2: [T] not [S] not J). Abstractions of the
 * abstraction are executed in turn, for the preconditions and for what invariants say of their variables;
 * if they cannot follow, that is not the fault of this refinement. */
#include "explore/pair.h"

/* ---- opening ------------------------------------------------------------------------------------- */

static uint32_t place_of(const struct explore *x, const struct decl *d)
{
	uint32_t i = 0;
	while (i < x->model.variables.count && x->model.variables.at[i] != d) i++;
	return i;
}

void pairs_open(struct explore *x)
{
	struct pairs *p = x->pairs = ARENA_NEW(&x->arena, struct pairs);
	p->partners = ARENA_ARRAY(&x->arena, x->model.levels.list.count, struct partner);
}

void pairs_close(struct explore *x)
{
	struct pairs *p = x->pairs;
	if (!p) return;
	for (uint32_t i = 0; i < x->model.levels.list.count; i++) {
		VEC_CLEAR(&p->partners[i].place);
		VEC_CLEAR(&p->partners[i].seen);
		VEC_CLEAR(&p->partners[i].twins);
		VEC_CLEAR(&p->partners[i].key);
		VEC_CLEAR(&p->partners[i].new_key);
		labels_clear(&p->partners[i].outcomes);
	}
	labels_clear(&p->outcomes);
	labels_clear(&p->calls);
	VEC_CLEAR(&p->operations);
	VEC_CLEAR(&p->links);
}

bool explore_is_paired(const struct explore *x) { return x->pairs != NULL; }

void pairs_add_operation(struct explore *x, const struct operation *o, name shown)
{
	struct pairs *p = x->pairs;
	uint32_t count = x->model.levels.list.count;
	const struct operation **list = ARENA_ARRAY(&x->arena, count, const struct operation *);
	if (o) levels_operations(&x->model.levels, o, shown, list);
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&p->operations, list[i]);
}

static bool owns(const struct partner *l, uint32_t place)
{
	for (uint32_t i = 0; i < l->place.count; i++)
		if (l->place.at[i] == place) return true;
	return false;
}

static void find_places(struct explore *x, uint32_t level)
{
	const struct level *l = &x->model.levels.list.at[level];
	struct partner *m = &x->pairs->partners[level];
	struct map marked = {0};
	level_mark(l->machine, &marked);
	for (uint32_t i = 0; i < l->owned.count; i++) VEC_PUSH(&m->place, place_of(x, l->owned.at[i]));
	for (uint32_t i = 0; i < l->same.count; i++)
		for (uint32_t k = 0; k < l->owned.count; k++)
			if (l->owned.at[k] == l->same.at[i].above)
				VEC_PUSH(&m->twins, ((struct twin){place_of(x, l->same.at[i].own), k}));
	for (uint32_t i = 0; i < x->model.variables.count; i++)
		if (map_get(&marked, x->model.variables.at[i]->machine) && !owns(m, i))
			VEC_PUSH(&m->seen, i);
	map_clear(&marked);
}

/* The last level of which it mentions a variable. */
static uint32_t level_of(const struct explore *x, const struct node *n)
{
	uint32_t last = 0;
	if ((n->op == OP_ID || n->op == OP_OLD) && n->decl && n->decl->kind == DECL_VARIABLE) {
		uint32_t place = place_of(x, n->decl);
		for (uint32_t i = 0; place >= x->model.own_count && i < x->model.levels.list.count; i++)
			if (owns(&x->pairs->partners[i], place)) last = i;
	}
	for (uint32_t i = 0; i < n->count; i++) {
		uint32_t k = level_of(x, n->kid[i]);
		if (k > last) last = k;
	}
	return last;
}

static void add_link(struct explore *x, const struct node *n, uint32_t duty)
{
	VEC_PUSH(&x->pairs->links, ((struct link){n, level_of(x, n), duty}));
}

static void add_conjuncts(struct explore *x, const struct node *n)
{
	EACH_LABELLED(c, n) add_link(x, c.now, EXPLORE_NONE);
}

static uint32_t widest_label(const struct explore *x)
{
	uint32_t widest = 0;
	for (uint32_t i = 0; i < x->result.coverage.count; i++) {
		const struct operation *o = x->result.coverage.at[i].operation;
		uint32_t width = pair_parameters(o) + pair_results(o);
		if (width > widest) widest = width;
	}
	return widest;
}

/* Those of the abstraction first: others may be undefined where they are false. */
void pairs_link(struct explore *x)
{
	struct pairs *p = x->pairs;
	uint32_t count = x->model.levels.list.count;
	for (uint32_t i = 0; i < count; i++) find_places(x, i);
	for (uint32_t i = 0; i < count; i++) {
		const struct level *l = &x->model.levels.list.at[i];
		for (uint32_t k = 0; k < l->joined.count; k++)
			if (l->joined.at[k]->invariant) add_conjuncts(x, l->joined.at[k]->invariant);
	}
	for (uint32_t i = 0; i < x->model.duties.count; i++)
		if (x->model.duties.at[i].is_glue) add_link(x, x->model.duties.at[i].node, i);
	p->pins = ARENA_ARRAY(&x->arena, (x->result.coverage.count + 1) * count, struct pin);
	p->before = ARENA_ARRAY(&x->arena, x->model.variables.count + 1, value);
	p->after = ARENA_ARRAY(&x->arena, x->model.variables.count + 1, value);
	p->scratch = ARENA_ARRAY(&x->arena, x->model.variables.count + widest_label(x) + 1, value);
	p->call_size = 2 * (x->model.variables.count + widest_label(x) + 1);
	p->call = ARENA_ARRAY(&x->arena, p->call_size, value);
	p->asked = ARENA_ARRAY(&x->arena, x->result.coverage.count + 1, const struct operation *);
}

/* ---- what the refinement does -------------------------------------------------------------------- */

/* A state in which a variable has no value has no partner. */
static bool is_initialised(struct explore *x)
{
	bool is = true;
	for (uint32_t i = 0; i < x->model.own_count; i++) {
		if (eval_get(x->eval, x->model.variables.at[i]) != VALUE_NONE) continue;
		judge_not_initialised(x, x->model.variables.at[i], x->current_setup);
		is = false;
	}
	return is;
}

static bool keep_outcome(void *data)
{
	struct explore *x = data;
	struct pairs *p = x->pairs;
	const struct operation *o = pair_own(x);
	if (step_stopped(x)) return false;
	if (!o && !is_initialised(x)) return true;
	eval_get_all(x->eval, x->model.variables.at, x->model.own_count, p->scratch);
	if (o) step_label(x, o, p->scratch + x->model.own_count);
	p->scratch[p->outcomes.width - 1] = VALUE_NONE;
	labels_add(&p->outcomes, p->scratch);
	return true;
}

static void begin(struct explore *x, uint32_t number)
{
	struct pairs *p = x->pairs;
	p->number = number;
	const struct operation *o = pair_own(x);
	uint32_t width = x->model.own_count + pair_parameters(o) + pair_results(o);
	labels_begin(&p->outcomes, width + 1); /* one more: it may have no variables at all */
	eval_get_all(x->eval, x->model.variables.at, x->model.variables.count, p->before);
	for (uint32_t i = 0; i < x->model.levels.list.count; i++) p->partners[i].is_known = false;
	p->has_calls = p->fails_above = false;
}

static void load_call(struct explore *x, const value *parameters)
{
	const struct operation *o = pair_own(x);
	eval_set_all(x->eval, x->model.variables.at, x->model.variables.count, x->pairs->before);
	for (uint32_t i = 0; i < o->parameters->count; i++)
		eval_set(x->eval, o->parameters->kid[i]->decl, parameters[i]);
	for (uint32_t i = 0; i < o->results->count; i++)
		eval_set(x->eval, o->results->kid[i]->decl, VALUE_NONE);
}

static const value *call_at(const struct explore *x, uint32_t i)
{
	return x->pairs->calls.items + (size_t)i * x->pairs->calls.width;
}

static bool keep_call(void *data)
{
	struct explore *x = data;
	struct pairs *p = x->pairs;
	const struct operation *o = pair_own(x);
	for (uint32_t i = 0; i < o->parameters->count; i++)
		p->scratch[i] = eval_get(x->eval, o->parameters->kid[i]->decl);
	p->scratch[o->parameters->count] = VALUE_TRUE;
	labels_add(&p->calls, p->scratch);
	return !step_stopped(x);
}

/* PRE P THEN skip END */
static const struct operation *asked(struct explore *x, uint32_t number)
{
	const struct operation *o = pair_own(x), **known = &x->pairs->asked[number];
	if (*known) return *known;
	struct arena *arena = &x->project->arena;
	struct operation *copy = ARENA_NEW(arena, struct operation);
	*copy = *o;
	copy->body = build_op(arena, OP_S_PRE, o->body->pos, o->body->kid[0],
	                      build_leaf(arena, OP_S_SKIP, o->body->pos, NULL));
	return *known = copy;
}

/* Where the abstraction fails, its refinement may do anything: such calls are left out. */
void pairs_prepare(struct explore *x, uint32_t number)
{
	struct pairs *p = x->pairs;
	begin(x, number);
	const struct operation *o = pair_own(x);
	p->has_calls =
	    o && (o->body->op == OP_S_PRE || o->parameters->count == 0) && partner_may_fail(x);
	if (!p->has_calls) return;
	labels_begin(&p->calls, o->parameters->count + 1);
	if (o->body->op != OP_S_PRE) keep_call(x);
	else if (eval_operation(x->eval, asked(x, number), keep_call, x) == EVAL_FAILED)
		p->has_calls = false;
	for (uint32_t i = 0; p->has_calls && i < p->calls.count && !step_stopped(x); i++) {
		value *call = p->calls.items + (size_t)i * p->calls.width;
		if (!partner_fails(x, call)) continue;
		call[o->parameters->count] = VALUE_FALSE;
		p->fails_above = true;
	}
	eval_set_all(x->eval, x->model.variables.at, x->model.variables.count, p->before);
}

static enum truth execute_call(struct explore *x, const value *parameters)
{
	const struct operation *o = pair_own(x);
	const struct node *body = o->body->op == OP_S_PRE ? o->body->kid[1] : o->body;
	load_call(x, parameters);
	return eval_execute(x->eval, body, keep_outcome, x);
}

/* Call by call; a failure is that of the last one that fails again: a limit that has ended one need not be met twice. */
static enum truth execute_calls(struct explore *x)
{
	const value fails = VALUE_NONE;
	struct pairs *p = x->pairs;
	uint32_t width = p->calls.width, mark = pair_own(x)->parameters->count;
	for (uint32_t i = 0; i < p->calls.count && !step_stopped(x); i++) {
		value *call = p->calls.items + (size_t)i * width;
		if (call[mark] == VALUE_FALSE) continue;
		if (execute_call(x, call) == EVAL_FAILED) call[mark] = fails;
	}
	for (uint32_t i = p->calls.count; i > 0 && !step_stopped(x); i--) {
		const value *call = call_at(x, i - 1);
		if (call[mark] == fails && execute_call(x, call) == EVAL_FAILED) return EVAL_FAILED;
	}
	return EVAL_TRUE;
}

enum truth pairs_begin(struct explore *x)
{
	const struct operation *o = pair_own(x);
	if (x->pairs->has_calls) return execute_calls(x);
	if (o) return eval_operation(x->eval, o, keep_outcome, x);
	if (x->model.initialisation)
		return eval_execute(x->eval, x->model.initialisation, keep_outcome, x);
	keep_outcome(x);
	return EVAL_TRUE;
}

enum truth pairs_begin_call(struct explore *x, uint32_t number)
{
	begin(x, number);
	const struct operation *o = pair_own(x);
	const struct node *body = o->body;
	value *parameters = x->pairs->scratch;
	enum truth t = EVAL_TRUE;
	for (uint32_t i = 0; i < o->parameters->count; i++)
		parameters[i] = eval_get(x->eval, o->parameters->kid[i]->decl);
	if (body->op == OP_S_PRE) {
		t = eval_predicate(x->eval, body->kid[0]);
		body = body->kid[1];
	}
	if (t != EVAL_TRUE) return t;
	x->pairs->fails_above = partner_may_fail(x) && partner_fails(x, parameters);
	if (x->pairs->fails_above) return EVAL_FALSE;
	load_call(x, parameters);
	return eval_execute(x->eval, body, keep_outcome, x);
}

/* ---- do they go together? ------------------------------------------------------------------------ */

static bool differ(struct explore *x, value a, value b, struct pos pos)
{
	if (a == VALUE_NONE || b == VALUE_NONE || a == b) return false;
	enum truth t = eval_equal(x->eval, a, b, pos);
	if (t == EVAL_FAILED) partner_is_limit(x);
	return t == EVAL_FALSE;
}

static bool misfit(struct explore *x, uint32_t level, enum misfit why, uint32_t index, value other)
{
	struct orphan *o = &x->pairs->orphan;
	bool is_first = level == 0 && o->misfit == MISFIT_NONE;
	if (is_first || why == MISFIT_UNDEFINED) {
		o->misfit = why;
		o->index = index;
		o->other = other;
	}
	return false;
}

/* Results, and variables of both. */
static bool has_same_values(struct explore *x, uint32_t level)
{
	struct pairs *p = x->pairs;
	const struct partner *l = &p->partners[level];
	const struct operation *up = pair_operation(x, level), *o = pair_own(x);
	uint32_t below = level ? pair_results(pair_operation(x, level - 1)) : pair_results(o);
	const value *of_below = level
	                            ? p->partners[level - 1].chosen + p->partners[level - 1].place.count
	                            : p->row + x->model.own_count + pair_parameters(o);
	for (uint32_t i = 0; i < pair_results(up) && i < below; i++) {
		value other = l->chosen[l->place.count + i];
		if (differ(x, of_below[i], other, up->pos))
			return misfit(x, level, MISFIT_RESULT, i, other);
	}
	for (uint32_t i = 0; i < l->twins.count; i++) {
		uint32_t place = l->twins.at[i].below;
		value other = l->chosen[l->twins.at[i].own];
		if (differ(x, p->after[place], other, x->project->main->pos))
			return misfit(x, level, MISFIT_VARIABLE, place, other);
	}
	return true;
}

static void load_after(struct explore *x)
{
	struct pairs *p = x->pairs;
	const struct operation *o = pair_own(x);
	const value *label = p->row + x->model.own_count;
	eval_set_all(x->eval, x->model.variables.at, x->model.variables.count, p->after);
	for (uint32_t i = 0; i < pair_parameters(o); i++)
		eval_set(x->eval, o->parameters->kid[i]->decl, *label++);
	for (uint32_t i = 0; i < pair_results(o); i++)
		eval_set(x->eval, o->results->kid[i]->decl, *label++);
}

static void note_undefined(struct explore *x, uint32_t level)
{
	struct pairs *p = x->pairs;
	if (partner_is_limit(x)) return;
	misfit(x, level, MISFIT_UNDEFINED, 0, VALUE_NONE);
	if (judge_is_unfinished(x)) return;
	p->why = *eval_failed(x->eval);
	p->why.message = arena_text(&x->arena, p->why.message, strlen(p->why.message));
}

static bool is_linked_by(struct explore *x, const struct link *k)
{
	struct pairs *p = x->pairs;
	bool is_sure;
	enum truth t = eval_predicate_certain(x->eval, k->node, &is_sure);
	if (t == EVAL_TRUE) x->result.was_cut |= !is_sure;
	if (t == EVAL_TRUE) return true;
	if (t == EVAL_FALSE && !is_sure)
		partner_undecided(x,
		                  "this is false with integers from MININT..MAXINT, and perhaps true with "
		                  "all (--int LO..HI changes it)",
		                  node_start(k->node));
	if (k->duty == EXPLORE_NONE) p->is_broken = true;
	else if (t == EVAL_FAILED) note_undefined(x, k->level);
	else misfit(x, k->level, MISFIT_GLUE, k->duty, VALUE_NONE);
	return false;
}

/* The pair of all levels is a state already: then what is to hold was looked at. */
static bool is_known_pair(struct explore *x, uint32_t level)
{
	if (level + 1 < x->model.levels.list.count) return false;
	step_gather(x, x->current_setup, x->vector);
	return states_find(&x->states, x->vector) != EXPLORE_NONE;
}

static bool is_linked(struct explore *x, uint32_t level)
{
	struct pairs *p = x->pairs;
	const struct partner *l = &p->partners[level];
	for (uint32_t i = 0; i < l->place.count; i++) {
		if (l->place.at[i] >= x->model.own_count) p->after[l->place.at[i]] = l->chosen[i];
		if (l->chosen[i] != VALUE_NONE) continue;
		p->is_broken = true;
		return false;
	}
	load_after(x);
	if (is_known_pair(x, level)) return true;
	for (uint32_t i = 0; i < p->links.count; i++)
		if (p->links.at[i].level == level && !is_linked_by(x, &p->links.at[i])) return false;
	return true;
}

/* ---- all pairs ----------------------------------------------------------------------------------- */

static void report_pair(struct explore *x)
{
	struct pairs *p = x->pairs;
	p->found_count++;
	load_after(x);
	p->is_stopped = !p->found(p->data);
}

/* If there are outcomes of the abstraction with the same results and variables, only those count. */
static void note_same(struct pairs *p, uint32_t outcome)
{
	if (p->same++ > 0) return;
	p->orphan.misfit = MISFIT_NONE;
	p->shown = outcome;
}

static void climb(struct explore *x, uint32_t level)
{
	struct pairs *p = x->pairs;
	struct partner *l = &p->partners[level];
	partner_execute(x, level);
	p->was_cut |= l->was_cut;
	if (level == 0) p->orphan.outcomes = l->outcomes.count;
	if (level == 0) p->orphan.has_more = l->has_more;
	for (uint32_t i = 0; i < l->outcomes.count && !p->is_stopped; i++) {
		l->chosen = l->outcomes.items + (size_t)i * l->outcomes.width;
		bool fits = has_same_values(x, level);
		if (fits && level == 0) note_same(p, i);
		fits = fits && is_linked(x, level);
		if (fits && level == 0) p->passed++;
		if (fits && level + 1 < x->model.levels.list.count) climb(x, level + 1);
		else if (fits) report_pair(x);
	}
}

static void begin_row(struct explore *x, uint32_t row)
{
	struct pairs *p = x->pairs;
	p->row = p->outcomes.items + (size_t)row * p->outcomes.width;
	memcpy(p->after, p->before, x->model.variables.count * sizeof *p->after);
	memcpy(p->after, p->row, x->model.own_count * sizeof *p->after);
	p->found_count = p->passed = p->same = p->shown = 0;
	p->is_broken = p->is_undecided = p->was_cut = false;
	p->orphan = (struct orphan){0};
}

/* The values of the first outcome of the abstraction, for the report. */
static void load_orphan(struct explore *x)
{
	struct pairs *p = x->pairs;
	const struct partner *l = &p->partners[0];
	const value *shown = l->outcomes.items + (size_t)p->shown * l->outcomes.width;
	memcpy(p->after, p->before, x->model.variables.count * sizeof *p->after);
	memcpy(p->after, p->row, x->model.own_count * sizeof *p->after);
	for (uint32_t i = 0; l->outcomes.count && i < l->place.count; i++)
		if (l->place.at[i] >= x->model.own_count) p->after[l->place.at[i]] = shown[i];
	load_after(x);
}

const char pairs_stuck[] = "the abstraction cannot go along here, or breaks its own "
                           "invariant: 'bounce check --chain' may tell why";

static struct pos position(const struct explore *x)
{
	return pair_own(x) ? pair_own(x)->pos : x->project->main->pos;
}

/* What is to be said of an outcome of the refinement. */
static void judge_row(struct explore *x, pairs_orphan *orphan, void *data)
{
	struct pairs *p = x->pairs;
	struct pos pos = position(x);
	bool fails = p->partners[0].fails;
	if (p->found_count && p->was_cut) x->result.was_cut = true;
	if (p->is_undecided) judge_unfinished(x, p->why.pos, p->why.message);
	else if (p->found_count) return;
	else if (p->was_cut)
		judge_unfinished(x, pos,
		                 "the abstraction draws integers from MININT..MAXINT, none of which fits "
		                 "(--int LO..HI changes it)");
	else if (fails || p->is_broken || p->passed) {
		p->orphan.misfit = MISFIT_ABOVE;
		load_orphan(x);
		orphan(x, data);
	} else {
		if (p->orphan.outcomes == 0) p->orphan.misfit = MISFIT_GUARD;
		if (p->same) p->orphan.outcomes = p->same;
		load_orphan(x);
		orphan(x, data);
	}
}

bool pairs_each(struct explore *x, eval_found *found, pairs_orphan *orphan, void *data)
{
	struct pairs *p = x->pairs;
	uint32_t count = p->outcomes.count;
	p->found = found;
	p->data = data;
	p->is_stopped = false;
	for (uint32_t i = 0; i < count && !p->is_stopped && !step_stopped(x); i++) {
		begin_row(x, i);
		climb(x, 0);
		if (orphan && !p->is_stopped && !step_stopped(x)) judge_row(x, orphan, data);
	}
	eval_set_all(x->eval, x->model.variables.at, x->model.variables.count, p->before);
	if (orphan && p->fails_above) judge_unfinished(x, position(x), pairs_stuck);
	return count > 0 || p->fails_above;
}

const struct orphan *pairs_orphaned(const struct explore *x) { return &x->pairs->orphan; }

const struct machine *pairs_abstraction(const struct explore *x)
{
	return x->model.levels.list.at[0].machine;
}

const struct eval_failure *pairs_undefined(const struct explore *x) { return &x->pairs->why; }

uint32_t pairs_number(const struct explore *x) { return x->pairs->number; }

const value *pairs_before(const struct explore *x) { return x->pairs->before; }
