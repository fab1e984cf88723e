/* Machines of ProB's library, and basic machines of Atelier B's, that models refer to by name. They need not be present as files: what
 * they offer is written here in B, on top of the external functions of external.def. */
#include "syntax/project.h"

static const struct {
	const char *name, *text;
} machines[] = {
    {"LibraryStrings",
     "MACHINE LibraryStrings\n"
     "DEFINITIONS \"LibraryStrings.def\"\n"
     "CONSTANTS length, append, split, chars, codes\n"
     "PROPERTIES\n"
     "  length : STRING --> INTEGER &\n"
     "  length = /*@symbolic*/ %x.(x : STRING | STRING_LENGTH(x)) &\n"
     "  append : STRING * STRING --> STRING &\n"
     "  append = /*@symbolic*/ %(x, y).(x : STRING & y : STRING | STRING_APPEND(x, y)) &\n"
     "  split : STRING * STRING --> seq(STRING) &\n"
     "  split = /*@symbolic*/ %(x, y).(x : STRING & y : STRING | STRING_SPLIT(x, y)) &\n"
     "  chars : STRING --> seq(STRING) &\n"
     "  chars = /*@symbolic*/ %x.(x : STRING | STRING_CHARS(x)) &\n"
     "  codes : STRING --> seq(INTEGER) &\n"
     "  codes = /*@symbolic*/ %x.(x : STRING | STRING_CODES(x))\n"
     "END\n"},
    {"BASIC_IO",
     "MACHINE BASIC_IO\n"
     "OPERATIONS\n"
     "  data <-- INTERVAL_READ(low, high) =\n"
     "    PRE low : INT & high : INT & low <= high THEN data :: low..high END;\n"
     "  INT_WRITE(data) = PRE data : INT THEN skip END;\n"
     "  data <-- BOOL_READ = data :: BOOL;\n"
     "  BOOL_WRITE(data) = PRE data : BOOL THEN skip END;\n"
     "  data <-- CHAR_READ = data :: 0..2 ** 8 - 1;\n"
     "  CHAR_WRITE(data) = PRE data : 0..2 ** 8 - 1 THEN skip END;\n"
     "  STRING_WRITE(data) = PRE data : STRING THEN skip END\n"
     "END\n"},
    {"BASIC_ARRAY_VAR",
     "MACHINE BASIC_ARRAY_VAR(BAV_INDEX, BAV_VALUE)\n"
     "ABSTRACT_VARIABLES arr_vrb\n"
     "INVARIANT arr_vrb : BAV_INDEX --> BAV_VALUE\n"
     "INITIALISATION arr_vrb :: BAV_INDEX --> BAV_VALUE\n"
     "OPERATIONS\n"
     "  item <-- VAL_ARRAY(index) = PRE index : BAV_INDEX THEN item := arr_vrb(index) END;\n"
     "  STR_ARRAY(index, item) =\n"
     "    PRE index : BAV_INDEX & item : BAV_VALUE THEN arr_vrb(index) := item END\n"
     "END\n"},
};

struct machine *library_machine(struct project *p, const struct syntax_options *o, name machine)
{
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		if (strcmp(machines[i].name, machine) != 0) continue;
		const char *path = arena_format(&p->arena, "(library)/%s.mch", machine);
		name file = names_of(p->names, path);
		for (uint32_t k = 0; k < p->written.count; k++)
			if (p->written.at[k]->source->file == file) return p->written.at[k];
		const char *text = machines[i].text;
		const struct source *s = diag_source(p->diag, path, text, strlen(text), false);
		return s ? load_text(p, o, s) : NULL;
	}
	return NULL;
}
