/* The grammar of LTL, as ProB has it: & and or have the same priority, all binary operators are left-associative, <=> cannot
 * be chained, and fairness stands before the => at the top, or directly inside of parentheses.
 *
 *     formula  = [fairness "=>"] f0             f0 = f1 ["<=>" f1]          f1 = f1 "=>" f2 | f2
 *     f2 = f2 ("&" | "or") f3 | f3              f3 = f3 (U|W|R|S|T) f4 | f4
 *     f4 = (not|G|F|X|H|O|Y) f4 | "(" formula ")" | quantifier | atom
 *     fairness = part ["&" part]                part = SEF | WEF | args     args = args ("&"|"or") arg | arg
 *     arg = SF(op) | WF(op) | "(" args ")"      (one kind in each part) */
#include "temporal/parse.h"

static const struct temporal *parse_whole(struct scan *s);

/* ---- f4 ------------------------------------------------------------------------------------------------ */

static enum temporal_op prefix(enum word w)
{
	switch (w) {
	case WORD_NOT: return TEMPORAL_NOT;
	case WORD_GLOBALLY: return TEMPORAL_GLOBALLY;
	case WORD_FINALLY: return TEMPORAL_FINALLY;
	case WORD_NEXT: return TEMPORAL_NEXT;
	case WORD_HISTORICALLY: return TEMPORAL_HISTORICALLY;
	case WORD_ONCE: return TEMPORAL_ONCE;
	case WORD_YESTERDAY: return TEMPORAL_YESTERDAY;
	default: return TEMPORAL_OPERATORS;
	}
}

static size_t dot_length(const char *text, size_t left)
{
	static const char *const dots[] = {".", "\u00b7"};
	for (size_t i = 0; i < sizeof dots / sizeof *dots; i++) {
		size_t length = strlen(dots[i]);
		if (length <= left && memcmp(text, dots[i], length) == 0) return length;
	}
	return 0;
}

/* x1, x2 up to the dot: they are no words. */
static const struct node *parse_names(struct scan *s)
{
	struct arena *a = &s->project->arena;
	const char *t = s->text->text;
	VEC(const struct node *) names = {0};
	size_t i = s->to, first = i;
	bool good = true;
	do {
		if (names.count) i++;
		while (i < s->text->length && (t[i] == ' ' || t[i] == '\t')) i++;
		size_t from = i;
		while (i < s->text->length && text_is_word(t[i]) && !dot_length(t + i, s->text->length - i))
			i++;
		good = i > from;
		struct node *n = node_new(a, OP_ID, scan_pos(s, from), 0);
		n->name = names_add(s->project->names, t + from, i - from);
		VEC_PUSH(&names, n);
		while (i < s->text->length && (t[i] == ' ' || t[i] == '\t')) i++;
	} while (good && i < s->text->length && t[i] == ',');
	size_t dot = dot_length(t + i, s->text->length - i);
	good = good && dot;
	struct node *ids = node_new(a, OP_IDS, scan_pos(s, first), names.count);
	for (uint32_t k = 0; k < names.count; k++) ids->kid[k] = names.at[k];
	VEC_CLEAR(&names);
	s->to = i + dot;
	return good ? ids : NULL;
}

/* #x.({P} & f), !x.({P} => f): the first part must be {..} */
static const struct temporal *parse_quantifier(struct scan *s)
{
	bool is_all = s->word == WORD_FORALL;
	size_t from = s->from;
	const struct node *names = parse_names(s);
	if (!names)
		return scan_error(s, from,
		                  is_all ? "'!' begins !x.({P} => formula); negation is written 'not'"
		                         : "'#' begins #x.({P} & formula)");
	scan_next(s);
	if (s->word != WORD_OPEN) return scan_error(s, s->from, "expected '(' behind the names");
	size_t open = s->from;
	scan_next(s);
	if (s->word != WORD_OPEN_PREDICATE)
		return scan_error(s, s->from, "expected {P} that says where the names come from");
	const struct temporal *domain = atom_parse(s);
	if (!domain) return NULL;
	if (s->word != (is_all ? WORD_IMPLIES : WORD_AND))
		return scan_error(s, s->from, "expected '%s' behind {..}", is_all ? "=>" : "&");
	scan_next(s);
	const struct temporal *body = parse_whole(s);
	if (!body) return NULL;
	if (s->word != WORD_CLOSE) return scan_error(s, open, "this '(' is not closed");
	scan_next(s);
	struct temporal *f =
	    scan_node(s, is_all ? TEMPORAL_FORALL : TEMPORAL_EXISTS, scan_pos(s, from), domain, body);
	f->names = names;
	return f;
}

