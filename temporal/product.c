/* The product of the state graph and the tableau of the negated formula. A node is a state, a letter, the label of the step
 * that is taken next, and the bits of future and past: exactly what is true there. */
#include "temporal/inside.h"

enum { ROW_GROUP, ROW_LABEL, ROW_PAST, ROW_PAST_KNOWN, ROW_WANTED, ROW_KNOWN, ROW_WIDTH };
enum {
	CROWDED = 8, /* other nodes of a state that are looked at, for each that is looked for */
	FEW = 1000,
	MOST_OPEN = 10, /* atoms that are not known, of a class */
	MOST_LOCALS = 1 << 20,
};

/* ---- what classes of states may mean ------------------------------------------------------------------------------ */

static void add_atom(struct product *p, uint32_t atom) { bits_add(p->mask, atom); }

/* A few constraints do not make too many letters. */
static void add_fairness(struct product *p, const struct fairnesses *ways)
{
	enum { FEW_CONSTRAINTS = 4 };
	uint32_t count = 0;
	for (uint32_t i = 0; i < ways->count; i++) count += ways->at[i].list.count;
	p->sees_fairness = count <= FEW_CONSTRAINTS;
	for (uint32_t i = 0; p->sees_fairness && i < ways->count; i++)
		for (uint32_t k = 0; k < ways->at[i].list.count; k++) {
			add_atom(p, ways->at[i].list.at[k].enabled);
			add_atom(p, ways->at[i].list.at[k].taken);
		}
}

/* The atoms that are asked for. */
static void find_mask(struct product *p, const struct fairnesses *ways)
{
	p->mask = memory_zeroed(p->space->words, sizeof(uint64_t));
	add_fairness(p, ways);
	for (uint32_t i = 0; i < p->tableau.nodes.count; i++) {
		const struct tableau_node *n = &p->tableau.nodes.at[i];
		if (n->op == TABLEAU_STATE || n->op == TABLEAU_STEP) add_atom(p, n->a);
	}
}

/* Letters of the group with the bits from this one on as they may be. */
static void add_letters(struct product *p, uint64_t *truth, const uint64_t *unknown, uint32_t from)
{
	uint32_t words = p->space->words;
	while (from < 64 * words && !bits_has(unknown, from)) from++;
	if (from == 64 * words) {
		VEC_PUSH(&p->listed, intern_add(&p->letters, truth));
		return;
	}
	for (uint32_t i = 0; i < 2; i++) {
		truth[from / 64] ^= (uint64_t)1 << (from % 64);
		add_letters(p, truth, unknown, from + 1);
	}
}

static uint32_t count_bits(const uint64_t *set, uint32_t words)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < words; i++) count += (uint32_t)__builtin_popcountll(set[i]);
	return count;
}

static void add_any_letters(struct product *p, const uint64_t *key)
{
	uint32_t words = p->space->words;
	uint64_t *truth = memory_zeroed(2 * words, sizeof *truth);
	memcpy(truth, key, words * sizeof *truth);
	add_letters(p, truth, key + words, 0);
	free(truth);
}

static void add_group(struct product *p, const uint64_t *key)
{
	uint32_t words = p->space->words, open = count_bits(key + words, words);
	uint32_t number = intern_add(&p->groups, key);
	VEC_PUSH(&p->group_of, number);
	if (number < p->group_letters.count) return;
	struct row_range r = {p->listed.count, 0};
	p->has_open |= open > 0;
	p->is_vague |= p->takes_any && open > MOST_OPEN;
	if (!p->takes_any) VEC_PUSH(&p->listed, intern_add(&p->letters, key));
	else if (open <= MOST_OPEN) add_any_letters(p, key);
	r.to = p->listed.count;
	VEC_PUSH(&p->group_letters, r);
}

/* Is something that the formula asks for not known? */
static bool is_open(const struct product *p, const struct intern *sets, uint32_t number)
{
	const uint64_t *unknown = space_unknown(p->space, sets, number);
	for (uint32_t i = 0; i < p->space->words; i++)
		if (unknown[i] & p->mask[i]) return true;
	return false;
}

