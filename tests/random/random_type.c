/* Types of random formulas, names in scope, ground values and sets of candidates. */
#include "tests/random/random_inside.h"

/* splitmix64, by Steele, Lea and Flood */
uint32_t draw(struct writer *w, uint32_t below)
{
	uint64_t z = w->state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (uint32_t)((z ^ z >> 31) >> 32) % below;
}

bool chance(struct writer *w, uint32_t one_in) { return draw(w, one_in) == 0; }

const struct rtype *rtype_of(struct writer *w, enum rkind kind, const struct rtype *a,
                             const struct rtype *b)
{
	struct rtype *t = ARENA_NEW(&w->arena, struct rtype);
	*t = (struct rtype){kind, a, b};
	return t;
}

const struct rtype *rtype_pow(struct writer *w, const struct rtype *a)
{
	return rtype_of(w, R_POW, a, NULL);
}

const struct rtype *rtype_pair(struct writer *w, const struct rtype *a, const struct rtype *b)
{
	return rtype_of(w, R_PAIR, a, b);
}

static const struct rtype *atom(struct writer *w, enum rkind kind)
{
	return rtype_of(w, kind, NULL, NULL);
}

const struct rtype *rtype_tree(struct writer *w)
{
	const struct rtype *number = atom(w, R_INTEGER);
	const struct rtype *path = rtype_pow(w, rtype_pair(w, number, number));
	return rtype_pow(w, rtype_pair(w, path, number));
}

bool rtype_same(const struct rtype *a, const struct rtype *b)
{
	if (!a || !b) return a == b;
	return a->kind == b->kind && rtype_same(a->a, b->a) && rtype_same(a->b, b->b);
}

static bool holds_for_atoms(const struct rtype *t, bool (*test)(enum rkind kind))
{
	if (!t->a) return test(t->kind);
	return holds_for_atoms(t->a, test) && (!t->b || holds_for_atoms(t->b, test));
}

static bool kind_is_finite(enum rkind k) { return k == R_BOOL || k == R_S || k == R_T || k == R_E; }
static bool kind_has_literals(enum rkind k) { return k != R_S && k != R_T; }

bool rtype_is_finite(const struct rtype *t) { return holds_for_atoms(t, kind_is_finite); }
bool rtype_has_literals(const struct rtype *t) { return holds_for_atoms(t, kind_has_literals); }

bool rtype_is_sequence(const struct rtype *t)
{
	return t->kind == R_POW && t->a->kind == R_PAIR && t->a->a->kind == R_INTEGER;
}

/* ---- names in scope ---------------------------------------------------------------------------- */

bool names_is_hidden(const struct writer *w, uint32_t i)
{
	for (uint32_t k = i + 1; k < w->scope.count; k++)
		if (strcmp(w->scope.at[k].text, w->scope.at[i].text) == 0) return true;
	return false;
}

const struct rname *names_pick(struct writer *w, const struct rtype *t, int flags)
{
	const struct rname *pick = NULL;
	uint32_t fitting = 0;
	for (uint32_t i = 0; i < w->scope.count; i++) {
		const struct rname *n = &w->scope.at[i];
		if (!n->type || !rtype_same(n->type, t) || names_is_hidden(w, i)) continue;
		if ((flags & TERM_SEQUENCE && !n->is_sequence) || (flags & TERM_TREE && !n->is_tree))
			continue;
		if (flags & TERM_SMALL && (n->most == 0 || n->most > 4)) continue;
		if (draw(w, ++fitting) == 0) pick = n;
	}
	return pick;
}

void names_push(struct writer *w, const char *text, const struct rtype *t)
{
	struct rname n = {.type = t};
	snprintf(n.text, sizeof n.text, "%s", text);
	VEC_PUSH(&w->scope, n);
}

/* ---- types ------------------------------------------------------------------------------------- */

static const struct rtype *random_atom(struct writer *w)
{
	static const enum rkind kinds[] = {R_INTEGER, R_INTEGER, R_INTEGER, R_INTEGER, R_INTEGER,
	                                   R_BOOL,    R_BOOL,    R_E,       R_E,       R_S,
	                                   R_S,       R_T,       R_STRING,  R_OPT,     R_LIST};
	enum rkind kind = kinds[draw(w, sizeof kinds / sizeof *kinds)];
	bool is_rare = kind == R_STRING || kind == R_OPT || kind == R_LIST || kind == R_T;
	if (is_rare && !chance(w, 3)) kind = R_INTEGER;
	return atom(w, kind);
}

