/* What the files of eventb/ share among themselves; not for other folders. */
#ifndef EVENTB_INSIDE_H
#define EVENTB_INSIDE_H

#include "eventb/eventb.h"

/* ---- primed.c: x' is after, x before ------------------------------------------------------------ */

/* An action as a substitution of classical B: in x :∣ P, which is x :(P), x' becomes x and x becomes x$0. */
const struct node *primed_action(struct project *p, const struct node *action);

/* ---- enumerated.c: carrier sets of which an axiom names all elements ------------------------------- */

struct enumeration {
	name set;
	const struct node *elements; /* IDS */
};

struct enumerations {
	struct enumeration *at;
	uint32_t count, room;
};

/* partition(S, {a}, {b}, ...) with constants a, b, ... of these contexts. */
void enumerated_find(struct project *p, const struct eventb_contexts *contexts,
                     struct enumerations *out);
const struct enumeration *enumerated_set(const struct enumerations *e, name set); /* or NULL */
bool enumerated_has(const struct enumerations *e, name element);

#endif
