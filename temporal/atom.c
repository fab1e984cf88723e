/* The atoms of temporal formulas, as they are written. */
#include "temporal/parse.h"

static struct temporal *make_atom(struct scan *s, enum temporal_op op, enum temporal_kind kind,
                                  size_t from)
{
	struct temporal *f = temporal_node(&s->project->arena, op, scan_pos(s, from), NULL, NULL);
	f->atom = ARENA_NEW(&s->project->arena, struct temporal_atom);
	*f->atom = (struct temporal_atom){.kind = kind, .pos = f->pos};
	return f;
}

static void keep_text(struct scan *s, struct temporal *f, size_t from, size_t to)
{
	f->atom->text = arena_text(&s->project->arena, s->text->text + from, to - from);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool is_name(char c) { return text_is_word(c) || c == '.' || c == '$' || c == '\''; }

/* ---- {P} ------------------------------------------------------------------------------------------------ */

static const struct temporal *parse_predicate(struct scan *s)
{
	size_t from = s->from, to;
	if (!scan_to_close(s, from + 1, '}', &to)) return NULL;
	struct temporal *f = make_atom(s, TEMPORAL_ATOM, ATOM_PREDICATE, from);
	f->atom->node = scan_formula(s, from + 1, to);
	if (!f->atom->node) return NULL;
	if (op_info(f->atom->node->op)->class == CLASS_SUBST)
		return scan_error(s, from + 1, "a predicate is expected here, not a substitution");
	keep_text(s, f, from, to + 1);
	s->to = to + 1;
	scan_next(s);
	return f;
}

/* ---- operations ------------------------------------------------------------------------------------------- */

struct patterns {
	struct temporal_pattern *at;
	uint32_t count, room;
};

/* The end of an argument: the next comma, or `to`. */
static size_t argument_end(const struct scan *s, size_t i, size_t to)
{
	int depth = 0;
	bool is_quoted = false;
	for (; i < to; i++) {
		char c = s->text->text[i];
		if (c == '"') is_quoted = !is_quoted;
		if (is_quoted) continue;
		if (c == '(' || c == '{' || c == '[') depth++;
		if (c == ')' || c == '}' || c == ']') depth--;
		if (c == ',' && depth == 0) return i;
	}
	return to;
}

static bool is_any(const struct scan *s, size_t from, size_t to)
{
	while (from < to && is_blank(s->text->text[from])) from++;
	while (to > from && is_blank(s->text->text[to - 1])) to--;
	return to - from == 1 && s->text->text[from] == '_';
}

static bool parse_arguments(struct scan *s, size_t from, size_t to, struct temporal_pattern *out)
{
	VEC(const struct node *) list = {0};
	bool good = true;
	for (size_t i = from; good && i <= to;) {
		size_t end = argument_end(s, i, to);
		const struct node *n = NULL;
		if (!is_any(s, i, end)) {
			n = scan_formula(s, i, end);
			good = n != NULL;
		}
		VEC_PUSH(&list, n);
		i = end + 1;
	}
	out->has_arguments = true;
	out->count = list.count;
	out->arguments = VEC_FREEZE(&list, &s->project->arena);
	return good;
}

/* Op, Op(e1, _) in [from, to); blanks around it. */
static bool parse_pattern(struct scan *s, size_t from, size_t to, struct patterns *out)
{
	const char *t = s->text->text;
	while (from < to && is_blank(t[from])) from++;
	while (to > from && is_blank(t[to - 1])) to--;
	size_t end = from, close;
	while (end < to && is_name(t[end])) end++;
	if (end == from) {
		scan_error(s, from, "the name of an operation is expected here");
		return false;
	}
	struct temporal_pattern p = {.name = names_add(s->project->names, t + from, end - from),
	                             .pos = scan_pos(s, from)};
	while (end < to && is_blank(t[end])) end++;
	if (end < to && t[end] != '(') {
		scan_error(s, end, "expected '(' or the end behind '%s'", p.name);
		return false;
	}
	if (end < to) {
		if (!scan_to_close(s, end + 1, ')', &close)) return false;
		if (close + 1 != to) {
			scan_error(s, close + 1, "the operation should end here");
			return false;
		}
		if (!parse_arguments(s, end + 1, close, &p)) return false;
	}
	VEC_PUSH(out, p);
	return true;
}

/* One pattern or several with commas between them, up to the closing one. */
static const struct temporal *parse_patterns(struct scan *s, enum temporal_op op,
                                             enum temporal_kind kind, char close)
{
	size_t from = s->from, open = s->from, to;
	struct patterns list = {0};
	bool is_list = kind == ATOM_NONE_OF || kind == ATOM_DETERMINISTIC || kind == ATOM_CONTROLLER;
	while (s->text->text[open] != (close == ']' ? '[' : '(')) open++;
	if (!scan_to_close(s, open + 1, close, &to)) return NULL;
	bool good = true;
	for (size_t i = open + 1; good && i <= to;) {
		size_t end = is_list ? argument_end(s, i, to) : to;
		good = parse_pattern(s, i, end, &list);
		i = end + 1;
	}
	struct temporal *f = make_atom(s, op, kind, from);
	f->atom->pattern_count = list.count;
	f->atom->patterns = VEC_FREEZE(&list, &s->project->arena);
	if (!good) return NULL;
	if (op == TEMPORAL_ATOM) keep_text(s, f, from, to + 1);
	else keep_text(s, f, open + 1, to);
	s->to = to + 1;
	scan_next(s);
	return f;
}

/* ---- changed({E}) ------------------------------------------------------------------------------------------ */

static const struct temporal *parse_step(struct scan *s, enum temporal_kind kind)
{
	size_t from = s->from, open = s->from, brace, close, to;
	const char *t = s->text->text;
	while (t[open] != '(') open++;
	if (!scan_to_close(s, open + 1, ')', &close)) return NULL;
	for (brace = open + 1; is_blank(t[brace]); brace++) {
	}
	if (t[brace] != '{') return scan_error(s, brace, "expected {..} here");
	if (!scan_to_close(s, brace + 1, '}', &to)) return NULL;
	size_t rest = to + 1;
	while (rest < close && is_blank(t[rest])) rest++;
	if (rest != close) return scan_error(s, rest, "expected ')' here");
	size_t comma = argument_end(s, brace + 1, to);
	if (comma != to && kind != ATOM_BEFORE_AFTER)
		return scan_error(s, comma, "one expression is expected here: a pair is written (x,y)");
	struct temporal *f = make_atom(s, TEMPORAL_ATOM, kind, from);
	f->atom->node = scan_formula(s, brace + 1, to);
	if (!f->atom->node) return NULL;
	keep_text(s, f, from, close + 1);
	s->to = close + 1;
	scan_next(s);
	return f;
}

/* ---- all of them --------------------------------------------------------------------------------------------- */

static const struct temporal *parse_word(struct scan *s, enum temporal_kind kind)
{
	struct temporal *f = make_atom(s, TEMPORAL_ATOM, kind, s->from);
	keep_text(s, f, s->from, s->to);
	scan_next(s);
	return f;
}

static const struct temporal *parse_truth(struct scan *s)
{
	const struct temporal *f =
	    temporal_node(&s->project->arena, s->word == WORD_TRUE ? TEMPORAL_TRUE : TEMPORAL_FALSE,
	                  scan_pos(s, s->from), NULL, NULL);
	scan_next(s);
	return f;
}

static bool is_temporal(enum word w)
{
	return w == WORD_GLOBALLY || w == WORD_FINALLY || w == WORD_NEXT || w == WORD_UNTIL;
}

static const struct temporal *not_an_atom(struct scan *s)
{
	switch (s->word) {
	case WORD_WRONG: return NULL;
	case WORD_END:
		return scan_error(s, s->text->length ? s->text->length - 1 : 0,
		                  "the formula ends where an operand is missing");
	case WORD_AVAILABLE:
		return scan_error(s, s->from, "'available' is about CSP; e(Operation) is that of B");
	case WORD_ERROR:
	case WORD_CURRENT:
		return scan_error(s, s->from, "'%.*s' is not supported", (int)(s->to - s->from),
		                  s->text->text + s->from);
	case WORD_STRONG:
	case WORD_WEAK:
	case WORD_ALL_STRONG:
	case WORD_ALL_WEAK:
		if (s->is_ctl) return scan_error(s, s->from, "fairness is for formulas of LTL, not of CTL");
		return scan_error(s, s->from,
		                  "fairness stands only before '=>', at the top or directly "
		                  "inside of parentheses");
	case WORD_FORALL: return scan_error(s, s->from, "'!' is no negation, that is written 'not'");
	default:
		return scan_error(s, s->from, "a formula is expected here, not '%.*s'%s",
		                  (int)(s->to - s->from), s->text->text + s->from,
		                  s->is_ctl && is_temporal(s->word) ? ": in CTL each has its own E or A"
		                                                    : "");
	}
}

const struct temporal *fairness_parse(struct scan *s)
{
	enum temporal_op op = s->word == WORD_STRONG ? TEMPORAL_STRONG : TEMPORAL_WEAK;
	return parse_patterns(s, op, ATOM_ACTION, ')');
}

const struct temporal *atom_parse(struct scan *s)
{
	switch (s->word) {
	case WORD_TRUE:
	case WORD_FALSE: return parse_truth(s);
	case WORD_OPEN_PREDICATE: return parse_predicate(s);
	case WORD_OPEN_ACTION: return parse_patterns(s, TEMPORAL_ATOM, ATOM_ACTION, ']');
	case WORD_ENABLED: return parse_patterns(s, TEMPORAL_ATOM, ATOM_ENABLED, ')');
	case WORD_NONE_OF: return parse_patterns(s, TEMPORAL_ATOM, ATOM_NONE_OF, ')');
	case WORD_DETERMINISTIC: return parse_patterns(s, TEMPORAL_ATOM, ATOM_DETERMINISTIC, ')');
	case WORD_CONTROLLER: return parse_patterns(s, TEMPORAL_ATOM, ATOM_CONTROLLER, ')');
	case WORD_DEADLOCK: return parse_word(s, ATOM_DEADLOCK);
	case WORD_SINK: return parse_word(s, ATOM_SINK);
	case WORD_GOAL: return parse_word(s, ATOM_GOAL);
	case WORD_DET_OUTPUT: return parse_word(s, ATOM_DET_OUTPUT);
	case WORD_UNCHANGED: return parse_step(s, ATOM_UNCHANGED);
	case WORD_CHANGED: return parse_step(s, ATOM_CHANGED);
	case WORD_INCREASING: return parse_step(s, ATOM_INCREASING);
	case WORD_DECREASING: return parse_step(s, ATOM_DECREASING);
	case WORD_BEFORE_AFTER: return parse_step(s, ATOM_BEFORE_AFTER);
	default: return not_an_atom(s);
	}
}
