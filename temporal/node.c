/* Trees of temporal formulas. */
#include "temporal/parse.h"

struct operator_info {
	uint32_t operands;
	const char *before, *between;
};
static const struct operator_info operators[] = {
#define OPERATOR(tag, operands, before, between) {operands, before, between},
#include "temporal/operators.def"
};

struct temporal *temporal_node(struct arena *a, enum temporal_op op, struct pos pos,
                               const struct temporal *x, const struct temporal *y)
{
	struct temporal *f = ARENA_NEW(a, struct temporal);
	*f = (struct temporal){.op = op, .pos = pos, .kid = {x, y}};
	return f;
}

uint32_t temporal_operands(enum temporal_op op) { return operators[op].operands; }

static void print_names(const struct temporal *f, struct text *out)
{
	text_add(out, operators[f->op].before);
	for (uint32_t i = 0; i < f->names->count; i++) {
		if (i) text_add_char(out, ',');
		text_add(out, f->names->kid[i]->name);
	}
	text_add_char(out, '.');
}

static bool is_leaf(const struct temporal *f) { return operators[f->op].operands == 0; }

static void print_operand(const struct temporal *f, struct text *out)
{
	if (f->quantified) f = f->quantified;
	bool has_own = is_leaf(f) || f->op == TEMPORAL_EXISTS || f->op == TEMPORAL_FORALL;
	if (!has_own) text_add_char(out, '(');
	temporal_print(f, out);
	if (!has_own) text_add_char(out, ')');
}

void temporal_print(const struct temporal *f, struct text *out)
{
	if (f->quantified) f = f->quantified;
	const struct operator_info *o = &operators[f->op];
	bool is_quantifier = f->op == TEMPORAL_EXISTS || f->op == TEMPORAL_FORALL;
	if (f->op == TEMPORAL_ATOM) {
		text_add(out, f->atom->text);
	} else if (f->op == TEMPORAL_WEAK || f->op == TEMPORAL_STRONG) {
		text_format(out, "%s(%s)", o->before, f->atom->text);
	} else if (o->operands == 0) {
		text_add(out, o->before);
	} else if (o->operands == 1) {
		text_format(out, "%s ", o->before);
		print_operand(f->kid[0], out);
	} else {
		if (is_quantifier) print_names(f, out), text_add_char(out, '(');
		else if (o->before) text_format(out, "%s ", o->before);
		print_operand(f->kid[0], out);
		if (o->between) text_format(out, " %s ", o->between);
		else text_add_char(out, ' ');
		print_operand(f->kid[1], out);
		if (is_quantifier) text_add_char(out, ')');
	}
}
