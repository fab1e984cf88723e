/* A machine as a graph with latches. The circuit of one step is encoded once; the graph has it twice, from the first state
 * and from all others. */
#include "bmc/transition.h"

static bool give_up(struct transition *t, const char *reason, struct pos pos)
{
	if (t->reason) return false;
	t->reason = arena_text(&t->run->arena, reason, strlen(reason));
	t->reason_pos = pos;
	return false;
}

static bool encoder_failed(struct transition *t)
{
	const struct encode_failure *f = encode_failed(t->w.encoder);
	return give_up(t, f->message, f->pos);
}

/* What is drawn from a part of its type would be a step that is missing. */
static bool is_whole(struct transition *t, const char *what)
{
	if (!encode_was_cut(t->w.encoder)) return true;
	return give_up(t,
	               arena_format(&t->run->arena,
	                            "%s may have values outside of MININT..MAXINT, or of what can be "
	                            "listed (--int LO..HI changes it)",
	                            what),
	               (struct pos){0});
}

/* ---- the circuit, part by part ----------------------------------------------------------------------------------- */

/* Where a part of the circuit ends. */
struct step_mark {
	lit gate;
	uint32_t required;
};

struct step_parts {
	struct step_mark constants, initialisation, shape, image;
	lit properties, typed, image_typed;
	struct encode_state *of_image; /* the state after a step, as new inputs */
	lit invariants, wanted, violations, fails;
	struct encode_bits bits, first_bits;
	lit same, first_same; /* the image is the state after a step */
};

static struct step_mark mark_of(const struct transition *t)
{
	return (struct step_mark){circuit_last(t->w.circuit), circuit_required_count(t->w.circuit)};
}

static bool encode_constants(struct transition *t, struct step_parts *p)
{
	if (!unrolling_constants(t->run, &t->w, &p->properties)) return encoder_failed(t);
	p->constants = mark_of(t);
	return is_whole(t, "constants");
}

static bool encode_initialisation(struct transition *t, struct step_parts *p)
{
	const struct node *n = t->run->model.view.initialisation;
	if (!n) {
		t->initialisation = (struct encode_step){
		    .guard = LIT_TRUE, .is_fine = LIT_TRUE, .next = encode_save(t->w.encoder)};
	} else if (!encode_execute(t->w.encoder, n, &t->initialisation)) {
		return encoder_failed(t);
	}
	p->initialisation = mark_of(t);
	return is_whole(t, "INITIALISATION");
}

/* A state of new inputs, with candidates that the invariants allow. */
static struct encode_state *free_state(struct transition *t, lit *typed)
{
	struct run *r = t->run;
	if (!encode_candidates(t->w.encoder, &r->arena, r->model.view.variables,
	                       r->model.view.variable_count, r->asked.invariants.at,
	                       r->asked.invariants.count, typed)) {
		encoder_failed(t);
		return NULL;
	}
	t->was_cut |= encode_was_cut(t->w.encoder);
	encode_forget_cut(t->w.encoder);
	return encode_save(t->w.encoder);
}

static bool add_violation(struct transition *t, struct step_parts *p, const struct node *n)
{
	lit l;
	bool undefined = reported_wants_undefined(t->run, n);
	if (!encode_violation(t->w.encoder, n, undefined, &l)) return encoder_failed(t);
	p->violations = circuit_or(t->w.circuit, p->violations, l);
	return true;
}

static bool encode_violations(struct transition *t, struct step_parts *p)
{
	struct run *r = t->run;
	bool ok = true, is_exact = true;
	lit l;
	p->violations = LIT_FALSE;
	encode_use(t->w.encoder, t->shape);
	for (uint32_t i = 0; ok && i < r->asked.duties.count; i++)
		ok = add_violation(t, p, r->asked.duties.at[i]);
	for (uint32_t i = 0; ok && i < r->asked.of_setups.count; i++)
		ok = add_violation(t, p, r->asked.of_setups.at[i]);
	for (uint32_t i = 0; ok && i < r->asked.may_fail.count; i++) {
		ok = encode_undefined(t->w.encoder, r->asked.may_fail.at[i], &l) || encoder_failed(t);
		if (ok) p->violations = circuit_or(t->w.circuit, p->violations, l);
	}
	if (ok && r->options.goal && r->options.find & RUN_GOAL) {
		ok = encode_predicate(t->w.encoder, r->options.goal, &l) || encoder_failed(t);
		if (ok) p->violations = circuit_or(t->w.circuit, p->violations, l);
	}
	if (ok && r->options.find & RUN_DEADLOCK) {
		ok = deadlock_encode(r, &t->w, &l, &is_exact) || encoder_failed(t);
		if (ok) p->violations = circuit_or(t->w.circuit, p->violations, l);
		t->is_inexact = !is_exact;
	}
	return ok && is_whole(t, "what is looked for");
}

