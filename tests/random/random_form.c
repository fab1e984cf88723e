/* Random formulas of forms that have a syntax of their own: binders, applications, records, ... */
#include "tests/random/random_inside.h"

static uint32_t less(uint32_t depth) { return depth ? depth - 1 : 0; }

static void write(struct writer *w, const char *text) { text_add(w->out, text); }

static const struct rtype *integer(struct writer *w) { return rtype_of(w, R_INTEGER, NULL, NULL); }

/* ---- bound names --------------------------------------------------------------------------------- */

enum { MOST_NAMES = 2 };

struct bound { /* the names from scope.at[from] on */
	uint32_t from, count;
	const struct rtype *types[MOST_NAMES];
};

/* A new name, or now and then one that hides another. */
static void declare(struct writer *w, struct bound *b, const struct rtype *t)
{
	char text[8];
	snprintf(text, sizeof text, "i%u", ++w->bound_names % 1000);
	if (b->count == 0 && w->scope.count && chance(w, 10))
		snprintf(text, sizeof text, "%s", w->scope.at[draw(w, w->scope.count)].text);
	b->types[b->count++] = t;
	names_push(w, text, NULL);
}

static struct bound declare_names(struct writer *w, const struct rtype *a, const struct rtype *b)
{
	struct bound names = {.from = w->scope.count};
	declare(w, &names, a);
	if (b) declare(w, &names, b);
	return names;
}

static const char *name_of(const struct writer *w, const struct bound *b, uint32_t i)
{
	return w->scope.at[b->from + i].text;
}

/* i, or i, j */
static void write_names(struct writer *w, const struct bound *b)
{
	for (uint32_t i = 0; i < b->count; i++)
		text_format(w->out, "%s%s", i ? ", " : "", name_of(w, b, i));
}

static void write_binder(struct writer *w, const char *word, const struct bound *b, bool in_parens)
{
	write(w, word);
	if (in_parens || b->count > 1) write(w, "(");
	write_names(w, b);
	if (in_parens || b->count > 1) write(w, ")");
	write(w, ".(");
}

static void make_usable(struct writer *w, const struct bound *b)
{
	for (uint32_t i = 0; i < b->count; i++) w->scope.at[b->from + i].type = b->types[i];
}

/* Says that x is in a set, in other words; with a set that may be undefined. */
static void write_typing_oddly(struct writer *w, const char *x, const struct rtype *t,
                               uint32_t depth)
{
	static const char *const forms[][3] = {
	    {"not(", " /: ", ")"},          {"bool(", " : ", ") = TRUE"},
	    {"(", " : ", " or bfalse)"},    {"{", "} <: ", ""},
	    {"not({", "} /<: ", ")"},       {"TRUE |-> ", " : BOOL * ", ""},
	    {"FALSE /= bool(", " : ", ")"}, {"not(not(", " : ", "))"},
	    {"", " : ", " /\\ {}"},         {"(bfalse or ", " : ", ")"},
	    {"", " : {} \\/ ", ""},         {"1 + ", " : ", ""},
	};
	enum { FORMS = sizeof forms / sizeof *forms };
	const char *const *form = forms[draw(w, t->kind == R_INTEGER ? FORMS : FORMS - 1)];
	const struct rtype *set = rtype_pow(w, t);
	text_format(w->out, "%s%s%s", form[0], x, form[1]);
	if (chance(w, 3)) write_guarded(w, set, 1, TERM_SMALL);
	else if (chance(w, 3)) write_described(w, t, depth);
	else write_small_set(w, t, depth);
	write(w, form[2]);
}

static void write_typing(struct writer *w, const struct bound *b, uint32_t i, uint32_t depth)
{
	const char *x = name_of(w, b, i);
	if (b->types[i]->kind == R_INTEGER && chance(w, 4)) {
		int low = (int)draw(w, 3) - 1;
		text_format(w->out, "%s >= %d & %s <= %d", x, low, x, low + (int)draw(w, 4));
	} else if (chance(w, 12)) {
		write_typing_oddly(w, x, b->types[i], depth);
	} else {
		text_format(w->out, "%s : ", x);
		write_small_set(w, b->types[i], depth);
	}
	if (!chance(w, 12)) return;
	write(w, " & ");
	write_typing_oddly(w, x, b->types[i], depth);
}

