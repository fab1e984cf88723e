/* Formulas in the notation of Rodin. Parentheses stand wherever the table of compatible operators does not say that none are needed, so that
 * what is printed is read as the same tree. What Event-B has no words for looks as in classical B. */
#include "eventb/token.h"

#include "eventb/eventb.h"

static void print(const struct node *n, struct text *out);

static const struct eventb_symbol_info *symbol_of(enum op op)
{
	for (uint32_t i = 0; i < SYMBOL_COUNT; i++)
		if (eventb_symbols[i].op == op && op != OP_COUNT) return &eventb_symbols[i];
	return NULL;
}

static const char *sign(enum eventb_symbol s) { return eventb_symbols[s].unicode; }

/* How strongly it binds: as a group of infix operators, or more, or less than all. */
static enum eventb_role strength(const struct node *n)
{
	const struct eventb_symbol_info *s = symbol_of(n->op);
	if (n->count && n->kid[0]->op == OP_TYPE_SET) return ROLE_PRIMARY;
	if (n->op == OP_IDENTITY || n->op == OP_PRJ1 || n->op == OP_PRJ2) return ROLE_INFIX_SETS;
	if (n->op == OP_NEGATE) return ROLE_INFIX_SUM;
	if (s && s->role == ROLE_BINDER) return ROLE_MARK;
	return s && s->role >= ROLE_PREFIX ? s->role : ROLE_PRIMARY;
}

static void in_parens(const struct node *n, bool is_needed, struct text *out)
{
	if (is_needed) text_add_char(out, '(');
	print(n, out);
	if (is_needed) text_add_char(out, ')');
}

/* E of E ⦂ ℤ */
static const struct node *number_of(const struct node *n)
{
	bool is_number = n->op == OP_OF_TYPE && n->kid[1]->op == OP_INTEGER_SET;
	return is_number ? n->kid[0] : n;
}

static void operand(const struct node *n, enum eventb_role above, struct text *out)
{
	in_parens(n, strength(n) <= above || strength(n) == ROLE_PREFIX, out);
}

/* Does x a y b z need no parentheses for (x a y) b z? */
static bool goes_on(enum op a, enum op b)
{
	switch (b) {
	case OP_ADD:
	case OP_MINUS: return a == OP_ADD || a == OP_MINUS;
	case OP_UNION:
	case OP_INTER:
	case OP_PRODUCT:
	case OP_COMPOSE:
	case OP_OVERRIDE:
	case OP_PAIR:
	case OP_TIMES: return a == b;
	default: return false;
	}
}

static void print_infix(const struct node *n, const struct eventb_symbol_info *s, struct text *out)
{
	bool is_tight = n->op == OP_PAIR || n->op == OP_INTERVAL;
	bool of_numbers = n->op == OP_MINUS || n->op == OP_TIMES; /* see eventb_binary */
	for (uint32_t i = 0; i < n->count; i++) {
		const struct node *kid = of_numbers ? number_of(n->kid[i]) : n->kid[i];
		if (i) text_format(out, is_tight ? "%s" : " %s ", s->unicode);
		if (i == 0 && goes_on(kid->op, n->op)) print(kid, out);
		else operand(kid, s->role, out);
	}
}

static void print_names(const struct node *ids, const char *between, struct text *out)
{
	for (uint32_t i = 0; i < ids->count; i++) {
		const struct node *id = ids->kid[i];
		bool in_pattern = id->count && *between != ',';
		text_format(out, "%s%s%s", i ? between : "", in_pattern ? "(" : "", id->name);
		if (id->count) text_add(out, sign(SYMBOL_OFTYPE));
		if (id->count) operand(id->kid[0], ROLE_INFIX_TYPED, out);
		if (in_pattern) text_add_char(out, ')');
	}
}

/* Qx·P, Qx·P∣E; of λ the names are a pattern. */
static void print_binder(const struct node *n, const char *word, struct text *out)
{
	text_add(out, word);
	print_names(n->kid[0], n->op == OP_LAMBDA ? sign(SYMBOL_MAPLET) : ",", out);
	text_add(out, sign(SYMBOL_DOT));
	print(n->kid[1], out);
	if (n->count < 3) return;
	text_format(out, " %s ", sign(SYMBOL_BAR));
	print(n->kid[2], out);
}

