/* eventb: Event-B, from its files to machines that run.
 *
 *   .eventb package --prolog--> term  --package--> \
 *   .bum .buc       --xml-----> tree  --rodin----->  components --link--> one model --translate--> project
 *   text of Camille/rossi       ------text------->/
 *
 * A component is a context or a machine as it is written: names, labels and formulas, not yet typed, in the trees of
 * syntax/. Formulas are those of Event-B in these respects: a name with a prime (`x'`) is an OP_ID with the prime in
 * its name; an action is S_ASSIGN, S_BECOMES_IN or S_BECOMES_SUCH, whose predicate has primed names for the values
 * after it (x alone is before); E ⦂ T is OP_OF_TYPE; `id`, `prj1`, `prj2` without argument have OP_TYPE_SET for the
 * sets that inference fills in. Integers are those of mathematics.
 *
 * A model is made of all components that belong together, in the arena of its project; project_close gives all of it
 * back but for the vectors, which eventb_clear frees. */
#ifndef EVENTB_EVENTB_H
#define EVENTB_EVENTB_H

#include "syntax/syntax.h"

/* ---- components ---------------------------------------------------------------------------------- */

struct eventb_name {
	name name;
	struct pos pos;
};

struct eventb_names { /* as a VEC */
	struct eventb_name *at;
	uint32_t count, room;
};

struct eventb_formula {
	name label; /* of a witness: the parameter or primed variable; NULL: it has none */
	struct pos pos;
	const struct node *node;
	bool is_theorem;
	bool is_inherited; /* of the event that this one extends, once linked */
};

struct eventb_formulas { /* as a VEC */
	struct eventb_formula *at;
	uint32_t count, room;
};

struct eventb_context;

struct eventb_contexts { /* as a VEC */
	struct eventb_context **at;
	uint32_t count, room;
};

struct eventb_context {
	name name;
	struct pos pos;
	const struct source *source;
	struct eventb_names extends, sets, constants;
	struct eventb_names
	    symbolic; /* constants whose definitions are not to be listed, as ProB's plug-in marks them */
	struct eventb_formulas axioms; /* and theorems, in their order */
	/* once linked */
	struct eventb_contexts
	    all;      /* it extends these, directly or not; each after those it extends; then itself */
	bool is_open; /* while it is being linked */
};

enum eventb_status { EVENTB_ORDINARY, EVENTB_CONVERGENT, EVENTB_ANTICIPATED };

struct eventb_event {
	name name; /* its label; "INITIALISATION" is one of them */
	struct pos pos;
	enum eventb_status status;
	bool is_extended;
	struct eventb_names
	    refines; /* none: a new event; INITIALISATION refines that above without saying so */
	struct eventb_names parameters;
	struct eventb_formulas guards; /* and theorems, in their order */
	struct eventb_formulas witnesses, actions;
	/* once linked: parameters, guards and actions of what it extends come first */
	VEC(struct eventb_event *) abstract; /* that it refines; none: skip */
	uint32_t inherited;                  /* so many of its parameters */
};

struct eventb_machine {
	name name;
	struct pos pos;
	const struct source *source;
	struct eventb_names refines; /* one or none */
	struct eventb_names sees, variables;
	struct eventb_formulas invariants; /* and theorems, in their order */
	struct eventb_formulas variants;   /* expressions */
	VEC(struct eventb_event *) events;
	/* once linked */
	struct eventb_machine *abstraction;
	struct eventb_contexts contexts; /* all that it sees, as in eventb_context.all */
	bool is_open, is_linked, is_broken;
};

struct eventb_model {
	struct project *project; /* in whose arena all of it is */
	struct eventb_contexts contexts;
	VEC(struct eventb_machine *) machines;
};

struct eventb_context *eventb_context_new(struct eventb_model *m, name n, struct pos pos,
                                          const struct source *source);
struct eventb_machine *eventb_machine_new(struct eventb_model *m, name n, struct pos pos,
                                          const struct source *source);
struct eventb_event *eventb_event_new(struct eventb_model *m, struct eventb_machine *of, name n,
                                      struct pos pos);
