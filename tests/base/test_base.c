#include "tests/greatest.h"

#include "base/base.h"

/* ---- arena, vec, map, text, names ------------------------------------------------------------- */

TEST arena_takes_what_lies_in_another(size_t before, size_t after)
{
	struct arena a, b;
	arena_init(&a);
	arena_init(&b);
	char *first = before ? memset(arena_alloc(&a, before), 'a', before) : NULL;
	char *second = memset(arena_alloc(&b, 20000), 'b', 20000); /* more than a block */
	char *third = memset(arena_alloc(&b, 30), 'c', 30);
	arena_take(&a, &b);
	ASSERT_EQ(0, b.total);
	memset(arena_alloc(&a, after), 'd', after);
	arena_take(&a, &b); /* nothing */
	arena_clear(&b);
	if (first) ASSERT(first[0] == 'a' && first[before - 1] == 'a');
	ASSERT(second[0] == 'b' && second[19999] == 'b');
	ASSERT(third[0] == 'c' && third[29] == 'c');
	arena_clear(&a);
	PASS();
}

TEST arena_memory_is_zeroed_and_aligned(void)
{
	struct arena a;
	arena_init(&a);
	for (size_t size = 1; size < 70000; size = size * 3 + 1) {
		unsigned char *p = arena_alloc(&a, size);
		ASSERT_EQ((uintptr_t)p % sizeof(void *), 0);
		for (size_t i = 0; i < size; i++) ASSERT_EQ(p[i], 0);
		memset(p, 0xff, size);
	}
	ASSERT_STR_EQ(arena_format(&a, "%d-%s", 7, "x"), "7-x");
	ASSERT_STR_EQ(arena_text(&a, "abcdef", 3), "abc");
	arena_clear(&a);
	PASS();
}

TEST vec_keeps_values_while_it_grows(void)
{
	VEC(int) v = {0};
	for (int i = 0; i < 1000; i++) VEC_PUSH(&v, i);
	ASSERT_EQ(v.count, 1000);
	for (int i = 0; i < 1000; i++) ASSERT_EQ(v.at[i], i);
	ASSERT_EQ(VEC_POP(&v), 999);
	ASSERT_EQ(VEC_LAST(&v), 998);
	struct arena a;
	arena_init(&a);
	int *frozen = VEC_FREEZE(&v, &a);
	ASSERT_EQ(frozen[998], 998);
	ASSERT_EQ(v.count, 0);
	arena_clear(&a);
	PASS();
}

TEST map_finds_what_was_put(void)
{
	static int keys[1000], values[1000];
	struct map m = {0};
	ASSERT_EQ(map_get(&m, &keys[0]), NULL);
	for (int i = 0; i < 1000; i++) map_put(&m, &keys[i], &values[i]);
	for (int i = 0; i < 1000; i++) ASSERT_EQ(map_get(&m, &keys[i]), &values[i]);
	map_put(&m, &keys[5], &values[6]);
	ASSERT_EQ(map_get(&m, &keys[5]), &values[6]);
	ASSERT_EQ(m.count, 1000);
	map_clear(&m);
	PASS();
}

TEST json_text_is_escaped(void)
{
	struct text t = {0};
	text_add_json(&t, "a\"b\\c\n\x01\xc3\xa9\xff");
	ASSERT_STR_EQ(text_get(&t), "\"a\\\"b\\\\c\\n\\u0001\xc3\xa9\xef\xbf\xbd\"");
	text_clear(&t);
	for (int i = 0; i < 500; i++) text_format(&t, "%d,", i);
	ASSERT_EQ(t.count, strlen(text_get(&t)));
	text_clear(&t);
	PASS();
}

TEST equal_names_are_equal_pointers(void)
{
	struct names n;
	names_init(&n);
	name first = names_of(&n, "alpha");
	for (int i = 0; i < 5000; i++) {
		char buffer[20];
		snprintf(buffer, sizeof buffer, "n%d", i);
		names_of(&n, buffer);
	}
	ASSERT_EQ(names_of(&n, "alpha"), first);
	ASSERT_EQ(names_add(&n, "alphabet", 5), first);
	ASSERT_EQ(names_find(&n, "alpha"), first);
	ASSERT_EQ(names_find(&n, "beta"), NULL);
	names_clear(&n);
	PASS();
}

