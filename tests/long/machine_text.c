/* The random machine of a seed, as files in a directory: machine_text SEED DIRECTORY. For tests in other languages. */
#include "tests/machines.h"

static bool write_file(const char *directory, const char *file, const char *text)
{
	struct text path = {0};
	text_format(&path, "%s/%s", directory, file);
	FILE *f = fopen(text_get(&path), "we");
	text_clear(&path);
	return f && fputs(text, f) >= 0 && fclose(f) == 0;
}

int main(int argc, char **argv)
{
	struct random_machine m;
	struct text t = {0};
	if (argc != 3) return 2;
	machines_make(strtoull(argv[1], NULL, 10), &m);
	random_machine_print(&m, 0, 0, &t);
	bool ok = write_file(argv[2], "M.mch", text_get(&t)) &&
	          write_file(argv[2], "N.mch", random_included) &&
	          write_file(argv[2], "Q.mch", random_seen);
	text_clear(&t);
	random_machine_clear(&m);
	return ok ? 0 : 1;
}
