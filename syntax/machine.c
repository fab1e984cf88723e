/* Machines as a whole: printing, comparing, releasing. */
#include "syntax/print.h"

void machine_clear(struct machine *m)
{
	VEC_CLEAR(&m->references);
	VEC_CLEAR(&m->sets);
	VEC_CLEAR(&m->operations);
	VEC_CLEAR(&m->values);
	VEC_CLEAR(&m->definitions);
	VEC_CLEAR(&m->known);
	VEC_CLEAR(&m->decls);
	VEC_CLEAR(&m->interface);
	map_clear(&m->definition_of);
}

/* ---- printing ---------------------------------------------------------------------------------- */

static const char *keyword(const struct machine *m)
{
	return m->keyword ? m->keyword : "DEFINITIONS";
}

static void print_references(const struct machine *m, enum reference_kind kind, const char *word,
                             struct text *out)
{
	bool first = true;
	for (uint32_t i = 0; i < m->references.count; i++) {
		const struct reference *r = &m->references.at[i];
		if (r->kind != kind) continue;
		if (first) text_format(out, "%s\n  ", word);
		else text_add(out, ",\n  ");
		first = false;
		if (r->prefix) text_format(out, "%s.", r->prefix);
		print_name(r->machine, out);
		if (r->arguments) {
			text_add_char(out, '(');
			print_list(r->arguments, out);
			text_add_char(out, ')');
		}
		if (r->file) text_format(out, " /*@file \"%s\" */", r->file);
	}
	if (!first) text_add_char(out, '\n');
}

static void print_all_references(const struct machine *m, struct text *out)
{
	print_references(m, REF_REFINES, "REFINES", out);
	print_references(m, REF_SEES, "SEES", out);
	print_references(m, REF_USES, "USES", out);
	print_references(m, REF_INCLUDES, "INCLUDES", out);
	print_references(m, REF_EXTENDS, "EXTENDS", out);
	print_references(m, REF_IMPORTS, "IMPORTS", out);
}

static void print_clause_list(const char *word, const struct node *list, struct text *out)
{
	if (!list) return;
	text_format(out, "%s\n  ", word);
	print_list(list, out);
	text_add_char(out, '\n');
}

/* A conjunction gets a line for each part. */
static void print_clause_predicate(const char *word, const struct node *n, struct text *out)
{
	if (!n) return;
	text_format(out, "%s\n  ", word);
	if (n->op == OP_AND) {
		for (uint32_t i = 0; i < n->count; i++) {
			if (i) text_add(out, " &\n  ");
			print_expr(n->kid[i], n->kid[i]->op == OP_OR && i == 0 ? 40 : 41, out);
		}
	} else {
		print_expr(n, 30, out);
	}
	text_add_char(out, '\n');
}

static void print_sets(const struct machine *m, bool freetypes, const char *word, struct text *out)
{
	bool first = true;
	for (uint32_t i = 0; i < m->sets.count; i++) {
		const struct set_entry *s = &m->sets.at[i];
		if (s->is_freetype != freetypes) continue;
		if (first) text_format(out, "%s\n  ", word);
		else text_add(out, ";\n  ");
		first = false;
		print_name(s->name, out);
		if (!s->elements) continue;
		text_add(out, freetypes ? " = " : " = {");
		print_list(s->elements, out);
		if (!freetypes) text_add_char(out, '}');
	}
	if (!first) text_add_char(out, '\n');
}

static void print_operation(const struct operation *o, struct text *out)
{
	text_add(out, "  ");
	if (o->results->count) {
		print_list(o->results, out);
		text_add(out, " <-- ");
	}
	print_name(o->name, out);
	if (o->parameters->count) {
		text_add_char(out, '(');
		print_list(o->parameters, out);
		text_add_char(out, ')');
	}
	if (o->refines) {
		text_add(out, " ref ");
		print_name(o->refines, out);
	}
	text_add(out, " =");
	print_indent(2, out);
	print_subst(o->body, 2, PRINT_PARALLEL, out);
}

static void print_operations(const struct machine *m, bool local, const char *word,
                             struct text *out)
{
	bool first = true;
	for (uint32_t i = 0; i < m->operations.count; i++) {
		if (m->operations.at[i]->is_local != local) continue;
		text_add(out, first ? word : ";\n");
		text_add_char(out, '\n');
		first = false;
		print_operation(m->operations.at[i], out);
	}
	if (!first) text_add_char(out, '\n');
}

