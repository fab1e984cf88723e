/* A circuit as a part of a graph: XOR, choice and majority become ANDs. */
#include "aig/aig.h"

void aig_view_close(struct aig_view *v)
{
	VEC_CLEAR(&v->of);
	VEC_CLEAR(&v->inputs);
	VEC_CLEAR(&v->todo);
}

static aig_lit *place(struct aig_view *v, lit l)
{
	uint32_t gate = (uint32_t)(l < 0 ? -l : l);
	while (v->of.count <= gate) VEC_PUSH(&v->of, AIG_NONE);
	return &v->of.at[gate];
}

static aig_lit known(struct aig_view *v, lit l) { return *place(v, l) ^ (aig_lit)(l < 0); }

void aig_view_set(struct aig_view *v, lit input, aig_lit is)
{
	*place(v, input) = input < 0 ? aig_not(is) : is;
}

static aig_lit input_of(struct aig_view *v, lit l)
{
	if (v->outer) return aig_view_literal(v->outer, l);
	VEC_PUSH(&v->inputs, l);
	return aig_input(v->aig);
}

static aig_lit majority(struct aig *a, aig_lit x, aig_lit y, aig_lit z)
{
	return aig_or(a, aig_and(a, x, y), aig_and(a, z, aig_or(a, x, y)));
}

/* Of a gate whose inputs are all known. */
static aig_lit made(struct aig_view *v, const struct circuit_gate *g)
{
	aig_lit all = AIG_TRUE;
	switch (g->kind) {
	case CIRCUIT_CONSTANT: return AIG_TRUE;
	case CIRCUIT_INPUT: return AIG_NONE; /* see input_of */
	case CIRCUIT_AND:
		for (uint32_t i = 0; i < g->count; i++) all = aig_and(v->aig, all, known(v, g->in[i]));
		return all;
	case CIRCUIT_XOR: return aig_xor(v->aig, known(v, g->in[0]), known(v, g->in[1]));
	case CIRCUIT_ITE:
		return aig_ite(v->aig, known(v, g->in[0]), known(v, g->in[1]), known(v, g->in[2]));
	case CIRCUIT_MAJORITY:
		return majority(v->aig, known(v, g->in[0]), known(v, g->in[1]), known(v, g->in[2]));
	case CIRCUIT_SAME: return known(v, g->in[0]);
	}
	return AIG_NONE;
}

aig_lit aig_view_literal(struct aig_view *v, lit l)
{
	v->todo.count = 0;
	VEC_PUSH(&v->todo, l < 0 ? -l : l);
	while (v->todo.count) {
		lit now = VEC_LAST(&v->todo);
		struct circuit_gate g = circuit_gate(v->circuit, now);
		bool is_ready = true;
		if (*place(v, now) != AIG_NONE) {
			v->todo.count--;
			continue;
		}
		for (uint32_t i = 0; i < g.count; i++) {
			lit in = g.in[i] < 0 ? -g.in[i] : g.in[i];
			if (*place(v, in) != AIG_NONE) continue;
			VEC_PUSH(&v->todo, in);
			is_ready = false;
		}
		if (!is_ready) continue;
		v->todo.count--;
		aig_lit is = g.kind == CIRCUIT_INPUT ? input_of(v, now) : made(v, &g);
		*place(v, now) = is;
	}
	return known(v, l);
}

aig_lit aig_view_required(struct aig_view *v, uint32_t from, uint32_t to)
{
	aig_lit all = AIG_TRUE;
	while (from < to) {
		aig_lit any = AIG_FALSE;
		for (lit l; (l = circuit_required(v->circuit, from++)) != 0;)
			any = aig_or(v->aig, any, aig_view_literal(v, l));
		all = aig_and(v->aig, all, any);
	}
	return all;
}
