/* Sizes of given sets, and bounds files. */
#include "tests/greatest.h"

#include "bounds/bounds.h"

#include <unistd.h>

struct fixture {
	struct names names;
	struct diag diag;
	struct project *project;
	struct universe universe;
	struct text notes, messages;
	struct bounds_options bounds;
	struct arena arena;
	bool is_good;
};

static void setup(struct fixture *f)
{
	memset(f, 0, sizeof *f);
	names_init(&f->names);
	diag_init(&f->diag, &f->names);
}

static void load(struct fixture *f, const char *text)
{
	f->project = project_load_text(&f->names, &f->diag, "M.mch", text, strlen(text), NULL);
}

static void find_universe(struct fixture *f)
{
	f->is_good =
	    f->diag.errors == 0 && bounds_universe(f->project, &f->bounds, &f->universe, &f->notes);
	diag_print(&f->diag, &f->messages);
}

static void teardown(struct fixture *f)
{
	universe_clear(&f->universe);
	text_clear(&f->notes);
	text_clear(&f->messages);
	bounds_clear(&f->bounds);
	if (f->project) project_close(f->project);
	diag_clear(&f->diag);
	names_clear(&f->names);
	arena_clear(&f->arena);
}

static const struct universe_set *find_set(const struct fixture *f, const char *set)
{
	for (uint32_t i = 0; i < f->universe.sets.count; i++)
		if (strcmp(f->universe.sets.at[i].decl->name, set) == 0) return &f->universe.sets.at[i];
	return NULL;
}

/* ---- sizes ----------------------------------------------------------------------------------------- */

struct row {
	const char *text; /* what follows MACHINE M, or a whole machine */
	const char *sets; /* "S=3 T=2?": ? is is_default */
};

