/* The clauses of a machine, one function each. */
#include "syntax/parse_machine.h"

static struct node *clause_predicate(struct parser *p)
{
	struct node *n = parse_expr(p);
	parse_check_depth(p, n);
	return n;
}

/* ---- references to other machines -------------------------------------------------------------------- */

/* Splits a.b.M into prefix a.b and machine M. */
static void split_name(struct parser *p, name dotted, struct reference *r)
{
	const char *dot = strrchr(dotted, '.');
	r->machine = dot ? names_of(p->names, dot + 1) : dotted;
	r->prefix = dot ? names_add(p->names, dotted, (size_t)(dot - dotted)) : NULL;
}

/* name ["(" e {"," e} ")"] [file pragma] {"," ...} */
static void references(struct parser *p, struct machine *m, enum reference_kind kind)
{
	do {
		struct reference r = {.kind = kind, .pos = parse_pos(p)};
		split_name(p, parse_dotted(p, "the name of a machine"), &r);
		struct pos opened = parse_pos(p);
		if (parse_accept(p, TOKEN_LPAR)) {
			if (kind == REF_SEES || kind == REF_USES)
				parse_fail(p, opened, "a machine that is only read takes no arguments");
			r.arguments = parse_list(p);
			parse_close(p, TOKEN_RPAR, opened, "'('");
		}
		if (parse_peek(p) == TOKEN_FILE) {
			r.file = parse_token(p)->text;
			p->i++;
		}
		VEC_PUSH(&m->references, r);
		if (kind == REF_REFINES && parse_peek(p) == TOKEN_COMMA)
			parse_fail(p, parse_pos(p), "only one machine can be refined");
	} while (parse_another(p, TOKEN_COMMA, "the name of a machine"));
}

static void promotes(struct parser *p, struct machine *m)
{
	uint32_t from = p->stack.count;
	struct pos pos = parse_pos(p);
	do {
		struct node *id = parse_node(p, OP_ID, parse_pos(p), 0);
		id->name = parse_dotted(p, "the name of an operation");
		VEC_PUSH(&p->stack, id);
	} while (parse_another(p, TOKEN_COMMA, "the name of an operation"));
	m->promotes = parse_pop(p, OP_LIST, pos, from);
}

/* ---- sets and free types ---------------------------------------------------------------------------------- */

/* name ["=" "{" ids "}"] {";" ...} */
static void sets(struct parser *p, struct machine *m)
{
	do {
		struct set_entry s = {.pos = parse_pos(p)};
		s.name = parse_dotted(p, "the name of a set");
		if (parse_accept(p, OP_EQUAL)) {
			struct pos opened = parse_expect(p, TOKEN_LBRACE, "before the elements of the set");
			s.elements = parse_ids(p, "the name of an element");
			parse_close(p, TOKEN_RBRACE, opened, "'{'");
		}
		VEC_PUSH(&m->sets, s);
	} while (parse_another(p, OP_COMPOSE, "the name of a set"));
}

static struct node *constructor(struct parser *p)
{
	struct node *id = parse_id(p, "the name of a constructor");
	struct pos opened = parse_pos(p);
	if (!parse_accept(p, TOKEN_LPAR)) return id;
	struct node *n = parse_node(p, OP_APPLY, opened, 2, id, parse_expr_in_parens(p));
	parse_close(p, TOKEN_RPAR, opened, "'('");
	return n;
}

/* name "=" constructor {"," constructor} {";" ...} */
static void freetypes(struct parser *p, struct machine *m)
{
	do {
		struct set_entry s = {.pos = parse_pos(p), .is_freetype = true};
		s.name = parse_id(p, "the name of a free type")->name;
		parse_expect(p, OP_EQUAL, "after the name of the free type");
		uint32_t from = p->stack.count;
		do VEC_PUSH(&p->stack, constructor(p));
		while (parse_accept(p, TOKEN_COMMA));
		s.elements = parse_pop(p, OP_LIST, s.pos, from);
		VEC_PUSH(&m->sets, s);
	} while (parse_another(p, OP_COMPOSE, "the name of a free type"));
}

/* ---- definitions ----------------------------------------------------------------------------------------------- */

