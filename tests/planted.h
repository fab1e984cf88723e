/* Names with planted values, and rows that are true of them: each operator of op.def occurs in one. */
#ifndef TESTS_PLANTED_H
#define TESTS_PLANTED_H

#include "base/base.h"

#include <ctype.h>

static const char machine[] = "MACHINE Planted\n"
                              "DEFINITIONS \"LibraryStrings.def\"\n"
                              "SETS D; E = {e1, e2}\n"
                              "FREETYPES F = leaf, node(INTEGER)\n"
                              "END\n";

/* A name, its value, and what is true of it and leads away from MININT..MAXINT. */
static const struct planted {
	char name[4];
	const char *value, *far, *near;
} planted[] = {
    {"w", "1000003", "w > 1000000", "w > 3"},
    {"v", "1000033", "v > 1000010", "v > 3"},
    {"S", "{1000003, 1000033}", "S /= {} & !x.(x : S => x > 1000000)", "S /= {4}"},
    {"SS", "{{1000003}, {1000003, 1000033}}", "SS /= {} & !x.(x : SS => !y.(y : x => y > 1000000))",
     "SS /= {{}}"},
    {"R", "{1000003 |-> 1000033, 1000033 |-> 1000003}",
     "R /= {} & !(x,y).(x |-> y : R => x > 1000000 & y > 1000000)", "R /= {4 |-> 4}"},
    {"q", "[1000003, 1000033]", "q /= [] & !x.(x : ran(q) => x > 1000000)", "q /= [4]"},
    {"b", "TRUE", "b : BOOL", "b : BOOL"},
    {"u", "\"abc\"", "u /= \"\"", "u : STRING"},
    {"r", "rec(a : 1000003, c : TRUE)", "r /= rec(a : 4, c : TRUE) & r'a > 1000000",
     "r /= rec(a : 4, c : TRUE)"},
    {"t", "const(1000003, [const(1000033, [])])", "t /= const(4, []) & top(t) > 4",
     "t /= const(4, [])"},
    {"g", "bin(bin(1000003), 1000033, bin(1000003))", "g /= bin(4) & top(g) > 4", "g /= bin(4)"},
    {"d", "{}", "d <: D", "d /= D"},
    {"k", "node(1000003)", "k /= leaf", "k /= node(4)"},
};

