/* What a person wants to know of a machine: parts of it that do nothing, and what excludes each other. */
#include "relate/inside.h"

const char *relate_fact_name(enum relate_fact_kind k)
{
	static const char *const names[RELATE_FACTS] = {"infeasible", "unreachable", "never",
	                                                "broken",     "vacuous",     "redundant",
	                                                "mutex",      "unbreakable"};
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
			    arena_format(&r->arena, "'%s' can be executed in no state", relate_row_name(r, i)),
			    NULL);
		else if (!is_reachable[i])
			add(r, RELATE_FACT_UNREACHABLE, o->pos,
			    arena_format(
			        &r->arena,
			        "'%s' is not enabled at the start, and no operation that can be enabled "
			        "enables it",
			        relate_row_name(r, i)),
			    NULL);
	}
}

/* ---- guards ---------------------------------------------------------------------------------------------------- */

/* Is there no state of the types in which all parts are true, or none in which the invariant holds? Alone: without the rest of the guard. */
enum idle { NOT_IDLE, IDLE_BY_INVARIANT, IDLE, IDLE_ALONE };

static enum idle exclude(struct relate *r, const struct literal_part *parts, uint32_t count)
{
	if (fill_conjunction(r, RELATE_NO_STEP, &r->invariant, parts, count, NULL) != RELATE_NO)
		return NOT_IDLE;
	enum relate_truth alone = fill_conjunction(r, RELATE_NO_STEP, NULL, parts, count, NULL);
	return alone == RELATE_NO ? IDLE : IDLE_BY_INVARIANT;
}

static const struct node *same_place(const struct node *in, const struct node *n)
{
	if (in->op == n->op && in->pos.at == n->pos.at && in->pos.via == n->pos.via) return in;
	const struct node *found = NULL;
	for (uint32_t i = 0; i < in->count && !found; i++)
		if (in->kid[i]) found = same_place(in->kid[i], n);
	return found;
}

/* Where in the text of an operation a conjunct was written, in which names may have been replaced since; or NULL: it stands for an
 * ANY, or what else nobody wrote as a conjunct. */
static const struct node *in_text(const struct relate *r, const struct node *conjunct)
{
	const struct project *p = r->question.project;
	const struct node *found = NULL;
	for (uint32_t m = 0; m < p->machines.count; m++)
		for (uint32_t i = 0; i < p->machines.at[m]->operations.count && !found; i++) {
			const struct operation *o = p->machines.at[m]->operations.at[i];
			if (o->body) found = same_place(o->body, conjunct);
		}
	return found;
}

static void report_guard(struct relate *r, enum relate_fact_kind kind, uint32_t operation,
                         const struct node *conjunct, const char *what)
{
	const struct node *at = in_text(r, conjunct);
	if (!at) return;
	add(r, kind, node_start(at),
	    arena_format(&r->arena, "in the guard of '%s': %s is %s",
	                 relate_operation(r, operation)->name, formula(r, conjunct), what),
	    NULL);
}

static void report_never(struct relate *r, uint32_t operation, const struct node *c, enum idle why)
{
	report_guard(r, RELATE_FACT_NEVER, operation, c,
	             why == IDLE ? "never true" : "never true where the invariant holds");
}

/* What ANY and SELECT inside of the action ask for is a part of the rest. */
static void report_redundant(struct relate *r, uint32_t operation, const struct node *c,
                             enum idle why)
{
	static const char *const what[] = {
	    [IDLE_BY_INVARIANT] =
	        "always true where the operation could be executed without it, and the "
	        "invariant holds",
	    [IDLE] = "always true where the operation could be executed without it",
	    [IDLE_ALONE] = "always true"};
	report_guard(r, RELATE_FACT_REDUNDANT, operation, c, what[why]);
}

/* The conjuncts of #x.(P & Q) but for those that say that what the action computes has a value: nobody wrote them, and they make none
 * redundant. Returns how many there are. */
static uint32_t written(struct relate *r, const struct node *exists, const struct node ***list)
{
	uint32_t count = 0;
	*list = ARENA_ARRAY(&r->arena, conjunct_count(exists->kid[1]) + 1, const struct node *);
	EACH_CONJUNCT(c, exists->kid[1])
		if (!model_is_definedness(c.now)) (*list)[count++] = c.now;
	return count;
}

