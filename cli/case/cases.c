/* The reader of case files: from a YAML document to struct testcase. The tables of keys below are
 * the format; docs/CASES.md explains it. */
#include "cli/case/case.h"

#include <errno.h>
#include <unistd.h>

/* ---- parts of a case ------------------------------------------------------------------------- */

static bool read_exit(struct reader *r, const yaml_node_t *n, void *field)
{
	struct whole *out = field;
	if (!reader_whole(r, n, out)) return false;
	if (out->value <= 255) return true;
	diag_at(r->diag, reader_pos(r, n), DIAG_ERROR, "an exit code is a number from 0 to 255");
	return false;
}

/* File names of inline texts must stay inside the temporary directory. */
static bool read_file_name(struct reader *r, const yaml_node_t *n, void *field)
{
	struct phrase *out = field;
	if (!reader_word(r, n, out)) return false;
	const char *s = out->text;
	bool is_inside = s[0] != '/' && s[out->length - 1] != '/';
	for (const char *part = s; is_inside && part; part = strchr(part, '/')) {
		if (*part == '/') part++;
		size_t length = strcspn(part, "/");
		is_inside =
		    length > 0 && !(part[0] == '.' && (length == 1 || (length == 2 && part[1] == '.')));
	}
	if (is_inside) return true;
	diag_at(r->diag, out->pos, DIAG_ERROR,
	        "expected the name of a file beside the model, found '%s'", s);
	return false;
}

/* The first place is left for the model. */
static bool read_files(struct reader *r, const yaml_node_t *n, void *field)
{
	struct testcase *t = field;
	if (!reader_is(r, n, YAML_MAPPING_NODE)) return false;
	VEC(struct file_text) list = {0};
	VEC_PUSH(&list, (struct file_text){0});
	bool good = true;
	const yaml_node_t *key;
	for (uint32_t i = 0; (key = reader_key(r, n, i)); i++) {
		struct file_text f = {0};
		good = reader_check_key(r, n, i) && read_file_name(r, key, &f.name) && good;
		good = reader_text(r, reader_value(r, n, i), &f.text) && good;
		VEC_PUSH(&list, f);
	}
	t->file_count = list.count;
	t->files = VEC_FREEZE(&list, r->arena);
	return good;
}

static bool read_counts(struct reader *r, const yaml_node_t *n, void *field)
{
	struct expectation *e = field;
	if (!reader_is(r, n, YAML_MAPPING_NODE)) return false;
	VEC(struct count) list = {0};
	bool good = true;
	const yaml_node_t *key;
	for (uint32_t i = 0; (key = reader_key(r, n, i)); i++) {
		struct count c = {0};
		good = reader_check_key(r, n, i) && reader_word(r, key, &c.name) && good;
		good = reader_whole(r, reader_value(r, n, i), &c.value) && good;
		VEC_PUSH(&list, c);
	}
	e->count_count = list.count;
	e->counts = VEC_FREEZE(&list, r->arena);
	return good;
}

static bool read_findings(struct reader *r, const yaml_node_t *n, void *field)
{
	static const struct reader_key keys[] = {
	    {"kind", reader_word, offsetof(struct finding, kind)},
	    {"name", reader_word, offsetof(struct finding, name)},
	    {"severity", reader_word, offsetof(struct finding, severity)},
	    {"message", reader_word, offsetof(struct finding, message)},
	    {"depth", reader_whole, offsetof(struct finding, depth)},
	    {"file", reader_word, offsetof(struct finding, file)},
	    {"line", reader_whole, offsetof(struct finding, line)},
	    {"column", reader_whole, offsetof(struct finding, column)},
	    {0},
	};
	struct expectation *e = field;
	if (!reader_is(r, n, YAML_SEQUENCE_NODE)) return false;
	VEC(struct finding) list = {0};
	bool good = true;
	const yaml_node_t *item;
	for (uint32_t i = 0; (item = reader_item(r, n, i)); i++) {
		struct finding f = {0};
		good = reader_mapping(r, item, keys, &f) && good;
		VEC_PUSH(&list, f);
	}
	e->findings_given = true;
	e->finding_count = list.count;
	e->findings = VEC_FREEZE(&list, r->arena);
	return good;
}

