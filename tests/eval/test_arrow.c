/* Functions on infinite sets that call themselves, written at random, as a lambda and by equations. What the evaluator says
 * of all arguments at once must be so for each of many, by an interpreter of the test's own. */
#include "tests/greatest.h"

#include "eval/eval.h"
#include "tests/fixture.h"

static uint64_t first = 1, count = 250;

enum { LEAST = -14, MOST = 22, DEEPEST = 200, LARGE = 1000000000 };

static uint64_t state;

static uint32_t below(uint32_t n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33) % n;
}

/* ---- expressions of x and f --------------------------------------------------------------------------- */

enum kind { NUMBER, NAME, ADD, MINUS, TIMES, DIVIDE, MOD, NEGATE, IF, MAX, CALL, KINDS };

struct term {
	enum kind kind;
	int number; /* also: what x is compared with */
	int compare;
	struct term *a, *b;
};

static struct term pool[400];
static uint32_t used;

static struct term *new_term(enum kind k)
{
	REQUIRE(used < sizeof pool / sizeof *pool);
	pool[used] = (struct term){.kind = k};
	return &pool[used++];
}

static struct term *random_argument(void)
{
	struct term *t = new_term(below(4) ? MINUS : below(2) ? DIVIDE : ADD);
	t->a = new_term(NAME);
	t->b = new_term(NUMBER);
	t->b->number = 1 + (int)below(2);
	if (below(12) == 0) t->b->number = 0;
	return t;
}

static struct term *random_term(uint32_t depth)
{
	struct term *t = new_term(depth == 0 ? below(2) : below(KINDS));
	t->number = (int)below(6) - 2;
	t->compare = (int)below(4);
	if (t->kind == CALL) {
		t->a = random_argument();
		return t;
	}
	if (t->kind >= ADD) t->a = random_term(depth - 1);
	if (t->kind >= ADD && t->kind != NEGATE) t->b = random_term(depth - 1);
	return t;
}

static const char *const comparisons[] = {"=", "<", ">", "/="};

static bool compares(int how, int x, int y)
{
	return how == 0 ? x == y : how == 1 ? x < y : how == 2 ? x > y : x != y;
}

static void write_term(const struct term *t, struct text *out)
{
	static const char *const infix[] = {
	    [ADD] = "+", [MINUS] = "-", [TIMES] = "*", [DIVIDE] = "/", [MOD] = " mod ", [CALL] = NULL};
	switch (t->kind) {
	case NUMBER: text_format(out, "(%d)", t->number); return;
	case NAME: text_add(out, "x"); return;
	case NEGATE: text_add(out, "(-"); break;
	case IF: text_format(out, "IF x %s %d THEN ", comparisons[t->compare], t->number); break;
	case MAX: text_add(out, "max({"); break;
	case CALL: text_add(out, "f("); break;
	default: text_add(out, "("); break;
	}
	write_term(t->a, out);
	if (t->b) text_add(out, t->kind == IF ? " ELSE " : t->kind == MAX ? "," : infix[t->kind]);
	if (t->b) write_term(t->b, out);
	text_add(out, t->kind == IF ? " END" : t->kind == MAX ? "})" : ")");
}

/* ---- their meaning -------------------------------------------------------------------------------------- */

struct result {
	enum { VALUE, UNDEFINED, ENDLESS, TOO_LARGE } is;
	int64_t value;
};

struct model {
	const struct term *term; /* of the lambda, or of the equation for many */
	bool (*domain)(const struct model *m, int x);
	int how, number, limit; /* of the domain */
	bool has_point;         /* f(point) = is */
	int point, is;
};

static struct result call(const struct model *m, int64_t x, uint32_t depth);

static struct result number(int64_t n)
{
	return (struct result){n > LARGE || n < -LARGE ? TOO_LARGE : VALUE, n};
}

