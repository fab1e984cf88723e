/* Atoms in the solver. What an operation needs to be executed is in its text (bmc/deadlock.c): that it can be is asked of a
 * copy of it with unknowns of its own, that it cannot be of all that its guards say. */
#include "temporal/bounded.h"

/* ---- preparing -------------------------------------------------------------------------------------------------- */

/* Names of quantifiers get a name for each value, so that a node always means the same. */
static const struct node *ground(struct letters *l, const struct temporal_atom *a,
                                 const struct node *n)
{
	struct substitute s = {.arena = l->arena};
	const struct replacement *r = NULL;
	if (!n || a->bound.count == 0) return n;
	for (uint32_t i = 0; i < a->bound.count; i++) {
		const struct decl *d = a->bound.at[i].decl;
		struct decl *own = build_local(l->arena, d->name, d->type, d->pos);
		eval_set(l->scope->view.eval, own, a->bound.at[i].value);
		r = substitute_put(l->arena, r, (struct decl *)d, build_name(l->arena, own, d->pos));
	}
	return substitute_in(&s, n, r, NULL);
}

static const struct node *arguments_fit(struct letters *l, const struct temporal_atom *a,
                                        const struct temporal_pattern *p, const struct operation *o)
{
	const struct node *all = NULL;
	for (uint32_t i = 0; i < p->count; i++) {
		if (!p->arguments[i]) continue;
		struct decl *d = o->parameters->kid[i]->decl;
		const struct node *is_to_be = ground(l, a, p->arguments[i]);
		const struct node *is =
		    build_op(l->arena, OP_EQUAL, p->pos, build_name(l->arena, d, p->pos), is_to_be);
		all = all ? build_op(l->arena, OP_AND, p->pos, all, is) : is;
	}
	return all;
}

static void prepare_pattern(struct letters *l, const struct temporal_atom *a,
                            const struct temporal_pattern *p, struct letter_pattern *out)
{
	struct operation *o = &out->operation;
	*o = *letter_operation(l, p->operation);
	out->written = p;
	out->fits = arguments_fit(l, a, p, o);
	const struct node *body = o->body, *pre = out->fits;
	bool has_pre = body->op == OP_S_PRE;
	if (pre && has_pre) pre = build_op(l->arena, OP_AND, p->pos, pre, body->kid[0]);
	if (pre) o->body = build_op(l->arena, OP_S_PRE, p->pos, pre, has_pre ? body->kid[1] : body);
	out->enabled.is_known = deadlock_find_enabled(l->arena, o, &out->enabled);
}

/* A deadlock: none of all operations is enabled. */
static const struct temporal_pattern *all_operations(struct letters *l, uint32_t *count)
{
	*count = explore_result(l->scope->explore)->coverage.count;
	struct temporal_pattern *p = ARENA_ARRAY(l->arena, *count + 1, struct temporal_pattern);
	for (uint32_t i = 0; i < *count; i++) p[i] = (struct temporal_pattern){.operation = i};
	return p;
}

struct letter *letter_find(struct letters *l, const struct temporal_atom *a)
{
	for (uint32_t i = 0; i < l->list.count; i++)
		if (l->list.at[i]->atom == a) return l->list.at[i];
	struct letter *x = ARENA_NEW(l->arena, struct letter);
	const struct temporal_pattern *written = a->patterns;
	*x = (struct letter){.atom = a,
	                     .predicate = ground(l, a, a->step ? a->step : a->node),
	                     .pattern_count = a->pattern_count};
	if (a->kind == ATOM_DEADLOCK) written = all_operations(l, &x->pattern_count);
	x->patterns = ARENA_ARRAY(l->arena, x->pattern_count + 1, struct letter_pattern);
	memset(x->patterns, 0, x->pattern_count * sizeof *x->patterns);
	for (uint32_t i = 0; i < x->pattern_count; i++)
		prepare_pattern(l, a, &written[i], &x->patterns[i]);
	VEC_PUSH(&l->list, x);
	return x;
}

