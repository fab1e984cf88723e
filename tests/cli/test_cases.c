/* The command line without its commands: options, case files, and the comparison of what a case
 * expects with what came. */
#include "tests/greatest.h"

#include "cli/case/case.h"

/* ---- options -------------------------------------------------------------------------------- */

struct line {
	struct options options;
	struct text error;
	bool is_good;
};

/* Reads the words, up to NULL, as options of a command. */
static void read_line(struct line *l, const char *command, char *const *words)
{
	uint32_t count = 0;
	while (words[count]) count++;
	memset(l, 0, sizeof *l);
	l->is_good = options_read(command_find(command), words, count, &l->options, &l->error);
}

static void clear_line(struct line *l)
{
	options_clear(&l->options);
	text_clear(&l->error);
}

#define WORDS(...) ((char *[]){__VA_ARGS__, NULL})

TEST every_option_names_commands_that_exist(void)
{
	const struct option_info *o;
	for (uint32_t i = 0; (o = options_at(i)); i++) {
		if (strcmp(o->commands, "*") == 0) continue;
		struct text word = {0};
		for (const char *p = o->commands; *p;) {
			size_t length = strcspn(p, " ");
			text_clear(&word);
			text_add_bytes(&word, p, length);
			ASSERTm(o->name, command_find(text_get(&word)));
			p += length + (p[length] == ' ');
		}
		text_clear(&word);
	}
	PASS();
}

TEST every_option_is_unique_and_has_an_argument_unless_it_is_a_flag(void)
{
	const struct option_info *o, *p;
	for (uint32_t i = 0; (o = options_at(i)); i++) {
		ASSERT_EQm(o->name, o->kind == OPTION_FLAG, o->argument == NULL);
		for (uint32_t k = 0; k < i && (p = options_at(k)); k++) {
			ASSERTm(o->name, strcmp(o->name, p->name) != 0);
			ASSERTm(o->name, !o->letter || o->letter != p->letter);
		}
	}
	PASS();
}

TEST long_options_take_their_argument_with_or_without_equals_sign(void)
{
	struct line l;
	read_line(&l, "run", WORDS("--jobs=3", "a", "--time-limit", "2.5", "--json", "--filter=", "b"));
	ASSERT(l.is_good);
	ASSERT_EQ(3, l.options.jobs);
	ASSERT_IN_RANGE(2.5, l.options.time_limit, 0);
	ASSERT(l.options.json);
	ASSERT_FALSE(l.options.verbose);
	ASSERT_STR_EQ("", l.options.filter);
	ASSERT_EQ(2, l.options.operands.count);
	ASSERT_STR_EQ("a", l.options.operands.at[0]);
	ASSERT_STR_EQ("b", l.options.operands.at[1]);
	clear_line(&l);
	PASS();
}

TEST short_options_can_be_joined(void)
{
	struct line l;
	read_line(&l, "run", WORDS("-vj4", "x"));
	ASSERT(l.is_good);
	ASSERT(l.options.verbose);
	ASSERT_EQ(4, l.options.jobs);
	clear_line(&l);
	read_line(&l, "run", WORDS("-j", "5", "-v"));
	ASSERT(l.is_good);
	ASSERT_EQ(5, l.options.jobs);
	ASSERT(l.options.verbose);
	clear_line(&l);
	PASS();
}

TEST lists_collect_and_the_last_of_other_options_counts(void)
{
	struct line l;
	read_line(&l, "parse", WORDS("-I", "a", "-Ib", "--include=c", "--include", "d"));
	ASSERT(l.is_good);
	ASSERT_EQ(4, l.options.include.count);
	ASSERT_STR_EQ("b", l.options.include.at[1]);
	ASSERT_STR_EQ("d", l.options.include.at[3]);
	clear_line(&l);
	read_line(&l, "run", WORDS("-j1", "-j2"));
	ASSERT_EQ(2, l.options.jobs);
	clear_line(&l);
	PASS();
}

TEST two_dashes_end_the_options(void)
{
	struct line l;
	read_line(&l, "parse", WORDS("-", "-1 + x", "--", "--json", "--"));
	ASSERT(l.is_good);
	ASSERT_FALSE(l.options.json);
	ASSERT_EQ(4, l.options.operands.count);
	ASSERT_STR_EQ("-", l.options.operands.at[0]);
	ASSERT_STR_EQ("-1 + x", l.options.operands.at[1]);
	ASSERT_STR_EQ("--json", l.options.operands.at[2]);
	ASSERT_STR_EQ("--", l.options.operands.at[3]);
	clear_line(&l);
	PASS();
}

