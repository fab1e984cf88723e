/* The graph as a file for other model checkers, with what its latches mean. */
#include "bmc/transition.h"

struct naming {
	struct transition *t;
	uint32_t *latch; /* by input of the circuit, its place; 0: none */
	lit last;
};

/* A literal that is there if two inputs say so tells what each of them is about, but says neither of them. */
static void name_literal(void *data, lit l, const struct encode_word *word)
{
	struct naming *n = data;
	struct run *r = n->t->run;
	struct circuit_gate g = circuit_gate(n->t->w.circuit, l);
	lit input = l < 0 ? -l : l;
	bool is_part = g.kind == CIRCUIT_AND;
	for (uint32_t i = 0; g.kind == CIRCUIT_AND && l > 0 && i < g.count; i++)
		if (g.in[i] > 0 && circuit_gate(n->t->w.circuit, g.in[i]).kind == CIRCUIT_INPUT)
			input = g.in[i];
	if (input > n->last || !n->latch[input]) return;
	struct transition_latch *to = &n->t->latches.at[n->latch[input]];
	if (to->word && to->word->place == word->place && word->says == ENCODE_IS &&
	    (l < 0) != to->is_negative)
		to->otherwise = word->value;
	if (to->of) return;
	to->of = word->place->name;
	if (is_part) return;
	struct encode_word *own = ARENA_NEW(&r->arena, struct encode_word);
	*own = *word;
	to->word = own;
	to->is_negative = l < 0;
	struct text t = {0};
	if (encode_print_word(r->model.values, r->model.universe, word, &t))
		to->text = arena_format(&r->arena, l < 0 ? "not(%s)" : "%s", text_get(&t));
	text_clear(&t);
}

void transition_name_latches(struct transition *t)
{
	const struct explore_view *view = &t->run->model.view;
	struct naming n = {.t = t, .last = circuit_last(t->w.circuit)};
	n.latch = memory_zeroed((size_t)n.last + 1, sizeof *n.latch);
	for (uint32_t i = 1; i < t->latches.count; i++) n.latch[t->latches.at[i].now] = i;
	encode_resume(t->w.encoder);
	encode_use(t->w.encoder, t->shape);
	for (uint32_t i = 0; i < view->unknown_count; i++)
		encode_words(t->w.encoder, view->unknowns[i], name_literal, &n);
	for (uint32_t i = 0; i < view->variable_count; i++)
		encode_words(t->w.encoder, view->variables[i], name_literal, &n);
	free(n.latch);
}

const char *transition_clause(struct transition *t, const struct pdr_cube *c)
{
	struct text out = {0};
	text_add(&out, "not(");
	for (uint32_t i = 0; i < c->count; i++) {
		uint32_t place = (uint32_t)abs(c->at[i]) - 1;
		const char *text = t->latches.at[place].text;
		if (place == 0 && c->at[i] > 0) continue; /* `started`: it is a state */
		if (place == 0 || !text) {
			text_clear(&out);
			return place == 0 ? "" : NULL;
		}
		if (out.count > strlen("not(")) text_add(&out, " & ");
		text_format(&out, c->at[i] > 0 ? "%s" : "not(%s)", text);
	}
	text_add(&out, ")");
	return text_freeze(&out, &t->run->arena);
}

static const char *latch_text(void *data, uint32_t place)
{
	const struct transition *t = data;
	const struct transition_latch *l = &t->latches.at[place];
	if (place == 0) return "started";
	return l->text ? l->text : l->of ? l->of->name : NULL;
}

static const char *bad_text(void *data, uint32_t place)
{
	(void)data;
	return place == 0 ? "fault" : "leaves";
}

bool transition_write_aiger(struct transition *t, FILE *out)
{
	struct aiger_names names = {.latch = latch_text, .bad = bad_text, .data = t};
	struct text comments = {0};
	aig_lit bads[] = {t->fault, t->leaves};
	transition_name_latches(t);
	text_add(&comments, "Written by bounce. The first step chooses constants and executes "
	                    "INITIALISATION; latch 0 is true from then on.\n"
	                    "Names of latches say what is true in B where they are; those without a "
	                    "value are bits of numbers.\n"
	                    "fault: something is violated. leaves: a step leads to values that the "
	                    "latches cannot tell.\n");
	bool ok = aiger_write(t->aig, bads, 2, &names, &comments, out);
	text_clear(&comments);
	return ok;
}
