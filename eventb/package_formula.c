/* Formulas of ProB's packages. Each term has its position as the first operand, which is not looked at here. */
#include "eventb/formula.h"
#include "eventb/package.h"

static const struct node *formula(struct package *p, const struct prolog_term *t);

const void *package_wrong(struct package *p, const struct prolog_term *t, const char *expected)
{
	diag_at(p->project->diag, t->pos, DIAG_ERROR,
	        "%s is expected here, and this is '%s' with %u operand%s", expected, t->text, t->count,
	        t->count == 1 ? "" : "s");
	return NULL;
}

bool package_is(const struct prolog_term *t, const char *functor)
{
	return t->kind == TERM_ATOM && t->count > 0 && strcmp(t->text, functor) == 0;
}

static struct node *node_of(struct package *p, enum op op, const struct prolog_term *t,
                            uint32_t count)
{
	return node_new(p->arena, op, t->pos, count);
}

/* ---- names ------------------------------------------------------------------------------------------- */

static const struct node *identifier(struct package *p, const struct prolog_term *t)
{
	if (t->kind != TERM_ATOM || t->count != 2 || !package_is(t, "identifier") || t->kid[1]->count)
		return package_wrong(p, t, "a name");
	struct node *n = node_of(p, OP_ID, t, 0);
	n->name = t->kid[1]->text;
	return n;
}

/* OP_IDS of declared names, or OP_LIST of names or other formulas. */
static const struct node *list_of(struct package *p, enum op op, const struct prolog_term *t,
                                  const struct node *(*each)(struct package *,
                                                             const struct prolog_term *))
{
	if (t->kind != TERM_LIST) return package_wrong(p, t, "a list");
	struct node *n = node_of(p, op, t, t->count);
	for (uint32_t i = 0; i < t->count; i++)
		if (!(n->kid[i] = each(p, t->kid[i]))) return NULL;
	return n;
}

/* ---- operators --------------------------------------------------------------------------------------- */

struct plain {
	const char *functor;
	enum op op;
};

static const struct plain plain[] = {
#define PLAIN(functor, op) {#functor, OP_##op},
#include "eventb/package.def"
};

static uint32_t operands_of(enum op op)
{
	return op == OP_MINUS || op == OP_TIMES ? 2 : op_operand_count(op_info(op)->signature);
}

/* a ∧ (b ∧ c) is one conjunction, and so are long chains of ∨, as the parser makes them. */
static const struct node *joined(struct package *p, const struct prolog_term *t, enum op op)
{
	VEC(const struct prolog_term *) open = {0};
	VEC(const struct node *) parts = {0};
	const char *functor = t->text;
	bool good = true;
	VEC_PUSH(&open, t);
	while (open.count && good) {
		const struct prolog_term *next = VEC_POP(&open);
		bool is_same = next->count == 3 && package_is(next, functor);
		if (is_same) {
			VEC_PUSH(&open, next->kid[2]);
			VEC_PUSH(&open, next->kid[1]);
			continue;
		}
		const struct node *n = next == t ? package_wrong(p, t, "a formula") : formula(p, next);
		good = n != NULL;
		VEC_PUSH(&parts, n);
	}
	struct node *n = node_of(p, op, t, parts.count);
	for (uint32_t i = 0; i < parts.count; i++) n->kid[i] = parts.at[i];
	VEC_CLEAR(&open);
	VEC_CLEAR(&parts);
	return good ? n : NULL;
}

static const struct node *operator(struct package *p, const struct prolog_term *t, enum op op)
{
	if (op == OP_AND || op == OP_OR) return joined(p, t, op);
	uint32_t count = t->count ? t->count - 1 : 0;
	if (count != operands_of(op)) return package_wrong(p, t, "a formula");
	const struct node *kid[2] = {0};
	for (uint32_t i = 0; i < count; i++)
		if (!(kid[i] = formula(p, t->kid[i + 1]))) return NULL;
	if (count == 2) return eventb_binary(p->arena, op, t->pos, kid[0], kid[1]);
	struct node *n = node_of(p, op, t, count);
	if (count) n->kid[0] = kid[0];
	return n;
}

/* ---- forms ------------------------------------------------------------------------------------------- */

