/* The formula in terms of not, and, or, X, U, Y, S; and what is true at a position. The dualities hold on finite runs, too:
 *
 *     F p = true U p      G p = not F not p      p R q = not(not p U not q)      p W q = not(not q U (not p & not q))
 *     O p = true S p      H p = not O not p      p T q = not(not p S not q) */
#include "temporal/inside.h"

static uint32_t add(struct tableau *t, enum tableau_op op, uint32_t a, uint32_t b)
{
	for (uint32_t i = 0; i < t->nodes.count; i++) {
		const struct tableau_node *n = &t->nodes.at[i];
		if (n->op == op && n->a == a && n->b == b) return i;
	}
	struct tableau_node n = {op, a, b, 0};
	if (op == TABLEAU_NEXT || op == TABLEAU_UNTIL) n.bit = t->future++;
	if (op == TABLEAU_YESTERDAY || op == TABLEAU_SINCE) n.bit = t->past++;
	if (t->future > TABLEAU_MOST || t->past > TABLEAU_MOST) t->is_too_large = true;
	VEC_PUSH(&t->nodes, n);
	return t->nodes.count - 1;
}

static uint32_t truth(struct tableau *t) { return add(t, TABLEAU_TRUE, 0, 0); }

static uint32_t negate(struct tableau *t, uint32_t a)
{
	if (t->nodes.at[a].op == TABLEAU_NOT) return t->nodes.at[a].a;
	return add(t, TABLEAU_NOT, a, 0);
}

static uint32_t both(struct tableau *t, uint32_t a, uint32_t b)
{
	return add(t, TABLEAU_AND, a, b);
}

static uint32_t implies(struct tableau *t, uint32_t a, uint32_t b)
{
	return add(t, TABLEAU_OR, negate(t, a), b);
}

/* not(not a OP not b) */
static uint32_t dual(struct tableau *t, enum tableau_op op, uint32_t a, uint32_t b)
{
	uint32_t x = negate(t, a), y = negate(t, b);
	return negate(t, add(t, op, x, y));
}

static uint32_t atom(struct tableau *t, const struct temporal_atom *a)
{
	bool is_step = a->kind == ATOM_ACTION || a->step;
	return add(t, is_step ? TABLEAU_STEP : TABLEAU_STATE, a->index, 0);
}

static uint32_t build(struct tableau *t, const struct temporal *f);

/* WF(a) = FG e(a) => GF [a] = GF not e(a) or GF [a]; SF(a) = GF e(a) => GF [a] */
static uint32_t fairness(struct tableau *t, const struct temporal *f)
{
	uint32_t yes = truth(t), taken = atom(t, f->atom), enabled = atom(t, f->atom->enabled);
	uint32_t often = add(t, TABLEAU_UNTIL, yes, taken);
	uint32_t always = negate(t, add(t, TABLEAU_UNTIL, yes, negate(t, often)));
	uint32_t other = f->op == TEMPORAL_WEAK ? negate(t, enabled) : enabled;
	uint32_t seen = add(t, TABLEAU_UNTIL, yes, other);
	uint32_t again = negate(t, add(t, TABLEAU_UNTIL, yes, negate(t, seen)));
	if (f->op == TEMPORAL_WEAK) return add(t, TABLEAU_OR, again, always);
	return implies(t, again, always);
}

static uint32_t build_unary(struct tableau *t, const struct temporal *f)
{
	uint32_t a = build(t, f->kid[0]);
	switch (f->op) {
	case TEMPORAL_NOT: return negate(t, a);
	case TEMPORAL_NEXT: return add(t, TABLEAU_NEXT, a, 0);
	case TEMPORAL_FINALLY: return add(t, TABLEAU_UNTIL, truth(t), a);
	case TEMPORAL_GLOBALLY: return negate(t, add(t, TABLEAU_UNTIL, truth(t), negate(t, a)));
	case TEMPORAL_YESTERDAY: return add(t, TABLEAU_YESTERDAY, a, 0);
	case TEMPORAL_ONCE: return add(t, TABLEAU_SINCE, truth(t), a);
	case TEMPORAL_HISTORICALLY: return negate(t, add(t, TABLEAU_SINCE, truth(t), negate(t, a)));
	default: REQUIRE(false); return 0;
	}
}

