/* A state in the words of another one: literal by literal of what its unknowns are made of. */
#include "encode/sym.h"

struct image {
	enc e;
	struct encode_bits *out;
	struct decl *variable;
};

static void add(struct image *m, lit shape, lit of)
{
	VEC_PUSH(m->out, (struct encode_bit){shape, of, m->variable});
}

static void value_image(struct image *m, struct sym *shape, struct sym *of, const struct type *t);

static void number_image(struct image *m, struct number *shape, struct number *of)
{
	struct numbers *n = &m->e->numbers;
	if (shape->is) {
		for (wide v = shape->low; v <= shape->high; v++)
			add(m, shape->is[v - shape->low], number_is(n, of, v));
	} else if (shape->bits) {
		uint32_t width;
		const lit *bits = number_bits(n, of, &width);
		for (uint32_t i = 0; i < shape->width; i++)
			add(m, shape->bits[i], bits[i < width ? i : width - 1]);
	} else {
		for (uint32_t i = 0; i < shape->choices; i++)
			add(m, shape->chosen[i], number_is(n, of, shape->values[i]));
	}
}

/* Any value that the shape can have, for what is not there. */
static struct sym *some_value(struct image *m, struct sym *shape)
{
	enc e = m->e;
	struct sym **parts;
	switch (shape->kind) {
	case SYM_GROUND: return shape;
	case SYM_BOOL: return sym_ground(e, VALUE_FALSE);
	case SYM_INTEGER: return sym_number(e, number_constant(&e->numbers, shape->number->low));
	case SYM_CHOICE: return sym_ground(e, shape->values[0]);
	case SYM_PAIR:
		return sym_pair(e, some_value(m, shape->parts[0]), some_value(m, shape->parts[1]));
	case SYM_RECORD:
		parts = ARENA_ARRAY(&e->arena, shape->count, struct sym *);
		for (uint32_t i = 0; i < shape->count; i++) parts[i] = some_value(m, shape->parts[i]);
		return sym_record(e, shape->type, parts);
	default: return e->empty;
	}
}

/* A function, key by key: where it has none, the image does not matter. */
static void map_image(struct image *m, struct sym *shape, struct sym *of, const struct type *t)
{
	enc e = m->e;
	for (uint32_t i = 0; i < shape->count; i++) {
		lit has = LIT_TRUE;
		struct sym *key = sym_ground(e, shape->values[i]);
		struct sym *y = relation_apply(e, of, key, t, (struct pos){0}, &has);
		struct sym *other = some_value(m, shape->parts[i]);
		if (has == LIT_FALSE || y->kind == SYM_UNDEFINED) y = other;
		else if (has != LIT_TRUE) y = sym_ite(e, t->a->b, has, y, other);
		add(m, shape->is[i], has);
		value_image(m, shape->parts[i], y, t->a->b);
	}
}

static void value_image(struct image *m, struct sym *shape, struct sym *of, const struct type *t)
{
	enc e = m->e;
	enc_tick(e, (struct pos){0});
	switch (shape->kind) {
	case SYM_GROUND: return;
	case SYM_BOOL: add(m, shape->is[0], sym_truth(e, of)); return;
	case SYM_INTEGER: number_image(m, shape->number, sym_to_number(e, of)); return;
	case SYM_CHOICE:
		for (uint32_t i = 0; i < shape->count; i++)
			add(m, shape->is[i], sym_equal(e, of, sym_ground(e, shape->values[i]), t));
		return;
	case SYM_PAIR:
		value_image(m, shape->parts[0], sym_first(e, of), t->a);
		value_image(m, shape->parts[1], sym_second(e, of), t->b);
		return;
	case SYM_RECORD:
		for (uint32_t i = 0; i < shape->count; i++)
			value_image(m, shape->parts[i], sym_field(e, of, i), t->fields[i].type);
		return;
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
		if (!shape->at[i]) continue;
		if (!of->at[i])
			enc_stop(e, EVAL_UNSUPPORTED, variables[i]->pos, "'%s' has no value there",
			         variables[i]->name);
		value_image(&m, shape->at[i], of->at[i], variables[i]->type);
	}
	return enc_leave(e, true);
}
