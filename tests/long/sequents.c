/* The sequents that bounce makes of a component of Event-B (M.bum, C.buc), or reads from Rodin's M.bpo, as lines for
 * tests/rodin_sequents.py:
 *
 *     sequents FILE
 *
 *     F number, name, formula with numbers for the names that it binds, formula as it is written
 *     S name, number of the goal, numbers of the hypotheses, the last one first
 *
 * with tabs in between. */
#include "eventb/eventb.h"
#include "input/input.h"

struct canon {        /* of one formula */
	struct map bound; /* declaration -> its number + 1, in the order in which names are bound */
	uintptr_t count;
	struct text *out;
};

static void bind(struct canon *c, const struct node *ids)
{
	for (uint32_t i = 0; i < ids->count; i++) {
		const struct node *id = ids->kid[i];
		while (id->op == OP_OF_TYPE) id = id->kid[0];
		map_put(&c->bound, id->decl, (void *)++c->count);
	}
}

/* In prefix form, with numbers for bound names and without types; conjunctions are lists. */
static void canon(struct canon *c, const struct node *n)
{
	while (n->op == OP_OF_TYPE) n = n->kid[0];
	uintptr_t number = n->op == OP_ID ? (uintptr_t)map_get(&c->bound, n->decl) : 0;
	if (n->op == OP_IDS) bind(c, n);
	if (number) text_format(c->out, "#%u ", (unsigned)number);
	else if (n->name) text_format(c->out, "%s ", n->name);
	else text_format(c->out, "%s ", op_info(n->op)->tag);
	if (n->op == OP_ID || n->count == 0) return;
	text_add(c->out, "( ");
	for (uint32_t i = 0; i < n->count; i++) canon(c, n->kid[i]);
	text_add(c->out, ") ");
}

static void write_formula(const struct formula *f)
{
	struct text prefix = {0}, written = {0};
	struct canon c = {.out = &prefix};
	if (f->node) {
		canon(&c, f->node);
		eventb_print(f->node, &written);
	} else text_format(&prefix, "not understood: %s", f->trouble ? f->trouble : "");
	printf("\t%s\t%s\n", text_get(&prefix), text_get(&written));
	map_clear(&c.bound);
	text_clear(&prefix);
	text_clear(&written);
}

static void print_all(const struct sequents *all)
{
	for (uint32_t i = 0; i < all->common.count; i++) {
		printf("F %u\t%s", i, all->common.at[i].name);
		write_formula(&all->common.at[i]);
	}
	for (uint32_t i = 0; i < all->count; i++) {
		const struct sequent *q = &all->at[i];
		printf("S %s\t%u\t", q->name, q->common_goal);
		for (const struct formula_list *l = q->common; l; l = l->before)
			for (uint32_t k = l->count; k > 0; k--) printf("%u ", l->at[k - 1]);
		printf("\n");
	}
}

static void read_bpo(struct arena *arena, struct project *p, const char *path, struct sequents *all)
{
	struct text machine = {0};
	struct eventb_bpo *b = eventb_bpo_open(arena, p->diag, path, &machine);
	if (!b) return;
	project_build_text(p, path, text_get(&machine));
	if (p->diag->errors == 0) eventb_bpo_read(b, p, all);
	eventb_bpo_close(b);
	text_clear(&machine);
}

int main(int argc, char **argv)
{
	struct arena arena;
	struct names names;
	struct diag diag;
	struct sequents all = {0};
	const char *dot = argc == 2 ? strrchr(argv[1], '.') : NULL;
	if (!dot) return 2;
	arena_init(&arena);
	names_init(&names);
	diag_init(&diag, &names);
	struct project *p = project_empty(&names, &diag);
	if (strcmp(dot, ".bpo") == 0) read_bpo(&arena, p, argv[1], &all);
	else eventb_obligations(p, argv[1], NULL, &all);
	bool good = diag.errors == 0;
	if (good) print_all(&all);
	else printf("E %s\n", diag.messages.count ? diag.messages.at[0].text : "");
	sequents_clear(&all);
	project_close(p);
	diag_clear(&diag);
	names_clear(&names);
	arena_clear(&arena);
	return good ? 0 : 1;
}