/* The type of a name, or of a part of it, so that formulas speak of the names. */
static const struct rtype *type_in_scope(struct writer *w)
{
	const struct rtype *t = w->scope.at[draw(w, w->scope.count)].type;
	while (t && t->a && chance(w, 2)) t = t->b && chance(w, 2) ? t->b : t->a;
	return t;
}

const struct rtype *rtype_random(struct writer *w, uint32_t depth)
{
	if (w->scope.count && !chance(w, 3)) {
		const struct rtype *t = type_in_scope(w);
		if (t) return t;
	}
	if (depth == 0) return random_atom(w);
	switch (draw(w, 8)) {
	case 0:
	case 1: return rtype_pow(w, rtype_random(w, depth - 1));
	case 2: return rtype_pair(w, rtype_random(w, depth - 1), rtype_random(w, depth - 1));
	case 3:
		if (chance(w, 2))
			return rtype_of(w, R_RECORD, rtype_random(w, depth - 1), rtype_random(w, depth - 1));
		/* fallthrough */
	default: return random_atom(w);
	}
}

/* ---- ground values ------------------------------------------------------------------------------- */

static void write_number(struct writer *w)
{
	int n = (int)draw(w, 6) - 2;
	text_format(w->out, n < 0 ? "(%d)" : "%d", n);
}

/* a, b between the brackets */
static void write_two(struct writer *w, const char *open, const struct rtype *a, const char *middle,
                      const struct rtype *b, const char *close)
{
	text_add(w->out, open);
	write_literal(w, a);
	text_add(w->out, middle);
	write_literal(w, b);
	text_add(w->out, close);
}

static void write_literal_set(struct writer *w, const struct rtype *element)
{
	uint32_t count = draw(w, 4);
	if (w->is_telling && count == 0) count = 1;
	text_add(w->out, "{");
	for (uint32_t i = 0; i < count; i++) {
		if (i) text_add(w->out, ", ");
		write_literal(w, element);
	}
	text_add(w->out, "}");
}

void write_literal(struct writer *w, const struct rtype *t)
{
	static const char *const lists[] = {"nil", "cons(TRUE, nil)", "cons(FALSE, nil)",
	                                    "cons(TRUE, cons(FALSE, nil))"};
	static const char *const options[] = {"none", "some(TRUE)", "some(FALSE)"};
	switch (t->kind) {
	case R_INTEGER: write_number(w); break;
	case R_BOOL: text_add(w->out, chance(w, 2) ? "TRUE" : "FALSE"); break;
	case R_STRING: text_format(w->out, "\"%s\"", &"ab"[draw(w, 3)]); break;
	case R_S: text_add(w->out, "k"); break;
	case R_T: text_add(w->out, "h"); break;
	case R_E: text_format(w->out, "e%u", draw(w, 3) + 1); break;
	case R_OPT: text_add(w->out, options[draw(w, 3)]); break;
	case R_LIST: text_add(w->out, lists[draw(w, 4)]); break;
	case R_POW: write_literal_set(w, t->a); break;
	case R_PAIR: write_two(w, "(", t->a, " |-> ", t->b, ")"); break;
	case R_RECORD: write_two(w, "rec(p : ", t->a, ", q : ", t->b, ")"); break;
	case R_PREDICATE: text_add(w->out, chance(w, 2) ? "btrue" : "bfalse"); break;
	}
}

void text_cut(struct text *t, size_t count)
{
	if (t->at) t->at[count] = 0;
	t->count = count;
}

/* ---- candidates ---------------------------------------------------------------------------------- */

static uint32_t power(uint32_t base, uint32_t exponent)
{
	uint64_t n = 1;
	while (exponent-- && n < 1000000) n *= base;
	return (uint32_t)n;
}

static uint32_t logarithm(uint32_t n) /* of 2, rounded down */
{
	return n < 2 ? 0 : 31 - (uint32_t)__builtin_clz(n);
}

static uint32_t root(uint32_t n)
{
	uint32_t r = 1;
	while ((r + 1) * (r + 1) <= n) r++;
	return r;
}

static uint32_t write_interval(struct writer *w, uint32_t limit)
{
	uint32_t most = limit < 6 ? limit : 6, count = draw(w, most) + 1, again = draw(w, most) + 1;
	if (again > count) count = again;
	int low = (int)draw(w, 7 - count) - 2;
	if (low < 0) text_format(w->out, "((%d)..%d)", low, low + (int)count - 1);
	else text_format(w->out, "(%d..%d)", low, low + (int)count - 1);
	return count;
}

