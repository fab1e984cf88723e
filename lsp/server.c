/* Messages of JSON-RPC, and the documents that are open. */
#include "lsp/inside.h"

struct lsp {
	struct lsp_options options;
	VEC(struct document *) documents;
	bool is_shut_down;
};

struct lsp *lsp_open(const struct lsp_options *o)
{
	struct lsp *l = memory_zeroed(1, sizeof *l);
	l->options = *o;
	return l;
}

void lsp_close(struct lsp *l)
{
	for (uint32_t i = 0; i < l->documents.count; i++) document_close(l->documents.at[i]);
	VEC_CLEAR(&l->documents);
	free(l);
}

bool lsp_is_shut_down(const struct lsp *l) { return l->is_shut_down; }

/* ---- sending ------------------------------------------------------------------------------------- */

static void send(struct lsp *l, cJSON *message)
{
	json_add_string(message, "jsonrpc", "2.0");
	char *text = cJSON_PrintUnformatted(message);
	if (!text) diag_no_memory();
	l->options.send(l->options.data, text, strlen(text));
	cJSON_free(text);
	cJSON_Delete(message);
}

static void notify(struct lsp *l, const char *method, cJSON *params)
{
	cJSON *m = json_made(cJSON_CreateObject());
	json_add_string(m, "method", method);
	json_add(m, "params", params);
	send(l, m);
}

static void reply(struct lsp *l, const cJSON *id, cJSON *result)
{
	cJSON *m = json_made(cJSON_CreateObject());
	json_add(m, "id", cJSON_Duplicate(id, true));
	json_add(m, "result", result ? result : cJSON_CreateNull());
	send(l, m);
}

static void reply_error(struct lsp *l, const cJSON *id, int code, const char *message)
{
	cJSON *m = json_made(cJSON_CreateObject()), *error;
	json_add(m, "id", id ? cJSON_Duplicate(id, true) : cJSON_CreateNull());
	error = json_add_object(m, "error");
	json_add_number(error, "code", code);
	json_add_string(error, "message", message);
	send(l, m);
}

enum {
	PARSE_ERROR = -32700,
	INVALID_REQUEST = -32600,
	METHOD_NOT_FOUND = -32601,
	REQUEST_FAILED = -32803
};

/* ---- documents ----------------------------------------------------------------------------------- */

static struct document *find(const struct lsp *l, const char *uri)
{
	for (uint32_t i = 0; i < l->documents.count; i++)
		if (strcmp(l->documents.at[i]->uri, uri) == 0) return l->documents.at[i];
	return NULL;
}

static void publish(struct lsp *l, const struct document *d)
{
	cJSON *p = json_made(cJSON_CreateObject());
	json_add_string(p, "uri", d->uri);
	json_add(p, "diagnostics", answer_diagnostics(d));
	notify(l, "textDocument/publishDiagnostics", p);
}

static void did_open(struct lsp *l, const cJSON *params)
{
	const cJSON *t = json_get(params, "textDocument");
	const char *uri = json_text(t, "uri"), *text = json_text(t, "text");
	struct document *d = find(l, uri);
	if (d) document_change(d, text, l->options.search);
	else VEC_PUSH(&l->documents, d = document_open(uri, text, l->options.search));
	publish(l, d);
}

/* The whole text each time, as the server asks for. */
static void did_change(struct lsp *l, const cJSON *params)
{
	struct document *d = find(l, json_text(json_get(params, "textDocument"), "uri"));
	const cJSON *changes = json_get(params, "contentChanges"), *last = NULL, *c;
	cJSON_ArrayForEach(c, changes) last = c;
	if (!d || !last) return;
	document_change(d, json_text(last, "text"), l->options.search);
	publish(l, d);
}

static void did_close(struct lsp *l, const cJSON *params)
{
	const char *uri = json_text(json_get(params, "textDocument"), "uri");
	for (uint32_t i = 0; i < l->documents.count; i++) {
		if (strcmp(l->documents.at[i]->uri, uri) != 0) continue;
		document_close(l->documents.at[i]);
		l->documents.at[i] = VEC_POP(&l->documents);
		return;
	}
}

/* Others may refer to it: all are read again. */
static void did_save(struct lsp *l, const cJSON *params)
{
	(void)params;
	for (uint32_t i = 0; i < l->documents.count; i++) {
		struct document *d = l->documents.at[i];
		struct text text = {0};
		text_add(&text, text_get(&d->text));
		document_change(d, text_get(&text), l->options.search);
		text_clear(&text);
		publish(l, d);
	}
}

/* ---- requests ------------------------------------------------------------------------------------ */

struct request {
	struct lsp *lsp;
	const cJSON *id, *params;
	const struct document *document; /* NULL if it is not open */
	uint32_t offset;                 /* of the position in it */
	const char *error;               /* out: why there is no result */
};

