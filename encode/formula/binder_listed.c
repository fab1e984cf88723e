/* Is what a binder describes finite, as it is written? As plans of the evaluator (eval/plan/plan.c). */
#include "encode/formula/binder.h"

static bool family_is_finite(enc e, const struct node *set)
{
	if (finite_is_endless(set)) return false;
	for (uint32_t i = 0; i < set->count; i++) {
		const struct node *of = set->kid[i]->op == OP_ENTRY ? set->kid[i]->kid[0] : set->kid[i];
		if (offer_is_infinite(e, of)) return false;
	}
	return true;
}

static bool has_both_bounds(enc e, const struct opening *o, const struct decl *d)
{
	bool low = false, high = false;
	for (uint32_t i = 0; i < o->conjunct_count && d->type->kind == TYPE_INTEGER; i++) {
		const struct node *c = o->conjuncts[i];
		EACH_GENERATOR(s, c) {
			bool is_bound = s.kind == GENERATOR_LEAST || s.kind == GENERATOR_MOST;
			if (!is_bound || !mention_is_name(s.of, d)) continue;
			if (offer_is_open(e, o, c->kid[s.of == c->kid[0]])) break;
			*(s.kind == GENERATOR_LEAST ? &low : &high) = true;
		}
	}
	return low && high;
}

/* Binds what can be bound from finite sets, without values. */
static bool finds_all(enc e, struct opening *o)
{
	for (bool progress = true; progress && o->left > 0;) {
		progress = false;
		for (uint32_t i = 0; i < o->count; i++) {
			struct decl *d = o->names[i];
			if (!d) continue;
			bool ok = finite_type(d->type) == CARD_SOME || has_both_bounds(e, o, d);
			for (uint32_t k = 0; !ok && k < o->conjunct_count; k++) {
				struct offer f = offer_of(e, o, o->conjuncts[k], d);
				ok = f.kind == OFFER_EQUAL || f.kind == OFFER_IN ||
				     (f.kind == OFFER_FAMILY && family_is_finite(e, f.set)) ||
				     offer_linear(e, o, o->conjuncts[k], d).kind != OFFER_NONE;
			}
			if (!ok) continue;
			o->names[i] = NULL;
			o->left--;
			progress = true;
		}
	}
	return o->left == 0;
}

bool binder_is_listed(enc e, const struct node *n)
{
	struct info *info = (struct info *)(uintptr_t)enc_info(e, n);
	if (info->knows_listed) return info->is_listed;
	const struct conjuncts *c = binder_strict_conjuncts(e, n->kid[1]);
	struct opening o = {.conjuncts = c->at, .conjunct_count = c->count};
	binder_names(e, n->kid[0], &o.names, &o.count);
	o.left = o.count;
	info->is_listed = !(n->flags & NODE_SYMBOLIC) && finds_all(e, &o);
	info->knows_listed = true;
	return info->is_listed;
}