void letters_close(struct letters *l)
{
	for (uint32_t i = 0; i < l->list.count; i++) {
		struct letter *x = l->list.at[i];
		for (uint32_t k = 0; k < x->pattern_count; k++) VEC_CLEAR(&x->patterns[k].enabled);
		VEC_CLEAR(&x->at);
	}
	VEC_CLEAR(&l->list);
	VEC_CLEAR(&l->places);
}

/* ---- at a position -------------------------------------------------------------------------------------------------- */

static bool fail(struct letters *l)
{
	const struct encode_failure *f = encode_failed(l->encoder);
	l->reason = arena_format(l->arena, "%s", f->message);
	l->pos = f->pos;
	return false;
}

static bool refuse(struct letters *l, const struct letter *x)
{
	l->reason = arena_format(l->arena, "%s is not encoded for the solver", x->atom->text);
	l->pos = x->atom->pos;
	return false;
}

static bool encode_truth(struct letters *l, const struct node *n, bool is_false, lit *out)
{
	struct encoder *e = l->encoder;
	bool ok = is_false ? encode_violation(e, n, false, out) : encode_predicate(e, n, out);
	return ok || fail(l);
}

static bool is_enabled(struct letters *l, const struct letter_pattern *p, lit *out)
{
	struct encode_step s;
	if (!encode_operation(l->encoder, &p->operation, &s)) return fail(l);
	*out = s.is_fine;
	return true;
}

static bool is_disabled(struct letters *l, const struct letter *x, const struct letter_pattern *p,
                        lit *out)
{
	struct circuit *c = l->circuit;
	*out = p->enabled.is_always ? LIT_FALSE : LIT_TRUE;
	if (!p->enabled.is_known) return refuse(l, x);
	for (uint32_t i = 0; i < p->enabled.count && *out != LIT_FALSE; i++) {
		lit one;
		if (!encode_violation(l->encoder, p->enabled.at[i], true, &one)) return fail(l);
		*out = circuit_and(c, *out, one);
	}
	return true;
}

/* Of all patterns: at least `least` are enabled, or at least as many are not. */
static bool enabled_ones(struct letters *l, const struct letter *x, uint32_t position,
                         bool are_disabled, uint32_t least, lit *out)
{
	struct circuit *c = l->circuit;
	lit *reach = ARENA_ARRAY(l->arena, least + 2, lit);
	reach[0] = LIT_TRUE;
	for (uint32_t k = 1; k <= least; k++) reach[k] = LIT_FALSE;
	for (uint32_t i = 0; i < x->pattern_count; i++) {
		lit one;
		encode_use(l->encoder, l->places.at[position].state);
		if (!(are_disabled ? is_disabled(l, x, &x->patterns[i], &one)
		                   : is_enabled(l, &x->patterns[i], &one)))
			return false;
		for (uint32_t k = least; k >= 1; k--)
			reach[k] = circuit_or(c, reach[k], circuit_and(c, reach[k - 1], one));
	}
	*out = reach[least];
	return true;
}

/* So many are enabled at least, and at most. */
static bool enabled_count(struct letters *l, const struct letter *x, uint32_t position,
                          uint32_t least, uint32_t most, lit *out)
{
	uint32_t all = x->pattern_count;
	lit a = LIT_TRUE, b = LIT_TRUE;
	if (least > 0 && !enabled_ones(l, x, position, false, least, &a)) return false;
	if (most < all && !enabled_ones(l, x, position, true, all - most, &b)) return false;
	*out = circuit_and(l->circuit, a, b);
	return true;
}

