/* Which of the bounds can play a part in the truth of formulas: the sizes of sets that the machine leaves
 * open, and MININT..MAXINT. */
#include "bounds/bounds.h"

static bool has_open_set(const struct universe *u)
{
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (u->sets.at[i].is_open) return true;
	return false;
}

/* A free type may have elements of any set inside. */
static bool is_open(const void *universe, const struct type *t)
{
	const struct universe *u = universe;
	if (t->kind != TYPE_GIVEN) return false;
	if (t->decl->kind == DECL_FREETYPE) return has_open_set(u);
	return u->sets.at[universe_number(u, t->decl)].is_open;
}

bool bounds_type_is_open(const struct universe *u, const struct type *t)
{
	return type_any(t, is_open, u);
}

static bool is_integer_bound(enum op op)
{
	return op == OP_MAXINT || op == OP_MININT || op == OP_INT_SET || op == OP_NAT_SET ||
	       op == OP_NAT1_SET;
}

static void add(const struct universe *u, const struct node *n, uint32_t depth,
                struct bounds_use *to)
{
	enum { DEEP = 30 }; /* calls do not go round in circles */
	if (!n || (to->sizes && to->integers)) return;
	to->integers |= is_integer_bound(n->op);
	to->sizes |= bounds_type_is_open(u, n->type);
	if (n->op == OP_S_CALL && depth < DEEP) add(u, n->decl->operation->body, depth + 1, to);
	for (uint32_t i = 0; i < n->count; i++) add(u, n->kid[i], depth, to);
}

static uint64_t sets_of_type(const struct universe *u, const struct type *t)
{
	if (!t) return 0;
	if (t->kind == TYPE_GIVEN && t->decl->kind == DECL_FREETYPE) return UINT64_MAX;
	if (t->kind == TYPE_GIVEN) {
		uint32_t number = universe_number(u, t->decl);
		return number < BOUNDS_MOST_SETS ? (uint64_t)1 << number : 0;
	}
	uint64_t sets = sets_of_type(u, t->a) | sets_of_type(u, t->b);
	for (uint32_t i = 0; t->kind == TYPE_RECORD && i < t->count; i++)
		sets |= sets_of_type(u, t->fields[i].type);
	return sets;
}

uint64_t bounds_sets_of(const struct universe *u, const struct node *n)
{
	uint64_t sets = sets_of_type(u, n->type);
	for (uint32_t i = 0; i < n->count; i++) sets |= bounds_sets_of(u, n->kid[i]);
	return sets;
}

void bounds_use_of(const struct universe *u, const struct node *n, struct bounds_use *to)
{
	add(u, n, 0, to);
}

static void add_machine(const struct universe *u, const struct machine *m, struct bounds_use *to)
{
	const struct node *const parts[] = {m->constraints, m->properties, m->invariant,
	                                    m->assertions,  m->variant,    m->initialisation};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) add(u, parts[i], 0, to);
	for (uint32_t i = 0; i < m->operations.count; i++) add(u, m->operations.at[i]->body, 0, to);
	for (uint32_t i = 0; i < m->values.count; i++) add(u, m->values.at[i].value, 0, to);
	for (uint32_t i = 0; i < m->references.count; i++) add(u, m->references.at[i].arguments, 0, to);
	for (uint32_t i = 0; i < m->sets.count; i++) add(u, m->sets.at[i].elements, 0, to);
}

struct bounds_use bounds_use_of_project(const struct universe *u, const struct project *p)
{
	struct bounds_use all = {0};
	for (uint32_t i = 0; i < u->sets.count; i++) all.sizes |= u->sets.at[i].is_open;
	for (uint32_t i = 0; i < p->machines.count; i++) add_machine(u, p->machines.at[i], &all);
	return all;
}

/* ---- in words ------------------------------------------------------------------------------------- */

const char *bounds_use_words(struct bounds_use use)
{
	if (use.sizes)
		return use.integers ? "for these set sizes and MININT..MAXINT" : "for these set sizes";
	return use.integers ? "for these MININT..MAXINT" : "";
}

void bounds_print(struct text *out, const struct universe *u)
{
	for (uint32_t i = 0; i < u->sets.count; i++) {
		const struct universe_set *s = &u->sets.at[i];
		if (s->decl->kind == DECL_ENUMERATED_SET) continue;
		text_format(out, "%s = %u", s->decl->name, s->size);
		if (s->why) text_format(out, " (%s)", s->why);
		text_add(out, !s->why && s->is_default ? " (default), " : ", ");
	}
	text_format(out, "MININT..MAXINT = %lld..%lld", (long long)u->minint, (long long)u->maxint);
	if (u->range_why) text_format(out, " (%s)", u->range_why);
}
