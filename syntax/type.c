/* Types and their unification.
 *
 * Robinson's algorithm on shared structure: a bound variable points to its type, and of two
 * structures that were found equal one points to the other, so that neither long chains nor
 * types that are exponentially large when written out are walked twice (Huet). The occurs check
 * keeps types finite. */
#include "syntax/types.h"

/* ---- construction ------------------------------------------------------------------------------ */

enum { CHUNK_SIZE = 256, FIRST_CHUNK = 16 };

struct chunk {
	struct chunk *older;
	uint32_t used, room;
	struct type_cell cells[];
};

static struct type_cell *cell_of(struct type *t) { return (struct type_cell *)t; }

static struct type *cell_new(struct checker *c, enum type_kind kind)
{
	struct chunk *k = c->chunks;
	if (!k || k->used == k->room) {
		uint32_t room = k ? CHUNK_SIZE : FIRST_CHUNK;
		k = arena_alloc(c->arena, sizeof *k + room * sizeof k->cells[0]);
		k->room = room;
		k->older = c->chunks;
		c->chunks = k;
	}
	struct type *t = &k->cells[k->used++].type;
	t->kind = kind;
	return t;
}

static bool is_basic(enum type_kind kind)
{
	return kind == TYPE_INTEGER || kind == TYPE_REAL || kind == TYPE_BOOL || kind == TYPE_STRING ||
	       kind == TYPE_ERROR;
}

void type_init(struct checker *c)
{
	for (unsigned kind = 0; kind <= TYPE_ERROR; kind++)
		if (is_basic((enum type_kind)kind)) c->basic[kind] = cell_new(c, (enum type_kind)kind);
}

struct type *type_new(struct checker *c, enum type_kind kind)
{
	return is_basic(kind) ? c->basic[kind] : cell_new(c, kind);
}

struct type *type_error(struct checker *c) { return c->basic[TYPE_ERROR]; }

struct type *type_var(struct checker *c) { return cell_new(c, TYPE_VAR); }

struct type *type_number(struct checker *c)
{
	struct type *t = type_var(c);
	t->is_numeric = true;
	return t;
}

static struct type *next_of(struct type *t)
{
	return t->kind == TYPE_VAR ? t->a : cell_of(t)->same;
}

/* Returns t, which becomes part of a structure. */
static struct type *as_part(struct type *t)
{
	struct type *root = t->kind == TYPE_VAR ? type_find(t) : t;
	if (root->kind == TYPE_VAR) cell_of(root)->is_part = true;
	return t;
}

struct type *type_pow(struct checker *c, struct type *a)
{
	struct type *t = cell_new(c, TYPE_POW);
	t->a = as_part(a);
	return t;
}

struct type *type_pair(struct checker *c, struct type *a, struct type *b)
{
	struct type *t = cell_new(c, TYPE_PAIR);
	t->a = as_part(a);
	t->b = as_part(b);
	return t;
}

struct type *type_given(struct checker *c, struct decl *set)
{
	struct type *t = cell_new(c, TYPE_GIVEN);
	t->decl = set;
	return t;
}

static int compare_fields(const void *a, const void *b)
{
	return strcmp(((const struct type_field *)a)->name, ((const struct type_field *)b)->name);
}

struct type *type_record(struct checker *c, struct type_field *fields, uint32_t count)
{
	struct type *t = cell_new(c, TYPE_RECORD);
	t->fields = fields;
	t->count = count;
	for (uint32_t i = 0; i < count; i++) as_part(fields[i].type);
	qsort(fields, count, sizeof fields[0], compare_fields);
	return t;
}

/* ---- variables --------------------------------------------------------------------------------- */

struct type *type_find(struct type *t)
{
	struct type *root = t, *next;
	struct pos from = {0};
	uint32_t steps = 0;
	for (; (next = next_of(root)); root = next, steps++)
		if (root->kind == TYPE_VAR) from = root->fixed_at;
	if (steps < 2) return root;
	for (; (next = next_of(t)) != root; t = next) {
		if (t->kind != TYPE_VAR) {
			cell_of(t)->same = root;
			continue;
		}
		t->a = root;
		/* the place that counts is where the chain of variables met something known */
		if (root->kind != TYPE_VAR) t->fixed_at = from;
	}
	return root;
}

