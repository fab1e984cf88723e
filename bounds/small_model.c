/* Small models: how many elements of a set a solution of a question needs.
 *
 * Of a solution with large sets let only some elements of the sets of open sizes be left, and of all values what consists of
 * these. Conjuncts that say of elements only what holds of all of them stay true; those that say that there is one stay true if that one is
 * left. So where all that must be left is counted, and there is no solution with so many elements, there is none with more.
 * (For relations without functions between such sets this is the finite model property of the class of Bernays and Schoenfinkel.)
 *
 * A set here is *local*: what is left of it is what the same expression means among the elements that are left. An element, a number
 * or a truth value is local if it is the same there. What is not known to be local, or needs a witness for each of many elements, has no
 * bound. */
#include "bounds/bounds.h"

struct need { /* of each set of the universe; saturated */
	uint8_t of[BOUNDS_MOST_SETS];
};

struct small_model {
	const struct universe *universe;
	struct map
	    names; /* that have values: those of the question, and of binders that were entered */
	VEC(const struct node *) terms; /* whose values are left */
	struct need of_terms;
	uint32_t universals; /* binders around, of which each value counts */
};

static bool stays(struct small_model *m, const struct node *n, bool is, struct need *need);
static bool element(struct small_model *m, const struct node *n, struct need *need);
static bool set(struct small_model *m, const struct node *n, struct need *need);

/* ---- types ------------------------------------------------------------------------------------------------------------ */

static bool is_rigid(const struct small_model *m, const struct type *t)
{
	return t && !bounds_type_is_open(m->universe, t);
}

/* Made of elements and of what no size changes. */
static bool is_flat(const struct small_model *m, const struct type *type)
{
	const struct type *t = type_known(type);
	if (!t || is_rigid(m, t)) return t;
	if (t->kind == TYPE_PAIR) return is_flat(m, t->a) && is_flat(m, t->b);
	return t->kind == TYPE_GIVEN && t->decl->kind != DECL_FREETYPE;
}

/* Of the elements of a set; NULL: it is none. */
static const struct type *member_type(const struct node *n)
{
	const struct type *t = type_known(n->type);
	return t && t->kind == TYPE_POW ? type_known(t->a) : NULL;
}

static bool is_flat_set(const struct small_model *m, const struct node *n)
{
	const struct type *t = member_type(n);
	return t && is_flat(m, t);
}

/* Nothing in it has to do with open sizes. */
static bool is_untouched(const struct small_model *m, const struct node *n)
{
	if (n->type && !is_rigid(m, n->type)) return false;
	if (n->op == OP_ID && n->decl && n->decl->type && !is_rigid(m, n->decl->type)) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_untouched(m, n->kid[i])) return false;
	return true;
}

/* ---- what must be left --------------------------------------------------------------------------------------------------- */

static void count(const struct small_model *m, const struct type *type, uint32_t times,
                  struct need *need)
{
	const struct type *t = type_known(type);
	if (is_rigid(m, t)) return;
	if (t->kind == TYPE_PAIR) {
		count(m, t->a, times, need);
		count(m, t->b, times, need);
		return;
	}
	uint32_t number = universe_number(m->universe, t->decl);
	if (number >= BOUNDS_MOST_SETS) return; /* such a question is not asked */
	uint32_t sum = need->of[number] + times;
	need->of[number] = (uint8_t)(sum < BOUNDS_NO_SIZE ? sum : BOUNDS_NO_SIZE);
}

/* Some values of this flat type. Inside of a binder that would be others for each of its values. */
static bool take(const struct small_model *m, const struct type *t, uint32_t times,
                 struct need *need)
{
	if (is_rigid(m, t)) return true;
	if (m->universals > 0 || !is_flat(m, t)) return false;
	count(m, t, times, need);
	return true;
}

