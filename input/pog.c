/* A .pog file: parts of the context under their names, groups of obligations that refer to them. Each formula
 * is written once. */
#include "input/pog.h"

/* ---- the machine ---------------------------------------------------------------------------------------- */

/* MAXINT of Atelier B, and its opposite. */
static void add_machine(const struct text *sets, struct text *machine)
{
	text_add(machine, "MACHINE obligations");
	if (sets->count) text_format(machine, " SETS %s", text_get(sets));
	text_format(machine, " DEFINITIONS SET_PREF_MAXINT == %d; SET_PREF_MININT == -%d END\n",
	            INT32_MAX, INT32_MAX);
}

/* ---- formulas ------------------------------------------------------------------------------------------- */

struct pog_parts {
	VEC(uint32_t) list;
};

static bool is_predicate(struct pog *p, const struct xml *x)
{
	if (xml_is(x, "Set")) return pog_set_says_more(p, x);
	if (xml_is(x, "Proof_State")) return false;
	return !xml_is(x, "Tag") || x->first;
}

typedef void writer(struct pog *p, const struct xml *x, struct text *out);

/* Of an empty set whose type nothing tells there is another text that does. */
static const char *text_of(struct pog *p, const struct xml *x, writer *write, bool types_empty)
{
	struct text t = {0};
	p->types_empty = types_empty;
	write(p, x, &t);
	const char *text = arena_text(p->arena, text_get(&t), t.count);
	p->types_empty = false;
	text_clear(&t);
	return text;
}

static uint32_t add_written(struct pog *p, const struct xml *x, const char *own, writer *write)
{
	p->trouble = NULL;
	p->has_empty = false;
	struct formula f = {.name = own, .text = text_of(p, x, write, false), .place = pog_place(p, x)};
	if (p->has_empty) f.typed = text_of(p, x, write, true);
	f.trouble = p->trouble;
	VEC_PUSH(&p->out->common, f);
	return p->out->common.count - 1;
}

static uint32_t add_formula(struct pog *p, const struct xml *x, const char *own)
{
	return add_written(p, x, own, pog_formula);
}

struct named { /* formulas that come from one place */
	const char *stem;
	uint32_t number;
};

static const char *next_name(struct pog *p, struct named *n)
{
	return arena_format(p->arena, "%s.%u", n->stem, ++n->number);
}

static void write_differ(struct pog *p, const struct xml *set, struct text *out)
{
	pog_set_differ(p, set, out);
}

static bool has_differ(struct pog *p, const struct xml *set)
{
	struct text t = {0};
	bool has = pog_set_differ(p, set, &t);
	text_clear(&t);
	return has;
}

/* A conjunction is all its conjuncts; an enumerated set says two things. */
static void add_conjuncts(struct pog *p, const struct xml *x, struct named *n, struct pog_parts *to)
{
	if (!is_predicate(p, x)) return;
	if (pog_is_op(x, "Nary_Pred", "&") || xml_is(x, "Tag")) {
		for (const struct xml *k = x->first; k; k = k->next) add_conjuncts(p, k, n, to);
		return;
	}
	uint32_t f = add_formula(p, x, next_name(p, n));
	VEC_PUSH(&to->list, f);
	if (!xml_is(x, "Set") || !has_differ(p, x)) return;
	f = add_written(p, x, next_name(p, n), write_differ);
	VEC_PUSH(&to->list, f);
}

/* All predicates in there, named "inv.1", "inv.2", ... */
static void add_formulas(struct pog *p, const struct xml *holder, const char *stem,
                         struct pog_parts *to)
{
	struct named n = {.stem = stem};
	for (const struct xml *k = holder->first; k; k = k->next) add_conjuncts(p, k, &n, to);
}

/* ---- the context ---------------------------------------------------------------------------------------- */

struct define {
	const struct xml *xml;
	bool is_read;
	struct pog_parts parts;
};

struct context {
	struct pog *pog;
	struct map of; /* name -> struct define */
	VEC(struct define *) all;
	struct map lists;   /* names of definitions -> struct formula_list: all of their formulas */
	struct map numbers; /* tag -> struct pog_number: how many goals have it so far */
};

struct pog_number {
	uint32_t count;
};

static void find_defines(struct context *c, const struct xml *root)
{
	struct pog *p = c->pog;
	for (const struct xml *d = xml_kid(root, "Define"); d; d = xml_next(d, "Define")) {
		struct define *new = ARENA_NEW(p->arena, struct define);
		*new = (struct define){.xml = d};
		map_put(&c->of, names_of(&p->names, pog_attribute(p, d, "name")), new);
		VEC_PUSH(&c->all, new);
	}
}

