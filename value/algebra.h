/* The inside of the algebra, shared by algebra*.c; not for others.
 *
 * Each operator is a function of its arguments that gives a value, or VALUE_NONE with the reason in
 * x->out. Scratch lists (value_scratch) are given back by algebra_apply. */
#ifndef VALUE_ALGEBRA_H
#define VALUE_ALGEBRA_H

#include "value/store.h"

struct algebra {
	struct values *s;
	uint64_t limit;
	struct algebra_failure *out;
};

/* Sorted elements of a set. */
struct view {
	const value *at;
	uint32_t count;
};

value algebra_undefined(struct algebra *x, const char *why); /* VALUE_NONE */
value algebra_too_large(struct algebra *x);                  /* VALUE_NONE */

/* The elements; false if there are too many of them. */
bool algebra_view(struct algebra *x, value set, struct view *out);
/* The elements of a set that is not an interval: of a relation, for instance. */
static inline struct view algebra_listed(struct algebra *x, value set)
{
	REQUIRE(value_set_kind(x->s, set) == VALUE_SET);
	struct view v;
	v.at = value_elements(x->s, set, &v.count);
	return v;
}

/* Lists being built: at most x->limit elements, else false. */
static inline bool algebra_push(struct algebra *x, struct value_list *l, value v)
{
	VEC_PUSH(&l->list, v);
	return l->list.count <= x->limit;
}
void algebra_append(struct value_list *l, const value *items, uint32_t count);
/* A set of the list: in any order, or in order without duplicates. */
value algebra_set_of(struct algebra *x, struct value_list *l);
value algebra_sorted(struct algebra *x, const struct value_list *l);

/* Sorted pairs: the first place from `from` on whose pair does not begin below v; the place behind
 * the pairs that begin like the one at i. */
uint32_t algebra_seek(const struct values *s, struct view r, uint32_t from, value v);
static inline uint32_t algebra_run_end(const struct values *s, struct view r, uint32_t i)
{
	value first = value_left(s, r.at[i]);
	for (i++; i < r.count && value_left(s, r.at[i]) == first; i++) continue;
	return i;
}
/* The pairs that begin with v. */
struct view algebra_run(const struct values *s, struct view r, value v);

/* algebra_set.c */
value algebra_union(struct algebra *x, value a, value b);
value algebra_inter(struct algebra *x, value a, value b);
value algebra_difference(struct algebra *x, value a, value b);
bool algebra_subset(struct algebra *x, value a, value b);
value algebra_partition(struct algebra *x, const value *args, uint32_t count);

/* algebra_interval.c: one of the operands is an interval, the other one is not empty */
value algebra_interval_union(struct algebra *x, value a, value b);
value algebra_interval_inter(struct algebra *x, value a, value b);
value algebra_interval_difference(struct algebra *x, value a, value b);
bool algebra_interval_subset(struct algebra *x, value a, value b);
value algebra_interval_general_union(struct algebra *x, struct view sets);

/* algebra_power.c */
value algebra_power(struct algebra *x, value set, bool with_empty);
value algebra_product(struct algebra *x, value a, value b);
value algebra_general_union(struct algebra *x, value sets);
value algebra_general_inter(struct algebra *x, value sets);
value algebra_card(struct algebra *x, value set);
value algebra_bound(struct algebra *x, value set, bool is_max); /* min, max */

/* algebra_number.c */
value algebra_number(struct algebra *x, enum op op, const value *a); /* arithmetic */
value algebra_interval(struct algebra *x, value low, value high);

/* algebra_relation.c */
value algebra_domain(struct algebra *x, value r);
value algebra_range(struct algebra *x, value r);
value algebra_identity(struct algebra *x, value set);
value algebra_projection(struct algebra *x, value a, value b, bool is_first);
value algebra_inverse(struct algebra *x, value r);
value algebra_image(struct algebra *x, value r, value set);
value algebra_domain_filter(struct algebra *x, value set, value r, bool keep);
value algebra_range_filter(struct algebra *x, value r, value set, bool keep);
value algebra_override(struct algebra *x, value r, value q);

/* algebra_compose.c */
value algebra_compose(struct algebra *x, value r, value q);
value algebra_parallel_product(struct algebra *x, value r, value q);
value algebra_direct_product(struct algebra *x, value r, value q);
value algebra_function_of(struct algebra *x, value r); /* fnc */
value algebra_relation_of(struct algebra *x, value f); /* rel */

/* algebra_closure.c */
value algebra_iterate(struct algebra *x, value r, value n);
value algebra_closure(struct algebra *x, value r, bool is_reflexive);

/* algebra_arrow.c */
value algebra_arrows(struct algebra *x, enum op arrow, value from, value to);
value algebra_injective_sequences(struct algebra *x, value set, enum op op); /* iseq, iseq1, perm */

/* algebra_sequence.c */
bool algebra_is_sequence(const struct values *s, struct view pairs);
value algebra_sequence(struct algebra *x, const value *items, uint32_t count); /* [items] */
value algebra_size(struct algebra *x, value a);
value algebra_end(struct algebra *x, value a, bool is_last);     /* first, last */
value algebra_without(struct algebra *x, value a, bool is_last); /* tail, front */
value algebra_reverse(struct algebra *x, value a);
value algebra_concat(struct algebra *x, value a, value b);
value algebra_insert(struct algebra *x, value a, value v, bool is_last);
value algebra_cut(struct algebra *x, value a, value n, bool is_tail); /* a /|\ n, a \|/ n */
value algebra_conc(struct algebra *x, value sequences);

/* algebra_tree.c */
value algebra_tree_of(struct algebra *x, value label, value sons);               /* const */
value algebra_tree_binary(struct algebra *x, const value *args, uint32_t count); /* bin */
value algebra_tree_whole(struct algebra *x, enum op op, value tree);             /* top, ... */
value algebra_tree_node(struct algebra *x, enum op op, const value *args);       /* arity, ... */

#endif
