/* What the commands that run machines have in common: bounds, the goal, bad input, the answer. */
#include "cli/check/findings.h"

/* ---- what is looked for ---------------------------------------------------------------------------- */

static bool kind_at(uint32_t index, struct choice_line *out)
{
	const struct check_kind *k = check_kind(index);
	if (k) *out = (struct choice_line){k->word, k->run ? "" : "states only", 0, k->help};
	return k != NULL;
}

bool findings_read_find(struct findings *f)
{
	const char *list = f->cli->options.find;
	const struct check_kind *k;
	uint32_t bits;
	if (!choices_read(f->cli, "find", list, kind_at, &bits)) return false;
	for (uint32_t i = 0; list && (k = check_kind(i)); i++) f->unwanted[k->kind] = !(bits & 1u << i);
	if (list && !f->unwanted[EXPLORE_WELLDEFINED])
		f->cli->options.strict = true; /* asked for by name: a fault */
	return true;
}

struct choice_line findings_engine_line(const struct engine_info *e)
{
	static const char *const concludes[] = {[ENGINE_PROVES] = "proves",
	                                        [ENGINE_FINDS] = "finds",
	                                        [ENGINE_FINDS | ENGINE_PROVES] = "finds, proves",
	                                        [ENGINE_FINDS | ENGINE_COVERS] = "finds, covers",
	                                        [ENGINE_FINDS | ENGINE_PROVES | ENGINE_COVERS] =
	                                            "finds, proves, covers"};
	return (struct choice_line){e->name, concludes[e->concludes], e->share, e->help};
}

bool findings_help_find(struct cli *c) { return choices_help(c, "find", c->options.find, kind_at); }

/* --goal, else the definition GOAL; with errors in the diag if it is no predicate. */
const struct node *findings_goal(struct cli *c, struct model *m)
{
	struct project *p = m->project;
	const struct node *n =
	    c->options.goal ? project_formula(p, c->options.goal, NULL) : project_definition(p, "GOAL");
	if (!n || !n->type) return n;
	if (c->options.goal) diag_at(&m->diag, n->pos, DIAG_ERROR, "the goal is not a predicate");
	else diag_at(&m->diag, n->pos, DIAG_WARNING, "the definition 'GOAL' is not a predicate");
	return NULL;
}

bool findings_has_machine(struct model *m)
{
	if (m->diag.errors > 0 || !m->project || !m->project->main) return false;
	if (m->project->main->kind != MACHINE_DEFINITIONS) return true;
	diag_at(&m->diag, (struct pos){0}, DIAG_ERROR, "'%s' is a definition file: no machine",
	        m->file);
	return false;
}

uint32_t findings_errors(const struct findings *f)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < f->result->findings.count; i++)
		n += f->result->findings.at[i].severity == DIAG_ERROR &&
		     findings_is_wanted(f, &f->result->findings.at[i]);
	return n;
}

/* A proof that the invariants are true says nothing of a goal. */
const char *findings_goal_state(const struct findings *f)
{
	if (!f->goal || f->unwanted[EXPLORE_GOAL]) return NULL;
	for (uint32_t i = 0; i < f->result->findings.count; i++)
		if (f->result->findings.at[i].kind == EXPLORE_GOAL) return "reached";
	bool has_all = f->has_all_states || f->has_all_runs;
	return f->is_complete && has_all ? "not reached in any state"
	                                 : "not reached in what was looked at";
}

struct bounds_use findings_uses(const struct findings *f)
{
	struct bounds_use use = bounds_use_of_project(&f->universe, f->model->project);
	bounds_use_of(&f->universe, f->goal, &use);
	use.sizes &= !f->is_for_all_sizes;
	return use;
}

const struct check_part *findings_part(const struct findings *f, const char *kind)
{
	return strcmp(kind, "deadlock") == 0 ? &f->parts->deadlock : &f->parts->others;
}

static bool has_node(const struct node *n, enum op op)
{
	bool has = n->op == op;
	for (uint32_t i = 0; i < n->count && !has; i++) has = n->kid[i] && has_node(n->kid[i], op);
	return has;
}

static bool has_substitution(const struct findings *f, enum op op)
{
	bool has = false;
	for (uint32_t i = 0; i < f->result->coverage.count && !has; i++)
		has = has_node(f->result->coverage.at[i].operation->body, op);
	return has;
}

