/* Relations whose images have many values: numbers from wide ranges, sets, records of such. They are
 * kept as rows: a known key with a symbolic image under a condition. Rows of one key that exclude one
 * another are one row. With one row for each key it is a MAP, else a LIST. */
#include "encode/sym/sym.h"

/* ---- which relations --------------------------------------------------------------------------- */

static bool is_wide_number(const struct number *n)
{
	if (n->choices) return n->choices > SYM_LISTED_INTEGERS;
	return n->high - n->low >= SYM_LISTED_INTEGERS;
}

bool row_is_wide(const struct sym *s)
{
	enum { FEW_ELEMENTS = 4 };
	bool is_wide = false;
	switch (s->kind) {
	case SYM_INTEGER: return is_wide_number(s->number);
	case SYM_SET: return s->count > FEW_ELEMENTS;
	case SYM_MAP:
	case SYM_LIST: return true;
	case SYM_PAIR:
	case SYM_RECORD:
		for (uint32_t i = 0; i < s->count; i++) is_wide |= row_is_wide(s->parts[i]);
		return is_wide;
	default: return false;
	}
}

/* What is not listed is better left where it is. */
static bool is_described(enc e, const struct sym *s)
{
	if (s->kind == SYM_LAZY) return true;
	if (s->kind == SYM_GROUND) return value_has_lazy(e->s, s->ground);
	for (uint32_t i = 0; s->parts && i < s->count; i++)
		if (is_described(e, s->parts[i])) return true;
	return false;
}

static bool is_pair(const struct sym *s)
{
	return s->kind == SYM_PAIR || s->kind == SYM_GROUND || s->kind == SYM_CHOICE;
}

/* Some image is wide, and all can be joined. */
static bool fits(enc e, const struct parts *p)
{
	bool is_wide = false;
	for (uint32_t i = 0; i < p->count; i++) {
		if (!is_pair(p->at[i]) || is_described(e, p->at[i])) return false;
		is_wide = is_wide || (p->at[i]->kind == SYM_PAIR && row_is_wide(p->at[i]->parts[1]));
	}
	return is_wide;
}

/* ---- rows -------------------------------------------------------------------------------------- */

struct row {
	value key;
	struct sym *image;
	lit is;
	uint32_t order;
};

struct row_list {
	struct row *at;
	uint32_t count, room;
};

static void push(enc e, struct row_list *l, value key, struct sym *image, lit is)
{
	if (is == LIT_FALSE || image->kind == SYM_UNDEFINED) return;
	if (l->count == l->room) {
		uint32_t room = l->room ? l->room * 2 : 16;
		struct row *at = ARENA_ARRAY(&e->arena, room, struct row);
		if (l->count) memcpy(at, l->at, l->count * sizeof *at);
		l->at = at;
		l->room = room;
	}
	l->at[l->count] = (struct row){key, image, is, l->count};
	l->count++;
}

