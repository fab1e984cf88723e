/* The product of the state graph and the tableau of the negated formula. A node is a state, the label of the step that is
 * taken next, and the bits of future and past: exactly what is true there. */
#include "temporal/inside.h"

enum { LOCAL_LABEL, LOCAL_FUTURE, LOCAL_PAST, LOCAL_WIDTH };
enum { ROW_CLASS, ROW_LABEL, ROW_PAST, ROW_WANTED, ROW_WIDTH };
enum { ENTRY_CLASS, ENTRY_LOCAL, ENTRY_WIDTH };
enum {
	CROWDED = 8,
	FEW = 1000
}; /* other nodes of a state that are looked at, for each that is looked for */

void product_open(struct product *p, const struct state_graph *s, const struct temporal *f,
                  struct search_effort *effort)
{
	memset(p, 0, sizeof *p);
	p->effort = effort;
	p->space = s;
	tableau_open(&p->tableau, f, true);
	intern_init(&p->locals, LOCAL_WIDTH);
	intern_init(&p->entries, ENTRY_WIDTH);
	intern_init(&p->rows, ROW_WIDTH);
	intern_init(&p->links, LINK_WIDTH);
	p->most = UINT32_MAX - 2;
	p->head = calloc((size_t)space_explored(s) + 1, sizeof *p->head);
	if (!p->head) diag_no_memory();
}

void product_close(struct product *p)
{
	tableau_close(&p->tableau);
	intern_clear(&p->locals);
	intern_clear(&p->entries);
	intern_clear(&p->rows);
	intern_clear(&p->links);
	VEC_CLEAR(&p->known);
	VEC_CLEAR(&p->row_at);
	VEC_CLEAR(&p->row_end);
	VEC_CLEAR(&p->listed);
	VEC_CLEAR(&p->nodes);
	free(p->head);
	free(p->table);
}

static struct tableau_letter letter_of(const struct product *p, uint32_t class, uint32_t label,
                                       uint64_t past)
{
	const struct state_graph *s = p->space;
	const uint64_t *step = label == PRODUCT_END ? NULL : intern_at(&s->labels, label);
	return (struct tableau_letter){intern_at(&s->classes, class), step, past};
}

uint32_t product_label(const struct product *p, uint32_t node)
{
	return (uint32_t)intern_at(&p->locals, product_local(p, node))[LOCAL_LABEL];
}

uint32_t product_entry(struct product *p, uint32_t class, uint32_t local)
{
	uint64_t key[ENTRY_WIDTH] = {class, local};
	uint32_t number = intern_add(&p->entries, key);
	if (number == p->known.count) {
		const uint64_t *l = intern_at(&p->locals, local);
		struct tableau_letter letter = letter_of(p, class, (uint32_t)l[LOCAL_LABEL], l[LOCAL_PAST]);
		struct tableau_values v;
		tableau_evaluate(&p->tableau, &letter, l[LOCAL_FUTURE], &v);
		VEC_PUSH(&p->known, v);
	}
	return number;
}

static uint32_t entry_of(struct product *p, uint32_t node)
{
	return product_entry(p, p->space->class_of.at[product_state(p, node)], product_local(p, node));
}

const struct tableau_values *product_truth(struct product *p, uint32_t node)
{
	return &p->known.at[entry_of(p, node)];
}

/* ---- rows: what may be true of the future at a position, by what was said of it before ------------------------- */

struct row_making {
	struct product *p;
	uint32_t label;
	uint64_t past;
};

static void found_future(void *data, uint64_t future)
{
	struct row_making *m = data;
	uint64_t local[LOCAL_WIDTH] = {m->label, future, m->past};
	VEC_PUSH(&m->p->listed, intern_add(&m->p->locals, local));
}

