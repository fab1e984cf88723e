#include "tests/greatest.h"

#include "eval/eval.h"
#include "tests/value/values.h"

static value integer(int64_t n) { return value_integer(s, n); }
static value set(value *items, uint32_t count) { return value_set(s, items, count); }
#define SET(...)                                                                                   \
	set((value[]){__VA_ARGS__}, (uint32_t)(sizeof((value[]){__VA_ARGS__}) / sizeof(value)))

static const char *shown(const struct universe *u, value v)
{
	static char copy[2000];
	struct text t = {0};
	value_print(s, u, v, &t);
	snprintf(copy, sizeof copy, "%s", text_get(&t));
	text_clear(&t);
	return copy;
}

static const int64_t EDGES[] = {INT64_MIN,
                                INT64_MIN + 1,
                                -(1LL << 40),
                                -(1 << 29) - 1,
                                -(1 << 29),
                                -1,
                                0,
                                1,
                                (1 << 29) - 1,
                                1 << 29,
                                (1LL << 29) + 1,
                                1LL << 31,
                                (1LL << 40) - 1,
                                1LL << 40,
                                INT64_MAX - 1,
                                INT64_MAX};
enum { EDGE_COUNT = sizeof EDGES / sizeof EDGES[0] };

/* ---- scalars and tuples ----------------------------------------------------------------------------- */

TEST integers_keep_their_value_and_order(void)
{
	for (int i = EDGE_COUNT - 1; i >= 0; i--) integer(EDGES[i]); /* numbers fall as values grow */
	for (int i = 0; i < EDGE_COUNT; i++) {
		value v = integer(EDGES[i]);
		ASSERT_EQ(value_kind(s, v), VALUE_INTEGER);
		ASSERT_EQ(value_to_integer(s, v), EDGES[i]);
		ASSERT_EQ(integer(EDGES[i]), v);
		ASSERT_FALSE(value_has_lazy(s, v));
		for (int k = 0; k < EDGE_COUNT; k++) {
			int c = value_compare(s, v, integer(EDGES[k]));
			ASSERT_EQ(c < 0, i < k);
			ASSERT_EQ(c == 0, i == k);
		}
	}
	PASS();
}

TEST elements_booleans_and_strings(void)
{
	value v = value_element(4095, 262143);
	ASSERT_EQ(value_kind(s, v), VALUE_ELEMENT);
	ASSERT_EQ(value_element_set(v), 4095);
	ASSERT_EQ(value_element_index(v), 262143);
	ASSERT(value_compare(s, value_element(1, 2), value_element(1, 3)) < 0);
	ASSERT_EQ(value_kind(s, VALUE_TRUE), VALUE_BOOL);
	ASSERT_EQ(value_bool(false), VALUE_FALSE);
	value t = value_string(s, names_of(&names, "text"));
	ASSERT_EQ(value_kind(s, t), VALUE_STRING);
	ASSERT_EQ(value_string(s, names_of(&names, "text")), t);
	ASSERT_NEQ(value_string(s, names_of(&names, "")), t);
	ASSERT_STR_EQ(value_to_string(s, t), "text");
	ASSERT_EQ(values_names(s), &names);
	PASS();
}

TEST pairs_are_unique_and_ordered_by_components(void)
{
	value a = value_pair(s, integer(2), integer(1)), b = value_pair(s, integer(1), integer(2));
	value c = value_pair(s, integer(1), integer(1LL << 40));
	ASSERT_EQ(value_pair(s, integer(2), integer(1)), a);
	ASSERT_EQ(value_first(s, a), integer(2));
	ASSERT_EQ(value_second(s, a), integer(1));
	ASSERT(value_compare(s, b, a) < 0);
	ASSERT(value_compare(s, b, c) < 0);
	ASSERT(value_compare(s, c, a) < 0);
	value deep = value_pair(s, a, b), deeper = value_pair(s, a, c);
	ASSERT(value_compare(s, deep, deeper) < 0);
	ASSERT_EQ(value_compare(s, deep, deep), 0);
	PASS();
}

