#include "tests/greatest.h"

#include "eval/eval.h"
#include "tests/value/values.h"

/* Values are written as text: numbers, a to z (elements), TRUE, (x|->y), {..}, [..], 1..3. */

/* ---- reading values ----------------------------------------------------------------------------------- */

static value read_value(const char **p);

static value read_list(const char **p, char close)
{
	VEC(value) items = {0};
	for (++*p; **p != close; *p += **p == ',') {
		value v = read_value(p);
		if (close == ']') v = value_pair(s, value_integer(s, (int64_t)items.count + 1), v);
		VEC_PUSH(&items, v);
	}
	++*p;
	value v = value_set(s, items.at, items.count);
	VEC_CLEAR(&items);
	return v;
}

static value read_value(const char **p)
{
	if (**p == '{') return read_list(p, '}');
	if (**p == '[') return read_list(p, ']');
	if (**p == '(') {
		++*p;
		value v = read_value(p);
		while (**p == '|') {
			*p += 3;
			v = value_pair(s, v, read_value(p));
		}
		++*p;
		return v;
	}
	if (!strncmp(*p, "TRUE", 4)) return *p += 4, VALUE_TRUE;
	if (!strncmp(*p, "FALSE", 5)) return *p += 5, VALUE_FALSE;
	if (**p >= 'a') return value_element(0, (uint32_t)(*(*p)++ - 'a'));
	char *behind, digits[40];
	int64_t low = strtoll(*p, &behind, 10);
	REQUIRE(behind != *p);
	snprintf(digits, sizeof digits, "%.*s", (int)(behind - *p), *p);
	*p = behind;
	if (strncmp(*p, "..", 2) != 0) return value_number(s, digits);
	int64_t high = strtoll(*p + 2, &behind, 10);
	*p = behind;
	return value_interval(s, low, high);
}

static value parse(const char *text)
{
	value v = read_value(&text);
	REQUIRE(*text == 0);
	return v;
}

static const char *shown(value v)
{
	static char copy[2000];
	struct text t = {0};
	value_print(s, NULL, v, &t);
	snprintf(copy, sizeof copy, "%s", text_get(&t));
	text_clear(&t);
	return copy;
}

/* ---- tables ------------------------------------------------------------------------------------------------ */

struct row {
	enum op op;
	const char *args[3];
	const char *result; /* "!..." is the reason why there is none, "!!..." if it is a limit */
};

enum { LIMIT = 1000 };

static enum greatest_test_res check_row(const struct row *r)
{
	value args[3];
	uint32_t count = 0;
	for (; count < 3 && r->args[count]; count++) args[count] = parse(r->args[count]);
	struct algebra_failure why = {0};
	value v = algebra_apply(s, r->op, args, count, LIMIT, &why);
	if (r->result[0] == '!') {
		bool is_limit = r->result[1] == '!';
		ASSERT_EQ_FMTm(op_info(r->op)->tag, (value)VALUE_NONE, v, "%x");
		ASSERT_STR_EQm(op_info(r->op)->tag, r->result + 1 + is_limit, why.why);
		ASSERT_EQ(why.is_limit, is_limit);
		PASS();
	}
	if (!v) FAILm(why.why);
	if (v == parse(r->result)) PASS();
	ASSERT_STR_EQm(op_info(r->op)->tag, r->result, shown(v));
	FAILm("prints alike, but is different");
}

static enum greatest_test_res check_rows(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) CHECK_CALL(check_row(&rows[i]));
	PASS();
}

#define CHECK_ROWS(rows) return check_rows((rows), sizeof(rows) / sizeof(rows)[0])

#define TOO_LARGE "!!the set has too many elements to list them" LIST_LIMIT

