/* The evaluator as others see it: opening, values of names, failures. */
#include "eval/inside.h"

static void tell_meter(struct eval *e)
{
	uint64_t now = eval_effort(e);
	meter_spend(&e->project->meter, now - e->limits.metered);
	e->limits.metered = now;
}

struct eval *eval_open(struct project *p, struct values *s, const struct universe *u)
{
	struct eval *e = memory_zeroed(1, sizeof *e);
	e->project = p;
	e->s = s;
	e->u = u;
	arena_init_with(&e->arena, &p->arena);
	e->limit = universe_listed(u);
	e->limits.effort_end = UINT64_MAX;
	e->limits.metered = eval_effort(e);
	prepare_project(e);
	return e;
}

void eval_close(struct eval *e)
{
	tell_meter(e);
	prepare_close(e);
	map_clear(&e->results);
	map_clear(&e->named);
	VEC_CLEAR(&e->run.preferred);
	VEC_CLEAR(&e->known.constants);
	VEC_CLEAR(&e->known.calling);
	VEC_CLEAR(&e->known.variables);
	for (struct scratch *s = e->scratch; s; s = s->next) arena_clear(&s->arena);
	arena_clear(&e->arena);
	free(e);
}

struct values *eval_values(const struct eval *e) { return e->s; }

size_t eval_bytes(const struct eval *e)
{
	size_t entries = e->notes.others.room + e->places.others.room;
	return e->arena.total + e->slot_room * sizeof *e->slots + entries * sizeof(struct map_entry);
}

void eval_init_arena(const struct eval *e, struct arena *a) { arena_init_with(a, &e->arena); }

uint32_t eval_slot(const struct eval *e, const struct decl *d) { return slot_of(e, d); }

void eval_set_interrupt(struct eval *e, const _Atomic int *flag) { e->limits.interrupt = flag; }

void eval_set_budget(struct eval *e, uint64_t steps)
{
	e->limits.is_budgeted = steps != 0;
	e->limits.budget = steps;
}

void eval_lend_steps(struct eval *e, uint64_t steps, struct eval_steps *before)
{
	*before = (struct eval_steps){e->limits.budget, steps, e->limits.is_budgeted};
	if (e->limits.is_budgeted && e->limits.budget < steps) before->lent = e->limits.budget;
	e->limits.budget = before->lent;
	e->limits.is_budgeted = true;
}

void eval_return_steps(struct eval *e, const struct eval_steps *before)
{
	e->limits.budget = before->budget - (before->lent - e->limits.budget);
	e->limits.is_budgeted = before->is_budgeted;
}

double eval_lend_time(struct eval *e, double until)
{
	double before = e->limits.deadline;
	if (until > 0 && (before == 0 || until < before)) e->limits.deadline = until;
	return before;
}

void eval_return_time(struct eval *e, double until) { e->limits.deadline = until; }

/* Sets may be large: what is done to their elements counts, a little. */
uint64_t eval_effort(const struct eval *e)
{
	enum { ITEMS = 16 };
	return e->limits.effort + values_handled(e->s) / ITEMS;
}

void eval_spend(struct eval *e, uint64_t effort)
{
	e->limits.effort += effort;
	tell_meter(e);
}

void eval_adopt(struct eval *e, uint64_t effort)
{
	e->limits.effort += effort;
	e->limits.metered += effort;
}

void eval_charge(struct eval *e, uint64_t effort) { meter_spend(&e->project->meter, effort); }

double eval_clock(struct eval *e)
{
	tell_meter(e);
	return meter_clock(&e->project->meter);
}

bool eval_counts_effort(const struct eval *e) { return e->project->meter.counts; }

uint64_t eval_effort_in_all(struct eval *e)
{
	tell_meter(e);
	return e->project->meter.spent;
}

uint64_t eval_effort_left(struct eval *e)
{
	tell_meter(e);
	return meter_left(&e->project->meter);
}

