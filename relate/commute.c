/* Independence (Dobrikov 2018, definition 2.15): from every state in which both are enabled, neither disables the other, and in
 * either order the same state is reached. Asked of operations without a choice behind their outermost guards: there each choice
 * of parameters is a step of its own, and the negation is existential: a state, parameters of both, and one order that fails
 * or ends elsewhere. */
#include "relate/inside.h"

#include "reduce/reduce.h"

struct decl_list {
	struct decl **at;
	uint32_t count, room;
};

/* An operation with names for its choices, which are free in guards and action. */
struct doer {
	bool is_there;
	struct decl_list names;
	VEC(const struct node *) guards;
	const struct node *action;
	lit is_chosen; /* the names satisfy the guards now */
	struct encode_step step;
};

struct commuting {
	struct relate *r;
	struct doer *doers, *copies; /* of each operation; another one with names of its own */
	struct footprint *footprints;
};

const char *relate_independence_name(enum relate_independence i)
{
	static const char *const names[] = {"unknown",      "dependent",   "apart",
	                                    "not together", "independent", "by parameters"};
	return names[i];
}

/* ---- an operation taken apart ---------------------------------------------------------------------------------- */

/* Has it exactly one outcome, if it has any? */
static bool is_deterministic(const struct node *n, uint32_t depth)
{
	enum { DEEP = 30 };
	if (op_info(n->op)->class != CLASS_SUBST) return true;
	switch (n->op) {
	case OP_S_SKIP:
	case OP_S_ASSIGN: return true;
	case OP_S_CALL: return depth < DEEP && is_deterministic(n->decl->operation->body, depth + 1);
	case OP_S_PARALLEL:
	case OP_S_SEQUENCE:
	case OP_S_IF:
	case OP_S_CASE:
	case OP_S_PRE:
	case OP_S_ASSERT: break;
	default: return false;
	}
	for (uint32_t i = 0; i < n->count; i++)
		if (n->kid[i] && !is_deterministic(n->kid[i], depth)) return false;
	return true;
}

static void add_guard(struct doer *d, const struct node *n)
{
	EACH_CONJUNCT(c, n) VEC_PUSH(&d->guards, c.now);
}

static void take_apart(const struct operation *o, struct doer *d)
{
	const struct node *n = o->body;
	for (uint32_t i = 0; i < o->parameters->count; i++)
		VEC_PUSH(&d->names, o->parameters->kid[i]->decl);
	if (n->op == OP_S_PRE) {
		add_guard(d, n->kid[0]);
		n = n->kid[1];
	}
	for (; eval_is_guard(n); n = n->kid[n->count - 1]) {
		for (uint32_t i = 0; n->op != OP_S_SELECT && i < n->kid[0]->count; i++)
			VEC_PUSH(&d->names, n->kid[0]->kid[i]->decl);
		add_guard(d, n->kid[n->count - 2]);
	}
	d->action = n;
	d->is_there = is_deterministic(n, 0);
}

/* The same with other names. */
static void rename_doer(struct relate *r, struct doer *d)
{
	struct substitute s = {.arena = &r->arena};
	const struct replacement *now = NULL;
	for (uint32_t i = 0; i < d->names.count; i++) {
		struct decl *old = d->names.at[i];
		struct node *fresh = build_fresh(&r->arena, old->name, old->type, old->pos);
		d->names.at[i] = fresh->decl;
		now = substitute_put(&r->arena, now, old, fresh);
	}
	for (uint32_t i = 0; i < d->guards.count; i++)
		d->guards.at[i] = substitute_in(&s, d->guards.at[i], now, NULL);
	s.keeps_bound = true;
	d->action = substitute_in(&s, d->action, now, NULL);
	if (s.gives_up) d->is_there = false;
}

static void encode_doer(struct relate *r, struct doer *d)
{
	struct encoder *e = r->instance.encoder;
	encode_use(e, r->instance.now);
	d->is_there = d->is_there && encode_unknowns(e, &r->arena, d->names.at, d->names.count,
	                                             d->guards.at, d->guards.count, &d->is_chosen);
	encode_use(e, r->instance.now);
	d->is_there = d->is_there && encode_execute(e, d->action, &d->step) && d->step.next;
}

/* ---- two of them -------------------------------------------------------------------------------------------------- */

struct second { /* a step after the other one */
	lit fails;  /* its guard does not hold any more, or it goes wrong */
	struct encode_state *next;
};

