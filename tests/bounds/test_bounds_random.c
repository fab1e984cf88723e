/* Soundness of bounds_ranges: of random predicates, every solution in a small window lies in the
 * ranges. SEED and PREDICATES in the environment make other and longer runs. */
#include "tests/greatest.h"

#include "bounds/bounds.h"

enum { PREDICATES = 6000, MOST_TRIES = 600, TESTS_PER_PROJECT = 2000 };

static const char machine[] = "MACHINE m SETS E = {ea, eb} END";

static struct fixture {
	struct names names;
	struct diag diag;
	struct project *project;
	struct universe universe;
	struct values *values;
	struct eval *eval;
	uint64_t random;
	uint64_t tests, solutions, bounded, impossible;
} f;

static void open_project(void)
{
	names_init(&f.names);
	diag_init(&f.diag, &f.names);
	f.project = project_load_text(&f.names, &f.diag, "m.mch", machine, strlen(machine), NULL);
	universe_init(&f.universe, f.project, 2);
	f.values = values_open(&f.names);
	f.eval = eval_open(f.project, f.values, &f.universe);
}

static void close_project(void)
{
	eval_close(f.eval);
	values_close(f.values);
	universe_clear(&f.universe);
	project_close(f.project);
	diag_clear(&f.diag);
	names_clear(&f.names);
}

static uint32_t pick(uint32_t count)
{
	f.random ^= f.random << 13;
	f.random ^= f.random >> 7;
	f.random ^= f.random << 17;
	return (uint32_t)((f.random >> 16) % count);
}

/* ---- random predicates ------------------------------------------------------------------------------ */

/* What an expression is: an integer, a set of them, a relation between them, a set of sets, a function
 * from E, a record; and what it may be written with. */
enum kind { INT, SET, REL, SETS, FUN, REC, KINDS };

/* In templates, i s r t h c are random expressions of these kinds, e is an element of E, n a small
 * number, p a predicate; b makes a bound name known for what follows, d is one that it names. */
static const char *const ints[] = {
    "n",
    "n",
    "n",
    "(i + i)",
    "(i - i)",
    "(i * i)",
    "(i / i)",
    "(i mod i)",
    "(i ** n)",
    "(n ** i)",
    "(3 * i * i)",
    "max({i, i})",
    "(-i)",
    "max(s)",
    "min(s)",
    "card(s)",
    "card(r)",
    "size(r)",
    "r(i)",
    "first(r)",
    "last(r)",
    "h(e)",
    "succ(i)",
    "pred(i)",
    "c'v",
    "max({i, i})",
    "min(i..i)",
    "card(i..i)",
    "card(t)",
    "SIGMA(b).(b : s | i)",
    "PI(b).(b : s | i)",
    "IF p THEN i ELSE i END",
    "(LET b BE b = i IN i END)",
    "MAXINT",
    "card(h)",
    "{1 |-> i, 2 |-> i}(i)",
    "card({b | b : s & p})",
    "SIGMA(b).(b : dom(r) | r(b))",
};
static const char *const sets[] = {
    "{i}",
    "{i, i}",
    "i..i",
    "n..n",
    "(s \\/ s)",
    "(s /\\ s)",
    "(s \\ s)",
    "dom(r)",
    "ran(r)",
    "r[s]",
    "ran(h)",
    "{b | b : s & p}",
    "{b . b : s | i}",
    "union(t)",
    "inter(t)",
    "NAT",
    "{}",
    "UNION(b).(b : s | s)",
    "INTER(b).(b : s | s)",
    "h[{e}]",
    "ran(r~)",
    "IF p THEN s ELSE s END",
    "{b | p & b : n..n}",
    "c'w",
    "prj1(s, s)[r]",
};
static const char *const relations[] = {
    "{i |-> i}",
    "{i |-> i, i |-> i}",
    "(s * s)",
    "(r \\/ r)",
    "(r~)",
    "(s <| r)",
    "(r |> s)",
    "(s <<| r)",
    "(r |>> s)",
    "(r <+ r)",
    "(r ; r)",
    "id(s)",
    "closure1(r)",
    "closure(r)",
    "iterate(r, n)",
    "%b.(b : s | i)",
    "[i, i]",
    "[i]",
    "(r ^ r)",
    "tail(r)",
    "front(r)",
    "rev(r)",
    "(i -> r)",
    "(r <- i)",
    "(r /|\\ i)",
    "(r \\|/ i)",
    "[]",
    "conc([r, r])",
    "(r /\\ r)",
    "(r \\ r)",
    "rel(fnc(r))",
    "ran(r >< r)",
    "dom((r || r))",
};
static const char *const sets_of_sets[] = {
    "{s}",         "{s, s}",          "(t \\/ t)",   "(t /\\ t)", "POW(n..n)",
    "POW({i, i})", "{b . b : s | s}", "ran(fnc(r))", "(t \\ t)",  "POW1({i, i})"};
