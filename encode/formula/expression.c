/* Expressions. What is known is left to the evaluator; integers, choices and constructors are here,
 * operators on sets, relations and sequences in their own files. */
#include "encode/unknown/unknown.h"

/* ---- integers ---------------------------------------------------------------------------------- */

static void need(enc e, lit *defined, lit l) { *defined = circuit_and(e->c, *defined, l); }

static struct number *divided(enc e, enum op op, struct number *a, struct number *b, lit *defined)
{
	struct numbers *n = &e->numbers;
	if (op == OP_DIVIDE) {
		need(e, defined, -number_is(n, b, 0));
		return number_divide(n, a, b);
	}
	need(e, defined, number_at_least(n, a, 0));
	need(e, defined, number_at_least(n, b, 1));
	return number_modulo(n, a, b);
}

static struct sym *by_cases(enc e, const struct node *n, lit *defined);

static struct sym *arithmetic(enc e, const struct node *n, lit *defined)
{
	if (n->type->kind == TYPE_REAL) return by_cases(e, n, defined);
	struct number *a = sym_to_number(e, expression(e, n->kid[0], defined));
	if (n->op == OP_NEGATE) return sym_number(e, number_negate(&e->numbers, a));
	struct number *b = sym_to_number(e, expression(e, n->kid[1], defined)), *r;
	if (*defined == LIT_FALSE) return e->undefined;
	switch (n->op) {
	case OP_ADD: r = number_add(&e->numbers, a, b); break;
	case OP_MINUS: r = number_subtract(&e->numbers, a, b); break;
	case OP_TIMES: r = number_multiply(&e->numbers, a, b); break;
	case OP_POWER:
		need(e, defined, number_at_least(&e->numbers, b, 0));
		r = *defined == LIT_FALSE ? a : number_power(&e->numbers, a, b);
		break;
	default: r = divided(e, n->op, a, b, defined); break;
	}
	if (*defined == LIT_FALSE) return e->undefined;
	if (e->numbers.is_too_large) {
		e->numbers.is_too_large = false;
		enc_stop(e, EVAL_OVERFLOW, n->pos, "the result of '%s' may need more than %d bits",
		         op_info(n->op)->spelling, NUMBER_BITS);
	}
	return sym_number(e, r);
}

/* ---- constructors ------------------------------------------------------------------------------ */

/* {a, b} and [a, b] */
static struct sym *extension(enc e, const struct node *n, lit *defined)
{
	struct parts p = {0};
	for (uint32_t i = 0; i < n->count; i++) {
		struct sym *x = expression(e, n->kid[i], defined);
		if (n->op == OP_SEQUENCE) x = sym_pair(e, sym_ground(e, value_integer(e->s, i + 1)), x);
		parts_push(e, &p, x, LIT_TRUE);
	}
	return set_of_parts(e, &p, n->type);
}

static struct sym *record(enc e, const struct node *n, lit *defined)
{
	const struct type *t = n->type;
	struct sym **fields = ARENA_ARRAY(&e->arena, t->count, struct sym *);
	for (uint32_t i = 0; i < t->count; i++)
		for (uint32_t k = 0; k < n->count; k++)
			if (n->kid[k]->name == t->fields[i].name)
				fields[i] = expression(e, n->kid[k]->kid[0], defined);
	return sym_record(e, t, fields);
}

static struct sym *field(enc e, const struct node *n, lit *defined)
{
	const struct type *t = n->kid[0]->type;
	struct sym *r = expression(e, n->kid[0], defined);
	uint32_t i = 0;
	while (t->fields[i].name != n->name) i++;
	return sym_field(e, r, i);
}

/* ---- choices ----------------------------------------------------------------------------------- */

static struct sym *if_value(enc e, const struct node *n, lit *defined)
{
	struct parts p = {0};
	lit here = LIT_TRUE; /* all conditions so far are false */
	uint32_t i = 0;
	for (; i < n->count && here != LIT_FALSE; i += 2) {
		bool is_last = i + 1 == n->count;
		struct truth_pair c = {LIT_TRUE, LIT_FALSE, true};
		if (!is_last) c = predicate(e, n->kid[i], WANT_BOTH);
		lit taken = circuit_and(e->c, here, c.t), ok = LIT_TRUE;
		if (taken != LIT_FALSE) {
			struct sym *v = expression(e, n->kid[is_last ? i : i + 1], &ok);
			parts_push(e, &p, v, taken);
			need(e, defined, circuit_implies(e->c, taken, ok));
		}
		if (!c.is_total) need(e, defined, circuit_implies(e->c, here, circuit_or(e->c, c.t, c.f)));
		here = circuit_and(e->c, here, c.f);
	}
	return sym_select(e, n->type, &p);
}

