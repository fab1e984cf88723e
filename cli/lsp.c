/* bounce lsp: the language server on standard input and output, with the header of the protocol before each message. Commands run as child
 * processes, so that the server answers meanwhile. */
#include "lsp/lsp.h"

#include "cli/child.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

struct serving {
	struct cli *cli;
	struct lsp *lsp;
	struct text input;
	struct child child;
	char *uri; /* of the document that the child works on; NULL: there is none */
};

static void send(void *data, const char *message, size_t length)
{
	struct serving *s = data;
	fprintf(s->cli->out, "Content-Length: %zu\r\n\r\n", length);
	if (fwrite(message, 1, length, s->cli->out) != length || fflush(s->cli->out) != 0)
		s->cli->write_error = EPIPE;
}

static void stop_child(struct serving *s)
{
	if (s->uri) child_kill(&s->child);
	free(s->uri);
	s->uri = NULL;
}

/* A new command ends the one that runs. */
static void run(void *data, const struct lsp_command *c)
{
	enum { LIMIT = 1000000 };
	struct serving *s = data;
	struct strings words = {0};
	const char *const base[] = {"bounce", c->command, "--json", "--time-limit", "10"};
	stop_child(s);
	for (uint32_t i = 0; i < sizeof base / sizeof *base; i++) VEC_PUSH(&words, base[i]);
	for (uint32_t i = 0; i < s->cli->options.include.count; i++) {
		VEC_PUSH(&words, "-I");
		VEC_PUSH(&words, s->cli->options.include.at[i]);
	}
	if (c->filter) VEC_PUSH(&words, "--po");
	if (c->filter) VEC_PUSH(&words, c->filter);
	VEC_PUSH(&words, "--");
	VEC_PUSH(&words, c->path);
	VEC_PUSH(&words, NULL);
	if (child_start(&s->child, ".", (char *const *)words.at, LIMIT)) s->uri = strdup(c->uri);
	VEC_CLEAR(&words);
}

static void look_at_child(struct serving *s)
{
	struct child_outcome o = {0};
	if (!s->uri || !child_ended(&s->child, &o)) return;
	cJSON *object = cJSON_Parse(text_get(&o.out));
	if (object) lsp_finish(s->lsp, s->uri, object);
	cJSON_Delete(object);
	child_clear(&o);
	free(s->uri);
	s->uri = NULL;
}

/* The length of the message behind the header at the start of the input, and that of the header; false: it is not there yet. */
static bool read_header(const struct text *t, size_t *header, size_t *length)
{
	const char *start = text_get(t), *end = strstr(start, "\r\n\r\n"),
	           *field = strstr(start, "Content-Length:");
	if (!end) return false;
	*header = (size_t)(end - start) + 4;
	*length = field && field < end ? strtoul(field + strlen("Content-Length:"), NULL, 10) : 0;
	return true;
}

static bool take_messages(struct serving *s)
{
	size_t header, length;
	while (read_header(&s->input, &header, &length) && s->input.count >= header + length) {
		if (!lsp_receive(s->lsp, s->input.at + header, length)) return false;
		s->input.count -= header + length;
		memmove(s->input.at, s->input.at + header + length, s->input.count + 1);
	}
	return true;
}

static void serve(struct serving *s)
{
	enum { WAIT = 20 /* milliseconds, while a command runs */ };
	char block[1 << 16];
	bool goes_on = true;
	while (goes_on && !s->cli->write_error) {
		struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
		int ready = poll(&p, 1, s->uri ? WAIT : -1);
		look_at_child(s);
		if (ready <= 0) continue;
		ssize_t count = read(STDIN_FILENO, block, sizeof block);
		if (count <= 0) break;
		text_add_bytes(&s->input, block, (size_t)count);
		goes_on = take_messages(s);
	}
}

int lsp_command(struct cli *c)
{
	struct serving s = {.cli = c};
	struct strings search = {0};
	if (c->options.operands.count)
		return report_usage(c, "'lsp' talks to an editor on standard input and takes no file");
	for (uint32_t i = 0; i < c->options.include.count; i++)
		VEC_PUSH(&search, c->options.include.at[i]);
	VEC_PUSH(&search, NULL);
	struct lsp_options o = {
	    .version = CLI_VERSION, .search = search.at, .send = send, .run = run, .data = &s};
	s.lsp = lsp_open(&o);
	serve(&s);
	int code = lsp_is_shut_down(s.lsp) ? EXIT_GOOD : EXIT_INPUT;
	stop_child(&s);
	lsp_close(s.lsp);
	text_clear(&s.input);
	VEC_CLEAR(&search);
	return code;
}
