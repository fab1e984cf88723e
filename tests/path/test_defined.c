/* Well-definedness, operator by operator: used outside of its domain it has no value, says the evaluator; there is
 * an obligation that says so, which is refuted; and used inside of its domain it is not. The same for each
 * substitution that has a condition or an expression. */
#include "tests/greatest.h"

#include "path/path.h"
#include "prove/prove.h"
#include "tests/fixture.h"

/* An expression of the operator that has no value for some values of the names, and one that has a value for all. */
static const struct row {
	enum op op;
	const char *such, *outside, *inside;
} rows[] = {
    {OP_DIVIDE, "x : 0..3", "7 / x", "7 / (x + 1)"},
    {OP_MOD, "x : 0..3", "7 mod x", "7 mod (x + 1)"},
    {OP_MOD, "x : -2..3", "x mod 2", "(x + 2) mod 2"},
    {OP_POWER, "x : -2..3", "2 ** x", "2 ** (x + 2)"},
    {OP_MAX, "s <: 0..3", "max(s)", "max(s \\/ {1})"},
    {OP_MAX, "s <: NATURAL & s /= {}", "max(s)", "max({7})"},
    {OP_MIN, "s <: 0..3", "min(s)", "min(s \\/ {1})"},
    {OP_MIN, "s <: INTEGER & s /= {}", "min(s)", "min({7})"},
    {OP_CARD, "s <: NATURAL", "card(s)", "card(s /\\ 0..9)"},
    {OP_CARD, "s : POW(STRING)", "card(s)", "card({s})"},
    {OP_CARD, "x : NATURAL", "card({y | y : NATURAL & y > x})",
     "card({y | y : NATURAL & y : 0..3})"},
    {OP_SIGMA, "s <: NATURAL", "SIGMA(y).(y : s | y)", "SIGMA(y).(y : 0..3 & y : s | y)"},
    {OP_SIGMA, "x : 0..1", "SIGMA(y).(y : 0..1 | 7 / (x + y))", "SIGMA(y).(y : 0..1 | x + y)"},
    {OP_PI, "s <: NATURAL", "PI(y).(y : s | 1)", "PI(y).(y : 0..3 & y : s | y)"},
    {OP_GENERAL_INTER, "t <: POW(0..2)", "inter(t)", "inter(t \\/ {{1}})"},
    {OP_QUANTIFIED_INTER, "s <: 0..2", "INTER(y).(y : s | {y})", "INTER(y).(y : s \\/ {1} | {y})"},
    {OP_APPLY, "f : 0..2 +-> 0..2", "f(1)", "(f <+ {1 |-> 1})(1)"},
    {OP_APPLY, "f : 0..2 <-> 0..2", "f(1)", "((1..1 <<| f) \\/ {1 |-> 1})(1)"},
    {OP_ITERATE, "x : -1..2", "iterate({TRUE |-> FALSE}, x)", "iterate({TRUE |-> FALSE}, x + 1)"},
    {OP_SIZE, "f : 1..2 +-> 0..1", "size(f)", "size([1, 2])"},
    {OP_FIRST, "q : {[], [0], [1, 0]}", "first(q)", "first(0 -> q)"},
    {OP_LAST, "q : {[], [0], [1, 0]}", "last(q)", "last(q <- 0)"},
    {OP_FRONT, "q : {[], [0], [1, 0]}", "front(q)", "front(q <- 0)"},
    {OP_TAIL, "q : {[], [0], [1, 0]}", "tail(q)", "tail(0 -> q)"},
    {OP_REV, "f : 1..2 +-> 0..1", "rev(f)", "rev([1, 2])"},
    {OP_CONCAT, "f : 1..2 +-> 0..1", "f ^ [1]", "[1] ^ [2]"},
    {OP_INSERT_FRONT, "f : 1..2 +-> 0..1", "1 -> f", "1 -> [2]"},
    {OP_INSERT_TAIL, "f : 1..2 +-> 0..1", "f <- 1", "[2] <- 1"},
    {OP_RESTRICT_FRONT, "x : 0..3", "[1, 2] /|\\ x", "[1, 2, 3] /|\\ x"},
    {OP_RESTRICT_TAIL, "x : 0..3", "[1, 2] \\|/ x", "[1, 2, 3] \\|/ x"},
    {OP_CONC, "f : 1..2 +-> {[1]}", "conc(f)", "conc([[1], [2]])"},
    {OP_TOP, "g : {{}, bin(1)}", "top(g)", "top(bin(1))"},
    {OP_SONS, "g : {{}, bin(1)}", "sons(g)", "sons(bin(1))"},
    {OP_PREFIX, "g : {{}, bin(1)}", "prefix(g)", "prefix(bin(1))"},
    {OP_POSTFIX, "g : {{}, bin(1)}", "postfix(g)", "postfix(bin(1))"},
    {OP_SIZET, "g : {{}, bin(1)}", "sizet(g)", "sizet(bin(1))"},
    {OP_MIRROR, "g : {{}, bin(1)}", "mirror(g)", "mirror(bin(1))"},
    {OP_RANK, "x : 1..2", "rank(const(1, [const(2, [])]), [x])",
     "rank(const(1, [const(2, [])]), [1])"},
    {OP_FATHER, "x : 1..2", "father(const(1, [const(2, [])]), [x])",
     "father(const(1, [const(2, [])]), [1])"},
    {OP_SON, "x : 1..2", "son(const(1, [const(2, [])]), [], x)",
     "son(const(1, [const(2, [])]), [], 1)"},
    {OP_SUBTREE, "x : 1..2", "subtree(const(1, [const(2, [])]), [x])",
     "subtree(const(1, [const(2, [])]), [1])"},
    {OP_ARITY, "x : 1..2", "arity(const(1, [const(2, [])]), [x])",
     "arity(const(1, [const(2, [])]), [1])"},
    {OP_CONST, "f : 1..2 +-> {bin(1)}", "const(1, f)", "const(1, [])"},
    {OP_BIN, "g : {{}, bin(1)}", "bin(g, 1, bin(1))", "bin(bin(1), 1, bin(1))"},
    {OP_LEFT, "g : {bin(1), bin(bin(1), 1, bin(1))}", "left(g)", "left(bin(bin(1), 1, bin(1)))"},
    {OP_RIGHT, "g : {bin(1), bin(bin(1), 1, bin(1))}", "right(g)", "right(bin(bin(1), 1, bin(1)))"},
    {OP_INFIX, "g : {{}, bin(1)}", "infix(g)", "infix(bin(1))"},
    {OP_LET, "x : 0..3", "LET y BE y = 7 / x IN y END", "LET y BE y = 7 / (x + 1) IN y END"},
    {OP_DIVIDE, "x : 0..3", "(IF x < 2 THEN 7 / x ELSE 1 END)", "(IF x > 0 THEN 7 / x ELSE 1 END)"},
    {OP_EXTERNAL_CALL, "u : {\"a\", \"1\"}", "STRING_TO_INT(u)", "STRING_LENGTH(u)"},
};

