/* What the solver finds, the evaluator does again: the constants satisfy the PROPERTIES, the state is one of the types, and the
 * operation leads from it to the next one. Then it tells what every atom is before and after. */
#include "relate/inside.h"

#include "bmc/bmc.h"

struct target {
	const struct relate *r;
	const value *after;
	bool is_found;
};

/* Sets that are not listed may be equal although their numbers are not. */
static bool is_same(const struct relate *r, const struct decl *d, value wanted)
{
	value v = eval_get(r->view.eval, d);
	if (v == wanted) return true;
	if (v == VALUE_NONE) return false;
	bool has_lazy =
	    value_has_lazy(r->question.values, v) || value_has_lazy(r->question.values, wanted);
	return has_lazy && eval_equal(r->view.eval, v, wanted, d->pos) == EVAL_TRUE;
}

static bool is_target(void *data)
{
	struct target *t = data;
	t->is_found = true;
	for (uint32_t i = 0; i < t->r->view.variable_count && t->is_found; i++)
		t->is_found = is_same(t->r, t->r->view.variables[i], t->after[i]);
	return !t->is_found;
}

static void load(struct relate *r, const value *state)
{
	eval_set_all(r->view.eval, r->view.variables, r->view.variable_count, state);
}

static bool comes_to(struct relate *r, const struct node *body, struct target *t)
{
	eval_prefer(r->view.eval, r->view.variables, t->after, r->view.variable_count);
	eval_execute(r->view.eval, body, is_target, t);
	eval_prefer(r->view.eval, NULL, NULL, 0);
	return t->is_found;
}

/* With these parameters, or else with any. */
static bool leads_to(struct relate *r, const struct relate_witness *w)
{
	const struct operation *o = r->atoms.at[w->operation].enabled;
	struct target t = {r, w->after, false};
	const struct node *body = o->body;
	bool has_all = true;
	load(r, w->before);
	for (uint32_t i = 0; i < o->parameters->count; i++) {
		has_all &= w->parameters[i] != VALUE_NONE;
		eval_set(r->view.eval, o->parameters->kid[i]->decl, w->parameters[i]);
	}
	if (has_all && body->op == OP_S_PRE) {
		has_all = eval_predicate(r->view.eval, body->kid[0]) == EVAL_TRUE;
		body = body->kid[1];
	}
	if (has_all && comes_to(r, body, &t)) return true;
	load(r, w->before);
	eval_operation(r->view.eval, o, is_target, &t);
	return t.is_found;
}

static bool initialises(struct relate *r, const struct relate_witness *w)
{
	struct target t = {r, w->after, false};
	for (uint32_t i = 0; i < r->view.variable_count; i++)
		eval_set(r->view.eval, r->view.variables[i], VALUE_NONE);
	return comes_to(r, r->view.initialisation, &t);
}

static const value *decode_state(struct relate *r, struct row_solver *q,
                                 const struct encode_state *s)
{
	value *out = ARENA_ARRAY(&r->arena, r->view.variable_count + 1, value);
	if (!encode_state_values(r->instance.encoder, q->cnf, s)) return NULL;
	return eval_get_all(r->view.eval, r->view.variables, r->view.variable_count, out) ? out : NULL;
}

static bool decode(struct relate *r, struct row_solver *q, struct relate_witness *w)
{
	value *constants = ARENA_ARRAY(&r->arena, r->view.unknown_count + 1, value);
	const struct step_row *row = q->row == RELATE_NO_STEP ? NULL : &r->rows[q->row];
	bool ok = true;
	cnf_model(q->cnf);
	for (uint32_t i = 0; i < r->view.unknown_count; i++) {
		constants[i] = encode_value(r->instance.encoder, q->cnf, r->view.unknowns[i]);
		ok &= constants[i] != VALUE_NONE;
		eval_set(r->view.eval, r->view.unknowns[i], constants[i]);
	}
	w->operation = q->row;
	w->constants = constants;
	if (ok && q->row != r->count) ok = (w->before = decode_state(r, q, r->instance.now));
	if (ok && row) ok = (w->after = decode_state(r, q, row->after));
	if (!ok || q->row >= r->count) return ok;
	uint32_t count = r->atoms.at[q->row].enabled->parameters->count;
	value *parameters = ARENA_ARRAY(&r->arena, count + 1, value);
	for (uint32_t i = 0; i < count; i++)
		parameters[i] = encode_sym_value(r->instance.encoder, q->cnf, row->step.parameters[i]);
	w->parameters = parameters;
	return true;
}

