/* Random small machines as B text, for tests of `check`: variables of several types, every
 * substitution, nondeterminism, deadlocks, undefined expressions, and now and then an included
 * machine.
 *
 * random_loose.c: machines of processes; random_accounts.c: relations to wide ranges;
 * random_machine.c: clauses; random_substitution.c: substitutions; random_expression.c: expressions
 * and predicates. The same for the same seed, on every machine. */
#ifndef TESTS_RANDOM_RANDOM_MACHINE_H
#define TESTS_RANDOM_RANDOM_MACHINE_H

#include "base/base.h"

enum { MOST_NAMES = 24, MOST_PARTS = 8 };

/* Kept apart, so that a machine can be shrunk by leaving parts out. */
struct random_machine {
	struct text head; /* up to INVARIANT */
	struct text typing;
	struct text bounded; /* the same with small sets in place of types */
	struct text invariants[MOST_PARTS], operations[MOST_PARTS];
	uint32_t invariant_count, operation_count;
	struct text initialisation;
	bool includes; /* the machine N of random_included */
	bool sees;     /* the machine Q of random_seen; and it has a parameter */
};

void random_machine(uint64_t seed, struct random_machine *out);
/* Of operations that can be exchanged, see random_loose.c. */
void random_loose_machine(uint64_t seed, struct random_machine *out);
/* With relations to numbers of wide ranges. */
void random_accounts_machine(uint64_t seed, struct random_machine *out);
void random_machine_clear(struct random_machine *m);
/* With a parameter, a machine that is seen, and constants that have one value. */
void random_rich_machine(uint64_t seed, struct random_machine *out);
/* Without the parts whose bit is set. */
void random_machine_print(const struct random_machine *m, uint32_t invariants_out,
                          uint32_t operations_out, struct text *out);
/* All of it, with variables from small sets. */
void random_machine_print_bounded(const struct random_machine *m, struct text *out);
extern const char random_included[]; /* the text of N.mch */
extern const char random_seen[];     /* of Q.mch */

/* ---- inside ------------------------------------------------------------------------------------- */

enum random_kind {
	KIND_INTEGER,
	KIND_BOOL,
	KIND_ENUM,     /* E = {e1, e2, e3} */
	KIND_DEFERRED, /* S */
	KIND_ENUMS,    /* POW(E) */
	KIND_DEFERREDS,
	KIND_INTEGERS,
	KIND_FUNCTION, /* E +-> INTEGER */
	KIND_RELATION, /* S <-> BOOL */
	KIND_SEQUENCE, /* of BOOL */
	KIND_RECORD,   /* struct(a : INTEGER, b : BOOL) */
	KINDS,
};

struct random_name {
	char text[8];
	enum random_kind kind;
	bool is_writable;
	bool is_shared; /* written by several parts side by side, place by place */
};

struct maker {
	uint64_t state;
	struct random_name names[MOST_NAMES]; /* in scope, the last ones innermost */
	uint32_t count, made;                 /* made: of local names so far */
	struct text *out;
	bool includes, has_clock; /* the variable t0 counts the steps of some operations */
	bool is_symmetric;        /* it has more constants over deferred sets */
	bool is_rich;             /* see random_rich_machine */
};

uint32_t maker_number(struct maker *m, uint32_t below);
bool maker_chance(struct maker *m, uint32_t percent);
const struct random_name *maker_add(struct maker *m, const char *prefix, enum random_kind kind,
                                    bool is_writable);
const struct random_name *maker_name(struct maker *m, enum random_kind kind, bool writable);

const char *kind_type(enum random_kind kind); /* a small set of its values, as text */
void make_expression(struct maker *m, enum random_kind kind, uint32_t depth);
void make_predicate(struct maker *m, uint32_t depth);
void make_substitution(struct maker *m, uint32_t depth);
/* A choice of a value for one name. */
void make_assignment(struct maker *m, const struct random_name *n, uint32_t depth);

#endif
