/* Sets that are certainly infinite. Of {x, y | P} this is known if P says of each name alone where its values
 * are, or gives it by an equation: then each name has a value, whatever the others have, and if one of them has
 * infinitely many, so has the set. What may be undefined is left unknown. */
#include "eval/inside.h"

enum { DEEPEST = 20, MOST_NAMES = 32 };

enum size { SIZE_UNKNOWN, SIZE_SOME, SIZE_INFINITE }; /* at least one element; infinitely many */

static enum size size_of(struct eval *e, const struct node *n, uint32_t depth);

static enum size most(enum size a, enum size b) { return a > b ? a : b; }

static enum size size_of_value(struct eval *e, value v, uint32_t depth)
{
	if (value_kind(e->s, v) != VALUE_LAZY)
		return value_count(e->s, v) > 0 ? SIZE_SOME : SIZE_UNKNOWN;
	if (spans_are_infinite(e, v)) return SIZE_INFINITE;
	struct lazy_frame f;
	lazy_enter(e, v, &f);
	enum size s = size_of(e, f.node, depth + 1);
	lazy_leave(e, &f);
	return s;
}

/* ---- {x, y | P} ---------------------------------------------------------------------------------- */

struct infinite_name {
	struct eval *e;
	const struct decl *names[MOST_NAMES];
	bool is_known[MOST_NAMES]; /* has a value for all values of those before */
	uint32_t count, depth;
	const struct node *conjuncts[MOST_NAMES];
	bool is_used[MOST_NAMES];
	uint32_t conjunct_count;
};

static bool add_conjuncts(struct infinite_name *b, const struct node *n)
{
	EACH_CONJUNCT(c, n) {
		if (b->conjunct_count == MOST_NAMES) return false;
		b->conjuncts[b->conjunct_count++] = c.now;
	}
	return true;
}

/* The only name of the binder that n mentions, or count. */
static uint32_t only_name(const struct infinite_name *b, const struct node *n)
{
	uint32_t only = b->count;
	for (uint32_t i = 0; i < b->count; i++) {
		if (!node_mentions(n, b->names[i])) continue;
		if (only < b->count) return b->count;
		only = i;
	}
	return only;
}

static bool mentions_unknown(const struct infinite_name *b, const struct node *n)
{
	for (uint32_t i = 0; i < b->count; i++)
		if (!b->is_known[i] && node_mentions(n, b->names[i])) return true;
	return false;
}

/* The values of one name by the conjuncts that mention no other one. */
static enum size size_of_name(struct infinite_name *b, uint32_t i)
{
	const struct node *own[MOST_NAMES];
	uint32_t count = 0;
	enum size s = SIZE_SOME; /* each type has a value */
	for (uint32_t k = 0; k < b->conjunct_count; k++)
		if (!b->is_used[k] && only_name(b, b->conjuncts[k]) == i) own[count++] = b->conjuncts[k];
	if (b->names[i]->type->kind == TYPE_INTEGER) {
		struct spans_size size = spans_of_conditions(b->e, own, count, b->names[i]);
		s = size.is_infinite ? SIZE_INFINITE : size.is_empty ? SIZE_UNKNOWN : SIZE_SOME;
	} else if (count == 1 && own[0]->op == OP_MEMBER &&
	           mention_is_name(own[0]->kid[0], b->names[i]) &&
	           only_name(b, own[0]->kid[1]) == b->count) {
		s = size_of(b->e, own[0]->kid[1], b->depth + 1);
	} else if (count > 0) {
		s = SIZE_UNKNOWN;
	}
	for (uint32_t k = 0; k < b->conjunct_count && s != SIZE_UNKNOWN; k++)
		if (only_name(b, b->conjuncts[k]) == i) b->is_used[k] = true;
	return s;
}

/* x = E, where E is of names that have values. */
static bool is_equation_for(const struct infinite_name *b, const struct node *n, uint32_t i)
{
	const struct node *is = generator_equal(n, b->names[i]);
	return is && !mentions_unknown(b, is);
}

static bool has_equation(const struct infinite_name *b, uint32_t i)
{
	for (uint32_t k = 0; k < b->conjunct_count; k++)
		EACH_GENERATOR(s, b->conjuncts[k])
			if (s.kind == GENERATOR_EQUAL && mention_is_name(s.of, b->names[i]) &&
			    only_name(b, b->conjuncts[k]) != i)
				return true;
	return false;
}

