/* --chain: each step of a refinement is a question of its own, about a machine and the one that it refines. */
#include "cli/files/files.h"

#include "eventb/eventb.h"

static struct project *load(const struct cli *c, const char *path, struct names *names,
                            struct diag *diag)
{
	struct strings search = {0};
	for (uint32_t i = 0; i < c->options.include.count; i++)
		VEC_PUSH(&search, c->options.include.at[i]);
	VEC_PUSH(&search, NULL);
	struct project *p = eventb_is_file(path)
	                        ? eventb_load(names, diag, path, c->options.component)
	                        : project_load(names, diag, path, &(struct syntax_options){search.at});
	VEC_CLEAR(&search);
	return p;
}

/* In an archive of several projects a component has its folder in front. */
static const char *component_of(const struct cli *c, struct arena *a, const struct machine *m)
{
	const char *asked = c->options.component, *slash = asked ? strrchr(asked, '/') : NULL;
	return slash ? arena_format(a, "%.*s/%s", (int)(slash - asked), asked, m->name)
	             : arena_text(a, m->name, strlen(m->name));
}

/* Of Rodin's own files and of classical B each has a file of its own. */
static bool has_own_file(const struct project *p, const char *path)
{
	const char *dot = strrchr(path, '.');
	return !p->is_eventb || (dot && strcmp(dot, ".bum") == 0);
}

static void add_machine(const struct cli *c, struct arena *a, const struct project *p,
                        const struct machine *m, const char *path, struct operands *out)
{
	const struct machine *above = machine_refined(m);
	if (above) add_machine(c, a, p, above, path, out);
	struct operand o = {path, NULL};
	if (!has_own_file(p, path)) o.component = component_of(c, a, m);
	else if (m != p->main || p->is_eventb)
		o.path = arena_text(a, m->source->file, strlen(m->source->file));
	VEC_PUSH(out, o);
}

void chain_add(const struct cli *c, struct arena *a, const char *path, struct operands *out)
{
	struct names names;
	struct diag diag;
	names_init(&names);
	diag_init(&diag, &names);
	struct project *p = load(c, path, &names, &diag);
	if (p && p->main && diag.errors == 0) add_machine(c, a, p, p->main, path, out);
	else VEC_PUSH(out, ((struct operand){path, c->options.component}));
	if (p) project_close(p);
	diag_clear(&diag);
	names_clear(&names);
}
