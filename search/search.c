/* A search: one question, its first answer by the portfolio, further ones from the same encoding. */
#include "search/search.h"

#include "search/portfolio.h"

/* ---- open and close ---------------------------------------------------------------------------------- */

const struct node *search_definition(const struct search *s, const struct decl *d)
{
	const struct node *is = NULL;
	for (uint32_t i = 0; i < s->question.conjunct_count && !is; i++)
		is = generator_equal(s->question.conjuncts[i], d);
	return is;
}

struct search *search_new(struct eval *e, struct project *p, const struct question *q,
                          const struct search_options *o, enum nesting nesting)
{
	struct search *s = memory_zeroed(1, sizeof *s);
	arena_init_with(&s->arena, &p->arena);
	s->eval = e;
	s->values = eval_values(e);
	s->project = p;
	s->question = *q;
	s->options = *o;
	s->nesting = nesting;
	s->budget = budget_open(e, o->effort, o->seconds, o->interrupt);
	s->progress.by = SEARCH_TACTICS;
	s->progress.tactics = portfolio_mask(q, o, nesting);
	for (uint32_t i = 0; i < q->conjunct_count; i++)
		EACH_CONJUNCT(c, q->conjuncts[i]) VEC_PUSH(&s->conjuncts, c.now);
	s->question.conjuncts = s->conjuncts.at;
	s->question.conjunct_count = s->conjuncts.count;
	return s;
}

struct search *search_open(struct eval *e, struct project *p, const struct question *q,
                           const struct search_options *o)
{
	struct search *s = search_new(e, p, q, o, NESTING_TOP);
	if (o->keeps_clauses) encoding_make(s, &s->encoding.how);
	else if (!q->violation) s->progress.large = cegis_large(s);
	return s;
}

bool search_guess(struct eval *e, struct project *p, const struct question *q,
                  const struct search_options *o, value *values)
{
	struct search *s = search_new(e, p, q, o, NESTING_TOP);
	double before = eval_lend_time(e, budget_deadline(&s->budget));
	bool is_found = enumerate_run(s) == SEARCH_FOUND;
	eval_return_time(e, before);
	for (uint32_t i = 0; is_found && i < q->count; i++) values[i] = s->solution[i];
	search_forget_values(s);
	search_close(s);
	return is_found;
}

void search_close(struct search *s)
{
	cegis_close(s);
	encoding_forget(s);
	if (s->adopted) search_close(s->adopted);
	VEC_CLEAR(&s->conjuncts);
	VEC_CLEAR(&s->simplified.list);
	VEC_CLEAR(&s->closed);
	VEC_CLEAR(&s->core.conjuncts);
	VEC_CLEAR(&s->encoding.asserted);
	VEC_CLEAR(&s->encoding.lex);
	VEC_CLEAR(&s->progress.attempts);
	symmetry_close(s->group);
	arena_clear(&s->arena);
	free(s);
}

/* ---- state ------------------------------------------------------------------------------------------- */

const char *search_too_late(const struct search *s)
{
	const struct meter *m = &s->project->meter;
	return m->counts ? meter_reason(m) : "the time limit of the search was reached";
}

void search_give_up(struct search *s, const char *reason, struct pos pos)
{
	s->phase = search_is_encoded(s) ? PHASE_STUCK : PHASE_FAILED;
	s->reason = arena_text(&s->arena, reason, strlen(reason));
	s->reason_pos = pos;
}

void search_encoder_failed(struct search *s)
{
	const struct encode_failure *f = encode_failed(s->encoding.encoder);
	search_give_up(s, f->message, f->pos);
}

bool search_is_complete(const struct search *s)
{
	const struct completeness *c = &s->completeness;
	return c->is_proved || (!c->is_bounded && !encoding_is_bounded(s));
}

void search_forget_values(struct search *s)
{
	for (uint32_t i = 0; i < s->question.count; i++)
		eval_set(s->eval, s->question.names[i], VALUE_NONE);
}

void search_keep(struct search *s)
{
	if (!s->solution) s->solution = ARENA_ARRAY(&s->arena, s->question.count + 1, value);
	for (uint32_t i = 0; i < s->question.count; i++)
		s->solution[i] = eval_get(s->eval, s->question.names[i]);
}

struct valuation search_valuation(const struct search *s)
{
	return (struct valuation){s->question.names, s->solution, s->question.count};
}

/* ---- answers ------------------------------------------------------------------------------------------ */

/* Further solutions come from the encoding, or the instances, that led to the first one. */
static enum search_answer answer(struct search *s)
{
	bool is_first = !s->solution && !s->has_excluded;
	if (is_first) return portfolio_run(s);
	search_give(s, UINT64_MAX);
	return s->cegis ? cegis_run(s) : encoding_solve(s);
}

struct verdict search_next(struct search *s)
{
	struct verdict v = {.answer = answer(s)};
	search_forget_values(s);
	if (v.answer == SEARCH_FOUND) v.valuation = search_valuation(s);
	v.is_complete = search_is_complete(s);
	v.by = s->progress.by;
	v.reason = s->reason ? s->reason : "";
	v.pos = s->reason_pos;
	v.is_cause = s->progress.is_finished[TACTIC_direct] && search_is_broken(s) && s->reason;
	return v;
}

const struct search_attempt *search_attempts(const struct search *s, uint32_t *count)
{
	*count = s->progress.attempts.count;
	return s->progress.attempts.at;
}

void search_stats(const struct search *s, struct search_stats *out)
{
	struct solver_stats t = {0};
	*out = s->stats;
	if (s->encoding.solver) solver_stats(s->encoding.solver, &t);
	out->variables = t.variables;
	out->clauses = t.clauses;
	out->conflicts = t.conflicts;
	out->by = t.by;
	if (!s->encoding.circuit) return;
	out->gates = circuit_gate_count(s->encoding.circuit);
	out->bytes = circuit_bytes(s->encoding.circuit) +
	             (s->encoding.solver ? solver_bytes(s->encoding.solver) : 0);
	for (uint32_t i = 0; s->encoding.encoder && i < s->question.count; i++)
		out->candidates += encode_size(s->encoding.encoder, s->question.names[i]);
}
