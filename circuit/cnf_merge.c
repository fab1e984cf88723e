/* Before the first clause is sent: inputs that must be equal become one, and gates are made anew with what
 * is known of their inputs. Equal gates are then found by the circuit's hashing, which a solver does at best
 * late: a symmetric relation has half its inputs, a function with f(x,y) = f(y,x) half its values. */
#include "circuit/cnf.h"

static bool is_input(const struct cnf *f, lit l)
{
	return gate_at(f->circuit, l).kind == GATE_INPUT;
}

/* ---- choices of which one case is the same ----------------------------------------------------------------- */

/* The choice that an input is a member of, or 0. */
static uint32_t choice_of(const struct cnf *f, lit l)
{
	return l > 0 && is_input(f, l) ? gate_at(f->circuit, l).start : 0;
}

/* One member implies another one, of another choice. */
struct merge_link {
	uint32_t from, to; /* choices */
	lit one, other;
};

static int compare_links(const void *a, const void *b)
{
	const struct merge_link *x = a, *y = b;
	if (x->from != y->from) return x->from < y->from ? -1 : 1;
	if (x->to != y->to) return x->to < y->to ? -1 : 1;
	return (x->one > y->one) - (x->one < y->one);
}

static bool is_between(const struct merge_link *l, const struct merge_link *other)
{
	return l->from == other->from && l->to == other->to;
}

/* What is found; it becomes effective when all is looked at. */
struct merge_findings {
	VEC(lit) equal; /* pairs */
	VEC(struct merge_link) links;
};

static void note_equal(struct merge_findings *x, lit a, lit b)
{
	VEC_PUSH(&x->equal, a);
	VEC_PUSH(&x->equal, b);
}

/* Do all the links go from different members to different members? */
static bool is_one_to_one(const struct merge_link *links, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < i; k++)
			if (links[k].one == links[i].one || links[k].other == links[i].other) return false;
	return true;
}

enum { MOST_MEMBERS = 64 };

/* not (a & b): where a or b is the complement of a member, an implication. */
static void note_pair(const struct cnf *f, lit a, lit b, struct merge_findings *x)
{
	lit one = a > 0 ? a : b, other = a > 0 ? -b : -a;
	struct merge_link l = {choice_of(f, one), choice_of(f, other), one, other};
	if (l.from && l.to && l.from != l.to) VEC_PUSH(&x->links, l);
}

/* The members of two choices whose conjunction this is. */
static bool common_case(const struct cnf *f, lit l, struct merge_link *out)
{
	struct gate g = gate_at(f->circuit, l);
	if (l < 0 || g.kind != GATE_AND || g.count != 2) return false;
	const lit *in = gate_inputs(f->circuit, g);
	uint32_t a = choice_of(f, in[0]), b = choice_of(f, in[1]);
	*out =
	    a < b ? (struct merge_link){a, b, in[0], in[1]} : (struct merge_link){b, a, in[1], in[0]};
	return a && b && a != b;
}

/* Two choices have a case in common: a1 & b1 or a2 & b2 or ... Then if a1 it is not a2, so b1. */
static void note_common(const struct cnf *f, const lit *in, uint32_t count,
                        struct merge_findings *x)
{
	struct merge_link first;
	if (count > MOST_MEMBERS || !common_case(f, -in[0], &first)) return;
	struct merge_link links[MOST_MEMBERS] = {first};
	for (uint32_t i = 1; i < count; i++)
		if (!common_case(f, -in[i], &links[i]) || !is_between(&links[i], &first)) return;
	if (!is_one_to_one(links, count)) return;
	for (uint32_t i = 0; i < count; i++) note_equal(x, links[i].one, links[i].other);
}

static void note_root(const struct cnf *f, lit l, struct merge_findings *x)
{
	struct gate g = gate_at(f->circuit, l);
	const lit *in = gate_inputs(f->circuit, g);
	if (g.kind == GATE_XOR && is_input(f, in[0]) && is_input(f, in[1]))
		note_equal(x, in[0], l < 0 ? in[1] : -in[1]);
	if (g.kind != GATE_AND || l > 0) return;
	if (g.count == 2) note_pair(f, in[0], in[1], x);
	note_common(f, in, g.count, x);
}