TEST help_wins_over_what_follows(void)
{
	struct line l;
	read_line(&l, "parse", WORDS("--help", "--nonsense"));
	ASSERT(l.is_good);
	ASSERT(l.options.help);
	clear_line(&l);
	PASS();
}

TEST refused(const char *command, char *const *words, const char *message)
{
	struct line l;
	read_line(&l, command, words);
	ASSERT_FALSE(l.is_good);
	ASSERT_STR_EQ(message, text_get(&l.error));
	clear_line(&l);
	PASS();
}

SUITE(options)
{
	RUN_TEST(every_option_names_commands_that_exist);
	RUN_TEST(every_option_is_unique_and_has_an_argument_unless_it_is_a_flag);
	RUN_TEST(long_options_take_their_argument_with_or_without_equals_sign);
	RUN_TEST(short_options_can_be_joined);
	RUN_TEST(lists_collect_and_the_last_of_other_options_counts);
	RUN_TEST(two_dashes_end_the_options);
	RUN_TEST(help_wins_over_what_follows);
	RUN_TESTp(refused, "parse", WORDS("--jsn"), "unknown option '--jsn'; did you mean '--json'?");
	RUN_TESTp(refused, "parse", WORDS("--zzzzzz=1"), "unknown option '--zzzzzz'");
	RUN_TESTp(refused, "parse", WORDS("-X"),
	          "unknown option '-X'; what starts with '-' and is no option goes behind '--'");
	RUN_TESTp(refused, "parse", WORDS("-vX"), "unknown option '-X' in '-vX'");
	RUN_TESTp(refused, "parse", WORDS("--json=yes"), "'--json' takes no argument");
	RUN_TESTp(
	    refused, "parse", WORDS("-j2"),
	    "'-j' is not an option of 'bounce parse'; these commands take it: run disprove explore");
	RUN_TESTp(refused, "run", WORDS("--jobs"), "'--jobs' needs an argument, N");
	RUN_TESTp(refused, "run", WORDS("-j"), "'-j' needs an argument, N");
	RUN_TESTp(refused, "run", WORDS("-j", "0"), "'-j' needs a whole number from 1 on, not '0'");
	RUN_TESTp(refused, "run", WORDS("-j3x"), "'-j' needs a whole number from 1 on, not '3x'");
	RUN_TESTp(refused, "run", WORDS("--jobs="), "'--jobs' needs a whole number from 1 on, not ''");
	RUN_TESTp(refused, "run", WORDS("--jobs=99999999999999999999"),
	          "'--jobs' needs a whole number from 1 on, not '99999999999999999999'");
	RUN_TESTp(refused, "run", WORDS("--time-limit", "-3"),
	          "'--time-limit' needs a number of seconds above 0, not '-3'");
	RUN_TESTp(refused, "run", WORDS("--time-limit", "1.2.3"),
	          "'--time-limit' needs a number of seconds above 0, not '1.2.3'");
	RUN_TESTp(refused, "run", WORDS("--time-limit", "inf"),
	          "'--time-limit' needs a number of seconds above 0, not 'inf'");
}

/* ---- nearest names -------------------------------------------------------------------------- */

TEST nearest_is(const char *word, const char *expected)
{
	static const char *const candidates[] = {"parse", "run", "print", "time-limit"};
	const char *found = nearest_name(word, candidates, 4);
	ASSERT_EQm(word, !expected, !found);
	if (found) ASSERT_STR_EQ(expected, found);
	PASS();
}

SUITE(nearest)
{
	RUN_TESTp(nearest_is, "prase", "parse");
	RUN_TESTp(nearest_is, "parse", "parse");
	RUN_TESTp(nearest_is, "rn", "run");
	RUN_TESTp(nearest_is, "timelimit", "time-limit");
	RUN_TESTp(nearest_is, "", NULL);
	RUN_TESTp(nearest_is, "x", NULL);
	RUN_TESTp(nearest_is, "something", NULL);
	RUN_TESTp(nearest_is, "a word that is longer than any name that bounce has in its tables",
	          NULL);
}

