/* From models back to values, and what else is asked of unknowns once they are made. */
#include "encode/sym/sym.h"

static value decoded(enc e, struct cnf *f, struct sym *s);

static value first_true(enc e, struct cnf *f, const struct sym *s)
{
	(void)e;
	for (uint32_t i = 0; i < s->count; i++)
		if (cnf_value(f, s->is[i])) return s->values[i];
	return VALUE_NONE;
}

static value tuple(enc e, struct cnf *f, const struct sym *s)
{
	value *v = ARENA_ARRAY(&e->arena, s->count, value);
	for (uint32_t i = 0; i < s->count; i++) {
		v[i] = decoded(e, f, s->parts[i]);
		if (v[i] == VALUE_NONE) return VALUE_NONE;
	}
	return s->kind == SYM_PAIR ? value_pair(e->s, v[0], v[1]) : value_record(e->s, s->type, v);
}

static value set(enc e, struct cnf *f, const struct sym *s)
{
	value *v = ARENA_ARRAY(&e->arena, s->count, value);
	uint32_t count = 0;
	for (uint32_t i = 0; i < s->count; i++) {
		if (!cnf_value(f, s->is[i])) continue;
		value x = s->kind == SYM_SET ? s->values[i] : decoded(e, f, s->parts[i]);
		if (x == VALUE_NONE) return VALUE_NONE;
		v[count++] = s->kind == SYM_MAP ? value_pair(e->s, s->values[i], x) : x;
	}
	return value_set(e->s, v, count);
}

/* A set that is described by what other names were when it was made. */
static value described(enc e, struct cnf *f, const struct sym *s)
{
	const struct info *i = enc_info(e, s->node);
	value *old = ARENA_ARRAY(&e->arena, i->count, value), v = VALUE_TRUE;
	uint32_t known = 0;
	for (; known < i->count && v != VALUE_NONE; known++) {
		old[known] = eval_get(e->eval, i->free[known]);
		v = decoded(e, f, s->parts[known]);
		eval_set(e->eval, i->free[known], v);
	}
	if (v != VALUE_NONE) {
		v = eval_expression(e->eval, s->node);
		const struct eval_failure *why = v == VALUE_NONE ? eval_failed(e->eval) : NULL;
		if (why && why->kind == EVAL_LIMIT)
			e->failure = (struct encode_failure){why->kind, why->pos, why->message};
	}
	while (known-- > 0) eval_set(e->eval, i->free[known], old[known]);
	return v;
}

static value decoded(enc e, struct cnf *f, struct sym *s)
{
	switch (s->kind) {
	case SYM_GROUND: return s->ground;
	case SYM_BOOL: return value_bool(cnf_value(f, s->is[0]));
	case SYM_INTEGER: return value_wide(e->s, number_value(f, s->number));
	case SYM_CHOICE: return first_true(e, f, s);
	case SYM_PAIR:
	case SYM_RECORD: return tuple(e, f, s);
	case SYM_SET:
	case SYM_MAP:
	case SYM_LIST: return set(e, f, s);
	case SYM_LAZY: return described(e, f, s);
	default: return VALUE_NONE;
	}
}

value encode_sym_value(struct encoder *e, struct cnf *f, struct sym *s)
{
	return s ? decoded(e, f, s) : VALUE_NONE;
}

value encode_value(struct encoder *e, struct cnf *f, const struct decl *d)
{
	struct sym *s = enc_bound(e, d);
	return s ? decoded(e, f, s) : VALUE_NONE;
}

bool encode_equals(struct encoder *e, struct decl *d, value v, lit *out)
{
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	*out = sym_equal(e, enc_name(e, d, d->pos), sym_ground(e, v), d->type);
	return enc_leave(e, true);
}

/* ---- literals ---------------------------------------------------------------------------------- */

/* Called for each literal of an unknown with what it says. */
typedef void literal_found(enc e, lit l, value v, const char *what, void *data);

