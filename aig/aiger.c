/* Binary AIGER 1.9: nodes are numbered anew, inputs first, then latches, then ANDs; of these only those that a latch or a
 * property needs. */
#include "aig/aig.h"

struct writer {
	const struct aig *aig;
	FILE *out;
	uint32_t *number; /* by node; UINT32_MAX: not needed */
	uint32_t ands;
};

static aig_lit renamed(const struct writer *w, aig_lit l)
{
	return 2 * w->number[aig_node(l)] + (l & 1);
}

static void mark(struct writer *w, aig_lit l) { w->number[aig_node(l)] = 0; }

static void number_nodes(struct writer *w, const aig_lit *bads, uint32_t bad_count)
{
	const struct aig *a = w->aig;
	uint32_t next = 1;
	for (uint32_t i = 0; i < a->nodes.count; i++) w->number[i] = UINT32_MAX;
	for (uint32_t i = 0; i < bad_count; i++) mark(w, bads[i]);
	for (uint32_t i = 0; i < a->latches.count; i++) mark(w, aig_next(a, a->latches.at[i]));
	for (uint32_t i = a->nodes.count; i-- > 0;) {
		const struct aig_gate *g = &a->nodes.at[i];
		if (w->number[i] == UINT32_MAX || g->kind != AIG_AND) continue;
		mark(w, g->left);
		mark(w, g->right);
	}
	w->number[0] = 0;
	for (uint32_t i = 0; i < a->inputs.count; i++) w->number[aig_node(a->inputs.at[i])] = next++;
	for (uint32_t i = 0; i < a->latches.count; i++) w->number[aig_node(a->latches.at[i])] = next++;
	for (uint32_t i = 0; i < a->nodes.count; i++)
		if (a->nodes.at[i].kind == AIG_AND && w->number[i] != UINT32_MAX) {
			w->number[i] = next++;
			w->ands++;
		}
}

static void write_difference(FILE *out, uint32_t x)
{
	for (; x >= 0x80; x >>= 7) putc((int)(x & 0x7f) | 0x80, out);
	putc((int)x, out);
}

static void write_ands(const struct writer *w)
{
	for (uint32_t i = 0; i < w->aig->nodes.count; i++) {
		const struct aig_gate *g = &w->aig->nodes.at[i];
		if (g->kind != AIG_AND || w->number[i] == UINT32_MAX) continue;
		aig_lit x = renamed(w, g->left), y = renamed(w, g->right), self = 2 * w->number[i];
		write_difference(w->out, self - (x > y ? x : y));
		write_difference(w->out, x > y ? x - y : y - x);
	}
}

typedef const char *name_of(void *data, uint32_t place);

static void write_symbols(const struct writer *w, name_of *name_at, void *data, char kind,
                          uint32_t count)
{
	for (uint32_t i = 0; name_at && i < count; i++) {
		const char *text = name_at(data, i);
		if (text) fprintf(w->out, "%c%u %s\n", kind, i, text);
	}
}

bool aiger_write(const struct aig *a, const aig_lit *bads, uint32_t bad_count,
                 const struct aiger_names *names, const struct text *comments, FILE *out)
{
	struct writer w = {.aig = a, .out = out};
	w.number = memory_raw(a->nodes.count * sizeof *w.number);
	number_nodes(&w, bads, bad_count);
	uint32_t inputs = a->inputs.count, latches = a->latches.count;
	fprintf(out, "aig %u %u %u 0 %u %u\n", inputs + latches + w.ands, inputs, latches, w.ands,
	        bad_count);
	for (uint32_t i = 0; i < latches; i++)
		fprintf(out, "%u\n", renamed(&w, aig_next(a, a->latches.at[i])));
	for (uint32_t i = 0; i < bad_count; i++) fprintf(out, "%u\n", renamed(&w, bads[i]));
	write_ands(&w);
	if (names) {
		write_symbols(&w, names->input, names->data, 'i', inputs);
		write_symbols(&w, names->latch, names->data, 'l', latches);
		write_symbols(&w, names->bad, names->data, 'b', bad_count);
	}
	if (comments) fprintf(out, "c\n%s", text_get(comments));
	free(w.number);
	return !ferror(out) && fflush(out) == 0;
}