TEST sets(void)
{
	static const struct row rows[] = {
	    {OP_UNION, {"{}", "{}"}, "{}"},
	    {OP_UNION, {"{a}", "{}"}, "{a}"},
	    {OP_UNION, {"{}", "1..5"}, "1..5"},
	    {OP_UNION, {"{a,c}", "{b,c}"}, "{a,b,c}"},
	    {OP_UNION, {"{1,5}", "{3}"}, "{1,3,5}"},
	    {OP_UNION, {"{1,3}", "{2}"}, "1..3"},
	    {OP_UNION, {"1..3", "{4}"}, "1..4"},
	    {OP_UNION, {"1..3", "{0,5}"}, "{0,1,2,3,5}"},
	    {OP_UNION, {"{0,4,2}", "1..3"}, "0..4"},
	    {OP_UNION, {"1..3", "4..1000000000000"}, "1..1000000000000"},
	    {OP_UNION, {"1..1000000000000", "{7,999}"}, "1..1000000000000"},
	    {OP_UNION, {"1..1000000000000", "{0}"}, "0..1000000000000"},
	    {OP_UNION, {"1..1000000000000", "{-1}"}, TOO_LARGE},
	    {OP_UNION, {"1..500", "502..1002"}, TOO_LARGE},
	    {OP_UNION, {"1..3", "5..7"}, "{1,2,3,5,6,7}"},
	    {OP_UNION,
	     {"9000000000000000000..9223372036854775807", "{-9223372036854775808}"},
	     TOO_LARGE},
	    {OP_UNION, {"{1099511627776}", "{1,1099511627775}"}, "{1,1099511627775,1099511627776}"},
	    {OP_UNION, {"{{1},{}}", "{{1,2}}"}, "{{},{1},{1,2}}"},
	    {OP_UNION, {"{((a|->b)|->1)}", "{((a|->a)|->1)}"}, "{((a|->a)|->1),((a|->b)|->1)}"},
	    {OP_INTER, {"{a,c}", "{b,c}"}, "{c}"},
	    {OP_INTER, {"{a}", "{b}"}, "{}"},
	    {OP_INTER, {"{}", "1..5"}, "{}"},
	    {OP_INTER, {"1..1000000000000", "7..2000000000000"}, "7..1000000000000"},
	    {OP_INTER, {"1..5", "6..9"}, "{}"},
	    {OP_INTER, {"1..5", "4..9"}, "{4,5}"},
	    {OP_INTER, {"1..1000000000000", "{0,3,5,1000000000001}"}, "{3,5}"},
	    {OP_INTER, {"{-5,1,2,3,9}", "0..5"}, "1..3"},
	    {OP_DIFFERENCE, {"{a,b,c}", "{b}"}, "{a,c}"},
	    {OP_DIFFERENCE, {"{a}", "{a}"}, "{}"},
	    {OP_DIFFERENCE, {"{}", "1..3"}, "{}"},
	    {OP_DIFFERENCE, {"1..1000000000000", "{1,2,1000000000000}"}, "3..999999999999"},
	    {OP_DIFFERENCE, {"1..1000000000000", "{5}"}, TOO_LARGE},
	    {OP_DIFFERENCE, {"1..10", "{1,3,4,9}"}, "{2,5,6,7,8,10}"},
	    {OP_DIFFERENCE, {"1..10", "{3,10}"}, "{1,2,4,5,6,7,8,9}"},
	    {OP_DIFFERENCE, {"1..4", "{1,2,4}"}, "{3}"},
	    {OP_DIFFERENCE, {"1..10", "3..20"}, "{1,2}"},
	    {OP_DIFFERENCE, {"1..10", "-5..6"}, "7..10"},
	    {OP_DIFFERENCE, {"1..10", "4..6"}, "{1,2,3,7,8,9,10}"},
	    {OP_DIFFERENCE, {"1..10", "0..11"}, "{}"},
	    {OP_DIFFERENCE, {"1..10", "20..30"}, "1..10"},
	    {OP_DIFFERENCE, {"{1,2,3,9,10,11}", "2..3"}, "{1,9,10,11}"},
	    {OP_DIFFERENCE, {"{1,2,3,9,10,11}", "1..3"}, "9..11"},
	    {OP_DIFFERENCE, {"{1,2,3,9,10,11}", "9..1000000000000"}, "1..3"},
	    {OP_DIFFERENCE, {"{1,5,9}", "2..4"}, "{1,5,9}"},
	    {OP_PRODUCT, {"{a,b}", "{1}"}, "{(a|->1),(b|->1)}"},
	    {OP_PRODUCT, {"{}", "1..1000000000000"}, "{}"},
	    {OP_PRODUCT,
	     {"1..3", "{TRUE,FALSE}"},
	     "{(1|->FALSE),(1|->TRUE),(2|->FALSE),(2|->TRUE),(3|->FALSE),(3|->TRUE)}"},
	    {OP_PRODUCT, {"1..100", "1..11"}, TOO_LARGE},
	    {OP_PRODUCT, {"{a}", "1..1000000000000"}, TOO_LARGE},
	    {OP_PAIR, {"a", "{}"}, "(a|->{})"},
	    {OP_INTERVAL, {"3", "5"}, "{3,4,5}"},
	    {OP_INTERVAL, {"3", "2"}, "{}"},
	};
	CHECK_ROWS(rows);
}

TEST the_limit_itself_is_allowed(void)
{
	struct algebra_failure why;
	value both[] = {parse("1..500"), parse("502..1001")};
	ASSERT_EQ(value_count(s, algebra_apply(s, OP_UNION, both, 2, LIMIT, &why)), LIMIT);
	value product[] = {parse("1..10"), parse("1..100")};
	ASSERT_EQ(value_count(s, algebra_apply(s, OP_PRODUCT, product, 2, LIMIT, &why)), LIMIT);
	value power = parse("1..10");
	ASSERT_EQ(value_count(s, algebra_apply(s, OP_POW, &power, 1, 1024, &why)), 1024);
	ASSERT_EQ(algebra_apply(s, OP_POW, &power, 1, 1023, &why), VALUE_NONE);
	ASSERT_EQ(value_count(s, algebra_apply(s, OP_POW1, &power, 1, 1023, &why)), 1023);
	PASS();
}