/* True for these values. */
static const char *const rows[] = {
    "w > 5 & v > w",
    "w < 5 or v > w",
    "w < 5 => v < w",
    "w < 5 <=> v < w",
    "not(w < 5)",
    "!x.(x : S => x >= w)",
    "#x.(x : S & x > w)",
    "w = v - 30",
    "w /= v",
    "w : S",
    "w + 1 /: S",
    "{w} <: S",
    "{w} <<: S",
    "S /<: {w}",
    "S /<<: {w}",
    "w < v",
    "w <= v",
    "v > w",
    "v >= w",
    "btrue => w > 7",
    "w < 7 or not(bfalse)",
    "finite(S) & w : S",
    "partition(S, {w}, {v})",
    "[w := v] (w > 1000010)",
    "u = \"abc\"",
    "u /= ```x${w}```",
    "b = TRUE",
    "b /= FALSE",
    "w > MAXINT",
    "w > MININT",
    "b : BOOL",
    "w : INTEGER",
    "w : NATURAL",
    "w : NATURAL1",
    "w /: INT",
    "w /: NAT",
    "w /: NAT1",
    "S /<: INT",
    "u : STRING",
    "S /= {}",
    "q /= []",
    "q /= {}",
    "w + 30 = v",
    "v - w = 30",
    "w * 2 = 2000006",
    "w / 1000 = 1000",
    "w mod 1000 = 3",
    "w ** 2 > 1000000000000",
    "-w < -1000000",
    "succ(w) = 1000004",
    "pred(w) = 1000002",
    "max(S) = v",
    "min(S) = w",
    "card(S) = 2",
    "w : 1000000..1000010",
    "S <: w..v",
    "SIGMA(x).(x : S | x) = w + v",
    "PI(x).(x : S | x) = w * v",
    "bool(w > 7) = TRUE",
    "(w |-> v) : R",
    "{w, v} = S",
    "{x | x : S & x > w} = {v}",
    "{x . x : S | x + 1} = {w + 1, v + 1}",
    "S \\ {w} = {v}",
    "S - {w} = {v}",
    "(w |-> v) : S * S",
    "{w} \\/ {v} = S",
    "S /\\ {w} = {w}",
    "S : POW(NATURAL)",
    "{w} : POW(S)",
    "S : POW1(NATURAL)",
    "S : FIN(NATURAL)",
    "S : FIN1(NATURAL)",
    "union(SS) = S",
    "inter(SS) = {w}",
    "UNION(x).(x : S | {x}) = S",
    "INTER(x).(x : S | {x, 7}) = {7}",
    "R : S <-> S",
    "R : S <<-> S",
    "R : S <->> S",
    "R : S <<->> S",
    "R : S +-> S",
    "R : S --> S",
    "R : S >+> S",
    "R : S >-> S",
    "R : S +->> S",
    "R : S -->> S",
    "R : S >+>> S",
    "R : S >->> S",
    "R : NATURAL +-> NATURAL",
    "R : NATURAL >+> NATURAL",
    "dom(R) = S",
    "ran(R) = S",
    "(w |-> w) : id(S)",
    "id(S) /= R",
    "prj1(S, S)(w |-> v) = w",
    "prj2(S, S)(w |-> v) = v",
    "prj1(w |-> v) = w",
    "prj2(w |-> v) = v",
    "R~ = R",
    "R[{w}] = {v}",
    "R(w) = v",
    "(R ; R) = id(S)",
    "((w |-> w) |-> (v |-> v)) : (R || R)",
    "(w |-> (v |-> v)) : (R >< R)",
    "{w} <| R = {w |-> v}",
    "{w} <<| R = {v |-> w}",
    "R |> {w} = {v |-> w}",
    "R |>> {w} = {w |-> v}",
    "R <+ {w |-> w} /= R",
    "iterate(R, 2) = id(S)",
    "(w |-> w) : closure(R)",
    "(TRUE |-> TRUE) : closure({FALSE |-> TRUE})",
    "(w |-> w) : closure1(R)",
    "fnc(R)(w) = {v}",
    "rel(fnc(R)) = R",
    "(%x.(x : S | x + 1))(w) = w + 1",
    "%x.(x : S | w + v - x) = R",
    "q : seq(S)",
    "q : seq1(S)",
    "q : iseq(S)",
    "q : iseq1(S)",
    "q : perm(S)",
    "q : seq(NATURAL)",
    "[w, v] = q",
    "size(q) = 2",
    "first(q) = w",
    "last(q) = v",
    "front(q) = [w]",
    "tail(q) = [v]",
    "rev(q) = [v, w]",
    "[w] ^ [v] = q",
    "w -> [v] = q",
    "[w] <- v = q",
    "q /|\\ 1 = [w]",
    "q \\|/ 1 = [v]",
    "conc([[w], [v]]) = q",
    "const(w, []) : tree(S)",
    "bin(w) : btree(S)",
    "top(t) = w",
    "sons(t) = [const(v, [])]",
    "prefix(t) = q",
    "postfix(t) = rev(q)",
    "sizet(t) = 2",
    "mirror(t) = t",
    "rank(t, [1]) = 1",
    "father(t, [1]) = []",
    "son(t, [], 1) = [1]",
    "subtree(t, [1]) = const(v, [])",
    "arity(t, []) = 1",
    "bin(bin(w), v, bin(w)) = g",
    "left(g) = bin(w)",
    "right(g) = bin(w)",
    "infix(g) = [w, v, w]",
    "r : struct(a : NATURAL, c : BOOL)",
    "rec(a : w, c : TRUE) = r",
    "r'a = w",
    "IF b = TRUE THEN w ELSE 4 END = w",
    "IF w = 4 THEN v = 4 ELSE w < v END",
    "IF w = 4 THEN v = 4 ELSIF v = 4 THEN w = 4 ELSE w < v END",
    "LET x BE x = w + 1 IN x END = 1000004",
    "LET x BE x = w + 1 IN x < v END",
    "STRING_LENGTH(INT_TO_STRING(w)) = 7",
    "d : POW(D)",
    "e1 /= e2 & w > 7",
    "node(w) = k",
    "card(S) < w",
    "!x.(x : NATURAL => x + w > x)",
    "#x.(x : INTEGER & x > w & x /= v)",
    "w : {x | x > 1000000 & x mod 2 = 1}",
    "S <: {x | #y.(y : NATURAL1 & x = w + 30 * y or x = w)}",
};

enum { ROWS = sizeof rows / sizeof *rows, NAMES = sizeof planted / sizeof *planted };

/* P is the row; T is true and F false. */
static inline void planted_write(struct text *out, const char *place, const char *row)
{
	for (const char *c = place; *c; c++) {
		bool is_letter =
		    (c == place || !isalnum((unsigned char)c[-1])) && !isalnum((unsigned char)c[1]);
		if (*c == 'P' && is_letter) text_format(out, "(%s)", row);
		else if (*c == 'T' && is_letter) text_add(out, "w /= 4");
		else if (*c == 'F' && is_letter) text_add(out, "w = 4");
		else text_add_char(out, *c);
	}
}

static inline bool planted_mentions(const char *formula, const char *word)
{
	size_t length = strlen(word);
	for (const char *c = strstr(formula, word); c; c = strstr(c + 1, word))
		if ((c == formula || !isalnum((unsigned char)c[-1])) && !isalnum((unsigned char)c[length]))
			return true;
	return false;
}

#endif
