/* Expressions and predicates back to text, with no more parentheses than the priorities ask for.
 * What is printed reads as the same tree. */
#include "syntax/print.h"

enum { PREFIXED = 229, POSTFIXED = 231, PRIMARY = 1000 };

void print_name(name n, struct text *out)
{
	if (lexer_is_plain_name(n)) {
		text_add(out, n);
		return;
	}
	text_add_char(out, '`');
	for (const char *s = n; *s; s++) {
		if (*s == '`' || *s == '\\') text_add_char(out, '\\');
		text_add_char(out, *s);
	}
	text_add_char(out, '`');
}

static void print_string(const char *s, struct text *out)
{
	text_add_char(out, '"');
	for (; *s; s++) {
		if (*s == '\n') text_add(out, "\\n");
		else if (*s == '\r') text_add(out, "\\r");
		else if (*s == '\t') text_add(out, "\\t");
		else if (*s == '"' || *s == '\\') text_format(out, "\\%c", *s);
		else text_add_char(out, *s);
	}
	text_add_char(out, '"');
}

static void print_template(const struct node *n, struct text *out)
{
	text_add(out, "```");
	for (uint32_t i = 0; i < n->count; i++) {
		if (i % 2) {
			text_add(out, "${");
			print_expr(n->kid[i], 0, out);
			text_add(out, "}");
			continue;
		}
		for (const char *s = n->kid[i]->name; *s; s++) {
			if (*s == '`' || *s == '\\' || *s == '$') text_add_char(out, '\\');
			text_add_char(out, *s);
		}
	}
	text_add(out, "```");
}

static int priority(const struct node *n)
{
	if (n->flags & NODE_SYMBOLIC && n->op != OP_COMPOSE) return PREFIXED;
	switch (n->op) {
	case OP_INVERSE:
	case OP_IMAGE:
	case OP_APPLY:
	case OP_FIELD: return POSTFIXED;
	case OP_LABEL:
	case OP_SUBSTITUTED: return 41;
	case OP_COMPOSE:
	case OP_PARALLEL_PRODUCT: return PRIMARY; /* bring their own parentheses */
	default: return op_info(n->op)->priority ? op_info(n->op)->priority : PRIMARY;
	}
}

void print_list(const struct node *list, struct text *out)
{
	for (uint32_t i = 0; i < list->count; i++) {
		if (i) text_add(out, ", ");
		print_expr(list->kid[i], 30, out);
	}
}

static void print_ids(const struct node *ids, struct text *out)
{
	if (ids->count > 1) text_add_char(out, '(');
	for (uint32_t i = 0; i < ids->count; i++) {
		if (i) text_add(out, ", ");
		print_name(ids->kid[i]->name, out);
	}
	if (ids->count > 1) text_add_char(out, ')');
}

static void print_infix(const struct node *n, struct text *out)
{
	const struct op_info *info = op_info(n->op);
	int p = info->priority;
	for (uint32_t i = 0; i < n->count; i++) {
		int least = info->form == FORM_NONE    ? p + 1
		            : info->form == FORM_RIGHT ? p + (i == 0)
		                                       : p + (i > 0);
		/* (a & b) & c is not a & b & c, which is one node */
		if ((n->op == OP_AND || n->op == OP_OR) && n->kid[i]->op == n->op) least = p + 1;
		if (i) text_format(out, " %s ", info->spelling);
		print_expr(n->kid[i], least, out);
	}
}

/* r ; s and r || s may only stand in parentheses. */
static void print_in_own_parens(const struct node *n, struct text *out)
{
	text_add_char(out, '(');
	print_expr(n->kid[0], 30, out);
	text_format(out, n->flags & NODE_SYMBOLIC ? " /*@symbolic*/ %s " : " %s ",
	            op_info(n->op)->spelling);
	print_expr(n->kid[1], 30, out);
	text_add_char(out, ')');
}

static void print_call(const struct node *n, uint32_t count, struct text *out)
{
	text_add_char(out, '(');
	for (uint32_t i = 0; i < count; i++) {
		if (i) text_add(out, ", ");
		print_expr(n->kid[i], 0, out);
	}
	text_add_char(out, ')');
}

