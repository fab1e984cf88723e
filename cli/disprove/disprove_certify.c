/* --certify: what is proved is asked once more, and each question without a solution leaves clauses and a checked proof. */
#include "cli/disprove/disprove.h"
#include "cli/files/certificates.h"

struct proof_files {
	struct disproof *d;
	struct certificates files;
	struct json answers; /* members of the manifest, about each proof */
	uint32_t index;      /* the obligation, */
	const char *sizes;   /* and of what sizes sets are now */
	uint32_t questions, certified_before;
};

static void begin(void *data, uint32_t index, const char *sizes)
{
	struct proof_files *x = data;
	x->index = index;
	x->sizes = sizes;
	x->questions = 0;
	x->certified_before = x->files.certified;
}

/* "add/inv2, question 1, for S = 2" */
static void describe(const struct proof_files *x, struct text *out)
{
	text_add(out, disproof_label(x->d, x->index).name);
	if (x->questions) text_format(out, ", question %u", x->questions);
	if (*x->sizes) text_format(out, ", for %s", x->sizes);
}

static void question(void *data, struct solver *clauses, const char *why)
{
	struct proof_files *x = data;
	struct text what = {0}, stem = {0};
	x->questions++;
	describe(x, &what);
	text_format(&stem, "q%u", x->files.count + 1);
	if (clauses) certificates_add(&x->files, text_get(&stem), text_get(&what), clauses);
	else certificates_leave_out(&x->files, text_get(&what), why);
	text_clear(&what);
	text_clear(&stem);
}

static void end(void *data, enum obligation_status is)
{
	struct proof_files *x = data;
	bool is_proved = is == OBLIGATION_PROVED || is == OBLIGATION_PROVED_FOR_SIZES;
	uint32_t asked = x->questions;
	struct text what = {0};
	x->questions = 0;
	describe(x, &what);
	if (!is_proved)
		certificates_leave_out(&x->files, text_get(&what),
		                       "the proof by clauses was not found in time");
	else if (asked == 0)
		certificates_leave_out(&x->files, text_get(&what),
		                       "it follows from the text: nothing had to be asked");
	json_begin(&x->answers, NULL, '{');
	json_string(&x->answers, "obligation", disproof_label(x->d, x->index).name);
	json_string(&x->answers, "status", obligation_status_name(is));
	json_string(&x->answers, "sizes", x->sizes);
	json_integer(&x->answers, "questions", asked);
	json_integer(&x->answers, "certified", x->files.certified - x->certified_before);
	json_end(&x->answers, '}');
	text_clear(&what);
}

static void write_bounds(struct proof_files *x, struct json *j)
{
	struct text bounds = {0};
	bounds_print(&bounds, &x->d->stages.first.universe);
	json_begin(j, NULL, '{');
	json_string(j, "bounds", text_get(&bounds));
	json_begin(j, "obligations", '[');
	if (x->answers.text.count) json_raw(j, NULL, text_get(&x->answers.text));
	json_end(j, ']');
	json_end(j, '}');
	text_clear(&bounds);
}

int disprove_certify(struct disproof *d)
{
	struct proof_files x = {.d = d};
	struct stages_certifier how = {begin, question, end, &x};
	struct json answer = {0};
	struct text told = {0};
	const char *file = d->file ? d->file : d->model.file;
	if (!certificates_open(&x.files, d->cli, file)) return EXIT_INPUT;
	certificates_leave_out(
	    &x.files, "the clauses say what the obligations do",
	    "they are written by bounce's prover and encoder, for these sizes of sets");
	stages_certify(&d->stages, &how);
	write_bounds(&x, &answer);
	int code = certificates_close(&x.files, file, &answer, &told);
	for (char *line = told.at; line && *line;) {
		char *at = strchr(line, '\n');
		if (at) *at = 0;
		report_error(d->cli, "bounce: note: %s\n", line);
		line = at ? at + 1 : NULL;
	}
	text_clear(&told);
	json_clear(&x.answers);
	json_clear(&answer);
	return code;
}
