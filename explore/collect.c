/* What of a project is explored: which machines and variables make the state, which predicates the
 * constants satisfy, which predicates are to hold. */
#include "explore/inside.h"

/* ---- trees --------------------------------------------------------------------------------------- */

static void add_equation(struct explore *x, struct decl *d, const struct node *value_of,
                         struct pos pos)
{
	struct arena *a = &x->project->arena;
	const struct node *n = build_join(a, OP_EQUAL, build_name(a, d, pos), value_of);
	VEC_PUSH(&x->model.conjuncts, n);
}

static void add_conjuncts(struct explore *x, const struct node *n)
{
	EACH_LABELLED(c, n) VEC_PUSH(&x->model.conjuncts, c.now);
}

const struct node *collect_conjunction(struct explore *x, uint32_t without)
{
	uint32_t count = x->model.conjuncts.count - (without == EXPLORE_NONE ? 0 : 1);
	if (count == 0) return NULL;
	struct node *n = node_new(&x->project->arena, OP_AND, x->model.conjuncts.at[0]->pos, count);
	for (uint32_t i = 0, k = 0; i < x->model.conjuncts.count; i++)
		if (i != without) n->kid[k++] = x->model.conjuncts.at[i];
	return n;
}

/* ---- machines and variables ------------------------------------------------------------------------ */

static void collect_machines(struct explore *x)
{
	struct map marked = {0};
	level_mark(x->project->main, &marked);
	for (uint32_t i = 0; i < x->project->machines.count; i++)
		if (map_get(&marked, x->project->machines.at[i]))
			VEC_PUSH(&x->model.machines, x->project->machines.at[i]);
	map_clear(&marked);
}

static void add_variable(struct explore *x, struct decl *d)
{
	if (!decl_is_among(x->model.variables.at, x->model.variables.count, d))
		VEC_PUSH(&x->model.variables, d);
}

static bool is_declared_below(const struct machine *m, const struct machine *top, name n)
{
	for (; m && m != top; m = machine_refined(m))
		for (uint32_t i = 0; i < m->decls.count; i++)
			if (m->decls.at[i]->kind == DECL_VARIABLE && m->decls.at[i]->name == n) return true;
	return false;
}

/* Own variables, those of included machines, and concrete ones of the abstraction, which a
 * refinement keeps without declaring them again. */
static void collect_variables(struct explore *x)
{
	for (uint32_t i = 0; i < x->model.machines.count; i++) {
		const struct machine *m = x->model.machines.at[i];
		for (uint32_t k = 0; k < m->decls.count; k++)
			if (m->decls.at[k]->kind == DECL_VARIABLE) add_variable(x, m->decls.at[k]);
	}
	const struct machine *main = x->project->main;
	for (const struct machine *m = machine_refined(main); m; m = machine_refined(m))
		for (uint32_t k = 0; k < m->decls.count; k++) {
			struct decl *d = m->decls.at[k];
			if (d->kind == DECL_VARIABLE && d->is_concrete && !is_declared_below(main, m, d->name))
				add_variable(x, d);
		}
	x->model.own_count = x->model.variables.count;
}

/* Those of its abstractions, which run along. */
static void collect_abstract_variables(struct explore *x)
{
	struct decl *const *all;
	uint32_t count = x->pairs ? eval_variables(x->eval, &all) : 0;
	for (uint32_t i = 0; i < count; i++) add_variable(x, all[i]);
}

/* ---- constants -------------------------------------------------------------------------------------- */

/* A constant or parameter that a refinement declares again is the same one. */
static void equate_with_abstraction(struct explore *x, const struct machine *m)
{
	for (uint32_t i = 0; i < m->decls.count; i++) {
		struct decl *d = m->decls.at[i], *same = NULL;
		for (const struct machine *a = machine_refined(m); a && !same; a = machine_refined(a))
			for (uint32_t k = 0; k < a->decls.count; k++)
				if (decl_is_constant(a->decls.at[k]) && a->decls.at[k]->name == d->name)
					same = a->decls.at[k];
		if (same && same != d && decl_is_constant(d))
			add_equation(x, d, build_name(&x->project->arena, same, d->pos), d->pos);
	}
}

static void equate_with_arguments(struct explore *x, const struct reference *r)
{
	if (!r->target || !r->arguments || !r->target->parameters) return;
	const struct node *formal = r->target->parameters;
	for (uint32_t i = 0; i < formal->count && i < r->arguments->count; i++)
		add_equation(x, formal->kid[i]->decl, r->arguments->kid[i], r->arguments->kid[i]->pos);
}

