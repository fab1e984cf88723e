/* Tactic: simplified conjuncts. Sets and functions that equations define are expanded where they are used, and rules of
 * set theory simplify the result. It has a value wherever the original has one, so that every solution of the original
 * satisfies it: if it has none, neither has the original. A model is confirmed on the originals. */
#include "search/simplify/simplify.h"

#include "search/confirm.h"
#include "search/portfolio.h"

/* ---- definitions ------------------------------------------------------------------------------------- */

static bool is_unknown(const struct search *s, const struct node *n)
{
	for (uint32_t i = 0; n->op == OP_ID && i < s->question.count; i++)
		if (s->question.names[i] == n->decl) return true;
	return false;
}

static bool has_unknown(const struct search *s, const struct node *n)
{
	if (is_unknown(s, n)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (has_unknown(s, n->kid[i])) return true;
	return false;
}

/* What it is worth to look into: sets that are described, not listed. */
static bool is_description(const struct node *n)
{
	return n->type && n->type->kind == TYPE_POW && n->op != OP_SET && n->op != OP_SEQUENCE;
}

/* d = E, for a name of the question and an E that it is worth to look into; else GENERATOR_NONE. */
static struct generator definition(const struct search *s, const struct node *n)
{
	EACH_GENERATOR(x, n)
		if (x.kind == GENERATOR_EQUAL && is_unknown(s, x.of) && is_description(x.from)) return x;
	return (struct generator){0};
}

/* The names that equations define, each in terms of those that none defines. */
static const struct replacement *definitions(struct simplifier *z, const struct search *s)
{
	enum { ROUNDS = 3 };
	const struct replacement *env = NULL;
	for (uint32_t round = 0; round < ROUNDS; round++) {
		const struct replacement *next = NULL;
		for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
			struct generator d = definition(s, s->question.conjuncts[i]);
			if (d.kind == GENERATOR_NONE || substitute_find(next, d.of->decl)) continue;
			const struct node *is = substitute_in(&z->copies, d.from, env, NULL);
			if (!node_mentions(is, d.of->decl))
				next = substitute_put(z->copies.arena, next, d.of->decl, is);
		}
		env = next;
	}
	return env;
}

/* An equation keeps the name that it defines. */
static const struct node *written_out(struct simplifier *z, const struct search *s,
                                      const struct node *n, const struct replacement *env)
{
	struct generator d = definition(s, n);
	if (d.kind == GENERATOR_NONE || !substitute_find(env, d.of->decl))
		return substitute_in(&z->copies, n, env, NULL);
	struct node *copy = build_op(z->copies.arena, OP_EQUAL, n->pos, n->kid[0], n->kid[1]);
	copy->kid[1 - d.number] = substitute_in(&z->copies, d.from, env, NULL);
	return copy;
}

/* E in a conjunct T = E, where T is this term and E has no unknowns: dom(f) = {1}. */
static const struct node *known_value(struct simplifier *z, const struct node *term)
{
	const struct search *s = z->search;
	if (term->op != OP_DOM && term->op != OP_RAN && term->op != OP_CARD && term->op != OP_SIZE &&
	    term->op != OP_APPLY && term->op != OP_IMAGE && term->op != OP_COMPREHENSION)
		return NULL;
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
		const struct node *n = s->question.conjuncts[i];
		if (n->op != OP_EQUAL || n == z->conjunct) continue;
		EACH_GENERATOR(x, n)
			if (alike_are(x.of, term) && !has_unknown(s, x.from)) return x.from;
	}
	return NULL;
}

/* ---- rules ------------------------------------------------------------------------------------------- */

static const struct node *simple(struct simplifier *z, const struct node *n)
{
	struct node *copy = NULL;
	for (uint32_t i = 0; i < n->count; i++) {
		const struct node *kid = simple(z, n->kid[i]);
		if (kid == n->kid[i]) continue;
		if (!copy) copy = build_copy(z->copies.arena, n);
		copy->kid[i] = kid;
	}
	if (copy) n = copy;
	if (z->changes > SIMPLIFY_MOST_CHANGES || z->copies.gives_up) return n;
	const struct node *next = known_value(z, n);
	if (!next) next = simplify_term(z, n);
	if (!next) next = simplify_atom(z, n);
	if (!next) next = simplify_connective(z, n);
	if (!next) return n;
	z->changes++;
	return simple(z, substitute_in(&z->copies, next, NULL, NULL));
}

static void take(const struct node *n, struct simplified *out)
{
	EACH_CONJUNCT(c, n)
		if (c.now->op != OP_TRUTH) VEC_PUSH(&out->list, c.now);
}

static void simplify(struct search *s)
{
	struct simplifier z = {.copies = {.arena = &s->project->arena}, .search = s};
	struct simplified *out = &s->simplified;
	const struct replacement *env = definitions(&z, s);
	simplify_find_finite(&z);
	for (uint32_t i = 0; i < s->question.conjunct_count && !z.copies.gives_up; i++) {
		z.conjunct = s->question.conjuncts[i];
		take(simple(&z, written_out(&z, s, z.conjunct, env)), out);
	}
	simplify_facts(&z, out);
	/* each occurrence of a binder gets names of its own */
	for (uint32_t i = 0; i < out->list.count; i++)
		out->list.at[i] = substitute_in(&z.copies, out->list.at[i], NULL, NULL);
	VEC_CLEAR(&z.finite);
	out->is_new = z.changes > 0 && z.changes <= SIMPLIFY_MOST_CHANGES && !z.copies.gives_up;
}

bool simplify_conjuncts(struct search *s)
{
	if (!s->simplified.was_tried) simplify(s);
	s->simplified.was_tried = true;
	return s->simplified.is_new;
}

/* ---- the tactic ---------------------------------------------------------------------------------------- */

/* Integers near zero are not enough for "none": then simplified conjuncts say no more. */
bool simplify_applies(const struct question *q, const struct facts *f)
{
	return q->reach != REACH_NEAR || !f->is_bounded;
}

/* A model is confirmed on the originals, which may be undefined there. */
enum search_answer simplify_run(struct search *s)
{
	if (!simplify_conjuncts(s)) return SEARCH_OPEN;
	struct question q = nested_question(s, s->simplified.list.at, s->simplified.list.count);
	struct search *t = nested_open(s, &q, budget_left(&s->budget), nested_in(s));
	struct verdict v = search_next(t);
	bool is_none = v.answer == SEARCH_NONE && v.is_complete;
	bool is_found = v.answer == SEARCH_FOUND && confirm_valuation(s, &v.valuation) == SEARCH_FOUND;
	search_close(t);
	return is_found ? SEARCH_FOUND : is_none ? SEARCH_NONE : SEARCH_OPEN;
}
