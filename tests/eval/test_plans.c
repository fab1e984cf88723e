/* Plans against plain enumeration (tests/differ/differ_naive.c), on conditions that plans narrow: sums of several
 * names, sums over functions, disjunctions and implications that give several names their values, subsets by size.
 *
 *     test_plans [SEED COUNT]
 *
 * Where plain enumeration has no sets from which names come, it gets a box in front, which has more of each name than most
 * solutions need: what there is in the box must be found, and what is found must satisfy the condition. */
#include "tests/greatest.h"

#include "tests/differ/differ.h"

enum { USUAL = 220, NUMBERS = 3 };

struct chooser {
	uint64_t state;
	struct text out, box;
	uint32_t numbers; /* names i, j, k */
	bool has_set, has_function;
	bool is_wide; /* names have many values together, so that cases are worth it */
};

static uint32_t draw(struct chooser *c, uint32_t below)
{
	c->state ^= c->state << 13;
	c->state ^= c->state >> 7;
	c->state ^= c->state << 17;
	return (uint32_t)(c->state >> 33) % below;
}

static bool chance(struct chooser *c, uint32_t one_in) { return draw(c, one_in) == 0; }

static void say(struct chooser *c, const char *text) { text_add(&c->out, text); }

static char number_name(struct chooser *c) { return (char)('i' + draw(c, c->numbers)); }

/* A small number; now and then one that may have no value, or has none. */
static void say_number(struct chooser *c, int low, uint32_t count)
{
	int n = low + (int)draw(c, count);
	if (chance(c, 40)) text_format(&c->out, "10 / %u", draw(c, 3));
	else text_format(&c->out, n < 0 ? "(%d)" : "%d", n);
}

static void say_guard(struct chooser *c)
{
	static const char *const guards[] = {"1 = 1", "2 < 1", "10 / 0 > 1", "10 / 2 > 1",
	                                     "4 mod 2 = 1"};
	say(c, guards[chance(c, 8) ? draw(c, 5) : draw(c, 2)]);
}

/* ---- where names are ------------------------------------------------------------------------------ */

static void say_typing(struct chooser *c, char x)
{
	if (c->is_wide) {
		text_format(&c->out, "%c : -8..8", x);
		return;
	}
	switch (draw(c, 8)) {
	case 0: text_format(&c->out, "%c : NATURAL", x); break;
	case 1: text_format(&c->out, "%c : NATURAL1", x); break;
	case 2: text_format(&c->out, "%c >= -%u", x, draw(c, 3)); break;
	case 3: text_format(&c->out, "%c : {-1, 0, 2, 3}", x); break;
	case 4: text_format(&c->out, "%c <= 3 & %c > -2", x, x); break;
	case 5: text_format(&c->out, "%c : NAT", x); break;
	default:
		text_format(&c->out, "%c : ", x);
		say_number(c, -1, 2);
		say(c, "..");
		say_number(c, 1, 3);
	}
}

static void say_set(struct chooser *c)
{
	static const char *const sets[] = {"s <: 1..4",     "s : POW(1..4)",   "s : POW1(1..4)",
	                                   "s : FIN(0..3)", "s <<: {1, 2, 3}", "s : FIN1({2, 3})"};
	say(c, sets[draw(c, 6)]);
}

static void say_function(struct chooser *c)
{
	static const char *const sets[] = {"f : 1..3 --> 0..3", "f : 1..3 --> NATURAL",
	                                   "f : 1..3 +-> 0..2", "f : 1..2 --> NATURAL1",
	                                   "f : 1..3 >-> 0..3"};
	say(c, sets[draw(c, 5)]);
}

/* ---- conditions ----------------------------------------------------------------------------------- */

static void say_sign(struct chooser *c)
{
	static const char *const signs[] = {" = ", " <= ", " < ", " >= ", " > "};
	say(c, signs[chance(c, 2) ? 0 : draw(c, 5)]);
}

static void say_sum(struct chooser *c)
{
	uint32_t terms = 1 + draw(c, 3);
	for (uint32_t n = 0; n < terms; n++) {
		if (n) say(c, chance(c, 4) ? " - " : " + ");
		if (chance(c, 3)) text_format(&c->out, "%u * ", 1 + draw(c, 3));
		text_format(&c->out, "%c", number_name(c));
	}
	say_sign(c);
	if (chance(c, 6)) text_format(&c->out, "%c + ", number_name(c));
	say_number(c, -1, 7);
}

/* i = 1 & j = i + 1: what a case says of names */
static void say_choice(struct chooser *c)
{
	uint32_t count = 1 + draw(c, c->numbers);
	for (uint32_t n = 0; n < count; n++) {
		char x = number_name(c), y = number_name(c);
		if (n) say(c, " & ");
		switch (draw(c, 6)) {
		case 0: text_format(&c->out, "%c : {0, %u}", x, draw(c, 4)); break;
		case 1: text_format(&c->out, "%c = %c + 1", x, y); break;
		case 2: text_format(&c->out, "%c = 6 / %c", x, y); break;
		case 3: text_format(&c->out, "%c + %c = 3", x, y); break;
		default: text_format(&c->out, "%c = ", x); say_number(c, 0, 4);
		}
	}
	if (c->has_set && chance(c, 2)) text_format(&c->out, " & s = {%u}", 1 + draw(c, 3));
}

