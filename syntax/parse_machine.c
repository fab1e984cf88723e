/* Machines: header, clauses in any order, and which clauses go together. */
#include "syntax/parse_machine.h"

#include <ctype.h>

static const struct {
	const char *spelling, *kinds;
} clauses[CLAUSE_COUNT] = {
#define CLAUSE(tag, spelling, kinds) {spelling, kinds},
#include "syntax/clause.def"
#undef CLAUSE
};

struct node *parse_parameters(struct parser *p, const char *what)
{
	struct pos opened = parse_pos(p);
	if (!parse_accept(p, TOKEN_LPAR)) return NULL;
	parse_check_not_empty(p, what);
	struct node *ids = parse_ids(p, what);
	parse_close(p, TOKEN_RPAR, opened, "'('");
	return ids;
}

/* ---- header ------------------------------------------------------------------------------------- */

/* pragmas that may stand before the machine */
static void packages(struct parser *p, struct machine *m)
{
	uint32_t from = p->stack.count;
	struct pos pos = parse_pos(p);
	for (;; p->i++) {
		if (parse_peek(p) == TOKEN_PACKAGE) {
			m->package = parse_token(p)->text;
		} else if (parse_peek(p) == TOKEN_IMPORT) {
			struct node *n = parse_node(p, OP_ID, parse_pos(p), 0);
			n->name = parse_token(p)->text;
			VEC_PUSH(&p->stack, n);
		} else {
			break;
		}
	}
	if (p->stack.count > from) m->imports = parse_pop(p, OP_IDS, pos, from);
}

static bool is_blank(const struct source *s)
{
	uint32_t i = 0;
	while (i < s->length && isspace((unsigned char)s->text[i])) i++;
	return i == s->length;
}

static void header(struct parser *p, struct machine *m)
{
	static const char expected[] = "'MACHINE', 'REFINEMENT', 'IMPLEMENTATION' or 'DEFINITIONS'";
	packages(p, m);
	int kind = parse_peek(p);
	switch (kind) {
	case TOKEN_MACHINE: m->kind = MACHINE_ABSTRACT; break;
	case TOKEN_REFINEMENT: m->kind = MACHINE_REFINEMENT; break;
	case TOKEN_IMPLEMENTATION: m->kind = MACHINE_IMPLEMENTATION; break;
	case TOKEN_CLAUSE_DEFINITIONS:
		m->kind = MACHINE_DEFINITIONS;
		m->pos = parse_pos(p);
		return;
	case TOKEN_END_OF_FILE:
		parse_fail(p, (struct pos){p->source->start, 0}, "there %s in this file, expected %s",
		           is_blank(p->source) ? "is nothing" : "are only comments", expected);
	default: parse_unexpected(p, expected);
	}
	m->keyword = parse_token(p)->text;
	p->i++;
	m->pos = parse_pos(p);
	m->name = parse_dotted(p, "the name of the machine");
	m->parameters = parse_parameters(p, "the name of a parameter");
}

/* ---- clauses ------------------------------------------------------------------------------------- */

static enum clause same_clause(enum clause c)
{
	switch (c) {
	case CLAUSE_CONCRETE_CONSTANTS: return CLAUSE_CONSTANTS;
	case CLAUSE_ABSTRACT_VARIABLES:
	case CLAUSE_HIDDEN_VARIABLES: return CLAUSE_VARIABLES;
	case CLAUSE_VISIBLE_VARIABLES: return CLAUSE_CONCRETE_VARIABLES;
	default: return c;
	}
}

static const char *kind_name(enum machine_kind kind)
{
	return kind == MACHINE_ABSTRACT     ? "an abstract machine"
	       : kind == MACHINE_REFINEMENT ? "a refinement"
	                                    : "an implementation";
}