TEST predicates(void)
{
	static const struct row rows[] = {
	    {OP_EQUAL, {"{1,2,3}", "1..3"}, "TRUE"},
	    {OP_NOT_EQUAL, {"{1,2}", "1..3"}, "TRUE"},
	    {OP_MEMBER, {"2", "{1,2}"}, "TRUE"},
	    {OP_MEMBER, {"{}", "{}"}, "FALSE"},
	    {OP_MEMBER, {"{}", "{{}}"}, "TRUE"},
	    {OP_MEMBER, {"(1|->a)", "{(1|->b)}"}, "FALSE"},
	    {OP_MEMBER, {"1099511627776", "1..1099511627776"}, "TRUE"},
	    {OP_NOT_MEMBER, {"1099511627777", "1..1099511627776"}, "TRUE"},
	    {OP_SUBSET, {"{}", "{}"}, "TRUE"},
	    {OP_SUBSET, {"1..3", "{}"}, "FALSE"},
	    {OP_SUBSET, {"{a}", "{a,b}"}, "TRUE"},
	    {OP_SUBSET, {"{a,c}", "{a,b}"}, "FALSE"},
	    {OP_SUBSET, {"{1,5}", "1..1000000000000"}, "TRUE"},
	    {OP_SUBSET, {"{0,5}", "1..1000000000000"}, "FALSE"},
	    {OP_SUBSET, {"3..5", "{1,3,4,5,9}"}, "TRUE"},
	    {OP_SUBSET, {"3..6", "{1,3,4,5,9}"}, "FALSE"},
	    {OP_SUBSET, {"2..3", "1..1000000000000"}, "TRUE"},
	    {OP_SUBSET, {"0..3", "1..1000000000000"}, "FALSE"},
	    {OP_NOT_SUBSET, {"0..3", "1..3"}, "TRUE"},
	    {OP_STRICT_SUBSET, {"1..3", "1..3"}, "FALSE"},
	    {OP_STRICT_SUBSET, {"1..3", "1..4"}, "TRUE"},
	    {OP_NOT_STRICT_SUBSET, {"1..3", "1..3"}, "TRUE"},
	    {OP_NOT_STRICT_SUBSET, {"{}", "1..3"}, "FALSE"},
	    {OP_FINITE, {"1..1000000000000"}, "TRUE"},
	    {OP_PARTITION, {"1..1000000000000", "1..7", "8..1000000000000"}, "TRUE"},
	    {OP_PARTITION, {"{a,b}", "{a}", "{a,b}"}, "FALSE"},
	    {OP_PARTITION, {"{a,b}", "{a}", "{}"}, "FALSE"},
	    {OP_PARTITION, {"{a,b}", "{a,c}", "{b}"}, "FALSE"},
	    {OP_PARTITION, {"{}"}, "TRUE"},
	    {OP_PARTITION, {"{a}"}, "FALSE"},
	};
	CHECK_ROWS(rows);
}

TEST powers_and_numbers(void)
{
	static const struct row rows[] = {
	    {OP_POW, {"{}"}, "{{}}"},
	    {OP_POW, {"{a,b}"}, "{{},{a},{b},{a,b}}"},
	    {OP_POW, {"1..3"}, "{{},{1},{2},{3},{1,2},{1,3},{2,3},1..3}"},
	    {OP_POW1, {"{}"}, "{}"},
	    {OP_POW1, {"{a,b}"}, "{{a},{b},{a,b}}"},
	    {OP_FIN, {"{a}"}, "{{},{a}}"},
	    {OP_FIN1, {"{a}"}, "{{a}}"},
	    {OP_POW, {"1..10"}, TOO_LARGE},
	    {OP_POW, {"1..1000000000000"}, TOO_LARGE},
	    {OP_GENERAL_UNION, {"{}"}, "{}"},
	    {OP_GENERAL_UNION, {"{{}}"}, "{}"},
	    {OP_GENERAL_UNION, {"{{a},{b,c},{a,c},{}}"}, "{a,b,c}"},
	    {OP_GENERAL_UNION, {"{1..3,{9},5..7}"}, "{1,2,3,5,6,7,9}"},
	    {OP_GENERAL_UNION, {"{1..1000000000000,{7},{0},-9..-1}"}, "-9..1000000000000"},
	    {OP_GENERAL_UNION, {"{1..1000000000000,{7},{},-9..-1}"}, TOO_LARGE},
	    {OP_GENERAL_INTER, {"{}"}, "!the intersection of an empty set of sets"},
	    {OP_GENERAL_INTER, {"{{a}}"}, "{a}"},
	    {OP_GENERAL_INTER, {"{{a,b},{b,c},{b,d}}"}, "{b}"},
	    {OP_GENERAL_INTER, {"{1..1000000000000,{0,7,8},2..7}"}, "{7}"},
	    {OP_CARD, {"{}"}, "0"},
	    {OP_CARD, {"{a,b}"}, "2"},
	    {OP_CARD, {"1..1000000000000"}, "1000000000000"},
	    {OP_CARD, {"-9223372036854775808..9223372036854775807"}, "18446744073709551616"},
	    {OP_MIN, {"{3,-1099511627776,7}"}, "-1099511627776"},
	    {OP_MAX, {"{3,1099511627776,7}"}, "1099511627776"},
	    {OP_MIN, {"-9223372036854775808..5"}, "-9223372036854775808"},
	    {OP_MAX, {"1..9223372036854775807"}, "9223372036854775807"},
	    {OP_MIN, {"{}"}, "!the minimum of an empty set"},
	    {OP_MAX, {"{}"}, "!the maximum of an empty set"},
	};
	CHECK_ROWS(rows);
}

