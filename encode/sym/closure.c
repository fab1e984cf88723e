/* Closure and iteration of relations. */
#include "encode/unknown/unknown.h"

/* The pairs that are possible, row by row and column by column: most are not in a large relation. */
struct closure_graph {
	struct cases nodes;  /* all that occur, sorted */
	struct cases *to;    /* [i]: where from node i, sorted */
	struct cases *from;  /* [i]: from where to node i, in any order, without literals */
	struct cases unused; /* room of a row that was replaced */
};

static uint32_t node_place(const struct closure_graph *g, value v)
{
	return sym_place(g->nodes.values, g->nodes.count, v);
}

static void graph_of(enc e, const struct parts *pairs, struct closure_graph *g)
{
	*g = (struct closure_graph){0};
	for (uint32_t i = 0; i < pairs->count; i++) {
		cases_push(e, &g->nodes, value_first(e->s, pairs->at[i]->ground), LIT_TRUE);
		cases_push(e, &g->nodes, value_second(e->s, pairs->at[i]->ground), LIT_TRUE);
	}
	cases_merge(e, &g->nodes);
	g->to = ARENA_ARRAY(&e->arena, g->nodes.count + 1, struct cases);
	g->from = ARENA_ARRAY(&e->arena, g->nodes.count + 1, struct cases);
	for (uint32_t i = 0; i < pairs->count; i++) {
		value x = value_first(e->s, pairs->at[i]->ground);
		value y = value_second(e->s, pairs->at[i]->ground);
		cases_push(e, &g->to[node_place(g, x)], y, pairs->is[i]);
	}
	for (uint32_t i = 0; i < g->nodes.count; i++) {
		cases_merge(e, &g->to[i]);
		for (uint32_t k = 0; k < g->to[i].count; k++)
			cases_push(e, &g->from[node_place(g, g->to[i].values[k])], g->nodes.values[i],
			           LIT_TRUE);
	}
}

/* Where k is one step away, given by the literal, all that is one from k is two away: the row with these. */
static void add_fallbacks(enc e, struct closure_graph *g, uint32_t row, uint32_t k, lit to_k)
{
	struct cases *old = &g->to[row], *more = &g->to[k], new = g->unused;
	uint32_t at = 0;
	new.count = 0;
	for (uint32_t i = 0; i < more->count; i++) {
		value v = more->values[i];
		for (; at < old->count && old->values[at] < v; at++)
			cases_push(e, &new, old->values[at], old->is[at]);
		bool is_old = at < old->count && old->values[at] == v;
		lit direct = is_old ? old->is[at++] : LIT_FALSE;
		lit fallback = v == g->nodes.values[k] ? LIT_FALSE : circuit_and(e->c, to_k, more->is[i]);
		lit is = circuit_or(e->c, direct, fallback);
		if (is == LIT_FALSE) continue;
		cases_push(e, &new, v, is);
		if (!is_old) cases_push(e, &g->from[node_place(g, v)], g->nodes.values[row], LIT_TRUE);
	}
	for (; at < old->count; at++) cases_push(e, &new, old->values[at], old->is[at]);
	g->unused = *old;
	*old = new;
}

/* Warshall's algorithm: with nodes 0..k as stops between. Fewer gates than iterated squaring. */
static void warshall(enc e, struct closure_graph *g, struct pos pos)
{
	for (uint32_t k = 0; k < g->nodes.count; k++) {
		cases_merge(e, &g->from[k]);
		for (uint32_t i = 0; i < g->from[k].count; i++) {
			uint32_t row = node_place(g, g->from[k].values[i]);
			if (row == k) continue;
			const struct cases *to = &g->to[row];
			uint32_t at = 0;
			while (to->values[at] != g->nodes.values[k]) at++;
			enc_tick(e, pos);
			add_fallbacks(e, g, row, k, to->is[at]);
		}
	}
}

static struct sym *closure1(enc e, const struct node *n, struct sym *r)
{
	struct sym *matrix = set_as_matrix(e, r, n->type);
	struct cases out = {0};
	struct parts p = {0};
	struct closure_graph g;
	if (!matrix)
		enc_stop(e, EVAL_LIMIT, n->pos, "the closure of a relation with too many possible pairs");
	set_elements(e, matrix, n->type, n->pos, &p);
	graph_of(e, &p, &g);
	warshall(e, &g, n->pos);
	for (uint32_t i = 0; i < g.nodes.count; i++)
		for (uint32_t k = 0; k < g.to[i].count; k++)
			cases_push(e, &out, value_pair(e->s, g.nodes.values[i], g.to[i].values[k]),
			           g.to[i].is[k]);
	return set_of_cases(e, &out);
}

/* The identity on the type if that is finite, else on the elements of r (as in eval/). */
static struct sym *reflexive_part(enc e, const struct node *n, struct sym *r)
{
	const struct type *t = n->type->a->a;
	struct cases carrier = {0};
	struct parts p = {0}, out = {0};
	if (finite_type(t) == CARD_SOME) {
		if (!unknown_type_values(e, t, NULL, 1 << 18, n->pos, &carrier))
			enc_stop(e, EVAL_LIMIT, n->pos, "the identity on a type with too many values");
		for (uint32_t i = 0; i < carrier.count; i++)
			parts_push(e, &out,
			           sym_ground(e, value_pair(e->s, carrier.values[i], carrier.values[i])),
			           LIT_TRUE);
		return set_of_parts(e, &out, n->type);
	}
	set_elements(e, r, n->type, n->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		struct sym *x = sym_first(e, p.at[i]), *y = sym_second(e, p.at[i]);
		parts_push(e, &out, sym_pair(e, x, x), p.is[i]);
		parts_push(e, &out, sym_pair(e, y, y), p.is[i]);
	}
	return set_of_parts(e, &out, n->type);
}

static struct sym *joined(enc e, const struct node *n, struct sym *a, struct sym *b)
{
	struct parts p = {0};
	set_elements(e, a, n->type, n->pos, &p);
	set_elements(e, b, n->type, n->pos, &p);
	return set_of_parts(e, &p, n->type);
}

struct sym *closure_operator(enc e, const struct node *n, struct sym *r)
{
	struct sym *s = closure1(e, n, r);
	return n->op == OP_CLOSURE1 ? s : joined(e, n, s, reflexive_part(e, n, r));
}

/* r ; r ; ... for a known number of times */
static struct sym *iterated(enc e, const struct node *n, struct sym *r, int64_t times)
{
	struct sym *power = NULL, *square = r;
	const struct node *compose = build_like(&e->arena, OP_COMPOSE, n, n->kid[0], n->kid[0]);
	for (; times > 0; times >>= 1) {
		if (times & 1) power = power ? relation_compose(e, power, square, compose) : square;
		if (times > 1) square = relation_compose(e, square, square, compose);
	}
	return power ? power : reflexive_part(e, n, r);
}

struct sym *iterate_operator(enc e, const struct node *n, struct sym **a, lit *defined)
{
	struct number *times = sym_to_number(e, a[1]);
	struct parts p = {0};
	enum { MOST_TIMES = 1000 };
	*defined = circuit_and(e->c, *defined, number_at_least(&e->numbers, times, 0));
	if (times->high - times->low > MOST_TIMES)
		enc_stop(e, EVAL_LIMIT, n->pos, "iterate with more than %d possible numbers of times",
		         MOST_TIMES);
	for (wide k = times->low < 0 ? 0 : times->low; k <= times->high; k++)
		parts_push(e, &p, iterated(e, n, a[0], (int64_t)k), number_is(&e->numbers, times, k));
	return sym_select(e, n->type, &p);
}
