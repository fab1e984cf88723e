#include "base/base.h"

#include <errno.h>
#include <sys/stat.h>

#include <unistd.h>

void (*diag_fatal_hook)(const char *message);
void (*diag_no_memory_hook)(void);

_Noreturn void diag_fatal(const char *file, int line, const char *format, ...)
{
	char message[512];
	va_list args;
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	if (diag_fatal_hook) diag_fatal_hook(message);
	fprintf(stderr, "bounce: internal error: %s (%s:%d)\n", message, file, line);
	exit(3);
}

_Noreturn void diag_no_memory(void)
{
	static const char message[] = "bounce: error: out of memory\n";
	if (diag_no_memory_hook) diag_no_memory_hook();
	ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
	(void)ignored;
	_exit(5);
}

void diag_init(struct diag *d, struct names *names)
{
	memset(d, 0, sizeof *d);
	d->names = names;
	d->next_start = 1;
	VEC_PUSH(&d->expansions, (struct expansion){0});
}

void diag_clear(struct diag *d)
{
	for (uint32_t i = 0; i < d->sources.count; i++) free(d->sources.at[i]->lines);
	VEC_CLEAR(&d->sources);
	VEC_CLEAR(&d->messages);
	VEC_CLEAR(&d->expansions);
	arena_clear(&d->arena);
}

uint32_t diag_expansion(struct diag *d, name definition, struct pos call)
{
	VEC_PUSH(&d->expansions, (struct expansion){definition, call});
	return d->expansions.count - 1;
}

static struct source *source_of(struct diag *d, uint32_t at);

/* ---- messages ------------------------------------------------------------------------------- */

static bool already_said(struct diag *d, struct pos pos)
{
	for (uint32_t i = 0; i < d->messages.count; i++) {
		const struct message *m = &d->messages.at[i];
		if (m->severity == DIAG_ERROR && pos.at && m->pos.at == pos.at && m->pos.via == pos.via)
			return true;
	}
	return false;
}

enum { USES_SHOWN = 4 };

/* The way from a definition's body to the text that uses it. */
static void note_uses(struct diag *d, uint32_t via)
{
	for (int i = 0; via && i < USES_SHOWN; i++) {
		const struct expansion *e = &d->expansions.at[via];
		via = e->call.via;
		diag_at(d, e->call, DIAG_NOTE, "in the definition '%s' used here", e->definition);
	}
}

void diag_at(struct diag *d, struct pos pos, enum severity severity, const char *format, ...)
{
	if (severity == DIAG_NOTE) {
		if (d->muted_notes) return;
	} else {
		bool drop = severity == DIAG_ERROR && already_said(d, pos);
		if (severity == DIAG_ERROR && !drop) d->errors++;
		d->muted_notes = drop || (severity == DIAG_ERROR && d->errors > DIAG_ERROR_LIMIT);
		if (d->muted_notes) return;
	}
	va_list args;
	va_start(args, format);
	const char *text = arena_format_list(&d->arena, format, args);
	va_end(args);
	const struct source *s = pos.at ? source_of(d, pos.at) : NULL;
	if (s && s->is_hidden && severity == DIAG_ERROR)
		text =
		    arena_format(&d->arena, "this file is wrong here; what is in it is not shown, since it "
		                            "lies neither below the machine's folder nor below one of -I");
	else if (s && s->is_hidden) text = arena_format(&d->arena, "here");
	VEC_PUSH(&d->messages, (struct message){severity, pos, text});
	if (severity == DIAG_ERROR) note_uses(d, pos.via);
}

void diag_hide(struct diag *d, const struct source *s)
{
	for (uint32_t i = 0; i < d->sources.count; i++)
		if (d->sources.at[i] == s) d->sources.at[i]->is_hidden = true;
}

struct diag_group { /* a message and its notes */
	uint32_t at, first, count;
};

static int by_place(const void *x, const void *y)
{
	const struct diag_group *a = x, *b = y;
	if (a->at != b->at) return a->at < b->at ? -1 : 1;
	return a->first < b->first ? -1 : 1;
}

