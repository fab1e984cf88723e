#include "tests/greatest.h"

#include "eval/eval.h"

/* The operators against their definitions: sets are rows of truth values over a small list of
 * values, relations are tables of them. The values are of several kinds, since the order of
 * elements, and with it the way through the code, depends on the kind. */

enum { MOST = 40, ROUNDS = 600 };
enum kind { SMALL, LARGE, ELEMENTS, SETS, PAIRS, DEEP, KINDS };

static struct names names;
static struct values *s;
static value all[MOST]; /* the values, in no order */
static uint32_t n;      /* how many of them are in use */
static uint64_t seed;

struct set {
	bool has[MOST];
};

struct relation {
	bool has[MOST][MOST];
};

static void begin(void *data)
{
	(void)data;
	names_init(&names);
	s = values_open(&names);
	seed = 20240607;
}

static void end(void *data)
{
	(void)data;
	values_close(s);
	names_clear(&names);
}

static uint32_t below(uint32_t limit)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 33) % limit;
}

static value value_of_kind(enum kind kind, uint32_t i)
{
	int64_t edge = 1 << 29;
	value pair[2] = {value_element(0, i), value_integer(s, i)};
	switch (kind) {
	case SMALL: return value_integer(s, (int64_t)i - 7);
	case LARGE: return value_integer(s, i % 2 ? edge - 9 + i : -edge + 9 - (int64_t)i);
	case ELEMENTS: return value_element(3, i);
	case SETS: return value_set(s, &(value){value_integer(s, i * 2)}, 1);
	case PAIRS: return value_pair(s, value_element(0, i % 5), value_integer(s, i / 5));
	default: return value_pair(s, value_pair(s, pair[0], pair[1]), value_set(s, pair + 1, 1));
	}
}

static void choose_values(void)
{
	enum kind kind = (enum kind)below(KINDS);
	n = below(4) ? 1 + below(12) : 1 + below(MOST);
	for (uint32_t i = 0; i < n; i++) all[i] = value_of_kind(kind, i);
	for (uint32_t i = n; i-- > 1;) {
		uint32_t k = below(i + 1);
		value swap = all[i];
		all[i] = all[k];
		all[k] = swap;
	}
}

static struct set random_set(void)
{
	struct set a = {0};
	uint32_t rarity = below(4) ? 1 + below(4) : 1 + below(20);
	for (uint32_t i = 0; i < n; i++) a.has[i] = !below(rarity);
	return a;
}

static struct relation random_relation(void)
{
	struct relation r = {0};
	uint32_t rarity = 1 + below(3 * n);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < n; k++) r.has[i][k] = !below(rarity);
	return r;
}

/* In random order and partly twice. */
static value built(value *items, uint32_t count)
{
	uint32_t from = count ? below(count) : 0;
	value mixed[2 * MOST * MOST];
	uint32_t m = 0;
	for (uint32_t i = 0; i < count; i++) {
		mixed[m++] = items[(from + i) % count];
		if (!below(5)) mixed[m++] = items[below(count)];
	}
	return value_set(s, mixed, m);
}

static value set_value(const struct set *a)
{
	value items[MOST];
	uint32_t count = 0;
	for (uint32_t i = 0; i < n; i++)
		if (a->has[i]) items[count++] = all[i];
	return built(items, count);
}

static value relation_value(const struct relation *r)
{
	static value items[MOST * MOST];
	uint32_t count = 0;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < n; k++)
			if (r->has[i][k]) items[count++] = value_pair(s, all[i], all[k]);
	return built(items, count);
}

static value apply(enum op op, value a, value b)
{
	struct algebra_failure why;
	return algebra_apply(s, op, (value[]){a, b}, b ? 2 : 1, 1000000, &why);
}

#define EACH(i) for (uint32_t i = 0; i < n; i++)
#define ASSERT_SET(expected, ...) ASSERT_EQ(set_value(&(expected)), apply(__VA_ARGS__))
#define ASSERT_RELATION(expected, ...) ASSERT_EQ(relation_value(&(expected)), apply(__VA_ARGS__))

/* ---- sets ---------------------------------------------------------------------------------------------- */