/* Where operators with a domain stand in substitutions: E has no value for x = 0, P is its equation. */
static const struct use {
	const char *name, *body;
} places[] = {
    {"assign", "k := E"},
    {"assigned place", "a(E) := 1"},
    {"becomes in", "k :: {E}"},
    {"becomes such", "k : (k = E)"},
    {"if", "IF P THEN skip ELSE skip END"},
    {"elsif", "IF x = 7 THEN skip ELSIF P THEN skip END"},
    {"select", "SELECT P THEN skip END"},
    {"select else", "SELECT P THEN skip ELSE skip END"},
    {"select when", "SELECT x = 7 THEN skip WHEN P THEN skip END"},
    {"select when else", "SELECT x = 7 THEN skip WHEN P THEN k := 1 ELSE k := 2 END"},
    {"select first of two", "SELECT P THEN skip WHEN x = 0 THEN k := 1 END"},
    {"case", "CASE E OF EITHER 1 THEN skip ELSE skip END END"},
    {"case label", "CASE x OF EITHER E THEN skip ELSE skip END END"},
    {"any", "ANY y WHERE y = E THEN skip END"},
    {"any set", "ANY y WHERE y : 0..E THEN skip END"},
    {"let", "LET y BE y = E IN skip END"},
    {"var", "VAR y IN y := E END"},
    {"pre", "PRE P THEN skip END"},
    {"inner pre", "BEGIN skip ; PRE P THEN skip END END"},
    {"assert", "ASSERT P THEN skip END"},
    {"choice", "CHOICE k := E OR skip END"},
    {"sequence", "BEGIN k := 1 ; k := E END"},
    {"parallel", "k := 1 || a := {0 |-> E}"},
    {"while", "BEGIN k := 0 ; WHILE k < E DO k := k + 1 INVARIANT k : 0..7 VARIANT 7 - k END END"},
    {"while body", "BEGIN k := 0 ; WHILE k < 1 DO k := E INVARIANT k : 0..7 VARIANT 7 - k END END"},
    {"while variant",
     "BEGIN k := 0 ; WHILE k < 1 DO k := 1 INVARIANT k : 0..7 VARIANT E - k END END"},
};