/* LET binds one name after the other, each by an equation. */
static struct sym *let_value(enc e, const struct node *n, lit *defined)
{
	const struct introduced x = unknown_let(e, n);
	need(e, defined, x.must);
	struct sym *v = expression(e, n->kid[2], defined);
	unknown_withdraw(e, &x);
	return v;
}

/* ---- application ------------------------------------------------------------------------------- */

struct sym *expression_arguments(enc e, const struct node *n, lit *defined)
{
	struct sym *x = expression(e, n->kid[1], defined);
	for (uint32_t i = 2; i < n->count; i++) x = sym_pair(e, x, expression(e, n->kid[i], defined));
	return x;
}

/* All combinations of values of the free names of n: for what only the evaluator can do. */
static struct sym *by_cases(enc e, const struct node *n, lit *defined)
{
	const struct info *i = enc_info(e, n);
	struct sym **saved = ARENA_ARRAY(&e->arena, i->count, struct sym *);
	struct cases *cases = ARENA_ARRAY(&e->arena, i->count, struct cases);
	uint32_t *at = ARENA_ARRAY(&e->arena, i->count, uint32_t);
	struct parts out = {0};
	struct lits ok = {0};
	uint64_t total = 1;
	for (uint32_t k = 0; k < i->count; k++) {
		saved[k] = enc_name(e, i->free[k], n->pos);
		if (saved[k]->kind == SYM_GROUND) cases_push(e, &cases[k], saved[k]->ground, LIT_TRUE);
		else if (!sym_cases(e, saved[k], SYM_MOST_PRODUCT, &cases[k])) total = UINT32_MAX;
		if (total <= SYM_MOST_PRODUCT) total *= cases[k].count;
	}
	if (total > SYM_MOST_PRODUCT || i->has_old)
		enc_stop(e, EVAL_UNSUPPORTED, n->pos, "'%s' is not supported with unknown operands",
		         n->name ? n->name : op_info(n->op)->spelling);
	for (uint64_t choice = 0; choice < total; choice++) {
		lit is = LIT_TRUE, fine = LIT_TRUE;
		uint64_t rest = choice;
		for (uint32_t k = 0; k < i->count; k++) {
			at[k] = (uint32_t)(rest % cases[k].count);
			rest /= cases[k].count;
			is = circuit_and(e->c, is, cases[k].is[at[k]]);
			enc_bind(e, i->free[k], sym_ground(e, cases[k].values[at[k]]));
		}
		struct sym *v = is == LIT_FALSE ? e->undefined : enc_ground_value(e, n, &fine);
		is = circuit_and(e->c, is, fine);
		parts_push(e, &out, v, is);
		lits_push(e, &ok, is);
	}
	for (uint32_t k = 0; k < i->count; k++) enc_bind(e, i->free[k], saved[k]);
	need(e, defined, circuit_any(e->c, ok.at, ok.count));
	return sym_select(e, n->type, &out);
}

/* A call that means what an operand means; all of them must be defined. */
static struct sym *external(enc e, const struct node *n, lit *defined)
{
	const struct node *same = external_same_as(n);
	struct sym *found = NULL;
	if (!same) return by_cases(e, n, defined);
	for (uint32_t i = 0; i < external_operands(n); i++) {
		struct sym *s = expression(e, n->kid[i], defined);
		if (n->kid[i] == same) found = s;
	}
	return found;
}

static bool is_constructor(const struct node *n)
{
	return n->op == OP_ID && n->decl && n->decl->kind == DECL_CONSTRUCTOR;
}

static struct sym *apply(enc e, const struct node *n, lit *defined)
{
	const struct node *f = n->kid[0];
	if (is_constructor(f) || (f->op == OP_INVERSE && is_constructor(f->kid[0])))
		return by_cases(e, n, defined);
	struct sym *x = expression_arguments(e, n, defined);
	if (f->op == OP_SUCC || f->op == OP_PRED) {
		struct number *one = number_constant(&e->numbers, f->op == OP_SUCC ? 1 : -1);
		return sym_number(e, number_add(&e->numbers, sym_to_number(e, x), one));
	}
	bool is_asked_once = f->op == OP_LAMBDA && (!enc_is_ground(e, f) || enc_info(e, f)->may_fail);
	struct sym *g = is_asked_once ? described_of(e, f) : expression(e, f, defined);
	return relation_apply(e, g, x, f->type, n->pos, defined);
}

/* ---- operators --------------------------------------------------------------------------------- */

