/* A .pog file: parts of the context under their names, groups of obligations that refer to them. Each formula
 * is written once. */
#include "cli/pog.h"

#include "bounds/bounds.h"

/* ---- SETS --------------------------------------------------------------------------------------------- */

static void add_set(struct pog *p, const struct xml *set, struct text *machine)
{
	const struct xml *id = xml_kid(set, "Id"), *values = xml_kid(set, "Enumerated_Values");
	if (!id || map_get(&p->elements, pog_name(p, id))) return;
	if (!pog_is_own_type(p, id)) return; /* VALUES make it a set of numbers */
	map_put(&p->elements, pog_name(p, id), p);
	text_format(machine, "%s%s", machine->count ? "; " : "", pog_name(p, id));
	for (const struct xml *v = values ? values->first : NULL; v; v = v->next) {
		map_put(&p->elements, pog_name(p, v), p);
		text_format(machine, "%s%s%s", v == values->first ? " = {" : ", ", pog_name(p, v),
		            v->next ? "" : "}");
	}
}

/* Types that are no sets of the context are parameters of the machine. */
static void add_types(struct pog *p, const struct xml *type, struct text *sets)
{
	if (xml_is(type, "Id") && !pog_is_predefined(pog_name(p, type)) &&
	    !map_get(&p->elements, pog_name(p, type))) {
		map_put(&p->elements, pog_name(p, type), p);
		text_format(sets, "%s%s", sets->count ? "; " : "", pog_name(p, type));
	}
	for (const struct xml *k = type->first; k; k = k->next) add_types(p, k, sets);
}

static void read_types(struct pog *p, const struct xml *root)
{
	const struct xml *all = xml_kid(root, "TypeInfos");
	for (const struct xml *t = all ? xml_kid(all, "Type") : NULL; t; t = xml_next(t, "Type")) {
		const char *number = xml_attribute(t, "id");
		if (number && t->first) map_put(&p->types, names_of(&p->names, number), t->first);
	}
}

static void add_sets(struct pog *p, const struct xml *root, struct text *sets)
{
	const struct xml *types = xml_kid(root, "TypeInfos");
	for (const struct xml *d = xml_kid(root, "Define"); d; d = xml_next(d, "Define"))
		for (const struct xml *s = xml_kid(d, "Set"); s; s = xml_next(s, "Set"))
			add_set(p, s, sets);
	if (types) add_types(p, types, sets);
}

/* MININT..MAXINT has the numbers that are written: they are those of a computer. */
static void add_machine(const struct pog *p, const struct text *sets, struct text *machine)
{
	text_add(machine, "MACHINE obligations");
	if (sets->count) text_format(machine, " SETS %s", text_get(sets));
	text_format(machine, " DEFINITIONS SET_PREF_MAXINT == %llu; SET_PREF_MININT == -%llu END\n",
	            (unsigned long long)p->most, (unsigned long long)p->least);
}

/* ---- formulas ------------------------------------------------------------------------------------------- */

struct parts {
	VEC(uint32_t) list;
};

static bool is_predicate(const struct xml *x)
{
	static const char *const other[] = {"Set", "Tag", "Proof_State", "Ref_Hyp"};
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		if (xml_is(x, other[i])) return xml_is(x, "Tag") && x->first;
	return true;
}

static uint32_t add_formula(struct pog *p, const struct xml *x, const char *own)
{
	struct text t = {0};
	p->trouble = NULL;
	pog_formula(p, x, &t);
	VEC_PUSH(&p->out->common, ((struct formula){.name = own,
	                                            .text = arena_text(p->arena, text_get(&t), t.count),
	                                            .place = pog_place(p, x),
	                                            .trouble = p->trouble}));
	text_clear(&t);
	return p->out->common.count - 1;
}

/* All predicates in there, named "inv.1", "inv.2", ... */
static void add_formulas(struct pog *p, const struct xml *holder, const char *stem,
                         struct parts *to)
{
	uint32_t number = 0;
	for (const struct xml *k = holder->first; k; k = k->next) {
		if (!is_predicate(k)) continue;
		uint32_t f = add_formula(p, k, arena_format(p->arena, "%s.%u", stem, ++number));
		VEC_PUSH(&to->list, f);
	}
}

/* ---- the context ---------------------------------------------------------------------------------------- */

struct define {
	const struct xml *xml;
	bool is_read;
	struct parts parts;
};

struct context {
	struct pog *pog;
	struct map of; /* name -> struct define */
	VEC(struct define *) all;
	struct map lists;   /* names of definitions -> struct formula_list: all of their formulas */
	struct map numbers; /* tag -> struct number: how many goals have it so far */
};

struct number {
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
                                             struct parts *x)
{
	struct formula_list *new = ARENA_NEW(p->arena, struct formula_list);
	uint32_t count = x->list.count;
	*new = (struct formula_list){before, VEC_FREEZE(&x->list, p->arena), count};
	return new;
}

