/* bounce symmetry: which elements of sets are alike, and what tells the others apart. */
#include "symmetry/symmetry.h"
#include "cli/check/findings.h"

enum { MOST_LISTED = 12 }; /* elements of an orbit, generators, ...; -v: all */

struct symmetry_report {
	struct cli *cli;
	struct model *model;
	struct universe universe;
	struct text notes;
	struct values *values;
	struct symmetry_question question;
	struct symmetry_group *group;
	struct symmetry_group *of_all; /* with other valuations, which it may exchange; or NULL */
	struct symmetry_breakers breakers;
	uint64_t setups;    /* that are known; 0: there are no constants */
	const char *reason; /* why it is not all, or NULL */
};

static uint32_t most(const struct symmetry_report *r)
{
	return r->cli->options.verbose ? UINT32_MAX : MOST_LISTED;
}

/* ---- text -------------------------------------------------------------------------------------------- */

static uint32_t orbit_size(const struct symmetry_group *g, uint32_t leader)
{
	uint32_t size = 0;
	for (uint32_t i = leader; i < g->atom_count && g->atoms[i].set == g->atoms[leader].set; i++)
		size += g->orbit[i] == leader;
	return size;
}

static void orbit_text(const struct symmetry_report *r, const struct symmetry_group *g,
                       uint32_t leader, struct text *out)
{
	uint32_t size = orbit_size(g, leader), shown = 0;
	text_add_char(out, '{');
	for (uint32_t i = leader; i < g->atom_count && shown < size; i++) {
		if (g->orbit[i] != leader) continue;
		if (shown == most(r)) {
			text_format(out, ",... %u in all", size);
			break;
		}
		if (shown++) text_add_char(out, ',');
		symmetry_print_atom(g, &r->universe, i, out);
	}
	text_add_char(out, '}');
}

static void set_text(const struct symmetry_report *r, const struct symmetry_group *g, uint32_t set,
                     struct text *out)
{
	uint32_t first = symmetry_first_atom(g, set);
	uint32_t size = symmetry_set_size(g, &r->universe, set);
	text_format(out, "  %s: ", symmetry_set_name(g, &r->universe, set));
	if (first == SYMMETRY_NONE) {
		text_format(out, "not looked at: it has more than %d elements\n", SYMMETRY_LARGEST_SET);
		return;
	}
	if (symmetry_is_full(g, set)) {
		text_add(out, "all ");
		orbit_text(r, g, first, out);
		text_add(out, " are alike, by themselves\n");
		return;
	}
	for (uint32_t i = first, shown = 0; i < first + size; i++) {
		if (g->orbit[i] != i) continue;
		if (shown) text_add_char(out, ' ');
		if (shown++ == most(r)) {
			text_add(out, "...");
			break;
		}
		orbit_text(r, g, i, out);
	}
	text_add_char(out, '\n');
}

static void sets_text(const struct symmetry_report *r, struct text *out)
{
	if (r->group->set_count + r->group->sort_count == 0) {
		text_add(out, "\nthere are no elements of sets in it, nor integers that are only names\n");
		return;
	}
	text_add(out, "\norbits (elements that can take each other's places):\n");
	for (uint32_t i = 0; i < r->group->set_count + r->group->sort_count; i++)
		set_text(r, r->group, i, out);
}

static void group_text(const struct symmetry_report *r, struct text *out)
{
	const struct symmetry_group *g = r->group;
	if (g->factor_count > 0) text_add(out, "\nthe group is a product of:\n");
	for (uint32_t i = 0; i < g->factor_count; i++) {
		text_add(out, "  ");
		symmetry_print_shape(&g->factors[i], out);
		text_format(out, ", order %s, of ", g->factors[i].order);
		symmetry_print_atom(g, &r->universe, g->factors[i].atoms[0], out);
		text_add(out, g->factors[i].degree > 1 ? ", ...\n" : "\n");
	}
	if (g->generator_count > 0) text_add(out, "\ngenerators:\n");
	for (uint32_t i = 0; i < g->generator_count; i++) {
		if (i == most(r)) {
			text_format(out, "  ... %u in all (-v shows them)\n", g->generator_count);
			break;
		}
		text_add(out, "  ");
		symmetry_print_cycles(g, &r->universe, g->generators[i], out);
		text_add_char(out, '\n');
	}
}