static bool encode_second(struct relate *r, const struct doer *first, const struct doer *d,
                          struct second *out)
{
	struct encoder *e = r->instance.encoder;
	struct circuit *c = r->instance.circuit;
	struct encode_step s;
	lit l;
	out->fails = LIT_FALSE;
	for (uint32_t i = 0; i < d->guards.count; i++) {
		encode_use(e, first->step.next);
		if (!encode_violation(e, d->guards.at[i], true, &l)) return false;
		out->fails = circuit_or(c, out->fails, l);
	}
	encode_use(e, first->step.next);
	if (!encode_execute(e, d->action, &s)) return false;
	for (uint32_t i = 0; i < s.trouble_count; i++)
		out->fails = circuit_or(c, out->fails, s.troubles[i].when);
	out->next = s.next;
	return s.next != NULL;
}

/* Names of the same type have different values; false if there are none. */
static bool encode_distinct(struct relate *r, const struct doer *a, const struct doer *b, lit *out)
{
	bool has_any = false;
	*out = LIT_TRUE;
	for (uint32_t i = 0; i < a->names.count; i++)
		for (uint32_t k = 0; k < b->names.count; k++) {
			struct decl *x = a->names.at[i], *y = b->names.at[k];
			bool fits = x->type->kind == TYPE_INTEGER
			                ? y->type->kind == TYPE_INTEGER
			                : x->type->kind == TYPE_GIVEN && y->type->kind == TYPE_GIVEN &&
			                      x->type->decl == y->type->decl;
			lit l;
			if (!fits) continue;
			const struct node *n =
			    build_join(&r->arena, OP_NOT_EQUAL, build_name(&r->arena, x, x->pos),
			               build_name(&r->arena, y, y->pos));
			if (!encode_predicate(r->instance.encoder, n, &l)) return false;
			*out = circuit_and(r->instance.circuit, *out, l);
			has_any = true;
		}
	return has_any;
}

/* ---- the evaluator's word ------------------------------------------------------------------------------------------ */

struct only_outcome {
	struct relate *r;
	value *state;
	uint32_t count;
};

static bool take_outcome(void *data)
{
	struct only_outcome *o = data;
	if (o->count++ > 0) return false;
	return eval_get_all(o->r->view.eval, o->r->view.variables, o->r->view.variable_count, o->state);
}

/* 1 if it leads from the state, which becomes the next one; 0 if not, -1 if that is not known. */
static int go(struct relate *r, const struct doer *d, value *state)
{
	value *next = ARENA_ARRAY(&r->arena, r->view.variable_count + 1, value);
	struct only_outcome o = {r, next, 0};
	eval_set_all(r->view.eval, r->view.variables, r->view.variable_count, state);
	for (uint32_t i = 0; i < d->guards.count; i++) {
		enum truth t = eval_predicate(r->view.eval, d->guards.at[i]);
		if (t == EVAL_FALSE) return 0;
		if (t == EVAL_FAILED) return eval_failed(r->view.eval)->kind == EVAL_UNDEFINED ? 0 : -1;
	}
	enum truth t = eval_execute(r->view.eval, d->action, take_outcome, &o);
	if (t == EVAL_FAILED) {
		enum eval_failure_kind kind = eval_failed(r->view.eval)->kind;
		return eval_is_limit(kind) ? -1 : 0;
	}
	if (o.count != 1) return -1;
	memcpy(state, next, r->view.variable_count * sizeof *state);
	return 1;
}

static bool decode_names(struct relate *r, struct row_solver *q, const struct doer *d)
{
	for (uint32_t i = 0; i < d->names.count; i++) {
		value v = encode_value(r->instance.encoder, q->cnf, d->names.at[i]);
		if (v == VALUE_NONE) return false;
		eval_set(r->view.eval, d->names.at[i], v);
	}
	return true;
}

/* Both can be taken from the state of the last model, but not one after the other with the same end. */
static bool is_confirmed(struct relate *r, struct row_solver *q, const struct doer *a,
                         const struct doer *b)
{
	struct seen s;
	uint32_t width = r->view.variable_count;
	value *ends[2] = {ARENA_ARRAY(&r->arena, width + 1, value),
	                  ARENA_ARRAY(&r->arena, width + 1, value)};
	if (!confirm_model(r, q, &s) || !decode_names(r, q, a) || !decode_names(r, q, b)) return false;
	int ways[2];
	for (uint32_t i = 0; i < 2; i++) {
		memcpy(ends[i], s.witness->before, width * sizeof *ends[i]);
		if (go(r, i ? b : a, ends[i]) != 1) return false;
		ways[i] = go(r, i ? a : b, ends[i]);
		if (ways[i] < 0) return false;
	}
	if (!ways[0] || !ways[1]) return true;
	return memcmp(ends[0], ends[1], width * sizeof *ends[0]) != 0;
}

