/* --certify: the proof of a check for other programs. */
#include "cli/check/strengthened.h"
#include "cli/files/certificates.h"

static void add(void *data, const char *stem, const char *what, struct solver *s)
{
	certificates_add(data, stem, what, s);
}

static void write_answer(struct findings *f, const struct check_verdict *v, struct json *j)
{
	struct text bounds = {0};
	bounds_print(&bounds, &f->universe);
	json_begin(j, NULL, '{');
	json_string(j, "proof", v->proof);
	json_string(j, "bounds", text_get(&bounds));
	json_begin(j, "invariant", '[');
	for (uint32_t i = 0; i < v->invariant.count; i++) json_string(j, NULL, v->invariant.at[i]);
	json_end(j, ']');
	json_end(j, '}');
	text_clear(&bounds);
}

int certified_write(struct findings *f, struct check *check, const struct check_verdict *v)
{
	struct certificates x;
	struct json answer = {0};
	if (v->answer == CHECK_VIOLATED || !v->is_complete) return EXIT_GOOD;
	if (!certificates_open(&x, f->cli, f->model->file)) return EXIT_INPUT;
	if (check_certify(check, add, &x))
		certificates_leave_out(&x, "the clauses say what the machine does",
		                       "they are written by bounce's encoder, for these sizes of sets");
	else
		certificates_leave_out(&x, v->proof ? v->proof : "all states were visited",
		                       "only proofs by PDR have certificates (--engine pdr)");
	if (v->tells_other_sizes)
		certificates_leave_out(&x, "what is said of other sizes of sets",
		                       "proof obligations say so (bounce disprove --certify)");
	write_answer(f, v, &answer);
	int code = certificates_close(&x, f->model->file, &answer, &f->notes);
	json_clear(&answer);
	return code;
}
