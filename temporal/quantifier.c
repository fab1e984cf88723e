/* Quantifiers of formulas: #x.({P} & f) is the disjunction over all values that x can have by those conjuncts of P that
 * speak of nothing that changes; constants have there all values that PROPERTIES allow. */
#include "logic/logic.h"
#include "temporal/inside.h"

enum { MOST_INSTANCES = 10000, MOST_NAMES = 64 };

struct expanding {
	struct temporal_scope *scope;
	struct arena *arena;
	struct eval_bindings bound; /* names of the quantifiers around */
	const char *reason;
	struct pos pos;
	uint32_t instances;
};

struct valuations { /* of the names, each once */
	struct eval *eval;
	const struct node *names;
	struct intern list;
};

static bool is_constant(const struct decl *d)
{
	return d->kind == DECL_CONSTANT || d->kind == DECL_SCALAR_PARAMETER ||
	       d->kind == DECL_SET_PARAMETER;
}

static bool is_fixed(const struct node *n, bool with_constants)
{
	if (n->op == OP_OLD) return false;
	if (n->op == OP_ID && n->decl &&
	    (n->decl->kind == DECL_VARIABLE || (is_constant(n->decl) && !with_constants)))
		return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_fixed(n->kid[i], with_constants)) return false;
	return true;
}

static bool found_values(void *data)
{
	struct valuations *v = data;
	uint64_t row[MOST_NAMES];
	for (uint32_t i = 0; i < v->names->count; i++)
		row[i] = eval_get(v->eval, v->names->kid[i]->decl);
	intern_add(&v->list, row);
	return v->list.count <= MOST_INSTANCES;
}

static bool solve(struct expanding *x, const struct temporal *f, bool with_constants,
                  struct valuations *out)
{
	const struct explore_view *view = &x->scope->view;
	struct eval *e = view->eval;
	VEC(const struct node *) fixed = {0};
	VEC(struct decl *) names = {0};
	EACH_CONJUNCT(c, f->kid[0]->atom->node) {
		if (is_fixed(c.now, with_constants)) VEC_PUSH(&fixed, c.now);
	}
	if (with_constants && view->properties) VEC_PUSH(&fixed, view->properties);
	for (uint32_t i = 0; i < f->names->count; i++) VEC_PUSH(&names, f->names->kid[i]->decl);
	for (uint32_t i = 0; with_constants && i < view->unknown_count; i++)
		VEC_PUSH(&names, view->unknowns[i]);
	for (uint32_t i = 0; i < x->bound.count; i++)
		eval_set(e, x->bound.at[i].decl, x->bound.at[i].value);
	const struct node *p = fixed.count ? build_and(x->arena, f->pos, fixed.count, fixed.at) : NULL;
	eval_clear_cut(e);
	eval_set_budget(e, with_constants ? EVAL_EFFORT_PER_SECOND : 0);
	intern_clear(&out->list);
	intern_init(&out->list, f->names->count);
	enum truth t = eval_solve(e, names.at, names.count, p, true, found_values, out);
	eval_set_budget(e, 0);
	bool good = t != EVAL_FAILED && !eval_was_cut(e) && out->list.count <= MOST_INSTANCES;
	if (t == EVAL_FAILED) x->reason = arena_format(x->arena, "%s", eval_failed(e)->message);
	else if (!good) x->reason = "the values of a quantified name cannot all be listed";
	x->pos = f->pos;
	VEC_CLEAR(&fixed);
	VEC_CLEAR(&names);
	return good;
}

static bool list_values(struct expanding *x, const struct temporal *f, struct valuations *out)
{
	if (f->names->count > MOST_NAMES) {
		x->reason = "a quantifier has too many names";
		x->pos = f->pos;
		return false;
	}
	if (solve(x, f, false, out)) return true;
	const char *reason = x->reason;
	if (x->scope->view.unknown_count == 0) return false;
	if (solve(x, f, true, out)) return true;
	x->reason = reason;
	return false;
}

static const struct temporal *expand(struct expanding *x, const struct temporal *f);