/* ---- the answer --------------------------------------------------------------------------------------------------------- */

static enum relate_independence asked(struct relate *r, struct row_solver *q, lit bad,
                                      const struct doer *a, const struct doer *b)
{
	switch (fill_ask(r, q, bad)) {
	case SOLVER_UNSATISFIABLE: return RELATE_INDEPENDENT;
	case SOLVER_SATISFIABLE:
		if (is_confirmed(r, q, a, b)) return RELATE_DEPENDENT;
		return RELATE_DEPENDENT_UNKNOWN;
	case SOLVER_UNKNOWN: break;
	}
	return RELATE_DEPENDENT_UNKNOWN;
}

static enum relate_independence ask(struct relate *r, const struct doer *a, const struct doer *b)
{
	struct circuit *c = r->instance.circuit;
	struct second ab, ba;
	struct row_solver q;
	lit same, distinct;
	if (!a->is_there || !b->is_there || !encode_second(r, a, b, &ab) ||
	    !encode_second(r, b, a, &ba) ||
	    !encode_same(r->instance.encoder, ab.next, ba.next, &same) ||
	    !fill_open(r, RELATE_NO_STEP, fill_hypothesis(r), &q))
		return RELATE_DEPENDENT_UNKNOWN;
	lit both[] = {a->is_chosen, a->step.is_fine, b->is_chosen, b->step.is_fine};
	for (uint32_t i = 0; i < 4; i++) cnf_assert(q.cnf, both[i]);
	lit bad = circuit_or(c, circuit_or(c, ab.fails, ba.fails), -same);
	enum relate_independence is = asked(r, &q, bad, a, b);
	encode_use(r->instance.encoder, r->instance.now);
	if (is == RELATE_DEPENDENT && encode_distinct(r, a, b, &distinct) &&
	    fill_ask(r, &q, distinct) == SOLVER_SATISFIABLE &&
	    asked(r, &q, circuit_and(c, bad, distinct), a, b) == RELATE_INDEPENDENT)
		is = RELATE_BY_PARAMETERS;
	fill_close(&q);
	return is;
}

static enum relate_independence find(struct commuting *m, uint32_t a, uint32_t b)
{
	struct relate *r = m->r;
	if (relate_coenabled(r, a, b, NULL) == RELATE_NO) return RELATE_NOT_TOGETHER;
	if (footprint_are_apart(&m->footprints[a], &m->footprints[b])) return RELATE_APART;
	if (fill_is_stopped(r)) return RELATE_DEPENDENT_UNKNOWN;
	return ask(r, &m->doers[a], a == b ? &m->copies[a] : &m->doers[b]);
}

static void open_doers(struct commuting *m)
{
	struct relate *r = m->r;
	m->doers = ARENA_ARRAY(&r->arena, r->count + 1, struct doer);
	m->copies = ARENA_ARRAY(&r->arena, r->count + 1, struct doer);
	m->footprints = ARENA_ARRAY(&r->arena, r->count + 1, struct footprint);
	for (uint32_t i = 0; i < r->count; i++) {
		const struct operation *o = relate_operation(r, i);
		footprint_find(o, &m->footprints[i]);
		take_apart(o, &m->doers[i]);
		take_apart(o, &m->copies[i]);
		rename_doer(r, &m->copies[i]);
		encode_doer(r, &m->doers[i]);
		encode_doer(r, &m->copies[i]);
	}
}

static void close_doers(struct commuting *m)
{
	for (uint32_t i = 0; i < m->r->count; i++) {
		struct doer *both[] = {&m->doers[i], &m->copies[i]};
		for (uint32_t k = 0; k < 2; k++) {
			VEC_CLEAR(&both[k]->names);
			VEC_CLEAR(&both[k]->guards);
		}
		footprint_clear(&m->footprints[i]);
	}
}

void relate_commute(struct relate *r)
{
	struct commuting m = {.r = r};
	size_t count = r->count;
	r->tables.independence = ARENA_ARRAY(&r->arena, count * count + 1, enum relate_independence);
	if (r->reason.is_stuck) return;
	open_doers(&m);
	for (uint32_t i = 0; i < r->count; i++)
		for (uint32_t k = 0; k <= i; k++)
			r->tables.independence[i * count + k] = r->tables.independence[k * count + i] =
			    find(&m, i, k);
	close_doers(&m);
}

enum relate_independence relate_independence(const struct relate *r, uint32_t a, uint32_t b)
{
	return r->tables.independence[(size_t)a * r->count + b];
}
