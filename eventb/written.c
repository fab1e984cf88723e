/* Components as text: the form of Camille and of rossi. Words of the language are written small or in capitals; a formula goes from
 * its label to the next label or word that cannot be in it, one without a label to the end of its line. */
#include "eventb/formula.h"
#include "eventb/inside.h"

#include <ctype.h>

enum word {
	WORD_NONE,
#define WORD(tag, ...) WORD_##tag,
#include "eventb/written.def"
};

struct known_word {
	enum word word;
	const char *spelling;
	bool ends_formula; /* wherever it stands; else only where a line begins */
};

static const struct known_word words[] = {
#define WORD(tag, spelling, ends) {WORD_##tag, spelling, ends},
#include "eventb/written.def"
};

struct written {
	struct eventb_model *model;
	struct project *project;
	const struct source *source;
	char *text; /* of the source, with blanks in place of comments */
	const char *at, *end;
	struct map declared;
	bool only_declares; /* the first of two rounds */
	bool is_wrong, is_in_event;
	bool only_small; /* the first word is written small: then all are, and EVENT is a name */
	/* what is being read */
	struct eventb_context *context;
	struct eventb_machine *machine;
	struct eventb_event *event;
};

static struct pos position(const struct written *w, const char *at)
{
	return (struct pos){.at = w->source->start + (uint32_t)(at - w->text)};
}

static void wrong(struct written *w, const char *message)
{
	if (!w->is_wrong) diag_at(w->project->diag, position(w, w->at), DIAG_ERROR, "%s", message);
	w->is_wrong = true;
}

/* ---- words ------------------------------------------------------------------------------------------- */

static void blank_comments(struct written *w)
{
	char *end = w->text + w->source->length;
	for (char *s = w->text; s + 1 < end; s++) {
		bool is_line = s[0] == '/' && s[1] == '/', is_block = s[0] == '/' && s[1] == '*';
		if (!is_line && !is_block) continue;
		char *from = s;
		while (s < end && !(is_line && *s == '\n')) {
			if (is_block && s > from + 2 && s[-1] == '*' && s[0] == '/') break;
			if (*s != '\n') *s = *s == '*' && s + 1 < end && s[1] == '/' ? '*' : ' ';
			s++;
		}
		if (is_block) {
			if (s < end) s[0] = ' ';
			if (s < end) s[-1] = ' ';
		}
	}
}

static bool is_part(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '\'' || (c & 0x80);
}

static bool is_spelt(const char *at, size_t length, const char *spelling, bool only_small)
{
	if (strlen(spelling) != length) return false;
	if (only_small) return strncmp(at, spelling, length) == 0;
	bool is_small = strncmp(at, spelling, length) == 0, is_capital = true;
	for (size_t i = 0; i < length; i++)
		is_capital &= at[i] == (char)toupper((unsigned char)spelling[i]);
	return is_small || is_capital;
}

/* The word of the language here, and its length. */
static const struct known_word *known_at(const struct written *w, const char *at, size_t *length)
{
	const char *s = at;
	while (s < w->end && isalpha((unsigned char)*s)) s++;
	*length = (size_t)(s - at);
	if (s < w->end && is_part(*s)) return NULL;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (is_spelt(at, *length, words[i].spelling, w->only_small)) return &words[i];
	return NULL;
}

static void skip_space(struct written *w)
{
	while (w->at < w->end && (isspace((unsigned char)*w->at) || *w->at == ',')) w->at++;
}

static enum word look(struct written *w)
{
	size_t length;
	skip_space(w);
	const struct known_word *k = known_at(w, w->at, &length);
	return k ? k->word : WORD_NONE;
}

static bool take(struct written *w, enum word word)
{
	size_t length;
	if (look(w) != word || !known_at(w, w->at, &length)) return false;
	w->at += length;
	return true;
}

/* A name, or what stands there up to the next blank: labels have other characters, too. */
static struct eventb_name take_name(struct written *w, bool is_label)
{
	skip_space(w);
	const char *from = w->at;
	while (w->at < w->end && !isspace((unsigned char)*w->at) && (is_label || is_part(*w->at)))
		w->at++;
	if (w->at == from) wrong(w, is_label ? "a label is expected here" : "a name is expected here");
	size_t length = (size_t)(w->at - from);
	if (is_label && length > 1 && from[length - 1] == ':') length--;
	return (struct eventb_name){names_add(w->project->names, from, length), position(w, from)};
}

/* Words that belong to events alone are names elsewhere. */
static bool is_name(const struct written *w, enum word word)
{
	bool is_status = word == WORD_STATUS || word == WORD_ORDINARY || word == WORD_CONVERGENT ||
	                 word == WORD_ANTICIPATED;
	return word == WORD_NONE || (is_status && !w->is_in_event);
}

