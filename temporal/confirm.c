/* A run is executed once more, and the formula evaluated on it by the definition of its operators: nothing here knows of
 * graphs, tableaux or solvers. A loop is unrolled once more than operators of the past are nested: from then on truth is
 * periodic (Markey, Schnoebelen, CONCUR 2003). What comes at the end of a prefix is not known, nor an atom that has no value:
 * 0, 1, OPEN are Kleene's, so that a formula that is false is so whatever they are. */
#include "temporal/confirming.h"

/* ---- the steps of each position ------------------------------------------------------------------------------ */

static bool is_state(struct confirming *c, const struct explore_step *n)
{
	for (uint32_t i = 0; i < n->state.count; i++) {
		value now = eval_get(c->eval, n->state.at[i].decl), then = n->state.at[i].value;
		if (now != then && eval_equal(c->eval, now, then, (struct pos){0}) != EVAL_TRUE)
			return false;
	}
	return true;
}

static bool is_same_label(const struct explore_step *n, const value *label)
{
	for (uint32_t i = 0; i < n->parameters.count; i++)
		if (n->parameters.at[i].value != *label++) return false;
	for (uint32_t i = 0; i < n->results.count; i++)
		if (n->results.at[i].value != *label++) return false;
	return true;
}

static bool found_step(void *data)
{
	struct confirming *c = data;
	const struct explore_coverage *o =
	    &explore_result(c->scope->explore)->coverage.at[c->operation];
	const struct node *p = o->operation->parameters, *r = o->operation->results;
	struct position *at = &c->positions[c->here];
	struct taken t = {.operation = c->operation,
	                  .label = ARENA_ARRAY(&c->arena, p->count + r->count + 1, value)};
	for (uint32_t i = 0; i < p->count; i++) t.label[i] = eval_get(c->eval, p->kid[i]->decl);
	for (uint32_t i = 0; i < r->count; i++)
		t.label[p->count + i] = eval_get(c->eval, r->kid[i]->decl);
	t.is_run = at->next && strcmp(at->next->op, o->name) == 0 && is_same_label(at->next, t.label) &&
	           is_state(c, at->next);
	t.stays = is_state(c, &c->run->trace.steps.at[c->run->first + c->here]);
	VEC_PUSH(&at->steps, t);
	return true;
}

/* What is undefined is not enabled (docs/LANGUAGE.md). */
static void note_failure(void *data)
{
	struct confirming *c = data;
	enum eval_failure_kind kind = eval_failed(c->eval)->kind;
	if (kind == EVAL_PRECONDITION || kind == EVAL_ASSERTION || kind == EVAL_WHILE)
		c->positions[c->here].fails =
		    explore_result(c->scope->explore)->coverage.at[c->operation].name;
}

static void ignore_wrong(void *data, bool is_limit, struct pos pos, const char *message)
{
	struct confirming *c = data;
	c->is_open |= is_limit;
	(void)pos, (void)message;
}

static void list_steps(struct confirming *c, uint32_t position)
{
	const struct explore_result *r = explore_result(c->scope->explore);
	struct explore_steps paired = {found_step, note_failure, ignore_wrong, c, false};
	bool is_found = false;
	c->here = position;
	uint32_t count = r->coverage.count;
	c->positions[position].is_cut = ARENA_ARRAY(&c->arena, count + 1, bool);
	for (c->operation = 0; c->operation < count; c->operation++) {
		run_enter(c->scope, c->run, position);
		eval_clear_cut(c->eval);
		if (explore_is_paired(c->scope->explore))
			explore_pairs(c->scope->explore, c->operation, &paired);
		else if (eval_operation(c->eval, r->coverage.at[c->operation].operation, found_step, c) ==
		         EVAL_FAILED)
			note_failure(c);
		c->positions[position].is_cut[c->operation] = eval_was_cut(c->eval);
		c->positions[position].has_cut |= eval_was_cut(c->eval);
	}
	const struct position *at = &c->positions[position];
	for (uint32_t i = 0; i < at->steps.count; i++) is_found |= at->steps.at[i].is_run;
	bool is_end = !at->next && c->run->is_deadlock;
	if (is_end && at->has_cut) c->is_open = true;
	if (is_end ? at->steps.count > 0 : at->next && !is_found) c->is_wrong = true;
}

