#include "tests/random/random_alike.h"

uint32_t random_alike_next(uint64_t *state, uint32_t below)
{
	*state = *state * 0x5851f42d4c957f2du + 0x14057b7ef767814fu;
	return (uint32_t)(*state >> 33) % below;
}

/* What stands for `^`. */
static void fill(struct text *out, uint64_t *state, uint32_t named, const char *relation,
                 const char *template)
{
	static const char elements[] = "abcd";
	for (; *template; template ++) {
		if (*template == '@') text_add_char(out, elements[random_alike_next(state, named)]);
		else if (*template == '^') text_add(out, relation);
		else if (*template == '?') text_format(out, "%u", random_alike_next(state, 2));
		else text_add_char(out, *template);
	}
}

void random_alike_fill(struct text *out, uint64_t *state, uint32_t named, const char *template)
{
	fill(out, state, named, "t", template);
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
/* Structure that is not said of a constant, but by the operations themselves. */
static const char *const structures[] = {
    "{a|->b,b|->c,c|->d,d|->a}",
    "{a|->b,b|->a,c|->d,d|->c}",
    "{a|->b,b|->c,c|->d,d|->a,b|->a,c|->b,d|->c,a|->d}",
    "{a|->d,b|->d,c|->d,d|->d}",
    "{a|->c,b|->d,c|->c,d|->d}",
};
/* Which of these functions it is, PROPERTIES leave open. */
static const char *const properties[] = {
    "!p.(p : P => t(p) /= p & t(t(p)) = p)",
    "!p.(p : P => t(p) /= p & t(t(p)) /= p) & ran(t) = P",
    "card(ran(t)) = 1",
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
    " = SELECT g /: w & h /= g THEN w := {g} END",
    " = SELECT h : w THEN w := w - {g} || s := s \\/ {x} ELSE w := w \\/ {h} END",
    " = v := v \\/ {rec(e : x, m : s)}",
    " = ANY y WHERE y : v & y'e /: s THEN x := y'e || s := y'm END",
    " = ANY p WHERE x |-> p : ^ THEN x := p END",
    " = ANY p, q WHERE p |-> q : ^ & p : s & q /: s THEN s := s \\/ {q} END",
    "(p) = PRE p : P & p /: s & ^[{p}] /\\ s = {} THEN s := s \\/ {p} END",
    " = SELECT s <: dom(r) THEN r := r \\/ (s <| ^) END",
    " = ANY p WHERE p : P & ^[{p}] <: s THEN s := s - {p} || x := p END",
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
    " & (w = {h} => g = h)",
    " & not(^ <: r)",
    " & !y.(y : v => y'e /: y'm)",
    " & ^[s] /= s",
};
/* Each is judged by itself, also where elements exchange them. */
static const char *const assertions[] = {"@ /: s",          "x /= @",       "@ /: dom(r)",
                                         "s = {} or x : s", "r /\\ ^ = {}", "{@} /: n"};
/* With a and b exchanged, or c and d as well, these are the same but for the order of their parts, which matters in some. */
static const char *const paired[] = {
    " = IF a : s THEN x := a ELSIF b : s THEN x := b ELSE s := {c,d} END",
    " = IF a : s THEN s := {c} ELSIF b : s THEN s := {d} ELSE s := s \\/ {x} END",
    " = SELECT a : s THEN s := s - {a} WHEN b : s THEN s := s - {b} ELSE s := {a,b} END",
    " = IF r(a) : s & r(b) : s THEN s := {} ELSE x := t(x) END",
    " = SELECT r /= {} THEN IF r(a) : s & r(b) : s THEN s := {} END END",
    " = CHOICE r := {a |-> x} OR r := {b |-> x} END",
    " = IF r(a) = c or r(b) = d THEN s := {a,b} END",
    " = s := {a,b} - {c,d}",
    " = BEGIN x := a; x := b; s := s \\/ {x} END",
    " = CHOICE x := a OR x := b END",
    " = CASE x OF EITHER a THEN x := c OR b THEN x := d ELSE s := s \\/ {x} END END",
    " = SELECT a : s & b : s THEN s := {c,d} END",
    "(p) = PRE p : {a,b} & p /: s THEN s := s \\/ {p} || x := p END",
    "(p) = PRE p : s THEN r := r \\/ {p |-> x} END",
    " = ANY p WHERE p : P & p /: s THEN s := s \\/ {p} || x := p END",
};
static const char *const paired_assertions[] = {
    "a /: s; b /: s",
    "x /= a; x /= b",
    "a /: dom(r); b /: dom(r)",
    "{a} /: n; {b} /: n",
    "a |-> c /: r; b |-> d /: r",
};

/* With a and b exchanged these are the same but for a leaf. */
static const char *const leaves[] = {
    " = SELECT a : s & card(r) = 0 THEN x := a WHEN b : s & card(r) = 1 THEN x := b END",
    " = SELECT bool(a : s) = TRUE THEN x := a WHEN bool(b : s) = FALSE THEN x := b END",
    " = SELECT card(s) = 1 THEN s := s \\/ {a} WHEN card(s) = 2 THEN s := s \\/ {b} END",
    " = CHOICE r := {a |-> x} || s := {} OR r := {b |-> x} || s := P END",
    " = CHOICE w := {} || x := a OR w := Z || x := b END",
    " = SELECT k[{a}] = {0} & a /: s THEN s := s \\/ {a} WHEN k[{b}] = {1} & b /: s THEN s := s "
    "\\/ {b} END",
    " = IF a : s THEN x := a ELSIF b : s THEN x := b END",
    " = IF a : s THEN s := s - {a} ELSIF b : s THEN s := s - {b} ELSE s := {a,b} END",
};

#define PICK(state, list) list[random_alike_next(state, sizeof list / sizeof *list)]

struct making {
	uint64_t state;
	uint32_t named; /* elements that the templates may name */
	bool is_paired; /* they name a and b, and c and d, alike */
	const char *relation;
	struct text *out;
};

/* An element by itself, not a letter of a word. */
static bool names_element(const char *template)
{
	for (const char *c = template; *c; c++) {
		if (*c == '@') return true;
		bool is_first = c == template || !strchr("abcdefghijklmnopqrstuvwxyz'", c[-1]);
		if (is_first && *c >= 'a' && *c <= 'd' && !strchr("abcdefghijklmnopqrstuvwxyz", c[1]))
			return true;
	}
	return false;
}

static void add(struct making *m, const char *const *list, uint32_t count)
{
	const char *template;
	bool is_paired = list == paired || list == paired_assertions || list == leaves;
	bool is_free = m->named == 0 && !is_paired;
	do template = list[random_alike_next(&m->state, count)];
	while (is_free && names_element(template));
	fill(m->out, &m->state, m->named, m->relation, template);
}
#define ADD(making, list) add(making, list, sizeof list / sizeof *list)

static void add_constants(struct making *m, bool is_plain, bool has_choice)
{
	text_format(m->out,
	            "MACHINE M SETS P = {a,b,c,d}; Z CONSTANTS k, t, g, h%s PROPERTIES %sg : Z & h : "
	            "Z%s & k : P --> "
	            "0..1 & k = ",
	            has_choice ? ", q" : "", has_choice ? "q : P & " : "",
	            random_alike_next(&m->state, 2) ? " & g = h" : "");
	bool is_open = random_alike_next(&m->state, 4) == 0;
	uint32_t named = m->named ? m->named : 4;
	fill(m->out, &m->state, named, "t", is_plain ? "P * {?}" : PICK(&m->state, tables));
	text_add(m->out, " & t : P --> P & ");
	if (!is_plain && is_open) {
		ADD(m, properties);
		return;
	}
	text_add(m->out, "t = ");
	fill(m->out, &m->state, named, "t", is_plain ? "id(P)" : PICK(&m->state, steps));
}

static void add_conditions(struct making *m)
{
	text_add(m->out,
	         " VARIABLES x, s, r, w, n, v INVARIANT x : P & s <: P & r : P <-> P & w <: Z & n <: "
	         "POW(P) & v <: struct(e : P, m : POW(P))");
	for (uint32_t i = random_alike_next(&m->state, 4); i > 1; i--) ADD(m, invariants);
	if (random_alike_next(&m->state, m->is_paired ? 2 : 3)) return;
	text_add(m->out, " ASSERTIONS ");
	if (m->is_paired) {
		ADD(m, paired_assertions);
		return;
	}
	ADD(m, assertions);
	text_add(m->out, "; ");
	ADD(m, assertions);
}

/* In most machines only two elements are named, in some only one, or those that the operations name; in others none but
 * in a relation that all operations use, or in pairs. */
static void make_machine(uint64_t seed, bool is_paired, struct text *out)
{
	static const uint32_t named_of[] = {4, 2, 2, 1, 0, 0};
	struct making m = {.state = seed * 0x9e3779b97f4a7c15u + 1, .relation = "t", .out = out};
	m.named = is_paired ? 0 : named_of[random_alike_next(&m.state, 6)];
	m.is_paired = is_paired || (m.named == 0 && random_alike_next(&m.state, 2));
	if (m.named == 0 && !m.is_paired) m.relation = PICK(&m.state, structures);
	bool is_plain = random_alike_next(&m.state, 3) == 0; /* constants name no element */
	bool has_choice = random_alike_next(&m.state, 3) == 0;
	add_constants(&m, is_plain, has_choice);
	add_conditions(&m);
	text_add(out, " INITIALISATION x ");
	if (has_choice) text_add(out, ":= q");
	else ADD(&m, inits);
	bool is_empty = is_plain || m.named == 0 || random_alike_next(&m.state, 4);
	text_add(out, is_empty ? " || s := {}" : " || s := {b,c}");
	text_add(out, " || r := {} || w := {} || n := {} || v := {} OPERATIONS ");
	uint32_t count = 1 + random_alike_next(&m.state, 4);
	for (uint32_t i = 0; i < count; i++) {
		text_format(out, "%so%u", i ? "; " : "", i);
		if (m.is_paired && random_alike_next(&m.state, 3)) ADD(&m, paired);
		else ADD(&m, bodies);
	}
	if (is_paired) {
		text_add(out, "; leaf");
		ADD(&m, leaves);
	}
	text_add(out, " END");
}

void random_alike_machine(uint64_t seed, struct text *out) { make_machine(seed, false, out); }

void random_alike_pairs(uint64_t seed, struct text *out) { make_machine(seed, true, out); }

/* With these the integers are more than names. */
static const char *const calculations[] = {
    " = SELECT x < @ THEN s := s \\/ {x} END",
    " = s := {p | p : P & p > x}",
    " = SELECT s /= {} THEN x := max(s) END",
    " = SELECT x + 1 : P THEN x := x + 1 END",
    " = SELECT s /= {} THEN s := s - {min(s)} END",
    " = SELECT s = P & [@,@](1) = x THEN s := {} END",
    " = s := 1..x",
    "(p) = PRE p : 2..3 & p /: s THEN s := s \\/ {p} END",
    " = SELECT SIGMA(p).(p : s | p) = 3 THEN x := @ END",
    " = SELECT x : NAT1 & x : NATURAL THEN s := s \\/ {x} END",
    " = ANY p WHERE p : NAT & p : P - s THEN s := s \\/ {p} END",
    " = s := P - (0..1)",
    " = SELECT card(s) : s THEN s := {} END",
    " = ANY f WHERE f : seq(P) & size(f) = 1 & ran(f) /\\ s = {} THEN s := s \\/ ran(f) END",
    " = ANY f WHERE f : s --> {x} & dom(f) /= {} THEN s := s - dom(f) END",
};

void random_alike_numbers(uint64_t seed, struct text *out)
{
	static const char elements[] = "MACHINE M SETS P = {a,b,c,d}; Z CONSTANTS ", end[] = " END";
	static const char *const sets[] = {"(1..4)", "(1..number)", "{4,3,1,2}", "1..4"};
	struct text machine = {0};
	uint64_t state = seed * 0x9e3779b97f4a7c15u + 7;
	const char *set = PICK(&state, sets);
	bool has_name = strstr(set, "number") != NULL;
	random_alike_machine(seed, &machine);
	text_format(out,
	            "MACHINE M DEFINITIONS P == %s; a == 1; b == 2; c == 3; d == 4 SETS Z CONSTANTS %s",
	            set, has_name ? "number, " : "");
	const char *rest = text_get(&machine) + strlen(elements);
	const char *properties_at = strstr(rest, "PROPERTIES ") + strlen("PROPERTIES ");
	text_format(out, "%.*s%s", (int)(properties_at - rest), rest, has_name ? "number = 4 & " : "");
	text_format(out, "%.*s", (int)(strlen(properties_at) - strlen(end)), properties_at);
	if (random_alike_next(&state, 4) == 0) {
		text_add(out, "; calculate");
		fill(out, &state, 4, "t", PICK(&state, calculations));
	}
	text_add(out, end);
	text_clear(&machine);
}

/* ---- integers that parameters choose -------------------------------------------------------------------------------- */

static const char *const chosen_inits[] = {":= 0", ":: P", ":: 0..4"};
static const char *const chosen_bodies[] = {
    "(p) = PRE p : P & p /= x THEN x := p END",
    "(p,q) = PRE p : s & q : P & p /= q THEN x := p || y := q END",
    "(p) = PRE p : s & p /= x THEN y := p END",
    " = ANY p WHERE p : P & p /: s & p /= x THEN x := p || s := s \\/ {p} END",
    "(p) = PRE p : s THEN s := s - {p} || y := x END",
    " = SELECT x : s & y : s THEN s := {x,y} END",
    " = x : (x : P & x /: s)",
    " = SELECT x = @ THEN s := {} END",
    "(p) = PRE p : {@,@} & p /: s THEN s := s \\/ {p} END",
    "(p) = SELECT p : P & p > x THEN x := p END",
    "(p,q) = PRE p : P & q : P - {p} & p /: s & q /: s THEN s := {p,q} END",
    "(p) = PRE p : P THEN IF p : s THEN x := p ELSE y := p END END",
};
static const char *const chosen_invariants[] = {
    "card(s) < 2 + ?",           "not(x : s & y : s & x /= y)",
    "(x = y or x = 0 or y = 0)", "not(x : s)",
    "not({x,y} = s & x /= y)",   "(x /= @ or y /= @)",
    "(card(s) = 3 => x : s)",    "not(y /: s & y /= 0 & card(s) = 2)",
};

void random_alike_identifiers(uint64_t seed, struct text *out)
{
	uint64_t state = seed * 0x9e3779b97f4a7c15u + 11;
	text_add(out,
	         "MACHINE M DEFINITIONS P == (1..4); a == 1; b == 2; c == 3; d == 4 VARIABLES x, y, s "
	         "INVARIANT x : 0..4 & y : 0..4 & s <: P & ");
	fill(out, &state, 4, "", PICK(&state, chosen_invariants));
	text_format(out,
	            " INITIALISATION x %s || y := 0 || s := {} OPERATIONS "
	            "add(p) = PRE p : P & p /: s THEN s := s \\/ {p} END",
	            PICK(&state, chosen_inits));
	for (uint32_t i = 0, count = 1 + random_alike_next(&state, 3); i < count; i++) {
		text_format(out, "; o%u", i);
		fill(out, &state, 4, "", PICK(&state, chosen_bodies));
	}
	text_add(out, " END");
}
