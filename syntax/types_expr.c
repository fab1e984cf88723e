/* Expressions and predicates: which rule each operator has. */
#include "syntax/types.h"

/* ---- IF and LET, of either class ----------------------------------------------------------------- */

static struct type *if_expr(struct checker *c, struct node *n)
{
	struct type *t = NULL;
	for (uint32_t i = 0; i < n->count; i++) {
		bool is_condition = i % 2 == 0 && i + 1 < n->count;
		if (is_condition) {
			types_pred(c, &n->kid[i]);
			continue;
		}
		struct type *value = types_expr(c, &n->kid[i]);
		if (!t) t = value;
		else if (!type_unify(c, t, value, n->kid[i]->pos))
			types_clash(c, types_start(c, n->kid[i]),
			            types_format(c, "the branches of this IF have different types: %s and %s",
			                         types_show(c, t), types_show(c, value)),
			            t, value);
	}
	return t;
}

static void if_pred(struct checker *c, struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++) types_pred(c, &n->kid[i]);
}

static struct type *let_expr(struct checker *c, struct node *n)
{
	uint32_t outside = types_open_locals(c, n->kid[0], SCOPE_READ);
	types_pred(c, &n->kid[1]);
	struct type *t = types_expr(c, &n->kid[2]);
	scope_pop(c->scope, outside);
	return t;
}

static void let_pred(struct checker *c, struct node *n)
{
	uint32_t outside = types_open_locals(c, n->kid[0], SCOPE_READ);
	types_pred(c, &n->kid[1]);
	types_pred(c, &n->kid[2]);
	scope_pop(c->scope, outside);
}

/* ---- expressions ---------------------------------------------------------------------------------- */

static void operands(struct checker *c, struct node *n, const char *signature)
{
	for (uint32_t i = 0; i < n->count; i++) {
		if (*signature == '.') types_pred(c, &n->kid[i]);
		else types_expr(c, &n->kid[i]);
		if (*signature != '=') signature = op_operand_end(signature);
	}
}

static void any_operands(struct checker *c, struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++) types_expr(c, &n->kid[i]);
}

/* The same type serves all uses of a constant like NAT or 1. */
static struct type *constant(struct checker *c, struct node *n)
{
	if (n->op == OP_EMPTY_SET || n->op == OP_EMPTY_SEQ)
		return types_operator(c, n, op_info(n->op)->signature);
	if (!c->constant[n->op]) c->constant[n->op] = types_operator(c, n, op_info(n->op)->signature);
	return c->constant[n->op];
}

static struct type *operator(struct checker *c, struct node *n)
{
	if (n->count == 0) return constant(c, n);
	const char *signature = op_info(n->op)->signature;
	REQUIRE(*signature);
	operands(c, n, signature);
	/* the exponent of a real number may be an integer */
	bool is_real = n->op == OP_POWER && type_find(n->kid[0]->type)->kind == TYPE_REAL &&
	               type_find(n->kid[1]->type)->kind == TYPE_INTEGER;
	return types_operator(c, n, is_real ? "RZ=R" : signature);
}

static struct type *difference_or_product(struct checker *c, struct node *n)
{
	any_operands(c, n);
	return n->op == OP_MINUS ? types_minus(c, n) : types_times(c, n);
}

static struct type *collection(struct checker *c, struct node *n)
{
	struct type *element = types_elements(c, n);
	if (n->op == OP_SET) return type_pow(c, element);
	return type_pow(c, type_pair(c, c->basic[TYPE_INTEGER], element));
}

/* Something else stands where an expression should: it is checked all the same. */
static struct type *not_expr(struct checker *c, const struct node **n, enum op_class found)
{
	if (found == CLASS_PRED) types_pred(c, n);
	types_wrong_class(c, *n, CLASS_EXPR, found);
	return type_error(c);
}

static struct type *reflexive(struct checker *c, const struct node **place)
{
	struct type *t = operator(c, node_draft(*place));
	types_note_reflexive(c, place); /* behind those inside of it */
	return t;
}

static struct type *external_expr(struct checker *c, const struct node **n)
{
	enum op_class class = types_external_class(*n);
	return class == CLASS_EXPR ? types_external(c, node_draft(*n)) : not_expr(c, n, class);
}

/* E ⦂ T has the type of the elements of T, and is E. */
static struct type *of_type(struct checker *c, const struct node **n)
{
	const struct node *whole = *n, *set = whole->kid[1];
	*n = whole->kid[0];
	struct type *found = types_expr(c, n), *given = types_expr(c, &set);
	if (!type_unify(c, given, type_pow(c, found), whole->pos))
		types_clash(c, types_start(c, *n),
		            types_format(c, "this is %s, but it is said to be an element of %s",
		                         types_show(c, found), types_show(c, given)),
		            given, found);
	return found;
}

