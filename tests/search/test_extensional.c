/* Functions and sequences element by element (search/extensional/extensional_function.c), asked directly: other attempts would find
 * the solutions first, so that a rule that is too strong would not be seen. */
#include "tests/greatest.h"

#include "bmc/bmc.h"
#include "search/extensional/extensional.h"
#include "tests/fixture.h"

/* No values satisfy these. */
static const char *const contradictory[] = {
    "(f : NATURAL --> STRING) & (i : NATURAL) & not(i : dom(f))",
    "(f : NATURAL --> (0..4 --> 0..10)) & (i : NATURAL) & not(f(i) : 0..4 --> 0..10)",
    "(f : NATURAL --> NATURAL) & (i : NATURAL) & (v : NATURAL) & not(f <+ {i |-> v} : NATURAL --> "
    "NATURAL)",
    "(f : NATURAL +-> BOOL) & (i : NATURAL) & (v : BOOL) & (i /: dom(f)) & not(f \\/ {i |-> v} : "
    "NATURAL +-> BOOL)",
    "(f : NATURAL >+> STRING) & (i : NATURAL) & (v : STRING) & (i /: dom(f)) & (v /: ran(f)) & "
    "not(f \\/ {i |-> v} : NATURAL >+> STRING)",
    "(f : NATURAL >+> STRING) & (s <: NATURAL) & not(s <<| f : NATURAL >+> STRING)",
    "(f : NATURAL +->> s) & (s <: STRING) & (t <: s) & not(f |> t : NATURAL +->> t)",
    "(f : s >->> t) & (s <: NATURAL) & (t <: STRING) & not(f~ : t >->> s)",
    "(f : s +-> t) & (g : t +-> u) & (s <: NATURAL) & (t <: STRING) & (u <: BOOL) & not((f ; g) : "
    "s +-> u)",
    "(f : NAT --> (0..4 --> 0..10000)) & (i : NAT) & (v : 0..4 --> 0..10000) & not(f <+ {i |-> v} "
    ": NAT --> (0..4 --> 0..10000))",
    "(f : NATURAL --> NATURAL) & (i : NATURAL) & (v : NATURAL) & not((f <+ {i |-> v})(i) = v)",
    "(f : NATURAL --> NATURAL) & (i : NATURAL) & (j : NATURAL) & (i /= j) & (v : NATURAL) & not((f "
    "<+ {i |-> v})(j) = f(j))",
    "(!x.(x : dom(f) => f(x) > 3)) & (f : NATURAL +-> NATURAL) & (i : dom(f)) & not(f(i) > 2)",
    "(!x.(x : dom(f) => f(x) > 3)) & (f : NATURAL +-> NATURAL) & (i : NATURAL) & (v : NATURAL) & "
    "(v > 5) & not(!x.(x : dom(f <+ {i |-> v}) => (f <+ {i |-> v})(x) > 3))",
    "(s : seq(a)) & (a <: STRING) & (v : a) & not(s <- v : seq(a))",
    "(s : seq(a)) & (a <: STRING) & (v : a) & not(v -> s : seq1(a))",
    "(s : seq(a)) & (t : seq(a)) & (a <: STRING) & not(s ^ t : seq(a))",
    "(s : iseq(a)) & (a <: STRING) & not(rev(s) : iseq(a))",
    "(s : seq(a)) & (a <: STRING * STRING) & not(s : seq(STRING * STRING))",
    "(s : iseq1(a * b)) & (a <: c) & (c <: STRING) & (b <: STRING) & not(s : seq1(c * b))",
    "(s : perm(a)) & (a <: b) & (b <: STRING) & not(s : iseq(b))",
    "(v : a) & (w : a) & (a <: STRING) & not([v, w] : seq1(a))",
    "(a <: STRING) & not([] : seq(a) & [] : iseq(a))",
    "(s : seq(STRING)) & not(0 /: dom(s))",
    "(s : seq(STRING)) & (s : NATURAL --> STRING) & not(1 = 2)",
    "f : NATURAL --> NATURAL & i : NATURAL & f(i) = 3 & f(i) = 4",
    "f : NATURAL >+> NATURAL & i : dom(f) & j : dom(f) & f(i) = f(j) & i /= j",
    "f : NATURAL +-> NATURAL & i |-> 3 : f & not(f(i) = 3)",
    "f : NAT --> BOOL & not(0 : dom(f))",
    "f : NAT1 --> BOOL & not(MAXINT : dom(f))",
    "f : INT --> BOOL & 0 - 1 /: dom(f)",
};

