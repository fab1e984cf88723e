/* The functions of a set A --> B (or another arrow), image by image; several functions that rules
 * connect are chosen together. Conditions that speak of single values f(x) are tested as soon as
 * these are chosen, and equations f(x) = E choose at once: this is what finds a labelling or a
 * placement among millions of functions. */
#include "eval/plan/function.h"

static void properties_of(enum op op, struct part *p)
{
	p->total = op_is(op, FACT_TOTAL);
	p->injective = op_is(op, FACT_INJECTIVE);
	p->surjective = op_is(op, FACT_SURJECTIVE);
}

/* ---- choosing ---------------------------------------------------------------------------------- */

static bool choose_image(struct functions *f, uint32_t at);

static value value_of(struct functions *f, const struct part *p)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < p->from_count; i++) {
		value image = f->cells[p->first + i].image;
		if (image != VALUE_NONE) f->pairs[count++] = value_pair(f->e->s, p->from[i], image);
	}
	return value_set_sorted(f->e->s, f->pairs, count);
}

static bool all_chosen(struct functions *f)
{
	struct eval *e = f->e;
	value first = value_of(f, &f->parts[0]);
	for (uint32_t i = 1; i < f->part_count; i++)
		e->slots[f->parts[i].text->slot] = value_of(f, &f->parts[i]);
	e->choosing = f->outer;
	bool go_on = f->found(e, first, f->data);
	e->choosing = f;
	for (uint32_t i = 0; f->rules && i < f->part_count; i++)
		e->slots[f->parts[i].text->slot] = VALUE_NONE;
	return go_on;
}

/* The cell gets the image v, which is to[k] where k is a place there. */
static bool with_image(struct functions *f, uint32_t at, value v, uint32_t k)
{
	struct cell *c = &f->cells[f->order[at]];
	struct part *p = &f->parts[c->part];
	bool listed = k < p->to_count, go_on = true;
	if (listed && p->used[k]++ == 0) p->used_count++;
	*c = (struct cell){c->part, true, v};
	p->left--;
	p->size += v != VALUE_NONE;
	bool reachable = (!p->surjective || p->to_count - p->used_count <= p->left) &&
	                 p->size <= p->sizes.most && p->size + p->left >= p->sizes.least;
	if (reachable && function_sums_allow(f) && function_rules_hold(f, at))
		go_on = choose_image(f, at + 1);
	p->left++;
	p->size -= v != VALUE_NONE;
	c->is_chosen = false;
	if (listed && --p->used[k] == 0) p->used_count--;
	return go_on && !f->failed;
}

static bool choose_fixed(struct functions *f, uint32_t at, value v)
{
	struct part *p = &f->parts[f->cells[f->order[at]].part];
	uint32_t k = p->to_count;
	if (p->is_open) {
		enum truth t = member_in(f->e, v, p->set->kid[1]);
		if (t == EVAL_FAILED) f->failed = true;
		return t == EVAL_TRUE ? with_image(f, at, v, k) : !f->failed;
	}
	for (k = 0; k < p->to_count && p->to[k] != v; k++) {
	}
	if (k == p->to_count || (p->injective && p->used[k])) return true;
	return with_image(f, at, v, k);
}

/* Chooses the image at this place of the order and all after it; false when stopped. */
static bool choose_image(struct functions *f, uint32_t at)
{
	struct eval *e = f->e;
	if (at == f->cell_count) return all_chosen(f);
	struct part *p = &f->parts[f->cells[f->order[at]].part];
	if (eval_interrupted(e, p->set->pos)) {
		f->failed = true;
		return false;
	}
	if (!p->total && !with_image(f, at, VALUE_NONE, p->to_count)) return false;
	value fixed = function_fixed(f, at);
	if (fixed != VALUE_NONE) return choose_fixed(f, at, fixed);
	int64_t low, high;
	bool is_bounded = p->is_open && !p->injective && f->sums.count &&
	                  function_image_range(f, f->order[at], &low, &high);
	if (is_bounded) {
		for (int64_t v = low; v <= high; v++)
			if (!with_image(f, at, value_integer(e->s, v), p->to_count)) return false;
		return true;
	}
	if (p->is_open) e->was_cut = true;
	for (uint32_t k = 0; k < p->to_count; k++) {
		if (p->injective && p->used[k]) continue;
		if (!with_image(f, at, p->to[k], k)) return false;
	}
	return true;
}

value function_image(struct eval *e, const struct node *f, value x, struct pos pos)
{
	uint32_t slot = slot_of(e, f->decl);
	for (const struct functions *c = e->choosing; c; c = c->outer) {
		for (uint32_t i = 0; c->rules && i < c->part_count; i++) {
			uint32_t cell;
			if (c->parts[i].text->slot != slot) continue;
			x = lazy_list(e, x, pos);
			if (x == VALUE_NONE) return x;
			bool known = function_cell(c, &c->parts[i], x, &cell) && c->cells[cell].is_chosen;
			if (known && c->cells[cell].image != VALUE_NONE) return c->cells[cell].image;
			return eval_fail_of(e, EVAL_UNDEFINED, pos, x, "is not in the domain of this function");
		}
	}
	return eval_fail(e, EVAL_UNDEFINED, pos, "'%s' has no value here", f->name);
}

/* ---- setting up -------------------------------------------------------------------------------- */

static value *items_of(struct functions *f, value set, uint32_t *count)
{
	uint64_t n = value_count(f->e->s, set);
	*count = (uint32_t)n;
	value *items = ARENA_ARRAY(&f->arena, n + 1, value);
	for (uint64_t i = 0; i < n; i++) items[i] = value_at(f->e->s, set, i);
	return items;
}