/* i : A & j : B & P, perhaps without P or with the types behind it */
static void write_condition(struct writer *w, const struct bound *b, uint32_t depth,
                            uint32_t one_in)
{
	bool has_condition = chance(w, one_in);
	bool is_late = has_condition && chance(w, 12);
	if (is_late) {
		make_usable(w, b);
		write_predicate(w, less(depth));
		write(w, " & ");
	}
	for (uint32_t i = 0; i < b->count; i++) {
		if (i) write(w, " & ");
		write_typing(w, b, i, less(depth));
		w->scope.at[b->from + i].type = b->types[i]; /* the next one may depend on it */
	}
	if (has_condition && !is_late) {
		write(w, " & ");
		write_predicate(w, less(depth));
	}
}

static void undeclare(struct writer *w, const struct bound *b) { w->scope.count = b->from; }

static struct bound random_names(struct writer *w)
{
	const struct rtype *a = rtype_random(w, 1);
	return declare_names(w, a, chance(w, 4) ? rtype_random(w, 0) : NULL);
}

/* ---- binders ------------------------------------------------------------------------------------- */

/* NATURAL, seq(S), ... */
static void write_endless_set(struct writer *w, const struct rtype *element, uint32_t depth)
{
	static const char *const words[] = {"NATURAL", "INTEGER", "NATURAL1"};
	if (element->kind == R_INTEGER) {
		write(w, words[draw(w, 3)]);
		return;
	}
	write(w, chance(w, 2) ? "seq(" : "seq1(");
	write_small_set(w, element->a->b, less(depth));
	write(w, ")");
}

/* #(s, x).(s = E & x : s & P): a set that has a name, and often no end. */
static void write_named_set(struct writer *w, enum op op, uint32_t depth)
{
	const struct rtype *integer = rtype_of(w, R_INTEGER, NULL, NULL), *t = integer;
	bool is_endless = !chance(w, 3), is_sequence = is_endless && !chance(w, 3);
	if (is_sequence) t = rtype_pow(w, rtype_pair(w, integer, rtype_random(w, 0)));
	else if (!is_endless) t = rtype_random(w, 1);
	struct bound b = declare_names(w, rtype_pow(w, t), t);
	write_binder(w, op == OP_FORALL ? "!" : "#", &b, false);
	text_format(w->out, "%s = ", name_of(w, &b, 0));
	if (is_endless) write_endless_set(w, t, depth);
	else write_term(w, b.types[0], less(depth), TERM_INFINITE);
	text_format(w->out, " & %s : %s", name_of(w, &b, 1), name_of(w, &b, 0));
	make_usable(w, &b);
	if (chance(w, 2)) {
		text_format(w->out, " & %s : ", name_of(w, &b, 1));
		write_small_set(w, t, less(depth));
	}
	write(w, op == OP_FORALL ? " => " : " & ");
	write_predicate(w, less(depth));
	write(w, ")");
	undeclare(w, &b);
}

static void write_quantifier(struct writer *w, enum op op, uint32_t depth)
{
	if (chance(w, 8)) {
		write_named_set(w, op, depth);
		return;
	}
	struct bound b = random_names(w);
	write_binder(w, op == OP_FORALL ? "!" : "#", &b, false);
	write_condition(w, &b, depth, 4);
	write(w, op == OP_FORALL ? " => " : " & ");
	write_predicate(w, less(depth));
	write(w, ")");
	undeclare(w, &b);
}

void write_universal(struct writer *w, uint32_t depth)
{
	static const char *const words[][2] = {{" <: ", ""}, {" : POW(", ")"}, {" : POW1(", ")"}};
	const char *const *word = words[draw(w, 3)];
	bool is_negated = chance(w, 4);
	struct bound b = declare_names(w, rtype_pow(w, rtype_random(w, 0)), NULL);
	write_binder(w, is_negated ? "not(#" : "!", &b, false);
	text_format(w->out, "%s%s", name_of(w, &b, 0), word[0]);
	write_candidates(w, b.types[0]->a, 3);
	text_format(w->out, "%s & ", word[1]);
	make_usable(w, &b);
	write_predicate(w, less(depth));
	write(w, is_negated ? " & " : " => ");
	write_predicate(w, less(depth));
	write(w, is_negated ? "))" : ")");
	undeclare(w, &b);
}

/* word(names).(condition | body) */
static void write_collector(struct writer *w, const char *word, const struct bound *b,
                            const struct rtype *body, uint32_t depth)
{
	write_binder(w, word, b, word[0] != '%');
	write_condition(w, b, depth, 4);
	write(w, " | ");
	write_term(w, body, less(depth), 0);
	write(w, ")");
	undeclare(w, b);
}