/* ---- choices that imply one another ------------------------------------------------------------------------ */

static bool is_false(const struct cnf *f, lit l)
{
	l = cnf_now(f, l);
	return l == LIT_FALSE || cnf_is(f, -l, CNF_FIXED);
}

/* A clause says that one of a choice holds? */
static void note_exact(struct cnf *f, const lit *in, uint32_t count)
{
	uint32_t choice = choice_of(f, in[0]);
	if (!choice || count > MOST_MEMBERS) return;
	for (uint32_t i = 0; i < count; i++)
		if (choice_of(f, in[i]) != choice) return;
	for (uint32_t i = choice; f->circuit->choices.at[i]; i++) {
		lit member = f->circuit->choices.at[i];
		if (!lit_is_among(in, count, member) && !is_false(f, member)) return;
	}
	VEC_PUSH(&f->exact, choice);
}

static bool is_exact(const struct cnf *f, uint32_t choice)
{
	return f->exact.count &&
	       bsearch(&choice, f->exact.at, f->exact.count, sizeof choice, compare_numbers);
}

/* Each of a choice, of which one holds, implies another one of a choice of which at most one holds: they
 * are equal. */
static void note_linked(const struct cnf *f, const struct merge_link *links, uint32_t count,
                        struct merge_findings *x)
{
	uint32_t open = 0;
	if (count > MOST_MEMBERS || !is_exact(f, links->from) || !is_one_to_one(links, count)) return;
	for (uint32_t i = links->from; f->circuit->choices.at[i]; i++)
		open += !is_false(f, f->circuit->choices.at[i]);
	for (uint32_t i = 0; i < count; i++) open -= !is_false(f, links[i].one);
	for (uint32_t i = 0; !open && i < count; i++) note_equal(x, links[i].one, links[i].other);
}

static void note_links(struct cnf *f, struct merge_findings *x)
{
	f->exact.count = 0;
	cnf_each_pending(f, false, note_exact);
	if (f->exact.count) qsort(f->exact.at, f->exact.count, sizeof *f->exact.at, compare_numbers);
	qsort(x->links.at, x->links.count, sizeof *x->links.at, compare_links);
	for (uint32_t i = 0, end; i < x->links.count; i = end) {
		const struct merge_link *first = &x->links.at[i];
		for (end = i + 1; end < x->links.count && is_between(&x->links.at[end], first);) end++;
		note_linked(f, first, end - i, x);
	}
}

/* ---- merging ----------------------------------------------------------------------------------------------- */

static bool is_fixed(const struct cnf *f, lit l)
{
	return gate_of(l) == LIT_TRUE || cnf_is(f, l, CNF_FIXED) || cnf_is(f, -l, CNF_FIXED);
}

/* One that somebody has the variable of stays. */
static void merge(struct cnf *f, lit a, lit b)
{
	a = cnf_now(f, a);
	b = cnf_now(f, b);
	if (is_fixed(f, a) || is_fixed(f, b) || gate_of(a) == gate_of(b)) return;
	if (f->gates[gate_of(a)].variable) {
		lit swapped = a;
		a = b;
		b = swapped;
	}
	if (f->gates[gate_of(a)].variable) return;
	f->same[gate_of(a)] = a < 0 ? -b : b;
	VEC_PUSH(&f->merged, (lit)gate_of(a));
}

static void grow_map(struct cnf *f)
{
	uint32_t count = f->circuit->gates.count;
	f->same = memory_resized(f->same, count * sizeof *f->same);
	f->reached = memory_resized(f->reached, count * sizeof *f->reached);
	memset(f->same + f->same_count, 0, (count - f->same_count) * sizeof *f->same);
	memset(f->reached, 0, count * sizeof *f->reached);
	f->same_count = count;
}

static bool merge_equal(struct cnf *f)
{
	struct merge_findings x = {0};
	uint32_t before = f->merged.count;
	for (uint32_t i = 0; i < f->roots.count; i++) note_root(f, f->roots.at[i], &x);
	if (x.links.count) note_links(f, &x);
	if (x.equal.count) grow_map(f);
	for (uint32_t i = 0; i < x.equal.count; i += 2) merge(f, x.equal.at[i], x.equal.at[i + 1]);
	VEC_CLEAR(&x.equal);
	VEC_CLEAR(&x.links);
	return f->merged.count > before;
}

