/* value: ground values, the operators on listed ones, and the universe they are drawn from.
 *
 * Every value is stored once (hash consing), so that equal values are equal numbers. Nothing here knows of predicates or
 * of names with values: that is eval/. */
#ifndef VALUE_VALUE_H
#define VALUE_VALUE_H

#include "base/base.h"
#include "syntax/syntax.h"

/* ---- values -------------------------------------------------------------------------------------
 *
 * A value is a small number. Equal values are equal numbers (but see lazy sets). Booleans, integers
 * of 30 bits and elements of given sets are in the number itself, the rest is in the store:
 * other integers, reals, strings, pairs, records, free type values, sets (sorted, without duplicates),
 * intervals (every set of three or more consecutive integers of 64 bits is one), and lazy sets.
 *
 * Numbers have no limit but VALUE_MOST_DIGITS. Whoever needs one of 64 bits asks value_fits. */

typedef uint32_t value;

enum { VALUE_NONE = 0 };

enum value_kind {
	VALUE_BOOL,
	VALUE_INTEGER, /* of 64 bits */
	VALUE_ELEMENT, /* in the number */
	VALUE_HUGE,    /* an integer that does not fit 64 bits */
	VALUE_REAL,    /* a fraction, exactly */
	VALUE_STRING,
	VALUE_PAIR,
	VALUE_RECORD,
	VALUE_FREE,
	VALUE_SET,
	VALUE_INTERVAL,
	VALUE_LAZY, /* a set that is not listed: an expression and the values of its free names */
};

struct values; /* the store; grows only */

struct values *values_open(struct names *names);
void values_close(struct values *s);
size_t values_bytes(const struct values *s);     /* memory in use */
uint64_t values_handled(const struct values *s); /* items of sets that were sorted or stored */

struct names *values_names(const struct values *s); /* where its strings are kept */

enum value_kind value_kind_stored(const struct values *s, value v); /* v is not in its number */
static inline enum value_kind value_kind(const struct values *s, value v)
{
	static const enum value_kind in_number[] = {VALUE_SET, VALUE_INTEGER, VALUE_ELEMENT,
	                                            VALUE_BOOL}; /* by the two top bits */
	return v >> 30 ? in_number[v >> 30] : value_kind_stored(s, v);
}

#define VALUE_FALSE ((value)0xc0000000u)
#define VALUE_TRUE ((value)0xc0000001u)
static inline value value_bool(bool b) { return b ? VALUE_TRUE : VALUE_FALSE; }

value value_integer_stored(struct values *s, int64_t n); /* n is too large for the number */
static inline value value_integer(struct values *s, int64_t n)
{
	bool is_small = n >= -(1 << 29) && n < 1 << 29;
	return is_small ? 1u << 30 | (value)(n + (1 << 29)) : value_integer_stored(s, n);
}
/* The same, for one that is known to fit 64 bits. */
int64_t value_to_integer_stored(const struct values *s, value v);
static inline int64_t value_to_integer(const struct values *s, value v)
{
	return v >> 30 == 1 ? (int64_t)(v & ~(3u << 30)) - (1 << 29) : value_to_integer_stored(s, v);
}
/* Is it an integer of 64 bits, and which? */
bool value_fits_stored(const struct values *s, value v, int64_t *out);
static inline bool value_fits(const struct values *s, value v, int64_t *out)
{
	if (v >> 30 != 1) return value_fits_stored(s, v, out);
	*out = (int64_t)(v & ~(3u << 30)) - (1 << 29);
	return true;
}

/* ---- exact.c: numbers of any size */

enum { VALUE_MOST_DIGITS = 1000000 }; /* about: numbers that are longer are not made */
value value_wide(struct values *s, __int128 n);
bool value_to_wide(const struct values *s, value v, __int128 *out); /* an integer of 126 bits? */
int64_t value_clamped(const struct values *s, value v); /* the nearest of 64 bits: for comparisons
                                                         * with smaller ones */
