#include "syntax/inside.h"

/* As op.def writes them. */
enum {
#define FACT(name) name = FACT_##name,
#include "syntax/op.def"
};

const struct op_info op_table[OP_COUNT] = {
#define OP(tag, class, form, spelling, unicode, priority, signature, card, facts)                  \
	[OP_##tag] = {#tag,     CLASS_##class, FORM_##form, spelling, unicode,                         \
	              priority, signature,     RULE_##card, facts},
#include "syntax/op.def"
};

enum op op_opposite(enum op op)
{
#define OPPOSITE(a, b)                                                                             \
	if (op == OP_##a) return OP_##b;                                                               \
	if (op == OP_##b) return OP_##a;
#include "syntax/op.def"
	return OP_COUNT;
}

enum op op_converse(enum op op)
{
#define CONVERSE(a, b)                                                                             \
	if (op == OP_##a) return OP_##b;                                                               \
	if (op == OP_##b) return OP_##a;
#include "syntax/op.def"
	return OP_COUNT;
}

const struct op_info *op_info(enum op op)
{
	REQUIRE((unsigned)op < OP_COUNT);
	return &op_table[op];
}

enum op op_weak(const char *spelling)
{
	for (unsigned op = 0; op < OP_COUNT; op++)
		if (op_table[op].form == FORM_WEAK && strcmp(op_table[op].spelling, spelling) == 0)
			return (enum op)op;
	return OP_COUNT;
}

const char *op_operand_end(const char *signature)
{
	/* a type is complete when it has one leaf more than products */
	for (int open = 1; open > 0; signature++) {
		if (*signature == '*') open++;
		else if (*signature != 'P') open--;
	}
	return signature;
}

uint32_t op_operand_count(const char *signature)
{
	uint32_t count = 0;
	for (; *signature && *signature != '='; count++) signature = op_operand_end(signature);
	return count;
}
