/* Files of sequents. */
#include "input/input.h"
#include "input/reader.h"

struct entry {
	struct phrase name, goal;
	struct phrases hypotheses;
};

static const char *text_of(struct reader *r, const struct phrase *p)
{
	return arena_text(r->arena, p->text, p->length);
}

/* `file` as it is in the places of all of them. */
static bool read_entry(struct reader *r, const yaml_node_t *n, struct arena *arena,
                       const char *file, struct sequents *out)
{
	static const struct reader_key keys[] = {
	    {"name", reader_word, offsetof(struct entry, name)},
	    {"hyp", reader_words, offsetof(struct entry, hypotheses)},
	    {"goal", reader_word, offsetof(struct entry, goal)},
	    {0},
	};
	struct entry e = {0};
	if (!reader_mapping(r, n, keys, &e)) return false;
	if (!e.goal.text) {
		diag_at(r->diag, reader_pos(r, n), DIAG_ERROR, "a sequent needs a 'goal'");
		return false;
	}
	struct place at = diag_place(r->diag, reader_pos(r, n));
	const char *own = e.name.text ? arena_text(arena, e.name.text, e.name.length)
	                              : arena_format(arena, "sequent%u", out->count + 1);
	struct strings hypotheses = {0};
	for (uint32_t i = 0; i < e.hypotheses.count; i++)
		VEC_PUSH(&hypotheses, text_of(r, &e.hypotheses.at[i]));
	struct sequent q = sequent_of_texts(arena, own, &hypotheses, text_of(r, &e.goal));
	VEC_CLEAR(&hypotheses);
	q.place = (struct sequent_place){file, at.line, at.column};
	VEC_PUSH(out, q);
	return true;
}

bool sequents_read(struct arena *arena, struct diag *diag, const char *path, struct sequents *out)
{
	enum { SHORT_ENTRY = 64 }; /* bytes: there are hardly more entries */
	struct reader r;
	struct arena entry;
	const struct source *source = diag_read(diag, path, (struct pos){0});
	const yaml_node_t *n;
	if (!source) return false;
	const char *file = arena_text(arena, source->file, strlen(source->file));
	arena_init(&entry);
	reader_open(&r, &entry, diag, source);
	VEC_ROOM(out, out->count + source->length / SHORT_ENTRY);
	bool good = reader_begin_items(&r);
	while (good && (n = reader_next_item(&r))) {
		good = reader_is(&r, n, YAML_MAPPING_NODE) && read_entry(&r, n, arena, file, out);
		arena_clear(&entry);
	}
	reader_close(&r);
	return good && !diag->errors;
}
