/* Files of random graphs, read back by a reader of its own: the same values in random steps. */
#include "tests/greatest.h"

#include "tests/pdr/graphs.h"

enum { MOST = 256 };

struct file { /* as AIGER numbers it */
	unsigned inputs, latches, ands, bads;
	unsigned next[MOST], bad, left[MOST], right[MOST];
};

static unsigned read_difference(const unsigned char **at)
{
	unsigned x = 0, shift = 0;
	for (; **at & 0x80; shift += 7) x |= (unsigned)(*(*at)++ & 0x7f) << shift;
	return x | (unsigned)*(*at)++ << shift;
}

static bool read_file(const char *text, struct file *f)
{
	unsigned last, outputs;
	int length;
	if (sscanf(text, "aig %u %u %u %u %u %u\n%n", &last, &f->inputs, &f->latches, &outputs,
	           &f->ands, &f->bads, &length) != 6 ||
	    outputs != 0 || f->bads != 1 || last != f->inputs + f->latches + f->ands)
		return false;
	for (unsigned i = 0; i < f->latches + 1; i++) {
		text += length;
		unsigned *to = i < f->latches ? &f->next[i] : &f->bad;
		if (sscanf(text, "%u%n", to, &length) != 1) return false;
		length++;
	}
	const unsigned char *at = (const unsigned char *)text + length;
	for (unsigned i = 0; i < f->ands; i++) {
		unsigned self = 2 * (1 + f->inputs + f->latches + i);
		f->left[i] = self - read_difference(&at);
		f->right[i] = f->left[i] - read_difference(&at);
	}
	return strcmp((const char *)at, "l0 first\nb0 wrong\nc\nby test_aiger\n") == 0;
}

static bool value(const bool *v, unsigned l) { return v[l / 2] != (l & 1); }

static void simulate(const struct file *f, const bool *latches, const bool *inputs, bool *v)
{
	unsigned n = 1;
	v[0] = false;
	for (unsigned i = 0; i < f->inputs; i++) v[n++] = inputs[i];
	for (unsigned i = 0; i < f->latches; i++) v[n++] = latches[i];
	for (unsigned i = 0; i < f->ands; i++) v[n++] = value(v, f->left[i]) && value(v, f->right[i]);
}

static const char *latch_name(void *data, uint32_t place)
{
	(void)data;
	return place == 0 ? "first" : NULL;
}

static const char *bad_name(void *data, uint32_t place)
{
	(void)data, (void)place;
	return "wrong";
}

static bool is_same_step(const struct random_graph *g, const struct file *f, uint32_t word)
{
	const struct aig *a = g->aig;
	bool latches[16], inputs[16], v[MOST];
	for (uint32_t i = 0; i < 16; i++) latches[i] = word >> i & 1, inputs[i] = word >> (i + 16) & 1;
	bool *w = aig_simulate(a, latches, inputs);
	simulate(f, latches, inputs, v);
	bool same = aig_value(w, g->bad) == value(v, f->bad);
	for (uint32_t i = 0; i < a->latches.count; i++)
		same &= aig_value(w, aig_next(a, a->latches.at[i])) == value(v, f->next[i]);
	free(w);
	return same;
}

TEST is_read_back(uint64_t seed)
{
	struct random_graph g;
	struct file f;
	struct text comment = {0};
	char *text;
	size_t size;
	struct aiger_names names = {.latch = latch_name, .bad = bad_name};
	random_graph_make(seed, &g);
	FILE *out = open_memstream(&text, &size);
	text_add(&comment, "by test_aiger\n");
	ASSERT(aiger_write(g.aig, &g.bad, 1, &names, &comment, out));
	fclose(out);
	ASSERT(read_file(text, &f));
	ASSERT_EQ(g.aig->latches.count, f.latches);
	ASSERT_EQ(g.aig->inputs.count, f.inputs);
	for (uint32_t i = 0; i < 50; i++) ASSERT(is_same_step(&g, &f, i * 0x9e3779b9u));
	free(text);
	text_clear(&comment);
	random_graph_clear(&g);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	for (uint64_t seed = 1; seed <= 100; seed++) RUN_TESTp(is_read_back, seed);
	GREATEST_MAIN_END();
}
