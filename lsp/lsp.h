/* lsp: the Language Server Protocol 3.17 for machines of B. One message of JSON-RPC goes in, the answers come out as texts; who reads and
 * writes them, and runs commands, is somebody else (cli/lsp.c).
 *
 * A document is parsed and typed when it is opened or changed, with the machines beside it. While it has errors, questions
 * are answered from what was last known of it. Positions are in UTF-16 units, as every client understands. */
#ifndef LSP_LSP_H
#define LSP_LSP_H

#include "base/base.h"

#include <cjson/cJSON.h>

struct lsp;

/* A command of a code lens, to be run on the file: "check", or "disprove" with the obligations that match `filter`. */
struct lsp_command {
	const char *command, *path, *uri;
	const char *filter; /* NULL: all */
};

struct lsp_options {
	const char *version;
	const char *const *search; /* directories of -I, then NULL; may be NULL */
	void (*send)(void *data, const char *message, size_t length); /* without a header */
	void (*run)(void *data, const struct lsp_command *c); /* is not to wait for the answer */
	void *data;
};

struct lsp *lsp_open(const struct lsp_options *o);
void lsp_close(struct lsp *l);
/* False once the client has said 'exit'. */
bool lsp_receive(struct lsp *l, const char *message, size_t length);
/* 'shutdown' was said before 'exit'. */
bool lsp_is_shut_down(const struct lsp *l);
/* The object that the command has printed for this document: its findings become diagnostics, and a message says the verdict. */
void lsp_finish(struct lsp *l, const char *uri, const cJSON *object);

#endif
