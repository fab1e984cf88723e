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