/* ---- case files ------------------------------------------------------------------------------ */

struct file {
	struct arena arena;
	struct names names;
	struct diag diag;
	struct testcases cases;
	struct text messages;
	bool is_good;
};

static void read_file(struct file *f, const char *yaml)
{
	memset(f, 0, sizeof *f);
	names_init(&f->names);
	diag_init(&f->diag, &f->names);
	const struct source *s = diag_source(&f->diag, "dir/f.yaml", yaml, strlen(yaml), true);
	f->is_good = cases_read_source(&f->arena, &f->diag, s, &f->cases);
	diag_print(&f->diag, &f->messages);
}

static void clear_file(struct file *f)
{
	text_clear(&f->messages);
	VEC_CLEAR(&f->cases);
	diag_clear(&f->diag);
	names_clear(&f->names);
	arena_clear(&f->arena);
}

TEST one_case_is_a_mapping(void)
{
	struct file f;
	read_file(&f, "text: MACHINE M END\nexpect: {exit: 0}\n");
	ASSERT_STR_EQ("", text_get(&f.messages));
	ASSERT(f.is_good);
	ASSERT_EQ(1, f.cases.count);
	const struct testcase *t = f.cases.at[0];
	ASSERT_STR_EQ("f", t->name);
	ASSERT_STR_EQ("dir/f.yaml", t->path);
	ASSERT_STR_EQ("parse", t->command.text);
	ASSERT_EQ(1, t->file_count);
	ASSERT_STR_EQ("M.mch", t->files[0].name.text);
	ASSERT_STR_EQ("MACHINE M END", t->files[0].text.text);
	ASSERT(t->expect.exit.is_given);
	ASSERT_EQ(0, t->expect.exit.value);
	ASSERT_FALSE(t->expect.findings_given);
	ASSERT_FALSE(judge_needs_text(t));
	clear_file(&f);
	PASS();
}

TEST several_cases_are_a_sequence(void)
{
	struct file f;
	read_file(&f, "- {text: x, expect: {exit: 0}}\n"
	              "- {name: second, text: x, expect: {exit: 0}}\n"
	              "- {text: x, expect: {exit: 0}}\n");
	ASSERT_STR_EQ("", text_get(&f.messages));
	ASSERT_EQ(3, f.cases.count);
	ASSERT_STR_EQ("f#1", f.cases.at[0]->name);
	ASSERT_STR_EQ("second", f.cases.at[1]->name);
	ASSERT_STR_EQ("f#3", f.cases.at[2]->name);
	ASSERT_EQ(2, diag_place(&f.diag, f.cases.at[1]->pos).line);
	ASSERT_EQ(3, diag_place(&f.diag, f.cases.at[1]->pos).column);
	clear_file(&f);
	PASS();
}

TEST a_case_can_say_everything(void)
{
	struct file f;
	read_file(&f,
	          "name: all\ncommand: parse\noptions: [--types, '-I', lib]\nlimit: 2.5\n"
	          "file: A.mch\nfiles: {lib/B.mch: \"MACHINE B\\nEND\"}\ntext: |\n  MACHINE A\n  END\n"
	          "expect:\n  exit: 10\n  verdict: violated\n  complete: true\n  depth: 4\n"
	          "  findings:\n  - {kind: invariant, name: inv1, severity: error, depth: 4,\n"
	          "     line: 7, column: 3, file: A.mch, message: broken}\n"
	          "  counts: {states: 12, setups: 0}\n"
	          "  diagnostics: ['1:2: error: x']\n  stdout: ''\n"
	          "  stdout_has: [a, b]\n  stderr_has: [c]\n");
	ASSERT_STR_EQ("", text_get(&f.messages));
	const struct testcase *t = f.cases.at[0];
	const struct expectation *e = &t->expect;
	ASSERT_EQ(3, t->options.count);
	ASSERT_STR_EQ("-I", t->options.at[1].text);
	ASSERT_IN_RANGE(2.5, t->limit, 0);
	ASSERT_EQ(2, t->file_count);
	ASSERT_STR_EQ("A.mch", t->files[0].name.text);
	ASSERT_STR_EQ("MACHINE A\nEND\n", t->files[0].text.text);
	ASSERT_STR_EQ("lib/B.mch", t->files[1].name.text);
	ASSERT_STR_EQ("MACHINE B\nEND", t->files[1].text.text);
	ASSERT_EQ(10, e->exit.value);
	ASSERT_STR_EQ("violated", e->verdict.text);
	ASSERT(e->complete.is_given && e->complete.value);
	ASSERT_EQ(1, e->finding_count);
	ASSERT_STR_EQ("inv1", e->findings[0].name.text);
	ASSERT_EQ(7, e->findings[0].line.value);
	ASSERT_EQ(2, e->count_count);
	ASSERT_STR_EQ("states", e->counts[0].name.text);
	ASSERT_EQ(12, e->counts[0].value.value);
	ASSERT_STR_EQ("", e->stdout_text.text);
	ASSERT_EQ(2, e->stdout_has.count);
	ASSERT(judge_needs_text(t));
	clear_file(&f);
	PASS();
}