static void write_lambda(struct writer *w, const struct rtype *from, const struct rtype *to,
                         uint32_t depth)
{
	bool is_pair = from->kind == R_PAIR && chance(w, 2);
	struct bound b = declare_names(w, is_pair ? from->a : from, is_pair ? from->b : NULL);
	write_collector(w, "%", &b, to, depth);
}

/* {i . P | E} */
static void write_mapped(struct writer *w, const struct rtype *element, uint32_t depth)
{
	struct bound b = random_names(w);
	write(w, "{");
	write_names(w, &b);
	write(w, " . ");
	write_condition(w, &b, depth, 3);
	write(w, " | ");
	write_term(w, element, less(depth), 0);
	write(w, "}");
	undeclare(w, &b);
}

static void write_comprehension(struct writer *w, const struct rtype *element, uint32_t depth)
{
	if (chance(w, 3)) {
		write_mapped(w, element, depth);
		return;
	}
	bool is_pair = element->kind == R_PAIR && chance(w, 2);
	bool is_set = chance(w, 5);
	struct bound b = declare_names(w, is_pair ? element->a : element, is_pair ? element->b : NULL);
	if (is_set) {
		write_binder(w, "SET", &b, true);
	} else {
		write(w, "{");
		write_names(w, &b);
		write(w, " | ");
	}
	write_condition(w, &b, depth, 1);
	write(w, is_set ? ")" : "}");
	undeclare(w, &b);
}

/* A set of the elements that a predicate holds for, which is undefined for others now and then. */
void write_described(struct writer *w, const struct rtype *element, uint32_t depth)
{
	bool is_domain = chance(w, 4);
	if (is_domain) write(w, "dom(");
	if (is_domain) write_lambda(w, element, rtype_random(w, 0), depth + 1);
	else write_comprehension(w, element, depth + 1);
	if (is_domain) write(w, ")");
}

static void write_let(struct writer *w, const struct rtype *t, uint32_t depth, int flags)
{
	struct bound b = random_names(w);
	write(w, "(LET ");
	write_names(w, &b);
	write(w, " BE ");
	for (uint32_t i = 0; i < b.count; i++) {
		text_format(w->out, "%s%s = ", i ? " & " : "", name_of(w, &b, i));
		write_term(w, b.types[i], less(depth), 0);
	}
	write(w, " IN ");
	make_usable(w, &b);
	write_term(w, t, less(depth), flags);
	write(w, " END)");
	undeclare(w, &b);
}

/* ---- applications -------------------------------------------------------------------------------- */

/* In parentheses unless it is a name. */
static void write_operator(struct writer *w, const struct rtype *t, uint32_t depth, int flags)
{
	const struct rname *n = names_pick(w, t, 0);
	if (n && !chance(w, 3)) {
		write(w, n->text);
		return;
	}
	write(w, "(");
	write_term(w, t, less(depth), flags);
	write(w, ")");
}

static void write_argument(struct writer *w, const struct rtype *t, uint32_t depth)
{
	bool is_list = t->kind == R_PAIR && chance(w, 2);
	write(w, "(");
	write_term(w, is_list ? t->a : t, less(depth), 0);
	if (is_list) {
		write(w, ", ");
		write_term(w, t->b, less(depth), 0);
	}
	write(w, ")");
}

/* The domain of a function in scope with this range, or any type. */
static const struct rtype *argument_type(struct writer *w, const struct rtype *range)
{
	const struct rtype *found = NULL;
	uint32_t fitting = 0;
	for (uint32_t i = 0; i < w->scope.count; i++) {
		const struct rtype *t = w->scope.at[i].type;
		bool is_function =
		    t && t->kind == R_POW && t->a->kind == R_PAIR && rtype_same(t->a->b, range);
		if (is_function && draw(w, ++fitting) == 0) found = t->a->a;
	}
	return found && !chance(w, 5) ? found : rtype_random(w, 1);
}

static void write_application(struct writer *w, const struct rtype *range, uint32_t depth)
{
	const struct rtype *boolean = rtype_of(w, R_BOOL, NULL, NULL);
	if (range->kind == R_OPT && chance(w, 2)) {
		write(w, "some");
		write_argument(w, boolean, depth);
		return;
	}
	if (range->kind == R_BOOL && chance(w, 20)) {
		write(w, "(some~)");
		write_argument(w, rtype_of(w, R_OPT, NULL, NULL), depth);
		return;
	}
	const struct rtype *from = argument_type(w, range);
	write_operator(w, rtype_pow(w, rtype_pair(w, from, range)), depth,
	               TERM_FUNCTION | TERM_INFINITE);
	write_argument(w, from, depth);
}

