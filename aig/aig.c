/* The graph: nodes, equal ones found by hashing. */
#include "aig/aig.h"

enum { FIRST_TABLE = 1 << 10 };

struct aig *aig_open(void)
{
	struct aig *a = memory_zeroed(1, sizeof *a);
	a->table_room = FIRST_TABLE;
	a->table = memory_zeroed(a->table_room, sizeof *a->table);
	VEC_PUSH(&a->nodes, (struct aig_gate){.kind = AIG_CONSTANT});
	return a;
}

void aig_close(struct aig *a)
{
	if (!a) return;
	VEC_CLEAR(&a->nodes);
	VEC_CLEAR(&a->inputs);
	VEC_CLEAR(&a->latches);
	free(a->table);
	free(a);
}

static aig_lit new_node(struct aig *a, struct aig_gate g)
{
	REQUIRE(a->nodes.count < UINT32_MAX / 2);
	VEC_PUSH(&a->nodes, g);
	return 2 * (a->nodes.count - 1);
}

aig_lit aig_input(struct aig *a)
{
	aig_lit l = new_node(a, (struct aig_gate){.kind = AIG_INPUT, .place = a->inputs.count});
	VEC_PUSH(&a->inputs, l);
	return l;
}

aig_lit aig_latch(struct aig *a)
{
	aig_lit l = new_node(a, (struct aig_gate){.kind = AIG_LATCH, .place = a->latches.count});
	a->nodes.at[aig_node(l)].left = l;
	VEC_PUSH(&a->latches, l);
	return l;
}

void aig_set_next(struct aig *a, aig_lit latch, aig_lit next)
{
	a->nodes.at[aig_node(latch)].left = next;
}

aig_lit aig_next(const struct aig *a, aig_lit latch) { return a->nodes.at[aig_node(latch)].left; }

/* ---- gates ------------------------------------------------------------------------------------------------ */

static uint32_t hash_of(aig_lit x, aig_lit y)
{
	uint64_t h = ((uint64_t)x << 32 | y) * 0x9e3779b97f4a7c15u;
	return (uint32_t)(h >> 32 ^ h >> 7);
}

static uint32_t find(const struct aig *a, aig_lit x, aig_lit y)
{
	uint32_t mask = a->table_room - 1, at = hash_of(x, y) & mask;
	for (; a->table[at]; at = (at + 1) & mask) {
		const struct aig_gate *g = &a->nodes.at[a->table[at]];
		if (g->left == x && g->right == y) break;
	}
	return at;
}

static void grow(struct aig *a)
{
	uint32_t *old = a->table, room = a->table_room;
	a->table_room = room * 2;
	a->table = memory_zeroed(a->table_room, sizeof *a->table);
	for (uint32_t i = 0; i < room; i++)
		if (old[i]) a->table[find(a, a->nodes.at[old[i]].left, a->nodes.at[old[i]].right)] = old[i];
	free(old);
}

aig_lit aig_and(struct aig *a, aig_lit x, aig_lit y)
{
	if (x > y) {
		aig_lit swapped = x;
		x = y;
		y = swapped;
	}
	if (x == AIG_FALSE || x == aig_not(y)) return AIG_FALSE;
	if (x == AIG_TRUE || x == y) return y;
	uint32_t at = find(a, x, y);
	if (a->table[at]) return 2 * a->table[at];
	aig_lit l = new_node(a, (struct aig_gate){.kind = AIG_AND, .left = x, .right = y});
	a->table[at] = aig_node(l);
	if (++a->table_count * 3ull > a->table_room * 2ull) grow(a);
	return l;
}

aig_lit aig_or(struct aig *a, aig_lit x, aig_lit y)
{
	return aig_not(aig_and(a, aig_not(x), aig_not(y)));
}

aig_lit aig_ite(struct aig *a, aig_lit condition, aig_lit then, aig_lit otherwise)
{
	if (then == otherwise) return then;
	return aig_or(a, aig_and(a, condition, then), aig_and(a, aig_not(condition), otherwise));
}

aig_lit aig_xor(struct aig *a, aig_lit x, aig_lit y) { return aig_ite(a, x, aig_not(y), y); }

/* ---- steps ------------------------------------------------------------------------------------------------- */

static aig_lit with_sign(aig_lit of, aig_lit l) { return of ^ (l & 1); }

aig_lit aig_with(struct aig *a, aig_lit l, const aig_lit *latches)
{
	uint32_t count = aig_node(l) + 1;
	aig_lit *is = memory_raw(count * sizeof *is);
	bool *is_below = memory_zeroed(count, sizeof *is_below);
	is_below[count - 1] = true;
	for (uint32_t i = count; i-- > 0;) {
		struct aig_gate g = a->nodes.at[i];
		if (!is_below[i] || g.kind != AIG_AND) continue;
		is_below[aig_node(g.left)] = is_below[aig_node(g.right)] = true;
	}
	for (uint32_t i = 0; i < count; i++) {
		struct aig_gate g = a->nodes.at[i];
		if (!is_below[i]) continue;
		REQUIRE(g.kind != AIG_INPUT);
		is[i] = g.kind == AIG_LATCH ? latches[g.place] : AIG_FALSE;
		if (g.kind == AIG_AND)
			is[i] = aig_and(a, with_sign(is[aig_node(g.left)], g.left),
			                with_sign(is[aig_node(g.right)], g.right));
	}
	aig_lit result = with_sign(is[count - 1], l);
	free(is);
	free(is_below);
	return result;
}

aig_lit aig_later(struct aig *a, aig_lit l)
{
	aig_lit *next = memory_raw((a->latches.count + 1) * sizeof *next);
	for (uint32_t i = 0; i < a->latches.count; i++) next[i] = aig_next(a, a->latches.at[i]);
	aig_lit later = aig_with(a, l, next);
	free(next);
	return later;
}

bool *aig_simulate(const struct aig *a, const bool *latches, const bool *inputs)
{
	bool *v = memory_raw(a->nodes.count * sizeof *v);
	for (uint32_t i = 0; i < a->nodes.count; i++) {
		const struct aig_gate *g = &a->nodes.at[i];
		switch (g->kind) {
		case AIG_CONSTANT: v[i] = false; break;
		case AIG_INPUT: v[i] = inputs[g->place]; break;
		case AIG_LATCH: v[i] = latches[g->place]; break;
		case AIG_AND: v[i] = aig_value(v, g->left) && aig_value(v, g->right); break;
		}
	}
	return v;
}
