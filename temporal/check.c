/* Names and types. All texts of B in a formula are checked as one predicate, in which quantifiers of the formula are
 * quantifiers: so a name has one type wherever it is used. */
#include "logic/logic.h"
#include "temporal/parse.h"

struct pieces {
	const struct node **at;
	uint32_t count, room;
};

struct typing {
	struct temporal_scope *scope;
	struct arena *arena;
};

void temporal_scope_open(struct temporal_scope *s)
{
	struct arena *a = &s->project->arena;
	explore_view(s->explore, &s->view);
	s->before = ARENA_ARRAY(a, s->view.variable_count + 1, struct decl *);
	for (uint32_t i = 0; i < s->view.variable_count; i++) {
		struct decl *d = s->view.variables[i];
		s->before[i] = build_local(a, d->name, d->type, d->pos);
	}
}

/* ---- operations --------------------------------------------------------------------------------------------- */

/* In.p1 is In(p1), as CSP writes it, where there is no operation of that name. */
static void split_dots(struct typing *c, struct temporal_pattern *p)
{
	const struct explore_result *r = explore_result(c->scope->explore);
	struct project *project = c->scope->project;
	const char *dot = strchr(p->name, '.');
	VEC(const struct node *) list = {0};
	if (!dot || p->has_arguments) return;
	for (uint32_t i = 0; i < r->coverage.count; i++)
		if (strcmp(r->coverage.at[i].name, p->name) == 0) return;
	for (const char *from = dot + 1; from;
	     from = strchr(from, '.') ? strchr(from, '.') + 1 : NULL) {
		struct pos pos = {p->pos.at + (uint32_t)(from - p->name), 0};
		size_t length = strcspn(from, ".");
		struct source part = {.file = "",
		                      .text = arena_text(c->arena, from, length),
		                      .length = (uint32_t)length,
		                      .start = pos.at};
		VEC_PUSH(&list, length ? project_parse(project, c->arena, &part) : NULL);
	}
	p->name = names_add(project->names, p->name, (size_t)(dot - p->name));
	p->has_arguments = true;
	p->count = list.count;
	p->arguments = VEC_FREEZE(&list, c->arena);
}

static bool find_operation(struct typing *c, struct temporal_pattern *p)
{
	const struct explore_result *r = explore_result(c->scope->explore);
	struct diag *d = c->scope->project->diag;
	struct strings names = {0};
	split_dots(c, p);
	for (uint32_t i = 0; i < r->coverage.count; i++) {
		VEC_PUSH(&names, r->coverage.at[i].name);
		if (strcmp(r->coverage.at[i].name, p->name) != 0) continue;
		VEC_CLEAR(&names);
		uint32_t has = r->coverage.at[i].operation->parameters->count;
		p->operation = i;
		if (!p->has_arguments || p->count == has) return true;
		diag_at(d, p->pos, DIAG_ERROR, "'%s' has %u parameter%s, and here %s %u", p->name, has,
		        has == 1 ? "" : "s", p->count == 1 ? "is" : "are", p->count);
		diag_at(d, r->coverage.at[i].operation->pos, DIAG_NOTE, "it is here%s",
		        r->coverage.at[i].operation->body->op == OP_S_ANY
		            ? ": names of an ANY are no parameters"
		            : "");
		return false;
	}
	const char *near = nearest_name(p->name, names.at, names.count);
	VEC_CLEAR(&names);
	diag_at(d, p->pos, DIAG_ERROR, "there is no operation '%s'", p->name);
	if (near) diag_at(d, p->pos, DIAG_NOTE, "did you mean '%s'?", near);
	return false;
}

static bool find_operations(struct typing *c, const struct temporal *f)
{
	bool good = true;
	for (uint32_t i = 0; f->atom && i < f->atom->pattern_count; i++)
		good &= find_operation(c, &f->atom->patterns[i]);
	for (uint32_t i = 0; i < temporal_operands(f->op); i++) good &= find_operations(c, f->kid[i]);
	return good;
}

/* ---- one predicate of all ------------------------------------------------------------------------------------- */

