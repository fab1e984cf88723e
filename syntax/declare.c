/* Declarations of an instance of a machine: each name gets its struct decl and a first type. */
#include "syntax/project.h"

#include <ctype.h>

struct declarer {
	struct project *project;
	struct checker *checker;
	struct machine *machine;
	const struct machine *twin; /* shares its sets and constants */
	const struct machine *main; /* as written */
	struct map own;             /* name -> decl, of data */
	struct map operations;      /* name -> decl */
};

static struct decl *find_decl(const struct machine *m, name n, bool operation)
{
	for (uint32_t i = 0; m && i < m->decls.count; i++) {
		struct decl *d = m->decls.at[i];
		if (d->name == n && (d->kind == DECL_OPERATION) == operation) return d;
	}
	return NULL;
}

/* The name in the chain of abstractions, and in what these include. */
static struct decl *find_abstract(const struct machine *m, name n, bool operation)
{
	for (uint32_t i = 0; i < m->references.count; i++) {
		const struct reference *r = &m->references.at[i];
		if (r->kind != REF_REFINES || !r->target) continue;
		struct decl *d = find_decl(r->target, n, operation);
		return d ? d : find_abstract(r->target, n, operation);
	}
	return NULL;
}

void declare_spoil(struct checker *c, struct decl *d)
{
	if (d->kind == DECL_OPERATION) return;
	d->kind = DECL_UNKNOWN;
	d->type = type_new(c, TYPE_ERROR);
	for (uint32_t i = 0; i < d->element_count; i++)
		if (d->elements[i]) d->elements[i]->type = d->type;
}

/* A second declaration of a name is an error, and both are spoilt: of kind DECL_UNKNOWN. */
static struct decl *add(struct declarer *x, enum decl_kind kind, name n, struct pos pos)
{
	struct project *p = x->project;
	struct map *names = kind == DECL_OPERATION ? &x->operations : &x->own;
	struct decl *old = map_get(names, n);
	/* a local operation is specified in LOCAL_OPERATIONS and implemented in OPERATIONS */
	bool implements = old && kind == DECL_OPERATION && old->operation->is_local;
	bool twice = old && !implements;
	if (twice) {
		diag_at(p->diag, pos, DIAG_ERROR, "'%s' is declared twice", n);
		diag_at(p->diag, old->pos, DIAG_NOTE, "the first declaration is here");
		declare_spoil(x->checker, old);
	}
	struct decl *d = decl_new(&p->arena, &(struct decl){.kind = kind});
	d->name = n;
	d->pos = pos;
	d->machine = x->machine;
	bool renamed = kind == DECL_VARIABLE || kind == DECL_OPERATION;
	d->full_name = renamed ? visible_join(p->names, x->machine->prefix, n) : n;
	map_put(names, n, d);
	VEC_PUSH(&x->machine->decls, d);
	if (twice) declare_spoil(x->checker, d);
	return d;
}

/* Sets and constants of a second instance are those of the first. */
static bool take_from_twin(struct declarer *x, name n, struct decl **out)
{
	struct decl *d = find_decl(x->twin, n, false);
	if (!d) return false;
	map_put(&x->own, n, d);
	VEC_PUSH(&x->machine->decls, d);
	if (out) *out = d;
	return true;
}

/* ---- sets ------------------------------------------------------------------------------------------ */

static void elements(struct declarer *x, struct set_entry *s, struct decl *set)
{
	struct type *type = set->kind == DECL_UNKNOWN ? set->type : type_given(x->checker, set);
	set->element_count = s->elements->count;
	set->elements = ARENA_ARRAY(&x->project->arena, set->element_count, struct decl *);
	for (uint32_t i = 0; i < set->element_count; i++) {
		const struct node *n = s->elements->kid[i];
		struct node *id = node_draft(n->op == OP_APPLY ? n->kid[0] : n);
		struct decl *d =
		    add(x, s->is_freetype ? DECL_CONSTRUCTOR : DECL_ELEMENT, id->name, id->pos);
		d->of = set;
		d->index = i;
		id->decl = d;
		set->elements[i] = d;
		if (n->op == OP_APPLY) {
			d->argument = type_var(x->checker);
			d->constructor = n;
		}
		if (d->kind == DECL_UNKNOWN) continue;
		d->type =
		    d->argument ? type_pow(x->checker, type_pair(x->checker, d->argument, type)) : type;
	}
}

static bool is_number(const struct node *n)
{
	return n->op == OP_NUMBER || (n->op == OP_NEGATE && is_number(n->kid[0]));
}

static bool are_numbers(const struct node *n)
{
	bool is = n->op == OP_SET;
	for (uint32_t i = 0; i < n->count && is; i++) is = is_number(n->kid[i]);
	return is || n->op == OP_INTERVAL || n->op == OP_INT_SET || n->op == OP_NAT_SET ||
	       n->op == OP_NAT1_SET;
}

/* Is the set given an interval in VALUES, NAT or the like, or a list of integers? */
static bool is_valued(const struct machine *m, name set)
{
	for (uint32_t i = 0; i < m->values.count; i++)
		if (m->values.at[i].name == set) return are_numbers(m->values.at[i].value);
	return false;
}

