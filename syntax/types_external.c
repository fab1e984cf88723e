/* Calls of external functions. Their types come from external.def, as a text, or from the
 * machine's own declaration, a B expression: then the last kid of the call is a LIST, named
 * after the kind, of that expression and the type parameters. */
#include "syntax/types.h"

#include <ctype.h>

static struct node *own_declaration(const struct node *n)
{
	struct node *last = n->count ? node_draft(n->kid[n->count - 1]) : NULL;
	return last && last->op == OP_LIST ? last : NULL;
}

enum op_class types_external_class(const struct node *n)
{
	const struct node *own = own_declaration(n);
	const struct external *x = own ? NULL : external_find(n->name);
	char kind = own ? own->name[0] : !x || x->kind == EXTERNAL_FUNCTION ? 'f' : 's';
	if (x && x->kind == EXTERNAL_PREDICATE) kind = 'p';
	return kind == 'f' ? CLASS_EXPR : kind == 'p' ? CLASS_PRED : CLASS_SUBST;
}

static bool count_fits(struct checker *c, const struct node *n, uint32_t wanted, uint32_t found)
{
	if (wanted != found)
		diag_at(c->diag, n->pos, DIAG_ERROR, "'%s' takes %u argument%s, found %u", n->name, wanted,
		        types_plural(wanted), found);
	return wanted == found;
}

static bool argument_fits(struct checker *c, const struct node *n, uint32_t i, struct type *t)
{
	const struct node *kid = n->kid[i];
	if (type_unify(c, t, kid->type, n->pos)) return true;
	types_clash(c, types_start(c, kid),
	            types_format(c, "'%s' takes %s here, but this is %s", n->name, types_show(c, t),
	                         types_show(c, kid->type)),
	            t, kid->type);
	return false;
}

/* ---- types as texts -------------------------------------------------------------------------------- */

enum { MOST_PARAMETERS = 8 };

struct rule_reader {
	struct checker *c;
	const char *at;
	const char *parameters; /* "T,T2" */
	struct type *variable[MOST_PARAMETERS];
};

static void skip_space(struct rule_reader *r)
{
	while (*r->at == ' ') r->at++;
}

static bool accept(struct rule_reader *r, char sign)
{
	skip_space(r);
	if (*r->at != sign) return false;
	r->at++;
	return true;
}

static name read_word(struct rule_reader *r)
{
	skip_space(r);
	const char *start = r->at;
	while (isalnum((unsigned char)*r->at) || *r->at == '_') r->at++;
	REQUIRE(r->at > start);
	return names_add(r->c->names, start, (size_t)(r->at - start));
}

static struct type *variable_of(struct rule_reader *r, const char *word)
{
	size_t length = strlen(word), i = 0;
	for (const char *s = r->parameters; *s; i++) {
		size_t n = strcspn(s, ",");
		REQUIRE(i < MOST_PARAMETERS);
		if (n == length && memcmp(s, word, n) == 0) {
			if (!r->variable[i]) r->variable[i] = type_var(r->c);
			return r->variable[i];
		}
		s += n + (s[n] == ',');
	}
	diag_fatal(__FILE__, __LINE__, "external.def: unknown type '%s'", word);
}

static struct type *read_type(struct rule_reader *r);

/* struct(f:T, ...), the word was read */
static struct type *read_struct(struct rule_reader *r)
{
	VEC(struct type_field) fields = {0};
	REQUIRE(accept(r, '('));
	do {
		name field = read_word(r);
		REQUIRE(accept(r, ':'));
		VEC_PUSH(&fields, (struct type_field){field, read_type(r)});
	} while (accept(r, ','));
	REQUIRE(accept(r, ')'));
	uint32_t count = fields.count;
	return type_record(r->c, VEC_FREEZE(&fields, r->c->arena), count);
}

/* factor ::= word | POW "(" type ")" | struct "(" ... ")" | "(" type ")" */
static struct type *read_factor(struct rule_reader *r)
{
	if (accept(r, '(')) {
		struct type *t = read_type(r);
		REQUIRE(accept(r, ')'));
		return t;
	}
	name word = read_word(r);
	if (strcmp(word, "INTEGER") == 0) return r->c->basic[TYPE_INTEGER];
	if (strcmp(word, "REAL") == 0) return r->c->basic[TYPE_REAL];
	if (strcmp(word, "BOOL") == 0) return r->c->basic[TYPE_BOOL];
	if (strcmp(word, "STRING") == 0) return r->c->basic[TYPE_STRING];
	if (strcmp(word, "struct") == 0) return read_struct(r);
	if (strcmp(word, "POW") == 0) return type_pow(r->c, read_factor(r));
	return variable_of(r, word);
}

/* type ::= factor {"*" factor} */
static struct type *read_type(struct rule_reader *r)
{
	struct type *t = read_factor(r);
	while (accept(r, '*')) t = type_pair(r->c, t, read_factor(r));
	return t;
}

