#include "tests/fixture.h"

void fixture_read(struct fixture *f, const char *path, const char *text)
{
	memset(f, 0, sizeof *f);
	names_init(&f->names);
	diag_init(&f->diag, &f->names);
	f->project = text ? project_load_text(&f->names, &f->diag, path, text, strlen(text), NULL)
	                  : project_load(&f->names, &f->diag, path, NULL);
	arena_init_with(&f->arena, &f->project->arena); /* nodes are made in it, too */
	f->values = values_open(&f->names);
	arena_init_with(&f->arena, &f->project->arena);
}

bool fixture_bound(struct fixture *f)
{
	return !f->diag.errors && bounds_universe(f->project, &f->bounds, &f->universe, &f->notes);
}

bool fixture_open(struct fixture *f, const char *path, const char *text)
{
	fixture_read(f, path, text);
	f->bounds.usual_size = 2;
	return fixture_bound(f);
}

void fixture_close(struct fixture *f)
{
	values_close(f->values);
	universe_clear(&f->universe);
	text_clear(&f->notes);
	bounds_clear(&f->bounds);
	project_close(f->project);
	diag_clear(&f->diag);
	names_clear(&f->names);
	arena_clear(&f->arena);
}

void fixture_seeds(int *argc, char **argv, uint64_t *first, uint64_t *count)
{
	if (*argc != 3 || strtoull(argv[2], NULL, 10) == 0) return;
	*first = strtoull(argv[1], NULL, 10);
	*count = strtoull(argv[2], NULL, 10);
	*argc = 1;
}