static uint32_t write_listed(struct writer *w, const struct rtype *t, uint32_t limit)
{
	uint32_t count = draw(w, limit < 4 ? limit : 4) + 1;
	text_add(w->out, "{");
	for (uint32_t i = 0; i < count; i++) {
		if (i) text_add(w->out, ", ");
		w->is_telling = i == 0;
		write_literal(w, t);
		w->is_telling = false;
	}
	text_add(w->out, "}");
	return count;
}

static uint32_t write_power_set(struct writer *w, const struct rtype *element, uint32_t limit)
{
	static const char *const words[] = {"POW(", "POW1(", "FIN(", "FIN1("};
	text_add(w->out, words[chance(w, 2) ? 0 : draw(w, 4)]);
	uint32_t count = write_candidates(w, element, logarithm(limit));
	text_add(w->out, ")");
	return power(2, count);
}

/* Relations or functions between candidates. */
static uint32_t write_arrows(struct writer *w, const struct rtype *from, const struct rtype *to,
                             uint32_t limit)
{
	static const struct {
		const char *text;
		bool is_function;
	} arrows[] = {{" <-> ", false}, {" <<-> ", false}, {" <->> ", false}, {" <<->> ", false},
	              {" +-> ", true},  {" --> ", true},   {" >+> ", true},   {" >-> ", true},
	              {" +->> ", true}, {" -->> ", true},  {" >+>> ", true},  {" >->> ", true}};
	uint32_t i = draw(w, chance(w, 4) ? 12 : 8);
	uint32_t exponent = logarithm(limit);
	text_add(w->out, "(");
	uint32_t a = write_candidates(w, from, arrows[i].is_function ? 3 : root(exponent));
	text_add(w->out, arrows[i].text);
	uint32_t most = arrows[i].is_function ? (1u << exponent / (a ? a : 1)) - 1 : exponent / a;
	uint32_t b = write_candidates(w, to, most ? most : 1);
	text_add(w->out, ")");
	return arrows[i].is_function ? power(b + 1, a) : power(2, a * b);
}

static uint32_t write_both(struct writer *w, const struct rtype *t, uint32_t limit,
                           const char *const parts[3])
{
	text_add(w->out, parts[0]);
	uint32_t a = write_candidates(w, t->a, root(limit));
	text_add(w->out, parts[1]);
	uint32_t b = write_candidates(w, t->b, limit / a ? limit / a : 1);
	text_add(w->out, parts[2]);
	return a * b;
}

/* A set whose number of elements cannot be chosen, or a part of it. */
static uint32_t write_given(struct writer *w, const struct rtype *t, const char *set, uint32_t size,
                            uint32_t limit)
{
	if (size > limit + 1 || (t->kind == R_E && chance(w, 3))) return write_listed(w, t, limit);
	text_add(w->out, set);
	return size;
}

uint32_t write_candidates(struct writer *w, const struct rtype *t, uint32_t limit)
{
	static const char *const product[] = {"(", " * ", ")"};
	static const char *const record[] = {"struct(p : ", ", q : ", ")"};
	if (limit < 1) limit = 1;
	switch (t->kind) {
	case R_INTEGER: return chance(w, 4) ? write_listed(w, t, limit) : write_interval(w, limit);
	case R_BOOL: return write_given(w, t, "BOOL", 2, limit);
	case R_S: return write_given(w, t, "S", w->sizes.s, limit);
	case R_T: return write_given(w, t, "T", w->sizes.t, limit);
	case R_E: return write_given(w, t, "E", 3, limit);
	case R_PAIR: return write_both(w, t, limit, product);
	case R_RECORD: return write_both(w, t, limit, record);
	case R_POW:
		if (limit < 2 || (chance(w, 6) && rtype_has_literals(t))) return write_listed(w, t, limit);
		if (t->a->kind == R_PAIR && !chance(w, 4)) return write_arrows(w, t->a->a, t->a->b, limit);
		return write_power_set(w, t->a, limit);
	default: return write_listed(w, t, limit);
	}
}

void write_few(struct writer *w, const struct rtype *t)
{
	size_t from = w->out->count;
	for (int tries = 0; tries < 20 && write_candidates(w, t, 3) > 8; tries++)
		text_cut(w->out, from);
	if (w->out->count == from) write_listed(w, t, 2);
}
