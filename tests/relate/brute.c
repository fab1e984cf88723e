#include "tests/relate/brute.h"

static bool found_any(void *data)
{
	*(bool *)data = true;
	return false;
}

bool brute_is_enabled(struct brute *b, uint32_t operation)
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

enum { MOST_ENDS = 500, MOST_TRIES = 3000 };

static bool add_end(void *data)
{
	struct brute_ends *e = data;
	uint32_t width = e->b->view.variable_count;
	if (++e->tries > MOST_TRIES) e->b->is_over = true; /* the same ends again and again */
	if (e->b->is_over) return false;
	value *s = calloc(width + 1, sizeof *s);
	bool is_new = eval_get_all(e->b->view.eval, e->b->view.variables, width, s);
	for (uint32_t i = 0; i < e->count && is_new; i++)
		is_new = memcmp(e->at[i], s, width * sizeof *s) != 0;
	if (is_new) VEC_PUSH(e, s);
	else free(s);
	return e->count < MOST_ENDS;
}

void brute_clear_ends(struct brute_ends *e)
{
	for (uint32_t i = 0; i < e->count; i++) free(e->at[i]);
	VEC_CLEAR(e);
}

/* A step of b->row has come to the values that the eval has. */
static void look_at_step(struct brute *b)
{
	uint32_t count = relate_count(b->relate);
	bool is_first = b->row == count;
	for (uint32_t j = 0; j < count; j++) {
		bool is = brute_is_enabled(b, j);
		unsigned first = is ? 1 << RELATE_FT | 1 << RELATE_TT : 1 << RELATE_FF | 1 << RELATE_TF;
		unsigned later = 1u << (b->enabled[j] ? is ? RELATE_TT : RELATE_TF
		                        : is          ? RELATE_FT
		                                      : RELATE_FF);
		b->changes[b->row][j] |= (uint8_t)(is_first ? first : later);
	}
	for (uint32_t j = 0; j < relate_conjunct_count(b->relate) && !is_first; j++) {
		bool is = is_true(b, relate_conjunct(b->relate, j));
		if (is != b->conjuncts[j]) b->effects[b->row][j] |= is ? 1 : 2;
	}
	for (uint32_t j = 0; j < relate_invariant_count(b->relate) && !is_first; j++)
		if (b->invariants[j] && !is_true(b, relate_invariant(b->relate, j, NULL)))
			b->breaks[b->row][j] = true;
}

/* All ends were found before: what is executed in between would change the parameters. */
static void look_at_steps(struct brute *b, struct brute_ends *e)
{
	b->steps += e->count;
	if (b->steps > b->most_steps || e->count >= MOST_ENDS) b->is_over = true;
	for (uint32_t i = 0; i < e->count && !b->is_over; i++) {
		eval_set_all(b->view.eval, b->view.variables, b->view.variable_count, e->at[i]);
		look_at_step(b);
	}
	brute_clear_ends(e);
}

void brute_go(struct brute *b, const value *variables, uint32_t operation, struct brute_ends *out)
{
	eval_set_all(b->view.eval, b->view.variables, b->view.variable_count, variables);
	enum truth t =
	    eval_operation(b->view.eval, relate_operation(b->relate, operation), add_end, out);
	if (t != EVAL_FAILED) return;
	enum eval_failure_kind kind = eval_failed(b->view.eval)->kind;
	b->is_over |= kind == EVAL_LIMIT || kind == EVAL_UNSUPPORTED || kind == EVAL_OVERFLOW;
}

static bool keep_state(void *data)
{
	struct brute *b = data;
	value *s = calloc(b->view.unknown_count + b->view.variable_count + 1, sizeof *s);
	eval_get_all(b->view.eval, b->view.unknowns, b->view.unknown_count, s);
	eval_get_all(b->view.eval, b->view.variables, b->view.variable_count,
	             s + b->view.unknown_count);
	VEC_PUSH(&b->kept, s);
	if (++b->states > b->most_states) b->is_over = true;
	return !b->is_over;
}

/* False if it is none of those that the hypothesis allows. */
static bool look_at_state(struct brute *b, const value *state)
{
	uint32_t count = relate_count(b->relate);
	const value *variables = state + b->view.unknown_count;
	bool holds = true;
	eval_set_all(b->view.eval, b->view.unknowns, b->view.unknown_count, state);
	eval_set_all(b->view.eval, b->view.variables, b->view.variable_count, variables);
	for (uint32_t j = 0; j < relate_invariant_count(b->relate); j++)
		holds &= b->invariants[j] = is_true(b, relate_invariant(b->relate, j, NULL));
	if (b->with_invariant && !holds) return false;
	for (uint32_t j = 0; j < count; j++) b->enabled[j] = brute_is_enabled(b, j);
	for (uint32_t j = 0; j < relate_conjunct_count(b->relate); j++)
		b->conjuncts[j] = is_true(b, relate_conjunct(b->relate, j));
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = 0; j < count; j++) b->coenabled[i][j] |= b->enabled[i] && b->enabled[j];
	for (b->row = 0; b->row < count && !b->is_over; b->row++) {
		struct brute_ends e = {.b = b};
		brute_go(b, variables, b->row, &e);
		b->feasible[b->row] |= e.count > 0;
		look_at_steps(b, &e);
	}
	return true;
}