TEST relations(void)
{
	static const struct row rows[] = {
	    {OP_DOM, {"{}"}, "{}"},
	    {OP_DOM, {"{(a|->1),(a|->2),(c|->1)}"}, "{a,c}"},
	    {OP_DOM, {"[a,b,c,d]"}, "1..4"},
	    {OP_RAN, {"{(a|->2),(b|->1),(c|->2),(d|->3)}"}, "1..3"},
	    {OP_RAN, {"{}"}, "{}"},
	    {OP_IDENTITY, {"{}"}, "{}"},
	    {OP_IDENTITY, {"1..3"}, "[1,2,3]"},
	    {OP_IDENTITY, {"1..1001"}, TOO_LARGE},
	    {OP_PRJ1, {"{a}", "{1,2}"}, "{((a|->1)|->a),((a|->2)|->a)}"},
	    {OP_PRJ2, {"{a}", "{1,2}"}, "{((a|->1)|->1),((a|->2)|->2)}"},
	    {OP_PRJ1, {"{}", "{1,2}"}, "{}"},
	    {OP_INVERSE, {"{(a|->1),(b|->1),(a|->0)}"}, "{(0|->a),(1|->a),(1|->b)}"},
	    {OP_INVERSE, {"{}"}, "{}"},
	    {OP_IMAGE, {"{(a|->1),(a|->2),(b|->2),(c|->3)}", "{a,b,d}"}, "{1,2}"},
	    {OP_IMAGE, {"{(a|->1),(a|->2),(b|->2)}", "{}"}, "{}"},
	    {OP_IMAGE, {"{(a|->1),(a|->2),(b|->2)}", "{a}"}, "{1,2}"},
	    {OP_IMAGE, {"{}", "1..1000000000000"}, "{}"},
	    {OP_IMAGE, {"[a,b,c]", "2..1000000000000"}, "{b,c}"},
	    {OP_COMPOSE,
	     {"{(a|->1),(a|->2),(b|->3)}", "{(1|->c),(2|->c),(2|->b),(3|->a)}"},
	     "{(a|->b),(a|->c),(b|->a)}"},
	    {OP_COMPOSE, {"{(a|->1)}", "{}"}, "{}"},
	    {OP_COMPOSE, {"{}", "{(a|->1)}"}, "{}"},
	    {OP_PARALLEL_PRODUCT,
	     {"{(1|->a),(1|->b)}", "{(2|->c),(3|->d)}"},
	     "{((1|->2)|->(a|->c)),((1|->2)|->(b|->c)),((1|->3)|->(a|->d)),((1|->3)|->(b|->d))}"},
	    {OP_PARALLEL_PRODUCT, {"{}", "{(2|->c),(3|->d)}"}, "{}"},
	    {OP_DIRECT_PRODUCT,
	     {"{(1|->a),(1|->b),(2|->a)}", "{(0|->a),(1|->c),(1|->d),(3|->a)}"},
	     "{(1|->(a|->c)),(1|->(a|->d)),(1|->(b|->c)),(1|->(b|->d))}"},
	    {OP_DIRECT_PRODUCT, {"{}", "{(2|->c),(3|->d)}"}, "{}"},
	    {OP_DOMAIN_RESTRICT, {"{a,c}", "{(a|->1),(a|->2),(b|->1)}"}, "{(a|->1),(a|->2)}"},
	    {OP_DOMAIN_RESTRICT, {"{}", "{(a|->1)}"}, "{}"},
	    {OP_DOMAIN_RESTRICT, {"2..1000000000000", "[a,b,c]"}, "{(2|->b),(3|->c)}"},
	    {OP_DOMAIN_RESTRICT, {"-9223372036854775808..9223372036854775807", "[a]"}, "[a]"},
	    {OP_DOMAIN_SUBTRACT, {"{a,c}", "{(a|->1),(a|->2),(b|->1)}"}, "{(b|->1)}"},
	    {OP_DOMAIN_SUBTRACT, {"{}", "{(a|->1)}"}, "{(a|->1)}"},
	    {OP_DOMAIN_SUBTRACT, {"2..4", "[a,b,c,d,e]"}, "{(1|->a),(5|->e)}"},
	    {OP_RANGE_RESTRICT, {"{(a|->1),(a|->2),(b|->1)}", "{1}"}, "{(a|->1),(b|->1)}"},
	    {OP_RANGE_RESTRICT, {"{(a|->1),(a|->2)}", "2..1000000000000"}, "{(a|->2)}"},
	    {OP_RANGE_SUBTRACT, {"{(a|->1),(a|->2),(b|->1)}", "{1}"}, "{(a|->2)}"},
	    {OP_RANGE_SUBTRACT, {"{}", "{1}"}, "{}"},
	    {OP_OVERRIDE,
	     {"{(a|->1),(b|->1),(b|->2)}", "{(b|->3),(c|->4)}"},
	     "{(a|->1),(b|->3),(c|->4)}"},
	    {OP_OVERRIDE, {"{(c|->1)}", "{(a|->3),(a|->4)}"}, "{(a|->3),(a|->4),(c|->1)}"},
	    {OP_OVERRIDE, {"{}", "{(a|->3)}"}, "{(a|->3)}"},
	    {OP_OVERRIDE, {"{(a|->3)}", "{}"}, "{(a|->3)}"},
	    {OP_ITERATE, {"[2,3,4]", "0"}, "[1,2,3,4]"},
	    {OP_ITERATE, {"[2,3,4]", "1"}, "[2,3,4]"},
	    {OP_ITERATE, {"[2,3,4]", "2"}, "[3,4]"},
	    {OP_ITERATE, {"[2,3,4]", "1000000000000"}, "{}"},
	    {OP_ITERATE, {"[2,3,1]", "1000000000000"}, "[2,3,1]"},
	    {OP_ITERATE, {"[2]", "-1"}, "!a relation iterated a negative number of times"},
	    {OP_CLOSURE1, {"{}"}, "{}"},
	    {OP_CLOSURE1, {"[2,3]"}, "{(1|->2),(1|->3),(2|->3)}"},
	    {OP_CLOSURE1, {"{(a|->b),(b|->a)}"}, "{(a|->a),(a|->b),(b|->a),(b|->b)}"},
	    {OP_CLOSURE, {"[2,3]"}, "{(1|->1),(1|->2),(1|->3),(2|->2),(2|->3),(3|->3)}"},
	    {OP_FNC, {"{(a|->1),(a|->2),(b|->1)}"}, "{(a|->{1,2}),(b|->{1})}"},
	    {OP_REL,
	     {"{(a|->{1,2}),(b|->{1}),(c|->{}),(d|->1..3)}"},
	     "{(a|->1),(a|->2),(b|->1),(d|->1),(d|->2),(d|->3)}"},
	    {OP_REL, {"{(a|->{1,3}),(a|->{2})}"}, "{(a|->1),(a|->2),(a|->3)}"},
	    {OP_FNC, {"{}"}, "{}"},
	    {OP_SUCC, {NULL}, "!!the set is infinite"},
	};
	CHECK_ROWS(rows);
}