static void equate_with_values(struct explore *x, const struct machine *m)
{
	for (uint32_t i = 0; i < m->values.count; i++) {
		const struct value_entry *v = &m->values.at[i];
		bool is_set = v->decl && v->decl->kind == DECL_DEFERRED_SET;
		bool is_given = is_set && map_get(&x->universe->number, v->decl);
		if (!v->decl || is_given) continue;
		if (is_set) VEC_PUSH(&x->model.unknowns, v->decl);
		add_equation(x, v->decl, v->value, v->pos);
	}
}

static void collect_constants(struct explore *x)
{
	struct decl *const *constants;
	uint32_t count = eval_constants(x->eval, &constants);
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&x->model.unknowns, constants[i]);
	for (uint32_t i = 0; i < x->project->machines.count; i++) {
		const struct machine *m = x->project->machines.at[i];
		add_conjuncts(x, m->constraints);
		add_conjuncts(x, m->properties);
		for (uint32_t k = 0; k < m->references.count; k++)
			equate_with_arguments(x, &m->references.at[k]);
		equate_with_abstraction(x, m);
		equate_with_values(x, m);
	}
}

/* Parameters of included machines count as constants, as in ProB. */
static bool has_setup(const struct explore *x)
{
	for (uint32_t i = 0; i < x->project->machines.count; i++)
		if (x->project->machines.at[i]->properties) return true;
	return x->model.unknowns.count > 0;
}

/* ---- initialisation --------------------------------------------------------------------------------- */

static void collect_initialisation(struct explore *x)
{
	uint32_t count = 0;
	const struct node *last = NULL;
	for (uint32_t i = 0; i < x->model.machines.count; i++)
		if (x->model.machines.at[i]->initialisation)
			last = x->model.machines.at[i]->initialisation, count++;
	x->model.initialisation = last;
	if (count < 2) return;
	struct node *n = node_new(&x->project->arena, OP_S_SEQUENCE, last->pos, count);
	for (uint32_t i = 0, k = 0; i < x->model.machines.count; i++)
		if (x->model.machines.at[i]->initialisation)
			n->kid[k++] = x->model.machines.at[i]->initialisation;
	x->model.initialisation = n;
}

/* ---- operations --------------------------------------------------------------------------------------- */

static void add_operations(struct explore *x, const struct machine *m)
{
	bool is_main = m == x->project->main;
	name without = NULL;
	for (uint32_t i = 0; i < m->interface.count; i++) {
		const struct offered *o = &m->interface.at[i];
		const struct operation *operation = o->decl->operation;
		bool leaves_out = false;
		if (is_main) operation = inherit_precondition(x, operation, o->name, &leaves_out);
		if (x->pairs) pairs_add_operation(x, is_main ? o->decl->operation : NULL, o->name);
		if (leaves_out && !without) without = o->name;
		name shown = is_main ? o->name : o->decl->full_name;
		VEC_PUSH(&x->result.coverage, (struct explore_coverage){shown, operation, 0, false});
	}
	if (without)
		text_format(
		    &x->result.notes,
		    "operations of '%s' are also executed where what preconditions of the abstraction "
		    "say of variables is false, for instance that of '%s'; 'bounce disprove' respects "
		    "them\n",
		    m->name, without);
}

static bool is_owned(const struct explore *x, const struct machine *m)
{
	for (uint32_t i = 0; i < x->model.machines.count; i++) {
		const struct machine *user = x->model.machines.at[i];
		for (uint32_t k = 0; k < user->references.count; k++) {
			const struct reference *r = &user->references.at[k];
			if (r->target == m && r->kind != REF_SEES && r->kind != REF_USES) return true;
		}
	}
	return false;
}

/* A machine that is seen or used belongs to somebody else, who may call its operations at any
 * time; those of an included machine are called by its owner. */
static void collect_operations(struct explore *x)
{
	add_operations(x, x->project->main);
	for (uint32_t i = 0; i < x->model.machines.count; i++)
		if (x->model.machines.at[i] != x->project->main && !is_owned(x, x->model.machines.at[i]))
			add_operations(x, x->model.machines.at[i]);
}

/* ---- what is to hold ---------------------------------------------------------------------------------- */

struct uses {
	bool variables, others;      /* of the state; of other machines */
	bool abstractions;           /* of the state */
	const struct machine *owner; /* of the variables; NULL: several */
	bool has_owner;
};

static void find_uses(const struct explore *x, const struct node *n, struct uses *out)
{
	if ((n->op == OP_ID || n->op == OP_OLD) && n->decl && n->decl->kind == DECL_VARIABLE) {
		uint32_t i = 0;
		while (i < x->model.variables.count && x->model.variables.at[i] != n->decl) i++;
		if (i < x->model.variables.count) out->variables = true;
		else out->others = true;
		if (i >= x->model.own_count && i < x->model.variables.count) out->abstractions = true;
		if (out->has_owner && out->owner != n->decl->machine) out->owner = NULL;
		if (!out->has_owner) out->owner = n->decl->machine;
		out->has_owner = true;
	}
	for (uint32_t i = 0; i < n->count; i++) find_uses(x, n->kid[i], out);
}