static void note_clause(struct parser *p, struct machine *m, enum clause clause, struct pos pos)
{
	if (m->kind == MACHINE_DEFINITIONS && clause != CLAUSE_DEFINITIONS)
		parse_fail(p, pos, "a definition file has no clause %s", clauses[clause].spelling);
	for (int c = 0; c < CLAUSE_COUNT; c++) {
		if (!m->clause_at[c].at || same_clause((enum clause)c) != same_clause(clause)) continue;
		diag_at(p->diag, pos, DIAG_ERROR, "clause %s is given twice", clauses[clause].spelling);
		diag_at(p->diag, m->clause_at[c], DIAG_NOTE, "the first one is here");
	}
	m->clause_at[clause] = pos;
	if (m->kind == MACHINE_DEFINITIONS || strchr(clauses[clause].kinds, "ARI"[m->kind])) return;
	if (strchr(clauses[clause].kinds, "ari"[m->kind]))
		diag_at(p->diag, pos, DIAG_WARNING,
		        "%s has concrete variables only: write CONCRETE_VARIABLES", kind_name(m->kind));
	else
		diag_at(p->diag, pos, DIAG_ERROR, "clause %s is not allowed in %s",
		        clauses[clause].spelling, kind_name(m->kind));
}

/* What may stand behind the content of a clause. */
static const char *expected_after(enum clause clause)
{
	switch (clause) {
	case CLAUSE_CONSTRAINTS:
	case CLAUSE_PROPERTIES:
	case CLAUSE_INVARIANT:
	case CLAUSE_VARIANT: return "an operator, a clause or 'END'";
	case CLAUSE_SETS:
	case CLAUSE_FREETYPES:
	case CLAUSE_VALUES:
	case CLAUSE_ASSERTIONS:
	case CLAUSE_DEFINITIONS:
	case CLAUSE_EXPRESSIONS:
	case CLAUSE_PREDICATES:
	case CLAUSE_LOCAL_OPERATIONS:
	case CLAUSE_OPERATIONS: return "';', a clause or 'END'";
	case CLAUSE_INITIALISATION: return "'||', ';', a clause or 'END'";
	case CLAUSE_COUNT: return "a clause or 'END'";
	default: return "',', a clause or 'END'";
	}
}

static bool is_predicate(enum clause c)
{
	return c == CLAUSE_CONSTRAINTS || c == CLAUSE_PROPERTIES || c == CLAUSE_INVARIANT;
}

/* Something else follows than a clause. */
static _Noreturn void unexpected_after(struct parser *p, enum clause clause)
{
	int kind = parse_peek(p);
	if (kind == TOKEN_RPAR || kind == TOKEN_RBRACE || kind == TOKEN_RBRACKET)
		parse_fail(p, parse_pos(p), "this '%s' closes nothing", lexer_spelling(kind));
	parse_report_unexpected(p, expected_after(clause), is_predicate(clause));
	if (is_predicate(clause) && kind == OP_COMPOSE)
		diag_at(p->diag, parse_pos(p), DIAG_NOTE,
		        "predicates are joined with '&'; a composition stands in parentheses");
	parse_leave(p);
}

/* After an error, on to what begins a clause. In a substitution, INVARIANT and VARIANT may belong
 * to a WHILE. */
static void skip_clause(struct parser *p, enum clause clause)
{
	bool in_code = clause == CLAUSE_INITIALISATION || clause == CLAUSE_OPERATIONS ||
	               clause == CLAUSE_LOCAL_OPERATIONS || clause == CLAUSE_DEFINITIONS;
	for (; parse_peek(p) != TOKEN_END_OF_FILE; p->i++) {
		int kind = parse_peek(p);
		bool of_while = kind == TOKEN_CLAUSE_INVARIANT || kind == TOKEN_CLAUSE_VARIANT;
		if (kind > TOKEN_DO && !(of_while && in_code)) return;
	}
}

/* Reads the clause at the current token; false after an error in it. */
static bool one_clause(struct parser *p, struct machine *m)
{
	jmp_buf back;
	uint32_t stack = p->stack.count, nesting = p->nesting;
	int kind = parse_peek(p);
	enum clause clause = kind > TOKEN_DO ? (enum clause)(kind - TOKEN_DO - 1) : CLAUSE_COUNT;
	p->recover = &back;
	if (setjmp(back)) {
		p->stack.count = stack;
		p->nesting = nesting;
		p->end = p->tokens.list.count - 1;
		skip_clause(p, clause);
		return false;
	}
	if (clause == CLAUSE_COUNT) unexpected_after(p, clause);
	struct pos pos = parse_pos(p);
	p->i++; /* before anything can fail: recovery stops at the next clause */
	note_clause(p, m, clause, pos);
	parse_clause(p, m, clause);
	if (!parse_at_clause(p)) unexpected_after(p, clause);
	return true;
}

