/* A state in the words of another one: literal by literal of what its unknowns are made of. */
#include "encode/subst/subst.h"

struct image {
	enc e;
	struct encode_bits *out;
	struct decl *variable;
	lit when; /* there is such a value; else all literals are false, and numbers as small as can be */
};

static void add(struct image *m, lit shape, lit of)
{
	lit both = circuit_and(m->e->c, m->when, of);
	VEC_PUSH(m->out, (struct encode_bit){shape, both, m->variable});
}

static void number_image(struct image *m, struct number *shape, struct number *of)
{
	struct numbers *n = &m->e->numbers;
	if (shape->is) {
		for (wide v = shape->low; v <= shape->high; v++)
			add(m, shape->is[v - shape->low], number_is(n, of, v));
	} else if (shape->bits) {
		uint32_t width;
		if (m->when != LIT_TRUE) of = number_ite(n, m->when, of, number_constant(n, shape->low));
		const lit *bits = number_bits(n, of, &width);
		for (uint32_t i = 0; i < shape->width; i++)
			VEC_PUSH(m->out, (struct encode_bit){shape->bits[i], bits[i < width ? i : width - 1],
			                                     m->variable});
	} else {
		for (uint32_t i = 0; i < shape->choices; i++)
			add(m, shape->chosen[i], number_is(n, of, shape->values[i]));
	}
}

static void value_image(struct image *m, struct sym *shape, struct sym *of, const struct type *t);

/* A function, key by key. */
static void map_image(struct image *m, struct sym *shape, struct sym *of, const struct type *t)
{
	enc e = m->e;
	lit when = m->when;
	for (uint32_t i = 0; i < shape->count; i++) {
		lit has = when;
		struct sym *key = sym_ground(e, shape->values[i]);
		struct sym *y = relation_apply(e, of, key, t, (struct pos){0}, &has);
		add(m, shape->is[i], has);
		m->when = has;
		value_image(m, shape->parts[i], y, t->a->b);
		m->when = when;
	}
}

/* Any value of this kind: it does not count. */
static struct sym *some_value(struct image *m, struct sym *shape)
{
	enc e = m->e;
	switch (shape->kind) {
	case SYM_BOOL: return sym_ground(e, VALUE_FALSE);
	case SYM_INTEGER: return sym_number(e, number_constant(&e->numbers, shape->number->low));
	case SYM_CHOICE: return sym_ground(e, shape->values[0]);
	default: return e->empty;
	}
}

static struct sym *part_of(enc e, struct sym *of, bool is_pair, uint32_t place)
{
	if (of->kind == SYM_UNDEFINED) return of;
	if (!is_pair) return sym_field(e, of, place);
	return place ? sym_second(e, of) : sym_first(e, of);
}

static void parts_image(struct image *m, struct sym *shape, struct sym *of, const struct type *t)
{
	bool is_pair = shape->kind == SYM_PAIR;
	for (uint32_t i = 0; i < shape->count; i++) {
		const struct type *part = !is_pair ? t->fields[i].type : i ? t->b : t->a;
		value_image(m, shape->parts[i], part_of(m->e, of, is_pair, i), part);
	}
}

static void value_image(struct image *m, struct sym *shape, struct sym *of, const struct type *t)
{
	enc e = m->e;
	bool has_parts = shape->kind == SYM_PAIR || shape->kind == SYM_RECORD;
	enc_tick(e, (struct pos){0});
	if (of->kind == SYM_UNDEFINED) {
		m->when = LIT_FALSE;
		if (!has_parts) of = some_value(m, shape);
	}
	switch (shape->kind) {
	case SYM_GROUND: return;
	case SYM_BOOL: add(m, shape->is[0], sym_truth(e, of)); return;
	case SYM_INTEGER: number_image(m, shape->number, sym_to_number(e, of)); return;
	case SYM_CHOICE:
		for (uint32_t i = 0; i < shape->count; i++)
			add(m, shape->is[i], sym_equal(e, of, sym_ground(e, shape->values[i]), t));
		return;
	case SYM_PAIR:
	case SYM_RECORD: parts_image(m, shape, of, t); return;
	case SYM_SET:
		for (uint32_t i = 0; i < shape->count; i++)
			add(m, shape->is[i], set_has_value(e, shape->values[i], of, t, (struct pos){0}));
		return;
	case SYM_MAP: map_image(m, shape, of, t); return;
	default:
		enc_stop(e, EVAL_UNSUPPORTED, m->variable->pos,
		         "the values of '%s' are no words of a fixed length", m->variable->name);
	}
}

bool encode_image(struct encoder *e, const struct encode_state *shape,
                  const struct encode_state *of, struct encode_bits *out)
{
	struct decl *const *variables;
	uint32_t n = eval_variables(e->eval, &variables);
	struct image m = {.e = e, .out = out};
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	for (uint32_t i = 0; i < n; i++) {
		m.variable = variables[i];
		m.when = LIT_TRUE;
		if (!shape->at[i]) continue;
		if (!of->at[i])
			enc_stop(e, EVAL_UNSUPPORTED, variables[i]->pos, "'%s' has no value there",
			         variables[i]->name);
		value_image(&m, shape->at[i], of->at[i], variables[i]->type);
	}
	return enc_leave(e, true);
}
