/* The inside of the value store, shared by value*.c and algebra*.c; not for others.
 *
 * The two top bits of a value tell what it is: 00 the place of a cell (bit 29 is set if the value
 * is or contains a lazy set), 01 an integer n as n + 2^29, 10 an element of a given set (12 bits
 * set, 18 bits index), 11 a boolean. Cells are unique (hash consing) and stay for ever; what they
 * point to lies in blocks that never move. */
#ifndef VALUE_STORE_H
#define VALUE_STORE_H

#include "value/value.h"

#include <stdatomic.h>

/* GMP gets its memory as all others do. */
void value_use_gmp(void);

enum {
	VALUE_LAZY_BIT = 1 << 29,
	VALUE_PLACE = VALUE_LAZY_BIT - 1, /* mask of the place of a cell */
	VALUE_SCRATCH = 24,               /* lists that can be in use at once */
};

struct value_lazy {
	const struct node *node;
	const struct decl *const *names; /* that are free in it, as many as values */
	value free[];
};

struct value_cell {
	uint16_t kind;  /* enum value_kind */
	uint16_t shape; /* of a record; the sign of a huge integer */
	uint32_t count; /* of elements, fields, free names; the constructor's number of a free value */
	union {
		uint64_t bits; /* of a pair: its components; for comparing all kinds without a block */
		int64_t number;
		name text;
		value argument;
		/* VALUE_REAL: numerator and denominator, as the components of a pair */
		const void *
		    block; /* of the other kinds; of VALUE_HUGE as many limbs as `count`, `shape` if it is negative: */
		const value *items;
		const int64_t *bounds; /* [0 .. 1] low and high */
		const struct value_lazy *lazy;
	} is;
};

/* A slot has the hash in its upper half, the value in the lower; 0: it is free. */
typedef _Atomic uint64_t value_slot;

struct value_shape { /* of records: the names of the fields */
	const name *names;
	uint32_t count;
};

struct value_block {
	struct value_block *older;
	uint64_t data[];
};

struct values {
	struct value_cell *cells; /* [1 .. count-1] */
	value_slot *slots;        /* [0 .. mask], open addressing */
	uint32_t count, room, mask;
	value empty;

	struct value_block *block; /* newest block of items */
	char *free_from, *free_to; /* in it */
	size_t block_bytes;

	struct names *names;
	uint64_t lazies;    /* so often a lazy set was made */
	struct arena arena; /* of the shapes */
	VEC(struct value_shape) shapes;
	struct map shape_of; /* type -> place + 1 */
	VEC(const struct decl *) constructors;
	struct map constructor_of; /* decl -> place + 1 */

	struct value_list scratch[VALUE_SCRATCH]; /* a stack: see value_scratch */
	uint32_t scratch_used;
	VEC(uint64_t) keys; /* of sorting and merging */
	uint64_t handled;   /* items of sets that were sorted or stored: see eval_effort */

	struct value_share *share; /* with other processes; else NULL */
	uint32_t place, places_to; /* of cells there that this one may use */
};

static inline bool value_is_stored(value v) { return v < 1u << 30; }
static inline bool value_is_small(value v) { return v >> 30 == 1; } /* an integer in the number */

static inline const struct value_cell *value_cell(const struct values *s, value v)
{
	return &s->cells[v & VALUE_PLACE];
}

/* The kind of what is known to be a set: VALUE_SET, VALUE_INTERVAL or VALUE_LAZY. */
static inline enum value_kind value_set_kind(const struct values *s, value set)
{
	REQUIRE(value_is_stored(set));
	return (enum value_kind)value_cell(s, set)->kind;
}

/* The components of what is known to be a pair, or a real. */
static inline value value_left(const struct values *s, value pair)
{
	return (value)(value_cell(s, pair)->is.bits >> 32);
}
static inline value value_right(const struct values *s, value pair)
{
	return (value)value_cell(s, pair)->is.bits;
}

/* ---- value_sort.c: order ----------------------------------------------------------------------- */

int value_compare_stored(const struct values *s, value a, value b); /* a or b is stored, a /= b */

static inline int value_order(const struct values *s, value a, value b)
{
	if (a == b) return 0;
	if (!value_is_stored(a) && !value_is_stored(b)) return a < b ? -1 : 1;
	return value_compare_stored(s, a, b);
}

/* The components of a pair in one number; it orders pairs of values that are not stored. */
static inline uint64_t value_pair_bits(value a, value b) { return (uint64_t)a << 32 | b; }
static inline bool value_is_plain_pair(uint64_t bits)
{
	return bits >> 62 && !value_is_stored((value)bits);
}

static inline bool value_is_number(enum value_kind kind)
{
	return kind == VALUE_INTEGER || kind == VALUE_HUGE || kind == VALUE_REAL;
}

/* Is its order in sets not that of its number in the store? */
static inline bool value_is_ordered(uint16_t kind)
{
	return kind == VALUE_PAIR || value_is_number((enum value_kind)kind);
}

/* Are all of these sorted elements ordered by their numbers because they are not in the store? */
static inline bool value_are_plain(const value *items, uint32_t count)
{
	return !value_is_stored(items[0]) && !value_is_stored(items[count - 1]);
}

/* Numbers in the order of the elements, if there are such: false if not. */
bool value_keys(const struct values *s, const value *items, uint32_t count, uint64_t *out);

/* Sorts, drops duplicates, returns how many are left. */
uint32_t value_sort(struct values *s, value *items, uint32_t count);

/* ---- value_set.c ------------------------------------------------------------------------------- */

/* The first place of sorted items whose element is not below v; count if there is none. */
uint32_t value_place(const struct values *s, const value *items, uint32_t count, value v);

/* The elements of what is known to be a VALUE_SET. */
static inline const value *value_elements(const struct values *s, value set, uint32_t *out_count)
{
	const struct value_cell *e = value_cell(s, set);
	*out_count = e->count;
	return e->is.items;
}

/* ---- value.c ------------------------------------------------------------------------------------- */

/* The unique value like this cell: without a block, or with one that is copied if it is new. */
value value_intern(struct values *s, const struct value_cell *e, bool is_lazy);
value value_intern_block(struct values *s, const struct value_cell *e, size_t bytes);

/* Other processes may add to them meanwhile: where a slot is seen, its cell is. */
static inline uint64_t value_slot_at(const struct values *s, uint32_t i)
{
	return atomic_load_explicit(&s->slots[i], memory_order_acquire);
}
/* In a table that nobody else uses. */
void value_slots_copy(const value_slot *from, uint32_t from_mask, value_slot *to, uint32_t to_mask);
static inline bool value_same_head(const struct value_cell *a, const struct value_cell *b)
{
	return a->kind == b->kind && a->count == b->count && a->shape == b->shape;
}

/* ---- share.c ------------------------------------------------------------------------------------- */

/* A value that was not found among those of all processes; `bytes` are those of its block. */
value share_add(struct values *s, uint32_t hash, const struct value_cell *e, size_t bytes,
                bool is_lazy);
void *share_block(struct values *s, size_t bytes);
/* Something that the others do not know was named for the first time: this process cannot go on with them. */
void share_names(struct values *s);

/* An empty list for a while: it is given back by setting scratch_used back to what it was. Sets
 * can be built meanwhile; value_list_room makes room for so many values in all. */
struct value_list *value_scratch(struct values *s);
value *value_list_room(struct value_list *l, uint64_t count);
uint64_t *value_key_room(struct values *s, uint64_t count);

#endif