static bool read_expectation(struct reader *r, const yaml_node_t *n, void *field)
{
	static const struct reader_key keys[] = {
	    {"exit", read_exit, offsetof(struct expectation, exit)},
	    {"verdict", reader_word, offsetof(struct expectation, verdict)},
	    {"complete", reader_truth, offsetof(struct expectation, complete)},
	    {"findings", read_findings, 0},
	    {"counts", read_counts, 0},
	    {"depth", reader_whole, offsetof(struct expectation, depth)},
	    {"diagnostics", reader_words, offsetof(struct expectation, diagnostics)},
	    {"stdout", reader_text, offsetof(struct expectation, stdout_text)},
	    {"stdout_has", reader_words, offsetof(struct expectation, stdout_has)},
	    {"stderr_has", reader_words, offsetof(struct expectation, stderr_has)},
	    {0},
	};
	struct testcase *t = field;
	t->has_expectation = true;
	if (!reader_mapping(r, n, keys, &t->expect)) return false;
	if (reader_key(r, n, 0)) return true;
	diag_at(r->diag, reader_pos(r, n), DIAG_ERROR, "nothing is expected here");
	return false;
}

/* ---- a case ---------------------------------------------------------------------------------- */

static bool complain(struct reader *r, struct pos pos, const char *message)
{
	diag_at(r->diag, pos, DIAG_ERROR, "%s", message);
	return false;
}

static const char *directory_of(struct reader *r)
{
	const char *own = r->source->file, *slash = strrchr(own, '/');
	if (!slash) return ".";
	return slash == own ? "/" : arena_text(r->arena, own, (size_t)(slash - own));
}

const char *cases_model(const struct testcase *t)
{
	return t->file_count ? t->files[0].name.text : t->model.text;
}

static bool settle_model(struct reader *r, struct testcase *t)
{
	const char *path = t->model.text;
	if (path[0] != '/' && strcmp(t->directory, ".") != 0)
		path = arena_format(r->arena, "%s/%s", t->directory, path);
	if (access(path, R_OK) == 0) return true;
	diag_at(r->diag, t->model.pos, DIAG_ERROR, "cannot read the model '%s': %s", path,
	        strerror(errno));
	return false;
}

static bool settle_text(struct reader *r, struct testcase *t)
{
	if (!t->files) {
		t->files = ARENA_NEW(r->arena, struct file_text);
		t->file_count = 1;
	}
	t->files[0].name = t->file.text ? t->file : (struct phrase){"M.mch", 5, t->text.pos};
	t->files[0].text = t->text;
	for (uint32_t i = 1; i < t->file_count; i++)
		if (strcmp(t->files[i].name.text, t->files[0].name.text) == 0)
			return complain(r, t->files[i].name.pos, "this is the name of the model's own file");
	return true;
}

