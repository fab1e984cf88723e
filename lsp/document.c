/* Documents: the text as the client has it, parsed and typed, and all names in it with what they mean. */
#include "lsp/inside.h"

/* ---- occurrences ------------------------------------------------------------------------------- */

static const struct source *source_of(const struct analysis *a, uint32_t at)
{
	for (uint32_t i = 0; i < a->diag.sources.count; i++) {
		const struct source *s = a->diag.sources.at[i];
		if (at >= s->start && at - s->start <= s->length) return s;
	}
	return NULL;
}

/* Where the word stands at the place, or not far behind it (the place of a call is that of its operator). */
static bool locate(const struct source *s, uint32_t at, const char *word, uint32_t *out)
{
	enum { NEAR = 200 };
	size_t length = strlen(word);
	for (uint32_t i = at; i < s->length && i < at + NEAR && s->text[i] != '\n'; i++)
		if (strncmp(s->text + i, word, length) == 0) {
			*out = i;
			return true;
		}
	return false;
}

static void add(struct analysis *a, struct name_place o, struct pos pos, const char *word)
{
	o.source = pos.at ? source_of(a, pos.at) : NULL;
	if (!o.source || o.source->is_hidden || !word ||
	    !locate(o.source, pos.at - o.source->start, word, &o.at))
		return;
	o.length = (uint32_t)strlen(word);
	VEC_PUSH(&a->occurrences, o);
}

static void collect(struct analysis *a, const struct node *n)
{
	if (!n) return;
	if (n->decl && n->decl->pos.at) add(a, (struct name_place){.decl = n->decl}, n->pos, n->name);
	for (uint32_t i = 0; i < n->count; i++) collect(a, n->kid[i]);
}

static void collect_operation(struct analysis *a, const struct operation *o)
{
	collect(a, o->results);
	collect(a, o->parameters);
	collect(a, o->body);
}

static void collect_machine(struct analysis *a, const struct machine *m)
{
	const struct node *const parts[] = {m->parameters,
	                                    m->promotes,
	                                    m->abstract_constants,
	                                    m->concrete_constants,
	                                    m->abstract_variables,
	                                    m->concrete_variables,
	                                    m->constraints,
	                                    m->properties,
	                                    m->invariant,
	                                    m->assertions,
	                                    m->variant,
	                                    m->initialisation};
	for (uint32_t i = 0; i < m->decls.count; i++) {
		const struct decl *d = m->decls.at[i];
		add(a, (struct name_place){.decl = d, .is_declaration = true}, d->pos, d->name);
	}
	for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++) collect(a, parts[i]);
	for (uint32_t i = 0; i < m->operations.count; i++) collect_operation(a, m->operations.at[i]);
	for (uint32_t i = 0; i < m->values.count; i++) collect(a, m->values.at[i].value);
}

/* Uses of definitions are seen in the machine as it is written. */
static void collect_uses(struct analysis *a, const struct machine *m, const struct node *n)
{
	const struct definition *d = n && n->name ? map_get(&m->definition_of, n->name) : NULL;
	if (d && d->pos.at) add(a, (struct name_place){.definition = d}, n->pos, n->name);
	for (uint32_t i = 0; n && i < n->count; i++) collect_uses(a, m, n->kid[i]);
}

static void collect_definitions(struct analysis *a, const struct machine *m)
{
	const struct node *const parts[] = {m->constraints, m->properties, m->invariant,
	                                    m->assertions,  m->variant,    m->initialisation};
	for (uint32_t i = 0; i < m->definitions.count; i++) {
		const struct definition *d = m->definitions.at[i];
		if (d->name)
			add(a, (struct name_place){.definition = d, .is_declaration = true}, d->pos, d->name);
		collect_uses(a, m, d->body);
	}
	for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++) collect_uses(a, m, parts[i]);
	for (uint32_t i = 0; i < m->operations.count; i++)
		collect_uses(a, m, m->operations.at[i]->body);
}

static int by_place(const void *a, const void *b)
{
	const struct name_place *x = a, *y = b;
	uint32_t p = x->source->start + x->at, q = y->source->start + y->at;
	if (p != q) return p < q ? -1 : 1;
	return (int)y->is_declaration - (int)x->is_declaration;
}