/* ---- atoms ------------------------------------------------------------------------------------------------------ */

static uint8_t not_of(uint8_t a) { return a == OPEN ? OPEN : !a; }
static uint8_t both(uint8_t a, uint8_t b) { return a == 0 || b == 0 ? 0 : a == 1 ? b : a; }
static uint8_t either(uint8_t a, uint8_t b) { return a == 1 || b == 1 ? 1 : a == 0 ? b : a; }

uint8_t confirming_fits(struct confirming *c, const struct temporal_pattern *p, uint32_t operation,
                        const value *label)
{
	uint8_t fits = p->operation == operation;
	for (uint32_t i = 0; i < p->count && fits != 0; i++) {
		if (!p->arguments[i]) continue;
		value v = eval_expression(c->eval, p->arguments[i]);
		enum truth t = v == VALUE_NONE ? EVAL_FAILED : eval_equal(c->eval, v, label[i], p->pos);
		fits = both(fits, t == EVAL_FAILED ? OPEN : t == EVAL_TRUE);
	}
	return fits;
}

struct tally { /* of patterns that are enabled */
	uint32_t sure, open;
};

static struct tally enabled(struct confirming *c, const struct temporal_atom *a,
                            const struct position *at)
{
	struct tally t = {0, 0};
	for (uint32_t i = 0; i < a->pattern_count; i++) {
		uint8_t is_enabled = at->is_cut[a->patterns[i].operation] ? OPEN : 0;
		for (uint32_t k = 0; k < at->steps.count && is_enabled != 1; k++)
			is_enabled =
			    either(is_enabled, confirming_fits(c, &a->patterns[i], at->steps.at[k].operation,
			                                       at->steps.at[k].label));
		t.sure += is_enabled == 1;
		t.open += is_enabled == OPEN;
	}
	return t;
}

static uint8_t is_at_least(struct tally t, uint32_t count)
{
	return t.sure >= count ? 1 : t.sure + t.open >= count ? OPEN : 0;
}

static uint8_t predicate_holds(struct confirming *c, const struct node *p)
{
	bool is_sure = true;
	enum truth t = eval_predicate_certain(c->eval, p, &is_sure);
	return t == EVAL_FAILED || !is_sure ? OPEN : t == EVAL_TRUE;
}

/* Atoms about the next step of the run. */
static uint8_t step_holds(struct confirming *c, const struct temporal_atom *a, uint32_t position)
{
	const struct position *at = &c->positions[position];
	const struct explore_view *v = &c->scope->view;
	if (!at->next) return c->run->is_deadlock ? 0 : OPEN;
	if (a->kind == ATOM_ACTION) {
		for (uint32_t i = 0; i < at->steps.count; i++)
			if (at->steps.at[i].is_run)
				return confirming_fits(c, &a->patterns[0], at->steps.at[i].operation,
				                       at->steps.at[i].label);
		return 0;
	}
	for (uint32_t k = 0; k < v->variable_count; k++)
		eval_set(c->eval, c->scope->before[k], eval_get(c->eval, v->variables[k]));
	bool is_last = position + 1 == c->count;
	run_enter(c->scope, c->run, is_last ? c->run->loop_start : position + 1);
	return predicate_holds(c, a->step);
}

static bool is_sink(const struct position *at)
{
	for (uint32_t i = 0; i < at->steps.count; i++)
		if (!at->steps.at[i].stays) return false;
	return true;
}

static bool has_det_output(struct confirming *c, const struct position *at)
{
	for (uint32_t i = 0; i < at->steps.count; i++)
		for (uint32_t k = 0; k < i; k++) {
			const struct taken *a = &at->steps.at[i], *b = &at->steps.at[k];
			if (a->operation != b->operation) continue;
			const struct operation *o =
			    explore_result(c->scope->explore)->coverage.at[a->operation].operation;
			size_t n = o->parameters->count, m = o->results->count;
			if (memcmp(a->label, b->label, n * sizeof *a->label) == 0 &&
			    memcmp(a->label + n, b->label + n, m * sizeof *a->label) != 0)
				return false;
		}
	return true;
}