static const struct row rows[] = {
    {"SETS S", "S=2?"},
    {"SETS S; T PROPERTIES card(S) = 3", "S=3 T=2?"},
    {"SETS S PROPERTIES card(S) > 2", "S=3?"},
    {"SETS S PROPERTIES 2 < card(S)", "S=3?"},
    {"SETS S PROPERTIES not(card(S) < 4)", "S=4?"},
    {"SETS S PROPERTIES card(S) <= 1", "S=1"},
    {"SETS S PROPERTIES 1 >= card(S)", "S=1"},
    {"SETS S PROPERTIES card(S) /= 1 & card(S) <= 2", "S=2?"},
    {"SETS S DEFINITIONS SET_PREF_DEFAULT_SETSIZE == 5 PROPERTIES card(S) <= 3", "S=3?"},
    {"SETS S PROPERTIES card(S) : 2..4", "S=2?"},
    {"SETS S PROPERTIES card(S) : 3..4", "S=3?"},
    {"SETS S PROPERTIES card(S) : {4, 6}", "S=4"},
    {"SETS S DEFINITIONS scope_S == 6 PROPERTIES card(S) : 3..4", "S=4"},
    {"SETS S DEFINITIONS scope_S == 6 PROPERTIES card(S) > 3", "S=6"},
    /* of other sets and constants */
    {"SETS S; T PROPERTIES card(S) = card(T)", "S=2? T=2?"},
    {"SETS S; T PROPERTIES card(S) = card(T) & card(T) > 3", "S=4? T=4?"},
    {"SETS S; T PROPERTIES card(S) = card(T) & card(S) = 3", "S=3 T=3"},
    {"SETS S; T PROPERTIES card(S) < card(T)", "S=2? T=3?"},
    {"SETS S; T PROPERTIES card(S) > card(T)", "S=2? T=1?"},
    {"SETS S; T; U PROPERTIES card(S) = card(T) + card(U) & card(T) = 2 & card(U) = 3",
     "S=5 T=2 U=3"},
    {"SETS S; T PROPERTIES card(S) = 2 * card(T)", "S=2? T=2?"},
    {"SETS S CONSTANTS n PROPERTIES n : 3..4 & card(S) = n", "S=3?"},
    {"SETS S CONSTANTS n PROPERTIES n : 3..4 & n < card(S)", "S=4?"},
    {"SETS S CONSTANTS n, m PROPERTIES m : 3..9 & n = m + 1 & card(S) >= n", "S=4?"},
    {"SETS S CONSTANTS n PROPERTIES card(S) = n & n : NATURAL1 & n < 2", "S=1"},
    {"SETS S CONSTANTS n PROPERTIES n = 2 * 3 & card(S) = n - 1", "S=5"},
    {"(n) CONSTRAINTS n = 4 SETS S PROPERTIES card(S) = n", "S=4"},
    /* listed */
    {"SETS S CONSTANTS a, b, c PROPERTIES S = {a, b, c}", "S=2?"},
    {"SETS S CONSTANTS a, b, c PROPERTIES {a, b, c} = S", "S=2?"},
    {"SETS S CONSTANTS a PROPERTIES S = {a}", "S=1"},
    {"SETS S CONSTANTS a, b, c PROPERTIES S = {a, b, c} & a /= b & b /= c & a /= c", "S=3"},
    {"SETS S CONSTANTS a, b, c PROPERTIES S = {a, b, c} & card(S) = 2", "S=2"},
    {"SETS S CONSTANTS a, b PROPERTIES S = {a} \\/ {b}", "S=2"},
    {"SETS S CONSTANTS a, b, c PROPERTIES S = {a} \\/ {b} \\/ {c} & a /= b", "S=3"},
    {"SETS S CONSTANTS a, A PROPERTIES S = {a} \\/ A & card(A) = 3", "S=3?"},
    {"SETS S CONSTANTS a, A PROPERTIES S = {a} \\/ A & card(A) = 3 & {a} /\\ A = {}", "S=4"},
    {"SETS S CONSTANTS a, b, c PROPERTIES partition(S, {a}, {b, c})", "S=3"},
    {"SETS S CONSTANTS a, b, c PROPERTIES partition(S, {a}, {b, c}) & card(S) = 2", "S=2"},
    {"SETS S CONSTANTS a, A PROPERTIES partition(S, {a}, A) & card(A) : 2..3", "S=2?"},
    {"SETS S CONSTANTS a, b, c, P, N PROPERTIES partition(S, P, N) & partition(P, {a}, {b}) & "
     "partition(N, {c})",
     "S=3"},
    {"SETS S CONSTANTS f PROPERTIES f : S <-> S & f : S >->> {x | x = x}", "S=2?"},
    {"SETS S CONSTANTS A PROPERTIES A = {} & partition(S, A, {x | x /: A})", "S=2?"},
    {"SETS S CONSTANTS A PROPERTIES S = A \\/ {x | not(x : A)} & A = {} & A <: S", "S=2?"},
    {"SETS S; T = {t, u} CONSTANTS f PROPERTIES f : S >->> {x | x = t}", "S=1 T=2"},
    {"SETS S CONSTANTS a, P, N PROPERTIES partition(S, P, {a}) & partition(P, N) & "
     "partition(N, P)",
     "S=2?"},
    {"SETS S CONSTANTS a, b, c PROPERTIES {a, b, c} <: S & a /= b & not(a = c) & c /: {b}", "S=3?"},
    {"SETS S CONSTANTS a, b, c PROPERTIES {a, b, c} <: S & a /: {b, c}", "S=2?"},
    {"SETS S CONSTANTS A PROPERTIES A <: S & card(A) > 3", "S=4?"},
    /* functions */
    {"SETS S CONSTANTS f PROPERTIES f : S >->> 1..4", "S=4"},
    {"SETS S CONSTANTS f PROPERTIES f : 0..4 >->> S", "S=5"},
    {"SETS S CONSTANTS f, n PROPERTIES n = 3 & f : 1..n >->> S", "S=3"},
    {"SETS S CONSTANTS f, n PROPERTIES n : 3..5 & f : 1..n >->> S", "S=3?"},
    {"SETS S CONSTANTS f PROPERTIES f : 1..4 >-> S", "S=4?"},
    {"SETS S DEFINITIONS scope_S == 9 CONSTANTS f PROPERTIES f : S >-> 1..4", "S=4"},
    {"SETS S CONSTANTS f PROPERTIES f : S -->> 1..4", "S=4?"},
    {"SETS S CONSTANTS f PROPERTIES f : S +->> {5, 7, 9}", "S=3?"},
    {"SETS S; T CONSTANTS f PROPERTIES f : S >-> T & card(S) = 4", "S=4 T=4?"},
    {"SETS S; T CONSTANTS f PROPERTIES card(S) = 9 & card(T) = 8 & f : S >-> T", "S=9 T=8"},
    {"SETS S; T CONSTANTS f PROPERTIES f : S >->> T & card(S) > 4", "S=5? T=5?"},
};