static void one_set(struct declarer *x, struct set_entry *s)
{
	if (take_from_twin(x, s->name, &s->decl)) {
		for (uint32_t i = 0; s->elements && i < s->elements->count; i++) {
			const struct node *n = s->elements->kid[i];
			take_from_twin(x, n->op == OP_APPLY ? n->kid[0]->name : n->name, NULL);
		}
		return;
	}
	enum decl_kind kind = s->is_freetype ? DECL_FREETYPE
	                      : s->elements  ? DECL_ENUMERATED_SET
	                                     : DECL_DEFERRED_SET;
	struct decl *set = add(x, kind, s->name, s->pos);
	struct type *element = kind == DECL_DEFERRED_SET && is_valued(x->main, s->name)
	                           ? type_new(x->checker, TYPE_INTEGER)
	                           : type_given(x->checker, set);
	if (set->kind != DECL_UNKNOWN) set->type = type_pow(x->checker, element);
	s->decl = set;
	if (s->elements) elements(x, s, set);
}

/* ---- parameters, constants, variables ----------------------------------------------------------------- */

static bool is_set_parameter(name n)
{
	for (const char *s = n; *s; s++)
		if (islower((unsigned char)*s)) return false;
	return true;
}

static void parameters(struct declarer *x, bool is_included)
{
	struct machine *m = x->machine;
	for (uint32_t i = 0; m->parameters && i < m->parameters->count; i++) {
		struct node *id = node_draft(m->parameters->kid[i]);
		bool is_set = is_set_parameter(id->name);
		const struct decl *abstract = find_abstract(m, id->name, false);
		struct decl *d =
		    add(x, is_set ? DECL_SET_PARAMETER : DECL_SCALAR_PARAMETER, id->name, id->pos);
		id->decl = d;
		/* two included machines may have parameters of the same name */
		if (is_included)
			d->full_name =
			    visible_join(x->project->names, m->prefix ? m->prefix : m->name, id->name);
		if (d->kind == DECL_UNKNOWN) continue;
		if (abstract) d->type = abstract->type;
		else if (!is_set) types_declare(x->checker, d);
		else if (is_included) d->type = type_pow(x->checker, type_var(x->checker));
		else d->type = type_pow(x->checker, type_given(x->checker, d));
	}
}

static void data(struct declarer *x, const struct node *ids, enum decl_kind kind, bool is_concrete)
{
	for (uint32_t i = 0; ids && i < ids->count; i++) {
		struct node *id = node_draft(ids->kid[i]);
		if (kind == DECL_CONSTANT && take_from_twin(x, id->name, &id->decl)) continue;
		const struct decl *abstract = find_abstract(x->machine, id->name, false);
		struct decl *d = add(x, kind, id->name, id->pos);
		d->is_concrete = is_concrete;
		id->decl = d;
		if (d->kind == DECL_UNKNOWN) continue;
		/* a name that is repeated in a refinement keeps its type */
		if (abstract && abstract->kind == kind) d->type = abstract->type;
		else types_declare(x->checker, d);
	}
}

/* ---- operations ------------------------------------------------------------------------------------------ */

static bool count_fits(struct declarer *x, const struct operation *o, const struct node *ids,
                       const struct operation *refined, const struct node *abstract,
                       const char *what)
{
	if (!abstract || abstract->count == ids->count) return abstract != NULL;
	struct diag *diag = x->project->diag;
	diag_at(diag, o->pos, DIAG_ERROR,
	        "operation '%s' has %u %s%s, but %u in the machine it refines", o->name, ids->count,
	        what, ids->count == 1 ? "" : "s", abstract->count);
	diag_at(diag, refined->pos, DIAG_NOTE, "the refined operation is here");
	return false;
}

/* Parameters and results have the types of those of the refined operation, if given. */
static void operation_ids(struct declarer *x, const struct operation *o, const struct node *ids,
                          enum decl_kind kind, const struct node *abstract)
{
	struct project *p = x->project;
	for (uint32_t i = 0; i < ids->count; i++) {
		struct node *id = node_draft(ids->kid[i]);
		struct decl *d =
		    decl_new(&p->arena, &(struct decl){.kind = kind,
		                                       .name = id->name,
		                                       .full_name = id->name,
		                                       .pos = id->pos,
		                                       .machine = x->machine,
		                                       .operation = (struct operation *)(uintptr_t)o,
		                                       .index = i});
		id->decl = d;
		if (abstract && abstract->kid[i]->decl) d->type = abstract->kid[i]->decl->type;
		else types_declare(x->checker, d);
	}
}

/* seen: name -> decl, of the parameters and results before these */
static void check_twice(struct declarer *x, struct map *seen, const struct node *ids)
{
	for (uint32_t i = 0; i < ids->count; i++) {
		struct decl *d = ids->kid[i]->decl, *first = map_get(seen, d->name);
		if (!first) {
			map_put(seen, d->name, d);
			continue;
		}
		diag_at(x->project->diag, d->pos, DIAG_ERROR, "'%s' is declared twice", d->name);
		diag_at(x->project->diag, first->pos, DIAG_NOTE, "the first declaration is here");
		first->type = d->type = type_new(x->checker, TYPE_ERROR);
	}
}

