/* syntax: from B text to typed machines.
 *
 *   text --lexer--> tokens --parse--> machine as written --definition--> definitions expanded
 *        --compose--> all machines of the project, names resolved --types--> typed
 *
 * project_load does all of it. Trees live in the arena of the project and keep the positions of
 * what the user wrote. Errors go to the diag; nothing is printed and nothing ends the process.
 * The tree is uniform: a node has an operator of op.def and kids, so that walks, copies and
 * comparisons are written once. It is not written to after it is made; parts are shared. */
#ifndef SYNTAX_SYNTAX_H
#define SYNTAX_SYNTAX_H

#include "base/base.h"

/* ---- operators (op.def) ---------------------------------------------------------------------- */

enum op {
#define OP(tag, ...) OP_##tag,
#include "syntax/op.def"
	OP_COUNT
};

enum op_class { CLASS_EXPR, CLASS_PRED, CLASS_SUBST, CLASS_ANY };
enum op_form {
	FORM_INFIX,
	FORM_RIGHT,
	FORM_NONE,
	FORM_CALL,
	FORM_WORD,
	FORM_BINDER,
	FORM_WEAK,
	FORM_FORM
};

enum op_card {
#define RULE(name) RULE_##name,
#include "syntax/op.def"
};

enum op_fact_number {
#define FACT(name) FACT_NUMBER_##name,
#include "syntax/op.def"
	FACT_COUNT
};

/* See op.def. */
enum op_fact {
#define FACT(name) FACT_##name = 1 << FACT_NUMBER_##name,
#include "syntax/op.def"
	FACT_ARROWS = FACT_RELATIONS | FACT_FUNCTIONS,
	FACT_FAMILIES = FACT_POWERS | FACT_ARROWS | FACT_SEQUENCES | FACT_TREES,
};

struct op_info {
	const char *tag; /* "UNION" */
	enum op_class class;
	enum op_form form;
	const char *spelling, *unicode;
	int priority;
	const char *signature;
	enum op_card card; /* see logic/finite.c */
	unsigned facts;    /* enum op_fact */
};

extern const struct op_info op_table[OP_COUNT];
const struct op_info *op_info(enum op op);
/* Has it one of these facts? */
static inline bool op_is(enum op op, unsigned facts) { return op_table[op].facts & facts; }
/* The operator of not(x op y); OP_COUNT if there is none. */
enum op op_opposite(enum op op);
/* The operator with its operands exchanged; OP_COUNT if there is none. */
enum op op_converse(enum op op);
uint32_t op_operand_count(const char *signature); /* types before '=' */
/* Can it be a name anywhere: is it no keyword, not even one that may be a name where it is declared? */
bool syntax_is_free_name(name x);

/* ---- types ------------------------------------------------------------------------------------- */

enum type_kind {
	TYPE_INTEGER,
	TYPE_REAL,
	TYPE_BOOL,
	TYPE_STRING,
	TYPE_GIVEN,  /* the set or free type `decl` */
	TYPE_POW,    /* of a */
	TYPE_PAIR,   /* of a and b */
	TYPE_RECORD, /* fields sorted by name */
	TYPE_VAR,    /* not known yet; once bound, `a` is what it stands for */
	TYPE_ERROR,  /* follows from an error that was reported; fits everything */
};

struct type_field {
	name name;
	struct type *type;
};

struct type {
	enum type_kind kind;
	struct type *a, *b;
	struct decl *decl;
	struct type_field *fields; /* [0 .. count-1] */
	uint32_t count;
	bool is_numeric;     /* TYPE_VAR: only INTEGER or REAL will do */
	struct pos fixed_at; /* TYPE_VAR: where it was bound */
};
/* What a variable stands for, or the type itself; NULL of NULL. */
const struct type *type_known(const struct type *t);
/* Is this set all of a type, its own one? A deferred set with a value, or a set parameter of an included machine, is not. */
bool type_is_own(const struct decl *set);
bool type_same(const struct type *a, const struct type *b);
/* Is the test true of the type, or of one inside of it? (of a free type: not of what its elements hold) */
typedef bool type_test(const void *data, const struct type *t);
bool type_any(const struct type *t, type_test *test, const void *data);
bool type_is_given(const void *unused,
                   const struct type *t); /* tests: a given set, or a free type */
bool type_is_free(const void *unused, const struct type *t); /* a free type */

/* ---- trees --------------------------------------------------------------------------------------- */

enum node_flag {
	NODE_SYMBOLIC = 1,  /* marked with the symbolic pragma */
	NODE_IN_PARENS = 2, /* was written in parentheses of its own */
	NODE_PLAIN = 4,     /* a name of Event-B: never an operator of classical B, such as tree */
};

