/* Choice between symbolic values, and their equality. */
#include "encode/sym/sym.h"

/* ---- choice ------------------------------------------------------------------------------------ */

static struct sym *select_bool(enc e, const struct parts *p)
{
	struct lits l = {0};
	for (uint32_t i = 0; i < p->count; i++) lits_push(e, &l, sym_truth(e, p->at[i]));
	return sym_bool(e, circuit_select(e->c, p->is, l.at, p->count));
}

static struct sym *select_integer(enc e, const struct parts *p)
{
	struct number **n = ARENA_ARRAY(&e->arena, p->count, struct number *);
	for (uint32_t i = 0; i < p->count; i++) n[i] = sym_to_number(e, p->at[i]);
	return sym_number(e, number_select(&e->numbers, p->is, n, p->count));
}

static lit choice_is(const struct sym *s, value v)
{
	uint32_t i = sym_find(s, v);
	return i == UINT32_MAX ? LIT_FALSE : s->is[i];
}

/* Elements of given sets, strings, free types; pairs and records of which all are listed. */
static struct sym *select_choice(enc e, const struct type *t, const struct parts *p)
{
	struct cases all = {0}, c = {0};
	lit *of = ARENA_ARRAY(&e->arena, p->count, lit);
	for (uint32_t i = 0; i < p->count; i++) {
		const struct sym *s = p->at[i];
		if (s->kind == SYM_GROUND) cases_push(e, &all, s->ground, LIT_TRUE);
		for (uint32_t k = 0; s->kind == SYM_CHOICE && k < s->count; k++)
			cases_push(e, &all, s->values[k], LIT_TRUE);
	}
	cases_merge(e, &all);
	for (uint32_t k = 0; k < all.count; k++) {
		for (uint32_t i = 0; i < p->count; i++) {
			const struct sym *s = p->at[i];
			bool is_it = s->kind == SYM_GROUND && s->ground == all.values[k];
			of[i] = s->kind == SYM_CHOICE ? choice_is(s, all.values[k])
			        : is_it               ? LIT_TRUE
			                              : LIT_FALSE;
		}
		cases_push(e, &c, all.values[k], circuit_select(e->c, p->is, of, p->count));
	}
	return sym_of_cases(e, t, &c);
}

static bool all_listed(const struct parts *p)
{
	for (uint32_t i = 0; i < p->count; i++)
		if (p->at[i]->kind != SYM_GROUND && p->at[i]->kind != SYM_CHOICE) return false;
	return true;
}

static struct parts parts_of(enc e, const struct parts *p, uint32_t index, bool is_pair)
{
	struct parts out = {0};
	for (uint32_t i = 0; i < p->count; i++) {
		struct sym *s = p->at[i], *part;
		if (!is_pair) part = sym_field(e, s, index);
		else part = index ? sym_second(e, s) : sym_first(e, s);
		parts_push(e, &out, part, p->is[i]);
	}
	return out;
}

static struct sym *select_pair(enc e, const struct type *t, const struct parts *p)
{
	struct parts a = parts_of(e, p, 0, true), b = parts_of(e, p, 1, true);
	return sym_pair(e, sym_select(e, t->a, &a), sym_select(e, t->b, &b));
}

static struct sym *select_record(enc e, const struct type *t, const struct parts *p)
{
	struct sym **fields = ARENA_ARRAY(&e->arena, t->count, struct sym *);
	for (uint32_t i = 0; i < t->count; i++) {
		struct parts f = parts_of(e, p, i, false);
		fields[i] = sym_select(e, t->fields[i].type, &f);
	}
	return sym_record(e, t, fields);
}

/* Without those that are undefined or never chosen. */
static struct parts possible(enc e, const struct parts *p)
{
	struct parts out = {0};
	for (uint32_t i = 0; i < p->count; i++)
		if (p->is[i] != LIT_FALSE && p->at[i]->kind != SYM_UNDEFINED)
			parts_push(e, &out, p->at[i], p->is[i]);
	return out;
}

static bool all_same(const struct parts *p)
{
	for (uint32_t i = 1; i < p->count; i++) {
		bool same =
		    p->at[i] == p->at[0] || (p->at[i]->kind == SYM_GROUND && p->at[0]->kind == SYM_GROUND &&
		                             p->at[i]->ground == p->at[0]->ground);
		if (!same) return false;
	}
	return true;
}

