/* Symmetry. Elements of deferred sets that nothing names are interchangeable: swapping two of them in
 * all unknowns at once turns solutions into solutions; and so do other permutations of elements that were found to
 * leave the question as it is (symmetry/). Of each class of such solutions at least one
 * is lexicographically greatest in a fixed order of literals, so it is sound to ask for that
 * (Crawford, Ginsberg, Luks and Roy 1996), for any set of permutations and any part of the literals, as long
 * as the order is the same for all of them. */
#include "encode/sym/sym.h"

/* Where elements go. */
struct renaming {
	bounds_rename *rename;
	const void *data;
};

struct words {
	struct lits a, b;
	uint32_t most; /* literals */
	bool ends;     /* what follows cannot be compared: nothing may be left out in between */
	bool is_whole; /* nothing is left out at all, though it be known already */
};

static void compare(enc e, struct words *w, lit a, lit b)
{
	enc_tick(e, (struct pos){0});
	w->ends |= w->a.count >= w->most;
	if ((a == b && !w->is_whole) || w->ends) return;
	for (uint32_t i = 0; !w->is_whole && i < w->a.count; i++)
		if (w->a.at[i] == b && w->b.at[i] == a) return; /* equal, if it matters at all */
	lits_push(e, &w->a, a);
	lits_push(e, &w->b, b);
}

static void collect(enc e, const struct renaming *s, const struct type *t, struct sym *x,
                    struct sym *y, struct words *w);

/* Values with a literal each, which are of this type; of a map each has an image. */
static void collect_values(enc e, const struct renaming *s, const struct type *of,
                           const struct type *image, struct sym *x, struct sym *y, struct words *w)
{
	for (uint32_t i = 0; i < x->count; i++) {
		uint32_t k = sym_find(y, bounds_renamed(e->s, of, s->rename, s->data, x->values[i]));
		compare(e, w, x->is[i], k == UINT32_MAX ? LIT_FALSE : y->is[k]);
		if (image && k != UINT32_MAX) collect(e, s, image, x->parts[i], y->parts[k], w);
	}
}

static void collect_parts(enc e, const struct renaming *s, const struct type *t, struct sym *x,
                          struct sym *y, struct words *w)
{
	for (uint32_t i = 0; i < x->count; i++) {
		const struct type *of = x->kind == SYM_RECORD ? t->fields[i].type : i ? t->b : t->a;
		collect(e, s, of, x->parts[i], y->parts[i], w);
	}
}

/* Literal by literal of what both are made of. */
static void collect_form(enc e, struct number *x, struct number *y, struct words *w)
{
	bool is_listed = x->is && y->is, is_chosen = !x->is && !y->is && x->choices == y->choices;
	if (x->low != y->low || x->high != y->high) w->ends = true;
	else if (is_listed)
		for (wide v = x->low; v <= x->high; v++)
			compare(e, w, x->is[v - x->low], y->is[v - x->low]);
	else if (is_chosen && x->choices && !x->bits && !y->bits)
		for (uint32_t i = 0; i < x->choices; i++) {
			w->ends |= x->values[i] != y->values[i];
			compare(e, w, x->chosen[i], y->chosen[i]);
		}
	else if (x->bits && y->bits && x->width == y->width)
		for (uint32_t i = 0; i < x->width; i++) compare(e, w, x->bits[i], y->bits[i]);
	else w->ends = true;
}

static void collect_bits(enc e, struct number *x, struct number *y, struct words *w)
{
	uint32_t width, other;
	if (x == y) return;
	const lit *a = number_bits(&e->numbers, x, &width);
	const lit *b = number_bits(&e->numbers, y, &other);
	w->ends |= width != other;
	for (uint32_t i = 0; width == other && i < width; i++) compare(e, w, a[i], b[i]);
}

/* The literals of x, and those of y where the permutation brings them. */
static void collect(enc e, const struct renaming *s, const struct type *t, struct sym *x,
                    struct sym *y, struct words *w)
{
	w->ends |= y->kind != x->kind;
	if (w->ends) return;
	switch (x->kind) {
	case SYM_CHOICE: collect_values(e, s, t, NULL, x, y, w); return;
	case SYM_SET: collect_values(e, s, t->a, NULL, x, y, w); return;
	case SYM_MAP: collect_values(e, s, t->a->a, t->a->b, x, y, w); return;
	case SYM_PAIR:
	case SYM_RECORD: collect_parts(e, s, t, x, y, w); return;
	case SYM_BOOL: compare(e, w, x->is[0], y->is[0]); return;
	case SYM_INTEGER:
		if (w->is_whole) collect_form(e, x->number, y->number, w);
		else collect_bits(e, x->number, y->number, w);
		return;
	default: return;
	}
}

/* ---- what is compared ---------------------------------------------------------------------------- */

static void count_mentions(enc e, const struct node *n, uint32_t *left)
{
	if (*left == 0) return;
	--*left;
	if (n->op == OP_ID && n->decl && map_get(&e->symmetry.top_names, n->decl)) {
		uintptr_t count = (uintptr_t)map_get(&e->symmetry.mentions, n->decl);
		map_put(&e->symmetry.mentions, n->decl, (void *)(count + 1));
	}
	for (uint32_t i = 0; i < n->count; i++) count_mentions(e, n->kid[i], left);
}