/* The predefined sets are what they are. */
static void add_definition(struct context *c, const struct xml *reference, struct parts *to)
{
	const char *own = pog_attribute(c->pog, reference, "name");
	struct define *d = map_get(&c->of, names_of(&c->pog->names, own));
	if (!d || strcmp(own, "B definitions") == 0) return;
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
	struct parts parts = {0};
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
struct group {
	struct context *context;
	const struct xml *xml;
	const struct formula_list *common;
	struct map local; /* num -> struct parts */
	VEC(struct parts *) locals;
};

static void read_hypotheses(struct group *g)
{
	struct pog *p = g->context->pog;
	const struct xml *h = xml_kid(g->xml, "Hypothesis");
	struct parts own = {0};
	uint32_t number = 0;
	g->common = definitions(g->context, g->xml);
	for (; h; h = xml_next(h, "Hypothesis"))
		add_formulas(p, h, arena_format(p->arena, "hyp%u", ++number), &own);
	if (own.list.count) g->common = keep_parts(p, g->common, &own);
	for (h = xml_kid(g->xml, "Local_Hyp"); h; h = xml_next(h, "Local_Hyp")) {
		struct parts *x = ARENA_NEW(p->arena, struct parts);
		const char *num = pog_attribute(p, h, "num");
		*x = (struct parts){0};
		add_formulas(p, h, arena_format(p->arena, "local%s", num), x);
		map_put(&g->local, names_of(&p->names, num), x);
		VEC_PUSH(&g->locals, x);
	}
}

/* The local hypotheses that the goal refers to follow the common ones. */
static void add_references(struct group *g, const struct xml *simple, struct sequent *q)
{
	struct pog *p = g->context->pog;
	struct parts own = {0};
	for (const struct xml *r = xml_kid(simple, "Ref_Hyp"); r; r = xml_next(r, "Ref_Hyp")) {
		const char *num = pog_attribute(p, r, "num");
		const struct parts *x = map_get(&g->local, names_of(&p->names, num));
		if (!x) q->trouble = arena_format(p->arena, "there is no <Local_Hyp num=\"%s\">", num);
		for (uint32_t i = 0; x && i < x->list.count; i++) VEC_PUSH(&own.list, x->list.at[i]);
	}
	q->common = own.list.count ? keep_parts(p, g->common, &own) : g->common;
}

/* Goals of several groups may have the same tag: they are counted on, as Atelier B does. */
static const char *goal_name(struct group *g)
{
	struct pog *p = g->context->pog;
	const struct xml *tag = xml_kid(g->xml, "Tag");
	name own = names_of(&p->names, tag && *tag->text ? tag->text : "PO");
	struct number *n = map_get(&g->context->numbers, own);
	if (!n) {
		n = ARENA_NEW(p->arena, struct number);
		n->count = 0;
		map_put(&g->context->numbers, own, n);
	}
	return arena_format(p->arena, "%s.%u", own, ++n->count);
}

static void add_goal(struct group *g, const struct xml *simple)
{
	struct pog *p = g->context->pog;
	const struct xml *goal = xml_kid(simple, "Goal");
	struct sequent q = {.name = goal_name(g), .place = pog_place(p, simple)};
	if (goal && goal->first) q.common_goal = add_formula(p, goal->first, "goal");
	else q.trouble = arena_format(p->arena, "<Simple_Goal> without a goal");
	add_references(g, simple, &q);
	VEC_PUSH(p->out, q);
}

static void read_group(struct context *c, const struct xml *xml)
{
	struct group g = {.context = c, .xml = xml};
	read_hypotheses(&g);
	for (const struct xml *o = xml_kid(xml, "Simple_Goal"); o; o = xml_next(o, "Simple_Goal"))
		add_goal(&g, o);
	for (uint32_t i = 0; i < g.locals.count; i++) VEC_CLEAR(&g.locals.at[i]->list);
	VEC_CLEAR(&g.locals);
	map_clear(&g.local);
}

bool pog_read(struct arena *arena, struct diag *diag, const char *path, struct sequents *out,
              struct text *machine)
{
	struct pog p = {.arena = arena,
	                .diag = diag,
	                .file = path,
	                .out = out,
	                .most = BOUNDS_MAXINT,
	                .least = -BOUNDS_MININT};
	struct context c = {.pog = &p};
	struct text sets = {0};
	const struct xml *root = xml_read(arena, diag, path);
	if (!root) return false;
	if (!xml_is(root, "Proof_Obligations")) {
		diag_at(diag, root->pos, DIAG_ERROR, "expected <Proof_Obligations>, found <%s>", root->tag);
		return false;
	}
	names_init(&p.names);
	read_types(&p, root);
	add_sets(&p, root, &sets);
	find_defines(&c, root);
	for (const struct xml *g = xml_kid(root, "Proof_Obligation"); g;
	     g = xml_next(g, "Proof_Obligation"))
		read_group(&c, g);
	add_machine(&p, &sets, machine);
	context_clear(&c);
	text_clear(&sets);
	pog_clear(&p);
	return true;
}
