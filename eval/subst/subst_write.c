/* What is written side by side. Parts of a parallel substitution may write the same place with the same
 * value only (B-Book 7.3 forbids it altogether); a variable as a whole is all of its places. What is
 * assigned counts as written, also if it gets the value that it had. */
#include "eval/subst/subst.h"

/* ---- places ------------------------------------------------------------------------------------ */

static uint32_t field_of(const struct node *place)
{
	return type_field_index(place->kid[0]->type, place->name);
}

/* Of a field it is the number of the field, from 1 on: it is only compared. */
static value key_of(struct eval *e, const struct node *place)
{
	if (place->op == OP_FIELD) return field_of(place) + 1;
	value key = expr_arguments(e, place);
	return key == VALUE_NONE ? key : lazy_list(e, key, place->pos);
}

bool subst_write_start(struct eval *e, struct subst_write *w, const struct node *place, value v)
{
	w->place = place;
	w->is = v;
	w->step = e->run.step;
	w->count = 0;
	w->keys = w->few;
	if (place->op == OP_ID) return true;
	for (; place->op != OP_ID; place = place->kid[0]) w->count++;
	if (w->count > FEW_KEYS) w->keys = memory_raw(w->count * sizeof *w->keys);
	place = w->place;
	for (uint32_t i = w->count; i > 0; i--, place = place->kid[0])
		if ((w->keys[i - 1] = key_of(e, place)) == VALUE_NONE) return false;
	return true;
}

void subst_write_drop(struct subst_write *w)
{
	if (w->keys != w->few) free(w->keys);
}

/* The value behind the keys [from .. to), of which the last one is that of the place, in v. */
static value part_of(struct eval *e, const struct node *place, const value *keys, uint32_t from,
                     uint32_t to, value v)
{
	if (from == to) return v;
	value base = part_of(e, place->kid[0], keys, from, to - 1, v);
	if (base == VALUE_NONE) return base;
	if (place->op == OP_FIELD) return value_field(e->s, base, field_of(place));
	return member_apply_value(e, base, keys[to - 1], place->pos);
}

static value with_field(struct eval *e, value record, const struct node *place, value v)
{
	const struct type *t = place->kid[0]->type;
	value *fields = memory_zeroed(t->count, sizeof *fields);
	for (uint32_t i = 0; i < t->count; i++) fields[i] = value_field(e->s, record, i);
	fields[field_of(place)] = v;
	v = value_record(e->s, t, fields);
	free(fields);
	return v;
}

value subst_write_into(struct eval *e, const struct subst_write *w, value variable)
{
	const struct node *place = w->place;
	value v = w->is;
	if (w->count && variable == VALUE_NONE)
		return eval_fail(e, EVAL_UNDEFINED, place->pos, "'%s' has no value here",
		                 node_root(place)->name);
	for (uint32_t i = w->count; i > 0; i--, place = place->kid[0]) {
		value base = part_of(e, place->kid[0], w->keys, 0, i - 1, variable);
		if (base != VALUE_NONE && place->op == OP_APPLY) base = lazy_list(e, base, place->pos);
		if (base == VALUE_NONE) return base;
		v = place->op == OP_FIELD ? with_field(e, base, place, v)
		                          : algebra_update(e->s, base, w->keys[i - 1], v);
	}
	return v;
}

/* ---- conflicts --------------------------------------------------------------------------------- */

/* Is one of the places the other one, or a part of it? */
static bool is_within(const struct subst_write *longer, const struct subst_write *shorter)
{
	for (uint32_t i = 0; i < shorter->count; i++)
		if (longer->keys[i] != shorter->keys[i]) return false;
	return true;
}

/* False, with a failure, if the two give different values to one place. */
static bool go_together(struct eval *e, const struct subst_write *a, const struct subst_write *b)
{
	const struct subst_write *longer = a->count < b->count ? b : a, *shorter = longer == a ? b : a;
	if (!is_within(longer, shorter)) return true;
	value there =
	    part_of(e, longer->place, longer->keys, shorter->count, longer->count, shorter->is);
	if (there == VALUE_NONE && !eval_forgive(e)) return false;
	enum truth same =
	    there == VALUE_NONE ? EVAL_FALSE : lazy_equal(e, there, longer->is, longer->place->pos);
	if (same == EVAL_FALSE)
		eval_fail(e, EVAL_UNDEFINED, a->place->pos, "'%s' gets two different values in parallel",
		          node_root(a->place)->name);
	return same == EVAL_TRUE;
}

bool subst_write_fits(struct eval *e, const struct subst_write *w, uint32_t slot)
{
	const struct subst_write *other = e->run.written[slot];
	for (; other && other->step == e->run.step; other = other->before)
		if (!go_together(e, w, other)) return false;
	return true;
}

/* ---- isolated parts ---------------------------------------------------------------------------- */

/* With the value that is there at the end of the part; false if a later write took the place away. */
static bool at_the_end(struct eval *e, struct subst_write *w, value variable)
{
	w->is = part_of(e, w->place, w->keys, 0, w->count, variable);
	return w->is != VALUE_NONE || !eval_forgive(e);
}

static bool fits_earlier_parts(struct eval *e, const struct rest *k, const struct subst_write *w,
                               uint32_t slot)
{
	for (const struct subst_write *i = w; i && i->step > k->parts; i = i->before) {
		struct subst_write other = *i;
		if (i->step > k->part || !at_the_end(e, &other, k->merged[slot])) continue;
		if (e->has_failure || !go_together(e, w, &other)) return false;
	}
	return true;
}

bool subst_write_merge(struct eval *e, const struct rest *k, value *merged)
{
	for (uint32_t slot = 0; slot < e->cell_count; slot++) {
		if (e->run.out[slot] == VALUE_NONE) continue; /* a local name of the part */
		for (const struct subst_write *i = e->run.written[slot]; i && i->step > k->part;
		     i = i->before) {
			struct subst_write w = *i;
			if (!at_the_end(e, &w, e->run.out[slot])) continue;
			if (e->has_failure || !fits_earlier_parts(e, k, &w, slot)) return false;
			merged[slot] = subst_write_into(e, &w, merged[slot]);
			if (merged[slot] == VALUE_NONE) return false;
		}
	}
	return true;
}
