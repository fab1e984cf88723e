/* Slots: every declared name gets a place for its value, so that evaluation never looks up a name.
 * A bound variable has one slot for good; functions that call themselves save the slots of their
 * body around each call (see member.c). */
#include "eval/inside.h"

/* ---- numbers -------------------------------------------------------------------------------------- */

static void numbered_open(struct numbered *x, uint64_t last)
{
	x->count = last + 1;
	x->array = memory_zeroed(x->count, sizeof *x->array);
}

static void numbered_put(struct numbered *x, uint64_t number, uintptr_t what)
{
	REQUIRE(number); /* or the arena has no numbers: see arena_init_with */
	if (number < x->count) x->array[number] = what;
	else map_put(&x->others, (const void *)(uintptr_t)number, (void *)what);
}

static void numbered_close(struct numbered *x)
{
	free(x->array);
	map_clear(&x->others);
}

/* ---- slots and notes ------------------------------------------------------------------------------- */

static uint32_t add_slot(struct eval *e)
{
	if (e->slot_count == e->slot_room) {
		e->slot_room = e->slot_room ? e->slot_room * 2 : 256;
		e->slots = memory_resized(e->slots, e->slot_room * sizeof *e->slots);
	}
	e->slots[e->slot_count] = VALUE_NONE;
	return e->slot_count++;
}

uint32_t prepare_new_slot(struct eval *e, const struct decl *d)
{
	uint32_t slot = add_slot(e);
	numbered_put(&e->places, d->number, slot);
	if (d->calls_itself) VEC_PUSH(&e->known.calling, d);
	return slot;
}

struct note *prepare_new_note(struct eval *e, const struct node *n)
{
	struct note *note = ARENA_NEW(&e->arena, struct note);
	note->node = n;
	numbered_put(&e->notes, n->number, (uintptr_t)note);
	return note;
}

/* ---- locals of trees --------------------------------------------------------------------------- */

static bool binds_locals(const struct node *n)
{
	return n->count > 0 && n->kid[0]->op == OP_IDS && n->op != OP_S_VAR;
}

/* from <= slot < to */
struct slots {
	uint32_t from, to;
};

static void add_slots(struct slots *all, uint32_t from, uint32_t to)
{
	if (from == to) return;
	if (all->to == 0 || from < all->from) all->from = from;
	if (to > all->to) all->to = to;
}

/* Names that stand in another tree, too, have their slots from there, so those of a tree need not be consecutive. */
static struct slots visit(struct eval *e, const struct node *n)
{
	struct slots bound = {0, 0};
	const struct node *ids = binds_locals(n) ? n->kid[0] : NULL;
	for (uint32_t i = 0; ids && i < ids->count; i++) {
		if (!ids->kid[i]->decl) continue;
		prepare_decl(e, ids->kid[i]->decl);
		uint32_t slot = slot_of(e, ids->kid[i]->decl);
		add_slots(&bound, slot, slot + 1);
	}
	for (uint32_t i = 0; i < n->count; i++) {
		struct slots inside = visit(e, n->kid[i]);
		add_slots(&bound, inside.from, inside.to);
	}
	if (!ids) return bound;
	struct note *note = prepare_note(e, n);
	if (note->slots_to) return bound; /* a part of a tree that was prepared before */
	note->slots_from = bound.from;
	note->slots_to = bound.to;
	return bound;
}

void prepare_tree(struct eval *e, const struct node *root)
{
	struct note *note = prepare_note(e, root);
	if (note->is_prepared) return;
	note->is_prepared = true;
	visit(e, root);
}

/* ---- names of the project ---------------------------------------------------------------------- */

/* Cells: what can be assigned. */
static void cells_of_body(struct eval *e, const struct node *n)
{
	if (n->op == OP_S_VAR)
		for (uint32_t i = 0; i < n->kid[0]->count; i++) prepare_decl(e, n->kid[0]->kid[i]->decl);
	for (uint32_t i = 0; i < n->count; i++) cells_of_body(e, n->kid[i]);
}

static void variables_of(struct eval *e, const struct machine *m)
{
	for (uint32_t i = 0; i < m->decls.count; i++) {
		struct decl *d = m->decls.at[i];
		if (d->kind != DECL_VARIABLE || slot_of(e, d)) continue;
		prepare_new_slot(e, d);
		VEC_PUSH(&e->known.variables, d);
	}
}

static void other_cells_of(struct eval *e, const struct machine *m)
{
	for (uint32_t i = 0; i < m->operations.count; i++) {
		const struct operation *o = m->operations.at[i];
		for (uint32_t k = 0; k < o->results->count; k++) prepare_decl(e, o->results->kid[k]->decl);
		cells_of_body(e, o->body);
	}
	if (m->initialisation) cells_of_body(e, m->initialisation);
}

static value all_elements(struct eval *e, const struct decl *set)
{
	uint32_t number = universe_number(e->u, set), size = e->u->sets.at[number].size;
	value *items = ARENA_ARRAY(&e->arena, size, value);
	for (uint32_t i = 0; i < size; i++) items[i] = value_element(number, i);
	return value_set_sorted(e->s, items, size);
}

