/* How many of some literals hold. A unary count is a tree of merges of sorted lists. Short lists are
 * merged directly (the totalizer of Bailleux and Boufkhad, in both directions), long ones by Batcher's
 * odd-even merge; which is better when is from Abio, Nieuwenhuis, Oliveras and Rodriguez-Carbonell, "A
 * parametric approach for smaller and better encodings of cardinality constraints". Only what is
 * reached from the asked outputs becomes clauses. */
#include "circuit/number.h"

/* Lists of which the product of lengths is not more are merged directly. */
enum { DIRECT = 36 };

/* ---- merging sorted lists ---------------------------------------------------------------------- */

/* "At least k" in a sorted list, for any k. */
static lit at_least_in(const lits *a, int64_t k)
{
	return k <= 0 ? LIT_TRUE : k > a->count ? LIT_FALSE : a->at[k - 1];
}

/* At least k together: i on the left and k - i on the right for some i; or, for all i, if not more
 * than i on the left then k - i on the right. */
static lit merged_at_least(struct circuit *c, const lits *a, const lits *b, int64_t k)
{
	lits some = FOR_GATES(c), all = FOR_GATES(c);
	for (int64_t i = 0; i <= a->count && i <= k; i++)
		if (k - i <= b->count)
			POOLED_PUSH(&some, circuit_and(c, at_least_in(a, i), at_least_in(b, k - i)));
	for (int64_t i = 0; i <= a->count && i < k; i++)
		if (k - i <= (int64_t)b->count + 1)
			POOLED_PUSH(&all, circuit_or(c, at_least_in(a, i + 1), at_least_in(b, k - i)));
	lit result =
	    circuit_dual(c, circuit_all(c, all.at, all.count), circuit_any(c, some.at, some.count));
	POOLED_CLEAR(&some);
	POOLED_CLEAR(&all);
	return result;
}

/* Every second one of the list, from the given one on. */
static lits every_second(const lits *a, uint32_t start)
{
	lits out = {.pool = a->pool};
	for (uint32_t i = start; i < a->count; i += 2) POOLED_PUSH(&out, a->at[i]);
	return out;
}

static void merge(struct circuit *c, const lits *a, const lits *b, uint32_t most, lits *out);

static void merge_odd_even(struct circuit *c, const lits *a, const lits *b, lits *out)
{
	lits parts[4] = {every_second(a, 0), every_second(b, 0), every_second(a, 1),
	                 every_second(b, 1)};
	lits v = FOR_GATES(c), w = FOR_GATES(c);
	merge(c, &parts[0], &parts[1], UINT32_MAX, &v);
	merge(c, &parts[2], &parts[3], UINT32_MAX, &w);
	POOLED_PUSH(out, v.at[0]);
	for (uint32_t i = 0; i < w.count || i + 1 < v.count; i++) {
		if (i >= w.count) {
			POOLED_PUSH(out, v.at[i + 1]);
		} else if (i + 1 >= v.count) {
			POOLED_PUSH(out, w.at[i]);
		} else {
			POOLED_PUSH(out, circuit_or(c, w.at[i], v.at[i + 1]));
			POOLED_PUSH(out, circuit_and(c, w.at[i], v.at[i + 1]));
		}
	}
	for (int i = 0; i < 4; i++) POOLED_CLEAR(&parts[i]);
	POOLED_CLEAR(&v);
	POOLED_CLEAR(&w);
}

static void merge(struct circuit *c, const lits *a, const lits *b, uint32_t most, lits *out)
{
	if (a->count == 0 || b->count == 0 || (uint64_t)a->count * b->count <= DIRECT) {
		uint32_t count = a->count + b->count;
		for (uint32_t k = 1; k <= count && k <= most; k++)
			POOLED_PUSH(out, merged_at_least(c, a, b, k));
	} else {
		merge_odd_even(c, a, b, out);
		if (out->count > most) out->count = most;
	}
}

void count_sorted(struct numbers *n, const lit *in, uint32_t count, uint32_t most, lits *out)
{
	if (count <= 1) {
		if (count && most) POOLED_PUSH(out, in[0]);
		return;
	}
	lits a = FOR_GATES(n->circuit), b = FOR_GATES(n->circuit);
	count_sorted(n, in, count / 2, most, &a);
	count_sorted(n, in + count / 2, count - count / 2, most, &b);
	merge(n->circuit, &a, &b, most, out);
	POOLED_CLEAR(&a);
	POOLED_CLEAR(&b);
}

