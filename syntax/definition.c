/* Expansion of DEFINITIONS. A machine as written becomes a copy in which each use of a definition
 * is replaced by its body, with the arguments in place of the parameters.
 *
 * Expansion works on trees, not on text: D * 2 with D == 1 + 2 is (1 + 2) * 2. It is hygienic: a
 * variable that the body binds is renamed where it would catch a name of an argument. A free name
 * of the body means what it means where the definition is used, as everywhere in B. Nodes keep
 * their place in the body, and pos.via leads to the use. */
#include "syntax/definition.h"

enum { EXPANSION_LIMIT = 5 * 1000 * 1000 };

/* What a name is replaced by: the argument of a parameter, or a renamed bound variable. */
struct definition_renaming {
	name name;
	const struct node *value;
	struct definition_renaming *outer;
};

struct expander {
	struct arena *arena;
	struct names *names;
	struct diag *diag;
	const struct machine *machine; /* whose definitions are in force */
	struct definition_renaming *env;
	uint32_t via;
	uint32_t depth;
	uint64_t created;
	bool gave_up;
};

static struct node *expand(struct expander *x, const struct node *n);

static struct pos moved(const struct expander *x, struct pos pos)
{
	/* A node of an argument was moved already, and stays. */
	if (pos.via == 0) pos.via = x->via;
	return pos;
}

static struct node *copy_of(struct expander *x, const struct node *n)
{
	struct node *copy = node_new(x->arena, n->op, moved(x, n->pos), n->count);
	copy->flags = n->flags;
	copy->name = n->name;
	if (x->via) x->created++;
	return copy;
}

/* The error is shown at the outermost use: that is where it became too much. */
static bool too_large(struct expander *x, struct pos pos)
{
	if (x->gave_up) return true;
	bool deep = x->depth > DEPTH_LIMIT;
	if (!deep && x->created <= EXPANSION_LIMIT) return false;
	x->gave_up = true;
	for (pos.via = x->via; pos.via;) pos = x->diag->expansions.at[pos.via].call;
	diag_at(x->diag, pos, DIAG_ERROR,
	        deep ? "the definitions make this nested too deeply (limit %d)"
	             : "the definitions make this machine too large (limit %d nodes)",
	        deep ? DEPTH_LIMIT : EXPANSION_LIMIT);
	return true;
}

/* What stands in place of a tree after an error. */
static struct node *empty(struct expander *x, struct pos pos)
{
	struct node *n = node_new(x->arena, OP_ID, moved(x, pos), 0);
	n->name = names_of(x->names, "?");
	return n;
}

/* A tree that needs no more expansion: an argument, wherever its parameter stands. */
static struct node *copy_tree(struct expander *x, const struct node *n)
{
	if (too_large(x, n->pos)) return empty(x, n->pos);
	struct node *copy = node_new(x->arena, n->op, n->pos, n->count);
	copy->flags = n->flags;
	copy->name = n->name;
	x->created++;
	x->depth++;
	for (uint32_t i = 0; i < n->count; i++) copy->kid[i] = copy_tree(x, n->kid[i]);
	x->depth--;
	return copy;
}

static const struct node *bound_to(const struct expander *x, name n)
{
	for (const struct definition_renaming *b = x->env; b; b = b->outer)
		if (b->name == n) return b->value;
	return NULL;
}

static struct definition *definition_named(const struct expander *x, name n)
{
	return bound_to(x, n) ? NULL : map_get(&x->machine->definition_of, n);
}

/* ---- hygiene ------------------------------------------------------------------------------------ */

static bool occurs(const struct node *n, name id)
{
	if ((n->op == OP_ID || n->op == OP_OLD || n->op == OP_S_CALL) && n->name == id) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (occurs(n->kid[i], id)) return true;
	return false;
}

static bool would_catch(const struct expander *x, name id)
{
	for (const struct definition_renaming *b = x->env; b; b = b->outer)
		if (occurs(b->value, id)) return true;
	return false;
}

