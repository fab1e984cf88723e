/* A question about many conjuncts falls into parts that have no name in common: each is asked alone, and most of
 * them have been asked before. A name that an equation gives its value does not connect: the equation is
 * repeated in each part. */
#include "prove/partition.h"

/* What was answered about these conjuncts. */
struct solved {
	const struct node *const *conjuncts;
	uint32_t conjunct_count;
	struct reply reply;
	struct solved *next;
};

struct used {
	VEC(uint32_t) list;
};

struct partition {
	struct prover *p;
	const struct question_parts *all;
	const struct violation *violation;
	struct map index; /* decl -> struct partition_name */
	struct partition_name *names;
	struct used *used; /* by each conjunct, then by what is to be undefined */
	uint32_t *first,
	    *next;          /* conjuncts of a part, from the last one to the first; NOTHING: no more */
	uint32_t grounded;  /* the first of those about names with known values only */
	struct arena arena; /* until the question is answered */
};

enum { NOTHING = UINT32_MAX, MANY = 30 };

struct partition_name {
	uint32_t number, parent;
	uint32_t definition; /* the conjunct that gives it a value, or NOTHING */
	uint32_t stamp;      /* the last part that has it */
};

/* ---- names ------------------------------------------------------------------------------------------ */

static void find_names(struct partition *s, const struct node *n, struct used *to, bool *is_strange)
{
	bool is_name = n->op == OP_ID || n->op == OP_OLD;
	const struct partition_name *of = is_name && n->decl ? map_get(&s->index, n->decl) : NULL;
	if (of) VEC_PUSH(&to->list, of->number);
	*is_strange |= n->op == OP_EXTERNAL_CALL;
	for (uint32_t i = 0; i < n->count; i++) find_names(s, n->kid[i], to, is_strange);
}

static uint32_t root_of(struct partition *s, uint32_t number)
{
	while (s->names[number].parent != number) {
		s->names[number].parent = s->names[s->names[number].parent].parent;
		number = s->names[number].parent;
	}
	return number;
}

/* ---- equations that give values ----------------------------------------------------------------------- */

/* x = E, or E = x: x, if it has no other definition and E needs no other name. */
static struct partition_name *defined_by(struct partition *s, uint32_t conjunct)
{
	const struct node *n = s->all->conjuncts.at[conjunct];
	EACH_GENERATOR(x, n) {
		bool is_name = x.kind == GENERATOR_EQUAL && x.of->op == OP_ID && x.of->decl;
		struct partition_name *of = is_name ? map_get(&s->index, x.of->decl) : NULL;
		if (!of || of->definition != NOTHING) continue;
		bool is_given = true;
		uint32_t own = 0;
		for (uint32_t i = 0; i < s->used[conjunct].list.count && is_given; i++) {
			const struct partition_name *u = &s->names[s->used[conjunct].list.at[i]];
			own += u == of;
			is_given = own <= 1 && (u == of || u->definition != NOTHING);
		}
		if (is_given) return of;
	}
	return NULL;
}

static void find_definitions(struct partition *s, const bool *is_strange)
{
	enum { MOST_ROUNDS = 20 };
	bool is_new = true;
	for (uint32_t round = 0; is_new && round < MOST_ROUNDS; round++) {
		is_new = false;
		for (uint32_t i = 0; i < s->all->conjuncts.count; i++) {
			struct partition_name *x = is_strange[i] ? NULL : defined_by(s, i);
			if (!x) continue;
			x->definition = i;
			is_new = true;
		}
	}
}

/* ---- parts -------------------------------------------------------------------------------------------- */

/* The part of what uses these names; NOTHING if all of them have known values. */
static uint32_t part_of(struct partition *s, const struct used *u)
{
	for (uint32_t i = 0; i < u->list.count; i++)
		if (s->names[u->list.at[i]].definition == NOTHING) return root_of(s, u->list.at[i]);
	return NOTHING;
}

static void connect(struct partition *s)
{
	uint32_t count = s->all->conjuncts.count;
	for (uint32_t i = 0; i <= count; i++) {
		uint32_t root = part_of(s, &s->used[i]);
		for (uint32_t k = 0; k < s->used[i].list.count; k++) {
			uint32_t number = s->used[i].list.at[k];
			if (s->names[number].definition == NOTHING) s->names[root_of(s, number)].parent = root;
		}
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t root = part_of(s, &s->used[i]);
		uint32_t *first = root == NOTHING ? &s->grounded : &s->first[root];
		s->next[i] = *first;
		*first = i;
	}
}