/* Each place once: a text that was expanded stands in the tree several times. */
static void sort_occurrences(struct analysis *a)
{
	uint32_t kept = 0;
	if (a->occurrences.count == 0) return;
	qsort(a->occurrences.at, a->occurrences.count, sizeof *a->occurrences.at, by_place);
	for (uint32_t i = 0; i < a->occurrences.count; i++) {
		const struct name_place *o = &a->occurrences.at[i];
		if (kept && a->occurrences.at[kept - 1].source == o->source &&
		    a->occurrences.at[kept - 1].at == o->at)
			continue;
		a->occurrences.at[kept++] = *o;
	}
	a->occurrences.count = kept;
}

/* ---- analyses ---------------------------------------------------------------------------------- */

static struct analysis *analyse(const char *path, const struct text *text,
                                const char *const *search)
{
	struct analysis *a = memory_zeroed(1, sizeof *a);
	names_init(&a->names);
	diag_init(&a->diag, &a->names);
	a->project = project_load_text(&a->names, &a->diag, path, text_get(text), text->count,
	                               &(struct syntax_options){search});
	diag_sort(&a->diag);
	a->is_good = a->diag.errors == 0 && a->project && a->project->main;
	for (uint32_t i = 0; a->project && i < a->project->machines.count; i++)
		collect_machine(a, a->project->machines.at[i]);
	for (uint32_t i = 0; a->project && i < a->project->written.count; i++)
		collect_definitions(a, a->project->written.at[i]);
	sort_occurrences(a);
	return a;
}

static void analysis_close(struct analysis *a)
{
	if (!a) return;
	VEC_CLEAR(&a->occurrences);
	if (a->project) project_close(a->project);
	diag_clear(&a->diag);
	names_clear(&a->names);
	free(a);
}

/* ---- documents --------------------------------------------------------------------------------- */

void document_change(struct document *d, const char *text, const char *const *search)
{
	if (d->now != d->good) analysis_close(d->now);
	text_clear(&d->text);
	text_add(&d->text, text);
	d->now = analyse(d->path, &d->text, search);
	if (!d->now->is_good && d->good) return;
	if (d->good) analysis_close(d->good);
	d->good = d->now;
}

struct document *document_open(const char *uri, const char *text, const char *const *search)
{
	struct document *d = calloc(1, sizeof *d);
	if (!d || !(d->uri = strdup(uri))) diag_no_memory();
	d->path = place_path(uri);
	if (!d->path && !(d->path = strdup(uri))) diag_no_memory();
	d->found = json_made(cJSON_CreateObject());
	document_change(d, text, search);
	return d;
}

void document_close(struct document *d)
{
	if (d->now != d->good) analysis_close(d->now);
	analysis_close(d->good);
	text_clear(&d->text);
	cJSON_Delete(d->found);
	free(d->uri);
	free(d->path);
	free(d);
}

/* ---- looking up -------------------------------------------------------------------------------- */

static bool is_part_of_name(char c) { return text_is_word(c) || c == '$'; }

bool document_word(const struct document *d, uint32_t offset, uint32_t *start, uint32_t *length)
{
	const char *text = text_get(&d->text);
	uint32_t from = offset, to = offset;
	while (from > 0 && is_part_of_name(text[from - 1])) from--;
	while (is_part_of_name(text[to])) to++;
	*start = from;
	*length = to - from;
	return to > from;
}

/* At the very place if nothing has changed since, else some occurrence of the same name in this document. */
const struct name_place *document_find(const struct document *d, uint32_t offset)
{
	const struct analysis *a = d->good;
	const struct name_place *same = NULL;
	uint32_t start, length;
	if (!a || !document_word(d, offset, &start, &length)) return NULL;
	for (uint32_t i = 0; i < a->occurrences.count; i++) {
		const struct name_place *o = &a->occurrences.at[i];
		bool is_here = strcmp(o->source->file, d->path) == 0;
		if (is_here && a == d->now && offset >= o->at && offset <= o->at + o->length &&
		    o->at >= start)
			return o;
		const char *word = o->source->text + o->at;
		bool is_word =
		    o->length == length && strncmp(word, text_get(&d->text) + start, length) == 0;
		if (is_word && (!same || o->is_declaration)) same = o;
	}
	return same;
}
