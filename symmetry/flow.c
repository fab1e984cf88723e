/* Where integers go: walks through the text by the type rules of its operators (op.def), in which letters stand for any
 * type, so that such an operator cannot tell integers apart; and Z and N for numbers, with which it calculates. What
 * is not known to be of the first kind is taken to be of the second. */
#include "symmetry/sorts.h"

static struct type *flow(struct sorts *s, const struct node *n);

static void flow_all(struct sorts *s, const struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++) flow(s, n->kid[i]);
}

static struct type *known(struct type *t) { return (struct type *)type_known(t); }

/* ---- operators with a signature ----------------------------------------------------------------------------- */

struct flow_match {
	const char *at;
	struct type *slot[4];
};

static void match(struct sorts *s, struct flow_match *m, struct type *t)
{
	char letter = *m->at++;
	t = known(t);
	switch (letter) {
	case 'P': match(s, m, t->a); return;
	case '*':
		match(s, m, t->a);
		match(s, m, t->b);
		return;
	case 'Z':
	case 'N': sorts_are_numbers(s, t); return;
	case 'a':
	case 'b':
	case 'c':
	case 'd':
		if (m->slot[letter - 'a']) sorts_join(m->slot[letter - 'a'], t);
		else m->slot[letter - 'a'] = t;
		return;
	default: return;
	}
}

static struct type *result_of(struct sorts *s, const struct node *n)
{
	return n->type ? sorts_new(s, n->type) : NULL;
}

static struct type *by_signature(struct sorts *s, const struct node *n)
{
	struct flow_match m = {.at = op_info(n->op)->signature};
	for (uint32_t i = 0; i < n->count; i++) {
		struct type *t = flow(s, n->kid[i]);
		if (*m.at == '=') continue;
		if (*m.at == '.') m.at++;
		else match(s, &m, t);
	}
	struct type *t = result_of(s, n);
	while (*m.at == '.') m.at++;
	if (t && m.at[0] == '=' && m.at[1] != '.') {
		m.at++;
		match(s, &m, t);
	}
	return t;
}

/* Nothing is known about it. */
static struct type *numbers(struct sorts *s, const struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++) sorts_are_numbers(s, flow(s, n->kid[i]));
	struct type *t = result_of(s, n);
	sorts_are_numbers(s, t);
	return t;
}

/* ---- literals and intervals ------------------------------------------------------------------------------------ */

/* A constant that PROPERTIES say is this number. */
static const struct node *said(const struct project *p, const struct decl *d)
{
	for (uint32_t i = 0; i < p->machines.count; i++)
		EACH_CONJUNCT(c, p->machines.at[i]->properties) {
			if (c.now->op != OP_EQUAL) continue;
			const struct node *a = c.now->kid[0], *b = c.now->kid[1];
			if (a->op == OP_ID && a->decl == d && b->op == OP_NUMBER) return b;
			if (b->op == OP_ID && b->decl == d && a->op == OP_NUMBER) return a;
		}
	return NULL;
}

bool sorts_literal(const struct symmetry_question *q, const struct node *n, int64_t *out)
{
	if (n->op != OP_NUMBER) return false;
	value v = value_number(q->values, n->name);
	return v != VALUE_NONE && value_fits(q->values, v, out);
}

static bool bound_of(const struct symmetry_question *q, const struct node *n, int64_t *out)
{
	if (n->op == OP_ID && n->decl && n->decl->kind == DECL_CONSTANT) n = said(q->project, n->decl);
	return n && sorts_literal(q, n, out);
}

bool sorts_interval(const struct symmetry_question *q, const struct node *n, int64_t *low,
                    int64_t *high)
{
	return n->op == OP_INTERVAL && bound_of(q, n->kid[0], low) && bound_of(q, n->kid[1], high);
}

static void keep(struct sorts *s, const struct node *n, struct type *t)
{
	struct type *before = map_get(s->type_of, n);
	if (before) sorts_join(before, t);
	else map_put(s->type_of, n, t);
}

