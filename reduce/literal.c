/* Predicates that are decided by what variables are equal to. Most control variables are compared with and assigned literals, so
 * that this says much of who enables whom without a solver. */
#include "reduce/literal.h"

static bool is_literal(const struct node *n)
{
	if (n->op == OP_NUMBER)
		return strlen(n->name) < 18 && strspn(n->name, "0123456789") == strlen(n->name);
	return n->op == OP_TRUE || n->op == OP_FALSE ||
	       (n->op == OP_ID && n->decl && n->decl->kind == DECL_ELEMENT);
}

static int64_t number_of(const struct node *n) { return strtoll(n->name, NULL, 10); }

static bool are_equal(const struct node *a, const struct node *b)
{
	if (a->op != b->op) return false;
	if (a->op == OP_NUMBER) return number_of(a) == number_of(b);
	return a->op != OP_ID || a->decl == b->decl;
}

static const struct node *find(const struct literals *l, const struct decl *d)
{
	for (uint32_t i = 0; i < l->count; i++)
		if (l->at[i].of == d) return l->at[i].is;
	return NULL;
}

static void forget(struct literals *l, const struct decl *d)
{
	for (uint32_t i = 0; i < l->count; i++)
		if (l->at[i].of == d) l->at[i--] = l->at[--l->count];
}

void literal_assume(struct literals *l, const struct node *n)
{
	if (n->op != OP_EQUAL) return;
	for (uint32_t i = 0; i < 2; i++) {
		const struct decl *d = footprint_variable(n->kid[i]);
		if (d && is_literal(n->kid[1 - i]) && !find(l, d))
			VEC_PUSH(l, ((struct literal){d, n->kid[1 - i]}));
	}
}

/* ---- substitutions ----------------------------------------------------------------------------- */

static void forget_written(struct literals *l, const struct node *n)
{
	struct decls written = {0};
	written_by(n, &written);
	for (uint32_t i = 0; i < written.list.count; i++) forget(l, written.list.at[i]);
	VEC_CLEAR(&written.list);
}

/* x := 1, with the values of all written at once. */
static void assign(const struct node *n, struct literals *out)
{
	for (uint32_t i = 0; i < n->kid[0]->count; i++) {
		const struct decl *d = footprint_variable(n->kid[0]->kid[i]);
		if (d && is_literal(n->kid[1]->kid[i]))
			VEC_PUSH(out, ((struct literal){d, n->kid[1]->kid[i]}));
	}
}

/* In what is done on all ways. */
static void collect(const struct node *n, struct literals *out)
{
	if (n->op == OP_S_ASSIGN) assign(n, out);
	for (uint32_t i = 0; n->op == OP_S_PARALLEL && i < n->count; i++) collect(n->kid[i], out);
}

void literal_execute(struct literals *l, const struct node *n)
{
	bool is_sequence = n->op == OP_S_SEQUENCE;
	for (uint32_t i = 0; is_sequence && i < n->count; i++) literal_execute(l, n->kid[i]);
	if (is_sequence) return;
	forget_written(l, n);
	collect(n, l);
}

/* ---- predicates -------------------------------------------------------------------------------- */

static const struct node *literal_of(const struct literals *l, const struct node *n)
{
	const struct decl *d = footprint_variable(n);
	const struct node *is = d ? find(l, d) : n;
	return is && is_literal(is) ? is : NULL;
}

static enum literal_truth decided(bool is) { return is ? LITERAL_TRUE : LITERAL_FALSE; }

static enum literal_truth compare(const struct node *a, enum op op, const struct node *b)
{
	if (op == OP_EQUAL) return decided(are_equal(a, b));
	if (op == OP_NOT_EQUAL) return decided(!are_equal(a, b));
	if (a->op != OP_NUMBER || b->op != OP_NUMBER) return LITERAL_OPEN;
	int64_t x = number_of(a), y = number_of(b);
	switch (op) {
	case OP_LESS: return decided(x < y);
	case OP_LESS_EQUAL: return decided(x <= y);
	case OP_GREATER: return decided(x > y);
	case OP_GREATER_EQUAL: return decided(x >= y);
	default: return LITERAL_OPEN;
	}
}

/* x : {a, b}, x : NATURAL */
static enum literal_truth judge_member(const struct literals *l, const struct node *n)
{
	const struct node *x = literal_of(l, n->kid[0]), *set = n->kid[1];
	bool is_in = false, is_natural = set->op == OP_NATURAL_SET || set->op == OP_NATURAL1_SET;
	if (x && x->op == OP_NUMBER && is_natural)
		return decided((number_of(x) >= (set->op == OP_NATURAL1_SET)) == (n->op == OP_MEMBER));
	if (!x || set->op != OP_SET) return LITERAL_OPEN;
	for (uint32_t i = 0; i < set->count; i++) {
		if (!is_literal(set->kid[i])) return LITERAL_OPEN;
		is_in |= are_equal(x, set->kid[i]);
	}
	return decided(is_in == (n->op == OP_MEMBER));
}

/* One part decides the whole if it has this truth value. */
static enum literal_truth judge_all(const struct literals *l, const struct node *n,
                                    enum literal_truth decides)
{
	bool is_open = false;
	for (uint32_t i = 0; i < n->count; i++) {
		enum literal_truth t = literal_judge(l, n->kid[i]);
		if (t == decides) return t;
		is_open |= t == LITERAL_OPEN;
	}
	if (is_open) return LITERAL_OPEN;
	return decides == LITERAL_TRUE ? LITERAL_FALSE : LITERAL_TRUE;
}

enum literal_truth literal_judge(const struct literals *l, const struct node *n)
{
	if (n->op == OP_AND) return judge_all(l, n, LITERAL_FALSE);
	if (n->op == OP_OR) return judge_all(l, n, LITERAL_TRUE);
	if (n->op == OP_MEMBER || n->op == OP_NOT_MEMBER) return judge_member(l, n);
	if (n->op == OP_NOT) {
		enum literal_truth t = literal_judge(l, n->kid[0]);
		return t == LITERAL_OPEN ? t : decided(t == LITERAL_FALSE);
	}
	if (!op_is(n->op, FACT_COMPARISON) || n->count != 2) return LITERAL_OPEN;
	const struct node *a = literal_of(l, n->kid[0]), *b = literal_of(l, n->kid[1]);
	return a && b ? compare(a, n->op, b) : LITERAL_OPEN;
}
