/* Formulas and machines are read, printed in full parentheses or back as B, and compared. */
#include "tests/greatest.h"

#include "syntax/syntax.h"

static struct names names;
static struct diag diag;
static struct arena arena;

static void open_all(void *unused)
{
	(void)unused;
	names_init(&names);
	diag_init(&diag, &names);
	arena_init(&arena);
}

static void close_all(void *unused)
{
	(void)unused;
	arena_clear(&arena);
	diag_clear(&diag);
	names_clear(&names);
}

static const struct node *parse(const char *text)
{
	const struct source *s = diag_source(&diag, "f", text, strlen(text), true);
	return parse_formula(&arena, &names, &diag, s);
}

/* (TAG kid kid ...), names and literals as they are */
static void dump(const struct node *n, struct text *out)
{
	if (n->count == 0 && n->name) {
		text_add(out, n->name);
		return;
	}
	text_format(out, "(%s", op_info(n->op)->tag);
	if (n->name) text_format(out, ":%s", n->name);
	for (uint32_t i = 0; i < n->count; i++) {
		text_add_char(out, ' ');
		dump(n->kid[i], out);
	}
	text_add_char(out, ')');
}

struct row {
	const char *text, *tree;
};

static const struct row rows[] = {
    /* priorities (Atelier B's manual, appendix) */
    {"a + b * c", "(ADD a (TIMES b c))"},
    {"a - b - c", "(MINUS (MINUS a b) c)"},
    {"a ** b ** c", "(POWER a (POWER b c))"},
    {"-a ** b", "(POWER (NEGATE a) b)"},
    {"-a + b", "(ADD (NEGATE a) b)"},
    {"1..n + 1", "(INTERVAL 1 (ADD n 1))"},
    {"a \\/ b /\\ c", "(INTER (UNION a b) c)"},
    {"a |-> b |-> c", "(PAIR (PAIR a b) c)"},
    {"(a, b, c)", "(PAIR (PAIR a b) c)"},
    {"a <-> b --> c", "(TOTAL_FUNCTIONS (RELATIONS a b) c)"},
    {"f <+ {x |-> y}", "(OVERRIDE f (SET (PAIR x y)))"},
    {"x : S & y : T", "(AND (MEMBER x S) (MEMBER y T))"},
    {"a & b & c", "(AND a b c)"},
    {"(a & b) & c", "(AND (AND a b) c)"},
    {"a or b & c", "(AND (OR a b) c)"},
    {"a => b => c", "(IMPLIES (IMPLIES a b) c)"},
    {"a & b => c or d", "(IMPLIES (AND a b) (OR c d))"},
    {"a = 1 <=> b = 2 & c", "(AND (EQUIV (EQUAL a 1) (EQUAL b 2)) c)"},
    {"x = y => z", "(IMPLIES (EQUAL x y) z)"},
    {"a mod 2 = 1", "(EQUAL (MOD a 2) 1)"},
    /* postfix forms */
    {"f(x)(y)", "(APPLY (APPLY f x) y)"},
    {"f(x, y)", "(APPLY f x y)"},
    {"f~[s]", "(IMAGE (INVERSE f) s)"},
    {"r[s](x)", "(APPLY (IMAGE r s) x)"},
    {"r'f'g", "(FIELD:g (FIELD:f r))"},
    {"x' = x + 1", "(EQUAL x' (ADD x 1))"},
    {"x$0", "x"},
    {"succ(x)", "(APPLY (SUCC) x)"},
    {"(f ; g)", "(COMPOSE f g)"},
    {"(f ; g ; h)", "(COMPOSE (COMPOSE f g) h)"},
    {"(f || g)", "(PARALLEL_PRODUCT f g)"},
    {"r[s ; t]", "(IMAGE r (COMPOSE s t))"},
    /* sets, sequences, quantifiers */
    {"{}", "(EMPTY_SET)"},
    {"{a, b}", "(SET a b)"},
    {"{x | x > 0}", "(COMPREHENSION (IDS x) (GREATER x 0))"},
    {"{x, y | x > y}", "(COMPREHENSION (IDS x y) (GREATER x y))"},
    {"{x \xc2\xb7 x > 0 | x * x}", "(COMPREHENSION (IDS x) (GREATER x 0) (TIMES x x))"},
    {"{x . x > 0 | x + 1}", "(COMPREHENSION (IDS x) (GREATER x 0) (ADD x 1))"},
    {"SET(x).(x > 0)", "(COMPREHENSION (IDS x) (GREATER x 0))"},
    {"SET(x)", "(APPLY SET x)"},
    {"[]", "(EMPTY_SEQ)"},
    {"<>", "(EMPTY_SEQ)"},
    {"[a, b]", "(SEQUENCE a b)"},
    {"!x.(x : S => x = x)", "(FORALL (IDS x) (IMPLIES (MEMBER x S) (EQUAL x x)))"},
    {"#(x, y).(x = y)", "(EXISTS (IDS x y) (EQUAL x y))"},
    {"#x, y.(x = y)", "(EXISTS (IDS x y) (EQUAL x y))"},
    {"%x.(x : S | x)", "(LAMBDA (IDS x) (MEMBER x S) x)"},
    {"SIGMA(x).(x : S | x)", "(SIGMA (IDS x) (MEMBER x S) x)"},
    {"UNION(x).(x : S | f(x))", "(QUANTIFIED_UNION (IDS x) (MEMBER x S) (APPLY f x))"},
    {"[x := 1] x = 1", "(SUBSTITUTED (LIST x) (LIST 1) (EQUAL x 1))"},
    /* records, IF, LET, strings */
    {"rec(a : 1, b : TRUE)", "(REC (ENTRY:a 1) (ENTRY:b (TRUE)))"},
    {"struct((a : INT))", "(STRUCT (ENTRY:a (INT_SET)))"},
    {"IF a = 1 THEN b ELSIF a = 2 THEN c ELSE d END", "(IF (EQUAL a 1) b (EQUAL a 2) c d)"},
    {"LET x, y BE x = 1 & y = 2 IN x + y END",
     "(LET (IDS x y) (AND (EQUAL x 1) (EQUAL y 2)) (ADD x y))"},
    {"\"a\\n\\\"b\"", "a\n\"b"},
    {"'''a\nb'''", "a\nb"},
    {"```n = ${n + 1}!```", "(TEMPLATE n =  (ADD n 1) !)"},
    {"0xFf", "0xFf"},
    {"1.50", "1.50"},
    {"`odd name` + a.b.c", "(ADD odd name a.b.c)"},
    {"/*@symbolic*/ %x.(x : S | x)", "(LAMBDA (IDS x) (MEMBER x S) x)"},
    {"/*@label a*/ x = 1 & /*@label \"b c\"*/ y = 2",
     "(AND (LABEL:a (EQUAL x 1)) (LABEL:b c (EQUAL y 2)))"},
    {"/*@unit m */ x /*@desc a text */ = /*@whatever*/ 1", "(EQUAL x 1)"},
    /* Unicode */
    {"x ∈ ℕ ∧ y ∉ ℤ", "(AND (MEMBER x (NATURAL_SET)) (NOT_MEMBER y (INTEGER_SET)))"},
    {"∀x·(x ∈ ℙ(S) ⇒ x ⊆ S)", "(FORALL (IDS x) (IMPLIES (MEMBER x (POW S)) (SUBSET x S)))"},
    {"f ∈ A → B", "(MEMBER f (TOTAL_FUNCTIONS A B))"},
    {"f : A −−> B", "(MEMBER f (TOTAL_FUNCTIONS A B))"},
    {"a − b", "(MINUS a b)"},
    {"ℕ1", "(NATURAL1_SET)"},
    {"r⁻¹", "(INVERSE r)"},
    {"x ≠ ∅", "(NOT_EQUAL x (EMPTY_SET))"},
    {"S ⊇ T & S ⊃ T", "(AND (SUBSET T S) (STRICT_SUBSET T S))"},
    {"@finite(S)", "(APPLY finite S)"},
    {"größe₁ = 2", "(EQUAL größe₁ 2)"},
    /* substitutions, as in definitions */
    {"x := 1", "(S_ASSIGN (LIST x) (LIST 1))"},
    {"x, f(y) := 1, 2", "(S_ASSIGN (LIST x (APPLY f y)) (LIST 1 2))"},
    {"r'f := 1", "(S_ASSIGN (LIST (FIELD:f r)) (LIST 1))"},
    {"x :: S", "(S_BECOMES_IN (LIST x) S)"},
    {"x :(x > 1)", "(S_BECOMES_SUCH (LIST x) (GREATER x 1))"},
    {"x, y :(x > y)", "(S_BECOMES_SUCH (LIST x y) (GREATER x y))"},
    {"x : (S)", "(MEMBER x S)"},
    {"r <-- op(1)", "(S_CALL:op (LIST r) (LIST 1))"},
    {"skip || op(1)", "(S_PARALLEL (S_SKIP) (S_CALL:op (LIST) (LIST 1)))"},
    {"op(1)", "(APPLY op 1)"},
    {"BEGIN x := 1 ; y := 2 || z := 3 END",
     "(S_SEQUENCE (S_ASSIGN (LIST x) (LIST 1)) (S_PARALLEL (S_ASSIGN (LIST y) (LIST 2)) (S_ASSIGN "
     "(LIST z) (LIST 3))))"},
    {"IF a = 1 THEN x := 1 END", "(S_IF (EQUAL a 1) (S_ASSIGN (LIST x) (LIST 1)))"},
    {"CASE x OF EITHER 1, 2 THEN skip OR 3 THEN a := 1 ELSE skip END END",
     "(S_CASE x (LIST 1 2) (S_SKIP) (LIST 3) (S_ASSIGN (LIST a) (LIST 1)) (S_SKIP))"},
    {"WHILE x < 3 DO x := x + 1 VARIANT 3 - x INVARIANT x <= 3 END",
     "(S_WHILE (LESS x 3) (S_ASSIGN (LIST x) (LIST (ADD x 1))) (LESS_EQUAL x 3) (MINUS 3 x))"},
};

