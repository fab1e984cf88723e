/* Conjuncts of guards that are never true together in a state that is reached, by induction over the text: pairs of which one is false
 * initially, without those that some operation makes true together from a state in which all that are left exclude each other.
 * (After Dobrikov 2018, who has co-enabledness over all states of the types only; relate/ asks a solver, which says more, but
 * of integers without bounds nothing.) */
#include "reduce/guarded.h"

struct mutexes {
	struct relation_table *r;
	const struct guarded *parts;
	uint32_t count;           /* of different conjuncts */
	const struct node **node; /* each */
	uint32_t *guard;          /* a guard of the table that is like it */
	uint32_t *of;             /* of each guard of the table */
	uint8_t *before, *after;  /* [operation * count + conjunct] enum literal_truth */
	bool *excludes;           /* [one * count + other] */
	bool *always;             /* likewise, in all states */
};

enum { MOST_CONJUNCTS = 300, MOST_WORK = 1 << 22 };

/* ---- what is asked again and again ------------------------------------------------------------------- */

static uint32_t different(struct mutexes *m)
{
	const struct relation_table *r = m->r;
	for (uint32_t g = 0; g < r->guard_count; g++) {
		uint32_t i = 0;
		while (i < m->count && !alike_are(m->node[i], r->guards[g].node)) i++;
		if (i == MOST_CONJUNCTS) return UINT32_MAX;
		m->of[g] = i;
		m->node[i] = r->guards[g].node;
		m->guard[i] = g;
		if (i == m->count) m->count++;
	}
	return m->count;
}

static void judge_all(struct mutexes *m)
{
	for (uint32_t o = 0; o < m->r->operation_count; o++)
		for (uint32_t i = 0; i < m->count; i++) {
			size_t at = (size_t)o * m->count + i;
			m->before[at] = (uint8_t)guarded_judge(&m->parts[o].before, m->node[i]);
			m->after[at] = (uint8_t)guarded_judge(&m->parts[o].after, m->node[i]);
		}
}

static bool contradict(struct mutexes *m, uint32_t i, uint32_t k)
{
	struct literals l = {0};
	const struct node *a = m->node[i], *b = m->node[k];
	literal_assume(&l, a);
	bool is = guarded_judge(&l, b) == LITERAL_FALSE || guarded_exclude_each_other(a, b);
	VEC_CLEAR(&l);
	return is || alike_are(normalise_conjunct(m->r->arena, build_not(m->r->arena, a)), b);
}

static bool excludes(const struct mutexes *m, uint32_t i, uint32_t k)
{
	return m->excludes[(size_t)i * m->count + k];
}

static void set(const struct mutexes *m, bool *of, uint32_t i, uint32_t k, bool is)
{
	of[(size_t)i * m->count + k] = of[(size_t)k * m->count + i] = is;
}

/* ---- induction ------------------------------------------------------------------------------------------ */

static void begin(struct mutexes *m, const struct node *initialisation)
{
	struct literals first = {0};
	literal_execute(&first, initialisation);
	for (uint32_t i = 0; i < m->count; i++) {
		bool is_false = guarded_judge(&first, m->node[i]) == LITERAL_FALSE;
		for (uint32_t k = 0; k < i; k++) {
			bool always = contradict(m, i, k) || contradict(m, k, i);
			set(m, m->always, i, k, always);
			bool begins = is_false || guarded_judge(&first, m->node[k]) == LITERAL_FALSE;
			set(m, m->excludes, i, k, always || begins);
		}
	}
	VEC_CLEAR(&first);
}

/* May the conjunct be true where the operation is executed? */
static bool may_be_true(const struct mutexes *m, uint32_t operation, uint32_t conjunct)
{
	const struct relation_table *r = m->r;
	if (m->before[(size_t)operation * m->count + conjunct] == LITERAL_FALSE) return false;
	for (uint32_t g = r->guards_from[operation]; g < r->guards_from[operation + 1]; g++)
		if (excludes(m, m->of[g], conjunct)) return false;
	return true;
}

