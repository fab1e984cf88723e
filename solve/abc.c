/* ABC, a model checker of hardware (Debian: berkeley-abc), is asked about a circuit in a file. */
#include "solve/inside.h"

static const struct program abc_program = {"berkeley-abc", "BOUNCE_ABC"};

enum abc_answer abc_ask(const char *circuit, const char *invariant, const char *run,
                        const struct solver_limits *limits, const _Atomic int *interrupt,
                        struct text *why)
{
	enum { MOST_OUTPUT = 1 << 20 };
	struct text path = {0}, script = {0}, output = {0};
	struct solver_watch watch;
	enum abc_answer answer = ABC_OPEN;
	int code = 0;
	solver_watch_start(&watch, limits, interrupt);
	text_format(&script, "read_aiger %s; pdr -d -I %s; write_cex -a %s", circuit, invariant, run);
	bool is_there = program_find(&abc_program, &path, why);
	const char *words[] = {text_get(&path), "-c", text_get(&script), NULL};
	struct program_run r = {.words = words, .output_limit = MOST_OUTPUT, .watch = &watch};
	enum program_end end = is_there ? program_run(&r, &output, &code, why) : PROGRAM_FAILED;
	if (end == PROGRAM_STOPPED)
		text_format(why, "ABC did not finish: %s", solver_watch_reason(&watch));
	if (end == PROGRAM_ENDED && strstr(text_get(&output), "Property proved")) answer = ABC_PROVED;
	if (end == PROGRAM_ENDED && strstr(text_get(&output), "was asserted in frame"))
		answer = ABC_FOUND;
	if (end == PROGRAM_ENDED && answer == ABC_OPEN) text_add(why, "ABC has no answer");
	text_clear(&path);
	text_clear(&script);
	text_clear(&output);
	return answer;
}