TEST a_model_is_found_beside_the_case_file(void)
{
	struct file f;
	read_file(&f, "{model: /dev/null, expect: {exit: 1}}\n");
	ASSERT_STR_EQ("", text_get(&f.messages));
	ASSERT_STR_EQ("/dev/null", cases_model(f.cases.at[0]));
	ASSERT_STR_EQ("dir", f.cases.at[0]->directory);
	clear_file(&f);
	read_file(&f, "{model: no.mch, expect: {exit: 1}}\n");
	ASSERT_FALSE(f.is_good);
	ASSERT(
	    strstr(text_get(&f.messages), "dir/f.yaml:1:9: error: cannot read the model 'dir/no.mch'"));
	clear_file(&f);
	PASS();
}

TEST a_command_without_model_needs_none(void)
{
	struct file f;
	read_file(&f, "{command: help, expect: {exit: 0}}\n");
	ASSERT_STR_EQ("", text_get(&f.messages));
	ASSERT_EQ(NULL, cases_model(f.cases.at[0]));
	ASSERT_EQ(0, f.cases.at[0]->file_count);
	clear_file(&f);
	PASS();
}

TEST nothing_is_taken_from_a_file_with_an_error(void)
{
	struct file f;
	read_file(&f, "- {text: x, expect: {exit: 0}}\n- {text: x}\n");
	ASSERT_FALSE(f.is_good);
	ASSERT_EQ(0, f.cases.count);
	clear_file(&f);
	PASS();
}

/* The first message must be this one; the file name is left out. */
TEST wrong(const char *yaml, const char *expected)
{
	struct file f;
	read_file(&f, yaml);
	ASSERT_FALSE(f.is_good);
	ASSERT_EQ(0, f.cases.count);
	struct text first = {0};
	const char *all = text_get(&f.messages);
	text_add_bytes(&first, all, strcspn(all, "\n"));
	ASSERT_STRN_EQ("dir/f.yaml:", text_get(&first), 11);
	ASSERT_STR_EQ(expected, text_get(&first) + 11);
	text_clear(&first);
	clear_file(&f);
	PASS();
}

#define REST "text: x\nexpect: {exit: 0}\n"

static void wrong_frames(void)
{
	RUN_TESTp(wrong, "", "1:1: error: no case in this file");
	RUN_TESTp(wrong, "[]", "1:1: error: no case in this file");
	RUN_TESTp(wrong, "word", "1:1: error: expected a case (a mapping) or a sequence of cases");
	RUN_TESTp(wrong, "- word", "1:3: error: expected a mapping, found 'word'");
	RUN_TESTp(wrong, "- [a]", "1:3: error: expected a mapping, found a sequence");
	RUN_TESTp(wrong, REST "---\n" REST, "4:1: error: several cases are written as one sequence");
	RUN_TESTp(wrong, "a: [x\n", "2:1: error: wrong YAML: did not find expected ',' or ']'");
	RUN_TESTp(wrong, "a: \"\xff\"\n", "1:5: error: wrong YAML: invalid leading UTF-8 octet");
	RUN_TESTp(wrong, "text: x\n\tname: y\n",
	          "2:1: error: wrong YAML: found a tab character that violates indentation");
	RUN_TESTp(wrong, "text: *x\n", "1:7: error: wrong YAML: found undefined alias");
	RUN_TESTp(wrong,
	          "- {name: a, text: x, expect: {exit: 0}}\n- {name: a, text: x, expect: {exit: 0}}",
	          "2:10: error: a second case named 'a'");
}