int value_sign(const struct values *s, value v);        /* -1, 0 or 1 */
value value_real(struct values *s, value integer);      /* an integer as a real */
/* 12, 0xff, 2.5: of any length; VALUE_NONE if it is too long. */
value value_number(struct values *s, const char *text);
/* Bit by bit, in two's complement without end: & | ^ ~ */
value value_bits(struct values *s, char operation, value a, value b);
value value_common_divisor(struct values *s, value a, value b); /* the greatest; 0 for 0 and 0 */
/* Of two integers, or of two reals. */
int value_compare_numbers(const struct values *s, value a, value b);
/* Digits; 2.5; 1.0/3.0 for a real without an end. */
void value_print_number(const struct values *s, value v, struct text *out);

/* Elements of the given sets, which are numbered by the universe. */
value value_element(uint32_t set, uint32_t index);
static inline uint32_t value_element_set(value v) { return v >> 18 & 0xfff; }
static inline uint32_t value_element_index(value v) { return v & 0x3ffff; }

value value_string(struct values *s, name text);
name value_to_string(const struct values *s, value v);

value value_pair(struct values *s, value a, value b);
value value_first(const struct values *s, value pair);
value value_second(const struct values *s, value pair);

/* Fields in the order of the type, which is that of their names. */
value value_record(struct values *s, const struct type *type, const value *fields);
value value_field(const struct values *s, value record, uint32_t index);

value value_free(struct values *s, const struct decl *constructor, value argument_or_none);
const struct decl *value_constructor(const struct values *s, value v);
value value_argument(const struct values *s, value v); /* VALUE_NONE for a constant one */

/* A set of these elements, in any order, with duplicates; `items` is sorted in place. */
value value_set(struct values *s, value *items, uint32_t count);
value value_set_sorted(struct values *s, const value *items, uint32_t count); /* is in order */
value value_empty(struct values *s);
value value_interval(struct values *s, int64_t low, int64_t high); /* empty if high < low */
bool value_interval_bounds(const struct values *s, value v, int64_t *low, int64_t *high);

/* Listed sets and intervals: all that is asked of them. */
uint64_t value_count(const struct values *s, value set);                 /* at most UINT64_MAX */
value value_at(struct values *s, value set, uint64_t index);             /* in order */
bool value_in(const struct values *s, value set, value v);               /* v has no lazy part */
bool value_in_pair(const struct values *s, value set, value a, value b); /* a |-> b, not built */
/* The elements as an array in order. It stays valid; but intervals are listed into *buffer, which
 * the caller clears. */
struct value_list {
	VEC(value) list;
};
const value *value_items(struct values *s, value set, struct value_list *buffer);

/* The order of elements in sets: numbers by size, pairs by first, then second component; else
 * by number. */
int value_compare(const struct values *s, value a, value b);

/* A set that is not listed. `free` are the values of the node's free local names, with these
 * declarations; the list outlives the value. */
value value_lazy(struct values *s, const struct node *node, const struct decl *const *names,
                 const value *free, uint32_t count);
/* Grows whenever one is made: where it has not, no value knows of trees that have come since. */
uint64_t values_lazies(const struct values *s);
const struct node *value_lazy_node(const struct values *s, value v);
const value *value_lazy_free(const struct values *s, value v, uint32_t *count);
const struct decl *const *value_lazy_names(const struct values *s, value v); /* of these values */
static inline bool value_has_lazy(const struct values *s, value v) /* is lazy, or has a lazy part */
{
	(void)s;
	return v >> 29 == 1;
}

/* B syntax; elements of deferred sets as S1, S2, ... (see universe); sets in a natural order. */
struct universe;
void value_print(struct values *s, const struct universe *u, value v, struct text *out);
/* The same, but what comes behind about `longest` bytes (0: as long as it is) is left out, and not even looked at:
 * {1,2,... 1000 in all}. Is anything? */