static void value_text(const struct symmetry_report *r, const struct decl *constant, size_t longest,
                       struct text *out)
{
	const struct symmetry_question *q = &r->question;
	text_format(out, "%s = ", constant->full_name);
	for (uint32_t i = 0; i < q->constant_count; i++)
		if (q->constants[i] == constant)
			value_print_of(r->values, &r->universe, constant, q->known[i], longest, out);
}

static void cause_text(const struct symmetry_report *r, const struct symmetry_cause *c,
                       struct text *out)
{
	enum { LONGEST = 60 };
	struct pos pos = c->item ? node_start(c->item) : c->constant->pos;
	struct place p = diag_place(&r->model->diag, pos);
	if (p.source) text_format(out, "%s:%u:%u: ", p.source->file, p.line, p.column);
	if (c->item) print_formula_short(r->model->project, c->item, LONGEST, out);
	else value_text(r, c->constant, LONGEST, out);
}

static void single_text(const struct symmetry_report *r, const struct symmetry_breaker *b,
                        struct text *out)
{
	text_add(out, "  ");
	cause_text(r, b->causes, out);
	if (b->calculates)
		text_format(out, ": it calculates with integers of %s; but for it %s alike\n", b->name,
		            b->is_only ? "all of them would be" : "some of them would be");
	else if (b->is_only)
		text_format(out, ": but for it all elements of %s would be alike\n", b->name);
	else text_format(out, ": but for it %s would have %u orbits\n", b->name, b->orbits);
}

static void breaker_text(const struct symmetry_report *r, const struct symmetry_breaker *b,
                         struct text *out)
{
	enum { FEW = 3 };
	uint32_t shown = b->cause_count > FEW && !r->cli->options.verbose ? FEW : b->cause_count;
	if (b->cause_count == 1) {
		single_text(r, b, out);
		return;
	}
	text_format(out, "  %s: ", b->name);
	if (b->why) text_format(out, "%s\n", b->why);
	else if (b->is_only)
		text_format(out, "but for these %u together all elements would be alike:\n",
		            b->cause_count);
	else
		text_format(out, "but for these %u together it would have %u orbits:\n", b->cause_count,
		            b->orbits);
	for (uint32_t i = 0; i < shown; i++) {
		text_add(out, "    ");
		cause_text(r, &b->causes[i], out);
		text_add_char(out, '\n');
	}
	if (shown < b->cause_count) text_add(out, "    ... (-v shows them all)\n");
}

static void breakers_text(const struct symmetry_report *r, struct text *out)
{
	if (r->breakers.list.count > 0) text_add(out, "\nwhat tells elements apart:\n");
	for (uint32_t i = 0; i < r->breakers.list.count; i++) {
		if (i == most(r)) {
			text_add(out, "  ... (-v shows them all)\n");
			break;
		}
		breaker_text(r, &r->breakers.list.at[i], out);
	}
}

static bool is_same(const struct symmetry_group *g, const struct symmetry_group *h)
{
	bool same = g->atom_count == h->atom_count && g->order && strcmp(g->order, h->order) == 0;
	for (uint32_t i = 0; same && i < g->atom_count; i++) same = g->orbit[i] == h->orbit[i];
	return same;
}

static void of_all_text(const struct symmetry_report *r, struct text *out)
{
	const struct symmetry_group *g = r->of_all;
	text_add(out, "\nof all valuations together, where a permutation may turn one into another: ");
	if (is_same(r->group, g)) {
		text_add(out, "the same order and orbits\n");
		return;
	}
	if (g->generator_count == 0) text_add(out, "no symmetry\n");
	else text_format(out, "a group of order %s\n", g->order);
	for (uint32_t i = 0; i < g->set_count + g->sort_count; i++) set_text(r, g, i, out);
}

static const char *verdict(const struct symmetry_report *r)
{
	if (r->reason) return "inconclusive";
	return r->group->generator_count > 0 ? "found" : "none";
}