/* not(P): nothing is flattened where P is a conjunction */
static void add_piece(struct typing *c, struct pieces *out, const struct node *predicate)
{
	VEC_PUSH(out, build_op(c->arena, OP_NOT, node_start(predicate), predicate, NULL));
}

/* E : T, with the type of the parameter */
static void add_argument(struct typing *c, struct pieces *out, const struct node *e,
                         const struct decl *parameter)
{
	struct project *p = c->scope->project;
	struct text type = {0};
	print_type(parameter->type, &type);
	const char *file = arena_format(c->arena, "(type of parameter %s)", parameter->name);
	const struct source *s = diag_source(p->diag, file, text_get(&type), type.count, true);
	const struct node *t = s ? parse_formula(c->arena, p->names, p->diag, s) : NULL;
	text_clear(&type);
	if (t) add_piece(c, out, build_op(c->arena, OP_MEMBER, node_start(e), e, t));
}

static void collect_atom(struct typing *c, const struct temporal_atom *a, struct pieces *out)
{
	const struct explore_result *r = explore_result(c->scope->explore);
	bool is_predicate = a->kind == ATOM_PREDICATE || a->kind == ATOM_BEFORE_AFTER;
	if (a->node && is_predicate) add_piece(c, out, a->node);
	else if (a->node)
		add_piece(c, out,
		          build_op(c->arena, OP_MEMBER, node_start(a->node), a->node,
		                   node_new(c->arena, OP_EMPTY_SET, a->pos, 0)));
	for (uint32_t i = 0; i < a->pattern_count; i++) {
		const struct temporal_pattern *p = &a->patterns[i];
		const struct node *formal = r->coverage.at[p->operation].operation->parameters;
		for (uint32_t k = 0; k < p->count; k++)
			if (p->arguments[k]) add_argument(c, out, p->arguments[k], formal->kid[k]->decl);
	}
}

static void collect(struct typing *c, const struct temporal *f, struct pieces *out)
{
	bool binds = f->op == TEMPORAL_EXISTS || f->op == TEMPORAL_FORALL;
	struct pieces inner = {0}, *to = binds ? &inner : out;
	if (f->atom) collect_atom(c, f->atom, out);
	for (uint32_t i = 0; i < temporal_operands(f->op); i++) collect(c, f->kid[i], to);
	if (!binds) return;
	struct node *all = node_new(c->arena, OP_AND, f->pos, inner.count);
	for (uint32_t i = 0; i < inner.count; i++) all->kid[i] = inner.at[i];
	VEC_CLEAR(&inner);
	VEC_PUSH(out, build_op(c->arena, OP_EXISTS, f->pos, f->names, all));
}

/* ---- and back ---------------------------------------------------------------------------------------------------- */

static const struct node *take_piece(const struct node *const **from)
{
	const struct node *n = *(*from)++;
	REQUIRE(n->op == OP_NOT);
	return n->kid[0];
}

static const struct replacement *replace_by_before(struct typing *c)
{
	const struct replacement *r = NULL;
	for (uint32_t i = 0; i < c->scope->view.variable_count; i++) {
		struct decl *d = c->scope->view.variables[i], *b = c->scope->before[i];
		r = substitute_put(c->arena, r, d, build_name(c->arena, b, d->pos));
	}
	return r;
}

/* A predicate over the values before and after a step. */
static const struct node *step_of(struct typing *c, const struct temporal_atom *a)
{
	struct substitute s = {.arena = c->arena};
	const struct replacement *before = replace_by_before(c);
	if (a->kind == ATOM_BEFORE_AFTER) return substitute_in(&s, a->node, NULL, before);
	const struct node *old = substitute_in(&s, a->node, before, before);
	enum op op = a->kind == ATOM_UNCHANGED    ? OP_EQUAL
	             : a->kind == ATOM_CHANGED    ? OP_NOT_EQUAL
	             : a->kind == ATOM_INCREASING ? OP_LESS
	                                          : OP_GREATER;
	return build_op(c->arena, op, a->pos, old, a->node);
}

static bool has_order(const struct temporal_atom *a)
{
	return a->kind == ATOM_INCREASING || a->kind == ATOM_DECREASING;
}

