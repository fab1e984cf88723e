/* Fairness of a loop, constraint by constraint: what the loop must have met is collected position by position, and asked for where
 * it closes. Nothing of it is in the formula. WEF and SEF are fairness to each instance of an operation: of these the loop is
 * asked for as many as runs have shown to be treated unfairly. */
#include "temporal/bounded.h"

static void add_leaf(struct fair_loop *f, struct letters *l, const struct temporal_atom *taken,
                     const struct temporal_atom *enabled, bool is_strong)
{
	struct fair_letter x = {.taken = letter_find(l, taken),
	                        .enabled = letter_find(l, enabled),
	                        .is_strong = is_strong,
	                        .was_taken = LIT_FALSE,
	                        .was_never = is_strong ? LIT_TRUE : LIT_FALSE};
	VEC_PUSH(&f->list, x);
}

static void add_leaves(struct fair_loop *f, struct letters *l, const struct temporal *x)
{
	if (x->op == TEMPORAL_WEAK || x->op == TEMPORAL_STRONG)
		add_leaf(f, l, x->atom, x->atom->enabled, x->op == TEMPORAL_STRONG);
	for (uint32_t i = 0; i < temporal_operands(x->op); i++) add_leaves(f, l, x->kid[i]);
}

void fair_loop_open(struct fair_loop *f, struct letters *l, const struct temporal *fairness)
{
	*f = (struct fair_loop){.formula = fairness};
	if (fairness) add_leaves(f, l, fairness);
	f->leaves = f->list.count;
}

void fair_loop_close(struct fair_loop *f) { VEC_CLEAR(&f->list); }

void fair_loop_add(struct fair_loop *f, struct letters *l, struct temporal_atom *taken,
                   bool is_strong)
{
	struct temporal_atom *enabled = ARENA_NEW(l->arena, struct temporal_atom);
	*enabled = *taken;
	enabled->kind = ATOM_ENABLED;
	add_leaf(f, l, taken, enabled, is_strong);
}

struct temporal_atom *fair_loop_instance(struct letters *l, const struct confirm_unfair *u)
{
	const struct operation *o = letter_operation(l, u->operation);
	uint32_t count = o->parameters->count;
	struct temporal_atom *a = ARENA_NEW(l->arena, struct temporal_atom);
	struct temporal_pattern *p = ARENA_NEW(l->arena, struct temporal_pattern);
	*p = (struct temporal_pattern){.name = o->name,
	                               .pos = o->pos,
	                               .operation = u->operation,
	                               .has_arguments = true,
	                               .count = count,
	                               .arguments =
	                                   ARENA_ARRAY(l->arena, count + 1, const struct node *)};
	for (uint32_t k = 0; k < count; k++) {
		const struct decl *d = o->parameters->kid[k]->decl;
		struct decl *own = build_local(l->arena, d->name, d->type, d->pos);
		eval_set(l->scope->view.eval, own, u->parameters[k]);
		p->arguments[k] = build_name(l->arena, own, d->pos);
	}
	*a = (struct temporal_atom){
	    .kind = ATOM_ACTION, .pos = o->pos, .text = o->name, .patterns = p, .pattern_count = 1};
	return a;
}

/* Up to this position. */
static bool collect(struct fair_letter *x, struct bounded *b, uint32_t position)
{
	struct circuit *c = b->circuit;
	for (; x->count <= position; x->count++) {
		lit taken, disabled, in = b->loops.at[x->count].is_in;
		if (!letter_at(&b->letters, x->taken, x->count, false, &taken)) return false;
		if (!letter_at(&b->letters, x->enabled, x->count, true, &disabled)) return false;
		x->was_taken = circuit_or(c, x->was_taken, circuit_and(c, in, taken));
		if (x->is_strong) x->was_never = circuit_and(c, x->was_never, circuit_or(c, -in, disabled));
		else x->was_never = circuit_or(c, x->was_never, circuit_and(c, in, disabled));
	}
	return true;
}

static lit leaf(const struct fair_loop *f, const struct bounded *b, uint32_t number)
{
	return circuit_or(b->circuit, f->list.at[number].was_taken, f->list.at[number].was_never);
}

static lit tree(const struct fair_loop *f, const struct bounded *b, const struct temporal *x,
                uint32_t *number)
{
	if (x->op == TEMPORAL_WEAK || x->op == TEMPORAL_STRONG) return leaf(f, b, (*number)++);
	if (x->op != TEMPORAL_AND && x->op != TEMPORAL_OR) return LIT_TRUE; /* WEF, SEF */
	lit p = tree(f, b, x->kid[0], number), q = tree(f, b, x->kid[1], number);
	return x->op == TEMPORAL_AND ? circuit_and(b->circuit, p, q) : circuit_or(b->circuit, p, q);
}

bool fair_loop_at(struct fair_loop *f, struct bounded *b, uint32_t position, lit *out)
{
	uint32_t number = 0;
	*out = LIT_TRUE;
	if (!f->formula) return true;
	for (uint32_t i = 0; i < f->list.count; i++)
		if (!collect(&f->list.at[i], b, position)) return false;
	*out = tree(f, b, f->formula, &number);
	for (uint32_t i = f->leaves; i < f->list.count; i++)
		*out = circuit_and(b->circuit, *out, leaf(f, b, i));
	return true;
}
