#include "syntax/inside.h"

static const struct op_info table[OP_COUNT] = {
#define OP(tag, class, form, spelling, unicode, priority, signature)                               \
	[OP_##tag] = {#tag, CLASS_##class, FORM_##form, spelling, unicode, priority, signature},
#include "syntax/op.def"
#undef OP
};

const struct op_info *op_info(enum op op)
{
	REQUIRE((unsigned)op < OP_COUNT);
	return &table[op];
}

enum op op_weak(const char *spelling)
{
	for (unsigned op = 0; op < OP_COUNT; op++)
		if (table[op].form == FORM_WEAK && strcmp(table[op].spelling, spelling) == 0)
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