static void decode_number(enc e, struct number *n, literal_found *found, void *data)
{
	uint32_t width;
	if (n->is && n->high - n->low < NUMBER_LISTED) {
		for (wide v = n->low; v <= n->high; v++)
			found(e, n->is[v - n->low], value_integer(e->s, (int64_t)v), "=", data);
		return;
	}
	const lit *bits = number_bits(&e->numbers, n, &width);
	for (uint32_t i = 0; i < width; i++)
		found(e, bits[i], value_integer(e->s, (int64_t)i), "bit", data);
}

static void literals(enc e, struct sym *s, literal_found *found, void *data)
{
	switch (s->kind) {
	case SYM_BOOL: found(e, s->is[0], VALUE_TRUE, "=", data); return;
	case SYM_INTEGER: decode_number(e, s->number, found, data); return;
	case SYM_CHOICE:
	case SYM_SET:
		for (uint32_t i = 0; i < s->count; i++)
			found(e, s->is[i], s->values[i], s->kind == SYM_SET ? "has" : "=", data);
		return;
	case SYM_MAP:
		for (uint32_t i = 0; i < s->count; i++) found(e, s->is[i], s->values[i], "dom", data);
		break;
	case SYM_LAZY:
	case SYM_GROUND:
	case SYM_UNDEFINED: return;
	default: break;
	}
	for (uint32_t i = 0; i < s->count; i++) literals(e, s->parts[i], found, data);
}

static void count_literal(enc e, lit l, value v, const char *what, void *data)
{
	(void)e, (void)l, (void)v, (void)what;
	++*(uint32_t *)data;
}

uint32_t encode_size(struct encoder *e, const struct decl *d)
{
	uint32_t count = 0;
	struct sym *s = enc_bound(e, d);
	if (s) literals(e, s, count_literal, &count);
	return count;
}

/* ---- small values -------------------------------------------------------------------------------- */

/* At least 1, 2, ..., then powers of two; the same below zero. */
static void larger_number(enc e, struct number *n, struct encode_lits *out)
{
	enum { EACH = 16 };
	for (wide v = 1; v <= n->high; v += v < EACH ? 1 : v)
		if (v > n->low) VEC_PUSH(out, number_at_least(&e->numbers, n, v));
	for (wide v = -1; v >= n->low; v += v > -EACH ? -1 : v)
		if (v < n->high) VEC_PUSH(out, -number_at_least(&e->numbers, n, v + 1));
}

static void larger_value(enc e, struct sym *s, struct encode_lits *out)
{
	switch (s->kind) {
	case SYM_INTEGER: larger_number(e, s->number, out); return;
	case SYM_CHOICE: /* the first one is small */
		for (uint32_t i = 1; i < s->count; i++)
			VEC_PUSH(out, circuit_any(e->c, s->is + i, s->count - i));
		return;
	case SYM_BOOL: VEC_PUSH(out, s->is[0]); return;
	case SYM_SET:
	case SYM_MAP:
		for (uint32_t i = 0; i < s->count; i++) VEC_PUSH(out, s->is[i]);
		if (s->kind == SYM_SET) return;
		break;
	case SYM_LAZY:
	case SYM_GROUND:
	case SYM_UNDEFINED: return;
	default: break;
	}
	for (uint32_t i = 0; i < s->count; i++) larger_value(e, s->parts[i], out);
}

bool encode_larger(struct encoder *e, const struct decl *d, struct encode_lits *out)
{
	struct sym *s = enc_bound(e, d);
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	if (s) larger_value(e, s, out);
	return enc_leave(e, true);
}

struct description {
	struct cnf *cnf;
	const struct decl *decl;
	struct text *out;
};

static void describe_literal(enc e, lit l, value v, const char *what, void *data)
{
	struct description *x = data;
	int variable = l == LIT_TRUE || l == LIT_FALSE ? 0 : cnf_variable(x->cnf, l < 0 ? -l : l);
	if (!variable) return;
	text_format(x->out, "%d %s %s ", l < 0 ? -variable : variable, x->decl->full_name, what);
	value_print(e->s, e->u, v, x->out);
	text_add_char(x->out, '\n');
}

void encode_describe(struct encoder *e, struct cnf *f, const struct decl *d, struct text *out)
{
	struct description x = {f, d, out};
	struct sym *s = enc_bound(e, d);
	if (s) literals(e, s, describe_literal, &x);
}