/* Steps from states in which an invariant is false lead nowhere: such a state is a fault already. */
static bool encode_invariants(struct transition *t, struct step_parts *p)
{
	struct run *r = t->run;
	lit l;
	p->invariants = p->wanted = LIT_TRUE;
	encode_use(t->w.encoder, t->shape);
	for (uint32_t i = 0; r->options.find & RUN_INVARIANT && i < r->asked.invariants.count; i++) {
		const struct node *n = r->asked.invariants.at[i];
		if (!encode_exactly(t->w.encoder, n, &l)) return encoder_failed(t);
		p->wanted = circuit_and(t->w.circuit, p->wanted, l);
		if (!(r->options.find & RUN_UNDEFINED) && defined_may_fail(n)) continue;
		if (!encode_predicate(t->w.encoder, n, &l)) return encoder_failed(t);
		p->invariants = circuit_and(t->w.circuit, p->invariants, l);
	}
	return is_whole(t, "the invariant");
}

static bool encode_steps(struct transition *t, struct step_parts *p)
{
	if (!unrolling_step(t->run, &t->w, t->shape, &t->after, &p->fails)) return encoder_failed(t);
	return is_whole(t, "an operation");
}

/* What the image is for this state, and whether it is the same then. */
static bool encode_as_image(struct transition *t, struct step_parts *p,
                            const struct encode_state *of, struct encode_bits *bits, lit *same)
{
	if (!encode_image(t->w.encoder, p->of_image, of, bits)) return encoder_failed(t);
	return encode_same(t->w.encoder, p->of_image, of, same) || encoder_failed(t);
}

static bool encode_images(struct transition *t, struct step_parts *p)
{
	uint32_t inputs = circuit_input_count(t->w.circuit);
	if (!encode_as_image(t, p, t->initialisation.next, &p->first_bits, &p->first_same))
		return false;
	if (t->after && !encode_as_image(t, p, t->after, &p->bits, &p->same)) return false;
	if (inputs == circuit_input_count(t->w.circuit)) return is_whole(t, "a step");
	return give_up(t, "whether two values are equal depends on a choice", (struct pos){0});
}

static bool encode_monitor(struct transition *t)
{
	if (!t->monitor) return true;
	encode_use(t->w.encoder, t->shape);
	return t->monitor->encode(t->monitor->data, t) && is_whole(t, "the formula");
}

static bool encode_parts(struct transition *t, struct step_parts *p)
{
	if (!encode_constants(t, p) || !encode_initialisation(t, p)) return false;
	t->shape = free_state(t, &p->typed);
	p->shape = mark_of(t);
	if (!t->shape) return false;
	p->of_image = free_state(t, &p->image_typed);
	p->image = mark_of(t);
	if (!p->of_image) return false;
	return encode_invariants(t, p) && encode_violations(t, p) && encode_steps(t, p) &&
	       encode_monitor(t) && encode_images(t, p);
}

/* ---- latches ------------------------------------------------------------------------------------------------------- */

static void add_latch(struct transition *t, lit now)
{
	VEC_PUSH(&t->latches, (struct transition_latch){.now = now});
	aig_lit l = aig_latch(t->aig);
	if (now) aig_view_set(&t->later, now, l);
}

/* The next input of the circuit behind a gate, up to another one; or 0. */
static lit next_input(const struct transition *t, lit after, lit last)
{
	while (++after <= last)
		if (circuit_gate(t->w.circuit, after).kind == CIRCUIT_INPUT) return after;
	return 0;
}

/* Inputs of the image, one for each of the shape's, which were made by the same calls. */
struct image_input {
	lit input;
	uint32_t latch; /* by place */
};
struct step_image {
	VEC(struct image_input) inputs;
};

static bool make_latches(struct transition *t, const struct step_parts *p, struct step_image *m)
{
	lit constant = LIT_TRUE, now = p->initialisation.gate, image = p->shape.gate;
	add_latch(t, 0);
	t->started = t->aig->latches.at[0];
	while ((constant = next_input(t, constant, p->constants.gate))) add_latch(t, constant);
	t->first_variable = t->latches.count;
	while ((now = next_input(t, now, p->shape.gate))) {
		image = image ? next_input(t, image, p->image.gate) : 0;
		if (!image) return false;
		add_latch(t, now);
		VEC_PUSH(&m->inputs, (struct image_input){image, t->latches.count - 1});
	}
	return !next_input(t, image ? image : p->shape.gate, p->image.gate);
}

