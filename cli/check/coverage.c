/* --coverage: what the states that were found cover. */
#include "cli/check/findings.h"

void coverage_make(struct findings *f, const _Atomic int *stop)
{
	const char *why = NULL;
	if (!f->cli->options.coverage) return;
	if (f->result->workers > 0) why = "several processes have explored (without -j there is one)";
	else if (f->result->stats.states == 0) why = "there are no states";
	else f->cover = cover_open(f->explore, f->values, stop);
	if (f->cover && f->cover->states == 0) {
		why = "a limit was reached before, or it was interrupted";
		cover_close(f->cover);
		f->cover = NULL;
	}
	if (why) text_format(&f->notes, "no coverage: %s\n", why);
}

/* Of which states something is said. */
static void add_states(const struct findings *f, struct text *out)
{
	const struct explore_result *r = f->result;
	bool is_whole = f->cover->states == r->stats.states;
	text_format(out, "counted over %llu state%s: ", (unsigned long long)f->cover->states,
	            f->cover->states == 1 ? "" : "s");
	if (!is_whole) text_format(out, "the first of %llu", (unsigned long long)r->stats.states);
	else if (r->end == EXPLORE_ALL) text_add(out, "all that were explored");
	else
		text_format(out, "all that were found, of which %llu were explored",
		            (unsigned long long)r->stats.explored);
	if (r->is_quotient) text_add(out, "; those that are kept up to symmetry");
	if (r->stats.reduced > 0) text_add(out, "; those of the reduced space");
}

/* ---- text ------------------------------------------------------------------------------------------------- */

static bool is_listed(const struct cover_variable *v) { return v->count <= COVER_LISTED; }

static void add_value(struct findings *f, value v, struct text *out)
{
	abbreviate_text(value_print_short(f->values, &f->universe, v, f->longest, out), out);
}

static void add_variable(struct findings *f, const struct cover_variable *v, struct text *out)
{
	text_format(out, "  %s: ", findings_name(v->decl));
	if (v->least) {
		add_value(f, v->least, out);
		text_add(out, "..");
		add_value(f, v->greatest, out);
		text_add(out, ", ");
	}
	text_format(out, "%s%llu value%s", v->is_most ? "at most " : "", (unsigned long long)v->count,
	            v->count == 1 ? "" : "s");
	for (uint32_t i = 0; is_listed(v) && i < v->count; i++) {
		text_add(out, i ? ", " : ": ");
		add_value(f, v->list[i], out);
	}
	text_add_char(out, '\n');
}

static void add_guard(struct findings *f, const struct cover_guard *g, struct text *out)
{
	enum { LONGEST = 100 };
	const char *operation = f->cover->operations.at[g->operation].search->name;
	struct text formula = {0};
	print_formula_short(f->model->project, g->node, LONGEST, &formula);
	struct place p = diag_place(&f->model->diag, node_start(g->node));
	text_add(out, "  ");
	if (p.source) text_format(out, "%s:%u:%u: ", p.source->file, p.line, p.column);
	text_format(out, "%s: %s: %s%llu\n", operation, text_get(&formula),
	            g->is_least ? "at least " : "", (unsigned long long)g->count);
	text_clear(&formula);
}

static const char *const tested[] = {
    [COVER_LEFT_SIDE] = "left side true",
    [COVER_ONLY_TRUE] = "the only true alternative",
    [COVER_INSTANCE] = "true of something",
};

static void add_part(struct findings *f, const struct cover_part *p, struct text *out)
{
	enum { LONGEST = 100 };
	struct text formula = {0};
	print_node_short(p->node, LONGEST, &formula);
	struct place at = diag_place(&f->model->diag, node_start(p->node));
	text_add(out, "  ");
	if (at.source) text_format(out, "%s:%u:%u: ", at.source->file, at.line, at.column);
	text_format(out, "%s: %s: %s%llu\n", text_get(&formula), tested[p->kind],
	            p->is_least ? "at least " : "", (unsigned long long)p->count);
	text_clear(&formula);
}