static void fixed_names_of(struct eval *e, const struct machine *m)
{
	for (uint32_t i = 0; i < m->decls.count; i++) {
		struct decl *d = m->decls.at[i];
		if (slot_of(e, d) || d->kind == DECL_VARIABLE || d->kind == DECL_OPERATION) continue;
		uint32_t slot = prepare_new_slot(e, d); /* the slots may move */
		value *is = &e->slots[slot];
		switch (d->kind) {
		case DECL_DEFERRED_SET:
		case DECL_ENUMERATED_SET:
			if (type_is_own(d)) *is = all_elements(e, d);
			break;
		case DECL_ELEMENT: *is = value_element(universe_number(e->u, d->of), d->index); break;
		case DECL_CONSTRUCTOR:
			if (!d->argument) *is = value_free(e->s, d, VALUE_NONE);
			break;
		case DECL_SET_PARAMETER:
			if (type_is_own(d)) *is = all_elements(e, d);
			else VEC_PUSH(&e->known.constants, d);
			break;
		case DECL_CONSTANT:
		case DECL_SCALAR_PARAMETER: VEC_PUSH(&e->known.constants, d); break;
		default: break;
		}
	}
}

static void locals_of(struct eval *e, const struct machine *m)
{
	const struct node *roots[] = {m->constraints, m->properties, m->invariant,
	                              m->assertions,  m->variant,    m->initialisation};
	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
		if (roots[i]) prepare_tree(e, roots[i]);
	for (uint32_t i = 0; i < m->operations.count; i++) {
		const struct operation *o = m->operations.at[i];
		for (uint32_t k = 0; k < o->parameters->count; k++)
			prepare_decl(e, o->parameters->kid[k]->decl);
		prepare_tree(e, o->body);
	}
	for (uint32_t i = 0; i < m->references.count; i++)
		if (m->references.at[i].arguments) prepare_tree(e, m->references.at[i].arguments);
	for (uint32_t i = 0; i < m->values.count; i++) prepare_tree(e, m->values.at[i].value);
}

void prepare_project(struct eval *e)
{
	struct project *p = e->project;
	numbered_open(&e->notes, p->loaded.nodes);
	numbered_open(&e->places, p->loaded.decls);
	add_slot(e); /* slot 0 means "none" */
	uint32_t count = p->main && p->main->kind != MACHINE_DEFINITIONS ? p->machines.count : 0;
	for (uint32_t i = 0; i < count; i++) variables_of(e, p->machines.at[i]);
	for (uint32_t i = 0; i < count; i++) other_cells_of(e, p->machines.at[i]);
	e->cell_count = e->slot_count;
	for (uint32_t i = 0; i < count; i++) fixed_names_of(e, p->machines.at[i]);
	e->first_local = e->slot_count;
	for (uint32_t i = 0; i < count; i++) locals_of(e, p->machines.at[i]);
	e->run.out = memory_zeroed(e->cell_count, sizeof *e->run.out);
	e->run.written = memory_zeroed(e->cell_count, sizeof *e->run.written);
}

void prepare_close(struct eval *e)
{
	numbered_close(&e->notes);
	numbered_close(&e->places);
	free(e->slots);
	free(e->run.out);
	free(e->run.written);
}

/* ---- free names -------------------------------------------------------------------------------- */

struct collector {
	struct eval *e;
	VEC(uint32_t) found;
	VEC(const struct decl *) names, bound;
};

static bool is_bound(const struct collector *c, const struct decl *d)
{
	for (uint32_t i = 0; i < c->bound.count; i++)
		if (c->bound.at[i] == d) return true;
	return false;
}

static bool is_found(const struct collector *c, uint32_t slot)
{
	for (uint32_t i = 0; i < c->found.count; i++)
		if (c->found.at[i] == slot) return true;
	return false;
}

static void collect(struct collector *c, const struct node *n)
{
	uint32_t outside = c->bound.count;
	const struct node *ids = binds_locals(n) ? n->kid[0] : NULL;
	for (uint32_t i = 0; ids && i < ids->count; i++)
		if (ids->kid[i]->decl) VEC_PUSH(&c->bound, ids->kid[i]->decl);
	if ((n->op == OP_ID || n->op == OP_OLD) && n->decl && !is_bound(c, n->decl)) {
		uint32_t slot = slot_of(c->e, n->decl);
		bool fixed = slot_is_looked_up(c->e, n->decl);
		if (slot && !fixed && !is_found(c, slot)) {
			VEC_PUSH(&c->found, slot);
			VEC_PUSH(&c->names, n->decl);
		}
	}
	for (uint32_t i = 0; i < n->count; i++) collect(c, n->kid[i]);
	c->bound.count = outside;
}

/* Slots of the names that are bound inside of n. */
static void bound_slots(const struct eval *e, const struct node *n, struct slots *all)
{
	const struct note *note = note_of(e, n);
	if (note && note->slots_to) add_slots(all, note->slots_from, note->slots_to);
	else
		for (uint32_t i = 0; i < n->count; i++) bound_slots(e, n->kid[i], all);
}

const uint32_t *prepare_free(struct eval *e, const struct node *n, uint32_t *count)
{
	struct note *note = prepare_note(e, n);
	if (!note->has_free) {
		struct collector c = {.e = e};
		struct slots bound = {0, 0};
		bound_slots(e, n, &bound);
		note->slots_from = bound.from;
		note->slots_to = bound.to;
		collect(&c, n);
		VEC_CLEAR(&c.bound);
		note->free_count = c.found.count;
		note->free = VEC_FREEZE(&c.found, &e->arena);
		note->free_names = VEC_FREEZE(&c.names, &e->arena);
		note->has_free = true;
	}
	*count = note->free_count;
	return note->free;
}
