/* Predicates with a solution that is known, out of reach of small bounds, so that the provers are asked. Each
 * operator of op.def occurs, at each place where a prover looks into formulas: as a conjunct, below each
 * connective, in IF, LET, bool, quantifiers and sets. Whoever says that there is no solution is wrong:
 *
 *   direct      the encoding with candidates has none, and nothing was cut
 *   relaxed     atoms over names that are cut are left open (encode/formula/relax.c)
 *   abstract    all atoms are (encode/formula/relax.c)
 *   laws        what is known of sizes, extremes and sequences contradicts itself (search/laws/laws.c)
 *   elements    what is said of single elements contradicts itself (search/extensional/extensional.c)
 *   simplified  the conjuncts in simpler words (search/simplify/simplify.c), relaxed
 *   search      all attempts in their order (search/search.c), of some questions
 *   sequent     the question as hypotheses of a goal that is false (prove/refute.c, prove/partition.c), of some
 *
 * `test_planted all` asks every row at every place; otherwise each row is asked at some. */
#include "tests/greatest.h"

#include "bmc/bmc.h"
#include "prove/prove.h"
#include "search/extensional/extensional.h"
#include "search/laws/laws.h"
#include "search/portfolio.h"
#include "search/simplify/simplify.h"
#include "tests/fixture.h"
#include "tests/planted.h"

/* P is the row; T is true and F false. */
static const char *const places[] = {
    "P",
    "not(not(P))",
    "P or F",
    "F or P",
    "T => P",
    "not(P) => F",
    "P <=> T",
    "not(P <=> F)",
    "IF T THEN P ELSE F END",
    "IF F THEN F ELSE P END",
    "IF P THEN T ELSE F END",
    "IF P THEN b = TRUE ELSE w = 4 END",
    "IF F THEN F ELSIF P THEN T ELSE F END",
    "not(IF P THEN F ELSE T END)",
    "IF not(P) THEN w = 4 ELSE btrue END",
    "IF b = FALSE THEN w = 4 ELSE P END",
    "(IF P THEN 1 ELSE 2 END) = 1",
    "(IF F THEN 1 ELSE 2 END) = 2 & P",
    "LET z BE z = w IN z = w & P END",
    "(LET z BE z = bool(P) IN z END) = TRUE",
    "bool(P) = TRUE",
    "FALSE /= bool(P)",
    "bool(not(P)) = FALSE",
    "bool(P) = b",
    "#z.(z = w & P)",
    "#z.(z : INTEGER & z > w & P)",
    "not(!z.(z = w => not(P)))",
    "!z.(z = w => P)",
    "!z.(z : 0..1 => P)",
    "!z.(z : NATURAL & not(P) => z = w + 1)",
    "not(#z.(z : 0..1 & not(P)))",
    "w : {z | z = w & P}",
    "w : {z | z > 1000000 & P}",
    "{z | z : 0..1 & P} = 0..1",
    "card({z | z : 0..1 & P}) = 2",
    "(w |-> 1) : %z.(z = w & P | 1)",
    "(%z.(z : {w} & P | z))(w) = w",
    "SIGMA(z).(z : 0..2 & P | z) = 3",
    "PI(z).(z : 1..2 & P | z) = 2",
    "UNION(z).(z : 0..1 & P | {z}) = 0..1",
    "INTER(z).(z : 0..1 & P | {z, 7}) = {7}",
    "rec(a : bool(P), c : 1)'a = TRUE",
    "[z := w] (z > 7 & P)",
    "(bool(P) |-> 1) : {TRUE} * {1}",
    "[bool(P)] = [TRUE]",
    "{z . z : 0..1 & P | z + 1} = 1..2",
    "{bool(P)} = {TRUE}",
    "TRUE : {bool(P), FALSE}",
    "{0 |-> bool(P)}(0) = TRUE",
    "(T & P) or F",
    "T & (F or P)",
    "(P or F) & (F => P)",
};

enum { PLACES = sizeof places / sizeof *places };
enum { LONGER = 7 }; /* every so many questions all attempts are made */

struct asking {
	struct fixture side;
	struct eval *eval;
	struct text question; /* of the last one */
	struct decls names;
	const struct node *node;
	bool is_covered[OP_COUNT];
	uint64_t asked, unknown, found, refuted;
	bool is_far;
};

/* ---- questions ------------------------------------------------------------------------------------- */

static bool read_question(struct asking *a, const char *text)
{
	VEC_CLEAR(&a->names.list);
	a->names = (struct decls){0};
	a->node = project_formula(a->side.project, text, &a->names);
	return a->node != NULL;
}

/* The formula, and for each name in it what leads away from small bounds. */
static bool ask_for(struct asking *a, const char *place, const char *row)
{
	struct text formula = {0};
	planted_write(&formula, place, row);
	text_clear(&a->question);
	a->question = (struct text){0};
	for (uint32_t i = 0; i < NAMES; i++)
		if (planted_mentions(text_get(&formula), planted[i].name))
			text_format(&a->question, "%s & ", a->is_far ? planted[i].far : planted[i].near);
	text_format(&a->question, "(%s)", text_get(&formula));
	text_clear(&formula);
	return read_question(a, text_get(&a->question));
}

