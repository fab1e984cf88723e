/* A .pog file: parts of the context under their names, groups of obligations that refer to them. */
#include "cli/pog.h"

static bool is_predefined(const char *own)
{
	static const char *const words[] = {"NAT",     "NAT1",   "INT",    "NATURAL", "NATURAL1",
	                                    "INTEGER", "MAXINT", "MININT", "BOOL",    "STRING",
	                                    "REAL",    "FLOAT",  "succ",   "pred"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(own, words[i]) == 0) return true;
	return false;
}

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
	if (xml_is(type, "Id") && !is_predefined(pog_name(p, type)) &&
	    !map_get(&p->elements, pog_name(p, type))) {
		map_put(&p->elements, pog_name(p, type), p);
		text_format(sets, "%s%s", sets->count ? "; " : "", pog_name(p, type));
	}
	for (const struct xml *k = type->first; k; k = k->next) add_types(p, k, sets);
}

static void add_sets(struct pog *p, const struct xml *root, struct text *machine)
{
	struct text sets = {0};
	for (const struct xml *d = xml_kid(root, "Define"); d; d = xml_next(d, "Define"))
		for (const struct xml *s = xml_kid(d, "Set"); s; s = xml_next(s, "Set"))
			add_set(p, s, &sets);
	if (p->types) add_types(p, p->types, &sets);
	text_add(machine, "MACHINE obligations");
	if (sets.count) text_format(machine, " SETS %s", text_get(&sets));
	text_add(machine, " END\n");
	text_clear(&sets);
}

/* ---- sequents ----------------------------------------------------------------------------------------- */

/* Names that are free in a sequent, with their types as first hypotheses. */
struct scope {
	struct pog *pog;
	struct sequent *to;
	struct map known;
};

static void add_hypothesis(struct scope *s, const char *text, size_t length)
{
	VEC_PUSH(&s->to->hypotheses, arena_text(s->pog->arena, text, length));
}

static void add_name(struct scope *s, const struct xml *id)
{
	const char *own = pog_name(s->pog, id);
	struct text t = {0};
	if (map_get(&s->known, own) || map_get(&s->pog->elements, own) || is_predefined(own)) return;
	map_put(&s->known, own, s);
	text_format(&t, "%s : ", own);
	if (pog_type(s->pog, xml_attribute(id, "typref"), &t)) add_hypothesis(s, text_get(&t), t.count);
	text_clear(&t);
}

/* Bound names are those of Variables; one that is also free elsewhere has the suffix of its own. */
static void add_free_names(struct scope *s, const struct xml *x, struct map *bound)
{
	const struct xml *variables = xml_kid(x, "Variables");
	for (const struct xml *v = variables ? variables->first : NULL; v; v = v->next)
		map_put(bound, pog_name(s->pog, v), bound);
	if (xml_is(x, "Id") && !map_get(bound, pog_name(s->pog, x))) add_name(s, x);
	for (const struct xml *k = x->first; k; k = k->next)
		if (!xml_is(k, "Variables")) add_free_names(s, k, bound);
}

static bool is_predicate(const struct xml *x)
{
	static const char *const tags[] = {"Binary_Pred", "Exp_Comparison", "Quantified_Pred",
	                                   "Unary_Pred", "Nary_Pred"};
	for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
		if (xml_is(x, tags[i])) return true;
	return false;
}

static void add_names_of(struct scope *s, const struct xml *holder)
{
	for (const struct xml *k = holder->first; k; k = k->next) {
		struct map bound = {0};
		if (is_predicate(k)) add_free_names(s, k, &bound);
		map_clear(&bound);
	}
}

static void add_predicates(struct scope *s, const struct xml *holder)
{
	for (const struct xml *k = holder->first; k; k = k->next) {
		struct text t = {0};
		if (!is_predicate(k)) continue;
		pog_formula(s->pog, k, &t);
		add_hypothesis(s, text_get(&t), t.count);
		text_clear(&t);
	}
}

