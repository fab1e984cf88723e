/* Expressions. Operators whose arguments are ordinary values are in algebra.c; here are names,
 * integers, and all forms that bind names, choose, or must not list their operands. */
#include "eval/inside.h"

#include <errno.h>

/* ---- integers ---------------------------------------------------------------------------------- */

int64_t expr_integer(struct eval *e, const struct node *n, bool *ok)
{
	value v = expr_eval(e, n);
	*ok = v != VALUE_NONE;
	return *ok ? value_to_integer(e->s, v) : 0;
}

/* Most numbers are short, and read again and again. */
static value number(struct eval *e, const struct node *n)
{
	enum { SHORT = 8 };
	int64_t small = 0;
	uint32_t length = 0;
	for (; length <= SHORT && n->name[length] >= '0' && n->name[length] <= '9'; length++)
		small = small * 10 + (n->name[length] - '0');
	if (length <= SHORT && n->name[length] == 0) return value_integer(e->s, small);
	errno = 0;
	bool is_hex = n->name[0] == '0' && n->name[1] == 'x';
	long long i = strtoll(n->name, NULL, is_hex ? 16 : 10);
	if (errno == ERANGE)
		return eval_fail(e, EVAL_OVERFLOW, n->pos, "the number %.30s does not fit 64 bits",
		                 n->name);
	return value_integer(e->s, i);
}

static value overflow(struct eval *e, const struct node *n)
{
	return eval_fail(e, EVAL_OVERFLOW, n->pos, "the result of '%s' does not fit 64 bits",
	                 op_info(n->op)->spelling);
}

static value power(struct eval *e, const struct node *n, int64_t base, int64_t exponent)
{
	int64_t result = 1;
	if (exponent < 0)
		return eval_fail(e, EVAL_UNDEFINED, n->pos, "the exponent %lld is negative",
		                 (long long)exponent);
	for (;;) {
		if (exponent & 1 && __builtin_mul_overflow(result, base, &result)) return overflow(e, n);
		exponent >>= 1;
		if (exponent == 0) return value_integer(e->s, result);
		if (__builtin_mul_overflow(base, base, &base)) return overflow(e, n);
	}
}

/* Division truncates toward zero; mod is for naturals only (B-Book 3.5.7). */
static value divide(struct eval *e, const struct node *n, int64_t a, int64_t b)
{
	if (b == 0) return eval_fail(e, EVAL_UNDEFINED, n->pos, "division by zero");
	if (n->op == OP_DIVIDE) {
		if (a == INT64_MIN && b == -1) return overflow(e, n);
		return value_integer(e->s, a / b);
	}
	if (a < 0 || b < 0)
		return eval_fail(e, EVAL_UNDEFINED, n->pos, "'mod' is not defined for negative numbers");
	return value_integer(e->s, a % b);
}

static value arithmetic(struct eval *e, const struct node *n)
{
	bool ok;
	int64_t a = expr_integer(e, n->kid[0], &ok), b, r;
	if (!ok) return VALUE_NONE;
	b = expr_integer(e, n->kid[1], &ok);
	if (!ok) return VALUE_NONE;
	switch (n->op) {
	case OP_ADD: return __builtin_add_overflow(a, b, &r) ? overflow(e, n) : value_integer(e->s, r);
	case OP_MINUS:
		return __builtin_sub_overflow(a, b, &r) ? overflow(e, n) : value_integer(e->s, r);
	case OP_TIMES:
		return __builtin_mul_overflow(a, b, &r) ? overflow(e, n) : value_integer(e->s, r);
	case OP_POWER: return power(e, n, a, b);
	case OP_INTERVAL: return value_interval(e->s, a, b);
	default: return divide(e, n, a, b);
	}
}

static value negate(struct eval *e, const struct node *n)
{
	bool ok;
	int64_t a = expr_integer(e, n->kid[0], &ok), r;
	if (!ok) return VALUE_NONE;
	return __builtin_sub_overflow(0, a, &r) ? overflow(e, n) : value_integer(e->s, r);
}

static value real(struct eval *e, const struct node *n)
{
	return eval_fail(e, EVAL_UNSUPPORTED, n->pos, "real numbers are not supported");
}

/* ---- names ------------------------------------------------------------------------------------- */

