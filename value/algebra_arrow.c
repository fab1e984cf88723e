/* Sets of relations and functions: listing them, and membership.
 *
 * Listing goes through the arguments one by one and never into a dead end: a choice is only made if
 * it can be completed. The number is computed before anything is listed, so that nothing is put
 * into the store for a set that is too large. */
#include "value/algebra.h"

/* ---- membership ---------------------------------------------------------------------------------------- */

/* Are the first components in the set, one pair for each if it is a function, all of them if it is
 * total? */
static bool fits_domain(struct values *s, struct view r, value from, unsigned is)
{
	uint64_t different = 0;
	value last = VALUE_NONE;
	for (uint32_t i = 0; i < r.count; i++) {
		value first = value_left(s, r.at[i]);
		if (first == last) {
			if (is & FACT_FUNCTIONS) return false;
			continue;
		}
		if (!value_in(s, from, first)) return false;
		last = first;
		different++;
	}
	return !(is & FACT_TOTAL) || different == value_count(s, from);
}

static bool fits_range(struct values *s, struct view r, value to, unsigned is)
{
	uint32_t used = s->scratch_used, count = r.count;
	value *seconds = value_list_room(value_scratch(s), r.count);
	for (uint32_t i = 0; i < r.count; i++) seconds[i] = value_right(s, r.at[i]);
	if (is & (FACT_INJECTIVE | FACT_SURJECTIVE)) count = value_sort(s, seconds, r.count);
	s->scratch_used = used;
	if (is & FACT_INJECTIVE && count != r.count) return false;
	if (is & FACT_SURJECTIVE && count != value_count(s, to)) return false;
	for (uint32_t i = 0; i < count; i++)
		if (!value_in(s, to, seconds[i])) return false;
	return true;
}

bool algebra_in_arrow(struct values *s, enum op arrow, value r, value from, value to)
{
	struct algebra x = {.s = s};
	unsigned is = op_info(arrow)->facts;
	struct view v = algebra_listed(&x, r);
	if (is & FACT_TOTAL && value_count(s, from) > v.count) return false;
	if (is & FACT_SURJECTIVE && value_count(s, to) > v.count) return false;
	return !v.count || (fits_domain(s, v, from, is) && fits_range(s, v, to, is));
}

/* ---- listing functions ------------------------------------------------------------------------------------ */

struct arrow_listing {
	struct algebra *x;
	struct view from, to;
	unsigned is;
	uint32_t *choice;       /* [argument] 0: no image; else 1 + the place of the image */
	uint32_t *uses;         /* [place in to] */
	uint32_t missing;       /* images not used yet */
	struct value_list *now; /* pairs of the function being built */
	struct value_list *out;
};

static bool is_allowed(const struct arrow_listing *l, uint32_t argument, uint32_t choice)
{
	if (!choice && l->is & FACT_TOTAL) return false;
	if (choice && l->is & FACT_INJECTIVE && l->uses[choice - 1]) return false;
	if (!(l->is & FACT_SURJECTIVE)) return true;
	uint32_t missing = l->missing - (choice && !l->uses[choice - 1]);
	return missing <= l->from.count - argument - 1;
}

static void choose(struct arrow_listing *l, uint32_t argument)
{
	uint32_t choice = l->choice[argument];
	if (!choice) return;
	l->missing -= !l->uses[choice - 1]++;
	VEC_PUSH(&l->now->list, value_pair(l->x->s, l->from.at[argument], l->to.at[choice - 1]));
}

static void take_back(struct arrow_listing *l, uint32_t argument)
{
	uint32_t choice = l->choice[argument];
	if (!choice) return;
	l->missing += !--l->uses[choice - 1];
	l->now->list.count--;
}

/* Makes the next choice that is allowed for argument i, if there is one. */
static bool next_choice(struct arrow_listing *l, uint32_t i)
{
	if (i == l->from.count) return false;
	uint32_t *choice = &l->choice[i];
	while (*choice <= l->to.count && !is_allowed(l, i, *choice)) ++*choice;
	if (*choice > l->to.count) return false;
	choose(l, i);
	return true;
}

/* By backtracking without recursion, since there may be many arguments. */
static void list_functions(struct arrow_listing *l)
{
	struct values *s = l->x->s;
	for (uint32_t i = 0;;) {
		if (i == l->from.count)
			VEC_PUSH(&l->out->list, value_set_sorted(s, l->now->list.at, l->now->list.count));
		if (next_choice(l, i)) {
			l->choice[++i] = 0; /* there is one more place than arguments */
		} else {
			if (!i) return;
			take_back(l, --i);
			l->choice[i]++;
		}
	}
}

