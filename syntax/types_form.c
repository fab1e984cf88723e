/* Forms of expressions and predicates whose rules are not signatures: application, sets and
 * sequences written out, binders, partition and substituted predicates. */
#include "syntax/types.h"

/* ---- application ----------------------------------------------------------------------------------- */

struct type *types_tuple(struct checker *c, const struct node *list)
{
	struct type *t = list->count ? list->kid[0]->type : type_error(c);
	for (uint32_t i = 1; i < list->count; i++) t = type_pair(c, t, list->kid[i]->type);
	return t;
}

/* Of the kids [1 .. last]. */
static struct type *arguments(struct checker *c, const struct node *n, uint32_t last)
{
	struct type *t = n->kid[1]->type;
	for (uint32_t i = 2; i <= last; i++) t = type_pair(c, t, n->kid[i]->type);
	return t;
}

static const char *function_name(struct checker *c, const struct node *f)
{
	return f->op == OP_ID ? types_format(c, "'%s'", f->name) : "the function";
}

/* Can a domain be split for that many arguments, as far as it is known? */
static bool splits(struct type *domain, uint32_t count)
{
	struct type *t = type_find(domain);
	for (; count > 1 && t->kind == TYPE_PAIR; count--) t = type_find(t->a);
	return count <= 1 || t->kind == TYPE_VAR || t->kind == TYPE_ERROR;
}

static void report_arguments(struct checker *c, const struct node *n, struct type *domain,
                             struct type *found)
{
	types_clash(c, types_start(c, n->kid[1]),
	            types_format(c, "%s takes %s, but the arguments are %s",
	                         function_name(c, n->kid[0]), types_show(c, domain),
	                         types_show(c, found)),
	            domain, found);
}

/* The kids [1 .. last], one by one as long as the domain is known to be a product: then the
 * message is about the one that does not fit. */
static bool arguments_fit(struct checker *c, const struct node *n, struct type *domain,
                          uint32_t last, struct type *var)
{
	if (domain->kind == TYPE_VAR && domain->a) var = domain;
	struct type *known = type_find(domain), *needed = last > 1 ? known->b : domain;
	if (last > 1 && known->kind != TYPE_PAIR) {
		struct type *found = arguments(c, n, last);
		if (type_unify_part(c, domain, found, var, NULL)) return true;
		report_arguments(c, n, domain, found);
		return false;
	}
	bool fits = last == 1 || arguments_fit(c, n, known->a, last - 1, var);
	const struct node *arg = n->kid[last];
	if (type_unify_part(c, needed, arg->type, var, NULL)) return fits;
	types_clash(c, types_start(c, arg),
	            types_format(c, "%s takes %s here, but this is %s", function_name(c, n->kid[0]),
	                         types_show(c, needed), types_show(c, arg->type)),
	            needed, arg->type);
	return false;
}

/* f is a function that takes `domain` and gives `range`. */
static struct type *apply_known(struct checker *c, struct node *n, struct type *domain,
                                struct type *range)
{
	struct type *f = n->kid[0]->type, *var = f->kind == TYPE_VAR ? f : NULL;
	if (!splits(domain, n->count - 1)) {
		struct type *found = arguments(c, n, n->count - 1);
		c->clash = (struct clash){.a = domain, .b = found, .a_var = var};
		report_arguments(c, n, domain, found);
		return type_error(c);
	}
	bool fits = arguments_fit(c, n, domain, n->count - 1, var);
	if (c->ready.count) types_settle(c);
	return fits ? range : type_error(c);
}

struct type *types_apply(struct checker *c, struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++) types_expr(c, &n->kid[i]);
	struct type *f = n->kid[0]->type, *set = type_find(f);
	struct type *pair = set->kind == TYPE_POW ? type_find(set->a) : NULL;
	c->at = n->pos;
	if (pair && pair->kind == TYPE_PAIR) return apply_known(c, n, pair->a, pair->b);
	struct type *result = type_var(c);
	struct type *needed = type_pow(c, type_pair(c, arguments(c, n, n->count - 1), result));
	if (!type_unify_part(c, needed, f, NULL, NULL)) {
		types_clash(
		    c, types_start(c, n->kid[0]),
		    types_format(c, "only a function can be applied, but this is %s", types_show(c, f)),
		    needed, f);
		return type_error(c);
	}
	if (c->ready.count) types_settle(c);
	return result;
}

/* ---- sets and sequences written out ------------------------------------------------------------------ */

struct type *types_elements(struct checker *c, struct node *n)
{
	struct type *t = types_expr(c, &n->kid[0]);
	for (uint32_t i = 1; i < n->count; i++) {
		struct type *other = types_expr(c, &n->kid[i]);
		if (other == t || type_unify(c, t, other, n->kid[i]->pos)) continue;
		types_clash(c, types_start(c, n->kid[i]),
		            types_format(c, "the elements of this %s have different types: %s and %s",
		                         n->op == OP_SET ? "set" : "sequence", types_show(c, t),
		                         types_show(c, other)),
		            t, other);
		t = type_error(c);
	}
	if (c->ready.count) types_settle(c);
	return t;
}

