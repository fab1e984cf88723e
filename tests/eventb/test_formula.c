/* Formulas of Rodin's mathematical language as trees, and what Rodin rejects. */
#include "tests/greatest.h"

#include "eventb/eventb.h"
#include "eventb/formula.h"

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

/* (TAG kid kid ...), names and literals as they are; a name with a type is x:(T) */
static void dump(const struct node *n, struct text *out)
{
	if (n->name && (n->count == 0 || n->op == OP_ID)) {
		text_add(out, n->name);
		if (n->count) text_add_char(out, ':');
		if (n->count) dump(n->kid[0], out);
		return;
	}
	text_format(out, "(%s", op_info(n->op)->tag);
	for (uint32_t i = 0; i < n->count; i++) {
		text_add_char(out, ' ');
		dump(n->kid[i], out);
	}
	text_add_char(out, ')');
}

enum what { P, E, A };

static const struct node *parse(enum what what, const char *text, const struct map *declared)
{
	struct eventb_reader r = {&arena, &names, &diag, declared};
	const struct source *s = eventb_source(&diag, "M.bum", "inv1", text);
	return what == P   ? eventb_predicate(&r, s)
	       : what == E ? eventb_expression(&r, s)
	                   : eventb_assignment(&r, s);
}

struct row {
	enum what what;
	const char *text, *tree;
};

