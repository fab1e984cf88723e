/* What is written side by side: the same rules as eval/subst/subst_write.c. */
#include "encode/subst/subst.h"

/* ---- places ------------------------------------------------------------------------------------ */

static uint32_t field_of(const struct node *place)
{
	return type_field_index(place->kid[0]->type, place->name);
}

struct write write_start(enc e, const struct node *place, struct sym *v, lit *defined)
{
	struct write w = {.of = node_root(place)->decl, .place = place, .is = v, .when = LIT_TRUE};
	for (const struct node *p = place; p->op != OP_ID; p = p->kid[0]) w.count++;
	if (w.count) w.keys = ARENA_ARRAY(&e->arena, w.count, struct sym *);
	for (uint32_t i = w.count; i > 0; i--, place = place->kid[0])
		w.keys[i - 1] = place->op == OP_FIELD ? NULL : expression_arguments(e, place, defined);
	return w;
}

/* The value behind the keys [from .. to), of which the last one is that of the place, in v. */
static struct sym *part_of(enc e, const struct node *place, struct sym **keys, uint32_t from,
                           uint32_t to, struct sym *v, lit *defined)
{
	if (from == to) return v;
	struct sym *base = part_of(e, place->kid[0], keys, from, to - 1, v, defined);
	if (*defined == LIT_FALSE) return e->undefined;
	if (place->op == OP_FIELD) return sym_field(e, base, field_of(place));
	return relation_apply(e, base, keys[to - 1], place->kid[0]->type, place->pos, defined);
}

struct sym *write_part(enc e, const struct write *w, struct sym *variable, lit *defined)
{
	return part_of(e, w->place, w->keys, 0, w->count, variable, defined);
}

static struct sym *with_field(enc e, struct sym *record, const struct node *place, struct sym *v)
{
	const struct type *t = place->kid[0]->type;
	struct sym **fields = ARENA_ARRAY(&e->arena, t->count, struct sym *);
	for (uint32_t i = 0; i < t->count; i++) fields[i] = sym_field(e, record, i);
	fields[field_of(place)] = v;
	return sym_record(e, t, fields);
}

struct sym *write_into(enc e, const struct write *w, struct sym *variable, lit *defined)
{
	const struct node *place = w->place;
	struct sym *v = w->is;
	if (w->count && !variable) *defined = LIT_FALSE;
	for (uint32_t i = w->count; i > 0; i--, place = place->kid[0]) {
		const struct node *of = place->kid[0];
		if (*defined == LIT_FALSE) return e->undefined;
		struct sym *base = part_of(e, of, w->keys, 0, i - 1, variable, defined);
		if (*defined == LIT_FALSE) return e->undefined;
		v = place->op == OP_FIELD
		        ? with_field(e, base, place, v)
		        : relation_update(e, base, w->keys[i - 1], v, of->type, place->pos);
	}
	return *defined == LIT_FALSE ? e->undefined : v;
}

/* ---- conflicts --------------------------------------------------------------------------------- */

/* The keys lead to the same place, as far as both go. */
static lit is_within(enc e, const struct write *longer, const struct write *shorter)
{
	struct lits same = {0};
	const struct node *at = shorter->place, *other = longer->place;
	for (uint32_t i = longer->count; i > shorter->count; i--) other = other->kid[0];
	for (uint32_t i = shorter->count; i > 0; i--, at = at->kid[0], other = other->kid[0]) {
		if (at->op == OP_FIELD && at->name != other->name) return LIT_FALSE;
		if (at->op == OP_FIELD) continue;
		const struct type *key = at->kid[0]->type->a->a;
		lits_push(e, &same, sym_equal(e, shorter->keys[i - 1], longer->keys[i - 1], key));
	}
	return circuit_all(e->c, same.at, same.count);
}

lit write_conflict(enc e, const struct write *a, const struct write *b)
{
	const struct write *longer = a->count < b->count ? b : a, *shorter = longer == a ? b : a;
	lit both[3] = {a->when, b->when, is_within(e, longer, shorter)};
	lit meet = circuit_all(e->c, both, 3), defined = LIT_TRUE;
	if (meet == LIT_FALSE) return LIT_FALSE;
	struct sym *there = part_of(e, longer->place, longer->keys, shorter->count, longer->count,
	                            shorter->is, &defined);
	const struct type *t = longer->count ? longer->place->type : longer->of->type;
	lit same = defined == LIT_FALSE ? LIT_FALSE : sym_equal(e, there, longer->is, t);
	return circuit_and(e->c, meet, -circuit_and(e->c, defined, same));
}

void write_keep(enc e, struct write w)
{
	if (!e->writing.keeps_writes) return;
	for (const struct write *other = e->writing.writes; e->writing.is_side_by_side && other;
	     other = other->before)
		if (other->of == w.of)
			trouble_add(e, write_conflict(e, &w, other), EVAL_UNDEFINED, w.place->pos);
	struct write *kept = ARENA_NEW(&e->arena, struct write);
	*kept = w;
	kept->before = e->writing.writes;
	e->writing.writes = kept;
}

void write_add(enc e, const struct write *from, const struct write *end)
{
	for (; from != end; from = from->before) {
		struct write *kept = ARENA_NEW(&e->arena, struct write);
		*kept = *from;
		kept->before = e->writing.writes;
		e->writing.writes = kept;
	}
}

struct write_scope write_scope_start(enc e, bool is_side_by_side)
{
	struct write_scope s = {e->writing.writes, e->writing.keeps_writes, e->writing.is_side_by_side};
	e->writing.writes = NULL;
	e->writing.keeps_writes = true;
	e->writing.is_side_by_side = is_side_by_side;
	return s;
}

void write_scope_end(enc e, struct write_scope s)
{
	const struct write *inside = e->writing.writes;
	e->writing.writes = s.writes;
	e->writing.keeps_writes = s.keeps_writes;
	e->writing.is_side_by_side = s.is_side_by_side;
	if (e->writing.keeps_writes) write_add(e, inside, NULL);
}
