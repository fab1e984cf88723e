/* The option reader. One table, options.def, says everything about an option: struct options is
 * made from it, and so are the help and the messages. */
#include "cli/cli.h"

#include <errno.h>

const struct option_info *options_at(uint32_t index)
{
	static const struct option_info table[] = {
#define OPTION(field, kind, name, letter, argument, commands, help)                                \
	{name, letter, argument, commands, help, OPTION_##kind, offsetof(struct options, field)},
#include "cli/options.def"
#undef OPTION
	};
	return index < sizeof table / sizeof *table ? &table[index] : NULL;
}

bool options_applies(const struct option_info *o, const char *command)
{
	if (strcmp(o->commands, "*") == 0) return true;
	size_t length = strlen(command);
	for (const char *p = o->commands; (p = strstr(p, command)); p += length)
		if ((p == o->commands || p[-1] == ' ') && (p[length] == ' ' || p[length] == 0)) return true;
	return false;
}

void options_clear(struct options *o)
{
	const struct option_info *info;
	for (uint32_t i = 0; (info = options_at(i)); i++) {
		if (info->kind != OPTION_LIST) continue;
		struct strings *list = (void *)((char *)o + info->offset);
		VEC_CLEAR(list);
	}
	VEC_CLEAR(&o->operands);
	memset(o, 0, sizeof *o);
}

/* ---- reading --------------------------------------------------------------------------------- */

struct line {
	const struct command *command;
	char *const *words;
	uint32_t count, next; /* words[next] is the next one to be read */
	struct options *out;
	struct text *error;
};

static bool read_count(const char *text, uint32_t *out)
{
	if (*text < '0' || *text > '9') return false;
	char *end;
	errno = 0;
	unsigned long value = strtoul(text, &end, 10);
	if (errno || *end || value == 0 || value > INT32_MAX) return false;
	*out = (uint32_t)value;
	return true;
}

static bool read_seconds(const char *text, double *out)
{
	if (!*text || text[strspn(text, "0123456789.")]) return false;
	char *end;
	double value = strtod(text, &end);
	if (*end || !(value > 0) || value > 1e9) return false;
	*out = value;
	return true;
}

/* `shown` is the option as it was written: --jobs or -j. */
static bool store(struct line *r, const struct option_info *o, const char *shown, const char *value)
{
	void *field = (char *)r->out + o->offset;
	switch (o->kind) {
	case OPTION_FLAG: *(bool *)field = true; return true;
	case OPTION_TEXT: *(const char **)field = value; return true;
	case OPTION_LIST: VEC_PUSH((struct strings *)field, value); return true;
	case OPTION_COUNT:
		if (read_count(value, field)) return true;
		text_format(r->error, "%s needs a whole number from 1 on, not '%s'", shown, value);
		return false;
	case OPTION_SECONDS:
		if (read_seconds(value, field)) return true;
		text_format(r->error, "%s needs a number of seconds above 0, not '%s'", shown, value);
		return false;
	}
	return false;
}

/* Takes the argument from the next word unless `value` has it already. */
static bool store_next(struct line *r, const struct option_info *o, const char *shown,
                       const char *value)
{
	if (!value && o->kind != OPTION_FLAG) {
		if (r->next == r->count) {
			text_format(r->error, "%s needs an argument, %s", shown, o->argument);
			return false;
		}
		value = r->words[r->next++];
	}
	return store(r, o, shown, value);
}

static bool check_applies(struct line *r, const struct option_info *o, const char *shown)
{
	if (options_applies(o, r->command->name)) return true;
	text_format(r->error, "%s is not an option of 'bounce %s'; these commands take it: %s", shown,
	            r->command->name, o->commands);
	return false;
}

static bool unknown_name(struct line *r, const char *word)
{
	struct strings names = {0};
	const struct option_info *o;
	for (uint32_t i = 0; (o = options_at(i)); i++)
		if (options_applies(o, r->command->name)) VEC_PUSH(&names, o->name);
	const char *nearest = nearest_name(word, names.at, names.count);
	VEC_CLEAR(&names);
	text_format(r->error, "unknown option '--%s'", word);
	if (nearest) text_format(r->error, "; did you mean '--%s'?", nearest);
	return false;
}

/* `word` without its dashes and its value. */
static bool read_named(struct line *r, const char *word, const char *value)
{
	const struct option_info *o;
	for (uint32_t i = 0; (o = options_at(i)); i++)
		if (strcmp(o->name, word) == 0) break;
	if (!o) return unknown_name(r, word);
	struct text shown = {0};
	text_format(&shown, "'--%s'", word);
	bool good = check_applies(r, o, text_get(&shown));
	if (good && value && o->kind == OPTION_FLAG) {
		text_format(r->error, "'--%s' takes no argument", word);
		good = false;
	}
	good = good && store_next(r, o, text_get(&shown), value);
	text_clear(&shown);
	return good;
}

/* --name, --name=value, --name value */
static bool read_long(struct line *r, const char *word)
{
	size_t length = strcspn(word + 2, "=");
	struct text key = {0};
	text_add_bytes(&key, word + 2, length);
	bool good = read_named(r, text_get(&key), word[2 + length] ? word + 2 + length + 1 : NULL);
	text_clear(&key);
	return good;
}

/* -v, -vj4, -j4, -j 4 */
static bool read_short(struct line *r, const char *word)
{
	for (const char *p = word + 1; *p; p++) {
		const struct option_info *o;
		for (uint32_t i = 0; (o = options_at(i)); i++)
			if (o->letter == *p) break;
		if (!o) {
			text_format(r->error, "unknown option '-%c'", *p);
			if (p > word + 1) text_format(r->error, " in '%s'", word);
			else text_add(r->error, "; what starts with '-' and is no option goes behind '--'");
			return false;
		}
		char shown[] = {'\'', '-', *p, '\'', 0};
		if (!check_applies(r, o, shown)) return false;
		if (o->kind != OPTION_FLAG) return store_next(r, o, shown, p[1] ? p + 1 : NULL);
		store(r, o, shown, NULL);
	}
	return true;
}

/* "-" is standard input, and "-1" the beginning of an expression. */
static bool is_operand(const char *word)
{
	/* -3 and -(x) are formulas */
	return word[0] != '-' || word[1] == 0 || word[1] == '(' || (word[1] >= '0' && word[1] <= '9');
}

bool options_read(const struct command *command, char *const *words, uint32_t count,
                  struct options *out, struct text *error)
{
	struct line r = {command, words, count, 0, out, error};
	bool only_operands = false;
	while (r.next < r.count) {
		const char *word = r.words[r.next++];
		if (only_operands || is_operand(word)) VEC_PUSH(&out->operands, word);
		else if (strcmp(word, "--") == 0) only_operands = true;
		else if (!(word[1] == '-' ? read_long(&r, word) : read_short(&r, word))) return false;
		if (out->help) return true;
	}
	return true;
}
