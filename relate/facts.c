/* What a person wants to know of a machine: parts of it that do nothing, and what excludes each other. */
#include "relate/inside.h"

const char *relate_fact_name(enum relate_fact_kind k)
{
	static const char *const names[RELATE_FACTS] = {"infeasible", "unreachable", "never",
	                                                "redundant",  "broken",      "unbreakable",
	                                                "vacuous",    "mutex"};
	return names[k];
}

static void add(struct relate *r, enum relate_fact_kind kind, struct pos pos, const char *text,
                const struct relate_witness *w)
{
	VEC_PUSH(&r->facts, ((struct relate_fact){kind, pos, text, w}));
}

enum { LONGEST = 100 };

static const char *formula(struct relate *r, const struct node *n)
{
	struct text t = {0};
	print_formula_short(r->question.project, n, LONGEST, &t);
	return text_freeze(&t, &r->arena);
}

/* ---- operations ---------------------------------------------------------------------------------------------- */

static void find_operations(struct relate *r)
{
	bool *is_reachable = ARENA_ARRAY(&r->arena, r->count + 1, bool);
	relate_reachable(r, is_reachable);
	for (uint32_t i = 0; i < r->count; i++) {
		const struct operation *o = relate_operation(r, i);
		if (relate_feasible(r, i) == RELATE_NO)
			add(r, RELATE_FACT_INFEASIBLE, o->pos,
			    arena_format(&r->arena, "'%s' can be executed in no state", o->name), NULL);
		else if (!is_reachable[i])
			add(r, RELATE_FACT_UNREACHABLE, o->pos,
			    arena_format(
			        &r->arena,
			        "'%s' is not enabled at the start, and no operation that can be enabled "
			        "enables it",
			        o->name),
			    NULL);
	}
}

/* ---- guards ---------------------------------------------------------------------------------------------------- */

static void report_guard(struct relate *r, uint32_t operation, const struct node *c, bool is_never)
{
	const struct operation *o = relate_operation(r, operation);
	const char *what = is_never ? "is never true" : "is always true where the rest of the guard is";
	add(r, is_never ? RELATE_FACT_NEVER : RELATE_FACT_REDUNDANT, node_start(c),
	    arena_format(&r->arena, "in the guard of '%s': %s %s", o->name, formula(r, c), what), NULL);
}

/* Of #x.(P & Q & R): is there a state with #x.(P & R & not(Q))? */
static void look_inside(struct relate *r, uint32_t operation, const struct node *exists,
                        const struct literal_part *others, uint32_t other_count)
{
	uint32_t count = conjunct_count(exists->kid[1]), at = 0;
	const struct node **list = ARENA_ARRAY(&r->arena, count + 1, const struct node *);
	struct literal_part *parts = ARENA_ARRAY(&r->arena, other_count + 1, struct literal_part);
	EACH_CONJUNCT(c, exists->kid[1])
		if (!model_is_definedness(c.now)) list[at++] = c.now;
	count = at;
	memcpy(parts, others, other_count * sizeof *parts);
	for (uint32_t i = 0; i < count && count > 1; i++) {
		const struct node *own = list[i];
		if (conjunct_types(own, exists->kid[0]) || defined_may_fail(own)) continue;
		list[i] = build_not(&r->arena, own);
		const struct node *n = build_op(&r->arena, OP_EXISTS, exists->pos, exists->kid[0],
		                                build_and(&r->arena, exists->pos, count, list));
		list[i] = own;
		parts[other_count] = (struct literal_part){model_add_predicate(r, n), false, true};
		if (fill_conjunction(r, RELATE_NO_STEP, &r->invariant, parts, other_count + 1, NULL) ==
		    RELATE_NO)
			report_guard(r, operation, own, false);
	}
}

/* Of the conjuncts that somebody wrote: that what the action computes is defined makes none of them redundant. */
static void look_at_conjunct(struct relate *r, uint32_t operation, const struct way *w, uint32_t i)
{
	struct literal_part *parts = ARENA_ARRAY(&r->arena, w->count + 1, struct literal_part);
	const struct node *own = w->nodes[i];
	uint32_t others = 0;
	if (model_is_definedness(own)) return;
	struct literal_part is = {w->conjuncts[i], false, true};
	if (fill_conjunction(r, RELATE_NO_STEP, &r->invariant, &is, 1, NULL) == RELATE_NO) {
		report_guard(r, operation, own, true);
		return;
	}
	for (uint32_t k = 0; k < w->count; k++)
		if (k != i && !model_is_definedness(w->nodes[k]))
			parts[others++] = (struct literal_part){w->conjuncts[k], false, true};
	if (own->op == OP_EXISTS && own->count == 2) {
		look_inside(r, operation, own, parts, others);
		return;
	}
	parts[others++] = (struct literal_part){w->conjuncts[i], false, false};
	if (fill_conjunction(r, RELATE_NO_STEP, &r->invariant, parts, others, NULL) == RELATE_NO)
		report_guard(r, operation, own, false);
}

