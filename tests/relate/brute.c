#include "tests/relate/brute.h"

static bool found_any(void *data)
{
	*(bool *)data = true;
	return false;
}

static bool is_enabled(struct brute *b, uint32_t operation)
{
	bool is_found = false;
	enum truth t =
	    eval_operation(b->view.eval, relate_operation(b->relate, operation), found_any, &is_found);
	if (is_found || t != EVAL_FAILED) return is_found;
	enum eval_failure_kind kind = eval_failed(b->view.eval)->kind;
	b->is_over |= kind == EVAL_LIMIT || kind == EVAL_UNSUPPORTED || kind == EVAL_OVERFLOW;
	return kind != EVAL_UNDEFINED;
}

static bool is_true(struct brute *b, const struct node *n)
{
	enum truth t = eval_predicate(b->view.eval, n);
	if (t == EVAL_FAILED) b->is_over |= eval_failed(b->view.eval)->kind != EVAL_UNDEFINED;
	return t == EVAL_TRUE;
}

static bool found_step(void *data)
{
	struct brute *b = data;
	uint32_t count = relate_count(b->relate);
	bool is_first = b->row == count;
	if (++b->steps > b->most_steps) b->is_over = true;
	if (b->is_over) return false;
	value *after = calloc(b->view.variable_count + 1, sizeof *after);
	bool is_whole = eval_get_all(b->view.eval, b->view.variables, b->view.variable_count, after);
	for (uint32_t j = 0; j < count && is_whole; j++) {
		bool is = is_enabled(b, j);
		if (is_first)
			b->changes[b->row][j] |=
			    (uint8_t)(is ? 1 << RELATE_FT | 1 << RELATE_TT : 1 << RELATE_FF | 1 << RELATE_TF);
		else
			b->changes[b->row][j] |= (uint8_t)(1 << (b->enabled[j] ? is ? RELATE_TT : RELATE_TF
			                                         : is          ? RELATE_FT
			                                                       : RELATE_FF));
	}
	for (uint32_t j = 0; j < relate_conjunct_count(b->relate) && is_whole && !is_first; j++) {
		bool is = is_true(b, relate_conjunct(b->relate, j));
		if (is != b->conjuncts[j]) b->effects[b->row][j] |= is ? 1 : 2;
	}
	for (uint32_t j = 0; j < relate_invariant_count(b->relate) && is_whole && !is_first; j++)
		if (b->invariants[j] && !is_true(b, relate_invariant(b->relate, j, NULL)))
			b->breaks[b->row][j] = true;
	eval_set_all(b->view.eval, b->view.variables, b->view.variable_count, after);
	free(after);
	return true;
}

static bool found_state(void *data)
{
	struct brute *b = data;
	uint32_t count = relate_count(b->relate);
	bool holds = true;
	if (++b->states > b->most_states) b->is_over = true;
	if (b->is_over) return false;
	for (uint32_t j = 0; j < relate_invariant_count(b->relate); j++)
		holds &= b->invariants[j] = is_true(b, relate_invariant(b->relate, j, NULL));
	if (b->with_invariant && !holds) return true;
	for (uint32_t j = 0; j < count; j++) b->enabled[j] = is_enabled(b, j);
	for (uint32_t j = 0; j < relate_conjunct_count(b->relate); j++)
		b->conjuncts[j] = is_true(b, relate_conjunct(b->relate, j));
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = 0; j < count; j++) b->coenabled[i][j] |= b->enabled[i] && b->enabled[j];
	for (b->row = 0; b->row < count && !b->is_over; b->row++) {
		uint64_t before = b->steps;
		enum truth t =
		    eval_operation(b->view.eval, relate_operation(b->relate, b->row), found_step, b);
		if (t == EVAL_FAILED) {
			enum eval_failure_kind kind = eval_failed(b->view.eval)->kind;
			b->is_over |= kind == EVAL_LIMIT || kind == EVAL_UNSUPPORTED || kind == EVAL_OVERFLOW;
		}
		b->feasible[b->row] |= b->steps > before;
	}
	return !b->is_over;
}

static bool found_setup(void *data)
{
	struct brute *b = data;
	b->row = relate_count(b->relate);
	for (uint32_t i = 0; i < b->view.variable_count; i++)
		eval_set(b->view.eval, b->view.variables[i], VALUE_NONE);
	if (b->view.initialisation &&
	    eval_execute(b->view.eval, b->view.initialisation, found_step, b) == EVAL_FAILED)
		b->is_over |= eval_failed(b->view.eval)->kind != EVAL_UNDEFINED;
	return !b->is_over;
}

bool brute_run(struct brute *b, struct relate *r, struct explore *x, bool with_invariant)
{
	struct arena arena = {0};
	*b = (struct brute){
	    .relate = r, .with_invariant = with_invariant, .most_states = 3000, .most_steps = 60000};
	explore_view(x, &b->view);
	if (relate_count(r) > BRUTE_MOST || relate_conjunct_count(r) > 64 ||
	    relate_invariant_count(r) > 64)
		return false;
	eval_init_arena(b->view.eval, &arena);
	uint32_t count = b->view.unknown_count + b->view.variable_count, kept = 0;
	struct decl **names = ARENA_ARRAY(&arena, count + 1, struct decl *);
	const struct node **all =
	    ARENA_ARRAY(&arena, relate_invariant_count(r) + 2, const struct node *);
	for (uint32_t i = 0; i < count; i++)
		names[i] = i < b->view.unknown_count ? b->view.unknowns[i]
		                                     : b->view.variables[i - b->view.unknown_count];
	for (uint32_t i = 0; i < count; i++) eval_set(b->view.eval, names[i], VALUE_NONE);
	eval_clear_cut(b->view.eval);
	if (eval_solve(b->view.eval, names, b->view.unknown_count, b->view.properties, true,
	               found_setup, b) == EVAL_FAILED)
		b->is_over = true;
	if (b->view.properties) all[kept++] = b->view.properties;
	for (uint32_t i = 0; i < relate_invariant_count(r); i++)
		if (relate_is_typing(r, i)) all[kept++] = relate_invariant(r, i, NULL);
	for (uint32_t i = 0; i < count; i++) eval_set(b->view.eval, names[i], VALUE_NONE);
	if (!b->is_over && eval_solve(b->view.eval, names, count,
	                              kept ? build_and(&arena, all[0]->pos, kept, all) : NULL, true,
	                              found_state, b) == EVAL_FAILED)
		b->is_over = true;
	if (eval_was_cut(b->view.eval)) b->is_over = true;
	arena_clear(&arena);
	return !b->is_over;
}
