/* See tests/pdr/graphs.h. */
#include "tests/pdr/graphs.h"

enum { MOST_LATCHES = 7, MOST_INPUTS = 3, MOST_STATES = 1 << MOST_LATCHES };

static uint32_t number(uint64_t *state, uint32_t below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33) % below;
}

static aig_lit any(struct aig *a, uint64_t *state)
{
	return 2 * number(state, a->nodes.count) + number(state, 2);
}

static void bits_of(uint32_t word, uint32_t count, bool *out)
{
	for (uint32_t i = 0; i < count; i++) out[i] = word >> i & 1;
}

/* Breadth first, all inputs in each state. */
static int find_bad(const struct random_graph *g)
{
	const struct aig *a = g->aig;
	int distance[MOST_STATES];
	uint32_t queue[MOST_STATES], count = 1;
	bool latches[MOST_LATCHES + 1], inputs[MOST_INPUTS + 1];
	for (int i = 0; i < MOST_STATES; i++) distance[i] = -1;
	queue[0] = 0;
	distance[0] = 0;
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t in = 0; in < 1u << a->inputs.count; in++) {
			uint32_t next = 0;
			bits_of(queue[i], a->latches.count, latches);
			bits_of(in, a->inputs.count, inputs);
			bool *v = aig_simulate(a, latches, inputs);
			bool is_bad = aig_value(v, g->bad);
			for (uint32_t k = 0; k < a->latches.count; k++)
				next |= (uint32_t)aig_value(v, aig_next(a, a->latches.at[k])) << k;
			free(v);
			if (is_bad) return distance[queue[i]];
			if (distance[next] >= 0) continue;
			distance[next] = distance[queue[i]] + 1;
			queue[count++] = next;
		}
	}
	return -1;
}

void random_graph_make(uint64_t seed, struct random_graph *out)
{
	uint64_t state = seed * 0x9e3779b97f4a7c15u;
	struct aig *a = out->aig = aig_open();
	uint32_t latches = 2 + number(&state, MOST_LATCHES - 1),
	         inputs = number(&state, MOST_INPUTS + 1);
	for (uint32_t i = 0; i < latches; i++) aig_latch(a);
	for (uint32_t i = 0; i < inputs; i++) aig_input(a);
	uint32_t ands = 10 + number(&state, 60);
	for (uint32_t i = 0; i < ands; i++) aig_and(a, any(a, &state), any(a, &state));
	for (uint32_t i = 0; i < latches; i++) aig_set_next(a, a->latches.at[i], any(a, &state));
	/* rarely true: several literals together */
	out->bad = any(a, &state);
	for (uint32_t i = number(&state, 4); i > 0; i--) {
		aig_lit more = aig_and(a, out->bad, any(a, &state));
		if (more != AIG_FALSE) out->bad = more;
	}
	out->distance = find_bad(out);
}

static aig_lit copied(const aig_lit *copies, aig_lit l) { return copies[aig_node(l)] ^ (l & 1); }

void random_graph_double(struct random_graph *g)
{
	struct aig *a = g->aig;
	uint32_t count = a->nodes.count, latches = a->latches.count;
	aig_lit *copies = calloc(count, sizeof *copies);
	if (!copies) diag_no_memory();
	for (uint32_t i = 0; i < latches; i++) copies[aig_node(a->latches.at[i])] = aig_latch(a);
	for (uint32_t i = 0; i < count; i++) {
		struct aig_gate n = a->nodes.at[i];
		if (n.kind == AIG_INPUT) copies[i] = aig_input(a);
		if (n.kind == AIG_AND)
			copies[i] = aig_and(a, copied(copies, n.left), copied(copies, n.right));
	}
	for (uint32_t i = 0; i < latches; i++)
		aig_set_next(a, a->latches.at[latches + i], copied(copies, aig_next(a, a->latches.at[i])));
	g->bad = aig_or(a, g->bad, copied(copies, g->bad));
	free(copies);
}

void random_graph_clear(struct random_graph *g) { aig_close(g->aig); }