/* Is there the head of a definition, k tokens ahead? */
static bool at_definition_head(const struct parser *p, uint32_t k)
{
	if (parse_peek_at(p, k) != TOKEN_ID) return false;
	if (parse_peek_at(p, k + 1) == TOKEN_DEFINED) return true;
	if (parse_peek_at(p, k + 1) != TOKEN_LPAR) return false;
	do k += 2;
	while (parse_peek_at(p, k) == TOKEN_ID && parse_peek_at(p, k + 1) == TOKEN_COMMA);
	return parse_peek_at(p, k) == TOKEN_ID && parse_peek_at(p, k + 1) == TOKEN_RPAR &&
	       parse_peek_at(p, k + 2) == TOKEN_DEFINED;
}

static bool ends_formula(int kind)
{
	switch (kind) {
	case TOKEN_ID:
	case TOKEN_NUMBER:
	case TOKEN_DECIMAL:
	case TOKEN_STRING:
	case TOKEN_TEMPLATE:
	case TOKEN_RPAR:
	case TOKEN_RBRACE:
	case TOKEN_RBRACKET:
	case TOKEN_TILDE:
	case TOKEN_END: return true;
	default: return kind < OP_COUNT && op_info((enum op)kind)->form == FORM_WORD;
	}
}

/* Does the body end k tokens ahead because the next definition comes, whatever is still open? Its
 * ';' may be missing. */
static bool at_next_definition(const struct parser *p, uint32_t k)
{
	if (parse_peek_at(p, k) == OP_COMPOSE) return at_definition_head(p, k + 1);
	return k > 0 && ends_formula(parse_peek_at(p, k - 1)) && at_definition_head(p, k);
}

/* The token behind the body that starts here: a ';', clause or END outside of all blocks, or
 * what comes before the next definition. */
static uint32_t body_end(const struct parser *p)
{
	int depth = 0;
	uint32_t k = 0;
	for (;; k++) {
		int kind = parse_peek_at(p, k);
		if (kind == TOKEN_END_OF_FILE) break;
		if (at_next_definition(p, k)) break;
		if (depth == 0 && (kind == OP_COMPOSE || kind == TOKEN_END || kind > TOKEN_DO)) break;
		/* In a text with an error, a clause keyword is a good place to stop. */
		if (kind > TOKEN_DO && kind != TOKEN_CLAUSE_INVARIANT && kind != TOKEN_CLAUSE_VARIANT)
			break;
		depth += parse_block_depth(kind);
		if (depth < 0) depth = 0;
	}
	return p->i + k;
}

static void check_parameters(struct parser *p, const struct node *ids)
{
	struct map seen = {0};
	for (uint32_t i = 0; ids && i < ids->count; i++) {
		const struct node *id = ids->kid[i];
		if (map_get(&seen, id->name))
			diag_at(p->diag, id->pos, DIAG_ERROR, "'%s' stands twice in this list", id->name);
		map_put(&seen, id->name, &seen);
	}
	map_clear(&seen);
}

static struct definition *definition_head(struct parser *p)
{
	struct definition *d = ARENA_NEW(p->arena, struct definition);
	d->pos = parse_pos(p);
	d->name = parse_id(p, "the name of a definition")->name;
	d->parameters = parse_parameters(p, "the name of a parameter");
	check_parameters(p, d->parameters);
	parse_expect(p, TOKEN_DEFINED, "after the name of the definition");
	return d;
}

/* Errors in one definition do not keep the others from being read. False after an error. */
static bool definition(struct parser *p, struct machine *m)
{
	jmp_buf back, *outer = p->recover;
	uint32_t stack = p->stack.count, nesting = p->nesting;
	struct definition *d = definition_head(p);
	uint32_t end = p->end, stop = body_end(p);
	p->recover = &back;
	p->end = stop;
	if (setjmp(back) == 0) {
		if (p->i == stop) {
			p->end = end;
			parse_unexpected(p, "the body of the definition");
		}
		struct node *body = parse_any(p);
		if (p->i < stop) {
			p->end = end;
			parse_report_unexpected(p, "';' or the end of the definition", true);
			parse_leave(p);
		}
		parse_check_depth(p, body);
		d->body = body;
		d->class = node_class(body);
		VEC_PUSH(&m->definitions, d);
	} else {
		p->stack.count = stack;
		p->nesting = nesting;
	}
	p->i = stop;
	p->end = end;
	p->recover = outer;
	return d->body != NULL;
}

