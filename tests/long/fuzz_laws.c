/* Random values in algebraic laws: each instance must evaluate to true. The bytes of the input choose
 * the law and the values. */
#include "eval/eval.h"
#include "tests/long/laws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct bytes {
	const uint8_t *at, *end;
	uint32_t state; /* goes on where the bytes end */
};

static uint32_t draw(struct bytes *b, uint32_t below)
{
	b->state = b->state * 1664525u + 1013904223u + (b->at < b->end ? *b->at++ : 0);
	return (b->state >> 16) % below;
}

static void number(struct bytes *b, struct text *t)
{
	int n = (int)draw(b, 10) - 3;
	text_format(t, n < 0 ? "(%d)" : "%d", n);
}

/* n items with commas between them */
static void items(struct bytes *b, struct text *t, int kind)
{
	uint32_t count = draw(b, 6);
	for (uint32_t i = 0; i < count; i++) {
		if (i) text_add(t, ", ");
		if (kind == 'F') text_format(t, "%u", i + draw(b, 2) * 10);
		else number(b, t);
		if (kind == 'F' || kind == 'R') {
			text_add(t, " |-> ");
			number(b, t);
		}
	}
}

static void random_value(struct bytes *b, struct text *t, char letter)
{
	if (letter == 'N' || letter == 'M') {
		number(b, t);
	} else if (letter >= 'S' && letter <= 'U') {
		text_add(t, "([] ^ [");
		items(b, t, 'S');
		text_add(t, "])");
	} else if (letter >= 'A' && letter <= 'C') {
		text_add(t, "((0..0 - {0}) \\/ {");
		items(b, t, 'A');
		text_add(t, "})");
	} else {
		text_add(t, "({} \\/ {");
		items(b, t, letter == 'F' || letter == 'G' ? 'F' : 'R');
		text_add(t, "})");
	}
}

/* {} and [] stand for the empty list of items: "{}" and "[]" are B too */
static void instantiate(struct bytes *b, const char *law, struct text *out)
{
	struct text values[26] = {0};
	for (const char *s = law; *s; s++) {
		bool word = s > law && ((s[-1] >= 'A' && s[-1] <= 'Z') || (s[-1] >= 'a' && s[-1] <= 'z'));
		bool next = (s[1] >= 'A' && s[1] <= 'Z') || (s[1] >= 'a' && s[1] <= 'z') || s[1] == '1';
		if (*s < 'A' || *s > 'Z' || word || next) {
			text_add_char(out, *s);
			continue;
		}
		struct text *v = &values[*s - 'A'];
		if (!v->count) random_value(b, v, *s);
		text_add(out, text_get(v));
	}
	for (int i = 0; i < 26; i++) text_clear(&values[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, data + size, 12345};
	struct names names;
	struct diag diag;
	struct text formula = {0};
	struct universe u = {0};
	names_init(&names);
	diag_init(&diag, &names);
	instantiate(&b, laws[draw(&b, sizeof laws / sizeof *laws)], &formula);
	struct project *p = project_load_text(&names, &diag, "m.mch", "MACHINE m END", 13, NULL);
	universe_init(&u, p, 2);
	u.minint = -1;
	u.maxint = 3;
	struct values *s = values_open(&names);
	struct eval *e = eval_open(p, s, &u);
	const struct node *n = project_formula(p, text_get(&formula), NULL);
	enum truth t = n ? eval_predicate(e, n) : EVAL_FAILED;
	if (t != EVAL_TRUE) {
		struct text messages = {0};
		diag_print(&diag, &messages);
		const struct eval_failure *f = eval_failed(e);
		fprintf(stderr, "%s\nis %s\n%s%s\n", text_get(&formula),
		        t == EVAL_FALSE ? "false" : "undefined", text_get(&messages),
		        t == EVAL_FAILED && f ? f->message : "");
		abort();
	}
	eval_close(e);
	values_close(s);
	universe_clear(&u);
	project_close(p);
	text_clear(&formula);
	diag_clear(&diag);
	names_clear(&names);
	return 0;
}