enum { ROWS = sizeof rows / sizeof *rows, PLACES = sizeof places / sizeof *places };

static const char before[] = "MACHINE Defined\n"
                             "DEFINITIONS \"LibraryStrings.def\"\n"
                             "VARIABLES k, a, b\n"
                             "INVARIANT k : INTEGER & a : 0..7 +-> INTEGER & b : BOOL\n"
                             "INITIALISATION k, a, b := 0, {}, TRUE\n"
                             "OPERATIONS\n";

struct answers {
	struct prover *prover;

	uint32_t count;
	bool is_refuted;
	const char *reason;
};

static void tell(void *data, uint32_t index, struct obligation_answer *a)
{
	struct answers *x = data;
	const struct obligation *o = prover_obligation(x->prover, index);
	bool is_loop =
	    o->kind == OBLIGATION_LOOP; /* its invariant and variant must be true, so have a value */
	if (o->kind == OBLIGATION_WELLDEFINED || is_loop) {
		x->count++;
		x->is_refuted |= a->status == OBLIGATION_REFUTED;
		if (a->reason) x->reason = a->reason;
	}
	obligation_answer_clear(a);
}

static char text[4000], why[5000];

/* What is said of the definedness of the operation in `text`. */
static bool prove(struct answers *out)
{
	struct fixture side;
	struct arena arena;
	struct prover_options o = {.search = {.solver = SOLVER_PICOSAT, .seconds = 20}};
	*out = (struct answers){0};
	arena_init(&arena);
	bool ok = fixture_open(&side, "defined.mch", text);
	if (ok) {
		struct prover *p = prover_open(side.project, &side.universe, &arena, &o);
		double *seconds = calloc(prover_count(p) + 1, sizeof *seconds);
		for (uint32_t i = 0; i < prover_count(p); i++)
			if (prover_obligation(p, i)->operation) seconds[i] = 20;
		out->prover = p;
		prover_run(p, seconds, tell, out);
		free(seconds);
		prover_close(p);
	}
	snprintf(why, sizeof why, "%s\n%s", text, out->reason ? out->reason : "");
	arena_clear(&arena);
	fixture_close(&side);
	return ok;
}

static void write_row(const struct row *r, const char *use)
{
	char id = r->such[0];
	snprintf(text, sizeof text, "%s  op(%c) = PRE %s THEN b := bool(%s = %s) END\nEND\n", before,
	         id, r->such, use, use);
}

TEST undefined_outside(const struct row *r)
{
	struct answers a;
	write_row(r, r->outside);
	bool is_read = prove(&a);
	ASSERTm(why, is_read);
	ASSERTm(why, a.count > 0);
	ASSERTm(why, a.is_refuted);
	PASS();
}

TEST defined_inside(const struct row *r)
{
	struct answers a;
	write_row(r, r->inside);
	bool is_read = prove(&a);
	ASSERTm(why, is_read);
	ASSERTm(why, !a.is_refuted);
	PASS();
}

static void write_place(const char *body, const char *expression)
{
	struct text t = {0};
	for (const char *c = body; *c; c++) {
		bool is_letter =
		    (c == body || c[-1] == ' ' || c[-1] == '(' || c[-1] == '{' || c[-1] == '.') &&
		    (c[1] < 'A' || c[1] > 'Z');
		if (*c == 'E' && is_letter) text_format(&t, "(%s)", expression);
		else if (*c == 'P' && is_letter) text_format(&t, "%s = 1", expression);
		else text_add_char(&t, *c);
	}
	snprintf(text, sizeof text, "%s  op(x) = PRE x : 0..3 THEN %s END\nEND\n", before,
	         text_get(&t));
	text_clear(&t);
}