static const struct row rows[] = {
    /* priorities, table 3.1 of the mathematical language */
    {P, "a=1 ∧ b=2 ⇒ c=3 ∨ d=4",
     "(IMPLIES (AND (EQUAL a 1) (EQUAL b 2)) (OR (EQUAL c 3) (EQUAL d 4)))"},
    {P, "⊤∧⊥∧⊤", "(AND (TRUTH) (FALSITY) (TRUTH))"},
    {P, "¬a=b ∧ c∈d", "(AND (NOT (EQUAL a b)) (MEMBER c d))"},
    {P, "∀x·x=1 ⇒ x>0", "(FORALL (IDS x) (IMPLIES (EQUAL x 1) (GREATER x 0)))"},
    {P, "¬∃x,y·x=y ∧ ⊤", "(NOT (EXISTS (IDS x y) (AND (EQUAL x y) (TRUTH))))"},
    {P, "∀x⦂ℤ,y⦂ℙ(S)·x=x", "(FORALL (IDS x:(INTEGER_SET) y:(POW S)) (EQUAL x x))"},
    {P, "f∈A→B↦c", "(MEMBER f (PAIR (TOTAL_FUNCTIONS A B) c))"},
    {P, "S⊂T", "(STRICT_SUBSET S T)"},
    {E, "a↦b↦c", "(PAIR (PAIR a b) c)"},
    {E, "A∪B→C×D", "(TOTAL_FUNCTIONS (UNION A B) (PRODUCT C D))"},
    {E, "a+1‥b∗2^n",
     "(INTERVAL (ADD a 1) (TIMES (OF_TYPE b (INTEGER_SET)) (OF_TYPE (POWER 2 n) (INTEGER_SET))))"},
    {E, "−a+b", "(ADD (NEGATE a) b)"},
    {E, "−a÷b", "(NEGATE (DIVIDE a b))"},
    {E, "a ÷ b mod c", "(MOD (DIVIDE a b) c)"},
    {E, "a−b", "(MINUS (OF_TYPE a (INTEGER_SET)) (OF_TYPE b (INTEGER_SET)))"},
    {E, "A×B×C", "(PRODUCT (PRODUCT A B) C)"},
    {E, "a∩b∖c", "(DIFFERENCE (INTER a b) c)"},
    {E, "s◁r⩥t", "(RANGE_SUBTRACT (DOMAIN_RESTRICT s r) t)"},
    {E, "r;s;t", "(COMPOSE (COMPOSE r s) t)"},
    {E, "r∘s", "(COMPOSE s r)"},
    {E, "f∼[A]", "(IMAGE (INVERSE f) A)"},
    {E, "f(x)(y↦z)", "(APPLY (APPLY f x) (PAIR y z))"},
    /* words and generic functions */
    {E, "card(dom(f))+max(ran(f))", "(ADD (CARD (DOM f)) (MAX (RAN f)))"},
    {E, "ℙ1(ℕ1)", "(POW1 (NATURAL1_SET))"},
    {E, "bool(x=1)", "(BOOL (EQUAL x 1))"},
    {P, "partition(S,{a},{b})", "(PARTITION S (SET a) (SET b))"},
    {P, "finite(S)", "(FINITE S)"},
    {E, "id", "(IDENTITY (TYPE_SET))"},
    {E, "id⦂ℙ(S×S)", "(OF_TYPE (IDENTITY (TYPE_SET)) (POW (PRODUCT S S)))"},
    {E, "A◁id", "(IDENTITY A)"},
    {E, "prj1(x)↦prj2(x)", "(PAIR (FIRST_OF_PAIR x) (SECOND_OF_PAIR x))"},
    {E, "id(x)", "x"},
    {E, "succ(x)", "(ADD x 1)"},
    {E, "pred[A]", "(IMAGE (PRED) A)"},
    /* binders */
    {E, "{x∣x>1}", "(COMPREHENSION (IDS x) (GREATER x 1))"},
    {E, "{x·x>1∣x}", "(COMPREHENSION (IDS x) (GREATER x 1))"},
    {E, "{x↦y∣x>y}", "(COMPREHENSION (IDS x y) (GREATER x y))"},
    {E, "{x+y∣x>y}", "(COMPREHENSION (IDS x y) (GREATER x y) (ADD x y))"},
    {E, "{x,y·x>y∣y↦x}", "(COMPREHENSION (IDS x y) (GREATER x y) (PAIR y x))"},
    {E, "{x⦂ℤ·⊤∣x}", "(COMPREHENSION (IDS x:(INTEGER_SET)) (TRUTH))"},
    {E, "λx·⊤∣x+1", "(LAMBDA (IDS x) (TRUTH) (ADD x 1))"},
    {E, "λx↦y·⊤∣x", "(LAMBDA (IDS x y) (TRUTH) x)"},
    {E, "λx⦂S↦(y⦂T↦z)·⊤∣x", "(COMPREHENSION (IDS x:S y:T z) (TRUTH) (PAIR (PAIR x (PAIR y z)) x))"},
    {E, "⋃x·x∈A∣f(x)", "(QUANTIFIED_UNION (IDS x) (MEMBER x A) (APPLY f x))"},
    {E, "⋂f(x)∣x∈A", "(QUANTIFIED_INTER (IDS f x) (MEMBER x A) (APPLY f x))"},
    {E, "{{x∣x=1}∪y∣y=∅}",
     "(COMPREHENSION (IDS y) (EQUAL y (EMPTY_SET)) (UNION (COMPREHENSION (IDS x) (EQUAL x 1)) y))"},
    /* ASCII */
    {P, "!x.x:NAT & x/=0 => x>=1",
     "(FORALL (IDS x) (IMPLIES (AND (MEMBER x (NATURAL_SET)) (NOT_EQUAL x 0)) (GREATER_EQUAL x "
     "1)))"},
    {P, "f : A +-> B or not(S <: T)", "(OR (MEMBER f (PARTIAL_FUNCTIONS A B)) (NOT (SUBSET S T)))"},
    {E, "A \\/ B ** C", NULL},
    {E, "%x.x>0|x*2", "(LAMBDA (IDS x) (GREATER x 0) (TIMES (OF_TYPE x (INTEGER_SET)) 2))"},
    {E, "{a |-> b, c,,d}", "(SET (PAIR a b) (PAIR c d))"},
    {E, "r <+ s~", "(OVERRIDE r (INVERSE s))"},
    /* actions */
    {A, "x≔x+1", "(S_ASSIGN (LIST x) (LIST (ADD x 1)))"},
    {A, "x,y ≔ y,x", "(S_ASSIGN (LIST x y) (LIST y x))"},
    {A, "f(x) ≔ TRUE", "(S_ASSIGN (LIST (APPLY f x)) (LIST (TRUE)))"},
    {A, "x :∈ S", "(S_BECOMES_IN (LIST x) S)"},
    {A, "x,y :∣ x'>y ∧ y'=x", "(S_BECOMES_SUCH (LIST x y) (AND (GREATER x' y) (EQUAL y' x)))"},
    {A, "x :| x' = x", "(S_BECOMES_SUCH (LIST x) (EQUAL x' x))"},
    /* what Rodin rejects */
    {P, "a=b∧c=d∨e=f", NULL},
    {P, "a=b⇒c=d⇒e=f", NULL},
    {P, "a=b⇔c=d⇒e=f", NULL},
    {P, "a=b=c", NULL},
    {E, "A∪B∩C", NULL},
    {E, "A∖B∖C", NULL},
    {E, "A→B→C", NULL},
    {E, "a÷b÷c", NULL},
    {E, "a^b^c", NULL},
    {E, "1‥2‥3", NULL},
    {E, "r;s∘t", NULL},
    {E, "r ◁ s ∪ t", NULL},
    {P, "x", NULL},
    {E, "x=1", NULL},
    {P, "(x=1)+1=2", NULL},
    {E, "f(x,y)", NULL},
    {E, "x plus y", NULL},
    {P, "empty(x)", NULL},
    {E, "{x,y∣x=y}", NULL},
    {P, "∀x,x·⊤", NULL},
    {E, "{1∣⊤}", NULL},
    {E, "λx+1·⊤∣x", NULL},
    {E, "(a", NULL},
    {E, "a)", NULL},
    {E, "card x", NULL},
    {E, "", NULL},
    {E, "a ⊕ b", NULL},
    {E, "\xff", NULL},
    {A, "x ≔ 1,2", NULL},
    {A, "f(x) :∈ S", NULL},
    {A, "1 ≔ 2", NULL},
    {A, "x", NULL},
};

