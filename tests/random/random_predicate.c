/* Unknowns with their types, and the predicate as a whole. */
#include "tests/random/random_inside.h"

enum { MOST_UNKNOWNS = 3, MOST_PARTS = 12 };

struct parts { /* the conjuncts, in the order of the text */
	struct text list[MOST_PARTS];
	uint32_t count;
};

/* ---- unknowns ------------------------------------------------------------------------------------ */

/* A new conjunct gets what is written from now on. */
static void begin_part(struct writer *w, struct parts *p)
{
	REQUIRE(p->count < MOST_PARTS);
	w->out = &p->list[p->count++];
}

static uint32_t type_integer(struct writer *w, const char *x, uint32_t limit)
{
	int low = (int)draw(w, 3) - 2, count = (int)draw(w, limit < 6 ? limit : 6) + 1;
	switch (draw(w, 8)) {
	case 0: text_format(w->out, "%s >= %d & %s <= %d", x, low, x, low + count - 1); break;
	case 1: text_format(w->out, "%d < %s & %s < %d", low - 1, x, x, low + count); break;
	case 2: text_format(w->out, "%s : NATURAL & %s < %d", x, x, count); break;
	case 3: text_format(w->out, "%s : INTEGER & %s : {%d, %d}", x, x, low, low + 2); return 2;
	case 4:
		if (limit < 4) return 0;
		text_format(w->out, "%s : NAT", x);
		return 4;
	default: return 0;
	}
	return (uint32_t)count;
}

static uint32_t type_sequence(struct writer *w, const struct rtype *t, const char *x,
                              uint32_t limit)
{
	static const char *const words[] = {"iseq(", "iseq1(", "perm("};
	static const uint32_t counts[] = {1, 2, 5, 16, 65};
	const struct rtype *element = t->a->b;
	uint32_t n = 3;
	while (n > 1 && counts[n] > limit) n--;
	if (chance(w, 2)) {
		text_format(w->out, "%s : %s", x, words[draw(w, 3)]);
		n = write_candidates(w, element, n);
		text_add(w->out, ")");
		return counts[n > 4 ? 4 : n];
	}
	text_format(w->out, "%s : (1..2) +-> ", x);
	n = write_candidates(w, element, n);
	text_format(w->out, " & %s : seq(", x);
	if (t->a->b->kind == R_INTEGER) text_add(w->out, "INTEGER");
	else text_format(w->out, "ran(%s)", x);
	text_add(w->out, ")");
	return (n + 1) * (n + 1);
}

static uint32_t type_tree(struct writer *w, const char *x)
{
	text_format(w->out,
	            "%s : {const(1, []), const(0, [const(2, []), const(1, [])]), bin(%u), "
	            "bin(bin(1), %u, bin(3)), const(2, [const(1, [const(3, [])])])}",
	            x, draw(w, 3), draw(w, 3));
	return 5;
}

/* x <: A and the like; *most gets the number of elements that x can have. */
static uint32_t type_set(struct writer *w, const struct rtype *t, const char *x, uint32_t limit,
                         uint32_t *most)
{
	static const char *const words[] = {" : POW(", " : FIN(", " : POW1(", " : FIN1("};
	uint32_t room = limit < 2 ? 1 : 31 - (uint32_t)__builtin_clz(limit);
	const char *close = ")";
	text_add(w->out, x);
	if (chance(w, 2)) {
		text_add(w->out, " <: ");
		close = "";
	} else {
		text_add(w->out, words[draw(w, 4)]);
	}
	const struct rname *n = names_pick(w, t, TERM_SMALL);
	if (n && n->most <= room && chance(w, 2)) {
		text_add(w->out, n->text);
		*most = n->most;
	} else {
		*most = write_candidates(w, t->a, room);
	}
	text_add(w->out, close);
	return *most < 31 ? 1u << *most : UINT32_MAX;
}

static uint32_t type_member(struct writer *w, const struct rtype *t, const char *x, uint32_t limit)
{
	text_format(w->out, "%s : ", x);
	return write_candidates(w, t, limit);
}

/* No generator for x: all values of its type have to be tried. */
static uint32_t type_hidden(struct writer *w, const struct rtype *t, const char *x, uint32_t limit)
{
	static const char *const forms[][2] = {
	    {"not(", ")"}, {"bool(", ") = TRUE"}, {"(", " or bfalse)"}, {"({", ")"}, {"(", ")"}};
	uint32_t form = draw(w, 5), count;
	text_format(w->out, "%s%s", forms[form][0], x);
	text_add(w->out, form == 0 ? " /: " : form == 3 ? "} <: " : " : ");
	count = write_candidates(w, t, limit);
	if (form == 4) {
		text_format(w->out, " or %s : ", x);
		count += write_candidates(w, t, limit);
	}
	text_add(w->out, forms[form][1]);
	return count;
}

/* A conjunct that gives x its type and few values; returns how many, about. */
static uint32_t write_typed(struct writer *w, struct rname *n, uint32_t limit)
{
	const struct rtype *t = n->type;
	uint32_t count = 0;
	bool is_small = rtype_is_finite(t) && t->kind != R_POW;
	if (n->is_tree) return type_tree(w, n->text);
	if (n->is_sequence) return type_sequence(w, t, n->text, limit);
	if (chance(w, is_small ? 6 : 20)) return type_hidden(w, t, n->text, limit);
	if (t->kind == R_INTEGER) count = type_integer(w, n->text, limit);
	if (t->kind == R_POW && (t->a->kind != R_PAIR || chance(w, 4)))
		return type_set(w, t, n->text, limit, &n->most);
	return count ? count : type_member(w, t, n->text, limit);
}

