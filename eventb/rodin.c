/* Rodin's sources: .bum and .buc. Files of Rodin's static checker are not needed. All files are read before the first formula is:
 * a declared name is no word of the language, wherever it is used. */
#include "eventb/formula.h"
#include "eventb/inside.h"
#include "input/xml.h"

#define CORE "org.eventb.core."

struct rodin_file {
	const struct xml *root;
	const struct source *source;
	name name;
	bool is_machine;
};

struct rodin {
	struct eventb_model *model;
	struct project *project;
	struct shelf *shelf;
	const char *folder;
	VEC(struct rodin_file) files;
	struct map declared;
	const struct source *source; /* of the file whose formulas are being read */
};

/* ---- elements ---------------------------------------------------------------------------------------- */

static bool is_element(const struct xml *x, const char *tag)
{
	size_t length = strlen(CORE);
	return strncmp(x->tag, CORE, length) == 0 && strcmp(x->tag + length, tag) == 0;
}

static const char *attribute(const struct xml *x, const char *which)
{
	for (uint32_t i = 0; x->attributes[i]; i += 2) {
		const char *found = x->attributes[i];
		if (strncmp(found, CORE, strlen(CORE)) == 0 && strcmp(found + strlen(CORE), which) == 0)
			return x->attributes[i + 1];
	}
	return NULL;
}

/* One that must be there: NULL with an error. */
static const char *needed(struct rodin *r, const struct xml *x, const char *which)
{
	const char *found = attribute(x, which);
	if (!found)
		diag_at(r->project->diag, x->pos, DIAG_ERROR, "the element '%s' has no attribute '%s'",
		        x->tag, which);
	return found;
}

static bool is_true(const struct xml *x, const char *which)
{
	const char *found = attribute(x, which);
	return found && strcmp(found, "true") == 0;
}

static void add_name(struct rodin *r, const struct xml *x, const char *which,
                     struct eventb_names *to)
{
	const char *found = needed(r, x, which);
	if (found) VEC_PUSH(to, (struct eventb_name){names_of(r->project->names, found), x->pos});
}

/* ---- files ------------------------------------------------------------------------------------------- */

static void declare(struct rodin *r, const struct xml *x)
{
	const char *identifier = attribute(x, "identifier");
	if (identifier) map_put(&r->declared, names_of(r->project->names, identifier), r);
	for (const struct xml *k = x->first; k; k = k->next) declare(r, k);
}

static bool is_read(const struct rodin *r, const char *component, bool is_machine)
{
	for (uint32_t i = 0; i < r->files.count; i++)
		if (r->files.at[i].is_machine == is_machine && strcmp(r->files.at[i].name, component) == 0)
			return true;
	return false;
}

/* A file that is not there is reported when components are linked, where it is needed. */
static bool read_file(struct rodin *r, const char *component, bool is_machine)
{
	static const char *const ignored[] = {NULL};
	struct project *p = r->project;
	if (is_read(r, component, is_machine)) return true;
	struct shelf_file *f = shelf_find(r->shelf, r->folder, component, is_machine);
	if (!f) return true;
	const struct source *s = shelf_read(r->shelf, f);
	const struct xml *root = s ? xml_parse(&p->arena, p->diag, s, ignored) : NULL;
	if (!root) return false;
	if (!is_element(root, is_machine ? "machineFile" : "contextFile")) {
		diag_at(p->diag, root->pos, DIAG_ERROR, "this is no %s of Rodin",
		        is_machine ? "machine" : "context");
		return false;
	}
	VEC_PUSH(&r->files, ((struct rodin_file){root, s, names_of(p->names, component), is_machine}));
	declare(r, root);
	bool good = true;
	for (const struct xml *x = root->first; x && good; x = x->next) {
		bool is_refined = is_element(x, "refinesMachine");
		bool refers = is_refined || is_element(x, "seesContext") || is_element(x, "extendsContext");
		const char *target = refers ? needed(r, x, "target") : NULL;
		if (refers) good = target && read_file(r, target, is_refined);
	}
	return good;
}

/* ---- formulas ------------------------------------------------------------------------------------------ */

typedef const struct node *reader(const struct eventb_reader *r, const struct source *s);

/* `of` is the event, or NULL. */
static void add_formula(struct rodin *r, const struct xml *x, const char *of, const char *which,
                        reader *read, struct eventb_formulas *to)
{
	struct project *p = r->project;
	const char *text = needed(r, x, which), *label = attribute(x, "label");
	if (!text) return;
	const char *shown = label ? label : which;
	if (of) shown = arena_format(&p->arena, "%s/%s", of, shown);
	const struct source *s = eventb_source(p->diag, r->source->file, shown, text);
	struct eventb_reader with = {&p->arena, p->names, p->diag, &r->declared};
	struct eventb_formula f = {.is_theorem = is_true(x, "theorem") || is_element(x, "theorem")};
	f.node = s ? read(&with, s) : NULL;
	if (!f.node) return;
	f.pos = (struct pos){.at = s->start};
	f.label = label ? names_of(p->names, label) : NULL;
	VEC_PUSH(to, f);
}

