/* Answers obligations: several about one substitution together, what is refuted confirmed, what is
 * proved with its core. */
#include "path/path.h"
#include "prove/any_maxint.h"
#include "prove/refinement.h"

/* ---- opening --------------------------------------------------------------------------------------- */

struct prover *prover_open(struct project *p, const struct universe *u, struct arena *answers,
                           const struct prover_options *o)
{
	struct prover *x = memory_zeroed(1, sizeof *x);
	arena_init_with(&x->arena, &p->arena);
	x->answers = answers;
	x->project = p;
	x->universe = u;
	x->options = *o;
	if (p->main) obligation_note_own(x, p->main->invariant);
	if (!o->is_bare && p->main && p->main->kind != MACHINE_DEFINITIONS) {
		struct explore_options eo = {
		    .stop = o->search.interrupt, .all_setups = true, .alone = true};
		x->values = values_open(p->names);
		x->explore = explore_open(p, x->values, u, &eo);
		explore_view(x->explore, &x->view);
		x->eval = x->view.eval;
		obligation_list(x);
		if (o->any_maxint) any_maxint_apply(x);
	} else {
		renewal_open(x);
	}
	return x;
}

void prover_close(struct prover *p)
{
	for (uint32_t i = 0; i < p->actions.count; i++) VEC_CLEAR(&p->actions.at[i]->paths.list);
	VEC_CLEAR(&p->actions);
	VEC_CLEAR(&p->list);
	VEC_CLEAR(&p->labels);
	VEC_CLEAR(&p->properties);
	VEC_CLEAR(&p->invariants);
	abstraction_close(p);
	map_clear(&p->own);
	if (p->explore) explore_close(p->explore);
	p->eval = p->explore ? NULL : p->eval;
	renewal_close(p);
	free(p);
}

/* ---- obligations ----------------------------------------------------------------------------------- */

uint32_t prover_count(const struct prover *p)
{
	return p->source ? p->labels.count : p->list.count;
}

struct obligation_label prover_label(const struct prover *p, uint32_t index)
{
	if (p->source) return p->labels.at[index];
	const struct obligation *o = &p->list.at[index];
	return (struct obligation_label){o->kind, o->what, o->name, o->pos};
}

void prover_add(struct prover *p, const struct obligation *o)
{
	REQUIRE(!p->source);
	VEC_PUSH(&p->list, *o);
}

void prover_share(struct prover *p, const struct prover *other)
{
	for (uint32_t i = 0; i < other->list.count; i++) VEC_PUSH(&p->list, other->list.at[i]);
	VEC_ROOM(&p->labels, other->labels.count);
	for (uint32_t i = 0; i < other->labels.count; i++) VEC_PUSH(&p->labels, other->labels.at[i]);
	p->source = other->source;
}

void prover_read_from(struct prover *p, struct obligation_source *s)
{
	REQUIRE(p->list.count == 0);
	p->source = s;
	VEC_ROOM(&p->labels, s->most);
}

void prover_add_label(struct prover *p, const struct obligation_label *l)
{
	REQUIRE(p->source);
	VEC_PUSH(&p->labels, *l);
}

const struct obligation *prover_obligation(const struct prover *p, uint32_t index)
{
	return p->source ? NULL : &p->list.at[index];
}

const struct obligation *prover_formulas(struct prover *p, uint32_t index)
{
	if (!p->source) return &p->list.at[index];
	bool is_new = p->moves != p->source->moves || !p->source->has(p->source, index);
	if (is_new) renewal_of_eval(p);
	const struct obligation *o = p->source->read(p->source, p->eval, index);
	p->moves = p->source->moves;
	return o;
}

/* ---- time and values ------------------------------------------------------------------------------- */

bool prover_may_fail(const struct node *formula) { return form_may_be_undefined(formula); }

struct eval *prover_eval(struct prover *p) { return p->eval; }

void prover_work(const struct prover *p, struct eval_work *sum)
{
	sum->effort += p->work.effort;
	sum->conflicts += p->work.conflicts;
	sum->propagations += p->work.propagations;
	eval_work(p->eval, sum);
}

