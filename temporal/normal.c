/* Negation normal form. Where a run may end, X has a dual of its own: not X p is true where there is no next position. With
 *
 *     F p = true U p    G p = false R p    p W q = q R (p or q)    O p = true S p    H p = false T p */
#include "temporal/bounded.h"

enum { MOST_NODES = 4000, MOST_ASKED = 40000 };

static uint32_t past_of(const struct normal *n, const struct normal_node *x)
{
	if (x->op < NORMAL_AND) return 0;
	uint32_t past = n->nodes.at[x->a].past;
	if (n->nodes.at[x->b].past > past) past = n->nodes.at[x->b].past;
	return past + (x->op >= NORMAL_YESTERDAY);
}

static uint32_t add_node(struct normal *n, struct normal_node x)
{
	for (uint32_t i = 0; i < n->nodes.count; i++) {
		const struct normal_node *y = &n->nodes.at[i];
		if (y->op == x.op && y->a == x.a && y->b == x.b && y->atom == x.atom &&
		    y->is_negated == x.is_negated)
			return i;
	}
	x.past = past_of(n, &x);
	VEC_PUSH(&n->nodes, x);
	if (n->nodes.count > MOST_NODES) n->is_too_large = true;
	return n->nodes.count - 1;
}

static uint32_t add(struct normal *m, enum normal_op op, uint32_t a, uint32_t b)
{
	return add_node(m, (struct normal_node){.op = op, .a = a, .b = b});
}

static uint32_t truth(struct normal *m, bool is_true)
{
	return add(m, is_true ? NORMAL_TRUE : NORMAL_FALSE, 0, 0);
}

static uint32_t add_atom(struct normal *m, struct temporal_atom *a, bool negated)
{
	return add_node(m, (struct normal_node){.op = NORMAL_ATOM, .atom = a, .is_negated = negated});
}

static uint32_t finally(struct normal *m, uint32_t a)
{
	return add(m, NORMAL_UNTIL, truth(m, true), a);
}

static uint32_t globally(struct normal *m, uint32_t a)
{
	return add(m, NORMAL_RELEASE, truth(m, false), a);
}

/* GF p, or FG not p */
static uint32_t often(struct normal *m, struct temporal_atom *a, bool of_negation, bool negated)
{
	uint32_t p = add_atom(m, a, of_negation != negated);
	return negated ? finally(m, globally(m, p)) : globally(m, finally(m, p));
}

/* WF(a) = GF not e(a) or GF [a]; SF(a) = FG not e(a) or GF [a]. In a run that ends in a deadlock all of it is true. */
static uint32_t fairness(struct normal *m, const struct temporal *f, bool negated)
{
	uint32_t taken = often(m, f->atom, false, negated), other;
	if (f->op == TEMPORAL_WEAK) other = often(m, f->atom->enabled, true, negated);
	else other = often(m, f->atom->enabled, false, !negated);
	return add(m, negated ? NORMAL_AND : NORMAL_OR, other, taken);
}

static uint32_t build(struct normal *m, const struct temporal *f, bool negated);

static uint32_t connect(struct normal *m, const struct temporal *f, bool negated)
{
	const struct temporal *p = f->kid[0], *q = f->kid[1];
	if (f->op == TEMPORAL_AND || f->op == TEMPORAL_OR) {
		bool is_and = (f->op == TEMPORAL_AND) != negated;
		uint32_t a = build(m, p, negated), b = build(m, q, negated);
		return add(m, is_and ? NORMAL_AND : NORMAL_OR, a, b);
	}
	if (f->op != TEMPORAL_EQUIVALENT) { /* IMPLIES, FAIRLY */
		uint32_t a = build(m, p, !negated), b = build(m, q, negated);
		return add(m, negated ? NORMAL_AND : NORMAL_OR, a, b);
	}
	uint32_t a = build(m, p, false), not_a = build(m, p, true);
	uint32_t b = build(m, q, negated), not_b = build(m, q, !negated);
	uint32_t both = add(m, NORMAL_AND, a, b), neither = add(m, NORMAL_AND, not_a, not_b);
	return add(m, NORMAL_OR, both, neither);
}

static uint32_t unary(struct normal *m, const struct temporal *f, bool negated)
{
	if (f->op == TEMPORAL_NOT) return build(m, f->kid[0], !negated);
	uint32_t a = build(m, f->kid[0], negated);
	switch (f->op) {
	case TEMPORAL_NEXT: return add(m, negated ? NORMAL_WEAK_NEXT : NORMAL_NEXT, a, 0);
	case TEMPORAL_YESTERDAY:
		return add(m, negated ? NORMAL_WEAK_YESTERDAY : NORMAL_YESTERDAY, a, 0);
	case TEMPORAL_FINALLY: return negated ? globally(m, a) : finally(m, a);
	case TEMPORAL_GLOBALLY: return negated ? finally(m, a) : globally(m, a);
	case TEMPORAL_ONCE:
		return negated ? add(m, NORMAL_TRIGGER, truth(m, false), a)
		               : add(m, NORMAL_SINCE, truth(m, true), a);
	default: /* HISTORICALLY */
		return negated ? add(m, NORMAL_SINCE, truth(m, true), a)
		               : add(m, NORMAL_TRIGGER, truth(m, false), a);
	}
}

static uint32_t binary(struct normal *m, const struct temporal *f, bool negated)
{
	uint32_t a = build(m, f->kid[0], negated), b = build(m, f->kid[1], negated);
	switch (f->op) {
	case TEMPORAL_UNTIL: return add(m, negated ? NORMAL_RELEASE : NORMAL_UNTIL, a, b);
	case TEMPORAL_RELEASE: return add(m, negated ? NORMAL_UNTIL : NORMAL_RELEASE, a, b);
	case TEMPORAL_SINCE: return add(m, negated ? NORMAL_TRIGGER : NORMAL_SINCE, a, b);
	case TEMPORAL_TRIGGER: return add(m, negated ? NORMAL_SINCE : NORMAL_TRIGGER, a, b);
	default: /* WEAK_UNTIL */
		return negated ? add(m, NORMAL_UNTIL, b, add(m, NORMAL_AND, a, b))
		               : add(m, NORMAL_RELEASE, b, add(m, NORMAL_OR, a, b));
	}
}

static uint32_t build(struct normal *m, const struct temporal *f, bool negated)
{
	if (++m->asked > MOST_ASKED) m->is_too_large = true;
	if (m->is_too_large) return 0;
	switch (f->op) {
	case TEMPORAL_TRUE:
	case TEMPORAL_FALSE: return truth(m, (f->op == TEMPORAL_TRUE) != negated);
	case TEMPORAL_ATOM: return add_atom(m, f->atom, negated);
	case TEMPORAL_WEAK:
	case TEMPORAL_STRONG: return fairness(m, f, negated);
	case TEMPORAL_AND:
	case TEMPORAL_OR:
	case TEMPORAL_IMPLIES:
	case TEMPORAL_FAIRLY:
	case TEMPORAL_EQUIVALENT: return connect(m, f, negated);
	default: return temporal_operands(f->op) == 1 ? unary(m, f, negated) : binary(m, f, negated);
	}
}

void normal_open(struct normal *n, const struct temporal *f, bool negated)
{
	memset(n, 0, sizeof *n);
	truth(n, true);
	n->root = build(n, f, negated);
}

void normal_close(struct normal *n) { VEC_CLEAR(&n->nodes); }
