/* Predicates and expressions, by one climb through the groups of priority (symbol.def): which of both an operand is, is checked where it is
 * used. Names are expressions always. */
#include "eventb/parser.h"

enum { MOST_NESTED = 2000, MOST_CHAINED = 20000 };

static const struct node *infix(struct eventb_parser *p, enum eventb_role least);

/* ---- classes ------------------------------------------------------------------------------------------ */

static bool is_predicate(const struct node *n) { return op_info(n->op)->class == CLASS_PRED; }

static const struct node *need(struct eventb_parser *p, const struct node *n, bool predicate)
{
	if (is_predicate(n) == predicate) return n;
	if (predicate && n->op == OP_APPLY && n->kid[0]->op == OP_ID)
		parser_fail(p, node_start(n),
		            "'%s' is no predicate of Event-B; those of theories are not supported",
		            n->kid[0]->name);
	parser_fail(p, node_start(n), "expected %s, found %s",
	            predicate ? "a predicate" : "an expression",
	            predicate ? "an expression" : "a predicate");
}

const struct node *parser_predicate(struct eventb_parser *p)
{
	return need(p, infix(p, ROLE_INFIX_IMPLICATION), true);
}

const struct node *parser_expression(struct eventb_parser *p)
{
	return need(p, infix(p, ROLE_INFIX_PAIR), false);
}

static void enter(struct eventb_parser *p)
{
	if (++p->nesting > MOST_NESTED)
		parser_fail(p, parser_pos(p), "nested too deeply (limit %d)", MOST_NESTED);
}

static void count_operator(struct eventb_parser *p)
{
	if (++p->chained > MOST_CHAINED)
		parser_fail(p, parser_pos(p), "more than %d operators in a formula", MOST_CHAINED);
}

/* ---- names that are bound -------------------------------------------------------------------------------- */

static struct node *plain_name(struct eventb_parser *p, const struct node *like)
{
	struct node *n = parser_node(p, OP_ID, like->pos, NULL, 0);
	n->name = like->name;
	n->flags = NODE_PLAIN;
	return n;
}

static bool is_pushed(const struct eventb_parser *p, uint32_t from, name x)
{
	for (uint32_t i = from; i < p->stack.count; i++)
		if (p->stack.at[i]->name == x) return true;
	return false;
}

/* x or x⦂T, pushed as a declaration; returns x. */
static const struct node *declare(struct eventb_parser *p, const struct node *n, uint32_t from)
{
	const struct node *x = n->op == OP_OF_TYPE ? n->kid[0] : n;
	if (x->op != OP_ID) parser_fail(p, node_start(n), "expected a name that is bound here");
	if (is_pushed(p, from, x->name))
		parser_fail(p, x->pos, "'%s' stands twice among the bound names", x->name);
	struct node *declared = parser_node(p, OP_ID, x->pos, &n->kid[1], n->op == OP_OF_TYPE);
	declared->name = x->name;
	VEC_PUSH(&p->stack, declared);
	return plain_name(p, x);
}

/* The names of a pattern (x⦂S ↦ y), pushed; returns the pattern without types. */
static const struct node *declare_pattern(struct eventb_parser *p, const struct node *n,
                                          uint32_t from)
{
	if (n->op != OP_PAIR) return declare(p, n, from);
	const struct node *left = declare_pattern(p, n->kid[0], from);
	const struct node *kids[] = {left, declare_pattern(p, n->kid[1], from)};
	return parser_node(p, OP_PAIR, n->pos, kids, 2);
}

bool eventb_is_bound(const struct eventb_binders *b, name x)
{
	for (; b; b = b->outer)
		for (uint32_t i = 0; i < b->ids->count; i++)
			if (b->ids->kid[i]->name == x) return true;
	return false;
}

/* The free names of an expression, pushed in their order: {E∣P} binds them. Types have none that count. */
static void declare_free(struct eventb_parser *p, const struct node *n,
                         const struct eventb_binders *b, uint32_t from)
{
	if (n->op == OP_ID && !eventb_is_bound(b, n->name) && !is_pushed(p, from, n->name))
		VEC_PUSH(&p->stack, plain_name(p, n));
	bool binds = n->count && n->kid[0]->op == OP_IDS;
	struct eventb_binders inner = {binds ? n->kid[0] : NULL, b};
	uint32_t count = n->op == OP_OF_TYPE ? 1 : n->count;
	for (uint32_t i = binds; i < count; i++) declare_free(p, n->kid[i], binds ? &inner : b, from);
}