static uint32_t build_binary(struct tableau *t, const struct temporal *f)
{
	uint32_t a = build(t, f->kid[0]), b = build(t, f->kid[1]);
	switch (f->op) {
	case TEMPORAL_AND: return both(t, a, b);
	case TEMPORAL_OR: return add(t, TABLEAU_OR, a, b);
	case TEMPORAL_FAIRLY:
	case TEMPORAL_IMPLIES: return implies(t, a, b);
	case TEMPORAL_EQUIVALENT: return both(t, implies(t, a, b), implies(t, b, a));
	case TEMPORAL_UNTIL: return add(t, TABLEAU_UNTIL, a, b);
	case TEMPORAL_RELEASE: return dual(t, TABLEAU_UNTIL, a, b);
	case TEMPORAL_WEAK_UNTIL: {
		uint32_t neither = both(t, negate(t, a), negate(t, b));
		return negate(t, add(t, TABLEAU_UNTIL, negate(t, b), neither));
	}
	case TEMPORAL_SINCE: return add(t, TABLEAU_SINCE, a, b);
	case TEMPORAL_TRIGGER: return dual(t, TABLEAU_SINCE, a, b);
	default: REQUIRE(false); return 0;
	}
}

static uint32_t build(struct tableau *t, const struct temporal *f)
{
	if (t->is_too_large) return 0;
	switch (f->op) {
	case TEMPORAL_TRUE: return truth(t);
	case TEMPORAL_FALSE: return negate(t, truth(t));
	case TEMPORAL_ATOM: return atom(t, f->atom);
	case TEMPORAL_WEAK:
	case TEMPORAL_STRONG: return fairness(t, f);
	default: return temporal_operands(f->op) == 1 ? build_unary(t, f) : build_binary(t, f);
	}
}

void tableau_open(struct tableau *t, const struct temporal *f, bool negated)
{
	memset(t, 0, sizeof *t);
	truth(t);
	t->root = build(t, f);
	if (negated && !t->is_too_large) t->root = negate(t, t->root);
	for (uint32_t i = 0; i < t->nodes.count; i++) t->untils += t->nodes.at[i].op == TABLEAU_UNTIL;
}

void tableau_close(struct tableau *t) { VEC_CLEAR(&t->nodes); }

/* ---- three values: 0, 1, 2 is not known ---------------------------------------------------------------------- */

enum { OPEN = 2 };
struct guess {
	const struct tableau *t;
	const struct tableau_letter *letter;
	uint64_t future, known; /* bits that are chosen */
	uint64_t left;          /* of which nothing is to be said, since atoms leave them open */
	bool is_lazy;           /* no others than are asked for */
	uint8_t *value;
	const struct tableau_future *wanted;
	struct search_effort *effort;
	tableau_found *found;
	void *data;
};

static bool has(const uint64_t *set, uint32_t atom_number)
{
	return set && bits_has(set, atom_number);
}

static uint8_t atom_value(const uint64_t *set, const uint64_t *open, uint32_t atom_number)
{
	return has(open, atom_number) ? OPEN : has(set, atom_number);
}

static uint8_t past_bit(const struct tableau_letter *l, uint32_t bit)
{
	if ((l->past_known >> bit & 1) == 0) return OPEN;
	return (uint8_t)(l->past >> bit & 1);
}

static uint8_t all_of(uint8_t a, uint8_t b) { return a == 0 || b == 0 ? 0 : a == 1 ? b : a; }
static uint8_t any_of(uint8_t a, uint8_t b) { return a == 1 || b == 1 ? 1 : a == 0 ? b : a; }

static uint8_t future_bit(const struct guess *g, uint32_t bit)
{
	if (!(g->known >> bit & 1)) return OPEN;
	return g->future >> bit & 1;
}

