/* What the files of eventb/ share among themselves; not for other folders. */
#ifndef EVENTB_INSIDE_H
#define EVENTB_INSIDE_H

#include "eventb/eventb.h"
#include "eventb/shelf.h"

/* ---- package.c ----------------------------------------------------------------------------------------- */

/* Adds the components of a package of ProB; *main is the last refinement, or the first context. False with an error in the
 * diag. */
bool eventb_read_package(struct eventb_model *m, const struct source *source, name *main);

/* ---- rodin.c ------------------------------------------------------------------------------------------- */

/* Adds this component and all that it refers to. False with errors in the diag. */
bool rodin_read(struct eventb_model *m, struct shelf *shelf, const struct shelf_file *main);
/* The machine that the one in this text refines; NULL if there is none, or with an error in the diag. */
const char *rodin_refines(struct project *p, const struct source *text);

/* ---- written.c: components as text, in the form of Camille and rossi -------------------------------------- */

bool written_is_component(const struct source *source); /* by its first word */
/* Adds the components of a text; *main is the last machine, or the last context. False with an error in the diag. */
bool written_read(struct eventb_model *m, const struct source *source, name *main);

/* ---- print_component.c ------------------------------------------------------------------------------------- */

/* The component of a linked model, after all that it refines, sees and extends, as written.c reads it. */
void eventb_print_component(const struct eventb_model *m, name main, struct text *out);

/* ---- primed.c: x' is after, x before ------------------------------------------------------------ */

/* An action as a substitution of classical B: in x :∣ P, which is x :(P), x' becomes x and x becomes x$0. */
const struct node *primed_action(struct project *p, const struct node *action);

/* ---- gone.c ---------------------------------------------------------------------------------------------- */

/* An error for each formula of an event (or variant) that names a variable of the abstraction that this machine has no more. Events must be
 * linked. */
void eventb_check_gone(struct eventb_model *m, const struct eventb_machine *of);

/* ---- steps.c: what must hold of each step of an event ------------------------------------------------ */

/* Of the main machine of the project, which has no errors, into its steps. */
void steps_find(struct eventb_model *m, const struct eventb_machine *main);

/* ---- enumerated.c: carrier sets of which an axiom names all elements ------------------------------- */

struct eventb_enumeration {
	name set;
	const struct node *elements; /* IDS */
};

struct eventb_enumerations {
	VEC(struct eventb_enumeration) sets;
	VEC(const struct node *) axioms; /* which say nothing else */
};

/* By partition(S, {a}, {b}, ...), or by S = {a, b, ...} and a ≠ b for each two, with constants a, b, ... of these contexts. That a
 * carrier set is finite says nothing here, either. */
void enumerated_find(struct project *p, const struct eventb_contexts *contexts,
                     struct eventb_enumerations *out);
void enumerated_clear(struct eventb_enumerations *e);
const struct eventb_enumeration *enumerated_set(const struct eventb_enumerations *e,
                                                name set); /* or NULL */
bool enumerated_by(const struct eventb_enumerations *e, const struct node *axiom);
bool enumerated_has(const struct eventb_enumerations *e, name element);

/* ---- carriers.c: the machine that sequents are about -------------------------------------------------- */

struct carriers {
	struct arena *arena;
	struct text sets; /* as written so far */
};
/* `elements` (IDS): it has these and no others; NULL: it may be any set that is not empty. */
void carriers_add(struct carriers *c, name set, const struct node *elements);
void carriers_machine(struct carriers *c, struct text *machine); /* clears what was added */
/* Of a project with that machine: its sets may be infinite, and Event-B is shown, with the name of the component. */
void carriers_mark(struct project *p, name component);

/* ---- proof/: our own proof obligations ------------------------------------------------------------------ */

/* Those of the machine or context of this name, in the project of the model, which is linked. False with errors in the diag. */
bool obligations_make(struct eventb_model *m, name main, struct sequents *out);

#endif
