/* Which sets are finite, by the way they are written.
 *
 * An abstract interpretation over three classes of sets: empty, finite but not empty, infinite. A set is known to
 * be of one of some classes (enum card); the rule of an operator (op.def, column `card`) tells the classes of the result
 * for one class of each operand, and holds for all that the operands may be. Where nothing is known all
 * classes are possible: what is missing here fails towards "not known", never towards "finite". */
#include "logic/logic.h"

unsigned finite_type(const struct type *t)
{
	unsigned all = CARD_SOME; /* no type is empty */
	switch (t->kind) {
	case TYPE_BOOL: return CARD_SOME;
	case TYPE_INTEGER:
	case TYPE_REAL:
	case TYPE_STRING: return CARD_INFINITE;
	case TYPE_GIVEN:
		if (t->decl->is_carrier) return CARD_SOME | CARD_INFINITE;
		if (t->decl->kind != DECL_FREETYPE) return CARD_SOME; /* B-Book 2.4 */
		for (uint32_t i = 0; i < t->decl->element_count; i++)
			if (t->decl->elements[i]->argument) return CARD_SOME | CARD_INFINITE;
		return CARD_SOME;
	case TYPE_POW: return finite_type(t->a);
	case TYPE_PAIR: return finite_rule(OP_PRODUCT, finite_type(t->a), finite_type(t->b));
	case TYPE_RECORD:
		for (uint32_t i = 0; i < t->count; i++)
			all = finite_rule(OP_PRODUCT, all, finite_type(t->fields[i].type));
		return all;
	default: return CARD_UNKNOWN;
	}
}

/* ---- operators ------------------------------------------------------------------------------------------- */

/* Functions from a to b, neither of which is empty. */
static unsigned functions(unsigned is, unsigned a, unsigned b)
{
	bool is_total = is & FACT_TOTAL, is_onto = is & FACT_SURJECTIVE, is_one = is & FACT_INJECTIVE;
	bool may_lack = is_onto || (is_total && is_one); /* that none fits is possible */
	if (a == CARD_SOME && b == CARD_SOME) return may_lack ? CARD_FINITE : CARD_SOME;
	if (a == CARD_SOME) return is_onto ? CARD_EMPTY : CARD_INFINITE;
	if (b == CARD_INFINITE) return may_lack ? CARD_EMPTY | CARD_INFINITE : CARD_INFINITE;
	if (!is_total) return CARD_INFINITE;
	return is_one ? CARD_EMPTY : CARD_SOME | CARD_INFINITE; /* one, if b has one element */
}

static unsigned arrow(unsigned is, unsigned a, unsigned b)
{
	if (a == CARD_EMPTY || b == CARD_EMPTY) {
		bool fits =
		    (a == CARD_EMPTY || !(is & FACT_TOTAL)) && (b == CARD_EMPTY || !(is & FACT_SURJECTIVE));
		return fits ? CARD_SOME : CARD_EMPTY;
	}
	if (is & FACT_FUNCTIONS) return functions(is, a, b);
	if (a == CARD_SOME && b == CARD_SOME) return CARD_SOME; /* a * b */
	bool may_be_one =
	    (a == CARD_SOME && is & FACT_SURJECTIVE) || (b == CARD_SOME && is & FACT_TOTAL);
	return may_be_one ? CARD_SOME | CARD_INFINITE : CARD_INFINITE;
}

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

static unsigned part(unsigned of)
{
	return of == CARD_EMPTY ? of : of == CARD_SOME ? CARD_FINITE : CARD_UNKNOWN;
}

static unsigned of_one(enum op_card rule, unsigned a)
{
	switch (rule) {
	case RULE_SAME: return a;
	case RULE_IMAGE: return a == CARD_INFINITE ? CARD_SOME | CARD_INFINITE : a;
	case RULE_PART: return part(a);
	case RULE_SUBSETS: return larger(a, CARD_SOME);
	case RULE_SEQUENCES: return a == CARD_EMPTY ? CARD_SOME : CARD_INFINITE;
	case RULE_SEQUENCES1: return a == CARD_EMPTY ? a : CARD_INFINITE;
	default: return CARD_UNKNOWN;
	}
}

static unsigned of_two(enum op op, unsigned a, unsigned b)
{
	bool has_empty = a == CARD_EMPTY || b == CARD_EMPTY,
	     has_infinite = larger(a, b) == CARD_INFINITE;
	switch (op_info(op)->card) {
	case RULE_UNION: return larger(a, b);
	case RULE_INTER: return has_empty ? CARD_EMPTY : part(a < b ? a : b);
	case RULE_DIFFERENCE:
		if (b == CARD_EMPTY) return a;
		return a == CARD_INFINITE && b == CARD_SOME ? a : part(a);
	case RULE_PRODUCT: return has_empty ? CARD_EMPTY : larger(a, b);
	case RULE_JOIN: return has_empty ? CARD_EMPTY : has_infinite ? CARD_UNKNOWN : CARD_FINITE;
	case RULE_OVERRIDE:
		if (a == CARD_INFINITE && b == CARD_SOME) return CARD_SOME | CARD_INFINITE;
		return larger(a, b);
	case RULE_PART_OF_SECOND: return part(b);
	case RULE_ARROW: return arrow(op_info(op)->facts, a, b);
	default: return of_one(op_info(op)->card, a);
	}
}