struct node {
	enum op op : 16;
	uint16_t flags;    /* enum node_flag */
	uint32_t count;    /* of kids */
	struct pos pos;    /* of the operator, or of the first token where there is none */
	struct type *type; /* of an expression, once checked; NULL for the others */
	name name;         /* identifier, literal as written (strings: their value), field; a label */
	struct decl *decl; /* what an identifier or called operation means, once resolved */
	uint64_t number;   /* of this node alone in its project; 0: it is never evaluated */
	const struct node *kid[];
};

/* What a name stands for. */
enum decl_kind {
	DECL_DEFERRED_SET,
	DECL_ENUMERATED_SET,
	DECL_ELEMENT,
	DECL_FREETYPE,
	DECL_CONSTRUCTOR,
	DECL_SET_PARAMETER,
	DECL_SCALAR_PARAMETER,
	DECL_CONSTANT,
	DECL_VARIABLE,
	DECL_OPERATION,
	DECL_INPUT,
	DECL_OUTPUT,  /* parameters and results of an operation */
	DECL_LOCAL,   /* of ANY, LET, VAR, quantifiers, comprehensions */
	DECL_UNKNOWN, /* undeclared; reported once */
};

struct decl {
	enum decl_kind kind;
	name name; /* as seen inside its own machine */
	name
	    full_name; /* with the prefix of a renamed machine: "a.x"; parameters of included ones: "M.n" */
	struct pos pos;              /* of the declaration */
	struct type *type;           /* of the value: a set S of type POW(S); NULL for operations */
	struct machine *machine;     /* owner; NULL for DECL_LOCAL and for formulas without a machine */
	struct operation *operation; /* DECL_OPERATION */
	struct decl **elements;      /* of an enumerated set; constructors of a free type */
	uint32_t element_count;
	uint32_t index;                 /* element: its place in its set */
	struct type *argument;          /* DECL_CONSTRUCTOR: of its argument, NULL for a constant one */
	const struct node *constructor; /* DECL_CONSTRUCTOR: APPLY; kid 1 is the argument set */
	struct decl *of;                /* element: its set; constructor: its free type */
	bool is_concrete;               /* CONCRETE_ variables and constants */
	uint64_t number;                /* of this one alone in its project */
	bool is_assignable;             /* DECL_LOCAL: of VAR */
	bool calls_itself;              /* a free name of a formula: looked up where it is called */
	bool is_carrier;                /* DECL_DEFERRED_SET of Event-B: it may be infinite */
};

/* ---- machines -------------------------------------------------------------------------------------- */

enum machine_kind {
	MACHINE_ABSTRACT,
	MACHINE_REFINEMENT,
	MACHINE_IMPLEMENTATION,
	MACHINE_DEFINITIONS
};

enum reference_kind { REF_SEES, REF_USES, REF_INCLUDES, REF_EXTENDS, REF_IMPORTS, REF_REFINES };

struct reference {
	enum reference_kind kind;
	name prefix;      /* "a" in a.M, or NULL */
	name machine;     /* the name of M */
	const char *file; /* file pragma, or NULL */
	struct pos pos;
	const struct node *arguments; /* LIST, or NULL */
	struct machine
	    *written; /* where it was not read from a file of its own: the machine; else NULL */
	struct machine *target; /* once composed */
};

/* A clause SETS entry (elements NULL: deferred), or a free type (is_freetype: elements are the
 * constructors, APPLY nodes where they take an argument). */
struct set_entry {
	name name;
	struct pos pos;
	const struct node *elements; /* IDS, or LIST of ID and APPLY for a free type */
	bool is_freetype;
	struct decl *decl;
};

struct operation {
	name name;
	struct pos pos;
	const struct node *results, *parameters; /* IDS, possibly without kids */
	const struct node *body;
	name refines; /* "op ref abstract_op", or NULL */
	struct pos refines_pos;
	bool is_local;
	struct decl *decl;
};

struct value_entry { /* of VALUES */
	name name;
	struct pos pos;
	const struct node *value;
	struct decl *decl;
};

struct definition {
	name name;
	struct pos pos;
	const struct node *parameters;   /* IDS, NULL when there are no parentheses */
	const struct node *body;         /* as written, NULL for an external function of a library */
	enum op_class class;             /* CLASS_ANY: an identifier, call, or IF of such */
	const struct external *external; /* set for functions of ProB's libraries */
	const struct definition *declares_type; /* its EXTERNAL_FUNCTION_ ... definition, or NULL */
	const char *external_kind;              /* then: "function", "predicate" or "substitution" */
};

struct offered { /* an operation that others may call, under the name they see */
	name name;
	struct decl *decl;
};

enum clause {
#define CLAUSE(tag, ...) CLAUSE_##tag,
#include "syntax/clause.def"
#undef CLAUSE
	CLAUSE_COUNT
};

