/* The range of an expression, from those of the names in it. */
#include "bounds/range.h"

#include <errno.h>

struct range_seen {
	uint32_t stamp;
	struct range *range;
};

/* ---- nodes ------------------------------------------------------------------------------------------------ */

/* ---- names and literals -------------------------------------------------------------------------------------- */

static struct range *of_name(struct ranges *x, const struct node *n)
{
	uint32_t place;
	if (!n->decl) return NULL;
	if (range_find(x, n->decl, &place)) return x->names.at[place].range;
	if (map_get(&x->bound, n->decl)) return NULL;
	value v = range_value_of(x, n->decl);
	return v == VALUE_NONE ? NULL : range_of_value(x, n->type, v);
}

static struct range *of_literal(struct ranges *x, const struct node *n)
{
	bool is_hex = n->name[0] == '0' && n->name[1] == 'x';
	errno = 0;
	long long number = strtoll(n->name, NULL, is_hex ? 16 : 10);
	return errno == ERANGE ? NULL : range_number(&x->arena, span_one(number));
}

struct span range_of_number(struct ranges *x, const struct node *n)
{
	return range_span(range_of(x, n));
}

/* ---- application ------------------------------------------------------------------------------------------------ */

struct range *range_of_arguments(struct ranges *x, const struct node *apply)
{
	struct range *r = range_of(x, apply->kid[1]);
	for (uint32_t i = 2; i < apply->count; i++)
		r = range_pair(&x->arena, r, range_of(x, apply->kid[i]));
	return r;
}

const struct range_point *range_point_of(const struct ranges *x, const struct node *apply)
{
	for (uint32_t i = x->points.count; i > 0; i--) {
		const struct range_point *p = &x->points.at[i - 1];
		if (alike_are(p->apply, apply)) return p;
	}
	return NULL;
}

static struct range *of_application(struct ranges *x, const struct node *n)
{
	const struct range_point *p = range_point_of(x, n);
	if (p) return x->names.at[p->place].range;
	enum op op = n->kid[0]->op;
	if (op == OP_SUCC || op == OP_PRED) {
		struct span step = span_one(op == OP_SUCC ? 1 : -1);
		return range_number(&x->arena, span_add(range_of_number(x, n->kid[1]), step));
	}
	return range_b(range_a(range_of(x, n->kid[0])));
}

/* ---- choices, LET, records ---------------------------------------------------------------------------------------- */

static struct range *of_cases(struct ranges *x, const struct node *n, uint32_t i)
{
	if (i + 1 == n->count) return range_of(x, n->kid[i]);
	struct range_scope s;
	struct range *then = range_nothing(&x->arena, n->type), *otherwise = then;
	range_open(x, &s);
	bool can_hold = range_assume(x, n->kid[i], true);
	if (can_hold) then = range_of(x, n->kid[i + 1]);
	range_rewind(x, &s);
	bool can_fail = range_assume(x, n->kid[i], false);
	if (can_fail) otherwise = of_cases(x, n, i + 2);
	range_close(x, &s);
	return !can_fail ? then : !can_hold ? otherwise : range_hull(x, n->type, then, otherwise);
}

static struct range *of_let(struct ranges *x, const struct node *n)
{
	struct range_scope s;
	range_open(x, &s);
	range_bind_ids(x, n->kid[0]);
	struct range *r = range_settle(x, n->kid[1]) ? range_of(x, n->kid[2]) : NULL;
	range_close(x, &s);
	return r;
}

/* rec(f: e), and the elements of struct(f: S) */
static struct range *of_entries(struct ranges *x, const struct node *n, const struct type *t)
{
	struct range **fields = ARENA_ARRAY(&x->arena, t->count, struct range *);
	for (uint32_t i = 0; i < t->count; i++) {
		const struct node *entry = node_entry(n, t->fields[i].name);
		struct range *r = entry ? range_of(x, entry) : NULL;
		fields[i] = n->op == OP_STRUCT ? range_a(r) : r;
	}
	return range_record(t, &x->arena, fields);
}

static struct range *of_structure(struct ranges *x, const struct node *n)
{
	uint64_t most = 1;
	for (uint32_t i = 0; i < n->count; i++)
		most = count_times(most, range_most(range_of(x, n->kid[i]->kid[0])));
	return range_set(x, n->type->a, of_entries(x, n, n->type->a), most);
}

static struct range *of_field(struct ranges *x, const struct node *n)
{
	return range_field(range_of(x, n->kid[0]), type_field_index(n->kid[0]->type, n->name));
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static struct range *of_operator(struct ranges *x, const struct node *n)
{
	switch (n->op) {
	case OP_PAIR: return range_pair(&x->arena, range_of(x, n->kid[0]), range_of(x, n->kid[1]));
	case OP_APPLY: return of_application(x, n);
	case OP_IF: return of_cases(x, n, 0);
	case OP_LET: return of_let(x, n);
	case OP_REC: return of_entries(x, n, n->type);
	case OP_STRUCT: return of_structure(x, n);
	case OP_FIELD: return of_field(x, n);
	case OP_FIRST_OF_PAIR: return range_a(range_of(x, n->kid[0]));
	case OP_SECOND_OF_PAIR: return range_b(range_of(x, n->kid[0]));
	default: return range_of_integer(x, n);
	}
}

/* Only what can have integers or sizes inside is worth a look. */
static bool is_of_interest(const struct type *t)
{
	return t && (t->kind == TYPE_INTEGER || t->kind == TYPE_POW || t->kind == TYPE_PAIR ||
	             t->kind == TYPE_RECORD);
}

struct range *range_of(struct ranges *x, const struct node *n)
{
	struct range *r;
	if (!is_of_interest(n->type)) return NULL;
	if (n->op == OP_ID) return of_name(x, n);
	if (n->op == OP_NUMBER) return of_literal(x, n);
	if (x->work == 0) return NULL;
	x->work--;
	if (range_known(x, n, &r)) return r;
	struct range_seen *s = n->count ? map_get(&x->seen, n) : NULL;
	if (s && s->stamp == x->stamp) return s->range;
	r = of_operator(x, n);
	if (!n->count) return r;
	if (!s) {
		s = ARENA_NEW(&x->arena, struct range_seen);
		map_put(&x->seen, n, s);
	}
	*s = (struct range_seen){x->stamp, r}; /* names narrowed on the way are as they were */
	return r;
}