static void wake(struct checker *c, struct type *variable)
{
	struct waiting *last = cell_of(variable)->waiting, *w = last;
	if (!last) return;
	cell_of(variable)->waiting = NULL;
	do {
		w = w->next;
		VEC_PUSH(&c->ready, w->pending);
	} while (w != last);
}

void type_wait(struct checker *c, struct type *variable, struct pending *p)
{
	struct type_cell *cell = cell_of(variable);
	REQUIRE(variable->kind == TYPE_VAR && !variable->a);
	struct waiting *w = ARENA_NEW(c->arena, struct waiting);
	w->pending = p;
	w->next = cell->waiting ? cell->waiting->next : w;
	if (cell->waiting) cell->waiting->next = w;
	cell->waiting = w;
}

static void join_waiting(struct type *from, struct type *to)
{
	struct waiting *a = cell_of(from)->waiting, *b = cell_of(to)->waiting;
	cell_of(from)->waiting = NULL;
	if (!a) return;
	if (b) {
		struct waiting *first = a->next;
		a->next = b->next;
		b->next = first;
	}
	cell_of(to)->waiting = a;
}

/* ---- walks over the inside of a type ----------------------------------------------------------- */

static bool is_leaf(const struct type *t)
{
	return t->kind != TYPE_POW && t->kind != TYPE_PAIR && t->kind != TYPE_RECORD;
}

static struct type *part(const struct type *t, uint32_t i)
{
	if (t->kind == TYPE_RECORD) return type_find(t->fields[i].type);
	return type_find(i ? t->b : t->a);
}

static uint32_t part_count(const struct type *t)
{
	return t->kind == TYPE_POW      ? 1
	       : t->kind == TYPE_PAIR   ? 2
	       : t->kind == TYPE_RECORD ? t->count
	                                : 0;
}

/* Is there no variable inside, as far as is known without walking? */
static bool is_ground(struct type *t)
{
	return is_leaf(t) ? t->kind != TYPE_VAR : cell_of(t)->is_ground || cell_of(t)->is_final;
}

/* A structure that this walk has not seen yet and that may have variables inside. */
static bool enter(struct checker *c, struct type *t)
{
	if (is_leaf(t) || is_ground(t) || cell_of(t)->mark == c->walks) return false;
	cell_of(t)->mark = c->walks;
	return true;
}

static bool occurs(struct checker *c, struct type *variable, struct type *t)
{
	if (t == variable) return true;
	if (!enter(c, t)) return false;
	bool ground = true;
	for (uint32_t i = 0; i < part_count(t); i++) {
		struct type *inner = part(t, i);
		if (occurs(c, variable, inner)) return true;
		ground = ground && is_ground(inner);
	}
	cell_of(t)->is_ground = ground;
	return false;
}

static void poison(struct checker *c, struct type *t)
{
	if (t->kind == TYPE_VAR) {
		t->a = c->basic[TYPE_ERROR];
		wake(c, t);
	} else if (enter(c, t)) {
		for (uint32_t i = 0; i < part_count(t); i++) poison(c, part(t, i));
	}
}

void type_poison(struct checker *c, struct type *t)
{
	c->walks++;
	poison(c, type_find(t));
}

static bool is_known(struct checker *c, struct type *t)
{
	if (t->kind == TYPE_VAR) {
		if (!t->is_numeric) return false;
		t->a = c->basic[TYPE_INTEGER];
		return true;
	}
	if (is_leaf(t) || is_ground(t)) return true;
	if (!enter(c, t)) return false;
	bool known = true;
	for (uint32_t i = 0; i < part_count(t); i++) known = is_known(c, part(t, i)) && known;
	cell_of(t)->is_ground = known;
	return known;
}

bool type_is_known(struct checker *c, struct type *t)
{
	c->walks++;
	return is_known(c, type_find(t));
}

/* ---- unification ------------------------------------------------------------------------------- */

static bool clash(struct checker *c, struct type *a, struct type *b, struct type *a_var,
                  struct type *b_var, bool is_infinite)
{
	c->clash = (struct clash){a, b, a_var, b_var, is_infinite};
	return false;
}

static bool fits_number(const struct type *t)
{
	return t->kind == TYPE_INTEGER || t->kind == TYPE_REAL || t->kind == TYPE_VAR ||
	       t->kind == TYPE_ERROR;
}