static struct temporal *add_instance(struct expanding *x, bool is_all, struct temporal *all,
                                     struct pos pos, const struct temporal *p,
                                     const struct temporal *q)
{
	struct temporal *one =
	    temporal_node(x->arena, is_all ? TEMPORAL_IMPLIES : TEMPORAL_AND, pos, p, q);
	if (!all) return one;
	struct temporal *both =
	    temporal_node(x->arena, is_all ? TEMPORAL_AND : TEMPORAL_OR, pos, all, one);
	both->is_partial = true;
	return both;
}

static const struct temporal *expand_quantifier(struct expanding *x, const struct temporal *f)
{
	bool is_all = f->op == TEMPORAL_FORALL;
	struct valuations v = {.eval = x->scope->view.eval, .names = f->names};
	struct temporal *all = NULL;
	uint32_t width = f->names->count, before = x->bound.count;
	bool good = list_values(x, f, &v);
	for (uint32_t i = 0; good && i < v.list.count; i++) {
		const uint64_t *row = intern_at(&v.list, i);
		if (++x->instances > MOST_INSTANCES) {
			x->reason = "a quantified name has too many values";
			good = false;
			break;
		}
		for (uint32_t k = 0; k < width; k++)
			VEC_PUSH(&x->bound, ((struct eval_binding){f->names->kid[k]->decl, (value)row[k]}));
		const struct temporal *p = expand(x, f->kid[0]), *q = p ? expand(x, f->kid[1]) : NULL;
		good = q != NULL;
		if (good) all = add_instance(x, is_all, all, f->pos, p, q);
		x->bound.count = before;
	}
	uint32_t count = v.list.count;
	intern_clear(&v.list);
	if (good && !all)
		all = temporal_node(x->arena, is_all ? TEMPORAL_TRUE : TEMPORAL_FALSE, f->pos, NULL, NULL);
	if (!good) return NULL;
	if (count != 1) all->quantified = f;
	all->is_partial = false;
	return all;
}

static bool is_decl(const void *data, const struct decl *d) { return data == d; }

static bool speaks_of(const struct temporal_atom *a, const struct decl *d)
{
	bool does = a->node && mention_any(a->node, is_decl, d);
	for (uint32_t i = 0; i < a->pattern_count; i++)
		for (uint32_t k = 0; k < a->patterns[i].count && !does; k++)
			if (a->patterns[i].arguments[k])
				does = mention_any(a->patterns[i].arguments[k], is_decl, d);
	return does;
}

/* With the values of those names that it speaks of: where it speaks of none, all instances have one atom. */
static struct temporal_atom *bind_atom(struct expanding *x, struct temporal_atom *a)
{
	struct eval_bindings b = {0};
	for (uint32_t i = 0; i < x->bound.count; i++)
		if (speaks_of(a, x->bound.at[i].decl)) VEC_PUSH(&b, x->bound.at[i]);
	struct temporal_atom *out = a;
	if (b.count) {
		out = ARENA_NEW(x->arena, struct temporal_atom);
		*out = *a;
		out->bound.count = out->bound.room = b.count;
		out->bound.at = VEC_FREEZE(&b, x->arena);
	}
	return out;
}

static const struct temporal *expand(struct expanding *x, const struct temporal *f)
{
	if (f->op == TEMPORAL_EXISTS || f->op == TEMPORAL_FORALL) return expand_quantifier(x, f);
	struct temporal *out = ARENA_NEW(x->arena, struct temporal);
	*out = *f;
	for (uint32_t i = 0; i < temporal_operands(f->op); i++)
		if (!(out->kid[i] = expand(x, f->kid[i]))) return NULL;
	if (f->atom) out->atom = bind_atom(x, f->atom);
	return out;
}

const struct temporal *quantifier_expand(struct temporal_scope *s, const struct temporal *f,
                                         const char **reason, struct pos *pos)
{
	struct expanding x = {.scope = s, .arena = &s->project->arena};
	f = expand(&x, f);
	*reason = x.reason;
	*pos = x.pos;
	VEC_CLEAR(&x.bound);
	return f;
}
