/* Attempts of a search depend on the question alone: neither limits nor the clock change who answers, what the answer
 * is, and the effort that it takes. And each tactic alone never contradicts the evaluator; make fuzz FUZZ=tactics asks
 * more random predicates. */
#include "tests/greatest.h"

#include "search/state.h"
#include "tests/differ/differ.h"

struct row {
	const char *predicate, *by;
	enum search_answer answer;
};

static const struct row rows[] = {
    {"x : 1..9 & x * x = 49", "direct", SEARCH_FOUND},
    {"x : 1..9 & x * x = 50", "direct", SEARCH_NONE},
    {"x : NATURAL & x mod 7 = 5 & x mod 11 = 3", "wider", SEARCH_FOUND},
    {"d <: 1..30 & card(d) = 16 & !s.(s <: 1..30 & card(s) > 14 => s /\\ d /= {})", "cegis",
     SEARCH_FOUND},
    {"f : NATURAL1 --> BOOL & g : NATURAL1 +-> BOOL & dom(f <+ g) /= dom(f) \\/ dom(g)",
     "extensional", SEARCH_NONE},
    {"A <: INTEGER & B <: INTEGER & A \\/ B /= B \\/ A", "extensional", SEARCH_NONE},
    {"A <: INTEGER & not(UNION(p).(p <: A & card(p) < 3 | p) = A)", "extensional", SEARCH_NONE},
    {"A : FIN(INTEGER) & B <: A & card(B) > card(A)", "laws", SEARCH_NONE},
    {"r = closure1({a,b | a : NATURAL & b = a / 2}) & x : 1..20 & x |-> 1 : r & x > 15",
     "enumerate", SEARCH_FOUND},
    {"a : INTEGER & b : INTEGER & a < b & b < a", "laws", SEARCH_NONE},
    {"a : INTEGER & b : INTEGER & a * a = 4 * b + 2", "relax", SEARCH_NONE},
};

enum { MOST = 64 };

struct outcome {
	enum search_answer answer;
	bool is_complete;
	struct search_attempt attempts[MOST];
	uint32_t count;
};

static void run(const char *predicate, double seconds, struct outcome *out)
{
	struct problem p;
	struct search_options o = {.solver = SOLVER_AUTO, .seconds = seconds};
	memset(out, 0, sizeof *out);
	problem_open(&p, predicate, (struct random_sizes){2, 2}, BOUNDS_MININT, BOUNDS_MAXINT);
	if (p.predicate) {
		struct question q = problem_question(&p);
		struct search *s = search_open(p.eval, p.project, &q, &o);
		uint32_t count;
		struct verdict v = search_next(s);
		out->answer = v.answer;
		out->is_complete = v.is_complete;
		const struct search_attempt *a = search_attempts(s, &count);
		for (; out->count < count && out->count < MOST; out->count++)
			out->attempts[out->count] = a[out->count];
		search_close(s);
	}
	problem_close(&p);
}

static bool is_same(const struct outcome *a, const struct outcome *b)
{
	if (a->answer != b->answer || a->is_complete != b->is_complete || a->count != b->count)
		return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (a->attempts[i].tactic != b->attempts[i].tactic ||
		    a->attempts[i].answer != b->attempts[i].answer ||
		    a->attempts[i].effort != b->attempts[i].effort)
			return false;
	return true;
}

TEST does_not_depend_on_limits(const struct row *r)
{
	static const double limits[] = {1000, 100, 10, 0};
	static struct outcome first, other;
	run(r->predicate, limits[0], &first);
	ASSERT_EQm(r->predicate, r->answer, first.answer);
	ASSERTm(r->predicate, first.count > 0);
	ASSERT_STR_EQm(r->predicate, r->by,
	               search_tactic(first.attempts[first.count - 1].tactic)->name);
	for (uint32_t i = 1; i < sizeof limits / sizeof *limits; i++) {
		run(r->predicate, limits[i], &other);
		ASSERTm(r->predicate, is_same(&first, &other));
	}
	PASS();
}

/* ---- a violation that is asked for within a question --------------------------------------------------- */

/* The value of x that violates the last conjunct (false or undefined), by the case split alone; -1: there is none. */
static int64_t violated_by_branches(const char *predicate)
{
	struct problem p;
	struct search_options o = {.solver = SOLVER_AUTO, .tactics = 1u << TACTIC_branches};
	int64_t found = -1;
	problem_open(&p, predicate, (struct random_sizes){2, 2}, BOUNDS_MININT, BOUNDS_MAXINT);
	struct question q = problem_question(&p);
	q.conjuncts = p.predicate->kid;
	q.conjunct_count = p.predicate->count - 1;
	struct violation last = {.undefined = q.conjuncts[q.conjunct_count]};
	q.violation = &last;
	struct search *s = search_new(p.eval, p.project, &q, &o, NESTING_PART);
	struct verdict v = search_next(s);
	if (v.answer == SEARCH_FOUND) found = value_to_integer(p.values, v.valuation.values[0]);
	else found -= v.answer != SEARCH_NONE;
	search_close(s);
	problem_close(&p);
	return found;
}

TEST splits_cases_of_a_violation(void)
{
	ASSERT_EQ(3, violated_by_branches("x : 1..3 & (x = 1 or x = 3) & 4 / (x - 3) < 0"));
	ASSERT_EQ(3, violated_by_branches("x : 1..3 & (x = 1 or x = 3) & x < 2"));
	ASSERT_EQ(-1, violated_by_branches("x : 1..3 & (x = 1 or x = 3) & x > 0"));
	PASS();
}

/* ---- each tactic alone ------------------------------------------------------------------------------- */

static struct differ_stats stats;

TEST does_not_contradict(uint64_t seed)
{
	struct text predicate = {0}, why = {0};
	struct random_sizes sizes = random_predicate(seed, &predicate);
	struct differ_task t = {.predicate = text_get(&predicate),
	                        .sizes = sizes,
	                        .seed = seed,
	                        .seconds = 20,
	                        .tactics = DIFFER_ONLY_TACTICS};
	enum differ_kind kind = differ_check(&t, &stats, &why);
	if (kind) fprintf(stderr, "seed %lu: %s\n", seed, text_get(&why));
	text_clear(&predicate);
	text_clear(&why);
	ASSERT_EQ(DIFFER_AGREES, kind);
	PASS();
}

/* Each was asked, above all where there is a solution, and has concluded what it may. */
TEST is_asked(enum search_tactic_number number)
{
	enum { FEW = 40 };
	const struct search_tactic *t = search_tactic(number);
	const struct differ_tactic *x = &stats.tactics[number];
	ASSERTm(t->name, x->satisfiable >= FEW);
	if (t->concludes == SEARCH_TACTIC_NONE) ASSERTm(t->name, 2 * x->satisfiable > x->asked);
	if (t->concludes & SEARCH_TACTIC_NONE) ASSERTm(t->name, x->none > 0);
	else ASSERT_EQm(t->name, 0, x->none);
	if (!(t->concludes & SEARCH_TACTIC_FOUND)) ASSERT_EQm(t->name, 0, x->found);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		RUN_TESTp(does_not_depend_on_limits, &rows[i]);
	RUN_TEST(splits_cases_of_a_violation);
	for (uint64_t seed = 1; seed <= 200; seed++) RUN_TESTp(does_not_contradict, seed);
	for (enum search_tactic_number t = 0; t < SEARCH_TACTICS; t++) RUN_TESTp(is_asked, t);
	differ_stats_clear(&stats);
	GREATEST_MAIN_END();
}