TEST formulas_are_trees(void)
{
	for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct text found = {0};
		const struct node *n = parse(rows[i].what, rows[i].text, NULL);
		if (n) dump(n, &found);
		if (!rows[i].tree) {
			ASSERT_EQm(rows[i].text, NULL, n);
			ASSERT_EQm(rows[i].text, 1, diag.errors);
		} else ASSERT_STR_EQm(rows[i].text, rows[i].tree, text_get(&found));
		diag.errors = 0;
		diag.messages.count = 0;
		text_clear(&found);
	}
	PASS();
}

/* Without what only helps to find types, which printed trees no longer have. */
static void dump_plain(const struct node *n, struct text *out)
{
	while (n->op == OP_OF_TYPE) n = n->kid[0];
	text_format(out, "(%s", n->name && n->op == OP_ID ? n->name : op_info(n->op)->tag);
	if (n->op == OP_NUMBER) text_format(out, " %s", n->name);
	for (uint32_t i = 0; n->op != OP_ID && i < n->count; i++) dump_plain(n->kid[i], out);
	text_add_char(out, ')');
}

/* The same formula with no more than names and operators. */
static const struct node *plain(const struct node *n)
{
	while (n->op == OP_OF_TYPE) n = n->kid[0];
	struct node *copy = node_new(&arena, n->op, n->pos, n->op == OP_ID ? 0 : n->count);
	copy->name = n->name;
	for (uint32_t i = 0; i < copy->count; i++) copy->kid[i] = plain(n->kid[i]);
	return copy;
}

TEST what_is_printed_is_read_as_the_same_tree(void)
{
	uint32_t seen = 0;
	for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool is_generic = rows[i].tree && strstr(rows[i].tree, "TYPE_SET");
		if (rows[i].what == A || !rows[i].tree || is_generic) continue;
		struct text shown = {0}, before = {0}, after = {0};
		const struct node *n = plain(parse(rows[i].what, rows[i].text, NULL));
		eventb_print(n, &shown);
		const struct node *again = parse(rows[i].what, text_get(&shown), NULL);
		ASSERT_NEQm(text_get(&shown), NULL, again);
		dump_plain(n, &before);
		dump_plain(again, &after);
		ASSERT_STR_EQm(text_get(&shown), text_get(&before), text_get(&after));
		text_clear(&shown);
		text_clear(&before);
		text_clear(&after);
		seen++;
	}
	ASSERT(seen > 40);
	PASS();
}

/* A constant may have a name that Rodin's keyboard would turn into a symbol. */
TEST declared_words_are_names(void)
{
	struct map declared = {0};
	struct text found = {0};
	map_put(&declared, names_of(&names, "NAT"), &declared);
	dump(parse(P, "NAT ∈ INT", &declared), &found);
	ASSERT_STR_EQ("(MEMBER NAT (INTEGER_SET))", text_get(&found));
	text_clear(&found);
	map_clear(&declared);
	PASS();
}

TEST errors_have_a_caret(void)
{
	struct text found = {0};
	parse(P, "a∈b ∧ x=1 ∨ y=2", NULL);
	diag_print(&diag, &found);
	ASSERT_STR_EQ("M.bum (inv1):1:11: error: '∨' beside '∧' needs parentheses\n"
	              "    a∈b ∧ x=1 ∨ y=2\n"
	              "              ^\n",
	              text_get(&found));
	text_clear(&found);
	PASS();
}

static void repeat(struct text *t, const char *s, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) text_add(t, s);
}

/* Neither time nor stack runs out. */
TEST deep_formulas_are_errors(void)
{
	static const char *const pieces[] = {"{",   "(",  "−",   "f(", "{x∣",  "¬",
	                                     "∀x·", "a∪", "a^(", "f[", "λx·⊤∣"};
	for (uint32_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		struct text t = {0};
		repeat(&t, pieces[i], 20000);
		ASSERT_EQ(NULL, parse(E, text_get(&t), NULL));
		text_clear(&t);
	}
	PASS();
}

SUITE(formula)
{
	GREATEST_SET_SETUP_CB(open_all, NULL);
	GREATEST_SET_TEARDOWN_CB(close_all, NULL);
	RUN_TEST(formulas_are_trees);
	RUN_TEST(what_is_printed_is_read_as_the_same_tree);
	RUN_TEST(declared_words_are_names);
	RUN_TEST(errors_have_a_caret);
	RUN_TEST(deep_formulas_are_errors);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(formula);
	GREATEST_MAIN_END();
}
