/* How a large set or function has changed, as the assignment that does it. */
#include "value/value.h"

enum {
	LARGE = 120, /* bytes: what is shorter is read at a glance */
	SAVING = 4,  /* a change is told if it is so many times shorter than the value, */
	MOST = 20    /* and of so many elements */
};

static value apply(struct values *s, enum op op, value a, value b)
{
	struct algebra_failure ignored;
	value args[] = {a, b};
	return algebra_apply(s, op, args, 2, EVAL_LISTED, &ignored);
}

/* As a set even where it is a sequence: the place of an element counts. */
static void add_elements(struct values *s, const struct universe *u, value set, struct text *out)
{
	uint64_t count = value_count(s, set);
	for (uint64_t i = 0; i < count; i++) {
		text_add(out, i ? "," : "{");
		value_print(s, u, value_at(s, set, i), out);
	}
	text_add_char(out, '}');
}

/* (x - {a}) \/ {b}, without what is empty; or f <+ {c |-> d}, if that is the same. */
static void add_change(struct values *s, const struct universe *u, const char *own, value before,
                       value after, struct text *out)
{
	value added = apply(s, OP_DIFFERENCE, after, before);
	value removed = apply(s, OP_DIFFERENCE, before, after);
	if (added == VALUE_NONE || removed == VALUE_NONE) return;
	uint64_t more = value_count(s, added), less = value_count(s, removed);
	if (more > MOST || less > MOST) return;
	bool is_override = more && less && value_kind(s, value_at(s, added, 0)) == VALUE_PAIR &&
	                   apply(s, OP_OVERRIDE, before, added) == after;
	bool shows_removed = less && !is_override;
	text_format(out, "%s %s %s%s", own, u->is_eventb ? "≔" : ":=", shows_removed && more ? "(" : "",
	            own);
	if (shows_removed) {
		text_add(out, u->is_eventb ? " ∖ " : " - ");
		add_elements(s, u, removed, out);
		if (more) text_add_char(out, ')');
	}
	if (!more) return;
	text_add(out, is_override ? " <+ " : u->is_eventb ? " ∪ " : " \\/ ");
	add_elements(s, u, added, out);
}

static bool is_listed_set(const struct values *s, value v)
{
	return value_kind(s, v) == VALUE_SET && !value_has_lazy(s, v);
}

bool value_print_change(struct values *s, const struct universe *u, const char *own, value before,
                        value after, struct text *out)
{
	if (!is_listed_set(s, before) || !is_listed_set(s, after)) return false;
	struct text change = {0}, whole = {0};
	add_change(s, u, own, before, after, &change);
	size_t least = change.count * SAVING > LARGE ? change.count * SAVING : LARGE;
	if (change.count) value_print_short(s, u, after, least, &whole);
	bool is_told = change.count > 0 && whole.count >= least;
	if (is_told) text_add(out, text_get(&change));
	text_clear(&change);
	text_clear(&whole);
	return is_told;
}
