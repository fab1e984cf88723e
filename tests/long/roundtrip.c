/* Reads files, prints them back, reads what was printed, and compares the two trees.
 * Usage: roundtrip [-v] < list of paths. With -v, paths that the parser rejects are shown. */
#include "syntax/syntax.h"

#include <pthread.h>

struct counts {
	unsigned same, different, rejected;
	bool verbose;
};

static void print_errors(struct diag *d)
{
	struct text t = {0};
	diag_print(d, &t);
	fputs(text_get(&t), stdout);
	text_clear(&t);
}

static void one_file(const char *path, struct counts *c)
{
	struct names names;
	struct diag diag;
	struct arena arena;
	struct text printed = {0};
	names_init(&names);
	diag_init(&diag, &names);
	arena_init(&arena);
	const struct source *s = diag_read(&diag, path, (struct pos){0});
	struct machine *first = s ? parse_source(&arena, &names, &diag, s) : NULL, *second = NULL;
	if (!first || diag.errors) {
		c->rejected++;
		if (c->verbose) print_errors(&diag);
	} else {
		print_machine(first, &printed);
		s = diag_source(&diag, "printed", text_get(&printed), printed.count, false);
		second = parse_source(&arena, &names, &diag, s);
		if (!diag.errors && machine_same(first, second)) {
			c->same++;
		} else {
			c->different++;
			printf("%s: not the same after printing\n", path);
			print_errors(&diag);
		}
	}
	if (first) machine_clear(first);
	if (second) machine_clear(second);
	text_clear(&printed);
	arena_clear(&arena);
	diag_clear(&diag);
	names_clear(&names);
}

static void *all_files(void *data)
{
	char path[4096];
	while (fgets(path, sizeof path, stdin)) {
		path[strcspn(path, "\n")] = 0;
		one_file(path, data);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	struct counts c = {.verbose = argc > 1 && strcmp(argv[1], "-v") == 0};
	pthread_t thread; /* deep trees need more stack than main has */
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, (size_t)1 << 30);
	if (pthread_create(&thread, &attr, all_files, &c) != 0) return 3;
	pthread_join(thread, NULL);
	printf("round trip: %u the same, %u different, %u rejected by the parser\n", c.same,
	       c.different, c.rejected);
	return c.different ? 1 : 0;
}