static cJSON *initialize(struct request *r)
{
	static const char *const providers[] = {"hoverProvider",      "definitionProvider",
	                                        "referencesProvider", "documentSymbolProvider",
	                                        "renameProvider",     "documentFormattingProvider"};
	cJSON *result = json_made(cJSON_CreateObject()), *c = json_add_object(result, "capabilities");
	cJSON *sync = json_add_object(c, "textDocumentSync");
	json_made(cJSON_AddTrueToObject(sync, "openClose"));
	json_add_number(sync, "change", 1); /* the whole text */
	json_made(cJSON_AddTrueToObject(sync, "save"));
	for (uint32_t i = 0; i < sizeof providers / sizeof *providers; i++)
		json_made(cJSON_AddTrueToObject(c, providers[i]));
	json_add_object(c, "completionProvider");
	json_add_object(c, "codeLensProvider");
	cJSON *commands = json_add_array(json_add_object(c, "executeCommandProvider"), "commands");
	json_push(commands, cJSON_CreateString("bounce.check"));
	json_push(commands, cJSON_CreateString("bounce.disprove"));
	json_add_string(c, "positionEncoding", "utf-16");
	cJSON *info = json_add_object(result, "serverInfo");
	json_add_string(info, "name", "bounce");
	json_add_string(info, "version", r->lsp->options.version);
	return result;
}

static cJSON *shut_down(struct request *r)
{
	r->lsp->is_shut_down = true;
	return NULL;
}

static cJSON *hover(struct request *r)
{
	return r->document ? answer_hover(r->document, r->offset) : NULL;
}
static cJSON *definition(struct request *r)
{
	return r->document ? answer_definition(r->document, r->offset) : NULL;
}
static cJSON *symbols(struct request *r)
{
	return r->document ? answer_symbols(r->document) : NULL;
}
static cJSON *completion(struct request *r)
{
	return r->document ? answer_completion(r->document) : NULL;
}
static cJSON *lenses(struct request *r) { return r->document ? answer_lenses(r->document) : NULL; }
static cJSON *format(struct request *r) { return r->document ? answer_format(r->document) : NULL; }

static cJSON *references(struct request *r)
{
	bool all = cJSON_IsTrue(json_get(json_get(r->params, "context"), "includeDeclaration"));
	return r->document ? answer_references(r->document, r->offset, all) : NULL;
}

static cJSON *change_name(struct request *r)
{
	return r->document
	           ? answer_rename(r->document, r->offset, json_text(r->params, "newName"), &r->error)
	           : NULL;
}

static cJSON *execute_command(struct request *r)
{
	static const char prefix[] = "bounce.";
	const char *command = json_text(r->params, "command");
	const cJSON *arguments = json_get(r->params, "arguments"),
	            *uri = cJSON_GetArrayItem(arguments, 0), *filter = cJSON_GetArrayItem(arguments, 1);
	const struct document *d = cJSON_IsString(uri) ? find(r->lsp, uri->valuestring) : NULL;
	if (strncmp(command, prefix, sizeof prefix - 1) != 0) r->error = "there is no such command";
	else if (!d) r->error = "the document is not open";
	else
		r->lsp->options.run(
		    r->lsp->options.data,
		    &(struct lsp_command){command + sizeof prefix - 1, d->path, d->uri,
		                          cJSON_IsString(filter) ? filter->valuestring : NULL});
	return NULL;
}

static const struct {
	const char *method;
	cJSON *(*answer)(struct request *r);
} requests[] = {
    {"initialize", initialize},
    {"shutdown", shut_down},
    {"textDocument/hover", hover},
    {"textDocument/definition", definition},
    {"textDocument/references", references},
    {"textDocument/documentSymbol", symbols},
    {"textDocument/completion", completion},
    {"textDocument/rename", change_name},
    {"textDocument/codeLens", lenses},
    {"textDocument/formatting", format},
    {"workspace/executeCommand", execute_command},
};

static const struct {
	const char *method;
	void (*take)(struct lsp *l, const cJSON *params);
} notifications[] = {
    {"textDocument/didOpen", did_open},
    {"textDocument/didChange", did_change},
    {"textDocument/didClose", did_close},
    {"textDocument/didSave", did_save},
};

static void answer(struct lsp *l, const char *method, const cJSON *id, const cJSON *params)
{
	const cJSON *position = json_get(params, "position");
	struct request r = {.lsp = l, .id = id, .params = params};
	r.document = find(l, json_text(json_get(params, "textDocument"), "uri"));
	if (r.document && position) r.offset = place_offset(text_get(&r.document->text), position);
	for (uint32_t i = 0; i < sizeof requests / sizeof *requests; i++) {
		if (strcmp(requests[i].method, method) != 0) continue;
		cJSON *result = requests[i].answer(&r);
		if (r.error) reply_error(l, id, REQUEST_FAILED, r.error);
		else reply(l, id, result);
		return;
	}
	reply_error(l, id, METHOD_NOT_FOUND, "there is no such method");
}