/* integer(none,-1) */
static const struct node *integer(struct package *p, const struct prolog_term *t)
{
	const char *text = t->count == 2 ? t->kid[1]->text : NULL;
	if (!text || t->kid[1]->kind != TERM_INTEGER || strchr(text, '.'))
		return package_wrong(p, t, "an integer");
	bool is_negative = *text == '-';
	struct node *n = node_of(p, OP_NUMBER, t, 0);
	n->name = names_of(p->project->names, text + is_negative);
	if (!is_negative) return n;
	struct node *minus = node_of(p, OP_NEGATE, t, 1);
	minus->kid[0] = n;
	return minus;
}

static const struct node *quantifier(struct package *p, const struct prolog_term *t, enum op op)
{
	if (t->count != 3) return package_wrong(p, t, "a quantifier");
	struct node *n = node_of(p, op, t, 2);
	n->kid[0] = list_of(p, OP_IDS, t->kid[1], identifier);
	n->kid[1] = n->kid[0] ? formula(p, t->kid[2]) : NULL;
	return n->kid[1] ? n : NULL;
}

/* quantified_union(pos, [x], P, E) */
static const struct node *union_of(struct package *p, const struct prolog_term *t, enum op op)
{
	if (t->count != 4) return package_wrong(p, t, "a quantifier");
	struct node *n = node_of(p, op, t, 3);
	n->kid[0] = list_of(p, OP_IDS, t->kid[1], identifier);
	n->kid[1] = n->kid[0] ? formula(p, t->kid[2]) : NULL;
	n->kid[2] = n->kid[1] ? formula(p, t->kid[3]) : NULL;
	return n->kid[2] ? n : NULL;
}

/* event_b_comprehension_set(pos, [x], E, P), which λ is, too: its E is a pair of the names and a value */
static const struct node *comprehension(struct package *p, const struct prolog_term *t,
                                        enum op unused)
{
	(void)unused;
	if (t->count != 4) return package_wrong(p, t, "a comprehension");
	const struct node *ids = list_of(p, OP_IDS, t->kid[1], identifier);
	const struct node *value = ids ? formula(p, t->kid[2]) : NULL;
	const struct node *predicate = value ? formula(p, t->kid[3]) : NULL;
	if (!predicate) return NULL;
	if (value->op == OP_PAIR)
		return eventb_lambda(p->arena, t->pos, ids, value->kid[0], predicate, value->kid[1]);
	return eventb_comprehension(p->arena, t->pos, ids, predicate, value);
}

static const struct node *extension(struct package *p, const struct prolog_term *t, enum op op)
{
	if (t->count != 2) return package_wrong(p, t, "a set");
	return list_of(p, t->kid[1]->count ? op : OP_EMPTY_SET, t->kid[1], formula);
}

/* couple(pos, [a, b]) */
static const struct node *couple(struct package *p, const struct prolog_term *t, enum op op)
{
	const struct node *pair = t->count == 2 ? list_of(p, op, t->kid[1], formula) : NULL;
	if (t->count != 2 || (pair && pair->count != 2)) return package_wrong(p, t, "a pair");
	return pair;
}

/* function(pos, f, [x]) */
static const struct node *application(struct package *p, const struct prolog_term *t,
                                      enum op unused)
{
	(void)unused;
	bool has_list = t->count == 3 && t->kid[2]->kind == TERM_LIST;
	if (t->count != 3 || (has_list && t->kid[2]->count != 1))
		return package_wrong(p, t, "a function with one argument");
	const struct node *f = formula(p, t->kid[1]);
	const struct node *x = f ? formula(p, has_list ? t->kid[2]->kid[0] : t->kid[2]) : NULL;
	return x ? eventb_apply(p->arena, p->project->names, t->pos, f, x) : NULL;
}

static const struct node *partition(struct package *p, const struct prolog_term *t, enum op op)
{
	if (t->count != 3 || t->kid[2]->kind != TERM_LIST) return package_wrong(p, t, "a partition");
	const struct node *whole = formula(p, t->kid[1]);
	const struct node *parts = whole ? list_of(p, OP_LIST, t->kid[2], formula) : NULL;
	if (!parts) return NULL;
	struct node *n = node_of(p, op, t, parts->count + 1);
	n->kid[0] = whole;
	for (uint32_t i = 0; i < parts->count; i++) n->kid[i + 1] = parts->kid[i];
	return n;
}