/* Uses an equation, and conjuncts that say no more than the type. */
static bool follow_equation(struct infinite_name *b, uint32_t i)
{
	uint32_t found = b->conjunct_count;
	for (uint32_t k = 0; k < b->conjunct_count; k++) {
		const struct node *n = b->conjuncts[k];
		if (b->is_used[k]) continue;
		if (found == b->conjunct_count && is_equation_for(b, n, i)) found = k;
	}
	if (found == b->conjunct_count) return false;
	b->is_used[found] = b->is_known[i] = true;
	for (uint32_t k = 0; k < b->conjunct_count; k++) {
		const struct node *n = b->conjuncts[k];
		b->is_used[k] |= n->op == OP_MEMBER && mention_is_name(n->kid[0], b->names[i]) &&
		                 eval_is_whole_type(n->kid[1]);
	}
	return true;
}

static bool is_all_used(const struct infinite_name *b)
{
	for (uint32_t i = 0; i < b->count; i++)
		if (!b->is_known[i]) return false;
	for (uint32_t k = 0; k < b->conjunct_count; k++)
		if (!b->is_used[k]) return false;
	return true;
}

static enum size size_of_binding(struct infinite_name *b)
{
	enum size all = SIZE_SOME;
	for (uint32_t i = 0; i < b->count; i++) {
		if (has_equation(b, i)) continue;
		enum size s = size_of_name(b, i);
		if (s == SIZE_UNKNOWN) return s;
		b->is_known[i] = true;
		all = most(all, s);
	}
	for (bool goes_on = true; goes_on;) {
		goes_on = false;
		for (uint32_t i = 0; i < b->count; i++)
			if (!b->is_known[i] && follow_equation(b, i)) goes_on = true;
	}
	return is_all_used(b) ? all : SIZE_UNKNOWN;
}

static enum size size_of_binder(struct eval *e, const struct node *n, uint32_t depth)
{
	struct infinite_name b = {.e = e, .count = n->kid[0]->count, .depth = depth};
	if (b.count > MOST_NAMES || defined_may_fail(n)) return SIZE_UNKNOWN;
	for (uint32_t i = 0; i < b.count; i++) b.names[i] = n->kid[0]->kid[i]->decl;
	return add_conjuncts(&b, n->kid[1]) ? size_of_binding(&b) : SIZE_UNKNOWN;
}

/* ---- dom({x, y | P}) ------------------------------------------------------------------------------- */

/* Has the last name a value, whatever those before it have? Then these conjuncts are used. */
static bool drop_last(struct infinite_name *b)
{
	uint32_t last = b->count - 1;
	for (uint32_t i = 0; i < last; i++) b->is_known[i] = true;
	bool ok =
	    has_equation(b, last) ? follow_equation(b, last) : size_of_name(b, last) != SIZE_UNKNOWN;
	for (uint32_t k = 0; k < b->conjunct_count; k++)
		ok = ok && (b->is_used[k] || !node_mentions(b->conjuncts[k], b->names[last]));
	return ok;
}

/* {x | those conjuncts of P that are not used}, or {x | P} of %x.(P | E) */
static const struct node *write_domain(struct infinite_name *b, const struct node *n)
{
	struct arena *a = &b->e->arena;
	bool is_lambda = n->op == OP_LAMBDA;
	struct node *ids = node_new(a, OP_IDS, n->pos, is_lambda ? b->count : b->count - 1);
	struct node *all = node_new(a, OP_AND, n->pos, b->conjunct_count);
	struct node *set = node_new(a, OP_COMPREHENSION, n->pos, 2);
	struct type *type = ARENA_NEW(a, struct type);
	for (uint32_t i = 0; i < ids->count; i++) ids->kid[i] = n->kid[0]->kid[i];
	all->count = 0;
	for (uint32_t k = 0; k < b->conjunct_count; k++)
		if (!b->is_used[k]) all->kid[all->count++] = b->conjuncts[k];
	if (all->count == 0) return NULL;
	*type = (struct type){.kind = TYPE_POW, .a = n->type->a->a};
	set->kid[0] = ids;
	set->kid[1] = is_lambda ? n->kid[1] : all->count == 1 ? all->kid[0] : all;
	set->type = type;
	struct note *note = prepare_note(b->e, set), *old = prepare_note(b->e, n);
	note->is_prepared = true;
	note->slots_from = old->slots_from;
	note->slots_to = old->slots_to;
	return set;
}