/* ---- components ---------------------------------------------------------------------------------------- */

/* ProB's plug-in marks those whose definitions are to be kept as they are. */
static void add_constant(struct rodin *r, const struct xml *x, struct eventb_context *c)
{
	add_name(r, x, "identifier", &c->constants);
	for (uint32_t i = 0; x->attributes[i]; i += 2)
		if (strcmp(x->attributes[i], "de.prob.symbolic.symbolicAttribute") == 0 &&
		    strcmp(x->attributes[i + 1], "true") == 0)
			add_name(r, x, "identifier", &c->symbolic);
}

static void read_context(struct rodin *r, const struct rodin_file *f)
{
	struct eventb_context *c = eventb_context_new(r->model, f->name, f->root->pos, f->source);
	for (const struct xml *x = f->root->first; x; x = x->next) {
		if (is_element(x, "extendsContext")) add_name(r, x, "target", &c->extends);
		else if (is_element(x, "carrierSet")) add_name(r, x, "identifier", &c->sets);
		else if (is_element(x, "constant")) add_constant(r, x, c);
		else if (is_element(x, "axiom") || is_element(x, "theorem"))
			add_formula(r, x, NULL, "predicate", eventb_predicate, &c->axioms);
	}
}

static void read_status(struct rodin *r, const struct xml *x, struct eventb_event *e)
{
	static const char *const known[] = {
	    [EVENTB_ORDINARY] = "0", [EVENTB_CONVERGENT] = "1", [EVENTB_ANTICIPATED] = "2"};
	const char *found = attribute(x, "convergence");
	if (!found) return;
	for (int i = 0; i < 3; i++)
		if (strcmp(found, known[i]) == 0) {
			e->status = (enum eventb_status)i;
			return;
		}
	diag_at(r->project->diag, x->pos, DIAG_ERROR, "'%s' is no status of an event", found);
}

static void read_event(struct rodin *r, const struct xml *event, struct eventb_machine *m)
{
	const char *label = needed(r, event, "label");
	if (!label) return;
	name n = names_of(r->project->names, label);
	struct eventb_event *e = eventb_event_new(r->model, m, n, event->pos);
	e->is_extended = is_true(event, "extended");
	read_status(r, event, e);
	for (const struct xml *x = event->first; x; x = x->next) {
		if (is_element(x, "refinesEvent")) add_name(r, x, "target", &e->refines);
		else if (is_element(x, "parameter")) add_name(r, x, "identifier", &e->parameters);
		else if (is_element(x, "guard"))
			add_formula(r, x, label, "predicate", eventb_predicate, &e->guards);
		else if (is_element(x, "witness"))
			add_formula(r, x, label, "predicate", eventb_predicate, &e->witnesses);
		else if (is_element(x, "action"))
			add_formula(r, x, label, "assignment", eventb_assignment, &e->actions);
	}
}

static void read_machine(struct rodin *r, const struct rodin_file *f)
{
	struct eventb_machine *m = eventb_machine_new(r->model, f->name, f->root->pos, f->source);
	for (const struct xml *x = f->root->first; x; x = x->next) {
		if (is_element(x, "refinesMachine")) add_name(r, x, "target", &m->refines);
		else if (is_element(x, "seesContext")) add_name(r, x, "target", &m->sees);
		else if (is_element(x, "variable")) add_name(r, x, "identifier", &m->variables);
		else if (is_element(x, "invariant") || is_element(x, "theorem"))
			add_formula(r, x, NULL, "predicate", eventb_predicate, &m->invariants);
		else if (is_element(x, "variant"))
			add_formula(r, x, NULL, "expression", eventb_expression, &m->variants);
		else if (is_element(x, "event")) read_event(r, x, m);
	}
}

const char *rodin_refines(struct project *p, const struct source *text)
{
	static const char *const ignored[] = {CORE "event", NULL};
	const struct xml *root = xml_parse(&p->arena, p->diag, text, ignored);
	const struct xml *x = root ? xml_kid(root, CORE "refinesMachine") : NULL;
	return x ? attribute(x, "target") : NULL;
}

bool rodin_read(struct eventb_model *m, struct shelf *shelf, const struct shelf_file *main)
{
	struct rodin r = {.model = m, .project = m->project, .shelf = shelf, .folder = main->folder};
	uint32_t errors = m->project->diag->errors;
	bool good = read_file(&r, main->name, main->is_machine);
	for (uint32_t i = 0; i < r.files.count && good; i++) {
		r.source = r.files.at[i].source;
		if (r.files.at[i].is_machine) read_machine(&r, &r.files.at[i]);
		else read_context(&r, &r.files.at[i]);
	}
	VEC_CLEAR(&r.files);
	map_clear(&r.declared);
	return good && m->project->diag->errors == errors;
}
