/* Formulas that several sequents have in common: read once, all together, so that a name is the same one in
 * all of them. */
#include "cli/disprove.h"

static const char all_file[] = "(formula)"; /* what project_formula calls its text */

/* "(F1) & (F2) & ..." without those that are not understood; so many are left. */
static uint32_t all_text(struct sequents *s, struct text *out)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < s->common.count; i++) {
		struct formula *f = &s->common.at[i];
		f->start = out->count;
		if (f->trouble) continue;
		text_format(out, "%s(%s)\n", count ? " & " : "", f->text);
		count++;
	}
	return count;
}

/* The last formula that starts at the offset or before it. */
static struct formula *formula_at(const struct sequents *s, size_t offset)
{
	uint32_t low = 0, high = s->common.count;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (s->common.at[middle].start <= offset) low = middle;
		else high = middle;
	}
	while (low > 0 && s->common.at[low].trouble) low--;
	return &s->common.at[low];
}

struct sequent_place sequents_place(const struct sequents *s, struct diag *d, struct pos pos)
{
	struct place p = diag_place(d, pos);
	if (s->common.count == 0 || !p.source || strcmp(p.source->file, all_file) != 0)
		return (struct sequent_place){0};
	return formula_at(s, pos.at - p.source->start)->place;
}

/* ---- what is not understood ------------------------------------------------------------------------- */

static void blame(struct sequents *s, struct arena *arena, struct diag *d, const struct message *m)
{
	struct place p = diag_place(d, m->pos);
	if (m->severity != DIAG_ERROR || !p.source) return;
	struct formula *f = formula_at(s, m->pos.at - p.source->start);
	if (!f->trouble) f->trouble = arena_text(arena, m->text, strlen(m->text));
}

/* Without names of types that only what is not understood would tell. */
static bool blame_all(struct sequents *s, struct arena *arena, struct diag *d, uint32_t messages)
{
	uint32_t before = 0, after = 0;
	for (uint32_t i = 0; i < s->common.count; i++) before += s->common.at[i].trouble != NULL;
	for (uint32_t i = messages; i < d->messages.count; i++) blame(s, arena, d, &d->messages.at[i]);
	for (uint32_t i = 0; i < s->common.count; i++) after += s->common.at[i].trouble != NULL;
	return after > before;
}

void sequents_check(struct sequents *s, struct arena *arena, struct project *p)
{
	struct diag *d = p->diag;
	bool goes_on = true;
	while (goes_on) {
		struct text all = {0};
		struct decls unknown = {0};
		uint32_t errors = d->errors, messages = d->messages.count;
		bool is_good = !all_text(s, &all) || project_formula(p, text_get(&all), &unknown);
		goes_on = !is_good && blame_all(s, arena, d, messages);
		for (uint32_t i = 0; !is_good && !goes_on && i < s->common.count; i++)
			if (!s->common.at[i].trouble)
				s->common.at[i].trouble = "the formulas are not understood";
		d->errors = errors;
		d->messages.count = messages;
		VEC_CLEAR(&unknown.list);
		text_clear(&all);
	}
}

/* ---- obligations --------------------------------------------------------------------------------------- */

struct common {
	struct stage *stage;
	const struct sequents *from;
	const struct node **nodes; /* of each formula; NULL: it is not understood */
	struct decls *names;       /* that are free in each formula */
	struct map seen;           /* decl -> the last one that has noted it */
	const uint32_t *last;      /* whose hypotheses these are */
	const struct hypothesis *hypotheses;
	uint32_t hypothesis_count;
};

static void find_names(const struct node *n, struct map *seen, struct decls *out)
{
	if (n->op == OP_ID && n->decl && map_get(seen, n->decl) && map_get(seen, n->decl) != out) {
		map_put(seen, n->decl, out);
		VEC_PUSH(&out->list, n->decl);
	}
	for (uint32_t i = 0; i < n->count; i++) find_names(n->kid[i], seen, out);
}

