/* What the files of temporal/ share; not for other folders. */
#ifndef TEMPORAL_INSIDE_H
#define TEMPORAL_INSIDE_H

#include "temporal/parse.h"

/* ---- what a search may cost ------------------------------------------------------------------------------
 *
 * Counted in steps of the product and of its making, so that it is the same on every machine; and the flag of whoever
 * wants it to end. When it is over, nothing has successors any more: what was found since is not to be used. */
struct search_effort {
	const _Atomic int *stop; /* or NULL */
	uint64_t spent, most;    /* 0: no limit */
};
static inline bool effort_is_stopped(const struct search_effort *e) { return e->stop && *e->stop; }
static inline bool effort_is_over(const struct search_effort *e)
{
	return (e->most && e->spent > e->most) || effort_is_stopped(e);
}

/* ---- intern.c: equal vectors of numbers are equal numbers ------------------------------------------------- */

struct intern {
	uint32_t width, count;
	uint64_t *items; /* [0 .. count-1] of `width` numbers each */
	size_t item_room;
	uint32_t *table; /* open addressing: number + 1 */
	uint32_t room;
};
void intern_init(struct intern *t, uint32_t width);
void intern_clear(struct intern *t);
uint32_t intern_add(struct intern *t, const uint64_t *vector);
static inline const uint64_t *intern_at(const struct intern *t, uint32_t number)
{
	return t->items + (size_t)number * t->width;
}

/* ---- space.c: the state graph, with the truth of atoms ------------------------------------------------------
 *
 * The class of a state is the set of atoms that are true there, and of those whose value is not known; the label of an edge has
 * the same of the step, and (if it is asked for) the instance of the operation: its name and parameters. The kind of a state
 * is its class and the labels of its edges. Edges of a state are in the order of their labels; of equal ones there is one.
 * States that are not explored yet have none.
 *
 * There may be very many states: what is kept of each is small. An edge is one number or two of as many bytes as they need. */
struct raw_step { /* of the state that is being visited */
	uint32_t operation, target;
	size_t label; /* in the values */
};
struct state_graph {
	struct temporal_scope *scope;
	struct eval *eval;
	struct explore_watcher watcher;
	VEC(struct temporal_atom *) atoms;
	uint32_t words; /* of a set of atoms */
	bool wants_instances;
	struct intern classes, labels, instances;
	struct intern kinds;        /* KIND_PARENT, KIND_OWN */
	VEC(uint32_t) kind_classes; /* by kind */
	VEC(uint32_t) first;        /* of the bytes of its edges, by state; then the end */
	VEC(uint32_t) kind_of;      /* by state */
	VEC(uint8_t) edges;
	uint64_t edge_count;
	uint32_t initial;  /* states 0 .. initial-1 */
	bool has_too_many; /* edges: the last states are without theirs */
	bool is_unknown;   /* an atom that was looked at just now */
	uint32_t current;  /* state that is being visited, or EXPLORE_NONE */
	VEC(value) values;
	VEC(struct raw_step) steps;
	VEC(uint64_t) scratch;
};
void space_open(struct state_graph *s, struct temporal_scope *scope);
void space_close(struct state_graph *s);
/* The atoms of a formula become those of the space; before anything is explored. */
void space_collect(struct state_graph *s, const struct temporal *f);
void space_begin(struct state_graph *s);  /* all atoms are known */
void space_finish(struct state_graph *s); /* the state that was visited last is complete */
static inline uint32_t space_explored(const struct state_graph *s)
{
	return s->first.count ? s->first.count - 1 : 0;
}
/* A kind is a class, or another kind with one label more, which is the greatest. */
enum { KIND_PARENT /* + 1, or 0 */, KIND_OWN /* class or label */, KIND_WIDTH };
static inline uint32_t space_class(const struct state_graph *s, uint32_t state)
{
	return s->kind_classes.at[s->kind_of.at[state]];
}
/* The labels of a kind one by one, the greatest first; NO_STEP where there are none. Afterwards *kind is NO_STEP behind the
 * last one. */