static void add(struct need *to, const struct need *more)
{
	for (uint32_t i = 0; i < BOUNDS_MOST_SETS; i++) {
		uint32_t sum = to->of[i] + more->of[i];
		to->of[i] = (uint8_t)(sum < BOUNDS_NO_SIZE ? sum : BOUNDS_NO_SIZE);
	}
}

static void widen(struct need *to, const struct need *other)
{
	for (uint32_t i = 0; i < BOUNDS_MOST_SETS; i++)
		if (other->of[i] > to->of[i]) to->of[i] = other->of[i];
}

/* ---- names ---------------------------------------------------------------------------------------------------------------- */

static bool is_given_set(const struct node *n)
{
	const struct type *t = member_type(n);
	bool is_set = n->decl->kind == DECL_DEFERRED_SET || n->decl->kind == DECL_SET_PARAMETER;
	return is_set && t && t->kind == TYPE_GIVEN && t->decl == n->decl;
}

static bool is_name(const struct small_model *m, const struct node *n)
{
	return n->decl && (map_get(&m->names, n->decl) || is_given_set(n));
}

static bool enter(struct small_model *m, const struct node *ids)
{
	for (uint32_t i = 0; i < ids->count; i++) {
		if (!is_flat(m, ids->kid[i]->decl->type)) return false;
		map_put(&m->names, ids->kid[i]->decl, m);
	}
	return true;
}

/* ---- expressions ------------------------------------------------------------------------------------------------------------ */

typedef bool local(struct small_model *m, const struct node *n, struct need *need);

static bool all(struct small_model *m, const struct node *n, local *is_local, struct need *need)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_local(m, n->kid[i], need)) return false;
	return true;
}

static bool stays_as_it_is(struct small_model *m, const struct node *n, struct need *need)
{
	return stays(m, n, true, need) && stays(m, n, false, need);
}

/* Its value is left: once, whatever is decided elsewhere. */
static bool take_term(struct small_model *m, const struct node *n)
{
	if (is_rigid(m, n->type)) return true;
	for (uint32_t i = 0; m->universals == 0 && i < m->terms.count; i++)
		if (alike_are(m->terms.at[i], n)) return true;
	VEC_PUSH(&m->terms, n);
	return take(m, n->type, 1, &m->of_terms);
}

/* Of a function of any kind. */
static bool apply(struct small_model *m, const struct node *n, struct need *need)
{
	if (!set(m, n->kid[0], need)) return false;
	for (uint32_t i = 1; i < n->count; i++)
		if (!element(m, n->kid[i], need)) return false;
	return take_term(m, n);
}

static bool conditional(struct small_model *m, const struct node *n, local *is_local,
                        struct need *need)
{
	for (uint32_t i = 0; i < n->count; i++) {
		bool is_condition = i % 2 == 0 && i + 1 < n->count;
		local *what = is_condition ? stays_as_it_is : is_local;
		if (!what(m, n->kid[i], need)) return false;
	}
	return true;
}

static bool element(struct small_model *m, const struct node *n, struct need *need)
{
	if (is_untouched(m, n)) return true;
	if (!is_flat(m, n->type)) return false;
	if (member_type(n)) return set(m, n, need);
	switch (n->op) {
	case OP_ID: return is_name(m, n);
	case OP_PAIR:
	case OP_FIRST_OF_PAIR:
	case OP_SECOND_OF_PAIR:
	case OP_ADD:
	case OP_MINUS:
	case OP_TIMES:
	case OP_DIVIDE:
	case OP_MOD:
	case OP_NEGATE: return all(m, n, element, need);
	case OP_APPLY: return apply(m, n, need);
	case OP_BOOL: return stays_as_it_is(m, n->kid[0], need);
	case OP_IF: return conditional(m, n, element, need);
	default: return false;
	}
}

static const struct type *side(const struct node *relation, bool is_domain)
{
	const struct type *t = member_type(relation);
	if (!t || t->kind != TYPE_PAIR) return NULL;
	return is_domain ? t->a : t->b;
}

/* Is for each pair of it the other half left where this one is, so that what is left of the domain (or range) is that of what is
 * left? */