static int by_key(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	if (x->key != y->key) return x->key < y->key ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static uint32_t end_of_key(const struct row_list *l, uint32_t from)
{
	uint32_t i = from;
	while (i < l->count && l->at[i].key == l->at[from].key) i++;
	return i;
}

static struct sym *relation_of(enc e, const struct row_list *l)
{
	bool is_map = true;
	for (uint32_t i = 1; i < l->count; i++) is_map &= l->at[i].key != l->at[i - 1].key;
	struct sym *s = sym_new(e, is_map ? SYM_MAP : SYM_LIST, l->count);
	s->values = is_map ? ARENA_ARRAY(&e->arena, l->count, value) : NULL;
	s->is = ARENA_ARRAY(&e->arena, l->count, lit);
	s->parts = ARENA_ARRAY(&e->arena, l->count, struct sym *);
	for (uint32_t i = 0; i < l->count; i++) {
		const struct row *r = &l->at[i];
		s->is[i] = r->is;
		s->parts[i] = is_map ? r->image : sym_pair(e, sym_ground(e, r->key), r->image);
		if (is_map) s->values[i] = r->key;
	}
	return s;
}

/* ---- from pairs -------------------------------------------------------------------------------- */

static bool rows_of(enc e, const struct parts *p, struct row_list *out)
{
	uint32_t most = 0;
	for (uint32_t i = 0; i < p->count; i++) most += sym_first(e, p->at[i])->kind == SYM_GROUND;
	most = most * 2 > SYM_MOST_ROWS ? most * 2 : SYM_MOST_ROWS;
	for (uint32_t i = 0; i < p->count; i++) {
		struct cases keys = {0};
		if (!sym_cases(e, sym_first(e, p->at[i]), most, &keys)) return false;
		struct sym *image = sym_second(e, p->at[i]);
		for (uint32_t k = 0; k < keys.count; k++)
			push(e, out, keys.values[k], image, circuit_and(e->c, keys.is[k], p->is[i]));
	}
	qsort(out->at, out->count, sizeof *out->at, by_key);
	return true;
}

static bool is_same(const struct sym *a, const struct sym *b)
{
	return a == b || (a->kind == SYM_GROUND && b->kind == SYM_GROUND && a->ground == b->ground);
}

/* Never both, at least not where it matters: on the path of the substitution at hand. */
static bool exclude(enc e, const struct row *a, const struct row *b)
{
	lit path = e->writing.path, all[3] = {a->is, b->is, path};
	if (is_same(a->image, b->image) || circuit_excludes(e->c, all, 2)) return true;
	if (path == LIT_TRUE || !circuit_excludes(e->c, all, 3)) return false;
	e->writing.used_path = true;
	return true;
}

/* Rows of one key that are joined: the first that holds counts. */
static void join(enc e, const struct type *t, const struct row_list *group, struct row_list *out)
{
	struct parts images = {0};
	lit before = LIT_FALSE;
	for (uint32_t i = 0; i < group->count; i++) {
		parts_push(e, &images, group->at[i].image, circuit_and(e->c, group->at[i].is, -before));
		before = circuit_or(e->c, before, group->at[i].is);
	}
	push(e, out, group->at[0].key, sym_select(e, t, &images), before);
}

/* As few rows as possible for one key; `rows` has those in [from, to). */
static void join_key(enc e, const struct type *t, const struct row_list *rows, uint32_t from,
                     uint32_t to, struct row_list *out)
{
	struct row_list *groups = ARENA_ARRAY(&e->arena, to - from, struct row_list);
	uint32_t count = 0;
	for (uint32_t i = from; i < to; i++) {
		const struct row *r = &rows->at[i];
		uint32_t g = 0;
		for (bool goes = false; g < count; g++) {
			goes = true;
			for (uint32_t k = 0; goes && k < groups[g].count; k++)
				goes = exclude(e, &groups[g].at[k], r);
			if (goes) break;
		}
		push(e, &groups[g], r->key, r->image, r->is);
		if (g == count) count++;
	}
	for (uint32_t g = 0; g < count; g++) join(e, t, &groups[g], out);
}

struct sym *row_relation(enc e, const struct parts *p, const struct type *t)
{
	struct row_list rows = {0}, out = {0};
	if (!fits(e, p) || !rows_of(e, p, &rows)) return NULL;
	for (uint32_t i = 0; i < rows.count;) {
		uint32_t from = i;
		i = end_of_key(&rows, from);
		enc_tick(e, (struct pos){0});
		if (i - from > SYM_MOST_ROWS) return NULL;
		join_key(e, t->a->b, &rows, from, i, &out);
	}
	return relation_of(e, &out);
}

/* ---- lists with known keys --------------------------------------------------------------------- */

/* Keys that are not listed may be equal to others, however they are written. */
bool row_is_list(enc e, const struct sym *s)
{
	if (s->kind != SYM_LIST) return false;
	for (uint32_t i = 0; i < s->count; i++) {
		const struct sym *pair = s->parts[i];
		bool is_known = pair->kind == SYM_GROUND && value_kind(e->s, pair->ground) == VALUE_PAIR;
		if (pair->kind != SYM_PAIR && !is_known) return false;
		const struct sym *key = pair->kind == SYM_PAIR ? pair->parts[0] : pair;
		if (key->kind != SYM_GROUND || value_has_lazy(e->s, key->ground)) return false;
	}
	return s->count > 0;
}

/* The rows of any relation of known keys with few rows each. */
static bool rows_seen(enc e, struct sym *s, struct row_list *out)
{
	enum { FEW_ROWS = 4 };
	struct sym *map = set_as_map(e, s);
	if (map) {
		for (uint32_t i = 0; i < map->count; i++)
			push(e, out, map->values[i], map->parts[i], map->is[i]);
		return true;
	}
	struct parts p = {0};
	if (!row_is_list(e, s) && s->kind != SYM_SET) return false;
	set_elements(e, s, NULL, (struct pos){0}, &p);
	for (uint32_t i = 0; i < p.count; i++)
		push(e, out, sym_first(e, p.at[i])->ground, sym_second(e, p.at[i]), p.is[i]);
	qsort(out->at, out->count, sizeof *out->at, by_key);
	for (uint32_t i = 0, from = 0; i < out->count; from = i) {
		i = end_of_key(out, from);
		if (i - from > FEW_ROWS) return false;
	}
	return true;
}

/* The keys of all, each once: the rows of `out` have nothing else. */
static void all_keys(enc e, const struct row_list *of, uint32_t count, struct row_list *out)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < of[i].count; k++)
			push(e, out, of[i].at[k].key, of[i].at[k].image, LIT_TRUE);
	qsort(out->at, out->count, sizeof *out->at, by_key);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < out->count; i++)
		if (kept == 0 || out->at[kept - 1].key != out->at[i].key) out->at[kept++] = out->at[i];
	out->count = kept;
}

struct sym *row_select(enc e, const struct type *t, const struct parts *p)
{
	struct row_list *of = ARENA_ARRAY(&e->arena, p->count, struct row_list), keys = {0}, out = {0};
	uint32_t *at = ARENA_ARRAY(&e->arena, p->count, uint32_t);
	for (uint32_t i = 0; i < p->count; i++)
		if (!rows_seen(e, p->at[i], &of[i])) return NULL;
	all_keys(e, of, p->count, &keys);
	for (uint32_t k = 0; k < keys.count;) {
		struct parts images = {0};
		for (uint32_t i = 0; i < p->count; i++) {
			if (at[i] == of[i].count || of[i].at[at[i]].key != keys.at[k].key) continue;
			const struct row *r = &of[i].at[at[i]++];
			parts_push(e, &images, r->image, circuit_and(e->c, p->is[i], r->is));
		}
		if (images.count == 0) { /* no relation has more rows of it */
			k++;
			continue;
		}
		lit has = circuit_any(e->c, images.is, images.count);
		push(e, &out, keys.at[k].key, sym_select(e, t->a->b, &images), has);
	}
	return relation_of(e, &out);
}
