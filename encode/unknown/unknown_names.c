/* Names that become unknowns: for each, the best of what the conjuncts offer. */
#include "encode/formula/relax.h"
#include "encode/unknown/unknown.h"

static const struct range *name_range(enc e, const struct decl *d)
{
	for (uint32_t i = 0; e->given.ranges && i < e->given.count; i++)
		if (e->given.names[i] == d) return e->given.ranges[i];
	return NULL;
}

static const struct node *definition_in(const struct node *c, const struct decl *d)
{
	return c ? generator_equal(c, d) : NULL;
}

static bool is_defined(const struct opening *o, const struct decl *d)
{
	for (uint32_t k = 0; k < o->conjunct_count; k++)
		if (definition_in(o->conjuncts[k], d)) return true;
	return false;
}

/* Is there an equation for the name that only waits for names that no equation defines? */
static bool waits_for_others(enc e, const struct opening *o, const struct decl *d)
{
	enum { MOST_CONJUNCTS = 500 }; /* where it is soon found out */
	for (uint32_t k = 0; k < o->conjunct_count && o->conjunct_count <= MOST_CONJUNCTS; k++) {
		const struct node *is = definition_in(o->conjuncts[k], d);
		bool all = is && offer_is_open(e, o, is);
		for (uint32_t j = 0; all && j < o->count; j++)
			if (o->names[j] && enc_mentions(e, is, o->names[j])) all = !is_defined(o, o->names[j]);
		if (all) return true;
	}
	return false;
}

static bool is_endless(enc e, const struct node *family)
{
	for (uint32_t i = 0; i < family->count; i++)
		if (family->kid[i]->op != OP_ENTRY && offer_is_infinite(e, family->kid[i])) return true;
	return false;
}

/* Lower is better: equations, functions, small sets, bounds, then the type. */
static double cost_of(enc e, const struct opening *o, const struct offer *f)
{
	bool has_low, has_high;
	wide low, high;
	switch (f->kind) {
	case OFFER_EQUAL: return node_binds(f->set) ? 0.01 : 0;
	case OFFER_FAMILY:
		if (is_endless(e, f->set) && waits_for_others(e, o, f->name)) return 1e15;
		if (op_is(f->set->op, FACT_FUNCTIONS))
			return f->set->op == OP_PARTIAL_FUNCTIONS ? 0.2 : 0.1;
		return op_is(f->set->op, FACT_SEQUENCES | FACT_TREES) ? 0.3 : 0.5;
	case OFFER_IN: return 1 + set_size_hint(e, f->set);
	case OFFER_BOUNDS:
		offer_bounds(e, o, f->name, &has_low, &low, &has_high, &high, &(lit){0});
		return has_low && has_high ? (double)(high - low + 1) : 1e12;
	case OFFER_SUBSET: return 0.6;
	default: return 1e15;
	}
}

/* An open name for which no equation waits, if there is one: others follow from it. */
static struct decl *least_defined(const struct opening *o)
{
	struct decl *first = NULL;
	for (uint32_t i = 0; i < o->count; i++) {
		if (!o->names[i]) continue;
		if (!is_defined(o, o->names[i])) return o->names[i];
		if (!first) first = o->names[i];
	}
	return first;
}

/* A conjunct that may offer something for a name, and those behind it. */
struct offering {
	uint32_t conjunct;
	const struct offering *next;
};

static bool is_offering(enum op op)
{
	return op_is(op, FACT_COMPARISON) && !op_is(op, FACT_NEGATED);
}

struct name_at {
	const struct decl *name;
	uint32_t at;
};

static int compare_names(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)((const struct name_at *)a)->name;
	uintptr_t y = (uintptr_t)((const struct name_at *)b)->name;
	return x < y ? -1 : x > y;
}

/* Sorted, to be looked up. */
static struct name_at *sorted_names(enc e, const struct opening *o)
{
	struct name_at *p = ARENA_ARRAY(&e->arena, o->count, struct name_at);
	for (uint32_t i = 0; i < o->count; i++) p[i] = (struct name_at){o->names[i], i};
	qsort(p, o->count, sizeof *p, compare_names);
	return p;
}

static const struct offering *before(enc e, const struct offering *next, uint32_t conjunct)
{
	struct offering *l = ARENA_NEW(&e->arena, struct offering);
	*l = (struct offering){conjunct, next};
	return l;
}

