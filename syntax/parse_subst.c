/* Substitutions (B-Book chapter 4; Atelier B's manual chapter 6). BEGIN ... END leaves no node. */
#include "syntax/parse.h"

static struct node *statement(struct parser *p);

static bool only_in_substitutions(int kind)
{
	return kind == TOKEN_BEGIN || kind == OP_S_SKIP || kind == TOKEN_PRE || kind == TOKEN_ASSERT ||
	       kind == TOKEN_SELECT || kind == TOKEN_CHOICE || kind == TOKEN_CASE ||
	       kind == TOKEN_ANY || kind == TOKEN_VAR || kind == TOKEN_WHILE;
}

static bool ends_block(int kind)
{
	return kind == TOKEN_END || kind == TOKEN_ELSE || kind == TOKEN_ELSIF || kind == TOKEN_WHEN ||
	       kind == TOKEN_OR || kind == TOKEN_CLAUSE_INVARIANT || kind == TOKEN_CLAUSE_VARIANT;
}

/* s {op s}, flat; a kid of the same kind came from BEGIN ... END and stays a kid */
static struct node *chain(struct parser *p, int token, enum op op,
                          struct node *(*part)(struct parser *))
{
	struct node *first = part(p);
	if (parse_peek(p) != token) return first;
	uint32_t from = p->stack.count;
	struct pos pos = parse_pos(p);
	VEC_PUSH(&p->stack, first);
	while (parse_peek(p) == token) {
		struct pos separator = parse_pos(p);
		p->i++;
		if (ends_block(parse_peek(p)))
			parse_fail(p, separator, "'%s' must be followed by a substitution",
			           lexer_spelling(token));
		VEC_PUSH(&p->stack, part(p));
	}
	return parse_pop(p, op, pos, from);
}

struct node *parse_subst_parallel(struct parser *p)
{
	return chain(p, OP_PARALLEL_PRODUCT, OP_S_PARALLEL, statement);
}

struct node *parse_subst(struct parser *p)
{
	parse_enter(p);
	struct node *n = chain(p, OP_COMPOSE, OP_S_SEQUENCE, parse_subst_parallel);
	p->nesting--;
	return n;
}

/* ---- assignments and calls ------------------------------------------------------------------------- */

/* place ::= name {"(" e {"," e} ")" | "'" field} */
static struct node *places(struct parser *p)
{
	uint32_t from = p->stack.count;
	struct pos pos = parse_pos(p);
	do {
		struct node *place =
		    parse_peek(p) == TOKEN_ID ? parse_postfix(p) : parse_id(p, "a variable");
		const struct node *root = place;
		while (root->op == OP_APPLY || root->op == OP_FIELD) root = root->kid[0];
		if (root->op != OP_ID || place->flags & NODE_IN_PARENS)
			parse_fail(p, node_start(place), "only a variable, f(x) or r'x can be assigned");
		VEC_PUSH(&p->stack, place);
	} while (parse_accept(p, TOKEN_COMMA));
	return parse_pop(p, OP_LIST, pos, from);
}

/* name or name(arguments), as an S_CALL without results */
static struct node *call_of(struct parser *p, const struct node *place)
{
	uint32_t from = p->stack.count;
	const struct node *callee = place->op == OP_APPLY ? place->kid[0] : place;
	if (callee->op != OP_ID)
		parse_fail(p, node_start(place), "a substitution is expected here, this is an expression");
	for (uint32_t i = 1; place->op == OP_APPLY && i < place->count; i++)
		VEC_PUSH(&p->stack, place->kid[i]);
	struct node *arguments = parse_pop(p, OP_LIST, place->pos, from);
	struct node *results = parse_node(p, OP_LIST, place->pos, 0);
	struct node *n = parse_node(p, OP_S_CALL, callee->pos, 2, results, arguments);
	n->name = callee->name;
	return n;
}

