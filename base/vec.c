#include "base/base.h"

void vec_reserve(void **at, uint32_t *room, uint32_t count, size_t size)
{
	if (count < *room) return;
	if (count > UINT32_MAX / 2) diag_no_memory();
	uint32_t wanted = count < 4 ? 8 : count * 2;
	void *p = realloc(*at, wanted * size);
	if (!p) diag_no_memory();
	*at = p;
	*room = wanted;
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