bool prover_has_default(const struct prover *p)
{
	for (uint32_t i = 0; i < p->universe->sets.count; i++)
		if (p->universe->sets.at[i].is_default &&
		    p->universe->sets.at[i].decl->kind != DECL_ENUMERATED_SET)
			return true;
	return false;
}

bool prover_is_stopped(const struct prover *p)
{
	return p->options.search.interrupt && *p->options.search.interrupt;
}

double prover_clock(const struct prover *p) { return eval_clock(p->eval); }

static void give_effort(struct prover *p, uint64_t effort)
{
	p->effort_end = p->stage_end = eval_effort(p->eval) + effort;
}

void prover_give_time(struct prover *p, double seconds, uint64_t effort)
{
	p->deadline = prover_clock(p) + seconds;
	p->was_late = false;
	give_effort(p, effort);
}

bool prover_is_late(const struct prover *p)
{
	return prover_clock(p) >= p->deadline || eval_effort(p->eval) >= p->stage_end;
}

void prover_give_share(struct prover *p, uint32_t share)
{
	uint64_t now = eval_effort(p->eval);
	p->stage_end = now < p->effort_end ? now + (p->effort_end - now) / 100 * share : now;
}

double prover_lend_time(struct prover *p, double seconds)
{
	return eval_lend_time(p->eval, p->deadline + seconds / 5);
}

void prover_forget(struct prover *p, const struct obligation *o)
{
	struct decl *const *variables;
	uint32_t count = eval_variables(p->eval, &variables);
	for (uint32_t i = 0; i < count; i++) eval_set(p->eval, variables[i], VALUE_NONE);
	for (uint32_t i = 0; i < o->name_count; i++) eval_set(p->eval, o->names[i], VALUE_NONE);
}

void prover_use(struct prover *p, const struct obligation *o, const struct valuation *v)
{
	prover_forget(p, o);
	valuation_apply(v, p->eval);
}

/* ---- answers --------------------------------------------------------------------------------------- */

struct action *prover_action(struct prover *p, const struct obligation *o)
{
	for (uint32_t i = 0; i < p->actions.count; i++)
		if (p->actions.at[i]->body == o->body) return p->actions.at[i];
	struct action *a = ARENA_NEW(&p->arena, struct action);
	*a = (struct action){.body = o->body};
	a->paths = (struct paths){.copies.arena = &p->arena, .wants_undefined = true};
	a->has_paths = paths_find(&a->paths, o->body, o->operation ? o->operation->results : NULL);
	VEC_PUSH(&p->actions, a);
	return a;
}

/* A goal that has no value somewhere is not false there, but it is not proved either. */
static void look_at_definedness(struct prover *p, const struct obligation *o,
                                struct obligation_answer *a)
{
	enum { EFFORT = EVAL_EFFORT_PER_SECOND };
	uint64_t most = 2 * p->options.effort;
	struct obligation defined = *o;
	struct obligation_answer other = {0};
	bool is_fine = a->status == OBLIGATION_PROVED || a->status == OBLIGATION_PROVED_FOR_SIZES ||
	               a->status == OBLIGATION_NONE;
	if (!is_fine || o->what != GOAL_TRUE || o->body || !form_may_be_undefined(o->goal)) return;
	defined.what = GOAL_DEFINED;
	give_effort(p, most && most < EFFORT ? most : EFFORT);
	struct reply r = refute(p, &defined, NULL);
	if (r.answer == SEARCH_FOUND) confirm_refuted(p, &defined, &r, &other);
	else other.status = OBLIGATION_OPEN;
	if (other.status == OBLIGATION_REFUTED) {
		a->status = OBLIGATION_OPEN;
		a->reason = arena_format(
		    p->answers, "the goal is undefined for values that satisfy the hypotheses: see %s/wd",
		    o->name);
		a->pos = other.pos;
		a->is_contradictory = a->is_for_maxint = false;
	}
	obligation_answer_clear(&other);
}

/* Would more effort perhaps give a better answer, and is it worth it? What holds within bounds, or is refuted on some
 * hypotheses, may be proved or refuted; but not for ever. */