/* What somebody wrote of a conjunct of a guard; false: nothing. */
static bool part_of(struct relate *r, const struct way *w, uint32_t i, struct literal_part *out)
{
	const struct node *n = w->nodes[i], **list;
	*out = (struct literal_part){w->conjuncts[i], false, true};
	if (n->op != OP_EXISTS || n->count != 2) return !model_is_definedness(n);
	uint32_t count = written(r, n, &list);
	if (count == conjunct_count(n->kid[1])) return true;
	if (count == 0) return false;
	const struct node *rest = build_and(&r->arena, n->pos, count, list);
	out->atom = model_add_predicate(r, build_op(&r->arena, OP_EXISTS, n->pos, n->kid[0], rest));
	return true;
}

/* Of #x.(P & Q & R): is there a state with #x.(P & R & not(Q))? */
static void look_inside(struct relate *r, uint32_t operation, const struct node *exists,
                        const struct literal_part *others, uint32_t other_count)
{
	const struct node **list;
	uint32_t count = written(r, exists, &list);
	struct literal_part *parts = ARENA_ARRAY(&r->arena, other_count + 1, struct literal_part);
	memcpy(parts, others, other_count * sizeof *parts);
	for (uint32_t i = 0; i < count && count > 1; i++) {
		const struct node *own = list[i];
		if (conjunct_types(own, exists->kid[0]) || defined_may_fail(own)) continue;
		list[i] = build_not(&r->arena, own);
		const struct node *n = build_op(&r->arena, OP_EXISTS, exists->pos, exists->kid[0],
		                                build_and(&r->arena, exists->pos, count, list));
		list[i] = own;
		parts[other_count] = (struct literal_part){model_add_predicate(r, n), false, true};
		enum idle why = exclude(r, parts, other_count + 1);
		if (why != NOT_IDLE) report_redundant(r, operation, own, why);
	}
}

static void look_at_conjunct(struct relate *r, uint32_t operation, const struct way *w, uint32_t i)
{
	struct literal_part *parts = ARENA_ARRAY(&r->arena, w->count + 1, struct literal_part);
	const struct node *own = w->nodes[i];
	uint32_t others = 0;
	struct literal_part is;
	if (!part_of(r, w, i, &is)) return;
	enum idle why = exclude(r, &is, 1);
	if (why != NOT_IDLE) {
		report_never(r, operation, own, why);
		return;
	}
	for (uint32_t k = 0; k < w->count; k++) others += k != i && part_of(r, w, k, &parts[others]);
	if (own->op == OP_EXISTS && own->count == 2) {
		look_inside(r, operation, own, parts, others);
		return;
	}
	parts[others++] = (struct literal_part){w->conjuncts[i], false, false};
	why = exclude(r, parts, others);
	if (why == IDLE && exclude(r, &parts[others - 1], 1) == IDLE) why = IDLE_ALONE;
	if (why != NOT_IDLE) report_redundant(r, operation, own, why);
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
		text_format(&names, "%s%s", names.count ? ", " : "", relate_row_name(r, i));
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
	enum idle why = exclude(r, &is, 1);
	if (why == NOT_IDLE) return;
	const char *where = why == IDLE ? "" : " where the invariant holds";
	add(r, RELATE_FACT_VACUOUS, node_start(n),
	    arena_format(&r->arena, "the left side is never true%s: %s", where, formula(r, n)), NULL);
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

/* What is most likely a mistake comes first; each kind in the order of the text. */
static void sort_facts(struct relate *r)
{
	uint32_t count = r->facts.count, at = 0;
	struct relate_fact *sorted = ARENA_ARRAY(&r->arena, count + 1, struct relate_fact);
	for (uint32_t kind = 0; kind < RELATE_FACTS; kind++)
		for (uint32_t i = 0; i < count; i++)
			if (r->facts.at[i].kind == kind) sorted[at++] = r->facts.at[i];
	if (count) memcpy(r->facts.at, sorted, count * sizeof *sorted);
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
	sort_facts(r);
}

uint32_t relate_fact_count(const struct relate *r) { return r->facts.count; }

const struct relate_fact *relate_fact(const struct relate *r, uint32_t index)
{
	return &r->facts.at[index];
}
