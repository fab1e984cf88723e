/* What of a machine is related: operations, conjuncts of their guards, conjuncts of the invariant, each an atom. */
#include "relate/inside.h"

#include "bmc/bmc.h"

/* ---- variables ------------------------------------------------------------------------------------------ */

static struct variables no_variables(struct relate *r)
{
	return (struct variables){ARENA_ARRAY(&r->arena, r->words, uint64_t)};
}

static void add_variable(const struct relate *r, struct variables *to, const struct decl *d)
{
	for (uint32_t i = 0; i < r->view.variable_count; i++)
		if (r->view.variables[i] == d) bits_add(to->bits, i);
}

static void add_read(const struct relate *r, struct variables *to, const struct node *n)
{
	if (n->decl) add_variable(r, to, n->decl);
	for (uint32_t i = 0; i < n->count; i++)
		if (n->kid[i]) add_read(r, to, n->kid[i]);
}

bool model_meet(const struct relate *r, const struct variables *a, const struct variables *b)
{
	uint64_t any = 0;
	for (uint32_t i = 0; i < r->words; i++) any |= a->bits[i] & b->bits[i];
	return any != 0;
}

static bool is_empty(const struct relate *r, const struct variables *v)
{
	return !model_meet(r, v, v);
}

/* ---- atoms ------------------------------------------------------------------------------------------------ */

uint32_t model_add_predicate(struct relate *r, const struct node *n)
{
	struct atom a = {.predicate = n, .is_known = true, .reads = no_variables(r)};
	add_read(r, &a.reads, n);
	VEC_PUSH(&r->atoms, a);
	return r->atoms.count - 1;
}

uint32_t model_add_conjunct(struct relate *r, const struct node *n)
{
	for (uint32_t i = r->first_conjunct; i < r->atoms.count; i++)
		if (alike_are(r->atoms.at[i].predicate, n)) return i;
	return model_add_predicate(r, n);
}

bool model_is_definedness(const struct node *n)
{
	if (n->op != OP_EQUAL || !alike_are(n->kid[0], n->kid[1])) return false;
	struct pos a = node_start(n->kid[0]), b = node_start(n->kid[1]);
	return a.at == b.at && a.via == b.via; /* who writes x = x has two of them */
}

static bool mentions(const struct node *n, const struct node *ids)
{
	for (uint32_t i = 0; n->decl && i < ids->count; i++)
		if (ids->kid[i]->decl == n->decl) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (n->kid[i] && mentions(n->kid[i], ids)) return true;
	return false;
}

struct split_list {
	const struct node **at;
	uint32_t count, room;
};

static void split(struct relate *r, const struct node *n, struct split_list *out);

/* The conjuncts of #x.(P & Q): those that mention no x stand for themselves. */
static void split_exists(struct relate *r, const struct node *n, struct split_list *out)
{
	struct split_list inside = {0}, free_ones = {0};
	EACH_CONJUNCT(c, n->kid[1]) {
		if (mentions(c.now, n->kid[0])) VEC_PUSH(&inside, c.now);
		else VEC_PUSH(&free_ones, c.now);
	}
	for (uint32_t i = 0; i < free_ones.count; i++) split(r, free_ones.at[i], out);
	if (free_ones.count == 0) {
		VEC_PUSH(out, n);
	} else {
		const struct node *rest = build_and(&r->arena, n->pos, inside.count, inside.at);
		VEC_PUSH(out, build_op(&r->arena, OP_EXISTS, n->pos, n->kid[0], rest));
	}
	VEC_CLEAR(&inside);
	VEC_CLEAR(&free_ones);
}

static void split(struct relate *r, const struct node *n, struct split_list *out)
{
	EACH_CONJUNCT(c, n) {
		if (c.now->op == OP_EXISTS && c.now->count == 2) split_exists(r, c.now, out);
		else VEC_PUSH(out, c.now);
	}
}

static struct way way_of(struct relate *r, const struct node *guard)
{
	struct split_list list = {0};
	split(r, guard, &list);
	struct way w = {ARENA_ARRAY(&r->arena, list.count + 1, uint32_t),
	                ARENA_ARRAY(&r->arena, list.count + 1, const struct node *), list.count};
	for (uint32_t i = 0; i < list.count; i++) {
		w.conjuncts[i] = model_add_conjunct(r, list.at[i]);
		w.nodes[i] = list.at[i];
	}
	VEC_CLEAR(&list);
	return w;
}

static void collect_guard(struct relate *r, uint32_t operation)
{
	struct enabled e = {0};
	struct atom a = r->atoms.at[operation];
	a.is_known = deadlock_find_enabled(&r->arena, a.enabled, &e);
	if (!a.is_known) e.count = 0;
	a.ways = ARENA_ARRAY(&r->arena, e.count + 1, struct way);
	for (uint32_t i = 0; i < e.count && !e.is_always; i++) {
		a.ways[a.way_count++] = way_of(r, e.at[i]);
		add_read(r, &a.reads, e.at[i]);
	}
	if (a.is_known && e.is_always) a.way_count = 1; /* without conjuncts */
	r->atoms.at[operation] = a;
	VEC_CLEAR(&e);
}

static void collect_operations(struct relate *r)
{
	const struct explore_result *result = explore_result(r->question.explore);
	r->count = result->coverage.count;
	r->rows = ARENA_ARRAY(&r->arena, r->count + 1, struct step_row);
	for (uint32_t i = 0; i < r->count; i++) {
		const struct explore_coverage *c = &result->coverage.at[i];
		VEC_PUSH(
		    &r->atoms,
		    ((struct atom){.enabled = c->operation, .shown = c->name, .reads = no_variables(r)}));
	}
	r->first_conjunct = r->count;
	for (uint32_t i = 0; i <= r->count; i++) {
		const struct node *body =
		    i < r->count ? r->atoms.at[i].enabled->body : r->view.initialisation;
		struct decls written = {0};
		r->rows[i].writes = no_variables(r);
		if (body) written_by(body, &written);
		for (uint32_t k = 0; k < written.list.count; k++)
			add_variable(r, &r->rows[i].writes, written.list.at[k]);
		VEC_CLEAR(&written.list);
		if (i < r->count) collect_guard(r, i);
	}
	r->conjunct_count = r->atoms.count - r->first_conjunct;
}

