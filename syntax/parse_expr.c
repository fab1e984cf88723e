/* Predicates and expressions, with one table of priorities (op.def) for both: what may stand
 * where is checked with the types, when it is known what the definitions stand for. */
#include "syntax/parse.h"

static struct node *binary(struct parser *p, int least, bool in_parens);

struct node *parse_expr(struct parser *p) { return binary(p, 30, false); }

struct node *parse_expr_in_parens(struct parser *p) { return binary(p, 20, true); }

/* ---- identifiers and lists ----------------------------------------------------------------------- */

/* name ::= ID {"." ID} */
name parse_dotted(struct parser *p, const char *what)
{
	if (parse_peek(p) != TOKEN_ID) return parse_keyword_as_name(p, what);
	name n = parse_token(p)->text;
	p->i++;
	while (parse_peek(p) == TOKEN_DOT && parse_peek_at(p, 1) == TOKEN_ID) {
		p->i++;
		n = names_of(p->names, arena_format(p->arena, "%s.%s", n, parse_token(p)->text));
		p->i++;
	}
	return n;
}

/* Takes a prime behind n, which then is another name: x'. */
static void prime(struct parser *p, struct node *n)
{
	p->i++;
	n->name = names_of(p->names, arena_format(p->arena, "%s'", n->name));
}

struct node *parse_id(struct parser *p, const char *what)
{
	struct node *n = parse_node(p, OP_ID, parse_pos(p), 0);
	if (parse_peek(p) != TOKEN_ID) {
		n->name = parse_keyword_as_name(p, what);
		return n;
	}
	n->name = parse_token(p)->text;
	p->i++;
	while (parse_peek(p) == TOKEN_QUOTE && parse_peek_at(p, 1) != TOKEN_ID) prime(p, n);
	return n;
}

/* ids ::= ID {"," ID} */
struct node *parse_ids(struct parser *p, const char *what)
{
	uint32_t from = p->stack.count;
	struct pos pos = parse_pos(p);
	do VEC_PUSH(&p->stack, parse_id(p, what));
	while (parse_another(p, TOKEN_COMMA, what));
	p->names_end = p->i;
	return parse_pop(p, OP_IDS, pos, from);
}

struct node *parse_list(struct parser *p)
{
	uint32_t from = p->stack.count;
	struct pos pos = parse_pos(p);
	do VEC_PUSH(&p->stack, parse_expr(p));
	while (parse_accept(p, TOKEN_COMMA));
	return parse_pop(p, OP_LIST, pos, from);
}

/* ids of a quantifier, also in parentheses */
static struct node *bound_ids(struct parser *p)
{
	struct pos opened = parse_pos(p);
	if (!parse_accept(p, TOKEN_LPAR)) return parse_ids(p, "a variable");
	struct node *ids = parse_ids(p, "a variable");
	parse_close(p, TOKEN_RPAR, opened, "'('");
	return ids;
}

/* ---- forms with parentheses -------------------------------------------------------------------------- */

/* "(" e ")" or "(" e "," e {"," e} ")": a pair, grouped to the left */
static struct node *parenthesised(struct parser *p)
{
	struct pos opened = parse_expect(p, TOKEN_LPAR, "");
	struct node *n = parse_expr_in_parens(p);
	while (parse_peek(p) == TOKEN_COMMA) {
		struct pos pos = parse_pos(p);
		p->i++;
		n = parse_node(p, OP_PAIR, pos, 2, n, parse_expr(p));
	}
	parse_close(p, TOKEN_RPAR, opened, "'('");
	n->flags |= NODE_IN_PARENS;
	return n;
}