static void say_cases(struct chooser *c)
{
	uint32_t count = 2 + draw(c, 3);
	say(c, "(");
	for (uint32_t n = 0; n < count; n++) {
		if (n) say(c, " or ");
		say(c, "(");
		if (chance(c, 2)) {
			say_guard(c);
			say(c, " & ");
		}
		say_choice(c);
		say(c, ")");
	}
	say(c, ")");
}

static void say_implications(struct chooser *c)
{
	uint32_t count = 1 + draw(c, 6);
	for (uint32_t n = 0; n < count; n++) {
		if (n) say(c, " & ");
		say(c, "(");
		if (chance(c, 4)) text_format(&c->out, "%c > %u", number_name(c), draw(c, 3));
		else say_guard(c);
		say(c, " => ");
		say_choice(c);
		say(c, ")");
	}
}

static void say_size(struct chooser *c)
{
	const char *what = c->has_set && (!c->has_function || chance(c, 2)) ? "card(s)" : "card(f)";
	if (chance(c, 3)) {
		text_format(&c->out, "%s : %u..%u", what, draw(c, 3), 1 + draw(c, 3));
	} else if (chance(c, 6)) {
		text_format(&c->out, "%s : {%u, %u}", what, draw(c, 4), draw(c, 4));
	} else {
		say(c, what);
		say_sign(c);
		say_number(c, 0, 4);
	}
}

static void say_sum_of_function(struct chooser *c)
{
	static const char *const sums[] = {"SIGMA(n).(n : 1..3 | f(n))",
	                                   "SIGMA(n).(n : dom(f) | f(n))",
	                                   "SIGMA(n).(n : 1..2 | 2 * f(n))",
	                                   "f(1) + f(2)",
	                                   "SIGMA(n).(n : 1..3 | n * f(n))",
	                                   "SIGMA(n).(n : 0..2 | f(n))",
	                                   "SIGMA(n).(n : {1, 3} & n > 0 | f(n) - 1)",
	                                   "f(3)",
	                                   "SIGMA(n, m).(n |-> m : f | m)",
	                                   "SIGMA(n).(n : 1..3 | f(n)) - f(1)"};
	say(c, sums[draw(c, 10)]);
	say_sign(c);
	if (c->numbers && chance(c, 4)) text_format(&c->out, "%c + ", number_name(c));
	say_number(c, 0, 6);
}

static void say_condition(struct chooser *c)
{
	bool has_size = c->has_set || c->has_function;
	uint32_t kind = c->is_wide ? 6 + draw(c, 3) : draw(c, 10);
	if (c->has_function && kind < 5) say_sum_of_function(c);
	else if (has_size && (kind < 3 || !c->numbers)) say_size(c);
	else if (!c->numbers) say_sum_of_function(c);
	else if (kind < 6) say_sum(c);
	else if (kind < 8) say_cases(c);
	else if (kind < 9) say_implications(c);
	else text_format(&c->out, "%c * %c > 1", number_name(c), number_name(c));
}

/* ---- the set -------------------------------------------------------------------------------------- */

static void say_names(struct chooser *c)
{
	bool is_first = true;
	for (uint32_t n = 0; n < c->numbers; n++) {
		text_format(&c->out, "%s%c", is_first ? "" : ", ", (char)('i' + n));
		text_format(&c->box, "%c : %s & ", (char)('i' + n), c->numbers > 2 ? "-2..4" : "-3..7");
		is_first = false;
	}
	if (c->has_set) {
		text_format(&c->out, "%ss", is_first ? "" : ", ");
		text_add(&c->box, "s : POW(0..4) & ");
		is_first = false;
	}
	if (!c->has_function) return;
	text_format(&c->out, "%sf", is_first ? "" : ", ");
	text_add(&c->box, "f : 1..3 +-> 0..2 & ");
}

/* {names | condition}, the same with the box, and its number of elements, as one predicate. */
static void write_sets(struct chooser *c, struct text *predicate)
{
	c->has_function = chance(c, 3);
	c->has_set = !c->has_function && chance(c, 3);
	c->numbers = c->has_function || c->has_set ? draw(c, 3) : 1 + draw(c, NUMBERS);
	c->is_wide = c->numbers == 2 && chance(c, 2);
	uint32_t conditions = c->is_wide ? 1 + draw(c, 2) : 1 + draw(c, 3);
	say_names(c);
	struct text names = c->out;
	c->out = (struct text){0};
	for (uint32_t n = 0; n < c->numbers; n++) {
		say_typing(c, (char)('i' + n));
		say(c, " & ");
	}
	if (c->has_set) say_set(c), say(c, " & ");
	if (c->has_function) say_function(c), say(c, " & ");
	for (uint32_t n = 0; n < conditions; n++) {
		if (n) say(c, " & ");
		say_condition(c);
	}
	const char *n = text_get(&names), *condition = text_get(&c->out);
	text_format(predicate, "{%s | %s} /= {%s | %s%s} or card({%s | %s}) < 0", n, condition, n,
	            text_get(&c->box), condition, n, condition);
	text_clear(&names);
}