static bool makes_true(const struct mutexes *m, uint32_t operation, uint32_t conjunct)
{
	return relations_has(m->r, RELATION_MAKES_TRUE, m->guard[conjunct], operation);
}

/* May both be true after the operation? They are not before. */
static bool may_join(const struct mutexes *m, uint32_t operation, uint32_t i, uint32_t k)
{
	const uint8_t *after = m->after + (size_t)operation * m->count;
	if (after[i] == LITERAL_FALSE || after[k] == LITERAL_FALSE) return false;
	bool makes_i = makes_true(m, operation, i), makes_k = makes_true(m, operation, k);
	return (makes_i && makes_k) || (makes_i && may_be_true(m, operation, k)) ||
	       (makes_k && may_be_true(m, operation, i));
}

static bool any_joins(const struct mutexes *m, uint32_t i, uint32_t k)
{
	for (uint32_t o = 0; o < m->r->operation_count; o++)
		if (may_join(m, o, i, k)) return true;
	return false;
}

static void drop_broken(struct mutexes *m)
{
	for (bool goes_on = true; goes_on;) {
		goes_on = false;
		for (uint32_t i = 0; i < m->count; i++)
			for (uint32_t k = 0; k < i; k++) {
				bool is_fixed = !excludes(m, i, k) || m->always[(size_t)i * m->count + k];
				if (is_fixed || !any_joins(m, i, k)) continue;
				set(m, m->excludes, i, k, false);
				goes_on = true;
			}
	}
}

/* ---- what follows ----------------------------------------------------------------------------------------- */

static bool are_apart(const struct mutexes *m, uint32_t a, uint32_t b)
{
	const uint32_t *from = m->r->guards_from;
	for (uint32_t g = from[a]; g < from[a + 1]; g++)
		for (uint32_t h = from[b]; h < from[b + 1]; h++)
			if (excludes(m, m->of[g], m->of[h])) return true;
	return false;
}

/* Excludes it something that is true after the operation? */
static bool is_false_after(const struct mutexes *m, uint32_t operation, uint32_t conjunct)
{
	for (uint32_t i = 0; i < m->count; i++)
		if (m->after[(size_t)operation * m->count + i] == LITERAL_TRUE && excludes(m, i, conjunct))
			return true;
	return false;
}

static void take_out(struct mutexes *m)
{
	struct relation_table *r = m->r;
	for (uint32_t a = 0; a < r->operation_count; a++) {
		for (uint32_t b = 0; b < r->operation_count; b++)
			if (a != b && are_apart(m, a, b)) relations_exclude(r, RELATION_TOGETHER, a, b);
		for (uint32_t g = 0; g < r->guard_count; g++) {
			if (!may_be_true(m, a, m->of[g])) relations_exclude(r, RELATION_MAKES_FALSE, g, a);
			if (is_false_after(m, a, m->of[g])) relations_exclude(r, RELATION_MAKES_TRUE, g, a);
		}
	}
}

void mutex_exclude(struct relation_table *r, const struct guarded *parts,
                   const struct node *initialisation)
{
	enum { LEAST = MOST_CONJUNCTS + 1 };
	struct mutexes m = {.r = r, .parts = parts};
	m.node = ARENA_ARRAY(r->arena, LEAST, const struct node *);
	m.guard = ARENA_ARRAY(r->arena, LEAST, uint32_t);
	m.of = ARENA_ARRAY(r->arena, r->guard_count + 1, uint32_t);
	uint64_t count = different(&m);
	if (count == UINT32_MAX || count * count * r->operation_count > MOST_WORK) return;
	m.before = ARENA_ARRAY(r->arena, r->operation_count * count + 1, uint8_t);
	m.after = ARENA_ARRAY(r->arena, r->operation_count * count + 1, uint8_t);
	m.excludes = ARENA_ARRAY(r->arena, count * count + 1, bool);
	m.always = ARENA_ARRAY(r->arena, count * count + 1, bool);
	judge_all(&m);
	begin(&m, initialisation);
	drop_broken(&m);
	take_out(&m);
}