static void symmetry_text(const struct symmetry_report *r)
{
	struct text out = {0};
	const struct symmetry_group *g = r->group;
	text_format(&out, "%s: machine %s: ", r->model->file, model_name(r->model));
	if (r->reason) text_format(&out, "inconclusive: %s\n", r->reason);
	else if (g->generator_count == 0) text_add(&out, "no symmetry\n");
	else text_format(&out, "symmetry: a group of order %s\n", g->order);
	text_add(&out, "bounds: ");
	bounds_print(&out, &r->universe);
	text_add_char(&out, '\n');
	if (r->setups)
		text_format(&out, "constants: as in the first of %llu valuations%s\n",
		            (unsigned long long)r->setups, r->setups == 1 ? " (the only one)" : "");
	sets_text(r, &out);
	group_text(r, &out);
	breakers_text(r, &out);
	if (r->of_all) of_all_text(r, &out);
	report_text(r->cli, &out);
	text_clear(&out);
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static void json_atom(struct json *j, const struct symmetry_report *r,
                      const struct symmetry_group *g, uint32_t atom)
{
	struct text out = {0};
	symmetry_print_atom(g, &r->universe, atom, &out);
	json_string(j, NULL, text_get(&out));
	text_clear(&out);
}

static void json_orbits(struct json *j, const struct symmetry_report *r,
                        const struct symmetry_group *g)
{
	json_begin(j, "orbits", '[');
	for (uint32_t i = 0; i < g->atom_count; i++) {
		if (g->orbit[i] != i) continue;
		json_begin(j, NULL, '[');
		for (uint32_t k = i; k < g->atom_count; k++)
			if (g->orbit[k] == i) json_atom(j, r, g, k);
		json_end(j, ']');
	}
	json_end(j, ']');
}

static void json_group(struct json *j, const struct symmetry_report *r,
                       const struct symmetry_group *g)
{
	static const char *const shapes[] = {"other", "full", "cyclic", "dihedral", "wreath"};
	json_string(j, "order", g->order);
	json_begin(j, "factors", '[');
	for (uint32_t i = 0; i < g->factor_count; i++) {
		const struct symmetry_factor *f = &g->factors[i];
		json_begin(j, NULL, '{');
		json_string(j, "shape", shapes[f->shape]);
		json_string(j, "order", f->order);
		json_begin(j, "atoms", '[');
		for (uint32_t k = 0; k < f->degree; k++) json_atom(j, r, g, f->atoms[k]);
		json_end(j, ']');
		json_end(j, '}');
	}
	json_end(j, ']');
	json_begin(j, "generators", '[');
	for (uint32_t i = 0; i < g->generator_count; i++) {
		struct text out = {0};
		symmetry_print_cycles(g, &r->universe, g->generators[i], &out);
		json_string(j, NULL, text_get(&out));
		text_clear(&out);
	}
	json_end(j, ']');
}

static void json_cause(struct json *j, const struct symmetry_report *r,
                       const struct symmetry_cause *c)
{
	struct text out = {0};
	struct pos pos = c->item       ? node_start(c->item)
	                 : c->constant ? c->constant->pos
	                               : (struct pos){0};
	if (c->item) print_formula(r->model->project, c->item, &out);
	else if (c->constant) value_text(r, c->constant, 0, &out);
	json_string(j, "text", c->item || c->constant ? text_get(&out) : NULL);
	json_place(j, "at", &r->model->diag, pos);
	text_clear(&out);
}

static void json_together(struct json *j, const struct symmetry_report *r,
                          const struct symmetry_breaker *b)
{
	json_begin(j, "together", '[');
	for (uint32_t i = 0; i < b->cause_count; i++) {
		json_begin(j, NULL, '{');
		json_cause(j, r, &b->causes[i]);
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void json_breakers(struct json *j, const struct symmetry_report *r)
{
	json_begin(j, "broken_by", '[');
	for (uint32_t i = 0; i < r->breakers.list.count; i++) {
		const struct symmetry_breaker *b = &r->breakers.list.at[i];
		struct symmetry_cause none = {0};
		json_begin(j, NULL, '{');
		json_string(j, "set", b->name);
		json_string(j, "why", b->why);
		json_bool(j, "only", b->is_only);
		json_bool(j, "calculates", b->calculates);
		json_integer(j, "orbits_without", b->orbits);
		if (b->cause_count < 2) json_cause(j, r, b->cause_count ? b->causes : &none);
		if (b->cause_count > 1) json_together(j, r, b);
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void symmetry_json(const struct symmetry_report *r)
{
	struct json j = {0};
	report_open(&j, r->cli, r->model->file, model_name(r->model), verdict(r));
	report_bounds(&j, &r->universe, !r->reason);
	json_string(&j, "reason", r->reason);
	json_group(&j, r, r->group);
	json_orbits(&j, r, r->group);
	if (r->of_all) {
		json_begin(&j, "all_valuations", '{');
		json_group(&j, r, r->of_all);
		json_orbits(&j, r, r->of_all);
		json_end(&j, '}');
	}
	json_breakers(&j, r);
	json_begin(&j, "findings", '[');
	report_warnings(&j, &r->model->diag);
	json_end(&j, ']');
	report_errors(&j, &r->model->diag);
	report_stats(&j);
	json_integer(&j, "vertices", r->group->vertices);
	json_integer(&j, "setups", (int64_t)r->setups);
	report_close(&j, r->cli);
}

/* ---- the command ----------------------------------------------------------------------------------------- */

/* The constants of the first setup, if there is one. */
static void take_constants(struct symmetry_report *r, struct explore *x)
{
	struct explore_view view;
	struct arena *a = &r->model->project->arena;
	explore_begin(x);
	explore_view(x, &view);
	const struct explore_result *result = explore_result(x);
	if (view.unknown_count == 0) return;
	r->setups = result->stats.setups;
	if (!explore_load(x, 0)) {
		r->reason =
		    r->setups ? "there is no initial state" : "no values of the constants are known";
		return;
	}
	value *known = ARENA_ARRAY(a, view.unknown_count, value);
	for (uint32_t i = 0; i < view.unknown_count; i++)
		known[i] = eval_get(view.eval, view.unknowns[i]);
	r->question.constants = view.unknowns;
	r->question.known = known;
	r->question.constant_count = view.unknown_count;
}

/* What is said of the constants is a part of the text then. */
static struct symmetry_group *group_of_all(const struct symmetry_report *r)
{
	struct symmetry_question q = r->question;
	q.constant_count = 0;
	struct symmetry_group *g = symmetry_detect(&q);
	if (g->is_whole) return g;
	symmetry_close(g);
	return NULL;
}

static int symmetry(struct symmetry_report *r)
{
	struct cli *c = r->cli;
	struct watch w;
	watch_work(&w, c, r->model->project, WATCH_ENDS);
	struct explore_options o = {.all_setups = true, .alone = true, .stop = &w.flag};
	r->values = values_open(&r->model->names);
	struct explore *x = explore_open(r->model->project, r->values, &r->universe, &o);
	r->question.project = r->model->project;
	r->question.universe = &r->universe;
	r->question.values = r->values;
	r->question.stop = &w.flag;
	r->question.finds_identifiers = true;
	take_constants(r, x);
	r->group = symmetry_detect(&r->question);
	if (!r->group->is_whole) r->reason = r->group->reason;
	symmetry_find_breakers(&r->question, &r->breakers);
	if (r->setups > 1) r->of_all = group_of_all(r);
	watch_stop(&w);
	if (watch_limit(&w)) r->reason = watch_limit(&w);
	if (c->options.json) symmetry_json(r);
	else symmetry_text(r);
	symmetry_breakers_clear(&r->breakers);
	symmetry_close(r->group);
	symmetry_close(r->of_all);
	explore_close(x);
	values_close(r->values);
	return r->reason ? EXIT_INCONCLUSIVE : EXIT_GOOD;
}

static int symmetry_of_model(struct cli *c, struct model *m, const struct bounds_options *bounds)
{
	struct symmetry_report r = {.cli = c, .model = m};
	if (!findings_has_machine(m)) return findings_input_error(c, m);
	r.question.goal = findings_goal(c, m);
	bool good = m->diag.errors == 0 && model_fit(c, m, bounds, &r.universe, &r.notes);
	int code = good ? symmetry(&r) : findings_input_error(c, m);
	universe_clear(&r.universe);
	text_clear(&r.notes);
	return code;
}

int symmetry_command(struct cli *c) { return model_ask(c, symmetry_of_model); }