bool type_require_number(struct checker *c, struct type *t, struct type *var)
{
	if (t->kind == TYPE_VAR && t->a) var = t;
	t = type_find(t);
	if (!fits_number(t)) return clash(c, c->basic[TYPE_INTEGER], t, NULL, var, false);
	if (t->kind == TYPE_VAR && !t->is_numeric) {
		t->is_numeric = true;
		wake(c, t);
	}
	return true;
}

/* v is an unbound variable, t something else. */
static bool bind(struct checker *c, struct type *v, struct type *t)
{
	if (v->is_numeric && !fits_number(t)) return false;
	v->a = t;
	v->fixed_at = c->at;
	if (t->kind != TYPE_VAR) {
		wake(c, v);
		return true;
	}
	join_waiting(v, t);
	cell_of(t)->is_part = cell_of(t)->is_part || cell_of(v)->is_part;
	t->is_numeric = t->is_numeric || v->is_numeric;
	if (t->is_numeric) wake(c, t);
	return true;
}

static bool unify_records(struct checker *c, struct type *a, struct type *b, struct type *a_var,
                          struct type *b_var)
{
	bool same = a->count == b->count;
	for (uint32_t i = 0; same && i < a->count; i++) same = a->fields[i].name == b->fields[i].name;
	if (!same) return clash(c, a, b, a_var, b_var, false);
	for (uint32_t i = 0; i < a->count; i++)
		if (!type_unify_part(c, a->fields[i].type, b->fields[i].type, a_var, b_var)) return false;
	return true;
}

static bool unify_structures(struct checker *c, struct type *a, struct type *b, struct type *a_var,
                             struct type *b_var)
{
	bool fits = a->kind == b->kind && (a->kind != TYPE_GIVEN || a->decl == b->decl);
	if (!fits) return clash(c, a, b, a_var, b_var, false);
	switch (a->kind) {
	case TYPE_POW: fits = type_unify_part(c, a->a, b->a, a_var, b_var); break;
	case TYPE_PAIR:
		fits = type_unify_part(c, a->a, b->a, a_var, b_var) &&
		       type_unify_part(c, a->b, b->b, a_var, b_var);
		break;
	case TYPE_RECORD: fits = unify_records(c, a, b, a_var, b_var); break;
	default: break;
	}
	/* types of other checkers may outlive ours, so they do not point here */
	if (fits && !cell_of(a)->is_final) cell_of(a)->same = b;
	else if (fits && !cell_of(b)->is_final) cell_of(b)->same = a;
	return fits;
}

bool type_unify_part(struct checker *c, struct type *a, struct type *b, struct type *a_var,
                     struct type *b_var)
{
	if (a->kind == TYPE_VAR && a->a) a_var = a;
	if (b->kind == TYPE_VAR && b->a) b_var = b;
	a = type_find(a);
	b = type_find(b);
	if (a == b) return true;
	if (a->kind != TYPE_VAR && b->kind != TYPE_VAR) {
		if (a->kind == TYPE_ERROR) type_poison(c, b);
		else if (b->kind == TYPE_ERROR) type_poison(c, a);
		else return unify_structures(c, a, b, a_var, b_var);
		return true;
	}
	struct type *v = a->kind == TYPE_VAR ? a : b, *t = v == a ? b : a;
	c->walks++;
	if (cell_of(v)->is_part && occurs(c, v, t)) return clash(c, v, t, NULL, NULL, true);
	return bind(c, v, t) || clash(c, a, b, a_var, b_var, false);
}

bool type_unify(struct checker *c, struct type *a, struct type *b, struct pos at)
{
	c->at = at;
	return type_unify_part(c, a, b, NULL, NULL);
}

/* ---- the end ------------------------------------------------------------------------------------ */

/* A variable becomes a copy of its type, so that pointers to it need not be found. */
static void finish(struct type_cell *cell)
{
	struct type *t = &cell->type;
	if (t->kind == TYPE_VAR) {
		*t = *type_find(t);
		cell->same = NULL;
	}
	cell->is_final = true;
}

void type_finish(struct checker *c)
{
	for (struct chunk *k = c->chunks; k; k = k->older)
		for (uint32_t i = 0; i < k->used; i++) {
			struct type *t = &k->cells[i].type;
			if (t->kind == TYPE_VAR && !t->a) t->a = c->basic[TYPE_INTEGER];
		}
	for (struct chunk *k = c->chunks; k; k = k->older)
		for (uint32_t i = 0; i < k->used; i++) finish(&k->cells[i]);
}