/* x : S or x <: S, where S mentions no variable. */
static bool is_typing(struct relate *r, const struct node *n)
{
	if ((n->op != OP_MEMBER && n->op != OP_SUBSET) || n->count != 2) return false;
	const struct node *x = n->kid[0];
	struct variables reads = no_variables(r);
	add_read(r, &reads, n->kid[1]);
	return x->op == OP_ID && x->decl && x->decl->kind == DECL_VARIABLE && is_empty(r, &reads);
}

static void collect_invariants(struct relate *r)
{
	const struct node *n;
	bool is_assertion, has_variables;
	r->first_invariant = r->atoms.count;
	for (uint32_t i = 0; (n = explore_duty(r->question.explore, i, &is_assertion, &has_variables));
	     i++) {
		if (is_assertion) continue;
		uint32_t atom = model_add_predicate(r, n);
		struct lemma c = {{{atom, false, true}}, 1};
		VEC_PUSH(&r->invariant, c);
		if (!is_typing(r, n)) continue;
		VEC_PUSH(&r->typing, n);
		VEC_PUSH(&r->typing_atoms, atom);
	}
	r->invariant_count = r->atoms.count - r->first_invariant;
}

/* ---- integers that nothing bounds -------------------------------------------------------------------------- */

/* The numbers of the text: what it says of 100 is not seen with integers up to 3. */
static void find_numbers(const struct node *n, int64_t *low, int64_t *high)
{
	enum { FARTHEST = 20000, AROUND = 2 };
	bool is_negative = n->op == OP_NEGATE && n->kid[0]->op == OP_NUMBER;
	const struct node *number = is_negative ? n->kid[0] : n;
	if (number->op == OP_NUMBER) {
		char *end;
		int64_t v = strtoll(number->name, &end, 10);
		bool is_near = *end == 0 && v <= FARTHEST;
		if (is_near && is_negative && -v - AROUND < *low) *low = -v - AROUND;
		if (is_near && !is_negative && v + AROUND > *high) *high = v + AROUND;
		return;
	}
	for (uint32_t i = 0; i < n->count; i++)
		if (n->kid[i]) find_numbers(n->kid[i], low, high);
}

static void find_reach(struct relate *r)
{
	int64_t low = r->question.universe->minint, high = r->question.universe->maxint;
	for (uint32_t i = 0; i < r->count; i++) find_numbers(r->atoms.at[i].enabled->body, &low, &high);
	for (uint32_t i = r->first_conjunct; i < r->atoms.count; i++)
		find_numbers(r->atoms.at[i].predicate, &low, &high);
	if (r->view.properties) find_numbers(r->view.properties, &low, &high);
	if (r->view.initialisation) find_numbers(r->view.initialisation, &low, &high);
	r->instance.low = low;
	r->instance.high = high;
}

static const struct node *integer(struct relate *r, const struct node *like, int64_t is)
{
	struct names *names = r->question.project->names;
	if (is >= 0) return build_number(&r->arena, names, like, is);
	return build_typed(&r->arena, OP_NEGATE, like->pos, like->type,
	                   build_number(&r->arena, names, like, -is), NULL);
}

static void add_range(struct relate *r, struct decl *d, const struct range *known)
{
	int64_t low = r->instance.low, high = r->instance.high, width = high - low;
	if (known && known->has_low) low = known->low;
	if (known && known->has_high) high = known->high;
	if (high < low + width && known && known->has_low && !known->has_high) high = low + width;
	if (known && known->has_high && !known->has_low && low > high - width) low = high - width;
	const struct node *x = build_name(&r->arena, d, d->pos);
	const struct node *interval =
	    build_typed(&r->arena, OP_INTERVAL, d->pos, build_power_type(&r->arena, d->type),
	                integer(r, x, low), integer(r, x, high));
	const struct node *n = build_op(&r->arena, OP_MEMBER, d->pos, x, interval);
	VEC_PUSH(&r->typing, n);
	VEC_PUSH(&r->typing_atoms, model_add_predicate(r, n));
	r->has_ranges = true;
}

/* Variables that are integers without bounds come from a range, which becomes a typing conjunct: whether operations stay
 * inside can then be asked. */
static void collect_ranges(struct relate *r)
{
	struct range **ranges = ARENA_ARRAY(&r->arena, r->view.variable_count + 1, struct range *);
	bounds_ranges(r->view.eval, &r->arena, r->view.variables, r->view.variable_count, r->typing.at,
	              r->typing.count, ranges);
	for (uint32_t i = 0; i < r->view.variable_count; i++) {
		bool is_bounded = ranges[i] && ranges[i]->has_low && ranges[i]->has_high;
		if (r->view.variables[i]->type->kind == TYPE_INTEGER && !is_bounded)
			add_range(r, r->view.variables[i], ranges[i]);
	}
}

void model_collect(struct relate *r)
{
	explore_view(r->question.explore, &r->view);
	if (!r->view.initialisation && r->view.variable_count == 0)
		r->view.initialisation =
		    build_leaf(&r->arena, OP_S_SKIP, r->question.project->main->pos, NULL);
	r->words = r->view.variable_count / 64 + 1;
	collect_operations(r);
	collect_invariants(r);
	find_reach(r);
	collect_ranges(r);
}