static bool read_all(struct common *c, struct sequents *s)
{
	struct text all = {0};
	struct decls unknown = {0};
	struct arena *a = &c->stage->model->project->arena;
	uint32_t count = all_text(s, &all), next = 0;
	const struct node *n =
	    count ? project_formula(c->stage->model->project, text_get(&all), &unknown) : NULL;
	text_clear(&all);
	for (uint32_t i = 0; i < unknown.list.count; i++) {
		eval_set(prover_eval(c->stage->prover), unknown.list.at[i], VALUE_NONE); /* gives a slot */
		map_put(&c->seen, unknown.list.at[i], c);
	}
	VEC_CLEAR(&unknown.list);
	if (count && !n) return false;
	REQUIRE(count < 2 || (n->op == OP_AND && n->count == count));
	c->nodes = ARENA_ARRAY(a, s->common.count + 1, const struct node *);
	c->names = ARENA_ARRAY(a, s->common.count + 1, struct decls);
	for (uint32_t i = 0; i < s->common.count; i++) {
		bool is_known = !s->common.at[i].trouble;
		c->nodes[i] = !is_known ? NULL : count == 1 ? n : n->kid[next++];
		c->names[i] = (struct decls){0};
		if (is_known) find_names(c->nodes[i], &c->seen, &c->names[i]);
	}
	return true;
}

/* Sequents of one group often have the same ones. */
static void use_hypotheses(struct common *c, const struct sequent *q)
{
	if (c->last == q->common) return;
	struct arena *a = &c->stage->model->project->arena;
	struct hypothesis *list = ARENA_ARRAY(a, q->common_count + 1, struct hypothesis);
	c->hypothesis_count = 0;
	for (uint32_t i = 0; i < q->common_count; i++) {
		uint32_t number = q->common[i];
		if (c->nodes[number])
			list[c->hypothesis_count++] =
			    (struct hypothesis){c->nodes[number], c->from->common.at[number].name};
	}
	c->hypotheses = list;
	c->last = q->common;
}

static void add_names(struct common *c, uint32_t formula, struct decls *out)
{
	for (uint32_t i = 0; i < c->names[formula].list.count; i++) {
		struct decl *d = c->names[formula].list.at[i];
		if (map_get(&c->seen, d) == out) continue;
		map_put(&c->seen, d, out);
		VEC_PUSH(&out->list, d);
	}
}

static void use_names(struct common *c, const struct sequent *q, struct obligation *o)
{
	struct arena *a = &c->stage->model->project->arena;
	struct decls *names = ARENA_NEW(a, struct decls); /* its address is not used again */
	*names = (struct decls){0};
	add_names(c, q->common_goal, names);
	for (uint32_t i = 0; i < q->common_count; i++) add_names(c, q->common[i], names);
	struct decl **all = ARENA_ARRAY(a, names->list.count + 1, struct decl *);
	for (uint32_t i = 0; i < names->list.count; i++) all[i] = names->list.at[i];
	o->names = all;
	o->name_count = names->list.count;
	VEC_CLEAR(&names->list);
}

static const char *missing_hypothesis(struct common *c, const struct sequent *q)
{
	for (uint32_t i = 0; i < q->common_count; i++) {
		const struct formula *f = &c->from->common.at[q->common[i]];
		if (f->trouble)
			return arena_format(&c->stage->model->project->arena,
			                    "the hypothesis '%s' (%s:%u:%u) is not understood: %s", f->name,
			                    f->place.file, f->place.line, f->place.column, f->trouble);
	}
	return NULL;
}

/* A goal that is not understood is open; a hypothesis that is not may be left out for a proof. */
static void add_sequent(struct common *c, const struct sequent *q)
{
	struct arena *a = &c->stage->model->project->arena;
	struct obligation o = {.kind = OBLIGATION_SEQUENT, .what = GOAL_TRUE, .name = q->name};
	o.goal = q->trouble ? NULL : c->nodes[q->common_goal];
	if (!o.goal) {
		const struct formula *goal = &c->from->common.at[q->common_goal];
		o.why_open = q->trouble ? q->trouble
		                        : arena_format(a, "the goal is not understood: %s", goal->trouble);
		prover_add(c->stage->prover, &o);
		return;
	}
	use_hypotheses(c, q);
	use_names(c, q, &o);
	o.hypotheses = c->hypotheses;
	o.hypothesis_count = c->hypothesis_count;
	o.pos = node_start(o.goal);
	o.missing = missing_hypothesis(c, q);
	sequent_add_goals(c->stage, &o);
}

bool sequents_add_common(struct stage *s, struct sequents *from)
{
	struct common c = {.stage = s, .from = from};
	bool good = read_all(&c, from);
	for (uint32_t i = 0; good && i < from->count; i++) {
		add_sequent(&c, &from->at[i]);
		stage_note_origin(s, i);
	}
	for (uint32_t i = 0; good && i < from->common.count; i++) VEC_CLEAR(&c.names[i].list);
	map_clear(&c.seen);
	return good;
}
