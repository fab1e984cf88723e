/* Types of formulas and substitutions, and every message of the type checker.
 *
 * A row is a text and what the checker makes of it: the type of an expression, "ok" for the
 * others, then the types of those of u, v, w that occur; or the messages, each with its column.
 * What is declared: see declare_all. */
#include "syntax/inside.h"
#include "tests/greatest.h"

struct row {
	const char *text, *expected;
};

struct fixture {
	struct arena arena;
	struct names names;
	struct diag diag;
	struct scope scope;
	struct checker *checker;
	struct decl *free[3]; /* u, v, w: their types are inferred */
	struct text result;
};

/* ---- what the rows may use ------------------------------------------------------------------------ */

static struct decl *declare(struct fixture *f, enum decl_kind kind, const char *text,
                            struct type *type, enum scope_access access)
{
	struct decl *d = ARENA_NEW(&f->arena, struct decl);
	d->kind = kind;
	d->name = d->full_name = names_of(&f->names, text);
	d->type = type;
	scope_add(&f->scope, d->name, d, access, NULL);
	return d;
}

static struct node *ids(struct fixture *f, struct decl *d)
{
	struct node *list = node_new(&f->arena, OP_IDS, (struct pos){0}, d ? 1 : 0);
	if (!d) return list;
	list->kid[0] = node_new(&f->arena, OP_ID, (struct pos){0}, 0);
	list->kid[0]->decl = d;
	return list;
}

static void declare_operation(struct fixture *f, const char *text, struct type *result,
                              struct type *parameter)
{
	struct decl *d = declare(f, DECL_OPERATION, text, NULL, SCOPE_CALL);
	struct decl *in = parameter ? ARENA_NEW(&f->arena, struct decl) : NULL;
	struct decl *out = result ? ARENA_NEW(&f->arena, struct decl) : NULL;
	if (in) *in = (struct decl){.kind = DECL_INPUT, .name = "p", .type = parameter};
	if (out) *out = (struct decl){.kind = DECL_OUTPUT, .name = "q", .type = result};
	d->operation = ARENA_NEW(&f->arena, struct operation);
	d->operation->parameters = ids(f, in);
	d->operation->results = ids(f, out);
}

static struct type *record(struct fixture *f)
{
	struct type_field *fields = ARENA_ARRAY(&f->arena, 2, struct type_field);
	fields[0] = (struct type_field){names_of(&f->names, "on"), type_new(f->checker, TYPE_BOOL)};
	fields[1] = (struct type_field){names_of(&f->names, "no"), type_new(f->checker, TYPE_INTEGER)};
	return type_record(f->checker, fields, 2);
}

static void declare_all(struct fixture *f)
{
	struct checker *c = f->checker;
	struct type *z = type_new(c, TYPE_INTEGER), *b = type_new(c, TYPE_BOOL);
	struct decl *set = declare(f, DECL_DEFERRED_SET, "ID", NULL, SCOPE_READ);
	struct type *id = type_given(c, set);
	set->type = type_pow(c, id);
	declare(f, DECL_ELEMENT, "elem", id, SCOPE_READ);
	struct decl *tree = declare(f, DECL_FREETYPE, "Tree", NULL, SCOPE_READ);
	struct type *t = type_given(c, tree);
	tree->type = type_pow(c, t);
	declare(f, DECL_CONSTRUCTOR, "leaf", t, SCOPE_READ);
	declare(f, DECL_CONSTRUCTOR, "node", type_pow(c, type_pair(c, type_pair(c, t, z), t)), SCOPE_READ);
	declare(f, DECL_CONSTANT, "cst", z, SCOPE_READ);
	declare(f, DECL_INPUT, "inp", z, SCOPE_READ);
	declare(f, DECL_SET_PARAMETER, "PAR", type_pow(c, z), SCOPE_READ);
	declare(f, DECL_VARIABLE, "num", z, SCOPE_WRITE);
	declare(f, DECL_VARIABLE, "bol", b, SCOPE_WRITE);
	declare(f, DECL_VARIABLE, "ids", type_pow(c, id), SCOPE_WRITE);
	declare(f, DECL_VARIABLE, "fun", type_pow(c, type_pair(c, z, b)), SCOPE_WRITE);
	declare(f, DECL_VARIABLE, "mat", type_pow(c, type_pair(c, type_pair(c, z, id), b)), SCOPE_WRITE);
	declare(f, DECL_VARIABLE, "rcd", record(f), SCOPE_WRITE);
	declare(f, DECL_VARIABLE, "seen", z, SCOPE_READ);
	struct decl *hidden = declare(f, DECL_VARIABLE, "hidden", z, SCOPE_HIDDEN);
	scope_add(&f->scope, hidden->name, hidden, SCOPE_HIDDEN, "it belongs to another machine");
	declare_operation(f, "act", NULL, NULL);
	declare_operation(f, "put", NULL, z);
	declare_operation(f, "get", b, z);
	struct decl *own = declare(f, DECL_OPERATION, "own", NULL, SCOPE_READ);
	scope_add(&f->scope, own->name, own, SCOPE_READ, "it is of this machine");
}

