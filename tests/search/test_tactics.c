/* Attempts of a search depend on the question alone: neither limits nor the clock change who answers, what the answer
 * is, and the effort that it takes. */
#include "tests/greatest.h"

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
    {"r = closure1({a,b | a : NATURAL & b = a / 2}) & x : 1..20 & x |-> 1 : r & x > 15",
     "enumerate", SEARCH_FOUND},
    {"a : INTEGER & b : INTEGER & a < b & b < a", "relax", SEARCH_NONE},
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

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		RUN_TESTp(does_not_depend_on_limits, &rows[i]);
	GREATEST_MAIN_END();
}