/* Each of these has a solution: it differs from one above in what a rule must not forget. */
static const char *const satisfiable[] = {
    "(f : NATURAL +-> STRING) & (i : NATURAL) & not(i : dom(f))",
    "(f : NATURAL +-> (0..4 --> 0..10)) & (i : dom(f)) & not(f(i) : 0..4 --> 0..9)",
    "(f : NATURAL +-> NATURAL) & (i : NATURAL) & (v : NATURAL) & not(f <+ {i |-> v} : NATURAL --> "
    "NATURAL)",
    "(f : a --> b) & (a <: NATURAL) & (b <: NATURAL) & (i : a) & (v : NATURAL) & not(f <+ {i |-> "
    "v} : a --> b)",
    "(f : NATURAL +-> BOOL) & (i : NATURAL) & (v : BOOL) & not(f \\/ {i |-> v} : NATURAL +-> BOOL)",
    "(f : NATURAL >+> STRING) & (i : NATURAL) & (v : STRING) & (i /: dom(f)) & not(f \\/ {i |-> v} "
    ": NATURAL >+> STRING)",
    "(f : NATURAL +-> STRING) & (s <: NATURAL) & not(s <<| f : NATURAL >+> STRING)",
    "(f : NATURAL +->> s) & (s <: STRING) & (t <: s) & not(f |> t : NATURAL +->> s)",
    "(f : s -->> t) & (s <: NATURAL) & (t <: STRING) & not(f~ : t >->> s)",
    "(f : s --> t) & (g : u --> u) & (s <: NATURAL) & (t <: NATURAL) & (u <: NATURAL) & not((f ; "
    "g) : s --> u)",
    "(f : NATURAL +-> NATURAL) & (i : NATURAL) & (j : dom(f)) & (v : NATURAL) & not((f <+ {i |-> "
    "v})(j) = f(j))",
    "(!x.(x : dom(f) => f(x) > 3)) & (f : NATURAL +-> NATURAL) & (i : dom(f)) & not(f(i) > 4)",
    "(#x.(x : dom(f) & f(x) > 3)) & (f : NATURAL +-> NATURAL) & (i : dom(f)) & not(f(i) > 3)",
    "(!x.(x : dom(f) => f(x) > 3)) & (f : NATURAL +-> NATURAL) & (i : NATURAL) & (v : NATURAL) & "
    "(v > 2) & not(!x.(x : dom(f <+ {i |-> v}) => (f <+ {i |-> v})(x) > 3))",
    "(s : seq(a)) & (a <: STRING) & (v : STRING) & not(s <- v : seq(a))",
    "(s : seq(STRING)) & (a <: STRING) & (v : a) & not(v -> s : seq1(a))",
    "(s : seq(a)) & (t : seq(STRING)) & (a <: STRING) & not(s ^ t : seq(a))",
    "(s : seq(a)) & (a <: STRING * STRING) & not(s : seq1(STRING * STRING))",
    "(s : seq(a)) & (a <: STRING) & not(s : iseq(STRING))",
    "(s : iseq(a)) & (a <: STRING) & not(s : perm(a))",
    "(s : seq(a)) & (b <: a) & (a <: STRING) & not(s : seq(b))",
    "(s : iseq(a)) & (t : iseq(a)) & (a <: STRING) & not(s ^ t : iseq(a))",
    "(s : seq(a)) & (a <: STRING) & not(rev(s) : iseq(a))",
    "(v : a) & (w : STRING) & (a <: STRING) & not([v, w] : seq1(a))",
    "(v : a) & (w : a) & (a <: STRING) & not([v, w] : iseq(a))",
    "(a <: STRING) & not([] : seq1(a))",
    "(a <: STRING) & not([] : iseq1(a))",
    "(s : seq(STRING)) & not(1 : dom(s))",
    "(f : NATURAL +-> NATURAL) & (g : NATURAL +-> NATURAL) & (f <: g) & not(f = g)",
    "(f : NATURAL +-> NATURAL) & (i : NATURAL) & not(f : NATURAL +-> NATURAL & i : dom(f))",
    "f : NATURAL <-> NATURAL & i |-> 3 : f & i |-> 4 : f",
    "f : NATURAL +-> NATURAL & i : dom(f) & j : dom(f) & f(i) = f(j) & i /= j",
    "f : NATURAL +-> NATURAL & (f(i) = 3 or i /: dom(f)) & f(j) = 4",
    "f : NATURAL +-> NATURAL & (i /: dom(f) or f(i) = 3) & (i /: dom(f) or f(i) = 4)",
    "f : NATURAL +-> NATURAL & f /= {} & !x.(f(x) = 3 & x : dom(f) => x > 7)",
    "f : NATURAL +-> NATURAL & !x.(x : 0..9 => x : dom(f) or not(x : dom(f) & f(x) = 1))",
    "f : NATURAL +-> (NATURAL +-> NATURAL) & f(i)(j) = 3 & f(j)(i) = 4",
    "f : NATURAL +-> NATURAL & g = f <+ {i |-> 5} & g(i) = 5 & f(i) = 4",
    "f : NAT --> BOOL & i : NATURAL & i /: dom(f)",
    "f : NAT1 --> BOOL & 0 /: dom(f)",
    "f : INT --> BOOL & i < 0 & i /: dom(f)",
    "s : seq(NATURAL) & s <- 1 /= s & size(s) = 2",
    "s : perm({1, 2}) & s(1) = 2",
    "s : seq(NATURAL) & t : seq(NATURAL) & s ^ t = t & s = []",
    /* an infinite set is not asked for all its elements */
    "f = %y.(y : INTEGER | 7 / y) & h(0) = 99",
    "f = %x.(x <: INTEGER | max(x)) & x = {3}",
    "f = {y | y : INTEGER & 7 / y > 0} & h(0) = 99",
    "0 /: {y | y : INTEGER & 7 / y > 0} /\\ {1} & h(0) = 99",
    "0 /: {y | y : INTEGER & 7 / y > 0} - {0} & h(0) = 99",
};