/* For each name, as there may be a thousand of them and ten thousand conjuncts. Of deferred sets, which VALUES
 * may define, it is not known which conjuncts mention them: these look at all. */
static const struct offering **find_offering(enc e, const struct opening *o)
{
	const struct offering **all = ARENA_ARRAY(&e->arena, o->count, const struct offering *);
	const struct offering *any = NULL;
	const struct name_at *places = sorted_names(e, o);
	for (uint32_t k = o->conjunct_count; k-- > 0;) {
		const struct node *c = o->conjuncts[k];
		if (!c || !is_offering(c->op)) continue;
		any = before(e, any, k);
		const struct info *mentioned = enc_info(e, c);
		for (uint32_t j = 0; j < mentioned->count; j++) {
			const struct name_at wanted = {mentioned->free[j], 0};
			const struct name_at *is =
			    bsearch(&wanted, places, o->count, sizeof *places, compare_names);
			if (is) all[is->at] = before(e, all[is->at], k);
		}
	}
	for (uint32_t i = 0; i < o->count; i++)
		if (!all[i]) all[i] = any;
	return all;
}

static struct offer choose(enc e, const struct opening *o, const struct offering *const *all)
{
	struct offer best = {0};
	double least = 1e14;
	for (uint32_t i = 0; i < o->count; i++)
		for (const struct offering *l = o->names[i] ? all[i] : NULL; l; l = l->next) {
			if (!o->conjuncts[l->conjunct]) continue;
			struct offer f = offer_of(e, o, o->conjuncts[l->conjunct], o->names[i]);
			double cost = f.kind == OFFER_NONE ? 1e15 : cost_of(e, o, &f);
			if (cost >= least) continue;
			best = f;
			least = cost;
			if (cost == 0) return best;
		}
	if (best.kind == OFFER_NONE)
		best = (struct offer){.kind = OFFER_TYPE, .name = least_defined(o)};
	return best;
}

static void close_name(enc e, struct opening *o, uint32_t i, struct sym *s)
{
	if (encode_was_cut(e)) map_put(&e->relaxed.cut_names, o->names[i], o->names[i]);
	enc_bind(e, o->names[i], s);
	o->names[i] = NULL;
	o->left--;
}

/* Gives the open names of a pattern their parts of a value; other parts must be equal to it. */
static void match(enc e, struct opening *o, const struct node *pattern, struct sym *x,
                  struct lits *must)
{
	if (pattern->op == OP_PAIR) {
		match(e, o, pattern->kid[0], sym_first(e, x), must);
		match(e, o, pattern->kid[1], sym_second(e, x), must);
		return;
	}
	for (uint32_t i = 0; pattern->op == OP_ID && i < o->count; i++) {
		if (o->names[i] != pattern->decl) continue;
		close_name(e, o, i, x);
		return;
	}
	lit defined = LIT_TRUE;
	struct sym *y = expression(e, pattern, &defined);
	lits_push(e, must, circuit_and(e->c, defined, sym_equal(e, x, y, pattern->type)));
}

static struct sym *bounded(enc e, const struct opening *o, const struct offer *f)
{
	bool has_low, has_high;
	wide low, high;
	const struct range *r = name_range(e, f->name);
	offer_bounds(e, o, f->name, &has_low, &low, &has_high, &high, &(lit){0});
	struct range both = {.has_low = r && r->has_low, .has_high = r && r->has_high};
	if (both.has_low) both.low = r->low;
	if (both.has_high) both.high = r->high;
	if (has_low && low >= INT64_MIN && (!both.has_low || low > both.low))
		both.has_low = true, both.low = (int64_t)low;
	if (has_high && high <= INT64_MAX && (!both.has_high || high < both.high))
		both.has_high = true, both.high = (int64_t)high;
	return unknown_of_type(e, f->name->type, &both, f->conjunct->pos);
}

/* A simple value of a type; 1 divides everything. */
static value simple_value(enc e, const struct type *t)
{
	switch (t->kind) {
	case TYPE_BOOL: return VALUE_FALSE;
	case TYPE_INTEGER: return value_integer(e->s, 1);
	case TYPE_STRING: return value_string(e->s, names_of(values_names(e->s), ""));
	case TYPE_POW: return value_empty(e->s);
	case TYPE_PAIR: return value_pair(e->s, simple_value(e, t->a), simple_value(e, t->b));
	case TYPE_RECORD: {
		value *v = ARENA_ARRAY(&e->arena, t->count, value);
		for (uint32_t i = 0; i < t->count; i++) v[i] = simple_value(e, t->fields[i].type);
		return value_record(e->s, t, v);
	}
	default: return value_element(universe_number(e->u, t->decl), 0);
	}
}

