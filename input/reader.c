/* Reading YAML with libyaml, strictly: each value has the type that its key asks for, and what is
 * wrong is reported at its place. Numbers and truth values are plain; a quoted one is a text. */
#include "input/reader.h"

#include "base/base.h"

/* ---- the file -------------------------------------------------------------------------------- */

static bool starts_char(char c) { return ((unsigned char)c & 0xc0) != 0x80; }

/* libyaml counts characters. Places are mostly asked for near the last one, so the search goes on from there, back or
 * forth. */
struct pos reader_place(struct reader *r, size_t index)
{
	const struct source *s = r->source;
	if (r->offset < r->start) r->offset = r->start;
	while (r->index > index) {
		r->offset--;
		while (r->offset > r->start && !starts_char(s->text[r->offset])) r->offset--;
		r->index--;
	}
	while (r->index < index && r->offset < s->length) {
		r->offset++;
		while (r->offset < s->length && !starts_char(s->text[r->offset])) r->offset++;
		r->index++;
	}
	return (struct pos){s->start + (uint32_t)r->offset, 0};
}

struct pos reader_pos(struct reader *r, const yaml_node_t *n)
{
	return reader_place(r, n->start_mark.index);
}

void reader_open(struct reader *r, struct arena *arena, struct diag *diag,
                 const struct source *source)
{
	memset(r, 0, sizeof *r);
	r->arena = arena;
	r->diag = diag;
	r->source = source;
	names_init(&r->keys);
	names_init(&r->entries);
	names_init(&r->anchor_names);
	if (!yaml_parser_initialize(&r->parser)) diag_no_memory();
	yaml_parser_set_encoding(&r->parser, YAML_UTF8_ENCODING);
	/* A byte order mark would count as a column. */
	r->start = source->length >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	yaml_parser_set_input_string(&r->parser, (const unsigned char *)source->text + r->start,
	                             source->length - r->start);
	const char *what;
	size_t where;
	r->is_excessive =
	    yaml_is_excessive(source->text + r->start, source->length - r->start, &what, &where);
	if (r->is_excessive) diag_at(diag, reader_place(r, where), DIAG_ERROR, "%s", what);
}

void reader_close(struct reader *r)
{
	if (r->has_document) yaml_document_delete(&r->document);
	names_clear(&r->keys);
	names_clear(&r->entries);
	names_clear(&r->anchor_names);
	VEC_CLEAR(&r->anchors);
	yaml_parser_delete(&r->parser);
}

void reader_problem(struct reader *r)
{
	const yaml_parser_t *p = &r->parser;
	if (p->error == YAML_MEMORY_ERROR) diag_no_memory();
	const char *problem = p->problem ? p->problem : "it cannot be read";
	if (p->error == YAML_READER_ERROR) { /* not text at all */
		size_t at = r->start + p->problem_offset;
		if (at > r->source->length) at = r->source->length;
		diag_at(r->diag, (struct pos){r->source->start + (uint32_t)at, 0}, DIAG_ERROR,
		        "wrong YAML: %s", problem);
		return;
	}
	diag_at(r->diag, reader_place(r, p->problem_mark.index), DIAG_ERROR, "wrong YAML: %s", problem);
	if (p->context)
		diag_at(r->diag, reader_place(r, p->context_mark.index), DIAG_NOTE, "%s", p->context);
}

