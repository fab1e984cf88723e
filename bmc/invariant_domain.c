/* What the values that were candidates add to an invariant. Where the machine gives an integer no bounds, only some have words in latches, and
 * that others are never reached is a part of what was proved: it is said, too. */
#include "bmc/invariant.h"

static bool is_bounded(const struct type *type, const struct range *r)
{
	const struct type *t = type_known(type);
	switch (t->kind) {
	case TYPE_INTEGER: return r && r->has_low && r->has_high;
	case TYPE_POW: return is_bounded(t->a, r ? r->a : NULL);
	case TYPE_PAIR: return is_bounded(t->a, r ? r->a : NULL) && is_bounded(t->b, r ? r->b : NULL);
	case TYPE_BOOL:
	case TYPE_GIVEN: return true;
	default: return false;
	}
}

/* From the least to the greatest value of a variable that latches can tell. */
static bool find_span(const struct invariant *v, const struct decl *d, __int128 *low,
                      __int128 *high)
{
	bool is_any = false;
	for (uint32_t i = 1; i < v->t->latches.count; i++) {
		const struct encode_word *w = v->t->latches.at[i].word;
		if (!w || w->place->into != ENCODE_NAME || w->place->name != d) continue;
		__int128 from = w->low, to = w->high;
		if (w->says == ENCODE_IS) {
			value_to_wide(v->t->run->model.values, w->value, &from);
			to = from;
		}
		*low = !is_any || from < *low ? from : *low;
		*high = !is_any || to > *high ? to : *high;
		is_any = true;
	}
	return is_any;
}

static const char *domain_text(struct invariant *v, const struct decl *d)
{
	__int128 low, high;
	struct values *s = v->t->run->model.values;
	bool is_number = type_known(d->type)->kind == TYPE_INTEGER;
	if (!is_number || !find_span(v, d, &low, &high)) return NULL;
	struct text t = {0};
	text_format(&t, "%s : ", d->name);
	value_print(s, &v->shown, value_wide(s, low), &t);
	text_add(&t, "..");
	value_print(s, &v->shown, value_wide(s, high), &t);
	return text_freeze(&t, v->arena);
}

uint32_t domain_tell(struct invariant *v, struct strings *out)
{
	struct run *r = v->t->run;
	const struct explore_view *w = &r->model.view;
	struct range **ranges = ARENA_ARRAY(v->arena, w->variable_count + 1, struct range *);
	uint32_t untold = 0;
	if (!v->t->was_cut || !bounds_ranges(w->eval, v->arena, w->variables, w->variable_count,
	                                     r->asked.invariants.at, r->asked.invariants.count, ranges))
		return 0;
	for (uint32_t i = 0; i < w->variable_count; i++) {
		if (is_bounded(w->variables[i]->type, ranges[i])) continue;
		const char *text = domain_text(v, w->variables[i]);
		if (text) VEC_PUSH(out, text);
		else untold++;
	}
	return untold;
}
