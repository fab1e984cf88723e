/* Which names of a formula are functions that call themselves, or each other, by the equations that define them. */
#include "logic/logic.h"

/* E of f = E, where it may mention f, among the conjuncts of these formulas. */
static const struct node *text_of(const struct decl *f, const struct node *const *formulas,
                                  uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		EACH_CONJUNCT(c, formulas[i])
			EACH_GENERATOR(g, c.now)
				if (g.kind == GENERATOR_EQUAL && mention_is_name(g.of, f) && g.from->op != OP_ID)
					return g.from;
	return NULL;
}

static bool is_relation(const struct decl *d)
{
	return d->type && d->type->kind == TYPE_POW && d->type->a->kind == TYPE_PAIR;
}

void recursive_mark(const struct decls *names, const struct node *const *formulas, uint32_t count)
{
	uint32_t n = names->list.count;
	struct reached { /* by texts, from the one that is looked at */
		const struct node *text;
		bool is_reached;
	} *all = memory_zeroed(n + 1, sizeof *all);
	for (uint32_t i = 0; i < n; i++)
		if (is_relation(names->list.at[i]))
			all[i].text = text_of(names->list.at[i], formulas, count);
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < n; k++)
			all[k].is_reached = all[i].text && node_mentions(all[i].text, names->list.at[k]);
		for (bool grows = true; grows && !all[i].is_reached;) {
			grows = false;
			for (uint32_t k = 0; k < n; k++)
				for (uint32_t m = 0; m < n && all[k].is_reached && all[k].text; m++)
					if (!all[m].is_reached && node_mentions(all[k].text, names->list.at[m]))
						grows = all[m].is_reached = true;
		}
		names->list.at[i]->calls_itself = all[i].text && all[i].is_reached;
	}
	free(all);
}
