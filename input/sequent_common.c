/* Formulas that several sequents have in common: read once, all together, so that a name is the same one in
 * all of them. */
#include "input/sequent.h"

#include "prove/stages.h"

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

/* Where there is another text with more types, that one is read next. */
static bool blame(struct sequents *s, struct arena *arena, struct diag *d, const struct message *m,
                  uint32_t round)
{
	struct place p = diag_place(d, m->pos);
	if (m->severity != DIAG_ERROR || !p.source) return false;
	struct formula *f = formula_at(s, m->pos.at - p.source->start);
	if (f->trouble || f->round == round) return false;
	f->round = round;
	if (f->typed) f->text = f->typed;
	else f->trouble = arena_text(arena, m->text, strlen(m->text));
	f->typed = NULL;
	return true;
}

/* Without names of types that only what is not understood would tell. */
static bool blame_all(struct sequents *s, struct arena *arena, struct diag *d, uint32_t messages,
                      uint32_t round)
{
	bool is_new = false;
	for (uint32_t i = messages; i < d->messages.count; i++)
		is_new |= blame(s, arena, d, &d->messages.at[i], round);
	return is_new;
}

void sequents_check(struct sequents *s, struct arena *arena, struct project *p)
{
	struct diag *d = p->diag;
	bool goes_on = true;
	for (uint32_t round = 1; goes_on; round++) {
		struct text all = {0};
		struct decls unknown = {0};
		uint32_t errors = d->errors, messages = d->messages.count;
		bool is_good = !all_text(s, &all) || project_formula(p, text_get(&all), &unknown);
		goes_on = !is_good && blame_all(s, arena, d, messages, round);
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

/* Hypotheses that several sequents have in common, and the names that are free in them. */
struct shared {
	struct hypothesis_list list;
	struct decl *const *names;
	uint32_t name_count;
	const char *missing; /* one that is not understood; or NULL */
};

struct common {
	struct prover *to;
	struct project *project;
	struct arena *arena;
	const struct sequents *from;
	const struct node **nodes; /* of each formula; NULL: it is not understood */
	struct decls *names;       /* that are free in each formula */
	struct map seen;           /* decl -> the last one that has noted it */
	struct map shared;         /* struct formula_list -> struct shared */
};

static void find_names(const struct node *n, struct map *seen, struct decls *out)
{
	if (n->op == OP_ID && n->decl && map_get(seen, n->decl) && map_get(seen, n->decl) != out) {
		map_put(seen, n->decl, out);
		VEC_PUSH(&out->list, n->decl);
	}
	for (uint32_t i = 0; i < n->count; i++) find_names(n->kid[i], seen, out);
}

static void note_free(struct common *c, const struct decls *free)
{
	for (uint32_t i = 0; i < free->list.count; i++) {
		eval_set(prover_eval(c->to), free->list.at[i], VALUE_NONE); /* gives a slot */
		map_put(&c->seen, free->list.at[i], c);
	}
}

static void make_room(struct common *c, const struct sequents *s)
{
	c->nodes = ARENA_ARRAY(c->arena, s->common.count + 1, const struct node *);
	c->names = ARENA_ARRAY(c->arena, s->common.count + 1, struct decls);
}

static void take_all(struct common *c, const struct sequents *s)
{
	note_free(c, &s->names);
	make_room(c, s);
	for (uint32_t i = 0; i < s->common.count; i++) {
		c->nodes[i] = s->common.at[i].node;
		if (c->nodes[i]) find_names(c->nodes[i], &c->seen, &c->names[i]);
	}
}

static bool read_all(struct common *c, struct sequents *s)
{
	struct text all = {0};
	struct decls unknown = {0};
	uint32_t count = all_text(s, &all), next = 0;
	const struct node *n = count ? project_formula(c->project, text_get(&all), &unknown) : NULL;
	text_clear(&all);
	note_free(c, &unknown);
	VEC_CLEAR(&unknown.list);
	if (count && !n) return false;
	REQUIRE(count < 2 || (n->op == OP_AND && n->count == count));
	make_room(c, s);
	for (uint32_t i = 0; i < s->common.count; i++) {
		bool is_known = !s->common.at[i].trouble;
		c->nodes[i] = !is_known ? NULL : count == 1 ? n : n->kid[next++];
		if (is_known) find_names(c->nodes[i], &c->seen, &c->names[i]);
	}
	return true;
}

/* ---- what several have in common ------------------------------------------------------------------------- */

/* Names of these formulas that are not among those that are there already. */
static struct decl *const *more_names(struct common *c, struct decl *const *before, uint32_t *count,
                                      const uint32_t *formulas, uint32_t formula_count)
{
	struct decls new = {0};
	const void *stamp = ARENA_NEW(c->arena, char); /* an address that is not used again */
	for (uint32_t i = 0; i < *count; i++) map_put(&c->seen, before[i], (void *)(uintptr_t)stamp);
	for (uint32_t i = 0; i < formula_count; i++)
		for (uint32_t k = 0; k < c->names[formulas[i]].list.count; k++) {
			struct decl *d = c->names[formulas[i]].list.at[k];
			if (map_get(&c->seen, d) == stamp) continue;
			map_put(&c->seen, d, (void *)(uintptr_t)stamp);
			VEC_PUSH(&new.list, d);
		}
	if (new.list.count == 0) return before;
	struct decl **all = ARENA_ARRAY(c->arena, *count + new.list.count, struct decl *);
	for (uint32_t i = 0; i < *count; i++) all[i] = before[i];
	for (uint32_t i = 0; i < new.list.count; i++) all[*count + i] = new.list.at[i];
	*count += new.list.count;
	VEC_CLEAR(&new.list);
	return all;
}

static const char *not_understood(struct common *c, const struct formula *f)
{
	return arena_format(c->arena, "the hypothesis '%s' (%s:%u:%u) is not understood: %s", f->name,
	                    f->place.file, f->place.line, f->place.column, f->trouble);
}

static const struct shared *shared_of(struct common *c, const struct formula_list *from)
{
	struct shared *s = map_get(&c->shared, from);
	if (s) return s;
	const struct shared *before = from->before ? shared_of(c, from->before) : NULL;
	struct hypothesis *own = ARENA_ARRAY(c->arena, from->count + 1, struct hypothesis);
	s = ARENA_NEW(c->arena, struct shared);
	*s = before ? *before : (struct shared){0};
	s->list.before = before ? &before->list : NULL;
	s->list.at = own;
	for (uint32_t i = 0; i < from->count; i++) {
		const struct formula *f = &c->from->common.at[from->at[i]];
		const struct node *n = c->nodes[from->at[i]];
		if (n) *own++ = (struct hypothesis){n, f->name};
		else if (!s->missing) s->missing = not_understood(c, f);
	}
	s->list.count += (uint32_t)(own - s->list.at);
	s->names = more_names(c, s->names, &s->name_count, from->at, from->count);
	map_put(&c->shared, from, s);
	return s;
}

/* ---- selected ones ------------------------------------------------------------------------------------------ */

static const struct shared *shared_known(struct common *c, const struct formula_list *l)
{
	return l ? map_get(&c->shared, l) : NULL;
}

/* The place of the formula's hypothesis in its list, UINT32_MAX if it is not understood. */
static uint32_t place_in(struct common *c, const struct formula_list *l, uint32_t formula)
{
	const struct shared *before = shared_known(c, l->before);
	uint32_t place = before ? before->list.count : 0;
	for (uint32_t i = 0; i < l->count && l->at[i] != formula; i++)
		place += c->nodes[l->at[i]] != NULL;
	return c->nodes[formula] ? place : UINT32_MAX;
}

static void select_range(struct common *c, const struct selection *s, const struct formula_list *l,
                         bool *mask)
{
	while (l && l != s->last) l = l->before;
	for (; l && l != s->first; l = l->before) {
		const struct shared *before = shared_known(c, l->before), *own = shared_known(c, l);
		for (uint32_t i = before ? before->list.count : 0; i < own->list.count; i++) mask[i] = true;
	}
}

static void select_one(struct common *c, uint32_t formula, const struct formula_list *l, bool *mask)
{
	for (; l; l = l->before)
		for (uint32_t i = 0; i < l->count; i++)
			if (l->at[i] == formula && place_in(c, l, formula) != UINT32_MAX)
				mask[place_in(c, l, formula)] = true;
}

/* NULL: nobody has selected any. */
static const bool *selected_of(struct common *c, const struct sequent *q, uint32_t count)
{
	if (q->selected_count == 0) return NULL;
	bool *mask = ARENA_ARRAY(c->arena, count + 1, bool);
	for (uint32_t i = 0; i < q->selected_count; i++)
		if (q->selected[i].last) select_range(c, &q->selected[i], q->common, mask);
		else select_one(c, q->selected[i].only, q->common, mask);
	return mask;
}

/* A goal that is not understood is open; a hypothesis that is not may be left out for a proof. */
static void add_sequent(struct common *c, const struct sequent *q)
{
	struct obligation o = {.kind = OBLIGATION_SEQUENT, .what = GOAL_TRUE, .name = q->name};
	o.goal = q->trouble ? NULL : c->nodes[q->common_goal];
	if (!o.goal) {
		const struct formula *goal = &c->from->common.at[q->common_goal];
		o.why_open = q->trouble
		                 ? q->trouble
		                 : arena_format(c->arena, "the goal is not understood: %s", goal->trouble);
		prover_add(c->to, &o);
		return;
	}
	const struct shared *s = shared_of(c, q->common);
	o.hypotheses = &s->list;
	o.hypothesis_count = s->list.count;
	o.selected = selected_of(c, q, o.hypothesis_count);
	o.missing = s->missing;
	o.step = q->step;
	o.name_count = s->name_count;
	o.names = more_names(c, s->names, &o.name_count, &q->common_goal, 1);
	o.pos = node_start(o.goal);
	prover_add(c->to, &o);
	if (c->from->is_typed || !prover_may_fail(o.goal)) return;
	sequent_ask_defined(c->arena, &o);
	prover_add(c->to, &o);
}

bool sequent_add_common(struct sequents *from, struct prover *prover, struct project *p,
                        struct origins *origins)
{
	struct common c = {.to = prover, .project = p, .arena = &p->arena, .from = from};
	bool good = from->is_typed || read_all(&c, from);
	if (from->is_typed) take_all(&c, from);
	for (uint32_t i = 0; good && i < from->count; i++) {
		add_sequent(&c, &from->at[i]);
		sequent_note_origin(prover, origins, i);
	}
	for (uint32_t i = 0; good && i < from->common.count; i++) VEC_CLEAR(&c.names[i].list);
	map_clear(&c.seen);
	map_clear(&c.shared);
	return good;
}

/* ---- what all have in common ------------------------------------------------------------------------------- */

/* Of each list: how many sequents have it, up to this one. */
static uint32_t count_lists(const struct sequents *s, struct arena *arena, struct map *count)
{
	uint32_t asked = 0;
	for (uint32_t i = 0; i < s->count; i++) {
		asked += s->at[i].common != NULL;
		for (const struct formula_list *l = s->at[i].common; l; l = l->before) {
			uint32_t *known = map_get(count, l);
			if (!known) {
				known = ARENA_NEW(arena, uint32_t);
				*known = 0;
				map_put(count, l, known);
			}
			++*known;
		}
	}
	return asked;
}

static void add_shared(const struct sequents *s, const struct formula_list *l, struct map *seen,
                       struct decls *names, struct formulas *to)
{
	for (uint32_t i = 0; i < l->count; i++) {
		const struct formula *f = &s->common.at[l->at[i]];
		if (!f->node) continue;
		find_names(f->node, seen, names);
		VEC_PUSH(to, *f);
	}
}

struct fit_question *sequents_shared(const struct sequents *s, struct arena *arena)
{
	struct map count = {0}, seen = {0};
	struct decls names = {0};
	struct formulas all = {0};
	uint32_t asked = s->is_typed ? count_lists(s, arena, &count) : 0;
	for (uint32_t i = 0; i < s->names.list.count; i++) map_put(&seen, s->names.list.at[i], &count);
	for (const struct formula_list *l = asked ? s->at[0].common : NULL; l; l = l->before)
		if (*(const uint32_t *)map_get(&count, l) == asked) add_shared(s, l, &seen, &names, &all);
	struct fit_question *q = ARENA_NEW(arena, struct fit_question);
	const struct node **conjuncts = ARENA_ARRAY(arena, all.count + 1, const struct node *);
	struct decl **own = ARENA_ARRAY(arena, names.list.count + 1, struct decl *);
	for (uint32_t i = 0; i < all.count; i++) conjuncts[i] = all.at[i].node;
	for (uint32_t i = 0; i < names.list.count; i++) own[i] = names.list.at[i];
	*q = (struct fit_question){own, names.list.count, conjuncts, all.count};
	map_clear(&count);
	map_clear(&seen);
	VEC_CLEAR(&names.list);
	VEC_CLEAR(&all);
	return q;
}