/* Its bounds are numbers, its elements need not be. */
static struct type *interval(struct sorts *s, const struct node *n)
{
	int64_t low, high;
	struct type *t = result_of(s, n);
	for (uint32_t i = 0; i < 2; i++) sorts_are_numbers(s, flow(s, n->kid[i]));
	if (!sorts_interval(s->question, n, &low, &high)) sorts_are_numbers(s, t);
	else if (low <= high) sorts_have_range(t->a, low, high);
	keep(s, n, t);
	return t;
}

static struct type *leaf(struct sorts *s, const struct node *n)
{
	struct type *t = result_of(s, n);
	if (!t) return NULL;
	switch (n->op) {
	case OP_NUMBER:
	case OP_INTEGER_SET: break;
	case OP_NATURAL_SET: sorts_meet(t->a, SORT_NATURAL); break;
	case OP_NATURAL1_SET: sorts_meet(t->a, SORT_NATURAL1); break;
	case OP_NAT_SET: sorts_meet(t->a, SORT_NAT); break;
	case OP_NAT1_SET: sorts_meet(t->a, SORT_NAT1); break;
	case OP_INT_SET: sorts_meet(t->a, SORT_INT); break;
	case OP_EMPTY_SET: break;
	case OP_EMPTY_SEQ: sorts_are_numbers(s, known(t->a)->a); break;
	default: sorts_are_numbers(s, t);
	}
	keep(s, n, t);
	return t;
}

/* ---- names -------------------------------------------------------------------------------------------------------- */

static struct type *name_of(struct sorts *s, const struct node *n)
{
	struct decl *d = n->decl;
	if (!d || !d->type) return numbers(s, n);
	struct type *t = sorts_of_decl(s, d);
	/* what is inside of values of free types, and what other machines or files may look at */
	if (d->kind == DECL_CONSTRUCTOR || d->kind == DECL_SCALAR_PARAMETER) sorts_are_numbers(s, t);
	return t;
}

/* The names of a list, or the values in it, as one tuple. */
static struct type *tuple(struct sorts *s, const struct node *list, uint32_t first)
{
	struct type *t = NULL;
	for (uint32_t i = first; i < list->count; i++) {
		struct type *next = flow(s, list->kid[i]);
		t = t ? sorts_pair(s, t, next) : next;
	}
	return t;
}

/* kids: names, condition and, except for {x | P}, a value */
static struct type *binder(struct sorts *s, const struct node *n)
{
	struct type *names = tuple(s, n->kid[0], 0), *result = NULL;
	flow(s, n->kid[1]);
	if (n->count > 2) result = flow(s, n->kid[2]);
	switch (n->op) {
	case OP_SIGMA:
	case OP_PI: sorts_are_numbers(s, result); return result;
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER: return result;
	case OP_LAMBDA: return sorts_pow(s, sorts_pair(s, names, result));
	default: return sorts_pow(s, result ? result : names);
	}
}

/* ---- other expressions ----------------------------------------------------------------------------------------------- */

static struct type *apply(struct sorts *s, const struct node *n)
{
	struct type *f = known(flow(s, n->kid[0])),
	            *pair = f && f->kind == TYPE_POW ? known(f->a) : NULL;
	if (!pair || pair->kind != TYPE_PAIR) return numbers(s, n);
	sorts_join(pair->a, tuple(s, n, 1));
	return pair->b;
}

static struct type *elements(struct sorts *s, const struct node *n)
{
	struct type *t = flow(s, n->kid[0]);
	for (uint32_t i = 1; i < n->count; i++) sorts_join(t, flow(s, n->kid[i]));
	return t;
}

static struct type *sequence(struct sorts *s, const struct node *n)
{
	struct type *t = result_of(s, n), *pair = known(known(t)->a);
	sorts_are_numbers(s, pair->a);
	sorts_join(pair->b, elements(s, n));
	return t;
}

static struct type *field_of(const struct type *t, name field)
{
	for (uint32_t i = 0; t && t->kind == TYPE_RECORD && i < t->count; i++)
		if (t->fields[i].name == field) return t->fields[i].type;
	return NULL;
}

