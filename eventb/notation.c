/* Formulas that users write about a machine of Event-B. */
#include "eventb/eventb.h"
#include "eventb/formula.h"
#include "logic/logic.h"

struct attempt { /* and the error that it ended with */
	const struct node *node;
	struct message error;
	bool has_error;
};

typedef const struct node *reader(const struct eventb_reader *r, const struct source *s);

/* What is said of an attempt in vain is kept by it alone. */
static struct attempt try(const struct eventb_reader *r, const struct source *s, reader *read)
{
	struct diag *d = r->diag;
	uint32_t errors = d->errors, messages = d->messages.count;
	struct attempt a = {.node = read(r, s)};
	for (uint32_t i = messages; i < d->messages.count && !a.has_error; i++) {
		a.error = d->messages.at[i];
		a.has_error = a.error.severity == DIAG_ERROR;
	}
	d->errors = errors;
	d->messages.count = messages;
	return a;
}

static const struct node *classical(const struct eventb_reader *r, const struct source *s)
{
	return parse_formula(r->arena, r->names, r->diag, s);
}

/* What has signs of Rodin is meant to be read as Rodin does: a∧b∨c is an error. */
static bool is_ascii(const struct source *s)
{
	for (uint32_t i = 0; i < s->length; i++)
		if ((unsigned char)s->text[i] >= 0x80) return false;
	return true;
}

/* The attempt that came further. */
static const struct attempt *further(const struct attempt *a, const struct attempt *b)
{
	return b->error.pos.at > a->error.pos.at ? b : a;
}

static void declare(const struct project *p, struct map *names)
{
	for (uint32_t i = 0; i < p->machines.count; i++) {
		const struct machine *m = p->machines.at[i];
		for (uint32_t k = 0; k < m->decls.count; k++) map_put(names, m->decls.at[k]->name, names);
	}
}

struct node *eventb_parse(const struct project *p, struct arena *arena, const struct source *s)
{
	struct map declared = {0};
	declare(p, &declared);
	struct eventb_reader r = {arena, p->names, p->diag, &declared};
	struct attempt predicate = try(&r, s, eventb_predicate);
	struct attempt expression = {0}, other = {0};
	if (!predicate.node) expression = try(&r, s, eventb_expression);
	if (!predicate.node && !expression.node && is_ascii(s)) other = try(&r, s, classical);
	map_clear(&declared);
	const struct node *n = predicate.node    ? predicate.node
	                       : expression.node ? expression.node
	                                         : other.node;
	if (n) return build_copy(arena, n);
	const struct message *m = &further(&predicate, &expression)->error;
	diag_at(p->diag, m->pos, DIAG_ERROR, "%s", m->text);
	return NULL;
}
