/* Enabling relations (Dobrikov 2018, definitions 2.8 to 2.11), co-enabled pairs, and what operations do to the conjuncts of
 * guards. */
#include "relate/inside.h"

static struct goal *change_of(const struct relate *r, uint32_t row, uint32_t column,
                              uint32_t change)
{
	return &r->tables.changes[((size_t)row * r->count + column) * RELATE_CHANGES + change];
}

static struct goal *effect_of(const struct relate *r, uint32_t row, uint32_t conjunct, bool is_true)
{
	return &r->tables.effects[((size_t)row * r->conjunct_count + conjunct) * 2 + !is_true];
}

static struct goal *coenabled_of(const struct relate *r, uint32_t a, uint32_t b)
{
	return &r->tables.coenabled[(size_t)(a > b ? a : b) * r->count + (a > b ? b : a)];
}

bool relate_is_apart(const struct relate *r, uint32_t row, uint32_t column)
{
	const struct atom *a = &r->atoms.at[column];
	return row < r->count && a->is_known && !model_meet(r, &r->rows[row].writes, &a->reads);
}

struct goals {
	struct goal **at;
	uint32_t count, room;
};

/* A step out of a state in which the operation is not enabled is none; and where nothing is written that the guard reads,
 * nothing changes (lemma 2.3). */
static void add_changes(struct relate *r, uint32_t row, struct goals *all)
{
	for (uint32_t k = 0; k < r->count; k++)
		for (uint32_t c = 0; c < RELATE_CHANGES; c++) {
			struct goal *g = change_of(r, row, k, c);
			bool before = c == RELATE_TF || c == RELATE_TT,
			     after = c == RELATE_FT || c == RELATE_TT;
			*g = (struct goal){{{k, false, before}, {k, true, after}}, .count = 2};
			if (row == r->count) *g = (struct goal){{{k, true, after}}, .count = 1};
			if (row == k && !before) g->truth = RELATE_NO;
			if (before != after && relate_is_apart(r, row, k)) g->truth = RELATE_NO;
			VEC_PUSH(all, g);
		}
}

static void add_effects(struct relate *r, uint32_t row, struct goals *all)
{
	for (uint32_t k = 0; row < r->count && k < r->conjunct_count; k++)
		for (uint32_t to = 0; to < 2; to++) {
			struct goal *g = effect_of(r, row, k, to);
			uint32_t atom = r->first_conjunct + k;
			*g = (struct goal){{{atom, false, !to}, {atom, true, to}}, .count = 2};
			bool is_apart = !model_meet(r, &r->rows[row].writes, &r->atoms.at[atom].reads);
			if (is_apart) g->truth = RELATE_NO;
			VEC_PUSH(all, g);
		}
}

static void fill_row(struct relate *r, uint32_t row)
{
	struct goals all = {0};
	add_changes(r, row, &all);
	add_effects(r, row, &all);
	if (row < r->count) VEC_PUSH(&all, &r->tables.feasible[row]);
	fill_goals(r, row, fill_hypothesis(r), all.at, all.count);
	VEC_CLEAR(&all);
}

static void fill_coenabled(struct relate *r)
{
	struct goals all = {0};
	for (uint32_t i = 0; i < r->count; i++)
		for (uint32_t k = 0; k <= i; k++) {
			struct goal *g = coenabled_of(r, i, k);
			*g = (struct goal){{{i, false, true}, {k, false, true}}, .count = 2};
			VEC_PUSH(&all, g);
		}
	fill_goals(r, RELATE_NO_STEP, fill_hypothesis(r), all.at, all.count);
	VEC_CLEAR(&all);
}

void relate_matrix(struct relate *r)
{
	size_t count = r->count;
	r->tables.feasible = ARENA_ARRAY(&r->arena, count + 1, struct goal);
	r->tables.changes =
	    ARENA_ARRAY(&r->arena, (count + 1) * count * RELATE_CHANGES + 1, struct goal);
	r->tables.effects = ARENA_ARRAY(&r->arena, count * r->conjunct_count * 2 + 1, struct goal);
	r->tables.coenabled = ARENA_ARRAY(&r->arena, count * count + 1, struct goal);
	for (uint32_t i = 0; i <= r->count && !fill_is_stopped(r); i++) fill_row(r, i);
	fill_coenabled(r);
}

