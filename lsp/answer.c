/* What the client is told: each function makes the result of a request. */
#include "lsp/inside.h"

/* ---- words ------------------------------------------------------------------------------------- */

enum symbol_kind {
	SYMBOL_MODULE = 2,
	SYMBOL_FUNCTION = 12,
	SYMBOL_VARIABLE = 13,
	SYMBOL_CONSTANT = 14,
	SYMBOL_ENUM = 10,
	SYMBOL_ELEMENT = 22
};

static const struct kind_words {
	const char *word;
	enum symbol_kind symbol;
	int completion; /* CompletionItemKind */
} kinds[] = {
    [DECL_DEFERRED_SET] = {"deferred set", SYMBOL_ENUM, 13},
    [DECL_ENUMERATED_SET] = {"enumerated set", SYMBOL_ENUM, 13},
    [DECL_ELEMENT] = {"element", SYMBOL_ELEMENT, 20},
    [DECL_FREETYPE] = {"free type", SYMBOL_ENUM, 13},
    [DECL_CONSTRUCTOR] = {"constructor", SYMBOL_ELEMENT, 20},
    [DECL_SET_PARAMETER] = {"set parameter", SYMBOL_ENUM, 13},
    [DECL_SCALAR_PARAMETER] = {"parameter", SYMBOL_CONSTANT, 21},
    [DECL_CONSTANT] = {"constant", SYMBOL_CONSTANT, 21},
    [DECL_VARIABLE] = {"variable", SYMBOL_VARIABLE, 6},
    [DECL_OPERATION] = {"operation", SYMBOL_FUNCTION, 3},
    [DECL_INPUT] = {"input", SYMBOL_VARIABLE, 6},
    [DECL_OUTPUT] = {"output", SYMBOL_VARIABLE, 6},
    [DECL_LOCAL] = {"local name", SYMBOL_VARIABLE, 6},
    [DECL_UNKNOWN] = {"unknown name", SYMBOL_VARIABLE, 6},
};

static void add_signature_part(struct text *out, const struct node *ids)
{
	for (uint32_t i = 0; ids && i < ids->count; i++) {
		const struct decl *d = ids->kid[i]->decl;
		text_format(out, "%s%s", i ? ", " : "", ids->kid[i]->name);
		if (!d || !d->type) continue;
		text_add(out, " : ");
		print_type(d->type, out);
	}
}

static void add_signature(struct text *out, const struct decl *d)
{
	text_add(out, d->full_name ? d->full_name : d->name);
	if (d->kind == DECL_OPERATION && d->operation) {
		text_add_char(out, '(');
		add_signature_part(out, d->operation->parameters);
		text_add_char(out, ')');
		if (d->operation->results && d->operation->results->count) {
			text_add(out, " --> (");
			add_signature_part(out, d->operation->results);
			text_add_char(out, ')');
		}
	} else if (d->type) {
		text_add(out, " : ");
		print_type(d->type, out);
	}
}

/* ---- hover ------------------------------------------------------------------------------------- */

/* Conjuncts of the PROPERTIES, or elements, that say what it is. */
static void add_equations(struct text *out, const struct decl *d, const struct node *n)
{
	enum { LONGEST = 200 };
	if (!n) return;
	if (n->op == OP_AND)
		for (uint32_t i = 0; i < n->count; i++) add_equations(out, d, n->kid[i]);
	if (n->op != OP_EQUAL || (n->kid[0]->decl != d && n->kid[1]->decl != d)) return;
	text_add_char(out, '\n');
	print_node_short(n, LONGEST, out);
}

static void add_details(struct text *out, const struct decl *d)
{
	if (d->kind == DECL_CONSTANT && d->machine) add_equations(out, d, d->machine->properties);
	if (d->kind == DECL_ENUMERATED_SET) {
		text_add(out, " = {");
		for (uint32_t i = 0; i < d->element_count; i++)
			text_format(out, "%s%s", i ? ", " : "", d->elements[i]->name);
		text_add_char(out, '}');
	}
}