/* ---- thresholds -------------------------------------------------------------------------------- */

static void push_all(lits *out, const lit *in, uint32_t count, bool is_negated)
{
	for (uint32_t i = 0; i < count; i++) POOLED_PUSH(out, is_negated ? -in[i] : in[i]);
}

/* At least k, for 0 < k <= (count + 1) / 2. */
static lit few(struct numbers *n, const lit *in, uint32_t count, uint32_t k)
{
	if (k == 1) return circuit_any(n->circuit, in, count);
	lits sorted = FOR_GATES(n->circuit);
	count_sorted(n, in, count, k, &sorted);
	lit result = sorted.at[k - 1];
	POOLED_CLEAR(&sorted);
	if (k > 2) return result;
	return circuit_dual(n->circuit, result, -circuit_at_most_one(n->circuit, in, count));
}

/* For 0 < k <= count. */
static lit threshold(struct numbers *n, const lit *in, uint32_t count, uint32_t k)
{
	if (k <= (count + 1) / 2) return few(n, in, count, k);
	lits negated = FOR_GATES(n->circuit);
	push_all(&negated, in, count, true);
	lit result = -few(n, negated.at, count, count - k + 1);
	POOLED_CLEAR(&negated);
	return result;
}

lit count_at_least(struct numbers *n, struct number *a, uint32_t k)
{
	if (!a->at_least[k]) a->at_least[k] = threshold(n, a->counted, a->counted_count, k);
	return a->at_least[k];
}

/* Exactly k <= count / 2: both bounds share one tree. */
static lit exactly(struct numbers *n, const lit *in, uint32_t count, uint32_t k)
{
	if (k == 0) return -circuit_any(n->circuit, in, count);
	if (k == 1) return circuit_exactly_one(n->circuit, in, count);
	lits sorted = FOR_GATES(n->circuit);
	count_sorted(n, in, count, k + 1, &sorted);
	lit result = circuit_and(n->circuit, sorted.at[k - 1], -sorted.at[k]);
	POOLED_CLEAR(&sorted);
	return result;
}

lit count_is(struct numbers *n, struct number *a, uint32_t k)
{
	uint32_t count = a->counted_count;
	if (k <= count / 2) return exactly(n, a->counted, count, k);
	lits negated = FOR_GATES(n->circuit);
	push_all(&negated, a->counted, count, true);
	lit result = exactly(n, negated.at, count, count - k);
	POOLED_CLEAR(&negated);
	return result;
}

lit number_count_at_least(struct numbers *n, const lit *in, uint32_t count, uint32_t k)
{
	return number_at_least(n, number_count(n, in, count), k);
}

/* ---- counted numbers --------------------------------------------------------------------------- */

/* Without constants and without x and -x, which are one together; returns how many hold anyway. */
static uint32_t simplify(lits *in)
{
	uint32_t kept = 0, hold = 0;
	if (in->count) qsort(in->at, in->count, sizeof *in->at, compare_literals);
	for (uint32_t i = 0; i < in->count; i++) {
		if (in->at[i] == LIT_TRUE) {
			hold++;
		} else if (kept && in->at[kept - 1] == -in->at[i]) {
			hold++;
			kept--;
		} else if (in->at[i] != LIT_FALSE) {
			in->at[kept++] = in->at[i];
		}
	}
	in->count = kept;
	return hold;
}

static struct number *of_one_literal(struct numbers *n, lit l, uint32_t hold)
{
	return number_choice(n, (wide[]){hold, (wide)hold + 1}, (lit[]){-l, l}, 2);
}

struct number *number_count(struct numbers *n, const lit *in, uint32_t count)
{
	lits unknown = FOR_GATES(n->circuit);
	push_all(&unknown, in, count, false);
	uint32_t hold = simplify(&unknown);
	struct number *a;
	if (unknown.count == 0) {
		a = number_constant(n, hold);
	} else if (unknown.count == 1) {
		a = of_one_literal(n, unknown.at[0], hold);
	} else {
		a = number_new(n, hold, (wide)hold + unknown.count);
		a->at_least = number_literals(n, (uint64_t)unknown.count + 1);
		a->counted_count = unknown.count;
		lit *counted = number_literals(n, unknown.count);
		memcpy(counted, unknown.at, unknown.count * sizeof(lit));
		a->counted = counted;
	}
	POOLED_CLEAR(&unknown);
	return a;
}
