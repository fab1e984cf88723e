/* JUnit XML, as Jenkins, GitLab and the like read it. */
#include "present/inside.h"

/* What may stand in XML: no control characters, even as an entity. */
static void add_escaped(const char *text, struct text *out)
{
	struct text shown = {0};
	text_add_shown(&shown, text);
	for (const char *s = text_get(&shown); *s; s++) switch (*s) {
		case '<': text_add(out, "&lt;"); break;
		case '>': text_add(out, "&gt;"); break;
		case '&': text_add(out, "&amp;"); break;
		case '"': text_add(out, "&quot;"); break;
		case '\n': text_add(out, "&#10;"); break;
		default: text_add_char(out, *s);
		}
	text_clear(&shown);
}

static void add_attribute(const char *key, const char *value, struct text *out)
{
	text_format(out, " %s=\"", key);
	add_escaped(value, out);
	text_add_char(out, '"');
}

struct suite {
	struct text cases;
	uint32_t tests, failures, errors, skipped;
};

/* The run, or the counterexample of an obligation. */
static void add_details(const struct present_result *r, struct text *out)
{
	const cJSON *step, *before = NULL, *place = present_result_place(r);
	struct text t = {0};
	if (place)
		text_format(&t, "%s:%d:%d: ", present_string(place, "file"),
		            present_member(place, "line")->valueint,
		            present_member(place, "column")->valueint);
	present_result_message(r, &t);
	cJSON_ArrayForEach(step, present_result_trace(r))
	{
		text_add(&t, "\n  ");
		present_step(step, &t);
		present_changes(before, step, "\n       ", &t);
		before = step;
	}
	const cJSON *example = r->obligation ? present_member(r->obligation, "counterexample") : NULL;
	if (example) {
		char *printed = cJSON_Print(example);
		if (!printed) diag_no_memory();
		text_format(&t, "\n%s", printed);
		cJSON_free(printed);
	}
	add_escaped(text_get(&t), out);
	text_clear(&t);
}

static void add_problem(const char *tag, const struct present_result *r, struct text *out)
{
	struct text message = {0};
	present_result_message(r, &message);
	text_format(out, ">\n      <%s", tag);
	add_attribute("message", text_get(&message), out);
	text_add_char(out, '>');
	add_details(r, out);
	text_format(out, "</%s>\n    </testcase>\n", tag);
	text_clear(&message);
}

static void add_case(void *data, const struct present_result *r)
{
	struct suite *s = data;
	const cJSON *part = r->obligation ? r->obligation
	                    : r->finding  ? r->finding
	                                  : present_member(r->object, "stats");
	const cJSON *seconds = part ? present_member(part, "seconds") : NULL;
	const char *machine = present_string(r->object, "machine");
	struct text *out = &s->cases;
	text_add(out, "    <testcase");
	add_attribute("classname", *machine ? machine : present_string(r->object, "file"), out);
	add_attribute("name", present_result_name(r), out);
	text_format(out, " time=\"%.3f\"", seconds ? seconds->valuedouble : 0.0);
	s->tests++;
	switch (r->grade) {
	case PRESENT_PROVED:
	case PRESENT_BOUNDED: text_add(out, "/>\n"); break;
	case PRESENT_OPEN:
		s->skipped++;
		add_problem("skipped", r, out);
		break;
	case PRESENT_BAD:
		s->failures++;
		add_problem("failure", r, out);
		break;
	case PRESENT_ERROR:
		s->errors++;
		add_problem("error", r, out);
		break;
	}
}

static void add_suite(const cJSON *object, struct text *out)
{
	struct suite s = {0};
	const cJSON *stats = present_member(object, "stats"),
	            *seconds = stats ? present_member(stats, "seconds") : NULL;
	present_results(object, add_case, &s);
	text_add(out, "  <testsuite");
	add_attribute("name", present_string(object, "file"), out);
	text_format(out,
	            " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.3f\">\n%s  "
	            "</testsuite>\n",
	            s.tests, s.failures, s.errors, s.skipped, seconds ? seconds->valuedouble : 0.0,
	            text_get(&s.cases));
	text_clear(&s.cases);
}

void present_junit(const cJSON *objects, struct text *out)
{
	const cJSON *o;
	text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
	cJSON_ArrayForEach(o, objects) add_suite(o, out);
	text_add(out, "</testsuites>\n");
}
