/* What is searched: the names and conjuncts of a predicate, or of the PROPERTIES of a machine. */
#include "cli/solve/solution.h"
#include "logic/logic.h"

/* ---- names ------------------------------------------------------------------------------------- */

const char *problem_name(const struct decl *d) { return d->full_name ? d->full_name : d->name; }

static void find_names(struct problem *p, const struct node *predicate, const struct decls *unknown)
{
	VEC(const struct node *) all = {0};
	VEC_PUSH(&all, predicate);
	for (uint32_t i = 0; i < p->conjuncts.count; i++) VEC_PUSH(&all, p->conjuncts.at[i]);
	bounds_open_names(p->eval, unknown, all.at, all.count, &p->names);
	VEC_CLEAR(&all);
}

static void show_all(struct problem *p)
{
	for (uint32_t i = 0; i < p->names.list.count; i++)
		VEC_PUSH(&p->shown.list, p->names.list.at[i]);
}

/* ---- ranges of a bounds file ------------------------------------------------------------------- */

/* The values of the type whose integers are in the range. */
static void add_set(const struct type *t, const struct bounds_identifier *r, struct text *out)
{
	switch (t->kind) {
	case TYPE_INTEGER:
		text_format(out, "(%lld..%lld)", (long long)r->low, (long long)r->high);
		return;
	case TYPE_POW:
		text_add(out, "POW(");
		add_set(t->a, r, out);
		break;
	case TYPE_PAIR:
		text_add_char(out, '(');
		add_set(t->a, r, out);
		text_add_char(out, '*');
		add_set(t->b, r, out);
		break;
	case TYPE_RECORD:
		for (uint32_t i = 0; i < t->count; i++) {
			text_format(out, "%s%s:", i ? "," : "struct(", t->fields[i].name);
			add_set(t->fields[i].type, r, out);
		}
		break;
	default: print_type(t, out); return;
	}
	text_add_char(out, ')');
}

/* d : set; false with an error in the diag if the set cannot be written down. */
static bool add_range(struct problem *p, struct decl *d, const struct bounds_identifier *r)
{
	struct project *project = p->setting->model.project;
	struct text set = {0};
	add_set(d->type, r, &set);
	const struct node *range = project_formula(project, text_get(&set), NULL);
	text_clear(&set);
	if (!range) return false;
	const struct node *left = build_name(&project->arena, d, r->pos);
	VEC_PUSH(&p->conjuncts, build_join(&project->arena, OP_MEMBER, left, range));
	p->has_ranges = true;
	return true;
}

/* Ranges are conjuncts like others: a conflict with them is explained, too. */
static bool add_ranges(struct problem *p)
{
	bool good = true;
	for (uint32_t i = 0; i < p->names.list.count; i++) {
		struct decl *d = p->names.list.at[i];
		const struct bounds_identifier *r = bounds_identifier(&p->setting->bounds, d);
		if (r) good &= add_range(p, d, r);
	}
	return good;
}

/* ---- opening ----------------------------------------------------------------------------------- */

static void open_machine(struct problem *p, struct explore_view *out)
{
	struct setting *s = p->setting;
	struct explore_options options = {.stop = &s->watch.flag, .alone = true};
	p->explore = explore_open(s->model.project, p->values, &s->universe, &options);
	explore_view(p->explore, out);
	p->eval = out->eval;
	for (uint32_t i = 0; out->properties && i < out->properties->count; i++)
		VEC_PUSH(&p->conjuncts, out->properties->kid[i]);
}

static void open_problem(struct problem *p, struct setting *s, bool with_properties,
                         struct explore_view *out)
{
	memset(p, 0, sizeof *p);
	p->setting = s;
	p->values = values_open(&s->model.names);
	if (with_properties) open_machine(p, out);
	else p->eval = eval_open(s->model.project, p->values, &s->universe);
	eval_set_interrupt(p->eval, &s->watch.flag);
}