bool value_print_short(struct values *s, const struct universe *u, value v, size_t longest,
                       struct text *out);

/* Likewise, as the value of a name: what the machine says of it (queue : seq(ITEM), f : S +-> T) tells whether it is shown as
 * a sequence. Where nothing is said, what looks like one is. */
bool value_print_of(struct values *s, const struct universe *u, const struct decl *of, value v,
                    size_t longest, struct text *out);

/* value_change.c: a change of a large set or function that is much shorter than the value, as an assignment to the name:
 * f := f <+ {(7|->1)}. False, and nothing is written, if there is none. */
bool value_print_change(struct values *s, const struct universe *u, const char *own, value before,
                        value after, struct text *out);

/* ---- share.c: one store of several processes that come from one ---------------------------------- */

/* Before they part: from then on, those that join have the values of this store, and what one of them adds the others find.
 * The store itself stays as it is. A process that names a string, record or free type that nobody knew before gives up. */
struct value_share;
struct value_share *value_share_open(const struct values *s, struct crew *c);
void value_share_join(struct values *s, struct value_share *share); /* by a process of the crew */
void value_share_moved(struct values *s);                           /* one of the crew was alone */
uint64_t value_share_bytes(const struct value_share *share);        /* those of the crew apart */

/* ---- algebra.c: operators on listed values ------------------------------------------------------ */

/* Result of an operator of op.def on values without lazy parts (listed sets and intervals), or
 * VALUE_NONE with the reason: undefined ("the maximum of an empty set", ...), or a limit, when the
 * result would have more than `limit` elements. Predicates give VALUE_TRUE or VALUE_FALSE. */
struct algebra_failure {
	bool is_limit;
	const char *why; /* literal text */
};
value algebra_apply(struct values *s, enum op op, const value *args, uint32_t count, uint64_t limit,
                    struct algebra_failure *out);
/* A sum or product while it is made, of integers or reals; what is in between is not stored. */
struct algebra_total {
	bool is_product, is_real;
	int64_t number; /* as long as it fits; then in */
	void *rest;
};
void algebra_total_init(struct algebra_total *t, bool is_product, bool is_real);
bool algebra_total_add(struct values *s, struct algebra_total *t, value v); /* false: too long */
value algebra_total_end(struct values *s,
                        struct algebra_total *t); /* clears; VALUE_NONE likewise */
extern const char algebra_too_long[];             /* in words */
/* f(x): VALUE_NONE with the reason if x is not in the domain or has several images. */
value algebra_call(struct values *s, value f, value x, struct algebra_failure *out);
/* f <+ {x |-> y}, as in f(x) := y */
value algebra_update(struct values *s, value f, value x, value y);
/* r~[S] of listed r and S, without r~ */
value algebra_preimage(struct values *s, value r, value set);
/* How many elements POW(S), S * T, S --> T, iseq(S) and their like have, by the sizes of S and T (0 if there is
 * no T); UINT64_MAX: as many, or more. */
uint64_t algebra_count(enum op op, uint64_t a, uint64_t b);
/* The same exactly, whatever the sizes are; a limit if it has too many digits, or takes too long. */
value algebra_cardinal(struct values *s, enum op op, value a, value b, struct algebra_failure *out);
/* Is the listed relation r in S op T, for an arrow or <-> and listed S and T? */
bool algebra_in_arrow(struct values *s, enum op arrow, value r, value from, value to);

/* ---- trees.c: tree(S) and btree(S), one by one ---------------------------------------------------- */

enum { TREES_MOST_NODES = 20 };
typedef bool trees_found(void *data, value tree); /* false stops */
/* All trees with so many nodes and labels from a listed set; of binary ones each node has two sons or none.
 * False if it was stopped. */
bool trees_list(struct values *s, value labels, bool is_binary, uint32_t nodes, trees_found *found,
                void *data);
