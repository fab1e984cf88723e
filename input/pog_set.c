/* SETS of a .pog file. Those that are types of their own become sets of a machine; in the files of implementations
 * Atelier B takes numbers for the elements of all sets, and a <Set> is a hypothesis like any other. */
#include "input/pog.h"

/* ---- sets that are types ---------------------------------------------------------------------------- */

static void add_set(struct pog *p, const struct xml *set, struct text *machine)
{
	const struct xml *id = xml_kid(set, "Id"), *values = xml_kid(set, "Enumerated_Values");
	if (!id || map_get(&p->elements, pog_name(p, id)) || !pog_is_own_type(p, id)) return;
	map_put(&p->elements, pog_name(p, id), p);
	text_format(machine, "%s%s", machine->count ? "; " : "", pog_name(p, id));
	for (const struct xml *v = values ? values->first : NULL; v; v = v->next) {
		map_put(&p->elements, pog_name(p, v), p);
		text_format(machine, "%s%s%s", v == values->first ? " = {" : ", ", pog_name(p, v),
		            v->next ? "" : "}");
	}
}

/* Types that are no sets of the context are parameters of the machine. */
static void add_types(struct pog *p, const struct xml *type, struct text *sets)
{
	if (xml_is(type, "Id") && !pog_is_predefined(pog_name(p, type)) &&
	    !map_get(&p->elements, pog_name(p, type))) {
		map_put(&p->elements, pog_name(p, type), p);
		text_format(sets, "%s%s", sets->count ? "; " : "", pog_name(p, type));
	}
	for (const struct xml *k = type->first; k; k = k->next) add_types(p, k, sets);
}

static void add_sets_of(struct pog *p, const struct xml *holder, struct text *sets)
{
	for (const struct xml *s = xml_kid(holder, "Set"); s; s = xml_next(s, "Set"))
		add_set(p, s, sets);
}

void pog_add_sets(struct pog *p, const struct xml *root, struct text *sets)
{
	const struct xml *types = xml_kid(root, "TypeInfos");
	for (const struct xml *d = root->first; d; d = d->next) {
		if (xml_is(d, "Define")) add_sets_of(p, d, sets);
		if (!xml_is(d, "Proof_Obligation")) continue;
		for (const struct xml *h = d->first; h; h = h->next)
			if (xml_is(h, "Hypothesis") || xml_is(h, "Local_Hyp")) add_sets_of(p, h, sets);
	}
	if (types) add_types(p, types, sets);
}

/* ---- sets as formulas ----------------------------------------------------------------------------------- */

bool pog_set_says_more(struct pog *p, const struct xml *set)
{
	bool is_type = set->first && xml_is(set->first, "Id") && pog_is_own_type(p, set->first);
	return !is_type;
}

static uint32_t add_values(struct pog *p, const struct xml *values, struct text *out)
{
	uint32_t count = 0;
	text_add_char(out, '{');
	for (const struct xml *v = values->first; v; v = v->next)
		text_format(out, "%s%s", count++ ? ", " : "", pog_used_name(p, v));
	text_add_char(out, '}');
	return count;
}

/* S = {a, b}; a deferred set is finite and not empty, as values for it must be. */
void pog_set(struct pog *p, const struct xml *set, struct text *out)
{
	const struct xml *values = xml_kid(set, "Enumerated_Values"), *of = set->first;
	if (!of || of == values) {
		pog_trouble(p, set, "<Set> without a set");
		return;
	}
	if (!pog_set_says_more(p, set)) {
		text_add(out, "btrue");
		return;
	}
	text_add_char(out, '(');
	pog_formula(p, of, out);
	if (values && values->first) {
		text_add(out, " = ");
		add_values(p, values, out);
	} else {
		text_add(out, " : FIN(");
		pog_formula(p, of, out);
		text_add(out, ") & ");
		pog_formula(p, of, out);
		text_add(out, " /= {}");
	}
	text_add_char(out, ')');
}

/* The elements are all different: two by two, as long as that is not too much to read. */
bool pog_set_differ(struct pog *p, const struct xml *set, struct text *out)
{
	enum { MOST_PAIRED = 40 };
	const struct xml *values = xml_kid(set, "Enumerated_Values");
	uint32_t count = 0;
	if (!pog_set_says_more(p, set) || !values) return false;
	for (const struct xml *v = values->first; v; v = v->next) count++;
	if (count < 2) return false;
	if (count > MOST_PAIRED) {
		text_add(out, "card(");
		add_values(p, values, out);
		text_format(out, ") = %u", count);
		return true;
	}
	for (const struct xml *v = values->first; v; v = v->next)
		for (const struct xml *w = v->next; w; w = w->next) {
			text_format(out, "%s%s /= ", v == values->first && w == v->next ? "" : " & ",
			            pog_used_name(p, v));
			text_add(out, pog_used_name(p, w));
		}
	return true;
}