static void print_binder(const struct node *n, struct text *out)
{
	text_add(out, op_info(n->op)->spelling);
	if (op_info(n->op)->spelling[1] && n->kid[0]->count == 1) text_add_char(out, '(');
	print_ids(n->kid[0], out);
	if (op_info(n->op)->spelling[1] && n->kid[0]->count == 1) text_add_char(out, ')');
	text_add(out, ".(");
	print_expr(n->kid[1], 0, out);
	if (n->count > 2) {
		text_add(out, " | ");
		print_expr(n->kid[2], 0, out);
	}
	text_add_char(out, ')');
}

static void print_comprehension(const struct node *n, struct text *out)
{
	text_add_char(out, '{');
	for (uint32_t i = 0; i < n->kid[0]->count; i++) {
		if (i) text_add(out, ", ");
		print_name(n->kid[0]->kid[i]->name, out);
	}
	text_add(out, n->count > 2 ? " . " : " | ");
	print_expr(n->kid[1], 30, out);
	if (n->count > 2) {
		text_add(out, " | ");
		print_expr(n->kid[2], 30, out);
	}
	text_add_char(out, '}');
}

static void print_if(const struct node *n, struct text *out)
{
	for (uint32_t i = 0; i + 1 < n->count; i += 2) {
		text_add(out, i ? " ELSIF " : "IF ");
		print_expr(n->kid[i], 30, out);
		text_add(out, " THEN ");
		print_expr(n->kid[i + 1], 30, out);
	}
	text_add(out, " ELSE ");
	print_expr(n->kid[n->count - 1], 30, out);
	text_add(out, " END");
}

static void print_let(const struct node *n, struct text *out)
{
	text_add(out, "LET ");
	print_list(n->kid[0], out);
	text_add(out, " BE ");
	print_expr(n->kid[1], 30, out);
	text_add(out, " IN ");
	print_expr(n->kid[2], 30, out);
	text_add(out, " END");
}

static void print_record(const struct node *n, struct text *out)
{
	text_format(out, "%s(", op_info(n->op)->spelling);
	for (uint32_t i = 0; i < n->count; i++) {
		if (i) text_add(out, ", ");
		print_name(n->kid[i]->name, out);
		text_add(out, ": ");
		print_expr(n->kid[i]->kid[0], 30, out);
	}
	text_add_char(out, ')');
}

