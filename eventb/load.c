/* The ways in: what a file is, by its name and its first word. */
#include "eventb/inside.h"

#include <sys/stat.h>
#include <unistd.h>

static bool ends_with(const char *path, const char *ending)
{
	size_t length = strlen(path), tail = strlen(ending);
	return length >= tail && strcmp(path + length - tail, ending) == 0;
}

static bool is_folder(const char *path)
{
	struct stat s;
	return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static bool is_source(const char *path)
{
	return ends_with(path, ".bum") || ends_with(path, ".buc");
}

static const char *const text_endings[] = {".eventb", ".bumx", ".bucx", NULL};

static bool is_text_file(const char *path)
{
	for (int i = 0; text_endings[i]; i++)
		if (ends_with(path, text_endings[i])) return true;
	return false;
}

bool eventb_is_file(const char *path)
{
	return is_text_file(path) || is_source(path) || ends_with(path, ".zip") || is_folder(path);
}

/* ---- projects of Rodin ------------------------------------------------------------------------------- */

/* NAME, or FOLDER/NAME in an archive. */
static bool is_chosen(const struct shelf_file *f, const char *choice)
{
	size_t length = strlen(f->folder), whole = strlen(choice);
	const char *slash = strrchr(choice, '/');
	if (!slash) return strcmp(f->name, choice) == 0;
	size_t before = (size_t)(slash + 1 - choice);
	bool is_there = length >= before && strncmp(f->folder + length - before, choice, before) == 0;
	return is_there && whole > before && strcmp(f->name, slash + 1) == 0;
}

/* What each machine refines. */
static void find_refined(struct project *p, struct shelf *s)
{
	for (uint32_t i = 0; i < s->files.count; i++) {
		const struct source *text =
		    s->files.at[i].is_machine ? shelf_read(s, &s->files.at[i]) : NULL;
		if (text) s->files.at[i].refines = rodin_refines(p, text);
	}
}

/* Does another machine of its folder refine it? */
static bool is_refined(const struct shelf *s, const struct shelf_file *f)
{
	for (uint32_t i = 0; i < s->files.count; i++) {
		const struct shelf_file *other = &s->files.at[i];
		bool refines = other->refines && strcmp(other->refines, f->name) == 0;
		if (refines && strcmp(other->folder, f->folder) == 0) return true;
	}
	return false;
}

static void report_choice(struct project *p, struct shelf *s, const char *choice, uint32_t found)
{
	enum { MOST_NAMED = 20 };
	struct text names = {0};
	uint32_t machines = 0;
	for (uint32_t i = 0; i < s->files.count; i++) {
		const struct shelf_file *f = &s->files.at[i];
		if (!f->is_machine || machines++ >= MOST_NAMED) continue;
		text_format(&names, "%s%s%s", machines > 1 ? ", " : "", s->archive ? f->folder : "",
		            f->name);
	}
	if (machines > MOST_NAMED) text_format(&names, ", and %u more", machines - MOST_NAMED);
	if (machines == 0)
		diag_at(p->diag, (struct pos){0}, DIAG_ERROR,
		        "this folder or archive has no machine of Event-B (.bum)");
	else if (choice)
		diag_at(p->diag, (struct pos){0}, DIAG_ERROR,
		        "%s of this project is named '%s'; there are these machines: %s",
		        found ? "more than one component" : "nothing", choice, text_get(&names));
	else
		diag_at(p->diag, (struct pos){0}, DIAG_ERROR,
		        "which machine? --component NAME chooses one of %s", text_get(&names));
	text_clear(&names);
}

/* The component of that name, or the one machine that no other refines; NULL with an error. */
static const struct shelf_file *choose(struct project *p, struct shelf *s, const char *choice)
{
	const struct shelf_file *found = NULL;
	uint32_t count = 0;
	if (!choice) find_refined(p, s);
	for (uint32_t i = 0; i < s->files.count; i++) {
		const struct shelf_file *f = &s->files.at[i];
		bool fits = choice ? is_chosen(f, choice) : f->is_machine && !is_refined(s, f);
		if (fits) found = f, count++;
	}
	if (count != 1 && p->diag->errors == 0) report_choice(p, s, choice, count);
	return count == 1 ? found : NULL;
}

/* The folder of a path, with its slash. */
static const char *folder_of(struct project *p, const char *path)
{
	const char *slash = strrchr(path, '/');
	if (is_folder(path))
		return arena_format(&p->arena, "%s%s", path, ends_with(path, "/") ? "" : "/");
	return arena_text(&p->arena, path, slash ? (size_t)(slash + 1 - path) : 0);
}

/* The component that is asked for; NULL with errors in the diag. */
static name read_rodin(struct eventb_model *m, const char *path, const char *choice)
{
	struct project *p = m->project;
	struct shelf s = {.arena = &p->arena, .diag = p->diag};
	const struct shelf_file *main = NULL;
	bool good = ends_with(path, ".zip") && !is_folder(path)
	                ? shelf_open_archive(&s, path)
	                : shelf_open_folder(&s, folder_of(p, path));
	if (is_source(path) && good) {
		for (uint32_t i = 0; i < s.files.count; i++)
			if (strcmp(s.files.at[i].path, path) == 0) main = &s.files.at[i];
		if (!main) diag_read(p->diag, path, (struct pos){0}); /* says why */
		else if (choice) main = choose(p, &s, choice);
	} else if (good) main = choose(p, &s, choice);
	bool is_read = main && rodin_read(m, &s, main);
	name found = is_read ? names_of(p->names, main->name) : NULL;
	shelf_close(&s);
	return found;
}

/* ---- packages and texts ------------------------------------------------------------------------------ */

/* A component that is a text of its own name in the folder; true if there is none. */
static bool read_other(struct eventb_model *m, const char *folder, name component)
{
	struct project *p = m->project;
	name unused = NULL;
	for (int i = 0; text_endings[i]; i++) {
		const char *path = arena_format(&p->arena, "%s%s%s", folder, component, text_endings[i]);
		if (access(path, R_OK) != 0) continue;
		const struct source *s = shelf_read_path(p->diag, path);
		if (!s) return false;
		if (written_is_component(s)) return written_read(m, s, &unused);
	}
	return true;
}

static bool read_contexts(struct eventb_model *m, const char *folder, const struct eventb_names *of)
{
	for (uint32_t i = 0; i < of->count; i++)
		if (!eventb_find_context(m, of->at[i].name) && !read_other(m, folder, of->at[i].name))
			return false;
	return true;
}

/* What the components so far refer to and is not among them. */
static bool read_others(struct eventb_model *m, const char *folder)
{
	for (uint32_t i = 0; i < m->machines.count; i++) {
		const struct eventb_machine *x = m->machines.at[i];
		name above = x->refines.count ? x->refines.at[0].name : NULL;
		if (above && !eventb_find_machine(m, above) && !read_other(m, folder, above)) return false;
		if (!read_contexts(m, folder, &x->sees)) return false;
	}
	for (uint32_t i = 0; i < m->contexts.count; i++)
		if (!read_contexts(m, folder, &m->contexts.at[i]->extends)) return false;
	return true;
}

static name read_package(struct eventb_model *m, const char *path, const char *choice)
{
	struct project *p = m->project;
	const struct source *s = shelf_read_path(p->diag, path);
	name main = NULL, chosen = choice ? names_of(p->names, choice) : NULL;
	bool is_text = s && written_is_component(s);
	if (!s || !(is_text ? written_read : eventb_read_package)(m, s, &main)) return NULL;
	if (is_text && !read_others(m, folder_of(p, path))) return NULL;
	if (chosen && !eventb_find_machine(m, chosen) && !eventb_find_context(m, chosen)) {
		diag_at(p->diag, (struct pos){.at = s->start}, DIAG_ERROR,
		        "there is no component '%s' in this file", choice);
		return NULL;
	}
	return chosen ? chosen : main;
}

/* All that the file has or refers to, linked. */
static name read_model(struct eventb_model *m, const char *path, const char *choice)
{
	bool is_text = is_text_file(path) && !is_folder(path);
	name main = (is_text ? read_package : read_rodin)(m, path, choice);
	return main && eventb_link(m) ? main : NULL;
}

struct project *eventb_load(struct names *names, struct diag *diag, const char *path,
                            const char *choice)
{
	struct project *p = project_empty(names, diag);
	struct eventb_model m = {.project = p};
	name main = read_model(&m, path, choice);
	if (main) eventb_translate(&m, main);
	eventb_clear(&m);
	diag_sort(diag);
	return p;
}

void eventb_write(struct names *names, struct diag *diag, const char *path, const char *choice,
                  struct text *out)
{
	struct eventb_model m = {.project = project_empty(names, diag)};
	name main = read_model(&m, path, choice);
	if (main) eventb_print_component(&m, main, out);
	eventb_clear(&m);
	project_close(m.project);
}

void eventb_obligations(struct project *p, const char *path, const char *choice,
                        struct sequents *out)
{
	struct eventb_model m = {.project = p};
	name main = read_model(&m, path, choice);
	if (main) obligations_make(&m, main, out);
	eventb_clear(&m);
	diag_sort(p->diag);
}
