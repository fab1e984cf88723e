/* Symmetry of questions: on random formulas over enumerated and deferred sets, with constants that are known, the group that is
 * found turns solutions into solutions, and of each class of solutions lex-leader constraints keep one. */
#include "tests/greatest.h"

#include "search/search.h"
#include "symmetry/symmetry.h"
#include "tests/fixture.h"
#include "tests/random/random_alike.h"

static const char machine[] = "MACHINE M SETS P = {a,b,c,d}; Z CONSTANTS k, t, e "
                              "PROPERTIES k : P --> 0..1 & t : P --> P & e : Z & card(Z) = 3 END";

/* ---- random formulas ------------------------------------------------------------------------------------ */

/* In most formulas only two elements are named, so that they may be alike. */
#define next random_alike_next

static void add_filled(struct text *out, uint64_t *state, bool is_few, const char *template)
{
	random_alike_fill(out, state, is_few ? 2 : 4, template);
}

static const char *const constants[] = {"k = {a|->?,b|->?,c|->?,d|->?}",
                                        "k = {a|->0,b|->0,c|->1,d|->1}", "k = P * {?}"};
static const char *const steps[] = {
    "t = {a|->b,b|->c,c|->d,d|->a}", "t = {a|->b,b|->a,c|->d,d|->c}", "t = id(P)",
    "t = {a|->@,b|->@,c|->@,d|->@}", "t = {a|->c,b|->c,c|->c,d|->c}"};