cJSON *answer_hover(const struct document *d, uint32_t offset)
{
	const struct name_place *o = document_find(d, offset);
	struct text t = {0};
	uint32_t start, length;
	if (!o || !document_word(d, offset, &start, &length)) return NULL;
	text_format(&t, "%s\n```b\n", o->decl ? kinds[o->decl->kind].word : "definition");
	if (o->decl) {
		add_signature(&t, o->decl);
		add_details(&t, o->decl);
		if (o->decl->machine) text_format(&t, "\n```\nof machine %s", o->decl->machine->name);
		else text_add(&t, "\n```");
	} else {
		enum { LONGEST = 400 };
		text_format(&t, "%s == ", o->definition->name);
		if (o->definition->body) print_node_short(o->definition->body, LONGEST, &t);
		text_add(&t, "\n```");
	}
	cJSON *r = json_made(cJSON_CreateObject()), *contents = json_add_object(r, "contents");
	json_add_string(contents, "kind", "markdown");
	json_add_string(contents, "value", text_get(&t));
	json_add(r, "range", place_range(text_get(&d->text), start, length));
	text_clear(&t);
	return r;
}

/* ---- places of names ----------------------------------------------------------------------------- */

static cJSON *location(const struct document *d, const struct source *s, uint32_t at,
                       uint32_t length)
{
	struct text uri = {0};
	cJSON *r = json_made(cJSON_CreateObject());
	if (strcmp(s->file, d->path) == 0) text_add(&uri, d->uri);
	else place_uri(s->file, &uri);
	json_add_string(r, "uri", text_get(&uri));
	json_add(r, "range", place_range(s->text, at, length));
	text_clear(&uri);
	return r;
}

static bool is_same(const struct name_place *a, const struct name_place *b)
{
	return a->decl == b->decl && a->definition == b->definition;
}

cJSON *answer_definition(const struct document *d, uint32_t offset)
{
	const struct name_place *o = document_find(d, offset);
	if (!o) return NULL;
	for (uint32_t i = 0; i < d->good->occurrences.count; i++) {
		const struct name_place *x = &d->good->occurrences.at[i];
		if (x->is_declaration && is_same(x, o)) return location(d, x->source, x->at, x->length);
	}
	struct pos pos =
	    o->decl ? o->decl->pos : o->definition->pos; /* of a local name, or in a library */
	struct place p = diag_place(&d->good->diag, pos);
	return p.source ? location(d, p.source, pos.at - p.source->start, o->length) : NULL;
}

cJSON *answer_references(const struct document *d, uint32_t offset, bool with_declaration)
{
	const struct name_place *o = document_find(d, offset);
	cJSON *list = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; o && i < d->good->occurrences.count; i++) {
		const struct name_place *x = &d->good->occurrences.at[i];
		if (is_same(x, o) && (with_declaration || !x->is_declaration))
			json_push(list, location(d, x->source, x->at, x->length));
	}
	return list;
}

/* ---- rename -------------------------------------------------------------------------------------- */

static bool is_taken(const struct document *d, const char *to)
{
	size_t length = strlen(to);
	for (uint32_t i = 0; i < d->good->occurrences.count; i++) {
		const struct name_place *x = &d->good->occurrences.at[i];
		if (x->length == length && strncmp(x->source->text + x->at, to, length) == 0) return true;
	}
	return false;
}