/* REC of values, STRUCT of sets of them. */
static struct type *record(struct sorts *s, const struct node *n)
{
	struct type *t = result_of(s, n);
	const struct type *of = n->op == OP_STRUCT ? known(known(t)->a) : known(t);
	for (uint32_t i = 0; i < n->count; i++) {
		struct type *entry = known(flow(s, n->kid[i]->kid[0]));
		sorts_join(field_of(of, n->kid[i]->name), n->op == OP_STRUCT ? known(entry->a) : entry);
	}
	return t;
}

static struct type *field(struct sorts *s, const struct node *n)
{
	struct type *of = field_of(known(flow(s, n->kid[0])), n->name);
	return of ? of : numbers(s, n);
}

/* kids: condition, value, ..., value */
static struct type *choice(struct sorts *s, const struct node *n)
{
	struct type *t = NULL;
	for (uint32_t i = 0; i < n->count; i++) {
		struct type *found = flow(s, n->kid[i]);
		if (i % 2 == 0 && i + 1 < n->count) continue;
		if (t && found) sorts_join(t, found);
		else t = found;
	}
	return t;
}

static struct type *last(struct sorts *s, const struct node *n)
{
	struct type *t = NULL;
	for (uint32_t i = 0; i < n->count; i++) t = flow(s, n->kid[i]);
	return t;
}

/* ---- substitutions -------------------------------------------------------------------------------------------------- */

static void assign(struct sorts *s, const struct node *n)
{
	const struct node *to = n->kid[0], *from = n->kid[1];
	for (uint32_t i = 0; i < to->count && i < from->count; i++) {
		struct type *place = flow(s, to->kid[i]);
		sorts_join(place, flow(s, from->kid[i]));
	}
	for (uint32_t i = 2; i < n->count; i++) flow(s, n->kid[i]);
}

static void becomes_in(struct sorts *s, const struct node *n)
{
	struct type *places = tuple(s, n->kid[0], 0);
	sorts_join(places, known(known(flow(s, n->kid[1]))->a));
}

static void pass(struct sorts *s, const struct node *list, const struct node *formal)
{
	for (uint32_t i = 0; i < list->count; i++) {
		struct type *t = flow(s, list->kid[i]);
		const struct decl *d = formal && i < formal->count ? formal->kid[i]->decl : NULL;
		if (d) sorts_join(sorts_of_decl(s, d), t);
		else sorts_are_numbers(s, t);
	}
}

static void call(struct sorts *s, const struct node *n)
{
	const struct operation *o = n->decl ? n->decl->operation : NULL;
	pass(s, n->kid[0], o ? o->results : NULL);
	pass(s, n->kid[1], o ? o->parameters : NULL);
}

static void case_of(struct sorts *s, const struct node *n)
{
	struct type *chosen = flow(s, n->kid[0]);
	for (uint32_t i = 1; i < n->count; i++) {
		bool has_labels = i % 2 == 1 && i + 1 < n->count;
		for (uint32_t k = 0; has_labels && k < n->kid[i]->count; k++)
			sorts_join(chosen, flow(s, n->kid[i]->kid[k]));
		if (!has_labels) flow(s, n->kid[i]);
	}
}

static void loop(struct sorts *s, const struct node *n)
{
	for (uint32_t i = 0; i < 3; i++) flow(s, n->kid[i]);
	sorts_are_numbers(s, flow(s, n->kid[3]));
}

/* ---- by operator ------------------------------------------------------------------------------------------------------ */

static struct type *of_substitution(struct sorts *s, const struct node *n)
{
	switch (n->op) {
	case OP_S_ASSIGN: assign(s, n); return NULL;
	case OP_S_BECOMES_IN: becomes_in(s, n); return NULL;
	case OP_S_CALL: call(s, n); return NULL;
	case OP_S_CASE: case_of(s, n); return NULL;
	case OP_S_WHILE: loop(s, n); return NULL;
	case OP_S_SKIP:
	case OP_S_BECOMES_SUCH:
	case OP_S_PARALLEL:
	case OP_S_SEQUENCE:
	case OP_S_PRE:
	case OP_S_ASSERT:
	case OP_S_CHOICE:
	case OP_S_IF:
	case OP_S_SELECT:
	case OP_S_ANY:
	case OP_S_LET:
	case OP_S_VAR: flow_all(s, n); return NULL;
	default: return numbers(s, n);
	}
}

