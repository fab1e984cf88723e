/* Components back to text, in the form of Camille and rossi: what eventb/written.c reads. Blanks and the like in labels and names become '_'. */
#include "eventb/inside.h"

#include <ctype.h>

static bool is_kept(const char *at, bool is_label)
{
	unsigned char c = (unsigned char)*at;
	if (is_label) return !isspace(c) && !(c == ':' && !at[1]);
	return isalnum(c) || c == '_' || c == '\'' || (c & 0x80);
}

static void print_word(name n, bool is_label, struct text *out)
{
	for (const char *s = n; *s; s++) text_add_char(out, is_kept(s, is_label) ? *s : '_');
}

/* The word on a line of its own, then names. */
static void print_names(const char *indent, const char *word, const struct eventb_names *names,
                        uint32_t from, struct text *out)
{
	if (names->count <= from) return;
	text_format(out, "%s%s\n%s ", indent, word, indent);
	for (uint32_t i = from; i < names->count; i++) {
		text_add_char(out, ' ');
		print_word(names->at[i].name, false, out);
	}
	text_add_char(out, '\n');
}

/* ---- formulas ---------------------------------------------------------------------------------------- */

static void print_all_of(const struct node *list, struct text *out)
{
	for (uint32_t i = 0; i < list->count; i++) {
		if (i) text_add(out, ", ");
		eventb_print(list->kid[i], out);
	}
}

static const char *becomes(enum op op)
{
	switch (op) {
	case OP_S_ASSIGN: return "≔";
	case OP_S_BECOMES_IN: return ":∈";
	case OP_S_BECOMES_SUCH: return ":∣";
	default: return NULL;
	}
}

static void print_part(const struct node *n, struct text *out)
{
	const char *sign = becomes(n->op);
	if (!sign) {
		eventb_print(n, out);
		return;
	}
	print_all_of(n->kid[0], out);
	text_format(out, " %s ", sign);
	if (n->op == OP_S_ASSIGN) print_all_of(n->kid[1], out);
	else eventb_print(n->kid[1], out);
}

static void print_formulas(const char *indent, const char *word, const struct eventb_formulas *all,
                           struct text *out)
{
	bool is_begun = false;
	for (uint32_t i = 0; i < all->count; i++) {
		const struct eventb_formula *f = &all->at[i];
		if (f->is_inherited) continue;
		if (!is_begun) text_format(out, "%s%s\n", indent, word);
		is_begun = true;
		text_format(out, "%s  %s", indent, f->is_theorem ? "theorem " : "");
		if (f->label) {
			text_add_char(out, '@');
			print_word(f->label, true, out);
			text_add_char(out, ' ');
		}
		print_part(f->node, out);
		text_add_char(out, '\n');
	}
}

/* ---- components -------------------------------------------------------------------------------------- */

static void print_context(const struct eventb_context *c, struct text *out)
{
	text_add(out, "context ");
	print_word(c->name, false, out);
	text_add_char(out, '\n');
	print_names("", "extends", &c->extends, 0, out);
	print_names("", "sets", &c->sets, 0, out);
	print_names("", "constants", &c->constants, 0, out);
	print_formulas("", "axioms", &c->axioms, out);
	text_add(out, "end\n");
}

static void print_event(const struct eventb_event *e, struct text *out)
{
	static const char *const status[] = {[EVENTB_ORDINARY] = "",
	                                     [EVENTB_CONVERGENT] = "convergent ",
	                                     [EVENTB_ANTICIPATED] = "anticipated "};
	text_format(out, "  %sevent ", status[e->status]);
	print_word(e->name, false, out);
	text_add_char(out, '\n');
	bool is_silent =
	    e->is_extended && e->refines.count == 0; /* INITIALISATION need not say what it extends */
	if (is_silent) text_format(out, "    extends\n      %s\n", e->name);
	print_names("    ", e->is_extended ? "extends" : "refines", &e->refines, 0, out);
	print_names("    ", "any", &e->parameters, e->inherited, out);
	print_formulas("    ", "where", &e->guards, out);
	print_formulas("    ", "with", &e->witnesses, out);
	print_formulas("    ", "then", &e->actions, out);
	text_add(out, "  end\n");
}

static void print_machine_of(const struct eventb_machine *m, struct text *out)
{
	text_add(out, "machine ");
	print_word(m->name, false, out);
	text_add_char(out, '\n');
	print_names("", "refines", &m->refines, 0, out);
	print_names("", "sees", &m->sees, 0, out);
	print_names("", "variables", &m->variables, 0, out);
	print_formulas("", "invariants", &m->invariants, out);
	print_formulas("", "variant", &m->variants, out);
	if (m->events.count) text_add(out, "events\n");
	for (uint32_t i = 0; i < m->events.count; i++) print_event(m->events.at[i], out);
	text_add(out, "end\n");
}

static void print_contexts(const struct eventb_contexts *all, struct text *out)
{
	for (uint32_t i = 0; i < all->count; i++) {
		print_context(all->at[i], out);
		text_add_char(out, '\n');
	}
}

/* The most abstract one first, each after the contexts that only it sees. */
static void print_chain(const struct eventb_machine *m, struct text *out)
{
	if (!m->abstraction) print_contexts(&m->contexts, out);
	else {
		print_chain(m->abstraction, out);
		text_add_char(out, '\n');
		for (uint32_t i = 0; i < m->contexts.count; i++)
			if (!eventb_has_context(&m->abstraction->contexts, m->contexts.at[i])) {
				print_context(m->contexts.at[i], out);
				text_add_char(out, '\n');
			}
	}
	print_machine_of(m, out);
}

void eventb_print_component(const struct eventb_model *m, name main, struct text *out)
{
	const struct eventb_machine *machine = eventb_find_machine(m, main);
	const struct eventb_context *context = machine ? NULL : eventb_find_context(m, main);
	if (machine) print_chain(machine, out);
	for (uint32_t i = 0; context && i < context->all.count; i++) {
		if (i) text_add_char(out, '\n');
		print_context(context->all.at[i], out);
	}
}