struct machine {
	enum machine_kind kind;
	const char *keyword; /* MACHINE, MODEL, SYSTEM, ... */
	name name;
	struct pos pos; /* of the name */
	const struct source *source;
	name package;                       /* of the package pragma, or NULL */
	const struct node *imports;         /* IDS of the import-package pragmas, or NULL */
	struct pos clause_at[CLAUSE_COUNT]; /* at 0 if the clause is absent */

	const struct node *parameters; /* IDS or NULL */
	VEC(struct reference) references;
	const struct node *promotes; /* LIST of ID or NULL */
	VEC(struct set_entry) sets;
	const struct node *abstract_constants, *concrete_constants; /* IDS or NULL */
	const struct node *abstract_variables, *concrete_variables; /* IDS or NULL */
	const struct node *constraints, *properties, *invariant;    /* predicates or NULL */
	const struct node *assertions;                              /* LIST of predicates or NULL */
	const struct node *variant;
	const struct node *initialisation;
	VEC(struct operation *) operations;
	VEC(struct value_entry) values;
	VEC(struct definition *) definitions; /* of its own; a definition file has a name, no body */
	VEC(struct definition *) known;       /* also those of definition files and libraries */
	struct map definition_of;             /* the same by name */

	/* filled by compose.c */
	name prefix;                   /* of this instance, or NULL */
	struct machine *written;       /* the machine before expansion of definitions */
	VEC(struct decl *) decls;      /* all declared here, in the order of the text */
	VEC(struct offered) interface; /* operations: own ones, promoted ones, extended ones */
	bool is_broken;                /* it or a machine it needs could not be read: no types */
};

/* ---- projects: a machine with all that it needs ------------------------------------------------------ */

struct syntax_options {
	const char *const *search; /* directories of -I, then NULL; may be NULL */
};

/* What must hold of each step of an operation, besides the invariant: an obligation of an event of Event-B. In the predicate a
 * variable of the machine has the value before the step, and its `after` that after it. */
struct step_duty {
	name name; /* "inc/grd1/GRD" */
	name of;   /* the operation; NULL: INITIALISATION, before which nothing has a value */
	const struct node *node; /* a predicate */
	bool is_variant;         /* of the machine itself; else about what it refines */
};

struct step_after {
	struct decl *variable, *after;
};

typedef void print_rule(const struct node *n, struct text *out);
struct project;
typedef struct node *formula_parser(const struct project *p, struct arena *arena,
                                    const struct source *s);

struct project {
	struct arena arena;
	struct numbering numbers; /* of nodes and declarations of this project, in whatever arena */
	struct numbering loaded;  /* those of the machines themselves come first: up to these */
	struct names *names;
	struct diag *diag;
	struct meter meter; /* of all that is done with it */
	struct machine *main;
	bool is_eventb; /* it was written in Event-B: so is what is shown of it */
	/* of formulas, in the notation of the texts; NULL: that of classical B */
	print_rule *print;
	formula_parser *parse;
	VEC(struct machine *) machines; /* instances, each after those it refers to; main is last */
	VEC(struct machine *) written;  /* as they stand in the files, also definition files */
	VEC(struct step_duty) steps;    /* of the main machine */
	VEC(struct step_after) after;   /* of its variables, if there are such */
};

/* Reads a file and all it refers to, and checks types. Always returns a project (to be closed);
 * if diag->errors is not 0, main may be NULL or incomplete. */
struct project *project_load(struct names *names, struct diag *diag, const char *path,
                             const struct syntax_options *options);
/* The same from a text, for tests and fuzzing. Referenced files are looked for beside `path`. */
struct project *project_load_text(struct names *names, struct diag *diag, const char *path,
                                  const char *text, size_t length,
                                  const struct syntax_options *options);
/* Composes and types a machine that was made in the arena of an empty project, as a parser makes it. It and those that
 * it refers to (reference.written) are in p->written. */
void project_build(struct project *p, struct machine *written);
/* The same of a text. */
void project_build_text(struct project *p, const char *path, const char *text);
/* Without a machine: formulas have no names but their own. */
struct project *project_empty(struct names *names, struct diag *diag);
void project_close(struct project *p);

/* What is made in the project and its diag between the two is given back: formulas, their texts and messages about
 * them. Marks are nested. Whoever keeps something of a tree by its number alone need not care, see node_new. */
struct project_mark {
	struct arena arena, texts;
	uint32_t sources, next_start, expansions, messages, errors;
};
void project_set_mark(struct project *p, struct project_mark *out);
void project_go_back(struct project *p, const struct project_mark *m);
/* Instead: what was made since then stays. */
void project_stay(struct project *p, struct project_mark *m);

/* Parses and checks a formula (predicate or expression) in the scope of the project's main
 * machine (p->main may be NULL: no machine). Identifiers that are not declared are errors unless
 * `unknown` is given: then they are collected there as DECL_LOCAL, for `solve`. */
