/* Fuzzes lexer, parser, printer, definitions and types. What is accepted must survive printing:
 * the printed text reads as the same machine. */
#include "syntax/syntax.h"

#include <pthread.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	const char *text;
	size_t size;
};

static void check_round_trip(struct project *p, const struct machine *written)
{
	struct text printed = {0};
	print_machine(written, &printed);
	const struct source *s =
	    diag_source(p->diag, "printed", text_get(&printed), printed.count, true);
	struct machine *again = parse_source(&p->arena, p->names, p->diag, s);
	if (p->diag->errors || !machine_same(written, again)) {
		fputs(text_get(&printed), stderr);
		abort();
	}
	machine_clear(again);
	text_clear(&printed);
}

static void read_machine(const struct input *in)
{
	struct names names;
	struct diag diag;
	names_init(&names);
	diag_init(&diag, &names);
	struct project *p =
	    project_load_text(&names, &diag, "/nowhere/fuzz.mch", in->text, in->size, NULL);
	struct text messages = {0};
	diag_print(&diag, &messages);
	if (diag.errors == 0 && p->main) check_round_trip(p, p->written.at[0]);
	text_clear(&messages);
	project_close(p);
	diag_clear(&diag);
	names_clear(&names);
}

static void read_formula(const struct input *in)
{
	struct names names;
	struct diag diag;
	struct decls unknown = {0};
	names_init(&names);
	diag_init(&diag, &names);
	struct project *p =
	    project_load_text(&names, &diag, "/nowhere/m.mch", "MACHINE m END", 13, NULL);
	char *text = strndup(in->text, in->size);
	project_formula(p, text, &unknown);
	free(text);
	VEC_CLEAR(&unknown.list);
	project_close(p);
	diag_clear(&diag);
	names_clear(&names);
}

static void *run(void *data)
{
	const struct input *in = data;
	bool is_machine =
	    memmem(in->text, in->size, "END", 3) || memmem(in->text, in->size, "DEFIN", 5);
	if (is_machine) read_machine(in);
	else read_formula(in);
	return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {(const char *)data, size};
	pthread_t thread; /* the front end wants a large stack */
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, (size_t)1 << 28);
	if (pthread_create(&thread, &attr, run, &in) != 0) return 0;
	pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
	return 0;
}