static value domain_of_node(struct eval *e, const struct node *n, bool has_values)
{
	struct infinite_name b = {.e = e, .count = n->kid[0]->count};
	bool is_lambda = n->op == OP_LAMBDA, is_set = n->op == OP_COMPREHENSION && n->count == 2;
	if (!is_lambda && !(is_set && b.count > 1)) return VALUE_NONE;
	if (b.count > MOST_NAMES || (!has_values && defined_may_fail(n))) return VALUE_NONE;
	for (uint32_t i = 0; i < b.count; i++) b.names[i] = n->kid[0]->kid[i]->decl;
	if (!add_conjuncts(&b, n->kid[1]) || (is_set && !drop_last(&b))) return VALUE_NONE;
	struct note *note = prepare_note(e, n);
	if (!note->domain) note->domain = write_domain(&b, n);
	return note->domain ? lazy_of(e, note->domain) : VALUE_NONE;
}

value infinite_domain(struct eval *e, value relation)
{
	struct lazy_frame f;
	bool has_values =
	    value_lazy_node(e->s, relation)->op == OP_LAMBDA && eval_function_exists(e, relation);
	lazy_enter(e, relation, &f);
	value v = domain_of_node(e, f.node, has_values);
	lazy_leave(e, &f);
	e->has_failure = false; /* others may know more */
	return v;
}

/* ---- other sets ---------------------------------------------------------------------------------- */

static enum size size_of_evaluated(struct eval *e, const struct node *n, uint32_t depth)
{
	value v = expr_eval(e, n);
	bool is_same =
	    v != VALUE_NONE && value_kind(e->s, v) == VALUE_LAZY && value_lazy_node(e->s, v) == n;
	return v == VALUE_NONE || is_same ? SIZE_UNKNOWN : size_of_value(e, v, depth + 1);
}

static unsigned card_of(struct eval *e, const struct node *n, uint32_t depth)
{
	static const unsigned cards[] = {[SIZE_UNKNOWN] = CARD_UNKNOWN,
	                                 [SIZE_SOME] = CARD_SOME | CARD_INFINITE,
	                                 [SIZE_INFINITE] = CARD_INFINITE};
	return cards[size_of(e, n, depth)];
}

/* What the rule of the operator makes of the sizes of its operands (logic/finite.c). */
static enum size size_by_rule(struct eval *e, const struct node *n, uint32_t depth)
{
	unsigned first = card_of(e, n->kid[0], depth + 1);
	unsigned second = n->count > 1 ? card_of(e, n->kid[1], depth + 1) : CARD_SOME;
	unsigned is = finite_rule(n->op, first, second);
	if (is & CARD_EMPTY) return SIZE_UNKNOWN;
	return is == CARD_INFINITE ? SIZE_INFINITE : SIZE_SOME;
}

/* Where operands that are not empty do not tell, one may see: onto, one to one. */
static enum size size_of_family(struct eval *e, const struct node *n, uint32_t depth)
{
	enum size s = size_by_rule(e, n, depth);
	bool may_tell = op_is(n->op, FACT_ARROWS | FACT_SEQUENCES);
	return s == SIZE_UNKNOWN && may_tell ? size_of_evaluated(e, n, depth) : s;
}

static enum size size_of(struct eval *e, const struct node *n, uint32_t depth)
{
	if (depth > DEEPEST) return SIZE_UNKNOWN;
	if (finite_is_infinite(n)) return SIZE_INFINITE;
	switch (n->op) {
	case OP_COMPREHENSION: return n->count == 2 ? size_of_binder(e, n, depth) : SIZE_UNKNOWN;
	case OP_LAMBDA: return size_of_binder(e, n, depth);
	case OP_UNION:
	case OP_PRODUCT:
	case OP_IDENTITY:
	case OP_INVERSE: return size_by_rule(e, n, depth);
	default:
		return op_is(n->op, FACT_FAMILIES) ? size_of_family(e, n, depth)
		                                   : size_of_evaluated(e, n, depth);
	}
}

bool infinite_has_index(struct eval *e, const struct node *binder)
{
	bool was_cut = e->was_cut;
	bool is = !e->has_failure && size_of_binder(e, binder, 0) == SIZE_INFINITE;
	e->has_failure = false; /* others may know more */
	e->was_cut = was_cut;
	return is;
}

bool infinite_is_sure(struct eval *e, value set)
{
	if (e->has_failure || value_kind(e->s, set) != VALUE_LAZY) return false;
	bool was_cut = e->was_cut;
	bool is = lazy_is_infinite(e, set) || size_of_value(e, set, 0) == SIZE_INFINITE;
	e->has_failure = false; /* others may know more */
	e->was_cut = was_cut;
	return is;
}
