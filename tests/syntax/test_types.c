/* Types of formulas and substitutions, and every message of the type checker.
 *
 * A row is a text and what the checker makes of it: the type of an expression, "ok" for the
 * others, then the types of those of u, v, w that occur; or the messages, each with its column.
 * What is declared: see declare_all. */
#include "tests/greatest.h"
#include "tests/syntax/types_rows.h"

#include "syntax/inside.h"

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

static const struct node *ids(struct fixture *f, struct decl *d)
{
	struct node *list = node_new(&f->arena, OP_IDS, (struct pos){0}, d ? 1 : 0);
	if (!d) return list;
	struct node *id = node_new(&f->arena, OP_ID, (struct pos){0}, 0);
	id->decl = d;
	list->kid[0] = id;
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
	declare(f, DECL_CONSTRUCTOR, "node", type_pow(c, type_pair(c, type_pair(c, t, z), t)),
	        SCOPE_READ);
	declare(f, DECL_CONSTANT, "cst", z, SCOPE_READ);
	declare(f, DECL_INPUT, "inp", z, SCOPE_READ);
	declare(f, DECL_SET_PARAMETER, "PAR", type_pow(c, z), SCOPE_READ);
	declare(f, DECL_VARIABLE, "num", z, SCOPE_WRITE);
	declare(f, DECL_VARIABLE, "bol", b, SCOPE_WRITE);
	declare(f, DECL_VARIABLE, "ids", type_pow(c, id), SCOPE_WRITE);
	declare(f, DECL_VARIABLE, "fun", type_pow(c, type_pair(c, z, b)), SCOPE_WRITE);
	declare(f, DECL_VARIABLE, "mat", type_pow(c, type_pair(c, type_pair(c, z, id), b)),
	        SCOPE_WRITE);
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
		text_format(&f->result, "%s%s%u: %s", i ? "; " : "",
		            m->severity == DIAG_NOTE ? "note " : "", p.column, m->text);
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

static const struct node *parse(struct fixture *f, const char *text)
{
	const struct source *s = diag_source(&f->diag, "test", text, strlen(text), true);
	return parse_formula(&f->arena, &f->names, &f->diag, s);
}

static const char *check(struct fixture *f, const char *text, bool is_subst,
                         const struct node **out)
{
	const struct node *n = parse(f, text);
	if (n) {
		declare_free(f, n);
		if (is_subst) types_substitution(f->checker, &n, &f->scope);
		else types_formula(f->checker, &n, &f->scope);
	}
	types_finish(f->checker);
	if (f->diag.errors) show_messages(f);
	else show_types(f, n);
	if (out) *out = n;
	return text_get(&f->result);
}

TEST row(const struct row *r, bool is_subst)
{
	struct fixture f;
	static char got[4000]; /* outlives the fixture, for the report */
	open_fixture(&f);
	snprintf(got, sizeof got, "%s", check(&f, r->text, is_subst, NULL));
	close_fixture(&f);
	ASSERT_STR_EQm(r->text, r->expected, got);
	PASS();
}

#define RUN_ROWS(rows, is_subst)                                                                   \
	for (size_t i_ = 0; i_ < sizeof(rows) / sizeof((rows)[0]); i_++)                               \
	RUN_TESTp(row, &(rows)[i_], is_subst)

SUITE(tables)
{
	RUN_ROWS(signatures, false);
	RUN_ROWS(forms, false);
	RUN_ROWS(overloads, false);
	RUN_ROWS(records, false);
	RUN_ROWS(errors, false);
	RUN_ROWS(names_and_words, false);
	RUN_ROWS(substitutions, true);
}

/* ---- external functions: calls are turned into EXTERNAL_CALL by hand -------------------------------- */

static const struct node *declaration(struct fixture *f, const struct own *o)
{
	struct node *list = node_new(&f->arena, OP_LIST, (struct pos){0}, o->parameter ? 2 : 1);
	list->name = names_of(&f->names, o->kind);
	list->kid[0] = parse(f, o->type);
	if (!o->parameter) return list;
	struct node *id = node_new(&f->arena, OP_ID, (struct pos){0}, 0);
	id->name = names_of(&f->names, o->parameter);
	list->kid[1] = id;
	return list;
}

static const struct node *external_call(struct fixture *f, const struct node *n, name called)
{
	const struct own *o = NULL;
	uint32_t count = n->op == OP_APPLY ? n->count - 1 : 0;
	for (size_t i = 0; i < sizeof own_externals / sizeof own_externals[0]; i++)
		if (strcmp(own_externals[i].name, called) == 0) o = &own_externals[i];
	struct node *call = node_new(&f->arena, OP_EXTERNAL_CALL, n->pos, count + (o != NULL));
	call->name = called;
	if (count) memcpy(call->kid, n->kid + 1, count * sizeof n->kid[0]);
	if (o) call->kid[count] = declaration(f, o);
	return call;
}

static const struct node *with_externals(struct fixture *f, const struct node *n)
{
	const struct node *id = n->op == OP_APPLY ? n->kid[0] : n;
	bool is_call = id->op == OP_ID && (external_find(id->name) || strncmp(id->name, "my_", 3) == 0);
	struct node *result = node_draft(is_call ? external_call(f, n, id->name) : n);
	for (uint32_t i = 0; i < result->count; i++)
		if (result->kid[i]->op != OP_LIST) result->kid[i] = with_externals(f, result->kid[i]);
	return result;
}

TEST external(const struct row *r, bool is_subst)
{
	struct fixture f;
	static char got[4000];
	open_fixture(&f);
	const struct node *n = with_externals(&f, parse(&f, r->text));
	if (is_subst) types_substitution(f.checker, &n, &f.scope);
	else types_formula(f.checker, &n, &f.scope);
	types_finish(f.checker);
	if (f.diag.errors) show_messages(&f);
	else show_types(&f, n);
	snprintf(got, sizeof got, "%s", text_get(&f.result));
	close_fixture(&f);
	ASSERT_STR_EQm(r->text, r->expected, got);
	PASS();
}

SUITE(externals)
{
	for (size_t i = 0; i < sizeof external_formulas / sizeof external_formulas[0]; i++)
		RUN_TESTp(external, &external_formulas[i], false);
	for (size_t i = 0; i < sizeof external_substitutions / sizeof external_substitutions[0]; i++)
		RUN_TESTp(external, &external_substitutions[i], true);
}

/* Every type text of the table can be read. */
TEST all_externals_can_be_called(void)
{
	static const char *const text[] = {
#define EXTERNAL(kind, name, parameters, type, library) #name,
#include "syntax/external.def"
	};
	for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
		struct fixture f;
		open_fixture(&f);
		struct decls unknown = {0};
		uint32_t count = 0;
		const struct node *n = NULL;
		/* the right number of arguments is found by trying */
		do {
			f.diag.errors = f.diag.messages.count = 0;
			struct node *call = node_new(&f.arena, OP_EXTERNAL_CALL, (struct pos){0}, count);
			call->name = names_of(&f.names, text[i]);
			for (uint32_t k = 0; k < count; k++) {
				struct node *id = node_new(&f.arena, OP_ID, (struct pos){k + 1, 0}, 0);
				id->name = names_of(&f.names, arena_format(&f.arena, "arg%u", k));
				call->kid[k] = id;
			}
			n = call;
			types_collect_unknown(f.checker, &unknown);
			if (external_find(text[i])->kind == EXTERNAL_SUBSTITUTION)
				types_substitution(f.checker, &n, &f.scope);
			else types_formula(f.checker, &n, &f.scope);
		} while (f.diag.errors && ++count < 10);
		uint32_t count_of_errors = f.diag.errors;
		types_finish(f.checker);
		VEC_CLEAR(&unknown.list);
		close_fixture(&f);
		ASSERT_EQm(text[i], 0u, count_of_errors);
	}
	PASS();
}

