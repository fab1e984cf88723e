/* Terms of Prolog, and how components of Event-B become machines. */
#include "tests/greatest.h"

#include "eventb/inside.h"
#include "eventb/prolog.h"

#include <unistd.h>

static struct names names;
static struct diag diag;

static void open_all(void *unused)
{
	(void)unused;
	names_init(&names);
	diag_init(&diag, &names);
}

static void close_all(void *unused)
{
	(void)unused;
	diag_clear(&diag);
	names_clear(&names);
}

/* ---- terms ------------------------------------------------------------------------------------------- */

static void dump(const struct prolog_term *t, struct text *out)
{
	text_format(out, t->kind == TERM_TEXT ? "\"%s\"" : t->kind == TERM_LIST ? "" : "%s", t->text);
	if (t->count == 0 && t->kind != TERM_LIST) return;
	text_add_char(out, t->kind == TERM_LIST ? '[' : '(');
	for (uint32_t i = 0; i < t->count; i++) {
		if (i) text_add_char(out, ',');
		dump(t->kid[i], out);
	}
	text_add_char(out, t->kind == TERM_LIST ? ']' : ')');
}

static bool reads_as(const char *text, size_t length, const char *expected)
{
	struct arena arena;
	struct text out = {0};
	const struct prolog_term *const *clauses;
	uint32_t count;
	arena_init(&arena);
	const struct source *s = diag_source(&diag, "t.eventb", text, length, true);
	uint32_t before = diag.messages.count;
	if (prolog_read(&arena, &names, &diag, s, &clauses, &count))
		for (uint32_t i = 0; i < count; i++) {
			dump(clauses[i], &out);
			text_add_char(&out, '.');
		}
	else
		text_format(&out, "error %u: %s", diag.messages.at[before].pos.at - s->start,
		            diag.messages.at[before].text);
	bool good = strcmp(text_get(&out), expected) == 0;
	if (!good) printf("%s\n  is read as  %s\n  and not as  %s\n", text, text_get(&out), expected);
	text_clear(&out);
	arena_clear(&arena);
	return good;
}

static const char *const terms[][2] = {
    {"a.", "a."},
    {"f(a,B,_c,-12,[],[x,[y]]). g.", "f(a,B,_c,-12,[],[x,[y]]).g."},
    {"'it''s'('\\'','a\\\\b','\\x41\\','\\21022\\').", "it's(',a\\b,A,−)."},
    {"% c\np( /* ( */ \"t\" ) .", "p(\"t\")."},
    {"p(a=0, b-1, x:y:z).", "p(=(a,0),-(b,1),:(x,:(y,z)))."},
    {"größe(é).", "größe(é)."},
    {"[a|T].", "[a]."},
    {"f(a", "error 1: this bracket is never closed"},
    {"f(a b).", "error 4: ',' or ')' is expected here"},
    {"'abc", "error 0: this quote is never closed"},
    {"'\\q'.", "error 1: this character in a quoted name is not known"},
    {"a", "error 1: '.' is expected here"},
    {"f(,).", "error 2: no term begins like this"},
    {"/* a", "error 0: this comment has no end"},
    {"", ""},
};

TEST terms_are_read(void)
{
	for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
		ASSERTm(terms[i][0], reads_as(terms[i][0], strlen(terms[i][0]), terms[i][1]));
	ASSERT(reads_as("a. \0b.", 6, "error 3: this character is not allowed"));
	PASS();
}

TEST deep_terms_are_refused(void)
{
	struct text t = {0};
	for (int i = 0; i < 1000000; i++) text_add(&t, "f(");
	ASSERT(reads_as(text_get(&t), t.count, "error 6000: terms are nested too deeply here"));
	text_clear(&t);
	PASS();
}

/* ---- primed names -------------------------------------------------------------------------------------- */

static struct node *leaf(struct project *p, const char *text)
{
	struct node *n = node_new(&p->arena, OP_ID, (struct pos){0}, 0);
	n->name = names_of(&names, text);
	return n;
}

static struct node *two(struct project *p, enum op op, const struct node *a, const struct node *b)
{
	struct node *n = node_new(&p->arena, op, (struct pos){0}, b ? 2 : 1);
	n->kid[0] = a;
	if (b) n->kid[1] = b;
	return n;
}

