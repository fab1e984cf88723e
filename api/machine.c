/* A machine is read, and its bounds are found, once. */
#include "api/api.h"
#include "eventb/eventb.h"
#include "search/fit.h"

enum { USUAL_SECONDS = 60, USUAL_MEGABYTES = 2000 };

const char *bounce_version(void) { return BOUNCE_VERSION; }

struct machine_work {
	struct bounce *bounce;
	const char *path, *text;
	struct bounce_options options;
};

/* ---- options --------------------------------------------------------------------------------------- */

static void refuse(struct bounce *b, const char *what, const char *word)
{
	diag_at(&b->diag, (struct pos){0}, DIAG_ERROR, "%s, not '%s'", what, word);
}

static void read_bounds(struct bounce *b, const struct bounce_options *o)
{
	for (const char *const *card = o->cards; card && *card; card++)
		if (!bounds_read_card(&b->bounds, *card)) refuse(b, "a size is written SET=N", *card);
	if (o->integers && !bounds_read_range(&b->bounds, o->integers))
		refuse(b, "integers are written LO..HI", o->integers);
}

/* What an older caller does not know of is zero. */
static struct bounce_options known_options(const struct bounce_options *o)
{
	struct bounce_options all = {0};
	if (o) memcpy(&all, o, o->size < sizeof all ? o->size : sizeof all);
	return all;
}

/* ---- reading --------------------------------------------------------------------------------------- */

static void read_project(struct machine_work *r)
{
	struct bounce *b = r->bounce;
	struct syntax_options search = {b->search.at};
	if (r->text)
		b->project =
		    project_load_text(&b->names, &b->diag, r->path, r->text, strlen(r->text), &search);
	else if (eventb_is_file(r->path))
		b->project = eventb_load(&b->names, &b->diag, r->path, r->options.component);
	else b->project = project_load(&b->names, &b->diag, r->path, &search);
}

static void need_machine(struct bounce *b, const char *path)
{
	bool has = b->project && b->project->main && b->project->main->kind != MACHINE_DEFINITIONS;
	if (!has && b->diag.errors == 0)
		diag_at(&b->diag, (struct pos){0}, DIAG_ERROR, "there is no machine in '%s'", path);
}

static void read(struct work *w)
{
	struct machine_work *r = w->data;
	struct bounce *b = r->bounce;
	names_init(&b->names);
	diag_init(&b->diag, &b->names);
	for (const char *const *i = r->options.include; i && *i; i++)
		VEC_PUSH(&b->search, names_of(&b->names, *i));
	VEC_PUSH(&b->search, NULL);
	read_bounds(b, &r->options);
	read_project(r);
	need_machine(b, r->path);
	struct fit_options fit = {.seconds = b->seconds,
	                          .memory = (b->megabytes ? b->megabytes : USUAL_MEGABYTES) * 1000000,
	                          .interrupt = &w->flags.stop};
	b->is_good =
	    b->diag.errors == 0 && fit_universe(b->project, &b->bounds, &fit, &b->universe, &b->notes);
	diag_print(&b->diag, &b->messages);
}

static struct bounce *open(const char *path, const char *text, const struct bounce_options *o)
{
	struct bounce *b = calloc(1, sizeof *b);
	if (!b) return NULL;
	struct machine_work r = {b, path, text, known_options(o)};
	b->seconds = r.options.seconds > 0 ? r.options.seconds : USUAL_SECONDS;
	b->megabytes = r.options.megabytes;
	struct work w = {.run = read,
	                 .data = &r,
	                 .seconds = b->seconds,
	                 .megabytes = b->megabytes,
	                 .interrupt = &b->is_interrupted};
	enum work_end end = work_run(&w);
	b->is_broken = end == WORK_BROKEN || end == WORK_NO_MEMORY;
	if (b->is_broken) {
		b->is_good = false;
		text_format(&b->messages, "%s: error: %s%s%s\n", path, work_reason(end),
		            w.error.count ? ": " : "", text_get(&w.error));
	}
	text_clear(&w.error);
	return b;
}

struct bounce *bounce_open(const char *path, const struct bounce_options *o)
{
	return open(path, NULL, o);
}

struct bounce *bounce_open_text(const char *path, const char *text, const struct bounce_options *o)
{
	return open(path, text, o);
}

/* What is broken may not even be walked through. */
void bounce_close(struct bounce *b)
{
	if (!b) return;
	if (!b->is_broken) {
		universe_clear(&b->universe);
		if (b->project) project_close(b->project);
		diag_clear(&b->diag);
		bounds_clear(&b->bounds);
		VEC_CLEAR(&b->search);
		names_clear(&b->names);
	}
	text_clear(&b->messages);
	text_clear(&b->notes);
	free(b);
}

bool bounce_is_good(const struct bounce *b) { return b->is_good && !b->is_broken; }

const char *bounce_messages(const struct bounce *b) { return text_get(&b->messages); }

const char *bounce_name(const struct bounce *b)
{
	bool has = !b->is_broken && b->project && b->project->main;
	return has ? b->project->main->name : "";
}

void bounce_interrupt(struct bounce *b) { b->is_interrupted = true; }
