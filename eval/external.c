/* Functions of ProB's libraries that the evaluator knows. What it does not know is refused where
 * it is used, by name. */
#include "eval/inside.h"

static value argument(struct eval *e, const struct node *n, uint32_t i)
{
	value v = expr_eval(e, n->kid[i]);
	return v == VALUE_NONE ? v : lazy_list(e, v, n->kid[i]->pos);
}

static value text_value(struct eval *e, const char *s, size_t length)
{
	return value_string(e->s, names_add(e->project->names, s, length));
}

/* Characters are code points. */
static size_t character_length(const char *s)
{
	size_t n = 1;
	while (((unsigned char)s[n] & 0xc0) == 0x80) n++;
	return n;
}

/* ---- strings ----------------------------------------------------------------------------------- */

static value string_append(struct eval *e, const value *a)
{
	struct text t = {0};
	text_add(&t, value_to_string(e->s, a[0]));
	text_add(&t, value_to_string(e->s, a[1]));
	value v = text_value(e, text_get(&t), t.count);
	text_clear(&t);
	return v;
}

static value string_length(struct eval *e, const value *a)
{
	int64_t n = 0;
	for (const char *s = value_to_string(e->s, a[0]); *s; s += character_length(s)) n++;
	return value_integer(e->s, n);
}

static value sequence(struct eval *e, struct value_list *items)
{
	for (uint32_t i = 0; i < items->list.count; i++)
		items->list.at[i] = value_pair(e->s, value_integer(e->s, i + 1), items->list.at[i]);
	value v = value_set(e->s, items->list.at, items->list.count);
	VEC_CLEAR(&items->list);
	return v;
}

static value string_split(struct eval *e, const value *a)
{
	const char *s = value_to_string(e->s, a[0]), *separator = value_to_string(e->s, a[1]), *next;
	struct value_list items = {0};
	size_t length = strlen(separator);
	while (length && (next = strstr(s, separator)) != NULL) {
		VEC_PUSH(&items.list, text_value(e, s, (size_t)(next - s)));
		s = next + length;
	}
	VEC_PUSH(&items.list, text_value(e, s, strlen(s)));
	return sequence(e, &items);
}

static value string_join(struct eval *e, const value *a)
{
	struct algebra_failure why = {0};
	if (algebra_apply(e->s, OP_SIZE, a, 1, e->limit, &why) == VALUE_NONE) return VALUE_NONE;
	struct text t = {0};
	const char *separator = value_to_string(e->s, a[1]);
	uint64_t count = value_count(e->s, a[0]);
	for (uint64_t i = 0; i < count; i++) {
		if (i) text_add(&t, separator);
		text_add(&t, value_to_string(e->s, value_second(e->s, value_at(e->s, a[0], i))));
	}
	value v = text_value(e, text_get(&t), t.count);
	text_clear(&t);
	return v;
}

static value string_chars(struct eval *e, const value *a)
{
	struct value_list items = {0};
	for (const char *s = value_to_string(e->s, a[0]); *s;) {
		size_t n = character_length(s);
		VEC_PUSH(&items.list, text_value(e, s, n));
		s += n;
	}
	return sequence(e, &items);
}

static value string_codes(struct eval *e, const value *a)
{
	struct value_list items = {0};
	for (const char *s = value_to_string(e->s, a[0]); *s;) {
		size_t n = character_length(s);
		uint32_t code = (unsigned char)s[0];
		if (n > 1) code &= 0x7fu >> n;
		for (size_t i = 1; i < n; i++) code = code << 6 | ((unsigned char)s[i] & 0x3f);
		VEC_PUSH(&items.list, value_integer(e->s, code));
		s += n;
	}
	return sequence(e, &items);
}

static value to_string(struct eval *e, const value *a)
{
	if (value_kind(e->s, a[0]) == VALUE_STRING) return a[0];
	struct text t = {0};
	value_print(e->s, e->u, a[0], &t);
	value v = text_value(e, text_get(&t), t.count);
	text_clear(&t);
	return v;
}

/* FORMAT_TO_STRING: ~w, ~p and ~a stand for the next value, ~n for the end of a line, ~~ for ~. */
static bool format_directive(struct eval *e, char directive, value items, uint64_t *used,
                             struct text *t)
{
	value item;
	switch (directive) {
	case '~': text_add(t, "~"); return true;
	case 'n': text_add(t, "\n"); return true;
	case 'w':
	case 'p':
	case 'a':
		if (*used == value_count(e->s, items)) return false;
		item = to_string(e, (value[]){value_second(e->s, value_at(e->s, items, (*used)++))});
		text_add(t, value_to_string(e->s, item));
		return true;
	default:
		eval_fail(e, EVAL_UNSUPPORTED, (struct pos){0}, "'~%c' in a format is not supported",
		          directive);
		return false;
	}
}

