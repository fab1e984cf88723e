/* Gates and what is required of them, as others see them. */
#include "circuit/circuit.h"
#include "circuit/gate.h"

struct circuit_gate circuit_gate(const struct circuit *c, lit l)
{
	static const enum circuit_kind kinds[] = {
	    [GATE_CONSTANT] = CIRCUIT_CONSTANT, [GATE_INPUT] = CIRCUIT_INPUT,
	    [GATE_AND] = CIRCUIT_AND,           [GATE_XOR] = CIRCUIT_XOR,
	    [GATE_ITE] = CIRCUIT_ITE,           [GATE_MAJORITY] = CIRCUIT_MAJORITY,
	    [GATE_DUAL] = CIRCUIT_SAME,
	};
	struct gate g = gate_at(c, l);
	struct circuit_gate out = {kinds[g.kind], NULL, g.count};
	if (g.count) out.in = gate_inputs(c, g);
	if (g.kind == GATE_DUAL) out.count = 1;
	return out;
}

lit circuit_last(const struct circuit *c) { return (lit)c->gates.count - 1; }

uint32_t circuit_required_count(const struct circuit *c) { return c->required.count; }

lit circuit_required(const struct circuit *c, uint32_t place) { return c->required.at[place]; }
