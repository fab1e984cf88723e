/* Relations between operations, from their text. */
#include "reduce/guarded.h"
#include "reduce/trend.h"

#include "eval/eval.h"

struct filling {
	struct relation_table *r;
	struct guarded *parts;
	struct arena *arena;
};

/* ---- sets ------------------------------------------------------------------------------------------- */

static uint64_t *set_of(struct relation_table *r, enum relation kind, uint32_t of)
{
	return r->sets[kind] + (size_t)of * r->words;
}

static void include(struct relation_table *r, enum relation kind, uint32_t of, uint32_t operation)
{
	bits_add(set_of(r, kind, of), operation);
}

void relations_exclude(struct relation_table *r, enum relation kind, uint32_t of,
                       uint32_t operation)
{
	bits_drop(set_of(r, kind, of), operation);
}

void relations_keep(struct relation_table *r, uint32_t duty) { bits_add(r->kept, duty); }

bool relations_keeps(const struct relation_table *r, uint32_t duty)
{
	return bits_has(r->kept, duty);
}

/* ---- an operation taken apart ------------------------------------------------------------------------ */

static bool mentions_chosen(const struct footprint *f, const struct node *n)
{
	for (uint32_t i = 0; i < f->chosen.count; i++)
		if (node_mentions(n, f->chosen.at[i])) return true;
	return false;
}

static bool are_sure(const struct node *n, uint32_t from);

/* Has it an outcome from every state? */
static bool is_sure(const struct node *n)
{
	if (written_twice(n)) return false; /* perhaps with two values */
	switch (n->op) {
	case OP_S_SKIP: return true;
	case OP_S_ASSIGN: return !defined_may_fail(n->kid[0]) && !defined_may_fail(n->kid[1]);
	case OP_S_PARALLEL: return are_sure(n, 0);
	case OP_S_IF: return are_sure(n, 0);
	default: return op_info(n->op)->class != CLASS_SUBST && !defined_may_fail(n);
	}
}

static bool are_sure(const struct node *n, uint32_t from)
{
	for (uint32_t i = from; i < n->count; i++)
		if (!is_sure(n->kid[i])) return false;
	return true;
}