/* ---- diagnostics -------------------------------------------------------------------------------- */

static struct names names;
static struct diag diag;

static void open_diag(void *unused)
{
	(void)unused;
	names_init(&names);
	diag_init(&diag, &names);
}

static void close_diag(void *unused)
{
	(void)unused;
	diag_clear(&diag);
	names_clear(&names);
}

static const struct source *add_text(const char *file, const char *text)
{
	return diag_source(&diag, file, text, strlen(text), true);
}

TEST places_count_lines_of_any_ending_and_code_points(void)
{
	const struct source *a = add_text("a", "one\r\ntwo\rthree\n\xc3\xa9t\xc3\xa9 x");
	const struct source *b = add_text("b", "zzz");
	struct place p = diag_place(&diag, (struct pos){a->start + 5, 0});
	ASSERT_EQ(p.line, 2);
	ASSERT_EQ(p.column, 1);
	p = diag_place(&diag, (struct pos){a->start + 9, 0});
	ASSERT_EQ(p.line, 3);
	p = diag_place(&diag, (struct pos){a->start + 21, 0});
	ASSERT_EQ(p.line, 4);
	ASSERT_EQ(p.column, 5);
	p = diag_place(&diag, (struct pos){b->start + 3, 0});
	ASSERT_STR_EQ(p.source->file, "b");
	ASSERT_EQ(p.column, 4);
	ASSERT_EQ(diag_place(&diag, (struct pos){0, 0}).source, NULL);
	PASS();
}

TEST messages_show_the_line_and_a_caret(void)
{
	const struct source *s = add_text("m.mch", "MACHINE\n\tx \xc3\xa9 y\n");
	struct text t = {0};
	diag_at(&diag, (struct pos){s->start + 14, 0}, DIAG_ERROR, "no %s", "good");
	diag_at(&diag, (struct pos){s->start, 0}, DIAG_NOTE, "here");
	diag_print(&diag, &t);
	ASSERT_STR_EQ(text_get(&t), "m.mch:2:6: error: no good\n    \tx \xc3\xa9 y\n    \t    ^\n"
	                            "m.mch:1:1: note: here\n    MACHINE\n    ^\n");
	text_clear(&t);
	PASS();
}

TEST of_a_long_line_only_a_part_is_shown(void)
{
	char line[2001];
	memset(line, 'a', 2000);
	line[2000] = 0;
	const struct source *s = add_text("l", line);
	struct text t = {0};
	diag_at(&diag, (struct pos){s->start + 1000, 0}, DIAG_ERROR, "x");
	diag_print(&diag, &t);
	ASSERT_LT(t.count, 500);
	ASSERT(strstr(text_get(&t), "l:1:1001: error: x\n ...aaa"));
	text_clear(&t);
	PASS();
}

TEST a_second_error_at_a_place_is_dropped_with_its_notes(void)
{
	const struct source *s = add_text("m", "abc");
	struct pos pos = {s->start, 0};
	diag_at(&diag, pos, DIAG_ERROR, "first");
	diag_at(&diag, pos, DIAG_ERROR, "second");
	diag_at(&diag, pos, DIAG_NOTE, "of the second");
	ASSERT_EQ(diag.errors, 1);
	ASSERT_EQ(diag.messages.count, 1);
	PASS();
}

TEST errors_beyond_the_limit_are_counted_only(void)
{
	char text[100];
	memset(text, 'a', sizeof text - 1);
	text[99] = 0;
	const struct source *s = add_text("m", text);
	struct text t = {0};
	for (uint32_t i = 0; i < 30; i++)
		diag_at(&diag, (struct pos){s->start + i, 0}, DIAG_ERROR, "e%u", i);
	ASSERT_EQ(diag.errors, 30);
	ASSERT_EQ(diag.messages.count, DIAG_ERROR_LIMIT);
	diag_print(&diag, &t);
	ASSERT(strstr(text_get(&t), "10 more errors are not shown"));
	text_clear(&t);
	PASS();
}

TEST sorting_keeps_notes_with_their_message(void)
{
	const struct source *s = add_text("m", "abcdef");
	diag_at(&diag, (struct pos){s->start + 4, 0}, DIAG_ERROR, "late");
	diag_at(&diag, (struct pos){s->start, 0}, DIAG_NOTE, "of late");
	diag_at(&diag, (struct pos){s->start + 1, 0}, DIAG_ERROR, "early");
	diag_sort(&diag);
	ASSERT_STR_EQ(diag.messages.at[0].text, "early");
	ASSERT_STR_EQ(diag.messages.at[1].text, "late");
	ASSERT_STR_EQ(diag.messages.at[2].text, "of late");
	PASS();
}