static void write_image(struct writer *w, const struct rtype *from, const struct rtype *to,
                        uint32_t depth)
{
	write_operator(w, rtype_pow(w, rtype_pair(w, from, to)), depth, TERM_INFINITE);
	write(w, "[");
	write_term(w, rtype_pow(w, from), less(depth), 0);
	write(w, "]");
}

static void write_inverse(struct writer *w, const struct rtype *from, const struct rtype *to,
                          uint32_t depth)
{
	write(w, "(");
	write_operator(w, rtype_pow(w, rtype_pair(w, from, to)), depth, 0);
	write(w, "~)");
}

/* ---- lists and records --------------------------------------------------------------------------- */

static bool is_tree_type(const struct rtype *t)
{
	return t->kind == R_POW && t->a->kind == R_PAIR && rtype_is_sequence(t->a->a) &&
	       t->a->a->a->b->kind == R_INTEGER;
}

static void write_items(struct writer *w, const char *open, const struct rtype *t, uint32_t count,
                        const char *close, uint32_t depth)
{
	int flags = open[0] == '[' && is_tree_type(t) ? TERM_TREE : 0;
	write(w, open);
	for (uint32_t i = 0; i < count; i++) {
		if (i) write(w, ", ");
		write_term(w, t, less(depth), flags);
	}
	write(w, close);
}

static void write_record(struct writer *w, enum op op, const struct rtype *a, const struct rtype *b,
                         uint32_t depth)
{
	bool is_set = op == OP_STRUCT;
	write(w, is_set ? "struct(p : " : "rec(p : ");
	if (is_set) write_small_set(w, a, less(depth));
	else write_term(w, a, less(depth), 0);
	write(w, ", q : ");
	if (is_set) write_small_set(w, b, less(depth));
	else write_term(w, b, less(depth), 0);
	write(w, ")");
}

static void write_field(struct writer *w, const struct rtype *t, uint32_t depth)
{
	bool is_first = chance(w, 2);
	const struct rtype *other = rtype_random(w, 0);
	write_operator(w, rtype_of(w, R_RECORD, is_first ? t : other, is_first ? other : t), depth, 0);
	write(w, is_first ? "'p" : "'q");
}

/* ---- all forms ------------------------------------------------------------------------------------- */

static void write_if(struct writer *w, const struct rtype *t, uint32_t depth, int flags)
{
	write(w, "(IF ");
	write_predicate(w, less(depth));
	write(w, " THEN ");
	write_term(w, t, less(depth), flags);
	if (chance(w, 5)) {
		write(w, " ELSIF ");
		write_predicate(w, less(depth));
		write(w, " THEN ");
		write_term(w, t, less(depth), flags);
	}
	write(w, " ELSE ");
	write_term(w, t, less(depth), flags);
	write(w, " END)");
}

/* [x := e](P) */
static void write_substituted(struct writer *w, uint32_t depth)
{
	const struct rtype *t = rtype_random(w, 1);
	const struct rname *n = names_pick(w, t, 0);
	if (n) {
		text_format(w->out, "([%s := ", n->text);
		write_term(w, t, less(depth), 0);
		write(w, "]");
	}
	write(w, "(");
	write_predicate(w, less(depth));
	write(w, n ? "))" : ")");
}

static void write_bin(struct writer *w, const struct rtype *label, uint32_t depth)
{
	const struct rtype *path = rtype_pow(w, rtype_pair(w, integer(w), integer(w)));
	const struct rtype *tree = rtype_pow(w, rtype_pair(w, path, label));
	bool has_sons = chance(w, 2);
	write(w, "bin(");
	if (has_sons) write_term(w, tree, less(depth), TERM_TREE);
	if (has_sons) write(w, ", ");
	write_term(w, label, less(depth), 0);
	if (has_sons) write(w, ", ");
	if (has_sons) write_term(w, tree, less(depth), TERM_TREE);
	write(w, ")");
}

/* Without braces inside: a template ends at the first one. */
static void write_template(struct writer *w)
{
	const struct rname *n = names_pick(w, integer(w), 0);
	text_format(w->out, "```a${%s}```", n ? n->text : "3");
}

