/* Actions: x, y ≔ E, F; f(x) ≔ E; x :∈ S; x, y :∣ P. */
#include "eventb/parser.h"

/* x, or f(x), which only ≔ can follow */
static const struct node *place(struct eventb_parser *p)
{
	if (parser_peek(p) != SYMBOL_ID) parser_unexpected(p, "a variable");
	const struct node *n = parser_expression(p);
	bool is_place = n->op == OP_ID || (n->op == OP_APPLY && n->kid[0]->op == OP_ID);
	if (!is_place) parser_fail(p, node_start(n), "expected a variable, or one element of it: f(x)");
	return n;
}

static const struct node *list(struct eventb_parser *p,
                               const struct node *rule(struct eventb_parser *p))
{
	struct pos pos = parser_pos(p);
	uint32_t from = p->stack.count;
	do VEC_PUSH(&p->stack, rule(p));
	while (parser_accept(p, SYMBOL_COMMA));
	return parser_pop(p, OP_LIST, pos, from);
}

static void need_names(struct eventb_parser *p, const struct node *places, enum eventb_symbol s)
{
	for (uint32_t i = 0; i < places->count; i++)
		if (places->kid[i]->op != OP_ID)
			parser_fail(p, node_start(places->kid[i]), "before '%s' stand variables only",
			            eventb_symbols[s].unicode);
}

static const struct node *assignment(struct eventb_parser *p)
{
	const struct node *kids[2] = {list(p, place)};
	struct pos pos = parser_pos(p);
	enum eventb_symbol s = parser_peek(p);
	p->i += s == SYMBOL_BECOMES || s == SYMBOL_BECOMES_IN || s == SYMBOL_BECOMES_SUCH;
	switch (s) {
	case SYMBOL_BECOMES:
		kids[1] = list(p, parser_expression);
		if (kids[1]->count != kids[0]->count)
			parser_fail(p, pos, "%u variables, but %u values", kids[0]->count, kids[1]->count);
		return parser_node(p, OP_S_ASSIGN, pos, kids, 2);
	case SYMBOL_BECOMES_IN:
		need_names(p, kids[0], s);
		kids[1] = parser_expression(p);
		return parser_node(p, OP_S_BECOMES_IN, pos, kids, 2);
	case SYMBOL_BECOMES_SUCH:
		need_names(p, kids[0], s);
		kids[1] = parser_predicate(p);
		return parser_node(p, OP_S_BECOMES_SUCH, pos, kids, 2);
	default: parser_unexpected(p, "'≔', ':∈' or ':∣'");
	}
}

const struct node *eventb_assignment(const struct eventb_reader *r, const struct source *s)
{
	return parser_run(r, s, assignment);
}