/* Factors outside of parentheses, up to the arrow. */
static uint32_t factor_count(const char *s)
{
	uint32_t count = 1;
	int depth = 0;
	for (; *s && *s != '-'; s++) {
		if (*s == '(') depth++;
		if (*s == ')') depth--;
		if (*s == '*' && depth == 0) count++;
	}
	return count;
}

static struct type *from_table(struct checker *c, struct node *n, const struct external *x)
{
	const char *arrow = strstr(x->type, "-->");
	bool has_arguments = x->kind == EXTERNAL_FUNCTION ? arrow != NULL : *x->type != 0;
	struct rule_reader r = {.c = c, .at = x->type, .parameters = x->parameters};
	bool fits = count_fits(c, n, has_arguments ? factor_count(x->type) : 0, n->count);
	for (uint32_t i = 0; fits && i < n->count; i++) {
		if (i > 0) REQUIRE(accept(&r, '*'));
		argument_fits(c, n, i, read_factor(&r));
	}
	if (x->kind != EXTERNAL_FUNCTION) return NULL;
	if (arrow) r.at = arrow + strlen("-->");
	return fits ? read_type(&r) : type_error(c);
}

/* ---- types as expressions ---------------------------------------------------------------------------- */

/* A type parameter stands for a set of any type. */
static void push_parameters(struct checker *c, const struct node *own)
{
	for (uint32_t i = 1; i < own->count; i++) {
		struct decl *d = decl_new(c->arena, &(struct decl){.kind = DECL_LOCAL});
		d->name = d->full_name = own->kid[i]->name;
		d->pos = own->kid[i]->pos;
		d->type = type_pow(c, type_var(c));
		node_draft(own->kid[i])->decl = d;
		node_draft(own->kid[i])->type = d->type;
		scope_push(c->scope, d, SCOPE_READ);
	}
}

static bool is_function_set(const struct node *n)
{
	return strcmp(op_info(n->op)->signature, op_info(OP_TOTAL_FUNCTIONS)->signature) == 0 &&
	       op_info(n->op)->form == FORM_INFIX;
}

/* Of the arguments as they are written: A*B*C, also (A*B*C). */
static uint32_t product_count(const struct node *n)
{
	uint32_t count = 1;
	while (n->op == OP_TIMES || n->op == OP_PRODUCT) {
		count++;
		n = n->kid[0];
		if (n->flags & NODE_IN_PARENS) break;
	}
	return count;
}

static bool own_arguments_fit(struct checker *c, const struct node *n, struct type *t,
                              uint32_t count)
{
	t = type_find(t);
	if (count > 1 && t->kind == TYPE_PAIR)
		return own_arguments_fit(c, n, t->a, count - 1) && argument_fits(c, n, count - 1, t->b);
	return count == 0 || argument_fits(c, n, count - 1, t);
}

static struct type *element_of(struct type *t)
{
	t = type_find(t);
	return t->kind == TYPE_POW ? type_find(t->a) : NULL;
}

/* The values that the declared set has, or NULL. */
static struct type *declared_values(struct checker *c, const struct node *n, struct node *own)
{
	uint32_t outside = c->scope->locals.count;
	push_parameters(c, own);
	struct type *t = types_expr(c, &own->kid[0]), *set = type_pow(c, type_var(c));
	types_settle(c);
	scope_pop(c->scope, outside);
	if (type_unify(c, set, t, own->kid[0]->pos)) return element_of(set);
	types_clash(c, types_start(c, own->kid[0]),
	            types_format(c, "the type of '%s' must be given by a set, but this is %s", n->name,
	                         types_show(c, t)),
	            set, t);
	return NULL;
}

static struct type *from_declaration(struct checker *c, struct node *n, struct node *own)
{
	struct type *element = declared_values(c, n, own);
	uint32_t found = n->count - 1;
	if (!element) return type_error(c);
	const struct node *declared = own->kid[0];
	bool is_function = own->name[0] == 'f', has_domain = is_function && is_function_set(declared);
	if (is_function && !has_domain) return count_fits(c, n, 0, found) ? element : type_error(c);
	uint32_t wanted = product_count(has_domain ? declared->kid[0] : declared);
	bool fits = count_fits(c, n, wanted, found);
	if (!has_domain) {
		if (fits) own_arguments_fit(c, n, element, found);
		return NULL;
	}
	struct type *pair = element_of(element);
	if (!fits || !pair || !own_arguments_fit(c, n, pair->a, found)) return type_error(c);
	return pair->b;
}

/* ---- calls ----------------------------------------------------------------------------------------------- */

struct type *types_external(struct checker *c, struct node *n)
{
	struct node *own = own_declaration(n);
	const struct external *x = own ? NULL : external_find(n->name);
	uint32_t count = own ? n->count - 1 : n->count;
	for (uint32_t i = 0; i < count; i++) types_expr(c, &n->kid[i]);
	struct type *t = NULL;
	if (own) t = from_declaration(c, n, own);
	else if (x) t = from_table(c, n, x);
	else {
		diag_at(c->diag, n->pos, DIAG_ERROR, "there is no external function '%s'", n->name);
		t = type_error(c);
	}
	types_settle(c);
	return t;
}
