/* Is a function that cannot be listed in A --> B? By how it is written: %x.(P | E), unions of such, and
 * {x, y | P & (Q => y = E) & ...}. Its domain is read off exactly; that each E has a value, and where it is, is shown for all
 * arguments at once, and for functions that call themselves or each other by induction over an argument that goes down. */
#include "eval/eval.h"
#include "eval/lazy/extent.h"

enum { MOST_PIECES = 16 };

struct arrow_piece { /* for names that satisfy the guard the value is `is` */
	const struct node *guard, *is;
	struct extent at; /* the names of the piece, as far as it is defined */
};

struct arrow_function {
	value f;
	const struct decl *decl; /* the constant whose value it is, or NULL */
	struct arrow_piece pieces[MOST_PIECES];
	uint32_t piece_count;
	const struct node *within; /* another set of its values, as y : S; or NULL */
};

struct arrow_group {
	struct eval *e;
	struct arrow_function *list[EXTENT_FUNCTIONS];
	struct extent_function calls[EXTENT_FUNCTIONS];
	uint32_t count;
};

/* ---- pieces ------------------------------------------------------------------------------------------ */

/* x : S, where x is no integer and S mentions no name. */
static bool take_set(struct extent *x, uint32_t at, const struct node *n)
{
	struct extent_name *is = &x->names[at];
	if (is->is_integer || is->set || n->op != OP_MEMBER || !mention_is_name(n->kid[0], is->decl))
		return false;
	if (extent_only_name(x, n->kid[1]) < x->count) return false;
	is->set = eval_is_whole_type(n->kid[1]) ? NULL : n->kid[1];
	return true;
}

/* Where the names are, exactly; false if a conjunct does not tell. */
static bool take_domain(struct extent *x, const struct node *n)
{
	EACH_CONJUNCT(c, n) {
		uint32_t at = extent_only_name(x, c.now);
		if (at == x->count) return false;
		if (!extent_narrow(x, at, c.now, true) && !take_set(x, at, c.now)) return false;
	}
	return true;
}

static bool start_piece(struct arrow_group *g, struct arrow_function *f, const struct node *ids,
                        uint32_t count)
{
	if (f->piece_count == MOST_PIECES || count > EXTENT_NAMES || count == 0) return false;
	struct arrow_piece *p = &f->pieces[f->piece_count++];
	*p = (struct arrow_piece){.at = {.e = g->e, .count = count}};
	for (uint32_t i = 0; i < count; i++) extent_whole(&p->at.names[i], ids->kid[i]->decl);
	return true;
}

static bool take_lambda(struct arrow_group *g, struct arrow_function *f, const struct node *n)
{
	if (!start_piece(g, f, n->kid[0], n->kid[0]->count)) return false;
	struct arrow_piece *p = &f->pieces[f->piece_count - 1];
	p->is = n->kid[2];
	return take_domain(&p->at, n->kid[1]);
}

/* A conjunct that mentions the last name: y = E, Q => y = E, or y : S. */
static bool take_value(struct arrow_group *g, struct arrow_function *f, const struct node *ids,
                       const struct node *n)
{
	const struct decl *y = ids->kid[ids->count - 1]->decl;
	const struct node *guard = n->op == OP_IMPLIES ? n->kid[0] : NULL;
	const struct node *is = generator_equal(guard ? n->kid[1] : n, y);
	if (n->op == OP_MEMBER && mention_is_name(n->kid[0], y) && !f->within) {
		for (uint32_t i = 0; i < ids->count; i++)
			if (node_mentions(n->kid[1], ids->kid[i]->decl)) return false;
		f->within = n->kid[1];
		return true;
	}
	if (!is || (guard && node_mentions(guard, y))) return false;
	if (!start_piece(g, f, ids, ids->count - 1)) return false;
	f->pieces[f->piece_count - 1].guard = guard;
	f->pieces[f->piece_count - 1].is = is;
	return true;
}

/* Is each value of the first name in exactly one of the guards? */
static bool are_cases(const struct arrow_function *f, const struct extent *domain)
{
	struct extent rest = *domain;
	if (f->piece_count == 1 && !f->pieces[0].guard) return true;
	if (domain->count != 1 || !domain->names[0].is_integer) return false;
	for (uint32_t i = 0; i < f->piece_count; i++) {
		const struct node *guard = f->pieces[i].guard;
		struct extent here = *domain;
		if (!guard || !extent_narrow(&here, 0, guard, true)) return false;
		if (!extent_is_within(&here.names[0], &rest.names[0])) return false;
		if (!extent_narrow(&rest, 0, guard, false)) return false;
	}
	return extent_is_empty(&rest);
}

