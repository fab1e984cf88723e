/* Quantifiers, comprehensions, lambdas, sums: what is made of the instances of a binder. */
#include "encode/unknown/unknown.h"

/* ---- quantifiers ------------------------------------------------------------------------------- */

struct quantified {
	const struct node *body; /* of FORALL: what must hold in each case; NULL: false */
	int want;
	bool is_total;
	struct lits t, f;
};

/* An instance of #x.(P): t and f are those of P. */
static void exists_found(enc e, void *data, const struct instance *i)
{
	struct quantified *q = data;
	struct truth_pair p = predicate_together(e, i->rest, i->rest_count, q->want);
	q->is_total &= p.is_total && !i->is_vague;
	if (!i->is_vague) lits_push(e, &q->t, circuit_and(e->c, i->guard, p.t));
	lits_push(e, &q->f, circuit_or(e->c, -i->guard, p.f));
}

/* Of !x.(P => Q). */
static void forall_found(enc e, void *data, const struct instance *i)
{
	struct quantified *q = data;
	bool may_fail = i->is_vague;
	for (uint32_t k = 0; k < i->rest_count; k++) may_fail |= enc_info(e, i->rest[k])->may_fail;
	int first = may_fail ? WANT_BOTH : (q->want & WANT_TRUE) << 1 | (q->want & WANT_FALSE) >> 1;
	struct truth_pair p = predicate_together(e, i->rest, i->rest_count, first);
	if (first & WANT_FALSE && p.f == LIT_TRUE) return;
	struct truth_pair b = {LIT_FALSE, LIT_TRUE, true};
	if (i->is_vague) b = (struct truth_pair){LIT_FALSE, LIT_FALSE, false};
	else if (q->body) b = predicate(e, q->body, q->want);
	q->is_total &= p.is_total && b.is_total;
	lit held = may_fail && !p.is_total ? circuit_and(e->c, p.t, b.t) : b.t;
	lit t[3] = {-i->guard, p.f, held}, f[3] = {i->guard, p.t, b.f};
	if (q->want & WANT_TRUE) lits_push(e, &q->t, circuit_any(e->c, t, 3));
	if (q->want & WANT_FALSE) lits_push(e, &q->f, circuit_all(e->c, f, 3));
}

static struct truth_pair expanded(enc e, const struct node *n, const struct conjuncts *c,
                                  const struct node *body, int want)
{
	struct decl **names;
	uint32_t count;
	bool is_exists = n->op == OP_EXISTS;
	struct quantified q = {.body = body, .want = want, .is_total = true};
	e->is_asserted = false;
	binder_names(e, n->kid[0], &names, &count);
	int how = want == WANT_TRUE ? BINDER_SOME : BINDER_ALL;
	if (is_exists) how = want == WANT_FALSE ? BINDER_NONE : BINDER_ANY;
	binder_expand(e, names, count, c, how, n->pos, is_exists ? exists_found : forall_found, &q);
	struct truth_pair r = {LIT_FALSE, LIT_FALSE, q.is_total};
	lit t = LIT_FALSE, f = LIT_FALSE;
	if (is_exists) {
		if (want & WANT_TRUE) t = circuit_any(e->c, q.t.at, q.t.count);
		if (want == WANT_BOTH && r.is_total) f = -t;
		else if (want & WANT_FALSE) f = circuit_all(e->c, q.f.at, q.f.count);
	} else {
		if (want & WANT_TRUE) t = circuit_all(e->c, q.t.at, q.t.count);
		if (want == WANT_BOTH && r.is_total) f = -t;
		else if (want & WANT_FALSE) f = circuit_any(e->c, q.f.at, q.f.count);
	}
	r.t = t;
	r.f = f;
	return r;
}

