/* Formulas and machines over a set of an open size, for tests of what is said of all sizes. */
#include "tests/random/random_sizes.h"

#include "tests/random/random_alike.h"

#include <ctype.h>

/* ---- formulas ------------------------------------------------------------------------------------------------------------ */

/* E element, S set, R relation, C colour, P predicate, v a bound name or an element, V a new one; # a number; others as they are. */
static const char *const elements[] = {"a", "b", "v", "v", "v", "g(v)", "g(a)", "g(g(b))", "o(v)"};
static const char *const sets[] = {"A",
                                   "B",
                                   "A",
                                   "B",
                                   "N",
                                   "{}",
                                   "{E}",
                                   "{E, E}",
                                   "S \\/ S",
                                   "S /\\ S",
                                   "S - S",
                                   "dom(r)",
                                   "ran(r)",
                                   "r[{E}]",
                                   "r[S]",
                                   "dom(f)",
                                   "f~[{C}]",
                                   "dom(f |> {C})",
                                   "dom(f |>> {C})",
                                   "{V | V : S & P}",
                                   "dom(r |> S)",
                                   "dom({E |-> E} \\/ {E |-> E})",
                                   "ran(g)",
                                   "dom(g)",
                                   "dom(%V.(V : S | C))",
                                   "r~[{E}]",
                                   "dom(S * {E})",
                                   "dom(o)"};
static const char *const relations[] = {"r",
                                        "r",
                                        "r",
                                        "g",
                                        "g",
                                        "r~",
                                        "id(S)",
                                        "S * S",
                                        "S <| R",
                                        "S <<| R",
                                        "R |> S",
                                        "R |>> S",
                                        "(R ; R)",
                                        "R \\/ R",
                                        "R /\\ R",
                                        "R - R",
                                        "R <+ {E |-> E}",
                                        "R <+ R",
                                        "{E |-> E, E |-> E}",
                                        "{E |-> E}",
                                        "%V.(V : S | E)",
                                        "(S * {E}) <+ {E |-> E}",
                                        "o",
                                        "o <+ {E |-> E}"};
static const char *const colours[] = {"red", "green", "f(E)", "f(E)", "(f <+ {E |-> C})(E)"};
static const char *const predicates[] = {"E : S",
                                         "E /: S",
                                         "E = E",
                                         "E /= E",
                                         "S <: S",
                                         "S /<: S",
                                         "S <<: S",
                                         "S = S",
                                         "S /= S",
                                         "S = {}",
                                         "S /= {}",
                                         "C = C",
                                         "C /= C",
                                         "C = red",
                                         "E |-> E : R",
                                         "E |-> E /: R",
                                         "R <: R",
                                         "R = R",
                                         "not(R = R)",
                                         "not(R <: R)",
                                         "R : N +-> N",
                                         "R : N --> N",
                                         "R : N >-> N",
                                         "R : S >+> S",
                                         "R : S <-> S",
                                         "R : S +->> S",
                                         "R : S >->> S",
                                         "not(R : N +-> N)",
                                         "not(R : S --> S)",
                                         "not(R : S >+> S)",
                                         "not(R : S +->> S)",
                                         "f : N --> COL",
                                         "f : S --> COL",
                                         "not(f : S --> COL)",
                                         "f : S +->> COL",
                                         "not(f : S +->> COL)",
                                         "f : S >+> COL",
                                         "card(S) <= #",
                                         "card(S) = #",
                                         "card(S) >= #",
                                         "# < card(S)",
                                         "card(S) /= #",
                                         "not(card(S) < #)",
                                         "card(S) <= n",
                                         "n + 1 > card(S)",
                                         "card(S) > n",
                                         "card(S) = n",
                                         "n < #",
                                         "n >= #",
                                         "k = bool(P)",
                                         "k = TRUE",
                                         "!V.(V : S => P)",
                                         "!V.(V : S => P)",
                                         "!V.(V : S => P)",
                                         "#V.(V : S & P)",
                                         "#V.(V : N & P & P)",
                                         "!(V,w).(V : S & w : S & V /= w => P)",
                                         "not(!V.(V : S => P))",
                                         "not(#V.(V : S & P))",
                                         "P & P",
                                         "P or P",
                                         "P or P",
                                         "P => P",
                                         "P => P",
                                         "not(P)",
                                         "(P <=> P)",
                                         "S : POW(S)",
                                         "S /: POW(S)",
                                         "S : FIN(S)",
                                         "partition(S, S, S)",
                                         "f <+ {E |-> C} : N --> COL",
                                         "f[S] = {C}",
                                         "C : f[S]",
                                         "C : ran(f)",
                                         "ran(f) = {C}",
                                         "{C, C} <: f[S]",
                                         "E : dom(g) & g(E) = E"};

struct making {
	uint64_t state;
	uint32_t bound; /* names around: x1, x2, ... */
	struct text *out;
};

#define PICK(list) list[random_alike_next(&m->state, (uint32_t)(sizeof list / sizeof *list))]

static void write(struct making *m, const char *template, uint32_t depth);