/* Both free states must be the same, bit by bit: that is seen in the graph, where equal gates are the same. */
static bool are_alike(struct transition *t, const struct step_parts *p, const struct step_image *m)
{
	struct aig_view v = {.aig = t->aig, .circuit = t->w.circuit, .outer = &t->later};
	struct encode_bits shape = {0}, image = {0};
	bool ok = encode_image(t->w.encoder, t->shape, t->shape, &shape) &&
	          encode_image(t->w.encoder, p->of_image, p->of_image, &image) &&
	          shape.count == image.count;
	for (uint32_t i = 0; i < m->inputs.count; i++)
		aig_view_set(&v, m->inputs.at[i].input, t->aig->latches.at[m->inputs.at[i].latch]);
	for (uint32_t i = 0; ok && i < shape.count; i++)
		ok = aig_view_literal(&t->later, shape.at[i].shape) ==
		     aig_view_literal(&v, image.at[i].shape);
	ok = ok && aig_view_literal(&t->later, p->typed) == aig_view_literal(&v, p->image_typed) &&
	     aig_view_required(&t->later, p->initialisation.required, p->shape.required) ==
	         aig_view_required(&v, p->shape.required, p->image.required);
	VEC_CLEAR(&shape);
	VEC_CLEAR(&image);
	aig_view_close(&v);
	return ok;
}

/* Inputs of the image, from the first of its gates on, while it is found out what they are. */
struct step_guess {
	aig_lit *is; /* AIG_NONE: not known */
	lit first;
	uint32_t count;
};

static aig_lit *guess_at(struct transition *t, const struct step_guess *g, lit l)
{
	lit input = l < 0 ? -l : l;
	bool is_there = input >= g->first && (uint32_t)(input - g->first) < g->count;
	if (!is_there || circuit_gate(t->w.circuit, input).kind != CIRCUIT_INPUT) return NULL;
	return &g->is[input - g->first];
}

/* A literal that is an input says what it is; one that is there if two inputs say so: both do. */
static void guess_literal(struct transition *t, const struct step_guess *g, struct aig_view *from,
                          const struct encode_bit *b)
{
	aig_lit *is = guess_at(t, g, b->shape), of = aig_view_literal(from, b->of);
	if (is && *is == AIG_NONE) *is = b->shape < 0 ? aig_not(of) : of;
	struct circuit_gate and = circuit_gate(t->w.circuit, b->shape);
	if (is || b->shape < 0 || and.kind != CIRCUIT_AND) return;
	for (uint32_t i = 0; i < and.count; i++) {
		is = and.in[i] > 0 ? guess_at(t, g, and.in[i]) : NULL;
		if (is) *is = *is == AIG_NONE ? of : aig_or(t->aig, *is, of);
	}
}

/* One of these inputs must hold: if no other does, then one that is not known yet, or else the first one. */
static void guess_clause(struct transition *t, const struct step_guess *g, uint32_t from)
{
	aig_lit *chosen = NULL, others = AIG_FALSE;
	lit l;
	for (uint32_t i = from; (l = circuit_required(t->w.circuit, i)) != 0; i++) {
		aig_lit *is = guess_at(t, g, l);
		if (!is) return;
		if (l > 0 && (!chosen || (*is == AIG_NONE && *chosen != AIG_NONE))) chosen = is;
	}
	for (uint32_t i = from; chosen && (l = circuit_required(t->w.circuit, i)) != 0; i++) {
		aig_lit *is = guess_at(t, g, l);
		if (is == chosen) continue;
		if (*is == AIG_NONE) return;
		others = aig_or(t->aig, others, l < 0 ? aig_not(*is) : *is);
	}
	if (!chosen) return;
	if (*chosen == AIG_NONE) *chosen = AIG_FALSE;
	*chosen = aig_or(t->aig, *chosen, aig_not(others));
}

/* What the inputs of the image are after a step that is seen in `from`. Where that is wrong, the image is not the state. */
static void set_image(struct transition *t, const struct step_parts *p,
                      const struct encode_bits *bits, struct aig_view *from, struct aig_view *to)
{
	struct step_guess g = {.first = p->shape.gate + 1,
	                       .count = (uint32_t)(p->image.gate - p->shape.gate)};
	g.is = memory_raw((g.count + 1) * sizeof *g.is);
	for (uint32_t i = 0; i < g.count; i++) g.is[i] = AIG_NONE;
	for (uint32_t i = 0; i < bits->count; i++) guess_literal(t, &g, from, &bits->at[i]);
	for (uint32_t i = p->shape.required; i < p->image.required; i++) {
		guess_clause(t, &g, i);
		while (circuit_required(t->w.circuit, i)) i++;
	}
	for (uint32_t i = 0; i < g.count; i++) {
		lit input = g.first + (lit)i;
		if (guess_at(t, &g, input))
			aig_view_set(to, input, g.is[i] == AIG_NONE ? AIG_FALSE : g.is[i]);
	}
	free(g.is);
}