bool problem_constants(struct problem *p, struct setting *s)
{
	struct explore_view view;
	open_problem(p, s, true, &view);
	for (uint32_t i = 0; i < view.unknown_count; i++) VEC_PUSH(&p->names.list, view.unknowns[i]);
	show_all(p);
	return bounds_check_names(s->model.project, &s->bounds) && add_ranges(p);
}

static const struct node *read_predicate(struct setting *s, const char *text, struct decls *unknown)
{
	struct diag *d = &s->model.diag;
	const struct node *n = project_formula(s->model.project, text, unknown);
	if (s->file && d->sources.count) VEC_LAST(&d->sources)->file = names_of(d->names, s->file);
	bool is_substitution = n && node_class(n) == CLASS_SUBST;
	if (!n || (!n->type && !is_substitution)) return n;
	diag_at(d, node_start(n), DIAG_ERROR, "expected a predicate, found %s",
	        is_substitution ? "a substitution" : "an expression");
	return NULL;
}

/* In a batch not every predicate has all names. */
static bool check_ranges(struct setting *s, const struct decls *unknown)
{
	return s->cli->options.batch ||
	       bounds_check_formula_names(s->model.project, &s->bounds, unknown);
}

bool problem_formula(struct problem *p, struct setting *s, const char *text)
{
	struct decls unknown = {0};
	struct explore_view view;
	memset(p, 0, sizeof *p);
	const struct node *n = read_predicate(s, text, &unknown);
	bool good = n && check_ranges(s, &unknown);
	if (good) {
		bool has_machine = setting_has_machine(s);
		open_problem(p, s, has_machine && s->cli->options.properties, &view);
		find_names(p, n, &unknown);
		VEC_PUSH(&p->conjuncts, n);
		show_all(p);
		good = add_ranges(p);
	}
	VEC_CLEAR(&unknown.list);
	return good;
}

void problem_close(struct problem *p)
{
	if (p->explore) explore_close(p->explore);
	else if (p->eval) eval_close(p->eval);
	if (p->values) values_close(p->values);
	VEC_CLEAR(&p->names.list);
	VEC_CLEAR(&p->shown.list);
	VEC_CLEAR(&p->conjuncts);
}

/* ---- --show ------------------------------------------------------------------------------------ */

static struct decl *find_name(const struct problem *p, const char *word, size_t length)
{
	for (uint32_t i = 0; i < p->names.list.count; i++) {
		const char *own = problem_name(p->names.list.at[i]);
		if (strlen(own) == length && strncmp(own, word, length) == 0) return p->names.list.at[i];
	}
	return NULL;
}

static bool unknown_name(struct problem *p, const char *word, size_t length)
{
	struct text names = {0};
	for (uint32_t i = 0; i < p->names.list.count; i++)
		text_format(&names, "%s%s", i ? ", " : "", problem_name(p->names.list.at[i]));
	report_usage(p->setting->cli, "'--show' names '%.*s', which is not searched; these are: %s",
	             (int)length, word, names.count ? text_get(&names) : "none");
	text_clear(&names);
	return false;
}

/* Adds the name that these characters are, without blanks around it. */
static bool show_word(struct problem *p, const char *word, size_t length)
{
	size_t blanks = strspn(word, " ");
	if (blanks > length) blanks = length;
	word += blanks;
	length -= blanks;
	while (length && word[length - 1] == ' ') length--;
	struct decl *d = find_name(p, word, length);
	if (!d) return unknown_name(p, word, length);
	for (uint32_t i = 0; i < p->shown.list.count; i++)
		if (p->shown.list.at[i] == d) return true;
	VEC_PUSH(&p->shown.list, d);
	return true;
}

bool problem_show(struct problem *p)
{
	const char *word = p->setting->cli->options.show;
	if (!word) return true;
	p->shown.list.count = 0;
	for (;;) {
		size_t length = strcspn(word, ",");
		if (!show_word(p, word, length)) return false;
		if (!word[length]) return true;
		word += length + 1;
	}
}
