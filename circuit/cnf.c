/* From circuits to clauses: what is held back, how often gates are used, and models. */
#include "circuit/cnf.h"

struct cnf *cnf_open(struct circuit *c, struct solver *s)
{
	struct cnf *f = memory_zeroed(1, sizeof *f);
	f->circuit = c;
	f->solver = s;
	return f;
}

void cnf_close(struct cnf *f)
{
	if (!f) return;
	VEC_CLEAR(&f->pending);
	VEC_CLEAR(&f->roots);
	VEC_CLEAR(&f->definitions);
	VEC_CLEAR(&f->inputs);
	VEC_CLEAR(&f->merged);
	VEC_CLEAR(&f->exact);
	free(f->same);
	free(f->reached);
	VEC_CLEAR(&f->leaves);
	VEC_CLEAR(&f->open);
	VEC_CLEAR(&f->candidates);
	VEC_CLEAR(&f->frames);
	VEC_CLEAR(&f->clause);
	VEC_CLEAR(&f->todo);
	free(f->gates);
	free(f->values);
	free(f);
}

/* The array with room for all gates; what is new is zero. */
static void *grow(const struct cnf *f, void *array, uint32_t *room, size_t size)
{
	if (*room >= f->circuit->gates.count) return array;
	uint32_t wanted = f->circuit->gates.room;
	char *bytes = memory_resized(array, wanted * size);
	memset(bytes + *room * size, 0, (wanted - *room) * size);
	*room = wanted;
	return bytes;
}

void cnf_grow(struct cnf *f) { f->gates = grow(f, f->gates, &f->gate_room, sizeof *f->gates); }

/* ---- asserting --------------------------------------------------------------------------------- */

void cnf_assert(struct cnf *f, lit l) { cnf_assert_any(f, &l, 1); }

void cnf_assert_any(struct cnf *f, const lit *in, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&f->pending, in[i]);
	VEC_PUSH(&f->pending, 0);
}

int cnf_literal(struct cnf *f, lit l)
{
	cnf_grow(f);
	l = cnf_resolve(f, l);
	if (gate_of(l) == LIT_TRUE) return l * cnf_true(f);
	return cnf_request(f, l);
}

static void take_required(struct cnf *f)
{
	for (; f->required < f->circuit->required.count; f->required++)
		VEC_PUSH(&f->pending, f->circuit->required.at[f->required]);
}

/* Conjunctions are taken apart. All that is asserted is known before a clause is sent. */
void cnf_hold(struct cnf *f, lit asserted)
{
	f->todo.count = 0;
	VEC_PUSH(&f->todo, asserted);
	while (f->todo.count) {
		lit l = cnf_resolve(f, VEC_POP(&f->todo));
		if (l == LIT_TRUE || cnf_is(f, l, CNF_FIXED)) continue;
		if (l == LIT_FALSE || cnf_is(f, -l, CNF_FIXED)) {
			cnf_send_contradiction(f);
			continue;
		}
		cnf_set(f, l, CNF_FIXED);
		struct gate g = gate_at(f->circuit, l);
		if (g.kind != GATE_AND || l < 0 || cnf_is(f, l, CNF_DEFINED)) {
			VEC_PUSH(&f->roots, l);
			continue;
		}
		const lit *in = gate_inputs(f->circuit, g);
		for (uint32_t i = g.count; i-- > 0;) VEC_PUSH(&f->todo, in[i]);
	}
}

void cnf_each_pending(struct cnf *f, bool is_unit,
                      void (*call)(struct cnf *f, const lit *in, uint32_t count))
{
	for (uint32_t i = 0, end; i < f->pending.count; i = end + 1) {
		for (end = i; f->pending.at[end];) end++;
		if ((end - i == 1) == is_unit) call(f, f->pending.at + i, end - i);
	}
}

static void hold_unit(struct cnf *f, const lit *in, uint32_t count)
{
	(void)count;
	cnf_hold(f, in[0]);
}

/* ---- counting ---------------------------------------------------------------------------------- */

static void count_use(struct cnf *f, lit use)
{
	lit l = cnf_resolve(f, use);
	struct gate g = gate_at(f->circuit, l);
	if (g.kind == GATE_CONSTANT || g.kind == GATE_INPUT) return;
	if (cnf_is(f, l, CNF_FIXED) || cnf_is(f, -l, CNF_FIXED)) return;
	uint8_t *uses = &f->gates[gate_of(l)].uses[direction_of(l)];
	if (*uses < UINT8_MAX) ++*uses;
	if (cnf_is(f, l, CNF_COUNTED)) return;
	cnf_set(f, l, CNF_COUNTED);
	VEC_PUSH(&f->todo, l);
}

static void count_terms(struct cnf *f, lit l)
{
	uint32_t terms = cnf_term_count(f->circuit, l);
	for (uint32_t i = 0; i < terms; i++) cnf_push_term(f, l, i);
	while (f->open.count) count_use(f, VEC_POP(&f->open));
}