static value name_value(struct eval *e, const struct node *n)
{
	const struct decl *d = n->decl;
	uint32_t slot = slot_of(e, d);
	value v =
	    n->op == OP_OLD && e->run.old && slot < e->cell_count ? e->run.old[slot] : e->slots[slot];
	if (v != VALUE_NONE) return v;
	if (d->kind == DECL_FREETYPE || d->kind == DECL_CONSTRUCTOR) return lazy_of(e, n);
	return eval_fail(e, EVAL_UNDEFINED, n->pos, "'%s' has no value here", n->name);
}

/* ---- pairs, records, sets written out ---------------------------------------------------------- */

static value pair(struct eval *e, const struct node *n)
{
	value a = expr_eval(e, n->kid[0]);
	if (a == VALUE_NONE) return VALUE_NONE;
	value b = expr_eval(e, n->kid[1]);
	return b == VALUE_NONE ? VALUE_NONE : value_pair(e->s, a, b);
}

value expr_arguments(struct eval *e, const struct node *n)
{
	value x = expr_eval(e, n->kid[1]);
	for (uint32_t i = 2; i < n->count && x != VALUE_NONE; i++) {
		value y = expr_eval(e, n->kid[i]);
		x = y == VALUE_NONE ? VALUE_NONE : value_pair(e->s, x, y);
	}
	return x;
}

enum { FEW = 16 };

/* {a, b} and [a, b] */
static value extension(struct eval *e, const struct node *n)
{
	value few[FEW], *items = n->count <= FEW ? few : malloc(n->count * sizeof *items);
	value result = VALUE_NONE;
	uint32_t i = 0;
	if (!items) diag_no_memory();
	for (; i < n->count; i++) {
		items[i] = expr_eval(e, n->kid[i]);
		if (items[i] == VALUE_NONE) break;
		if (n->op == OP_SEQUENCE) items[i] = value_pair(e->s, value_integer(e->s, i + 1), items[i]);
	}
	if (i == n->count) result = value_set(e->s, items, n->count);
	if (items != few) free(items);
	return result;
}

/* Entries may be written in any order; the type has them by name. */
static const struct node *entry_of(const struct node *n, name field)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (n->kid[i]->name == field) return n->kid[i]->kid[0];
	return NULL;
}

static value record(struct eval *e, const struct node *n)
{
	const struct type *t = n->type;
	value few[FEW], *fields = t->count <= FEW ? few : malloc(t->count * sizeof *fields);
	uint32_t i = 0;
	if (!fields) diag_no_memory();
	for (; i < t->count; i++) {
		fields[i] = expr_eval(e, entry_of(n, t->fields[i].name));
		if (fields[i] == VALUE_NONE) break;
	}
	value v = i == t->count ? value_record(e->s, t, fields) : VALUE_NONE;
	if (fields != few) free(fields);
	return v;
}

static value part_of_pair(struct eval *e, const struct node *n)
{
	value v = expr_eval(e, n->kid[0]);
	if (v == VALUE_NONE) return v;
	return n->op == OP_FIRST_OF_PAIR ? value_first(e->s, v) : value_second(e->s, v);
}

static value field(struct eval *e, const struct node *n)
{
	const struct type *t = n->kid[0]->type;
	value r = expr_eval(e, n->kid[0]);
	if (r == VALUE_NONE) return VALUE_NONE;
	uint32_t i = 0;
	while (t->fields[i].name != n->name) i++;
	return value_field(e->s, r, i);
}

/* ---- choices ----------------------------------------------------------------------------------- */

static value if_value(struct eval *e, const struct node *n)
{
	uint32_t i = 0;
	for (; i + 1 < n->count; i += 2) {
		enum truth t = predicate_eval(e, n->kid[i]);
		if (t == EVAL_FAILED) return VALUE_NONE;
		if (t == EVAL_TRUE) return expr_eval(e, n->kid[i + 1]);
	}
	return expr_eval(e, n->kid[i]);
}

struct let_expression {
	const struct node *body;
	value result;
};

static bool let_found(struct eval *e, void *data)
{
	struct let_expression *x = data;
	x->result = expr_eval(e, x->body);
	return false;
}

static value let_value(struct eval *e, const struct node *n)
{
	struct let_expression x = {n->kid[2], VALUE_NONE};
	enum truth t = plan_run(e, plan_of(e, n), let_found, &x);
	if (t == EVAL_FALSE)
		return eval_fail(e, EVAL_UNDEFINED, n->pos, "no value satisfies the equations of LET");
	return x.result;
}

