/* Which names a clause may use, and for what. */
#include "syntax/project.h"

name visible_join(struct names *names, name prefix, name n)
{
	if (!prefix) return n;
	struct text t = {0};
	text_format(&t, "%s.%s", prefix, n);
	name joined = names_add(names, t.at, t.count);
	text_clear(&t);
	return joined;
}

/* ---- what a machine shows to those that refer to it ----------------------------------------------- */

struct shown {
	struct project *project;
	enum reference_kind kind; /* how it is referred to */
	enum clause clause;       /* that uses it */
	const struct machine *target;
	struct scope *scope;
	const char *why; /* it cannot be assigned */
};

static bool is_state_clause(enum clause c)
{
	return c == CLAUSE_INVARIANT || c == CLAUSE_ASSERTIONS || c == CLAUSE_VARIANT ||
	       c == CLAUSE_INITIALISATION || c == CLAUSE_OPERATIONS;
}

static bool is_code_clause(enum clause c)
{
	return c == CLAUSE_INITIALISATION || c == CLAUSE_OPERATIONS;
}

static void show_variable(struct shown *s, struct decl *d, name visible)
{
	if (!is_state_clause(s->clause)) {
		scope_add(s->scope, visible, d, SCOPE_HIDDEN, "it is a variable");
	} else if (s->kind == REF_SEES && !is_code_clause(s->clause)) {
		scope_add(s->scope, visible, d, SCOPE_HIDDEN,
		          "a variable of a seen machine may only be read in INITIALISATION and OPERATIONS");
	} else if (s->kind == REF_REFINES && d->is_concrete && is_code_clause(s->clause)) {
		scope_add(s->scope, visible, d, SCOPE_WRITE, NULL);
	} else {
		scope_add(s->scope, visible, d, SCOPE_READ, s->why);
	}
}

static void show(struct shown *s, struct decl *d, name prefix)
{
	switch (d->kind) {
	case DECL_VARIABLE:
		show_variable(s, d, visible_join(s->project->names, prefix, d->name));
		break;
	case DECL_OPERATION: break;
	case DECL_SET_PARAMETER:
	case DECL_SCALAR_PARAMETER:
		if (s->kind == REF_REFINES || s->kind == REF_USES)
			scope_add(s->scope, d->name, d, SCOPE_READ, s->why);
		break;
	default:
		if (s->clause != CLAUSE_CONSTRAINTS) scope_add(s->scope, d->name, d, SCOPE_READ, s->why);
	}
}

static bool hides_operation(const struct scope_entry *e)
{
	return e && (e->decl->kind != DECL_OPERATION || e->access == SCOPE_CALL);
}

static void show_operations(struct shown *s, const struct machine *m, name prefix)
{
	bool callable = s->kind != REF_USES && s->kind != REF_REFINES;
	for (uint32_t i = 0; is_code_clause(s->clause) && i < m->interface.count; i++) {
		const struct offered *o = &m->interface.at[i];
		name visible = visible_join(s->project->names, prefix, o->name);
		/* data of the same name come first: an operation is only found in calls */
		if (hides_operation(scope_find(s->scope, visible))) continue;
		if (callable) scope_add(s->scope, visible, o->decl, SCOPE_CALL, NULL);
		else scope_add(s->scope, visible, o->decl, SCOPE_HIDDEN, s->why);
	}
}

/* What is included by a machine counts as its own. */
static void show_machine(struct shown *s, const struct machine *m, name prefix)
{
	for (uint32_t i = 0; i < m->references.count; i++) {
		const struct reference *r = &m->references.at[i];
		if (!r->target || r->kind == REF_SEES || r->kind == REF_USES || r->kind == REF_IMPORTS)
			continue;
		name inner = r->prefix ? visible_join(s->project->names, prefix, r->prefix) : prefix;
		show_machine(s, r->target, inner);
	}
	for (uint32_t i = 0; i < m->decls.count; i++) show(s, m->decls.at[i], prefix);
}

static const char *why_not_assigned(struct project *p, const struct reference *r)
{
	if (r->kind == REF_REFINES) return "it belongs to the abstraction";
	if (r->kind == REF_SEES || r->kind == REF_USES)
		return arena_format(&p->arena, "it belongs to the machine '%s', which is only read",
		                    r->machine);
	return arena_format(&p->arena,
	                    "it belongs to the machine '%s', only operations of that machine change it",
	                    r->machine);
}

static void show_references(struct project *p, const struct machine *m, enum clause clause,
                            struct scope *out)
{
	/* the abstraction first, so that names of nearer machines hide its names */
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t i = 0; i < m->references.count; i++) {
			const struct reference *r = &m->references.at[i];
			if (!r->target || (r->kind == REF_REFINES) != (pass == 0)) continue;
			struct shown s = {p, r->kind, clause, r->target, out, why_not_assigned(p, r)};
			show_machine(&s, r->target, r->prefix);
			show_operations(&s, r->target, r->prefix);
		}
	}
}

/* ---- own names ------------------------------------------------------------------------------------------ */

