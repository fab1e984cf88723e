/* What an abstraction can do in a step of its refinement. */
#include "explore/pair.h"

enum { MOST_OUTCOMES = 100000, MOST_TOLD = 1000 };

const struct operation *pair_own(const struct explore *x)
{
	uint32_t number = x->pairs->number;
	return number == EXPLORE_NONE ? NULL : x->result.coverage.at[number].operation;
}

const struct operation *pair_operation(const struct explore *x, uint32_t level)
{
	const struct pairs *p = x->pairs;
	if (p->number == EXPLORE_NONE) return NULL;
	return p->operations.at[p->number * x->model.levels.list.count + level];
}

void partner_undecided(struct explore *x, const char *why, struct pos pos)
{
	struct pairs *p = x->pairs;
	if (p->is_undecided) return;
	p->is_undecided = true;
	if (judge_is_unfinished(x)) return;
	p->why =
	    (struct eval_failure){EVAL_LIMIT, pos, arena_text(&x->arena, why, strlen(why)), VALUE_NONE};
}

bool partner_is_limit(struct explore *x)
{
	const struct eval_failure *f = eval_failed(x->eval);
	bool is = eval_is_limit(f->kind);
	if (is) partner_undecided(x, f->message, f->pos);
	return is;
}

/* ---- what it starts from ------------------------------------------------------------------------- */

static const struct operation *operation_below(const struct explore *x, uint32_t level)
{
	return level ? pair_operation(x, level - 1) : pair_own(x);
}

static const value *results_below(const struct explore *x, uint32_t level)
{
	const struct pairs *p = x->pairs;
	if (level == 0) return p->row + x->model.own_count + pair_parameters(pair_own(x));
	return p->partners[level - 1].chosen + p->partners[level - 1].place.count;
}

/* Values of the names of a level: what it only reads is as those below leave it. */
static void start(struct explore *x, uint32_t level)
{
	struct pairs *p = x->pairs;
	const struct partner *l = &p->partners[level];
	const struct operation *up = pair_operation(x, level), *below = operation_below(x, level);
	const value *results = results_below(x, level);
	eval_set_all(x->eval, x->model.variables.at, x->model.variables.count, p->after);
	for (uint32_t i = 0; i < l->place.count; i++)
		eval_set(x->eval, x->model.variables.at[l->place.at[i]], p->before[l->place.at[i]]);
	for (uint32_t i = 0; i < pair_parameters(up); i++)
		eval_set(x->eval, up->parameters->kid[i]->decl, p->row[x->model.own_count + i]);
	for (uint32_t i = 0; i < pair_results(below); i++)
		eval_set(x->eval, below->results->kid[i]->decl, results[i]);
	for (uint32_t i = 0; i < pair_results(up); i++)
		eval_set(x->eval, up->results->kid[i]->decl, VALUE_NONE);
}

/* Are the outcomes still those of the parameters, of what the level reads, and of what it is pinned to? */
static bool is_same_key(struct explore *x, uint32_t level, bool is_pinned)
{
	struct pairs *p = x->pairs;
	struct partner *l = &p->partners[level];
	const struct operation *below = operation_below(x, level);
	l->new_key.count = 0;
	for (uint32_t i = 0; i < l->seen.count; i++) VEC_PUSH(&l->new_key, p->after[l->seen.at[i]]);
	for (uint32_t i = 0; i < pair_parameters(pair_own(x)); i++)
		VEC_PUSH(&l->new_key, p->row[x->model.own_count + i]);
	for (uint32_t i = 0; is_pinned && i < l->twins.count; i++)
		VEC_PUSH(&l->new_key, p->after[l->twins.at[i].below]);
	for (uint32_t i = 0; is_pinned && i < pair_results(below); i++)
		VEC_PUSH(&l->new_key, results_below(x, level)[i]);
	size_t bytes = l->new_key.count * sizeof *l->new_key.at;
	if (l->is_known && (bytes == 0 || memcmp(l->key.at, l->new_key.at, bytes) == 0)) return true;
	l->key.count = 0;
	for (uint32_t i = 0; i < l->new_key.count; i++) VEC_PUSH(&l->key, l->new_key.at[i]);
	return false;
}

/* ---- what it does -------------------------------------------------------------------------------- */

struct partner_execution {
	struct explore *x;
	uint32_t level;
};

static bool keep_partner(void *data)
{
	struct partner_execution *e = data;
	struct explore *x = e->x;
	struct partner *l = &x->pairs->partners[e->level];
	const struct operation *up = pair_operation(x, e->level);
	value *to = x->pairs->scratch;
	if (step_stopped(x)) return false;
	for (uint32_t i = 0; i < l->place.count; i++)
		*to++ = eval_get(x->eval, x->model.variables.at[l->place.at[i]]);
	for (uint32_t i = 0; i < pair_results(up); i++)
		*to++ = eval_get(x->eval, up->results->kid[i]->decl);
	*to = VALUE_NONE;
	labels_add(&l->outcomes, x->pairs->scratch);
	return l->outcomes.count < x->pairs->most;
}