static bool is_worth_more(struct prover *p, const struct obligation_answer *a, uint64_t effort)
{
	enum { ENOUGH = 2 * EVAL_EFFORT_PER_SECOND };
	if (prover_clock(p) >= p->deadline || prover_is_stopped(p)) return false;
	if (p->options.effort && effort >= p->options.effort) return false;
	bool is_half = a->status == OBLIGATION_NONE || a->status == OBLIGATION_REFUTED_PARTLY;
	return a->status == OBLIGATION_OPEN || (is_half && effort < ENOUGH);
}

/* Round after round with more effort, so that neither the limit nor the load decides what is tried. */
static void answer_in_rounds(struct prover *p, const struct obligation *o,
                             struct obligation_answer *a)
{
	enum { FIRST = EVAL_EFFORT_PER_SECOND / 4, GROWTH = 3 };
	uint64_t most = p->options.effort, effort = most && most < FIRST ? most : FIRST;
	bool ran_out = true;
	struct obligation_answer last = {0};
	bool is_better = false; /* the last one than none at all */
	for (;;) {
		give_effort(p, effort);
		eval_ran_out(p->eval, false);
		p->was_late = false;
		hypotheses_answer(p, o, a);
		ran_out = eval_ran_out(p->eval, false);
		bool goes_on = ran_out && is_worth_more(p, a, effort);
		if (is_better && a->status == OBLIGATION_OPEN) {
			obligation_answer_clear(a);
			*a = last;
			return;
		}
		if (is_better) obligation_answer_clear(&last);
		if (!goes_on) return;
		is_better = a->status != OBLIGATION_OPEN;
		if (is_better) last = *a;
		else obligation_answer_clear(a);
		*a = (struct obligation_answer){0};
		effort *= GROWTH;
	}
}

void prover_answer_alone(struct prover *p, uint32_t index, double seconds, prover_tell *tell,
                         void *data)
{
	double start = base_clock(), begun = prover_clock(p);
	const struct obligation *o = prover_formulas(p, index);
	struct obligation_answer a = {0};
	prover_give_time(p, seconds, 0);
	double before = prover_lend_time(p, seconds);
	answer_in_rounds(p, o, &a);
	look_at_definedness(p, o, &a);
	eval_return_time(p->eval, before);
	if (o->missing && a.status == OBLIGATION_REFUTED) {
		a.status = OBLIGATION_REFUTED_PARTLY;
		a.reason = arena_text(p->answers, o->missing, strlen(o->missing));
	}
	a.is_late = a.status == OBLIGATION_OPEN && p->was_late;
	a.seconds = base_clock() - start;
	a.spent = prover_clock(p) - begun;
	tell(data, index, &a);
}

/* So many from `first` on are about one substitution, and all of them wanted. */
static uint32_t count_together(const struct prover *p, uint32_t first, const double *seconds)
{
	uint32_t next = first + 1;
	if (p->source || p->options.hypotheses || p->options.asks_alone) return 1;
	while (next < p->list.count && seconds[next] > 0 &&
	       together_are(&p->list.at[first], &p->list.at[next]))
		next++;
	return next - first;
}

/* `mark`: what questions make is given back behind it; NULL: it stays, or goes with the formulas of the source. */
static void run(struct prover *p, const double *seconds, struct project_mark *mark,
                prover_tell *tell, void *data)
{
	for (uint32_t i = 0, count; i < prover_count(p) && !prover_is_stopped(p); i += count) {
		count = 1;
		if (seconds[i] <= 0) continue;
		count = count_together(p, i, seconds);
		if (count > 1) together_answer(p, i, count, seconds, tell, data);
		else prover_answer_alone(p, i, seconds[i], tell, data);
		if (mark) renewal_go_on(p, mark);
	}
}

void prover_run(struct prover *p, const double *seconds, prover_tell *tell, void *data)
{
	struct project_mark mark;
	bool is_marked = !p->explore && !p->source;
	if (is_marked) renewal_begin(p, &mark);
	run(p, seconds, is_marked ? &mark : NULL, tell, data);
	if (is_marked) renewal_end(p, &mark);
}