static void cover(struct asking *a, const struct node *n)
{
	a->is_covered[n->op] = true;
	for (uint32_t i = 0; i < n->count; i++) cover(a, n->kid[i]);
}

static value planted_value(struct asking *a, const struct decl *d)
{
	for (uint32_t i = 0; i < NAMES; i++)
		if (strcmp(planted[i].name, d->name) == 0)
			return eval_expression(a->eval,
			                       project_formula(a->side.project, planted[i].value, NULL));
	return VALUE_NONE;
}

/* What the evaluator is sure of, with all integers (eval/certain.c); EVAL_FAILED: nothing. Of the negation it must be the
 * opposite. */
static enum truth truth_of_planted(struct asking *a, const struct node *n)
{
	bool is_sure, is_opposite_sure;
	struct node *not = node_new(&a->side.project->arena, OP_NOT, n->pos, 1);
	not ->kid[0] = n;
	for (uint32_t i = 0; i < a->names.list.count; i++)
		eval_set(a->eval, a->names.list.at[i], planted_value(a, a->names.list.at[i]));
	enum truth t = eval_predicate_certain(a->eval, n, &is_sure);
	enum truth opposite = eval_predicate_certain(a->eval, not, &is_opposite_sure);
	if (!is_sure) t = EVAL_FAILED;
	if (is_opposite_sure && opposite == EVAL_TRUE) t = EVAL_FALSE;
	for (uint32_t i = 0; i < a->names.list.count; i++)
		eval_set(a->eval, a->names.list.at[i], VALUE_NONE);
	return t;
}

/* ---- provers --------------------------------------------------------------------------------------- */

static struct question question_of(const struct asking *a)
{
	return (struct question){.names = a->names.list.at,
	                         .count = a->names.list.count,
	                         .conjuncts = &a->node,
	                         .conjunct_count = 1,
	                         .universe = &a->side.universe};
}

static struct search *begin(struct asking *a, double seconds)
{
	struct search_options o = {.solver = SOLVER_PICOSAT,
	                           .breaks_symmetry = true,
	                           .finds_symmetry = true,
	                           .seconds = seconds};
	struct question q = question_of(a);
	q.reach = REACH_NEAR;
	return search_open(a->eval, a->side.project, &q, &o);
}

static const char *who_is_wrong(struct asking *a)
{
	const double seconds = 2; /* what takes longer is not said to have no solution */
	struct search *s = begin(a, seconds);
	const char *wrong = NULL;
	struct verdict v = search_next(s);
	if (v.answer == SEARCH_NONE && v.is_complete) wrong = "direct";
	search_close(s);
	s = begin(a, seconds);
	for (uint32_t i = 0; i < 2 && !wrong; i++)
		if (relax_refutes(s, &s->question, i == 1, 1)) wrong = i ? "abstract" : "relaxed";
	if (!wrong && extensional_refute(s)) wrong = "extensional";
	search_give(s, UINT64_MAX);
	if (!wrong && laws_refute(s)) wrong = "laws";
	if (!wrong && simplify_conjuncts(s)) {
		struct question q = nested_question(s, s->simplified.list.at, s->simplified.list.count);
		if (relax_refutes(s, &q, false, 1)) wrong = "simplified";
	}
	search_close(s);
	return wrong;
}

static void take_status(void *data, uint32_t index, struct obligation_answer *a)
{
	(void)index;
	*(enum obligation_status *)data = a->status;
	obligation_answer_clear(a);
}

/* In a project of its own: a prover has its own evaluator. */
static enum obligation_status status_of_sequent(const char *question, double seconds)
{
	struct fixture side;
	struct arena arena;
	struct decls names = {0};
	struct prover_options o = {.search = {.solver = SOLVER_PICOSAT, .seconds = seconds},
	                           .is_bare = true};
	enum obligation_status status = OBLIGATION_OPEN;
	fixture_open(&side, "planted.mch", machine);
	arena_init_with(&arena, &side.project->arena);
	struct prover *p = prover_open(side.project, &side.universe, &arena, &o);
	const struct node *n = project_formula(side.project, question, &names);
	struct hypothesis *list = ARENA_ARRAY(&arena, n->count + 1, struct hypothesis);
	uint32_t count = 0;
	for (uint32_t i = 0; n->op == OP_AND && i < n->count; i++)
		list[count++] = (struct hypothesis){n->kid[i], "hyp"};
	if (count == 0) list[count++] = (struct hypothesis){n, "hyp"};
	struct hypothesis_list all = {.at = list, .count = count};
	struct obligation sequent = {
	    .kind = OBLIGATION_SEQUENT,
	    .what = GOAL_TRUE,
	    .name = "planted",
	    .hypotheses = &all,
	    .hypothesis_count = count,
	    .names = names.list.at,
	    .name_count = names.list.count,
	    .goal = node_new(&side.project->arena, OP_FALSITY, (struct pos){0}, 0)};
	for (uint32_t i = 0; i < names.list.count; i++)
		eval_set(prover_eval(p), names.list.at[i], VALUE_NONE); /* which gives it a slot */
	prover_add(p, &sequent);
	prover_run(p, &seconds, take_status, &status);
	prover_close(p);
	VEC_CLEAR(&names.list);
	fixture_close(&side);
	arena_clear(&arena);
	return status;
}