TEST an_expansion_is_told_in_a_note(void)
{
	const struct source *s = add_text("m", "abcdef");
	uint32_t via = diag_expansion(&diag, names_of(&names, "D"), (struct pos){s->start + 3, 0});
	diag_at(&diag, (struct pos){s->start, via}, DIAG_ERROR, "wrong");
	ASSERT_EQ(diag.messages.count, 2);
	ASSERT_STR_EQ(diag.messages.at[1].text, "in the definition 'D' used here");
	PASS();
}

TEST a_missing_file_is_an_error(void)
{
	ASSERT_EQ(diag_read(&diag, "/nowhere/at/all", (struct pos){0}), NULL);
	ASSERT_EQ(diag.errors, 1);
	PASS();
}

static bool shows(const char *text, const char *expected)
{
	struct text t = {0};
	text_add_shown(&t, text);
	bool is_same = strcmp(text_get(&t), expected) == 0;
	text_clear(&t);
	return is_same;
}

TEST characters_are_cut_whole(void)
{
	ASSERT_EQ(3, text_fit("∀x", 3));
	ASSERT_EQ(4, text_fit("∀x", 40));
	ASSERT_EQ(0, text_fit("∀x", 2));
	ASSERT_EQ(2, text_fit("a\xff∀", 4));
	PASS();
}

TEST nothing_shown_controls_a_terminal(void)
{
	ASSERT(shows("a\tb\n", "a\tb\n"));
	ASSERT(shows("\x1b]0;x\x07\x7f\r", "\\x1b]0;x\\x07\\x7f\\x0d"));
	ASSERT(shows("\xc2\x9b"
	             "31m\xc2\xa0",
	             "\\x9b31m\xc2\xa0"));
	ASSERT(shows("\xe2\x80\xae\xe2\x81\xa6\xe2\x88\x88", "\\u202e\\u2066\xe2\x88\x88"));
	ASSERT(shows("\xff\xc0\x80\xe2\x80", "\\xff\\xc0\\x80\\xe2\\x80"));
	PASS();
}

TEST json_has_no_control_characters(void)
{
	struct text t = {0};
	text_add_json(&t, "\x1b\xc2\x9b\xe2\x80\xae\xff");
	ASSERT_STR_EQ("\"\\u001b\\u009b\\u202e\xef\xbf\xbd\"", text_get(&t));
	text_clear(&t);
	PASS();
}

SUITE(memory)
{
	RUN_TEST(arena_memory_is_zeroed_and_aligned);
	RUN_TESTp(arena_takes_what_lies_in_another, 0, 40);
	RUN_TESTp(arena_takes_what_lies_in_another, 100, 40);
	RUN_TESTp(arena_takes_what_lies_in_another, 100, 50000);
	RUN_TEST(vec_keeps_values_while_it_grows);
	RUN_TEST(map_finds_what_was_put);
	RUN_TEST(json_text_is_escaped);
	RUN_TEST(equal_names_are_equal_pointers);
}

SUITE(diagnostics)
{
	RUN_TEST(nothing_shown_controls_a_terminal);
	RUN_TEST(characters_are_cut_whole);
	RUN_TEST(json_has_no_control_characters);
	GREATEST_SET_SETUP_CB(open_diag, NULL);
	GREATEST_SET_TEARDOWN_CB(close_diag, NULL);
	RUN_TEST(places_count_lines_of_any_ending_and_code_points);
	RUN_TEST(messages_show_the_line_and_a_caret);
	RUN_TEST(of_a_long_line_only_a_part_is_shown);
	RUN_TEST(a_second_error_at_a_place_is_dropped_with_its_notes);
	RUN_TEST(errors_beyond_the_limit_are_counted_only);
	RUN_TEST(sorting_keeps_notes_with_their_message);
	RUN_TEST(an_expansion_is_told_in_a_note);
	RUN_TEST(a_missing_file_is_an_error);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(memory);
	RUN_SUITE(diagnostics);
	GREATEST_MAIN_END();
}
