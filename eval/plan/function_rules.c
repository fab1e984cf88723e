/* Rules for single values of functions: their instances, the order in which images are chosen, and
 * what follows for an image from those chosen before. */
#include "eval/plan/function.h"

/* A rule that cannot be evaluated here is left to the test of the whole. */
static void forget(struct functions *f) { f->e->has_failure = false; }

enum { MOST_INSTANCES = 100000, MOST_ORDERING = 20000000 };

bool function_cell(const struct functions *f, const struct part *p, value x, uint32_t *out)
{
	uint32_t low = 0, high = p->from_count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (value_compare(f->e->s, p->from[middle], x) < 0) low = middle + 1;
		else high = middle;
	}
	*out = p->first + low;
	return low < p->from_count && p->from[low] == x;
}

/* ---- instances --------------------------------------------------------------------------------- */

static const struct part *part_of(const struct functions *f, const struct node *point)
{
	uint32_t slot = slot_of(f->e, point->kid[0]->decl);
	for (uint32_t i = 0; i < f->part_count; i++)
		if (f->parts[i].text->slot == slot) return &f->parts[i];
	return NULL;
}

/* With the bound names bound: notes which cells the rule needs. An argument outside of the domain
 * is left to the test of the whole. */
static void add_instance(struct functions *f, const struct function_rule *r)
{
	struct eval *e = f->e;
	struct function_instance x = {.rule = r,
	                              .cells = ARENA_ARRAY(&f->arena, r->point_count, uint32_t)};
	for (uint32_t i = 0; i < r->point_count; i++) {
		value point = expr_arguments(e, r->points[i]);
		if (point != VALUE_NONE) point = lazy_list(e, point, r->node->pos);
		bool known =
		    point != VALUE_NONE && function_cell(f, part_of(f, r->points[i]), point, &x.cells[i]);
		if (!known) {
			forget(f);
			return;
		}
	}
	x.bound = ARENA_ARRAY(&f->arena, r->slot_count + 1, value);
	for (uint32_t i = 0; i < r->slot_count; i++) x.bound[i] = e->slots[r->slots[i]];
	VEC_PUSH(&f->instances, x);
}

struct adding {
	struct functions *f;
	const struct function_rule *rule;
	uint32_t next; /* item */
};

static void add_from(struct functions *f, const struct function_rule *r, uint32_t i);

static bool bound_found(struct eval *e, void *data)
{
	struct adding *a = data;
	(void)e;
	add_from(a->f, a->rule, a->next);
	return a->f->instances.count < MOST_INSTANCES;
}

static void add_from(struct functions *f, const struct function_rule *r, uint32_t i)
{
	while (i < r->item_count && r->items[i].is_open) i++;
	if (i == r->item_count) {
		add_instance(f, r);
		return;
	}
	struct adding a = {f, r, i + 1};
	if (r->items[i].plan) {
		if (plan_run(f->e, r->items[i].plan, bound_found, &a) == EVAL_FAILED) forget(f);
		return;
	}
	enum truth t = predicate_eval(f->e, r->items[i].condition);
	if (t == EVAL_TRUE) add_from(f, r, i + 1);
	else if (t == EVAL_FAILED) forget(f);
}

/* ---- equations --------------------------------------------------------------------------------- */

/* The other side, if the instance is an equation f(x) = E with this cell on the left and nowhere
 * else. */
static const struct node *other_side(const struct function_instance *x, uint32_t cell)
{
	const struct function_rule *r = x->rule;
	const struct node *point = NULL;
	if (r->node->op != OP_EQUAL) return NULL;
	for (uint32_t i = 0; i < r->point_count; i++) {
		if (x->cells[i] != cell) continue;
		if (point) return NULL;
		point = r->points[i];
	}
	if (point == r->node->kid[0]) return r->node->kid[1];
	return point == r->node->kid[1] ? r->node->kid[0] : NULL;
}

static void bind(struct functions *f, const struct function_instance *x)
{
	for (uint32_t i = 0; i < x->rule->slot_count; i++) f->e->slots[x->rule->slots[i]] = x->bound[i];
}

/* Do the open conditions hold? */
static bool applies(struct functions *f, const struct function_rule *r)
{
	for (uint32_t i = 0; i < r->item_count; i++) {
		if (!r->items[i].is_open) continue;
		if (predicate_eval(f->e, r->items[i].condition) == EVAL_TRUE) continue;
		forget(f);
		return false;
	}
	return true;
}

