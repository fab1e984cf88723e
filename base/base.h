/* base: memory, growing arrays, hash maps, interned names, source texts and diagnostics.
 *
 * Everything else in bounce stands on this folder; it includes nothing of ours. There are no
 * globals: each object is owned by its caller and passed as the first parameter. Only
 * diag_fatal (internal error) and diag_no_memory end the process, and they can be redirected. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- fatal ends ------------------------------------------------------------------------- */

/* Prints "bounce: internal error: ..." and exits with code 3. */
_Noreturn void diag_fatal(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Called by diag_fatal before it exits; a test may longjmp out of it. */
extern void (*diag_fatal_hook)(const char *message);

/* There is no memory left: a limit of the machine. Prints "bounce: error: out of memory" and exits with code 5. */
_Noreturn void diag_no_memory(void);
/* Called by diag_no_memory before that; whoever sets it may have more to say, but there is no memory for it. */
extern void (*diag_no_memory_hook)(void);

/* A check that stays on in release builds: what fails it is a bug of bounce, never of the input. */
#define REQUIRE(condition)                                                                         \
	((condition) ? (void)0 : diag_fatal(__FILE__, __LINE__, "'%s' does not hold", #condition))

/* ---- time ------------------------------------------------------------------------------------ */

double base_clock(void); /* seconds of a clock that only moves forward */

/* meter.c: the clock that limits go by. It is that on the wall, or it counts effort: then the same work ends at the same
 * place on any machine, under any load. */
enum { METER_PER_SECOND = 2000000 /* of effort, on a usual machine */, METER_FLAGS = 2 };
struct meter {
	bool counts;    /* effort, in place of seconds */
	uint64_t spent; /* so far */
	uint64_t end;   /* the flags (those that are there) get the reason then; 0: never */
	_Atomic int *flags[METER_FLAGS];
	int reason;
};
void meter_spend(struct meter *m, uint64_t effort);
double meter_clock(const struct meter *m);
uint64_t meter_left(const struct meter *m); /* UINT64_MAX: it has no end */
/* Why work has stopped that looked at this clock. */
const char *meter_reason(const struct meter *m);

/* ---- count: how many there are, of which there may be very many ---------------------------- */

#define COUNT_MANY UINT64_MAX /* so many or more, or it is not known how many */
uint64_t count_plus(uint64_t a, uint64_t b);
uint64_t count_times(uint64_t a, uint64_t b);
uint64_t count_power_of_two(uint64_t exponent);
uint64_t count_choices(uint64_t n, uint64_t k); /* k of n elements */
uint64_t count_subsets(uint64_t elements, uint64_t least,
                       uint64_t most); /* with least to most of them */
static inline uint64_t count_least(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline uint64_t count_most(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* ---- bits: sets of numbers 0 .. n-1, in words of 64 ------------------------------------------ */

static inline bool bits_has(const uint64_t *set, uint64_t i) { return set[i / 64] >> i % 64 & 1; }
static inline void bits_add(uint64_t *set, uint64_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }
static inline void bits_drop(uint64_t *set, uint64_t i) { set[i / 64] &= ~(UINT64_C(1) << i % 64); }

/* ---- arena: memory that is released all at once ------------------------------------------- */

struct arena_block;

/* Things that must be told apart, also where the memory of one is used again for another, have numbers, which come from
 * one source for all arenas that they may lie in. They are given out in order from 1 on, and never twice. */
struct numbering {
	uint64_t nodes, decls; /* how many there were so far */
};

struct arena {
	struct arena_block *block; /* newest block, linked to the older ones */
	size_t used, room;         /* of the newest block */
	size_t total;              /* bytes handed out so far */
	struct numbering *numbers; /* NULL: what lies in it has none */
};

void arena_init(struct arena *a);
void arena_init_with(struct arena *a, const struct arena *other); /* with the same numbering */
void arena_clear(struct arena *a);                    /* frees all; the arena can be used again */
void arena_take(struct arena *a, struct arena *from); /* all that lies there, which is empty then */
void *arena_alloc(struct arena *a, size_t size);      /* zeroed, aligned for any type */
void *arena_array(struct arena *a, size_t count, size_t size);      /* count * size is checked */
char *arena_text(struct arena *a, const char *text, size_t length); /* a copy with a final 0 */
char *arena_format_list(struct arena *a, const char *format, va_list args);
char *arena_format(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, count, type) ((type *)arena_array((a), (count), sizeof(type)))

/* Memory of its own, to be freed; never NULL. */
void *memory_zeroed(size_t count, size_t size);
void *memory_raw(size_t bytes); /* with anything in it */
void *memory_resized(void *old, size_t bytes);

/* ---- vec: arrays that grow ---------------------------------------------------------------- */

/* VEC(const struct node *) declares an array type: at[0 .. count-1]. All zero is the empty array. */
#define VEC(type)                                                                                  \
	struct {                                                                                       \
		type *at;                                                                                  \
		uint32_t count, room;                                                                      \
	}
/* One number more in a hash. */
static inline uint64_t hash_mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}

/* The value is computed before the array grows: computing it may push, too. */
#define VEC_PUSH(v, ...)                                                                           \
	do {                                                                                           \
		__typeof__(*(v)->at) vec_item = (__VA_ARGS__);                                             \
		vec_reserve((void **)&(v)->at, &(v)->room, (v)->count, sizeof *(v)->at);                   \
		(v)->at[(v)->count++] = vec_item;                                                          \
	} while (0)
#define VEC_POP(v) ((v)->at[--(v)->count])
#define VEC_LAST(v) ((v)->at[(v)->count - 1])
#define VEC_CLEAR(v) (free((v)->at), (void)memset((v), 0, sizeof *(v)))
/* Room for so many in all: of large vectors each growth leaves the old one behind. */
#define VEC_ROOM(v, n) (vec_room((void **)&(v)->at, &(v)->room, (n), sizeof *(v)->at))
/* No room for more: of vectors that are kept, and of which there are many. */
#define VEC_TRIM(v) (vec_trim((void **)&(v)->at, &(v)->room, (v)->count, sizeof *(v)->at))
/* The finished array in an arena; the vector is cleared. */
#define VEC_FREEZE(v, a)                                                                           \
	(vec_freeze((void **)&(v)->at, &(v)->room, &(v)->count, sizeof *(v)->at, (a)))

void vec_reserve(void **at, uint32_t *room, uint32_t count, size_t size); /* room for one more */
void vec_room(void **at, uint32_t *room, size_t wanted, size_t size);
void vec_trim(void **at, uint32_t *room, uint32_t count, size_t size);
void *vec_freeze(void **at, uint32_t *room, uint32_t *count, size_t size, struct arena *a);

/* For qsort. */
int compare_numbers(const void *a, const void *b);  /* uint32_t */
int compare_literals(const void *a, const void *b); /* int: the smaller absolute value first */

struct strings { /* use with VEC_PUSH, VEC_CLEAR */
	const char **at;
	uint32_t count, room;
};

/* nearest.c: the candidate that `word` was probably meant to be, or NULL. candidates[0 .. count-1]. */
const char *nearest_name(const char *word, const char *const *candidates, uint32_t count);
/* The file that was probably meant by a path that does not exist, in the same folder; or NULL. */
const char *nearest_file(struct arena *a, const char *path);

/* ---- pool: arrays that may be left behind ---------------------------------------------------- */

/* Whoever may be left by a longjmp takes memory here: what is not given back is lost only until the
 * pool is closed. All zero is an empty pool. */
enum { POOL_CLASSES = 40 };

struct pool {
	struct arena arena;
	void *free[POOL_CLASSES]; /* linked, by size */
};

void *pool_take(struct pool *p, size_t size); /* not zeroed */
void pool_give(struct pool *p, void *memory, size_t size);
void pool_close(struct pool *p);

/* Like VEC; begins as {.pool = p}. */
#define POOLED(type)                                                                               \
	struct {                                                                                       \
		type *at;                                                                                  \
		uint32_t count, room;                                                                      \
		struct pool *pool;                                                                         \
	}
#define POOLED_PUSH(v, ...)                                                                        \
	do {                                                                                           \
		__typeof__(*(v)->at) pooled_item = (__VA_ARGS__);                                          \
		if ((v)->count == (v)->room)                                                               \
			(v)->at = pool_grow((v)->pool, (v)->at, &(v)->room, sizeof *(v)->at);                  \
		(v)->at[(v)->count++] = pooled_item;                                                       \
	} while (0)
#define POOLED_CLEAR(v)                                                                            \
	(pool_give((v)->pool, (v)->at, (v)->room * sizeof *(v)->at), (v)->at = NULL,                   \
	 (void)((v)->count = (v)->room = 0))

void *pool_grow(struct pool *p, void *at, uint32_t *room, size_t size); /* of all that are in it */

/* ---- map: from pointers (interned names, nodes) to pointers -------------------------------- */

struct map_entry {
	const void *key;
	void *value;
};

struct map {
	struct map_entry *entries; /* open addressing; a null key marks a free place */
	uint32_t count, room;      /* room is 0 or a power of two */
};

void map_clear(struct map *m);
void *map_get(const struct map *m, const void *key);       /* NULL if absent */
void map_put(struct map *m, const void *key, void *value); /* adds or replaces; key not NULL */
uint64_t map_hash(const void *data, size_t size);

/* ---- crew: memory of several processes that come from one ---------------------------------------- */

/* Opened before they part. What is taken from it lies at the same address in all of them, and is zero. */
struct crew;
struct crew *crew_open(uint32_t processes); /* NULL: the machine has no such memory */
void crew_close(struct crew *c); /* by the process that they come from, when they have ended */
void *crew_take(struct crew *c, size_t bytes);
void *crew_reserve(struct crew *c, size_t bytes); /* the same, where most of it will not be used */
void crew_expect(void *memory, size_t bytes);     /* it will be written to soon, by this process */
void crew_give(struct crew *c, void *memory,
               size_t bytes);              /* what was taken is not needed any more */
uint64_t crew_bytes(const struct crew *c); /* taken, without what is reserved */
size_t crew_room(const struct crew *c);    /* for all that is taken and reserved */
uint32_t crew_processes(const struct crew *c);

/* To move what the others read, one of them must be alone: it goes on when each of the others has come to a place where it
 * uses nothing that may be moved. If another one was first, it waits for that one's end, and the answer is false. */
bool crew_begin_alone(struct crew *c);
void crew_end_alone(struct crew *c);
void crew_pause(struct crew *c); /* such a place; returns when nobody wants to be alone */
void crew_rest(struct crew *c);  /* this process uses nothing of it from now on */
/* It cannot go on together with the others, and waits until it is ended by whoever has opened the crew. */
_Noreturn void crew_give_up(struct crew *c);
bool crew_has_given_up(const struct crew *c); /* has anyone? */
void crew_wait(uint32_t *turns);              /* for a while, longer after some turns */

/* ---- text: a string that grows -------------------------------------------------------------- */

struct text {
	char *at; /* always ends with a 0 once something was added */
	size_t count, room;
};

void text_clear(struct text *t);
void text_add(struct text *t, const char *s);
void text_add_bytes(struct text *t, const char *s, size_t length);
void text_add_char(struct text *t, char c);
void text_format(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_json(struct text *t,
                   const char *s); /* quoted and escaped; bad UTF-8 becomes U+FFFD */
/* As it may be shown on a terminal: control characters, those that turn the direction of writing, and bytes that are no
 * UTF-8 become \x1b or \u202e; tabs and ends of lines stay. */
void text_add_shown(struct text *t, const char *s);
const char *text_get(const struct text *t);         /* never NULL */
char *text_freeze(struct text *t, struct arena *a); /* a copy in the arena; the text is cleared */
bool text_is_word(char c); /* a letter, a digit, '_', or a byte of a character beyond ASCII */
/* For "%.*s": how many of the first `most` bytes are whole characters of UTF-8. */
int text_fit(const char *s, int most);

/* ---- names: equal names are equal pointers -------------------------------------------------- */

typedef const char *name;

struct names {
	struct arena arena;
	name *table; /* open addressing */
	uint32_t count, room;
};

void names_init(struct names *n);
void names_clear(struct names *n);
name names_add(struct names *n, const char *text, size_t length);
name names_of(struct names *n, const char *text);
name names_find(const struct names *n, const char *text); /* NULL if it was never added */

/* ---- sources and positions ------------------------------------------------------------------ */

/* A place in a source text. All texts of a run share one numbering (`at` 0 is "no place"), so a
 * place needs no file. `via` is 0, or the expansion of a definition through which the text came
 * here (see diag_expansion): the same text may stand in a tree several times. */
struct pos {
	uint32_t at;
	uint32_t via;
};

struct source {
	name file;        /* as it is shown to the user */
	const char *text; /* length bytes and a final 0 */
	uint32_t length;
	uint32_t start;  /* pos.at of the first byte */
	uint32_t *lines; /* offsets of line starts; made on first use */
	uint32_t line_count;
	bool is_hidden; /* messages show nothing of the text */
};

struct place {
	const struct source *source; /* NULL for no place */
	uint32_t line, column;       /* from 1; a column is a code point, a tab is one */
};

/* ---- diagnostics ------------------------------------------------------------------------------ */

enum severity { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

struct message {
	enum severity severity;
	struct pos pos;
	const char *text;
};

struct expansion {
	name definition;
	struct pos call; /* where it was used */
};

enum { DIAG_ERROR_LIMIT = 20 };

struct diag {
	struct arena arena;
	struct names *names;
	VEC(struct source *) sources;
	VEC(struct message) messages;
	VEC(struct expansion) expansions; /* [0] is unused */
	uint32_t errors;                  /* counted also beyond the limit of those kept */
	uint32_t next_start;
	bool muted_notes; /* the error before was dropped, so are its notes */
};

void diag_init(struct diag *d, struct names *names);
void diag_clear(struct diag *d);

/* Adds a message; a note belongs to the message before it. A second error at the same position
 * is dropped. Of more than DIAG_ERROR_LIMIT errors the first ones are kept. */
void diag_at(struct diag *d, struct pos pos, enum severity severity, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Registers a text and returns it, or NULL with an error if the texts together exceed 2 GiB.
 * The text is copied when `copy` is set, else it must outlive the diag. */
const struct source *diag_source(struct diag *d, const char *file, const char *text, size_t length,
                                 bool copy);
/* Reads a file; NULL with an error at `from` (a place may be missing) if that fails. */
const struct source *diag_read(struct diag *d, const char *path, struct pos from);

/* From now on messages about this source say where, but neither what nor show the line: whoever wrote the machine that
 * names the file may not be allowed to read it. */
void diag_hide(struct diag *d, const struct source *s);

uint32_t diag_expansion(struct diag *d, name definition, struct pos call); /* a new `via` */

struct place diag_place(struct diag *d, struct pos pos);

/* Puts the messages in the order of the text, each with its notes. */
void diag_sort(struct diag *d);

/* Writes all messages as `file:line:col: error: ...` with the source line and a caret. */
void diag_print(struct diag *d, struct text *out);
void diag_json_place(struct diag *d, struct pos pos, struct text *out);

/* ---- yaml.c: what all readers of YAML need before libyaml makes a document of a text --------------- */

/* libyaml takes a time that grows with the square of the nesting, and of the number of anchors. A text that has too much
 * of it: says what is wrong with it and where, in characters. False if all is well, or if it is no YAML at all. */
bool yaml_is_excessive(const char *text, size_t length, const char **what, size_t *where);

#endif