struct clause_of { /* conjuncts of one clause, which are numbered */
	const struct machine *machine;
	enum duty_kind kind;
	uint32_t number, left_out;
};

static name duty_name(struct explore *x, const struct clause_of *c, const struct node *n)
{
	bool is_main = c->machine == x->project->main;
	const char *prefix = c->machine->prefix ? c->machine->prefix : c->machine->name;
	const char *stem = c->kind == DUTY_INVARIANT ? "inv" : "assert";
	bool has_label = n->name && op_info(n->op)->class == CLASS_PRED;
	const char *own = has_label ? n->name : arena_format(&x->arena, "%s%u", stem, c->number);
	return is_main ? own : arena_format(&x->arena, "%s.%s", prefix, own);
}

/* Is it included or imported, perhaps by one that is? */
static bool is_part(const struct machine *whole, const struct machine *m)
{
	for (uint32_t i = 0; i < whole->references.count; i++) {
		const struct reference *r = &whole->references.at[i];
		bool is_call = r->kind == REF_INCLUDES || r->kind == REF_EXTENDS || r->kind == REF_IMPORTS;
		if (is_call && r->target && (r->target == m || is_part(r->target, m))) return true;
	}
	return false;
}

static void add_duty(struct explore *x, struct clause_of *c, const struct node *n)
{
	struct uses uses = {0};
	c->number++;
	find_uses(x, n, &uses);
	bool is_glue = uses.abstractions && c->kind == DUTY_INVARIANT;
	bool is_theirs = uses.owner == c->machine && is_part(x->project->main, c->machine);
	if (uses.others) c->left_out++;
	else
		VEC_PUSH(&x->model.duties, ((struct duty){.kind = c->kind,
		                                          .node = n,
		                                          .name = duty_name(x, c, n),
		                                          .of = is_theirs ? c->machine : NULL,
		                                          .has_variables = uses.variables,
		                                          .is_glue = is_glue}));
}

static void add_clause(struct explore *x, const struct machine *m, enum duty_kind kind,
                       const struct node *n)
{
	struct clause_of c = {m, kind, 0, 0};
	if (!n) return;
	for (uint32_t i = 0; kind == DUTY_ASSERTION && i < n->count; i++) add_duty(x, &c, n->kid[i]);
	if (kind == DUTY_INVARIANT)
		EACH_LABELLED(i, n) add_duty(x, &c, i.now);
	if (c.left_out)
		text_format(
		    &x->result.notes,
		    "%u of %u %s of '%s' mention%s variables of the abstraction and %s not checked\n",
		    c.left_out, c.number,
		    kind == DUTY_INVARIANT ? "conjuncts of the invariant" : "assertions", m->name,
		    c.left_out == 1 ? "s" : "", c.left_out == 1 ? "is" : "are");
}

/* ---- guards ------------------------------------------------------------------------------------------- */

static bool guard_may_fail(const struct node *n)
{
	bool may = false;
	if (op_info(n->op)->class != CLASS_SUBST) return false;
	if (n->op == OP_S_CALL) return guard_may_fail(n->decl->operation->body);
	if (n->op == OP_S_ANY || n->op == OP_S_BECOMES_SUCH) may = defined_may_fail(n->kid[1]);
	for (uint32_t i = 0; n->op == OP_S_SELECT && i + 1 < n->count; i += 2)
		may |= defined_may_fail(n->kid[i]);
	for (uint32_t i = 0; i < n->count; i++) may |= guard_may_fail(n->kid[i]);
	return may;
}

static bool guards_may_fail(const struct explore *x)
{
	bool may = false;
	for (uint32_t i = 0; i < x->result.coverage.count; i++) {
		const struct node *n = x->result.coverage.at[i].operation->body;
		may |= guard_may_fail(n) || (n->op == OP_S_PRE && defined_may_fail(n->kid[0]));
	}
	return may;
}

bool explore_judges_guards(const struct explore *x) { return x->model.judges_guards; }

void collect_project(struct explore *x)
{
	collect_machines(x);
	collect_variables(x);
	levels_open(x->project, &x->model.levels);
	if (!x->options.alone && x->model.levels.list.count) pairs_open(x);
	collect_abstract_variables(x);
	collect_constants(x);
	collect_initialisation(x);
	collect_operations(x);
	x->model.judges_guards = x->options.is_strict && guards_may_fail(x);
	x->model.has_setup = has_setup(x);
	for (uint32_t i = 0; i < x->model.machines.count; i++) {
		add_clause(x, x->model.machines.at[i], DUTY_INVARIANT, x->model.machines.at[i]->invariant);
		add_clause(x, x->model.machines.at[i], DUTY_ASSERTION, x->model.machines.at[i]->assertions);
	}
	if (x->pairs) pairs_link(x);
}
