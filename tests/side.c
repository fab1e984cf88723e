#include "tests/side.h"

bool side_open(struct side *s, const char *path, const char *text)
{
	struct bounds_options o = {.usual_size = 2};
	struct text notes = {0};
	memset(s, 0, sizeof *s);
	arena_init(&s->arena);
	names_init(&s->names);
	diag_init(&s->diag, &s->names);
	s->project = text ? project_load_text(&s->names, &s->diag, path, text, strlen(text), NULL)
	                  : project_load(&s->names, &s->diag, path, NULL);
	bool good = !s->diag.errors && bounds_universe(s->project, &o, &s->universe, &notes);
	s->values = values_open(&s->names);
	text_clear(&notes);
	return good;
}

void side_close(struct side *s)
{
	values_close(s->values);
	universe_clear(&s->universe);
	project_close(s->project);
	diag_clear(&s->diag);
	names_clear(&s->names);
	arena_clear(&s->arena);
}

void side_seeds(int *argc, char **argv, uint64_t *first, uint64_t *count)
{
	if (*argc != 3 || strtoull(argv[2], NULL, 10) == 0) return;
	*first = strtoull(argv[1], NULL, 10);
	*count = strtoull(argv[2], NULL, 10);
	*argc = 1;
}
