/* Tactic: laws. Numbers for values, and what is known of sizes, extremes, sequences and sets for the terms that there are; see
 * laws.h. */
#include "search/laws/laws.h"

#include "search/portfolio.h"

static void say_all(struct laws *x)
{
	const struct question *q = &x->search->question;
	for (uint32_t i = 0; i < q->conjunct_count && !x->gives_up; i++)
		laws_say(x, LIT_TRUE, q->conjuncts[i], true);
}

/* A set with a number of elements has one, which gets a name where something is said of all. */
static void name_some(struct laws *x)
{
	struct laws_form one = form_number(1);
	uint32_t count = x->universals.count ? x->sets.count : 0;
	for (uint32_t i = 0; i < count && !x->gives_up; i++) {
		if (!x->sets.at[i].is_counted) continue;
		const struct node *n = laws_set_node(x, i);
		lit has_some = laws_at_most(x, &one, &x->sets.at[i].size);
		uint32_t e = laws_witness(x, n->type->a, n->pos);
		laws_imply_both(x, laws_finite(x, i), has_some, laws_member(x, e, i));
	}
}

/* What is said of all is said of new elements, a few times. */
static void saturate(struct laws *x)
{
	enum { ROUNDS = 3 };
	for (uint32_t i = 0; i < ROUNDS && !x->gives_up; i++) {
		uint32_t before = x->work;
		laws_instantiate(x);
		bool is_new = (int)laws_read_more(x) | (int)laws_include(x);
		if (!is_new && x->work == before) break;
	}
}

static void clear(struct laws *x)
{
	VEC_CLEAR(&x->rows);
	VEC_CLEAR(&x->atoms);
	VEC_CLEAR(&x->values);
	VEC_CLEAR(&x->elements);
	VEC_CLEAR(&x->sets);
	VEC_CLEAR(&x->members);
	VEC_CLEAR(&x->inclusions);
	VEC_CLEAR(&x->equations);
	VEC_CLEAR(&x->extremes);
	VEC_CLEAR(&x->readings);
	VEC_CLEAR(&x->reads);
	VEC_CLEAR(&x->families);
	VEC_CLEAR(&x->ranged);
	VEC_CLEAR(&x->universals);
	VEC_CLEAR(&x->applications);
	VEC_CLEAR(&x->constants);
	simplex_close(x->simplex);
	circuit_close(x->circuit);
}

static bool refutes(struct search *s, struct arena *a)
{
	struct laws x = {.copies = {.arena = a}, .search = s, .circuit = circuit_open()};
	x.simplex = simplex_open(a);
	x.integer = ARENA_ARRAY(a, 1, struct type);
	*x.integer = (struct type){.kind = TYPE_INTEGER};
	say_all(&x);
	name_some(&x);
	saturate(&x);
	laws_congruence(&x);
	laws_count(&x);
	laws_include(&x);
	bool is_refuted = !x.gives_up && !x.copies.gives_up && laws_refuted(&x);
	clear(&x);
	return is_refuted;
}

bool laws_refute(struct search *s)
{
	struct arena copies;
	uint64_t before = values_lazies(s->values);
	eval_init_arena(s->eval, &copies);
	bool is_none = refutes(s, &copies);
	if (values_lazies(s->values) != before) arena_take(&s->project->arena, &copies);
	arena_clear(&copies);
	return is_none;
}

bool laws_applies(const struct question *q, const struct facts *f)
{
	(void)f;
	return q->conjunct_count > 0;
}

enum search_answer laws_run(struct search *s)
{
	if (!laws_refute(s)) return SEARCH_OPEN;
	s->completeness.elsewhere = "by laws of sets, sizes and sequences";
	return SEARCH_NONE;
}
