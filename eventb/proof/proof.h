/* proof: proof obligations of Event-B from its components alone, as Rodin makes them; private to eventb/.
 *
 *   model --typing--> typed formulas --event--> events with their effects --axioms, machine, refine--> goals --emit--> sequents
 *
 * Names, hypotheses and goals are those of Rodin's generator (org.eventb.core.pog, and WDComputer for well-definedness), and what it leaves
 * out as trivial is left out: a goal that is ⊤ or only says of which type something is. A variable x after an event is the name x' of its
 * own; a deterministic action, and a witness x' = E or p = E, is substituted; others are hypotheses. */
#ifndef EVENTB_PROOF_PROOF_H
#define EVENTB_PROOF_PROOF_H

#include "eventb/inside.h"
#include "input/input.h"
#include "logic/logic.h"

enum proof_kind {
#define KIND(tag, ...) PROOF_##tag,
#include "eventb/proof/proof.def"
};

struct proof_formula { /* typed */
	name label;
	struct pos pos;
	const struct node *node;
	bool is_theorem;
	bool is_above;   /* of an invariant: it is one of a machine further up, and shown there */
	uint32_t number; /* among the formulas of the sequents, as a hypothesis */
};

struct proof_formulas { /* as a VEC */
	struct proof_formula *at;
	uint32_t count, room;
};

struct proof_action {
	name label;
	struct pos pos;
	struct decl **of; /* [0 .. count-1]: the variables that it assigns */
	uint32_t count;
	const struct node **values; /* of x ≔ E: for each of them; else NULL */
	const struct node *set;     /* of x :∈ S; else NULL */
	const struct node *effect;  /* the before-after predicate, in x and x' */
};

struct proof_event {
	const struct eventb_event *of;
	struct proof_formulas guards, witnesses;
	VEC(struct proof_action) actions;
};

struct proof {
	struct eventb_model *model;
	struct project *project;
	struct arena *arena;
	struct sequents *out;
	struct decls known; /* what may stand in a formula, besides carrier sets and their elements */
	struct map after;   /* declaration of a variable -> that of its primed name */
	const struct formula_list *hypotheses; /* of what is looked at, without those that are new */
	VEC(uint32_t) fresh;
	const struct obligation_step *step; /* of the sequents that are made; or NULL */
};

/* ---- typing.c: types ----------------------------------------------------------------------------------------- */

/* Checks predicates together; names among `declared` that have no declaration yet get one. False with errors in the diag. */
bool typing_check(struct proof *g, const struct eventb_names *declared,
                  const struct node **predicates, uint32_t count);
/* The formulas of a component or event, in their order. */
bool typing_read(struct proof *g, const struct eventb_names *declared,
                 const struct eventb_formulas *from, struct proof_formulas *to);
struct decl *typing_find(const struct proof *g, name n); /* or NULL */
/* The primed name of a variable. */
struct decl *typing_after(struct proof *g, struct decl *variable);
/* From now on the primed names of these may stand in formulas. */
void typing_add_after(struct proof *g, const struct eventb_names *variables);

/* ---- emit.c: sequents ----------------------------------------------------------------------------------------- */

/* From now on the formula is a hypothesis, "C/axm1". */
void emit_hypothesis(struct proof *g, name of, struct proof_formula *f);
/* All hypotheses so far, for emit_go_back. */
const struct formula_list *emit_hypotheses(struct proof *g);
void emit_go_back(struct proof *g, const struct formula_list *hypotheses);

struct proof_goal {
	enum proof_kind kind;
	name event, part; /* of its name; each may be NULL */
	const struct node *node;
	struct pos pos;
	const struct node *const *local; /* hypotheses of its own */
	uint32_t local_count;
};
void emit_goal(struct proof *g, const struct proof_goal *goal);
/* Is it ⊤, or does it only say of which type something is? */
bool emit_is_trivial(const struct node *n);

/* ---- wd.c: when has a formula a value? ------------------------------------------------------------------------- */

/* ⊤ where it always has one. */
const struct node *wd_of(struct proof *g, const struct node *n);

/* ---- event.c: events ------------------------------------------------------------------------------------------- */

/* Of a machine whose variables are known. Its parameters stay among the known names. That an abstract event has witnesses is of no concern
 * below it. False with errors in the diag. */
bool event_read(struct proof *g, const struct eventb_machine *m, const struct eventb_event *e,
                bool is_abstract, struct proof_event *out);
void event_clear(struct proof_event *e);
/* Does an action assign the variable? The action, or NULL. */
const struct proof_action *event_assigns(const struct proof_event *e, const struct decl *variable);
bool event_same_action(const struct proof_action *a, const struct proof_action *b);
/* The value that a witness p = E or x' = E names; NULL if it is of another form. */
const struct node *event_witness_value(const struct proof_formula *w);

/* ---- axioms.c, machine.c, refine.c: goals ------------------------------------------------------------------------ */

/* Of a context: its axioms become hypotheses, and, if they are asked for, its obligations are made. */
bool axioms_add(struct proof *g, const struct eventb_context *c, bool is_asked);
bool machine_add(struct proof *g, const struct eventb_machine *m);

/* WD, and THM for theorems. */
void axioms_predicate(struct proof *g, name event, const struct proof_formula *f);

struct refine { /* an event with what it refines */
	struct proof *proof;
	const struct eventb_machine *machine;
	const struct proof_formulas *invariants;
	const struct proof_event *event;
	const struct proof_event *abstract; /* [0 .. count-1] */
	uint32_t abstract_count;
	const struct replacement *after; /* x -> x' of what changes, or the value itself, above, too */
	const struct replacement *witnesses; /* p -> E, of the abstract event */
	const struct replacement *values;    /* x' -> E, x' -> x */
	const struct replacement *primed;    /* x' -> E of variables that disappear */
};
void refine_open(struct refine *r);
/* The event, for those who read a counterexample. */
const struct obligation_step *refine_step(const struct refine *r);
void refine_obligations(struct refine *r);
/* An expression after the event. */
const struct node *refine_after(const struct refine *r, const struct node *n);
/* With the hypotheses that it needs: witnesses and actions about its primed names. */
void refine_goal(const struct refine *r, struct proof_goal goal);

#endif