static const struct temporal *parse_unary(struct scan *s)
{
	const struct temporal *f = NULL;
	struct pos pos = scan_pos(s, s->from);
	size_t from = s->from;
	enum temporal_op op = prefix(s->word);
	if (!scan_enter(s)) return NULL;
	if (op != TEMPORAL_OPERATORS) {
		scan_next(s);
		f = parse_unary(s);
		if (f) f = scan_node(s, op, pos, f, NULL);
	} else if (s->word == WORD_OPEN) {
		scan_next(s);
		f = parse_whole(s);
		if (f && s->word != WORD_CLOSE) f = scan_error(s, from, "this '(' is not closed");
		if (f) scan_next(s);
	} else if (s->word == WORD_EXISTS || s->word == WORD_FORALL) {
		f = parse_quantifier(s);
	} else {
		f = atom_parse(s);
	}
	s->depth--;
	return f;
}

/* ---- f0 to f3 -------------------------------------------------------------------------------------------- */

static enum temporal_op infix(enum word w, uint32_t level)
{
	switch (w) {
	case WORD_UNTIL: return level == 3 ? TEMPORAL_UNTIL : TEMPORAL_OPERATORS;
	case WORD_WEAK_UNTIL: return level == 3 ? TEMPORAL_WEAK_UNTIL : TEMPORAL_OPERATORS;
	case WORD_RELEASE: return level == 3 ? TEMPORAL_RELEASE : TEMPORAL_OPERATORS;
	case WORD_SINCE: return level == 3 ? TEMPORAL_SINCE : TEMPORAL_OPERATORS;
	case WORD_TRIGGER: return level == 3 ? TEMPORAL_TRIGGER : TEMPORAL_OPERATORS;
	case WORD_AND: return level == 2 ? TEMPORAL_AND : TEMPORAL_OPERATORS;
	case WORD_OR: return level == 2 ? TEMPORAL_OR : TEMPORAL_OPERATORS;
	case WORD_IMPLIES: return level == 1 ? TEMPORAL_IMPLIES : TEMPORAL_OPERATORS;
	case WORD_EQUIVALENT: return level == 0 ? TEMPORAL_EQUIVALENT : TEMPORAL_OPERATORS;
	default: return TEMPORAL_OPERATORS;
	}
}

const struct temporal *infix_parse(struct scan *s, const struct infix_grammar *g, uint32_t level)
{
	const struct temporal *f = level == g->levels ? g->unary(s) : infix_parse(s, g, level + 1);
	enum temporal_op op;
	uint32_t count = 0;
	while (f && level < g->levels && (op = g->infix(s->word, level)) != TEMPORAL_OPERATORS) {
		struct pos pos = scan_pos(s, s->from);
		if (op == TEMPORAL_EQUIVALENT && count++)
			return scan_error(s, s->from, "'<=>' cannot be chained: parentheses are needed");
		scan_next(s);
		const struct temporal *y = infix_parse(s, g, level + 1);
		f = y ? scan_node(s, op, pos, f, y) : NULL;
		if (f && ++s->depth > PARSE_MOST_DEPTH)
			f = scan_error(s, s->from, "this formula has more than %d operators in a row",
			               PARSE_MOST_DEPTH);
	}
	return f;
}

static const struct temporal *parse_binary(struct scan *s)
{
	static const struct infix_grammar grammar = {4, infix, parse_unary};
	return infix_parse(s, &grammar, 0);
}

/* ---- fairness ---------------------------------------------------------------------------------------------- */

static bool is_fairness(enum word w)
{
	return w == WORD_STRONG || w == WORD_WEAK || w == WORD_ALL_STRONG || w == WORD_ALL_WEAK;
}

/* Behind all parentheses that open here: otherwise each of very many would be looked into up to the end. */
static bool is_fairness_inside(const struct scan *s)
{
	static const char *const words[] = {"SF", "sf", "WF", "wf", "SEF", "WEF"};
	const char *t = s->text->text;
	size_t i = s->from, left;
	while (i < s->text->length && strchr(" \t\r\n(", t[i])) i++;
	left = s->text->length - i;
	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		if (strlen(words[k]) <= left && memcmp(t + i, words[k], strlen(words[k])) == 0) return true;
	return false;
}

/* Is the next thing fairness: a word of it, or a parenthesis with nothing else inside? An error that is met here is one. */
static bool begins_fairness(const struct scan *s)
{
	struct scan ahead = *s;
	uint32_t depth = 0;
	if (is_fairness(s->word)) return true;
	if (s->word != WORD_OPEN || !is_fairness_inside(s)) return false;
	for (;; scan_next(&ahead)) {
		switch (ahead.word) {
		case WORD_OPEN: depth++; break;
		case WORD_CLOSE:
			if (--depth == 0) return true;
			break;
		case WORD_STRONG:
		case WORD_WEAK:
			while (ahead.text->text[ahead.to] != '(') ahead.to++;
			if (!scan_to_close(&ahead, ahead.to + 1, ')', &ahead.to)) return false;
			ahead.to++;
			break;
		case WORD_AND:
		case WORD_OR: break;
		default: return false;
		}
	}
}