struct decls {
	VEC(struct decl *) list;
};
const struct node *project_formula(struct project *p, const char *text, struct decls *unknown);
/* The tree of a formula in the notation of the project; NULL with errors in the diag. */
struct node *project_parse(const struct project *p, struct arena *arena, const struct source *s);
/* The same of a tree that parse_formula or project_parse has made, or that is made of such ones. */
const struct node *project_check(struct project *p, const struct node *n, struct decls *unknown);
/* The same, and these names, whose types are known, may stand in it as well; `unknown` may be NULL. */
const struct node *project_check_with(struct project *p, const struct node *n,
                                      const struct decls *known, struct decls *unknown);
/* The body of a definition of the main machine such as GOAL, expanded and checked; NULL if there
 * is none, or with errors in the diag. */
const struct node *project_definition(struct project *p, const char *definition);

/* ---- parts, in the order of the pipeline --------------------------------------------------------------- */

/* Parses a source: a machine, or a definition file (MACHINE_DEFINITIONS). NULL or errors in diag. */
struct machine *parse_source(struct arena *arena, struct names *names, struct diag *diag,
                             const struct source *source);
/* Parses a source that is one formula or one substitution. */
struct node *parse_formula(struct arena *arena, struct names *names, struct diag *diag,
                           const struct source *source);

/* Both get a number, if the arena is one of those of a project (arena_init_with): by it others, above all each evaluator,
 * keep what they know of them. */
struct node *node_new(struct arena *arena, enum op op, struct pos pos, uint32_t count);
struct decl *decl_new(struct arena *arena, const struct decl *like);
struct pos node_start(const struct node *n); /* of its leftmost token */
bool node_mentions(const struct node *n, const struct decl *d);
bool node_binds(const struct node *n); /* is there a quantifier, a comprehension, ... in it? */
bool node_lists(const struct node *names, const struct decl *d); /* is it one of a list of names? */
/* E of the entry f : E in rec(...) and struct(...), whatever their order; NULL. */
const struct node *node_entry(const struct node *record, name field);
bool decl_is_among(struct decl *const *list, uint32_t count, const struct decl *d);
bool decl_is_constant(const struct decl *d); /* a constant, or a parameter of the machine */
uint32_t type_field_index(const struct type *record, name field);
const struct node *node_root(const struct node *place); /* the variable of f(x), r'a, ... */
/* written.c: the variables that a substitution writes, each once; names from inside do not count. The
 * list is to be cleared. */
void written_by(const struct node *substitution, struct decls *to);
/* Is it written as a whole, on all ways through the substitution? */
bool written_always(const struct node *substitution, const struct decl *d);
/* Of a CASE without ELSE: do its labels name all elements of an enumerated set, or both of BOOL? */
bool written_all_cases(const struct node *n);
/* Of a parallel substitution or an assignment: are there two parts or places of one variable? */
bool written_twice(const struct node *n);
bool written_meet(const struct node *places);

bool node_same(const struct node *a, const struct node *b); /* up to positions, types, decls */
enum op_class node_class(const struct node *n);

bool machine_same(const struct machine *a, const struct machine *b);
/* The operation of this name in the interface, or NULL. */
struct machine *machine_refined(const struct machine *m); /* by it, or NULL */
const struct operation *machine_offers(const struct machine *m, name n);
void machine_clear(struct machine *m); /* frees what is not in the arena */

void print_machine(const struct machine *m, struct text *out);
void print_node(const struct node *n, struct text *out);
/* On one line, for messages: cut behind so many bytes, with " ..." in place of the rest. */
void print_node_short(const struct node *n, size_t longest, struct text *out);
/* In the notation of the project. */
void print_formula(const struct project *p, const struct node *n, struct text *out);
void print_formula_short(const struct project *p, const struct node *n, size_t longest,
                         struct text *out);
void print_type(const struct type *t, struct text *out);

/* ---- external functions (external.def) -------------------------------------------------------------- */

enum external_kind { EXTERNAL_FUNCTION, EXTERNAL_PREDICATE, EXTERNAL_SUBSTITUTION };

struct external {
	enum external_kind kind;
	const char *name, *parameters, *type, *library;
};

const struct external *external_find(const char *name); /* NULL if there is none */
bool external_library(const char *file);                /* is it a definition file of ProB's? */
const struct external *external_at(uint32_t index);     /* all in turn, then NULL */
/* The operands of a call; a declared type may stand behind them. */
uint32_t external_operands(const struct node *call);
/* Calls that mean what an operand means (vprintf, MAXIMIZE_EXPR; of KODKOD it is a BOOL): that one, or NULL. */
const struct node *external_same_as(const struct node *call);
/* Predicates that are true: they print, or tell ProB how to search. */
bool external_is_true(const struct node *call);

#endif
