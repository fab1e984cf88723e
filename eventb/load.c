/* The ways in: what a file is, by its name and its first word. */
#include "eventb/inside.h"

static bool ends_with(const char *path, const char *ending)
{
	size_t length = strlen(path), tail = strlen(ending);
	return length >= tail && strcmp(path + length - tail, ending) == 0;
}

bool eventb_is_file(const char *path) { return ends_with(path, ".eventb"); }

struct project *eventb_load(struct names *names, struct diag *diag, const char *path)
{
	struct project *p = project_empty(names, diag);
	struct eventb_model m = {.project = p};
	name main = NULL;
	const struct source *s = diag_read(diag, path, (struct pos){0});
	if (s && eventb_read_package(&m, s, &main) && eventb_link(&m)) eventb_translate(&m, main);
	eventb_clear(&m);
	diag_sort(diag);
	return p;
}