static const char *const functions[] = {"{e |-> i}",      "(h <+ h)", "{ea |-> i, eb |-> i}",
                                        "%x.(x : E | i)", "(h |> s)", "({e} <| h)"};
static const char *const records[] = {"rec(v: i, w: s)", "IF p THEN c ELSE c END"};
static const char *const predicates[] = {
    "i < i",
    "(h : E --> NATURAL & SIGMA(x).(x : E | h(x)) <= n)",
    "(h : E --> n..MAXINT & SIGMA(x).(x : dom(h) | h(x) - n) = i)",
    "(r : 1..2 --> NATURAL & n >= SIGMA(b).(b : 1..2 | 2 * r(b) - n))",
    "i <= i",
    "i > i",
    "i >= i",
    "i = i",
    "i /= i",
    "i : s",
    "i : s",
    "i /: s",
    "s <: s",
    "s <<: s",
    "s = s",
    "s /= s",
    "i |-> i : r",
    "r <: r",
    "r = r",
    "r <: s * s",
    "r : s --> s",
    "r : s +-> s",
    "r : s >-> s",
    "r : s <-> s",
    "r : s >->> s",
    "r : s -->> s",
    "r : s <<-> s",
    "r : seq(s)",
    "r : iseq(s)",
    "r : perm(s)",
    "r : seq1(s)",
    "s : POW(s)",
    "s : t",
    "t <: POW(s)",
    "t = t",
    "h : E --> s",
    "h : E +-> s",
    "h = h",
    "c : struct(v: s, w: POW(s))",
    "c = c",
    "(p & p)",
    "(p or p)",
    "(p => p)",
    "(p <=> p)",
    "not(p)",
    "!b.(b : s => p)",
    "#b.(b : s & p)",
    "#b.(b : s & d = i)",
    "!b.(b : s => i < i)",
    "!b.(b : dom(r) => r(d) : s)",
    "!b.(b : dom(r) => p)",
    "!(x, y).(x |-> y : r => x + i < y)",
    "!(x, y).(x |-> y : r => x : s & y : s)",
    "!x.(x : E => h(x) : s)",
    "!x.(x : dom(h) => h(x) < i)",
    "!b.(b : s & p => d < i)",
    "!b.(p & b : s => d > i)",
    "partition(s, s, s)",
    "bool(p) = TRUE",
    "bool(p) = FALSE",
    "IF p THEN p ELSE p END",
    "LET b BE b = i IN p END",
    "card(s) = i",
    "card(r) < i",
    "dom(r) = s",
    "ran(r) <: s",
    "size(r) <= n",
    "r(i) = i",
    "max(s) < i",
    "i + i = n",
    "(n * i + n * i = n & i - n * i = n)",
    "(n * i - i = n & i + n * i = n - i)",
    "i * i : s",
    "i / n = n",
    "i mod n = n",
    "i..i <: s",
    "s <: i..i",
    "union(t) <: s",
    "{i, i} <: s",
    "!b.(b : s => d = n or d < i)",
    "not(#b.(b : s & d > i))",
    "!b.(b : s => b : s)",
};

#define TEMPLATES(list) list, sizeof list / sizeof *list

