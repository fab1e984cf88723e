#include "input/xml.h"

#include <expat.h>

enum { MOST_DEPTH = 2000 };

struct open { /* an element that is being read */
	struct xml *xml, *last;
	struct text text;
};

struct xml_reading {
	struct arena *arena;
	struct diag *diag;
	const struct source *source;
	XML_Parser parser;
	VEC(struct open) stack;
	struct xml *root;
	const char *const *ignored; /* tags */
	uint32_t ignoring;          /* so many elements of those and of what is in them are open */
};

static bool is_ignored(const struct xml_reading *r, const char *tag)
{
	bool found = r->ignoring > 0;
	for (const char *const *i = r->ignored; !found && *i; i++) found = strcmp(tag, *i) == 0;
	return found;
}

static const char *without_prefix(const char *tag)
{
	const char *colon = strchr(tag, ':');
	return colon ? colon + 1 : tag;
}

static struct pos here(const struct xml_reading *r)
{
	XML_Index at = XML_GetCurrentByteIndex(r->parser);
	if (at < 0 || (uint64_t)at > r->source->length) at = r->source->length;
	return (struct pos){r->source->start + (uint32_t)at, 0};
}

static const char **copy_attributes(struct xml_reading *r, const XML_Char **from)
{
	uint32_t count = 0;
	while (from[count]) count++;
	const char **to = ARENA_ARRAY(r->arena, count + 1, const char *);
	for (uint32_t i = 0; i < count; i++) to[i] = arena_text(r->arena, from[i], strlen(from[i]));
	to[count] = NULL;
	return to;
}

static void start(void *data, const XML_Char *tag, const XML_Char **attributes)
{
	struct xml_reading *r = data;
	tag = without_prefix(tag);
	if (is_ignored(r, tag)) {
		r->ignoring++;
		return;
	}
	struct xml *x = ARENA_NEW(r->arena, struct xml);
	*x = (struct xml){.tag = arena_text(r->arena, tag, strlen(tag)),
	                  .attributes = copy_attributes(r, attributes),
	                  .text = "",
	                  .pos = here(r),
	                  .line = (uint32_t)XML_GetCurrentLineNumber(r->parser),
	                  .column = (uint32_t)XML_GetCurrentColumnNumber(r->parser) + 1};
	struct open *parent = r->stack.count ? &VEC_LAST(&r->stack) : NULL;
	if (!parent) r->root = x;
	else if (parent->last) parent->last->next = x;
	else parent->xml->first = x;
	if (parent) parent->last = x;
	if (r->stack.count == MOST_DEPTH) {
		diag_at(r->diag, here(r), DIAG_ERROR, "more than %d elements in each other", MOST_DEPTH);
		XML_StopParser(r->parser, XML_FALSE);
	}
	VEC_PUSH(&r->stack, ((struct open){.xml = x}));
}

static void end(void *data, const XML_Char *tag)
{
	struct xml_reading *r = data;
	(void)tag;
	if (r->ignoring) {
		r->ignoring--;
		return;
	}
	struct open *o = &VEC_LAST(&r->stack);
	if (o->text.count) o->xml->text = arena_text(r->arena, text_get(&o->text), o->text.count);
	text_clear(&o->text);
	r->stack.count--;
}

static void characters(void *data, const XML_Char *s, int length)
{
	struct xml_reading *r = data;
	if (r->stack.count && !r->ignoring)
		text_add_bytes(&VEC_LAST(&r->stack).text, s, (size_t)length);
}

/* Other files are not read: whoever wrote this one need not be allowed to. */
static int external_entity(XML_Parser parser, const XML_Char *context, const XML_Char *base,
                           const XML_Char *system, const XML_Char *public)
{
	struct xml_reading *r = (struct xml_reading *)(void *)parser; /* as XML_Set...Arg says */
	(void)context, (void)base, (void)public;
	diag_at(r->diag, here(r), DIAG_ERROR, "external entities are not read: '%s'",
	        system ? system : "");
	return XML_STATUS_ERROR;
}

const struct xml *xml_parse(struct arena *arena, struct diag *diag, const struct source *source,
                            const char *const *ignored)
{
	struct xml_reading r = {.arena = arena, .diag = diag, .ignored = ignored, .source = source};
	uint32_t errors = diag->errors;
	r.parser = XML_ParserCreate(NULL);
	if (!r.parser) diag_no_memory();
	XML_SetUserData(r.parser, &r);
	XML_SetElementHandler(r.parser, start, end);
	XML_SetExternalEntityRefHandler(r.parser, external_entity);
	XML_SetExternalEntityRefHandlerArg(r.parser, &r);
	XML_SetCharacterDataHandler(r.parser, characters);
	bool good = XML_Parse(r.parser, r.source->text, (int)r.source->length, 1) == XML_STATUS_OK;
	if (!good && diag->errors == errors)
		diag_at(diag, here(&r), DIAG_ERROR, "this is not XML: %s",
		        XML_ErrorString(XML_GetErrorCode(r.parser)));
	for (uint32_t i = 0; i < r.stack.count; i++) text_clear(&r.stack.at[i].text);
	VEC_CLEAR(&r.stack);
	XML_ParserFree(r.parser);
	return good ? r.root : NULL;
}

const struct xml *xml_read(struct arena *arena, struct diag *diag, const char *path,
                           const char *const *ignored)
{
	const struct source *s = diag_read(diag, path, (struct pos){0});
	return s ? xml_parse(arena, diag, s, ignored) : NULL;
}

const char *xml_attribute(const struct xml *x, const char *name_of_it)
{
	for (uint32_t i = 0; x->attributes[i]; i += 2)
		if (strcmp(x->attributes[i], name_of_it) == 0) return x->attributes[i + 1];
	return NULL;
}

bool xml_is(const struct xml *x, const char *tag) { return strcmp(x->tag, tag) == 0; }

static const struct xml *find(const struct xml *x, const char *tag)
{
	while (x && !xml_is(x, tag)) x = x->next;
	return x;
}

const struct xml *xml_kid(const struct xml *x, const char *tag) { return find(x->first, tag); }
const struct xml *xml_next(const struct xml *x, const char *tag) { return find(x->next, tag); }
