/* Operators: the signatures of op.def, and the overloaded '-' and '*'.
 *
 * A signature is matched against the types of the operands from left to right. A letter takes the
 * first type it meets and is unified with the others, so nothing is built for operands whose
 * types are known. */
#include "syntax/types.h"

struct type_match {
	const char *at;       /* what is to be read next of the signature */
	struct type *slot[5]; /* of a, b, c, d and N */
};

static struct type **slot_of(struct type_match *m, char letter)
{
	return &m->slot[letter == 'N' ? 4 : letter - 'a'];
}

static struct type *constant_of(struct checker *c, char letter)
{
	switch (letter) {
	case 'Z': return c->basic[TYPE_INTEGER];
	case 'R': return c->basic[TYPE_REAL];
	case 'B': return c->basic[TYPE_BOOL];
	case 'S': return c->basic[TYPE_STRING];
	default: return NULL;
	}
}

/* The type that the signature describes here; letters without a type get a variable. */
static struct type *build(struct checker *c, struct type_match *m)
{
	char letter = *m->at++;
	if (letter == 'P') return type_pow(c, build(c, m));
	if (letter == '*') {
		struct type *a = build(c, m);
		return type_pair(c, a, build(c, m));
	}
	struct type *t = constant_of(c, letter);
	if (t) return t;
	struct type **slot = slot_of(m, letter);
	if (!*slot) *slot = letter == 'N' ? type_number(c) : type_var(c);
	return *slot;
}

/* var: the innermost bound variable around t, for the notes of an error. */
static bool match(struct checker *c, struct type_match *m, struct type *t, struct type *var)
{
	char letter = *m->at;
	if (letter == 'P' || letter == '*') {
		struct type *known = type_find(t);
		if (known->kind != (letter == 'P' ? TYPE_POW : TYPE_PAIR))
			return type_unify_part(c, build(c, m), t, NULL, var);
		if (t->kind == TYPE_VAR) var = t;
		m->at++;
		return match(c, m, known->a, var) && (letter == 'P' || match(c, m, known->b, var));
	}
	m->at++;
	struct type *constant = constant_of(c, letter);
	if (constant) return type_unify_part(c, constant, t, NULL, var);
	struct type **slot = slot_of(m, letter);
	if (*slot) return type_unify_part(c, *slot, t, NULL, var);
	if (letter == 'N' && !type_require_number(c, t, var)) return false;
	*slot = t;
	return true;
}

/* ---- operands that do not fit ------------------------------------------------------------------ */

static bool compares(enum op op)
{
	return op == OP_EQUAL || op == OP_NOT_EQUAL || op == OP_SUBSET || op == OP_STRICT_SUBSET ||
	       op == OP_NOT_SUBSET || op == OP_NOT_STRICT_SUBSET;
}

static const char *spelling(const struct node *n)
{
	return n->op == OP_IMAGE ? "[...]" : op_info(n->op)->spelling;
}

static void report_need(struct checker *c, const struct node *n, const struct node *kid,
                        struct type *needed)
{
	types_clash(c, types_start(c, kid),
	            types_format(c, "'%s' needs %s here, but this is %s", spelling(n),
	                         types_show(c, needed), types_show(c, kid->type)),
	            needed, kid->type);
}

/* Both sides of a comparison fit the operator, but not each other. */
static void report_sides(struct checker *c, const struct node *n)
{
	types_clash(c, n->pos,
	            types_format(c, "the types of both sides differ: %s and %s",
	                         types_show(c, n->kid[0]->type), types_show(c, n->kid[1]->type)),
	            n->kid[0]->type, n->kid[1]->type);
}

static void report_member(struct checker *c, const struct node *n)
{
	struct type *element = n->kid[0]->type, *set = type_find(n->kid[1]->type);
	types_clash(c, types_start(c, n->kid[0]),
	            types_format(c, "%s is expected here, but this is %s", types_show(c, set->a),
	                         types_show(c, element)),
	            element, set);
}

/* `kid` is the operand whose part of the signature ended the match at `m`. */
static void report_operand(struct checker *c, const struct node *n, uint32_t kid,
                           const char *operand, struct type_match *m)
{
	bool is_set = type_find(n->kid[kid]->type)->kind == TYPE_POW;
	bool is_member = n->op == OP_MEMBER || n->op == OP_NOT_MEMBER;
	if (compares(n->op) && kid == 1 && (is_set || *operand != 'P')) report_sides(c, n);
	else if (is_member && is_set) report_member(c, n);
	else {
		m->at = operand;
		report_need(c, n, n->kid[kid], build(c, m));
	}
}

bool types_need(struct checker *c, const struct node *n, const struct node *kid, struct type *t)
{
	if (type_unify(c, t, kid->type, n->pos)) return true;
	report_need(c, n, kid, t);
	return false;
}