/* That is true of the steps that are listed, if it is; there may be others. */
static uint8_t nothing_else(const struct position *at, bool is_true)
{
	return is_true && at->has_cut ? OPEN : is_true;
}

uint8_t confirming_atom(struct confirming *c, const struct temporal_atom *a, uint32_t position)
{
	const struct position *at = &c->positions[position];
	if (c->run) run_enter(c->scope, c->run, position);
	else explore_load(c->scope->explore, position);
	space_bind(c->eval, a);
	switch (a->kind) {
	case ATOM_PREDICATE:
	case ATOM_GOAL: return predicate_holds(c, a->node);
	case ATOM_ENABLED: return is_at_least(enabled(c, a, at), 1);
	case ATOM_DEADLOCK: return nothing_else(at, at->steps.count == 0);
	case ATOM_NONE_OF: return not_of(is_at_least(enabled(c, a, at), 1));
	case ATOM_DETERMINISTIC: return not_of(is_at_least(enabled(c, a, at), 2));
	case ATOM_CONTROLLER: {
		struct tally t = enabled(c, a, at);
		return both(is_at_least(t, 1), not_of(is_at_least(t, 2)));
	}
	case ATOM_SINK: return nothing_else(at, is_sink(at));
	case ATOM_DET_OUTPUT: return nothing_else(at, has_det_output(c, at));
	default: return step_holds(c, a, position);
	}
}

/* ---- fairness of the loop --------------------------------------------------------------------------------------- */

static uint8_t is_fair(struct confirming *c, const struct temporal *f)
{
	uint8_t everywhere = 1, somewhere = 0, taken = 0;
	for (uint32_t i = c->stem; i < c->count; i++) {
		uint8_t is_enabled = confirming_atom(c, f->atom->enabled, i);
		everywhere = both(everywhere, is_enabled);
		somewhere = either(somewhere, is_enabled);
		taken = either(taken, confirming_atom(c, f->atom, i));
	}
	return either(taken, not_of(f->op == TEMPORAL_WEAK ? everywhere : somewhere));
}

static bool is_instance(struct confirming *c, const struct taken *a, const struct taken *b)
{
	if (a->operation != b->operation) return false;
	const struct operation *o =
	    explore_result(c->scope->explore)->coverage.at[a->operation].operation;
	return memcmp(a->label, b->label, o->parameters->count * sizeof *a->label) == 0;
}

/* Is the instance enabled at this position; *taken: by the run? */
static bool has_instance(struct confirming *c, uint32_t position, const struct taken *t,
                         bool *taken)
{
	const struct position *at = &c->positions[position];
	bool is_enabled = false;
	for (uint32_t i = 0; i < at->steps.count; i++) {
		if (!is_instance(c, &at->steps.at[i], t)) continue;
		is_enabled = true;
		*taken |= at->steps.at[i].is_run;
	}
	return is_enabled;
}

static void note_unfair(struct confirming *c, const struct taken *t, bool is_strong)
{
	const struct operation *o =
	    explore_result(c->scope->explore)->coverage.at[t->operation].operation;
	size_t count = o->parameters->count;
	if (!c->unfair) return;
	c->unfair->operation = t->operation;
	c->unfair->is_strong = is_strong;
	c->unfair->parameters = ARENA_ARRAY(&c->scope->project->arena, count + 1, value);
	memcpy(c->unfair->parameters, t->label, count * sizeof *t->label);
}

static bool are_all_fair(struct confirming *c, bool is_strong)
{
	for (uint32_t i = c->stem; i < c->count; i++) c->is_open |= c->positions[i].has_cut;
	for (uint32_t i = c->stem; i < c->count; i++)
		for (uint32_t k = 0; k < c->positions[i].steps.count; k++) {
			bool everywhere = true, taken = false;
			for (uint32_t j = c->stem; j < c->count; j++)
				everywhere &= has_instance(c, j, &c->positions[i].steps.at[k], &taken);
			if (taken || !(is_strong || everywhere)) continue;
			note_unfair(c, &c->positions[i].steps.at[k], is_strong);
			return false;
		}
	return true;
}

static uint8_t fairness_holds(struct confirming *c, const struct temporal *f)
{
	if (!c->run->is_loop) return true;
	if (f->op == TEMPORAL_WEAK || f->op == TEMPORAL_STRONG) return is_fair(c, f);
	return are_all_fair(c, f->op == TEMPORAL_ALL_STRONG);
}