static struct sym *operated(enc e, const struct node *n, lit *defined)
{
	bool is_extreme = n->op == OP_MIN || n->op == OP_MAX;
	bool is_of_reals = n->op == OP_TO_REAL || n->op == OP_FLOOR || n->op == OP_CEILING ||
	                   (is_extreme && n->type->kind == TYPE_REAL);
	if (is_of_reals) return by_cases(e, n, defined);
	struct sym **a = ARENA_ARRAY(&e->arena, n->count, struct sym *);
	for (uint32_t i = 0; i < n->count; i++) {
		a[i] = expression(e, n->kid[i], defined);
		if (a[i]->kind == SYM_UNDEFINED || *defined == LIT_FALSE) {
			*defined = LIT_FALSE;
			return e->undefined;
		}
	}
	enum op op = n->op;
	if (op == OP_PAIR) return sym_pair(e, a[0], a[1]);
	if (op == OP_CLOSURE || op == OP_CLOSURE1) return closure_operator(e, n, a[0]);
	if (op == OP_ITERATE) return iterate_operator(e, n, a, defined);
	if (op_is(op, FACT_OF_RELATIONS)) return relation_operator(e, n, a);
	if (op_is(op, FACT_OF_SEQUENCES)) return sequence_operator(e, n, a, defined);
	if (op_is(op, FACT_OF_TREES)) return tree_operator(e, n, a, defined);
	return set_operator(e, n, a, defined);
}

static struct sym *old_value(enc e, const struct node *n)
{
	struct sym *s = map_get(&e->scope.old, n->decl);
	return s ? s : enc_name(e, n->decl, n->pos);
}

static struct sym *encoded(enc e, const struct node *n, lit *defined)
{
	switch (n->op) {
	case OP_ADD:
	case OP_MINUS:
	case OP_TIMES:
	case OP_DIVIDE:
	case OP_MOD:
	case OP_POWER:
	case OP_NEGATE: return arithmetic(e, n, defined);
	case OP_OLD: return old_value(e, n);
	case OP_ID: enc_stop(e, EVAL_UNSUPPORTED, n->pos, "'%s' has no value here", n->name);
	case OP_BOOL: {
		struct truth_pair p = predicate(e, n->kid[0], WANT_BOTH);
		if (!p.is_total) need(e, defined, circuit_or(e->c, p.t, p.f));
		return sym_bool(e, p.t);
	}
	case OP_SET:
	case OP_SEQUENCE: return extension(e, n, defined);
	case OP_REC: return record(e, n, defined);
	case OP_FIELD: return field(e, n, defined);
	case OP_FIRST_OF_PAIR: return sym_first(e, expression(e, n->kid[0], defined));
	case OP_SECOND_OF_PAIR: return sym_second(e, expression(e, n->kid[0], defined));
	case OP_IF: return if_value(e, n, defined);
	case OP_LET: return let_value(e, n, defined);
	case OP_APPLY: return apply(e, n, defined);
	case OP_COMPREHENSION:
	case OP_LAMBDA:
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER:
	case OP_SIGMA:
	case OP_PI: return binder_expression(e, n, defined);
	case OP_TEMPLATE: return by_cases(e, n, defined);
	case OP_EXTERNAL_CALL: return external(e, n, defined);
	case OP_STRUCT: described_defined(e, n, defined); return described_of(e, n);
	default:
		if (op_is(n->op, FACT_FAMILIES)) {
			described_defined(e, n, defined);
			return described_of(e, n);
		}
		return operated(e, n, defined);
	}
}

/* By the evaluator; integers of more than 64 bits are encoded, as unknown ones are. */
static struct sym *known(enc e, const struct node *n, lit *defined)
{
	value v = eval_expression(e->eval, n);
	if (v != VALUE_NONE) return sym_ground(e, eval_list_inside(e->eval, v));
	return n->count && enc_is_too_large(e) ? encoded(e, n, defined)
	                                       : enc_ground_value(e, n, defined);
}

struct sym *expression(enc e, const struct node *n, lit *defined)
{
	lit ok = LIT_TRUE;
	enc_tick(e, n->pos);
	struct sym *bound = n->op == OP_ID && n->decl ? enc_bound(e, n->decl) : NULL;
	if (bound) return bound;
	struct memo_entry *m = n->count && n->op != OP_ID ? memo_find(e, n, 0) : NULL;
	if (m) {
		need(e, defined, m->defined);
		return m->result;
	}
	bool is_ground = enc_is_ground(e, n);
	struct asking outer = enc_ask(e, false);
	bool was_cut = enc_begin_cut(e);
	struct sym *s = is_ground ? known(e, n, &ok) : encoded(e, n, &ok);
	bool is_cut = enc_end_cut(e, was_cut);
	e->asking = outer;
	if (ok == LIT_FALSE) s = e->undefined;
	if (n->count && (!is_ground || n->type->kind == TYPE_POW))
		memo_add(e, n, 0, (struct memo_entry){.result = s, .defined = ok, .was_cut = is_cut});
	need(e, defined, ok);
	return s;
}