void diag_sort(struct diag *d)
{
	VEC(struct diag_group) groups = {0};
	VEC(struct message) sorted = {0};
	for (uint32_t i = 0; i < d->messages.count; i++) {
		const struct message *m = &d->messages.at[i];
		if (m->severity == DIAG_NOTE && groups.count) VEC_LAST(&groups).count++;
		else VEC_PUSH(&groups, (struct diag_group){m->pos.at, i, 1});
	}
	if (groups.count) qsort(groups.at, groups.count, sizeof *groups.at, by_place);
	for (uint32_t i = 0; i < groups.count; i++)
		for (uint32_t k = 0; k < groups.at[i].count; k++)
			VEC_PUSH(&sorted, d->messages.at[groups.at[i].first + k]);
	for (uint32_t i = 0; i < sorted.count; i++) d->messages.at[i] = sorted.at[i];
	VEC_CLEAR(&groups);
	VEC_CLEAR(&sorted);
}

/* ---- sources ---------------------------------------------------------------------------------- */

const struct source *diag_source(struct diag *d, const char *file, const char *text, size_t length,
                                 bool copy)
{
	if (length >= INT32_MAX - (size_t)d->next_start) {
		diag_at(d, (struct pos){0}, DIAG_ERROR, "%s: the texts of this run exceed 2 GiB", file);
		return NULL;
	}
	struct source *s = ARENA_NEW(&d->arena, struct source);
	s->file = names_of(d->names, file);
	s->text = copy ? arena_text(&d->arena, text, length) : text;
	s->length = (uint32_t)length;
	s->start = d->next_start;
	d->next_start += s->length + 1;
	VEC_PUSH(&d->sources, s);
	return s;
}

static void cannot_open(struct diag *d, const char *path, struct pos from, int reason)
{
	const char *meant = reason == ENOENT ? nearest_file(&d->arena, path) : NULL;
	diag_at(d, from, DIAG_ERROR, "cannot read '%s': %s%s%s%s", path, strerror(reason),
	        meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
}

/* A file whose size is known needs no second copy. NULL: it is none, or that size is not all. */
static const char *read_whole(struct arena *a, FILE *f, size_t *length)
{
	struct stat s;
	if (fstat(fileno(f), &s) != 0 || !S_ISREG(s.st_mode) || s.st_size >= INT32_MAX) return NULL;
	char *text = arena_alloc(a, (size_t)s.st_size + 1);
	*length = fread(text, 1, (size_t)s.st_size, f);
	bool is_all = *length == (size_t)s.st_size && getc(f) == EOF && !ferror(f);
	if (!is_all) rewind(f);
	return is_all ? text : NULL;
}

const struct source *diag_read(struct diag *d, const char *path, struct pos from)
{
	FILE *f = fopen(path, "rb");
	if (!f) {
		cannot_open(d, path, from, errno);
		return NULL;
	}
	struct text t = {0};
	char chunk[65536];
	size_t n, length;
	const char *whole = read_whole(&d->arena, f, &length);
	while (!whole && (n = fread(chunk, 1, sizeof chunk, f)) > 0 && t.count < INT32_MAX)
		text_add_bytes(&t, chunk, n);
	bool bad = ferror(f);
	int reason = errno;
	fclose(f);
	const struct source *s = NULL;
	if (bad) diag_at(d, from, DIAG_ERROR, "cannot read '%s': %s", path, strerror(reason));
	else if (whole) s = diag_source(d, path, whole, length, false);
	else s = diag_source(d, path, text_get(&t), t.count, true);
	text_clear(&t);
	return s;
}

static struct source *source_of(struct diag *d, uint32_t at)
{
	uint32_t low = 0, high = d->sources.count;
	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;
		if (d->sources.at[middle]->start <= at) low = middle;
		else high = middle;
	}
	return high ? d->sources.at[low] : NULL;
}

