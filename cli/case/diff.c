/* The difference of two lists, by their longest common subsequence. What is equal at both ends is
 * split off first; of lists that are still too long for the table nothing is taken as common. */
#include "cli/case/case.h"

enum { LARGEST_TABLE = 4 * 1024 * 1024, CONTEXT = 2, LONGEST_DIFF = 60 };

struct diff {
	const struct strings *a, *b;
	bool (*same)(const char *, const char *);
	uint32_t start, end_a, end_b; /* the part in the middle: [start, end) */
	uint32_t *table;              /* lengths for the rests from (i, k) on; NULL if too large */
	struct text *out;
	uint32_t lines;
};

static bool same_at(const struct diff *d, uint32_t i, uint32_t k)
{
	return d->same(d->a->at[i], d->b->at[k]);
}

static uint32_t *cell(const struct diff *d, uint32_t i, uint32_t k)
{
	return &d->table[(size_t)(i - d->start) * (d->end_b - d->start + 1) + (k - d->start)];
}

static void fill_table(struct diff *d)
{
	size_t rows = d->end_a - d->start + 1, columns = d->end_b - d->start + 1;
	if (rows > LARGEST_TABLE / columns) return;
	d->table = calloc(rows * columns, sizeof *d->table);
	if (!d->table) return;
	for (uint32_t i = d->end_a; i-- > d->start;)
		for (uint32_t k = d->end_b; k-- > d->start;) {
			uint32_t down = *cell(d, i + 1, k), right = *cell(d, i, k + 1);
			*cell(d, i, k) = same_at(d, i, k) ? *cell(d, i + 1, k + 1) + 1
			                 : down > right   ? down
			                                  : right;
		}
}

/* An item may have several lines. */
static void write_item(struct diff *d, char mark, const char *item)
{
	for (const char *p = item;;) {
		size_t length = strcspn(p, "\n");
		if (d->lines++ < LONGEST_DIFF) text_format(d->out, "    %c %.*s\n", mark, (int)length, p);
		else if (d->lines == LONGEST_DIFF + 1) text_add(d->out, "      ...\n");
		p += length;
		if (!*p || !p[1]) return;
		p++;
	}
}

static void write_middle(struct diff *d)
{
	uint32_t i = d->start, k = i;
	while (i < d->end_a || k < d->end_b) {
		if (d->table && i < d->end_a && k < d->end_b && same_at(d, i, k)) {
			write_item(d, ' ', d->a->at[i]);
			i++, k++;
		} else if (i < d->end_a &&
		           (k == d->end_b || !d->table || *cell(d, i + 1, k) >= *cell(d, i, k + 1))) {
			write_item(d, '-', d->a->at[i++]);
		} else {
			write_item(d, '+', d->b->at[k++]);
		}
	}
}

void diff_lists(const struct strings *a, const struct strings *b,
                bool (*same)(const char *, const char *), struct text *out)
{
	struct diff d = {a, b, same, 0, a->count, b->count, NULL, out, 0};
	while (d.start < d.end_a && d.start < d.end_b && same_at(&d, d.start, d.start)) d.start++;
	while (d.end_a > d.start && d.end_b > d.start && same_at(&d, d.end_a - 1, d.end_b - 1))
		d.end_a--, d.end_b--;
	fill_table(&d);
	uint32_t first = d.start > CONTEXT ? d.start - CONTEXT : 0;
	for (uint32_t i = first; i < d.start; i++) write_item(&d, ' ', a->at[i]);
	write_middle(&d);
	for (uint32_t i = d.end_a; i < a->count && i < d.end_a + CONTEXT; i++)
		write_item(&d, ' ', a->at[i]);
	free(d.table);
}

static void split(struct arena *arena, const char *text, struct strings *out)
{
	while (*text) {
		size_t length = strcspn(text, "\n");
		VEC_PUSH(out, arena_text(arena, text, length));
		text += length + (text[length] == '\n');
		if (!*text && text[-1] != '\n') VEC_PUSH(out, "(no end of line)");
	}
}

static bool same_line(const char *a, const char *b) { return strcmp(a, b) == 0; }

void diff_texts(const char *a, const char *b, struct text *out)
{
	struct arena arena;
	struct strings lines_a = {0}, lines_b = {0};
	arena_init(&arena);
	split(&arena, a, &lines_a);
	split(&arena, b, &lines_b);
	diff_lists(&lines_a, &lines_b, same_line, out);
	VEC_CLEAR(&lines_a);
	VEC_CLEAR(&lines_b);
	arena_clear(&arena);
}
