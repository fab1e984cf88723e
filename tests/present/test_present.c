/* Answers for other programs: XML that a parser of others reads, SARIF with what its schema asks for, HTML from which no name escapes. */
#include "tests/greatest.h"

#include "present/present.h"

#include <expat.h>

static const char violated[] =
    "[{\"tool\":\"bounce\",\"version\":\"1\",\"command\":\"check\",\"file\":\"a "
    "b/m.mch\",\"machine\":\"m\",\"verdict\":\"violated\","
    "\"complete\":false,\"findings\":[{\"kind\":\"invariant\",\"severity\":\"error\",\"name\":"
    "\"inv1\","
    "\"message\":\"x < \\\"</script><b>&\",\"at\":{\"file\":\"a "
    "b/m.mch\",\"line\":3,\"column\":5},\"trace\":["
    "{\"op\":\"INITIALISATION\",\"params\":{},\"results\":{},\"state\":{\"x\":\"0\",\"y\":\"1\"}},"
    "{\"op\":\"up\",\"params\":{\"n\":\"2\"},\"results\":{\"r\":\"5\"},\"state\":{\"x\":\"2\","
    "\"y\":\"1\"}}]}],"
    "\"errors\":[],\"stats\":{\"seconds\":0.5}},"
    "{\"tool\":\"bounce\",\"version\":\"1\",\"command\":\"check\",\"file\":\"n.mch\",\"machine\":"
    "\"n\",\"verdict\":\"holds\","
    "\"complete\":true,\"findings\":[],\"errors\":[],\"stats\":{\"seconds\":0.1}}]";

static const char obligations[] =
    "[{\"tool\":\"bounce\",\"version\":\"1\",\"command\":\"disprove\",\"file\":\"m.mch\","
    "\"machine\":\"m\",\"verdict\":\"violated\","
    "\"findings\":[],\"errors\":[],\"obligations\":["
    "{\"name\":\"up/"
    "inv1\",\"kind\":\"preservation\",\"status\":\"refuted\",\"at\":null,\"reason\":null,"
    "\"counterexample\":{\"before\":{\"x\":\"1\"}},\"seconds\":0.25},"
    "{\"name\":\"up/"
    "inv2\",\"kind\":\"preservation\",\"status\":\"proved\",\"at\":null,\"reason\":null,"
    "\"seconds\":0.1},"
    "{\"name\":\"up/"
    "inv3\",\"kind\":\"preservation\",\"status\":\"open\",\"at\":null,\"reason\":\"time\","
    "\"seconds\":0.1}],"
    "\"stats\":{\"seconds\":0.5}}]";

static const char temporal[] =
    "[{\"tool\":\"bounce\",\"version\":\"1\",\"command\":\"check\",\"file\":\"m.mch\",\"machine\":"
    "\"m\",\"verdict\":\"violated\","
    "\"findings\":[{\"kind\":\"invariant\",\"severity\":\"error\",\"name\":\"inv1\",\"message\":"
    "\"inv1 is false\"}],"
    "\"errors\":[],\"formulas\":[{\"name\":\"ASSERT_LTL\",\"formula\":\"G {x = "
    "1}\",\"verdict\":\"holds\"},"
    "{\"name\":\"ASSERT_LTL_2\",\"formula\":\"F {x = 2}\",\"verdict\":\"inconclusive\"}]}]";

/* ---- JUnit, by expat ------------------------------------------------------------------------- */

struct seen {
	int cases, failures, skipped, errors, tests;
	char message[100];
};

static void see(void *data, const XML_Char *tag, const XML_Char **attributes)
{
	struct seen *s = data;
	s->cases += strcmp(tag, "testcase") == 0;
	s->failures += strcmp(tag, "failure") == 0;
	s->skipped += strcmp(tag, "skipped") == 0;
	s->errors += strcmp(tag, "error") == 0;
	for (int i = 0; attributes[i]; i += 2) {
		if (strcmp(attributes[i], "tests") == 0) s->tests += atoi(attributes[i + 1]);
		if (strcmp(tag, "failure") == 0 && strcmp(attributes[i], "message") == 0)
			snprintf(s->message, sizeof s->message, "%s", attributes[i + 1]);
	}
}

static bool read_junit(const char *json, struct seen *out)
{
	struct text xml = {0};
	cJSON *objects = cJSON_Parse(json);
	XML_Parser parser = XML_ParserCreate(NULL);
	present_junit(objects, &xml);
	XML_SetUserData(parser, out);
	XML_SetStartElementHandler(parser, see);
	bool good = XML_Parse(parser, xml.at, (int)xml.count, 1) == XML_STATUS_OK;
	XML_ParserFree(parser);
	cJSON_Delete(objects);
	text_clear(&xml);
	return good;
}

