/* Keys: what a relation is applied to by the formula, f(100000) or f({1, 2}). Where the candidates for the relation are a part
 * of its type only, they may lack these pairs, without which no solution has a value. */
#include "encode/unknown/unknown.h"

enum { MOST_KEYS = 64, MOST_PARTS = 16 };

/* x in d(x), and in x |-> y : d; x and y in d(x, y): how many parts the key has, 0 if n asks d for nothing. */
static uint32_t key_in(const struct node *n, const struct decl *d, const struct node **parts)
{
	bool is_pair = n->op == OP_MEMBER && n->kid[0]->op == OP_PAIR && mention_is_name(n->kid[1], d);
	bool is_applied = n->op == OP_APPLY && mention_is_name(n->kid[0], d);
	if (is_pair) parts[0] = n->kid[0]->kid[0];
	for (uint32_t i = 1; is_applied && i < n->count && i <= MOST_PARTS; i++)
		parts[i - 1] = n->kid[i];
	return is_pair ? 1 : is_applied && n->count <= MOST_PARTS + 1 ? n->count - 1 : 0;
}

/* VALUE_NONE: it is not known, or only within bounds. */
static value known_value(enc e, const struct opening *o, const struct node *n)
{
	if (offer_is_open(e, o, n) || !enc_is_ground(e, n)) return VALUE_NONE;
	bool was_cut = eval_was_cut(e->eval);
	value v = eval_expression(e->eval, n);
	bool is_cut = !was_cut && eval_was_cut(e->eval);
	if (is_cut) eval_clear_cut(e->eval);
	return is_cut || v == VALUE_NONE || value_has_lazy(e->s, v) ? VALUE_NONE : v;
}

static value known_key(enc e, const struct opening *o, const struct node *const *parts,
                       uint32_t count)
{
	value key = known_value(e, o, parts[0]);
	for (uint32_t i = 1; i < count && key != VALUE_NONE; i++) {
		value v = known_value(e, o, parts[i]);
		key = v == VALUE_NONE ? VALUE_NONE : value_pair(e->s, key, v);
	}
	return key;
}

static void collect(enc e, const struct opening *o, const struct node *n, const struct decl *d,
                    struct cases *out)
{
	const struct node *parts[MOST_PARTS];
	uint32_t count = n->count > 0 && out->count < MOST_KEYS ? key_in(n, d, parts) : 0;
	value v = count ? known_key(e, o, parts, count) : VALUE_NONE;
	if (v != VALUE_NONE) cases_push(e, out, v, LIT_TRUE);
	for (uint32_t i = 0; i < n->count; i++) collect(e, o, n->kid[i], d, out);
}

static bool has_key(enc e, const struct parts *p, value key)
{
	for (uint32_t i = 0; i < p->count; i++) {
		struct sym *first = sym_first(e, p->at[i]);
		if (first->kind == SYM_GROUND && first->ground == key) return true;
	}
	return false;
}

static bool is_relation(const struct type *t)
{
	return t->kind == TYPE_POW && t->a->kind == TYPE_PAIR && finite_type(t->a->a) == CARD_INFINITE;
}

struct sym *unknown_with_keys(enc e, const struct opening *o, const struct offer *f, struct sym *x)
{
	struct cases keys = {0};
	struct parts all = {0};
	const struct type *t = f->name->type;
	if (!e->was_cut || !is_relation(t) || x->kind == SYM_UNDEFINED || x->kind == SYM_LAZY) return x;
	for (uint32_t i = 0; i < o->conjunct_count; i++)
		if (o->conjuncts[i] && enc_mentions(e, o->conjuncts[i], f->name))
			collect(e, o, o->conjuncts[i], f->name, &keys);
	if (keys.count == 0) return x;
	cases_merge(e, &keys);
	set_elements(e, x, t, f->conjunct ? f->conjunct->pos : (struct pos){0}, &all);
	uint32_t before = all.count;
	for (uint32_t i = 0; i < keys.count; i++) {
		if (has_key(e, &all, keys.values[i])) continue;
		struct sym *y = unknown_of_type(e, t->a->b, NULL, f->name->pos);
		parts_push(e, &all, sym_pair(e, sym_ground(e, keys.values[i]), y), circuit_input(e->c));
	}
	if (all.count > before && type_any(t->a->a, type_is_given, NULL)) e->symmetry.fixes_all = true;
	return all.count > before ? set_of_parts(e, &all, t->a) : x;
}