/* After the first operand that does not fit the others are still matched, for what they tell of
 * their own types, but without further messages. */
struct type *types_operator(struct checker *c, struct node *n, const char *signature)
{
	struct type_match m = {.at = signature};
	bool fits = true;
	c->at = n->pos;
	for (uint32_t i = 0; i < n->count && *m.at != '='; i++) {
		const char *operand = m.at;
		if (*operand != '.' && !match(c, &m, n->kid[i]->type, NULL)) {
			if (fits) report_operand(c, n, i, operand, &m);
			else type_poison(c, n->kid[i]->type);
			fits = false;
		}
		m.at = op_operand_end(operand);
	}
	if (c->ready.count) types_settle(c);
	m.at++;
	if (*m.at == '.') return NULL;
	return fits ? build(c, &m) : type_error(c);
}

/* ---- '-' and '*': of numbers or of sets ----------------------------------------------------------- */

enum reading { READ_OPEN, READ_NUMBERS, READ_SETS, READ_ERROR, READ_NEITHER };

static enum reading reading_of(struct type *t)
{
	t = type_find(t);
	switch (t->kind) {
	case TYPE_INTEGER:
	case TYPE_REAL: return READ_NUMBERS;
	case TYPE_POW: return READ_SETS;
	case TYPE_VAR: return t->is_numeric ? READ_NUMBERS : READ_OPEN;
	case TYPE_ERROR: return READ_ERROR;
	default: return READ_NEITHER;
	}
}

static struct type *report_neither(struct checker *c, const struct node *n, const struct node *kid)
{
	struct type *found = kid->type;
	const char *format = kid == n ? "'%s' gives numbers or sets, but %s is expected here"
	                              : "'%s' needs numbers or sets, but this is %s";
	c->at = n->pos;
	c->clash = (struct clash){.b = found, .b_var = found->kind == TYPE_VAR ? found : NULL};
	types_clash(c, kid == n ? n->pos : types_start(c, kid),
	            types_format(c, format, spelling(n), types_show(c, found)), n->kid[0]->type,
	            n->kid[1]->type);
	return type_error(c);
}

/* What the first of them that is known says. */
static enum reading decide(const struct node *n, struct type *result, const struct node **out_kid)
{
	enum reading r = READ_OPEN;
	for (uint32_t i = 0; i < 2 && r == READ_OPEN; i++) r = reading_of((*out_kid = n->kid[i])->type);
	if (r == READ_OPEN && result) {
		*out_kid = n;
		r = reading_of(result);
	}
	return r;
}

/* The node changes last: messages name the operator as it was written. */
static struct type *of_sets(struct checker *c, struct node *n)
{
	enum op op = n->op == OP_MINUS ? OP_DIFFERENCE : OP_PRODUCT;
	struct type *t = types_operator(c, n, op_info(op)->signature);
	n->op = op;
	return t;
}

/* The operator once it is known which it is, or NULL. */
static struct type *overloaded(struct checker *c, struct node *n, struct type *result)
{
	const struct node *kid = NULL;
	switch (decide(n, result, &kid)) {
	case READ_NUMBERS: return types_operator(c, n, "NN=N");
	case READ_SETS: return of_sets(c, n);
	case READ_NEITHER: return report_neither(c, n, kid);
	case READ_ERROR:
		type_poison(c, n->kid[0]->type);
		type_poison(c, n->kid[1]->type);
		return type_error(c);
	default: return NULL;
	}
}

struct type *types_minus(struct checker *c, struct node *n)
{
	struct type *t = overloaded(c, n, NULL);
	if (t) return t;
	/* numbers or sets, operands and result have one type; it cannot fail, both are unknown */
	types_need(c, n, n->kid[1], n->kid[0]->type);
	types_suspend(c, n, n->kid[0]->type, NULL, NULL);
	return n->kid[0]->type;
}

struct type *types_times(struct checker *c, struct node *n)
{
	struct type *t = overloaded(c, n, NULL);
	if (t) return t;
	t = type_var(c);
	types_suspend(c, n, n->kid[0]->type, n->kid[1]->type, t);
	return t;
}

static void retry_overloaded(struct checker *c, struct node *n)
{
	struct type *t = overloaded(c, n, n->type);
	REQUIRE(t);
	if (!type_unify(c, n->type, t, n->pos))
		types_clash(c, n->pos,
		            types_format(c, "%s is expected here, but this is %s", types_show(c, n->type),
		                         types_show(c, t)),
		            n->type, t);
}

void types_retry(struct checker *c, struct node *n)
{
	if (n->op == OP_FIELD) types_retry_field(c, n);
	else retry_overloaded(c, n);
}