/* results "<--" name ["(" arguments ")"] */
static struct node *call_with_results(struct parser *p, struct node *results)
{
	p->i++;
	struct pos pos = parse_pos(p);
	name callee = parse_dotted(p, "the name of an operation");
	struct node *arguments, *n;
	struct pos opened = parse_pos(p);
	if (parse_accept(p, TOKEN_LPAR)) {
		parse_check_not_empty(p, "an argument");
		arguments = parse_list(p);
		parse_close(p, TOKEN_RPAR, opened, "'('");
	} else {
		arguments = parse_node(p, OP_LIST, pos, 0);
	}
	n = parse_node(p, OP_S_CALL, pos, 2, results, arguments);
	n->name = callee;
	return n;
}

/* x, y :(P) */
static struct node *becomes_such(struct parser *p, struct node *list)
{
	struct pos pos = parse_expect(p, OP_MEMBER, "");
	struct pos opened = parse_expect(p, TOKEN_LPAR, "after ':' in a substitution");
	struct node *such = parse_expr_in_parens(p);
	parse_close(p, TOKEN_RPAR, opened, "'('");
	return parse_node(p, OP_S_BECOMES_SUCH, pos, 2, list, such);
}

bool parse_substitution_ahead(const struct parser *p, uint32_t k)
{
	int kind = parse_peek_at(p, k), next = parse_peek_at(p, k + 1);
	if (kind == TOKEN_ID)
		return next == TOKEN_BECOMES || next == TOKEN_BECOMES_IN || next == TOKEN_RESULTS;
	return only_in_substitutions(kind) || kind == TOKEN_IF || kind == TOKEN_LET;
}

/* Is there an operator that cannot follow a call? The '=' of an operation is none: then an END is
 * missing before. */
static bool at_sign(const struct parser *p)
{
	int kind = parse_peek(p);
	if (kind >= OP_COUNT || op_info((enum op)kind)->priority < 30) return false;
	return kind != OP_EQUAL || !parse_substitution_ahead(p, 1);
}

static struct node *assignment_or_call(struct parser *p)
{
	struct node *list = places(p);
	struct pos pos = parse_pos(p);
	switch (parse_peek(p)) {
	case TOKEN_BECOMES: p->i++; return parse_node(p, OP_S_ASSIGN, pos, 2, list, parse_list(p));
	case TOKEN_BECOMES_IN:
		p->i++;
		return parse_node(p, OP_S_BECOMES_IN, pos, 2, list, parse_expr(p));
	case OP_MEMBER: return becomes_such(p, list);
	case TOKEN_RESULTS: return call_with_results(p, list);
	default:
		if (list->count == 1 && !at_sign(p)) return call_of(p, list->kid[0]);
		parse_report_unexpected(p, "':=', '::', ':(' or '<--'", false);
		if (parse_peek(p) == OP_EQUAL)
			diag_at(p->diag, pos, DIAG_NOTE, "'=' compares, ':=' assigns");
		parse_leave(p);
	}
}

/* ---- blocks ------------------------------------------------------------------------------------------ */

/* P THEN s {separator P THEN s} [ELSE s] END, the first word was read */
static struct node *branches(struct parser *p, enum op op, struct pos pos, int separator)
{
	uint32_t from = p->stack.count;
	do {
		VEC_PUSH(&p->stack, parse_expr(p));
		parse_expect(p, TOKEN_THEN, "after the condition");
		VEC_PUSH(&p->stack, parse_subst(p));
	} while (parse_accept(p, separator));
	if (parse_accept(p, TOKEN_ELSE)) VEC_PUSH(&p->stack, parse_subst(p));
	parse_close(p, TOKEN_END, pos, op == OP_S_IF ? "'IF'" : "'SELECT'");
	return parse_pop(p, op, pos, from);
}

static struct node *guarded(struct parser *p, enum op op, struct pos pos, const char *what)
{
	struct node *condition = parse_expr(p);
	parse_expect(p, TOKEN_THEN, "after the condition");
	struct node *body = parse_subst(p);
	parse_close(p, TOKEN_END, pos, what);
	return parse_node(p, op, pos, 2, condition, body);
}