void symmetry_note(enc e, const struct node *n)
{
	uint32_t left = 100000; /* nodes */
	if (e->symmetry.is_broken) count_mentions(e, n, &left);
}

struct symmetry_unknown {
	struct witness is;
	bool is_named;
	uint32_t size;
	uintptr_t mentions;
};

/* Single elements first: to order by them leaves no two ways to choose them. Then what has few literals, so that
 * few of them decide; and of the same size what the formula is most about. (HOTEL_5 of Kodkod's examples: 6,313
 * conflicts in the order of declaration, 286 so.) */
static bool is_before(const struct symmetry_unknown *a, const struct symmetry_unknown *b,
                      bool names_first)
{
	if (names_first && a->is_named != b->is_named) return a->is_named;
	bool is_element[2] = {a->is.sym->kind == SYM_CHOICE, b->is.sym->kind == SYM_CHOICE};
	if (is_element[0] || is_element[1]) return is_element[0] && !is_element[1];
	return a->size != b->size ? a->size < b->size : a->mentions > b->mentions;
}

static struct symmetry_unknown *unknowns(enc e, struct decl *const *names, uint32_t *count,
                                         bool names_first)
{
	uint32_t named = *count, all = named + e->symmetry.witnesses.count;
	struct symmetry_unknown *list = ARENA_ARRAY(&e->arena, all, struct symmetry_unknown);
	*count = 0;
	for (uint32_t i = 0; i < all; i++) {
		struct symmetry_unknown u = {0};
		if (i >= named) u.is = e->symmetry.witnesses.at[i - named];
		else u.is = (struct witness){enc_bound(e, names[i]), names[i]->type};
		if (!u.is.sym) continue; /* it is left open, see relax.c */
		u.size = u.is.sym->count;
		u.is_named = i < named;
		if (i < named) u.mentions = (uintptr_t)map_get(&e->symmetry.mentions, names[i]);
		uint32_t at = (*count)++;
		for (; at > 0 && is_before(&u, &list[at - 1], names_first); at--) list[at] = list[at - 1];
		list[at] = u;
	}
	return list;
}

struct lex_words {
	const struct symmetry_unknown *list;
	uint32_t count;
	uint32_t most; /* literals of a word */
	struct lits *out;
};

/* What is compared are mostly rows and columns of relations: a few of them, since all further ones are clauses that hardly ever
 * decide (MONDEX_8: half the time with 32 instead of 100), but not less than one (PIGEONHOLE_30 needs 29). */
static uint32_t longest_word(const struct universe *u)
{
	enum { ROWS = 4, LEAST = 30, MOST = 100 };
	uint32_t most = LEAST;
	for (uint32_t i = 0; i < u->sets.count; i++) {
		uint32_t size = u->sets.at[i].size;
		if (size >= MOST / ROWS) return MOST;
		if (size * ROWS > most) most = size * ROWS;
	}
	return most;
}

/* If parts of the text take the places of others, a witness may be that of another part: only names are compared. */
static void break_renaming(enc e, const struct lex_words *b, const struct renaming *s,
                           bool only_names)
{
	struct words w = {.most = b->most};
	for (uint32_t i = 0; i < b->count; i++) {
		const struct witness *u = &b->list[i].is;
		if (only_names && !b->list[i].is_named) break;
		collect(e, s, u->type, u->sym, u->sym, &w);
	}
	if (w.a.count) lits_push(e, b->out, circuit_lex_less_equal(e->c, w.b.at, w.a.at, w.a.count));
}

static void break_set(enc e, uint32_t i, const struct lex_words *b)
{
	enum { MOST_SWAPPED = 200 }; /* of huge sets, the first elements */
	enum { ALL_PAIRS = 8 };      /* of so small sets every two elements are swapped */
	const struct universe_set *set = &e->u->sets.at[i];
	uint32_t last = set->size < MOST_SWAPPED ? set->size : MOST_SWAPPED;
	for (uint32_t distance = 1; distance < last; distance++) {
		if (distance > 1 && set->size > ALL_PAIRS) break;
		for (uint32_t a = 0; a + distance < last; a++) {
			enc_tick(e, (struct pos){0});
			struct bounds_swap s = {i, a, a + distance};
			if (encode_is_fixed(e, value_element(i, a)) ||
			    encode_is_fixed(e, value_element(i, a + distance)))
				continue;
			break_renaming(e, b, &(struct renaming){bounds_swap_element, &s}, false);
		}
	}
}

/* ---- other permutations ------------------------------------------------------------------------------ */

struct lex_move {
	const struct symmetry_group *group;
	const uint32_t *image;
};

static value moved(const void *data, const struct type *t, value v)
{
	(void)t;
	const struct lex_move *m = data;
	return symmetry_moved(m->group, m->image, v);
}