TEST arrows(void)
{
	static const struct row rows[] = {
	    {OP_RELATIONS, {"{a}", "{1,2}"}, "{{},{(a|->1)},{(a|->2)},{(a|->1),(a|->2)}}"},
	    {OP_RELATIONS, {"{}", "{1,2}"}, "{{}}"},
	    {OP_TOTAL_RELATIONS, {"{a}", "{1,2}"}, "{{(a|->1)},{(a|->2)},{(a|->1),(a|->2)}}"},
	    {OP_TOTAL_RELATIONS, {"{a}", "{}"}, "{}"},
	    {OP_TOTAL_RELATIONS, {"{}", "{}"}, "{{}}"},
	    {OP_SURJECTIVE_RELATIONS, {"{a}", "{1,2}"}, "{{(a|->1),(a|->2)}}"},
	    {OP_TOTAL_SURJECTIVE_RELATIONS, {"{a}", "1..3"}, "{{(a|->1),(a|->2),(a|->3)}}"},
	    {OP_PARTIAL_FUNCTIONS, {"{a}", "{1,2}"}, "{{},{(a|->1)},{(a|->2)}}"},
	    {OP_PARTIAL_FUNCTIONS, {"1..1000000000000", "{}"}, "{{}}"},
	    {OP_TOTAL_FUNCTIONS, {"{a}", "{1,2}"}, "{{(a|->1)},{(a|->2)}}"},
	    {OP_TOTAL_FUNCTIONS, {"{}", "{1,2}"}, "{{}}"},
	    {OP_TOTAL_FUNCTIONS, {"{a}", "{}"}, "{}"},
	    {OP_TOTAL_FUNCTIONS, {"1..7", "1..3"}, TOO_LARGE},
	    {OP_TOTAL_FUNCTIONS, {"1..1000000000000", "{a}"}, TOO_LARGE},
	    {OP_PARTIAL_INJECTIONS, {"{a,b}", "{1}"}, "{{},{(a|->1)},{(b|->1)}}"},
	    {OP_TOTAL_INJECTIONS, {"{a,b}", "{1}"}, "{}"},
	    {OP_TOTAL_INJECTIONS, {"{a}", "{1,2}"}, "{{(a|->1)},{(a|->2)}}"},
	    {OP_PARTIAL_SURJECTIONS, {"{a,b}", "{1}"}, "{{(a|->1)},{(b|->1)},{(a|->1),(b|->1)}}"},
	    {OP_TOTAL_SURJECTIONS, {"{a,b}", "{1}"}, "{{(a|->1),(b|->1)}}"},
	    {OP_TOTAL_SURJECTIONS, {"{a}", "1..1000000000000"}, "{}"},
	    {OP_PARTIAL_BIJECTIONS, {"{a,b}", "{1}"}, "{{(a|->1)},{(b|->1)}}"},
	    {OP_TOTAL_BIJECTIONS, {"{a,b}", "{1,2}"}, "{{(a|->1),(b|->2)},{(a|->2),(b|->1)}}"},
	    {OP_TOTAL_BIJECTIONS, {"{}", "{}"}, "{{}}"},
	    {OP_RELATIONS, {"1..3", "1..4"}, TOO_LARGE},
	    {OP_SEQ, {"{}"}, "{[]}"},
	    {OP_SEQ1, {"{}"}, "{}"},
	    {OP_SEQ, {"{a}"}, "!!the set is infinite"},
	    {OP_ISEQ, {"{}"}, "{[]}"},
	    {OP_ISEQ, {"{a,b}"}, "{[],[a],[b],[a,b],[b,a]}"},
	    {OP_ISEQ1, {"{a,b}"}, "{[a],[b],[a,b],[b,a]}"},
	    {OP_ISEQ1, {"{}"}, "{}"},
	    {OP_PERM, {"{}"}, "{[]}"},
	    {OP_PERM, {"1..3"}, "{[1,2,3],[1,3,2],[2,1,3],[2,3,1],[3,1,2],[3,2,1]}"},
	    {OP_PERM, {"1..7"}, TOO_LARGE},
	    {OP_ISEQ, {"1..1000000000000"}, TOO_LARGE},
	};
	CHECK_ROWS(rows);
}