/* ---- gates made anew --------------------------------------------------------------------------------------- */

static void reach(struct cnf *f, const lit *in, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) f->reached[gate_of(cnf_now(f, in[i]))] = true;
}

/* Inputs come before their gates. */
static void reach_all(struct cnf *f)
{
	reach(f, f->roots.at, f->roots.count);
	reach(f, f->definitions.at, f->definitions.count);
	cnf_each_pending(f, false, reach);
	for (uint32_t i = f->same_count; i-- > 2;) {
		struct gate g = f->circuit->gates.at[i];
		if (f->reached[i] && g.kind != GATE_INPUT) reach(f, gate_inputs(f->circuit, g), g.count);
	}
}

/* The gate with what its inputs are now. */
static lit made_anew(struct cnf *f, uint32_t gate)
{
	struct gate g = f->circuit->gates.at[gate];
	bool is_changed = false;
	f->open.count = 0;
	for (uint32_t i = 0; i < g.count; i++) {
		lit old = gate_inputs(f->circuit, g)[i];
		VEC_PUSH(&f->open, cnf_now(f, old));
		is_changed |= VEC_LAST(&f->open) != old;
	}
	f->open.count = 0;
	const lit *in = f->open.at;
	if (!is_changed) return (lit)gate;
	switch (g.kind) {
	case GATE_AND: return circuit_all(f->circuit, in, g.count);
	case GATE_XOR: return circuit_xor(f->circuit, in[0], in[1]);
	case GATE_ITE: return circuit_ite(f->circuit, in[0], in[1], in[2]);
	case GATE_MAJORITY: return circuit_majority(f->circuit, in[0], in[1], in[2]);
	case GATE_DUAL: return circuit_dual(f->circuit, in[0], in[1]);
	default: return (lit)gate;
	}
}

static void make_gates_anew(struct cnf *f)
{
	for (uint32_t i = 2; i < f->same_count; i++) {
		if (!f->reached[i] || f->same[i]) continue;
		lit l = (lit)i, anew = l;
		if (cnf_is(f, l, CNF_FIXED)) anew = LIT_TRUE;
		else if (cnf_is(f, -l, CNF_FIXED)) anew = LIT_FALSE;
		else if (!is_input(f, l)) anew = made_anew(f, i);
		f->same[i] = anew == l ? 0 : anew;
	}
}

static void unfix(struct cnf *f, lit l)
{
	struct cnf_gate *g = &f->gates[gate_of(l)];
	g->state = (uint8_t)(g->state & ~((unsigned)CNF_FIXED << direction_of(l)));
	f->same[gate_of(l)] = 0;
}

/* A root that is a gate is asserted in its new form; where it is used it is already true. */
static void make_roots_anew(struct cnf *f)
{
	VEC(lit) old = {0};
	for (uint32_t i = 0; i < f->roots.count; i++) VEC_PUSH(&old, f->roots.at[i]);
	f->roots.count = 0;
	for (uint32_t i = 0; i < old.count; i++)
		if (!is_input(f, old.at[i])) unfix(f, old.at[i]);
	for (uint32_t i = 0; i < old.count; i++) {
		uint32_t gate = gate_of(old.at[i]);
		if (is_input(f, old.at[i])) {
			VEC_PUSH(&f->roots, old.at[i]);
			continue;
		}
		lit anew = made_anew(f, gate);
		cnf_grow(f);
		if (anew != (lit)gate) f->same[gate] = anew;
		cnf_hold(f, old.at[i]);
	}
	VEC_CLEAR(&old);
}

bool cnf_merge(struct cnf *f)
{
	if (!merge_equal(f)) return false;
	circuit_alarm *alarm = f->circuit->alarm;
	f->circuit->alarm = NULL; /* the encoder is not at work */
	reach_all(f);
	make_gates_anew(f);
	make_roots_anew(f);
	f->circuit->alarm = alarm;
	return true;
}
