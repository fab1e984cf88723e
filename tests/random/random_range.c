/* Machines that are about the range of INT, for tests of what is said of all ranges. */
#include "tests/random/random_range.h"

#include "tests/random/random_alike.h"

/* ---- formulas ------------------------------------------------------------------------------------------------------- */

/* $e an integer, $t a set to draw from, $s any set, $p a predicate, $o an operation's body, $# a number, $z a name that a template binds. */
static const char *const integers[] = {"x",
                                       "y",
                                       "c",
                                       "$#",
                                       "MAXINT",
                                       "MININT",
                                       "$#",
                                       "x",
                                       "$e + $e",
                                       "$e - $e",
                                       "$e + 1",
                                       "$e - 1",
                                       "-$e",
                                       "$e * $#",
                                       "$e / 2",
                                       "$e mod 3",
                                       "card(s)",
                                       "card(f)",
                                       "max({$e, $e})",
                                       "min({$e, $e})",
                                       "size(q)",
                                       "f($e)",
                                       "max(s)",
                                       "MAXINT - $e",
                                       "card($s)",
                                       "SIGMA($z).($z : s | $z)"};
static const char *const ranges[] = {"NAT",
                                     "NAT",
                                     "NAT1",
                                     "INT",
                                     "0..MAXINT",
                                     "MININT..0",
                                     "0..c",
                                     "NATURAL",
                                     "INTEGER",
                                     "0..$#",
                                     "1..MAXINT - 1",
                                     "NAT - {$#}",
                                     "{$z | $z : NAT & $z <= c}"};
static const char *const sets[] = {
    "s",        "s",         "{}",        "{$e}",    "$t",
    "{$e, $e}", "$s \\/ $s", "$s /\\ $s", "$s - $s", "dom(f)",
    "ran(f)",   "ran(q)",    "f[$s]",     "$e..$e",  "{$z | $z : s & $z < $e}",
    "s - {$e}"};
static const char *const predicates[] = {"$e : $t",
                                         "$e : $t",
                                         "$e <= MAXINT",
                                         "$e < MAXINT",
                                         "$e <= $e",
                                         "$e < $e",
                                         "$e = $e",
                                         "$e /= $e",
                                         "$e /: $t",
                                         "$s <: $t",
                                         "$e : $s",
                                         "$s = {}",
                                         "s /= {}",
                                         "f : $t +-> $t",
                                         "f = {}",
                                         "q : seq($t)",
                                         "$p & $p",
                                         "$p or $p",
                                         "$p => $p",
                                         "not($p)",
                                         "!$z.($z : $s => $z : $t)",
                                         "!$z.($z : s => $z <= $e)",
                                         "#$z.($z : $s & $z >= $e)",
                                         "size(q) <= $e",
                                         "card(s) <= $e",
                                         "s : FIN($t)",
                                         "s : POW($t)",
                                         "$e >= MININT",
                                         "MININT < -$#",
                                         "$e + MININT < 0",
                                         "$e : dom(f)",
                                         "$t <: $t",
                                         "finite($s)"};
static const char *const bodies[] = {"x := $e",
                                     "y := $e",
                                     "x := x + 1",
                                     "y := y - 1",
                                     "s := s \\/ {$e}",
                                     "s := $s",
                                     "f($e) := $e",
                                     "f := f <+ {$e |-> $e}",
                                     "q := q <- $e",
                                     "q := tail(q)",
                                     "x :: $t",
                                     "x :: $s",
                                     "x := y || y := x",
                                     "SELECT $p THEN $o END",
                                     "IF $p THEN $o ELSE $o END",
                                     "ANY $z WHERE $z : $t & $p THEN x := $z END",
                                     "x : (x : $t & $p)",
                                     "PRE $p THEN $o END",
                                     "VAR $z IN $z := $e; x := $z END",
                                     "f := {$e} <<| f",
                                     "ASSERT $p THEN $o END"};

static const uint32_t numbers[] = {0, 1, 1, 2, 3, 9, 20}; /* some are beyond small ranges */

struct making {
	uint64_t state;
	uint32_t bound;
	struct text *out;
};

#define PICK(list) list[random_alike_next(&m->state, (uint32_t)(sizeof list / sizeof *list))]

static const char *any(struct making *m, char kind, bool is_flat)
{
	enum { ATOMS = 6 };
	uint32_t atom = random_alike_next(&m->state, ATOMS);
	switch (kind) {
	case 'e': return is_flat ? integers[atom] : PICK(integers);
	case 't': return is_flat ? ranges[atom] : PICK(ranges);
	case 's': return is_flat ? sets[atom / 2] : PICK(sets);
	case 'p': return is_flat ? predicates[atom] : PICK(predicates);
	default: return is_flat ? bodies[atom] : PICK(bodies);
	}
}

static void write(struct making *m, const char *template, uint32_t depth)
{
	uint32_t own = ++m->bound;
	for (const char *c = template; *c; c++) {
		if (*c != '$') {
			text_add_char(m->out, *c);
			continue;
		}
		bool is_whole = *++c == 'e' || *c == 'p' || *c == 's';
		if (*c == '#') text_format(m->out, "%u", PICK(numbers));
		else if (*c == 'z') text_format(m->out, "z%u", own);
		else {
			if (is_whole) text_add_char(m->out, '(');
			write(m, any(m, *c, depth == 0), depth ? depth - 1 : 0);
			if (is_whole) text_add_char(m->out, ')');
		}
	}
}

/* ---- machines ------------------------------------------------------------------------------------------------------- */

void random_range_machine(uint64_t seed, struct text *out)
{
	static const char *const starts[] = {"x := 0 || y := 0", "x := 1 || y := $e",
	                                     "x :: $t || y := 1"};
	struct making making = {.state = seed * 131 + 3, .out = out}, *m = &making;
	uint32_t depth = (uint32_t)(seed % 3);
	random_alike_next(&m->state, 2);
	write(m,
	      "MACHINE M CONSTANTS c PROPERTIES c : $t\nVARIABLES x, y, s, f, q\n"
	      "INVARIANT x : $t & y : $t & s <: $t & f : $t +-> $t & q : seq($t)",
	      0);
	for (uint64_t i = 0; i < seed % 3; i++) write(m, "\n& $p", depth);
	text_add(out, "\nASSERTIONS ");
	write(m, "$p", depth);
	text_add(out, "\nINITIALISATION ");
	write(m, PICK(starts), 0);
	text_add(out, " || s := {} || f := {} || q := []\nOPERATIONS\n  o1 = ");
	write(m, "$o", depth + 1);
	text_add(out, ";\n  o2 = ");
	write(m, "$o", depth);
	text_add(out, ";\n  o3(p) = PRE p : ");
	write(m, "$t & $p THEN $o", depth);
	text_add(out, " END\nEND\n");
}
