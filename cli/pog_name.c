/* Names and types of a .pog file. */
#include "cli/pog.h"

void pog_trouble(struct pog *p, const struct xml *x, const char *what)
{
	struct sequent_place at = pog_place(p, x);
	if (!p->trouble)
		p->trouble = arena_format(p->arena, "%s (line %u, column %u)", what, at.line, at.column);
}

const char *pog_attribute(struct pog *p, const struct xml *x, const char *which)
{
	const char *a = xml_attribute(x, which);
	if (!a) pog_trouble(p, x, arena_format(p->arena, "<%s> without '%s'", x->tag, which));
	return a ? a : "";
}

struct sequent_place pog_place(struct pog *p, const struct xml *x)
{
	struct place at = diag_place(p->diag, x->pos);
	return (struct sequent_place){p->file, at.line, at.column};
}

/* ---- names ------------------------------------------------------------------------------------------- */

bool pog_is_predefined(const char *own)
{
	static const char *const words[] = {
	    "NAT",  "NAT1",   "INT",  "NATURAL", "NATURAL1", "INTEGER", "MAXINT", "MININT",
	    "BOOL", "STRING", "REAL", "FLOAT",   "TRUE",     "FALSE",   "succ",   "pred"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(own, words[i]) == 0) return true;
	return false;
}

/* x$0 is what x is before a loop, where no other x is meant. */
static bool has_suffix(const char *suffix) { return suffix && strcmp(suffix, "0") != 0; }

const char *pog_name(struct pog *p, const struct xml *id)
{
	bool is_fresh = xml_is(id, "Fresh_Id");
	const char *suffix = xml_attribute(id, "suffix");
	struct text t = {0};
	for (const char *s = pog_attribute(p, id, is_fresh ? "ref" : "value"); *s; s++) {
		if (strcmp(s, "$0") == 0) break;
		if (*s == '$' || *s == '.') text_add(&t, "__");
		else text_add_char(&t, *s);
	}
	if (has_suffix(suffix)) text_format(&t, "__%s", suffix);
	if (is_fresh) text_add(&t, "__fresh");
	name own = names_of(&p->names, text_get(&t));
	text_clear(&t);
	return own;
}

/* ---- types ------------------------------------------------------------------------------------------- */

static bool add_type(struct pog *p, const struct xml *t, struct text *out)
{
	bool is_known = true, is_struct = xml_is(t, "Struct");
	if (xml_is(t, "Generic_Type")) return false;
	if (xml_is(t, "Id")) {
		text_add(out, pog_name(p, t));
		return true;
	}
	const char *between = xml_is(t, "Binary_Exp") ? " * " : ", ";
	text_add(out, is_struct ? "struct(" : xml_is(t, "Unary_Exp") ? "POW(" : "(");
	for (const struct xml *k = t->first; k; k = k->next) {
		if (k != t->first) text_add(out, between);
		if (is_struct) text_format(out, "%s : ", pog_attribute(p, k, "label"));
		const struct xml *type = is_struct ? k->first : k;
		is_known &= type && add_type(p, type, out);
	}
	text_add_char(out, ')');
	return is_known;
}

const struct xml *pog_find_type(struct pog *p, const char *number)
{
	name own = number ? names_find(&p->names, number) : NULL;
	return own ? map_get(&p->types, own) : NULL;
}

bool pog_is_own_type(struct pog *p, const struct xml *set)
{
	const struct xml *t = pog_find_type(p, xml_attribute(set, "typref"));
	if (!t) return true;
	bool is_simple = xml_is(t, "Unary_Exp") && t->first && xml_is(t->first, "Id");
	return is_simple && pog_name(p, t->first) == pog_name(p, set);
}

bool pog_type(struct pog *p, const char *number, struct text *out)
{
	const struct xml *t = pog_find_type(p, number);
	return t && add_type(p, t, out);
}

/* ---- names in formulas --------------------------------------------------------------------------------- */

/* A name that is free, with one of its types. */
struct pog_free {
	const struct xml *type;
	const char *used;
	struct pog_free *next;
};

struct pog_bound {
	uint32_t depth;
};

static void change_depth(struct pog *p, const struct xml *variables, int by)
{
	for (const struct xml *v = variables->first; v; v = v->next) {
		const char *own = pog_name(p, v);
		struct pog_bound *b = map_get(&p->bound, own);
		if (!b) {
			b = ARENA_NEW(p->arena, struct pog_bound);
			b->depth = 0;
			map_put(&p->bound, own, b);
		}
		b->depth += (uint32_t)by;
	}
}

void pog_bind(struct pog *p, const struct xml *variables) { change_depth(p, variables, 1); }
void pog_unbind(struct pog *p, const struct xml *variables) { change_depth(p, variables, -1); }

/* A formula that says of which type the name is. */
static void add_typing(struct pog *p, const struct xml *id, const char *used)
{
	struct text t = {0};
	text_format(&t, "%s : ", used);
	if (pog_type(p, xml_attribute(id, "typref"), &t))
		VEC_PUSH(&p->out->common,
		         ((struct formula){.name = arena_text(p->arena, used, strlen(used)),
		                           .text = arena_text(p->arena, text_get(&t), t.count),
		                           .place = pog_place(p, id),
		                           .is_typing = true}));
	text_clear(&t);
}

const char *pog_used_name(struct pog *p, const struct xml *id)
{
	const char *own = pog_name(p, id), *number = xml_attribute(id, "typref");
	const struct pog_bound *b = map_get(&p->bound, own);
	if ((b && b->depth) || map_get(&p->elements, own) || pog_is_predefined(own)) return own;
	const struct xml *type = pog_find_type(p, number);
	struct pog_free *first = map_get(&p->free, own), *f = first;
	while (f && f->type != type) f = f->next;
	if (f) return f->used;
	f = ARENA_NEW(p->arena, struct pog_free);
	*f = (struct pog_free){.type = type, .used = own, .next = first};
	if (first) f->used = arena_format(p->arena, "%s__type%s", own, number ? number : "");
	map_put(&p->free, own, f);
	add_typing(p, id, f->used);
	return f->used;
}

void pog_clear(struct pog *p)
{
	map_clear(&p->types);
	map_clear(&p->elements);
	map_clear(&p->free);
	map_clear(&p->bound);
	names_clear(&p->names);
}
