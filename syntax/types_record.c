/* Records: types with named fields, in the order of the names. */
#include "syntax/types.h"

static int compare_entries(const void *a, const void *b)
{
	const struct node *x = *(const struct node *const *)a, *y = *(const struct node *const *)b;
	int order = strcmp(x->name, y->name);
	if (order) return order;
	return x->pos.at < y->pos.at ? -1 : x->pos.at > y->pos.at;
}

static bool has_double(struct checker *c, const struct node *n)
{
	const struct node **sorted = ARENA_ARRAY(c->arena, n->count, const struct node *);
	bool found = false;
	for (uint32_t i = 0; i < n->count; i++) sorted[i] = n->kid[i];
	qsort(sorted, n->count, sizeof sorted[0], compare_entries);
	for (uint32_t i = 1; i < n->count; i++) {
		if (sorted[i]->name != sorted[i - 1]->name) continue;
		found = true;
		diag_at(c->diag, sorted[i]->pos, DIAG_ERROR, "the field '%s' stands twice in this record",
		        sorted[i]->name);
	}
	return found;
}

/* rec(f:e, ...), or struct(f:S, ...), whose entries are sets */
struct type *types_record(struct checker *c, struct node *n)
{
	struct type_field *fields = ARENA_ARRAY(c->arena, n->count, struct type_field);
	bool fits = true;
	for (uint32_t i = 0; i < n->count; i++) {
		struct node *entry = node_draft(n->kid[i]);
		struct type *value = types_expr(c, &entry->kid[0]);
		entry->type = value;
		if (n->op == OP_STRUCT) {
			value = type_var(c);
			fits = types_need(c, n, entry->kid[0], type_pow(c, value)) && fits;
		}
		fields[i] = (struct type_field){entry->name, value};
	}
	if (c->ready.count) types_settle(c);
	if (has_double(c, n) || !fits) return type_error(c);
	struct type *t = type_record(c, fields, n->count);
	return n->op == OP_STRUCT ? type_pow(c, t) : t;
}

static struct type *report_record(struct checker *c, const struct node *n, const char *message)
{
	struct type *t = n->kid[0]->type;
	c->at = n->pos;
	c->clash = (struct clash){.a = t, .a_var = t->kind == TYPE_VAR ? t : NULL};
	types_clash(c, types_start(c, n->kid[0]), message, t, t);
	return type_error(c);
}

/* NULL as long as the type of the record is open. */
static struct type *field_of(struct checker *c, const struct node *n)
{
	struct type *t = type_find(n->kid[0]->type);
	if (t->kind == TYPE_ERROR) return t;
	if (t->kind == TYPE_VAR && !t->is_numeric) return NULL;
	if (t->kind != TYPE_RECORD)
		return report_record(
		    c, n, types_format(c, "only a record has fields, but this is %s", types_show(c, t)));
	for (uint32_t i = 0; i < t->count; i++)
		if (t->fields[i].name == n->name) return t->fields[i].type;
	return report_record(
	    c, n,
	    types_format(c, "this record has no field '%s', it is %s", n->name, types_show(c, t)));
}

struct type *types_field(struct checker *c, struct node *n)
{
	types_expr(c, &n->kid[0]);
	struct type *t = field_of(c, n);
	if (t) return t;
	t = type_var(c);
	types_suspend(c, n, n->kid[0]->type, NULL, NULL);
	return t;
}

void types_retry_field(struct checker *c, struct node *n)
{
	struct type *t = field_of(c, n);
	REQUIRE(t);
	if (!type_unify(c, n->type, t, n->pos))
		types_clash(c, n->pos,
		            types_format(c, "%s is expected here, but the field '%s' is %s",
		                         types_show(c, n->type), n->name, types_show(c, t)),
		            n->type, t);
}