/* The names of each kind of question, with all that they may be. */
static const char *const boxes[] = {
    "x : P & s <: P",
    "x : P & y : P & f : P --> 0..1",
    "r : P +-> {@,@}",
    "s <: P & n <: {{a},{b},{a,b},{c,d},{a,c},{b,d}}",
    "x : P & w : P --> Z",
    "z : Z & w : {@,@} --> Z & s <: P",
    "p : P * P & s <: P",
    "g : struct(u : P, v : POW(P))",
    "q : perm(P)",
    "s <: P & m : 0..2",
    "h : 1..2 --> POW({@,@,@})",
    "x : P & v : {@,@} --> Z",
    "s <: P",
    "u : {a,b} --> Z & v : {a,b} --> Z",
};
static const char *const about[][12] = {
    {"x : s", "card(s) = ? + 1", "t(x) /: s", "k(x) = ?", "@ : s or @ : s", "{@,@} <: s or x = @",
     "!p.(p : s => k(p) = ?)", "#p.(p : P & p /: s & t(p) = x)", "x /= @", "s /= {@,@}",
     "t[s] <: s", "(x = @ => @ : s)"},
    {"x /= y", "f(x) < f(y)", "f(@) = f(@)", "t(x) = y or t(y) = x", "f(x) + f(y) = 1 + ?",
     "f = k or x = @", "x : {@,@}", "y : {@,@}", "SIGMA(p).(p : P | f(p)) = 2", "f(@) <= f(@)",
     "!p.(p : P => (f(p) = ? or p = x))", "#p.(p : P & f(p) /= k(p) & p /= y)"},
    {"r /= {}", "dom(r) = {@,@}", "r /\\ t = {}", "card(r) = 2", "@ |-> @ : r",
     "!p.(p : dom(r) => r(p) /= p)", "r[{@}] = r[{@}]", "@ : dom(r) & @ : ran(r)", "r : P >+> P",
     "(@ : dom(r) => @ : dom(r))", "r <: t", "dom(r) \\/ ran(r) = P"},
    {"s : n", "card(n) = 2", "{@,@} : n", "union(n) = s", "!p.(p : n => card(p) = 1 + ?)", "s /: n",
     "{@} : n or {@} : n", "inter(n \\/ {P}) /= {}", "card(s) > ?", "@ : s", "n /= {}", "t[s] : n"},
    {"w(@) = w(@)", "w(x) = e", "w[{@,@}] = Z", "card(ran(w)) = ? + 1", "w(x) = w(t(x))",
     "x : {@,@}", "w~[{e}] = {@,@}", "k(x) = ?", "!p.(p : P & w(p) = e => k(p) = ?)", "x /= @",
     "w = P * {e} or x = @", "#p.(p : P & p /= x & w(p) = w(x))"},
    {"z /= e", "z : ran(w)", "s <: dom(w)", "w[s] = {z}", "card(s) = 1 + ?", "@ : s",
     "!p.(p : s => k(p) = ?)", "s /\\ {@,@} /= {}", "w~[{z}] = s", "e : ran(w)", "s /= {}",
     "dom(w) <: s"},
    {"p : t", "prj1(P,P)(p) /= prj2(P,P)(p)", "#x.(x : P & p = x |-> t(x))", "p /= @ |-> @",
     "prj1(P,P)(p) : s", "prj2(P,P)(p) /: s", "card(s) = ? + 1", "{@,@} <: s",
     "p : {@ |-> @, @ |-> @}", "k(prj1(P,P)(p)) = ?", "p : s * s", "@ /: s"},
    {"g'u : g'v", "g'u /= @", "card(g'v) = 1 + ?", "g'v /= {@,@}", "g'u : {@,@}", "t(g'u) : g'v",
     "k(g'u) = ?", "@ : g'v", "!p.(p : g'v => k(p) = ?)", "g'v /\\ {@,@} /= {}", "g'u /: t[g'v]",
     "g'v /= P"},
    {"q(1) = @", "q(2) : {@,@}", "k(q(1)) = ?", "t(q(1)) = q(2)", "q(3) /= @", "q(4) = t(q(1))",
     "q~(@) < q~(@)", "q[1..2] = {@,@}", "!i.(i : 1..3 => t(q(i)) /= q(i))", "q(1) /= t(q(3))",
     "q~(@) > 1 + ?", "k(q(2)) <= k(q(3))"},
    {"card(s) = m", "m > ?", "@ : s or m = ?", "SIGMA(p).(p : s | k(p)) = m", "s /= {@,@}",
     "#p.(p : s & k(p) = ?)", "m = card(s /\\ {@,@})", "t[s] = s", "@ /: s", "(m = ? => @ : s)",
     "!p,q.(p : s & q : s & p /= q => t(p) /= q)", "m + card(s) = 3"},
    {"h(1) <: h(2)", "h(1) /\\ h(2) = {}", "@ : h(1)", "h(1) \\/ h(2) = {@,@}", "h(1) /= h(2)",
     "card(h(1)) = 1 + ?", "t[h(1)] = h(2)", "@ : h(2) or @ : h(1)", "{} /: ran(h)",
     "!p.(p : h(2) => k(p) = ?)", "union(ran(h)) = {@,@,@}", "h(2) /= {@}"},
    {"x : dom(v)", "x /: dom(v)", "v(@) = v(@)", "#z.(z : Z & z /: ran(v))", "card(ran(v)) = 1 + ?",
     "x : {@,@}", "v[{@,@}] = ran(v)", "#p.(p : dom(v) & p /= x)", "k(x) = ?", "x /= @",
     "ran(v) /= Z", "#z,p.(p : dom(v) & z = v(p) & p /= x)"},
    {"#p.(p : s & p /= @) & #q.(q : s & q /= @)", "#p.(p : s & t(p) /= @)",
     "#p.(p : P & p /: s & p /= @) & #q.(q : P & q /: s & q /= @)", "card(s) = 1 + ?",
     "#p.(p : {@,@} & p /: s) & #q.(q : {@,@} & q : s)", "not(s <: {@,@})", "@ : s",
     "#p,q.(p : s & q : s & p /= q & t(p) /= q)", "s /= {@,@}", "#p.(p : s & k(p) = ?)",
     "#p.(p : s & p /= @)", "#p.(p : P - s & p /= @)"},
    {"u /= v", "u(@) = v(@)", "ran(u) /\\ ran(v) = {}", "card(ran(u) \\/ ran(v)) = 2 + ?",
     "u(@) /= u(@)", "v(@) = v(@)", "u(@) /= v(@)", "card(u /\\ v) = ?", "ran(u) = ran(v)",
     "#z.(z : Z & z /: ran(u) & z /: ran(v))", "u : {a,b} >-> Z", "v[{@}] <: ran(u)"},
};
enum { BOXES = sizeof boxes / sizeof *boxes, MOST_SOLUTIONS = 700 };

static void make_question(uint64_t *state, struct text *out)
{
	bool is_few = next(state, 4) > 0;
	uint32_t box = next(state, BOXES), count = 1 + next(state, 3);
	add_filled(out, state, is_few, boxes[box]);
	for (uint32_t i = 0; i < count; i++) {
		text_add(out, " & (");
		add_filled(out, state, is_few, about[box][next(state, 12)]);
		text_add(out, ")");
	}
}

/* ---- solutions ------------------------------------------------------------------------------------------- */

struct subject {
	struct fixture fixture;
	struct eval *eval;
	struct decls names;
	struct question question;
	struct symmetry_group *group;
};

static void know(struct subject *b, uint64_t *state, const char *equation)
{
	struct text text = {0};
	add_filled(&text, state, next(state, 2), equation);
	const struct node *n = project_formula(b->fixture.project, text_get(&text), NULL);
	eval_set(b->eval, n->kid[0]->decl, eval_expression(b->eval, n->kid[1]));
	text_clear(&text);
}

static void subject_close(struct subject *b)
{
	VEC_CLEAR(&b->names.list);
	symmetry_close(b->group);
	if (b->eval) eval_close(b->eval);
	fixture_close(&b->fixture);
}

