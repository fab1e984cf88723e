/* The given sets of a project, each once, with its size. */
#include "value/value.h"

enum { DEFAULT_MININT = -1, DEFAULT_MAXINT = 3 };

void universe_clear(struct universe *u)
{
	VEC_CLEAR(&u->sets);
	map_clear(&u->number);
	map_clear(&u->declared);
}

static bool is_given(const struct decl *d)
{
	switch (d->kind) {
	case DECL_DEFERRED_SET:
	case DECL_ENUMERATED_SET:
	case DECL_SET_PARAMETER: return type_is_own(d);
	default: return false;
	}
}

/* ---- names of elements ------------------------------------------------------------------------- */

static const char *seen_name(const struct decl *d) { return d->full_name ? d->full_name : d->name; }

/* The part of the word behind the set's name and its underscores, if that is a number; or NULL. */
static const char *digits_behind(const struct decl *set, uint32_t underscores, const char *word)
{
	size_t length = strlen(seen_name(set));
	if (strncmp(word, seen_name(set), length) != 0) return NULL;
	for (word += length; underscores > 0 && *word == '_'; word++) underscores--;
	if (underscores > 0 || *word < '1' || *word > '9' || word[strspn(word, "0123456789")])
		return NULL;
	return word;
}

static bool is_declared(const struct project *p, const struct decl *set, uint32_t underscores)
{
	for (uint32_t m = 0; m < p->machines.count; m++) {
		const struct machine *machine = p->machines.at[m];
		for (uint32_t i = 0; i < machine->decls.count; i++)
			if (digits_behind(set, underscores, machine->decls.at[i]->name)) return true;
		for (uint32_t i = 0; i < machine->known.count; i++)
			if (digits_behind(set, underscores, machine->known.at[i]->name)) return true;
	}
	return false;
}

void universe_element_name(const struct universe *u, uint32_t set, uint32_t index, struct text *out)
{
	const struct universe_set *s = &u->sets.at[set];
	text_add(out, seen_name(s->decl));
	for (uint32_t i = 0; i < s->underscores; i++) text_add_char(out, '_');
	text_format(out, "%u", index + 1);
}

bool universe_names_element(const struct universe *u, uint32_t set, const char *word,
                            uint32_t *out_index)
{
	enum { MOST_DIGITS = 6 };
	const struct universe_set *s = &u->sets.at[set];
	const char *digits = digits_behind(s->decl, s->underscores, word);
	if (!digits || strlen(digits) > MOST_DIGITS) return false;
	*out_index = (uint32_t)atoi(digits) - 1;
	return *out_index < s->size;
}

/* ---- the sets ---------------------------------------------------------------------------------- */

uint64_t universe_listed(const struct universe *u) { return u->listed ? u->listed : EVAL_LISTED; }

uint32_t universe_calls(const struct universe *u) { return u->calls ? u->calls : EVAL_CALLS; }

int64_t universe_least(const struct universe *u) { return u->is_near ? u->near_low : u->minint; }
int64_t universe_most(const struct universe *u) { return u->is_near ? u->near_high : u->maxint; }

void universe_init(struct universe *u, const struct project *p, uint32_t default_size)
{
	memset(u, 0, sizeof *u);
	u->minint = DEFAULT_MININT;
	u->maxint = DEFAULT_MAXINT;
	declared_collect(u, p);
	for (uint32_t m = 0; m < p->machines.count; m++) {
		const struct machine *machine = p->machines.at[m];
		for (uint32_t i = 0; i < machine->decls.count; i++) {
			const struct decl *d = machine->decls.at[i];
			if (!is_given(d) || map_get(&u->number, d)) continue;
			bool is_listed = d->kind == DECL_ENUMERATED_SET;
			VEC_PUSH(&u->sets,
			         (struct universe_set){.decl = d,
			                               .size = is_listed ? d->element_count : default_size,
			                               .is_default = !is_listed,
			                               .is_open = !is_listed});
			map_put(&u->number, d, (void *)(uintptr_t)u->sets.count);
			struct universe_set *s = &u->sets.at[u->sets.count - 1];
			while (!is_listed && is_declared(p, d, s->underscores)) s->underscores++;
		}
	}
}

uint32_t universe_number(const struct universe *u, const struct decl *set)
{
	uintptr_t place = (uintptr_t)map_get(&u->number, set);
	REQUIRE(place);
	return (uint32_t)place - 1;
}
