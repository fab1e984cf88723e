/* Substitutions: places, assignments, calls of operations, and the blocks around them. */
#include "syntax/types.h"

/* ---- places --------------------------------------------------------------------------------------- */

static const struct node *root_of(const struct node *place)
{
	while (place->op == OP_APPLY || place->op == OP_FIELD) place = place->kid[0];
	return place;
}

static const char *why_not_assignable(const struct scope_entry *e)
{
	if (e->why && e->decl->kind != DECL_OPERATION) return e->why;
	switch (e->decl->kind) {
	case DECL_DEFERRED_SET:
	case DECL_ENUMERATED_SET:
	case DECL_FREETYPE: return "it is a set";
	case DECL_ELEMENT: return "it is an element of a set";
	case DECL_CONSTRUCTOR: return "it is a constructor of a free type";
	case DECL_SET_PARAMETER:
	case DECL_SCALAR_PARAMETER: return "it is a parameter of the machine";
	case DECL_CONSTANT: return "it is a constant";
	case DECL_OPERATION: return "it is an operation";
	case DECL_INPUT: return "it is a parameter of the operation";
	case DECL_LOCAL: return "it is a local name whose value is fixed";
	default: return "it may only be read here";
	}
}

static struct type *place_type(struct checker *c, const struct node **place)
{
	struct node *root = node_draft(root_of(*place));
	const struct scope_entry *e = root->op == OP_ID ? scope_find(c->scope, root->name) : NULL;
	if (root->op != OP_ID) {
		diag_at(c->diag, types_start(c, *place), DIAG_ERROR, "only variables can be assigned");
		return node_draft(*place)->type = type_error(c);
	}
	if (!e && !c->collected) {
		root->decl = types_undeclared(c, root);
		return node_draft(*place)->type = root->type = type_error(c);
	}
	if (e && e->access != SCOPE_WRITE)
		diag_at(c->diag, root->pos, DIAG_ERROR, "'%s' cannot be assigned: %s", root->name,
		        why_not_assignable(e));
	return types_expr(c, place);
}

static void places(struct checker *c, struct node *list)
{
	for (uint32_t i = 0; i < list->count; i++) place_type(c, &list->kid[i]);
}

enum { LONGEST_PLACE = 40 };

/* A long place is not repeated. */
static const char *wrong_value(struct checker *c, const struct node *place, struct type *to,
                               struct type *from)
{
	struct text out = {0};
	const char *message, *wanted = types_show(c, to), *found = types_show(c, from);
	print_node(place, &out);
	if (out.count > LONGEST_PLACE)
		message = types_format(c, "%s is expected here, but this is %s", wanted, found);
	else
		message = types_format(c, "'%s' of type %s gets a value of type %s", text_get(&out), wanted,
		                       found);
	text_clear(&out);
	return message;
}

/* ---- assignments ------------------------------------------------------------------------------------- */

void types_assign(struct checker *c, const struct node *n)
{
	const struct node *left = n->kid[0], *right = n->kid[1];
	if (left->count != right->count) {
		diag_at(c->diag, n->pos, DIAG_ERROR, "%u variable%s on the left, %u value%s on the right",
		        left->count, types_plural(left->count), right->count, types_plural(right->count));
		for (uint32_t i = 0; i < left->count; i++) type_poison(c, left->kid[i]->type);
		for (uint32_t i = 0; i < right->count; i++) type_poison(c, right->kid[i]->type);
	}
	for (uint32_t i = 0; i < left->count && left->count == right->count; i++) {
		struct type *to = left->kid[i]->type, *from = right->kid[i]->type;
		if (type_unify(c, to, from, n->pos)) continue;
		types_clash(c, types_start(c, right->kid[i]), wrong_value(c, left->kid[i], to, from), to,
		            from);
	}
	types_settle(c);
}

static void assign(struct checker *c, struct node *n)
{
	struct node *values = node_draft(n->kid[1]);
	places(c, node_draft(n->kid[0]));
	for (uint32_t i = 0; i < values->count; i++) types_expr(c, &values->kid[i]);
	types_assign(c, n);
}

static void becomes_in(struct checker *c, struct node *n)
{
	places(c, node_draft(n->kid[0]));
	struct type *set = types_expr(c, &n->kid[1]);
	struct type *needed = type_pow(c, types_tuple(c, n->kid[0]));
	if (!type_unify(c, needed, set, n->pos))
		types_clash(c, types_start(c, n->kid[1]),
		            types_format(c, "'::' needs %s here, but this is %s", types_show(c, needed),
		                         types_show(c, set)),
		            needed, set);
	types_settle(c);
}

/* ---- variables assigned twice -------------------------------------------------------------------------- */

static void note_place(struct checker *c, struct map *assigned, struct node *place)
{
	if (place->op != OP_ID || !place->decl || place->decl->kind == DECL_UNKNOWN) return;
	const struct node *other = map_get(assigned, place->decl);
	if (!other) {
		map_put(assigned, place->decl, place);
		return;
	}
	diag_at(c->diag, place->pos, DIAG_ERROR, "'%s' is assigned twice in parallel", place->name);
	diag_at(c->diag, other->pos, DIAG_NOTE, "the other assignment is here");
}