void eval_count_steps(struct eval *e, uint64_t steps)
{
	e->limits.effort += steps;
	if (e->limits.alarm && eval_effort(e) >= e->limits.alarm_at)
		*e->limits.alarm = e->limits.alarm_to;
}

void eval_work(const struct eval *e, struct eval_work *sum)
{
	sum->effort += eval_effort(e);
	sum->conflicts += e->limits.conflicts;
	sum->propagations += e->limits.propagations;
}

void eval_spend_work(struct eval *e, const struct eval_work *more)
{
	eval_spend(e, more->effort);
	e->limits.conflicts += more->conflicts;
	e->limits.propagations += more->propagations;
}

uint64_t eval_lend_effort(struct eval *e, uint64_t until)
{
	uint64_t before = e->limits.effort_end;
	if (until < before) e->limits.effort_end = until;
	return before;
}

void eval_return_effort(struct eval *e, uint64_t until) { e->limits.effort_end = until; }

void eval_set_alarm(struct eval *e, uint64_t at, _Atomic int *flag, int to)
{
	e->limits.alarm_at = at;
	e->limits.alarm = flag;
	e->limits.alarm_to = to;
}

bool eval_ran_out(struct eval *e, bool from_now_on)
{
	bool before = e->limits.ran_out;
	e->limits.ran_out = from_now_on;
	return before;
}

void eval_set_limit(struct eval *e, uint64_t elements)
{
	e->limit = elements ? elements : universe_listed(e->u);
}

value eval_get(const struct eval *e, const struct decl *d)
{
	return e->slots[slot_of(e, d)]; /* that of slot 0 is VALUE_NONE */
}

void eval_set(struct eval *e, const struct decl *d, value v)
{
	uint32_t slot = prepare_decl(e, d);
	e->slots[slot] = v;
	e->changes++;
}

bool eval_get_all(const struct eval *e, struct decl *const *names, uint32_t count, value *out)
{
	bool has_all = true;
	for (uint32_t i = 0; i < count; i++) {
		out[i] = e->slots[slot_of(e, names[i])];
		has_all &= out[i] != VALUE_NONE;
	}
	return has_all;
}

void eval_set_all(struct eval *e, struct decl *const *names, uint32_t count, const value *values)
{
	e->changes += count > 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t slot = prepare_decl(e, names[i]);
		e->slots[slot] = values[i];
	}
}

uint64_t eval_changes(const struct eval *e) { return e->changes; }

uint32_t eval_constants(const struct eval *e, struct decl *const **out)
{
	*out = e->known.constants.at;
	return e->known.constants.count;
}

uint32_t eval_variables(const struct eval *e, struct decl *const **out)
{
	*out = e->known.variables.at;
	return e->known.variables.count;
}

void eval_prefer(struct eval *e, struct decl *const *names, const value *values, uint32_t count)
{
	e->run.preferred.count = 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t slot = slot_of(e, names[i]);
		while (e->run.preferred.count <= slot) VEC_PUSH(&e->run.preferred, VALUE_NONE);
		e->run.preferred.at[slot] = values[i];
	}
}

bool eval_was_cut(const struct eval *e) { return e->was_cut; }

void eval_clear_cut(struct eval *e) { e->was_cut = false; }

/* ---- failures ---------------------------------------------------------------------------------- */

static void fail(struct eval *e, enum eval_failure_kind kind, struct pos pos, const char *format,
                 va_list args)
{
	if (e->has_failure) return;
	e->has_failure = true;
	char message[400];
	vsnprintf(message, sizeof message, format, args);
	/* the same message again and again must not fill the memory */
	if (!e->failure.message || strcmp(e->failure.message, message) != 0)
		e->failure.message = arena_text(&e->arena, message, strlen(message));
	e->failure.kind = kind;
	e->failure.pos = pos;
	e->failure.subject = VALUE_NONE;
}

value eval_fail_of(struct eval *e, enum eval_failure_kind kind, struct pos pos, value subject,
                   const char *says)
{
	if (e->has_failure) return VALUE_NONE;
	e->has_failure = true;
	e->failure = (struct eval_failure){kind, pos, says, subject};
	return VALUE_NONE;
}