/* A word that is an operator only where nothing of that name is declared. */
static struct type *name_or_apply(struct checker *c, const struct node **n)
{
	switch (types_weak(c, n)) {
	case WEAK_REWRITTEN: return types_expr(c, n);
	case WEAK_WRONG: return type_error(c);
	default:
		return (*n)->op == OP_ID ? types_identifier(c, node_draft(*n))
		                         : types_apply(c, node_draft(*n));
	}
}

static struct type *expr(struct checker *c, const struct node **place)
{
	struct node *n = node_draft(*place);
	switch (n->op) {
	case OP_ID:
	case OP_APPLY: return name_or_apply(c, place);
	case OP_OLD: return types_identifier(c, n);
	case OP_LABEL: return types_expr(c, &n->kid[0]);
	case OP_MINUS:
	case OP_TIMES: return difference_or_product(c, n);
	case OP_SET:
	case OP_SEQUENCE: return collection(c, n);
	case OP_COMPREHENSION:
	case OP_LAMBDA:
	case OP_SIGMA:
	case OP_PI:
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER: return types_binder(c, n);
	case OP_OF_TYPE: return of_type(c, place);
	case OP_TYPE_SET: return types_set_of_type(c, place);
	case OP_CLOSURE:
	case OP_ITERATE: return reflexive(c, place);
	case OP_TEMPLATE: any_operands(c, n); return c->basic[TYPE_STRING];
	case OP_BIN: any_operands(c, n); return types_bin(c, n);
	case OP_REC:
	case OP_STRUCT: return types_record(c, n);
	case OP_FIELD: return types_field(c, n);
	case OP_IF: return if_expr(c, n);
	case OP_LET: return let_expr(c, n);
	case OP_EXTERNAL_CALL: return external_expr(c, place);
	default:
		if (op_info(n->op)->class != CLASS_EXPR) return not_expr(c, place, op_info(n->op)->class);
		return operator(c, n);
	}
}

struct type *types_expr(struct checker *c, const struct node **n)
{
	struct type *t = expr(c, n); /* may replace the node */
	node_draft(*n)->type = t;
	return t;
}

/* ---- predicates ----------------------------------------------------------------------------------- */

static void quantifier(struct checker *c, struct node *n)
{
	uint32_t outside = types_open_locals(c, n->kid[0], SCOPE_READ);
	types_pred(c, &n->kid[1]);
	scope_pop(c->scope, outside);
}

static void not_pred(struct checker *c, const struct node **n, enum op_class found)
{
	struct type *t = found == CLASS_EXPR ? types_expr(c, n) : NULL;
	/* what was reported already, for instance an undeclared name, is not reported again */
	if (!t || type_find(t)->kind != TYPE_ERROR) types_wrong_class(c, *n, CLASS_PRED, found);
	if (t) type_poison(c, t);
}

static void external_pred(struct checker *c, const struct node **n)
{
	enum op_class class = types_external_class(*n);
	if (class == CLASS_PRED) types_external(c, node_draft(*n));
	else not_pred(c, n, class);
}

static void name_or_apply_pred(struct checker *c, const struct node **n)
{
	switch (types_weak(c, n)) {
	case WEAK_REWRITTEN: types_pred(c, n); break;
	case WEAK_WRONG: break;
	default: not_pred(c, n, CLASS_EXPR); break;
	}
}

static void operator_pred(struct checker *c, const struct node **place)
{
	struct node *n = node_draft(*place);
	enum op_class class = op_info(n->op)->class;
	if (class != CLASS_PRED) {
		not_pred(c, place, class);
		return;
	}
	operands(c, n, op_info(n->op)->signature);
	types_operator(c, n, op_info(n->op)->signature);
}

void types_pred(struct checker *c, const struct node **place)
{
	struct node *n = node_draft(*place);
	switch (n->op) {
	case OP_AND:
	case OP_OR:
		for (uint32_t i = 0; i < n->count; i++) types_pred(c, &n->kid[i]);
		break;
	case OP_FORALL:
	case OP_EXISTS: quantifier(c, n); break;
	case OP_PARTITION: types_partition(c, n); break;
	case OP_SUBSTITUTED: types_substituted(c, n); break;
	case OP_LABEL: types_pred(c, &n->kid[0]); break;
	case OP_IF: if_pred(c, n); break;
	case OP_LET: let_pred(c, n); break;
	case OP_EXTERNAL_CALL: external_pred(c, place); break;
	case OP_ID:
	case OP_APPLY: name_or_apply_pred(c, place); break;
	default: operator_pred(c, place); break;
	}
}
