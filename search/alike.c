/* Asks symmetry/ about the formulas of a question. */
#include "search/alike.h"

enum {
	MOST_VERTICES = 20000, /* of the graph of a question */
	MOST_MOVES = 100,
};

static bool is_enumerated(const void *unused, const struct type *t)
{
	(void)unused;
	return t->kind == TYPE_GIVEN && t->decl->kind == DECL_ENUMERATED_SET;
}

static bool mentions_enumerated(const struct type *t) { return type_any(t, is_enumerated, NULL); }

static bool knows_deferred(const struct search *s)
{
	enum { MOST = 200 };
	const struct universe *u = s->question.universe;
	for (uint32_t i = 0; i < u->sets.count; i++) {
		if (u->sets.at[i].decl->kind == DECL_ENUMERATED_SET) continue;
		for (uint32_t k = 0; k < u->sets.at[i].size && k < MOST; k++)
			if (encode_is_fixed(s->encoding.encoder, value_element(i, k))) return true;
	}
	return false;
}

/* Elements of deferred sets that no known value names are alike anyway. */
static bool is_worth_while(const struct search *s)
{
	for (uint32_t i = 0; i < s->question.count; i++)
		if (mentions_enumerated(s->question.names[i]->type)) return true;
	return knows_deferred(s);
}

static struct symmetry_group *detect(struct search *s)
{
	const struct question *q = &s->question;
	const struct violation *body = question_body(q);
	struct symmetry_formulas f = {
	    .names = q->names,
	    .name_count = q->count,
	    .conjuncts = q->conjuncts,
	    .conjunct_count = q->conjunct_count,
	    .undefined = question_undefined(q),
	    .body = body ? body->body : NULL,
	    .goals = body ? body->goals : NULL,
	    .goal_count = body ? body->count : 0,
	    .eval = s->eval,
	};
	struct symmetry_question ask = {
	    .project = s->project,
	    .universe = q->universe,
	    .values = s->values,
	    .formulas = &f,
	    .is_rigid = body && body->fails, /* at this place, not at one that is like it */
	    .without_factors = true,
	    .most_vertices = MOST_VERTICES,
	    .stop = s->options.interrupt,
	};
	return symmetry_detect(&ask);
}

struct symmetry_group *alike_group(struct search *s)
{
	if (!s->group) s->group = detect(s);
	return s->group;
}

bool alike_may_move(const struct search *s)
{
	return !encode_fixes_all(s->encoding.encoder) && is_worth_while(s);
}

bool alike_moves(struct search *s, struct symmetry_moves *out)
{
	if (!alike_may_move(s)) return false;
	struct symmetry_group *group = alike_group(s);
	if (group->generator_count == 0) return false;
	symmetry_choose_moves(group, MOST_MOVES, out);
	return out->count > 0;
}