static void look_at_setup(struct brute *b, const value *constants)
{
	struct brute_ends e = {.b = b};
	b->row = relate_count(b->relate);
	eval_set_all(b->view.eval, b->view.unknowns, b->view.unknown_count, constants);
	for (uint32_t i = 0; i < b->view.variable_count; i++)
		eval_set(b->view.eval, b->view.variables[i], VALUE_NONE);
	if (b->view.initialisation &&
	    eval_execute(b->view.eval, b->view.initialisation, add_end, &e) == EVAL_FAILED)
		b->is_over |= eval_failed(b->view.eval)->kind != EVAL_UNDEFINED;
	look_at_steps(b, &e);
}

static void find(struct brute *b, struct decl **names, uint32_t count, const struct node *n)
{
	uint32_t all = b->view.unknown_count + b->view.variable_count;
	for (uint32_t i = 0; i < all; i++) eval_set(b->view.eval, names[i], VALUE_NONE);
	if (!b->is_over &&
	    eval_solve(b->view.eval, names, count, n, true, keep_state, b) == EVAL_FAILED)
		b->is_over = true;
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
	uint32_t count = b->view.unknown_count + b->view.variable_count, conjuncts = 0, kept = 0;
	struct decl **names = ARENA_ARRAY(&arena, count + 1, struct decl *);
	const struct node **all =
	    ARENA_ARRAY(&arena, relate_invariant_count(r) + 2, const struct node *);
	for (uint32_t i = 0; i < count; i++)
		names[i] = i < b->view.unknown_count ? b->view.unknowns[i]
		                                     : b->view.variables[i - b->view.unknown_count];
	eval_clear_cut(b->view.eval);
	find(b, names, b->view.unknown_count, b->view.properties);
	for (uint32_t i = 0; i < b->kept.count && !b->is_over; i++) look_at_setup(b, b->kept.at[i]);
	brute_clear(b);
	b->states = 0;
	if (b->view.properties) all[conjuncts++] = b->view.properties;
	for (uint32_t i = 0; i < relate_invariant_count(r); i++)
		if (relate_is_typing(r, i)) all[conjuncts++] = relate_invariant(r, i, NULL);
	find(b, names, count, conjuncts ? build_and(&arena, all[0]->pos, conjuncts, all) : NULL);
	for (uint32_t i = 0; i < b->kept.count && !b->is_over; i++) {
		value *state = b->kept.at[i];
		if (look_at_state(b, state)) b->kept.at[kept++] = state;
		else free(state);
	}
	if (!b->is_over) b->kept.count = kept;
	if (eval_was_cut(b->view.eval)) b->is_over = true;
	arena_clear(&arena);
	return !b->is_over;
}

/* ---- both orders --------------------------------------------------------------------------------------------- */

/* All ends of one and then the other; false if a step of the first one disables the second. */
static bool go_both(struct brute *b, const value *state, uint32_t i, uint32_t k,
                    struct brute_ends *out)
{
	struct brute_ends first = {.b = b};
	bool good = true;
	brute_go(b, state, i, &first);
	for (uint32_t n = 0; n < first.count; n++) {
		struct brute_ends second = {.b = b};
		brute_go(b, first.at[n], k, &second);
		good &= second.count > 0;
		brute_clear_ends(&second);
		brute_go(b, first.at[n], k, out);
	}
	brute_clear_ends(&first);
	return good;
}

static bool is_within(const struct brute_ends *a, const struct brute_ends *b, uint32_t width)
{
	for (uint32_t i = 0; i < a->count; i++) {
		bool is_there = false;
		for (uint32_t k = 0; k < b->count; k++)
			is_there |= memcmp(a->at[i], b->at[k], width * sizeof **a->at) == 0;
		if (!is_there) return false;
	}
	return true;
}

bool brute_commute_in(struct brute *b, const value *kept, uint32_t i, uint32_t k)
{
	const value *state = kept + b->view.unknown_count;
	struct brute_ends alone[2] = {{.b = b}, {.b = b}}, both[2] = {{.b = b}, {.b = b}};
	bool good = true;
	eval_set_all(b->view.eval, b->view.unknowns, b->view.unknown_count, kept);
	brute_go(b, state, i, &alone[0]);
	brute_go(b, state, k, &alone[1]);
	if (alone[0].count && alone[1].count) {
		good = go_both(b, state, i, k, &both[0]);
		good &= go_both(b, state, k, i, &both[1]);
		good = good && is_within(&both[0], &both[1], b->view.variable_count) &&
		       is_within(&both[1], &both[0], b->view.variable_count);
	}
	for (uint32_t n = 0; n < 2; n++) {
		brute_clear_ends(&alone[n]);
		brute_clear_ends(&both[n]);
	}
	return good;
}

bool brute_commute(struct brute *b, uint32_t i, uint32_t k)
{
	bool good = true, has_many = b->kept.count > BRUTE_FEW;
	for (uint32_t s = 0; s < b->kept.count && good && !b->is_over; s += has_many ? 3 : 1)
		good = brute_commute_in(b, b->kept.at[s], i, k);
	return good;
}

void brute_clear(struct brute *b)
{
	for (uint32_t i = 0; i < b->kept.count; i++) free(b->kept.at[i]);
	VEC_CLEAR(&b->kept);
}
