#include "base/base.h"

void names_init(struct names *n) { memset(n, 0, sizeof *n); }

void names_clear(struct names *n)
{
	arena_clear(&n->arena);
	free(n->table);
	names_init(n);
}

static name *find(name *table, uint32_t room, const char *text, size_t length)
{
	uint32_t i = (uint32_t)map_hash(text, length) & (room - 1);
	while (table[i] && (strncmp(table[i], text, length) != 0 || table[i][length] != 0))
		i = (i + 1) & (room - 1);
	return &table[i];
}

static void grow(struct names *n)
{
	uint32_t room = n->room ? n->room * 2 : 256;
	name *table = memory_zeroed(room, sizeof *table);
	for (uint32_t i = 0; i < n->room; i++)
		if (n->table[i]) *find(table, room, n->table[i], strlen(n->table[i])) = n->table[i];
	free(n->table);
	n->table = table;
	n->room = room;
}

name names_add(struct names *n, const char *text, size_t length)
{
	if (n->count * 4 >= n->room * 3) grow(n);
	name *place = find(n->table, n->room, text, length);
	if (!*place) {
		*place = arena_text(&n->arena, text, length);
		n->count++;
	}
	return *place;
}

name names_of(struct names *n, const char *text) { return names_add(n, text, strlen(text)); }

name names_find(const struct names *n, const char *text)
{
	return n->room ? *find(n->table, n->room, text, strlen(text)) : NULL;
}