static void evaluate(const struct guess *g)
{
	const struct tableau_letter *l = g->letter;
	for (uint32_t i = 0; i < g->t->nodes.count; i++) {
		const struct tableau_node *n = &g->t->nodes.at[i];
		uint8_t *v = g->value;
		switch (n->op) {
		case TABLEAU_TRUE: v[i] = 1; break;
		case TABLEAU_STATE: v[i] = atom_value(l->state, l->open_state, n->a); break;
		case TABLEAU_STEP: v[i] = atom_value(l->step, l->open_step, n->a); break;
		case TABLEAU_NOT: v[i] = v[n->a] == OPEN ? OPEN : !v[n->a]; break;
		case TABLEAU_AND: v[i] = all_of(v[n->a], v[n->b]); break;
		case TABLEAU_OR: v[i] = any_of(v[n->a], v[n->b]); break;
		case TABLEAU_NEXT: v[i] = future_bit(g, n->bit); break;
		case TABLEAU_UNTIL: v[i] = any_of(v[n->b], all_of(v[n->a], future_bit(g, n->bit))); break;
		case TABLEAU_YESTERDAY: v[i] = past_bit(l, n->bit); break;
		case TABLEAU_SINCE: v[i] = any_of(v[n->b], all_of(v[n->a], past_bit(l, n->bit))); break;
		}
	}
}

static bool is_kept(const struct tableau_node *n)
{
	return n->op == TABLEAU_YESTERDAY || n->op == TABLEAU_SINCE;
}

/* What the next position remembers: of Y p what is true of p. */
static uint32_t kept_by(const struct tableau_node *n, uint32_t node)
{
	return n->op == TABLEAU_YESTERDAY ? n->a : node;
}

/* Of an until whose truth is not known nobody has asked for it: nothing is put off. */
static void read_values(const struct guess *g, struct tableau_values *out)
{
	uint32_t until = 0;
	memset(out, 0, sizeof *out);
	out->past_known = UINT64_MAX;
	for (uint32_t i = 0; i < g->t->nodes.count; i++) {
		const struct tableau_node *n = &g->t->nodes.at[i];
		uint64_t bit = (uint64_t)1 << n->bit;
		if (is_kept(n)) {
			uint8_t kept = g->value[kept_by(n, i)];
			if (kept == 1) out->past |= bit;
			if (kept == OPEN) out->past_known &= ~bit;
		}
		if (n->op != TABLEAU_UNTIL) continue;
		if (g->value[i] != 1 || g->value[n->b] == 1) out->accepted |= (uint64_t)1 << until;
		until++;
	}
	out->root = g->value[g->t->root] == 1;
}

static uint8_t *values_new(const struct tableau *t)
{
	uint8_t *v = memory_raw(t->nodes.count + 1);
	return v;
}

void tableau_evaluate(const struct tableau *t, const struct tableau_letter *l,
                      const struct tableau_future *future, struct tableau_values *out)
{
	struct guess g = {.t = t, .letter = l, .future = future->bits, .known = future->known};
	g.value = values_new(t);
	evaluate(&g);
	read_values(&g, out);
	free(g.value);
}

/* What is asked of this node: 0, 1, or OPEN for nothing. */
static uint8_t asked_of(const struct guess *g, uint32_t node)
{
	const struct tableau_node *n = &g->t->nodes.at[node];
	if (n->op != TABLEAU_NEXT && n->op != TABLEAU_UNTIL) return OPEN;
	if (!g->wanted || !(g->wanted->known >> n->bit & 1)) return OPEN;
	return g->wanted->bits >> n->bit & 1;
}

/* Of X p what is asked of p. */
static uint32_t subject(const struct guess *g, uint32_t node)
{
	const struct tableau_node *n = &g->t->nodes.at[node];
	return n->op == TABLEAU_NEXT ? n->a : node;
}

/* Can this still become what is wanted? */
static bool is_possible(const struct guess *g)
{
	evaluate(g);
	if (!g->wanted) return g->value[g->t->root] != 0;
	for (uint32_t i = 0; i < g->t->nodes.count; i++) {
		uint8_t asked = asked_of(g, i), v = g->value[subject(g, i)];
		if (asked != OPEN && v != OPEN && v != asked) return false;
	}
	return true;
}