static bool take_comprehension(struct arrow_group *g, struct arrow_function *f,
                               const struct node *n)
{
	const struct node *ids = n->kid[0];
	struct extent domain = {.e = g->e, .count = ids->count - 1};
	if (n->count != 2 || ids->count < 2 || ids->count > EXTENT_NAMES || f->piece_count)
		return false;
	for (uint32_t i = 0; i < domain.count; i++) extent_whole(&domain.names[i], ids->kid[i]->decl);
	EACH_CONJUNCT(c, n->kid[1]) {
		bool has_last = node_mentions(c.now, ids->kid[ids->count - 1]->decl);
		if (has_last ? !take_value(g, f, ids, c.now) : !take_domain(&domain, c.now)) return false;
	}
	if (f->piece_count == 0 || !are_cases(f, &domain)) return false;
	for (uint32_t i = 0; i < f->piece_count; i++) {
		f->pieces[i].at = domain;
		if (f->pieces[i].guard) extent_narrow(&f->pieces[i].at, 0, f->pieces[i].guard, true);
	}
	return true;
}

static bool take_pieces(struct arrow_group *g, struct arrow_function *f, const struct node *n)
{
	if (n->op == OP_LAMBDA) return take_lambda(g, f, n);
	if (n->op == OP_COMPREHENSION) return take_comprehension(g, f, n);
	return n->op == OP_UNION && take_pieces(g, f, n->kid[0]) && !f->within &&
	       take_pieces(g, f, n->kid[1]);
}

/* All integers between the least and the greatest element of the set. */
static struct open_span hull_of(struct eval *e, const struct node *set)
{
	struct open_span all = {-INFINITE, INFINITE};
	struct spans s = {0};
	if (set->type->a->kind == TYPE_INTEGER && spans_of_set(e, set, &s) && s.count)
		all = (struct open_span){s.at[0].low, s.at[s.count - 1].high};
	e->has_failure = false;
	VEC_CLEAR(&s);
	return all;
}

/* ---- domains ------------------------------------------------------------------------------------------- */

static bool same_name(const struct extent_name *a, const struct extent_name *b)
{
	if (a->is_integer) return extent_is_within(a, b) && extent_is_within(b, a);
	return a->set == b->set || (a->set && b->set && node_same(a->set, b->set));
}

/* Both together; false if they are not disjoint, or no such product. */
static bool join(struct extent_name *to, const struct extent_name *from, uint32_t count)
{
	uint32_t place = count;
	for (uint32_t i = 0; i < count; i++) {
		if (same_name(&to[i], &from[i])) continue;
		if (place < count || !to[i].is_integer) return false;
		place = i;
	}
	if (place == count) return false;
	struct spans a = {0}, b = {0}, both = {0};
	for (uint32_t i = 0; i < to[place].count; i++) VEC_PUSH(&a, to[place].at[i]);
	for (uint32_t i = 0; i < from[place].count; i++) VEC_PUSH(&b, from[place].at[i]);
	spans_unite(&both, &a);
	spans_unite(&both, &b);
	spans_intersect(&a, &b);
	bool ok = a.count == 0 && both.count <= EXTENT_SPANS;
	if (ok) {
		to[place].count = both.count;
		for (uint32_t i = 0; i < both.count; i++) to[place].at[i] = both.at[i];
	}
	VEC_CLEAR(&a);
	VEC_CLEAR(&b);
	VEC_CLEAR(&both);
	return ok;
}

/* The domain of the whole function, if its pieces are disjoint. */
static bool unite_pieces(const struct arrow_function *f, struct extent_function *out)
{
	out->decl = f->decl;
	out->count = f->pieces[0].at.count;
	out->result =
	    f->within ? hull_of(f->pieces[0].at.e, f->within) : (struct open_span){-INFINITE, INFINITE};
	memcpy(out->domain, f->pieces[0].at.names, sizeof out->domain);
	bool is_joined[MOST_PIECES] = {true};
	for (uint32_t left = f->piece_count - 1, i = 1, tried = 0; left > 0;) {
		if (!is_joined[i] && f->pieces[i].at.count != out->count) return false;
		if (!is_joined[i] && join(out->domain, f->pieces[i].at.names, out->count)) {
			is_joined[i] = true;
			left--;
			tried = 0;
		} else if (++tried > f->piece_count) {
			return false;
		}
		i = i + 1 < f->piece_count ? i + 1 : 1;
	}
	return true;
}