static const struct node *free_names(struct eventb_parser *p, const struct node *value)
{
	uint32_t from = p->stack.count;
	declare_free(p, value, NULL, from);
	if (p->stack.count == from)
		parser_fail(p, node_start(value), "there is no name in it that '∣' could bind");
	return parser_pop(p, OP_IDS, value->pos, from);
}

/* names ::= x[⦂T] {"," x[⦂T]} as read into a list */
static const struct node *bound_names(struct eventb_parser *p, const struct node *list)
{
	uint32_t from = p->stack.count;
	for (uint32_t i = 0; i < list->count; i++) declare(p, list->kid[i], from);
	return parser_pop(p, OP_IDS, list->pos, from);
}

static const struct node *expressions(struct eventb_parser *p)
{
	struct pos pos = parser_pos(p);
	uint32_t from = p->stack.count;
	do VEC_PUSH(&p->stack, parser_expression(p));
	while (parser_accept(p, SYMBOL_COMMA));
	return parser_pop(p, OP_LIST, pos, from);
}

/* ---- binders --------------------------------------------------------------------------------------------- */

/* "·" P, behind ∀ or ∃ and the names */
static const struct node *quantified(struct eventb_parser *p, enum op op, struct pos pos)
{
	const struct node *ids = bound_names(p, expressions(p));
	parser_expect(p, SYMBOL_DOT, "after the bound names");
	const struct node *kids[] = {ids, parser_predicate(p)};
	return parser_node(p, op, pos, kids, 2);
}

static const struct node *lambda(struct eventb_parser *p, struct pos pos)
{
	uint32_t from = p->stack.count;
	const struct node *read = infix(p, ROLE_INFIX_PAIR);
	const struct node *pattern = declare_pattern(p, read, from);
	const struct node *ids = parser_pop(p, OP_IDS, read->pos, from);
	parser_expect(p, SYMBOL_DOT, "after the pattern of 'λ'");
	const struct node *predicate = parser_predicate(p);
	parser_expect(p, SYMBOL_BAR, "before the value of 'λ'");
	return eventb_lambda(p->reader->arena, pos, ids, pattern, predicate, parser_expression(p));
}

struct range_form { /* x·P∣E, or E∣P */
	const struct node *ids, *predicate, *value;
};

static struct range_form range_form(struct eventb_parser *p, const struct node *list)
{
	struct range_form f = {.value = list->kid[0]};
	if (parser_peek(p) == SYMBOL_BAR && list->count > 1)
		parser_fail(p, parser_pos(p), "before '∣' stands one expression: x ↦ y ∣ P");
	if (parser_accept(p, SYMBOL_BAR)) {
		f.ids = free_names(p, f.value);
		f.predicate = parser_predicate(p);
		return f;
	}
	f.ids = bound_names(p, list);
	parser_expect(p, SYMBOL_DOT, "or '∣' here");
	f.predicate = parser_predicate(p);
	parser_expect(p, SYMBOL_BAR, "before the expression");
	f.value = parser_expression(p);
	return f;
}

static const struct node *binder(struct eventb_parser *p)
{
	enum op op = eventb_symbols[parser_peek(p)].op;
	struct pos pos = parser_pos(p);
	p->i++;
	if (op == OP_LAMBDA) return lambda(p, pos);
	if (op == OP_FORALL || op == OP_EXISTS) return quantified(p, op, pos);
	struct range_form f = range_form(p, expressions(p));
	const struct node *kids[] = {f.ids, f.predicate, f.value};
	return parser_node(p, op, pos, kids, 3);
}

/* ---- primaries ------------------------------------------------------------------------------------------- */

/* {}, {a, b}, {x·P∣E} or {E∣P} */
static const struct node *braces(struct eventb_parser *p)
{
	struct pos pos = parser_pos(p);
	p->i++;
	if (parser_accept(p, SYMBOL_RBRACE)) return parser_node(p, OP_EMPTY_SET, pos, NULL, 0);
	const struct node *n, *list = expressions(p);
	if (parser_peek(p) == SYMBOL_DOT || parser_peek(p) == SYMBOL_BAR) {
		struct range_form f = range_form(p, list);
		n = eventb_comprehension(p->reader->arena, pos, f.ids, f.predicate, f.value);
	} else n = parser_node(p, OP_SET, pos, list->kid, list->count);
	parser_expect(p, SYMBOL_RBRACE, "to close '{'");
	return n;
}

