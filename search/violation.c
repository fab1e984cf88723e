/* A substitution is executed from the values that are searched, and something goes wrong. */
#include "search/inside.h"

static lit failures(struct search *s, const struct encode_step *step)
{
	const struct violation *w = s->question.violation;
	lit any = LIT_FALSE;
	for (uint32_t i = 0; i < step->trouble_count; i++) {
		const struct encode_trouble *t = &step->troubles[i];
		if (t->kind == w->kind && (!w->pos.at || w->pos.at == t->pos.at))
			any = circuit_or(s->circuit, any, t->when);
	}
	return any;
}

/* One of the goals is false at the end. */
static bool violations(struct search *s, const struct encode_step *step, lit *out)
{
	lit any = LIT_FALSE, l;
	encode_use(s->encoder, step->next);
	for (uint32_t i = 0; i < s->question.violation->count; i++) {
		if (!encode_violation(s->encoder, s->question.violation->goals[i], false, &l)) return false;
		any = circuit_or(s->circuit, any, l);
	}
	*out = circuit_and(s->circuit, step->is_fine, any);
	return true;
}

bool violation_encode(struct search *s, lit *out)
{
	struct encode_state *before = encode_save(s->encoder);
	struct encode_step step;
	if (!encode_execute(s->encoder, s->question.violation->body, &step)) return false;
	bool ok = true;
	if (s->question.violation->fails) *out = failures(s, &step);
	else ok = violations(s, &step, out);
	encode_use(s->encoder, before);
	return ok;
}
