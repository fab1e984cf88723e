/* What a run of comparisons covered. */
#include "tests/differ/differ.h"

void differ_command(const struct differ_task *t, struct text *out)
{
	text_format(out,
	            "./bounce solve -m tests/differ/differential.mch --card S=%u --card T=%u --all '",
	            t->sizes.s, t->sizes.t);
	for (const char *s = t->predicate; *s; s++) {
		if (*s == '\'') text_add(out, "'\\''");
		else text_add_char(out, *s);
	}
	text_add(out, "'");
}

static int by_count(const void *a, const void *b)
{
	uint64_t x = ((const struct differ_reason *)a)->count,
	         y = ((const struct differ_reason *)b)->count;
	return x < y ? 1 : x > y ? -1 : 0;
}

static void print_reasons(const char *title, struct differ_reason *at, uint32_t count, FILE *out)
{
	enum { SHOWN = 25 };
	if (count) qsort(at, count, sizeof *at, by_count);
	for (uint32_t i = 0; i < count && i < SHOWN; i++)
		fprintf(out, "%s%8lu  %s\n          e.g. %.300s\n", i ? "" : title, at[i].count, at[i].text,
		        at[i].example);
}

static void print_backends(const struct differ_stats *s, FILE *out)
{
	for (uint32_t i = 0; i < SOLVER_KINDS; i++) {
		const struct differ_backend *b = &s->backends[i];
		bool is_there = solver_is_available((enum solver_kind)i, NULL);
		fprintf(out, "%s%s: %lu enumerations, %lu of them with clauses, %lu answers compared\n",
		        solver_name((enum solver_kind)i), is_there ? "" : " (not found)", b->enumerations,
		        b->with_clauses, b->answers);
	}
}

/* Of all operators but those of substitutions. */
static void print_coverage(const struct differ_stats *s, FILE *out)
{
	uint32_t all = 0, seen = 0;
	for (uint32_t i = 0; i < OP_COUNT; i++) {
		if (op_info((enum op)i)->class == CLASS_SUBST) continue;
		all++;
		seen += s->with_op[i] > 0;
	}
	fprintf(out, "%u of %u operators of predicates and expressions were generated", seen, all);
	for (uint32_t i = 0, shown = 0; i < OP_COUNT; i++)
		if (op_info((enum op)i)->class != CLASS_SUBST && !s->with_op[i])
			fprintf(out, "%s%s", shown++ ? ", " : ", but not ", op_info((enum op)i)->tag);
	fprintf(out, "\n");
}

void differ_tactics_print(const struct differ_stats *s, FILE *out)
{
	fprintf(out, "%-13s %8s %11s %8s %8s %8s %8s %14s %12s\n", "tactic", "asked", "satisfiable",
	        "first", "found", "none", "bounded", "contradictions", "effort");
	for (enum search_tactic_number i = 0; i < SEARCH_TACTICS; i++) {
		const struct differ_tactic *t = &s->tactics[i];
		fprintf(out, "%-13s %8lu %11lu %8lu %8lu %8lu %8lu %14lu %12lu\n", search_tactic(i)->name,
		        t->asked, t->satisfiable, t->first, t->found, t->none, t->bounded,
		        t->contradictions, t->effort);
	}
	fprintf(out, "left open by all together: %lu\n", s->without_tactic);
}

void differ_stats_print(const struct differ_stats *s, FILE *out)
{
	fprintf(out,
	        "%lu predicates: %lu satisfiable, %lu not, %lu undecided by the evaluator (%lu cut); "
	        "%lu without a type; %lu with undefined cases\n"
	        "%lu solutions; all compared for %lu predicates; %lu blamed\n"
	        "%lu enumerations to the end, %lu inconclusive, %lu incomplete, %lu outside of bounds\n"
	        "%lu valuations, %lu of them evaluated by plain enumeration, too\n"
	        "%.1f s in the evaluator, %.1f s in the solvers\n",
	        s->predicates, s->satisfiable, s->unsatisfiable, s->undecided, s->cut, s->untyped,
	        s->undefined, s->solutions, s->all_compared, s->blamed, s->conclusive, s->inconclusive,
	        s->incomplete, s->lost_by_bounds, s->naive.asked, s->naive.told, s->oracle_seconds,
	        s->search_seconds);
	print_reasons("the solver is inconclusive:\n", s->reasons.at, s->reasons.count, out);
	print_reasons("the evaluator does not finish:\n", s->failures.at, s->failures.count, out);
	print_backends(s, out);
	fprintf(out, "predicates with each operator:");
	for (uint32_t i = 0, shown = 0; i < OP_COUNT; i++)
		if (random_has_op((enum op)i))
			fprintf(out, "%s%s %lu", shown++ % 8 ? ", " : "\n  ", op_info((enum op)i)->tag,
			        s->with_op[i]);
	fprintf(out, "\n");
	print_coverage(s, out);
}

void differ_stats_clear(struct differ_stats *s)
{
	for (uint32_t i = 0; i < s->reasons.count; i++)
		free(s->reasons.at[i].text), free(s->reasons.at[i].example);
	for (uint32_t i = 0; i < s->failures.count; i++)
		free(s->failures.at[i].text), free(s->failures.at[i].example);
	VEC_CLEAR(&s->reasons);
	VEC_CLEAR(&s->failures);
}