TEST formula_reads_as_tree(const void *data)
{
	const struct row *r = data;
	struct text t = {0};
	const struct node *n = parse(r->text);
	ASSERTm(r->text, n != NULL);
	dump(n, &t);
	ASSERT_STR_EQm(r->text, r->tree, text_get(&t));
	text_clear(&t);
	PASS();
}

TEST formula_survives_printing(const void *data)
{
	const struct row *r = data;
	struct text t = {0};
	const struct node *n = parse(r->text), *again;
	print_node(n, &t);
	/* a sequence of statements is printed without BEGIN ... END */
	if (n->op == OP_S_SEQUENCE) {
		text_clear(&t);
		PASS();
	}
	again = parse(text_get(&t));
	ASSERTm(text_get(&t), again && node_same(n, again));
	text_clear(&t);
	PASS();
}

TEST start_of_a_formula_is_its_leftmost_token(void)
{
	const struct node *n = parse("  f(x) + 1 = y");
	ASSERT_EQ(diag_place(&diag, n->pos).column, 12);
	ASSERT_EQ(diag_place(&diag, node_start(n)).column, 3);
	PASS();
}

/* ---- machines --------------------------------------------------------------------------------- */

static struct machine *parse_machine_text(const char *text)
{
	return parse_source(&arena, &names, &diag, diag_source(&diag, "m", text, strlen(text), true));
}

