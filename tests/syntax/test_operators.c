/* What is known about operators (op.def) against what the evaluator does, operator by operator; and that each has its
 * place where it is needed (docs/ADDING_AN_OPERATOR.md): rows of meaning, and the formulas by which evaluator, encoder
 * and tactics are compared. Operands are made of the signature, a few of each type. */
#include "tests/greatest.h"

#include "eval/eval.h"
#include "syntax/inside.h"
#include "tests/random/random_predicate.h"

enum { MOST_SAMPLES = 4, MOST_OPERANDS = 2 };

static struct names names;
static struct diag diag;
static struct project *project;
static struct universe universe;
static struct values *values;
static struct eval *eval;
static struct arena texts;

static const char machine[] =
    "MACHINE m\n"
    "DEFINITIONS \"CHOOSE.def\"; \"LibraryBits.def\"; \"LibraryStrings.def\";\n"
    "\"SCCS.def\"; \"SORT.def\"; sq(x) == x * x; two == 1 + 1; small(x) == x < 10\n"
    "SETS S = {a, b, c}; U = {u}; D\n"
    "FREETYPES L = Nil, Cons(INTEGER * L), Leaf(INTEGER)\n"
    "END\n";

static void open_all(void)
{
	arena_init(&texts);
	names_init(&names);
	diag_init(&diag, &names);
	project = project_load_text(&names, &diag, "m.mch", machine, strlen(machine), NULL);
	universe_init(&universe, project, 2);
	universe.minint = -1;
	universe.maxint = 3;
	values = values_open(&names);
	eval = eval_open(project, values, &universe);
}

static void close_all(void)
{
	eval_close(eval);
	values_close(values);
	universe_clear(&universe);
	project_close(project);
	diag_clear(&diag);
	names_clear(&names);
	arena_clear(&texts);
}

static const struct node *formula(const char *text)
{
	uint32_t errors = diag.errors;
	const struct node *n = project_formula(project, text, NULL);
	return diag.errors == errors ? n : NULL;
}

static char why[2000];

/* It can neither be computed nor has it no value: it is too large, or infinite. */
static bool is_too_large(enum truth t)
{
	const struct eval_failure *f = eval_failed(eval);
	return t == EVAL_FAILED && f && f->kind == EVAL_LIMIT;
}

static enum truth truth_of(const char *text)
{
	const struct node *n = formula(text);
	snprintf(why, sizeof why, "%s%s", text, n ? "" : ": it is not read");
	return n ? eval_predicate(eval, n) : EVAL_FAILED;
}

/* ---- operands ------------------------------------------------------------------------------------------- */

#define PRINT(...) arena_format(&texts, __VA_ARGS__)

/* Texts of values of a type, and of an infinite set of them; that is NULL if there is none. */
struct samples {
	const char *at[MOST_SAMPLES];
	uint32_t count;
	const char *infinite;
};

static void add(struct samples *s, const char *text)
{
	REQUIRE(s->count < MOST_SAMPLES);
	s->at[s->count++] = text;
}

/* The last one is infinite if there is such a one. */
static void add_sets(struct samples *out, const struct samples *of)
{
	const char *first = of->at[0], *last = of->at[of->count - 1];
	add(out, PRINT("({%s} - {%s})", first, first));
	add(out, PRINT("{%s}", first));
	add(out, PRINT("{%s, %s}", first, last));
	if (!of->infinite) return;
	add(out, of->infinite);
	out->infinite = PRINT("POW(%s)", of->infinite);
}

static void add_pairs(struct samples *out, const struct samples *a, const struct samples *b)
{
	add(out, PRINT("(%s |-> %s)", a->at[0], b->at[0]));
	add(out, PRINT("(%s |-> %s)", a->at[a->count - 1], b->at[b->count - 1]));
	if (a->infinite) out->infinite = PRINT("(%s * {%s})", a->infinite, b->at[0]);
	else if (b->infinite) out->infinite = PRINT("({%s} * %s)", a->at[0], b->infinite);
}