static struct node *choice(struct parser *p, struct pos pos)
{
	uint32_t from = p->stack.count;
	do VEC_PUSH(&p->stack, parse_subst(p));
	while (parse_accept(p, TOKEN_OR));
	parse_close(p, TOKEN_END, pos, "'CHOICE'");
	return parse_pop(p, OP_S_CHOICE, pos, from);
}

/* CASE e OF EITHER l THEN s {OR l THEN s} [ELSE s] END END */
static struct node *case_of(struct parser *p, struct pos pos)
{
	uint32_t from = p->stack.count;
	VEC_PUSH(&p->stack, parse_expr_in_parens(p));
	parse_expect(p, TOKEN_OF, "after the value of CASE");
	struct pos either = parse_expect(p, TOKEN_EITHER, "after OF");
	do {
		VEC_PUSH(&p->stack, parse_list(p));
		parse_expect(p, TOKEN_THEN, "after the values of this case");
		VEC_PUSH(&p->stack, parse_subst(p));
	} while (parse_accept(p, TOKEN_OR));
	if (parse_accept(p, TOKEN_ELSE)) VEC_PUSH(&p->stack, parse_subst(p));
	parse_close(p, TOKEN_END, either, "'EITHER'");
	parse_close(p, TOKEN_END, pos, "'CASE'");
	return parse_pop(p, OP_S_CASE, pos, from);
}

/* ANY ids WHERE P THEN s END, and LET ids BE P IN s END */
static struct node *with_ids(struct parser *p, enum op op, struct pos pos, int where, int then,
                             const char *what)
{
	struct node *ids = parse_ids(p, "a variable");
	parse_expect(p, where, "after the variables");
	struct node *condition = parse_expr(p);
	parse_expect(p, then, op == OP_S_LET ? "after the values of LET" : "after the condition");
	struct node *body = parse_subst(p);
	parse_close(p, TOKEN_END, pos, what);
	return parse_node(p, op, pos, 3, ids, condition, body);
}

static struct node *var(struct parser *p, struct pos pos)
{
	struct node *ids = parse_ids(p, "a variable");
	parse_expect(p, TOKEN_IN, "after the variables of VAR");
	struct node *body = parse_subst(p);
	parse_close(p, TOKEN_END, pos, "'VAR'");
	return parse_node(p, OP_S_VAR, pos, 2, ids, body);
}

/* WHILE P DO s INVARIANT I VARIANT v END; the last two in either order */
static struct node *while_do(struct parser *p, struct pos pos)
{
	struct node *condition = parse_expr(p), *invariant = NULL, *variant = NULL;
	parse_expect(p, TOKEN_DO, "after the condition of WHILE");
	struct node *body = parse_subst(p);
	while (!invariant || !variant) {
		if (!variant && parse_accept(p, TOKEN_CLAUSE_VARIANT)) variant = parse_expr_in_parens(p);
		else if (!invariant && parse_accept(p, TOKEN_CLAUSE_INVARIANT)) invariant = parse_expr(p);
		else parse_unexpected(p, invariant ? "'VARIANT'" : "'INVARIANT'");
	}
	parse_close(p, TOKEN_END, pos, "'WHILE'");
	return parse_node(p, OP_S_WHILE, pos, 4, condition, body, invariant, variant);
}