/* A definition file is kept as a definition without body whose name is the path. */
static void definition_file(struct parser *p, struct machine *m)
{
	struct definition *d = ARENA_NEW(p->arena, struct definition);
	d->pos = parse_pos(p);
	d->name = parse_token(p)->text;
	p->i++;
	VEC_PUSH(&m->definitions, d);
}

static void definitions(struct parser *p, struct machine *m)
{
	bool good = true;
	do {
		if (parse_peek(p) == TOKEN_STRING) definition_file(p, m);
		/* what follows an error may not be a definition */
		else if (!good && !at_definition_head(p, 0)) parse_leave(p);
		else good = definition(p, m);
		if (parse_accept(p, OP_COMPOSE)) continue;
		if (!at_definition_head(p, 0)) return;
		parse_report(p, parse_pos(p), "';' is missing before the next definition");
	} while (!parse_at_clause(p));
}

/* ---- the rest --------------------------------------------------------------------------------------------------- */

static void values(struct parser *p, struct machine *m)
{
	do {
		struct value_entry v = {.pos = parse_pos(p)};
		v.name = parse_dotted(p, "the name of a set or constant");
		parse_expect(p, OP_EQUAL, "after the name");
		v.value = clause_predicate(p);
		VEC_PUSH(&m->values, v);
	} while (parse_another(p, OP_COMPOSE, "the name of a set or constant"));
}

static struct node *assertions(struct parser *p)
{
	uint32_t from = p->stack.count;
	struct pos pos = parse_pos(p);
	do VEC_PUSH(&p->stack, clause_predicate(p));
	while (parse_accept(p, OP_COMPOSE) && !parse_at_clause(p));
	return parse_pop(p, OP_LIST, pos, from);
}

static struct node *initialisation(struct parser *p)
{
	struct node *n = parse_subst(p);
	parse_check_depth(p, n);
	return n;
}

void parse_clause(struct parser *p, struct machine *m, enum clause clause)
{
	switch (clause) {
	case CLAUSE_CONSTRAINTS: m->constraints = clause_predicate(p); return;
	case CLAUSE_REFINES: references(p, m, REF_REFINES); return;
	case CLAUSE_SEES: references(p, m, REF_SEES); return;
	case CLAUSE_USES: references(p, m, REF_USES); return;
	case CLAUSE_INCLUDES: references(p, m, REF_INCLUDES); return;
	case CLAUSE_EXTENDS: references(p, m, REF_EXTENDS); return;
	case CLAUSE_IMPORTS: references(p, m, REF_IMPORTS); return;
	case CLAUSE_PROMOTES: promotes(p, m); return;
	case CLAUSE_SETS: sets(p, m); return;
	case CLAUSE_FREETYPES: freetypes(p, m); return;
	case CLAUSE_CONSTANTS:
	case CLAUSE_CONCRETE_CONSTANTS:
		m->concrete_constants = parse_ids(p, "the name of a constant");
		return;
	case CLAUSE_ABSTRACT_CONSTANTS:
		m->abstract_constants = parse_ids(p, "the name of a constant");
		return;
	case CLAUSE_PROPERTIES: m->properties = clause_predicate(p); return;
	case CLAUSE_VARIABLES:
	case CLAUSE_ABSTRACT_VARIABLES:
	case CLAUSE_HIDDEN_VARIABLES:
		m->abstract_variables = parse_ids(p, "the name of a variable");
		return;
	case CLAUSE_CONCRETE_VARIABLES:
	case CLAUSE_VISIBLE_VARIABLES:
		m->concrete_variables = parse_ids(p, "the name of a variable");
		return;
	case CLAUSE_INVARIANT: m->invariant = clause_predicate(p); return;
	case CLAUSE_ASSERTIONS: m->assertions = assertions(p); return;
	case CLAUSE_VARIANT: m->variant = clause_predicate(p); return;
	case CLAUSE_INITIALISATION: m->initialisation = initialisation(p); return;
	case CLAUSE_LOCAL_OPERATIONS: parse_operations(p, m, true); return;
	case CLAUSE_OPERATIONS: parse_operations(p, m, false); return;
	case CLAUSE_VALUES: values(p, m); return;
	case CLAUSE_DEFINITIONS:
	case CLAUSE_EXPRESSIONS:
	case CLAUSE_PREDICATES: definitions(p, m); return;
	case CLAUSE_COUNT: return;
	}
}
