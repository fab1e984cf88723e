/* Before the first clause is sent: what follows from what is asserted by propagation through gates and
 * clauses. Such gates need neither variable nor clauses. The solver would find the same, but only after the
 * clauses were made, and it would keep the choices of which one half cannot be. */
#include "circuit/cnf.h"

/* 1: holds, -1: does not, 0: not known. */
static int known(const struct cnf *f, lit l)
{
	l = cnf_now(f, l);
	struct gate g = gate_at(f->circuit, l);
	if (g.kind == GATE_DUAL) {
		const lit *in = gate_inputs(f->circuit, g);
		int sign = l < 0 ? -1 : 1, when_true = known(f, sign * in[0]);
		return when_true == known(f, sign * in[1]) ? when_true : 0;
	}
	if (l == LIT_TRUE || cnf_is(f, l, CNF_FIXED)) return 1;
	return l == LIT_FALSE || cnf_is(f, -l, CNF_FIXED) ? -1 : 0;
}

/* ---- from inputs to gates ------------------------------------------------------------------------------ */

static int known_and(const struct cnf *f, struct gate g)
{
	int result = 1;
	for (uint32_t i = 0; i < g.count; i++) {
		int is = known(f, gate_inputs(f->circuit, g)[i]);
		if (is < 0) return -1;
		if (is == 0) result = 0;
	}
	return result;
}

static int known_majority(const struct cnf *f, const lit *in)
{
	int sum = known(f, in[0]) + known(f, in[1]) + known(f, in[2]);
	return sum > 1 ? 1 : sum < -1 ? -1 : 0;
}

static int known_ite(const struct cnf *f, const lit *in)
{
	int condition = known(f, in[0]);
	if (condition) return known(f, condition > 0 ? in[1] : in[2]);
	int then = known(f, in[1]);
	return then == known(f, in[2]) ? then : 0;
}

static int known_by_inputs(const struct cnf *f, struct gate g)
{
	const lit *in = gate_inputs(f->circuit, g);
	switch (g.kind) {
	case GATE_AND: return known_and(f, g);
	case GATE_XOR: return -known(f, in[0]) * known(f, in[1]);
	case GATE_ITE: return known_ite(f, in);
	case GATE_MAJORITY: return known_majority(f, in);
	default: return 0;
	}
}

static void settle_gates(struct cnf *f)
{
	for (uint32_t i = 2; i < f->circuit->gates.count; i++) {
		lit l = (lit)i;
		if (cnf_is(f, l, CNF_FIXED) || cnf_is(f, -l, CNF_FIXED)) continue;
		int is = known_by_inputs(f, f->circuit->gates.at[i]);
		if (is) cnf_set(f, is * l, CNF_FIXED);
	}
}

/* ---- from what is asserted to its parts ------------------------------------------------------------------ */

/* If all of these belong to one choice, no other of its members can be. */
static void exclude_others(struct cnf *f, const lit *in, uint32_t count)
{
	enum { MOST = 64 };
	uint32_t group = 0;
	if (!count || count > MOST) return;
	for (uint32_t i = 0; i < count; i++) {
		struct gate g = gate_at(f->circuit, in[i]);
		if (in[i] < 0 || g.kind != GATE_INPUT || !g.start || (group && g.start != group)) return;
		group = g.start;
	}
	for (uint32_t i = group; f->circuit->choices.at[i]; i++) {
		lit member = f->circuit->choices.at[i];
		bool is_here = false;
		for (uint32_t k = 0; k < count; k++) is_here |= in[k] == member;
		if (!is_here && !known(f, member)) cnf_hold(f, -member);
	}
}

/* A disjunction that is asserted; sign -1: of the complements. */
static void settle_any(struct cnf *f, const lit *in, uint32_t count, int sign)
{
	f->open.count = 0;
	for (uint32_t i = 0; i < count; i++) {
		int is = sign * known(f, in[i]);
		if (is > 0) {
			f->open.count = 0;
			return;
		}
		if (!is) VEC_PUSH(&f->open, sign * in[i]);
	}
	if (f->open.count == 1) cnf_hold(f, f->open.at[0]);
	else exclude_others(f, f->open.at, f->open.count);
	f->open.count = 0;
}

static void settle_root(struct cnf *f, lit l)
{
	struct gate g = gate_at(f->circuit, l);
	const lit *in = gate_inputs(f->circuit, g);
	int sign = l < 0 ? -1 : 1;
	if (g.kind == GATE_AND && l < 0) settle_any(f, in, g.count, -1);
	if (g.kind == GATE_XOR && known(f, in[0])) cnf_hold(f, -sign * known(f, in[0]) * in[1]);
	else if (g.kind == GATE_XOR && known(f, in[1])) cnf_hold(f, -sign * known(f, in[1]) * in[0]);
	if (g.kind == GATE_ITE && known(f, in[0]))
		cnf_hold(f, sign * (known(f, in[0]) > 0 ? in[1] : in[2]));
}

static void settle_clause(struct cnf *f, const lit *in, uint32_t count)
{
	settle_any(f, in, count, 1);
}

static bool has_fixed_input(const struct cnf *f)
{
	for (uint32_t i = 0; i < f->roots.count; i++)
		if (gate_at(f->circuit, f->roots.at[i]).kind == GATE_INPUT) return true;
	return false;
}

void cnf_settle(struct cnf *f)
{
	enum { ROUNDS = 4 };
	for (uint32_t round = 0, before = 0; round < ROUNDS && f->roots.count > before; round++) {
		before = f->roots.count;
		if (has_fixed_input(f)) settle_gates(f);
		for (uint32_t i = 0; i < f->roots.count; i++) settle_root(f, f->roots.at[i]);
		cnf_each_pending(f, false, settle_clause);
	}
}