static bool is_name(const struct document *d, const char *to)
{
	size_t length = strspn(to, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
	bool has_form = *to && !(*to >= '0' && *to <= '9') && *to != '_' && to[length] == 0;
	return has_form && syntax_is_free_name(names_of(&d->good->names, to));
}

static const char *why_not_renamed(const struct document *d, const struct name_place *o,
                                   const char *to)
{
	if (!o) return "there is no name here";
	if (d->good != d->now) return "the machine has errors";
	if (!is_name(d, to)) return "that is not a name of B";
	if (is_taken(d, to)) return "that name is used already";
	return NULL;
}

cJSON *answer_rename(const struct document *d, uint32_t offset, const char *to, const char **why)
{
	const struct name_place *o = document_find(d, offset);
	*why = why_not_renamed(d, o, to);
	if (*why) return NULL;
	cJSON *r = json_made(cJSON_CreateObject()), *changes = json_add_object(r, "changes");
	for (uint32_t i = 0; i < d->good->occurrences.count; i++) {
		const struct name_place *x = &d->good->occurrences.at[i];
		if (!is_same(x, o)) continue;
		struct text uri = {0};
		if (strcmp(x->source->file, d->path) == 0) text_add(&uri, d->uri);
		else place_uri(x->source->file, &uri);
		cJSON *list = cJSON_GetObjectItemCaseSensitive(changes, text_get(&uri));
		if (!list) list = json_add_array(changes, text_get(&uri));
		cJSON *edit = json_made(cJSON_CreateObject());
		json_add(edit, "range", place_range(x->source->text, x->at, x->length));
		json_add_string(edit, "newText", to);
		json_push(list, edit);
		text_clear(&uri);
	}
	return r;
}

/* ---- symbols, completion, lenses ------------------------------------------------------------------- */

static const struct machine *main_of(const struct document *d)
{
	return d->good && d->good->project ? d->good->project->main : NULL;
}

cJSON *answer_symbols(const struct document *d)
{
	cJSON *list = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; d->good && i < d->good->occurrences.count; i++) {
		const struct name_place *x = &d->good->occurrences.at[i];
		if (!x->is_declaration || strcmp(x->source->file, d->path) != 0) continue;
		cJSON *s = json_made(cJSON_CreateObject());
		json_add_string(s, "name", x->decl ? x->decl->name : x->definition->name);
		json_add_string(s, "detail", x->decl ? kinds[x->decl->kind].word : "definition");
		json_add_number(s, "kind", x->decl ? kinds[x->decl->kind].symbol : SYMBOL_CONSTANT);
		json_add(s, "range", place_range(x->source->text, x->at, x->length));
		json_add(s, "selectionRange", place_range(x->source->text, x->at, x->length));
		json_push(list, s);
	}
	return list;
}

static void push_completion(cJSON *list, const char *label, int kind, const char *detail)
{
	cJSON *c = json_made(cJSON_CreateObject());
	json_add_string(c, "label", label);
	json_add_number(c, "kind", kind);
	if (*detail) json_add_string(c, "detail", detail);
	json_push(list, c);
}

/* Names that are declared, definitions, and the words of the language. */
cJSON *answer_completion(const struct document *d)
{
	enum { KEYWORD = 14, CONSTANT = 21 };
	static const char *const clauses[] = {
#define CLAUSE(tag, word, ...) word,
#include "syntax/clause.def"
#undef CLAUSE
	};
	cJSON *list = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; d->good && d->good->project && i < d->good->project->machines.count; i++) {
		const struct machine *m = d->good->project->machines.at[i];
		for (uint32_t k = 0; k < m->decls.count; k++) {
			struct text detail = {0};
			add_signature(&detail, m->decls.at[k]);
			push_completion(
			    list, m->decls.at[k]->full_name ? m->decls.at[k]->full_name : m->decls.at[k]->name,
			    kinds[m->decls.at[k]->kind].completion, text_get(&detail));
			text_clear(&detail);
		}
	}
	const struct machine *main = main_of(d),
	                     *written = main && main->written ? main->written : main;
	for (uint32_t i = 0; written && i < written->known.count; i++)
		if (written->known.at[i]->name)
			push_completion(list, written->known.at[i]->name, CONSTANT, "definition");
	for (uint32_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
		if (*clauses[i]) push_completion(list, clauses[i], KEYWORD, "");
	for (int op = 0; op < OP_COUNT; op++) {
		const char *word = op_table[op].spelling;
		if ((*word >= 'a' && *word <= 'z') || (*word >= 'A' && *word <= 'Z'))
			push_completion(list, word, KEYWORD, "");
	}
	return list;
}