/* Undefined if there are more or fewer values than the format needs. */
static value format_to_string(struct eval *e, const value *a)
{
	struct text t = {0};
	struct algebra_failure why = {0};
	uint64_t used = 0;
	bool is_good = algebra_apply(e->s, OP_SIZE, a + 1, 1, e->limit, &why) != VALUE_NONE;
	for (const char *s = value_to_string(e->s, a[0]); is_good && *s;) {
		size_t n = *s == '~' && s[1] ? 2 : character_length(s);
		if (*s == '~') is_good = format_directive(e, s[1], a[1], &used, &t);
		else text_add_bytes(&t, s, n);
		s += n;
	}
	is_good = is_good && used == value_count(e->s, a[1]);
	value v = is_good ? text_value(e, text_get(&t), t.count) : VALUE_NONE;
	text_clear(&t);
	return v;
}

static bool is_int(const char *s)
{
	if (*s == '-') s++;
	if (!*s) return false;
	while (*s >= '0' && *s <= '9') s++;
	return !*s;
}

static value string_is_int(struct eval *e, const value *a)
{
	return value_bool(is_int(value_to_string(e->s, a[0])));
}

static value string_to_int(struct eval *e, const value *a)
{
	const char *s = value_to_string(e->s, a[0]);
	if (!is_int(s)) return VALUE_NONE;
	value v = value_number(e->s, s);
	return v ? v : eval_fail(e, EVAL_LIMIT, (struct pos){0}, "%s", algebra_too_long);
}

/* ---- sets -------------------------------------------------------------------------------------- */

/* Hilbert's choice: always the same element of the same set. */
static value choose(struct eval *e, const value *a)
{
	return value_count(e->s, a[0]) ? value_at(e->s, a[0], 0) : VALUE_NONE;
}

static value the_only(struct eval *e, const value *a)
{
	return value_count(e->s, a[0]) == 1 ? value_at(e->s, a[0], 0) : VALUE_NONE;
}

static value sort(struct eval *e, const value *a)
{
	struct value_list items = {0};
	uint64_t count = value_count(e->s, a[0]);
	for (uint64_t i = 0; i < count; i++) VEC_PUSH(&items.list, value_at(e->s, a[0], i));
	return sequence(e, &items);
}

/* The values of a function from integers, in order of the arguments, as a sequence. (Several values for one
 * argument have no order: elements of deferred sets are not told apart.) */
static value squash(struct eval *e, const value *a)
{
	struct value_list items = {0};
	struct algebra_failure why = {0};
	uint64_t count = value_count(e->s, a[0]);
	value domain = algebra_apply(e->s, OP_DOM, a, 1, UINT64_MAX, &why);
	if (value_count(e->s, domain) != count) return VALUE_NONE;
	for (uint64_t i = 0; i < count; i++)
		VEC_PUSH(&items.list, value_second(e->s, value_at(e->s, a[0], i)));
	return sequence(e, &items);
}

static value bit_and(struct eval *e, const value *a) { return value_bits(e->s, '&', a[0], a[1]); }
static value bit_or(struct eval *e, const value *a) { return value_bits(e->s, '|', a[0], a[1]); }
static value bit_xor(struct eval *e, const value *a) { return value_bits(e->s, '^', a[0], a[1]); }
static value bit_not(struct eval *e, const value *a) { return value_bits(e->s, '~', a[0], a[0]); }

static value closure1(struct eval *e, const value *a)
{
	struct algebra_failure why = {0};
	value v = algebra_apply(e->s, OP_CLOSURE1, a, 1, e->limit, &why);
	return v == VALUE_NONE ? eval_fail(e, EVAL_LIMIT, (struct pos){0}, "%s", why.why) : v;
}

static value absolute(struct eval *e, const value *a)
{
	bool is_negative = value_sign(e->s, a[0]) < 0;
	return is_negative ? expr_number(e, OP_NEGATE, a[0], a[0], (struct pos){0}) : a[0];
}

static value sign(struct eval *e, const value *a)
{
	return value_integer(e->s, value_sign(e->s, a[0]));
}

static value greatest_divisor(struct eval *e, const value *a)
{
	return value_common_divisor(e->s, a[0], a[1]);
}