unsigned finite_rule(enum op op, unsigned a, unsigned b)
{
	unsigned all = 0;
	switch (op_info(op)->card) {
	case RULE_EMPTY: return CARD_EMPTY;
	case RULE_SOME: return CARD_SOME;
	case RULE_FINITE: return CARD_FINITE;
	case RULE_INFINITE: return CARD_INFINITE;
	default: break;
	}
	for (unsigned i = CARD_EMPTY; i <= CARD_INFINITE; i <<= 1)
		for (unsigned k = CARD_EMPTY; a & i && k <= CARD_INFINITE; k <<= 1)
			if (b & k) all |= of_two(op, i, k);
	return all;
}

/* ---- {x | P}, %x.(P | E) ----------------------------------------------------------------------------------- */

/* Does the conjunct leave finitely many values of the name: x : S, x <: S or x = E, where S and E depend on no name
 * that is bound here? */
static bool is_few(const struct finite_view *v, const struct node *p, const struct node *ids,
                   const struct decl *d)
{
	if (p->count != 2 || !mention_in_pattern(p->kid[0], d)) return false;
	for (uint32_t i = 0; i < ids->count; i++)
		if (node_mentions(p->kid[1], ids->kid[i]->decl)) return false;
	bool is_bound = p->op == OP_MEMBER || p->op == OP_SUBSET || p->op == OP_STRICT_SUBSET;
	return p->op == OP_EQUAL || (is_bound && finite_is_sure(v, p->kid[1]));
}

static bool leaves_few(const struct finite_view *v, const struct node *p, const struct node *ids,
                       const struct decl *d)
{
	EACH_CONJUNCT(c, p)
		if (is_few(v, c.now, ids, d)) return true;
	return false;
}

bool finite_index(const struct finite_view *v, const struct node *binder)
{
	for (uint32_t i = 0; i < binder->kid[0]->count; i++) {
		const struct decl *d = binder->kid[0]->kid[i]->decl;
		if (finite_type(d->type) != CARD_SOME && !leaves_few(v, binder->kid[1], binder->kid[0], d))
			return false;
	}
	return true;
}

/* Of the values that the names take. */
static unsigned index_card(const struct finite_view *v, const struct node *n)
{
	const struct node *ids = n->kid[0], *p = n->kid[1];
	const struct decl *d = ids->kid[0]->decl;
	if (finite_index(v, n)) return CARD_FINITE;
	if (ids->count != 1 || p->count != 2 || p->kid[0]->op != OP_ID || p->kid[0]->decl != d)
		return CARD_UNKNOWN;
	if (p->op == OP_MEMBER && !node_mentions(p->kid[1], d)) return finite_card(v, p->kid[1]);
	bool is_open = op_is(p->op, FACT_ORDER) && p->kid[1]->op == OP_NUMBER;
	return is_open ? CARD_INFINITE : CARD_UNKNOWN;
}

/* ---- sets --------------------------------------------------------------------------------------------------- */

/* IF: any of its values, each behind a condition but the last. */
static unsigned of_cases(const struct finite_view *v, const struct node *n)
{
	unsigned all = finite_card(v, n->kid[n->count - 1]);
	for (uint32_t i = 1; i < n->count; i += 2) all |= finite_card(v, n->kid[i]);
	return all;
}

static unsigned of_fields(const struct finite_view *v, const struct node *n)
{
	unsigned all = CARD_SOME;
	for (uint32_t i = 0; i < n->count; i++)
		all = finite_rule(OP_PRODUCT, all, finite_card(v, n->kid[i]->kid[0]));
	return all;
}

static unsigned as_written(const struct finite_view *v, const struct node *n)
{
	switch (n->op) {
	case OP_IF: return of_cases(v, n);
	case OP_STRUCT: return of_fields(v, n);
	case OP_LAMBDA: return index_card(v, n);
	case OP_COMPREHENSION:
		return n->count == 2 ? index_card(v, n) : finite_rule(OP_DOM, index_card(v, n), CARD_SOME);
	default: break;
	}
	enum op_card rule = op_info(n->op)->card;
	if (rule == RULE_NONE) return CARD_UNKNOWN;
	if (rule <= RULE_INFINITE) return finite_rule(n->op, CARD_UNKNOWN, CARD_UNKNOWN);
	return finite_rule(n->op, finite_card(v, n->kid[0]),
	                   n->count > 1 ? finite_card(v, n->kid[1]) : CARD_SOME);
}

unsigned finite_card(const struct finite_view *v, const struct node *set)
{
	bool is_set = set->type && set->type->kind == TYPE_POW;
	unsigned known = v && v->card ? v->card(v->data, set) : CARD_UNKNOWN;
	if (is_set && finite_type(set->type->a) == CARD_SOME) known &= CARD_FINITE;
	unsigned written = as_written(v, set);
	/* both are right; that they disagree is possible only where the set has no value */
	return known & written ? known & written : known;
}

bool finite_is_sure(const struct finite_view *v, const struct node *set)
{
	return !(finite_card(v, set) & CARD_INFINITE);
}

bool finite_is_endless(const struct node *set)
{
	return op_is(set->op, FACT_FAMILIES) && set->count == 1 &&
	       finite_rule(set->op, CARD_SOME, CARD_SOME) == CARD_INFINITE;
}

bool finite_is_infinite(const struct node *set) { return finite_card(NULL, set) == CARD_INFINITE; }