static void print_definition(const struct definition *d, struct text *out)
{
	text_add(out, "  ");
	if (!d->body) {
		text_format(out, "\"%s\"", d->name);
		return;
	}
	print_name(d->name, out);
	if (d->parameters) {
		text_add_char(out, '(');
		print_list(d->parameters, out);
		text_add_char(out, ')');
	}
	text_add(out, " == ");
	if (d->class == CLASS_SUBST) print_subst(d->body, 2, PRINT_PARALLEL, out);
	else print_expr(d->body, 30, out);
}

static void print_definitions(const struct machine *m, struct text *out)
{
	if (m->definitions.count == 0) return;
	text_add(out, "DEFINITIONS\n");
	for (uint32_t i = 0; i < m->definitions.count; i++) {
		if (i) text_add(out, ";\n");
		print_definition(m->definitions.at[i], out);
	}
	text_add_char(out, '\n');
}

static void print_values(const struct machine *m, struct text *out)
{
	for (uint32_t i = 0; i < m->values.count; i++) {
		text_add(out, i ? ";\n  " : "VALUES\n  ");
		print_name(m->values.at[i].name, out);
		text_add(out, " = ");
		print_expr(m->values.at[i].value, 125, out);
	}
	if (m->values.count) text_add_char(out, '\n');
}

static void print_assertions(const struct machine *m, struct text *out)
{
	if (!m->assertions) return;
	text_add(out, "ASSERTIONS\n");
	for (uint32_t i = 0; i < m->assertions->count; i++) {
		text_add(out, i ? ";\n  " : "  ");
		print_expr(m->assertions->kid[i], 30, out);
	}
	text_add_char(out, '\n');
}

void print_machine(const struct machine *m, struct text *out)
{
	if (m->kind == MACHINE_DEFINITIONS) {
		print_definitions(m, out);
		return;
	}
	if (m->package) text_format(out, "/*@package \"%s\" */\n", m->package);
	for (uint32_t i = 0; m->imports && i < m->imports->count; i++)
		text_format(out, "/*@import-package \"%s\" */\n", m->imports->kid[i]->name);
	text_format(out, "%s ", keyword(m));
	print_name(m->name, out);
	if (m->parameters) {
		text_add_char(out, '(');
		print_list(m->parameters, out);
		text_add_char(out, ')');
	}
	text_add_char(out, '\n');
	print_all_references(m, out);
	print_clause_list("PROMOTES", m->promotes, out);
	print_definitions(m, out);
	print_clause_predicate("CONSTRAINTS", m->constraints, out);
	print_sets(m, false, "SETS", out);
	print_sets(m, true, "FREETYPES", out);
	print_clause_list("ABSTRACT_CONSTANTS", m->abstract_constants, out);
	print_clause_list("CONSTANTS", m->concrete_constants, out);
	print_clause_predicate("PROPERTIES", m->properties, out);
	print_values(m, out);
	print_clause_list("VARIABLES", m->abstract_variables, out);
	print_clause_list("CONCRETE_VARIABLES", m->concrete_variables, out);
	print_clause_predicate("INVARIANT", m->invariant, out);
	print_assertions(m, out);
	if (m->variant) print_clause_predicate("VARIANT", m->variant, out);
	if (m->initialisation) {
		text_add(out, "INITIALISATION\n  ");
		print_subst(m->initialisation, 1, PRINT_SEQUENCE, out);
		text_add_char(out, '\n');
	}
	print_operations(m, true, "LOCAL_OPERATIONS", out);
	print_operations(m, false, "OPERATIONS", out);
	text_add(out, "END\n");
}

/* ---- comparing ------------------------------------------------------------------------------------ */