/* ---- more than a row can say ---------------------------------------------------------------------------- */

static bool is_final(const struct type *t)
{
	if (t->kind == TYPE_VAR || t->kind == TYPE_ERROR) return false;
	for (uint32_t i = 0; t->kind == TYPE_RECORD && i < t->count; i++)
		if (!is_final(t->fields[i].type)) return false;
	if (t->kind == TYPE_POW) return is_final(t->a);
	return t->kind != TYPE_PAIR || (is_final(t->a) && is_final(t->b));
}

static bool tree_is_final(const struct node *n)
{
	bool final = !n->type || is_final(n->type);
	if (n->op == OP_ID && n->decl && n->decl->type) final = final && is_final(n->decl->type);
	for (uint32_t i = 0; final && i < n->count; i++) final = tree_is_final(n->kid[i]);
	return final;
}

TEST no_variable_is_left_in_a_finished_tree(void)
{
	static const char *const texts[] = {
	    "u = {} & v = u - w & w = {[{}], [{(1, rec(a:2, b:{TRUE}))}]}",
	    "{} = {}",
	    "%(x, y).(x - y = 1 | x * y)",
	    "u(1)'f = v'f & v = rec(f:{}) & ran(u) = {v} & v'f <: ID",
	    "w = {x, y | x * y = {}} & {TRUE} = union(dom(w)) & union(ran(w)) = ids",
	    "union({}) = u & {v} = {} & v - w = v & u = ids & w = u",
	};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct fixture f;
		const struct node *n;
		open_fixture(&f);
		check(&f, texts[i], false, &n);
		bool fine = f.diag.errors == 0 && tree_is_final(n);
		close_fixture(&f);
		ASSERTm(texts[i], fine);
	}
	PASS();
}

