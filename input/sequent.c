/* Sequents that are given as texts, as obligations of a prover. Their formulas are read to check them, and again when one
 * is asked about: of many sequents, one is in memory. */
#include "input/sequent.h"

#include "bounds/bounds.h"

struct sequent sequent_of_texts(struct arena *a, const char *own, const struct strings *hypotheses,
                                const char *goal)
{
	struct text t = {0};
	for (uint32_t i = 0; i < hypotheses->count; i++)
		text_format(&t, "%s(%s)", i ? " & " : "", hypotheses->at[i]);
	text_format(&t, "%s(%s)", hypotheses->count ? " => " : "", goal);
	struct sequent q = {.name = own,
	                    .text = arena_text(a, text_get(&t), t.count),
	                    .has_hypotheses = hypotheses->count > 0};
	text_clear(&t);
	return q;
}

static const struct node *read_formula(struct project *p, const struct sequent *q,
                                       struct decls *unknown)
{
	const struct node *n = project_formula(p, q->text, unknown);
	bool is_substitution = n && node_class(n) == CLASS_SUBST;
	if (!n || (!n->type && !is_substitution)) return n;
	diag_at(p->diag, node_start(n), DIAG_ERROR, "expected a predicate, found %s",
	        is_substitution ? "a substitution" : "an expression");
	return NULL;
}

static void add_hypotheses(struct arena *a, const struct node *n, struct obligation *o,
                           struct hypothesis *list)
{
	EACH_CONJUNCT(c, n) {
		name own = arena_format(a, "hyp%u", o->hypothesis_count + 1);
		list[o->hypothesis_count++] = (struct hypothesis){c.now, own};
	}
}

/* ---- one sequent at a time ---------------------------------------------------------------------------------- */

struct sequent_reading {
	struct obligation_source source;
	const struct sequents *all;
	struct project *project;
	const struct origins *origins;
	struct arena names;       /* of obligations */
	struct project_mark mark; /* before the formulas of the one that is there, */
	bool has_mark;            /* if one is */
	uint32_t now;
	const struct node *whole;
	struct decls unknown;
	bool has_names;
	struct obligation goal, defined; /* that it is true; that it has a value */
};

static void give_back(struct sequent_reading *r)
{
	VEC_CLEAR(&r->unknown.list);
	if (r->has_mark) project_go_back(r->project, &r->mark);
	r->has_mark = false;
	r->source.moves++;
}

static void make_obligation(struct sequent_reading *r, const struct sequent *q)
{
	struct arena *a = &r->project->arena;
	struct obligation *o = &r->goal;
	const struct node *left = q->has_hypotheses ? r->whole->kid[0] : NULL;
	*o = (struct obligation){.kind = OBLIGATION_SEQUENT, .what = GOAL_TRUE, .name = q->name};
	struct hypothesis *list =
	    ARENA_ARRAY(a, (left ? conjunct_count(left) : 0) + 1, struct hypothesis);
	if (left) add_hypotheses(a, left, o, list);
	struct hypothesis_list *all_of_them = ARENA_NEW(a, struct hypothesis_list);
	*all_of_them = (struct hypothesis_list){.at = list, .count = o->hypothesis_count};
	o->hypotheses = all_of_them;
	o->goal = left ? r->whole->kid[1] : r->whole;
	o->pos = node_start(o->goal);
}

/* False with errors in the diag. */
static bool read_sequent(struct sequent_reading *r, uint32_t number)
{
	const struct sequent *q = &r->all->at[number];
	if (r->has_mark && r->now == number) return true;
	give_back(r);
	project_set_mark(r->project, &r->mark);
	r->has_mark = true;
	r->now = number;
	r->has_names = false;
	r->whole = read_formula(r->project, q, &r->unknown);
	if (r->whole) make_obligation(r, q);
	return r->whole != NULL;
}

/* Warnings about it stay. */
static void keep_messages(struct sequent_reading *r, uint32_t number)
{
	struct decls unknown = {0};
	if (r->project->diag->messages.count == r->mark.messages) return;
	give_back(r);
	read_formula(r->project, &r->all->at[number], &unknown);
	VEC_CLEAR(&unknown.list);
}

