/* bounce parse: is the machine, with all it refers to, well formed? */
#include "cli/cli.h"
#include "eventb/eventb.h"

/* ---- --types --------------------------------------------------------------------------------- */

static const char *kind_word(const struct decl *d)
{
	switch (d->kind) {
	case DECL_DEFERRED_SET: return "deferred set";
	case DECL_ENUMERATED_SET: return "enumerated set";
	case DECL_ELEMENT: return "element";
	case DECL_FREETYPE: return "free type";
	case DECL_CONSTRUCTOR: return "constructor";
	case DECL_SET_PARAMETER: return "set parameter";
	case DECL_SCALAR_PARAMETER: return "parameter";
	case DECL_CONSTANT: return "constant";
	case DECL_VARIABLE: return "variable";
	case DECL_OPERATION: return "operation";
	case DECL_INPUT: return "input";
	case DECL_OUTPUT: return "output";
	case DECL_LOCAL: return "local";
	case DECL_UNKNOWN: return "unknown";
	}
	return "?";
}

static const struct type *type_of(const struct node *n)
{
	return n->decl ? n->decl->type : n->type;
}

static void add_type(const struct type *t, struct text *out)
{
	if (t) print_type(t, out);
	else text_add(out, "?");
}

static void add_signature_part(const struct node *ids, struct text *out)
{
	for (uint32_t i = 0; ids && i < ids->count; i++) {
		text_format(out, "%s%s : ", i ? ", " : "", ids->kid[i]->name);
		add_type(type_of(ids->kid[i]), out);
	}
}

/* An operation has no type; its parameters and results have: (p : PLAYER) --> (r : BOOL) */
static void add_signature(const struct operation *o, struct text *out)
{
	text_add_char(out, '(');
	add_signature_part(o->parameters, out);
	text_add_char(out, ')');
	if (!o->results || o->results->count == 0) return;
	text_add(out, " --> (");
	add_signature_part(o->results, out);
	text_add_char(out, ')');
}

enum { COLUMNS = 4, WIDEST = 60 };

struct parse_row { /* kind, name, type, machine */
	char *cell[COLUMNS];
};

struct parse_rows {
	struct parse_row *at;
	uint32_t count, room;
};