/* ---- from a text to its result ------------------------------------------------------------------------ */

static void open_fixture(struct fixture *f)
{
	memset(f, 0, sizeof *f);
	names_init(&f->names);
	diag_init(&f->diag, &f->names);
	arena_init(&f->arena);
	f->scope.arena = &f->arena;
	f->checker = types_open(&f->arena, &f->names, &f->diag);
	declare_all(f);
}

static void close_fixture(struct fixture *f)
{
	types_close(f->checker);
	scope_clear(&f->scope);
	text_clear(&f->result);
	arena_clear(&f->arena);
	diag_clear(&f->diag);
	names_clear(&f->names);
}

static void declare_free(struct fixture *f, const struct node *n)
{
	if (n->op == OP_ID && strlen(n->name) == 1 && *n->name >= 'u' && *n->name <= 'w') {
		struct decl **d = &f->free[*n->name - 'u'];
		if (!*d) {
			*d = declare(f, DECL_VARIABLE, n->name, NULL, SCOPE_WRITE);
			(*d)->pos = n->pos;
			types_declare(f->checker, *d);
		}
	}
	for (uint32_t i = 0; i < n->count; i++) declare_free(f, n->kid[i]);
}

static void show_messages(struct fixture *f)
{
	for (uint32_t i = 0; i < f->diag.messages.count; i++) {
		const struct message *m = &f->diag.messages.at[i];
		struct place p = diag_place(&f->diag, m->pos);
		text_format(&f->result, "%s%s%u: %s", i ? "; " : "", m->severity == DIAG_NOTE ? "note " : "",
		            p.column, m->text);
	}
}

static void show_types(struct fixture *f, const struct node *n)
{
	if (n->type) print_type(n->type, &f->result);
	else text_add(&f->result, "ok");
	for (int i = 0; i < 3; i++) {
		if (!f->free[i]) continue;
		text_format(&f->result, " %s:", f->free[i]->name);
		print_type(f->free[i]->type, &f->result);
	}
}

static struct node *parse(struct fixture *f, const char *text)
{
	const struct source *s = diag_source(&f->diag, "test", text, strlen(text), true);
	return parse_formula(&f->arena, &f->names, &f->diag, s);
}

static const char *check(struct fixture *f, const char *text, struct node **out)
{
	struct node *n = parse(f, text);
	if (n) {
		declare_free(f, n);
		if (node_class(n) == CLASS_SUBST) types_substitution(f->checker, &n, &f->scope);
		else types_formula(f->checker, &n, &f->scope);
	}
	types_finish(f->checker);
	if (f->diag.errors) show_messages(f);
	else show_types(f, n);
	if (out) *out = n;
	return text_get(&f->result);
}

TEST row(const struct row *r)
{
	struct fixture f;
	static char got[4000]; /* outlives the fixture, for the report */
	open_fixture(&f);
	snprintf(got, sizeof got, "%s", check(&f, r->text, NULL));
	close_fixture(&f);
	ASSERT_STR_EQm(r->text, r->expected, got);
	PASS();
}

#define RUN_ROWS(rows)                                                                             \
	for (size_t i_ = 0; i_ < sizeof(rows) / sizeof((rows)[0]); i_++) RUN_TEST1(row, &(rows)[i_])

#include "tests/test_types_rows.h"

/* ---- more than a row can say ---------------------------------------------------------------------------- */

SUITE(tables)
{
	RUN_ROWS(signatures);
	RUN_ROWS(forms);
	RUN_ROWS(overloads);
	RUN_ROWS(records);
	RUN_ROWS(errors);
	RUN_ROWS(names_and_words);
	RUN_ROWS(substitutions);
}