/* word "(" e {"," e} ")" */
static struct node *call_of_word(struct parser *p, enum op op)
{
	struct pos pos = parse_pos(p);
	const struct op_info *info = op_info(op);
	uint32_t from = p->stack.count, wanted = op_operand_count(info->signature);
	p->i++;
	struct pos opened = parse_pos(p);
	if (!parse_accept(p, TOKEN_LPAR))
		parse_unexpected(p, arena_format(p->arena, "'(' after '%s'", info->spelling));
	do VEC_PUSH(&p->stack, parse_expr_in_parens(p));
	while (parse_accept(p, TOKEN_COMMA));
	parse_close(p, TOKEN_RPAR, opened, "'('");
	uint32_t found = p->stack.count - from;
	if (found == 1 && op == OP_PRJ1) return parse_pop(p, OP_FIRST_OF_PAIR, pos, from);
	if (found == 1 && op == OP_PRJ2) return parse_pop(p, OP_SECOND_OF_PAIR, pos, from);
	if (found != wanted)
		parse_fail(p, pos, "'%s' takes %u argument%s, found %u", info->spelling, wanted,
		           wanted == 1 ? "" : "s", found);
	return parse_pop(p, op, pos, from);
}

/* "." "(" P ["|" E] ")" behind the variables */
static struct node *quantified(struct parser *p, enum op op, struct pos pos, struct node *ids)
{
	bool has_value = op != OP_FORALL && op != OP_EXISTS && op != OP_COMPREHENSION;
	parse_expect(p, TOKEN_DOT, "after the variables of the quantifier");
	struct pos opened = parse_expect(p, TOKEN_LPAR, "after the '.' of the quantifier");
	struct node *body = has_value ? parse_expr(p) : parse_expr_in_parens(p);
	struct node *n;
	if (has_value) {
		parse_expect(p, TOKEN_BAR, "before the value");
		n = parse_node(p, op, pos, 3, ids, body, parse_expr_in_parens(p));
	} else {
		n = parse_node(p, op, pos, 2, ids, body);
	}
	parse_close(p, TOKEN_RPAR, opened, "'('");
	return n;
}

static struct node *quantifier(struct parser *p, enum op op)
{
	struct pos pos = parse_pos(p);
	p->i++;
	return quantified(p, op, pos, bound_ids(p));
}

/* SET(x).(P), the prover's way to write {x | P}. It is a word only in this form. */
static bool at_prover_set(const struct parser *p)
{
	if (parse_token(p)->text != p->word_set || parse_peek_at(p, 1) != TOKEN_LPAR) return false;
	uint32_t k = 2;
	while (parse_peek_at(p, k) == TOKEN_ID && parse_peek_at(p, k + 1) == TOKEN_COMMA) k += 2;
	return parse_peek_at(p, k) == TOKEN_ID && parse_peek_at(p, k + 1) == TOKEN_RPAR &&
	       parse_peek_at(p, k + 2) == TOKEN_DOT && parse_peek_at(p, k + 3) == TOKEN_LPAR;
}

/* ---- braces and brackets ------------------------------------------------------------------------------ */

static struct node *ids_of_list(struct parser *p, struct node *list)
{
	for (uint32_t i = 0; i < list->count; i++) {
		const struct node *n = list->kid[i];
		if (n->op == OP_PAIR || (n->op == OP_ID && n->flags & NODE_IN_PARENS))
			parse_fail(p, node_start(n),
			           "the variables before '|' are written as a plain list: {x, y | P}");
		if (n->op != OP_ID) parse_fail(p, node_start(n), "a variable is expected before '|'");
	}
	list->op = OP_IDS;
	return list;
}

/* {x . P | E}: the variables are plain names, so that they can be told before reading on. A name
 * like a.b has no blank before its dot. */
static bool at_ids_and_dot(const struct parser *p)
{
	uint32_t k = 0;
	while (parse_peek_at(p, k) == TOKEN_ID && parse_peek_at(p, k + 1) == TOKEN_COMMA) k += 2;
	if (parse_peek_at(p, k) != TOKEN_ID || parse_peek_at(p, k + 1) != TOKEN_DOT) return false;
	const struct token *dot = &p->tokens.list.at[p->i + k + 1];
	return dot->after_space || dot->length > 1 || parse_peek_at(p, k + 2) != TOKEN_ID;
}

