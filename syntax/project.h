/* Composition of machines, shared by the files that do it; not for other folders. */
#ifndef SYNTAX_PROJECT_H
#define SYNTAX_PROJECT_H

#include "syntax/definition.h"

/* load.c: the machine as written in a file, with its definition files; each file is read once.
 * NULL if it cannot be read. With errors inside, is_broken is set. */
struct machine *load_machine(struct project *p, const struct syntax_options *o, const char *path,
                             struct pos from);
struct machine *load_text(struct project *p, const struct syntax_options *o,
                          const struct source *source);
/* The machine that is referred to, as written, or NULL with an error. */
struct machine *load_reference(struct project *p, const struct syntax_options *o,
                               const struct machine *from, const struct reference *r);

/* library.c: a machine of ProB's library that is not there as a file, or NULL. */
struct machine *library_machine(struct project *p, const struct syntax_options *o, name machine);

/* declare.c: what the names of an instance stand for. `twin` is an earlier instance of the same
 * machine with another prefix, or NULL: sets and constants are common to both. The parameters of
 * an included machine get their types from the arguments. A deferred set that the main machine, an
 * implementation, gives an interval in VALUES is a set of integers. */
void declare_machine(struct project *p, struct checker *c, struct machine *m,
                     const struct machine *twin, bool is_included, const struct machine *main);

/* After an error in its declaration a name fits everywhere: nothing is reported that follows. */
void declare_spoil(struct checker *c, struct decl *d);

/* visible.c: which names a clause may use, and how (B-Book 12.1.16; Atelier B's manual, the
 * tables of visibility). */
void visible_in(struct project *p, const struct machine *m, enum clause clause, struct scope *out);
/* Reports names that are declared both here and in a machine that this one refers to. */
void visible_check_clashes(struct project *p, struct checker *c, const struct machine *m);
name visible_join(struct names *names, name prefix, name n); /* "prefix.n", or n */
/* The operation of that name that m takes from an included machine, or NULL. */
struct decl *visible_included_operation(struct project *p, const struct machine *m, name n);
/* The operation of that name that a machine which m refines offers, or NULL. */
struct decl *visible_refined_operation(const struct machine *m, name n);

/* clauses.c: types of all clauses of an instance. */
void clauses_check(struct project *p, struct checker *c, struct machine *m);

/* results.c: preconditions say nothing about results any more, once types are known. */
void results_bind(struct project *p);

#endif
