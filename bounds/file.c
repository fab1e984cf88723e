/* Bounds files, read with libyaml: every value has the form that its key asks for, and what is wrong
 * is reported at its place. */
#include "base/base.h"
#include "bounds/inside.h"

#include <yaml.h>

struct file_reader {
	struct bounds_options *o;
	struct diag *diag;
	struct arena *arena;
	const struct source *source;
	size_t start;         /* behind a byte order mark */
	size_t index, offset; /* where the last search for a place ended, in characters and in bytes */
	yaml_document_t document;
};

/* ---- places -------------------------------------------------------------------------------------------- */

static bool starts_char(char c) { return ((unsigned char)c & 0xc0) != 0x80; }

/* libyaml counts characters. Places are mostly asked for in the order of the text. */
static struct pos pos_at(struct file_reader *r, size_t index)
{
	const struct source *s = r->source;
	if (index < r->index || r->offset < r->start) {
		r->index = 0;
		r->offset = r->start;
	}
	for (; r->index < index && r->offset < s->length; r->index++) {
		r->offset++;
		while (r->offset < s->length && !starts_char(s->text[r->offset])) r->offset++;
	}
	return (struct pos){s->start + (uint32_t)r->offset, 0};
}

static struct pos pos_of(struct file_reader *r, const yaml_node_t *n)
{
	return pos_at(r, n->start_mark.index);
}

static bool report_yaml(struct file_reader *r, const yaml_parser_t *p)
{
	const char *problem = p->problem ? p->problem : "it cannot be read";
	if (p->error == YAML_MEMORY_ERROR) diag_no_memory();
	struct pos pos = pos_at(r, p->problem_mark.index);
	if (p->error == YAML_READER_ERROR) { /* not a text at all: a place in bytes */
		size_t at = r->start + p->problem_offset;
		pos.at = r->source->start + (uint32_t)(at < r->source->length ? at : r->source->length);
	}
	diag_at(r->diag, pos, DIAG_ERROR, "wrong YAML: %s", problem);
	return false;
}

/* ---- nodes ----------------------------------------------------------------------------------------------- */

static const char *text_of(const yaml_node_t *n) { return (const char *)n->data.scalar.value; }

static bool is_plain(const yaml_node_t *n)
{
	return n->type == YAML_SCALAR_NODE && n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
	       strlen(text_of(n)) == n->data.scalar.length;
}

static bool refuse(struct file_reader *r, const yaml_node_t *n, const char *expected)
{
	const char *found = n->type == YAML_SEQUENCE_NODE  ? "a sequence"
	                    : n->type == YAML_MAPPING_NODE ? "a mapping"
	                    : n->data.scalar.length == 0   ? "nothing"
	                                                   : NULL;
	if (found) diag_at(r->diag, pos_of(r, n), DIAG_ERROR, "expected %s, found %s", expected, found);
	else
		diag_at(r->diag, pos_of(r, n), DIAG_ERROR, "expected %s, found %s'%.40s'", expected,
		        is_plain(n) ? "" : "the text ", text_of(n));
	return false;
}

/* Calls `entry` for each pair of a mapping, whose keys differ. */
typedef bool read_entry(struct file_reader *r, const yaml_node_t *key, const yaml_node_t *v,
                        void *data);

/* `seen` has the keys before. */
static bool is_repeated(struct file_reader *r, const yaml_node_t *mapping,
                        const yaml_node_pair_t *pair, struct names *seen)
{
	const yaml_node_t *key = yaml_document_get_node(&r->document, pair->key);
	uint32_t before = seen->count;
	names_of(seen, text_of(key));
	if (seen->count > before) return false;
	for (const yaml_node_pair_t *p = mapping->data.mapping.pairs.start; p < pair; p++) {
		const yaml_node_t *other = yaml_document_get_node(&r->document, p->key);
		if (other->type != YAML_SCALAR_NODE || strcmp(text_of(other), text_of(key)) != 0) continue;
		diag_at(r->diag, pos_of(r, key), DIAG_ERROR, "a second '%s'", text_of(key));
		diag_at(r->diag, pos_of(r, other), DIAG_NOTE, "the first one is here");
		return true;
	}
	return false;
}

static bool read_mapping(struct file_reader *r, const yaml_node_t *n, const char *expected,
                         read_entry *entry, void *data)
{
	if (n->type != YAML_MAPPING_NODE) return refuse(r, n, expected);
	bool good = true;
	struct names seen;
	names_init(&seen);
	const yaml_node_pair_t *top = n->data.mapping.pairs.top;
	for (const yaml_node_pair_t *p = n->data.mapping.pairs.start; p < top; p++) {
		const yaml_node_t *key = yaml_document_get_node(&r->document, p->key);
		const yaml_node_t *v = yaml_document_get_node(&r->document, p->value);
		if (key->type != YAML_SCALAR_NODE || key->data.scalar.length == 0)
			good = refuse(r, key, "a key");
		else good &= !is_repeated(r, n, p, &seen) && entry(r, key, v, data);
		if (r->diag->errors > DIAG_ERROR_LIMIT) break; /* more are not shown */
	}
	names_clear(&seen);
	return good;
}

/* ---- values ------------------------------------------------------------------------------------------------ */

