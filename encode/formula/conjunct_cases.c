/* What x : A or x : B says about where the values of x are: x : A \/ B. */
#include "encode/formula/binder.h"

/* x : S and x = E say where x is, x <: S and x : POW(S) where the elements of x are. */
enum place_kind { PLACE_NONE, PLACE_EQUAL, PLACE_IN, PLACE_WITHIN };

struct whereabouts {
	enum place_kind kind;
	const struct node *set;
};

static const struct node *typed(enc e, enum op op, const struct node *like, const struct type *t,
                                const struct node *a, const struct node *b)
{
	struct node *n = build_op(&e->arena, op, like->pos, a, b);
	n->type = (struct type *)(uintptr_t)t;
	return n;
}

/* Ranges (bounds/) say that in fewer words than a list of candidates. */
static bool has_long_interval(const struct node *n)
{
	enum { LONG = 64 };
	if (n->op == OP_INT_SET || n->op == OP_NAT_SET || n->op == OP_NAT1_SET) return true;
	if (n->op == OP_INTERVAL) {
		bool is_plain = n->kid[0]->op == OP_NUMBER && n->kid[1]->op == OP_NUMBER;
		return !is_plain || strtoull(n->kid[1]->name, NULL, 10) > LONG;
	}
	for (uint32_t i = 0; i < n->count; i++)
		if (has_long_interval(n->kid[i])) return true;
	return false;
}

static struct whereabouts place_of_member(enc e, const struct node *set)
{
	const struct node *whole = generator_whole(&e->arena, set);
	if (whole) return (struct whereabouts){PLACE_WITHIN, whole};
	if (generator_is_family(set->op) || offer_is_infinite(e, set)) return (struct whereabouts){0};
	return (struct whereabouts){PLACE_IN, set};
}

/* By one conjunct. */
static struct whereabouts place_of(enc e, const struct node *c, const struct decl *x)
{
	EACH_GENERATOR(s, c) {
		if (!mention_is_name(s.of, x) || !s.from || node_mentions(s.from, x)) continue;
		switch (s.kind) {
		case GENERATOR_EQUAL: return (struct whereabouts){PLACE_EQUAL, s.from};
		case GENERATOR_IN: return place_of_member(e, s.from);
		case GENERATOR_SUBSET:
		case GENERATOR_PROPER_SUBSET: return (struct whereabouts){PLACE_WITHIN, s.from};
		default: break;
		}
	}
	return (struct whereabouts){0};
}

/* By one of the cases: the first of its conjuncts that tells. */
static struct whereabouts place_in_case(enc e, const struct node *n, const struct decl *x)
{
	EACH_CONJUNCT(c, n) {
		struct whereabouts p = place_of(e, c.now, x);
		if (p.kind != PLACE_NONE) return p;
	}
	return (struct whereabouts){0};
}

/* x : A1 \/ A2.. or x <: A1 \/ A2.. if each of the cases tells one of them, else NULL. */
static const struct node *joined(enc e, const struct node *n, const struct node *x)
{
	struct whereabouts *p = ARENA_ARRAY(&e->arena, n->count, struct whereabouts);
	bool is_in = false, is_within = false;
	for (uint32_t i = 0; i < n->count; i++) {
		p[i] = place_in_case(e, n->kid[i], x->decl);
		if (p[i].kind == PLACE_NONE || has_long_interval(p[i].set)) return NULL;
		is_in |= p[i].kind == PLACE_IN;
		is_within |= p[i].kind == PLACE_WITHIN;
	}
	if (is_in && is_within) return NULL;
	struct type *whole = ARENA_NEW(&e->arena, struct type);
	*whole = (struct type){.kind = TYPE_POW, .a = x->decl->type};
	const struct type *t = is_within ? x->decl->type : whole;
	const struct node *all = NULL;
	for (uint32_t i = 0; i < n->count; i++) {
		bool is_single = p[i].kind == PLACE_EQUAL && !is_within;
		const struct node *set = is_single ? typed(e, OP_SET, n, t, p[i].set, NULL) : p[i].set;
		all = all ? typed(e, OP_UNION, n, t, all, set) : set;
	}
	return typed(e, is_within ? OP_SUBSET : OP_MEMBER, n, n->type, x, all);
}

static void add_of_conjunct(enc e, struct conjuncts *c, const struct node *n,
                            const struct node *one)
{
	for (uint32_t i = 0; one->count == 2 && i < 2; i++) {
		const struct node *x = one->kid[i];
		if (x->op != OP_ID || !x->decl || place_of(e, one, x->decl).kind == PLACE_NONE) continue;
		const struct node *place = joined(e, n, x);
		if (place) conjuncts_add(e, c, place);
	}
}

void conjunct_add_cases(enc e, struct conjuncts *c, const struct node *n)
{
	if (n->op == OP_OR && !enc_info(e, n)->may_fail)
		EACH_CONJUNCT(one, n->kid[0]) add_of_conjunct(e, c, n, one.now);
}
