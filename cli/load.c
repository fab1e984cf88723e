#include "cli/cli.h"

#include <errno.h>

/* Standard input is read to its end; false with an error in the diag if that fails. */
static bool read_input(struct diag *d, struct text *out)
{
	char chunk[65536];
	size_t n;
	while ((n = fread(chunk, 1, sizeof chunk, stdin)) > 0 && out->count < INT32_MAX)
		text_add_bytes(out, chunk, n);
	if (!ferror(stdin)) return true;
	diag_at(d, (struct pos){0}, DIAG_ERROR, "cannot read standard input: %s", strerror(errno));
	return false;
}

static void read_model(struct load *l, const char *path, const struct syntax_options *options)
{
	if (strcmp(path, "-") != 0) {
		l->file = path;
		l->project = project_load(&l->names, &l->diag, path, options);
		return;
	}
	l->file = "<stdin>";
	if (read_input(&l->diag, &l->input))
		l->project = project_load_text(&l->names, &l->diag, l->file, text_get(&l->input),
		                               l->input.count, options);
}

bool load_open(struct load *l, struct cli *c)
{
	memset(l, 0, sizeof *l);
	const struct strings *operands = &c->options.operands;
	if (operands->count == 0) {
		report_usage(c, "which file? usage: bounce %s [OPTION]... FILE", c->command->name);
		return false;
	}
	if (operands->count > 1) {
		report_usage(c, "'%s' reads one file, and here are %u: '%s', '%s'%s", c->command->name,
		             operands->count, operands->at[0], operands->at[1],
		             operands->count > 2 ? ", ..." : "");
		return false;
	}
	names_init(&l->names);
	diag_init(&l->diag, &l->names);
	struct strings search = {0};
	for (uint32_t i = 0; i < c->options.include.count; i++)
		VEC_PUSH(&search, c->options.include.at[i]);
	VEC_PUSH(&search, NULL);
	read_model(l, operands->at[0], &(struct syntax_options){search.at});
	VEC_CLEAR(&search);
	return true;
}

void load_close(struct load *l)
{
	if (l->project) project_close(l->project);
	diag_clear(&l->diag);
	text_clear(&l->input);
	names_clear(&l->names);
}

const char *load_machine(const struct load *l)
{
	return l->project && l->project->main ? l->project->main->name : NULL;
}
