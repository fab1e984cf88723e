/* CaDiCaL, and PicoSAT in turns with it when it finds no answer soon. Times of satisfiable problems have heavy
 * tails (Gomes, Selman, Crato and Kautz, JAR 2000): one solver may search for minutes where the other sees the
 * solution at once. Most questions are answered before PicoSAT is made. */
#include "solve/inside.h"

struct turns_side {
	const struct back_end *is;
	void *state;        /* NULL: not made yet */
	uint32_t fed;       /* so many of the kept literals were given to it */
	uint32_t preferred; /* and so many of what is preferred */
};

struct turns {
	struct turns_side first, second;
	const struct turns_side *answered;
	struct solver_options options;
	VEC(int) preferred;
};

/* Conflicts of the first turn; the other solver has a third of that, later turns are twice as long, and so on. */
enum { FIRST_TURN = 12000, SHARE = 3, LARGEST = 10000000 };

static void *turns_open(const struct solver_options *o)
{
	struct turns *t = memory_zeroed(1, sizeof *t);
	t->options = *o;
	if (!t->options.turn) t->options.turn = FIRST_TURN;
	t->first.is = &cadical_back_end;
	t->second.is = &picosat_back_end;
	t->answered = &t->first;
	return t;
}

static void turns_close(void *state)
{
	struct turns *t = state;
	if (t->first.state) t->first.is->close(t->first.state);
	if (t->second.state) t->second.is->close(t->second.state);
	VEC_CLEAR(&t->preferred);
	free(t);
}

/* They are given to a solver when it is asked. */
static void turns_add(void *state, const int *literals, uint32_t count)
{
	(void)state, (void)literals, (void)count;
}

static void turns_prefer(void *state, int literal)
{
	struct turns *t = state;
	VEC_PUSH(&t->preferred, literal);
}

/* ---- answers ------------------------------------------------------------------------------------------------ */

static struct solver_stats stats_of(const struct turns_side *s)
{
	struct solver_stats stats = {0};
	if (s->state) s->is->stats(s->state, &stats);
	return stats;
}

/* Gives a solver what it has not seen; false if that takes too long. */
static bool feed(const struct turns *t, struct turns_side *s, const struct solver_question *q)
{
	enum { OFTEN = 0xfff };
	const struct cnf_file *c = q->cnf;
	struct solver_options o = t->options;
	o.literals = c->literals.count;
	if (!s->state) s->state = s->is->open(&o);
	for (uint32_t clauses = 1; s->fed < c->literals.count; clauses++) {
		uint32_t end = s->fed;
		while (c->literals.at[end]) end++;
		s->is->add(s->state, c->literals.at + s->fed, end - s->fed);
		s->fed = end + 1;
		if ((clauses & OFTEN) == 0 && solver_watch_is_over(q->watch)) return false;
	}
	for (; s->preferred < t->preferred.count; s->preferred++)
		s->is->prefer(s->state, t->preferred.at[s->preferred]);
	return true;
}

static uint64_t less(uint64_t left, uint64_t used) { return used < left ? left - used : 0; }

/* What is left of the limits is updated in the question; 0 is no limit, so that it is over where there was one. */
static enum solver_answer take_turn(struct turns *t, struct turns_side *s,
                                    struct solver_question *q, uint64_t conflicts, bool *is_over)
{
	struct solver_question turn = *q;
	*is_over = !feed(t, s, q);
	if (*is_over) return SOLVER_UNKNOWN;
	struct solver_stats before = stats_of(s);
	turn.conflicts = q->conflicts && q->conflicts < conflicts ? q->conflicts : conflicts;
	enum solver_answer a = s->is->solve(s->state, &turn);
	struct solver_stats after = stats_of(s);
	bool has_end = q->conflicts, ends = q->effort;
	q->conflicts = less(q->conflicts, after.conflicts - before.conflicts);
	q->effort = less(q->effort, after.effort - before.effort);
	*is_over = solver_watch_is_over(q->watch) || (has_end && !q->conflicts) || (ends && !q->effort);
	if (a != SOLVER_UNKNOWN) t->answered = s;
	return a;
}

static enum solver_answer turns_solve(void *state, const struct solver_question *q)
{
	struct turns *t = state;
	struct solver_question rest = *q;
	bool is_alone = q->cnf->literals.count > LARGEST, is_over;
	for (uint64_t turn = t->options.turn;; turn *= 2) {
		enum solver_answer a = take_turn(t, &t->first, &rest, turn, &is_over);
		if (a != SOLVER_UNKNOWN || is_over) return a;
		if (is_alone) continue;
		a = take_turn(t, &t->second, &rest, turn / SHARE + 1, &is_over);
		if (a != SOLVER_UNKNOWN || is_over) return a;
	}
}

static bool turns_value(void *state, int variable)
{
	const struct turns_side *s = ((struct turns *)state)->answered;
	return s->is->value(s->state, variable);
}

static bool turns_failed(void *state, int assumption)
{
	const struct turns_side *s = ((struct turns *)state)->answered;
	return s->is->failed(s->state, assumption);
}

static void turns_stats(void *state, struct solver_stats *out)
{
	const struct turns *t = state;
	out->by = t->answered->is->name;
	struct solver_stats a = stats_of(&t->first), b = stats_of(&t->second);
	out->conflicts = a.conflicts + b.conflicts;
	out->effort = a.effort + b.effort;
}

static size_t turns_bytes(const void *state, const struct cnf_file *cnf)
{
	const struct turns *t = state;
	size_t bytes = t->first.is->bytes(t->first.state, cnf);
	return t->second.state ? bytes + t->second.is->bytes(t->second.state, cnf) : bytes;
}

const struct back_end turns_back_end = {
    .name = "auto",
    .abilities = SOLVER_INCREMENTAL | SOLVER_CORES,
    .needs_clauses = true,
    .open = turns_open,
    .close = turns_close,
    .add = turns_add,
    .solve = turns_solve,
    .value = turns_value,
    .failed = turns_failed,
    .prefer = turns_prefer,
    .stats = turns_stats,
    .bytes = turns_bytes,
};