/* The whole variables that are assigned by n itself or by its parallel parts. */
static void note_places(struct checker *c, struct map *assigned, const struct node *n)
{
	switch (n->op) {
	case OP_S_PARALLEL:
		for (uint32_t i = 0; i < n->count; i++) note_places(c, assigned, n->kid[i]);
		break;
	case OP_S_ASSIGN:
	case OP_S_BECOMES_IN:
	case OP_S_BECOMES_SUCH:
	case OP_S_CALL:
		for (uint32_t i = 0; i < n->kid[0]->count; i++)
			note_place(c, assigned, node_draft(n->kid[0]->kid[i]));
		break;
	default: break;
	}
}

static void check_twice(struct checker *c, const struct node *n)
{
	bool one = n->op != OP_S_PARALLEL && n->kid[0]->count < 2;
	if (one) return;
	struct map assigned = {0};
	note_places(c, &assigned, n);
	map_clear(&assigned);
}

/* ---- calls ------------------------------------------------------------------------------------------------ */

static const struct operation *callee(struct checker *c, struct node *n)
{
	const struct scope_entry *e = scope_find(c->scope, n->name);
	if (!e) {
		struct decls *collected = c->collected;
		c->collected = NULL; /* unknown values may be collected, operations may not */
		n->decl = types_undeclared(c, n);
		c->collected = collected;
		return NULL;
	}
	n->decl = e->decl;
	if (e->decl->kind == DECL_UNKNOWN) return NULL;
	if (e->decl->kind != DECL_OPERATION)
		diag_at(c->diag, n->pos, DIAG_ERROR, "'%s' is not an operation", n->name);
	else if (e->access != SCOPE_CALL)
		diag_at(c->diag, n->pos, DIAG_ERROR, "'%s' cannot be called here%s%s", n->name,
		        e->why ? ": " : "", e->why ? e->why : "");
	else return e->decl->operation;
	return NULL;
}

static void note_callee(struct checker *c, const struct node *n)
{
	if (n->decl->pos.at)
		diag_at(c->diag, n->decl->pos, DIAG_NOTE, "'%s' is declared here", n->name);
}

static bool counts_fit(struct checker *c, const struct node *n, const struct operation *o)
{
	uint32_t results = o->results ? o->results->count : 0, taken = n->kid[0]->count;
	uint32_t parameters = o->parameters ? o->parameters->count : 0, given = n->kid[1]->count;
	if (results != taken) {
		diag_at(c->diag, n->pos, DIAG_ERROR, "'%s' has %u result%s, %u %s taken here", n->name,
		        results, types_plural(results), taken, taken == 1 ? "is" : "are");
		note_callee(c, n);
	} else if (parameters != given) {
		diag_at(c->diag, n->pos, DIAG_ERROR, "'%s' takes %u argument%s, found %u", n->name,
		        parameters, types_plural(parameters), given);
		note_callee(c, n);
	}
	return results == taken && parameters == given;
}

/* Each of the list with the parameter or result that it belongs to. */
static void pass(struct checker *c, const struct node *n, const struct node *list,
                 const struct node *formal, const char *what)
{
	for (uint32_t i = 0; i < list->count; i++) {
		const struct decl *d = formal->kid[i]->decl;
		struct type *t = list->kid[i]->type;
		if (!d || !d->type || type_unify(c, d->type, t, n->pos)) continue;
		types_clash(c, types_start(c, list->kid[i]),
		            types_format(c, "%s '%s' of '%s' is %s, but this is %s", what, d->name, n->name,
		                         types_show(c, d->type), types_show(c, t)),
		            d->type, t);
	}
}

static void poison_kids(struct checker *c, const struct node *list)
{
	for (uint32_t i = 0; i < list->count; i++) type_poison(c, list->kid[i]->type);
}

static void call(struct checker *c, struct node *n)
{
	struct node *results = node_draft(n->kid[0]), *arguments = node_draft(n->kid[1]);
	const struct operation *o = callee(c, n);
	places(c, results);
	for (uint32_t i = 0; i < arguments->count; i++) types_expr(c, &arguments->kid[i]);
	if (o && counts_fit(c, n, o)) {
		pass(c, n, results, o->results, "result");
		pass(c, n, arguments, o->parameters, "parameter");
	} else {
		poison_kids(c, results);
		poison_kids(c, arguments);
	}
	types_settle(c);
}

/* A name, or a name and arguments, where a substitution stands. NULL if it is neither. */
static struct node *call_of(struct checker *c, const struct node *n)
{
	const struct node *id = n->op == OP_APPLY ? n->kid[0] : n;
	uint32_t count = n->op == OP_APPLY ? n->count - 1 : 0;
	if (id->op != OP_ID) return NULL;
	struct node *s = node_new(c->arena, OP_S_CALL, id->pos, 2);
	s->name = id->name;
	struct node *arguments = node_new(c->arena, OP_LIST, n->pos, count);
	s->kid[0] = node_new(c->arena, OP_LIST, n->pos, 0);
	s->kid[1] = arguments;
	if (count) memcpy(arguments->kid, n->kid + 1, count * sizeof n->kid[0]);
	return s;
}