static void describe(const struct fixture *f, struct text *out)
{
	for (uint32_t i = 0; i < f->universe.sets.count; i++) {
		const struct universe_set *s = &f->universe.sets.at[i];
		text_format(out, "%s%s=%u%s", i ? " " : "", s->decl->name, s->size,
		            s->is_default ? "?" : "");
	}
}

TEST sizes_of_sets(void)
{
	unsigned wrong = 0;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct fixture f;
		struct text text = {0}, got = {0};
		setup(&f);
		text_format(&text, "MACHINE M%s%s END", rows[i].text[0] == '(' ? "" : " ", rows[i].text);
		load(&f, text_get(&text));
		find_universe(&f);
		if (f.is_good) describe(&f, &got);
		else text_add(&got, text_get(&f.messages));
		if (strcmp(rows[i].sets, text_get(&got)) != 0) {
			printf("\n%s\nexpected: %s\n     got: %s\n", rows[i].text, rows[i].sets,
			       text_get(&got));
			wrong++;
		}
		teardown(&f);
		text_clear(&text);
		text_clear(&got);
	}
	ASSERT_EQ_FMT(0u, wrong, "%u");
	PASS();
}

static bool has_message(const struct fixture *f, const char *message)
{
	bool found = strstr(text_get(&f->messages), message) != NULL;
	if (!found) printf("\nexpected: %s\n     got: %s\n", message, text_get(&f->messages));
	return found;
}

struct refusal {
	const char *text, *card; /* card: of --card, or NULL */
	const char *message;
};

static const struct refusal refusals[] = {
    {"SETS S PROPERTIES card(S) = 0", NULL,
     "M.mch:1:29: error: here the given set 'S' would be empty, but given sets have elements"},
    {"SETS S PROPERTIES card(S) < 1", NULL, "would be empty"},
    {"SETS S PROPERTIES S = {}", NULL, "would be empty"},
    {"SETS S PROPERTIES card(S) = 300000", NULL, "would have 300000 elements"},
    {"SETS S CONSTANTS f PROPERTIES f : 1..9999999 >->> S", NULL, "would have 9999999 elements"},
    {"SETS S PROPERTIES card(S) > 3", "S=2", "--card S=2 contradicts this: 'S' has at least 4"},
    {"SETS S PROPERTIES card(S) : 3..4", "S=5", "--card S=5 contradicts this: 'S' has at most 4"},
    {"SETS S; T PROPERTIES card(T) = card(S) & card(S) = 3", "T=5", "'T' has at most 3"},
    {"SETS S = {a, b}", "S=3", "--card S=3: 'S' is listed here with 2 elements"},
    {"SETS S", "T=3", "error: --card: 'T' is not a given set of 'M'"},
};

TEST sizes_that_cannot_be(void)
{
	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
		struct fixture f;
		struct text text = {0};
		setup(&f);
		text_format(&text, "MACHINE M %s END", refusals[i].text);
		load(&f, text_get(&text));
		if (refusals[i].card) ASSERT(bounds_read_card(&f.bounds, refusals[i].card));
		find_universe(&f);
		ASSERTm(refusals[i].text, !f.is_good);
		ASSERTm(refusals[i].text, has_message(&f, refusals[i].message));
		teardown(&f);
		text_clear(&text);
	}
	PASS();
}

TEST chosen_sizes_bound_others(void)
{
	struct fixture f;
	setup(&f);
	load(&f, "MACHINE M SETS S; T PROPERTIES card(S) < card(T) END");
	ASSERT(bounds_read_card(&f.bounds, "T=7"));
	ASSERT(bounds_read_card(&f.bounds, "S=6"));
	find_universe(&f);
	ASSERT(f.is_good);
	ASSERT_EQ(6u, find_set(&f, "S")->size);
	teardown(&f);
	PASS();
}