static const struct formula_list *keep_parts(struct pog *p, const struct formula_list *before,
                                             struct pog_parts *x)
{
	struct formula_list *new = ARENA_NEW(p->arena, struct formula_list);
	uint32_t count = x->list.count;
	*new = (struct formula_list){before, VEC_FREEZE(&x->list, p->arena), count};
	return new;
}

/* Hypotheses that are not there: nothing is refuted for sure. */
static void add_missing(struct pog *p, const struct xml *reference, const char *own,
                        struct pog_parts *to)
{
	VEC_PUSH(&to->list, p->out->common.count);
	VEC_PUSH(&p->out->common,
	         ((struct formula){
	             .name = own,
	             .text = "",
	             .place = pog_place(p, reference),
	             .trouble = arena_format(p->arena, "there is no <Define name=\"%s\">", own)}));
}

/* The predefined sets are what they are. */
static void add_definition(struct context *c, const struct xml *reference, struct pog_parts *to)
{
	const char *own = pog_attribute(c->pog, reference, "name");
	struct define *d = map_get(&c->of, names_of(&c->pog->names, own));
	if (strcmp(own, "B definitions") == 0) return;
	if (!d) {
		add_missing(c->pog, reference, own, to);
		return;
	}
	if (!d->is_read) add_formulas(c->pog, d->xml, own, &d->parts);
	d->is_read = true;
	for (uint32_t i = 0; i < d->parts.list.count; i++) VEC_PUSH(&to->list, d->parts.list.at[i]);
}

/* Most groups refer to the same ones. */
static const struct formula_list *definitions(struct context *c, const struct xml *group)
{
	struct pog *p = c->pog;
	struct text all = {0};
	const struct xml *first = xml_kid(group, "Definition");
	for (const struct xml *r = first; r; r = xml_next(r, "Definition"))
		text_format(&all, "%s\n", pog_attribute(p, r, "name"));
	name key = names_of(&p->names, text_get(&all));
	const struct formula_list *known = map_get(&c->lists, key);
	text_clear(&all);
	if (known) return known;
	struct pog_parts parts = {0};
	for (const struct xml *r = first; r; r = xml_next(r, "Definition"))
		add_definition(c, r, &parts);
	known = keep_parts(p, NULL, &parts);
	map_put(&c->lists, key, (void *)(uintptr_t)known);
	return known;
}

static void context_clear(struct context *c)
{
	for (uint32_t i = 0; i < c->all.count; i++) VEC_CLEAR(&c->all.at[i]->parts.list);
	VEC_CLEAR(&c->all);
	map_clear(&c->of);
	map_clear(&c->lists);
	map_clear(&c->numbers);
}

/* ---- obligations ---------------------------------------------------------------------------------------- */

/* A <Proof_Obligation>: goals with hypotheses in common. */
struct pog_group {
	struct context *context;
	const struct xml *xml;
	const struct formula_list *common;
	struct map local;   /* num -> struct pog_parts */
	struct map written; /* num -> struct xml */
	VEC(struct pog_parts *) locals;
};

/* A local hypothesis may refer to another one, also to one that follows. */
static void find_locals(struct pog_group *g)
{
	struct pog *p = g->context->pog;
	for (const struct xml *h = xml_kid(g->xml, "Local_Hyp"); h; h = xml_next(h, "Local_Hyp"))
		map_put(&g->written, names_of(&p->names, pog_attribute(p, h, "num")), (void *)(uintptr_t)h);
	p->local = &g->written;
}

static void read_hypotheses(struct pog_group *g)
{
	struct pog *p = g->context->pog;
	const struct xml *h = xml_kid(g->xml, "Hypothesis");
	struct pog_parts own = {0};
	uint32_t number = 0;
	find_locals(g);
	g->common = definitions(g->context, g->xml);
	for (; h; h = xml_next(h, "Hypothesis"))
		add_formulas(p, h, arena_format(p->arena, "hyp%u", ++number), &own);
	if (own.list.count) g->common = keep_parts(p, g->common, &own);
	for (h = xml_kid(g->xml, "Local_Hyp"); h; h = xml_next(h, "Local_Hyp")) {
		struct pog_parts *x = ARENA_NEW(p->arena, struct pog_parts);
		const char *num = pog_attribute(p, h, "num");
		*x = (struct pog_parts){0};
		add_formulas(p, h, arena_format(p->arena, "local%s", num), x);
		map_put(&g->local, names_of(&p->names, num), x);
		VEC_PUSH(&g->locals, x);
	}
}

