/* Operations. After an error in one of them reading goes on at the next. */
#include "syntax/parse_machine.h"

int parse_block_depth(int kind)
{
	switch (kind) {
	case TOKEN_LPAR:
	case TOKEN_LBRACE:
	case TOKEN_LBRACKET:
	case TOKEN_IF:
	case TOKEN_LET:
	case TOKEN_BEGIN:
	case TOKEN_PRE:
	case TOKEN_ASSERT:
	case TOKEN_CHOICE:
	case TOKEN_SELECT:
	case TOKEN_CASE:
	case TOKEN_EITHER:
	case TOKEN_ANY:
	case TOKEN_VAR:
	case TOKEN_WHILE: return 1;
	case TOKEN_RPAR:
	case TOKEN_RBRACE:
	case TOKEN_RBRACKET:
	case TOKEN_END: return -1;
	default: return 0;
	}
}

static struct node *no_ids(struct parser *p) { return parse_node(p, OP_IDS, parse_pos(p), 0); }

/* The '=' before the body. `separator` is the ';' before this operation, if it is not the first. */
static void equals(struct parser *p, struct pos separator)
{
	if (parse_accept(p, OP_EQUAL)) return;
	int kind = parse_peek(p);
	bool is_substitution = kind == TOKEN_BECOMES || kind == TOKEN_BECOMES_IN || kind == OP_MEMBER ||
	                       kind == OP_COMPOSE || kind == OP_PARALLEL_PRODUCT || parse_at_clause(p);
	parse_report_unexpected(p, "'=' before the body of the operation", false);
	if (separator.at && is_substitution)
		diag_at(p->diag, separator, DIAG_NOTE,
		        "in an operation, substitutions with ';' stand in BEGIN ... END");
	parse_leave(p);
}

/* [ids "<--"] name ["(" ids ")"] ["ref" name] "=" s */
static struct operation *operation(struct parser *p, bool is_local, struct pos separator)
{
	struct operation *o = ARENA_NEW(p->arena, struct operation);
	uint32_t k = 0;
	while (parse_peek_at(p, k) == TOKEN_ID && parse_peek_at(p, k + 1) == TOKEN_COMMA) k += 2;
	if (parse_peek_at(p, k) == TOKEN_ID && parse_peek_at(p, k + 1) == TOKEN_RESULTS) {
		o->results = parse_ids(p, "the name of a result");
		p->i++;
	} else {
		o->results = no_ids(p);
	}
	o->pos = parse_pos(p);
	o->name = parse_dotted(p, "the name of an operation");
	o->parameters = parse_parameters(p, "the name of a parameter");
	if (!o->parameters) o->parameters = no_ids(p);
	if (parse_peek(p) == TOKEN_ID && parse_token(p)->text == p->word_ref) {
		p->i++;
		o->refines_pos = parse_pos(p);
		o->refines = parse_dotted(p, "the name of the refined operation");
	}
	equals(p, separator);
	o->body = parse_subst_parallel(p);
	parse_check_depth(p, o->body);
	o->is_local = is_local;
	return o;
}

/* ---- after errors ----------------------------------------------------------------------------- */

enum head { HEAD_NONE, HEAD_LIKELY, HEAD_SURE };

static uint32_t last_name(const struct parser *p, uint32_t k)
{
	while (parse_peek_at(p, k) == TOKEN_ID && parse_peek_at(p, k + 1) == TOKEN_COMMA) k += 2;
	return k;
}

/* Behind the parentheses that open k tokens ahead; what stands in them may be wrong. */
static uint32_t behind_parentheses(const struct parser *p, uint32_t k)
{
	int depth = 0;
	do {
		int kind = parse_peek_at(p, k++);
		if (kind == TOKEN_END_OF_FILE || kind == OP_COMPOSE || kind >= TOKEN_MACHINE) break;
		depth += parse_block_depth(kind);
	} while (depth > 0);
	return k;
}

/* Does an operation begin k tokens ahead? It is sure if a substitution follows the '='. */
static enum head head_at(const struct parser *p, uint32_t k)
{
	uint32_t last = last_name(p, k);
	if (parse_peek_at(p, last) == TOKEN_ID && parse_peek_at(p, last + 1) == TOKEN_RESULTS)
		k = last + 2;
	if (parse_peek_at(p, k++) != TOKEN_ID) return HEAD_NONE;
	if (parse_peek_at(p, k) == TOKEN_LPAR) k = behind_parentheses(p, k);
	if (parse_peek_at(p, k) == TOKEN_ID && p->tokens.list.at[p->i + k].text == p->word_ref) k += 2;
	if (parse_peek_at(p, k) != OP_EQUAL) return HEAD_NONE;
	return parse_substitution_ahead(p, k + 1) ? HEAD_SURE : HEAD_LIKELY;
}

/* To the ';' before the next operation. The faulty one began at `start`; an END or a parenthesis
 * may be missing in it. False if there is no other operation. */
static bool skip_operation(struct parser *p, uint32_t start)
{
	uint32_t stopped = p->i;
	int depth = 0;
	for (p->i = start; parse_peek(p) != TOKEN_END_OF_FILE; p->i++) {
		int kind = parse_peek(p);
		bool of_while = kind == TOKEN_CLAUSE_INVARIANT || kind == TOKEN_CLAUSE_VARIANT;
		if (kind > TOKEN_DO && !of_while) break;
		enum head head = kind == OP_COMPOSE ? head_at(p, 1) : HEAD_NONE;
		if (head == HEAD_SURE || (head == HEAD_LIKELY && depth <= 0)) return true;
		depth += parse_block_depth(kind);
	}
	p->i = stopped;
	return false;
}

/* ---- all together ------------------------------------------------------------------------------ */

/* False after an error; then reading goes on at the next operation. */
static bool one_operation(struct parser *p, struct machine *m, bool is_local, struct pos separator)
{
	jmp_buf back, *outer = p->recover;
	uint32_t start = p->i, stack = p->stack.count, nesting = p->nesting;
	p->recover = &back;
	if (setjmp(back) == 0) {
		VEC_PUSH(&m->operations, operation(p, is_local, separator));
		p->recover = outer;
		return true;
	}
	p->recover = outer;
	p->stack.count = stack;
	p->nesting = nesting;
	if (!skip_operation(p, start)) parse_leave(p);
	return false;
}

void parse_operations(struct parser *p, struct machine *m, bool is_local)
{
	bool good = true;
	struct pos separator = {0};
	for (;;) {
		good &= one_operation(p, m, is_local, separator);
		separator = parse_pos(p);
		if (parse_another(p, OP_COMPOSE, "the name of an operation")) continue;
		if (head_at(p, 0) == HEAD_NONE) break;
		parse_report(p, separator, "';' is missing before the next operation");
		good = false;
	}
	/* what is left may only follow from the error */
	if (!good) parse_leave(p);
}