value eval_fail(struct eval *e, enum eval_failure_kind kind, struct pos pos, const char *format,
                ...)
{
	va_list args;
	va_start(args, format);
	fail(e, kind, pos, format, args);
	va_end(args);
	return VALUE_NONE;
}

enum truth eval_fail_truth(struct eval *e, enum eval_failure_kind kind, struct pos pos,
                           const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fail(e, kind, pos, format, args);
	va_end(args);
	return EVAL_FAILED;
}

void eval_look_at_clock(struct eval *e) { e->limits.ticks |= 0xff; }

static void fail_late(struct eval *e, struct pos pos)
{
	eval_fail(e, EVAL_LIMIT, pos, "too many steps for the time (--%s-limit raises it)",
	          e->project->meter.counts ? "effort" : "time");
}

bool eval_interrupted(struct eval *e, struct pos pos)
{
	if (e->limits.is_budgeted && e->limits.budget-- == 0) {
		e->limits.budget = 0;
		fail_late(e, pos);
		return true;
	}
	e->limits.effort++;
	if (e->limits.effort_end < UINT64_MAX && eval_effort(e) > e->limits.effort_end) {
		e->limits.ran_out = true;
		fail_late(e, pos);
		return true;
	}
	if ((++e->limits.ticks & 0xff) != 0) return false;
	if (e->limits.alarm && eval_effort(e) >= e->limits.alarm_at)
		*e->limits.alarm = e->limits.alarm_to;
	tell_meter(e);
	bool is_stopped = e->limits.interrupt && *e->limits.interrupt;
	if (is_stopped) eval_fail(e, EVAL_LIMIT, pos, "stopped");
	else if (e->limits.deadline > 0 && eval_clock(e) > e->limits.deadline)
		eval_fail(e, EVAL_LIMIT, pos, "%s", meter_reason(&e->project->meter));
	else return false;
	return true;
}

bool eval_forgive(struct eval *e)
{
	if (!e->has_failure) return true;
	if (e->failure.kind != EVAL_UNDEFINED) return false;
	e->has_failure = false;
	return true;
}

static void name_subject(struct eval *e, struct eval_failure *f)
{
	enum { SHOWN = 60 };
	struct text t = {0};
	value_print_short(e->s, e->u, f->subject, SHOWN, &t);
	f->message = arena_format(&e->arena, "%s %s", text_get(&t), f->message);
	f->subject = VALUE_NONE;
	text_clear(&t);
}

const struct eval_failure *eval_failed(const struct eval *e)
{
	struct eval *self = (struct eval *)(uintptr_t)e;
	if (e->has_failure && e->failure.subject != VALUE_NONE) name_subject(self, &self->failure);
	return e->has_failure ? &e->failure : NULL;
}

/* ---- entry points ------------------------------------------------------------------------------ */

enum truth eval_predicate(struct eval *e, const struct node *predicate)
{
	e->has_failure = false;
	prepare_tree(e, predicate);
	return predicate_eval(e, predicate);
}

value eval_expression(struct eval *e, const struct node *expression)
{
	e->has_failure = false;
	prepare_tree(e, expression);
	return expr_eval(e, expression);
}

value eval_list(struct eval *e, value set, struct pos pos)
{
	e->has_failure = false;
	return lazy_list(e, set, pos);
}

enum truth eval_member(struct eval *e, value x, value set, struct pos pos)
{
	e->has_failure = false;
	return lazy_in(e, x, set, pos);
}

value eval_apply(struct eval *e, value f, value x, struct pos pos)
{
	e->has_failure = false;
	return member_apply_value(e, f, x, pos);
}

enum truth eval_equal(struct eval *e, value a, value b, struct pos pos)
{
	e->has_failure = false;
	return lazy_equal(e, a, b, pos);
}

bool eval_is_infinite(struct eval *e, value set)
{
	e->has_failure = false;
	return lazy_is_infinite(e, set);
}

