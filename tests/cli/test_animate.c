/* What stands below 'bounce eval' and 'bounce animate': open brackets, traces in files. */
#include "tests/greatest.h"

#include "cli/animate/animate.h"

/* ---- open brackets --------------------------------------------------------------------------- */

TEST is_open(const char *text, bool expected)
{
	ASSERT_EQm(text, expected, prompt_is_open(text));
	PASS();
}

SUITE(brackets)
{
	RUN_TESTp(is_open, "", false);
	RUN_TESTp(is_open, "f(x", true);
	RUN_TESTp(is_open, "f(x)", false);
	RUN_TESTp(is_open, "{[(", true);
	RUN_TESTp(is_open, "f(x))", false);
	RUN_TESTp(is_open, "\"(\"", false);
	RUN_TESTp(is_open, "(\")\"", true);
	RUN_TESTp(is_open, "\"a\\\"(\"", false);
	RUN_TESTp(is_open, "\"a string ends on its line (", false);
	RUN_TESTp(is_open, "1 /* a comment may go on (", true);
	RUN_TESTp(is_open, "1 /* ( */ + 2", false);
	RUN_TESTp(is_open, "{1, // (\n2}", false);
	RUN_TESTp(is_open, "7/2 * (3", true);
}

/* ---- traces ---------------------------------------------------------------------------------- */

struct file {
	struct names names;
	struct diag diag;
	struct trace trace;
	bool is_good;
};

static void read_text(struct file *f, const char *text)
{
	memset(f, 0, sizeof *f);
	names_init(&f->names);
	diag_init(&f->diag, &f->names);
	const struct source *s = diag_source(&f->diag, "t.json", text, strlen(text), true);
	f->is_good = trace_read_source(&f->trace, &f->diag, s);
}

static void clear_file(struct file *f)
{
	trace_clear(&f->trace);
	diag_clear(&f->diag);
	names_clear(&f->names);
}

TEST a_trace_of_bounce_is_an_array_of_steps(void)
{
	struct file f;
	read_text(&f,
	          "[{\"op\":\"SETUP_CONSTANTS\",\"params\":{},\"results\":{},\"state\":{\"n\":\"2\"}},"
	          "{\"op\":\"INITIALISATION\",\"state\":{\"x\":\"{}\"}},"
	          "{\"op\":\"up\",\"params\":{\"d\":\"1\",\"e\":\"{2}\"},\"results\":{\"r\":\"0\"}}]");
	ASSERT(f.is_good);
	ASSERT_EQ(3, f.trace.steps.count);
	ASSERT_EQ(TRACE_SETUP, f.trace.steps.at[0].kind);
	ASSERT_STR_EQ("n", f.trace.steps.at[0].state.at[0].name);
	ASSERT_EQ(TRACE_INITIALISATION, f.trace.steps.at[1].kind);
	const struct trace_step *up = &f.trace.steps.at[2];
	ASSERT_EQ(TRACE_OPERATION, up->kind);
	ASSERT_STR_EQ("up", up->op);
	ASSERT_EQ(2, up->params.count);
	ASSERT_STR_EQ("{2}", up->params.at[1].text);
	ASSERT_EQ(1, up->results.count);
	ASSERT_EQ(0, up->state.count);
	clear_file(&f);
	PASS();
}

TEST the_trace_of_a_finding_is_found(void)
{
	struct file f;
	read_text(&f,
	          "{\"tool\":\"bounce\",\"findings\":[{\"kind\":\"coverage\"},"
	          "{\"kind\":\"deadlock\",\"trace\":[{\"op\":\"INITIALISATION\"},{\"op\":\"a\"}]}]}");
	ASSERT(f.is_good);
	ASSERT_EQ(2, f.trace.steps.count);
	ASSERT_STR_EQ("a", f.trace.steps.at[1].op);
	clear_file(&f);
	PASS();
}