/* Of the type at *t, which ends behind it. */
static struct samples samples_of(const char **t)
{
	struct samples out = {0}, a, b;
	switch (*(*t)++) {
	case 'P':
		a = samples_of(t);
		add_sets(&out, &a);
		break;
	case '*':
		a = samples_of(t);
		b = samples_of(t);
		add_pairs(&out, &a, &b);
		break;
	case 'B':
	case 'b':
	case 'd':
		add(&out, "TRUE");
		add(&out, "FALSE");
		break;
	case 'S':
		add(&out, "\"s\"");
		out.infinite = "STRING";
		break;
	case '.':
		add(&out, "btrue");
		add(&out, "1 = 2");
		break;
	default: /* integers, which stand for any type, too */
		add(&out, "1");
		add(&out, "0");
		add(&out, "3");
		out.infinite = "NATURAL";
	}
	return out;
}

/* Sequences and trees need other operands than any relations. */
static bool has_operands(enum op op)
{
	const struct op_info *i = op_info(op);
	bool is_written = i->form != FORM_FORM && i->form != FORM_BINDER;
	return i->class != CLASS_SUBST && is_written && *i->signature && !strchr(i->signature, 'R') &&
	       op_operand_count(i->signature) <= MOST_OPERANDS && !op_is(op, FACT_OF_TREES);
}

static const char *term_of(enum op op, const char *const *operands, uint32_t count)
{
	const struct op_info *i = op_info(op);
	bool is_infix = i->form == FORM_INFIX || i->form == FORM_RIGHT || i->form == FORM_NONE;
	if (count == 0) return i->spelling;
	if (is_infix) return PRINT("(%s %s %s)", operands[0], i->spelling, operands[1]);
	if (count == 1) return PRINT("%s(%s)", i->spelling, operands[0]);
	return PRINT("%s(%s, %s)", i->spelling, operands[0], operands[1]);
}

typedef enum greatest_test_res (*check)(enum op op, const char *term, const char *const *operands);

/* The check for all operands; also infinite ones if `all`. */
static enum greatest_test_res for_operands(enum op op, bool all, check f)
{
	struct samples s[MOST_OPERANDS] = {0};
	uint32_t count = op_operand_count(op_info(op)->signature), at[MOST_OPERANDS] = {0}, i = 0;
	const char *t = op_info(op)->signature;
	for (uint32_t k = 0; k < count; k++) {
		bool is_set = *t == 'P';
		s[k] = samples_of(&t);
		if (is_set && s[k].count > 3 && !all) s[k].count = 3;
	}
	while (i <= count) {
		const char *operands[MOST_OPERANDS] = {0};
		for (uint32_t k = 0; k < count; k++) operands[k] = s[k].at[at[k]];
		enum greatest_test_res r = f(op, term_of(op, operands, count), operands);
		if (r != GREATEST_TEST_RES_PASS) return r;
		for (i = 0; i < count && ++at[i] == s[i].count; i++) at[i] = 0;
		if (i == count) break;
	}
	PASS();
}

/* ---- definedness ---------------------------------------------------------------------------------------------- */

static enum greatest_test_res check_value(enum op op, const char *term, const char *const *operands)
{
	(void)operands;
	bool is_predicate = op_info(op)->class == CLASS_PRED;
	const char *text =
	    is_predicate ? PRINT("(%s) or not(%s)", term, term) : PRINT("%s = %s", term, term);
	enum truth t = truth_of(text);
	ASSERTm(why, t == EVAL_TRUE || is_too_large(t));
	PASS();
}

/* What is not PARTIAL has a value for all operands that have one. */
TEST is_defined(enum op op) { return for_operands(op, false, check_value); }

/* ---- finiteness ------------------------------------------------------------------------------------------------- */

/* What a sample is known to be. */
static unsigned card_of(const char *operand)
{
	const struct node *n = operand ? formula(operand) : NULL;
	if (!n || n->type->kind != TYPE_POW) return CARD_UNKNOWN;
	value v = eval_expression(eval, n);
	if (v == VALUE_NONE || value_kind(values, v) == VALUE_LAZY) return CARD_INFINITE;
	return value_count(values, v) ? CARD_SOME : CARD_EMPTY;
}