static void partition_open(struct partition *s)
{
	struct arena *a = &s->arena;
	uint32_t names = s->all->names.count, count = s->all->conjuncts.count;
	bool *is_strange = ARENA_ARRAY(a, count + 1, bool);
	s->names = ARENA_ARRAY(a, names + 1, struct partition_name);
	s->first = ARENA_ARRAY(a, names + 1, uint32_t);
	s->next = ARENA_ARRAY(a, count + 1, uint32_t);
	s->used = ARENA_ARRAY(a, count + 1, struct used);
	s->grounded = NOTHING;
	for (uint32_t i = 0; i < names; i++) {
		s->first[i] = NOTHING;
		s->names[i] = (struct partition_name){i, i, NOTHING, NOTHING};
		map_put(&s->index, s->all->names.at[i], &s->names[i]);
	}
	for (uint32_t i = 0; i <= count; i++) {
		const struct node *n = i < count      ? s->all->conjuncts.at[i]
		                       : s->violation ? s->violation->undefined
		                                      : NULL;
		s->used[i] = (struct used){0};
		is_strange[i] = false;
		if (n) find_names(s, n, &s->used[i], &is_strange[i]);
	}
	find_definitions(s, is_strange);
	connect(s);
}

static void partition_close(struct partition *s)
{
	for (uint32_t i = 0; i <= s->all->conjuncts.count; i++) VEC_CLEAR(&s->used[i].list);
	map_clear(&s->index);
	arena_clear(&s->arena);
}

/* A name, and the equations that give its value. */
static void add_name(struct partition *s, uint32_t number, uint32_t stamp,
                     struct question_parts *out)
{
	struct partition_name *n = &s->names[number];
	if (n->stamp == stamp) return;
	n->stamp = stamp;
	VEC_PUSH(&out->names, s->all->names.at[number]);
	if (n->definition == NOTHING) return;
	const struct used *u = &s->used[n->definition];
	for (uint32_t i = 0; i < u->list.count; i++) add_name(s, u->list.at[i], stamp, out);
	VEC_PUSH(&out->conjuncts, s->all->conjuncts.at[n->definition]);
}

static void add_used(struct partition *s, const struct used *u, uint32_t stamp,
                     struct question_parts *out)
{
	for (uint32_t i = 0; i < u->list.count; i++) add_name(s, u->list.at[i], stamp, out);
}

/* The conjuncts from this one on, in their order, with the equations before them. */
static void gather(struct partition *s, uint32_t first, uint32_t stamp, struct question_parts *out)
{
	VEC(uint32_t) order = {0};
	for (uint32_t i = first; i != NOTHING; i = s->next[i]) VEC_PUSH(&order, i);
	for (uint32_t i = order.count; i > 0; i--) {
		uint32_t conjunct = order.at[i - 1];
		add_used(s, &s->used[conjunct], stamp, out);
		bool is_there = false; /* as the definition of one of its names */
		for (uint32_t k = 0; k < s->used[conjunct].list.count; k++)
			is_there |= s->names[s->used[conjunct].list.at[k]].definition == conjunct;
		if (!is_there) VEC_PUSH(&out->conjuncts, s->all->conjuncts.at[conjunct]);
	}
	VEC_CLEAR(&order);
}

/* ---- answers ------------------------------------------------------------------------------------------ */

static struct solved *find_solved(struct prover *p, const struct question_parts *x)
{
	struct solved *s = map_get(&p->solved, VEC_LAST(&x->conjuncts));
	size_t size = x->conjuncts.count * sizeof *x->conjuncts.at;
	while (s && (s->conjunct_count != x->conjuncts.count ||
	             memcmp(s->conjuncts, x->conjuncts.at, size) != 0))
		s = s->next;
	return s;
}

static struct solved *keep_solved(struct prover *p, const struct question_parts *x)
{
	struct solved *s = ARENA_NEW(&p->arena, struct solved);
	const struct node **conjuncts =
	    ARENA_ARRAY(&p->arena, x->conjuncts.count + 1, const struct node *);
	for (uint32_t i = 0; i < x->conjuncts.count; i++) conjuncts[i] = x->conjuncts.at[i];
	*s = (struct solved){.conjuncts = conjuncts, .conjunct_count = x->conjuncts.count};
	return s;
}

