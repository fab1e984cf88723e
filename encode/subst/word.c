/* What the literals of a value say, in B: of x that it is 3, of s that it has a, of f(a) that it is TRUE. */
#include "encode/sym/sym.h"

struct wording {
	enc e;
	encode_said *said;
	void *data;
};

static const struct encode_place *place_in(struct wording *w, const struct encode_place *of,
                                           enum encode_step_into into, value key, const char *field)
{
	struct encode_place *p = ARENA_NEW(&w->e->arena, struct encode_place);
	*p =
	    (struct encode_place){.of = of, .into = into, .name = of->name, .key = key, .field = field};
	return p;
}

static void say(struct wording *w, lit l, const struct encode_place *place, enum encode_says says,
                value v)
{
	if (l == LIT_TRUE || l == LIT_FALSE) return;
	w->said(w->data, l, &(struct encode_word){.place = place, .says = says, .value = v});
}

static void say_bit(struct wording *w, struct number *n, uint32_t bit,
                    const struct encode_place *place)
{
	struct encode_word word = {.place = place,
	                           .says = ENCODE_BIT,
	                           .bit = bit,
	                           .width = n->width,
	                           .low = n->low,
	                           .high = n->high};
	if (n->bits[bit] == LIT_TRUE || n->bits[bit] == LIT_FALSE) return;
	w->said(w->data, n->bits[bit], &word);
}

static void say_number(struct wording *w, struct number *n, const struct encode_place *place)
{
	struct values *s = w->e->s;
	for (wide v = n->low; n->is && v <= n->high; v++)
		say(w, n->is[v - n->low], place, ENCODE_IS, value_wide(s, v));
	for (uint32_t i = 0; !n->is && !n->bits && i < n->choices; i++)
		say(w, n->chosen[i], place, ENCODE_IS, value_wide(s, n->values[i]));
	for (uint32_t i = 0; !n->is && n->bits && i < n->width; i++) say_bit(w, n, i, place);
}

static void say_sym(struct wording *w, struct sym *s, const struct encode_place *place);

static void say_map(struct wording *w, struct sym *s, const struct encode_place *place)
{
	const struct encode_place *dom = place_in(w, place, ENCODE_DOM, 0, NULL);
	for (uint32_t i = 0; i < s->count; i++) {
		bool is_sure = s->is[i] == LIT_TRUE;
		enum encode_step_into into = is_sure ? ENCODE_APPLY : ENCODE_APPLY_PARTLY;
		say(w, s->is[i], dom, ENCODE_HAS, s->values[i]);
		say_sym(w, s->parts[i], place_in(w, place, into, s->values[i], NULL));
	}
}

static void say_sym(struct wording *w, struct sym *s, const struct encode_place *place)
{
	switch (s->kind) {
	case SYM_BOOL: say(w, s->is[0], place, ENCODE_IS, VALUE_TRUE); return;
	case SYM_INTEGER: say_number(w, s->number, place); return;
	case SYM_CHOICE:
	case SYM_SET:
		for (uint32_t i = 0; i < s->count; i++)
			say(w, s->is[i], place, s->kind == SYM_SET ? ENCODE_HAS : ENCODE_IS, s->values[i]);
		return;
	case SYM_MAP: say_map(w, s, place); return;
	case SYM_RECORD:
		for (uint32_t i = 0; i < s->count; i++)
			say_sym(w, s->parts[i], place_in(w, place, ENCODE_FIELD, 0, s->type->fields[i].name));
		return;
	case SYM_PAIR: /* of which B has no short word: the parts of a name that is no pair of names */
	default: return;
	}
}

void encode_words(struct encoder *e, struct decl *d, encode_said *said, void *data)
{
	struct wording w = {.e = e, .said = said, .data = data};
	struct sym *s = enc_bound(e, d);
	struct encode_place *place = ARENA_NEW(&e->arena, struct encode_place);
	*place = (struct encode_place){.into = ENCODE_NAME, .name = d};
	if (s) say_sym(&w, s, place);
}

/* ---- in B ------------------------------------------------------------------------------------------------------ */

void encode_print_place(struct values *s, const struct universe *u, const struct encode_place *p,
                        struct text *out)
{
	if (p->into == ENCODE_DOM) text_add(out, "dom(");
	if (p->of) encode_print_place(s, u, p->of, out);
	switch (p->into) {
	case ENCODE_NAME:
		text_add(out, p->name->full_name ? p->name->full_name : p->name->name);
		return;
	case ENCODE_DOM: text_add_char(out, ')'); return;
	case ENCODE_FIELD: text_format(out, "'%s", p->field); return;
	case ENCODE_APPLY:
	case ENCODE_APPLY_PARTLY: break;
	}
	text_add_char(out, '(');
	value_print(s, u, p->key, out);
	text_add_char(out, ')');
}

bool encode_place_may_fail(const struct encode_place *p)
{
	for (; p; p = p->of)
		if (p->into == ENCODE_APPLY_PARTLY) return true;
	return false;
}

/* Where the place may be none, f[{k}] = {v} says both; that is told of the last step only. */
static void print_partly(struct values *s, const struct universe *u, const struct encode_word *w,
                         struct text *out)
{
	encode_print_place(s, u, w->place->of, out);
	text_add(out, "[{");
	value_print(s, u, w->place->key, out);
	text_add(out, "}] = {");
	value_print(s, u, w->value, out);
	text_add_char(out, '}');
}

bool encode_print_word(struct values *s, const struct universe *u, const struct encode_word *w,
                       struct text *out)
{
	bool is_partly = w->place->into == ENCODE_APPLY_PARTLY;
	if (w->says == ENCODE_BIT || encode_place_may_fail(is_partly ? w->place->of : w->place))
		return false;
	if (is_partly && w->says != ENCODE_IS) return false;
	if (is_partly) {
		print_partly(s, u, w, out);
		return true;
	}
	if (w->says == ENCODE_HAS) value_print(s, u, w->value, out);
	else encode_print_place(s, u, w->place, out);
	text_add(out, w->says == ENCODE_HAS ? " : " : " = ");
	if (w->says == ENCODE_HAS) encode_print_place(s, u, w->place, out);
	else value_print(s, u, w->value, out);
	return true;
}