/* ---- asking ---------------------------------------------------------------------------------------------- */

static const char machine[] = "MACHINE Elements\nEND\n";

static bool is_refuted(struct fixture *s, const char *text)
{
	struct eval *e = eval_open(s->project, s->values, &s->universe);
	struct decls names = {0};
	const struct node *n = project_formula(s->project, text, &names);
	struct search_options o = {.solver = SOLVER_PICOSAT, .seconds = 60};
	bool is_one = n && n->op != OP_AND, is_none = false;
	for (uint32_t i = 0; i < names.list.count; i++) eval_set(e, names.list.at[i], VALUE_NONE);
	if (n) {
		const struct node *const *conjuncts =
		    is_one ? &n : (const struct node *const *)(const void *)n->kid;
		struct question q = {.names = names.list.at,
		                     .count = names.list.count,
		                     .conjuncts = conjuncts,
		                     .conjunct_count = is_one ? 1 : n->count,
		                     .universe = &s->universe,
		                     .reach = REACH_NEAR};
		struct search *search = search_open(e, s->project, &q, &o);
		is_none = extensional_refute(search);
		search_close(search);
	}
	VEC_CLEAR(&names.list);
	eval_close(e);
	return is_none;
}

static struct fixture side;

TEST is_none(const char *text, bool wanted)
{
	ASSERT_EQm(text, wanted, is_refuted(&side, text));
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	if (!fixture_open(&side, "elements.mch", machine)) return 1;
	for (size_t i = 0; i < sizeof contradictory / sizeof *contradictory; i++)
		RUN_TESTp(is_none, contradictory[i], true);
	for (size_t i = 0; i < sizeof satisfiable / sizeof *satisfiable; i++)
		RUN_TESTp(is_none, satisfiable[i], false);
	fixture_close(&side);
	GREATEST_MAIN_END();
}