/* Asks this part, and clears it. Of many values those where the goal is are worth the time to make them small. */
static struct solved *ask_part(struct partition *s, struct question_parts *x,
                               const struct violation *violation, bool is_main)
{
	struct prover *p = s->p;
	bool may_be_known = !violation && x->conjuncts.count && !p->certifier;
	struct solved *known = may_be_known ? find_solved(p, x) : NULL;
	if (known) {
		parts_clear(x);
		return known;
	}
	struct solved *new = keep_solved(p, x);
	/* the last one: the first ones of many questions are the same */
	const void *key = x->conjuncts.count ? VEC_LAST(&x->conjuncts) : NULL;
	for (uint32_t i = 0; i < s->all->names.count; i++)
		eval_set(p->eval, s->all->names.at[i], VALUE_NONE);
	bool outer = eval_ran_out(p->eval, false);
	new->reply = prover_ask_once(p, x, violation, is_main || s->all->conjuncts.count < MANY);
	bool ran_out = eval_ran_out(p->eval, false);
	eval_ran_out(p->eval, outer || ran_out);
	bool is_open = new->reply.answer != SEARCH_FOUND && !new->reply.is_complete;
	if (violation || !key || ((ran_out || prover_is_late(p)) && is_open)) return new;
	new->next = map_get(&p->solved, key);
	map_put(&p->solved, key, new);
	return new;
}

/* That one has no solution is enough; else all must have one. */
static struct reply both(struct reply a, struct reply b)
{
	bool is_none = b.answer == SEARCH_NONE && b.is_complete;
	if (a.answer == SEARCH_NONE && a.is_complete) return a;
	if (a.answer == SEARCH_FOUND && b.answer == SEARCH_FOUND) b.tactics |= a.tactics;
	if (is_none || a.answer == SEARCH_FOUND) return b;
	return a;
}

/* Names of which nothing is said have any value. */
static void add_unused(struct partition *s, uint32_t stamp, struct question_parts *out)
{
	bool *is_used = ARENA_ARRAY(&s->arena, s->all->names.count + 1, bool);
	for (uint32_t i = 0; i < s->all->names.count; i++) is_used[i] = false;
	for (uint32_t i = 0; i <= s->all->conjuncts.count; i++)
		for (uint32_t k = 0; k < s->used[i].list.count; k++) is_used[s->used[i].list.at[k]] = true;
	for (uint32_t i = 0; i < s->all->names.count; i++)
		if (!is_used[i]) add_name(s, i, stamp, out);
}

struct solved_parts {
	VEC(const struct solved *) list;
};

/* The values of all parts. */
static struct valuation joined(struct arena *a, const struct solved_parts *parts)
{
	uint32_t count = 0, k = 0;
	for (uint32_t i = 0; i < parts->list.count; i++)
		count += parts->list.at[i]->reply.valuation.count;
	struct decl **names = ARENA_ARRAY(a, count + 1, struct decl *);
	value *values = ARENA_ARRAY(a, count + 1, value);
	for (uint32_t i = 0; i < parts->list.count; i++) {
		const struct valuation *v = &parts->list.at[i]->reply.valuation;
		for (uint32_t n = 0; n < v->count; n++, k++) {
			names[k] = v->names[n];
			values[k] = v->values[n];
		}
	}
	return (struct valuation){names, values, count};
}

/* The part that the last conjunct is in comes first: mostly it decides. */
struct reply partition_ask(struct prover *p, struct question_parts *all,
                           const struct violation *violation)
{
	struct partition s = {.p = p, .all = all, .violation = violation};
	struct solved_parts found = {0};
	arena_init(&s.arena);
	partition_open(&s);
	uint32_t count = all->conjuncts.count, stamp = 0;
	uint32_t main = part_of(&s, &s.used[violation ? count : count - 1]);
	struct question_parts x = {0};
	if (violation) add_used(&s, &s.used[count], stamp, &x);
	gather(&s, main == NOTHING ? s.grounded : s.first[main], stamp, &x);
	VEC_PUSH(&found.list, ask_part(&s, &x, violation, true));
	struct reply r = found.list.at[0]->reply;
	for (uint32_t i = 0; i <= all->names.count; i++) {
		bool is_ground = i == all->names.count;
		uint32_t first = is_ground ? s.grounded : s.first[i];
		bool is_done = is_ground ? main == NOTHING : i == main;
		if (first == NOTHING || is_done || (r.answer == SEARCH_NONE && r.is_complete)) continue;
		gather(&s, first, ++stamp, &x);
		VEC_PUSH(&found.list, ask_part(&s, &x, NULL, false));
		r = both(r, VEC_LAST(&found.list)->reply);
	}
	add_unused(&s, ++stamp, &x);
	if (x.names.count && r.answer == SEARCH_FOUND) {
		VEC_PUSH(&found.list, ask_part(&s, &x, NULL, true));
		r = both(r, VEC_LAST(&found.list)->reply);
	}
	parts_clear(&x);
	if (r.answer == SEARCH_FOUND) r.valuation = joined(&p->arena, &found);
	VEC_CLEAR(&found.list);
	partition_close(&s);
	parts_clear(all);
	return r;
}
