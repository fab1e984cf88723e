/* A TextMate grammar, as VS Code, Sublime Text and others take it, from the tables of operators and clauses. */
#include "cli/help/help.h"

static bool is_word(const char *s)
{
	return *s && strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
	                 strlen(s);
}

static void add_word(struct text *out, const char *word, bool *is_first)
{
	if (!is_word(word)) return;
	text_format(out, "%s%s", *is_first ? "" : "|", word);
	*is_first = false;
}

/* Of one class of operators, or of all but substitutions. */
static void add_operators(struct text *out, bool substitutions)
{
	bool is_first = true;
	for (int op = 0; op < OP_COUNT; op++)
		if ((op_table[op].class == CLASS_SUBST) == substitutions)
			add_word(out, op_table[op].spelling, &is_first);
}

static void add_clauses(struct text *out)
{
	static const char *const words[] = {
#define CLAUSE(tag, spelling, ...) spelling,
#include "syntax/clause.def"
#undef CLAUSE
	    "MACHINE", "MODEL", "SYSTEM", "REFINEMENT", "IMPLEMENTATION", "END"};
	bool is_first = true;
	for (uint32_t i = 0; i < sizeof words / sizeof *words; i++) add_word(out, words[i], &is_first);
}

void grammar_textmate(struct text *out)
{
	text_add(
	    out,
	    "{\n  \"name\": \"B\",\n  \"scopeName\": \"source.b\",\n"
	    "  \"fileTypes\": [\"mch\", \"ref\", \"imp\", \"sys\", \"def\"],\n  \"patterns\": [\n"
	    "    {\"name\": \"comment.block.b\", \"begin\": \"/\\\\*\", \"end\": \"\\\\*/\"},\n"
	    "    {\"name\": \"comment.line.b\", \"match\": \"//.*$\"},\n"
	    "    {\"name\": \"string.quoted.double.b\", \"match\": "
	    "\"\\\"(\\\\\\\\.|[^\\\"\\\\\\\\])*\\\"\"},\n"
	    "    {\"name\": \"constant.numeric.b\", \"match\": \"\\\\b[0-9]+(\\\\.[0-9]+)?\\\\b\"},\n"
	    "    {\"name\": \"keyword.other.clause.b\", \"match\": \"\\\\b(");
	add_clauses(out);
	text_add(out, ")\\\\b\"},\n    {\"name\": \"keyword.control.b\", \"match\": \"\\\\b(");
	add_operators(out, true);
	text_add(out, "|THEN|ELSE|ELSIF|WHEN|WHERE|EITHER|OR|IN|BE|DO|VARIANT)\\\\b\"},\n"
	              "    {\"name\": \"support.function.b\", \"match\": \"\\\\b(");
	add_operators(out, false);
	text_add(out, ")\\\\b\"}\n  ]\n}\n");
}