/* Is it broken by break_set already? */
static bool is_plain_swap(enc e, const struct symmetry_group *g, const struct symmetry_move *m)
{
	if (!m->is_swap) return false;
	struct symmetry_atom a = g->atoms[m->atom], b = g->atoms[m->image[m->atom]];
	return e->u->sets.at[a.set].decl->kind != DECL_ENUMERATED_SET &&
	       !encode_is_fixed(e, value_element(a.set, a.index)) &&
	       !encode_is_fixed(e, value_element(b.set, b.index));
}

/* Where candidates are cut, parts of the text that are alike may have got others. */
static bool is_usable(enc e, const struct symmetry_moves *all, const struct symmetry_move *m)
{
	return !is_plain_swap(e, all->group, m) && !(m->moves_text && e->was_cut);
}

static bool moves_any_text(enc e, const struct symmetry_moves *all)
{
	for (uint32_t i = 0; all && i < all->count; i++)
		if (is_usable(e, all, &all->at[i]) && all->at[i].moves_text) return true;
	return false;
}

static void break_moves(enc e, const struct symmetry_moves *all, const struct lex_words *b)
{
	for (uint32_t i = 0; i < all->count; i++) {
		const struct symmetry_move *m = &all->at[i];
		enc_tick(e, (struct pos){0});
		if (!is_usable(e, all, m)) continue;
		struct lex_move data = {all->group, m->image};
		break_renaming(e, b, &(struct renaming){moved, &data}, m->moves_text);
	}
}

void symmetry_break(enc e, struct decl *const *names, uint32_t count,
                    const struct symmetry_moves *moves, struct lits *out)
{
	if (e->symmetry.fixes_all) return;
	struct lex_words b = {.out = out, .count = count, .most = longest_word(e->u)};
	b.list = unknowns(e, names, &b.count, moves_any_text(e, moves));
	for (uint32_t i = 0; i < e->u->sets.count; i++)
		if (e->u->sets.at[i].decl->kind != DECL_ENUMERATED_SET) break_set(e, i, &b);
	if (moves) break_moves(e, moves, &b);
}

bool encode_symmetry(struct encoder *e, struct decl *const *names, uint32_t count,
                     const struct symmetry_moves *moves, lit **out, uint32_t *out_count)
{
	struct lits l = {0};
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	symmetry_break(e, names, count, moves, &l);
	*out = l.at;
	*out_count = l.count;
	return enc_leave(e, true);
}

enum { MOST_COMPARED = 400 };

static lit are_equal(enc e, const struct words *w)
{
	lit same = w->ends ? LIT_FALSE : LIT_TRUE;
	for (uint32_t i = 0; i < w->a.count && !w->ends; i++)
		same = circuit_and(e->c, same, circuit_iff(e->c, w->a.at[i], w->b.at[i]));
	return same;
}

bool encode_swap(struct encoder *e, const struct bounds_swap *s, struct decl *const *names,
                 uint32_t count, lit *same)
{
	struct words w = {.most = MOST_COMPARED};
	*same = LIT_FALSE;
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	for (uint32_t i = 0; i < count; i++) {
		struct sym *x = enc_bound(e, names[i]);
		if (x) collect(e, &(struct renaming){bounds_swap_element, s}, names[i]->type, x, x, &w);
	}
	*same = are_equal(e, &w);
	return enc_leave(e, true);
}

/* Of a sort. */
struct integer_exchange {
	const struct decl *sort;
	int64_t a, b;
	struct values *values;
};

static value exchanged(const void *data, const struct type *t, value v)
{
	const struct integer_exchange *m = data;
	int64_t n;
	if (t->decl != m->sort || !value_fits(m->values, v, &n)) return v;
	return n == m->a   ? value_integer(m->values, m->b)
	       : n == m->b ? value_integer(m->values, m->a)
	                   : v;
}

bool encode_knows_alike(const struct encoder *e, const struct symmetry_group *g,
                        const struct bounds_swap *s, struct decl *const *names, uint32_t count)
{
	const struct symmetry_sort *sort = &g->sorts[s->set - g->set_count];
	struct integer_exchange m = {sort->decl, sort->low + s->a, sort->low + s->b, e->s};
	for (uint32_t i = 0; i < count; i++) {
		const struct sym *x = enc_bound((enc)e, names[i]);
		if (!x || x->kind != SYM_GROUND || value_has_lazy(e->s, x->ground)) continue;
		value v = bounds_renamed(e->s, symmetry_type(g, names[i]), exchanged, &m, x->ground);
		if (v != x->ground) return false;
	}
	return true;
}

bool encode_move(struct encoder *e, const struct symmetry_group *g, const uint32_t *image,
                 struct decl *const *names, uint32_t count, struct encode_lits *from,
                 struct encode_lits *to)
{
	struct words w = {.most = UINT32_MAX, .is_whole = true};
	struct lex_move m = {g, image};
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	for (uint32_t i = 0; i < count; i++) {
		struct sym *x = enc_bound(e, names[i]);
		if (x) collect(e, &(struct renaming){moved, &m}, names[i]->type, x, x, &w);
	}
	for (uint32_t i = 0; i < w.a.count; i++) {
		VEC_PUSH(from, w.a.at[i]);
		VEC_PUSH(to, w.b.at[i]);
	}
	return enc_leave(e, !w.ends);
}