static void wrong_cases(void)
{
	RUN_TESTp(wrong, REST "modell: x\n", "3:1: error: unknown key 'modell'; did you mean 'model'?");
	RUN_TESTp(wrong, "\xef\xbb\xbf" REST "zzzz: x\n", "3:1: error: unknown key 'zzzz'");
	RUN_TESTp(wrong, "{\xc3\xa4\xc3\xb6: 1, zzzz: x}",
	          "1:2: error: unknown key '\xc3\xa4\xc3\xb6'");
	RUN_TESTp(wrong, REST "text: y\n", "3:1: error: a second 'text'");
	RUN_TESTp(wrong, REST "[a]: y\n", "3:1: error: expected a key, found a sequence");
	RUN_TESTp(wrong, REST "name: [a]\n", "3:7: error: expected a text, found a sequence");
	RUN_TESTp(wrong, REST "name:\n", "3:6: error: expected a text, found nothing");
	RUN_TESTp(wrong, REST "name: ''\n",
	          "3:7: error: expected a text that is not empty, found the text ''");
	RUN_TESTp(wrong, REST "name: \"a\\0b\"\n",
	          "3:7: error: expected a text without NUL characters, found the text 'a'");
	RUN_TESTp(wrong, REST "command: pars\n",
	          "3:10: error: unknown command 'pars'; did you mean 'parse'?");
	RUN_TESTp(wrong, REST "options: --json\n", "3:10: error: expected a sequence, found '--json'");
	RUN_TESTp(wrong, REST "limit: 0\n",
	          "3:8: error: expected a number of seconds above 0, found '0'");
	RUN_TESTp(wrong, REST "limit: '1'\n",
	          "3:8: error: expected a number of seconds above 0, found the text '1'");
	RUN_TESTp(wrong, REST "model: a.mch\n",
	          "1:7: error: a case has either a 'model' or a 'text', not both");
	RUN_TESTp(wrong, "text: x\n", "1:1: error: the case has no 'expect'");
	RUN_TESTp(wrong, "expect: {exit: 0}\n",
	          "1:1: error: the case has neither a 'model' nor a 'text'");
	RUN_TESTp(wrong, "{command: help, file: a, expect: {exit: 0}}",
	          "1:23: error: 'file' is the name of a 'text', and there is none (a file that exists "
	          "is a 'model')");
	RUN_TESTp(wrong, "{command: help, files: {a: b}, expect: {exit: 0}}",
	          "1:1: error: 'files' belong to a 'text', and there is none");
	RUN_TESTp(wrong, REST "file: ../x\n",
	          "3:7: error: expected the name of a file beside the model, found '../x'");
	RUN_TESTp(wrong, REST "files: {a/./b: c}\n",
	          "3:9: error: expected the name of a file beside the model, found 'a/./b'");
	RUN_TESTp(wrong, REST "files: {M.mch: c}\n",
	          "3:9: error: this is the name of the model's own file");
}

static void wrong_expectations(void)
{
#define EXPECT(what) "text: x\nexpect: {" what "}\n"
	RUN_TESTp(wrong, "text: x\nexpect:\n", "2:8: error: expected a mapping, found nothing");
	RUN_TESTp(wrong, EXPECT(""), "2:9: error: nothing is expected here");
	RUN_TESTp(wrong, EXPECT("exitt: 0"), "2:10: error: unknown key 'exitt'; did you mean 'exit'?");
	RUN_TESTp(wrong, EXPECT("exit: 256"), "2:16: error: an exit code is a number from 0 to 255");
	RUN_TESTp(wrong, EXPECT("exit: -1"),
	          "2:16: error: expected a whole number from 0 on, found '-1'");
	RUN_TESTp(wrong, EXPECT("exit: '1'"),
	          "2:16: error: expected a whole number from 0 on, found the text '1'");
	RUN_TESTp(wrong, EXPECT("depth: 1234567890123456"),
	          "2:17: error: expected a number of at most 15 digits, found '1234567890123456'");
	RUN_TESTp(wrong, EXPECT("complete: yes"), "2:20: error: expected true or false, found 'yes'");
	RUN_TESTp(wrong, EXPECT("findings: {}"), "2:20: error: expected a sequence, found a mapping");
	RUN_TESTp(wrong, EXPECT("findings: [{knd: x}]"),
	          "2:22: error: unknown key 'knd'; did you mean 'kind'?");
	RUN_TESTp(wrong, EXPECT("counts: [1]"), "2:18: error: expected a mapping, found a sequence");
	RUN_TESTp(wrong, EXPECT("counts: {a: 1, a: 2}"), "2:25: error: a second 'a'");
	RUN_TESTp(wrong, EXPECT("stdout: []"), "2:18: error: expected a text, found a sequence");
	RUN_TESTp(wrong, EXPECT("stderr_has: x"), "2:22: error: expected a sequence, found 'x'");
	RUN_TESTp(wrong, EXPECT("diagnostics: [{}]"), "2:24: error: expected a text, found a mapping");
#undef EXPECT
}