/* ---- what is known ---------------------------------------------------------------------------------------- */

enum relate_truth relate_change(const struct relate *r, uint32_t row, uint32_t column,
                                enum relate_change c, const struct relate_witness **witness)
{
	const struct goal *g = change_of(r, row, column, c);
	if (witness) *witness = g->witness;
	return g->truth;
}

enum relate_truth relate_feasible(const struct relate *r, uint32_t operation)
{
	return r->tables.feasible[operation].truth;
}

enum relate_truth relate_coenabled(const struct relate *r, uint32_t a, uint32_t b,
                                   const struct relate_witness **witness)
{
	const struct goal *g = coenabled_of(r, a, b);
	if (witness) *witness = g->witness;
	return g->truth;
}

enum relate_truth relate_makes(const struct relate *r, uint32_t operation, uint32_t conjunct,
                               bool is_true)
{
	return effect_of(r, operation, conjunct, is_true)->truth;
}

/* ---- classes ---------------------------------------------------------------------------------------------------- */

const char *relate_class_name(enum relate_class c)
{
	static const char *const names[RELATE_CLASSES] = {
	    "unknown",    "infeasible",  "impossible", "guaranteed", "keep",
	    "can enable", "can disable", "toggle",     "possible",
	};
	return names[c];
}

const char *relate_change_name(enum relate_change c)
{
	static const char *const names[RELATE_CHANGES] = {"FF", "FT", "TF", "TT"};
	return names[c];
}

/* Of a relation as bits, in the order of Algorithm 3. */
static enum relate_class class_of(unsigned has, bool is_apart)
{
	enum { FF = 1 << RELATE_FF, FT = 1 << RELATE_FT, TF = 1 << RELATE_TF, TT = 1 << RELATE_TT };
	if (!has) return RELATE_INFEASIBLE;
	if (is_apart) return RELATE_KEEP;
	if (!(has & (FF | TF))) return RELATE_GUARANTEED;
	if (!(has & (FT | TT))) return RELATE_IMPOSSIBLE;
	if (has == (FT | TF)) return RELATE_TOGGLE;
	if (has & FT) return has & TF ? RELATE_POSSIBLE : RELATE_ENABLE;
	return has & TF ? RELATE_DISABLE : RELATE_KEEP;
}

/* INITIALISATION leads from no state: the same as two of the four. */
static enum relate_class class_of_first(unsigned has)
{
	bool is_false = has & 1 << RELATE_FF, is_true = has & 1 << RELATE_FT;
	if (is_false && is_true) return RELATE_POSSIBLE;
	return is_true ? RELATE_GUARANTEED : is_false ? RELATE_IMPOSSIBLE : RELATE_INFEASIBLE;
}

/* It is known if it is the same whatever the answers are that are missing. */
enum relate_class relate_class(const struct relate *r, uint32_t row, uint32_t column)
{
	unsigned sure = 0, perhaps = 0;
	enum relate_class found = RELATE_CLASS_UNKNOWN;
	bool is_first = row == r->count, is_apart = relate_is_apart(r, row, column);
	for (uint32_t c = 0; c < RELATE_CHANGES; c++) {
		enum relate_truth t = change_of(r, row, column, c)->truth;
		if (t == RELATE_YES) sure |= 1u << c;
		if (t != RELATE_NO) perhaps |= 1u << c;
	}
	if (!is_first && relate_feasible(r, row) == RELATE_YES && !sure && is_apart) return RELATE_KEEP;
	for (unsigned has = 0; has < 1u << RELATE_CHANGES; has++) {
		if ((has & sure) != sure || (has & ~perhaps)) continue;
		bool is_empty = has == 0 && perhaps != 0;
		bool is_feasible = is_first || relate_feasible(r, row) == RELATE_YES;
		if (is_empty && is_feasible) continue;
		enum relate_class c = is_first ? class_of_first(has) : class_of(has, is_apart);
		if (found != RELATE_CLASS_UNKNOWN && found != c) return RELATE_CLASS_UNKNOWN;
		found = c;
	}
	return found;
}
