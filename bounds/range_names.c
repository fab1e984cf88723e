/* What is known of names: binding, narrowing, saving, and cases of which one holds. */
#include "bounds/range.h"

/* ---- names -------------------------------------------------------------------------------------------- */

uint32_t range_bind(struct ranges *x, const struct decl *d, const struct type *t, struct range *r)
{
	struct range_name n = {.decl = d, .type = t, .range = r};
	VEC_PUSH(&x->names, n);
	if (d) {
		VEC_LAST(&x->names).hidden = (uintptr_t)map_get(&x->place, d);
		map_put(&x->place, d, (void *)(uintptr_t)x->names.count);
	}
	return x->names.count - 1;
}

void range_bind_ids(struct ranges *x, const struct node *ids)
{
	for (uint32_t i = 0; i < ids->count; i++)
		range_bind(x, ids->kid[i]->decl, ids->kid[i]->decl->type, NULL);
}

static void unbind_last(struct ranges *x)
{
	struct range_name n = VEC_POP(&x->names);
	if (n.decl) map_put(&x->place, n.decl, (void *)n.hidden);
}

bool range_find(const struct ranges *x, const struct decl *d, uint32_t *place)
{
	uintptr_t found = (uintptr_t)map_get(&x->place, d);
	*place = (uint32_t)found - 1;
	return found != 0;
}

bool range_put(struct ranges *x, uint32_t place, struct range *r)
{
	struct range_name *n = &x->names.at[place];
	struct range *both = range_meet(x, n->type, n->range, r);
	if (both == n->range) return true;
	n->range = both;
	x->changed = true;
	return !range_is_nothing(n->type, both);
}

/* ---- scopes ---------------------------------------------------------------------------------------------- */

static struct range **save(struct ranges *x, uint32_t count)
{
	struct range **saved = ARENA_ARRAY(&x->arena, count, struct range *);
	for (uint32_t i = 0; i < count; i++) saved[i] = x->names.at[i].range;
	return saved;
}

void range_open(struct ranges *x, struct range_scope *s)
{
	s->count = x->names.count;
	s->points = x->points.count;
	s->changed = x->changed;
	s->saved = save(x, s->count);
	x->stamp++;
	x->work -= x->work < s->count / 8 ? x->work : s->count / 8;
}

static void unbind_to(struct ranges *x, const struct range_scope *s)
{
	while (x->names.count > s->count) unbind_last(x);
	x->points.count = s->points;
	x->stamp++;
}

void range_rewind(struct ranges *x, const struct range_scope *s)
{
	for (uint32_t i = 0; i < s->count; i++) x->names.at[i].range = s->saved[i];
	x->changed = s->changed;
	x->stamp++;
}

void range_close(struct ranges *x, struct range_scope *s)
{
	unbind_to(x, s);
	range_rewind(x, s);
}

void range_leave(struct ranges *x, struct range_scope *s)
{
	unbind_to(x, s);
	x->changed = s->changed;
	for (uint32_t i = 0; i < s->count && !x->changed; i++)
		x->changed = x->names.at[i].range != s->saved[i];
}

uint64_t range_count_bound(struct ranges *x, const struct range_scope *s)
{
	uint64_t count = 1;
	for (uint32_t i = s->count; i < x->names.count; i++)
		count = count_times(count, range_count(x, x->names.at[i].type, x->names.at[i].range));
	return count;
}

/* ---- cases ------------------------------------------------------------------------------------------------ */

void range_cases_open(struct ranges *x, struct range_cases *c)
{
	range_open(x, &c->scope);
	c->sum = NULL;
	c->is_open = false;
}

void range_cases_begin(struct ranges *x, struct range_cases *c) { range_close(x, &c->scope); }

/* Each case only narrows what was known before: where one did not, all of it is left. */
void range_cases_end(struct ranges *x, struct range_cases *c, bool is_possible)
{
	if (!is_possible) return;
	bool is_first = !c->sum;
	if (is_first) c->sum = save(x, c->scope.count);
	c->is_open = true;
	for (uint32_t i = 0; i < c->scope.count; i++) {
		struct range *now = x->names.at[i].range, *before = c->scope.saved[i];
		if (!is_first && c->sum[i] != now)
			c->sum[i] = c->sum[i] == before || now == before
			                ? before
			                : range_hull(x, x->names.at[i].type, c->sum[i], now);
		if (c->sum[i] != before) c->is_open = false;
	}
}

bool range_cases_close(struct ranges *x, struct range_cases *c)
{
	range_close(x, &c->scope);
	if (!c->sum) return false;
	for (uint32_t i = 0; i < c->scope.count; i++) {
		struct range_name *n = &x->names.at[i];
		if (range_same(n->type, n->range, c->sum[i])) continue;
		n->range = c->sum[i];
		x->changed = true;
	}
	return true;
}
