/* Expressions. Operators whose arguments are ordinary values are in algebra.c; here are names,
 * integers, and all forms that bind names, choose, or must not list their operands. */
#include "eval/inside.h"

/* ---- numbers ----------------------------------------------------------------------------------- */

bool expr_integer(struct eval *e, const struct node *n, int64_t *out)
{
	value v = expr_eval(e, n);
	if (v == VALUE_NONE) return false;
	if (value_fits(e->s, v, out)) return true;
	eval_fail(e, EVAL_OVERFLOW, n->pos, "a number that does not fit 64 bits is too large here");
	return false;
}

static APART value long_number(struct eval *e, const struct node *n)
{
	value v = value_number(e->s, n->name);
	return v ? v : eval_fail(e, EVAL_LIMIT, n->pos, "%s", algebra_too_long);
}

/* Most numbers are short, and read again and again. */
static APART value number(struct eval *e, const struct node *n)
{
	enum { SHORT = 8 };
	int64_t small = 0;
	uint32_t length = 0;
	for (; length <= SHORT && n->name[length] >= '0' && n->name[length] <= '9'; length++)
		small = small * 10 + (n->name[length] - '0');
	bool is_small = length <= SHORT && n->name[length] == 0;
	return is_small ? value_integer(e->s, small) : long_number(e, n);
}

/* Reals, and what does not fit 64 bits. */
value expr_number(struct eval *e, enum op op, value a, value b, struct pos pos)
{
	struct algebra_failure why = {0};
	eval_look_at_clock(e);
	value v = algebra_apply(e->s, op, (value[]){a, b}, 2, e->limit, &why);
	if (v != VALUE_NONE) return v;
	return eval_fail(e, why.is_limit ? EVAL_LIMIT : EVAL_UNDEFINED, pos, "%s", why.why);
}

/* False if that does not fit 64 bits, or is not defined. */
static bool power(int64_t base, int64_t exponent, int64_t *out)
{
	*out = 1;
	if (exponent < 0) return false;
	for (;;) {
		if (exponent & 1 && __builtin_mul_overflow(*out, base, out)) return false;
		exponent >>= 1;
		if (exponent == 0) return true;
		if (__builtin_mul_overflow(base, base, &base)) return false;
	}
}

/* Division truncates toward zero; mod is for naturals only (B-Book 3.5.7). */
static bool divide(enum op op, int64_t a, int64_t b, int64_t *out)
{
	if (b == 0 || (a == INT64_MIN && b == -1)) return false;
	*out = op == OP_DIVIDE ? a / b : a % b;
	return op == OP_DIVIDE || (a >= 0 && b >= 0);
}

/* An interval that is too large to be listed, although one of its bounds does not fit 64 bits, stays as it is written. */
static value far_interval(struct eval *e, const struct node *n, value a, value b)
{
	struct algebra_failure why = {0};
	value v = algebra_apply(e->s, n->op, (value[]){a, b}, 2, LISTED_AT_ONCE, &why);
	return v != VALUE_NONE ? v : lazy_of(e, n);
}

static APART value arithmetic(struct eval *e, const struct node *n)
{
	int64_t x, y, r;
	value a = expr_eval(e, n->kid[0]);
	if (a == VALUE_NONE) return VALUE_NONE;
	value b = expr_eval(e, n->kid[1]);
	if (b == VALUE_NONE) return VALUE_NONE;
	bool fits = value_fits(e->s, a, &x) && value_fits(e->s, b, &y);
	if (fits) switch (n->op) {
		case OP_ADD: fits = !__builtin_add_overflow(x, y, &r); break;
		case OP_MINUS: fits = !__builtin_sub_overflow(x, y, &r); break;
		case OP_TIMES: fits = !__builtin_mul_overflow(x, y, &r); break;
		case OP_POWER: fits = power(x, y, &r); break;
		case OP_INTERVAL: return value_interval(e->s, x, y);
		default: fits = divide(n->op, x, y, &r); break;
		}
	if (fits) return value_integer(e->s, r);
	return n->op == OP_INTERVAL ? far_interval(e, n, a, b) : expr_number(e, n->op, a, b, n->pos);
}