TEST sequences(void)
{
	static const struct row rows[] = {
	    {OP_SEQUENCE, {"a", "b", "a"}, "[a,b,a]"},
	    {OP_SIZE, {"[]"}, "0"},
	    {OP_SIZE, {"[a,a]"}, "2"},
	    {OP_SIZE, {"{(0|->a)}"}, "!this is not a sequence"},
	    {OP_SIZE, {"{(1|->a),(1|->b)}"}, "!this is not a sequence"},
	    {OP_SIZE, {"{(1|->a),(1|->b),(3|->c)}"}, "!this is not a sequence"},
	    {OP_FIRST, {"[a,b]"}, "a"},
	    {OP_LAST, {"[a,b]"}, "b"},
	    {OP_FIRST, {"[]"}, "!the first element of an empty sequence"},
	    {OP_LAST, {"[]"}, "!the last element of an empty sequence"},
	    {OP_LAST, {"{(2|->a)}"}, "!this is not a sequence"},
	    {OP_FRONT, {"[a,b,c]"}, "[a,b]"},
	    {OP_TAIL, {"[a,b,c]"}, "[b,c]"},
	    {OP_FRONT, {"[a]"}, "[]"},
	    {OP_TAIL, {"[a]"}, "[]"},
	    {OP_FRONT, {"[]"}, "!the front of an empty sequence"},
	    {OP_TAIL, {"[]"}, "!the tail of an empty sequence"},
	    {OP_REV, {"[a,b,c]"}, "[c,b,a]"},
	    {OP_REV, {"[]"}, "[]"},
	    {OP_CONCAT, {"[a,b]", "[c,a]"}, "[a,b,c,a]"},
	    {OP_CONCAT, {"[]", "[c]"}, "[c]"},
	    {OP_CONCAT, {"[c]", "[]"}, "[c]"},
	    {OP_CONCAT, {"[c]", "{(2|->a)}"}, "!this is not a sequence"},
	    {OP_INSERT_FRONT, {"a", "[b,c]"}, "[a,b,c]"},
	    {OP_INSERT_FRONT, {"a", "[]"}, "[a]"},
	    {OP_INSERT_TAIL, {"[b,c]", "a"}, "[b,c,a]"},
	    {OP_RESTRICT_FRONT, {"[a,b,c]", "2"}, "[a,b]"},
	    {OP_RESTRICT_FRONT, {"[a,b,c]", "0"}, "[]"},
	    {OP_RESTRICT_FRONT, {"[a,b,c]", "3"}, "[a,b,c]"},
	    {OP_RESTRICT_FRONT,
	     {"[a,b,c]", "4"},
	     "!a sequence cut at a number that is not from 0 to its size"},
	    {OP_RESTRICT_TAIL, {"[a,b,c]", "2"}, "[c]"},
	    {OP_RESTRICT_TAIL, {"[a,b,c]", "0"}, "[a,b,c]"},
	    {OP_RESTRICT_TAIL, {"[a,b,c]", "3"}, "[]"},
	    {OP_RESTRICT_TAIL,
	     {"[a,b,c]", "-1"},
	     "!a sequence cut at a number that is not from 0 to its size"},
	    {OP_CONC, {"[[a,b],[],[c]]"}, "[a,b,c]"},
	    {OP_CONC, {"[]"}, "[]"},
	    {OP_CONC, {"[[a],{(2|->a)}]"}, "!this is not a sequence"},
	};
	CHECK_ROWS(rows);
}