/* The range, or a part of it if it is an infinite set of integers. */
static value function_range(struct eval *e, struct part *p)
{
	const struct node *set = p->set->kid[1];
	value to = expr_eval(e, set);
	if (to == VALUE_NONE) return to;
	enum op op = value_kind(e->s, to) == VALUE_LAZY ? value_lazy_node(e->s, to)->op : OP_EMPTY_SET;
	if (op == OP_NATURAL_SET || op == OP_NATURAL1_SET || op == OP_INTEGER_SET) {
		int64_t low = op == OP_NATURAL_SET ? 0 : op == OP_NATURAL1_SET ? 1 : eval_least(e);
		p->is_open = true;
		p->has_least = op != OP_INTEGER_SET;
		p->least = low;
		return value_interval(e->s, low, eval_most(e));
	}
	return lazy_list(e, to, p->set->pos);
}

/* The part of a side that a rule leaves; if it is exact, all of it must be used. */
static value narrowed(struct functions *f, value whole, const struct function_side *side,
                      bool *exact)
{
	struct eval *e = f->e;
	struct algebra_failure why = {0};
	if (!side->set) return whole;
	value part = expr_eval(e, side->set);
	if (part != VALUE_NONE) part = lazy_list(e, part, side->set->pos);
	if (part == VALUE_NONE) {
		e->has_failure = false; /* left to the test of the whole */
		return whole;
	}
	value both = algebra_apply(e->s, OP_INTER, (value[]){whole, part}, 2, e->limit, &why);
	if (both == VALUE_NONE) return whole;
	if (side->is_exact && both != part) f->impossible = true;
	if (side->is_exact) *exact = true;
	return both;
}

static void narrow(struct functions *f, struct part *p, value *from, value *to)
{
	value all = *from, range = *to;
	bool exact = false, was_total = p->total;
	if (!f->rules) return;
	*from = narrowed(f, *from, &p->text->domain, &p->total);
	if (all != *from && was_total) f->impossible = true; /* they have the whole domain */
	if (!p->is_open) *to = narrowed(f, *to, &p->text->range, &exact);
	if (range != *to && p->surjective) f->impossible = true;
	p->surjective = p->surjective || exact;
}

static bool set_up_part(struct functions *f, struct part *p)
{
	struct eval *e = f->e;
	value from = expr_eval(e, p->set->kid[0]);
	if (from != VALUE_NONE) from = lazy_list(e, from, p->set->pos);
	value to = from == VALUE_NONE ? from : function_range(e, p);
	if (to == VALUE_NONE) return false;
	properties_of(p->set->op, p);
	narrow(f, p, &from, &to);
	if (value_count(e->s, from) > e->limit || value_count(e->s, to) > e->limit) {
		eval_fail(e, EVAL_LIMIT, p->set->pos, "these functions are over too large sets" LIST_LIMIT);
		return false;
	}
	p->from = items_of(f, from, &p->from_count);
	p->to = items_of(f, to, &p->to_count);
	p->used = ARENA_ARRAY(&f->arena, p->to_count + 1, uint32_t);
	p->left = p->from_count;
	p->sizes = (struct subset_sizes){0, UINT64_MAX};
	if (f->rules) p->sizes = subset_sizes_of(e, &p->text->sizes);
	p->first = f->cell_count;
	f->cell_count += p->from_count;
	if (p->surjective && p->to_count > p->from_count) f->impossible = true;
	return true;
}

static bool set_up(struct functions *f)
{
	for (uint32_t i = 0; i < f->part_count; i++)
		if (!set_up_part(f, &f->parts[i])) return false;
	uint32_t count = f->cell_count;
	f->cells = ARENA_ARRAY(&f->arena, count + 1, struct cell);
	f->order = ARENA_ARRAY(&f->arena, count + 1, uint32_t);
	f->place = ARENA_ARRAY(&f->arena, count + 1, uint32_t);
	f->pairs = ARENA_ARRAY(&f->arena, count + 1, value);
	f->first_of = ARENA_ARRAY(&f->arena, count + 2, uint32_t);
	for (uint32_t i = 0; i < f->part_count; i++)
		for (uint32_t k = 0; k < f->parts[i].from_count; k++)
			f->cells[f->parts[i].first + k].part = i;
	if (!f->impossible) function_add_sums(f);
	return f->impossible || function_add_rules(f);
}

static enum truth run(struct functions *f)
{
	arena_init_with(&f->arena, &f->e->arena);
	for (uint32_t i = 0; f->rules && i < f->part_count; i++) {
		f->parts[i].text = &f->rules->parts[i];
		f->parts[i].set = f->rules->parts[i].set;
		f->e->slots[f->rules->parts[i].slot] = VALUE_NONE;
	}
	bool ready = set_up(f);
	f->e->choosing = f;
	bool ended = ready && (f->impossible || choose_image(f, 0));
	f->e->choosing = f->outer;
	arena_clear(&f->arena);
	VEC_CLEAR(&f->instances);
	VEC_CLEAR(&f->sums);
	return !ready || f->failed ? EVAL_FAILED : ended ? EVAL_FALSE : EVAL_TRUE;
}

enum truth function_stream(struct eval *e, const struct node *set, stream_found *found, void *data)
{
	struct part part = {.set = set};
	struct functions f = {.e = e, .outer = e->choosing, .found = found, .data = data};
	f.parts = &part;
	f.part_count = 1;
	return run(&f);
}

enum truth function_choose(struct eval *e, const struct function_rules *rules, stream_found *found,
                           void *data)
{
	struct functions f = {.e = e, .outer = e->choosing, .rules = rules};
	f.found = found;
	f.data = data;
	f.part_count = rules->part_count;
	struct part *parts = memory_zeroed(f.part_count, sizeof *parts);
	f.parts = parts;
	enum truth t = run(&f);
	free(parts);
	return t;
}