/* Only one rail is wanted, and a witness will do: new unknowns (Skolem). */
static lit witnessed(enc e, const struct node *n, const struct conjuncts *from,
                     const struct node *body)
{
	struct lits all = {0};
	const struct introduced x = unknown_introduce(e, n->kid[0], from, n->pos);
	lits_push(e, &all, x.must);
	for (uint32_t i = 0; i < x.count; i++)
		witness_note(e, enc_bound(e, x.names[i]), x.names[i]->type);
	for (uint32_t i = 0; i < x.rest.count; i++)
		if (x.rest.at[i]) lits_push(e, &all, predicate(e, x.rest.at[i], WANT_TRUE).t);
	if (body) lits_push(e, &all, predicate(e, body, WANT_FALSE).f);
	unknown_withdraw(e, &x);
	return circuit_all(e->c, all.at, all.count);
}

struct truth_pair binder_quantifier(enc e, const struct node *n, int want)
{
	const struct node *body = NULL, *condition = n->kid[1];
	struct conjuncts none = {0};
	if (n->op == OP_FORALL) {
		body = condition->op == OP_IMPLIES ? condition->kid[1] : condition;
		condition = condition->op == OP_IMPLIES ? condition->kid[0] : NULL;
	}
	const struct conjuncts *c = condition ? binder_conjuncts(e, condition) : &none;
	if (n->op == OP_EXISTS && want == WANT_TRUE)
		return (struct truth_pair){witnessed(e, n, c, NULL), LIT_FALSE, false};
	if (n->op == OP_FORALL && want == WANT_FALSE)
		return (struct truth_pair){LIT_FALSE, witnessed(e, n, c, body), false};
	return expanded(e, n, condition ? binder_strict_conjuncts(e, condition) : &none, body, want);
}

/* ---- sets and sums ----------------------------------------------------------------------------- */

struct collected {
	const struct node *node;
	struct parts parts;
	lit defined;
};

static struct sym *tuple(enc e, const struct node *ids)
{
	struct sym *x = enc_name(e, ids->kid[0]->decl, ids->pos);
	for (uint32_t i = 1; i < ids->count; i++)
		x = sym_pair(e, x, enc_name(e, ids->kid[i]->decl, ids->pos));
	return x;
}

static void collect_found(enc e, void *data, const struct instance *i)
{
	struct collected *c = data;
	const struct node *n = c->node;
	struct truth_pair p = predicate_together(e, i->rest, i->rest_count, WANT_BOTH);
	if (i->is_vague) p = (struct truth_pair){LIT_FALSE, p.f, false};
	lit in = circuit_and(e->c, i->guard, p.t), ok = LIT_TRUE;
	if (!p.is_total) {
		lit all[3] = {-i->guard, p.t, p.f};
		c->defined = circuit_and(e->c, c->defined, circuit_any(e->c, all, 3));
	}
	if (in == LIT_FALSE) return;
	struct sym *x = NULL;
	if (n->op == OP_LAMBDA || n->count == 2) x = tuple(e, n->kid[0]);
	if (n->count > 2) {
		struct sym *body = expression(e, n->kid[2], &ok);
		x = n->op == OP_LAMBDA ? sym_pair(e, x, body) : body;
	}
	c->defined = circuit_and(e->c, c->defined, circuit_implies(e->c, in, ok));
	parts_push(e, &c->parts, x, circuit_and(e->c, in, ok));
}

static struct sym *summed(enc e, const struct node *n, const struct parts *p)
{
	struct number **terms = ARENA_ARRAY(&e->arena, p->count, struct number *);
	struct number *neutral = number_constant(&e->numbers, n->op == OP_PI);
	for (uint32_t i = 0; i < p->count; i++)
		terms[i] = number_ite(&e->numbers, p->is[i], sym_to_number(e, p->at[i]), neutral);
	if (p->count == 0) return sym_number(e, neutral);
	return sym_number(e, n->op == OP_PI ? number_product(&e->numbers, terms, p->count)
	                                    : number_sum(&e->numbers, terms, p->count));
}