static size_t width(const char *s)
{
	size_t n = 0;
	for (; *s; s++) n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

static void add_row(struct arena *a, const struct decl *d, struct parse_rows *out)
{
	struct text type = {0};
	if (d->kind == DECL_OPERATION && d->operation) add_signature(d->operation, &type);
	else add_type(d->type, &type);
	struct parse_row row = {{
	    arena_format(a, "%s", kind_word(d)),
	    arena_format(a, "%s", d->full_name ? d->full_name : d->name),
	    arena_format(a, "%s", text_get(&type)),
	    arena_format(a, "%s", d->machine ? d->machine->name : ""),
	}};
	text_clear(&type);
	VEC_PUSH(out, row);
}

static void write_rows(const struct parse_rows *rows, uint32_t columns, struct text *out)
{
	size_t widest[COLUMNS] = {0};
	for (uint32_t i = 0; i < rows->count; i++)
		for (uint32_t k = 0; k < columns; k++) {
			size_t w = width(rows->at[i].cell[k]);
			if (w > widest[k] && w <= WIDEST) widest[k] = w;
		}
	for (uint32_t i = 0; i < rows->count; i++)
		for (uint32_t k = 0; k < columns; k++) {
			const char *cell = rows->at[i].cell[k];
			text_add(out, cell);
			if (k + 1 < columns)
				for (size_t w = width(cell); w < widest[k] + 2 || w == 0; w++)
					text_add_char(out, ' ');
			else text_add_char(out, '\n');
		}
}

/* The machine is named where there are several. */
static void types_text(const struct project *p, struct text *out)
{
	struct arena a;
	struct parse_rows rows = {0};
	arena_init(&a);
	for (uint32_t i = 0; i < p->machines.count; i++) {
		const struct machine *m = p->machines.at[i];
		for (uint32_t k = 0; k < m->decls.count; k++) add_row(&a, m->decls.at[k], &rows);
	}
	write_rows(&rows, p->machines.count > 1 ? COLUMNS : COLUMNS - 1, out);
	VEC_CLEAR(&rows);
	arena_clear(&a);
}

static void json_type(struct json *j, const struct type *t)
{
	struct text out = {0};
	if (t) print_type(t, &out);
	json_string(j, "type", t ? text_get(&out) : NULL);
	text_clear(&out);
}

static void json_signature_part(struct json *j, const char *key, const struct node *ids)
{
	json_begin(j, key, '[');
	for (uint32_t i = 0; ids && i < ids->count; i++) {
		json_begin(j, NULL, '{');
		json_string(j, "name", ids->kid[i]->name);
		json_type(j, type_of(ids->kid[i]));
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void json_identifier(struct json *j, struct diag *d, const struct decl *decl)
{
	json_begin(j, NULL, '{');
	json_string(j, "name", decl->full_name ? decl->full_name : decl->name);
	json_string(j, "kind", kind_word(decl));
	json_type(j, decl->type);
	if (decl->kind == DECL_OPERATION && decl->operation) {
		json_signature_part(j, "parameters", decl->operation->parameters);
		json_signature_part(j, "results", decl->operation->results);
	}
	json_string(j, "machine", decl->machine ? decl->machine->name : NULL);
	json_place(j, "at", d, decl->pos);
	json_end(j, '}');
}

static void types_json(struct json *j, struct diag *d, const struct project *p)
{
	json_begin(j, "identifiers", '[');
	for (uint32_t i = 0; i < p->machines.count; i++) {
		const struct machine *m = p->machines.at[i];
		for (uint32_t k = 0; k < m->decls.count; k++) json_identifier(j, d, m->decls.at[k]);
	}
	json_end(j, ']');
}

/* ---- the command ----------------------------------------------------------------------------- */

/* With its definitions: they also hold settings, so the expanded machine would not be the same. */
static const struct machine *as_written(const struct model *m)
{
	const struct machine *expanded = m->project->main;
	return expanded->written ? expanded->written : expanded;
}

static void print_back(struct cli *c, const struct model *m, struct text *out)
{
	struct names names;
	struct diag diag;
	if (!eventb_is_file(m->file)) {
		print_machine(as_written(m), out);
		return;
	}
	names_init(&names);
	diag_init(&diag, &names);
	eventb_write(&names, &diag, m->file, c->options.component, out);
	diag_clear(&diag);
	names_clear(&names);
}

static void say_what_was_read(struct cli *c, const struct model *m)
{
	for (uint32_t i = 0; i < m->diag.sources.count; i++)
		report_error(c, "bounce: read %s, %u bytes\n", m->diag.sources.at[i]->file,
		             m->diag.sources.at[i]->length);
	fprintf(c->err, "bounce: %.3f s\n", report_clock() - c->started);
}

static void parse_json(struct cli *c, struct model *m, bool good)
{
	struct json j = {0};
	report_open(&j, c, m->file, model_name(m), good ? "holds" : "error");
	json_begin(&j, "findings", '[');
	report_warnings(&j, &m->diag);
	json_end(&j, ']');
	report_errors(&j, &m->diag);
	if (good && c->options.print) {
		struct text text = {0};
		print_back(c, m, &text);
		json_string(&j, "text", text_get(&text));
		text_clear(&text);
	}
	if (good && c->options.types) types_json(&j, &m->diag, m->project);
	report_stats(&j);
	if (m->project) json_integer(&j, "machines", m->project->machines.count);
	report_close(&j, c);
}

static void parse_text(struct cli *c, struct model *m, bool good)
{
	report_diagnostics(c, &m->diag);
	if (c->options.verbose) say_what_was_read(c, m);
	if (!good) return;
	struct text out = {0};
	if (c->options.print) print_back(c, m, &out);
	if (c->options.types) types_text(m->project, &out);
	if (!c->options.print && !c->options.types) {
		text_format(&out, "%s: machine %s is well formed", m->file, m->project->main->name);
		if (m->project->machines.count > 1)
			text_format(&out, " (%u machines)", m->project->machines.count);
		text_add_char(&out, '\n');
	}
	if (c->options.print) report_source(c, &out);
	else report_text(c, &out);
	text_clear(&out);
}

int parse_command(struct cli *c)
{
	struct model m;
	if (!model_open(&m, c)) return EXIT_USAGE;
	bool good = m.diag.errors == 0 && m.project;
	if (good) REQUIRE(m.project->main);
	if (report_begin_object(c)) {
		parse_json(c, &m, good);
		report_end_object(c);
	}
	if (!c->options.json) parse_text(c, &m, good);
	model_close(&m);
	return good ? EXIT_GOOD : EXIT_INPUT;
}