static enum greatest_test_res check_sets(void)
{
	struct set a = random_set(), b = random_set(), both, either, without;
	bool subset = true, same = true;
	EACH(i)
	{
		both.has[i] = a.has[i] && b.has[i];
		either.has[i] = a.has[i] || b.has[i];
		without.has[i] = a.has[i] && !b.has[i];
		subset = subset && !without.has[i];
		same = same && a.has[i] == b.has[i];
	}
	value p = set_value(&a), q = set_value(&b), r = set_value(&both);
	ASSERT_SET(both, OP_INTER, p, q);
	ASSERT_SET(either, OP_UNION, p, q);
	ASSERT_SET(without, OP_DIFFERENCE, p, q);
	ASSERT_EQ(value_bool(subset), apply(OP_SUBSET, p, q));
	ASSERT_EQ(value_bool(subset && !same), apply(OP_STRICT_SUBSET, p, q));
	ASSERT_EQ(VALUE_TRUE, apply(OP_SUBSET, r, q));
	ASSERT_EQ(value_bool(same), apply(OP_EQUAL, p, q));
	struct set three = random_set(), meet, join;
	EACH(i)
	{
		ASSERT_EQ(value_in(s, p, all[i]), a.has[i]);
		meet.has[i] = both.has[i] && three.has[i];
		join.has[i] = either.has[i] || three.has[i];
	}
	value family = value_set(s, (value[]){p, q, set_value(&three)}, 3);
	ASSERT_SET(meet, OP_GENERAL_INTER, family, VALUE_NONE);
	ASSERT_SET(join, OP_GENERAL_UNION, family, VALUE_NONE);
	value parts[] = {set_value(&either), p, apply(OP_DIFFERENCE, q, p)};
	struct algebra_failure why;
	ASSERT_EQ(algebra_apply(s, OP_PARTITION, parts, 3, 1000, &why), VALUE_TRUE);
	PASS();
}

TEST sets_follow_their_definitions(void)
{
	for (int i = 0; i < 5 * ROUNDS; i++) {
		choose_values();
		CHECK_CALL(check_sets());
	}
	PASS();
}

/* ---- relations ------------------------------------------------------------------------------------------- */

static struct relation composed(const struct relation *r, const struct relation *q)
{
	struct relation c = {0};
	EACH(i) EACH(k) EACH(m) c.has[i][m] |= r->has[i][k] && q->has[k][m];
	return c;
}

static enum greatest_test_res check_filters(const struct relation *r, value v)
{
	struct set a = random_set(), image = {0}, domain = {0}, range = {0};
	struct relation in = {0}, out = {0}, to = {0}, not_to = {0}, inverse = {0};
	EACH(i) EACH(k)
	{
		bool has = r->has[i][k];
		domain.has[i] |= has;
		range.has[k] |= has;
		inverse.has[k][i] = has;
		image.has[k] |= has && a.has[i];
		in.has[i][k] = has && a.has[i];
		out.has[i][k] = has && !a.has[i];
		to.has[i][k] = has && a.has[k];
		not_to.has[i][k] = has && !a.has[k];
	}
	value p = set_value(&a);
	ASSERT_SET(domain, OP_DOM, v, VALUE_NONE);
	ASSERT_SET(range, OP_RAN, v, VALUE_NONE);
	ASSERT_SET(image, OP_IMAGE, v, p);
	ASSERT_RELATION(inverse, OP_INVERSE, v, VALUE_NONE);
	ASSERT_RELATION(in, OP_DOMAIN_RESTRICT, p, v);
	ASSERT_RELATION(out, OP_DOMAIN_SUBTRACT, p, v);
	ASSERT_RELATION(to, OP_RANGE_RESTRICT, v, p);
	ASSERT_RELATION(not_to, OP_RANGE_SUBTRACT, v, p);
	ASSERT_EQ(v, apply(OP_REL, apply(OP_FNC, v, VALUE_NONE), VALUE_NONE));
	PASS();
}