static name unknown_name(struct expander *x, name id)
{
	for (unsigned i = 1;; i++) {
		char *candidate = arena_format(x->arena, "%s_%u", id, i);
		if (!names_find(x->names, candidate)) return names_of(x->names, candidate);
	}
}

static void bind(struct expander *x, name id, const struct node *value)
{
	struct definition_renaming *b = ARENA_NEW(x->arena, struct definition_renaming);
	*b = (struct definition_renaming){id, value, x->env};
	x->env = b;
}

/* A variable that is declared by a quantifier, ANY, VAR, ... The env is extended by it. */
static struct node *declared(struct expander *x, const struct node *id)
{
	struct node *copy = copy_of(x, id);
	for (uint32_t i = 0; i < id->count; i++) copy->kid[i] = expand(x, id->kid[i]); /* its type */
	const struct node *argument = bound_to(x, id->name);
	if (argument && argument->op == OP_ID) {
		copy->name = argument->name; /* SUM(x, S) == SIGMA(x).(x : S | x) */
		return copy;
	}
	if (argument) {
		diag_at(
		    x->diag, argument->pos, DIAG_ERROR,
		    "an identifier is expected here: the definition uses its parameter '%s' as a variable",
		    id->name);
		return copy;
	}
	const struct definition *d = map_get(&x->machine->definition_of, id->name);
	if (d && d->external) { /* the user's own name wins */
		bind(x, id->name, copy);
		return copy;
	}
	if (d && d->body && d->body->op == OP_ID && !d->parameters) {
		copy->name = d->body->name;
		return copy;
	}
	if (d && (d->parameters || d->class == CLASS_PRED || d->class == CLASS_SUBST)) {
		diag_at(x->diag, copy->pos, DIAG_ERROR, "'%s' is a definition, it cannot be a variable",
		        id->name);
		diag_at(x->diag, d->pos, DIAG_NOTE, "the definition is here");
		bind(x, id->name, copy);
		return copy;
	}
	if (d) diag_at(x->diag, copy->pos, DIAG_WARNING, "'%s' hides a definition", id->name);
	if (x->env && would_catch(x, id->name)) copy->name = unknown_name(x, id->name);
	struct node *self = node_new(x->arena, OP_ID, copy->pos, 0);
	self->name = copy->name;
	if (x->env || d) bind(x, id->name, self);
	return copy;
}

/* A node whose first kid is IDS: these hold in the other kids. */
static struct node *expand_binder(struct expander *x, const struct node *n)
{
	struct definition_renaming *env = x->env;
	struct node *copy = copy_of(x, n);
	struct node *ids = copy_of(x, n->kid[0]);
	for (uint32_t i = 0; i < ids->count; i++) ids->kid[i] = declared(x, n->kid[0]->kid[i]);
	copy->kid[0] = ids;
	for (uint32_t i = 1; i < n->count; i++) copy->kid[i] = expand(x, n->kid[i]);
	x->env = env;
	return copy;
}

/* ---- uses of definitions -------------------------------------------------------------------------- */

static bool count_fits(struct expander *x, const struct definition *d, struct pos pos,
                       uint32_t given)
{
	uint32_t wanted = d->parameters ? d->parameters->count : 0;
	if (wanted == given) return true;
	diag_at(x->diag, moved(x, pos), DIAG_ERROR, "the definition '%s' takes %u argument%s, found %u",
	        d->name, wanted, wanted == 1 ? "" : "s", given);
	if (d->pos.at) diag_at(x->diag, d->pos, DIAG_NOTE, "it is defined here");
	return false;
}