/* ---- the graph ------------------------------------------------------------------------------------------------------ */

static aig_lit all_of(struct aig *a, const aig_lit *in, uint32_t count)
{
	aig_lit all = AIG_TRUE;
	for (uint32_t i = 0; i < count; i++) all = aig_and(a, all, in[i]);
	return all;
}

/* What holds of all words that are states, and of the first one. */
static aig_lit words(struct transition *t, const struct step_parts *p)
{
	aig_lit all[] = {aig_view_required(&t->later, 0, p->constants.required),
	                 aig_view_literal(&t->later, p->properties),
	                 aig_view_required(&t->later, p->initialisation.required, p->shape.required),
	                 aig_view_literal(&t->later, p->typed)};
	aig_lit state = all_of(t->aig, all, sizeof all / sizeof *all);
	aig_lit none = aig_not(t->started);
	for (uint32_t i = 1; i < t->aig->latches.count; i++)
		none = aig_and(t->aig, none, aig_not(t->aig->latches.at[i]));
	return aig_or(t->aig, none, aig_and(t->aig, t->started, state));
}

/* The state after a step is a word. */
static aig_lit stays(struct transition *t, const struct step_parts *p, struct aig_view *v, lit same)
{
	aig_lit all[] = {aig_view_literal(v, same), aig_view_literal(v, p->image_typed),
	                 aig_view_required(v, p->shape.required, p->image.required)};
	return all_of(t->aig, all, sizeof all / sizeof *all);
}

static void graph_first(struct transition *t, const struct step_parts *p)
{
	struct aig *a = t->aig;
	struct aig_view *v = &t->first;
	lit fails = unrolling_failures(t->run, &t->w, &t->initialisation);
	aig_lit here[] = {aig_not(t->started), aig_view_required(v, 0, p->initialisation.required),
	                  aig_view_literal(v, p->properties)};
	aig_lit chosen = all_of(a, here, sizeof here / sizeof *here);
	aig_lit fine = aig_and(a, chosen, aig_view_literal(v, t->initialisation.is_fine));
	set_image(t, p, &p->first_bits, v, &t->after_first);
	aig_lit word = stays(t, p, &t->after_first, p->first_same);
	t->begins = aig_and(a, fine, word);
	t->leaves = aig_and(a, fine, aig_not(word));
	t->fault = aig_and(a, chosen, aig_view_literal(v, fails));
}

static void graph_later(struct transition *t, const struct step_parts *p)
{
	struct aig *a = t->aig;
	struct aig_view *v = &t->later;
	uint32_t last = circuit_required_count(t->w.circuit);
	aig_lit here[] = {t->started,
	                  aig_view_required(v, p->constants.required, p->initialisation.required),
	                  aig_view_required(v, p->image.required, last)};
	aig_lit chosen = t->chosen = all_of(a, here, sizeof here / sizeof *here);
	aig_lit wrong = aig_or(a, aig_view_literal(v, p->violations), aig_view_literal(v, p->fails));
	t->fault = aig_or(a, t->fault, aig_and(a, chosen, wrong));
	t->steps = AIG_FALSE;
	if (!t->after) return;
	set_image(t, p, &p->bits, v, &t->after_later);
	aig_lit word = stays(t, p, &t->after_later, p->same);
	aig_lit taken[] = {chosen, aig_view_literal(v, t->w.is_taken),
	                   aig_view_literal(v, p->invariants)};
	aig_lit fine = all_of(a, taken, sizeof taken / sizeof *taken);
	t->steps = aig_and(a, fine, word);
	t->leaves = aig_or(a, t->leaves, aig_and(a, fine, aig_not(word)));
}

static void graph_latches(struct transition *t, const struct step_image *m)
{
	struct aig *a = t->aig;
	aig_set_next(a, t->started, aig_or(a, t->started, t->begins));
	for (uint32_t i = 1; i < t->first_variable; i++) {
		aig_lit l = a->latches.at[i], chosen = aig_view_literal(&t->first, t->latches.at[i].now);
		aig_set_next(a, l, aig_ite(a, t->begins, chosen, l));
	}
	for (uint32_t i = 0; i < m->inputs.count; i++) {
		aig_lit l = a->latches.at[m->inputs.at[i].latch], is = l;
		if (t->after)
			is = aig_ite(a, t->steps, aig_view_literal(&t->after_later, m->inputs.at[i].input), l);
		aig_lit begin = aig_view_literal(&t->after_first, m->inputs.at[i].input);
		aig_set_next(a, l, aig_ite(a, t->begins, begin, is));
	}
}

