/* Fuzzes the readers of Event-B: packages (terms of Prolog), sources of Rodin (XML) and components as text, up to typed machines. */
#include "eventb/inside.h"

#include <pthread.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	const char *text;
	size_t size;
};

/* A project with this one source; what it refers to is not there. */
static bool read_rodin(struct eventb_model *m, const struct input *in, name *main)
{
	struct project *p = m->project;
	bool is_machine = memmem(in->text, in->size, "machineFile", 11);
	struct shelf s = {.arena = &p->arena, .diag = p->diag, .archive = "fuzz.zip"};
	struct shelf_file f = {.path = "M", .folder = "", .name = "M", .is_machine = is_machine};
	f.text = in->text;
	f.length = in->size;
	VEC_PUSH(&s.files, f);
	bool good = rodin_read(m, &s, &s.files.at[0]);
	*main = names_of(p->names, "M");
	shelf_close(&s);
	return good;
}

static void *run(void *data)
{
	const struct input *in = data;
	struct names names;
	struct diag diag;
	names_init(&names);
	diag_init(&diag, &names);
	struct eventb_model m = {.project = project_empty(&names, &diag)};
	const struct source *s = diag_source(&diag, "fuzz.eventb", in->text, in->size, true);
	name main = NULL;
	bool good = in->size && *in->text == '<' ? read_rodin(&m, in, &main)
	            : written_is_component(s)    ? written_read(&m, s, &main)
	                                         : eventb_read_package(&m, s, &main);
	if (good && eventb_link(&m)) eventb_translate(&m, main);
	else if (diag.errors == 0) abort(); /* nothing is refused without an error */
	struct text messages = {0};
	diag_print(&diag, &messages);
	text_clear(&messages);
	eventb_clear(&m);
	project_close(m.project);
	diag_clear(&diag);
	names_clear(&names);
	return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {(const char *)data, size};
	pthread_t thread; /* the front end wants a large stack */
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, (size_t)1 << 28);
	if (pthread_create(&thread, &attr, run, &in) != 0) abort();
	pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
	return 0;
}
