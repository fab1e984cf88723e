/* Words of a temporal formula. Private to temporal/. */
#ifndef TEMPORAL_PARSE_H
#define TEMPORAL_PARSE_H

#include "temporal/temporal.h"

enum word {
	WORD_END,
	WORD_WRONG, /* none: there was an error */
	WORD_TRUE,
	WORD_FALSE,
	WORD_NOT,
	WORD_AND,
	WORD_OR,
	WORD_IMPLIES,
	WORD_EQUIVALENT,
	WORD_UNTIL,
	WORD_WEAK_UNTIL,
	WORD_RELEASE,
	WORD_GLOBALLY,
	WORD_FINALLY,
	WORD_NEXT,
	WORD_SINCE,
	WORD_TRIGGER,
	WORD_HISTORICALLY,
	WORD_ONCE,
	WORD_YESTERDAY,
	WORD_ALL_STRONG,
	WORD_ALL_WEAK,
	WORD_STRONG,
	WORD_WEAK,
	WORD_DEADLOCK,
	WORD_SINK,
	WORD_GOAL,
	WORD_ERROR,
	WORD_DET_OUTPUT,
	WORD_CURRENT,
	WORD_OPEN,
	WORD_CLOSE,
	WORD_OPEN_ACTION,
	WORD_OPEN_PREDICATE,
	WORD_EXISTS,
	WORD_FORALL,
	WORD_ENABLED,
	WORD_AVAILABLE,
	WORD_NONE_OF,
	WORD_DETERMINISTIC,
	WORD_CONTROLLER,
	WORD_UNCHANGED,
	WORD_CHANGED,
	WORD_INCREASING,
	WORD_DECREASING,
	WORD_BEFORE_AFTER,
	WORD_EX,
	WORD_AX,
	WORD_EF,
	WORD_AF,
	WORD_EG,
	WORD_AG,
	WORD_E,
	WORD_A,
};

enum { PARSE_MOST_DEPTH = 2000 };

struct scan {
	struct project *project;
	const struct temporal_text *text;
	bool is_ctl, has_failed, has_hint;
	size_t from, to; /* of the word */
	enum word word;
	uint32_t depth; /* of what is being parsed */
};

/* The next word of the formula. */
void scan_next(struct scan *s);
struct pos scan_pos(const struct scan *s, size_t offset);
/* An error there; always NULL. */
const struct temporal *scan_error(struct scan *s, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* From behind an opening parenthesis, brace or bracket at `from` to the one that closes it, at *to; false with an
 * error if there is none. Quotes, and in texts of B the other kinds of parentheses, are respected. */
bool scan_to_close(struct scan *s, size_t from, char close, size_t *to);

bool scan_enter(struct scan *s); /* one level deeper; false with an error if that is too deep */
struct temporal *scan_node(struct scan *s, enum temporal_op op, struct pos pos,
                           const struct temporal *x, const struct temporal *y);

/* The text as it is in [from, to): parsed as a formula of B, with the places of the original; NULL with errors. */
struct node *scan_formula(struct scan *s, size_t from, size_t to);
/* atom.c: {..}, [Op], e(Op), deadlock(..) and the like; the word is that which begins it, afterwards the next one. */
const struct temporal *atom_parse(struct scan *s);
const struct temporal *fairness_parse(struct scan *s); /* WF(Op), SF(Op) */
/* parse.c: operators between formulas, whose levels bind tighter the higher they are; behind them come unary ones. */
struct infix_grammar {
	uint32_t levels;
	enum temporal_op (*infix)(enum word w,
	                          uint32_t level); /* TEMPORAL_OPERATORS: none of that level */
	const struct temporal *(*unary)(struct scan *s);
};
const struct temporal *infix_parse(struct scan *s, const struct infix_grammar *g, uint32_t level);
/* parse_ctl.c */
const struct temporal *ctl_parse(struct scan *s);

/* node.c */
struct temporal *temporal_node(struct arena *a, enum temporal_op op, struct pos pos,
                               const struct temporal *x, const struct temporal *y);
uint32_t temporal_operands(enum temporal_op op);

#endif