static void find_names(struct sequent_reading *r, struct eval *e)
{
	struct decls names = {0};
	bounds_open_names(e, &r->unknown, &r->whole, 1, &names);
	struct decl **all = ARENA_ARRAY(&r->project->arena, names.list.count + 1, struct decl *);
	for (uint32_t i = 0; i < names.list.count; i++) all[i] = names.list.at[i];
	r->goal.names = all;
	r->goal.name_count = names.list.count;
	r->has_names = true;
	VEC_CLEAR(&names.list);
}

static bool has_formulas(const struct obligation_source *s, uint32_t index)
{
	const struct sequent_reading *r = (const struct sequent_reading *)s;
	return r->has_mark && r->now == r->origins->at[index];
}

/* Once more: it was read without errors before, and warnings about it have been noted. */
static const struct obligation *read_again(struct obligation_source *s, struct eval *e,
                                           uint32_t index)
{
	struct sequent_reading *r = (struct sequent_reading *)s;
	const uint32_t *origin = &r->origins->at[index];
	bool is_good = read_sequent(r, *origin);
	REQUIRE(is_good);
	r->project->diag->messages.count = r->mark.messages;
	if (!r->has_names) find_names(r, e);
	if (index == 0 || origin[-1] != *origin) return &r->goal;
	r->defined = r->goal;
	sequent_ask_defined(&r->project->arena, &r->defined);
	return &r->defined;
}

/* ---- all of them -------------------------------------------------------------------------------------------- */

void sequent_ask_defined(struct arena *a, struct obligation *o)
{
	o->kind = OBLIGATION_WELLDEFINED;
	o->what = GOAL_DEFINED;
	o->name = arena_format(a, "%s/wd", o->name);
}

void sequent_note_origin(struct prover *p, struct origins *origins, uint32_t sequent)
{
	while (origins->count < prover_count(p)) VEC_PUSH(origins, sequent);
}

/* Without its formulas. */
static void add_later(struct sequent_reading *r, struct prover *p)
{
	const struct obligation *o = &r->goal;
	struct obligation defined = *o;
	prover_add_label(p, &(struct obligation_label){o->kind, o->what, o->name, o->pos});
	if (!prover_may_fail(o->goal)) return;
	sequent_ask_defined(&r->names, &defined);
	prover_add_label(
	    p, &(struct obligation_label){defined.kind, defined.what, defined.name, defined.pos});
}

static struct sequent_reading *open_reading(const struct sequents *all, struct project *p,
                                            const struct origins *origins)
{
	struct sequent_reading *r = memory_zeroed(1, sizeof *r);
	r->source =
	    (struct obligation_source){.read = read_again, .has = has_formulas, .most = 2 * all->count};
	r->all = all;
	r->project = p;
	r->origins = origins;
	return r;
}

static void close_reading(struct sequent_reading *r)
{
	give_back(r);
	arena_clear(&r->names);
	free(r);
}

static bool add_own(struct sequents *all, struct prover *prover, struct project *p,
                    struct origins *origins)
{
	struct sequent_reading *r = all->reading = open_reading(all, p, origins);
	prover_read_from(prover, &r->source);
	VEC_ROOM(origins, r->source.most);
	for (uint32_t i = 0; i < all->count; i++) {
		if (!read_sequent(r, i)) return false;
		add_later(r, prover);
		keep_messages(r, i);
		sequent_note_origin(prover, origins, i);
	}
	return true;
}

/* Sequents have formulas in common, or not one of them has. */
bool sequents_add(struct sequents *all, struct prover *prover, struct project *p,
                  struct origins *origins)
{
	if (all->count == 0) return true;
	if (!all->at[0].text) return sequent_add_common(all, prover, p, origins);
	return add_own(all, prover, p, origins);
}

void sequents_clear(struct sequents *s)
{
	if (s->reading) close_reading(s->reading);
	VEC_CLEAR(&s->common);
	VEC_CLEAR(&s->names.list);
	VEC_CLEAR(s);
}