struct type *types_bin(struct checker *c, struct node *n)
{
	return types_operator(c, n, n->count == 1 ? "a=P*P*ZZa" : "P*P*ZZaaP*P*ZZa=P*P*ZZa");
}

void types_partition(struct checker *c, struct node *n)
{
	struct type *set = type_pow(c, type_var(c));
	for (uint32_t i = 0; i < n->count; i++) types_expr(c, &n->kid[i]);
	for (uint32_t i = 0; i < n->count; i++) types_need(c, n, n->kid[i], set);
	types_settle(c);
}

/* [x, y := e, f] P */
void types_substituted(struct checker *c, struct node *n)
{
	struct node *places = node_draft(n->kid[0]), *values = node_draft(n->kid[1]);
	for (uint32_t i = 0; i < places->count; i++) types_expr(c, &places->kid[i]);
	for (uint32_t i = 0; i < values->count; i++) types_expr(c, &values->kid[i]);
	types_assign(c, n);
	types_pred(c, &n->kid[2]);
}

/* ---- binders ------------------------------------------------------------------------------------------- */

/* The declaration of x by an earlier kid of the list, or NULL. */
static struct decl *declared_before(const struct checker *c, const struct node *ids, uint32_t count,
                                    name x)
{
	const struct scope_entry *e = scope_find(c->scope, x);
	if (!e || e->decl->kind != DECL_LOCAL) return NULL;
	for (uint32_t i = 0; i < count; i++)
		if (ids->kid[i]->decl == e->decl) return e->decl;
	return NULL;
}

static struct decl *new_local(struct checker *c, const struct node *id, enum scope_access access)
{
	struct decl *d = decl_new(c->arena, &(struct decl){.kind = DECL_LOCAL});
	d->name = d->full_name = id->name;
	d->pos = id->pos;
	d->is_assignable = access == SCOPE_WRITE;
	d->type = id->type; /* NULL: not given */
	types_declare(c, d);
	scope_push(c->scope, d, access);
	return d;
}

/* x⦂T of Event-B: T is the kid of x, and means what it means outside; from now on x is without it. */
static void give_types(struct checker *c, struct node *ids)
{
	for (uint32_t i = 0; i < ids->count; i++) {
		struct node *typed = node_draft(ids->kid[i]);
		if (typed->count == 0) continue;
		struct node *x = node_new(c->arena, OP_ID, typed->pos, 0);
		x->name = typed->name;
		struct type *set = types_expr(c, &typed->kid[0]);
		x->type = type_var(c);
		ids->kid[i] = x;
		if (!type_unify(c, set, type_pow(c, x->type), typed->pos))
			types_clash(c, typed->pos,
			            types_format(c, "'%s' needs a set as its type, but this is %s", x->name,
			                         types_show(c, set)),
			            set, x->type);
	}
}

uint32_t types_open_locals(struct checker *c, const struct node *ids, enum scope_access access)
{
	uint32_t outside = c->scope->locals.count;
	give_types(c, node_draft(ids));
	for (uint32_t i = 0; i < ids->count; i++) {
		struct node *id = node_draft(ids->kid[i]);
		id->decl = declared_before(c, ids, i, id->name);
		if (id->decl)
			diag_at(c->diag, id->pos, DIAG_ERROR, "'%s' stands twice in this list", id->name);
		else id->decl = new_local(c, id, access);
		id->type = id->decl->type;
	}
	return outside;
}

static struct type *value_of(struct checker *c, struct node *n)
{
	struct type *value = n->count > 2 ? types_expr(c, &n->kid[2]) : NULL;
	switch (n->op) {
	case OP_SIGMA:
	case OP_PI: {
		struct type *number = type_number(c);
		return types_need(c, n, n->kid[2], number) ? number : type_error(c);
	}
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER: {
		struct type *set = type_pow(c, type_var(c));
		return types_need(c, n, n->kid[2], set) ? set : type_error(c);
	}
	case OP_LAMBDA: return type_pow(c, type_pair(c, types_tuple(c, n->kid[0]), value));
	default: return type_pow(c, value ? value : types_tuple(c, n->kid[0]));
	}
}

/* kids: variables, condition and, except for {x | P}, a value */
struct type *types_binder(struct checker *c, struct node *n)
{
	uint32_t outside = types_open_locals(c, n->kid[0], SCOPE_READ);
	types_pred(c, &n->kid[1]);
	struct type *t = value_of(c, n);
	if (c->ready.count) types_settle(c);
	scope_pop(c->scope, outside);
	return t;
}
