/* The largest inductive set among candidates (Houdini): those that an initial state breaks go, then those that some operation
 * breaks from a state in which all that are left hold, until none does. Mutual exclusions of guard conjuncts are candidates
 * (after Dobrikov 2018, who has co-enabledness over all states of the types only). */
#include "relate/inside.h"

struct houdini_candidate {
	struct lemma lemma;
	bool is_out;
	struct variables reads;
};

struct houdini {
	struct relate *r;
	VEC(struct houdini_candidate) all;
	uint32_t invariants, typing; /* the first ones; then mutual exclusions */
};

/* ---- candidates ---------------------------------------------------------------------------------------------- */

static void add(struct houdini *h, struct lemma l)
{
	struct relate *r = h->r;
	struct houdini_candidate c = {.lemma = l};
	c.reads.bits = ARENA_ARRAY(&r->arena, r->words, uint64_t);
	for (uint32_t i = 0; i < l.count; i++)
		for (uint32_t w = 0; w < r->words; w++)
			c.reads.bits[w] |= r->atoms.at[l.parts[i].atom].reads.bits[w];
	VEC_PUSH(&h->all, c);
}

enum { MOST_STATES = 500, MOST_PAIRS = 20000 };

/* Conjuncts that hold together in one of the first states do not exclude each other. */
static void look_at_states(struct relate *r, bool *together)
{
	struct explore *x = r->question.explore;
	uint32_t count = r->conjunct_count;
	bool *is = ARENA_ARRAY(&r->arena, count + 1, bool);
	uint64_t before =
	    eval_lend_effort(r->view.eval, eval_effort(r->view.eval) + EVAL_EFFORT_PER_SECOND / 4);
	explore_begin(x);
	explore_visit(x, MOST_STATES, UINT32_MAX, false);
	eval_return_effort(r->view.eval, before);
	for (uint32_t s = 0; s < MOST_STATES && explore_load(x, s) && !fill_is_stopped(r); s++) {
		for (uint32_t i = 0; i < count; i++)
			is[i] = eval_predicate(r->view.eval, relate_conjunct(r, i)) == EVAL_TRUE;
		for (uint32_t i = 0; i < count; i++)
			for (uint32_t k = 0; is[i] && k < i; k++) together[(size_t)i * count + k] |= is[k];
	}
}

static void add_candidates(struct houdini *h)
{
	struct relate *r = h->r;
	uint32_t count = r->conjunct_count;
	for (uint32_t i = 0; i < r->invariant_count; i++)
		add(h, (struct lemma){{{r->first_invariant + i, false, true}}, 1});
	h->invariants = h->all.count;
	for (uint32_t i = 0; i < r->typing_atoms.count; i++)
		if (r->typing_atoms.at[i] >= r->first_invariant + r->invariant_count)
			add(h, (struct lemma){{{r->typing_atoms.at[i], false, true}}, 1});
	h->typing = h->all.count;
	bool *together = ARENA_ARRAY(&r->arena, (size_t)count * count + 1, bool);
	look_at_states(r, together);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < i && h->all.count < MOST_PAIRS; k++) {
			struct literal_part a = {r->first_conjunct + i, false, false}, b = a;
			b.atom = r->first_conjunct + k;
			if (!together[(size_t)i * count + k]) add(h, (struct lemma){{a, b}, 2});
		}
}

/* ---- what breaks them ------------------------------------------------------------------------------------------ */

static lit holds(struct relate *r, const struct lemma *l, bool *is_there)
{
	lit any[2] = {LIT_FALSE, LIT_FALSE};
	for (uint32_t i = 0; i < l->count; i++) {
		any[i] = instance_part(r, RELATE_NO_STEP, &l->parts[i], is_there);
		if (!*is_there) return LIT_FALSE;
	}
	return circuit_or(r->instance.circuit, any[0], any[1]);
}

/* After the step all parts are the other way round. */
static lit breaks(struct relate *r, uint32_t row, const struct lemma *l, bool *is_there)
{
	lit all = LIT_TRUE;
	for (uint32_t i = 0; i < l->count; i++) {
		struct literal_part p = {l->parts[i].atom, true, !l->parts[i].is_true};
		lit one = instance_part(r, row, &p, is_there);
		if (!*is_there) return LIT_FALSE;
		all = circuit_and(r->instance.circuit, all, one);
	}
	return all;
}

static bool is_touched(const struct houdini *h, uint32_t row, const struct houdini_candidate *c)
{
	return row == h->r->count || model_meet(h->r, &h->r->rows[row].writes, &c->reads);
}

/* All that hold now; those that cannot be encoded go. */
static lit all_hold(struct houdini *h)
{
	VEC(lit) list = {0};
	for (uint32_t i = 0; i < h->all.count; i++) {
		struct houdini_candidate *c = &h->all.at[i];
		bool is_there = true;
		if (c->is_out) continue;
		lit l = holds(h->r, &c->lemma, &is_there);
		if (is_there) VEC_PUSH(&list, l);
		else c->is_out = true;
	}
	lit all = circuit_all(h->r->instance.circuit, list.at, list.count);
	VEC_CLEAR(&list);
	return all;
}

static lit any_breaks(struct houdini *h, uint32_t row)
{
	VEC(lit) list = {0};
	for (uint32_t i = 0; i < h->all.count; i++) {
		struct houdini_candidate *c = &h->all.at[i];
		bool is_there = true;
		if (c->is_out || !is_touched(h, row, c)) continue;
		lit l = breaks(h->r, row, &c->lemma, &is_there);
		if (is_there) VEC_PUSH(&list, l);
		else c->is_out = true;
	}
	lit any = circuit_any(h->r->instance.circuit, list.at, list.count);
	VEC_CLEAR(&list);
	return any;
}