TEST undefined_in_place(const struct use *p)
{
	struct answers a;
	write_place(p->body, "7 / x");
	bool is_read = prove(&a);
	ASSERTm(why, is_read);
	ASSERTm(why, a.is_refuted);
	PASS();
}

/* The condition of path/defined.c, evaluated beside the formula itself. */
struct said {
	struct fixture side;
	struct eval *eval;
	const struct node *formula, *undefined;
	struct decl *name;
	uint32_t values, wrong;
};

static const struct node *read(struct said *x, const char *use, const char *such,
                               struct decls *names)
{
	snprintf(text, sizeof text, "%s & (%s) = (%s)", such, use, use);
	return project_formula(x->side.project, text, names);
}

static void compare(struct said *x, const struct row *r)
{
	struct value_list list = {0};
	char all[400];
	snprintf(all, sizeof all, "{%c | %s}", r->such[0], r->such);
	value set = eval_expression(x->eval, project_formula(x->side.project, all, NULL));
	bool is_listed = set != VALUE_NONE && value_kind(x->side.values, set) != VALUE_LAZY;
	const value *items = is_listed ? value_items(x->side.values, set, &list) : NULL;
	x->values = is_listed ? (uint32_t)value_count(x->side.values, set) : 0;
	for (uint32_t i = 0; i < x->values; i++) {
		eval_set(x->eval, x->name, items[i]);
		enum truth said = eval_predicate(x->eval, x->undefined);
		bool is_undefined = eval_predicate(x->eval, x->formula) == EVAL_FAILED;
		x->wrong += said == EVAL_FAILED || (said == EVAL_TRUE) != is_undefined;
	}
	VEC_CLEAR(&list.list);
}

/* It is true exactly where the expression has no value; operators of trees have none. */
TEST condition_says_where(const struct row *r, const char *use)
{
	struct said x = {0};
	struct decls names = {0};
	ASSERT(
	    fixture_open(&x.side, "said.mch", "MACHINE Said DEFINITIONS \"LibraryStrings.def\" END"));
	const struct node *n = read(&x, use, r->such, &names);
	struct substitute w = {.arena = &x.side.project->arena};
	ASSERTm(text, n);
	x.formula = n->kid[n->count - 1];
	x.undefined = form_undefined(&w, x.side.project->names, x.formula);
	bool is_said =
	    !(op_info(r->op)->facts & FACT_OF_TREES) && r->op != OP_EXTERNAL_CALL && r->op != OP_LET;
	ASSERT_EQm(text, is_said, x.undefined != NULL);
	if (is_said) {
		x.eval = eval_open(x.side.project, x.side.values, &x.side.universe);
		x.name = names.list.at[0];
		compare(&x, r);
		eval_close(x.eval);
	}
	ASSERT_EQm(text, 0, x.wrong);
	VEC_CLEAR(&names.list);
	fixture_close(&x.side);
	PASS();
}

/* The facts of op.def: an operator that may lack a value has a row, and the other way round. */
TEST partial_operators(void)
{
	for (unsigned op = 0; op < OP_COUNT; op++) {
		bool has_row = op == OP_CARD || op == OP_SIGMA || op == OP_PI, is_there = false;
		for (uint32_t i = 0; i < ROWS; i++) is_there |= rows[i].op == op;
		has_row |= op_is((enum op)op, FACT_PARTIAL);
		ASSERTm(op_info((enum op)op)->tag, has_row == is_there);
	}
	PASS();
}

SUITE(defined_suite)
{
	RUN_TEST(partial_operators);
	for (uint32_t i = 0; i < ROWS; i++) {
		RUN_TESTp(condition_says_where, &rows[i], rows[i].outside);
		RUN_TESTp(condition_says_where, &rows[i], rows[i].inside);
	}
	for (uint32_t i = 0; i < ROWS; i++) RUN_TESTp(undefined_outside, &rows[i]);
	for (uint32_t i = 0; i < ROWS; i++) RUN_TESTp(defined_inside, &rows[i]);
	for (uint32_t i = 0; i < PLACES; i++) RUN_TESTp(undefined_in_place, &places[i]);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(defined_suite);
	GREATEST_MAIN_END();
}