static APART value on_one_number(struct eval *e, const struct node *n)
{
	value a = expr_eval(e, n->kid[0]);
	int64_t x;
	if (a == VALUE_NONE) return VALUE_NONE;
	if (n->op == OP_NEGATE && value_fits(e->s, a, &x) && x != INT64_MIN)
		return value_integer(e->s, -x);
	return expr_number(e, n->op, a, a, n->pos);
}

/* ---- names ------------------------------------------------------------------------------------- */

static APART value no_value(struct eval *e, const struct node *n)
{
	const struct decl *d = n->decl;
	value v = e->slots[slot_of(e, d)];
	if (v != VALUE_NONE) return v; /* of a name that is not from the project */
	if (d->kind == DECL_FREETYPE || d->kind == DECL_CONSTRUCTOR) return lazy_of(e, n);
	return eval_fail(e, EVAL_UNDEFINED, n->pos, "'%s' has no value here", n->name);
}

static value name_value(struct eval *e, const struct node *n)
{
	uint64_t number = n->decl->number;
	value v = number < e->places.count ? e->slots[e->places.array[number]] : VALUE_NONE;
	return v != VALUE_NONE ? v : no_value(e, n);
}

/* x$0 */
static APART value old_value(struct eval *e, const struct node *n)
{
	uint32_t slot = slot_of(e, n->decl);
	value v = e->run.old && slot < e->cell_count ? e->run.old[slot] : e->slots[slot];
	return v != VALUE_NONE ? v : no_value(e, n);
}

/* ---- pairs, records, sets written out ---------------------------------------------------------- */

static APART value pair(struct eval *e, const struct node *n)
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
static APART value extension(struct eval *e, const struct node *n)
{
	value few[FEW], *items = n->count <= FEW ? few : memory_raw(n->count * sizeof *items);
	value result = VALUE_NONE;
	uint32_t i = 0;
	for (; i < n->count; i++) {
		items[i] = expr_eval(e, n->kid[i]);
		if (items[i] == VALUE_NONE) break;
		if (n->op == OP_SEQUENCE) items[i] = value_pair(e->s, value_integer(e->s, i + 1), items[i]);
	}
	if (i == n->count) result = value_set(e->s, items, n->count);
	if (items != few) free(items);
	return result;
}

static APART value record(struct eval *e, const struct node *n)
{
	const struct type *t = n->type;
	value few[FEW], *fields = t->count <= FEW ? few : memory_raw(t->count * sizeof *fields);
	uint32_t i = 0;
	for (; i < t->count; i++) {
		fields[i] = expr_eval(e, node_entry(n, t->fields[i].name));
		if (fields[i] == VALUE_NONE) break;
	}
	value v = i == t->count ? value_record(e->s, t, fields) : VALUE_NONE;
	if (fields != few) free(fields);
	return v;
}

static APART value part_of_pair(struct eval *e, const struct node *n)
{
	value v = expr_eval(e, n->kid[0]);
	if (v == VALUE_NONE) return v;
	return n->op == OP_FIRST_OF_PAIR ? value_first(e->s, v) : value_second(e->s, v);
}

static APART value field(struct eval *e, const struct node *n)
{
	const struct type *t = n->kid[0]->type;
	value r = expr_eval(e, n->kid[0]);
	if (r == VALUE_NONE) return VALUE_NONE;
	uint32_t i = 0;
	while (t->fields[i].name != n->name) i++;
	return value_field(e->s, r, i);
}

/* ---- choices ----------------------------------------------------------------------------------- */

static APART value if_value(struct eval *e, const struct node *n)
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