static struct result arithmetic(enum kind k, int64_t a, int64_t b)
{
	switch (k) {
	case ADD: return number(a + b);
	case MINUS: return number(a - b);
	case TIMES: return number(a * b);
	case DIVIDE: return b == 0 ? (struct result){UNDEFINED, 0} : number(a / b);
	case MOD: return a < 0 || b <= 0 ? (struct result){UNDEFINED, 0} : number(a % b);
	case MAX: return number(a > b ? a : b);
	default: return number(-a);
	}
}

static struct result meaning(const struct model *m, const struct term *t, int64_t x, uint32_t depth)
{
	if (t->kind == NUMBER) return number(t->number);
	if (t->kind == NAME) return number(x);
	if (t->kind == IF)
		return meaning(m, compares(t->compare, (int)x, t->number) ? t->a : t->b, x, depth);
	struct result a = meaning(m, t->a, x, depth);
	if (a.is != VALUE) return a;
	if (t->kind == CALL) return call(m, a.value, depth + 1);
	struct result b = t->b ? meaning(m, t->b, x, depth) : a;
	return b.is != VALUE ? b : arithmetic(t->kind, a.value, b.value);
}

static struct result call(const struct model *m, int64_t x, uint32_t depth)
{
	if (depth > DEEPEST) return (struct result){ENDLESS, 0};
	if (!m->domain(m, (int)x)) return (struct result){UNDEFINED, 0};
	if (m->has_point && x == m->point) return number(m->is);
	return meaning(m, m->term, x, depth);
}

/* ---- sets --------------------------------------------------------------------------------------------------- */

struct set {
	const char *text;
	bool (*has)(int64_t x);
};

static bool any(int64_t x) { return (void)x, true; }
static bool natural(int64_t x) { return x >= 0; }
static bool positive(int64_t x) { return x > 0; }
static bool small(int64_t x) { return x >= -2 && x <= 3; }
static bool holed(int64_t x) { return x >= 0 && x != 2; }
static const struct set sets[] = {{"INTEGER", any},
                                  {"NATURAL", natural},
                                  {"NATURAL1", positive},
                                  {"(-2..3)", small},
                                  {"(NATURAL - {2})", holed}};
enum { SETS = sizeof sets / sizeof *sets, DOMAINS = 3 };

static bool in_domain(const struct model *m, int x)
{
	return sets[m->how].has(x) && (m->number == 0 || x != m->limit);
}

/* ---- one function -------------------------------------------------------------------------------------------- */

static bool keep_first(void *data)
{
	(void)data;
	return false;
}

struct claim {
	const struct set *from, *to;
	bool is_total, is_one; /* is_one: that it exists */
	enum truth says;
};

/* "" or why the claim is wrong */
static const char *wrong(const struct model *m, const struct claim *c)
{
	bool is_broken = false, is_sure = true;
	for (int x = LEAST; x <= MOST; x++) {
		bool is_in = m->domain(m, x);
		struct result r = is_in ? call(m, x, 0) : (struct result){VALUE, 0};
		if (c->is_total && c->from->has(x) && !is_in) is_broken = true;
		if (!is_in) continue;
		if (!c->from->has(x)) is_broken = true;
		if (r.is == VALUE && !c->to->has(r.value)) is_broken = true;
		if (r.is == UNDEFINED || r.is == ENDLESS) is_sure = false;
	}
	/* an infinite set is never asked for all its elements: rule 5 of LANGUAGE.md */
	bool is_asked = c->to->has != any || c->is_one;
	if (c->says == EVAL_TRUE)
		return is_broken ? "false" : is_sure || !is_asked ? "" : "not defined";
	return is_broken ? "" : "true";
}

static struct {
	struct fixture f;
	struct eval *eval;
	struct text text;
	bool is_open;
} now;

static void close_all(void)
{
	if (now.eval) eval_close(now.eval);
	if (now.is_open) fixture_close(&now.f);
	text_clear(&now.text);
	memset(&now, 0, sizeof now);
}

