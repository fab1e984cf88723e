#include "base/base.h"

struct arena_block {
	struct arena_block *older;
	max_align_t data[];
};

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024 };

void arena_init(struct arena *a) { memset(a, 0, sizeof *a); }

void arena_init_with(struct arena *a, const struct arena *other)
{
	*a = (struct arena){.numbers = other->numbers};
}

void arena_clear(struct arena *a)
{
	for (struct arena_block *b = a->block; b;) {
		struct arena_block *older = b->older;
		free(b);
		b = older;
	}
	arena_init_with(a, a);
}

void arena_take(struct arena *a, struct arena *from)
{
	struct arena_block *oldest = from->block;
	if (!oldest) return;
	while (oldest->older) oldest = oldest->older;
	if (!a->block) {
		a->used = from->used;
		a->room = from->room;
	}
	struct arena_block **place = a->block ? &a->block->older : &a->block;
	oldest->older = *place;
	*place = from->block;
	a->total += from->total;
	arena_init_with(from, from);
}

static struct arena_block *new_block(size_t room)
{
	return memory_raw(sizeof(struct arena_block) + room);
}

static void add_block(struct arena *a, size_t room)
{
	struct arena_block *b = new_block(room);
	b->older = a->block;
	a->block = b;
	a->used = 0;
	a->room = room;
}

/* Something large has a block of its own, behind the newest one: that goes on to be filled, and the next one is not as large. */
static void *add_large(struct arena *a, size_t size)
{
	struct arena_block *b = new_block(size);
	b->older = a->block->older;
	a->block->older = b;
	return b->data;
}

static void *take(struct arena *a, size_t size)
{
	size_t room = a->room ? a->room * 2 : FIRST_BLOCK;
	if (room > LARGEST_BLOCK) room = LARGEST_BLOCK;
	if (!a->block || (a->room - a->used < size && size <= room)) add_block(a, room);
	if (size > a->room - a->used) return add_large(a, size);
	a->used += size;
	return (char *)a->block->data + a->used - size;
}

void *arena_alloc(struct arena *a, size_t size)
{
	size_t unit = sizeof(max_align_t);
	if (size > SIZE_MAX / 2) diag_no_memory();
	size_t rounded = (size + unit - 1) / unit * unit;
	void *p = take(a, rounded);
	a->total += rounded;
	return memset(p, 0, rounded); /* not the block: most of the last one is never used */
}

void *arena_array(struct arena *a, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / 2 / size) diag_no_memory();
	return arena_alloc(a, count * size);
}

char *arena_text(struct arena *a, const char *text, size_t length)
{
	char *copy = arena_alloc(a, length + 1);
	if (length) memcpy(copy, text, length);
	return copy;
}

char *arena_format_list(struct arena *a, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	REQUIRE(length >= 0);
	char *out = arena_alloc(a, (size_t)length + 1);
	vsnprintf(out, (size_t)length + 1, format, again);
	va_end(again);
	return out;
}

char *arena_format(struct arena *a, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *out = arena_format_list(a, format, args);
	va_end(args);
	return out;
}

void *memory_zeroed(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size);
	if (!p) diag_no_memory();
	return p;
}

void *memory_raw(size_t bytes)
{
	void *p = malloc(bytes ? bytes : 1);
	if (!p) diag_no_memory();
	return p;
}

void *memory_resized(void *old, size_t bytes)
{
	void *p = realloc(old, bytes ? bytes : 1);
	if (!p) diag_no_memory();
	return p;
}