struct writer {
	struct text out;
	uint32_t used[KINDS]; /* names of this kind that may occur */
	uint32_t bound;       /* names of binders that are open */
	uint32_t counter;     /* of binders in all */
	uint32_t open[64];
};

static void write_kind(struct writer *w, enum kind kind, uint32_t depth);
static void write_predicate(struct writer *w, uint32_t depth);

static void write_template(struct writer *w, const char *t, uint32_t depth)
{
	uint32_t bound = w->bound, mine = w->counter;
	bool is_declared = false;
	for (; *t; t++) {
		size_t length = strspn(t, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1");
		if (length != 1 || *t < 'a') { /* a word, or something else */
			text_add_bytes(&w->out, t, length ? length : 1);
			t += length ? length - 1 : 0;
			continue;
		}
		switch (*t) {
		case 'i': write_kind(w, INT, depth); break;
		case 's': write_kind(w, SET, depth); break;
		case 'r': write_kind(w, REL, depth); break;
		case 't': write_kind(w, SETS, depth); break;
		case 'h': write_kind(w, FUN, depth); break;
		case 'c': write_kind(w, REC, depth); break;
		case 'p': write_predicate(w, depth); break;
		case 'e': text_add(&w->out, pick(2) ? "ea" : "eb"); break;
		case 'n': text_format(&w->out, "%u", pick(5)); break;
		case 'd':
		case 'b':
			if (!is_declared) w->counter++;
			text_format(&w->out, "v%u", mine);
			if (is_declared && w->bound == bound && bound < 64) w->open[w->bound++] = mine;
			is_declared = true;
			break;
		default: text_add_char(&w->out, *t); break;
		}
	}
	w->bound = bound;
}

static bool write_name(struct writer *w, enum kind kind)
{
	static const char *const letters[KINDS] = {"x", "s", "r", "t", "h", "c"};
	if (kind == INT && w->bound && pick(2)) {
		text_format(&w->out, "v%u", w->open[pick(w->bound)]);
		return true;
	}
	if (!w->used[kind]) return false;
	text_format(&w->out, "u%s%u", letters[kind], pick(w->used[kind]));
	return true;
}

static void write_kind(struct writer *w, enum kind kind, uint32_t depth)
{
	static const struct {
		const char *const *list;
		size_t count;
	} templates[KINDS] = {{TEMPLATES(ints)},         {TEMPLATES(sets)},      {TEMPLATES(relations)},
	                      {TEMPLATES(sets_of_sets)}, {TEMPLATES(functions)}, {TEMPLATES(records)}};
	static const char *const simple[KINDS] = {"n",     "{n, n}",    "{n |-> n}",
	                                          "{{n}}", "{e |-> n}", "rec(v: n, w: {n})"};
	if ((depth == 0 || pick(3)) && write_name(w, kind)) return;
	if (depth == 0) write_template(w, simple[kind], 0);
	else write_template(w, templates[kind].list[pick((uint32_t)templates[kind].count)], depth - 1);
}

/* Does a template speak of a kind of which there are names? */
static bool is_useful(const struct writer *w, const char *t)
{
	static const char letters[] = "isrthc";
	while (*t) {
		size_t length = strspn(t, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1");
		const char *letter = length == 1 ? strchr(letters, *t) : NULL;
		if ((letter && w->used[letter - letters]) || (length == 1 && *t == 'p')) return true;
		t += length ? length : 1;
	}
	return false;
}

static void write_predicate(struct writer *w, uint32_t depth)
{
	const char *t;
	uint32_t tries = 0;
	/* deep ones get simple at the end */
	do t = predicates[pick(depth ? sizeof predicates / sizeof *predicates : 12)];
	while (!is_useful(w, t) && ++tries < 10);
	write_template(w, t, depth ? depth - 1 : 0);
}

/* ---- solutions ------------------------------------------------------------------------------------------ */

static const char *const typing[KINDS] = {" & ux%u : INTEGER",
                                          " & us%u <: INTEGER",
                                          " & ur%u : INTEGER <-> INTEGER",
                                          " & ut%u <: POW(INTEGER)",
                                          " & uh%u : E <-> INTEGER",
                                          " & uc%u : struct(v: INTEGER, w: POW(INTEGER))"};
static const char *const window[KINDS] = {
    "-3..6",
    "POW(-1..2) \\/ {{3, 4}, 2..5}",
    "POW((0..2) * (0..1)) \\/ POW((1..2) * (-1..2)) \\/ POW({1, 2, 3} * {2, 3})",
    "POW(POW(0..1)) \\/ {{{-1, 2}, {}}, {3..4, {1}}}",
    "POW(E * (0..2)) \\/ {{ea |-> -1, eb |-> 3}}",
    "{n, z . n : -1..2 & z : POW(0..1) | rec(v: n, w: z)}"};

/* Does the value lie in the range? */
static bool is_within(const struct type *t, const struct range *r, value v)
{
	if (!r) return true;
	switch (t->kind) {
	case TYPE_INTEGER: {
		int64_t n = value_to_integer(f.values, v);
		return (!r->has_low || r->low <= n) && (!r->has_high || n <= r->high);
	}
	case TYPE_PAIR:
		return is_within(t->a, r->a, value_first(f.values, v)) &&
		       is_within(t->b, r->b, value_second(f.values, v));
	case TYPE_RECORD:
		for (uint32_t i = 0; i < t->count; i++)
			if (!is_within(t->fields[i].type, r->fields[i], value_field(f.values, v, i)))
				return false;
		return true;
	case TYPE_POW: {
		uint64_t count = value_count(f.values, v);
		if (r->has_most && count > r->most) return false;
		for (uint64_t i = 0; i < count; i++)
			if (!is_within(t->a, r->a, value_at(f.values, v, i))) return false;
		return true;
	}
	default: return true;
	}
}

static enum kind kind_of(const struct decl *d)
{
	static const char letters[] = "xsrthc";
	return (enum kind)(strchr(letters, d->name[1]) - letters);
}

/* Gives the names their values number `which` of all combinations. */
static void set_names(const struct decls *d, const value *windows, uint64_t which)
{
	for (uint32_t i = 0; i < d->list.count; i++) {
		value all = windows[kind_of(d->list.at[i])];
		uint64_t count = value_count(f.values, all);
		eval_set(f.eval, d->list.at[i], value_at(f.values, all, which % count));
		which /= count;
	}
}

static uint64_t count_combinations(const struct decls *d, const value *windows)
{
	uint64_t count = 1;
	for (uint32_t i = 0; i < d->list.count; i++)
		count *= value_count(f.values, windows[kind_of(d->list.at[i])]);
	return count;
}

/* True, and all integers in it were tried. */
static bool is_true(const struct node *n)
{
	eval_clear_cut(f.eval);
	eval_set_budget(f.eval, 20000);
	return eval_predicate(f.eval, n) == EVAL_TRUE && !eval_was_cut(f.eval);
}

static const struct decl *find_outside(const struct decls *d, struct range *const *ranges)
{
	for (uint32_t i = 0; i < d->list.count; i++)
		if (!is_within(d->list.at[i]->type, ranges[i], eval_get(f.eval, d->list.at[i])))
			return d->list.at[i];
	return NULL;
}

static void report(const char *text, const struct decls *d, struct range *const *ranges,
                   bool possible)
{
	struct text t = {0};
	for (uint32_t i = 0; i < d->list.count; i++) {
		text_format(&t, "  %s = ", d->list.at[i]->name);
		value_print(f.values, &f.universe, eval_get(f.eval, d->list.at[i]), &t);
		text_add(&t, ", range ");
		if (possible) bounds_range_print(d->list.at[i]->type, ranges[i], &t);
		else text_add(&t, "none");
		text_add(&t, "\n");
	}
	printf("\n%s\n%s", text, text_get(&t));
	text_clear(&t);
}

/* False if a solution is not in the ranges. */
static bool check(const char *text, const struct node *n, const struct decls *d,
                  const value *windows)
{
	struct arena arena = {0};
	struct range **ranges = ARENA_ARRAY(&arena, d->list.count, struct range *);
	for (uint32_t i = 0; i < d->list.count; i++) eval_set(f.eval, d->list.at[i], VALUE_NONE);
	eval_set_budget(f.eval, 0);
	bool possible = bounds_ranges(f.eval, &arena, d->list.at, d->list.count, &n, 1, ranges),
	     good = true;
	uint64_t all = count_combinations(d, windows), tries = all < MOST_TRIES ? all : MOST_TRIES;
	f.tests++;
	f.impossible += !possible;
	for (uint32_t i = 0; i < d->list.count && possible; i++) f.bounded += ranges[i] != NULL;
	for (uint64_t i = 0; i < tries && good; i++) {
		uint64_t which = tries == all ? i : ((uint64_t)pick(1u << 30) << 20 | pick(1u << 20)) % all;
		set_names(d, windows, which);
		if (!is_true(n)) continue;
		f.solutions++;
		good = possible && !find_outside(d, ranges);
		if (!good) report(text, d, ranges, possible);
	}
	arena_clear(&arena);
	return good;
}

static void write_formula(struct writer *w)
{
	uint32_t names = 1 + pick(3), conjuncts = 1 + pick(3);
	for (uint32_t i = 0; i < names; i++) w->used[pick(KINDS)]++;
	for (uint32_t i = 0; i < conjuncts; i++) {
		if (i) text_add(&w->out, " & ");
		write_predicate(w, 1 + pick(3));
	}
	for (enum kind k = 0; k < KINDS; k++)
		for (uint32_t i = 0; i < w->used[k]; i++) {
			char conjunct[80];
			snprintf(conjunct, sizeof conjunct, typing[k], i);
			text_add(&w->out, conjunct);
		}
}

static bool one_test(const value *windows)
{
	struct writer w = {0};
	struct decls unknown = {0};
	write_formula(&w);
	f.diag.errors = 0;
	const struct node *n = project_formula(f.project, text_get(&w.out), &unknown);
	bool good = !n || check(text_get(&w.out), n, &unknown, windows);
	VEC_CLEAR(&unknown.list);
	text_clear(&w.out);
	return good;
}

static bool many_tests(uint64_t count)
{
	value windows[KINDS];
	open_project();
	for (enum kind k = 0; k < KINDS; k++) {
		windows[k] = eval_expression(f.eval, project_formula(f.project, window[k], NULL));
		windows[k] = eval_list(f.eval, windows[k], (struct pos){0});
	}
	bool good = true;
	for (uint64_t i = 0; i < count && good; i++) good = one_test(windows);
	close_project();
	return good;
}

static uint64_t setting(const char *variable, uint64_t otherwise)
{
	const char *text = getenv(variable);
	return text ? strtoull(text, NULL, 10) : otherwise;
}

TEST solutions_lie_in_the_ranges(void)
{
	uint64_t count = setting("PREDICATES", PREDICATES);
	f.random = setting("SEED", 1) * UINT64_C(0x9e3779b97f4a7c15) + 1;
	for (uint64_t i = 0; i < count; i += TESTS_PER_PROJECT)
		ASSERT(many_tests(count - i < TESTS_PER_PROJECT ? count - i : TESTS_PER_PROJECT));
	if (getenv("SEED"))
		printf("%llu predicates, %llu solutions, %llu bounded names, %llu without solution\n",
		       (unsigned long long)f.tests, (unsigned long long)f.solutions,
		       (unsigned long long)f.bounded, (unsigned long long)f.impossible);
	/* the test must not be empty */
	ASSERT(f.tests > count / 2);
	ASSERT(f.solutions > count);
	ASSERT(f.bounded > count / 4);
	ASSERT(f.impossible > count / 50);
	PASS();
}

SUITE(random_ranges) { RUN_TEST(solutions_lie_in_the_ranges); }

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(random_ranges);
	GREATEST_MAIN_END();
}
