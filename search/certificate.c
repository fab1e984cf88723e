/* DIMACS files and certificates of the clauses that a search has. */
#include "search/encoding.h"

bool search_write_dimacs(struct search *s, FILE *out)
{
	struct text comments = {0};
	if (!s->encoding.solver || search_is_broken(s)) return false;
	cnf_flush(s->encoding.cnf);
	if (s->phase == PHASE_EXHAUSTED) solver_clause(s->encoding.solver, NULL, 0);
	text_add(&comments, "variables of the names: NUMBER name what value\n");
	for (uint32_t i = 0; s->encoding.encoder && i < s->question.count; i++)
		encode_describe(s->encoding.encoder, s->encoding.cnf, s->question.names[i], &comments);
	bool ok = solver_write_dimacs(s->encoding.solver, out, &comments);
	text_clear(&comments);
	return ok;
}

const char *search_encoding(const struct search *s)
{
	if (!s->encoding.encoder) return "none";
	if (s->encoding.how.relaxes) return "relaxed";
	return encoding_is_bounded(s) ? "bounded" : "direct";
}

static struct solver *clauses(struct search *s, struct text *why)
{
	if (s->completeness.elsewhere) {
		text_format(why, "there are no clauses to certify: it was proved %s",
		            s->completeness.elsewhere);
		return NULL;
	}
	if (!s->encoding.solver || search_is_broken(s)) {
		text_add(why, "there are no clauses: the bounds of integers alone exclude a solution");
		return NULL;
	}
	cnf_flush(s->encoding.cnf);
	if (s->phase == PHASE_EXHAUSTED) solver_clause(s->encoding.solver, NULL, 0);
	return s->encoding.solver;
}

static const char *axioms_of(const struct search *s)
{
	return s->encoding.has_symmetry ? "; clauses that break symmetry are among its axioms" : "";
}

enum certificate search_certify(struct search *s, struct text *why)
{
	struct solver_limits limits = {.seconds = s->options.seconds};
	struct solver *solver = clauses(s, why);
	if (!solver) return CERTIFICATE_IMPOSSIBLE;
	enum certificate c = solver_certify(solver, NULL, 0, &limits, why);
	if (c == CERTIFIED) text_add(why, axioms_of(s));
	return c;
}

struct solver *search_refuted(struct search *s, struct text *why)
{
	enum search_tactic_number by = s->progress.by;
	if (by == TACTIC_direct || by == TACTIC_relax) {
		struct solver *solver = clauses(s, why);
		if (solver) text_add(why, axioms_of(s));
		return solver;
	}
	bool is_known = by != SEARCH_TACTICS;
	text_format(why, "there are no clauses to certify: it was proved by %s",
	            is_known ? search_tactic(by)->name : "nothing that has a name");
	return NULL;
}