static void add_reference(struct pog_group *g, const struct xml *r, struct sequent *q,
                          struct pog_parts *to)
{
	struct pog *p = g->context->pog;
	const char *num = pog_attribute(p, r, "num");
	const struct pog_parts *x = map_get(&g->local, names_of(&p->names, num));
	if (!x) q->trouble = arena_format(p->arena, "there is no <Local_Hyp num=\"%s\">", num);
	for (uint32_t i = 0; x && i < x->list.count; i++) VEC_PUSH(&to->list, x->list.at[i]);
}

static bool has_only_references(const struct xml *x)
{
	if (xml_is(x, "Ref_Hyp")) return true;
	if (!pog_is_op(x, "Nary_Pred", "&")) return false;
	for (const struct xml *k = x->first; k; k = k->next)
		if (!has_only_references(k)) return false;
	return true;
}

static void add_all_references(struct pog_group *g, const struct xml *x, struct sequent *q,
                               struct pog_parts *to)
{
	if (xml_is(x, "Ref_Hyp")) add_reference(g, x, q, to);
	else
		for (const struct xml *k = x->first; k; k = k->next) add_all_references(g, k, q, to);
}

/* The local hypotheses that the goal refers to follow the common ones; they stand before it, or in it as
 * (Ref_Hyp & Ref_Hyp) => goal. Returns what is left of the goal. */
static const struct xml *add_references(struct pog_group *g, const struct xml *simple,
                                        const struct xml *goal, struct sequent *q)
{
	struct pog_parts own = {0};
	for (const struct xml *r = xml_kid(simple, "Ref_Hyp"); r; r = xml_next(r, "Ref_Hyp"))
		add_reference(g, r, q, &own);
	while (goal && pog_is_op(goal, "Binary_Pred", "=>") && goal->first && goal->first->next &&
	       has_only_references(goal->first)) {
		add_all_references(g, goal->first, q, &own);
		goal = goal->first->next;
	}
	q->common = own.list.count ? keep_parts(g->context->pog, g->common, &own) : g->common;
	return goal;
}

/* Goals of several groups may have the same tag: they are counted on, as Atelier B does. */
static const char *goal_name(struct pog_group *g)
{
	struct pog *p = g->context->pog;
	const struct xml *tag = xml_kid(g->xml, "Tag");
	name own = names_of(&p->names, tag && *tag->text ? tag->text : "PO");
	struct pog_number *n = map_get(&g->context->numbers, own);
	if (!n) {
		n = ARENA_NEW(p->arena, struct pog_number);
		n->count = 0;
		map_put(&g->context->numbers, own, n);
	}
	return arena_format(p->arena, "%s.%u", own, ++n->count);
}

static void add_goal(struct pog_group *g, const struct xml *simple)
{
	struct pog *p = g->context->pog;
	const struct xml *goal = xml_kid(simple, "Goal");
	struct sequent q = {.name = goal_name(g), .place = pog_place(p, simple)};
	const struct xml *rest = add_references(g, simple, goal ? goal->first : NULL, &q);
	if (rest) q.common_goal = add_formula(p, rest, "goal");
	else q.trouble = arena_format(p->arena, "<Simple_Goal> without a goal");
	VEC_PUSH(p->out, q);
}

static void read_group(struct context *c, const struct xml *xml)
{
	struct pog_group g = {.context = c, .xml = xml};
	read_hypotheses(&g);
	for (const struct xml *o = xml_kid(xml, "Simple_Goal"); o; o = xml_next(o, "Simple_Goal"))
		add_goal(&g, o);
	for (uint32_t i = 0; i < g.locals.count; i++) VEC_CLEAR(&g.locals.at[i]->list);
	VEC_CLEAR(&g.locals);
	map_clear(&g.local);
	map_clear(&g.written);
	c->pog->local = NULL;
}

bool pog_read(struct arena *arena, struct diag *diag, const char *path, struct sequents *out,
              struct text *machine)
{
	static const char *const no_formulas[] = {"Attr", "Comment", NULL};
	struct pog p = {.arena = arena, .diag = diag, .file = path, .out = out};
	struct context c = {.pog = &p};
	struct text sets = {0};
	const struct xml *root = xml_read(arena, diag, path, no_formulas);
	if (!root) return false;
	if (!xml_is(root, "Proof_Obligations")) {
		diag_at(diag, root->pos, DIAG_ERROR, "expected <Proof_Obligations>, found <%s>", root->tag);
		return false;
	}
	names_init(&p.names);
	pog_read_types(&p, root);
	pog_add_sets(&p, root, &sets);
	find_defines(&c, root);
	for (const struct xml *g = xml_kid(root, "Proof_Obligation"); g;
	     g = xml_next(g, "Proof_Obligation"))
		read_group(&c, g);
	add_machine(&sets, machine);
	context_clear(&c);
	text_clear(&sets);
	pog_clear(&p);
	return true;
}
