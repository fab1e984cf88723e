/* A project: the main machine and instances of all that it refers to. An instance is a copy of a
 * machine with its definitions expanded; a.M and b.M are two. Machines that are seen, or used
 * without renaming, are one instance for all. */
#include "syntax/project.h"

struct builder {
	struct project *project;
	const struct syntax_options *options;
	struct checker *checker;
	VEC(const struct machine *) open; /* machines as written whose references are being followed */
	const struct machine *main;       /* the first instance: its VALUES type deferred sets */
};

static struct machine *instance(struct builder *b, struct machine *written, name prefix,
                                bool is_included);

static struct machine *find_instance(const struct project *p, const struct machine *written,
                                     name prefix, bool any_prefix)
{
	for (uint32_t i = 0; i < p->machines.count; i++) {
		struct machine *m = p->machines.at[i];
		if (m->written == written && (any_prefix || m->prefix == prefix)) return m;
	}
	return NULL;
}

/* ---- references ---------------------------------------------------------------------------------- */

static bool closes_cycle(struct builder *b, const struct machine *written,
                         const struct reference *r)
{
	uint32_t i = 0;
	while (i < b->open.count && b->open.at[i] != written) i++;
	if (i == b->open.count) return false;
	struct text chain = {0};
	for (; i < b->open.count; i++) text_format(&chain, "%s -> ", b->open.at[i]->name);
	diag_at(b->project->diag, r->pos, DIAG_ERROR, "machine '%s' refers to itself: %s%s", r->machine,
	        text_get(&chain), written->name);
	text_clear(&chain);
	return true;
}

/* Only included machines are named through their includer; a seen one is the same for all. */
static bool makes_own(const struct reference *r)
{
	return r->kind == REF_INCLUDES || r->kind == REF_EXTENDS || r->kind == REF_IMPORTS;
}

/* Has an earlier reference of m the same instance for its own? */
static void check_included_twice(struct builder *b, const struct machine *m,
                                 const struct reference *r)
{
	for (const struct reference *s = m->references.at; s < r; s++) {
		if (!makes_own(s) || s->machine != r->machine || s->prefix != r->prefix) continue;
		diag_at(b->project->diag, r->pos, DIAG_ERROR, "machine '%s' is included twice", r->machine);
		diag_at(b->project->diag, s->pos, DIAG_NOTE,
		        "the first one is here; with another prefix, as in 'a.%s', they are two",
		        r->machine);
		return;
	}
}

static void follow(struct builder *b, struct machine *m, struct reference *r)
{
	struct project *p = b->project;
	struct machine *written = r->written ? r->written : load_reference(p, b->options, m, r);
	m->is_broken |= !written || written->is_broken;
	if (!written || closes_cycle(b, written, r)) {
		m->is_broken = true;
		return;
	}
	if (written->is_broken) return;
	if (written->kind == MACHINE_DEFINITIONS) {
		diag_at(p->diag, r->pos, DIAG_ERROR, "'%s' is a definition file, not a machine",
		        written->source->file);
		m->is_broken = true;
		return;
	}
	bool own = makes_own(r);
	if (own) check_included_twice(b, m, r);
	name prefix = r->prefix && own ? visible_join(p->names, m->prefix, r->prefix)
	              : own            ? m->prefix
	                               : r->prefix;
	r->target = instance(b, written, prefix, own);
	m->is_broken |= r->target->is_broken;
}

/* ---- instances ------------------------------------------------------------------------------------- */

static struct machine *instance(struct builder *b, struct machine *written, name prefix,
                                bool is_included)
{
	struct project *p = b->project;
	struct machine *m = find_instance(p, written, prefix, false);
	if (m) return m;
	const struct machine *twin = find_instance(p, written, NULL, true);
	uint32_t errors = p->diag->errors;
	m = definition_expand(&p->arena, p->names, p->diag, written);
	if (!b->main) b->main = m;
	m->prefix = prefix;
	m->is_broken = p->diag->errors > errors;
	VEC_PUSH(&b->open, written);
	for (uint32_t i = 0; i < m->references.count; i++) follow(b, m, &m->references.at[i]);
	b->open.count--;
	if (!m->is_broken) {
		declare_machine(p, b->checker, m, twin, is_included, b->main);
		clauses_check(p, b->checker, m);
	}
	VEC_PUSH(&p->machines, m);
	return m;
}

static void build(struct project *p, struct machine *written, const struct syntax_options *options)
{
	if (!written || written->is_broken) return;
	if (written->kind == MACHINE_DEFINITIONS) {
		p->main = written;
		return;
	}
	struct builder b = {.project = p, .options = options};
	b.checker = types_open(&p->arena, p->names, p->diag);
	struct machine *m = p->main = instance(&b, written, NULL, false);
	for (uint32_t i = 0; m->parameters && !m->is_broken && i < m->parameters->count; i++)
		types_default_set(b.checker, m->parameters->kid[i]->decl);
	if (m->is_broken) types_expect_gaps(b.checker);
	types_finish(b.checker);
	types_close(b.checker);
	results_bind(p);
	p->loaded = p->numbers;
	VEC_CLEAR(&b.open);
}

