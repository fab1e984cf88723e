#include "bounds/inside.h"

/* Definitions that name each other cannot be circular in a project without errors; the depth is
 * limited against long chains. */
enum { DEPTH = 50 };

static const struct definition *find(const struct machine *m, name n)
{
	const struct machine *written = m->written ? m->written : m;
	const struct definition *d = n ? map_get(&written->definition_of, n) : NULL;
	return d && d->body && !d->parameters ? d : NULL;
}

static bool literal(const char *digits, int64_t *out)
{
	int64_t number = 0;
	for (; *digits; digits++) {
		if (*digits < '0' || *digits > '9') return false;
		if (__builtin_mul_overflow(number, 10, &number) ||
		    __builtin_add_overflow(number, *digits - '0', &number))
			return false;
	}
	*out = number;
	return true;
}

/* The body of a definition is as written: names are not resolved. */
static bool compute(const struct machine *m, const struct node *n, int depth, int64_t *out)
{
	int64_t a, b;
	if (depth == 0) return false;
	switch (n->op) {
	case OP_NUMBER: return literal(n->name, out);
	case OP_NEGATE:
		return compute(m, n->kid[0], depth - 1, &a) && !__builtin_sub_overflow(0, a, out);
	case OP_ID: {
		const struct definition *d = find(m, n->name);
		return d && compute(m, d->body, depth - 1, out);
	}
	case OP_ADD:
	case OP_MINUS:
	case OP_TIMES:
		if (!compute(m, n->kid[0], depth - 1, &a) || !compute(m, n->kid[1], depth - 1, &b))
			return false;
		if (n->op == OP_ADD) return !__builtin_add_overflow(a, b, out);
		if (n->op == OP_MINUS) return !__builtin_sub_overflow(a, b, out);
		return !__builtin_mul_overflow(a, b, out);
	default: return false;
	}
}

bool settings_integer(const struct project *p, const char *definition, int64_t *out)
{
	const struct definition *d = find(p->main, names_find(p->names, definition));
	return d && compute(p->main, d->body, DEPTH, out);
}

bool settings_size(const struct project *p, const char *definition, int64_t *out)
{
	const struct definition *d = find(p->main, names_find(p->names, definition));
	if (!d) return false;
	if (d->body->op != OP_INTERVAL) return compute(p->main, d->body, DEPTH, out);
	int64_t low, high;
	return compute(p->main, d->body->kid[0], DEPTH, &low) &&
	       compute(p->main, d->body->kid[1], DEPTH, &high) &&
	       !__builtin_sub_overflow(high, low, out) && !__builtin_add_overflow(*out, 1, out);
}

bool settings_is_given(const struct project *p, const char *definition)
{
	return find(p->main, names_find(p->names, definition)) != NULL;
}