static void take_names(struct written *w, struct eventb_names *to, bool declares)
{
	while (is_name(w, look(w)) && w->at < w->end && !w->is_wrong) {
		struct eventb_name n = take_name(w, false);
		if (w->is_wrong) return;
		if (declares) map_put(&w->declared, n.name, w);
		if (!w->only_declares && to) VEC_PUSH(to, n);
	}
}

/* ---- formulas ---------------------------------------------------------------------------------------- */

/* Where the formula ends that begins here. */
static const char *formula_end(const struct written *w, bool has_label)
{
	bool begins_line = false;
	for (const char *s = w->at; s < w->end; s++) {
		bool begins_word = s == w->at || !is_part(s[-1]);
		size_t length;
		const struct known_word *k = begins_word ? known_at(w, s, &length) : NULL;
		if (*s == '@' || (k && (k->ends_formula || begins_line))) return s;
		if (*s == '\n' && !has_label && s > w->at) return s;
		if (*s == '\n') begins_line = true;
		else if (!isspace((unsigned char)*s)) begins_line = false;
	}
	return w->end;
}

typedef const struct node *reader(const struct eventb_reader *r, const struct source *s);

static void take_formula(struct written *w, reader *read, bool is_theorem,
                         struct eventb_formulas *to)
{
	struct project *p = w->project;
	struct eventb_formula f = {.is_theorem = is_theorem};
	bool has_label = *w->at == '@';
	if (has_label) {
		w->at++;
		f.label = take_name(w, true).name;
		while (take(w, WORD_THEOREM)) f.is_theorem = true;
	}
	skip_space(w);
	const char *from = w->at, *end = formula_end(w, has_label);
	w->at = end;
	if (w->only_declares || w->is_wrong) return;
	while (end > from && isspace((unsigned char)end[-1])) end--;
	size_t length = (size_t)(end - from);
	struct source part = {.file = w->source->file,
	                      .text = arena_text(&p->arena, from, length),
	                      .length = (uint32_t)length,
	                      .start = position(w, from).at};
	struct eventb_reader with = {&p->arena, p->names, p->diag, &w->declared};
	f.pos = position(w, from);
	f.node = read(&with, &part);
	if (f.node) VEC_PUSH(to, f);
	else w->is_wrong = true;
}

static void take_formulas(struct written *w, reader *read, bool are_theorems,
                          struct eventb_formulas *to)
{
	while (!w->is_wrong && w->at < w->end) {
		bool is_theorem = are_theorems;
		while (take(w, WORD_THEOREM)) is_theorem = true;
		if (look(w) != WORD_NONE || w->at >= w->end) return;
		take_formula(w, read, is_theorem, to);
	}
}

/* ---- components -------------------------------------------------------------------------------------- */

static void read_event_part(struct written *w, enum word word)
{
	struct eventb_event *e = w->event;
	switch (word) {
	case WORD_REFINES: take_names(w, e ? &e->refines : NULL, false); break;
	case WORD_EXTENDS:
		take_names(w, e ? &e->refines : NULL, false);
		if (e) e->is_extended = true;
		break;
	case WORD_ANY: take_names(w, e ? &e->parameters : NULL, true); break;
	case WORD_WHERE:
	case WORD_WHEN: take_formulas(w, eventb_predicate, false, e ? &e->guards : NULL); break;
	case WORD_WITH:
	case WORD_WITNESS: take_formulas(w, eventb_predicate, false, e ? &e->witnesses : NULL); break;
	case WORD_THEN:
	case WORD_BEGIN: take_formulas(w, eventb_assignment, false, e ? &e->actions : NULL); break;
	case WORD_ORDINARY:
	case WORD_STATUS: break;
	case WORD_CONVERGENT:
		if (e) e->status = EVENTB_CONVERGENT;
		break;
	case WORD_ANTICIPATED:
		if (e) e->status = EVENTB_ANTICIPATED;
		break;
	default: wrong(w, "this does not belong into an event"); break;
	}
}

static enum word take_any(struct written *w)
{
	enum word word = look(w);
	size_t length;
	if (word != WORD_NONE && known_at(w, w->at, &length)) w->at += length;
	return word;
}

/* `status` is that of "convergent event e". */
static void read_event(struct written *w, enum word status)
{
	struct eventb_name n = take_name(w, false);
	w->event = w->only_declares ? NULL : eventb_event_new(w->model, w->machine, n.name, n.pos);
	w->is_in_event = true;
	if (status != WORD_NONE) read_event_part(w, status);
	while (!w->is_wrong && !take(w, WORD_END)) {
		enum word word = take_any(w);
		if (word == WORD_NONE) wrong(w, "'end' or another part of the event is expected here");
		else read_event_part(w, word);
	}
	w->event = NULL;
	w->is_in_event = false;
}

