/* The two-state instance: constants that satisfy the PROPERTIES, a free state of the types, a step of each operation from
 * there, and literals for each atom before and after it. Solvers get of it what they need. */
#include "relate/inside.h"

static bool failed(struct relate *r)
{
	const struct encode_failure *f = encode_failed(r->instance.encoder);
	if (r->reason.text) return false;
	r->reason.text = arena_text(&r->arena, f->message, strlen(f->message));
	r->reason.pos = f->pos;
	return false;
}

static void forget(struct relate *r, struct decl *const *names, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) eval_set(r->view.eval, names[i], VALUE_NONE);
}

static bool open_constants(struct relate *r)
{
	const struct node *p = r->view.properties;
	struct decl *const *variables;
	uint32_t count = eval_variables(r->view.eval, &variables);
	forget(r, r->view.unknowns, r->view.unknown_count);
	forget(r, variables, count);
	return encode_unknowns(r->instance.encoder, &r->arena, r->view.unknowns, r->view.unknown_count,
	                       &p, p ? 1 : 0, &r->instance.constants) ||
	       failed(r);
}

/* The first variable that INITIALISATION does not write, or NULL. */
static const struct decl *without_value(const struct relate *r)
{
	const uint64_t *bits = r->rows[r->count].writes.bits;
	for (uint32_t i = 0; i < r->view.variable_count; i++)
		if (!bits_has(bits, i)) return r->view.variables[i];
	return NULL;
}

/* Before the variables are free: it begins with none. */
static void open_initialisation(struct relate *r)
{
	struct step_row *row = &r->rows[r->count];
	const struct decl *missing = without_value(r);
	row->is_made = true;
	if (missing)
		r->reason.text =
		    arena_format(&r->arena, "INITIALISATION gives '%s' no value", missing->name);
	if (missing || !r->view.initialisation) return;
	row->is_there = encode_execute(r->instance.encoder, r->view.initialisation, &row->step);
	if (row->is_there) row->after = row->step.next;
	else failed(r);
}

static bool open_state(struct relate *r)
{
	if (!encode_unknowns(r->instance.encoder, &r->arena, r->view.variables, r->view.variable_count,
	                     r->typing.at, r->typing.count, &r->instance.typed))
		return failed(r);
	r->instance.now = encode_save(r->instance.encoder);
	return true;
}

bool instance_open(struct relate *r)
{
	struct encode_options o = {.interrupt = r->question.interrupt,
	                           .has_reach = true,
	                           .reach_low = r->instance.low,
	                           .reach_high = r->instance.high};
	r->instance.circuit = circuit_open();
	r->instance.encoder = encode_open(r->view.eval, r->question.values, r->question.project,
	                                  r->question.universe, r->instance.circuit, &o);
	if (!open_constants(r)) return false;
	open_initialisation(r);
	return open_state(r);
}

void instance_close(struct relate *r)
{
	if (r->instance.encoder) encode_close(r->instance.encoder);
	if (r->instance.circuit) circuit_close(r->instance.circuit);
}

bool instance_row(struct relate *r, uint32_t row)
{
	struct step_row *to = &r->rows[row];
	if (to->is_made) return to->is_there;
	to->is_made = true;
	encode_use(r->instance.encoder, r->instance.now);
	to->is_there =
	    encode_operation(r->instance.encoder, r->atoms.at[row].enabled, &to->step) || failed(r);
	to->after = to->step.next;
	return to->is_there;
}

/* ---- atoms ------------------------------------------------------------------------------------------------- */

static void make_room(struct relate *r, struct atom_lits **at, uint32_t *room)
{
	if (*room >= r->atoms.count) return;
	uint32_t more = r->atoms.count + r->atoms.count / 2 + 8;
	struct atom_lits *now = ARENA_ARRAY(&r->arena, more, struct atom_lits);
	if (*room) memcpy(now, *at, *room * sizeof *now);
	*at = now;
	*room = more;
}

static void make_predicate(struct relate *r, const struct encode_state *state, const struct node *n,
                           struct atom_lits *out)
{
	struct encoder *e = r->instance.encoder;
	out->is_made = true;
	encode_use(e, state);
	out->is_there = encode_predicate(e, n, &out->is);
	encode_use(e, state);
	out->is_there = out->is_there && encode_violation(e, n, true, &out->is_not);
	if (!out->is_there) failed(r);
}

/* That an operation is enabled, from the conjuncts of its guards. */
static void make_enabled(struct relate *r, const struct atom *a, const struct atom_lits *of,
                         struct atom_lits *out)
{
	struct circuit *c = r->instance.circuit;
	*out = (struct atom_lits){true, a->is_known, LIT_FALSE, LIT_TRUE};
	for (uint32_t w = 0; w < a->way_count; w++) {
		lit all = LIT_TRUE, not_all = LIT_FALSE;
		for (uint32_t i = 0; i < a->ways[w].count; i++) {
			const struct atom_lits *k = &of[a->ways[w].conjuncts[i]];
			out->is_there &= k->is_there;
			if (!out->is_there) return;
			all = circuit_and(c, all, k->is);
			not_all = circuit_or(c, not_all, k->is_not);
		}
		out->is = circuit_or(c, out->is, all);
		out->is_not = circuit_and(c, out->is_not, not_all);
	}
}

const struct atom_lits *instance_before(struct relate *r, uint32_t atom)
{
	const struct atom *a = &r->atoms.at[atom];
	make_room(r, &r->instance.lits, &r->instance.room);
	struct atom_lits *l = &r->instance.lits[atom];
	if (!l->is_made && a->predicate) make_predicate(r, r->instance.now, a->predicate, l);
	if (!l->is_made) {
		for (uint32_t k = 0; k < a->way_count; k++)
			for (uint32_t i = 0; i < a->ways[k].count; i++)
				instance_before(r, a->ways[k].conjuncts[i]);
		make_enabled(r, a, r->instance.lits, l);
	}
	return l->is_there ? l : NULL;
}

const struct atom_lits *instance_after(struct relate *r, uint32_t row, uint32_t atom)
{
	const struct atom *a = &r->atoms.at[atom];
	struct step_row *w = &r->rows[row];
	bool is_apart = row < r->count && a->is_known && !model_meet(r, &w->writes, &a->reads);
	if (is_apart) return instance_before(r, atom);
	make_room(r, &w->lits, &w->room);
	struct atom_lits *l = &w->lits[atom];
	if (!l->is_made && a->predicate) make_predicate(r, w->after, a->predicate, l);
	if (!l->is_made) {
		for (uint32_t k = 0; k < a->way_count; k++)
			for (uint32_t i = 0; i < a->ways[k].count; i++) {
				const struct atom_lits *c = instance_after(r, row, a->ways[k].conjuncts[i]);
				if (c) w->lits[a->ways[k].conjuncts[i]] = *c;
			}
		make_enabled(r, a, w->lits, l);
	}
	return l->is_there ? l : NULL;
}

lit instance_part(struct relate *r, uint32_t row, const struct literal_part *p, bool *is_there)
{
	const struct atom_lits *l =
	    p->is_after ? instance_after(r, row, p->atom) : instance_before(r, p->atom);
	*is_there = l != NULL;
	if (!l) return LIT_FALSE;
	return p->is_true ? l->is : l->is_not;
}