/* Constants of an implementation. */
TEST values_of_constants(void)
{
	struct fixture f;
	char directory[] = "/tmp/bounce-bounds-XXXXXX";
	ASSERT(mkdtemp(directory));
	struct text path = {0};
	text_format(&path, "%s/A.mch", directory);
	FILE *file = fopen(text_get(&path), "w");
	ASSERT(file);
	fputs("MACHINE A SETS S CONCRETE_CONSTANTS n PROPERTIES n : NATURAL1 & card(S) = n END\n",
	      file);
	fclose(file);
	const char *text = "IMPLEMENTATION I REFINES A VALUES n = 6 END";
	struct text implementation = {0};
	text_format(&implementation, "%s/I.imp", directory);
	setup(&f);
	f.project =
	    project_load_text(&f.names, &f.diag, text_get(&implementation), text, strlen(text), NULL);
	find_universe(&f);
	ASSERTm(text_get(&f.messages), f.is_good);
	ASSERT_EQ_FMT(6u, find_set(&f, "S")->size, "%u");
	teardown(&f);
	unlink(text_get(&path));
	rmdir(directory);
	text_clear(&path);
	text_clear(&implementation);
	PASS();
}

/* ---- bounds files ------------------------------------------------------------------------------------- */

/* Reads a bounds file of this text, shown as b.yaml. */
static bool read_text(struct fixture *f, const char *text)
{
	char path[] = "/tmp/bounce-bounds-XXXXXX";
	int fd = mkstemp(path);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
	if (!file) return false;
	fputs(text, file);
	fclose(file);
	bool good = bounds_read_file(&f->bounds, &f->diag, &f->arena, path);
	unlink(path);
	return good;
}

TEST file_gives_all_bounds(void)
{
	struct fixture f;
	setup(&f);
	ASSERT(read_text(&f, "sets: {PROC: 3, NAME: 2} # sizes\n"
	                     "int: -5..100\n"
	                     "ranges:\n  x: 0..10\n  f: {low: -1, high: 7}\n"));
	ASSERT(f.bounds.has_range && f.bounds.low == -5 && f.bounds.high == 100);
	ASSERT_EQ(2u, f.bounds.cards.count);
	ASSERT_EQ(2u, f.bounds.ranges.count);
	ASSERT_STR_EQ("f", f.bounds.ranges.at[1].name);
	ASSERT(f.bounds.ranges.at[1].low == -1 && f.bounds.ranges.at[1].high == 7);
	load(&f, "MACHINE M SETS PROC; NAME; D CONSTANTS x PROPERTIES x : INTEGER VARIABLES f "
	         "INVARIANT f : PROC --> INTEGER INITIALISATION f := PROC * {0} END");
	find_universe(&f);
	ASSERTm(text_get(&f.messages), f.is_good);
	ASSERT_EQ(3u, find_set(&f, "PROC")->size);
	ASSERT(!find_set(&f, "PROC")->is_default);
	ASSERT_EQ(2u, find_set(&f, "NAME")->size);
	ASSERT(find_set(&f, "D")->is_default);
	ASSERT(f.universe.minint == -5 && f.universe.maxint == 100);
	ASSERT(bounds_check_names(f.project, &f.bounds));
	const struct decl *d = f.project->main->decls.at[f.project->main->decls.count - 1];
	ASSERT_STR_EQ("f", d->name);
	const struct bounds_identifier *r = bounds_identifier(&f.bounds, d);
	ASSERT(r);
	struct text shown = {0};
	bounds_range_print(d->type, bounds_range_fill(&f.arena, d->type, r->low, r->high), &shown);
	ASSERT_STR_EQ("{(?, -1..7)}", text_get(&shown));
	text_clear(&shown);
	teardown(&f);
	PASS();
}

TEST empty_files_say_nothing(void)
{
	static const char *const texts[] = {"",   "# nothing\n", "---\n...\n",
	                                    "{}", "sets: {}\n",  "\xef\xbb\xbfranges: {}\n"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct fixture f;
		setup(&f);
		ASSERTm(texts[i], read_text(&f, texts[i]));
		ASSERT(!f.bounds.has_range && !f.bounds.cards.count && !f.bounds.ranges.count);
		teardown(&f);
	}
	PASS();
}

