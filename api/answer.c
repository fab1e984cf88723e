/* Answers: plain texts in an arena of their own, so that they need nothing of the machine. */
#include "api/api.h"
#include "eval/eval.h"

struct bounce_answer *answer_new(void)
{
	struct bounce_answer *a = calloc(1, sizeof *a);
	if (!a) return NULL;
	arena_init(&a->arena);
	a->verdict = BOUNCE_INCONCLUSIVE;
	a->summary = a->bounds = a->messages = "";
	return a;
}

void bounce_answer_free(struct bounce_answer *a)
{
	if (!a) return;
	arena_clear(&a->arena);
	VEC_CLEAR(&a->findings);
	free(a);
}

struct bounce_answer *answer_refuse(const struct bounce *b)
{
	if (bounce_is_good(b)) return NULL;
	struct bounce_answer *a = answer_new();
	if (!a) return NULL;
	a->verdict = b->is_broken ? BOUNCE_INTERNAL : BOUNCE_WRONG_INPUT;
	a->summary = b->is_broken ? "the machine is of no use after an internal error"
	                          : "there are errors in the machine";
	a->messages = arena_text(&a->arena, text_get(&b->messages), b->messages.count);
	return a;
}

void answer_bounds(struct bounce_answer *a, const struct universe *u)
{
	struct text shown = {0};
	bounds_print(&shown, u);
	a->bounds = text_freeze(&shown, &a->arena);
}

void answer_place(struct bounce_answer *a, struct diag *d, struct pos pos,
                  struct bounce_finding *out)
{
	struct place p = diag_place(d, pos);
	if (!p.source) return;
	out->file = arena_text(&a->arena, p.source->file, strlen(p.source->file));
	out->line = p.line;
	out->column = p.column;
}

struct bounce_bindings answer_bindings(struct bounce_answer *a, struct values *s,
                                       const struct universe *u, const struct eval_bindings *list)
{
	struct bounce_binding *at = ARENA_ARRAY(&a->arena, list->count, struct bounce_binding);
	for (uint32_t i = 0; i < list->count; i++) {
		const struct decl *d = list->at[i].decl;
		const char *own = d->full_name ? d->full_name : d->name;
		struct text shown = {0};
		value_print_of(s, u, d, list->at[i].value, 0, &shown);
		at[i].name = arena_text(&a->arena, own, strlen(own));
		at[i].value = text_freeze(&shown, &a->arena);
	}
	return (struct bounce_bindings){at, list->count};
}

void answer_ask(struct bounce_answer *a, struct bounce *b, void (*run)(struct work *w), void *data)
{
	b->is_interrupted = false;
	struct work w = {.run = run,
	                 .data = data,
	                 .seconds = b->seconds,
	                 .megabytes = b->megabytes,
	                 .interrupt = &b->is_interrupted};
	enum work_end end = work_run(&w);
	if (end == WORK_BROKEN || end == WORK_NO_MEMORY) {
		b->is_broken = true;
		a->findings.count = 0;
		a->is_complete = false;
		a->verdict = end == WORK_BROKEN ? BOUNCE_INTERNAL : BOUNCE_INCONCLUSIVE;
		a->summary = arena_format(&a->arena, "%s%s%s", work_reason(end), w.error.count ? ": " : "",
		                          text_get(&w.error));
	}
	text_clear(&w.error);
}

/* ---- what the caller reads --------------------------------------------------------------------------- */

enum bounce_verdict bounce_verdict(const struct bounce_answer *a) { return a->verdict; }
const char *bounce_summary(const struct bounce_answer *a) { return a->summary; }
bool bounce_is_complete(const struct bounce_answer *a) { return a->is_complete; }
const char *bounce_bounds(const struct bounce_answer *a) { return a->bounds; }
const char *bounce_answer_messages(const struct bounce_answer *a) { return a->messages; }

const struct bounce_finding *bounce_finding(const struct bounce_answer *a, size_t index)
{
	return index < a->findings.count ? &a->findings.at[index] : NULL;
}
