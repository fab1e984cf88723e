/* Answers as bytes, from one process to another of the same program: the same walk writes and reads them. */
#include "cli/disprove/disprove.h"

struct wire {
	struct text *out;     /* NULL: it is read */
	const char *at, *end; /* what is left to be read */
	struct arena *arena;  /* for texts that are read */
	bool is_cut;          /* there is less than there should be */
};

static void bytes(struct wire *w, void *data, size_t size)
{
	if (w->out) {
		text_add_bytes(w->out, data, size);
	} else if ((size_t)(w->end - w->at) < size) {
		w->is_cut = true;
		memset(data, 0, size);
	} else {
		memcpy(data, w->at, size);
		w->at += size;
	}
}

static void number(struct wire *w, uint32_t *n) { bytes(w, n, sizeof *n); }

static void truth(struct wire *w, bool *b)
{
	uint32_t n = *b;
	number(w, &n);
	*b = n != 0;
}

#define WIRE_ENUM(w, e)                                                                            \
	do {                                                                                           \
		uint32_t wire_n = (uint32_t) * (e);                                                        \
		number(w, &wire_n);                                                                        \
		*(e) = wire_n;                                                                             \
	} while (0)

static void string(struct wire *w, const char **s)
{
	uint32_t length = w->out && *s ? (uint32_t)strlen(*s) : UINT32_MAX;
	number(w, &length);
	if (w->out) {
		if (*s) text_add_bytes(w->out, *s, length);
		return;
	}
	*s = NULL;
	if (w->is_cut || length == UINT32_MAX) return;
	w->is_cut = (size_t)(w->end - w->at) < length;
	if (w->is_cut) return;
	*s = arena_text(w->arena, w->at, length);
	w->at += length;
}

/* How many there are; those to be read are pushed as `nothing`. */
#define WIRE_LIST(w, list, nothing)                                                                \
	do {                                                                                           \
		uint32_t wire_count = (list)->count;                                                       \
		number(w, &wire_count);                                                                    \
		while (!(w)->out && !(w)->is_cut && (list)->count < wire_count &&                          \
		       (size_t)((w)->end - (w)->at) >= wire_count - (list)->count)                         \
			VEC_PUSH(list, nothing);                                                               \
		(w)->is_cut |= (list)->count != wire_count;                                                \
	} while (0)

static void bindings(struct wire *w, struct obligation_bindings *b)
{
	WIRE_LIST(w, &b->list, ((struct obligation_binding){0}));
	for (uint32_t i = 0; i < b->list.count; i++) {
		string(w, &b->list.at[i].name);
		string(w, &b->list.at[i].value);
		truth(w, &b->list.at[i].is_short);
		number(w, &b->list.at[i].is);
	}
}

static void values(struct wire *w, struct obligation_answer *a)
{
	struct obligation_bindings *all[] = {&a->constants, &a->before,  &a->parameters, &a->loops,
	                                     &a->after,     &a->results, &a->abstract};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) bindings(w, all[i]);
	WIRE_LIST(w, &a->outcomes, ((struct obligation_outcome){0}));
	for (uint32_t i = 0; i < a->outcomes.count; i++) {
		bindings(w, &a->outcomes.at[i].state);
		bindings(w, &a->outcomes.at[i].results);
		string(w, &a->outcomes.at[i].fails);
	}
	number(w, &a->outcome_count);
}

static void answer(struct wire *w, struct obligation_answer *a)
{
	WIRE_ENUM(w, &a->status);
	truth(w, &a->is_contradictory);
	truth(w, &a->is_contradictory_for_maxint);
	truth(w, &a->is_for_maxint);
	string(w, &a->reason);
	number(w, &a->pos.at);
	number(w, &a->pos.via);
	values(w, a);
	WIRE_LIST(w, &a->core, 0);
	for (uint32_t i = 0; i < a->core.count; i++) number(w, &a->core.at[i]);
	truth(w, &a->has_core);
	truth(w, &a->is_minimal);
	WIRE_ENUM(w, &a->reach);
	number(w, &a->reach_depth);
	truth(w, &a->is_late);
	string(w, &a->hypotheses);
	truth(w, &a->is_together);
	number(w, &a->tactics);
}

static void judged(struct wire *w, struct judged *j)
{
	truth(w, &j->is_final);
	bool is_answered = j->answer != NULL;
	truth(w, &is_answered);
	if (is_answered && !j->answer) j->answer = ARENA_NEW(w->arena, struct obligation_answer);
	if (is_answered) answer(w, j->answer);
	number(w, &j->stage);
	number(w, &j->enough);
	truth(w, &j->any_maxint);
	truth(w, &j->is_of_large);
	WIRE_ENUM(w, &j->large);
	string(w, &j->sizes);
	bytes(w, &j->seconds, sizeof j->seconds);
	bytes(w, &j->spent, sizeof j->spent);
	truth(w, &j->has_induction);
	WIRE_ENUM(w, &j->induction);
	number(w, &j->steps);
}

void disprove_write(const struct judged *j, struct text *out)
{
	struct judged copy = *j;
	judged(&(struct wire){.out = out}, &copy);
}

size_t disprove_read(const char *at, size_t size, struct arena *arena, struct judged *j)
{
	struct wire w = {.at = at, .end = at + size, .arena = arena};
	judged(&w, j);
	if (!w.is_cut) return (size_t)(w.at - at);
	if (j->answer) obligation_answer_clear(j->answer);
	j->answer = NULL;
	return 0;
}
