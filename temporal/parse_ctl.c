/* The grammar of CTL: ProB's, and A f U g besides.
 *
 *     f0 = f0 "=>" f1 | f1    f1 = f1 ("&" | "or") f2 | f2
 *     f2 = (not|EX|AX|EF|AF|EG|AG) f2 | (EX|AX) [Op] f2 | (E|A) f2 U f2 | (E|A) "(" f0 U f0 ")" | "(" f0 ")" | atom */
#include "temporal/parse.h"

static enum temporal_op prefix(enum word w)
{
	switch (w) {
	case WORD_NOT: return TEMPORAL_NOT;
	case WORD_EX: return TEMPORAL_EX;
	case WORD_AX: return TEMPORAL_AX;
	case WORD_EF: return TEMPORAL_EF;
	case WORD_AF: return TEMPORAL_AF;
	case WORD_EG: return TEMPORAL_EG;
	case WORD_AG: return TEMPORAL_AG;
	default: return TEMPORAL_OPERATORS;
	}
}

static bool ends_formula(enum word w)
{
	return w == WORD_END || w == WORD_CLOSE || w == WORD_AND || w == WORD_OR || w == WORD_IMPLIES ||
	       w == WORD_UNTIL || w == WORD_EQUIVALENT;
}

static const struct temporal *parse_unary(struct scan *s);

static const struct temporal *parse_prefixed(struct scan *s, enum temporal_op op)
{
	struct pos pos = scan_pos(s, s->from);
	bool is_step = op == TEMPORAL_EX || op == TEMPORAL_AX;
	scan_next(s);
	bool has_action = is_step && s->word == WORD_OPEN_ACTION;
	const struct temporal *f = parse_unary(s);
	if (!f || !has_action || ends_formula(s->word))
		return f ? scan_node(s, op, pos, f, NULL) : NULL;
	const struct temporal *then = parse_unary(s);
	if (!then) return NULL;
	return scan_node(s, op == TEMPORAL_EX ? TEMPORAL_EX_BY : TEMPORAL_AX_BY, pos, f, then);
}

static const struct temporal *close_parenthesis(struct scan *s, size_t from,
                                                const struct temporal *f)
{
	if (f && s->word != WORD_CLOSE) return scan_error(s, from, "this '(' is not closed");
	if (f) scan_next(s);
	return f;
}

/* Parentheses may be around both operands. */
static const struct temporal *parse_until(struct scan *s)
{
	enum temporal_op op = s->word == WORD_E ? TEMPORAL_EU : TEMPORAL_AU;
	struct pos pos = scan_pos(s, s->from);
	const struct temporal *f;
	scan_next(s);
	size_t from = s->from;
	bool has_open = s->word == WORD_OPEN, is_inside = false;
	if (has_open) {
		scan_next(s);
		f = ctl_parse(s);
		is_inside = f && s->word == WORD_UNTIL;
		if (!is_inside) f = close_parenthesis(s, from, f);
	} else f = parse_unary(s);
	if (!f) return NULL;
	if (s->word != WORD_UNTIL)
		return scan_error(s, s->from, "expected 'U' behind '%s'", op == TEMPORAL_EU ? "E" : "A");
	scan_next(s);
	const struct temporal *g = is_inside ? ctl_parse(s) : parse_unary(s);
	if (is_inside) g = close_parenthesis(s, from, g);
	return g ? scan_node(s, op, pos, f, g) : NULL;
}

static const struct temporal *parse_unary(struct scan *s)
{
	const struct temporal *f = NULL;
	size_t from = s->from;
	enum temporal_op op = prefix(s->word);
	if (!scan_enter(s)) return NULL;
	if (op != TEMPORAL_OPERATORS) f = parse_prefixed(s, op);
	else if (s->word == WORD_E || s->word == WORD_A) f = parse_until(s);
	else if (s->word == WORD_OPEN) {
		scan_next(s);
		f = close_parenthesis(s, from, ctl_parse(s));
	} else f = atom_parse(s);
	s->depth--;
	return f;
}

static enum temporal_op infix(enum word w, uint32_t level)
{
	if (level == 0 && w == WORD_IMPLIES) return TEMPORAL_IMPLIES;
	if (level == 1 && w == WORD_AND) return TEMPORAL_AND;
	if (level == 1 && w == WORD_OR) return TEMPORAL_OR;
	return TEMPORAL_OPERATORS;
}

const struct temporal *ctl_parse(struct scan *s)
{
	static const struct infix_grammar grammar = {2, infix, parse_unary};
	return infix_parse(s, &grammar, 0);
}