static enum greatest_test_res check_card(enum op op, const char *term, const char *const *operands)
{
	enum { MANY = 100 }; /* more than finite operands of two elements give */
	const struct node *n = formula(term);
	snprintf(why, sizeof why, "%s of %s", term, op_info(op)->tag);
	ASSERTm(why, n);
	unsigned may = finite_rule(op, card_of(operands[0]), card_of(operands[1]));
	if (op_info(op)->card == RULE_NONE) may = CARD_UNKNOWN;
	may &= finite_card(NULL, n); /* both must be right */
	value v = eval_expression(eval, n);
	if (v == VALUE_NONE) PASS(); /* no value, or not known */
	bool is_lazy = value_kind(values, v) == VALUE_LAZY;
	if (!is_lazy) ASSERTm(why, may & (value_count(values, v) ? CARD_SOME : CARD_EMPTY));
	if (is_lazy && eval_has_more(eval, v, 0)) ASSERTm(why, may & (CARD_SOME | CARD_INFINITE));
	if (is_lazy && eval_has_more(eval, v, MANY)) ASSERTm(why, may & CARD_INFINITE);
	enum truth is_finite = truth_of(PRINT("finite(%s)", term));
	if (is_finite != EVAL_FAILED) ASSERTm(why, may & (is_finite ? CARD_FINITE : CARD_INFINITE));
	PASS();
}

/* The column `card`, also for infinite operands. */
TEST has_card(enum op op) { return for_operands(op, true, check_card); }

/* ---- comparisons ------------------------------------------------------------------------------------------------ */

static enum greatest_test_res check_opposite(enum op op, const char *term,
                                             const char *const *operands)
{
	enum op other = op_opposite(op), converse = op_converse(op);
	ASSERT_EQ(op, op_opposite(other));
	ASSERT(op_is(other, FACT_COMPARISON));
	ASSERT_EQm(why, EVAL_TRUE,
	           truth_of(PRINT("%s <=> not(%s %s %s)", term, operands[0], op_info(other)->spelling,
	                          operands[1])));
	if (converse == OP_COUNT) PASS();
	ASSERT_EQ(op, op_converse(converse));
	ASSERT_EQm(why, EVAL_TRUE,
	           truth_of(PRINT("%s <=> %s %s %s", term, operands[1], op_info(converse)->spelling,
	                          operands[0])));
	PASS();
}

TEST has_opposite(enum op op) { return for_operands(op, false, check_opposite); }

/* ---- arrows, and sets that grow ------------------------------------------------------------------------------ */

/* r : A op B is what the facts say of r. */
TEST has_properties(enum op op)
{
	static const char *const sides[][2] = {{"0..1", "BOOL"},
	                                       {"0..1", "{TRUE}"},
	                                       {"{0}", "BOOL"},
	                                       {"{0} - {0}", "BOOL"},
	                                       {"{0}", "{TRUE} - {TRUE}"}};
	for (uint32_t i = 0; i < sizeof sides / sizeof *sides; i++) {
		const char *a = sides[i][0], *b = sides[i][1];
		ASSERT_EQm(
		    why, EVAL_TRUE,
		    truth_of(PRINT(
		        "((%s) %s (%s)) = {r | r : POW((%s) * (%s)) & (%s => dom(r) = %s) & (%s => ran(r) "
		        "= %s) & "
		        "(%s => !(x, y, z).(x |-> y : r & x |-> z : r => y = z)) & "
		        "(%s => !(x, y, z).(y |-> x : r & z |-> x : r => y = z))}",
		        a, op_info(op)->spelling, b, a, b, op_is(op, FACT_TOTAL) ? "btrue" : "bfalse", a,
		        op_is(op, FACT_SURJECTIVE) ? "btrue" : "bfalse", b,
		        op_is(op, FACT_FUNCTIONS) ? "btrue" : "bfalse",
		        op_is(op, FACT_INJECTIVE) ? "btrue" : "bfalse")));
	}
	PASS();
}

TEST is_monotone(enum op op)
{
	static const char *const grow[] = {"({0} - {0})", "{0}", "(0..1)", "NATURAL"};
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 2; k++) {
			const char *a[] = {grow[i], k ? "{1}" : "({1} - {1})"}, *b[] = {grow[i + 1], "{1, 2}"};
			uint32_t count = op_operand_count(op_info(op)->signature);
			enum op written = op == OP_PRODUCT ? OP_TIMES : op;
			const char *small = term_of(written, a, count), *large = term_of(written, b, count);
			enum truth t = truth_of(PRINT("%s <: %s", small, large));
			ASSERTm(why, t == EVAL_TRUE || is_too_large(t));
		}
	PASS();
}

