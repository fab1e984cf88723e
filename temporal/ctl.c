/* CTL by fixpoints on the whole state graph (Clarke, Emerson, Sistla, TOPLAS 1986), on maximal paths: in a state without
 * a next one EX p and EG-steps end, so that EG p is p there, AF p is p, AX p is true. */
#include "temporal/inside.h"

struct ctl {
	const struct state_graph *space;
	uint32_t count;
	uint32_t *back_first, *back; /* predecessors */
};

static uint8_t *allocate(const struct ctl *c) { return memory_zeroed(c->count + 1, 1); }

static void find_predecessors(struct ctl *c)
{
	const struct state_graph *s = c->space;
	c->back_first = memory_zeroed((size_t)c->count + 2, sizeof *c->back_first);
	c->back = memory_zeroed((size_t)s->edge_count + 1, sizeof *c->back);
	for (uint32_t i = 0; i < c->count; i++) {
		struct edge_walk w = space_edges(s, i);
		while (edge_next(&w)) c->back_first[w.target + 2]++;
	}
	for (uint32_t i = 0; i < c->count; i++) c->back_first[i + 2] += c->back_first[i + 1];
	for (uint32_t i = 0; i < c->count; i++) {
		struct edge_walk w = space_edges(s, i);
		while (edge_next(&w)) c->back[c->back_first[w.target + 1]++] = i;
	}
}

/* Is there a next state in which it is true, by a step with this atom (NULL: any)? */
static void exists_next(const struct ctl *c, const uint8_t *a, const struct temporal_atom *by,
                        uint8_t *v)
{
	const struct state_graph *s = c->space;
	for (uint32_t i = 0; i < c->count; i++) {
		struct edge_walk w = space_edges(s, i);
		v[i] = 0;
		while (edge_next(&w))
			v[i] |= a[w.target] && (!by || space_label_has(s, w.label, by->index));
	}
}

/* E a U b: backwards from b through a. */
static void exists_until(const struct ctl *c, const uint8_t *a, const uint8_t *b, uint8_t *v)
{
	VEC(uint32_t) work = {0};
	memcpy(v, b, c->count);
	for (uint32_t i = 0; i < c->count; i++)
		if (v[i]) VEC_PUSH(&work, i);
	while (work.count) {
		uint32_t to = VEC_POP(&work);
		for (uint32_t k = c->back_first[to]; k < c->back_first[to + 1]; k++) {
			uint32_t from = c->back[k];
			if (v[from] || !a[from]) continue;
			v[from] = 1;
			VEC_PUSH(&work, from);
		}
	}
	VEC_CLEAR(&work);
}

/* A a U b: all next states lead there, and there is one. */
static void all_until(const struct ctl *c, const uint8_t *a, const uint8_t *b, uint8_t *v)
{
	const struct state_graph *s = c->space;
	uint32_t *left = memory_zeroed((size_t)c->count + 1, sizeof *left);
	VEC(uint32_t) work = {0};
	memcpy(v, b, c->count);
	for (uint32_t i = 0; i < c->count; i++) {
		struct edge_walk w = space_edges(s, i);
		while (edge_next(&w)) left[i]++;
		if (v[i]) VEC_PUSH(&work, i);
	}
	while (work.count) {
		uint32_t to = VEC_POP(&work);
		for (uint32_t k = c->back_first[to]; k < c->back_first[to + 1]; k++) {
			uint32_t from = c->back[k];
			if (--left[from] > 0 || v[from] || !a[from]) continue;
			v[from] = 1;
			VEC_PUSH(&work, from);
		}
	}
	VEC_CLEAR(&work);
	free(left);
}

static void negate(const struct ctl *c, uint8_t *v)
{
	for (uint32_t i = 0; i < c->count; i++) v[i] = !v[i];
}

static bool atom_holds(const struct ctl *c, const struct temporal_atom *a, uint32_t state)
{
	const struct state_graph *s = c->space;
	if (a->kind != ATOM_ACTION && !a->step) return space_state_has(s, state, a->index);
	struct edge_walk w = space_edges(s, state);
	while (edge_next(&w))
		if (space_label_has(s, w.label, a->index)) return true;
	return false;
}

static uint8_t *evaluate(const struct ctl *c, const struct temporal *f);

static void evaluate_path(const struct ctl *c, const struct temporal *f, uint8_t *a, uint8_t *b,
                          uint8_t *v)
{
	uint8_t *yes = allocate(c);
	memset(yes, 1, c->count);
	switch (f->op) {
	case TEMPORAL_EX: exists_next(c, a, NULL, v); break;
	case TEMPORAL_EX_BY: exists_next(c, b, f->kid[0]->atom, v); break;
	case TEMPORAL_AX:
		negate(c, a);
		exists_next(c, a, NULL, v);
		negate(c, v);
		break;
	case TEMPORAL_AX_BY:
		negate(c, b);
		exists_next(c, b, f->kid[0]->atom, v);
		negate(c, v);
		break;
	case TEMPORAL_EF: exists_until(c, yes, a, v); break;
	case TEMPORAL_AF: all_until(c, yes, a, v); break;
	case TEMPORAL_EG:
		negate(c, a);
		all_until(c, yes, a, v);
		negate(c, v);
		break;
	case TEMPORAL_AG:
		negate(c, a);
		exists_until(c, yes, a, v);
		negate(c, v);
		break;
	case TEMPORAL_EU: exists_until(c, a, b, v); break;
	default: all_until(c, a, b, v); break;
	}
	free(yes);
}

static uint8_t *evaluate(const struct ctl *c, const struct temporal *f)
{
	uint8_t *v = allocate(c), *a = NULL, *b = NULL;
	if (temporal_operands(f->op) > 0) a = evaluate(c, f->kid[0]);
	if (temporal_operands(f->op) > 1) b = evaluate(c, f->kid[1]);
	switch (f->op) {
	case TEMPORAL_TRUE: memset(v, 1, c->count); break;
	case TEMPORAL_FALSE: break;
	case TEMPORAL_ATOM:
		for (uint32_t i = 0; i < c->count; i++) v[i] = atom_holds(c, f->atom, i);
		break;
	case TEMPORAL_NOT:
		memcpy(v, a, c->count);
		negate(c, v);
		break;
	case TEMPORAL_AND:
		for (uint32_t i = 0; i < c->count; i++) v[i] = a[i] && b[i];
		break;
	case TEMPORAL_OR:
		for (uint32_t i = 0; i < c->count; i++) v[i] = a[i] || b[i];
		break;
	case TEMPORAL_IMPLIES:
		for (uint32_t i = 0; i < c->count; i++) v[i] = !a[i] || b[i];
		break;
	default: evaluate_path(c, f, a, b, v); break;
	}
	free(a);
	free(b);
	return v;
}

uint8_t *ctl_evaluate(const struct state_graph *s, const struct temporal *f)
{
	struct ctl c = {.space = s, .count = space_explored(s)};
	find_predecessors(&c);
	uint8_t *v = evaluate(&c, f);
	free(c.back_first);
	free(c.back);
	return v;
}