/* ---- the comparison ------------------------------------------------------------------------------- */

static struct text message;
static uint32_t compared, undefined;

static bool fails(const char *why, struct problem *p, value v)
{
	text_clear(&message);
	text_format(&message, "%s: ", why);
	if (v != VALUE_NONE) value_print(p->values, &p->universe, v, &message);
	return false;
}

static bool satisfies(struct problem *p, const struct node *set, value v)
{
	const struct node *ids = set->kid[0];
	for (uint32_t i = ids->count; i-- > 0;) {
		eval_set(p->eval, ids->kid[i]->decl, i ? value_second(p->values, v) : v);
		if (i) v = value_first(p->values, v);
	}
	return eval_predicate(p->eval, set->kid[1]) == EVAL_TRUE;
}

/* What there is in the box. */
static bool has_all(struct problem *p, const struct node *set, value planned, value boxed)
{
	for (uint64_t i = 0; i < value_count(p->values, boxed); i++) {
		value v = value_at(p->values, boxed, i);
		if (!value_in(p->values, planned, v)) return fails("is left out", p, v);
	}
	for (uint64_t i = 0; i < value_count(p->values, planned); i++) {
		value v = value_at(p->values, planned, i);
		if (!satisfies(p, set, v)) return fails("is too much", p, v);
	}
	return true;
}

static bool has_number(struct problem *p, const struct node *card, value set)
{
	value number = eval_expression(p->eval, card);
	return number == VALUE_NONE || eval_was_cut(p->eval) ||
	       number == value_integer(p->values, (int64_t)value_count(p->values, set)) ||
	       fails("is counted wrongly", p, set);
}

static bool agrees(struct problem *p)
{
	const struct node *both = p->predicate->kid[0], *card = p->predicate->kid[1]->kid[0];
	const struct node *set = both->kid[0], *in_box = both->kid[1];
	eval_clear_cut(p->eval);
	value plain, planned = eval_expression(p->eval, set);
	if (planned != VALUE_NONE) planned = eval_list(p->eval, planned, set->pos);
	bool is_undefined = planned == VALUE_NONE && eval_failed(p->eval)->kind == EVAL_UNDEFINED;
	if ((planned == VALUE_NONE && !is_undefined) || eval_was_cut(p->eval)) return true;
	if (naive_value(p, set, &plain)) {
		compared++;
		undefined += is_undefined;
		return (plain == planned && (is_undefined || has_number(p, card, planned))) ||
		       fails("differs from", p, plain);
	}
	if (is_undefined || !naive_value(p, in_box, &plain) || plain == VALUE_NONE) return true;
	compared++;
	return has_all(p, set, planned, plain) && has_number(p, card, planned);
}

TEST agree(uint64_t seed)
{
	struct chooser c = {.state = seed * 0x9E3779B97F4A7C15u + 88172645463325252u};
	struct text predicate = {0}, shown = {0};
	struct problem p;
	for (int i = 0; i < 8; i++) draw(&c, 2);
	write_sets(&c, &predicate);
	problem_open(&p, text_get(&predicate), (struct random_sizes){2, 2}, -1, 3);
	bool is_read = p.predicate != NULL, good = is_read && agrees(&p);
	if (!good)
		text_format(&shown, "seed %lu: %s\n  {... | %s}", seed,
		            is_read ? text_get(&message) : "is no predicate", text_get(&c.out));
	problem_close(&p);
	text_clear(&predicate);
	text_clear(&c.out);
	text_clear(&c.box);
	text_clear(&message);
	text_add(&message, text_get(&shown));
	text_clear(&shown);
	ASSERTm(text_get(&message), good);
	PASS();
}

static uint64_t from = 22700, count = USUAL;

SUITE(plans)
{
	for (uint64_t seed = from; seed < from + count; seed++) RUN_TESTp(agree, seed);
}

/* Most of them have an answer, also such that are undefined. */
TEST are_compared(void)
{
	ASSERT(compared * 3 > count);
	ASSERT(undefined * 100 > count);
	PASS();
}

SUITE(coverage) { RUN_TEST(are_compared); }

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	if (argc == 3) {
		from = strtoull(argv[1], NULL, 10);
		count = strtoull(argv[2], NULL, 10);
		argc = 1;
	}
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(plans);
	RUN_SUITE(coverage);
	text_clear(&message);
	GREATEST_MAIN_END();
}