#define NO_STEP UINT32_MAX
static inline uint32_t space_next_label(const struct state_graph *s, uint32_t *kind)
{
	const uint64_t *k = intern_at(&s->kinds, *kind);
	bool has_label = k[KIND_PARENT] != 0;
	uint32_t parent = (uint32_t)k[KIND_PARENT] - 1;
	bool is_last = !has_label || intern_at(&s->kinds, parent)[KIND_PARENT] == 0;
	*kind = is_last ? NO_STEP : parent;
	return has_label ? (uint32_t)k[KIND_OWN] : NO_STEP;
}
static inline bool space_state_has(const struct state_graph *s, uint32_t state, uint32_t atom)
{
	return bits_has(intern_at(&s->classes, space_class(s, state)), atom);
}
static inline const uint64_t *space_unknown(const struct state_graph *s, const struct intern *sets,
                                            uint32_t number) /* a class or a label */
{
	return intern_at(sets, number) + s->words;
}
static inline bool space_label_has(const struct state_graph *s, uint32_t label, uint32_t atom)
{
	return bits_has(intern_at(&s->labels, label), atom);
}
static inline uint32_t space_instance(const struct state_graph *s, uint32_t label)
{
	return (uint32_t)intern_at(&s->labels, label)[2 * s->words];
}
/* The edges of a state, one by one. */
struct edge_walk {
	const uint8_t *next, *end;
	uint32_t label, target; /* of the last edge */
};
static inline struct edge_walk space_edges(const struct state_graph *s, uint32_t state)
{
	const uint8_t *bytes = s->edges.at;
	return (struct edge_walk){bytes + s->first.at[state], bytes + s->first.at[state + 1], 0, state};
}
static inline uint64_t edge_number(struct edge_walk *w)
{
	uint64_t n = 0;
	uint32_t shift = 0;
	do n |= (uint64_t)(*w->next & 0x7f) << shift, shift += 7;
	while (*w->next++ & 0x80);
	return n;
}
/* False: there are no more. */
static inline bool edge_next(struct edge_walk *w)
{
	if (w->next == w->end) return false;
	uint64_t n = edge_number(w), by = n >> 2;
	w->target = n & 2 ? w->target - (uint32_t)by : w->target + (uint32_t)by;
	if (n & 1) w->label = (uint32_t)edge_number(w);
	return true;
}
/* Does a step of the state that eval has fit the pattern? Its label has the values of parameters. */
bool space_fits(struct state_graph *s, const struct temporal_atom *a,
                const struct temporal_pattern *p, uint32_t operation, const value *label);
/* A step from one state to another with this label, once more: its values are in s->values. The search must not be in
 * the middle of a state. */
bool space_find_step(struct state_graph *s, uint32_t source, uint32_t label, uint32_t target,
                     struct raw_step *out);
void space_bind(struct eval *e, const struct temporal_atom *a);

/* ---- tableau.c: which formulas are true together -----------------------------------------------------------
 *
 * After Lichtenstein and Pnueli (POPL 1985): the formula in terms of not, and, or, X, U, Y and S. What is true at a
 * position follows from the atoms there, from the formulas of the future (one bit for each X p and each X(p U q)), and those
 * of the past (Y p, Y(p S q)). */
enum tableau_op {
	TABLEAU_TRUE,
	TABLEAU_STATE, /* an atom of the state */
	TABLEAU_STEP,  /* of the next step; false where there is none */
	TABLEAU_NOT,
	TABLEAU_AND,
	TABLEAU_OR,
	TABLEAU_NEXT,
	TABLEAU_UNTIL,
	TABLEAU_YESTERDAY,
	TABLEAU_SINCE,
};
struct tableau_node {
	enum tableau_op op;
	uint32_t a, b; /* operands; or the number of the atom */
	uint32_t bit;  /* of the future or the past */
};
struct tableau {
	VEC(struct tableau_node) nodes; /* operands first */
	uint32_t root;
	uint32_t future, past; /* how many bits */
	uint32_t untils;       /* of them are acceptance sets */
	bool is_too_large;
};
enum { TABLEAU_MOST = 60 };
/* Of a formula without fairness in front; its negation if `negated`. */
void tableau_open(struct tableau *t, const struct temporal *f, bool negated);
void tableau_close(struct tableau *t);

struct tableau_letter {           /* what is known of a position */
	const uint64_t *state, *step; /* sets of atoms; step is NULL where there is no next one */
	const uint64_t *open_state, *open_step; /* those without a value; or NULL */
	uint64_t past, past_known;
};
struct tableau_values {
	uint64_t past; /* for each bit of the past what the next position will remember */
	uint64_t past_known;
	uint64_t accepted; /* by the number of the until: it is false, or fulfilled here */
	bool root;
};
/* What is said of the next position: for each bit of the future whether p of X p, or p U q, is true there; bits that are not
 * known are 0. */
struct tableau_future {
	uint64_t bits, known;
};
void tableau_evaluate(const struct tableau *t, const struct tableau_letter *l,
                      const struct tableau_future *future, struct tableau_values *out);
/* Calls `found` for each set of future bits with which the root is true (NULL), or what was said of this position is so: for
 * certain, whatever atoms without a value are (Kleene's three values), of which only a lazy one may have some. If it is lazy, only bits are known on which that depends, so that there are fewer sets; but then a lasso of the product may be longer than
 * the shortest one that has the same truth of all subformulas again and again. */
