/* Files of sequents. */
#include "input/input.h"
#include "input/reader.h"

void sequents_clear(struct sequents *s)
{
	for (uint32_t i = 0; i < s->count; i++) VEC_CLEAR(&s->at[i].hypotheses);
	VEC_CLEAR(&s->common);
	VEC_CLEAR(s);
}

struct entry {
	struct phrase name, goal;
	struct phrases hypotheses;
};

static bool read_entry(struct reader *r, const yaml_node_t *n, uint32_t number,
                       struct sequents *out)
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
	struct sequent q = {.goal = e.goal.text};
	q.name = e.name.text ? e.name.text : arena_format(r->arena, "sequent%u", number);
	const char *file = arena_text(r->arena, at.source->file, strlen(at.source->file));
	q.place = (struct sequent_place){file, at.line, at.column};
	for (uint32_t i = 0; i < e.hypotheses.count; i++)
		VEC_PUSH(&q.hypotheses, e.hypotheses.at[i].text);
	VEC_PUSH(out, q);
	return true;
}

bool sequents_read(struct arena *arena, struct diag *diag, const char *path, struct sequents *out)
{
	struct reader r;
	const struct source *source = diag_read(diag, path, (struct pos){0});
	bool good = source != NULL;
	if (!good) return false;
	reader_open(&r, arena, diag, source);
	const yaml_node_t *root = reader_next(&r), *n;
	good = root && reader_is(&r, root, YAML_SEQUENCE_NODE);
	for (uint32_t i = 0; good && (n = reader_item(&r, root, i)); i++)
		good = reader_is(&r, n, YAML_MAPPING_NODE) && read_entry(&r, n, i + 1, out);
	reader_close(&r);
	return good && !diag->errors;
}
