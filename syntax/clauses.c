/* Types of the clauses of one instance. All instances of a project share one checker, so that the
 * arguments of an included machine and its parameters find to the same types. */
#include "syntax/project.h"

struct clauses {
	struct project *project;
	struct checker *checker;
	struct machine *machine;
};

static struct scope open_scope(struct clauses *x, enum clause clause)
{
	struct scope s = {.arena = &x->project->arena};
	visible_in(x->project, x->machine, clause, &s);
	return s;
}

static void check_predicate(struct clauses *x, const struct node **n, enum clause clause)
{
	if (!*n) return;
	struct scope s = open_scope(x, clause);
	if ((*n)->op == OP_LIST) /* ASSERTIONS */
		for (uint32_t i = 0; i < (*n)->count; i++)
			types_predicate(x->checker, &node_draft(*n)->kid[i], &s);
	else types_predicate(x->checker, n, &s);
	scope_clear(&s);
}

/* ---- parameters of included machines --------------------------------------------------------------- */

static void arguments(struct clauses *x, struct reference *r, struct scope *s)
{
	const struct node *formal = r->target->parameters;
	uint32_t wanted = formal ? formal->count : 0, found = r->arguments ? r->arguments->count : 0;
	bool passes = r->kind == REF_INCLUDES || r->kind == REF_EXTENDS || r->kind == REF_IMPORTS;
	if (!passes) return;
	if (wanted != found) {
		diag_at(x->project->diag, r->pos, DIAG_ERROR, "machine '%s' takes %u parameter%s, found %u",
		        r->machine, wanted, wanted == 1 ? "" : "s", found);
		return;
	}
	for (uint32_t i = 0; i < wanted; i++) {
		const struct decl *parameter = formal->kid[i]->decl;
		uint32_t errors = x->project->diag->errors;
		types_expression(x->checker, &node_draft(r->arguments)->kid[i], s, parameter->type);
		if (x->project->diag->errors > errors) types_note_set_parameter(x->checker, parameter);
	}
}

static void references(struct clauses *x)
{
	struct scope s = open_scope(x, CLAUSE_INCLUDES);
	for (uint32_t i = 0; i < x->machine->references.count; i++)
		if (x->machine->references.at[i].target) arguments(x, &x->machine->references.at[i], &s);
	scope_clear(&s);
}

/* ---- free types and values ----------------------------------------------------------------------------- */

static void constructors(struct clauses *x)
{
	struct scope s = open_scope(x, CLAUSE_SETS);
	for (uint32_t i = 0; i < x->machine->sets.count; i++) {
		struct set_entry *e = &x->machine->sets.at[i];
		for (uint32_t k = 0; e->is_freetype && k < e->elements->count; k++) {
			struct node *n = node_draft(e->elements->kid[k]);
			if (n->op != OP_APPLY || !n->kid[0]->decl) continue;
			struct type *argument = n->kid[0]->decl->argument;
			types_expression(x->checker, &n->kid[1], &s, type_pow(x->checker, argument));
		}
	}
	scope_clear(&s);
}

static bool may_be_valued(const struct decl *d)
{
	return d->kind == DECL_DEFERRED_SET || d->kind == DECL_CONSTANT || d->kind == DECL_UNKNOWN;
}

static void values(struct clauses *x)
{
	struct scope s = open_scope(x, CLAUSE_VALUES);
	for (uint32_t i = 0; i < x->machine->values.count; i++) {
		struct value_entry *v = &x->machine->values.at[i];
		const struct scope_entry *e = scope_find(&s, v->name);
		if (!e || !may_be_valued(e->decl))
			diag_at(x->project->diag, v->pos, DIAG_ERROR, "'%s' is not a deferred set or constant",
			        v->name);
		else v->decl = e->decl;
		struct type *expected = v->decl ? v->decl->type : type_var(x->checker);
		types_expression(x->checker, &v->value, &s, expected);
	}
	scope_clear(&s);
}

/* ---- operations -------------------------------------------------------------------------------------------- */

static void operation(struct clauses *x, struct operation *o, struct scope *s)
{
	uint32_t mark = s->locals.count;
	for (uint32_t i = 0; i < o->parameters->count; i++)
		scope_push(s, o->parameters->kid[i]->decl, SCOPE_READ);
	for (uint32_t i = 0; i < o->results->count; i++)
		scope_push(s, o->results->kid[i]->decl, SCOPE_WRITE);
	types_substitution(x->checker, &o->body, s);
	scope_pop(s, mark);
}

static void operations(struct clauses *x)
{
	struct scope s = open_scope(x, CLAUSE_OPERATIONS);
	for (uint32_t i = 0; i < x->machine->operations.count; i++)
		operation(x, x->machine->operations.at[i], &s);
	scope_clear(&s);
}

static void initialisation(struct clauses *x)
{
	if (!x->machine->initialisation) return;
	struct scope s = open_scope(x, CLAUSE_INITIALISATION);
	types_substitution(x->checker, &x->machine->initialisation, &s);
	scope_clear(&s);
}

static void variant(struct clauses *x)
{
	if (!x->machine->variant) return;
	struct scope s = open_scope(x, CLAUSE_VARIANT);
	types_expression(x->checker, &x->machine->variant, &s, type_var(x->checker));
	scope_clear(&s);
}

void clauses_check(struct project *p, struct checker *c, struct machine *m)
{
	struct clauses x = {p, c, m};
	constructors(&x);
	check_predicate(&x, &m->constraints, CLAUSE_CONSTRAINTS);
	references(&x);
	check_predicate(&x, &m->properties, CLAUSE_PROPERTIES);
	values(&x);
	check_predicate(&x, &m->invariant, CLAUSE_INVARIANT);
	check_predicate(&x, &m->assertions, CLAUSE_ASSERTIONS);
	variant(&x);
	initialisation(&x);
	operations(&x);
}