static void nested(struct making *m, char kind, uint32_t depth)
{
	enum { ATOMS = 5 };
	uint64_t *state = &m->state;
	bool is_flat = depth == 0;
	switch (kind) {
	case 'E':
		write(m, is_flat ? elements[random_alike_next(state, ATOMS)] : PICK(elements), depth - 1);
		break;
	case 'S':
		write(m, is_flat ? sets[random_alike_next(state, ATOMS)] : PICK(sets), depth - 1);
		break;
	case 'R':
		write(m, is_flat ? relations[random_alike_next(state, ATOMS)] : PICK(relations), depth - 1);
		break;
	case 'C':
		write(m, is_flat ? colours[random_alike_next(state, 2)] : PICK(colours), depth - 1);
		break;
	default:
		write(m, is_flat ? predicates[random_alike_next(state, 17)] : PICK(predicates), depth - 1);
		break;
	}
}

static uint32_t word_length(const char *c)
{
	uint32_t n = 0;
	while (isalnum((unsigned char)c[n]) || c[n] == '_') n++;
	return n;
}

static void write_letter(struct making *m, char letter, uint32_t outer, uint32_t depth)
{
	bool is_whole = strchr("PSR", letter);
	if (letter == 'V' || letter == 'w') text_format(m->out, "x%u", outer + (letter == 'V' ? 1 : 2));
	else if (letter == 'v' && m->bound > 0)
		text_format(m->out, "x%u", 1 + random_alike_next(&m->state, m->bound));
	else if (letter == 'v') text_add(m->out, "a");
	else if (!strchr("ESRCP", letter)) text_add_char(m->out, letter);
	else {
		if (is_whole) text_add_char(m->out, '(');
		nested(m, letter, depth);
		if (is_whole) text_add_char(m->out, ')');
	}
}

static uint32_t bound_in(const char *template)
{
	uint32_t own = 0;
	for (const char *c = template; *c; c++) {
		if (*c == 'V' && own < 1) own = 1;
		if (*c == 'w') own = 2;
		if (isalpha((unsigned char)*c)) c += word_length(c) - 1;
	}
	return own;
}

/* Words and signs as they are; `V` and `w` bind names that `v` may mean until the template ends. */
static void write(struct making *m, const char *template, uint32_t depth)
{
	uint32_t outer = m->bound;
	if (depth > 9) depth = 0;
	m->bound += bound_in(template);
	for (const char *c = template; *c; c++) {
		uint32_t length = isalpha((unsigned char)*c) ? word_length(c) : 1;
		if (length > 1) text_add_bytes(m->out, c, length);
		else if (*c == '#' && c[1] != 'V')
			text_format(m->out, "%u", random_alike_next(&m->state, 4));
		else if (isalpha((unsigned char)*c)) write_letter(m, *c, outer, depth);
		else text_add_char(m->out, *c);
		c += length - 1;
	}
	m->bound = outer;
}

/* ---- questions and machines ---------------------------------------------------------------------------------------------- */

void random_sizes_question(uint64_t seed, struct text *out)
{
	static const char *const typings[] = {
	    "r : N <-> N & f : N +-> COL & g : N +-> N & o : N <-> N",
	    "r : N <-> N & f : N --> COL & g : N +-> N & o : N <-> N",
	    "r : N +-> N & f : N --> COL & g : N +-> N & o : N +-> N"};
	struct making making = {.state = seed * 77 + 5, .out = out}, *m = &making;
	random_alike_next(&m->state, 2);
	text_format(out,
	            "MACHINE M SETS N; COL = {red, green} CONSTANTS a, b, A, B, r, f, g, o, k, n\n"
	            "PROPERTIES a : N & b : N & A <: N & B <: N & k : BOOL & n : 0..3 & %s",
	            PICK(typings));
	for (uint64_t i = 0; i < 2 + seed % 3; i++) {
		text_add(out, "\n& (");
		write(m, "P", 1 + (uint32_t)(seed % 4));
		text_add(out, ")");
	}
	text_add(out, "\nEND\n");
}

static const char *const headers[] = {
    "A <: N & B <: N & f : N --> COL & r : N <-> N & k : BOOL & x : N & n : 0..2",
    "A <: N & B <: N & f : N --> COL & r : N +-> N & k : BOOL & x : N & n : 0..2",
    "A <: N & B <: A & f : N --> COL & r : N <-> N & k : BOOL & x : N & n : 0..2"};