TEST a_trace_of_prob_has_a_transition_list(void)
{
	struct file f;
	read_text(&f, "{\"description\":\"\",\"transitionList\":["
	              "{\"name\":\"$initialise_machine\",\"params\":null,\"destState\":{\"x\":\"0\"},"
	              "\"preds\":null},"
	              "{\"name\":\"up\",\"params\":{\"d\":\"1\"},\"destState\":{\"x\":\"1\"},"
	              "\"destStateNotChanged\":[\"y\",\"z\"],\"postconditions\":[]}],"
	              "\"metadata\":{\"fileType\":\"Trace\",\"formatVersion\":5}}");
	ASSERT(f.is_good);
	ASSERT_EQ(2, f.trace.steps.count);
	ASSERT_EQ(TRACE_INITIALISATION, f.trace.steps.at[0].kind);
	ASSERT_EQ(0, f.trace.steps.at[0].params.count);
	const struct trace_step *up = &f.trace.steps.at[1];
	ASSERT_STR_EQ("1", up->state.at[0].text);
	ASSERT_EQ(2, up->same.count);
	ASSERT_STR_EQ("z", up->same.at[1].name);
	clear_file(&f);
	PASS();
}

TEST an_old_trace_of_prob_has_the_list_inside_of_trace(void)
{
	struct file f;
	read_text(&f, "{\"type\":\"Trace\",\"trace\":{\"transitionList\":[{\"name\":\"inc\"}]}}");
	ASSERT(f.is_good);
	ASSERT_EQ(1, f.trace.steps.count);
	clear_file(&f);
	PASS();
}

TEST numbers_and_truth_values_are_read_as_b(void)
{
	struct file f;
	read_text(&f, "[{\"op\":\"a\",\"params\":{\"i\":-12,\"b\":true,\"c\":false}}]");
	ASSERT(f.is_good);
	ASSERT_STR_EQ("-12", f.trace.steps.at[0].params.at[0].text);
	ASSERT_STR_EQ("TRUE", f.trace.steps.at[0].params.at[1].text);
	ASSERT_STR_EQ("FALSE", f.trace.steps.at[0].params.at[2].text);
	clear_file(&f);
	PASS();
}

TEST refused(const char *text, const char *message)
{
	struct file f;
	read_text(&f, text);
	ASSERT_FALSE(f.is_good);
	ASSERT_EQ(1, f.diag.errors);
	ASSERT_STR_EQ(message, f.diag.messages.at[0].text);
	clear_file(&f);
	PASS();
}

SUITE(traces)
{
	RUN_TEST(a_trace_of_bounce_is_an_array_of_steps);
	RUN_TEST(the_trace_of_a_finding_is_found);
	RUN_TEST(a_trace_of_prob_has_a_transition_list);
	RUN_TEST(an_old_trace_of_prob_has_the_list_inside_of_trace);
	RUN_TEST(numbers_and_truth_values_are_read_as_b);
	RUN_TESTp(refused, "", "this is not JSON");
	RUN_TESTp(refused, "[{\"op\":\"a\"},", "this is not JSON");
	RUN_TESTp(refused, "{}", "there is no trace in this file");
	RUN_TESTp(refused, "3", "there is no trace in this file");
	RUN_TESTp(refused, "[]", "the trace in this file has no steps");
	RUN_TESTp(refused, "[1]", "step 1 of the trace: expected an object");
	RUN_TESTp(refused, "[{\"op\":\"a\"},{}]",
	          "step 2 of the trace: it has no \"op\" (ProB: \"name\")");
	RUN_TESTp(refused, "[{\"op\":\"a\",\"params\":[]}]",
	          "step 1 of the trace: expected names with their values");
	RUN_TESTp(refused, "[{\"op\":\"a\",\"params\":{\"x\":[]}}]",
	          "step 1 of the trace: a value must be a text with a B expression");
	RUN_TESTp(refused, "[{\"op\":\"a\",\"destStateNotChanged\":[1]}]",
	          "step 1 of the trace: expected a list of names");
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(brackets);
	RUN_SUITE(traces);
	GREATEST_MAIN_END();
}