/* A call of an external function; the last kid tells its type where a definition declares it. */
static struct node *external_call(struct expander *x, const struct definition *d, struct pos pos,
                                  const struct node *const *arguments, uint32_t count)
{
	const struct definition *type = d->external ? NULL : d->declares_type;
	struct node *n = node_new(x->arena, OP_EXTERNAL_CALL, moved(x, pos), count + (type != NULL));
	n->name = d->name;
	for (uint32_t i = 0; i < count; i++) n->kid[i] = expand(x, arguments[i]);
	if (!type) return n;
	uint32_t parameters = type->parameters ? type->parameters->count : 0;
	struct node *list = node_new(x->arena, OP_LIST, type->pos, 1 + parameters);
	list->name = names_of(x->names, d->external_kind);
	struct expander inner = *x;
	inner.env = NULL;
	for (uint32_t i = 0; i < parameters; i++) {
		list->kid[1 + i] = copy_tree(x, type->parameters->kid[i]);
		bind(&inner, type->parameters->kid[i]->name, list->kid[1 + i]);
	}
	list->kid[0] = expand(&inner, type->body);
	x->created = inner.created;
	x->gave_up = inner.gave_up;
	n->kid[count] = list;
	return n;
}

static struct node *use(struct expander *x, struct definition *d, struct pos pos,
                        const struct node *const *arguments, uint32_t count)
{
	if (d->external || d->declares_type) {
		if (!d->external && !count_fits(x, d, pos, count)) return empty(x, pos);
		return external_call(x, d, pos, arguments, count);
	}
	if (!count_fits(x, d, pos, count)) return empty(x, pos);
	struct definition_renaming *outer = x->env, *env = NULL;
	uint32_t via = x->via;
	for (uint32_t i = 0; i < count; i++) {
		struct node *argument = expand(x, arguments[i]);
		struct definition_renaming *b = ARENA_NEW(x->arena, struct definition_renaming);
		*b = (struct definition_renaming){d->parameters->kid[i]->name, argument, env};
		env = b;
	}
	struct pos call = moved(x, pos);
	x->env = env;
	x->via = diag_expansion(x->diag, d->name, call);
	struct node *n = expand(x, d->body);
	x->env = outer;
	x->via = via;
	return n;
}

static struct node *expand_id(struct expander *x, const struct node *n)
{
	const struct node *value = bound_to(x, n->name);
	if (value) {
		struct node *copy = copy_tree(x, value);
		if (n->op == OP_OLD && copy->op == OP_ID) copy->op = OP_OLD;
		return copy;
	}
	struct definition *d = n->op == OP_ID ? definition_named(x, n->name) : NULL;
	return d ? use(x, d, n->pos, NULL, 0) : copy_of(x, n);
}

static struct node *expand_kids(struct expander *x, const struct node *n)
{
	struct node *copy = copy_of(x, n);
	for (uint32_t i = 0; i < n->count; i++) copy->kid[i] = expand(x, n->kid[i]);
	return copy;
}

static struct node *expand_apply(struct expander *x, const struct node *n)
{
	const struct node *f = n->kid[0];
	struct definition *d = f->op == OP_ID ? definition_named(x, f->name) : NULL;
	if (d && (d->parameters || d->external)) return use(x, d, f->pos, n->kid + 1, n->count - 1);
	return expand_kids(x, n);
}

/* A statement that is a definition, or a call of a parameter's operation. */
static struct node *expand_call(struct expander *x, const struct node *n)
{
	const struct node *value = bound_to(x, n->name);
	struct definition *d = definition_named(x, n->name);
	if (value && n->kid[0]->count == 0 && n->kid[1]->count == 0) return copy_tree(x, value);
	if (d && n->kid[0]->count == 0) return use(x, d, n->pos, n->kid[1]->kid, n->kid[1]->count);
	struct node *copy = expand_kids(x, n);
	if (value && value->op == OP_ID) copy->name = value->name;
	return copy;
}

static bool name_is_free(const struct node *n)
{
	enum op_class class = op_info(n->op)->class;
	return !n->name && class != CLASS_SUBST && n->op != OP_ID && n->op != OP_EXTERNAL_CALL;
}

static struct node *expand_label(struct expander *x, const struct node *n)
{
	struct node *inner = expand(x, n->kid[0]);
	if (name_is_free(inner)) inner->name = n->name;
	return inner;
}