static value bool_value(struct eval *e, const struct node *n)
{
	enum truth t = predicate_eval(e, n->kid[0]);
	return t == EVAL_FAILED ? VALUE_NONE : value_bool(t == EVAL_TRUE);
}

static value template(struct eval *e, const struct node *n)
{
	struct text t = {0};
	value v = VALUE_TRUE;
	for (uint32_t i = 0; i < n->count && v != VALUE_NONE; i++) {
		v = expr_eval(e, n->kid[i]);
		if (v == VALUE_NONE) break;
		if (value_kind(e->s, v) == VALUE_STRING) text_add(&t, value_to_string(e->s, v));
		else value_print(e->s, e->u, v, &t);
	}
	if (v != VALUE_NONE)
		v = value_string(e->s, names_add(e->project->names, text_get(&t), t.count));
	text_clear(&t);
	return v;
}

value expr_eval(struct eval *e, const struct node *n)
{
	switch (n->op) {
	case OP_ID:
	case OP_OLD: return name_value(e, n);
	case OP_NUMBER: return number(e, n);
	case OP_STRING: return value_string(e->s, n->name);
	case OP_TEMPLATE: return template(e, n);
	case OP_TRUE: return VALUE_TRUE;
	case OP_FALSE: return VALUE_FALSE;
	case OP_MAXINT: return value_integer(e->s, e->u->maxint);
	case OP_MININT: return value_integer(e->s, e->u->minint);
	case OP_INT_SET: return value_interval(e->s, e->u->minint, e->u->maxint);
	case OP_NAT_SET: return value_interval(e->s, 0, e->u->maxint);
	case OP_NAT1_SET: return value_interval(e->s, 1, e->u->maxint);
	case OP_BOOL_SET: return value_set_sorted(e->s, (value[]){VALUE_FALSE, VALUE_TRUE}, 2);
	case OP_EMPTY_SET:
	case OP_EMPTY_SEQ: return value_empty(e->s);
	case OP_INTEGER_SET:
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET:
	case OP_STRING_SET:
	case OP_SUCC:
	case OP_PRED:
	case OP_SEQ:
	case OP_SEQ1:
	case OP_TREE:
	case OP_BTREE:
	case OP_STRUCT: return operator_lazy(e, n);
	case OP_ADD:
	case OP_MINUS:
	case OP_TIMES:
	case OP_DIVIDE:
	case OP_MOD:
	case OP_POWER:
	case OP_INTERVAL:
		if (n->kid[0]->type->kind == TYPE_REAL) return real(e, n);
		return arithmetic(e, n);
	case OP_NEGATE: return n->type->kind == TYPE_REAL ? real(e, n) : negate(e, n);
	case OP_DECIMAL:
	case OP_REAL_SET:
	case OP_FLOAT_SET:
	case OP_FLOOR:
	case OP_CEILING:
	case OP_TO_REAL: return real(e, n);
	case OP_BOOL: return bool_value(e, n);
	case OP_PAIR: return pair(e, n);
	case OP_SET:
	case OP_SEQUENCE: return extension(e, n);
	case OP_REC: return record(e, n);
	case OP_FIELD: return field(e, n);
	case OP_FIRST_OF_PAIR:
	case OP_SECOND_OF_PAIR: return part_of_pair(e, n);
	case OP_IF: return if_value(e, n);
	case OP_LET: return let_value(e, n);
	case OP_APPLY: {
		value x = expr_arguments(e, n);
		return x == VALUE_NONE ? VALUE_NONE : member_apply(e, n->kid[0], x, n->pos);
	}
	case OP_COMPREHENSION:
	case OP_LAMBDA: return bind_comprehension(e, n);
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER: return bind_quantified(e, n);
	case OP_SIGMA:
	case OP_PI: return n->type->kind == TYPE_REAL ? real(e, n) : bind_sum(e, n);
	case OP_CARD:
	case OP_SIZE:
	case OP_DOM: {
		bool has_shape = lazy_function_has_shape(n->kid[0]);
		value v = has_shape ? lazy_function_value(e, n) : VALUE_NONE;
		if (v != VALUE_NONE) return v;
		return n->op == OP_CARD ? count_value(e, n) : operator_value(e, n);
	}
	case OP_CLOSURE: return operator_closure(e, n);
	case OP_ITERATE: return operator_iterate(e, n);
	case OP_EXTERNAL_CALL: return external_value(e, n);
	default: return operator_value(e, n);
	}
}