static bool same_file(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

static bool same_references(const struct machine *a, const struct machine *b)
{
	if (a->references.count != b->references.count) return false;
	/* clauses may come in another order, but within one kind the order stays */
	for (int kind = REF_SEES; kind <= REF_REFINES; kind++) {
		uint32_t j = 0;
		for (uint32_t i = 0; i < a->references.count; i++) {
			const struct reference *r = &a->references.at[i];
			if (r->kind != (enum reference_kind)kind) continue;
			while (j < b->references.count && b->references.at[j].kind != r->kind) j++;
			if (j == b->references.count) return false;
			const struct reference *s = &b->references.at[j++];
			if (r->prefix != s->prefix || r->machine != s->machine ||
			    !same_file(r->file, s->file) || !node_same(r->arguments, s->arguments))
				return false;
		}
	}
	return true;
}

static bool same_sets(const struct machine *a, const struct machine *b)
{
	if (a->sets.count != b->sets.count) return false;
	for (int freetypes = 0; freetypes <= 1; freetypes++) {
		uint32_t j = 0;
		for (uint32_t i = 0; i < a->sets.count; i++) {
			const struct set_entry *s = &a->sets.at[i];
			if (s->is_freetype != freetypes) continue;
			while (j < b->sets.count && b->sets.at[j].is_freetype != freetypes) j++;
			if (j == b->sets.count) return false;
			const struct set_entry *t = &b->sets.at[j++];
			if (s->name != t->name || !node_same(s->elements, t->elements)) return false;
		}
	}
	return true;
}

static bool same_operations(const struct machine *a, const struct machine *b)
{
	if (a->operations.count != b->operations.count) return false;
	for (int local = 0; local <= 1; local++) {
		uint32_t j = 0;
		for (uint32_t i = 0; i < a->operations.count; i++) {
			const struct operation *o = a->operations.at[i];
			if (o->is_local != local) continue;
			while (j < b->operations.count && b->operations.at[j]->is_local != local) j++;
			if (j == b->operations.count) return false;
			const struct operation *q = b->operations.at[j++];
			if (o->name != q->name || o->refines != q->refines || !node_same(o->body, q->body) ||
			    !node_same(o->results, q->results) || !node_same(o->parameters, q->parameters))
				return false;
		}
	}
	return true;
}

static bool same_definitions(const struct machine *a, const struct machine *b)
{
	if (a->definitions.count != b->definitions.count) return false;
	for (uint32_t i = 0; i < a->definitions.count; i++) {
		const struct definition *d = a->definitions.at[i], *e = b->definitions.at[i];
		if (d->name != e->name || !node_same(d->parameters, e->parameters) ||
		    !node_same(d->body, e->body))
			return false;
	}
	return true;
}

static bool same_values(const struct machine *a, const struct machine *b)
{
	if (a->values.count != b->values.count) return false;
	for (uint32_t i = 0; i < a->values.count; i++)
		if (a->values.at[i].name != b->values.at[i].name ||
		    !node_same(a->values.at[i].value, b->values.at[i].value))
			return false;
	return true;
}

static bool same_header(const struct machine *a, const struct machine *b)
{
	return a->kind == b->kind && a->name == b->name && a->package == b->package &&
	       strcmp(keyword(a), keyword(b)) == 0 && node_same(a->imports, b->imports) &&
	       node_same(a->parameters, b->parameters) && node_same(a->promotes, b->promotes);
}

static bool same_names(const struct machine *a, const struct machine *b)
{
	return node_same(a->abstract_constants, b->abstract_constants) &&
	       node_same(a->concrete_constants, b->concrete_constants) &&
	       node_same(a->abstract_variables, b->abstract_variables) &&
	       node_same(a->concrete_variables, b->concrete_variables);
}

static bool same_formulas(const struct machine *a, const struct machine *b)
{
	return node_same(a->constraints, b->constraints) && node_same(a->properties, b->properties) &&
	       node_same(a->invariant, b->invariant) && node_same(a->assertions, b->assertions) &&
	       node_same(a->variant, b->variant) && node_same(a->initialisation, b->initialisation);
}

bool machine_same(const struct machine *a, const struct machine *b)
{
	return same_header(a, b) && same_references(a, b) && same_sets(a, b) && same_names(a, b) &&
	       same_formulas(a, b) && same_operations(a, b) && same_definitions(a, b) &&
	       same_values(a, b);
}

struct machine *machine_refined(const struct machine *m)
{
	for (uint32_t i = 0; i < m->references.count; i++)
		if (m->references.at[i].kind == REF_REFINES) return m->references.at[i].target;
	return NULL;
}

const struct operation *machine_offers(const struct machine *m, name n)
{
	for (uint32_t i = 0; i < m->interface.count; i++)
		if (m->interface.at[i].name == n) return m->interface.at[i].decl->operation;
	return NULL;
}