/* The predefined sets are what they are. */
static const struct xml *definition(const struct xml *root, const struct xml *reference)
{
	const char *wanted = xml_attribute(reference, "name");
	if (!wanted || strcmp(wanted, "B definitions") == 0) return NULL;
	for (const struct xml *d = xml_kid(root, "Define"); d; d = xml_next(d, "Define")) {
		const char *own = xml_attribute(d, "name");
		if (own && strcmp(own, wanted) == 0) return d;
	}
	return NULL;
}

static const struct xml *local_hypothesis(const struct xml *group, const struct xml *reference)
{
	const char *wanted = xml_attribute(reference, "num");
	for (const struct xml *h = xml_kid(group, "Local_Hyp"); h; h = xml_next(h, "Local_Hyp")) {
		const char *own = xml_attribute(h, "num");
		if (own && wanted && strcmp(own, wanted) == 0) return h;
	}
	return NULL;
}

typedef void visit(struct scope *s, const struct xml *holder);

/* What holds hypotheses of a goal, in the order of the file. */
static void each_holder(struct scope *s, const struct xml *root, const struct xml *group,
                        const struct xml *goal, visit *see)
{
	for (const struct xml *r = xml_kid(group, "Definition"); r; r = xml_next(r, "Definition"))
		if (definition(root, r)) see(s, definition(root, r));
	for (const struct xml *h = xml_kid(group, "Hypothesis"); h; h = xml_next(h, "Hypothesis"))
		see(s, h);
	for (const struct xml *r = xml_kid(goal, "Ref_Hyp"); r; r = xml_next(r, "Ref_Hyp")) {
		const struct xml *h = local_hypothesis(group, r);
		if (h) see(s, h);
		else if (!s->pog->is_bad) {
			diag_at(s->pog->diag, r->pos, DIAG_ERROR, "there is no such <Local_Hyp>");
			s->pog->is_bad = true;
		}
	}
}

static void add_goal(struct pog *p, const struct xml *root, const struct xml *group,
                     const struct xml *simple, uint32_t number, struct sequents *out)
{
	const struct xml *goal = xml_kid(simple, "Goal"), *tag = xml_kid(group, "Tag");
	if (!goal || !goal->first) return;
	struct sequent q = {.name = arena_format(p->arena, "%s.%u", tag ? tag->text : "PO", number)};
	struct scope s = {.pog = p, .to = &q};
	struct text t = {0};
	struct place at = diag_place(p->diag, simple->pos);
	each_holder(&s, root, group, simple, add_names_of);
	add_names_of(&s, goal);
	each_holder(&s, root, group, simple, add_predicates);
	pog_formula(p, goal->first, &t);
	q.goal = arena_text(p->arena, text_get(&t), t.count);
	q.place = arena_format(p->arena, "%s:%u:%u", at.source->file, at.line, at.column);
	VEC_PUSH(out, q);
	map_clear(&s.known);
	text_clear(&t);
}

bool pog_read(struct arena *arena, struct diag *diag, const char *path, struct sequents *out,
              struct text *machine)
{
	struct pog p = {.arena = arena, .diag = diag};
	const struct xml *root = xml_read(arena, diag, path);
	if (!root) return false;
	if (!xml_is(root, "Proof_Obligations")) {
		diag_at(diag, root->pos, DIAG_ERROR, "expected <Proof_Obligations>, found <%s>", root->tag);
		return false;
	}
	names_init(&p.names);
	p.types = xml_kid(root, "TypeInfos");
	add_sets(&p, root, machine);
	for (const struct xml *g = xml_kid(root, "Proof_Obligation"); g;
	     g = xml_next(g, "Proof_Obligation")) {
		uint32_t number = 0;
		for (const struct xml *o = xml_kid(g, "Simple_Goal"); o; o = xml_next(o, "Simple_Goal"))
			add_goal(&p, root, g, o, ++number, out);
	}
	map_clear(&p.elements);
	names_clear(&p.names);
	return !p.is_bad;
}
