/* At most one, choices and orders. All are functions of their inputs: there are no auxiliary
 * unknowns, and each may be negated. */
#include "circuit/circuit.h"
#include "circuit/gate.h"

/* ---- at most one: a list of conjuncts ----------------------------------------------------------- */

/* Up to PAIRS every two exclude one another; from PRODUCT on in a square (fewer clauses than the
 * ladder there: about 2n instead of 3n). */
enum { PAIRS = 5, PRODUCT = 28, LADDER_GROUP = 4 };

static void no_two(struct circuit *c, const lit *in, uint32_t count, lits *out)
{
	for (uint32_t i = 1; i < count; i++)
		for (uint32_t k = 0; k < i; k++) POOLED_PUSH(out, -circuit_and(c, in[k], in[i]));
}

/* Groups of three; the first of each but the first group says that one before it holds. */
static void no_two_by_ladder(struct circuit *c, const lit *in, uint32_t count, lits *out)
{
	lit group[LADDER_GROUP] = {in[0], in[1], in[2]};
	uint32_t used = 3, size = 3;
	while (used < count) {
		no_two(c, group, size, out);
		group[0] = circuit_any(c, group, size);
		uint32_t more = count - used > 3 ? 2 : count - used;
		for (uint32_t i = 0; i < more; i++) group[1 + i] = in[used + i];
		used += more;
		size = 1 + more;
	}
	no_two(c, group, size, out);
}

static void no_two_of(struct circuit *c, const lit *in, uint32_t count, lits *out);

/* In one row and in one column: Chen, "A new SAT encoding of the at-most-one constraint". */
static void no_two_by_product(struct circuit *c, const lit *in, uint32_t count, lits *out)
{
	uint32_t width = 1;
	while (width * width < count) width++;
	lits line = FOR_GATES(c), lines = FOR_GATES(c);
	for (uint32_t from = 0; from < count; from += width) {
		uint32_t size = count - from < width ? count - from : width;
		POOLED_PUSH(&lines, circuit_any(c, in + from, size));
	}
	no_two_of(c, lines.at, lines.count, out);
	lines.count = 0;
	for (uint32_t column = 0; column < width; column++) {
		line.count = 0;
		for (uint32_t i = column; i < count; i += width) POOLED_PUSH(&line, in[i]);
		POOLED_PUSH(&lines, circuit_any(c, line.at, line.count));
	}
	no_two_of(c, lines.at, lines.count, out);
	POOLED_CLEAR(&line);
	POOLED_CLEAR(&lines);
}

static void no_two_of(struct circuit *c, const lit *in, uint32_t count, lits *out)
{
	if (count <= PAIRS) no_two(c, in, count, out);
	else if (count < PRODUCT) no_two_by_ladder(c, in, count, out);
	else no_two_by_product(c, in, count, out);
}

lit circuit_at_most_one(struct circuit *c, const lit *in, uint32_t count)
{
	lits unknown = FOR_GATES(c), parts = FOR_GATES(c);
	uint32_t true_ones = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (in[i] == LIT_TRUE) true_ones++;
		else if (in[i] != LIT_FALSE) POOLED_PUSH(&unknown, in[i]);
	}
	lit result = LIT_FALSE;
	if (true_ones == 1) {
		result = -circuit_any(c, unknown.at, unknown.count);
	} else if (true_ones == 0) {
		no_two_of(c, unknown.at, unknown.count, &parts);
		result = circuit_all(c, parts.at, parts.count);
	}
	POOLED_CLEAR(&unknown);
	POOLED_CLEAR(&parts);
	return result;
}

lit circuit_exactly_one(struct circuit *c, const lit *in, uint32_t count)
{
	return circuit_and(c, circuit_any(c, in, count), circuit_at_most_one(c, in, count));
}

/* ---- orders and choices ------------------------------------------------------------------------ */

/* a <= b iff of (not a[i]), b[i] and "the rest is ordered" two hold, from the last position to the
 * first: three clauses for each position where it must hold. */
lit circuit_lex_less_equal(struct circuit *c, const lit *a, const lit *b, uint32_t count)
{
	lit ordered = LIT_TRUE;
	for (uint32_t i = count; i-- > 0;) ordered = circuit_majority(c, -a[i], b[i], ordered);
	return ordered;
}

/* `of` are constants: any of the conditions of the true ones, or none of the others. */
static lit select_constant(struct circuit *c, const lit *conditions, const lit *of, uint32_t count)
{
	lits is[2] = {FOR_GATES(c), FOR_GATES(c)};
	for (uint32_t i = 0; i < count; i++) POOLED_PUSH(&is[of[i] == LIT_TRUE], conditions[i]);
	bool by_false = is[0].count < is[1].count;
	lit any = circuit_any(c, is[!by_false].at, is[!by_false].count);
	POOLED_CLEAR(&is[0]);
	POOLED_CLEAR(&is[1]);
	return by_false ? -any : any;
}

static lit select_unknown(struct circuit *c, const lit *conditions, const lit *of, uint32_t count)
{
	lits implied = FOR_GATES(c), chosen = FOR_GATES(c);
	for (uint32_t i = 0; i < count; i++) {
		POOLED_PUSH(&implied, circuit_implies(c, conditions[i], of[i]));
		POOLED_PUSH(&chosen, circuit_and(c, conditions[i], of[i]));
	}
	lit result = circuit_dual(c, circuit_all(c, implied.at, implied.count),
	                          circuit_any(c, chosen.at, chosen.count));
	POOLED_CLEAR(&implied);
	POOLED_CLEAR(&chosen);
	return result;
}

/* Those that may be chosen, in is and of; returns the one that is, or 0. */
static lit select_possible(const lit *conditions, const lit *of, uint32_t count, lits *is,
                           lits *possible)
{
	for (uint32_t i = 0; i < count; i++) {
		if (conditions[i] == LIT_FALSE) continue;
		if (conditions[i] == LIT_TRUE) return of[i];
		POOLED_PUSH(is, conditions[i]);
		POOLED_PUSH(possible, of[i]);
	}
	return 0;
}

static lit select_one(struct circuit *c, const lit *conditions, const lit *of, uint32_t count)
{
	bool all_same = true, all_constant = true;
	for (uint32_t i = 0; i < count; i++) {
		all_same = all_same && of[i] == of[0];
		all_constant = all_constant && gate_of(of[i]) == LIT_TRUE;
	}
	if (count == 0) return LIT_FALSE;
	if (all_same) return of[0];
	if (all_constant) return select_constant(c, conditions, of, count);
	if (count == 2) return circuit_ite(c, conditions[0], of[0], of[1]);
	return select_unknown(c, conditions, of, count);
}

lit circuit_select(struct circuit *c, const lit *conditions, const lit *of, uint32_t count)
{
	lits is = FOR_GATES(c), possible = FOR_GATES(c);
	lit result = select_possible(conditions, of, count, &is, &possible);
	if (!result) result = select_one(c, is.at, possible.at, is.count);
	POOLED_CLEAR(&is);
	POOLED_CLEAR(&possible);
	return result;
}

lit circuit_same(struct circuit *c, const lit *a, const lit *b, uint32_t count)
{
	if (count == 2 && a[0] == -a[1] && b[0] == -b[1]) return circuit_iff(c, a[0], b[0]);
	return circuit_select(c, a, b, count);
}