static uint32_t row_of(struct product *p, uint32_t class, uint32_t label, uint64_t past,
                       uint64_t wanted)
{
	uint64_t key[ROW_WIDTH] = {class, label, past, wanted};
	uint32_t number = intern_add(&p->rows, key);
	if (number < p->row_at.count) return number;
	struct row_making m = {p, label, past};
	struct tableau_letter letter = letter_of(p, class, label, past);
	VEC_PUSH(&p->row_at, p->listed.count);
	tableau_solve(&p->tableau, &letter, &wanted, p->effort, found_future, &m);
	VEC_PUSH(&p->row_end, p->listed.count);
	return number;
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
	while ((uint64_t)p->nodes.count * 4 >= (uint64_t)p->room * 3)
		p->room = p->room ? p->room * 2 : 1024;
	free(p->table);
	p->table = calloc(p->room, sizeof *p->table);
	if (!p->table) diag_no_memory();
	for (uint32_t i = 0; i < p->nodes.count; i++) {
		uint32_t k = hash_of(p->nodes.at[i].state, p->nodes.at[i].local) & (p->room - 1);
		while (p->table[k]) k = (k + 1) & (p->room - 1);
		p->table[k] = i + 1;
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
	uint32_t k = hash_of(state, local) & (p->room - 1);
	while (p->table[k] && !is_node(p, p->table[k] - 1, state, local)) k = (k + 1) & (p->room - 1);
	*place = k;
	return p->table[k];
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
	if (is_crowded && (uint64_t)p->nodes.count * 4 >= (uint64_t)p->room * 3) grow_table(p);
	if (is_crowded) found = find_in_table(p, state, local, &place);
	else found = find_in_state(p, state, local);
	if (found) return found - 1;
	if (p->nodes.count >= p->most) p->is_full = true;
	if (p->is_full) return PRODUCT_END;
	VEC_PUSH(&p->nodes, ((struct product_node){state, local, p->head[state]}));
	p->head[state] = p->nodes.count;
	if (is_crowded) p->table[place] = p->nodes.count;
	return p->nodes.count - 1;
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

static bool is_explored(const struct state_graph *s, uint32_t state)
{
	return state < space_explored(s);
}

/* What may be true in a state of this class behind the node. */
static uint32_t row_behind(struct product *p, uint32_t node, uint32_t target, uint32_t label)
{
	uint32_t source = p->space->class_of.at[product_state(p, node)], local = product_local(p, node);
	uint32_t place = ((source * 31 + local) * 31 + target) * 31 + label;
	struct row_memo *m = &p->memo[place % PRODUCT_MEMO];
	if (m->row && m->source == source && m->local == local && m->target == target &&
	    m->label == label)
		return m->row - 1;
	uint64_t wanted = intern_at(&p->locals, local)[LOCAL_FUTURE];
	uint32_t entry = entry_of(p, node);
	uint32_t row = row_of(p, target, label, p->known.at[entry].past, wanted);
	uint64_t link[LINK_WIDTH] = {[LINK_ENTRY] = entry, [LINK_CLASS] = target, [LINK_ROW] = row};
	intern_add(&p->links, link);
	*m = (struct row_memo){source, local, target, label, row + 1};
	return row;
}

/* The row of the next label of the target; false if there is none left. */
static bool next_row(struct product *p, struct product_walk *w, uint32_t target)
{
	const struct state_graph *s = p->space;
	uint32_t from = s->first.at[target], to = s->first.at[target + 1];
	uint32_t label;
	if (from == to) {
		if (w->out) return false;
		label = PRODUCT_END;
		w->out = 1;
	} else {
		if (from + w->out >= to) return false;
		label = s->label_of.at[from + w->out];
		do w->out++;
		while (from + w->out < to && s->label_of.at[from + w->out] == label);
	}
	uint32_t row = row_behind(p, w->node, s->class_of.at[target], label);
	w->at = p->row_at.at[row];
	w->end = p->row_end.at[row];
	return true;
}

/* w->edge counts from 1: the edge from which w->at .. w->end were taken. */
bool product_successor(struct product *p, struct product_walk *w, uint32_t *to)
{
	const struct state_graph *s = p->space;
	uint32_t state = product_state(p, w->node), label = product_label(p, w->node);
	uint32_t first = s->first.at[state], count = s->first.at[state + 1] - first;
	p->effort->spent++;
	if (label == PRODUCT_END || effort_is_over(p->effort)) return false;
	for (;;) {
		if (w->edge) {
			uint32_t target = s->targets.at[first + w->edge - 1];
			if (w->at < w->end) {
				*to = node_of(p, target, p->listed.at[w->at++]);
				if (*to == PRODUCT_END) return false;
				return true;
			}
			if (is_explored(s, target) && next_row(p, w, target)) continue;
		}
		while (w->edge < count && s->label_of.at[first + w->edge] != label) w->edge++;
		if (w->edge >= count) return false;
		w->edge++;
		w->out = w->at = w->end = 0;
	}
}

/* ---- from the initial states ---------------------------------------------------------------------------------------- */

struct start_making {
	struct product *p;
	uint32_t state, label;
};

static void found_start(void *data, uint64_t future)
{
	struct start_making *m = data;
	uint64_t local[LOCAL_WIDTH] = {m->label, future, 0};
	node_of(m->p, m->state, intern_add(&m->p->locals, local));
}

static void add_initial(struct product *p, uint32_t state)
{
	const struct state_graph *s = p->space;
	uint32_t from = s->first.at[state], to = s->first.at[state + 1];
	for (uint32_t i = from; i < to || i == from; i++) {
		struct start_making m = {p, state, from == to ? PRODUCT_END : s->label_of.at[i]};
		if (i > from && m.label == s->label_of.at[i - 1]) continue;
		struct tableau_letter letter = letter_of(p, s->class_of.at[state], m.label, 0);
		tableau_solve(&p->tableau, &letter, NULL, p->effort, found_start, &m);
	}
}

bool product_explore(struct product *p)
{
	uint32_t to;
	for (uint32_t i = 0; i < p->space->initial && is_explored(p->space, i); i++) add_initial(p, i);
	p->initial = p->nodes.count;
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
