/* Names and types of a .pog file. */
#include "input/pog.h"

#include <ctype.h>

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
	return (struct sequent_place){p->file, x->line, x->column};
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

/* What tells this name from others of the file. */
static name name_in_file(struct pog *p, const struct xml *id)
{
	bool is_fresh = xml_is(id, "Fresh_Id");
	const char *suffix = xml_attribute(id, "suffix");
	const char *own = pog_attribute(p, id, is_fresh ? "ref" : "value");
	size_t length = strlen(own);
	struct text t = {0};
	if (length > 2 && strcmp(own + length - 2, "$0") == 0) length -= 2;
	text_add_bytes(&t, own, length);
	if (has_suffix(suffix)) text_format(&t, "$%s", suffix);
	if (is_fresh) text_add(&t, "$fresh");
	name key = names_of(&p->names, text_get(&t));
	text_clear(&t);
	return key;
}

/* A word of B that is no keyword, not even one that may be a name elsewhere, nor taken. */
static name spell(struct pog *p, name key)
{
	struct text t = {0};
	if (!isalpha((unsigned char)*key) && *key != '_') text_add_char(&t, '_');
	for (const char *s = key; *s; s++) {
		if (*s == '$' || *s == '.') text_add(&t, "__");
		else text_add_char(&t, isalnum((unsigned char)*s) ? *s : '_');
	}
	while (!syntax_is_free_name(text_get(&t)) ||
	       map_get(&p->spelled, names_of(&p->names, text_get(&t))))
		text_add_char(&t, '_');
	name own = names_of(&p->names, text_get(&t));
	text_clear(&t);
	return own;
}

const char *pog_name(struct pog *p, const struct xml *id)
{
	name key = name_in_file(p, id), own = map_get(&p->spellings, key);
	if (own) return own;
	own = pog_is_predefined(key) ? key : spell(p, key);
	map_put(&p->spellings, key, (void *)(uintptr_t)own);
	map_put(&p->spelled, own, p);
	return own;
}

const char *pog_label(struct pog *p, const char *label)
{
	if (*label && syntax_is_free_name(label)) return label;
	name key = names_of(&p->names, arena_format(p->arena, "%s'", label));
	name own = map_get(&p->spellings, key);
	if (own) return own;
	own = spell(p, key);
	map_put(&p->spellings, key, (void *)(uintptr_t)own);
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
		if (is_struct) text_format(out, "%s : ", pog_label(p, pog_attribute(p, k, "label")));
		const struct xml *type = is_struct ? k->first : k;
		is_known &= type && add_type(p, type, out);
	}
	text_add_char(out, ')');
	return is_known;
}

static struct pog_type *new_type(struct pog *p, const struct xml *xml)
{
	struct pog_type *new = ARENA_NEW(p->arena, struct pog_type);
	struct text t = {0};
	*new = (struct pog_type){.xml = xml};
	if (add_type(p, xml, &t)) new->text = names_of(&p->names, text_get(&t));
	text_clear(&t);
	return new;
}

/* The numbers are hashes in old files, and two of them may mean the same. */
void pog_read_types(struct pog *p, const struct xml *root)
{
	const struct xml *all = xml_kid(root, "TypeInfos");
	for (const struct xml *t = all ? xml_kid(all, "Type") : NULL; t; t = xml_next(t, "Type")) {
		const char *number = xml_attribute(t, "id");
		if (number && t->first)
			map_put(&p->types, names_of(&p->names, number), new_type(p, t->first));
	}
}

const struct pog_type *pog_find_type(struct pog *p, const char *number)
{
	name own = number ? names_find(&p->names, number) : NULL;
	return own ? map_get(&p->types, own) : NULL;
}

const char *pog_type_of(struct pog *p, const struct xml *x)
{
	const struct pog_type *t = pog_find_type(p, xml_attribute(x, "typref"));
	return t ? t->text : NULL;
}

static const struct xml *element_type(struct pog *p, const struct xml *x)
{
	const struct pog_type *t = pog_find_type(p, xml_attribute(x, "typref"));
	return t && t->text && xml_is(t->xml, "Unary_Exp") ? t->xml->first : NULL;
}

const char *pog_element_type_of(struct pog *p, const struct xml *x)
{
	const struct xml *element = element_type(p, x);
	return element ? new_type(p, element)->text : NULL;
}

const char *pog_domain_type_of(struct pog *p, const struct xml *x)
{
	const struct xml *pair = element_type(p, x);
	bool is_pair = pair && xml_is(pair, "Binary_Exp") && pair->first;
	return is_pair ? new_type(p, pair->first)->text : NULL;
}

bool pog_is_own_type(struct pog *p, const struct xml *set)
{
	const struct pog_type *type = pog_find_type(p, xml_attribute(set, "typref"));
	if (!type) return true;
	const struct xml *t = type->xml;
	bool is_simple = xml_is(t, "Unary_Exp") && t->first && xml_is(t->first, "Id");
	return is_simple && pog_name(p, t->first) == pog_name(p, set);
}

/* ---- names in formulas --------------------------------------------------------------------------------- */

/* A name that is free, with one of its types (NULL: it is not known). */
struct pog_free {
	const char *type;
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
static void add_typing(struct pog *p, const struct xml *id, const struct pog_free *f)
{
	if (f->type)
		VEC_PUSH(&p->out->common,
		         ((struct formula){.name = arena_text(p->arena, f->used, strlen(f->used)),
		                           .text = arena_format(p->arena, "%s : %s", f->used, f->type),
		                           .place = pog_place(p, id),
		                           .is_typing = true}));
}

static const char *used_as(struct pog *p, const struct xml *id, name own)
{
	const char *type = pog_type_of(p, id);
	struct pog_free *first = map_get(&p->free, own), *f = first;
	while (f && f->type != type && f->type && type) f = f->next;
	if (f && (f->type || !type)) return f->used;
	if (f) f->type = type; /* it was not known before */
	else {
		f = ARENA_NEW(p->arena, struct pog_free);
		*f = (struct pog_free){.type = type, .used = own, .next = first};
		if (first)
			f->used = spell(p, names_of(&p->names, arena_format(p->arena, "%s$type%s", own,
			                                                    xml_attribute(id, "typref"))));
		map_put(&p->spelled, f->used, p);
		map_put(&p->free, own, f);
	}
	add_typing(p, id, f);
	return f->used;
}

const char *pog_used_name(struct pog *p, const struct xml *id)
{
	name own = pog_name(p, id);
	const struct pog_bound *b = map_get(&p->bound, own);
	bool is_fixed = (b && b->depth) || map_get(&p->elements, own) || pog_is_predefined(own);
	return is_fixed ? own : used_as(p, id, own);
}

void pog_clear(struct pog *p)
{
	map_clear(&p->types);
	map_clear(&p->elements);
	map_clear(&p->spellings);
	map_clear(&p->spelled);
	map_clear(&p->free);
	map_clear(&p->bound);
	names_clear(&p->names);
}