typedef bool tableau_found(void *data, const struct tableau_future *future); /* false: enough */
void tableau_solve(const struct tableau *t, const struct tableau_letter *l,
                   const struct tableau_future *wanted, bool is_lazy, struct search_effort *effort,
                   tableau_found *found, void *data);

/* ---- fair.c: the fairness of a formula ---------------------------------------------------------------------------- */

struct fair_constraint {
	bool is_strong;
	uint32_t enabled, taken; /* atoms */
};
struct fairness {
	VEC(struct fair_constraint) list;
	bool all_weak, all_strong; /* of each instance of an operation */
};
/* The ways to satisfy the fairness of a formula (NULL: there is none), as a disjunction; to be cleared each. */
struct fairnesses {
	struct fairness *at;
	uint32_t count, room;
};
bool fairness_of(const struct temporal *f, struct fairnesses *out); /* false: too many */
void fairnesses_clear(struct fairnesses *f);

/* ---- product.c: states with what is true there --------------------------------------------------------------
 *
 * A node is a state and a local: a letter (what atoms of the formula are true), the label of the step that is taken next, and
 * the bits of future and past. Where the value of an atom is not known, either all letters that are possible
 * are taken, so that no run is left out, or what the node says is so whatever that value is. */

#define PRODUCT_END NO_STEP /* as a label */
enum {
	LOCAL_LETTER,
	LOCAL_LABEL,
	LOCAL_FUTURE,
	LOCAL_KNOWN,
	LOCAL_PAST,
	LOCAL_PAST_KNOWN,
	LOCAL_WIDTH
};
struct product_node {
	uint32_t state, local;
	uint32_t before; /* another node of the state + 1, or 0 */
};
struct row_memo { /* a row that was looked for */
	uint32_t local, group, label;
	uint32_t row; /* + 1; 0: nothing */
};
enum { PRODUCT_MEMO = 1024 };
enum { LINK_LOCAL, LINK_ROW, LINK_WIDTH };
struct row_range {
	uint32_t from, to;
};
struct node_table { /* open addressing */
	uint32_t *at;   /* node + 1; or NULL */
	uint32_t room;
};
struct product {
	const struct state_graph *space;
	struct tableau tableau;
	uint64_t *mask;     /* atoms of the formula */
	bool sees_fairness; /* and of its fairness */
	bool takes_any;     /* where an atom has no value; else it is left open */
	bool is_lazy;       /* see tableau_solve; at once where something is left open */
	bool has_open;      /* there are such states or steps */
	bool is_vague;      /* not all letters could be taken */
	struct intern
	    letters;          /* atoms of the formula twice: those that are true, and those left open */
	struct intern groups; /* the same: those that are true, and those that are not known */
	VEC(uint32_t) group_of;              /* by class */
	VEC(struct row_range) group_letters; /* in `listed`; by group */
	struct intern locals;
	VEC(struct tableau_values) known; /* by local */
	struct intern rows;               /* group, label, past, future wanted */
	VEC(struct row_range) row_locals; /* in `listed` */
	struct intern links;              /* LINK_LOCAL and so on: rows behind locals */
	VEC(uint32_t) listed;
	struct row_memo memo[PRODUCT_MEMO];
	VEC(struct product_node) nodes;
	/* Where they are: as a rule a state has few, and they are one after the other; `table` is for those with many. */
	uint32_t *head; /* by state: its last node + 1, or 0 */
	uint64_t lookups, looks;
	struct node_table table;
	uint32_t initial; /* nodes 0 .. initial-1 */
	uint32_t expanded;
	uint64_t met; /* acceptance sets of which a node with successors is a part */
	struct search_effort *effort;
	uint32_t most; /* nodes; then is_full */
	bool is_full;
};
void product_open(struct product *p, const struct state_graph *s, const struct temporal *f,
                  const struct fairnesses *ways, bool takes_any, struct search_effort *effort);
void product_close(struct product *p);
bool product_explore(
    struct product *p); /* breadth first; false if the effort is over, or it is full */