static bool same_set(struct eval *e, const struct extent_name *is, const struct node *set,
                     bool is_exact)
{
	if (!is->is_integer) {
		if (eval_is_whole_type(set)) return !is_exact || !is->set;
		return is->set && node_same(is->set, set);
	}
	struct spans s = {0};
	struct extent_name other = {.is_integer = true};
	bool ok = spans_of_set(e, set, &s) && s.count <= EXTENT_SPANS;
	for (uint32_t i = 0; ok && i < s.count; i++) other.at[other.count++] = s.at[i];
	VEC_CLEAR(&s);
	e->has_failure = false;
	return ok && extent_is_within(is, &other) && (!is_exact || extent_is_within(&other, is));
}

/* Is it the set A, a product of as many sets, or part of it? */
static bool has_domain(struct eval *e, const struct extent_function *f, const struct node *set,
                       bool is_exact)
{
	for (uint32_t i = f->count; i > 1; i--) {
		if (set->op != OP_PRODUCT || !same_set(e, &f->domain[i - 1], set->kid[1], is_exact))
			return false;
		set = set->kid[0];
	}
	return same_set(e, &f->domain[0], set, is_exact);
}

/* ---- groups of functions that call each other ------------------------------------------------------------ */

static bool add_function(struct arrow_group *g, value v, const struct decl *d);

/* Functions that the text calls, and that call others of the group. */
static bool add_called(struct arrow_group *g, const struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (!add_called(g, n->kid[i])) return false;
	if (n->op != OP_ID || !n->decl || n->decl->kind == DECL_CONSTRUCTOR) return true;
	uint32_t slot = slot_of(g->e, n->decl);
	bool may_be = slot && (slot < g->e->first_local || n->decl->calls_itself);
	value v = may_be ? g->e->slots[slot] : VALUE_NONE;
	if (v == VALUE_NONE || value_kind(g->e->s, v) != VALUE_LAZY) return true;
	bool is_function = n->type->kind == TYPE_POW && n->type->a->kind == TYPE_PAIR;
	return !is_function || add_function(g, v, n->decl);
}

/* Does the text call this function, perhaps through others? */
static bool leads_to(const struct arrow_group *g, const struct node *n, const struct decl *to,
                     uint32_t depth)
{
	if (depth > EXTENT_FUNCTIONS) return true;
	if (n->op == OP_ID && n->decl == to) return true;
	uint32_t slot = n->op == OP_ID && n->decl ? slot_of(g->e, n->decl) : 0;
	value v = slot ? g->e->slots[slot] : VALUE_NONE;
	bool is_looked_up = slot < g->e->first_local || (n->decl && n->decl->calls_itself);
	if (v != VALUE_NONE && value_kind(g->e->s, v) == VALUE_LAZY && is_looked_up)
		return leads_to(g, value_lazy_node(g->e->s, v), to, depth + 1);
	for (uint32_t i = 0; i < n->count; i++)
		if (leads_to(g, n->kid[i], to, depth)) return true;
	return false;
}

static bool add_function(struct arrow_group *g, value v, const struct decl *d)
{
	const struct node *text = value_lazy_node(g->e->s, v);
	for (uint32_t i = 0; i < g->count; i++) {
		if (g->list[i]->f != v) continue;
		if (g->list[i]->decl && g->list[i]->decl != d) return false;
		g->list[i]->decl = g->calls[i].decl = d;
		return true;
	}
	if (g->count && !leads_to(g, text, g->list[0]->decl, 0)) return true; /* not in a circle */
	if (g->count == EXTENT_FUNCTIONS) return false;
	struct arrow_function *f = ARENA_NEW(&g->e->arena, struct arrow_function);
	uint32_t given;
	*f = (struct arrow_function){.f = v, .decl = d};
	value_lazy_free(g->e->s, v, &given);
	if (g->count && given) return false;
	g->list[g->count++] = f;
	return take_pieces(g, f, text) && unite_pieces(f, &g->calls[g->count - 1]) &&
	       add_called(g, text);
}

/* ---- values ------------------------------------------------------------------------------------------------ */

static bool is_within(struct eval *e, const struct node *set, struct open_span s)
{
	struct extent_name is = {.is_integer = true, .count = s.low <= s.high, .at = {s}};
	if (set->type->a->kind != TYPE_INTEGER || eval_is_whole_type(set))
		return eval_is_whole_type(set);
	return same_set(e, &is, set, false);
}