static const struct {
	const char *text, *message;
} wrong_files[] = {
    {"- 1\n", ":1:1: error: expected a mapping with 'sets', 'int' and 'ranges', found a sequence"},
    {"abc\n", ":1:1: error: expected a mapping with 'sets', 'int' and 'ranges', found 'abc'"},
    {"set: {S: 1}\n",
     ":1:1: error: unknown key 'set'; a bounds file has 'sets', 'int' and 'ranges'"},
    {"sets: 3\n", ":1:7: error: expected a mapping from sets to sizes, found '3'"},
    {"sets: [S]\n", ":1:7: error: expected a mapping from sets to sizes, found a sequence"},
    {"sets: {S: x}\n", ":1:11: error: expected a number of elements, found 'x'"},
    {"sets: {S: -1}\n", ":1:11: error: expected a number of elements, found '-1'"},
    {"sets: {S: '3'}\n", ":1:11: error: expected a number of elements, found the text '3'"},
    {"sets: {S: [3]}\n", ":1:11: error: expected a number of elements, found a sequence"},
    {"sets:\n  S:\n", "error: expected a number of elements, found nothing"},
    {"sets: {S: 0}\n", ":1:11: error: a given set has from 1 to 262143 elements, not 0"},
    {"sets: {S: 99999999999999999999}\n", "error: a given set has from 1 to 262143 elements"},
    {"sets: {S: 1, T: 2, S: 1}\n", ":1:20: error: a second 'S'"},
    {"sets: {S: 1, T: 2, S: 1}\n", ":1:8: note: the first one is here"},
    {"int: 5\n", ":1:6: error: expected an interval such as 0..10, found '5'"},
    {"int: 5..1\n", ":1:6: error: expected an interval such as 0..10, found '5..1'"},
    {"int: 0..99999999999999999999\n", "error: expected an interval such as 0..10"},
    {"int: [0, 1]\n", "error: expected an interval such as 0..10, found a sequence"},
    {"int: {low: 5}\n", ":1:6: error: an interval has 'low' and 'high'"},
    {"int: {low: 5, high: 4}\n", ":1:6: error: this interval is empty: 5 is above 4"},
    {"int: {low: 5, hi: 9}\n", ":1:15: error: unknown key 'hi'; an interval has 'low' and 'high'"},
    {"int: {low: 5, high: x}\n", ":1:21: error: expected a whole number of 64 bits, found 'x'"},
    {"ranges: {x: 5}\n", ":1:13: error: expected an interval such as 0..10, found '5'"},
    {"ranges:\n  x: 0..1\n  y: a..b\n", ":3:6: error: expected an interval such as 0..10"},
    {"ranges:\n  \xc3\xa4: 0..1\n  \xc3\xa4: 0..1\n", ":3:3: error: a second '\xc3\xa4'"},
    {"int: 0..1\nint: 0..2\n", ":2:1: error: a second 'int'"},
    {"int: 0..1\n---\nint: 0..2\n", ":3:1: error: a second document"},
    {"int: {\n", "error: wrong YAML: "},
    {"int: \xff\n", ":1:6: error: wrong YAML: "},
    {"? [a]\n: b\n", ":1:3: error: expected a key, found a sequence"},
};

TEST wrong_files_are_refused(void)
{
	for (size_t i = 0; i < sizeof wrong_files / sizeof *wrong_files; i++) {
		struct fixture f;
		setup(&f);
		ASSERTm(wrong_files[i].text, !read_text(&f, wrong_files[i].text));
		diag_print(&f.diag, &f.messages);
		ASSERTm(wrong_files[i].text, has_message(&f, wrong_files[i].message));
		teardown(&f);
	}
	PASS();
}

TEST a_missing_file_is_refused(void)
{
	struct fixture f;
	setup(&f);
	ASSERT(!bounds_read_file(&f.bounds, &f.diag, &f.arena, "/nonexistent/b.yaml"));
	ASSERT_EQ(1u, f.diag.errors);
	teardown(&f);
	PASS();
}