TEST records_of_equal_types_are_equal(void)
{
	struct type integers = {.kind = TYPE_INTEGER};
	struct type_field fields[] = {{names_of(&names, "a"), &integers},
	                              {names_of(&names, "b"), &integers}};
	struct type_field others[] = {{names_of(&names, "a"), &integers},
	                              {names_of(&names, "c"), &integers}};
	struct type one = {.kind = TYPE_RECORD, .fields = fields, .count = 2}, two = one;
	struct type bound = {.kind = TYPE_VAR, .a = &two};
	struct type other = {.kind = TYPE_RECORD, .fields = others, .count = 2};
	value content[] = {integer(1), integer(2)}, swapped[] = {integer(2), integer(1)};
	value v = value_record(s, &one, content);
	ASSERT_EQ(value_record(s, &two, content), v);
	ASSERT_EQ(value_record(s, &bound, content), v);
	ASSERT_NEQ(value_record(s, &other, content), v);
	ASSERT_NEQ(value_record(s, &one, swapped), v);
	ASSERT_EQ(value_field(s, v, 1), integer(2));
	ASSERT_STR_EQ(shown(NULL, v), "rec(a:1,b:2)");
	value w = value_record(s, &one, swapped);
	ASSERT_STR_EQ(shown(NULL, SET(w, v)), "{rec(a:1,b:2),rec(a:2,b:1)}");
	PASS();
}

TEST free_values_have_constructor_and_argument(void)
{
	struct decl leaf = {.kind = DECL_CONSTRUCTOR, .name = names_of(&names, "leaf")};
	struct decl node = {.kind = DECL_CONSTRUCTOR, .name = names_of(&names, "node"), .index = 1};
	value a = value_free(s, &leaf, VALUE_NONE), b = value_free(s, &node, integer(1));
	ASSERT_EQ(value_free(s, &leaf, VALUE_NONE), a);
	ASSERT_EQ(value_free(s, &node, integer(1)), b);
	ASSERT_NEQ(value_free(s, &node, integer(2)), b);
	ASSERT_EQ(value_constructor(s, b), &node);
	ASSERT_EQ(value_argument(s, b), integer(1));
	ASSERT_EQ(value_argument(s, a), VALUE_NONE);
	value both = SET(value_free(s, &node, a), b, a);
	ASSERT_STR_EQ(shown(NULL, both), "{leaf,node(1),node(leaf)}");
	PASS();
}

TEST lazy_parts_are_known(void)
{
	struct node n = {.op = OP_NATURAL_SET}, m = {.op = OP_INTEGER_SET};
	value free[] = {integer(7), integer(8)};
	value a = value_lazy(s, &n, NULL, NULL, 0), b = value_lazy(s, &n, NULL, free, 2);
	ASSERT_EQ(value_kind(s, a), VALUE_LAZY);
	ASSERT_EQ(value_lazy(s, &n, NULL, NULL, 0), a);
	ASSERT_EQ(value_lazy(s, &n, NULL, free, 2), b);
	ASSERT_NEQ(a, b);
	ASSERT_NEQ(value_lazy(s, &m, NULL, NULL, 0), a);
	ASSERT_EQ(value_lazy_node(s, b), &n);
	uint32_t count;
	const value *got = value_lazy_free(s, b, &count);
	ASSERT_EQ(count, 2);
	ASSERT_EQ(got[1], integer(8));
	value pair = value_pair(s, integer(1), a);
	ASSERT(value_has_lazy(s, a));
	ASSERT(value_has_lazy(s, pair));
	ASSERT(value_has_lazy(s, SET(pair)));
	ASSERT(value_has_lazy(s, SET(value_empty(s), a)));
	ASSERT_FALSE(value_has_lazy(s, SET(value_empty(s))));
	ASSERT_EQ(value_first(s, pair), integer(1));
	ASSERT_STR_EQ(shown(NULL, pair), "(1|->(NATURAL))");
	ASSERT_STR_EQ(shown(NULL, a), "NATURAL");
	PASS();
}

/* ---- sets ---------------------------------------------------------------------------------------------- */

TEST the_same_set_is_the_same_value(void)
{
	value a = SET(integer(5), integer(1), integer(9)), b = SET(integer(9), integer(5), integer(1));
	ASSERT_EQ(a, b);
	ASSERT_EQ(SET(integer(1), integer(9), integer(5), integer(9), integer(1)), a);
	ASSERT_EQ(value_count(s, a), 3);
	ASSERT_EQ(value_set(s, NULL, 0), value_empty(s));
	ASSERT_EQ(value_set_sorted(s, NULL, 0), value_empty(s));
	ASSERT_EQ(value_interval(s, 1, 0), value_empty(s));
	ASSERT_EQ(value_interval(s, INT64_MAX, INT64_MIN), value_empty(s));
	ASSERT_EQ(SET(a, value_empty(s), b), SET(value_empty(s), a));
	PASS();
}