TEST junit_is_xml_with_a_test_for_each_result(void)
{
	struct seen s = {0}, o = {0};
	ASSERT(read_junit(violated, &s));
	ASSERT_EQ(2, s.cases);
	ASSERT_EQ(2, s.tests);
	ASSERT_EQ(1, s.failures);
	ASSERT_STR_EQ("x < \"</script><b>&", s.message);
	ASSERT(read_junit(obligations, &o));
	ASSERT_EQ(3, o.cases);
	ASSERT_EQ(1, o.failures);
	ASSERT_EQ(1, o.skipped);
	ASSERT_EQ(0, o.errors);
	struct seen t = {0};
	ASSERT(read_junit(temporal, &t)); /* formulas besides findings */
	ASSERT_EQ(3, t.cases);
	ASSERT_EQ(1, t.failures);
	ASSERT_EQ(1, t.skipped);
	PASS();
}

/* ---- SARIF ------------------------------------------------------------------------------------- */

static const cJSON *member(const cJSON *o, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(o, key);
}

static const cJSON *down(const cJSON *o, const char *const *path)
{
	for (; o && *path; path++) o = **path == '0' ? cJSON_GetArrayItem(o, 0) : member(o, *path);
	return o;
}

#define DOWN(o, ...) down(o, (const char *const[]){__VA_ARGS__, NULL})

TEST sarif_has_places_flows_and_what_passes(void)
{
	struct text out = {0};
	cJSON *objects = cJSON_Parse(violated);
	present_sarif(objects, NULL, &out);
	cJSON *log = cJSON_Parse(text_get(&out));
	ASSERT(log);
	ASSERT_STR_EQ("2.1.0", member(log, "version")->valuestring);
	const cJSON *results = DOWN(log, "runs", "0", "results");
	ASSERT_EQ(2, cJSON_GetArraySize(results));
	const cJSON *fail = cJSON_GetArrayItem(results, 0), *pass = cJSON_GetArrayItem(results, 1);
	ASSERT_STR_EQ("fail", member(fail, "kind")->valuestring);
	ASSERT_STR_EQ("error", member(fail, "level")->valuestring);
	ASSERT_STR_EQ("invariant", member(fail, "ruleId")->valuestring);
	ASSERT_STR_EQ(
	    "a%20b/m.mch",
	    DOWN(fail, "locations", "0", "physicalLocation", "artifactLocation", "uri")->valuestring);
	ASSERT_EQ(3, DOWN(fail, "locations", "0", "physicalLocation", "region", "startLine")->valueint);
	const cJSON *steps = DOWN(fail, "codeFlows", "0", "threadFlows", "0", "locations");
	ASSERT_EQ(2, cJSON_GetArraySize(steps));
	ASSERT_STR_EQ("up(n = 2) --> r = 5\nx = 2",
	              DOWN(cJSON_GetArrayItem(steps, 1), "location", "message", "text")->valuestring);
	ASSERT_STR_EQ("pass", member(pass, "kind")->valuestring);
	ASSERT_STR_EQ("none", member(pass, "level")->valuestring);
	cJSON_Delete(log);
	cJSON_Delete(objects);
	text_clear(&out);
	PASS();
}

/* ---- HTML -------------------------------------------------------------------------------------- */

TEST nothing_of_the_data_ends_the_script(void)
{
	struct text out = {0};
	cJSON *objects = cJSON_Parse(violated);
	present_html(objects, &out);
	const char *data = strstr(text_get(&out), "id=\"data\">");
	ASSERT(data);
	const char *end = strstr(data, "</script>");
	ASSERT(end);
	char *copy =
	    strndup(data + strlen("id=\"data\">"), (size_t)(end - data) - strlen("id=\"data\">"));
	cJSON *again = cJSON_Parse(copy);
	ASSERT(again);
	ASSERT(cJSON_Compare(objects, again, true));
	ASSERT(strstr(end, "</html>"));
	free(copy);
	cJSON_Delete(again);
	cJSON_Delete(objects);
	text_clear(&out);
	PASS();
}

/* ---- lines ------------------------------------------------------------------------------------- */

TEST a_line_says_what_is_worst(void)
{
	struct text out = {0};
	cJSON *objects = cJSON_Parse(violated), *all = cJSON_Parse(obligations);
	present_line(cJSON_GetArrayItem(objects, 0), &out);
	present_line(cJSON_GetArrayItem(objects, 1), &out);
	present_line(cJSON_GetArrayItem(all, 0), &out);
	ASSERT_STR_EQ("a b/m.mch: machine m: violated: x < \"</script><b>&\nn.mch: machine n: proved\n"
	              "m.mch: machine m: violated: 1 refuted, 1 open, 0 within bounds, 1 proved\n",
	              text_get(&out));
	cJSON_Delete(objects);
	cJSON_Delete(all);
	text_clear(&out);
	PASS();
}

SUITE(present)
{
	RUN_TEST(junit_is_xml_with_a_test_for_each_result);
	RUN_TEST(sarif_has_places_flows_and_what_passes);
	RUN_TEST(nothing_of_the_data_ends_the_script);
	RUN_TEST(a_line_says_what_is_worst);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(present);
	GREATEST_MAIN_END();
}
