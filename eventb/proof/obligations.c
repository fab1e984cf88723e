/* The way in: a machine of classical B with the carrier sets alone, and sequents about it. */
#include "eventb/proof/proof.h"

static void add_carriers(const struct eventb_contexts *contexts,
                         const struct eventb_enumerations *enumerations, struct carriers *to)
{
	for (uint32_t i = 0; i < contexts->count; i++) {
		const struct eventb_names *sets = &contexts->at[i]->sets;
		for (uint32_t k = 0; k < sets->count; k++) {
			const struct eventb_enumeration *e = enumerated_set(enumerations, sets->at[k].name);
			carriers_add(to, sets->at[k].name, e ? e->elements : NULL);
		}
	}
}

/* Elements that are known by an axiom are so in all sequents of a machine, but a context may have something to show before the
 * axiom comes: its own sets stay open. */
static void build_sets(struct eventb_model *m, const struct eventb_contexts *contexts, name main,
                       bool is_machine)
{
	struct eventb_contexts before = *contexts;
	struct eventb_enumerations enumerations = {0};
	struct carriers carriers = {.arena = &m->project->arena};
	struct text machine = {0};
	if (!is_machine) before.count--;
	enumerated_find(m->project, &before, &enumerations);
	add_carriers(contexts, &enumerations, &carriers);
	carriers_machine(&carriers, &machine);
	project_build_text(m->project, "(carrier sets)", text_get(&machine));
	carriers_mark(m->project, main);
	text_clear(&machine);
	enumerated_clear(&enumerations);
}

bool obligations_make(struct eventb_model *m, name main, struct sequents *out)
{
	const struct eventb_machine *machine = eventb_find_machine(m, main);
	const struct eventb_context *context = machine ? NULL : eventb_find_context(m, main);
	const struct eventb_contexts *contexts = machine ? &machine->contexts : &context->all;
	struct proof g = {.model = m, .project = m->project, .arena = &m->project->arena, .out = out};
	build_sets(m, contexts, main, machine != NULL);
	out->is_typed = true;
	bool good = m->project->diag->errors == 0;
	for (uint32_t i = 0; good && i < contexts->count; i++)
		good = axioms_add(&g, contexts->at[i], contexts->at[i] == context);
	if (machine) good = good && machine_add(&g, machine);
	VEC_CLEAR(&g.known.list);
	VEC_CLEAR(&g.fresh);
	map_clear(&g.after);
	return good;
}
