/* Sequents of Event-B are about a machine of classical B that has their carrier sets and nothing else. */
#include "eventb/inside.h"

static void add_name(struct carriers *c, name own)
{
	struct node *n = node_new(c->arena, OP_ID, (struct pos){0}, 0);
	n->name = own;
	print_node(n, &c->sets);
}

void carriers_add(struct carriers *c, name set, const struct node *elements)
{
	text_add(&c->sets, c->sets.count ? "; " : " SETS ");
	add_name(c, set);
	if (!elements) return;
	text_add(&c->sets, " = {");
	for (uint32_t i = 0; i < elements->count; i++) {
		if (i) text_add(&c->sets, ", ");
		add_name(c, elements->kid[i]->name);
	}
	text_add(&c->sets, "}");
}

/* Integers have no bounds: MAXINT plays no part. */
void carriers_machine(struct carriers *c, struct text *machine)
{
	text_format(machine,
	            "MACHINE obligations%s DEFINITIONS SET_PREF_MAXINT == %d; "
	            "SET_PREF_MININT == -%d END\n",
	            text_get(&c->sets), INT32_MAX, INT32_MAX);
	text_clear(&c->sets);
}

void carriers_mark(struct project *p, name component)
{
	if (p->main && component) p->main->name = component;
	p->is_eventb = true;
	p->print = eventb_print;
	for (uint32_t i = 0; p->main && i < p->main->decls.count; i++)
		p->main->decls.at[i]->is_carrier = p->main->decls.at[i]->kind == DECL_DEFERRED_SET;
}