static void parameters_and_results(struct declarer *x, const struct operation *o,
                                   const struct operation *refined)
{
	const struct node *in = o->parameters, *out = o->results;
	const struct node *known_in = refined ? refined->parameters : NULL;
	const struct node *known_out = refined ? refined->results : NULL;
	if (!count_fits(x, o, in, refined, known_in, "parameter")) known_in = NULL;
	if (!count_fits(x, o, out, refined, known_out, "result")) known_out = NULL;
	operation_ids(x, o, in, DECL_INPUT, known_in);
	operation_ids(x, o, out, DECL_OUTPUT, known_out);
	struct map seen = {0};
	check_twice(x, &seen, out);
	check_twice(x, &seen, in);
	map_clear(&seen);
}

/* The operation that is named behind "ref": of the abstraction, or promoted there. */
static struct decl *find_refined(struct declarer *x, const struct operation *o)
{
	struct decl *d = find_abstract(x->machine, o->refines, true);
	if (!d) d = visible_refined_operation(x->machine, o->refines);
	if (!d)
		diag_at(x->project->diag, o->refines_pos, DIAG_ERROR,
		        "'%s' is not an operation of the refined machine", o->refines);
	return d;
}

static void operation(struct declarer *x, struct operation *o)
{
	struct decl *local = map_get(&x->operations, o->name);
	struct decl *d = add(x, DECL_OPERATION, o->name, o->pos);
	struct decl *abstract =
	    o->refines ? find_refined(x, o) : find_abstract(x->machine, o->name, true);
	if (local && local->operation->is_local) abstract = local;
	const struct operation *refined = abstract ? abstract->operation : NULL;
	d->operation = o;
	o->decl = d;
	parameters_and_results(x, o, refined);
	if (!o->is_local && (!local || abstract != local))
		VEC_PUSH(&x->machine->interface, (struct offered){d->name, d});
}

/* An operation of an included machine is offered by this one, too. */
static void promote(struct declarer *x, name n, struct decl *d, struct pos pos, bool by_extends)
{
	struct machine *m = x->machine;
	struct diag *diag = x->project->diag;
	const struct decl *other = NULL;
	for (uint32_t i = 0; i < m->interface.count && !other; i++)
		if (m->interface.at[i].name == n) other = m->interface.at[i].decl;
	if (!other) {
		VEC_PUSH(&m->interface, (struct offered){n, d});
	} else if (other->machine == m) {
		diag_at(diag, pos, DIAG_ERROR, "this machine has an operation '%s' of its own", n);
		diag_at(diag, other->pos, DIAG_NOTE, "it is declared here");
	} else if (other != d || !by_extends) {
		diag_at(diag, pos, DIAG_ERROR, "the operation '%s' is promoted twice", n);
	}
}

/* PROMOTES names some operations of included machines, EXTENDS takes all of them. */
static void promoted_operations(struct declarer *x)
{
	struct machine *m = x->machine;
	struct project *p = x->project;
	for (uint32_t i = 0; m->promotes && i < m->promotes->count; i++) {
		struct node *id = node_draft(m->promotes->kid[i]);
		id->decl = visible_included_operation(p, m, id->name);
		if (id->decl) promote(x, id->name, id->decl, id->pos, false);
		else
			diag_at(p->diag, id->pos, DIAG_ERROR, "'%s' is not an operation of an included machine",
			        id->name);
	}
	for (uint32_t i = 0; i < m->references.count; i++) {
		const struct reference *r = &m->references.at[i];
		if (r->kind != REF_EXTENDS || !r->target) continue;
		for (uint32_t k = 0; k < r->target->interface.count; k++) {
			const struct offered *o = &r->target->interface.at[k];
			promote(x, visible_join(p->names, r->prefix, o->name), o->decl, r->pos, true);
		}
	}
}

void declare_machine(struct project *p, struct checker *c, struct machine *m,
                     const struct machine *twin, bool is_included, const struct machine *main)
{
	struct declarer x = {.project = p, .checker = c, .machine = m, .twin = twin, .main = main};
	parameters(&x, is_included);
	for (uint32_t i = 0; i < m->sets.count; i++) one_set(&x, &m->sets.at[i]);
	data(&x, m->abstract_constants, DECL_CONSTANT, false);
	data(&x, m->concrete_constants, DECL_CONSTANT, true);
	data(&x, m->abstract_variables, DECL_VARIABLE, false);
	data(&x, m->concrete_variables, DECL_VARIABLE, true);
	for (uint32_t i = 0; i < m->operations.count; i++) operation(&x, m->operations.at[i]);
	promoted_operations(&x);
	map_clear(&x.own);
	map_clear(&x.operations);
	visible_check_clashes(p, c, m);
}