/* Those that the last model breaks; returns how many. */
static uint32_t drop_seen(struct houdini *h, struct row_solver *q)
{
	struct seen s;
	uint32_t dropped = 0;
	if (!confirm_model(h->r, q, &s)) return 0;
	for (uint32_t i = 0; i < h->all.count; i++) {
		struct houdini_candidate *c = &h->all.at[i];
		if (c->is_out || confirm_lemma(h->r, &s, &c->lemma, true)) continue;
		c->is_out = true;
		dropped++;
	}
	return dropped;
}

/* Where they cannot be asked for together: those that are not proved go. */
static uint32_t drop_each(struct houdini *h, struct row_solver *q)
{
	uint32_t dropped = 0;
	for (uint32_t i = 0; i < h->all.count; i++) {
		struct houdini_candidate *c = &h->all.at[i];
		bool is_there = true;
		if (c->is_out || !is_touched(h, q->row, c)) continue;
		lit hold = q->row == h->r->count ? LIT_TRUE : all_hold(h);
		lit l =
		    circuit_and(h->r->instance.circuit, hold, breaks(h->r, q->row, &c->lemma, &is_there));
		if (fill_ask(h->r, q, l) == SOLVER_UNSATISFIABLE) continue;
		c->is_out = true;
		dropped++;
	}
	return dropped;
}

/* Until the row breaks none that is left; returns how many went. */
static uint32_t drop_broken(struct houdini *h, uint32_t row)
{
	struct row_solver q;
	uint32_t dropped = 0;
	bool is_first = row == h->r->count;
	if (!fill_open(h->r, row, NULL, &q)) { /* it may break anything */
		for (uint32_t i = 0; i < h->all.count; i++) {
			bool goes = !h->all.at[i].is_out && is_touched(h, row, &h->all.at[i]);
			h->all.at[i].is_out |= goes;
			dropped += goes;
		}
		return dropped;
	}
	for (bool goes_on = true; goes_on;) {
		lit hold = is_first ? LIT_TRUE : all_hold(h);
		lit l = circuit_and(h->r->instance.circuit, hold, any_breaks(h, row));
		enum solver_answer a = fill_ask(h->r, &q, l);
		uint32_t now = a == SOLVER_SATISFIABLE ? drop_seen(h, &q) : 0;
		if (a != SOLVER_UNSATISFIABLE && now == 0) now = drop_each(h, &q);
		dropped += now;
		goes_on = a == SOLVER_SATISFIABLE && now > 0;
	}
	fill_close(&q);
	return dropped;
}

/* ---- the result -------------------------------------------------------------------------------------------------- */

static void keep_mutexes(struct houdini *h)
{
	struct relate *r = h->r;
	struct goal **goals = ARENA_ARRAY(&r->arena, h->all.count + 1, struct goal *);
	uint32_t count = 0;
	r->induction.mutexes = ARENA_ARRAY(&r->arena, h->all.count + 1, struct relate_mutex);
	for (uint32_t i = h->typing; i < h->all.count; i++) {
		const struct lemma *l = &h->all.at[i].lemma;
		if (h->all.at[i].is_out) continue;
		r->induction.mutexes[count] = (struct relate_mutex){
		    l->parts[0].atom - r->first_conjunct, l->parts[1].atom - r->first_conjunct, false};
		goals[count] = ARENA_NEW(&r->arena, struct goal);
		*goals[count] = (struct goal){{l->parts[0], l->parts[1]}, .count = 2};
		goals[count]->parts[0].is_true = goals[count]->parts[1].is_true = true;
		count++;
	}
	fill_goals(r, RELATE_NO_STEP, NULL, goals, count);
	for (uint32_t i = 0; i < count; i++)
		r->induction.mutexes[i].is_trivial = goals[i]->truth == RELATE_NO;
	r->induction.mutex_count = count;
}

static void keep_lemmas(struct houdini *h)
{
	struct relate *r = h->r;
	r->induction.is_inductive = ARENA_ARRAY(&r->arena, r->invariant_count + 1, bool);
	r->induction.is_closed = !encode_was_cut(r->instance.encoder);
	for (uint32_t i = 0; i < h->all.count; i++) {
		const struct houdini_candidate *c = &h->all.at[i];
		bool is_typing = i >= h->invariants ? i < h->typing : relate_is_typing(r, i);
		if (i < h->invariants) r->induction.is_inductive[i] = !c->is_out;
		if (is_typing && c->is_out) r->induction.is_closed = false;
		if (!c->is_out) VEC_PUSH(&r->inductive, c->lemma);
	}
}

void relate_induct(struct relate *r)
{
	struct houdini h = {.r = r};
	if (r->induction.is_done || r->reason.is_stuck) return;
	add_candidates(&h);
	bool is_stopped = drop_broken(&h, r->count) > 0 && fill_is_stopped(r);
	for (bool goes_on = true; goes_on && !is_stopped;) {
		goes_on = false;
		for (uint32_t i = 0; i < r->count; i++) goes_on |= drop_broken(&h, i) > 0;
		is_stopped = fill_is_stopped(r);
	}
	if (is_stopped) h.all.count = 0; /* nothing is proved */
	if (!is_stopped) keep_mutexes(&h);
	if (!is_stopped) keep_lemmas(&h);
	r->induction.is_done = true;
	VEC_CLEAR(&h.all);
}

uint32_t relate_mutex_count(const struct relate *r) { return r->induction.mutex_count; }

struct relate_mutex relate_mutex(const struct relate *r, uint32_t index)
{
	return r->induction.mutexes[index];
}

bool relate_is_inductive(const struct relate *r, uint32_t invariant)
{
	return r->induction.is_inductive && r->induction.is_inductive[invariant];
}

bool relate_is_closed(const struct relate *r) { return r->induction.is_closed; }
