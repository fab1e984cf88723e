/* What the files of eval/ share among themselves; not for other folders. */
#ifndef EVAL_INSIDE_H
#define EVAL_INSIDE_H

#include "eval/eval.h"
#include "logic/logic.h"

/* A case of a function that is called for each node: what it needs of the stack is not the concern of the others. */
#define APART __attribute__((noinline))

/* ---- the evaluator's state ----------------------------------------------------------------------- */

/* What this evaluator knows of a node: see note_of. */
struct note {
	uint32_t slots_from, slots_to; /* of the names that are bound inside */
	bool is_prepared;              /* as a whole tree: its names have slots */
	bool has_free;                 /* the list is made */
	bool is_large;                 /* of a comprehension: it was too large to be listed */
	uint32_t free_count;
	uint32_t *free; /* slots of names from outside: locals and variables */
	const struct decl **free_names;
	struct plan *plan;         /* of a binder: how to enumerate */
	struct plan *image_plan;   /* of {x, y | P}: the y for a known x */
	const struct node *domain; /* of {x, y | P}: see infinite_domain */
	value
	    made; /* of an equation: it is true where the name in made_slot has this value, which it gives */
	uint32_t made_slot;
	const struct node *body;                           /* of x : {y | P}: see eval_body */
	bool has_body;                                     /* it was looked for */
	enum { STEPS_UNKNOWN, STEPS_NO, STEPS_YES } steps; /* does it read what it has written? */
	enum { CHOICES_UNKNOWN, CHOICES_NO, CHOICES_YES } choices; /* of a WHILE: has its body some? */
	enum { DOUBT_UNKNOWN, DOUBT_NO, DOUBT_YES } doubt;         /* can it be undefined? */
	bool is_hard; /* of a choice: somebody else is asked for its values, see subst_choose.c */
	int asks;     /* DOUBT_...: member_asks_whole_set */
	const struct node *node;
};

/* What is known of things by their numbers, 0 of those of which nothing is: an array for those from the project, which
 * are close together, and a map for those that are made for a question. */
struct numbered {
	uint64_t count;
	uintptr_t *array; /* of the numbers below count */
	struct map others;
};

static inline uintptr_t numbered_get(const struct numbered *x, uint64_t number)
{
	if (number < x->count) return x->array[number];
	return (uintptr_t)map_get(&x->others, (const void *)(uintptr_t)number);
}

/* Memory until the end of a search. */
struct scratch {
	struct arena arena;
	struct scratch *next;
};

/* What ends an evaluation, and what it has taken so far. */
struct eval_limits {
	const _Atomic int *interrupt;
	double deadline; /* of eval_clock; 0: none */
	uint64_t budget; /* steps that are left, if is_budgeted */
	bool is_budgeted;
	uint64_t effort, effort_end;      /* so far; at which it fails. See eval_effort */
	uint64_t conflicts, propagations; /* of solvers, see eval_work */
	uint64_t metered;                 /* so much of it the meter of the project knows */
	uint64_t alarm_at;                /* see eval_set_alarm */
	_Atomic int *alarm;
	int alarm_to;
	bool ran_out;   /* it did, or others that count here */
	uint32_t ticks; /* of interrupt checks */
};

/* A substitution that is executed. */
struct eval_run {
	value *out;                    /* new values of the cells */
	value *old;                    /* what x$0 means, or NULL */
	struct subst_write **written;  /* for each cell what was written last, see subst_write.c */
	eval_path_failed *path_failed; /* see eval_watch_paths */
	void *path_failed_data;
	bool watches_guards;
	eval_chooser *chooser; /* see eval_ask_for_choices */
	void *chooser_data;
	uint64_t patience;
	/* Between two ';' all is written side by side: that is a step. */
	uint64_t step, steps; /* the present one; how many there were */
	VEC(value) preferred; /* of cells: what is tried first, see eval_prefer */
};

/* Names with slots, by what they are. */
struct eval_names {
	VEC(struct decl *) constants, variables;
	VEC(const struct decl *) calling; /* free names of formulas that call themselves */
};

/* Slots hold the value of every declared name: first those that can be assigned (variables, then
 * results of operations and locals of VAR), then sets, elements and constants, then locals. */
