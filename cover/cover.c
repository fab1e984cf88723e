#include "cover/inside.h"

struct counting {
	struct cover *cover;
	struct explore *explore;
	struct values *values;
	struct explore_view view;
	struct map *seen; /* of each variable: its values so far */
	/* in one state: */
	value *is;
	bool *is_enabled;
	enum truth *is_alone, *is_tested;
	uint32_t by; /* the operation that led here first */
};

/* ---- values of variables --------------------------------------------------------------------------------- */

static void add_variables(struct counting *n)
{
	for (uint32_t i = 0; i < n->view.variable_count; i++) {
		struct decl *d = n->view.variables[i];
		if (explore_shows(n->explore, d))
			VEC_PUSH(&n->cover->variables, (struct cover_variable){.decl = d});
	}
	n->seen = ARENA_ARRAY(&n->cover->arena, n->cover->variables.count + 1, struct map);
	memset(n->seen, 0, (n->cover->variables.count + 1) * sizeof *n->seen);
}

/* Into the list, which is in order. */
static void list_value(const struct values *values, struct cover_variable *v, value is)
{
	uint64_t at = v->count;
	for (; at > 0 && value_compare(values, v->list[at - 1], is) > 0; at--)
		v->list[at] = v->list[at - 1];
	v->list[at] = is;
}

static void add_value(struct counting *n, struct cover_variable *v, struct map *seen, value is)
{
	const void *key = (const void *)((uintptr_t)is + 1);
	if (is == VALUE_NONE || map_get(seen, key)) return;
	map_put(seen, key, v);
	v->is_most |= value_has_lazy(n->values, is);
	if (v->count < COVER_LISTED) list_value(n->values, v, is);
	v->count++;
	if (v->decl->type->kind != TYPE_INTEGER) return;
	if (!v->least || value_compare_numbers(n->values, is, v->least) < 0) v->least = is;
	if (!v->greatest || value_compare_numbers(n->values, is, v->greatest) > 0) v->greatest = is;
}

/* ---- states ------------------------------------------------------------------------------------------------ */

static void look_at_state(struct counting *n, uint32_t state)
{
	struct cover *c = n->cover;
	for (uint32_t i = 0; i < c->variables.count; i++)
		n->is[i] = eval_get(n->view.eval, c->variables.at[i].decl);
	guards_look(c, n->view.eval, n->is_alone);
	invariants_look(c, n->view.eval, n->is_tested);
	n->by = explore_state_operation(n->explore, state);
	for (uint32_t i = 0; i < c->operations.count; i++)
		n->is_enabled[i] = explore_is_enabled(n->explore, state, i);
}

static void count_state(struct counting *n)
{
	struct cover *c = n->cover;
	c->states++;
	for (uint32_t i = 0; i < c->variables.count; i++)
		add_value(n, &c->variables.at[i], &n->seen[i], n->is[i]);
	for (uint32_t i = 0; i < c->guards.count; i++) {
		c->guards.at[i].count += n->is_alone[i] == EVAL_TRUE;
		c->guards.at[i].is_least |= n->is_alone[i] == EVAL_FAILED;
	}
	for (uint32_t i = 0; i < c->parts.count; i++) {
		c->parts.at[i].count += n->is_tested[i] == EVAL_TRUE;
		c->parts.at[i].is_least |= n->is_tested[i] == EVAL_FAILED;
	}
	for (uint32_t i = 0; i < c->operations.count; i++) {
		c->operations.at[i].enabled += n->is_enabled[i];
		c->operations.at[i].found += n->by == i;
	}
}

static void add_operations(struct counting *n)
{
	const struct explore_result *r = explore_result(n->explore);
	for (uint32_t i = 0; i < r->coverage.count; i++) {
		const struct explore_coverage *o = &r->coverage.at[i];
		VEC_PUSH(&n->cover->operations, ((struct cover_operation){.search = o}));
		if (!explore_is_paired(n->explore)) guards_collect(n->cover, o->operation, i);
	}
}

struct cover *cover_open(struct explore *x, struct values *values, const _Atomic int *stop)
{
	struct cover *c = calloc(1, sizeof *c);
	REQUIRE(c);
	struct counting n = {.cover = c, .explore = x, .values = values};
	explore_view(x, &n.view);
	eval_init_arena(n.view.eval, &c->arena);
	add_variables(&n);
	add_operations(&n);
	invariants_collect(c, x);
	n.is = ARENA_ARRAY(&c->arena, c->variables.count + 1, value);
	n.is_enabled = ARENA_ARRAY(&c->arena, c->operations.count + 1, bool);
	n.is_alone = ARENA_ARRAY(&c->arena, c->guards.count + 1, enum truth);
	n.is_tested = ARENA_ARRAY(&c->arena, c->parts.count + 1, enum truth);
	for (uint32_t s = 0; !c->is_stopped && explore_load(x, s); s++) {
		look_at_state(&n, s);
		c->is_stopped = stop && *stop; /* then something may have failed only for that */
		if (!c->is_stopped) count_state(&n);
	}
	for (uint32_t i = 0; i < c->variables.count; i++) map_clear(&n.seen[i]);
	return c;
}

void cover_close(struct cover *c)
{
	if (!c) return;
	VEC_CLEAR(&c->variables);
	VEC_CLEAR(&c->operations);
	VEC_CLEAR(&c->guards);
	VEC_CLEAR(&c->parts);
	arena_clear(&c->arena);
	free(c);
}