static struct node *braces(struct parser *p)
{
	struct pos opened = parse_pos(p);
	struct node *n;
	p->i++;
	if (parse_accept(p, TOKEN_RBRACE)) return parse_node(p, OP_EMPTY_SET, opened, 0);
	if (at_ids_and_dot(p)) {
		struct node *ids = parse_ids(p, "a variable");
		parse_expect(p, TOKEN_DOT, "after the variables");
		struct node *condition = parse_expr(p);
		parse_expect(p, TOKEN_BAR, "before the value");
		n = parse_node(p, OP_COMPREHENSION, opened, 3, ids, condition, parse_expr(p));
	} else {
		n = parse_list(p);
		if (parse_accept(p, TOKEN_BAR)) {
			struct node *ids = ids_of_list(p, n);
			n = parse_node(p, OP_COMPREHENSION, opened, 2, ids, parse_expr(p));
		} else {
			n->op = OP_SET;
			n->pos = opened;
		}
	}
	parse_close(p, TOKEN_RBRACE, opened, "'{'");
	return n;
}

/* [], [a, b], or the substituted predicate [x := e] P */
static struct node *brackets(struct parser *p)
{
	struct pos opened = parse_pos(p);
	p->i++;
	if (parse_accept(p, TOKEN_RBRACKET)) return parse_node(p, OP_EMPTY_SEQ, opened, 0);
	struct node *list = parse_list(p);
	if (parse_accept(p, TOKEN_BECOMES)) {
		struct node *values = parse_list(p);
		parse_close(p, TOKEN_RBRACKET, opened, "'['");
		return parse_node(p, OP_SUBSTITUTED, opened, 3, list, values, binary(p, 61, false));
	}
	parse_close(p, TOKEN_RBRACKET, opened, "'['");
	list->op = OP_SEQUENCE;
	list->pos = opened;
	return list;
}

/* ---- other primaries ------------------------------------------------------------------------------------ */

/* entry ::= ID ":" e | "(" ID ":" e ")" */
static struct node *record_entry(struct parser *p)
{
	struct pos opened = parse_pos(p);
	bool in_parens = parse_accept(p, TOKEN_LPAR);
	struct node *field = parse_id(p, "a field name");
	parse_expect(p, OP_MEMBER, "after the field name");
	struct node *entry = parse_node(p, OP_ENTRY, field->pos, 1, parse_expr_in_parens(p));
	entry->name = field->name;
	if (in_parens) parse_close(p, TOKEN_RPAR, opened, "'('");
	return entry;
}

static struct node *record(struct parser *p, enum op op)
{
	struct pos pos = parse_pos(p);
	uint32_t from = p->stack.count;
	p->i++;
	struct pos opened = parse_expect(p, TOKEN_LPAR, "before the fields");
	do VEC_PUSH(&p->stack, record_entry(p));
	while (parse_accept(p, TOKEN_COMMA));
	parse_close(p, TOKEN_RPAR, opened, "'('");
	return parse_pop(p, op, pos, from);
}

/* IF P THEN e {ELSIF P THEN e} ELSE e END */
static struct node *if_expr(struct parser *p)
{
	struct pos pos = parse_pos(p);
	uint32_t from = p->stack.count;
	p->i++;
	do {
		VEC_PUSH(&p->stack, parse_expr(p));
		parse_expect(p, TOKEN_THEN, "after the condition");
		VEC_PUSH(&p->stack, parse_expr(p));
	} while (parse_accept(p, TOKEN_ELSIF));
	parse_expect(p, TOKEN_ELSE, "in an IF that is not a substitution");
	VEC_PUSH(&p->stack, parse_expr(p));
	parse_close(p, TOKEN_END, pos, "'IF'");
	return parse_pop(p, OP_IF, pos, from);
}