struct eval {
	struct arena arena;
	struct project *project;
	struct values *s;
	const struct universe *u;
	value *slots;
	uint32_t slot_count, slot_room;
	struct numbered notes, places; /* struct note of nodes; slots of declarations */
	uint32_t cell_count;           /* slots [0 .. cell_count) can be assigned */
	uint32_t first_local;          /* slots from here on are bound inside of formulas */
	struct eval_run run;
	struct eval_names known;
	uint64_t changes; /* of values of names, from outside */
	struct eval_failure failure;
	bool has_failure;
	bool was_cut;
	int64_t widening; /* integers without bounds come from so far around MININT..MAXINT */
	uint64_t in_vain; /* steps in wider ranges that decided nothing */
	uint64_t limit;   /* of elements that are listed */
	struct eval_limits limits;
	uint32_t calls;                  /* depth of calls of lazy functions */
	struct map named;                /* texts -> functions of REC_LET, see external.c */
	struct map results;              /* of calls within the outermost one, see call.c */
	const char *stack_end;           /* where the stack has no more room; NULL: not known yet */
	struct functions *choosing;      /* functions whose images are being chosen, or NULL */
	struct scratch *scratch, *spare; /* memory of searches that are going on; none at present */
	const struct node
	    *basic[OP_COUNT]; /* one node per set without operands, so that NATURAL = NATURAL */
};

/* ---- failures ---------------------------------------------------------------------------------------- */

/* Records a failure (the first one counts) and returns VALUE_NONE / EVAL_FAILED. */
value eval_fail(struct eval *e, enum eval_failure_kind kind, struct pos pos, const char *format,
                ...) __attribute__((format(printf, 4, 5)));