/* Has it no inputs below? */
static bool is_of_latches(const struct aig *a, aig_lit l)
{
	bool *is_below = memory_zeroed(aig_node(l) + 1, sizeof *is_below), ok = true;
	is_below[aig_node(l)] = true;
	for (uint32_t i = aig_node(l) + 1; i-- > 0;) {
		const struct aig_gate *g = &a->nodes.at[i];
		if (!is_below[i]) continue;
		if (g->kind == AIG_INPUT) ok = false;
		if (g->kind == AIG_AND) is_below[aig_node(g->left)] = is_below[aig_node(g->right)] = true;
	}
	free(is_below);
	return ok;
}

static bool make_graph(struct transition *t, const struct step_parts *p)
{
	struct step_image m = {0};
	struct pos nowhere = {0};
	bool ok = make_latches(t, p, &m) && are_alike(t, p, &m);
	if (ok) {
		t->known = words(t, p);
		t->wanted = aig_or(t->aig, aig_not(t->started), aig_view_literal(&t->later, p->wanted));
		graph_first(t, p);
		graph_later(t, p);
		if (t->monitor) t->monitor->join(t->monitor->data, t);
		graph_latches(t, &m);
	}
	VEC_CLEAR(&m.inputs);
	if (!ok) return give_up(t, "the values of a variable are no words of a fixed length", nowhere);
	if (!is_of_latches(t->aig, t->wanted)) t->wanted = AIG_TRUE;
	if (!is_of_latches(t->aig, t->known))
		return give_up(t, "what states there are depends on a choice", nowhere);
	return true;
}

static struct aig_view view_of(const struct transition *t, struct aig_view *outer)
{
	return (struct aig_view){.aig = t->aig, .circuit = t->w.circuit, .outer = outer};
}

void transition_open(struct transition *t, struct run *r, uint64_t effort_end)
{
	transition_open_with(t, r, NULL, effort_end);
}

void transition_open_with(struct transition *t, struct run *r,
                          const struct transition_monitor *monitor, uint64_t effort_end)
{
	struct step_parts p = {0};
	*t = (struct transition){.run = r, .monitor = monitor};
	if (!unrolling_open(r, &t->w)) {
		give_up(t, "the solver is not available", (struct pos){0});
		return;
	}
	if (r->gap.left_out) {
		give_up(t, arena_format(&r->arena, "PDR does not look for %s", r->gap.left_out),
		        (struct pos){0});
		return;
	}
	t->aig = aig_open();
	t->first = view_of(t, NULL);
	t->later = view_of(t, NULL);
	t->after_first = view_of(t, &t->first);
	t->after_later = view_of(t, &t->later);
	encode_give(t->w.encoder, effort_end);
	bool ok = encode_parts(t, &p) && make_graph(t, &p);
	t->is_late = !ok && eval_effort(r->model.view.eval) >= effort_end;
	VEC_CLEAR(&p.bits);
	VEC_CLEAR(&p.first_bits);
}

void transition_close(struct transition *t)
{
	aig_view_close(&t->first);
	aig_view_close(&t->later);
	aig_view_close(&t->after_first);
	aig_view_close(&t->after_later);
	if (t->aig) aig_close(t->aig);
	VEC_CLEAR(&t->latches);
	VEC_CLEAR(&t->moves);
	unrolling_close(&t->w);
	*t = (struct transition){0}; /* it may be opened again, or not */
}

enum solver_answer transition_has_state(struct transition *t)
{
	struct solver_options o = {.kind = SOLVER_CADICAL,
	                           .interrupt = t->run->options.search.interrupt};
	struct solver *s = solver_open(&o);
	if (!s) return SOLVER_UNKNOWN;
	struct aig_cnf f = {.aig = t->aig, .solver = s};
	solver_clause(s, (int[]){aig_cnf_literal(&f, t->begins)}, 1);
	for (uint32_t i = 0; i < t->aig->latches.count; i++)
		solver_clause(s, (int[]){-aig_cnf_literal(&f, t->aig->latches.at[i])}, 1);
	enum solver_answer a = solver_solve(s, NULL);
	aig_cnf_close(&f);
	solver_close(s);
	return a;
}