/* ---- the way in ---------------------------------------------------------------------------------------- */

struct project *project_empty(struct names *names, struct diag *diag)
{
	struct project *p = memory_zeroed(1, sizeof *p);
	p->names = names;
	p->diag = diag;
	p->arena.numbers = &p->numbers;
	return p;
}

void project_build(struct project *p, struct machine *written)
{
	build(p, written, NULL);
	diag_sort(p->diag);
}

void project_build_text(struct project *p, const char *path, const char *text)
{
	const struct source *s = diag_source(p->diag, path, text, strlen(text), true);
	if (s) build(p, load_text(p, NULL, s), NULL);
	diag_sort(p->diag);
}

struct project *project_load(struct names *names, struct diag *diag, const char *path,
                             const struct syntax_options *options)
{
	struct project *p = project_empty(names, diag);
	build(p, load_machine(p, options, path, (struct pos){0}), options);
	diag_sort(diag);
	return p;
}

struct project *project_load_text(struct names *names, struct diag *diag, const char *path,
                                  const char *text, size_t length,
                                  const struct syntax_options *options)
{
	struct project *p = project_empty(names, diag);
	const struct source *s = diag_source(diag, path, text, length, true);
	if (s) build(p, load_text(p, options, s), options);
	diag_sort(diag);
	return p;
}

void project_close(struct project *p)
{
	for (uint32_t i = 0; i < p->machines.count; i++) machine_clear(p->machines.at[i]);
	for (uint32_t i = 0; i < p->written.count; i++) machine_clear(p->written.at[i]);
	VEC_CLEAR(&p->machines);
	VEC_CLEAR(&p->written);
	VEC_CLEAR(&p->steps);
	VEC_CLEAR(&p->after);
	arena_clear(&p->arena);
	free(p);
}

/* ---- marks ------------------------------------------------------------------------------------------------ */

void project_set_mark(struct project *p, struct project_mark *out)
{
	struct diag *d = p->diag;
	*out = (struct project_mark){.arena = p->arena,
	                             .texts = d->arena,
	                             .sources = d->sources.count,
	                             .next_start = d->next_start,
	                             .expansions = d->expansions.count,
	                             .messages = d->messages.count,
	                             .errors = d->errors};
	arena_init_with(&p->arena, &out->arena);
	arena_init(&d->arena);
}

void project_go_back(struct project *p, const struct project_mark *m)
{
	struct diag *d = p->diag;
	for (uint32_t i = m->sources; i < d->sources.count; i++) free(d->sources.at[i]->lines);
	d->sources.count = m->sources;
	d->next_start = m->next_start;
	d->expansions.count = m->expansions;
	d->messages.count = m->messages;
	d->errors = m->errors;
	d->muted_notes = false;
	arena_clear(&p->arena);
	arena_clear(&d->arena);
	p->arena = m->arena;
	d->arena = m->texts;
}

void project_stay(struct project *p, struct project_mark *m)
{
	arena_take(&p->arena, &m->arena);
	arena_take(&p->diag->arena, &m->texts);
}

/* ---- formulas --------------------------------------------------------------------------------------------- */

static const struct node *check_formula(struct project *p, const struct node *n,
                                        const struct decls *known, struct decls *unknown)
{
	const struct machine *written = p->main ? p->main->written : NULL;
	uint32_t errors = p->diag->errors;
	struct scope s = {.arena = &p->arena};
	struct checker *c = types_open(&p->arena, p->names, p->diag);
	if (p->main) visible_in(p, p->main, CLAUSE_OPERATIONS, &s);
	for (uint32_t i = 0; known && i < known->list.count; i++)
		scope_push(&s, known->list.at[i], SCOPE_READ);
	if (unknown) types_collect_unknown(c, unknown);
	n = definition_expand_node(&p->arena, p->names, p->diag, written, n);
	if (p->diag->errors == errors) types_formula(c, &n, &s);
	types_finish(c);
	types_close(c);
	scope_clear(&s);
	return p->diag->errors == errors ? n : NULL;
}

struct node *project_parse(const struct project *p, struct arena *arena, const struct source *s)
{
	return p->parse ? p->parse(p, arena, s) : parse_formula(arena, p->names, p->diag, s);
}

const struct node *project_formula(struct project *p, const char *text, struct decls *unknown)
{
	const struct source *s = diag_source(p->diag, "(formula)", text, strlen(text), true);
	const struct node *n = s ? project_parse(p, &p->arena, s) : NULL;
	return n ? project_check(p, n, unknown) : NULL;
}

const struct node *project_check(struct project *p, const struct node *n, struct decls *unknown)
{
	return check_formula(p, n, NULL, unknown);
}

const struct node *project_check_with(struct project *p, const struct node *n,
                                      const struct decls *known, struct decls *unknown)
{
	return check_formula(p, n, known, unknown);
}

const struct node *project_definition(struct project *p, const char *definition)
{
	name n = names_find(p->names, definition);
	const struct machine *written = p->main ? p->main->written : NULL;
	const struct definition *d = n && written ? map_get(&written->definition_of, n) : NULL;
	return d && d->body && !d->parameters ? project_check(p, d->body, NULL) : NULL;
}