static bool has_duty(const struct findings *f, bool of_assertions)
{
	bool is_assertion, has_variables, has = false;
	for (uint32_t i = 0; explore_duty(f->explore, i, &is_assertion, &has_variables); i++)
		has |= is_assertion == of_assertions;
	return has;
}

/* What runs look for and the machine has. */
bool findings_has_part(const struct findings *f, const struct check_kind *k)
{
	if (f->unwanted[k->kind]) return false;
	switch (k->kind) {
	case EXPLORE_INVARIANT: return has_duty(f, false);
	case EXPLORE_ASSERTION: return has_duty(f, true);
	case EXPLORE_DEADLOCK: return true;
	case EXPLORE_WELLDEFINED: return f->cli->options.strict; /* else it is no fault */
	case EXPLORE_PRECONDITION: return has_substitution(f, OP_S_CALL);
	case EXPLORE_ASSERT: return has_substitution(f, OP_S_ASSERT);
	case EXPLORE_WHILE: return has_substitution(f, OP_S_WHILE);
	default: return false;
	}
}

bool findings_is_wanted(const struct findings *f, const struct explore_finding *found)
{
	return !f->unwanted[found->kind];
}

const char *findings_nothing(struct findings *f)
{
	const struct options *o = &f->cli->options;
	if (o->find) return arena_format(&f->model->project->arena, "no fault of '--find %s'", o->find);
	return "no fault";
}

const char *findings_severity(enum severity s)
{
	return s == DIAG_ERROR ? "error" : s == DIAG_WARNING ? "warning" : "note";
}

const char *findings_name(const struct decl *d) { return d->full_name ? d->full_name : d->name; }

void findings_print_notes(struct cli *c, const char *lines)
{
	while (*lines) {
		size_t length = strcspn(lines, "\n");
		report_error(c, "bounce: note: %.*s\n", (int)length, lines);
		lines += length + (lines[length] != 0);
	}
}

void findings_answer(struct findings *f)
{
	f->longest = abbreviate_from(f->cli);
	if (report_begin_object(f->cli)) {
		findings_json(f);
		report_end_object(f->cli);
	}
	if (!f->cli->options.json) {
		report_diagnostics(f->cli, &f->model->diag);
		findings_print_notes(f->cli, text_get(&f->notes));
		findings_text(f);
	}
}

int findings_input_error(struct cli *c, struct model *m)
{
	struct json j = {0};
	if (!c->options.json) report_diagnostics(c, &m->diag);
	if (!report_begin_object(c)) return EXIT_INPUT;
	report_open(&j, c, m->file, model_name(m), "error");
	json_begin(&j, "findings", '[');
	report_warnings(&j, &m->diag);
	json_end(&j, ']');
	report_errors(&j, &m->diag);
	report_stats(&j);
	report_close(&j, c);
	report_end_object(c);
	return EXIT_INPUT;
}

const char *findings_place(struct findings *f, struct pos pos, const char *message)
{
	struct arena *a = &f->model->project->arena;
	struct place p = diag_place(&f->model->diag, pos);
	if (!p.source) return arena_format(a, "%s", message);
	return arena_format(a, "%s:%u:%u: %s", p.source->file, p.line, p.column, message);
}

/* Many of which perhaps few are to blame explain nothing. */
void findings_note_conflict(struct findings *f, const struct conflict *c)
{
	enum { MOST = 20 };
	if (c->count == 0 || (!c->is_minimal && c->count > MOST)) return;
	report_conflict(&f->notes, f->model->project, c->conjuncts, c->count, c->is_minimal,
	                c->is_near);
}

enum vacuous findings_vacuous(struct findings *f)
{
	struct watch w;
	struct conflict c;
	watch_work(&w, f->cli, f->model->project, WATCH_ASKS);
	enum vacuous why = vacuous_why(f->explore, f->model->project, &f->universe, &w.flag, &c);
	watch_stop(&w);
	findings_note_conflict(f, &c);
	if (why == VACUOUS_FOR_BOUNDS)
		f->reason = arena_format(&f->model->project->arena, "%s", explore_unfit(f->explore));
	return why;
}