static struct node *expand(struct expander *x, const struct node *n)
{
	x->depth++;
	struct node *out;
	if (too_large(x, n->pos)) {
		out = empty(x, n->pos);
	} else if (n->count > 0 && n->kid[0]->op == OP_IDS) {
		out = expand_binder(x, n);
	} else {
		switch (n->op) {
		case OP_ID:
		case OP_OLD: out = expand_id(x, n); break;
		case OP_APPLY: out = expand_apply(x, n); break;
		case OP_S_CALL: out = expand_call(x, n); break;
		case OP_LABEL: out = expand_label(x, n); break;
		default: out = expand_kids(x, n); break;
		}
	}
	x->depth--;
	return out;
}

/* ---- recursion -------------------------------------------------------------------------------------- */

struct definition_visit {
	const struct machine *machine;
	struct diag *diag;
	struct map state; /* definition -> &open or &done */
	VEC(const struct definition *) path;
	bool found;
};

static char mark_open, mark_done; /* only their addresses count */

static void visit_definition(struct definition_visit *v, const struct definition *d);

static bool is_parameter(const struct definition *d, name n)
{
	for (uint32_t i = 0; d->parameters && i < d->parameters->count; i++)
		if (d->parameters->kid[i]->name == n) return true;
	return false;
}

static void visit_tree(struct definition_visit *v, const struct definition *d, const struct node *n)
{
	if ((n->op == OP_ID || n->op == OP_S_CALL) && !is_parameter(d, n->name)) {
		const struct definition *used = map_get(&v->machine->definition_of, n->name);
		if (used && used->body) visit_definition(v, used);
	}
	for (uint32_t i = 0; i < n->count && !v->found; i++) visit_tree(v, d, n->kid[i]);
}

static void report_cycle(struct definition_visit *v, const struct definition *d)
{
	struct text chain = {0};
	uint32_t i = v->path.count;
	while (v->path.at[i - 1] != d) i--;
	for (i--; i < v->path.count; i++) text_format(&chain, "%s -> ", v->path.at[i]->name);
	diag_at(v->diag, d->pos, DIAG_ERROR, "the definition '%s' uses itself: %s%s", d->name,
	        text_get(&chain), d->name);
	text_clear(&chain);
	v->found = true;
}

static void visit_definition(struct definition_visit *v, const struct definition *d)
{
	const void *state = map_get(&v->state, d);
	if (v->found || state == &mark_done) return;
	if (state == &mark_open) {
		report_cycle(v, d);
		return;
	}
	map_put(&v->state, d, &mark_open);
	VEC_PUSH(&v->path, d);
	visit_tree(v, d, d->body);
	v->path.count--;
	map_put(&v->state, d, &mark_done);
}

bool definition_check_cycles(struct diag *diag, const struct machine *m)
{
	struct definition_visit v = {.machine = m, .diag = diag};
	for (uint32_t i = 0; i < m->known.count && !v.found; i++)
		if (m->known.at[i]->body) visit_definition(&v, m->known.at[i]);
	map_clear(&v.state);
	VEC_CLEAR(&v.path);
	return !v.found;
}

/* ---- whole machines ----------------------------------------------------------------------------------- */

static struct node *maybe(struct expander *x, const struct node *n)
{
	return n ? expand(x, n) : NULL;
}

static uint32_t count_leaves(const struct node *n)
{
	return n->op == OP_PAIR ? count_leaves(n->kid[0]) + count_leaves(n->kid[1]) : 1;
}

static const struct node **copy_leaves(struct expander *x, const struct node *n,
                                       const struct node **to)
{
	if (n->op == OP_PAIR) return copy_leaves(x, n->kid[1], copy_leaves(x, n->kid[0], to));
	*to = copy_tree(x, n);
	return to + 1;
}

/* The definition that stands for a list of names, as in VARS == (x, y, z), or the name itself. */
static const struct node *list_named(const struct expander *x, const struct node *id)
{
	const struct definition *d = map_get(&x->machine->definition_of, id->name);
	bool is_list =
	    d && d->body && !d->parameters && (d->body->op == OP_PAIR || d->body->op == OP_ID);
	return is_list ? d->body : id;
}