/* A bit on which the truth of the node depends, which is not known; t->future if there is none: atoms leave it open. */
static uint32_t open_bit(const struct guess *g, uint32_t node)
{
	const struct tableau_node *n = &g->t->nodes.at[node];
	uint32_t none = g->t->future, bit = none;
	bool is_future = n->op == TABLEAU_NEXT || n->op == TABLEAU_UNTIL;
	bool has_two = n->op == TABLEAU_AND || n->op == TABLEAU_OR || n->op == TABLEAU_UNTIL ||
	               n->op == TABLEAU_SINCE;
	if (g->value[node] != OPEN) return none;
	if (has_two) bit = open_bit(g, n->b);
	if (bit == none && (has_two || n->op == TABLEAU_NOT)) bit = open_bit(g, n->a);
	if (bit == none && is_future && !((g->known | g->left) >> n->bit & 1)) bit = n->bit;
	return bit;
}

/* The bit that is to be chosen next; all of them, if none is needed any more. */
static uint32_t next_bit(const struct guess *g, uint32_t chosen)
{
	uint32_t bit = g->t->future;
	if (!g->is_lazy) return chosen;
	if (!g->wanted) bit = open_bit(g, g->t->root);
	for (uint32_t i = 0; i < g->t->nodes.count && bit == g->t->future; i++) {
		const struct tableau_node *n = &g->t->nodes.at[i];
		if (is_kept(n)) bit = open_bit(g, kept_by(n, i));
		if (bit == g->t->future && asked_of(g, i) != OPEN) bit = open_bit(g, subject(g, i));
	}
	return bit;
}

static bool has_three_values(const struct guess *g)
{
	return g->letter->open_state || g->letter->open_step;
}

/* No bit is left that could change what is wanted: is it so, and not left open by atoms? */
static bool is_certain(const struct guess *g)
{
	if (!has_three_values(g)) return true;
	if (!g->wanted) return g->value[g->t->root] == 1;
	for (uint32_t i = 0; i < g->t->nodes.count; i++)
		if (asked_of(g, i) != OPEN && g->value[subject(g, i)] == OPEN) return false;
	return true;
}

/* False: no more are wanted. */
static bool choose(struct guess *g, uint32_t chosen)
{
	bool goes_on = true;
	g->effort->spent++;
	if (effort_is_over(g->effort)) return false;
	if (!is_possible(g)) return true;
	uint32_t bit = next_bit(g, chosen);
	struct tableau_future future = {g->future, g->known};
	if (bit == g->t->future) return !is_certain(g) || g->found(g->data, &future);
	g->known |= (uint64_t)1 << bit;
	for (uint32_t i = 0; i < 2 && goes_on; i++) {
		g->future = (g->future & ~((uint64_t)1 << bit)) | (uint64_t)i << bit;
		goes_on = choose(g, chosen + 1);
	}
	g->future &= ~((uint64_t)1 << bit);
	g->known &= ~((uint64_t)1 << bit);
	if (!goes_on || !has_three_values(g)) return goes_on;
	g->left |= (uint64_t)1 << bit;
	goes_on = choose(g, chosen + 1);
	g->left &= ~((uint64_t)1 << bit);
	return goes_on;
}

void tableau_solve(const struct tableau *t, const struct tableau_letter *l,
                   const struct tableau_future *wanted, bool is_lazy, struct search_effort *effort,
                   tableau_found *found, void *data)
{
	struct guess g = {.t = t,
	                  .letter = l,
	                  .wanted = wanted,
	                  .is_lazy = is_lazy,
	                  .effort = effort,
	                  .found = found,
	                  .data = data};
	struct tableau_future none = {0, UINT64_MAX};
	g.value = values_new(t);
	if (l->step) choose(&g, 0);
	else {
		g.known = UINT64_MAX; /* nothing is true of a next position where there is none */
		if (is_possible(&g) && is_certain(&g)) found(data, &none);
	}
	free(g.value);
}