TEST names_of_a_file_are_checked(void)
{
	static const char text[] =
	    "MACHINE M SETS S CONSTANTS c, b PROPERTIES c <: INTEGER & b : BOOL END";
	static const struct {
		const char *file, *message;
	} list[] = {
	    {"ranges: {c: 0..1}", NULL},
	    {"ranges: {d: 0..1}", ":1:10: error: 'd' is not a variable, constant or parameter of 'M'"},
	    {"ranges: {S: 0..1}", ":1:10: error: 'S' is not a name whose values can be bounded"},
	    {"ranges: {b: 0..1}", ":1:10: error: the values of 'b' have no integers inside"},
	};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		struct fixture f;
		setup(&f);
		load(&f, text);
		ASSERT(read_text(&f, list[i].file));
		ASSERT_EQ(!list[i].message, bounds_check_names(f.project, &f.bounds));
		diag_print(&f.diag, &f.messages);
		if (list[i].message) ASSERT(has_message(&f, list[i].message));
		teardown(&f);
	}
	PASS();
}

TEST unknowns_of_a_formula_are_names(void)
{
	struct fixture f;
	struct decls unknown = {0};
	setup(&f);
	load(&f, "MACHINE M END");
	ASSERT(project_formula(f.project, "x : INTEGER & y : BOOL", &unknown));
	ASSERT(read_text(&f, "ranges: {x: 0..1}"));
	ASSERT(bounds_check_formula_names(f.project, &f.bounds, &unknown));
	ASSERT(!bounds_check_names(f.project, &f.bounds));
	VEC_CLEAR(&unknown.list);
	teardown(&f);
	PASS();
}

TEST sets_of_a_file_are_checked(void)
{
	struct fixture f;
	setup(&f);
	load(&f, "MACHINE M SETS S; T = {a, b} PROPERTIES card(S) > 3 END");
	ASSERT(read_text(&f, "sets:\n  S: 2\n  T: 1\n"));
	find_universe(&f);
	ASSERT(!f.is_good);
	ASSERT(
	    has_message(&f, "error: 'S: 2' of the bounds file contradicts this: 'S' has at least 4"));
	ASSERT(has_message(&f, ":2:3: note: it is given here"));
	ASSERT(has_message(&f, "error: 'T: 1' of the bounds file: 'T' is listed here with 2 elements"));
	teardown(&f);
	setup(&f);
	load(&f, "MACHINE M SETS S END");
	ASSERT(read_text(&f, "sets: {U: 2}"));
	find_universe(&f);
	ASSERT(!f.is_good);
	ASSERT(has_message(&f, ":1:8: error: 'U' is not a given set of 'M'"));
	teardown(&f);
	PASS();
}

TEST the_command_line_wins(void)
{
	for (int file_first = 0; file_first < 2; file_first++) {
		struct fixture f;
		setup(&f);
		load(&f, "MACHINE M SETS S; T END");
		if (file_first) ASSERT(read_text(&f, "sets: {S: 4, T: 5}\nint: 0..9"));
		ASSERT(bounds_read_card(&f.bounds, "S=3"));
		ASSERT(bounds_read_range(&f.bounds, "1..2"));
		if (!file_first) ASSERT(read_text(&f, "sets: {S: 4, T: 5}\nint: 0..9"));
		find_universe(&f);
		ASSERTm(text_get(&f.messages), f.is_good);
		ASSERT_EQ(3u, find_set(&f, "S")->size);
		ASSERT_EQ(5u, find_set(&f, "T")->size);
		ASSERT(f.universe.minint == 1 && f.universe.maxint == 2);
		teardown(&f);
	}
	PASS();
}

SUITE(sizes)
{
	RUN_TEST(sizes_of_sets);
	RUN_TEST(sizes_that_cannot_be);
	RUN_TEST(chosen_sizes_bound_others);
	RUN_TEST(values_of_constants);
}

SUITE(files)
{
	RUN_TEST(file_gives_all_bounds);
	RUN_TEST(empty_files_say_nothing);
	RUN_TEST(wrong_files_are_refused);
	RUN_TEST(a_missing_file_is_refused);
	RUN_TEST(names_of_a_file_are_checked);
	RUN_TEST(unknowns_of_a_formula_are_names);
	RUN_TEST(sets_of_a_file_are_checked);
	RUN_TEST(the_command_line_wins);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(sizes);
	RUN_SUITE(files);
	GREATEST_MAIN_END();
}
