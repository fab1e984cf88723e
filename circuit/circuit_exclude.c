/* Literals that exclude one another, as far as that can be seen by propagation from gates to their
 * inputs: for who may choose a simpler form then. */
#include "circuit/circuit.h"
#include "circuit/gate.h"

/* So much is looked at, so deep, so often. */
enum { MOST_KNOWN = 2000, DEEP = 3, ROUNDS = 6, MOST_INPUTS = 64 };

struct exclusion {
	struct circuit *circuit;
	lits queue; /* that hold; from `next` on they are to be looked at */
	uint32_t next;
	lits open; /* those of which more may follow when more is known */
	bool is_refuted;
};

static void hold(struct exclusion *x, lit l)
{
	enum known k = marks_known(x->circuit, l);
	if (l == LIT_FALSE || k == REFUTED) x->is_refuted = true;
	if (x->is_refuted || l == LIT_TRUE || k == KNOWN || x->queue.count >= MOST_KNOWN) return;
	marks_learn(x->circuit, l, 0);
	POOLED_PUSH(&x->queue, l);
}

/* The others of its choice do not hold. */
static void hold_choice(struct exclusion *x, lit l, struct gate g)
{
	const struct circuit *c = x->circuit;
	for (uint32_t i = l > 0 ? g.start : 0; i && c->choices.at[i]; i++)
		if (c->choices.at[i] != l) hold(x, -c->choices.at[i]);
}

static void look_at(struct exclusion *x, lit l)
{
	struct gate g = gate_at(x->circuit, l);
	const lit *in = gate_inputs(x->circuit, g);
	switch (g.kind) {
	case GATE_INPUT: hold_choice(x, l, g); break;
	case GATE_DUAL: hold(x, l > 0 ? in[0] : -in[1]); break;
	case GATE_AND:
		for (uint32_t i = 0; l > 0 && i < g.count; i++) hold(x, in[i]);
		if (l < 0 && g.count <= MOST_INPUTS) POOLED_PUSH(&x->open, l);
		break;
	case GATE_XOR:
	case GATE_ITE: POOLED_PUSH(&x->open, l); break;
	default: break;
	}
}

/* Of a literal that is perhaps not known, but its inputs are. */
static enum known value_of(const struct exclusion *x, lit l, int depth)
{
	enum known k = marks_known(x->circuit, l);
	struct gate g = gate_at(x->circuit, l);
	if (k != UNKNOWN || g.kind != GATE_AND || depth == 0 || g.count > MOST_INPUTS) return k;
	const lit *in = gate_inputs(x->circuit, g);
	bool is_sure = true;
	for (uint32_t i = 0; i < g.count; i++) {
		enum known of = value_of(x, in[i], depth - 1);
		if (of == REFUTED) return l > 0 ? REFUTED : KNOWN;
		is_sure = is_sure && of == KNOWN;
	}
	if (!is_sure) return UNKNOWN;
	return l > 0 ? KNOWN : REFUTED;
}

/* One input of the AND does not hold: is it clear which? */
static void look_at_or(struct exclusion *x, struct gate g)
{
	const lit *in = gate_inputs(x->circuit, g);
	lit left = 0;
	for (uint32_t i = 0; i < g.count; i++) {
		enum known k = value_of(x, in[i], DEEP);
		if (k == REFUTED || (k == UNKNOWN && left)) return;
		if (k == UNKNOWN) left = in[i];
	}
	hold(x, left ? -left : LIT_FALSE);
}

static void look_again(struct exclusion *x, lit l)
{
	struct gate g = gate_at(x->circuit, l);
	const lit *in = gate_inputs(x->circuit, g);
	if (g.kind == GATE_AND) {
		look_at_or(x, g);
	} else if (g.kind == GATE_ITE) {
		enum known k = value_of(x, in[0], DEEP);
		if (k != UNKNOWN) hold(x, (l > 0 ? 1 : -1) * in[k == KNOWN ? 1 : 2]);
	} else {
		for (int i = 0; i < 2; i++) {
			enum known k = value_of(x, in[i], DEEP);
			if (k != UNKNOWN) hold(x, ((k == KNOWN) == (l > 0) ? -1 : 1) * in[1 - i]);
		}
	}
}

static void propagate(struct exclusion *x)
{
	for (int round = 0; round < ROUNDS && !x->is_refuted; round++) {
		while (x->next < x->queue.count && !x->is_refuted) look_at(x, x->queue.at[x->next++]);
		for (uint32_t i = 0; i < x->open.count && !x->is_refuted; i++) look_again(x, x->open.at[i]);
		if (x->next == x->queue.count) return;
	}
}

bool circuit_excludes(struct circuit *c, const lit *in, uint32_t count)
{
	struct exclusion x = {.circuit = c, .queue = FOR_GATES(c), .open = FOR_GATES(c)};
	marks_next(c);
	for (uint32_t i = 0; i < count; i++) hold(&x, in[i]);
	propagate(&x);
	POOLED_CLEAR(&x.queue);
	POOLED_CLEAR(&x.open);
	return x.is_refuted;
}
