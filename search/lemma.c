/* Lemmas: a conjunct about infinite functions, as f = NATURAL * {0}, is true of their texts. What such a name stands for is
 * written out, and neither a place where the result is undefined nor a case in which it is false must have a solution. */
#include "path/path.h"
#include "search/decide.h"

/* The text of the value, if it says all; NULL. */
static const struct node *text_of(const struct search *s, const struct decl *d)
{
	uint32_t given;
	value v = eval_get(s->eval, d);
	if (v == VALUE_NONE || value_kind(s->values, v) != VALUE_LAZY) return NULL;
	value_lazy_free(s->values, v, &given);
	return given == 0 ? value_lazy_node(s->values, v) : NULL;
}

/* What infinite sets and functions stand for. An equation is not used for itself. */
static const struct replacement *texts(struct search *s, const struct node *n)
{
	const struct replacement *env = NULL;
	for (uint32_t i = 0; i < s->question.count; i++) {
		struct decl *d = s->question.names[i];
		value v = eval_get(s->eval, d);
		if (v == VALUE_NONE || value_kind(s->values, v) != VALUE_LAZY || generator_equal(n, d))
			continue;
		const struct node *is = search_definition(s, d);
		if (!is) is = text_of(s, d);
		if (is) env = substitute_put(&s->project->arena, env, d, is);
	}
	return env;
}

/* Definitions may mention each other. */
static const struct node *written_out(struct substitute *w, const struct node *n,
                                      const struct replacement *env)
{
	enum { ROUNDS = 3 };
	for (uint32_t i = 0; i < ROUNDS && env; i++) n = substitute_in(w, n, env, NULL);
	return n;
}

enum decided lemma_is_true(struct search *s, const struct node *n, bool is_any)
{
	struct substitute w = {.arena = &s->project->arena};
	if (s->nesting != NESTING_TOP && s->nesting != NESTING_PART) return DECIDED_OPEN;
	const struct replacement *env = texts(s, n);
	if (!is_any && !mention_any(n, substitute_has, env)) return DECIDED_OPEN;
	const struct node *whole = written_out(&w, n, env);
	const struct node *trouble = w.gives_up ? NULL : form_undefined(&w, s->project->names, whole);
	if (!trouble || w.gives_up) return DECIDED_OPEN;
	bool has_value = trouble->op == OP_FALSITY || decide_is_never(s, trouble, false);
	return has_value && decide_is_never(s, whole, true) ? DECIDED_TRUE : DECIDED_OPEN;
}
