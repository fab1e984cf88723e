/* What the literals of a value say, in B: x = 3, a : s, f(a) = TRUE. */
#include "encode/sym.h"

struct wording {
	enc e;
	struct decl *of;
	encode_said *said;
	void *data;
	bool is_image; /* the place is f[{k}], which has at most one element */
};

/* The place of a part, with what follows. */
static struct text worded(const char *place, const char *format, const char *with)
{
	struct text t = {0};
	text_format(&t, format, place, with);
	return t;
}

static void say(struct wording *w, lit l, const char *text)
{
	if (l == LIT_TRUE || l == LIT_FALSE) return;
	w->said(w->data, l, w->of, text);
}

/* "%s" of the format: the place, then the value. */
static void say_value(struct wording *w, lit l, const char *place, bool is_element, value v)
{
	struct text shown = {0};
	value_print(w->e->s, w->e->u, v, &shown);
	struct text t = is_element
	                    ? worded(text_get(&shown), "%s : %s", place)
	                    : worded(place, w->is_image ? "%s = {%s}" : "%s = %s", text_get(&shown));
	say(w, l, text_get(&t));
	text_clear(&t);
	text_clear(&shown);
}

static void say_number(struct wording *w, struct number *n, const char *place)
{
	struct values *s = w->e->s;
	for (wide v = n->low; n->is && v <= n->high; v++)
		say_value(w, n->is[v - n->low], place, false, value_wide(s, v));
	for (uint32_t i = 0; !n->is && !n->bits && i < n->choices; i++)
		say_value(w, n->chosen[i], place, false, value_wide(s, n->values[i]));
	for (uint32_t i = 0; !n->is && n->bits && i < n->width; i++) say(w, n->bits[i], NULL);
}

static void say_sym(struct wording *w, struct sym *s, const char *place);

static void say_map(struct wording *w, struct sym *s, const char *place)
{
	for (uint32_t i = 0; i < s->count; i++) {
		struct text key = {0}, dom = worded(place, "dom(%s)%s", "");
		value_print(w->e->s, w->e->u, s->values[i], &key);
		say_value(w, s->is[i], text_get(&dom), true, s->values[i]);
		bool is_sure = s->is[i] == LIT_TRUE;
		struct text at = worded(place, is_sure ? "%s(%s)" : "%s[{%s}]", text_get(&key));
		w->is_image = !is_sure;
		if (is_sure || s->parts[i]->kind < SYM_PAIR) say_sym(w, s->parts[i], text_get(&at));
		w->is_image = false;
		text_clear(&at);
		text_clear(&dom);
		text_clear(&key);
	}
}

static void say_sym(struct wording *w, struct sym *s, const char *place)
{
	struct text t = {0};
	switch (s->kind) {
	case SYM_BOOL: say_value(w, s->is[0], place, false, VALUE_TRUE); return;
	case SYM_INTEGER: say_number(w, s->number, place); return;
	case SYM_CHOICE:
	case SYM_SET:
		for (uint32_t i = 0; i < s->count; i++)
			say_value(w, s->is[i], place, s->kind == SYM_SET, s->values[i]);
		return;
	case SYM_MAP: say_map(w, s, place); return;
	case SYM_RECORD:
		for (uint32_t i = 0; i < s->count; i++) {
			t = worded(place, "%s'%s", s->type->fields[i].name);
			say_sym(w, s->parts[i], text_get(&t));
			text_clear(&t);
		}
		return;
	case SYM_PAIR: /* of which B has no short word: the parts of a name that is no pair of names */
	default: return;
	}
}

void encode_words(struct encoder *e, struct decl *d, encode_said *said, void *data)
{
	struct wording w = {.e = e, .of = d, .said = said, .data = data};
	struct sym *s = enc_bound(e, d);
	if (s) say_sym(&w, s, d->name);
}