static const struct node *call(struct eventb_parser *p)
{
	enum eventb_symbol s = parser_peek(p);
	enum op op = eventb_symbols[s].op;
	struct pos pos = parser_pos(p);
	uint32_t from = p->stack.count;
	p->i++;
	parser_expect(p, SYMBOL_LPAR,
	              arena_format(p->reader->arena, "after '%s'", eventb_symbols[s].unicode));
	do VEC_PUSH(&p->stack, op == OP_BOOL ? parser_predicate(p) : parser_expression(p));
	while (op == OP_PARTITION && parser_accept(p, SYMBOL_COMMA));
	parser_expect(p, SYMBOL_RPAR, "to close '('");
	return parser_pop(p, op, pos, from);
}

static const struct node *atom(struct eventb_parser *p)
{
	struct arena *a = p->reader->arena;
	enum eventb_symbol s = parser_peek(p);
	struct pos pos = parser_pos(p);
	p->i++;
	switch (s) {
	case SYMBOL_IDENTITY: return eventb_generic(a, OP_IDENTITY, pos);
	case SYMBOL_PRJ1: return eventb_generic(a, OP_PRJ1, pos);
	case SYMBOL_PRJ2: return eventb_generic(a, OP_PRJ2, pos);
	default: return parser_node(p, eventb_symbols[s].op, pos, NULL, 0);
	}
}

static const struct node *literal(struct eventb_parser *p, enum op op)
{
	struct node *n = parser_node(p, op, parser_pos(p), NULL, 0);
	n->name = p->tokens.list.at[p->i].text;
	if (op == OP_ID) n->flags = NODE_PLAIN;
	p->i++;
	return n;
}

static const struct node *parenthesised(struct eventb_parser *p)
{
	p->i++;
	const struct node *n = infix(p, ROLE_INFIX_IMPLICATION);
	parser_expect(p, SYMBOL_RPAR, "to close '('");
	return n;
}

static const struct node *primary(struct eventb_parser *p)
{
	enum eventb_symbol s = parser_peek(p);
	switch (s) {
	case SYMBOL_ID: return literal(p, OP_ID);
	case SYMBOL_NUMBER: return literal(p, OP_NUMBER);
	case SYMBOL_LPAR: return parenthesised(p);
	case SYMBOL_LBRACE: return braces(p);
	default: break;
	}
	if (eventb_symbols[s].role == ROLE_CALL) return call(p);
	if (eventb_symbols[s].role == ROLE_ATOM) return atom(p);
	parser_unexpected(p, "a predicate or an expression");
}

/* "(" E ")", "[" E "]" and "∼" behind it */
static const struct node *postfix(struct eventb_parser *p)
{
	const struct eventb_reader *r = p->reader;
	const struct node *n = primary(p);
	for (;;) {
		enum eventb_symbol s = parser_peek(p);
		struct pos pos = parser_pos(p);
		bool is_one = s == SYMBOL_LPAR || s == SYMBOL_LBRACKET || s == SYMBOL_INVERSE;
		if (!is_one) return n;
		count_operator(p);
		p->i++;
		need(p, n, false);
		if (s == SYMBOL_INVERSE) {
			n = parser_node(p, OP_INVERSE, pos, &n, 1);
			continue;
		}
		const struct node *x = parser_expression(p);
		if (s == SYMBOL_LPAR && parser_peek(p) == SYMBOL_COMMA)
			parser_fail(p, node_start(n),
			            "'%s' has several arguments; operators of theories are not supported",
			            n->op == OP_ID ? n->name : "this");
		parser_expect(p, s == SYMBOL_LPAR ? SYMBOL_RPAR : SYMBOL_RBRACKET,
		              s == SYMBOL_LPAR ? "to close '('" : "to close '['");
		const struct node *kids[] = {n, x};
		n = s == SYMBOL_LPAR ? eventb_apply(r->arena, r->names, pos, n, x)
		                     : parser_node(p, OP_IMAGE, pos, kids, 2);
	}
}

