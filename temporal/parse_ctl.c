/* The grammar of CTL: ProB's, and A f U g besides.
 *
 *     f0 = f0 "=>" f1 | f1    f1 = f1 ("&" | "or") f2 | f2
 *     f2 = (not|EX|AX|EF|AF|EG|AG) f2 | (EX|AX) [Op] f2 | (E|A) f2 U f2 | "(" f0 ")" | atom */
#include "temporal/parse.h"

static const struct temporal *parse_level(struct scan *s, uint32_t level);

static struct temporal *make(struct scan *s, enum temporal_op op, struct pos pos,
                             const struct temporal *x, const struct temporal *y)
{
	return temporal_node(&s->project->arena, op, pos, x, y);
}

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
	if (!f || !has_action || ends_formula(s->word)) return f ? make(s, op, pos, f, NULL) : NULL;
	const struct temporal *then = parse_unary(s);
	if (!then) return NULL;
	return make(s, op == TEMPORAL_EX ? TEMPORAL_EX_BY : TEMPORAL_AX_BY, pos, f, then);
}

static const struct temporal *parse_until(struct scan *s)
{
	enum temporal_op op = s->word == WORD_E ? TEMPORAL_EU : TEMPORAL_AU;
	struct pos pos = scan_pos(s, s->from);
	scan_next(s);
	const struct temporal *f = parse_unary(s);
	if (!f) return NULL;
	if (s->word != WORD_UNTIL)
		return scan_error(s, s->from, "expected 'U' behind '%s'", op == TEMPORAL_EU ? "E" : "A");
	scan_next(s);
	const struct temporal *g = parse_unary(s);
	return g ? make(s, op, pos, f, g) : NULL;
}

static const struct temporal *parse_unary(struct scan *s)
{
	const struct temporal *f = NULL;
	size_t from = s->from;
	enum temporal_op op = prefix(s->word);
	if (s->depth++ >= PARSE_MOST_DEPTH)
		return scan_error(s, s->from, "this formula is nested more than %d deep", PARSE_MOST_DEPTH);
	if (op != TEMPORAL_OPERATORS) f = parse_prefixed(s, op);
	else if (s->word == WORD_E || s->word == WORD_A) f = parse_until(s);
	else if (s->word == WORD_OPEN) {
		scan_next(s);
		f = parse_level(s, 0);
		if (f && s->word != WORD_CLOSE) f = scan_error(s, from, "this '(' is not closed");
		if (f) scan_next(s);
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

static const struct temporal *parse_level(struct scan *s, uint32_t level)
{
	const struct temporal *f = level == 2 ? parse_unary(s) : parse_level(s, level + 1);
	enum temporal_op op;
	while (f && level < 2 && (op = infix(s->word, level)) != TEMPORAL_OPERATORS) {
		struct pos pos = scan_pos(s, s->from);
		scan_next(s);
		const struct temporal *y = parse_level(s, level + 1);
		f = y ? make(s, op, pos, f, y) : NULL;
		if (f && ++s->depth > PARSE_MOST_DEPTH)
			f = scan_error(s, s->from, "this formula has more than %d operators in a row",
			               PARSE_MOST_DEPTH);
	}
	return f;
}

const struct temporal *ctl_parse(struct scan *s) { return parse_level(s, 0); }