static struct type *of_form(struct sorts *s, const struct node *n)
{
	switch (n->op) {
	case OP_FORALL:
	case OP_EXISTS:
	case OP_IDS:
	case OP_LIST: flow_all(s, n); return NULL;
	case OP_PARTITION: elements(s, n); return NULL;
	case OP_SUBSTITUTED: assign(s, n); return NULL;
	case OP_ID:
	case OP_OLD: return name_of(s, n);
	case OP_SET: return sorts_pow(s, elements(s, n));
	case OP_SEQUENCE: return sequence(s, n);
	case OP_COMPREHENSION:
	case OP_LAMBDA:
	case OP_SIGMA:
	case OP_PI:
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER: return binder(s, n);
	case OP_APPLY: return apply(s, n);
	case OP_STRUCT:
	case OP_REC: return record(s, n);
	case OP_FIELD: return field(s, n);
	case OP_IF: return choice(s, n);
	case OP_LET:
	case OP_LABEL: return last(s, n);
	default: return numbers(s, n);
	}
}

static struct type *rule(struct sorts *s, const struct node *n)
{
	if (n->op == OP_INTERVAL) return interval(s, n);
	if (n->count == 0 && *op_info(n->op)->signature) return leaf(s, n);
	if (*op_info(n->op)->signature) return by_signature(s, n);
	return op_info(n->op)->class == CLASS_SUBST ? of_substitution(s, n) : of_form(s, n);
}

static struct type *flow(struct sorts *s, const struct node *n)
{
	const struct node *around = s->item;
	if (!around && text_is_item(n)) s->item = n;
	struct type *t = rule(s, n);
	s->item = around;
	return t;
}

/* ---- clauses ---------------------------------------------------------------------------------------------------------- */

static void formula(struct sorts *s, const struct node *n)
{
	EACH_CONJUNCT(c, n) flow(s, c.now);
}

static void operation(struct sorts *s, const struct operation *o)
{
	if (o->parameters) flow(s, o->parameters);
	if (o->results) flow(s, o->results);
	if (o->body) flow(s, o->body);
}

static void machine(struct sorts *s, const struct machine *m)
{
	for (uint32_t i = 0; i < m->decls.count; i++)
		if (m->decls.at[i]->type) sorts_of_decl(s, m->decls.at[i]);
	const struct node *predicates[] = {m->constraints, m->properties, m->invariant};
	for (uint32_t i = 0; i < sizeof predicates / sizeof *predicates; i++) formula(s, predicates[i]);
	if (m->assertions) flow_all(s, m->assertions);
	if (m->variant) sorts_are_numbers(s, flow(s, m->variant));
	if (m->initialisation) flow(s, m->initialisation);
	for (uint32_t i = 0; i < m->operations.count; i++) operation(s, m->operations.at[i]);
	for (uint32_t i = 0; i < m->references.count; i++)
		if (m->references.at[i].arguments) numbers(s, m->references.at[i].arguments);
	for (uint32_t i = 0; i < m->values.count; i++)
		if (m->values.at[i].decl && m->values.at[i].value)
			sorts_join(sorts_of_decl(s, m->values.at[i].decl), flow(s, m->values.at[i].value));
	for (uint32_t i = 0; i < m->decls.count; i++)
		if (m->decls.at[i]->kind == DECL_CONSTRUCTOR && m->decls.at[i]->constructor)
			sorts_are_numbers(s, flow(s, m->decls.at[i]->constructor->kid[1]));
}

void sorts_find(const struct symmetry_question *q, struct symmetry_group *group)
{
	struct sorts s = {.arena = &group->arena, .question = q, .type_of = &group->type_of};
	for (uint32_t i = 0; i < q->project->machines.count; i++)
		machine(&s, q->project->machines.at[i]);
	if (q->goal) formula(&s, q->goal);
	sorts_finish(&s, group);
	VEC_CLEAR(&s.places);
}