/* A line ends with \n, \r\n or \r. */
static void find_lines(struct source *s)
{
	VEC(uint32_t) lines = {0};
	VEC_PUSH(&lines, 0);
	for (uint32_t i = 0; i < s->length; i++)
		if (s->text[i] == '\n' || (s->text[i] == '\r' && s->text[i + 1] != '\n'))
			VEC_PUSH(&lines, i + 1);
	s->lines = lines.at;
	s->line_count = lines.count;
}

static uint32_t line_index(const struct source *s, uint32_t offset)
{
	uint32_t low = 0, high = s->line_count;
	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;
		if (s->lines[middle] <= offset) low = middle;
		else high = middle;
	}
	return low;
}

static bool starts_char(char c) { return ((unsigned char)c & 0xc0) != 0x80; }

struct place diag_place(struct diag *d, struct pos pos)
{
	struct source *s = pos.at ? source_of(d, pos.at) : NULL;
	if (!s) return (struct place){0};
	if (!s->lines) find_lines(s);
	uint32_t offset = pos.at - s->start;
	if (offset > s->length) offset = s->length;
	uint32_t line = line_index(s, offset), column = 1;
	for (uint32_t i = s->lines[line]; i < offset; i++) column += starts_char(s->text[i]);
	return (struct place){s, line + 1, column};
}

/* ---- output ------------------------------------------------------------------------------------ */

static const char *severity_word(enum severity s)
{
	return s == DIAG_ERROR ? "error" : s == DIAG_WARNING ? "warning" : "note";
}

enum { WIDEST_LINE = 160 };

/* The source line with a caret below. Of a very long line the part around the place is shown. */
static void print_line(const struct source *s, uint32_t line, uint32_t offset, struct text *out)
{
	uint32_t start = s->lines[line - 1], end = start;
	while (end < s->length && s->text[end] != '\n' && s->text[end] != '\r') end++;
	bool cut_left = offset - start > WIDEST_LINE / 2 && end - start > WIDEST_LINE;
	if (cut_left) {
		start = offset - WIDEST_LINE / 2;
		while (start < offset && !starts_char(s->text[start])) start++;
	}
	bool cut_right = end - start > WIDEST_LINE;
	if (cut_right) {
		end = start + WIDEST_LINE;
		while (end > offset + 1 && !starts_char(s->text[end])) end--;
	}
	text_add(out, cut_left ? " ..." : "    ");
	for (uint32_t i = start; i < end; i++)
		text_add_char(out,
		              (unsigned char)s->text[i] < ' ' && s->text[i] != '\t' ? '?' : s->text[i]);
	text_add(out, cut_right ? "...\n    " : "\n    ");
	for (uint32_t i = start; i < offset && i < end; i++)
		if (starts_char(s->text[i])) text_add_char(out, s->text[i] == '\t' ? '\t' : ' ');
	text_add(out, "^\n");
}

static void print_message(struct diag *d, const struct message *m, struct text *out)
{
	struct place p = diag_place(d, m->pos);
	if (!p.source) {
		text_format(out, "bounce: %s: %s\n", severity_word(m->severity), m->text);
		return;
	}
	text_format(out, "%s:%u:%u: %s: %s\n", p.source->file, p.line, p.column,
	            severity_word(m->severity), m->text);
	if (!p.source->is_hidden) print_line(p.source, p.line, m->pos.at - p.source->start, out);
}

void diag_print(struct diag *d, struct text *out)
{
	for (uint32_t i = 0; i < d->messages.count; i++) print_message(d, &d->messages.at[i], out);
	if (d->errors > DIAG_ERROR_LIMIT)
		text_format(out, "bounce: %u more errors are not shown\n", d->errors - DIAG_ERROR_LIMIT);
}

void diag_json_place(struct diag *d, struct pos pos, struct text *out)
{
	struct place p = diag_place(d, pos);
	if (!p.source) {
		text_add(out, "null");
		return;
	}
	text_add(out, "{\"file\":");
	text_add_json(out, p.source->file);
	text_format(out, ",\"line\":%u,\"column\":%u}", p.line, p.column);
}
