/* Expressions and predicates of random machines. Some are undefined now and then. */
#include "tests/random/random_machine.h"

/* splitmix64 (Steele, Lea and Flood 2014) */
uint32_t maker_number(struct maker *m, uint32_t below)
{
	uint64_t z = m->state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	z ^= z >> 31;
	return (uint32_t)(z >> 32) % below;
}

bool maker_chance(struct maker *m, uint32_t percent) { return maker_number(m, 100) < percent; }

const struct random_name *maker_add(struct maker *m, const char *prefix, enum random_kind kind,
                                    bool is_writable)
{
	REQUIRE(m->count < MOST_NAMES);
	struct random_name *n = &m->names[m->count++];
	snprintf(n->text, sizeof n->text, "%.3s%u", prefix, m->made++ % 1000);
	n->kind = kind;
	n->is_writable = is_writable;
	n->is_shared = false;
	return n;
}

const struct random_name *maker_name(struct maker *m, enum random_kind kind, bool writable)
{
	uint32_t fitting[MOST_NAMES], count = 0;
	for (uint32_t i = 0; i < m->count; i++)
		if (m->names[i].kind == kind && (!writable || m->names[i].is_writable))
			fitting[count++] = i;
	return count ? &m->names[fitting[maker_number(m, count)]] : NULL;
}

const char *kind_type(enum random_kind kind)
{
	static const char *const types[KINDS] = {"0..3",
	                                         "BOOL",
	                                         "E",
	                                         "S",
	                                         "POW(E)",
	                                         "POW(S)",
	                                         "POW(0..2)",
	                                         "(E +-> 0..2)",
	                                         "(S <-> BOOL)",
	                                         "{[], [TRUE], [FALSE], [TRUE, FALSE]}",
	                                         "struct(a : 0..2, b : BOOL)"};
	return types[kind];
}

/* ---- by templates -------------------------------------------------------------------------------- */

struct template
{
	enum random_kind kind;
	const char
	    *text; /* %X: an expression of a kind, by a letter; %!X: a defined one; %p a predicate */
};

/* letters of kinds: n b e s E S N f r q k (record) */
static const char letters[] = "nbesESNfrqk";

static const struct template leaves[] = {
    {KIND_INTEGER, "0"},
    {KIND_INTEGER, "1"},
    {KIND_INTEGER, "2"},
    {KIND_INTEGER, "3"},
    {KIND_INTEGER, "-1"},
    {KIND_BOOL, "TRUE"},
    {KIND_BOOL, "FALSE"},
    {KIND_ENUM, "e1"},
    {KIND_ENUM, "e2"},
    {KIND_ENUM, "e3"},
    {KIND_ENUMS, "(E - E)"},
    {KIND_ENUMS, "E"},
    {KIND_ENUMS, "{e1, e3}"},
    {KIND_DEFERREDS, "(S - S)"},
    {KIND_DEFERREDS, "S"},
    {KIND_INTEGERS, "(1..0)"},
    {KIND_INTEGERS, "(0..2)"},
    {KIND_FUNCTION, "(E * (1..0))"},
    {KIND_FUNCTION, "(E * {1})"},
    {KIND_FUNCTION, "{e2 |-> 2}"},
    {KIND_RELATION, "((S - S) * BOOL)"},
    {KIND_RELATION, "(S * BOOL)"},
    {KIND_RELATION, "(S * {TRUE})"},
    {KIND_SEQUENCE, "tail([TRUE])"},
    {KIND_SEQUENCE, "[TRUE]"},
    {KIND_RECORD, "rec(a : 0, b : FALSE)"},
};