static bool read_size(struct file_reader *r, const yaml_node_t *key, const yaml_node_t *v,
                      void *unused)
{
	(void)unused;
	int64_t size = 0;
	size_t length = is_plain(v) ? v->data.scalar.length : 0;
	if (length == 0 || strspn(text_of(v), "0123456789") != length)
		return refuse(r, v, "a number of elements");
	if (length <= 9) size = strtoll(text_of(v), NULL, 10);
	if (size < 1 || size > BOUNDS_LARGEST_SET) {
		diag_at(r->diag, pos_of(r, v), DIAG_ERROR,
		        "a given set has from 1 to %d elements, not %.40s", BOUNDS_LARGEST_SET, text_of(v));
		return false;
	}
	size_t set_length = key->data.scalar.length;
	struct bounds_card card = {arena_text(r->arena, text_of(key), set_length), (uint32_t)set_length,
	                           (uint32_t)size, pos_of(r, key)};
	VEC_PUSH(&r->o->cards, card);
	return true;
}

struct file_interval {
	int64_t low, high;
	bool has_low, has_high;
};

static bool read_end(struct file_reader *r, const yaml_node_t *key, const yaml_node_t *v,
                     void *data)
{
	struct file_interval *out = data;
	bool is_low = strcmp(text_of(key), "low") == 0;
	if (!is_low && strcmp(text_of(key), "high") != 0) {
		diag_at(r->diag, pos_of(r, key), DIAG_ERROR,
		        "unknown key '%.40s'; an interval has 'low' and 'high'", text_of(key));
		return false;
	}
	*(is_low ? &out->has_low : &out->has_high) = true;
	if (is_plain(v) && options_read_integer(text_of(v), is_low ? &out->low : &out->high))
		return true;
	return refuse(r, v, "a whole number of 64 bits");
}

/* -5..100, or {low: -5, high: 100} */
static bool read_interval(struct file_reader *r, const yaml_node_t *n, struct file_interval *out)
{
	const char *expected = "an interval such as 0..10";
	*out = (struct file_interval){0};
	if (n->type != YAML_MAPPING_NODE)
		return (is_plain(n) && options_read_interval(text_of(n), &out->low, &out->high)) ||
		       refuse(r, n, expected);
	if (!read_mapping(r, n, expected, read_end, out)) return false;
	if (!out->has_low || !out->has_high) {
		diag_at(r->diag, pos_of(r, n), DIAG_ERROR, "an interval has 'low' and 'high'");
		return false;
	}
	if (out->low <= out->high) return true;
	diag_at(r->diag, pos_of(r, n), DIAG_ERROR, "this interval is empty: %lld is above %lld",
	        (long long)out->low, (long long)out->high);
	return false;
}

static bool read_range(struct file_reader *r, const yaml_node_t *key, const yaml_node_t *v,
                       void *unused)
{
	(void)unused;
	struct file_interval i;
	if (!read_interval(r, v, &i)) return false;
	const char *id = arena_text(r->arena, text_of(key), key->data.scalar.length);
	VEC_PUSH(&r->o->ranges, (struct bounds_identifier){id, i.low, i.high, pos_of(r, key)});
	return true;
}

static bool read_key(struct file_reader *r, const yaml_node_t *key, const yaml_node_t *v,
                     void *unused)
{
	const char *word = text_of(key);
	if (strcmp(word, "sets") == 0)
		return read_mapping(r, v, "a mapping from sets to sizes", read_size, unused);
	if (strcmp(word, "ranges") == 0)
		return read_mapping(r, v, "a mapping from names to intervals", read_range, unused);
	if (strcmp(word, "int") != 0) {
		diag_at(r->diag, pos_of(r, key), DIAG_ERROR,
		        "unknown key '%.40s'; a bounds file has 'sets', 'int' and 'ranges'", word);
		return false;
	}
	struct file_interval i;
	if (!read_interval(r, v, &i)) return false;
	if (!r->o->has_range) { /* the command line wins */
		r->o->low = i.low;
		r->o->high = i.high;
		r->o->has_range = true;
	}
	return true;
}

/* ---- the file ------------------------------------------------------------------------------------------------ */

static bool is_nothing(const yaml_node_t *n) { return is_plain(n) && n->data.scalar.length == 0; }

/* One document, which may be empty. */
static bool read_documents(struct file_reader *r, yaml_parser_t *p)
{
	bool good = true;
	for (int i = 0;; i++) {
		if (!yaml_parser_load(p, &r->document)) return report_yaml(r, p);
		const yaml_node_t *root = yaml_document_get_root_node(&r->document);
		if (root && i > 0) {
			diag_at(r->diag, pos_of(r, root), DIAG_ERROR, "a second document");
			good = false;
		} else if (root && !is_nothing(root)) {
			good =
			    read_mapping(r, root, "a mapping with 'sets', 'int' and 'ranges'", read_key, NULL);
		}
		yaml_document_delete(&r->document);
		if (!root || !good) return good;
	}
}

bool bounds_read_file(struct bounds_options *o, struct diag *diag, struct arena *arena,
                      const char *path)
{
	struct file_reader r = {.o = o, .diag = diag, .arena = arena};
	yaml_parser_t parser;
	const char *what;
	size_t where;
	r.source = diag_read(diag, path, (struct pos){0});
	if (!r.source) return false;
	const struct source *s = r.source;
	r.start = s->length >= 3 && memcmp(s->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	if (yaml_is_excessive(s->text + r.start, s->length - r.start, &what, &where)) {
		diag_at(diag, pos_at(&r, where), DIAG_ERROR, "%s", what);
		return false;
	}
	if (!yaml_parser_initialize(&parser)) diag_no_memory();
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)s->text + r.start,
	                             s->length - r.start);
	bool good = read_documents(&r, &parser);
	yaml_parser_delete(&parser);
	return good;
}