#define TREE "{([]|->a),([1]|->b),([2]|->c),([1,1]|->d),([1,2]|->e),([1,3]|->f)}"
#define BINARY "{([]|->a),([1]|->b),([2]|->c),([1,1]|->d),([1,2]|->e)}"
#define NO_TREE "!this is not a tree"

TEST trees(void)
{
	static const struct row rows[] = {
	    {OP_TREE, {"{}"}, "{}"},
	    {OP_TREE, {"{a}"}, "!!the set is infinite"},
	    {OP_BTREE, {"{a}"}, "!!the set is infinite"},
	    {OP_TOP, {TREE}, "a"},
	    {OP_SIZET, {TREE}, "6"},
	    {OP_PREFIX, {TREE}, "[a,b,d,e,f,c]"},
	    {OP_POSTFIX, {TREE}, "[d,e,f,b,c,a]"},
	    {OP_POSTFIX, {"{([]|->a)}"}, "[a]"},
	    {OP_MIRROR, {TREE}, "{([]|->a),([2]|->b),([1]|->c),([2,3]|->d),([2,2]|->e),([2,1]|->f)}"},
	    {OP_SONS, {TREE}, "[{([]|->b),([1]|->d),([2]|->e),([3]|->f)},{([]|->c)}]"},
	    {OP_SONS, {"{([]|->a)}"}, "[]"},
	    {OP_CONST, {"a", "[{([]|->b),([1]|->d),([2]|->e),([3]|->f)},{([]|->c)}]"}, TREE},
	    {OP_CONST, {"a", "[]"}, "{([]|->a)}"},
	    {OP_CONST, {"a", "[{}]"}, NO_TREE},
	    {OP_RANK, {TREE, "[1,3]"}, "3"},
	    {OP_RANK, {TREE, "[]"}, "!the root of a tree has no rank"},
	    {OP_RANK, {TREE, "[3]"}, "!this is not a node of the tree"},
	    {OP_FATHER, {TREE, "[1,3]"}, "[1]"},
	    {OP_FATHER, {TREE, "[2]"}, "[]"},
	    {OP_FATHER, {TREE, "[]"}, "!the root of a tree has no father"},
	    {OP_SON, {TREE, "[1]", "2"}, "[1,2]"},
	    {OP_SON, {TREE, "[1]", "4"}, "!the node has no such son"},
	    {OP_SON, {TREE, "[2]", "1"}, "!the node has no such son"},
	    {OP_SUBTREE, {TREE, "[1]"}, "{([]|->b),([1]|->d),([2]|->e),([3]|->f)}"},
	    {OP_SUBTREE, {TREE, "[]"}, TREE},
	    {OP_ARITY, {TREE, "[1]"}, "3"},
	    {OP_ARITY, {TREE, "[2]"}, "0"},
	    {OP_BIN, {"a"}, "{([]|->a)}"},
	    {OP_BIN, {"{([]|->b),([1]|->d),([2]|->e)}", "a", "{([]|->c)}"}, BINARY},
	    {OP_LEFT, {BINARY}, "{([]|->b),([1]|->d),([2]|->e)}"},
	    {OP_RIGHT, {BINARY}, "{([]|->c)}"},
	    {OP_LEFT, {"{([]|->a)}"}, "!this is not a binary tree with two sons"},
	    {OP_INFIX, {BINARY}, "[d,b,e,a,c]"},
	    {OP_INFIX, {"{([]|->a)}"}, "[a]"},
	    {OP_INFIX, {TREE}, "!this is not a binary tree"},
	    {OP_TOP, {"{}"}, NO_TREE},
	    {OP_TOP, {"{([1]|->a)}"}, NO_TREE},
	    {OP_TOP, {"{([]|->a),([]|->b)}"}, NO_TREE},
	    {OP_TOP, {"{([]|->a),([2]|->b)}"}, NO_TREE},
	    {OP_TOP, {"{([]|->a),([1,1]|->b)}"}, NO_TREE},
	    {OP_TOP, {"{([]|->a),([1]|->b),([2,1]|->b)}"}, NO_TREE},
	    {OP_TOP, {"{([]|->a),([1]|->b),([1]|->c)}"}, NO_TREE},
	    {OP_TOP, {"{([]|->a),({(2|->1)}|->b)}"}, NO_TREE},
	};
	CHECK_ROWS(rows);
}

/* ---- calls and updates --------------------------------------------------------------------------------------- */