static void push_lens(cJSON *list, const struct document *d, struct pos pos, const char *title,
                      const char *command, const char *filter)
{
	struct place p = diag_place(&d->good->diag, pos);
	if (!p.source || strcmp(p.source->file, d->path) != 0) return;
	cJSON *lens = json_made(cJSON_CreateObject());
	json_add(lens, "range", place_range(p.source->text, pos.at - p.source->start, 1));
	cJSON *c = json_add_object(lens, "command");
	json_add_string(c, "title", title);
	json_add_string(c, "command", command);
	cJSON *arguments = json_add_array(c, "arguments");
	json_push(arguments, cJSON_CreateString(d->uri));
	if (filter) json_push(arguments, cJSON_CreateString(filter));
	json_push(list, lens);
}

cJSON *answer_lenses(const struct document *d)
{
	cJSON *list = json_made(cJSON_CreateArray());
	const struct machine *m = main_of(d);
	if (!m) return list;
	push_lens(list, d, m->pos, "check", "bounce.check", NULL);
	push_lens(list, d, m->pos, "disprove", "bounce.disprove", NULL);
	for (uint32_t i = 0; i < m->operations.count; i++) {
		struct text filter = {0};
		text_format(&filter, "%s/*", m->operations.at[i]->name);
		push_lens(list, d, m->operations.at[i]->pos, "disprove", "bounce.disprove",
		          text_get(&filter));
		text_clear(&filter);
	}
	return list;
}

/* ---- diagnostics --------------------------------------------------------------------------------- */

static void push_related(cJSON *list, const struct document *d, const struct message *m)
{
	struct place p = diag_place(&d->now->diag, m->pos);
	if (!p.source) return;
	cJSON *r = json_made(cJSON_CreateObject());
	json_add(r, "location", location(d, p.source, m->pos.at - p.source->start, 1));
	json_add_string(r, "message", m->text);
	json_push(list, r);
}

/* From there to the end of the word, or a character. */
static uint32_t extent(const struct source *s, uint32_t at)
{
	uint32_t length = 0;
	while (at + length < s->length &&
	       strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_",
	              s->text[at + length]))
		length++;
	return length ? length : 1;
}

static cJSON *diagnostic(const struct document *d, uint32_t i)
{
	const struct message *m = &d->now->diag.messages.at[i];
	struct place p = diag_place(&d->now->diag, m->pos);
	bool is_here = p.source && strcmp(p.source->file, d->path) == 0;
	uint32_t at = is_here ? m->pos.at - p.source->start : 0;
	struct text message = {0};
	cJSON *r = json_made(cJSON_CreateObject());
	if (!is_here && p.source) text_format(&message, "%s:%u:%u: ", p.source->file, p.line, p.column);
	text_add(&message, m->text);
	json_add(r, "range", place_range(text_get(&d->text), at, is_here ? extent(p.source, at) : 1));
	json_add_number(r, "severity", m->severity == DIAG_ERROR ? 1 : 2);
	json_add_string(r, "source", "bounce");
	json_add_string(r, "message", text_get(&message));
	cJSON *related = json_add_array(r, "relatedInformation");
	for (i++; i < d->now->diag.messages.count && d->now->diag.messages.at[i].severity == DIAG_NOTE;
	     i++)
		push_related(related, d, &d->now->diag.messages.at[i]);
	text_clear(&message);
	return r;
}

cJSON *answer_diagnostics(const struct document *d)
{
	cJSON *list = json_made(cJSON_CreateArray());
	const cJSON *of_command, *found;
	for (uint32_t i = 0; i < d->now->diag.messages.count; i++)
		if (d->now->diag.messages.at[i].severity != DIAG_NOTE) json_push(list, diagnostic(d, i));
	cJSON_ArrayForEach(of_command, d->found) cJSON_ArrayForEach(found, of_command)
	    json_push(list, cJSON_Duplicate(found, true));
	return list;
}
