/* Fuzzes the reader of Rodin's formulas: the first byte says which rule reads the rest. What is accepted is a tree that can be printed. */
#include "eventb/formula.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct names names;
	struct diag diag;
	struct arena arena;
	if (size == 0) return 0;
	names_init(&names);
	diag_init(&diag, &names);
	arena_init(&arena);
	struct eventb_reader r = {&arena, &names, &diag, NULL};
	const struct source *s = diag_source(&diag, "fuzz", (const char *)data + 1, size - 1, true);
	const struct node *n = data[0] % 3 == 0   ? eventb_predicate(&r, s)
	                       : data[0] % 3 == 1 ? eventb_expression(&r, s)
	                                          : eventb_assignment(&r, s);
	struct text out = {0};
	if (!n == !diag.errors) abort(); /* a tree, or an error */
	diag_print(&diag, &out);
	if (n) print_node(n, &out);
	text_clear(&out);
	arena_clear(&arena);
	diag_clear(&diag);
	names_clear(&names);
	return 0;
}