static const struct node *prefixed(struct eventb_parser *p, enum eventb_role least)
{
	struct pos pos = parser_pos(p);
	enum eventb_symbol s = parser_peek(p);
	if (eventb_symbols[s].role == ROLE_BINDER) return binder(p);
	if (s == SYMBOL_NOT) {
		p->i++;
		const struct node *n = need(p, infix(p, ROLE_INFIX_COMPARISON), true);
		return parser_node(p, OP_NOT, pos, &n, 1);
	}
	if (s == SYMBOL_MINUS) {
		p->i++;
		enum eventb_role of = least > ROLE_INFIX_PRODUCT ? least : ROLE_INFIX_PRODUCT;
		const struct node *n = need(p, infix(p, of), false);
		return parser_node(p, OP_NEGATE, pos, &n, 1);
	}
	return postfix(p);
}

/* ---- infix operators -------------------------------------------------------------------------------------- */

static bool are_compatible(enum eventb_symbol a, enum eventb_symbol b)
{
	static const struct {
		enum eventb_symbol a, b;
	} pairs[] = {
#define COMPATIBLE(a, b) {SYMBOL_##a, SYMBOL_##b},
#include "eventb/symbol.def"
	};
	for (uint32_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (pairs[i].a == a && pairs[i].b == b) return true;
	return false;
}

static const struct node *joined(struct eventb_parser *p, enum eventb_symbol s, struct pos pos,
                                 const struct node *x, const struct node *y)
{
	struct arena *a = p->reader->arena;
	if (s == SYMBOL_COMPOSE_BACK) return eventb_binary(a, OP_COMPOSE, pos, y, x);
	if (s == SYMBOL_DOMAIN_RESTRICT && y->op == OP_IDENTITY && y->kid[0]->op == OP_TYPE_SET)
		return parser_node(p, OP_IDENTITY, pos, &x, 1);
	return eventb_binary(a, eventb_symbols[s].op, pos, x, y);
}

/* P ∧ Q ∧ R is one node. */
static const struct node *conjoined(struct eventb_parser *p, enum eventb_symbol s,
                                    const struct node *first)
{
	struct pos pos = parser_pos(p);
	uint32_t from = p->stack.count;
	VEC_PUSH(&p->stack, need(p, first, true));
	while (parser_accept(p, s)) VEC_PUSH(&p->stack, need(p, infix(p, ROLE_INFIX_COMPARISON), true));
	return parser_pop(p, eventb_symbols[s].op, pos, from);
}

static const struct node *infix(struct eventb_parser *p, enum eventb_role least)
{
	enum eventb_symbol last = SYMBOL_COUNT;
	enter(p);
	const struct node *n = prefixed(p, least);
	for (;;) {
		enum eventb_symbol s = parser_peek(p);
		enum eventb_role group = eventb_symbols[s].role;
		struct pos pos = parser_pos(p);
		if (s == SYMBOL_ID)
			parser_fail(p, pos,
			            "'%s' is no operator of Event-B; those of theories are not supported",
			            p->tokens.list.at[p->i].text);
		if (group < ROLE_INFIX_IMPLICATION || group < least) break;
		if (last != SYMBOL_COUNT && eventb_symbols[last].role == group && !are_compatible(last, s))
			parser_fail(p, pos, "'%s' beside '%s' needs parentheses", eventb_symbols[s].unicode,
			            eventb_symbols[last].unicode);
		count_operator(p);
		last = s;
		if (group == ROLE_INFIX_LOGIC) {
			n = conjoined(p, s, n);
			continue;
		}
		p->i++;
		bool of_predicates = group == ROLE_INFIX_IMPLICATION;
		need(p, n, of_predicates);
		n = joined(p, s, pos, n, need(p, infix(p, group + 1), of_predicates));
	}
	p->nesting--;
	return n;
}

/* ---- the way in ------------------------------------------------------------------------------------------- */

const struct node *eventb_predicate(const struct eventb_reader *r, const struct source *s)
{
	return parser_run(r, s, parser_predicate);
}

const struct node *eventb_expression(const struct eventb_reader *r, const struct source *s)
{
	return parser_run(r, s, parser_expression);
}