SUITE(cases)
{
	RUN_TEST(one_case_is_a_mapping);
	RUN_TEST(several_cases_are_a_sequence);
	RUN_TEST(a_case_can_say_everything);
	RUN_TEST(a_model_is_found_beside_the_case_file);
	RUN_TEST(a_command_without_model_needs_none);
	RUN_TEST(nothing_is_taken_from_a_file_with_an_error);
	wrong_frames();
	wrong_cases();
	wrong_expectations();
}

/* ---- judgement ------------------------------------------------------------------------------- */

enum { STATUS_0 = 0, STATUS_1 = 1 << 8, STATUS_2 = 2 << 8, STATUS_10 = 10 << 8 };

/* A case with this expectation, and a child that left this; what the judge says must be `said`. */
TEST judged(const char *expect, int status, const char *out, const char *err, const char *said)
{
	struct file f;
	struct text yaml = {0}, result = {0};
	text_format(&yaml, "{text: x, file: lib/d/M.mch, expect: {%s}}", expect);
	read_file(&f, text_get(&yaml));
	ASSERT_STR_EQ("", text_get(&f.messages));
	const struct testcase *t = f.cases.at[0];
	struct child_outcome o = {.status = status};
	text_add(&o.out, out);
	text_add(&o.err, err);
	bool is_good = judge_needs_text(t) ? judge_text(t, &o, &result) : judge_json(t, &o, &result);
	ASSERT_STR_EQ(said, text_get(&result));
	ASSERT_EQ(*said == 0, is_good);
	child_clear(&o);
	text_clear(&yaml);
	text_clear(&result);
	clear_file(&f);
	PASS();
}

#define OBJECT                                                                                     \
	"{\"verdict\":\"violated\",\"complete\":false,\"findings\":["                                  \
	"{\"kind\":\"invariant\",\"name\":\"i1\",\"severity\":\"error\",\"depth\":4,"                  \
	"\"at\":{\"file\":\"lib/d/M.mch\",\"line\":7,\"column\":3}},"                                  \
	"{\"kind\":\"deadlock\",\"name\":null,\"severity\":\"error\"}],\"stats\":{\"states\":12}}\n"

static void judged_json(void)
{
	RUN_TESTp(judged, "exit: 10", STATUS_10, OBJECT, "", "");
	RUN_TESTp(judged, "exit: 0", STATUS_10, OBJECT, "", "  exit: expected 0, got 10\n");
	RUN_TESTp(judged, "exit: 2", STATUS_2, "", "usage\n", "");
	RUN_TESTp(judged, "verdict: violated, complete: false, depth: 4, counts: {states: 12}",
	          STATUS_10, OBJECT, "", "");
	RUN_TESTp(judged, "verdict: holds, complete: true, depth: 5, counts: {states: 1, x: 0}",
	          STATUS_10, OBJECT, "",
	          "  verdict: expected \"holds\", got \"violated\"\n"
	          "  complete: expected true, got false\n  depth: expected 5, got 4\n"
	          "  states: expected 1, got 12\n  x: expected 0, got nothing\n");
	RUN_TESTp(judged, "verdict: holds", STATUS_2, "", "usage\n",
	          "  exit: expected an answer (0, 10, 5 or 1), got 2\n"
	          "  --json: expected one JSON object on standard output\n"
	          "  standard error:\n    usage\n");
	RUN_TESTp(judged, "exit: 0", STATUS_1,
	          "{\"errors\":[{\"message\":\"no\",\"at\":null},{\"message\":\"yes\",\"at\":"
	          "{\"file\":\"lib/d/M.mch\",\"line\":3,\"column\":4}}]}",
	          "", "  exit: expected 0, got 1\n  errors:\n    no\n    M.mch:3:4: yes\n");
	RUN_TESTp(judged, "exit: 0", STATUS_0, "{} {}\n", "",
	          "  --json: expected one JSON object on standard output\n"
	          "  standard output:\n    {} {}\n");
	RUN_TESTp(judged, "exit: 0", 11, "", "", "  ended by signal 11 (Segmentation fault)\n");
}