static bool subject_open(struct subject *b, uint64_t seed, struct text *out)
{
	uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
	*b = (struct subject){0};
	if (!fixture_open(&b->fixture, "M.mch", machine)) return false;
	struct fixture *f = &b->fixture;
	b->eval = eval_open(f->project, f->values, &f->universe);
	know(b, &state, constants[next(&state, 3)]);
	know(b, &state, steps[next(&state, 5)]);
	for (uint32_t i = 0; i < f->project->main->decls.count; i++) {
		struct decl *d = f->project->main->decls.at[i];
		if (strcmp(d->name, "e") == 0) eval_set(b->eval, d, value_element(1, next(&state, 2)));
	}
	make_question(&state, out);
	const struct node *n = project_formula(f->project, text_get(out), &b->names);
	if (!n) return false;
	for (uint32_t i = 0; i < b->names.list.count; i++)
		eval_set(b->eval, b->names.list.at[i], VALUE_NONE);
	VEC(const struct node *) conjuncts = {0};
	EACH_CONJUNCT(c, n) VEC_PUSH(&conjuncts, c.now);
	uint32_t count = conjuncts.count;
	b->question = (struct question){.names = b->names.list.at,
	                                .count = b->names.list.count,
	                                .conjuncts = VEC_FREEZE(&conjuncts, &f->arena),
	                                .conjunct_count = count,
	                                .universe = &f->universe};
	struct symmetry_formulas formulas = {.names = b->question.names,
	                                     .name_count = b->question.count,
	                                     .conjuncts = b->question.conjuncts,
	                                     .conjunct_count = b->question.conjunct_count,
	                                     .eval = b->eval};
	struct symmetry_question q = {.project = f->project,
	                              .universe = &f->universe,
	                              .values = f->values,
	                              .formulas = &formulas,
	                              .without_factors = true};
	b->group = symmetry_detect(&q);
	return true;
}

struct tuples {
	VEC(value) list;
	uint32_t width, count;
};

static bool tuples_has(const struct tuples *t, const value *v)
{
	for (uint32_t i = 0; i < t->count; i++)
		if (!memcmp(t->list.at + (size_t)i * t->width, v, t->width * sizeof *v)) return true;
	return false;
}

static void tuples_add(struct tuples *t, const value *v)
{
	for (uint32_t i = 0; i < t->width; i++) VEC_PUSH(&t->list, v[i]);
	t->count++;
}

/* All that are found; false if that is open, or there are too many. */
static bool solve(struct subject *b, bool finds_symmetry, bool up_to_symmetry, struct tuples *out)
{
	struct search_options o = {.solver = SOLVER_CADICAL,
	                           .breaks_symmetry = finds_symmetry,
	                           .finds_symmetry = finds_symmetry,
	                           .breaks_at_once = true,
	                           .lists_solutions = up_to_symmetry,
	                           .seconds = 60,
	                           .tactics = 1u << TACTIC_direct};
	struct search *s = search_open(b->eval, b->fixture.project, &b->question, &o);
	*out = (struct tuples){.width = b->question.count};
	enum search_answer a = SEARCH_FOUND;
	while (a == SEARCH_FOUND && out->count <= MOST_SOLUTIONS) {
		struct verdict v = search_next(s);
		a = v.answer;
		if (a != SEARCH_FOUND) break;
		tuples_add(out, v.valuation.values);
		search_exclude_last(s, NULL, 0, up_to_symmetry);
	}
	search_close(s);
	for (uint32_t i = 0; i < b->question.count; i++)
		eval_set(b->eval, b->question.names[i], VALUE_NONE);
	return a == SEARCH_NONE;
}

static void image_of(const struct subject *b, const uint32_t *permutation, const value *v,
                     value *out)
{
	for (uint32_t i = 0; i < b->question.count; i++)
		out[i] = symmetry_image(b->group, permutation, b->fixture.values,
		                        b->question.names[i]->type, v[i]);
}

/* All images, too. */
static void close_under_group(const struct subject *b, struct tuples *t)
{
	value v[8], image[8];
	for (uint32_t i = 0; i < t->count; i++)
		for (uint32_t k = 0; k < b->group->generator_count; k++) {
			memcpy(v, t->list.at + (size_t)i * t->width, t->width * sizeof *v);
			image_of(b, b->group->generators[k], v, image);
			if (!tuples_has(t, image)) tuples_add(t, image);
		}
}

/* With --up-to-symmetry there is one of each class. */
static const char *listed_difference(struct subject *b, const struct tuples *all)
{
	struct tuples listed, seen = {.width = b->question.count};
	const char *why = solve(b, true, true, &listed) ? NULL : "up to symmetry it is open";
	for (uint32_t i = 0; i < listed.count && !why; i++) {
		const value *v = listed.list.at + (size_t)i * listed.width;
		if (tuples_has(&seen, v)) why = "two of one class are listed";
		tuples_add(&seen, v);
		close_under_group(b, &seen);
	}
	if (!why && seen.count != all->count) why = "a class is not listed";
	VEC_CLEAR(&listed.list);
	VEC_CLEAR(&seen.list);
	return why;
}