/* Reads the machine and solves its PROPERTIES; true if there is a solution. */
static bool is_solved(void)
{
	now.is_open = true;
	if (!fixture_open(&now.f, "M.mch", text_get(&now.text))) return false;
	now.eval = eval_open(now.f.project, now.f.values, &now.f.universe);
	eval_set_budget(now.eval, 100000);
	struct decl *const *names;
	uint32_t n = eval_constants(now.eval, &names);
	return eval_solve(now.eval, names, n, now.f.project->main->properties, true, keep_first,
	                  NULL) == EVAL_TRUE;
}

static value function(void)
{
	struct decl *const *names;
	eval_constants(now.eval, &names);
	return eval_get(now.eval, names[0]);
}

/* The value for each argument that has one. */
static bool has_same_values(const struct model *m)
{
	for (int x = LEAST; x <= MOST; x++) {
		struct result r = call(m, x, 0);
		if (r.is == TOO_LARGE || r.is == ENDLESS) continue;
		value v = eval_apply(now.eval, function(), value_integer(now.f.values, x), (struct pos){0});
		if (v == VALUE_NONE && eval_failed(now.eval)->kind != EVAL_UNDEFINED) continue;
		if ((v == VALUE_NONE) != (r.is == UNDEFINED)) return false;
		if (v != VALUE_NONE && value_to_integer(now.f.values, v) != r.value) return false;
	}
	return true;
}

/* Is a function taken whose calls do not end? Only where the equations have a solution, whatever x is: sums, or products,
 * with one call. */
static bool has_call(const struct term *t)
{
	return t && (t->kind == CALL || has_call(t->a) || has_call(t->b));
}

static bool can_be_endless(const struct term *t, bool is_sum)
{
	if (!has_call(t)) return true;
	if (t->kind == CALL) return t->a->kind == MINUS && t->a->b->number > 0;
	if (t->kind == IF) return can_be_endless(t->a, is_sum) && can_be_endless(t->b, is_sum);
	if (t->kind != TIMES && t->kind != ADD && t->kind != MINUS) return false;
	return (t->kind != TIMES) == is_sum && has_call(t->a) != has_call(t->b) &&
	       can_be_endless(t->a, is_sum) && can_be_endless(t->b, is_sum);
}

static bool is_rightly_taken(const struct model *m)
{
	bool ends = true;
	for (int x = LEAST; x <= MOST; x++) ends = ends && call(m, x, 0).is != ENDLESS;
	return ends ||
	       (m->how == 0 && (can_be_endless(m->term, true) || can_be_endless(m->term, false)));
}

static struct {
	uint32_t yes, no, open, exist, equations, unknown;
} met;

/* %x.(x : D | E), or {x, y | x : D & (x < k => y = E) & (x >= k => y = E)} */
static void write_function(const struct model *m, int k)
{
	text_format(&now.text, "%s : %s", k < 0 ? "%x.(x" : "{x, y | x", sets[m->how].text);
	if (m->number) text_format(&now.text, " & x /= %d", m->limit);
	text_add(&now.text, k < 0 ? " | " : "");
	for (int half = 0; k >= 0 && half < 2; half++) {
		text_format(&now.text, " & (x %s %d => y = ", half ? ">=" : "<", k);
		write_term(m->term, &now.text);
		text_add(&now.text, ")");
	}
	if (k < 0) write_term(m->term, &now.text);
	text_add(&now.text, k < 0 ? ")" : "}");
}