/* An integer, by a function of a library. */
static void write_external_integer(struct writer *w, uint32_t depth)
{
	static const char *const of_bits[] = {"BAND(", "BOR(", "BXOR(", "BNOT("};
	const struct rtype *string = rtype_of(w, R_STRING, NULL, NULL);
	uint32_t which = draw(w, 8);
	if (which < 4) write_items(w, of_bits[which], integer(w), which < 3 ? 2 : 1, ")", depth);
	else if (which < 6) write_items(w, "STRING_LENGTH(", string, 1, ")", depth);
	else write_items(w, "STRING_TO_INT(", string, 1, ")", depth);
}

static void write_external_string(struct writer *w, const struct rtype *string, uint32_t depth)
{
	const struct rtype *any = rtype_random(w, 1);
	switch (draw(w, 4)) {
	case 0: write_items(w, "STRING_APPEND(", string, 2, ")", depth); break;
	case 1: write_items(w, "INT_TO_STRING(", integer(w), 1, ")", depth); break;
	case 2:
		write(w, "STRING_JOIN(");
		write_term(w, rtype_pow(w, rtype_pair(w, integer(w), string)), less(depth), TERM_SEQUENCE);
		write(w, ", ");
		write_term(w, string, 0, 0);
		write(w, ")");
		break;
	default:
		any = rtype_has_literals(any) ? any : integer(w);
		write_items(w, "TO_STRING(", any, 1, ")", depth);
	}
}

static void write_external_sequence(struct writer *w, const struct rtype *t, uint32_t depth)
{
	const struct rtype *of = t->a->b, *string = rtype_of(w, R_STRING, NULL, NULL);
	bool is_split = chance(w, 2);
	if (of->kind == R_STRING && chance(w, 2))
		write_items(w, is_split ? "STRING_SPLIT(" : "STRING_CHARS(", string, is_split ? 2 : 1, ")",
		            depth);
	else if (of->kind == R_INTEGER && chance(w, 2))
		write_items(w, "STRING_CODES(", string, 1, ")", depth);
	else if (rtype_has_literals(of) && chance(w, 2))
		write_items(w, "SORT(", rtype_pow(w, of), 1, ")", depth);
	else write_items(w, "SQUASH(", t, 1, ")", depth);
}

/* Only functions that do not tell the elements of deferred sets apart. */
static void write_external(struct writer *w, const struct rtype *t, uint32_t depth)
{
	bool is_relation = t->kind == R_POW && t->a->kind == R_PAIR;
	if (t->kind == R_INTEGER && !chance(w, 3)) {
		write_external_integer(w, depth);
	} else if (t->kind == R_STRING && !chance(w, 3)) {
		write_external_string(w, t, depth);
	} else if (t->kind == R_BOOL && chance(w, 2)) {
		write_items(w, "bool(STRING_IS_INT(", rtype_of(w, R_STRING, NULL, NULL), 1, "))", depth);
	} else if (rtype_is_sequence(t) && !chance(w, 3)) {
		write_external_sequence(w, t, depth);
	} else if (is_relation && rtype_same(t->a->a, t->a->b)) {
		write_items(w, "CLOSURE1(", t, 1, ")", depth);
	} else {
		write(w, rtype_has_literals(t) && chance(w, 2) ? "CHOOSE(" : "MU(");
		write_small_set(w, t, less(depth));
		write(w, ")");
	}
}

/* E, but only where P holds: a partial function gives it. */
void write_guarded(struct writer *w, const struct rtype *t, uint32_t depth, int flags)
{
	write(w, "({(bool(");
	write_predicate(w, 0);
	write(w, ") |-> ");
	write_term(w, t, less(depth), flags);
	write(w, ")})(TRUE)");
}