static inline uint32_t product_state(const struct product *p, uint32_t node)
{
	return p->nodes.at[node].state;
}
static inline uint32_t product_local(const struct product *p, uint32_t node)
{
	return p->nodes.at[node].local;
}
static inline uint64_t product_acceptance(const struct product *p) /* all sets */
{
	return p->tableau.untils ? UINT64_MAX >> (64 - p->tableau.untils) : 0;
}
static inline uint32_t local_label(const struct product *p, uint32_t local) /* or PRODUCT_END */
{
	return (uint32_t)intern_at(&p->locals, local)[LOCAL_LABEL];
}
static inline uint32_t product_label(const struct product *p, uint32_t node)
{
	return local_label(p, product_local(p, node));
}
static inline const struct tableau_values *product_truth(const struct product *p, uint32_t node)
{
	return &p->known.at[product_local(p, node)];
}
/* Calls `found` for each local in which a run may begin in the state. */
typedef void product_start(void *data, uint32_t state, uint32_t local);
void product_starts(struct product *p, uint32_t state, product_start *found, void *data);
/* The locals that may follow in a state of this class if its next step has this label. */
struct row_range product_row(struct product *p, uint32_t local, uint32_t class, uint32_t label);
static inline bool product_is_explored(const struct product *p, uint32_t state)
{
	return state < space_explored(p->space);
}
/* Successors one by one: w = {.node = n}. None if the effort is over. */
struct product_walk {
	uint32_t node, target, label;
	uint32_t next; /* byte of the edges behind this one; 0: none was taken */
	uint32_t out, at, end;
};
bool product_successor(struct product *p, struct product_walk *w, uint32_t *to);

/* ---- reach.c: locals by state, as sets, without nodes ------------------------------------------------------------
 *
 * Which locals are reached in each state, and which of them are left if those are taken out that no fair run can have again and
 * again. True if for each way to be fair nothing is left, and no end of a run was reached: no run of the explored states
 * violates the formula. Much less time and memory than the nodes take. False: that is not known. */
bool reach_excludes(struct product *p, const struct fairnesses *ways);

/* ---- quotient.c: where no fair run can stay, by the locals alone ---------------------------------------------------- */

/* By local: can acceptance be met again and again? The product is explored, or the locals are all reached. To be freed. */
bool *quotient_select(struct product *p);

/* ---- fair.c: strongly connected parts in which a fair run can stay --------------------------------------------- */

/* part[node] is 0, or the number of a part that is strongly connected, in which all acceptance sets and fairness can be met. The
 * number of parts. Nothing is to be made of it if the effort is over. */
uint32_t fair_parts(struct product *p, const struct fairness *f, uint32_t *part);

/* ---- lasso.c ------------------------------------------------------------------------------------------------------ */

struct lasso { /* nodes of the product */
	VEC(uint32_t) path;
	bool is_loop;
	uint32_t loop_start;
	bool is_shortest;
};
/* From an initial node into a part, or to a node without a next step. False if there is none, or the effort was over
 * before one was found. */
bool lasso_find(struct product *p, const struct fairness *f, const uint32_t *part,
                struct lasso *out);

/* ---- run.c: a run with its steps ------------------------------------------------------------------------------- */

/* States joined by steps with these labels; that of the last one leads back to the loop. */
struct run_shape {
	const uint32_t *states, *labels;
	uint32_t count;
	bool is_loop;
	uint32_t loop_start;
};
/* The same infinite run with the shortest stem and loop. */
void run_fold(struct run_shape *r);
void run_build(struct state_graph *s, const struct run_shape *shape, struct temporal_run *out);
/* lift.c: the same for a graph of states up to symmetry; false if no real run was found. */
bool lift_run(struct state_graph *s, const struct run_shape *shape, struct temporal_run *out);
/* The position of a run that a step of the trace leads to is loaded into the eval. */
void run_enter(struct temporal_scope *scope, const struct temporal_run *r, uint32_t position);

/* ---- confirm.c: the formula on a run, by definition ---------------------------------------------------------------- */

enum confirmed { CONFIRM_VIOLATION, CONFIRM_NONE, CONFIRM_OPEN };
struct
    confirm_unfair { /* an instance of an operation that a loop is unfair to, against WEF or SEF */
	uint32_t operation; /* or EXPLORE_NONE */
	value *parameters;  /* in the arena of the project */
	bool is_strong;
};
/* Executes the run, evaluates the formula on it from the values alone, and fills in where subformulas hold. `unfair` may be
 * NULL. */
enum confirmed confirm_run(struct temporal_scope *scope, const struct temporal *f,
                           struct temporal_run *r, struct confirm_unfair *unfair);

/* confirm_ctl.c: is the formula of CTL false in this state of the explore, which has so many? `stop` may be NULL. */
enum confirmed confirm_ctl(struct temporal_scope *scope, const struct temporal *f, uint32_t state,
                           uint32_t count, const _Atomic int *stop);

/* ---- ctl.c ---------------------------------------------------------------------------------------------------------- */

/* The truth of a formula of CTL in each state, by fixpoints; only where all states were explored. To be freed. */
uint8_t *ctl_evaluate(const struct state_graph *s, const struct temporal *f);

/* ---- quantifier.c ---------------------------------------------------------------------------------------------------- */

/* Without quantifiers; NULL with the reason if values of a name cannot be listed. */
const struct temporal *quantifier_expand(struct temporal_scope *s, const struct temporal *f,
                                         const char **reason, struct pos *pos);

#endif