value function_fixed(struct functions *f, uint32_t at)
{
	for (uint32_t k = f->first_of[at]; k < f->first_of[at + 1]; k++) {
		const struct function_instance *x = &f->instances.at[k];
		const struct node *other = other_side(x, f->order[at]);
		if (!other) continue;
		bind(f, x);
		if (!applies(f, x->rule)) continue;
		value v = expr_eval(f->e, other);
		if (v != VALUE_NONE) v = lazy_list(f->e, v, other->pos);
		if (v != VALUE_NONE) return v;
		forget(f);
	}
	return VALUE_NONE;
}

bool function_rules_hold(struct functions *f, uint32_t at)
{
	for (uint32_t k = f->first_of[at]; k < f->first_of[at + 1]; k++) {
		const struct function_instance *x = &f->instances.at[k];
		bind(f, x);
		if (!applies(f, x->rule)) continue;
		enum truth t = predicate_eval(f->e, x->rule->node);
		if (t == EVAL_FALSE) return false;
		forget(f);
	}
	return true;
}

/* ---- the order --------------------------------------------------------------------------------- */

/* Different cells of the instance that have no place yet; *one is one of them. */
static uint32_t count_open(const struct functions *f, const struct function_instance *x,
                           uint32_t *one)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < x->rule->point_count; i++) {
		uint32_t c = x->cells[i];
		bool seen = f->place[c] != FUNCTION_NONE;
		for (uint32_t k = 0; k < i && !seen; k++) seen = x->cells[k] == c;
		if (seen) continue;
		if (count == 0 || c < *one) *one = c;
		count++;
	}
	return count;
}

/* An image that an equation gives comes first, then one that completes most instances, then one of
 * an instance with few open cells. */
static uint32_t next_cell(const struct functions *f, uint32_t *completes)
{
	uint32_t best = FUNCTION_NONE, fewest = UINT32_MAX, most = 0, cell = 0;
	memset(completes, 0, f->cell_count * sizeof *completes);
	for (uint32_t k = 0; k < f->instances.count; k++) {
		const struct function_instance *x = &f->instances.at[k];
		uint32_t open = count_open(f, x, &cell);
		if (open == 0) continue;
		if (open == 1 && other_side(x, cell)) return cell;
		if (open == 1 && ++completes[cell] > most) {
			most = completes[cell];
			best = cell;
			fewest = 1;
		}
		if (open < fewest) {
			fewest = open;
			best = cell;
		}
	}
	for (uint32_t c = 0; best == FUNCTION_NONE; c++)
		if (f->place[c] == FUNCTION_NONE) best = c;
	return best;
}

static void put(struct functions *f, uint32_t cell, uint32_t at)
{
	f->order[at] = cell;
	f->place[cell] = at;
}

/* Looking at all instances takes time: a step for so many of them. */
static bool is_out_of_time(struct functions *f)
{
	enum { FOR_A_STEP = 64 };
	for (uint32_t k = 0; k < f->instances.count; k += FOR_A_STEP)
		if (eval_interrupted(f->e, f->instances.at[0].rule->node->pos)) return true;
	return false;
}

static bool order_cells(struct functions *f)
{
	bool natural = (uint64_t)f->instances.count * f->cell_count > MOST_ORDERING;
	uint32_t *completes = ARENA_ARRAY(&f->arena, f->cell_count + 1, uint32_t);
	for (uint32_t c = 0; c < f->cell_count; c++) f->place[c] = FUNCTION_NONE;
	for (uint32_t at = 0; at < f->cell_count; at++) {
		bool is_given = natural || f->instances.count == 0;
		if (!is_given && is_out_of_time(f)) return false;
		put(f, is_given ? at : next_cell(f, completes), at);
	}
	return true;
}

static int by_last(const void *a, const void *b)
{
	const struct function_instance *x = a, *y = b;
	return x->last < y->last ? -1 : x->last > y->last;
}

bool function_add_rules(struct functions *f)
{
	for (uint32_t i = 0; f->rules && i < f->rules->count; i++) add_from(f, &f->rules->list[i], 0);
	if (!order_cells(f)) return false;
	for (uint32_t k = 0; k < f->instances.count; k++) {
		struct function_instance *x = &f->instances.at[k];
		for (uint32_t i = 0; i < x->rule->point_count; i++)
			if (f->place[x->cells[i]] > x->last) x->last = f->place[x->cells[i]];
	}
	if (f->instances.count)
		qsort(f->instances.at, f->instances.count, sizeof *f->instances.at, by_last);
	uint32_t k = 0;
	for (uint32_t i = 0; i <= f->cell_count; i++) {
		while (k < f->instances.count && f->instances.at[k].last < i) k++;
		f->first_of[i] = k;
	}
	return true;
}