/* ---- where it must be known ---------------------------------------------------------------------------------- */

static bool has_row[OP_COUNT];

static void note_operators(const struct node *n)
{
	has_row[n->op] = true;
	for (uint32_t i = 0; i < n->count; i++) note_operators(n->kid[i]);
}

static bool read_rows(const char *path)
{
	FILE *f = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;
	if (!f) return false;
	while (getline(&line, &size, f) > 0) {
		const char *tab = *line == '#' ? NULL : strchr(line, '\t');
		const struct node *n = tab ? formula(tab + 1) : NULL;
		if (n) note_operators(n);
	}
	free(line);
	fclose(f);
	return true;
}

/* What has no meaning of its own, and real numbers, which are refused. */
static bool is_no_formula(enum op op)
{
	switch (op) {
	case OP_LABEL:
	case OP_OF_TYPE:
	case OP_TYPE_SET:
	case OP_OLD:
	case OP_IDS:
	case OP_LIST:
	case OP_ENTRY:
	case OP_DECIMAL:
	case OP_REAL_SET:
	case OP_FLOAT_SET:
	case OP_FLOOR:
	case OP_CEILING:
	case OP_TO_REAL: return true;
	default: return op_info(op)->class == CLASS_SUBST;
	}
}

/* tests/eval/meaning.tsv tells what it means, for the evaluator. */
TEST has_meaning(enum op op)
{
	ASSERTm(op_info(op)->tag, has_row[op]);
	PASS();
}

/* test_differential.c generates it, and compares what evaluator, encoder and tactics say. */
TEST is_compared(enum op op)
{
	ASSERTm(op_info(op)->tag, random_has_op(op));
	PASS();
}

/* No two facts that exclude each other. */
TEST facts_agree(enum op op)
{
	const char *tag = op_info(op)->tag, *result = strchr(op_info(op)->signature, '=');
	ASSERTm(tag, !(op_is(op, FACT_ENTIRE) && op_is(op, FACT_PARTIAL)));
	ASSERTm(tag, !op_is(op, FACT_ASKING) || op_is(op, FACT_ENTIRE));
	ASSERTm(tag, !op_is(op, FACT_ORDER | FACT_NEGATED) || op_is(op, FACT_COMPARISON));
	ASSERTm(tag,
	        !op_is(op, FACT_TOTAL | FACT_SURJECTIVE | FACT_INJECTIVE) || op_is(op, FACT_ARROWS));
	ASSERTm(tag, op_is(op, FACT_ARROWS) == (op_info(op)->card == RULE_ARROW));
	ASSERTm(tag, !op_is(op, FACT_COMPARISON) || op_opposite(op) != OP_COUNT);
	ASSERTm(tag, op_info(op)->card == RULE_NONE || !result || result[1] == 'P');
	PASS();
}

SUITE(operators)
{
	for (unsigned i = 0; i < OP_COUNT; i++) {
		enum op op = (enum op)i;
		RUN_TESTp(facts_agree, op);
		if (!is_no_formula(op)) RUN_TESTp(has_meaning, op);
		if (!is_no_formula(op)) RUN_TESTp(is_compared, op);
		if (op_is(op, FACT_COMPARISON)) RUN_TESTp(has_opposite, op);
		if (op_is(op, FACT_ARROWS)) RUN_TESTp(has_properties, op);
		if (op_is(op, FACT_MONOTONE)) RUN_TESTp(is_monotone, op);
		if (!has_operands(op)) continue;
		if (!op_is(op, FACT_PARTIAL)) RUN_TESTp(is_defined, op);
		if (strstr(op_info(op)->signature, "=P")) RUN_TESTp(has_card, op);
	}
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	open_all();
	if (!read_rows("tests/eval/meaning.tsv") || !read_rows("tests/eval/meaning_machine.tsv"))
		return 1;
	RUN_SUITE(operators);
	close_all();
	GREATEST_MAIN_END();
}