static bool enabled_atom(struct letters *l, const struct letter *x, uint32_t position,
                         bool is_false, lit *out)
{
	uint32_t all = x->pattern_count;
	switch (x->atom->kind) {
	case ATOM_DEADLOCK:
	case ATOM_NONE_OF:
		return enabled_count(l, x, position, is_false ? 1 : 0, is_false ? all : 0, out);
	case ATOM_DETERMINISTIC:
		if (all < 2) *out = is_false ? LIT_FALSE : LIT_TRUE;
		if (all < 2) return true;
		return enabled_count(l, x, position, is_false ? 2 : 0, is_false ? all : 1, out);
	case ATOM_CONTROLLER: {
		lit none, many = LIT_FALSE;
		if (!is_false) return enabled_count(l, x, position, 1, 1, out);
		if (!enabled_count(l, x, position, 0, 0, &none)) return false;
		if (all > 1 && !enabled_count(l, x, position, 2, all, &many)) return false;
		*out = circuit_or(l->circuit, none, many);
		return true;
	}
	default: /* ENABLED */
		return enabled_count(l, x, position, is_false ? 0 : 1, is_false ? 0 : all, out);
	}
}

/* ---- steps --------------------------------------------------------------------------------------------------------- */

static bool action_atom(struct letters *l, const struct letter *x, uint32_t position, bool is_false,
                        lit *out)
{
	struct circuit *c = l->circuit;
	struct encoder *e = l->encoder;
	const struct chain_step *s = &l->places.at[position].step;
	const struct letter_pattern *p = &x->patterns[0];
	uint32_t operation = p->written->operation;
	lit is = s->is[operation], fits = LIT_TRUE;
	bool ok = true;
	if (p->fits && is != LIT_FALSE) {
		const struct node *ids = p->operation.parameters;
		encode_use(e, l->places.at[position].state);
		for (uint32_t i = 0; i < ids->count; i++)
			encode_bind(e, ids->kid[i]->decl, s->parameters[operation][i]);
		ok = encode_truth(l, p->fits, is_false, &fits);
		for (uint32_t i = 0; i < ids->count; i++) encode_bind(e, ids->kid[i]->decl, NULL);
	} else if (is_false) fits = LIT_FALSE;
	*out = is_false ? circuit_or(c, -is, fits) : circuit_and(c, is, fits);
	return ok;
}

/* What the step changes; false where there is none. */
static bool change_atom(struct letters *l, const struct letter *x, uint32_t position, bool is_false,
                        lit *out)
{
	struct circuit *c = l->circuit;
	struct encoder *e = l->encoder;
	const struct encode_state *now = l->places.at[position].state,
	                          *next = l->places.at[position].next;
	const struct explore_view *v = &l->scope->view;
	lit taken = l->places.at[position].step.is_taken, changes;
	*out = is_false ? LIT_TRUE : LIT_FALSE;
	if (!next) return true;
	for (uint32_t i = 0; i < v->variable_count; i++)
		encode_bind(e, l->scope->before[i], encode_state_at(e, now, v->variables[i]));
	encode_use(e, next);
	bool ok = encode_truth(l, x->predicate, is_false, &changes);
	for (uint32_t i = 0; i < v->variable_count; i++) encode_bind(e, l->scope->before[i], NULL);
	encode_use(e, now);
	if (ok) *out = is_false ? circuit_or(c, -taken, changes) : circuit_and(c, taken, changes);
	return ok;
}

static bool encode_letter(struct letters *l, const struct letter *x, uint32_t position,
                          bool is_false, lit *out)
{
	encode_use(l->encoder, l->places.at[position].state);
	if (x->atom->step) return change_atom(l, x, position, is_false, out);
	switch (x->atom->kind) {
	case ATOM_PREDICATE:
	case ATOM_GOAL: return encode_truth(l, x->predicate, is_false, out);
	case ATOM_ACTION: return action_atom(l, x, position, is_false, out);
	case ATOM_DEADLOCK:
	case ATOM_ENABLED:
	case ATOM_NONE_OF:
	case ATOM_DETERMINISTIC:
	case ATOM_CONTROLLER: return enabled_atom(l, x, position, is_false, out);
	default: return refuse(l, x);
	}
}

bool letter_at(struct letters *l, struct letter *x, uint32_t position, bool is_false, lit *out)
{
	while (x->at.count <= position) VEC_PUSH(&x->at, ((struct letter_truth){{0, 0}}));
	lit *known = &x->at.at[position].is[is_false];
	if (!*known && !encode_letter(l, x, position, is_false, known)) {
		*known = 0;
		return false;
	}
	*out = *known;
	return true;
}
