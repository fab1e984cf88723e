/* Conjunctions and disjunctions. Before an AND gate is made, what its inputs say about one another
 * is used: an input that is an AND makes its own inputs known, and inputs of which a part is known
 * become smaller or go away (in the manner of Brummayer and Biere, "Local two-level And-Inverter Graph
 * minimization without blowup", but for any number of inputs). */
#include "circuit/circuit.h"
#include "circuit/gate.h"

/* Inputs of wider gates are not looked at; after so many rounds the rest stays as it is. */
enum { SMALL = 8, ROUNDS = 4 };

/* ---- one round: false if the conjunction is contradictory -------------------------------------- */

static bool keep_distinct(struct circuit *c, lit *list, uint32_t *count)
{
	uint32_t kept = 0;
	marks_next(c);
	for (uint32_t i = 0; i < *count; i++) {
		lit l = list[i];
		if (l == LIT_FALSE) return false;
		if (l == LIT_TRUE) continue;
		enum known k = marks_known(c, l);
		if (k == REFUTED) return false;
		if (k == KNOWN) continue;
		marks_learn(c, l, 0);
		list[kept++] = l;
	}
	*count = kept;
	return true;
}

static bool learn_from_inputs(struct circuit *c, const lit *list, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct gate g = gate_at(c, list[i]);
		if (g.kind != GATE_AND || list[i] < 0 || g.count > SMALL) continue;
		const lit *in = gate_inputs(c, g);
		for (uint32_t k = 0; k < g.count; k++) {
			if (marks_known(c, in[k]) == REFUTED) return false;
			marks_learn(c, in[k], MARK_IMPLIED);
		}
	}
	return true;
}

/* -(in[0] & in[1] & ...) with what is known: the literal that is left, if it is one. */
static lit rest_of_or(const struct circuit *c, lit l, struct gate g)
{
	const lit *in = gate_inputs(c, g);
	uint32_t open = 0;
	lit left = 0;
	for (uint32_t i = 0; i < g.count; i++) {
		enum known k = marks_known(c, in[i]);
		if (k == REFUTED) return LIT_TRUE;
		if (k == KNOWN) continue;
		left = in[i];
		open++;
	}
	if (open == 0) return LIT_FALSE;
	return open == 1 ? -left : l;
}

static lit rest_of_xor(const struct circuit *c, lit l, struct gate g)
{
	const lit *in = gate_inputs(c, g);
	lit sign = l < 0 ? -1 : 1;
	for (int i = 0; i < 2; i++) {
		enum known k = marks_known(c, in[i]);
		if (k != UNKNOWN) return sign * (k == KNOWN ? -in[1 - i] : in[1 - i]);
	}
	return l;
}

static lit rest_of_ite(const struct circuit *c, lit l, struct gate g)
{
	const lit *in = gate_inputs(c, g);
	enum known k = marks_known(c, in[0]);
	if (k == UNKNOWN) return l;
	return (l < 0 ? -1 : 1) * (k == KNOWN ? in[1] : in[2]);
}

static lit rest_of(const struct circuit *c, lit l)
{
	struct gate g = gate_at(c, l);
	if (g.kind == GATE_AND && l < 0 && g.count <= SMALL) return rest_of_or(c, l, g);
	if (g.kind == GATE_XOR) return rest_of_xor(c, l, g);
	if (g.kind == GATE_ITE) return rest_of_ite(c, l, g);
	return l;
}

/* Why no input is dropped because of one that is dropped because of it: what is known of a gate's
 * inputs comes from smaller gates of the list, or from ANDs, which stay unless a larger one has them. */
static bool simplify_inputs(struct circuit *c, lit *list, uint32_t *count, bool *changed)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < *count; i++) {
		lit l = list[i];
		if (c->marks[gate_of(l)] & MARK_IMPLIED) continue;
		lit rest = rest_of(c, l);
		if (rest == LIT_FALSE) return false;
		if (rest != l) *changed = true;
		if (rest != LIT_TRUE) list[kept++] = rest;
	}
	*count = kept;
	return true;
}

/* ---- two disjunctions -------------------------------------------------------------------------- */

static bool has_all(const lit *in, uint32_t count, const lit *wanted, uint32_t wanted_count)
{
	for (uint32_t i = 0; i < wanted_count; i++)
		if (!lit_is_among(in, count, wanted[i])) return false;
	return true;
}

/* One of them alone if it implies the other, (a | b) & (a | -b) = a; else 0. */
static lit two_disjunctions(const struct circuit *c, lit a, lit b)
{
	struct gate g = gate_at(c, a), h = gate_at(c, b);
	if (a > 0 || b > 0 || g.kind != GATE_AND || h.kind != GATE_AND) return 0;
	if (g.count > SMALL || h.count > SMALL) return 0;
	const lit *x = gate_inputs(c, g), *y = gate_inputs(c, h);
	if (has_all(y, h.count, x, g.count)) return a;
	if (has_all(x, g.count, y, h.count)) return b;
	if (g.count != 2 || h.count != 2) return 0;
	for (int i = 0; i < 2; i++)
		if (lit_is_among(y, 2, x[i]) && lit_is_among(y, 2, -x[1 - i])) return -x[i];
	return 0;
}

/* ---- conjunctions ------------------------------------------------------------------------------ */

/* The list is changed. */
static lit conjunction(struct circuit *c, lit *list, uint32_t count)
{
	bool changed = true;
	for (int round = 0; changed && round < ROUNDS; round++) {
		changed = false;
		if (!keep_distinct(c, list, &count) || !learn_from_inputs(c, list, count) ||
		    !simplify_inputs(c, list, &count, &changed))
			return LIT_FALSE;
	}
	if (changed && !keep_distinct(c, list, &count)) return LIT_FALSE;
	if (count == 0) return LIT_TRUE;
	if (count == 1) return list[0];
	lit simple = count == 2 ? two_disjunctions(c, list[0], list[1]) : 0;
	if (simple) return simple;
	gate_sort(list, count);
	return gate_make(c, GATE_AND, list, count);
}

lit circuit_and(struct circuit *c, lit a, lit b)
{
	if (a == LIT_FALSE || b == LIT_FALSE || a == -b) return LIT_FALSE;
	if (a == LIT_TRUE || a == b) return b;
	if (b == LIT_TRUE) return a;
	lit list[2] = {a, b};
	if (gate_at(c, a).kind != GATE_INPUT || gate_at(c, b).kind != GATE_INPUT)
		return conjunction(c, list, 2);
	gate_sort(list, 2);
	return gate_make(c, GATE_AND, list, 2);
}

lit circuit_or(struct circuit *c, lit a, lit b) { return -circuit_and(c, -a, -b); }

lit circuit_implies(struct circuit *c, lit a, lit b) { return -circuit_and(c, a, -b); }

static lit *scratch(struct circuit *c, uint32_t count)
{
	while (c->scratch.room < count)
		vec_reserve((void **)&c->scratch.at, &c->scratch.room, c->scratch.room, sizeof(lit));
	return c->scratch.at;
}

lit circuit_all(struct circuit *c, const lit *in, uint32_t count)
{
	if (count == 2) return circuit_and(c, in[0], in[1]);
	lit *list = scratch(c, count);
	if (count) memcpy(list, in, count * sizeof *in);
	return conjunction(c, list, count);
}

lit circuit_any(struct circuit *c, const lit *in, uint32_t count)
{
	if (count == 2) return circuit_or(c, in[0], in[1]);
	lit *list = scratch(c, count);
	for (uint32_t i = 0; i < count; i++) list[i] = -in[i];
	return -conjunction(c, list, count);
}
