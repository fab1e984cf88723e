/* Files: machines beside the one that needs them or on the -I path, definition files, and the
 * definition files of ProB's library, which need not be there. */
#include "syntax/project.h"

#include <dirent.h>
#include <strings.h>
#include <sys/stat.h>

static bool is_file(const char *path)
{
	struct stat s;
	return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

/* The folder of a source, with the final slash, or "" */
static char *folder_of(struct project *p, const struct source *source)
{
	const char *slash = strrchr(source->file, '/');
	return arena_text(&p->arena, source->file, slash ? (size_t)(slash + 1 - source->file) : 0);
}

static const char *in_folder(struct project *p, const char *folder, const char *file)
{
	const char *slash = *folder && folder[strlen(folder) - 1] != '/' ? "/" : "";
	const char *path = arena_format(&p->arena, "%s%s%s", *file == '/' ? "" : folder, slash, file);
	return is_file(path) ? path : NULL;
}

/* Where the case of letters does not count, and there is one such file only. */
static const char *in_folder_loosely(struct project *p, const char *folder, const char *file)
{
	DIR *d = strchr(file, '/') ? NULL : opendir(*folder ? folder : ".");
	const char *found = NULL;
	uint32_t count = 0;
	for (const struct dirent *e; d && (e = readdir(d));) {
		if (strcasecmp(e->d_name, file) != 0) continue;
		found = in_folder(p, folder, arena_text(&p->arena, e->d_name, strlen(e->d_name)));
		count += found != NULL;
	}
	if (d) closedir(d);
	return count == 1 ? found : NULL;
}

typedef const char *finder(struct project *p, const char *folder, const char *file);

/* Looks beside `source`, then in the folders of -I. */
static const char *search_by(struct project *p, const struct syntax_options *o,
                             const struct source *source, const char *file, finder *in)
{
	const char *found = in(p, folder_of(p, source), file);
	for (const char *const *d = o ? o->search : NULL; d && *d && !found; d++)
		found = in(p, *d, file);
	return found;
}

static const char *search(struct project *p, const struct syntax_options *o,
                          const struct source *source, const char *file)
{
	return search_by(p, o, source, file, in_folder);
}

static bool is_below(const char *path, const char *folder)
{
	char *whole = realpath(*folder ? folder : ".", NULL);
	size_t length = whole ? strlen(whole) : 0;
	bool is_root = length == 1;
	bool is_so = whole && strncmp(path, whole, length) == 0 && (is_root || path[length] == '/');
	free(whole);
	return is_so;
}

/* Is the file neither below the folder of the main machine nor below one of -I? */
static bool is_outside(struct project *p, const struct syntax_options *o, const char *path)
{
	char *whole = realpath(path, NULL);
	bool is_inside =
	    whole && p->written.count && is_below(whole, folder_of(p, p->written.at[0]->source));
	for (const char *const *d = o ? o->search : NULL; d && *d && whole && !is_inside; d++)
		is_inside = is_below(whole, *d);
	free(whole);
	return !is_inside;
}

/* The folder of the package b.c, as seen from a machine of another package: a.M in the folder a
 * finds it in b/c beside a. */
static const char *package_folder(struct project *p, const struct machine *from, name package)
{
	char *folder = folder_of(p, from->source);
	size_t length = strlen(folder);
	for (const char *s = from->package; s; s = strchr(s, '.') ? strchr(s, '.') + 1 : NULL) {
		if (length) length--; /* the final slash */
		while (length && folder[length - 1] != '/') length--;
	}
	folder[length] = 0;
	char *path = arena_format(&p->arena, "%s%s", folder, package);
	for (char *s = path + length; *s; s++)
		if (*s == '.') *s = '/';
	return path;
}

static const char *search_packages(struct project *p, const struct machine *from, const char *file)
{
	const char *found = NULL;
	for (uint32_t i = 0; from->imports && i < from->imports->count && !found; i++)
		found = in_folder(p, package_folder(p, from, from->imports->kid[i]->name), file);
	return found;
}

static const char *const endings[] = {".mch", ".ref", ".imp", ".sys", NULL};

/* Files come from systems to which Stack.mch and stack.mch are the same. */
static const char *find_loosely(struct project *p, const struct syntax_options *o,
                                const struct machine *from, const struct reference *r)
{
	const char *path = NULL;
	for (int i = 0; endings[i] && !path; i++) {
		const char *file = arena_format(&p->arena, "%s%s", r->machine, endings[i]);
		path = search_by(p, o, from->source, r->file ? r->file : file, in_folder_loosely);
		if (r->file) break;
	}
	if (path)
		diag_at(
		    p->diag, r->pos, DIAG_WARNING,
		    "there is no file for '%s' but '%s', which differs in the case of letters: it is taken",
		    r->file ? r->file : r->machine, path);
	return path;
}

static const char *find_file(struct project *p, const struct syntax_options *o,
                             const struct machine *from, const struct reference *r)
{
	const char *path = r->file ? search(p, o, from->source, r->file) : NULL;
	for (int i = 0; !r->file && endings[i] && !path; i++) {
		const char *file = arena_format(&p->arena, "%s%s", r->machine, endings[i]);
		path = search(p, o, from->source, file);
		if (!path) path = search_packages(p, from, file);
	}
	return path;
}

/* A file of a path that stands in a machine. */
static struct machine *load_named(struct project *p, const struct syntax_options *o,
                                  const char *path, struct pos from);

struct machine *load_reference(struct project *p, const struct syntax_options *o,
                               const struct machine *from, const struct reference *r)
{
	const char *path = find_file(p, o, from, r);
	if (path && r->file) return load_named(p, o, path, r->pos);
	if (path) return load_machine(p, o, path, r->pos);
	struct machine *m = r->file ? NULL : library_machine(p, o, r->machine);
	if (m) return m;
	path = find_loosely(p, o, from, r);
	if (path) return load_machine(p, o, path, r->pos);
	if (r->file) diag_at(p->diag, r->pos, DIAG_ERROR, "the file '%s' is not found", r->file);
	else
		diag_at(p->diag, r->pos, DIAG_ERROR,
		        "machine '%s' is not found: there is no '%s.mch' (or .ref, .imp, .sys) beside this "
		        "file or in the folders given with -I",
		        r->machine, r->machine);
	return NULL;
}

/* ---- definitions -------------------------------------------------------------------------------- */

struct definition_files {
	struct project *project;
	const struct syntax_options *options;
	struct machine *machine;                /* that gets the definitions */
	VEC(const struct machine *) open, done; /* files being read, and read */
};

static void add_definition(struct definition_files *f, struct definition *d)
{
	struct machine *m = f->machine;
	const struct definition *old = map_get(&m->definition_of, d->name);
	if (old && !old->external) {
		diag_at(f->project->diag, d->pos, DIAG_ERROR, "the definition '%s' is given twice",
		        d->name);
		diag_at(f->project->diag, old->pos, DIAG_NOTE, "the first one is here");
		return;
	}
	map_put(&m->definition_of, d->name, d);
	VEC_PUSH(&m->known, d);
}

/* A user's own name wins over one of the library. */
static void add_library(struct definition_files *f, const char *library)
{
	struct project *p = f->project;
	const struct external *e;
	for (uint32_t i = 0; (e = external_at(i)) != NULL; i++) {
		if (strcmp(e->library, library) != 0) continue;
		name n = names_of(p->names, e->name);
		if (map_get(&f->machine->definition_of, n)) continue;
		struct definition *d = ARENA_NEW(&p->arena, struct definition);
		d->name = n;
		d->external = e;
		map_put(&f->machine->definition_of, n, d);
		VEC_PUSH(&f->machine->known, d);
	}
}

static void collect(struct definition_files *f, const struct machine *from);

static bool contains(const struct machine *const *list, uint32_t count, const struct machine *m)
{
	for (uint32_t i = 0; i < count; i++)
		if (list[i] == m) return true;
	return false;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static void report_cycle(struct definition_files *f, const struct machine *file,
                         const struct definition *d)
{
	struct text chain = {0};
	uint32_t i = 0;
	while (f->open.at[i] != file) i++;
	for (; i < f->open.count; i++)
		text_format(&chain, "%s -> ", base_name(f->open.at[i]->source->file));
	diag_at(f->project->diag, d->pos, DIAG_ERROR, "the definition file '%s' includes itself: %s%s",
	        d->name, text_get(&chain), base_name(file->source->file));
	text_clear(&chain);
}

/* The definitions of ProB's machine LibraryStrings.mch are those of LibraryStrings.def. */
static const char *library_file(struct project *p, const char *base)
{
	const char *ending = strrchr(base, '.');
	if (!ending || strcmp(ending, ".mch") != 0) return base;
	return arena_format(&p->arena, "%.*s.def", (int)(ending - base), base);
}

static void definition_file(struct definition_files *f, const struct machine *from,
                            const struct definition *d)
{
	struct project *p = f->project;
	const char *path = search(p, f->options, from->source, d->name);
	const char *base = library_file(p, base_name(d->name));
	if (!path && external_library(base)) {
		add_library(f, base);
		return;
	}
	if (!path) {
		diag_at(p->diag, d->pos, DIAG_ERROR, "the definition file '%s' is not found", d->name);
		f->machine->is_broken = true;
		return;
	}
	struct machine *file = load_named(p, f->options, path, d->pos);
	if (!file || file->is_broken) {
		f->machine->is_broken = true;
	} else if (contains(f->open.at, f->open.count, file)) {
		report_cycle(f, file, d);
		f->machine->is_broken = true;
	} else if (!contains(f->done.at, f->done.count, file)) {
		collect(f, file);
	}
}

static void collect(struct definition_files *f, const struct machine *from)
{
	VEC_PUSH(&f->open, from);
	for (uint32_t i = 0; i < from->definitions.count; i++) {
		struct definition *d = from->definitions.at[i];
		if (d->body) add_definition(f, d);
		else definition_file(f, from, d);
	}
	f->open.count--;
	VEC_PUSH(&f->done, from);
}

/* EXTERNAL_FUNCTION_f(T) == type declares that f is an external function. */
static void link_externals(struct project *p, struct machine *m)
{
	static const char *const words[][2] = {{"EXTERNAL_FUNCTION_", "function"},
	                                       {"EXTERNAL_PREDICATE_", "predicate"},
	                                       {"EXTERNAL_SUBSTITUTION_", "substitution"}};
	for (uint32_t i = 0; i < m->known.count; i++) {
		const struct definition *type = m->known.at[i];
		for (int k = 0; k < 3 && type->body; k++) {
			size_t length = strlen(words[k][0]);
			if (strncmp(type->name, words[k][0], length) != 0) continue;
			name function = names_find(p->names, type->name + length);
			struct definition *d = function ? map_get(&m->definition_of, function) : NULL;
			if (!d || !d->body) continue;
			d->declares_type = type;
			d->external_kind = words[k][1];
		}
	}
}

/* Names of this machine that hide a function of the library. */
static void forget_hidden(struct machine *m, const struct node *ids)
{
	for (uint32_t i = 0; ids && i < ids->count; i++) {
		const struct node *id = ids->kid[i]->op == OP_APPLY ? ids->kid[i]->kid[0] : ids->kid[i];
		const struct definition *d = map_get(&m->definition_of, id->name);
		if (d && d->external) map_put(&m->definition_of, id->name, NULL);
	}
}

static void collect_definitions(struct project *p, const struct syntax_options *o,
                                struct machine *m)
{
	struct definition_files f = {.project = p, .options = o, .machine = m};
	collect(&f, m);
	link_externals(p, m);
	VEC_CLEAR(&f.open);
	VEC_CLEAR(&f.done);
	const struct node *lists[] = {m->parameters, m->abstract_constants, m->concrete_constants,
	                              m->abstract_variables, m->concrete_variables};
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) forget_hidden(m, lists[i]);
	for (uint32_t i = 0; i < m->sets.count; i++) forget_hidden(m, m->sets.at[i].elements);
}

/* ---- machines ---------------------------------------------------------------------------------------- */

struct machine *load_text(struct project *p, const struct syntax_options *o,
                          const struct source *source)
{
	uint32_t errors = p->diag->errors;
	struct machine *m = parse_source(&p->arena, p->names, p->diag, source);
	VEC_PUSH(&p->written, m);
	if (p->diag->errors == errors) {
		collect_definitions(p, o, m);
		if (!m->is_broken) definition_check_cycles(p->diag, m);
	}
	if (p->diag->errors > errors) m->is_broken = true;
	return m;
}

static struct machine *loaded(const struct project *p, const char *path)
{
	name file = names_of(p->names, path);
	for (uint32_t i = 0; i < p->written.count; i++)
		if (p->written.at[i]->source->file == file) return p->written.at[i];
	return NULL;
}

struct machine *load_machine(struct project *p, const struct syntax_options *o, const char *path,
                             struct pos from)
{
	struct machine *before = loaded(p, path);
	if (before) return before;
	const struct source *s = diag_read(p->diag, path, from);
	return s ? load_text(p, o, s) : NULL;
}

static struct machine *load_named(struct project *p, const struct syntax_options *o,
                                  const char *path, struct pos from)
{
	struct machine *before = loaded(p, path);
	if (before) return before;
	const struct source *s = diag_read(p->diag, path, from);
	if (s && is_outside(p, o, path)) diag_hide(p->diag, s);
	return s ? load_text(p, o, s) : NULL;
}
