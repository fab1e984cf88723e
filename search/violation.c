/* Encodes a violation: the body runs and a goal is false afterwards, or it fails at a given place. */
#include "search/encoding.h"

static lit failures(struct search *s, const struct encode_step *step)
{
	const struct violation *w = s->question.violation;
	lit any = LIT_FALSE;
	for (uint32_t i = 0; i < step->trouble_count; i++) {
		const struct encode_trouble *t = &step->troubles[i];
		if (t->kind == w->kind && (!w->pos.at || w->pos.at == t->pos.at))
			any = circuit_or(s->encoding.circuit, any, t->when);
	}
	return any;
}

/* One of the goals is false at the end. */
static bool violations(struct search *s, const struct encode_step *step, lit *out)
{
	lit any = LIT_FALSE, l;
	encode_use(s->encoding.encoder, step->next);
	for (uint32_t i = 0; i < s->question.violation->count; i++) {
		if (!encode_violation(s->encoding.encoder, s->question.violation->goals[i], false, &l))
			return false;
		any = circuit_or(s->encoding.circuit, any, l);
	}
	*out = circuit_and(s->encoding.circuit, step->is_fine, any);
	return true;
}

bool violation_encode(struct search *s, lit *out)
{
	struct encode_state *before = encode_save(s->encoding.encoder);
	struct encode_step step;
	if (!encode_execute(s->encoding.encoder, s->question.violation->body, &step)) return false;
	bool ok = true;
	if (s->question.violation->fails) *out = failures(s, &step);
	else ok = violations(s, &step, out);
	encode_use(s->encoding.encoder, before);
	return ok;
}