static void find_groups(struct product *p)
{
	const struct state_graph *s = p->space;
	uint64_t *key = memory_zeroed(2 * s->words, sizeof(uint64_t));
	for (uint32_t i = 0; i < s->classes.count; i++) {
		const uint64_t *class = intern_at(&s->classes, i);
		for (uint32_t k = 0; k < 2 * s->words; k++) key[k] = class[k] & p->mask[k % s->words];
		add_group(p, key);
	}
	bool has_open_steps = false;
	for (uint32_t i = 0; i < s->labels.count; i++) has_open_steps |= is_open(p, &s->labels, i);
	p->has_open |= has_open_steps;
	p->is_vague |= p->takes_any && has_open_steps;
	p->is_lazy = p->has_open && !p->takes_any;
	free(key);
}

void product_open(struct product *p, const struct state_graph *s, const struct temporal *f,
                  const struct fairnesses *ways, bool takes_any, struct search_effort *effort)
{
	memset(p, 0, sizeof *p);
	p->effort = effort;
	p->space = s;
	p->takes_any = takes_any;
	p->most = UINT32_MAX - 2;
	tableau_open(&p->tableau, f, true);
	intern_init(&p->letters, 2 * s->words);
	intern_init(&p->groups, 2 * s->words);
	intern_init(&p->locals, LOCAL_WIDTH);
	intern_init(&p->rows, ROW_WIDTH);
	intern_init(&p->links, LINK_WIDTH);
	find_mask(p, ways);
	find_groups(p);
}

void product_close(struct product *p)
{
	tableau_close(&p->tableau);
	intern_clear(&p->letters);
	intern_clear(&p->groups);
	intern_clear(&p->locals);
	intern_clear(&p->rows);
	intern_clear(&p->links);
	VEC_CLEAR(&p->group_of);
	VEC_CLEAR(&p->group_letters);
	VEC_CLEAR(&p->known);
	VEC_CLEAR(&p->row_locals);
	VEC_CLEAR(&p->listed);
	VEC_CLEAR(&p->nodes);
	free(p->mask);
	free(p->head);
	free(p->table.at);
}

/* ---- locals, and rows of them: what may be true of the future at a position, by what was said of it before --------- */

struct row_making {
	struct product *p;
	uint32_t letter, label;
	uint64_t past, past_known;
	VEC(uint32_t) locals;
};

static struct tableau_letter letter_of(const struct row_making *m)
{
	const struct product *p = m->p;
	uint32_t words = p->space->words;
	const uint64_t *state = intern_at(&p->letters, m->letter);
	const uint64_t *step = m->label == PRODUCT_END ? NULL : intern_at(&p->space->labels, m->label);
	bool is_left_open = p->has_open && !p->takes_any;
	return (struct tableau_letter){.state = state,
	                               .step = step,
	                               .open_state = is_left_open ? state + words : NULL,
	                               .open_step = is_left_open && step ? step + words : NULL,
	                               .past = m->past,
	                               .past_known = m->past_known};
}

static bool found_future(void *data, const struct tableau_future *future)
{
	struct row_making *m = data;
	struct product *p = m->p;
	uint64_t key[LOCAL_WIDTH] = {m->letter,     m->label, future->bits,
	                             future->known, m->past,  m->past_known};
	uint32_t local = intern_add(&p->locals, key);
	if (local == p->known.count) {
		if (local >= MOST_LOCALS) p->is_full = true;
		struct tableau_letter letter = letter_of(m);
		struct tableau_values v;
		tableau_evaluate(&p->tableau, &letter, future, &v);
		VEC_PUSH(&p->known, v);
	}
	VEC_PUSH(&m->locals, local);
	return !p->is_full;
}

/* Nothing is wanted of a position where runs begin. */
static void find_locals(struct row_making *m, uint32_t group, const struct tableau_future *wanted)
{
	struct product *p = m->p;
	struct row_range letters = p->group_letters.at[group];
	for (uint32_t i = letters.from; i < letters.to; i++) {
		m->letter = p->listed.at[i];
		struct tableau_letter letter = letter_of(m);
		tableau_solve(&p->tableau, &letter, wanted, p->is_lazy, p->effort, found_future, m);
	}
}

