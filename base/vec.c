#include "base/base.h"

void vec_room(void **at, uint32_t *room, size_t wanted, size_t size)
{
	if (wanted <= *room) return;
	if (wanted > UINT32_MAX) diag_no_memory();
	void *p = memory_resized(*at, wanted * size);
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
	void *p = memory_resized(*at, count * size);
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

int compare_numbers(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

int compare_literals(const void *a, const void *b)
{
	int64_t x = *(const int *)a, y = *(const int *)b;
	int64_t p = x < 0 ? -x : x, q = y < 0 ? -y : y;
	return p != q ? (p > q) - (p < q) : (x > y) - (x < y);
}