static const struct template templates[] = {
    {KIND_INTEGER, "(%n + %n)"},
    {KIND_INTEGER, "(%n - %n)"},
    {KIND_INTEGER, "((%n + 1) mod 4)"},
    {KIND_INTEGER, "(%n mod %n)"},
    {KIND_INTEGER, "(%n / %n)"},
    {KIND_INTEGER, "(%n * 2)"},
    {KIND_INTEGER, "(%n / 2)"},
    {KIND_INTEGER, "(3 - %n)"},
    {KIND_INTEGER, "card(%E)"},
    {KIND_INTEGER, "card(%S)"},
    {KIND_INTEGER, "max(%N)"},
    {KIND_INTEGER, "min(%N \\/ {%n})"},
    {KIND_INTEGER, "%f(%e)"},
    {KIND_INTEGER, "card(%f)"},
    {KIND_INTEGER, "card(%q)"},
    {KIND_INTEGER, "size(%q)"},
    {KIND_INTEGER, "(%k)'a"},
    {KIND_INTEGER, "SIGMA(z_z).(z_z : %N | z_z)"},
    {KIND_BOOL, "bool(%p)"},
    {KIND_BOOL, "first(%q)"},
    {KIND_BOOL, "bool(%b = %b)"},
    {KIND_BOOL, "%q(%n)"},
    {KIND_BOOL, "(%k)'b"},
    {KIND_ENUM, "{1 |-> e1, 2 |-> e2, 3 |-> e3}(%n)"},
    {KIND_ENUM, "{e1 |-> e2, e2 |-> e3, e3 |-> e1}(%e)"},
    {KIND_ENUM, "{e1 |-> e1, e2 |-> e3, e3 |-> e2}(%e)"},
    {KIND_ENUMS, "(%E \\/ {%e})"},
    {KIND_ENUMS, "(%E - %E)"},
    {KIND_ENUMS, "(%E /\\ %E)"},
    {KIND_ENUMS, "dom(%f)"},
    {KIND_ENUMS, "%f~[%N]"},
    {KIND_ENUMS, "{y_y | y_y : %E & y_y /= %!e}"},
    {KIND_DEFERREDS, "(S - %S)"},
    {KIND_DEFERREDS, "(%S /\\ %S)"},
    {KIND_DEFERREDS, "dom(%r |> {%b})"},
    {KIND_INTEGERS, "ran(%f)"},
    {KIND_INTEGERS, "(%N \\/ %N)"},
    {KIND_INTEGERS, "(%N - {%n})"},
    {KIND_INTEGERS, "{y_y | y_y : 0..2 & y_y <= %!n}"},
    {KIND_FUNCTION, "(%f <+ {%e |-> (%n mod 3)})"},
    {KIND_FUNCTION, "(%E <<| %f)"},
    {KIND_FUNCTION, "(%E <| %f)"},
    {KIND_FUNCTION, "%%y_y.(y_y : %E | card(%!S))"},
    {KIND_RELATION, "(%r \\/ (%S * {%b}))"},
    {KIND_RELATION, "(%S <<| %r)"},
    {KIND_RELATION, "(%r - %r)"},
    {KIND_SEQUENCE, "tail(%q)"},
    {KIND_SEQUENCE, "((%q <- %b) /|\\ 2)"},
    {KIND_SEQUENCE, "rev(%q)"},
    {KIND_SEQUENCE, "[%b, %b]"},
    {KIND_RECORD, "rec(a : %n, b : %b)"},
    {KINDS, "(%n < %n)"},
    {KINDS, "(%n = %n)"},
    {KINDS, "(%n : %N)"},
    {KINDS, "(%n /: %N)"},
    {KINDS, "(%b = %b)"},
    {KINDS, "(%b = TRUE)"},
    {KINDS, "(%e /= %e)"},
    {KINDS, "(%e : %E)"},
    {KINDS, "(%E <: %E)"},
    {KINDS, "(%S /= %S)"},
    {KINDS, "(card(%S) >= %n)"},
    {KINDS, "(%f = %f)"},
    {KINDS, "(%f : E --> 0..2)"},
    {KINDS, "(%r : S +-> BOOL)"},
    {KINDS, "(%q = [])"},
    {KINDS, "(%k = %k)"},
    {KINDS, "not(%p)"},
    {KINDS, "(%p & %p)"},
    {KINDS, "(%p or %p)"},
    {KINDS, "(%p => %p)"},
    {KINDS, "(%p <=> %p)"},
    {KINDS, "(!x_x.(x_x : %E => x_x : dom(%!f)))"},
    {KINDS, "(!x_x.(x_x : %N => x_x < %!n))"},
    {KINDS, "(#x_x.(x_x : %S & x_x |-> %!b : %!r))"},
    {KINDS, "(#x_x.(x_x : 0..3 & x_x * 2 = %!n))"},
};

static void fill(struct maker *m, const char *t, uint32_t depth)
{
	uint32_t less = depth ? depth - 1 : 0;
	for (; *t; t++) {
		if (*t != '%') text_format(m->out, "%c", *t);
		else if (*++t == '%') text_add(m->out, "%");
		else if (*t == '!')
			make_expression(m, (enum random_kind)(strchr(letters, *++t) - letters), 0);
		else if (*t == 'p') make_predicate(m, less);
		else make_expression(m, (enum random_kind)(strchr(letters, *t) - letters), less);
	}
}

static const char *pick(struct maker *m, const struct template *from, uint32_t count,
                        enum random_kind kind)
{
	uint32_t fitting = 0, i = 0;
	for (i = 0; i < count; i++) fitting += from[i].kind == kind;
	if (fitting == 0) return NULL;
	uint32_t which = maker_number(m, fitting);
	for (i = 0; from[i].kind != kind || which-- > 0; i++) continue;
	return from[i].text;
}

#define PICK(m, from, kind) pick(m, from, sizeof from / sizeof *from, kind)

void make_expression(struct maker *m, enum random_kind kind, uint32_t depth)
{
	const struct random_name *n = maker_name(m, kind, false);
	const char *t = depth > 0 && maker_chance(m, n ? 45 : 70) ? PICK(m, templates, kind) : NULL;
	if (t) fill(m, t, depth);
	else if (n && maker_chance(m, 75)) text_add(m->out, n->text);
	else if ((t = PICK(m, leaves, kind))) text_add(m->out, t);
	else text_add(m->out, n ? n->text : "d1"); /* a constant of the deferred set */
}

void make_predicate(struct maker *m, uint32_t depth) { fill(m, PICK(m, templates, KINDS), depth); }