static uint64_t first = 1, runs = 400, moved, fewer;

static const char *difference(struct subject *b)
{
	struct tuples all, some;
	const char *why = NULL;
	bool is_all = solve(b, false, false, &all);
	bool is_some = is_all && solve(b, true, false, &some);
	if (!is_all) {
		VEC_CLEAR(&all.list);
		return NULL;
	}
	moved += b->group->generator_count > 0 && all.count > 0;
	fewer += is_some && some.count < all.count;
	if (!is_some) why = "with symmetry broken it is open";
	for (uint32_t i = 0; i < some.count && !why; i++)
		if (!tuples_has(&all, some.list.at + (size_t)i * some.width)) why = "one is invented";
	uint32_t kept = all.count;
	close_under_group(b, &all);
	if (all.count != kept) why = "the image of a solution is none";
	close_under_group(b, &some);
	for (uint32_t i = 0; i < all.count && !why; i++)
		if (!tuples_has(&some, all.list.at + (size_t)i * all.width)) why = "a class is lost";
	if (!why) why = listed_difference(b, &all);
	VEC_CLEAR(&all.list);
	VEC_CLEAR(&some.list);
	return why;
}

TEST classes_are_kept(void)
{
	for (uint64_t seed = first; seed < first + runs; seed++) {
		struct text text = {0};
		struct subject b;
		bool ok = subject_open(&b, seed, &text);
		if (!ok) fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, text_get(&text));
		ASSERT(ok);
		const char *why = difference(&b);
		if (why) {
			fprintf(stderr, "seed %llu: %s: %s\n", (unsigned long long)seed, why, text_get(&text));
			FAILm("symmetry differs");
		}
		subject_close(&b);
		text_clear(&text);
	}
	ASSERT(moved * 4 > runs && fewer * 5 > runs);
	PASS();
}

/* ---- substitutions ------------------------------------------------------------------------------------------ */

#define BODY(text)                                                                                 \
	"MACHINE M SETS P = {a,b,c} VARIABLES x, s INVARIANT x : P & s <: P "                          \
	"INITIALISATION x := c || s := {} OPERATIONS go = " text " END"
static const struct {
	const char *text;
	bool moves; /* a and b take each other's places */
} bodies[] = {
    {BODY("IF a : s THEN x := a ELSIF b : s THEN x := b END"), false},
    {BODY("IF a : s THEN x := a ELSE x := b END"), false},
    {BODY("SELECT a : s THEN x := a WHEN b : s THEN x := b END"), true},
    {BODY("BEGIN x := a; x := b END"), false},
    {BODY("CHOICE x := a OR x := b END"), true},
    {BODY("SELECT a : s & s = {c} THEN x := a WHEN b : s & s = {} THEN x := b END"), false},
    {BODY("x := c"), true},
};

/* What is false after a substitution, from states in which x is one of two. */
TEST bodies_are_seen(void)
{
	for (uint32_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		struct fixture f;
		ASSERT(fixture_open(&f, "M.mch", bodies[i].text));
		const struct node *before = project_formula(f.project, "x : {a,b} & a : s & b : s", NULL);
		const struct node *after = project_formula(f.project, "x : s", NULL);
		const struct machine *m = f.project->main;
		struct symmetry_formulas formulas = {.conjuncts = &before,
		                                     .conjunct_count = 1,
		                                     .body = m->operations.at[0]->body,
		                                     .goals = &after,
		                                     .goal_count = 1};
		struct decl *names[2];
		for (uint32_t k = 0; k < m->decls.count; k++)
			if (m->decls.at[k]->kind == DECL_VARIABLE)
				names[formulas.name_count++] = m->decls.at[k];
		formulas.names = names;
		struct symmetry_question q = {.project = f.project,
		                              .universe = &f.universe,
		                              .values = f.values,
		                              .formulas = &formulas,
		                              .without_factors = true};
		struct symmetry_group *g = symmetry_detect(&q);
		ASSERT_EQ(bodies[i].moves, g->generator_count > 0);
		symmetry_close(g);
		fixture_close(&f);
	}
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	fixture_seeds(&argc, argv, &first, &runs);
	GREATEST_MAIN_BEGIN();
	RUN_TEST(classes_are_kept);
	RUN_TEST(bodies_are_seen);
	printf("%llu with a group, %llu with fewer solutions\n", (unsigned long long)moved,
	       (unsigned long long)fewer);
	GREATEST_MAIN_END();
}