static APART value let_value(struct eval *e, const struct node *n)
{
	struct let_expression x = {n->kid[2], VALUE_NONE};
	enum truth t = plan_run(e, plan_of(e, n), let_found, &x);
	if (t == EVAL_FALSE)
		return eval_fail(e, EVAL_UNDEFINED, n->pos, "no value satisfies the equations of LET");
	return x.result;
}

static APART value bool_value(struct eval *e, const struct node *n)
{
	enum truth t = predicate_eval(e, n->kid[0]);
	return t == EVAL_FAILED ? VALUE_NONE : value_bool(t == EVAL_TRUE);
}

static APART value template(struct eval *e, const struct node *n)
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

/* ---- all of them ------------------------------------------------------------------------------- */

static APART value booleans(struct eval *e)
{
	return value_set_sorted(e->s, (value[]){VALUE_FALSE, VALUE_TRUE}, 2);
}

static APART value application(struct eval *e, const struct node *n)
{
	value x = expr_arguments(e, n);
	return x == VALUE_NONE ? VALUE_NONE : member_apply(e, n->kid[0], x, n->pos);
}

/* card(f), size(f), dom(f) */
static APART value of_function(struct eval *e, const struct node *n)
{
	bool has_shape = lazy_function_has_shape(n->kid[0]);
	value v = has_shape ? lazy_function_value(e, n) : VALUE_NONE;
	if (v != VALUE_NONE) return v;
	return n->op == OP_CARD ? count_value(e, n) : operator_value(e, n);
}

value expr_eval(struct eval *e, const struct node *n)
{
	switch (n->op) {
	case OP_ID: return name_value(e, n);
	case OP_OLD: return old_value(e, n);
	case OP_NUMBER:
	case OP_DECIMAL: return number(e, n);
	case OP_STRING: return value_string(e->s, n->name);
	case OP_TEMPLATE: return template(e, n);
	case OP_TRUE: return VALUE_TRUE;
	case OP_FALSE: return VALUE_FALSE;
	case OP_MAXINT: return value_integer(e->s, e->u->maxint);
	case OP_MININT: return value_integer(e->s, e->u->minint);
	case OP_INT_SET: return value_interval(e->s, e->u->minint, e->u->maxint);
	case OP_NAT_SET: return value_interval(e->s, 0, e->u->maxint);
	case OP_NAT1_SET: return value_interval(e->s, 1, e->u->maxint);
	case OP_BOOL_SET: return booleans(e);
	case OP_EMPTY_SET:
	case OP_EMPTY_SEQ: return value_empty(e->s);
	case OP_INTEGER_SET:
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET:
	case OP_STRING_SET:
	case OP_REAL_SET:
	case OP_FLOAT_SET:
	case OP_SUCC:
	case OP_PRED:
	case OP_TREE:
	case OP_BTREE:
	case OP_STRUCT: return operator_lazy(e, n);
	case OP_SEQ:
	case OP_SEQ1: return operator_sequences(e, n);
	case OP_ADD:
	case OP_MINUS:
	case OP_TIMES:
	case OP_DIVIDE:
	case OP_MOD:
	case OP_POWER:
	case OP_INTERVAL: return arithmetic(e, n);
	case OP_NEGATE:
	case OP_FLOOR:
	case OP_CEILING:
	case OP_TO_REAL: return on_one_number(e, n);
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
	case OP_APPLY: return application(e, n);
	case OP_COMPREHENSION:
	case OP_LAMBDA: return bind_comprehension(e, n);
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER: return bind_quantified(e, n);
	case OP_SIGMA:
	case OP_PI: return bind_sum(e, n);
	case OP_CARD:
	case OP_SIZE:
	case OP_DOM: return of_function(e, n);
	case OP_CLOSURE: return operator_closure(e, n);
	case OP_ITERATE: return operator_iterate(e, n);
	case OP_EXTERNAL_CALL: return external_value(e, n);
	default: return operator_value(e, n);
	}
}