/* Lists of declared names; a name that is also a definition of something else is a clash. */
static struct node *names_only(struct expander *x, const struct node *ids)
{
	if (!ids) return NULL;
	uint32_t count = 0;
	for (uint32_t i = 0; i < ids->count; i++) count += count_leaves(list_named(x, ids->kid[i]));
	struct node *copy = node_new(x->arena, OP_IDS, ids->pos, count);
	const struct node **to = copy->kid;
	for (uint32_t i = 0; i < ids->count; i++) to = copy_leaves(x, list_named(x, ids->kid[i]), to);
	for (uint32_t i = 0; i < count; i++) {
		const struct node *id = copy->kid[i];
		const struct definition *d = map_get(&x->machine->definition_of, id->name);
		if (!d || d->external) continue;
		diag_at(x->diag, id->pos, DIAG_ERROR, "'%s' is declared twice", d->name);
		diag_at(x->diag, d->pos, DIAG_NOTE, "the definition is here");
	}
	return copy;
}

static void expand_operation(struct expander *x, const struct operation *o, struct machine *m)
{
	struct operation *copy = ARENA_NEW(x->arena, struct operation);
	*copy = *o;
	copy->results = names_only(x, o->results);
	copy->parameters = names_only(x, o->parameters);
	copy->body = expand(x, o->body);
	VEC_PUSH(&m->operations, copy);
}

struct machine *definition_expand(struct arena *arena, struct names *names, struct diag *diag,
                                  const struct machine *w)
{
	struct expander expander = {.arena = arena, .names = names, .diag = diag, .machine = w};
	struct expander *x = &expander;
	struct machine *m = ARENA_NEW(arena, struct machine);
	m->kind = w->kind;
	m->keyword = w->keyword;
	m->name = w->name;
	m->pos = w->pos;
	m->source = w->source;
	m->package = w->package;
	m->imports = w->imports;
	memcpy(m->clause_at, w->clause_at, sizeof m->clause_at);
	m->parameters = names_only(x, w->parameters);
	for (uint32_t i = 0; i < w->references.count; i++) {
		struct reference r = w->references.at[i];
		r.arguments = maybe(x, r.arguments);
		VEC_PUSH(&m->references, r);
	}
	m->promotes = w->promotes ? copy_tree(x, w->promotes) : NULL;
	for (uint32_t i = 0; i < w->sets.count; i++) {
		struct set_entry s = w->sets.at[i];
		s.elements = s.is_freetype ? maybe(x, s.elements) : names_only(x, s.elements);
		VEC_PUSH(&m->sets, s);
	}
	m->abstract_constants = names_only(x, w->abstract_constants);
	m->concrete_constants = names_only(x, w->concrete_constants);
	m->abstract_variables = names_only(x, w->abstract_variables);
	m->concrete_variables = names_only(x, w->concrete_variables);
	m->constraints = maybe(x, w->constraints);
	m->properties = maybe(x, w->properties);
	m->invariant = maybe(x, w->invariant);
	m->assertions = maybe(x, w->assertions);
	m->variant = maybe(x, w->variant);
	m->initialisation = maybe(x, w->initialisation);
	for (uint32_t i = 0; i < w->operations.count; i++) expand_operation(x, w->operations.at[i], m);
	for (uint32_t i = 0; i < w->values.count; i++) {
		struct value_entry v = w->values.at[i];
		v.value = expand(x, v.value);
		VEC_PUSH(&m->values, v);
	}
	m->written = (struct machine *)(uintptr_t)w;
	return m;
}

struct node *definition_expand_node(struct arena *arena, struct names *names, struct diag *diag,
                                    const struct machine *w, const struct node *n)
{
	static const struct machine none;
	struct expander x = {.arena = arena, .names = names, .diag = diag, .machine = w ? w : &none};
	return expand(&x, n);
}