static void judged_findings(void)
{
	RUN_TESTp(judged, "findings: [{kind: deadlock}]", STATUS_10, OBJECT, "", "");
	RUN_TESTp(judged, "findings: [{severity: error}, {line: 7, column: 3, file: M.mch}]", STATUS_10,
	          OBJECT, "", "");
	RUN_TESTp(judged, "findings: [{kind: deadlock}, {severity: error}, {kind: deadlock}]",
	          STATUS_10, OBJECT, "",
	          "  findings, expected and not there (-), there (+):\n    - {kind: deadlock}\n"
	          "    + {kind: \"invariant\", name: \"i1\", severity: \"error\", depth: 4, line: 7, "
	          "column: 3}\n    + {kind: \"deadlock\", severity: \"error\"}\n");
	RUN_TESTp(judged, "findings: []", STATUS_0, "{\"findings\":[]}", "", "");
	RUN_TESTp(judged, "findings: []", STATUS_0, "{\"findings\":[{\"kind\":\"x\"}]}", "",
	          "  findings: expected none, got 1:\n    + {kind: \"x\"}\n");
}

#define ERRORS                                                                                     \
	"lib/d/M.mch:3:5: error: expected THEN\n    IF x\n       ^\n"                                  \
	"lib/d/M.mch:1:1: note: here\n    MACHINE\n    ^\nbounce: error: cannot read "                 \
	"'lib/d/N.mch'\n"

static void judged_texts(void)
{
	RUN_TESTp(judged, "stdout: \"a\\nb\\n\"", STATUS_0, "a\nb\n", "", "");
	RUN_TESTp(judged, "stdout: \"a\\nb\\n\"", STATUS_0, "a\nc\n", "",
	          "  stdout, expected (-) and printed (+):\n      a\n    - b\n    + c\n");
	RUN_TESTp(judged, "stdout: \"a\\n\"", STATUS_0, "a", "",
	          "  stdout, expected (-) and printed (+):\n      a\n    + (no end of line)\n");
	RUN_TESTp(judged, "stdout_has: ['d: M.mch'], stderr_has: [x]", STATUS_0, "d: lib/d/M.mch", "x",
	          "");
	RUN_TESTp(judged, "stderr_has: [y, x]", STATUS_0, "", "x\n",
	          "  stderr_has, expected (-) and printed (+):\n    - y\n    + x\n");
	RUN_TESTp(judged,
	          "diagnostics: ['3:5: error: expected THEN', 'M.mch:1:1: note: here', "
	          "\"bounce: error: cannot read 'N.mch'\"]",
	          STATUS_1, "", ERRORS, "");
	RUN_TESTp(
	    judged,
	    "diagnostics: [\"3:5: error: expected THEN\\n    IF x\\n       ^\\n\", '1:1: note: here', "
	    "\"bounce: error: cannot read 'N.mch'\"]",
	    STATUS_1, "", ERRORS, "");
	RUN_TESTp(judged, "diagnostics: ['3:5: error: expected THEN', '1:1: note: there']", STATUS_1,
	          "", ERRORS,
	          "  diagnostics, expected (-) and printed (+):\n      3:5: error: expected THEN\n"
	          "    - 1:1: note: there\n    + 1:1: note: here\n"
	          "    + bounce: error: cannot read 'N.mch'\n");
	RUN_TESTp(judged, "diagnostics: []", STATUS_0, "", "", "");
	RUN_TESTp(judged, "diagnostics: []", STATUS_0, "", "x\n",
	          "  diagnostics, expected (-) and printed (+):\n    + x\n");
}

SUITE(judge)
{
	judged_json();
	judged_findings();
	judged_texts();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(options);
	RUN_SUITE(nearest);
	RUN_SUITE(cases);
	RUN_SUITE(judge);
	GREATEST_MAIN_END();
}