static bool has_simple_value(const struct type *t)
{
	if (t->kind == TYPE_REAL || (t->kind == TYPE_GIVEN && t->decl->kind == DECL_FREETYPE))
		return false;
	for (uint32_t i = 0; t->kind == TYPE_RECORD && i < t->count; i++)
		if (!has_simple_value(t->fields[i].type)) return false;
	return t->kind != TYPE_PAIR || (has_simple_value(t->a) && has_simple_value(t->b));
}

/* Do the candidates depend on those of a name that was drawn from a part of its type? */
static bool offers_cut(enc e, const struct opening *o, const struct offer *f)
{
	if (f->kind == OFFER_TYPE) return false;
	if (f->kind != OFFER_BOUNDS) return relax_mentions_cut(e, f->conjunct);
	for (uint32_t i = 0; i < o->conjunct_count; i++) {
		const struct node *c = o->conjuncts[i];
		bool is_bound = c && offer_of(e, o, c, f->name).kind == OFFER_BOUNDS;
		if (is_bound && relax_mentions_cut(e, c)) return true;
	}
	return false;
}

/* x : {y | P} and the like ask P for x only, so that they may be true where the set as a whole has no value. */
static bool asks_single_elements(enc e, const struct offer *f)
{
	const struct node *set = f->set;
	if (f->kind != OFFER_IN || !enc_info(e, set)->may_fail) return false;
	return (set->op == OP_COMPREHENSION && set->count == 2) || set->op == OP_LAMBDA ||
	       (set->op == OP_DOM && set->kid[0]->op == OP_LAMBDA);
}

struct doubtful { /* offers of such sets */
	struct offer offer;
	const struct doubtful *next;
};

/* One of them, which must have a value. */
static struct offer choose_defined(enc e, const struct doubtful *all, struct lits *must)
{
	struct offer f = all->offer;
	lit any = LIT_FALSE;
	for (const struct doubtful *d = all; d; d = d->next) {
		lit defined = LIT_TRUE;
		expression(e, d->offer.set, &defined);
		if (defined != LIT_FALSE) f = d->offer;
		any = circuit_or(e->c, any, defined);
	}
	lits_push(e, must, any);
	return f;
}

/* Where such sets may have no value, the other conjuncts give the values; if they do not, one of the sets must have
 * one (docs/LANGUAGE.md, definedness, rule 4). The names that are solved for may have any value. */
static struct offer choose_sure(enc e, struct opening *o, const struct offering **offering,
                                struct lits *must, struct pos pos)
{
	const struct doubtful *all = NULL;
	uint32_t before_these = o->excluded_count;
	struct offer f = choose(e, o, offering);
	for (; asks_single_elements(e, &f); f = choose(e, o, offering)) {
		struct doubtful *d = ARENA_NEW(&e->arena, struct doubtful);
		*d = (struct doubtful){f, all};
		all = d;
		o->excluded[o->excluded_count++] = f.conjunct;
	}
	if (!all || e->is_at_top || binder_offer_is_handy(e, o, &f, pos)) return f;
	o->excluded_count = before_these;
	return choose_defined(e, all, must);
}

static void take(enc e, struct opening *o, const struct offer *f, struct lits *must, struct pos pos)
{
	lit defined = LIT_TRUE;
	struct sym *x;
	const struct range *r = name_range(e, f->name);
	e->was_cut = offers_cut(e, o, f);
	switch (f->kind) {
	case OFFER_EQUAL:
		x = expression(e, f->set, &defined);
		lits_push(e, must, defined);
		break;
	case OFFER_BOUNDS: x = bounded(e, o, f); break;
	case OFFER_IN:
	case OFFER_FAMILY: x = unknown_in(e, f->set, f->pattern->op == OP_ID ? r : NULL); break;
	default:
		if (e->is_sparse && has_simple_value(f->name->type)) {
			x = sym_ground(e, simple_value(e, f->name->type));
			e->was_cut = true;
		} else {
			x = unknown_of_type(e, f->name->type, r, pos);
		}
		break;
	}
	if (f->kind != OFFER_EQUAL && (f->kind == OFFER_TYPE || f->pattern->op == OP_ID))
		x = unknown_with_keys(e, o, f, x);
	if (x->kind == SYM_UNDEFINED) lits_push(e, must, LIT_FALSE);
	if (f->kind != OFFER_TYPE && f->pattern->op == OP_PAIR) {
		match(e, o, f->pattern, x, must);
		return;
	}
	for (uint32_t i = 0; i < o->count; i++)
		if (o->names[i] == f->name) close_name(e, o, i, x);
}