static const char *const invariants[] = {"!V.(V : A => f(V) = red)",
                                         "!V.(V : N & f(V) = green => k = TRUE)",
                                         "A /\\ B = {}",
                                         "B <: A",
                                         "x : A",
                                         "x /: A",
                                         "card(A) <= #",
                                         "card(B) < #",
                                         "card(A) <= n",
                                         "card(A) + n <= #",
                                         "n < card(B) + #",
                                         "card(A \\/ B) <= #",
                                         "!(V,w).(V : A & w : A => V = w)",
                                         "!(V,w).(V |-> w : r => V : A & w /: A)",
                                         "dom(r) <: A",
                                         "r : N +-> N",
                                         "r~ : N +-> N",
                                         "r /\\ id(N) = {}",
                                         "k = TRUE => A = {}",
                                         "k = FALSE => B = {}",
                                         "A = {} => B = {}",
                                         "A /= N",
                                         "k = TRUE => #V.(V : N & f(V) = red)",
                                         "not(A = N & k = TRUE)",
                                         "f : N --> {red} or k = TRUE",
                                         "r <: A * B",
                                         "A /= {}",
                                         "!V.(V : A => V : B or f(V) = green)",
                                         "g~[A] <: A",
                                         "g[A] <: B",
                                         "!V.(V : A => g(V) /: A)",
                                         "g(x) /= x",
                                         "f(x) = f(g(x))",
                                         "card(r[{x}]) <= #"};
static const char *const operations[] = {
    "(p) = PRE p : N & P THEN A := A \\/ {p} END",
    "(p) = PRE p : N & P THEN A := A - {p} END",
    "(p) = PRE p : A & P THEN B := B \\/ {p} END",
    "(p) = PRE p : B THEN B := B - {p} END",
    "(p) = PRE p : N & P THEN f(p) := C END",
    "(p) = PRE p : A & P THEN f(p) := red || A := A - {p} END",
    "(p,q) = PRE p : N & q : N & P THEN r := r \\/ {p |-> q} END",
    "(p,q) = PRE p : A & q : N - A & P THEN r := r <+ {p |-> q} END",
    "(p) = PRE p : N & P THEN x := p END",
    " = SELECT P THEN k := TRUE END",
    " = SELECT P THEN k := FALSE END",
    " = SELECT P THEN A := {} || B := {} END",
    " = SELECT P THEN A := B END",
    " = SELECT P THEN r := S <<| r END",
    " = ANY V WHERE V : N & P THEN x := V END",
    "(p) = PRE p : N & A = {} THEN A := {p} END",
    "(p) = PRE p : N & card(A) < # THEN A := A \\/ {p} END",
    "(p) = PRE p : N & card(A) < n THEN A := A \\/ {p} END",
    " = SELECT n < 2 & P THEN n := n + 1 END",
    " = SELECT n > 0 & P THEN n := n - 1 END",
    " = IF P THEN k := TRUE ELSE A := A - B END",
    " = SELECT P THEN x := g(x) END",
    "(p) = PRE p : N & P THEN x := g(p) || A := A - {p} END",
    " = r := {}",
    "(p) = PRE p : A THEN A := (A - {p}) \\/ {g(p)} END",
    " = skip",
    " = skip"};
static const char *const starts[] = {
    "A := {} || B := {} || f := N * {red} || r := {} || k := FALSE || x :: N || n := 0",
    "A := {} || B := {} || f := N * {green} || r := {} || k := TRUE || x :: N || n :: 0..2",
    "ANY V WHERE V : N THEN A := {V} || x := V END || B := {} || f :: N --> COL || r := {} || k :: "
    "BOOL || n := 1"};
static const char *const constants[] = {"g : N --> N",
                                        "g : N +-> N",
                                        "g : N >->> N",
                                        "g : N >->> N & g /\\ id(N) = {}",
                                        "g : N --> N & o /: ran(g)",
                                        "g : N --> N & g[{o}] = {o}"};

/* `a`, `b` and bound names of formulas are those of a machine, too. */
static void use_names(struct text *t)
{
	for (uint32_t i = 1; i + 1 < t->count; i++) {
		bool is_word =
		    strchr("ab", t->at[i]) &&
		    !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", t->at[i - 1]) &&
		    !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", t->at[i + 1]);
		if (is_word) t->at[i] = t->at[i] == 'a' ? 'x' : 'o';
	}
}

void random_sizes_machine(uint64_t seed, struct text *out, struct text *more)
{
	struct making making = {.state = seed * 131 + 7, .out = out}, *m = &making;
	random_alike_next(&m->state, 2);
	text_format(out, "MACHINE M SETS N; COL = {red, green} CONSTANTS g, o PROPERTIES o : N & %s\n",
	            PICK(constants));
	text_format(out, "VARIABLES A, B, f, r, k, x, n\nINVARIANT %s", PICK(headers));
	for (uint32_t i = random_alike_next(&m->state, 3); i > 0; i--) {
		size_t at = out->count;
		text_add(out, "\n& (");
		write(m, PICK(invariants), 1);
		text_add(out, ")");
		if (i == 1 && seed % 2) {
			text_add(more, text_get(out) + at + 3);
			out->count = at;
		}
	}
	text_add(out, "\nINITIALISATION ");
	write(m, PICK(starts), 1);
	text_add(out, "\nOPERATIONS ");
	for (uint32_t i = 1, count = 1 + random_alike_next(&m->state, 3); i <= count; i++) {
		/* guards that speak of the elements a parameter names need no more of them */
		text_format(out, "%s op%u", i > 1 ? ";\n" : "", i);
		write(m, PICK(operations), 1);
	}
	text_add(out, "\nEND\n");
	use_names(out);
	use_names(more);
}
