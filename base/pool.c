#include "base/base.h"

enum { SMALLEST = 32 };

/* Sizes are rounded up to SMALLEST times a power of two. */
static uint32_t class_of(size_t size)
{
	uint32_t class = 0;
	while (((size_t)SMALLEST << class) < size) class ++;
	return class;
}

void *pool_take(struct pool *p, size_t size)
{
	uint32_t class = class_of(size);
	void **first = p->free[class];
	if (!first) return arena_alloc(&p->arena, (size_t)SMALLEST << class);
	p->free[class] = *first;
	return first;
}

void pool_give(struct pool *p, void *memory, size_t size)
{
	if (!memory) return;
	uint32_t class = class_of(size);
	*(void **)memory = p->free[class];
	p->free[class] = memory;
}

void *pool_grow(struct pool *p, void *at, uint32_t *room, size_t size)
{
	if (*room > UINT32_MAX / 2) diag_no_memory();
	uint32_t wanted = *room ? *room * 2 : 8;
	void *larger = pool_take(p, wanted * size);
	if (*room) memcpy(larger, at, *room * size);
	pool_give(p, at, *room * size);
	*room = wanted;
	return larger;
}

void pool_close(struct pool *p)
{
	arena_clear(&p->arena);
	memset(p, 0, sizeof *p);
}