/* Names that no conjunct mentions: any value will do. */
static void close_unused(enc e, struct opening *o)
{
	for (uint32_t i = 0; i < o->count; i++) {
		bool is_used = !has_simple_value(o->names[i]->type);
		for (uint32_t k = 0; !is_used && k < o->conjunct_count; k++)
			is_used = enc_mentions(e, o->conjuncts[k], o->names[i]);
		if (!is_used) close_name(e, o, i, sym_ground(e, simple_value(e, o->names[i]->type)));
	}
}

/* Is a simple conjunct false already, whatever the open names are? */
static bool is_refuted(enc e, const struct opening *o)
{
	for (uint32_t i = 0; i < o->conjunct_count; i++) {
		const struct node *c = o->conjuncts[i];
		bool undefined;
		if (!c || node_binds(c) || offer_is_open(e, o, c) || !enc_is_ground(e, c)) continue;
		if (e->relaxed.relaxes && relax_mentions_cut(e, c)) continue;
		bool was_cut = enc_begin_cut(e);
		enum truth t = enc_ground_truth(e, c, &undefined);
		bool is_cut = enc_end_cut(e, was_cut);
		if ((t == EVAL_FALSE || undefined) && !(e->relaxed.relaxes && is_cut)) return true;
	}
	return false;
}

lit unknown_names(enc e, struct decl *const *names, uint32_t count, struct conjuncts *c,
                  struct pos pos)
{
	struct opening o = {
	    .count = count, .left = count, .conjuncts = c->at, .conjunct_count = c->count};
	struct lits must = {0};
	o.names = ARENA_ARRAY(&e->arena, count, struct decl *);
	o.excluded = ARENA_ARRAY(&e->arena, c->count, const struct node *);
	for (uint32_t i = 0; i < count; i++) o.names[i] = names[i];
	if (e->is_sparse) close_unused(e, &o);
	const struct offering **offering = o.left > 0 ? find_offering(e, &o) : NULL;
	while (o.left > 0) {
		struct offer f = choose_sure(e, &o, offering, &must, pos);
		bool is_long = f.kind == OFFER_EQUAL && node_binds(f.set);
		if (is_long && e->is_at_top && is_refuted(e, &o)) return LIT_FALSE;
		uint32_t known = must.count;
		bool was_cut = enc_begin_cut(e); /* to see whether this name is */
		take(e, &o, &f, &must, pos);
		bool is_open = enc_end_cut(e, was_cut) && e->relaxed.relaxes;
		if (is_open) must.count = known;
		else if (f.kind == OFFER_EQUAL && f.pattern->op == OP_ID)
			map_put(&e->cache.defining, f.conjunct, f.name);
		for (uint32_t i = 0; f.kind == OFFER_EQUAL && i < o.conjunct_count; i++)
			if (o.conjuncts[i] == f.conjunct) o.conjuncts[i] = NULL;
	}
	return circuit_all(e->c, must.at, must.count);
}

struct introduced unknown_introduce(enc e, const struct node *ids, const struct conjuncts *from,
                                    struct pos pos)
{
	struct introduced x = {0};
	binder_names(e, ids, &x.names, &x.count);
	x.before = ARENA_ARRAY(&e->arena, x.count, struct sym *);
	for (uint32_t i = 0; i < x.count; i++) x.before[i] = enc_bind(e, x.names[i], NULL);
	for (uint32_t i = 0; i < from->count; i++) conjuncts_add(e, &x.rest, from->at[i]);
	x.must = unknown_names(e, x.names, x.count, &x.rest, pos);
	return x;
}

void unknown_withdraw(enc e, const struct introduced *x)
{
	for (uint32_t i = 0; i < x->count; i++) enc_bind(e, x->names[i], x->before[i]);
}