/* ---- which clauses belong together ----------------------------------------------------------------- */

static struct pos first_of(const struct machine *m, const enum clause *list)
{
	for (; *list != CLAUSE_COUNT; list++)
		if (m->clause_at[*list].at) return m->clause_at[*list];
	return (struct pos){0};
}

static void needs(struct parser *p, struct machine *m, const enum clause *if_any,
                  enum clause needed, const char *what)
{
	struct pos pos = first_of(m, if_any);
	if (pos.at && !m->clause_at[needed].at)
		diag_at(p->diag, pos, DIAG_ERROR, "%s, but there is no clause %s", what,
		        clauses[needed].spelling);
}

/* A parameter in capitals is a set, others are scalars (B-Book 12.1.7). */
static void check_parameters(struct parser *p, struct machine *m)
{
	for (uint32_t i = 0; m->parameters && i < m->parameters->count; i++) {
		const struct node *id = m->parameters->kid[i];
		bool scalar = false;
		for (const char *s = id->name; *s; s++) scalar |= islower((unsigned char)*s) != 0;
		if (scalar && !m->clause_at[CLAUSE_CONSTRAINTS].at) {
			diag_at(p->diag, id->pos, DIAG_ERROR,
			        "'%s' is a scalar parameter, but there is no clause CONSTRAINTS", id->name);
			return;
		}
	}
}

static void check_clauses(struct parser *p, struct machine *m)
{
	static const enum clause constants[] = {CLAUSE_CONSTANTS, CLAUSE_CONCRETE_CONSTANTS,
	                                        CLAUSE_ABSTRACT_CONSTANTS, CLAUSE_COUNT};
	static const enum clause variables[] = {CLAUSE_VARIABLES,         CLAUSE_ABSTRACT_VARIABLES,
	                                        CLAUSE_HIDDEN_VARIABLES,  CLAUSE_CONCRETE_VARIABLES,
	                                        CLAUSE_VISIBLE_VARIABLES, CLAUSE_COUNT};
	if (m->kind == MACHINE_DEFINITIONS) return;
	if (m->kind == MACHINE_ABSTRACT) {
		needs(p, m, constants, CLAUSE_PROPERTIES, "there are constants");
		needs(p, m, variables, CLAUSE_INVARIANT, "there are variables");
		needs(p, m, variables, CLAUSE_INITIALISATION, "there are variables");
		check_parameters(p, m);
	} else if (!m->clause_at[CLAUSE_REFINES].at) {
		diag_at(p->diag, m->pos, DIAG_ERROR, "%s needs the clause REFINES", kind_name(m->kind));
	}
}

/* ---- all together ------------------------------------------------------------------------------------ */

static bool read_header(struct parser *p, struct machine *m)
{
	jmp_buf back;
	p->recover = &back;
	if (setjmp(back)) return false;
	header(p, m);
	return true;
}

static void read_end(struct parser *p, struct machine *m)
{
	jmp_buf back;
	p->recover = &back;
	if (setjmp(back)) return;
	struct pos pos = parse_pos(p);
	if (m->kind == MACHINE_DEFINITIONS) {
		if (parse_peek(p) != TOKEN_END_OF_FILE) parse_unexpected(p, "a definition");
	} else if (!parse_accept(p, TOKEN_END)) {
		diag_at(p->diag, pos, DIAG_ERROR, "expected 'END', found the end of the file");
		diag_at(p->diag, m->pos, DIAG_NOTE, "to end this machine");
	} else if (parse_peek(p) != TOKEN_END_OF_FILE) {
		parse_report_unexpected(p, "the end of the file after 'END'", false);
		diag_at(p->diag, pos, DIAG_NOTE, "this 'END' ends the machine");
	}
}

void parse_machine(struct parser *p, struct machine *m)
{
	if (!read_header(p, m)) return;
	bool good = true;
	while (parse_peek(p) != TOKEN_END && parse_peek(p) != TOKEN_END_OF_FILE)
		good &= one_clause(p, m);
	if (!good) return;
	read_end(p, m);
	check_clauses(p, m);
}