static void find_guards(struct relate *r)
{
	for (uint32_t i = 0; i < r->count && !fill_is_stopped(r); i++) {
		const struct atom *a = &r->atoms.at[i];
		if (relate_feasible(r, i) == RELATE_NO || a->way_count != 1) continue;
		struct way w = a->ways[0];
		for (uint32_t k = 0; k < w.count; k++) look_at_conjunct(r, i, &w, k);
	}
}

/* ---- the invariant ---------------------------------------------------------------------------------------------- */

static void find_broken(struct relate *r, uint32_t k)
{
	const struct node *n = relate_invariant(r, k, NULL);
	const struct relate_witness *witness = NULL, *w;
	struct text names = {0};
	bool is_alone = true;
	for (uint32_t i = 0; i <= r->count; i++) {
		enum relate_keep keep = relate_keeps(r, i, k, &w);
		bool is_kept = keep == RELATE_UNTOUCHED || keep == RELATE_KEEPS_ALONE;
		is_alone &= is_kept || i == r->count;
		if (keep != RELATE_BREAKS) continue;
		if (!witness) witness = w;
		text_format(&names, "%s%s", names.count ? ", " : "",
		            i == r->count ? "INITIALISATION" : relate_operation(r, i)->name);
	}
	if (names.count)
		add(r, RELATE_FACT_BROKEN, node_start(n),
		    arena_format(&r->arena, "not inductive: %s can be broken by %s", formula(r, n),
		                 text_get(&names)),
		    witness);
	else if (is_alone && !relate_is_typing(r, k) && r->count > 0)
		add(r, RELATE_FACT_UNBREAKABLE, node_start(n),
		    arena_format(&r->arena, "no operation can break it, whatever else is true: %s",
		                 formula(r, n)),
		    NULL);
	text_clear(&names);
}

/* The left side of P => Q or !x.(P => Q), as a predicate on states. */
static const struct node *left_side(struct relate *r, const struct node *n)
{
	if (n->op == OP_IMPLIES) return n->kid[0];
	if (n->op != OP_FORALL || n->count != 2 || n->kid[1]->op != OP_IMPLIES) return NULL;
	return build_op(&r->arena, OP_EXISTS, n->pos, n->kid[0], n->kid[1]->kid[0]);
}

static void find_vacuous(struct relate *r, uint32_t k)
{
	const struct node *n = relate_invariant(r, k, NULL), *left = left_side(r, n);
	if (!left) return;
	struct literal_part is = {model_add_predicate(r, left), false, true};
	if (fill_conjunction(r, RELATE_NO_STEP, &r->invariant, &is, 1, NULL) != RELATE_NO) return;
	add(r, RELATE_FACT_VACUOUS, node_start(n),
	    arena_format(&r->arena, "the left side is never true: %s", formula(r, n)), NULL);
}

/* ---- exclusions ------------------------------------------------------------------------------------------------- */

static void find_mutexes(struct relate *r)
{
	for (uint32_t i = 0; i < relate_mutex_count(r); i++) {
		struct relate_mutex m = relate_mutex(r, i);
		if (m.is_trivial) continue;
		const struct node *a = relate_conjunct(r, m.a), *b = relate_conjunct(r, m.b);
		if (relate_is_definedness(r, m.a) || relate_is_definedness(r, m.b)) continue;
		add(r, RELATE_FACT_MUTEX, node_start(b),
		    arena_format(&r->arena, "never both: %s, and %s", formula(r, b), formula(r, a)), NULL);
	}
}

void relate_find(struct relate *r)
{
	if (r->reason.is_stuck) return;
	find_operations(r);
	find_guards(r);
	for (uint32_t k = 0; k < r->invariant_count && !fill_is_stopped(r); k++) {
		find_broken(r, k);
		find_vacuous(r, k);
	}
	find_mutexes(r);
}

uint32_t relate_fact_count(const struct relate *r) { return r->facts.count; }

const struct relate_fact *relate_fact(const struct relate *r, uint32_t index)
{
	return &r->facts.at[index];
}