/* LET ids BE P IN e END */
static struct node *let_expr(struct parser *p)
{
	struct pos pos = parse_pos(p);
	p->i++;
	struct node *ids = parse_ids(p, "a variable");
	parse_expect(p, TOKEN_BE, "after the variables of LET");
	struct node *equations = parse_expr(p);
	parse_expect(p, TOKEN_IN, "after the values of LET");
	struct node *body = parse_expr(p);
	parse_close(p, TOKEN_END, pos, "'LET'");
	return parse_node(p, OP_LET, pos, 3, ids, equations, body);
}

static struct node *literal(struct parser *p, enum op op)
{
	struct node *n = parse_node(p, op, parse_pos(p), 0);
	n->name = parse_token(p)->text;
	p->i++;
	return n;
}

static struct node *identifier(struct parser *p)
{
	struct pos pos = parse_pos(p);
	if (at_prover_set(p)) {
		p->i++;
		return quantified(p, OP_COMPREHENSION, pos, bound_ids(p));
	}
	name text = parse_dotted(p, "an identifier");
	struct node *n = parse_node(p, OP_ID, pos, 0);
	n->name = text;
	if (parse_peek(p) == TOKEN_DOLLAR) {
		p->i++;
		if (parse_peek(p) != TOKEN_NUMBER || strcmp(parse_token(p)->text, "0") != 0)
			parse_fail(p, pos, "only '$0' may follow an identifier");
		p->i++;
		n->op = OP_OLD;
	}
	return n;
}

/* The parts of a template string: text and ${expression} by turns. The expressions are read by
 * a token list of their own, so that their positions are those of the file. */
static struct node *template_expr(struct parser *p, uint32_t from, uint32_t to)
{
	struct tokens outer = p->tokens;
	uint32_t i = p->i, end = p->end;
	const char *end_text = p->end_text;
	p->tokens = (struct tokens){0};
	uint32_t errors = p->diag->errors;
	lexer_run(p->names, p->diag, p->source, from, to, &p->tokens);
	p->i = 0;
	p->end = p->tokens.list.count - 1;
	p->end_text = "'}'";
	jmp_buf back, *recover = p->recover;
	struct node *n = NULL;
	p->recover = &back;
	bool failed = p->diag->errors > errors;
	if (!failed && setjmp(back) == 0) {
		n = parse_expr(p);
		if (parse_peek(p) != TOKEN_END_OF_FILE) parse_unexpected(p, "'}'");
	} else {
		n = NULL;
	}
	VEC_CLEAR(&p->tokens.list);
	p->tokens = outer;
	p->i = i;
	p->end = end;
	p->end_text = end_text;
	p->recover = recover;
	if (!n) longjmp(*recover, 1);
	return n;
}

static void template_text(struct parser *p, struct pos pos, const char *from, const char *to)
{
	struct node *n = parse_node(p, OP_STRING, pos, 0);
	struct text t = {0};
	for (const char *s = from; s < to; s++) {
		bool escaped = *s == '\\' && s + 1 < to && (s[1] == '`' || s[1] == '\\' || s[1] == '$');
		if (escaped) s++;
		text_add_char(&t, *s);
	}
	n->name = names_add(p->names, text_get(&t), t.count);
	text_clear(&t);
	VEC_PUSH(&p->stack, n);
}

static struct node *template(struct parser *p)
{
	struct pos pos = parse_pos(p);
	uint32_t mark = p->stack.count;
	const struct token *t = parse_token(p);
	const char *base = p->source->text, *s = base + (t->at - p->source->start) + 3;
	const char *end = s + t->length - 6, *part = s;
	while (s < end) {
		if (*s == '\\' && s + 1 < end) s += 2;
		else if (*s == '$' && s + 1 < end && s[1] == '{') {
			template_text(p, pos, part, s);
			const char *close = memchr(s, '}', (size_t)(end - s));
			if (!close) parse_fail(p, pos, "'${' is not closed in this template string");
			VEC_PUSH(&p->stack,
			         template_expr(p, (uint32_t)(s + 2 - base), (uint32_t)(close - base)));
			part = s = close + 1;
		} else s++;
	}
	template_text(p, pos, part, end);
	p->i++;
	return parse_pop(p, OP_TEMPLATE, pos, mark);
}