TEST operators_of_sets_get_their_own_tag(void)
{
	struct fixture f;
	const struct node *n;
	open_fixture(&f);
	check(&f, "u - v * w = {} & w = ids & v = ids", false, &n);
	ASSERT_EQ(0u, f.diag.errors);
	ASSERT_EQ(OP_DIFFERENCE, n->kid[0]->kid[0]->op);
	ASSERT_EQ(OP_PRODUCT, n->kid[0]->kid[0]->kid[1]->op);
	close_fixture(&f);
	PASS();
}

TEST numbers_keep_minus_and_times(void)
{
	struct fixture f;
	const struct node *n;
	open_fixture(&f);
	check(&f, "u - v * w = 1", false, &n);
	ASSERT_EQ(OP_MINUS, n->kid[0]->op);
	ASSERT_EQ(OP_TIMES, n->kid[0]->kid[1]->op);
	close_fixture(&f);
	PASS();
}

TEST words_become_operators(void)
{
	struct fixture f;
	const struct node *n;
	open_fixture(&f);
	check(&f, "finite(ids) & REAL = {} & left(u) = left(bin(1))", false, &n);
	ASSERT_EQ(0u, f.diag.errors);
	ASSERT_EQ(OP_FINITE, n->kid[0]->op);
	ASSERT_EQ(1u, n->kid[0]->count);
	ASSERT_EQ(OP_REAL_SET, n->kid[1]->kid[0]->op);
	ASSERT_EQ(OP_LEFT, n->kid[2]->kid[0]->op);
	close_fixture(&f);
	PASS();
}

TEST formulas_become_substitutions(void)
{
	struct fixture f;
	const struct node *n;
	open_fixture(&f);
	check(&f, "IF num = 1 THEN act ELSE LET x BE x = 2 IN put(x) END END", true, &n);
	ASSERT_EQ(0u, f.diag.errors);
	ASSERT_EQ(OP_S_IF, n->op);
	ASSERT_EQ(OP_S_CALL, n->kid[1]->op);
	ASSERT_EQ(DECL_OPERATION, n->kid[1]->decl->kind);
	ASSERT_EQ(OP_S_LET, n->kid[2]->op);
	ASSERT_EQ(OP_S_CALL, n->kid[2]->kid[2]->op);
	ASSERT_EQ(1u, n->kid[2]->kid[2]->kid[1]->count);
	close_fixture(&f);
	PASS();
}

