#include "base/base.h"

#include <yaml.h>

enum { DEEPEST = 100, MOST_ANCHORS = 1000 };

struct counts {
	uint32_t depth, anchors;
};

static const char *count(struct counts *c, const yaml_event_t *e)
{
	const yaml_char_t *anchor = NULL;
	switch (e->type) {
	case YAML_SEQUENCE_START_EVENT: anchor = e->data.sequence_start.anchor; break;
	case YAML_MAPPING_START_EVENT: anchor = e->data.mapping_start.anchor; break;
	case YAML_SCALAR_EVENT: anchor = e->data.scalar.anchor; break;
	default: break;
	}
	c->anchors += anchor != NULL;
	c->depth += e->type == YAML_SEQUENCE_START_EVENT || e->type == YAML_MAPPING_START_EVENT;
	c->depth -= e->type == YAML_SEQUENCE_END_EVENT || e->type == YAML_MAPPING_END_EVENT;
	return c->depth > DEEPEST          ? "this is nested more than 100 deep"
	       : c->anchors > MOST_ANCHORS ? "there are more than 1000 anchors"
	                                   : NULL;
}

bool yaml_is_excessive(const char *text, size_t length, const char **what, size_t *where)
{
	yaml_parser_t parser;
	yaml_event_t event;
	struct counts counts = {0};
	if (!yaml_parser_initialize(&parser)) diag_no_memory();
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
	*what = NULL;
	for (bool goes_on = true; goes_on && yaml_parser_parse(&parser, &event);) {
		*what = count(&counts, &event);
		*where = event.start_mark.index;
		goes_on = !*what && event.type != YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return *what != NULL;
}