static uint32_t row_of(struct product *p, uint32_t group, uint32_t label,
                       const struct tableau_values *before, const struct tableau_future *wanted)
{
	uint64_t key[ROW_WIDTH] = {group,        label,        before->past, before->past_known,
	                           wanted->bits, wanted->known};
	uint32_t number = intern_add(&p->rows, key);
	if (number < p->row_locals.count) return number;
	struct row_making m = {
	    .p = p, .label = label, .past = before->past, .past_known = before->past_known};
	find_locals(&m, group, wanted);
	struct row_range r = {p->listed.count, p->listed.count + m.locals.count};
	for (uint32_t i = 0; i < m.locals.count; i++) VEC_PUSH(&p->listed, m.locals.at[i]);
	VEC_PUSH(&p->row_locals, r);
	VEC_CLEAR(&m.locals);
	return number;
}

struct row_range product_row(struct product *p, uint32_t local, uint32_t class, uint32_t label)
{
	uint32_t group = p->group_of.at[class];
	struct row_memo *m = &p->memo[((local * 31 + group) * 31 + label) % PRODUCT_MEMO];
	if (!m->row || m->local != local || m->group != group || m->label != label) {
		const uint64_t *l = intern_at(&p->locals, local);
		struct tableau_future wanted = {l[LOCAL_FUTURE], l[LOCAL_KNOWN]};
		uint32_t row = row_of(p, group, label, &p->known.at[local], &wanted);
		uint64_t link[LINK_WIDTH] = {[LINK_LOCAL] = local, [LINK_ROW] = row};
		intern_add(&p->links, link);
		*m = (struct row_memo){local, group, label, row + 1};
	}
	return p->row_locals.at[m->row - 1];
}

void product_starts(struct product *p, uint32_t state, product_start *found, void *data)
{
	uint32_t group = p->group_of.at[space_class(p->space, state)];
	struct edge_walk w = space_edges(p->space, state);
	struct row_making m = {.p = p, .label = PRODUCT_END, .past_known = UINT64_MAX};
	bool has_edge = edge_next(&w);
	do {
		if (has_edge && w.label == m.label) continue;
		if (has_edge) m.label = w.label;
		find_locals(&m, group, NULL);
	} while (has_edge && edge_next(&w));
	for (uint32_t i = 0; i < m.locals.count; i++) found(data, state, m.locals.at[i]);
	VEC_CLEAR(&m.locals);
}

/* ---- nodes ----------------------------------------------------------------------------------------------------- */

static uint32_t hash_of(uint32_t state, uint32_t local)
{
	uint64_t h = ((uint64_t)state << 32 | local) * 0x9e3779b97f4a7c15u;
	h ^= h >> 29;
	return (uint32_t)(h * 0xd6e8feb86659fd93u >> 32);
}

static void grow_table(struct product *p)
{
	while ((uint64_t)p->nodes.count * 4 >= (uint64_t)p->table.room * 3)
		p->table.room = p->table.room ? p->table.room * 2 : 1024;
	free(p->table.at);
	p->table.at = memory_zeroed(p->table.room, sizeof *p->table.at);
	for (uint32_t i = 0; i < p->nodes.count; i++) {
		uint32_t k = hash_of(p->nodes.at[i].state, p->nodes.at[i].local) & (p->table.room - 1);
		while (p->table.at[k]) k = (k + 1) & (p->table.room - 1);
		p->table.at[k] = i + 1;
	}
}

static bool is_node(const struct product *p, uint32_t node, uint32_t state, uint32_t local)
{
	return p->nodes.at[node].local == local && p->nodes.at[node].state == state;
}

/* The node + 1, or 0 if it is not in the table: then *place is where it belongs. */
static uint32_t find_in_table(const struct product *p, uint32_t state, uint32_t local,
                              uint32_t *place)
{
	uint32_t k = hash_of(state, local) & (p->table.room - 1);
	while (p->table.at[k] && !is_node(p, p->table.at[k] - 1, state, local))
		k = (k + 1) & (p->table.room - 1);
	*place = k;
	return p->table.at[k];
}

