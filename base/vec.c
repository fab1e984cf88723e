#include "base/base.h"

void vec_room(void **at, uint32_t *room, size_t wanted, size_t size)
{
	if (wanted <= *room) return;
	if (wanted > UINT32_MAX) diag_no_memory();
	void *p = realloc(*at, wanted * size);
	if (!p) diag_no_memory();
	*at = p;
	*room = (uint32_t)wanted;
}

void vec_reserve(void **at, uint32_t *room, uint32_t count, size_t size)
{
	if (count < *room) return;
	vec_room(at, room, count < 4 ? 8 : (size_t)count * 2, size);
}

void vec_trim(void **at, uint32_t *room, uint32_t count, size_t size)
{
	if (count == 0 || count == *room) return;
	void *p = realloc(*at, count * size);
	if (!p) diag_no_memory();
	*at = p;
	*room = count;
}

void *vec_freeze(void **at, uint32_t *room, uint32_t *count, size_t size, struct arena *a)
{
	void *copy = arena_array(a, *count, size);
	if (*count) memcpy(copy, *at, *count * size);
	free(*at);
	*at = NULL;
	*room = *count = 0;
	return copy;
}
