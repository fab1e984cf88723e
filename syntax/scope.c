#include "syntax/inside.h"

void scope_clear(struct scope *s)
{
	map_clear(&s->entries);
	VEC_CLEAR(&s->locals);
}

static struct scope_entry *entry_new(struct scope *s, name n, struct decl *decl,
                                     enum scope_access access, const char *why)
{
	struct scope_entry *e = ARENA_NEW(s->arena, struct scope_entry);
	*e = (struct scope_entry){.decl = decl, .access = access, .why = why, .name = n};
	map_put(&s->entries, n, e);
	return e;
}

void scope_add(struct scope *s, name n, struct decl *decl, enum scope_access access,
               const char *why)
{
	entry_new(s, n, decl, access, why);
}

const struct scope_entry *scope_find(const struct scope *s, name n)
{
	return map_get(&s->entries, n);
}

void scope_push(struct scope *s, struct decl *local, enum scope_access access)
{
	struct scope_entry *shadowed = map_get(&s->entries, local->name);
	struct scope_entry *e = entry_new(s, local->name, local, access, NULL);
	e->shadowed = shadowed;
	VEC_PUSH(&s->locals, e);
}

void scope_pop(struct scope *s, uint32_t to)
{
	while (s->locals.count > to) {
		struct scope_entry *e = VEC_POP(&s->locals);
		map_put(&s->entries, e->name, e->shadowed);
	}
}