TEST calls(void)
{
	struct algebra_failure why;
	ASSERT_EQ(algebra_call(s, parse("[a,b,c]"), parse("2"), &why), parse("b"));
	ASSERT_EQ(algebra_call(s, parse("[a,b,c]"), parse("4"), &why), VALUE_NONE);
	ASSERT_STR_EQ(why.why, "the function is not defined for this argument");
	ASSERT_FALSE(why.is_limit);
	ASSERT_EQ(algebra_call(s, parse("{}"), parse("4"), &why), VALUE_NONE);
	ASSERT_EQ(algebra_call(s, parse("{(1|->a),(1|->b),(2|->c)}"), parse("1"), &why), VALUE_NONE);
	ASSERT_STR_EQ(why.why, "the relation has several images of this argument");
	ASSERT_EQ(algebra_call(s, parse("{(1|->a),(1|->b),(2|->c)}"), parse("2"), NULL), parse("c"));
	ASSERT_EQ(algebra_call(s, parse("{({}|->a),({1}|->b)}"), parse("{1}"), &why), parse("b"));
	ASSERT_EQ(algebra_call(s, parse("{((a|->b)|->c)}"), parse("(a|->b)"), &why), parse("c"));
	ASSERT_EQ(algebra_call(s, parse("{(1|->a),(9000000000000|->b)}"), parse("9000000000000"), &why),
	          parse("b"));
	PASS();
}

TEST updates(void)
{
	static const char *const rows[][4] = {
	    {"{}", "1", "a", "[a]"},
	    {"[a,b,c]", "2", "d", "[a,d,c]"},
	    {"[a,b,c]", "2", "b", "[a,b,c]"},
	    {"[a,b,c]", "4", "d", "[a,b,c,d]"},
	    {"[a,b]", "0", "d", "{(0|->d),(1|->a),(2|->b)}"},
	    {"{(1|->a),(1|->b),(2|->c)}", "1", "b", "[b,c]"},
	    {"{(1|->a),(5|->b)}", "3", "c", "{(1|->a),(3|->c),(5|->b)}"},
	    {"{({1}|->a)}", "{}", "c", "{({}|->c),({1}|->a)}"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		value f = parse(rows[i][0]), result = parse(rows[i][3]);
		ASSERT_EQ(algebra_update(s, f, parse(rows[i][1]), parse(rows[i][2])), result);
	}
	PASS();
}

TEST large_closures_are_fast_enough(void)
{
	/* A chain beyond the rows of bits, in pieces of ten, and one of 1,000 within them. */
	enum { PIECES = 1000, PIECE = 10, CHAIN = 1000 };
	VEC(value) pairs = {0};
	for (int64_t i = 0; i < PIECES * PIECE; i++)
		if (i % PIECE)
			VEC_PUSH(&pairs, value_pair(s, value_integer(s, i - 1), value_integer(s, i)));
	struct algebra_failure why;
	value r = value_set(s, pairs.at, pairs.count);
	value v = algebra_apply(s, OP_CLOSURE1, &r, 1, 1000000, &why);
	ASSERT_EQ(value_count(s, v), PIECES * PIECE * (PIECE - 1) / 2);
	ASSERT(value_in_pair(s, v, value_integer(s, 10), value_integer(s, 19)));
	ASSERT_FALSE(value_in_pair(s, v, value_integer(s, 9), value_integer(s, 10)));
	v = algebra_apply(s, OP_CLOSURE, &r, 1, 1000000, &why);
	ASSERT_EQ(value_count(s, v), PIECES * PIECE * (PIECE + 1) / 2);
	ASSERT_EQ(algebra_apply(s, OP_CLOSURE1, &r, 1, 1000, &why), VALUE_NONE);
	ASSERT(why.is_limit);
	pairs.count = 0;
	for (int64_t i = 1; i < CHAIN; i++)
		VEC_PUSH(&pairs, value_pair(s, value_integer(s, i), value_integer(s, i - 1)));
	r = value_set(s, pairs.at, pairs.count);
	ASSERT_EQ(algebra_apply(s, OP_CLOSURE1, &r, 1, 1000, &why), VALUE_NONE);
	v = algebra_apply(s, OP_CLOSURE1, &r, 1, 1000000, &why);
	ASSERT_EQ(value_count(s, v), CHAIN * (CHAIN - 1) / 2);
	VEC_CLEAR(&pairs);
	PASS();
}

SUITE(algebra)
{
	GREATEST_SET_SETUP_CB(begin, NULL);
	GREATEST_SET_TEARDOWN_CB(end, NULL);
	RUN_TEST(sets);
	RUN_TEST(the_limit_itself_is_allowed);
	RUN_TEST(predicates);
	RUN_TEST(powers_and_numbers);
	RUN_TEST(relations);
	RUN_TEST(arrows);
	RUN_TEST(sequences);
	RUN_TEST(trees);
	RUN_TEST(calls);
	RUN_TEST(updates);
	RUN_TEST(large_closures_are_fast_enough);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(algebra);
	GREATEST_MAIN_END();
}