struct introduced unknown_let(enc e, const struct node *let)
{
	struct conjuncts all = {0};
	conjuncts_add(e, &all, let->kid[1]);
	struct introduced x = unknown_introduce(e, let->kid[0], &all, let->pos);
	for (uint32_t i = 0; i < x.rest.count; i++)
		if (x.rest.at[i]) enc_stop(e, EVAL_UNSUPPORTED, let->pos, "LET with more than equations");
	return x;
}

/* ---- the names of a search --------------------------------------------------------------------- */

enum { MOST_INTEGERS = 64 }; /* that are collected */

static void collect_literals(enc e, const struct node *n)
{
	if (n->op == OP_STRING) cases_push(e, &e->pool.strings, value_string(e->s, n->name), LIT_TRUE);
	if (n->op == OP_NUMBER && e->pool.integers.count < MOST_INTEGERS) {
		lit defined = LIT_TRUE;
		struct sym *x = enc_ground_value(e, n, &defined);
		wide v = 0;
		bool fits =
		    defined != LIT_TRUE || (value_to_wide(e->s, x->ground, &v) && number_fits(v, v));
		for (int i = -1; i <= 1 && fits; i++)
			cases_push(e, &e->pool.integers, value_wide(e->s, v + i), LIT_TRUE);
	}
	for (uint32_t i = 0; i < n->count; i++) collect_literals(e, n->kid[i]);
}

static void add_strings(enc e)
{
	char text[16] = "";
	uint32_t count = reach_strings(e);
	for (uint32_t i = 0; i < count; i++) {
		if (i > 0) snprintf(text, sizeof text, "STR%u", i);
		cases_push(e, &e->pool.strings, value_string(e->s, names_of(values_names(e->s), text)),
		           LIT_TRUE);
	}
	cases_merge(e, &e->pool.strings);
}

static void add_conjuncts(enc e, struct conjuncts *c, const struct node *n)
{
	const struct conjuncts *split = binder_conjuncts(e, n);
	for (uint32_t i = 0; i < split->count; i++) {
		const struct node *body = eval_body(e->eval, split->at[i]);
		conjuncts_add(e, c, split->at[i]);
		if (body) add_conjuncts(e, c, body);
	}
}

/* In relaxed encoding a name with some candidates only has no value: whatever would ask for it is left open. */
static void forget_cut(enc e, struct decl *const *names, uint32_t count)
{
	for (uint32_t i = 0; e->relaxed.relaxes && i < count; i++)
		if (map_get(&e->relaxed.cut_names, names[i])) enc_bind(e, names[i], NULL);
}

bool encode_names(struct encoder *e, struct decl *const *names, uint32_t count,
                  const struct node *const *conjuncts, uint32_t conjunct_count,
                  struct range *const *ranges, lit *out)
{
	struct conjuncts c = {0};
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	for (uint32_t i = 0; i < conjunct_count; i++) {
		add_conjuncts(e, &c, conjuncts[i]);
		collect_literals(e, conjuncts[i]);
		mention_collect(e, conjuncts[i]);
	}
	add_strings(e);
	cases_merge(e, &e->pool.integers);
	reach_extend(e);
	e->given.ranges = ranges;
	e->given.names = names;
	e->given.count = count;
	for (uint32_t i = 0; i < count; i++) {
		enc_bind(e, names[i], NULL);
		map_put(&e->symmetry.top_names, names[i], names[i]);
		if (e->relaxed.is_abstract) map_put(&e->relaxed.cut_names, names[i], names[i]);
	}
	*out = LIT_TRUE;
	if (e->relaxed.is_abstract) return enc_leave(e, true);
	e->is_at_top = true;
	*out = unknown_names(e, names, count, &c, (struct pos){0});
	e->is_at_top = false;
	e->given.ranges = NULL;
	forget_cut(e, names, count);
	return enc_leave(e, true);
}

bool encode_predicate(struct encoder *e, const struct node *n, lit *out)
{
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	e->symmetry.fixes_all |= bounds_sees_elements(n, NULL);
	relax_know(e, n);
	symmetry_note(e, n);
	e->is_asserted = true;
	*out = map_get(&e->cache.defining, n) ? LIT_TRUE : predicate(e, n, WANT_TRUE).t;
	e->is_asserted = false;
	return enc_leave(e, true);
}

bool encode_exactly(struct encoder *e, const struct node *n, lit *out)
{
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	*out = map_get(&e->cache.defining, n) ? LIT_TRUE : predicate(e, n, WANT_BOTH).t;
	return enc_leave(e, true);
}
