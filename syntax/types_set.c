/* The set of all values of a type that nobody wrote: of Event-B's id, prj1 and prj2, which have no argument, and of closure and
 * iterate, which have the identity of the type. */
#include "syntax/types.h"

struct type *types_set_of_type(struct checker *c, const struct node **n)
{
	VEC_PUSH(&c->type_sets, n);
	return type_pow(c, type_var(c));
}

static const struct node *set_of(struct checker *c, struct type *t, struct pos pos);

static struct node *named(struct checker *c, struct type *t, struct pos pos)
{
	struct node *n = node_new(c->arena, OP_ID, pos, 0);
	n->name = t->decl->name;
	n->decl = t->decl;
	return n;
}

static struct node *of_parts(struct checker *c, struct type *t, struct pos pos)
{
	bool is_pair = t->kind == TYPE_PAIR;
	struct node *n = node_new(c->arena, is_pair ? OP_PRODUCT : OP_POW, pos, is_pair ? 2 : 1);
	n->kid[0] = set_of(c, t->a, pos);
	if (is_pair) n->kid[1] = set_of(c, t->b, pos);
	return n;
}

static struct node *of_fields(struct checker *c, struct type *t, struct pos pos)
{
	struct node *n = node_new(c->arena, OP_STRUCT, pos, t->count);
	for (uint32_t i = 0; i < t->count; i++) {
		struct node *e = node_new(c->arena, OP_ENTRY, pos, 1);
		e->name = t->fields[i].name;
		e->kid[0] = set_of(c, t->fields[i].type, pos);
		e->type = e->kid[0]->type;
		n->kid[i] = e;
	}
	return n;
}

/* Types are final: there are no variables left. */
static const struct node *set_of(struct checker *c, struct type *t, struct pos pos)
{
	static const enum op basic[] = {[TYPE_INTEGER] = OP_INTEGER_SET,
	                                [TYPE_REAL] = OP_REAL_SET,
	                                [TYPE_BOOL] = OP_BOOL_SET,
	                                [TYPE_STRING] = OP_STRING_SET};
	struct node *n;
	switch (t->kind) {
	case TYPE_GIVEN: n = named(c, t, pos); break;
	case TYPE_POW:
	case TYPE_PAIR: n = of_parts(c, t, pos); break;
	case TYPE_RECORD: n = of_fields(c, t, pos); break;
	case TYPE_INTEGER:
	case TYPE_REAL:
	case TYPE_BOOL:
	case TYPE_STRING: n = node_new(c->arena, basic[t->kind], pos, 0); break;
	default: n = node_new(c->arena, OP_EMPTY_SET, pos, 0); break; /* after an error */
	}
	n->type = type_pow(c, t);
	return n;
}

static struct type * final(struct type *t)
{
	while (t->kind == TYPE_VAR) t = t->a;
	return t;
}

void types_check_sets(struct checker *c)
{
	for (uint32_t i = 0; i < c->type_sets.count; i++) {
		const struct node *n = *c->type_sets.at[i];
		if (type_is_known(c, n->type)) continue;
		if (!c->has_gaps)
			diag_at(c->diag, n->pos, DIAG_ERROR, "the type of this cannot be inferred");
		type_poison(c, n->type);
	}
}

static void fill_type_sets(struct checker *c)
{
	for (uint32_t i = 0; i < c->type_sets.count; i++) {
		const struct node **n = c->type_sets.at[i];
		struct type *t = final((*n)->type);
		*n = set_of(c, t->kind == TYPE_POW ? t->a : t, (*n)->pos);
	}
	c->type_sets.count = 0;
}

/* ---- closure and iterate ----------------------------------------------------------------------------- */

void types_note_reflexive(struct checker *c, const struct node **n) { VEC_PUSH(&c->reflexive, n); }

/* Values of deferred sets and of BOOL are finitely many, in any case. */
static bool may_be_infinite(const void *unused, const struct type *t)
{
	return t->kind == TYPE_INTEGER || t->kind == TYPE_REAL || t->kind == TYPE_STRING ||
	       type_is_free(unused, t);
}

static struct node *made(struct checker *c, enum op op, const struct node *like, uint32_t count)
{
	struct node *n = node_new(c->arena, op, like->pos, count);
	n->type = like->type;
	return n;
}

static struct node *identity(struct checker *c, const struct node *like, struct type *of)
{
	struct node *n = made(c, OP_IDENTITY, like, 1);
	n->kid[0] = set_of(c, of, like->pos);
	return n;
}

static bool is_zero(const struct node *n)
{
	return n->op == OP_NUMBER && n->name[strspn(n->name, "0xX")] == '\0';
}

static struct node *both(struct checker *c, const struct node *r, const struct node *s)
{
	struct node *n = made(c, OP_UNION, r, 2);
	n->kid[0] = r;
	n->kid[1] = s;
	return n;
}

/* IF n = 0 THEN id(T) ELSE {} END */
static struct node *if_none(struct checker *c, const struct node *iterate, struct node *identity)
{
	const struct node *times = iterate->kid[1];
	struct node *n = made(c, OP_IF, iterate, 3), *zero = made(c, OP_NUMBER, times, 0);
	struct node *none = node_new(c->arena, OP_EQUAL, iterate->pos, 2);
	zero->name = names_of(c->names, "0");
	none->kid[0] = times;
	none->kid[1] = zero;
	n->kid[0] = none;
	n->kid[1] = identity;
	n->kid[2] = made(c, OP_EMPTY_SET, iterate, 0);
	return n;
}

/* Nothing of r, which must have a value all the same: {} <| r */
static struct node *nothing_of(struct checker *c, const struct node *r, struct type *of)
{
	struct node *n = made(c, OP_DOMAIN_RESTRICT, r, 2), *none = made(c, OP_EMPTY_SET, r, 0);
	none->type = type_pow(c, of);
	n->kid[0] = none;
	n->kid[1] = r;
	return n;
}

/* Where the type is infinite: closure1(r) \/ id(T) for closure(r), {} <| r \/ id(T) for iterate(r, 0), and
 * iterate(r, n) \/ IF n = 0 THEN id(T) ELSE {} END for iterate(r, n). */
static const struct node *with_identity(struct checker *c, struct node *n, struct type *of)
{
	struct node *all = identity(c, n, of);
	if (n->op == OP_ITERATE && is_zero(n->kid[1]))
		return both(c, nothing_of(c, n->kid[0], of), all);
	if (n->op == OP_ITERATE) return both(c, n, if_none(c, n, all));
	n->op = OP_CLOSURE1;
	return both(c, n, all);
}

static void fill_reflexive(struct checker *c)
{
	for (uint32_t i = 0; i < c->reflexive.count; i++) {
		const struct node **place = c->reflexive.at[i];
		struct node *n = node_draft(*place);
		struct type *t = final(n->type);
		bool is_relation = t->kind == TYPE_POW && final(t->a)->kind == TYPE_PAIR;
		struct type *of = is_relation ? final(t->a)->a : NULL;
		bool is_step = n->op == OP_ITERATE && n->kid[1]->op == OP_NUMBER && !is_zero(n->kid[1]);
		if (of && !is_step && type_any(of, may_be_infinite, NULL)) *place = with_identity(c, n, of);
	}
	c->reflexive.count = 0;
}

void types_fill_sets(struct checker *c)
{
	fill_type_sets(c);
	fill_reflexive(c);
}