/* Only a part of what is not sure fails: a choice has no outcome where there is nothing to choose, and that is all. */
static bool may_fail(const struct node *n)
{
	bool has_duty = n->op == OP_S_CALL || n->op == OP_S_ASSERT || n->op == OP_S_WHILE ||
	                n->op == OP_S_PRE || n->op == OP_EXTERNAL_CALL;
	if (has_duty || defined_may_lack_value(n) || written_twice(n)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (may_fail(n->kid[i])) return true;
	return false;
}

/* Conjuncts of one guard. */
static void split(struct guarded *p, const struct node *guard)
{
	EACH_CONJUNCT(c, guard) {
		if (mentions_chosen(&p->rest, c.now)) {
			p->is_sure = false;
			footprint_find_in(c.now, &p->rest);
			footprint_find_in(c.now, &p->enabling);
		} else {
			VEC_PUSH(&p->guards, c.now);
		}
	}
}

static bool writes_anything(const struct footprint *f)
{
	for (uint32_t i = 0; i < f->touches.count; i++)
		if (f->touches.at[i].writes) return true;
	return false;
}

static void take_apart(const struct operation *o, struct guarded *p)
{
	const struct node *n = o->body;
	struct footprint all = {0};
	footprint_find(o, &all); /* for its chosen names */
	for (uint32_t i = 0; i < all.chosen.count; i++) {
		VEC_PUSH(&p->rest.chosen, all.chosen.at[i]);
		VEC_PUSH(&p->enabling.chosen, all.chosen.at[i]);
	}
	p->is_sure = true;
	if (n->op == OP_S_PRE) {
		split(p, n->kid[0]);
		n = n->kid[1];
	}
	for (; eval_is_guard(n); n = n->kid[n->count - 1]) split(p, n->kid[n->count - 2]);
	p->action = n;
	footprint_find_in(n, &p->rest);
	p->may_fail = may_fail(n);
	if (!is_sure(n) || p->may_fail) footprint_find_in(n, &p->enabling);
	p->rest.is_known = p->enabling.is_known = all.is_known;
	/* a parameter that nothing says anything of has a value */
	p->is_sure &= is_sure(n);
	p->is_idle = !p->may_fail && all.is_known && !writes_anything(&p->rest);
	for (uint32_t i = 0; i < p->guards.count; i++) literal_assume(&p->before, p->guards.at[i]);
	for (uint32_t i = 0; i < p->before.count; i++) VEC_PUSH(&p->after, p->before.at[i]);
	literal_execute(&p->after, p->action);
	footprint_clear(&all);
}

static void clear_part(struct guarded *p)
{
	VEC_CLEAR(&p->guards);
	VEC_CLEAR(&p->before);
	VEC_CLEAR(&p->after);
	footprint_clear(&p->rest);
	footprint_clear(&p->enabling);
}

/* ---- predicates ---------------------------------------------------------------------------------------- */

enum literal_truth guarded_judge(const struct literals *l, const struct node *n)
{
	return defined_may_fail(n) ? LITERAL_OPEN : literal_judge(l, n);
}

static bool has_guard(const struct guarded *p, const struct node *n)
{
	for (uint32_t i = 0; i < p->guards.count; i++)
		if (alike_are(p->guards.at[i], n)) return true;
	return false;
}

/* The operations that may change whether the predicate is true, each way. */
static void fill_predicate(struct filling *f, const struct node *n, uint32_t of,
                           enum relation to_true, enum relation to_false)
{
	struct footprint reads = {0};
	footprint_find_in(n, &reads);
	for (uint32_t i = 0; i < f->r->operation_count; i++) {
		const struct guarded *p = &f->parts[i];
		if (footprint_are_apart(&reads, &p->rest)) continue;
		enum literal_truth before = guarded_judge(&p->before, n),
		                   after = guarded_judge(&p->after, n);
		unsigned trend = defined_may_fail(n) ? TREND_ANY : trend_judge(n, p->action, &p->rest);
		if (has_guard(p, n)) before = LITERAL_TRUE;
		if (before != LITERAL_TRUE && after != LITERAL_FALSE && (trend & TREND_TO_TRUE))
			include(f->r, to_true, of, i);
		if (before != LITERAL_FALSE && after != LITERAL_TRUE && (trend & TREND_TO_FALSE))
			include(f->r, to_false, of, i);
	}
	footprint_clear(&reads);
}

/* ---- operations ------------------------------------------------------------------------------------------ */

/* Which of less, equal and greater a comparison allows; 0: it is none. */
static unsigned allowed_by(const struct node *n)
{
	enum { LESS = 1, SAME = 2, MORE = 4 };
	switch (n->op) {
	case OP_EQUAL: return SAME;
	case OP_NOT_EQUAL: return LESS | MORE;
	case OP_LESS: return LESS;
	case OP_LESS_EQUAL: return LESS | SAME;
	case OP_GREATER: return MORE;
	case OP_GREATER_EQUAL: return MORE | SAME;
	default: return 0;
	}
}

static unsigned converse_of(unsigned allowed)
{
	return (allowed & 2) | (allowed & 1 ? 4 : 0) | (allowed & 4 ? 1 : 0);
}

/* Comparisons of the same two, which are not both true. */
bool guarded_exclude_each_other(const struct node *a, const struct node *b)
{
	unsigned x = allowed_by(a), y = allowed_by(b);
	if (!x || !y) return false;
	if (!(x & y) && alike_are(a->kid[0], b->kid[0]) && alike_are(a->kid[1], b->kid[1])) return true;
	return !(x & converse_of(y)) && alike_are(a->kid[0], b->kid[1]) &&
	       alike_are(a->kid[1], b->kid[0]);
}

static bool contradicts(struct filling *f, const struct guarded *a, const struct guarded *b)
{
	for (uint32_t i = 0; i < b->guards.count; i++) {
		const struct node *g = b->guards.at[i];
		if (guarded_judge(&a->before, g) == LITERAL_FALSE) return true;
		for (uint32_t k = 0; k < a->guards.count; k++)
			if (guarded_exclude_each_other(a->guards.at[k], g)) return true;
		if (has_guard(a, normalise_conjunct(f->arena, build_not(f->arena, g)))) return true;
	}
	return false;
}

/* Does a write something that b must read to be enabled? */
static bool disturbs(const struct guarded *a, const struct guarded *b)
{
	struct footprint reads = {.is_known = b->enabling.is_known};
	for (uint32_t i = 0; i < b->enabling.touches.count; i++)
		if (!b->enabling.touches.at[i].writes) VEC_PUSH(&reads.touches, b->enabling.touches.at[i]);
	bool does = !footprint_are_apart(&reads, &a->rest);
	footprint_clear(&reads);
	return does;
}

static void fill_pair(struct filling *f, uint32_t a, uint32_t b)
{
	const struct guarded *p = &f->parts[a], *q = &f->parts[b];
	include(f->r, RELATION_DEPENDS, a, b); /* until relations_close */
	include(f->r, RELATION_ENABLES, a, b);
	include(f->r, RELATION_DISABLES, a, b);
	if (!p->is_idle && !q->is_idle && !footprint_are_apart(&p->rest, &q->rest))
		include(f->r, RELATION_RACES, a, b);
	if (!q->is_sure && disturbs(p, q)) include(f->r, RELATION_MOVES, b, a);
	if (a == b || (!contradicts(f, p, q) && !contradicts(f, q, p)))
		include(f->r, RELATION_TOGETHER, a, b);
}

static void fill_guards(struct filling *f)
{
	struct relation_table *r = f->r;
	for (uint32_t i = 0; i < r->operation_count; i++) r->guard_count += f->parts[i].guards.count;
	r->guards = ARENA_ARRAY(r->arena, r->guard_count + 1, struct guard_conjunct);
	r->guards_from = ARENA_ARRAY(r->arena, r->operation_count + 1, uint32_t);
	for (uint32_t i = 0, k = 0; i <= r->operation_count; i++) {
		r->guards_from[i] = k;
		for (uint32_t g = 0; i < r->operation_count && g < f->parts[i].guards.count; g++)
			r->guards[k++] = (struct guard_conjunct){i, f->parts[i].guards.at[g]};
	}
}

static void make_sets(struct relation_table *r)
{
	r->is_sure = ARENA_ARRAY(r->arena, r->operation_count + 1, bool);
	r->may_fail = ARENA_ARRAY(r->arena, r->operation_count + 1, bool);
	r->is_idle = ARENA_ARRAY(r->arena, r->operation_count + 1, bool);
	r->words = r->operation_count / 64 + 1;
	for (uint32_t k = 0; k < RELATION_COUNT; k++) {
		bool of_guards = k == RELATION_MAKES_TRUE || k == RELATION_MAKES_FALSE;
		bool of_duties = k == RELATION_BREAKS || k == RELATION_REPAIRS;
		uint32_t rows = of_guards ? r->guard_count : of_duties ? r->duty_count : r->operation_count;
		size_t words = (size_t)r->words * (rows + 1);
		r->sets[k] = ARENA_ARRAY(r->arena, words, uint64_t);
		memset(r->sets[k], 0, words * sizeof *r->sets[k]);
	}
	r->kept = ARENA_ARRAY(r->arena, r->duty_count / 64 + 1, uint64_t);
	memset(r->kept, 0, (r->duty_count / 64 + 1) * sizeof *r->kept);
}

struct relation_table *relations_open(struct arena *a, const struct operation *const *operations,
                                      uint32_t operation_count, const struct node *const *duties,
                                      uint32_t duty_count, const struct node *initialisation)
{
	struct relation_table *r = ARENA_NEW(a, struct relation_table);
	*r = (struct relation_table){.operation_count = operation_count,
	                             .duty_count = duty_count,
	                             .operations = operations,
	                             .duties = duties,
	                             .arena = a};
	struct filling f = {r, ARENA_ARRAY(a, operation_count + 1, struct guarded), a};
	memset(f.parts, 0, (operation_count + 1) * sizeof *f.parts);
	for (uint32_t i = 0; i < operation_count; i++) take_apart(operations[i], &f.parts[i]);
	fill_guards(&f);
	make_sets(r);
	for (uint32_t i = 0; i < operation_count; i++) {
		r->is_sure[i] = f.parts[i].is_sure;
		r->may_fail[i] = f.parts[i].may_fail;
		r->is_idle[i] = f.parts[i].is_idle;
	}
	for (uint32_t i = 0; i < r->guard_count; i++)
		fill_predicate(&f, r->guards[i].node, i, RELATION_MAKES_TRUE, RELATION_MAKES_FALSE);
	for (uint32_t i = 0; i < duty_count; i++)
		fill_predicate(&f, duties[i], i, RELATION_REPAIRS, RELATION_BREAKS);
	for (uint32_t i = 0; i < operation_count; i++)
		for (uint32_t k = 0; k < operation_count; k++) fill_pair(&f, i, k);
	if (initialisation) mutex_exclude(r, f.parts, initialisation);
	relations_close(r);
	for (uint32_t i = 0; i < operation_count; i++) clear_part(&f.parts[i]);
	return r;
}

/* ---- what follows ---------------------------------------------------------------------------------------- */

static void unite(uint64_t *to, const uint64_t *from, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++) to[i] |= from[i];
}

