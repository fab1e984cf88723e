/* Random graphs with few latches, and all states that they reach. */
#ifndef TESTS_PDR_GRAPHS_H
#define TESTS_PDR_GRAPHS_H

#include "aig/aig.h"

struct random_graph {
	struct aig *aig;
	aig_lit bad;
	int distance; /* steps to the first state in which bad can be true; -1: none */
};

void random_graph_make(uint64_t seed, struct random_graph *out);
/* A second copy of all of it, whose latches come behind those of the first one; it is bad if one of them is. */
void random_graph_double(struct random_graph *g);
void random_graph_clear(struct random_graph *g);

#endif