/* Adds the functions, which are not too many, to a list. */
static void add_functions(struct algebra *x, struct view from, struct view to, unsigned is,
                          struct value_list *out)
{
	struct arrow_listing l = {
	    .x = x, .from = from, .to = to, .is = is, .out = out, .missing = to.count};
	l.choice = memory_zeroed((size_t)from.count + 1, sizeof *l.choice);
	l.uses = memory_zeroed((size_t)to.count + 1, sizeof *l.uses);
	uint32_t used = x->s->scratch_used;
	l.now = value_scratch(x->s);
	list_functions(&l);
	x->s->scratch_used = used;
	free(l.choice);
	free(l.uses);
}

/* ---- listing relations -------------------------------------------------------------------------------------- */

static value relation_of_rows(struct algebra *x, struct view from, struct view to,
                              const uint64_t *rows, struct value_list *room)
{
	room->list.count = 0;
	for (uint32_t i = 0; i < from.count; i++)
		for (uint64_t bits = rows[i]; bits; bits &= bits - 1)
			VEC_PUSH(&room->list, value_pair(x->s, from.at[i], to.at[__builtin_ctzll(bits)]));
	return value_set_sorted(x->s, room->list.at, room->list.count);
}

/* The next rows; false if these were the last ones. */
static bool next_rows(uint64_t *rows, uint32_t count, uint64_t all, uint64_t least)
{
	for (uint32_t i = 0; i < count; i++) {
		if (rows[i] < all) {
			rows[i]++;
			return true;
		}
		rows[i] = least;
	}
	return false;
}

/* A row of bits, the values, for each argument; the last one gets what is missing. There is an
 * argument, and there are up to MOST_BITS values. */
static void add_relations(struct algebra *x, struct view from, struct view to, unsigned is,
                          struct value_list *out)
{
	uint64_t all = (UINT64_C(1) << to.count) - 1, least = is & FACT_TOTAL ? 1 : 0;
	uint64_t *rows = memory_zeroed(from.count, sizeof *rows);
	struct value_list *room = value_scratch(x->s);
	uint32_t last = from.count - 1;
	for (uint32_t i = 0; i < last; i++) rows[i] = least;
	do {
		uint64_t missing = is & FACT_SURJECTIVE ? all : 0;
		for (uint32_t i = 0; i < last; i++) missing &= ~rows[i];
		uint64_t rest = all & ~missing, part = 0;
		do { /* part goes through the subsets of rest */
			rows[last] = missing | part;
			if (rows[last] >= least)
				VEC_PUSH(&out->list, relation_of_rows(x, from, to, rows, room));
			part = (part - rest) & rest;
		} while (part);
	} while (next_rows(rows, last, all, least));
	free(rows);
}

/* ---- the operators ------------------------------------------------------------------------------------------- */

value algebra_arrows(struct algebra *x, enum op arrow, value a, value b)
{
	unsigned is = op_info(arrow)->facts;
	uint64_t p = value_count(x->s, a), q = value_count(x->s, b), count = algebra_count(arrow, p, q);
	if (count > x->limit) return algebra_too_large(x);
	if (!count) return x->s->empty;
	if (!p || !q) return value_set_sorted(x->s, &x->s->empty, 1);
	if (count == 1 && !(is & FACT_FUNCTIONS)) {
		value only = algebra_product(x, a, b);
		return only ? value_set_sorted(x->s, &only, 1) : VALUE_NONE;
	}
	struct view from, to;
	if (!algebra_view(x, a, &from) || !algebra_view(x, b, &to)) return VALUE_NONE;
	struct value_list *out = value_scratch(x->s);
	if (is & FACT_FUNCTIONS) add_functions(x, from, to, is, out);
	else add_relations(x, from, to, is, out);
	return algebra_set_of(x, out);
}

value algebra_injective_sequences(struct algebra *x, value set, enum op op)
{
	unsigned is = FACT_FUNCTIONS | FACT_TOTAL | FACT_INJECTIVE;
	uint64_t size = value_count(x->s, set), least = op == OP_PERM ? size : op == OP_ISEQ1;
	if (algebra_count(op, size, 0) > x->limit) return algebra_too_large(x);
	struct view to;
	if (!algebra_view(x, set, &to)) return VALUE_NONE;
	struct value_list *out = value_scratch(x->s);
	uint32_t used = x->s->scratch_used;
	for (uint32_t n = (uint32_t)least; n <= to.count; n++) {
		struct view from;
		if (!algebra_view(x, value_interval(x->s, 1, n), &from)) return VALUE_NONE;
		add_functions(x, from, to, is, out);
		x->s->scratch_used = used;
	}
	return algebra_set_of(x, out);
}