/* "-" operand: binds tighter than '**', as in Atelier B */
static struct node *negation(struct parser *p)
{
	struct pos pos = parse_pos(p);
	p->i++;
	return parse_node(p, OP_NEGATE, pos, 1, parse_postfix(p));
}

static struct node *symbolic(struct parser *p)
{
	p->i++;
	struct node *n = parse_postfix(p);
	n->flags |= NODE_SYMBOLIC;
	return n;
}

/* A label stands before one conjunct. */
static struct node *labelled(struct parser *p)
{
	struct pos pos = parse_pos(p);
	name label = parse_token(p)->text;
	p->i++;
	parse_enter(p);
	struct node *n = parse_node(p, OP_LABEL, pos, 1, binary(p, 60, false));
	p->nesting--;
	n->name = label;
	return n;
}

static struct node *primary(struct parser *p)
{
	int kind = parse_peek(p);
	switch (kind) {
	case TOKEN_ID: return identifier(p);
	case TOKEN_NUMBER: return literal(p, OP_NUMBER);
	case TOKEN_DECIMAL: return literal(p, OP_DECIMAL);
	case TOKEN_STRING: return literal(p, OP_STRING);
	case TOKEN_TEMPLATE: return template(p);
	case TOKEN_LPAR: return parenthesised(p);
	case TOKEN_LBRACE: return braces(p);
	case TOKEN_LBRACKET: return brackets(p);
	case TOKEN_EMPTY_SET: return literal(p, OP_EMPTY_SET);
	case TOKEN_EMPTY_SEQ: return literal(p, OP_EMPTY_SEQ);
	case TOKEN_STRUCT: return record(p, OP_STRUCT);
	case TOKEN_REC: return record(p, OP_REC);
	case TOKEN_IF: return if_expr(p);
	case TOKEN_LET: return let_expr(p);
	}
	if (kind < OP_COUNT) {
		enum op_form form = op_info((enum op)kind)->form;
		if (form == FORM_CALL) return call_of_word(p, (enum op)kind);
		if (form == FORM_BINDER) return quantifier(p, (enum op)kind);
		if (form == FORM_WORD && kind != OP_S_SKIP) {
			struct node *n = parse_node(p, (enum op)kind, parse_pos(p), 0);
			p->i++;
			return n;
		}
	}
	parse_unexpected(p, "an expression or predicate");
}

/* ---- postfix and infix operators -------------------------------------------------------------------------- */

static struct node *apply(struct parser *p, struct node *function)
{
	uint32_t from = p->stack.count;
	struct pos opened = parse_pos(p);
	p->i++;
	parse_check_not_empty(p, "an argument");
	VEC_PUSH(&p->stack, function);
	do VEC_PUSH(&p->stack, parse_expr_in_parens(p));
	while (parse_accept(p, TOKEN_COMMA));
	parse_close(p, TOKEN_RPAR, opened, "'('");
	return parse_pop(p, OP_APPLY, opened, from);
}

static struct node *field_or_prime(struct parser *p, struct node *n)
{
	if (parse_peek_at(p, 1) == TOKEN_ID) {
		struct node *field = parse_node(p, OP_FIELD, parse_pos(p), 1, n);
		p->i++;
		field->name = parse_token(p)->text;
		p->i++;
		return field;
	}
	if (n->op != OP_ID || n->flags & NODE_IN_PARENS) {
		p->i++;
		parse_unexpected(p, "a field name after '''");
	}
	prime(p, n);
	return n;
}