TEST clauses_come_in_any_order(void)
{
	const char *a = "MACHINE m VARIABLES x INVARIANT x : NAT INITIALISATION x := 1 SETS S END";
	const char *b = "MACHINE m SETS S INITIALISATION x := 1 INVARIANT x : NAT VARIABLES x END";
	struct machine *first = parse_machine_text(a), *second = parse_machine_text(b);
	ASSERT_EQ(diag.errors, 0);
	ASSERT(machine_same(first, second));
	machine_clear(first);
	machine_clear(second);
	PASS();
}

TEST machines_differ_in_what_they_say(void)
{
	static const char *const texts[] = {
	    "MACHINE m END",
	    "MODEL m END",
	    "MACHINE n END",
	    "MACHINE m(A) END",
	    "MACHINE m SETS S END",
	    "MACHINE m SETS S = {a} END",
	    "MACHINE m SETS S = {b} END",
	    "MACHINE m CONSTANTS c PROPERTIES c = 1 END",
	    "MACHINE m CONSTANTS c PROPERTIES c = 2 END",
	    "MACHINE m ABSTRACT_CONSTANTS c PROPERTIES c = 1 END",
	    "MACHINE m OPERATIONS o = skip END",
	    "MACHINE m OPERATIONS r <-- o = skip END",
	    "MACHINE m OPERATIONS o(r) = skip END",
	    "MACHINE m DEFINITIONS d == 1 END",
	    "MACHINE m DEFINITIONS d(x) == 1 END",
	    "MACHINE m SEES n END",
	    "MACHINE m INCLUDES n END",
	    "MACHINE m INCLUDES a.n END",
	    "MACHINE m INCLUDES n(1) END",
	};
	enum { COUNT = sizeof texts / sizeof *texts };
	struct machine *m[COUNT];
	for (int i = 0; i < COUNT; i++) m[i] = parse_machine_text(texts[i]);
	ASSERT_EQ(diag.errors, 0);
	for (int i = 0; i < COUNT; i++)
		for (int k = 0; k < COUNT; k++) ASSERT_EQm(texts[i], machine_same(m[i], m[k]), i == k);
	for (int i = 0; i < COUNT; i++) machine_clear(m[i]);
	PASS();
}

TEST errors_of_several_clauses_are_all_reported(void)
{
	struct machine *m =
	    parse_machine_text("MACHINE m CONSTANTS 1 PROPERTIES c = INVARIANT x ) END");
	ASSERT_EQ(diag.errors, 3);
	machine_clear(m);
	PASS();
}

SUITE(formulas)
{
	GREATEST_SET_SETUP_CB(open_all, NULL);
	GREATEST_SET_TEARDOWN_CB(close_all, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		RUN_TEST1(formula_reads_as_tree, &rows[i]);
		RUN_TEST1(formula_survives_printing, &rows[i]);
	}
	RUN_TEST(start_of_a_formula_is_its_leftmost_token);
}

SUITE(machines)
{
	GREATEST_SET_SETUP_CB(open_all, NULL);
	GREATEST_SET_TEARDOWN_CB(close_all, NULL);
	RUN_TEST(clauses_come_in_any_order);
	RUN_TEST(machines_differ_in_what_they_say);
	RUN_TEST(errors_of_several_clauses_are_all_reported);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(formulas);
	RUN_SUITE(machines);
	GREATEST_MAIN_END();
}