enum truth eval_fail_truth(struct eval *e, enum eval_failure_kind kind, struct pos pos,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The message is the text of a value and what is said of it: put together only when it is asked
 * for, since most failures are forgiven. `says` is a literal. */
value eval_fail_of(struct eval *e, enum eval_failure_kind kind, struct pos pos, value subject,
                   const char *says);
bool eval_interrupted(struct eval *e, struct pos pos); /* with a failure, if so */
/* The next step looks at the clock: the last one took long. */
void eval_look_at_clock(struct eval *e);
/* Takes back a failure that says "undefined"; false if there is another one. */
bool eval_forgive(struct eval *e);

/* ---- integers without bounds ------------------------------------------------------------------------- */

int64_t eval_least(const struct eval *e);
int64_t eval_most(const struct eval *e);

/* ---- prepare.c ------------------------------------------------------------------------------------------ */

void prepare_project(struct eval *e);
void prepare_close(struct eval *e);
void prepare_tree(struct eval *e, const struct node *root); /* new locals get slots; once a root */
/* NULL if there is none yet. */
static inline struct note *note_of(const struct eval *e, const struct node *n)
{
	return (struct note *)numbered_get(&e->notes, n->number);
}
/* The slot of a name; 0 if it has none. */
static inline uint32_t slot_of(const struct eval *e, const struct decl *d)
{
	return (uint32_t)numbered_get(&e->places, d->number);
}

/* A name whose value is looked up when it is used: of a constant, or of a function that calls itself. Others have their value
 * of now in sets that are not listed. */
static inline bool slot_is_looked_up(const struct eval *e, const struct decl *d)
{
	uint32_t slot = slot_of(e, d);
	return slot && ((slot >= e->cell_count && slot < e->first_local) || d->calls_itself);
}
/* Both are made if there are none. */
struct note *prepare_new_note(struct eval *e, const struct node *n);
uint32_t prepare_new_slot(struct eval *e, const struct decl *d);
static inline struct note *prepare_note(struct eval *e, const struct node *n)
{
	struct note *note = note_of(e, n);
	return note ? note : prepare_new_note(e, n);
}
static inline uint32_t prepare_decl(struct eval *e, const struct decl *d)
{
	uint32_t slot = slot_of(e, d);
	return slot ? slot : prepare_new_slot(e, d);
}
/* Slots of the names of n that come from outside, without those that are looked up. */
const uint32_t *prepare_free(struct eval *e, const struct node *n, uint32_t *count);

/* ---- expr.c, predicate.c ---------------------------------------------------------------------------------- */

value expr_eval(struct eval *e, const struct node *n);
enum truth predicate_eval(struct eval *e, const struct node *n);
/* The condition of a binder: false if one of its conjuncts is, whatever the others are. */
enum truth predicate_condition(struct eval *e, const struct node *n);
/* Of 64 bits; where it is larger, that is a failure. */
bool expr_integer(struct eval *e, const struct node *n, int64_t *out);
/* a op b of numbers of any kind and size; b is not looked at if there is but one operand */
value expr_number(struct eval *e, enum op op, value a, value b, struct pos pos);
value expr_arguments(struct eval *e, const struct node *n); /* of APPLY: one value, pairs */

/* bind.c */
value expr_list(struct eval *e, const struct node *n); /* of a lazy set's node: listed */
value bind_comprehension(struct eval *e, const struct node *n);
value bind_quantified(struct eval *e, const struct node *n);
value bind_sum(struct eval *e, const struct node *n);
/* All records with fields in these sets, which are listed. */
value bind_records(struct eval *e, const struct type *t, const value *sets, struct pos pos);

/* certain.c: are the elements that were found in it with a part of the integers in it with all? */
bool eval_holds_elements(struct eval *e, const struct node *set);

/* count.c */
value count_value(struct eval *e, const struct node *n); /* of card(S) */

/* operator.c */
enum {
	LISTED_AT_ONCE = 20000
}; /* larger results are left as they are written, where that can be */
value operator_value(struct eval *e, const struct node *n);
value operator_list(struct eval *e, const struct node *n); /* operands and result are listed */
value operator_lazy(struct eval *e, const struct node *n); /* never listed */
value operator_sequences(struct eval *e, const struct node *n);
value operator_closure(struct eval *e, const struct node *n);
value operator_iterate(struct eval *e, const struct node *n);

/* ---- lazy.c: sets that are not listed ----------------------------------------------------------------------- */

value lazy_of(struct eval *e, const struct node *n); /* n with the values that its names have now */
value lazy_list(struct eval *e, value v, struct pos pos); /* listed; itself if it is already */
enum truth lazy_in(struct eval *e, value v, value set, struct pos pos); /* v : set, any set */
enum truth lazy_equal(struct eval *e, value a, value b, struct pos pos);
bool lazy_is_infinite(struct eval *e, value v); /* by the way it is written */
bool lazy_is_large(struct eval *e,
                   value v); /* A --> B, POW(A) and the like of listed sets: finite */
enum truth lazy_subset(struct eval *e, value a, value b, struct pos pos);
/* outside.c: is there an element of the set, which is not listed, that the other one has not? False if
 * none was found in a short search. */
bool lazy_has_outside(struct eval *e, value set, value other, struct pos pos);
/* spans.c: sets of integers that are known exactly, although they may be infinite; EVAL_FAILED, VALUE_NONE and
 * false where they are not, without a new failure. */
enum truth spans_equal(struct eval *e, value a, value b);
enum truth spans_subset(struct eval *e, value a, value b);
value spans_list(struct eval *e, value set); /* if it is finite */
bool spans_are_infinite(struct eval *e, value set);
/* The least or greatest element, or that there is none (*is_open); false if that is not known. */
bool spans_extreme(struct eval *e, value set, bool is_max, value *out, bool *is_open);
value spans_count(struct eval *e, value set); /* if it is finite */
struct spans_size {
	bool is_infinite, is_empty; /* or perhaps empty */
};
/* Of the integers d of which all these conditions hold, which mention no name without a value but d. */
struct spans_size spans_of_conditions(struct eval *e, const struct node *const *conditions,
                                      uint32_t count, const struct decl *d);
/* shape.c: x : set, and card, size or dom of a function, by how it is written; EVAL_FAILED and VALUE_NONE, without a
 * failure, where that does not tell. */
bool lazy_function_has_shape(const struct node *n); /* one of which that may be known */
enum truth lazy_function_member(struct eval *e, const struct node *x, const struct node *set);
value lazy_function_value(struct eval *e, const struct node *n);
/* arrow.c: f : set, for an infinite f and a set of functions; EVAL_FAILED, without a failure, where that is not known. */
enum truth arrow_member(struct eval *e, value f, const struct node *set);
/* infinite.c: lazy_is_infinite, or certainly so by what its condition says of single names. */
bool infinite_is_sure(struct eval *e, value set);
/* Likewise, of the values that names bound by SIGMA(x).(P | E) have. */
bool infinite_has_index(struct eval *e, const struct node *binder);
/* dom({x, y | P}) as {x | Q}, where y has values whatever x is; VALUE_NONE if that is not known. */
value infinite_domain(struct eval *e, value relation);
/* The images of one element under a relation, as a listed set; of a node or of a value. */
value image_of_node(struct eval *e, const struct node *relation, value x);
value image_of(struct eval *e, value relation, value x, struct pos pos);
value image_of_all(struct eval *e, const struct node *relation, value set);    /* set is listed */
value image_of_set(struct eval *e, value relation, value set, struct pos pos); /* set is listed */
value image_restrict(struct eval *e, value set, value relation,
                     struct pos pos); /* set <| relation */
value image_compose(struct eval *e, value listed, value relation,
                    struct pos pos); /* (listed ; r) */
/* image_binder.c: under {x, y | P}, if its y can be enumerated for a known x, and under closure1(r) */
bool image_has_plan(struct eval *e, const struct node *n);
value image_of_comprehension(struct eval *e, const struct node *n, value x);
/* Likewise where a conjunct y = E, or Q => y = E with a true Q, says which y; else it is not known. */
value image_by_equation(struct eval *e, const struct node *n, value x, bool *is_known);
value image_of_closure(struct eval *e, const struct node *n, value x);
enum truth image_in_closure(struct eval *e, value pair, const struct node *n);
/* call.c: functions and sets that refer to themselves. Is there no room for one more call? With a failure, if so. */
bool call_is_too_deep(struct eval *e, struct pos pos);
/* f(x), where f is lazy: each value is found once within the outermost call. VALUE_NONE if it is not known. */
value call_result(const struct eval *e, value f, value x);
void call_remember(struct eval *e, value f, value x, value result);
void call_forget(struct eval *e); /* the outermost call has come to its end */
/* Binds the free names of a lazy set, calls f, and puts the names back. */
struct lazy_frame {
	value *saved;
	uint32_t count;
	const uint32_t *slots;
	const struct node *node;
};
void lazy_enter(struct eval *e, value lazy, struct lazy_frame *f);
void lazy_leave(struct eval *e, struct lazy_frame *f);

/* ---- member.c, apply.c ------------------------------------------------------------------------------------------------- */

/* v : n, without listing n where that can be avoided. All operands of n are looked at that may be
 * undefined, also if one of them decides. */
enum truth member_in(struct eval *e, value v, const struct node *n);
/* Is the set n defined? Where the operands tell, it is not listed; with a failure if not. */
bool member_is_defined(struct eval *e, const struct node *n);
bool member_asks_whole_set(struct eval *e, const struct node *n); /* defined_asks_whole_set, once */
/* n(x), without listing n where that can be avoided */
value member_apply(struct eval *e, const struct node *n, value x, struct pos pos);
/* likewise, but VALUE_NONE without a failure where x is not in the domain */
value member_find(struct eval *e, const struct node *n, value x, struct pos pos);
value member_apply_value(struct eval *e, value f, value x, struct pos pos);
value apply_step(struct eval *e, enum op op, value x); /* succ(x) or pred(x) */

/* ---- external.c: functions of ProB's libraries --------------------------------------------------- */

value external_value(struct eval *e, const struct node *n);
enum truth external_predicate(struct eval *e, const struct node *n);

/* ---- plan.c: enumeration ------------------------------------------------------------------------------------------ */

/* Called with the names bound; false stops the enumeration. */
typedef bool plan_found(struct eval *e, void *data);

enum plan_flag {
	PLAN_MERGE_EXISTS = 1, /* solutions may come several times: inner #y may be opened */
	PLAN_OPEN_SETS = 2,    /* of x : {y | P}, P may tell where x is, see eval_body */
	PLAN_OPENED_SETS = 4,  /* P is one of the conjuncts already */
	PLAN_SEARCH = 8, /* cases may be left out: endless sets that names have are gone through */
};

struct plan *plan_make(struct eval *e, struct decl *const *names, uint32_t count,
                       const struct node *const *conjuncts, uint32_t conjunct_count, int flags);
/* One that is used only as long as the arena lives. */
struct plan *plan_make_in(struct eval *e, struct arena *a, struct decl *const *names,
                          uint32_t count, const struct node *const *conjuncts,
                          uint32_t conjunct_count, int flags);
/* EVAL_TRUE if it was stopped, EVAL_FALSE if it came to its end; EVAL_FAILED if it came to its end
 * but was undefined somewhere, or could not go on. */
enum truth plan_run(struct eval *e, struct plan *p, plan_found *found, void *data);
bool plan_is_finite(const struct plan *p);
double plan_effort(const struct plan *p); /* logarithm of the estimated number of cases */
const struct node *plan_forall_condition(struct eval *e, const struct node *forall);
bool plan_is_doubtful(struct eval *e, const struct node *n); /* defined_may_fail, once */
/* The plan of a binder node (kids IDS, predicate, ...), made on first use. */
struct plan *plan_of(struct eval *e, const struct node *binder);
/* All values of a type: calls found with the value in *out; EVAL_FAILED if there are too many. */
value plan_type_values(struct eval *e, const struct type *t, struct pos pos);

/* ---- stream.c: the elements of a set one by one ----------------------------------------------------- */

typedef bool stream_found(struct eval *e, value element, void *data); /* false stops */
/* EVAL_TRUE if it was stopped, EVAL_FALSE at the end, EVAL_FAILED if it could not go on. Subsets and
 * functions are made one after the other, never all at once. */
enum truth stream_node(struct eval *e, const struct node *set, stream_found *found, void *data);
struct subset_sizes {
	uint64_t least, most;
};
/* A NULL for the sizes allows all. */
enum truth stream_subsets(struct eval *e, value set, bool proper, const struct subset_sizes *sizes,
                          stream_found *found, void *data);
enum truth stream_type(struct eval *e, const struct type *t, struct pos pos, stream_found *found,
                       void *data);

/* ---- estimate.c: about how many values there are ----------------------------------------------- */

double estimate_type(struct eval *e, const struct type *t); /* INFINITY if it has no end */
double estimate_set(struct eval *e, const struct node *set);

/* ---- subset.c: subsets, with conditions on their elements ------------------------------------- */

enum subset_rule_kind {
	SUBSET_FILTER,   /* node is !x.(x : s & P => Q), `member` the x : s */
	SUBSET_HAS,      /* node : s */
	SUBSET_HAS_ALL,  /* node <: s */
	SUBSET_HAS_NONE, /* node /: s */
	SUBSET_WITHIN,   /* s <: node */
	SUBSET_DISJOINT, /* s /\ node = {} */
	SUBSET_LEAST,    /* card(s) >= node + plus; the node may be NULL */
	SUBSET_MOST,     /* card(s) <= node + plus */
	SUBSET_SIZES,    /* card(s) : node */
};

struct subset_rule {
	enum subset_rule_kind kind;
	const struct node *node, *member;
	int plus;
};

struct subset_rules {
	struct subset_rule *list;
	uint32_t count;
};

/* The subsets of a listed set that the rules allow; what cannot be evaluated is allowed. */
enum truth subset_stream(struct eval *e, value set, bool proper, const struct subset_rules *rules,
                         stream_found *found, void *data);

/* The sizes that the rules allow; what cannot be evaluated allows all. */
struct subset_sizes subset_sizes_of(struct eval *e, const struct subset_rules *rules);

/* ---- function.c: functions, chosen image by image ------------------------------------------------ */

/* What stands before the conclusion of a rule: the names of a !x, or a condition. */
struct function_item {
	struct plan *plan;            /* of names that are bound; else a condition: */
	const struct node *condition; /* of an implication */
	bool is_open;                 /* it mentions the functions that are chosen */
};

/* A predicate that mentions the functions only as f(E), with E known: it is tested as soon as all of
 * its points have images. */
struct function_rule {
	const struct node *node; /* what must hold */
	struct function_item *items;
	const struct node **points; /* the APPLY nodes of the open conditions and of the conclusion */
	uint32_t *slots;            /* of the bound names */
	uint32_t item_count, point_count, slot_count;
};

/* dom(f) or ran(f) is, or is part of, a known set. */
struct function_side {
	const struct node *set; /* NULL: none is known */
	bool is_exact;
};

struct function_part { /* one of the functions that are chosen together */
	uint32_t slot;
	const struct node *set; /* A --> B, ... */
	struct function_side domain, range;
	struct subset_rules sizes; /* of the function: no others than these */
};

struct function_rules {
	struct function_part *parts;
	uint32_t part_count;
	struct function_rule *list;
	uint32_t count;
	const struct node **sums; /* comparisons of integers, perhaps of sums of images */
	uint32_t sum_count;
};

/* All functions of a set A +-> B, A --> B, ... */
enum truth function_stream(struct eval *e, const struct node *set, stream_found *found, void *data);
/* All choices of the parts' functions; they are in their slots when `found` is called with the
 * first one. */
enum truth function_choose(struct eval *e, const struct function_rules *rules, stream_found *found,
                           void *data);
/* f(x), while the images of f are being chosen */
value function_image(struct eval *e, const struct node *f, value x, struct pos pos);

/* Binds the names of IDS to the parts of a value (left associative pairs). */
void plan_bind_ids(struct eval *e, const struct node *ids, value v);
value plan_ids_value(struct eval *e, const struct node *ids); /* the other way round */

#endif
