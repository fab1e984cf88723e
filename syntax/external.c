#include "syntax/syntax.h"

static const struct external table[] = {
#define EXTERNAL(kind, name, parameters, type, library)                                            \
	{EXTERNAL_##kind, #name, parameters, type, library},
#include "syntax/external.def"
};

static const char *const libraries[] = {
#define LIBRARY(file) file,
#include "syntax/external.def"
};

const struct external *external_find(const char *function)
{
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (strcmp(table[i].name, function) == 0) return &table[i];
	return NULL;
}

bool external_library(const char *file)
{
	for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++)
		if (strcmp(libraries[i], file) == 0) return true;
	return false;
}

const struct external *external_at(uint32_t index)
{
	return index < sizeof table / sizeof table[0] ? &table[index] : NULL;
}

uint32_t external_operands(const struct node *n)
{
	return n->count - (n->count && n->kid[n->count - 1]->op == OP_LIST);
}

const struct node *external_same_as(const struct node *n)
{
	static const struct {
		const char *name;
		uint32_t count, at;
	} same[] = {{"vprintf", 2, 1},
	            {"MAXIMIZE_EXPR", 1, 0},
	            {"MINIMIZE_EXPR", 1, 0},
	            {"KODKOD", 4, 3},
	            {"ASSERT_TRUE", 2, 0}};
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		if (same[i].count == external_operands(n) && strcmp(same[i].name, n->name) == 0 &&
		    !external_is_true(n))
			return n->kid[same[i].at];
	return NULL;
}

bool external_is_true(const struct node *n)
{
	static const struct {
		const char *name;
		uint32_t count;
	} all[] = {
	    {"printf", 2},   {"printf1", 2},      {"printf_nonvar", 2}, {"tprintf", 2},
	    {"dprintf", 2},  {"iprintf", 2},      {"fprintf", 3},       {"printf_two", 4},
	    {"observe", 1},  {"tobserve", 1},     {"ENUMERATE", 1},     {"LINKED_ENUMERATION", 2},
	    {"SET_PREF", 2}, {"KODKOD_SOLVE", 3}, {"MAXIMIZE_EXPR", 1}, {"MINIMIZE_EXPR", 1}};
	for (size_t i = 0; i < sizeof all / sizeof *all && !n->type; i++)
		if (all[i].count == external_operands(n) && strcmp(all[i].name, n->name) == 0) return true;
	return false;
}