/* ProB's preference, set by a definition of the machine. */
static bool allows_local_calls(struct project *p, const struct machine *m)
{
	name n = names_find(p->names, "SET_PREF_ALLOW_LOCAL_OPERATION_CALLS");
	const struct definition *d = n ? map_get(&m->written->definition_of, n) : NULL;
	return d && d->body && d->body->op == OP_TRUE;
}

static void show_own(const struct decl *d, enum clause clause, bool local_calls, struct scope *out)
{
	struct decl *decl = (struct decl *)(uintptr_t)d;
	bool state = is_state_clause(clause);
	switch (d->kind) {
	case DECL_VARIABLE:
		if (is_code_clause(clause)) scope_add(out, d->name, decl, SCOPE_WRITE, NULL);
		else if (state) scope_add(out, d->name, decl, SCOPE_READ, NULL);
		else scope_add(out, d->name, decl, SCOPE_HIDDEN, "it is a variable");
		break;
	case DECL_OPERATION:
		if (is_code_clause(clause) && !hides_operation(scope_find(out, d->name))) {
			bool callable = local_calls || d->operation->is_local;
			scope_add(out, d->name, decl, callable ? SCOPE_CALL : SCOPE_HIDDEN,
			          "an operation cannot call one of the same machine");
		}
		break;
	case DECL_CONSTANT:
		if (clause == CLAUSE_CONSTRAINTS)
			scope_add(out, d->name, decl, SCOPE_HIDDEN, "constants are not known in CONSTRAINTS");
		else scope_add(out, d->name, decl, SCOPE_READ, NULL);
		break;
	case DECL_UNKNOWN: scope_add(out, d->name, decl, SCOPE_WRITE, NULL); break;
	default: scope_add(out, d->name, decl, SCOPE_READ, NULL);
	}
}

void visible_in(struct project *p, const struct machine *m, enum clause clause, struct scope *out)
{
	bool local_calls = allows_local_calls(p, m);
	show_references(p, m, clause, out);
	for (uint32_t i = 0; i < m->decls.count; i++)
		show_own(m->decls.at[i], clause, local_calls, out);
}

/* ---- clashes --------------------------------------------------------------------------------------------- */

static bool may_repeat(const struct decl *own, const struct decl *other, enum reference_kind kind)
{
	if (own == other || own->kind == DECL_OPERATION || other->kind == DECL_OPERATION) return true;
	if (kind != REF_REFINES) return false;
	bool both_data = (own->kind == DECL_VARIABLE && other->kind == DECL_VARIABLE) ||
	                 (own->kind == DECL_CONSTANT && other->kind == DECL_CONSTANT);
	bool parameters = own->kind == DECL_SET_PARAMETER || own->kind == DECL_SCALAR_PARAMETER;
	return both_data || parameters;
}

static void check_reference(struct project *p, struct checker *c, const struct machine *m,
                            const struct reference *r)
{
	struct scope seen = {.arena = &p->arena};
	struct shown s = {p, r->kind, CLAUSE_OPERATIONS, r->target, &seen, NULL};
	show_machine(&s, r->target, r->prefix);
	for (uint32_t i = 0; i < m->decls.count; i++) {
		struct decl *own = m->decls.at[i];
		const struct scope_entry *e = scope_find(&seen, own->name);
		if (!e || may_repeat(own, e->decl, r->kind)) continue;
		if (own->of && own->of->kind == DECL_UNKNOWN) continue; /* its set was reported */
		diag_at(p->diag, own->pos, DIAG_ERROR, "'%s' is declared twice", own->name);
		diag_at(p->diag, e->decl->pos, DIAG_NOTE, "it is also declared here, in the machine '%s'",
		        e->decl->machine->name);
		declare_spoil(c, own);
	}
	scope_clear(&seen);
}

void visible_check_clashes(struct project *p, struct checker *c, const struct machine *m)
{
	for (uint32_t i = 0; i < m->references.count; i++)
		if (m->references.at[i].target) check_reference(p, c, m, &m->references.at[i]);
}

struct decl *visible_included_operation(struct project *p, const struct machine *m, name n)
{
	for (uint32_t i = 0; i < m->references.count; i++) {
		const struct reference *r = &m->references.at[i];
		bool included = r->kind == REF_INCLUDES || r->kind == REF_EXTENDS || r->kind == REF_IMPORTS;
		for (uint32_t k = 0; included && r->target && k < r->target->interface.count; k++) {
			const struct offered *o = &r->target->interface.at[k];
			if (visible_join(p->names, r->prefix, o->name) == n) return o->decl;
		}
	}
	return NULL;
}

struct decl *visible_refined_operation(const struct machine *m, name n)
{
	for (uint32_t i = 0; i < m->references.count; i++) {
		const struct reference *r = &m->references.at[i];
		if (r->kind != REF_REFINES || !r->target) continue;
		for (uint32_t k = 0; k < r->target->interface.count; k++)
			if (r->target->interface.at[k].name == n) return r->target->interface.at[k].decl;
		return visible_refined_operation(r->target, n);
	}
	return NULL;
}