static enum greatest_test_res check_products(const struct relation *r, value v)
{
	struct relation q = random_relation(), c = composed(r, &q), over = q, product;
	struct set a = random_set(), b = random_set();
	EACH(i)
	{
		bool is_new = false;
		EACH(k) is_new |= q.has[i][k];
		EACH(k) over.has[i][k] = is_new ? q.has[i][k] : r->has[i][k];
		EACH(k) product.has[i][k] = a.has[i] && b.has[k];
	}
	value w = relation_value(&q);
	ASSERT_RELATION(c, OP_COMPOSE, v, w);
	ASSERT_RELATION(over, OP_OVERRIDE, v, w);
	ASSERT_RELATION(product, OP_PRODUCT, set_value(&a), set_value(&b));
	value direct = apply(OP_DIRECT_PRODUCT, v, w);
	uint64_t count = 0;
	EACH(i) EACH(k) EACH(m)
	{
		bool has = r->has[i][k] && q.has[i][m];
		count += has;
		if (has) ASSERT(value_in_pair(s, direct, all[i], value_pair(s, all[k], all[m])));
	}
	ASSERT_EQ(value_count(s, direct), count);
	PASS();
}

static enum greatest_test_res check_parallel(void)
{
	struct relation r = random_relation(), q = random_relation();
	static value pairs[12 * 12 * 12 * 12];
	uint32_t count = 0;
	if (n > 6) n = 6;
	EACH(i) EACH(j) EACH(k) EACH(m)
	{
		if (!r.has[i][k] || !q.has[j][m]) continue;
		value from = value_pair(s, all[i], all[j]), to = value_pair(s, all[k], all[m]);
		pairs[count++] = value_pair(s, from, to);
	}
	value v = apply(OP_PARALLEL_PRODUCT, relation_value(&r), relation_value(&q));
	ASSERT_EQ(value_set(s, pairs, count), v);
	PASS();
}

static enum greatest_test_res check_closures(const struct relation *r, value v)
{
	struct relation power = {0}, closure = *r, reflexive;
	EACH(i) EACH(k)
	{
		power.has[i][i] |= r->has[i][k];
		power.has[k][k] |= r->has[i][k];
	}
	reflexive = power;
	for (uint32_t step = 0; step <= 5; step++) {
		ASSERT_RELATION(power, OP_ITERATE, v, value_integer(s, step));
		power = composed(&power, r);
	}
	EACH(k) EACH(i) EACH(m) closure.has[i][m] |= closure.has[i][k] && closure.has[k][m];
	EACH(i) EACH(k) reflexive.has[i][k] |= closure.has[i][k];
	ASSERT_RELATION(closure, OP_CLOSURE1, v, VALUE_NONE);
	ASSERT_RELATION(reflexive, OP_CLOSURE, v, VALUE_NONE);
	PASS();
}

static enum greatest_test_res check_calls(const struct relation *r, value v)
{
	uint32_t x = below(n), y = below(n);
	struct relation updated = *r;
	EACH(k) updated.has[x][k] = k == y;
	ASSERT_EQ(relation_value(&updated), algebra_update(s, v, all[x], all[y]));
	EACH(i)
	{
		uint32_t images = 0, last = 0;
		EACH(k)
		{
			images += r->has[i][k];
			if (r->has[i][k]) last = k;
			ASSERT_EQ(value_in_pair(s, v, all[i], all[k]), r->has[i][k]);
		}
		ASSERT_EQ(algebra_call(s, v, all[i], NULL), images == 1 ? all[last] : VALUE_NONE);
	}
	PASS();
}

TEST relations_follow_their_definitions(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		choose_values();
		struct relation r = random_relation();
		value v = relation_value(&r);
		CHECK_CALL(check_filters(&r, v));
		CHECK_CALL(check_products(&r, v));
		CHECK_CALL(check_closures(&r, v));
		CHECK_CALL(check_calls(&r, v));
		CHECK_CALL(check_parallel());
	}
	PASS();
}

/* ---- arrows ---------------------------------------------------------------------------------------------- */

struct facts {
	bool is_function, is_injective, is_total, is_surjective;
};

/* Of the relation of `columns` bits for each argument. */
static struct facts facts_of(uint32_t bits, uint32_t rows, uint32_t columns)
{
	struct facts f = {true, true, true, true};
	for (uint32_t i = 0; i < rows; i++) {
		int images = __builtin_popcount(bits >> i * columns & ((1u << columns) - 1));
		f.is_function &= images <= 1;
		f.is_total &= images >= 1;
	}
	for (uint32_t k = 0; k < columns; k++) {
		uint32_t sources = 0;
		for (uint32_t i = 0; i < rows; i++) sources += bits >> (i * columns + k) & 1;
		f.is_injective &= sources <= 1;
		f.is_surjective &= sources >= 1;
	}
	return f;
}