/* ---- formulas ------------------------------------------------------------------------------------------------------- */

/* The truth at the next position; at the end `last`, or it is not known. */
static uint8_t after(const struct confirming *c, const uint8_t *v, uint32_t i, uint8_t last)
{
	if (i + 1 < c->length) return v[i + 1];
	if (c->run->is_loop) return v[c->length - (c->count - c->stem)];
	return c->run->is_deadlock ? last : OPEN;
}

static uint8_t before(const uint8_t *v, uint32_t i, uint8_t first) { return i ? v[i - 1] : first; }

static uint8_t future_step(const struct confirming *c, enum temporal_op op, const uint8_t *a,
                           const uint8_t *b, const uint8_t *v, uint32_t i)
{
	switch (op) {
	case TEMPORAL_FINALLY: return either(a[i], after(c, v, i, 0));
	case TEMPORAL_GLOBALLY: return both(a[i], after(c, v, i, 1));
	case TEMPORAL_UNTIL: return either(b[i], both(a[i], after(c, v, i, 0)));
	case TEMPORAL_WEAK_UNTIL: return either(b[i], both(a[i], after(c, v, i, 1)));
	default: return both(b[i], either(a[i], after(c, v, i, 1))); /* RELEASE */
	}
}

static uint8_t local_step(const struct confirming *c, enum temporal_op op, const uint8_t *a,
                          const uint8_t *b, const uint8_t *v, uint32_t i)
{
	switch (op) {
	case TEMPORAL_NOT: return not_of(a[i]);
	case TEMPORAL_AND: return both(a[i], b[i]);
	case TEMPORAL_OR: return either(a[i], b[i]);
	case TEMPORAL_FAIRLY:
	case TEMPORAL_IMPLIES: return either(not_of(a[i]), b[i]);
	case TEMPORAL_EQUIVALENT: return a[i] == OPEN || b[i] == OPEN ? OPEN : a[i] == b[i];
	case TEMPORAL_NEXT: return after(c, a, i, 0);
	case TEMPORAL_YESTERDAY: return before(a, i, 0);
	case TEMPORAL_ONCE: return either(a[i], before(v, i, 0));
	case TEMPORAL_HISTORICALLY: return both(a[i], before(v, i, 1));
	case TEMPORAL_SINCE: return either(b[i], both(a[i], before(v, i, 0)));
	case TEMPORAL_TRIGGER: return both(b[i], either(a[i], before(v, i, 1)));
	default: REQUIRE(false); return 0;
	}
}

static bool looks_ahead(enum temporal_op op)
{
	return op == TEMPORAL_FINALLY || op == TEMPORAL_GLOBALLY || op == TEMPORAL_UNTIL ||
	       op == TEMPORAL_WEAK_UNTIL || op == TEMPORAL_RELEASE;
}

/* Least fixpoints of F and U, greatest ones of the others. */
static void evaluate_ahead(const struct confirming *c, enum temporal_op op, const uint8_t *a,
                           const uint8_t *b, uint8_t *v)
{
	bool is_least = op == TEMPORAL_FINALLY || op == TEMPORAL_UNTIL, changes = true;
	memset(v, is_least ? 0 : 1, c->length);
	while (changes) {
		changes = false;
		for (uint32_t i = c->length; i-- > 0;) {
			uint8_t now = future_step(c, op, a, b, v, i);
			changes |= now != v[i];
			v[i] = now;
		}
	}
}

static uint32_t base_of(const struct confirming *c, uint32_t i)
{
	return i < c->count ? i : c->stem + (i - c->stem) % (c->count - c->stem);
}