/* typeof(pos, E, T); and ring(pos, f, g), which is g ; f */
static const struct node *pair_of(struct package *p, const struct prolog_term *t, enum op op)
{
	if (t->count != 3) return package_wrong(p, t, "a formula");
	bool turns = op == OP_COMPOSE;
	struct node *n = node_of(p, op, t, 2);
	n->kid[turns ? 1 : 0] = formula(p, t->kid[1]);
	n->kid[turns ? 0 : 1] = n->kid[turns ? 1 : 0] ? formula(p, t->kid[2]) : NULL;
	return n->kid[turns ? 0 : 1] ? n : NULL;
}

static const struct node *generic(struct package *p, const struct prolog_term *t, enum op op)
{
	if (t->count != 1) return package_wrong(p, t, "a formula");
	return eventb_generic(p->arena, op, t->pos);
}

static const struct node *theory(struct package *p, const struct prolog_term *t, enum op unused)
{
	(void)unused;
	diag_at(p->project->diag, t->pos, DIAG_ERROR,
	        "'%s' is an operator of a theory: the theory plug-in is not supported",
	        t->count > 1 ? t->kid[1]->text : t->text);
	return NULL;
}

static const struct node *name_or_number(struct package *p, const struct prolog_term *t, enum op op)
{
	return op == OP_ID ? identifier(p, t) : integer(p, t);
}

struct form {
	const char *functor;
	const struct node *(*read)(struct package *, const struct prolog_term *, enum op);
	enum op op;
};

static const struct form forms[] = {
    {"identifier", name_or_number, OP_ID},
    {"integer", name_or_number, OP_NUMBER},
    {"forall", quantifier, OP_FORALL},
    {"exists", quantifier, OP_EXISTS},
    {"quantified_union", union_of, OP_QUANTIFIED_UNION},
    {"quantified_intersection", union_of, OP_QUANTIFIED_INTER},
    {"event_b_comprehension_set", comprehension, OP_COMPREHENSION},
    {"set_extension", extension, OP_SET},
    {"couple", couple, OP_PAIR},
    {"function", application, OP_APPLY},
    {"partition", partition, OP_PARTITION},
    {"typeof", pair_of, OP_OF_TYPE},
    {"ring", pair_of, OP_COMPOSE},
    {"event_b_identity", generic, OP_IDENTITY},
    {"event_b_first_projection_v2", generic, OP_PRJ1},
    {"event_b_second_projection_v2", generic, OP_PRJ2},
    {"extended_expr", theory, OP_COUNT},
    {"extended_pred", theory, OP_COUNT},
};

static const struct node *formula(struct package *p, const struct prolog_term *t)
{
	if (t->kind == TERM_ATOM && t->count) {
		for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
			if (strcmp(forms[i].functor, t->text) == 0) return forms[i].read(p, t, forms[i].op);
		for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
			if (strcmp(plain[i].functor, t->text) == 0) return operator(p, t, plain[i].op);
	}
	return package_wrong(p, t, "a formula");
}

/* ---- whole formulas ------------------------------------------------------------------------------------ */

const struct node *package_predicate(struct package *p, const struct prolog_term *t)
{
	const struct node *n = formula(p, t);
	return n && op_info(n->op)->class != CLASS_PRED ? package_wrong(p, t, "a predicate") : n;
}

const struct node *package_expression(struct package *p, const struct prolog_term *t)
{
	return formula(p, t);
}

const struct node *package_action(struct package *p, const struct prolog_term *t)
{
	bool is_assignment = package_is(t, "assign"), is_in = package_is(t, "becomes_element_of");
	bool is_such = package_is(t, "becomes_such");
	if (t->count != 3 || (!is_assignment && !is_in && !is_such))
		return package_wrong(p, t, "an action");
	struct node *n = node_of(p,
	                         is_assignment ? OP_S_ASSIGN
	                         : is_in       ? OP_S_BECOMES_IN
	                                       : OP_S_BECOMES_SUCH,
	                         t, 2);
	n->kid[0] = list_of(p, OP_LIST, t->kid[1], formula);
	if (!n->kid[0]) return NULL;
	n->kid[1] = is_assignment ? list_of(p, OP_LIST, t->kid[2], formula) : formula(p, t->kid[2]);
	if (n->kid[1] && is_assignment && n->kid[1]->count != n->kid[0]->count)
		return package_wrong(p, t, "an assignment with as many values as variables");
	return n->kid[1] ? n : NULL;
}