static bool settle_command(struct reader *r, struct testcase *t)
{
	if (!t->command.text) t->command = (struct phrase){"parse", 5, t->pos};
	if (command_find(t->command.text)) return true;
	const char *nearest = command_nearest(t->command.text);
	diag_at(r->diag, t->command.pos, DIAG_ERROR, "unknown command '%s'%s%s%s", t->command.text,
	        nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
	return false;
}

/* What the keys must fulfil together. */
static bool settle(struct reader *r, struct testcase *t)
{
	if (!settle_command(r, t)) return false;
	if (!t->has_expectation) return complain(r, t->pos, "the case has no 'expect'");
	if (t->model.text && t->text.text)
		return complain(r, t->text.pos, "a case has either a 'model' or a 'text', not both");
	if (t->text.text) return settle_text(r, t);
	if (t->file.text)
		return complain(
		    r, t->file.pos,
		    "'file' is the name of a 'text', and there is none (a file that exists is a 'model')");
	if (t->files) return complain(r, t->pos, "'files' belong to a 'text', and there is none");
	if (t->model.text) return settle_model(r, t);
	if (!command_needs_model(command_find(t->command.text))) return true;
	return complain(r, t->pos, "the case has neither a 'model' nor a 'text'");
}

static struct testcase *read_case(struct reader *r, const yaml_node_t *n, const char *default_name)
{
	static const struct reader_key keys[] = {
	    {"name", reader_word, offsetof(struct testcase, own_name)},
	    {"model", reader_word, offsetof(struct testcase, model)},
	    {"text", reader_text, offsetof(struct testcase, text)},
	    {"file", read_file_name, offsetof(struct testcase, file)},
	    {"files", read_files, 0},
	    {"command", reader_word, offsetof(struct testcase, command)},
	    {"options", reader_words, offsetof(struct testcase, options)},
	    {"limit", reader_seconds, offsetof(struct testcase, limit)},
	    {"expect", read_expectation, 0},
	    {0},
	};
	struct testcase *t = ARENA_NEW(r->arena, struct testcase);
	t->pos = reader_pos(r, n);
	t->path = arena_format(r->arena, "%s", r->source->file);
	t->directory = directory_of(r);
	if (!reader_mapping(r, n, keys, t) || !settle(r, t)) return NULL;
	t->name = t->own_name.text ? t->own_name.text : default_name;
	return t;
}

/* ---- a file ---------------------------------------------------------------------------------- */

/* "parse/errors.yaml" gives "errors", and "errors#2" if it is one of several. */
static const char *default_name(struct reader *r, uint32_t number)
{
	const char *path = r->source->file, *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
	int length = (int)(dot && dot > base ? (size_t)(dot - base) : strlen(base));
	return number ? arena_format(r->arena, "%.*s#%u", length, base, number)
	              : arena_format(r->arena, "%.*s", length, base);
}

static bool add_case(struct reader *r, const yaml_node_t *n, uint32_t number, struct testcases *out)
{
	struct testcase *t = read_case(r, n, default_name(r, number));
	if (!t) return false;
	uint32_t count = r->entries.count;
	names_of(&r->entries, t->name);
	for (uint32_t i = 0; i < out->count && r->entries.count == count; i++) {
		if (strcmp(out->at[i]->name, t->name) != 0) continue;
		diag_at(r->diag, t->own_name.text ? t->own_name.pos : t->pos, DIAG_ERROR,
		        "a second case named '%s'", t->name);
		diag_at(r->diag, out->at[i]->pos, DIAG_NOTE, "the first one is here");
		return false;
	}
	VEC_PUSH(out, t);
	return true;
}

static bool read_document(struct reader *r, const yaml_node_t *root, struct testcases *out)
{
	if (root->type == YAML_MAPPING_NODE) return add_case(r, root, 0, out);
	if (root->type == YAML_SCALAR_NODE)
		return complain(r, reader_pos(r, root),
		                "expected a case (a mapping) or a sequence of cases");
	bool good = true;
	const yaml_node_t *item;
	for (uint32_t i = 0; (item = reader_item(r, root, i)); i++)
		good = add_case(r, item, i + 1, out) && good;
	return good;
}

bool cases_read_source(struct arena *arena, struct diag *diag, const struct source *source,
                       struct testcases *out)
{
	struct reader r;
	struct testcases found = {0};
	uint32_t errors_before = diag->errors;
	reader_open(&r, arena, diag, source);
	const yaml_node_t *root = reader_next(&r), *second = NULL;
	if (root) {
		read_document(&r, root, &found);
		second = reader_next(&r);
	}
	if (second) complain(&r, reader_pos(&r, second), "several cases are written as one sequence");
	bool good = diag->errors == errors_before;
	if (good && found.count == 0)
		good = complain(&r, (struct pos){source->start, 0}, "no case in this file");
	for (uint32_t i = 0; good && i < found.count; i++) VEC_PUSH(out, found.at[i]);
	VEC_CLEAR(&found);
	reader_close(&r);
	return good;
}

bool cases_read(struct arena *arena, struct diag *diag, const char *path, struct testcases *out)
{
	const struct source *source = diag_read(diag, path, (struct pos){0});
	return source && cases_read_source(arena, diag, source, out);
}