/* The node + 1, or 0. */
static uint32_t find_in_state(struct product *p, uint32_t state, uint32_t local)
{
	uint32_t n = p->head[state];
	p->lookups++;
	for (; n && p->nodes.at[n - 1].local != local; n = p->nodes.at[n - 1].before) p->looks++;
	return n;
}

/* PRODUCT_END if it is new and there is no room. */
static uint32_t node_of(struct product *p, uint32_t state, uint32_t local)
{
	uint32_t place = 0, found;
	bool is_crowded = p->looks > CROWDED * p->lookups + FEW;
	if (is_crowded && (uint64_t)p->nodes.count * 4 >= (uint64_t)p->table.room * 3) grow_table(p);
	if (is_crowded) found = find_in_table(p, state, local, &place);
	else found = find_in_state(p, state, local);
	if (found) return found - 1;
	if (p->nodes.count >= p->most) p->is_full = true;
	if (p->is_full) return PRODUCT_END;
	VEC_PUSH(&p->nodes, ((struct product_node){state, local, p->head[state]}));
	p->head[state] = p->nodes.count;
	if (is_crowded) p->table.at[place] = p->nodes.count;
	return p->nodes.count - 1;
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

/* The row of the next label of the target, of which there is one. */
static void next_row(struct product *p, struct product_walk *w)
{
	const struct state_graph *s = p->space;
	uint32_t label = space_next_label(s, &w->out);
	struct row_range r =
	    product_row(p, product_local(p, w->node), space_class(s, w->target), label);
	w->at = r.from;
	w->end = r.to;
}

/* The next edge of the node with its label. */
static bool next_edge(const struct product *p, struct product_walk *w, uint32_t label)
{
	const struct state_graph *s = p->space;
	uint32_t state = product_state(p, w->node);
	struct edge_walk e = space_edges(s, state);
	if (w->next) {
		e.next = s->edges.at + w->next;
		e.label = w->label;
		e.target = w->target;
	}
	bool is_one;
	do is_one = edge_next(&e);
	while (is_one && e.label < label);
	if (!is_one || e.label != label) return false;
	w->next = (uint32_t)(e.next - s->edges.at);
	w->label = e.label;
	w->target = e.target;
	return true;
}

bool product_successor(struct product *p, struct product_walk *w, uint32_t *to)
{
	uint32_t label = product_label(p, w->node);
	p->effort->spent++;
	if (label == PRODUCT_END || effort_is_over(p->effort)) return false;
	for (;;) {
		if (w->next && w->at < w->end) {
			*to = node_of(p, w->target, p->listed.at[w->at++]);
			return *to != PRODUCT_END;
		}
		if (w->next && w->out != PRODUCT_END) {
			next_row(p, w);
			continue;
		}
		if (!next_edge(p, w, label)) return false;
		w->at = w->end = 0;
		bool is_explored = product_is_explored(p, w->target);
		w->out = is_explored ? p->space->kind_of.at[w->target] : PRODUCT_END;
	}
}

/* ---- from the initial states ---------------------------------------------------------------------------------------- */

static void add_start(void *data, uint32_t state, uint32_t local) { node_of(data, state, local); }

bool product_explore(struct product *p)
{
	uint32_t to;
	p->head = memory_zeroed((size_t)space_explored(p->space) + 1, sizeof *p->head);
	for (uint32_t i = 0; i < p->space->initial && product_is_explored(p, i); i++)
		product_starts(p, i, add_start, p);
	p->initial = p->nodes.count;
	if (p->is_full) return false;
	for (; p->expanded < p->nodes.count; p->expanded++) {
		struct product_walk w = {.node = p->expanded};
		bool has_next = false;
		while (product_successor(p, &w, &to)) has_next = true;
		if (has_next && p->met != product_acceptance(p))
			p->met |= product_truth(p, p->expanded)->accepted;
		if (p->is_full || effort_is_over(p->effort)) return false;
	}
	return true;
}
