/* XOR, ITE, majority and dual gates. */
#include "circuit/circuit.h"
#include "circuit/gate.h"

static bool is_constant(lit l) { return l == LIT_TRUE || l == LIT_FALSE; }

/* ---- XOR --------------------------------------------------------------------------------------- */

/* The other input if `part` is one of an XOR, else 0. Both are gates without sign. */
static lit xor_without(const struct circuit *c, lit whole, lit part)
{
	struct gate g = gate_at(c, whole);
	if (g.kind != GATE_XOR) return 0;
	const lit *in = gate_inputs(c, g);
	return in[0] == part ? in[1] : in[1] == part ? in[0] : 0;
}

lit circuit_xor(struct circuit *c, lit a, lit b)
{
	lit sign = (a < 0) == (b < 0) ? 1 : -1;
	lit in[2] = {(lit)gate_of(a), (lit)gate_of(b)};
	if (in[0] == in[1]) return -sign;
	if (in[0] == LIT_TRUE) return -sign * in[1];
	if (in[1] == LIT_TRUE) return -sign * in[0];
	gate_sort(in, 2);
	lit other = xor_without(c, in[1], in[0]);
	return sign * (other ? other : gate_make(c, GATE_XOR, in, 2));
}

lit circuit_iff(struct circuit *c, lit a, lit b) { return -circuit_xor(c, a, b); }

/* ---- ITE --------------------------------------------------------------------------------------- */

/* l where `fact` is true, as far as that makes no new gate. */
static lit given(const struct circuit *c, lit fact, lit l)
{
	if (l == fact) return LIT_TRUE;
	if (l == -fact) return LIT_FALSE;
	struct gate g = gate_at(c, l);
	if (g.kind == GATE_INPUT || g.kind == GATE_CONSTANT || g.count > 3) return l;
	const lit *in = gate_inputs(c, g);
	lit sign = l < 0 ? -1 : 1;
	if (g.kind == GATE_ITE && in[0] == (lit)gate_of(fact)) return sign * in[fact > 0 ? 1 : 2];
	if (g.kind == GATE_XOR) {
		lit other = xor_without(c, (lit)gate_of(l), (lit)gate_of(fact));
		return !other ? l : fact > 0 ? sign * -other : sign * other;
	}
	for (uint32_t i = 0; g.kind == GATE_AND && i < g.count; i++) {
		if (in[i] == -fact) return sign * LIT_FALSE;
		if (in[i] == fact && g.count == 2) return sign * in[1 - i];
	}
	return l;
}

lit circuit_ite(struct circuit *c, lit condition, lit then, lit otherwise)
{
	if (condition < 0) return circuit_ite(c, -condition, otherwise, then);
	if (condition == LIT_TRUE) return then;
	lit t = given(c, condition, then), e = given(c, -condition, otherwise);
	if (t == e) return t;
	if (t == -e && !is_constant(t)) return circuit_iff(c, condition, t);
	if (t == LIT_TRUE) return circuit_or(c, condition, e);
	if (t == LIT_FALSE) return circuit_and(c, -condition, e);
	if (e == LIT_TRUE) return circuit_or(c, -condition, t);
	if (e == LIT_FALSE) return circuit_and(c, condition, t);
	lit sign = t < 0 ? -1 : 1;
	lit in[3] = {condition, sign * t, sign * e};
	return sign * gate_make(c, GATE_ITE, in, 3);
}

/* ---- majority ---------------------------------------------------------------------------------- */

lit circuit_majority(struct circuit *c, lit a, lit b, lit d)
{
	if (a == b || a == -d) return b;
	if (b == d || b == -a) return d;
	if (a == d || d == -b) return a;
	lit in[3] = {a, b, d};
	for (int i = 0; i < 3; i++) {
		lit x = in[(i + 1) % 3], y = in[(i + 2) % 3];
		if (in[i] == LIT_TRUE) return circuit_or(c, x, y);
		if (in[i] == LIT_FALSE) return circuit_and(c, x, y);
	}
	lit sign = (a < 0) + (b < 0) + (d < 0) > 1 ? -1 : 1; /* it is its own dual */
	for (int i = 0; i < 3; i++) in[i] *= sign;
	gate_sort(in, 3);
	return sign * gate_make(c, GATE_MAJORITY, in, 3);
}

/* ---- dual -------------------------------------------------------------------------------------- */

lit circuit_dual(struct circuit *c, lit when_true, lit when_false)
{
	if (when_true == when_false || is_constant(when_true)) return when_true;
	if (is_constant(when_false)) return when_false;
	lit in[2] = {when_true, when_false};
	return gate_make(c, GATE_DUAL, in, 2);
}
