/* The answers of 'bounce disprove' as JUnit XML: a test for each obligation. Refuted is a failure, open is
 * skipped. */
#include "cli/disprove/disprove.h"

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

static void add_attribute(const char *key, const char *s, struct text *out)
{
	text_format(out, " %s=\"", key);
	add_escaped(s, out);
	text_add_char(out, '"');
}

static void add_case(struct disproof *d, uint32_t index, struct text *out)
{
	const struct obligation *o = disproof_of(d, index);
	const struct judged *j = &d->list.at[index];
	enum obligation_status s = judged_status(j);
	const char *machine = model_name(&d->model), *reason = disprove_reason(d, j);
	text_add(out, "  <testcase");
	add_attribute("classname", machine && !d->options.is_bare ? machine : "sequents", out);
	add_attribute("name", o->name, out);
	text_format(out, " time=\"%.3f\"", j->seconds);
	if (s == OBLIGATION_REFUTED || s == OBLIGATION_DOUBTFUL) {
		struct text found = {0};
		disprove_counterexample(d, index, &found);
		text_add(out, ">\n    <failure");
		add_attribute("message", obligation_status_name(s), out);
		text_add_char(out, '>');
		add_escaped(text_get(&found), out);
		text_add(out, "</failure>\n  </testcase>\n");
		text_clear(&found);
	} else if (s == OBLIGATION_OPEN || s == OBLIGATION_REFUTED_PARTLY) {
		text_add(out, ">\n    <skipped");
		add_attribute("message", reason ? reason : "", out);
		text_add(out, "/>\n  </testcase>\n");
	} else text_add(out, "/>\n");
}

int disprove_junit(struct disproof *d, const char *path)
{
	uint32_t all = 0, failures = 0, skipped = 0;
	struct text out = {0}, cases = {0};
	for (uint32_t i = 0; i < d->list.count; i++) {
		const struct judged *j = &d->list.at[i];
		if (!j->is_selected) continue;
		enum obligation_status s = judged_status(j);
		all++;
		failures += s == OBLIGATION_REFUTED || s == OBLIGATION_DOUBTFUL;
		skipped += s == OBLIGATION_OPEN || s == OBLIGATION_REFUTED_PARTLY;
		add_case(d, i, &cases);
	}
	text_add(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite");
	add_attribute("name", d->file ? d->file : d->model.file ? d->model.file : "sequent", &out);
	text_format(&out,
	            " tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\" "
	            "time=\"%.3f\">\n%s</testsuite>\n",
	            all, failures, skipped, report_clock() - d->cli->started, text_get(&cases));
	int code = report_file(d->cli, path, &out);
	text_clear(&out);
	text_clear(&cases);
	return code;
}