void coverage_text(struct findings *f, struct text *out)
{
	const struct cover *c = f->cover;
	if (!c) return;
	text_add(out, "\ncoverage, ");
	add_states(f, out);
	text_add(out, "\nvalues of variables\n");
	for (uint32_t i = 0; i < c->variables.count; i++) add_variable(f, &c->variables.at[i], out);
	text_add(out, "operations: how often, states in which they can be executed, and that they led "
	              "to first\n");
	for (uint32_t i = 0; i < c->operations.count; i++) {
		const struct cover_operation *o = &c->operations.at[i];
		text_format(out, "  %s: %llu, in %llu, %llu new\n", o->search->name,
		            (unsigned long long)o->search->transitions, (unsigned long long)o->enabled,
		            (unsigned long long)o->found);
	}
	if (c->guards.count > 0)
		text_add(out, "guard conjuncts: states in which it is the only one that is false\n");
	for (uint32_t i = 0; i < c->guards.count; i++) add_guard(f, &c->guards.at[i], out);
	if (c->parts.count > 0)
		text_add(out, "parts of invariants: states that put them to the test\n");
	for (uint32_t i = 0; i < c->parts.count; i++) add_part(f, &c->parts.at[i], out);
}

/* ---- JSON ------------------------------------------------------------------------------------------------- */

static void json_value(struct findings *f, struct json *j, const char *key, value v)
{
	struct text t = {0};
	value_print_short(f->values, &f->universe, v, f->longest, &t);
	json_string(j, key, text_get(&t));
	text_clear(&t);
}

static void json_variable(struct findings *f, struct json *j, const struct cover_variable *v)
{
	json_begin(j, NULL, '{');
	json_string(j, "name", findings_name(v->decl));
	json_integer(j, "count", (int64_t)v->count);
	json_bool(j, "exact", !v->is_most);
	if (v->least) json_value(f, j, "least", v->least);
	if (v->least) json_value(f, j, "greatest", v->greatest);
	if (is_listed(v)) {
		json_begin(j, "values", '[');
		for (uint32_t i = 0; i < v->count; i++) json_value(f, j, NULL, v->list[i]);
		json_end(j, ']');
	}
	json_end(j, '}');
}

static void json_guard(struct findings *f, struct json *j, const struct cover_guard *g)
{
	struct text formula = {0};
	print_formula(f->model->project, g->node, &formula);
	json_begin(j, NULL, '{');
	json_string(j, "operation", f->cover->operations.at[g->operation].search->name);
	json_string(j, "text", text_get(&formula));
	json_place(j, "at", &f->model->diag, node_start(g->node));
	json_integer(j, "only_false_in", (int64_t)g->count);
	json_bool(j, "exact", !g->is_least);
	json_end(j, '}');
	text_clear(&formula);
}

static void json_part(struct findings *f, struct json *j, const struct cover_part *p)
{
	struct text formula = {0};
	print_node(p->node, &formula);
	json_begin(j, NULL, '{');
	json_string(j, "text", text_get(&formula));
	json_string(j, "is", tested[p->kind]);
	json_place(j, "at", &f->model->diag, node_start(p->node));
	json_integer(j, "states", (int64_t)p->count);
	json_bool(j, "exact", !p->is_least);
	json_end(j, '}');
	text_clear(&formula);
}

void coverage_json(struct findings *f, struct json *j)
{
	const struct cover *c = f->cover;
	if (!c) return;
	struct text states = {0};
	add_states(f, &states);
	json_begin(j, "coverage_details", '{');
	json_string(j, "over", text_get(&states));
	json_integer(j, "states", (int64_t)c->states);
	json_begin(j, "variables", '[');
	for (uint32_t i = 0; i < c->variables.count; i++) json_variable(f, j, &c->variables.at[i]);
	json_end(j, ']');
	json_begin(j, "operations", '[');
	for (uint32_t i = 0; i < c->operations.count; i++) {
		const struct cover_operation *o = &c->operations.at[i];
		json_begin(j, NULL, '{');
		json_string(j, "name", o->search->name);
		json_integer(j, "transitions", (int64_t)o->search->transitions);
		json_integer(j, "enabled_in", (int64_t)o->enabled);
		json_integer(j, "new_states", (int64_t)o->found);
		json_end(j, '}');
	}
	json_end(j, ']');
	json_begin(j, "guard_conjuncts", '[');
	for (uint32_t i = 0; i < c->guards.count; i++) json_guard(f, j, &c->guards.at[i]);
	json_end(j, ']');
	json_begin(j, "invariant_parts", '[');
	for (uint32_t i = 0; i < c->parts.count; i++) json_part(f, j, &c->parts.at[i]);
	json_end(j, ']');
	json_end(j, '}');
	text_clear(&states);
}