const yaml_node_t *reader_next(struct reader *r)
{
	if (r->has_document) yaml_document_delete(&r->document);
	r->has_document = false;
	if (r->is_excessive) return NULL;
	if (!yaml_parser_load(&r->parser, &r->document)) {
		reader_problem(r);
		return NULL;
	}
	r->has_document = true;
	return yaml_document_get_root_node(&r->document);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

const yaml_node_t *reader_item(struct reader *r, const yaml_node_t *n, uint32_t i)
{
	const yaml_node_item_t *first = n->data.sequence.items.start, *top = n->data.sequence.items.top;
	return i < (size_t)(top - first) ? yaml_document_get_node(&r->document, first[i]) : NULL;
}

static const yaml_node_pair_t *pair(const yaml_node_t *n, uint32_t i)
{
	const yaml_node_pair_t *first = n->data.mapping.pairs.start, *top = n->data.mapping.pairs.top;
	return i < (size_t)(top - first) ? &first[i] : NULL;
}

const yaml_node_t *reader_key(struct reader *r, const yaml_node_t *n, uint32_t i)
{
	const yaml_node_pair_t *p = pair(n, i);
	return p ? yaml_document_get_node(&r->document, p->key) : NULL;
}

const yaml_node_t *reader_value(struct reader *r, const yaml_node_t *n, uint32_t i)
{
	const yaml_node_pair_t *p = pair(n, i);
	return p ? yaml_document_get_node(&r->document, p->value) : NULL;
}

static bool is_plain(const yaml_node_t *n)
{
	return n->type == YAML_SCALAR_NODE && n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

static const char *scalar_text(const yaml_node_t *n) { return (const char *)n->data.scalar.value; }

static void describe(const yaml_node_t *n, struct text *out)
{
	if (n->type == YAML_SEQUENCE_NODE) text_add(out, "a sequence");
	else if (n->type == YAML_MAPPING_NODE) text_add(out, "a mapping");
	else if (is_plain(n) && n->data.scalar.length == 0) text_add(out, "nothing");
	else if (n->data.scalar.length > 40 || strchr(scalar_text(n), '\n')) text_add(out, "a text");
	else if (is_plain(n)) text_format(out, "'%s'", scalar_text(n));
	else text_format(out, "the text '%s'", scalar_text(n));
}

/* Where there is nothing libyaml gives the place of what follows; go back behind the key. */
static struct pos refused_pos(struct reader *r, const yaml_node_t *n)
{
	struct pos pos = reader_pos(r, n);
	if (!is_plain(n) || n->data.scalar.length) return pos;
	while (pos.at > r->source->start &&
	       strchr(" \t\r\n", r->source->text[pos.at - r->source->start - 1]))
		pos.at--;
	return pos;
}

static bool refuse(struct reader *r, const yaml_node_t *n, const char *expected)
{
	struct text found = {0};
	describe(n, &found);
	diag_at(r->diag, refused_pos(r, n), DIAG_ERROR, "expected %s, found %s", expected,
	        text_get(&found));
	text_clear(&found);
	return false;
}

bool reader_is(struct reader *r, const yaml_node_t *n, yaml_node_type_t type)
{
	if (n->type == type) return true;
	return refuse(r, n,
	              type == YAML_MAPPING_NODE    ? "a mapping"
	              : type == YAML_SEQUENCE_NODE ? "a sequence"
	                                           : "a text");
}

/* ---- values ---------------------------------------------------------------------------------- */

bool reader_text(struct reader *r, const yaml_node_t *n, void *phrase)
{
	if (n->type != YAML_SCALAR_NODE || (is_plain(n) && n->data.scalar.length == 0))
		return refuse(r, n, "a text");
	size_t length = n->data.scalar.length;
	*(struct phrase *)phrase =
	    (struct phrase){arena_text(r->arena, scalar_text(n), length), length, reader_pos(r, n)};
	return true;
}

bool reader_word(struct reader *r, const yaml_node_t *n, void *phrase)
{
	if (!reader_text(r, n, phrase)) return false;
	if (n->data.scalar.length == 0) return refuse(r, n, "a text that is not empty");
	if (strlen(scalar_text(n)) == n->data.scalar.length) return true;
	return refuse(r, n, "a text without NUL characters");
}

bool reader_words(struct reader *r, const yaml_node_t *n, void *phrases)
{
	struct phrases *out = phrases;
	if (!reader_is(r, n, YAML_SEQUENCE_NODE)) return false;
	VEC(struct phrase) list = {0};
	bool good = true;
	const yaml_node_t *item;
	for (uint32_t i = 0; (item = reader_item(r, n, i)); i++) {
		struct phrase p = {0};
		good = reader_word(r, item, &p) && good;
		VEC_PUSH(&list, p);
	}
	out->count = list.count;
	out->at = VEC_FREEZE(&list, r->arena);
	out->is_given = true;
	return good;
}

bool reader_whole(struct reader *r, const yaml_node_t *n, void *whole)
{
	const char *expected = "a whole number from 0 on";
	if (!is_plain(n)) return refuse(r, n, expected);
	size_t length = n->data.scalar.length;
	if (length == 0 || strspn(scalar_text(n), "0123456789") != length)
		return refuse(r, n, expected);
	if (length > 15) return refuse(r, n, "a number of at most 15 digits");
	*(struct whole *)whole = (struct whole){true, strtoll(scalar_text(n), NULL, 10)};
	return true;
}

bool reader_truth(struct reader *r, const yaml_node_t *n, void *truth)
{
	bool is_true = is_plain(n) && strcmp(scalar_text(n), "true") == 0;
	if (!is_true && !(is_plain(n) && strcmp(scalar_text(n), "false") == 0))
		return refuse(r, n, "true or false");
	*(struct given_truth *)truth = (struct given_truth){true, is_true};
	return true;
}

bool reader_seconds(struct reader *r, const yaml_node_t *n, void *seconds)
{
	const char *expected = "a number of seconds above 0";
	if (!is_plain(n)) return refuse(r, n, expected);
	size_t length = n->data.scalar.length;
	if (length == 0 || strspn(scalar_text(n), "0123456789.") != length)
		return refuse(r, n, expected);
	char *end;
	double value = strtod(scalar_text(n), &end);
	if (*end || !(value > 0) || value > 1e9) return refuse(r, n, expected);
	*(double *)seconds = value;
	return true;
}

/* ---- mappings -------------------------------------------------------------------------------- */

static void unknown_key(struct reader *r, const yaml_node_t *key, const struct reader_key *keys)
{
	struct strings names = {0};
	for (; keys->name; keys++) VEC_PUSH(&names, keys->name);
	const char *nearest = nearest_name(scalar_text(key), names.at, names.count);
	VEC_CLEAR(&names);
	struct pos pos = reader_pos(r, key);
	if (nearest)
		diag_at(r->diag, pos, DIAG_ERROR, "unknown key '%s'; did you mean '%s'?", scalar_text(key),
		        nearest);
	else diag_at(r->diag, pos, DIAG_ERROR, "unknown key '%s'", scalar_text(key));
}

/* The keys of a mapping before `i`; mostly those that were asked for last. */
static struct names *keys_before(struct reader *r, const yaml_node_t *n, uint32_t i)
{
	if (r->keys_of == n) return &r->keys;
	names_clear(&r->keys);
	names_init(&r->keys);
	for (uint32_t k = 0; k < i; k++)
		if (reader_key(r, n, k)->type == YAML_SCALAR_NODE)
			names_of(&r->keys, scalar_text(reader_key(r, n, k)));
	r->keys_of = n;
	return &r->keys;
}

/* The pair before `i` that has the same key, or NULL. */
static const yaml_node_t *earlier_key(struct reader *r, const yaml_node_t *n, uint32_t i)
{
	const yaml_node_t *key = reader_key(r, n, i);
	struct names *before = keys_before(r, n, i);
	uint32_t count = before->count;
	names_of(before, scalar_text(key));
	for (uint32_t k = 0; k < i && before->count == count; k++) {
		const yaml_node_t *other = reader_key(r, n, k);
		if (other->type == YAML_SCALAR_NODE && strcmp(scalar_text(other), scalar_text(key)) == 0)
			return other;
	}
	return NULL;
}

bool reader_check_key(struct reader *r, const yaml_node_t *n, uint32_t i)
{
	const yaml_node_t *key = reader_key(r, n, i);
	if (key->type != YAML_SCALAR_NODE) return refuse(r, key, "a key");
	const yaml_node_t *earlier = earlier_key(r, n, i);
	if (!earlier) return true;
	diag_at(r->diag, reader_pos(r, key), DIAG_ERROR, "a second '%s'", scalar_text(key));
	diag_at(r->diag, reader_pos(r, earlier), DIAG_NOTE, "the first one is here");
	return false;
}

bool reader_mapping(struct reader *r, const yaml_node_t *n, const struct reader_key *keys,
                    void *target)
{
	if (!reader_is(r, n, YAML_MAPPING_NODE)) return false;
	bool good = true;
	const yaml_node_t *key;
	for (uint32_t i = 0; (key = reader_key(r, n, i)); i++) {
		if (!reader_check_key(r, n, i)) {
			good = false;
			continue;
		}
		const struct reader_key *k = keys;
		while (k->name && strcmp(k->name, scalar_text(key)) != 0) k++;
		if (!k->name) unknown_key(r, key, keys);
		good = k->name && k->read(r, reader_value(r, n, i), (char *)target + k->offset) && good;
		if (r->diag->errors > DIAG_ERROR_LIMIT) return false; /* more are not shown */
	}
	return good;
}