static void print_form(const struct node *n, struct text *out)
{
	switch (n->op) {
	case OP_ID: print_name(n->name, out); break;
	case OP_OLD:
		print_name(n->name, out);
		text_add(out, "$0");
		break;
	case OP_NUMBER:
	case OP_DECIMAL: text_add(out, n->name); break;
	case OP_STRING: print_string(n->name, out); break;
	case OP_TEMPLATE: print_template(n, out); break;
	case OP_EMPTY_SET: text_add(out, "{}"); break;
	case OP_EMPTY_SEQ: text_add(out, "[]"); break;
	case OP_NEGATE:
		text_add_char(out, '-');
		print_expr(n->kid[0], POSTFIXED, out);
		break;
	case OP_PRODUCT: print_infix(n, out); break;
	case OP_SET:
	case OP_SEQUENCE:
		text_add_char(out, n->op == OP_SET ? '{' : '[');
		print_list(n, out);
		text_add_char(out, n->op == OP_SET ? '}' : ']');
		break;
	case OP_COMPREHENSION: print_comprehension(n, out); break;
	case OP_INVERSE:
		print_expr(n->kid[0], POSTFIXED, out);
		text_add_char(out, '~');
		break;
	case OP_IMAGE:
		print_expr(n->kid[0], POSTFIXED, out);
		text_add_char(out, '[');
		print_expr(n->kid[1], 0, out);
		text_add_char(out, ']');
		break;
	case OP_APPLY:
		print_expr(n->kid[0], POSTFIXED, out);
		text_add_char(out, '(');
		for (uint32_t i = 1; i < n->count; i++) {
			if (i > 1) text_add(out, ", ");
			print_expr(n->kid[i], 0, out);
		}
		text_add_char(out, ')');
		break;
	case OP_OF_TYPE:
		text_add_char(out, '(');
		print_expr(n->kid[0], 0, out);
		text_format(out, " %s ", op_info(n->op)->unicode);
		print_expr(n->kid[1], 0, out);
		text_add_char(out, ')');
		break;
	case OP_TYPE_SET: text_add_char(out, '_'); break;
	case OP_FIELD:
		print_expr(n->kid[0], POSTFIXED, out);
		text_add_char(out, '\'');
		print_name(n->name, out);
		break;
	case OP_FIRST_OF_PAIR:
	case OP_SECOND_OF_PAIR:
		text_format(out, "%s(", op_info(n->op)->spelling);
		print_expr(n->kid[0], 0, out);
		text_add_char(out, ')');
		break;
	case OP_STRUCT:
	case OP_REC: print_record(n, out); break;
	case OP_IF: print_if(n, out); break;
	case OP_LET: print_let(n, out); break;
	case OP_LIST:
	case OP_IDS: print_list(n, out); break;
	case OP_LABEL:
		text_format(out, "/*@label \"%s\" */ ", n->name);
		print_expr(n->kid[0], 60, out);
		break;
	case OP_SUBSTITUTED:
		text_add_char(out, '[');
		print_list(n->kid[0], out);
		text_add(out, " := ");
		print_list(n->kid[1], out);
		text_add(out, "] ");
		print_expr(n->kid[2], 61, out);
		break;
	case OP_EXTERNAL_CALL: {
		uint32_t count = n->count;
		if (count && n->kid[count - 1]->op == OP_LIST) count--; /* its declared type */
		print_name(n->name, out);
		if (count) print_call(n, count, out);
		break;
	}
	default: print_subst(n, 0, PRINT_SEQUENCE, out); break;
	}
}

static void print_bare(const struct node *n, struct text *out)
{
	const struct op_info *info = op_info(n->op);
	if (n->op == OP_COMPOSE || n->op == OP_PARALLEL_PRODUCT) {
		print_in_own_parens(n, out);
		return;
	}
	if (n->flags & NODE_SYMBOLIC) text_add(out, "/*@symbolic*/ ");
	switch (info->form) {
	case FORM_INFIX:
	case FORM_RIGHT:
	case FORM_NONE: print_infix(n, out); break;
	case FORM_WEAK:
	case FORM_CALL:
	case FORM_WORD:
		text_add(out, info->spelling);
		if (n->count) print_call(n, n->count, out);
		break;
	case FORM_BINDER: print_binder(n, out); break;
	case FORM_FORM: print_form(n, out); break;
	}
}

void print_expr(const struct node *n, int least, struct text *out)
{
	bool parens = priority(n) < least;
	if (parens) text_add_char(out, '(');
	print_bare(n, out);
	if (parens) text_add_char(out, ')');
}

void print_node(const struct node *n, struct text *out) { print_expr(n, 0, out); }

/* In one line of about so many bytes. */
static void print_short(print_rule *print, const struct node *n, size_t longest, struct text *out)
{
	struct text t = {0};
	print(n, &t);
	for (size_t i = 0; i < t.count; i++)
		if (t.at[i] == '\n' || t.at[i] == '\t') t.at[i] = ' ';
	size_t length = t.count;
	if (length > longest) {
		length = longest;
		while (length > 0 && ((unsigned char)t.at[length] & 0xc0) == 0x80) length--;
	}
	text_add_bytes(out, text_get(&t), length);
	if (length < t.count) text_add(out, " ...");
	text_clear(&t);
}

void print_node_short(const struct node *n, size_t longest, struct text *out)
{
	print_short(print_node, n, longest, out);
}

static print_rule *rule_of(const struct project *p) { return p->print ? p->print : print_node; }

void print_formula(const struct project *p, const struct node *n, struct text *out)
{
	rule_of(p)(n, out);
}

void print_formula_short(const struct project *p, const struct node *n, size_t longest,
                         struct text *out)
{
	print_short(rule_of(p), n, longest, out);
}