TEST consecutive_integers_are_an_interval(void)
{
	value a = SET(integer(3), integer(1), integer(2));
	ASSERT_EQ(value_kind(s, a), VALUE_INTERVAL);
	ASSERT_EQ(a, value_interval(s, 1, 3));
	ASSERT_EQ(SET(integer(1), integer(2)), value_interval(s, 1, 2));
	ASSERT_EQ(value_kind(s, value_interval(s, 1, 2)), VALUE_SET);
	ASSERT_EQ(SET(integer(7)), value_interval(s, 7, 7));
	ASSERT_EQ(value_kind(s, SET(integer(1), integer(2), integer(4))), VALUE_SET);
	/* across the end of the integers that are in the number, made in the wrong order */
	int64_t edge = 1 << 29;
	value b = SET(integer(edge + 1), integer(edge), integer(edge - 2), integer(edge - 1));
	ASSERT_EQ(b, value_interval(s, edge - 2, edge + 1));
	value c = SET(integer(-edge - 1), integer(-edge), integer(-edge - 2));
	ASSERT_EQ(c, value_interval(s, -edge - 2, -edge));
	value d = SET(integer(INT64_MAX), integer(INT64_MAX - 2), integer(INT64_MAX - 1));
	ASSERT_EQ(d, value_interval(s, INT64_MAX - 2, INT64_MAX));
	ASSERT_EQ(value_kind(s, SET(integer(INT64_MIN), integer(0), integer(INT64_MAX))), VALUE_SET);
	PASS();
}

TEST intervals_are_not_listed(void)
{
	value v = value_interval(s, INT64_MIN, INT64_MAX);
	size_t bytes = values_bytes(s);
	int64_t low, high;
	ASSERT(value_interval_bounds(s, v, &low, &high));
	ASSERT_EQ(low, INT64_MIN);
	ASSERT_EQ(high, INT64_MAX);
	ASSERT_FALSE(value_interval_bounds(s, value_empty(s), &low, &high));
	ASSERT_EQ(value_count(s, v), UINT64_MAX);
	ASSERT_EQ(value_at(s, v, UINT64_MAX), integer(INT64_MAX));
	value w = value_interval(s, 1, 1000000000000);
	ASSERT_EQ(value_count(s, w), 1000000000000);
	ASSERT(value_in(s, w, integer(1000000000000)));
	ASSERT_FALSE(value_in(s, w, integer(0)));
	ASSERT_EQ(values_bytes(s), bytes);
	PASS();
}

TEST items_are_in_order(void)
{
	int64_t edge = 1 << 29;
	struct value_list buffer = {0};
	integer(edge + 1);
	const value *items = value_items(s, value_interval(s, edge - 1, edge + 1), &buffer);
	ASSERT_EQ(buffer.list.count, 3);
	for (int i = 0; i < 3; i++) ASSERT_EQ(items[i], integer(edge - 1 + i));
	VEC_CLEAR(&buffer.list);
	value v = SET(integer(edge), integer(5), integer(-edge - 9));
	ASSERT_EQ(value_at(s, v, 0), integer(-edge - 9));
	ASSERT_EQ(value_at(s, v, 1), integer(5));
	ASSERT_EQ(value_at(s, v, 2), integer(edge));
	PASS();
}

/* Sets of all kinds of elements, large and small, against a search by hand. */
TEST elements_are_found(void)
{
	enum { KINDS = 6, MOST = 200 };
	for (int kind = 0; kind < KINDS; kind++) {
		for (uint32_t count = 1; count <= MOST; count = count * 3 / 2 + 1) {
			value items[MOST], all[MOST];
			for (uint32_t i = 0; i < MOST; i++) {
				int64_t n = i * 7919 % MOST * 3;
				value a = integer(n), b = value_element(1, (uint32_t)n);
				switch (kind) {
				case 0: all[i] = a; break;
				case 1: all[i] = b; break;
				case 2: all[i] = integer((n - MOST) * (1 << 23)); break;
				case 3: all[i] = value_pair(s, value_element(0, i % 7), a); break;
				case 4: all[i] = SET(a, integer(n + 5)); break;
				default: all[i] = value_pair(s, value_pair(s, b, integer(n << 30)), b); break;
				}
			}
			memcpy(items, all, count * sizeof(value));
			value v = set(items, count);
			ASSERT_EQ(value_count(s, v), count);
			for (uint32_t i = 0; i < MOST; i++) {
				ASSERT_EQ(value_in(s, v, all[i]), i < count);
				if (value_kind(s, all[i]) != VALUE_PAIR) continue;
				value a = value_first(s, all[i]), b = value_second(s, all[i]);
				ASSERT_EQ(value_in_pair(s, v, a, b), i < count);
			}
			for (uint32_t i = 1; i < count; i++)
				ASSERT(value_compare(s, value_at(s, v, i - 1), value_at(s, v, i)) < 0);
		}
	}
	PASS();
}