struct node *parse_postfix(struct parser *p)
{
	parse_enter(p);
	struct node *n = primary(p);
	for (;;) {
		struct pos pos = parse_pos(p);
		switch (parse_peek(p)) {
		case TOKEN_TILDE:
			p->i++;
			n = parse_node(p, OP_INVERSE, pos, 1, n);
			break;
		case TOKEN_LPAR: n = apply(p, n); break;
		case TOKEN_QUOTE: n = field_or_prime(p, n); break;
		case TOKEN_LBRACKET:
			p->i++;
			n = parse_node(p, OP_IMAGE, pos, 2, n, parse_expr_in_parens(p));
			parse_close(p, TOKEN_RBRACKET, pos, "'['");
			break;
		default: p->nesting--; return n;
		}
	}
}

static struct node *operand(struct parser *p)
{
	switch (parse_peek(p)) {
	case OP_MINUS: return negation(p);
	case TOKEN_LABEL: return labelled(p);
	case TOKEN_SYMBOLIC: return symbolic(p);
	default: return parse_postfix(p);
	}
}

/* The infix operator at the current token with at least this priority, or -1. */
static int infix_op(const struct parser *p, int least)
{
	int kind = parse_peek(p);
	if (kind == TOKEN_SYMBOLIC && parse_peek_at(p, 1) == OP_COMPOSE) kind = OP_COMPOSE;
	if (kind == TOKEN_SUPERSET) kind = OP_SUBSET;
	if (kind == TOKEN_STRICT_SUPERSET) kind = OP_STRICT_SUBSET;
	if (kind >= OP_COUNT) return -1;
	const struct op_info *info = op_info((enum op)kind);
	bool infix = info->form == FORM_INFIX || info->form == FORM_RIGHT || info->form == FORM_NONE;
	return infix && info->priority >= least ? kind : -1;
}

/* a & b & c is one node: real machines have conjunctions of thousands. */
static struct node *flat_chain(struct parser *p, enum op op, struct node *first)
{
	uint32_t from = p->stack.count;
	struct pos pos = parse_pos(p);
	VEC_PUSH(&p->stack, first);
	while (parse_accept(p, (int)op)) VEC_PUSH(&p->stack, binary(p, 41, false));
	return parse_pop(p, op, pos, from);
}

/* operator and right operand */
static struct node *infix(struct parser *p, enum op op, struct node *left)
{
	const struct op_info *info = op_info(op);
	bool symbolic_composition = parse_accept(p, TOKEN_SYMBOLIC);
	struct pos pos = parse_pos(p);
	bool swapped = parse_peek(p) == TOKEN_SUPERSET || parse_peek(p) == TOKEN_STRICT_SUPERSET;
	p->i++;
	/* only chains of right associative operators nest without parentheses */
	if (info->form == FORM_RIGHT) parse_enter(p);
	struct node *right = binary(p, info->priority + (info->form != FORM_RIGHT), false);
	if (info->form == FORM_RIGHT) p->nesting--;
	struct node *n = parse_node(p, op, pos, 2, swapped ? right : left, swapped ? left : right);
	if (symbolic_composition) n->flags |= NODE_SYMBOLIC;
	return n;
}

/* Priority climbing; `least` is the lowest priority that is taken. */
static struct node *binary(struct parser *p, int least, bool in_parens)
{
	struct node *left = operand(p);
	int op;
	while ((op = infix_op(p, least)) >= 0) {
		const struct op_info *info = op_info((enum op)op);
		if (info->priority < 30 && !in_parens) break;
		if (op == OP_AND || op == OP_OR) {
			left = flat_chain(p, (enum op)op, left);
			continue;
		}
		left = infix(p, (enum op)op, left);
		int again = infix_op(p, least);
		if (info->form == FORM_NONE && again >= 0 && op_info((enum op)again)->form == FORM_NONE)
			parse_fail(p, parse_pos(p), "'%s' cannot follow another comparison: use '&'",
			           op_info((enum op)again)->spelling);
	}
	return left;
}
