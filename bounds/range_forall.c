/* Universal quantifiers. !x.(x : S => Q) says something about every element of S, and where Q speaks
 * of f(x), also about every pair of f whose first component is in S. An element for which some
 * condition is false need not satisfy Q: what is known is the hull of these cases. */
#include "bounds/range.h"

enum { MOST_CONDITIONS = 32, MOST_POINTS = 8 };

struct forall_parts {
	struct ranges *x;
	const struct node *ids;
	const struct node *conditions[MOST_CONDITIONS];
	bool is_given[MOST_CONDITIONS]; /* holds for the elements that are looked at */
	uint32_t count;
	const struct node *body; /* or NULL: not all conditions are true */
	bool body_truth;
};

/* ---- patterns: the names of the quantifier, each once -------------------------------------------------- */

static bool is_one_of(const void *ids, const struct decl *d) { return node_lists(ids, d); }

/* How many names the pattern has, or more than there are if it is not one. */
static uint32_t pattern_size(const struct node *ids, const struct node *n)
{
	if (n->op == OP_ID && node_lists(ids, n->decl)) return 1;
	if (n->op != OP_PAIR) return ids->count + 1;
	return pattern_size(ids, n->kid[0]) + pattern_size(ids, n->kid[1]);
}

/* Are the kids from `first` on a pattern of all names? */
static bool is_pattern(const struct node *ids, const struct node *const *kids, uint32_t count)
{
	uint32_t size = 0;
	for (uint32_t i = 0; i < count && size <= ids->count; i++) size += pattern_size(ids, kids[i]);
	if (size != ids->count) return false;
	for (uint32_t i = 0; i < ids->count; i++) {
		uint32_t k = 0;
		while (k < count && !mention_in_pattern(kids[k], ids->kid[i]->decl)) k++;
		if (k == count) return false;
	}
	return true;
}

/* ---- cases -------------------------------------------------------------------------------------------------- */

/* The i-th condition is false; at the end, all are true, and the body is so. What another condition
 * says is not known in the first case: it may even be undefined (see DESIGN, plans). */
static bool assume_case(struct forall_parts *q, uint32_t i)
{
	struct ranges *x = q->x;
	if (i < q->count) return !q->is_given[i] && range_assume(x, q->conditions[i], false);
	for (uint32_t k = 0; k < q->count; k++)
		if (!q->is_given[k] && !range_assume(x, q->conditions[k], true)) return false;
	return q->body && range_assume(x, q->body, q->body_truth);
}

/* What the elements can be, given how they are read off the names; NULL also if there are none. */
typedef struct range *read_element(struct ranges *x, const struct node *pattern, uint32_t place);

static struct range *hull_of_cases(struct forall_parts *q, const struct type *t,
                                   struct range *before, read_element *read,
                                   const struct node *pattern, uint32_t place)
{
	struct ranges *x = q->x;
	struct range_scope s;
	struct range *all = NULL;
	bool some = false;
	range_open(x, &s);
	for (uint32_t i = 0; i <= q->count; i++) {
		range_rewind(x, &s);
		if (!assume_case(q, i)) continue;
		x->stamp++;
		struct range *element = read(x, pattern, place);
		all = some ? range_hull(x, t, all, element) : element;
		some = true;
		if (!all || range_same(t, all, before)) break;
	}
	range_close(x, &s);
	return some ? range_set(x, t, all, COUNT_MANY) : range_empty_set(x, t);
}

/* ---- elements of a set ---------------------------------------------------------------------------------------- */

static struct range *read_member(struct ranges *x, const struct node *pattern, uint32_t place)
{
	(void)place;
	return range_of(x, pattern);
}

/* Is it defined whatever its names are? */
static bool is_total(const struct node *n)
{
	switch (n->op) {
	case OP_ID:
	case OP_NUMBER: return true;
	case OP_DOM:
	case OP_RAN:
	case OP_INVERSE:
	case OP_UNION:
	case OP_INTERVAL: break;
	default: return false;
	}
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_total(n->kid[i])) return false;
	return true;
}

static bool narrow_elements(struct forall_parts *q, uint32_t condition)
{
	struct ranges *x = q->x;
	const struct node *c = q->conditions[condition], *set = c->op == OP_MEMBER ? c->kid[1] : NULL;
	if (!set || !is_pattern(q->ids, c->kid, 1) || mention_any(set, is_one_of, q->ids)) return true;
	/* Where another condition is false, it need not be defined. */
	if (q->count > 1 && !is_total(set)) return true;
	struct range *elements = range_of(x, set), *now = elements;
	struct range_scope s;
	range_open(x, &s);
	range_bind_ids(x, q->ids);
	q->is_given[condition] = true;
	if (range_narrow(x, c->kid[0], range_a(elements)))
		now = hull_of_cases(q, set->type->a, range_of(x, c->kid[0]), read_member, c->kid[0], 0);
	q->is_given[condition] = false;
	range_close(x, &s);
	return range_narrow(x, set, now);
}

/* ---- pairs of a function ----------------------------------------------------------------------------------------- */

struct points {
	const struct node *ids;
	const struct node *at[MOST_POINTS]; /* f(x): f differs */
	uint32_t count;
};