TEST the_store_keeps_values_while_it_grows(void)
{
	enum { MANY = 100000 };
	value *kept = malloc(MANY * sizeof *kept);
	for (int i = 0; i < MANY; i++) {
		value a = value_pair(s, integer(i), integer(i + 1));
		kept[i] = SET(a, value_pair(s, integer(i), integer(0)));
	}
	for (int i = 0; i < MANY; i++) {
		value a = value_pair(s, integer(i), integer(i + 1));
		ASSERT_EQ(SET(value_pair(s, integer(i), integer(0)), a), kept[i]);
		ASSERT(value_in(s, kept[i], a));
	}
	free(kept);
	ASSERT(values_bytes(s) < 20 * 1000 * 1000);
	PASS();
}

/* ---- printing ---------------------------------------------------------------------------------------------- */

TEST values_print_as_b(void)
{
	ASSERT_STR_EQ(shown(NULL, VALUE_TRUE), "TRUE");
	ASSERT_STR_EQ(shown(NULL, integer(-5)), "-5");
	ASSERT_STR_EQ(shown(NULL, integer(INT64_MIN)), "-9223372036854775808");
	ASSERT_STR_EQ(shown(NULL, value_empty(s)), "{}");
	ASSERT_STR_EQ(shown(NULL, value_element(2, 0)), "element2_1"); /* of no universe */
	ASSERT_STR_EQ(shown(NULL, value_interval(s, -3, 1000000000000)), "-3..1000000000000");
	ASSERT_STR_EQ(shown(NULL, value_string(s, names_of(&names, "a\"\\\n"))), "\"a\\\"\\\\\\n\"");
	value ab = value_pair(s, integer(1), VALUE_FALSE);
	ASSERT_STR_EQ(shown(NULL, ab), "(1|->FALSE)");
	ASSERT_STR_EQ(shown(NULL, value_pair(s, ab, integer(2))), "(1|->FALSE|->2)");
	ASSERT_STR_EQ(shown(NULL, value_pair(s, integer(2), ab)), "(2|->(1|->FALSE))");
	ASSERT_STR_EQ(shown(NULL, SET(ab)), "[FALSE]");
	ASSERT_STR_EQ(shown(NULL, SET(ab, value_pair(s, integer(2), VALUE_TRUE))), "[FALSE,TRUE]");
	ASSERT_STR_EQ(shown(NULL, SET(ab, value_pair(s, integer(1), VALUE_TRUE))),
	              "{(1|->FALSE),(1|->TRUE)}");
	ASSERT_STR_EQ(shown(NULL, SET(value_pair(s, integer(0), ab))), "{(0|->(1|->FALSE))}");
	PASS();
}

TEST sets_print_in_natural_order(void)
{
	value big = integer(1LL << 40);
	ASSERT_STR_EQ(shown(NULL, SET(big, integer(-(1LL << 40)), integer(3))),
	              "{-1099511627776,3,1099511627776}");
	value z = value_string(s, names_of(&names, "z")), a = value_string(s, names_of(&names, "a"));
	ASSERT_STR_EQ(shown(NULL, SET(z, a)), "{\"a\",\"z\"}");
	ASSERT_STR_EQ(shown(NULL, SET(value_pair(s, z, a), value_pair(s, a, z))),
	              "{(\"a\"|->\"z\"),(\"z\"|->\"a\")}");
	/* made in an order of their own */
	value s4 = value_interval(s, 2, 4), s3 = SET(integer(7), integer(2), integer(3));
	value s2 = SET(integer(2)), s1 = SET(integer(1)), s0 = value_empty(s);
	ASSERT_STR_EQ(shown(NULL, SET(s4, s3, s2, s1, s0)), "{{},{1},{2},2..4,{2,3,7}}");
	value n2 = SET(SET(z), SET(a)), n1 = SET(SET(a), SET(a, z)), n0 = SET(SET(a));
	ASSERT_STR_EQ(shown(NULL, SET(n2, n1, n0)),
	              "{{{\"a\"}},{{\"a\"},{\"z\"}},{{\"a\"},{\"a\",\"z\"}}}");
	PASS();
}

/* ---- universe ---------------------------------------------------------------------------------------------- */

