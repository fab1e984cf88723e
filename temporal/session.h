/* What the engines of temporal/engines.def share. Private to temporal/. */
#ifndef TEMPORAL_SESSION_H
#define TEMPORAL_SESSION_H

#include "bmc/schedule.h"
#include "temporal/bounded.h"

enum session_engine {
#define ENGINE(name, ...) SESSION_##name,
#include "temporal/engines.def"
#undef ENGINE
	SESSION_ENGINES
};

struct engine_gap { /* why an engine has nothing more to say of a formula */
	bool is_out;
	const char *reason;
	struct pos pos;
};

struct states_part { /* states.c */
	bool has_begun;  /* initial states are known */
	bool was_late;   /* they were not found soon */
	bool has_ended;
	uint32_t most;         /* so many states, then formulas are looked at */
	uint32_t most_waiting; /* of the states that are known: to be visited, at the same time */
	bool is_spent;         /* there is no more effort */
	uint64_t spent;        /* effort */
};

struct bounded_runs {          /* bounded.c */
	struct bounded *b;         /* or NULL: not open */
	struct unrolled *unrolled; /* by formula */
	uint64_t patience;         /* so much effort a turn may take */
	uint64_t spent;            /* effort */
	struct engine_gap gap;
};

struct bounded_state { /* of a formula */
	struct engine_gap gap;
	uint32_t lengths;   /* runs of fewer steps were all looked at */
	bool was_cut;       /* for some integers only */
	uint32_t instances; /* of WEF and SEF */
};

struct proof_searches; /* proof.c */
struct reduced_part;   /* reduced.c */

struct temporal_session {
	struct temporal_question question;
	struct temporal_properties *properties;
	struct temporal_scope scope;
	struct state_graph space;
	struct explore_options explore;
	struct temporal_verdict *verdicts;
	const struct temporal **formulas; /* without quantifiers; NULL: it is answered */
	struct search_effort *efforts;    /* of the formulas */
	bool finds_any;                   /* no shortest runs are wanted */
	struct schedule schedule;
	struct states_part states;
	uint32_t next_walk; /* walks.c */
	struct bounded_runs runs;
	struct proof_searches *proofs; /* or NULL: not open */
	struct reduced_part *reduced;  /* or NULL: not open */
	struct engine_gap *stuck;      /* by formula: of the engine `states` */
	struct bounded_state *bounded; /* by formula */
	_Atomic int pause;
};

/* answer.c */
/* For the engines with these bits, without formulas: those of the properties may be read afterwards. */
struct temporal_session *session_new(const struct temporal_question *q, uint32_t engines);
bool session_is_stopped(const struct temporal_session *s);
bool session_has_open(const struct temporal_session *s); /* a formula without an answer */
void session_say(struct temporal_session *s, uint32_t i, enum temporal_answer answer,
                 const char *reason, struct pos pos);
/* The run of the verdict, found by this engine, violates the formula: if the evaluator confirms that. */
enum confirmed session_confirm(struct temporal_session *s, uint32_t i, const char *engine,
                               struct confirm_unfair *unfair);
uint64_t session_effort(const void *session);
bool session_knows_all(const struct temporal_session *s); /* states, and nothing else is possible */
/* When the states have ended: what each of the others may spend in all, since they may know better. */
uint64_t session_rest(const struct temporal_session *s);
bool session_has_all_fairness(const struct temporal *f); /* WEF or SEF */

/* as struct engine has them */
enum engine_answer states_seek(void *session, uint64_t effort);
bool session_find_initial(struct temporal_session *s); /* the initial states; false: later */
enum engine_answer reduced_seek(void *session, uint64_t effort);
uint64_t reduced_effort(const struct temporal_session *s);
const struct engine_gap *reduced_gap(const struct temporal_session *s, uint32_t i); /* or NULL */
void reduced_close(struct temporal_session *s);
enum engine_answer walks_seek(void *session, uint64_t effort);
enum engine_answer bounded_seek(void *session, uint64_t effort);
void bounded_close(struct temporal_session *s);
enum engine_answer pdr_seek(void *session, uint64_t effort);
void proof_close(struct temporal_session *s);
const struct engine_gap *proof_gap(const struct temporal_session *s, uint32_t i); /* or NULL */

#endif