/* Has each piece a value, and is it in the set that was claimed? `set` is for the first function. */
static bool have_values(const struct arrow_group *g, uint32_t descends, const struct node *set)
{
	for (uint32_t i = 0; i < g->count; i++) {
		const struct arrow_function *f = g->list[i];
		for (uint32_t k = 0; k < f->piece_count; k++) {
			struct extent x = f->pieces[k].at;
			struct open_span s;
			x.functions = g->calls;
			x.function_count = g->calls[0].decl ? g->count : 0;
			x.descends = descends;
			if (!extent_of(&x, f->pieces[k].is, &s)) return false;
			if (f->within && !is_within(g->e, f->within, s)) return false;
			if (i == 0 && set && !is_within(g->e, set, s)) return false;
		}
	}
	return true;
}

static bool is_proved(struct arrow_group *g, const struct node *set)
{
	for (uint32_t at = 0; at < g->calls[0].count; at++)
		if (have_values(g, at, set)) return true;
	return false;
}

/* ---- as others see it ---------------------------------------------------------------------------------------- */

static enum truth decide(struct arrow_group *g, const struct node *n)
{
	bool is_total = op_is(n->op, FACT_TOTAL);
	bool is_within_domain = has_domain(g->e, &g->calls[0], n->kid[0], is_total);
	if (op_is(n->op, FACT_INJECTIVE) || op_is(n->op, FACT_SURJECTIVE)) return EVAL_FAILED;
	struct open_span before = g->calls[0].result, to = hull_of(g->e, n->kid[1]);
	g->calls[0].result.low = before.low > to.low ? before.low : to.low;
	g->calls[0].result.high = before.high < to.high ? before.high : to.high;
	if (is_within_domain) return is_proved(g, n->kid[1]) ? EVAL_TRUE : EVAL_FAILED;
	struct spans s = {0}; /* it has values, and not for these arguments only */
	bool differs = g->calls[0].count == 1 && g->calls[0].domain[0].is_integer &&
	               spans_of_set(g->e, n->kid[0], &s) && s.count <= EXTENT_SPANS;
	VEC_CLEAR(&s);
	g->calls[0].result = before;
	return differs && is_proved(g, NULL) ? EVAL_FALSE : EVAL_FAILED;
}

/* The constant, or name of a formula, that has this value, by which it may call itself. */
static const struct decl *constant_of(const struct eval *e, value f)
{
	for (uint32_t i = 0; i < e->known.constants.count; i++)
		if (e->slots[slot_of(e, e->known.constants.at[i])] == f) return e->known.constants.at[i];
	for (uint32_t i = 0; i < e->known.calling.count; i++)
		if (e->slots[slot_of(e, e->known.calling.at[i])] == f) return e->known.calling.at[i];
	return NULL;
}

bool eval_function_exists(struct eval *e, value f)
{
	struct arrow_group g = {.e = e};
	struct lazy_frame frame;
	if (e->has_failure) return false;
	lazy_enter(e, f, &frame);
	bool exists = add_function(&g, f, constant_of(e, f)) && is_proved(&g, NULL);
	lazy_leave(e, &frame);
	e->has_failure = false;
	return exists;
}

bool eval_is_endless_if_infinite(const struct eval *e, const struct decl *constant)
{
	value v = e->slots[slot_of(e, constant)];
	if (v == VALUE_NONE || value_kind(e->s, v) != VALUE_LAZY) return false;
	return recursion_end_of(value_lazy_node(e->s, v), constant) == RECURSION_ENDS_IF_FINITE;
}

enum truth arrow_member(struct eval *e, value f, const struct node *n)
{
	struct arrow_group g = {.e = e};
	struct lazy_frame frame;
	enum truth t = EVAL_FAILED;
	if (e->has_failure) return t;
	lazy_enter(e, f, &frame);
	if (add_function(&g, f, constant_of(e, f))) t = decide(&g, n);
	lazy_leave(e, &frame);
	e->has_failure = false; /* others may know more */
	if (t != EVAL_FAILED) return t;
	const struct node *pairs =
	    build_typed(&e->arena, OP_PRODUCT, n->pos, n->type->a, n->kid[0], n->kid[1]);
	return lazy_has_outside(e, f, lazy_of(e, pairs), n->pos) ? EVAL_FALSE : EVAL_FAILED;
}
