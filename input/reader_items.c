/* The items of a sequence that is a whole document, one after the other: a file of many of them need not be in memory as a
 * tree. An item with an anchor stays, since others may refer to it. */
#include "input/reader.h"

struct reader_anchor {
	name name;
	int node;
};

/* ---- events ------------------------------------------------------------------------------------------------- */

static bool next_event(struct reader *r, yaml_event_t *e)
{
	if (yaml_parser_parse(&r->parser, e)) return true;
	reader_problem(r);
	return false;
}

/* The next one, of which nothing but its type and its place is needed. */
static yaml_event_type_t skip_event(struct reader *r, yaml_mark_t *at)
{
	yaml_event_t e;
	if (!next_event(r, &e)) return YAML_NO_EVENT;
	yaml_event_type_t type = e.type;
	*at = e.start_mark;
	yaml_event_delete(&e);
	return type;
}

/* ---- nodes -------------------------------------------------------------------------------------------------- */

static bool refuse(struct reader *r, const yaml_event_t *e, const char *why)
{
	diag_at(r->diag, reader_place(r, e->start_mark.index), DIAG_ERROR, "wrong YAML: %s", why);
	return false;
}

static bool note_anchor(struct reader *r, const yaml_event_t *e, const yaml_char_t *anchor,
                        int node)
{
	if (!anchor) return true;
	name own = names_of(&r->anchor_names, (const char *)anchor);
	for (uint32_t i = 0; i < r->anchors.count; i++)
		if (r->anchors.at[i].name == own) return refuse(r, e, "found duplicate anchor");
	VEC_PUSH(&r->anchors, ((struct reader_anchor){own, node}));
	return true;
}

static bool find_anchor(struct reader *r, const yaml_event_t *e, int *node)
{
	name own = names_of(&r->anchor_names, (const char *)e->data.alias.anchor);
	for (uint32_t i = 0; i < r->anchors.count; i++) {
		if (r->anchors.at[i].name != own) continue;
		*node = r->anchors.at[i].node;
		return true;
	}
	return refuse(r, e, "found undefined alias");
}

static bool compose(struct reader *r, const yaml_event_t *e, int *node);

/* What comes until the end of a collection: items, or keys and values in turn. */
static bool compose_kids(struct reader *r, int parent, yaml_event_type_t end, bool has_pairs)
{
	for (int key = 0, kid = 0;; key = has_pairs && !key ? kid : 0) {
		yaml_event_t e;
		if (!next_event(r, &e)) return false;
		bool is_end = e.type == end, good = is_end || compose(r, &e, &kid);
		yaml_event_delete(&e);
		if (is_end || !good) return good;
		if (has_pairs && !key) continue;
		int added = has_pairs ? yaml_document_append_mapping_pair(&r->document, parent, key, kid)
		                      : yaml_document_append_sequence_item(&r->document, parent, kid);
		if (!added) diag_no_memory();
	}
}

/* The node of an event, with all that is in it. False with an error. */
static bool compose(struct reader *r, const yaml_event_t *e, int *node)
{
	yaml_document_t *d = &r->document;
	const yaml_char_t *anchor = NULL;
	bool is_sequence = e->type == YAML_SEQUENCE_START_EVENT;
	bool is_mapping = e->type == YAML_MAPPING_START_EVENT;
	if (e->type == YAML_ALIAS_EVENT) return find_anchor(r, e, node);
	if (is_sequence) {
		anchor = e->data.sequence_start.anchor;
		*node = yaml_document_add_sequence(d, NULL, e->data.sequence_start.style);
	} else if (is_mapping) {
		anchor = e->data.mapping_start.anchor;
		*node = yaml_document_add_mapping(d, NULL, e->data.mapping_start.style);
	} else {
		anchor = e->data.scalar.anchor;
		*node = yaml_document_add_scalar(d, NULL, e->data.scalar.value, (int)e->data.scalar.length,
		                                 e->data.scalar.style);
	}
	if (!*node) diag_no_memory();
	yaml_document_get_node(d, *node)->start_mark = e->start_mark;
	if (!note_anchor(r, e, anchor, *node)) return false;
	if (is_sequence) return compose_kids(r, *node, YAML_SEQUENCE_END_EVENT, false);
	return !is_mapping || compose_kids(r, *node, YAML_MAPPING_END_EVENT, true);
}

/* ---- items -------------------------------------------------------------------------------------------------- */

static void new_document(struct reader *r)
{
	if (r->has_document) yaml_document_delete(&r->document);
	if (!yaml_document_initialize(&r->document, NULL, NULL, NULL, 1, 1)) diag_no_memory();
	r->has_document = true;
}

bool reader_begin_items(struct reader *r)
{
	yaml_mark_t at;
	yaml_event_t e;
	if (r->is_excessive || skip_event(r, &at) != YAML_STREAM_START_EVENT) return false;
	if (skip_event(r, &at) != YAML_DOCUMENT_START_EVENT || !next_event(r, &e)) return false;
	new_document(r);
	int root = 0;
	bool is_sequence = e.type == YAML_SEQUENCE_START_EVENT;
	bool good = is_sequence || compose(r, &e, &root);
	yaml_event_delete(&e);
	if (root) reader_is(r, yaml_document_get_node(&r->document, root), YAML_SEQUENCE_NODE);
	return good && is_sequence;
}

/* There is one document. */
static void end_items(struct reader *r)
{
	yaml_mark_t at;
	if (skip_event(r, &at) != YAML_DOCUMENT_END_EVENT) return;
	if (skip_event(r, &at) == YAML_DOCUMENT_START_EVENT)
		diag_at(r->diag, reader_place(r, at.index), DIAG_ERROR,
		        "a second document: everything is written as one sequence");
}

const yaml_node_t *reader_next_item(struct reader *r)
{
	yaml_event_t e;
	int node = 0;
	r->keys_of = NULL; /* nodes may be at other places, or others at theirs */
	if (r->anchors.count == 0) new_document(r);
	if (!next_event(r, &e)) return NULL;
	bool is_end = e.type == YAML_SEQUENCE_END_EVENT;
	bool good = !is_end && compose(r, &e, &node);
	yaml_event_delete(&e);
	if (is_end) end_items(r);
	return good ? yaml_document_get_node(&r->document, node) : NULL;
}