/* {x ∣ P}, {x,y·P ∣ E} */
static void print_comprehension(const struct node *n, struct text *out)
{
	bool is_plain = n->count == 2 && n->kid[0]->count == 1;
	text_add_char(out, '{');
	print_names(n->kid[0], ",", out);
	if (!is_plain) text_add(out, sign(SYMBOL_DOT));
	else text_format(out, " %s ", sign(SYMBOL_BAR));
	print(n->kid[1], out);
	if (!is_plain) text_format(out, " %s ", sign(SYMBOL_BAR));
	if (n->count > 2) print(n->kid[2], out);
	else if (!is_plain) print_names(n->kid[0], sign(SYMBOL_MAPLET), out);
	text_add_char(out, '}');
}

static void print_operands(const struct node *n, uint32_t from, const char *between,
                           struct text *out)
{
	for (uint32_t i = from; i < n->count; i++) {
		if (i > from) text_add(out, between);
		if (*between == ',') print(n->kid[i], out);
		else operand(n->kid[i], ROLE_INFIX_PAIR, out);
	}
}

static void print_call(const char *word, const struct node *n, struct text *out)
{
	text_format(out, "%s(", word);
	print_operands(n, 0, ", ", out);
	text_add_char(out, ')');
}

/* S ◁ id, (S × T) ◁ prj1 */
static void print_restricted(const struct node *n, struct text *out)
{
	enum eventb_symbol word = n->op == OP_IDENTITY ? SYMBOL_IDENTITY
	                          : n->op == OP_PRJ1   ? SYMBOL_PRJ1
	                                               : SYMBOL_PRJ2;
	if (n->kid[0]->op == OP_TYPE_SET) {
		text_add(out, sign(word));
		return;
	}
	if (n->count > 1) {
		text_add_char(out, '(');
		operand(n->kid[0], ROLE_INFIX_SETS, out);
		text_format(out, " %s ", sign(SYMBOL_TIMES_SETS));
		operand(n->kid[1], ROLE_INFIX_SETS, out);
		text_add_char(out, ')');
	} else operand(n->kid[0], ROLE_INFIX_SETS, out);
	text_format(out, " %s %s", sign(SYMBOL_DOMAIN_RESTRICT), sign(word));
}

static void print_applied(const struct node *n, struct text *out)
{
	operand(n->kid[0], ROLE_INFIX_POWER, out);
	if (n->op == OP_INVERSE) {
		text_add(out, sign(SYMBOL_INVERSE));
		return;
	}
	text_add_char(out, n->op == OP_IMAGE ? '[' : '(');
	if (n->count > 2) print_operands(n, 1, sign(SYMBOL_MAPLET), out);
	else print(n->kid[1], out);
	text_add_char(out, n->op == OP_IMAGE ? ']' : ')');
}

static void print_form(const struct node *n, struct text *out)
{
	switch (n->op) {
	case OP_ID:
	case OP_OLD: text_add(out, n->name); break;
	case OP_LABEL: print(n->kid[0], out); break;
	case OP_NEGATE:
		text_add(out, sign(SYMBOL_MINUS));
		operand(n->kid[0], ROLE_INFIX_POWER, out);
		break;
	case OP_SET:
		text_add_char(out, '{');
		print_operands(n, 0, ", ", out);
		text_add_char(out, '}');
		break;
	case OP_COMPREHENSION: print_comprehension(n, out); break;
	case OP_IDENTITY:
	case OP_PRJ1:
	case OP_PRJ2: print_restricted(n, out); break;
	case OP_FIRST_OF_PAIR: print_call(sign(SYMBOL_PRJ1), n, out); break;
	case OP_SECOND_OF_PAIR: print_call(sign(SYMBOL_PRJ2), n, out); break;
	case OP_INVERSE:
	case OP_IMAGE:
	case OP_APPLY: print_applied(n, out); break;
	default: print_node(n, out); break;
	}
}

static void print(const struct node *n, struct text *out)
{
	const struct eventb_symbol_info *s = symbol_of(n->op);
	enum eventb_role role = s ? s->role : ROLE_MARK;
	if (role >= ROLE_INFIX_IMPLICATION) print_infix(n, s, out);
	else if (role == ROLE_BINDER) print_binder(n, s->unicode, out);
	else if (role == ROLE_CALL) print_call(s->unicode, n, out);
	else if (role == ROLE_ATOM) text_add(out, s->unicode);
	else if (role == ROLE_PREFIX) {
		text_add(out, s->unicode);
		in_parens(n->kid[0], strength(n->kid[0]) != ROLE_PRIMARY, out);
	} else print_form(n, out);
}

void eventb_print(const struct node *n, struct text *out) { print(n, out); }
