#include "tests/random/random_alike.h"

uint32_t random_alike_next(uint64_t *state, uint32_t below)
{
	*state = *state * 0x5851f42d4c957f2du + 0x14057b7ef767814fu;
	return (uint32_t)(*state >> 33) % below;
}

void random_alike_fill(struct text *out, uint64_t *state, uint32_t named, const char *template)
{
	static const char elements[] = "abcd";
	for (; *template; template ++) {
		if (*template == '@') text_add_char(out, elements[random_alike_next(state, named)]);
		else if (*template == '?') text_format(out, "%u", random_alike_next(state, 2));
		else text_add_char(out, *template);
	}
}

static const char *const tables[] = {
    "{a|->?,b|->?,c|->?,d|->?}",
    "{a|->0,b|->0,c|->1,d|->1}",
    "%p.(p : P | ?)",
};
static const char *const steps[] = {
    "{a|->b,b|->c,c|->d,d|->a}", "{a|->b,b|->a,c|->d,d|->c}", "{a|->@,b|->@,c|->@,d|->@}", "id(P)",
    "{a|->c,b|->c,c|->c,d|->c}",
};
static const char *const inits[] = {":: P", ":= @", ":: {@,@}", ":: P - {@}"};
static const char *const bodies[] = {
    " = x := t(x)",
    " = SELECT x = @ THEN x := @ WHEN x = @ THEN x := @ END",
    " = SELECT k(x) = ? THEN s := s \\/ {x} ELSE s := s - {x} END",
    " = ANY p WHERE p : P & p /: s & k(p) = ? THEN s := s \\/ {p} || x := p END",
    " = IF x : {@,@} THEN x := t(x) ELSIF x = @ THEN s := {} END",
    " = CASE x OF EITHER @ THEN x := @ OR @ THEN s := s \\/ {@} ELSE s := {x} END END",
    " = CHOICE s := s \\/ {@} OR s := s \\/ {@} OR s := {} END",
    " = ANY p, q WHERE p : s & q : P & q /: s & p |-> q : t THEN r := r \\/ {p |-> q} END",
    " = SELECT @ : s & @ : s THEN s := s - {@} END",
    " = SELECT card(s) = ? & x : s THEN s := s - {x} || x := t(x) END",
    " = BEGIN s := P - s || x := t(x) END",
    " = ANY z WHERE z : Z & z /: w THEN w := w \\/ {z} || s := s \\/ {x} END",
    " = SELECT x /= @ THEN x := @ END",
    " = r := r \\/ {x |-> t(x)}",
    " = SELECT x : dom(r) THEN x := r(x) END",
    " = SELECT !p.(p : s => k(p) = ?) THEN s := s \\/ t[s] END",
    " = SELECT r /= {} & #p.(p : dom(r) & p /: s) THEN s := dom(r) END",
    " = ANY p WHERE p : P & (p = @ or p = @) THEN x := p END",
    " = SELECT x = a THEN x := c WHEN x = b THEN x := d END",
    " = CHOICE r := r \\/ {a |-> c} OR r := r \\/ {b |-> d} END",
    " = s := {@,@} - {@,@}",
    " = SELECT (@ |-> @) : t THEN r := r \\/ {@ |-> @} END",
    " = IF @ : s THEN s := s - {@} ELSIF @ : s THEN s := s \\/ {@} ELSE s := {@,@} END",
    " = SELECT {@,@} <: s \\/ {x} THEN s := s - {x} END",
    " = BEGIN x := @; x := @ END",
    " = IF @ : s THEN x := @ ELSIF @ : s THEN x := @ END",
    " = BEGIN s := s \\/ {@}; x := t(x); s := s - {@} END",
    " = x : (x : P & x /= x$0 & k(x) = ?)",
    "(p) = PRE p : P & p /: s THEN s := s \\/ {p} END",
    "(p,q) = PRE p : s & q : P & p |-> q /: r THEN r := r \\/ {p |-> q} END",
    "(p) = SELECT p : s & k(p) = ? THEN x := p || s := s - {p} END",
    " = ANY p, q WHERE p : P & q : P & p /= q & p /: s & q /: s THEN s := {p,q} END",
    " = n := n \\/ {s}",
    " = SELECT s : n THEN s := union(n) - s END",
    " = ANY m WHERE m : n & x /: m THEN s := m \\/ {x} END",
    "(p) = PRE {p} /: n & p : P THEN n := n \\/ {{p}, {p,x}} END",
};
static const char *const invariants[] = {
    " & card(s) < 3",
    " & (x = @ => s /= {@,@})",
    " & r~ /\\ r = {}",
    " & !p.(p : s => k(p) = ?)",
    " & r /= t",
    " & @ /: s & @ /: s",
    " & x /= @ & x /= @",
    " & card(r) < 3",
    " & card(n) < 3",
    " & P /: n",
    " & not(x : s & {x} : n)",
    " & @ |-> @ /: r",
    " & (w = Z => card(s) < 2)",
};
#define PICK(state, list) list[random_alike_next(state, sizeof list / sizeof *list)]

/* In most machines only two elements are named, in some only one, or those that the operations name. */
void random_alike_machine(uint64_t seed, struct text *out)
{
	static const uint32_t named_of[] = {4, 2, 2, 1};
	uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
	uint32_t named = named_of[random_alike_next(&state, 4)];
	bool is_plain = random_alike_next(&state, 3) == 0; /* constants name no element */
	bool has_choice = random_alike_next(&state, 3) == 0;
	text_format(
	    out, "MACHINE M SETS P = {a,b,c,d}; Z CONSTANTS k, t%s PROPERTIES %sk : P --> 0..1 & k = ",
	    has_choice ? ", q" : "", has_choice ? "q : P & " : "");
	random_alike_fill(out, &state, named, is_plain ? "P * {?}" : PICK(&state, tables));
	text_add(out, " & t : P --> P & t = ");
	random_alike_fill(out, &state, named, is_plain ? "id(P)" : PICK(&state, steps));
	text_add(
	    out,
	    " VARIABLES x, s, r, w, n INVARIANT x : P & s <: P & r : P <-> P & w <: Z & n <: POW(P)");
	for (uint32_t i = random_alike_next(&state, 4); i > 1; i--)
		random_alike_fill(out, &state, named, PICK(&state, invariants));
	text_add(out, " INITIALISATION x ");
	random_alike_fill(out, &state, named, has_choice ? ":= q" : PICK(&state, inits));
	text_add(out, is_plain || random_alike_next(&state, 4) ? " || s := {}" : " || s := {b,c}");
	text_add(out, " || r := {} || w := {} || n := {} OPERATIONS ");
	uint32_t count = 1 + random_alike_next(&state, 4);
	for (uint32_t i = 0; i < count; i++) {
		text_format(out, "%so%u", i ? "; " : "", i);
		random_alike_fill(out, &state, named, PICK(&state, bodies));
	}
	text_add(out, " END");
}
