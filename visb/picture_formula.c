/* Formulas of pictures: one that is wrong is noted, and the picture is made without it. */
#include "visb/inside.h"

#include <ctype.h>

enum {
	EACH = 400000,     /* effort of one formula in one state */
	LONGEST = 20000,   /* of a text */
	MOST_NOTES = 4000, /* bytes */
};

void picture_formula_note(struct visb *v, const char *where, const char *what)
{
	char *line = arena_format(&v->arena, "picture: %.200s: %s\n", where, what);
	if (v->notes.count < MOST_NOTES && !strstr(text_get(&v->notes), line))
		text_add(&v->notes, line);
}

/* Errors of a formula are no errors of the machine: they are taken back. */
static const struct node *check(struct visb *v, const struct node *n, const char *where,
                                uint32_t errors, uint32_t messages)
{
	struct diag *d = v->project->diag;
	if (n) n = project_check_with(v->project, n, &v->known, NULL);
	for (uint32_t i = messages; !n && where && i < d->messages.count; i++)
		if (d->messages.at[i].severity == DIAG_ERROR) {
			picture_formula_note(v, where, d->messages.at[i].text);
			break;
		}
	d->errors = errors;
	d->messages.count = messages;
	return n;
}

static const struct node *read_formula(struct visb *v, const char *text, const char *where)
{
	struct project *p = v->project;
	struct diag *d = p->diag;
	uint32_t errors = d->errors, messages = d->messages.count;
	const struct source *s = diag_source(d, "(picture)", text, strlen(text), true);
	const struct node *n = s ? parse_formula(&p->arena, p->names, d, s) : NULL;
	return check(v, n, where, errors, messages);
}

const struct node *picture_formula_read(struct visb *v, const char *text, const char *where)
{
	return read_formula(v, text, where);
}

const struct node *picture_formula_try(struct visb *v, const char *text)
{
	return read_formula(v, text, NULL);
}

const struct node *picture_formula_definition(struct visb *v, const char *definition)
{
	struct project *p = v->project;
	name own = names_find(p->names, definition);
	const struct definition *d = own ? map_get(&p->main->written->definition_of, own) : NULL;
	if (!d || !d->body || d->parameters) return NULL;
	return check(v, d->body, definition, p->diag->errors, p->diag->messages.count);
}

static value evaluate(struct visb *v, const struct node *n)
{
	struct eval *e = v->eval;
	if (!n->type) {
		enum truth t = eval_predicate(e, n);
		return t == EVAL_FAILED ? VALUE_NONE : value_bool(t == EVAL_TRUE);
	}
	value x = eval_expression(e, n);
	if (x != VALUE_NONE && value_kind(eval_values(e), x) == VALUE_LAZY) x = eval_list(e, x, n->pos);
	return x == VALUE_NONE ? x : eval_list_inside(e, x);
}

value picture_formula_value(struct visb *v, const struct node *n, const char *where)
{
	struct eval *e = v->eval;
	if (v->is_spent) return VALUE_NONE;
	uint64_t before = eval_effort(e), most = v->effort < EACH ? v->effort : EACH;
	uint64_t limit = eval_lend_effort(e, before + most);
	value x = evaluate(v, n);
	eval_return_effort(e, limit);
	uint64_t spent = eval_effort(e) - before;
	v->effort = spent < v->effort ? v->effort - spent : 0;
	v->is_spent = v->effort == 0;
	if (v->is_spent) picture_formula_note(v, where, "pictures take too long: no more are made");
	else if (x == VALUE_NONE) picture_formula_note(v, where, eval_failed(e)->message);
	return x;
}

/* TRUE and FALSE in the words of SVG. */
static const char *word_of(const char *attribute, bool truth)
{
	if (strcmp(attribute, "visibility") == 0) return truth ? "visible" : "hidden";
	if (strcmp(attribute, "display") == 0) return truth ? "inline" : "none";
	return truth ? "true" : "false";
}

void picture_formula_text(struct visb *v, value x, const char *attribute, struct text *out)
{
	struct values *s = eval_values(v->eval);
	switch (value_kind(s, x)) {
	case VALUE_STRING: text_add(out, value_to_string(s, x)); break;
	case VALUE_BOOL:
		text_add(out, attribute         ? word_of(attribute, x == VALUE_TRUE)
		              : x == VALUE_TRUE ? "TRUE"
		                                : "FALSE");
		break;
	default: value_print_short(s, v->universe, x, LONGEST, out); break;
	}
}