/* UNION(x).(P | E) is union({x . P | E}) */
static struct sym *quantified(enc e, const struct node *n, const struct parts *p, lit *defined)
{
	bool is_union = n->op == OP_QUANTIFIED_UNION;
	struct type *t = build_power_type(&e->arena, n->type);
	const struct node *sets = build_empty(&e->arena, n->pos, t);
	const struct node *general =
	    build_like(&e->arena, is_union ? OP_GENERAL_UNION : OP_GENERAL_INTER, n, sets, NULL);
	struct sym *list = sym_new(e, SYM_LIST, p->count);
	list->parts = p->at;
	list->is = p->is;
	return set_operator(e, general, &list, defined);
}

/* {x | P & #y.(Q)} as the x of all x |-> y with P & Q, if those can be listed; else NULL. */
static struct sym *projected(enc e, const struct node *n)
{
	struct conjuncts all = {0};
	struct decl **names;
	uint32_t count = n->kid[0]->count;
	struct node *flat = node_new(&e->arena, OP_COMPREHENSION, n->pos, 2);
	conjuncts_add(e, &all, n->kid[1]);
	for (uint32_t i = 0; i < all.count; i++)
		if (all.at[i]->op == OP_EXISTS) count += all.at[i]->kid[0]->count;
	if (count == n->kid[0]->count) return NULL;
	struct node *ids = node_new(&e->arena, OP_IDS, n->pos, count);
	struct node *body = node_new(&e->arena, OP_AND, n->pos, all.count);
	flat->kid[0] = ids;
	flat->kid[1] = body;
	count = 0;
	for (uint32_t i = 0; i < n->kid[0]->count; i++) ids->kid[count++] = n->kid[0]->kid[i];
	for (uint32_t i = 0; i < all.count; i++) {
		const struct node *c = all.at[i];
		bool opens = c->op == OP_EXISTS;
		body->kid[i] = opens ? c->kid[1] : c;
		for (uint32_t k = 0; opens && k < c->kid[0]->count; k++)
			ids->kid[count++] = c->kid[0]->kid[k];
	}
	if (!binder_is_listed(e, flat)) return NULL;
	struct collected c = {.node = n, .defined = LIT_TRUE};
	binder_names(e, flat->kid[0], &names, &count);
	binder_expand(e, names, count, binder_strict_conjuncts(e, flat->kid[1]), BINDER_ALL, n->pos,
	              collect_found, &c);
	return c.defined == LIT_TRUE ? set_of_parts(e, &c.parts, n->type) : NULL;
}

struct sym *binder_expression(enc e, const struct node *n, lit *defined)
{
	struct decl **names;
	uint32_t count;
	struct collected c = {.node = n, .defined = LIT_TRUE};
	bool is_sum = n->op == OP_SIGMA || n->op == OP_PI;
	if (!is_sum && !binder_is_listed(e, n)) {
		struct sym *s = n->op == OP_COMPREHENSION && n->count == 2 ? projected(e, n) : NULL;
		return s ? s : described_of(e, n);
	}
	if (is_sum && n->type->kind == TYPE_REAL)
		enc_stop(e, EVAL_UNSUPPORTED, n->pos, "this %s of real numbers depends on unknown values",
		         n->op == OP_PI ? "product" : "sum");
	binder_names(e, n->kid[0], &names, &count);
	binder_expand(e, names, count, binder_strict_conjuncts(e, n->kid[1]),
	              is_sum ? BINDER_ONCE : BINDER_ALL, n->pos, collect_found, &c);
	*defined = circuit_and(e->c, *defined, c.defined);
	if (is_sum) return summed(e, n, &c.parts);
	if (n->op == OP_QUANTIFIED_UNION || n->op == OP_QUANTIFIED_INTER)
		return quantified(e, n, &c.parts, defined);
	return set_of_parts(e, &c.parts, n->type);
}