/* It has no such operation, but one of its own abstractions has. */
static bool is_gap(const struct explore *x, uint32_t level)
{
	if (pair_operation(x, level)) return false;
	for (uint32_t i = level + 1; i < x->model.levels.list.count; i++)
		if (pair_operation(x, i)) return true;
	return false;
}

/* All outcomes of a level, up to the most. */
static void list_outcomes(struct explore *x, uint32_t level, const struct node *body)
{
	struct pairs *p = x->pairs;
	struct partner *l = &p->partners[level];
	struct partner_execution e = {x, level};
	bool was_cut = eval_was_cut(x->eval);
	labels_begin(&l->outcomes, l->place.count + pair_results(pair_operation(x, level)) + 1);
	start(x, level);
	eval_clear_cut(x->eval);
	enum truth t = EVAL_TRUE;
	if (body) t = eval_execute(x->eval, body, keep_partner, &e);
	else keep_partner(&e);
	l->was_cut = eval_was_cut(x->eval);
	if (!was_cut) eval_clear_cut(x->eval);
	l->fails = t == EVAL_FAILED && !partner_is_limit(x);
	if (is_gap(x, level))
		partner_undecided(x, "this operation is not refined step by step", pair_own(x)->pos);
	l->has_more = l->outcomes.count == p->most;
	if (l->has_more) partner_undecided(x, "the abstraction has too many outcomes", body->pos);
	l->is_known = !p->is_undecided;
}

/* Nothing fits: what is there instead? Where it cannot fail, that is no question. */
static void list_others(struct explore *x, uint32_t level, const struct node *body)
{
	struct pairs *p = x->pairs;
	bool may_fail = pin_may_fail(body);
	p->most = may_fail ? MOST_OUTCOMES : MOST_TOLD;
	list_outcomes(x, level, body);
	if (may_fail || step_stopped(x)) return;
	p->partners[level].was_cut = p->is_undecided = false;
}

static const struct node *body_of(const struct explore *x, uint32_t level)
{
	const struct operation *up = pair_operation(x, level);
	if (x->pairs->number == EXPLORE_NONE) return x->model.levels.list.at[level].initialisation;
	if (!up) return NULL;
	return up->body->op == OP_S_PRE ? up->body->kid[1] : up->body;
}

bool partner_may_fail(struct explore *x)
{
	for (uint32_t i = 0; i < x->model.levels.list.count; i++) {
		const struct node *body = body_of(x, i);
		if (body && pin_may_fail(body)) return true;
	}
	return false;
}

static bool pass(void *data)
{
	(void)data;
	return true;
}

bool partner_fails(struct explore *x, const value *parameters)
{
	struct pairs *p = x->pairs;
	memcpy(p->after, p->before, x->model.variables.count * sizeof *p->after);
	memset(p->call, 0, p->call_size * sizeof *p->call);
	memcpy(p->call + x->model.own_count, parameters,
	       pair_parameters(pair_own(x)) * sizeof *parameters);
	p->row = p->call;
	for (uint32_t i = 0; i < x->model.levels.list.count; i++) {
		const struct node *body = body_of(x, i);
		if (i) p->partners[i - 1].chosen = p->call + p->call_size / 2;
		if (!body || !pin_may_fail(body)) continue;
		start(x, i);
		if (eval_execute(x->eval, body, pass, NULL) == EVAL_FAILED) return true;
	}
	return false;
}

static const struct pin *pin_of(struct explore *x, uint32_t level)
{
	struct pairs *p = x->pairs;
	uint32_t count = x->model.levels.list.count, number = p->number;
	if (number == EXPLORE_NONE) number = x->result.coverage.count;
	struct pin *pin = &p->pins[number * count + level];
	if (pin->is_known) return pin;
	pin->is_known = true;
	pin->body = pin->pinned = body_of(x, level);
	if (pin->body)
		pin->pinned = pin_values(x, &x->model.levels.list.at[level], pin->body,
		                         pair_operation(x, level), operation_below(x, level));
	return pin;
}

void partner_execute(struct explore *x, uint32_t level)
{
	struct pairs *p = x->pairs;
	struct partner *l = &p->partners[level];
	const struct pin *pin = pin_of(x, level);
	bool is_pinned = pin->body != pin->pinned;
	if (is_same_key(x, level, is_pinned)) return;
	p->most = MOST_OUTCOMES;
	list_outcomes(x, level, pin->pinned);
	bool is_none = l->outcomes.count == 0 && !p->is_undecided && !l->fails && !l->was_cut;
	if (is_pinned && is_none && level == 0) list_others(x, level, pin->body);
}