TEST lambda(uint64_t seed)
{
	static const char *const arrows[] = {"-->", "+->"};
	state = seed;
	used = 0;
	struct model m = {.term = random_term(1 + below(3)), .domain = in_domain};
	m.how = (int)below(DOMAINS);
	m.number = (int)below(2);
	m.limit = (int)below(5) - 1;
	struct claim c = {&sets[below(SETS)], &sets[below(SETS)], below(2), false, EVAL_FAILED};
	if (below(2)) c.from = &sets[m.how];
	text_add(&now.text, "MACHINE M CONSTANTS f PROPERTIES f : INTEGER <-> INTEGER & f = ");
	write_function(&m, below(3) == 0 ? (int)below(4) : -1);
	text_format(&now.text, " ASSERTIONS f : %s %s %s END", c.from->text, arrows[!c.is_total],
	            c.to->text);
	if (!is_solved()) { /* nobody knows whether there is one */
		ASSERTm(text_get(&now.text), eval_failed(now.eval)->kind == EVAL_LIMIT && has_call(m.term));
		met.unknown++;
		close_all();
		PASS();
	}
	ASSERTm(text_get(&now.text), is_rightly_taken(&m));
	c.says = eval_predicate(now.eval, now.f.project->main->assertions->kid[0]);
	met.yes += c.says == EVAL_TRUE;
	met.no += c.says == EVAL_FALSE;
	met.open += c.says == EVAL_FAILED;
	if (c.says != EVAL_FAILED && *wrong(&m, &c))
		printf("%s: is %s\n", text_get(&now.text), wrong(&m, &c));
	ASSERTm(text_get(&now.text), c.says == EVAL_FAILED || !*wrong(&m, &c));
	struct claim exists = {&sets[0], &sets[0], false, true, EVAL_TRUE};
	bool is_one = eval_function_exists(now.eval, function());
	met.exist += is_one;
	ASSERTm(text_get(&now.text), !is_one || !*wrong(&m, &exists));
	ASSERTm(text_get(&now.text), has_same_values(&m));
	close_all();
	PASS();
}

/* f(point) = is, and an equation for those that are greater, or for some more or fewer. */
TEST equations(uint64_t seed)
{
	state = seed;
	used = 0;
	struct model m = {
	    .term = random_term(1 + below(3)), .domain = in_domain, .how = 1, .has_point = true};
	m.is = (int)below(4) - 1;
	m.point = (int)below(3) ? 0 : 1;
	static const char *const guards[] = {
	    "x : NATURAL1", "x > 0", "x : NATURAL & x /= 0", "x >= 0", "x > 1", "x /= 0", "x + 1 > 1"};
	uint32_t guard = below(sizeof guards / sizeof *guards);
	bool is_whole = guard != 4 && guard != 5 && m.point == 0;
	text_format(
	    &now.text,
	    "MACHINE M CONSTANTS f PROPERTIES f : NATURAL --> INTEGER & f(%d) = %d & !x.(%s => f(x) = ",
	    m.point, m.is, guards[guard]);
	write_term(m.term, &now.text);
	text_add(&now.text, ") END");
	bool is_found = is_solved();
	met.equations += is_found;
	struct claim exists = {&sets[1], &sets[0], true, true, EVAL_TRUE};
	if (is_found && guard == 3) { /* both of zero: a solution if they agree */
		struct model other = m;
		other.has_point = false;
		struct result r = call(&other, m.point, 0);
		ASSERTm(text_get(&now.text), r.is == VALUE && r.value == m.is);
	}
	ASSERTm(text_get(&now.text), !is_found || is_whole || guard == 3);
	ASSERTm(text_get(&now.text), !is_found || !*wrong(&m, &exists));
	ASSERTm(text_get(&now.text), !is_found || has_same_values(&m));
	close_all();
	PASS();
}

TEST reached(void)
{
	ASSERT(met.yes > count / 50);
	ASSERT(met.no > count / 50);
	ASSERT(met.exist > count / 50);
	ASSERT(met.equations > count / 50);
	PASS();
}

SUITE(random_functions)
{
	for (uint64_t i = first; i < first + count; i++) {
		RUN_TESTp(lambda, i);
		close_all();
		RUN_TESTp(equations, i);
		close_all();
	}
	RUN_TEST(reached);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(random_functions);
	printf("%u in, %u not, %u open, %u perhaps none; %u exist, %u by equations\n", met.yes, met.no,
	       met.open, met.unknown, met.exist, met.equations);
	GREATEST_MAIN_END();
}