struct sym *sym_select(enc e, const struct type *t, const struct parts *all)
{
	struct parts p = possible(e, all);
	if (p.count == 0) return e->undefined;
	if (all_same(&p)) return p.at[0];
	switch (t->kind) {
	case TYPE_BOOL: return select_bool(e, &p);
	case TYPE_INTEGER: return select_integer(e, &p);
	case TYPE_POW: return set_select(e, t, &p);
	case TYPE_PAIR: return all_listed(&p) ? select_choice(e, t, &p) : select_pair(e, t, &p);
	case TYPE_RECORD: return all_listed(&p) ? select_choice(e, t, &p) : select_record(e, t, &p);
	default: return select_choice(e, t, &p);
	}
}

struct sym *sym_ite(enc e, const struct type *t, lit condition, struct sym *a, struct sym *b)
{
	struct parts p = {0};
	parts_push(e, &p, a, condition);
	parts_push(e, &p, b, -condition);
	return sym_select(e, t, &p);
}

/* ---- equality ---------------------------------------------------------------------------------- */

/* Exactly one condition of each holds, so this is the same as "some case is common". */
static lit equal_choices(enc e, const struct sym *a, const struct sym *b)
{
	struct lits l = {0};
	for (uint32_t i = 0; i < a->count; i++)
		lits_push(e, &l, circuit_and(e->c, a->is[i], choice_is(b, a->values[i])));
	return circuit_any(e->c, l.at, l.count);
}

static lit equal_pairs(enc e, struct sym *a, struct sym *b, const struct type *t)
{
	lit first = sym_equal(e, sym_first(e, a), sym_first(e, b), t->a);
	if (first == LIT_FALSE) return LIT_FALSE;
	return circuit_and(e->c, first, sym_equal(e, sym_second(e, a), sym_second(e, b), t->b));
}

static lit equal_records(enc e, struct sym *a, struct sym *b, const struct type *t)
{
	struct lits l = {0};
	for (uint32_t i = 0; i < t->count; i++)
		lits_push(e, &l, sym_equal(e, sym_field(e, a, i), sym_field(e, b, i), t->fields[i].type));
	return circuit_all(e->c, l.at, l.count);
}

/* Elements, strings, and what else is a choice of ground values. */
static lit equal_listed(enc e, struct sym *a, struct sym *b)
{
	if (a->kind == SYM_CHOICE && b->kind == SYM_CHOICE) return equal_choices(e, a, b);
	if (a->kind == SYM_CHOICE && b->kind == SYM_GROUND) return choice_is(a, b->ground);
	return choice_is(b, a->ground);
}

static bool is_listed_value(const struct sym *a)
{
	return a->kind == SYM_CHOICE || a->kind == SYM_GROUND;
}

static lit equal_tuples(enc e, struct sym *a, struct sym *b, const struct type *t)
{
	bool has_choice = a->kind == SYM_CHOICE || b->kind == SYM_CHOICE;
	if (has_choice && is_listed_value(a) && is_listed_value(b)) return equal_listed(e, a, b);
	return t->kind == TYPE_PAIR ? equal_pairs(e, a, b, t) : equal_records(e, a, b, t);
}

lit sym_equal(enc e, struct sym *a, struct sym *b, const struct type *t)
{
	if (a->kind == SYM_UNDEFINED || b->kind == SYM_UNDEFINED) return LIT_FALSE;
	if (a == b) return LIT_TRUE;
	if (a->kind == SYM_GROUND && b->kind == SYM_GROUND && !value_has_lazy(e->s, a->ground) &&
	    !value_has_lazy(e->s, b->ground))
		return a->ground == b->ground ? LIT_TRUE : LIT_FALSE;
	switch (t->kind) {
	case TYPE_BOOL: return circuit_iff(e->c, sym_truth(e, a), sym_truth(e, b));
	case TYPE_INTEGER: return number_equal(&e->numbers, sym_to_number(e, a), sym_to_number(e, b));
	case TYPE_POW: return set_equal(e, a, b, t);
	case TYPE_PAIR:
	case TYPE_RECORD: return equal_tuples(e, a, b, t);
	default: return equal_listed(e, a, b);
	}
}