bool lsp_receive(struct lsp *l, const char *message, size_t length)
{
	cJSON *m = cJSON_ParseWithLength(message, length);
	const char *method = m ? json_text(m, "method") : "";
	const cJSON *id = m ? json_get(m, "id") : NULL, *params = m ? json_get(m, "params") : NULL;
	bool goes_on = strcmp(method, "exit") != 0;
	if (!m) reply_error(l, NULL, PARSE_ERROR, "that is no JSON");
	else if (!*method && id && (json_get(m, "result") || json_get(m, "error")))
		goes_on = true; /* an answer to us */
	else if (!*method) reply_error(l, id, INVALID_REQUEST, "the message has no method");
	else if (id) answer(l, method, id, params);
	else
		for (uint32_t i = 0; i < sizeof notifications / sizeof *notifications; i++)
			if (strcmp(notifications[i].method, method) == 0) notifications[i].take(l, params);
	cJSON_Delete(m);
	return goes_on;
}

/* ---- commands ------------------------------------------------------------------------------------ */

static cJSON *found_diagnostic(const struct document *d, const char *command, const cJSON *at,
                               const char *message, int severity)
{
	cJSON *r = json_made(cJSON_CreateObject());
	const char *text = text_get(&d->text);
	uint32_t offset = 0;
	int line = cJSON_IsNumber(json_get(at, "line")) ? json_get(at, "line")->valueint : 1;
	for (; line > 1 && text[offset]; offset++) line -= text[offset] == '\n';
	int column = cJSON_IsNumber(json_get(at, "column")) ? json_get(at, "column")->valueint : 1;
	for (; column > 1 && text[offset] && text[offset] != '\n'; offset++)
		column -= ((unsigned char)text[offset + 1] & 0xc0) != 0x80;
	struct text source = {0};
	text_format(&source, "bounce %s", command);
	json_add(
	    r, "range",
	    place_range(text, offset, (uint32_t)strcspn(text + offset, " \n") + (text[offset] == ' ')));
	json_add_number(r, "severity", severity);
	json_add_string(r, "source", text_get(&source));
	json_add_string(r, "message", message);
	text_clear(&source);
	return r;
}

/* The run in a few lines, for the message. */
static void add_run(struct text *out, const cJSON *trace)
{
	enum { MOST = 30 };
	const cJSON *step, *v;
	int count = 0;
	cJSON_ArrayForEach(step, trace)
	{
		if (++count > MOST) break;
		text_format(out, "\n%d: %s", count - 1, json_text(step, "op"));
		cJSON_ArrayForEach(v, json_get(step, "params"))
		    text_format(out, " %s = %s", v->string, cJSON_IsString(v) ? v->valuestring : "");
	}
	if (count > MOST) text_add(out, "\n...");
}

void lsp_finish(struct lsp *l, const char *uri, const cJSON *object)
{
	struct document *d = find(l, uri);
	const char *command = json_text(object, "command"), *reason = json_text(object, "reason");
	const cJSON *f;
	if (!d) return;
	cJSON *list = json_made(cJSON_CreateArray());
	cJSON_ArrayForEach(f, json_get(object, "findings"))
	{
		const char *severity = json_text(f, "severity");
		struct text message = {0};
		text_add(&message, strcmp(json_text(f, "kind"), "obligation") == 0 ? "refuted: " : "");
		if (strcmp(json_text(f, "kind"), "obligation") == 0)
			text_format(&message, "%s: ", json_text(f, "name"));
		text_add(&message, json_text(f, "message"));
		add_run(&message, json_get(f, "trace"));
		bool is_error = strcmp(severity, "error") == 0,
		     is_warning = strcmp(severity, "warning") == 0;
		json_push(list, found_diagnostic(d, command, json_get(f, "at"), text_get(&message),
		                                 is_error     ? 1
		                                 : is_warning ? 2
		                                              : 3));
		text_clear(&message);
	}
	cJSON_DeleteItemFromObjectCaseSensitive(d->found, command);
	json_add(d->found, command, list);
	publish(l, d);
	struct text said = {0};
	cJSON *p = json_made(cJSON_CreateObject());
	text_format(&said, "bounce %s: %s", command, json_text(object, "verdict"));
	if (cJSON_IsTrue(json_get(object, "complete"))) text_add(&said, " (proved)");
	if (*reason) text_format(&said, ": %s", reason);
	bool is_bad = strcmp(json_text(object, "verdict"), "holds") != 0;
	json_add_number(p, "type", is_bad ? 2 : 3);
	json_add_string(p, "message", text_get(&said));
	notify(l, "window/showMessage", p);
	text_clear(&said);
}