TEST undeclared_names_are_collected_on_demand(void)
{
	struct fixture f;
	struct decls unknown = {0};
	open_fixture(&f);
	types_collect_unknown(f.checker, &unknown);
	ASSERT_STR_EQ("ok", check(&f, "some = {other} & other = TRUE", false, NULL));
	ASSERT_EQ(2u, unknown.list.count);
	ASSERT_STR_EQ("some", unknown.list.at[0]->name);
	ASSERT_EQ(TYPE_POW, unknown.list.at[0]->type->kind);
	ASSERT_EQ(TYPE_BOOL, unknown.list.at[1]->type->kind);
	VEC_CLEAR(&unknown.list);
	close_fixture(&f);
	PASS();
}

/* Definitions may bring anything anywhere; here a kid is replaced by hand. */
static const char *check_replaced(struct fixture *f, const char *text, const char *part,
                                  bool is_subst)
{
	const struct node *n = parse(f, text), *new = parse(f, part);
	struct node *above = node_draft(n->op == OP_S_ASSIGN ? n->kid[0] : n);
	node_draft(new)->pos = above->kid[0]->pos;
	above->kid[0] = new;
	if (is_subst) types_substitution(f->checker, &n, &f->scope);
	else types_formula(f->checker, &n, &f->scope);
	types_finish(f->checker);
	show_messages(f);
	return text_get(&f->result);
}

TEST a_place_is_a_variable(void)
{
	struct fixture f;
	open_fixture(&f);
	ASSERT_STR_EQ("1: only variables can be assigned", check_replaced(&f, "num := 1", "5", true));
	close_fixture(&f);
	PASS();
}

TEST a_substitution_is_no_value(void)
{
	struct fixture f;
	open_fixture(&f);
	ASSERT_STR_EQ("1: an expression is expected here, but this is a substitution",
	              check_replaced(&f, "num + 1", "skip", false));
	close_fixture(&f);
	PASS();
}

TEST a_substitution_is_no_predicate(void)
{
	struct fixture f;
	open_fixture(&f);
	ASSERT_STR_EQ("1: a predicate is expected here, but this is a substitution",
	              check_replaced(&f, "num & num = 1", "skip", false));
	close_fixture(&f);
	PASS();
}

TEST a_note_leads_to_the_operation(void)
{
	struct fixture f;
	open_fixture(&f);
	const struct node *n = parse(&f, "     put");
	name put = names_of(&f.names, "put");
	((struct scope_entry *)map_get(&f.scope.entries, put))->decl->pos = (struct pos){3, 0};
	types_substitution(f.checker, &n, &f.scope);
	show_messages(&f);
	ASSERT_STR_EQ("6: 'put' takes 1 argument, found 0; note 3: 'put' is declared here",
	              text_get(&f.result));
	close_fixture(&f);
	PASS();
}

TEST gaps_are_no_errors_where_they_are_expected(void)
{
	struct fixture f;
	open_fixture(&f);
	types_expect_gaps(f.checker);
	check(&f, "u = {} & v'a = w", false, NULL);
	ASSERT_EQ(0u, f.diag.errors);
	close_fixture(&f);
	PASS();
}

TEST types_flow_between_trees(void)
{
	struct fixture f;
	open_fixture(&f);
	const struct node *a = parse(&f, "u - v = w"), *b = parse(&f, "w <: ID");
	declare_free(&f, a);
	types_predicate(f.checker, &a, &f.scope);
	types_predicate(f.checker, &b, &f.scope);
	types_finish(f.checker);
	ASSERT_EQ(0u, f.diag.errors);
	ASSERT_EQ(OP_DIFFERENCE, a->kid[0]->op);
	ASSERT_EQ(TYPE_POW, f.free[0]->type->kind);
	close_fixture(&f);
	PASS();
}