/* x :∣ x' > x ∧ (∃x · x' = x ∧ y = x): the bound x neither catches x' nor is the variable before */
TEST bound_names_do_not_catch_primed_ones(void)
{
	struct project *p = project_empty(&names, &diag);
	const struct node *inner = two(p, OP_AND, two(p, OP_EQUAL, leaf(p, "x'"), leaf(p, "x")),
	                               two(p, OP_EQUAL, leaf(p, "y"), leaf(p, "x")));
	const struct node *exists = two(p, OP_EXISTS, two(p, OP_IDS, leaf(p, "x"), NULL), inner);
	const struct node *such =
	    two(p, OP_AND, two(p, OP_GREATER, leaf(p, "x'"), leaf(p, "x")), exists);
	const struct node *action =
	    two(p, OP_S_BECOMES_SUCH, two(p, OP_LIST, leaf(p, "x"), NULL), such);
	struct text out = {0};
	print_node(primed_action(p, action)->kid[1], &out);
	ASSERT_STR_EQ("x > x$0 & #x_bound1.(x = x_bound1 & y = x_bound1)", text_get(&out));
	text_clear(&out);
	project_close(p);
	PASS();
}

/* ---- enumerated sets ------------------------------------------------------------------------------------- */

/* How many elements are recognised of a set S with the constants a, b, c and this axiom. */
static uint32_t recognised(const char *axioms)
{
	struct project *p = project_empty(&names, &diag);
	struct eventb_model m = {.project = p};
	struct text t = {0};
	name main = NULL;
	text_format(&t, "context C sets S constants a b c axioms %s end", axioms);
	const struct source *s = diag_source(&diag, "t.eventb", text_get(&t), t.count, true);
	uint32_t count = 99;
	if (written_read(&m, s, &main) && eventb_link(&m)) {
		struct eventb_enumerations found = {0};
		enumerated_find(p, &m.contexts, &found);
		count = found.sets.count ? found.sets.at[0].elements->count : 0;
		enumerated_clear(&found);
	}
	eventb_clear(&m);
	project_close(p);
	text_clear(&t);
	return count;
}

TEST sets_are_enumerated_if_elements_differ(void)
{
	ASSERT_EQ(3, recognised("@a partition(S, {a}, {b}, {c})"));
	ASSERT_EQ(2, recognised("@a S = {a, b} @b a ≠ b @c c = a"));
	ASSERT_EQ(3, recognised("@a {c, a, b} = S ∧ a ≠ b @b ¬(c = a) ∧ b ≠ c"));
	ASSERT_EQ(0, recognised("@a S = {a, b, c} @b a ≠ b ∧ b ≠ c"));
	ASSERT_EQ(0, recognised("@a partition(S, {a}, {b, c})"));
	ASSERT_EQ(0, recognised("@a partition(S, {a}, {a})"));
	ASSERT_EQ(0, recognised("theorem @a partition(S, {a}, {b}, {c})"));
	ASSERT_EQ(0, recognised("@a partition(S, {a}, {b}) ∨ c = a"));
	PASS();
}

/* Files with holes: as long as is said, without taking that space. */
TEST large_files_are_refused(void)
{
	static const char *const paths[] = {"build/large.bum", "build/large.eventb"};
	for (uint32_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		FILE *f = fopen(paths[i], "w");
		ASSERT(f && ftruncate(fileno(f), 100000000) == 0);
		fclose(f);
		uint32_t before = diag.messages.count;
		project_close(eventb_load(&names, &diag, paths[i], NULL));
		remove(paths[i]);
		ASSERT_EQ(before + 1, diag.messages.count);
		ASSERT(strstr(diag.messages.at[before].text, "has 100000000 bytes"));
	}
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	GREATEST_SET_SETUP_CB(open_all, NULL);
	GREATEST_SET_TEARDOWN_CB(close_all, NULL);
	RUN_TEST(terms_are_read);
	RUN_TEST(deep_terms_are_refused);
	RUN_TEST(bound_names_do_not_catch_primed_ones);
	RUN_TEST(sets_are_enumerated_if_elements_differ);
	RUN_TEST(large_files_are_refused);
	GREATEST_MAIN_END();
}
