/* Which bugs a machine has is often a matter of sizes that nobody has chosen. Small sizes first, so that a counterexample is small, too. */
#include "cli/check/grow.h"
#include "prove/growth.h"

struct grow_question {
	struct findings *f;
	const struct bounds_options *bounds;
	grow_ask *ask;
	void *data;
	struct universe usual; /* with the sizes of the machine without --grow */
	struct grown grown;
	int code;
	bool is_over;
};

/* The universe with these sizes; false if PROPERTIES have no solution with them. */
static bool fill(struct grow_question *g, const uint32_t *sizes)
{
	struct bounds_options o = *g->bounds;
	struct universe *u = &g->f->universe;
	bool fits = true;
	o.usual_sizes = sizes;
	memset(u, 0, sizeof *u);
	struct text notes = {0};
	fits = model_fit(g->f->cli, g->f->model, &o, u, &notes) && !u->unfit && !u->is_contradictory;
	text_clear(&notes);
	for (uint32_t i = 0; fits && i < u->sets.count; i++) {
		if (!growth_is_open(&g->usual.sets.at[i])) continue;
		fits = u->sets.at[i].size == sizes[i];
		u->sets.at[i].why = "grown";
	}
	return fits;
}

static void note_sizes(struct grow_question *g)
{
	const struct universe *u = &g->f->universe;
	for (uint32_t i = 0; i < u->sets.count; i++) VEC_PUSH(&g->grown.sizes, u->sets.at[i].size);
	g->grown.rows++;
	g->grown.is_bounded |= !g->f->is_complete;
}

static void run(struct grow_question *g, const uint32_t *sizes, bool is_last)
{
	if (fill(g, sizes)) {
		g->code = g->ask(g->f, g->data, is_last);
		g->is_over = is_last || g->code != EXIT_GOOD;
		if (!g->is_over) note_sizes(g);
	}
	universe_clear(&g->f->universe);
}

/* Is there no vector behind this one? */
static bool is_last(const struct growth *g, uint32_t most)
{
	bool all = g->stage == most;
	for (uint32_t i = 0; all && i < g->universe->sets.count; i++)
		all = !g->grows[i] || g->sizes[i] == most;
	return all;
}

static void run_stage(struct grow_question *g, uint32_t stage, uint32_t most)
{
	struct growth sizes;
	growth_open(&sizes, &g->usual, stage);
	for (uint32_t i = 0; i < g->usual.sets.count; i++) sizes.grows[i] = true;
	growth_begin(&sizes, most);
	if (stage == 1) { /* growth begins with what comes after it */
		for (uint32_t i = 0; i < g->usual.sets.count; i++) sizes.sizes[i] = 1;
		run(g, sizes.sizes, most == 1);
	}
	while (!g->is_over && growth_next(&sizes)) run(g, sizes.sizes, is_last(&sizes, most));
	growth_close(&sizes);
}

static bool has_open(const struct universe *u)
{
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (growth_is_open(&u->sets.at[i])) return true;
	return false;
}

int grow_run(struct findings *f, const struct bounds_options *bounds, grow_ask *ask, void *data)
{
	uint32_t most = f->cli->options.grow;
	struct grow_question g = {
	    .f = f, .bounds = bounds, .ask = ask, .data = data, .usual = f->universe};
	if (!most || !has_open(&f->universe)) return ask(f, data, true);
	f->grown = &g.grown;
	for (uint32_t stage = 1; stage <= most && !g.is_over; stage++) run_stage(&g, stage, most);
	f->universe = g.usual;
	if (!g.is_over) g.code = ask(f, data, true); /* the largest sizes do not fit */
	VEC_CLEAR(&g.grown.sizes);
	f->grown = NULL;
	return g.code;
}

/* ---- in the answer ---------------------------------------------------------------------------------- */

static bool is_shown(const struct findings *f, uint32_t set)
{
	return f->universe.sets.at[set].decl->kind != DECL_ENUMERATED_SET;
}

static bool is_hint_wanted(const struct findings *f)
{
	return strcmp(f->cli->command->name, "check") == 0 && strcmp(f->verdict, "holds") == 0 &&
	       !f->grown && findings_uses(f).sizes && has_open(&f->universe);
}

void grow_text(const struct findings *f, struct text *out)
{
	uint32_t width = f->universe.sets.count;
	if (is_hint_wanted(f))
		text_add(out, "other set sizes: --grow 4 tries 1 to 4 elements, --card SET=N one size\n");
	if (!f->grown || !f->grown->rows) return;
	text_add(out, "no fault with: ");
	for (uint32_t row = 0; row < f->grown->rows; row++) {
		bool is_first = true;
		for (uint32_t i = 0; i < width; i++) {
			if (!is_shown(f, i)) continue;
			text_format(out, "%s%s = %u", is_first ? row ? "; " : "" : ", ",
			            f->universe.sets.at[i].decl->name, f->grown->sizes.at[row * width + i]);
			is_first = false;
		}
	}
	text_add(out, f->grown->is_bounded ? " (within bounds)\n" : "\n");
}

void grow_json(const struct findings *f, struct json *j)
{
	uint32_t width = f->universe.sets.count;
	if (!f->grown) return;
	json_begin(j, "no_fault_with", '[');
	for (uint32_t row = 0; row < f->grown->rows; row++) {
		json_begin(j, NULL, '{');
		for (uint32_t i = 0; i < width; i++)
			if (is_shown(f, i))
				json_integer(j, f->universe.sets.at[i].decl->name,
				             f->grown->sizes.at[row * width + i]);
		json_end(j, '}');
	}
	json_end(j, ']');
}