void write_form(struct writer *w, enum op op, const struct rtype *const v[4], uint32_t depth,
                int flags)
{
	struct bound b;
	switch (op) {
	case OP_FORALL:
	case OP_EXISTS: write_quantifier(w, op, depth); break;
	case OP_PARTITION:
		write_items(w, "partition(", rtype_pow(w, rtype_random(w, 0)), 2 + draw(w, 2), ")", depth);
		break;
	case OP_SUBSTITUTED: write_substituted(w, depth); break;
	case OP_NUMBER: text_format(w->out, "%u", draw(w, 12)); break;
	case OP_STRING: text_format(w->out, "\"%s\"", &"ab"[draw(w, 3)]); break;
	case OP_TEMPLATE: write_template(w); break;
	case OP_EMPTY_SET: write(w, "{}"); break;
	case OP_EMPTY_SEQ: write(w, "[]"); break;
	case OP_NEGATE: write_items(w, "(-", integer(w), 1, ")", depth); break;
	case OP_SIGMA:
	case OP_PI:
		b = random_names(w);
		write_collector(w, op == OP_SIGMA ? "SIGMA" : "PI", &b, integer(w), depth);
		break;
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER:
		b = random_names(w);
		write_collector(w, op == OP_QUANTIFIED_UNION ? "UNION" : "INTER", &b, rtype_pow(w, v[0]),
		                depth);
		break;
	case OP_LAMBDA: write_lambda(w, v[0], v[1], depth); break;
	case OP_COMPREHENSION: write_comprehension(w, v[0], depth); break;
	case OP_SET: write_items(w, "{", v[0], 1 + draw(w, 3), "}", depth); break;
	case OP_SEQUENCE: write_items(w, "[", v[0], 1 + draw(w, 3), "]", depth); break;
	case OP_APPLY: write_application(w, v[0], depth); break;
	case OP_IMAGE: write_image(w, v[0], v[1], depth); break;
	case OP_INVERSE: write_inverse(w, v[0], v[1], depth); break;
	case OP_STRUCT:
	case OP_REC: write_record(w, op, v[0], v[1], depth); break;
	case OP_FIELD: write_field(w, v[0], depth); break;
	case OP_FIRST_OF_PAIR: write_items(w, "prj1(", rtype_pair(w, v[0], v[1]), 1, ")", depth); break;
	case OP_SECOND_OF_PAIR:
		write_items(w, "prj2(", rtype_pair(w, v[0], v[1]), 1, ")", depth);
		break;
	case OP_IF: write_if(w, v[0], depth, flags); break;
	case OP_LET: write_let(w, v[0], depth, flags); break;
	case OP_BIN: write_bin(w, v[0], depth); break;
	case OP_EXTERNAL_CALL: write_external(w, v[0], depth); break;
	default: diag_fatal(__FILE__, __LINE__, "no form %s", op_info(op)->tag);
	}
}

/* ---- simple terms ---------------------------------------------------------------------------------- */

static void write_called(struct writer *w, const char *word, const char *x)
{
	text_format(w->out, "%s(%s)", word, x);
}

static bool derive_from_function(struct writer *w, const struct rname *n, const struct rtype *t)
{
	const struct rtype *from = n->type->a->a, *to = n->type->a->b;
	const char *x = n->text;
	if (t->kind == R_POW && rtype_same(from, t->a)) return write_called(w, "dom", x), true;
	if (t->kind == R_POW && rtype_same(to, t->a)) return write_called(w, "ran", x), true;
	if (!rtype_same(to, t)) return false;
	if (n->is_sequence && chance(w, 3)) {
		write_called(w, chance(w, 2) ? "first" : "last", x);
		return true;
	}
	write(w, x);
	write(w, "(");
	write_leaf(w, from, 0);
	write(w, ")");
	return true;
}

static bool derive_from(struct writer *w, const struct rname *n, const struct rtype *t)
{
	const struct rtype *type = n->type;
	const char *x = n->text;
	if (type->kind == R_RECORD && rtype_same(type->a, t))
		return text_format(w->out, "%s'p", x), true;
	if (type->kind == R_RECORD && rtype_same(type->b, t))
		return text_format(w->out, "%s'q", x), true;
	if (t->kind == R_POW && rtype_same(t->a, type)) return text_format(w->out, "{%s}", x), true;
	if (type->kind != R_POW) return false;
	bool is_numbers = type->a->kind == R_INTEGER;
	if (t->kind == R_POW && rtype_same(type->a, t)) return write_called(w, "union", x), true;
	if (t->kind == R_INTEGER && is_numbers && chance(w, 2))
		return write_called(w, chance(w, 2) ? "min" : "max", x), true;
	if (t->kind == R_INTEGER && chance(w, 2)) return write_called(w, "card", x), true;
	return type->a->kind == R_PAIR && derive_from_function(w, n, t);
}

bool write_derived(struct writer *w, const struct rtype *t)
{
	enum { OVERDRAFT = -8 }; /* a leaf may need leaves in turn */
	uint32_t start = w->scope.count ? draw(w, w->scope.count) : 0;
	if (t->kind == R_PREDICATE || --w->budget < OVERDRAFT) return false;
	for (uint32_t i = 0; i < w->scope.count; i++) {
		uint32_t place = (start + i) % w->scope.count;
		struct rname n = w->scope.at[place];
		if (n.type && !names_is_hidden(w, place) && derive_from(w, &n, t)) return true;
	}
	return false;
}