static const uint8_t *evaluate(struct confirming *c, const struct temporal *f)
{
	for (uint32_t i = 0; i < c->listed.count; i++)
		if (c->listed.at[i] == f) return c->values.at[i];
	uint8_t *v = ARENA_ARRAY(&c->arena, c->length + 1, uint8_t);
	uint32_t operands = temporal_operands(f->op);
	const uint8_t *a = operands > 0 ? evaluate(c, f->kid[0]) : NULL;
	const uint8_t *b = operands > 1 ? evaluate(c, f->kid[1]) : NULL;
	if (f->op == TEMPORAL_TRUE || f->op == TEMPORAL_FALSE)
		memset(v, f->op == TEMPORAL_TRUE, c->length);
	else if (f->op == TEMPORAL_ATOM) {
		for (uint32_t i = 0; i < c->count; i++) v[i] = confirming_atom(c, f->atom, i);
		for (uint32_t i = c->count; i < c->length; i++) v[i] = v[base_of(c, i)];
	} else if (operands == 0) memset(v, fairness_holds(c, f), c->length);
	else if (looks_ahead(f->op)) evaluate_ahead(c, f->op, a, b, v);
	else
		for (uint32_t i = 0; i < c->length; i++) v[i] = local_step(c, f->op, a, b, v, i);
	VEC_PUSH(&c->listed, f);
	VEC_PUSH(&c->values, v);
	return v;
}

static uint32_t past_depth(const struct temporal *f)
{
	uint32_t depth = 0;
	bool is_past = f->op == TEMPORAL_YESTERDAY || f->op == TEMPORAL_ONCE ||
	               f->op == TEMPORAL_HISTORICALLY || f->op == TEMPORAL_SINCE ||
	               f->op == TEMPORAL_TRIGGER;
	for (uint32_t i = 0; i < temporal_operands(f->op); i++) {
		uint32_t d = past_depth(f->kid[i]);
		if (d > depth) depth = d;
	}
	return depth + is_past;
}

/* ---- all of it --------------------------------------------------------------------------------------------------------- */

static void keep_truth(struct confirming *c, struct temporal_run *r)
{
	VEC(const struct temporal *) list = {0};
	uint8_t *truth = memory_zeroed((size_t)c->listed.count * c->count + 1, sizeof *truth);
	for (uint32_t i = 0; i < c->listed.count; i++) {
		const struct temporal *f = c->listed.at[i];
		if (f->op == TEMPORAL_TRUE || f->op == TEMPORAL_FALSE || f->is_partial) continue;
		for (uint32_t k = 0; k < c->count; k++)
			truth[(size_t)list.count * c->count + k] = c->values.at[i][k];
		VEC_PUSH(&list, f);
	}
	free(r->formulas);
	free(r->truth);
	r->formulas = list.at;
	r->formula_count = list.count;
	r->truth = truth;
}

/* Does the last step lead back to where the loop begins? */
static bool is_closed(struct confirming *c)
{
	const struct temporal_run *r = c->run;
	if (!r->is_loop) return true;
	run_enter(c->scope, r, r->loop_start);
	return r->trace.steps.count == r->first + r->positions + 1 &&
	       is_state(c, &r->trace.steps.at[r->trace.steps.count - 1]);
}

enum confirmed confirm_run(struct temporal_scope *scope, const struct temporal *f,
                           struct temporal_run *r, struct confirm_unfair *unfair)
{
	struct confirming c = {.scope = scope, .eval = scope->view.eval, .run = r, .unfair = unfair};
	arena_init(&c.arena);
	c.count = r->positions;
	c.stem = r->is_loop ? r->loop_start : c.count;
	uint32_t loop = c.count - c.stem;
	c.length = c.count + (r->is_loop ? past_depth(f) * loop : 0);
	c.positions = ARENA_ARRAY(&c.arena, c.count, struct position);
	for (uint32_t i = 0; i < c.count; i++) {
		uint32_t next = r->first + i + 1;
		if (next < r->trace.steps.count) c.positions[i].next = &r->trace.steps.at[next];
		list_steps(&c, i);
	}
	if (!is_closed(&c)) c.is_wrong = true;
	uint8_t truth = evaluate(&c, f)[0];
	keep_truth(&c, r);
	r->fails = r->is_deadlock ? c.positions[c.count - 1].fails : NULL;
	for (uint32_t i = 0; i < c.count; i++) VEC_CLEAR(&c.positions[i].steps);
	VEC_CLEAR(&c.listed);
	VEC_CLEAR(&c.values);
	arena_clear(&c.arena);
	if (c.is_wrong) return CONFIRM_NONE;
	if (c.is_open || truth == OPEN) return CONFIRM_OPEN;
	return truth ? CONFIRM_NONE : CONFIRM_VIOLATION;
}
