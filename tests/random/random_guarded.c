#include "tests/random/random_guarded.h"

#include "tests/random/random_alike.h"

/* `#` becomes one of 0 to 3, and `?` 0 or 1, as random_alike_fill has it. */
static const char *const total[] = {
    "a = #", "a /= #", "b < #", "b > #", "a <= b", "? : dom(f)", "f /= {}", "a = # or b = #",
};
static const char *const partial[] = {
    "6 / b > #",          "6 / a = b",          "f(?) = #",          "f(a) >= #",
    "f(b) = a",           "f(f(?)) < #",        "b mod a = ?",       "max(ran(f)) > #",
    "f(?) / b = ?",       "a = # or 6 / b > #", "b = # => f(a) = #", "bool(6 / a > #) = TRUE",
    "min({b} - {a}) < #",
};
/* What takes more than a few steps is looked at conjunct by conjunct. */
static const char *const dear[] = {
    "card({y | y : 0..9 & y mod 4 = a}) = #",
    "SIGMA(y).(y : 0..9 & y /= b | y mod 3) > 8",
    "!y.(y : 0..9 & y > b => y /= a)",
    "#y.(y : 0..9 & y = a + b & y mod 4 > #)",
};
static const char *const uncertain[] = {
    "#y.(y > a + # & y * y = b + 7 * a)",
    "not(#y.(y > 4 & y * y = a + b))",
};
static const char *const moves[] = {
    "a := #",           "b := #",
    "b := 0",           "a := b || b := a",
    "a := # || b := #", "f := f <+ {? |-> #}",
    "f := {?} <<| f",   "f := {}",
    "a := 3 - a",       "b := (b + 1) mod 4",
};
static const char *const actions[] = {
    "skip",
    "a := #",
    "b := #",
    "f(?) := f(a)",
    "b := 6 / a mod 4",
    "ASSERT b > # THEN a := # END",
    "IF 6 / b > # THEN a := # ELSE b := # END",
    "SELECT f(a) = # THEN b := # END",
    "SELECT a = # THEN b := 6 / b mod 4 END",
    "ANY x WHERE x : 0..3 & x > a THEN b := x END",
    "ANY x WHERE x : dom(f) & f(x) / a = # THEN b := f(x) END",
    "CHOICE a := # OR b := b / a END",
};
static const char *const invariants[] = {
    " & 6 / b > 0",
    " & f(a) >= 0",
    " & a < 3",
    " & not(a = # & b = #)",
    " & (b = 0 or 6 / b > 1)",
    " & f(?) : 0..2",
};

struct making {
	uint64_t state;
	bool is_uncertain; /* of integers without bounds, of which no solver proves anything */
	struct text *out;
};

static uint32_t next(struct making *m, uint32_t below)
{
	return random_alike_next(&m->state, below);
}

static void add(struct making *m, const char *const *list, size_t count)
{
	struct text filled = {0};
	random_alike_fill(&filled, &m->state, 1, list[next(m, (uint32_t)count)]);
	for (const char *c = text_get(&filled); *c; c++) {
		bool is_quantifier = c[0] == '#' && c[1] == 'y';
		if (*c == '#' && !is_quantifier) text_format(m->out, "%u", next(m, 4));
		else text_add_char(m->out, *c);
	}
	text_clear(&filled);
}
#define ADD(making, list) add(making, list, sizeof list / sizeof *list)

static void add_guard(struct making *m)
{
	for (uint32_t i = 0, count = 1 + next(m, 3); i < count; i++) {
		text_add(m->out, i ? " & (" : "(");
		if (m->is_uncertain && next(m, 4) == 0) ADD(m, uncertain);
		else if (next(m, 3) == 0) ADD(m, partial);
		else if (next(m, 2)) ADD(m, dear);
		else ADD(m, total);
		text_add(m->out, ")");
	}
}

/* Goes to other states, mostly without asking. */
static void add_move(struct making *m)
{
	bool has_guard = next(m, 3) == 0;
	if (has_guard) {
		text_add(m->out, "SELECT ");
		ADD(m, total);
		text_add(m->out, " THEN ");
	}
	ADD(m, moves);
	if (has_guard) text_add(m->out, " END");
}

static void add_guarded(struct making *m)
{
	static const char *const openings[] = {"SELECT ", "PRE ", "ANY x WHERE x : 0..2 & "};
	uint32_t depth = 1 + (next(m, 4) == 0);
	for (uint32_t i = 0; i < depth; i++) {
		text_add(m->out, openings[i ? 2 * next(m, 2) : next(m, 3)]);
		add_guard(m);
		text_add(m->out, " THEN ");
	}
	ADD(m, actions);
	for (uint32_t i = 0; i < depth; i++) text_add(m->out, " END");
}

void random_guarded_machine(uint64_t seed, struct text *out)
{
	struct making m = {.state = seed * 0x9e3779b97f4a7c15u + 5, .out = out};
	m.is_uncertain = next(&m, 6) == 0;
	text_add(out, "MACHINE M VARIABLES a, b, f INVARIANT a : 0..3 & b : 0..3 & f : 0..1 +-> 0..3");
	if (next(&m, 3) == 0) ADD(&m, invariants);
	text_format(out, "\nINITIALISATION a := %u || b := %u || f := ", next(&m, 3), 1 + next(&m, 3));
	text_add(out, next(&m, 2) ? "{0 |-> 1}" : "{0 |-> 0, 1 |-> 2}");
	text_add(out, "\nOPERATIONS\n");
	for (uint32_t i = 0, count = 3 + next(&m, 3); i < count; i++) {
		text_format(out, "%so%u = ", i ? ";\n" : "", i);
		if (next(&m, 2)) add_move(&m);
		else add_guarded(&m);
	}
	text_add(out, "\nEND\n");
}
