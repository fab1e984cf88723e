/* The space as it was explored, with names of operations on its edges. Private to view/. */
#ifndef VIEW_SPACE_H
#define VIEW_SPACE_H

#include "view/view.h"

struct space_edge {
	uint32_t from, label, to;
};

struct view_space {
	uint32_t node_count, state_from, label_count; /* root, setups, then states */
	VEC(struct space_edge) edges;                 /* in order, each once */
	uint32_t *edges_from;                         /* [0 .. node_count] */
	bool *is_faulty;                              /* of each node */
};

struct state_view {
	struct arena arena;
	struct view_space space;
	struct view_question question;
	struct explore_view model;
	VEC(struct view_node) nodes;
	VEC(struct view_edge) edges;
};

void view_space_open(struct state_view *v);
void view_space_close(struct view_space *g);

/* merge.c: nodes of the graph that belong to one node of the view; SPACE_NONE: left out. The root is 0. */
#define SPACE_NONE UINT32_MAX
void view_merge(struct state_view *v, const uint32_t *class_of, uint32_t class_count);
/* automaton.c; false if there are too many nodes. */
bool view_automaton(struct state_view *v);

/* The set of its operations as a text. */
const char *view_signature(struct state_view *v, const uint64_t *set);
const char *view_values(struct state_view *v, uint32_t node);

#endif