static const struct temporal *parse_fair_arguments(struct scan *s, bool is_strong);

static const struct temporal *parse_fair_argument(struct scan *s, bool is_strong)
{
	size_t from = s->from;
	if (!scan_enter(s)) return NULL;
	if (s->word == WORD_OPEN) {
		scan_next(s);
		const struct temporal *f = parse_fair_arguments(s, is_strong);
		if (f && s->word == WORD_AND)
			return scan_error(
			    s, from, "SF and WF do not stand in the same parentheses: SF(..) & WF(..) => ..");
		if (f && s->word != WORD_CLOSE) return scan_error(s, from, "this '(' is not closed");
		scan_next(s);
		s->depth--;
		return f;
	}
	s->depth--;
	if (s->word == (is_strong ? WORD_STRONG : WORD_WEAK)) return fairness_parse(s);
	return scan_error(s, s->from, "expected %s(Operation)", is_strong ? "SF" : "WF");
}

/* Does the & lead on to a part of the other kind? */
static bool ends_part(const struct scan *s, bool is_strong)
{
	struct scan ahead = *s;
	scan_next(&ahead);
	while (ahead.word == WORD_OPEN) scan_next(&ahead);
	return ahead.word == (is_strong ? WORD_WEAK : WORD_STRONG) ||
	       ahead.word == (is_strong ? WORD_ALL_WEAK : WORD_ALL_STRONG);
}

static const struct temporal *parse_fair_arguments(struct scan *s, bool is_strong)
{
	const struct temporal *f = parse_fair_argument(s, is_strong);
	while (f && (s->word == WORD_AND || s->word == WORD_OR)) {
		if (s->word == WORD_AND && ends_part(s, is_strong)) break;
		enum temporal_op op = s->word == WORD_AND ? TEMPORAL_AND : TEMPORAL_OR;
		struct pos pos = scan_pos(s, s->from);
		scan_next(s);
		const struct temporal *y = parse_fair_argument(s, is_strong);
		f = y ? scan_node(s, op, pos, f, y) : NULL;
	}
	return f;
}

static const struct temporal *parse_fair_part(struct scan *s, bool *is_strong)
{
	struct scan ahead = *s;
	while (ahead.word == WORD_OPEN) scan_next(&ahead);
	*is_strong = ahead.word == WORD_STRONG || ahead.word == WORD_ALL_STRONG;
	bool is_all = s->word == WORD_ALL_STRONG || s->word == WORD_ALL_WEAK;
	if (!is_all) return parse_fair_arguments(s, *is_strong);
	struct pos pos = scan_pos(s, s->from);
	scan_next(s);
	return scan_node(s, *is_strong ? TEMPORAL_ALL_STRONG : TEMPORAL_ALL_WEAK, pos, NULL, NULL);
}

/* [fairness =>] f0 */
static const struct temporal *parse_whole(struct scan *s)
{
	bool first, second;
	if (!begins_fairness(s)) return parse_binary(s);
	const struct temporal *fair = parse_fair_part(s, &first);
	if (fair && s->word == WORD_AND) {
		struct pos pos = scan_pos(s, s->from);
		size_t from = s->from;
		scan_next(s);
		const struct temporal *other = parse_fair_part(s, &second);
		if (other && first == second)
			return scan_error(s, from, "weak and strong fairness stand in one part each");
		fair = other ? scan_node(s, TEMPORAL_AND, pos, fair, other) : NULL;
	}
	if (!fair) return NULL;
	if (s->word != WORD_IMPLIES)
		return scan_error(s, s->from,
		                  "fairness stands only before '=>', at the top or directly "
		                  "inside of parentheses");
	struct pos pos = scan_pos(s, s->from);
	scan_next(s);
	const struct temporal *f = parse_binary(s);
	return f ? scan_node(s, TEMPORAL_FAIRLY, pos, fair, f) : NULL;
}

const struct temporal *temporal_parse(struct project *p, const struct temporal_text *t, bool is_ctl)
{
	struct scan s = {.project = p, .text = t, .is_ctl = is_ctl};
	uint32_t errors = p->diag->errors;
	scan_next(&s);
	const struct temporal *f = is_ctl ? ctl_parse(&s) : parse_whole(&s);
	if (f && s.word != WORD_END) f = scan_error(&s, s.from, "the formula should end here");
	return p->diag->errors == errors ? f : NULL;
}