static const struct {
	const char *name;
	uint32_t count;
	value (*function)(struct eval *, const value *);
} known[] = {
    {"STRING_APPEND", 2, string_append},
    {"STRING_CONC", 2, string_append},
    {"STRING_LENGTH", 1, string_length},
    {"STRING_SPLIT", 2, string_split},
    {"STRING_JOIN", 2, string_join},
    {"STRING_CHARS", 1, string_chars},
    {"STRING_CODES", 1, string_codes},
    {"INT_TO_STRING", 1, to_string},
    {"TO_STRING", 1, to_string},
    {"FORMAT_TO_STRING", 2, format_to_string},
    {"STRING_IS_INT", 1, string_is_int},
    {"STRING_TO_INT", 1, string_to_int},
    {"CHOOSE", 1, choose},
    {"MU", 1, the_only},
    {"SORT", 1, sort},
    {"SQUASH", 1, squash},
    {"BAND", 2, bit_and},
    {"BOR", 2, bit_or},
    {"BXOR", 2, bit_xor},
    {"BNOT", 1, bit_not},
    {"CLOSURE1", 1, closure1},
    {"ABS", 1, absolute},
    {"SIGN", 1, sign},
    {"GCD", 2, greatest_divisor},
};

enum { MOST_ARGUMENTS = 4 };

static value call(struct eval *e, const struct node *n)
{
	uint32_t count = external_operands(n);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (known[i].count != count || strcmp(known[i].name, n->name) != 0) continue;
		value a[MOST_ARGUMENTS];
		for (uint32_t k = 0; k < count; k++) {
			a[k] = argument(e, n, k);
			if (a[k] == VALUE_NONE) return VALUE_NONE;
		}
		value v = known[i].function(e, a);
		if (v == VALUE_NONE && e->has_failure) e->failure.pos = n->pos;
		if (v == VALUE_NONE)
			eval_fail(e, EVAL_UNDEFINED, n->pos, "'%s' is not defined for this argument", n->name);
		return v;
	}
	return eval_fail(e, EVAL_UNSUPPORTED, n->pos, "the external function '%s' is not supported",
	                 n->name);
}

/* ---- functions that call themselves by a name ---------------------------------------------------- */

/* REC_LET("f", E) is E, in which REC("f", x) is E(x): the least function like that. */
static value named_function(struct eval *e, const struct node *n)
{
	value text = expr_eval(e, n->kid[0]), f = text == VALUE_NONE ? text : lazy_of(e, n->kid[1]);
	if (f == VALUE_NONE) return f;
	const void *key = (const void *)(uintptr_t)text;
	value before = (value)(uintptr_t)map_get(&e->named, key);
	if (before && before != f)
		return eval_fail(e, EVAL_UNSUPPORTED, n->pos,
		                 "there are two functions REC_LET(\"%s\", ...)",
		                 value_to_string(e->s, text));
	map_put(&e->named, key, (void *)(uintptr_t)f);
	return f;
}

static value call_by_name(struct eval *e, const struct node *n)
{
	value text = expr_eval(e, n->kid[0]), x = text == VALUE_NONE ? text : expr_eval(e, n->kid[1]);
	if (x == VALUE_NONE) return x;
	value f = (value)(uintptr_t)map_get(&e->named, (const void *)(uintptr_t)text);
	if (f) return member_apply_value(e, f, x, n->pos);
	return eval_fail(e, EVAL_UNSUPPORTED, n->pos, "there is no function REC_LET(\"%s\", ...)",
	                 value_to_string(e->s, text));
}

/* ---- calls ----------------------------------------------------------------------------------------- */

/* All operands have a value; that of `same`, if it is one of them. */
static value operands(struct eval *e, const struct node *n, const struct node *same)
{
	value found = VALUE_TRUE;
	for (uint32_t i = 0; i < external_operands(n); i++) {
		value v = expr_eval(e, n->kid[i]);
		if (v == VALUE_NONE) return v;
		if (n->kid[i] == same) found = v;
	}
	return found;
}

value external_value(struct eval *e, const struct node *n)
{
	const struct node *same = external_same_as(n);
	bool has_two = external_operands(n) == 2;
	if (same || external_is_true(n)) return operands(e, n, same);
	if (has_two && strcmp(n->name, "REC_LET") == 0) return named_function(e, n);
	if (has_two && strcmp(n->name, "REC") == 0) return call_by_name(e, n);
	return call(e, n);
}

enum truth external_predicate(struct eval *e, const struct node *n)
{
	value v = external_value(e, n);
	return v == VALUE_NONE ? EVAL_FAILED : v == VALUE_TRUE;
}