double trees_count(uint64_t labels, bool is_binary, uint32_t nodes);
struct universe;
/* Where nothing bounds them: trees have up to MAXINT + 1 nodes, binary ones up to MAXINT with sons. */
uint32_t trees_usual_nodes(const struct universe *u, bool is_binary);

/* ---- universe: sizes of the given sets, integer range ----------------------------------------------- */

struct universe_set {
	const struct decl *decl; /* deferred or enumerated set, or set parameter */
	uint32_t size;
	bool is_default;      /* nothing in the machine or on the command line fixed the size */
	bool is_open;         /* what the machine says allows other sizes */
	bool is_free;         /* nobody has chosen the size: it may be made to fit, see bounds_fit */
	bool is_own;          /* DEFINITIONS of the machine have chosen it: scope_S, ... */
	uint32_t least, most; /* what the machine says, as far as that is known; most 0: no bound */
	const char *why;      /* in words, why it has this size if that was made to fit; or NULL */
	uint32_t underscores; /* S1, S2, ...; or S_1, S__1, ... if the project declares such names */
};

struct universe_alias { /* an element under another name */
	value element;
	const char *name;
	bool is_text; /* not a name but an expression, to be printed as it stands */
};

struct universe {
	VEC(struct universe_set) sets; /* the number of a set is its place here */
	struct map number;             /* decl -> place + 1 */
	int64_t minint, maxint;
	bool
	    is_near; /* integers without bounds come from near_low..near_high, not from MININT..MAXINT */
	int64_t near_low, near_high;
	bool is_range_free;    /* nobody has chosen them */
	bool is_range_own;     /* the machine has: SET_PREF_MAXINT, ... */
	const char *range_why; /* as that of a set */
	bool is_contradictory; /* PROPERTIES have no solution, whatever the sizes and MININT..MAXINT */
	const char *unfit;     /* in words, the bounds without a solution of PROPERTIES; or NULL */
	bool is_eventb;        /* values are shown in the notation of Event-B */
	const struct universe_alias *aliases; /* how elements are shown, if not by their names */
	uint32_t alias_count;
	print_rule *print; /* of sets that are not listed, or NULL: as in classical B */
	uint32_t listed;   /* --list-limit, the most elements of sets that are listed; 0: EVAL_LISTED */
	uint32_t calls;    /* --call-depth, how deep functions may call themselves; 0: EVAL_CALLS */
	uint64_t effort;   /* that the search for these bounds took, of eval_effort */
	struct map declared; /* see declared_of */
};

enum { EVAL_LISTED = 1000000, EVAL_MOST_LISTED = 1000000000 };
/* Behind messages that a set is too large to be listed. */
#define LIST_LIMIT " (--list-limit raises it)"
uint64_t universe_listed(const struct universe *u);
enum { EVAL_CALLS = 100000, EVAL_MOST_CALLS = 100000000 };
#define CALL_LIMIT " (--call-depth raises it)"
uint32_t universe_calls(const struct universe *u);
/* From where integers without bounds are drawn. */
int64_t universe_least(const struct universe *u);
int64_t universe_most(const struct universe *u);

/* declared.c: the conjunct x : S, x <: S or x = {a |-> b} of the machine that says best what x is, or NULL. */
void declared_collect(struct universe *u, const struct project *p);
const struct node *declared_of(const struct universe *u, const struct decl *d);

void universe_clear(struct universe *u);
/* Adds all given sets of a project with the sizes known from the text alone: enumerated sets, and
 * `default_size` for the others (to be changed by bounds/). */
void universe_init(struct universe *u, const struct project *p, uint32_t default_size);
uint32_t universe_number(const struct universe *u, const struct decl *set);
/* The name of an element of a set that lists none: S1, S2, ... It is not declared in the project. */
void universe_element_name(const struct universe *u, uint32_t set, uint32_t index,
                           struct text *out);
bool universe_names_element(const struct universe *u, uint32_t set, const char *word,
                            uint32_t *out_index);

#endif