/* ---- types that are known -------------------------------------------------------------------------- */

const struct type *type_known(const struct type *t)
{
	while (t && t->kind == TYPE_VAR && t->a) t = t->a;
	return t;
}

bool type_is_own(const struct decl *set)
{
	const struct type *t = type_known(set->type);
	if (!t || t->kind != TYPE_POW) return false;
	t = type_known(t->a);
	return t && t->kind == TYPE_GIVEN && t->decl == set;
}

static bool same_fields(const struct type *a, const struct type *b)
{
	for (uint32_t i = 0; i < a->count; i++)
		if (a->fields[i].name != b->fields[i].name ||
		    !type_same(a->fields[i].type, b->fields[i].type))
			return false;
	return true;
}

bool type_same(const struct type *a, const struct type *b)
{
	a = type_known(a);
	b = type_known(b);
	if (a == b || !a || !b) return a == b;
	if (a->kind != b->kind || a->decl != b->decl || a->count != b->count) return false;
	switch (a->kind) {
	case TYPE_POW: return type_same(a->a, b->a);
	case TYPE_PAIR: return type_same(a->a, b->a) && type_same(a->b, b->b);
	case TYPE_RECORD: return same_fields(a, b);
	case TYPE_VAR: return false; /* it may stand for anything yet */
	default: return true;
	}
}

uint32_t type_field_index(const struct type *record, name field)
{
	uint32_t i = 0;
	while (i + 1 < record->count && record->fields[i].name != field) i++;
	return i;
}

bool type_any(const struct type *t, type_test *test, const void *data)
{
	t = type_known(t);
	if (!t) return false;
	if (test(data, t)) return true;
	for (uint32_t i = 0; t->kind == TYPE_RECORD && i < t->count; i++)
		if (type_any(t->fields[i].type, test, data)) return true;
	return type_any(t->a, test, data) || type_any(t->b, test, data);
}

bool type_is_given(const void *unused, const struct type *t)
{
	(void)unused;
	return t->kind == TYPE_GIVEN;
}

bool type_is_free(const void *unused, const struct type *t)
{
	(void)unused;
	return t->kind == TYPE_GIVEN && t->decl->kind == DECL_FREETYPE;
}

/* ---- printing ------------------------------------------------------------------------------------ */

/* A type may be exponentially larger as a text than in memory. */
enum { LONGEST_TEXT = 2000 };

static void print(const struct type *t, struct text *out, size_t limit);

static void print_fields(const struct type *t, struct text *out, size_t limit)
{
	text_add(out, "struct(");
	for (uint32_t i = 0; i < t->count && out->count < limit; i++) {
		text_format(out, "%s%s:", i ? ", " : "", t->fields[i].name);
		print(t->fields[i].type, out, limit);
	}
	text_add(out, ")");
}

static void print_pair(const struct type *t, struct text *out, size_t limit)
{
	const struct type *right = type_known(t->b);
	print(t->a, out, limit);
	text_add(out, right->kind == TYPE_PAIR ? "*(" : "*");
	print(right, out, limit);
	if (right->kind == TYPE_PAIR) text_add(out, ")");
}

static void print(const struct type *t, struct text *out, size_t limit)
{
	t = type_known(t);
	if (out->count > limit) {
		text_add(out, "...");
		return;
	}
	switch (t->kind) {
	case TYPE_INTEGER: text_add(out, "INTEGER"); break;
	case TYPE_REAL: text_add(out, "REAL"); break;
	case TYPE_BOOL: text_add(out, "BOOL"); break;
	case TYPE_STRING: text_add(out, "STRING"); break;
	case TYPE_GIVEN: text_add(out, t->decl->full_name ? t->decl->full_name : t->decl->name); break;
	case TYPE_POW:
		text_add(out, "POW(");
		print(t->a, out, limit);
		text_add(out, ")");
		break;
	case TYPE_PAIR: print_pair(t, out, limit); break;
	case TYPE_RECORD: print_fields(t, out, limit); break;
	case TYPE_VAR: text_add(out, t->is_numeric ? "INTEGER" : "?"); break;
	case TYPE_ERROR: text_add(out, "?"); break;
	}
}

void print_type(const struct type *t, struct text *out)
{
	print(t, out, out->count + LONGEST_TEXT);
}