static void read_events(struct written *w)
{
	while (!w->is_wrong && look(w) != WORD_END) {
		enum word word = take_any(w), status = WORD_NONE;
		if (word != WORD_EVENT) status = word, word = take_any(w);
		if (word == WORD_EVENT) read_event(w, status);
		else wrong(w, "an event is expected here");
	}
}

/* Where names or formulas go that are only declared in this round: nowhere. */
#define PART(component, list) ((component) ? &(component)->list : NULL)

static void read_context_part(struct written *w, enum word word)
{
	struct eventb_context *c = w->context;
	switch (word) {
	case WORD_EXTENDS: take_names(w, PART(c, extends), false); break;
	case WORD_SETS: take_names(w, PART(c, sets), true); break;
	case WORD_CONSTANTS: take_names(w, PART(c, constants), true); break;
	default: take_formulas(w, eventb_predicate, false, PART(c, axioms)); break;
	}
}

static void read_machine_part(struct written *w, enum word word)
{
	struct eventb_machine *m = w->machine;
	switch (word) {
	case WORD_REFINES: take_names(w, PART(m, refines), false); break;
	case WORD_SEES: take_names(w, PART(m, sees), false); break;
	case WORD_VARIABLES: take_names(w, PART(m, variables), true); break;
	case WORD_VARIANT: take_formulas(w, eventb_expression, false, PART(m, variants)); break;
	default: take_formulas(w, eventb_predicate, false, PART(m, invariants)); break;
	}
}

static void read_part(struct written *w, enum word word)
{
	switch (word) {
	case WORD_EXTENDS:
	case WORD_SETS:
	case WORD_CONSTANTS:
	case WORD_AXIOMS: read_context_part(w, word); break;
	case WORD_REFINES:
	case WORD_SEES:
	case WORD_VARIABLES:
	case WORD_INVARIANTS:
	case WORD_VARIANT: read_machine_part(w, word); break;
	case WORD_EVENTS: read_events(w); break;
	case WORD_THEOREMS:
		take_formulas(w, eventb_predicate, true,
		              w->context ? &w->context->axioms : PART(w->machine, invariants));
		break;
	default: wrong(w, "this does not belong into a component"); break;
	}
}

static bool belongs(enum word word, bool is_context)
{
	bool of_contexts =
	    word == WORD_SETS || word == WORD_CONSTANTS || word == WORD_AXIOMS || word == WORD_EXTENDS;
	return word == WORD_THEOREMS || word == WORD_NONE || of_contexts == is_context;
}

static void read_component(struct written *w, name *main)
{
	bool is_context = look(w) == WORD_CONTEXT;
	if (take_any(w) != WORD_MACHINE && !is_context) {
		wrong(w, "'context' or 'machine' is expected here");
		return;
	}
	struct eventb_name n = take_name(w, false);
	w->context = NULL;
	w->machine = NULL;
	if (!w->only_declares && is_context)
		w->context = eventb_context_new(w->model, n.name, n.pos, w->source);
	else if (!w->only_declares) w->machine = eventb_machine_new(w->model, n.name, n.pos, w->source);
	if (!*main || !is_context || eventb_find_context(w->model, *main)) *main = n.name;
	while (!w->is_wrong && !take(w, WORD_END)) {
		enum word word = look(w);
		if (word == WORD_NONE || !belongs(word, is_context))
			wrong(w, "'end' or another part of the component is expected here");
		else read_part(w, take_any(w));
	}
}

static void read_round(struct written *w, bool only_declares, name *main)
{
	w->only_declares = only_declares;
	w->at = w->text;
	skip_space(w);
	if (w->at >= w->end) wrong(w, "there is no component in this file");
	else w->only_small = islower((unsigned char)*w->at);
	while (!w->is_wrong && w->at < w->end) {
		read_component(w, main);
		skip_space(w);
	}
}

bool written_is_component(const struct source *source)
{
	struct written w = {.source = source};
	w.text = memory_raw(source->length + 1);
	memcpy(w.text, source->text, source->length);
	w.text[source->length] = 0;
	blank_comments(&w);
	w.at = w.text;
	w.end = w.text + source->length;
	enum word first = look(&w);
	free(w.text);
	return first == WORD_CONTEXT || first == WORD_MACHINE;
}

bool written_read(struct eventb_model *m, const struct source *source, name *main)
{
	struct project *p = m->project;
	struct written w = {.model = m, .project = p, .source = source};
	name ignored = NULL;
	w.text = arena_text(&p->arena, source->text, source->length);
	w.end = w.text + source->length;
	blank_comments(&w);
	read_round(&w, true, &ignored);
	if (!w.is_wrong) read_round(&w, false, main);
	map_clear(&w.declared);
	return !w.is_wrong;
}