static void count_below(struct cnf *f)
{
	while (f->todo.count) count_terms(f, VEC_POP(&f->todo));
}

/* A root that is a gate and not of the form of a variable is written out. */
static void count_root(struct cnf *f, lit l)
{
	if (cnf_is(f, l, CNF_COUNTED)) return;
	cnf_set(f, l, CNF_COUNTED);
	count_terms(f, l);
	count_below(f);
}

static void count_clause(struct cnf *f, const lit *in, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) count_use(f, in[i]);
	count_below(f);
}

/* ---- flush ------------------------------------------------------------------------------------- */

static void settle(struct cnf *f)
{
	enum { ROUNDS = 4 };
	cnf_settle(f);
	for (uint32_t round = 0; round < ROUNDS && cnf_merge(f); round++) cnf_settle(f);
}

void cnf_flush(struct cnf *f)
{
	take_required(f);
	cnf_grow(f);
	cnf_each_pending(f, true, hold_unit);
	if (!f->is_settled) settle(f);
	f->is_settled = true;
	f->todo.count = 0;
	for (uint32_t i = 0; i < f->roots.count; i++) count_root(f, f->roots.at[i]);
	for (uint32_t i = 0; i < f->definitions.count; i++) count_root(f, f->definitions.at[i]);
	cnf_each_pending(f, false, count_clause);

	for (uint32_t i = 0; i < f->roots.count && !solver_is_stopped(f->solver); i++)
		cnf_send_root(f, f->roots.at[i]);
	cnf_each_pending(f, false, cnf_send_clause);
	while (f->definitions.count && !solver_is_stopped(f->solver))
		cnf_send_definition(f, VEC_POP(&f->definitions));
	f->roots.count = f->pending.count = 0;
}

/* ---- models ------------------------------------------------------------------------------------ */

void cnf_model(struct cnf *f)
{
	f->values = grow(f, f->values, &f->value_room, sizeof *f->values);
	if (++f->model > UINT32_MAX / 2) {
		memset(f->values, 0, f->value_room * sizeof *f->values);
		f->model = 1;
	}
	for (uint32_t i = 0; i < f->inputs.count; i++) {
		uint32_t g = gate_of(f->inputs.at[i]);
		f->values[g] = f->model << 1 | solver_value(f->solver, f->gates[g].variable);
	}
	for (uint32_t i = 0; i < f->merged.count; i++) {
		lit is = cnf_now(f, f->merged.at[i]);
		bool value = gate_of(is) == LIT_TRUE || f->values[gate_of(is)] == (f->model << 1 | 1);
		f->values[f->merged.at[i]] = f->model << 1 | (value != direction_of(is));
	}
}

static inline bool has_value(const struct cnf *f, lit l)
{
	return f->values[gate_of(l)] >> 1 == f->model;
}

static inline bool value_of(const struct cnf *f, lit l)
{
	return (f->values[gate_of(l)] & 1) != direction_of(l);
}

/* Of a gate whose inputs have values. */
static bool compute(const struct cnf *f, struct gate g)
{
	const lit *in = gate_inputs(f->circuit, g);
	switch (g.kind) {
	case GATE_CONSTANT: return true;
	case GATE_AND:
		for (uint32_t i = 0; i < g.count; i++)
			if (!value_of(f, in[i])) return false;
		return true;
	case GATE_XOR: return value_of(f, in[0]) != value_of(f, in[1]);
	case GATE_ITE: return value_of(f, in[0]) ? value_of(f, in[1]) : value_of(f, in[2]);
	case GATE_MAJORITY: return value_of(f, in[0]) + value_of(f, in[1]) + value_of(f, in[2]) > 1;
	case GATE_DUAL: return value_of(f, in[1]);
	default: return false; /* an input that the solver has not seen */
	}
}

bool cnf_value(struct cnf *f, lit l)
{
	f->values = grow(f, f->values, &f->value_room, sizeof *f->values);
	f->todo.count = 0;
	if (!has_value(f, l)) VEC_PUSH(&f->todo, l);
	while (f->todo.count) {
		uint32_t top = f->todo.count - 1, gate = gate_of(f->todo.at[top]);
		struct gate g = f->circuit->gates.at[gate];
		for (uint32_t i = 0; i < g.count; i++) {
			lit in = gate_inputs(f->circuit, g)[i];
			if (!has_value(f, in)) VEC_PUSH(&f->todo, in);
		}
		if (f->todo.count - 1 > top) continue;
		f->values[gate] = f->model << 1 | compute(f, g);
		f->todo.count--;
	}
	return value_of(f, l);
}

int cnf_variable(const struct cnf *f, lit input)
{
	if (gate_of(input) >= f->gate_room) return 0;
	if (f->gates[gate_of(input)].variable) return f->gates[gate_of(input)].variable;
	lit is = cnf_now(f, input);
	return is < 0 ? -f->gates[gate_of(is)].variable : f->gates[gate_of(is)].variable;
}