/* x$0: only a formula about a step has values before it. */
static const struct node *find_old(const struct node *n)
{
	if (n->op == OP_OLD) return n;
	const struct node *old = NULL;
	for (uint32_t i = 0; i < n->count && !old; i++) old = find_old(n->kid[i]);
	return old;
}

static void refuse_old(struct typing *c, const struct temporal_atom *a)
{
	const struct node *old = NULL;
	if (a->node && a->kind != ATOM_BEFORE_AFTER) old = find_old(a->node);
	for (uint32_t i = 0; i < a->pattern_count; i++)
		for (uint32_t k = 0; k < a->patterns[i].count && !old; k++)
			if (a->patterns[i].arguments[k]) old = find_old(a->patterns[i].arguments[k]);
	if (old)
		diag_at(c->scope->project->diag, node_start(old), DIAG_ERROR,
		        "values before a step are known in BA({P}) only");
}

static struct temporal_atom *assign_atom(struct typing *c, const struct temporal_atom *old,
                                         const struct node *const **from)
{
	struct temporal_atom *a = ARENA_NEW(c->arena, struct temporal_atom);
	bool is_predicate = old->kind == ATOM_PREDICATE || old->kind == ATOM_BEFORE_AFTER;
	*a = *old;
	if (a->node) a->node = take_piece(from);
	if (a->node && !is_predicate) a->node = a->node->kid[0];
	a->patterns = ARENA_ARRAY(c->arena, a->pattern_count + 1, struct temporal_pattern);
	for (uint32_t i = 0; i < a->pattern_count; i++) {
		struct temporal_pattern *p = &a->patterns[i];
		*p = old->patterns[i];
		p->arguments = ARENA_ARRAY(c->arena, p->count + 1, const struct node *);
		for (uint32_t k = 0; k < p->count; k++)
			if (old->patterns[i].arguments[k]) p->arguments[k] = take_piece(from)->kid[0];
	}
	refuse_old(c, a);
	if (has_order(a) && a->node->type->kind != TYPE_INTEGER && a->node->type->kind != TYPE_REAL)
		diag_at(c->scope->project->diag, node_start(a->node), DIAG_ERROR,
		        "a number is expected here");
	else if (a->node && a->kind != ATOM_PREDICATE) a->step = step_of(c, a);
	if (a->kind == ATOM_GOAL) {
		a->node = project_definition(c->scope->project, "GOAL");
		if (!a->node)
			diag_at(c->scope->project->diag, a->pos, DIAG_ERROR,
			        "'goal' needs a definition GOAL that is a predicate");
	}
	return a;
}

static const struct temporal *assign(struct typing *c, const struct temporal *f,
                                     const struct node *const **from)
{
	struct temporal *out = ARENA_NEW(c->arena, struct temporal);
	bool binds = f->op == TEMPORAL_EXISTS || f->op == TEMPORAL_FORALL;
	*out = *f;
	const struct node *bound = binds ? *(*from)++ : NULL;
	const struct node *const *inner = bound ? bound->kid[1]->kid : NULL;
	if (bound) out->names = bound->kid[0];
	if (f->atom) out->atom = assign_atom(c, f->atom, from);
	for (uint32_t i = 0; i < temporal_operands(f->op); i++)
		out->kid[i] = assign(c, f->kid[i], binds ? &inner : from);
	return out;
}

const struct temporal *temporal_check(struct temporal_scope *s, const struct temporal *f)
{
	struct typing c = {s, &s->project->arena};
	struct pieces list = {0};
	uint32_t errors = s->project->diag->errors;
	if (!find_operations(&c, f)) return NULL;
	collect(&c, f, &list);
	struct node *all = node_new(c.arena, OP_AND, f->pos, list.count);
	for (uint32_t i = 0; i < list.count; i++) all->kid[i] = list.at[i];
	const struct node *checked = all;
	if (list.count == 1) checked = all->kid[0];
	if (list.count) checked = project_check(s->project, checked, NULL);
	uint32_t count = list.count;
	VEC_CLEAR(&list);
	if (s->project->diag->errors != errors || (count && !checked)) return NULL;
	const struct node *const *from = count == 1 ? &checked : checked->kid;
	f = assign(&c, f, &from);
	return s->project->diag->errors == errors ? f : NULL;
}
