/* Calls of functions that call themselves: how deep they may go, and results that are kept, so that fib(300) is 300 calls.
 *
 * A result is kept only while the outermost call lasts: until then no constant, which the text of a function may mention,
 * gets another value; all other names are part of the lazy value (lazy_of). */
#include "eval/inside.h"

#include <pthread.h>

enum { MOST_RESULTS = 1 << 20, MARGIN = 256 * 1024 };

/* The lowest address that the stack of this thread may come to, with a margin for all that is called from here. */
static const char *end_of_stack(void)
{
	pthread_attr_t attributes;
	void *low = NULL;
	size_t size = 0;
	if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
	if (pthread_attr_getstack(&attributes, &low, &size) != 0) low = NULL;
	pthread_attr_destroy(&attributes);
	return low ? (const char *)low + MARGIN : NULL;
}

bool call_is_too_deep(struct eval *e, struct pos pos)
{
	const char *here = __builtin_frame_address(0);
	uint32_t most = universe_calls(e->u);
	if (e->calls > most) {
		eval_fail(e, EVAL_LIMIT, pos, "this calls itself more than %u times deep" CALL_LIMIT, most);
		return true;
	}
	if (!e->stack_end) e->stack_end = end_of_stack();
	if (here >= e->stack_end) return false;
	eval_fail(e, EVAL_LIMIT, pos, "this calls itself %u times deep, and the stack has no more room",
	          e->calls);
	return true;
}

static const void *key_of(value f, value x)
{
	return (const void *)(uintptr_t)((uint64_t)f << 32 | x);
}

/* While the images of functions are chosen, they are part of no lazy value. */
static bool is_kept(const struct eval *e) { return e->calls > 0 && !e->choosing; }

value call_result(const struct eval *e, value f, value x)
{
	if (!is_kept(e)) return VALUE_NONE;
	return (value)(uintptr_t)map_get(&e->results, key_of(f, x));
}

void call_remember(struct eval *e, value f, value x, value result)
{
	if (is_kept(e) && !e->was_cut && e->results.count < MOST_RESULTS)
		map_put(&e->results, key_of(f, x), (void *)(uintptr_t)result);
}

void call_forget(struct eval *e)
{
	if (e->results.count) map_clear(&e->results);
}