static const char *shortened(value v, size_t longest, bool *is_short)
{
	static char copy[2000];
	struct text t = {0};
	*is_short = value_print_short(s, NULL, v, longest, &t);
	snprintf(copy, sizeof copy, "%s", text_get(&t));
	text_clear(&t);
	return copy;
}

TEST long_values_print_in_part(void)
{
	bool is_short;
	value odd[1000], sets[500];
	for (int i = 0; i < 1000; i++) odd[i] = integer(2 * i + 1);
	for (int i = 0; i < 500; i++) sets[499 - i] = SET(integer(i), integer(i + 1000));
	value numbers = set(odd, 1000), all = set(sets, 500);
	ASSERT_STR_EQ("{1,3,5,... 1000 in all}", shortened(numbers, 6, &is_short));
	ASSERT(is_short);
	ASSERT_STR_EQ("({1,3,5,... 1000 in all}|->...)",
	              shortened(value_pair(s, numbers, integer(7)), 7, &is_short));
	ASSERT(is_short);
	/* the first ones in the order in which they are all printed */
	ASSERT_STR_EQ("{{0,1000},{1,1001},... 500 in all}", shortened(all, 14, &is_short));
	ASSERT_STR_EQ("{{0,1000},{... 2 in all},... 500 in all}", shortened(all, 11, &is_short));
	value text = value_string(s, names_add(&names, "a\303\244bcdefgh", 10));
	ASSERT_STR_EQ("\"a... 10 bytes in all\"", shortened(text, 2, &is_short));
	ASSERT(is_short);
	PASS();
}

TEST what_is_short_prints_as_it_is(void)
{
	bool is_short;
	value v = SET(value_pair(s, integer(1), SET(integer(5), integer(7))));
	ASSERT_STR_EQ("[{5,7}]", shortened(v, 7, &is_short));
	ASSERT_FALSE(is_short);
	ASSERT_STR_EQ("[{5,7}]", shortened(v, 0, &is_short));
	ASSERT_FALSE(is_short);
	PASS();
}

TEST given_sets_are_numbered_once(void)
{
	static const char text[] = "MACHINE m(PARAM) SETS D; E = {red, green, blue}\n"
	                           "VARIABLES x INVARIANT x <: D INITIALISATION x := {} END";
	struct diag diag;
	diag_init(&diag, &names);
	struct project *p =
	    project_load_text(&names, &diag, "/nowhere/m.mch", text, strlen(text), NULL);
	ASSERT_EQ(diag.errors, 0);
	struct universe u;
	universe_init(&u, p, 2);
	ASSERT_EQ(u.sets.count, 3);
	ASSERT_EQ(u.minint, -1);
	ASSERT_EQ(u.maxint, 3);
	ASSERT_STR_EQ(shown(&u, SET(value_element(1, 1), value_element(1, 0))), "{D1,D2}");
	for (uint32_t i = 0; i < 3; i++) {
		const struct universe_set *set_i = &u.sets.at[i];
		ASSERT_EQ(universe_number(&u, set_i->decl), i);
		bool is_listed = set_i->decl->kind == DECL_ENUMERATED_SET;
		ASSERT_EQ(set_i->size, is_listed ? 3 : 2);
		ASSERT_EQ(set_i->is_default, !is_listed);
		if (is_listed) ASSERT_STR_EQ(shown(&u, value_element(i, 1)), "green");
	}
	universe_clear(&u);
	project_close(p);
	diag_clear(&diag);
	PASS();
}

SUITE(values)
{
	GREATEST_SET_SETUP_CB(begin, NULL);
	GREATEST_SET_TEARDOWN_CB(end, NULL);
	RUN_TEST(integers_keep_their_value_and_order);
	RUN_TEST(elements_booleans_and_strings);
	RUN_TEST(pairs_are_unique_and_ordered_by_components);
	RUN_TEST(records_of_equal_types_are_equal);
	RUN_TEST(free_values_have_constructor_and_argument);
	RUN_TEST(lazy_parts_are_known);
	RUN_TEST(the_same_set_is_the_same_value);
	RUN_TEST(consecutive_integers_are_an_interval);
	RUN_TEST(intervals_are_not_listed);
	RUN_TEST(items_are_in_order);
	RUN_TEST(elements_are_found);
	RUN_TEST(the_store_keeps_values_while_it_grows);
	RUN_TEST(values_print_as_b);
	RUN_TEST(sets_print_in_natural_order);
	RUN_TEST(long_values_print_in_part);
	RUN_TEST(what_is_short_prints_as_it_is);
	RUN_TEST(given_sets_are_numbered_once);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(values);
	GREATEST_MAIN_END();
}