bool eventb_has_context(const struct eventb_contexts *list, const struct eventb_context *c);
struct eventb_context *eventb_find_context(const struct eventb_model *m, name n); /* or NULL */
struct eventb_machine *eventb_find_machine(const struct eventb_model *m, name n); /* or NULL */
struct eventb_event *eventb_find_event(const struct eventb_machine *m, name n);   /* or NULL */
bool eventb_has_name(const struct eventb_names *list, name n);
bool eventb_is_initialisation(const struct eventb_event *e);
void eventb_clear(struct eventb_model *m);

/* Resolves SEES, EXTENDS and REFINES and merges extended events. False with errors in the diag. */
bool eventb_link(struct eventb_model *m);

/* ---- files ----------------------------------------------------------------------------------------- */

bool eventb_is_file(const char *path); /* by its name */
/* Reads a package, a source of Rodin, a folder or an archive of such, and all that it refers to, and checks types, as
 * project_load does. `choice` is the component that is asked for; NULL: a source itself, of a package the last refinement, of a
 * project the one machine that no other refines. */
struct project *eventb_load(struct names *names, struct diag *diag, const char *path,
                            const char *choice);

/* The component that eventb_load reads, with all that it refines, sees and extends, as one text that can be read. Without errors in the
 * diag, as it has been read before. */
void eventb_write(struct names *names, struct diag *diag, const char *path, const char *choice,
                  struct text *out);

/* ---- machines that run --------------------------------------------------------------------------- */

/* The machine or context of this name as project->main, typed, with its abstractions as refined machines and contexts
 * as seen ones. Events are operations with their parameters; the invariants of all levels are those of the main machine;
 * each abstraction has, for each event of the main machine, what it refines there. With errors in the diag main may be
 * incomplete. The model must be linked. */
void eventb_translate(struct eventb_model *m, name main);

/* ---- print.c --------------------------------------------------------------------------------------- */

/* A formula as Rodin writes it. */
void eventb_print(const struct node *n, struct text *out);

/* ---- notation.c -------------------------------------------------------------------------------------- */

/* A predicate or an expression about a project, in Rodin's notation, or, as ProB takes it, in that of classical B. NULL with errors
 * in the diag. */
struct node *eventb_parse(const struct project *p, struct arena *arena, const struct source *s);

/* ---- proof/: our own proof obligations ------------------------------------------------------------------ */

struct sequents; /* of input/ */

/* Reads as eventb_load does, into an empty project: then that has the carrier sets, and `out` the obligations of the component, typed, with
 * the names that Rodin gives them. With errors in the diag there may be too few. */
void eventb_obligations(struct project *p, const char *path, const char *choice,
                        struct sequents *out);

/* ---- bpo.c: Rodin's proof obligations --------------------------------------------------------------- */

/* A .bpo file. The text of a machine with its carrier sets is added; those that a partition into constants enumerates in
 * all sequents are enumerated. NULL with errors in the diag. Lives in the arena; to be closed. */
struct eventb_bpo *eventb_bpo_open(struct arena *arena, struct diag *diag, const char *path,
                                   struct text *machine);
/* Its sequents, typed, in the names of the project of that machine. What is not understood is the trouble of those that need
 * it. */
void eventb_bpo_read(struct eventb_bpo *b, struct project *p, struct sequents *out);
void eventb_bpo_close(struct eventb_bpo *b);

/* ---- bps.c: what Rodin knows of them ------------------------------------------------------------------ */

enum rodin_status {
	RODIN_NONE, /* nothing */
	RODIN_UNATTEMPTED,
	RODIN_PENDING,
	RODIN_REVIEWED,
	RODIN_BROKEN, /* the proof no longer fits */
	RODIN_DISCHARGED,
	RODIN_STATUSES
};
const char *rodin_status_name(enum rodin_status s);

struct rodin_statuses {
	struct names names;
	struct map of; /* name -> enum rodin_status * */
	bool is_there;
};
/* A .bps file; false with errors in the diag. To be cleared in any case. */
bool rodin_statuses_read(struct rodin_statuses *out, struct arena *arena, struct diag *diag,
                         const char *path);
enum rodin_status rodin_statuses_get(const struct rodin_statuses *s, const char *obligation);
void rodin_statuses_clear(struct rodin_statuses *s);

#endif