static bool has_local_side(const struct small_model *m, const struct node *n, bool is_domain)
{
	if (is_rigid(m, side(n, !is_domain))) return true;
	switch (n->op) {
	case OP_SET:
	case OP_IDENTITY:
	case OP_EMPTY_SET: return true;
	case OP_LAMBDA: return is_domain;
	case OP_PRODUCT: return n->kid[is_domain ? 1 : 0]->op == OP_SET;
	case OP_UNION:
		return has_local_side(m, n->kid[0], is_domain) && has_local_side(m, n->kid[1], is_domain);
	default: return false;
	}
}

/* {x | P}, %x.(P | E): nothing is to be left for the sake of single values. */
static bool described(struct small_model *m, const struct node *n, struct need *need)
{
	if (!enter(m, n->kid[0])) return false;
	m->universals++;
	bool is_local = stays_as_it_is(m, n->kid[1], need);
	if (is_local && n->op == OP_LAMBDA) is_local = element(m, n->kid[2], need);
	m->universals--;
	return is_local;
}

static bool image(struct small_model *m, const struct node *n, struct need *need)
{
	bool is_near = is_rigid(m, side(n->kid[0], true)) || n->kid[1]->op == OP_SET;
	return is_near && all(m, n, set, need);
}

static bool set(struct small_model *m, const struct node *n, struct need *need)
{
	if (is_untouched(m, n)) return true;
	if (!is_flat_set(m, n)) return false;
	switch (n->op) {
	case OP_ID: return is_name(m, n);
	case OP_EMPTY_SET: return true;
	case OP_SET:
	case OP_INTERVAL: return all(m, n, element, need);
	case OP_UNION:
	case OP_INTER:
	case OP_DIFFERENCE:
	case OP_PRODUCT:
	case OP_INVERSE:
	case OP_IDENTITY:
	case OP_DOMAIN_RESTRICT:
	case OP_DOMAIN_SUBTRACT:
	case OP_RANGE_RESTRICT:
	case OP_RANGE_SUBTRACT: return all(m, n, set, need);
	case OP_OVERRIDE: return has_local_side(m, n->kid[1], true) && all(m, n, set, need);
	case OP_DOM:
	case OP_RAN: return has_local_side(m, n->kid[0], n->op == OP_DOM) && all(m, n, set, need);
	case OP_COMPOSE: return is_rigid(m, side(n->kid[0], false)) && all(m, n, set, need);
	case OP_IMAGE: return image(m, n, need);
	case OP_COMPREHENSION: return n->count == 2 && described(m, n, need);
	case OP_LAMBDA: return described(m, n, need);
	case OP_APPLY: return apply(m, n, need);
	case OP_IF: return conditional(m, n, set, need);
	default: return false;
	}
}

/* ---- comparisons -------------------------------------------------------------------------------------------------------------- */

/* What differs or is not in the other one is left. */
static bool subset_stays(struct small_model *m, const struct node *a, const struct node *b, bool is,
                         struct need *need)
{
	return set(m, a, need) && set(m, b, need) && (is || take(m, member_type(a), 1, need));
}

/* f : A --> B and the like. That it is not: by a pair that is not in A * B, by two pairs that begin or end alike, or by an
 * element without a pair. */
static bool arrow_stays(struct small_model *m, const struct node *f, const struct node *arrows,
                        bool is, struct need *need)
{
	enum op op = arrows->op;
	if (!set(m, f, need) || !all(m, arrows, set, need)) return false;
	if (!is)
		return take(m, side(f, true), op_is(op, FACT_INJECTIVE) ? 2 : 1, need) &&
		       take(m, side(f, false), op_is(op, FACT_FUNCTIONS) ? 2 : 1, need);
	return (!op_is(op, FACT_TOTAL) || has_local_side(m, f, true)) &&
	       (!op_is(op, FACT_SURJECTIVE) || has_local_side(m, f, false));
}

