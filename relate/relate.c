/* Opening, closing, and what was left open. */
#include "relate/inside.h"

struct relate *relate_open(const struct relate_question *q)
{
	struct relate *r = memory_zeroed(1, sizeof *r);
	r->question = *q;
	explore_view(q->explore, &r->view);
	eval_init_arena(r->view.eval, &r->arena);
	model_collect(r);
	r->reason.is_stuck = !instance_open(r);
	return r;
}

void relate_close(struct relate *r)
{
	instance_close(r);
	VEC_CLEAR(&r->atoms);
	VEC_CLEAR(&r->typing);
	VEC_CLEAR(&r->typing_atoms);
	VEC_CLEAR(&r->invariant);
	VEC_CLEAR(&r->inductive);
	VEC_CLEAR(&r->facts);
	arena_clear(&r->arena);
	free(r);
}

const char *relate_reason(const struct relate *r, struct pos *pos)
{
	if (pos) *pos = r->reason.pos;
	return r->reason.text;
}

bool relate_is_stuck(const struct relate *r) { return r->reason.is_stuck; }

bool relate_is_doubtful(const struct relate *r) { return r->reason.is_doubtful; }

bool relate_is_cut(const struct relate *r) { return r->has_ranges || relate_is_cut_elsewhere(r); }

bool relate_is_cut_elsewhere(const struct relate *r)
{
	return r->instance.encoder && encode_was_cut(r->instance.encoder);
}

const struct node *relate_range(const struct relate *r, uint32_t index)
{
	uint32_t first = r->typing.count;
	while (first > 0 && r->typing_atoms.at[first - 1] >= r->first_invariant + r->invariant_count)
		first--;
	return first + index < r->typing.count ? r->typing.at[first + index] : NULL;
}

void relate_reach(const struct relate *r, int64_t *low, int64_t *high)
{
	*low = r->instance.low;
	*high = r->instance.high;
}

void relate_stats(const struct relate *r, struct relate_stats *out) { *out = r->stats; }

/* ---- rows and columns ------------------------------------------------------------------------------------ */

uint32_t relate_count(const struct relate *r) { return r->count; }

const struct operation *relate_operation(const struct relate *r, uint32_t operation)
{
	return r->atoms.at[operation].enabled;
}

name relate_row_name(const struct relate *r, uint32_t row)
{
	return row == r->count ? "INITIALISATION" : r->atoms.at[row].shown;
}

uint32_t relate_conjunct_count(const struct relate *r) { return r->conjunct_count; }

const struct node *relate_conjunct(const struct relate *r, uint32_t conjunct)
{
	return r->atoms.at[r->first_conjunct + conjunct].predicate;
}

bool relate_is_definedness(const struct relate *r, uint32_t conjunct)
{
	const struct node *n = relate_conjunct(r, conjunct);
	bool has_any = false;
	if (n->op != OP_EXISTS || n->count != 2) return model_is_definedness(n);
	EACH_CONJUNCT(c, n->kid[1]) {
		if (model_is_definedness(c.now)) has_any = true;
		else if (!conjunct_types(c.now, n->kid[0])) return false;
	}
	return has_any;
}

bool relate_has_conjunct(const struct relate *r, uint32_t operation, uint32_t conjunct)
{
	const struct atom *a = &r->atoms.at[operation];
	for (uint32_t i = 0; a->way_count == 1 && i < a->ways[0].count; i++)
		if (a->ways[0].conjuncts[i] == r->first_conjunct + conjunct) return true;
	return false;
}

uint32_t relate_invariant_count(const struct relate *r) { return r->invariant_count; }

const struct node *relate_invariant(const struct relate *r, uint32_t invariant, name *out_name)
{
	if (out_name) *out_name = NULL;
	const struct node *n = r->atoms.at[r->first_invariant + invariant].predicate;
	for (uint32_t i = 0; out_name; i++) {
		const struct node *k = explore_invariant(r->question.explore, i, out_name);
		if (!k || k == n) break;
	}
	return n;
}

bool relate_is_typing(const struct relate *r, uint32_t invariant)
{
	for (uint32_t i = 0; i < r->typing_atoms.count; i++)
		if (r->typing_atoms.at[i] == r->first_invariant + invariant) return true;
	return false;
}