static bool is_of_types(struct relate *r, const struct relate_witness *w)
{
	if (r->view.properties && eval_predicate(r->view.eval, r->view.properties) != EVAL_TRUE)
		return false;
	if (!w->before) return true;
	load(r, w->before);
	for (uint32_t i = 0; i < r->typing.count; i++)
		if (eval_predicate(r->view.eval, r->typing.at[i]) != EVAL_TRUE) return false;
	return true;
}

bool confirm_model(struct relate *r, struct row_solver *q, struct seen *out)
{
	struct relate_witness *w = ARENA_NEW(&r->arena, struct relate_witness);
	if (!decode(r, q, w) || !is_of_types(r, w)) return false;
	if (q->row == r->count && !initialises(r, w)) return false;
	if (q->row < r->count && !leads_to(r, w)) return false;
	out->witness = w;
	out->before = ARENA_ARRAY(&r->arena, r->atoms.count + 1, int8_t);
	out->after = ARENA_ARRAY(&r->arena, r->atoms.count + 1, int8_t);
	memset(out->before, SEEN_NOTHING, r->atoms.count);
	memset(out->after, SEEN_NOTHING, r->atoms.count);
	return true;
}

/* ---- atoms ------------------------------------------------------------------------------------------------- */

static bool found(void *data)
{
	*(bool *)data = true;
	return false;
}

/* As in explore/step.c: an undefined action gives no step, what goes wrong otherwise counts as enabled. */
static int is_enabled(struct relate *r, const struct operation *o)
{
	bool is_found = false;
	enum truth t = eval_operation(r->view.eval, o, found, &is_found);
	if (is_found) return 1;
	if (t != EVAL_FAILED) return 0;
	switch (eval_failed(r->view.eval)->kind) {
	case EVAL_UNDEFINED: return 0;
	case EVAL_PRECONDITION:
	case EVAL_ASSERTION:
	case EVAL_WHILE: return 1;
	default: return SEEN_FAILED;
	}
}

static int is_true(struct relate *r, const struct node *n)
{
	enum truth t = eval_predicate(r->view.eval, n);
	if (t != EVAL_FAILED) return t == EVAL_TRUE;
	return eval_failed(r->view.eval)->kind == EVAL_UNDEFINED ? 0 : SEEN_FAILED;
}

int confirm_atom(struct relate *r, struct seen *s, uint32_t atom, bool is_after)
{
	const struct relate_witness *w = s->witness;
	const struct atom *a = &r->atoms.at[atom];
	int8_t *known = is_after ? &s->after[atom] : &s->before[atom];
	if (*known != SEEN_NOTHING) return *known;
	const value *state = is_after ? w->after : w->before;
	if (!state) return SEEN_FAILED;
	for (uint32_t i = 0; i < r->view.unknown_count; i++)
		eval_set(r->view.eval, r->view.unknowns[i], w->constants[i]);
	load(r, state);
	*known = (int8_t)(a->predicate ? is_true(r, a->predicate) : is_enabled(r, a->enabled));
	return *known;
}

bool confirm_part(struct relate *r, struct seen *s, const struct literal_part *p)
{
	return confirm_atom(r, s, p->atom, p->is_after) == (p->is_true ? 1 : 0);
}

bool confirm_lemma(struct relate *r, struct seen *s, const struct lemma *c, bool is_after)
{
	for (uint32_t i = 0; i < c->count; i++) {
		struct literal_part p = c->parts[i];
		p.is_after = is_after;
		if (confirm_part(r, s, &p)) return true;
	}
	return false;
}