static void find_points(struct ranges *x, struct points *p, const struct node *n)
{
	uint32_t place;
	if (n->op == OP_APPLY && n->kid[0]->op == OP_ID && n->kid[0]->decl &&
	    range_find(x, n->kid[0]->decl, &place) && is_pattern(p->ids, n->kid + 1, n->count - 1)) {
		uint32_t i = 0;
		while (i < p->count && p->at[i]->kid[0]->decl != n->kid[0]->decl) i++;
		if (i == p->count && i < MOST_POINTS) p->at[p->count++] = n;
		return;
	}
	for (uint32_t i = 0; i < n->count; i++) find_points(x, p, n->kid[i]);
}

void range_note_domain(struct ranges *x, const struct node *n)
{
	EACH_GENERATOR(s, n) {
		bool is_arrow = s.kind == GENERATOR_IN && op_is(s.from->op, FACT_ARROWS);
		bool is_domain =
		    (s.kind == GENERATOR_EQUAL || s.kind == GENERATOR_SUBSET) && s.of->op == OP_DOM;
		const struct node *f = is_domain ? s.of->kid[0] : s.of;
		if ((!is_arrow && !is_domain) || f->op != OP_ID || !f->decl) continue;
		const struct node *domain = is_arrow ? s.from->kid[0] : s.from;
		VEC_PUSH(&x->domains, (struct range_domain){f->decl, domain});
	}
}

/* Does the membership of the arguments [1 .. last] in the set say that p is in `in`? */
static bool says(const struct node *argument, const struct node *set, const struct node *p,
                 const struct node *in)
{
	if (alike_are(argument, p) && alike_are(set, in)) return true;
	return argument->op == OP_PAIR && set->op == OP_PRODUCT &&
	       (says(argument->kid[0], set->kid[0], p, in) ||
	        says(argument->kid[1], set->kid[1], p, in));
}

static bool arguments_say(const struct node *apply, uint32_t last, const struct node *set,
                          const struct node *p, const struct node *in)
{
	if (last == 1) return says(apply->kid[1], set, p, in);
	return set->op == OP_PRODUCT && (says(apply->kid[last], set->kid[1], p, in) ||
	                                 arguments_say(apply, last - 1, set->kid[0], p, in));
}

static bool are_arguments(const struct node *apply, uint32_t last, const struct node *p)
{
	if (last == 1) return alike_are(apply->kid[1], p);
	return p->op == OP_PAIR && alike_are(apply->kid[last], p->kid[1]) &&
	       are_arguments(apply, last - 1, p->kid[0]);
}

/* Does the condition hold for all arguments of the domain of f, by the way it is written? */
static bool holds_in_domain(const struct ranges *x, const struct node *apply, const struct node *c)
{
	if (c->op != OP_MEMBER) return false;
	const struct node *f = apply->kid[0], *p = c->kid[0], *in = c->kid[1];
	if (in->op == OP_DOM && alike_are(in->kid[0], f))
		return are_arguments(apply, apply->count - 1, p);
	for (uint32_t i = 0; i < x->domains.count; i++) {
		const struct range_domain *d = &x->domains.at[i];
		if (d->function == f->decl && arguments_say(apply, apply->count - 1, d->set, p, in))
			return true;
	}
	return false;
}

static struct range *read_pair(struct ranges *x, const struct node *apply, uint32_t place)
{
	return range_pair(&x->arena, range_of_arguments(x, apply), x->names.at[place].range);
}

static bool narrow_function(struct forall_parts *q, const struct node *apply)
{
	struct ranges *x = q->x;
	const struct type *t = apply->kid[0]->type->a;
	uint32_t function = 0;
	if (!range_find(x, apply->kid[0]->decl, &function)) return true;
	struct range *before = x->names.at[function].range, *pair = range_a(before), *now = before;
	if (range_is_empty_set(before)) return true;
	struct range_scope s;
	range_open(x, &s);
	range_bind_ids(x, q->ids);
	uint32_t place = range_bind(x, NULL, t->b, range_b(pair));
	VEC_PUSH(&x->points, (struct range_point){apply, place});
	for (uint32_t i = 0; i < q->count; i++)
		q->is_given[i] = holds_in_domain(x, apply, q->conditions[i]);
	if (range_narrow_arguments(x, apply, range_a(pair)))
		now = hull_of_cases(q, t, pair, read_pair, apply, place);
	memset(q->is_given, 0, sizeof q->is_given);
	range_close(x, &s);
	return range_put(x, function, now);
}

/* ---- all ---------------------------------------------------------------------------------------------------------- */

/* False if there are too many. */
static bool collect(struct forall_parts *q, const struct node *n)
{
	EACH_CONJUNCT(c, n) {
		if (q->count == MOST_CONDITIONS) return false;
		q->conditions[q->count++] = c.now;
	}
	return true;
}

bool range_assume_forall(struct ranges *x, const struct node *ids, const struct node *condition,
                         const struct node *body, bool body_truth)
{
	struct forall_parts q = {.x = x, .ids = ids, .body = body, .body_truth = body_truth};
	struct points p = {.ids = ids};
	if (!collect(&q, condition)) return true;
	x->stamp++;
	for (uint32_t i = 0; i < q.count; i++)
		if (!narrow_elements(&q, i)) return false;
	find_points(x, &p, condition);
	if (body) find_points(x, &p, body);
	for (uint32_t i = 0; i < p.count; i++)
		if (!narrow_function(&q, p.at[i])) return false;
	return true;
}