TEST an_expected_type_is_checked(void)
{
	struct fixture f;
	open_fixture(&f);
	const struct node *n = parse(&f, "num");
	types_expression(f.checker, &n, &f.scope, type_new(f.checker, TYPE_BOOL));
	show_messages(&f);
	ASSERT_STR_EQ("1: BOOL is expected here, but this is INTEGER", text_get(&f.result));
	close_fixture(&f);
	PASS();
}

TEST a_second_checker_uses_finished_types(void)
{
	struct fixture f;
	open_fixture(&f);
	check(&f, "u = {(1, {TRUE})}", false, NULL);
	struct checker *second = types_open(&f.arena, &f.names, &f.diag);
	const struct node *good = parse(&f, "u = {(2, {})}"), *bad = parse(&f, "u = {2}");
	types_predicate(second, &good, &f.scope);
	ASSERT_EQ(0u, f.diag.errors);
	types_predicate(second, &bad, &f.scope);
	ASSERT_EQ(1u, f.diag.errors);
	types_finish(second);
	types_close(second);
	close_fixture(&f);
	PASS();
}

/* x1 = (x0, x0) & x2 = (x1, x1) & ...: the type of the last has 2**n leaves. */
TEST large_shared_types_are_no_problem(void)
{
	struct fixture f;
	struct decls unknown = {0};
	struct text t = {0};
	open_fixture(&f);
	text_add(&t, "x0 = 1 & y0 = 1");
	for (int i = 0; i < 200; i++)
		text_format(&t, " & x%d = (x%d, x%d) & y%d = (y%d, y%d)", i + 1, i, i, i + 1, i, i);
	text_add(&t, " & x200 = y200 & x200 = 1");
	types_collect_unknown(f.checker, &unknown);
	const char *got = check(&f, text_get(&t), false, NULL);
	ASSERT_EQ(1u, f.diag.errors);
	ASSERT(strstr(got, "the types of both sides differ: INTEGER*INTEGER*(INTEGER*INTEGER)*"));
	ASSERT_LT(strlen(got), 20000u);
	text_clear(&t);
	VEC_CLEAR(&unknown.list);
	close_fixture(&f);
	PASS();
}

TEST locals_are_popped(void)
{
	struct scope s = {0};
	struct arena arena;
	struct decl outer = {.name = "x"}, inner = {.name = "x"};
	inner.name = outer.name; /* interned names are equal pointers */
	arena_init(&arena);
	s.arena = &arena;
	scope_add(&s, outer.name, &outer, SCOPE_READ, NULL);
	scope_push(&s, &inner, SCOPE_WRITE);
	ASSERT_EQ(&inner, scope_find(&s, outer.name)->decl);
	scope_pop(&s, 0);
	ASSERT_EQ(&outer, scope_find(&s, outer.name)->decl);
	scope_clear(&s);
	arena_clear(&arena);
	PASS();
}

SUITE(checker)
{
	RUN_TEST(all_externals_can_be_called);
	RUN_TEST(no_variable_is_left_in_a_finished_tree);
	RUN_TEST(operators_of_sets_get_their_own_tag);
	RUN_TEST(numbers_keep_minus_and_times);
	RUN_TEST(words_become_operators);
	RUN_TEST(formulas_become_substitutions);
	RUN_TEST(undeclared_names_are_collected_on_demand);
	RUN_TEST(a_place_is_a_variable);
	RUN_TEST(a_substitution_is_no_value);
	RUN_TEST(a_substitution_is_no_predicate);
	RUN_TEST(a_note_leads_to_the_operation);
	RUN_TEST(gaps_are_no_errors_where_they_are_expected);
	RUN_TEST(types_flow_between_trees);
	RUN_TEST(an_expected_type_is_checked);
	RUN_TEST(a_second_checker_uses_finished_types);
	RUN_TEST(large_shared_types_are_no_problem);
	RUN_TEST(locals_are_popped);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(tables);
	RUN_SUITE(externals);
	RUN_SUITE(checker);
	GREATEST_MAIN_END();
}
