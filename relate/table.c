/* The relations of reduce/, with less in them: what the solver proves impossible in all reachable states is taken out. */
#include "relate/inside.h"

/* Does a step of the row make the atom true, or false? */
static struct goal *effect(struct relate *r, uint32_t row, uint32_t atom, bool is_true)
{
	struct goal *g = ARENA_NEW(&r->arena, struct goal);
	*g = (struct goal){{{atom, false, !is_true}, {atom, true, is_true}}, .count = 2};
	if (!model_meet(r, &r->rows[row].writes, &r->atoms.at[atom].reads)) g->truth = RELATE_NO;
	return g;
}

struct table_column { /* a set of the table, and the question for each row */
	enum relation kind;
	uint32_t of, atom;
	bool is_true;
};
struct table_columns {
	struct table_column *at;
	uint32_t count, room;
};

static void add_columns(struct relate *r, const struct relation_table *t, struct table_columns *all)
{
	for (uint32_t i = 0; i < t->guard_count; i++) {
		uint32_t atom = model_add_conjunct(r, t->guards[i].node);
		VEC_PUSH(all, ((struct table_column){RELATION_MAKES_TRUE, i, atom, true}));
		VEC_PUSH(all, ((struct table_column){RELATION_MAKES_FALSE, i, atom, false}));
	}
	for (uint32_t i = 0; i < t->duty_count; i++) {
		uint32_t atom = model_add_conjunct(r, t->duties[i]);
		VEC_PUSH(all, ((struct table_column){RELATION_BREAKS, i, atom, false}));
		/* from false to undefined is something else */
		if (!defined_may_fail(t->duties[i]))
			VEC_PUSH(all, ((struct table_column){RELATION_REPAIRS, i, atom, true}));
	}
}

static void exclude_row(struct relate *r, struct relation_table *t, const struct table_columns *all,
                        uint32_t row)
{
	struct goal **goals = ARENA_ARRAY(&r->arena, all->count + 1, struct goal *);
	for (uint32_t i = 0; i < all->count; i++)
		goals[i] = effect(r, row, all->at[i].atom, all->at[i].is_true);
	fill_goals(r, row, &r->inductive, goals, all->count);
	for (uint32_t i = 0; i < all->count; i++)
		if (goals[i]->truth == RELATE_NO) relations_exclude(t, all->at[i].kind, all->at[i].of, row);
}

/* What may fail is enabled here, and not there, where it has no outcome: of that nothing is said. */
static void exclude_pairs(struct relate *r, struct relation_table *t)
{
	for (uint32_t i = 0; i < r->count; i++)
		for (uint32_t k = 0; k < r->count; k++) {
			if (relate_coenabled(r, i, k, NULL) == RELATE_NO)
				relations_exclude(t, RELATION_TOGETHER, i, k);
			if (t->may_fail[i] || t->may_fail[k]) continue;
			if (relate_change(r, k, i, RELATE_FT, NULL) == RELATE_NO)
				relations_exclude(t, RELATION_ENABLES, i, k);
			if (relate_change(r, k, i, RELATE_TF, NULL) == RELATE_NO)
				relations_exclude(t, RELATION_DISABLES, i, k);
			enum relate_independence is = relate_independence(r, i, k);
			if (i != k &&
			    (is == RELATE_APART || is == RELATE_INDEPENDENT || is == RELATE_NOT_TOGETHER))
				relations_exclude(t, RELATION_DEPENDS, i, k);
		}
}

static void keep_duties(struct relate *r, struct relation_table *t)
{
	for (uint32_t i = 0; i < t->duty_count; i++)
		for (uint32_t k = 0; k < r->invariant_count; k++)
			if (relate_is_inductive(r, k) && alike_are(t->duties[i], relate_invariant(r, k, NULL)))
				relations_keep(t, i);
}

static bool has_same_operations(const struct relate *r, const struct relation_table *t)
{
	bool is = r->count == t->operation_count;
	for (uint32_t i = 0; is && i < r->count; i++) is = relate_operation(r, i) == t->operations[i];
	return is;
}

/* Of states that can be reached: that is sure only if what the free state satisfies is inductive, too. */
static void sharpen(struct relate *r, struct relation_table *t)
{
	struct table_columns all = {0};
	relate_induct(r);
	if (!relate_is_closed(r) || !has_same_operations(r, t)) return;
	relate_matrix(r);
	relate_commute(r);
	add_columns(r, t, &all);
	for (uint32_t i = 0; i < r->count && !fill_is_stopped(r); i++) exclude_row(r, t, &all, i);
	if (encode_was_cut(r->instance.encoder)) { /* by what was encoded since */
		VEC_CLEAR(&all);
		return;
	}
	exclude_pairs(r, t);
	keep_duties(r, t);
	VEC_CLEAR(&all);
}

void relate_table(void *data, struct explore *x, struct relation_table *t)
{
	struct relate_question q = *(const struct relate_question *)data;
	struct explore_options o = {.alone = true, .stop = q.interrupt};
	(void)x; /* its evaluator is in use */
	q.hypothesis = RELATE_REACHABLE;
	q.explore = explore_open(q.project, q.values, q.universe, &o);
	struct relate *r = relate_open(&q);
	if (!relate_is_stuck(r)) sharpen(r, t);
	relate_close(r);
	explore_close(q.explore);
}
