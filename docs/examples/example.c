/* bounce as a library: is there a run that breaks this machine? Every step of it is shown.
 *
 *     cc example.c -o example $(pkg-config --cflags --static --libs bounce)
 *     ./example /usr/local/share/doc/bounce/buffer.mch */
#include <bounce.h>
#include <stdio.h>

static void show(const char *what, struct bounce_bindings list)
{
	for (size_t i = 0; i < list.count; i++)
		printf("    %s%s = %s\n", what, list.at[i].name, list.at[i].value);
}

static void show_run(const struct bounce_finding *f)
{
	printf("%s:%u:%u: %s\n", f->file ? f->file : "", f->line, f->column, f->message);
	for (size_t i = 0; i < f->step_count; i++) {
		printf("  %s\n", f->steps[i].operation);
		show("with ", f->steps[i].parameters);
		show("", f->steps[i].state);
	}
}

int main(int argc, char **argv)
{
	struct bounce_options options = {.size = sizeof options, .seconds = 10};
	struct bounce *machine = bounce_open(argc > 1 ? argv[1] : "buffer.mch", &options);
	if (!machine) return 2;
	fputs(bounce_messages(machine), stderr);

	struct bounce_answer *answer = bounce_check(machine, NULL);
	if (!answer) return 2;
	printf("%s: %s\nbounds: %s\n", bounce_name(machine), bounce_summary(answer),
	       bounce_bounds(answer));
	const struct bounce_finding *f;
	for (size_t i = 0; (f = bounce_finding(answer, i)); i++) show_run(f);

	int code = bounce_verdict(answer) == BOUNCE_HOLDS ? 0 : 1;
	bounce_answer_free(answer);
	bounce_close(machine);
	return code;
}