/* x : dom(f) where the other half of the pair may be an element: it is left, too. */
static bool in_side_stays(struct small_model *m, const struct node *x, const struct node *of,
                          bool is, struct need *need)
{
	const struct node *f = of->kid[0];
	return element(m, x, need) && set(m, f, need) &&
	       (!is || take(m, side(f, of->op == OP_RAN), 1, need));
}

static bool member_stays(struct small_model *m, const struct node *x, const struct node *of,
                         bool is, struct need *need)
{
	if (op_is(of->op, FACT_FUNCTIONS | FACT_RELATIONS)) return arrow_stays(m, x, of, is, need);
	if (of->op == OP_POW || (is && of->op == OP_FIN))
		return subset_stays(m, x, of->kid[0], is, need);
	bool is_side = of->op == OP_DOM || of->op == OP_RAN;
	if (is_side && !has_local_side(m, of->kid[0], of->op == OP_DOM))
		return in_side_stays(m, x, of, is, need);
	return element(m, x, need) && set(m, of, need);
}

static bool equal_stays(struct small_model *m, const struct node *a, const struct node *b, bool is,
                        struct need *need)
{
	if (!is && alike_are(a, b)) return true; /* it never is; it says that E has a value */
	if (member_type(a)) return subset_stays(m, a, b, is, need);
	return element(m, a, need) && element(m, b, need);
}

/* card(s) <= E stays. That it is false, with a number n: of a larger set n + 1 elements are left. */
static bool card_stays(struct small_model *m, const struct node *n, enum op op, bool is,
                       struct need *need)
{
	bool is_first = n->kid[0]->op == OP_CARD;
	const struct node *s = n->kid[is_first ? 0 : 1]->kid[0], *other = n->kid[is_first ? 1 : 0];
	int64_t number;
	if (!is_first) op = op_converse(op);
	bool is_most =
	    is ? op == OP_LESS || op == OP_LESS_EQUAL : op == OP_GREATER || op == OP_GREATER_EQUAL;
	if (is_most) return set(m, s, need) && element(m, other, need);
	bool has_number = generator_literal(other, &number) && number >= 0 && number < BOUNDS_NO_SIZE;
	return has_number && set(m, s, need) && take(m, member_type(s), (uint32_t)number + 1, need);
}

static bool is_card(const struct node *n) { return n->op == OP_CARD; }

static bool comparison_stays(struct small_model *m, const struct node *n, bool is,
                             struct need *need)
{
	enum op op = n->op;
	if (op_is(op, FACT_NEGATED)) {
		op = op_opposite(op);
		is = !is;
	}
	bool counts = n->count == 2 && (is_card(n->kid[0]) || is_card(n->kid[1]));
	if (counts && (op == OP_EQUAL || op_is(op, FACT_ORDER))) return card_stays(m, n, op, is, need);
	if (op_is(op, FACT_ORDER)) return all(m, n, element, need);
	switch (op) {
	case OP_EQUAL: return equal_stays(m, n->kid[0], n->kid[1], is, need);
	case OP_MEMBER: return member_stays(m, n->kid[0], n->kid[1], is, need);
	case OP_SUBSET: return subset_stays(m, n->kid[0], n->kid[1], is, need);
	case OP_STRICT_SUBSET: return subset_stays(m, n->kid[0], n->kid[1], false, need);
	default: return false;
	}
}

/* ---- connectives and quantifiers ------------------------------------------------------------------------------------------------ */

static bool all_stay(struct small_model *m, const struct node *n, bool first, bool rest,
                     struct need *need)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (!stays(m, n->kid[i], i ? rest : first, need)) return false;
	return true;
}

/* One of them decides, from left to right: those before it must not lose their values. */
static bool one_stays(struct small_model *m, const struct node *n, bool first, bool rest,
                      struct need *need)
{
	struct need most = {0};
	for (uint32_t i = 0; i < n->count; i++) {
		struct need own = {0};
		bool is = i ? rest : first, is_before = i + 1 < n->count;
		if (!stays(m, n->kid[i], is, &own)) return false;
		if (is_before && defined_may_fail(n->kid[i]) && !stays(m, n->kid[i], !is, need))
			return false;
		widen(&most, &own);
	}
	add(need, &most);
	return true;
}