static struct node *block(struct parser *p, int kind)
{
	struct pos pos = parse_pos(p);
	struct node *n;
	p->i++;
	switch (kind) {
	case TOKEN_BEGIN:
		n = parse_subst(p);
		parse_close(p, TOKEN_END, pos, "'BEGIN'");
		return n;
	case OP_S_SKIP: return parse_node(p, OP_S_SKIP, pos, 0);
	case TOKEN_PRE: return guarded(p, OP_S_PRE, pos, "'PRE'");
	case TOKEN_ASSERT: return guarded(p, OP_S_ASSERT, pos, "'ASSERT'");
	case TOKEN_IF: return branches(p, OP_S_IF, pos, TOKEN_ELSIF);
	case TOKEN_SELECT: return branches(p, OP_S_SELECT, pos, TOKEN_WHEN);
	case TOKEN_CHOICE: return choice(p, pos);
	case TOKEN_CASE: return case_of(p, pos);
	case TOKEN_ANY: return with_ids(p, OP_S_ANY, pos, TOKEN_WHERE, TOKEN_THEN, "'ANY'");
	case TOKEN_LET: return with_ids(p, OP_S_LET, pos, TOKEN_BE, TOKEN_IN, "'LET'");
	case TOKEN_VAR: return var(p, pos);
	case TOKEN_WHILE: return while_do(p, pos);
	default: return NULL;
	}
}

static struct node *statement(struct parser *p)
{
	int kind = parse_peek(p);
	if (kind == TOKEN_ID) return assignment_or_call(p);
	struct node *n = NULL;
	parse_enter(p);
	uint32_t i = p->i;
	n = block(p, kind);
	if (!n) {
		p->i = i;
		parse_unexpected(p, "a substitution");
	}
	p->nesting--;
	return n;
}

/* ---- bodies of definitions ---------------------------------------------------------------------------- */

/* IF and LET are tried as substitutions when an expression does not fit: the two differ only
 * in what stands deep inside. The errors of the first try are taken back. */
static struct node *formula_or_null(struct parser *p)
{
	uint32_t i = p->i, stack = p->stack.count, nesting = p->nesting;
	uint32_t errors = p->diag->errors, messages = p->diag->messages.count;
	jmp_buf back, *recover = p->recover;
	struct node *volatile n = NULL;
	bool misused[TOKEN_COUNT];
	memcpy(misused, p->misused, sizeof misused);
	p->recover = &back;
	if (setjmp(back) == 0) {
		n = parse_expr(p);
		if (parse_peek(p) != TOKEN_END_OF_FILE) n = NULL;
	}
	p->recover = recover;
	if (n) return n;
	p->i = i;
	p->stack.count = stack;
	p->nesting = nesting;
	p->diag->errors = errors;
	p->diag->messages.count = messages;
	memcpy(p->misused, misused, sizeof misused);
	return NULL;
}

/* Does a ':=', '::', '<--' or '||' stand outside of all parentheses? */
static bool has_substitution_sign(const struct parser *p)
{
	int depth = 0;
	for (uint32_t k = 0;; k++) {
		int kind = parse_peek_at(p, k);
		if (kind == TOKEN_END_OF_FILE) return false;
		if (kind == TOKEN_LPAR || kind == TOKEN_LBRACE || kind == TOKEN_LBRACKET) depth++;
		if (kind == TOKEN_RPAR || kind == TOKEN_RBRACE || kind == TOKEN_RBRACKET) depth--;
		if (depth == 0 &&
		    (kind == TOKEN_BECOMES || kind == TOKEN_BECOMES_IN || kind == TOKEN_RESULTS ||
		     kind == OP_PARALLEL_PRODUCT || kind == OP_S_SKIP))
			return true;
	}
}

struct node *parse_any(struct parser *p)
{
	if (only_in_substitutions(parse_peek(p)) || has_substitution_sign(p))
		return parse_subst_parallel(p);
	uint32_t start = p->i;
	if (parse_peek(p) == TOKEN_IF || parse_peek(p) == TOKEN_LET) {
		struct node *n = formula_or_null(p);
		if (n) return n;
		return parse_subst_parallel(p);
	}
	struct node *n = parse_expr(p);
	/* x : (P) with a predicate in the parentheses is a substitution */
	bool such = n->op == OP_MEMBER && n->kid[1]->flags & NODE_IN_PARENS &&
	            node_class(n->kid[1]) == CLASS_PRED;
	if (such || (parse_peek(p) == TOKEN_COMMA && n->op == OP_ID)) {
		p->i = start;
		return parse_subst_parallel(p);
	}
	return n;
}