static bool has_rare_atom(const struct rtype *t)
{
	if (t->a) return has_rare_atom(t->a) || (t->b && has_rare_atom(t->b));
	return t->kind == R_STRING || t->kind == R_OPT || t->kind == R_LIST;
}

static const struct rtype *unknown_type(struct writer *w)
{
	const struct rtype *a = rtype_random(w, 0), *b = rtype_random(w, 0);
	switch (draw(w, 16)) {
	case 0:
	case 1:
	case 2:
	case 3:
	case 4: return a;
	case 5:
	case 6:
	case 7: return rtype_pow(w, a);
	case 8:
	case 9:
	case 10:
	case 11: return rtype_pow(w, rtype_pair(w, a, b));
	case 12: return rtype_pow(w, rtype_pow(w, a));
	case 13: return rtype_pow(w, rtype_pair(w, a, rtype_pow(w, b)));
	case 14: return rtype_pow(w, rtype_pair(w, rtype_of(w, R_INTEGER, NULL, NULL), a));
	default: return rtype_random(w, 2);
	}
}

static struct rname new_unknown(struct writer *w, uint32_t i)
{
	struct rname n = {.text = {"xyz"[i]}};
	n.is_tree = chance(w, 40);
	do n.type = n.is_tree ? rtype_tree(w) : unknown_type(w);
	while (has_rare_atom(n.type) && !chance(w, 3));
	n.is_sequence = !n.is_tree && rtype_is_sequence(n.type) && !chance(w, 3);
	return n;
}

/* The most values of all unknowns together: mostly few, so that all solutions are looked at. */
static uint32_t space(struct writer *w)
{
	static const uint32_t spaces[] = {16, 64, 64, 256, 256, 256, 1024, 4096};
	return chance(w, 50) ? 20000 : spaces[draw(w, 8)];
}

/* An unknown with about at most `limit` values; adds one or two conjuncts. */
static uint32_t write_unknown(struct writer *w, struct parts *p, uint32_t i, uint32_t limit)
{
	struct rname n;
	uint32_t used;
	begin_part(w, p);
	do {
		text_cut(w->out, 0);
		n = new_unknown(w, i);
		used = write_typed(w, &n, limit);
	} while (used > 3 * limit);
	if (chance(w, 12)) {
		begin_part(w, p);
		write_typed(w, &n, limit);
	}
	VEC_PUSH(&w->scope, n);
	if (chance(w, 10)) {
		begin_part(w, p);
		text_format(w->out, "%s : ", n.text);
		w->budget = 6;
		write_described(w, n.type, 1);
	}
	return used;
}

static void write_unknowns(struct writer *w, struct parts *p)
{
	uint32_t count = 1 + draw(w, MOST_UNKNOWNS), rest = space(w);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t limit = rest;
		for (uint32_t k = i + 1; k < count; k++) limit = limit > 15 ? limit / 5 : 3;
		uint32_t used = write_unknown(w, p, i, limit < 2 ? 2 : limit);
		rest = used && rest > used ? rest / used : 2;
	}
}

/* ---- the predicate ------------------------------------------------------------------------------- */

/* So that it is not decided by the featured operator alone. */
static void write_weakened(struct writer *w, uint32_t depth)
{
	bool is_or = chance(w, 2);
	text_add(w->out, "(");
	write_predicate(w, 0);
	text_add(w->out, is_or ? " or " : " => ");
	write_featured(w, depth);
	text_add(w->out, ")");
}

static void write_meat(struct writer *w, struct parts *p)
{
	uint32_t count = chance(w, 6) ? 3 : 1 + draw(w, 2);
	for (uint32_t i = 0; i < count; i++) {
		begin_part(w, p);
		w->budget = 8 + (int)draw(w, 24);
		uint32_t depth = 1 + draw(w, 4);
		if (chance(w, 16)) write_universal(w, depth);
		else if (chance(w, 3)) write_predicate(w, depth);
		else if (chance(w, 3)) write_weakened(w, depth);
		else write_featured(w, depth);
	}
}

/* Now and then a conjunct comes late. */
static void join(struct writer *w, struct parts *p, uint32_t unknowns, struct text *out)
{
	if (chance(w, 8)) {
		uint32_t i = draw(w, unknowns);
		struct text late = p->list[i];
		memmove(&p->list[i], &p->list[i + 1], (p->count - i - 1) * sizeof late);
		p->list[p->count - 1] = late;
	}
	for (uint32_t i = 0; i < p->count; i++) {
		text_format(out, "%s%s", i ? " & " : "", text_get(&p->list[i]));
		text_clear(&p->list[i]);
	}
}

struct random_sizes random_predicate(uint64_t seed, struct text *out)
{
	struct writer w = {.state = seed * 0x2545f4914f6cdd1du};
	struct parts p = {.count = 0};
	arena_init(&w.arena);
	productions_init(&w);
	w.sizes = (struct random_sizes){2 + draw(&w, 2), 2};
	write_unknowns(&w, &p);
	uint32_t unknowns = p.count;
	write_meat(&w, &p);
	join(&w, &p, unknowns, out);
	VEC_CLEAR(&w.scope);
	arena_clear(&w.arena);
	return w.sizes;
}