static bool is_in(struct facts f, enum op arrow)
{
	bool p = f.is_function, i = f.is_injective, t = f.is_total, o = f.is_surjective;
	switch (arrow) {
	case OP_RELATIONS: return true;
	case OP_TOTAL_RELATIONS: return t;
	case OP_SURJECTIVE_RELATIONS: return o;
	case OP_TOTAL_SURJECTIVE_RELATIONS: return t && o;
	case OP_PARTIAL_FUNCTIONS: return p;
	case OP_TOTAL_FUNCTIONS: return p && t;
	case OP_PARTIAL_INJECTIONS: return p && i;
	case OP_TOTAL_INJECTIONS: return p && i && t;
	case OP_PARTIAL_SURJECTIONS: return p && o;
	case OP_TOTAL_SURJECTIONS: return p && o && t;
	case OP_PARTIAL_BIJECTIONS: return p && i && o;
	default: return p && i && o && t;
	}
}

static enum greatest_test_res check_arrows(uint32_t rows, uint32_t columns)
{
	value from = value_set(s, (value[]){all[0], all[1], all[2], all[3]}, rows);
	value to = value_set(s, (value[]){all[3], all[4], all[5], all[6]}, columns);
	for (uint32_t arrow = OP_RELATIONS; arrow <= OP_TOTAL_BIJECTIONS; arrow++) {
		value listed = apply((enum op)arrow, from, to);
		uint64_t count = 0;
		for (uint32_t bits = 0; bits >> rows * columns == 0; bits++) {
			value pairs[16];
			uint32_t m = 0;
			for (uint32_t b = 0; b < rows * columns; b++)
				if (bits >> b & 1) {
					value a = value_at(s, from, b / columns), c = value_at(s, to, b % columns);
					pairs[m++] = value_pair(s, a, c);
				}
			value r = value_set(s, pairs, m);
			bool expected = is_in(facts_of(bits, rows, columns), (enum op)arrow);
			ASSERT_EQm(op_info((enum op)arrow)->tag, value_in(s, listed, r), expected);
			ASSERT_EQ(algebra_in_arrow(s, (enum op)arrow, r, from, to), expected);
			count += expected;
		}
		ASSERT_EQ(value_count(s, listed), count);
		struct algebra_failure why;
		value args[] = {from, to};
		if (count)
			ASSERT_EQ(algebra_apply(s, (enum op)arrow, args, 2, count - 1, &why), VALUE_NONE);
		ASSERT_EQ(algebra_count((enum op)arrow, rows, columns), count);
		uint64_t limit = count > rows * columns ? count : rows * columns; /* each fits, too */
		ASSERT_EQ(algebra_apply(s, (enum op)arrow, args, 2, limit, &why), listed);
		value outside = value_set(s, &(value){value_pair(s, all[7], all[3])}, 1);
		ASSERT_FALSE(algebra_in_arrow(s, (enum op)arrow, outside, from, to));
		outside = value_set(s, &(value){value_pair(s, all[0], all[7])}, 1);
		ASSERT_FALSE(algebra_in_arrow(s, (enum op)arrow, outside, from, to));
	}
	PASS();
}

TEST arrows_follow_their_definitions(void)
{
	for (int kind = 0; kind < KINDS; kind++) {
		for (uint32_t i = 0; i < 8; i++) all[i] = value_of_kind((enum kind)kind, i);
		for (uint32_t rows = 0; rows <= 4; rows++)
			for (uint32_t columns = 0; columns <= 3 && rows * columns <= 9; columns++)
				CHECK_CALL(check_arrows(rows, columns));
	}
	CHECK_CALL(check_arrows(2, 4));
	PASS();
}

SUITE(algebra_random)
{
	GREATEST_SET_SETUP_CB(begin, NULL);
	GREATEST_SET_TEARDOWN_CB(end, NULL);
	RUN_TEST(sets_follow_their_definitions);
	RUN_TEST(relations_follow_their_definitions);
	RUN_TEST(arrows_follow_their_definitions);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(algebra_random);
	GREATEST_MAIN_END();
}
