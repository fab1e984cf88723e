/* view: the state space as a graph that a person can read.
 *
 * The space that was explored is a graph: a root, setups of the constants if there are any, states; edges have the name of an
 * operation. A view merges or leaves out nodes (all of them: explore_dot; Turner 2012, chapter 3; Leuschel, Turner, ICFEM 2005):
 *
 *   signature  states in which the same operations are enabled are one node; operations that cannot follow each other there
 *              cannot in the machine
 *   dfa        the deterministic automaton with the same sequences of operations (subset construction)
 *   error      only what lies on a way to a state with a fault
 *   property   states in which an expression has the same value are one node
 *
 * An edge is definite if all states of its node have it, i.e. the operation leads from there to a state of the other node. */
#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "explore/explore.h"

enum view_kind { VIEW_SIGNATURE, VIEW_DFA, VIEW_ERROR, VIEW_PROPERTY };
const char *view_kind_name(enum view_kind k);
bool view_find_kind(const char *word, size_t count, enum view_kind *out);

enum {
	VIEW_MAX_STATES = 200000, /* of the space */
	VIEW_MAX_NODES = 20000,   /* of an automaton */
};

struct view_question {
	struct explore *explore; /* that has run */
	struct values *values;
	const struct universe *universe;
	enum view_kind kind;
	const struct node *property; /* an expression or predicate: VIEW_PROPERTY */
};

struct view_node {
	uint32_t states;   /* that it stands for; root and setups are no states */
	bool is_faulty;    /* one of them breaks something, or is a deadlock */
	const char *label; /* lines */
};

struct view_edge {
	uint32_t from, operation, to; /* operation: view_operation */
	bool is_definite;
};

struct state_view;
/* NULL with the reason in `why` if there is too much to be seen, or the property has no value somewhere. */
struct state_view *view_open(const struct view_question *q, struct text *why);
void view_close(struct state_view *v);

uint32_t view_node_count(const struct state_view *v);
const struct view_node *view_node(const struct state_view *v, uint32_t node); /* 0 is the root */
uint32_t view_edge_count(const struct state_view *v);
const struct view_edge *view_edge(const struct state_view *v, uint32_t edge);
const char *view_operation(const struct state_view *v,
                           uint32_t operation); /* also INITIALISATION, ... */
/* Pairs of a node and an operation that it has: fewer than edges, where one leads to several nodes. */
uint32_t view_transitions(const struct state_view *v);
/* For Graphviz. */
void view_dot(const struct state_view *v, struct text *out);

#endif
