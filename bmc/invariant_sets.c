/* Statements about the members of sets, without names for these: "dom(loan) <: stock" for
 * "!p.(p : BOOK & p : dom(loan) => p : stock)". */
#include "bmc/invariant.h"

/* A set that does not depend on elements: a name, or a field of it. */
static bool is_fixed(const struct encode_place *place)
{
	for (; place; place = place->of)
		if (place->key != VALUE_NONE) return false;
	return true;
}

/* Does it only ask whether there is such a place? */
static bool is_about_domain(const struct inv_part *p, const struct inv_feature *f)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i + 1 < f->count; i++) count += bits_has(p->mask, i);
	bool has_none = bits_has(p->mask, f->count - 1);
	return f->is_partial && count == (has_none ? 0 : f->count - 1);
}

/* Does the part only ask whether the element is in a set that does not depend on it? */
static bool is_membership(struct invariant *v, const struct inv_part *p, value element)
{
	const struct inv_feature *f = &v->features.at[p->feature];
	if (f->element == element) return is_fixed(f->place);
	return is_about_domain(p, f) && f->place->key == element && is_fixed(f->place->of);
}

static void add_set(struct invariant *v, const struct inv_feature *f, struct text *out)
{
	if (f->is_partial) text_add(out, "dom(");
	encode_print_place(v->t->run->model.values, &v->shown, f->is_partial ? f->place->of : f->place,
	                   out);
	if (f->is_partial) text_add_char(out, ')');
}

/* The sets that the element is in, or is not in. */
static uint32_t add_sets(struct invariant *v, const struct inv_region *r, bool is,
                         const char *between, struct text *out)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < r->count; i++) {
		const struct inv_feature *f = &v->features.at[r->at[i].feature];
		bool is_in = bits_has(r->at[i].mask, f->is_partial ? 0 : 1);
		if (is_in != is) continue;
		if (count++) text_add(out, between);
		add_set(v, f, out);
	}
	return count;
}

/* No element is in all of the first ones and in none of the others. */
static void add_about_sets(struct invariant *v, const struct inv_statement *s, struct text *out)
{
	struct text others = {0};
	uint32_t set = value_element_set(s->atoms.at[0].element);
	uint32_t in = add_sets(v, &s->region, true, " /\\ ", out);
	uint32_t without = add_sets(v, &s->region, false, " \\/ ", &others);
	if (in == 0) text_add(out, v->shown.sets.at[set].decl->name);
	text_format(out, without ? " <: %s" : " = {}", text_get(&others));
	text_clear(&others);
}

const char *statement_as_sets(struct invariant *v, const struct inv_statement *s)
{
	if (s->relation.compares || s->atoms.count != 1 || !s->atoms.at[0].name || s->atoms.at[0].is)
		return NULL;
	for (uint32_t i = 0; i < s->region.count; i++)
		if (!is_membership(v, &s->region.at[i], s->atoms.at[0].element)) return NULL;
	struct text t = {0};
	add_about_sets(v, s, &t);
	const char *result = arena_text(v->arena, text_get(&t), t.count);
	text_clear(&t);
	return result;
}
