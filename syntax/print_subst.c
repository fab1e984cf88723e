/* Substitutions back to text, one statement a line. */
#include "syntax/print.h"

void print_indent(int indent, struct text *out)
{
	text_add_char(out, '\n');
	for (int i = 0; i < indent; i++) text_add(out, "  ");
}

static void on_line(const char *word, int indent, struct text *out)
{
	print_indent(indent, out);
	text_add(out, word);
}

static void body(const struct node *n, int indent, struct text *out)
{
	print_indent(indent + 1, out);
	print_subst(n, indent + 1, PRINT_SEQUENCE, out);
}

static void condition(const char *word, const struct node *n, struct text *out)
{
	text_format(out, "%s ", word);
	print_expr(n, 30, out);
}

static void print_chain(const struct node *n, int indent, enum print_level level, struct text *out)
{
	for (uint32_t i = 0; i < n->count; i++) {
		if (i) {
			text_add(out, n->op == OP_S_SEQUENCE ? " ;" : " ||");
			print_indent(indent, out);
		}
		print_subst(n->kid[i], indent, level, out);
	}
}

static void print_branches(const struct node *n, int indent, struct text *out)
{
	const char *first = n->op == OP_S_IF ? "IF" : "SELECT";
	const char *further = n->op == OP_S_IF ? "ELSIF" : "WHEN";
	uint32_t i = 0;
	for (; i + 1 < n->count; i += 2) {
		if (i) print_indent(indent, out);
		condition(i ? further : first, n->kid[i], out);
		text_add(out, " THEN");
		body(n->kid[i + 1], indent, out);
	}
	if (i < n->count) {
		on_line("ELSE", indent, out);
		body(n->kid[i], indent, out);
	}
	on_line("END", indent, out);
}

static void print_case(const struct node *n, int indent, struct text *out)
{
	condition("CASE", n->kid[0], out);
	text_add(out, " OF");
	uint32_t i = 1;
	for (; i + 1 < n->count; i += 2) {
		on_line(i == 1 ? "EITHER " : "OR ", indent, out);
		print_list(n->kid[i], out);
		text_add(out, " THEN");
		body(n->kid[i + 1], indent, out);
	}
	if (i < n->count) {
		on_line("ELSE", indent, out);
		body(n->kid[i], indent, out);
	}
	on_line("END END", indent, out);
}

static void print_choice(const struct node *n, int indent, struct text *out)
{
	for (uint32_t i = 0; i < n->count; i++) {
		if (i) print_indent(indent, out);
		text_add(out, i ? "OR" : "CHOICE");
		body(n->kid[i], indent, out);
	}
	on_line("END", indent, out);
}

static void print_guarded(const struct node *n, const char *word, int indent, struct text *out)
{
	condition(word, n->kid[0], out);
	on_line("THEN", indent, out);
	body(n->kid[1], indent, out);
	on_line("END", indent, out);
}

static void print_with_ids(const struct node *n, const char *word, const char *where,
                           const char *then, int indent, struct text *out)
{
	text_format(out, "%s ", word);
	print_list(n->kid[0], out);
	if (n->count > 2) {
		text_add_char(out, ' ');
		condition(where, n->kid[1], out);
	}
	text_format(out, " %s", then);
	body(n->kid[n->count - 1], indent, out);
	on_line("END", indent, out);
}

static void print_while(const struct node *n, int indent, struct text *out)
{
	condition("WHILE", n->kid[0], out);
	text_add(out, " DO");
	body(n->kid[1], indent, out);
	print_indent(indent, out);
	condition("INVARIANT", n->kid[2], out);
	print_indent(indent, out);
	condition("VARIANT", n->kid[3], out);
	on_line("END", indent, out);
}

static void print_call(const struct node *n, struct text *out)
{
	if (n->kid[0]->count) {
		print_list(n->kid[0], out);
		text_add(out, " <-- ");
	}
	print_name(n->name, out);
	if (n->kid[1]->count) {
		text_add_char(out, '(');
		print_list(n->kid[1], out);
		text_add_char(out, ')');
	}
}

static void print_assignment(const struct node *n, struct text *out)
{
	print_list(n->kid[0], out);
	if (n->op == OP_S_ASSIGN) {
		text_add(out, " := ");
		print_list(n->kid[1], out);
	} else if (n->op == OP_S_BECOMES_IN) {
		text_add(out, " :: ");
		print_expr(n->kid[1], 30, out);
	} else {
		text_add(out, " :(");
		print_expr(n->kid[1], 0, out);
		text_add_char(out, ')');
	}
}

static void print_bare(const struct node *n, int indent, struct text *out)
{
	switch (n->op) {
	case OP_S_SKIP: text_add(out, "skip"); break;
	case OP_S_ASSIGN:
	case OP_S_BECOMES_IN:
	case OP_S_BECOMES_SUCH: print_assignment(n, out); break;
	case OP_S_CALL: print_call(n, out); break;
	case OP_S_PARALLEL: print_chain(n, indent, PRINT_SINGLE, out); break;
	case OP_S_SEQUENCE: print_chain(n, indent, PRINT_PARALLEL, out); break;
	case OP_S_PRE: print_guarded(n, "PRE", indent, out); break;
	case OP_S_ASSERT: print_guarded(n, "ASSERT", indent, out); break;
	case OP_S_CHOICE: print_choice(n, indent, out); break;
	case OP_S_IF:
	case OP_S_SELECT: print_branches(n, indent, out); break;
	case OP_S_CASE: print_case(n, indent, out); break;
	case OP_S_ANY: print_with_ids(n, "ANY", "WHERE", "THEN", indent, out); break;
	case OP_S_LET: print_with_ids(n, "LET", "BE", "IN", indent, out); break;
	case OP_S_VAR: print_with_ids(n, "VAR", "", "IN", indent, out); break;
	case OP_S_WHILE: print_while(n, indent, out); break;
	default: print_expr(n, 0, out); break;
	}
}

void print_subst(const struct node *n, int indent, enum print_level level, struct text *out)
{
	bool block = (n->op == OP_S_SEQUENCE && level > PRINT_SEQUENCE) ||
	             (n->op == OP_S_PARALLEL && level > PRINT_PARALLEL);
	if (!block) {
		print_bare(n, indent, out);
		return;
	}
	text_add(out, "BEGIN");
	print_indent(indent + 1, out);
	print_bare(n, indent + 1, out);
	on_line("END", indent, out);
}
