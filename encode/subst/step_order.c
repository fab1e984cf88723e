/* Values of names that operations choose, compared from step to step. */
#include "encode/formula/formula.h"

lit encode_is_element(struct encoder *e, const struct sym *s, value element)
{
	(void)e;
	if (s->kind == SYM_GROUND) return s->ground == element ? LIT_TRUE : LIT_FALSE;
	if (s->kind != SYM_CHOICE) return LIT_FALSE;
	uint32_t i = sym_find(s, element);
	return i == UINT32_MAX ? LIT_FALSE : s->is[i];
}

bool encode_is_integer(struct encoder *e, const struct sym *s, int64_t n, lit *out)
{
	int64_t known;
	if (s->kind == SYM_GROUND) {
		bool is = value_fits(e->s, s->ground, &known) && known == n;
		*out = is ? LIT_TRUE : LIT_FALSE;
		return true;
	}
	if (s->kind != SYM_INTEGER) return false;
	*out = number_is(&e->numbers, s->number, n);
	return !e->numbers.is_too_large;
}

static struct sym *value_of(enc e, const struct encode_choices *c, const struct node *n)
{
	lit defined = LIT_TRUE;
	for (uint32_t i = 0; n->op == OP_ID && i < c->count; i++)
		if (c->names[i] == n->decl) return c->values[i];
	return expression(e, n, &defined);
}

bool encode_same_place(struct encoder *e, const struct encode_choices *a, const struct node *x,
                       const struct encode_choices *b, const struct node *y, lit *out)
{
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	struct sym *s = value_of(e, a, x), *t = value_of(e, b, y);
	if (!s || !t || s->kind == SYM_UNDEFINED || t->kind == SYM_UNDEFINED)
		return enc_leave(e, false);
	*out = sym_equal(e, s, t, x->type);
	return enc_leave(e, true);
}

/* An element below another one of the same set. */
static lit element_less(enc e, struct sym *a, struct sym *b)
{
	struct cases of[2] = {{0}, {0}};
	lit below = LIT_FALSE;
	if (!sym_cases(e, a, SYM_MOST_CASES, &of[0]) || !sym_cases(e, b, SYM_MOST_CASES, &of[1]))
		return LIT_FALSE;
	cases_merge(e, &of[0]);
	cases_merge(e, &of[1]);
	for (uint32_t i = 0; i < of[0].count; i++) {
		struct lits above = {0};
		for (uint32_t k = 0; k < of[1].count; k++)
			if (of[1].values[k] > of[0].values[i]) lits_push(e, &above, of[1].is[k]);
		lit any = circuit_any(e->c, above.at, above.count);
		below = circuit_or(e->c, below, circuit_and(e->c, of[0].is[i], any));
	}
	return below;
}

bool encode_less(struct encoder *e, const struct encode_choices *a, const struct encode_choices *b,
                 lit *out)
{
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	for (uint32_t i = 0; i < a->count && i < b->count; i++) {
		struct sym *s = a->values[i], *t = b->values[i];
		const struct type *type = a->names[i]->type;
		if (type->kind != TYPE_INTEGER && type->kind != TYPE_GIVEN) continue;
		if (!s || !t || s->kind == SYM_UNDEFINED || t->kind == SYM_UNDEFINED)
			return enc_leave(e, false);
		if (type->kind == TYPE_GIVEN) *out = element_less(e, s, t);
		else *out = number_less(&e->numbers, sym_to_number(e, s), sym_to_number(e, t));
		return enc_leave(e, true);
	}
	return enc_leave(e, false);
}