static void meet(uint64_t *to, const uint64_t *from, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++) to[i] &= from[i];
}

/* Who makes one of its conjuncts true, or false, or moves it otherwise. */
static void close_operation(struct relation_table *r, uint32_t i, uint64_t *scratch)
{
	static const enum relation from[2] = {RELATION_MAKES_TRUE, RELATION_MAKES_FALSE};
	static const enum relation to[2] = {RELATION_ENABLES, RELATION_DISABLES};
	for (uint32_t k = 0; k < 2; k++) {
		memcpy(scratch, set_of(r, RELATION_MOVES, i), r->words * sizeof *scratch);
		for (uint32_t g = r->guards_from[i]; g < r->guards_from[i + 1]; g++)
			unite(scratch, set_of(r, from[k], g), r->words);
		meet(set_of(r, to[k], i), scratch, r->words);
	}
}

void relations_close(struct relation_table *r)
{
	uint64_t *scratch = ARENA_ARRAY(r->arena, r->words, uint64_t);
	for (uint32_t i = 0; i < r->operation_count; i++) close_operation(r, i, scratch);
	for (uint32_t i = 0; i < r->operation_count; i++)
		for (uint32_t k = 0; k < r->operation_count; k++)
			if (i != k && !relations_has(r, RELATION_RACES, i, k) &&
			    !relations_has(r, RELATION_DISABLES, i, k) &&
			    !relations_has(r, RELATION_DISABLES, k, i))
				relations_exclude(r, RELATION_DEPENDS, i, k);
}