value eval_lazy_value(struct eval *e, value lazy, const struct decl *d)
{
	uint32_t count, given;
	const uint32_t *slots = prepare_free(e, value_lazy_node(e->s, lazy), &count);
	const value *values = value_lazy_free(e->s, lazy, &given);
	for (uint32_t i = 0; i < count && i < given; i++)
		if (slots[i] == slot_of(e, d)) return values[i];
	return VALUE_NONE;
}

/* ---- search ------------------------------------------------------------------------------------ */

struct eval_search {
	eval_found *found;
	void *data;
	struct decl *const *names;
	uint32_t count;
	bool has_twins;  /* a solution may come several times */
	struct map seen; /* solutions as pairs of pairs */
};

static bool is_new(struct eval *e, struct eval_search *x)
{
	value all = e->slots[slot_of(e, x->names[0])];
	for (uint32_t i = 1; i < x->count; i++)
		all = value_pair(e->s, all, e->slots[slot_of(e, x->names[i])]);
	const void *key = (const void *)(uintptr_t)all;
	if (map_get(&x->seen, key)) return false;
	map_put(&x->seen, key, x);
	return true;
}

static bool pass_on(struct eval *e, void *data)
{
	struct eval_search *x = data;
	if (x->has_twins && !is_new(e, x)) return true;
	bool goes_on = x->found(x->data);
	if (goes_on) e->has_failure = false; /* of what was asked there */
	return goes_on;
}

static bool has_exists(const struct node *n)
{
	EACH_CONJUNCT(c, n)
		if (c.now->op == OP_EXISTS) return true;
	return false;
}

/* Memory of one search. Whoever gets the solutions may leave with longjmp: then it is given back by the search
 * around it, or when the eval is closed. */
static struct scratch *scratch_open(struct eval *e)
{
	struct scratch *s = e->spare ? e->spare : ARENA_NEW(&e->arena, struct scratch);
	if (e->spare) e->spare = s->next;
	else arena_init_with(&s->arena, &e->arena);
	s->next = e->scratch;
	e->scratch = s;
	return s;
}

static void scratch_close(struct eval *e, struct scratch *s)
{
	for (bool is_last = false; !is_last;) {
		struct scratch *top = e->scratch;
		is_last = top == s;
		e->scratch = top->next;
		arena_clear(&top->arena);
		top->next = e->spare;
		e->spare = top;
	}
}

/* Names under # are searched together with the others where that is much easier: #y.(P & x = y). */
static struct plan *make_plan(struct eval *e, struct arena *a, const struct node *predicate,
                              struct eval_search *x)
{
	const double MUCH = 7;
	struct plan *plain = plan_make_in(e, a, x->names, x->count, &predicate, predicate ? 1 : 0,
	                                  PLAN_OPEN_SETS | PLAN_SEARCH);
	if (!predicate || x->count == 0 || !has_exists(predicate)) return plain;
	struct plan *merged = plan_make_in(e, a, x->names, x->count, &predicate, 1,
	                                   PLAN_MERGE_EXISTS | PLAN_OPEN_SETS | PLAN_SEARCH);
	x->has_twins = plan_effort(merged) + MUCH < plan_effort(plain);
	return x->has_twins ? merged : plain;
}

enum truth eval_solve(struct eval *e, struct decl *const *names, uint32_t count,
                      const struct node *predicate, bool undefined_is_false, eval_found *found,
                      void *data)
{
	struct eval_search x = {.found = found, .data = data, .names = names, .count = count};
	e->has_failure = false;
	e->changes++;
	if (predicate) prepare_tree(e, predicate);
	for (uint32_t i = 0; i < count; i++) prepare_decl(e, names[i]);
	struct scratch *for_now = scratch_open(e);
	enum truth t = plan_run(e, make_plan(e, &for_now->arena, predicate, &x), pass_on, &x);
	scratch_close(e, for_now);
	map_clear(&x.seen);
	if (t == EVAL_FAILED && undefined_is_false && eval_forgive(e)) return EVAL_FALSE;
	return t;
}