/* #y.(s = {y}), as it is said of f[{x}]. */
static const struct node *single(const struct node *n)
{
	const struct node *ids = n->kid[0], *body = n->kid[1];
	bool is_form = n->op == OP_EXISTS && ids->count == 1 && body->op == OP_EQUAL &&
	               body->kid[1]->op == OP_SET && body->kid[1]->count == 1;
	bool is_it = is_form && mention_is_name(body->kid[1]->kid[0], ids->kid[0]->decl) &&
	             !node_mentions(body->kid[0], ids->kid[0]->decl);
	return is_it ? body->kid[0] : NULL;
}

static bool quantified_stays(struct small_model *m, const struct node *n, bool is,
                             struct need *need)
{
	const struct node *ids = n->kid[0];
	bool is_of_all = (n->op == OP_FORALL) == is;
	const struct node *s = is ? NULL : single(n);
	if (s) return set(m, s, need) && take(m, member_type(s), 2, need); /* none stays none */
	if (!enter(m, ids)) return false;
	for (uint32_t i = 0; !is_of_all && i < ids->count; i++)
		if (!take(m, ids->kid[i]->decl->type, 1, need)) return false;
	m->universals += is_of_all;
	bool good = stays(m, n->kid[1], is, need);
	m->universals -= is_of_all;
	return good;
}

/* If it is true (or false) it is so among the elements that are left. */
static bool stays(struct small_model *m, const struct node *n, bool is, struct need *need)
{
	if (is_untouched(m, n)) return true;
	switch (n->op) {
	case OP_LABEL: return stays(m, n->kid[0], is, need);
	case OP_NOT: return stays(m, n->kid[0], !is, need);
	case OP_AND: return is ? all_stay(m, n, true, true, need) : one_stays(m, n, false, false, need);
	case OP_OR: return is ? one_stays(m, n, true, true, need) : all_stay(m, n, false, false, need);
	case OP_IMPLIES:
		return is ? one_stays(m, n, false, true, need) : all_stay(m, n, true, false, need);
	case OP_EQUIV: return all(m, n, stays_as_it_is, need);
	case OP_FORALL:
	case OP_EXISTS: return quantified_stays(m, n, is, need);
	default: return comparison_stays(m, n, is, need);
	}
}

/* ---- questions -------------------------------------------------------------------------------------------------------------------- */

/* Elements that have names. */
static bool enter_names(struct small_model *m, struct decl *const *names, uint32_t name_count,
                        struct need *need)
{
	for (uint32_t i = 0; i < name_count; i++) {
		const struct type *t = type_known(names[i]->type);
		map_put(&m->names, names[i], m);
		if (t && t->kind != TYPE_POW && !is_flat(m, t)) return false;
		if (t && t->kind != TYPE_POW) count(m, t, 1, need);
	}
	return true;
}

uint32_t bounds_small_model(const struct universe *u, struct decl *const *names,
                            uint32_t name_count, const struct node *const *conjuncts,
                            uint32_t conjunct_count)
{
	struct small_model m = {.universe = u};
	struct need need = {0};
	uint32_t most = 1;
	bool good = u->sets.count <= BOUNDS_MOST_SETS && enter_names(&m, names, name_count, &need);
	for (uint32_t i = 0; good && i < conjunct_count; i++)
		good = stays(&m, conjuncts[i], true, &need);
	add(&need, &m.of_terms);
	for (uint32_t i = 0; i < BOUNDS_MOST_SETS; i++)
		if (need.of[i] > most) most = need.of[i];
	VEC_CLEAR(&m.terms);
	map_clear(&m.names);
	return good ? most : BOUNDS_NO_SIZE;
}