/* ---- blocks ------------------------------------------------------------------------------------------------- */

static void subst(struct checker *c, const struct node **place, bool in_parallel);

static void branches(struct checker *c, struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++) {
		if (i % 2 == 0 && i + 1 < n->count) types_pred(c, &n->kid[i]);
		else types_subst(c, &n->kid[i]);
	}
}

static void labels(struct checker *c, struct node *list, struct type *value)
{
	for (uint32_t i = 0; i < list->count; i++) {
		struct type *t = types_expr(c, &list->kid[i]);
		if (type_unify(c, value, t, list->kid[i]->pos)) continue;
		types_clash(c, types_start(c, list->kid[i]),
		            types_format(c, "the value of this CASE is %s, but this is %s",
		                         types_show(c, value), types_show(c, t)),
		            value, t);
	}
}

static void case_of(struct checker *c, struct node *n)
{
	struct type *value = types_expr(c, &n->kid[0]);
	for (uint32_t i = 1; i < n->count; i++) {
		if (i % 2 == 1 && i + 1 < n->count) labels(c, node_draft(n->kid[i]), value);
		else types_subst(c, &n->kid[i]);
	}
}

/* kids: variables, predicate except for VAR, body */
static void with_locals(struct checker *c, struct node *n)
{
	uint32_t outside =
	    types_open_locals(c, n->kid[0], n->op == OP_S_VAR ? SCOPE_WRITE : SCOPE_READ);
	if (n->op != OP_S_VAR) types_pred(c, &n->kid[1]);
	types_subst(c, &n->kid[n->count - 1]);
	scope_pop(c->scope, outside);
}

static void while_do(struct checker *c, struct node *n)
{
	types_pred(c, &n->kid[0]);
	types_subst(c, &n->kid[1]);
	types_pred(c, &n->kid[2]);
	struct type *variant = types_expr(c, &n->kid[3]), *integer = c->basic[TYPE_INTEGER];
	if (!type_unify(c, integer, variant, n->kid[3]->pos))
		types_clash(
		    c, types_start(c, n->kid[3]),
		    types_format(c, "the variant must be INTEGER, but this is %s", types_show(c, variant)),
		    integer, variant);
}

static void all_kids(struct checker *c, struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++) subst(c, &n->kid[i], n->op == OP_S_PARALLEL);
}

static void other(struct checker *c, const struct node **place)
{
	struct node *n = node_draft(*place);
	enum op_class class =
	    n->op == OP_EXTERNAL_CALL ? types_external_class(n) : op_info(n->op)->class;
	if (n->op == OP_EXTERNAL_CALL && class == CLASS_SUBST) types_external(c, n);
	else if (class == CLASS_PRED) types_pred(c, place);
	else types_expr(c, place);
	if (class != CLASS_SUBST) types_wrong_class(c, *place, CLASS_SUBST, class);
}

/* What was read as a formula, in a definition or where both are possible. */
static void as_substitution(struct checker *c, const struct node **place)
{
	struct node *n = node_draft(*place);
	switch (n->op) {
	case OP_ID:
	case OP_APPLY: {
		struct node *s = call_of(c, n);
		if (s) *place = s;
		break;
	}
	case OP_IF: n->op = OP_S_IF; break;
	case OP_LET: n->op = OP_S_LET; break;
	case OP_COMPOSE: n->op = OP_S_SEQUENCE; break;
	case OP_PARALLEL_PRODUCT: n->op = OP_S_PARALLEL; break;
	default: break;
	}
}

static void subst(struct checker *c, const struct node **place, bool in_parallel)
{
	as_substitution(c, place);
	struct node *n = node_draft(*place);
	switch (n->op) {
	case OP_S_SKIP: break;
	case OP_S_ASSIGN: assign(c, n); break;
	case OP_S_BECOMES_IN: becomes_in(c, n); break;
	case OP_S_BECOMES_SUCH:
		places(c, node_draft(n->kid[0]));
		types_pred(c, &n->kid[1]);
		break;
	case OP_S_CALL: call(c, n); break;
	case OP_S_PARALLEL:
	case OP_S_SEQUENCE:
	case OP_S_CHOICE: all_kids(c, n); break;
	case OP_S_PRE:
	case OP_S_ASSERT:
	case OP_S_IF:
	case OP_S_SELECT: branches(c, n); break;
	case OP_S_CASE: case_of(c, n); break;
	case OP_S_ANY:
	case OP_S_LET:
	case OP_S_VAR: with_locals(c, n); break;
	case OP_S_WHILE: while_do(c, n); break;
	default: other(c, place); return;
	}
	bool assigns = n->op == OP_S_ASSIGN || n->op == OP_S_BECOMES_IN || n->op == OP_S_BECOMES_SUCH ||
	               n->op == OP_S_CALL || n->op == OP_S_PARALLEL;
	if (assigns && !in_parallel) check_twice(c, n);
}

void types_subst(struct checker *c, const struct node **n) { subst(c, n, false); }