/* All attempts together; they take longer. */
static const char *who_is_wrong_at_last(struct asking *a)
{
	const double seconds = 0.2;
	struct search_options o = {.solver = SOLVER_PICOSAT,
	                           .breaks_symmetry = true,
	                           .finds_symmetry = true,
	                           .seconds = seconds};
	struct question q = question_of(a);
	struct search *s = search_open(a->eval, a->side.project, &q, &o);
	struct verdict v = search_next(s);
	bool is_none = v.answer == SEARCH_NONE && v.is_complete;
	search_close(s);
	if (is_none) return "search";
	enum obligation_status status = status_of_sequent(text_get(&a->question), seconds);
	a->found += v.answer == SEARCH_FOUND;
	a->refuted += status == OBLIGATION_REFUTED;
	bool is_proved = status == OBLIGATION_PROVED || status == OBLIGATION_PROVED_FOR_SIZES;
	return is_proved ? "sequent" : NULL;
}

static struct asking asking;

TEST never_none(const char *place, const char *row)
{
	struct asking *a = &asking;
	static char why[1000];
	bool is_read = ask_for(a, place, row);
	snprintf(why, sizeof why, "%s: not read", text_get(&a->question));
	ASSERTm(why, is_read);
	cover(a, a->node);
	enum truth t = truth_of_planted(a, a->node);
	snprintf(why, sizeof why, "%s: is not true of the planted values", text_get(&a->question));
	if (t == EVAL_FAILED) a->unknown++; /* the evaluator cannot tell */
	else ASSERTm(why, t == EVAL_TRUE);
	a->asked++;
	const char *wrong = who_is_wrong(a);
	if (!wrong && a->asked % LONGER == 0) wrong = who_is_wrong_at_last(a);
	snprintf(why, sizeof why, "%s: %s says that there is none", text_get(&a->question),
	         wrong ? wrong : "");
	ASSERTm(why, !wrong);
	PASS();
}

/* ---- operators ------------------------------------------------------------------------------------- */

/* Real numbers are not supported; x$0 is for substitutions; labels and types of Event-B are gone after reading; products and
 * differences are told apart by types. */
static bool is_left_out(enum op op)
{
	switch (op) {
	case OP_LABEL:
	case OP_OF_TYPE:
	case OP_TYPE_SET:
	case OP_OLD:
	case OP_DECIMAL:
	case OP_REAL_SET:
	case OP_FLOAT_SET:
	case OP_FLOOR:
	case OP_CEILING:
	case OP_TO_REAL: return true;
	default: return op_info(op)->class == CLASS_SUBST;
	}
}

TEST all_operators(void)
{
	for (unsigned op = 0; op < OP_COUNT; op++)
		ASSERTm(op_info((enum op)op)->tag, asking.is_covered[op] || is_left_out((enum op)op));
	PASS();
}

SUITE(planted_suite)
{
	for (uint32_t i = 0; i < ROWS; i++) RUN_TESTp(never_none, places[0], rows[i]);
	RUN_TEST(all_operators);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	enum { EACH = 3 }; /* so many places for each row */
	bool is_all = argc == 2 && strcmp(argv[1], "all") == 0;
	if (is_all) argc = 1;
	GREATEST_MAIN_BEGIN();
	if (!fixture_open(&asking.side, "planted.mch", machine)) {
		struct text errors = {0};
		diag_print(&asking.side.diag, &errors);
		fputs(text_get(&errors), stderr);
		return 1;
	}
	asking.eval = eval_open(asking.side.project, asking.side.values, &asking.side.universe);
	for (int far = 0; far < 2; far++) {
		asking.is_far = far;
		RUN_SUITE(planted_suite);
		for (uint32_t i = 0; i < ROWS; i++)
			for (uint32_t k = 1; k < PLACES; k++)
				if (is_all || (i * 7 + k + (uint32_t)far * 3) % (PLACES / EACH) == 0)
					RUN_TESTp(never_none, places[k], rows[i]);
	}
	printf("%llu questions, %llu of which the evaluator cannot tell; by all attempts: %llu found, "
	       "%llu "
	       "refuted\n",
	       (unsigned long long)asking.asked, (unsigned long long)asking.unknown,
	       (unsigned long long)asking.found, (unsigned long long)asking.refuted);
	GREATEST_MAIN_END();
}
