/* The given sets of a project, each once, with its size. */
#include "eval/eval.h"

enum { DEFAULT_MININT = -1, DEFAULT_MAXINT = 3 };

void universe_clear(struct universe *u)
{
	VEC_CLEAR(&u->sets);
	map_clear(&u->number);
}

static const struct type *found_type(const struct type *t)
{
	while (t && t->kind == TYPE_VAR) t = t->a;
	return t;
}

/* A set parameter of an included machine, or a set that has a value, is of the type of something
 * else. */
static bool is_own_type(const struct decl *d)
{
	const struct type *t = found_type(d->type);
	if (!t || t->kind != TYPE_POW) return false;
	t = found_type(t->a);
	return t && t->kind == TYPE_GIVEN && t->decl == d;
}

static bool is_given(const struct decl *d)
{
	switch (d->kind) {
	case DECL_DEFERRED_SET:
	case DECL_ENUMERATED_SET:
	case DECL_SET_PARAMETER: return is_own_type(d);
	default: return false;
	}
}

void universe_init(struct universe *u, const struct project *p, uint32_t default_size)
{
	memset(u, 0, sizeof *u);
	u->minint = DEFAULT_MININT;
	u->maxint = DEFAULT_MAXINT;
	for (uint32_t m = 0; m < p->machines.count; m++) {
		const struct machine *machine = p->machines.at[m];
		for (uint32_t i = 0; i < machine->decls.count; i++) {
			const struct decl *d = machine->decls.at[i];
			if (!is_given(d) || map_get(&u->number, d)) continue;
			bool is_listed = d->kind == DECL_ENUMERATED_SET;
			VEC_PUSH(&u->sets, (struct universe_set){d, is_listed ? d->element_count : default_size,
			                                         !is_listed});
			map_put(&u->number, d, (void *)(uintptr_t)u->sets.count);
		}
	}
}

uint32_t universe_number(const struct universe *u, const struct decl *set)
{
	uintptr_t place = (uintptr_t)map_get(&u->number, set);
	REQUIRE(place);
	return (uint32_t)place - 1;
}
